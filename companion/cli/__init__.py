"""The commands: each parses its words, calls the room that does the work, and prints. Exit codes: 0 fine, 1 refused
or failed check, 2 wrong call. Heavy rooms are imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from itertools import pairwise

import click

from companion.cli.commands import CommandGroup
from companion.cli.common import fail, known_content, voice

SHELLS = ("bash", "zsh", "fish", "powershell")


def _version(context: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:  # a shell that completes a line runs nothing of it
        from companion.core.version import version

        found = version()
        print(f"companion {found}" if found else voice(_asked_language()).say("version.unknown"))
        context.exit()


def _completion(context: click.Context, parameter: click.Parameter, shell: str | None) -> None:
    if shell and not context.resilient_parsing:
        from click.shell_completion import get_completion_class

        made = get_completion_class(shell)
        assert made is not None  # it is one of SHELLS
        print(made(context.command, {}, "companion", "_COMPANION_COMPLETE").source())
        context.exit()


app = CommandGroup(
    "companion",
    help="Print and referee Lord of the Rings games at a real table.",
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_version,
            help="Show the version and exit.",
        ),
        click.Option(
            ["--completion"],
            type=click.Choice(SHELLS),
            is_eager=True,
            expose_value=False,
            callback=_completion,
            help="Print what a shell needs to complete commands and options, and exit.",
        ),
    ],
)


def _register() -> None:
    from companion.cli import (
        games,
        history,
        odds,
        printers,
        printing,
        serving,
        session,
        simulating,
        site,
        store,
        table,
        verify,
    )
    from companion.cli.photos import reading

    rooms = (printing, printers, session, table, serving, site, verify, reading, simulating)
    for room in (*rooms, history, store, odds, games):
        room.register(app)


_register()


def _asked_language(otherwise: str = "") -> str:
    """The language for an error, wherever it came from: --lang, else COMPANION_LANG, else the table's, else English."""
    from companion.content.load import languages

    words = " ".join(sys.argv).replace("--lang=", "--lang ").split(" ")
    asked = [value for flag, value in pairwise(words) if flag == "--lang"]
    wanted = (*asked, os.environ.get("COMPANION_LANG", ""), otherwise)
    return next((lang for lang in wanted if lang in languages()), "en")


def _let_go_of_stdout() -> None:
    """So that Python's last flush finds nobody to complain to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run one command; errors become a text on stderr and an exit code, never a traceback."""
    from companion.core.errors import CompanionError, LocalizedError, WrongCall

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        sys.exit(app.main(prog_name="companion", standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except LocalizedError as error:
        words = voice(_asked_language(error.lang), known_content(error.game))
        fail(words.error_text(error), 2 if isinstance(error, WrongCall) else 1)
    except CompanionError as error:
        fail(error.message(_asked_language()), 1)
    except BrokenPipeError:
        _let_go_of_stdout()
        sys.exit(1)
    except OSError as error:  # files raise StoreError: this is the output itself, for example on a full disk
        _let_go_of_stdout()
        fail(voice(_asked_language()).say("error.output_unwritable", reason=error.strerror or str(error)), 1)
    except (click.Abort, KeyboardInterrupt):
        fail("", 130)
