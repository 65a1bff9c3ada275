"""Counted decision trees, pinned, and counted again from the digest's LEGAL with nothing of the game's own code."""

from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

from tests.games.dice.conftest import GAME
from tests.tiers import sample

BLACK = ("ring", "orc", "weapon", "nazgul", "gandalf", "white_tree")
COLOUR = ("ring", "orc", "orc", "weapon", "nazgul", "gandalf")
DICE = {"black": BLACK, "yellow": COLOUR, "red": COLOUR, "blue": COLOUR, "green": COLOUR}


def rolls(dice):
    """Every throw of these dice, face by face: 6 ** n maps of die to symbol."""
    for faces in product(*(DICE[die] for die in dice)):
        yield dict(zip(dice, faces, strict=True))


def keeps(roll, place):
    """Every set K with LEGAL(K), straight from the digest."""
    for size in range(1, len(roll) + 1):
        for kept in combinations(roll, size):
            symbols = [roll[die] for die in kept]
            if place != "rivendell" and len(set(symbols)) < len(symbols):
                continue
            if "nazgul" in roll.values() and "nazgul" not in symbols:
                continue
            yield kept


def decisions(roll, place, again=True):
    """What may be done with a roll: keep a set, or in Rohan, once, repeat; on which die a symbol lies plays no part."""
    return number_of_keeps(tuple(sorted(roll.values())), place) + (place == "rohan" and again)


@cache
def number_of_keeps(symbols, place):
    return sum(1 for _ in keeps(dict(enumerate(symbols)), place))


def counted(state):
    """Legal actions after every throw of the game's own dice, face by face."""
    number = 0
    for action, odds in GAME.rules.outcomes(state):
        throws = odds
        for _ in GAME.show.drawn_faces(state, action):
            throws *= 6
        assert throws.denominator == 1
        number += int(throws) * len(GAME.rules.legal_actions(GAME.rules.apply(state, action)))
    return number


FIRST = {"bag_end": 108065, "rivendell": 184656, "rohan": 115841}


@pytest.mark.parametrize("place", sample(FIRST, "bag_end", "rivendell"))
def test_first_rolls_and_what_may_be_kept(table, place):
    """All 7776 first rolls with all legal choices: pinned, counted by brute force, and summed over the game's odds."""
    assert sum(decisions(roll, place) for roll in rolls(DICE)) == FIRST[place]
    assert counted(table(f"frodo {place}", "sam", variant="advanced").state) == FIRST[place]


ROLLS = [
    ("bag_end", "t n r r o", 12, 14429),
    ("bag_end", "r r r r r", 5, 54776),
    ("bag_end", "t n n w g", 16, 26544),
    ("rivendell", "t n r r o", 16, 19586),
    ("rivendell", "n n n n n", 31, 91080),
    ("rohan", "t r r o w", 23, 56045),
]


@pytest.mark.parametrize(("place", "faces", "choices", "leaves"), sample(ROLLS, ROLLS[0], ROLLS[3], ROLLS[5]))
def test_two_decisions_from_a_fixed_roll(table, place, faces, choices, leaves):
    """Every keep of a fixed roll, every next roll of the dice left, every choice then."""
    there = table(f"frodo {place}", "sam", variant="advanced").does(f"roll {faces}")
    roll = {die: GAME.rules.view(there.state, None)["pending"][die] for die in DICE}
    sets = list(keeps(roll, place))
    assert len(sets) == choices
    expected = reached = 0
    sizes = Counter()
    for kept in sets:
        left = [die for die in DICE if die not in kept]
        if left and "white_tree" not in [roll[die] for die in kept]:
            expected += sum(decisions(throw, place) for throw in rolls(left))
            sizes[len(left)] += 1
    for action in GAME.rules.legal_actions(there.state):
        if action.type == "keep":
            state = GAME.rules.apply(there.state, action)
            reached += counted(state) if GAME.rules.pending(state).what == "roll" else 0
    assert reached == expected == leaves


@pytest.mark.parametrize("place", ["bag_end", "rivendell"])
def test_every_roll_of_two_dice_offers_exactly_the_legal_sets(table, place):
    """Not only as many: the very sets of LEGAL, for every roll of the black and the red die."""
    there = table(f"frodo {place}", "sam", variant="advanced").does("roll o o r w g").does("keep yellow blue green")
    for roll in rolls(["black", "red"]):
        state = GAME.rules.apply(
            there.state, there.act(" ".join(["roll", *(f"{die}={face}" for die, face in short(roll))]))
        )
        assert {action.dice for action in GAME.rules.legal_actions(state)} == set(keeps(roll, place))


def short(roll):
    letters = {"ring": "r", "orc": "o", "weapon": "w", "nazgul": "n", "gandalf": "g", "white_tree": "t"}
    return [(die, letters[symbol]) for die, symbol in roll.items()]
