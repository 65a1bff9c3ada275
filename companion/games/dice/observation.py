"""The view as numbers, for agents that learn: always as many for the same seats and track."""

from __future__ import annotations

from typing import Any

from companion.games.dice.state import DICE, State

PHASES = ("roll", "keep", "resolve", "over")
LYING = ("kept", "pending")
SQUARES = "xdwh"  # marked, half left, whole, halved


class ViewNumbers:
    """The numbers of one table: those of each player clockwise, then the turn, then each die.

    A symbol or a phase is a 1 among zeros. A square counts 0 marked, 1 halved with one half left, 2 whole, 3 halved.
    """

    def __init__(self, state: State) -> None:
        setup = state.setup
        symbols = tuple(dict.fromkeys([symbol for faces in setup.faces for symbol in faces]))
        of_player = (
            *(("you", 1), ("active", 1), ("first", 1), ("out", 1), ("circles", setup.circles)),
            *[(f"square_{number}", len(SQUARES) - 1) for number in range(1, setup.squares + 1)],
        )
        self.entries = (
            *[(f"{seat}_{name}", most) for seat in setup.seats for name, most in of_player],
            *[(f"phase_{phase}", 1) for phase in PHASES],
            *(("rolls", DICE), ("repeated", 1)),
            *[(f"{where}_{die}_{symbol}", 1) for where in LYING for die in setup.dice for symbol in symbols],
        )

    def values(self, view: dict[str, Any], seat: str) -> dict[str, int]:
        """Return the numbers of a view that are not 0."""
        out = {f"{seat}_you": 1, f"{view['active']}_active": 1, f"{view['first']}_first": 1}
        out |= {f"phase_{view['phase']}": 1, "rolls": view["rolls"], "repeated": view["repeated"]}
        for player in view["players"]:
            whose = player["hobbit"]
            out |= {f"{whose}_out": player["out"], f"{whose}_circles": player["circles"]}
            for number, square in enumerate(player["squares"], 1):
                out[f"{whose}_square_{number}"] = SQUARES.index(square)
        for where in LYING:
            for die, symbol in (view[where] or {}).items():
                out[f"{where}_{die}_{symbol}"] = 1
        return out


def view_numbers(state: State) -> ViewNumbers:
    """Return the numbers of a table."""
    return ViewNumbers(state)
