"""Cutting paths equal the slots to 0.01 mm, in both formats; what neighbours share is cut once."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from itertools import pairwise
from math import hypot
from xml.etree import ElementTree

import ezdxf
import pytest
from ezdxf.document import Drawing

from companion.core.errors import LayoutError
from companion.exports import cutter
from companion.exports.cutter import Path, cutting_paths, merge_edges, path_points
from companion.faces import outline
from companion.faces.model import Face, Point, Shape, polygon_steps
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import load_layout
from companion.sheets.model import Leaf, PlacedFace, Sheet, Slot

Make = Callable[..., Leaf]
SVG = "{http://www.w3.org/2000/svg}"


def sheets(leaves: list[Leaf], bleed: float = 0.0, duplex: str = "none") -> list[Sheet]:
    return [sheet for sheet in impose_leaves(leaves, load_layout("a4"), duplex, bleed) if sheet.side != "back"]


def read_dxf(sheet: Sheet) -> Drawing:
    (document,) = cutter.cutter_files([sheet], "dxf", "x")
    drawing = ezdxf.read(StringIO(document.data.decode("ascii")))
    assert not drawing.audit().errors
    return drawing


def lines(found: list[Path]) -> list[tuple[Point, Point]]:
    """Every straight edge."""
    out = []
    for path in found:
        points = path_points(path)
        out += list(pairwise([*points, points[0]] if path[-1][0] == "Z" else points))
    return out


def covered(point: Point, found: list[tuple[Point, Point]]) -> int:
    """On how many edges a point lies, to 0.01 mm."""
    count = 0
    for a, b in found:
        around = hypot(point[0] - a[0], point[1] - a[1]) + hypot(point[0] - b[0], point[1] - b[1])
        count += abs(around - hypot(b[0] - a[0], b[1] - a[1])) < 1e-4
    return count


def between(a: Point, b: Point, part: float) -> Point:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


# ---------------------------------------------------------------------- equal to the slots


@pytest.mark.parametrize("shape", ["rect", "rounded", "hex"])
@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_paths_are_the_outlines_in_their_slots(leaf: Make, shape: str, angle: int) -> None:
    """Every corner, turned like the face."""
    face = leaf("a", (40, 60), shape).front
    w, h = (40, 60) if angle % 180 == 0 else (60, 40)
    slot = Slot(12.5, 20.25, w, h, angle)
    (path,) = cutting_paths(Sheet((210, 297), "front", (PlacedFace(face, slot),), 0))["cut"]
    edges = lines([path])
    for corner in outline.outline_polygon(face):
        x, y = slot.to_page(corner, face.trim)
        assert any(
            hypot(x - a[0], y - a[1]) + hypot(x - b[0], y - b[1]) - hypot(b[0] - a[0], b[1] - a[1]) < 0.01
            for a, b in edges
        )
    xs, ys = zip(*path_points(path), strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((12.5, 20.25, 12.5 + w, 20.25 + h), abs=0.01)


@pytest.mark.parametrize("shape", ["rect", "rounded", "hex", "round"])
def test_dxf_lies_where_the_slots_are(leaf: Make, shape: str) -> None:
    """Read back: y points up from the sheet's lower edge, units are mm, layer CUT, nothing outside the slots."""
    trim = (30, 30) if shape == "round" else (40, 60)
    (sheet,) = sheets([leaf(f"l{n}", trim, shape) for n in range(5)], 2.0)
    drawing = read_dxf(sheet)
    assert drawing.header["$INSUNITS"] == 4
    boxes = []
    for entity in drawing.modelspace():
        assert entity.dxf.layer == "CUT"
        if entity.dxftype() == "CIRCLE":
            x, y, _ = entity.dxf.center
            boxes.append((x - entity.dxf.radius, y - entity.dxf.radius, x + entity.dxf.radius, y + entity.dxf.radius))
        else:
            xs, ys, _ = zip(*(vertex.dxf.location for vertex in entity.vertices), strict=True)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
    h = sheet.size[1]
    slots = [(s.x, h - s.y - s.h, s.x + s.w, h - s.y) for s in (placed.slot for placed in sheet.placed)]
    assert sorted(boxes) == [pytest.approx(slot, abs=0.01) for slot in sorted(slots)]


def test_svg_lies_where_the_slots_are(leaf: Make) -> None:
    """Read back: the view box is the sheet in mm, layers are groups, circles are circles."""
    (sheet,) = sheets([leaf(f"l{n}", (25, 25), "round") for n in range(3)])
    (document,) = cutter.cutter_files([sheet], "svg", "tokens")
    assert document.name == "tokens-1.svg"
    root = ElementTree.fromstring(document.data)
    assert root.attrib["viewBox"] == f"0 0 {sheet.size[0]:g} {sheet.size[1]:g}"
    assert root.attrib["width"] == f"{sheet.size[0]:g}mm"
    assert [group.attrib["id"] for group in root] == ["cut", "fold"]
    circles = [tuple(float(circle.attrib[key]) for key in ("cx", "cy", "r")) for circle in root.iter(f"{SVG}circle")]
    slots = [(*placed.slot.centre, 12.5) for placed in sheet.placed]
    assert circles == [pytest.approx(slot, abs=0.001) for slot in slots]


# ---------------------------------------------------------------------- ScanNCut


def test_scanncut_takes_closed_outlines(leaf: Make) -> None:
    """Read back: mm and view box of the sheet, one closed path a card although they touch; nothing but paths."""
    (sheet,) = sheets([leaf(f"l{n}", (63, 88), ground="") for n in range(7)])
    (document,) = cutter.cutter_files([sheet], "scanncut", "cards")
    assert document.name == "cards-1.svg"
    root = ElementTree.fromstring(document.data)
    w, h = sheet.size
    assert (root.attrib["width"], root.attrib["height"]) == (f"{w:g}mm", f"{h:g}mm")
    assert root.attrib["viewBox"] == f"0 0 {w:g} {h:g}"
    (group,) = root
    assert {child.tag for child in group} == {f"{SVG}path"}
    boxes = []
    for child in group:
        words = child.attrib["d"].split()
        assert (words[0], words[-1], words.count("M")) == ("M", "Z", 1)
        numbers = [float(word) for word in words if word[0].isdigit()]
        boxes.append((min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])))
    slots = [(s.x, s.y, s.x + s.w, s.y + s.h) for s in (placed.slot for placed in sheet.placed)]
    assert boxes == [pytest.approx(slot, abs=0.001) for slot in slots]


def test_folds_for_scanncut_are_a_file_of_their_own(leaf: Make) -> None:
    (sheet,) = sheets([leaf("a", (63, 88), back="own")], duplex="fold")
    cut, fold = cutter.cutter_files([sheet], "scanncut", "x")
    assert (cut.name, fold.name) == ("x-1.svg", "x-1-fold.svg")
    assert b'id="fold"' not in cut.data
    assert b'id="cut"' not in fold.data


def test_a_sheet_larger_than_the_mat_is_refused(leaf: Make) -> None:
    """What is cut counts, not the paper: few cards on A3 fit."""
    few, many = ([leaf(f"l{n}", (63, 88), ground="") for n in range(count)] for count in (4, 20))
    assert list(cutter.cutter_files(impose_leaves(few, load_layout("a3"), "none"), "scanncut", "x"))
    with pytest.raises(LayoutError, match=r"x-1: lines over .* mm do not fit the mat of ScanNCut, 296\.67 x 298\.8 mm"):
        list(cutter.cutter_files(impose_leaves(many, load_layout("a3"), "none"), "scanncut", "x"))


# ---------------------------------------------------------------------- shared edges


@pytest.mark.parametrize("trim", [(63, 88), (44.45, 63.37)])
def test_shared_edges_are_cut_once(leaf: Make, trim: tuple[float, float]) -> None:
    """Cards with a white edge, which touch: every edge of every slot lies on exactly one line, no line elsewhere."""
    (sheet,) = sheets([leaf(f"l{n}", trim, ground="") for n in range(7)])
    found = lines(cutting_paths(sheet)["cut"])
    assert len(found) < 4 * 7
    corners = {
        (slot.x + dx, slot.y + dy)
        for slot in (p.slot for p in sheet.placed)
        for dx in (0, slot.w)
        for dy in (0, slot.h)
    }
    for placed in sheet.placed:
        x, y, w, h = placed.slot.rect
        for a, b in pairwise([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]):
            for part in (0.1, 0.5, 0.9):
                assert covered(between(a, b, part), found) == 1
    for edge in found:
        assert all(min(hypot(x - u, y - v) for u, v in corners) < 0.01 for x, y in edge)
    long = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in found)
    assert long < 7 * 2 * sum(trim)


def test_rounded_cards_share_their_straight_edges(leaf: Make) -> None:
    """Two beside each other: one line between them, eight corners left."""
    faces = [leaf(f"l{n}", (40, 60), "rounded").front for n in range(2)]
    slots = [Slot(10.05, 10, 40, 60), Slot(50.05, 10, 40, 60)]
    found = cutting_paths(Sheet((210, 297), "front", tuple(map(PlacedFace, faces, slots)), 0))["cut"]
    assert sum(step[0] == "C" for path in found for step in path) == 8
    straight = lines([path for path in found if all(step[0] != "C" for step in path)])
    assert covered((50.05, 40), straight) == 1
    assert covered((50.05, 11), straight) == 0


def test_pieces_apart_stay_closed(leaf: Make) -> None:
    """With a gap each is one closed path, which machines cut best."""
    (sheet,) = sheets([leaf(f"l{n}") for n in range(4)], 3.0)
    found = cutting_paths(sheet)["cut"]
    assert len(found) == 4
    assert all(path[-1][0] == "Z" for path in found)


def test_edges_that_overlap_in_part_are_joined() -> None:
    """A long edge beside two short ones; lines on different sides of the rounding grid are still one."""
    a = polygon_steps(((0, 0), (10.005, 0), (10.005, 20), (0, 20)))
    b = polygon_steps(((10.005 - 1e-9, 5), (15, 5), (15, 30), (10.005 - 1e-9, 30)))
    found = lines(merge_edges([a, b]))
    assert covered((10.005, 10), found) == 1
    assert [(p, q) for p, q in found if p[0] == pytest.approx(10.005) == q[0]] == [
        (pytest.approx((10.005, 0)), pytest.approx((10.005, 30)))
    ]


# ---------------------------------------------------------------------- folds and parts


def test_nets_cut_and_fold_along_their_lines(dice: Callable[[str], list[Leaf]]) -> None:
    """A die: its cutting line and its folds, not the paper round it; nothing that is only drawn."""
    leaves = dice("dice")[:1]
    (sheet,) = sheets(leaves)
    found = cutting_paths(sheet)
    slot, face = sheet.placed[0].slot, leaves[0].front
    for layer in ("cut", "fold"):
        (shape,) = [item for item in face.items if isinstance(item, Shape) and item.line == layer]
        wanted = [slot.to_page((float(step[1]), float(step[2])), face.trim) for step in shape.path if len(step) == 3]
        points = [point for path in found[layer] for point in path_points(path)]
        assert len(points) == len(wanted)
        for x, y in wanted:
            assert min(hypot(x - u, y - v) for u, v in points) < 0.01
    drawing = read_dxf(sheet)
    assert {entity.dxf.layer for entity in drawing.modelspace()} == {"CUT", "FOLD"}


def test_a_gutter_fold_is_a_fold(leaf: Make) -> None:
    """Fronts and backs on one page: the fold line between them is on its own layer."""
    (sheet,) = sheets([leaf("a", back="own")], duplex="fold")
    (path,) = cutting_paths(sheet)["fold"]
    assert [(float(step[1]), float(step[2])) for step in path] == list(sheet.folds[0])


def test_of_a_large_face_each_page_is_cut_to_its_cell() -> None:
    """Joined pages: what overlaps is cut away."""
    board = Leaf("board", Face("board front", (400, 300), ()))
    for sheet in sheets([board]):
        assert sheet.tile
        x, y, w, h = sheet.tile.cell
        found = cutting_paths(sheet)
        assert found["cut"] == [polygon_steps(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))]


def test_the_same_sheet_gives_the_same_bytes(leaf: Make) -> None:
    """And one file a sheet, numbered."""
    made = sheets([leaf(f"l{n}") for n in range(12)])
    for kind in ("svg", "dxf"):
        first, again = (list(cutter.cutter_files(made, kind, "cards")) for _ in range(2))
        assert first == again
        assert [document.name for document in first] == [f"cards-1.{kind}", f"cards-2.{kind}"]
