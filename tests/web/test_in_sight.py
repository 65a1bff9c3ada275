"""A small phone shows the question of a step, the things it is about and its button without scrolling."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.languages import LANGUAGES
from tests.tiers import sample
from tests.web.page_walks import begin_pages, walk_pages

SIZES = ((360, 640), (375, 667), (360, 740), (390, 844), (740, 360))
SMALLEST = (SIZES[0], SIZES[-1])
NAMES = ("Олександра-Марія", "Bartłomiej Krzysztof", "Анастасія", "Wilhelmina-Rose")  # long ones
LARGE = 130  # per cent
FEW = ("dice", "fellowship")
ENLARGE = """new MutationObserver((_, observer) => {
  if (!document.documentElement) return;
  document.documentElement.style.fontSize = "%d%%";
  observer.disconnect();
}).observe(document, {childList: true})"""
KINDS = 4  # kinds of steps of a game that are looked at, where not all are
TABLES = {"dice": "basic-4", "fellowship": "standard-4", "wotr": "four", "wotrcards": "the app deals"}
HIDDEN = """() => {
  const bar = document.querySelector(".bar");
  const foot = bar ? bar.getBoundingClientRect().top : innerHeight;
  const things = "#asked :is(.tray, .card, .die, button, select, input:not([type=hidden]), label)";
  const outside = ([part, end]) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < 0 || bottom > end + 1;
  };
  const parts = [[".turn", foot], [things, foot], [".bar .go", innerHeight]];
  return parts.map(([name, end]) => [[...document.querySelectorAll(name)].find((one) => one.checkVisibility()), end])
    .filter(([part, end]) => part && outside([part, end])).map(([part]) => part.className || part.localName);
}"""


@pytest.mark.parametrize(("id", "letters"), sample([*product(TABLES, (100,)), *product(FEW, (LARGE,))], ("dice", 100)))
def test_the_decision_is_in_sight(server, store, phones, id, letters, exhaustive):
    """On the page of the seat that is asked, at the first of each kind of step, with four long names."""
    label, kinds, found = TABLES[id], Counter(), []
    langs = LANGUAGES if exhaustive else phones.others
    session = begin_pages(store, id, label, NAMES)
    address, pages = f"{server.address}/{session.id}", {}
    for state, _, people in walk_pages(server, store, session, label):
        asked = session.game.rules.pending(state)
        kinds[asked.what] += 1
        if kinds[asked.what] > 1:
            continue
        for lang in langs:
            key = (people[asked.seats[0]], lang)
            if key not in pages:
                pages[key] = phones.take(address, lang, cookies=key[0].cookies)
                pages[key].add_init_script(ENLARGE % letters)
            for width, height in SIZES if exhaustive else SMALLEST:
                pages[key].set_viewport_size({"width": width, "height": height})
                pages[key].goto(address)
                hidden = pages[key].evaluate(HIDDEN)
                found += [(asked.what, lang, width, height, *hidden)] if hidden else []
        if len(kinds) == KINDS and not exhaustive:
            break
    assert found == []
