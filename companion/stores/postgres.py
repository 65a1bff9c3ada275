"""The Store in a PostgreSQL database, for many tables and several server processes; the only room that knows psycopg.

Its tables stand in a schema of their own, so that the database may serve others too. An append is one statement: a
client that dies in the middle of it leaves nothing open, and who listens is told in the same commit.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Event
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import UniqueViolation

from companion.core.errors import StoreError
from companion.play.journal.store import (
    JOIN,
    LAST,
    Append,
    Excerpt,
    Notice,
    Summary,
    Tail,
    append_error,
    id_prefix,
    replace_error,
    single_match,
    try_append,
)

Connection = psycopg.Connection[tuple[Any, ...]]

MIGRATIONS = (  # the n-th takes tables of format n to format n + 1, and is never changed
    """
    CREATE TABLE companion.session (
        id text COLLATE "C" PRIMARY KEY,
        made bigint GENERATED ALWAYS AS IDENTITY,
        game text NOT NULL,
        created text COLLATE "C" NOT NULL,
        secret bytea NOT NULL
    );
    CREATE TABLE companion.entry (
        session text COLLATE "C" NOT NULL REFERENCES companion.session,
        seq integer NOT NULL,
        line text NOT NULL,
        PRIMARY KEY (session, seq)
    );
    """,
)
VERSION = len(MIGRATIONS)
LOCK = 0x6D6F7264  # any number; who migrates holds it
CHANNEL = "companion"

CREATE = """
    WITH made AS (
        INSERT INTO companion.session (id, game, created, secret)
        VALUES (%(id)s, %(game)s, %(created)s, %(secret)s)
    ), kept AS (
        INSERT INTO companion.entry (session, seq, line)
        SELECT %(id)s, place - 1, line FROM unnest(%(lines)s::text[]) WITH ORDINALITY AS new (line, place)
        RETURNING seq
    )
    SELECT pg_notify(%(channel)s, concat(%(id)s::text, ' ', max(seq))) FROM kept
"""
APPEND = """
    WITH last AS (
        SELECT max(seq) AS seq FROM companion.entry WHERE session = %(id)s
    ), kept AS (
        INSERT INTO companion.entry (session, seq, line)
        SELECT %(id)s, last.seq + place, new.line
        FROM last, unnest(%(lines)s::text[]) WITH ORDINALITY AS new (line, place)
        WHERE last.seq + 1 = %(expected)s
        RETURNING seq
    )
    SELECT
        last.seq + 1,
        (SELECT pg_notify(%(channel)s, concat(%(id)s::text, ' ', max(seq))) FROM kept HAVING count(*) > 0)
    FROM last
"""
APPEND_ALL = """
    WITH counted AS (
        SELECT id, expected, (SELECT max(seq) + 1 FROM companion.entry WHERE session = id) AS there
        FROM unnest(%(ids)s::text[], %(expected)s::integer[]) AS new (id, expected)
    ), kept AS (
        INSERT INTO companion.entry (session, seq, line)
        SELECT session, seq, line
        FROM unnest(%(sessions)s::text[], %(seqs)s::integer[], %(lines)s::text[]) AS new (session, seq, line)
        JOIN counted ON id = session AND there = expected
        ORDER BY session, seq  -- in the same order by everybody
        RETURNING session, seq
    ), told AS (
        SELECT session, max(seq) AS seq FROM kept GROUP BY session
    )
    SELECT id, there, (SELECT pg_notify(%(channel)s, concat(id, ' ', told.seq)) WHERE told.seq IS NOT NULL)
    FROM counted LEFT JOIN told ON session = id
"""
REPAIR = """
    SET LOCAL idle_in_transaction_session_timeout = '5s';
    LOCK TABLE companion.entry IN SHARE ROW EXCLUSIVE MODE
"""
INSERT = """
    INSERT INTO companion.entry (session, seq, line)
    SELECT %(id)s, %(seq)s + place - 1, line FROM unnest(%(lines)s::text[]) WITH ORDINALITY AS new (line, place)
"""
COUNT = "SELECT max(seq) + 1 FROM companion.entry WHERE session = %s"
COUNTS = "SELECT id, (SELECT max(seq) + 1 FROM companion.entry WHERE session = id) FROM unnest(%s::text[]) AS new (id)"
FIND = "SELECT id, secret FROM companion.session WHERE starts_with(id, %s) ORDER BY id LIMIT 2"
SINCE = "SELECT line FROM companion.entry WHERE session = %s AND seq >= %s ORDER BY seq"
SUMMARY = """
    id, game, created, coalesce((SELECT max(seq) + 1 FROM companion.entry WHERE session = id), 0),
    coalesce((SELECT line FROM companion.entry WHERE session = id AND seq = 0), '')
"""
JOINS = f"strpos(line, '{JOIN}') > 0"
EXCERPT = f"""
    ARRAY(SELECT line FROM companion.entry WHERE session = id AND {JOINS} ORDER BY seq),
    ARRAY(SELECT line FROM companion.entry WHERE session = id ORDER BY seq DESC LIMIT {LAST})
"""
NEWEST_FIRST = "FROM companion.session ORDER BY created DESC, made DESC"
LIST = f"SELECT {SUMMARY} {NEWEST_FIRST}"
EXCERPTS = f"SELECT {SUMMARY}, {EXCERPT} {NEWEST_FIRST}"
HAS_JOIN_INDEX = "SELECT count(*) FROM pg_indexes WHERE schemaname = 'companion' AND indexname = 'entry_join'"
JOIN_INDEX = f"CREATE INDEX IF NOT EXISTS entry_join ON companion.entry (session, seq) WHERE {JOINS}"  # of no format

# Not to_regclass() and the like: they answer from memory, and do not see what others made while we waited for a lock.
HAS_SCHEMA = "SELECT count(*) FROM pg_namespace WHERE nspname = 'companion'"
HAS_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'companion' AND tablename = 'version'"

FAULTS = {  # as PostgreSQL numbers them
    "25006": "store_readonly",
    "42501": "store_denied",
    "53100": "store_full",
    "55P03": "store_busy",
}
NOT_LET_IN = {  # in words only: no number comes with them; in another language they are shown as they are
    r"password authentication failed|no password supplied": "store_password",
    r"database .* does not exist": "store_database",
    r"permission denied": "store_denied",
}
PATIENCE = {  # so that a cable pulled out is noticed; a URL may say otherwise
    "connect_timeout": 5,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 5.0


class PostgresStore:
    """The Store in a database. After the connection broke the next call makes a new one.

    If it broke while an append was under way, nobody knows whether the entries are there; the next append says so.
    """

    def __init__(self, url: str) -> None:
        self._options, self.place = _read(url)
        self._db = self._connect()

    def create(self, id: str, game: str, created: str, lines: Sequence[str], secret: bytes) -> None:
        """Begin a session with its first lines; see Store."""
        new = {"id": id, "game": game, "created": created, "secret": secret, "lines": [*lines], "channel": CHANNEL}
        with self._connection() as db:
            try:
                db.execute(CREATE, new)
            except UniqueViolation:
                raise StoreError("session_there", id=id) from None

    def append(self, id: str, expected: int, lines: Sequence[str]) -> None:
        """Append lines to a session; see Store."""
        new = {"id": id, "expected": expected, "lines": [*lines], "channel": CHANNEL}
        with self._connection() as db:
            try:
                count = _first_value(db.execute(APPEND, new))
            except UniqueViolation:  # somebody else did the same at the same time
                count = _first_value(db.execute(COUNT, [id]))
                if count == expected:  # and a repair has taken that away since
                    self.append(id, expected, lines)
                    return
        if refusal := append_error(id, count, expected):
            raise refusal

    def append_all(self, appends: Sequence[Append]) -> builtins.list[StoreError | None]:
        """Append to many sessions at once, in one statement; see Store."""
        first: dict[str, int] = {}
        for id, expected, _ in appends:
            first.setdefault(id, expected)
        refusals, rows = _chain(first, appends)
        sessions, seqs, texts = ([row[part] for row in rows] for part in range(3))
        new = {"ids": [*first], "expected": [*first.values()], "channel": CHANNEL}
        with self._connection() as db:
            try:
                found = db.execute(APPEND_ALL, {**new, "sessions": sessions, "seqs": seqs, "lines": texts})
            except UniqueViolation:  # somebody was first in one of them since they were counted
                there: dict[str, int] = {}
            else:
                there = {id: count for id, count, _ in found}
        as_expected = {id for id, expected in first.items() if there.get(id) == expected}
        return [  # of a session that was not as expected nothing was written: each append by itself says why
            refusal if append.id in as_expected else try_append(self, append)
            for append, refusal in zip(appends, refusals, strict=True)
        ]

    def replace_from(self, id: str, seq: int, lines: Sequence[str], expected_tail: Sequence[str]) -> None:
        """Replace the last lines of a session; see Store.

        Nobody appends to any session meanwhile; who holds up everybody for too long is sent away.
        """
        with self._connection() as db, db.transaction():
            db.execute(REPAIR)
            count = _first_value(db.execute(COUNT, [id]))
            there = [line for (line,) in db.execute(SINCE, [id, seq])]
            if count is None or there != [*expected_tail]:
                raise replace_error(id, count, seq + len(expected_tail))
            db.execute("DELETE FROM companion.entry WHERE session = %s AND seq >= %s", [id, seq])
            db.execute(INSERT, {"id": id, "seq": seq, "lines": [*lines]})
            db.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{id} {seq + len(lines) - 1}"])

    def since(self, id: str, seq: int = 0) -> Tail:
        """Return the lines of a session from `seq` on; see Store."""
        with self._connection() as db:
            full, secret = single_match(id, db.execute(FIND, [id_prefix(id)]).fetchall())
            return Tail(full, [line for (line,) in db.execute(SINCE, [full, seq])], secret)

    def counts(self, ids: Sequence[str]) -> dict[str, int]:
        """Return how many entries each of these sessions has; see Store."""
        with self._connection() as db:
            return {id: count for id, count in db.execute(COUNTS, [[*ids]]) if count is not None}

    def faults(self) -> builtins.list[str]:
        """Return nothing: a server looks after its own files; see Store."""
        return []

    def list(self) -> builtins.list[Summary]:
        """Return all sessions, the newest first; see Store."""
        with self._connection() as db:
            return [Summary(*row) for row in db.execute(LIST)]

    def excerpts(self) -> builtins.list[Excerpt]:
        """Return the excerpts of all sessions, the newest first; see Store."""
        with self._connection() as db:
            return [Excerpt(Summary(*row[:-2]), *row[-2:]) for row in db.execute(EXCERPTS)]

    def listen(self, stop: Event) -> Iterator[Notice | None]:
        """Yield a notice of everything written; see Store. None comes first and after every pause of the connection."""
        pause = FIRST_PAUSE_S
        while not stop.is_set():
            try:
                with self._reach() as db:
                    db.execute(f"LISTEN {CHANNEL}")
                    pause = FIRST_PAUSE_S
                    yield None
                    while not stop.is_set():
                        for notify in db.notifies(timeout=0.5):
                            if found := re.fullmatch(r"(\S+) (\d+)", notify.payload):
                                yield Notice(found[1], int(found[2]))
            except (psycopg.Error, StoreError):
                stop.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)

    def close(self) -> None:
        """Close the store; see Store."""
        self._db.close()

    def __del__(self) -> None:
        if hasattr(self, "_db"):
            self._db.close()

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        if self._db.closed:
            self._db = self._connect()
        with self._faults(self._db):
            yield self._db

    def _connect(self) -> Connection:
        """A connection to tables of this format."""
        db = self._reach()
        try:
            with self._faults(db):
                if db.info.parameter_status("server_encoding") != "UTF8":
                    raise StoreError("store_letters", path=self.place)
                db.execute("SET lock_timeout = '5s'; SET default_transaction_isolation = 'read committed'")
                if _first_value(db.execute("SHOW synchronous_commit")) == "off":
                    db.execute("SET synchronous_commit = on")
                if self._version(db) < VERSION:
                    self._migrate(db)
                if not _first_value(db.execute(HAS_JOIN_INDEX)):
                    _make_join_index(db)
        except BaseException:
            db.close()
            raise
        return db

    def _reach(self) -> Connection:
        try:
            return psycopg.connect(**self._options, autocommit=True)
        except psycopg.Error as error:
            reason = _reason(error)
            code = next((code for words, code in NOT_LET_IN.items() if re.search(words, reason)), "store_server")
            raise StoreError(code, path=self.place, reason=reason) from None

    def _version(self, db: Connection) -> int:
        """Return the format version of the tables; 0: there are none."""
        if not _first_value(db.execute(HAS_TABLES)):
            return 0
        version: int = _first_value(db.execute("SELECT coalesce(max(version), 0) FROM companion.version"))
        if version > VERSION:
            raise StoreError("store_newer", path=self.place, version=version)
        return version

    def _migrate(self, db: Connection) -> None:
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            version = self._version(db)
            if version == 0:
                if not _first_value(db.execute(HAS_SCHEMA)):
                    db.execute("CREATE SCHEMA companion")
                db.execute("CREATE TABLE companion.version AS SELECT 0 AS version")
            for step in MIGRATIONS[version:]:
                db.execute(step)
            db.execute("UPDATE companion.version SET version = %s", [VERSION])

    @contextmanager
    def _faults(self, db: Connection) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            code = "store_lost" if db.closed else FAULTS.get(error.sqlstate or "", "store_fault")
            raise StoreError(code, path=self.place, reason=_reason(error)) from None


def _chain(
    counts: Mapping[str, int], appends: Sequence[Append]
) -> tuple[list[StoreError | None], list[tuple[str, int, str]]]:
    """Return the error of each append, or None, and all rows to write. counts: entries of each session before."""
    counts, refusals, rows = dict(counts), [], []
    for id, expected, lines in appends:
        refusals.append(append_error(id, counts[id], expected))
        if refusals[-1] is None:
            rows += [(id, seq, line) for seq, line in enumerate(lines, expected)]
            counts[id] += len(lines)
    return refusals, rows


def _make_join_index(db: Connection) -> None:
    """Make the index of the excerpts; where that is not allowed lists are slower."""
    with suppress(psycopg.Error), db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        db.execute(JOIN_INDEX)


def _read(url: str) -> tuple[dict[str, Any], str]:
    """What to connect with, and the URL as it may be shown: without password. Raises StoreError, which shows nothing.

    A sign in a password that ought to be written as %40 or %2F would make a part of it a host's name: refused.
    """
    before, _, _ = url.partition("://")[2].rpartition("@")
    if not url.isprintable() or "@" in before or "/" in before:
        raise StoreError("store_url")
    try:
        options = conninfo_to_dict(url)
    except (psycopg.Error, ValueError):
        raise StoreError("store_url") from None
    user, host, port, name = (str(options.get(key, "")) for key in ("user", "host", "port", "dbname"))
    if not re.fullmatch(r"[\d,]*", port):
        raise StoreError("store_url")
    who = f"{user}@" if user else ""
    where = f"{host}:{port}" if port else host
    return {**PATIENCE, **options, "client_encoding": "UTF8"}, f"postgresql://{who}{where}/{name}"


def _reason(error: psycopg.Error) -> str:
    """Return the message of the server or the network in one line."""
    first = str(error).strip().partition("\n")[0]
    return first.rpartition(" failed: ")[2].removeprefix("FATAL:").strip().rstrip(".")


def _first_value(rows: psycopg.Cursor[tuple[Any, ...]]) -> Any:
    row = rows.fetchone()
    return row[0] if row else None
