"""The Mordor Track (WR-MORDOR): the way in, its tiles, its steps, and what standing still costs."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import leader
from companion.games.wotr.rules.company import corrupt, on_track
from companion.games.wotr.state import Draft, State, Table
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.tiles import EYE
from companion.play.agenda import Frame, Stage, not_yours
from companion.play.game import Ref, Refusal

GATES = ("morannon", "minas-morgul")  # WR-MORDOR-1
TRACK = "track"  # where a tile of an attempt to move comes from


def may_enter(t: Table) -> bool:
    """The Ring-bearers stand at a gate of Mordor."""
    return t.fellowship.region in GATES


def check_enter(state: State, frame: Frame, act: Act) -> Refusal | None:
    """In phase 2, hidden or revealed, declared or not (WR-MORDOR-1)."""
    fault = not_yours(state, act, "WR-MORDOR-1")
    if fault is None and not may_enter(state):
        return Refusal("enter_elsewhere", "WR-MORDOR-1", {"regions": tuple([Ref("region", id) for id in GATES])})
    return fault


def enter(draft: Draft, frame: Frame, act: Act) -> None:
    """Onto step 0, in no region; drawn Eyes and waiting special tiles go into the pool (WR-MORDOR-3..6)."""
    draft.walk(region="", step=0, progress=0)
    for at, tile in enumerate(draft.setup.tables.tiles.values()):
        if tile.damage == EYE:
            draft.pool[at] += draft.drawn[at]
            draft.drawn[at] = 0
    for id in draft.waiting:
        _add(draft, id)
    draft.waiting = ()


def bring_in(draft: Draft, tile: str) -> None:
    """A special tile comes into play: it waits for Mordor, or goes into the pool there (WR-EVENT-18, WR-MORDOR-18)."""
    if on_track(draft):
        _add(draft, tile)
    else:
        draft.waiting = (*draft.waiting, tile)


def _add(draft: Draft, tile: str) -> None:
    draft.pool[draft.setup.tables.places[tile]] += 1


def attempt(draft: Draft) -> None:
    """An attempt to move draws one tile; an Eye is worth the dice in the box (WR-MORDOR-9, WR-MORDOR-10)."""
    draft.walk(tried=True)
    draft.push("owed", leader(draft, SHADOW), TRACK, draft.box.level + draft.box.walkers)


def advance(draft: Draft) -> None:
    """One step; at the Crack of Doom the Ring is destroyed: 12 corruption would have ended it (WR-MORDOR-12, -15)."""
    step = draft.fellowship.step + 1
    draft.walk(step=step)
    if step == draft.setup.tables.tracks["mordor"]:
        draft.finish("ring_destroyed", FP)


def _run_idle(draft: Draft, frame: Frame) -> bool:
    """("idle", -1): no attempt to move or hide this turn (WR-MORDOR-16)."""
    draft.agenda.pop()
    corrupt(draft, 1)
    return False


STAGES = {"idle": Stage(_run_idle, "WR-MORDOR-16")}
