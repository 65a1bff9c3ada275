"""How much paper a print takes: as little of Letter as of A4, one scenario alone, one file, the area used."""

import json
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from companion.cli import main
from companion.content.load import load
from companion.core.errors import WrongCall
from companion.faces.text import FLOOR
from companion.press import manifest
from companion.press.print_options import Job
from companion.press.printing import prepare_job, print_files, print_job
from companion.press.shop import Shop, print_kinds, sides
from companion.press.stock import covered_share
from tests.languages import LANGUAGES
from tests.press.conftest import FERRY, Ferry

CARDS = load("wotrcards")
LATER = pytest.mark.tier("exhaustive")
SOME = ("fellowship-road", "fellowship-gandalf", "fellowship-rune", "fellowship-score")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "kind"), [("dice", "sheets"), ("dice", "aids"), ("fellowship", "sheets")])
def test_sheets_and_aids_are_four_to_a_page_of_letter_as_of_a4(game: str, kind: str, lang: str) -> None:
    """On Letter a little smaller, all of it still to be read; on A4 in their own size."""
    for paper, scale in (("a4", 1.0), ("letter", 0.96)):
        press, (plain,) = prepare_job(Job(game, kind, lang=lang, paper=paper, copies=4), None)
        fitted = press.scale_small(plain)
        fronts = [sheet for sheet in press.impose_batch(fitted) if sheet.side == "front"]
        assert [len(sheet.placed) for sheet in fronts] == [4] * len(fitted.pieces)
        for piece in fitted.pieces:
            assert piece.leaf.front.trim == pytest.approx((140 * scale, 95 * scale))
            assert min(face.smallest_type for face in (piece.leaf.front, piece.leaf.back) if face) >= FLOOR


def test_what_finds_room_as_it_is_stays_so(tmp_path: Path) -> None:
    """Two copies, cards, a map with room for figures: none is scaled; neither is what the manifest compares."""
    for job in (
        Job("dice", "sheets", paper="letter", copies=2),
        Job("fellowship", "cards", paper="letter", copies=1),
        Job("wotr", "boards", only=("wotr-map",)),
    ):
        press, (plain,) = prepare_job(job, None)
        assert press.scale_small(plain) == plain
    a4, letter = (
        print_job(Job("dice", "sheets", paper=paper, out=tmp_path / f"{paper}.pdf"))[0] for paper in ("a4", "letter")
    )
    with pikepdf.open(a4) as one, pikepdf.open(letter) as two:
        assert len(one.pages) == len(two.pages) == 2
    assert manifest.read_manifest(a4) == manifest.read_manifest(letter)


MM = 72 / 25.4
WHOLE = [(game, paper) for game in ("dice", "fellowship", "wotr", "wotrcards") for paper in ("a5", "a4", "letter")]


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize(("game", "paper"), WHOLE)
def test_a_whole_game_prints_on_any_paper(game: str, paper: str, tmp_path: Path) -> None:
    """What is larger is tiled, and the guide is set on that paper too: all its words, none beyond its margin."""
    first, *others = print_job(Job(game, "all", lang="ru", paper=paper, out=tmp_path / "x.pdf"))
    assert first.name == "x-guide.pdf"
    with pypdfium2.PdfDocument(first) as guide:
        words = "".join(page.get_textpage().get_text_range() for page in guide).replace("\r\n", "").replace(" ", "")
        assert [path.name for path in others if path.name not in words] == []
        size = guide[0].get_size()
        for page in guide:
            text = page.get_textpage()
            rows = [text.get_rect(n) for n in range(text.count_rects())]
            assert max(right for _, _, right, _ in rows) < size[0] - 14.0 * MM


# ---------------------------------------------------------------------- one scenario


@pytest.mark.parametrize("variant", list(CARDS["scenario"]))
def test_a_scenario_of_the_card_game_takes_its_own_cards(variant: str) -> None:
    """As many as its deck lists come to, its paths; tracks and set-up sheets with nothing of it are left out."""
    shop = Shop(CARDS, "en", variant=variant)
    copies: Counter[str] = Counter()
    for component, _, count in shop.plan("cards"):
        copies[component.id] += count
    decks = [row for row in CARDS["deck_list"].values() if row["scenario"] == variant]
    assert copies["wotrcards-card"] == sum(row["stated"] for row in decks)
    assert copies["wotrcards-path"] == len(CARDS["scenario"][variant]["paths"])
    assert copies["wotrcards-battleground"] > 0
    for kind in ("boards", "aids"):
        for component, row, _ in shop.plan(kind):
            shown = [shop.shown_row(component, side, row) for side in sides(component, row)]
            assert any(one is None or one.get("scenario", variant) == variant for one in shown), component.id
    assert ("epic" in {row.id for _, row, _ in shop.plan("aids") if row}) == (variant == "epic-duel")


def test_a_battle_alone_needs_no_map() -> None:
    """And no hunt; the whole game is what is printed without a variant."""
    game = load("wotr")
    found = {kind: Shop(game, "en", variant="battle").plan(kind) for kind in ("boards", "tiles", "figures", "dice")}
    assert found["boards"] == found["tiles"] == []
    assert found["dice"] == Shop(game, "en").plan("dice")
    assert [Shop(game, "en", variant="full").plan(kind) for kind in print_kinds(game)] == [
        Shop(game, "en").plan(kind) for kind in print_kinds(game)
    ]


def test_a_variant_names_its_files_and_is_refused_by_its_nearest_name(tmp_path: Path) -> None:
    job = Job("wotrcards", "sheets", variant="duel", out=tmp_path)
    assert print_job(job)[0].name == "wotrcards-sheets-en-a4-duel.pdf"
    with pytest.raises(WrongCall) as caught:
        print_job(Job("wotrcards", "sheets", variant="duell"))
    assert (caught.value.code, caught.value.values["near"]) == ("no_variant", "duel")


# ---------------------------------------------------------------------- one file, area


@pytest.mark.parametrize("only", [SOME, pytest.param((), marks=LATER)], ids=["some", "all"])
def test_one_file_holds_what_the_files_by_kind_hold(tmp_path: Path, only: tuple[str, ...]) -> None:
    """Its guide first, then every kind with bookmarks; a board has nothing printed behind it."""
    apart = print_files(Job("fellowship", "all", only=only, out=tmp_path / "x.pdf"))
    (one,) = print_files(Job("fellowship", "all", only=only, one_file=True, out=tmp_path / "one.pdf"))
    assert one.path == tmp_path / "one.pdf"
    assert one.file
    assert one.file.sheets == sum(other.file.sheets for other in apart if other.file)
    assert one.file.count == sum(other.file.count for other in apart if other.file)
    with pikepdf.open(one.path) as pdf:
        assert len(pdf.pages) == one.pages
        with pdf.open_outline() as outline:
            titles = [entry.title for entry in outline.root]
        assert titles[0] == load("fellowship").info["title"]["en"]
        board = next(n for n, page in enumerate(pdf.pages) if page.mediabox[2] > page.mediabox[3])
        assert board % 2 == 0
        assert "Main board" in titles
        assert pdf.pages[board + 1].get("/Contents") is not None
        assert len(pdf.pages[board + 1].Contents.read_bytes()) < len(pdf.pages[board].Contents.read_bytes()) / 2
    again = Job("fellowship", "all", only=only, one_file=True, changed=True, out=tmp_path / "one.pdf")
    assert print_files(again) == []


def test_the_area_used_is_that_of_the_pieces(tmp_path: Path) -> None:
    """Four sheets of 140 x 95 mm on both sides of A4 with margins of 5 mm."""
    (written,) = print_files(Job("dice", "sheets", out=tmp_path / "x.pdf"))
    assert written.file
    assert covered_share([written.file]) == pytest.approx(4 * 140 * 95 / (200 * 287))
    assert (written.file.sheets, written.pages, written.file.count) == (1, 2, 4)


def test_guide_and_json_say_what_paper_is_used(
    ferry: Ferry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ("print", "all", "--game", "ferry", "--content", FERRY, "--out", tmp_path / "x.pdf", "--json")
    monkeypatch.setattr(sys, "argv", ["companion", *map(str, command)])
    monkeypatch.delenv("COMPANION_LANG", raising=False)
    with suppress(SystemExit):
        main()
    said = json.loads(capsys.readouterr().out)
    rows = [row for row in said["files"] if "used" in row]
    assert len(rows) == len(said["files"]) - 1  # the guide has no pieces
    assert said["sheets"] == sum(row["sheets"] for row in rows)
    assert min(row["used"] for row in rows) < said["used"] < max(row["used"] for row in rows)
    pages = pypdfium2.PdfDocument(tmp_path / "x-guide.pdf")
    words = " ".join(page.get_textpage().get_text_range() for page in pages).replace("\u00a0", " ")
    for row in rows:
        assert f"{row['used'] * 100:.0f} % of the area used" in words
    assert f"{said['sheets']} sheets of paper, {said['used'] * 100:.0f} % of the area used" in " ".join(words.split())
