"""Who may be connected where places run out: those who play first, then an address with few connections before a crowd.

Knows no network: a connection is whoever can be told to let go.
"""

from __future__ import annotations

from collections import Counter
from typing import Protocol

MAX_PER_PLAYER = 8  # connections of one phone that keep their places because it plays; browsers open six


class Connection(Protocol):
    """A connection. address: where it comes from; phone: who plays at its other end, kept here (empty: nobody)."""

    address: str
    phone: str

    def drop(self) -> None:
        """Its place is given away."""
        ...


class ConnectionLimiter:
    """So many connections from one address, so many in all; those of phones that play are not given away."""

    def __init__(self, per_address: int, total: int) -> None:
        self._per_address, self._total = per_address, total
        self.taken = 0
        self._addresses: Counter[str] = Counter()
        self._droppable: dict[str, dict[Connection, None]] = {}  # that may be given away, by address, the oldest first
        self._phones: Counter[str] = Counter()

    def admit(self, guest: Connection) -> bool:
        """Whether there is a place for it. When all are taken, the address with most of the others gives one away to
        one that has fewer.
        """
        if self._addresses[guest.address] >= self._per_address:
            return False
        if self.taken >= self._total and not self._make_room(len(self._droppable.get(guest.address, ()))):
            return False
        self.taken += 1
        self._addresses[guest.address] += 1
        self._droppable.setdefault(guest.address, {})[guest] = None
        return True

    def remove(self, guest: Connection) -> None:
        """It is gone."""
        self.set_player(guest, "")
        self._forget(guest)
        _decrement(self._addresses, guest.address)
        self.taken -= 1

    def set_player(self, guest: Connection, phone: str) -> None:
        """That phone asks over the connection and plays: it keeps its place. Empty: one that does not play."""
        if phone != guest.phone and self._phones[phone] >= MAX_PER_PLAYER:
            phone = ""
        if phone == guest.phone:
            return
        if guest.phone:
            _decrement(self._phones, guest.phone)
            self._droppable.setdefault(guest.address, {})[guest] = None
        if phone:
            self._phones[phone] += 1
            self._forget(guest)
        guest.phone = phone

    def _make_room(self, own: int) -> bool:
        crowd = max(self._droppable.values(), key=len, default={})
        if len(crowd) <= own:
            return False
        oldest = next(iter(crowd))
        self.remove(oldest)
        oldest.drop()
        return True

    def _forget(self, guest: Connection) -> None:
        """It is not among those that may be given away."""
        others = self._droppable[guest.address]
        del others[guest]
        if not others:
            del self._droppable[guest.address]


def _decrement(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
