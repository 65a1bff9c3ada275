"""Cards in Braille: what they say for an embosser, labels for sleeves; refused where it would read differently."""

from pathlib import Path

import pypdfium2
import pytest

from companion.content.load import game_content
from companion.core.errors import WrongCall
from companion.exports import brf, liblouis
from companion.exports.brf import BLANK, HIGH, WIDE, Paragraph, brf_file, wrap_cells
from companion.faces.model import Shape
from companion.press import Job, print_job
from companion.press.printing import prepare_job
from companion.press.readers import braille
from companion.press.readers.braille_labels import APART, CELL, DOT, LINE, choose_lines, label_face
from companion.press.readers.braille_words import BrailleWords
from companion.press.shop import Shop
from tests.press.conftest import Ferry

GAMES = ("fellowship", "wotr", "wotrcards")  # those with cards
LETTERS = {chr(code): letter for code, letter in brf._LETTERS.items()}
CELLS = {letter: cell for cell, letter in LETTERS.items()}


@pytest.fixture
def one_cell_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of liblouis: each letter is the cell that it names in ASCII Braille."""

    def run(way: str, lines: list[str], table: str) -> list[str]:
        letters = CELLS if way == "--forward" else LETTERS
        return ["".join(letters.get(letter.upper(), letter) for letter in line) for line in lines]

    monkeypatch.setattr(liblouis, "check_program", lambda: liblouis.PROGRAM)
    monkeypatch.setattr(liblouis, "_run", run)


@pytest.mark.usefixtures("one_cell_a_letter")
def test_cards_are_written_for_an_embosser_and_as_labels(ferry: Ferry, tmp_path: Path, golden) -> None:
    paths = ferry(braille=True)
    assert [path.name for path in paths] == ["x.pdf", "x.brf", "x-labels.pdf"]
    text = paths[1].read_bytes().decode("ascii")
    assert text.count("\n") == text.count("\r\n") > 0
    golden("braille_ferry.brf", text.replace("\r\n", "\n"))
    with pypdfium2.PdfDocument(paths[2]) as pdf:
        assert "Passenger: Miller" in pdf[0].get_textpage().get_text_range()


def test_pages_have_forty_cells_and_25_lines_and_no_card_is_split() -> None:
    word = "\u2801" * 30
    blocks = [[Paragraph(BLANK.join([word] * lines), 2, 0)] for lines in (10, 14, 1, 30)]
    pages = [page.split("\r\n")[:-1] for page in brf_file("x.brf", blocks).data.decode().split("\f")]
    assert [len(page) for page in pages] == [25, 1, 25, 5]
    assert pages[0][0] == "  " + 30 * "A"
    assert pages[0][10] == ""
    assert max(len(line) for page in pages for line in page) <= WIDE
    assert len(pages[0]) <= HIGH


def test_a_word_that_is_too_long_is_divided() -> None:
    assert wrap_cells("\u2801" * 12 + BLANK + "\u2803", 10) == [
        "\u2801" * 9 + brf.HYPHEN,
        "\u2801" * 3 + BLANK + "\u2803",
    ]


def test_dots_have_their_true_size() -> None:
    face = label_face("x", "Horn", ["\u2809\u2801", "\u2820"], Shop(game_content("wotr"), "en").setter)
    (shape,) = [item for item in face.items if isinstance(item, Shape)]
    dots = [step[1:] for step in shape.path]
    x, y, _ = dots[0]
    assert {step[3] for step in shape.path} == {DOT / 2} == {0.75}
    assert dots == [(x + dx, y + dy, 0.75) for dx, dy in ((0, 0), (2.5, 0), (6, 0), (2.5, 15))]
    assert (APART, CELL, LINE) == (2.5, 6.0, 10.0)


def test_a_label_has_the_values_that_find_room() -> None:
    one, long = "\u2801", BLANK.join(["\u2801" * 9] * 7)
    assert choose_lines(one, [long, one, one]) == [one, *["\u2801" * 9] * 7]
    assert choose_lines(one, [one, long, one]) == [one, one, one]


@pytest.mark.parametrize(
    ("lang", "printed", "plain"),
    [
        ("en", "“It Is a *Gift*” · 3/24, +1 – 1A", '"It Is a Gift", 3 of 24, plus 1 — 1 A'),
        ("pl", "„Andúril” – (Sam). Merry’ego „Mûmakile”.", '"Anduril" - - Sam. Merry-ego "Mumakile."'),
        ("ru", "«Дар» — 6, а +2 ;\u00a0× 3 1А", "«Дар»- 6- а плюс 2; умножить на 3 1 А"),
    ],
)
def test_words_become_what_braille_can_write(lang: str, printed: str, plain: str) -> None:
    assert BrailleWords(Shop(game_content("wotr"), lang).words).plain(printed) == plain


@pytest.mark.usefixtures("one_cell_a_letter")
@pytest.mark.parametrize(("line", "code"), [("ćma", "braille_letters"), ("a|b", "braille_differs")])
def test_what_would_read_differently_is_refused(line: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CELLS, "|", CELLS["L"])
    with pytest.raises(WrongCall, match=code):
        braille.translate_lines([line], "en")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"kind": "sheets"}, "not_braille"),
        ({"large": True}, "not_braille"),
        ({"format": "png"}, "only_pdf"),
        ({"lang": "de", "game": "dice", "kind": "all"}, "not_braille"),
        ({}, "no_liblouis"),
    ],
)
def test_where_there_is_no_braille_it_is_refused(
    wrong: dict[str, object], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WrongCall, match=code):
        print_job(Job(**{"game": "wotr", "kind": "cards", "out": tmp_path / "x.pdf", "braille": True, **wrong}))


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("lang", ["en", "pl", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_every_card_reads_as_it_is_printed(game: str, lang: str) -> None:
    press, sets = prepare_job(Job(game, "cards", lang=lang), None)
    cards = braille.BrailleCards(press.shop, [piece for one in sets for piece in one.pieces])
    assert len(cards.cells) > len(cards.pieces)


@pytest.mark.tier("exhaustive")
def test_ukrainian_is_left_out_for_its_table(tmp_path: Path) -> None:
    with pytest.raises(WrongCall, match=r"braille_letters.*є"):
        print_job(Job("fellowship", "cards", lang="uk", braille=True, out=tmp_path / "x.pdf"))
