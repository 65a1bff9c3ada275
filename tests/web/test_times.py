"""Times on pages: of the phone's zone, by its custom; UTC where no script runs."""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.content.load import load
from companion.games import get
from companion.play.journal.journal_import import take_in
from tests.tiers import sample

JOURNAL = Path(__file__).parents[1] / "journals" / "dice" / "win.jsonl"
EAST = "Pacific/Kiritimati"  # 14 hours before UTC


@pytest.fixture(scope="module")
def ended(store):
    """The code of a finished game."""
    return take_in(store, JOURNAL.read_text(encoding="utf-8").splitlines(), get, load, lambda old: None)[0]


def moments(page):
    """When things were, as the page has it for scripts."""
    return [datetime.fromisoformat(at) for at in re.findall(r'<time datetime="([^"]+)" data-as', page)]


@pytest.mark.parametrize(
    ("lang", "clock", "day"),
    sample(
        [
            ("en-GB", "%H:%M", "%-d November %Y"),
            ("en-US", "%I:%M %p", "November %-d, %Y"),
            ("uk", "%H:%M", "%-d листопада %Y"),
        ],
        ("en-US", "%I:%M %p", "November %-d, %Y"),
    ),
)
def test_times_are_in_the_zone_of_the_phone(server, ended, phones, lang, clock, day):
    """Its zone, and its country's custom in the page's language."""
    page = phones.take(f"{server.address}/{ended}/log", lang=lang, timezone_id=EAST)
    log, result = (server.phone(lang).get(f"/{ended}/{name}").text for name in ("log", "result"))
    told = [(one + timedelta(hours=14)).strftime(clock) for one in moments(log)]
    expect(page.locator(".rows time").first).to_have_text(told[0])
    assert page.locator(".rows time").all_inner_texts() == told
    page.goto(f"{server.address}/{ended}/result")
    at = moments(result)[0] + timedelta(hours=14)
    expect(page.locator("main time").first).to_contain_text(at.strftime(day))


def test_times_in_the_list_of_tables_are_the_phones(server, ended, phones):
    owner = server.owner()
    page = phones.take(f"{server.address}/", lang="pl", cookies=owner.cookies, timezone_id=EAST)
    at = moments(owner.get("/").text)[0] + timedelta(hours=14)
    expect(page.locator(".tables time").first).to_have_text(re.compile(rf"{at.day} .* {at.year}.* {at:%H:%M}"))


def test_without_a_script_they_are_utc(server, ended):
    """And say so."""
    log = server.phone("uk").get(f"/{ended}/log").text
    shown = re.findall(r'data-as="clock">(\d\d:\d\d) UTC</time>', log)
    assert shown == [f"{one:%H:%M}" for one in moments(log)]
    assert shown
