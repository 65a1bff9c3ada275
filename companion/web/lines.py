"""HTML that is sent again after every move, as lines: what a phone has already is named, not sent. Knows no table."""

from __future__ import annotations

MOST = 2000  # lines that a phone keeps

Packed = list[str | list[int]]


class Lines:
    """The lines that one phone keeps, by their hashes, each with its number in the order of sending."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def packed(self, lines: list[str]) -> tuple[bool, Packed]:
        """The lines for the phone: a text is new to it and kept under the next number, `[first, count]` it has.

        The truth value says whether it forgets all before: at the start, and when it keeps more than MOST.
        """
        fresh = not self._numbers or len(self._numbers) > MOST
        if fresh:
            self._numbers = {}
        numbers, out = self._numbers, list[str | list[int]]()
        run = [0, 0]
        for line in lines:
            key = hash(line)
            number = numbers.get(key)
            if number is None:
                numbers[key] = len(numbers)
                out.append(line)
            elif out and out[-1] is run and number == run[0] + run[1]:
                run[1] += 1
            else:
                run = [number, 1]
                out.append(run)
        return fresh, out
