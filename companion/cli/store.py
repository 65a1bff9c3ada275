"""companion store check, backup: the place where all sessions lie."""

from __future__ import annotations

import shlex
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.common import AsJson, Lang, StorePath, open_store, print_json, voice
from companion.cli.damage import damage_json

if TYPE_CHECKING:
    from companion.play.journal.store import Store
    from companion.play.journal.store_check import Damaged, StoreReport
    from companion.words.wording import Voice


app = typer.Typer(help="The store of all sessions: check it, and copy it.", no_args_is_help=True)


@app.command(epilog="Example: companion store check")
def check(lang: Lang = None, store: StorePath = None, as_json: AsJson = False) -> None:
    """Check the database, then every session's hashes; names each damaged session and the way out.

    It says if others on this computer may read the file. The exit code is
    1 if anything is damaged.
    """
    from companion.play.journal.store import SqliteStore
    from companion.play.journal.store_check import closing_command, examine

    kept, words = _existing_store(store), voice(lang)
    report = examine(kept)
    kept.close()  # what SQLite keeps beside the file goes, unless somebody else is using it
    command = closing_command(kept.path) if isinstance(kept, SqliteStore) else ""
    if as_json:
        rows = [_row(damaged, words) for damaged in report.damaged]
        told = {"store": kept.place, "faults": report.faults, "sessions": report.sessions, "damaged": rows}
        print_json({"ok": report.good, **told, "rights": command or None})
    else:
        print("\n".join(_lines(kept, report, words)))
        if command:
            print(words.say("store.rights", command=command))
    if not report.good:
        raise typer.Exit(1)


@app.command(epilog="Example: companion store backup --out sessions-copy.sqlite")
def backup(
    out: Annotated[Path | None, typer.Option(help="File to write; it must not exist yet.")] = None,
    lang: Lang = None,
    store: StorePath = None,
) -> None:
    """Copy the store, also while a server writes to it; prints the path, then checks the copy.

    For a PostgreSQL store it prints the command that copies it.
    """
    from companion.play.journal.store import SqliteStore
    from companion.play.journal.store_check import examine

    kept, words = _existing_store(store), voice(lang)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    if not isinstance(kept, SqliteStore):
        print(words.say("store.pg_dump"))
        print(_pg_dump(kept, out or Path(f"companion-sessions-{stamp}.dump")))
        return
    path = out or Path(f"companion-sessions-{stamp}.sqlite")
    kept.backup(path)
    print(path, flush=True)
    with closing(SqliteStore(path)) as copy:
        report = examine(copy)
        print("\n".join(_lines(copy, report, words)), file=sys.stderr)
    if not report.good:
        raise typer.Exit(1)


def _existing_store(where: str | None) -> Store:
    """The store, which has to be there. Raises StoreError."""
    from companion.core.errors import StoreError
    from companion.play.journal.store import SqliteStore

    kept = open_store(where)
    if isinstance(kept, SqliteStore) and not kept.path.exists():
        raise StoreError("store_none", path=kept.place)
    return kept


def _pg_dump(kept: Store, path: Path) -> str:
    """The command for the tables of the sessions; it holds no password."""
    return shlex.join(["pg_dump", "--format=custom", "--schema=companion", f"--file={path}", f"--dbname={kept.place}"])


def _lines(kept: Store, report: StoreReport, words: Voice) -> list[str]:
    from companion.core.errors import StoreError

    if report.good:
        return [words.say("store.good", path=kept.place, number=report.sessions)]
    out = []
    if report.faults:
        first, *more = report.faults
        out += [
            words.error_text(StoreError("store_corrupt", path=kept.place, reason=first)),
            *(f"  {text}" for text in more),
        ]
    out.append(words.say("store.bad", path=kept.place, bad=len(report.damaged), number=report.sessions))
    return [*out, *(words.error_text(damaged.error) for damaged in report.damaged)]


def _row(damaged: Damaged, words: Voice) -> dict[str, Any]:
    from companion.core.errors import JournalError

    row = {"session": damaged.id, "game": damaged.game}
    if isinstance(damaged.error, JournalError):
        return {**row, **damage_json(damaged.error, words)}
    return {**row, "entry": None, "code": damaged.error.code, "reason": words.error_text(damaged.error), "commands": []}
