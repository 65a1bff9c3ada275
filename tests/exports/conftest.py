"""Small leaves of every outline, and the real ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from companion.content.load import game_content
from companion.faces.model import Face, Picture, Shape, Text
from companion.faces.palette import Palette, inks
from companion.press.shop import Shop
from companion.sheets.model import Leaf

Make = Callable[..., Leaf]
BLUE, RED = "#2E5C8A", "#7E2118"  # grounds of fronts and of backs


@pytest.fixture(scope="session")
def full() -> Palette:
    return inks()["full"]


@pytest.fixture(scope="session")
def leaf() -> Make:
    """leaf(id, trim=(63, 88), outline="rect", back="" | "same" | "own", ground=BLUE, at=(20, 40))."""

    def make(
        id: str,
        trim: tuple[float, float] = (63.0, 88.0),
        outline: str = "rect",
        back: str = "",
        ground: str = BLUE,
        at: tuple[float, float] = (20.0, 40.0),
    ) -> Leaf:
        corner = 3.0 if outline == "rounded" else 0.0
        items = (Text(*at, id, "serif-600", 12, "ink"), Shape((("circle", *at, 3.0),), stroke="ink", width=0.3))
        front = Face(f"{id} front", trim, items, ground, outline, corner)
        if not back:
            return Leaf(id, front)
        words = id if back == "own" else "back"
        sign = Picture("icons/ring", trim[0] / 2 - 6, trim[1] / 2 - 6, 12, 12, "ink")
        items_back = (sign, Text(8, trim[1] / 2 + 10, words, "sans-400", 8, "ink"))
        return Leaf(id, front, Face(f"{id} back", trim, items_back, RED, outline, corner))

    return make


@pytest.fixture(scope="session")
def dice() -> Callable[[str], list[Leaf]]:
    """dice(kind): every copy of the dice game's leaves of a kind."""

    @cache
    def leaves(kind: str) -> list[Leaf]:
        shop = Shop(game_content("dice"), "en")
        pieces = [shop.piece(plan) for plan in shop.plan(kind)]
        return [piece.leaf for piece in pieces for _ in range(piece.copies)]

    return leaves
