"""QR codes for terminals and pages, made by the generator of the printed ones."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from companion.faces import qr

QUIET = 4  # modules left light on every side
_BLACK_ON_WHITE, _PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"  # of the fixed colours, which no theme changes
_SIDE = 1000.0


class Runs(NamedTuple):
    """The dark modules of a code.

    dark: runs as (column, row, length), in modules.
    side: width of the code, in modules.
    """

    dark: list[tuple[int, int, int]]
    side: int


def dark_runs(text: str) -> Runs:
    """Return the code of a text. Raises FaceError if it is too long."""
    steps = [[float(value) for value in step[1:]] for step in qr.qr_shape(text, (0, 0, _SIDE, _SIDE)).path]
    module = steps[0][3]
    return Runs(
        [(round(x / module), round(y / module), round(w / module)) for x, y, w, _ in steps], round(_SIDE / module)
    )


def terminal_width(text: str) -> int:
    """Return the columns that `draw_terminal` needs."""
    return dark_runs(text).side + 2 * QUIET


def draw_terminal(text: str, colours: bool) -> str:
    """Return the code in half blocks, two modules above each other in a character; all lines are equally wide.

    colours: black on white for any terminal; otherwise light blocks, right on a dark background (most phones read the
      inverse as well).
    Raises FaceError.
    """
    code = dark_runs(text)
    side = code.side + 2 * QUIET
    dark = {(column + QUIET + i, row + QUIET) for column, row, length in code.dark for i in range(length)}
    blocks = " ▀▄█" if colours else "█▄▀ "
    lines = [
        "".join(blocks[((x, y) in dark) + 2 * ((x, y + 1) in dark)] for x in range(side)) for y in range(0, side, 2)
    ]
    if colours:
        lines = [f"{_BLACK_ON_WHITE}{line}{_PLAIN}" for line in lines]
    return "\n".join(lines)


def draw_svg(text: str, label: str) -> str:
    """Return the code as an `<svg>` element with its quiet zone, black on white. Raises FaceError."""
    code = dark_runs(text)
    side = code.side + 2 * QUIET
    path = "".join(f"M{x + QUIET} {y + QUIET}h{length}v1h-{length}z" for x, y, length in code.dark)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 {side} {side}" role="img"'
        f' aria-label="{escape(label)}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{path}"/></svg>'
    )
