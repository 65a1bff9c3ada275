"""Limits connections. When all places are taken, players keep theirs and the most crowded address loses one.

Knows no network.
"""

from __future__ import annotations

from collections import Counter
from typing import Protocol

MAX_PER_PLAYER = 8  # connections of one phone that keep their places because it plays; browsers open six


class Connection(Protocol):
    """A connection.

    address: of the client.
    phone: of a player at its other end, set here; empty for others.
    """

    address: str
    phone: str

    def drop(self) -> None:
        """Close it, as its place is given to another."""
        ...


class ConnectionLimiter:
    """Counts connections per address and in total; those of players are never dropped."""

    def __init__(self, per_address: int, total: int) -> None:
        self._per_address, self._total = per_address, total
        self.taken = 0
        self._addresses: Counter[str] = Counter()
        self._droppable: dict[str, dict[Connection, None]] = {}  # that may be given away, by address, the oldest first
        self._phones: Counter[str] = Counter()

    def admit(self, guest: Connection) -> bool:
        """Count a connection; False if there is no place.

        When all places are taken, the address with most droppable connections loses one to an address with fewer.
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
        """Stop counting a connection."""
        self.set_player(guest, "")
        self._forget(guest)
        _decrement(self._addresses, guest.address)
        self.taken -= 1

    def set_player(self, guest: Connection, phone: str) -> None:
        """Protect a connection as that of a playing phone. Empty: make it droppable again."""
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
        """Take a connection off the droppable ones."""
        others = self._droppable[guest.address]
        del others[guest]
        if not others:
            del self._droppable[guest.address]


def _decrement(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
