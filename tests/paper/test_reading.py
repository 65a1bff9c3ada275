"""Filled sheets in photos: read as they were filled in, asked about, or refused with the reason; never read wrongly."""

import io
import json
from contextlib import suppress

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.core.errors import LocalizedError, StoreError
from companion.paper import address, marks, photo, pictures, reading
from companion.paper.feedback import write_feedback
from companion.paper.flatten import Flat, Ink
from companion.paper.hidden import hidden_fields
from companion.paper.marks import UNCLEAR
from companion.paper.reference import SCALE, Printed, load_reference
from companion.words import wording
from tests.each import each
from tests.languages import LANGUAGES
from tests.paper import photos, trouble
from tests.paper.conftest import TABLE
from tests.paper.dice_forms import ROUTE

LARGEST_MODEL = 750_000  # bytes
CIRCLES, SQUARES = (photos.forms()[0].parts[at].fields for at in (1, 2))
REFUSALS = {"photo_none", "photo_blurred", "photo_untouched"}  # of what cannot be seen well enough
MANY = 30


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


def test_marks_are_kept_with_what_they_are(filled, sheet, tmp_path):
    """A picture of each field with its mark; nothing of what is in doubt."""
    write_feedback(tmp_path, "1-photo", sheet, {"circles"})
    kept = [json.loads(line) for line in (tmp_path / "1-photo.jsonl").read_text("utf-8").splitlines()]
    assert {row["field"]: row["mark"] for row in kept} == dict(filled.marks)
    assert {row["field"] for row in kept if row["asked"]} == {*CIRCLES}
    with Image.open(tmp_path / kept[-1]["picture"]) as picture:
        assert picture.size == pytest.approx((166, 166), abs=1)  # twice 10.4 mm
    doubtful = sheet._replace(read=sheet.read._replace(values={"circles": filled.says["circles"]}))
    write_feedback(tmp_path, "2-photo", doubtful, ())
    assert len((tmp_path / "2-photo.jsonl").read_text("utf-8").splitlines()) == len(CIRCLES)


def test_a_code_is_read_from_a_photo(sheet):
    """The same sheet without a code names no session."""
    assert address.decode_address(sheet) == TABLE
    assert address.session_of_sheet(sheet) == "abcdef"
    bare = sheet._replace(flat=sheet.flat._replace(picture=load_reference(sheet.printed).picture))
    assert address.session_of_sheet(bare) is None


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
def test_faint_marks_are_asked_or_right(put):
    """Where numbers were written with a soft pencil and no tick is seen, how it ended is asked or right."""
    photo = photos.photo("test 3", "easy", game="wotrcards")
    assert photo.pen == "soft pencil"
    sheet = reading.read(put(photo.data))
    assert sheet.read.values.get("ending", photo.says["ending"]) == photo.says["ending"]


REFUSED = {  # what is seen in place of one filled sheet; none, a blur and two of them are below as well
    "photo_untouched": lambda: printed(),
    "photo_none": lambda: np.random.default_rng(1).integers(90, 160, (700, 900, 3)),
    "photo_other": lambda: printed(Printed("wotr", "wotr-score", "front", "pl", "full")),
    "photo_two": lambda: np.concatenate([printed(), printed()]),
    "photo_blurred": lambda: cv2.GaussianBlur(printed(), (0, 0), 9),
}
LATER = ("photo_none", "photo_other", "photo_two", "photo_blurred")


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
            assert set("".join(part.ways.values())) == set(marks.KINDS[part.kind])


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


def refusal_of(pixels):
    with pytest.raises(LocalizedError) as caught:
        reading.read_picture(pixels)
    return caught.value


def answer(sheet, pixels):
    """What was read, None for a refusal; nothing may be wrong, and no hidden field may be thought untouched."""
    found = None
    with suppress(LocalizedError):
        found = reading.read_picture(pixels)
    if found is None:
        assert refusal_of(pixels).code in REFUSALS
        return None
    for key, value in found.read.values.items():
        assert sheet.says[key] == value
    for name in sheet.hidden:
        assert max(found.chances[name], key=found.chances[name].get) != "w"
    return found.read


def doubts(read):
    return {doubt.part.key for doubt in read.doubts}


# --- a sheet or a photo that was spoiled -----------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_a_torn_corner():
    """Without a field the sheet is read; with the last ones nobody knows how many are marked."""
    sheet = trouble.filled("torn", circles=7, squares="xxxxxww")
    small = trouble.torn(sheet, "small", 1, 18)
    assert not small.hidden
    assert "circles" in answer(small, trouble.photo(small, "small")).values
    torn = trouble.torn(sheet, "large", 2, 62)
    assert torn.hidden == {CIRCLES[-1], *SQUARES[-2:]}
    assert doubts(answer(torn, trouble.photo(torn, "large"))) == {"circles", "squares"}


@pytest.mark.tier("exhaustive")
def test_beyond_the_edge_of_the_photo():
    """Fields that the photo does not show are asked about, not thought untouched."""
    sheet = trouble.filled("cut 2", circles=6, squares="xxxxxhw")
    pixels = trouble.cut(trouble.photo(sheet, "cut 2"), right=0.3)
    found = reading.read_picture(pixels)
    beyond = {name for name, row in found.chances.items() if row[UNCLEAR] == 1}
    assert {CIRCLES[-1], SQUARES[-1]} <= beyond
    assert found.read.values.get("hobbit", sheet.says["hobbit"]) == sheet.says["hobbit"]
    assert {"circles", "squares"} <= doubts(found.read)


def test_an_untouched_sheet_beyond_the_edge_of_the_photo():
    """What the photo does not show is asked about, and all else too: marks may be too faint to see."""
    found = reading.read_picture(trouble.cut(printed(), right=0.1))
    assert doubts(found.read) == {"hobbit", "circles", "squares"}


@pytest.mark.tier("exhaustive")
def test_a_mark_that_was_crossed_out():
    """Whether it counts is asked."""
    sheet = trouble.filled("out", out=[CIRCLES[4]], circles=4)
    assert "circles" in doubts(answer(sheet, trouble.photo(sheet, "out")))


@pytest.mark.tier("exhaustive")
def test_fields_under_a_flash_are_asked_about():
    """What cannot be seen for light is asked about."""
    sheet = trouble.flashed(trouble.filled("flash", circles=5), CIRCLES[5], 8)
    assert "circles" in doubts(answer(sheet, trouble.photo(sheet, "flash")))


@pytest.mark.parametrize(("visible", "hidden"), [(0.4, set()), (0.0, {"circle"})])
def test_strokes_of_a_thick_pen_hide_no_field(visible, hidden):
    """A quarter of a field in which a little of its print is left is marked; one without any is hidden."""
    printed = np.zeros((20 * SCALE, 20 * SCALE), np.float32)
    printed[::12] = printed[:, ::12] = 0.5
    seen = printed.copy()
    seen[: 10 * SCALE, : 10 * SCALE] *= visible
    ink = Ink(np.zeros_like(printed), printed, 0.01, 0.0, seen)
    flat = Flat(np.full((*printed.shape, 3), 200, np.uint8), 0.0, np.ones((20, 20), bool))
    assert hidden_fields(flat, ink, {"circle": (6, 6, 8, 8)}, {"circle": "circle"}) == hidden


@pytest.mark.parametrize(("away", "hidden"), [(9, set()), (20, {"circle"})])
def test_white_paint_hides_no_field(away, hidden):
    """A white field is seen where print lies on all four sides of it; where paper is missing too it is hidden."""
    printed = np.zeros((24 * SCALE, 24 * SCALE), np.float32)
    printed[::12] = printed[:, ::12] = 0.5
    seen = printed.copy()
    seen[7 * SCALE : 17 * SCALE, 7 * SCALE : (8 + away) * SCALE] = 0
    ink = Ink(np.zeros_like(printed), printed, 0.01, 0.0, seen)
    flat = Flat(np.full((*printed.shape, 3), 200, np.uint8), 0.0, np.ones((24, 24), bool))
    assert hidden_fields(flat, ink, {"circle": (8, 8, 8, 8)}, {"circle": "circle"}) == hidden


@pytest.mark.parametrize(("right", "sheets"), [(0.0, 2), pytest.param(0.3, 1, marks=pytest.mark.tier("exhaustive"))])
def test_two_sheets_side_by_side(right, sheets):
    """Both are read, small as they are; of one that is cut off nothing is."""
    sheet = trouble.filled("one")
    one = trouble.photo(sheet, "one")
    read = reading.read_sheets(trouble.beside(one, trouble.cut(one[::-1, ::-1], right=right)))
    assert len(read) == sheets
    for found in read:
        assert found.read.values.items() <= sheet.says.items()
        assert len(doubts(found.read)) <= 1


def test_a_strip_of_a_picture_is_refused():
    """A picture that is hardly one is refused like any other."""
    assert refusal_of(np.zeros((1, photo.LONGEST_EDGE, 3), np.uint8)).code == "photo_blurred"


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.tier("exhaustive")
def test_the_cover_of_the_pad(side):
    """It is named, and so is what can be read, in every language."""
    named = Printed("dice", "dice-pad-cover", side, "pl", "full")
    error = refusal_of(trouble.photo(trouble.Filled(photos.face(named)[0].astype(np.float32), named, {}, {}), "cover"))
    assert (error.code, error.values["component"]) == ("photo_other", "dice-pad-cover")
    for lang in LANGUAGES:
        assert "dice-route" in wording.Voice(lang).error_text(error)


@pytest.mark.parametrize("size", ["large", "page"])
@pytest.mark.tier("exhaustive")
def test_an_enlarged_sheet_is_read(size):
    """The same drawing in another size is read as the sheet that it enlarges."""
    sheet = trouble.filled(size, ROUTE._replace(component=f"dice-route-{size}", lang="uk"))
    found = reading.read_picture(trouble.photo(sheet, size))
    assert found.printed[:4] == ROUTE._replace(lang="uk")[:4]
    assert found.read == (sheet.says, ())


PAPER = {
    "torn": lambda sheet, k: trouble.torn(sheet, f"{k}", k % 4, 14 + 2 * k),
    "folded": lambda sheet, k: trouble.folded(sheet, f"{k}", k % 4, 14 + k),
    "flashed": lambda sheet, k: trouble.flashed(sheet, (*CIRCLES, *SQUARES, "frodo", "sam")[k % 18], 2 + k % 9),
    "copied": lambda sheet, k: trouble.copied(sheet, f"{k}"),
    "on screen": lambda sheet, k: trouble.on_screen(sheet, f"{k}"),
}
CAMERA = {
    "dark": lambda pixels, k: trouble.dark(pixels, f"{k}", (0.3, 0.2, 0.12, 0.07)[k % 4]),
    "cut right": lambda pixels, k: trouble.cut(pixels, right=0.02 * k),
    "cut left": lambda pixels, k: trouble.cut(pixels, left=0.02 * k),
    "cut top": lambda pixels, k: trouble.cut(pixels, top=0.02 * k),
    "cut low": lambda pixels, k: trouble.cut(pixels, low=0.02 * k),
    "mirrored": lambda pixels, k: np.ascontiguousarray(pixels[:, ::-1]),
    "upside down": lambda pixels, k: np.ascontiguousarray(pixels[::-1, ::-1]),
    "on its side": lambda pixels, k: np.ascontiguousarray(np.rot90(pixels)),
}


@each("what", [*PAPER, *CAMERA])
@pytest.mark.tier("exhaustive")
def test_a_spoiled_photo_is_never_read_wrongly(what):
    """Whatever befell the sheet or the photo, nothing is said that is not so."""
    read = 0
    for k in range(MANY):
        named = ROUTE._replace(side=("front", "back")[k % 2], ink=("full", "saver", "grey")[k % 3])
        sheet = trouble.filled(f"{what} {k}", named._replace(lang=LANGUAGES[k % len(LANGUAGES)]))
        if what == "copied" and "pencil" in sheet.pen:
            continue  # a copy loses it
        sheet = PAPER[what](sheet, k) if what in PAPER else sheet
        pixels = trouble.photo(sheet, f"{what} {k}", (0.5, 1.0)[k % 2])
        found = answer(sheet, CAMERA[what](pixels, k) if what in CAMERA else pixels)
        read += found is not None and not found.doubts
    assert read == 0 if what == "mirrored" else read > MANY / 4


def test_a_pattern_is_no_sheet(monkeypatch):
    """A checkerboard has thousands of features that look alike: nothing is compared with them."""
    squares = np.kron(np.indices((128, 128)).sum(0) % 2, np.ones((16, 16)))[..., None] * np.full(3, 255)
    monkeypatch.setattr(reading, "find_sheets", None)
    assert refusal_of(squares.astype(np.uint8)).code == "photo_none"
