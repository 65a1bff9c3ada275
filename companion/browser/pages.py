"""Pages of this room: the tracker's templates and static files, and those that lie here beside them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader

from companion.web.page import templates
from companion.words.wording import Voice

HERE = Path(__file__).parent


@cache
def environment() -> Environment:
    """Return the environment of all templates; no two have one name."""
    tracker = templates._environment()
    assert tracker.loader is not None
    return tracker.overlay(loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), tracker.loader]))


def warm() -> None:
    """Compile now what the first page would wait for; nothing looks for a template after it. After web.pages.warm."""
    for name in environment().list_templates(extensions=["html"]):
        if "/" not in name:  # those of games are drawn by the tracker's own
            environment().get_template(name)


def render(template: str, voice: Voice, path: str, /, **context: Any) -> str:
    """A page in the language of `voice`; `path` is its own address, for the language links."""
    return environment().get_template(template).render(templates._page_values(voice, path, context), **context)
