"""Sheets: slots on paper, the faces in them, the marks round them. Data only; mm, origin top left, y down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.faces.model import Face, Item, Point, Rect, Step, rotate_point

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CutterMarks:
    """Marks that a cutting machine looks for in three corners of the paper; mm.

    inset: from the edges of the paper.
    square: edge of the filled square in the first corner; 0: lines as in the others.
    arm, pen: length and width of the lines that meet in a corner.
    """

    inset: float
    square: float
    arm: float
    pen: float


@dataclass(frozen=True, slots=True)
class Marks:
    """Crop marks.

    kind: corner (round the block of slots), cross (at every corner too), full (right across), none.
    """

    kind: str
    distance: float
    length: float
    shortest: float
    pen: float
    edge: float  # of the paper that stays free
    registration: bool = False
    cutter: CutterMarks | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """Paper and the usable area on it (layouts/); mm.

    least: margin that is kept even if a piece is too large.
    gap: between slots; None for as much as the bleed takes.
    overlap: of the pages of one large face.
    slots: fixed places (a die-cut sheet); none to have them packed.
    same_paper: print kinds that may share sheets.
    smaller: print kinds that may be scaled, and their scale.
    combine: print kinds whose sizes share sheets by themselves, and the paper's shorter edge from which on.
    """

    paper: str
    size: Size
    margin: float
    gap: float | None
    gutter: float
    overlap: float
    marks: Marks
    ruler: float
    notes: Mapping[str, float]
    slots: tuple[Slot, ...] = ()
    least: float = 0.0
    name: str = "press"
    same_paper: tuple[tuple[str, ...], ...] = ()
    smaller: Mapping[str, float] = field(default_factory=dict)
    combine: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a face: its rectangle and its clockwise turn (0, 90, 180, 270)."""

    x: float
    y: float
    w: float
    h: float
    angle: int = 0

    @property
    def centre(self) -> Point:
        """The centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def rect(self) -> Rect:
        """The rectangle."""
        return self.x, self.y, self.w, self.h

    def move_by(self, dx: float, dy: float) -> Slot:
        """Return the slot moved by dx, dy mm."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def to_page(self, point: Point, trim: Size) -> Point:
        """Return the page position of a point on a face of that trim."""
        dx, dy = rotate_point((point[0] - trim[0] / 2, point[1] - trim[1] / 2), self.angle)
        x, y = self.centre
        return x + dx, y + dy


@dataclass(frozen=True, slots=True)
class Leaf:
    """One piece to print: its front, and its back if it has one."""

    id: str
    front: Face
    back: Face | None = None


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A face in a slot.

    window: visible part of a face larger than the paper, as large as the slot.
    thumbnail: a small picture of a piece, not the piece.
    """

    face: Face
    slot: Slot
    window: Rect | None = None
    thumbnail: bool = False

    def to_page(self, point: Point) -> Point:
        """Return the page position of a point of the face."""
        left, top, w, h = self.window or (0.0, 0.0, *self.face.trim)
        return self.slot.to_page((point[0] - left, point[1] - top), (w, h))

    def path_to_page(self, path: Iterable[Step]) -> tuple[Step, ...]:
        """Return a path of the face at its slot."""
        out: list[Step] = []
        for op, *raw in path:
            numbers = [float(value) for value in raw]
            if op == "circle":
                out.append((op, *self.to_page((numbers[0], numbers[1])), numbers[2]))
            elif op == "rect":
                x, y, w, h = numbers
                (ax, ay), (bx, by) = self.to_page((x, y)), self.to_page((x + w, y + h))
                out.append((op, min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay)))
            else:
                points = map(self.to_page, zip(numbers[::2], numbers[1::2], strict=True))
                out.append((op, *(value for point in points for value in point)))
        return tuple(out)


@dataclass(frozen=True, slots=True)
class PageTile:
    """One page of a face larger than the paper.

    name: row as a letter, column as a number.
    of: rows and columns.
    cell: the part of the page that is kept when all overlaps are cut in half.
    joins: the adjacent page at each side.
    """

    name: str
    row: int
    column: int
    of: tuple[int, int]
    cell: Rect
    joins: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of back pages: turn clockwise by `angle` degrees about the centre, then move; mm."""

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed page.

    side: front, back, fold or text.
    half_gap: mm round each piece that the bleed of others leaves free; None where no bleed reaches another piece.
    folds: fold lines.
    items: marks and notes round the slots.
    """

    size: Size
    side: str
    placed: tuple[PlacedFace, ...]
    bleed: float
    folds: tuple[tuple[Point, Point], ...] = ()
    items: tuple[Item, ...] = ()
    tile: PageTile | None = None
    correction: Correction | None = None
    half_gap: float | None = None

    @property
    def trim(self) -> Rect:
        """The rectangle round all slots; of an empty page its centre."""
        if not self.placed:
            return self.size[0] / 2, self.size[1] / 2, 0.0, 0.0
        slots = [placed.slot for placed in self.placed]
        x, y = min(slot.x for slot in slots), min(slot.y for slot in slots)
        return x, y, max(slot.x + slot.w for slot in slots) - x, max(slot.y + slot.h for slot in slots) - y


def sheet_listing(sheets: list[Sheet]) -> str:
    """Return sheets as text; golden files compare it."""
    out = []
    for number, sheet in enumerate(sheets, 1):
        name = f" {sheet.tile.name}" if sheet.tile else ""
        out.append(f"sheet {number}{name} {sheet.side} {sheet.size[0]:g} x {sheet.size[1]:g} bleed {sheet.bleed:g}")
        for placed in sheet.placed:
            slot, window = placed.slot, placed.window
            part = " of " + ",".join(f"{edge:.2f}" for edge in window) if window else ""
            at = f"{slot.x:.2f},{slot.y:.2f} {slot.w:g} x {slot.h:g} turned {slot.angle}"
            out.append(f"  {placed.face.id} at {at}{part}")
    return "\n".join(out) + "\n"
