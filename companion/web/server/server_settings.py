"""Settings that a server keeps between runs, in one file: owner's key, last table, network name, addresses.

The key opens everything. It is written to that file, readable for its owner only, and to a cookie of the browser.
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
from companion.core.user_folders import user_folder
from companion.stores import URLS

_KEY = re.compile(r"[\w-]{32,64}", re.ASCII)
_TABLE = re.compile(r"([a-z]{6})?")
_NAME = re.compile(r"[a-z0-9-]{0,63}")
MAX_HOMES = 8


class ServerSettings:
    """Settings of a server, written to `path` at every change.

    key: of the owner, new if none was found.
    table: code of the last table, empty if none was found.
    name: in the network, empty if there never was one.
    homes: (since, address) of the tracker, the newest last.
    damaged: the file was unreadable and is replaced.
    write_error: reason why the file cannot be written, else empty.
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
        """Save the code of the last table."""
        if table != self.table:
            self.table = table
            self._write()

    def save_address(self, name: str, address: str, since: str) -> None:
        """Save the network name, if there is one, and the address shown to phones."""
        homes = self.homes if self.homes and self.homes[-1][1] == address else [*self.homes, (since, address)]
        if (name or self.name, homes) != (self.name, self.homes):
            self.name, self.homes = name or self.name, homes[-MAX_HOMES:]
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
    """Return the path of the file: beside the store's file, or in the user's data folder."""
    if store is not None and not store.startswith(URLS):
        return Path(store).parent / "serve.json"
    return user_folder("data") / "serve.json"


def _read(path: Path) -> tuple[str, str, str, list[tuple[str, str]]]:
    """Read key, table, name and homes; earlier versions wrote only the first two. Raises OSError, ValueError."""
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
