"""The Hunt roll (WR-HUNT-1..9): what the Shadow has where the figure stands, the dice, failed dice once more."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import politics, ways
from companion.games.wotr.rules.common import leader
from companion.games.wotr.rules.hunters import HUNT, check_use, hunter, hunters, hunts, legal_use
from companion.games.wotr.state import Draft, State, Table, place_of
from companion.games.wotr.tables import SHADOW
from companion.play.agenda import Check, Frame, Stage, waits
from companion.play.game import Refusal

MOST_DICE = 5  # WR-HUNT-3
NEEDED = 6
BOARD = 2  # conditions of a re-roll that only the board shows: units, Nazgûl
WITCH_KING = "witch-king"


def begin(draft: Draft) -> None:
    """A Hunt is due, after a move or because a card says so (WR-HUNT-1)."""
    draft.push("hunt", leader(draft, SHADOW))


def dice(t: Table) -> int:
    """Dice of a Hunt roll (WR-HUNT-2, WR-HUNT-3)."""
    return min(t.box.level, MOST_DICE)


def succeeds(t: Table, face: str, bonus: int) -> bool:
    """6 or more with 1 for each die of the Free Peoples in the box; a 1 never does (WR-HUNT-4, WR-HUNT-5)."""
    value = t.setup.tables.combat[face]
    return value > 1 and value + t.box.walkers + bonus >= NEEDED


def known_conditions(t: Table) -> int:
    """Conditions of a re-roll besides the Stronghold that the app sees: the Witch-king is a Nazgûl (WR-CHAR-16)."""
    return int(bool(t.fellowship.region) and place_of(t, WITCH_KING) == t.fellowship.region)


def _run_hunt(draft: Draft, frame: Frame) -> bool:
    """("hunt", hunter): without dice there is none."""
    draft.agenda.pop()
    if draft.box.level:
        draft.push("watch", frame[1], 0)
    return False


def _legal_watch(state: State, frame: Frame) -> list[Act]:
    """("watch", hunter, bonus): what the Shadow has in the region of the figure (WR-HUNT-7, WR-HUNT-8)."""
    numbers = range(known_conditions(state), BOARD + 1)
    out = [Act("watch", seat, number=number) for number in numbers for seat in hunters(state)]
    return out + legal_use(state, SHADOW, "bonus")


def _check_watch(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault, least = hunter("WR-HUNT-7")(state, frame, act), known_conditions(state)
    if fault is None and not least <= act.number <= BOARD:
        return Refusal("conditions_range", "WR-HUNT-7", {"least": least, "most": BOARD})
    return fault


def _watch(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    rerolls = act.number + ways.shadow_stronghold(draft, draft.fellowship.region)
    draft.push("search", frame[1], rerolls, frame[2])


def _bonus(draft: Draft, frame: Frame, act: Act) -> None:
    """Every die of this roll counts 1 more."""
    politics.drop(draft, SHADOW, act.item)
    draft.agenda[-1] = (*frame[:2], frame[2] + 1)


def dice_due(t: Table, frame: Frame) -> int:
    """Dice that the open roll of this frame throws."""
    return dice(t) if frame[0] == "search" else int(frame[2])


def _check_roll(rule: str) -> Check:
    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        fault = hunter(rule)(state, frame, act)
        if fault is not None or not act.items:
            return fault
        if len(act.items) != dice_due(state, frame):
            return Refusal("dice_number", rule, {"number": dice_due(state, frame)})
        order = list(state.setup.tables.combat)
        for face in act.items:
            if face not in order:
                return Refusal("face_unknown", rule, {"face": face})
        return None if tuple(sorted(act.items, key=order.index)) == act.items else Refusal("roll_order", rule)

    return check


def _search(draft: Draft, frame: Frame, act: Act) -> None:
    """("search", hunter, re-rolls, bonus): the roll."""
    _, who, rerolls, bonus = draft.agenda.pop()
    good = sum([succeeds(draft, face, bonus) for face in act.items])
    allowed = min(rerolls, len(act.items) - good)
    if allowed:
        draft.push("again", who, allowed, bonus, good)
    else:
        _found(draft, good)


def _legal_again(state: State, frame: Frame) -> list[Act]:
    return [Act(type, seat) for type in ("again", "accept") for seat in hunters(state)]


def _again(draft: Draft, frame: Frame, act: Act) -> None:
    """("again", hunter, dice, bonus, successes): failed dice, each once more (WR-HUNT-7)."""
    draft.agenda.pop()
    _found(draft, frame[4] + sum([succeeds(draft, face, frame[3]) for face in act.items]))


def _leave_it(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _found(draft, frame[4])


def _found(draft: Draft, successes: int) -> None:
    """One tile, however many successes there are (WR-HUNT-9)."""
    if successes:
        draft.push("owed", leader(draft, SHADOW), HUNT, successes)


STAGES = {
    "hunt": Stage(_run_hunt, "WR-HUNT-1"),
    "watch": Stage(
        waits,
        "WR-HUNT-7",
        _legal_watch,
        {"watch": (_check_watch, _watch), "use": (check_use("bonus", "WR-HUNT-4"), _bonus)},
    ),
    "search": Stage(waits, "WR-HUNT-3", hunts("search"), {"search": (_check_roll("WR-HUNT-3"), _search)}),
    "again": Stage(
        waits,
        "WR-HUNT-7",
        _legal_again,
        {"again": (_check_roll("WR-HUNT-7"), _again), "accept": (hunter("WR-HUNT-7"), _leave_it)},
    ),
}
