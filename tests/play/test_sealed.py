"""Draws that only some may see: sealed until the game is over, then open to everybody's check."""

import json
import random

import pytest

from companion import games
from companion.content.load import load
from companion.core import resources
from companion.core.errors import JournalError
from companion.play.journal import draws, journal
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.random_words import Reveal
from companion.play.journal.entries.undo import Undo
from companion.play.journal.session import Session
from tests.play.forge import forged, lines_of
from tests.play.tables import SEED
from tests.web.hands import HERE, SIDES, Hands, game_of
from tools import verify_draws


class Covered(Hands):
    """The hidden game, with its roll for some eyes only."""

    def chance(self, state, action):
        found = super().chance(state, action)
        return found and found._replace(sealed=True)


@pytest.fixture
def game(monkeypatch):
    monkeypatch.setattr(resources, "user_folder", lambda: HERE)
    found = game_of(Covered())
    monkeypatch.setattr(games, "get", lambda id: found)
    return found


@pytest.fixture
def session(game):
    header = game.rules.header(load("hands"), ["N:north", "E:east"], None, {}, None)
    return Session.create(game, load("hands"), header, None, SEED)


def play_to_end(session):
    rng = random.Random(5)
    while session.game.rules.outcome(session.replay.state) is None:
        assert session.act(rng.choice(session.game.rules.legal_actions(session.replay.state))).refusal is None
    return session


def forge_args(lines, seq, change):
    """The journal with the arguments of entry `seq` changed and everything behind it written anew."""
    return forged(lines, seq, lambda entry: change(entry["args"]))


def test_it_is_opened_at_the_end(session, judge):
    """The header holds the mark of the key, no draw a link; the last entry opens it, and both checks agree."""
    lines = lines_of(play_to_end(session))
    entries = [json.loads(line) for line in lines]
    drawn = [entry["args"]["draw"] for entry in entries if "draw" in entry["args"]]
    assert [sorted(draw) for draw in drawn] == [["got", "k", "of"]] * 3
    assert [entry["type"] for entry in entries[-2:]] == ["end", "open"]
    assert entries[-1]["args"] == {"key": draws.sealing_key(SEED).hex()}
    assert draws.sealing_key(SEED).hex() not in "".join(lines[:-1])
    whole, begun = judge(lines), judge(lines[:-3])
    assert (whole.by_link, whole.by_key, whole.unproved, whole.holds) == (0, 3, 0, True)
    assert (begun.by_link, begun.by_key, begun.unproved, begun.holds) == (0, 0, 3, True)
    assert verify_draws.check(lines)[:3] == (0, 3, 0)
    assert verify_draws.check(lines[:-2])[:3] == (0, 0, 3)


def test_a_game_that_is_over_has_to_open_its_key(session, tmp_path, capsys, judge):
    """A sealed result changed, the key left out, everything hashed anew: by the rules, but proved by nothing."""
    lines = lines_of(play_to_end(session))

    def other(args):
        args["draw"]["got"], args["face"] = [0], SIDES[0]

    for seq in [number for number, line in enumerate(lines) if '"draw":{' in line]:
        forgery = forge_args(lines, seq, other)[:-1]
        try:
            report = judge(forgery)
        except JournalError:  # another face ends the game otherwise
            continue
        assert (report.unproved, report.holds) == (3, False)
        path = tmp_path / "forged.jsonl"
        path.write_text("".join(f"{line}\n" for line in forgery), encoding="utf-8")
        assert verify_draws.main(str(path)) == 1
        assert "3 NOT PROVED" in capsys.readouterr().out
        break
    else:
        pytest.fail("no result could be changed")


def test_nothing_is_taken_back_once_it_is_open(session, judge):
    """Before the end with consent; behind it neither undo nor an overruling."""
    session.act(session.game.rules.legal_actions(session.replay.state)[0])
    assert session.keep(session.plan(Undo(session.replay.seats))).refusal is None
    play_to_end(session)
    assert session.keep(session.plan(Undo(session.replay.seats))).refusal.rule == "TB-DRAW-3"
    assert session.keep(session.plan(Override("why not", {}))).refusal.rule == "TB-DRAW-3"
    lines = lines_of(session)
    last = json.loads(lines[-1])
    more = journal.write_entry(
        last["seq"] + 1, last["hash"], last["at"], "", "undo", {"to": 1, "agreed": ["east", "north"]}
    )
    with pytest.raises(JournalError) as raised:
        judge([*lines, more.line])
    assert raised.value.seq == len(lines)


@pytest.mark.rule("TB-DRAW-5", "accepted", "refused")
def test_nothing_is_typed_where_the_app_has_dealt(session, game):
    """Typed results are taken until the app has drawn what only some may see, and wherever it cannot draw."""
    start, shows = session.replay.state, {"rolled": "high"}
    assert session.do("roll", {}, "high").refusal is None
    for action in game.rules.legal_actions(session.replay.state)[:1]:
        session.act(action)
    session.keep(session.plan(Undo(session.replay.seats, 0)))
    assert session.replay.state == start
    assert session.do("roll", {}).refusal is None
    session.keep(session.plan(Undo(session.replay.seats, 0)))
    told = session.do("roll", {}, **shows)
    assert (told.refusal.code, told.refusal.rule) == ("typed_unseen", "TB-DRAW-5")
    elsewhere = Session("other", session.replay, b"", None)
    assert elsewhere.do("roll", {}, **shows).refusal is None


def test_what_is_open_but_tells_of_hidden_cards_is_not_typed(session, game, monkeypatch):
    """As a card turned up from a deck that the app has dealt from."""
    open_draw = Hands.chance(game.rules, session.replay.state, game.rules.legal_actions(session.replay.state)[0])
    assert session.do("roll", {}).refusal is None  # sealed
    session.keep(session.plan(Undo(session.replay.seats, 0)))
    for unseen, code in ((True, "typed_unseen"), (False, None)):
        monkeypatch.setattr(
            game.rules, "chance", lambda state, action, unseen=unseen: open_draw._replace(unseen=unseen)
        )
        refusal = session.do("roll", {}, "high").refusal
        assert (refusal and refusal.code) == code


@pytest.mark.parametrize("mark", [None, "", "00", "AB" * 32, 5])
def test_a_journal_without_the_mark_of_its_seal(session, mark, judge):
    """Nobody could check what is drawn under it."""
    lines = forge_args(lines_of(session), 0, lambda args: args.update(sealed=mark))
    with pytest.raises(JournalError) as raised:
        judge(lines)
    assert (raised.value.seq, raised.value.code) == (0, "header_unreadable")


def first_draw(lines):
    return next(number for number, line in enumerate(lines) if '"draw":{' in line)


def test_a_result_that_the_key_does_not_give(session, judge):
    """Another number, with a face to match, is found out when the key is opened, and the entry is named."""
    lines = lines_of(play_to_end(session))
    seq = first_draw(lines)

    def other(args):
        got = [5 if args["draw"]["got"] == [0] else 0]
        args["draw"]["got"], args["face"] = got, SIDES[got[0]]

    bad = forge_args(lines, seq, other)
    with pytest.raises(JournalError) as raised:
        judge(bad)
    assert (raised.value.seq, raised.value.code) in {(seq, "numbers_forged"), (len(lines) - 2, "end_wrong")}
    with pytest.raises(verify_draws.EntryError) as told:
        verify_draws.check(bad)
    assert told.value.args[0] == seq


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda draw: draw.update(k=2), "draw_number"),
        (lambda draw: draw.update(got=[6]), "draw_unreadable"),
        (lambda draw: draw.update(got=[]), "draw_unreadable"),
        (lambda draw: draw.update(of=[7]), "draw_other"),
        (lambda draw: draw.update(link="00" * 32), "link_foreign"),
    ],
)
def test_a_sealed_draw_has_its_shape(session, change, code, judge):
    """Number, sizes and results that can be, and no link."""
    lines = lines_of(play_to_end(session))
    seq = first_draw(lines)
    with pytest.raises(JournalError) as raised:
        judge(forge_args(lines, seq, lambda args: change(args["draw"])))
    assert (raised.value.seq, raised.value.code) == (seq, code)


@pytest.mark.parametrize("key", ["00" * 32, "zz", 7, None])
def test_another_key_does_not_open_it(session, key, judge):
    """The mark stood in the header from the start."""
    lines = lines_of(play_to_end(session))
    with pytest.raises(JournalError) as raised:
        judge(forge_args(lines, len(lines) - 1, lambda args: args.update(key=key)))
    assert raised.value.seq == len(lines) - 1


def test_words_are_too_late_once_something_was_drawn(session):
    """Sealed or not."""
    assert session.keep(session.plan(Reveal("early"))).refusal is None
    session.act(session.game.rules.legal_actions(session.replay.state)[0])
    assert session.keep(session.plan(Reveal("late"))).refusal.code == "reveal_late"
