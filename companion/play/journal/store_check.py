"""A store as a whole: what its database finds wrong, which sessions are damaged, and who may read its file.

Asks no rule: that takes as long as playing every session again, and `companion verify` does it for one.
"""

from __future__ import annotations

import os
import shlex
import stat
from pathlib import Path
from typing import NamedTuple

from companion.core.errors import LocalizedError, StoreError
from companion.play.journal import draws
from companion.play.journal.readable_prefix import linked_entries
from companion.play.journal.store import Store, Summary

BESIDE = ("", "-wal", "-shm")  # what SQLite keeps beside the file


class Damaged(NamedTuple):
    """A session that is not whole. error: a JournalError for its entries, a StoreError for anything else."""

    id: str
    game: str
    error: LocalizedError


class StoreReport(NamedTuple):
    """Result of a check. faults: of the database itself, in its words; sessions: how many there are."""

    faults: list[str]
    sessions: int
    damaged: list[Damaged]

    @property
    def good(self) -> bool:
        """True if nothing is damaged."""
        return not self.faults and not self.damaged


def examine(store: Store) -> StoreReport:
    """The database's own check, then every hash of every session, then the seeds. Raises StoreError."""
    faults = store.faults()
    try:
        found = store.list()
    except StoreError as error:
        if error.code != "store_corrupt" or not faults:
            raise
        found = []  # the faults say why
    bad = [(summary, fault) for summary in found if (fault := _fault(store, summary))]
    return StoreReport(faults, len(found), [Damaged(summary.id, summary.game, fault) for summary, fault in bad])


def _fault(store: Store, summary: Summary) -> LocalizedError | None:
    """Return the fault of a session, or None."""
    try:
        tail = store.since(summary.id)
    except StoreError as error:
        if error.code not in ("store_corrupt", "session_none"):  # the latter if the id itself is damaged
            raise
        if error.code == "session_none":
            return StoreError("id_damaged", id=summary.id)
        return StoreError("lines_unreadable", id=summary.id, reason=error.values["reason"])
    entries, damage = linked_entries(tail.lines)
    if damage is not None:
        damage.session = summary.id
        return damage
    anchor = entries[0].args.get("anchor")
    if tail.secret and anchor != draws.link_chain(tail.secret)[0].hex():
        return StoreError("seed_damaged", id=summary.id)
    return None


def closing_command(path: Path) -> str:
    """The command that keeps other users of the computer out of a store's file; empty if they are."""
    if os.name != "posix":
        return ""
    open = [name for name in (f"{path}{more}" for more in BESIDE) if os.path.exists(name) and _open_to_others(name)]
    return shlex.join(["chmod", "go=", *open]) if open else ""


def _open_to_others(name: str) -> bool:
    return bool(stat.S_IMODE(os.stat(name).st_mode) & (stat.S_IRWXG | stat.S_IRWXO))
