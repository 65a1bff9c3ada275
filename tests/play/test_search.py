"""A bot that tries what it could do: what it takes, what that costs, and whom it leaves alone."""

import copy
import dataclasses
import random

import pytest

from companion import games
from companion.content.load import load
from companion.core.messages import Phrase
from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import close_at_random

GAME, CONTENT = games.get("wotr"), load("wotr")
OPEN = dataclasses.replace(GAME, rules=copy.copy(GAME.rules))  # the same, if nobody had anything to hide
OPEN.rules.secret = False
HEADER = GAME.rules.header(CONTENT, ["Ania:fp", "Bo:shadow"], "hunt", {"real_cards": "false"}, None)


def at(what):
    """The first table at which that is awaited."""
    state, rng = GAME.rules.new(CONTENT, HEADER), random.Random(1)
    while GAME.rules.pending(state).what != what:
        act = GAME.rules.legal(state)[0].pick(rng)
        state = GAME.rules.apply(state, close_at_random(GAME, state, act, rng))
    return state


def searching(value, **given):
    return MonteCarloBot(lambda state, seat, rng: state, value, "WR-WIN-1", **given)


def chosen(bot, state, seat="shadow", seed=1, game=GAME):
    return bot.choose(game, CONTENT, state, seat, random.Random(seed))


@pytest.mark.parametrize("sign", [1, -1])
def test_it_takes_what_is_worth_most(sign):
    """Of the dice that the Shadow may allocate, as the value says; with the numbers behind it, the best first."""
    bot = searching(lambda content, state, seat: 0.5 + sign * state.box.allocated / 20, depth=1)
    state = at("allocate")
    numbers = [act.dice for act in GAME.rules.legal_actions(state) if act.type == "allocate"]
    choice = chosen(bot, state, game=OPEN)
    assert choice.act.dice == (max if sign > 0 else min)(numbers)
    assert choice.why.key == "bot.tried"
    chances = [row.chance for row in choice.weighed.rows]
    assert chances == sorted(chances, reverse=True)
    assert choice.why.values["chance"] == chances[0]
    assert choice.weighed.rows[0].values["action"] == GAME.words.command(state, choice.act)
    assert len(chances) + choice.weighed.more == len(GAME.rules.legal_actions(state))
    hidden = chosen(bot, state)
    assert (hidden.act, hidden.weighed, hidden.why.key) == (choice.act, choice.weighed, "bot.little")


def test_of_equals_the_plainest_and_the_same_again():
    """Where nothing is better it takes the first that is offered; the same luck brings the same choice."""
    state = at("allocate")
    bot = searching(lambda content, state, seat: 0.5, budget=50)
    assert chosen(bot, state).act == GAME.rules.legal(state)[0].act
    assert chosen(bot, state) == chosen(bot, state)


def test_what_alone_can_be_done_is_not_thought_about():
    """It is done at once, and said so."""

    def value(content, state, seat):
        raise AssertionError("nothing is valued")

    state = at("allocate")
    only = GAME.rules.legal(state)[0].act
    bot = searching(value, sift=lambda content, state, acts: [only])
    for game, why in ((OPEN, "bot.only"), (GAME, "bot.little")):
        choice = chosen(bot, state, game=game)
        assert (choice.act, choice.why.key, choice.weighed) == (only, why, None)


def test_who_is_not_asked_leaves_it_to_others():
    """Nothing to try, nothing done."""
    bot = searching(lambda content, state, seat: 0.5, sift=lambda content, state, acts: [])
    assert chosen(bot, at("allocate"), "fp") is None


@pytest.mark.parametrize("budget", [1, 50, 400])
def test_the_budget_is_kept(budget):
    """Every action is tried once; beyond that no round of tries begins when the steps are used up."""
    worths = []

    def value(content, state, seat):
        worths.append(1)
        return 0.5

    state, depth = at("allocate"), 3
    bot = searching(value, budget=budget, depth=depth)
    chosen(bot, state)
    acts = len(GAME.rules.legal_actions(state))
    assert acts <= len(worths) <= budget + 2 * depth * acts


def test_a_try_stops_where_the_table_can_be_valued():
    """`settled` ends it before its depth."""
    phases = set()

    def value(content, state, seat):
        phases.add(GAME.rules.pending(state).what)
        return 0.5

    chosen(searching(value, settled=lambda state: state.step.kind == "act", depth=40), at("allocate"))
    assert phases == {"act"}


@pytest.mark.parametrize("budget", [1, 300])
def test_a_game_says_why_in_its_own_words(budget):
    """By the tables to which the best leads and what is done at a glance, n >= 1 each."""

    def explain(seat, best, next):
        dice = [{state.box.allocated for state in tables} for tables in (best, next)]
        return Phrase("bot.own", {"seat": seat, "best": str(dice[0]), "next": str(dice[1])})

    bot = searching(lambda content, state, seat: state.box.allocated / 20, depth=1, budget=budget, explain=explain)
    numbers = {act.dice for act in GAME.rules.legal_actions(at("allocate"))}
    why = chosen(bot, at("allocate")).why
    assert (why.key, why.values["seat"], why.values["best"]) == ("bot.own", "shadow", str({max(numbers)}))
    glance = {int(number) for number in why.values["next"].strip("{}").split(",")}
    assert glance <= numbers
    assert len(glance) > 1
