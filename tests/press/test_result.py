"""A finished game on paper and as a picture: sheets as filled in, words of any player, the files."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from companion.content.load import load
from companion.core.errors import WrongCall
from companion.exports import letters, raster, svg
from companion.faces import palette
from companion.faces.model import Face, Picture, Shape, Text
from companion.games import GAMES, get
from companion.play.journal.readable_prefix import read_prefix
from companion.press import Job, Shop
from companion.press.result import LONGEST_NAME, end_faces, player_sheets, result_job, result_picture
from companion.words.souvenir import GameRecord, game_record
from companion.words.wording import Voice
from tests.languages import LANGUAGES
from tests.tiers import sample

JOURNALS = Path(__file__).parents[1] / "journals"
ENDED = {"dice": "win", "fellowship": "destroyed", "wotr": "military_shadow", "wotrcards": "company"}
INK = palette.inks()["full"]
PEN = "pen"


def kept(game: str, name: str, lang: str = "en") -> GameRecord:
    lines = (JOURNALS / game / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    replay, _ = read_prefix(lines, get, load)
    assert replay is not None
    found = game_record(replay, Voice(lang, replay.content, replay.header["seats"]), "abcdef")
    assert found is not None
    return found


def filled(found: GameRecord, **player: object) -> Face:
    """The first player's sheet; player: otherwise than in the journal."""
    changed = replace(found, view={**found.view, "players": [{**found.view["players"][0], **player}]})
    return player_sheets(Shop(load(found.game), found.lang), changed)[0]


def marks(face: Face) -> list[Shape]:
    """What was drawn with the pen."""
    return [item for item in face.items if isinstance(item, Shape) and item.stroke == PEN]


def words(face: Face) -> list[str]:
    return [item.words for item in face.items if isinstance(item, Text) and item.colour == PEN]


# --- sheets ----------------------------------------------------------------------------------------------------------


SAMPLES = 4  # drawn on each sheet, to show how to mark


@pytest.mark.parametrize("variant", ["basic", "advanced"])
@pytest.mark.parametrize("lang", load("dice").languages)
def test_a_sheet_bears_every_mark(variant, lang):
    """A tick, a cross for each circle, for the squares a cross, a half cross or a line in the middle; no other mark."""
    found = replace(kept("dice", "win", lang), variant=variant)
    bare = filled(found, circles=0, squares="wwwwwww")
    assert len(marks(bare)) == 1 + SAMPLES
    assert len(marks(filled(found, circles=9, squares="wwwwwww"))) == 1 + SAMPLES + 9
    assert len(marks(filled(found, circles=0, squares="xxdwhwh"))) == 1 + SAMPLES + 2 + 2 + 2
    assert len(marks(filled(found, circles=0, squares="wwwwwwx"))) == 1 + SAMPLES + 1
    assert "Żaneta" in " ".join(words(bare))


def test_crosses_lie_in_their_circles():
    """The n-th cross on the n-th circle of the road, whatever the side."""
    for variant in ("basic", "advanced"):
        found = replace(kept("dice", "win"), variant=variant)
        face, bare = (filled(found, circles=number, squares="wwwwwww") for number in (9, 0))
        rings = [item.path[0] for item in face.items if isinstance(item, Shape) and item.stroke == "ink"]
        circles = [step for step in rings if step[0] == "circle" and float(step[3]) in (4.6, 5.2)]
        crosses = [mark for mark in marks(face) if mark not in marks(bare)]
        assert len(circles) == len(crosses) == 9
        for (_, x, y, _), cross in zip(circles, crosses, strict=True):
            ends = [step for step in cross.path if step[0] == "M"]
            assert all(abs(float(end[1]) - float(x)) < 5 and abs(float(end[2]) - float(y)) < 5 for end in ends)


def test_a_track_of_another_length():
    """Its last square is the printed last one; printed squares that it lacks are struck out."""
    found = kept("dice", "win")
    assert len(marks(filled(found, circles=0, squares="xwx"))) == 1 + SAMPLES + 2 + 4
    assert len(marks(filled(found, circles=0, squares="x"))) == 1 + SAMPLES + 1 + 6
    assert len(marks(filled(found, circles=0, squares="wwwwwwwwwx"))) == 1 + SAMPLES + 1


@pytest.mark.parametrize("name", ["x" * 60, "李雷 ☺", "**Bo**", "[nazgul] {{ 7 * 7 }}", "<b>&"])
def test_any_name_can_be_written(name):
    """Long, in letters that our type lacks, or like markup: it is shortened and shown as it stands."""
    written = " ".join(words(filled(kept("dice", "win"), name=name)))
    assert len(written.split()[0]) <= LONGEST_NAME
    assert "49" not in written


# --- the table as it ended -------------------------------------------------------------------------------------------

OVER = [("wotr", "siege", 2), ("wotr", "field", 2), ("wotr", "four_at_war", 1)]
OVER += [("fellowship", "destroyed", 1), ("fellowship", "introductory", 1), ("wotrcards", "last_free", 1)]


def table(found: GameRecord, **changed: object) -> list[Face]:
    """The faces of the table; changed: otherwise than in the journal."""
    return end_faces(Shop(load(found.game), found.lang), replace(found, view={**found.view, **changed}))


def written_on(face: Face) -> list[str]:
    return [item.words for item in face.items if isinstance(item, Text)]


@pytest.mark.parametrize(("game", "name", "number"), OVER)
def test_the_table_is_drawn_as_it_ended(exhaustive, game, name, number):
    """The map of armies where the app kept them, and tracks or score; exhaustively in every language of the game."""
    for lang in load(game).languages[:: 1 if exhaustive else 3]:
        assert len(table(kept(game, name, lang))) == number
    assert not end_faces(Shop(load("dice"), "en"), kept("dice", "win"))  # has a sheet for every player


def test_every_army_stands_on_the_map():
    """With its units and its Leadership, those of both sides; and nothing where nobody stands."""
    found = kept("wotr", "siege")
    armies = [army for row in found.view["armies"]["regions"].values() for army in row["sides"].values()]
    expected = [f"{one['units']}" + (f"+{one['leadership']}" if one["leadership"] else "") for one in armies]
    shown = [words for words in written_on(table(found)[0]) if re.fullmatch(r"\d+(\+\d+)?", words)]
    assert len(expected) > 10
    assert sorted(shown) == sorted(expected)


def test_the_tracks_follow_the_table():
    """A marker lies where it lay: another number moves that marker and nothing else."""
    found = kept("wotr", "four_at_war")
    walk = found.view["fellowship"]
    (one,), (two,) = table(found), table(found, fellowship={**walk, "corruption": 7})
    moved = set(one.items) ^ set(two.items)
    assert {item.name for item in moved if isinstance(item, Picture)} == {"icons/corruption"}
    assert len(moved) == 2


@pytest.mark.parametrize("lang", sample(LANGUAGES, "uk"))
def test_every_place_can_be_written(lang, exhaustive):
    """Wherever the Companions end, and whatever was won: the longest name finds its room. Usually the longest ten."""
    content, war = load("wotr"), kept("wotr", "four_at_war", lang)
    by_length = sorted(content["region"], key=lambda id: -len(str(content["region"][id]["name"][lang])))
    longest = by_length[0]
    table(war, characters={**dict.fromkeys(war.view["characters"], longest), "gollum": "fellowship"})
    for region in by_length if exhaustive else by_length[:10]:
        table(war, fellowship={**war.view["fellowship"], "region": region})
    cards, found = load("wotrcards"), kept("wotrcards", "last_free", lang)
    sites = [{"id": id, "points": 3} for kind in ("path", "battleground", "skirmish_site") for id in cards[kind]]
    for first in range(0, len(sites), 18):
        (face,) = table(found, areas={"free": sites[first : first + 18], "shadow": []})
        assert {str(row["points"]) for row in sites} <= set(written_on(face))


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", sample(["a4", "letter"], "a4"))
@pytest.mark.parametrize("game", GAMES)
def test_a_result_prints_winners_players_and_code(tmp_path, game, paper):
    """One PDF of every game: who won, who played, how it went, and the code of the journal."""
    found = kept(game, ENDED[game], "pl")
    (path,) = result_job(Job(game, "result", "pl", paper=paper, out=tmp_path / "r.pdf"), found)
    document = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    flat = re.sub(r"\s+", " ", text)
    for said in (found.ending, found.date, *(name for name, _ in found.players), found.code, *found.counted):
        assert said in flat
    assert found.story
    assert all(moment in flat for _, moments in found.story for moment in moments)
    assert len(document) <= 3
    document.close()


def test_who_plays_several_seats_is_told_by_each_once(tmp_path):
    """Not "Żaneta (Frodo) (Frodo)"."""
    (path,) = result_job(Job("wotrcards", "result", out=tmp_path / "r.pdf"), kept("wotrcards", "lead_free"))
    assert path == tmp_path / "r.pdf"
    document = pypdfium2.PdfDocument(path)
    text = document[0].get_textpage().get_text_bounded()
    document.close()
    assert "(Frodo)" in text
    assert "(Frodo) (Frodo)" not in text


def test_the_same_game_gives_the_same_bytes(tmp_path):
    """As all that is printed."""
    found = kept("dice", "win")
    one, two = (result_job(Job("dice", "result", out=tmp_path / f"{n}.pdf"), found)[0].read_bytes() for n in "ab")
    assert one == two


@pytest.mark.parametrize("game", GAMES)
def test_a_result_picture_is_1200_by_630_pixels(exhaustive, game):
    """1200 x 630 pixels, exhaustively in every language of the game, not empty."""
    for lang in load(game).languages if exhaustive else [LANGUAGES[list(GAMES).index(game)]]:
        found = kept(game, ENDED[game], lang)
        image = Image.open(BytesIO(result_picture(Shop(load(game), lang), found)))
        assert image.size == (1200, 630)
        assert len(image.convert("RGB").getcolors(1_000_000) or ()) > 20


def test_what_does_not_go_with_it_is_a_wrong_call(tmp_path):
    """Copies, cutters and other formats are refused by name."""
    found = kept("dice", "win")
    for option, value in (("copies", 3), ("cutter", "svg"), ("format", "tts")):
        with pytest.raises(WrongCall):
            result_job(Job("dice", "result", out=tmp_path / "r.pdf", **{option: value}), found)
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_goes_on_has_no_result():
    """Nothing to keep yet."""
    lines = (JOURNALS / "dice" / "win.jsonl").read_text(encoding="utf-8").splitlines()[:-1]
    replay, _ = read_prefix(lines[:-1], get, load)
    assert replay is not None
    assert game_record(replay, Voice("en", replay.content, replay.header["seats"]), "abcdef") is None


# --- SVG -------------------------------------------------------------------------------------------------------------


def test_the_drawing_needs_nothing_else():
    """No font, no script, no address; what is used is in it, and every face has a view."""
    faces = player_sheets(Shop(load("dice"), "uk"), kept("dice", "win", "uk"))
    drawn = svg.faces_svg(faces, INK)
    ids = re.findall(r' id="([^"]+)"', drawn)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', drawn)) <= set(ids)
    assert {f"face-{n}" for n in range(len(faces))} <= set(ids)
    assert not re.search(r"<text|<script|<image|font-family|https?://(?!www\.w3\.org/2000/svg)", drawn)


def test_letters_are_those_of_the_type():
    """Outlines stand on the baseline, as wide as the type says; a letter that is blank has none."""
    outline = letters.letter_outline("serif-600", "H")
    numbers = [float(found) for found in re.findall(r"-?\d+", outline)]
    assert max(numbers[::2]) - min(numbers[::2]) > 500
    assert min(numbers[1::2]) < -600
    assert letters.letter_outline("sans-400", "Ж") != letters.letter_outline("sans-400", "X")


def test_the_drawing_looks_as_printed(tmp_path):
    """Chromium shows the SVG as PDFium shows the PDF, but for the edges of lines and letters."""
    from tests.web.browser import chromium

    (face,) = player_sheets(Shop(load("dice"), "pl"), kept("dice", "win", "pl"))[:1]
    (printed,) = raster.render_faces([face], INK, 150)
    (tmp_path / "s.svg").write_text(svg.faces_svg([face], INK), encoding="utf-8")
    page_of = f'<body style="margin:0"><img src="s.svg" style="width:{printed.width}px;display:block">'
    (tmp_path / "p.html").write_text(page_of, encoding="utf-8")
    with chromium() as browser:
        page = browser.new_page(viewport={"width": printed.width, "height": printed.height})
        page.goto((tmp_path / "p.html").as_uri())
        shown = Image.open(BytesIO(page.screenshot())).convert("RGB")
    differ = ImageChops.difference(printed.convert("RGB"), shown.crop((0, 0, *printed.size))).convert("L")
    histogram = differ.histogram()
    assert sum(histogram[128:]) / (differ.width * differ.height) < 0.02


def test_a_picture_of_pixels_is_refused():
    """It has no lines to draw."""
    from companion.core.errors import FaceError

    with pytest.raises(FaceError):
        svg.faces_svg([Face("x", (10, 10), (Picture("ornaments/none.png", 0, 0, 5, 5),))], INK)
