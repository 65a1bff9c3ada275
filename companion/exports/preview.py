"""One picture of all faces of a kind: fronts and backs side by side, each leaf's id below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from companion.core.units import pt
from companion.exports import raster
from companion.exports.model import Document, unique_leaves
from companion.faces import outline
from companion.faces.model import Face, Item, Shape, Text, move_item
from companion.faces.palette import Palette
from companion.pdf import fonts
from companion.sheets.model import Leaf, PlacedFace, Sheet, Slot

MOST = 200  # leaves on one picture
ACROSS = 6  # leaves side by side at most
SHAPE = 1.25  # width by height of a picture that is pleasant to look at
FONT = "sans-400"
# parts of the picture's width
LETTERS, GAP, MARGIN, LINE = 0.0105, 0.016, 0.022, 0.0008


@dataclass(frozen=True, slots=True)
class _Cell:
    """A leaf and its caption at its position on the page, mm."""

    leaf: Leaf
    x: float
    y: float


def preview_picture(leaves: Iterable[Leaf], palette: Palette, width: int = 1600) -> Document:
    """Return `preview.png`, `width` pixels wide.

    Leaves beyond MOST are counted at its foot, `… + 37`. Raises FaceError.
    """
    every = list(unique_leaves(leaves).values())
    shown, left = every[:MOST], len(every[MOST:])
    across = _page_width(shown)
    cells, height = _rows(shown, across)
    if left:
        height += across * LETTERS * 2
    page = _page(cells, (across, height), f"… + {left}" if left else "")
    size = (width, max(1, round(width * height / across)))
    (image,) = raster.render_pages([(page, size)], palette)
    return Document("preview.png", raster.png_bytes(image, width / across * raster.INCH))


def _page_width(leaves: Sequence[Leaf]) -> float:
    """Return the page width in mm of the faces: for 1 to ACROSS of the widest, whichever gives the best shape."""
    widest = max(leaves, key=lambda leaf: _width(leaf, 0))
    wide = _width(widest, 0)
    choices = []
    for count in range(1, min(ACROSS, len(leaves)) + 1):
        gaps = (count - 1) * GAP + (count * GAP / 2 if widest.back else 0)
        across = count * wide / (1 - gaps - 2 * MARGIN)
        _, height = _rows(leaves, across)
        choices.append((abs(log(across / height / SHAPE)), across))
    return min(choices)[1]


def _width(leaf: Leaf, gap: float) -> float:
    """Return the width of a front and its back side by side, mm."""
    w = leaf.front.trim[0]
    return w + gap / 2 + leaf.back.trim[0] if leaf.back else w


def _rows(leaves: Sequence[Leaf], across: float) -> tuple[list[_Cell], float]:
    """Return leaves in reading order, as many in a row as fit, and the height of the page."""
    gap, margin, words = across * GAP, across * MARGIN, across * LETTERS * 1.9
    cells: list[_Cell] = []
    x = y = margin
    high = 0.0
    for leaf in leaves:
        w, h = max(_width(leaf, gap), _letters(leaf.id, across)), leaf.front.trim[1]
        if x > margin and x + w > across - margin + 1e-3:
            x, y, high = margin, y + high + words + gap, 0.0
        cells.append(_Cell(leaf, x, y))
        x, high = x + w + gap, max(high, h)
    return cells, y + high + words + margin


def _letters(words: str, across: float) -> float:
    """Return the width of words below a face, mm."""

    letters = fonts.letter_widths(FONT)
    return across * LETTERS * sum(letters[letter] for letter in words)


def _page(cells: Sequence[_Cell], size: tuple[float, float], note: str) -> Sheet:
    """Return the page: a quiet ground, white paper under every face, thin outlines and ids on top."""
    across, height = size
    ground: list[Item] = [Shape((("rect", 0, 0, across, height),), fill="parchment")]
    above: list[Item] = []
    placed: list[PlacedFace] = []
    for cell in cells:
        front, back = cell.leaf.front, cell.leaf.back
        x = cell.x
        for face in (front, back) if back else (front,):
            w, h = face.trim
            slot = Slot(x, cell.y, w, h)
            line = _paper_shape(face, slot)
            ground.append(line)
            above.append(Shape(line.path, stroke="umber", width=across * LINE))
            placed.append(PlacedFace(face, slot))
            x += w + across * GAP / 2
        above.append(_text(cell.x, cell.y + front.trim[1] + across * LETTERS * 1.45, cell.leaf.id, across))
    if note:
        above.append(_text(across * MARGIN, height - across * MARGIN, note, across))
    paper = PlacedFace(Face("ground", size, tuple(ground)), Slot(0, 0, across, height))
    return Sheet(size, "front", (paper, *placed), 0.0, items=tuple(above))


def _paper_shape(face: Face, slot: Slot) -> Shape:
    """Return the face's outline as white paper in its slot."""
    shape = move_item(Shape(outline.outline_path(face), fill="paper"), slot.x, slot.y)
    assert isinstance(shape, Shape)
    return shape


def _text(x: float, y: float, words: str, across: float) -> Text:
    return Text(x, y, words, FONT, pt(across * LETTERS), "sepia")
