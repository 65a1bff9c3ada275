"""Notices of whose turn it becomes, and of the end: only what everybody at the table may know.

Knows tables, not where messages go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakKeyDictionary

from companion.core.messages import Ref
from companion.web.server.webhooks import TurnMessage
from companion.web.table import board
from companion.web.table.tables import LiveTable


class Turn(NamedTuple):
    """The seats of people whose turn it is; none while the game is halted or `over`."""

    seats: frozenset[str]
    over: bool

    def follows(self, before: Turn) -> bool:
        """Return whether it is somebody's turn who was not awaited before, or the end."""
        return bool(self.seats - before.seats) or (self.over and not before.over)


class TurnMessages:
    """Follows all tables. send: takes a message. address: of the start page, without a slash at the end."""

    def __init__(self, send: Callable[[TurnMessage], None], address: str) -> None:
        self._send, self._address = send, address
        self._known: WeakKeyDictionary[LiveTable, Turn] = WeakKeyDictionary()

    def follow(self, table: LiveTable) -> None:
        """Send a message if a step made it somebody's turn or ended the game; none of a table just opened."""
        turn, before = _turn(table), self._known.get(table)
        self._known[table] = turn
        if before is not None and turn.follows(before):
            self._send(self._message(table, turn))

    def _message(self, table: LiveTable, turn: Turn) -> TurnMessage:
        words, outcome = board.voice(table, ""), table.game.rules.outcome(table.session.replay.state)
        seats = [seat for seat in table.seats if seat in (outcome.winners if outcome else turn.seats)]
        refs = tuple([Ref("seat", seat) for seat in seats])
        title = table.session.content.info["title"][words.lang]
        return TurnMessage(
            title=f"{title} · {table.code.upper()}",
            text=words.offer_text(outcome.event) if outcome else words.say("web.turn.wait", names=refs),
            address=f"{self._address}/{table.code}",
            event="over" if outcome else "turn",
            table=table.code,
            game=table.game.id,
            seats=seats,
            names=[words.name(ref) for ref in refs],
        )


def _turn(table: LiveTable) -> Turn:
    replay = table.session.replay
    over = table.game.rules.outcome(replay.state) is not None
    awaited = () if over or replay.halt is not None else table.pending().seats
    return Turn(frozenset(awaited) - replay.bots.keys(), over)
