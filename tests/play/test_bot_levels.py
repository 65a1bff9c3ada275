"""Levels of the app's own players: names and sentences, names of earlier versions, and how the easy one is weaker."""

import random
from collections import Counter
from dataclasses import replace
from itertools import cycle

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import WrongCall
from companion.games.dice.bot import weigh_keeps
from companion.play.bots.bot_turns import next_bot_turn
from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import (
    EASY,
    FORMER_IDS,
    GOOD,
    NEAR_BEST,
    bots_of,
    choose_near_best,
    close_at_random,
    find_bot,
)
from companion.play.journal import log
from companion.play.journal.entries.seats import SeatBot
from companion.play.journal.session import Session
from companion.words.wording import Voice

GAME, CONTENT = games.get("dice"), load("dice")
HEADER = GAME.rules.header(CONTENT, ["Ania:frodo", "Bo:sam"], None, {}, None)
START = GAME.rules.new(CONTENT, HEADER)


@pytest.mark.parametrize("id", games.playable_games())
def test_every_game_has_both_levels_with_a_sentence_each(id):
    """In every language of the game; no two say the same."""
    game, content = games.get(id), load(id)
    assert list(bots_of(game)) == ["random", EASY, GOOD]
    for lang in content.languages:
        voice = Voice(lang, content)
        assert len({voice.bot_character(bot) for bot in bots_of(game)} - {""}) == 3
        assert len({voice.say(f"bot_name.{bot}") for bot in bots_of(game)}) == 3
    assert Voice("en", content).bot_character("nobody") == ""


@pytest.mark.parametrize("id", games.playable_games())
def test_names_of_earlier_versions_mean_the_good_level(id):
    """On the command line and in journals; what no version knew is refused with what there is."""
    game = games.get(id)
    assert {find_bot(game, name) for name in FORMER_IDS} == {game.bots[GOOD]}
    with pytest.raises(WrongCall) as wrong:
        find_bot(game, "strong")
    assert wrong.value.values["choices"] == "random, easy, good"


def test_a_bot_of_a_package_keeps_its_name():
    """Also one that a built-in game gave up."""
    own = replace(GAME, bots={"best": GAME.bots[EASY]})
    assert find_bot(own, "best") is GAME.bots[EASY]
    with pytest.raises(WrongCall):
        find_bot(own, "plain")


def test_a_journal_of_an_earlier_version_goes_on():
    """Its bot is named as today and plays on."""
    session = Session.create(GAME, CONTENT, HEADER, seed=bytes(32), clock=lambda: "")
    session.keep(session.plan(SeatBot("frodo", "best")))
    assert session.replay.bots == {"frodo": "best"}
    turn = next_bot_turn(session.replay)
    assert turn.choose() == turn._replace(bots=(("frodo", GOOD),)).choose()
    voice = Voice("en", CONTENT, HEADER["seats"])
    assert any("(good)" in line for line in log.render_log(session.replay, voice))


def test_slips_are_as_frequent_as_said_and_small():
    """Only the second or third best, in about that share of choices."""
    rng, ranked = random.Random(1), range(9)
    found = Counter(choose_near_best(ranked, 0.4, rng) for _ in range(4000))
    assert set(found) == set(range(NEAR_BEST))
    assert 0.37 < 1 - found[0] / 4000 < 0.43
    assert choose_near_best([7], 1.0, rng) == 7


def test_who_never_slips_uses_no_luck_for_it():
    """Games of earlier versions are played again as they were."""
    rng = random.Random(1)
    assert choose_near_best(range(9), 0.0, rng) == 0
    assert rng.getstate() == random.Random(1).getstate()


def searching(value, **given):
    return MonteCarloBot(lambda state, seat, rng: state, value, "DG-WIN-1", depth=1, **given)


def thrown():
    """The first roll of a game."""
    return GAME.rules.apply(START, close_at_random(GAME, START, GAME.rules.legal(START)[0].act, random.Random(3)))


def kept(content, state, seat):
    """The share of dice that are kept."""
    return state.kept.count("") / len(state.kept)


def test_a_search_that_slips_says_so():
    """With the worth of both; the table of what it weighed still begins with the best."""
    bot = searching(kept, slips=1.0)
    choice = bot.choose(GAME, CONTENT, thrown(), "frodo", random.Random(1))
    chances = [row.chance for row in choice.weighed.rows]
    assert choice.why.key == "bot.slip"
    assert choice.why.values["best"] == chances[0]
    assert choice.why.values["chance"] in chances[1:NEAR_BEST]
    assert choice == bot.choose(GAME, CONTENT, thrown(), "frodo", random.Random(1))
    assert searching(kept).choose(GAME, CONTENT, thrown(), "frodo", random.Random(1)).why.key == "bot.tried"


def test_the_easy_level_keeps_second_best_dice_and_says_so():
    """Of one roll, often asked: each keep is among the three best, some are not the best."""
    rng, easy, state = random.Random(3), GAME.bots[EASY], thrown()
    ranked = [dice for dice, _ in weigh_keeps(state)]
    slips = 0
    for _ in range(40):
        choice = easy.choose(GAME, CONTENT, state, "frodo", rng)
        place = ranked.index(choice.act.dice)
        assert place < NEAR_BEST
        assert (choice.why.key == "bot.slip") == (place > 0)
        slips += place > 0
    assert 8 < slips < 26


def test_a_search_that_slips_still_leaves_to_others_what_is_theirs():
    """It does nothing out of its turn by mistake: asked are an action, then nothing, which is worth more."""
    wotr, content = games.get("wotr"), load("wotr")
    state = wotr.rules.new(content, wotr.rules.header(content, ["A:fp", "B:shadow"], "hunt", {}, None))
    act = wotr.rules.legal(state)[0].act
    seat = next(seat for seat in ("fp", "shadow") if seat != wotr.rules.pending(state).seats[0])
    worths = cycle((0.1, 0.9))
    bot = searching(lambda content, state, seat: next(worths), sift=lambda content, state, acts: [act], slips=1.0)
    assert bot.choose(wotr, content, state, seat, random.Random(1)) is None
