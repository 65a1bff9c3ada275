"""Pieces of different sizes on shared pages, by rectpack's MaxRects: the arrangement that takes the fewest pages."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf

from companion.sheets.model import Size, Slot

PARTS = 100  # of a mm; rectpack counts in whole numbers
Page = list[tuple[int, Slot]]  # pieces by their place in the list of sizes, with their slots from 0,0


def mix(sizes: Sequence[Size], room: Size, gap: float) -> list[Page]:
    """Every size (mm), turned by 90 degrees where that helps, at least `gap` apart, on as few pages as are found.

    In reading order. Each size fits the room.
    """
    from rectpack import SORT_AREA, SORT_LSIDE, MaxRectsBaf, MaxRectsBl, MaxRectsBssf

    found = [
        _packed(sizes, room, gap, way, order)
        for way in (MaxRectsBssf, MaxRectsBaf, MaxRectsBl)
        for order in (SORT_AREA, SORT_LSIDE)
    ]
    return min(found, key=len)


def _packed(sizes: Sequence[Size], room: Size, gap: float, way: type, order: object) -> list[Page]:
    from rectpack import PackingBin, PackingMode, newPacker

    packer = newPacker(PackingMode.Offline, PackingBin.BFF, way, order, rotation=True)
    for index, (w, h) in enumerate(sizes):
        packer.add_rect(_parts(w + gap), _parts(h + gap), index)
    packer.add_bin(_parts(room[0] + gap), _parts(room[1] + gap), count=inf)
    packer.pack()
    pages: list[Page] = [[] for _ in range(len(packer))]
    for page, x, y, wide, _, index in packer.rect_list():
        w, h = sizes[index]
        turned = wide != _parts(w + gap)
        slot = Slot(x / PARTS, y / PARTS, *((h, w) if turned else (w, h)), 90 * turned)
        pages[page].append((index, slot))
    assert sum(map(len, pages)) == len(sizes)
    return [sorted(page, key=lambda one: (one[1].y, one[1].x)) for page in pages]


def _parts(length: float) -> int:
    return ceil(length * PARTS - 1e-6)
