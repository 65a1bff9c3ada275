"""Filled sheets in photos: read as they were filled in, or refused with the reason."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.core.errors import LocalizedError, StoreError
from companion.paper import marks, photo, pictures, reading
from companion.paper.reference import Printed
from tests.paper import photos
from tests.paper.dice_forms import ROUTE

LARGEST_MODEL = 50_000  # bytes


@pytest.fixture
def put(tmp_path):
    """put(picture) writes it as a photo."""

    def write(picture, name="photo.jpg"):
        data = picture if isinstance(picture, bytes) else jpeg(picture)
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    return write


def jpeg(picture):
    out = io.BytesIO()
    Image.fromarray(np.asarray(picture, np.uint8)).save(out, "JPEG", quality=85)
    return out.getvalue()


def printed(named=ROUTE):
    """A face as it is printed, on a dark table."""
    picture = cv2.resize(photos.face(named)[0], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(picture, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(70, 60, 50))


def refusal(path):
    with pytest.raises(LocalizedError) as caught:
        reading.read(path)
    return caught.value.code


def test_an_easy_photo_is_read(filled, sheet):
    """Side, language and every mark."""
    assert sheet.printed[:4] == filled.printed[:4]
    assert sheet.read.doubts == ()
    assert sheet.read.values == filled.says
    whole, part = (
        Image.open(io.BytesIO(one))
        for one in (pictures.sheet_picture(sheet), pictures.fields_picture(sheet, ["square-1"]))
    )
    assert whole.size == (pictures.WIDE, round(pictures.WIDE * 95 / 140))
    assert part.size == pytest.approx((122, 122), abs=1)  # 9.2 mm and 3 mm on each side


@pytest.mark.parametrize("game", ["fellowship", pytest.param("wotrcards", marks=pytest.mark.tier("exhaustive"))])
def test_a_score_sheet_is_read(put, game):
    """Ticks and circles are read, rows that nobody filled in are none, and every number is asked."""
    photo = photos.photo("test 2", "easy", game=game)
    sheet = reading.read(put(photo.data))
    assert sheet.printed[:4] == photo.printed[:4]
    asked = {part.name for part in sheet.form.parts if not part.ways}
    assert {doubt.part.name for doubt in sheet.read.doubts} == {name for name in asked if photo.says.get(name)}
    assert sheet.read.values == {name: said for name, said in photo.says.items() if name not in asked}


@pytest.mark.tier("exhaustive")
def test_marks_too_faint_to_see_are_asked(put):
    """Where numbers were written with a soft pencil and no tick is seen, how it ended is not guessed."""
    photo = photos.photo("test 3", "easy", game="wotrcards")
    assert photo.pen == "soft pencil"
    sheet = reading.read(put(photo.data))
    assert "ending" in {doubt.part.name for doubt in sheet.read.doubts}


REFUSED = {  # what is seen in place of one filled sheet; none, a blur and two of them are in test_trouble.py as well
    "photo_untouched": lambda: printed(),
    "photo_none": lambda: np.random.default_rng(1).integers(90, 160, (700, 900, 3)),
    "photo_other": lambda: printed(Printed("wotr", "wotr-score", "front", "pl", "full")),
    "photo_two": lambda: np.concatenate([printed(), printed()]),
    "photo_blurred": lambda: cv2.GaussianBlur(printed(), (0, 0), 9),
}
LATER = ("photo_none", "photo_two", "photo_blurred")


@pytest.mark.parametrize(
    "reason", [pytest.param(one, marks=pytest.mark.tier("exhaustive") if one in LATER else ()) for one in REFUSED]
)
def test_one_and_only_one_sheet(put, reason):
    """None, two of them, one without a mark, one of another game, one that is a blur: each has its reason."""
    assert refusal(put(REFUSED[reason]())) == reason


def test_pictures_that_cannot_be_opened(put, tmp_path, filled):
    """Not there, no picture, cut off, too large: said before anything is looked for."""
    with pytest.raises(StoreError):
        photo.open_photo(tmp_path / "none.jpg")
    for data in (b"", b"\xff\xd8\xff\xe0 no picture", filled.data[: len(filled.data) // 2]):
        with pytest.raises(LocalizedError, match="photo_unreadable"):
            photo.open_photo(put(data))
    wide = io.BytesIO()
    Image.new("1", (9000, 5000)).save(wide, "PNG")
    with pytest.raises(LocalizedError, match="photo_large"):
        photo.open_photo(put(wide.getvalue()))


def test_a_photo_is_upright_and_small(put):
    """As the camera says it was held; no more pixels than are needed."""
    image = Image.new("RGB", (4000, 3000))
    exif = Image.Exif()
    exif[0x0112] = 6  # held upright
    out = io.BytesIO()
    image.save(out, "JPEG", exif=exif)
    h, w = photo.open_photo(put(out.getvalue())).shape[:2]
    assert w < h <= photo.LONGEST_EDGE


def test_the_model_is_small():
    """And has every kind of field that a form names."""
    assert marks.FILE.stat().st_size < LARGEST_MODEL
    kinds = {part.kind for form in photos.forms() for part in form.parts}
    assert kinds <= marks.KINDS.keys()
    for form in photos.forms():
        for part in form.parts:
            assert set("".join(part.ways.values())) == set(marks.KINDS[part.kind].marks)


@pytest.mark.parametrize("level", photos.LEVELS)
@pytest.mark.tier("exhaustive")
def test_most_photos_of_sheets_are_read_and_none_wrongly(tmp_path, level):
    """Of forty at each level nothing is said that is not so, and most are read."""
    path, read = tmp_path / "photo.jpg", 0
    for number in range(40):
        photo = photos.photo(f"many {number}", level)
        path.write_bytes(photo.data)
        try:
            sheet = reading.read(path)
        except LocalizedError:
            continue
        wrong = {key: value for key, value in sheet.read.values.items() if photo.says[key] != value}
        assert not wrong, (level, number)
        read += not sheet.read.doubts
    assert read > 28


@pytest.mark.parametrize("game", ["fellowship", "wotrcards"])
@pytest.mark.tier("exhaustive")
def test_most_photos_of_score_sheets_are_read_and_none_wrongly(tmp_path, game):
    """Of forty nothing is said that is not so, and most are read but for their numbers."""
    path, read = tmp_path / "photo.jpg", 0
    for number in range(40):
        photo = photos.photo(f"many {number}", game=game)
        path.write_bytes(photo.data)
        try:
            sheet = reading.read(path)
        except LocalizedError:
            continue
        wrong = {name: value for name, value in sheet.read.values.items() if photo.says.get(name, value) != value}
        assert not wrong, (game, number)
        read += all(not doubt.part.ways for doubt in sheet.read.doubts)
    assert read > 32
