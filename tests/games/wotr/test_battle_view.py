"""What is seen of a battle: data for every surface, and a few lines of guided play."""

from __future__ import annotations

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import IllegalAction
from companion.games.wotr.show.terminal import prompt, read_answer
from companion.words.wording import Voice
from tests.games.wotr.board import fight

GAME, CONTENT = games.get("wotr"), load("wotr")
SAY = Voice("en", CONTENT, []).say
MEN, ORCS = "gondor-regular*2,gondor-leader", "sauron-regular*3,nazgul"


def seen(table, seat=None):
    return GAME.rules.view(table.state, seat)


def test_a_battle_says_who_fights_with_what():
    """Both sides with strength, Leadership, dice and what hits; then the hits."""
    table = fight(ORCS, MEN)
    battle = seen(table)["battle"]
    assert (battle["kind"], battle["region"], battle["attacker"], battle["round"]) == (
        "field",
        "south-ithilien",
        "shadow",
        1,
    )
    shadow, free = battle["sides"]["shadow"], battle["sides"]["fp"]
    assert (shadow["figures"], shadow["strength"], shadow["dice"]) == ({"sauron-regular": 3, "nazgul": 1}, 3, 3)
    assert (free["strength"], free["leadership"], free["hits_on"], free["rolled"]) == (2, 1, 5, False)
    assert seen(table)["step"] == {"kind": "strike", "seat": "shadow", "side": "shadow", "number": 3}
    table.roll("156")
    assert (seen(table)["battle"]["sides"]["shadow"]["hits"], seen(table)["battle"]["sides"]["shadow"]["missed"]) == (
        2,
        1,
    )


def test_no_battle_no_panel():
    """Before it begins and in the Hunt."""
    assert "battle" not in GAME.rules.view(
        GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, ["A:fp", "B:shadow"], "hunt", {}, None)), "fp"
    )
    full = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, ["A:fp", "B:shadow"], "full", {}, None))
    assert GAME.rules.view(full, "fp")["battle"] is None


@pytest.mark.parametrize("typed", ["5,6,1", "1 5 6", "651", "five,six,one"])
def test_combat_dice_are_told_as_numbers_or_faces(typed):
    """In any order, with or without commas."""
    table = fight(ORCS, MEN)
    act = GAME.words.parse(CONTENT, table.state, "strike", {}, typed, "shadow")
    assert act.faces == ("one", "five", "six")


def test_a_wrong_number_of_dice_is_refused_as_ever():
    """Two of three."""
    table = fight(ORCS, MEN)
    with pytest.raises(IllegalAction, match="WR-BATTLE-11"):
        GAME.rules.apply(table.state, GAME.words.parse(CONTENT, table.state, "strike", {}, "56", "shadow"))


def test_guided_play_tells_the_battle_in_few_lines():
    """Title, two sides with their dice, the question; a lone number is a choice where there are several."""
    table = fight(ORCS, MEN)
    told = prompt(table.state, SAY)
    assert "Battle: South Ithilien, round 1" in told
    assert "    3 dice, hit on 5+; leadership 1" in told
    assert len(told) < 12
    assert read_answer(table.state, "1 5 6")[0] == "strike"
    table.roll("115", "11")
    assert table.step == "reroll"
    assert read_answer(table.state, "2")[0] == "accept"
    assert read_answer(table.state, "6") == ("restrike", {"by": "shadow"}, "6")
