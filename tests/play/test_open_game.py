"""A small game made of companion.play.open_game, as another package brings it: examples/ferry."""

import inspect
import random
import re
import sys
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import pytest

from companion import games
from companion.cli import main
from companion.content.check import content_problems
from companion.content.load import load
from companion.core.errors import IllegalAction, WrongCall
from companion.core.messages import Refusal
from companion.play.game.bots import close_at_random
from companion.play.game.offers import Number, Offer, WordLacking
from tests import test_conformance as contract
from tests import walks
from tests.plugins import FERRY, ferry

PLAYERS = ["Ann:oak", "Bo:pine", "Cy:birch", "Di:willow"]


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory):
    with ferry(tmp_path_factory.mktemp("ferry")):
        yield


@pytest.fixture(scope="module")
def setups(installed):
    """What the contract needs to know of this game."""
    from ferry_game.game import Act

    def candidates(state):
        for seat in (*state.setup.seats, "willow", "nobody", ""):
            yield from [Act(type, seat) for type in ("roll", "board", "cross")]
            yield from [Act("roll", seat, face) for face in ("1", "6", "7")]

    tables = {f"{number}": (PLAYERS[:number], "river", {"rounds": "4"}, None) for number in (2, 3, 4)}
    return SimpleNamespace(SETUPS=tables, LONGEST=200, candidates=candidates)


@pytest.fixture
def begin(installed):
    """begin(number, **options): the table of so many players before the first action."""

    def start(number=2, **options):
        game, content = games.get("ferry"), load("ferry")
        header = game.rules.header(content, PLAYERS[:number], None, {"rounds": "4", **options}, None)
        return header if isinstance(header, Refusal) else game.rules.new(content, header)

    return start


def play(state, *words):
    """The table after these actions of whoever is on turn: `roll 3`, `board`, `cross`."""
    game = games.get("ferry")
    for word in words:
        type, *rolled = word.split()
        act = game.words.parse(load("ferry"), state, type, {}, rolled[0] if rolled else None)
        state = game.rules.apply(state, act)
    return state


def test_the_game_keeps_the_contract(setups, exhaustive):
    """Every check of the contract of companion.play.game.game, on every table of this game."""
    tables = [walks.Desk("ferry", label, setups) for label in setups.SETUPS]
    every = {"walk": [walks.walk(table, 1, exhaustive) for table in tables], "table": tables, "tables": [tables]}
    checks = [check for name, check in vars(contract).items() if name.startswith("test_")]
    for check in checks:
        (wanted,) = inspect.signature(check).parameters
        for given in every[wanted]:
            check(given)
    assert len(checks) > 10


def test_its_content_and_code_have_no_fault():
    """Every text that the package's code names is there, in every language that it speaks."""
    assert content_problems(["ferry"], played=games.playable_games()) == []


def test_a_text_that_its_code_names_is_missed(monkeypatch):
    """The check reads the package's own modules."""
    content = load("ferry")
    entries = {key: text for key, text in content.texts.original.entries.items() if key != "refusal.no_room"}
    monkeypatch.setattr(content.texts, "original", content.texts.original._replace(entries=entries))
    monkeypatch.setattr("companion.content.load.read_content", lambda id, *more: content if id == "ferry" else load(id))
    assert any(
        "no text 'refusal.no_room'" in fault for fault in content_problems(["ferry"], played=games.playable_games())
    )


def test_a_full_boat_has_to_cross(begin):
    """12 places: 6 and 6 fit, 1 more does not (FY-BOARD-1)."""
    state = play(begin(), "roll 6", "board", "roll 1", "board", "roll 6", "board", "roll 1", "board", "roll 1")
    game = games.get("ferry")
    assert [offer.type for offer in game.rules.legal(state)] == ["cross"]
    with pytest.raises(IllegalAction) as refused:
        play(state, "board")
    assert (refused.value.refusal.code, refused.value.refusal.rule) == ("no_room", "FY-BOARD-1")
    assert play(state, "cross").players[0] == (0, 12)


def test_who_took_most_across_wins(begin):
    """What is still aboard does not count (FY-END-1); equal boats share the victory (FY-END-2)."""
    first, second = ("roll 5", "board", "roll 6", "board"), ("roll 1", "cross", "roll 6", "board")
    lead = play(begin(), *first, *second, "roll 1", "board", "roll 1", "cross", "roll 6", "board", "roll 1", "board")
    assert [tuple(boat) for boat in lead.players] == [(7, 5), (1, 12)]
    outcome = games.get("ferry").rules.outcome(lead)
    assert (outcome.ending, outcome.winners, outcome.rule) == ("win", ("pine",), "FY-END-1")
    shared = play(begin(), *("roll 1", "board") * 8)
    outcome = games.get("ferry").rules.outcome(shared)
    assert (outcome.ending, outcome.winners, outcome.rule) == ("shared", ("oak", "pine"), "FY-END-2")


@pytest.mark.parametrize(
    ("seat", "words", "code", "rule"),
    [
        ("oak", "board", "not_now", "FY-ROLL-1"),
        ("pine", "roll", "not_your_step", "FY-ROLL-1"),
        ("willow", "roll", "seat_unknown", "FY-ROLL-1"),
    ],
)
def test_what_is_not_awaited_is_refused_with_its_rule(begin, seat, words, code, rule):
    """By the words that all games of this kind have."""
    from ferry_game.game import Act

    refusal = games.get("ferry").rules.check(begin(), Act(words, seat))
    assert (refusal.code, refusal.rule) == (code, rule)


def test_the_number_of_players_is_refused_with_its_rule(begin):
    """One player is too few."""
    refusal = begin(1)
    assert (refusal.code, refusal.rule) == ("seats_number", "FY-SET-1")


def test_a_table_already_in_play_is_a_wrong_call():
    """Such a game starts from the beginning alone, also where a header says otherwise."""
    game, content = games.get("ferry"), load("ferry")
    with pytest.raises(WrongCall, match="position_none"):
        game.rules.header(content, PLAYERS[:2], None, {}, {"round": 3})
    header = game.rules.header(content, PLAYERS[:2], None, {}, None)
    with pytest.raises(WrongCall, match="position_none"):
        game.rules.new(content, {**header, "position": {"round": 3}})


def test_a_view_names_every_field_and_every_player(begin):
    """Seats with the fields of their boats, and what the state holds besides."""
    view = games.get("ferry").rules.view(play(begin(), "roll 4"), None)
    assert view == {
        "variant": "river",
        "active": "oak",
        "step": "sail",
        "round": 1,
        "waiting": 4,
        "players": [{"seat": "oak", "aboard": 0, "crossed": 0}, {"seat": "pine", "aboard": 0, "crossed": 0}],
        "outcome": None,
    }


@pytest.mark.parametrize(
    ("typed", "read"),
    [("", ("board", {}, None)), ("1", ("board", {}, None)), ("2", ("cross", {}, None)), ("cross", ("cross", {}, None))],
)
def test_an_answer_at_a_terminal_is_a_number_or_the_words(begin, typed, read):
    """Nothing takes the first."""
    assert games.get("ferry").words.read_answer(play(begin(), "roll 4"), typed) == read


@pytest.mark.parametrize(("typed", "code"), [("3", "no_item"), ("0", "no_item"), ("2 now", "words_behind")])
def test_an_answer_that_means_nothing_is_a_wrong_call(begin, typed, code):
    """A number that is not in the list, or words behind one."""
    with pytest.raises(WrongCall, match=code):
        games.get("ferry").words.read_answer(play(begin(), "roll 4"), typed)


def test_a_number_asks_for_what_its_choice_leaves_open(begin, monkeypatch):
    """Word by word, as the guided table asks on."""
    game, state = games.get("ferry"), play(begin(), "roll 4")
    terminal = game.words.read_answer.__self__
    offer = Offer(terminal.rules.legal(state)[0].act, (Number("face", 1, 3),))
    monkeypatch.setattr(terminal.rules, "legal", lambda state: (offer,))
    monkeypatch.setattr(terminal.rules.actions, "open_words", lambda offer: {"face": offer.open[0]})
    with pytest.raises(WordLacking) as lacking:
        game.words.read_answer(state, "1")
    assert (lacking.value.said, lacking.value.word) == ("1", "face")
    assert game.words.read_answer(state, "1 2") == ("board", {"face": "2"}, None)


def test_the_chance_to_board_is_exact():
    """With 7 aboard five faces of six fit; an odd word is a wrong call."""
    question = games.get("ferry").odds.questions["board"]
    answer = question.answer(load("ferry"), {}, {"aboard": "7"})
    assert [row.chance for row in answer.tables[0].rows] == [Fraction(5, 6), Fraction(1, 6)]
    for wrong in ({"aboard": "13"}, {"abroad": "7"}):
        with pytest.raises(WrongCall):
            question.answer(load("ferry"), {}, wrong)


def test_the_careful_bot_wins_more(begin):
    """Against the one that plays at random, in most of forty games."""
    game, content = games.get("ferry"), load("ferry")
    wins = Counter()
    for seed in range(40):
        rng, state = random.Random(seed), begin(rounds="8")
        while not state.ending:
            bot = "careful" if state.seat == "oak" else "random"
            choice = game.bots[bot].choose(game, content, state, state.seat, rng) if bot in game.bots else None
            act = choice.act if choice else rng.choice(game.rules.legal(state)).act
            assert game.rules.check(state, act) is None
            state = game.rules.apply(state, close_at_random(game, state, act, rng))
        wins.update(state.winners)
    assert wins["oak"] > 30


PAGE = (FERRY.parents[1] / "docs" / "own-referee.md").read_text(encoding="utf-8")


def test_the_page_makes_the_game_step_by_step():
    """Its blocks of Python, one after another, are the module of the example."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    module = (FERRY / "ferry_game" / "game.py").read_text(encoding="utf-8")
    assert len(blocks) > 4
    assert [line for block in blocks for line in block.splitlines() if line] == list(filter(None, module.splitlines()))


def test_the_page_shows_files_as_they_are():
    """What stands under the name of a file is in it."""
    shown = re.findall(r"`([\w./]+)`\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    assert len(shown) == 3
    assert [name for name, text in shown if text not in (FERRY / name).read_text(encoding="utf-8")] == []


def test_the_commands_of_the_page_run(tmp_path, monkeypatch, capsys):
    """Those behind the installation; the table is played to its end by bots."""
    (block,) = re.findall(r"^```sh\n(pip install .*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    _, *commands = block.splitlines()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "store.sqlite"))
    monkeypatch.setattr("builtins.input", lambda *_: "quit")
    for line in commands:
        monkeypatch.setattr(sys, "argv", line.split())
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code, line
    assert "ferry" in capsys.readouterr().out
    assert list(tmp_path.glob("output/*.pdf"))
