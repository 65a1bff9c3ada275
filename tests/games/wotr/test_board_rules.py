"""Rules that the players keep on the board: which they are, and that they are told so (content/wotr/rules.yaml)."""

import re

import pytest

from companion.content.load import load
from companion.play.store import SqliteStore
from tests.languages import LANGUAGES
from tests.web.serving import Server, begin

CONTENT = load("wotr")
BOARD = {row.id for row in CONTENT["rule"].values() if row.get("board")}
# Areas about armies; in the others only these speak of units, leaders and Nazgûl that the app never sees.
ARMIES = ("MAP", "ARMY", "MUSTER", "MOVE", "BATTLE", "SIEGE")
SINGLE = {
    "SETUP": (13, 14, 15),
    "EVENT": (14, 15),
}
UNITS = re.compile(r"units?\b|army|armies|leader|Leadership|Nazgûl|recruit|elite|figures|battle", re.IGNORECASE)


def test_only_rules_about_armies_are_left_to_the_board():
    """The areas of the Hunt hold none but those that only units can break, and each of them speaks of units."""
    single = {f"WR-{area}-{number}" for area, numbers in SINGLE.items() for number in numbers}
    assert {id for id in BOARD if id.split("-")[1] not in ARMIES} == single
    assert [id for id in single if not UNITS.search(CONTENT["rule"][id]["text"]["en"])] == []


def test_what_players_report_is_no_rule_of_the_board():
    """Captures, sieges and who holds a place are told to the app, which keeps the rules about them."""
    told = {f"WR-MAP-{number}" for number in (1, 2, 4, 8, 9, 10, 11)} | {"WR-MOVE-17"}
    told |= {f"WR-SIEGE-{number}" for number in (1, 4, 8, 9)}
    told |= {id for id in CONTENT["rule"] if id.startswith("WR-CAPTURE-")}
    assert told <= CONTENT["rule"].keys()
    assert told & BOARD == set()


def test_the_mark_is_said_or_left_out():
    """A rule is marked or not; there is no mark that says no."""
    assert {row.get("board") for row in CONTENT["rule"].values()} == {None, True}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A server with a table of this game, and the table's address there."""
    path = tmp_path_factory.mktemp("store") / "sessions.sqlite"
    store = SqliteStore(path)
    code = begin(store, "fp", "shadow", game="wotr", variant="hunt")
    server = Server(lambda: SqliteStore(path))
    yield server, f"/{code}"
    server.stop()
    store.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_page_says_so(address, lang):
    """In every language; the page of a rule that is checked does not."""
    (server, table), says = address, load("shared").texts["rule.board"][lang]
    phone = server.phone(lang)
    assert says in phone.get(f"{table}/rule/WR-EVENT-14").text
    assert says not in phone.get(f"{table}/rule/WR-HUNT-3").text
