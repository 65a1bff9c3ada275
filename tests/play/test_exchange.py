"""A journal goes from one device to another, and a good one repairs a damaged one."""

import random
import sqlite3

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError, StaleSequence, StoreError
from companion.play.bots.simulate import play_session
from companion.play.journal import draws
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.undo import Undo
from companion.play.journal.journal_import import take_in
from companion.play.journal.session import Session, look_into, open_session
from companion.play.journal.store import SqliteStore
from companion.play.report.verify import verify_journal
from tests.play.forge import changed, entries, extra, forged, lines_of, rehash


@pytest.fixture
def here(tmp_path):
    """The store of another device."""
    found = SqliteStore(tmp_path / "here.sqlite")
    yield found
    found.close()


def taken(here, lines, keep=pytest.fail):
    return take_in(here, lines, games.get, load, keep)


def opened(here, id):
    return open_session(here, id, games.get, load)


def test_a_new_session(begin, here):
    """All entries come in under an id of their own, with the time they began."""
    session = begin("frodo", "sam")
    play_session(session, random.Random(5))
    id, added = taken(here, lines_of(session))
    assert added == len(lines_of(session))
    assert here.since(id).lines == lines_of(session)
    assert [(found.id, found.created, found.game) for found in here.list()] == [(id, "2026-11-20T19:30:00Z", "dice")]
    assert opened(here, id).replay.state == session.replay.state


def test_the_rest_of_a_session(begin, here):
    """Only what is new is added; once more, nothing is; a shorter file takes nothing away."""
    session = begin("frodo", "sam")
    session.do("roll", {})
    early = lines_of(session)
    id, _ = taken(here, early)
    play_session(session, random.Random(5))
    assert taken(here, lines_of(session)) == (id, len(lines_of(session)) - len(early))
    for _ in range(2):
        assert taken(here, lines_of(session)) == (id, 0)
        assert taken(here, early) == (id, 0)
    assert here.since(id).lines == lines_of(session)
    assert len(here.list()) == 1


def test_a_session_that_went_on_differently(begin, here):
    """Two continuations are not mixed; the one that is here stays."""
    session = begin("frodo", "sam")
    session.do("roll", {}, "r,o,w,g,n")
    id, _ = taken(here, lines_of(session))
    elsewhere = rehash([entries(lines_of(session))[0], extra("note", {"text": "elsewhere"})])
    with pytest.raises(StoreError) as raised:
        taken(here, elsewhere)
    assert raised.value.code == "import_differs"
    assert here.since(id).lines == lines_of(session)
    session.do("keep", {"dice": "green"})
    assert taken(here, lines_of(session)) == (id, 1)


def test_two_games_of_the_same_people(begin, here):
    """Another header is another session."""
    first, second = begin("frodo", "sam"), begin("frodo", "sam", seed=b"other")
    ids = {taken(here, lines_of(session))[0] for session in (first, second)}
    assert len(ids) == 2
    assert len(here.list()) == 2


def test_an_imported_session_goes_on_with_typed_dice(begin, here):
    """The seed stayed behind: the app cannot draw, the table can."""
    session = begin("frodo", "sam")
    session.do("roll", {})
    session.keep(session.plan(Undo(session.replay.seats)))
    imported = opened(here, taken(here, lines_of(session))[0])
    answer = imported.do("roll", {})
    assert (answer.refusal.code, answer.refusal.rule) == ("draw_none", "TB-DRAW-1")
    assert imported.seq == session.seq
    assert imported.do("roll", {}, "r,o,w,g,n").refusal is None


def test_it_comes_back_to_the_device_with_the_seed(begin, here, store):
    """What was played elsewhere with typed dice is taken in at home, and the app draws again."""
    session = begin("frodo", "sam", store=store)
    session.do("roll", {})
    session.keep(session.plan(Undo(session.replay.seats)))
    away = opened(here, taken(here, lines_of(session))[0])
    away.do("roll", {}, "r,o,w,g,n")
    away.do("keep", {"dice": "green"})
    assert taken(store, lines_of(away)) == (session.id, 2)
    home = opened(store, session.id)
    assert home.do("roll", {}).refusal is None
    assert home.replay.links == 2


@pytest.mark.parametrize("seq", [0, 1, 2])
def test_a_journal_that_does_not_hold_is_not_taken_in(begin, here, seq):
    """Nothing of it is kept."""
    session = begin("frodo", "sam")
    session.do("roll", {})
    session.keep(session.plan(Note("x")))
    with pytest.raises(JournalError) as raised:
        taken(here, changed(lines_of(session), seq, lambda entry: entry.update(at="x")))
    assert raised.value.seq == seq
    assert here.list() == []


# --- repairs ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(begin, store):
    """A session of 40 entries that the app drew for, and its lines."""
    session = begin("frodo", "sam", "merry", variant="advanced", store=store)
    rng = random.Random("a table to be repaired")
    while session.seq < 39:
        assert session.act(rng.choice(session.game.rules.legal_actions(session.replay.state))).refusal is None
    return session, lines_of(session)


def damaged(store, session, seq, line="rubbish"):
    """The lines of a session in the store, after one of them was overwritten behind everybody's back."""
    db = sqlite3.connect(store.path)
    db.execute("UPDATE entry SET line = ? WHERE session = ? AND seq = ?", (line, session.id, seq))
    db.commit()
    db.close()
    return store.since(session.id).lines


def test_a_good_export_repairs_a_table(played, store):
    """Its entries stand in the store from the damage on; what stood there was handed out before, the app draws on."""
    session, lines = played
    bad = damaged(store, session, 17)
    kept = []
    assert taken(store, lines, kept.append) == (session.id, 23)
    assert kept == [(session.id, "dice", 17, bad[17:])]
    assert store.since(session.id) == (session.id, lines, session._secret)
    assert len(store.list()) == 1
    home = opened(store, session.id)
    links = home.replay.links
    while home.replay.links == links:
        assert home.act(home.game.rules.legal_actions(home.replay.state)[0]).refusal is None
    verify_journal(store.since(session.id).lines, games.get, load)
    assert taken(store, lines) == (session.id, 0)


def test_what_follows_an_older_export_stays(played, store):
    """The file ends soon after the damage: the entries behind it, which follow from it, are not lost."""
    session, lines = played
    damaged(store, session, 17)
    assert taken(store, lines[:18], lambda old: None) == (session.id, 23)
    assert store.since(session.id).lines == lines


def test_what_follows_stays_up_to_the_next_damage(played, store):
    """Two bad entries, a file that holds the first: the table is whole up to the second."""
    session, lines = played
    damaged(store, session, 30)
    bad = damaged(store, session, 17)
    kept = []
    assert taken(store, lines[:20], kept.append) == (session.id, 13)
    assert kept[0].lines == bad[17:]
    assert store.since(session.id).lines == lines[:30]
    assert taken(store, lines) == (session.id, 10)


def test_the_intact_entries_repair_a_table(played, store):
    """Without any export: what came before the damage, and play goes on from there with the app's draws."""
    session, _ = played
    bad = damaged(store, session, 17)
    good = look_into(store, session.id, games.get, load).session
    kept = []
    assert taken(store, lines_of(good), kept.append) == (session.id, 0)
    assert kept[0].lines == bad[17:]
    home = opened(store, session.id)
    assert home.seq == 16
    while home.replay.links <= good.replay.links:
        assert home.act(home.game.rules.legal_actions(home.replay.state)[0]).refusal is None
    verify_journal(store.since(session.id).lines, games.get, load)


def test_another_continuation_repairs_a_table(played, store):
    """A file that went on differently after the damage is as good as any: nothing of ours follows from it."""
    session, lines = played
    damaged(store, session, 17)
    elsewhere = rehash([*entries(lines[:17]), extra("note", {"text": "elsewhere"})])
    assert taken(store, elsewhere, lambda old: None) == (session.id, 1)
    assert store.since(session.id).lines == elsewhere


@pytest.mark.parametrize("seq", range(3))
def test_any_line_may_be_the_damaged_one(played, store, seq):
    """The first ones too: a session whose header is damaged is known by the lines that follow."""
    session, lines = played
    damaged(store, session, seq)
    assert taken(store, lines, lambda old: None) == (session.id, len(lines) - seq)
    assert store.since(session.id) == (session.id, lines, session._secret)


@pytest.mark.parametrize("more", [1, 5])
def test_a_damaged_header_and_more(played, store, more):
    """One line is enough to know the session by."""
    session, lines = played
    for seq in range(more + 1):
        damaged(store, session, seq)
    assert taken(store, lines, lambda old: None) == (session.id, len(lines))
    assert len(store.list()) == 1


@pytest.mark.parametrize("seq", [0, 1, 17])
@pytest.mark.parametrize("given", [18, 20, 40])
def test_a_line_that_is_gone(played, store, seq, given):
    """As one that is damaged: what follows the file's last entry stays, wherever it stands now."""
    session, lines = played
    db = sqlite3.connect(store.path)
    db.execute("DELETE FROM entry WHERE seq = ?", (seq,))
    db.commit()
    db.close()
    assert taken(store, lines[:given], lambda old: None) == (session.id, len(lines) - seq)
    assert store.since(session.id).lines == lines


def test_a_damaged_header_of_another_game(played, store, begin):
    """Other sessions are left alone, damaged or not."""
    session, lines = played
    damaged(store, session, 0)
    other = begin("frodo", "sam", "merry", variant="advanced", seed=b"other")
    other.do("roll", {})
    id, _ = taken(store, lines_of(other))
    assert id != session.id
    assert store.since(session.id).lines == ["rubbish", *lines[1:]]


def test_a_file_that_ends_before_the_damage(played, store):
    """It is refused, and says how much it would have to hold."""
    session, lines = played
    bad = damaged(store, session, 17)
    with pytest.raises(StoreError) as raised:
        taken(store, lines[:16])
    assert (raised.value.code, raised.value.values) == ("repair_short", {"id": session.id, "last": 15, "good": 16})
    assert store.since(session.id).lines == bad


def test_a_file_that_differs_before_the_damage(played, store):
    """It is refused, and the first other entry is named."""
    session, lines = played
    bad = damaged(store, session, 17)
    other = rehash([*entries(lines[:9]), *[extra("note", {"text": str(n)}) for n in range(20)]])
    with pytest.raises(StoreError) as raised:
        taken(store, other)
    assert (raised.value.code, raised.value.values) == ("repair_differs", {"id": session.id, "seq": 9})
    assert store.since(session.id).lines == bad


def test_a_file_that_does_not_hold_repairs_nothing(played, store):
    """Damaged in another place, forged, or against the rules."""
    session, lines = played
    bad = damaged(store, session, 17)
    keep = next(entry["seq"] for entry in entries(lines) if entry["type"] == "keep" and entry["seq"] > 17)
    for given in (
        changed(lines, 20, lambda entry: entry.update(at="x")),
        [*lines[:30], lines[30][:40]],
        forged(lines, keep, lambda entry: entry["args"].update(dice=[])),
        bad,
    ):
        with pytest.raises(JournalError):
            taken(store, given)
        assert store.since(session.id).lines == bad


def test_nothing_is_replaced_before_it_is_kept_elsewhere(played, store):
    """If the old lines cannot be written aside, they stay."""
    session, lines = played
    bad = damaged(store, session, 17)

    def full(old):
        assert store.since(session.id).lines == bad
        raise StoreError("file_unwritable", path="x", reason="full")

    with pytest.raises(StoreError):
        taken(store, lines, full)
    assert store.since(session.id).lines == bad


def test_somebody_appends_while_a_table_is_repaired(played, store):
    """The repair is told, and nothing of either is lost."""
    session, lines = played
    damaged(store, session, 17)
    with pytest.raises(StaleSequence):
        taken(store, lines, lambda old: store.append(session.id, 40, ["more"]))
    assert store.since(session.id).lines[17:] == ["rubbish", *lines[18:], "more"]


def test_a_game_that_was_over_is_over_again(begin, store):
    """Its last line is damaged: the intact entries repair it, and the entry that says who won is written anew."""
    session = begin("frodo", "sam", store=store)
    play_session(session, random.Random("to the end"))
    lines = lines_of(session)
    assert entries(lines)[-1]["type"] == "end"
    damaged(store, session, len(lines) - 1)
    good = look_into(store, session.id, games.get, load)
    assert good.session.seq == len(lines) - 2
    assert taken(store, lines_of(good.session), lambda old: None) == (session.id, 1)
    again = entries(store.since(session.id).lines)
    assert (again[-1]["type"], again[-1]["args"]) == ("end", entries(lines)[-1]["args"])
    verify_journal(store.since(session.id).lines, games.get, load)


def test_a_file_that_lacks_its_end_is_not_a_new_session(begin, here):
    """Only a damaged session that is here is repaired by it."""
    session = begin("frodo", "sam")
    play_session(session, random.Random("to the end"))
    with pytest.raises(JournalError) as raised:
        taken(here, lines_of(session)[:-1])
    assert raised.value.code == "end_missing"
    assert here.list() == []


@pytest.mark.parametrize("lost", [1, 2])
def test_hidden_draws_are_opened_again(store, lost):
    """A game with hidden cards is over, its key or both last lines are damaged: the seed gives them once more."""
    content, game = load("fellowship"), games.get("fellowship")
    header = game.rules.header(content, ["Ania:frodo", "Bo:sam"], None, {}, None)
    session = Session.create(game, content, header, store)
    play_session(session, random.Random(3))
    lines = lines_of(session)
    assert [entry["type"] for entry in entries(lines)[-2:]] == ["end", "open"]
    damaged(store, session, len(lines) - lost)
    good = look_into(store, session.id, games.get, load).session
    assert taken(store, lines_of(good), lambda old: None) == (session.id, lost)
    again = store.since(session.id).lines
    assert entries(again)[-1]["args"] == {"key": draws.sealing_key(session._secret).hex()}
    assert verify_journal(again, games.get, load).holds
