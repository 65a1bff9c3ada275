"""Hunts by the referee under the plans of companion.games.wotr.vector, with numbers asked for in the same order."""

import random

from companion import games
from companion.games.wotr import vector
from companion.games.wotr.odds.mordor import POLICIES
from companion.games.wotr.rules.map.companions import STRIDER, level
from companion.games.wotr.tables import FP
from tests.streams import below

GAME = games.get("wotr")


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
        plan = self.plans[state.step.seat_index] if state.step.seat_index >= 0 else ""
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
            loses = POLICIES[plan](state.step.damage, walk.corruption, level(state, walk.guide))
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


def refereed(state, plans, number):
    """The game of that number with the numbers of `Streams`: turns, ending and winners."""
    every = [plans[seat] for seat in state.setup.seats]
    over = Refereed(state, every, random.Random(f"vector:{number}")).play()
    return over.turn, over.ending, over.winners


def side_by_side(played, seats, number):
    """The same of games in arrays."""
    won = tuple([seat for seat, wins in zip(seats, played.won[number], strict=True) if wins])
    return played.rounds[number], vector.ENDINGS[played.ending[number]][0], won
