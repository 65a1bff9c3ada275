"""The page that everything else is shown in: one file for all languages, with its pictures, icons and manifest.

Made when the folder is built, so that it is seen before Python is there. The browser's scripts find its parts by their ids.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader
from markupsafe import Markup

from companion.content.load import SHARED, languages, load
from companion.games import GAMES
from companion.web import pages

HERE = Path(__file__).parent
ICONS = ("icons/ring", "icons/weapon", "icons/gandalf", "icons/eye", "icons/will-of-west")  # of the three drawings
TROUBLES = (
    "no_worker", "no_storage", "full", "second_tab", "interrupted", "update", "newer", "failed", "not_root"
)  # fmt: skip
REMEDIES = {  # the button of a trouble, by its id, and what it says
    "second_tab": ("take-over", "take_over"),
    "interrupted": ("again", "again"),
    "update": ("update", "update_go"),
    "failed": ("retry", "again"),
}


def shell(pictures: Mapping[str, str]) -> str:
    """index.html. pictures: what `start.pictures` wrote, names of files by the id of the game, `road` for that above."""
    environment = pages._environment().overlay(loader=FileSystemLoader(HERE / "templates"))
    games = [(game, load(game).info["title"]) for game in GAMES]
    return environment.get_template("shell.html").render(
        t=said,
        each=each,
        games=games,
        langs=pages.own_names(),
        pictures=pictures,
        troubles=TROUBLES,
        remedies=REMEDIES,
        sprite=pages._sprite(list(ICONS)),
        static=static,
    )


def static(name: str) -> str:
    """The address of a static file of this room or of the tracker."""
    own = HERE / "static" / name
    return f"/static/{name}?v={hashlib.sha256(own.read_bytes()).hexdigest()[:10]}" if own.is_file() else pages.static(name)


def said(key: str) -> Markup:
    """A text in every language; a value stands as an empty element that the script fills."""
    return each(load(SHARED).texts[f"browser.{key}"])


def each(texts: Mapping[str, str]) -> Markup:
    """The same in every language, of which the style shows one."""
    return Markup("").join(Markup('<span lang="{}">{}</span>').format(lang, _marked(texts[lang])) for lang in languages())


def _marked(text: str) -> Markup:
    """`code` and {values} as elements."""
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return Markup(re.sub(r"\{(\w+)\}", r'<span data-value="\1"></span>', text))  # noqa: S704
