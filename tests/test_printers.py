"""The file of printers: kept whole, read strictly, never overwritten when it is damaged."""

from __future__ import annotations

import json
from pathlib import Path

import platformdirs
import pypdfium2
import pytest

from companion.core.errors import CompanionError, StoreError, WrongCall
from companion.faces.model import rotate_point
from companion.press import printer_test, printers
from companion.press.printers import Profile
from companion.sheets.model import Correction

GOOD = {"x": 0.6, "y": -0.3, "angle": 0.12, "flip": "short"}


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The printers of this test, in a folder that is not there yet."""
    path = tmp_path / "settings" / "printers.json"
    monkeypatch.setenv("COMPANION_PRINTERS", str(path))
    return path


def test_without_a_file_there_are_no_printers(file: Path) -> None:
    """And looking for them makes none."""
    assert printers.load_printers() == {}
    assert not file.exists()


def test_what_is_kept_is_found_again(file: Path) -> None:
    """Every value of every printer, in the order of names; a second one of a name takes the first one's place."""
    study, attic = Profile("study", 0.6, -0.3, 0.12, "short"), Profile("gabinet-2_ґ")
    for profile in (Profile("study", 5, 5), study, attic):
        printers.save_printer(profile)
    assert list(printers.load_printers().items()) == [("gabinet-2_ґ", attic), ("study", study)]
    assert printers.find_printer("study") == study
    assert study.correction == Correction(0.6, -0.3, 0.12)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_the_usual_place_is_in_the_users_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without COMPANION_PRINTERS."""
    monkeypatch.delenv("COMPANION_PRINTERS")
    monkeypatch.setattr(platformdirs, "user_config_path", lambda name, appauthor: tmp_path / name)
    printers.save_printer(Profile("study"))
    assert (tmp_path / "companion" / "printers.json").is_file()


def row(**values: object) -> str:
    return json.dumps({"format": 1, "printers": {"study": {**GOOD, **values}}})


DAMAGED = {
    "empty": "",
    "half": row()[:-9],
    "a list": "[]",
    "a number": "1",
    "nothing in it": "{}",
    "another format": row().replace('"format": 1', '"format": 2'),
    "printers as a list": '{"format": 1, "printers": [1]}',
    "a printer as a word": '{"format": 1, "printers": {"study": "flip"}}',
    "a value missing": '{"format": 1, "printers": {"study": {"x": 0, "y": 0, "angle": 0}}}',
    "a value too many": row(z=1),
    "a text": row(x="1"),
    "a flag": row(y=True),
    "not a number": row(x=float("nan")),
    "endless": row(x="!").replace('"!"', "1e999"),
    "a long number": row(x="!").replace('"!"', "9" * 400),
    "too far": row(y=51),
    "too steep": row(angle=-5.1),
    "another edge": row(flip="left"),
    "a list for an edge": row(flip=[]),
    "a bad name": row().replace("study", "../study"),
    "deep": "[" * 100_000,
    "not text": b"\xff\xfe\x00",
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_named_and_stays(file: Path, text: str | bytes) -> None:
    """Neither reading nor adding passes over it, and not a byte of it changes."""
    data = text if isinstance(text, bytes) else text.encode()
    file.parent.mkdir()
    file.write_bytes(data)
    for call in (
        printers.load_printers,
        lambda: printers.find_printer("study"),
        lambda: printers.save_printer(Profile("attic")),
    ):
        with pytest.raises(StoreError) as told:
            call()
        assert (told.value.code, told.value.values["path"]) == ("printers_damaged", str(file))
    assert file.read_bytes() == data


def test_a_folder_in_its_place_is_an_error(file: Path) -> None:
    """As is a file where its folder should be."""
    file.mkdir(parents=True)
    with pytest.raises(StoreError, match="file_unreadable"):
        printers.load_printers()
    file.rmdir()
    file.parent.rmdir()
    file.parent.write_text("")
    with pytest.raises(StoreError):
        printers.save_printer(Profile("study"))


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (("", 0, 0, 0, "long"), "not_printer_name"),
        (("two words", 0, 0, 0, "long"), "not_printer_name"),
        (("../study", 0, 0, 0, "long"), "not_printer_name"),
        (("-x", 0, 0, 0, "long"), "not_printer_name"),
        (("x" * 41, 0, 0, 0, "long"), "not_printer_name"),
        (("study", 50.1, 0, 0, "long"), "too_far"),
        (("study", 0, float("nan"), 0, "long"), "too_far"),
        (("study", 0, float("-inf"), 0, "long"), "too_far"),
        (("study", 0, 0, 5.1, "long"), "too_far"),
        (("study", 0, 0, 0, "lang"), "no_flip"),
    ],
)
def test_values_that_no_printer_has(values: tuple[str, float, float, float, str], code: str) -> None:
    """Names that are no word, shifts and turns out of reach, edges that are not there."""
    with pytest.raises(WrongCall) as told:
        printers.check_profile(*values)
    assert told.value.code == code


def test_a_name_is_one_name_however_it_is_typed() -> None:
    """Letters put together from two signs are the same as single ones; no minus zero is kept."""
    profile = printers.check_profile("й", -0.0001, 0, 0, "long")
    assert (profile.name, str(profile.x)) == ("й", "0.0")
    printers.save_printer(profile)
    assert printers.find_printer("й") == profile


def test_an_unknown_printer_is_answered_with_the_nearest() -> None:
    """The call is wrong, not the file."""
    printers.save_printer(Profile("study"))
    with pytest.raises(WrongCall) as told:
        printers.find_printer("studdy")
    assert (told.value.code, told.value.values["near"]) == ("no_printer", "study")


def test_the_test_sheet_is_printed_the_same_each_time(tmp_path: Path) -> None:
    """Two pages of the paper's size; the same bytes for the same call."""
    first, second = (
        printer_test.print_test("letter", "long", "uk", None, tmp_path / name) for name in ("a.pdf", "b.pdf")
    )
    assert first.read_bytes() == second.read_bytes()
    document = pypdfium2.PdfDocument(first)
    assert [page.get_size() for page in document] == [pytest.approx((612, 792), abs=0.01)] * 2
    document.close()


def _spots(path: Path, page: int) -> list[tuple[float, float]]:
    """The middles of all letters of an A4 page, mm from its middle, y down."""
    document = pypdfium2.PdfDocument(path)
    words = document[page].get_textpage()
    boxes = [words.get_charbox(index) for index in range(words.count_chars()) if words.get_text_range(index, 1).strip()]
    document.close()
    mm = 25.4 / 72
    return [((left + right) / 2 * mm - 105, 148.5 - (low + high) / 2 * mm) for left, low, right, high in boxes]


@pytest.mark.parametrize(("x", "y", "angle"), [(2, 1, 0), (0, 0, 1.5), (-1, 0.5, -0.7)])
def test_a_proof_moves_the_back_and_only_the_back(tmp_path: Path, x: float, y: float, angle: float) -> None:
    """Every letter of the back is turned clockwise round the middle, then goes right and down; the front stays."""
    plain = printer_test.print_test("a4", "long", "en", Profile("study"), tmp_path / "plain.pdf")
    moved = printer_test.print_test("a4", "long", "en", Profile("study", x, y, angle), tmp_path / "moved.pdf")
    assert _spots(plain, 0) == _spots(moved, 0)
    pairs = list(zip(_spots(plain, 1), _spots(moved, 1), strict=False))[:60]
    assert len(pairs) == 60
    for before, after in pairs:
        there = rotate_point(before, angle)
        assert after == pytest.approx((there[0] + x, there[1] + y), abs=0.05)


@pytest.mark.parametrize(
    ("paper", "flip", "out", "said"),
    [
        ("leter", "long", "x.pdf", "no_paper"),
        ("a5", "long", "x.pdf", "needs 200 x 205 mm, a5 paper has 148 x 210 mm"),
        ("a4", "lung", "x.pdf", "no_flip"),
        ("a4", "long", "", "no_file_name"),
        ("a4", "long", "missing/x.pdf", "folder_none"),
    ],
)
def test_a_sheet_that_cannot_be_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paper: str, flip: str, out: str, said: str
) -> None:
    """An error says why, and no file is left."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CompanionError, match=said):
        printer_test.print_test(paper, flip, "en", None, Path(out))
    assert not list(tmp_path.rglob("*.pdf"))
