"""The view as numbers, for agents that learn: always as many for the same seats and track."""

from __future__ import annotations

from typing import Any

from companion.games.dice.state import DICE, State

PHASES = ("roll", "keep", "resolve")
SQUARES = "xdwh"  # marked, half left, whole, halved


class ViewNumbers:
    """The numbers of one table: those of each player clockwise, then the turn, then each die.

    A symbol or a phase is a 1 among zeros. A square counts 0 marked, 1 halved with one half left, 2 whole, 3 halved.
    """

    def __init__(self, state: State) -> None:
        setup = state.setup
        self.dice = setup.dice
        symbols = tuple(dict.fromkeys([symbol for faces in setup.faces for symbol in faces]))
        self.shown = {shown: [int(shown == symbol) for symbol in symbols] for shown in (None, *symbols)}
        of_player = (
            *(("you", 1), ("active", 1), ("first", 1), ("out", 1), ("circles", setup.circles)),
            *[(f"square_{number}", len(SQUARES) - 1) for number in range(1, setup.squares + 1)],
        )
        lying = [f"{die}_{symbol}" for die in setup.dice for symbol in symbols]
        self.entries = (
            *[(f"{seat}_{name}", most) for seat in setup.seats for name, most in of_player],
            *[(f"phase_{phase}", 1) for phase in PHASES],
            *(("rolls", DICE), ("repeated", 1)),
            *[(f"{where}_{name}", 1) for where in ("kept", "pending") for name in lying],
        )

    def values(self, view: dict[str, Any], seat: str) -> list[int]:
        """Return the numbers of a view."""
        out: list[int] = []
        for player in view["players"]:
            whose = player["hobbit"]
            out += [whose == seat, whose == view["active"], whose == view["first"], player["out"], player["circles"]]
            out += [SQUARES.index(square) for square in player["squares"]]
        out += [phase == view["phase"] for phase in PHASES]
        out += [view["rolls"], view["repeated"]]
        for lying in (view["kept"], view["pending"] or {}):
            for die in self.dice:
                out += self.shown[lying.get(die)]
        return out


def array_view(state: State) -> ViewNumbers:
    """Return the numbers of a table."""
    return ViewNumbers(state)
