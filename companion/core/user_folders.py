"""The user's own folders, where each system has them. A browser has none."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal


@cache
def has_folders() -> bool:
    """Return whether there are such folders: a browser has none."""
    return find_spec("platformdirs") is not None


def user_folder(kind: Literal["cache", "config", "data"]) -> Path:
    """Return the folder of the program for files of that kind; it need not exist."""
    import platformdirs

    find = {
        "cache": platformdirs.user_cache_path,
        "config": platformdirs.user_config_path,
        "data": platformdirs.user_data_path,
    }
    return find[kind]("companion", appauthor=False)
