"""A position that nobody should write: every value of every game's position made another is answered, never a crash."""

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError, WrongCall
from companion.core.messages import Refusal
from companion.play.game import input_values
from companion.play.game.game import SheetReport
from companion.play.journal import journal
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from companion.words.wording import Voice

TEXT = (Path(__file__).parents[1] / "docs" / "positions.md").read_text("utf-8")
POSITIONS = dict(re.findall(r"## `(\w+)`\n\n```yaml\n(.*?)```", TEXT, re.DOTALL))
ODD: list[Any] = [[], {}, [[]], [{}], [None], None, "text", "", -1, 0, 10**30, 1.5, True, {"x": {}}, [["x"]], {"": []}]
Place = tuple[str | int, ...]


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Where every value stands, the whole included."""
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*place, key))


def at(value: Any, place: Place) -> Any:
    for key in place:
        value = value[key]
    return value


def put(value: Any, place: Place, other: Any) -> Any:
    """A copy with another value in that place."""
    if not place:
        return other
    out = copy.deepcopy(value)
    at(out, place[:-1])[place[-1]] = other
    return out


@pytest.fixture
def every_place(monkeypatch):
    """`every_place(game)`: the position of the docs, where its values stand, and where further keys could."""

    def call(name: str) -> tuple[Any, list[Place]]:
        asked: list[tuple[Any, list[str]]] = []
        known = input_values.check_keys

        def listen(data, keys, what):
            asked.append((data, list(keys)))
            known(data, keys, what)

        position = yaml.safe_load(POSITIONS[name])
        with monkeypatch.context() as patch:
            patch.setattr(input_values, "check_keys", listen)
            games.get(name).rules.header(load(name), [], None, {}, position)
        found = {id(at(position, place)): place for place in places(position)}
        more = [(*found[id(data)], key) for data, keys in asked if id(data) in found for key in keys if key not in data]
        return position, list(dict.fromkeys([*places(position), *more]))

    return call


def answer(name: str, options: dict[str, str], position: Any) -> str:
    """What becomes of a set-up there: what is said of it, or nothing if it is a table like any other."""
    game, content = games.get(name), load(name)
    words = Voice("uk", content)
    try:
        header = game.rules.header(content, [], None, options, position)
        session = header if isinstance(header, Refusal) else Session.create(game, content, header)
    except WrongCall as error:
        return words.error_text(error)
    if isinstance(session, Refusal):
        return words.refusal_text(session)
    assert session.game.rules.view(session.replay.state, None)
    return ""


def judged(name: str, sheets: Any) -> str:
    """What is said of final sheets, or nothing if they can be."""
    game, content = games.get(name), load(name)
    words = Voice("pl", content)
    try:
        report = game.show.sheets.check(content, sheets)
    except WrongCall as error:
        return words.error_text(error)
    return "" if isinstance(report, SheetReport) else "\n".join(map(words.refusal_text, report))


def tried(found: list[Place], whole: bool) -> list[tuple[Place, Any]]:
    """Every odd value in every place, or two by turns."""
    step = 1 if whole else 8
    return [(place, odd) for at, place in enumerate(found) for odd in ODD[at % step :: step]]


@pytest.mark.parametrize("name", games.GAMES)
def test_every_value_may_be_anything(every_place, name, exhaustive):
    """With real cards and with those of the app: a table, a refusal or a wrong call, in words."""
    position, found = every_place(name)
    options = load(name).tables.get("option", {})
    ways: list[dict[str, str]] = [{}, *([{"real_cards": "false"}] if "real_cards" in options else [])]
    said = [answer(name, way, put(position, place, odd)) for place, odd in tried(found, exhaustive) for way in ways]
    assert sum(map(bool, said)) > len(said) / 2


@pytest.mark.parametrize("name", games.GAMES)
def test_sheets_may_be_anything(every_place, name, exhaustive):
    """The same for final sheets that were filled in by hand."""
    position, found = every_place(name)
    said = [judged(name, put(position, place, odd)) for place, odd in tried(found, exhaustive)]
    assert any(said)


@pytest.mark.parametrize("name", games.GAMES)
def test_a_header_has_everything_written_out(name):
    """A position with a key less, or one more, is in no header."""
    game, content = games.get(name), load(name)
    header = game.rules.header(content, [], None, {}, yaml.safe_load(POSITIONS[name]))
    whole = header["position"]
    assert not isinstance(game.rules.new(content, header), Refusal)
    for other in (*[{id: whole[id] for id in whole if id != key} for key in whole], {**whole, "more": 1}):
        with pytest.raises((ValueError, KeyError, WrongCall)):
            game.rules.new(content, {**header, "position": other})


@pytest.mark.parametrize("odd", [[[]], [{}], [["moria"]], [None], [{"moria": 1}]], ids=str)
@pytest.mark.parametrize("side", ["free", "shadow"])
def test_an_area_is_a_list_of_locations(side, odd):
    """A list in a list, a mapping, nothing: a wrong call that says which word means nothing."""
    game, content = games.get("wotrcards"), load("wotrcards")
    with pytest.raises(WrongCall) as wrong:
        game.rules.header(content, [], None, {}, {"areas": {side: odd}})
    assert wrong.value.code == "no_item"


def test_nobody_passes_for_ever():
    """A number of passes beyond all bounds is refused at once."""
    position = put(yaml.safe_load(POSITIONS["wotrcards"]), ("passes",), 10**30)
    assert "WC-ACT-1" in answer("wotrcards", {}, position)


def test_a_journal_with_items_on_items_on_items():
    """However deep a forger nests them, the header is what does not hold."""
    game, content = games.get("wotrcards"), load("wotrcards")
    header = Session.create(game, content, game.rules.header(content, [], None, {}, {"round": 1})).replay.header
    seat = header["seats"][0]["id"]
    card = {"card": next(iter(content["card"])), "seat": seat, "attack": 0, "defence": 0, "fresh": False, "items": []}
    for depth in (1, 100, 400):
        nested = card
        for _ in range(depth):
            nested = {**card, "items": [nested]}
        header["position"]["decks"][seat]["reserve"] = [nested]
        first = journal.write_entry(0, journal.START, "now", "", "header", header)
        with pytest.raises(JournalError):
            verify_journal([first.line], games.get, load)
