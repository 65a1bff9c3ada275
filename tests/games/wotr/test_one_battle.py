"""The variant `battle`: one battle or siege by itself, from a position file to what is taken back to the board."""

import re
from pathlib import Path

import pytest
import yaml

from companion.core.errors import WrongCall
from companion.games.wotr.game import GAME
from tests.games.wotr.board import Table
from tests.games.wotr.one_battle import CONTENT, header, new

ARMIES = {
    "osgiliath": {"units": {"sauron": {"regular": 4, "elite": 1}}, "nazgul": 1},
    "pelargir": {"units": {"gondor": {"regular": 2}}, "leaders": {"gondor": 1}},
}
FIELD = {"attack": {"seat": "shadow", "from": "osgiliath", "to": "pelargir"}, "regions": ARMIES}
SIEGE = {
    "attack": {"seat": "shadow", "from": "helms-deep"},
    "regions": {
        "helms-deep": {
            "besieged": True,
            "units": {"rohan": {"regular": 1}, "isengard": {"regular": 3, "elite": 2}},
            "leaders": {"rohan": 1},
        }
    },
}


def changed(position, **attack):
    return {**position, "attack": {**position["attack"], **attack}}


# --- from the attack to the result -----------------------------------------------------------------------------------


def begun(position=FIELD):
    t = new(position)
    return t.does(f"attack - {position['attack']['from']} {t.asked.to}")


def test_a_battle_begins_with_the_attack_that_the_file_names():
    t = new(FIELD)
    assert (t.step, t.seat) == ("one_attack", "shadow")
    assert t.legal == ["attack army=osgiliath region=pelargir"]
    assert t.refuses("attack - osgiliath minas-tirith") == ("WR-BATTLE-2", "attack_nobody")
    assert t.refuses("attack army osgiliath pelargir") == ("WR-DICE-27", "die_paid")
    other = {**FIELD, "regions": {**ARMIES, "lossarnach": {"units": {"gondor": {"regular": 1}}}}}
    assert new(other).refuses("attack - osgiliath lossarnach") == ("WR-BATTLE-1", "attack_other")


def test_the_result_says_what_to_do_on_the_board():
    """Who stands where, losses by figure, who advanced, points, politics."""
    t = begun().does("done").roll("66666", "11").does("accept")
    assert t.step == "advance_army"
    told = t.tells("done")
    codes = [code for code, _, _ in told]
    stands = [(v["region"].id, v["figure"].id, v["number"]) for code, _, v in told if code == "result_stands"]
    assert stands == [("pelargir", "sauron-regular", 4), ("pelargir", "sauron-elite", 1), ("pelargir", "nazgul", 1)]
    lost = {v["figure"].id: v["number"] for code, _, v in told if code == "result_lost"}
    assert lost == {"gondor-regular": 2, "gondor-leader": 1}
    assert ("result_war", "WR-POL-5", "gondor") in [(c, r, v["nation"].id) for c, r, v in told if "nation" in v]
    assert codes.index("result_stands") < codes.index("end_battle_attacker") < codes.index("score_side")
    assert [v["number"] for code, _, v in told if code == "score_side"] == [0, 1]
    assert t.does("done").ending == ("battle_attacker", ("shadow",))
    assert t.legal == []


def test_a_defender_who_holds_out():
    t = begun().does("done").roll("11111", "11").does("accept", "accept", "cease")
    assert t.ending == ("battle_defender", ("fp",))
    assert t.there("pelargir") == "gondor-regular*2,gondor-leader"


def test_a_battle_that_nobody_wins():
    """Both armies are wiped out (WR-BATTLE-39)."""
    alone = {"osgiliath": {"units": {"sauron": {"regular": 1}}}, "pelargir": {"units": {"gondor": {"regular": 1}}}}
    t = begun({**FIELD, "regions": alone}).roll("6", "6")
    assert t.ending == ("battle_nobody", ())


def test_a_retreat_loses_the_battle():
    t = begun().does("done").roll("11111", "11").does("accept", "accept", "press", "retreat lossarnach", "hold")
    assert t.ending == ("battle_attacker", ("shadow",))
    assert t.there("lossarnach") == "gondor-regular*2,gondor-leader"


def test_an_assault_and_what_an_extension_costs():
    """The siege goes on, with an elite fewer and a regular more (WR-SIEGE-13, WR-BATTLE-26)."""
    t = begun(SIEGE).does("done").roll("11111", "1").does("accept", "extend isengard-elite").roll("11111", "1")
    t.does("accept")
    told = t.tells("done")
    values = [(code, v["figure"].id, v["number"]) for code, _, v in told if code in ("result_lost", "result_more")]
    assert values == [("result_more", "isengard-regular", 1), ("result_lost", "isengard-elite", 1)]
    assert [v["region"].id for code, _, v in told if code == "result_siege"] == ["helms-deep"]
    assert t.does("done").ending == ("battle_defender", ("fp",))


def test_an_assault_of_more_rounds():
    """As a card may begin it (WR-SIEGE-12)."""
    t = begun(changed(SIEGE, rounds=2)).does("done").roll("11111", "1").does("accept")
    assert t.step == "cease"


def test_a_stronghold_that_falls():
    t = begun(SIEGE).does("done").roll("66111", "1").does("accept")
    assert t.ending == ("battle_attacker", ("shadow",))
    assert t.state.besieged == ()
    assert t.state.taken == ("helms-deep",)


def test_a_leader_has_to_attack_with_a_character_die():
    led = changed(FIELD, led=True)
    assert begun(led).does("stay sauron-regular 1", "stay nazgul 1").refuses("done") == (
        "WR-BATTLE-5",
        "attack_no_leader",
    )
    unled = {**ARMIES, "osgiliath": {"units": {"sauron": {"regular": 4}}}}
    assert new({**led, "regions": unled}) == ("attack_no_leader", "WR-BATTLE-5")


def test_cards_in_hands_are_named_when_they_are_played():
    t = begun({**FIELD, "hands": {"fp": 2}}).does("done")
    assert (t.step, t.seat) == ("pick_card", "fp")
    assert "combat card=fp-str-03" in t.legal
    assert t.does("combat fp-str-03").state.hands[0].size == 1


# --- what the file may say -------------------------------------------------------------------------------------------


def test_who_attacks_is_at_war():
    """Unless the file says how it stands; the others are as at set-up (WR-BATTLE-3)."""
    boxes = header(FIELD)["position"]["politics"]
    assert (boxes["sauron"]["box"], boxes["southrons"]["box"], boxes["gondor"]["box"]) == (4, 2, 2)
    assert new({**FIELD, "politics": {"sauron": {"box": 3}}}) == ("attack_at_peace", "WR-BATTLE-3")


@pytest.mark.parametrize(
    ("position", "refusal"),
    [
        (changed(FIELD, to="rohan"), "no_item"),
        (changed(FIELD, to="dale"), ("not_adjacent", "WR-BATTLE-2")),
        (changed(FIELD, to="minas-tirith"), ("attack_nobody", "WR-BATTLE-2")),
        (changed(FIELD, **{"from": "dale", "to": "erebor"}), ("no_army", "WR-BATTLE-4")),
        (changed(SIEGE, seat="fp", to="edoras"), ("attack_besieged", "WR-SIEGE-17")),
        (changed(SIEGE, rounds=0), ("position_rounds", "WR-SIEGE-12")),
        ({**FIELD, "turn": 0}, ("position_turn", "WR-TURN-1")),
        ({"regions": ARMIES}, "key_needed"),
        ({**FIELD, "attack": {"from": "osgiliath"}}, "key_needed"),
        ({**FIELD, "attack": {"seat": "shadow"}}, "key_needed"),
        ({**FIELD, "dice": {"fp": ["character"]}}, "unknown_key"),
    ],
)
def test_attacks_that_cannot_be(position, refusal):
    if isinstance(refusal, tuple):
        assert new(position) == refusal
    else:
        with pytest.raises(WrongCall) as raised:
            new(position)
        assert raised.value.code == refusal


def test_there_is_no_battle_without_a_position():
    with pytest.raises(WrongCall) as raised:
        header(None, ["Ania:fp", "Bo:shadow"])
    assert raised.value.code == "position_needed"
    made = header(FIELD)
    del made["position"]
    with pytest.raises(WrongCall):
        GAME.rules.new(CONTENT, made)


def test_an_attack_is_not_of_a_whole_game():
    for variant in ("full", "hunt"):
        with pytest.raises(WrongCall) as raised:
            GAME.rules.header(CONTENT, (), variant, {}, FIELD)
        assert (raised.value.code, raised.value.values["word"]) == ("unknown_key", "attack")


def test_the_example_of_the_manual():
    """docs/positions.md: it can be fought, and whoever has to retreat has where to."""
    text = (Path(__file__).parents[3] / "docs" / "positions.md").read_text("utf-8").partition("### One battle")[2]
    position = yaml.safe_load(re.search(r"```yaml\n(.*?)```", text, re.DOTALL)[1])
    state = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, (), None, {}, position))
    assert Table(state).legal == ["attack army=osgiliath region=minas-tirith"]
