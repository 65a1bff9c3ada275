"""Progress tracks: moving markers and what the spaces do (LR-PROGRESS, LR-CARD-2, -5, -6, LR-TILE-3)."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.state import Draft, State, Table, decider, place_of
from companion.play.agenda import Frame, Stage, not_yours
from companion.play.game import Ref, Refusal


def open_tracks(table: Table) -> list[str]:
    """Symbols of the tracks on the board that are not finished."""
    board = place_of(table).board
    if board is None:
        return []
    return [track.symbol for track, at in zip(board.tracks, table.markers, strict=True) if at < track.last]


def check_track(state: State, symbol: str, rule: str) -> Refusal | None:
    """The track is on this board and not finished."""
    board = place_of(state).board
    if board is None or symbol not in board.where:
        return Refusal("track_missing", rule, {"track": Ref("symbol", symbol)})
    if symbol not in open_tracks(state):
        return Refusal("track_finished", rule, {"track": Ref("symbol", symbol)})
    return None


def step_marker(draft: Draft, symbol: str, steps: int) -> range:
    """Move a marker, not beyond the end (LR-CARD-6, LR-RING-7). Returns the spaces passed or reached."""
    board = place_of(draft).board
    assert board is not None  # a track was chosen, so there is a board
    at = board.where[symbol]
    begin = draft.markers[at]
    end = min(begin + steps, board.tracks[at].last)
    draft.markers = (*draft.markers[:at], end, *draft.markers[at + 1 :])
    if at == board.main and end == board.tracks[at].last and draft.place == len(draft.setup.tables.places) - 1:
        draft.push("doom", -1)  # LR-END-14: nothing comes between, save what the last movement brings
    return range(begin + 1, end + 1)


def advance(draft: Draft, symbol: str, steps: int) -> None:
    """Every space passed or reached takes effect for the active player, rolls after all else (LR-PROGRESS-1, -3)."""
    board = place_of(draft).board
    assert board is not None
    spaces = board.tracks[board.where[symbol]].spaces
    effects = [step for at in step_marker(draft, symbol, steps) for step in spaces[at]]
    rolls = [step for step in effects if step[0] == "roll"]
    draft.push("steps", draft.active, (*[step for step in effects if step[0] != "roll"], *rolls))


def advance_or_other(draft: Draft, symbol: str, steps: int) -> None:
    """Without that track, or with it finished, the active player has to move another (LR-TILE-3)."""
    tracks = open_tracks(draft)
    if symbol in tracks:
        advance(draft, symbol, steps)
    elif tracks:
        draft.push("move", -1, steps)


def _run_move(draft: Draft, frame: Frame) -> bool:
    """("move", -1, steps): which marker moves instead."""
    return True


def legal_move(state: State, frame: Frame) -> list[Act]:
    """Any unfinished track."""
    seat = state.setup.seats[decider(state)]
    return [Act("move", seat, to=track) for track in open_tracks(state)]


def _check_move(state: State, frame: Frame, act: Act) -> Refusal | None:
    return not_yours(state, act, "LR-TILE-3") or check_track(state, act.to, "LR-TILE-3")


def _move(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    advance(draft, act.to, frame[2])


STAGES = {"move": Stage(_run_move, "LR-TILE-3", legal_move, {"move": (_check_move, _move)})}
