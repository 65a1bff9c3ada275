"""QR codes as terminals and pages show them. The code itself is the one that is printed on sheets."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from companion.faces import qr

QUIET = 4  # modules left light on every side
_BLACK_ON_WHITE, _PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"  # of the fixed colours, which no theme changes
_SIDE = 1000.0


class Runs(NamedTuple):
    """Dark runs of a code, (column, row, length) in modules, and the modules of its side."""

    dark: list[tuple[int, int, int]]
    side: int


def dark_runs(text: str) -> Runs:
    """The code of a text. Raises FaceError if it is too long."""
    steps = [[float(value) for value in step[1:]] for step in qr.qr_shape(text, (0, 0, _SIDE, _SIDE)).path]
    module = steps[0][3]
    return Runs(
        [(round(x / module), round(y / module), round(w / module)) for x, y, w, _ in steps], round(_SIDE / module)
    )


def terminal_width(text: str) -> int:
    """Columns that `terminal` needs."""
    return dark_runs(text).side + 2 * QUIET


def draw_terminal(text: str, colours: bool) -> str:
    """The code in half blocks, two modules one above the other in a character; every line as wide as `width`.

    colours: black on white, whatever the terminal's own; otherwise blocks are light, right on a dark ground (phones
    mostly read the reverse as well). Raises FaceError.
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
    """The code as an `<svg>` element with its quiet zone, black on white, as large as its box. Raises FaceError."""
    code = dark_runs(text)
    side = code.side + 2 * QUIET
    path = "".join(f"M{x + QUIET} {y + QUIET}h{length}v1h-{length}z" for x, y, length in code.dark)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 {side} {side}" role="img"'
        f' aria-label="{escape(label)}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{path}"/></svg>'
    )
