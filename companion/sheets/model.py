"""What a sheet is: slots on paper, the faces in them, the marks round them. Data only; mm, origin top left, y down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion import resources
from companion.content import strict_yaml
from companion.errors import WrongCall
from companion.faces.model import Face, Item, Point, Rect


@dataclass(frozen=True, slots=True)
class Layout:
    """Paper and the room that faces leave on it (layouts/press.yaml); mm."""

    paper: str
    size: tuple[float, float]
    margin: float
    gutter: float
    marks: Mapping[str, float]
    ruler: float
    notes: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a face: the rectangle it covers and how far it is turned clockwise (0, 90, 180, 270)."""

    x: float
    y: float
    w: float
    h: float
    angle: int = 0

    @property
    def centre(self) -> Point:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def rect(self) -> Rect:
        """The rectangle alone."""
        return self.x, self.y, self.w, self.h

    def moved(self, dx: float, dy: float) -> Slot:
        """The slot elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One piece to print: its front, and its back if it has one."""

    id: str
    front: Face
    back: Face | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A face in a slot."""

    face: Face
    slot: Slot


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed page. side: front, back or fold; folds: fold lines; items: marks and notes round the slots."""

    size: tuple[float, float]
    side: str
    placed: tuple[Placed, ...]
    bleed: float
    folds: tuple[tuple[Point, Point], ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def trim(self) -> Rect:
        """The rectangle round all slots."""
        slots = [placed.slot for placed in self.placed]
        x, y = min(slot.x for slot in slots), min(slot.y for slot in slots)
        return x, y, max(slot.x + slot.w for slot in slots) - x, max(slot.y + slot.h for slot in slots) - y


def layout(paper: str) -> Layout:
    """The layout of a paper. Raises WrongCall with the nearest one."""
    data = _data()
    papers = data["papers"]
    if paper not in papers:
        raise WrongCall("no_paper", paper, papers, choices=", ".join(papers))
    w, h = papers[paper]
    rest = {key: data[key] for key in ("margin", "gutter", "marks", "ruler", "notes")}
    return Layout(paper, (float(w), float(h)), **rest)


@cache
def _data() -> Any:
    name = "layouts/press.yaml"
    return strict_yaml.read_or_raise(resources.root() / name, name)


def listing(sheets: list[Sheet]) -> str:
    """Sheets as text: what golden files compare."""
    out = []
    for number, sheet in enumerate(sheets, 1):
        out.append(f"sheet {number} {sheet.side} {sheet.size[0]:g} x {sheet.size[1]:g} bleed {sheet.bleed:g}")
        out += [
            f"  {placed.face.id} at {placed.slot.x:.2f},{placed.slot.y:.2f} "
            f"{placed.slot.w:g} x {placed.slot.h:g} turned {placed.slot.angle}"
            for placed in sheet.placed
        ]
    return "\n".join(out) + "\n"
