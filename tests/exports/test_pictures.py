"""Pixels of faces: exact sizes, clear corners, bleed, the same bytes, one batch at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from math import pi

import pytest
from PIL import Image, ImageChops

from companion.exports import png, preview, raster, svg
from companion.faces.model import Face, Picture
from companion.faces.palette import Palette, inks
from companion.sheets.model import Leaf
from tests.each import each

Make = Callable[..., Leaf]
BLUE, RED = (0x2E, 0x5C, 0x8A), (0x7E, 0x21, 0x18)  # grounds of fronts and of backs


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


@each("dpi", [72, 150, 300, 301.5])
@each("bleed", [0.0, 3.0])
@each("trim", [(63.0, 88.0), (63.5, 88.9), (44.03, 68.17)])
def test_sizes_are_exact(leaf: Make, full: Palette, trim: tuple[float, float], dpi: float, bleed: float) -> None:
    """Trim and bleed in pixels, each edge rounded; the file knows its dots per inch."""
    (document,) = png.png_files([leaf("a", trim)], full, bleed, dpi)
    image = opened(document.data)
    assert image.size == tuple(round((edge + 2 * bleed) * dpi / 25.4) for edge in trim)
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_every_different_face_once(leaf: Make, full: Palette) -> None:
    """Copies make no second picture; a leaf without a back has none."""
    leaves = [leaf("a"), leaf("a"), leaf("b", back="own")]
    names = [document.name for document in png.png_files(leaves, full, dpi=40)]
    assert names == ["a-front.png", "b-front.png", "b-back.png"]


@pytest.mark.parametrize("outline", ["rounded", "round", "hex"])
def test_outside_the_outline_nothing_is_left(leaf: Make, full: Palette, outline: str) -> None:
    """Corners are clear, the middle is not, the edge is smooth and bears the ground's colour, no white rim."""
    trim = (40.0, 40.0) if outline == "round" else (40.0, 46.0)
    (image,) = raster.render_faces([leaf("a", trim, outline, at=(14, 20)).front], full, 150)
    assert image.mode == "RGBA"
    w, h = image.size
    for corner in ((0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1)):
        assert image.getpixel(corner)[3] < (255 if outline == "rounded" else 1)
    assert image.getpixel((w // 2, h // 2))[3] == 255
    parts = set(image.getchannel("A").tobytes())
    assert len(parts) > 10
    rim = [pixel for pixel in image.get_flattened_data() if 0 < pixel[3] < 255]
    assert all(pixel[:3] == BLUE for pixel in rim)


def test_the_outline_covers_as_much_as_it_should(leaf: Make, full: Palette) -> None:
    """Area of the opaque part to a part in a thousand: a circle of 360 pixels, with bleed one of 420."""
    for bleed in (0.0, 2.54):
        (image,) = raster.render_faces([leaf("a", (30.48, 30.48), "round").front], full, 300, bleed)
        area = sum(image.getchannel("A").tobytes()) / 255 / (300 / 25.4) ** 2
        assert area == pytest.approx(pi * (15.24 + bleed) ** 2, rel=1e-3)


def test_rounded_corners_have_a_square_bleed(leaf: Make, full: Palette) -> None:
    """As on printed sheets: they are cut last."""
    (image,) = raster.render_faces([leaf("a", outline="rounded").front], full, 100, 3)
    assert image.getpixel((0, 0)) == (*BLUE, 255)


def test_rectangles_are_opaque_and_stand_on_white(leaf: Make, full: Palette) -> None:
    """No alpha where nothing is cut away; paper without a ground is white."""
    (image,) = raster.render_faces([leaf("a", ground="").front], full, 60)
    assert (image.mode, image.getpixel((0, 0))) == ("RGB", (255, 255, 255))


def test_the_ground_goes_on_into_the_bleed(leaf: Make, full: Palette) -> None:
    (image,) = raster.render_faces([leaf("a").front], full, 100, 3)
    assert image.getpixel((0, 0)) == BLUE


def test_corners_can_stay_filled(leaf: Make, full: Palette) -> None:
    """For those who cut themselves."""
    (image,) = raster.render_faces([leaf("a", outline="rounded").front], full, 100, clear=False)
    assert (image.mode, image.getpixel((0, 0))) == ("RGB", BLUE)


def test_ink_and_bytes(leaf: Make) -> None:
    """The same picture has the same bytes; another ink has others, without colour in grey."""
    leaves = [leaf("a", (40, 40), "round", back="own")]
    full, again, grey = (list(png.png_files(leaves, inks()[ink], dpi=80)) for ink in ("full", "full", "grey"))
    assert full == again
    assert full != grey
    r, g, b, _ = opened(grey[0].data).split()
    assert r.tobytes() == g.tobytes() == b.tobytes()


def test_faces_are_asked_for_batch_by_batch(leaf: Make, full: Palette) -> None:
    """Ten thousand faces would never be held at once: the first picture costs one batch."""
    asked = []

    def faces() -> Iterator[Face]:
        for number in range(10_000):
            asked.append(number)
            yield replace(leaf("a").front, id=f"a{number}")

    pictures = raster.render_faces(faces(), full, 20)
    next(pictures)
    assert len(asked) == raster.BATCH
    for _ in range(raster.BATCH):
        next(pictures)
    assert len(asked) == 2 * raster.BATCH
    pictures.close()


def test_the_real_kinds_have_pictures(dice: Callable[[str], list[Leaf]], full: Palette) -> None:
    """Six route sheets' worth of copies are two pictures of 140 x 95 mm."""
    made = list(png.png_files(dice("sheets"), full, dpi=100))
    assert [document.name for document in made] == ["dice-route-front.png", "dice-route-back.png"]
    assert {opened(document.data).size for document in made} == {(551, 374)}


# ---------------------------------------------------------------------- the contact sheet


def test_a_preview_shows_every_leaf_once(leaf: Make, full: Palette) -> None:
    """As wide as asked; fronts and backs lie where the ground is not."""
    leaves = [leaf(f"card-{n}", back="own") for n in range(9)] * 2
    image = opened(preview.preview_picture(leaves, full, 900).data).convert("RGB")
    assert image.width == 900
    assert 0.6 < image.width / image.height < 2.2
    colours = {colour: count for count, colour in image.getcolors(1 << 20)}
    assert colours[BLUE] == pytest.approx(colours[RED], rel=0.1)
    assert (colours[BLUE] + colours[RED]) / image.width / image.height > 0.4


@pytest.mark.parametrize("count", [1, 2, 5, 30])
def test_nothing_leaves_the_preview(leaf: Make, full: Palette, count: int) -> None:
    """Trims mixed: every face and its words lie inside the page, and none on another."""
    trims = [(63.0, 88.0), (140.0, 95.0), (25.0, 25.0)]
    leaves = [leaf(f"piece-with-a-long-name-{n}", trims[n % 3], back="own" if n % 2 else "") for n in range(count)]
    across = preview._page_width(leaves)
    cells, height = preview._rows(leaves, across)
    page = preview._page(cells, (across, height), "")
    boxes = [placed.slot.rect for placed in page.placed[1:]]
    for index, (x, y, w, h) in enumerate(boxes):
        assert min(x, y) >= 0
        assert x + w <= across
        assert y + h <= height
        for u, v, wide, high in boxes[:index]:
            assert x >= u + wide or u >= x + w or y >= v + high or v >= y + h


def test_a_preview_says_how_many_are_missing(leaf: Make, full: Palette, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve of fifteen: the rest is counted."""
    said: list[str] = []
    text = preview._text
    monkeypatch.setattr(preview, "MOST", 12)
    monkeypatch.setattr(preview, "_text", lambda x, y, words, across: said.append(words) or text(x, y, words, across))
    preview.preview_picture([leaf(f"l{n}") for n in range(15)], full, 300)
    assert said == [*(f"l{n}" for n in range(12)), "… + 3"]


@pytest.mark.parametrize("crop", ["top", "middle", "bottom"])
def test_a_cropped_drawing_fills_its_box_and_no_more(full: Palette, crop: str) -> None:
    """Nothing is drawn beside the box, and the drawing begins at its edge."""
    drawing = Picture("wotrcards/back-path", 20, 10, 20, 40, crop=crop)
    (image,) = raster.render_faces([Face("a", (60, 60), (drawing,))], full, 60)
    k = 60 / 25.4
    box = image.crop((round(20 * k), round(10 * k), round(40 * k), round(50 * k)))
    assert ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox() is not None
    image.paste("white", (round(20 * k) - 1, round(10 * k) - 1, round(40 * k) + 1, round(50 * k) + 1))
    assert ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox() is None
    assert (ImageChops.difference(box, Image.new("RGB", box.size, "white")).getbbox() or (0,))[0] <= 1


def test_a_drawing_stands_at_an_edge_of_its_box(full: Palette) -> None:
    """As wide as its box and lower: what is left over lies above it, on the screen too."""
    face = Face("a", (60, 60), (Picture("wotrcards/back-path", 20, 10, 20, 40, valign="bottom"),))
    (image,) = raster.render_faces([face], full, 60)
    box = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox()
    assert box is not None
    k = 60 / 25.4
    assert box[1] >= round((50 - 20 * 88 / 63) * k) - 1
    assert abs(box[3] - 50 * k) < 4
    assert 'preserveAspectRatio="xMidYMax meet"' in svg.faces_svg([face], full)
