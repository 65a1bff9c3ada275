"""Who of the players holds the device: each is a phone of his own at the table, with his own seats and no others.

In a game without hidden hands the device itself plays all seats. Those that the app plays stay with it.
"""

from __future__ import annotations

from typing import Any

from companion.browser.bridge import DeviceCookies
from companion.play.journal.roster import HOST
from companion.web.server import tokens
from companion.web.table import board, table_actions
from companion.web.table.table_actions import Requester
from companion.web.table.tables import LiveTable, Tables


async def assign_seats(tables: Tables, jars: DeviceCookies, code: str) -> dict[str, Any]:
    """The players of a table as JSON, once each has the seats that go by his name; a game that is over stays as it is.

    players: `{holder, name, seats}`, one without a holder where nothing is hidden; awaited: the names of those whose
    step it is, in the order of the seats; over: whether the game has ended. Raises StoreError, JournalError.
    """
    table = await tables.find(code)
    found = players(table)
    for player in found if not table.session.replay.ended else ():
        phone = tokens.phone_key(jars.token(player["holder"]), table.session.replay.entries[0].hash)
        for seat in player["seats"]:
            if phone not in table.roster.phones.get(seat, ()) and seat not in table.session.replay.bots:
                await table_actions.join_seat(tables, table, Requester(phone, host=True), seat, None)
    return {"players": found, "awaited": awaited_seats(table), "over": table.session.replay.ended}


def players(table: LiveTable) -> list[dict[str, Any]]:
    """Return the players of a table; see `assign_seats`."""
    named: dict[str, list[str]] = {}
    for seat in table.session.replay.header["seats"]:
        named.setdefault(seat["name"], []).append(seat["id"])
    if board.is_journal_open(table):
        return [{"holder": "", "name": "", "seats": [seat for seats in named.values() for seat in seats]}]
    return [{"holder": f"{table.code} {name}", "name": name, "seats": seats} for name, seats in named.items()]


def awaited_seats(table: LiveTable) -> list[str]:
    """Return the seats that have to act; while an undo is being agreed on, those that have not answered."""
    replay = table.session.replay
    if replay.halt is not None or table.game.rules.outcome(replay.state) is not None:
        return []
    waiting = [seat for seat in table.roster.waiting_seats() if seat != HOST]
    asked = waiting or [seat for seat in table.pending().seats if seat not in replay.bots]
    return list(dict.fromkeys(seat["name"] for seat in replay.header["seats"] if seat["id"] in asked))
