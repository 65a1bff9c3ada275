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
def own_folder(folder: AnyPath | None, game: str) -> Iterator[Path | None]:
    """Context manager: look into a folder with content/, cards/ and layouts/ first, and yield it. Raises WrongCall.

    Without one it is that of the game, if a plugin brings it.
    """
    found = find_folder(folder, game)
    if found is None:
        yield None
        return
    with resources.using_folder(found):
        yield found


def find_folder(folder: AnyPath | None, game: str) -> Path | None:
    """Return the folder to look into first: the one that is named, or that of a plugin's game. Raises WrongCall."""
    if folder is None:
        return resources.plugin_root(game) if game else None
    path = Path(folder).resolve()
    if not (path / "content").is_dir():
        raise WrongCall("no_content", str(folder))
    return path


def only_game(folder: Path | None) -> str:
    """Return the only game of a folder of the user's own. Raises WrongCall for several, and without a folder."""
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
