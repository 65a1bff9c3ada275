"""Setting text: breaking, fitting, markup, and what the type cannot print."""

import pytest

from companion.core.errors import FaceError
from companion.core.units import mm
from companion.faces.text import Style, Typesetter
from companion.pdf import fonts

STYLE = Style("sans-400", 8, bold="sans-600")


@pytest.fixture
def setter() -> Typesetter:
    return Typesetter(fonts.letter_widths, "en")


def lines(fitted: object) -> list[str]:
    return [" ".join(run.words for run in line.runs) for line in fitted.lines]  # type: ignore[attr-defined]


def test_widths_are_those_of_the_type(setter: Typesetter) -> None:
    """'n' of Source Sans is 0.547 em wide, so ten of them at 10 pt are 5.47 em of 3.53 mm."""
    assert setter.width("n" * 10, STYLE, 10) == pytest.approx(mm(10) * 10 * fonts.letter_widths("sans-400")["n"])
    tracked = Style("sans-400", 10, tracking=0.1)
    assert setter.width("nn", tracked) - setter.width("nn", STYLE, 10) == pytest.approx(mm(1))


def test_no_line_is_wider_than_its_box(setter: Typesetter) -> None:
    """Whatever the size that was found."""
    for width in (20, 25, 33, 47):
        fitted = setter.fit("Not all those who wander are lost; the old that is strong", STYLE, width, most=4)
        assert all(line.w <= width + 1e-6 for line in fitted.lines)
        assert len(fitted.lines) <= 4


def test_the_largest_size_that_fits_is_taken(setter: Typesetter) -> None:
    """One step larger would not fit."""
    words = "Helm’s Deep and the Glittering Caves"
    fitted = setter.fit(words, STYLE, 40)
    assert 5.5 <= fitted.size < 8
    assert setter.width(words, STYLE, fitted.size) <= 40 < setter.width(words, STYLE, fitted.size + 0.1)


def test_fewer_lines_are_kept_while_the_size_allows(setter: Typesetter) -> None:
    """A name stays on one line down to `keep`, and only then breaks, back at full size."""
    style = Style("serif-600", 7.2)
    assert setter.fit("Minas Tirith", style, 14, most=2, keep=6.4).size < 7.2
    broken = setter.fit("Minas Tirith", style, 11, most=2, keep=6.4)
    assert (len(broken.lines), broken.size) == (2, 7.2)


def test_lines_are_of_about_equal_length(setter: Typesetter) -> None:
    """No last word stands alone."""
    assert lines(setter.fit("all seven full: you are out", STYLE, 27, most=2)) == ["all seven full:", "you are out"]


def test_overflow_says_by_how_much(setter: Typesetter) -> None:
    """The floor is 5.5 pt; nothing is clipped in silence."""
    with pytest.raises(FaceError, match=r"needs \d+\.\d mm at 5\.5 pt for 'A road', its box has 3\.0 mm"):
        setter.fit("A road", STYLE, 3)
    with pytest.raises(FaceError, match=r"needs \d lines"):
        setter.fit("one two three four five six seven", STYLE, 9, most=2)
    with pytest.raises(FaceError, match="mm of height"):
        setter.fit_height("one two three four five six seven", STYLE, 9, 4)
    with pytest.raises(FaceError, match=r"needs \d+\.\d mm at 5\.5 pt for 'Glittering', its box has 4\.0 mm"):
        setter.fit_height("the Glittering Caves", STYLE, 4, 90)


def test_markup_sets_bold_and_icons(setter: Typesetter) -> None:
    """Runs of one font are one string; an icon takes its own room."""
    line = setter.fit("*Two Rings* or [ring] one", STYLE, 90).lines[0]
    assert [(run.words, run.font, run.icon) for run in line.runs] == [
        ("Two Rings", "sans-600", ""),
        ("or", "sans-400", ""),
        ("", "sans-400", "ring"),
        ("one", "sans-400", ""),
    ]
    assert [run.x for run in line.runs] == sorted(run.x for run in line.runs)


def test_a_space_is_as_wide_as_it_is_drawn(setter: Typesetter) -> None:
    """Between bold words it is a bold one, so what follows begins a space behind the end of the last bold word."""
    style = Style("sans-400", 8, bold="serif-600")
    bold = "The Ring ends the game at once:"
    first, second = setter.fit(f"*{bold}* at corruption 12", style, 90).lines[0].runs
    assert first.w == pytest.approx(setter.width(bold, Style("serif-600", 8)))
    assert second.x == pytest.approx(first.w + setter.width(" ", style))


def test_a_one_letter_word_never_ends_a_slavic_line() -> None:
    """'w' and 'з' belong to what follows, after a quotation mark too; in English 'a' may end a line."""
    text = "idziemy w Morii w dół „w mrok”"
    for width in range(12, 40):
        try:
            fitted = Typesetter(fonts.letter_widths, "pl").fit(text, STYLE, width, most=4)
        except FaceError:
            continue
        assert not any(line.endswith((" w", "„w")) or line == "w" for line in lines(fitted))


def test_a_letter_the_type_lacks_is_an_error(setter: Typesetter) -> None:
    """ReportLab would drop it without a word."""
    with pytest.raises(FaceError, match=r"font sans-400 has no letter 'ᚠ' \(U\+16A0\)"):
        setter.fit("rune ᚠ", STYLE, 50)


def test_capitals_and_paragraphs(setter: Typesetter) -> None:
    """Capitals are made before measuring; each line of a box begins its own paragraph."""
    assert lines(setter.fit("basic side", Style("sans-600", 6, capitals=True), 40)) == ["BASIC SIDE"]
    assert lines(setter.fit_height("one two\nthree", STYLE, 40, 20)) == ["one two", "three"]
