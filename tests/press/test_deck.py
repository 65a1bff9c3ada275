"""A folder of pictures as a deck: which cards there are, how often, with which backs, and how one fills its card."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from companion.core.errors import FaceError, WrongCall
from companion.press import Job, deck, print_job
from companion.press.deck import PictureCard, PictureDeck
from tests.each import each


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six pictures of one colour each; `elf` has a back of its own, `orc` is there three times."""
    made = tmp_path / "goblins & co"
    made.mkdir()
    sizes = {"orc-3x.png": (63, 88), "elf.png": (63, 88), "elf-back.png": (63, 88), "card10.png": (88, 63)}
    for name, size in {**sizes, "card2.jpg": (80, 88), "2x Świt.png": (63, 88)}.items():
        Image.new("RGB", size, "#204060").save(made / name)
    (made / "notes.txt").write_text("mine")
    return made


def test_file_names_say_what_and_how_often(folder: Path) -> None:
    """In the order of names as people count; a back goes to its card, everybody else gets the common one."""
    back = folder / "elf-back.png"
    assert deck.read_cards(folder, back) == [
        PictureCard("Świt", "Świt", 2, folder / "2x Świt.png", back),
        PictureCard("card2", "card2", 1, folder / "card2.jpg", back),
        PictureCard("card10", "card10", 1, folder / "card10.png", back),
        PictureCard("elf", "elf", 1, folder / "elf.png", back),
        PictureCard("orc", "orc", 3, folder / "orc-3x.png", back),
    ]
    assert deck.deck_name(folder) == "goblins-co"


@each(
    "case",
    [
        ("elf", {}, [(0, 0, 63, 88, 0)]),
        ("card2", {}, [(-8.5, 0, 80, 88, 0)]),  # what is too much at both sides is cut off
        ("card10", {}, [(-12.5, 12.5, 88, 63, 90)]),  # turned, round its middle
        ("elf", {"bleed": 3.0}, [(-3, -4.19, 69, 96.38, 0), (0, 0, 63, 88, 0)]),  # a larger one below
        ("elf", {"bleed": 3.0, "images_bleed": 3.0}, [(-3, -4.19, 69, 96.38, 0)]),
    ],
)
def test_a_picture_fills_its_card(folder: Path, case: tuple[str, dict[str, float], list[tuple[float, ...]]]) -> None:
    """It keeps its shape and covers the trim with the bleed; x, y, width, height in mm and degrees."""
    name, options, expected = case
    shop = PictureDeck(Job("d", "cards", images=folder, **options))
    plans = {plan[1].id: plan for plan in shop.plan("cards")}
    front = shop.piece(plans[name]).leaf.front
    found = [(item.x, item.y, item.w, item.h, item.angle) for item in front.items]
    assert [pytest.approx(place, abs=0.01) for place in found] == expected
    assert front.trim == (63, 88)


def test_the_deck_prints(folder: Path, tmp_path: Path) -> None:
    """Eight cards of five pictures on one sheet with the backs behind; no small print about another game."""
    job = Job("goblins", "cards", images=folder, back=folder / "elf.png", out=tmp_path / "x.pdf")
    (path,) = print_job(job)
    document = pypdfium2.PdfDocument(path)
    assert len(document) == 2
    words = document[0].get_textpage().get_text_range()
    document.close()
    assert "unofficial" not in words
    assert "50 mm" in words


def test_what_is_no_deck_is_refused(folder: Path, tmp_path: Path) -> None:
    """A folder that is not there or holds no picture, a back that is none, a picture of a kind that we cannot print."""
    for images, back in ((tmp_path / "no", None), (tmp_path, None), (folder, tmp_path / "no.png"), (folder, folder)):
        with pytest.raises(WrongCall, match="no_images"):
            deck.read_cards(images, back)
    (folder / "scan.webp").write_bytes(b"RIFF")
    with pytest.raises(FaceError, match=r"scan\.webp: is not a PNG or JPEG"):
        deck.read_cards(folder)
    with pytest.raises(WrongCall, match="only_images"):
        print_job(Job("dice", "cards", back=folder / "elf.png"))
