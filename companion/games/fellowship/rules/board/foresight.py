"""Gandalf's card Foresight: the top story tiles are looked at and put back (LR-GANDALF-7)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from companion.core.messages import Ref, Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.board.story import tiles_left
from companion.games.fellowship.rules.common.common import PlayerStep
from companion.games.fellowship.state import Draft, State, group_speaker
from companion.games.fellowship.verbs import EFFECTS, Number
from companion.play.game.pools import Pool

FORESIGHT = "LR-GANDALF-7"


@EFFECTS.verb
def peek_tiles(draft: Draft, me: int, because: str, who: Literal["active"], tiles: Number) -> None:
    """The active player looks at the top tiles; at real ones without the app."""
    number = min(tiles, sum(draft.stack))
    if number and not draft.setup.options.real_tiles:
        draft.push(Peek(group_speaker(draft), number))


@dataclass(frozen=True, slots=True)
class Peek(PlayerStep):
    """A player looks at the top tiles."""

    rule = FORESIGHT
    public = ("number", "tiles")
    tiles: int

    def pool(self, state: State) -> Pool:
        """Return the story tiles that may lie on top, as many as are looked at."""
        return tiles_left(state, self.tiles)

    def check_peek(self, state: State, act: Act) -> Refusal | None:
        """Refuse a wrong number of tiles, or tiles that cannot lie on top."""
        if not act.tiles:
            return None
        tiles, number = state.setup.tables.tiles, self.tiles
        if len(act.tiles) != number:
            return Refusal("cards_number", FORESIGHT, {"number": len(act.tiles), "needed": number})
        for tile in act.tiles:
            if tile not in tiles or act.tiles.count(tile) > state.stack[tiles.index(tile)]:
                return Refusal("tile_not_left", "LR-SETUP-7", {"tile": Ref("story_tile", tile)})
        known = state.top[:number]
        if act.tiles[: len(known)] != known:
            return Refusal("tile_not_next", FORESIGHT, {"tile": Ref("story_tile", act.tiles[0])})
        rest = [count - act.tiles.count(tile) for tile, count in zip(tiles, state.stack, strict=True)]
        late = next((tile for tile in state.top[number:] if rest[tiles.index(tile)] < 1), None)
        return None if late is None else Refusal("tile_not_left", "LR-SETUP-7", {"tile": Ref("story_tile", late)})

    def do_peek(self, draft: Draft, act: Act) -> None:
        """Show the tiles to the player alone and ask for their order."""
        draft.swap(Order(self.seat_index, act.tiles))
        draft.top = (*act.tiles, *draft.top[self.tiles :])
        draft.seer = self.seat_index


@dataclass(frozen=True, slots=True)
class Order(PlayerStep):
    """The tiles go back in any order."""

    rule = FORESIGHT
    tiles: tuple[str, ...]

    def offers(self, state: State) -> list[Act]:
        """Return every order of the tiles that were looked at."""
        seat = state.setup.seats[self.seat_index]
        return [Act("order", seat, tiles=tiles) for tiles in dict.fromkeys(permutations(self.tiles))]

    def check_order(self, state: State, act: Act) -> Refusal | None:
        """Refuse tiles other than those that were looked at."""
        return Refusal("order_other", FORESIGHT) if sorted(act.tiles) != sorted(self.tiles) else None

    def do_order(self, draft: Draft, act: Act) -> None:
        """Put the tiles back on top in that order."""
        draft.pop()
        draft.top = (*act.tiles, *draft.top[len(act.tiles) :])
