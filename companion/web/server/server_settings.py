"""What the server remembers from one evening to the next, in one file: the owner's key, the last table, the name in the
network and the addresses under which phones found it.

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

from companion.core.errors import StoreError
from companion.core.files import write_atomic
from companion.stores import URLS

_KEY = re.compile(r"[\w-]{32,64}", re.ASCII)
_TABLE = re.compile(r"([a-z]{6})?")
_NAME = re.compile(r"[a-z0-9-]{0,63}")
MOST_HOMES = 8


class ServerSettings:
    """key, table: what was found, or a new key and no table. name: in the network, empty if none was ever had.
    homes: addresses with the time since when each was that of the tracker, the newest last. damaged: the file was none
    of ours; write_error: why nothing can be written to it, empty if all is well.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged = False
        self.write_error = ""
        self.key, self.table, self.name = secrets.token_urlsafe(24), "", ""
        self.homes: list[tuple[str, str]] = []
        try:
            self.key, self.table, self.name, self.homes = _read(path)
        except (ValueError, RecursionError):
            self.damaged = True
            self._write()
        except FileNotFoundError:
            self._write()
        except OSError as error:
            self.write_error = error.strerror or str(error)
        else:
            if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) != 0o600:
                self._write()

    def save_table(self, table: str) -> None:
        """Remember this table from now on."""
        if table != self.table:
            self.table = table
            self._write()

    def save_address(self, name: str, address: str, since: str) -> None:
        """Remember the name, if there is one, and the address that phones are shown from now on."""
        homes = self.homes if self.homes and self.homes[-1][1] == address else [*self.homes, (since, address)]
        if (name or self.name, homes) != (self.name, self.homes):
            self.name, self.homes = name or self.name, homes[-MOST_HOMES:]
            self._write()

    def _write(self) -> None:
        known = {"key": self.key, "table": self.table, "name": self.name, "homes": self.homes}
        data = json.dumps(known).encode() + b"\n"
        mask = os.umask(0o077)
        try:
            write_atomic(self.path, data, folders=True)
            self.write_error = ""
        except StoreError as error:
            self.write_error = str(error.values["reason"])
        finally:
            os.umask(mask)


def place(store: str | None) -> Path:
    """The file beside the sessions: beside that store's file, or in the user's data folder."""
    if store is not None and not store.startswith(URLS):
        return Path(store).parent / "serve.json"
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False) / "serve.json"


def _read(path: Path) -> tuple[str, str, str, list[tuple[str, str]]]:
    """Key, table, name and homes; earlier versions wrote only the first two. Raises OSError, ValueError."""
    with path.open("rb") as file:
        found: Any = json.loads(file.read(10_000))
    if not isinstance(found, dict):
        raise ValueError
    key, table = found.get("key"), found.get("table")
    if not (isinstance(key, str) and _KEY.fullmatch(key) and isinstance(table, str) and _TABLE.fullmatch(table)):
        raise ValueError
    name, homes = found.get("name", ""), found.get("homes", [])
    if not (isinstance(name, str) and _NAME.fullmatch(name) and isinstance(homes, list)):
        raise ValueError
    if not all(isinstance(home, list) and len(home) == 2 and all(isinstance(x, str) for x in home) for home in homes):
        raise ValueError
    return key, table, name, [(since, address) for since, address in homes]
