"""Where figures stand: the outline that a drawing gives, and what is said of a space too small."""

import pytest

from companion.core.errors import FaceError
from companion.faces.contour import path_contour
from companion.faces.figure_space import crowded_spaces
from companion.faces.model import Face, FigureSpace, Text
from companion.faces.text import Typesetter
from companion.pdf import fonts

SQUARE = (((0.0, 0.0), (25.0, 0.0), (25.0, 25.0), (0.0, 25.0)),)
SETTER = Typesetter(fonts.letter_widths, "en")


def face(room: FigureSpace) -> Face:
    """A square with a word across its middle."""
    return Face("board front", (30, 30), (Text(2, 13, "Helm's Deep", "serif-600", 11, "ink"),), rooms=(room,))


def test_an_outline_is_scaled_into_its_box() -> None:
    """The drawing is 780 x 538 mm; half as large and moved, a region is half as large too."""
    whole, half = (path_contour("wotr/map", "land-gorgoroth", box) for box in ((0, 0, 780, 538), (10, 20, 390, 269)))
    assert [[(10 + x / 2, 20 + y / 2) for x, y in ring] for ring in whole] == [
        [pytest.approx(point) for point in ring] for ring in half
    ]
    assert len(whole[0]) > 20


@pytest.mark.parametrize(("art", "name"), [("wotr/map", "land-narnia"), ("icons/eye", "land-gorgoroth")])
def test_a_path_that_is_not_there_is_a_fault(art: str, name: str) -> None:
    with pytest.raises(FaceError, match=f"cards/art/{art}.svg has no path '{name}'"):
        path_contour(art, name, (0, 0, 10, 10))


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (FigureSpace("", SQUARE, 4, 12), []),
        (FigureSpace("", SQUARE, 5, 12), ["board front: room number 1 holds 4 figures of 12 mm, not 5"]),
        (FigureSpace("keep", SQUARE, 4, 12, words=True), ["board front: room keep holds 0 figures of 12 mm, not 4"]),
        (
            FigureSpace("keep", SQUARE, 4, 12, ((0, 0, 6, 6),)),
            ["board front: room keep holds 3 figures of 12 mm, not 4"],
        ),
    ],
)
def test_a_room_too_small_is_told(room: FigureSpace, said: list[str]) -> None:
    assert list(crowded_spaces(face(room), SETTER)) == said
