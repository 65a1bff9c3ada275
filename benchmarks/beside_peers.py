"""What `make bench` measures beside figures of ours: programs that a package index has, and bare ones of our own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from rich_faces import COUNT, rows

from companion.pdf.font_files import FONTS, TYPE

INSTALLED = Path(__file__).parents[1] / "build" / "peers"
SCRIPTS = Path(__file__).parent / "peers"
SECONDS = "4"
DIVIDERS, DIVIDER_PAGES = 773, 258  # of domdiv 4.9.3


class NotMeasuredError(Exception):
    """Why a peer cannot be measured here."""


class Beside(NamedTuple):
    """A figure of ours beside that of a peer. wanted: how many times better ours should be, where that is promised."""

    ours: str
    peer: str
    theirs: Callable[[Mapping[str, float]], float]  # of all figures of ours
    wanted: float | None = None


def plain() -> float:
    """A small checked engine of frozen dataclasses, in this Python."""
    return _rate([sys.executable, SCRIPTS / "dice_plain.py", SECONDS])


def open_spiel() -> float:
    return _rate([_python("open_spiel"), SCRIPTS / "dice_open_spiel.py", SECONDS])


def boardgame_io() -> float:
    _need("boardgame.io")
    return _rate(["node", SCRIPTS / "dice_boardgame_io.cjs", SECONDS])


def fpdf2() -> float:
    return _cards("fpdf2", "cards_fpdf2.py")


def weasyprint() -> float:
    return _cards("weasyprint", "cards_weasyprint.py")


def domdiv() -> float:
    """Faces a second of its largest print: dividers of every set, text on both sides."""
    python = _python("domdiv")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "dividers.pdf"
        begun = time.perf_counter()
        _run([python.with_name("dominion_dividers"), "--outfile", out])
        elapsed = time.perf_counter() - begun
        document = pypdfium2.PdfDocument(out)
        assert len(document) == DIVIDER_PAGES, len(document)
        document.close()
    return DIVIDERS * 2 / elapsed


def _cards(name: str, script: str) -> float:
    """Faces a second of the cards of rich_faces.py, in a process of its own."""
    python = _python(name)
    type = [str(TYPE / FONTS[name]) for name in ("sans-400", "sans-600")]
    with tempfile.TemporaryDirectory() as folder:
        data, out = Path(folder) / "rows.json", Path(folder) / "cards.pdf"
        data.write_text(json.dumps(rows(COUNT)), encoding="utf-8")
        begun = time.perf_counter()
        _run([python, SCRIPTS / script, data, *type, out])
        elapsed = time.perf_counter() - begun
        _check(out)
    return COUNT / elapsed


def _check(out: Path) -> None:
    """The last card stands on the last page."""
    document = pypdfium2.PdfDocument(out)
    assert len(document) == -(-COUNT // 9), len(document)
    words = document[len(document) - 1].get_textpage().get_text_range().split()
    document.close()
    assert str(COUNT - 1) in words, words


def _need(name: str) -> None:
    reason = INSTALLED / f"{name}.missing"
    if reason.exists():
        raise NotMeasuredError(reason.read_text(encoding="utf-8").strip())


def _python(name: str) -> Path:
    _need(name)
    return INSTALLED / "bin" / "python"


def _rate(words: list[str | Path]) -> float:
    """Decisions a second that a script prints."""
    return float(_run(words).split()[0])


def _run(words: list[str | Path]) -> str:
    environment = {**os.environ, "NODE_PATH": str(INSTALLED / "node_modules")}
    try:
        run = subprocess.run(words, capture_output=True, text=True, env=environment)
    except FileNotFoundError as error:
        raise NotMeasuredError(f"{Path(str(error.filename)).name} is not installed") from None
    if run.returncode:
        raise NotMeasuredError(
            run.stderr.strip().splitlines()[-1] if run.stderr.strip() else f"it exits with {run.returncode}"
        )
    return run.stdout


def ours(what: str) -> Callable[[Mapping[str, float]], float]:
    """A figure that our own benchmark takes of the peer in the same run."""
    return lambda measured: measured[what]


def once(measure: Callable[[], float]) -> Callable[[Mapping[str, float]], float]:
    """Measured when it is first needed, then known."""
    found: list[float] = []

    def theirs(measured: Mapping[str, float]) -> float:
        if not found:
            found.append(measure())
        return found[0]

    return theirs


PLAIN = "a checked engine of 60 lines"
_plain = once(plain)
ALL = (
    Beside("dice with 2 players: engine", PLAIN, _plain),
    Beside("dice with 2 players: verify", PLAIN, _plain),
    Beside("dice with 2 players: engine", "OpenSpiel", once(open_spiel)),
    Beside("dice with 2 players: journal", "boardgame.io", once(boardgame_io)),
    Beside("1000 cards, press", "fpdf2", once(fpdf2)),
    Beside("1000 cards, press", "WeasyPrint", once(weasyprint)),
    Beside("1000 cards, press", "domdiv", once(domdiv)),
    Beside("acts: typed", "bare Starlette", ours("acts: bare"), 0.35),
    Beside("acts: drawn", "bare Starlette", ours("acts: bare"), 0.35),
    Beside("acts: PostgreSQL", "bare Starlette on PostgreSQL", ours("acts: bare PostgreSQL"), 0.3),
    Beside("told: one language p50", "bare Starlette", ours("told: bare p50")),
)
