"""Offers with open fields: what they stand for, what they admit."""

import random
from typing import NamedTuple

from companion.play.game.offers import Number, Offer, OneOf, SomeOf


class Act(NamedTuple):
    """An action with one field of each sort."""

    type: str
    seat: str
    to: str = ""
    number: int = 0
    cards: tuple[str, ...] = ()


PLAIN = Offer(Act("pass", "sam"))
OPEN = Offer(
    Act("give", "sam"),
    (OneOf("to", "seat", ("merry", "pippin")), Number("number", 1, 3), SomeOf("cards", "card", ("a", "a", "b"), 0, 2)),
)


def test_an_offer_without_open_fields_is_one_action():
    """It stands for itself and admits nothing else."""
    assert list(PLAIN.actions()) == [PLAIN.act] == [PLAIN.pick(random.Random(1))]
    assert PLAIN.admits(Act("pass", "sam"))
    assert not PLAIN.admits(Act("pass", "merry"))


def test_an_offer_stands_for_all_that_fill_it_in_each_once():
    """Two seats, three numbers, and of a, a, b: nothing, a, b, aa, ab."""
    actions = list(OPEN.actions())
    assert len(actions) == len(set(actions)) == 2 * 3 * 5
    assert {act.cards for act in actions} == {(), ("a",), ("b",), ("a", "a"), ("a", "b")}
    assert all(OPEN.admits(act) for act in actions)


def test_an_offer_admits_nothing_else():
    """Another seat, a number outside, a card too often, too many, in another order, or of another shape."""
    good = Act("give", "sam", "merry", 2, ("a", "b"))
    assert OPEN.admits(good)
    for wrong in (
        {"type": "take"},
        {"seat": "merry"},
        {"to": "sam"},
        {"number": 0},
        {"number": 4},
        {"number": True},
        {"cards": ("b", "b")},
        {"cards": ("b", "a")},
        {"cards": ("a", "a", "b")},
        {"cards": ["a"]},
    ):
        assert not OPEN.admits(good._replace(**wrong)), wrong


def test_what_is_picked_is_admitted_and_everything_is_picked():
    """Random picks reach all actions that an offer stands for."""
    rng = random.Random(1)
    assert {OPEN.pick(rng) for _ in range(2000)} == set(OPEN.actions())
