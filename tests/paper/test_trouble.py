"""Files in place of photos: of every kind, held any way, damaged, too large: opened, or refused in a sentence."""

import io
from contextlib import suppress
from time import process_time

import numpy as np
import pytest
from PIL import Image

from companion.core.errors import LocalizedError
from companion.paper import patience, photo, reading
from companion.paper.patience import PATIENCE
from tests.paper import trouble

SHADES = np.uint8([[[200, 200, 200], [10, 100, 50]], [[200, 200, 200], [90, 30, 160]]]).repeat(30, 0).repeat(40, 1)
SPOTS = ([15, 15, 45], [20, 60, 60])  # one of each shade


@pytest.fixture
def put(tmp_path):
    """put(data) writes a photo."""

    def write(data):
        (tmp_path / "photo").write_bytes(data)
        return tmp_path / "photo"

    return write


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
