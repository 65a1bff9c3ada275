"""Two rows on one leaf: `back_row` names the field of a row that names the row on its back."""

from typing import Any

import pytest

from companion.content import load
from companion.content.load import game_content
from companion.core.errors import ContentError
from companion.gallery.faces import draw_gallery
from companion.press import Shop

COMPONENTS, PASSENGERS = "content/ferry/components.yaml", "content/ferry/passengers.yaml"
PAIRED = (
    (COMPONENTS, "copies: int}", 'copies: int, back_row: "text?"}'),
    (COMPONENTS, 'back: "back.{{ passenger.bank }}"', "back: passenger, back_row: other"),
    (PASSENGERS, "number: int,", 'number: int, other: "ref passenger?",'),
)
MILLER, SMITH, GOOSE = "{id: miller, ", "{id: smith, ", "{id: goose, "
OTHER = "other: goose, "


def test_a_row_lies_behind_another(edited: Any) -> None:
    """Two leaves of three rows; the one behind is asked for by its own name, and drawn as on a front."""
    for change in (*PAIRED, (PASSENGERS, MILLER, MILLER + OTHER)):
        edited(*change)
    shop = Shop(game_content("ferry"), "en")
    component = shop.content["component"]["passenger"]
    assert [row.id for row in shop.rows(component) if row] == ["miller", "smith"]
    miller, smith = (shop.leaf(component, row) for row in shop.rows(component))
    alone = shop.leaf(component, shop.content["passenger"]["goose"]).front
    assert miller.back is not None
    assert miller.back.items == alone.items
    assert smith.back is None
    assert [row.id for _, row, _ in shop.plan("cards", ["passenger/goose"]) if row] == ["miller"]
    shown = [(face.id, face.side) for face in draw_gallery("ferry", "cards", "en", ["passenger-goose"]).shown]
    assert shown == [("passenger-miller", "front"), ("passenger-miller", "back")]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ([(COMPONENTS, "back_row: other", "back_row: othr")], "'back_row' names no `ref passenger` 'othr'.*'other'"),
        (
            [(PASSENGERS, MILLER, MILLER + OTHER), (PASSENGERS, GOOSE, GOOSE + "other: smith, ")],
            "passengers.yaml:6: goose: 'other' of another row",
        ),
        (
            [
                (PASSENGERS, MILLER, MILLER + OTHER),
                (PASSENGERS, SMITH, SMITH + OTHER),
            ],
            "passengers.yaml:6: goose: 'other' of another row",
        ),
    ],
)
def test_what_cannot_lie_behind(edited: Any, changes: list[tuple[str, str, str]], told: str) -> None:
    """A field that names no row; a row with a back of its own; one behind two."""
    for change in (*PAIRED, *changes):
        edited(*change)
    with pytest.raises(ContentError, match=told):
        load.load("ferry")
