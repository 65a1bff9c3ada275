"""Taking in a journal that was exported elsewhere: a new session, or the rest of one that is here already."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.errors import StoreError
from companion.play import journal
from companion.play.game import Game
from companion.play.session import ID_LETTERS
from companion.play.verify import verify

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.store import Store


def take_in(
    store: Store, lines: list[str], game: Callable[[str], Game], content: Callable[[str], Content]
) -> tuple[str, int]:
    """Session id and number of entries added. Raises JournalError for a journal that does not hold, StoreError where
    the same session went on differently here. The seed of its draws stayed behind: a new one goes on with typed dice.
    """
    report = verify(lines, game, content)
    for summary in store.list():
        if summary.header != lines[0]:
            continue
        here = store.since(summary.id).lines
        if here[: len(lines)] != lines[: len(here)]:
            raise StoreError("import_differs", id=summary.id)
        store.append(summary.id, len(here), lines[len(here) :])
        return summary.id, max(0, len(lines) - len(here))
    id = "".join(secrets.choice(ID_LETTERS) for _ in range(6))
    store.create(id, report.replay.game.id, journal.read(lines[0], 0, journal.START).at, lines, b"")
    return id, len(lines)
