"""Step 1 of a turn: story tiles are revealed and take effect (LR-TURN-2, LR-TILE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.messages import Ref, Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.state import Draft, State, is_main_finished
from companion.games.fellowship.verbs import EFFECTS, TileId
from companion.play.game.draft import replace_item
from companion.play.game.pools import Pool


def tiles_left(state: State, number: int) -> Pool:
    """The next tiles of the stack, those first that somebody has seen (LR-GANDALF-7)."""
    tiles, known = state.setup.tables.tiles, state.top[:number]
    counts = tuple([count - state.top.count(tile) for tile, count in zip(tiles, state.stack, strict=True)])
    return Pool(tiles, counts, number, known)


@dataclass(frozen=True, slots=True)
class Story(GameStep):
    """Reveal on until a progress tile is resolved or something ends the step (LR-TURN-2)."""

    rule = "LR-TURN-1"
    rules = {"show": "LR-TURN-2"}  # noqa: RUF012
    interruptible = True
    window = "before_reveal"
    moves_markers = True
    lets_ring = True

    def run(self, draft: Draft) -> bool:
        """Wait for a tile to be shown; end the step where no tile can come."""
        if draft.closed or is_main_finished(draft) or not draft.players[self.seat_index].alive:
            draft.pop()
            return False
        if not sum(draft.stack):  # LR-TILE-10: cannot come from a game of its own, but a table may be set so
            full = draft.setup.tables.tile_counts
            shown = [draft.shown.count(tile) for tile in draft.setup.tables.tiles]
            draft.stack = tuple([max(count - seen, 0) for count, seen in zip(full, shown, strict=True)])
        return True

    def pool(self, state: State) -> Pool:
        """Return the story tiles that may be next."""
        return tiles_left(state, 1)

    def check_show(self, state: State, act: Act) -> Refusal | None:
        """Refuse a tile that is not left or cannot be next (LR-SETUP-7, LR-GANDALF-7)."""
        if not act.tile:
            return None
        tiles = state.setup.tables.tiles
        tile = {"tile": Ref("story_tile", act.tile)}
        if act.tile not in tiles or not state.stack[tiles.index(act.tile)]:
            return Refusal("tile_not_left", "LR-SETUP-7", tile)
        if state.top and state.top[0] != act.tile:
            return Refusal("tile_not_next", "LR-GANDALF-7", tile)
        return None

    def do_show(self, draft: Draft, act: Act) -> None:
        """Show the tile and resolve it."""
        at = draft.setup.tables.tiles.index(act.tile)
        draft.stack = replace_item(draft.stack, at, draft.stack[at] - 1)
        draft.top = draft.top[1:]
        draft.shown = (*draft.shown, act.tile)
        draft.push(ResolveTile(-1, act.tile))


@dataclass(frozen=True, slots=True)
class ResolveTile(GameStep):
    """A tile waits to be resolved."""

    kind = "tile"
    rule = "LR-TURN-2"
    public = ("tile", "tile")
    interruptible = True
    window = "after_reveal"
    moves_markers = True
    lets_ring = True
    tile: str

    def run(self, draft: Draft) -> bool:
        """Once the main track is finished it lapses (LR-END-5, LR-RING-10)."""
        if is_main_finished(draft):
            draft.pop()
            self.lapse(draft)
            return False
        return True

    def lapse(self, draft: Draft) -> None:
        """Discard the tile unresolved (LR-END-5, LR-RING-10)."""
        draft.record("tile_lapses", "LR-END-5", tile=self.tile)

    def check_card(self, effect: tuple[Any, ...], rule: str) -> Refusal | None:
        """Refuse a card that cannot cancel this tile."""
        if effect[0] == "cancel_tile" and self.tile not in effect[1]:
            return Refusal("staff_tile", rule, {"tile": Ref("story_tile", self.tile)})
        return None

    def do_resolve(self, draft: Draft, act: Act) -> None:
        """Resolve the tile; after a progress tile no more are revealed (LR-TILE-1)."""
        facts = draft.setup.tables
        draft.closed = draft.closed or self.tile in facts.progress
        draft.swap(Steps(-1, facts.tile_rows[self.tile].effects, facts.tile_rows[self.tile].rule))


@EFFECTS.verb
def close_story(draft: Draft, me: int, because: str) -> None:
    """No more tiles are revealed this turn (LR-EPIC-7)."""
    draft.closed = True


@EFFECTS.verb
def cancel_tile(draft: Draft, me: int, because: str, tiles: tuple[TileId, ...]) -> None:
    """The tile shown, one of these, does nothing (LR-EPIC-6)."""
    draft.pop()
