"""Battles about Strongholds: withdrawing, assaults and extending them, sorties, relief (WR-SIEGE-1..26)."""

import pytest

from companion.games.wotr.rules.battle import attack, battle_strength
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import field, fight

TOWER = "minas-tirith"


def withdrawn(attackers="sauron-regular*4,nazgul", defenders="gondor-regular*3", **how):
    """The defender has withdrawn into Minas Tirith, and the attacker says who advances."""
    return fight(attackers, defenders, "osgiliath", TOWER, **how).does("withdraw")


def siege(outside="sauron-regular*4", inside="gondor-regular*3", seat="shadow", **how):
    """Minas Tirith under siege."""
    return field({TOWER: f"{outside},{inside}", **how.pop("also", {})}, seat, besieged=TOWER, **how)


def assault(outside="sauron-regular*4", inside="gondor-regular*3", **how):
    """Everybody outside attacks."""
    table = siege(outside, inside, **how).does(f"attack army {TOWER} {TOWER}")
    return table.does("done") if table.step == "attack_army" else table


def sortie(inside="gondor-regular*3", outside="sauron-regular*2", **how):
    """Everybody inside attacks."""
    table = siege(outside, inside, "fp", **how).does(f"attack army-muster {TOWER} {TOWER}")
    return table.does("done") if table.step == "attack_army" else table


# --- into the Stronghold ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-SIEGE-1", "accepted")
@pytest.mark.rule("WR-SIEGE-2", "accepted")
def test_before_every_round_the_defender_chooses():
    """In the field the attacker hits on 5, in the first round too."""
    table = fight("sauron-regular*4", "gondor-regular*3", "osgiliath", TOWER)
    assert (table.step, table.seat, table.legal) == ("shelter", "fp", ["stand", "withdraw"])
    table.does("stand").roll("1115", "111")
    assert table.there(TOWER) == "gondor-regular*2"
    table.does("press", "stand")
    assert table.step == "shelter"
    assert table.does("withdraw").step == "advance_army"


@pytest.mark.rule("WR-SIEGE-2", "refused")
def test_no_shelter_elsewhere():
    """In a City, or a Stronghold that the attacker controls, nobody withdraws."""
    assert fight("sauron-regular", "gondor-regular", "osgiliath", "pelargir").step == "strike"
    table = fight("sauron-regular", "gondor-regular", "osgiliath", TOWER, taken=TOWER)
    assert table.refuses("withdraw by=fp") == ("WR-SIEGE-1", "not_now")


@pytest.mark.rule("WR-SIEGE-3", "accepted")
@pytest.mark.rule("WR-SIEGE-7", "accepted")
def test_who_advances_besieges():
    """With all or a part; any number of Leaders and companions is inside."""
    table = withdrawn(defenders="gondor-regular*3,gondor-leader*4", where={"boromir": TOWER}, active="")
    table.does("stay sauron-regular 2", "done")
    assert table.state.besieged == (TOWER,)
    assert table.there(TOWER) == "gondor-regular*3,gondor-leader*4,sauron-regular*2,nazgul"
    assert table.there("osgiliath") == "sauron-regular*2"
    assert table.state.taken == ()
    assert table.active("gondor")
    assert table.step == "fellowship"  # the battle is over


@pytest.mark.rule("WR-SIEGE-5", "accepted")
def test_without_an_advance_there_is_no_siege():
    """The defenders stand in the region again, all of them."""
    table = withdrawn(defenders="gondor-regular*7").does("hold")
    assert table.state.besieged == ()
    assert table.there(TOWER) == "gondor-regular*7"


@pytest.mark.rule("WR-SIEGE-6", "accepted")
def test_five_units_stay_inside():
    """The others go to the reinforcements, as their owner likes."""
    table = withdrawn(defenders="gondor-regular*4,gondor-elite*3")
    reserve = table.reserve("gondor-regular")
    table.does("done")
    assert (table.step, table.seat) == ("trim_army", "fp")
    table.does("trim gondor-regular 2")
    assert table.there(TOWER) == "gondor-regular*2,gondor-elite*3,sauron-regular*4,nazgul"
    assert (table.reserve("gondor-regular"), table.lost("gondor-regular")) == (reserve + 2, 0)


@pytest.mark.rule("WR-SIEGE-6", "refused")
@pytest.mark.rule("WR-SIEGE-7", "refused")
def test_no_more_and_no_leaders_are_sent_away():
    """Two of seven, and units only."""
    table = withdrawn(defenders="gondor-regular*4,gondor-elite*3,gondor-leader").does("done")
    assert table.refuses("trim gondor-regular 3") == ("WR-SIEGE-6", "trim_number")
    assert table.refuses("trim gondor-leader 1") == ("WR-SIEGE-6", "trim_absent")
    assert table.refuses("trim gondor-regular 2 by=shadow") == ("WR-SIEGE-6", "not_your_step")
    assert table.refuses("press") == ("WR-SIEGE-6", "not_now")


# --- assaults --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-SIEGE-10", "accepted")
@pytest.mark.rule("WR-SIEGE-11", "accepted")
def test_an_assault_needs_a_six():
    """In every round; the besieged hit on 5."""
    table = assault("sauron-regular*3,sauron-elite").roll("5555", "115")
    assert table.there(TOWER).startswith("gondor-regular*3,")
    table.does("casualty sauron-regular remove", "extend sauron-elite").roll("555", "111")
    assert table.there(TOWER) == "gondor-regular*3,sauron-regular*3"


@pytest.mark.rule("WR-SIEGE-10", "refused")
def test_only_who_is_in_the_region_assaults():
    """Neither from outside, nor by a side that is attacked itself."""
    table = siege(also={"osgiliath": "sauron-regular*2"})
    assert table.refuses(f"attack army osgiliath {TOWER}") == ("WR-SIEGE-10", "attack_inside")
    table = siege(seat="fp", also={"osgiliath": "sauron-regular*2"})
    assert table.refuses(f"attack army-muster {TOWER} osgiliath") == ("WR-SIEGE-17", "attack_besieged")


@pytest.mark.rule("WR-SIEGE-11", "refused")
def test_a_five_of_the_besieged_hits():
    """And a 4 does not."""
    table = assault().roll("1111", "455")
    assert table.there(TOWER) == "gondor-regular*3,sauron-regular*2"


@pytest.mark.rule("WR-SIEGE-12", "accepted")
@pytest.mark.rule("WR-SIEGE-15", "accepted")
def test_an_assault_lasts_one_round():
    """Without elites it is over, and the siege goes on."""
    table = assault().roll("1116", "111")
    assert table.step == "fellowship"
    assert table.state.besieged == (TOWER,)
    assert table.there(TOWER) == "gondor-regular*2,sauron-regular*4"


@pytest.mark.rule("WR-SIEGE-13", "accepted")
def test_an_elite_buys_another_round():
    """Again and again, while there are elites that take part."""
    table = assault("sauron-regular,sauron-elite*2").roll("111", "111")
    table.does("extend sauron-elite").roll("111", "111").does("extend sauron-elite")
    assert table.there(TOWER) == "gondor-regular*3,sauron-regular*3"
    table.roll("111", "111")
    assert table.step == "fellowship"
    assert assault("sauron-regular,sauron-elite").roll("11", "111").does("done").step == "fellowship"


@pytest.mark.rule("WR-SIEGE-12", "refused")
@pytest.mark.rule("WR-SIEGE-14", "refused")
@pytest.mark.rule("WR-BATTLE-36", "refused")
def test_nothing_else_buys_a_round():
    """No regular, nobody of the rearguard; and nobody retreats out of a siege."""
    table = siege("sauron-regular*2,sauron-elite,isengard-elite").does(f"attack army {TOWER} {TOWER}")
    table.does("stay isengard-elite 1", "done").roll("111", "111")
    assert table.refuses("extend sauron-regular") == ("WR-SIEGE-14", "extend_no_elite")
    assert table.refuses("extend isengard-elite") == ("WR-SIEGE-14", "extend_no_elite")
    assert table.refuses("press") == ("WR-SIEGE-13", "not_now")
    assert table.refuses("retreat osgiliath by=fp") == ("WR-BATTLE-36", "retreat_besieged")


@pytest.mark.rule("WR-SIEGE-14", "accepted")
def test_an_elite_without_a_regular_buys_nothing():
    """All regulars of Isengard stand elsewhere."""
    also = {"orthanc": "isengard-regular*10", "gap-of-rohan": "isengard-regular*2"}
    table = assault("isengard-elite,sauron-elite", also=also).roll("11", "111")
    assert table.legal == ["done", "extend figure=sauron-elite"]
    assert table.refuses("extend isengard-elite") == ("WR-SIEGE-14", "casualty_no_regular")


@pytest.mark.rule("WR-BATTLE-36", "accepted")
def test_a_besieged_army_is_not_asked_to_retreat():
    """Though a free region is near."""
    table = assault("sauron-elite*2").now(battle_strength.change_battle, rounds=3).roll("11", "111").does("press")
    assert table.step == "strike"


@pytest.mark.rule("WR-SIEGE-26", "accepted")
def test_an_assault_of_three_rounds():
    """By a card: it may cease after any of them, and be extended after the last."""
    table = siege("sauron-elite*2").now(attack.begin, SHADOW, TOWER, TOWER, rounds=3)
    table.roll("11", "111").does("press").roll("11", "111").does("press").roll("11", "111")
    assert table.does("extend sauron-elite").battle.round == 4
    table = siege("sauron-elite*2").now(attack.begin, SHADOW, TOWER, TOWER, rounds=3)
    assert table.roll("11", "111").does("cease").step == "act"


@pytest.mark.rule("WR-CAPTURE-2", "accepted")
def test_who_wipes_out_the_besieged_has_the_stronghold():
    """Two points."""
    table = assault().roll("1666", "111")
    assert (table.state.besieged, table.state.taken) == ((), (TOWER,))


@pytest.mark.rule("WR-CAPTURE-9", "accepted")
@pytest.mark.rule("WR-CAPTURE-2", "refused")
def test_if_both_fall_the_rearguard_of_the_besiegers_decides():
    """With a unit of them it is captured, without one the siege is over."""
    table = siege("sauron-regular*3", "gondor-regular").does(f"attack army {TOWER} {TOWER}", "stay sauron-regular 2")
    table.does("done").roll("6", "6")
    assert (table.state.besieged, table.state.taken) == ((), (TOWER,))
    assert table.there(TOWER) == "sauron-regular*2"
    table = assault("sauron-regular", "gondor-regular").roll("6", "6")
    assert (table.state.besieged, table.state.taken) == ((), ())


@pytest.mark.rule("WR-SIEGE-9", "accepted")
def test_a_wiped_out_assault_ends_the_siege():
    """The besieged stand in the region again."""
    table = assault("sauron-regular").roll("1", "116")
    assert (table.state.besieged, table.there(TOWER)) == ((), "gondor-regular*3")


@pytest.mark.rule("WR-SIEGE-15", "refused")
def test_nobody_goes_away_after_an_assault():
    """No advance, no retreat is asked; those who stay besiege."""
    table = assault("sauron-regular*2").roll("16", "116")
    assert (table.state.besieged, table.there(TOWER)) == ((TOWER,), "gondor-regular*2,sauron-regular")


# --- sorties ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-SIEGE-17", "accepted")
@pytest.mark.rule("WR-SIEGE-18", "accepted")
@pytest.mark.rule("WR-SIEGE-20", "accepted")
def test_the_besieged_attack():
    """Both sides hit on 5; if they cease they are inside again."""
    table = sortie().roll("115", "15")
    assert table.there(TOWER) == "gondor-regular*2,sauron-regular"
    table.does("cease")
    assert table.state.besieged == (TOWER,)


@pytest.mark.rule("WR-SIEGE-17", "refused")
def test_a_sortie_is_an_attack_like_others():
    """At War, and led with a Character die."""
    table = siege(seat="fp", boxes={"gondor": 3})
    assert table.refuses(f"attack army-muster {TOWER} {TOWER}") == ("WR-BATTLE-3", "attack_at_peace")
    table = siege(seat="fp")
    assert table.refuses(f"attack character {TOWER} {TOWER}") == ("WR-BATTLE-5", "attack_no_leader")


@pytest.mark.rule("WR-SIEGE-18", "refused")
@pytest.mark.rule("WR-SIEGE-20", "refused")
def test_a_sortie_is_no_assault():
    """The besiegers are not sheltered, it is not extended, and it may go on."""
    table = sortie("gondor-elite*2").roll("11", "11")
    assert table.step == "cease"
    assert table.refuses("extend gondor-elite") == ("WR-SIEGE-13", "not_now")
    assert table.does("press").step == "retreat"


@pytest.mark.rule("WR-SIEGE-19", "accepted")
def test_a_rearguard_stays_inside():
    """If the sortie dies it holds the Stronghold; without it the besiegers do."""
    table = siege("sauron-regular*2", "gondor-regular*3", "fp").does(f"attack army-muster {TOWER} {TOWER}")
    table.does("stay gondor-regular 2", "done").roll("1", "66")
    assert (table.state.besieged, table.state.taken) == ((TOWER,), ())
    table = sortie("gondor-regular").roll("1", "66")
    assert (table.state.besieged, table.state.taken) == ((), (TOWER,))


@pytest.mark.rule("WR-SIEGE-25", "refused")
def test_besiegers_have_no_shelter():
    """Attacked by a sortie or by relief they do not withdraw; who sallies forth does not either, for another reason."""
    relief = siege("sauron-regular*2", "gondor-regular", "fp", also={"druadan-forest": "rohan-regular*3"})
    for table in (sortie(), relief.does(f"attack army-muster druadan-forest {TOWER}", "done")):
        assert table.step == "strike"
        assert table.refuses("withdraw by=shadow") == ("WR-SIEGE-25", "not_now")
        assert table.refuses("withdraw by=fp") == ("WR-SIEGE-1", "not_now")


@pytest.mark.rule("WR-SIEGE-21", "accepted")
@pytest.mark.rule("WR-SIEGE-22", "accepted")
def test_besiegers_may_retreat_from_a_sortie():
    """Then the siege is over, and the victor goes nowhere."""
    table = sortie().roll("111", "11").does("press", "retreat osgiliath")
    assert (table.state.besieged, table.there("osgiliath")) == ((), "sauron-regular*2")
    assert table.there(TOWER) == "gondor-regular*3"


@pytest.mark.rule("WR-SIEGE-22", "refused")
def test_who_wins_a_sortie_does_not_advance():
    """Nothing is asked."""
    table = sortie().roll("166", "11")
    assert (table.state.besieged, table.step) == ((), "fellowship")


# --- relief ----------------------------------------------------------------------------------------------------------


def relief(**how):
    """Rohan attacks the besiegers from the Druadan Forest."""
    armies = {"druadan-forest": "rohan-regular*3", TOWER: "gondor-regular*3,sauron-regular*2"}
    table = field(armies, "fp", besieged=TOWER, **how).does(f"attack army-muster druadan-forest {TOWER}")
    return table.does("done") if table.step == "attack_army" else table


@pytest.mark.rule("WR-SIEGE-23", "accepted")
@pytest.mark.rule("WR-SIEGE-25", "accepted")
def test_besiegers_are_attacked_from_outside():
    """They have no Stronghold to go to and no walls; the besieged take no part."""
    table = relief()
    assert table.step == "strike"
    assert [battle_strength.units(table.state, side) for side in (FP, SHADOW)] == [3, 2]
    table.roll("115", "11")
    assert table.there(TOWER) == "gondor-regular*3,sauron-regular"
    assert table.does("press").step == "retreat"


@pytest.mark.rule("WR-SIEGE-23", "refused")
def test_the_besieged_do_not_help():
    """Six dice, or their losses, are refused."""
    table = relief()
    assert table.refuses("strike one,one,one,one,one") == ("WR-BATTLE-11", "dice_number")


@pytest.mark.rule("WR-SIEGE-24", "accepted")
def test_relief_enters_when_the_besiegers_are_gone():
    """The siege is over, and the armies are one."""
    table = relief().roll("166", "11")
    assert (table.state.besieged, table.step) == ((), "advance_army")
    table.does("done")
    assert table.there(TOWER) == "gondor-regular*3,rohan-regular*3"


@pytest.mark.rule("WR-SIEGE-24", "refused")
def test_relief_does_not_enter_while_besiegers_stand():
    """It stays where it was."""
    table = relief().roll("111", "11").does("cease")
    assert (table.state.besieged, table.step) == ((TOWER,), "fellowship")
    assert table.there("druadan-forest") == "rohan-regular*3"


# --- how it is told --------------------------------------------------------------------------------------------------


def taken_by(table, words):
    """The rules by which a Stronghold is captured by that action."""
    return [rule for code, rule in table.cites(words) if code == "captured"]


def test_a_fallen_stronghold_is_captured_by_its_own_rule():
    """Not as if an army had come into an empty one; of both armies dead by the ruling on the rearguard."""
    assert taken_by(assault().roll("1666"), "strike one,one,one") == ["WR-CAPTURE-2"]
    table = siege("sauron-regular*3", "gondor-regular").does(f"attack army {TOWER} {TOWER}", "stay sauron-regular 2")
    assert taken_by(table.does("done").roll("6"), "strike six") == ["WR-CAPTURE-9"]
    assert taken_by(sortie("gondor-regular").roll("1"), "strike six,six") == ["WR-CAPTURE-2"]


@pytest.mark.rule("WR-BATTLE-39", "accepted")
def test_a_rearguard_that_holds_the_region_is_left_of_both_armies():
    """Where it is not, both were wiped out."""
    fallen = assault("sauron-regular", "gondor-regular").roll("6")
    assert ("both_wiped_out", "WR-BATTLE-39") in fallen.cites("strike six")
    table = siege("sauron-regular*3", "gondor-regular").does(f"attack army {TOWER} {TOWER}", "stay sauron-regular 2")
    assert "both_wiped_out" not in [code for code, _ in table.does("done").roll("6").cites("strike six")]


def test_another_round_is_told_by_the_rule_that_allows_it():
    """The attacker goes on in the field, an elite is given for it, or a card gives it."""
    table = fight("sauron-regular", "gondor-regular*2", "osgiliath", "lossarnach").roll("1", "11").does("press")
    assert ("combat_round", "WR-BATTLE-31") in table.cites("stand")
    table = siege("sauron-elite*2").now(attack.begin, SHADOW, TOWER, TOWER, rounds=2).roll("11", "111")
    assert {("did_press", "WR-SIEGE-26"), ("combat_round", "WR-SIEGE-26")} <= {*table.cites("press")}
    assert ("did_cease", "WR-SIEGE-26") in table.cites("cease")
    table.does("press").roll("11", "111")
    assert ("combat_round", "WR-SIEGE-13") in table.cites("extend sauron-elite")
    table.does("extend sauron-elite").roll("11", "111")
    assert ("combat_round", "WR-SIEGE-13") in table.cites("extend sauron-elite")


def test_a_battle_begins_by_the_rule_of_its_kind():
    """In the field, an assault or a sortie; who trims after a siege has begun is told why."""
    assert ("attacks", "WR-BATTLE-2") in field({"osgiliath": "sauron-regular", TOWER: "gondor-regular"}).cites(
        f"attack army osgiliath {TOWER}"
    )
    assert ("assaults", "WR-SIEGE-10") in siege("sauron-regular").cites(f"attack army {TOWER} {TOWER}")
    table = siege("sauron-regular", "gondor-regular", "fp")
    told = table.cites(f"attack army-muster {TOWER} {TOWER}")
    assert told[0] == ("did_attack_siege", "WR-BATTLE-1")
    assert ("sallies", "WR-SIEGE-17") in told
    table = withdrawn(defenders="gondor-regular*4,gondor-elite*3").does("done")
    assert table.cites("trim gondor-regular 2")[0] == ("did_trim", "WR-SIEGE-6")


def test_what_becomes_of_a_siege_is_told():
    """It goes on after an assault or a sortie that both survive; without an advance there is none."""
    assert ("siege_on", "WR-SIEGE-15") in assault().roll("1111").cites("strike one,one,one")
    assert ("siege_on", "WR-SIEGE-20") in sortie().roll("111", "11").cites("cease")
    table = siege("sauron-regular*2", "gondor-regular*3", "fp").does(f"attack army-muster {TOWER} {TOWER}")
    table.does("stay gondor-regular 2", "done").roll("1")
    assert ("siege_on", "WR-SIEGE-19") in table.cites("strike six,six")
    assert ("no_siege", "WR-SIEGE-5") in withdrawn().cites("hold")
    over = [code for code, _ in assault().roll("1666").cites("strike one,one,one")]
    assert "siege_on" not in over


def test_what_is_due_at_another_step_is_refused_by_its_own_rule():
    """Retreating before the attacker goes on, or out of a siege; and where nothing is fought, by what is due."""
    table = fight("sauron-regular", "gondor-regular", "osgiliath", "lossarnach")
    assert table.refuses("retreat pelargir by=fp") == ("WR-BATTLE-31", "retreat_later")
    assert assault().refuses("retreat lossarnach by=fp") == ("WR-BATTLE-36", "retreat_besieged")
    assert siege().refuses("retreat lossarnach") == ("WR-DICE-13", "not_now")
