"""Boxes for the cards of the user's own: thickness and sleeves change decks' boxes, and nothing else."""

from pathlib import Path

import pytest

from companion.core import resources
from companion.faces.model import Face
from companion.press import Job
from companion.press.printing import make_press
from companion.press.shop import components_of_kind
from tests.press.conftest import FERRY


def box(game: str, id: str = "", **options: float) -> Face:
    """The first box of a game, or the one of that id."""
    shop = make_press(Job(game, "boxes", **options)).shop
    return next(shop.leaf(row, None).front for row in components_of_kind(shop.content, "boxes") if id in row.id)


def width(face: Face) -> float:
    """Of what is cut out, mm."""
    across = [float(step[1]) for item in face.items if getattr(item, "line", "") == "cut" for step in item.path[:-1]]
    return max(across) - min(across)


def test_a_box_follows_the_cards() -> None:
    """Two walls wider by 3 mm for the sleeves; two walls and the strip deeper by what nine sleeved cards take."""
    with resources.using_folder(FERRY):
        plain, sleeved = box("ferry"), box("ferry", card_thickness=0.3, sleeve_thickness=0.2)
        thin = box("ferry", card_thickness=0.36)
    deeper = 9 * (0.3 + 0.2) - 9 * 0.45
    assert width(sleeved) - width(plain) == pytest.approx(2 * 3 + 3 * deeper, abs=0.01)
    assert width(plain) - width(thin) == pytest.approx(3 * 9 * (0.45 - 0.36), abs=0.01)


def test_the_paper_grows_with_the_box(tmp_path: Path) -> None:
    """A box that no longer fits its trim gets more; one that is no deck's stays as it is."""
    event, thick = (box("wotr", "fp-character", **options) for options in ({}, {"card_thickness": 1.5}))
    assert thick.trim[0] > event.trim[0] + 50
    assert width(thick) < thick.trim[0]
    assert box("dice", "sheet", card_thickness=1.5) == box("dice", "sheet")
