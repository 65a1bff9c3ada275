"""How actions are written: words of a command, arguments of a journal entry, numbers of a draw."""

from fractions import Fraction

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal
from companion.games.dice.actions import Act
from tests.games.dice.conftest import CONTENT, GAME

FACES = ("ring", "orc", "weapon", "nazgul", "gandalf")


def parsed(there, type, rolled=None, **given):
    return GAME.words.parse(CONTENT, there.state, type, given, rolled)


# --- words of a command --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rolled",
    [
        "ring,orc,weapon,nazgul,gandalf",
        "r,o,w,n,g",
        "rowng",
        "ro,WN,gandalf",
        " R, O ,w,N,g ",
        "black=ring,yellow=orc,red=weapon,blue=nazgul,green=gandalf",
        "green=g,blue=n,red=w,yellow=o,black=r",
        "Black = Ring, yellow=O, red=w, blue=n, green=g",
    ],
)
def test_a_roll_is_worded_by_symbols_or_by_dice(start, rolled):
    """Symbols alone go to the dice in their order; named dice may come in any order; case and spaces do not matter."""
    assert parsed(start("frodo", "sam"), "roll", rolled) == Act("roll", "frodo", FACES)


def test_symbols_alone_go_to_the_dice_that_are_rolled(start):
    """With two dice kept three symbols are enough."""
    there = start("frodo", "sam").does("roll r o w n g").does("keep yellow blue")
    assert parsed(there, "roll", "w,g,r") == Act("roll", "frodo", ("weapon", "", "gandalf", "", "ring"))


def test_a_repeat_takes_the_dice_that_lie_there(table):
    """Symbols of a repeat go to the dice of the pending roll."""
    there = (
        table("frodo rohan", "sam", variant="advanced")
        .does("roll r o w n g")
        .does("keep yellow blue")
        .does("roll r r r")
    )
    assert parsed(there, "repeat", "w,g,o") == Act("repeat", "frodo", ("weapon", "", "gandalf", "", "orc"))
    assert parsed(there, "repeat") == Act("repeat", "frodo")


def test_a_roll_without_result_is_open(start):
    """Without `rolled` the app is to draw."""
    assert parsed(start("frodo", "sam"), "roll") == Act("roll", "frodo")


@pytest.mark.parametrize("dice", ["black,red", "red,black", " Red , BLACK ", "red,,black,"])
def test_kept_dice_may_be_named_in_any_order(start, dice):
    """The action holds them in the order of the dice."""
    there = start("frodo", "sam").does("roll r o w n g")
    assert parsed(there, "keep", dice=dice) == Act("keep", "frodo", ("black", "red"))


@pytest.mark.parametrize(("halve", "squares"), [("", ()), ("7", (7,)), ("7,2", (2, 7)), (" 3 , 1,2", (1, 2, 3))])
def test_halved_squares_may_be_named_in_any_order(start, halve, squares):
    """The action holds them in ascending order."""
    assert parsed(start("frodo", "sam"), "resolve", halve=halve) == Act("resolve", "frodo", halve=squares)
    assert parsed(start("frodo", "sam"), "resolve") == Act("resolve", "frodo")


def test_a_die_named_twice_in_a_keep_stays_twice(start):
    """A doubled die is not dropped silently; the rules refuse it."""
    there = start("frodo", "sam").does("roll r o w n g")
    assert parsed(there, "keep", dice="black,black") == Act("keep", "frodo", ("black", "black"))
    assert there.refuses("keep black black") == ("DG-COMP-1", "keep_die_twice")


def test_a_command_speaks_for_the_seat_whose_turn_it_is(start):
    """The seat is not typed."""
    there = start("frodo", "sam").rests()
    assert parsed(there, "roll").seat == "sam"


@pytest.mark.parametrize(
    ("type", "given", "rolled", "code", "near"),
    [
        ("rol", {}, None, "no_action", "roll"),
        ("start", {}, None, "no_action", ""),
        ("keep", {"die": "black"}, None, "no_key", "dice"),
        ("roll", {"dice": "black"}, None, "no_key", ""),
        ("keep", {"dice": "blak"}, None, "no_die", "black"),
        ("keep", {"dice": "black"}, "r,o,w,n,g", "no_rolled", ""),
        ("resolve", {}, "r", "no_rolled", ""),
        ("resolve", {"halve": "first"}, None, "not_squares", ""),
        ("roll", {}, "r,o,w,n", "symbols_number", ""),
        ("roll", {}, "r,o,w,n,g,g", "symbols_number", ""),
        ("roll", {}, "", "symbols_number", ""),
        ("roll", {}, "r,o,w,n,x", "no_symbol", ""),
        ("roll", {}, "ring,orc,weapn,nazgul,gandalf", "no_symbol", "weapon"),
        ("roll", {}, "black=r,yelow=o", "no_die", "yellow"),
        ("roll", {}, "black=r,o", "no_die", ""),
    ],
)
def test_words_that_mean_nothing_are_a_wrong_call(start, type, given, rolled, code, near):
    """A wrong word is answered with the nearest right one."""
    with pytest.raises(WrongCall) as raised:
        GAME.words.parse(CONTENT, start("frodo", "sam").state, type, given, rolled)
    assert (raised.value.code, raised.value.values["near"]) == (code, near)


@pytest.mark.rule("DG-COMP-1", "refused")
@pytest.mark.parametrize("rolled", ["black=r,black=r", "black=r,yellow=o,red=w,blue=n,green=g,green=r"])
def test_a_die_shown_twice_is_refused(start, rolled):
    """One die cannot show two faces."""
    refusal = parsed(start("frodo", "sam"), "roll", rolled)
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.code) == ("DG-COMP-1", "roll_die_twice")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Act("roll", "frodo"), "roll"),
        (Act("repeat", "frodo"), "repeat"),
        (Act("roll", "frodo", ("ring", "", "orc", "", "")), "roll --rolled black=ring,red=orc"),
        (Act("repeat", "frodo", ("", "", "", "", "orc")), "repeat --rolled green=orc"),
        (Act("keep", "frodo", ("black", "green")), "keep dice=black,green"),
        (Act("resolve", "frodo"), "resolve"),
        (Act("resolve", "frodo", halve=(1, 7)), "resolve halve=1,7"),
    ],
)
def test_the_words_of_an_action(start, action, words):
    """Every action has the words that a command would use."""
    assert GAME.words.command(start("frodo", "sam").state, action) == words


# --- journal entries -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "args", "action"),
    [
        ("roll", {"dice": ["ring", "", "orc", "", ""]}, Act("roll", "sam", ("ring", "", "orc", "", ""))),
        ("repeat", {"dice": ["", "", "", "", "orc"]}, Act("repeat", "sam", ("", "", "", "", "orc"))),
        ("keep", {"dice": ["black", "green"]}, Act("keep", "sam", ("black", "green"))),
        ("resolve", {"halve": []}, Act("resolve", "sam")),
        ("resolve", {"halve": [1, 7]}, Act("resolve", "sam", halve=(1, 7))),
    ],
)
def test_an_entry_is_read_back(type, args, action):
    """The arguments of a journal entry are the action's, both ways."""
    assert GAME.words.decode(type, "sam", args) == action
    assert (action.type, action.seat, GAME.words.args(action)) == (type, "sam", args)


@pytest.mark.parametrize(
    ("type", "args"),
    [
        ("dance", {}),
        ("roll", {}),
        ("keep", {"halve": [1]}),
        ("keep", {"dice": None}),
        ("keep", {"dice": 3}),
        ("resolve", {"dice": ["black"]}),
        ("resolve", {"halve": 1}),
    ],
)
def test_an_entry_that_is_no_action_is_a_value_error(type, args):
    """Unknown types, missing arguments and arguments that are no list cannot be read."""
    with pytest.raises(ValueError, match=type):
        GAME.words.decode(type, "sam", args)


@pytest.mark.parametrize(
    ("type", "args"),
    [
        *(("roll", {"dice": dice}) for dice in (["ring"], ["orc"] * 4, ["orc"] * 6, ["orc"] * 5 + [""], [None] * 5)),
        *(("resolve", {"halve": halve}) for halve in (["1"], [None], [[]], "12", [{}], [True])),
        *(("keep", {"dice": dice}) for dice in ([["black"]], [{}], [None], [1], "black")),
        ("keep", {"dice": ["black"], "halve": []}),
        ("repeat", {"dice": []}),
    ],
)
def test_an_entry_of_another_shape_is_no_action(type, args):
    """A roll of four or six dice, squares that are no numbers, dice that are no names, more than belongs there."""
    with pytest.raises(ValueError, match=type):
        GAME.words.decode(type, "frodo", args)


# --- draws ---------------------------------------------------------------------------------------------------------


def test_numbers_of_a_draw_become_faces(start):
    """Number k of a die is its face k; only dice that are rolled take a number."""
    there = start("frodo", "sam")
    assert GAME.rules.complete(there.state, Act("roll", "frodo"), [5, 0, 2, 4, 3]).dice == (
        "white_tree",
        "ring",
        "orc",
        "nazgul",
        "weapon",
    )
    there.does("roll t r r o w").does("keep yellow green")
    assert GAME.rules.complete(there.state, Act("roll", "frodo"), [0, 5, 1]).dice == (
        "ring",
        "",
        "gandalf",
        "orc",
        "",
    )


def test_the_odds_of_a_roll_follow_the_faces(start):
    """One coloured die shows the Orc with probability 1/3, which stands on it twice."""
    there = start("frodo", "sam").does("roll r o w n g").does("keep black red blue green")
    odds = {action.dice[1]: chance for action, chance in GAME.rules.outcomes(there.state)}
    assert odds == {"orc": Fraction(1, 3), **dict.fromkeys(("ring", "weapon", "nazgul", "gandalf"), Fraction(1, 6))}


def test_chance_actions_are_told_apart(start):
    """A roll opened is the roll without its result; keeping and resolving are no chance."""
    there = start("frodo", "sam")
    assert (
        GAME.words.as_open(Act("roll", "frodo", FACES))
        == GAME.words.as_open(Act("roll", "frodo"))
        == Act("roll", "frodo")
    )
    assert GAME.words.as_open(Act("repeat", "frodo", FACES)) == Act("repeat", "frodo")
    assert GAME.words.as_open(Act("keep", "frodo", ("black",))) is None
    assert GAME.words.as_open(Act("resolve", "frodo")) is None
    assert GAME.rules.chance(there.state, Act("roll", "frodo", FACES)) is None


def test_what_a_roll_showed(start):
    """Symbol and die of all dice rolled, and nothing for other actions."""
    state = start("frodo", "sam").state
    shown = GAME.show.drawn_faces(state, Act("roll", "frodo", ("ring", "", "orc", "", "")))
    assert [(pair.first, pair.second) for pair in shown] == [
        (Ref("symbol", "ring"), Ref("die", "black")),
        (Ref("symbol", "orc"), Ref("die", "red")),
    ]
    assert GAME.show.drawn_faces(state, Act("keep", "frodo", ("black",))) == ()
