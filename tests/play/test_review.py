"""A game looked back upon: luck in exact chances, and the decisions that cost most."""

from fractions import Fraction

import pytest

from companion.content.load import game_content
from companion.core.errors import LocalizedError
from companion.games import get
from companion.games.dice.actions import Act
from companion.play.game.game import LuckItem
from companion.play.report.decisions import Decision, standing_actions
from companion.play.report.luck import count_luck, count_successes
from companion.play.report.review import MOST, review_game
from companion.play.report.verify import verify_journal
from companion.words.wording import Voice
from tests.each import each
from tests.kept_journals import JOURNALS, lines_of

COIN = {0: Fraction(1, 2), 1: Fraction(1, 2)}


def replay_of(name: str, entries: int | None = None):
    return verify_journal(lines_of(name)[:entries], get, game_content).replay


def test_luck_is_the_exact_chance_of_as_much_or_more() -> None:
    """Two heads or more of three tosses: 4 of 8."""
    (luck,) = count_luck([LuckItem("head", "R-1", "a", got, COIN) for got in (1, 0, 1)])
    assert (luck.number, luck.got, luck.mean, luck.as_much) == (3, 2, Fraction(3, 2), Fraction(1, 2))


def test_luck_is_counted_by_seat_and_kind() -> None:
    items = [LuckItem(code, "R-1", seat, 1, COIN) for code, seat in (("head", "a"), ("head", "b"), ("tail", "a"))]
    assert [(luck.code, luck.seat, luck.got) for luck in count_luck(items)] == [
        ("head", "a", 1),
        ("head", "b", 1),
        ("tail", "a", 1),
    ]


def test_independent_events_are_counted_together() -> None:
    third = Fraction(1, 3)
    assert count_successes([third, 1 - third]) == {0: Fraction(2, 9), 1: Fraction(5, 9), 2: Fraction(2, 9)}


def test_the_dearest_decisions_come_first_with_what_was_better() -> None:
    """Entry 45 of this game keeps an orc and a weapon and leaves the Ring."""
    found = review_game(replay_of("dice/win"))
    costs = [decision.cost for decision in found.decisions]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == MOST
    first = found.decisions[0]
    assert (first.seq, first.done, first.instead) == (
        45,
        Act("keep", "sam", ("yellow", "red")),
        Act("keep", "sam", ("blue",)),
    )
    assert first.cost == first.best - first.worth > Fraction(1, 5)


def test_every_ring_that_was_rolled_is_counted() -> None:
    replay = replay_of("dice/win")
    rolled = [shown.action for shown in replay.shown]
    rings = {luck.seat: luck.got for luck in review_game(replay).luck if luck.code == "ring"}
    assert rings == {seat: sum([act.dice.count("ring") for act in rolled if act.seat == seat]) for seat in replay.seats}


def test_where_no_chances_are_exact_the_bot_compares_on_what_a_seat_held_possible() -> None:
    """The same each time, dearer than two standard errors; without tries nothing is judged."""
    replay = replay_of("fellowship/destroyed")
    found = review_game(replay, tries=8)
    assert found.decisions
    assert all(one.error is not None and one.cost >= 2 * one.error for one in found.decisions)
    assert review_game(replay, tries=8) == found
    assert review_game(replay, tries=0).judged == 0


def test_a_difference_that_chance_may_explain_is_not_told() -> None:
    act, half = Act("roll", "sam"), Fraction(1, 2)
    sure = Decision(1, "R-1", act, act, half, Fraction(11, 20), Fraction(1, 40))
    assert (sure.is_dear, sure._replace(error=Fraction(1, 39)).is_dear) == (True, False)
    assert not sure._replace(best=half + Fraction(1, 201), error=None).is_dear


def test_bots_are_left_out_where_people_played() -> None:
    replay = replay_of("dice/win")
    replay.by_bots = {one.seq for one in standing_actions(replay) if one.action.seat == "sam"}
    assert {one.done.seat for one in review_game(replay).decisions} == {"frodo"}
    replay.by_bots |= {one.seq for one in standing_actions(replay)}
    assert {one.done.seat for one in review_game(replay).decisions} == {"frodo", "sam"}


@each("name", [name for name in JOURNALS if not name.startswith("dice/")], one_of=3)
def test_the_luck_of_every_game_has_words_and_a_rule(name: str) -> None:
    """And what came might have come."""
    replay = replay_of(name)
    words = Voice("pl", replay.content)
    for luck in review_game(replay, tries=0).luck:
        assert f"luck.{luck.code}" in words.texts
        assert words.rule(luck.rule)
        assert 0 < luck.as_much <= 1


def test_a_game_without_secrets_is_reviewed_as_far_as_it_has_come() -> None:
    assert review_game(replay_of("dice/win", 30)).judged < review_game(replay_of("dice/win")).judged


def test_nothing_is_told_while_seats_hide_cards() -> None:
    with pytest.raises(LocalizedError) as error:
        review_game(replay_of("wotrcards/duel", 40))
    assert error.value.code == "review_hidden"
