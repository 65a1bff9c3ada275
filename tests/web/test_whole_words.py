"""No word is broken in two on a phone of 360 px, whatever the language."""

from __future__ import annotations

import json

import pytest

from companion.content.load import load
from companion.games import get
from companion.play.journal.journal_import import take_in
from tests.kept_journals import lines_of

TABLES = [("dice/win", 0.5), ("fellowship/destroyed", 0.7), ("wotr/military_shadow", 0.4), ("wotrcards/company", 0.15)]
BROKEN = """() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = (text) => text.data.matchAll(/[\\p{L}’']+/gu);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.parentElement.checkVisibility() || text.parentElement.closest("script, .sr, code, .address")) continue;
    for (const { 0: word, index } of words(text)) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width).map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) broken.push(word);
    }
  }
  return broken;
}"""
OPEN = """() => document.querySelectorAll("main details:not(.place)").forEach((part) => {
  part.removeAttribute("name");
  part.open = true;
})"""


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize(("journal", "part"), TABLES)
def test_words_stay_whole(server, store, phones, journal, part):
    """With all that can be opened on the table of a player; a narrow box does break them."""
    lines = lines_of(journal)
    code, _ = take_in(store, lines[: int(len(lines) * part)], get, load, lambda replaced: None)
    first = json.loads(lines[0])["args"]["seats"][0]["id"]
    phone = server.phone().join(code, first)
    for lang in ("uk", "pl", "ru"):
        page = phones.take(f"{server.address}/{code}", lang=lang, cookies=phone.cookies)
        page.evaluate(OPEN)
        assert page.evaluate(BROKEN) == []
    page.evaluate("() => { document.querySelector('.turn h2').style.cssText = 'width: 1ch; overflow-wrap: anywhere'; }")
    assert page.evaluate(BROKEN) != []
