"""What is told of every action, event by event, each with the rule that made it happen."""

import pytest

from companion.core.messages import Pair, Ref
from companion.play.game.offers import Offer
from tests.games.dice.conftest import GAME


def named(event):
    """Values of an event as plain words."""

    def plain(value):
        if isinstance(value, Pair):
            return f"{value.first.id} {value.second.id}"
        if isinstance(value, Ref):
            return value.id
        return [plain(item) for item in value] if isinstance(value, tuple) else value

    return {key: plain(value) for key, value in event.values.items()}


def test_rolls_and_keeps_are_told(table):
    """A roll with its number and dice, the repeat, and what is kept of it."""
    there = table("frodo rohan", "sam", variant="advanced").does("roll t n n o o")
    assert there.cited == [("rolled", "DG-ROLL-1")]
    assert named(there.events[0]) == {
        "seat": "frodo",
        "number": 1,
        "dice": ["white_tree black", "nazgul yellow", "nazgul red", "orc blue", "orc green"],
    }
    assert there.does("repeat r w g o o").cited == [("repeated", "DG-ADV-4")]
    assert named(there.events[0])["dice"] == ["ring black", "weapon yellow", "gandalf red", "orc blue", "orc green"]
    assert there.does("keep black red").cited == [("kept", "DG-ROLL-2")]
    assert named(there.events[0]) == {"seat": "frodo", "dice": ["ring black", "gandalf red"]}
    there.does("roll o o o")
    assert named(there.events[0])["number"] == 2
    assert named(there.events[0])["dice"] == ["orc yellow", "orc blue", "orc green"]


def test_the_end_of_the_rolling_is_told(start):
    """It ends with all dice kept, or with the White Tree."""
    five = start("frodo", "sam").does("roll r o w n g").does("keep black yellow red blue green")
    assert five.cited == [("kept", "DG-ROLL-2"), ("all_kept", "DG-ROLL-5")]
    tree = start("frodo", "sam").does("roll t o w g g").does("keep black")
    assert tree.cited == [("kept", "DG-ROLL-2"), ("tree", "DG-TREE-1")]


def test_a_turn_with_everything_is_told_with_its_numbers(table):
    """Orcs beaten, circles, halving, marks and the next turn."""
    there = table("frodo 2", "sam", "merry").turns("n o w r g", halve=[2])
    assert there.cited == [
        ("orcs_beaten", "DG-ORC-1"),
        ("circles", "DG-RING-1"),
        ("halved", "DG-GAN-1"),
        ("marked_own", "DG-MARK-2"),
        ("turn", "DG-SET-4"),
    ]
    assert [named(event) for event in there.events] == [
        {"seat": "frodo", "orcs": 1, "weapons": 1},
        {"seat": "frodo", "number": 1, "place": "lothlorien"},
        {"seat": "frodo", "squares": "2"},
        {"seat": "frodo", "die": "black"},
        {"seat": "sam"},
    ]


def test_each_mark_names_its_player_its_die_and_its_rule(table):
    """Own and black dice, neutral ones, and those of opponents each have their rule."""
    there = table("frodo", "sam", "merry 3 xxxxxxx").turns("n n n n n")
    marks = [
        (named(event)["seat"], named(event)["die"], event.rule)
        for event in there.events
        if event.code.startswith("marked")
    ]
    assert marks == [
        ("frodo", "black", "DG-MARK-2"),
        ("frodo", "yellow", "DG-MARK-2"),
        ("frodo", "blue", "DG-NEU-1"),
        ("frodo", "green", "DG-NEU-1"),
        ("sam", "red", "DG-MARK-3"),
    ]


@pytest.mark.parametrize(
    ("place", "kept", "events"),
    [
        ("rivendell", "r o w g g", [("orcs_beaten", "DG-ORC-1"), ("circles", "DG-RING-1")]),
        ("moria", "g o o w r", [("orcs_win", "DG-ORC-1"), ("gandalf_void", "DG-ADV-2")]),
        ("moria", "r r r w w", [("circles", "DG-RING-1")]),
        ("lothlorien", "r o o w g", [("orcs_beaten", "DG-ADV-3"), ("circles", "DG-RING-1")]),
        ("helms_deep", "r o w g g", [("orcs_win", "DG-ADV-5")]),
        ("gondor", "n g n g g", [("spared", "DG-ADV-6"), ("marked_colour", "DG-MARK-3")]),
        ("gondor", "g g n g n", [("spared", "DG-ADV-6"), ("marked_colour", "DG-MARK-3")]),
        ("minas_tirith", "n g n g g", [("marked", "DG-ADV-7"), ("marked", "DG-ADV-7")]),
        ("shelobs_lair", "r g g g g", [("rings_short", "DG-ADV-8")]),
        ("shelobs_lair", "r o g g g", [("orcs_win", "DG-ORC-1")]),
        ("shelobs_lair", "r r g g g", [("circles", "DG-RING-1"), ("home", "DG-END-2")]),
        ("shelobs_lair", "r r w g g", [("circles", "DG-RING-1"), ("home", "DG-END-2")]),
        ("shelobs_lair", "r r r g g", [("circles", "DG-RING-1"), ("rings_lost", "DG-RING-2"), ("home", "DG-END-2")]),
        ("shelobs_lair", "g g g w w", []),
    ],
)
def test_places_name_their_rule(table, place, kept, events):
    """What a place of the advanced variant changes is told with the rule of the place."""
    there = table(f"frodo {place}", "sam", variant="advanced").turns(kept)
    assert there.cited == [*events, ("turn", "DG-SET-4")]


def test_orcs_are_counted_as_the_place_says(table):
    """The fight is told with what orcs and weapons are worth."""
    there = table("frodo lothlorien", "sam", variant="advanced").turns("r o o w g")
    assert named(there.events[0]) == {"seat": "frodo", "orcs": 2, "weapons": 2}
    there = table("frodo helms_deep", "sam", variant="advanced").turns("r o w g g")
    assert named(there.events[0]) == {"seat": "frodo", "orcs": 2, "weapons": 1}


def test_rings_short_and_lost_are_counted(table):
    """How many Rings did not suffice, and how many were too many."""
    there = table("frodo shelobs_lair", "sam", variant="advanced").turns("r g g g g")
    assert named(there.events[0]) == {"seat": "frodo", "rings": 1}
    there = table("frodo 7", "sam").turns("r r r r g")
    assert named(there.events[1]) == {"seat": "frodo", "number": 2}


def test_a_new_round_and_the_end_are_told(table):
    """The last turn of a round opens the next one, or ends the game with its winners."""
    there = table("frodo", "sam", active="sam").rests()
    assert there.cited == [("orcs_win", "DG-ORC-1"), ("round", "DG-SET-4"), ("turn", "DG-SET-4")]
    assert [named(event) for event in there.events[1:]] == [{"number": 6}, {"seat": "frodo"}]
    there = table("frodo", "sam 8", active="sam").turns("r g g g g")
    assert there.cited == [("circles", "DG-RING-1"), ("home", "DG-END-2"), ("end_win", "DG-END-3")]
    assert named(there.events[-1]) == {"winners": ["sam"]}


def test_going_out_is_told_once(table):
    """A player who goes out is told with the rule, and not again in later turns."""
    there = table("frodo", "sam 3 xxxxxxw", "merry").turns("g g n g g")
    assert there.cited == [("marked_colour", "DG-MARK-3"), ("out", "DG-ELIM-1"), ("turn", "DG-SET-4")]
    assert named(there.events[1]) == {"seat": "sam"}
    assert there.turns("g g g g g").cited == [("round", "DG-SET-4"), ("turn", "DG-SET-4")]


@pytest.mark.parametrize(
    ("before", "words", "code", "rule", "values"),
    [
        ([], "roll", "offer_roll", "DG-ROLL-1", {}),
        (["roll r o w g g"], "repeat", "offer_repeat", "DG-ADV-4", {}),
        (["roll r o w g g"], "keep black red", "offer_keep", "DG-ROLL-2", {"dice": ["ring black", "weapon red"]}),
        (["roll r o w n g", "keep black yellow red blue green"], "resolve", "offer_resolve", "DG-TURN-1", {}),
        (
            ["roll r o w n g", "keep black yellow red blue green"],
            "resolve 7",
            "offer_halve",
            "DG-GAN-1",
            {"squares": "7"},
        ),
    ],
)
def test_legal_actions_are_offered(table, before, words, code, rule, values):
    """Every legal action is offered in words, with the rule that allows it."""
    there = table("frodo rohan", "sam", variant="advanced")
    for step in before:
        there.does(step)
    action = there.act(words)
    assert action in GAME.rules.legal_actions(there.state)
    event = GAME.show.describe_offer(there.state, Offer(action))
    assert (event.code, event.rule, named(event)) == (code, rule, values)
