"""Games side by side are games of the referee: step by step with the same dice, and in the long run."""

import random
from collections import Counter
from math import sqrt

import numpy as np
import pytest

from companion.core.errors import WrongCall
from companion.games.dice import vector
from companion.play.bots.simulate import Task
from tests.games.dice.conftest import CONTENT, GAME
from tests.streams import Streams, below

PLAYERS = ("Ania:frodo", "Bo:sam", "Cela:merry", "Dan:pippin")
TABLES = {
    "two": ({}, 2, "basic"),
    "advanced": ({}, 3, "advanced"),
    "last one": ({"end_variant": "true", "first": "sam"}, 4, "basic"),
    "own dice": ({"squares": "4", "faces_red": "ring,ring,weapon,weapon,nazgul,gandalf"}, 4, "basic"),
}


def state(options, number, variant):
    return GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, PLAYERS[:number], variant, options, None))


def refereed(table, number):
    """The game of that number by the referee, with the same numbers asked for in the same order."""
    rng, turns, throws = random.Random(f"vector:{number}"), 0, 6**5

    def thrown(action):
        code = below(rng, throws)
        digits = [code // 6 ** (4 - die) % 6 for die in range(5)]
        free = [die for die, symbol in enumerate(table.pending or table.kept) if bool(symbol) == bool(table.pending)]
        return GAME.rules.complete(table, action, [digits[die] for die in free])

    while legal := GAME.rules.legal(table):
        acts = {kind: [offer.act for offer in legal if offer.act.type == kind] for kind in ("roll", "keep", "resolve")}
        if acts["roll"]:
            table = GAME.rules.apply(table, thrown(acts["roll"][0]))
        elif acts["keep"]:
            again = [offer.act for offer in legal if offer.act.type == "repeat"]
            if again and below(rng, 2):
                table = GAME.rules.apply(table, thrown(again[0]))
                acts["keep"] = [offer.act for offer in GAME.rules.legal(table)]
            table = GAME.rules.apply(table, acts["keep"][below(rng, len(acts["keep"]))])
        else:
            turns += 1
            table = GAME.rules.apply(table, acts["resolve"][below(rng, len(acts["resolve"]))])
    return table.round, turns, table.ending, table.winners


@pytest.mark.parametrize("name", TABLES)
def test_the_same_dice_bring_the_same_games(name, exhaustive):
    """Length, turns, ending and winners of every game."""
    table, number = state(*TABLES[name]), 25 if exhaustive else 8
    played = vector.play_games(table, number, Streams(number), vector.DieByDieSampler(table.setup))
    for game in range(number):
        seats = tuple(seat for seat, won in zip(table.setup.seats, played.won[game], strict=True) if won)
        ending = vector.ENDINGS[played.ending[game]][0]
        assert (played.rounds[game], played.turns[game], ending, seats) == refereed(table, game), game


def agree(counted, of, seen, among):
    """Two samples of one share: their difference is within four standard errors; a share of few games tells nothing."""
    share = (counted + seen) / (of + among)
    if share * min(of, among) < 5:
        return True
    return abs(counted / of - seen / among) <= 4 * sqrt(share * (1 - share) * (1 / of + 1 / among))


@pytest.mark.parametrize("name", ["advanced", "own dice"])
def test_turns_agree_with_throws(name, exhaustive):
    """Lengths, endings and wins from the exact odds of turns are those of dice thrown one by one."""
    table, number = state(*TABLES[name]), 40_000 if exhaustive else 10_000
    one, two = (vector.play(way, table, {}, number, (7,)) for way in vector.WAYS)
    for columns in ("rounds", "turns", "ending"):
        seen = [Counter(getattr(played, columns).tolist()) for played in (one, two)]
        for value in seen[0].keys() | seen[1].keys():
            assert agree(seen[0][value], number, seen[1][value], number), (columns, value)
    for seat in range(len(table.setup.seats)):
        assert agree(int(one.won[:, seat].sum()), number, int(two.won[:, seat].sum()), number), seat


def test_games_side_by_side_agree_with_the_referee(tier):
    """Random play by the referee ends as it does side by side, as often and as late."""
    number, many = {"quick": 100, "test": 100, "exhaustive": 20_000}[tier], 100_000 if tier == "exhaustive" else 30_000
    header = GAME.rules.header(CONTENT, PLAYERS[:3], "advanced", {}, None)
    seen = Task(lambda: (GAME, CONTENT), header, 11).play(0, number).statistics
    played = vector.play("turns", GAME.rules.new(CONTENT, header), {}, many, (3,))
    for length, count in Counter(played.rounds.tolist()).items():
        assert agree(count, many, seen.lengths[length], number), length
    for ending, count in Counter(played.ending.tolist()).items():
        assert agree(count, many, seen.endings[vector.ENDINGS[ending][0]], number), ending
    for at, seat in enumerate(header["seats"]):
        assert agree(int(played.won[:, at].sum()), many, seen.wins[seat["id"]], number), seat


def test_a_table_in_play():
    """A position goes on where it stands: the round, who is out, who is home if he takes one step."""
    rows = [{"name": name, "hobbit": name} for name in ("frodo", "sam")]
    rows[0] |= {"circles": 8, "squares": "wwwwwww"}
    rows[1] |= {"circles": 0, "squares": "xxxxxxx"}
    asked = {"variant": "basic", "round": 9, "active": "frodo", "players": rows}
    table = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, [], None, {}, asked))
    played = vector.play("turns", table, {}, 2000, (1,))
    assert played.rounds.min() == 9
    assert (played.turns == played.rounds - 8).all()
    assert not played.won[:, 1].any()
    assert played.won[:, 0].mean() > 0.8


def test_a_track_that_is_too_long():
    """A table of every sheet of 20 squares would be millions long."""
    with pytest.raises(WrongCall) as wrong:
        vector.plays("turns", state({"squares": "20"}, 2, "basic"))
    assert wrong.value.code == "vector_squares"


def test_our_own_dice_and_track_are_as_they_were_chosen():
    """As the comments of die.yaml and square.yaml say: with 7 squares two good players both lose in 8 % of games."""
    table, number = state({}, 2, "basic"), 40_000
    played = vector.play("turns", table, dict.fromkeys(table.setup.seats, vector.PROGRESS), number, (5,))
    assert agree(int((played.ending == vector.ALL_LOST).sum()), number, round(0.081 * 1500), 1500)
    several = (played.ending == vector.TIE_BREAK) | (played.ending == vector.SHARED)
    assert agree(int(several.sum()), number, 150, 1500)
    assert abs(played.rounds.mean() - 7.0) < 0.05 + 4 * played.rounds.std() / sqrt(1500)
    assert abs(played.turns.mean() - 13.4) < 0.05 + 4 * played.turns.std() / sqrt(1500)


def test_who_looks_at_each_turn_beats_chance():
    """In the same race, one plays for progress and one at random; die by die only chance plays."""
    table = state({}, 2, "basic")
    played = vector.play("turns", table, {"sam": vector.PROGRESS}, 5000, (5,))
    assert played.won[:, 1].mean() > 20 * played.won[:, 0].mean()
    assert vector.PROGRESS not in vector.plays("throws", table)["sam"]


def test_the_odds_of_a_turn_add_up():
    """Every place's are a whole; without Nazgûl on the dice nobody is ever hit."""
    assert np.allclose(vector.random_turn_odds(state({}, 3, "advanced").setup).sum(axis=1), 1, atol=1e-12)
    kind = ",".join(["ring"] * 6)
    odds = vector.random_turn_odds(state({f"faces_{die}": kind for die in CONTENT["die"]}, 2, "basic").setup)
    assert np.flatnonzero(odds[0]).tolist() == [5 * vector.COUNTS * vector.MASKS]
