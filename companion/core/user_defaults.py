"""The user's defaults of commands: a small TOML file in the user's folder.

Knows the file, not what values mean.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion.core.errors import LocalizedError, StoreError
from companion.core.files import write_atomic
from companion.core.user_folders import user_folder


def defaults_file() -> Path:
    """Return the file of the defaults; it need not exist."""
    return user_folder("config") / "config.toml"


def read_defaults() -> dict[str, str]:
    """Return the defaults by their keys. Raises StoreError, LocalizedError for a file that is not TOML."""
    path = defaults_file()
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StoreError("file_unreadable", path=str(path), reason=reason) from None
    except tomllib.TOMLDecodeError as error:
        raise LocalizedError("file_unreadable", path=str(path), reason=str(error)) from None
    return {key: str(value) for key, value in found.items()}


def write_defaults(values: Mapping[str, str]) -> Path:
    """Write the defaults, sorted by key, in place of those in the file; return its path. Raises StoreError."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in sorted(values.items())]
    write_atomic(defaults_file(), "".join(lines).encode(), folders=True)
    return defaults_file()
