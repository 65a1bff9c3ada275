"""Phase 5 (WR-TURN-8..10): order of the seats, and one action with one die, pass or discarded die (WR-DICE-13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle import attack
from companion.games.wotr.rules.common import politics, rings
from companion.games.wotr.rules.common.action_dice import (
    ARMY,
    ARMY_MUSTER,
    CHARACTER,
    EVENT,
    EYE,
    MUSTER,
    WILL,
    dice_left,
    no_such_die,
    unused_faces,
    use_die,
)
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.sides import leader, opponent, side_of
from companion.games.wotr.rules.events import clearing_cards, playing_cards
from companion.games.wotr.rules.hunt import fellowship
from companion.games.wotr.rules.hunt.mordor import Idle
from companion.games.wotr.rules.map import (
    characters_enter,
    mixed_armies,
    move_armies,
    move_characters,
    muster,
    partners,
)
from companion.games.wotr.rules.map.characters import MINIONS
from companion.games.wotr.state import OFF_TRACK, Draft, State
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.draft import NOBODY
from companion.play.game.game import Action
from companion.play.game.offers import Offer
from companion.play.game.steps import Handler, Step

# What a die may do, the plainest first.
CHAPTERS = (
    fellowship,
    move_characters,
    characters_enter,
    politics,
    playing_cards,
    clearing_cards,
    rings,
    muster,
    move_armies,
    attack,
    mixed_armies,
)
NO_BOARD = {EVENT: "WR-DICE-23", EYE: "WR-DICE-26"}  # why a face does nothing with armies
BOARD = {  # what a face does with armies
    CHARACTER: "WR-DICE-18",
    ARMY: "WR-DICE-21",
    MUSTER: "WR-DICE-22",
    ARMY_MUSTER: "WR-DICE-24",
    WILL: "WR-DICE-25",
}

BY_ARMY_DIE = {**BOARD, MUSTER: "WR-CHAR-4"}  # with the Mouth of Sauron it is an Army die too


def board_dice(state: State, side: int) -> list[str]:
    """Return the faces that can do something with armies on the board (WR-DICE-18, -21, -22, -24, -25)."""
    return [face for face in unused_faces(state, side) if face != EVENT]


def may_pass(state: State, side: int) -> bool:
    """Return whether a side has strictly fewer unused dice than the opponent (WR-DICE-15, WR-TEAM-30)."""
    return state.sides[side].dice < state.sides[opponent(side)].dice


def _check_army(step: Step, state: State, act: Act) -> Refusal | None:
    side = side_of(state, state.index_of(act.seat))
    if state.setup.armies:
        return Refusal("board_kept", "WR-TURN-13")
    if act.die in board_dice(state, side):
        return None
    if act.die not in unused_faces(state, side) and act.die != EYE:
        return no_such_die(act, "WR-DICE-7", board_dice(state, side))
    return Refusal("die_not_for_this", NO_BOARD[act.die], {"face": Ref("face", act.die)})


def _check_pass(step: Step, state: State, act: Act) -> Refusal | None:
    side = side_of(state, step.seat_index)
    if may_pass(state, side):
        return None
    values = {"number": state.sides[side].dice, "theirs": state.sides[opponent(side)].dice}
    return Refusal("pass_dice", "WR-DICE-15", values)


def _check_skip(step: Step, state: State, act: Act) -> Refusal | None:
    unused = unused_faces(state, side_of(state, step.seat_index))
    return None if act.die in unused else no_such_die(act, "WR-DICE-16", unused)


def _pass(step: Step, draft: Draft, act: Act) -> None:
    """Pass; the next action of the team is the partner's, or again this player's (WR-TEAM-10, -32)."""
    use_die(step, draft, act)
    under = draft.agenda[-1]
    if draft.setup.options.after_pass == "passer_next" and isinstance(under, Acting):
        draft.swap(under.after_pass(side_of(draft, step.seat_index)))


_ANSWERS = {
    "army": Handler(_check_army, use_die),
    "pass": Handler(_check_pass, _pass),
    "skip": Handler(_check_skip, _pass),
}
_RULES = {"pass": "WR-DICE-15", "skip": "WR-DICE-16"}
for _chapter in CHAPTERS:
    _RULES |= _chapter.RULES
    _ANSWERS |= _chapter.ANSWERS


@dataclass(frozen=True, slots=True)
class ActionStep(Step):
    """One action of a seat; without an unused die left it is none (WR-DICE-17, WR-RING-12)."""

    kind = "act"
    rule = "WR-DICE-13"
    rules = _RULES
    seat_rules = dict.fromkeys(_ANSWERS, "WR-DICE-13") | {"ring": "WR-RING-3"}
    answers = _ANSWERS

    def rule_of(self, act: Action) -> str:
        """Return the rule that decides an action, by its die and its kind."""
        assert isinstance(act, Act)
        if act.type == "army":
            return BOARD[act.die]
        if act.type == "march":
            return BY_ARMY_DIE.get(act.die, "WR-DICE-21")
        if act.character in MINIONS and act.type in ("travel", "bring"):
            return "WR-CHAR-13" if act.type == "travel" else "WR-CHAR-3"
        return self.rules[act.type]

    def allows_interrupts(self, state: State) -> bool:
        """Return True: cards may be played before the action."""
        return True

    def run(self, draft: Draft) -> bool:
        """Begin the turn of the next seat, or end the step when all have passed."""
        discard_ended(draft)
        return draft.waits(any(draft.sides[side_of(draft, self.seat_index)].unused))

    def offers(self, state: State) -> list[Act | Offer]:
        """Return all actions of the chapters."""
        seat_index = self.seat_index
        seat, side = state.setup.seats[seat_index], side_of(state, seat_index)
        out: list[Act | Offer] = []
        for chapter in CHAPTERS:
            out += chapter.offers(state, seat_index)
        if not state.setup.armies:
            out += [Act("army", seat, die=die) for die in board_dice(state, side)]
        if may_pass(state, side):
            out.append(Act("pass", seat))
        return [*out, *[Act("skip", seat, die=die) for die in unused_faces(state, side)]]


# --- who acts --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Acting(Step):
    """Actions of the seats in turn, as long as there are dice (WR-TURN-8..10).

    last: the place of the order that acted last, -1 before anybody did. changed: sides whose partners have changed
    places, for one of them has passed and keeps the next action (WR-TEAM-32).
    """

    rule = "WR-TURN-8"

    last: int = -1
    changed: tuple[int, ...] = ()

    def run(self, draft: Draft) -> bool:
        """Begin the action of the next seat, or end the phase when no dice are left."""
        draft.pop()
        draft.enter_phase("action", "WR-TURN-8")
        partners.drop_single_armies(draft)
        if not dice_left(draft):
            if draft.fellowship.step != OFF_TRACK and not draft.fellowship.tried:
                draft.push(Idle(NOBODY))
            return False
        at = next_place(draft, self.last)
        seat_index = order(draft, self.changed)[at]
        draft.acting = seat_index
        draft.agenda += (Acting(NOBODY, at, self.changed), ActionStep(seat_index))
        return False

    def after_pass(self, side: int) -> Acting:
        """Return the step after a pass of a player of that side, who comes again before the partner."""
        changed = {*self.changed} ^ {side}
        return Acting(NOBODY, self.last, tuple(sorted(changed)))


def order(state: State, changed: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Seats in the order in which they act, again and again: those who do not lead first, the Free Peoples before the
    Shadow; whoever plays alone acts in both places of his side (WR-TEAM-9, WR-TEAM-25). changed: as in `Acting`.
    """
    return _order(state.setup.sides, changed, leader(state, FP), leader(state, SHADOW))


@lru_cache
def _order(sides: tuple[int, ...], changed: tuple[int, ...], *leaders: int) -> tuple[int, ...]:
    others = [
        next((seat_index for seat_index, of in enumerate(sides) if of == sides[lead] and seat_index != lead), lead)
        for lead in leaders
    ]
    pairs = [
        (lead, other) if sides[lead] in changed else (other, lead) for lead, other in zip(leaders, others, strict=True)
    ]
    return (*[first for first, _ in pairs], *[last for _, last in pairs])


def next_place(state: State, last: int) -> int:
    """Return the next place of the order: sides alternate while both have dice, partners take turns (WR-TURN-9)."""
    turns = order(state)
    left = [any(side.unused) for side in state.sides]
    behind = [(last + step) % len(turns) for step in range(1, len(turns) + 1)]
    return next(at for at in behind if left[side_of(state, turns[at])])
