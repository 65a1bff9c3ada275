"""What an open action draws from: sizes, what numbers name, and every result with its probability."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from companion.play.game.pools import Pool

POOLS = {
    "cards": Pool(("elf", "man", "orc", "ent"), (2, 1, 0, 3), 3),
    "dice": Pool.from_pieces(["eye", "eye", "sword", "ship"], 3, put_back=True),
    "known": Pool(("fight", "rest"), (2, 2), 3, ("rest",)),
    "one": Pool.from_pieces(range(1, 7)),
}


def drawn(pool: Pool, ordered: bool) -> dict[tuple[object, ...], Fraction]:
    """The share of all draws, number by number, that bring each result."""
    draws = list(product(*[range(size) for size in pool.sizes()]))
    found = Counter([pool.draw(numbers, ordered) for numbers in draws])
    return {result: Fraction(ways, len(draws)) for result, ways in found.items()}


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("name", POOLS)
def test_results_are_what_the_numbers_bring(name: str, ordered: bool) -> None:
    """Every result comes as often as the draws that name it, and none comes twice."""
    found = list(POOLS[name].results(ordered))
    assert dict(found) == drawn(POOLS[name], ordered)
    assert len(found) == len(dict(found))


def test_sizes_fall_with_every_draw_unless_it_is_put_back() -> None:
    """What is known already is the only one."""
    assert POOLS["cards"].sizes() == (6, 5, 4)
    assert POOLS["dice"].sizes() == (4, 4, 4)
    assert POOLS["known"].sizes() == (1, 4, 3)


def test_numbers_name_what_is_left_in_the_order_of_the_kinds() -> None:
    """The result stands in that order too, unless its order counts."""
    assert POOLS["cards"].draw((5, 0, 0), ordered=True) == ("ent", "elf", "elf")
    assert POOLS["cards"].draw((5, 0, 0), ordered=False) == ("elf", "elf", "ent")


def test_kinds_are_those_that_may_come() -> None:
    """None of which nothing is left."""
    assert POOLS["cards"].kinds() == ["elf", "man", "ent"]


def test_of_a_mapping_its_keys_are_drawn() -> None:
    """Each once, whatever it stands for."""
    assert Pool.from_pieces({"one": 1, "two": 2}).counts == (1, 1)
