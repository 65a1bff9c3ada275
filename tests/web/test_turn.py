"""Whose turn it is, for those who look elsewhere: the title of the tab, a sound, a clock that decides nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

FIVE = "r,o,w,g,n"
COUNTING = """
  window.notes = 0;
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    window.notes += 1;
    return createOscillator.call(this);
  };
"""


def test_the_page_carries_the_times_of_the_seats_and_asks_for_nothing(server, code):
    """Hidden until a phone wants them; the awaited seat goes on from the last entry."""
    page = server.phone().join(code, "frodo").get(f"/{code}").text
    (line,) = re.findall(r'<div class="clock" data-clock="([^"]+)" hidden>(.*)</div>', page)
    assert line[0].endswith("Z")
    assert re.findall(r'data-seconds="\d+"( data-on)?', line[1]) == [" data-on", "", "", ""]


@pytest.mark.tier("exhaustive")
def test_a_tab_says_whose_turn_it_is_and_sounds_if_it_shall(server, code, phones):
    """One's own turn has a dot; the sound comes once, and only where it was switched on."""
    players = [server.phone().join(code, seat) for seat in ("frodo", "sam")]
    first, second = (phones.take(f"{server.address}/{code}", cookies=one.cookies) for one in players)
    expect(first).to_have_title(re.compile("^• Your turn – Journey to Mordor"))
    expect(second).to_have_title(re.compile("^Waiting for Ania – "))
    for page in (first, second):
        page.evaluate(f"() => {{{COUNTING}}}")
    second.locator("#phone summary").click()
    second.locator("#sound").check()
    second.locator("#clock").check()
    expect(second.locator(".clock")).to_contain_text(re.compile(r"Ania \d\d:\d\d"))
    expect(first.locator(".clock")).to_be_hidden()
    second.evaluate("window.notes = 0")
    players[0].do(code, "roll", rolled=FIVE)
    players[0].do(code, "keep", dice="black,yellow,red,blue,green")
    players[0].do(code, "resolve")
    expect(second).to_have_title(re.compile("^• Your turn – "))
    assert [page.evaluate("window.notes") for page in (first, second)] == [0, 2]
    second.reload()
    expect(second.locator(".clock")).to_be_visible()
