"""Exact odds against the referee itself: every throw with every keep is played out and counted."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Phrase, Ref
from companion.games.dice import odds, roll_odds, turn_questions
from companion.play.game.bots import any_action
from companion.words.wording import Voice
from tests.games.dice.turns import CONTENT, GAME, begun, standing, thrown_by
from tests.games.odds_tables import rows
from tests.languages import LANGUAGES

QUESTION = GAME.odds.questions["next"]
ROLL = "roll=black=white_tree,yellow=orc,red=ring,blue=nazgul,green=ring"


def ask(*words, told=None):
    return QUESTION.answer(CONTENT, told or {}, dict(word.split("=", 1) for word in words))


@cache
def reach(state, active, goal):
    """The referee's best chance that this player's circles come to so many by the end of his turn."""
    if state.active != active or state.phase == "over":
        return Fraction(state.players[active].circles >= goal)
    if state.phase == "roll":
        results = GAME.rules.outcomes(state)
        return sum([chance * reach(GAME.rules.apply(state, act), active, goal) for act, chance in results], Fraction(0))
    if state.phase == "resolve":
        return reach(GAME.rules.apply(state, GAME.rules.legal(state)[0].act), active, goal)
    best = Fraction(0)
    for offer in GAME.rules.legal(state):
        if offer.type == "repeat":
            again = GAME.rules.outcomes(state, offer.act)
            one = sum(
                [chance * reach(GAME.rules.apply(state, act), active, goal) for act, chance in again], Fraction(0)
            )
        else:
            one = reach(GAME.rules.apply(state, offer.act), active, goal)
        best = max(best, one)
    return best


PLACES = ["bag_end", "rivendell", "lothlorien", "rohan", "helms_deep", "gondor", "shelobs_lair"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "kept", [{"black": "orc", "yellow": "ring", "red": "weapon"}, {"yellow": "ring", "red": "orc", "blue": "orc"}]
)
def test_the_rest_of_a_turn_is_what_the_referee_allows(place, kept):
    """Two dice are left: every throw, keep and repeat of the referee, the best chosen for each number of circles."""
    state = standing(place, kept)
    found = rows(ask(told=QUESTION.from_state(state)), "turn_circles")
    reach.cache_clear()
    at = state.players[0].circles
    expected = {str(number): reach(state, 0, at + number) for number in range(1, min(5, state.setup.circles - at) + 1)}
    assert found == expected


def test_a_keep_is_the_turn_after_it():
    """Every keep of a roll of three: its row is the best that the referee makes of the table after it."""
    state = standing("rohan", {"black": "ring", "green": "orc"})
    thrown = thrown_by(state, "yellow=orc,red=weapon,blue=nazgul")
    answer = ask(told=QUESTION.from_state(thrown))
    found = rows(answer, "best_circle")
    reach.cache_clear()
    goal = thrown.players[0].circles + 1
    offers = {",".join(offer.act.dice): offer.act for offer in GAME.rules.legal(thrown) if offer.type == "keep"}
    assert set(found) == {*offers, "repeat"}
    for id, act in offers.items():
        assert found[id] == reach(GAME.rules.apply(thrown, act), 0, goal)
    again = GAME.rules.outcomes(thrown, next(offer.act for offer in GAME.rules.legal(thrown) if offer.type == "repeat"))
    assert found["repeat"] == sum(chance * reach(GAME.rules.apply(thrown, act), 0, goal) for act, chance in again)
    assert [row.chance for row in answer.tables[0].rows[:-1]] == sorted(
        [row.chance for row in answer.tables[0].rows[:-1]], reverse=True
    )


@pytest.mark.parametrize(
    ("place", "seats"), [("bag_end", "sam,frodo"), ("gondor", "frodo,pippin"), ("minas_tirith", "merry,sam")]
)
def test_the_next_roll_symbol_by_symbol_and_whom_it_hits(place, seats):
    """All throws of four dice, counted one by one."""
    kept = "black=orc" if place == "gondor" else "blue=orc"
    words = (f"place={place}", f"seats={seats}", f"kept={kept}", "variant=advanced")
    answer = ask(*words)
    roller, other = seats.split(",")
    colours = {row["die"]: row.id for row in CONTENT["hobbit"].values()}
    state = standing("bag_end", dict([kept.split("=")]))
    shows, hits = Counter(), Counter()
    for act, chance in GAME.rules.outcomes(state):
        for symbol in set(filter(None, act.dice)):
            shows[symbol] += chance
        owners = [
            colours.get(die, "") for die, symbol in zip(state.setup.dice, act.dice, strict=True) if symbol == "nazgul"
        ]
        if place == "minas_tirith":
            owners = [roller for _ in owners]
        free = [owner for owner in owners if owner == other or place == "gondor"]
        hits["nobody" if not owners else "others" if free else "roller"] += chance
    assert rows(answer, "next_shows") == dict(shows)
    assert rows(answer, "next_nazgul") == {id: hits[id] for id in ("nobody", "roller", "others")}


def test_a_throw_has_all_its_ways():
    """6 ** n of them, and each multiset once."""
    faces = ("ring", "orc", "orc", "weapon", "nazgul", "gandalf")
    for number in range(1, 6):
        rolls = roll_odds.Keeps((faces,), any_same=False).rolls_of((number,))
        assert sum(rolls.ways) == 6**number
        assert len(rolls.ways) == comb(number + 4, 4)  # five symbols


def test_odds_of_a_whole_turn_fall_row_by_row():
    """From Bag End: at least one circle in 89 % of turns; what comes after it is less likely, row by row."""
    found = list(rows(ask(), "turn_circles").values())
    assert found == sorted(found, reverse=True)
    assert [round(float(100 * chance), 1) for chance in found] == [89.2, 53.4, 16.0, 2.1, 0.1]


def test_dice_of_other_faces_count_by_them():
    """A red die of Rings only is a Ring for sure."""
    faces = ",".join(["ring"] * 6)
    assert (
        rows(ask(f"faces_red={faces}", "kept=black=orc,yellow=orc,blue=weapon,green=weapon"), "turn_circles")["1"] == 1
    )


def test_keeps_that_show_and_bring_the_same_are_one_row():
    """Two Rings on dice of nobody in the game: one row, not two."""
    answer = ask(ROLL, "seats=merry,frodo")
    kept = [row.id for row in answer.tables[0].rows]
    assert "red,blue" in kept
    assert "blue,green" not in kept


def test_the_table_gives_the_words(exhaustive):
    """At every decision of random games: the words of a table ask what the table shows (of keeps the
    best eight), in every language.
    """
    voices = [Voice(lang, CONTENT) for lang in LANGUAGES]
    for label in ("basic-2", "advanced-2", *(("advanced-4", "basic-4-options") if exhaustive else ())):
        state, rng = begun(label), random.Random(label)
        for _ in range(60 if exhaustive else 8):
            if not (legal := GAME.rules.legal(state)):
                break
            types = {offer.type for offer in legal}
            for one in turn_questions.decision_odds(CONTENT, state, types):
                question = GAME.odds.questions[one.question]
                told = question.answer(CONTENT, question.from_state(state), {})
                if one.ticked:
                    (shown,), asked = one.answer.tables, told.tables[0]
                    likely = sorted((row for row in asked.rows if row.chance), key=lambda row: -row.chance)
                    assert [*shown.rows] == likely[: odds.BEST]
                    assert len(shown.rows) + shown.more == len(likely)
                else:
                    assert one.answer.tables == told.tables[: len(one.answer.tables)]
                offered = {",".join(offer.act.dice) for offer in legal if offer.type == "keep"}
                assert set(one.ticked) == offered
                for voice in voices:
                    assert all("{" not in voice.say(line.key, **line.values) for line in one.ticked.values())
            action = any_action(rng, state, legal)
            chance = GAME.rules.chance(state, action)
            done = (
                action
                if chance is None
                else GAME.rules.complete(state, action, [rng.randrange(n) for n in chance.sizes])
            )
            state = GAME.rules.apply(state, done)


def test_what_is_ticked_has_a_line_of_its_own():
    """With the Tree the rolls are over; with the Ring they go on."""
    state = thrown_by(begun("basic-2"), ROLL.removeprefix("roll="))
    one, _ = turn_questions.decision_odds(CONTENT, state, {"keep"})
    assert one.code == "line_best"
    assert one.values["chance"] == 1
    assert one.values["place"] == Ref("place", "rivendell")
    assert one.ticked["black,red,blue"].key == "odds.line_end"
    assert one.ticked["black,blue"].key == "odds.line_end_none"
    assert one.ticked["red,blue"].values["ring"] == 1 - Fraction(5, 6) ** 3


def test_the_best_keep_stands_beside_what_is_ticked():
    """Of each keep its chance to win, as the question tells it; what is best is advice."""
    state = thrown_by(begun("basic-2"), ROLL.removeprefix("roll="))
    _, one = turn_questions.decision_odds(CONTENT, state, {"keep"})
    question = GAME.odds.questions["keep"]
    told = question.answer(CONTENT, question.from_state(state), {}).tables[0].rows
    chances = {row.id: row.chance for row in told}
    best = told[0]
    assert (one.code, one.values["chance"], one.advice) == ("line_win", best.chance, "line_which_win")
    assert {line.values["chance"] for line in one.ticked.values()} == set(chances.values())
    for ticked, line in one.ticked.items():
        assert line == Phrase("odds.line_win_kept", {"chance": chances.get(ticked, line.values["chance"])})


def test_repeating_the_roll_may_be_the_best_for_the_win():
    """In Rohan, with nothing but orcs."""
    state = thrown_by(standing("rohan", {}), "black=orc,yellow=orc,red=orc,blue=orc,green=orc")
    one = [*turn_questions.decision_odds(CONTENT, state, {"keep", "repeat"})][-1]
    (best,) = one.values["best"]
    assert best.key == "odds.repeating"
    assert all(line.values["chance"] < one.values["chance"] for line in one.ticked.values())


def test_nothing_is_compared_at_home():
    """Who has marked the last circle still rolls, but nothing leads further."""
    state = thrown_by(standing("bag_end", {}), "black=orc,yellow=orc,red=orc,blue=orc,green=orc")
    home = state.players[0]._replace(circles=state.setup.circles)
    assert not [*turn_questions.decision_odds(CONTENT, state.replace(players=(home, *state.players[1:])), {"keep"})]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["kept=black=ring,black=orc"], "odds_die_twice"),
        (["kept=black=ring", "roll=black=orc,red=orc,yellow=orc,blue=orc,green=orc"], "odds_die_twice"),
        (["kept=pink=ring"], "no_die"),
        (["kept=red=white_tree"], "no_symbol"),
        (["roll=red=ring"], "odds_roll"),
        ([ROLL, "keep=red"], "odds_keep"),
        ([ROLL, "keep=red,blue,green"], "odds_keep"),
        ([ROLL, "keep=rde"], "no_die"),
        (["keep=red"], "odds_keep"),
        (["place=mordor"], "odds_home"),
        (["place=mordoor"], "no_item"),
        (["seats=frodo,gollum"], "no_item"),
        (["variant=hard"], "option_one"),
        (["repeated=perhaps"], "option_flag"),
        (["faces_red=ring,rong"], "no_symbol"),
        ([f"faces_red={','.join(['ring'] * 21)}"], "option_whole"),
        (["box=2"], "unknown_key"),
    ],
)
def test_wrong_words_of_dice_odds_are_refused_by_name(words, code):
    """Each is refused by name."""
    with pytest.raises(WrongCall) as refused:
        ask(*words)
    assert refused.value.code == code


def test_every_subset_is_an_offer_or_refused():
    """`keep` takes what the referee offers of that roll, nothing else."""
    dice = [row.id for row in CONTENT["die"].values()]
    state = thrown_by(begun("basic-2"), ROLL.removeprefix("roll="))
    offered = {offer.act.dice for offer in GAME.rules.legal(state)}
    for size in range(1, 6):
        for keep in combinations(dice, size):
            asked = (ROLL, "seats=frodo,sam", f"keep={','.join(keep)}")
            if keep in offered:
                assert ask(*asked).tables
            else:
                with pytest.raises(WrongCall):
                    ask(*asked)
