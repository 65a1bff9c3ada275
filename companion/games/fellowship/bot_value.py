"""What a table is worth to the bot: how likely the Ring is destroyed, the same for all, as they win together.

Each term is a number that can be read off a table. What one more of it is worth in each adventure stands in
content/fellowship/bot_values.yaml; a haven is valued like the adventure that follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from companion.games.fellowship.bot_play import spaces_to_sauron
from companion.games.fellowship.rules.cards import gandalf
from companion.games.fellowship.rules.common import scoring
from companion.games.fellowship.rules.payment import prices
from companion.games.fellowship.rules.turn.journey import missing_types, new_bearer
from companion.games.fellowship.state import State, living_seats, place_of
from companion.games.fellowship.tables import AdventureBoard, Stop

if TYPE_CHECKING:
    from companion.content.model import Content

WHOLE = 1000  # weights are thousandths


def table_value(content: Content, state: State, seat: str) -> float:
    """Return the worth of a table, the same for all seats; among lost games the longer one is better."""
    found = win_chance(state)
    return found or scoring.score_of_place(state) * state.setup.tables.weights["lost_point"] / WHOLE


def win_chance(state: State) -> float:
    """Return the estimated chance that the Ring is destroyed."""
    if state.ending:
        return float(state.ending in ("destroyed", "contest"))
    weight = term_weights(state)
    total = sum([number * weight[term] for term, number in table_terms(state).items()]) / WHOLE
    return (1 + total / sqrt(1 + total * total)) / 2


def term_weights(state: State) -> Mapping[str, int]:
    """Return the weight of each term, in thousandths."""
    return state.setup.tables.prospects[_next_adventure(state).id]


def table_terms(state: State) -> dict[str, int]:
    """Return the terms of a table that is not lost or won yet, by the ids of bot_values.yaml."""
    place = _next_adventure(state)
    assert place.board is not None
    alive, on_board = living_seats(state, 0), place is place_of(state)
    leaves = on_board and place is not state.setup.tables.places[-1]
    missing = {seat_index: missing_types(state, seat_index) if leaves else 0 for seat_index in alive}
    gaps = {seat_index: spaces_to_sauron(state, seat_index) - missing[seat_index] for seat_index in alive}
    bearer = state.bearer if state.bearer >= 0 else max(alive, key=gaps.__getitem__)
    heir = new_bearer(state) if leaves else bearer
    runes = [state.players[seat_index].runes for seat_index in alive]
    return {
        "start": 1,
        "players": len(state.players),
        "dead": len(state.players) - len(alive),
        "sauron": state.sauron,
        "bearer": gaps[bearer],
        "bearer_near": min(gaps[bearer], 4),
        "bearer_close": min(gaps[bearer], 2),
        "heir": min(gaps[heir], 7),
        "best": max(gaps.values()),
        "hobbits": sum([max(min(spaces, 8), 0) for spaces in gaps.values()]),
        "doomed": len(state.players) - sum([spaces > 2 for spaces in gaps.values()]),
        "missing": sum(missing.values()),
        "bearer_missing": missing[bearer],
        "events": state.event,
        "ring": not (on_board and state.ring_used),
        "gandalf": len(state.gandalf),
        "summons": min(len(state.gandalf), sum([points // gandalf.card_price(state) for points in runes])),
        "runes": sum(runes),
        "left": _steps_left(state if on_board else None, place.board),
        **_hand_symbols(state, alive, place.board),
    }


def _next_adventure(state: State) -> Stop:
    """The adventure that the group is in, or comes to next."""
    return next(place for place in state.setup.tables.places[state.place :] if place.board is not None)


def _steps_left(state: State | None, board: AdventureBoard) -> int:
    """Steps that the main track still needs."""
    return board.tracks[board.main].last_space - (state.markers[board.main] if state else 0)


def _hand_symbols(state: State, alive: Sequence[int], board: AdventureBoard) -> dict[str, int]:
    """Symbols of the main track, of others and wild ones on all cards in hands, and epic cards."""
    facts, main = state.setup.tables, board.tracks[board.main].symbol
    found = {"main": 0, "wild": 0, "side": 0, "epics": 0}
    for seat_index in alive:
        player, brown = state.players[seat_index], prices.brown_wild(state, seat_index)
        for card in player.hand:
            symbol, number = prices.item_symbols(facts, (card, brown))
            found[{"": "epics", main: "main", "wild": "wild"}.get(symbol, "side")] += number or 1
        found["side"] += player.hidden
    return found
