"""Coloured pieces nearer than twice their bleed: no bleed reaches another piece, at outer edges it is whole."""

from __future__ import annotations

from PIL.Image import Image

from companion.exports.pdf_pages import pdf_pages
from companion.faces.model import Face, Point
from companion.faces.palette import inks
from companion.pdf.canvas import render_pdf
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import load_layout
from companion.sheets.marks import crop_marks
from companion.sheets.model import Leaf
from tests.each import each

COLOURS = ("#7E2118", "#2E5C8A", "#4B6B2A", "#C9A227")
WHITE = (255, 255, 255)
SCALE = 4  # pixels a mm
CARD, COIN, HEX = (63.0, 88.0), (40.0, 40.0), (40.0, 34.641016151377549)


def coloured(count: int, trim: tuple[float, float], outline: str) -> list[Leaf]:
    """Leaves of which no two neighbours are alike, each with a back of its colour."""
    faces = [
        Face(f"f{n}", trim, (), COLOURS[n % 4], outline, 3.0 if outline == "rounded" else 0.0) for n in range(count)
    ]
    return [Leaf(face.id, face, face) for face in faces]


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def pixel(image: Image, point: Point) -> object:
    """The colour at a point of the page, mm."""
    return image.getpixel((int(point[0] * SCALE), int(point[1] * SCALE)))


@each("gap", [0.0, 2.0])
@each(
    ("trim", "outline", "count", "duplex"),
    [
        (CARD, "rect", 7, "long"),
        (CARD, "rounded", 5, "fold"),
        (COIN, "round", 14, "none"),
        (HEX, "hex", 18, "none"),
    ],
)
def test_pieces_keep_their_colour_up_to_the_cut(
    gap: float, trim: tuple[float, float], outline: str, count: int, duplex: str
) -> None:
    """Just inside each edge a piece has its own colour; 2.6 mm outside, its own, that of its neighbour, never white."""
    sheets = impose_leaves(coloured(count, trim, outline), load_layout(gap=gap), duplex, 3.0)
    size = [(round(sheet.size[0] * SCALE), round(sheet.size[1] * SCALE)) for sheet in sheets]
    images = pdf_pages(render_pdf(sheets, inks()["full"], "x"), size)
    w, h = trim
    for sheet, image in zip(sheets, images, strict=True):
        for placed in sheet.placed:
            own = rgb(placed.face.ground)
            for x, y in ((0.0, h / 2), (w, h / 2), (w / 2, 0.0), (w / 2, h)):
                across, down = (x / w - 0.5) * 2, (y / h - 0.5) * 2
                assert pixel(image, placed.to_page((x - 0.4 * across, y - 0.4 * down))) == own
                assert pixel(image, placed.to_page((x + 2.6 * across, y + 2.6 * down))) != WHITE
        first = min(sheet.placed, key=lambda placed: placed.slot.x)
        left, middle = first.slot.x, first.slot.centre[1]
        assert pixel(image, (left - 2.6, middle)) == rgb(first.face.ground)
        assert pixel(image, (left - 4.0, middle)) == WHITE
        assert sheet.half_gap == gap / 2


def test_the_end_of_a_cut_has_the_colours_of_its_neighbours() -> None:
    """Where a cut between two cards leaves the sheet, each card's bleed begins at the cut."""
    sheet, *_ = impose_leaves(coloured(9, CARD, "rect"), load_layout(gap=0.0), "none", 3.0)
    (image,) = pdf_pages(render_pdf([sheet], inks()["full"], "x"), [(210 * SCALE, 297 * SCALE)])
    x, y, w, h = sheet.trim
    for placed in sheet.placed:
        left, top, wide, high = placed.slot.rect
        for px in (left + 0.5, left + wide - 0.5):
            for py, outer in ((y - 2.5, top == y), (y + h + 2.5, top + high > y + h - 1)):
                if outer:
                    assert pixel(image, (px, py)) == rgb(placed.face.ground)
        for py in (top + 0.5, top + high - 0.5):
            for px, outer in ((x - 2.5, left == x), (x + w + 2.5, left + wide > x + w - 1)):
                if outer:
                    assert pixel(image, (px, py)) == rgb(placed.face.ground)


def test_only_near_pieces_limit_a_bleed() -> None:
    """With as much room as the bleed takes nothing is limited; so in slots of a layout, which may touch."""
    leaves = coloured(9, CARD, "rect")
    assert {sheet.half_gap for sheet in impose_leaves(leaves, load_layout("a3"), "none", 3.0)} == {None}
    assert {sheet.half_gap for sheet in impose_leaves(leaves, load_layout("a3", gap=6.0), "none", 3.0)} == {None}
    assert {sheet.half_gap for sheet in impose_leaves(leaves, load_layout("a3", gap=0.0), "none")} == {None}


def test_marks_stand_round_all_pieces() -> None:
    """Nine cards in three rows: four cuts upright and four across, marked at both ends and nowhere between cards."""
    layout = load_layout("a3", gap=0.0)
    (sheet,) = impose_leaves(coloured(9, (80.0, 120.0), "rect"), layout, "none", 3.0)[:1]
    x, y, w, h = sheet.trim
    marks = crop_marks(sheet, layout)
    assert len(marks) == 4 * 2 + 4 * 2
    for mark in marks:
        for mx, my in mark:
            assert mx < x - 3 or mx > x + w + 3 or my < y - 3 or my > y + h + 3
