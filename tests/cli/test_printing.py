"""The print command as a stranger uses it: a bar only on a terminal, paths on stdout, nothing half written."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from companion.cli.screen import CLEARED
from tests.press.conftest import FERRY

PRINT = [sys.executable, "-m", "companion", "print"]


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(FERRY.parents[1])}
    return subprocess.run([*PRINT, *words], capture_output=True, text=True, check=False, cwd=cwd, env=environment)


def on_a_terminal(*words: str, cwd: Path) -> tuple[subprocess.Popen[str], int]:
    """A print whose stderr is a terminal, and the end from which that is read."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(FERRY.parents[1]), "TERM": "xterm"}
    process = subprocess.Popen(
        [*PRINT, *words], stdout=subprocess.PIPE, stderr=theirs, text=True, cwd=cwd, env=environment
    )
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


def test_a_bar_only_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal stderr shows the stages of long work; into a file nothing; stdout holds the path alone."""
    words = ["cards", "--content", str(FERRY), "--copies", "300", "--out", str(tmp_path / "x.pdf")]
    quiet = run(*words, cwd=tmp_path)
    assert (quiet.stdout, quiet.stderr, quiet.returncode) == (f"{tmp_path / 'x.pdf'}\n", "", 0)
    process, ours = on_a_terminal(*words, cwd=tmp_path)
    shown = rest(ours)
    assert process.communicate()[0] == f"{tmp_path / 'x.pdf'}\n"
    assert b"pages" in shown
    assert shown.endswith(CLEARED.encode())


def test_a_print_that_is_killed_leaves_the_old_file(tmp_path: Path) -> None:
    """SIGKILL and Ctrl-C in the middle: what stood there before is still whole, and a later print works."""
    path = tmp_path / "x.pdf"
    words = ["cards", "--content", str(FERRY), "--copies", "9000", "--out", str(path)]
    path.write_bytes(b"before")
    for sent in (signal.SIGKILL, signal.SIGINT):
        process, ours = on_a_terminal(*words, cwd=tmp_path)
        os.read(ours, 1)  # the bar is there: it is in the middle
        process.send_signal(sent)
        assert b"Traceback" not in rest(ours)
        assert process.communicate()[0] == ""
        assert process.returncode != 0
        assert path.read_bytes() == b"before"


def test_what_goes_wrong_is_said_in_the_readers_language(tmp_path: Path) -> None:
    """Exit code 2 and the nearest word for a wrong call, 1 for faces that do not fit; nothing on stdout."""
    wrong = run("cards", "--content", str(FERRY), "--layout", "stiker", "--lang", "uk", cwd=tmp_path)
    assert wrong.returncode == 2
    assert "stickers" in wrong.stderr
    assert "Невідоме розкладання" in wrong.stderr
    tight = run("cards", "--content", str(FERRY), "--layout", "stickers", cwd=tmp_path)
    assert (tight.returncode, tight.stdout) == (1, "")
    assert "does not fit its slot" in tight.stderr
    nowhere = run("cards", "--content", str(tmp_path), cwd=tmp_path)
    assert nowhere.returncode == 2
    unsaid = run("cards", cwd=tmp_path)
    assert unsaid.returncode == 2
    assert "--game" in unsaid.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_shop_has_to_be_named(tmp_path: Path) -> None:
    """A pack for a print shop says which there are, and writes nothing."""
    told = run("cards", "--content", str(FERRY), "--format", "shop", "--out", str(tmp_path / "x"), cwd=tmp_path)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "Say which shop with --shop: drivethrucards, gamecrafter, makeplayingcards.\n"
    assert list(tmp_path.iterdir()) == []


def test_changed_says_when_nothing_did(tmp_path: Path) -> None:
    """On stderr, with exit code 0."""
    words = ["cards", "--content", str(FERRY), "--out", str(tmp_path / "x.pdf")]
    assert run(*words, cwd=tmp_path).returncode == 0
    again = run(*words, "--changed", cwd=tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "Nothing changed since the last print.\n")


def test_every_format_and_a_cutters_paths(tmp_path: Path) -> None:
    """The paths that are printed are the files that are there."""
    for words in (
        ["--format", "png", "--dpi", "60"],
        ["--format", "tts", "--address", "https://a.example/x"],
        ["--format", "shop", "--shop", "drivethrucards"],
        ["--cutter", "svg"],
        ["--cutter", "dxf"],
    ):
        folder = tmp_path / "-".join(words).replace("/", "").replace(":", "")
        done = run("cards", "--content", str(FERRY), *words, "--out", str(folder / "x.pdf"), cwd=tmp_path)
        assert done.returncode == (0 if "--format" in words else 1), done.stderr
        if "--cutter" in words:
            folder.mkdir()
            done = run("cards", "--content", str(FERRY), *words, "--out", str(folder / "x.pdf"), cwd=tmp_path)
        made = {str(path) for path in folder.rglob("*") if path.is_file()}
        assert made == set(done.stdout.split("\n")) - {""}
        assert len(made) >= 1
