"""How real results are said to be typed, and which typed words are taken for them."""

import pytest

from companion.play.game.pools import Pool
from companion.play.game.real_results import FEW, how_typed, is_result
from companion.words.wording import Voice

SAY = Voice("en").say
DICE = ["army", "event", "eye"]


def test_as_many_as_are_awaited_stand_in_the_example():
    """Kinds come again where there are fewer; every word is listed with its name."""
    assert how_typed(SAY, "ask.type_dice", 4, DICE, ["Army", "Event", "Eye"]) == [
        "Enter: the app rolls. Real dice: type what they show (4), for example army, event, eye, army",
        "  army: Army; event: Event; eye: Eye",
    ]


def test_numbers_stand_close_together():
    """As people type them."""
    (line,) = how_typed(SAY, "ask.type_dice", 3, ["5", "6", "2"], listed=False)
    assert line.endswith("for example 5,6,2")


def test_names_of_their_own_stand_alone_and_many_are_not_listed():
    """A list as long as a deck helps nobody."""
    assert how_typed(SAY, "ask.type_cards", 1, DICE)[1] == "  army; event; eye"
    assert len(how_typed(SAY, "ask.type_cards", 1, [str(number) for number in range(FEW)])) == 2
    assert len(how_typed(SAY, "ask.type_cards", 1, [str(number) for number in range(FEW + 1)])) == 1


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        (["army", "event"], True),
        (["army,event,", "eye"], True),
        (["army", "die=eye"], False),
        (["army", "1"], False),
        ([","], False),
    ],
)
def test_only_words_of_what_may_come_are_a_result(typed, taken):
    """With spaces, commas or both; nothing else is taken for one."""
    assert is_result(typed, Pool.from_pieces(DICE, 3, put_back=True)) is taken
