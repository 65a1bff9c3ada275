"""Scripts that join, stack or run from right to left: glyphs, widths, order, copies, and what is refused."""

import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import uharfbuzz as hb

from companion.core import resources
from companion.core.errors import FaceError
from companion.core.units import mm
from companion.exports.svg import faces_svg
from companion.faces import palette, template
from companion.faces.model import Face, Text
from companion.faces.text import KERNED, FittedText, Style, Typesetter
from companion.pdf import fonts, shaping, structure
from companion.pdf.canvas import render_pdf
from companion.press import Job, print_job
from companion.sheets.model import PlacedFace, Sheet, Slot
from tests import scripts_type
from tests.each import each

GREETINGS = Path(__file__).parents[2] / "examples" / "greetings"
STYLE = Style("sans-400", 10, bold="sans-600")
WORDS = {"hebrew": "שלום", "arabic": "مرحبا", "hindi": "नमस्ते", "thai": "สวัสดี"}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with type of four scripts."""
    type = tmp_path / "cards" / "fonts"
    type.mkdir(parents=True)
    shutil.copy(scripts_type.real_type(), type / "dejavu-400.ttf")
    scripts_type.draw_hindi(type / "hindi-400.ttf")
    scripts_type.draw_thai(type / "thai-400.ttf")
    with resources.using_folder(tmp_path):
        yield tmp_path
    resources.clear_readers()


@pytest.fixture
def setter() -> Typesetter:
    return Typesetter(fonts.letter_widths, "en")


def shaped_by_harfbuzz(path: Path, words: str) -> tuple[list[int], float]:
    """Glyph numbers and width in em."""
    face = hb.Face(hb.Blob(path.read_bytes()))
    buffer = hb.Buffer()
    buffer.add_str(words)
    buffer.guess_segment_properties()
    hb.shape(hb.Font(face), buffer, {})
    return [info.codepoint for info in buffer.glyph_infos], sum(
        place.x_advance for place in buffer.glyph_positions
    ) / face.upem


@each(("script", "words"), WORDS.items())
def test_glyphs_and_widths_are_those_of_harfbuzz(folder: Path, setter: Typesetter, script: str, words: str) -> None:
    """From the file that has them all, for our font has none; fitting uses the same width."""
    (run,) = shaping.shape_line("sans-400", words)
    assert isinstance(run, shaping.GlyphRun)
    glyphs, width = shaped_by_harfbuzz(folder / "cards" / "fonts" / f"{run.font}.ttf", words)
    assert [glyph.id for glyph in run.glyphs] == glyphs
    assert run.width == pytest.approx(width)
    assert setter.width(words, STYLE) == pytest.approx(mm(10) * width)
    assert setter.fit(words, STYLE, 90).lines[0].w == pytest.approx(mm(10) * width)
    assert sorted("".join(glyph.words for glyph in run.glyphs)) == sorted(words)


def test_letters_join_and_stack(folder: Path) -> None:
    """A letter in the middle of an Arabic word is another one than at its end; a Thai mark stands above its letter."""
    (whole,), (alone,) = (list(shaping.shape_line("sans-400", words)) for words in ("ممم", "م"))
    assert len({glyph.id for glyph in whole.glyphs} | {alone.glyphs[0].id}) == 4
    (thai,) = shaping.shape_line("sans-400", "วั")
    assert (thai.glyphs[1].advance, thai.glyphs[1].y) == (0, pytest.approx(0.2))
    (hindi,) = shaping.shape_line("sans-400", "हि")
    assert [glyph.words for glyph in hindi.glyphs] == ["हि", ""]  # its vowel is drawn first


def reading_order(fitted: FittedText) -> list[str]:
    """The runs of the first line in the order in which they are read."""
    return [run.icon or run.words.strip() for run in fitted.lines[0].runs]


def seen(fitted: FittedText) -> list[str]:
    """The same from the left to the right."""
    return [run.icon or run.words.strip() for run in sorted(fitted.lines[0].runs, key=lambda run: run.x)]


def test_a_line_is_read_from_the_right(folder: Path, setter: Typesetter) -> None:
    """Numbers, Latin words, bold words and icons stand where they are read; runs keep the order in which they are."""
    fitted = setter.fit("שלום *עולם* [ring] 12 (abc).", STYLE, 90)
    assert fitted.lines[0].backwards
    assert reading_order(fitted) == ["שלום", "עולם", "ring", "12", "(", "abc", ")."]
    assert seen(fitted) == [*reversed(reading_order(fitted))]
    english = setter.fit("Say שלום עולם, 3 times", STYLE, 90)
    assert not english.lines[0].backwards
    assert reading_order(english) == ["Say", "שלום עולם,", "3", "times"]
    assert seen(english) == ["Say", "3", "שלום עולם,", "times"]  # a number goes on with the words before it


def test_brackets_look_the_other_way(folder: Path) -> None:
    """What opens at the right is drawn as what closes at the right in Latin."""
    plain = [run for run in shaping.shape_line("sans-400", "(שלום)") if isinstance(run, str)]
    assert plain == ["(", ")"]
    assert [run for run in shaping.shape_line("sans-400", "ש (12)") if isinstance(run, str)] == ["(12) "]


def test_thai_ends_lines_at_syllables(folder: Path, setter: Typesetter) -> None:
    """Where the spelling shows them, or at a zero width space; no letter is lost."""
    scripts_type.draw_type(folder / "cards" / "fonts" / "thai-400.ttf", "กะเดาแมว")
    resources.clear_readers()
    fitted = setter.fit("กะเดาแมวกะกะ", STYLE, 12, most=4)
    said = ["".join(run.words for run in line.runs).strip("\u200b") for line in fitted.lines]
    assert len(said) > 1
    assert "".join(said) == "กะเดาแมวกะกะ"
    assert all(line[0] in "กเแ" for line in said)
    by_hand = setter.fit("มวมวมวมว\u200bมวมวมวมว", STYLE, 17, most=2)
    assert len(by_hand.lines) == 2


def page(*texts: Text) -> bytes:
    """A PDF of these lines."""
    face = Face("lines", (100, 60), texts)
    slot = Slot(0, 0, 100, 60)
    return render_pdf([Sheet((100, 60), "front", (PlacedFace(face, slot),), 0.0)], palette.inks()["full"], "lines")


def copied(data: bytes) -> list[str]:
    """The lines of the first page as a reader copies them."""
    with pypdfium2.PdfDocument(data) as pdf:
        return str(pdf[0].get_textpage().get_text_range()).splitlines()


def test_words_are_copied_as_they_were_written(folder: Path) -> None:
    """Glyph by glyph, or as a line where glyphs and letters differ; equal bytes twice."""
    said = ["שלום עולם", "مرحبا مرحبا", "नमस्ते हिन्दी", "नमस्ते (12) דשא"]
    texts = [Text(10, 10 + 10 * at, words, "sans-400", 12, "ink") for at, words in enumerate(said)]
    data = page(*texts)
    assert copied(data) == said
    assert page(*texts) == data


def test_a_space_for_a_screen_reader_moves_nothing(folder: Path) -> None:
    """It stands at the left of words that are read from the right; where words have one already, none is added."""
    words = Text(20, 10, "שלום", "sans-400", 12, "ink", backwards=True)
    spaced = structure._with_space(words)
    width = mm(12) * fonts.letter_widths("sans-400").width(" ")
    assert (spaced.words, spaced.x) == ("שלום ", pytest.approx(20 - width))
    after = replace(words, words="עולם")
    assert not fonts.is_apart(words, replace(after, x=20 - fonts.text_width(after)))
    assert fonts.is_apart(words, replace(after, x=18 - fonts.text_width(after)))


def test_a_screen_shows_the_same_glyphs(folder: Path) -> None:
    """By their numbers, each at its place."""
    (run,) = shaping.shape_line("sans-400", "שלום")
    face = Face("line", (50, 20), (Text(5, 10, "שלום", "sans-400", 12, "ink"),))
    drawn = faces_svg([face], palette.inks()["full"])
    assert all(f'#{run.font}-glyph-{glyph.id}"' in drawn for glyph in run.glyphs)


def test_kerning_is_what_the_type_says(setter: Typesetter) -> None:
    """For styles that ask for it; tracking and letters stay as they are."""
    plain, kerned = (Style(f"serif-600{kind}", 20) for kind in ("", KERNED))
    assert setter.width("AV Te", kerned) < setter.width("AV Te", plain)
    assert copied(page(Text(5, 20, "AV Te fi", f"serif-600{KERNED}", 20, "ink"))) == ["AV Te fi"]
    with pytest.raises(FaceError, match="font serif-600 has no letter 'ᚠ'"):
        setter.width("ᚠ", kerned)


def test_a_style_asks_for_kerning(folder: Path) -> None:
    """And a face that extends it may take it back."""
    cards = folder / "cards" / "inn"
    cards.mkdir()
    (cards / "card.yaml").write_text("trim: poker\nstyles: {title: {kerning: true}}\n", encoding="utf-8")
    (cards / "plain.yaml").write_text("extends: card\nstyles: {title: {kerning: false}}\n", encoding="utf-8")
    kerned, plain = (template.load_template("inn", name).styles["title"].font for name in ("card", "plain"))
    assert kerned == plain + KERNED


def test_a_script_that_no_file_has_is_refused(setter: Typesetter) -> None:
    """With its letters and the way out."""
    with pytest.raises(
        FaceError, match=r"font sans-400 has no letter .*'ש' \(U\+05E9\).* put type of that script there"
    ):
        setter.fit("שלום", STYLE, 90)


def test_without_harfbuzz_it_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With file and line, and how to install it; so is kerning."""
    shutil.copytree(GREETINGS, folder, dirs_exist_ok=True)
    resources.clear_readers()
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)
    with pytest.raises(
        FaceError, match=r"card\.yaml:7: card-hebrew front: 'name' .*pip install 'rings-companion\[scripts\]'"
    ):
        print_job(Job("greetings", "cards", out=folder / "cards.pdf"))
    with pytest.raises(FaceError, match="kerning needs HarfBuzz"):
        Typesetter(fonts.letter_widths, "en").width("never kerned", Style(f"serif-700{KERNED}", 9))


@pytest.mark.tier("exhaustive")
@each("options", [{}, {"large": True}, {"tagged": True}])
def test_pages_print(folder: Path, options: dict[str, object]) -> None:
    """The cards of the example that our type has, in every form."""
    shutil.copytree(GREETINGS, folder, dirs_exist_ok=True)
    resources.clear_readers()
    rows = folder / "content" / "greetings" / "cards.csv"
    kept = [
        line
        for line in rows.read_text(encoding="utf-8").splitlines()
        if line.split(",")[0] in ("id", "hebrew", "arabic")
    ]
    rows.write_text("\n".join(kept), encoding="utf-8")
    job = Job("greetings", "cards", out=folder / "cards.pdf", **options)
    with pikepdf.open(print_job(job)[0]) as pdf:
        assert len(pdf.pages) >= 1
