"""A session from Python: companion.new, companion.open and what their table does."""

import json
import random
from pathlib import Path

import pytest

import companion
from companion.api.table import GameTable

SEED = "5a" * 16
BAD_WORDS = [
    ({"players": ["Ania:frodo", "Bo:sm"]}, "sam"),
    ({"options": {"squars": 3}}, "squares"),
    ({"variant": "advnced"}, "advanced"),
    ({"seed": "not hex"}, "not hex"),
    ({"seed": "5a"}, "32"),
    ({"lang": "xx"}, "xx"),
]


@pytest.fixture
def table() -> GameTable:
    return companion.new("dice", players=["Ania:frodo", "Bo:sam"], seed=SEED)


def test_a_move_is_typed_drawn_taken_back_and_brought_back(table: GameTable) -> None:
    (rolled,) = table.roll("nazgul ring ring weapon orc")
    assert rolled.rule == "DG-ROLL-1"
    assert "Weapon (blue)" in rolled.text()
    table.do("keep", dice=["black", "red"])
    assert table.view("frodo")["players"][0]["name"] == "Ania"
    table.undo()
    table.redo()
    assert [json.loads(line)["type"] for line in table.journal] == ["header", "roll", "keep", "undo", "redo"]
    assert table.verify().holds


def test_a_refused_move_says_rule_page_reason_and_what_is_legal(table: GameTable) -> None:
    table.roll("nazgul ring ring weapon orc")
    before = table.journal
    with pytest.raises(companion.Refused) as no:
        table.do("keep", dice=[])
    assert (no.value.rule, no.value.page) == ("DG-ROLL-2", 3)
    assert "keep dice=black" in no.value.legal
    assert no.value.message("uk") != no.value.message("en") == str(no.value)
    assert table.journal == before


def test_every_legal_move_can_be_made_as_it_is_listed() -> None:
    table = companion.new("dice", seed=SEED)
    while table.outcome is None:
        table.do(table.legal()[-1])
    assert table.outcome.ending
    assert not table.legal()
    assert table.verify().replay.ended


def test_a_move_that_leaves_a_choice_open_takes_it_as_a_word() -> None:
    table = companion.new("wotrcards", seed=SEED)
    while not (move := table.legal()[0]).choices:
        table.do(move)
    before = table.seq
    with pytest.raises(companion.WrongCall, match=next(iter(move.choices))):
        table.do(move)
    table.do(move, **{word: values[0] for word, values in move.choices.items()})
    assert table.seq > before


def test_a_kept_session_is_found_again_by_its_id(tmp_path: Path) -> None:
    store = tmp_path / "evening.sqlite"
    first = companion.new("dice", seed=SEED, store=store)
    first.roll()
    again = companion.open(first.id[:4], store=store)
    assert (again.id, again.code, again.state) == (first.id, first.code, first.state)
    assert companion.verify(first.id, store=store).code == first.code


def test_a_table_that_somebody_else_moved_is_stale(tmp_path: Path) -> None:
    store = tmp_path / "evening.sqlite"
    first = companion.new("dice", seed=SEED, store=store)
    companion.open(first.id, store=store).roll()
    before = first.journal
    with pytest.raises(companion.StaleSequence):
        first.roll()
    assert first.journal == before


@pytest.mark.parametrize(("given", "near"), BAD_WORDS, ids=[next(iter(given)) for given, _ in BAD_WORDS])
def test_a_wrong_word_is_named_with_the_nearest_one(given: dict, near: str) -> None:
    with pytest.raises(companion.WrongCall, match=near):
        companion.new("dice", **given)


def test_seats_that_cannot_be_are_refused_by_a_rule() -> None:
    with pytest.raises(companion.Refused) as no:
        companion.new("dice", players=["Ania:frodo", "Bo:frodo"], lang="pl")
    assert no.value.rule == "DG-SET-2"
    assert "hobbit" in str(no.value)


def test_a_store_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(companion.StoreError):
        companion.new("dice", store=tmp_path)


def test_wrong_words_at_a_table_change_nothing(table: GameTable) -> None:
    before = table.journal
    for call in (
        lambda: table.do("kep", dice=["black"]),
        lambda: table.roll("ring"),
        lambda: table.do("roll", seat="gimli"),
        lambda: table.view("gimli"),
        lambda: table.text("xx"),
        lambda: table.odds("nothing"),
        lambda: table.undo(agreed=["gimli"]),
        lambda: table.do("roll", nobody=1),
    ):
        with pytest.raises(companion.WrongCall):
            call()
    assert table.journal == before


def test_nobody_sees_what_a_seat_hides() -> None:
    table, rng = companion.new("wotrcards", seed=SEED), random.Random(SEED)
    bot = companion.bot("wotrcards", "random")
    while not (chosen := bot.choose(table.state, table.state.seat, rng)) or table.seq < 40:
        table.do(chosen.act)
    hands = [json.dumps(table.view(seat)) for seat in table.players]
    assert len(set(hands)) == len(hands)
    assert json.dumps(table.view()) not in hands


def test_a_notebook_shows_table_and_odds_with_names_escaped() -> None:
    table = companion.new("dice", players=["<b>:frodo", "Bo:sam"], seed=SEED)
    assert "&lt;b&gt;" in table._repr_html_()
    assert "<b>" not in table._repr_html_()
    assert "<table>" in table.odds("win")._repr_html_()
