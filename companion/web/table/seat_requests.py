"""Seat requests (TB-SEAT-4): a phone that lost its seat asks for it, the host answers.

Knows tables and their rosters, no request and no words.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal
from companion.play.journal.entries.seats import Ask, asked_since
from companion.play.journal.roster import HOST, Asking
from companion.play.journal.session import Answer, Planned
from companion.web.table.tables import LiveTable, Tables

MAX_REQUESTS = 5  # phones that ask at one table at once
TRIES = 5  # against others who write to the same table from elsewhere
RATE, BURST = (
    1 / 300,
    MAX_REQUESTS,
)  # how often one address may ask: a second, and at once (phones behind a proxy share one)
NUMBERS = range(1000, 10_000)  # under which phones ask: short enough to be read out


class HomeAddress(NamedTuple):
    """An address of the tracker. since: time, as in `at` of a journal."""

    since: str
    address: str


class SeatRequest(NamedTuple):
    """A phone's request as the host sees it.

    number: shown on the phone.
    places: seats it would play.
    here: another phone of the seat is connected.
    bot: the app plays the seat.
    """

    number: int
    places: list[str]
    here: bool
    bot: bool


def open_requests(table: LiveTable) -> list[Asking]:
    """Return the requests without an answer, the oldest first."""
    if not table.roster.asking:
        return []
    since = asked_since()
    return [one for one in table.roster.asking.values() if one.at >= since]


def request_of(table: LiveTable, phone: str) -> Asking | None:
    """Return the open request of a phone."""
    return next((one for one in open_requests(table) if one.phone == phone), None)


def private_state(table: LiveTable, phone: str) -> tuple[int, str]:
    """Return what only this phone's page shows: the number of its request, the seat it was denied."""
    asking = request_of(table, phone)
    return (asking.number if asking else 0, table.roster.denied.get(phone, ""))


def requests_for_host(table: LiveTable) -> list[SeatRequest]:
    """Return the requests that the host has to answer."""
    bots, places, present = table.session.replay.bots, table.roster.seats_with, table.present
    return [
        SeatRequest(one.number, places(one.seat), bool(present[one.seat]), one.seat in bots)
        for one in open_requests(table)
    ]


def old_address(table: LiveTable, homes: Sequence[HomeAddress]) -> str:
    """Return the address under which all seats were taken, if it differs from today's, else empty.

    homes: addresses of the tracker, the last one today's.
    """
    entries, since = table.session.replay.entries, table.roster.since
    taken = [entries[seq].at for seat, seq in since.items() if seat != HOST]
    if not taken or not homes or max(taken) >= homes[-1].since:
        return ""
    return next((home.address for home in reversed(homes[:-1]) if home.since <= max(taken)), "")


async def ask_for_seat(tables: Tables, table: LiveTable, phone: str, seat: str) -> Answer:
    """Request a seat that others or the app play. Raises WrongCall, StoreError."""
    if seat not in table.seats:
        raise WrongCall("no_player", seat, table.seats)

    def plan() -> Answer | Planned:
        seq, others = table.session.seq, [one for one in open_requests(table) if one.phone != phone]
        asking = request_of(table, phone)
        if phone in table.roster.phones.get(seat, ()) or (asking is not None and asking.seat == seat):
            return Answer(seq, None)
        if seat in table.takeable_seats(phone, host=False):
            return Answer(seq, Refusal("ask_free", "TB-SEAT-4", {"seat": Ref("seat", seat)}))
        if len(others) >= MAX_REQUESTS:
            return Answer(seq, Refusal("asks_many", "TB-SEAT-4"))
        free = set(NUMBERS).difference(one.number for one in others)
        return table.session.plan(Ask(seat, phone, secrets.choice(sorted(free))))

    async with table.lock:
        return await tables.plan_and_append(table, plan, TRIES)
