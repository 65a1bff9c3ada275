"""What a page of a table sends: read as a browser without script reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product
from typing import Any

from companion.play.game.game import Game
from companion.web.table import table_actions

Step = tuple[str, str, frozenset[str]]


def step_of(seat: str, text: str) -> Step:
    """A step as it is compared: its seat, its type and its words, in any order."""
    type, *given = text.split()
    return seat, type, frozenset(given) - {f"by={seat}"}


class Page(HTMLParser):
    """The forms of a page, with the fields and the buttons that send them; ids, rules and text beside.

    forms: by id, each field with the values that it may have. buttons: how many there are.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.ids, self.rules, self.buttons = "", Counter[str](), set[str](), 0
        self.forms: dict[str, list[tuple[str, list[str]]]] = {}
        self._sent: list[tuple[str, list[tuple[str, list[str]]]]] = []
        self._form = ""
        self._options: list[str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = dict(attrs)
        assert "style" not in given
        if "id" in given:
            self.ids[given["id"]] += 1
        if "data-rule" in given:
            self.rules.add(given["data-rule"])
        self.buttons += tag == "button"
        if tag == "form":
            self._form = given.get("id") or f"form {len(self.forms)}"
            self.forms[self._form] = []
        elif tag == "input" and self._form and given.get("type") == "hidden":
            self._field(given["name"], [given["value"]])
        elif tag == "input" and self._form and given.get("type") == "number":
            self._field(given["name"], [f"{number}" for number in range(int(given["min"]), int(given["max"]) + 1)])
        elif tag == "button" and (given.get("form") or self._form):
            own = [(given["name"], [given["value"]])] if "name" in given else []
            self._sent.append((given.get("form") or self._form, own))
        elif tag == "select" and self._form:
            self._options = []
            self._field(given["name"], self._options)
        elif tag == "option" and self._options is not None and given["value"]:
            self._options.append(given["value"])

    def _field(self, name: str, values: list[str]) -> None:
        self.forms[self._form].append((name, values))

    def handle_endtag(self, tag: str) -> None:
        self._form = "" if tag == "form" else self._form
        self._options = None if tag == "select" else self._options

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def steps(self) -> Counter[Step]:
        """Every step that is said in words, by a button or by a choice of a list, as `step_of` has it."""
        found = Counter[Step]()
        for form, own in self._sent:
            fields = dict([*self.forms[form], *own])
            if "do" in fields:
                more = [(name, values) for name, values in fields.items() if name not in ("do", "seat", "seen")]
                for first, *values in product(fields["do"], *[values for _, values in more]):
                    words = [f"{name}={value}" for (name, _), value in zip(more, values, strict=True)]
                    found[step_of(fields["seat"][0], " ".join([first, *words]))] += 1
        return found

    def wishes(self, game: Game) -> Iterator[Any]:
        """Every step of the game that its forms may ask for."""
        for form, own in self._sent:
            fields = [*self.forms[form], *own]
            names = [name for name, _ in fields]
            for values in product(*[values for _, values in fields]):
                wish = table_actions.read_form([pair for pair in zip(names, values, strict=True) if pair[0] != "seen"])
                if wish.type in game.words.action_types:
                    yield wish
