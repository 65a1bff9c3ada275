"""Packs for print shops: sizes to the pixel, names in order, one back, the safe zone, wrong data in the shop's file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from companion.core import resources
from companion.core.errors import LayoutError, WrongCall
from companion.core.units import pt
from companion.exports import shops
from companion.faces.model import Face, Picture, Shape, Text
from companion.faces.palette import Palette
from companion.faces.text import Typesetter
from companion.pdf import fonts
from companion.sheets.model import Leaf

Make = Callable[..., Leaf]
BLUE, RED = (0x2E, 0x5C, 0x8A), (0x7E, 0x21, 0x18)  # grounds of fronts and of backs
SETTER = Typesetter(fonts.letter_widths, "en")


def packed(leaves: list[Leaf], full: Palette, shop: str) -> dict[str, bytes]:
    return {made.name: made.data for made in shops.shop_files(leaves, full, shop, SETTER)}


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


# ---------------------------------------------------------------------- what the shops want


def test_every_shop_can_be_read() -> None:
    """The three of the house."""
    assert shops.shop_names() == ["drivethrucards", "gamecrafter", "makeplayingcards"]
    for name in shops.shop_names():
        assert shops.load_terms(name).products


@pytest.mark.parametrize("name", ["gamecrafter", "makeplayingcards"])
def test_pixels_are_trim_and_bleed(name: str) -> None:
    """Data agree with themselves: pixels come to trim plus twice the bleed; one product has 0.8 mm more."""
    terms = shops.load_terms(name)
    for product in terms.products:
        for edge, count in zip(product.trim, product.pixels, strict=True):
            bleed = (count / terms.dpi * 25.4 - edge) / 2
            assert bleed == pytest.approx(terms.bleed, abs=1.0 if product.name == "us-game" else 0.15)


@pytest.mark.parametrize(
    ("name", "product", "pixels"),
    [
        ("makeplayingcards", "poker", (822, 1122)),
        ("gamecrafter", "poker", (825, 1125)),
        ("gamecrafter", "tarot", (900, 1500)),
    ],
)
def test_shop_pictures_have_known_pixel_sizes(name: str, product: str, pixels: tuple[int, int]) -> None:
    assert {one.name: one.pixels for one in shops.load_terms(name).products}[product] == pixels


# ---------------------------------------------------------------------- pictures


@pytest.mark.parametrize(("shop", "size"), [("makeplayingcards", (822, 1122)), ("gamecrafter", (825, 1125))])
@pytest.mark.parametrize("outline", ["rect", "rounded"])
def test_pictures_have_the_shops_pixels(
    leaf: Make, full: Palette, shop: str, size: tuple[int, int], outline: str
) -> None:
    """63 x 88 mm is scaled to 63.5 x 88.9; the ground fills bleed and corners; no transparency."""
    files = packed([leaf("a", outline=outline, back="own")], full, shop)
    assert list(files) == ["poker/fronts/001-a-1x.png", "poker/back.png"]
    for data, ground in zip(files.values(), (BLUE, RED), strict=True):
        image = opened(data)
        assert (image.size, image.mode) == (size, "RGB")
        assert b"sRGB" in image.info["icc_profile"].replace(b"\0", b"")
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.02)
        w, h = size
        for corner in ((0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1)):
            assert image.getpixel(corner) == ground


def test_faces_are_scaled_evenly(full: Palette) -> None:
    """A square on a poker face of 63 x 88 mm stays a square, larger by the smaller ratio, in the middle."""
    face = Face("a front", (63, 88), (Shape((("rect", 11.5, 24, 40, 40),), fill="#000000"),))
    (data,) = packed([Leaf("a", face)], full, "makeplayingcards").values()
    left, top, right, bottom = opened(data).convert("L").point(lambda v: 255 * (v < 128)).getbbox() or (0, 0, 0, 0)
    assert (right - left, bottom - top) == pytest.approx((40 * 63.5 / 63 * 300 / 25.4,) * 2, abs=1.5)
    assert left == pytest.approx(822 - right, abs=1.5)
    assert top == pytest.approx(1122 - bottom, abs=1.5)


def test_lying_faces_stand_on_upright_cards(full: Palette) -> None:
    """The left edge of the front comes up, and so does the right edge of the back, which lies behind it."""
    mark = Shape((("rect", 0, 0, 20, 63.5),), fill="#000000")
    other = Shape((("rect", 68.9, 0, 20, 63.5),), fill="#000000")
    leaf = Leaf("a", Face("a front", (88.9, 63.5), (mark,)), Face("a back", (88.9, 63.5), (other,)))
    for data in packed([leaf], full, "makeplayingcards").values():
        image = opened(data).convert("L")
        assert image.size == (822, 1122)
        assert image.getpixel((411, 60)) < 10
        assert image.getpixel((411, 1060)) > 245


def test_names_keep_order_and_counts(leaf: Make, full: Palette) -> None:
    """Numbered as printed, with the number of copies; backs of the same names when they differ."""
    z, a = leaf("zeta", back="own"), leaf("alpha", back="own")
    files = list(packed([z, z, z, a], full, "gamecrafter"))
    names = ["001-zeta-3x.png", "002-alpha-1x.png"]
    assert files == [*(f"poker/fronts/{name}" for name in names), *(f"poker/backs/{name}" for name in names)]
    assert sorted(files[:2]) == files[:2]


def test_equal_backs_are_one_file_and_none_is_none(leaf: Make, full: Palette) -> None:
    """A missing back among others is white, so that fronts and backs pair."""
    assert [
        n for n in packed([leaf("a", back="same"), leaf("b", back="same")], full, "gamecrafter") if "back" in n
    ] == ["poker/back.png"]
    assert not [n for n in packed([leaf("a"), leaf("b")], full, "gamecrafter") if "back" in n]
    files = packed([leaf("a", back="own"), leaf("b")], full, "gamecrafter")
    assert opened(files["poker/backs/002-b-1x.png"]).getextrema() == ((255, 255),) * 3


def test_each_size_has_its_folder(leaf: Make, full: Palette) -> None:
    files = packed([leaf("a"), leaf("b", (70, 120))], full, "makeplayingcards")
    assert list(files) == ["poker/fronts/001-a-1x.png", "tarot/fronts/001-b-1x.png"]


def test_the_same_leaves_give_the_same_bytes(leaf: Make, full: Palette) -> None:
    assert packed([leaf("a")], full, "makeplayingcards") == packed([leaf("a")], full, "makeplayingcards")


# ---------------------------------------------------------------------- one PDF


def test_a_pdf_has_a_page_a_face_with_its_boxes(leaf: Make, full: Palette) -> None:
    """Back before front, every copy; 2.75 x 3.75 inches, trim box 1/8 inch inside; only CMYK, 240 % at most."""
    a, b = leaf("a", back="own"), leaf("b")
    files = packed([a, a, b], full, "drivethrucards")
    assert list(files) == ["poker.pdf"]
    with pikepdf.open(BytesIO(files["poker.pdf"])) as pdf:
        assert len(pdf.pages) == 6
        for page in pdf.pages:
            assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert [float(v) for v in page.bleedbox] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert [float(v) for v in page.trimbox] == pytest.approx([9, 9, 189, 261], abs=0.01)
        streams = [pikepdf.parse_content_stream(one) for one in _drawings(pdf)]
    operators = [(str(op), [float(v) for v in values]) for stream in streams for values, op in stream if str(op) in INK]
    assert {op for op, _ in operators} <= {"k", "K"}
    assert max(sum(values) for _, values in operators) <= 2.4


INK = {"rg", "RG", "g", "G", "k", "K"}


def _drawings(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    yield from (page.obj for page in pdf.pages)
    for item in pdf.objects:
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
            yield item


# ---------------------------------------------------------------------- what does not fit


def test_a_size_that_the_shop_does_not_make(leaf: Make, full: Palette) -> None:
    """The piece, its size, the nearest product and all others."""
    with pytest.raises(LayoutError) as told:
        packed([leaf("a", (100, 100)), leaf("b", (100, 100))], full, "gamecrafter")
    assert len(str(told.value).splitlines()) == 3
    for part in ("a: The Game Crafter makes no 100 x 100 mm", "nearest is square", "poker 63.5 x 88.9", "--trim"):
        assert part in str(told.value)


@pytest.mark.parametrize(("trim", "fits"), [((62.3, 87.2), True), ((62.2, 87.2), False), ((64.7, 90.6), True)])
def test_two_per_cent_are_scaled(leaf: Make, full: Palette, trim: tuple[float, float], fits: bool) -> None:
    if fits:
        assert list(packed([leaf("a", trim)], full, "gamecrafter"))
    else:
        with pytest.raises(LayoutError):
            packed([leaf("a", trim)], full, "gamecrafter")


def test_words_and_signs_near_the_edge_are_all_named(full: Palette) -> None:
    """Component, side, words and by how much, at once; drawings may be cut into, and so may lines."""
    near = Text(20, 87.4, "too low", "sans-400", 8, "ink")
    sign = Picture("icons/ring", 1.0, 40, 6, 6, "ink")
    drawing = Picture("icons/ring", 0, 0, 63.5, 20)
    good = Text(10, 40, "well inside", "sans-400", 8, "ink")
    frame = Shape((("rect", 0.5, 0.5, 62, 87),), stroke="ink", width=0.5)
    trim = (63.5, 88.9)
    leaf = Leaf("a", Face("a front", trim, (near, good, frame, drawing)), Face("a back", trim, (sign,)))
    other = Leaf("b", Face("b front", trim, (Text(50, 40, "goes over", "sans-400", 10, "ink"),)))
    with pytest.raises(LayoutError) as told:
        packed([leaf, other], full, "makeplayingcards")
    lines = str(told.value).splitlines()
    assert [line.partition(" is ")[0] for line in lines] == [
        "a front: 'too low'",
        "a back: the sign icons/ring",
        "b front: 'goes over'",
    ]
    assert "2.0 mm outside the safe zone of MakePlayingCards, 3.05 mm inside the trim" in lines[1]


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_turned_words_are_measured_where_they_lie(angle: float) -> None:
    """Ten letters of 1 em in the middle of a square reach one way only."""
    words, size = "nnnnnnnnnn", 10.0
    long = SETTER.em("sans-400", words) * size / pt(1)
    half = long + 3.0 - 0.5  # the last half millimetre is too much
    face = Face("a", (2 * half, 2 * half), (Text(half, half, words, "sans-400", size, "ink", angle=angle),))
    ((what, out),) = shops.outside_safe_zone(face, 3.0, SETTER)
    assert (what, out) == (f"'{words}'", pytest.approx(0.5, abs=0.01))


def test_nothing_is_made_before_everything_is_checked(leaf: Make, full: Palette) -> None:
    """The fault comes with the call, not after the first files."""
    with pytest.raises(LayoutError):
        shops.shop_files([leaf("a"), leaf("b", (100, 100))], full, "gamecrafter", SETTER)


@pytest.mark.parametrize("name", ["gamecraftr", "../press", "", "GameCrafter"])
def test_unknown_shops_are_a_wrong_call(name: str) -> None:
    with pytest.raises(WrongCall) as told:
        shops.load_terms(name)
    assert told.value.code == "no_shop"
    assert "gamecrafter" in str(told.value.values["choices"])


# ---------------------------------------------------------------------- wrong data

GOOD = """title: Mine
form: pictures
bleed: 3
safe: 3
dpi: 300
colour: rgb
order: [front, back]
products:
  poker: {trim: [63, 88], pixels: [815, 1110]}
"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Callable[[str], None]]:
    """own(text): the text as layouts/shops/mine.yaml of a folder of one's own."""
    (tmp_path / "layouts" / "shops").mkdir(parents=True)

    def write(text: str) -> None:
        (tmp_path / "layouts" / "shops" / "mine.yaml").write_text(text, encoding="utf-8")
        resources.clear_readers()

    with resources.using_folder(tmp_path):
        yield write


def test_a_shop_of_ones_own(own: Callable[[str], None], leaf: Make, full: Palette) -> None:
    """One file, and the shop is there."""
    own(GOOD)
    assert "mine" in shops.shop_names()
    (data,) = packed([leaf("a")], full, "mine").values()
    assert opened(data).size == (815, 1110)


def test_a_pdf_in_rgb_says_that_it_is_srgb(own: Callable[[str], None], leaf: Make, full: Palette) -> None:
    """One in printing inks says nothing."""
    own(GOOD.replace("pictures", "pdf").replace(", pixels: [815, 1110]", ""))
    for shop, intents in (("mine", True), ("drivethrucards", False)):
        with pikepdf.open(BytesIO(packed([leaf("a")], full, shop)["poker.pdf"])) as pdf:
            assert ("/OutputIntents" in pdf.Root) is intents


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("form: pictures", "form: picture", r"mine.yaml:2: 'form' is no 'picture'; did you mean 'pictures'\?"),
        ("safe: 3", "sage: 3", r"mine.yaml:4: unknown key 'sage'; did you mean 'safe'\?"),
        ("safe: 3\n", "", r"mine.yaml:1: 'safe' is missing"),
        ("dpi: 300", "dpi: 12", r"mine.yaml:5: 'dpi' is a number from 30 to 1200, not 12"),
        ("colour: rgb", "colour: cmyk", r"mine.yaml:6: pictures are rgb"),
        ("[front, back]", "[front]", r"mine.yaml:7: 'order' is"),
        ("[63, 88]", "[63]", r"mine.yaml:9: 'trim' is two numbers"),
        ("[815, 1110]", "[815, many]", r"mine.yaml:9: 'pixels' is two numbers"),
        (", pixels: [815, 1110]", "", r"mine.yaml:9: product 'poker' has exactly pixels and trim"),
        ("title: Mine", "title: Mine\ntitle: Yours", r"mine.yaml:2: key 'title' appears twice"),
        (GOOD, "- a\n", r"mine.yaml:1: a shop is a mapping"),
        (GOOD, "a: [", r"mine.yaml:\d+: not readable as YAML"),
    ],
)
def test_faults_name_file_and_line(own: Callable[[str], None], old: str, new: str, fault: str) -> None:
    own(GOOD.replace(old, new))
    with pytest.raises(LayoutError) as told:
        shops.load_terms("mine")
    assert re.search(fault, str(told.value))
