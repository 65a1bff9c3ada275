"""The Dead Men of Dunharrow (WR-EVENT-9, -17): companions of the heir of Isildur, hits on an army, its rout."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle.retreat import fall_back, free_neighbours
from companion.games.wotr.rules.common import card_conditions
from companion.games.wotr.rules.common.choices import ChooseOnce, ChooseOne, PlainStep
from companion.games.wotr.rules.common.combat_roll import check_cast
from companion.games.wotr.rules.common.sides import leader, opponent, side_of
from companion.games.wotr.rules.events.card_effects import CARD, not_by_card
from companion.games.wotr.rules.events.card_losses import CardHits, remove_rest
from companion.games.wotr.rules.events.card_rolls import apply_card_hits
from companion.games.wotr.rules.map import armies, capture, characters
from companion.games.wotr.state import Draft, State, holder, place_of
from companion.games.wotr.tables import SHADOW, SIDES
from companion.games.wotr.verbs import EFFECTS, Places, regions_where


@dataclass(frozen=True, slots=True)
class Followers(ChooseOne):
    """Choice of Companions beside him who come along."""

    rule = CARD
    field = named = "character"

    start: str
    region: str

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the Companions beside him."""
        return {"": [id for id in card_conditions.companions_out(state) if place_of(state, id) == self.start]}

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a character that is not near enough."""
        return Refusal("not_beside", CARD, {"character": characters.character_value(state, act.character)})

    check_add = ChooseOne.check

    def do_add(self, draft: Draft, act: Act) -> None:
        """Move the character to the region."""
        characters.arrive(draft, act.character, self.region, CARD)

    do_done = ChooseOne.end


@EFFECTS.verb
def dead_men(draft: Draft, seat_index: int, card: str) -> None:
    """Give the army of the Shadow where he is as many hits as a die shows; it retreats or is lost."""
    if not draft.setup.armies:
        return
    king = next(id for id in (characters.STRIDER, characters.ARAGORN) if characters.on_map(draft, id))
    region = place_of(draft, king)
    if armies.units(draft, region, SHADOW):
        apply_card_hits(draft, region, SHADOW)
        draft.push(DeadMen(seat_index, card, region))


@dataclass(frozen=True, slots=True)
class DeadMen(PlainStep):
    """Roll of the die that says how many hits there are."""

    rule = CARD

    card: str
    region: str

    check_cast = check_cast

    def do_cast(self, draft: Draft, act: Act) -> None:
        """Apply that many hits; the army then flees."""
        owner = leader(draft, SHADOW)
        draft.swap(Rout(owner, self.card, self.region))
        draft.push(CardHits(owner, SHADOW, act.number, self.card, self.region, all_go=True))


@dataclass(frozen=True, slots=True)
class Rout(ChooseOnce):
    """Retreat of the rest of the army, or its loss where it cannot."""

    rule = CARD

    card: str
    region: str

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the regions to flee to."""
        return {"": free_neighbours(state, self.region, SHADOW) if armies.units(state, self.region, SHADOW) else []}

    def leave(self, draft: Draft) -> None:
        """Remove the rest of the army."""
        if armies.units(draft, self.region, SHADOW):
            draft.record("no_retreat", CARD, region=self.region)
            remove_rest(draft, self.region, SHADOW)
            capture.figures_departed(draft, self.region)

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Move the army to the region."""
        army = armies.army(draft, self.region, SHADOW)
        fall_back(draft, self.seat_index, army, self.region, chosen, CARD)

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a region that the army cannot flee to."""
        return not_by_card(state, self.card, act.region)

    check_retreat, do_retreat = ChooseOnce.check, ChooseOnce.choose


@EFFECTS.verb
def take_control(draft: Draft, seat_index: int, card: str, where: Places) -> None:
    """Put such a region under the control of the side that plays the card."""
    side = side_of(draft, seat_index)
    for region in regions_where(draft, side, where) if draft.setup.armies else ():
        if holder(draft, region) == opponent(side):
            draft.record("captured", CARD, region=region, side=SIDES[side])
            capture.capture(draft, seat_index, region)
