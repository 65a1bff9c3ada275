"""Jobs as people give them: counts, trims, papers, bleed, pages to read first; what the file says about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import product
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageCms

from companion.content.load import game_content
from companion.core import resources
from companion.core.errors import CompanionError, FaceError, LayoutError, WrongCall
from companion.press import Job, Shop, print_job
from companion.press.printing import make_press
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import cutter_mark_names, load_cutter_marks, load_layout
from companion.sheets.model import Correction
from tests.press.conftest import Ferry, pages, text
from tests.tiers import sample

MM = 72 / 25.4


def test_a_plain_print_gives_the_printed_counts(ferry: Ferry) -> None:
    """Three millers, two smiths and four geese; --copies gives as many of each as asked."""
    shop = Shop(game_content("ferry"), "en")
    assert [(plan[1].id if plan[1] else "", plan[2]) for plan in shop.plan("cards")] == [
        ("miller", 3),
        ("smith", 2),
        ("goose", 4),
    ]
    assert sum(plan[2] for plan in shop.plan("cards")) == 3 + 2 + 4
    path = ferry(duplex="none", only=("passenger-smith",))[0]
    assert text(path).count("Smith") == 2
    path = ferry(duplex="none", copies=1)[0]
    assert [text(path).count(name) for name in ("Miller", "Smith", "Goose")] == [1, 1, 1]


def test_each_leaf_has_its_own_back(ferry: Ferry) -> None:
    """The template of the back is named by the row: two banks, two backs."""
    shop = Shop(game_content("ferry"), "en")
    backs = {piece.leaf.id: piece.leaf.back for piece in map(shop.piece, shop.plan("cards"))}
    drawn = {id: back.items[-1] for id, back in backs.items() if back}
    assert getattr(drawn["passenger-miller"], "name", "") == "icons/ring"
    assert getattr(drawn["passenger-goose"], "name", "") == "icons/sun"


def test_a_front_without_back_never_prints_on_another_ones(ferry: Ferry) -> None:
    """On duplex paper an empty page follows a front without back, but the file does not end with one."""
    shop = Shop(game_content("ferry"), "en")
    both = [piece.leaf for piece in map(shop.piece, shop.plan("tiles"))]
    bare = [replace(both[0], back=None), both[1], replace(both[0], back=None, id="x")]
    assert [sheet.side for sheet in impose_leaves(bare, load_layout(), "long")] == [
        "front",
        "back",
        "front",
        "back",
        "front",
    ]
    assert [sheet.side for sheet in impose_leaves(bare, load_layout(), "none")] == ["front", "front", "back", "front"]
    assert [sheet.side for sheet in impose_leaves(bare[:1] * 2, load_layout(), "long")] == ["front"]


@pytest.mark.parametrize(("trim", "size"), [("euro", (59, 92)), ("tarot", (70, 120)), ("85x85", (85, 85))])
def test_faces_are_scaled_to_another_trim(ferry: Ferry, trim: str, size: tuple[float, float]) -> None:
    """Evenly, in the middle, with the ground going on to the edge."""
    path = ferry(trim=trim, only=("passenger-smith",), copies=1, duplex="none", marks=False)[0]
    with pikepdf.open(path) as pdf:
        x0, y0, x1, y1 = (float(v) for v in pdf.pages[0].trimbox)
        assert (x1 - x0, y1 - y0) == pytest.approx((size[0] * MM, size[1] * MM), abs=0.02)
    shop, plain = (Shop(game_content("ferry"), "en", trim=word) for word in (trim, ""))
    small, large = (one.piece(one.plan("cards")[0]).leaf.front for one in (shop, plain))
    k = min(size[0] / 63, size[1] / 88)
    assert small.smallest_type == pytest.approx(k * large.smallest_type)
    assert small.corner == pytest.approx(3 * k)


def test_a_trim_too_small_for_its_words(ferry: Ferry) -> None:
    """Nothing is printed smaller than 5.5 pt, scaled or not."""
    with pytest.raises(
        FaceError, match=r"passenger-miller front: scaled to 40 x 40 mm its smallest words would be 2\.8 pt"
    ):
        ferry(trim="40x40")


def test_bleed_reaches_as_far_as_asked(ferry: Ferry) -> None:
    """3 mm beyond the trim the ground is still there, 3.5 mm beyond it the paper is white; so on both sides."""
    path = ferry(bleed=3.0, copies=1, marks=False)[0]
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            trim, bleed = ([float(v) for v in box] for box in (page.trimbox, page.BleedBox))
            assert [b - t for t, b in zip(trim, bleed, strict=True)] == pytest.approx(
                [-3 * MM, -3 * MM, 3 * MM, 3 * MM], abs=0.02
            )
    document = pypdfium2.PdfDocument(path)
    for number in range(len(document)):
        image = document[number].render(scale=4).to_pil().convert("RGB")
        left, _, right, top = (float(v) * 4 for v in document[number].get_trimbox())
        middle = image.height - top + 20 * MM * 4  # across the first row
        assert image.getpixel((int(left - 2.6 * MM * 4), int(middle))) == (0x2F, 0x6C, 0x8F)
        assert image.getpixel((int(left - 3.5 * MM * 4), int(middle))) == (255, 255, 255)
        assert image.getpixel((int(right + 2.6 * MM * 4), int(middle))) == (0x2F, 0x6C, 0x8F)
    document.close()


def test_a_pdf_says_that_its_colours_are_srgb(ferry: Ferry) -> None:
    """With --srgb only: an output intent with the profile, which Little CMS reads back."""
    with pikepdf.open(ferry(copies=1)[0]) as pdf:
        assert "/OutputIntents" not in pdf.Root
    with pikepdf.open(ferry(copies=1, srgb=True)[0]) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, str(intent.Info)) == ("/GTS_PDFA1", "sRGB IEC61966-2.1")
        assert (intent.DestOutputProfile.N, pdf.pdf_version) == (3, "1.7")
        profile = ImageCms.ImageCmsProfile(BytesIO(intent.DestOutputProfile.read_bytes()))
    assert ImageCms.getProfileDescription(profile).startswith("sRGB")
    assert profile.profile.xcolor_space == "RGB "
    with pytest.raises(WrongCall, match="only_pdf"):
        ferry(srgb=True, format="png")


def test_round_pieces_are_round(ferry: Ferry) -> None:
    """A coin's corner is white, its edge is not; 1 mm of bleed makes the circle larger, not square."""
    path = ferry("tiles", only=("coin",), copies=1, bleed=1.0, marks=False, duplex="none")[0]
    document = pypdfium2.PdfDocument(path)
    image = document[0].render(scale=4).to_pil().convert("RGB")
    left, bottom, _, top = (float(v) * 4 for v in document[0].get_trimbox())
    top, bottom = image.height - top, image.height - bottom
    assert image.getpixel((int(left + 3), int(top + 3))) == (255, 255, 255)
    assert image.getpixel((int(left - 0.6 * MM * 4), int((top + bottom) / 2))) == (0xC9, 0xA2, 0x27)
    document.close()


def test_a_correction_turns_and_moves_the_back_page(tmp_path: Path) -> None:
    """Read back from the PDF: the words of a back stand where the turned and shifted page puts them; fronts stay."""

    def at(path: Path, page: int, letter: str) -> tuple[float, float]:
        document = pypdfium2.PdfDocument(path)
        texts = document[page].get_textpage()
        box = texts.get_charbox(texts.get_text_range().index(letter))
        document.close()
        return box[0] / MM, 297 - box[1] / MM

    straight, askew = (
        print_job(Job("dice", "aids", copies=1, correction=correction, out=tmp_path / f"{name}.pdf"))[0]
        for name, correction in (("straight", None), ("askew", Correction(2, -1, 1.5)))
    )
    assert at(straight, 0, "U") == pytest.approx(at(askew, 0, "U"), abs=0.01)
    x, y = at(straight, 1, "U")
    c, s = cos(radians(1.5)), sin(radians(1.5))
    dx, dy = x - 105, y - 148.5
    assert at(askew, 1, "U") == pytest.approx((105 + c * dx - s * dy + 2, 148.5 + s * dx + c * dy - 1), abs=0.15)


# ---------------------------------------------------------------------- what the file says


def test_the_file_has_bookmarks_title_language_and_rights(ferry: Ferry) -> None:
    """A bookmark where each component begins; XMP with title and rights in the print's language."""
    path = ferry("tiles", lang="uk", guide=True)[0]
    with pikepdf.open(path) as pdf:
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Пором", "Монета", "Хвиля"]
        meta = pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False)
        assert meta["dc:title"] == "Пором: tiles"
        assert "Source Serif" in str(meta["dc:rights"])
        assert str(pdf.Root.Lang) == "uk"
    assert text(path).startswith("Пором: роздрукувати й грати")


def test_bookmarks_lead_to_their_pages(ferry: Ferry) -> None:
    path = ferry("tiles", guide=False)[0]
    with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
        numbers = {page.objgen: number for number, page in enumerate(pdf.pages)}
        found = {}
        for item in outline.root:
            name = str(item.destination if item.destination is not None else "")
            target = item.destination
            if not isinstance(target, pikepdf.Array):
                target = pdf.Root.Dests[f"/{name.lstrip('/')}"]
            found[item.title] = numbers[target[0].objgen]
    assert found == {"Coin": 0, "Wave": 2}


# ---------------------------------------------------------------------- pages to read first


def test_everything_comes_with_a_guide(ferry: Ferry) -> None:
    """Every file with its paper, steps that this print needs, a box for every component with count, size, file and
    pages, credits, our own values; nothing of the command line.
    """
    paths = ferry("all")
    assert [path.name for path in paths] == [
        f"x-{kind}.pdf" for kind in ("guide", "cards", "tiles", "boards", "dice-figures-boxes")
    ]
    words = " ".join(text(paths[0], page) for page in range(pages(paths[0])))
    for said in (
        "What to print: 4 files",
        "1 Cards x-cards.pdf 1 sheet of paper, 87 % of the area used, printed on both sides, flipped on the long edge",
        "Card of 250 to 300 g/m²",
        "9 pieces, about 5 min of work 9 sleeves for cards of 63 × 88 mm",
        "flip on the long edge",
        "cut along the solid line",
        "Round pieces and hexagons",
        "come on several pages",
        "9 Passenger 63 × 88 mm 1: 1–2",
        "1 The river 420 × 260 mm 3: 1–6",
        "Type: Source Serif",
        "Values chosen by us",
        "Miller, Smith, Goose",
    ):
        assert said in words, said
    assert "--" not in words


def test_only_sheets_with_one_side_are_glued_on_greyboard(ferry: Ferry) -> None:
    """Greyboard would hide the back; with backs on sheets of their own it lies between the two."""
    for duplex, glued in (("long", False), ("glue", True)):
        path = ferry("tiles", duplex=duplex, guide=True)[0]
        words = text(path, 0)
        assert ("on greyboard" in words) is glued, duplex
        assert ("Card of 250 to 300" in words) is not glued, duplex


def test_the_last_page_of_a_guide_is_not_nearly_empty(ferry: Ferry) -> None:
    """Its type is set a little smaller then; the whole guide of the ferry fits two pages."""
    path = ferry("all", lang="en")[0]
    assert pages(path) == 2
    assert len(text(path, 1)) > 200


def test_the_small_print_stands_in_one_place(ferry: Ferry) -> None:
    """Once on every page, and on all pages of a file at the same height of the paper."""
    for path in ferry("all"):
        document = pypdfium2.PdfDocument(path)
        heights = set()
        for page in document:
            words = page.get_textpage()
            search = words.search("companion, page")
            found = search.get_next()
            assert found, path.name
            assert search.get_next() is None, path.name
            heights.add((page.get_size(), round(words.get_charbox(found[0])[1])))
        document.close()
        assert len(heights) == len({size for size, _ in heights}), (path.name, heights)


def test_only_games_of_the_package_are_unofficial_aids(ferry: Ferry) -> None:
    """A game of your own bears the rights that it declares, or none."""
    path = ferry("tiles")[0]
    assert "Unofficial" not in text(path)
    with pikepdf.open(path) as pdf:
        assert "Unofficial" not in str(pdf.open_metadata()["dc:rights"])
    assert Shop(game_content("wotr"), "en").rights[0].startswith("Unofficial aid")


@pytest.mark.parametrize(
    ("only", "name"),
    [
        (("passenger-smith",), "passenger-smith"),
        (("Passenger/Smith",), "passenger-smith"),
        (("passenger-smith", "passenger-goose"), "part"),
        (("passenger-*",), "part"),
        ((), "cards-en-a4"),
    ],
)
def test_the_print_of_one_piece_is_called_after_it(
    only: tuple[str, ...], name: str, ferry: Ferry, tmp_path: Path
) -> None:
    """So that the next one does not replace it; several, or a glob, are a part."""
    (path,) = ferry(duplex="none", only=only, out=tmp_path)
    assert path.stem.endswith(f"-{name}")


def test_rights_stand_once_where_the_pieces_say_them(tmp_path: Path) -> None:
    """A score sheet bears its small print when it is cut out; the page round it does not say it again."""
    path = print_job(Job("wotr", "sheets", out=tmp_path))[0]
    assert text(path, 0).count("no publisher has licensed") == 4


def test_kinds_on_the_same_paper_share_sheets(ferry: Ferry) -> None:
    """With all and boards on large paper by default, else by --combine; --no-combine gives each kind its own file."""
    together = ferry("all", guide=False)
    apart = ferry("all", guide=False, combine=False)
    assert [path.stem for path in apart] == ["x-cards", "x-tiles", "x-boards", "x-dice", "x-figures", "x-boxes"]
    assert sum(map(pages, together)) < sum(map(pages, apart))
    tiles, combined = ([pages(path) for path in ferry("tiles", combine=combine)] for combine in (False, True))
    assert combined < tiles
    asked = [("boards", "a1"), ("boards", "a3"), ("cards", "a1"), ("boards", "500x700")]
    shared = [make_press(Job("ferry", kind, paper=paper)).shares_sheets for kind, paper in asked]
    assert shared == [True, False, False, True]


def test_what_has_no_back_has_a_file_of_its_own(ferry: Ferry, edited: Callable[[str, str, str], None]) -> None:
    """On duplex paper no sheet has an empty back."""
    edited("content/ferry/components.yaml", "front: wave, back: wave", "front: wave")
    paths = ferry("tiles")
    assert [path.name for path in paths] == ["x.pdf", "x-tiles-one-sided.pdf"]
    assert [pages(path) for path in paths] == [2, 1]
    assert [path.name for path in ferry("tiles", duplex="none")] == ["x.pdf"]


@pytest.mark.parametrize(
    ("duplex", "said"), [("glue", "A pin through the crosses"), ("fold", "score and fold"), ("none", "separate pages")]
)
def test_the_guide_says_what_this_way_of_printing_asks_for(ferry: Ferry, duplex: str, said: str) -> None:
    path = ferry("cards", guide=True, duplex=duplex)[0]
    assert said in text(path)


def test_a_guide_before_duplex_pages_leaves_fronts_on_fronts(ferry: Ferry) -> None:
    """One page to read, one empty, then front and back; the checklist counts all of them."""
    path = ferry("cards", guide=True)[0]
    assert pages(path) == 2 + 2
    assert "9 Passenger 63 × 88 mm 3–4" in text(path)
    assert "page 2 of 4" in text(path, 1)
    assert "Miller" in text(path, 2)


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("job", "code", "near"),
    [
        ({"layout": "pres"}, "no_layout", "press"),
        ({"paper": "a44"}, "no_paper", "a4"),
        ({"paper": "3x3"}, "no_paper_size", ""),
        ({"trim": "pokr"}, "no_trim", "poker"),
        ({"mark_style": "cros"}, "no_mark_style", "cross"),
        ({"format": "pgn"}, "no_format", "png"),
        ({"format": "shop", "shop": "gamecraft"}, "no_shop", "gamecrafter"),
        ({"cutter": "dxg"}, "no_cutter", "dxf"),
        ({"cutter_marks": "silhouette1"}, "no_cutter_marks", "silhouette-1"),
        ({"dpi": 9}, "no_dpi", ""),
        ({"lang": "pl"}, "no_language", ""),
        ({"only": ("passenger-gose",)}, "no_component", "passenger/goose"),
        ({"only": ("passenger-goose", "pasenger")}, "no_component", "passenger"),
    ],
)
def test_a_wrong_word_is_answered_with_the_nearest(
    ferry: Ferry, tmp_path: Path, job: dict[str, Any], code: str, near: str
) -> None:
    """And nothing is written."""
    with pytest.raises(WrongCall) as told:
        ferry(**job)
    assert (told.value.code, told.value.values["near"]) == (code, near)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("job", "told"),
    [
        ({"layout": "stickers"}, "does not fit its slot of 40 x 40 mm"),
        ({"margin": 120.0}, "margins of 120 mm leave no slot on a4 paper"),
        ({"paper": "60x60", "duplex": "fold"}, "does not fit 60x60 paper with a fold"),
    ],
)
def test_faces_that_do_not_go_on_the_paper(ferry: Ferry, tmp_path: Path, job: dict[str, Any], told: str) -> None:
    with pytest.raises(LayoutError, match=told):
        ferry(**job)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_picture_is_named_with_its_box(edited: Any, tmp_path: Path) -> None:
    """File and line of the box, and the nearest drawing."""
    edited("cards/ferry/passenger.yaml", "ferry/boat", "ferry/bota")
    with pytest.raises(
        CompanionError, match=r"cards/ferry/passenger.yaml:4: passenger-miller front: 'art' \(en\) .*boat"
    ):
        print_job(Job("ferry", "cards", out=tmp_path / "x.pdf"))
    assert not (tmp_path / "x.pdf").exists()


@pytest.mark.parametrize(
    "fault", ["<svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image href="/etc/passwd"/></svg>']
)
def test_a_drawing_that_cannot_be_drawn_is_named(edited: Any, tmp_path: Path, fault: str) -> None:
    """Broken, or reaching out of its folder; no half-written file is left."""
    edited("cards/art/ferry/boat.svg", "</svg>", "</svg> ")
    own = resources.user_folder()
    assert own
    (own / "cards/art/ferry/boat.svg").write_text(fault, encoding="utf-8")
    with pytest.raises(CompanionError, match=r"boat\.svg:1"):
        print_job(Job("ferry", "cards", out=tmp_path / "x.pdf"))
    assert not (tmp_path / "x.pdf").exists()


def test_a_link_out_of_the_folder_finds_nothing(edited: Any, tmp_path: Path) -> None:
    """A drawing that is a link to a file elsewhere is not there."""
    edited("cards/ferry/passenger.yaml", "ferry/boat", "ferry/link")
    own = resources.user_folder()
    assert own
    outside = tmp_path / "outside.svg"
    outside.write_text((own / "cards/art/ferry/boat.svg").read_text(encoding="utf-8"), encoding="utf-8")
    (own / "cards/art/ferry/link.svg").symlink_to(outside)
    with pytest.raises(CompanionError, match=r"cards/art/ferry/link\.svg is a link that leads out"):
        print_job(Job("ferry", "cards", out=tmp_path / "x.pdf"))


def test_progress_is_told_step_by_step(ferry: Ferry, tmp_path: Path) -> None:
    """Every face and every page once, in order, up to all of them."""
    seen: list[tuple[str, int, int]] = []
    print_job(Job("ferry", "tiles", out=tmp_path / "y.pdf"), lambda *step: seen.append(step))
    assert seen == [("faces", 1, 2), ("faces", 2, 2), *(("pages", n, 4) for n in range(1, 5))]


def test_saver_ink_leaves_an_edge_to_cut(ferry: Ferry) -> None:
    """Where the coloured ground is left out, a thin line shows the outline of round and rounded pieces."""
    path = ferry("cards", ink="saver", copies=1, marks=False, only=("passenger-smith",), duplex="none")[0]
    document = pypdfium2.PdfDocument(path)
    image = document[0].render(scale=8).to_pil().convert("L")
    left, bottom, _, top = (float(v) * 8 for v in document[0].get_trimbox())
    row = int(image.height - (top + bottom) / 2)
    assert min(image.getpixel((x, row)) for x in range(int(left) - 4, int(left) + 5)) < 160
    document.close()


def test_crosses_only_where_there_are_backs(ferry: Ferry) -> None:
    """A file without backs needs none."""

    def circles(path: Path) -> int:
        with pikepdf.open(path) as pdf:
            return sum(bytes(page.Contents.read_bytes()).count(b" c\n") for page in pdf.pages)

    with_backs = [circles(ferry("cards", registration=on, margin=10.0)[0]) for on in (False, True)]
    without = [circles(ferry("dice", registration=on, margin=10.0)[0]) for on in (False, True)]
    assert with_backs[1] > with_backs[0]
    assert without[1] == without[0]


@pytest.mark.parametrize(
    ("name", "paper"),
    sample(product(cutter_mark_names(), ("a4", "letter")), ("silhouette-1", "a4"), ("silhouette-2-feeder", "letter")),
)
def test_marks_of_a_cutting_machine_are_where_it_looks(ferry: Ferry, name: str, paper: str) -> None:
    """Read back from the picture of the page, to a tenth of a millimetre; the sheet of backs has none."""
    wanted, dots = load_cutter_marks(name), 10  # pixels a mm
    (path,) = ferry("cards", paper=paper, cutter_marks=name)
    document = pypdfium2.PdfDocument(path)
    front, back = (document[at].render(scale=dots * 25.4 / 72).to_pil().convert("L") for at in (0, 1))
    document.close()
    (w, h), near, arm, middle = front.size, wanted.inset, wanted.arm, wanted.pen / 2

    def dark(across: float, down: float, page: Image.Image = front) -> bool:
        """Whether there is ink, mm from the left and upper edge, or if negative from the right and lower one."""
        return page.getpixel((round(across * dots + w * (across < 0)), round(down * dots + h * (down < 0)))) < 128

    for x, y, is_square in ((1, 1, bool(wanted.square)), (-1, 1, False), (1, -1, False)):
        ends = near, near + (wanted.square if is_square else arm)
        for along, inked in (
            (ends[0] - 0.2, False),
            (ends[0] + 0.2, True),
            (ends[1] - 0.2, True),
            (ends[1] + 0.2, False),
        ):
            level = near + middle
            assert dark(x * along, y * level) is dark(x * level, y * along) is inked
        assert dark(x * (near + 3), y * (near + 2)) is is_square
    assert not any(dark(near + step / 10, near + middle, back) for step in range(50))
