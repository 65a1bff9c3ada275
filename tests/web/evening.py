"""What an evening in a browser needs, whatever is played: the machine at the table, and pages that follow it.

Knows no game.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from companion.play.journal.store import SqliteStore
from companion.words.wording import Voice
from tests.web.browser import PATIENCE, Terminal

ROOT = Path(__file__).parents[2]
ENGLISH = Voice("en")


class Evening:
    """The machine at the table: `companion serve`, and the other commands beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "evening.sqlite"
        self.terminals: list[Terminal] = []
        self.children: list[subprocess.Popen[str]] = []

    def start(self, *words: object) -> subprocess.Popen[str]:
        """`companion WORDS` in a process of its own."""
        child = subprocess.Popen(
            [sys.executable, "-m", "companion", *map(str, words)],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "COLUMNS": "100"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.children.append(child)
        return child

    def serve(self, *words: object) -> tuple[subprocess.Popen[str], Terminal]:
        """The server, once it says that it is there."""
        child = self.start("serve", "--store", self.store, "--lang", "en", *words)
        terminal = Terminal(child.stdout)
        self.terminals.append(terminal)
        terminal.until(lambda text: ENGLISH.say("serve.how_to_end") in text)
        return child, terminal

    def run(self, *words: object) -> str:
        """What a command printed that succeeded."""
        return self.finish(self.start(*words))

    @staticmethod
    def finish(child: subprocess.Popen[str]) -> str:
        out, _ = child.communicate(timeout=2 * PATIENCE)
        assert child.returncode == 0, out
        return out

    def types(self, code: str, first: int) -> list[str]:
        """What the entries of a session are, from a number on."""
        store = SqliteStore(self.store)
        lines = store.since(code, first).lines
        store.close()
        return [json.loads(line)["type"] for line in lines]

    def end(self) -> None:
        for child in self.children:
            if child.poll() is None:
                child.kill()
            child.wait()
        for terminal in self.terminals:
            terminal.join()
        for child in self.children:
            child.stdout.close()


def verified(code: str, store: Path, folder: Path) -> dict[str, Any]:
    """What `companion verify` says of a session."""
    evening = Evening(folder)
    report: dict[str, Any] = json.loads(evening.run("verify", code, "--json", "--store", store))
    evening.end()
    return report


# --- pages -----------------------------------------------------------------------------------------------------------


def seq(page: Page) -> int:
    """The last entry that the page shows."""
    return int(page.locator("body").get_attribute("data-seq"))


def at(pages: list[Page], number: int) -> None:
    """All pages show that entry."""
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-seq", str(number))


def checked(pages: list[Page], number: int) -> None:
    """Every page carries the mark of that draw, as checked by the phone itself."""
    for page in pages:
        mark = page.locator(f'[data-draw="{number}"]')
        expect(mark).to_have_attribute("data-checked", "yes")
        assert "✓" in mark.inner_text()


def turn_of(pages: list[Page]) -> Page:
    """The page whose player has to act."""
    return next(page for page in pages if page.locator('#table[data-mine="1"]').count())


def kill_and_restart(
    evening: Evening, server: subprocess.Popen[str], pages: list[Page], page: Page, tap: Callable[[], None]
) -> subprocess.Popen[str]:
    """The server dies: the phones say so, keep the next move, and send it once when it is back, all by themselves.

    tap: makes that move on `page`, in one entry.
    """
    before, (port, code) = seq(page), (urlsplit(page.url).port, urlsplit(page.url).path[1:])
    server.send_signal(signal.SIGKILL)
    server.wait(timeout=PATIENCE)
    for other in pages:
        expect(other.locator("#link")).to_be_in_viewport()
    tap()
    expect(page.locator("#waiting")).to_be_in_viewport()
    assert seq(page) == before
    again, terminal = evening.serve("--port", port)
    assert f"/{code}\n" in terminal.text
    for other in pages:
        expect(other.locator("#link")).to_be_hidden()
        expect(other.locator("#doubt")).to_be_hidden()
    expect(page.locator("#waiting")).to_be_hidden()
    at(pages, before + 1)
    assert len(evening.types(code, before + 1)) == 1
    return again
