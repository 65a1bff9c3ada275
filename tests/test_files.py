"""Files that are read line by line: what is too large is refused before it fills the memory."""

import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from companion.content.load import load
from companion.core import files
from companion.core.errors import StoreError, WrongCall
from companion.core.files import read_lines
from companion.games import get
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.random_words import Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from tools import verify_draws

MIB = 2**20


def refused(path: Path) -> tuple[str, dict]:
    """Why it is not read, without much memory."""
    tracemalloc.start()
    with pytest.raises(StoreError) as raised:
        read_lines(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 40 * MIB
    return raised.value.code, raised.value.values


@pytest.fixture
def path(tmp_path):
    return tmp_path / "evening.jsonl"


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b"a\r\nb\r\n", ["a", "b"]),
        ("żó\u2028ł\x0bb\n".encode(), ["żó\u2028ł\x0bb"]),
        (b"x" * MIB + b"\n" + b"y" * MIB, ["x" * MIB, "y" * MIB]),
    ],
    ids=lambda value: str(value)[:12],
)
def test_lines_of_a_file(path, data, lines):
    """With or without an end of line at the end; a line of one MiB is not too long."""
    path.write_bytes(data)
    assert read_lines(path) == lines
    assert verify_draws.read_lines(path) == lines


def test_a_line_without_end(path):
    """Not read further than the limit, which is said, with the number of the line."""
    with path.open("wb") as file:
        file.write(b"short\n")
        file.truncate(200 * MIB)  # zeros, without an end of line
    assert refused(path) == ("line_long", {"path": str(path), "line": 2, "limit": 1})
    with pytest.raises(verify_draws.EntryError) as raised:
        verify_draws.read_lines(path)
    assert raised.value.args == (1, f"is longer than {MIB} characters")


def test_a_file_without_end(path):
    """Its size is looked at first."""
    with path.open("wb") as file:
        file.truncate(257 * MIB)
    code, values = refused(path)
    assert (code, values["limit"], values["lines"]) == ("file_large", 256, 1_000_000)
    with pytest.raises(verify_draws.EntryError, match="is not read"):
        verify_draws.read_lines(path)


def test_a_file_of_empty_lines(path, monkeypatch):
    """Each of which costs more memory than it has letters."""
    monkeypatch.setattr(files, "MOST_LINES", 1000)
    monkeypatch.setattr(verify_draws, "MOST_LINES", 1000)
    path.write_bytes(b"\n" * 1001)
    assert refused(path)[0] == "file_large"
    with pytest.raises(verify_draws.EntryError, match="is not read"):
        verify_draws.read_lines(path)
    path.write_bytes(b"\n" * 1000)
    assert len(read_lines(path)) == 1000


def test_a_pipe_without_end(path):
    """A pipe has no size to look at; what comes out of it is counted."""
    os.mkfifo(path)
    words = [sys.executable, "-c", f"f = open({str(path)!r}, 'wb')\nwhile True: f.write(b'x' * 1000 + b'\\n')"]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as child:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(files, "LARGEST_FILE", 2 * MIB)
            assert refused(path)[0] == "file_large"
        child.kill()


@pytest.mark.parametrize(("name", "code"), [("none", "file_none"), (".", "file_unreadable")])
def test_what_is_no_file(tmp_path, name, code):
    """Nothing there, or a folder."""
    assert refused(tmp_path / name)[0] == code


def test_no_journal_is_written_that_cannot_be_read(path):
    """A remark or a reason beyond the limit is a wrong call; one within it is exported, and the file holds."""
    game, content = get("dice"), load("dice")
    header = game.rules.header(content, ["Ania:frodo", "Bo:sam"], None, {}, None)
    session = Session.create(game, content, header)
    session.keep(session.plan(Note("x" * (MIB - 1000))))
    for request in (Note("x" * MIB), Reveal("x" * MIB)):
        with pytest.raises(WrongCall, match="text_long"):
            session.plan(request)
    with pytest.raises(WrongCall, match="text_long"):
        session.keep(
            session.plan(Override("x" * MIB, session.game.rules.header(content, [], None, {}, POSITION)["position"]))
        )
    with pytest.raises(WrongCall, match="text_long"):
        Session.create(game, content, {**header, "lang": "x" * MIB})
    assert session.seq == 1
    path.write_text("".join(f"{entry.line}\n" for entry in session.replay.entries), encoding="utf-8")
    assert len(verify_journal(read_lines(path), get, load).replay.entries) == 2


POSITION = {"players": [{"name": "Ania", "hobbit": "frodo"}, {"name": "Bo", "hobbit": "sam"}]}
