"""Figures in what a benchmark prints.

A line that is indented or names a goal holds one, after two spaces: `  engine   95,000 decisions/s   goal 100,000`. Any
other line is a heading for those that follow, up to its first colon, comma or gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

NUMBER = r"\d[\d,]*(?:\.\d+)?"
FIGURE = re.compile(rf"(?P<what>.+?)\s{{2,}}(?P<value>{NUMBER}) (?P<unit>[^\s,]+)")
GOAL = re.compile(rf"goal\s+({NUMBER})")
HEADING_END = re.compile(r":|,|\s{2}")


class Figure(NamedTuple):
    """What was measured, and what it should be: at least, if it is so many a second, else at most."""

    what: str
    value: float
    unit: str
    goal: float | None = None


def read(printed: str) -> Iterator[Figure]:
    """Every figure, in order."""
    heading = ""
    for line in printed.splitlines():
        goal, found = GOAL.search(line), FIGURE.match(line.strip())
        if not line.startswith(" "):
            heading = "" if goal else HEADING_END.split(line)[0]
            if heading:
                continue
        if found is not None:
            wanted = None if goal is None else _number(goal[1])
            what = " ".join([*([heading + ":"] if heading else []), *found["what"].split()])
            yield Figure(what, _number(found["value"]), found["unit"], wanted)
        else:
            assert goal is None, f"a goal without a figure: {line}"


def ratio(value: float, other: float, unit: str) -> float:
    """How many times better than the other; rates are better when they are higher."""
    better, worse = (value, other) if unit.endswith("/s") else (other, value)
    return better / worse if worse else float("inf")


def _number(text: str) -> float:
    return float(text.replace(",", ""))
