"""The Dead Men of Dunharrow (WR-EVENT-9, -17): companions of the heir of Isildur, hits on an army, its rout."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.battle.retreat import fall_back, free_neighbours
from companion.games.wotr.rules.common import card_conditions
from companion.games.wotr.rules.common.sides import leader, opponent, side_of
from companion.games.wotr.rules.events.card_effects import CARD
from companion.games.wotr.rules.events.card_losses import CardHits, remove_rest
from companion.games.wotr.rules.events.card_rolls import apply_card_hits
from companion.games.wotr.rules.map import armies, capture, characters
from companion.games.wotr.state import Draft, State, holder, place_of
from companion.games.wotr.tables import SHADOW, SIDES
from companion.games.wotr.tiles import DIE_FACES
from companion.games.wotr.verbs import EFFECTS, Places, regions_where
from companion.play.game.offers import Offer
from companion.play.game.steps import Step, end


@dataclass(frozen=True, slots=True)
class Followers(Step):
    """Choice of Companions beside him who come along."""

    rule = CARD

    start: str
    region: str

    def _able(self, state: State) -> list[str]:
        return [id for id in card_conditions.companions_out(state) if place_of(state, id) == self.start]

    def run(self, draft: Draft) -> bool:
        """Wait if a character is near enough."""
        return draft.waits(self._able(draft))

    def offers(self, state: State) -> list[Offer]:
        """Return `done` and the characters."""
        seat = state.setup.seats[self.seat_index]
        return [Offer(Act("done", seat)), *offer_one_of(Act("add", seat), "character", "character", self._able(state))]

    def check_add(self, state: State, act: Act) -> Refusal | None:
        """Refuse a character that is not near enough."""
        if act.character in self._able(state):
            return None
        return Refusal("not_beside", CARD, {"character": characters.character_value(state, act.character)})

    def do_add(self, draft: Draft, act: Act) -> None:
        """Move the character to the region."""
        characters.arrive(draft, act.character, self.region, CARD)

    do_done = end


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
class DeadMen(Step):
    """Roll of the die that says how many hits there are."""

    rule = CARD

    card: str
    region: str

    def offers(self, state: State) -> list[Act]:
        """Return the roll; its die is open."""
        return [Act("cast", state.setup.seats[self.seat_index])]

    def check_cast(self, state: State, act: Act) -> Refusal | None:
        """Refuse a number that the die does not have."""
        wrong = act.number and act.number not in DIE_FACES
        return Refusal("cast_range", CARD, {"number": len(DIE_FACES)}) if wrong else None

    def do_cast(self, draft: Draft, act: Act) -> None:
        """Apply that many hits; the army then flees."""
        owner = leader(draft, SHADOW)
        draft.swap(Rout(owner, self.card, self.region))
        draft.push(CardHits(owner, SHADOW, act.number, self.card, self.region, all_go=True))


@dataclass(frozen=True, slots=True)
class Rout(Step):
    """Retreat of the rest of the army, or its loss where it cannot."""

    rule = CARD

    card: str
    region: str

    def _goals(self, state: State) -> list[str]:
        return free_neighbours(state, self.region, SHADOW)

    def run(self, draft: Draft) -> bool:
        """Wait for a choice of region; flee to the only one at once."""
        goals = self._goals(draft) if armies.units(draft, self.region, SHADOW) else []
        if len(goals) > 1:
            return True
        draft.pop()
        if goals:
            self._flee(draft, goals[0])
        elif armies.units(draft, self.region, SHADOW):
            draft.record("no_retreat", CARD, region=self.region)
            remove_rest(draft, self.region, SHADOW)
            capture.figures_departed(draft, self.region)
        return False

    def _flee(self, draft: Draft, goal: str) -> None:
        fall_back(draft, self.seat_index, armies.army(draft, self.region, SHADOW), self.region, goal, CARD)

    def offers(self, state: State) -> list[Offer]:
        """Return the regions to flee to."""
        return offer_one_of(Act("retreat", state.setup.seats[self.seat_index]), "region", "region", self._goals(state))

    def check_retreat(self, state: State, act: Act) -> Refusal | None:
        """Refuse a region that the army cannot flee to."""
        if act.region in self._goals(state):
            return None
        region: Value = Ref("region", act.region) if act.region in state.setup.tables.regions else act.region
        return Refusal("card_region", CARD, {"card": Ref("event_card", self.card), "region": region})

    def do_retreat(self, draft: Draft, act: Act) -> None:
        """Move the army to the region."""
        draft.pop()
        self._flee(draft, act.region)


@EFFECTS.verb
def take_control(draft: Draft, seat_index: int, card: str, where: Places) -> None:
    """Put such a region under the control of the side that plays the card."""
    side = side_of(draft, seat_index)
    for region in regions_where(draft, side, where) if draft.setup.armies else ():
        if holder(draft, region) == opponent(side):
            draft.record("captured", CARD, region=region, side=SIDES[side])
            capture.capture(draft, seat_index, region)
