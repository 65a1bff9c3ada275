"""The terminal of a tutorial as a picture: what is typed, and the answers in the colours of a terminal.

python -m tools.docs_casts      writes docs/first-evening.svg
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from companion.core.files import write_atomic

DOCS = Path(__file__).parents[1] / "docs"
PAGE, PICTURE = DOCS / "first-evening.md", DOCS / "first-evening.svg"
DRAWN = 3  # blocks of the page, from the first one on
COLUMNS = 76
BLOCK = re.compile(r"```sh\n(.*?)```(?:(?!```).)*?```text\n(.*?)```", re.DOTALL)
END = "\x1e"  # of a block's answer
INKS = [(43, 33, 24), (158, 32, 22), (41, 94, 51), (122, 84, 10), (37, 76, 117), (110, 46, 110), (8, 94, 104)]
LIGHTS = [(27, 22, 17), (243, 169, 151), (166, 210, 158), (228, 188, 90), (147, 189, 228), (222, 170, 222)]
LIGHT = TerminalTheme((249, 242, 227), INKS[0], [*INKS, (92, 72, 51)])
DARK = TerminalTheme((38, 31, 24), (243, 234, 214), [*LIGHTS, (128, 205, 213), (208, 189, 155)])
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>
.{unique_id}-matrix {{ font: {char_height}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }}
.window > rect {{ fill: #F9F2E3; stroke: #A0885F }}
{styles}
@media (prefers-color-scheme: dark) {{
.window > rect {{ fill: #261F18 }}
DARK_STYLES
}}
</style>
<defs>{lines}</defs>
<g class="window">{chrome}</g>
<g class="{unique_id}-matrix" transform="translate({terminal_x}, {terminal_y})">{matrix}</g>
</svg>
"""


def read_blocks(page: Path) -> list[tuple[str, str]]:
    """Return each block of commands of a page with the answer that the page shows below it."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def record(blocks: Iterable[str], folder: Path, environment: Mapping[str, str]) -> list[str]:
    """Type blocks of commands into one shell on a colour terminal; return the answer of each.

    folder: where the shell begins.
    """
    ours, theirs = pty.openpty()
    script = f"\nprintf '{END}'\n".join(blocks)
    settings = {**environment, "COLUMNS": str(COLUMNS), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(["/bin/sh", "-c", script], cwd=folder, env=settings, stdout=theirs, stderr=theirs):
        os.close(theirs)
        with open(ours, "rb") as screen, suppress(OSError):  # the terminal closes with the shell
            read = bytearray()
            while piece := screen.read1():
                read += piece
    return read.decode().replace("\r\n", "\n").split(END)


def cut(answer: str, shown: str) -> Text:
    """Return the rows of an answer that a page shows, up to its first `...`. Raises ValueError if they differ."""
    text = Text.from_ansi(answer)
    words, dots, _ = shown.partition("...")
    same = re.match(r"\s+".join(map(re.escape, words.split())), text.plain)
    if not same:
        raise ValueError(f"{text.plain!r} is not {shown!r}")
    return text[: same.end()] + Text("\n..." * bool(dots), style="dim")


def draw(session: Iterable[tuple[str, Text]]) -> str:
    """Return a terminal as SVG: each block of commands and its answer, in light and dark."""
    console = Console(record=True, width=COLUMNS, file=StringIO(), highlight=False)
    for typed, answer in session:
        for line in typed.splitlines():
            console.print(Text.assemble(("$ ", "dim"), (line, "bold")))
        console.print(answer)

    def export(code_format: str, theme: TerminalTheme) -> str:
        return console.export_svg(title="", theme=theme, clear=False, code_format=code_format, unique_id="cast")

    svg = export(SVG, LIGHT)
    return svg.replace("DARK_STYLES", export("{styles}", DARK))


def cast(folder: Path, environment: Mapping[str, str]) -> str:
    """Return the picture of the page's first blocks. Raises ValueError if an answer is not the page's."""
    blocks = read_blocks(PAGE)[:DRAWN]
    answers = record([typed for typed, _ in blocks], folder, environment)
    return draw((typed, cut(answer, shown)) for (typed, shown), answer in zip(blocks, answers, strict=True))


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}"
        own = {"PATH": path, "COMPANION_STORE": f"{folder}/store", "XDG_CONFIG_HOME": folder}
        write_atomic(PICTURE, cast(Path(folder), own).encode())
