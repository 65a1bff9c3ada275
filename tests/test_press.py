"""Whole PDFs, read back: boxes, type, words, codes, ruler, ink; and jobs that cannot be printed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from PIL import Image, ImageChops, ImageStat

from companion.content import load
from companion.core import resources
from companion.core.errors import CompanionError, WrongCall
from companion.press import Job, print_job, proof
from tests.languages import LANGUAGES
from tests.tiers import sample

MM = 72 / 25.4
DICE = load.load("dice")
FILES = ("sheets", "dice-figures-boxes", "aids", "tiles")  # kinds, those on the same paper together
KINDS = ("sheets", "dice", "aids", "figures", "tiles", "boxes")
Print = Callable[..., Path]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Print:
    """printed(kind, **job): the PDF of that job, made once."""
    folder = tmp_path_factory.mktemp("press")

    @cache
    def make(kind: str = "sheets", **job: Any) -> Path:
        name = "-".join([kind, *(str(value) for value in job.values())]).replace("/", "_")
        return print_job(Job("dice", kind, out=folder / f"{name}.pdf", **job))[0]

    return make


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The files of everything."""
    return print_job(Job("dice", "all", out=tmp_path_factory.mktemp("whole") / "x.pdf"))


def picture(path: Path, dpi: int, page: int = 0) -> Image.Image:
    document = pypdfium2.PdfDocument(path)
    image = document[page].render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    return image


def text(path: Path, page: int = 0) -> str:
    document = pypdfium2.PdfDocument(path)
    words = document[page].get_textpage().get_text_range()
    document.close()
    return " ".join(words.split())


def ink(image: Image.Image) -> float:
    """Mean C+M+Y+K of a plain split, as a share of one full ink."""
    r, g, b = image.split()
    light = ImageChops.lighter(ImageChops.lighter(r, g), b)
    mean = [ImageStat.Stat(band).mean[0] / 255 for band in (r, g, b, light)]
    return 1 + 2 * mean[3] - sum(mean[:3])


# ---------------------------------------------------------------------- structure


@pytest.mark.parametrize("kind", sample(KINDS, "sheets"))
def test_every_font_is_embedded_as_a_subset(printed: Print, kind: str) -> None:
    """No Helvetica sneaks in, and no whole font either."""
    with pikepdf.open(printed(kind)) as pdf:
        fonts = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            assert "+" in str(font.BaseFont)
            assert "/FontFile2" in font.FontDescriptor


def test_boxes_stand_on_every_page(printed: Print) -> None:
    """Trim round the four leaves, bleed as asked, paper A4 lying; points of mm."""
    with pikepdf.open(printed("sheets", bleed=3.0)) as pdf:
        assert len(pdf.pages) == 2
        for page in pdf.pages:
            assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 297 * MM, 210 * MM], abs=0.01)
            x0, y0, x1, y1 = (float(v) for v in page.trimbox)
            assert (x1 - x0, y1 - y0) == pytest.approx((280 * MM, 190 * MM), abs=0.01)
            assert "/BleedBox" in page.obj


def test_a_face_printed_often_is_one_form(printed: Print) -> None:
    """Fifty leaves on 26 pages are hardly larger than four on two."""
    four, fifty = printed("sheets"), printed("sheets", copies=50)
    assert fifty.stat().st_size < four.stat().st_size + 24 * 1200


def test_form_names_are_plain(printed: Print) -> None:
    """Some readers break on blanks or Cyrillic in them."""
    with pikepdf.open(printed("sheets", lang="uk")) as pdf:
        for page in pdf.pages:
            for name in page.resources.get("/XObject", {}):
                assert name.lstrip("/").replace(".", "").replace("_", "").isalnum()
                assert name.isascii()


def test_the_same_job_gives_the_same_bytes(whole: list[Path], tmp_path: Path) -> None:
    """Every kind, in two processes with different hash seeds and time zones."""
    imports = "from pathlib import Path; from companion.press import *"
    code = f"{imports}; print_job(Job('dice', 'all', out=Path(r'{tmp_path}') / 'x.pdf'))"
    other = {"PYTHONHASHSEED": "4211", "TZ": "Asia/Tokyo", "PYTHONPATH": str(resources.PACKAGE.parent)}
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **other}, cwd=tmp_path, check=True)
    assert len(whole) == 1 + len(FILES)
    assert {path.name: path.read_bytes() for path in whole} == {
        path.name: path.read_bytes() for path in tmp_path.iterdir()
    }


# ---------------------------------------------------------------------- what can be read


@pytest.mark.parametrize("lang", ["en", "uk"])
def test_places_can_be_searched(printed: Print, lang: str) -> None:
    """Every place name stands on both sides, once a leaf, and every page says it is unofficial."""
    path = printed("sheets", lang=lang, copies=1)
    for page in (0, 1):
        words = text(path, page)
        for place in DICE["place"].values():
            for part in place["name"][lang].split():
                assert part in words, part
        assert {"en": "Unofficial aid", "uk": "Неофіційна"}[lang] in words
    assert text(path).count("Rivendell" if lang == "en" else "Рівенділ") == 1  # halos are not read twice


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_prints_in_every_language(printed: Print, lang: str) -> None:
    """Dice and aids too, with the game's own name in that language."""
    for kind in ("dice", "aids"):
        assert DICE.info["title"][lang] in text(printed(kind, lang=lang))


@pytest.mark.parametrize("page", sample([0, 1], 1))
def test_the_code_is_read_back(printed: Print, page: int) -> None:
    """On each of the four leaves of both sides, at 200 dpi."""
    address = "https://192.168.178.20:8765/s/3f9a2c71b0?lang=uk"
    image = picture(printed("sheets", qr=address), 200, page)
    assert [code.text for code in zxingcpp.read_barcodes(image)] == [address] * 4


def test_the_ruler_is_50_mm(printed: Print) -> None:
    """Measured between its outer ticks at 300 dpi, to a pixel."""
    dpi = 300
    image = picture(printed("sheets"), dpi).convert("L")
    w, h = image.size
    strip = image.crop((0, int(h - 10 * dpi / 25.4), int(w / 2), h)).point(lambda value: 255 if value < 110 else 0)
    data = strip.tobytes()
    best = 0
    for row in range(strip.height):
        run = max(len(part) for part in data[row * strip.width : (row + 1) * strip.width].split(b"\x00"))
        best = max(best, run)
    assert best / dpi * 25.4 == pytest.approx(50, abs=0.25)


# ---------------------------------------------------------------------- ink


@pytest.mark.parametrize(
    ("kind", "page"),
    sample(
        [
            ("sheets", 0),
            ("sheets", 1),
            ("dice", 0),
            ("aids", 0),
            ("aids", 1),
            ("figures", 0),
            ("tiles", 1),
            ("boxes", 0),
        ],
        *[("sheets", 0), ("tiles", 1)],
    ),
)
def test_saver_ink_saves(printed: Print, kind: str, page: int) -> None:
    """At most 6 % of a page; on the route sheets, which bear the drawing, no more than a third of the full ink."""
    full, saver = (ink(picture(path, 150, page)) for path in (printed(kind), printed(kind, ink="saver")))
    assert saver <= 0.06
    assert full <= 0.20
    if kind == "sheets":
        assert saver <= full / 3


@pytest.mark.parametrize("kind", sample(KINDS, "tiles"))
def test_grey_has_no_colour(printed: Print, kind: str) -> None:
    """Red, green and blue are equal in every pixel."""
    r, g, b = picture(printed(kind, ink="grey"), 40).split()
    for a, c in ((r, g), (g, b)):
        assert ImageChops.difference(a, c).getextrema() == (0, 0)


# ---------------------------------------------------------------------- choosing and refusing


def pages(path: Path) -> int:
    with pikepdf.open(path) as pdf:
        return len(pdf.pages)


def test_what_is_printed_on_request_only(printed: Print) -> None:
    """The large sheet waits to be named; a glob or a single die may be named too."""
    assert pages(printed("sheets")) == 2
    assert pages(printed("sheets", only=("dice-route-large",))) == 2
    assert pages(printed("sheets", only=("dice-route*",))) == 6
    assert "Red die" in text(printed("dice", only=("dice-die-red",)))
    assert "Blue die" not in text(printed("dice", only=("dice-die-red",)))


def test_letter_takes_four_leaves_a_page(printed: Print) -> None:
    assert pages(printed("sheets", paper="letter", copies=4)) == 2
    assert pages(printed("sheets", paper="letter", copies=5)) == 4


def test_all_writes_a_file_for_each_kind(whole: list[Path]) -> None:
    assert [path.name for path in whole] == ["x-guide.pdf", *(f"x-{kinds}.pdf" for kinds in FILES)]
    assert all(path.read_bytes().startswith(b"%PDF") for path in whole)


def test_files_are_named_after_the_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In output/ of the current folder, which is made; the ink is named when it is not the full one."""
    monkeypatch.chdir(tmp_path)
    assert print_job(Job("dice", "dice", lang="pl", paper="letter"))[0].name == "dice-dice-pl-letter.pdf"
    assert print_job(Job("dice", "dice", ink="grey"))[0] == tmp_path / "output" / "dice-dice-en-a4-grey.pdf"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is whole or it is not there; what was there before stays."""
    path = tmp_path / "x.pdf"
    path.write_bytes(b"before")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CompanionError, match="No space left"):
        print_job(Job("dice", "dice", out=path))
    assert [file.name for file in tmp_path.iterdir()] == ["x.pdf"]
    assert path.read_bytes() == b"before"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CompanionError, match="file_unwritable"):
        print_job(Job("dice", "dice", out=tmp_path / "file" / "x.pdf"))


@pytest.mark.tier("exhaustive")
def test_every_face_in_every_language_can_be_built() -> None:
    """No text too long, no letter or drawing missing, no unknown colour: `companion check`, which comes first."""
    assert proof.face_problems("dice") == []


@pytest.mark.parametrize(
    ("job", "code", "near"),
    [
        (Job("dise", "sheets"), "no_game", "dice"),
        (Job("dice", "sheet"), "no_kind", "sheets"),
        (Job("dice", "sheets", paper="leter"), "no_paper", "letter"),
        (Job("dice", "sheets", ink="savr"), "no_ink", "saver"),
        (Job("dice", "sheets", duplex="lang"), "no_duplex", "long"),
        (Job("dice", "sheets", lang="ukr"), "no_language", "uk"),
        (Job("dice", "sheets", only=("dice-rout",)), "no_component", "dice-route"),
    ],
)
def test_a_wrong_word_is_answered_with_the_nearest(job: Job, code: str, near: str) -> None:
    """The call is wrong, not the game: exit code 2, and nothing is written."""
    with pytest.raises(WrongCall) as told:
        print_job(job)
    assert (told.value.code, told.value.values["near"]) == (code, near)
