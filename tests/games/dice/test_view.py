"""What the table shows: the view, the text of a terminal, and its questions and answers."""

import json

import pytest

from companion.core.messages import Ref
from companion.words.wording import Voice
from tests.games.dice.conftest import CONTENT, GAME
from tests.languages import LANGUAGES


def test_the_view_is_the_table_as_plain_data(table):
    """Every sheet, the dice of the turn and whose step it is, fit for JSON."""
    there = table("frodo rivendell xdwwwww", "sam 9 xxxxxxx", "merry", variant="advanced").does("roll r r n o w")
    there.does("keep black yellow red").does("roll g o")
    view = GAME.rules.view(there.state, None)
    assert json.loads(json.dumps(view)) == view
    assert view["players"] == [
        {
            "hobbit": "frodo",
            "circles": 1,
            "place": "rivendell",
            "squares": "xdwwwww",
            "capacity": 6,
            "out": False,
            "home": False,
        },
        {
            "hobbit": "sam",
            "circles": 9,
            "place": "mordor",
            "squares": "xxxxxxx",
            "capacity": 0,
            "out": True,
            "home": False,
        },
        {
            "hobbit": "merry",
            "circles": 0,
            "place": "bag_end",
            "squares": "wwwwwww",
            "capacity": 7,
            "out": False,
            "home": False,
        },
    ]
    del view["players"]
    assert view == {
        "variant": "advanced",
        "end_variant": False,
        "round": 5,
        "first": "frodo",
        "active": "frodo",
        "phase": "keep",
        "rolls": 2,
        "kept": {"black": "ring", "yellow": "ring", "red": "nazgul"},
        "pending": {"blue": "gandalf", "green": "orc"},
        "repeated": False,
        "so_far": {
            "rings": 2,
            "orcs": 0,
            "weapons": 0,
            "counted": 2,
            "rule": "DG-RING-1",
            "place": "lothlorien",
            "marks": {"frodo": 1},
        },
        "outcome": None,
    }


def test_nothing_is_hidden(table):
    """Every seat and every onlooker sees the same."""
    there = table("frodo", "sam").does("roll r o w n g")
    assert (
        GAME.rules.view(there.state, "frodo")
        == GAME.rules.view(there.state, "sam")
        == GAME.rules.view(there.state, None)
    )


def test_the_view_says_how_it_ended(table):
    """After the end the view names the ending, its rule and the winners."""
    there = table("frodo", "sam 8", active="sam").turns("r g g g g")
    assert GAME.rules.view(there.state, None)["outcome"] == {
        "ending": "win",
        "rule": "DG-END-3",
        "winners": ["sam"],
    }
    assert GAME.rules.view(there.state, None)["phase"] == "over"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_of_a_table_fits_a_phone(table, lang):
    """No line of the table is longer than 40 characters, in any language."""
    seats = [{"id": "frodo", "name": "Ania"}, {"id": "sam", "name": "Bo"}, {"id": "merry", "name": "Cela"}]
    voice = Voice(lang, CONTENT, seats)
    there = table("frodo shelobs_lair xxxdhhw", "sam 9 xxxxxxx", "merry lothlorien", variant="advanced")
    lines = GAME.show.render_text(there.state, voice.say)
    assert [line for line in lines if len(line) > 40] == []
    assert any("● ● ● ● ● ● ● ● ○" in line for line in lines)
    assert any("■ ■ ■ ◧ ◫ ◫ □" in line for line in lines)


def test_an_arrow_stands_at_the_player_whose_turn_it_is(table):
    """The text marks the active player, and nobody once the game is over."""
    say = Voice("en", CONTENT, [{"id": "frodo", "name": "Ania"}, {"id": "sam", "name": "Bo"}]).say
    there = table("frodo", "sam 8", active="sam")
    assert [line[:4] for line in GAME.show.render_text(there.state, say) if line.startswith("▶")] == ["▶ Bo"]
    there.turns("r g g g g")
    assert [line for line in GAME.show.render_text(there.state, say) if "▶" in line] == []


def test_the_text_says_where_a_player_is_or_that_he_is_out(table):
    """A player on the road is named with his place, a player out as out."""
    say = Voice("en", CONTENT, [{"id": "frodo", "name": "Ania"}, {"id": "sam", "name": "Bo"}]).say
    lines = GAME.show.render_text(table("frodo gondor", "sam 4 xxxxxxx").state, say)
    there, gone = (next(line for line in lines if name in line) for name in ("Ania", "Bo"))
    assert "Gondor" in there
    assert say("table.out") not in there
    assert say("table.out") in gone
    assert "Rohan" not in gone


def test_the_question_shows_the_dice_kept_and_those_to_roll(table):
    """Kept dice and the dice of the next roll are named, with the number of the roll and the effect of the place."""
    voice = Voice("en", CONTENT, [{"id": "frodo", "name": "Ania"}])

    def roll_asked(number, *dice):
        named = tuple([Ref("die", die) for die in dice])
        return voice.say("ask.roll", seat=Ref("seat", "frodo"), number=number, dice=named)

    there = table("frodo moria", "sam", variant="advanced")
    first = "\n".join(GAME.show.prompt(there.state, voice.say))
    assert CONTENT["place"]["moria"]["says"]["en"] in first
    assert roll_asked(1, "black", "yellow", "red", "blue", "green") in first
    there.does("roll r o w g g").does("keep black red")
    second = "\n".join(GAME.show.prompt(there.state, voice.say))
    assert CONTENT["place"]["moria"]["says"]["en"] not in second
    assert roll_asked(2, "yellow", "blue", "green") in second
    assert "Ring (black), Weapon (red)" in second
    there.does("roll r o o")
    third = GAME.show.prompt(there.state, voice.say)
    assert [line.split() for line in third if "(" in line and line.startswith("  ")] == [
        ["2", "Ring", "(yellow)"],
        ["4", "Orc", "(blue)"],
        ["5", "Orc", "(green)"],
    ]


def asked(there, lang="en"):
    return "\n".join(GAME.show.prompt(there.state, Voice(lang, CONTENT).say))


def test_the_question_fits_the_step(table):
    """Each step asks its own question; what is not possible is not offered."""
    say = Voice("en", CONTENT).say
    there = table("frodo rohan", "sam", variant="advanced")
    assert say("ask.roll_how") in asked(there)
    there.does("roll t n o o o")
    assert say("ask.repeat") in asked(there)
    assert say("ask.keep_nazgul") in asked(there)
    assert say("ask.keep_tree") in asked(there)
    there.does("repeat r g o o o")
    for key in ("ask.repeat", "ask.keep_nazgul", "ask.keep_tree"):
        assert say(key) not in asked(there)
    assert say("ask.keep_how") in asked(there)
    assert say("ask.keep_any") in asked(table("frodo rivendell", "sam", variant="advanced").does("roll r r o o o"))


def test_halving_is_asked_for_only_where_it_is_possible(table):
    """With a Gandalf and a whole square the table asks which; without, or in Moria, it does not."""
    how = Voice("en", CONTENT).say("ask.halve_how", squares="1, 2, 3, 4, 5, 6, 7", example=1)
    assert how in asked(table("frodo", "sam").keeps("g o o o o"))
    assert how not in asked(table("frodo", "sam").keeps("w o o o o"))
    assert how not in asked(table("frodo 0 hhhhhhh", "sam").keeps("g o o o o"))
    assert how not in asked(table("frodo moria", "sam", variant="advanced").keeps("g o o o o"))


@pytest.mark.parametrize(
    ("before", "typed", "meant"),
    [
        ([], "", "roll"),
        ([], "r o w n g", "roll r o w n g"),
        ([], "t,o,w,n,r", "roll t o w n r"),
        ([], "TOWNR", "roll t o w n r"),
        ([], "ring orc weapon nazgul gandalf", "roll r o w n g"),
        ([], "black=ring yellow=o red=o blue=w green=n", "roll r o o w n"),
        (["roll r o w g g"], "1 3", "keep black red"),
        (["roll r o w g g"], "3,1", "keep black red"),
        (["roll r o w g g"], "black green", "keep black green"),
        (["roll r o w g g", "keep black"], "o w g g", "roll o w g g"),
        (["roll r o w g g", "keep black yellow red green"], "r", "roll r"),
        (["roll r o w g g", "keep black yellow red green"], "ring", "roll r"),
        (["roll r o w g n", "keep black yellow red blue green"], "0", "resolve"),
        (["roll r o w g n", "keep black yellow red blue green"], "7", "resolve 7"),
    ],
)
def test_a_typed_answer_is_understood(table, before, typed, meant):
    """Numbers, letters and names answer the question of the step."""
    there = table("frodo", "sam")
    for words in before:
        there.does(words)
    type, given, rolled = GAME.words.read_answer(there.state, typed)
    assert GAME.words.parse(CONTENT, there.state, type, given, rolled) == there.act(meant)


@pytest.mark.parametrize(
    ("typed", "meant"), [("r", "repeat"), ("r r w g o o", "repeat r w g o o"), ("r rwgoo", "repeat r w g o o")]
)
def test_r_repeats_in_rohan(table, typed, meant):
    """`r` makes the roll once more, with what real dice show behind it."""
    there = table("frodo rohan", "sam", variant="advanced").does("roll t n o o o")
    type, given, rolled = GAME.words.read_answer(there.state, typed)
    assert GAME.words.parse(CONTENT, there.state, type, given, rolled) == there.act(meant)
