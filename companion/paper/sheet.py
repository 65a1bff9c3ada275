"""Chances of marks -> the likeliest sheet that the rules allow, and what of it is in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import NamedTuple

from companion.paper.marks import UNCLEAR
from companion.play.game.paper_form import WRITTEN, PaperForm, SheetPart

STRANGE = 1e-4  # how likely it is that what stands there is not as the rules allow
SURE = 0.99  # chance of a reading that is not asked about
SUSPECT = 0.02  # chance that only a person can tell a mark, from which on it counts
TAKEN_BACK = 0.6  # chance that what only a person can tell is a mark that was taken back
LEAST = 1e-9

Chances = Mapping[str, Mapping[str, float]]


class Doubt(NamedTuple):
    """A part that a person has to look at: the likeliest, the next best, and which fields differ or look strange.

    Of what is in handwriting neither is known: both are "".
    """

    part: SheetPart
    likely: int | str
    other: int | str
    chance: float
    fields: tuple[str, ...]


class SheetReading(NamedTuple):
    """The values of a sheet by the names of its parts, without what is in doubt."""

    values: Mapping[str, int | str]
    doubts: tuple[Doubt, ...]


def read_parts(form: PaperForm, chances: Chances) -> SheetReading:
    """The sheet, part by part; of a row that says nothing of its seat no other part counts."""
    values: dict[str, int | str] = {}
    doubts = []
    absent = set()
    for part in form.parts:
        if part.seat in absent:
            continue
        found = _part(part, chances) if part.ways else _handwritten(part, chances)
        if isinstance(found, Doubt):
            doubts.append(found)
        elif found != "" or part.ways:
            values[part.name] = found
            if found == "" and part.seat:
                absent.add(part.seat)
    return SheetReading(values, tuple(doubts))


def is_untouched(chances: Chances) -> bool:
    """Return whether nobody seems to have written into any field."""
    return all(max(row, key=lambda mark: row[mark]) == "w" for row in chances.values())


def _part(part: SheetPart, chances: Chances) -> Doubt | int | str:
    """Each way with its chance, beside that of marks which no rule allows."""
    together = part.kind == WRITTEN
    seen = [_any(part, chances)] if together else [_share_unclear(chances[name]) for name in part.fields]
    ways = sorted(((_likeliness(seen, marks), value) for value, marks in part.ways.items()), key=lambda way: -way[0])
    (best, value), (_, other) = ways[:2]
    anyhow = log(STRANGE) + sum(log(max(row.values())) for row in seen)
    everything = sum(exp(one - best) for one, _ in ways) + exp(anyhow - best)
    chance = 1 / everything
    if chance >= SURE:
        return value
    if together:
        return Doubt(part, value, other, chance, part.fields)
    marks, others = part.ways[value], part.ways[other]
    apart = [
        name
        for name, row, one, two in zip(part.fields, seen, marks, others, strict=True)
        if one != two or row[one] < max(row.values())
    ]
    return Doubt(part, value, other, chance, tuple(apart))


def _handwritten(part: SheetPart, chances: Chances) -> Doubt | str:
    """Nothing, where nothing is written; else a person has to say what."""
    empty = _any(part, chances)["w"]
    return "" if empty >= SURE else Doubt(part, "", "", 1 - empty, part.fields)


def _any(part: SheetPart, chances: Chances) -> dict[str, float]:
    """Return whether anything stands in any of its fields."""
    empty = 1.0
    for name in part.fields:
        empty *= _share_unclear(chances[name])["w"]
    return {"w": max(empty, LEAST), "x": max(1 - empty, LEAST)}


def _share_unclear(row: Mapping[str, float]) -> dict[str, float]:
    """What only a person can tell may be any of the marks; where that is suspected it is as likely as what is seen."""
    marks = {mark: chance for mark, chance in row.items() if mark != UNCLEAR}
    unclear = row.get(UNCLEAR, 0.0)
    if unclear > SUSPECT:
        unclear = max(unclear, 0.5)
    seen = (1 - unclear) / max(sum(marks.values()), LEAST)
    each = {mark: TAKEN_BACK if mark == "w" else (1 - TAKEN_BACK) / (len(marks) - 1) for mark in marks}
    return {mark: max(chance * seen + unclear * each[mark], LEAST) for mark, chance in marks.items()}


def _likeliness(seen: list[dict[str, float]], marks: str) -> float:
    found = 0.0
    for row, mark in zip(seen, marks, strict=True):
        found += log(row[mark])
    return found
