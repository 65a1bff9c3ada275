"""The way along the main board: havens, adventures with their turns, and between them (LR-HAVEN, LR-ADV, LR-END)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fellowship.rules.board.story import Story
from companion.games.fellowship.rules.cards.cards import Cards
from companion.games.fellowship.rules.common import deck, hands, tokens
from companion.games.fellowship.rules.common.choices import May
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.rules.payment.losses import MissingTokens
from companion.games.fellowship.state import (
    Draft,
    State,
    is_main_finished,
    living_seats,
    next_living,
    place_of,
    power_of,
)
from companion.games.fellowship.verbs import Effects


def arrive_at_place(draft: Draft) -> None:
    """A haven begins with its first action, the Ring-bearer acting (LR-HAVEN-2); an adventure with a fresh board."""
    board = place_of(draft).board
    draft.event, draft.closed, draft.ring_used, draft.top, draft.seer = 0, False, False, (), -1
    draft.stack = draft.setup.tables.tile_counts
    draft.markers = () if board is None else (0,) * len(board.tracks)
    if board is None:
        draft.active = draft.bearer
        draft.push(Haven(-1, 0))
    else:
        begin_turn(draft, opening_seat(draft))


# --- havens -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Haven(GameStep):
    """The printed actions strictly from left to right (LR-HAVEN-1, -3). begun: how many of them have begun."""

    rule = "LR-HAVEN-1"
    begun: int

    def run(self, draft: Draft) -> bool:
        """Begin the next action of the haven; leave after the last."""
        draft.pop()
        actions = place_of(draft).actions
        if self.begun == len(actions):
            draft.push(LeaveHaven(-1))
            return False
        draft.push(Haven(-1, self.begun + 1))
        draft.active = draft.bearer
        action = actions[self.begun]
        draft.push(Steps(draft.bearer, _turned_round(draft, action.effects), action.rule))
        return False


def _turned_round(draft: Draft, effects: Effects) -> Effects:
    """Preparations may begin with the roll (LR-AMB-1)."""
    if not draft.setup.options.roll_then_give:
        return effects
    return tuple(
        [
            (*found[:2], found[2][::-1]) if found[0] == "may" and found[2][0][0] == "give_out" else found
            for found in effects
        ]
    )


@dataclass(frozen=True, slots=True)
class LeaveHaven(GameStep):
    """Unclaimed cards of the place leave the game, the marker moves on (LR-HAVEN-3, LR-END-13)."""

    kind = "onward"
    rule = "LR-HAVEN-3"

    def run(self, draft: Draft) -> bool:
        """Move the fellowship to the next place."""
        draft.pop()
        hands.remove_legendary(draft, -1, "LR-END-13", place_of(draft).id)
        draft.place += 1
        draft.record("place", "LR-ADV-1", place=place_of(draft).id)
        arrive_at_place(draft)
        return False


# --- turns ------------------------------------------------------------------------------------------------------------


def opening_seat(draft: Draft) -> int:
    """The Ring-bearer opens an adventure; in equality the turns go on clockwise (LR-ADV-4, LR-VARIANT-6)."""
    if draft.setup.options.equality and draft.last >= 0:
        return next_living(draft, draft.last)
    return draft.bearer


def begin_turn(draft: Draft, seat_index: int) -> None:
    """Step 1 story, step 2 cards, step 3 clean-up, in this order (LR-TURN-1)."""
    draft.active = draft.last = seat_index
    draft.turn += 1
    draft.closed = False
    draft.agenda = (*draft.agenda, Cleanup(-1), Cards(seat_index), Story(seat_index))
    draft.record("turn", "LR-ADV-4", seat=draft.setup.seats[seat_index])


@dataclass(frozen=True, slots=True)
class Cleanup(GameStep):
    """Step 3: the table is cleared; with the main track finished the adventure ends (LR-TURN-6, LR-END-3)."""

    rule = "LR-TURN-1"

    def run(self, draft: Draft) -> bool:
        """Clear the table; begin the next turn or end the adventure."""
        draft.pop()
        hands.clear_table(draft)
        if is_main_finished(draft):
            draft.push(EndAdventure(-1))
        else:
            begin_turn(draft, next_living(draft, draft.active))
        return False


# --- the end of an adventure ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndAdventure(GameStep):
    """The adventure is over at once; whatever was still to come in it lapses (LR-EVENT-2, LR-END-4, -6)."""

    kind = "end"
    rule = "LR-END-1"

    def run(self, draft: Draft) -> bool:
        """Descent from the Ring-bearer clockwise, then the Ring changes hands (LR-END-9)."""
        hands.clear_table(draft)
        descents = [Descent(seat_index) for seat_index in reversed(living_seats(draft, draft.bearer))]
        draft.agenda = (Transfer(-1), *descents)
        return False


@dataclass(frozen=True, slots=True)
class Descent(GameStep):
    """1 right for each type of life token that is missing (LR-END-7, -8, -9)."""

    rule = "LR-END-7"

    def run(self, draft: Draft) -> bool:
        """Move the player by the types of life tokens that he lacks."""
        draft.pop()
        short = missing_types(draft, self.seat_index)
        seat = draft.setup.seats[self.seat_index]
        if short:
            spaces = short * draft.setup.tables.values["missing_right"]
            draft.record("descent", self.rule, seat=seat, number=short, spaces=spaces)
            draft.push(MissingTokens(self.seat_index, (("right", "self", spaces),), self.rule))
        elif draft.players[self.seat_index].alive:
            draft.record("descent_none", self.rule, seat=seat)
        return False


def missing_types(state: State, seat_index: int) -> int:
    """Return the number of types of life token that a living player lacks."""
    player = state.players[seat_index]
    fewer = power_of(state, seat_index, "life_types")
    needed = state.setup.tables.values["life_types"] if fewer is None else fewer[0]
    return max(needed - sum([number > 0 for number in player.life]), 0) if player.alive else 0


@dataclass(frozen=True, slots=True)
class Transfer(GameStep):
    """The Ring goes to whoever has most Ring tokens; tokens go back, cards are drawn (LR-END-10, -11, -12)."""

    rule = "LR-END-10"

    def run(self, draft: Draft) -> bool:
        """Give the Ring to the new bearer."""
        draft.pop()
        before = draft.bearer
        draft.bearer = draft.active = new_bearer(draft)
        code = "bearer" if draft.bearer != before else "bearer_stays"
        draft.record(code, self.rule, seat=draft.setup.seats[draft.bearer])
        for seat_index in range(len(draft.players)):
            tokens.set_life(draft, seat_index, (0,) * len(draft.setup.tables.life), "LR-END-12")
        draft.push(LeaveHaven(-1))
        for seat_index in living_seats(draft, draft.bearer):
            more = power_of(draft, seat_index, "draw_after_adventure")
            if more is not None:
                draft.push(May(seat_index, (("draw", "self", more[0]),), "LR-HOBBIT-5"))
        deck.draw_one(draft, draft.bearer, draft.setup.tables.values["bearer_cards"], "LR-END-12")
        return False


def new_bearer(state: State) -> int:
    """Tied: the next clockwise, the present Ring-bearer last, or first where the table says so (LR-AMB-6)."""
    ring = state.setup.tables.life.index("ring")
    others = living_seats(state, state.bearer + 1)
    most = max([state.players[seat_index].life[ring] for seat_index in others])
    if state.setup.options.bearer_keeps and state.players[state.bearer].life[ring] == most:
        return state.bearer
    return next(seat_index for seat_index in others if state.players[seat_index].life[ring] == most)
