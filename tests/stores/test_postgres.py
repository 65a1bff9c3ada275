"""The store on a server: who is not let in, older and newer tables, connections that break, and who listens."""

import threading
import time
from contextlib import closing
from urllib.parse import urlsplit

import psycopg
import pytest

from companion import stores
from companion.core.errors import StoreError
from companion.play.journal.store import Append, Notice
from companion.stores import postgres as room
from companion.stores.postgres import MIGRATIONS, VERSION
from tests.stores.cable import Cable
from tests.stores.common import AT, child, code_of
from tests.stores.conftest import new_database
from tests.stores.writer_process import WRITER

NIGHT = pytest.mark.tier("exhaustive")


@pytest.fixture
def admin(url):
    """A connection past the store."""
    with psycopg.connect(url, autocommit=True) as db:
        yield db


@pytest.fixture
def guest(cluster, url, admin):
    """The URL for a user without any right but to connect."""
    admin.execute("DROP ROLE IF EXISTS guest")
    admin.execute("CREATE ROLE guest LOGIN PASSWORD 'mellon'")
    yield cluster.url(urlsplit(url).path[1:], "guest", "mellon")
    admin.execute("DROP OWNED BY guest CASCADE")
    admin.execute("DROP ROLE guest")


def there(admin, name: str) -> bool:
    return admin.execute("SELECT to_regclass(%s) IS NOT NULL", [name]).fetchone()[0]


def wait_until_somebody_waits(admin) -> None:
    patience = time.monotonic() + 4
    while admin.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone() == (0,):
        assert time.monotonic() < patience
        time.sleep(0.01)


# --- not let in ------------------------------------------------------------------------------------------------------


def test_who_is_not_let_in(cluster):
    """Wrong password, no password, unknown user, no such database, nobody there: each has its own words."""
    bare = f"127.0.0.1:{cluster.port}/postgres"
    for url, code in (
        (cluster.url(password="wrong"), "store_password"),
        (f"postgresql://companion@{bare}", "store_password"),
        (cluster.url(user="gollum"), "store_password"),
        (cluster.url("nowhere"), "store_database"),
        ("postgresql://ania@127.0.0.1:1/games", "store_server"),
        ("postgresql://ania@no-such-host.invalid/games", "store_server"),
        (f"postgresql://companion@{bare}?sslmode=require&password={cluster.password}", "store_server"),
    ):
        assert code_of(stores.open_store, url) == code, url


def test_a_reason_is_one_line(cluster):
    """What the network says, without the driver's own words around it."""
    with pytest.raises(StoreError) as raised:
        stores.open_store("postgresql://ania@127.0.0.1:1/games")
    assert raised.value.values == {"path": "postgresql://ania@127.0.0.1:1/games", "reason": "Connection refused"}


def test_a_server_that_says_it_in_another_language(monkeypatch, cluster):
    """What cannot be told apart is shown as it is."""
    error = psycopg.OperationalError(
        'connection failed: connection to server at "h", port 5 failed: ВАЖНО:  нет такой базы'
    )
    monkeypatch.setattr(psycopg, "connect", lambda **options: (_ for _ in ()).throw(error))
    with pytest.raises(StoreError) as raised:
        stores.open_store(cluster.url())
    assert (raised.value.code, raised.value.values["reason"]) == ("store_server", "ВАЖНО:  нет такой базы")


def test_a_user_without_rights(guest, url, admin):
    """May not connect, may not make tables, may not read them, may not write: said each time, with what is missing."""
    name = urlsplit(url).path[1:]
    assert code_of(stores.open_store, guest) == "store_denied"
    assert not there(admin, "companion.version")
    with closing(stores.open_store(url)) as owner:
        owner.create("abcdef", "dice", AT, ["zero"], b"")
    assert code_of(stores.open_store, guest) == "store_denied"
    admin.execute("GRANT USAGE ON SCHEMA companion TO guest; GRANT SELECT ON ALL TABLES IN SCHEMA companion TO guest")
    with closing(stores.open_store(guest)) as reader:
        assert reader.since("abc").lines == ["zero"]
        assert code_of(reader.append, "abcdef", 1, ["one"]) == "store_denied"
        assert code_of(reader.create, "bbbbbb", "dice", AT, ["zero"], b"") == "store_denied"
        assert len(reader.list()) == 1
        admin.execute("GRANT INSERT ON ALL TABLES IN SCHEMA companion TO guest")
        reader.append("abcdef", 1, ["one"])
    admin.execute(f"REVOKE CONNECT ON DATABASE {name} FROM public")
    assert code_of(stores.open_store, guest) == "store_denied"


def test_a_schema_made_by_somebody_else(guest, admin):
    """Who may not make schemas is given one, and makes the tables in it."""
    admin.execute("CREATE SCHEMA companion AUTHORIZATION guest")
    with closing(stores.open_store(guest)) as store:
        store.create("abcdef", "dice", AT, ["zero"], b"")
        store.append("abcdef", 1, ["one"])
        assert store.since("abc").lines == ["zero", "one"]


def test_a_database_without_all_letters(cluster):
    """Refused before the first name with an accent is lost, and left alone."""
    for encoding in ("LATIN2", "SQL_ASCII"):
        url = new_database(cluster, f"ENCODING '{encoding}'")
        assert code_of(stores.open_store, url) == "store_letters"
        with psycopg.connect(url) as db:
            assert not there(db, "companion.version")


def test_a_database_that_may_only_be_read(url, admin):
    """As a standby server: sessions can be read, writing is refused as such."""
    with closing(stores.open_store(url)) as store:
        store.create("abcdef", "dice", AT, ["zero"], b"")
    admin.execute(f"ALTER DATABASE {urlsplit(url).path[1:]} SET default_transaction_read_only = on")
    with closing(stores.open_store(url)) as store:
        assert store.since("abc").lines == ["zero"]
        assert code_of(store.append, "abcdef", 1, ["one"]) == "store_readonly"
        assert code_of(store.create, "bbbbbb", "dice", AT, ["zero"], b"") == "store_readonly"


# --- tables ----------------------------------------------------------------------------------------------------------


def test_other_tables_are_left_alone(url, admin):
    """A database may serve others too, whatever their tables are called."""
    names = ("public.session", "public.entry", "public.version")
    for name in names:
        admin.execute(f"CREATE TABLE {name} (x int)")
    with closing(stores.open_store(url)) as store:
        store.create("abcdef", "dice", AT, ["zero"], b"")
        store.append("abcdef", 1, ["one"])
        assert store.since("abc").lines == ["zero", "one"]
    for name in names:
        assert admin.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)


@pytest.mark.parametrize("taken", ["session (x int)", "version (x int)", "version (version int)"])
def test_a_schema_of_something_else(url, admin, taken):
    """Its tables are not touched, and none is added."""
    admin.execute(f"CREATE SCHEMA companion; CREATE TABLE companion.{taken}")
    assert code_of(stores.open_store, url) == "store_fault"
    tables = admin.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'companion'").fetchone()
    assert tables == (1,)


def test_tables_of_a_newer_companion(url, admin):
    """They are left alone, also when they become newer while a store is open and has to connect again."""
    store = stores.open_store(url)
    admin.execute("UPDATE companion.version SET version = version + 1")
    with pytest.raises(StoreError) as raised:
        stores.open_store(url)
    assert (raised.value.code, raised.value.values["version"]) == ("store_newer", VERSION + 1)
    store.close()
    assert code_of(store.list) == "store_newer"


@pytest.fixture
def next_format(monkeypatch):
    """`next_format(step)`: a companion whose format is one higher."""

    def add(step):
        monkeypatch.setattr(room, "MIGRATIONS", (*MIGRATIONS, step))
        monkeypatch.setattr(room, "VERSION", VERSION + 1)

    return add


def test_tables_are_taken_to_the_next_format(url, admin, next_format, monkeypatch):
    """Only what is missing is done, once; sessions stay, and an older companion then refuses the database."""
    with closing(stores.open_store(url)) as store:
        store.create("abcdef", "dice", AT, ["zero"], b"seed")
    next_format("ALTER TABLE companion.session ADD COLUMN place text; UPDATE companion.session SET place = 'kitchen'")
    for _ in range(2):
        with closing(stores.open_store(url)) as store:
            assert store.since("abc") == ("abcdef", ["zero"], b"seed")
    assert admin.execute("SELECT place FROM companion.session").fetchall() == [("kitchen",)]
    monkeypatch.undo()
    assert code_of(stores.open_store, url) == "store_newer"


def test_who_waits_for_a_migration_sees_what_it_made(url, admin):
    """Two open a new database at once: the second waits, and makes nothing a second time."""
    opened = []
    with admin.transaction():
        admin.execute("SELECT pg_advisory_xact_lock(%s)", [room.LOCK])
        second = threading.Thread(target=lambda: opened.append(stores.open_store(url)))
        second.start()
        wait_until_somebody_waits(admin)
        admin.execute("CREATE SCHEMA companion; CREATE TABLE companion.version AS SELECT 1 AS version")
        for step in MIGRATIONS:
            admin.execute(step)
    second.join()
    opened[0].create("abcdef", "dice", AT, ["zero"], b"")
    opened[0].close()


def test_a_migration_is_all_or_nothing(url, admin, next_format, monkeypatch):
    """If it fails half way the tables stay as they were, and their own companion goes on with them."""
    with closing(stores.open_store(url)) as store:
        store.create("abcdef", "dice", AT, ["zero"], b"")
    next_format("ALTER TABLE companion.session ADD COLUMN place text; UPDATE companion.nothing SET place = 'kitchen'")
    assert code_of(stores.open_store, url) == "store_fault"
    monkeypatch.undo()
    with closing(stores.open_store(url)) as store:
        store.append("abcdef", 1, ["one"])
        assert len(admin.execute("SELECT * FROM companion.session").description) == 5


# --- what a commit means ---------------------------------------------------------------------------------------------


def test_each_statement_sees_what_others_wrote(url, admin):
    """A server whose transactions look at the past unless told otherwise is told."""
    admin.execute(f"ALTER DATABASE {urlsplit(url).path[1:]} SET default_transaction_isolation = serializable")
    with closing(stores.open_store(url)) as store:
        assert store._db.execute("SHOW transaction_isolation").fetchone() == ("read committed",)


@pytest.mark.parametrize(("setting", "used"), [("off", "on"), ("local", "local"), ("remote_apply", "remote_apply")])
def test_every_commit_reaches_the_disk(url, admin, setting, used):
    """A server that would rather not wait has to; one that waits for more may."""
    admin.execute(f"ALTER DATABASE {urlsplit(url).path[1:]} SET synchronous_commit = {setting}")
    with closing(stores.open_store(url)) as store:
        assert store._db.execute("SHOW synchronous_commit").fetchone() == (used,)


def test_signs_that_a_database_cannot_keep(postgres):
    """Journals have no such sign; a line with one is refused whole."""
    postgres.create("abcdef", "dice", AT, ["zero"], b"")
    assert code_of(postgres.append, "abcdef", 1, ["one", "t\0wo"]) == "store_fault"
    assert postgres.since("abcdef").lines == ["zero"]


def test_a_place_that_somebody_holds(postgres, admin):
    """Another program is about to write the same entry and takes its time: it is said, and afterwards who was first."""
    postgres.create("abcdef", "dice", AT, ["zero"], b"")
    postgres._db.execute("SET lock_timeout = '50ms'")
    with admin.transaction():
        admin.execute("INSERT INTO companion.entry VALUES ('abcdef', 1, 'theirs')")
        assert code_of(postgres.append, "abcdef", 1, ["mine"]) == "store_busy"
    assert code_of(postgres.append, "abcdef", 1, ["mine"]) == "stale"
    assert postgres.since("abcdef").lines == ["zero", "theirs"]


def test_who_is_second_in_the_same_moment(postgres, admin):
    """The entry appears while an append waits for it: the append is told how many there are."""
    postgres.create("abcdef", "dice", AT, ["zero"], b"")
    caught = []

    def append():
        try:
            postgres.append("abcdef", 1, ["mine", "too"])
        except StoreError as error:
            caught.append((error.code, error.values["count"]))

    with admin.transaction():
        admin.execute("INSERT INTO companion.entry VALUES ('abcdef', 1, 'theirs')")
        waiting = threading.Thread(target=append)
        waiting.start()
        wait_until_somebody_waits(admin)
    waiting.join()
    assert caught == [("stale", 2)]
    assert postgres.since("abcdef").lines == ["zero", "theirs"]


def test_a_repair_waits_for_an_append(postgres, admin):
    """An entry is about to be appended: the repair waits for it, and is told."""
    postgres.create("abcdef", "dice", AT, ["zero", "rubbish"], b"")
    caught = []

    def repair():
        try:
            postgres.replace_from("abcdef", 1, [], ["rubbish"])
        except StoreError as error:
            caught.append((error.code, error.values["count"]))

    with admin.transaction():
        admin.execute("INSERT INTO companion.entry VALUES ('abcdef', 2, 'theirs')")
        waiting = threading.Thread(target=repair)
        waiting.start()
        wait_until_somebody_waits(admin)
    waiting.join()
    assert caught == [("stale", 3)]
    assert postgres.since("abcdef").lines == ["zero", "rubbish", "theirs"]


def test_an_append_waits_for_a_repair(postgres, admin):
    """A session is about to become shorter: who appends meanwhile waits, is told, and leaves no gap."""
    postgres.create("abcdef", "dice", AT, ["zero", "rubbish", "two"], b"")
    caught = []

    def append():
        try:
            postgres.append("abcdef", 3, ["three"])
        except StoreError as error:
            caught.append((error.code, error.values["count"]))

    with admin.transaction():
        admin.execute(room.REPAIR)
        admin.execute("DELETE FROM companion.entry WHERE session = 'abcdef' AND seq >= 1")
        waiting = threading.Thread(target=append)
        waiting.start()
        wait_until_somebody_waits(admin)
    waiting.join()
    assert caught == [("stale", 1)]
    assert postgres.since("abcdef").lines == ["zero"]


def test_a_repair_that_somebody_holds_up(postgres, admin):
    """It is said, nothing is changed, and afterwards it goes on."""
    postgres.create("abcdef", "dice", AT, ["zero", "rubbish"], b"")
    postgres._db.execute("SET lock_timeout = '50ms'")
    with admin.transaction():
        admin.execute("LOCK TABLE companion.entry IN ROW EXCLUSIVE MODE")
        assert code_of(postgres.replace_from, "abcdef", 1, [], ["rubbish"]) == "store_busy"
    postgres.replace_from("abcdef", 1, ["one"], ["rubbish"])
    assert postgres.since("abcdef").lines == ["zero", "one"]


def test_a_store_that_is_forgotten_lets_go(url, admin):
    """A command that ends without closing its store leaves no connection behind, and no warning."""
    store = stores.open_store(url)
    mine = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    assert admin.execute(mine).fetchone() == (2,)
    del store
    patience = time.monotonic() + 4
    while admin.execute(mine).fetchone() != (1,):
        assert time.monotonic() < patience
        time.sleep(0.01)


# --- connections that break ------------------------------------------------------------------------------------------


def send_away(admin) -> None:
    """End every other connection to the database."""
    admin.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )


@pytest.mark.parametrize("call", ["create", "append", "replace_from", "since", "list"])
def test_a_connection_that_broke(postgres, admin, call):
    """It is said once; the next call makes a new one and goes on."""
    postgres.create("abcdef", "dice", AT, ["zero"], b"")
    words = {
        "create": ("bbbbbb", "dice", AT, ["zero"], b""),
        "append": ("abcdef", 1, ["one"]),
        "replace_from": ("abcdef", 0, ["zero"], ["zero"]),
        "since": ("abcdef",),
        "list": (),
    }
    send_away(admin)
    assert code_of(getattr(postgres, call), *words[call]) == "store_lost"
    getattr(postgres, call)(*words[call])
    assert postgres._db.execute("SHOW lock_timeout").fetchone() == ("5s",)
    assert postgres.since("abcdef").lines == ["zero", "one"] if call == "append" else ["zero"]


def test_an_answer_that_was_lost(cluster, url):
    """The entry is kept, nobody hears of it, the connection breaks: who repeats it is told that it is there."""
    cable = Cable(cluster.port)
    store = stores.open_store(url.replace(str(cluster.port), str(cable.port)))
    store.create("abcdef", "dice", AT, ["zero"], b"")
    cable.deafen()
    assert code_of(store.append, "abcdef", 1, ["one"]) == "store_lost"
    cable.mend()
    assert code_of(store.append, "abcdef", 1, ["one"]) == "stale"
    assert store.since("abcdef").lines == ["zero", "one"]
    store.close()
    cable.close()


@pytest.mark.tier("exhaustive")
def test_a_server_that_is_away_for_a_while(durable_cluster):
    """While it is down every call says so; then the same store goes on."""
    url = new_database(durable_cluster)
    store = stores.open_store(url)
    store.create("abcdef", "dice", AT, ["zero"], b"")
    durable_cluster.stop()
    try:
        assert code_of(store.append, "abcdef", 1, ["one"]) == "store_lost"
        assert code_of(store.append, "abcdef", 1, ["one"]) == "store_server"
        assert code_of(store.list) == "store_server"
    finally:
        durable_cluster.start()
    store.append("abcdef", 1, ["one"])
    assert store.since("abcdef").lines == ["zero", "one"]
    store.close()


@pytest.mark.parametrize("acknowledged", [1, 60, 200])
@NIGHT
def test_what_was_acknowledged_survives_a_killed_server(durable_cluster, acknowledged):
    """SIGKILL to all of the server while two clients append: after a restart every acknowledged entry is there."""
    urls = [new_database(durable_cluster) for _ in range(2)]
    for url in urls:
        with closing(stores.open_store(url)) as store:
            assert store._db.execute("SHOW fsync").fetchone() == ("on",)
            store.create("abcdef", "dice", AT, ["line 0"], b"")
    writers = [child(WRITER, url) for url in urls]
    last = [[int(writer.stdout.readline()) for _ in range(acknowledged)][-1] for writer in writers]
    durable_cluster.kill()
    for place, writer in enumerate(writers):
        rest = writer.stdout.read()
        last[place] = max([last[place], *map(int, rest.split())])
        assert "store_lost" in writer.communicate(timeout=60)[1]
        assert writer.returncode == 1
    durable_cluster.start()
    for url, known in zip(urls, last, strict=True):
        with closing(stores.open_store(url)) as store:
            lines = store.since("abcdef").lines
            assert len(lines) in (known + 1, known + 2)  # the last one may be kept without having been acknowledged
            assert lines[1:] == [f"line {seq} " + "x" * 300 for seq in range(1, len(lines))]
            store.append("abcdef", len(lines), ["and on"])


# --- who listens -----------------------------------------------------------------------------------------------------


class Ear:
    """Listens in a thread of its own and keeps what it heard."""

    def __init__(self, store) -> None:
        self.heard: list[Notice | None] = []
        self._stop = threading.Event()
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._listen, args=(store,))
        self._thread.start()

    def _listen(self, store) -> None:
        for notice in store.listen(self._stop):
            with self._news:
                self.heard.append(notice)
                self._news.notify()

    def wait_for(self, notice: Notice | None, times: int = 1) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.heard.count(notice) == times, timeout=60), self.heard

    def close(self) -> None:
        self._stop.set()
        self._thread.join(timeout=60)
        assert not self._thread.is_alive()


@pytest.fixture
def ear(postgres):
    """Somebody who listens, and has heard that it is time to look."""
    with closing(Ear(postgres)) as found:
        found.wait_for(None)
        yield found


def test_who_listens_hears_every_entry(url, postgres, admin, ear):
    """Each commit of any connection, in order, with its last entry; nothing is sent of what was refused."""
    admin.execute("LISTEN companion")
    with closing(stores.open_store(url)) as other:
        other.create("abcdef", "dice", AT, ["zero", "one"], b"")
        postgres.append("abcdef", 2, ["two", "three"])
        assert code_of(other.append, "abcdef", 2, ["late"]) == "stale"
        assert code_of(other.append, "abcdef", 4, ["four", None]) == "store_fault"
        assert code_of(other.create, "abcdef", "dice", AT, ["zero"], b"") == "session_there"
        other.append("abcdef", 4, [])
        other.append("abcdef", 4, ["four"])
        ear.wait_for(("abcdef", 4))
        other.append_all([Append("abcdef", 5, ["five"]), Append("abcdef", 9, ["late"]), Append("abcdef", 6, ["six"])])
        ear.wait_for(("abcdef", 6))
    assert ear.heard == [None, ("abcdef", 1), ("abcdef", 3), ("abcdef", 4), ("abcdef", 6)]
    postgres.append("abcdef", 7, ["the last"])
    sent = [notify.payload for notify in admin.notifies(timeout=60, stop_after=5)]
    assert sent == ["abcdef 1", "abcdef 3", "abcdef 4", "abcdef 6", "abcdef 7"]


def test_what_is_heard_is_there(url, postgres, ear):
    """Whoever is told of an entry can read it at once."""
    postgres.create("abcdef", "dice", AT, ["zero"], b"")
    with closing(stores.open_store(url)) as other:
        for seq in range(1, 50):
            postgres.append("abcdef", seq, [f"line {seq}"])
            ear.wait_for(("abcdef", seq))
            assert other.since("abcdef", seq).lines == [f"line {seq}"]


def test_many_write_and_one_listens(url, postgres, ear):
    """Four connections, each with a session of its own: every entry is heard once, each session's in order."""

    def write(name: str) -> None:
        with closing(stores.open_store(url)) as store:
            store.create(name, "dice", AT, ["zero"], b"")
            for seq in range(1, 101):
                store.append(name, seq, ["line"])

    names = ["aaaaaa", "bbbbbb", "cccccc", "dddddd"]
    writers = [threading.Thread(target=write, args=(name,)) for name in names]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    for name in names:
        ear.wait_for((name, 100))
        assert [notice.seq for notice in ear.heard if notice and notice.session == name] == list(range(101))


def test_other_notices_are_not_heard(postgres, admin, ear):
    """Anybody may speak on a channel."""
    for text in ("", "abcdef", "abcdef x", "abcdef -1", "a b 3", "🙂"):
        admin.execute("SELECT pg_notify('companion', %s)", [text])
    admin.execute("NOTIFY other, 'abcdef 1'")
    postgres.create("abcdef", "dice", AT, ["zero"], b"")
    ear.wait_for(("abcdef", 0))
    assert ear.heard == [None, ("abcdef", 0)]


def test_an_ear_that_was_sent_away_comes_back(postgres, admin, ear):
    """It says that something may have passed unheard, and hears again."""
    for times in (2, 3):
        send_away(admin)
        ear.wait_for(None, times)
    assert code_of(postgres.list) == "store_lost"
    postgres.create("abcdef", "dice", AT, ["zero"], b"")
    ear.wait_for(("abcdef", 0))


def test_an_ear_outlives_its_server(durable_cluster):
    """It keeps trying while the server is down."""
    with closing(stores.open_store(new_database(durable_cluster))) as store, closing(Ear(store)) as ear:
        ear.wait_for(None)
        durable_cluster.kill()
        time.sleep(0.5)
        assert ear.heard == [None]
        durable_cluster.start()
        ear.wait_for(None, 2)
        assert code_of(store.list) == "store_lost"
        store.create("abcdef", "dice", AT, ["zero"], b"")
        ear.wait_for(("abcdef", 0))


def test_who_stops_listening_lets_go(postgres, admin):
    """A listener that is left or stopped leaves no connection behind, also while the server is away."""
    mine = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    stop = threading.Event()
    listening = postgres.listen(stop)
    assert next(listening) is None
    postgres.create("abcdef", "dice", AT, ["zero"], b"")
    assert next(listening) == ("abcdef", 0)
    assert admin.execute(mine).fetchone() == (1,)
    listening.close()
    listening = postgres.listen(stop)
    assert next(listening) is None
    stop.set()
    assert list(listening) == []
    patience = time.monotonic() + 60
    while admin.execute(mine).fetchone() != (0,):
        assert time.monotonic() < patience
        time.sleep(0.02)
