"""Pictures of the user's own in pixels: how they come into the PDF, and which are refused."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw

from companion.core import resources
from companion.core.errors import FaceError
from companion.faces import palette
from companion.faces.model import Face, Picture, Shape
from companion.pdf import canvas, pictures
from companion.sheets.model import PlacedFace, Sheet, Slot

FULL = ((20.0, 10.0),)  # one box, mm
Print = Callable[..., bytes]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder for pictures of a user's own."""
    art = tmp_path / "cards" / "art"
    art.mkdir(parents=True)
    with resources.using_folder(tmp_path):
        yield art


@pytest.fixture
def print_(folder: Path) -> Print:
    """print_(*pictures, ink="full"): one page of 60 x 40 mm with these on a vellum-coloured ground."""

    def make(*items: Picture, ink: str = "full", faces: int = 1) -> bytes:
        ground = Shape((("rect", 0, 0, 60, 40),), fill="#FF00FF")
        face = Face("a", (60, 40), (ground, *items))
        placed = tuple(PlacedFace(face, Slot(0, 0, 60, 40)) for _ in range(faces))
        return canvas.render_pdf([Sheet((60, 40), "front", placed, 0)], palette.inks()[ink], "a")

    return make


def photo(path: Path, size: tuple[int, int] = (200, 100), mode: str = "RGB", **options: Any) -> Path:
    """A picture with a red left half and a blue right half."""
    image = Image.new("RGB", size, "#0000FF")
    ImageDraw.Draw(image).rectangle((0, 0, size[0] // 2 - 1, size[1]), fill="#FF0000")
    image.convert(mode).save(path, **options)
    return path


def images(pdf: bytes, tmp_path: Path) -> list[Any]:
    path = tmp_path / "out.pdf"
    path.write_bytes(pdf)
    with pikepdf.open(path) as document:
        found = [one for one in document.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"]
        return [{str(key): str(one[key]) for key in one} | {"raw": one.read_raw_bytes()} for one in found]


def seen(pdf: bytes) -> Image.Image:
    """The page at 10 pixels a mm."""
    document = pypdfium2.PdfDocument(pdf)
    image = document[0].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")
    document.close()
    return image


def near(pixel: Any, colour: tuple[int, int, int]) -> bool:
    return all(abs(a - b) <= 12 for a, b in zip(pixel, colour, strict=True))


@pytest.mark.parametrize("name", ["photo.png", "photo.jpg", "deep/photo.JPEG"])
def test_a_picture_lies_in_its_box(folder: Path, print_: Print, name: str) -> None:
    """As large as it fits, in the middle, the right way up and round."""
    (folder / name).parent.mkdir(exist_ok=True)
    photo(folder / name, (200, 100))
    page = seen(print_(Picture(name, 10, 5, 40, 30)))
    for (x, y), colour in {
        (12, 12): (255, 0, 0),
        (48, 28): (0, 0, 255),
        (12, 8): (255, 0, 255),
        (12, 32): (255, 0, 255),
    }.items():
        assert near(page.getpixel((x * 10, y * 10)), colour), (x, y)


def test_a_turned_picture(folder: Path, print_: Print) -> None:
    """A quarter clockwise: what was left is on top."""
    photo(folder / "photo.png")
    page = seen(print_(Picture("photo.png", 10, 5, 40, 30, angle=90)))
    assert near(page.getpixel((300, 50)), (255, 0, 0))
    assert near(page.getpixel((300, 350)), (0, 0, 255))


def test_a_picture_is_stored_once(folder: Path, print_: Print, tmp_path: Path) -> None:
    """However often it is printed, and in the size that the largest print needs, at most 600 dpi."""
    photo(folder / "photo.png", (3000, 1500))
    pdf = print_(Picture("photo.png", 1, 1, 10, 10), Picture("photo.png", 20, 1, 25.4, 20), faces=3)
    (stored,) = images(pdf, tmp_path)
    assert (stored["/Width"], stored["/Height"]) == ("600", "300")
    photo(folder / "photo.png", (300, 150))
    (stored,) = images(print_(Picture("photo.png", 1, 1, 50, 25)), tmp_path)
    assert (stored["/Width"], stored["/Height"]) == ("300", "150")


def test_a_jpeg_stays_a_jpeg_without_its_notes(folder: Path, print_: Print, tmp_path: Path) -> None:
    """Its pixels are those of the file; place and thumbnail are not passed on."""
    exif = Image.Exif()
    exif[0x010E] = "at home"
    photo(folder / "photo.jpg", exif=exif, comment=b"secret")
    (stored,) = images(print_(Picture("photo.jpg", 1, 1, 40, 20)), tmp_path)
    assert stored["/Filter"] in ("/DCTDecode", "pikepdf.Array([ Name('/DCTDecode') ])") or "DCT" in stored["/Filter"]
    whole = (folder / "photo.jpg").read_bytes()
    assert stored["raw"][-200:] == whole[-200:]
    assert b"at home" in whole
    assert b"at home" not in stored["raw"]
    assert b"secret" not in stored["raw"]


def test_a_picture_taken_sideways_is_turned_upright(folder: Path) -> None:
    """As its camera noted."""
    exif = Image.Exif()
    exif[0x0112] = 6
    path = photo(folder / "photo.jpg", (200, 100), exif=exif)
    assert pictures.pixel_size(path) == (100, 200)
    assert pictures.read_raster(path, FULL, palette.inks()["full"]).size == (100, 200)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_transparent_shows_the_ground(folder: Path, print_: Print, mode: str) -> None:
    """The left half is not there."""
    image = Image.new("RGBA", (40, 20), (0, 0, 255, 255))
    image.paste((0, 0, 0, 0), (0, 0, 20, 20))
    if mode == "LA":
        image = image.convert("LA")
    elif mode == "P":
        image = image.quantize(4)
    image.save(folder / "photo.png")
    page = seen(print_(Picture("photo.png", 10, 5, 40, 20)))
    assert near(page.getpixel((150, 150)), (255, 0, 255))
    assert not near(page.getpixel((450, 150)), (255, 0, 255))


@pytest.mark.parametrize("name", ["photo.png", "photo.jpg"])
def test_pictures_are_grey_or_light_by_their_ink(folder: Path, print_: Print, name: str) -> None:
    """Grey has no colour, saver is lighter."""
    photo(folder / name)
    grey, saver = (seen(print_(Picture(name, 0, 0, 60, 30), ink=ink)) for ink in ("grey", "saver"))
    for x in (100, 500):
        r, g, b = grey.getpixel((x, 200))
        assert r == g == b
    assert near(saver.getpixel((100, 200)), (255, 140, 140))
    assert near(saver.getpixel((500, 200)), (140, 140, 255))


@pytest.mark.parametrize("mode", ["1", "L", "P", "I;16", "CMYK"])
def test_every_kind_of_pixels(folder: Path, mode: str) -> None:
    """A light grey stays one, whatever the file counts in."""
    suffix = "jpg" if mode == "CMYK" else "png"
    path = folder / f"photo.{suffix}"
    if mode == "I;16":
        Image.new("I;16", (40, 20), 200 * 256).save(path)
    else:
        image = Image.new("RGB", (40, 20), "#C8C8C8")
        (image.quantize(4) if mode == "P" else image.convert(mode)).save(path)
    ready = pictures.read_raster(path, FULL, palette.inks()["grey"])
    assert ready.space == "DeviceGray"
    if suffix == "png" and mode != "1":
        assert set(zlib.decompress(ready.data)) <= set(range(196, 205))


def test_the_same_picture_gives_the_same_bytes(folder: Path, print_: Print) -> None:
    photo(folder / "photo.png", (900, 500), "RGBA")
    photo(folder / "photo.jpg", (2000, 1500))
    jobs = (Picture("photo.png", 1, 1, 20, 20), Picture("photo.jpg", 30, 1, 20, 20))
    assert print_(*jobs, ink="saver") == print_(*jobs, ink="saver")


# ---------------------------------------------------------------------- refused


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def claimed(w: int, h: int) -> bytes:
    """A PNG that says it is as large as this, in a few bytes."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.truncate(2_000_000_000)


def moving(path: Path) -> None:
    frames = [Image.new("RGB", (9, 9), colour) for colour in ("red", "blue")]
    frames[0].save(path, save_all=True, append_images=frames[1:])


def shortened(path: Path) -> None:
    image = Image.effect_noise((400, 300), 90)
    image.save(path)
    path.write_bytes(path.read_bytes()[:-4000])


def damaged(path: Path) -> None:
    photo(path, (300, 200))
    data = bytearray(path.read_bytes())
    data[41:71] = bytes(30)  # where the pixels begin
    path.write_bytes(data)


BAD: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "two gigabytes": ("a.png", sparse, "a.png: larger than 64 MB; save it smaller"),
    "a bomb": ("a.png", lambda path: path.write_bytes(claimed(50_000, 50_000)), "more than 100 million pixels"),
    "a bomb just too large": ("a.png", lambda path: path.write_bytes(claimed(10_001, 10_000)), "more than 100 million"),
    "less than it claims": ("a.png", lambda path: path.write_bytes(claimed(900, 900)), "a.png: is broken ("),
    "nothing at all": ("a.png", lambda path: path.write_bytes(claimed(0, 0)), "a.png: is broken ("),
    "cut off": ("a.png", shortened, "a.png: is broken ("),
    "a JPEG cut off": ("a.jpg", shortened, "a.jpg: is broken ("),
    "damaged": ("a.png", damaged, "a.png: is broken ("),
    "wrong suffix": ("a.png", lambda path: photo(path, format="JPEG"), "a.png: is no PNG, whatever its name says"),
    "wrong suffix too": ("a.jpg", lambda path: photo(path, format="PNG"), "a.jpg: is no JPEG"),
    "a text": ("a.jpg", lambda path: path.write_text("hello"), "a.jpg: is no JPEG"),
    "empty": ("a.jpg", lambda path: path.write_bytes(b""), "a.jpg: is no JPEG"),
    "only a head": ("a.jpg", lambda path: path.write_bytes(b"\xff\xd8\xff\xe0"), "a.jpg: is broken ("),
    "moving": ("a.png", moving, "a.png: moves; save one picture of it"),
    "a folder": ("a.png", lambda path: path.mkdir(), "a.png: is not a regular file"),
    "not there": ("a.png", lambda path: None, "a.png: is broken ("),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_refused(tmp_path: Path, case: str) -> None:
    """At once, by name, with the way out."""
    name, make, told = BAD[case]
    make(tmp_path / name)
    begun = time.process_time()
    with pytest.raises(FaceError) as caught:
        pictures.read_raster(tmp_path / name, FULL, palette.inks()["full"])
    assert time.process_time() - begun < 3
    assert told in str(caught.value)
