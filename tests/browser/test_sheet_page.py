"""Final sheets typed into a form: judged as the command judges the same sheets in a file."""

import asyncio
import re
from functools import cache
from html import unescape
from urllib.parse import urlencode

import pytest
import yaml
from click.testing import CliRunner

from companion import games
from companion.browser import sheet_page
from companion.cli.program.commands import load_commands
from companion.content.load import load
from companion.core.errors import WrongCall
from companion.play.game import sheet_form
from companion.words.wording import Voice
from tests.browser.asking import Asker
from tests.languages import LANGUAGES

ROUTE = {
    "hobbit.0": "frodo",
    "name.0": "Ania",
    "circles.0": "9",
    "hobbit.1": "sam",
    "name.1": "Bo",
    "circles.1": "7",
    **{f"squares.{seat}.{n}": "x" if n < 2 else "w" for seat in (0, 1) for n in range(7)},
}
SCORE = {
    "hobbit.0": "frodo",
    "runes.0": "4",
    "alive.0": "true",
    "hobbit.1": "sam",
    "runes.1": "7",
    "alive.1": "true",
    "competition": "true",
    "score": "64, 67",
}
POINTS = {
    "scenario": "trilogy",
    "free_grounds": "14",
    "free_paths": "9",
    "free_rings": "1",
    "free_total": "24",
    "shadow_grounds": "20",
    "shadow_corruption": "4",
    "shadow_total": "24",
    "ending": "tie",
    "winner": "shadow",
}
SHEETS = {"dice": ROUTE, "fellowship": SCORE, "wotrcards": POINTS}


@cache
def forms():
    """The fields of each game that has final sheets."""
    return {game: fields for game in games.GAMES if (fields := games.get(game).show.sheets.form(load(game)))}


@pytest.fixture
def page():
    loop = asyncio.new_event_loop()
    yield Asker(sheet_page.routes(), loop)
    loop.close()


def ask(page, game, given, lang="en"):
    """The page after that was filled in; what nobody touched is sent as it was from the start."""
    untouched = {field.key: field.start for field in forms()[game] if field.kind == "one" and not field.each}
    return page.post(f"/check/sheet?game={game}", urlencode({**untouched, **given}).encode(), lang)


def words(got):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", got.text)).split())


def command(game, data, tmp_path):
    """What the command says of the same sheets."""
    path = tmp_path / "sheets.yaml"
    path.write_text(yaml.safe_dump({"game": game, **data}, allow_unicode=True))
    done = CliRunner().invoke(load_commands(), ["verify", "--sheet", str(path)])
    said = Voice("en", load(game)).error_text(done.exception) if isinstance(done.exception, WrongCall) else done.output
    return done.exit_code, " ".join(said.split())


def filled(game, given):
    content = load(game)
    return sheet_form.read(forms()[game], content.info["seat_kind"], content.info["seats_max"], given)


def test_every_game_with_sheets_has_a_form():
    """There are sheets exactly where there is a form of them, and every one is tried below."""
    assert set(SHEETS) == set(forms())
    for game in games.GAMES:
        if game not in forms():
            found = games.get(game).show.sheets.check(load(game), {"players": []})
            assert [fault.code for fault in found] == ["sheets_none"]


@pytest.mark.parametrize("game", SHEETS)
def test_the_sheet_page_names_the_winner_of_possible_sheets(page, game, tmp_path):
    """The page tells the winner, as the command does."""
    said = words(ask(page, game, SHEETS[game]))
    assert "A game could have ended like this." in said
    code, printed = command(game, filled(game, SHEETS[game]), tmp_path)
    assert code == 0
    assert printed[-60:] in said


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("dice", {"circles.0": "12", "squares.1.6": "d"}),
        ("dice", {"circles.0": "nine"}),
        ("dice", {"circles.0": "5"}),
        ("dice", {"hobbit.1": "frodo"}),
        ("dice", {"hobbit.1": ""}),
        ("dice", {"hobbit.0": "", "hobbit.1": ""}),
        ("dice", {"turns.0": "1", "turns.1": "2"}),
        ("fellowship", {"score": "70"}),
        ("fellowship", {"score": "sixty"}),
        ("fellowship", {"runes.0": "-1"}),
        ("fellowship", {"ending": "doom"}),
        ("fellowship", {"place": "atlantis"}),
        ("fellowship", {"bearer": "merry"}),
        ("wotrcards", {"free_total": "25"}),
        ("wotrcards", {"shadow_corruption": "-1"}),
        ("wotrcards", {"winner": "free"}),
        ("wotrcards", {"seat.0": "frodo", "name.0": "Ania"}),
    ],
)
def test_the_sheet_page_names_every_fault(page, game, change, tmp_path):
    """Every fault is named as the command names it; what was filled in stays."""
    given = {**SHEETS[game], **change}
    got = ask(page, game, given)
    listed = [unescape(one) for one in re.findall(r"<li>(.*?)</li>", got.text.partition('role="alert"')[2])]
    code, printed = command(game, filled(game, given), tmp_path)
    assert code != 0
    assert listed
    for fault in listed:
        assert fault in printed
    assert f"cannot be right: {len(listed)} fault" in words(got)
    typed = [name for name in given if re.match("name|circles|runes|score", name)]
    for name in typed:
        assert re.search(rf'name="{re.escape(name)}" value="{re.escape(given[name])}"', got.text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", SHEETS)
def test_the_form_in_every_language(page, game, lang):
    """Every field of every player has a label, and no key of a text is left."""
    got = page.get(f"/check/sheet?game={game}", lang)
    assert got.status == 200
    for field in forms()[game]:
        assert f'name="{field.key}{".0" if field.each else ""}{".0" if field.kind == "places" else ""}"' in got.text
    assert not re.search(r"\b(sheet|browser)\.\w+", words(got))
    assert ("companion read" in words(got)) == bool(games.get(game).show.sheets.paper_forms(load(game)))


@pytest.mark.parametrize("path", ["/check/sheet", "/check/sheet?game=chess", "/check/sheet?game=wotr"])
def test_a_game_without_sheets(page, path):
    """There is no such page."""
    assert page.get(path).status == 404


@pytest.mark.parametrize("body", [b"circles.0=%ff", b"\xff", b"x" * 200_000, b"a&" * 5_000])
def test_a_form_that_cannot_be_read(page, body):
    """Said in a sentence."""
    got = page.post("/check/sheet?game=dice", body)
    assert got.status in (200, 400)
    assert "cannot be" in words(got)
