"""The table as it stood after a line of its log: to look at, and the way back to it by the manners of undo."""

from __future__ import annotations

import re

import pytest

from companion.content.load import load
from companion.games import get
from companion.play.journal.journal_import import take_in
from companion.words.wording import Voice
from tests.languages import LANGUAGES
from tests.web.serving import stored

FIVE = "r,o,w,g,n"


@pytest.fixture
def played(seated, code):
    """Frodo and Sam have phones; entry 3 is Frodo's roll, 4 what he keeps, 5 his roll of what is left."""
    frodo, sam = seated("frodo", "sam")
    assert frodo.do(code, "roll", rolled=FIVE).json["seq"] == 3
    assert frodo.do(code, "keep", dice="green").json["seq"] == 4
    assert frodo.do(code, "roll", rolled="r,r,r,r").json["seq"] == 5
    return frodo, sam


def sent(page):
    """What the form of the way back sends; nothing if there is none."""
    form = re.search(r'<form method="post" action="/\w+/do">.*?</form>', page.text, re.S)
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0])) if form else {}


def sheet(page):
    """What is drawn."""
    return page.text.partition('id="drawn"')[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_leads_to_its_line(played, server, code, lang):
    """In the log of every reader: the line in words, with its number."""
    phone, words = server.phone(lang), Voice(lang, load("dice"))
    for number in re.findall(rf'href="/{code}/drawn\?after=(\d+)"', phone.get(f"/{code}/log").text):
        page = phone.get(f"/{code}/drawn?after={number}")
        assert words.say("web.drawn", number=number) in page.text
        assert f'href="/{code}/log#e{number}"' in page.text
    assert number == "5"


def test_the_table_as_it_stood(played, server, code):
    """Before the first roll, after it, and now; a line that is not there is the newest. Nothing can be done there."""
    phone = server.phone()
    sheets = [sheet(phone.get(f"/{code}/drawn?after={number}")) for number in (2, 3, 5)]
    assert len(set(sheets)) == 3
    for address in ("", "?after=0", "?after=99", "?after=x"):
        assert sheet(phone.get(f"/{code}/drawn{address}")) == sheets[-1]
    assert not any("<form" in drawn for drawn in sheets)


def test_one_journal_at_two_tables(played, server, store, code, path):
    """Links of each lead to itself."""
    lines = [entry.line for entry in stored(path, code).replay.entries]
    other = take_in(store, lines, get, load, lambda old: None)[0]
    for one in (code, other):
        for address in (f"/{one}/log", f"/{one}/drawn?after=3"):
            linked = re.findall(r'href="/(?!static)([a-z]{6})/', server.phone().get(address).text)
            assert set(linked) == {one}


def test_the_way_back_asks_everybody(played, code, path):
    """Dice were seen: the others are asked by name, and the table is what it was after that line once all agree."""
    frodo, sam = played
    way = sent(frodo.get(f"/{code}/drawn?after=3"))
    assert (way["type"], way["to"]) == ("propose", "3")
    assert frodo.post(f"/{code}/do", way).headers["location"] == f"/{code}"
    asked = sam.get(f"/{code}").text
    assert "asks to undo everything from here on" in asked
    assert "Frodo" in asked or "Ania" in asked
    assert not sent(sam.get(f"/{code}/drawn?after=3"))  # one question at a time
    assert sam.do(code, "agree").status == 200
    replay = stored(path, code).replay
    assert replay.entries[-1].type == "undo"
    assert replay.state == replay.states[3]


def test_the_way_back_is_free_where_nothing_was_seen(seated, code, path):
    """At once, and told by name to all."""
    frodo, sam = seated("frodo", "sam")
    frodo.do(code, "roll", rolled=FIVE)
    frodo.do(code, "keep", dice="green")
    way = sent(sam.get(f"/{code}/drawn?after=3"))
    assert way["type"] == "undo"
    sam.post(f"/{code}/do", way)
    replay = stored(path, code).replay
    assert (replay.entries[-1].type, replay.entries[-1].seat, replay.state) == ("undo", "sam", replay.states[3])


def test_who_has_no_way_back(played, server, code):
    """Onlookers; nobody at the newest line, nor to a line that was taken back meanwhile."""
    frodo, sam = played
    assert not sent(server.phone().get(f"/{code}/drawn?after=3"))
    assert not sent(frodo.get(f"/{code}/drawn?after=5"))
    frodo.do(code, "propose", to=3)
    sam.do(code, "agree")
    assert not sent(frodo.get(f"/{code}/drawn?after=4"))


def test_the_way_back_says_first_all_that_it_takes(played, code):
    """Every step after the line, in words; nothing where there is no way back."""
    frodo, _ = played
    told = frodo.get(f"/{code}/drawn?after=3").text.partition("This takes back:")[2].partition("</ul>")[0]
    assert re.findall(r"<li>(Ania[^:]*):", told) == ["Ania keeps", "Ania, roll 2"]
    assert "This takes back" not in frodo.get(f"/{code}/drawn?after=5").text
