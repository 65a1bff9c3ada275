"""Whole games that come to a wanted end: how each side plays so that it is reached, and what its dice then show."""

import random
from collections import deque
from functools import cache

from companion import games
from companion.content.load import load
from companion.games.wotr.tables import FP, POINTS, SHADOW

GAME, CONTENT = games.get("wotr"), load("wotr")
LONGEST = 1_500  # actions of a game
WINNERS = {"ring_destroyed": FP, "military_fp": FP, "corruption": SHADOW, "military_shadow": SHADOW}
WAR, HUNT = ("march", "attack", "recruit", "diplomacy"), ("search", "again")
GATES = ("morannon", "minas-morgul")
GOALS = ("region", "nation", "deck", "face")  # where to, of an offer
ON = {  # what either side prefers at the steps of an army and of a battle
    **{"done": 30, "extend": 25, "retreat": 5, "withdraw": 12, "stand": 10, "hold": 5, "combat": 40, "casualty": 10},
    **{"strike": 9, "search": 9, "tile": 9, "cast": 9, "throw": 9, "draw": 9, "roll": 9, "pick": 9},
}


class Steered:
    """The players of one game, who want it to end so. typed: they have dice, tiles and cards of their own."""

    def __init__(self, ending, seed=0, whim=0.15, typed=False):
        self.typed = typed
        self.ending, self.rng, self.whim = ending, random.Random(f"{ending} {seed}"), whim
        self.side = WINNERS[ending]
        self.war = ending.startswith("military")

    def choose(self, state):
        """The next action; a chance action is open, or has a result that is to be typed in."""
        legal = [offer for offer in GAME.rules.legal(state) if not self._aside(state, offer)]
        if self.rng.random() < self.whim:
            act = self.rng.choice(legal).pick(self.rng)
            if self.value_of(state, act) > -5:
                return self.shown(state, act)
        acts = [act for offer in legal for act in self._some(offer)]
        return self.shown(state, max(acts, key=lambda act: self.value_of(state, act) + self.rng.random()))

    @staticmethod
    def _aside(state, offer):
        return offer.type in GAME.rules.aside_types and GAME.rules.is_aside(state, offer)

    def _some(self, offer):
        """Of an offer every region or nation, and any of the rest."""
        goals = [field for field in offer.open if field.field in GOALS]
        if not goals:
            return [offer.pick(self.rng)]
        return [offer.fill(**{goals[0].field: goal}).pick(self.rng) for goal in goals[0].values()]

    def shown(self, state, act):
        """What chance shows is typed in half of the time, as it suits the wanted end; in the Hunt for it always."""
        chance = GAME.rules.chance(state, act)
        hunted = act.type in ("tile", *HUNT) and self.ending == "ring_destroyed"
        own = self.typed or hunted or (chance is not None and chance.real)
        if chance is None or (not own and (chance.sealed or self.rng.random() < 0.5)):
            return act
        if act.type == "tile":
            return self._tile(state, act)
        numbers = [self.rng.randrange(size) for size in chance.sizes]
        if act.type in ("strike", "restrike") and self.war:
            best = 5 if self._side(state, act) == self.side else 0
            numbers = [self.rng.choice((best, number)) for number in numbers]
        elif act.type in HUNT:
            numbers = [5 if self.ending == "corruption" else 0] * len(numbers)
        return GAME.rules.complete(state, act, numbers)

    def _tile(self, state, act):
        def harm(shown):
            row = CONTENT["hunt_tile"][shown.tile]
            damage = row["damage"]
            return (9 if isinstance(damage, str) else damage) + ("stop" in row) + 0.5 * ("reveal" in row)

        found = [shown for shown, _ in GAME.rules.outcomes(state, act)]
        return (max if self.ending == "corruption" else min)(found, key=harm)

    @staticmethod
    def _side(state, act):
        return state.setup.sides[state.index_of(act.seat)]

    # --- what is an action worth

    def value_of(self, state, act):
        side = self._side(state, act)
        if side == FP and not self.war and (found := self._walk(state, act)) is not None:
            return found
        if self.war and side == self.side and act.type in WAR:
            return self._conquer(state, act, side)
        if act.type == "allocate":
            return act.dice if self.ending == "corruption" else -act.dice
        if act.type == "press":
            return 20 if side == self.side else -1
        if act.type == "accept":
            return 0 if side == FP and self.ending == "ring_destroyed" else 12
        if act.type == "skip":
            return 8
        if act.type in ("pass", "ring"):
            return 7 if act.type == "pass" and not (self.war and side == self.side) else -9
        if act.type == "move":
            return -9
        if act.type in WAR:
            return -2
        return ON.get(act.type, 3)

    def _walk(self, state, act):
        """What brings the Ring-bearers on, or ruins them."""
        t, walk = state.setup.tables, state.fellowship
        if act.type in ("move", "enter"):
            return 50
        if act.type == "hide":
            return 45
        left = nearest(t, GATES).get(walk.region, 0)
        if act.type == "declare":
            return 50 if self.ending == "ring_destroyed" and left and walk.progress >= min(left, 4) else -6
        if act.type == "stop":
            return -6 if left else 50
        if act.type in ("step", "settle"):
            return 20 - nearest(t, GATES)[act.region]
        if act.type == "lose":
            return 30 if self.ending == "ring_destroyed" else 1
        if act.type == "separate":
            return -9
        return None

    def _conquer(self, state, act, side):
        """What brings an army to places that are worth points."""
        t = state.setup.tables
        if act.type == "diplomacy":
            return 40
        if act.type == "recruit":
            return 12
        goals = tuple([id for id, row in t.regions.items() if self._wanted(state, row, id, side)])
        away = nearest(t, goals)
        own, foes = strength(state, act.army, side), strength(state, act.region, 1 - side)
        if act.type == "attack":
            return 60 + own - foes if own > 2 and own >= foes else -4
        home = t.regions[act.army].settlement == "stronghold" and act.army in state.taken
        return (
            3 * (away[act.army] - away[act.region]) + own + 10
            if own > 3 and away[act.region] < away[act.army] and not home
            else -4
        )

    @staticmethod
    def _wanted(state, row, id, side):
        return row.settlement in POINTS and row.side == 1 - side and id not in state.taken


def strength(state, region, side):
    """Units of a side in a region."""
    t = state.setup.tables
    kinds = [(row, n) for row, n in zip(t.figures.values(), _figures(state, region), strict=False)]
    return sum([n * (2 if row.sort == "elite" else 1) for row, n in kinds if row.unit and row.side == side])


def _figures(state, region):
    return state.figures[[*state.setup.tables.regions].index(region)]


def nearest(tables, goals):
    """How many regions away the nearest of these is, for every region."""
    return _nearest(tuple((id, row.neighbours) for id, row in tables.regions.items()), goals)


@cache
def _nearest(land, goals):
    neighbours, found, line = dict(land), dict.fromkeys(goals, 0), deque(goals)
    while line:
        at = line.popleft()
        for id in neighbours[at]:
            if id not in found:
                found[id] = found[at] + 1
                line.append(id)
    return {id: found.get(id, 99) for id in neighbours}
