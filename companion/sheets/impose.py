"""Leaves + layout -> Sheets: chooses slots for the least waste, pairs fronts and backs for the duplex mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby

from companion.core.errors import LayoutError, WrongCall
from companion.core.exact import total
from companion.faces.model import Face, Point, pair_fault, resize_face
from companion.faces.text import FLOOR
from companion.sheets.mix import pack_mixed
from companion.sheets.model import Correction, Layout, Leaf, PlacedFace, Sheet, Size, Slot
from companion.sheets.pack import pack_equal
from companion.sheets.tile import tile_leaves
from companion.sheets.turn_over import back_slot

APART = 2.0  # mm between round pieces, which scissors cannot part, and between those whose colour reaches the edge
FEW = 300  # pieces that are tried all together
DUPLEX = ("none", "long", "short", "fold", "glue")


def impose_leaves(
    leaves: Sequence[Leaf],
    layout: Layout,
    duplex: str,
    bleed: float = 0.0,
    correction: Correction | None = None,
    combine: bool = False,
) -> list[Sheet]:
    """Place every leaf; consecutive leaves of one trim and outline share pages.

    combine: all leaves of one trim and outline share pages, and remainders of all shapes share further pages.
    duplex: none gives each side its own page; long and short put the backs behind the fronts, mirrored for the edge
    over which the paper is turned; fold puts both sides on one page, to be folded and glued; glue makes all fronts and
    then all backs, to be glued sheet on sheet before cutting.
    correction: of this printer's back pages.
    A leaf larger than the paper is spread over several pages. Raises LayoutError if a leaf does not fit its slot or the
    paper, WrongCall for an unknown duplex mode.
    """
    if duplex not in DUPLEX:
        raise WrongCall("no_duplex", duplex, DUPLEX, choices=", ".join(DUPLEX))
    for leaf in leaves:
        if leaf.back is not None and _shape(leaf.back) != _shape(leaf.front):
            raise LayoutError(pair_fault(leaf.id, leaf.front, leaf.back))
    if combine and not layout.slots:
        sheets = _impose_combined(leaves, layout, duplex, bleed)
    else:
        groups = groupby(leaves, key=lambda leaf: _shape(leaf.front))
        sheets = [sheet for _, same in groups for sheet in _group(list(same), layout, duplex, bleed)]
    backs = [sheet for sheet in sheets if sheet.side == "back"]
    if duplex == "glue":
        return [sheet for sheet in sheets if sheet.side != "back"] + backs
    if duplex in ("long", "short"):
        return pair_backs(
            [replace(sheet, correction=correction) if sheet.side == "back" else sheet for sheet in sheets]
        )
    return sheets


def scale_to_save_pages(leaves: Sequence[Leaf], count: int, layout: Layout, duplex: str, scale: float) -> list[Leaf]:
    """Return leaves of one shape, scaled if `count` of them take fewer pages then.

    Unchanged if colour reaches the edge, figures need their space, or words would be too small to read.
    """
    first = leaves[0].front
    trim = (first.trim[0] * scale, first.trim[1] * scale)
    faces = [face for leaf in leaves for face in (leaf.front, leaf.back) if face]
    if any(face.ground or face.rooms for face in faces) or min(face.smallest_type for face in faces) * scale < FLOOR:
        return list(leaves)
    scaled = [
        Leaf(leaf.id, resize_face(leaf.front, trim), leaf.back and resize_face(leaf.back, trim)) for leaf in leaves
    ]
    return scaled if _pages(scaled, count, layout, duplex) < _pages(leaves, count, layout, duplex) else list(leaves)


def _pages(leaves: Sequence[Leaf], count: int, layout: Layout, duplex: str) -> int:
    """Return the number of front pages for `count` leaves like these."""
    _, slots = _grid([leaves[0]] * count, layout, duplex, 0.0)
    return (
        -(-count // len(slots)) if slots else count * len(tile_leaves([Leaf("", leaves[0].front)], layout, duplex, 0.0))
    )


def pair_backs(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Return the sheets with an empty back behind each front without one, so that no front is printed on a back."""
    if not any(sheet.side == "back" for sheet in sheets):
        return list(sheets)
    out: list[Sheet] = []
    for sheet in sheets:
        if sheet.side == "front" and out and out[-1].side == "front":
            out.append(Sheet(out[-1].size, "back", (), 0.0))
        out.append(sheet)
    return out


def _shape(face: Face) -> tuple[Size, str]:
    """Return trim and outline, the key of faces that share a grid."""
    return face.trim, face.outline


def _needed_bleed(leaves: Iterable[Leaf], bleed: float) -> float:
    """Return the bleed of these leaves, mm; 0 for white edges."""
    return bleed if any(face.ground for leaf in leaves for face in (leaf.front, leaf.back) if face) else 0.0


def _unit(leaf: Leaf, layout: Layout, fold: bool) -> Size:
    """Return the size a leaf takes on a page, with a fold both its sides."""
    w, h = leaf.front.trim
    return (w, 2 * (h + layout.gutter)) if fold else (w, h)


def _grid(leaves: Sequence[Leaf], layout: Layout, duplex: str, bleed: float) -> tuple[Size, list[Slot]]:
    """Return paper size and slots of a page for leaves of one shape; no slots if one is larger than the paper."""
    first, fold = leaves[0], _folds(leaves, duplex)
    w, h = first.front.trim
    what = f"{first.id} ({w:g} x {h:g} mm)"
    spread = _needed_bleed(leaves, bleed)
    gap = max(_gap(layout, spread, leaf) for leaf in leaves)
    size, slots = choose_slots(_unit(first, layout, fold), layout, spread, len(leaves), what, first.front.outline, gap)
    if fold and not slots:
        raise LayoutError(f"{what} does not fit {layout.paper} paper with a fold between its sides; take a larger one")
    return size, slots


def _folds(leaves: Iterable[Leaf], duplex: str) -> bool:
    return duplex == "fold" and any(leaf.back for leaf in leaves)


def _group(leaves: Sequence[Leaf], layout: Layout, duplex: str, bleed: float) -> list[Sheet]:
    spread = _needed_bleed(leaves, bleed)
    size, slots = _grid(leaves, layout, duplex, bleed)
    if not slots:
        return tile_leaves(leaves, layout, duplex, spread)
    sheets: list[Sheet] = []
    for first in range(0, len(leaves), len(slots)):
        pairs = list(zip(leaves[first : first + len(slots)], slots, strict=False))
        sheets += _page(pairs, size, layout, duplex, spread)
    return sheets


def _page(
    pairs: Sequence[tuple[Leaf, Slot]], size: Size, layout: Layout, duplex: str, spread: float
) -> Iterator[Sheet]:
    """Yield the sheet of these leaves and the sheet of their backs."""
    half_gap = _half_gap([slot for _, slot in pairs], layout, spread)
    if _folds([leaf for leaf, _ in pairs], duplex):
        yield replace(_folded_sheet(pairs, size, layout.gutter, spread), half_gap=half_gap)
        return
    placed = tuple(PlacedFace(leaf.front, slot) for leaf, slot in pairs)
    yield Sheet(size, "front", placed, spread, half_gap=half_gap)
    placed = tuple(PlacedFace(leaf.back, back_slot(slot, size, duplex)) for leaf, slot in pairs if leaf.back)
    if placed:
        yield Sheet(size, "back", placed, spread, half_gap=half_gap)


def _impose_combined(leaves: Sequence[Leaf], layout: Layout, duplex: str, bleed: float) -> list[Sheet]:
    """Return full pages of each shape, then the remainders of all shapes together.

    Few pieces share pages from the start if that takes fewer pages. Unshared pages come first.
    """
    shapes: dict[tuple[Size, str], list[Leaf]] = {}
    for leaf in leaves:
        shapes.setdefault(_shape(leaf.front), []).append(leaf)
    alone: list[Sheet] = []
    full: list[Sheet] = []
    small: list[Leaf] = []
    left: list[Leaf] = []
    for same in shapes.values():
        _, slots = _grid(same, layout, duplex, bleed)
        if len(slots) < 2 and not _fits(same, layout, duplex, bleed):
            alone += _group(same, layout, duplex, bleed)
            continue
        small += same
        pages = len(same) // len(slots)
        full += _group(same[: pages * len(slots)], layout, duplex, bleed) if pages else []
        left += same[pages * len(slots) :]
    alike = len({_shape(leaf.front) for leaf in left}) == 1
    found = [*full, *(_group if alike else _impose_mixed)(left, layout, duplex, bleed)]
    if len(small) <= FEW and len(shapes) > 1 and full:
        found = min(found, _impose_mixed(small, layout, duplex, bleed), key=len)
    return [*alone, *found]


def _room(leaves: Iterable[Leaf], layout: Layout, bleed: float) -> tuple[float, Size]:
    """Return the distance between the paper's edge and the trims, and the usable size; mm."""
    edge = layout.margin + _needed_bleed(leaves, bleed)
    return edge, (layout.size[0] - 2 * edge, layout.size[1] - 2 * edge)


def _fits(leaves: Sequence[Leaf], layout: Layout, duplex: str, bleed: float) -> bool:
    """True if leaves of one shape fit on a page with others."""
    return _fits_room(_unit(leaves[0], layout, _folds(leaves, duplex)), _room(leaves, layout, bleed)[1])


def _fits_room(unit: Size, room: Size) -> bool:
    """True if the unit fits the room, turned or not."""
    return min(unit) <= min(room) and max(unit) <= max(room)


def _impose_mixed(leaves: Sequence[Leaf], layout: Layout, duplex: str, bleed: float) -> list[Sheet]:
    """Return leaves of many shapes on shared pages, from the top left."""
    if not leaves:
        return []
    spread, fold = _needed_bleed(leaves, bleed), _folds(leaves, duplex)
    gaps = [_gap(layout, spread, leaf) for leaf in leaves]
    edge, room = _room(leaves, layout, bleed)
    units = [_unit(leaf, layout, fold) for leaf in leaves]
    foot = max(0.0, total(layout.notes[name] for name in ("edge", "height", "distance")) - layout.margin)
    rooms = [one for one in ((room[0], room[1] - foot), room) if all(_fits_room(unit, one) for unit in units)]
    sheets: list[Sheet] = []
    pages = min(
        (pack_mixed(units, one, gaps) for one in rooms), key=len
    )  # with room for the words below, if that is free
    for page in pages:
        pairs = [(leaves[index], slot.move_by(edge, edge)) for index, slot in page]
        sheets += _page(pairs, layout.size, layout, duplex, spread)
    return sheets


def choose_slots(
    unit: Size, layout: Layout, bleed: float, count: int, what: str, outline: str = "rect", gap: float = 0.0
) -> tuple[Size, list[Slot]]:
    """Return paper size (upright or landscape) and centred slots of a full page, chosen for `count` leaves.

    gap: between slots, mm.
    No slots if the leaves are too large. Raises LayoutError for fixed slots that are too small or margins that leave no
    room.
    """
    if layout.slots:
        return layout.size, _fixed_slots(unit, layout, what)
    if 2 * (layout.margin + bleed) >= min(layout.size):
        w, h = layout.size
        room = f"margins of {layout.margin:g} mm" + (f" and a bleed of {bleed:g} mm" if bleed else "")
        raise LayoutError(f"{room} leave no slot on {layout.paper} paper ({w:g} x {h:g} mm)")
    for margin in (layout.margin, layout.least):
        best: tuple[Size, list[Slot]] = (layout.size, [])
        for size in (layout.size, layout.size[::-1]):
            room_w, room_h = (edge - 2 * (margin + bleed) for edge in size)
            slots = pack_equal(*unit, room_w, room_h, gap, count, outline)
            if _merit(slots[:count]) > _merit(best[1][:count]):
                best = (size, slots)
        size, slots = best
        if slots:
            dx, dy = ((edge - end) / 2 for edge, end in zip(size, _extent(slots), strict=True))
            return size, [slot.move_by(dx, dy) for slot in slots]
    return layout.size, []


def _gap(layout: Layout, bleed: float, leaf: Leaf) -> float:
    """Return the gap between equal leaves, mm."""
    if layout.gap is None:
        coloured = any(face.ground for face in (leaf.front, leaf.back) if face)
        return max(2 * bleed, APART if coloured or leaf.front.outline == "round" else 0.0)
    return layout.gap


def _half_gap(slots: Sequence[Slot], layout: Layout, bleed: float) -> float | None:
    """Return half the gap between slots of a page, mm; None if the whole bleed fits between them."""
    if layout.slots:
        gap = max(0.0, min((_distance(one, other) for one, other in combinations(slots, 2)), default=2 * bleed))
    else:
        gap = 2 * bleed if layout.gap is None else layout.gap
    return gap / 2 if gap < 2 * bleed - 1e-6 else None


def _distance(one: Slot, other: Slot) -> float:
    """Return the distance of two slots across or down, the larger one; mm, negative if they overlap."""
    across = max(other.x - one.x - one.w, one.x - other.x - other.w)
    return max(across, other.y - one.y - one.h, one.y - other.y - other.h)


def _fixed_slots(unit: Size, layout: Layout, what: str) -> list[Slot]:
    """Return the layout's own slots, the unit centred in each."""
    w, h = unit
    out = []
    for slot in layout.slots:
        wide, high = (w, h) if slot.angle % 180 == 0 else (h, w)
        if wide > slot.w + 0.01 or high > slot.h + 0.01:
            raise LayoutError(f"{what} does not fit its slot of {slot.w:g} x {slot.h:g} mm")
        out.append(Slot(slot.x + (slot.w - wide) / 2, slot.y + (slot.h - high) / 2, wide, high, slot.angle))
    paper_w, paper_h = layout.size
    for index, slot in enumerate(out):
        if slot.x < 0 or slot.y < 0 or slot.x + slot.w > paper_w + 0.01 or slot.y + slot.h > paper_h + 0.01:
            raise LayoutError(f"layout '{layout.name}': slot {index + 1} is outside {layout.paper} paper")
        for other in out[:index]:
            if _distance(slot, other) < -0.01:
                raise LayoutError(f"layout '{layout.name}': slots {out.index(other) + 1} and {index + 1} overlap")
    return out


def _merit(slots: Sequence[Slot]) -> tuple[int, int]:
    """Return a sort key: many slots first, then few turned ones."""
    return len(slots), -sum(slot.angle != 0 for slot in slots)


def _extent(slots: Sequence[Slot]) -> Point:
    return max(slot.x + slot.w for slot in slots), max(slot.y + slot.h for slot in slots)


def _folded_sheet(pairs: Sequence[tuple[Leaf, Slot]], size: Size, gutter: float, bleed: float) -> Sheet:
    """Return fronts before the fold and backs behind it, upside down. A turned unit has its fold upright."""
    placed: list[PlacedFace] = []
    folds: list[tuple[Point, Point]] = []
    for leaf, unit in pairs:
        x, y, w, tall = unit.rect
        h = leaf.front.trim[1]
        if unit.angle:  # turned clockwise: the front lies to the right of the fold
            middle = x + w / 2
            front = Slot(middle + gutter, y, h, tall, 90)
            back = Slot(middle - gutter - h, y, h, tall, 270)
            folds.append(((middle, y), (middle, y + tall)))
        else:
            middle = y + tall / 2
            front = Slot(x, middle - gutter - h, w, h, 0)
            back = Slot(x, middle + gutter, w, h, 180)
            folds.append(((x, middle), (x + w, middle)))
        placed.append(PlacedFace(leaf.front, front))
        if leaf.back:
            placed.append(PlacedFace(leaf.back, back))
    return Sheet(size, "fold", tuple(placed), bleed, tuple(folds))
