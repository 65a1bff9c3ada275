"""Kinds of values of a position file: what they give, what stands for what is left out, which words mean nothing."""

from types import SimpleNamespace

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal
from companion.play.game.position_schema import (
    by_id,
    flag,
    ids,
    list_value,
    mapping_value,
    nullable_value,
    one,
    optional_value,
    read,
    sorted_ids,
    whole_number,
)
from companion.play.game.setup import Seating, refuse

HILLS = ("north", "south")
SHORT = mapping_value({"cards": ids(HILLS), "hidden": whole_number()}, short={list: "cards", int: "hidden"})
POINTS = dict.fromkeys(HILLS, mapping_value({"points": whole_number(1)}))


@pytest.mark.parametrize(
    ("kind", "value", "found"),
    [
        (whole_number(), 3, 3),
        (flag(), True, True),
        (one(HILLS), "North", "north"),
        (ids(HILLS), ["south", "north", "south"], ["south", "north", "south"]),
        (sorted_ids(HILLS), ["south", "north"], ["north", "south"]),
        (optional_value(whole_number()), 3, 3),
        (nullable_value(whole_number()), None, None),
        (nullable_value(whole_number()), 3, 3),
        (mapping_value({"a": whole_number(1), "b": flag(True)}), {"b": False}, {"a": 1, "b": False}),
        (SHORT, ["north"], {"cards": ["north"], "hidden": 0}),
        (SHORT, 4, {"cards": [], "hidden": 4}),
        (by_id(POINTS), {"south": {}}, {"south": {"points": 1}}),
        (by_id(POINTS, listed=True), ["south", "north"], {"south": {"points": 1}, "north": {"points": 1}}),
        (list_value(one(HILLS)), ["south", "north"], ["south", "north"]),
    ],
)
def test_a_value_of_the_file(kind, value, found):
    """As the game takes it."""
    assert kind({"key": value}, "key") == found


@pytest.mark.parametrize(
    ("kind", "default"),
    [
        (whole_number(2), 2),
        (flag(True), True),
        (one(HILLS, "south"), "south"),
        (ids(HILLS), []),
        (optional_value(whole_number()), None),
        (nullable_value(whole_number()), None),
        (mapping_value({"a": whole_number(1)}), {"a": 1}),
        (by_id(POINTS), {}),
        (list_value(whole_number()), []),
    ],
)
def test_what_is_left_out(kind, default):
    """Every kind has something that stands for it."""
    assert read({"key": kind}, {}) == {"key": default}


@pytest.mark.parametrize(
    ("kind", "value", "code"),
    [
        (whole_number(), True, "not_whole"),
        (flag(), 1, "option_flag"),
        (one(HILLS), "west", "no_item"),
        (ids(HILLS), "north", "not_list"),
        (sorted_ids(HILLS), [["north"]], "no_item"),
        (optional_value(whole_number()), None, "not_whole"),
        (mapping_value({"a": whole_number()}), {"b": 1}, "unknown_key"),
        (mapping_value({"a": whole_number()}), None, "not_mapping"),
        (SHORT, "north", "not_mapping"),
        (SHORT, True, "not_mapping"),
        (by_id(POINTS), {"west": {}}, "unknown_key"),
        (by_id(POINTS), ["north"], "not_mapping"),
        (by_id(POINTS, listed=True), ["west"], "unknown_key"),
        (list_value(whole_number()), {}, "not_list"),
        (list_value(whole_number()), ["one"], "not_whole"),
    ],
)
def test_a_value_that_means_nothing(kind, value, code):
    """It is a wrong call."""
    with pytest.raises(WrongCall) as caught:
        kind({"key": value}, "key")
    assert caught.value.code == code


def test_a_mapping_may_be_called_otherwise():
    """What a message calls it, where the key alone says little."""
    with pytest.raises(WrongCall) as caught:
        mapping_value({"a": whole_number()}, "seat")({"key": {"b": 1}}, "key")
    assert caught.value.values["what"] == "seat"


def test_mistakes_are_named_in_the_order_of_the_schema():
    """Whatever the order of the file."""
    with pytest.raises(WrongCall) as caught:
        read({"a": whole_number(), "b": flag()}, {"b": 3, "a": "x"})
    assert caught.value.code == "not_whole"


def test_a_refusal_only_if_it_is_wrong():
    """With the values that its message needs."""
    assert list(refuse(0, "code", "rule", number=1)) == []
    assert list(refuse([1], "code", "rule", number=1)) == [Refusal("code", "rule", {"number": 1})]


@pytest.mark.parametrize(
    ("players", "found"),
    [
        (["Ania:south", "Bo:north"], [{"id": "south", "name": "Ania"}, {"id": "north", "name": "Bo"}]),
        (["Ania:south"], Refusal("seats_number", "R-1", {"number": 1, "least": 2, "most": 4})),
        (["Ania:south", "north"], Refusal("no_hill", "R-2", {"name": "north"})),
        (["Ania:south", "Bo:south"], Refusal("same_hill", "R-2", {"hill": Ref("hill", "south")})),
    ],
)
def test_seats_of_a_position_are_distinct(players, found):
    """As many as play, each in a seat of their own, as they come."""
    content = SimpleNamespace(info={"seats_min": 2, "seats_max": 4})
    assert Seating("hill", "no_hill", "same_hill", "R-1", "R-2").seats(content, players, (2, 4), HILLS) == found
