"""Opens the store that somebody names: a file by its path, a PostgreSQL database by its URL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.errors import StoreError
from companion.core.user_folders import user_folder

if TYPE_CHECKING:
    from companion.play.journal.store import Store

URLS = ("postgresql://", "postgres://")


def open_store(where: str | Path | None = None, create: bool = True) -> Store:
    """Open the store of that path or URL; None: the file in the user's data folder. Raises StoreError.

    create: make a file that is not there; without it such a store has no sessions.
    """
    if isinstance(where, str) and where.startswith(URLS):
        try:
            from companion.stores.postgres import PostgresStore
        except ImportError:
            raise StoreError("store_driver") from None
        return PostgresStore(where)

    from companion.play.journal.store import SqliteStore

    if where is None:
        where = user_folder("data") / "sessions.sqlite"
    return SqliteStore(Path(where), create)
