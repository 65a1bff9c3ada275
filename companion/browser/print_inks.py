"""Drawings that one ink has in place of the usual ones, as they travel: an outline that the usual drawing has, too, is
its number there. Outlines begin with a letter, so no number is one.
"""

from __future__ import annotations

import re
from pathlib import Path

from companion.core import resources
from companion.faces import palette

_OUTLINE = re.compile(r'(?<= d=")[^"]*(?=")')


def usual_drawing(name: str) -> str | None:
    """Return the name of the drawing that this one takes the place of in one ink; None for any other file."""
    if not name.startswith(f"{resources.ART}/"):
        return None
    endings = (f".{ink.art}{resources.DRAWING}" for ink in palette.inks().values() if ink.art)
    return next((name.removesuffix(end) + resources.DRAWING for end in endings if name.endswith(end)), None)


def shorten(drawing: str, usual: str) -> str:
    """Return the drawing with numbers for the outlines of the usual one."""
    numbers = {outline: number for number, outline in enumerate(_OUTLINE.findall(usual))}
    return _OUTLINE.sub(lambda found: str(numbers.get(found[0], found[0])), drawing)


def restore(drawing: str, usual: str) -> str:
    """Return a shortened drawing as it was."""
    outlines = _OUTLINE.findall(usual)
    return _OUTLINE.sub(lambda found: outlines[int(found[0])] if found[0].isdigit() else found[0], drawing)


def restore_files(top: Path) -> None:
    """Restore the drawings of all inks below `top`, which were just unpacked."""
    for path in (top / resources.ART).rglob(f"*{resources.DRAWING}"):
        usual = usual_drawing(path.relative_to(top).as_posix())
        if usual and (top / usual).is_file():
            path.write_text(restore(path.read_text("utf-8"), (top / usual).read_text("utf-8")), "utf-8")
