"""The Mordor Track against going through every order of a small bag, and against playing it many times."""

import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from companion.games.wotr.odds.mordor import LOST, POLICIES, STEPS, TrackPlan, TrackPosition, track_fate
from companion.games.wotr.tiles import DIE, EYE, Tile, damages
from tests.games.wotr.bags import ALL, STANDARD
from tests.tiers import sample

STOP = Tile(1, reveal=True, stop=True, standard=False)
BAGS = {
    "numbers": [Tile(1), Tile(2), Tile(0, reveal=True), Tile(3), Tile(1, reveal=True), Tile(2, reveal=True)],
    "eyes": [Tile(EYE, reveal=True), Tile(EYE, reveal=True), Tile(1), Tile(0), Tile(2), Tile(1)],
    "healed": [Tile(-2, standard=False), Tile(3), Tile(-1, standard=False), Tile(3), Tile(0), Tile(2), STOP],
    "stopped": [STOP, Tile(DIE, stop=True, standard=False), Tile(1), Tile(2), Tile(0), Tile(1), Tile(0)],
    "short": [Tile(1), Tile(2, reveal=True)],
}
PLANS = [
    TrackPlan(2, 1, (), POLICIES["keep"]),
    TrackPlan(1, 3, (), POLICIES["keep"]),
    TrackPlan(3, 2, (3, 1), POLICIES["last"]),
    TrackPlan(3, 2, (2, 2), POLICIES["whole"]),
    TrackPlan(0, 1, (3, 2, 1), POLICIES["spend"]),
]


def bag(tiles):
    return {tile: tiles.count(tile) for tile in tiles}


class Walk:
    """The rules once more, tile by tile, as a player would go through them."""

    def __init__(self, stand, hidden, plan):
        self.step, self.corruption, self.plan = stand.step, stand.corruption, plan
        self.companions, self.box, self.turns = list(plan.companions), plan.box + stand.moved, 1
        self.actions = min(stand.moved, plan.actions - 1)
        if not hidden:
            self.act()

    def act(self):
        """One action of a turn is over; the box is emptied with the turn."""
        self.actions += 1
        if self.actions == self.plan.actions:
            self.actions, self.box, self.turns = 0, self.plan.box, self.turns + 1

    def draw(self, tile, damage):
        """True if the game goes on."""
        if damage > 0 and self.companions and self.plan.policy(damage, self.corruption, self.companions[0]):
            damage = max(0, damage - self.companions.pop(0))
        self.corruption = max(0, self.corruption + damage)
        self.step += not tile.stop
        if self.corruption >= LOST or self.step == STEPS:
            return False
        self.box += 1
        self.act()
        hides = not self.companions and tile.standard and tile.damage != EYE  # Gollum, also if he is new
        if tile.reveal and not hides:
            self.act()
        return True


def copied(walk):
    twin = object.__new__(Walk)
    twin.__dict__ = {**walk.__dict__, "companions": list(walk.companions)}
    return twin


def every_order(left, walk, refill, seen):
    """What comes of every order of the tiles: chances of corruption where the Ring is destroyed, and the mean of turns.

    seen: the same from where another order has come to; alike tiles are one.
    """
    left = left or refill
    stand = (left, *walk.__dict__.values())
    key = tuple([tuple(value) if isinstance(value, list) else value for value in stand])
    if key not in seen:
        found = Counter()
        for tile, alike in bag(left).items():
            faces, place = damages(tile, walk.box), left.index(tile)
            for damage in faces:
                twin, share = copied(walk), Fraction(alike, len(left) * len(faces))
                if twin.draw(tile, damage):
                    came = every_order(left[:place] + left[place + 1 :], twin, refill, seen)
                else:
                    came = {"turns": twin.turns} | ({twin.corruption: 1} if twin.corruption < LOST else {})
                for what, number in came.items():
                    found[what] += share * number
        seen[key] = found
    return dict(seen[key])


@pytest.mark.parametrize("name", BAGS)
@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
@pytest.mark.parametrize(
    ("step", "corruption", "hidden", "moved"),
    sample([(0, 5, True, 0), (2, 8, False, 0), (4, 11, True, 0), (2, 6, True, 2)], (2, 8, False, 0), (2, 6, True, 2)),
)
def test_mordor_odds_agree_with_every_order_of_tiles(name, plan, step, corruption, hidden, moved):
    """WR-MORDOR-9..15, WR-WIN-3: the same fractions, also with dice that have moved it this turn."""
    tiles, stand = BAGS[name], TrackPosition(step, corruption, moved)
    refill = [tile for tile in tiles if tile.standard]
    found = every_order(tuple(tiles), Walk(stand, hidden, plan), tuple(refill), {})
    answer = track_fate(bag(tiles), bag(refill), stand, hidden, plan)
    assert answer.turns == found.pop("turns")
    assert answer.corruption == found
    assert answer.destroyed_chance == sum(found.values())


@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
def test_played_many_times(plan, exhaustive):
    """The whole pool with all special tiles: within four standard errors."""
    rng, games, won, turns = random.Random(7), 4000 if exhaustive else 1000, 0, []
    for _ in range(games):
        left = [tile for tile, number in ALL.items() for _ in range(number)]
        rng.shuffle(left)
        walk = Walk(TrackPosition(0, 4), True, plan)
        tile = left.pop()
        while walk.draw(tile, rng.choice(damages(tile, walk.box))):
            tile = left.pop()
        won += walk.corruption < LOST
        turns.append(walk.turns)
    answer = track_fate(ALL, STANDARD, TrackPosition(0, 4), True, plan)
    chance = float(answer.destroyed_chance)
    assert abs(won / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5
    mean = sum(turns) / games
    error = (sum((number - mean) ** 2 for number in turns) / games / games) ** 0.5
    assert abs(mean - float(answer.turns)) < 4 * error


KEPT = [json.loads(line) for line in Path(__file__).with_name("mordor_fates.jsonl").read_text().splitlines()]


def tile_of(words):
    """`1 reveal stop special`."""
    damage, *signs = words.split()
    return Tile(
        damage if damage in (EYE, DIE) else int(damage), "reveal" in signs, "stop" in signs, "special" not in signs
    )


@pytest.mark.parametrize("kept", KEPT, ids=range(len(KEPT)))
def test_the_same_fractions_as_ever(kept):
    """Bags large and small, as they came out of going on tile by tile, corruption by corruption."""
    plan = TrackPlan(kept["box"], kept["actions"], tuple(kept["companions"]), POLICIES[kept["policy"]])
    pool = {tile_of(words): number for words, number in kept["pool"].items()}
    answer = track_fate(pool, STANDARD, TrackPosition(kept["step"], kept["corruption"]), kept["hidden"], plan)
    assert {str(corruption): str(chance) for corruption, chance in answer.corruption.items()} == kept["fate"]
    assert str(answer.turns) == kept["turns"]


def test_the_last_step():
    """WR-WIN-8: the last tile is settled before the Ring falls."""
    plan = PLANS[0]
    assert track_fate({Tile(1): 1}, {Tile(1): 1}, TrackPosition(4, 10), True, plan).corruption == {11: 1}
    assert track_fate({Tile(1): 1}, {Tile(1): 1}, TrackPosition(4, 11), True, plan).destroyed_chance == 0
