"""Words of a caller: a language, a game, a folder of his own; and the values of a move as words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.content import load
from companion.core import resources
from companion.core.errors import WrongCall
from companion.games import get
from companion.words.wording import Voice

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game.game import Game

AnyPath = str | PathLike[str]


def check_language(lang: str) -> str:
    """Return the language if refusals and pages speak it. Raises WrongCall."""
    known = load.languages()
    if lang not in known:
        raise WrongCall("no_language", lang, known, choices=", ".join(known))
    return lang


def load_game(game: str) -> tuple[Game, Content]:
    """Return a game and its content. Raises WrongCall for one that is not refereed, ContentError for broken files."""
    return get(game), load.game_content(game)


@contextmanager
def own_folder(folder: AnyPath | None, game: str) -> Iterator[None]:
    """Context manager: look into a folder with content/, cards/ and layouts/ first. Raises WrongCall.

    Without one it is that of the game, if a plugin brings it.
    """
    folder = folder or (resources.plugin_root(game) if game else None)
    if folder is None:
        yield
        return
    path = Path(folder).resolve()
    if not (path / "content").is_dir():
        raise WrongCall("no_content", str(folder))
    with resources.using_folder(path):
        yield


def only_game() -> str:
    """Return the only game of the user's own folder. Raises WrongCall."""
    folder = resources.user_folder()
    own = load.game_ids(folder) if folder else []
    if len(own) != 1:
        raise WrongCall("which_game", choices=", ".join(load.game_ids()))
    return own[0]


def voice(lang: str, content: Content | None = None, seats: Iterable[Mapping[str, Any]] = ()) -> Voice:
    """Return the words of a language, of a game or of all games. Raises WrongCall."""
    return Voice(check_language(lang), content, [dict(seat) for seat in seats])


def speak(voice: Voice, lang: str | None) -> Voice:
    """Return the same words in another language; None: in their own. Raises WrongCall."""
    return voice if lang is None else voice.in_language(check_language(lang))


def as_word(value: Any) -> str:
    """Return a value as a command words it: `true`, `3`, `black,red`, `a*2,b*3`."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return ",".join([f"{key}*{number}" for key, number in value.items()])
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(map(as_word, value))
    return str(value)


def as_words(given: Mapping[str, Any]) -> dict[str, str]:
    """Return values by their keys as a command words them; those that are None are left out.

    `from_` stands for `from`, a word of Python.
    """
    return {key.removesuffix("_"): as_word(value) for key, value in given.items() if value is not None}
