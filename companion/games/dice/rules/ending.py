"""The order of turns and the endings of the game (DG-ELIM, DG-END, DG-VAR)."""

from __future__ import annotations

from companion.games.dice.state import RouteSheet, Setup

ENDING_RULES = {
    "all_lost": "DG-END-1",
    "win": "DG-END-3",
    "tie_break": "DG-END-3",
    "shared": "DG-END-4",
    "last_one": "DG-VAR-1",
}


def next_in(setup: Setup, players: tuple[RouteSheet, ...], index: int) -> int | None:
    """The next player of this round who is still in, or None when the round is over (DG-AMB-16)."""
    for later in setup.order[setup.order.index(index) + 1 :]:
        if not players[later].is_out:
            return later
    return None


def early_end(setup: Setup, players: tuple[RouteSheet, ...]) -> tuple[str, tuple[str, ...]]:
    """The endings that do not wait for the round: all lost (DG-END-1), last one in (DG-VAR-1)."""
    if setup.end_variant:
        still_in = [seat for seat, player in zip(setup.seats, players, strict=True) if not player.is_out]
        if len(still_in) == 1:
            return "last_one", tuple(still_in)
    for player in players:
        if not player.is_out:
            return "", ()
    return "all_lost", ()


def round_end(setup: Setup, players: tuple[RouteSheet, ...]) -> tuple[str, tuple[str, ...]]:
    """The ending at the end of a round: most unmarked spaces among those at home (DG-END-3, DG-END-4)."""
    last = setup.circles
    at_home = [index for index, (circles, _) in enumerate(players) if circles == last and not players[index].is_out]
    if not at_home:
        return "", ()
    most = max(players[index].capacity for index in at_home)
    winners = tuple([setup.seats[index] for index in at_home if players[index].capacity == most])
    if len(winners) > 1:
        return "shared", winners
    return ("win" if len(at_home) == 1 else "tie_break"), winners
