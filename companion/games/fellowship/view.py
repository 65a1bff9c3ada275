"""What is seen of the table: everything public, and of hidden things only what that seat may see."""

from __future__ import annotations

from typing import Any

from companion.games.fellowship.rules import scoring
from companion.games.fellowship.rules.ending import ENDING_RULES
from companion.games.fellowship.state import Frame, Player, State, place_of

Json = dict[str, Any]


def view(state: State, seat: str | None) -> Json:
    """The table as plain data."""
    setup, tables = state.setup, state.setup.tables
    place, seats = place_of(state), setup.seats
    outcome = None
    if state.ending:
        outcome = {"ending": state.ending, "rule": ENDING_RULES[state.ending], "winners": list(state.winners)}
    return {
        "variant": setup.variant,
        "options": setup.options._asdict(),
        "round": state.turn,
        "place": place.id,
        "phase": state.agenda[-1][0] if state.agenda else "over",
        "active": seats[state.active],
        "bearer": seats[state.bearer] if state.bearer >= 0 else None,
        "ring_used": state.ring_used,
        "sauron": state.sauron,
        "number": scoring.reached(state),
        "tracks": _tracks(state),
        "event": state.event,
        "events": [] if place.board is None else [event.id for event in place.board.events],
        "stack": dict(zip(tables.tiles, state.stack, strict=True)),
        "top": list(state.top) if _sees_top(state, seat) else [],
        "shown": list(state.shown),
        "played": list(state.played),
        "story_open": not state.closed,
        "deck": state.deck_size,
        "discard": sum(state.discard) + state.buried + len(state.spent),
        "discard_top": state.top_card,
        "row": [card for card in state.piles if tables.cards[card].place == place.id],
        "gandalf": list(state.gandalf),
        "gold": len(state.gold),
        "step": _step(state, seat),
        "players": [_player(state, who, player, seat) for who, player in enumerate(state.players)],
        "scores": list(scoring.scores(state)) if state.ending else None,
        "outcome": outcome,
    }


def _tracks(state: State) -> list[Json]:
    board = place_of(state).board
    if board is None:
        return []
    return [
        {"symbol": track.symbol, "at": at, "last": track.last, "main": index == board.main}
        for index, (track, at) in enumerate(zip(board.tracks, state.markers, strict=True))
    ]


def _player(state: State, who: int, player: Player, viewer: str | None) -> Json:
    seat = state.setup.seats[who]
    open_runes = state.ending or not state.setup.options.competition or viewer == seat
    return {
        "hobbit": seat,
        "space": player.space,
        "alive": player.alive,
        "cause": player.cause,
        "cards": player.cards,
        "hand": list(player.hand) if sees_hand(state, seat, viewer) else None,
        "runes": player.runes if open_runes else None,
        "silver": player.silver if open_runes else None,
        "gold": list(player.gold) if open_runes else None,
        "life": dict(zip(state.setup.tables.life, player.life, strict=True)),
    }


def sees_hand(state: State, seat: str, viewer: str | None) -> bool:
    """A hand is its holder's; when the game is over all are shown."""
    return viewer == seat or bool(state.ending)


def _sees_top(state: State, viewer: str | None) -> bool:
    return state.seer >= 0 and viewer == state.setup.seats[state.seer]


def _step(state: State, viewer: str | None) -> Json | None:
    """What is awaited, as far as it is public."""
    if not state.agenda:
        return None
    frame = state.agenda[-1]
    out: Json = {"kind": frame[0], "seat": state.seat}
    match frame[0]:
        case "pay" | "single" | "group":
            out["cost"] = [list(part) for part in frame[2]]
            out["offers"] = _offers(state, frame)
        case "tile":
            out["tile"] = frame[2]
        case "rolled":
            out["face"] = frame[2]
        case "hand_out":
            out["cards"] = list(frame[2])
        case "draw" | "deal" | "turn" | "lose" | "move" | "ring_move" | "wild" | "peek" | "pass" | "refill":
            out["number"] = frame[2]
        case "order" if _sees_top(state, viewer):
            out["tiles"] = list(frame[2])
    return out


def _offers(state: State, frame: Frame) -> list[Json]:
    if frame[0] == "group":
        return [{"seat": state.setup.seats[who], "item": item, "runes": runes} for who, item, runes in frame[3]]
    return [{"seat": state.setup.seats[state.active], "item": item, "runes": 0} for item in frame[3]]
