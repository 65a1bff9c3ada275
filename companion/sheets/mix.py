"""Packs pieces of different sizes on shared pages with rectpack's MaxRects: fewest pages, then fewest turned pieces."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf

from rectpack import (
    SORT_AREA,
    SORT_LSIDE,
    MaxRectsBaf,
    MaxRectsBl,
    MaxRectsBssf,
    PackingBin,
    PackingMode,
    newPacker,
)

from companion.sheets.model import Size, Slot

PARTS = 100  # of a mm; rectpack counts in whole numbers
Page = list[tuple[int, Slot]]  # pieces by their place in the list of sizes, with their slots from 0,0


def pack_mixed(sizes: Sequence[Size], room: Size, gaps: Sequence[float]) -> list[Page]:
    """Pack every size (mm), turned by 90 degrees where useful, on as few pages as found.

    gaps: per size; two pieces are apart by half the gap of each.
    Pages are in reading order. Each size must fit the room.
    """
    found = [
        _pack_pages(sizes, room, gaps, way, order)
        for way in (MaxRectsBssf, MaxRectsBaf, MaxRectsBl)
        for order in (SORT_AREA, SORT_LSIDE)
    ]
    return min(found, key=_merit)


def _merit(pages: Sequence[Page]) -> tuple[int, int]:
    """Return a sort key: few pages first, then few turned pieces."""
    return len(pages), sum(slot.angle != 0 for page in pages for _, slot in page)


def _pack_pages(sizes: Sequence[Size], room: Size, gaps: Sequence[float], way: type, order: object) -> list[Page]:
    packer = newPacker(PackingMode.Offline, PackingBin.BFF, way, order, rotation=True)
    least = min(gaps)
    for index, ((w, h), gap) in enumerate(zip(sizes, gaps, strict=True)):
        packer.add_rect(_parts(w + gap), _parts(h + gap), index)
    packer.add_bin(_parts(room[0] + least), _parts(room[1] + least), count=inf)
    packer.pack()
    pages: list[Page] = [[] for _ in range(len(packer))]
    for page, x, y, wide, _, index in packer.rect_list():
        (w, h), gap = sizes[index], gaps[index]
        turned = wide != _parts(w + gap)
        slot = Slot(x / PARTS, y / PARTS, *((h, w) if turned else (w, h)), 90 * turned)
        pages[page].append((index, slot.move_by((gap - least) / 2, (gap - least) / 2)))
    assert sum(map(len, pages)) == len(sizes)
    return [sorted(page, key=lambda one: (one[1].y, one[1].x)) for page in pages]


def _parts(length: float) -> int:
    return ceil(length * PARTS - 1e-6)
