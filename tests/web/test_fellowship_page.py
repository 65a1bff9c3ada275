"""The page of the cooperative game: every step that is open can be taken on it, and a hand stays with its holder."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from html.parser import HTMLParser

import pytest

from companion import games
from companion.content.load import load
from companion.content.model import LANGUAGES
from companion.play.session import Session
from companion.web import board, pages
from companion.web.board import Viewer
from tests.games.fellowship.setups import SETUPS
from tests.web.serving import begin, stored

GAME, CONTENT = games.get("fellowship"), load("fellowship")
HEAVIEST = 60_000  # bytes of the page with style and scripts, packed


class Page(HTMLParser):
    """What a page sends: for every button that acts the fields of its form; ids, links and text beside."""

    def __init__(self, text):
        super().__init__()
        self.text, self.ids, self.rules = "", Counter(), set()
        self._forms, self._buttons, self._form = {}, [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        assert "style" not in given
        if "id" in given:
            self.ids[given["id"]] += 1
        if "data-rule" in given:
            self.rules.add(given["data-rule"])
        if tag == "form":
            self._form = given.get("id") or f"form {len(self._forms)}"
            self._forms[self._form] = {}
        elif tag == "input" and self._form and given.get("type") == "hidden":
            self._forms[self._form][given["name"]] = given["value"]
        elif tag == "button" and "name" in given:
            self._buttons.append((given.get("form") or self._form, {given["name"]: given["value"]}))

    def handle_endtag(self, tag):
        self._form = None if tag == "form" else self._form

    def handle_data(self, data):
        self.text += data

    @property
    def steps(self):
        """(seat, words) of every step that a button takes."""
        return Counter(
            (fields["seat"], fields["do"])
            for fields in ({**self._forms[form], **own} for form, own in self._buttons)
            if "do" in fields
        )
