"""Progress tracks: moving markers and what the spaces do (LR-PROGRESS, LR-CARD-2, -5, -6, LR-TILE-2, -3)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.board.mount_doom import Doom
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.state import Draft, State, place_of
from companion.games.fellowship.verbs import EFFECTS, Number, SymbolId
from companion.play.game.draft import replace_item


def open_tracks(state: State) -> list[str]:
    """Symbols of the tracks on the board that are not finished."""
    board = place_of(state).board
    if board is None:
        return []
    return [track.symbol for track, at in zip(board.tracks, state.markers, strict=True) if at < track.last_space]


def check_track(state: State, symbol: str, rule: str) -> Refusal | None:
    """The track is on this board and not finished."""
    board = place_of(state).board
    if board is None or symbol not in board.where:
        return Refusal("track_missing", rule, {"track": Ref("symbol", symbol)})
    if symbol not in open_tracks(state):
        return Refusal("track_finished", rule, {"track": Ref("symbol", symbol)})
    return None


def step_marker(draft: Draft, symbol: str, steps: int, because: str) -> range:
    """Move a marker, not beyond the end (LR-CARD-6, LR-RING-7). Returns the spaces passed or reached."""
    board = place_of(draft).board
    assert board is not None  # a track was chosen, so there is a board
    at = board.where[symbol]
    begin, last = draft.markers[at], board.tracks[at].last_space
    end = min(begin + steps, last)
    draft.markers = replace_item(draft.markers, at, end)
    draft.record("marker", because, track=symbol, number=end, last=last)
    if at == board.main and end == last and draft.place == len(draft.setup.tables.places) - 1:
        draft.push(Doom(-1))  # LR-END-14: nothing comes between, save what the last movement brings
    return range(begin + 1, end + 1)


def move_marker(draft: Draft, symbol: str, steps: int, because: str) -> None:
    """Every space passed or reached takes effect for the active player, rolls after all else (LR-PROGRESS-1, -3)."""
    board = place_of(draft).board
    assert board is not None
    track = board.tracks[board.where[symbol]]
    first: list[Steps] = []
    rolls: list[Steps] = []
    for at in step_marker(draft, symbol, steps, because):
        if track.spaces[at]:
            found = rolls if track.spaces[at][0][0] == "roll" else first
            found.append(Steps(draft.active, track.spaces[at], track.rules[at]))
    draft.agenda = (*draft.agenda, *reversed([*first, *rolls]))


@EFFECTS.verb
def advance(draft: Draft, me: int, because: str, track: SymbolId, steps: Number) -> None:
    """Move the marker of a track.

    Without that track, or with it finished, the active player moves another (LR-TILE-3).
    """
    tracks = open_tracks(draft)
    if track in tracks:
        move_marker(draft, track, steps, because)
    elif tracks:
        draft.push(Move(-1, steps))


@dataclass(frozen=True, slots=True)
class MarkerStep(GameStep):
    """Somebody chooses which marker moves."""

    kind = ""
    public = ("number", "spaces")
    spaces: int

    def offers(self, state: State) -> list[Act]:
        """Return a move on every track that is not finished."""
        seat = state.seat
        return [Act("move", seat, track=track) for track in open_tracks(state)]

    def check_move(self, state: State, act: Act) -> Refusal | None:
        """Refuse a track that is unknown or finished."""
        return check_track(state, act.track, self.rule)

    def do_move(self, draft: Draft, act: Act) -> None:
        """Move the marker of the track."""
        draft.pop()
        move_marker(draft, act.track, self.spaces, self.rule)


@dataclass(frozen=True, slots=True)
class Move(MarkerStep):
    """Another marker than that of the tile (LR-TILE-3)."""

    rule = "LR-TILE-3"
