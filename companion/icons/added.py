"""The sets of icons in the user's folder. Each is a folder of drawings that faces find as they find cards/art/.

A folder PREFIX/ with its info.json may as well lie in the cards/art/ of a game of one's own, to be passed on with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.core import resources
from companion.core.errors import WrongCall
from companion.core.files import write_folder
from companion.icons.credit import INFO, NAME
from companion.icons.iconify import IconSet


def add_set(found: IconSet) -> Path:
    """Write a set to the user's folder in place of an earlier one; return its folder.

    Raises WrongCall if a folder of the program's own drawings has that name, StoreError.
    """
    root = resources.icons_root()
    assert root is not None
    if resources.is_built_in(found.prefix):
        raise WrongCall("icons_prefix", found.prefix)
    folder = root / resources.ART / found.prefix
    files = {f"{name}{resources.DRAWING}": drawing.encode() for name, drawing in found.icons.items()}
    files[INFO] = json.dumps(found.info, indent=1).encode()
    write_folder(folder, files, [path.name for path in folder.glob(f"*{resources.DRAWING}")])
    resources.clear_readers()
    return folder


def find_icons(words: Iterable[str]) -> list[str]:
    """Return the added icons whose names have all these words, as `SET/NAME`: whole words first, then by name."""
    wanted = [word.lower() for word in words]
    found = [name for name in added_icons() if all(word in name for word in wanted)]
    return sorted(found, key=lambda name: (not set(wanted) <= set(name.replace("/", "-").split("-")), name))


def added_icons() -> Iterator[str]:
    """Yield the names of all added icons."""
    root = resources.icons_root()
    for info in (root / resources.ART).glob(f"*/{INFO}") if root else ():
        for path in info.parent.glob(f"*{resources.DRAWING}"):
            yield f"{info.parent.name}/{path.stem}"


def read_icon(name: str) -> str | None:
    """Return an added icon as SVG by SET/NAME, or None."""
    set, _, icon = name.partition("/")
    if not (NAME.fullmatch(set) and NAME.fullmatch(icon)):
        return None
    path = resources.find(f"{resources.ART}/{name}{resources.DRAWING}")
    return resources.read(path).decode() if path else None
