"""The contract that every store keeps: what was acknowledged is there, and of two who act at once one is told."""

import itertools
import random
import signal
import threading

import pytest

from companion import games, stores
from companion.content.load import load
from companion.core.errors import StaleSequence
from companion.play.bots.simulate import play_session
from companion.play.journal.journal_import import take_in
from companion.play.journal.session import Session, open_session
from companion.play.journal.store import Append
from tests.stores.common import AT, child, code_of, start_together
from tests.stores.writer_process import WRITER

NIGHT = pytest.mark.tier("exhaustive")

# --- reading and writing ---------------------------------------------------------------------------------------------


def test_what_is_appended_is_there(store, other):
    """Lines come back in their order, also from another connection, all or from a number on."""
    store.create("abcdef", "dice", AT, ["zero"], b"seed\0\xff")
    store.append("abcdef", 1, ["one", "two"])
    store.append("abcdef", 3, ["three"])
    for each in (store, other):
        assert each.since("abcdef") == ("abcdef", ["zero", "one", "two", "three"], b"seed\0\xff")
        assert each.since("abcdef", 2).lines == ["two", "three"]
        assert each.since("abcdef", 4).lines == []


def test_any_letters_are_kept(store, other):
    """Four alphabets, quotes, signs that mean something to SQL, and long lines."""
    lines = [
        "Zażółć gęślą jaźń",
        "Ґанок, їжак, єнот",
        "съешь ё",
        "'; DROP TABLE entry; --",
        "%s {x} \\ $1 🙂",
        "x" * 300_000,
    ]
    store.create("abcdef", "dice", AT, lines, b"")
    store.append("abcdef", len(lines), lines)
    assert other.since("abcdef").lines == lines * 2


def test_entries_are_counted_by_whole_ids(store, other):
    """Of those that are there."""
    store.create("abcdef", "dice", AT, ["zero"], b"")
    store.create("bcdefg", "dice", AT, ["zero"], b"")
    store.append("abcdef", 1, ["one", "two"])
    assert other.counts(["abcdef", "bcdefg", "abc", "nobody"]) == {"abcdef": 3, "bcdefg": 1}
    assert other.counts([]) == {}


def test_the_list_has_the_newest_first(store, other):
    """Id, game, time, number of entries and the header of each; of the same second the one made last comes first."""
    assert store.list() == []
    store.create("aaaaaa", "dice", "2026-01-01", ["first"], b"")
    store.create("bbbbbb", "dice", "2026-01-02", ["second", "more"], b"")
    other.create("cccccc", "wotr", "2026-01-01", ["third"], b"")
    for each in (store, other):
        assert [tuple(summary) for summary in each.list()] == [
            ("bbbbbb", "dice", "2026-01-02", 2, "second"),
            ("cccccc", "wotr", "2026-01-01", 1, "third"),
            ("aaaaaa", "dice", "2026-01-01", 1, "first"),
        ]


def test_an_excerpt_has_the_joins_and_the_end(store, other):
    """In the order of the list; no text that only speaks of joining is one; repairs and appends count at once."""
    join, note = '{"args":{},"type":"join"}', '{"args":{"text":"\\"type\\":\\"join\\""},"type":"note"}'
    store.create("aaaaaa", "dice", "2026-01-01", ["first", join, *map(str, range(20)), note, join], b"")
    store.create("bbbbbb", "dice", "2026-01-02", ["second"], b"")
    for each in (store, other):
        newest, oldest = each.excerpts()
        assert (newest.joins, newest.last) == ([], ["second"])
        assert (oldest.joins, oldest.last) == ([join, join], [join, note, *map(str, range(19, 13, -1))])
        assert [newest.summary, oldest.summary] == each.list()
    store.replace_from("aaaaaa", 23, ["end"], [join])
    other.append("bbbbbb", 1, [join])
    assert [(one.joins, one.last[0]) for one in store.excerpts()] == [([join], join), ([join], "end")]


def test_an_id_may_be_shortened(store):
    """As long as one session only begins like that; nothing is not an id, and neither % nor * is a wildcard."""
    store.create("abcdef", "dice", AT, ["one"], b"")
    store.create("abxyzw", "dice", AT, ["other"], b"")
    store.create("abc", "dice", AT, ["short"], b"")
    assert store.since("abx").id == "abxyzw"
    assert store.since("abcd").id == "abcdef"
    assert code_of(store.since, "ab") == "session_unclear"
    for unknown in ("", "x", "b", "abcdefg", "%", "ab%", "ab*", "ABX", "abxż", "abx\0", "\udcff", "' OR ''='"):
        assert code_of(store.since, unknown) == "session_none", unknown


def test_a_whole_id_is_clear(store):
    """An id that is there as it is written means that session, even if longer ones begin with it."""
    store.create("abcdef", "dice", AT, ["long"], b"")
    store.create("abc", "dice", AT, ["short"], b"")
    store.create("abczzz", "dice", AT, ["longer"], b"")
    assert store.since("abc").lines == ["short"]


def test_a_session_is_created_once(store, other):
    """The same id again changes nothing."""
    store.create("abcdef", "dice", AT, ["mine"], b"seed")
    for each in (store, other):
        assert code_of(each.create, "abcdef", "dice", AT, ["yours"], b"other") == "session_there"
    assert store.since("abcdef") == ("abcdef", ["mine"], b"seed")
    assert len(other.list()) == 1


@pytest.mark.parametrize("expected", [0, 1, 3, 9, -1])
def test_a_stale_append_writes_nothing(store, expected):
    """Who does not know the last entry is told how many there are."""
    store.create("abcdef", "dice", AT, ["zero", "one"], b"")
    with pytest.raises(StaleSequence) as raised:
        store.append("abcdef", expected, ["two"])
    assert (raised.value.code, raised.value.values) == ("stale", {"id": "abcdef", "count": 2, "expected": expected})
    assert store.since("abcdef").lines == ["zero", "one"]


def test_an_append_to_no_session(store):
    """It is said, whatever the entry expected; a shortened id is none here."""
    store.create("abcdef", "dice", AT, ["zero"], b"")
    for id, expected in itertools.product(("nobody", "abc", ""), (0, 1)):
        assert code_of(store.append, id, expected, ["one"]) == "session_none"
    assert store.since("abcdef").lines == ["zero"]


def test_an_append_of_nothing(store):
    """Nothing is written, and who is late is told all the same."""
    store.create("abcdef", "dice", AT, ["zero"], b"")
    store.append("abcdef", 1, [])
    assert code_of(store.append, "abcdef", 2, []) == "stale"
    assert store.since("abcdef").lines == ["zero"]


def test_writing_is_all_or_nothing(store, other):
    """If one line cannot be written, none is, and no session is made."""
    store.create("abcdef", "dice", AT, ["zero"], b"")
    assert code_of(store.append, "abcdef", 1, ["one", None]) == "store_fault"
    assert code_of(store.create, "bbbbbb", "dice", AT, ["zero", None], b"") == "store_fault"
    assert other.since("abcdef").lines == ["zero"]
    assert len(other.list()) == 1
    store.append("abcdef", 1, ["one"])
    assert other.since("abcdef").lines == ["zero", "one"]


# --- repairs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("new", [[], ["TWO"], ["TWO", "THREE"], ["TWO", "THREE", "four", "five"]])
def test_the_end_of_a_session_is_replaced(store, other, new):
    """By fewer, as many or more lines, from a number on; id, seed and other sessions stay, and play goes on."""
    store.create("abcdef", "dice", AT, ["zero", "one", "two", "three"], b"seed")
    store.create("bbbbbb", "dice", AT, ["zero", "one", "two", "three"], b"other")
    store.replace_from("abcdef", 2, new, ["two", "three"])
    for each in (store, other):
        assert each.since("abcdef") == ("abcdef", ["zero", "one", *new], b"seed")
        assert each.since("bbbbbb") == ("bbbbbb", ["zero", "one", "two", "three"], b"other")
    other.append("abcdef", 2 + len(new), ["more"])
    assert store.since("abcdef").lines == ["zero", "one", *new, "more"]


def test_all_of_a_session_is_replaced(store, other):
    """From its header on."""
    store.create("abcdef", "dice", AT, ["rubbish", "one"], b"seed")
    store.replace_from("abcdef", 0, ["zero", "one", "two"], ["rubbish", "one"])
    assert other.since("abcdef") == ("abcdef", ["zero", "one", "two"], b"seed")
    assert other.list()[0].header == "zero"


def test_nothing_is_replaced_that_is_not_as_expected(store, other):
    """More lines, fewer, others, in another place: who repairs is told, and nothing is written."""
    store.create("abcdef", "dice", AT, ["zero", "one", "two"], b"")
    for seq, expected in (
        (1, ["one"]),
        (1, ["one", "two", "three"]),
        (1, ["two", "one"]),
        (1, ["one", "TWO"]),
        (0, ["one", "two"]),
        (2, ["one", "two"]),
        (1, []),
        (4, ["x"]),
    ):
        with pytest.raises(StaleSequence) as raised:
            store.replace_from("abcdef", seq, ["new"], expected)
        assert (raised.value.code, raised.value.values["count"]) == ("stale", 3)
        assert other.since("abcdef").lines == ["zero", "one", "two"]
    assert code_of(store.replace_from, "nobody", 0, ["new"], []) == "session_none"
    assert len(other.list()) == 1


def test_who_appended_before_a_repair_is_not_lost(store, other):
    """A repair that read the session before somebody wrote is told; so is who then appends what followed before it."""
    store.create("abcdef", "dice", AT, ["zero", "rubbish"], b"")
    other.append("abcdef", 2, ["two"])
    assert code_of(store.replace_from, "abcdef", 1, [], ["rubbish"]) == "stale"
    assert store.since("abcdef").lines == ["zero", "rubbish", "two"]
    store.replace_from("abcdef", 1, [], ["rubbish", "two"])
    assert code_of(other.append, "abcdef", 3, ["three"]) == "stale"
    assert store.since("abcdef").lines == ["zero"]


def test_a_repair_is_all_or_nothing(store, other):
    """If one line cannot be written, the old ones are all there."""
    store.create("abcdef", "dice", AT, ["zero", "rubbish", "two"], b"")
    assert code_of(store.replace_from, "abcdef", 1, ["one", None], ["rubbish", "two"]) == "store_fault"
    assert other.since("abcdef").lines == ["zero", "rubbish", "two"]
    store.replace_from("abcdef", 1, ["one"], ["rubbish", "two"])
    assert other.since("abcdef").lines == ["zero", "one"]


APPENDER = """
import sys
from companion import stores
from companion.core.errors import StaleSequence
store = stores.open_store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
kept = 0
while kept < int(sys.argv[2]):
    lines = store.since("abcdef").lines
    try:
        store.append("abcdef", len(lines), [f"{len(lines)} after {len(lines) - 1} {kept}"])
        kept += 1
    except StaleSequence:
        pass
print(kept)
"""
MENDER = """
import sys
from companion import stores
from companion.core.errors import StaleSequence
store = stores.open_store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
cut = done = 0
while done < int(sys.argv[2]):
    lines = store.since("abcdef").lines
    seq = max(1, len(lines) - 2)
    try:
        store.replace_from("abcdef", seq, lines[seq:-1], lines[seq:])
        cut, done = cut + len(lines[-1:]) * (len(lines) > 1), done + 1
    except StaleSequence:
        pass
print(cut)
"""


def test_appends_and_repairs_at_once(where, store, exhaustive):
    """Two processes append to a session while another cuts its last line again and again: no line is in a wrong place,
    none is missing, none is there twice, and each that was acknowledged is there or was cut.
    """
    store.create("abcdef", "dice", AT, ["0"], b"")
    appends, repairs = ("150", "50") if exhaustive else ("50", "20")
    workers = [child(APPENDER, where, appends), child(APPENDER, where, appends), child(MENDER, where, repairs)]
    start_together(workers)
    ended = [worker.communicate(timeout=120) for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0, 0], ended
    *kept, cut = [int(out) for out, _ in ended]
    lines = store.since("abcdef").lines
    assert len(lines) == 1 + sum(kept) - cut
    assert [line.split()[0] for line in lines] == [str(seq) for seq in range(len(lines))]
    store.append("abcdef", len(lines), ["and on"])


REPAIRER = """
import sys
from companion import stores
store = stores.open_store(sys.argv[1])
old = store.since("abcdef").lines[1:]
for turn in range(1_000_000):
    new = [f"turn {turn} {seq} " + "x" * 300 for seq in range(100 + turn % 3)]
    store.replace_from("abcdef", 1, new, old)
    old = new
    print(turn, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [pytest.param(1, marks=NIGHT), 7, pytest.param(20, marks=NIGHT)])
def test_a_repair_that_is_killed_was_made_or_not(where, store, acknowledged):
    """SIGKILL in the middle of a loop of repairs: the lines of the last one that was acknowledged, or of the next."""
    store.create("abcdef", "dice", AT, ["zero", "rubbish"], b"seed")
    repairer = child(REPAIRER, where)
    for _ in range(acknowledged):
        last = int(repairer.stdout.readline())
    repairer.send_signal(signal.SIGKILL)
    last = max([last, *map(int, repairer.stdout.read().split())])
    repairer.wait(timeout=60)
    repairer.communicate()
    again = stores.open_store(where)
    zero, *lines = again.since("abcdef").lines
    turn = int(lines[0].split()[1])
    assert (zero, turn in (last, last + 1)) == ("zero", True)
    assert lines == [f"turn {turn} {seq} " + "x" * 300 for seq in range(100 + turn % 3)]
    again.close()


# --- a game in it ----------------------------------------------------------------------------------------------------


def test_a_whole_game(store, other):
    """Played at one connection, opened and verified at another, and taken in once more as the same session."""
    content, game = load("dice"), games.get("dice")
    header = game.rules.header(content, ["Ania:frodo", "Bo:sam"], "advanced", {}, None)
    session = Session.create(game, content, header, store)
    play_session(session, random.Random("a game in a store"))
    again = open_session(other, session.id[:4], games.get, load)
    assert (again.id, again.code, again.replay.state) == (session.id, session.code, session.replay.state)
    lines = other.since(session.id).lines
    assert take_in(other, lines, games.get, load, pytest.fail) == (session.id, 0)


# --- several at once -------------------------------------------------------------------------------------------------


@pytest.fixture
def places(exhaustive: bool) -> int:
    """How many places two processes race for."""
    return 200 if exhaustive else 30


RACER = """
import sys
from companion import stores
from companion.core.errors import StaleSequence
store, name = stores.open_store(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
for seq in range(1, int(sys.argv[3]) + 1):
    while len(store.since("abcdef", seq - 1).lines) == 0:
        pass
    try:
        store.append("abcdef", seq, [f"{name} {seq}"])
        print("won", seq, flush=True)
    except StaleSequence:
        print("late", seq, flush=True)
"""


def test_of_two_who_act_at_once_one_is_told(where, store, places):
    """Two processes want every one of many places: each place is won by exactly one, nothing is lost or doubled."""
    store.create("abcdef", "dice", AT, ["start 0"], b"")
    racers = {name: child(RACER, where, name, str(places)) for name in ("Ania", "Bo")}
    start_together([*racers.values()])
    ended = {name: racer.communicate(timeout=120) for name, racer in racers.items()}
    assert [(racer.returncode, ended[name][1]) for name, racer in racers.items()] == [(0, "")] * 2
    told = {name: out.split("\n") for name, (out, _) in ended.items()}
    won = {name: {int(line.split()[1]) for line in lines if line.startswith("won")} for name, lines in told.items()}
    assert won["Ania"] | won["Bo"] == set(range(1, places + 1))
    assert not won["Ania"] & won["Bo"]
    assert any(line.startswith("late") for lines in told.values() for line in lines)
    kept = store.since("abcdef").lines
    assert kept == ["start 0", *(f"{'Ania' if seq in won['Ania'] else 'Bo'} {seq}" for seq in range(1, places + 1))]


GATHERER = """
import sys
from companion import stores
from companion.play.journal.store import Append
store, name = stores.open_store(sys.argv[1]), sys.argv[2]
tables = ["aaaaaa", "bbbbbb"] if name == "Ania" else ["bbbbbb", "aaaaaa"]
print("ready", flush=True)
sys.stdin.readline()
for seq in range(1, int(sys.argv[3]) + 1):
    while any(len(store.since(table, seq - 1).lines) == 0 for table in tables):
        pass
    for table, refused in zip(tables, store.append_all([Append(table, seq, [f"{name} {seq}"]) for table in tables])):
        print(table, seq, refused.code if refused else "won", flush=True)
"""


def test_of_two_who_gather_appends_one_is_told(where, store, places):
    """Two processes want the same places of two sessions, in opposite order: neither spoils the other's batch."""
    tables = ("aaaaaa", "bbbbbb")
    for table in tables:
        store.create(table, "dice", AT, ["start 0"], b"")
    racers = {name: child(GATHERER, where, name, str(places)) for name in ("Ania", "Bo")}
    start_together([*racers.values()])
    ended = {name: racer.communicate(timeout=120) for name, racer in racers.items()}
    assert [(racer.returncode, ended[name][1]) for name, racer in racers.items()] == [(0, "")] * 2
    told = {name: [line.split() for line in out.splitlines()] for name, (out, _) in ended.items()}
    assert {code for lines in told.values() for _, _, code in lines} == {"won", "stale"}
    won = {(table, seq): name for name, lines in told.items() for table, seq, code in lines if code == "won"}
    assert sum(code == "won" for lines in told.values() for _, _, code in lines) == len(won) == 2 * places
    for table in tables:
        assert store.since(table, 1).lines == [f"{won[table, str(seq)]} {seq}" for seq in range(1, places + 1)]


OPENER = """
import sys
from companion import stores
print("ready", flush=True)
sys.stdin.readline()
stores.open_store(sys.argv[1]).create(sys.argv[2], "dice", "now", ["zero"], b"")
"""


def test_four_may_open_a_new_store_at_once(where):
    """Whoever comes first makes the tables."""
    names = ["aaaaaa", "bbbbbb", "cccccc", "dddddd"]
    openers = [child(OPENER, where, name) for name in names]
    start_together(openers)
    assert [(opener.communicate(timeout=60)[1], opener.returncode) for opener in openers] == [("", 0)] * 4
    store = stores.open_store(where)
    assert sorted(summary.id for summary in store.list()) == names
    store.close()


@pytest.mark.parametrize("acknowledged", [pytest.param(1, marks=NIGHT), 40, pytest.param(150, marks=NIGHT)])
def test_what_was_acknowledged_survives_a_kill(where, store, acknowledged):
    """SIGKILL in the middle of a loop of appends: every acknowledged entry is there, no half one, and play goes on."""
    store.create("abcdef", "dice", AT, ["line 0"], b"seed")
    writer = child(WRITER, where)
    for _ in range(acknowledged):
        last = int(writer.stdout.readline())
    writer.send_signal(signal.SIGKILL)
    rest = writer.stdout.read()  # not communicate(), which passes over what readline() has buffered
    last = max([last, *map(int, rest.split())])
    assert writer.wait(timeout=60) == -signal.SIGKILL
    writer.communicate()
    again = stores.open_store(where)
    lines = again.since("abcdef").lines
    try:
        again.append("abcdef", len(lines), ["and on"])
    except StaleSequence:  # a server may commit the last line of a client that is already dead
        lines = again.since("abcdef").lines
        again.append("abcdef", len(lines), ["and on"])
    assert len(lines) in (last + 1, last + 2)  # the last one may be kept without having been acknowledged
    assert lines[1:] == [f"line {seq} " + "x" * 300 for seq in range(1, len(lines))]
    assert again.since("abcdef").lines == [*lines, "and on"]
    again.close()


def test_appends_of_many_sessions_in_one_transaction(store, other):
    """Each is kept or refused by itself; the refused ones say why."""
    for id in ("aaaaaa", "bbbbbb"):
        store.create(id, "dice", AT, ["zero"], b"")
    got = store.append_all(
        [
            Append("aaaaaa", 1, ["one", "two"]),
            Append("bbbbbb", 5, ["late"]),
            Append("nobody", 1, ["lost"]),
            Append("bbbbbb", 1, ["one"]),
            Append("aaaaaa", 3, ["three"]),
        ]
    )
    assert [result and result.code for result in got] == [None, "stale", "session_none", None, None]
    assert other.since("aaaaaa").lines == ["zero", "one", "two", "three"]
    assert other.since("bbbbbb").lines == ["zero", "one"]
    assert store.append_all([]) == []


# --- who listens -----------------------------------------------------------------------------------------------------


def test_who_listens_is_told_that_somebody_wrote(store, other):
    """At once to look, then after each write of another connection, a repair too; it ends when it is told to."""
    heard, stop, news = [], threading.Event(), threading.Semaphore(0)

    def listen():
        for notice in store.listen(stop):
            heard.append(notice)
            news.release()

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        assert news.acquire(timeout=60)
        assert heard == [None]
        other.create("abcdef", "dice", AT, ["zero"], b"")
        assert news.acquire(timeout=60)
        other.append("abcdef", 1, ["one"])
        assert news.acquire(timeout=60)
        other.replace_from("abcdef", 1, ["ONE"], ["one"])
        assert news.acquire(timeout=60)
        assert {notice and notice.session for notice in heard} <= {None, "abcdef"}
    finally:
        stop.set()
        thread.join(timeout=60)
    assert not thread.is_alive()
