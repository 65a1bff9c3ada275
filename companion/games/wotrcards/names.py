"""What people call cards and locations: an id, or its name in any language, with accents and hyphens left out or not.

Knows the words of content/; knows no table and no rule.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from companion.errors import WrongCall
from companion.games.wotrcards.actions import ACTIONS
from companion.play.content_cache import cached_by_content
from companion.play.input_values import folded

if TYPE_CHECKING:
    from companion.content.model import Content

CALLED = ("card", "battleground", "skirmish_site", "path")
SPOKEN = (*CALLED, "seat", "side")
NAMING = ("item", "items", "to", "whom")  # fields that may hold a name
PLAIN = ("what", "from")  # words that name neither card nor location
LEAST_LIKE = 0.55


class Index:
    """Folded names -> ids. called: cards and locations; spoken: seats and sides too; shown: folded -> as written."""

    def __init__(self, content: Content) -> None:
        self.called: dict[str, str] = {}
        self.spoken: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        for kind in SPOKEN:
            for id, row in content[kind].items():
                for name in (*row["name"].values(), id):
                    self.spoken.setdefault(folded(name), id)
                    self.shown.setdefault(folded(name), name)
                    if kind in CALLED:
                        self.called.setdefault(folded(name), id)


@cached_by_content
def index(content: Content) -> Index:
    """The index of a content; made once."""
    return Index(content)


def called(content: Content, type: str, given: Mapping[str, str], fixed: Collection[str]) -> dict[str, str]:
    """The words of a command with ids in place of names; `fixed` are words that name nothing. Raises WrongCall."""
    fields, out = ACTIONS.kinds[type].words if type in ACTIONS.kinds else {}, {}
    for word, text in given.items():
        field = fields.get(word)
        plain = text.strip().lower()
        if field == "items":
            out[word] = ",".join(several(content, text))
        elif field not in NAMING or not plain or plain in fixed:
            out[word] = plain if field in NAMING else text
        elif word in PLAIN:
            raise WrongCall("no_item", plain, fixed)
        else:
            out[word] = one(content, text, people=field == "whom")
    return out


def one(content: Content, text: str, people: bool = False) -> str:
    """The id of a card or location, or of a seat or side where people may be named. Raises WrongCall."""
    names = index(content)
    known = names.spoken if people else names.called
    found = known.get(folded(text))
    if found is None:
        error = WrongCall("no_item", text.strip())
        error.values["near"] = near(names, text, known)
        raise error
    return found


def near(names: Index, text: str, known: Mapping[str, str]) -> str:
    """The nearest name as it is written, or nothing."""
    found = difflib.get_close_matches(folded(text), known, n=1, cutoff=LEAST_LIKE)
    return names.shown[found[0]] if found else ""


def several(content: Content, text: str) -> list[str]:
    """Ids of names with commas between them; a name may have a comma of its own. Raises WrongCall."""
    parts, known, out = [part for part in text.split(",") if part.strip()], index(content).called, []
    while parts:
        whole = next((end for end in range(len(parts), 0, -1) if folded("".join(parts[:end])) in known), 1)
        out.append(one(content, ",".join(parts[:whole])))
        parts = parts[whole:]
    return out
