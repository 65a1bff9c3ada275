"""The hunt pool (WR-HUNT-9, -17, -18): tiles drawn and tiles put in."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.messages import Ref, Refusal
from companion.games.wotr.state import Draft, State
from companion.play.game.draft import replace_item


def tile_fault(state: State, tile: str) -> Refusal | None:
    """Return the reason that this tile cannot have been drawn."""
    if tile not in state.setup.tables.tiles:
        return Refusal("tile_unknown", "WR-HUNT-9", {"tile": tile})
    if not state.pool[state.setup.tables.places[tile]]:
        return Refusal("tile_not_left", "WR-HUNT-17", {"tile": Ref("hunt_tile", tile, "called")})
    return None


def take_out(draft: Draft, tile: str, used: bool = True) -> None:
    """Take a tile out of the pool; a used standard one can come back later (WR-HUNT-17)."""
    at = draft.setup.tables.places[tile]
    draft.pool = replace_item(draft.pool, at, draft.pool[at] - 1)
    if used and draft.setup.tables.tiles[tile].standard:
        draft.drawn = replace_item(draft.drawn, at, draft.drawn[at] + 1)


def put_in(draft: Draft, tiles: Mapping[str, int], rule: str) -> None:
    """Put so many of each tile into the pool."""
    if any(tiles.values()):
        pool = list(draft.pool)
        for tile, number in tiles.items():
            pool[draft.setup.tables.places[tile]] += number
        draft.pool = tuple(pool)
        draft.record("tiles_in", rule, number=sum(draft.pool))


def refill(draft: Draft) -> bool:
    """Put the drawn standard tiles back into an empty pool (WR-HUNT-18); return whether a tile can be drawn."""
    if not any(draft.pool):
        back = dict(zip(draft.setup.tables.tiles, draft.drawn, strict=True))
        draft.drawn = (0,) * len(draft.drawn)
        put_in(draft, back, "WR-HUNT-18")
    return any(draft.pool)
