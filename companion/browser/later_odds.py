"""Exact odds beside decisions, counted where all else runs: with the page if that is quick, else once it is shown.

A game's first odds of a kind may take seconds, later ones milliseconds. See web/table/odds_counter.py for a server.
"""

from __future__ import annotations

import asyncio
from time import perf_counter

from companion.play.game.game import OddsPanel, State
from companion.web.table.tables import LiveTable

Types = frozenset[str]  # of the offers that odds stand beside
PAUSE_S = 0.3  # in which the page is sent
QUICK_S = 0.05


class LaterOdds:
    """Counts odds for the one device."""

    def __init__(self) -> None:
        self._quick: set[tuple[str, Types]] = set()  # by game: what did not take long the last time

    def ask(self, table: LiveTable, types: Types) -> None:
        """Count the odds of offers of these types at this table, or do so later and wake its page."""
        if (table.game.id, types) in self._quick:
            table.odds[types] = self._count(table, types)
        else:
            asyncio.get_running_loop().call_later(PAUSE_S, self._tell, table, types, table.session.replay.state)

    def _tell(self, table: LiveTable, types: Types, state: State) -> None:
        if table.session.replay.state is state:  # else its pages ask anew
            table.record_odds(types, self._count(table, types))

    def _count(self, table: LiveTable, types: Types) -> tuple[OddsPanel, ...]:
        begun, found = perf_counter(), tuple[OddsPanel, ...]()
        try:
            found = tuple(table.game.odds.beside(table.session.content, table.session.replay.state, types))
        except Exception as error:  # an installed game may raise anything: reported, shown as no odds
            table.report_odds_error(error)
        if perf_counter() < begun + QUICK_S:
            self._quick.add((table.game.id, types))
        else:
            self._quick.discard((table.game.id, types))
        return found
