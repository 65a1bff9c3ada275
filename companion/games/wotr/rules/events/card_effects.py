"""Effects of event cards (WR-EVENT-9) on everything but armies, one function for each verb.

Verbs about armies are in card_recruits.py, card_rolls.py, card_losses.py, card_armies.py, card_attacks.py, dead_men.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import drawing, politics
from companion.games.wotr.rules.common.action_dice import change_dice
from companion.games.wotr.rules.common.neighbours import region_value
from companion.games.wotr.rules.events import chance_cards
from companion.games.wotr.rules.map import characters, companions
from companion.games.wotr.rules.map.move_characters import Marching
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import DECKS, SIDES
from companion.games.wotr.verbs import (
    CHOICES,
    EFFECTS,
    Character,
    Choosing,
    Conditions,
    Deck,
    Effects,
    Face,
    Nation,
    Number,
    Region,
    Side,
    hold,
)
from companion.play.game.steps import Step
from companion.play.game.verbs import Calls

CARD = "WR-EVENT-9"  # the rule of whatever a card does
Choice = tuple[str, int]  # what, and how many
Choices = dict[Choice, Callable[[Draft], None]]  # what may be chosen, and what that does


@dataclass(frozen=True, slots=True)
class PlayedCard(Step):
    """The remaining effects of a card, applied one after the other."""

    rule = CARD

    card: str
    effects: Calls

    def run(self, draft: Draft) -> bool:
        """Apply the first effect; the others follow."""
        draft.pop()
        if self.effects:
            draft.push(replace(self, effects=self.effects[1:]))
            EFFECTS.do(self.effects[0], draft, self.seat_index, self.card)
        return False


@dataclass(frozen=True, slots=True)
class CardChoice(Step):
    """Choices of a card's player, or reports of the board, one after the other.

    of: choices in their order; after one of them only later ones can follow. must: it cannot be left. unless: or not
    while all of these are met. apart: each is asked for itself, and to leave one is not to leave the next.
    """

    kind = "card"
    rule = CARD

    card: str
    of: Calls
    must: bool = False
    unless: Calls = ()
    apart: bool = False

    def allows_interrupts(self, state: State) -> bool:
        """Return True: cards may be played before the choice."""
        return True

    def _open_choices(self, state: State) -> dict[Choice, tuple[Calls, Callable[[Draft], None]]]:
        """Return the possible choices, each with the choices that follow it and its effect."""
        found: dict[Choice, tuple[Calls, Callable[[Draft], None]]] = {}
        for at, call in enumerate(self.of, 1):
            for choice, do in CHOICES.do(call, state, self.seat_index).items():
                found.setdefault(choice, (self.of[at:], do))
            if found and self.apart:
                break
        return found

    def _stays(self, state: State) -> bool:
        """Return whether the choice cannot be left."""
        return self.must or (bool(self.unless) and hold(state, self.unless))

    def run(self, draft: Draft) -> bool:
        """Wait for a choice; take the only one at once where the card demands it."""
        found = self._open_choices(draft)
        if len(found) == 1 and draft.setup.armies and self._stays(draft):
            self._take(draft, *found.popitem()[1])
            return False
        return draft.waits(found)

    def _take(self, draft: Draft, left: Calls, do: Callable[[Draft], None]) -> None:
        draft.swap(replace(self, of=left))
        do(draft)

    def offers(self, state: State) -> list[Act]:
        """Return the choices, and `done` where none must be taken."""
        seat = state.setup.seats[self.seat_index]
        out = [
            Act("effect", seat, card=self.card, what=what, number=number) for what, number in self._open_choices(state)
        ]
        return out if self._stays(state) else [Act("done", seat), *out]

    def check_effect(self, state: State, act: Act) -> Refusal | None:
        """Refuse a choice that the card does not offer now."""
        values: dict[str, Value] = {"card": Ref("event_card", self.card)}
        if act.card != self.card:
            return Refusal("effect_other_card", "WR-EVENT-10", values)
        possible = self._open_choices(state)
        if (act.what, act.number) in possible:
            return None
        if act.what in [what for what, _ in possible]:
            return Refusal("effect_number", CARD, {**values, "number": act.number})
        return Refusal("effect_none", CARD, {**values, "what": act.what})

    def do_effect(self, draft: Draft, act: Act) -> None:
        """Apply the effect."""
        self._take(draft, *self._open_choices(draft)[act.what, act.number])

    def check_done(self, state: State, act: Act) -> Refusal | None:
        """Refuse to end while the card demands a choice."""
        return must_choose(self.card) if self._stays(state) else None

    def do_done(self, draft: Draft, act: Act) -> None:
        """End the choice, or go on to the next part of the card."""
        left = [calls for calls, _ in self._open_choices(draft).values()] if self.apart else []
        if left:
            draft.swap(replace(self, of=left[0]))
        else:
            draft.pop()


def must_choose(card: str) -> Refusal:
    """Return the refusal to leave what the card demands."""
    return Refusal("effect_must", CARD, {"card": Ref("event_card", card)})


def not_by_card(state: State, card: str, region: str) -> Refusal:
    """Return the refusal of a region that the card does not name."""
    return Refusal("card_region", CARD, {"card": Ref("event_card", card), "region": region_value(state, region)})


def card_of(state: State) -> str:
    """Return the card that is being chosen for."""
    step = state.agenda[-1]
    assert isinstance(step, CardChoice)
    return step.card


# --- what may happen, has to be chosen, or depends on something ------------------------------------------------------


@EFFECTS.verb
def may(draft: Draft, seat_index: int, card: str, of: Choosing, unless: Conditions = (), apart: bool = False) -> None:
    """Ask the card's player to choose of these in their order; he has to while all of `unless` is so.

    apart: he is asked for each of them; by rules number 1 for all at once.
    """
    draft.push(CardChoice(seat_index, card, of, False, unless, apart and draft.setup.rules > 1))


@EFFECTS.verb
def must(draft: Draft, seat_index: int, card: str, of: Choosing) -> None:
    """Make the card's player choose of these in their order."""
    draft.push(CardChoice(seat_index, card, of, True))


@EFFECTS.verb
def if_(draft: Draft, seat_index: int, card: str, holds: Conditions, then: Effects, else_: Effects = ()) -> None:
    """Apply one list of effects or the other, by whether all of the conditions are met."""
    draft.push(PlayedCard(seat_index, card, then if hold(draft, holds) else else_))


# --- cards, corruption, nations, characters --------------------------------------------------------------------------


@EFFECTS.verb
def draw(draft: Draft, seat_index: int, card: str, deck: Deck, number: Number = 1) -> None:
    """Draw cards of a deck for the card's player."""
    drawing.draw(draft, seat_index, deck, number, CARD)


@EFFECTS.verb
def draw_from_either_deck(draft: Draft, seat_index: int, card: str) -> None:
    """Draw one card of a deck that the card's player chooses."""
    draft.push(drawing.Reward(seat_index, DECKS, False, CARD))


@EFFECTS.verb
def heal(draft: Draft, seat_index: int, card: str, number: Number) -> None:
    """Lower the corruption."""
    companions.corrupt(draft, -number, CARD)


@EFFECTS.verb
def corrupt(draft: Draft, seat_index: int, card: str, number: Number) -> None:
    """Raise the corruption."""
    companions.corrupt(draft, number, CARD)


@EFFECTS.verb
def activate(draft: Draft, seat_index: int, card: str, nation: Nation) -> None:
    """Activate the nation."""
    politics.activate(draft, nation, CARD)


@EFFECTS.verb
def advance(draft: Draft, seat_index: int, card: str, nation: Nation) -> None:
    """Move the nation one box towards war."""
    politics.advance(draft, nation, CARD)


@EFFECTS.verb
def go_to_war(draft: Draft, seat_index: int, card: str, nation: Nation) -> None:
    """Activate the nation and put it At War."""
    politics.go_to_war(draft, nation, CARD)


@EFFECTS.verb
def arrive(draft: Draft, seat_index: int, card: str, character: Character, region: Region) -> None:
    """Put the character in that region."""
    characters.arrive(draft, character, region, CARD)


@EFFECTS.verb
def move_characters(draft: Draft, seat_index: int, card: str) -> None:
    """Let the card's player move his characters on the map."""
    draft.push(Marching(seat_index))


# --- dice ------------------------------------------------------------------------------------------------------------


@EFFECTS.verb
def turn_dice(
    draft: Draft, seat_index: int, card: str, side: Side, face: Face, to: Face = "", most: Number = 0
) -> None:
    """Turn unused dice that show the face, all or so many, to another one, or lose them for this turn."""
    at = SIDES.index(side)
    unused = draft.sides[at].unused[draft.setup.tables.faces[at].index(face)]
    number = min(most or unused, unused)
    if number:
        change_unused(draft, at, {face: -number, **({to: number} if to else {})})


def change_unused(draft: Draft, side: int, changes: dict[str, int]) -> None:
    """Change the faces or the number of a side's unused dice."""
    change_dice(draft, side, changes)
    if draft.recorder is not None:
        order, unused = draft.setup.tables.faces[side], draft.sides[side].unused
        left = tuple([face for face, number in zip(order, unused, strict=True) for _ in range(number)])
        draft.record("unused" if left else "unused_none", CARD, side=SIDES[side], faces=left)


# --- cards of their own, by their names ------------------------------------------------------------------------------


@EFFECTS.verb
def challenge_of_the_king(draft: Draft, seat_index: int, card: str) -> None:
    """Draw three tiles for the heir of Isildur."""
    draft.push(chance_cards.Challenge(seat_index))


@EFFECTS.verb
def lure_of_the_ring(draft: Draft, seat_index: int, card: str) -> None:
    """Draw a companion."""
    draft.push(chance_cards.Lured(seat_index))


@EFFECTS.verb
def breaking_of_the_fellowship(draft: Draft, seat_index: int, card: str) -> None:
    """Draw a tile that says how many companions leave."""
    draft.push(chance_cards.Breaking(seat_index))
