"""HTML that is sent again after every move, as lines: what a phone has already is named, not sent. Knows no table."""

from __future__ import annotations

from collections.abc import Mapping

MAX_LINES = 2000  # lines that a phone keeps

EncodedLines = list[str | list[int]]


class LineDiff:
    """The lines that a phone keeps, by their hashes, each with its number in the order of sending; never changed.

    Phones that were sent the same share them.
    """

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self._numbers = numbers

    def encode(self, lines: list[str]) -> tuple[bool, EncodedLines, LineDiff]:
        """The lines for the phone: a text is new to it and kept under the next number, `[first, count]` it has.

        The truth value says whether it forgets all before: at the start, and when it keeps more than MOST. With what it
        keeps then.
        """
        fresh = not self._numbers or len(self._numbers) > MAX_LINES
        numbers, out = {} if fresh else dict(self._numbers), list[str | list[int]]()
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
        return fresh, out, LineDiff(numbers)


EMPTY = LineDiff({})  # of a phone that has been sent nothing
