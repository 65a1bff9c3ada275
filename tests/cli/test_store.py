"""`store check` and `store backup`: whether all sessions are whole, and a copy of them."""

import gc
import re
import shlex
import sqlite3
import stat
import subprocess

import pytest

from companion.play.journal.store import SqliteStore
from tests.tiers import sample


@pytest.fixture
def path(tmp_path):
    """The file of the sessions."""
    return tmp_path / "sessions.sqlite"


@pytest.fixture
def sql(path):
    """Changes the file behind everybody's back."""

    def call(statement: str, *values: object) -> None:
        db = sqlite3.connect(path)
        db.execute(statement, values)
        db.commit()
        db.close()

    return call


@pytest.fixture
def garbage(path):
    """Overwrites the page that holds a session's entries; the session's id."""

    def call() -> str:
        store = SqliteStore(path)
        store.create("zzzzzz", "dice", "now", [f"zzz {seq} " + "x" * 300 for seq in range(200)], b"")
        store._db.execute("VACUUM")  # so that nothing stands in the file twice
        store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.close()
        whole = path.read_bytes()
        place = whole.index(b"zzz 100 ") // 4096 * 4096
        path.write_bytes(whole[:place] + b"\xee" * 4096 + whole[place + 4096 :])
        return "zzzzzz"

    return call


# --- check -----------------------------------------------------------------------------------------------------------


def test_check_of_a_sound_store_counts_its_sessions(new, good, path):
    """Exit code 0, and how many sessions there are."""
    for _ in range(3):
        new()
    assert f"{path}: nothing wrong in 3 sessions." in good("store", "check").out
    told = good("store", "check", "--json").json
    assert {key: told[key] for key in ("ok", "store", "faults", "sessions", "damaged")} == {
        "ok": True,
        "store": str(path),
        "faults": [],
        "sessions": 3,
        "damaged": [],
    }


def test_damaged_sessions_are_listed(new, good, run, sql):
    """Each with its first bad entry and the way out; exit code 1."""
    fine, line, header, seed = new(), new(), new(), new()
    good("do", line, "roll")
    sql("UPDATE entry SET line = 'rubbish' WHERE session = ? AND seq = 1", line)
    sql("UPDATE entry SET line = replace(line, 'Ania', 'Anja') WHERE session = ?", header)
    sql("UPDATE session SET secret = x'0102' WHERE id = ?", seed)
    result, told = run("store", "check"), run("store", "check", "--json")
    assert (result.code, told.code, result.err, told.err) == (1, 1, "", "")
    assert "3 sessions of 4 are damaged" in result.out
    assert f"companion export {line} --intact" in result.out
    assert f"companion export {header} --intact" not in result.out
    assert fine not in result.out
    rows = {row["session"]: row for row in told.json["damaged"]}
    assert {id: (row["entry"], row["code"]) for id, row in rows.items()} == {
        line: (1, "damaged"),
        header: (0, "changed"),
        seed: (None, "seed_damaged"),
    }
    assert rows[line]["commands"] == ["companion import FILE", f"companion export {line} --intact"]
    assert (told.json["ok"], told.json["sessions"], rows[line]["game"]) == (False, 4, "dice")


@pytest.mark.parametrize("lang", ["en", "pl", "ru", "uk"])
def test_store_faults_are_said_in_every_language(new, run, sql, garbage, lang):
    """Whatever is found."""
    sql_session = new()
    garbage()
    sql("UPDATE session SET secret = x'01' WHERE id = ?", sql_session)
    out = run("store", "check", "--lang", lang).out
    assert (lang == "en") == ("damaged" in out)
    assert sql_session in out


def test_a_page_of_garbage(new, good, run, garbage, tmp_path):
    """SQLite's own check finds it; the session on it is named, others can be read, the commands that help are said."""
    s, bad = new(), garbage()
    result, told = run("store", "check"), run("store", "check", "--json").json
    assert result.code == 1
    assert told["faults"]
    assert [(row["session"], row["entry"], row["code"]) for row in told["damaged"]] == [(bad, None, "lines_unreadable")]
    assert good("show", s).out
    for words in (("show", bad), ("log", bad), ("do", bad, "roll")):
        refused = run(*words)
        assert (refused.code, refused.out) == (1, "")
        for way in ("companion store check", "companion store backup", ".recover"):
            assert way in refused.err
    assert ".recover" in result.out
    copied = run("store", "backup", "--out", tmp_path / "copy.sqlite")
    assert (copied.code, copied.last) == (1, str(tmp_path / "copy.sqlite"))
    assert "copy.sqlite" in copied.err
    assert good("show", s, "--store", tmp_path / "copy.sqlite").out == good("show", s).out
    good("import", good("export", s).last)  # other sessions come and go


def test_entries_without_a_session(new, run, sql):
    """Found by SQLite's check of what belongs together."""
    s = new()
    sql("DELETE FROM session WHERE id = ?", s)
    told = run("store", "check", "--json")
    assert (told.code, told.json["faults"]) == (1, ["FOREIGN KEY session: 1"])


def test_an_id_that_is_damaged_is_said_in_words(new, run, sql):
    """No session can be opened by it; no name of our own code stands there."""
    new()
    sql("PRAGMA foreign_keys = OFF")
    sql("UPDATE session SET id = CAST(x'ff41' AS TEXT)")
    told = run("store", "check")
    assert told.code == 1
    assert "The id of a session is damaged (" in told.out
    assert "session_none" not in told.out


def test_damaged_sessions_are_missed_in_the_list(new, run, sql):
    """The list says how many it leaves out, and does not say that there are none."""
    id = new()
    sql("UPDATE entry SET line = substr(line, 1, 40)")
    alone = run("sessions")
    assert (alone.code, alone.out) == (1, "")
    assert alone.err.startswith("Damaged and left out: 1. `companion store check`")
    whole = new()
    both = run("sessions")
    assert (both.code, both.out.split()[0], id in both.out) == (1, whole, False)
    assert [row["session"] for row in run("sessions", "--json").json] == [whole]
    assert run("sessions", "--game", "wotr").code == 0


def test_a_session_without_entries(new, run, sql):
    """Its header is missing."""
    s = new()
    sql("DELETE FROM entry WHERE session = ?", s)
    row = run("store", "check", "--json").json["damaged"][0]
    assert (row["session"], row["entry"], row["code"]) == (s, 0, "empty")
    for command in ("show", "log", "verify"):
        assert run(command, s).code == run(command, s, "--json").code == 1


@pytest.mark.parametrize("mode", sample([0o644, 0o640, 0o604, 0o602, 0o666], 0o640, 0o602))
def test_a_file_that_others_may_open(new, good, path, mode):
    """It is said, with the command that keeps them out; that command does it."""
    new()
    gc.collect()  # stores of commands that ran in this process are closed
    path.chmod(mode)
    command = re.search("`(chmod [^`]+)`", good("store", "check").out)[1]
    assert good("store", "check", "--json").json["rights"] == command
    subprocess.run(shlex.split(command), check=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "chmod" not in good("store", "check").out
    assert good("store", "check", "--json").json["rights"] is None


def test_the_log_beside_the_file_counts_too(new, good, path):
    """While somebody plays, what SQLite keeps beside the file is as open as the file was."""
    path.touch(0o644)
    player = SqliteStore(path)
    new()
    path.chmod(0o600)
    command = good("store", "check", "--json").json["rights"]
    assert command.split()[2:] == [f"{path}-wal", f"{path}-shm"]
    subprocess.run(shlex.split(command), check=True)
    assert good("store", "check", "--json").json["rights"] is None
    player.close()


# --- backup ----------------------------------------------------------------------------------------------------------


def test_a_copy_of_the_store_is_private_and_checked(new, run, good, path, tmp_path):
    """Its path is printed, only its owner may read it, and it is checked; play goes on in both."""
    s = new("--seed", "05" * 16)
    good("do", s, "roll")
    result = run("store", "backup", "--out", tmp_path / "copy.sqlite")
    assert (result.code, result.out) == (0, f"{tmp_path / 'copy.sqlite'}\n")
    assert result.err == f"{tmp_path / 'copy.sqlite'}: nothing wrong in 1 session.\n"
    assert stat.S_IMODE((tmp_path / "copy.sqlite").stat().st_mode) == 0o600
    assert not list(tmp_path.glob("copy.sqlite-*"))
    there = ("--store", tmp_path / "copy.sqlite")
    assert good("show", s, *there).out == good("show", s).out
    good("undo", s, "--agree", "all", *there)
    good("do", s, "roll", *there)
    assert len(good("log", s, "--json").json) == 2


def test_a_copy_has_a_name_of_its_own(new, run, tmp_path):
    """Without --out it is named after the moment, in the current folder."""
    new()
    result = run("store", "backup")
    assert result.code == 0
    assert re.fullmatch(r"companion-sessions-\d{8}-\d{6}\.sqlite", result.last)
    assert (tmp_path / result.last).is_file()


def test_a_copy_overwrites_nothing(new, run, write, tmp_path):
    """A file that is there, a folder, a folder that is not there: exit code 1, the path, and nothing is left."""
    new()
    mine = write("mine", "mine.sqlite")
    before = sorted(tmp_path.iterdir())
    for out in (mine, tmp_path, tmp_path / "none" / "copy.sqlite", "/dev/null", ""):
        result = run("store", "backup", "--out", out)
        assert (result.code, result.out) == (1, ""), out
        assert str(tmp_path / "none" if "none" in str(out) else out) in result.err
    assert sorted(tmp_path.iterdir()) == before
    assert mine.read_text(encoding="utf-8") == "mine"


def test_a_copy_of_damaged_sessions(new, run, sql, tmp_path):
    """It is made, and what is wrong with it is said: exit code 1."""
    s = new()
    sql("UPDATE entry SET line = 'rubbish'")
    result = run("store", "backup", "--out", "copy.sqlite")
    assert (result.code, result.last) == (1, "copy.sqlite")
    assert s in result.err


def test_a_store_that_is_not_there(run, path):
    """It is said, and none is made."""
    for command in ("check", "backup"):
        result = run("store", command)
        assert (result.code, result.out, str(path) in result.err) == (1, "", True)
    assert not path.exists()


def test_stores_that_cannot_be_opened(run, write, tmp_path):
    """No database, a folder: exit code 1 and the path."""
    for path in (write("text" * 500, "notes.txt"), tmp_path):
        for command in ("check", "backup"):
            result = run("store", command, "--store", path)
            assert (result.code, result.out, str(path) in result.err) == (1, "", True)
