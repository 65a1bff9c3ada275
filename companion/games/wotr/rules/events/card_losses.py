"""Losses by event cards (WR-EVENT-9, -15): hits that the army's owner pays one by one, figures that he gives up.

This is no battle: nobody answers, and without a unit only Leaders of the Free Peoples go, unless the card takes all.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.battle.casualties import Casualties
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.sides import leader, opponent
from companion.games.wotr.rules.events.card_effects import CARD, card_of
from companion.games.wotr.rules.map import armies, capture, characters, partners
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, LEADER
from companion.games.wotr.verbs import EFFECTS, Places, regions_where
from companion.play.game.offers import Offer
from companion.play.game.steps import Step


@dataclass(frozen=True, slots=True)
class CardHits(Casualties):
    """Payment of a card's hits by the owner of an army. all_go: with the last unit go Nazgûl and characters too."""

    card: str
    region: str
    all_go: bool = False

    def army(self, state: State) -> Army:
        """Return the army that takes the hits."""
        return armies.army(state, self.region, self.side)

    def place(self, state: State) -> str:
        """Return the region of the army."""
        return self.region

    def absent(self, state: State, figure: str) -> str:
        """Return the rule that refuses a figure which is not in the army."""
        return CARD

    def finish_casualties(self, draft: Draft) -> None:
        """Apply the loss of the last unit."""
        after_losses(draft, self.region, self.side, self.all_go)


def after_losses(draft: Draft, region: str, side: int, all_go: bool = False) -> None:
    """Apply the loss of an army's last unit: figures that stand alone, the Stronghold's new owner.

    Leaders of the Free Peoples go, others stay unless the card says otherwise (WR-EVENT-15); a besieged Stronghold
    without a defender is captured (WR-CAPTURE-2), without a besieger the siege is over.
    """
    if armies.units(draft, region, side):
        return
    draft.record("army_gone", "WR-EVENT-15", region=region)
    if all_go:
        remove_rest(draft, region, side)
    armies.remove_lone_leaders(draft, region, "WR-EVENT-15")
    capture.take_undefended(draft, partners.commander_at(draft, region, opponent(side)), region, "WR-CAPTURE-2")
    capture.figures_departed(draft, region)
    discard_ended(draft)


def remove_rest(draft: Draft, region: str, side: int) -> None:
    """Remove the rest of an army without units: Nazgûl, Leaders, characters."""
    rest = armies.army(draft, region, side)
    for id, number in armies.figures_by_id(draft.setup.tables, rest.figures).items():
        armies.lose(draft, id, region, CARD, number)
    for id in rest.characters:
        characters.kill(draft, id, CARD)


# --- a figure given up ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sacrifice(Step):
    """Choice of one of these kinds of figures to lose in one of these regions."""

    rule = CARD

    card: str
    figures: tuple[str, ...]
    regions: tuple[str, ...]

    def _open_sacrifices(self, state: State) -> dict[str, list[str]]:
        """Return the regions by kind of figure."""
        found = {id: [region for region in self.regions if armies.count(state, region, id)] for id in self.figures}
        return {id: regions for id, regions in found.items() if regions}

    def run(self, draft: Draft) -> bool:
        """Wait for a choice of figure; take the only one at once."""
        ways = [(figure, region) for figure, regions in self._open_sacrifices(draft).items() for region in regions]
        if len(ways) > 1:
            return True
        draft.pop()
        if ways:
            self._give(draft, *ways[0])
        return False

    def _give(self, draft: Draft, figure: str, region: str) -> None:
        facts = draft.setup.tables.figures[figure]
        armies.lose(draft, figure, region, CARD)
        if facts.unit:
            after_losses(draft, region, facts.side)

    def offers(self, state: State) -> list[Offer]:
        """Return the figures that the card takes, by region."""
        seat, out = state.setup.seats[self.seat_index], []
        for figure, regions in self._open_sacrifices(state).items():
            out += offer_one_of(Act("sacrifice", seat, figure=figure), "region", "region", regions)
        return out

    def check_sacrifice(self, state: State, act: Act) -> Refusal | None:
        """Refuse a figure that the card does not take there."""
        if act.region in self._open_sacrifices(state).get(act.figure, ()):
            return None
        facts = state.setup.tables
        values: dict[str, Value] = {
            "card": Ref("event_card", self.card),
            "figure": Ref("figure", act.figure) if act.figure in facts.figures else act.figure,
            "region": Ref("region", act.region) if act.region in facts.regions else act.region,
        }
        return Refusal("sacrifice_none", CARD, values)

    def do_sacrifice(self, draft: Draft, act: Act) -> None:
        """Give up the figure."""
        draft.pop()
        self._give(draft, act.figure, act.region)


def sacrifice_of(draft: Draft, nation: str) -> None:
    """Take a Leader or a unit from a nation of the Free Peoples, wherever it stands; the choice of a card is due."""
    if draft.setup.armies:
        kinds = [id for id, figure in draft.setup.tables.figures.items() if figure.nation == nation]
        draft.push(Sacrifice(leader(draft, FP), card_of(draft), tuple(kinds), tuple(draft.setup.tables.regions)))


@EFFECTS.verb
def lose_leader(draft: Draft, seat_index: int, card: str, where: Places) -> None:
    """Take a Leader from the Free Peoples in such a region."""
    if draft.setup.armies:
        kinds = [id for id, figure in draft.setup.tables.figures.items() if figure.sort == LEADER]
        draft.push(Sacrifice(leader(draft, FP), card, tuple(kinds), tuple(regions_where(draft, FP, where))))
