"""What a player may give as --store, and what is said where that cannot be used. A password is never shown."""

import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion import stores
from companion.cli.program.commands import load_commands
from companion.content.load import load
from companion.core.errors import StoreError
from companion.play.journal.store import KNOWN_FAULTS, SqliteStore
from companion.stores import postgres
from companion.stores.postgres import PostgresStore
from companion.words.wording import Voice
from tests.languages import LANGUAGES
from tests.stores import cluster as cluster_room
from tests.stores.common import ROOT
from tests.stores.scripts import run

SECRET = "hunter2"


def told(error: StoreError) -> str:
    """Everything that an error says, in all languages."""
    return " ".join([repr(error), *(Voice(lang, None, []).error_text(error) for lang in LANGUAGES)])


def fault_of(where: str) -> StoreError:
    """The error of a store that does not open; it keeps the secret."""
    with pytest.raises(StoreError) as raised:
        stores.open_store(where)
    assert SECRET not in told(raised.value) + "".join(traceback.format_exception(raised.value))
    return raised.value


def test_a_path_is_a_file(tmp_path):
    """As text or as a path."""
    for where in (tmp_path / "one.sqlite", str(tmp_path / "two.sqlite")):
        store = stores.open_store(where)
        assert isinstance(store, SqliteStore)
        store.close()
        assert Path(where).is_file()


def test_without_a_word_it_is_the_users_file(tmp_path, monkeypatch):
    """In the folder that the system keeps for a program's data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    stores.open_store().close()
    assert (tmp_path / "companion" / "sessions.sqlite").is_file()


def test_a_url_is_a_database(url):
    """In both spellings; and what is shown of it has no password."""
    for where in (url, url.replace("postgresql://", "postgres://")):
        store = stores.open_store(where)
        assert isinstance(store, PostgresStore)
        assert store.place.startswith("postgresql://companion@127.0.0.1:")
        assert store.place.rpartition("/")[2] == url.rpartition("/")[2]
        store.close()


def test_files_need_no_driver(tmp_path):
    """Who plays with a file does not load psycopg."""
    code = "import sys; from companion import stores; stores.open_store(sys.argv[1]); print('psycopg' in sys.modules)"
    words = [sys.executable, "-c", code, str(tmp_path / "sessions.sqlite")]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "False\n"


def test_without_the_driver(monkeypatch):
    """The words say which package to install."""
    monkeypatch.delitem(sys.modules, "companion.stores.postgres")
    monkeypatch.delattr(stores, "postgres")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    error = fault_of(f"postgresql://ania:{SECRET}@localhost/games")
    assert error.code == "store_driver"
    assert told(error).count("pip install -e '.[serve]'") == len(LANGUAGES)


@pytest.mark.parametrize(
    "rest",
    [
        f"ania:x@{SECRET}@localhost/games",
        f"ania:x/{SECRET}@localhost/games",
        f"ania:1/{SECRET}@localhost/games",
        f"ania:{SECRET}/x@localhost/games",
        f"ania:{SECRET}%zz@localhost/games",
        f"ania:{SECRET}%00@localhost/games",
        f"ania:{SECRET}%ff%fe@localhost:x/games",
        f"ania:{SECRET}\udcff@localhost/games",
        f"ania:{SECRET}\0@localhost/games",
        f"ania:{SECRET}\n@localhost/games",
        f"localhost:{SECRET}/games",
        f"ania@localhost/games?pass={SECRET}",
        f"ania@localhost/games?password=x@{SECRET}",
        f"ania:{SECRET}@[::1/games",
    ],
)
def test_urls_that_cannot_be_read(rest):
    """Signs in a password that belong written as %40, ports that are no numbers, unknown options."""
    error = fault_of(f"postgresql://{rest}")
    assert (error.code, error.values) == ("store_url", {})


@pytest.mark.parametrize("password", ["p#q?r", "p%40q%2Fr%25s", "p:q", "p%20q", "%D1%89%D0%B5"])
def test_passwords_may_be_anything(password):
    """As long as @, / and % in them are written as %40, %2F and %25."""
    options, shown = postgres._read(f"postgresql://ania:{password}@localhost:5433/games")
    assert shown == "postgresql://ania@localhost:5433/games"
    assert (options["host"], options["dbname"]) == ("localhost", "games")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://", "postgresql:///"),
        ("postgres://localhost", "postgresql://localhost/"),
        ("postgresql:///games", "postgresql:///games"),
        (f"postgresql://localhost/games?user=ania&password={SECRET}", "postgresql://ania@localhost/games"),
        (f"postgresql://ania:{SECRET}@one:5432,two:5433/games", "postgresql://ania@one,two:5432,5433/games"),
    ],
)
def test_short_and_long_urls(url, shown):
    """What is left out the driver knows; several servers may be named; patience is ours unless the URL has its own."""
    assert postgres._read(url)[1] == shown
    assert postgres._read(f"{url}{'&' if '?' in url else '?'}connect_timeout=9")[0]["connect_timeout"] == "9"


def test_without_a_server_the_tests_fail(monkeypatch, tmp_path):
    """They say what to install, and are not skipped."""
    monkeypatch.setattr(cluster_room, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="apt install postgresql"):
        cluster_room.Cluster()


def test_every_fault_has_its_words():
    """Of SQLite, of PostgreSQL, and of what it says in words only."""
    codes = {*postgres.FAULTS.values(), *postgres.NOT_LET_IN.values(), *(f"store_{fault}" for fault in KNOWN_FAULTS)}
    assert {f"error.{code}" for code in codes} <= set(load("shared").texts)


# --- the commands ----------------------------------------------------------------------------------------------------


def typed(*words: str, **environment: str) -> Result:
    """The same in this process."""
    return CliRunner().invoke(load_commands(), words, env={"COMPANION_LANG": "en", **environment})


def test_every_command_plays_in_a_database(url, tmp_path):
    """Named by --store or by COMPANION_STORE; the journal is exported and verified as from a file."""
    made = typed("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam", "--store", url)
    assert (made.exit_code, made.stderr) == (0, "")
    s = made.stdout.split()[-1]
    for words in (
        ("do", s, "roll"),
        ("show", s),
        ("log", s),
        ("undo", s, "--agree", "all"),
        ("redo", s),
        ("verify", s),
    ):
        done = typed(*words, COMPANION_STORE=url)
        assert (done.exit_code, done.stderr) == (0, ""), words
    journal = tmp_path / "evening.jsonl"
    assert typed("export", s, "--out", str(journal), "--store", url).exit_code == 0
    store = stores.open_store(url)
    assert store.since(s).lines == journal.read_text(encoding="utf-8").splitlines()
    store.close()
    done = typed("import", str(journal), "--store", str(tmp_path / "away.sqlite"))
    assert done.exit_code == 0, done.stderr


def test_a_command_without_its_database(cluster):
    """Exit code 1, one line without password, no traceback."""
    for url, word in (
        (cluster.url(password=SECRET), "password"),
        (cluster.url("nowhere"), "database"),
        (f"postgresql://ania:{SECRET}@127.0.0.1:1/games", "127.0.0.1:1/games"),
        (f"postgresql://ania:x@{SECRET}@127.0.0.1/games", "%40"),
    ):
        done = run("show", "abcdef", "--store", url)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert word in done.stderr
        for secret in (SECRET, cluster.password):
            assert secret not in done.stderr
