"""Photos that go wrong: the right answer, a question, or a sentence that says what to do; never a wrong answer."""

import io
from contextlib import suppress
from time import process_time

import numpy as np
import pytest
from PIL import Image

from companion.core.errors import LocalizedError
from companion.paper import patience, photo, reading
from companion.paper.marks import UNCLEAR
from companion.paper.patience import PATIENCE
from companion.paper.reference import Printed
from companion.words import wording
from tests.each import each
from tests.languages import LANGUAGES
from tests.paper import photos, trouble
from tests.paper.trouble import ROUTE

CIRCLES, SQUARES = (photos.forms()[0].parts[at].fields for at in (1, 2))
REFUSALS = {"photo_none", "photo_blurred", "photo_untouched"}  # of what cannot be seen well enough
SHADES = np.uint8([[[200, 200, 200], [10, 100, 50]], [[200, 200, 200], [90, 30, 160]]]).repeat(30, 0).repeat(40, 1)
SPOTS = ([15, 15, 45], [20, 60, 60])  # one of each shade
MANY = 30


@pytest.fixture
def put(tmp_path):
    """put(data) writes a photo."""

    def write(data):
        (tmp_path / "photo").write_bytes(data)
        return tmp_path / "photo"

    return write


def refusal(pixels):
    with pytest.raises(LocalizedError) as caught:
        reading.read_picture(pixels)
    return caught.value


def answer(sheet, pixels):
    """What was read, None for a refusal; nothing may be wrong, and no hidden field may be thought untouched."""
    found = None
    with suppress(LocalizedError):
        found = reading.read_picture(pixels)
    if found is None:
        assert refusal(pixels).code in REFUSALS
        return None
    for key, value in found.read.values.items():
        assert sheet.says[key] == value
    for name in sheet.hidden:
        assert max(found.chances[name], key=found.chances[name].get) != "w"
    return found.read


def doubts(read):
    return {doubt.part.key for doubt in read.doubts}


# --- the sheet -------------------------------------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_a_torn_corner():
    """Without a field the sheet is read; with the last ones nobody knows how many are marked."""
    sheet = trouble.filled("torn", circles=7, squares="xxxxxww")
    assert answer(sheet, trouble.photo(trouble.torn(sheet, "small", 1, 18), "small")).doubts == ()
    torn = trouble.torn(sheet, "large", 2, 62)
    assert torn.hidden == {CIRCLES[-1], *SQUARES[-2:]}
    assert doubts(answer(torn, trouble.photo(torn, "large"))) == {"circles", "squares"}


def test_beyond_the_edge_of_the_photo():
    """Fields that the photo does not show are asked about, not thought untouched."""
    sheet = trouble.filled("cut 2", circles=6, squares="xxxxxhw")
    pixels = trouble.cut(trouble.photo(sheet, "cut 2"), right=0.3)
    found = reading.read_picture(pixels)
    beyond = {name for name, row in found.chances.items() if row[UNCLEAR] == 1}
    assert {CIRCLES[-1], SQUARES[-1]} <= beyond
    assert found.read.values["hobbit"] == sheet.says["hobbit"]
    assert doubts(found.read) == {"circles", "squares"}


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


def test_two_sheets_side_by_side():
    """Also small ones, and one that is partly outside."""
    one = trouble.photo(trouble.filled("one"), "one")
    assert refusal(trouble.beside(one, trouble.cut(one[::-1, ::-1], right=0.3))).code == "photo_two"


def test_a_strip_of_a_picture_is_refused():
    """A picture that is hardly one is refused like any other."""
    assert refusal(np.zeros((1, photo.LONGEST_EDGE, 3), np.uint8)).code == "photo_blurred"


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.tier("exhaustive")
def test_the_cover_of_the_pad(side):
    """It is named, and so is what can be read, in every language."""
    named = Printed("dice", "dice-pad-cover", side, "pl", "full")
    error = refusal(trouble.photo(trouble.Filled(photos.face(named)[0].astype(np.float32), named, {}, {}), "cover"))
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


# --- the file --------------------------------------------------------------------------------------------------------


def shades(path):
    """Those of a picture as it is opened."""
    pixels = photo.open_photo(path)
    assert pixels.shape == SHADES.shape
    return pixels[SPOTS].astype(int)


def grey(image):
    return np.asarray(image.convert("L"))


WAYS = {
    "grey": ("PNG", lambda image: image.convert("L")),
    "sixteen bits": ("PNG", lambda image: Image.fromarray(grey(image).astype(np.uint16) * 257)),
    "palette": ("PNG", lambda image: image.quantize(4)),
    "animated": ("GIF", lambda image: image),
    "for printers": ("JPEG", lambda image: image.convert("CMYK")),
    "with more pictures": ("MPO", lambda image: image),
    "of the web": ("WEBP", lambda image: image),
    "of new phones": ("AVIF", lambda image: image),
    "of scanners": ("TIFF", lambda image: image.convert("YCbCr")),
}


@pytest.mark.parametrize("way", WAYS)
def test_pictures_of_every_mode(put, way):
    """They look as they were meant to look, the first where there are several."""
    kind, made = WAYS[way]
    image, out = made(Image.fromarray(SHADES)), io.BytesIO()
    more = {"save_all": True, "append_images": [image.rotate(180)]} if kind in ("GIF", "MPO") else {}
    image.save(out, kind, **more)
    meant = SHADES if image.mode not in ("L", "I;16") else np.repeat(grey(Image.fromarray(SHADES))[..., None], 3, 2)
    assert shades(put(out.getvalue())) == pytest.approx(meant[SPOTS].astype(int), abs=3)


def test_what_is_transparent_is_white(put):
    """Not black, as the colours beneath often are."""
    clear = np.dstack([SHADES, np.full(SHADES.shape[:2], 255, np.uint8)])
    clear[:, 40:] = 0
    assert shades(put(trouble.saved(clear, "PNG"))).tolist() == [[200] * 3, [255] * 3, [255] * 3]


@pytest.mark.parametrize("turn", range(1, 9))
def test_every_way_to_hold_a_phone(put, turn):
    """The picture is upright, whatever its EXIF says."""
    image, exif = Image.fromarray(SHADES), Image.Exif()
    back = (None, 0, 3, 1, 5, 2, 6, 4)[turn - 1]  # what undoes it: numbers of Transpose
    exif[0x0112] = turn
    laid = image if back is None else image.transpose(Image.Transpose(back))
    out = io.BytesIO()
    laid.save(out, "JPEG", exif=exif, quality=95)
    assert shades(put(out.getvalue())) == pytest.approx(SHADES[SPOTS].astype(int), abs=3)


def test_files_that_are_no_photos(put):
    """Other pictures, numbers in place of shades, far too many pixels, and the kind that iPhones take."""
    out = {kind: io.BytesIO() for kind in ("PPM", "ICO", "TIFF", "PNG", "JPEG")}
    for kind in ("PPM", "ICO"):
        Image.fromarray(SHADES).save(out[kind], kind)
    Image.fromarray(SHADES[..., 0].astype(np.float32)).save(out["TIFF"], "TIFF")
    Image.new("P", (6000, 4000)).save(out["PNG"], "PNG")
    Image.new("L", (7000, 6000)).save(out["JPEG"], "JPEG", progressive=True)
    codes = {"PPM": "photo_unreadable", "ICO": "photo_unreadable", "TIFF": "photo_unreadable"}
    for kind, code in (codes | {"PNG": "photo_large", "JPEG": "photo_large"}).items():
        with pytest.raises(LocalizedError, match=code):
            photo.open_photo(put(out[kind].getvalue()))
    for data, code in ((b"\0\0\0\x24ftypheic", "photo_heic"), (b"\0\0\0\x24ftypisom", "photo_unreadable")):
        with pytest.raises(LocalizedError, match=code):
            photo.open_photo(put(data + bytes(400)))


def test_a_damaged_picture_is_read_or_refused(put):
    """Wherever a byte is wrong, or the end is missing, it is a picture or a refusal."""
    rng = np.random.default_rng(3)
    for kind in ("JPEG", "PNG", "GIF", "WEBP", "TIFF", "AVIF"):
        whole = trouble.saved(SHADES, kind)
        for number in range(40):
            data = bytearray(whole)
            data[rng.integers(len(data))] = rng.integers(256)
            with suppress(LocalizedError):
                photo.open_photo(put(bytes(data[: rng.integers(len(data)) if number % 4 == 0 else None])))


def scans(size, number):
    """A JPEG that goes so often more over its pixels."""
    out = io.BytesIO()
    Image.new("L", size, 200).save(out, "JPEG", progressive=True)
    data = out.getvalue()
    return data[:-2] + data[data.rindex(photo.SCAN) : -2] * number + data[-2:]


def test_a_jpeg_of_endless_scans(put):
    """Each of a few bytes goes over all pixels: refused before it is unpacked, in a large picture sooner."""
    assert photo.open_photo(put(scans((640, 480), 20))).shape == (480, 640, 3)
    for size, number in (((640, 480), photo.MOST_SCANS), ((6000, 4000), 40)):
        with pytest.raises(LocalizedError, match="photo_unreadable"):
            photo.open_photo(put(scans(size, number)))


def test_a_pattern_is_no_sheet(monkeypatch):
    """A checkerboard has thousands of features that look alike: nothing is compared with them."""
    squares = np.kron(np.indices((128, 128)).sum(0) % 2, np.ones((16, 16)))[..., None] * np.full(3, 255)
    monkeypatch.setattr(reading, "find_sheets", None)
    assert refusal(squares.astype(np.uint8)).code == "photo_none"


def test_a_photo_that_takes_too_long(put, monkeypatch):
    """It ends with a sentence once its time is up, which is not that of faces made for all photos."""
    path = put(trouble.saved(SHADES, "PNG"))
    monkeypatch.setattr(patience, "SECONDS", 0.0)
    with pytest.raises(LocalizedError, match="photo_long"):
        reading.read(path)
    assert PATIENCE.seconds_over() < 0
    with PATIENCE.limit(0.05):
        with PATIENCE.pause():
            begun = process_time()
            while process_time() < begun + 0.1:
                PATIENCE.check()
        assert PATIENCE.seconds_over() < 0


def test_a_hundred_megapixels(put):
    """A camera's JPEG of that size is opened small."""
    data = trouble.saved(np.full((8700, 11600), 200, np.uint8), quality=50)
    assert max(photo.open_photo(put(data)).shape) <= photo.LONGEST_EDGE
