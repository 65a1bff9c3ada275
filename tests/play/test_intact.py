"""How far a journal holds: everything before its first bad entry can still be read."""

import random

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError
from companion.play.bots.simulate import play_session
from companion.play.journal.entries.remarks import Note
from companion.play.journal.readable_prefix import linked_entries, read_prefix
from companion.play.journal.session import look_into, open_session
from tests.play.forge import changed, entries, extra, forged, lines_of, rehash


def read_lines(lines):
    return read_prefix(lines, games.get, load)


@pytest.fixture(scope="module")
def game(begin):
    """A whole game: its session."""
    session = begin("frodo", "sam", "merry", variant="advanced")
    play_session(session, random.Random("how far it holds"))
    return session


def test_a_good_journal(game):
    """It holds to its end."""
    found = read_lines(lines_of(game))
    assert (found.damage, found.lines) == (None, lines_of(game))
    assert found.replay.state == game.replay.state


DAMAGES = {
    "a flipped bit": lambda line: line.replace('"seat":"', '"seat":"\x00', 1),
    "bytes that are no text": lambda line: line.replace('"at":"2', '"at":"\udcb2', 1),
    "half a line": lambda line: line[: len(line) // 2],
    "nothing": lambda line: "",
    "other spaces": lambda line: line.replace(":", ": ", 1),
    "deep brackets": lambda line: "[" * 100_000,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_line(game, damage):
    """Wherever it stands, all before it is read, the table is the one of that moment, and the line is named."""
    lines = lines_of(game)
    for seq in (1, 2, len(lines) // 2, len(lines) - 1):
        found = read_lines([*lines[:seq], DAMAGES[damage](lines[seq]), *lines[seq + 1 :]])
        assert (found.damage.seq, found.lines) == (seq, lines[:seq])
        assert found.replay.state == game.replay.state_at(seq - 1)
        assert found.damage.is_damage


@pytest.mark.parametrize(
    "disorder",
    [
        lambda lines, seq: [*lines[:seq], *lines[seq + 1 :]],
        lambda lines, seq: [*lines[:seq], lines[seq - 1], *lines[seq:]],
        lambda lines, seq: [*lines[:seq], lines[seq + 1], lines[seq], *lines[seq + 2 :]],
    ],
    ids=["left out", "doubled", "exchanged"],
)
def test_lines_out_of_order(game, disorder):
    """All before the first wrong one is read."""
    lines = lines_of(game)
    found = read_lines(disorder(lines, 7))
    assert (found.damage.seq, found.lines) == (7, lines[:7])


def test_an_entry_against_the_rules(game):
    """Its hashes are right, the rules refuse it: all before it is read."""
    lines = lines_of(game)
    seq = next(entry["seq"] for entry in entries(lines) if entry["type"] == "keep")
    bad = forged(lines, seq, lambda entry: entry["args"].update(dice=[]))
    found = read_lines(bad)
    assert (found.damage.seq, found.damage.code, found.damage.refusal.rule) == (seq, "illegal", "DG-ROLL-2")
    assert found.lines == bad[:seq]
    assert found.damage.game == "dice"


def test_the_first_of_several(game):
    """An entry against the rules before a damaged line, and the other way round."""
    lines = lines_of(game)
    roll, keep = (next(e["seq"] for e in entries(lines) if e["type"] == kind) for kind in ("roll", "keep"))
    illegal = forged(lines, keep, lambda entry: entry["args"].update(dice=[]))
    assert read_lines([*illegal[:-1], "x"]).damage.seq == keep
    assert read_lines([*illegal[:roll], "x", *illegal[roll + 1 :]]).damage.seq == roll


@pytest.mark.parametrize(
    "lines",
    [[], [""], ["x"], ["[]"], ["\udcff"], rehash([extra("note")]), rehash([extra("header", {"format": 1})])],
    ids=["empty", "empty line", "no JSON", "no entry", "no text", "no header", "no game"],
)
def test_a_damaged_header(lines):
    """Nothing can be replayed."""
    found = read_lines(lines)
    assert (found.replay, found.lines, found.damage.seq) == (None, [], 0)


def test_a_header_of_another_version(game):
    """Rules that this version does not know are no damage."""
    lines = forged(lines_of(game), 0, lambda entry: entry["args"].update(rules=99))
    found = read_lines(lines)
    assert (found.replay, found.damage.code, found.damage.is_damage) == (None, "other_rules", False)


def test_an_end_that_is_missing(game):
    """A game that is over without saying so lacks its last entry; all that is there is read."""
    lines = lines_of(game)
    assert entries(lines)[-1]["type"] == "end"
    found = read_lines(lines[:-1])
    assert (found.damage.seq, found.damage.code, found.lines) == (len(lines) - 1, "end_missing", lines[:-1])


def test_entries_are_intact_by_their_hashes_alone(game):
    """Without the rules: the entries whose hashes hold, and what is wrong with the next one."""
    lines = lines_of(game)
    assert [entry.line for entry in linked_entries(lines)[0]] == lines
    held, damage = linked_entries(changed(lines, 5, lambda entry: entry.update(at="x")))
    assert (len(held), damage.seq, damage.code) == (5, 5, "changed")
    illegal = forged(lines, 2, lambda entry: entry["args"].update(dice=[]))
    assert linked_entries(illegal)[1] is None


# --- of a store ------------------------------------------------------------------------------------------------------


def test_a_damaged_session_is_looked_into(begin, store):
    """What can be read of it, all its lines, and the damage with the session's id; to play on it is refused."""
    session = begin("frodo", "sam")
    session.do("roll", {}, "r,o,w,g,n")
    session.keep(session.plan(Note("well")))
    lines = changed(lines_of(session), 2, lambda entry: entry["args"].update(text="bad"))
    store.create("abcdef", "dice", "now", lines, b"seed")
    opened = look_into(store, "abc", games.get, load)
    assert (opened.id, opened.session.seq, opened.lines) == ("abcdef", 1, lines)
    assert (opened.damage.seq, opened.damage.session) == (2, "abcdef")
    assert opened.session.store is None
    with pytest.raises(JournalError) as raised:
        open_session(store, "abc", games.get, load)
    assert (raised.value.seq, raised.value.code, raised.value.session) == (2, "changed", "abcdef")
