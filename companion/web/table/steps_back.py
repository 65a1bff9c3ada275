"""Ways back: what a phone may take back at once, free or by asking the others (TB-UNDO-1).

Knows a table and seats; no words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from companion.play.journal.entries.undo import undo_refusal
from companion.web.table.tables import LiveTable

MOST = 8  # own steps that are listed


class WayBack(NamedTuple):
    """The action that takes back everything after entry `to`: `undo` where that is free, else `propose`."""

    type: str
    to: int


class OwnStep(NamedTuple):
    """A step of the reader's seats, and the way back to before it. seq: its entry."""

    seq: int
    back: WayBack


def way_back(table: LiveTable, plays: bool, seq: int) -> WayBack | None:
    """Return how a phone gets the table back to entry `seq`; None if it cannot. plays: it has a seat, or is host."""
    replay = table.session.replay
    stands = replay.steps[bisect_right(replay.steps, seq, key=attrgetter("seq")) - 1].seq
    halted = replay.halt is not None and replay.halt.code in ("paused", "stopped")
    if halted or not plays or replay.states[seq] is not replay.state_at(stands):
        return None
    refusal = undo_refusal(replay, stands, [])
    if refusal is None:
        return WayBack("undo", stands)
    asks = refusal.code == "undo_consent" and table.roster.proposal is None
    return WayBack("propose", stands) if asks else None


def own_steps(table: LiveTable, own: Collection[str]) -> Iterator[OwnStep]:
    """Return the newest steps, the newest first, as long as they are of seats in `own`; at most MOST."""
    replay = table.session.replay
    for before, step in list(pairwise(replay.steps[-MOST - 1 :]))[::-1]:
        if replay.entries[step.seq].seat not in own:
            return
        back = way_back(table, True, before.seq)
        if back is None:
            return
        yield OwnStep(step.seq, back)
