"""Who may be connected where places run out: those who play first, then an address with few connections before a crowd.

Knows no network: a connection is whoever can be told to let go.
"""

from __future__ import annotations

from collections import Counter
from typing import Protocol

OF_A_PHONE = 8  # connections of one phone that keep their places because it plays; browsers open six


class Guest(Protocol):
    """A connection. address: where it comes from; phone: who plays at its other end, kept here (empty: nobody)."""

    address: str
    phone: str

    def let_go(self) -> None:
        """Its place is given away."""
        ...


class Places:
    """So many connections from one address, so many in all; those of phones that play are not given away."""

    def __init__(self, per_address: int, total: int) -> None:
        self._per_address, self._total = per_address, total
        self.taken = 0
        self._addresses: Counter[str] = Counter()
        self._others: dict[str, dict[Guest, None]] = {}  # that may be given away, by address, the oldest first
        self._phones: Counter[str] = Counter()

    def take(self, guest: Guest) -> bool:
        """Whether there is a place for it. When all are taken, the address with most of the others gives one away to
        one that has fewer.
        """
        if self._addresses[guest.address] >= self._per_address:
            return False
        if self.taken >= self._total and not self._make_room(len(self._others.get(guest.address, ()))):
            return False
        self.taken += 1
        self._addresses[guest.address] += 1
        self._others.setdefault(guest.address, {})[guest] = None
        return True

    def leave(self, guest: Guest) -> None:
        """It is gone."""
        self.seat(guest, "")
        self._forget(guest)
        _one_less(self._addresses, guest.address)
        self.taken -= 1

    def seat(self, guest: Guest, phone: str) -> None:
        """That phone asks over the connection and plays: it keeps its place. Empty: one that does not play."""
        if phone != guest.phone and self._phones[phone] >= OF_A_PHONE:
            phone = ""
        if phone == guest.phone:
            return
        if guest.phone:
            _one_less(self._phones, guest.phone)
            self._others.setdefault(guest.address, {})[guest] = None
        if phone:
            self._phones[phone] += 1
            self._forget(guest)
        guest.phone = phone

    def _make_room(self, own: int) -> bool:
        crowd = max(self._others.values(), key=len, default={})
        if len(crowd) <= own:
            return False
        oldest = next(iter(crowd))
        self.leave(oldest)
        oldest.let_go()
        return True

    def _forget(self, guest: Guest) -> None:
        """It is not among those that may be given away."""
        others = self._others[guest.address]
        del others[guest]
        if not others:
            del self._others[guest.address]


def _one_less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
