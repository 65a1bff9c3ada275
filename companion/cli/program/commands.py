"""Every command of the program, gathered from the modules that hold them, and how one of them is run."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any, NoReturn

import typer
from typer.main import get_command

from companion.cli.common import fail, known_content, voice

COMPLETION = "_COMPANION_COMPLETE"  # the variable by which a shell asks what may follow
ROOMS = {  # modules with their commands, in the order of the help
    "printing": ("print", "preview"),
    "printers": ("printer",),
    "icons": ("icons",),
    "session": ("new", "legal", "do", "show", "log", "undo", "redo", "export", "import"),
    "table": ("table",),
    "serving": ("serve",),
    "site": ("site",),
    "history": ("sessions",),
    "store": ("store",),
    "verify": ("verify",),
    "review": ("review",),
    "photos.reading": ("read",),
    "games": ("games", "rule", "card", "check"),
    "simulating": ("simulate",),
    "odds": ("odds",),
    "config": ("config",),
}
GROUPS = {"printers": "Print", "icons": "Print", "store": "Play", "config": "Look up"}  # panels of groups of commands


def _version(context: typer.Context, asked: bool) -> None:
    if asked and not context.resilient_parsing:  # a shell that completes a line runs nothing of it
        from companion.core.version import version

        found = version()
        print(f"companion {found}" if found else voice(_asked_language()).say("version.unknown"))
        raise typer.Exit


def companion(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Print and referee Lord of the Rings games at a real table."""


@cache
def load_commands(rooms: tuple[str, ...] = tuple(ROOMS)) -> Any:
    """Return `companion` with the commands of these modules."""
    app = typer.Typer(
        name="companion",
        callback=companion,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Examples: companion print sheets --game dice; companion table; companion serve --lan\n\n"
        "Help is in English. Answers are in your language: --lang or COMPANION_LANG (en, pl, ru, uk, de).",
    )
    for room in rooms:
        name = ROOMS[room][0] if room in GROUPS else None
        app.add_typer(import_module(f"companion.cli.{room}").app, name=name, rich_help_panel=GROUPS.get(room))
    return get_command(app)


def _load_asked() -> Any:
    """Return `companion` with the command that is called; with all where the first word is none."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    return load_commands(tuple(room for room, names in ROOMS.items() if word in names) or tuple(ROOMS))


def _asked_language(otherwise: str = "") -> str:
    """The language for an error, wherever it came from: --lang, else COMPANION_LANG, else the table's, else English."""
    from companion.content.load import languages

    words = " ".join(sys.argv).replace("--lang=", "--lang ").split(" ")
    asked = [value for flag, value in pairwise(words) if flag == "--lang"]
    wanted = (*asked, os.environ.get("COMPANION_LANG", ""), otherwise)
    return next((lang for lang in wanted if lang in languages()), "en")


def fail_to_print(error: OSError) -> NoReturn:
    """End because the output cannot be written, for example on a full disk."""
    fail(voice(_asked_language()).say("error.output_unwritable", reason=error.strerror or str(error)), 1)


def _parsing_fault(error: typer.TyperException) -> str:
    """Return what is wrong with the words of a call, and where to read more."""
    context: typer.Context | None = getattr(error, "ctx", None)
    hint = f"\nTry '{context.command_path} --help'." if context and error.format_message() else ""
    return f"{error.format_message()}{hint}"


def run_asked() -> None:
    """Run the command that is called; errors become a text on stderr and an exit code, never a traceback."""
    from companion.cli.config import option_defaults
    from companion.core.errors import CompanionError, LocalizedError, WrongCall

    if COMPLETION in os.environ:
        os.environ["COLUMNS"] = "1000"  # a shell takes each line for another word
        with suppress(Exception):  # a shell shows whatever is written while somebody types
            load_commands()(prog_name="companion")
        sys.exit(1)
    try:
        sys.exit(_load_asked()(prog_name="companion", standalone_mode=False, default_map=option_defaults()))
    except typer.TyperException as error:
        fail(_parsing_fault(error), error.exit_code)
    except LocalizedError as error:
        words = voice(_asked_language(error.lang), known_content(error.game))
        fail(words.error_text(error), 2 if isinstance(error, WrongCall) else 1)
    except CompanionError as error:
        fail(error.message(_asked_language()), 1)
    except typer.Abort:
        fail("", 130)
