"""Tagged prints: read in order by a screen reader, nothing left out, the same picture on paper."""

from collections import Counter
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops

from companion.content.load import game_content
from companion.core import resources
from companion.core.errors import WrongCall
from companion.press import Job, print_job
from companion.press.readers.alt_texts import PictureTexts, decoration, picture_parts
from companion.press.shop import Shop, print_kinds
from tests.each import each
from tests.languages import LANGUAGES
from tests.press.conftest import Ferry
from tests.press.tag_reader import TagReader

GAMES = ("dice", "fellowship", "wotr", "wotrcards")
HEADINGS = ("H1", "H2")
ROUNDED = 3  # of 255


def test_an_aid_is_read_in_order(tmp_path: Path, golden) -> None:
    """Its guide, then both sides: the title first, the imprint last, places as a list, pictures in words."""
    (path,) = print_job(Job("dice", "aids", lang="uk", guide=True, tagged=True, out=tmp_path / "aid.pdf"))
    golden("tagged_aids_uk.txt", TagReader(path).document.listing() + "\n")
    with pikepdf.open(path) as pdf:
        root = pdf.Root
        assert (root.MarkInfo.Marked, root.ViewerPreferences.DisplayDocTitle, str(root.Lang)) == (True, True, "uk")
        assert str(pdf.docinfo.Title) == "Подорож до Мордору: Пам’ятки"
        assert b"<pdfuaid:part>1</pdfuaid:part>" in root.Metadata.read_bytes()
        assert [page.StructParents for page in pdf.pages] == list(range(len(pdf.pages)))
        assert root.Outlines.Count > 0


def test_nothing_is_left_out_and_a_copy_is_read_once(tmp_path: Path) -> None:
    (path,) = print_job(Job("fellowship", "sheets", copies=4, tagged=True, out=tmp_path / "x.pdf"))
    found = check_tags(path)
    assert set(Counter(section.listing() for section in found.document.kids).values()) == {1}
    fields = [node.alt for node in found.document.all() if node.kind == "Form"]
    assert {"box to tick"} <= set(fields) <= {"box to tick", "box to write in", "line to write on"}


def test_a_tagged_page_looks_the_same(ferry: Ferry, tmp_path: Path) -> None:
    """But for what rounding does to the shade of an edge."""
    prints = []
    for tagged in (False, True):
        prints += ferry(guide=True, tagged=tagged, out=tmp_path / "x.pdf")
        prints[-1] = prints[-1].rename(tmp_path / f"{tagged}.pdf")
    plain, read = prints
    with pypdfium2.PdfDocument(plain) as one, pypdfium2.PdfDocument(read) as two:
        assert len(one) == len(two) > 2
        for number in range(len(one)):
            pages = [pdf[number].render(scale=1.5).to_pil().convert("L") for pdf in (one, two)]
            assert ImageChops.difference(*pages).getextrema()[1] <= ROUNDED
    check_tags(read)


def test_words_in_latin_letters_are_english_in_a_cyrillic_print() -> None:
    texts = {lang: PictureTexts(Shop(game_content("dice"), lang).words) for lang in ("uk", "pl")}
    assert texts["uk"].language("Source Serif") == "en"
    assert texts["uk"].language("II") == texts["uk"].language("Шрифт Source") == texts["pl"].language("Source") == ""


def test_every_drawing_has_words_or_is_decoration() -> None:
    """In a game that prints it; `companion check` finds those that are not translated."""
    drawings = {name.partition(".")[0] for name in resources.list_names("cards/art", "**/*.svg")}
    texts = [PictureTexts(Shop(game_content(game), "uk").words) for game in GAMES]
    parts = {name for name in drawings if texts[0].is_part(name)}
    said = {
        name: [words for one in texts if not (words := one.picture(name)).isascii() or not words]
        for name in drawings - parts
    }
    assert [name for name, words in said.items() if not words] == []
    named = [name for name in drawings - parts if any(one.picture(name) for one in texts)]
    assert [name for name in named if any(Path(name).match(pattern) for pattern in decoration())] == []
    assert {pattern for pattern in decoration() if any(Path(name).match(pattern) for name in drawings)} == set(
        decoration()
    )
    assert parts
    words = {texts[-1].describe_parts([name]) for name in parts}
    assert [one for one in words if one.isascii()] == [""]  # heads, of people who are named
    firsts = {
        next(at for at, (pattern, _) in enumerate(picture_parts()) if fnmatchcase(name, pattern)) for name in parts
    }
    assert firsts == set(range(len(picture_parts())))


@each(
    ("lang", "seen"),
    [
        ("en", "a king, a sword, a banner, mountain peaks, the sun"),
        ("pl", "król, miecz, sztandar, szczyty gór, słońce"),
        ("ru", "король, меч, знамя, горные вершины, солнце"),
        ("uk", "король, меч, стяг, гірські вершини, сонце"),
    ],
)
def test_a_composed_picture_is_read_as_one(lang: str, seen: str, tmp_path: Path) -> None:
    """Aragorn's card: person, what is held, land and sky, in one figure; the person's head has no words."""
    job = Job("wotrcards", "cards", lang=lang, only=("wotrcards-card/aragorn",), duplex="none", tagged=True)
    (path,) = print_job(replace(job, out=tmp_path / f"{lang}.pdf"))
    assert [node.alt for node in check_tags(path).document.all() if node.kind == "Figure"].count(seen) == 1


def test_tags_are_for_a_pdf(tmp_path: Path) -> None:
    with pytest.raises(WrongCall, match="only_pdf"):
        print_job(Job("dice", "aids", format="png", tagged=True, out=tmp_path))


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_print_can_be_read(game: str, lang: str, tmp_path: Path) -> None:
    for kind in print_kinds(game_content(game)):
        for path in print_job(Job(game, kind, lang=lang, guide=True, tagged=True, out=tmp_path / f"{kind}.pdf")):
            alts = [node.alt for node in check_tags(path).document.all() if node.kind == "Figure"]
            assert lang != "uk" or not [alt for alt in alts if alt.isascii() and "://" not in alt]


def check_tags(path: Path) -> TagReader:
    """Every mark on a page belongs to the tree or is an artifact; headings, figures, lists and tables are whole."""
    found = TagReader(path)
    assert not found.untagged
    assert set(found.owners) == set(found.words) == found.read
    level = 0
    for node in found.document.all():
        kinds = {kid.kind for kid in node.kids}
        if node.kind in HEADINGS:
            assert int(node.kind[1]) <= level + 1
            assert node.words.strip()
            level = int(node.kind[1])
        elif node.kind in ("Figure", "Form"):
            assert node.alt.strip()
        elif node.kind == "L":
            assert kinds == {"LI"}
        elif node.kind == "Table":
            assert kinds == {"TR"}
            assert len({len(row.kids) for row in node.kids}) == 1
    return found
