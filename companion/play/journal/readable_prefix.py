"""How far a journal holds: what stands before its first bad entry can still be read, shown and exported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.errors import JournalError
from companion.play.game.game import Game
from companion.play.journal import journal
from companion.play.journal.journal import Entry
from companion.play.journal.replay import Replay, replay_entries

if TYPE_CHECKING:
    from companion.content.model import Content


class ReadablePrefix(NamedTuple):
    """A journal up to its damage. replay: of the entries before it, None if not even the header holds; damage: None
    for a journal that holds to its end.
    """

    replay: Replay | None
    damage: JournalError | None

    @property
    def lines(self) -> list[str]:
        """The lines before the damage."""
        return [entry.line for entry in self.replay.entries] if self.replay else []


def read_prefix(lines: Sequence[str], game: Callable[[str], Game], content: Callable[[str], Content]) -> ReadablePrefix:
    """Return the part of a journal that holds: its hashes, the rules, the entry that ends a finished game."""
    entries, damage = linked_entries(lines)
    while entries:
        try:
            replay = replay_entries(entries, game, content)
        except JournalError as error:
            damage, entries = error, entries[: error.seq]  # a key opened late may prove an early entry wrong
        else:
            if damage is None and replay.end_is_due():
                damage = JournalError(len(entries), "end_missing")
            return ReadablePrefix(replay, damage)
    return ReadablePrefix(None, damage)


def linked_entries(lines: Sequence[str]) -> tuple[list[Entry], JournalError | None]:
    """The entries whose hashes hold, and what is wrong with the next one; no rule is asked."""
    entries: list[Entry] = []
    prev = journal.START
    for seq, line in enumerate(lines):
        try:
            entry = journal.read_entry(line, seq, prev)
        except JournalError as error:
            return entries, error
        entries.append(entry)
        prev = entry.hash
    return entries, None if entries else JournalError(0, "empty")
