"""Outlines of named straight-line paths in drawings of cards/art/. Knows SVG, draws nothing."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from companion.core import resources
from companion.core.errors import FaceError
from companion.faces.model import Point, Rect

Rings = tuple[tuple[Point, ...], ...]
_PATH = "{http://www.w3.org/2000/svg}path"
_PART = re.compile(r"([MLl])([-\d. ]+)")
_LINES = re.compile(r"[MLlZz\d. -]+")


def path_contour(art: str, name: str, box: Rect) -> Rings:
    """Return the closed lines of path `name`, in mm on a face that shows the drawing in `box`. Raises FaceError."""
    file = resources.find(f"cards/art/{art}.svg")
    if file is None:
        raise FaceError(f"names no drawing cards/art/{art}.svg")
    x, y, w, h = box
    try:
        (left, top, wide, high), paths = _paths(file)
        rings = _rings(paths[name])
        return tuple(
            tuple((x + (px - left) * w / wide, y + (py - top) * h / high) for px, py in ring) for ring in rings
        )
    except (ElementTree.ParseError, LookupError, ValueError, ZeroDivisionError):
        raise FaceError(f"cards/art/{art}.svg has no path '{name:.60}' of straight lines") from None


@cache
def _paths(file: Path) -> tuple[tuple[float, ...], dict[str, str]]:
    """Return the view box of a drawing and its path data by name."""
    root = ElementTree.fromstring(resources.read(file))
    named = {path.attrib["id"]: path.attrib["d"] for path in root.iter(_PATH) if "id" in path.attrib}
    return tuple(map(float, root.attrib["viewBox"].split())), named


def _rings(drawn: str) -> list[list[Point]]:
    """Return the closed lines of path data. Raises ValueError or IndexError for curves."""
    if not _LINES.fullmatch(drawn):
        raise ValueError("curves")
    rings: list[list[Point]] = []
    for letter, rest in _PART.findall(drawn):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", rest)]
        if letter == "M":
            rings.append([])
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = rings[-1][-1] if letter == "l" else (0.0, 0.0)
            rings[-1].append((x + dx, y + dy))
    return rings
