"""The exact odds against the referee itself: every outcome of every draw, played by the rules to its end."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from companion.games.wotr.actions import Act
from companion.games.wotr.game import GAME
from companion.games.wotr.odds.mordor import POLICIES
from companion.games.wotr.odds.questions import QUESTIONS
from companion.games.wotr.rules.map.companions import level
from companion.games.wotr.state import Hand
from tests.games.random_games import close_action
from tests.games.wotr.board import CONTENT, board

EYE, NONE, ONE, TWO = "standard-eye", "standard-0-reveal", "standard-1-reveal", "standard-2-reveal"
DIE, RING, ON, USS = "shadow-shelobs-lair", "shadow-the-ring-is-mine", "shadow-on-on-they-went", "shadow-give-it-to-uss"
SMEAGOL, ROPE = "fellowship-smeagol-helps-nice-master", "fellowship-elven-rope"

# --- one Hunt --------------------------------------------------------------------------------------------------------

HUNTING = ("search", "again", "draw_tile", "cast", "tile", "pick", "new_guide", "group")


def hunt_step(state, choice):
    """What is done without dice: every die that may be is rolled again, and the tile is taken in one way."""
    legal = GAME.rules.legal_actions(state)
    for act in legal:
        if act.type == "lose" and act.who == choice:
            return act
        if act.type == "ability" and choice in ("ability", "separate") and not state.step.begun:
            return act
    return next((act for act in legal if act.type in ("accept", "done")), legal[0])


def hunted(state, choice):
    """Corruption and reveal of one Hunt, as the odds name them."""
    before, found, open_ = state.fellowship.corruption, Counter(), {state: Fraction(1)}
    while open_:
        state, share = open_.popitem()
        walk = state.fellowship
        if state.step.kind not in HUNTING:
            word = f"{walk.corruption - before}{'' if walk.hidden else '-revealed'}"
            found[word] += share
            continue
        rolled = GAME.rules.legal_actions(state)[0]
        if GAME.rules.chance(state, rolled) is None:
            results = [(hunt_step(state, choice), Fraction(1))]
        else:
            results = GAME.rules.outcomes(state, rolled)
        for act, chance in results:
            after = GAME.rules.apply(state, act)
            open_[after] = open_.get(after, 0) + share * chance
    return dict(found)


@pytest.mark.parametrize(
    ("how", "conditions"),
    [
        ({"allocated": 1}, 0),
        ({"allocated": 2, "walkers": 1}, 1),
        ({"allocated": 2, "eyes": 1, "walkers": 1, "companions": "strider,gimli,peregrin"}, 2),
        ({"allocated": 3, "companions": "meriadoc"}, 1),
        ({"allocated": 2, "companions": "meriadoc,peregrin", "walkers": 2}, 0),
        (
            {
                "allocated": 2,
                "companions": "boromir",
                "pool": f"{EYE},{NONE},{ONE},{TWO}",
            },
            1,
        ),
        ({"allocated": 2, "companions": ""}, 2),
        (
            {
                "allocated": 1,
                "walkers": 3,
                "companions": "",
                "pool": f"{DIE},{RING},{SMEAGOL}",
            },
            0,
        ),
    ],
)
def test_odds_of_one_hunt_are_exact(how, conditions):
    """Corruption and reveal together, to the last fraction, for every way of taking the tile."""
    table = board(region="hollin", corruption=5, **how).does("move character", f"watch {conditions}")
    state = table.state
    answer = QUESTIONS["hunt"].answer(CONTENT, QUESTIONS["hunt"].from_state(state), {"rerolls": str(conditions)})
    seen = 0
    for rows in answer.tables:
        kind, _, choice = rows.code.partition("_")
        if kind != "choice":
            continue
        *results, revealed = rows.rows
        found = hunted(state, choice)
        assert {row.id: row.chance for row in results} == found, choice
        assert revealed.chance == sum(chance for word, chance in found.items() if word.endswith("-revealed"))
        seen += 1
    assert seen >= 2


@pytest.mark.parametrize(
    "how",
    [
        {"allocated": 2, "walkers": 1, "companions": "strider,gimli"},
        {"allocated": 3, "companions": "meriadoc", "pool": f"{EYE}*2,{NONE},{TWO},{DIE}"},
        {"companions": "", "pool": f"{EYE},{TWO},{RING}"},
    ],
)
def test_one_attempt_on_the_mordor_track(how):
    """WR-MORDOR-9: a tile without a roll, and an Eye is worth all dice that lie in the box."""
    table = board(step=1, corruption=5, **how)
    told = QUESTIONS["hunt"].from_state(table.state)
    answer = QUESTIONS["hunt"].answer(CONTENT, told, {})
    assert told["track"] == "true"
    state = table.does("move character").state
    *choices, drawn = answer.tables
    for rows in choices:
        *results, revealed = rows.rows
        found = hunted(state, rows.code.removeprefix("choice_"))
        assert {row.id: row.chance for row in results} == found, rows.code
        assert revealed.chance == sum(chance for word, chance in found.items() if word.endswith("-revealed"))
    assert (drawn.code, drawn.rule, [row.chance for row in drawn.rows]) == ("drawn", "WR-MORDOR-9", [1])
    assert len(choices) >= 2


# --- the Mordor Track ------------------------------------------------------------------------------------------------


def test_dice_that_have_moved_it_this_turn():
    """WR-MORDOR-10: 3 of the Shadow and 1 of the Free Peoples are 4 for an Eye; without a die left the turn is over."""
    how = {"step": 4, "corruption": 8, "allocated": 3, "walkers": 1, "companions": "", "pool": EYE}
    table = board(fp="character", **how)
    told = QUESTIONS["mordor"].from_state(table.state)
    assert (told["box"], told["moved"]) == ("3", "1")
    ring = QUESTIONS["mordor"].answer(CONTENT, told, {}).tables[0]
    assert {row.id: row.chance for row in ring.rows} == {"destroyed": 0, "corruption": 1}
    assert table.does("move character", f"tile {EYE}").ending[0] == "corruption"
    assert QUESTIONS["mordor"].from_state(board(fp="", **how).state)["moved"] == "0"
    under_way = board(fp="character", shadow="", **how).does("move character")
    assert QUESTIONS["mordor"].from_state(under_way.state)["moved"] == "1"


class Track:
    """Turns on the Track by a plan: the Shadow puts all its dice into the box, the Free Peoples move or hide."""

    def __init__(self, box, actions, policy, **how):
        how = {"corruption": 0, "step": 0, "walkers": 0, **how}
        self.box, self.actions, self.policy = box, actions, POLICIES[policy]
        left = actions - how["walkers"]
        table = board(allocated=box, fp=f"character*{left}", shadow="", pools={0: actions, 1: box}, **how)
        self.start, self.words = table.state, {"actions": str(actions), "policy": policy}

    def odds(self):
        told = QUESTIONS["mordor"].from_state(self.start)
        ring, *ends = QUESTIONS["mordor"].answer(CONTENT, told, self.words).tables
        return {int(row.id): row.chance for rows in ends for row in rows.rows}, Fraction(ring.values["exact"])

    def act(self, state):
        """What is done where no tile is drawn and no die of a tile is cast."""
        seat, kind = state.seat, state.step.kind
        if kind == "roll":
            side = state.setup.seats.index(seat)
            return Act(
                "roll",
                seat,
                faces=("eye",) * (self.box - state.box.allocated) if side else ("character",) * self.actions,
            )
        if kind == "act":
            return Act("move" if state.fellowship.hidden else "hide", seat, die="character")
        legal = GAME.rules.legal_actions(state)
        if kind == "tile" and Act("lose", seat, who="guide") in legal:
            walk = state.fellowship
            if self.policy(state.step.damage, walk.corruption, level(state, walk.guide)):
                return Act("lose", seat, who="guide")
        return legal[0]

    def alike(self, state):
        """Without what the way along the Track does not ask about."""
        return state.replace(turn=3, hands=(Hand(),) * 2, deck_sizes=self.start.deck_sizes)

    def every_way(self):
        """Corruption where the Ring is destroyed by chance, and the turns it takes on average."""
        found, turns, open_ = Counter(), Fraction(1), {self.start: Fraction(1)}
        while open_:
            state, share = open_.popitem()
            if state.ending:
                if state.ending == "ring_destroyed":
                    found[state.fellowship.corruption] += share
                continue
            drawn = state.step.kind in ("draw_tile", "cast")
            results = GAME.rules.outcomes(state) if drawn else [(self.act(state), Fraction(1))]
            for act, chance in results:
                after = GAME.rules.apply(state, act)
                turns += (after.turn - state.turn) * share * chance
                after = self.alike(after)
                open_[after] = open_.get(after, 0) + share * chance
        return dict(found), turns

    def play_game(self, rng):
        """One game: the corruption where the Ring is destroyed, else None, and its turns."""
        state = self.start
        while not state.ending:
            if state.step.kind in ("draw_tile", "cast"):
                act = close_action(GAME, state, GAME.rules.legal_actions(state)[0], rng)
            else:
                act = self.act(state)
            state = GAME.rules.apply(state, act)
        return state.fellowship.corruption if state.ending == "ring_destroyed" else None, state.turn - 2


SMALL = [  # dice in the box, actions a turn, policy, how the table stands
    (1, 1, "last", {"step": 4, "corruption": 6, "companions": "", "pool": f"{EYE}*2,standard-3,{DIE}"}),
    (2, 1, "last", {"step": 3, "corruption": 8, "companions": "gimli", "pool": f"{EYE},{ONE},{TWO},standard-3"}),
    (
        2,
        2,
        "whole",
        {"step": 2, "corruption": 5, "companions": "legolas,peregrin", "pool": f"{EYE}*2,{TWO},standard-3"},
    ),
    (1, 1, "spend", {"step": 2, "corruption": 7, "companions": "meriadoc", "pool": f"{ONE}*2,standard-2,{RING}"}),
    (1, 2, "keep", {"step": 2, "hidden": False, "companions": "", "pool": f"{NONE},standard-1,{SMEAGOL}"}),
    (3, 3, "last", {"step": 2, "corruption": 4, "companions": "", "pool": f"{EYE}*2,{USS}", "drawn": "standard-2"}),
    (1, 3, "last", {"step": 3, "corruption": 7, "companions": "", "pool": f"{EYE}*2,standard-1", "walkers": 2}),
    (2, 2, "keep", {"step": 3, "corruption": 5, "pool": f"{EYE},{ONE},{TWO}", "companions": "", "walkers": 1}),
]


@pytest.mark.parametrize(("box", "actions", "policy", "how"), SMALL, ids=range(len(SMALL)))
def test_the_track_from_end_to_end(box, actions, policy, how):
    """Every order of a small pool: the same fractions, tiles that come back and turns included."""
    track = Track(box, actions, policy, **how)
    assert track.every_way() == track.odds()


STANDARD = f"{EYE}*4,{NONE}*2,standard-1*2,{ONE}*2,standard-2*2,{TWO},standard-3*3"
WHOLE = [
    (
        2,
        1,
        "last",
        {"corruption": 2, "companions": "gimli,peregrin", "pool": f"{STANDARD},{SMEAGOL},{DIE},{RING},{ON}"},
    ),
    (3, 2, "whole", {"corruption": 1, "companions": "strider,boromir,meriadoc", "pool": f"{STANDARD},{ROPE}"}),
]


@pytest.mark.parametrize(("box", "actions", "policy", "how"), WHOLE, ids=range(len(WHOLE)))
def test_the_track_played_many_times(box, actions, policy, how, exhaustive):
    """A whole pool: within four standard errors."""
    track = Track(box, actions, policy, **how)
    rng, games = random.Random("track"), 300 if exhaustive else 100
    played = [track.play_game(rng) for _ in range(games)]
    ends, turns = track.odds()
    chances = {**ends, None: 1 - sum(ends.values())}
    counts = Counter(end for end, _ in played)
    assert counts.keys() <= chances.keys()
    for end, chance in chances.items():
        error = (float(chance * (1 - chance)) / games) ** 0.5
        assert abs(counts[end] / games - float(chance)) < 4 * error + 1 / games, end
    mean = sum(number for _, number in played) / games
    error = (sum((number - mean) ** 2 for _, number in played) / games / games) ** 0.5
    assert abs(mean - float(turns)) < 4 * error
