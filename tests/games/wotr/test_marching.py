"""Armies that move (WR-MOVE, WR-ARMY), where the app keeps them."""

import pytest

from companion.core.messages import Ref
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.capture import lift_siege
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import TABLES, board
from tests.games.wotr.marches import WAR, fp, shadow

# --- where an army goes ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-MOVE-1", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-15", "accepted", "refused")
def test_an_army_goes_to_a_neighbour():
    """Not further, and not over a black border: Minas Tirith and North Ithilien do not touch."""
    t = fp(armies={"minas-tirith": "gondor-regular"})
    assert t.marches() == {"minas-tirith": {"druadan-forest", "lossarnach", "osgiliath"}}
    assert t.refuses("march army-muster minas-tirith pelargir") == ("WR-MOVE-1", "not_adjacent")
    assert t.refuses("march army-muster minas-tirith north-ithilien") == ("WR-MOVE-1", "not_adjacent")
    assert t.refuses("march army-muster minas-tirith nowhere") == ("WR-MAP-1", "region_unknown")
    assert t.refuses("march army-muster nowhere osgiliath") == ("WR-MAP-1", "region_unknown")
    t.does("march army-muster minas-tirith osgiliath")
    assert (t.at("minas-tirith"), t.at("osgiliath")) == ({}, {"gondor-regular": 1})


@pytest.mark.rule("WR-ARMY-1", "accepted", "refused")
def test_without_a_unit_there_is_no_army():
    """Nazgûl and characters alone are none."""
    t = shadow(armies={"moria": "sauron-regular", "hollin": "nazgul*2"}, where={"mouth-of-sauron": "hollin"})
    assert list(t.marches()) == ["moria"]
    assert t.refuses("march army hollin moria") == ("WR-ARMY-1", "no_army")
    assert t.allows("march army moria hollin")


@pytest.mark.rule("WR-MOVE-10", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-11", "accepted", "refused")
@pytest.mark.rule("WR-MAP-7", "accepted", "refused")
def test_not_where_enemy_units_stand():
    """An enemy settlement without units is open, and so is a region with Nazgûl alone."""
    t = fp(armies={"edoras": "rohan-regular*2", "folde": "isengard-regular", "westemnet": "nazgul"})
    assert t.refuses("march army-muster edoras folde") == ("WR-MOVE-11", "enemy_there")
    assert t.marches() == {"edoras": {"westemnet"}}
    t = fp(armies={"north-ithilien": "gondor-regular"})
    t.does("march army-muster north-ithilien minas-morgul")
    assert t.state.taken == ("minas-morgul",)


@pytest.mark.rule("WR-MOVE-17", "accepted", "refused")
def test_an_empty_settlement_is_captured():
    """Its nation wakes and moves one box; characters and Nazgûl without a unit capture nothing."""
    t = shadow(armies={"fords-of-isen": "isengard-regular*2"}, boxes={**WAR, "rohan": 1})
    assert not t.active("rohan")
    codes = t.does("march army fords-of-isen westemnet").cited
    assert codes == [("did_march", "WR-DICE-21")]
    codes = t.does("done").cited
    assert ("captured", "WR-CAPTURE-1") in codes
    assert ("active", "WR-POL-4") in codes
    assert ("advanced", "WR-POL-10") in codes
    assert t.state.taken == ("westemnet",)
    t = shadow(armies={"fords-of-isen": "nazgul"}).does("fly character fords-of-isen westemnet 1")
    assert t.state.taken == ()


# --- by which die ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-DICE-18", "accepted", "refused")
@pytest.mark.rule("WR-MAP-9", "accepted")
def test_land_without_a_settlement_is_entered_but_not_captured():
    """The nation wakes, nobody holds anything, and an army may retreat there (WR-MAP-5, WR-POL-4)."""
    t = shadow(armies={"folde": "isengard-regular"}, boxes={**WAR, "rohan": 1})
    assert armies.is_free_region(t.state, "eastemnet", SHADOW)
    t.does("march army folde eastemnet")
    assert t.state.taken == ()
    assert (t.state.active[TABLES.places["rohan"]], t.state.boxes[TABLES.places["rohan"]]) == (True, 1)


@pytest.mark.rule("WR-MOVE-4", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-20", "accepted", "refused")
def test_a_character_die_needs_somebody_who_leads():
    """A Leader, a Nazgûl or a character who goes along, and only one army moves."""
    t = fp(armies={"edoras": "rohan-regular*2,rohan-leader", "dale": "north-regular*2"}, fp="character*2,army-muster")
    assert t.refuses("march character dale erebor") == ("WR-MOVE-4", "march_no_leader")
    assert t.refuses("march army edoras folde") == ("WR-DICE-7", "no_such_die")
    unnamed = t.rules.check(t.state, t.act("march - edoras folde"))
    assert (unnamed.rule, unnamed.code) == ("WR-DICE-7", "die_unnamed")
    assert unnamed.values == {"faces": (Ref("face", "character"), Ref("face", "army-muster"))}
    assert fp(armies={"edoras": "rohan-regular"}, fp="event").refuses("march - edoras folde")[1] == "die_none"
    t.does("march character edoras folde", "stay rohan-leader 1", "stay rohan-regular 1")
    assert t.refuses("done") == ("WR-MOVE-4", "march_no_leader")
    t.does("stay rohan-leader 0", "stay rohan-regular 1", "done")
    assert t.at("folde") == {"rohan-regular": 1, "rohan-leader": 1}
    assert t.seat == "shadow"
    t = fp(armies={"dale": "north-regular"}, companions="strider", where={"gimli": "dale"})
    t.does("march character dale erebor")
    assert t.where("gimli") == "erebor"
    t = fp(armies={"dale": "north-regular"}, fp="event,character")
    assert t.refuses("march event dale erebor") == ("WR-MOVE-2", "die_not_for_this")


@pytest.mark.rule("WR-CHAR-5", "accepted")
@pytest.mark.rule("WR-CHAR-17", "accepted", "refused")
def test_saruman_leads_nobody_away():
    """He stays in Orthanc, and a Character die needs somebody else; with him the elites of Isengard lead."""
    t = shadow(armies={"orthanc": "isengard-regular*2"}, where={"saruman": "orthanc"})
    assert t.refuses("march character orthanc gap-of-rohan") == ("WR-MOVE-4", "march_no_leader")
    t.does("march army orthanc gap-of-rohan")
    assert t.refuses("stay saruman 1") == ("WR-CHAR-17", "may_not_go")
    assert ("must_stay_character", "WR-CHAR-17") in t.does("done").cited
    assert (t.where("saruman"), t.at("gap-of-rohan")) == ("orthanc", {"isengard-regular": 2})


@pytest.mark.rule("WR-TEAM-24", "accepted", "refused")
def test_elites_lead_while_saruman_is_in_play():
    """Those of Isengard, and in a team those of the Southrons too."""
    stand = {"orthanc": "isengard-elite", "umbar": "southrons-elite", "moria": "sauron-elite"}
    seats = {"armies": stand, "shadow": "character"}
    t = shadow(**seats, where={"saruman": "orthanc"})
    assert set(t.marches()) == {"orthanc"}
    assert armies.leadership(t.state, armies.army(t.state, "orthanc", SHADOW)) == 2
    t = shadow(**seats)
    assert t.marches() == {}
    assert t.refuses("march character orthanc gap-of-rohan") == ("WR-MOVE-4", "march_no_leader")
    t = shadow(players=4, acting=3, agenda=[("act", 3)], **seats, where={"saruman": "orthanc"})
    assert set(t.marches()) == {"orthanc", "umbar"}
    t = shadow(players=4, acting=2, agenda=[("act", 2)], **seats, where={"saruman": "orthanc"})
    assert t.refuses("march character moria hollin") == ("WR-MOVE-4", "march_no_leader")


@pytest.mark.rule("WR-DICE-21", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-2", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-3", "accepted")
def test_an_army_die_moves_two_armies():
    """Also two parts of one; a third one needs another die."""
    t = fp(armies={"edoras": "rohan-regular*2", "dale": "north-regular"})
    t.does("march army-muster edoras folde", "stay rohan-regular 1", "done")
    assert t.step == "marches"
    assert t.refuses("march army-muster edoras westemnet") == ("WR-DICE-27", "die_paid")
    assert t.refuses("march - edoras westemnet by=shadow") == ("WR-MOVE-2", "not_your_step")
    t.does("march - edoras westemnet")
    assert (t.at("folde"), t.at("westemnet"), t.seat) == ({"rohan-regular": 1}, {"rohan-regular": 1}, "shadow")
    t = fp(armies={"edoras": "rohan-regular", "dale": "north-regular"})
    assert t.does("march army-muster edoras folde", "done").seat == "shadow"
    assert t.refuses("march - dale erebor by=fp") == ("WR-DICE-13", "not_your_step")


@pytest.mark.rule("WR-MOVE-7", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-8", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-9", "accepted", "refused")
@pytest.mark.rule("WR-ARMY-3", "accepted", "refused")
def test_nobody_moves_twice_by_one_die():
    """Nor does an army that has merged; another die of the same turn moves it again."""
    t = fp(armies={"edoras": "rohan-regular", "dale": "north-regular"}, shadow="")
    t.does("march army-muster edoras folde")
    assert t.refuses("march - folde edoras") == ("WR-MOVE-7", "army_moved")
    assert set(t.marches()) == {"dale"}
    t.does("done", "march army-muster folde edoras", "done")
    assert t.at("edoras") == {"rohan-regular": 1}
    t = fp(armies={"edoras": "rohan-regular", "folde": "rohan-elite", "dale": "north-regular"})
    t.does("march army-muster edoras folde")
    assert t.at("folde") == {"rohan-regular": 1, "rohan-elite": 1}
    assert t.refuses("march - folde westemnet") == ("WR-MOVE-8", "army_moved")
    t = fp(armies={"edoras": "rohan-regular", "folde": "rohan-elite"})
    t.does("march army-muster folde westemnet", "march - edoras folde")
    assert (t.at("westemnet"), t.at("folde")) == ({"rohan-elite": 1}, {"rohan-regular": 1})


def test_the_mouth_of_sauron_makes_a_muster_die_an_army_die_once_a_turn():
    """In play, and only where the app keeps the armies."""
    stand = {"moria": "sauron-regular*2", "dol-guldur": "sauron-regular"}
    how = {"armies": stand, "shadow": "muster*3", "fp": "character", "where": {"mouth-of-sauron": "morannon"}}
    t = shadow(**how)
    assert ("did_march", "WR-CHAR-4") in t.does("march muster moria dimrill-dale").cited
    t.does("done", "march - dol-guldur north-anduin-vale", "skip character")
    assert t.refuses("march muster dimrill-dale moria") == ("WR-CHAR-4", "die_not_for_this")
    t = shadow(**{**how, "where": {}})
    assert t.refuses("march muster moria dimrill-dale") == ("WR-MOVE-2", "die_not_for_this")


# --- who goes --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-ARMY-2", "accepted", "refused")
@pytest.mark.rule("WR-ARMY-4", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-5", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-6", "accepted", "refused")
@pytest.mark.rule("WR-ARMY-5", "accepted", "refused")
@pytest.mark.rule("WR-ARMY-10", "accepted", "refused")
def test_part_of_an_army_goes():
    """Of several nations; a unit has to go, and no Leader is left without one, whosever unit it is."""
    t = fp(armies={"edoras": "rohan-regular,gondor-elite,rohan-leader*2"})
    t.does("march army-muster edoras folde", "stay rohan-regular 1", "stay gondor-elite 1")
    assert t.refuses("done") == ("WR-MOVE-5", "part_no_unit")
    assert t.refuses("stay rohan-leader 3") == ("WR-ARMY-4", "stay_number")
    assert t.refuses("stay nazgul 1") == ("WR-ARMY-4", "stay_absent")
    assert t.refuses("stay nobody 1") == ("WR-ARMY-4", "stay_absent")
    assert t.refuses("stay rohan-leader 1 by=shadow") == ("WR-ARMY-4", "not_your_step")
    t.does("stay rohan-regular 0", "stay gondor-elite 0", "stay rohan-leader 1")
    assert t.refuses("done") == ("WR-MOVE-6", "part_leaders_alone")
    t.does("stay gondor-elite 1", "done")
    assert t.at("folde") == {"rohan-regular": 1, "rohan-leader": 1}
    assert t.at("edoras") == {"gondor-elite": 1, "rohan-leader": 1}


def test_where_nobody_can_stay_nothing_is_asked():
    """A single unit takes its Leaders along; a Nazgûl may stay and is asked for."""
    t = fp(armies={"edoras": "rohan-regular,rohan-leader*2"}).does("march army-muster edoras folde")
    assert t.at("folde") == {"rohan-regular": 1, "rohan-leader": 2}
    t = shadow(armies={"moria": "sauron-regular,nazgul"}).does("march army moria hollin")
    assert t.step == "march_army"
    assert len(t.rules.legal(t.state)) == 3  # go, and how many of two kinds stay


@pytest.mark.rule("WR-CHAR-19", "accepted", "refused")
def test_characters_and_nazgul_may_stay_behind():
    """Alone, even with the enemy."""
    t = shadow(armies={"moria": "sauron-regular*2,nazgul*2"}, where={"witch-king": "moria"})
    t.does("march army moria hollin", "stay nazgul 1", "stay witch-king 1", "done")
    assert (t.at("moria"), t.at("hollin")) == ({"nazgul": 1}, {"sauron-regular": 2, "nazgul": 1})
    assert t.where("witch-king") == "moria"
    t = shadow(armies={"moria": "sauron-regular*2"}, where={"witch-king": "moria"})
    t.does("march army moria hollin", "stay witch-king 1")
    assert t.refuses("stay witch-king 2") == ("WR-ARMY-4", "stay_number")
    assert t.does("stay witch-king 0", "done").where("witch-king") == "hollin"


def test_a_companion_who_marches_wakes_a_nation():
    """He ends a movement in a City of a nation that he may wake (WR-POL-7)."""
    t = fp(armies={"lossarnach": "gondor-regular"}, companions="strider", where={"boromir": "lossarnach"}, active="")
    t.does("march army-muster lossarnach pelargir", "done")
    assert t.active("gondor")


# --- not At War ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-MOVE-13", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-14", "accepted", "refused")
@pytest.mark.rule("WR-POL-14", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-21", "accepted", "refused")
def test_who_is_not_at_war_enters_no_other_land():
    """From Dale not into Erebor; Nazgûl count as At War but lead no unit that is not."""
    t = fp(armies={"dale": "north-regular*2"}, boxes={"north": 3})
    assert t.refuses("march army-muster dale erebor") == ("WR-MOVE-13", "stays_out")
    assert "erebor" not in t.marches()["dale"]
    assert "northern-rhovanion" in t.marches()["dale"]
    assert fp(armies={"dale": "north-regular*2"}, boxes={"north": 4}).allows("march army-muster dale erebor")
    t = shadow(armies={"moria": "sauron-regular,isengard-regular,nazgul"}, boxes={"sauron": 3, "isengard": 4})
    t.does("march army moria north-dunland", "done")
    assert t.at("north-dunland") == {"isengard-regular": 1, "nazgul": 1}
    t = shadow(armies={"moria": "sauron-regular,nazgul"}, boxes={"sauron": 3})
    assert t.refuses("march army moria north-dunland") == ("WR-MOVE-13", "stays_out")


@pytest.mark.rule("WR-POL-17", "accepted", "refused")
def test_in_a_mixed_army_each_nation_keeps_its_limits():
    """Those that may not go stay by themselves, and a Leader among them needs a unit."""
    t = fp(armies={"dale": "north-regular*2,dwarves-regular*2"}, boxes={"dwarves": 4, "north": 1})
    t.does("march army-muster dale woodland-realm")
    assert t.refuses("stay north-regular 1") == ("WR-MOVE-13", "may_not_go")
    assert ("must_stay", "WR-MOVE-13") in t.does("done").cited
    assert (t.at("dale"), t.at("woodland-realm")) == ({"north-regular": 2}, {"dwarves-regular": 2})
    t = fp(armies={"dale": "north-leader,dwarves-regular"}, boxes={"dwarves": 4, "north": 1})
    assert t.refuses("march army-muster dale erebor") == ("WR-MOVE-6", "part_leaders_alone")
    t = fp(armies={"dale": "north-leader,dwarves-regular*2"}, boxes={"dwarves": 4, "north": 1})
    t.does("march army-muster dale erebor")
    assert t.refuses("done") == ("WR-MOVE-6", "part_leaders_alone")
    t.does("stay dwarves-regular 1", "done")
    assert t.at("dale") == {"north-leader": 1, "dwarves-regular": 1}


@pytest.mark.rule("WR-MOVE-16", "accepted", "refused")
def test_who_retreated_abroad_has_to_leave_the_land():
    """Units of the North in the land of the Dwarves go home or nowhere, unless their nation is At War by then."""
    how = {"armies": {"erebor": "north-regular"}, "abroad": (("erebor", "north"),)}
    t = fp(**how, boxes={"north": 2})
    assert t.refuses("march army-muster erebor iron-hills") == ("WR-MOVE-16", "stays_out")
    t.does("march army-muster erebor dale")
    assert t.state.abroad == ()
    t = fp(**how, boxes={"north": 4}).does("march army-muster erebor iron-hills")
    assert t.at("iron-hills") == {"north-regular": 1}
    t = fp(armies={"erebor": "north-regular*2"}, abroad=how["abroad"], boxes={"north": 2})
    t.does("march army-muster erebor dale", "stay north-regular 1", "done")
    assert t.state.abroad == (("erebor", "north"),)
    both = {"armies": {"erebor": "north-leader,dwarves-regular"}, "abroad": how["abroad"], "boxes": {"north": 3}}
    t = fp(**both, active="north").does("diplomacy army-muster north")
    assert t.state.abroad == ()


# --- too many, and without a unit ------------------------------------------------------------------------------------


@pytest.mark.rule("WR-ARMY-7", "accepted", "refused")
@pytest.mark.rule("WR-ARMY-8", "accepted", "refused")
@pytest.mark.rule("WR-MOVE-12", "accepted", "refused")
@pytest.mark.rule("WR-ARMY-11", "accepted", "refused")
def test_ten_units_at_the_end_of_the_action():
    """Leaders do not count; what is over goes to the reinforcements, for both sides, as its owner chooses."""
    t = fp(armies={"edoras": "rohan-regular*6,rohan-leader*2", "folde": "gondor-regular*5,gondor-elite"})
    t.does("march army-muster edoras folde", "done")
    assert t.step == "trim_army"
    assert t.refuses("trim rohan-leader 1") == ("WR-ARMY-7", "trim_absent")
    assert t.refuses("trim rohan-regular 3") == ("WR-ARMY-7", "trim_number")
    assert t.refuses("trim nobody 1") == ("WR-ARMY-7", "trim_absent")
    assert t.refuses("trim rohan-regular 1 by=shadow") == ("WR-ARMY-7", "not_your_step")
    t.does("trim rohan-regular 1", "trim gondor-elite 1")
    assert t.at("folde") == {"gondor-regular": 5, "rohan-regular": 5, "rohan-leader": 2}
    assert (
        armies.figures_in_reserve(t.state, "rohan-regular"),
        armies.figures_in_reserve(t.state, "gondor-elite"),
    ) == (5, 5)
    assert not any(t.state.lost)
    t = fp(armies={"edoras": "rohan-regular*3", "folde": "rohan-regular*7"}).does("march army-muster edoras folde")
    assert t.does("done").at("folde") == {"rohan-regular": 10}
    assert t.step == "march_army" or t.seat == "shadow"


def test_the_whole_action_is_trimmed_at_its_end():
    """Two armies come to one region; one kind of unit alone leaves no choice."""
    t = shadow(armies={"moria": "sauron-regular*6", "hollin": "sauron-regular*4", "north-dunland": "sauron-regular*3"})
    t.does("march army moria hollin", "done", "march - north-dunland hollin")
    codes = t.does("done").cited
    assert ("sent_back", "WR-ARMY-7") in codes
    assert t.at("hollin") == {"sauron-regular": 10}


@pytest.mark.rule("WR-ARMY-9", "accepted", "refused")
@pytest.mark.rule("WR-SIEGE-6", "accepted", "refused")
def test_five_units_inside():
    """What comes under siege keeps five; outside there are ten."""
    stand = {"minas-tirith": "gondor-regular*5,gondor-elite*2,sauron-regular*9"}
    t = fp(armies=stand, besieged="minas-tirith").now(armies.trim, "minas-tirith", FP)
    assert t.refuses("trim gondor-regular 3") == ("WR-SIEGE-6", "trim_number")
    t.does("trim gondor-regular 2").now(armies.trim, "minas-tirith", SHADOW)
    assert t.at("minas-tirith") == {"gondor-regular": 3, "gondor-elite": 2, "sauron-regular": 9}


@pytest.mark.rule("WR-ARMY-6", "accepted", "refused")
def test_leaders_without_a_unit_are_lost():
    """For good; with one unit they stay."""
    t = fp(armies={"dale": "north-regular*2,north-leader"})
    t.now(lambda draft: armies.lose(draft, "north-regular", "dale", "WR-BATTLE-28"))
    t.now(armies.remove_lone_leaders, "dale")
    assert t.at("dale") == {"north-regular": 1, "north-leader": 1}
    t.now(lambda draft: armies.lose(draft, "north-regular", "dale", "WR-BATTLE-28")).now(
        armies.remove_lone_leaders, "dale"
    )
    assert t.at("dale") == {}
    assert sum(t.state.lost) == 3


# --- sieges ----------------------------------------------------------------------------------------------------------

SIEGE = {"armies": {"minas-tirith": "gondor-regular*2,sauron-regular*2,nazgul", "osgiliath": "sauron-regular*2"}}


@pytest.mark.rule("WR-MOVE-22", "accepted")
def test_the_besieged_do_not_march_out():
    """They attack the besiegers or stay."""
    t = fp(armies={"minas-tirith": "gondor-regular*2,sauron-regular"}, besieged="minas-tirith")
    assert t.marches() == {}
    assert t.refuses("march army-muster minas-tirith lossarnach") == ("WR-MOVE-22", "besieged_stays")
    assert t.now(lift_siege, "minas-tirith").allows("march army-muster minas-tirith osgiliath")


@pytest.mark.rule("WR-MOVE-21", "accepted", "refused")
@pytest.mark.rule("WR-SIEGE-16", "accepted", "refused")
@pytest.mark.rule("WR-SIEGE-9", "accepted")
@pytest.mark.rule("WR-MAP-6", "accepted", "refused")
@pytest.mark.rule("WR-MAP-5", "accepted", "refused")
def test_besiegers_come_and_go():
    """More join them as a move, and when the last unit leaves the siege is over; friends outside do not walk in."""
    t = shadow(**SIEGE, besieged="minas-tirith").does("march army osgiliath minas-tirith", "done")
    assert t.at("minas-tirith") == {"gondor-regular": 2, "sauron-regular": 4, "nazgul": 1}
    assert t.state.besieged == ("minas-tirith",)
    t = shadow(**SIEGE, besieged="minas-tirith").does("march army minas-tirith lossarnach", "stay sauron-regular 1")
    assert t.does("done", "done").state.besieged == ("minas-tirith",)
    t = shadow(**SIEGE, besieged="minas-tirith").does("march army minas-tirith lossarnach", "stay nazgul 1")
    assert ("siege_over", "WR-SIEGE-9") in t.does("done").cited
    assert (t.state.besieged, t.at("minas-tirith")) == ((), {"gondor-regular": 2, "nazgul": 1})
    t = fp(
        armies={"minas-tirith": "gondor-regular,sauron-regular", "osgiliath": "gondor-regular"}, besieged="minas-tirith"
    )
    assert t.refuses("march army-muster osgiliath minas-tirith") == ("WR-MOVE-11", "enemy_there")


# --- the other variant -----------------------------------------------------------------------------------------------


def test_where_the_players_keep_the_armies_nothing_marches():
    """They do it on the board; and where the app keeps them nothing is reported."""
    t = board(fp="army-muster*2", shadow="character")
    assert t.refuses("march army-muster dale erebor") == ("WR-TURN-13", "armies_on_board")
    assert not [words for words in t.legal if words.split()[0] in ("march", "recruit", "fly", "voice")]
    t = fp(armies={"dale": "north-regular"})
    assert t.refuses("captured moria") == ("WR-TURN-13", "board_kept")


def test_one_die_gives_one_action():
    """While it goes on nothing else is done by it; what needs no die is refused by the rule of the step."""
    stand = {"moria": "sauron-regular*2", "dol-guldur": "sauron-regular*2", "woodland-realm": "elves-regular"}
    t = shadow(armies=stand, shadow="army-muster", boxes=dict.fromkeys(TABLES.nations, 4))
    t.does("march army-muster moria dimrill-dale", "done")
    for words in ("attack - dol-guldur woodland-realm", "recruit - sauron-regular barad-dur", "event - sh-str-06"):
        assert t.refuses(words) == ("WR-DICE-27", "not_now")
    assert t.refuses("stop") == ("WR-MOVE-2", "not_now")
    t = shadow(armies=stand, shadow="army-muster", boxes=dict.fromkeys(TABLES.nations, 4))
    t.does("recruit army-muster sauron-regular barad-dur")
    assert t.step == "mustering"
    assert t.refuses("march - moria dimrill-dale") == ("WR-DICE-27", "not_now")
    assert t.refuses("stop") == ("WR-MUSTER-2", "not_now")
