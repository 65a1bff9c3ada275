"""Both stores as a whole: every session's hashes and seed, and a copy; for a server the command that makes one."""

import json
import shlex
import subprocess
from contextlib import closing

import psycopg

from companion import games, stores
from companion.content.load import load
from companion.play.journal.entries.remarks import Note
from companion.play.journal.session import Session
from companion.play.journal.store_check import examine
from tests.stores.cluster import programs
from tests.stores.common import AT
from tests.stores.scripts import run


def begun(store) -> str:
    """A new session of three entries; its id."""
    game, content = games.get("dice"), load("dice")
    session = Session.create(game, content, game.rules.header(content, ["Ania:frodo", "Bo:sam"], None, {}, None), store)
    session.keep(session.plan(Note("one")))
    session.keep(session.plan(Note("two")))
    return session.id


def test_every_session_is_read(store, other):
    """The damaged ones are named with their first bad entry; the sound ones are counted only."""
    fine, bad, header, empty = (begun(store) for _ in range(4))
    assert examine(store) == ([], 4, [])
    for id, seq, line in ((bad, 1, "rubbish"), (header, 0, "rubbish")):
        tail = store.since(id, seq).lines
        store.replace_from(id, seq, [line, *tail[1:]], tail)
    store.replace_from(empty, 0, [], store.since(empty).lines)
    report = examine(other)
    assert not report.good
    assert {found.id: (found.game, found.error.seq, found.error.code) for found in report.damaged} == {
        bad: ("dice", 1, "damaged"),
        header: ("dice", 0, "damaged"),
        empty: ("dice", 0, "empty"),
    }
    assert fine not in {found.id for found in report.damaged}
    assert report.sessions == 4


def test_a_seed_of_another_session(store):
    """It no longer belongs to the anchor: the session is named, its entries are not blamed."""
    id = begun(store)
    lines = store.since(id).lines
    store.create("abcdef", "dice", AT, lines, b"another")
    store.create("bbbbbb", "dice", AT, lines, b"")
    assert [(found.id, found.error.code) for found in examine(store).damaged] == [("abcdef", "seed_damaged")]


def test_the_commands_on_a_server(url, tmp_path):
    """`check` reads every session; `backup` prints the program's command, without password, and that command works."""
    with closing(stores.open_store(url)) as store:
        fine, bad = begun(store), begun(store)
    good = run("store", "check", "--store", url)
    assert (good.returncode, good.stderr) == (0, "")
    assert "nothing wrong in 2 sessions." in good.stdout
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("UPDATE companion.entry SET line = 'rubbish' WHERE session = %s AND seq = 2", [bad])
    told = json.loads(run("store", "check", "--json", "--store", url).stdout)
    assert [(row["session"], row["entry"]) for row in told["damaged"]] == [(bad, 2)]
    assert (told["ok"], told["rights"], told["faults"]) == (False, None, [])
    out = tmp_path / "my sessions.dump"
    copied = run("store", "backup", "--out", str(out), "--store", url)
    assert (copied.returncode, copied.stderr) == (0, "")
    words, command = copied.stdout.splitlines()
    assert "PostgreSQL" in words
    password = psycopg.conninfo.conninfo_to_dict(url)["password"]
    assert password not in copied.stdout
    program, *rest = shlex.split(command)
    assert program == "pg_dump"
    subprocess.run([programs() / program, *rest], check=True, env={"PGPASSWORD": password})
    assert (
        fine.encode()
        in subprocess.run(
            [programs() / "pg_restore", "--data-only", "--file=-", out], check=True, capture_output=True
        ).stdout
    )


def test_a_damaged_session_on_a_server_is_repaired(url, tmp_path):
    """As one in a file: shown up to the damage, put right by a good export."""
    with closing(stores.open_store(url)) as store:
        id = begun(store)
    journal = tmp_path / "good.jsonl"
    assert run("export", id, "--out", str(journal), "--store", url).returncode == 0
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("UPDATE companion.entry SET line = 'rubbish' WHERE session = %s AND seq = 1", [id])
    assert run("show", id, "--store", url).returncode == 1
    assert run("do", id, "note", "text=x", "--store", url).returncode == 1
    aside = tmp_path / "aside"
    aside.mkdir()
    done = run("import", str(journal), "--store", url, folder=aside)
    assert (done.returncode, done.stdout.split()[-1]) == (0, id), done.stderr
    assert [path.name for path in aside.iterdir()] == [f"companion-dice-{id}-damaged.jsonl"]
    assert run("do", id, "note", "text=x", "--store", url).returncode == 0
