"""Values that a shell offers. Closed sets also stand in the help; the command itself refuses another word."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import typer


def offer(*words: str) -> dict[str, Any]:
    """Return the settings of an option with a closed set of values."""
    return {"metavar": "|".join(words), "autocompletion": lambda: list(words)}


def games(context: typer.Context) -> list[str]:
    """Ids of the games, also of the folder typed before."""
    from companion.content import load
    from companion.core import resources

    if folder := context.params.get("content"):
        resources.use_folder(Path(folder).resolve())
    return load.game_ids()


def languages() -> list[str]:
    """Languages of the house."""
    from companion.content import load

    return list(load.languages())


def kinds(context: typer.Context) -> list[str]:
    """Print kinds of the game typed before, else of every game."""
    return [*dict.fromkeys(row["print"] for game in _games(context) for row in _rows(game, "components")), "all"]


def components(context: typer.Context) -> list[str]:
    """Components of the kind and the game typed before."""
    kind = _typed_word(context, "kind")
    rows = [row for game in _games(context) for row in _rows(game, "components")]
    return [row["id"] for row in rows if kind in ("", "all", row["print"])]


def variants(context: typer.Context) -> list[str]:
    """Variants of the game typed before, else of every game."""
    return [variant for game in _games(context) for row in _rows(game, "game") for variant in row["variants"]]


def rules(context: typer.Context) -> list[str]:
    """Rules of the game typed before, else all."""
    return [row["id"] for game in _games(context) for row in _rows(game, "rules")]


def sessions(context: typer.Context) -> list[tuple[str, str]]:
    """Sessions of the store, the newest first, each with its game and day."""
    return [
        (row.id, f"{row.game}, {row.created[:10]}")
        for row in _sessions(context)
        if row.id.isascii() and row.id.isalnum()  # a shell may run what else stands there
    ]


def tables(context: typer.Context) -> list[str | tuple[str, str]]:
    """Games and sessions."""
    return [*games(context), *sessions(context)]


def bots(context: typer.Context) -> list[tuple[str, str]]:
    """Bots of the game typed before, else of every game, each with how it plays."""
    from companion.content.load import load
    from companion.games import get, has_referee
    from companion.play.game.bots import bots_of
    from companion.words.wording import Voice

    found = dict[str, str]()
    for game in filter(has_referee, _games(context)):
        words = Voice("en", load(game))
        found |= {id: words.bot_character(id) for id in bots_of(get(game)) if id not in found}
    return [*found.items()]


def seats(context: typer.Context) -> list[str]:
    """Seats of the session typed before."""
    import json

    id = _typed_word(context, "session_id")
    found = [json.loads(row.header)["args"] for row in _sessions(context) if id and row.id.startswith(id)]
    return [seat["id"] for header in found[:1] for seat in header["seats"]]


def printers() -> list[str]:
    """Printers of the user."""
    from companion.press.printers import load_printers

    return list(load_printers())


def papers() -> list[str]:
    """Papers with a name."""
    from companion.sheets.layouts import paper_names

    return paper_names()


def layouts() -> list[str]:
    """Layouts of the house and of the user."""
    from companion.sheets.layouts import layout_names

    return layout_names()


def cutter_marks() -> list[str]:
    """Marks of cutting machines."""
    from companion.sheets.layouts import cutter_mark_names

    return cutter_mark_names()


def trims() -> list[str]:
    """Trims with a name."""
    from companion.faces.template import trims

    return list(trims())


def shops() -> list[str]:
    """Print shops."""
    from companion.exports.shops import shop_names

    return shop_names()


def _typed_word(context: typer.Context, *names: str) -> str:
    """Return what was typed before for a parameter of one of these names."""
    arguments = [parameter.name for parameter in context.command.params if parameter.param_type_name == "argument"]
    unparsed = dict(zip(arguments, context.args, strict=False))  # as long as an option lacks its value
    return next((word for name in names if (word := context.params.get(name) or unparsed.get(name))), "")


def _games(context: typer.Context) -> list[str]:
    """The game typed before, else all."""
    asked = _typed_word(context, "game", "what")
    return [game for game in games(context) if asked in ("", game)]


def _rows(game: str, name: str) -> Iterable[Mapping[str, Any]]:
    """Rows of a file of a game, without their words."""
    from companion.content import load

    path = load.root_of(game) / "content" / game / f"{name}.yaml"
    table = load.read_table(path, path.name, [])
    return table.rows.values() if table else ()


def _sessions(context: typer.Context) -> list[Any]:
    from companion.stores import open_store

    return open_store(context.params.get("store"), create=False).list()
