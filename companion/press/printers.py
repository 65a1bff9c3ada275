"""The user's printers: corrections of their back pages, kept in one file.

Knows that file, not the print.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from companion.core.errors import StoreError, WrongCall
from companion.core.files import write_atomic
from companion.core.user_folders import user_folder
from companion.sheets.model import Correction

FORMAT = 1
FLIPS = ("long", "short")
FARTHEST = 50.0  # mm
STEEPEST = 5.0  # degrees
_FIELDS = ("x", "y", "angle", "flip")
_NAME = re.compile(r"\w[\w-]{0,39}")


@dataclass(frozen=True, slots=True)
class Profile:
    """A printer.

    x, y: shift of back pages as seen on the back, mm.
    angle: their clockwise turn, degrees.
    flip: edge over which it turns the paper, long or short.
    """

    name: str
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    flip: str = "long"

    @property
    def correction(self) -> Correction:
        """The correction of every back page."""
        return Correction(self.x, self.y, self.angle)


def check_profile(name: str, x: float, y: float, angle: float, flip: str) -> Profile:
    """Return a profile if its values are valid. Raises WrongCall."""
    name = unicodedata.normalize("NFC", name)
    if not _NAME.fullmatch(name):
        raise WrongCall("not_printer_name", name)
    check_flip(flip)
    for value, most in ((x, FARTHEST), (y, FARTHEST), (angle, STEEPEST)):
        if not (isfinite(value) and abs(value) <= most):
            raise WrongCall("too_far", f"{value:g}", shift=f"{FARTHEST:g}", angle=f"{STEEPEST:g}")
    return Profile(name, round(x, 3) + 0.0, round(y, 3) + 0.0, round(angle, 3) + 0.0, flip)  # no minus zero


def check_flip(word: str) -> str:
    """Return the edge if it is known. Raises WrongCall."""
    if word not in FLIPS:
        raise WrongCall("no_flip", word, FLIPS, choices=", ".join(FLIPS))
    return word


def find_printer(name: str) -> Profile:
    """Return the printer of that name. Raises WrongCall with the nearest name, StoreError."""
    profiles = load_printers()
    found = profiles.get(unicodedata.normalize("NFC", name))
    if found is None:
        raise WrongCall("no_printer", name, profiles)
    return found


def load_printers() -> dict[str, Profile]:
    """Return all printers by name, sorted. Raises StoreError for a file that is no list of printers."""
    path = _path()
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError("file_unreadable", path=str(path), reason=error.strerror or "") from None
    try:
        return _read(json.loads(data))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError, WrongCall):
        raise StoreError("printers_damaged", path=str(path)) from None


def save_printer(profile: Profile) -> None:
    """Add or replace a printer. Raises StoreError and leaves the file unchanged."""
    path = _path()
    profiles = {**load_printers(), profile.name: profile}
    rows = {name: {field: getattr(profiles[name], field) for field in _FIELDS} for name in sorted(profiles)}
    document = {"format": FORMAT, "printers": rows}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("file_unwritable", path=str(path), reason=error.strerror or "") from None
    write_atomic(path, (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode())


def _path() -> Path:
    """COMPANION_PRINTERS, else a file in the user's settings."""
    if own := os.environ.get("COMPANION_PRINTERS"):
        return Path(own)
    return user_folder("config") / "printers.json"


def _read(document: Any) -> dict[str, Profile]:
    if document["format"] != FORMAT:
        raise ValueError
    profiles: dict[str, Profile] = {}
    for name, row in document["printers"].items():
        x, y, angle, flip = (row[field] for field in _FIELDS)
        if len(row) != len(_FIELDS) or any(type(number) not in (int, float) for number in (x, y, angle)):
            raise ValueError
        profiles[name] = check_profile(name, x, y, angle, flip)
    return dict(sorted(profiles.items()))
