"""The time that each seat was awaited, by the clock of the entries: to be shown, never to decide anything."""

from __future__ import annotations

from typing import NamedTuple

from companion.play.journal.entries.halts import End, Pause, Resume
from companion.play.journal.replay import Replay
from companion.play.journal.times import seconds_between
from companion.play.report.history import BREAK_S


class TurnTimes(NamedTuple):
    """Seconds by seat, in order, up to entry `seq`. Pauses and breaks of more than BREAK_S are left out.

    halted: the game is paused or was ended early.
    """

    seconds: tuple[int, ...]
    seq: int = 0
    halted: bool = False


def add_turn_times(known: TurnTimes | None, replay: Replay) -> TurnTimes:
    """Return the times up to the newest entry; `known` are those up to an earlier one."""
    known = known or TurnTimes((0,) * len(replay.seats))
    seconds, halted = dict(zip(replay.seats, known.seconds, strict=True)), known.halted
    for seq in range(known.seq + 1, len(replay.entries)):
        before, entry = replay.entries[seq - 1], replay.entries[seq]
        gap = seconds_between(before.at, entry.at)
        if gap and not halted and 0 < gap <= BREAK_S:
            for seat in replay.game.rules.pending(replay.states[seq - 1]).seats:
                seconds[seat] += int(gap)
        halted = entry.type in (Pause.type, End.type) or (halted and entry.type != Resume.type)
    return TurnTimes(tuple(seconds.values()), len(replay.entries) - 1, halted)
