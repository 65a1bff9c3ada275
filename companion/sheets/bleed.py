"""Where a piece's bleed may lie on pages whose pieces stand nearer than twice the bleed.

Each piece keeps half the gap to itself, so at gap 0 neighbours meet at their trims; towards free paper the bleed is
whole. Beside the end of a cut each neighbour has its own colour. Positions only; mm of the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.faces import outline
from companion.faces.model import Point, Rect, Step, polygon_steps
from companion.sheets.model import PlacedFace, Sheet

Path = tuple[Step, ...]
SAME = 1e-6  # mm; edges nearer than this touch


def bleed_paths(sheet: Sheet, placed: PlacedFace) -> tuple[Path, ...]:
    """Return paths that this piece is printed within, all of them by the even-odd rule; none where nothing is near."""
    near = _near_pieces(sheet, placed)
    if not near or sheet.half_gap is None:
        return ()
    page = ((0.0, 0.0), (sheet.size[0], 0.0), sheet.size, (0.0, sheet.size[1]))
    if placed.face.outline in ("round", "hex"):
        alike = [other.slot.centre for other in near if _shape(other) == _shape(placed)]
        own = _nearest_area(page, placed.slot.centre, alike)
    else:
        own = _box_area(placed.slot.rect, [other.slot.rect for other in near], sheet.bleed)
    others = (other.path_to_page(outline.square_path(other.face, sheet.half_gap)) for other in near)
    return polygon_steps(own), (("rect", 0.0, 0.0, *sheet.size), *(step for path in others for step in path))


def _near_pieces(sheet: Sheet, placed: PlacedFace) -> list[PlacedFace]:
    """Return the other pieces whose bleed meets the bleed of this one."""
    x, y, w, h = placed.slot.rect
    reach = 2 * sheet.bleed
    boxes = ((other, other.slot.rect) for other in sheet.placed if other is not placed)
    return [
        other
        for other, (left, top, wide, high) in boxes
        if left < x + w + reach and x < left + wide + reach and top < y + h + reach and y < top + high + reach
    ]


def _shape(placed: PlacedFace) -> tuple[object, ...]:
    return placed.face.outline, placed.face.trim, placed.slot.angle % 180


def _box_area(box: Rect, others: Sequence[Rect], bleed: float) -> list[Point]:
    """Return the box with its bleed; a corner of the bleed ends where another box has its own beside it."""
    x, y, w, h = box
    out: list[Point] = []
    for right, low in ((0, 0), (1, 0), (1, 1), (0, 1)):  # clockwise from the upper left corner
        across, down = bleed, bleed
        for left, top, wide, high in others:
            beside = left - x - w if right else x - left - wide
            beyond = top - y - h if low else y - top - high
            if beside > -SAME and beside >= beyond and beyond + high > -bleed:
                across = min(across, beside / 2)
            elif beyond > -SAME and beside + wide > -bleed:
                down = min(down, beyond / 2)
        u, v = (1 if right else -1), (1 if low else -1)
        steps = [(0.0, bleed), (0.0, down), (across, down), (across, 0.0), (bleed, 0.0)]
        corner = [(x + right * w + u * dx, y + low * h + v * dy) for dx, dy in steps]
        out += corner if right != low else corner[::-1]
    return out


def _nearest_area(area: Sequence[Point], centre: Point, others: Sequence[Point]) -> list[Point]:
    """Return the part of a convex area that is nearer to this centre than to any other."""
    for ox, oy in others:
        ax, ay = ox - centre[0], oy - centre[1]
        limit = (ax * (ox + centre[0]) + ay * (oy + centre[1])) / 2
        kept: list[Point] = []
        for (px, py), (qx, qy) in zip(area, (*area[1:], area[0]), strict=True):
            p, q = limit - ax * px - ay * py, limit - ax * qx - ay * qy
            if p >= 0:
                kept.append((px, py))
            if p * q < 0:
                kept.append((px + (qx - px) * p / (p - q), py + (qy - py) * p / (p - q)))
        area = kept
    return list(area)
