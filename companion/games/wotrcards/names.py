"""Names of cards, locations and people in commands: see companion.play.game.names.

Knows the words of content/; knows no table and no rule.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from companion.core.errors import WrongCall
from companion.games.wotrcards.actions import ACTIONS
from companion.play.game.names import names_of

if TYPE_CHECKING:
    from companion.content.model import Content

CALLED = ("card", "battleground", "skirmish_site", "path")
SPOKEN = (*CALLED, "seat", "side")
NAMING = ("card", "cards", "location", "to", "from", "what", "item", "whom")  # words that may hold a name
PLAIN = ("what", "from")  # words that name neither card nor location


def replace_names(content: Content, type: str, given: Mapping[str, str], fixed: Collection[str]) -> dict[str, str]:
    """The words of a command with ids in place of names; `fixed` are words that name nothing. Raises WrongCall."""
    words, out = ACTIONS.kinds[type].words if type in ACTIONS.kinds else (), {}
    for word, text in given.items():
        naming = word in NAMING and word in words
        plain = text.strip().lower()
        if naming and word == "cards":
            out[word] = ",".join(read_ids(content, text))
        elif not naming or not plain or plain in fixed:
            out[word] = plain if naming else text
        elif word in PLAIN:
            raise WrongCall("no_item", plain, fixed)
        else:
            out[word] = read_id(content, text, people=word == "whom")
    return out


def read_id(content: Content, text: str, people: bool = False) -> str:
    """The id of a card or location, or of a seat or side where people may be named. Raises WrongCall."""
    names = names_of(content, SPOKEN if people else CALLED)
    found = names.find(text)
    if found is None:
        error = WrongCall("no_item", text.strip())
        error.values["near"] = names.nearest(text)
        raise error
    return found


def read_ids(content: Content, text: str) -> list[str]:
    """Ids of names with commas between them; a name may have a comma of its own. Raises WrongCall."""
    return [read_id(content, name) for name in names_of(content, CALLED).several(text)]
