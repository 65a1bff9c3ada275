"""Checks before photos are read: size of a file, packages installed. Loads none of these packages."""

from __future__ import annotations

from importlib.util import find_spec

from companion.core.errors import LocalizedError

LARGEST_FILE = 64_000_000  # bytes


def need_packages() -> None:
    """Raise LocalizedError without the extra."""
    if not all(map(find_spec, ("cv2", "numpy", "pypdfium2"))):
        raise LocalizedError("camera_missing")
