"""What the server remembers from one evening to the next: the owner's key and the last table, in one file.

The key opens everything. It is written to that file, for its owner's eyes only, and to a cookie in his browser.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
from pathlib import Path
from typing import Any

from companion.errors import StoreError
from companion.files import write_whole
from companion.stores import URLS

_KEY = re.compile(r"[\w-]{32,64}", re.ASCII)
_TABLE = re.compile(r"([a-z]{6})?")


class ServerSettings:
    """key, table: what was found, or a new key and no table. damaged: the file was none of ours; unkept: why nothing
    can be written to it, empty if all is well.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged = False
        self.unkept = ""
        self.key, self.table = secrets.token_urlsafe(24), ""
        try:
            self.key, self.table = _read(path)
        except (ValueError, RecursionError):
            self.damaged = True
            self._write()
        except FileNotFoundError:
            self._write()
        except OSError as error:
            self.unkept = error.strerror or str(error)
        else:
            if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) != 0o600:
                self._write()

    def keep(self, table: str) -> None:
        """Remember this table from now on."""
        if table != self.table:
            self.table = table
            self._write()

    def _write(self) -> None:
        data = json.dumps({"key": self.key, "table": self.table}).encode() + b"\n"
        mask = os.umask(0o077)
        try:
            write_whole(self.path, data, folders=True)
            self.unkept = ""
        except StoreError as error:
            self.unkept = str(error.values["reason"])
        finally:
            os.umask(mask)


def place(store: str | None) -> Path:
    """The file beside the sessions: beside that store's file, or in the user's data folder."""
    if store is not None and not store.startswith(URLS):
        return Path(store).parent / "serve.json"
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False) / "serve.json"


def _read(path: Path) -> tuple[str, str]:
    """Raises OSError, ValueError."""
    with path.open("rb") as file:
        found: Any = json.loads(file.read(10_000))
    if not isinstance(found, dict):
        raise ValueError
    key, table = found.get("key"), found.get("table")
    if not (isinstance(key, str) and _KEY.fullmatch(key) and isinstance(table, str) and _TABLE.fullmatch(table)):
        raise ValueError
    return key, table
