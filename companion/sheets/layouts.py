"""layouts/ -> Layout: papers by name or size, margins and gaps, crop marks, fixed slots. Knows YAML, places nothing.

extends: press                 a layout of the same folder; its keys come first
paper: a4                      a name of `papers`, or [width, height] in mm
margin: 5
cutter_marks: {NAME: {inset: 10, square: 5, arm: 20, pen: 0.5}}   for `companion print --cutter-marks NAME`
same_paper: [[dice, boxes]]    print kinds whose pieces may share sheets
smaller: {sheets: 0.96}        print kinds that are scaled so far where they take fewer pages then
combine: {boards: 420}         print kinds that share sheets unasked, from this shorter edge of the paper on
gap: 2                         between slots; left out: as much as the bleed takes
trim: poker                    of the slots below
slots: [[10, 20], [80, 20, 90]]                             x, y of the top left and a clockwise turn
grid: {at: [10, 20], columns: 3, rows: 3, step: [65, 90]}   the same for a whole grid
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from math import isfinite
from pathlib import Path
from typing import Any

from companion.content import strict_yaml
from companion.core import resources
from companion.core.errors import ContentError, LayoutError, WrongCall, did_you_mean
from companion.faces import template
from companion.sheets.model import CutterMarks, Layout, Marks, Size, Slot

KINDS = ("corner", "cross", "full", "none")
SMALLEST, LARGEST = 20.0, 5000.0  # mm; edges of a paper that anybody prints on
SMALLEST_SCALE = 0.5
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) *[x×] *([0-9]+(?:\.[0-9]+)?) *(?:mm)?")
_NUMBERS = ("margin", "gap", "gutter", "overlap", "ruler")
_KEYS = {
    "cutter_marks",
    "extends",
    "papers",
    "same_paper",
    "smaller",
    "combine",
    "paper",
    "marks",
    "notes",
    "trim",
    "slots",
    "grid",
    *_NUMBERS,
}
_NAME = re.compile(r"[a-z0-9_-]+")


def load_layout(paper: str = "", name: str = "press", margin: float | None = None, gap: float | None = None) -> Layout:
    """Return the layout of that name, with another paper, margin or gap (mm) if given.

    paper: a name of the layout's papers, or WIDTHxHEIGHT in mm.
    Raises WrongCall with the nearest name, LayoutError with file:line.
    """
    data = _data(name)
    if data is None:
        known = layout_names()
        raise WrongCall("no_layout", name, known, choices=", ".join(known))
    paper = paper or str(data["paper"])
    size = _paper(paper, data["papers"])
    return Layout(
        paper,
        size,
        margin if margin is not None else data["margin"],
        gap if gap is not None else data.get("gap"),
        data["gutter"],
        data["overlap"],
        data["marks"],
        data["ruler"],
        data["notes"],
        data.get("slots", ()),
        margin or 0.0,
        name,
        data.get("same_paper", ()),
        data["smaller"],
        data["combine"],
    )


def layout_names() -> list[str]:
    """Return the names of all layouts."""
    return resources.list_names("layouts", "*.yaml")


def paper_names() -> list[str]:
    """Return the names of all papers."""
    data = _data("press")
    return list(data["papers"]) if data else []


def cutter_mark_names() -> list[str]:
    """Return the names of marks for cutting machines."""
    data = _data("press")
    return list(data["cutter_marks"]) if data else []


def load_cutter_marks(name: str) -> CutterMarks:
    """Return the marks of that name. Raises WrongCall with the nearest."""
    data = _data("press")
    known: Mapping[str, CutterMarks] = data["cutter_marks"] if data else {}
    if name not in known:
        raise WrongCall("no_cutter_marks", name, known, choices=", ".join(known))
    return known[name]


def layout_problems() -> list[str]:
    """Return the faults of all layouts, each with file:line."""
    found = []
    for name in layout_names():
        try:
            _data(name)
        except LayoutError as error:
            found += str(error).splitlines()
    return found


def parse_size(text: str) -> Size | None:
    """Parse `WIDTHxHEIGHT` in mm; None for another word."""
    match = _SIZE.fullmatch(text.lower())
    return (float(match[1]), float(match[2])) if match else None


def _paper(word: str, papers: Mapping[str, Size]) -> Size:
    found = papers.get(word.lower()) or parse_size(word)
    if found is None:
        raise WrongCall("no_paper", word, papers, choices=", ".join(papers))
    if not all(SMALLEST <= edge <= LARGEST for edge in found):
        raise WrongCall("no_paper_size", word, least=f"{SMALLEST:g}", most=f"{LARGEST:g}")
    return found


def _data(name: str) -> Mapping[str, Any] | None:
    path = resources.find(f"layouts/{name}.yaml") if _NAME.fullmatch(name) else None
    return _read_layout(path) if path else None


@resources.cached_reader
def _read_layout(path: Path, below: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """Return the checked values of a layout file merged over those it extends."""
    file = f"layouts/{path.name}"
    try:
        data = strict_yaml.read_or_raise(path, file)
    except ContentError as error:
        raise LayoutError(str(error)) from None
    if not isinstance(data, strict_yaml.Located):
        raise LayoutError(f"{file}:1: a layout is a mapping")
    for key in data:
        if key not in _KEYS:
            raise LayoutError(f"{file}:{data.lines[key]}: unknown key '{key}'{did_you_mean(key, _KEYS)}")
    parent = _parent(data, path, file, below)
    return _Reader(file, data, parent).values()


def _parent(data: strict_yaml.Located, path: Path, file: str, below: tuple[str, ...]) -> Mapping[str, Any]:
    house = resources.root() / "layouts" / "press.yaml"
    name = str(data.get("extends", "press"))
    if path == house:
        return {}
    if path.stem in below or (path.stem == name and name != "press"):
        raise LayoutError(f"{file}:{data.lines.get('extends', 1)}: '{path.stem}' extends itself")
    named = resources.find(f"layouts/{name}.yaml") if _NAME.fullmatch(name) else None
    above = house if path.stem == name == "press" else named  # a press.yaml of one's own extends that of the house
    if above is None:
        raise LayoutError(f"{file}:{data.lines['extends']}: no layout '{name}'{did_you_mean(name, layout_names())}")
    return _read_layout(above, (*below, path.stem))


class _Reader:
    """Checks the keys of one file."""

    def __init__(self, file: str, data: strict_yaml.Located, parent: Mapping[str, Any]) -> None:
        self.file, self.data, self.parent = file, data, parent

    def values(self) -> Mapping[str, Any]:
        """Return the file's values merged over its parent's."""
        out = dict(self.parent)
        for key in _NUMBERS:
            if key in self.data:
                out[key] = self.number(self.data[key], key)
        out["papers"] = {**out.get("papers", {}), **self.mapping("papers", self.pair)}
        if "paper" in self.data:
            out["paper"] = self.paper(self.data["paper"], out["papers"])
        out["notes"] = {**out.get("notes", {}), **self.mapping("notes", self.number)}
        out["smaller"] = {**out.get("smaller", {}), **self.mapping("smaller", self.scale)}
        out["combine"] = {**out.get("combine", {}), **self.mapping("combine", self.number)}
        out["cutter_marks"] = {**out.get("cutter_marks", {}), **self.mapping("cutter_marks", self.cutter_marks)}
        out["marks"] = self.marks(out.get("marks"))
        if "same_paper" in self.data:
            out["same_paper"] = self.kinds(self.data["same_paper"])
        if {"slots", "grid"} & set(self.data):
            out["slots"] = self.slots()
        return out

    def fault(self, key: str, what: str) -> LayoutError:
        """Return a LayoutError at the line of a key."""
        return LayoutError(f"{self.file}:{self.data.lines[key]}: '{key}' {what}")

    def number(self, value: Any, key: str, least: float = 0.0) -> float:
        """Return a length in mm."""
        if type(value) not in (int, float) or not isfinite(value) or not least <= value <= LARGEST:
            raise self.fault(key, f"is not a length in mm: {value!r}")
        return float(value)

    def pair(self, value: Any, key: str, least: float = 0.0) -> Size:
        """Return two lengths in mm."""
        if not isinstance(value, list) or len(value) != 2:
            raise self.fault(key, f"is two numbers, not {value!r}")
        return self.number(value[0], key, least), self.number(value[1], key, least)

    def scale(self, value: Any, key: str) -> float:
        """Return a fraction."""
        if type(value) not in (int, float) or not SMALLEST_SCALE <= value <= 1:
            raise self.fault(key, f"is a number from {SMALLEST_SCALE:g} to 1, not {value!r}")
        return float(value)

    def mapping(self, key: str, read: Any) -> dict[str, Any]:
        """Return names and their values."""
        value = self.data.get(key, strict_yaml.Located())
        if not isinstance(value, strict_yaml.Located):
            raise self.fault(key, f"is a mapping, not {value!r}")
        return {name: read(item, key) for name, item in value.items()}

    def paper(self, value: Any, known: Mapping[str, Size]) -> str:
        """Return a paper name, or a size as `WIDTHxHEIGHT`."""
        if isinstance(value, list):
            w, h = self.pair(value, "paper", SMALLEST)
            return f"{w:g}x{h:g}"
        if value not in known:
            raise self.fault("paper", f"is not a paper: {value!r}{did_you_mean(str(value), known)}")
        return str(value)

    def marks(self, old: Marks | None) -> Marks:
        """Return crop marks: kind and lengths."""
        given = self.data.get("marks", strict_yaml.Located())
        if not isinstance(given, strict_yaml.Located):
            raise self.fault("marks", f"is a mapping, not {given!r}")
        known = {part.name for part in fields(Marks)} - {"registration", "cutter"}
        values: dict[str, Any] = {}
        for key, value in given.items():
            if key not in known:
                raise self.fault("marks", f"has no '{key}'{did_you_mean(key, known)}")
            values[key] = value if key == "kind" else self.number(value, "marks")
        if values.get("kind", "corner") not in KINDS:
            raise self.fault("marks", f"are of no kind {values['kind']!r}{did_you_mean(str(values['kind']), KINDS)}")
        return replace(old, **values) if old else Marks(**values)

    def cutter_marks(self, value: Any, key: str) -> CutterMarks:
        """Return the lengths of marks for a cutting machine."""
        known = [part.name for part in fields(CutterMarks)]
        if not isinstance(value, strict_yaml.Located) or sorted(value) != sorted(known):
            raise self.fault(key, f"have exactly the keys {', '.join(known)}")
        return CutterMarks(**{name: self.number(length, key) for name, length in value.items()})

    def kinds(self, value: Any) -> tuple[tuple[str, ...], ...]:
        """Return groups of print kinds."""
        if not isinstance(value, list) or not all(isinstance(group, list) for group in value):
            raise self.fault("same_paper", f"is a list of lists of print kinds, not {value!r}")
        return tuple(tuple(map(str, group)) for group in value)

    def slots(self) -> tuple[Slot, ...]:
        """Return fixed slots of one trim."""
        where = "slots" if "slots" in self.data else "grid"
        if "trim" not in self.data:
            raise self.fault(where, "needs a 'trim' beside it")
        trim = self.trim(self.data["trim"])
        places = self.grid() if where == "grid" else self.data["slots"]
        if not isinstance(places, list) or not places:
            raise self.fault(where, "is a list of places [x, y] or [x, y, turn]")
        return tuple(self.slot(place, trim, where) for place in places)

    def trim(self, value: Any) -> Size:
        """Return a trim given by name or as two numbers."""
        known = template.trims()
        if isinstance(value, str) and value in known:
            return known[value]
        if isinstance(value, str):
            raise self.fault("trim", f"is not a trim: '{value}'{did_you_mean(value, known)}")
        return self.pair(value, "trim", 1.0)

    def grid(self) -> list[Any]:
        """Return the positions of a grid in reading order."""
        grid = self.data["grid"]
        if not isinstance(grid, strict_yaml.Located) or set(grid) != {"at", "columns", "rows", "step"}:
            raise self.fault("grid", "has exactly the keys at, columns, rows, step")
        (x, y), (dx, dy) = self.pair(grid["at"], "grid"), self.pair(grid["step"], "grid")
        counts = grid["columns"], grid["rows"]
        if any(type(count) is not int or not 1 <= count <= 100 for count in counts):
            raise self.fault("grid", "has between 1 and 100 columns and rows")
        return [[x + dx * column, y + dy * row] for row in range(counts[1]) for column in range(counts[0])]

    def slot(self, place: Any, trim: Size, key: str) -> Slot:
        """Return one slot."""
        if not isinstance(place, list) or len(place) not in (2, 3):
            raise self.fault(key, f"has a place that is not [x, y] or [x, y, turn]: {place!r}")
        turn = place[2] if len(place) == 3 else 0
        if turn not in (0, 90, 180, 270):
            raise self.fault(key, f"has a turn that is not 0, 90, 180 or 270: {turn!r}")
        w, h = trim if turn % 180 == 0 else trim[::-1]
        return Slot(self.number(place[0], key), self.number(place[1], key), w, h, int(turn))
