"""The three steps of a turn and the story tiles (LR-TURN, LR-TILE; foresight of LR-GANDALF-7)."""

from __future__ import annotations

from itertools import permutations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import hands
from companion.games.fellowship.rules.common import waits_if_alive
from companion.games.fellowship.state import Draft, State, decider, main_finished, next_living
from companion.play.agenda import Frame, Stage, calm, not_yours, own
from companion.play.game import Ref, Refusal


def begin_turn(draft: Draft, who: int) -> None:
    """Step 1 story, step 2 cards, step 3 clean-up, in this order (LR-TURN-1)."""
    draft.active = draft.last = who
    draft.turn += 1
    draft.closed = False
    draft.push("cleanup", -1)
    draft.push("cards", who)
    draft.push("story", who)


def clear_table(draft: Draft) -> None:
    """Tiles shown and cards played go to their discards (LR-TURN-6, LR-TILE-11)."""
    hands.bury(draft, draft.played)
    draft.shown = draft.played = ()


def _cleanup(draft: Draft, frame: Frame) -> bool:
    draft.agenda.pop()
    clear_table(draft)
    if main_finished(draft):
        draft.push("end", -1)
    else:
        begin_turn(draft, next_living(draft, draft.active))
    return False


# --- step 1 -----------------------------------------------------------------------------------------------------------


def _run_story(draft: Draft, frame: Frame) -> bool:
    """("story", player): reveal on until a progress tile is resolved or something ends the step (LR-TURN-2)."""
    if draft.closed or main_finished(draft) or not draft.players[frame[1]].alive:
        draft.agenda.pop()
        return False
    if not sum(draft.stack):  # LR-TILE-10: cannot come from a game of its own, but a table may be set so
        full = draft.setup.tables.tile_counts
        shown = [draft.shown.count(tile) for tile in draft.setup.tables.tiles]
        draft.stack = tuple([max(count - seen, 0) for count, seen in zip(full, shown, strict=True)])
    return True


def _legal_reveal(state: State, frame: Frame) -> list[Act]:
    return [Act("show", state.setup.seats[frame[1]])]


def _check_reveal(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-TURN-2")
    if fault is not None or not act.card:
        return fault
    tiles = state.setup.tables.tiles
    tile = {"tile": Ref("story_tile", act.card)}
    if act.card not in tiles or not state.stack[tiles.index(act.card)]:
        return Refusal("tile_not_left", "LR-SETUP-7", tile)
    if state.top and state.top[0] != act.card:
        return Refusal("tile_not_next", "LR-GANDALF-7", tile)
    return None


def _reveal(draft: Draft, frame: Frame, act: Act) -> None:
    at = draft.setup.tables.tiles.index(act.card)
    draft.stack = (*draft.stack[:at], draft.stack[at] - 1, *draft.stack[at + 1 :])
    draft.top = draft.top[1:]
    draft.shown = (*draft.shown, act.card)
    draft.push("tile", -1, act.card)


def _run_tile(draft: Draft, frame: Frame) -> bool:
    """("tile", -1, tile): it waits to be resolved; once the main track is finished it lapses (LR-END-5, LR-RING-10)."""
    if main_finished(draft):
        draft.agenda.pop()
        return False
    return True


def _legal_resolve(state: State, frame: Frame) -> list[Act]:
    return [Act("resolve", state.setup.seats[decider(state)])]


def _resolve(draft: Draft, frame: Frame, act: Act) -> None:
    _, _, tile = draft.agenda.pop()
    draft.closed = draft.closed or tile in draft.setup.tables.progress
    draft.push("steps", -1, draft.setup.tables.tile_steps[tile])


# --- foresight --------------------------------------------------------------------------------------------------------


def peek(draft: Draft, who: int, tiles: int) -> None:
    """Look at the top tiles; real ones are looked at without the app."""
    number = min(tiles, sum(draft.stack))
    if number and not draft.setup.options.real_tiles:
        draft.push("peek", who, number)


def peek_sizes(state: State, number: int) -> tuple[int, ...]:
    """Of how many each tile is one: a tile that is known already is the only one."""
    left, known = sum(state.stack), len(state.top)
    return tuple([1 if at < known else left - at for at in range(number)])


def _legal_peek(state: State, frame: Frame) -> list[Act]:
    return [Act("peek", state.setup.seats[frame[1]])]


def _check_peek(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-GANDALF-7")
    if fault is not None or not act.cards:
        return fault
    tiles, number = state.setup.tables.tiles, frame[2]
    if len(act.cards) != number:
        return Refusal("cards_number", "LR-GANDALF-7", {"number": len(act.cards), "needed": number})
    for tile in act.cards:
        if tile not in tiles or act.cards.count(tile) > state.stack[tiles.index(tile)]:
            return Refusal("tile_not_left", "LR-SETUP-7", {"tile": Ref("story_tile", tile)})
    known = state.top[:number]
    if act.cards[: len(known)] != known:
        return Refusal("tile_not_next", "LR-GANDALF-7", {"tile": Ref("story_tile", act.cards[0])})
    rest = [count - act.cards.count(tile) for tile, count in zip(tiles, state.stack, strict=True)]
    late = next((tile for tile in state.top[number:] if rest[tiles.index(tile)] < 1), None)
    return None if late is None else Refusal("tile_not_left", "LR-SETUP-7", {"tile": Ref("story_tile", late)})


def _peek(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda[-1] = ("order", frame[1], act.cards)
    draft.top = (*act.cards, *draft.top[frame[2] :])
    draft.seer = frame[1]


def _legal_order(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("order", seat, cards=tiles) for tiles in dict.fromkeys(permutations(frame[2]))]


def _check_order(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-GANDALF-7")
    if fault is None and sorted(act.cards) != sorted(frame[2]):
        fault = Refusal("order_other", "LR-GANDALF-7")
    return fault


def _order(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.top = (*act.cards, *draft.top[len(act.cards) :])


STAGES = {
    "cleanup": Stage(_cleanup, "LR-TURN-1"),
    "story": Stage(_run_story, "LR-TURN-1", _legal_reveal, {"show": (_check_reveal, _reveal)}, calm),
    "tile": Stage(_run_tile, "LR-TURN-2", _legal_resolve, {"resolve": (own("LR-TURN-2"), _resolve)}, calm),
    "peek": Stage(waits_if_alive, "LR-GANDALF-7", _legal_peek, {"peek": (_check_peek, _peek)}),
    "order": Stage(waits_if_alive, "LR-GANDALF-7", _legal_order, {"order": (_check_order, _order)}),
}
