"""What a forged journal says of itself is shown as what it is, by every command: no line or order of its own."""

import os
import subprocess
import sys

import pytest

from companion.play.journal.store import SqliteStore
from tests.cli.conftest import ROOT
from tests.hostile_texts import ATTACKS, hidden
from tests.play.forge import entries, extra, rehash

EVIL = "".join(char for char in ATTACKS if char != "\udcff")  # half letters cannot stand in UTF-8
ID = "forged"
COMMANDS = [
    ("show", ID),
    ("show", ID, "--json"),
    ("legal", ID),
    ("legal", ID, "--json"),
    ("log", ID),
    ("log", ID, "--json"),
    ("verify", ID),
    ("verify", ID, "--json"),
    ("do", ID, "note", f"text={EVIL}"),
    ("do", ID, "jump"),
    ("do", ID, "end", "--json"),
    ("undo", ID, "--agree", "all"),
    ("undo", ID, "--json"),
    ("redo", ID),
    ("table", ID),
    ("table", "dice"),
    ("table", f"a{EVIL}"),
    ("show", f"a{EVIL}"),
    ("do", ID, "roll", "--rolled", EVIL),
    ("do", ID, f"a{EVIL}", f"b{EVIL}=c{EVIL}"),
    ("new", f"a{EVIL}"),
    ("new", "dice", "--player", f"A{EVIL}:b{EVIL}", "--player", "Bo:sam"),
    ("new", "dice", "--option", EVIL),
]
SHEETS = "[{name: Ania, hobbit: frodo, circles: 3, squares: xdhwwww}, {name: Bo, hobbit: sam}]"


@pytest.fixture
def lines(new, good, write):
    """A journal whose hashes hold, with hidden characters wherever no rule forbids them."""
    s = new()
    position = write(f"{{players: {SHEETS}}}")
    good("do", s, "override", "reason=because", "--position", position)
    header, overruled = good("log", s, "--json").json
    overruled["args"]["reason"] = f"reason{EVIL}"
    header["at"] = overruled["at"] = f"2026-01-01T{EVIL}"
    added = [
        extra(f"type{EVIL}"),
        extra("note", {"text": f"note{EVIL}"}, f"seat{EVIL}"),
        extra("note", {"text": {EVIL: EVIL}}),
        extra("join", {"phone": EVIL}, f"seat{EVIL}"),
        extra("propose", {"to": EVIL}, f"seat{EVIL}"),
        extra("leave", {"phone": EVIL}, f"seat{EVIL}"),
    ]
    return rehash([header, overruled, *[{**entry, "at": EVIL} for entry in added]])


def shown(result):
    """Everything that was printed holds no hidden character but the ends of lines."""
    assert hidden(result.out + result.err) <= {"\n"}, result
    return result


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:4]).encode("ascii", "replace").decode())
def test_no_command_prints_what_nobody_sees(run, lines, tmp_path, words):
    """Neither what the journal says nor what the call says; and every remark stays on its line."""
    store = SqliteStore(tmp_path / "sessions.sqlite")
    store.create(ID, "dice", f"at{EVIL}", lines, b"x" * 32)
    store.close()
    shown(run(*words, typed="?\nl\nu\nq\n"))


def test_the_log_has_one_line_an_entry(run, lines, tmp_path):
    """A remark cannot look like an entry of its own."""
    path = tmp_path / "forged.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    id = shown(run("import", path)).last
    log = shown(run("log", id)).out.splitlines()
    assert len(log) == len(lines) + 1  # and the code
    assert "\\n" in log[2]
    assert f"{run('log', id, '--json').json[2]['type']}" == f"type{EVIL}"


def test_a_journal_that_does_not_hold(run, lines, tmp_path):
    """What it gives as its number, its game or its rules."""
    for key, value in (("game", f"dice{EVIL}"), ("rules", EVIL), ("format", EVIL), ("lang", EVIL), ("anchor", EVIL)):
        header = entries(lines)[0]
        header["args"][key] = value
        path = tmp_path / "bad.jsonl"
        path.write_text("".join(f"{line}\n" for line in rehash([header])), encoding="utf-8")
        for words in (("verify", path), ("verify", path, "--json"), ("import", path), ("verify", tmp_path / f"x{key}")):
            shown(run(*words))
    path.write_text(lines[0].replace('"seq":0', '"seq":"0\\n\\u001b"'), encoding="utf-8")
    assert "\\n\\x1b" in shown(run("verify", path)).out


def test_files_of_strangers(run, write):
    """Positions and sheets in YAML: keys and values stand in the message as they can be read."""
    for text in (
        '{"a\\n\\e[2J": 1}',
        '{players: "\\u202e\\n"}',
        '{round: "\\x9b\\n", players: []}',
        '{"a\\n": 1, "a\\n": 2}',
    ):
        for words in (("new", "dice", "--position"), ("verify", "--game", "dice", "--sheet")):
            result = shown(run(*words, write(text)))
            assert result.code in (1, 2)
            assert result.err.count("\n") == 1


def test_the_script_for_those_who_trust_nobody(lines, tmp_path):
    """It has no module of ours to ask, and shows as much."""
    bad = tmp_path / "bad.jsonl"
    for text in (
        lines[0].replace('"seq":0', '"seq":"0\\n\\u001b[2J"'),
        lines[0].replace('"seq":0', '"seq":[["\u202e"]]'),
    ):
        bad.write_text(text, encoding="utf-8")
        words = [sys.executable, ROOT / "tools" / "verify_draws.py", bad]
        done = subprocess.run(words, capture_output=True, env={**os.environ, "PYTHONUTF8": "1"}, check=False)
        assert done.returncode == 1
        assert hidden(done.stdout.decode()) == {"\n"}
        assert done.stdout.count(b"\n") == 1


def test_a_store_of_a_stranger(run, lines, tmp_path):
    """Ids in it are not ours either."""
    store = SqliteStore(tmp_path / "sessions.sqlite")
    store.create(f"a{EVIL}", "dice", f"at{EVIL}", lines, b"x" * 32)
    store.create(f"b{EVIL}", "dice", f"at{EVIL}", ["damaged"], b"x" * 32)
    store.close()
    path = tmp_path / "same.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for words in (("show", "a", "--json"), ("undo", "a"), ("show", "b"), ("import", path), ("table", "dice")):
        shown(run(*words, typed="n\n"))
