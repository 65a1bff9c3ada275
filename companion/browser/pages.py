"""Pages of this room: the tracker's templates and static files, and those that lie here beside them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader

from companion.web import pages
from companion.wording import Voice

HERE = Path(__file__).parent


@cache
def _environment() -> Environment:
    tracker = pages._environment()
    assert tracker.loader is not None
    return tracker.overlay(loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), tracker.loader]), cache_size=50)


def render(template: str, voice: Voice, path: str, /, **context: Any) -> str:
    """A page in the language of `voice`; `path` is its own address, for the language links."""
    return _environment().get_template(template).render(pages._voiced(voice, path), **context)
