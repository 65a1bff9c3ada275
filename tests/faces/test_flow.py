"""Running text on pages: what a narrow one does with columns and with words that no line holds."""

import pytest

from companion.faces.flow import BETWEEN, WORDS, PictureCell, TextFlow
from companion.faces.model import Text
from companion.faces.text import Style, Typesetter
from companion.pdf import fonts

STYLE = Style("sans-400", 9)
PICTURE = 20.0  # mm


def flow(width: float) -> TextFlow:
    return TextFlow((width, 200.0), Typesetter(fonts.letter_widths, "en"), {"text": STYLE})


def words(made: TextFlow) -> list[str]:
    return [item.words for page in made.pages for item in page if isinstance(item, Text)]


def test_a_narrow_page_has_one_column() -> None:
    """Two only where words beside a picture have room in each."""
    cells = [PictureCell(PICTURE, 10.0, (("some words", STYLE),))] * 2
    least = 2 * (PICTURE + 3.0 + WORDS) + BETWEEN
    for width, beside in ((least, True), (least - 1, False)):
        (_, x, y), (_, x2, y2) = flow(width).cells(cells)
        assert (x2 > x, y2 > y) == (beside, not beside)


@pytest.mark.parametrize("name", ["dice-sheets-on-very-long-paper.pdf", "п" * 80])
def test_a_word_that_no_line_holds_goes_on_in_the_next(name: str) -> None:
    """Without a letter lost, and no line wider than the page; words that fit stay whole."""
    made = flow(30.0)
    made.paragraph(f"It lies in {name} here")
    lines = words(made)
    assert "".join(lines).replace(" ", "") == f"Itliesin{name}here"
    assert all(made.setter.width(line, STYLE) <= 30.0 + 1e-6 for line in lines)
    assert lines[-1].split()[-1] == "here"
