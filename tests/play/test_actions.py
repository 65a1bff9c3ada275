"""Actions as plain records: stored, said and typed, and what cannot be."""

from typing import NamedTuple

import pytest

from companion.core.errors import WrongCall
from companion.play.game.actions import Actions, ActionType, read_command


class Step(NamedTuple):
    type: str
    seat: str
    item: str = ""
    items: tuple[str, ...] = ()
    to: str = ""
    number: int = 0


ACTIONS: Actions[Step] = Actions(
    Step,
    {
        "draw": ActionType({"cards": "items"}, chance=True),
        "give": ActionType({"card": "item", "to": "to"}),
        "order": ActionType({"cards": "items"}, ordered=True),
        "pay": ActionType({"coins": "number"}, required=("coins",)),
        "wait": ActionType(),
    },
    free=("to",),
)
KNOWN = {"ace": 0, "king": 1, "two": 2}
STEPS = [
    Step("draw", "ann"),
    Step("draw", "ann", items=("ace", "two")),
    Step("give", "bob", item="king", to="ann"),
    Step("order", "ann", items=("two", "ace")),
    Step("pay", "ann", number=3),
    Step("wait", "bob"),
]


def parse(words: str, rolled: str | None = None) -> Step:
    type, *rest = words.split()
    return ACTIONS.parse(type, dict(word.split("=") for word in rest), rolled, "ann", KNOWN)


@pytest.mark.parametrize("step", STEPS)
def test_stored_and_read_back(step):
    assert ACTIONS.decode(step.type, step.seat, ACTIONS.args(step)) == step


@pytest.mark.parametrize("step", STEPS)
def test_said_and_typed(step):
    """The words of an action are the action."""
    type, *words = ACTIONS.command(step, "ann").split()
    rolled = words.pop() if "--rolled" in words else None
    given = dict(word.split("=") for word in words if "=" in word)
    seat = given.pop("by", "ann")
    assert ACTIONS.parse(type, given, rolled, seat, KNOWN) == step


def test_open_until_chance_has_spoken():
    drawn = Step("draw", "ann", items=("ace",))
    assert ACTIONS.as_open(drawn) == Step("draw", "ann")
    assert [ACTIONS.is_open(step) for step in (drawn, Step("draw", "ann"), Step("wait", "ann"))] == [False, True, False]
    assert ACTIONS.as_open(Step("wait", "ann")) is None


@pytest.mark.parametrize(
    ("type", "args"),
    [
        ("fly", {}),
        ("wait", {"card": "ace"}),
        ("give", {"card": "ace"}),
        ("give", {"card": "ace", "to": 3}),
        ("give", {"card": ["ace"], "to": ""}),
        ("draw", {"cards": "ace"}),
        ("draw", {"cards": ["ace", 1]}),
        ("pay", {"coins": True}),
        ("pay", {"coins": "3"}),
    ],
)
def test_what_is_not_stored_so(type, args):
    with pytest.raises(ValueError, match=type):
        ACTIONS.decode(type, "ann", args)


def test_lists_are_sorted_where_order_means_nothing():
    assert parse("draw", "two, ACE").items == ("ace", "two")
    assert parse("order cards=two,ace").items == ("two", "ace")


@pytest.mark.parametrize(
    ("words", "rolled", "code"),
    [
        ("fly", None, "no_action"),
        ("wait", "ace", "no_rolled"),
        ("give card=ace whom=ann", None, "no_key"),
        ("give card=joker", None, "no_item"),
        ("give card=ace,king", None, "one_item"),
        ("draw", "joker", "no_item"),
        ("draw", " ,, ", "word_lacking"),
        ("pay coins=many", None, "not_whole"),
        ("pay", None, "word_lacking"),
    ],
)
def test_words_that_mean_nothing(words, rolled, code):
    with pytest.raises(WrongCall) as wrong:
        parse(words, rolled)
    assert wrong.value.code == code


def test_a_free_word_names_anything():
    """Two where one belongs are left for the rules to refuse; nothing at all is a number like any other."""
    assert parse("give card=ace to=Here,There").to == "here,there"
    assert parse("pay coins=0").number == 0


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("wait", ("wait", {}, None)),
        ("give card=ace to=ann", ("give", {"card": "ace", "to": "ann"}, None)),
        ("draw", ("draw", {}, None)),
        ("draw ace, two by=ann", ("draw", {"by": "ann"}, "ace,two")),
        ("draw --rolled ace,two", ("draw", {}, "ace,two")),
    ],
)
def test_a_command_is_read(typed, read):
    """Its type, its words, and what dice or cards showed."""
    assert read_command(ACTIONS, typed.split()) == read


@pytest.mark.parametrize("typed", ["wait ace", "give ace to=ann", "pay coins=3 4"])
def test_words_that_name_nothing_are_refused(typed):
    """They would be lost."""
    with pytest.raises(WrongCall, match="words_behind"):
        read_command(ACTIONS, typed.split())
