"""The help of the program, kept in the user's cache folder as this terminal shows it.

Drawing it takes 0.2 s: all commands and Rich, which draws the panels, are imported for it.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path

from companion.content import kept_values

DRAWN_BY = ("typer", "rich")
READ = (  # variables that they read
    *("COLUMNS", "LINES", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS"),
    *("TTY_COMPATIBLE", "TERMINAL_WIDTH", "TYPER_USE_RICH", "_TYPER_FORCE_DISABLE_TERMINAL"),
)
STREAMS = (0, 1, 2)


class _Copy(io.StringIO):
    """Text for a stream, as it would show it."""

    encoding = ""

    def __init__(self) -> None:
        super().__init__()
        self.encoding, self.isatty = sys.stdout.encoding, sys.stdout.isatty  # type: ignore[method-assign]


def print_help(draw: Callable[[], object]) -> None:
    """Print the help and end the program; draw: does so, with Typer."""
    if os.name == "nt":  # Rich may write to the window itself
        draw()
    text = kept_values.make_once("help", _digest(), lambda: _copy(draw))
    print(text, end="")
    sys.exit()


def _copy(draw: Callable[[], object]) -> str:
    copy = _Copy()
    with redirect_stdout(copy):
        try:
            draw()
        except SystemExit as end:
            if end.code:
                raise
    return copy.getvalue()


def _digest() -> str:
    """Return a digest of all that decides how the help looks."""
    made_from = [
        kept_values.digest_code("cli"),
        [path.name for name in DRAWN_BY for path in sorted(_folder(name).glob(f"{name}-*.dist-info"))],
        [os.environ.get(name) for name in READ],
        [_size(stream) for stream in STREAMS],
        sys.stdout.encoding,
        sys.stdout.isatty(),
    ]
    return kept_values.digest_text(repr(made_from))


def _folder(name: str) -> Path:
    """Return where a package is installed."""
    found = find_spec(name)
    return Path(found.origin).parents[1] if found and found.origin else Path()


def _size(stream: int) -> tuple[int, int] | None:
    try:
        return os.get_terminal_size(stream)
    except OSError:
        return None
