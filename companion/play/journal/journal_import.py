"""Taking in a journal that was exported elsewhere: a new session, the rest of one that is here already, or the repair
of one that is damaged here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from companion.core.errors import JournalError, StoreError
from companion.play.game.game import Game
from companion.play.journal import journal
from companion.play.journal.readable_prefix import ReadablePrefix, read_prefix
from companion.play.journal.session import ID_LETTERS, Session

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.journal.store import Store, Tail


class Replaced(NamedTuple):
    """Lines that a repair takes out of a session: all that stood there from entry `seq` on, n >= 1."""

    id: str
    game: str
    seq: int
    lines: list[str]


def take_in(
    store: Store,
    lines: list[str],
    game: Callable[[str], Game],
    content: Callable[[str], Content],
    keep: Callable[[Replaced], object],
) -> tuple[str, int]:
    """Session id and number of entries added. Raises JournalError for a journal that does not hold, StoreError where
    the same session went on differently here. The seed of its draws stayed behind: a new one goes on with typed dice.

    keep: called before lines of a damaged session are replaced; if it raises, they are not.
    """
    read = partial(read_prefix, game=game, content=content)
    given = read(lines)
    if given.damage is not None and not _only_lacks_its_end(given):
        raise given.damage
    here = _same_game(store, lines)
    for tail in here:
        if (found := read(tail.lines)).damage is not None:
            return _repair(store, tail, found.lines, given, read, keep)
    if given.damage is not None:
        raise given.damage
    for tail in here:
        if tail.lines[: len(lines)] != lines[: len(tail.lines)]:
            raise StoreError("import_differs", id=tail.id)
        store.append(tail.id, len(tail.lines), lines[len(tail.lines) :])
        return tail.id, max(0, len(lines) - len(tail.lines))
    assert given.replay is not None  # it holds
    id = "".join(secrets.choice(ID_LETTERS) for _ in range(6))
    store.create(id, given.replay.game.id, given.replay.entries[0].at, lines, b"")
    return id, len(lines)


def _only_lacks_its_end(given: ReadablePrefix) -> bool:
    """The intact part of a game that was over: who repairs a session with it adds that it is over."""
    return given.damage is not None and given.damage.code == "end_missing" and given.damage.seq == len(given.lines)


def _same_game(store: Store, lines: list[str]) -> list[Tail]:
    """The sessions with that header; where theirs is damaged, a line after it names the header it follows."""
    out = []
    for summary in store.list():
        if summary.header == lines[0]:
            out.append(store.since(summary.id))
        elif summary.entries and _is_damaged(summary.header):
            tail = _readable(store, summary.id)
            if tail is not None and not set(tail.lines).isdisjoint(lines[1:]):
                out.append(tail)
    return out


def _readable(store: Store, id: str) -> Tail | None:
    """The lines of a session; None if they lie on a damaged page of the file, which is no matter of other sessions."""
    try:
        return store.since(id)
    except StoreError as error:
        if error.code != "store_corrupt":
            raise
        return None


def _is_damaged(header: str) -> bool:
    try:
        journal.read_entry(header, 0, journal.START)
    except JournalError:
        return True
    return False


def _repair(
    store: Store,
    tail: Tail,
    good: list[str],
    given: ReadablePrefix,
    read: Callable[[list[str]], ReadablePrefix],
    keep: Callable[[Replaced], object],
) -> tuple[str, int]:
    """Put the entries of the file in place of those from the damage on; what follows them here stays."""
    seq, lines = len(good), given.lines
    same = next((place for place, (left, right) in enumerate(zip(good, lines, strict=False)) if left != right), None)
    if same is not None:
        raise StoreError("repair_differs", id=tail.id, seq=same)
    if len(lines) < seq:
        raise StoreError("repair_short", id=tail.id, last=len(lines) - 1, good=seq - 1)
    mended = read([*lines, *_lines_after(given, tail.lines)]).replay
    assert mended is not None  # the file has a header that holds
    closing = Session(tail.id, mended, tail.secret, None).missing_end()
    new = [entry.line for entry in (*mended.entries, *closing)][seq:]
    old = tail.lines[seq:]
    if old:
        keep(Replaced(tail.id, mended.game.id, seq, old))
    store.replace_from(tail.id, seq, new, old)
    return tail.id, len(new)


def _lines_after(given: ReadablePrefix, here: list[str]) -> list[str]:
    """The lines of a damaged session from the one on that names the file's last entry as the one before it."""
    assert given.replay is not None
    prev = f'"prev":"{given.replay.entries[-1].hash}"'
    return here[next((place for place, line in enumerate(here) if prev in line), len(here)) :]
