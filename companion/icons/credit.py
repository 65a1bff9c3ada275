"""Whom icons are by: a folder of cards/art/ with an info.json is credited on all that its drawings are printed on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core import resources
from companion.core.errors import ContentError, LocalizedError
from companion.faces.model import Face, Picture

NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")  # of a set or an icon
INFO = "info.json"
LONGEST = 200  # letters of a credit's part
_FORBIDS = re.compile(r"\b(?:NC|ND)\b|non-?\s?commercial|no-?\s?deriv", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Credit:
    """Whom a set of icons is by. url: of its licence, else of its author; may be ""."""

    name: str
    author: str
    licence: str
    url: str


def read_credit(info: Mapping[str, Any], where: str) -> Credit:
    """Return the credit that info.json gives; where: names it in errors.

    Raises ContentError for an unreadable one, LocalizedError for no licence, or one that does not allow printing.
    """
    author, licence = info.get("author"), info.get("license")
    author = author if isinstance(author, dict) else {"name": author}
    licence = licence if isinstance(licence, dict) else {"title": licence}
    texts = {"name": info.get("name"), "author": author.get("name")}
    for key, text in texts.items():
        if not _is_text(text):
            raise ContentError([f"{where}: its info has no '{key}' in one line of at most {LONGEST} letters"])
    title = next((licence[key] for key in ("title", "spdx") if _is_text(licence.get(key))), "")
    if not title:
        raise LocalizedError("icons_no_licence", path=where)
    if _FORBIDS.search(f"{licence.get('spdx')} {title}"):
        raise LocalizedError("icons_licence", path=where, licence=title)
    url = next((one["url"] for one in (licence, author) if _is_text(one.get("url"))), "")
    return Credit(str(texts["name"]), str(texts["author"]), title, url)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable() and len(value) <= LONGEST


def list_credits(faces: Iterable[Face | None]) -> list[Credit]:
    """Return whom the icons of these faces are by, one a set, in order of appearance. Raises ContentError."""
    different = {id(face): face for face in faces if face}.values()
    names = (item.name for face in different for item in face.items if isinstance(item, Picture))
    folders = dict.fromkeys(name.partition("/")[0] for name in names)
    return [credit for folder in folders if (credit := _credit(folder))]


@resources.cached_reader
def _credit(folder: str) -> Credit | None:
    """Return the credit of a folder of drawings, None if it has none. Raises ContentError."""
    name = f"{resources.ART}/{folder}/{INFO}"
    path = resources.find(name)
    if path is None:
        return None
    try:
        info = json.loads(path.read_bytes())
    except (OSError, ValueError):
        info = None
    if not isinstance(info, dict):
        raise ContentError([f"{name}: not a JSON object with name, author and license"])
    return read_credit(info, name)
