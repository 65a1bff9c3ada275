"""Setting text: breaking, fitting, markup, and what the type cannot print."""

import pytest

from companion.errors import FaceError
from companion.faces.text import Style, Typesetter
from companion.pdf import fonts
from companion.units import mm

STYLE = Style("sans-400", 8, bold="sans-600")


@pytest.fixture
def type() -> Typesetter:
    return Typesetter(fonts.letters, "en")


def lines(fitted: object) -> list[str]:
    return [" ".join(run.words for run in line.runs) for line in fitted.lines]  # type: ignore[attr-defined]


def test_widths_are_those_of_the_type(type: Typesetter) -> None:
    """'n' of Source Sans is 0.547 em wide, so ten of them at 10 pt are 5.47 em of 3.53 mm."""
    assert type.width("n" * 10, STYLE, 10) == pytest.approx(mm(10) * 10 * fonts.letters("sans-400")["n"])
    tracked = Style("sans-400", 10, tracking=0.1)
    assert type.width("nn", tracked) - type.width("nn", STYLE, 10) == pytest.approx(mm(1))


def test_no_line_is_wider_than_its_box(type: Typesetter) -> None:
    """Whatever the size that was found."""
    for width in (20, 25, 33, 47):
        fitted = type.fit("Not all those who wander are lost; the old that is strong", STYLE, width, most=4)
        assert all(line.w <= width + 1e-6 for line in fitted.lines)
        assert len(fitted.lines) <= 4


def test_the_largest_size_that_fits_is_taken(type: Typesetter) -> None:
    """One step larger would not fit."""
    words = "Helm’s Deep and the Glittering Caves"
    fitted = type.fit(words, STYLE, 40)
    assert 5.5 <= fitted.size < 8
    assert type.width(words, STYLE, fitted.size) <= 40 < type.width(words, STYLE, fitted.size + 0.1)


def test_fewer_lines_are_kept_while_the_size_allows(type: Typesetter) -> None:
    """A name stays on one line down to `keep`, and only then breaks, back at full size."""
    style = Style("serif-600", 7.2)
    assert type.fit("Minas Tirith", style, 14, most=2, keep=6.4).size < 7.2
    broken = type.fit("Minas Tirith", style, 11, most=2, keep=6.4)
    assert (len(broken.lines), broken.size) == (2, 7.2)


def test_lines_are_of_about_equal_length(type: Typesetter) -> None:
    """No last word stands alone."""
    assert lines(type.fit("all seven full: you are out", STYLE, 27, most=2)) == ["all seven full:", "you are out"]


def test_overflow_says_by_how_much(type: Typesetter) -> None:
    """The floor is 5.5 pt; nothing is clipped in silence."""
    with pytest.raises(FaceError, match=r"needs \d+\.\d mm at 5\.5 pt for 'A road', its box has 3\.0 mm"):
        type.fit("A road", STYLE, 3)
    with pytest.raises(FaceError, match=r"needs \d lines"):
        type.fit("one two three four five six seven", STYLE, 9, most=2)
    with pytest.raises(FaceError, match="mm of height"):
        type.fit_height("one two three four five six seven", STYLE, 9, 4)


def test_markup_sets_bold_and_icons(type: Typesetter) -> None:
    """Runs of one font are one string; an icon takes its own room."""
    line = type.fit("*Two Rings* or [ring] one", STYLE, 90).lines[0]
    assert [(run.words, run.font, run.icon) for run in line.runs] == [
        ("Two Rings", "sans-600", ""),
        ("or", "sans-400", ""),
        ("", "sans-400", "ring"),
        ("one", "sans-400", ""),
    ]
    assert [run.x for run in line.runs] == sorted(run.x for run in line.runs)


def test_a_one_letter_word_never_ends_a_slavic_line() -> None:
    """'w' and 'з' belong to what follows; in English 'a' may end a line."""
    text = "idziemy w Morii w dół"
    for width in range(12, 40):
        try:
            fitted = Typesetter(fonts.letters, "pl").fit(text, STYLE, width, most=4)
        except FaceError:
            continue
        assert not any(line.endswith(" w") or line == "w" for line in lines(fitted))


def test_a_letter_the_type_lacks_is_an_error(type: Typesetter) -> None:
    """ReportLab would drop it without a word."""
    with pytest.raises(FaceError, match=r"font sans-400 has no letter 'ᚠ' \(U\+16A0\)"):
        type.fit("rune ᚠ", STYLE, 50)


def test_capitals_and_paragraphs(type: Typesetter) -> None:
    """Capitals are made before measuring; each line of a box begins its own paragraph."""
    assert lines(type.fit("basic side", Style("sans-600", 6, capitals=True), 40)) == ["BASIC SIDE"]
    assert lines(type.fit_height("one two\nthree", STYLE, 40, 20)) == ["one two", "three"]
