"""The print command as a stranger uses it: a bar only on a terminal, paths on stdout, nothing half written."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.cli.screen import CLEARED
from companion.core import resources
from tests.press.conftest import FERRY


@pytest.fixture
def cards(run: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """`cards("--copies", 3)`: prints the ferry's cards, in this process."""
    with resources.using_folder(None):
        yield lambda *words, **how: run("print", "cards", "--content", FERRY, *words, **how)


def on_a_terminal(*words: str, cwd: Path) -> tuple[subprocess.Popen[str], int]:
    """A print whose stderr is a terminal, and the end from which that is read."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(FERRY.parents[1]), "TERM": "xterm"}
    command = [sys.executable, "-m", "companion", "print", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, cwd=cwd, env=environment)
    os.close(theirs)
    return process, ours


def rest(ours: int) -> bytes:
    """What is shown until it ends."""
    shown = b""
    with suppress(OSError):  # how the other end is closed
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    return shown


def test_a_bar_only_on_a_terminal(cards: Callable[..., Any], tmp_path: Path) -> None:
    """On a terminal stderr shows the stages of long work; into a file nothing; stdout holds the path alone."""
    words = ["--copies", "100", "--out", tmp_path / "x.pdf"]
    quiet, shown = cards(*words), cards(*words, columns=80)
    assert quiet == (0, f"{tmp_path / 'x.pdf'}\n", "")
    assert (shown.code, shown.out) == (0, quiet.out)
    assert "pages" in shown.err
    assert shown.err.endswith(CLEARED)


def test_files_in_place_of_one_are_named(run: Callable[..., Any], tmp_path: Path) -> None:
    """The file asked for is none of those written; --one-file writes it."""
    words = ["print", "all", "--content", FERRY, "--no-guide", "--only", "coin", "--only", "river"]
    with resources.using_folder(None):
        several = run(*words, "--out", tmp_path / "x.pdf")
        one = run(*words, "--one-file", "--out", tmp_path / "x.pdf")
    assert [Path(line).name for line in several.out.split()] == ["x-tiles.pdf", "x-boards.pdf"]
    assert (
        several.err == f"In place of {tmp_path / 'x.pdf'}: x-tiles.pdf, x-boards.pdf. With --one-file it is one PDF.\n"
    )
    assert (one.out, one.err) == (f"{tmp_path / 'x.pdf'}\n", "")


@pytest.mark.tier("exhaustive")
def test_a_print_that_is_killed_leaves_the_old_file(tmp_path: Path, exhaustive: bool) -> None:
    """SIGKILL, exhaustively Ctrl-C too, in the middle: what stood there before is still whole."""
    path = tmp_path / "x.pdf"
    words = ["cards", "--content", str(FERRY), "--copies", "1000", "--out", str(path)]
    path.write_bytes(b"before")
    for sent in (signal.SIGINT, signal.SIGKILL) if exhaustive else (signal.SIGKILL,):
        process, ours = on_a_terminal(*words, cwd=tmp_path)
        os.read(ours, 1)  # the bar is there: it is in the middle
        process.send_signal(sent)
        assert b"Traceback" not in rest(ours)
        assert process.communicate()[0] == ""
        assert process.returncode != 0
        assert path.read_bytes() == b"before"


def test_what_goes_wrong_is_said_in_the_readers_language(
    cards: Callable[..., Any], run: Callable[..., Any], tmp_path: Path
) -> None:
    """Exit code 2 and the nearest word for a wrong call, 1 for faces that do not fit; nothing on stdout."""
    wrong = cards("--layout", "stiker", "--lang", "uk")
    assert wrong.code == 2
    assert "stickers" in wrong.err
    assert "Невідома розкладка" in wrong.err
    tight = cards("--layout", "stickers")
    assert (tight.code, tight.out) == (1, "")
    assert "does not fit its slot" in tight.err
    nowhere = run("print", "cards", "--content", tmp_path)
    assert nowhere.code == 2
    assert "docs/spreadsheet.md" in nowhere.err
    unsaid = run("print", "cards")
    assert unsaid.code == 2
    assert "--game" in unsaid.err
    assert list(tmp_path.iterdir()) == []


def test_a_shop_has_to_be_named(cards: Callable[..., Any], tmp_path: Path) -> None:
    """A pack for a print shop says which there are, and writes nothing."""
    told = cards("--format", "shop", "--out", tmp_path / "x")
    assert (told.code, told.out) == (2, "")
    assert told.err == "Say which shop with --shop: drivethrucards, gamecrafter, makeplayingcards.\n"
    assert list(tmp_path.iterdir()) == []


def test_changed_says_when_nothing_did(cards: Callable[..., Any], tmp_path: Path) -> None:
    """On stderr, with exit code 0."""
    assert cards("--out", tmp_path / "x.pdf").code == 0
    again = cards("--out", tmp_path / "x.pdf", "--changed")
    assert again == (0, "", "Nothing changed since the last print.\n")


def test_every_format_and_a_cutters_paths(cards: Callable[..., Any], tmp_path: Path) -> None:
    """The paths that are printed are the files that are there."""
    for words in (
        ["--format", "png", "--dpi", "60"],
        ["--format", "tts", "--address", "https://a.example/x"],
        ["--format", "shop", "--shop", "drivethrucards"],
        ["--cutter", "svg"],
        ["--cutter", "dxf"],
    ):
        folder = tmp_path / "-".join(words).replace("/", "").replace(":", "")
        done = cards(*words, "--out", folder / "x.pdf")
        assert done.code == (0 if "--format" in words else 1), done.err
        if "--cutter" in words:
            folder.mkdir()
            done = cards(*words, "--out", folder / "x.pdf")
        made = {str(path) for path in folder.rglob("*") if path.is_file()}
        assert made == set(done.out.split("\n")) - {""}
        assert len(made) >= 1
