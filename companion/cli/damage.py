"""What is said of a session that is damaged: what is wrong, and the commands that help; exit code 1."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from companion.cli.common import language, print_json, session_voice

if TYPE_CHECKING:
    from companion.core.errors import JournalError
    from companion.play.journal.session import Opened
    from companion.words.wording import Voice


def damage_json(error: JournalError, words: Voice) -> dict[str, Any]:
    """Damage as scripts read it: the first bad entry, why, and the commands."""
    commands = ["companion import FILE"] if error.session and error.is_damage else []
    if commands and error.seq > 0:
        commands.append(f"companion export {error.session} --intact")
    return {"entry": error.seq, "code": error.code, "reason": words.reason(error), "commands": commands}


def exit_if_damaged(opened: Opened, lang: str | None) -> None:
    """After what can be read was printed: what is damaged, on stderr, and exit code 1; nothing if all is well."""
    if opened.damage is not None:
        print(_voice(opened, lang).error_text(opened.damage), file=sys.stderr)
        raise typer.Exit(1)


def print_as_json(opened: Opened, lang: str | None, document: dict[str, Any]) -> None:
    """The document; of a damaged session it says so in `damage`, and the exit code is 1."""
    if opened.damage is None:
        print_json(document)
        return
    print_json({**document, "damage": damage_json(opened.damage, _voice(opened, lang))})
    raise typer.Exit(1)


def not_to_be_shown(opened: Opened, lang: str | None, as_json: bool) -> NoReturn:
    """A session of which nothing can be replayed."""
    if as_json:
        print_as_json(opened, lang, {"session": opened.id})
    exit_if_damaged(opened, lang)
    raise AssertionError  # without damage there is something to show


def _voice(opened: Opened, lang: str | None) -> Voice:
    from companion.words.wording import Voice

    return Voice(language(lang)) if opened.session is None else session_voice(opened.session, lang)
