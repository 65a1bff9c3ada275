"""What is seen of the table: everything public, and of hidden things only what that seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.fellowship.rules import prices, scoring
from companion.games.fellowship.rules.ending import ENDING_RULES
from companion.games.fellowship.state import Player, State, Steps, place_of
from companion.games.fellowship.tables import Cost
from companion.play.agenda import Frame

Json = dict[str, Any]
Asked = tuple[Cost, Steps, Steps]  # a price but for which symbols, what is done if paid, if not


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
    out: Json = {"kind": frame[0], "seat": state.seat, "cause": _cause(state, frame)}
    match frame[0]:
        case "pay" | "single" | "group":
            offers = _offers(state, frame)
            out["cost"] = [list(part) for part in frame[2]]
            out["offers"] = offers
            out |= _lacking(state, frame[2], offers)
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


def _lacking(state: State, cost: Cost, offers: list[Json]) -> Json:
    """What a price still asks for beyond what is laid down, part by part, and what lies there for nothing."""
    tables, seats = state.setup.tables, state.setup.seats
    given = [(row["item"], prices.brown_wild(state, seats.index(row["seat"]))) for row in offers if row["item"]]
    lack = prices.need(tables, cost, given, sum([row["runes"] for row in offers]))
    parts = [("symbols", "", lack.symbols), ("cards", "", lack.cards)]
    parts += [("card", card, 1) for card in lack.card]
    parts += [("life", life, lack.life.count(life)) for life in dict.fromkeys(lack.life)]
    parts += [("runes", "", lack.runes)]
    return {"missing": [list(part) for part in parts if part[2]], "idle": prices.idle(tables, cost, given)}


def _cause(state: State, frame: Frame) -> Json | None:
    """The haven action under way, or the event or tile that asks for what has to be paid."""
    place = place_of(state)
    for below in reversed(state.agenda):
        if below[0] == "haven":  # ("haven", -1, step): the actions begun so far
            return {"kind": "haven_action", "id": place.actions[below[2] - 1].id}
    wanted = _wanted(frame)
    if wanted is None or place.board is None:
        return None
    event = place.board.events[state.event - 1] if state.event else None
    if event is not None and wanted in _asked(event.steps):
        return {"kind": "event", "id": event.id}
    tile = state.shown[-1] if state.shown else ""
    if tile and wanted in _asked(state.setup.tables.tile_steps[tile]):
        return {"kind": "story_tile", "id": tile}
    return None


def _wanted(frame: Frame) -> Asked | None:
    """What is to be paid, or will be once cards are turned over; the symbol may depend on them (LR-EVENT-6)."""
    match frame:
        case ("pay" | "single" | "group", _, cost, _, then, otherwise, *_):
            return _amounts(cost), then, otherwise
        case ("turn", _, _, (("pay", _, cost, _, _, then, otherwise),)):
            return _amounts(cost), then, otherwise
    return None


def _amounts(cost: Cost) -> Cost:
    return tuple([(kind, "" if kind == "symbol" else what, number) for kind, what, number in cost])


def _asked(steps: Any) -> Iterator[Asked]:
    """Every price in steps of content/, however deep."""
    if isinstance(steps, tuple):
        if steps[:1] == ("pay",):
            _, _, cost, _, _, then, otherwise = steps
            yield _amounts(cost), then, otherwise
        for step in steps:
            yield from _asked(step)
