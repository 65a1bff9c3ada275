"""Losses by event cards (WR-EVENT-9, -15): hits that the army's owner pays one by one, figures that he gives up.

This is no battle: nobody answers, and without a unit only Leaders of the Free Peoples go, unless the card takes all.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle.casualties import Casualties
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.choices import ChooseOnce
from companion.games.wotr.rules.common.neighbours import region_value
from companion.games.wotr.rules.common.sides import leader, opponent
from companion.games.wotr.rules.events.card_effects import CARD, card_of
from companion.games.wotr.rules.map import armies, capture, characters, partners
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, LEADER
from companion.games.wotr.verbs import EFFECTS, Places, regions_where


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
class Sacrifice(ChooseOnce):
    """Choice of one of these kinds of figures to lose in one of these regions."""

    rule = CARD
    owner = "figure"

    card: str
    figures: tuple[str, ...]
    regions: tuple[str, ...]

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the regions by kind of figure."""
        found = {id: [region for region in self.regions if armies.count(state, region, id)] for id in self.figures}
        return {id: regions for id, regions in found.items() if regions}

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Give up the figure."""
        facts = draft.setup.tables.figures[owner]
        armies.lose(draft, owner, chosen, CARD)
        if facts.unit:
            after_losses(draft, chosen, facts.side)

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a figure that the card does not take there."""
        figure: Value = Ref("figure", act.figure) if act.figure in state.setup.tables.figures else act.figure
        values = {"card": Ref("event_card", self.card), "figure": figure, "region": region_value(state, act.region)}
        return Refusal("sacrifice_none", CARD, values)

    check_sacrifice, do_sacrifice = ChooseOnce.check, ChooseOnce.choose


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
