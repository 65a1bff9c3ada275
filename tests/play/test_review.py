"""A game looked back upon: luck in exact chances, and the decisions that cost most."""

import random
from fractions import Fraction
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from companion.content.load import game_content
from companion.core.errors import LocalizedError
from companion.games import get
from companion.games.dice.actions import Act
from companion.play.bots.exact_look import exact_worths
from companion.play.bots.search import MonteCarloBot
from companion.play.game.game import Chance, GameReview, LuckItem, Pending
from companion.play.game.offers import Offer
from companion.play.report.decisions import Decision, standing_actions
from companion.play.report.luck import count_luck, count_successes
from companion.play.report.review import MOST, Review, review_game
from companion.play.report.second_look import find_searcher
from companion.play.report.verify import verify_journal
from companion.words.review_words import decision_row, notes_of
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
    assert {one.way for one in found.decisions} <= {"counted", "tried"}
    assert all(one.cost >= 2 * (one.error or 0) for one in found.decisions)
    assert review_game(replay, tries=8) == found
    assert review_game(replay, tries=0).judged == 0


def exact_at(name: str, seq: int, acts, steps: int):
    """Return the exact worths of actions in place of an entry of a kept journal."""
    replay = replay_of(name)
    one = next(one for one in standing_actions(replay) if one.seq == seq)
    bot = find_searcher(replay.game)
    rng = random.Random(1)
    return exact_worths(bot, replay.game, replay.content, one.state, replay.seats, acts(one), steps, rng), one, replay


class Toss(NamedTuple):
    """An action of a game of one coin."""

    type: str
    seat: str
    side: str = ""


class Coin:
    """Toss until heads comes; after tails the second seat may end it. The table holds all tosses so far."""

    def chance(self, state, act):
        return Chance("", (2,)) if act.type == "toss" and not act.side else None

    def outcomes(self, state, act):
        return [(act._replace(side=side), Fraction(1, 2)) for side in "ht"]

    def check(self, state, act):
        return None

    def apply(self, state, act):
        return f"{state}{act.side or 'x'}"

    def pending(self, state):
        return Pending(() if state[-1:] in ("h", "x") else ("ab"[state[-1:] == "t"],), "coin", state == "")

    def legal(self, state):
        (seat,) = self.pending(state).seats
        return [Offer(Toss("toss", seat)), *([Offer(Toss("end", seat))] if state else [])]


@pytest.mark.parametrize(("end", "worth"), [(0.1, 7 / 16), (0.4, 3 / 8), (0.9, 1 / 4)])
def test_all_that_may_come_is_counted_and_each_seat_does_its_best(end: float, worth: float) -> None:
    """Heads are worth 0.5 to both, three tails nothing. After tails the second seat tosses on if it gains by that."""

    def value(content, state, seat):
        return {"h": 0.5, "x": end if seat == "b" else 0.0}.get(state[-1:], 0.0)

    bot = MonteCarloBot(lambda state, seat, rng: state, value, "R-1", settled=lambda state: len(state) > 2)
    game = SimpleNamespace(rules=Coin(), review=GameReview())
    assert exact_worths(bot, game, None, "", ("a", "b"), [Toss("toss", "a")], 50, random.Random(1)) == [worth]
    assert exact_worths(bot, game, None, "", ("a", "b"), [Toss("toss", "a")], 2, random.Random(1)) is None


def test_what_differs_between_tables_that_a_seat_holds_possible_is_not_exact() -> None:
    bot = MonteCarloBot(
        lambda state, seat, rng: rng.choice("hx"), lambda content, state, seat: float(state[0] == "h"), ""
    )
    act = Toss("end", "a")
    assert (
        exact_worths(
            bot, SimpleNamespace(rules=Coin(), review=GameReview()), None, "", ("a",), [act], 50, random.Random(1)
        )
        is None
    )


def test_a_hunt_and_a_battle_are_counted_to_their_ends() -> None:
    """A move with all dice and tiles, an attack with all its rounds; with fewer steps they are not exact."""
    for seq in (77, 153):
        (worth,), *_ = exact_at("wotr/siege", seq, lambda one: [one.action], 2_000)
        assert 0 < worth < 1
        assert exact_at("wotr/siege", seq, lambda one: [one.action], 0)[0] is None


def test_what_hangs_on_hidden_cards_is_not_exact() -> None:
    found, *_ = exact_at("fellowship/destroyed", 10, lambda one: [one.action], 5_000)
    assert found is None


def test_what_was_done_tells_of_cards_that_the_app_does_not_know() -> None:
    """A player of three who keeps real cards plays one that a guess may give to the partner."""
    replay = replay_of("wotr/counterattack")
    rules, bot, refused = replay.game.rules, find_searcher(replay.game), 0
    for one in [one for one in standing_actions(replay) if one.action.type == "event"]:
        for number in range(10):
            guessed = bot.guess_for(replay.game, one.state, [one.action], random.Random(number))
            assert rules.check(guessed, one.action) is None
            guessed = bot.guess(one.state, one.action.seat, random.Random(number))
            refused += rules.check(guessed, one.action) is not None
    assert refused


def test_a_decision_says_how_it_was_judged_and_the_odds_beside_it() -> None:
    replay = replay_of("wotr/siege")
    act = next(one.action for one in standing_actions(replay) if one.seq == 77)
    half, words = Fraction(1, 2), Voice("en", replay.content, replay.named_seats)
    counted = Decision(77, "WR-WIN-1", act, act._replace(die="will"), half, half + Fraction(1, 10), valued=True)
    row = decision_row(replay, counted, words)
    assert "By exact odds: 10% more" in row.instead
    assert any("Move the Fellowship: a tile" in line for line in row.odds)
    tried = counted._replace(error=Fraction(1, 100))
    assert "By search: 10% more (± 2%)" in decision_row(replay, tried, words).instead
    assert notes_of(Review((), (counted, tried), 2)) == ["review.counted", "review.tried"]


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


def test_a_seat_that_stepped_in_might_have_waited() -> None:
    replay = replay_of("wotr/siege")
    act = next(one.action for one in standing_actions(replay) if one.seq == 77)
    half = Fraction(1, 2)
    waited = Decision(77, "R-1", act, None, half, half + Fraction(1, 10), Fraction(1, 100))
    assert decision_row(replay, waited, Voice("en", replay.content, replay.named_seats)).instead.startswith(
        "Better: wait. By search"
    )


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("name", ["last_shadow", "last_free"])
def test_printed_icons_judge_the_card_game(name: str) -> None:
    """With cards of the app and, of what lies open, with real ones."""
    replay = replay_of(f"wotrcards/{name}")
    assert 0 < review_game(replay, tries=2).judged < len(replay.steps)
