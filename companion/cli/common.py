"""What several commands share: options, the reader's language, opening a session, JSON and errors."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from companion.cli import completion

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.journal.session import Opened, Session
    from companion.play.journal.store import Store
    from companion.words.wording import Voice

PRINT, PLAY, CHECK, LOOK_UP = "Print", "Play", "Check", "Look up"  # panels of commands in the help

Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="en|pl|ru|uk|de",
        autocompletion=completion.languages,
        help="Language; default: COMPANION_LANG, else your default or the session's.",
    ),
]
StorePath = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="PATH|URL",
        envvar="COMPANION_STORE",
        help="File of the sessions, or postgresql://USER@HOST/DATABASE; default: a file in your data folder.",
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option("--content", help="A folder of your own with content/, cards/ and layouts/; it is searched first."),
]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", autocompletion=completion.games, help="The game, for example dice.")
]
OnlyGame = Annotated[
    str | None, typer.Option("--game", metavar="GAME", autocompletion=completion.games, help="Only this game.")
]
SessionId = Annotated[
    str,
    typer.Argument(
        metavar="SESSION", autocompletion=completion.sessions, help="The session's id, or the beginning of it."
    ),
]
SessionOption = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="SESSION",
        autocompletion=completion.sessions,
        help="The table as it stands in this session.",
    ),
]
Variant = Annotated[
    str | None,
    typer.Option(
        "--variant",
        "--focus",
        metavar="NAME",
        autocompletion=completion.variants,
        help="A variant that `companion games` lists; --focus is another name for it.",
    ),
]
TableOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="An option that `companion games` lists; repeatable."),
]
Position = Annotated[Path | None, typer.Option("--position", help="Begin from a table already in play (YAML).")]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="HEX", help="Seed of the draws, 32 hex digits or more; default: a random one."),
]
JOURNAL = typer.Argument(
    metavar="FILE|SESSION", autocompletion=completion.sessions, help="A journal file or a session."
)
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout and nothing else.")]


def fail(message: str, code: int) -> NoReturn:
    """End with a message on stderr."""
    from companion.cli import screen
    from companion.core.visible import show_hidden_lines

    if message:
        screen.print_lines([show_hidden_lines(message)], "refusal", stream=sys.stderr)
    sys.exit(code)


def language(asked: str | None, otherwise: str = "en") -> str:
    """--lang, else COMPANION_LANG, else the user's default, else the session's own. Raises WrongCall."""
    from companion.content.load import languages
    from companion.core.errors import WrongCall
    from companion.core.user_defaults import read_defaults

    known = languages()
    own = otherwise if otherwise in known else "en"
    lang = asked or os.environ.get("COMPANION_LANG") or read_defaults().get("lang", own)
    if lang not in known:
        raise WrongCall("no_language", lang, known, choices=", ".join(known))
    return lang


def own_content(folder: Path | None, game: str) -> str:
    """Look into a folder of the user's own first, or that of a plugin's game. Raises WrongCall.

    The only game of a folder needs no name.
    """
    from companion.api.reader import find_folder, only_game
    from companion.core import resources

    found = find_folder(folder, game)
    if found is not None:
        resources.use_folder(found)
    return game or only_game(found)


def voice(asked: str | None, content: Content | None = None, seats: list[dict[str, Any]] | None = None) -> Voice:
    """The words of one language, of a game or of all games."""
    from companion.words.wording import Voice

    return Voice(language(asked), content, seats or [])


def session_voice(session: Session, asked: str | None) -> Voice:
    """The words for a session's table."""
    from companion.words.wording import Voice

    header = session.replay.header
    return Voice(language(asked, header.get("lang", "en")), session.content, session.replay.named_seats)


def game_content(game: str) -> Content:
    """A game's content. Raises WrongCall for an unknown game, ContentError for broken files."""
    from companion.content.load import game_content

    return game_content(game)


def known_content(game: str) -> Content | None:
    """A game's content, or None for a game that is not here."""
    from companion.content.load import has_game, load

    return load(game) if has_game(game) else None


def open_store(where: str | None, create: bool = False) -> Store:
    """The store named by --store or COMPANION_STORE, else the one in the user's data folder.

    create: for a command that brings a session; any other looks into what is there and makes no file.
    """
    from companion import stores

    return stores.open_store(where, create)


def open_session(id: str, store: str | None) -> Session:
    """A session by its id or the beginning of it. Raises JournalError if it is damaged."""
    from companion.games import get
    from companion.play.journal.session import open_session

    return open_session(open_store(store), id, get, game_content)


def resume_words(id: str, store: str | None) -> str:
    """Return the words after `companion table` that go on with a session: its id, and a store of one's own."""
    if store is None or store == os.environ.get("COMPANION_STORE"):
        return id
    return f"{id} --store {shlex.quote(store)}"


def look_into(id: str, store: str | None) -> Opened:
    """Open a session like `open_session`; of a damaged one what can be read."""
    from companion.games import get
    from companion.play.journal.session import look_into

    return look_into(open_store(store), id, get, game_content)


def print_json(document: Any) -> None:
    """One document, keys in the order given."""
    from companion.core.visible import json_text

    print(json_text(document))


def key_values(words: list[str]) -> dict[str, str]:
    """`k=v` words of a command. Raises WrongCall."""
    from companion.core.errors import WrongCall

    out: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or key in out:
            raise WrongCall("not_key_value", word)
        out[key] = value
    return out
