"""The view of the table. Nothing is hidden in this game: every seat and every onlooker sees the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.games.dice.rules.resolving import work_out
from companion.games.dice.state import State, Symbols, is_home


def view(state: State, seat: str | None) -> dict[str, Any]:
    """Return the table as plain data, as that seat may see it."""
    setup = state.setup
    return {
        "variant": setup.variant,
        "end_variant": setup.end_variant,
        "round": state.round,
        "first": setup.seats[setup.order[0]],
        "active": state.seat,
        "phase": state.phase,
        "rolls": state.rolls,
        "kept": _symbols_by_die(setup.dice, state.kept),
        "pending": _symbols_by_die(setup.dice, state.pending) if state.pending else None,
        "repeated": state.repeated,
        "so_far": _so_far(state) if any(state.kept) else None,
        "players": [
            {
                "hobbit": seat,
                "circles": player.circles,
                "place": setup.places[player.circles].id,
                "squares": player.squares,
                "capacity": player.capacity,
                "out": player.is_out,
                "home": is_home(setup, player),
            }
            for seat, player in zip(setup.seats, state.players, strict=True)
        ],
    }


def _so_far(state: State) -> dict[str, Any]:
    """What the kept symbols would do if they were used now: Rings, the strengths against each other, the place that
    the counting Rings reach, the rule for that, and the spaces that Nazgûl would mark by hobbit.
    """
    setup, working = state.setup, work_out(state)
    reached = min(setup.circles, state.players[state.active].circles + working.counted)
    marks = Counter(setup.seats[hit.target] for hit in working.hits if hit.target is not None)
    return {
        "rings": working.rings,
        "orcs": working.orcs,
        "weapons": working.weapons,
        "counted": working.counted,
        "rule": working.ring_rule,
        "place": setup.places[reached].id,
        "marks": dict(marks),
    }


def _symbols_by_die(dice: tuple[str, ...], symbols: Symbols) -> dict[str, str]:
    return {die: symbol for die, symbol in zip(dice, symbols, strict=True) if symbol}
