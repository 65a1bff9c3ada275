"""Hunts side by side are those of the referee under the same plans, and as the exact odds say."""

import random
from collections import Counter
from math import sqrt

import numpy as np
import pytest

from companion import games
from companion.content.load import load
from companion.errors import WrongCall
from companion.games.wotr import vector
from companion.games.wotr.odds import hunt, mordor
from companion.games.wotr.rules.companions import STRIDER, level
from companion.games.wotr.tables import FP
from tests.each import each
from tests.games.wotr.bags import ALL, STANDARD

GAME, CONTENT = games.get("wotr"), load("wotr")
TWO = ("Ania:fp", "Bo:shadow")


TEAM = ("Ania:gondor", "Bo:rohan", "Cela:witch-king", "Dan:saruman")


def table(players=TWO, position=None, **options):
    return GAME.new(CONTENT, GAME.header(CONTENT, players, "hunt", options, position))


class Streams:
    """Numbers of a random source a game, so that a game's numbers do not depend on the others."""

    def __init__(self, games):
        self.each = [random.Random(f"vector:{number}") for number in range(games)]

    def below(self, limits, games):
        limits = np.broadcast_to(limits, games.shape)
        return np.array([below(self.each[at], limit) for at, limit in zip(games, limits, strict=True)], np.intp)


def below(rng, limit):
    """Where there is no choice no number is used up."""
    return int(rng.random() * int(limit)) if limit > 1 else 0


def digits(throw, dice):
    return [throw // 6**die % 6 for die in range(dice)]


class Refereed:
    """One game by the referee; what is thrown and chosen asks for the same numbers in the same order."""

    def __init__(self, state, plans, rng):
        self.state, self.plans, self.rng = state, plans, rng
        self.road, self.way = vector.Road(state), []

    def play(self):
        while legal := GAME.legal(self.state):
            acts = {}
            for offer in legal:
                if not GAME.is_aside(self.state, offer):
                    acts.setdefault(offer.type, []).append(offer)
            self.state = GAME.apply(self.state, self.shown(self.choose(acts)))
        return self.state

    def shown(self, act):
        """As many numbers as the arrays ask for."""
        chance = GAME.chance(self.state, act)
        if chance is None:
            return act
        number = len(chance.sizes)
        if act.type == "roll":
            side = self.state.setup.sides[self.state.index_of(act.seat)]
            parts = [number] if side == FP else [min(5, number), number - min(5, number)]
            return GAME.complete(self.state, act, [one for part in parts for one in self.thrown(part)])
        if act.type in ("search", "again"):
            return GAME.complete(self.state, act, self.thrown(number))
        rng = random.Random(0) if act.type == "draw" else self.rng
        return GAME.complete(self.state, act, [below(rng, size) for size in chance.sizes])

    def thrown(self, dice):
        return digits(below(self.rng, 6**dice), dice)

    def choose(self, acts):
        state, walk = self.state, self.state.fellowship
        plan = self.plans[state.step.who] if state.step.who >= 0 else ""
        if "declare" in acts and walk.progress >= self.road.left[walk.region] > 0:
            self.way = [*self.road.declared(walk.region)[1:]]
            return acts["declare"][0].act
        if "enter" in acts:
            return acts["enter"][0].act
        if "step" in acts or "stop" in acts:
            if state.step.why == "revealed" and len(state.step.path) == 1:
                self.way = [*self.road.revealed[walk.progress][walk.region].path[1:]]
            return self.one(acts["step"], "to", self.way.pop(0)) if self.way else acts["stop"][0].act
        if "allocate" in acts or "watch" in acts:
            offers = [one.act for one in acts.get("allocate") or acts["watch"]]
            return offers[below(self.rng, len(offers)) if plan == "random" else -1 if plan == "most" else 0]
        for type in ("search", "again", "tile", "cast", "roll", "done", "discard", "guide", "settle", "draw", "take"):
            if type in acts and "skip" not in acts:
                return next(iter(acts[type])).pick(random.Random(0))
        if "lose" in acts:
            loses = mordor.POLICIES[plan](state.step.damage, walk.corruption, level(state, walk.guide))
            return next(one.act for one in acts["lose"] if one.act.to == "guide") if loses else acts["accept"][0].act
        if "accept" in acts:
            return acts["accept"][0].act
        dice = ["character", "will-of-the-west"]
        if "hide" in acts and walk.guide == STRIDER:
            dice = ["army-muster", "muster", "event", *dice]
        for type in ("hide", "move"):
            if type in acts:
                return next(one.act for die in dice for one in acts[type] if one.act.die == die)
        return acts["skip"][0].act

    @staticmethod
    def one(offers, field, id):
        return next(act for offer in offers for act in [getattr(offer, "act", offer)] if getattr(act, field) == id)


MORDOR = {
    "turn": 4,
    "phase": "fellowship",
    "fellowship": {"region": "minas-morgul", "companions": ["gimli", "peregrin"], "corruption": 3, "hidden": False},
}
TABLES = {  # players, position, options, plans
    "two": (TWO, None, {}, {}),
    "spend": (TWO, None, {"real_cards": "false"}, {"fp": "spend", "shadow": "most"}),
    "whole": (TWO, None, {}, {"fp": "whole", "shadow": "fewest"}),
    "team": (TEAM, None, {}, {"gondor": "whole", "rohan": "last", "witch-king": "fewest", "saruman": "most"}),
    "Mordor": ((), MORDOR, {}, {"fp": "last", "shadow": "fewest"}),
}


@each("name", TABLES)
def test_the_same_dice_bring_the_same_hunts(name):
    """Length, ending and winners of every game."""
    players, position, options, plans = TABLES[name]
    state, number = table(players, position, **options), 16
    if position:
        state = state.replace(waiting=tuple([id for id, tile in state.setup.tables.tiles.items() if not tile.standard]))
    played = vector.hunts(state, number, Streams(number), plans)
    every = [plans.get(seat, plays[0]) for seat, plays in vector.plays("hunts", state).items()]
    for game in range(number):
        over = Refereed(state, every, random.Random(f"vector:{game}")).play()
        won = tuple([seat for seat, wins in zip(state.setup.seats, played.won[game], strict=True) if wins])
        ending = vector.ENDINGS[played.ending[game]][0]
        assert (played.rounds[game], ending, won) == (over.turn, over.ending, over.winners), game


def within(seen, of, chance):
    """Four standard errors, and four more games for what is rare."""
    return abs(seen - of * chance) <= 4 * sqrt(of * chance * (1 - chance)) + 4


@each(
    ("plan", "level", "box", "shadow"),
    [(plan, *more) for plan in ("keep", "spend") for more in ((1, 0, "fewest"), (3, 1, "most"), (7, 2, "fewest"))],
)
def test_one_hunt_is_as_the_odds_say(plan, level, box, shadow):
    """Corruption and reveals of a move with these dice in the Hunt Box, with and without re-rolls (WR-HUNT-1..27)."""
    many = 20_000
    every = vector.Hunts(table(), many, vector.Drawn(level, box), {"fp": plan, "shadow": shadow})
    every.walks.level[:], every.walks.walkers[:] = level, box
    every.move(np.arange(many))
    seen = Counter(zip(every.walks.corruption.tolist(), (~every.walks.hidden).tolist(), strict=True))
    hits = hunt.successes(level, box, 2 if shadow == "most" else 0)
    way = hunt.take if plan == "keep" else hunt.lose([int(every.levels[0])])
    odds = hunt.outlooks(STANDARD, hits, {"way": way})["way"]
    assert set(seen) <= set(odds)
    for result, chance in odds.items():
        assert within(seen[tuple(result)], many, float(chance)), result


class Fixed:
    """Action dice that show the same every turn."""

    def __init__(self, worth):
        self.worth = worth

    def thrown(self, dice, source, games):
        return np.full(games.size, self.worth)


@each(("box", "actions", "plan"), [(1, 1, "keep"), (3, 2, "last"), (3, 1, "whole"), (1, 3, "spend")])
def test_mordor_is_as_the_odds_say(box, actions, plan):
    """How often the Ring is destroyed from the first step, and after how many turns, with all tiles (WR-MORDOR)."""
    many, start = 20_000, table()
    tiles, where = start.setup.tables.tiles, {"region": "", "progress": 0, "step": 0, "corruption": 4}
    gimli = start.fellowship._replace(companions=("gimli",), guide="gimli", **where)
    state = start.replace(fellowship=gimli, pool=tuple([start.setup.tables.counts[id] for id in tiles]))
    every = vector.Hunts(state, many, vector.Drawn(box, actions), {"fp": plan, "shadow": "most"})
    every.eyes = Fixed(box // 2)  # in both halves of a roll; one die is allocated
    every.actions = Fixed(actions + (4 - actions) * vector.BASE**2)
    while every.walks.games.size:
        every.turn()
    played = every.played
    fate = mordor.fate(ALL, STANDARD, mordor.Stand(0, 4), True, mordor.Plan(box, actions, (2,), mordor.POLICIES[plan]))
    assert within(int((played.ending == vector.DESTROYED).sum()), many, float(fate.destroyed))
    error = float(played.rounds.std()) / sqrt(many)
    assert abs(played.rounds.mean() - float(fate.turns)) < 4 * error


def test_only_hunts():
    """Where the armies are kept more would be played."""
    full = GAME.new(CONTENT, GAME.header(CONTENT, TWO, "full", {}, None))
    with pytest.raises(WrongCall) as wrong:
        vector.plays("hunts", full)
    assert wrong.value.code == "vector_hunt"
