"""What a shell offers: commands, options and values, asked as bash, zsh and fish ask."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from companion.cli.program.commands import load_commands
from companion.core import resources
from tests.cli.conftest import ROOT

SHELLS = ("bash", "zsh", "fish")


def asking(shell: str, line: str) -> dict[str, str]:
    """The environment in which the script of a shell calls the command."""
    if shell == "bash":
        words = line.split(" ")
        how = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    else:
        how = {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    return {"_COMPANION_COMPLETE": f"complete_{shell}", **how}


def offered(shell: str, out: str) -> list[str]:
    """The words in the answer."""
    if shell == "zsh":
        return re.findall(r'^(?:_arguments .*\(\()?"([^"]+)"', out, re.MULTILINE)
    return [line.partition("\t")[0] for line in out.split("\n") if line]


@pytest.fixture
def complete(run, monkeypatch):
    """`complete("show ")`: what a shell offers at the end of that line; nothing but the answer is written."""

    def call(line: str, shell: str = "bash") -> list[str]:
        with monkeypatch.context() as patch, resources.using_folder(None):
            patch.setenv("COLUMNS", "80")
            for name, value in asking(shell, f"companion {line}").items():
                patch.setenv(name, value)
            result = run()
        assert result.err == ""
        return offered(shell, result.out)

    return call


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ve", ["verify"]),
        ("show --l", ["--lang"]),
        ("--version sh", ["show"]),
        ("printer te", ["test"]),
        ("xx", []),
        ("print sheets --game wotr", ["wotr", "wotrcards"]),
        ("print sheets --ink ", ["full", "saver", "grey"]),
    ],
)
def test_a_shell_completes(complete, shell, line, words):
    """Commands, options and values, as each shell asks; nothing is run."""
    assert complete(line, shell) == words


def test_what_an_option_does_is_one_line(complete):
    """Of every option of print, however long it is: fish takes each line for a word."""
    parameters = load_commands().commands["print"].params
    words = [word for parameter in parameters for word in (*parameter.opts, *parameter.secondary_opts)]
    assert complete("print sheets --", "fish") == [*(word for word in words if word.startswith("--")), "--help"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("new d", ["dice"]),
        ("rule --game f", ["fellowship"]),
        ("print s", ["sheets"]),
        ("print sheets --game wotrcards --lang u", ["uk"]),
        ("preview --game dice a", ["aids", "all"]),
        ("print sheets --game dice --only dice-r", ["dice-route", "dice-route-large", "dice-route-page"]),
        ("print tiles --game dice --only ", ["dice-token", "dice-first"]),
        ("print all --paper le", ["letter", "legal"]),
        ("print all --format t", ["tts"]),
        ("print all --duplex=s", ["short"]),
        ("print all --cutter d", ["dxf"]),
        ("print all --mark-style f", ["full"]),
        ("print all --layout p", ["press"]),
        ("print cards --trim tar", ["tarot"]),
        ("print cards --shop m", ["makeplayingcards"]),
        ("print cards --game dice --variant ", ["basic", "advanced"]),
        ("new dice --variant a", ["advanced"]),
        ("table dice --bot ", ["random", "easy", "good"]),
        ("table no-session --bot ", []),
        ("simulate wotr --variant h", ["hunt"]),
        ("rule DG-ROLL-", [f"DG-ROLL-{number}" for number in range(1, 6)]),
        ("rule --game wotr DG", []),
        ("printer test --flip ", ["long", "short"]),
    ],
)
def test_values_are_offered(complete, line, words):
    """Those that fit what was typed before."""
    assert complete(line) == words


def test_values_of_a_folder_of_ones_own(complete, tmp_path):
    """Games and components of that folder."""
    game = tmp_path / "content" / "inn"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text(
        "kind: game\nfields: {id: id, variants: list text}\nrows: [{id: inn, variants: [s]}]"
    )
    (game / "components.yaml").write_text(
        "kind: component\nfields: {id: id, print: text, title: words, front: text, copies: int}\n"
        "rows: [{id: inn-card, print: cards, front: a, copies: 1}]\n"
    )
    assert complete(f"print cards --content {tmp_path} --game i") == ["inn"]
    assert complete(f"print cards --content {tmp_path} --game inn --only ") == ["inn-card"]


def test_sessions_are_offered_the_newest_first(complete, new, good, monkeypatch):
    """Of the store that is asked, and then the seats of that session."""
    times = iter(["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"])
    monkeypatch.setattr("companion.play.journal.session.now", lambda: next(times))
    older, newer = new(), new()
    assert complete("show ") == complete("log ") == complete("odds dice next --session ") == [newer, older]
    assert complete("serve ")[-2:] == [newer, older]
    assert complete("print result ") == [newer, older]
    assert complete(f"do {older} roll --seat ") == complete(f"show {older[:4]} --seat ") == ["frodo", "sam"]
    assert complete(f"undo {older} --agree ") == ["frodo", "sam", "all"]
    assert complete("show nobody --seat ") == []


def test_printers_are_offered(complete, good):
    """By their names."""
    good("printer", "add", "study", "--x", "1")
    assert complete("print all --printer s") == ["study"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_hears_nothing_of_a_fault(complete, write, tmp_path, shell):
    """A store or a folder that cannot be read offers nothing."""
    assert complete(f"show --store {write('no store', 'bad.sqlite')} ", shell) == []
    assert complete(f"print --content {tmp_path / 'nothing'} --game ", shell)
    assert complete("print sheets --game nobody --only ", shell) == []


@pytest.mark.parametrize("asked", [{"COMP_CWORD": "x"}, {"_COMPANION_COMPLETE": "complete_csh"}])
def test_a_shell_that_asks_wrongly_hears_nothing(run, monkeypatch, asked):
    """No traceback, whatever stands in the environment."""
    for name, value in {**asking("bash", "companion sh"), **asked}.items():
        monkeypatch.setenv(name, value)
    result = run()
    assert result.out in ("", "\n")
    assert "Traceback" not in result.err


def test_an_id_that_a_shell_would_run_is_not_offered(complete, new, monkeypatch):
    """A store may come from a stranger."""
    monkeypatch.setattr("companion.play.journal.session.ID_LETTERS", "$(")
    assert not new().isalnum()
    assert not [word for word in complete("show ") if not word.isalnum()]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_is_shown_and_installed(good, monkeypatch, tmp_path, shell):
    """For the shell that calls; it asks as the tests above do."""
    monkeypatch.setattr("shellingham.detect_shell", lambda: (shell, shell))
    monkeypatch.setenv("HOME", str(tmp_path))
    shown = good("--show-completion").out
    assert f"_COMPANION_COMPLETE=complete_{shell}" in shown
    where = re.search(r"installed in (\S+)", good("--install-completion").out.replace("\n", ""))[1]
    assert where.startswith(str(tmp_path))


@pytest.mark.parametrize("shell", [shell for shell in SHELLS if shutil.which(shell)])
def test_a_real_shell_completes(shell, tmp_path):
    """With the script that the command writes for it."""
    command = tmp_path / "companion"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m companion "$@"\n')
    command.chmod(0o755)
    load = f'$(_COMPANION_COMPLETE=source_{shell} companion)"'
    lines = {
        "bash": f'eval "{load}; COMP_WORDS=(companion print sheets --ink s); COMP_CWORD=4\n'
        '_companion_completion companion; echo "${COMPREPLY[@]}"',
        "zsh": f'compdef() {{ : }}; eval "{load}\n'
        '_arguments() { print -r -- "$@" }; words=(companion print sheets --ink s); CURRENT=5; _companion_completion',
        "fish": '_COMPANION_COMPLETE=source_fish companion | source; complete -C "companion print sheets --ink s"',
    }
    done = subprocess.run(
        [shell, "-c", lines[shell]],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, re.findall(r"\w+", done.stdout)) == ("", ["saver"])
