"""A small phone shows the question of a step, the things it is about and its button without scrolling.

In letters twice as large as usual what lies below is one screen away.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.languages import LANGUAGES
from tests.tiers import sample
from tests.walks import setups
from tests.web.page_walks import PAGES, begin_pages, walk_pages

SIZES = ((360, 640), (375, 667), (360, 740), (390, 844), (740, 360))
SMALLEST = (SIZES[0], SIZES[-1])
NAMES = ("Олександра-Марія", "Bartłomiej Krzysztof", "Анастасія", "Wilhelmina-Rose")  # long ones
LETTERS = {100: 1, 130: 1, 200: 2}  # per cent; screens from the question to its end
ENLARGE = """new MutationObserver((_, observer) => {
  if (!document.documentElement) return;
  document.documentElement.style.fontSize = "%d%%";
  observer.disconnect();
}).observe(document, {childList: true})"""
KINDS = 3  # kinds of steps of a game that are looked at, where not all are
OWN = " by hand"  # a table with dice and tiles of its own
TABLES = {  # of PAGES, or of the setups of a game
    "dice": ("basic-4", "basic-4" + OWN),
    "fellowship": ("standard-4", "introductory-4", "standard-4" + OWN),
    "wotr": ("four", "two, cards in the hand", "war-four", "sortie-four", "assault-three" + OWN),
    "wotrcards": ("the app deals", "six decks"),
}
HIDDEN = """(screens) => {
  const bar = document.querySelector(".bar");
  const foot = bar ? bar.getBoundingClientRect().top : innerHeight;
  const things = ":is(#asked, .first-of) :is(.tray, .card, .die, button, select, input:not([type=hidden]), label)";
  const isShown = (part) => part.checkVisibility() && !part.closest(".sr");
  const isOutside = (part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < 0 || bottom > (part.closest(".bar") ? innerHeight : screens * foot) + 1;
  };
  const first = (marks) => [...document.querySelectorAll(marks)].find(isShown);
  const parts = [".turn", things, ":is(.bar, .first-of) .go"].map(first);
  return parts.filter((part) => part && isOutside(part)).map((part) => part.className || part.localName);
}"""


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("id", "label", "letters"),
    sample(
        [(id, label, size) for id, labels in TABLES.items() for label, size in product(labels, LETTERS)],
        ("dice", "basic-4", 100),
    ),
)
def test_the_decision_is_in_sight(server, store, phones, id, label, letters, exhaustive):
    """On the page of the seat that is asked, at the first of each kind of step, with four long names."""
    kinds, found = Counter(), []
    langs = LANGUAGES if exhaustive else phones.others
    name = label.removesuffix(OWN)
    table = () if name in PAGES[id].tables else setups(id).SETUPS[name]
    session = begin_pages(store, id, name, NAMES, table=table)
    address, pages = f"{server.address}/{session.id}", {}
    for state, _, people in walk_pages(server, store, session, name):
        asked = session.game.rules.pending(state)
        if not kinds and label.endswith(OWN):
            for kind in ("dice", "tiles"):
                people[asked.seats[0]].do(session.id, "real", **{kind: "real"})
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
                hidden = pages[key].evaluate(HIDDEN, LETTERS[letters])
                found += [(asked.what, lang, width, height, *hidden)] if hidden else []
        if len(kinds) == KINDS and not exhaustive:
            break
    assert found == []
