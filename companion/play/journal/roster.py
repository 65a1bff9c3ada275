"""Which phone plays which seat, who is host, and what is being agreed on: all of it read from the journal.

A phone is a key that stands for its secret (the journal may be shown to everybody). The seat "" is the host's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from companion.play.journal.entries.table_entry import table_entries

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.play.journal.journal import Entry

HOST = ""
BY_HOST = "host"  # what `leave`, `join` or `agree` says of whose doing it is, where it was the host's


@dataclass(slots=True)
class Proposal:
    """A proposal to take back everything after entry `to`; `agreed` are the seats that want it, the one that asks
    included.

    by_host: those of them for which the host agreed.
    """

    seq: int
    to: int
    by: str
    agreed: set[str]
    by_host: set[str] = field(default_factory=set)


class Asking(NamedTuple):
    """A phone that asks for a seat which others play, under a number that it shows to its player. at: since when."""

    phone: str
    seat: str
    number: int
    at: str


@dataclass(slots=True)
class Roster:
    """Seats, phones and proposals after the entries fed so far. changed: the last entry that changed a player's choice.

    since: the entry by which a seat was taken that nobody played then. freed: the seat that the host took from a phone,
    which has taken none since. used: digests of the invitations by which phones joined. asking: phones that ask for a
    seat; denied: those that the host said no to, with the seat. again: the table that the same players went on to.
    lent: phones that gave their seat to the app and may take it back (TB-SEAT-5).
    leaving: phones, by seat, that the last entries let go; left_before: the same before the last entry.
    """

    phones: dict[str, set[str]] = field(default_factory=dict)
    proposal: Proposal | None = None
    changed: int = 0
    since: dict[str, int] = field(default_factory=dict)
    freed: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    asking: dict[str, Asking] = field(default_factory=dict)
    denied: dict[str, str] = field(default_factory=dict)
    again: str = ""
    lent: dict[str, set[str]] = field(default_factory=dict)
    leaving: set[tuple[str, str]] = field(default_factory=set)
    left_before: set[tuple[str, str]] = field(default_factory=set)

    @classmethod
    def from_entries(cls, entries: Iterable[Entry]) -> Roster:
        """Return the roster of a whole journal."""
        roster = cls()
        for entry in entries:
            roster.feed(entry)
        return roster

    def feed(self, entry: Entry) -> None:
        """Take in the next entry of a journal that holds."""
        self.left_before, self.leaving = self.leaving, set()
        of_table = table_entries().get(entry.type)
        if of_table is None or not of_table.keeps_choice:
            self.changed = entry.seq
            self.proposal = None
        else:
            of_table.update_roster(self, entry)

    def seats_with(self, seat: str) -> list[str]:
        """Return the seats that go together: all of a phone that plays this seat alone, else the seat itself."""
        phones = self.phones.get(seat, set())
        return self.seats_of(*phones) if len(phones) == 1 else [seat]

    def find_request(self, number: int, since: str) -> Asking | None:
        """The phone that asks under that number; none if it began before `since` (a time as in `at`)."""
        return next((one for one in self.asking.values() if one.number == number and one.at >= since), None)

    def seats_of(self, phone: str) -> list[str]:
        """The seats that a phone plays, the host's included, in the order in which they were first taken."""
        return [seat for seat, phones in self.phones.items() if phone in phones]

    def is_taken(self, seat: str) -> bool:
        """Return whether any phone plays that seat."""
        return bool(self.phones.get(seat))

    def agreed_to(self, to: int) -> set[str]:
        """Seats whose own phones agree to take back everything after entry `to`."""
        proposal = self.proposal
        return {seat for seat in proposal.agreed if self.is_taken(seat)} if proposal and proposal.to == to else set()

    def waiting_seats(self) -> list[str]:
        """Seats whose phones still have to agree with the proposal; seats without a phone do not speak."""
        if self.proposal is None:
            return []
        return [
            seat for seat, phones in self.phones.items() if seat != HOST and phones and seat not in self.proposal.agreed
        ]
