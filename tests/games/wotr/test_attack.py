"""Declaring an attack: with what, whom, who stays behind, and what nations feel of it (WR-BATTLE-1..10, WR-POL)."""

import pytest

from companion.games.wotr.rules.battle import attack
from tests.games.wotr.board import WAR, board, field, fight

NEAR = {"north-ithilien": "sauron-regular*3,nazgul", "south-ithilien": "gondor-regular*2"}


@pytest.mark.rule("WR-BATTLE-1", "accepted")
@pytest.mark.parametrize("die", ["army", "character"])
def test_an_army_or_character_die_pays(die):
    """One die, one attack."""
    table = field(NEAR).does(f"attack {die} north-ithilien south-ithilien")
    assert table.step == "attack_army"
    assert sum(table.state.sides[1].unused) == 3


@pytest.mark.rule("WR-BATTLE-1", "refused")
def test_other_dice_do_not_pay():
    """Muster does not."""
    table = field(NEAR, shadow="muster,army")
    assert table.refuses("attack muster north-ithilien south-ithilien") == ("WR-BATTLE-1", "die_not_for_this")
    assert table.refuses("attack character north-ithilien south-ithilien") == ("WR-DICE-7", "no_such_die")


def test_where_the_players_keep_the_armies_nothing_is_attacked_here():
    """They move them on the board."""
    assert board().refuses("attack character dale erebor") == ("WR-TURN-13", "armies_on_board")


@pytest.mark.rule("WR-BATTLE-2", "accepted")
def test_an_adjacent_army_is_attacked():
    """It is offered, with every die that pays."""
    table = field(NEAR)
    assert [words for words in table.legal if words.startswith("attack")] == [
        f"attack die={die} army=north-ithilien region=south-ithilien" for die in ("character", "army")
    ]


@pytest.mark.rule("WR-BATTLE-2", "refused")
@pytest.mark.rule("WR-CHAR-22", "refused")
def test_who_is_not_adjacent_or_no_army_is_not_attacked():
    """Characters without units are no army."""
    table = field({**NEAR, "dale": "north-regular"}, where={"strider": "osgiliath"})
    assert table.refuses("attack army north-ithilien dale") == ("WR-BATTLE-2", "not_adjacent")
    assert table.refuses("attack army north-ithilien dagorlad") == ("WR-BATTLE-2", "attack_nobody")
    assert table.refuses("attack army north-ithilien osgiliath") == ("WR-CHAR-22", "attack_nobody")
    assert table.refuses("attack army north-ithilien ?") == ("WR-BATTLE-2", "region_unknown")
    assert table.refuses("attack army north-ithilien north-ithilien") == ("WR-BATTLE-2", "attack_nobody")


@pytest.mark.rule("WR-CHAR-22", "accepted")
def test_characters_beside_the_enemy_are_no_part_of_his_battle():
    """A companion in the region of the attackers stays as he is."""
    table = fight("sauron-regular", "gondor-regular", where={"strider": "north-ithilien"}).roll("6", "6")
    assert table.where("strider") == "north-ithilien"


@pytest.mark.rule("WR-POL-15", "accepted")
@pytest.mark.rule("WR-BATTLE-3", "accepted")
@pytest.mark.rule("WR-CHAR-21", "accepted")
def test_who_is_at_war_attacks_and_a_nazgul_with_him():
    """Sauron is not At War, a Nazgûl may take part."""
    boxes = {**WAR, "sauron": 2}
    table = fight("southrons-regular,nazgul", "gondor-regular", die="character", boxes=boxes)
    assert table.step == "strike"
    assert table.there("north-ithilien") == "nazgul,southrons-regular"


@pytest.mark.rule("WR-POL-15", "refused")
@pytest.mark.rule("WR-BATTLE-3", "refused")
@pytest.mark.rule("WR-CHAR-21", "refused")
def test_who_is_not_at_war_does_not_attack():
    """The Nazgûl with them do not help."""
    table = field(NEAR, boxes={**WAR, "sauron": 3})
    assert table.refuses("attack army north-ithilien south-ithilien") == ("WR-BATTLE-3", "attack_at_peace")
    assert not [words for words in table.legal if words.startswith("attack")]


@pytest.mark.rule("WR-BATTLE-4", "accepted")
def test_one_unit_is_enough_to_attack():
    """One is enough."""
    assert fight("sauron-regular", "gondor-regular").step == "strike"


@pytest.mark.rule("WR-BATTLE-4", "refused")
def test_without_a_unit_nobody_attacks():
    """Neither Nazgûl alone nor an empty region, nor a part without units."""
    table = field({"north-ithilien": "nazgul*2", "south-ithilien": "gondor-regular"})
    assert table.refuses("attack army north-ithilien south-ithilien") == ("WR-BATTLE-4", "no_army")
    table = field(NEAR).does("attack army north-ithilien south-ithilien", "stay sauron-regular 3")
    assert table.refuses("done") == ("WR-BATTLE-4", "part_no_unit")


@pytest.mark.rule("WR-BATTLE-5", "accepted")
@pytest.mark.rule("WR-CHAR-20", "accepted")
@pytest.mark.parametrize(
    ("army", "where"),
    [
        ("sauron-regular,nazgul", {}),
        ("sauron-regular", {"witch-king": "north-ithilien"}),
        ("sauron-regular", {"saruman": "north-ithilien"}),  # of Level 0, which suffices
        ("isengard-elite", {"saruman": "orthanc"}),
    ],
)
def test_with_a_character_die_somebody_leads(army, where):
    """A Nazgûl, a minion, or an elite of Isengard while Saruman is in play."""
    assert fight(army, "gondor-regular", die="character", where=where).step == "strike"


@pytest.mark.rule("WR-BATTLE-5", "refused")
@pytest.mark.rule("WR-CHAR-20", "refused")
def test_with_a_character_die_nobody_attacks_unled():
    """Neither without a leader nor while he stays behind."""
    table = field({"north-ithilien": "isengard-elite", "south-ithilien": "gondor-regular"})
    assert table.refuses("attack character north-ithilien south-ithilien") == ("WR-BATTLE-5", "attack_no_leader")
    table = field(NEAR).does("attack character north-ithilien south-ithilien")
    table.does("stay sauron-regular 1", "stay nazgul 1")
    assert table.refuses("done") == ("WR-BATTLE-5", "attack_no_leader")
    assert field(NEAR).does(
        "attack army north-ithilien south-ithilien", "stay sauron-regular 1", "stay nazgul 1", "done"
    )


@pytest.mark.rule("WR-BATTLE-6", "accepted")
@pytest.mark.rule("WR-BATTLE-8", "accepted")
@pytest.mark.rule("WR-BATTLE-10", "accepted")
def test_a_rearguard_stays_out_of_it():
    """It rolls nothing, and the attackers roll from where they stand."""
    table = field(NEAR).does("attack army north-ithilien south-ithilien", "stay sauron-regular 2")
    assert table.refuses("stay sauron-regular 4") == ("WR-BATTLE-6", "stay_number")
    table.does("done")
    assert table.there("north-ithilien") == "sauron-regular*3,nazgul"
    assert table.refuses("strike six,six") == ("WR-BATTLE-11", "dice_number")
    table.roll("1", "16", "1")
    assert table.there("north-ithilien") == "sauron-regular*2"  # the Nazgûl is lost with the one that fought


@pytest.mark.rule("WR-BATTLE-8", "refused")
@pytest.mark.rule("WR-BATTLE-10", "refused")
def test_the_rearguard_takes_no_hits():
    """A kind that only stands there cannot be named."""
    army = {"north-ithilien": "sauron-elite*2,sauron-regular,isengard-regular", "south-ithilien": "gondor-regular*5"}
    table = field(army).does("attack army north-ithilien south-ithilien", "stay isengard-regular 1", "done")
    table.roll("111", "11166")
    assert table.refuses("casualty isengard-regular remove") == ("WR-BATTLE-8", "casualty_not_there")
    assert table.refuses("casualty gondor-regular remove") == ("WR-BATTLE-25", "casualty_not_there")


def test_a_rearguard_needs_a_unit():
    """A Nazgûl does not stay as one."""
    table = field(NEAR).does("attack army north-ithilien south-ithilien", "stay nazgul 1")
    assert table.refuses("done") == ("WR-BATTLE-6", "rearguard_no_unit")


PEACE = {"osgiliath": "gondor-regular*2,rohan-regular,gondor-leader", "south-ithilien": "sauron-regular"}


@pytest.mark.rule("WR-BATTLE-7", "accepted")
def test_who_is_not_at_war_stays_behind():
    """By himself, and it is told."""
    table = field(PEACE, seat="fp", boxes={**WAR, "rohan": 2}).does("attack army-muster osgiliath south-ithilien")
    told = table.tells("done")
    assert ("must_stay", "WR-BATTLE-7") in [(code, rule) for code, rule, _ in told]
    table.does("done")
    assert table.battle.rearguard.figures != ()


@pytest.mark.rule("WR-BATTLE-7", "refused")
def test_who_is_not_at_war_cannot_be_told_to_go():
    """He has to stay anyway; a Leader who stays needs a unit with him."""
    table = field(PEACE, seat="fp", boxes={**WAR, "rohan": 2}).does("attack army-muster osgiliath south-ithilien")
    assert table.refuses("stay rohan-regular 0") == ("WR-BATTLE-7", "may_not_go")
    armies = {"osgiliath": "gondor-leader,rohan-regular", "south-ithilien": "sauron-regular"}
    table = field(armies, seat="fp", boxes={**WAR, "gondor": 2})
    assert table.refuses("attack army-muster osgiliath south-ithilien") == ("WR-BATTLE-7", "attack_leader_left")
    armies["osgiliath"] = "gondor-leader,rohan-regular*2"
    table = field(armies, seat="fp", boxes={**WAR, "gondor": 2}).does("attack army-muster osgiliath south-ithilien")
    assert table.refuses("done") == ("WR-BATTLE-6", "part_leaders_alone")
    assert table.does("stay rohan-regular 1", "done").step == "strike"


@pytest.mark.rule("WR-BATTLE-9", "accepted")
def test_all_units_of_a_region_defend():
    """All units there, at War or not, roll."""
    table = fight("sauron-regular", "gondor-regular,rohan-regular*2", boxes={**WAR, "rohan": 1, "gondor": 1})
    table.roll("1")
    assert table.allows("strike one,one,one")


@pytest.mark.rule("WR-BATTLE-9", "refused")
def test_defending_dice_cannot_be_left_out():
    """Two dice of three are no roll."""
    table = fight("sauron-regular", "gondor-regular,rohan-regular*2").roll("1")
    assert table.refuses("strike one,one") == ("WR-BATTLE-11", "dice_number")


# --- politics --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-BATTLE-40", "accepted")
def test_nations_feel_an_attack_once():
    """Each with units in the army that is attacked: active, then one box (WR-POL-5, -9, -11)."""
    table = fight(
        "sauron-regular*2", "gondor-regular,rohan-regular", boxes={"sauron": 4, "gondor": 2, "rohan": 3}, active=""
    )
    assert dict(zip(table.state.setup.tables.nations, table.state.boxes, strict=True))["rohan"] == 4
    before = table.state.boxes
    table.roll("11", "11").does("press", "stand").roll("11", "11")
    assert table.state.boxes == before
    assert [table.active(nation) for nation in ("gondor", "rohan", "north")] == [True, True, False]


@pytest.mark.rule("WR-BATTLE-40", "refused")
def test_a_nation_of_leaders_alone_feels_nothing():
    """Units count."""
    table = fight(
        "sauron-regular", "gondor-regular,rohan-leader", boxes={"sauron": 4, "gondor": 2, "rohan": 2}, active=""
    )
    assert not table.active("rohan")


def test_an_attack_on_edoras_takes_wormtongue_from_the_table():
    """The card keeps Rohan passive until then."""
    table = fight(
        "isengard-regular*2",
        "rohan-regular",
        "westemnet",
        "edoras",
        table_shadow="sh-char-22",
        boxes={"isengard": 4, "rohan": 1},
        active="",
    )
    assert table.active("rohan")
    assert table.state.sides[1].table == ()


def test_a_card_begins_an_attack_like_any_other():
    """Without a die, with so many rounds of an assault."""
    table = field(NEAR).now(attack.begin, 1, "north-ithilien", "south-ithilien")
    assert table.step == "strike"
    assert table.state.sides[1].unused == field(NEAR).state.sides[1].unused


def test_the_shadow_is_attacked_too():
    """A nation of the Shadow goes one box towards war (WR-POL-13)."""
    armies = {"osgiliath": "gondor-regular", "south-ithilien": "southrons-regular"}
    table = field(armies, seat="fp", boxes={**WAR, "southrons": 2}).does("attack army-muster osgiliath south-ithilien")
    assert dict(zip(table.state.setup.tables.nations, table.state.boxes, strict=True))["southrons"] == 3
    assert table.step == "strike"
