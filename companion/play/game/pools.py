"""What an open action draws from: how many of each kind are left, and how many come.

Nothing is shuffled beforehand: a draw needs only what is left, and gives the same odds as a shuffled deck would. Knows
no game and no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple


class Pool(NamedTuple):
    """The pieces that one chance action draws from, in the order of content/.

    ids, counts: how many of each are left, but for those `known` that come first for certain. number: how many come.
    put_back: each is there again for the next, as the faces of a die are. unseen, real: see `Chance`.
    """

    ids: tuple[Any, ...]
    counts: tuple[int, ...]
    number: int = 1
    known: tuple[Any, ...] = ()
    put_back: bool = False
    unseen: bool = False
    real: bool = False

    @classmethod
    def from_pieces(cls, left: Iterable[Any], number: int = 1, put_back: bool = False, unseen: bool = False) -> Pool:
        """A pool of pieces listed one by one; some may be alike."""
        counts = Counter(list(left))  # of a mapping its keys
        return cls(tuple(counts), tuple(counts.values()), number, (), put_back, unseen)

    def kinds(self) -> list[Any]:
        """Return every kind that can be drawn now, once."""
        return [id for id, number in zip(self.ids, self.counts, strict=True) if number or id in self.known]

    def sizes(self) -> tuple[int, ...]:
        """Return the number of possibilities of each draw; 1 where the result is already known."""
        left, drawn = sum(self.counts), self.number - len(self.known)
        return (*[1 for _ in self.known], *[left if self.put_back else left - at for at in range(drawn)])

    def draw(self, numbers: Sequence[int], ordered: bool) -> tuple[Any, ...]:
        """Return the pieces drawn by one number below each of `sizes`. ordered: as drawn, not as in `ids`."""
        left = [id for id, count in zip(self.ids, self.counts, strict=True) for _ in range(count)]
        take = left.__getitem__ if self.put_back else left.pop
        found = (*self.known, *[take(number) for number in numbers[len(self.known) :]])
        return self._in_order(found, ordered)

    def results(self, ordered: bool) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
        """Return every possible result with its probability.

        ordered: results in another order are other results.
        """
        number = self.number - len(self.known)
        if ordered:
            found = self._sequences(self.counts, number)
        else:
            left = sum(self.counts)
            whole = left**number if self.put_back else comb(left, number)
            found = ((ids, Fraction(ways, whole)) for ids, ways in self._hands(0, number))
        return ((self._in_order((*self.known, *ids), ordered), chance) for ids, chance in found)

    def _in_order(self, found: tuple[Any, ...], ordered: bool) -> tuple[Any, ...]:
        return found if ordered else tuple(sorted(found, key=self.ids.index))

    def _sequences(self, counts: tuple[int, ...], number: int) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
        if not number:
            yield (), Fraction(1)
            return
        for at, count in enumerate(counts):
            if count:
                left = counts if self.put_back else (*counts[:at], count - 1, *counts[at + 1 :])
                for rest, chance in self._sequences(left, number - 1):
                    yield (self.ids[at], *rest), chance * Fraction(count, sum(counts))

    def _hands(self, at: int, number: int) -> Iterator[tuple[tuple[Any, ...], int]]:
        """Yield every selection of that size of the kinds from `at` on, with the number of ways to draw it."""
        if not number:
            yield (), 1
            return
        if at == len(self.ids):
            return
        count = self.counts[at]
        for taken in range(number if self.put_back and count else min(count, number), -1, -1):
            ways = comb(number, taken) * count**taken if self.put_back else comb(count, taken)
            for rest, others in self._hands(at + 1, number - taken):
                yield (*(self.ids[at],) * taken, *rest), ways * others
