"""Finds content/, cards/ and layouts/: in a checkout, or inside an installed wheel.

Every reader asks `root()`; nobody else knows where data lies.
"""

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent


@cache
def root() -> Path:
    """Folder that holds the three data folders."""
    installed = PACKAGE / "_data"
    return installed if installed.is_dir() else PACKAGE.parent


def in_checkout() -> bool:
    """True when the package runs from its own source tree (then PDFs go to output/)."""
    return root() == PACKAGE.parent
