"""A session at the table: on disk before it is shown, refused without a trace, fair with any mixture of dice."""

import random

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import StaleSequence, StoreError, WrongCall
from companion.core.visible import clean_text
from companion.games.dice.actions import Act
from companion.play.bots.simulate import play_session
from companion.play.journal import draws, journal
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.random_words import Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.session import ID_LETTERS, Session, open_session
from companion.play.journal.store import SqliteStore
from tests.play.forge import entries, lines_of
from tests.play.tables import CONTENT, GAME, SEED

FIVE = "r,o,w,g,n"


def reopened(session) -> Session:
    return open_session(session.store, session.id, games.get, load)


@pytest.fixture
def session(begin, store):
    return begin("frodo", "sam", store=store)


# --- durable before shown --------------------------------------------------------------------------------------------


def test_every_answer_is_on_disk(begin, store):
    """Whenever an answer returns, another process would read the very same journal."""
    session, other = begin("frodo", "sam", "merry", variant="advanced", store=store), SqliteStore(store.path)
    rng = random.Random(11)

    def on_disk() -> bool:
        return other.since(session.id).lines == lines_of(session)

    assert on_disk()
    for step in range(120):
        legal = GAME.rules.legal_actions(session.replay.state)
        if not legal:
            break
        action = legal[int(rng.random() * len(legal))]
        assert session.act(action).refusal is None
        assert on_disk()
        if step % 9 == 0:
            for answer in (
                session.keep(session.plan(Undo(session.replay.seats))),
                session.keep(session.plan(Redo())),
                session.keep(session.plan(Note("so"))),
            ):
                assert answer.refusal is None
                assert on_disk()
    assert session.seq > 100
    assert reopened(session).replay.state == session.replay.state
    other.close()


def test_it_is_written_before_the_table_changes(session, monkeypatch):
    """While the store writes, the session still shows the table as it was."""
    seen = []
    write = session.store.append

    def watch(id, expected, lines):
        seen.append((session.seq, session.replay.state, expected))
        write(id, expected, lines)

    monkeypatch.setattr(session.store, "append", watch)
    before = session.replay.state
    session.do("roll", {}, FIVE)
    assert seen == [(0, before, 1)]
    assert session.seq == 1


def no_room(*_):
    raise StoreError("store_full", path="x")


def test_what_cannot_be_kept_has_not_happened(session, monkeypatch):
    """On a full disk nothing is shown and nothing used up: the next try draws the very same dice."""
    db = session.store._db
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    before = (session.seq, session.replay.state, session.replay.links)
    db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError) as raised:
        session.keep(session.plan(Note("x" * 100_000)))
    assert raised.value.code == "store_full"
    with monkeypatch.context() as full:
        full.setattr(session.store, "append", no_room)
        with pytest.raises(StoreError):
            session.do("roll", {})
    assert (session.seq, session.replay.state, session.replay.links) == before
    assert reopened(session).seq == 0
    assert session.do("roll", {}).refusal is None
    drawn = entries(lines_of(session))[1]["args"]["draw"]
    assert (drawn["k"], drawn["link"]) == (1, draws.link_chain(SEED)[1].hex())


@pytest.mark.parametrize(
    ("type", "given", "rolled", "code"),
    [
        ("keep", {"dice": "black"}, None, "keep_no_roll"),
        ("resolve", {}, None, "resolve_too_early"),
        ("repeat", {}, None, "repeat_not_here"),
        ("roll", {}, "r,r,r,r,t", "roll_face_impossible"),
        ("roll", {}, "black=r", "roll_die_missing"),
        ("roll", {}, "black=r,black=o", "roll_die_twice"),
    ],
)
def test_a_refusal_appends_nothing(session, type, given, rolled, code):
    """The journal, the table and the links stay as they were; the answer says which rule."""
    before = (lines_of(session), session.replay.state, session.replay.links)
    answer = session.do(type, given, rolled)
    assert (answer.refusal.code, answer.seq, answer.events()) == (code, 0, ())
    assert answer.refusal.rule.startswith("DG-")
    assert (lines_of(session), session.replay.state, session.replay.links) == before
    assert session.store.since(session.id).lines == before[0]


@pytest.mark.parametrize(
    ("type", "given", "rolled"),
    [
        ("jump", {}, None),
        ("keep", {"die": "black"}, None),
        ("keep", {"dice": "pink"}, None),
        ("roll", {}, "black=sword"),
        ("roll", {}, "r,r"),
        ("roll", {"dice": "black"}, None),
        ("keep", {"dice": "black"}, FIVE),
        ("resolve", {"halve": "one"}, None),
    ],
)
def test_words_that_mean_nothing_append_nothing(session, type, given, rolled):
    """A wrong call is no entry either."""
    with pytest.raises(WrongCall):
        session.do(type, given, rolled)
    assert (session.seq, session.store.since(session.id).lines) == (0, lines_of(session))


def test_who_comes_second_is_told(session):
    """Two devices with the same table: one acts, the other has to look again."""
    second = reopened(session)
    session.do("roll", {}, FIVE)
    for act in (
        lambda: second.do("roll", {}),
        lambda: second.keep(second.plan(Note("x"))),
        lambda: second.keep(second.plan(Reveal("x"))),
    ):
        with pytest.raises(StaleSequence):
            act()
    assert (second.seq, second.replay.links) == (0, 0)
    assert reopened(session).replay.state == session.replay.state
    assert reopened(session).do("keep", {"dice": "green"}).refusal is None


# --- dice ------------------------------------------------------------------------------------------------------------


def test_typed_and_drawn_dice_mix(session, judge):
    """Any roll may be typed or drawn; draws are counted alone, and what was typed is marked."""
    session.do("roll", {}, "r,r,r,r,r")
    session.do("keep", {"dice": "black"})
    session.do("roll", {})
    legal = [a for a in GAME.rules.legal_actions(session.replay.state) if a.type == "keep"]
    session.act(legal[0])
    session.do("roll", {}, ",".join("o" * session.replay.state.kept.count("")))
    session.act(GAME.rules.legal_actions(session.replay.state)[0])
    session.do("roll", {})
    sources = [entry["args"]["source"] for entry in entries(lines_of(session)) if entry["type"] == "roll"]
    assert sources == ["table", "draw", "table", "draw"]
    numbers = [entry["args"]["draw"]["k"] for entry in entries(lines_of(session)) if "draw" in entry["args"]]
    assert numbers == [1, 2]
    report = judge(lines_of(session))
    assert (report.total_draws, report.typed) == (2, 2)


def test_a_typed_roll_is_stored_as_it_was_typed(session):
    """One symbol a die in the order of the dice, whatever order it was typed in."""
    session.do("roll", {}, "green=orc, BLACK=White_Tree ,red=r,blue=nazgul,yellow=g")
    assert entries(lines_of(session))[1]["args"] == {
        "dice": ["white_tree", "gandalf", "ring", "nazgul", "orc"],
        "source": "table",
    }


def test_the_same_seed_rolls_the_same_dice(begin):
    """Seed and header decide every draw; another seed or another header gives other dice."""

    def rolled(**how):
        session = begin("frodo", "sam", **how)
        play_session(session, random.Random(3))
        return [entry["args"]["dice"] for entry in entries(lines_of(session)) if entry["type"] == "roll"]

    assert rolled() == rolled()
    assert rolled() != rolled(seed=b"another seed")
    assert rolled()[:3] != rolled(squares="8")[:3]


def test_the_draws_are_those_of_the_chain(session):
    """Draw k shows link k and the numbers that follow from it, the table id and the label."""
    chain = draws.link_chain(SEED)
    table = bytes.fromhex(entries(lines_of(session))[0]["hash"])
    session.keep(session.plan(Reveal("Ania 7")))
    table = draws.mix_words(table, "Ania 7")
    session.do("roll", {})
    args = entries(lines_of(session))[3]["args"]
    got = draws.draw_numbers(chain[1], table, 1, "roll", [6] * 5)
    assert args["draw"] == {"got": got, "k": 1, "link": chain[1].hex(), "of": [6] * 5}
    faces = session.replay.state.setup.faces
    assert args["dice"] == [faces[die][number] for die, number in enumerate(got)]
    assert entries(lines_of(session))[0]["args"]["anchor"] == chain[0].hex()


def test_the_seed_is_not_in_the_journal(session):
    """Nobody who reads the file can look ahead."""
    session.do("roll", {})
    text = "".join(lines_of(session))
    chain = draws.link_chain(SEED)
    assert chain[1].hex() in text
    assert SEED.hex() not in text
    assert not any(link.hex() in text for link in chain[2:])


def test_sessions_without_a_seed_differ(begin):
    """By default the seed is random, and 32 bytes long."""
    first, second = (begin("frodo", "sam", seed=None) for _ in range(2))
    assert first.replay.header["anchor"] != second.replay.header["anchor"]
    assert len(first._secret) == 32
    assert first.id != second.id
    assert all(len(session.id) == 6 and set(session.id) <= set(ID_LETTERS) for session in (first, second))


def test_players_may_add_words_before_the_first_draw(begin):
    """Other words, other dice; the words are cleaned; after the first draw it is too late."""
    dice = []
    for words in ("", "Ania 7", " Ania\n 7", "Ania 8"):
        session = begin("frodo", "sam")
        if words:
            assert session.keep(session.plan(Reveal(words))).refusal is None
        session.do("roll", {})
        dice.append(session.replay.state.pending)
        assert session.keep(session.plan(Reveal("more"))).refusal.code == "reveal_late"
    assert dice[1] == dice[2]
    assert len({tuple(faces) for faces in dice}) == 3


def test_the_draws_are_used_up(begin, monkeypatch, store):
    """After the last link the app cannot draw; typed dice go on, and nothing is lost."""
    session = begin("frodo", "sam", store=store)
    for _ in range(3):
        session.do("roll", {})
        session.keep(session.plan(Undo(session.replay.seats)))
    monkeypatch.setattr(draws, "LINKS", 3)
    with pytest.raises(WrongCall) as raised:
        session.do("roll", {})
    assert (raised.value.code, raised.value.values["number"]) == ("draws_used_up", 3)
    assert session.do("roll", {}, FIVE).refusal is None
    assert reopened(session).replay.state == session.replay.state


def test_the_last_link_draws_like_any_other(begin):
    """Draw 2,000 is the last one."""
    session = begin("frodo", "sam")
    session.replay.links = draws.LINKS - 1
    assert session.do("roll", {}).refusal is None
    assert session._chain[-1].hex() == entries(lines_of(session))[-1]["args"]["draw"]["link"]
    session.keep(session.plan(Undo(session.replay.seats)))
    with pytest.raises(WrongCall):
        session.do("roll", {})


# --- opening ---------------------------------------------------------------------------------------------------------


def test_a_session_goes_on_where_it_was_left(session):
    """State, undone steps, links and code are those of before; the next draw takes the next link."""
    session.do("roll", {})
    session.act(GAME.rules.legal_actions(session.replay.state)[0])
    session.keep(session.plan(Undo([])))
    again = reopened(session)
    assert (again.seq, again.code, again.replay.state) == (session.seq, session.code, session.replay.state)
    assert again.keep(again.plan(Redo())).refusal is None
    if again.replay.state.phase == "resolve":
        again.do("resolve", {})
    again.do("roll", {})
    assert entries(lines_of(again))[-1]["args"]["draw"]["k"] == 2


def test_a_session_that_was_tampered_with_is_not_opened(session):
    """The store is a file like any other: what does not hold is named, not played on."""
    session.do("roll", {})
    session.store._db.execute("UPDATE entry SET line = replace(line, 'draw', 'DRAW') WHERE seq = 1")
    with pytest.raises(journal.JournalError) as raised:
        reopened(session)
    assert (raised.value.seq, raised.value.code) == (1, "changed")


def test_a_set_up_that_cannot_be_makes_no_session(store):
    """An impossible position is a refusal; nothing is created."""
    header = GAME.rules.header(CONTENT, ["Ania:frodo", "Bo:sam"], None, {}, None)
    position = {"round": 0, "active": "sam", "players": [{"circles": 0, "squares": "wwwwwww"}] * 2}
    refusal = Session.create(GAME, CONTENT, {**header, "position": position}, store, SEED)
    assert refusal.code == "position_round"
    assert store.list() == []


def test_texts_are_cleaned_on_their_way_in(session):
    """Notes, words and reasons from any keyboard make a journal that can be read again."""
    nfd = "Zoe\u0308 \x1b[1m\u202eВіра\u0301"
    session.keep(session.plan(Note(nfd)))
    session.keep(session.plan(Reveal(nfd)))
    position = {"round": 1, "active": "sam", "players": [{"circles": 0, "squares": "wwwwwww"}] * 2}
    session.keep(session.plan(Override(nfd, position)))
    again = reopened(session)
    assert [entry.args.get("text") for entry in again.replay.entries if entry.type == "note"] == [clean_text(nfd)]


def test_players_names_are_cleaned_on_their_way_in(store):
    """A name typed with combining letters or control characters makes a journal that can be read again."""
    header = GAME.rules.header(CONTENT, ["Zoe\u0308\x07:frodo", "Bo:sam"], None, {}, None)
    session = Session.create(GAME, CONTENT, header, store, SEED)
    assert reopened(session).replay.header["seats"][0]["name"] == "Zoë"


def test_an_open_and_a_closed_roll_are_the_same_action(session):
    """A roll without faces is open: the app draws; with faces it is what the table typed."""
    assert GAME.words.as_open(Act("roll", "frodo", ("ring", "orc", "weapon", "gandalf", "nazgul"))) == Act(
        "roll", "frodo"
    )
    assert session.act(Act("roll", "frodo")).refusal is None
    session.keep(session.plan(Undo(session.replay.seats)))
    assert session.act(Act("roll", "frodo", ("ring", "orc", "weapon", "gandalf", "nazgul"))).refusal is None
    assert [entry["args"]["source"] for entry in entries(lines_of(session)) if entry["type"] == "roll"] == [
        "draw",
        "table",
    ]


def test_entries_in_memory_are_those_on_disk(begin):
    """What a session holds is what its lines say, so that its log can be told while it is played."""
    session = begin("frodo", "sam")
    play_session(session, random.Random(3))
    read = journal.read_all(entry.line for entry in session.replay.entries)
    assert read == session.replay.entries


def test_a_seed_that_is_not_the_one_of_the_anchor(session, store):
    """The app does not draw what nobody could prove; typed dice go on, and the journal holds."""
    store._db.execute("UPDATE session SET secret = ?", (b"another",))
    again = reopened(session)
    answer = again.do("roll", {})
    assert (answer.refusal.code, answer.refusal.rule) == ("draw_damaged", "TB-DRAW-1")
    assert again.do("roll", {}, FIVE).refusal is None
    assert reopened(session).seq == 1
