"""The commands as a user types them: in this process, or in one of their own where that matters."""

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.cli import main
from companion.web.server.server_settings import ServerSettings

ROOT = Path(__file__).parents[2]


class Result(NamedTuple):
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        """The last line printed."""
        return self.out.rstrip("\n").split("\n")[-1]

    @property
    def json(self) -> Any:
        """The one document printed."""
        return json.loads(self.out)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is one, of a size that it does not know."""
        return True


@pytest.fixture(autouse=True)
def own_folders(tmp_path, tmp_path_factory, monkeypatch):
    """No test meets the user's sessions, language or folder."""
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "sessions.sqlite"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
    monkeypatch.delenv("COMPANION_LANG", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(monkeypatch):
    """`run("do", id, "roll")`: the command in this process.

    typed: what stands on its standard input. columns: of a terminal of that width, 0: of a pipe.
    """

    def call(*words: object, typed: str = "", columns: int = 0) -> Result:
        stream = Terminal if columns else io.StringIO
        out, err = stream(), stream()
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", stream(typed))
        monkeypatch.setenv("COLUMNS", str(columns or 80))  # of a pipe nothing asks but the help
        code: Any = 0
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main()
            except SystemExit as end:
                code = end.code or 0
        result = Result(code, out.getvalue(), err.getvalue())
        assert code in (0, 1, 2, 130), result
        assert "Traceback" not in result.out + result.err
        return result

    return call


@pytest.fixture
def good(run):
    """As `run`, for a command that has to succeed."""

    def call(*words: object, typed: str = "", columns: int = 0) -> Result:
        result = run(*words, typed=typed, columns=columns)
        assert (result.code, result.err) == (0, ""), result
        return result

    return call


@pytest.fixture
def refused(run):
    """Code, rule and legal actions of a refusal, after a look that nothing was appended."""

    def call(id: str, *words: object) -> tuple[str, str, list[str]]:
        before = run("log", id, "--json").out
        plain, told = run("do", id, *words), run("do", id, *words, "--json")
        assert (plain.code, plain.out, told.code, told.err) == (1, "", 1, "")
        refusal = told.json["refusal"]
        assert told.json["ok"] is False
        assert f"[{refusal['rule']}" in plain.err
        assert refusal["message"] in plain.err
        assert run("log", id, "--json").out == before
        return refusal["code"], refusal["rule"], refusal["legal"]

    return call


@pytest.fixture
def new(good):
    """Starts a game of Ania (Frodo) and Bo (Sam); the session's id."""

    def call(*words: object) -> str:
        return good("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam", *words).last

    return call


@pytest.fixture
def turn(good):
    """A whole turn with typed dice that shows and keeps these five symbols."""

    def call(id: str, faces: str, *halve: str) -> Result:
        dice = ["black", "yellow", "red", "blue", "green"]
        shown = faces.split(",")
        while shown:
            good("do", id, "roll", "--rolled", ",".join(shown))
            if len(set(shown)) == len(shown):
                good("do", id, "keep", f"dice={','.join(dice)}")
                break
            good("do", id, "keep", f"dice={dice.pop(0)}")
            shown.pop(0)
        return good("do", id, "resolve", *halve)

    return call


@pytest.fixture
def process(tmp_path):
    """Starts `python -m companion ...` or another module as a process of its own; killed if it runs at the end."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: object, module: str = "companion") -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
        child = subprocess.Popen(
            [sys.executable, "-m", module, *map(str, words)],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        started.append(child)
        return child

    yield start
    for child in started:
        if child.poll() is None:
            child.kill()
        child.communicate()


@pytest.fixture
def write(tmp_path):
    """Writes a text file; its path."""

    def file(text: str | bytes, name: str = "file.yaml") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return file


@pytest.fixture
def settings(tmp_path):
    """What `companion serve` remembers."""
    return ServerSettings(tmp_path / "serve.json")
