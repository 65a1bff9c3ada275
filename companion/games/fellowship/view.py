"""The view of the table: everything public, and the hidden things that the seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.fellowship.rules.board.foresight import Order
from companion.games.fellowship.rules.cards.turning import TurnOver
from companion.games.fellowship.rules.common import scoring
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.payment import prices
from companion.games.fellowship.rules.payment.group import GroupPrice
from companion.games.fellowship.rules.payment.payments import Pay, Single
from companion.games.fellowship.rules.turn.journey import Haven
from companion.games.fellowship.state import Hobbit, State, place_of
from companion.games.fellowship.verbs import Cost, Effects
from companion.play.game.steps import Step

Json = dict[str, Any]
Asked = tuple[Cost, Effects, Effects]  # a price but for which symbols, what is done if paid, if not


def view(state: State, seat: str | None) -> Json:
    """Return the table as plain data, as that seat may see it."""
    setup, tables = state.setup, state.setup.tables
    place, seats = place_of(state), setup.seats
    return {
        "variant": setup.variant,
        "options": setup.options._asdict(),
        "round": state.turn,
        "place": place.id,
        "phase": state.step.kind if state.agenda else "over",
        "active": seats[state.active],
        "bearer": seats[state.bearer] if state.bearer >= 0 else None,
        "ring_used": state.ring_used,
        "sauron": state.sauron,
        "number": scoring.score_of_place(state),
        "tracks": _track_views(state),
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
        "step": _step_view(state, seat),
        "players": [_player_view(state, seat_index, player, seat) for seat_index, player in enumerate(state.players)],
        "scores": list(scoring.scores(state)) if state.ending else None,
    }


def _track_views(state: State) -> list[Json]:
    board = place_of(state).board
    if board is None:
        return []
    return [
        {"symbol": track.symbol, "at": at, "last": track.last_space, "main": index == board.main}
        for index, (track, at) in enumerate(zip(board.tracks, state.markers, strict=True))
    ]


def _player_view(state: State, seat_index: int, player: Hobbit, viewer: str | None) -> Json:
    seat = state.setup.seats[seat_index]
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
    """Return whether the viewer sees that hand: its holder does, and everybody when the game is over."""
    return viewer == seat or bool(state.ending)


def _sees_top(state: State, viewer: str | None) -> bool:
    return state.seer >= 0 and viewer == state.setup.seats[state.seer]


def _step_view(state: State, viewer: str | None) -> Json | None:
    """Return the awaited step, as far as it is public."""
    if not state.agenda:
        return None
    step = state.step
    out: Json = {"kind": step.kind, "seat": state.seat, "cause": payment_cause(state, step)}
    if isinstance(step, GameStep) and step.public:
        word, field = step.public
        value = getattr(step, field)
        out[word] = list(value) if isinstance(value, tuple) else value
    match step:
        case Pay() | Single() | GroupPrice():
            laid = _laid_cards(state, step)
            out["cost"] = [list(part) for part in step.cost]
            out["offers"] = laid
            out |= _price_left(state, step.cost, laid)
        case Order() if _sees_top(state, viewer):
            out["tiles"] = list(step.tiles)
    return out


def _laid_cards(state: State, step: Pay | Single | GroupPrice) -> list[Json]:
    seats = state.setup.seats
    if isinstance(step, GroupPrice):
        return [{"seat": seats[offer.seat_index], "item": offer.item, "runes": offer.runes} for offer in step.laid]
    return [{"seat": seats[state.active], "item": item, "runes": 0} for item in step.wilds]


def _price_left(state: State, cost: Cost, offers: list[Json]) -> Json:
    """What a price still asks for beyond what is laid down, part by part, and what lies there for nothing."""
    tables, seats = state.setup.tables, state.setup.seats
    given = [(row["item"], prices.brown_wild(state, seats.index(row["seat"]))) for row in offers if row["item"]]
    lack = prices.count_need(tables, cost, given, sum([row["runes"] for row in offers]))
    return {"missing": [list(part) for part in lack.parts], "idle": prices.first_idle(tables, cost, given)}


def payment_cause(state: State, step: Step) -> Json | None:
    """The haven action under way, or the event or tile that asks for what has to be paid, as kind and id."""
    place = place_of(state)
    for below in reversed(state.agenda):
        if isinstance(below, Haven):
            return {"kind": "haven_action", "id": place.actions[below.begun - 1].id}
    wanted = _price_due(step)
    if wanted is None or place.board is None:
        return None
    event = place.board.events[state.event - 1] if state.event else None
    if event is not None and wanted in _prices_in(event.effects):
        return {"kind": "event", "id": event.id}
    tile = state.shown[-1] if state.shown else ""
    if tile and wanted in _prices_in(state.setup.tables.tile_rows[tile].effects):
        return {"kind": "story_tile", "id": tile}
    return None


def _price_due(step: Step) -> Asked | None:
    """What is to be paid, or will be once cards are turned over; the symbol may depend on them (LR-EVENT-6)."""
    if isinstance(step, Pay | Single | GroupPrice):
        return _cost_amounts(step.cost), step.then, step.otherwise
    if isinstance(step, TurnOver) and step.effects:
        _, _, cost, _, _, then, otherwise = step.effects[0]
        return _cost_amounts(cost), then, otherwise
    return None


def _cost_amounts(cost: Cost) -> Cost:
    return tuple([(kind, "" if kind == "symbol" else what, number) for kind, what, number in cost])


def _prices_in(effects: Any) -> Iterator[Asked]:
    """Every price in effects of content/, however deep."""
    if isinstance(effects, tuple):
        if effects[:1] == ("pay",):
            _, _, cost, _, _, then, otherwise = effects
            yield _cost_amounts(cost), then, otherwise
        for inner in effects:
            yield from _prices_in(inner)
