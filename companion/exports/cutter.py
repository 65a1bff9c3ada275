"""Files for cutting machines: outlines and folds of printed sheets as SVG or DXF, from the slots of the PDF.

Two layers, cut and fold. mm; SVG with y down like the sheet, DXF (R12) with y up from the sheet's lower edge. An edge
that neighbouring pieces share is cut once. Knows lines, not the print between them.

For Brother ScanNCut, whose program CanvasWorkspace has no layers and takes closed outlines: SVG with each outline
whole, and folds in a file of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import atan2, cos, hypot, pi, sin

from companion.core.errors import LayoutError
from companion.exports.model import Document
from companion.faces import outline
from companion.faces.model import Point, Shape, Step, polygon_steps
from companion.sheets.model import Sheet

LAYERS = ("cut", "fold")
COLOURS = {"cut": ("#D00000", 1), "fold": ("#0050D0", 5)}  # in SVG; in DXF, by AutoCAD's index
PEN = 0.1  # mm; machines go by the path
SAME = 0.005  # mm; lines nearer than this are one
MAT = (296.67, 298.8)  # mm that ScanNCut cuts on its mat of 12 x 12 inches (public: svg2fcm)
CURVE_PARTS = 24  # straight parts of a Bézier curve in DXF; a quarter of a 30 mm circle is off by 0.01 mm
Path = tuple[Step, ...]
Line = tuple[Point, Point]


def cutter_files(sheets: Iterable[Sheet], kind: str, stem: str) -> Iterator[Document]:
    """Yield one file a sheet, `STEM-1.svg` or `STEM-1.dxf`, numbered like the pages; scanncut: `STEM-1-fold.svg` too.

    sheets: backs (cut with their fronts) and sheets without pieces are skipped.
    kind: svg, dxf or scanncut.
    Raises LayoutError if a sheet is larger than the mat.
    """
    for number, sheet in enumerate(sheets, 1):
        if sheet.side not in ("front", "fold") or not sheet.placed:
            continue
        name = f"{stem}-{number}"
        if kind == "scanncut":
            yield from _scanncut_files(sheet, name)
            continue
        write: Callable[[Sheet, Mapping[str, list[Path]]], str] = {"svg": sheet_svg, "dxf": sheet_dxf}[kind]
        yield Document(f"{name}.{kind}", write(sheet, cutting_paths(sheet)).encode("ascii"))


def _scanncut_files(sheet: Sheet, name: str) -> Iterator[Document]:
    layers = cutting_paths(sheet, whole=True)
    points = [point for paths in layers.values() for path in paths for point in path_points(path)]
    w, h = (max(values) - min(values) for values in zip(*points, strict=True)) if points else (0.0, 0.0)
    if min(w, h) > min(MAT) or max(w, h) > max(MAT):
        raise LayoutError(
            f"{name}: lines over {w:.1f} x {h:.1f} mm do not fit the mat of ScanNCut, {MAT[0]:g} x {MAT[1]:g} mm; "
            "take --paper a4 or letter"
        )
    for layer, ending in (("cut", ""), ("fold", "-fold")):
        if layers[layer]:
            yield Document(f"{name}{ending}.svg", sheet_svg(sheet, {layer: layers[layer]}).encode("ascii"))


# ---------------------------------------------------------------------- what is cut and folded


def cutting_paths(sheet: Sheet, whole: bool = False) -> dict[str, list[Path]]:
    """Return the paths of each layer in mm of the sheet: M, L, C and Z steps, a circle as one step.

    whole: outlines stay closed, and an edge that two pieces share is in both.
    """
    merge: Callable[[Sequence[Path]], list[Path]] = list if whole else merge_edges
    cut: list[Path] = []
    fold = [polygon_steps(line, closed=False) for line in sheet.folds]
    if sheet.tile:  # a part of a larger face: what is kept of the page
        x, y, w, h = sheet.tile.cell
        return {"cut": [polygon_steps(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))], "fold": []}
    if sheet.side == "fold":  # both sides in one piece, to be folded and glued
        return {"cut": merge([_unit(line, sheet) for line in sheet.folds]), "fold": fold}
    for placed in sheet.placed:
        face = placed.face
        drawn = {name: [s.path for s in face.items if isinstance(s, Shape) and s.line == name] for name in LAYERS}
        if face.outline != "net":
            drawn["cut"] = [outline.outline_path(face)]
        cut += [placed.path_to_page(part) for path in drawn["cut"] for part in _parts(path)]
        fold += [placed.path_to_page(part) for path in drawn["fold"] for part in _parts(path)]
    return {"cut": merge(cut), "fold": merge_edges(fold)}


def _unit(fold: Line, sheet: Sheet) -> Path:
    """Return the rectangle round the front and back at a fold."""
    (ax, ay), (_, by) = fold
    near = []
    for placed in sheet.placed:
        x, y, w, h = placed.slot.rect
        beside = abs(y + h / 2 - ay) - h / 2 if ay == by else abs(x + w / 2 - ax) - w / 2
        along = (x, ax) if ay == by else (y, ay)
        near.append((abs(along[0] - along[1]), beside, placed.slot))
    level = [(beside, slot) for off, beside, slot in near if off < SAME]
    closest = min(beside for beside, _ in level)
    slots = [slot for beside, slot in level if beside < closest + SAME]
    left, top = min(slot.x for slot in slots), min(slot.y for slot in slots)
    right, bottom = max(slot.x + slot.w for slot in slots), max(slot.y + slot.h for slot in slots)
    if ay == by:
        top, bottom = min(top, 2 * ay - bottom), max(bottom, 2 * ay - top)
    else:
        left, right = min(left, 2 * ax - right), max(right, 2 * ax - left)
    return polygon_steps(((left, top), (right, top), (right, bottom), (left, bottom)))


def _parts(path: Path) -> Iterator[Path]:
    """Yield the strokes of a path: each from one M to the next, a rectangle as its corners, a circle alone."""
    part: list[Step] = []
    for step in path:
        if step[0] in ("M", "rect", "circle") and part:
            yield tuple(part)
            part = []
        if step[0] == "rect":
            x, y, w, h = (float(value) for value in step[1:])
            yield polygon_steps(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
        elif step[0] == "circle":
            yield (step,)
        else:
            part.append(step)
    if part:
        yield tuple(part)


# ---------------------------------------------------------------------- shared edges


@dataclass(frozen=True, slots=True, order=True)
class _Edge:
    """A straight edge.

    turn, offset: the infinite line it lies on.
    low, high: start and end along that line.
    """

    turn: int
    offset: float
    low: float
    high: float
    ends: Line  # at low and at high
    path: int

    @classmethod
    def from_line(cls, line: Line, path: int) -> _Edge:
        """Return the edge of a path. Directions are compared to 0.1 millirad."""
        (ax, ay), (bx, by) = line
        turn = atan2(by - ay, bx - ax) % pi
        turn = 0.0 if pi - turn < 1e-5 else turn
        c, s = cos(turn), sin(turn)
        (low, first), (high, last) = sorted((x * c + y * s, (x, y)) for x, y in line)
        return cls(round(turn * 1e4), ay * c - ax * s, low, high, (first, last), path)


def merge_edges(paths: Sequence[Path]) -> list[Path]:
    """Return the paths without doubled edges: paths that share edges are split and their straight edges joined."""
    edges = [_Edge.from_line(line, index) for index, path in enumerate(paths) for line in _straight_edges(path)]
    rows = _rows(edges)
    shared: set[int] = set()
    for row in rows:
        longest = row[0]
        for edge in row[1:]:
            if edge.low < longest.high - SAME and edge.path != longest.path:
                shared |= {edge.path, longest.path}
            if edge.high > longest.high:
                longest = edge
    out = [path for index, path in enumerate(paths) if index not in shared]
    out += [bend for index in sorted(shared) for bend in _bends(paths[index])]
    for row in rows:
        out += [polygon_steps(line, closed=False) for line in _join_row([edge for edge in row if edge.path in shared])]
    return out


def _rows(edges: Iterable[_Edge]) -> list[list[_Edge]]:
    """Return edges grouped by the infinite line they lie on, each group sorted."""
    rows: list[list[_Edge]] = []
    for edge in sorted(edges):
        last = rows[-1][-1] if rows else None
        if last and edge.turn == last.turn and edge.offset - last.offset < SAME:
            rows[-1].append(edge)
        else:
            rows.append([edge])
    return [sorted(row, key=lambda edge: (edge.low, edge.high)) for row in rows]


def _join_row(row: Iterable[_Edge]) -> Iterator[Line]:
    """Yield overlapping or touching edges of a row as one line."""
    first: Point | None = None
    last, high = (0.0, 0.0), 0.0
    for edge in row:
        if first is None or edge.low > high + SAME:
            if first is not None:
                yield first, last
            first, last, high = edge.ends[0], edge.ends[1], edge.high
        elif edge.high > high:
            last, high = edge.ends[1], edge.high
    if first is not None:
        yield first, last


def _straight_edges(path: Path) -> Iterator[Line]:
    """Yield the straight edges of a path."""
    start = at = (0.0, 0.0)
    for op, *raw in path:
        numbers = [float(value) for value in raw]
        if op == "circle":
            return
        to = start if op == "Z" else (numbers[-2], numbers[-1])
        if op == "M":
            start = to
        elif op in ("L", "Z") and hypot(to[0] - at[0], to[1] - at[1]) > SAME:
            yield at, to
        at = to


def _bends(path: Path) -> Iterator[Path]:
    """Yield the curves of a path, each as a path of its own."""
    at: Point = (0.0, 0.0)
    for step in path:
        if step[0] == "C":
            yield ("M", *at), step
        if len(step) > 1:
            at = (float(step[-2]), float(step[-1]))


# ---------------------------------------------------------------------- SVG


def sheet_svg(sheet: Sheet, layers: Mapping[str, Sequence[Path]]) -> str:
    """Return the sheet as SVG, one group a layer."""
    w, h = (_n(edge) for edge in sheet.size)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">']
    for layer in layers:
        colour, _ = COLOURS[layer]
        out.append(f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="{PEN}">')
        out += [_svg(path) for path in layers[layer]]
        out.append("</g>")
    return "\n".join([*out, "</svg>", ""])


def _svg(path: Path) -> str:
    if path[0][0] == "circle":
        x, y, r = (_n(float(value)) for value in path[0][1:])
        return f'<circle cx="{x}" cy="{y}" r="{r}"/>'
    return '<path d="{}"/>'.format(" ".join(" ".join([str(op), *(_n(float(v)) for v in rest)]) for op, *rest in path))


# ---------------------------------------------------------------------- DXF


def sheet_dxf(sheet: Sheet, layers: Mapping[str, Sequence[Path]]) -> str:
    """Return the sheet as R12 ASCII DXF: LINE, CIRCLE and POLYLINE on the layers CUT and FOLD, in mm."""
    w, h = sheet.size
    tags: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    tags += [(9, "$INSUNITS"), (70, 4), (9, "$EXTMIN"), (10, 0.0), (20, 0.0), (9, "$EXTMAX"), (10, w), (20, h)]
    tags += [(0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LTYPE"), (70, 1), (0, "LTYPE")]
    tags += [(2, "CONTINUOUS"), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, 0.0), (0, "ENDTAB")]
    tags += [(0, "TABLE"), (2, "LAYER"), (70, len(LAYERS))]
    for layer in LAYERS:
        tags += [(0, "LAYER"), (2, layer.upper()), (70, 0), (62, COLOURS[layer][1]), (6, "CONTINUOUS")]
    tags += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for layer in LAYERS:
        for path in layers[layer]:
            tags += _entity(path, layer.upper(), h)
    tags += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{_n(value) if isinstance(value, float) else value}\n" for code, value in tags)


def _entity(path: Path, layer: str, height: float) -> list[tuple[int, object]]:
    """Return one DXF entity, y upwards."""
    if path[0][0] == "circle":
        x, y, r = (float(value) for value in path[0][1:])
        return [(0, "CIRCLE"), (8, layer), (10, x), (20, height - y), (40, r)]
    points = [(x, height - y) for x, y in path_points(path)]
    closed = path[-1][0] == "Z"
    if len(points) == 2 and not closed:
        (ax, ay), (bx, by) = points
        return [(0, "LINE"), (8, layer), (10, ax), (20, ay), (11, bx), (21, by)]
    tags: list[tuple[int, object]] = [(0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed))]
    for x, y in points:
        tags += [(0, "VERTEX"), (8, layer), (10, x), (20, y)]
    return [*tags, (0, "SEQEND"), (8, layer)]


def path_points(path: Path) -> list[Point]:
    """Return a path as points, curves as straight parts, a circle as corners of its box; no first point is repeated."""
    points: list[Point] = []
    for op, *raw in path:
        n = [float(value) for value in raw]
        if op == "circle":
            points += [(n[0] - n[2], n[1] - n[2]), (n[0] + n[2], n[1] + n[2])]
        elif op == "C":
            x, y = points[-1]
            for part in range(1, CURVE_PARTS + 1):
                t = part / CURVE_PARTS
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                points.append((a * x + b * n[0] + c * n[2] + d * n[4], a * y + b * n[1] + c * n[3] + d * n[5]))
        elif op != "Z":
            points.append((n[0], n[1]))
    if path[-1][0] == "Z" and hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) < SAME:
        points.pop()
    return [point for point, _ in groupby(points)]


def _n(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
