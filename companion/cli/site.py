"""companion site."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.common import PLAY, AsJson, Lang, language, print_json, voice

NEEDED = ("brotli", "fontTools", "pypdfium2", "starlette")
MB = 1e6


app = typer.Typer()


@app.command(rich_help_panel=PLAY, epilog="Example: companion site --out site")
def site(
    out: Annotated[Path, typer.Option(help="Folder to write; any https host can serve it, in any folder.")],
    pyodide: Annotated[
        Path | None,
        typer.Option(help="Pyodide's archive, from `npm pack pyodide@VERSION`; default: npm fetches it once."),
    ] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Write the companion as static files: print, play and check in any browser, offline; prints the folder.

    It needs the extra serve. --json has the bytes that a browser fetches,
    `play`, `press` and `inks`, and `raw`, all unpacked.
    """
    from companion.core.errors import LocalizedError

    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise LocalizedError("site_missing")
    from companion.browser import build

    size = build.site(out, pyodide)
    if as_json:
        print_json({"path": str(out), **size._asdict()})
        return
    words = voice(language(lang))
    parts = {name: words.texts.number(value / MB, 1) for name, value in size._asdict().items()}
    del parts["raw"]
    print(words.say("site.size", **parts), file=sys.stderr)
    print(out)
