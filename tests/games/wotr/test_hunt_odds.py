"""Exact odds of one Hunt against counting every roll of the dice, and against the rulebook's examples."""

from fractions import Fraction
from itertools import product

import pytest

from companion.games.wotr.odds.hunt import (
    HuntResult,
    gollum_reveals,
    keep_hidden,
    lose_companion,
    mean_corruption,
    outlooks,
    reveal_chance,
    separate_guide,
    successes,
    take_corruption,
    with_gollum,
)
from companion.games.wotr.tiles import DIE, EYE, Tile
from tests.games.wotr.bags import ALL, STANDARD


def chances(hits):
    return [Fraction(number, hits.total) for number in hits.cases]


def counted(level, box, rerolls):
    """All rolls and all rolls again, one by one."""
    found = [0] * (level + 1)
    for roll in product(range(1, 7), repeat=level):
        hits = [face != 1 and face + box >= 6 for face in roll]
        again = min(rerolls, hits.count(False))
        for more in product(range(1, 7), repeat=again):
            second = sum(face != 1 and face + box >= 6 for face in more)
            found[hits.count(True) + second] += 6 ** (level - again)
    return [Fraction(number, 6 ** (2 * level)) for number in found]


@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("box", [0, 1, 3, 5, 7])
@pytest.mark.parametrize("rerolls", range(4))
def test_every_roll_counted(level, box, rerolls):
    assert chances(successes(level, box, rerolls)) == counted(level, box, rerolls)


def test_a_six_or_more():
    """A natural 1 never, however many dice lie there (WR-HUNT-5)."""
    assert chances(successes(1, 0, 0))[1] == Fraction(1, 6)
    assert chances(successes(1, 1, 0))[1] == Fraction(2, 6)
    assert chances(successes(1, 9, 0))[1] == Fraction(5, 6)


def test_five_dice_at_most():
    """WR-HUNT-3: a higher level rolls no more, and without dice nothing is found."""
    assert successes(9, 2, 3) == successes(5, 2, 3)
    assert chances(successes(0, 2, 3)) == [1]


def test_no_success_no_tile():
    """The rulebook's example in numbers: 3 dice, one die of the Free Peoples in the box."""
    found = outlooks(STANDARD, successes(3, 1, 0), {"take": take_corruption})["take"]
    assert sum(found.values()) == 1
    nothing = Fraction(4, 6) ** 3
    assert found[HuntResult(0, False)] == nothing
    assert found[HuntResult(3, False)] == (1 - nothing) * Fraction(3, 16)
    assert reveal_chance(found) == (1 - nothing) * Fraction(9, 16)


def test_an_eye_counts_successes():
    """WR-HUNT-11: as many as there were, those of dice rolled again too."""
    eyes = {Tile(EYE, reveal=True): 4}
    hits = successes(3, 1, 2)
    found = outlooks(eyes, hits, {"take": take_corruption})["take"]
    assert [found[HuntResult(number, number > 0)] for number in range(4)] == chances(hits)


def test_a_die_on_the_tile():
    """WR-HUNT-13: 1 to 6, each as likely."""
    found = outlooks({Tile(DIE, stop=True, standard=False): 1}, successes(1, 0, 0), {"take": take_corruption})["take"]
    assert [found[HuntResult(number, False)] for number in range(1, 7)] == [Fraction(1, 36)] * 6


def test_a_tile_that_heals():
    """WR-HUNT-14: what it takes away is told; nobody is lost for it."""
    bag = {Tile(-2, standard=False): 1}
    found = outlooks(
        bag, successes(1, 0, 0), {"take": take_corruption, "random": lose_companion([3, 1]), "hobbit": separate_guide}
    )
    assert {name: outlook[HuntResult(-2, False)] for name, outlook in found.items()} == dict.fromkeys(
        found, Fraction(1, 6)
    )


def test_a_companion_is_lost():
    """Damage 3, Gimli of level 2 is drawn: 1 is left; a level above the damage is lost all the same."""
    bag, hits = {Tile(3): 1}, successes(1, 5, 0)
    found = outlooks(bag, hits, {"guide": lose_companion([2]), "random": lose_companion([3, 2, 2, 1])})
    assert found["guide"] == {HuntResult(0, False): Fraction(1, 6), HuntResult(1, False): Fraction(5, 6)}
    assert found["random"] == {
        HuntResult(0, False): Fraction(1, 6) + Fraction(5, 24),
        HuntResult(1, False): Fraction(10, 24),
        HuntResult(2, False): Fraction(5, 24),
    }
    assert mean_corruption(found["random"]) == Fraction(20, 24)


def test_a_hobbit_guides():
    """WR-HUNT-29: one less where there is damage, and what reveals still does."""
    found = outlooks({Tile(1, reveal=True): 1, Tile(0, reveal=True): 1}, successes(1, 5, 0), {"way": separate_guide})[
        "way"
    ]
    assert found == {HuntResult(0, False): Fraction(1, 6), HuntResult(0, True): Fraction(5, 6)}


def test_the_last_companion_is_lost():
    """Gollum guides then, and a standard number does not reveal any more; an Eye does."""
    hits = successes(1, 5, 0)
    for tile, result in (
        (Tile(2, reveal=True), HuntResult(1, False)),
        (Tile(0, reveal=True), HuntResult(0, True)),  # no damage, nobody is lost
        (Tile(EYE, reveal=True), HuntResult(0, True)),
    ):
        found = outlooks(
            {tile: 1}, hits, {"guide": with_gollum(lose_companion([1])), "hobbit": with_gollum(separate_guide)}
        )
        assert [outlook[result] >= Fraction(5, 6) for outlook in found.values()] == [True, True]


@pytest.mark.parametrize(
    ("tile", "hides", "reveals"),
    [
        (Tile(2, reveal=True), HuntResult(2, False), HuntResult(1, True)),
        (Tile(2), HuntResult(2, False), HuntResult(1, True)),
        (Tile(0, reveal=True), HuntResult(0, False), HuntResult(0, False)),
        (Tile(EYE, reveal=True), HuntResult(1, True), HuntResult(1, True)),
        (Tile(1, reveal=True, stop=True, standard=False), HuntResult(1, True), HuntResult(1, True)),
        (Tile(3, stop=True, standard=False), HuntResult(3, False), HuntResult(2, True)),
    ],
)
def test_gollum_as_guide_changes_the_odds_of_a_hunt(tile, hides, reveals):
    """WR-HUNT-31 and WR-HUNT-32."""
    hits = successes(1, 5, 0)
    found = outlooks({tile: 1}, hits, {"hides": keep_hidden, "reveals": gollum_reveals})
    missed = Fraction(1, 6)
    assert found["hides"][hides] >= 1 - missed
    assert found["reveals"][reveals] >= 1 - missed


@pytest.mark.parametrize("pool", [STANDARD, ALL])
def test_nothing_is_lost_in_counting(pool):
    ways = {
        "take": take_corruption,
        "guide": lose_companion([3]),
        "random": lose_companion([3, 3, 2, 2, 2, 1, 1]),
        "gollum": gollum_reveals,
    }
    for level in range(1, 6):
        for outlook in outlooks(pool, successes(level, 1, 2), ways).values():
            assert sum(outlook.values()) == 1
