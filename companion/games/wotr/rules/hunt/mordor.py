"""The Mordor Track (WR-MORDOR): entry, tiles, steps, and corruption for standing still."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.wotr.rules.common.ending import finish
from companion.games.wotr.rules.hunt.hunt_pool import put_in
from companion.games.wotr.rules.map.companions import corrupt, on_track
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP
from companion.games.wotr.tiles import EYE
from companion.play.game.steps import Step

GATES = ("morannon", "minas-morgul")  # WR-MORDOR-1
TRACK = "track"  # where a tile of an attempt to move comes from


def may_enter(state: State) -> bool:
    """Return whether the Ring-bearers stand at a gate of Mordor."""
    return state.fellowship.region in GATES


def enter(draft: Draft) -> None:
    """Put the Fellowship on step 0, in no region, and drawn Eyes and waiting special tiles into the pool
    (WR-MORDOR-3..6).
    """
    draft.set_fellowship(region="", progress=0)
    _stand(draft, 0, "WR-MORDOR-3")
    tiles = draft.setup.tables.tiles
    back = {id: drawn for (id, tile), drawn in zip(tiles.items(), draft.drawn, strict=True) if tile.damage == EYE}
    draft.drawn = tuple([0 if id in back else drawn for id, drawn in zip(tiles, draft.drawn, strict=True)])
    put_in(draft, {**back, **{id: draft.waiting.count(id) for id in draft.waiting}}, "WR-MORDOR-6")
    draft.waiting = ()


def bring_in(draft: Draft, tile: str) -> None:
    """Bring a special tile into play: it waits for Mordor, or goes into the pool there (WR-EVENT-18, WR-MORDOR-18)."""
    if on_track(draft):
        put_in(draft, {tile: 1}, "WR-MORDOR-18")
    else:
        draft.waiting = (*draft.waiting, tile)
        draft.record("tile_waits", "WR-EVENT-18", tile=tile)


def _stand(draft: Draft, step: int, rule: str) -> None:
    draft.set_fellowship(step=step)
    draft.record("step", rule, number=step, last=draft.setup.tables.tracks["mordor"])


def advance(draft: Draft) -> None:
    """Move one step.

    At the Crack of Doom the Ring is destroyed, unless 12 corruption ended the game (WR-MORDOR-12, -15).
    """
    step = draft.fellowship.step + 1
    _stand(draft, step, "WR-MORDOR-12")
    if step == draft.setup.tables.tracks["mordor"]:
        finish(draft, "ring_destroyed", FP)


@dataclass(frozen=True, slots=True)
class Idle(Step):
    """End of a turn without an attempt to move or hide."""

    rule = "WR-MORDOR-16"

    def run(self, draft: Draft) -> bool:
        """Add one corruption (WR-MORDOR-16)."""
        draft.pop()
        corrupt(draft, 1, "WR-MORDOR-16")
        return False
