"""Type of the user's own: files of cards/fonts/ by their name, letters checked, what is no such file refused."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

from companion.core import resources
from companion.core.errors import FaceError
from companion.exports.letters import letter_outline
from companion.pdf import font_files, fonts
from companion.press import Job, print_job
from companion.press.manifest import read_manifest
from companion.press.proof import face_problems
from tests.each import each
from tests.plugins import FERRY_DATA as FERRY

LETTERS = {32: "space", **{code: f"u{code}" for code in range(65, 123)}}


def made(path: Path, truetype: bool = True, letters: dict[int, str] = LETTERS) -> None:
    """A font of boxes, half an em wide."""
    builder = FontBuilder(1000, isTTF=truetype)
    glyphs = [".notdef", *letters.values()]
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap(letters)
    drawn = {}
    for glyph in glyphs:
        pen = TTGlyphPen(None) if truetype else T2CharStringPen(500, None)
        pen.moveTo((50, 0))
        for point in ((50, 700), (450, 700), (450, 0)):
            pen.lineTo(point)
        pen.closePath()
        drawn[glyph] = pen.glyph() if truetype else pen.getCharString()
    if truetype:
        builder.setupGlyf(drawn)
    else:
        builder.setupCFF("Boxes", {}, drawn, {})
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular", "psName": "Boxes"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    builder.save(path)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A copy of the ferry whose titles are set in `boxes`; the folder of its type."""
    shutil.copytree(FERRY, tmp_path / "ferry")
    card = tmp_path / "ferry" / "cards" / "ferry" / "passenger.yaml"
    text = card.read_text(encoding="utf-8")
    card.write_text(text.replace("boxes:", "styles: {title: {font: boxes}}\nboxes:", 1), encoding="utf-8")
    (tmp_path / "ferry" / "cards" / "fonts").mkdir()
    with resources.using_folder(tmp_path / "ferry"):
        resources.clear_readers()
        yield tmp_path / "ferry" / "cards" / "fonts"
    resources.clear_readers()


@pytest.mark.parametrize("suffix", ["ttf", "otf"])
def test_a_file_of_ones_own_is_type(folder: Path, suffix: str, tmp_path: Path) -> None:
    """It is measured, embedded and drawn on the screen; another file is another print."""
    for old in folder.iterdir():
        old.unlink()
    resources.clear_readers()
    made(folder / f"boxes.{suffix}")
    (path,) = print_job(Job("ferry", "cards", out=tmp_path / f"{suffix}.pdf"))
    with pikepdf.open(path) as pdf:
        embedded = {str(font.BaseFont) for page in pdf.pages for font in page.Resources.Font.values()}
    assert any("Boxes" in name for name in embedded)
    assert fonts.letter_widths("boxes")["M"] == 0.5
    assert letter_outline("boxes", "M") == "M50 0V-700H450V0Z"
    before = read_manifest(path)
    made(folder / f"boxes.{suffix}", letters={**LETTERS, 0x20AC: "euro"})
    resources.clear_readers()
    (path,) = print_job(Job("ferry", "cards", out=path))
    assert read_manifest(path).leaves["passenger-goose"].digest != before.leaves["passenger-goose"].digest


def test_a_letter_that_lacks_is_a_fault(folder: Path) -> None:
    """`check` names the box, the font and the letter, in each language."""
    made(folder / "boxes.ttf")
    found = face_problems("ferry")
    assert any("passenger.yaml:4" in fault and "(uk) font boxes has no letter" in fault for fault in found), found
    assert not any("(en)" in fault for fault in found)


@each(
    "case",
    [
        ("no font 'boxes'; your own stand in cards/fonts/", lambda path: None),
        ("boxes.ttf: cannot be used as type", lambda path: path.write_bytes(b"no font at all")),
        ("boxes.ttf: cannot be used as type", lambda path: path.write_bytes(b"\0\1\0\0" + bytes(400))),
        ("its outlines are not TrueType", lambda path: made(path, truetype=False)),
    ],
)
def test_what_is_no_type_is_refused(folder: Path, case) -> None:
    """With the file's name and the way out."""
    says, make = case
    path = folder / "boxes.ttf"
    path.unlink(missing_ok=True)
    make(path)
    resources.clear_readers()
    with pytest.raises(FaceError) as caught:
        fonts.letter_widths("boxes")
    assert says in str(caught.value)


@each("name", ["../../secret", "", "x" * 300, "a/b", "a\0b"])
def test_a_font_is_a_name(folder: Path, name: str) -> None:
    """Nothing that leads elsewhere."""
    assert font_files.user_font(name) is None
