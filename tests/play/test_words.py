"""Words of the players: committed to before any are shown, so that nobody chooses draws with them (TB-DRAW-2)."""

import pytest

from companion.core.errors import JournalError, WrongCall
from companion.core.messages import Ref, Refusal
from companion.play.journal import draws
from companion.play.journal.entries.random_words import Commit, Reveal
from companion.play.report.journal_findings import words_findings
from tests.play.forge import entries, extra, lines_of, rehash
from tests.play.tables import SEED
from tools import verify_draws


@pytest.fixture
def session(begin):
    return begin("frodo", "sam", "merry")


def commit(session, seat, words):
    return session.keep(session.plan(Commit(draws.commitment(words), seat)))


def all_commit(session, **words):
    for seat, said in words.items():
        assert commit(session, "" if seat == "host" else seat, said).refusal is None


def code_of(answer):
    return answer.refusal and answer.refusal.code


FIRST_LINK = draws.link_chain(SEED)[1]


def five_rings(session, table):
    """Whether the first roll behind this table id shows five Rings (on the house's dice a Ring is face 0 or 2)."""
    faces = session.replay.state.setup.faces
    got = draws.draw_numbers(FIRST_LINK, table, 1, "roll", [6] * 5)
    return all(sides[number] == "ring" for sides, number in zip(faces, got, strict=True))


def test_who_knows_the_seed_cannot_choose_words_last(session, judge):
    """The owner of the device reads the seed, lets the others show their words and looks for words that give five
    Rings: there are some, and no way to bring them in.
    """
    all_commit(session, host="honest", frodo="Ania 7", sam="Bo 8")
    for seat, words in (("", "honest"), ("frodo", "Ania 7")):
        assert session.keep(session.plan(Reveal(words, seat))).refusal is None
    table = session.replay.table_id
    chosen = next(str(tries) for tries in range(100_000) if five_rings(session, draws.mix_words(table, str(tries))))
    before = lines_of(session)
    for seat, code in (("sam", "reveal_other"), ("", "reveal_uncommitted"), ("merry", "reveal_uncommitted")):
        assert code_of(session.keep(session.plan(Reveal(chosen, seat)))) == code
        assert code_of(commit(session, seat, chosen)) == "commit_late"
        for forgery in ([extra("reveal", {"words": chosen}, seat)], _pair(chosen, seat)):
            with pytest.raises(JournalError):
                judge(rehash([*entries(before), *forgery]))
            with pytest.raises(verify_draws.EntryError):
                verify_draws.check(rehash([*entries(before), *forgery]))
    assert lines_of(session) == before


def _pair(words, seat):
    return [extra("commit", {"hash": draws.commitment(words)}, seat), extra("reveal", {"words": words}, seat)]


def test_the_host_commits_first(session):
    """Behind others he could not; others need not wait for him."""
    all_commit(session, frodo="a")
    assert commit(session, "", "b").refusal == Refusal("commit_table_first", "TB-DRAW-2")
    assert commit(session, "sam", "c").refusal is None


def test_words_are_shown_in_the_order_of_their_commitments(session):
    """Who shows last has no choice of order either."""
    all_commit(session, host="x", sam="a", frodo="b")
    for seat, words in (("sam", "a"), ("frodo", "b")):
        assert session.keep(session.plan(Reveal(words, seat))).refusal == Refusal(
            "reveal_order", "TB-DRAW-2", {"seat": Ref("seat", "")}
        )
    for seat, words in (("", "x"), ("sam", "a"), ("frodo", "b")):
        assert session.keep(session.plan(Reveal(words, seat))).refusal is None
    assert [(words.seat, words.committed) for words in session.replay.words] == [
        ("", True),
        ("sam", True),
        ("frodo", True),
    ]


def test_a_seat_commits_once(session):
    """And the words shown are those."""
    all_commit(session, frodo="a")
    assert commit(session, "frodo", "b").refusal == Refusal("commit_twice", "TB-DRAW-2", {"seat": Ref("seat", "frodo")})
    assert session.keep(session.plan(Reveal("b", "frodo"))).refusal == Refusal("reveal_other", "TB-DRAW-2")
    assert session.keep(session.plan(Reveal("a", "frodo"))).refusal is None


def test_the_app_draws_only_when_all_are_shown(session, judge):
    """Nobody can wait to see what the others' words bring and then keep silent; real dice are free."""
    all_commit(session, frodo="a", sam="b")
    waits = (Ref("seat", "frodo"), Ref("seat", "sam"))
    assert session.do("roll", {}).refusal == Refusal("draw_waits", "TB-DRAW-4", {"seats": waits})
    session.keep(session.plan(Reveal("a", "frodo")))
    assert session.do("roll", {}).refusal == Refusal("draw_waits", "TB-DRAW-4", {"seats": waits[1:]})
    session.keep(session.plan(Reveal("b", "sam")))
    assert session.do("roll", {}).refusal is None
    found = entries(lines_of(session))
    for left_out in (4, 3):
        forgery = rehash(found[:left_out] + found[5:])
        with pytest.raises(JournalError) as raised:
            judge(forgery)
        assert raised.value.refusal.rule == "TB-DRAW-4"
        with pytest.raises(verify_draws.EntryError):
            verify_draws.check(forgery)


def test_typed_dice_do_not_wait(session):
    """What real dice show has nothing to do with anybody's words."""
    all_commit(session, frodo="a")
    assert session.do("roll", {}, "r,o,w,g,n").refusal is None


def test_one_device_alone_commits_and_shows_at_once(session, judge):
    """Then no other words can follow, and the journal says that they were the table's own."""
    assert session.keep(session.plan(Reveal("Ania 7"))).refusal is None
    assert [entry["type"] for entry in entries(lines_of(session))] == ["header", "commit", "reveal"]
    assert session.keep(session.plan(Reveal("more", "sam"))).refusal == Refusal("reveal_uncommitted", "TB-DRAW-2")
    assert commit(session, "sam", "more").refusal == Refusal("commit_late", "TB-DRAW-2")
    session.do("roll", {})
    assert [found.event.code for found in words_findings(judge(lines_of(session)).replay)] == ["found_table_words"]


def test_what_a_check_says_of_words(begin, judge):
    """Whose words they were; none; or words of an earlier version, which could be chosen last."""

    def found(session):
        session.do("roll", {})
        return [(one.seq, one.event.code, one.event.values) for one in words_findings(judge(lines_of(session)).replay)]

    together = begin("frodo", "sam")
    all_commit(together, host="x", sam="b")
    together.keep(together.plan(Reveal("x")))
    together.keep(together.plan(Reveal("b", "sam")))
    assert found(together) == [(4, "found_words", {"seats": (Ref("seat", "sam"),)})]
    assert found(begin("frodo", "sam")) == [(0, "found_no_words", {})]


def test_words_of_an_earlier_version_are_reported(session, judge):
    """A journal without commitments is still played and judged; who reads it is told what they prove."""
    replay = judge(rehash([*entries(lines_of(session)), extra("reveal", {"words": "Ania 7"}, "frodo")])).replay
    assert replay.words == [(1, "frodo", False)]
    assert replay.table_id == draws.mix_words(session.replay.table_id, "Ania 7")
    mixed = [extra("reveal", {"words": "Ania 7"}, "frodo"), extra("commit", {"hash": "0" * 64}, "sam")]
    with pytest.raises(JournalError) as raised:  # not half of one and half of the other
        judge(rehash([*entries(lines_of(session)), *mixed]))
    assert (raised.value.seq, raised.value.refusal.code) == (2, "commit_late")


@pytest.mark.parametrize("hash", ["", "00", "0" * 63, "z" * 64, "A" * 64])
def test_a_commitment_is_a_hash(session, judge, hash):
    """64 small hex digits, on the command line as in a file."""
    with pytest.raises(WrongCall) as raised:
        session.keep(session.plan(Commit(hash, "frodo")))
    assert raised.value.code == "not_hash"
    with pytest.raises(JournalError):
        judge(rehash([*entries(lines_of(session)), extra("commit", {"hash": hash}, "frodo")]))
    with pytest.raises(verify_draws.EntryError):
        verify_draws.check(rehash([*entries(lines_of(session)), extra("commit", {"hash": hash}, "frodo")]))
