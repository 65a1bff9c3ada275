"""The Political Track and what happens on the board (WR-POL, WR-CAPTURE)."""

import pytest

from companion.games.wotr.tables import SHADOW
from tests.games.wotr.board import board


@pytest.mark.rule("WR-POL-8", "accepted", "refused")
@pytest.mark.rule("WR-POL-1", "accepted", "refused")
@pytest.mark.rule("WR-POL-2", "accepted", "refused")
@pytest.mark.rule("WR-POL-3", "accepted", "refused")
def test_a_diplomatic_action_is_one_box_forward():
    """A passive nation goes as far as box 3, a nation At War no further; only the own side."""
    t = board(fp="muster*3", shadow="", boxes={"rohan": 2, "elves": 4}).does("diplomacy muster rohan")
    assert t.box("rohan") == (3, False)
    assert t.refuses("diplomacy muster rohan") == ("WR-POL-8", "nation_passive")
    assert t.refuses("diplomacy muster elves") == ("WR-POL-8", "nation_at_war")
    assert t.refuses("diplomacy muster sauron") == ("WR-POL-8", "nation_enemy")
    assert t.refuses("diplomacy muster mordor") == ("WR-POL-8", "nation_unknown")
    assert t.does("entered rohan by=shadow", "diplomacy muster rohan").box("rohan") == (4, True)
    t = board(agenda=[("act", 1)], shadow="muster", boxes={"sauron": 3}).does("diplomacy muster sauron")
    assert t.box("sauron") == (4, True)


@pytest.mark.rule("WR-POL-4", "accepted", "refused")
def test_an_army_that_enters_wakes_a_nation():
    """Told by the Shadow, once; its own nations are always active."""
    t = board().does("entered gondor by=shadow")
    assert t.box("gondor") == (2, True)
    assert t.refuses("entered gondor by=shadow") == ("WR-POL-4", "nation_active")
    assert t.refuses("entered rohan by=fp") == ("WR-POL-4", "nation_own")
    assert t.refuses("entered mordor by=shadow") == ("WR-POL-4", "nation_unknown")


@pytest.mark.rule("WR-POL-5", "accepted", "refused")
@pytest.mark.rule("WR-POL-9", "accepted", "refused")
@pytest.mark.rule("WR-POL-11", "accepted")
@pytest.mark.rule("WR-POL-13", "accepted")
@pytest.mark.rule("WR-POL-18", "accepted", "refused")
@pytest.mark.rule("WR-EVENT-17", "accepted", "refused")
def test_an_attack_wakes_and_moves_a_nation():
    """First active, then one box, so that a passive nation in box 3 is At War; also by a card, also of the Shadow."""
    t = board(boxes={"rohan": 3}).does("attacked rohan by=shadow")
    assert t.box("rohan") == (4, True)
    assert t.refuses("attacked rohan by=shadow") == ("WR-POL-18", "nation_at_war")
    assert t.refuses("attacked rohan by=fp") == ("WR-POL-5", "nation_own")
    assert t.does("attacked isengard by=fp").box("isengard") == (4, True)
    t = board(
        where={"gandalf-the-white": "rivendell", "boromir": "fangorn"},
        companions="gimli",
        hands={"fp": "fp-char-12,fp-char-19"},
        boxes={"isengard": 2},
    )
    t.does("event character fp-char-19", "attacked isengard by=fp")
    assert t.box("isengard") == (3, True)
    before = t.state.boxes
    assert t.does("skip character", "event character fp-char-12").state.boxes == before


@pytest.mark.rule("WR-POL-6", "accepted", "refused")
def test_a_declaration_wakes_a_nation():
    """In its City or Stronghold; in a town it does not."""
    t = board(agenda=[("act", 0), ("fellowship", 0)], region="edoras", corruption=2).does("declare")
    assert (t.box("rohan"), t.fellowship.corruption) == ((1, True), 1)
    t = board(agenda=[("act", 0), ("fellowship", 0)], region="folde").does("declare")
    assert t.box("rohan") == (1, False)


@pytest.mark.rule("WR-POL-7", "accepted", "refused")
def test_a_companion_wakes_a_nation():
    """One who is able to, in a City or Stronghold that the enemy does not hold; a town is not enough."""
    t = board(where={"boromir": "lossarnach", "gimli": "dale"}, companions="strider")
    t.does("travel character boromir", "settle minas-tirith")
    assert t.box("gondor") == (2, True)
    t = board(where={"boromir": "osgiliath"}, companions="strider").does(
        "travel character boromir", "settle lossarnach"
    )
    assert t.box("gondor") == (2, False)
    t = board(where={"gimli": "druadan-forest"}, companions="strider").does(
        "travel character gimli", "settle minas-tirith"
    )
    assert t.box("gondor") == (2, False)
    t = board(where={"boromir": "lossarnach"}, companions="strider", taken="pelargir")
    assert t.does("travel character boromir", "settle pelargir").box("gondor") == (2, False)


@pytest.mark.rule("WR-POL-10", "accepted", "refused")
@pytest.mark.rule("WR-POL-12", "accepted")
@pytest.mark.rule("WR-CAPTURE-1", "accepted", "refused")
@pytest.mark.rule("WR-CAPTURE-3", "accepted", "refused")
@pytest.mark.rule("WR-CAPTURE-5", "accepted", "refused")
@pytest.mark.rule("WR-CAPTURE-7", "accepted", "refused")
def test_a_captured_place():
    """Dale falls: the North is active and two boxes further, one point; retaken it gives the point back."""
    t = board().does("attacked north by=shadow", "captured dale by=shadow")
    assert (t.box("north"), t.points) == ((3, True), (0, 1))
    assert t.refuses("captured dale by=shadow") == ("WR-CAPTURE-1", "held_already")
    assert t.refuses("captured nowhere by=shadow") == ("WR-CAPTURE-1", "region_unknown")
    t.does("captured dale by=fp")
    assert (t.box("north"), t.points, t.state.taken, t.state.captors) == ((3, True), (0, 0), (), ())
    assert t.does("captured dale by=shadow").box("north") == (4, True)
    t = board().does("captured minas-tirith by=shadow", "captured moria by=fp", "captured bree by=shadow")
    assert (t.points, t.box("gondor"), t.box("sauron")) == ((2, 2), (3, True), (4, True))
    t = board(boxes={"rohan": 3}, table_shadow="sh-char-22", where={"saruman": "orthanc"})
    assert t.does("captured folde by=shadow").box("rohan") == (3, False)


@pytest.mark.rule("WR-MAP-9", "accepted", "refused")
def test_only_settlements_are_captured():
    """Osgiliath and the Fords of Isen have fortifications, which nobody controls."""
    t = board()
    assert t.refuses("captured osgiliath by=shadow") == ("WR-MAP-9", "no_settlement")
    assert t.refuses("captured fords-of-isen by=shadow") == ("WR-MAP-9", "no_settlement")
    assert t.allows("captured minas-tirith by=shadow")


@pytest.mark.rule("WR-SIEGE-4", "accepted", "refused")
@pytest.mark.rule("WR-SIEGE-9", "accepted", "refused")
@pytest.mark.rule("WR-CAPTURE-2", "accepted", "refused")
def test_a_told_siege_begins_and_ends():
    """They begin and end as told; a stronghold that falls is not besieged any more; a card that needs one goes."""
    t = board(table_shadow="sh-str-03", besieged="minas-tirith", fp="event", hands={"fp": "fp-str-14"})
    assert t.refuses("besieged minas-tirith by=shadow") == ("WR-SIEGE-4", "besieged_already")
    assert t.refuses("besieged minas-tirith by=fp") == ("WR-SIEGE-4", "held_already")
    assert t.refuses("besieged edoras by=shadow") == ("WR-SIEGE-1", "no_stronghold")
    assert t.refuses("besieged nowhere by=shadow") == ("WR-SIEGE-4", "region_unknown")
    assert t.refuses("relieved helms-deep by=fp") == ("WR-SIEGE-9", "not_besieged")
    t.does("relieved minas-tirith by=fp")
    assert (t.state.besieged, t.state.sides[SHADOW].table) == ((), ())
    t.does("besieged helms-deep by=shadow", "captured helms-deep by=shadow", "besieged orthanc by=fp")
    assert (t.state.besieged, t.state.taken, t.box("rohan")) == (("orthanc",), ("helms-deep",), (2, True))


def test_companions_speak_for_their_people():
    """With any die, where they are in an unconquered place of it; also against Threats and Promises, which goes."""
    where = {"boromir": "minas-tirith", "gimli": "erebor", "legolas": "woodland-realm"}
    t = board(
        fp="event*3,muster", shadow="", where=where, companions="strider", besieged="erebor", taken="woodland-realm"
    )
    assert t.refuses("diplomacy character gondor") == ("WR-DICE-7", "no_such_die")
    t.does("diplomacy event gondor", "diplomacy event dwarves")
    assert (t.box("gondor")[0], t.box("dwarves")[0]) == (3, 2)
    assert t.refuses("diplomacy event elves") == ("WR-DICE-22", "die_not_for_this")
    del where["legolas"]
    t = board(fp="muster*2,event", shadow="", where=where, companions="strider", table_shadow="sh-str-05")
    assert t.refuses("diplomacy muster rohan") == ("WR-EVENT-9", "nation_threatened")
    assert t.does("diplomacy muster elves").state.sides[SHADOW].table == ("sh-str-05",)
    t = board(fp="muster,event", shadow="", where={"gimli": "erebor"}, companions="strider", table_shadow="sh-str-05")
    assert t.does("diplomacy event dwarves").state.sides[SHADOW].table == ()


def test_threats_and_promises_go_after_an_attack():
    """A nation of the Free Peoples that advances because it was attacked ends them; one of the Shadow does not."""
    t = board(table_shadow="sh-str-05").does("attacked isengard by=fp")
    assert t.state.sides[SHADOW].table == ("sh-str-05",)
    assert t.does("attacked rohan by=shadow").state.sides[SHADOW].table == ()


def test_wormtongue_keeps_rohan_asleep():
    """Until a companion, a declaration or an attack on Edoras or Helm's Deep; or Saruman's end."""
    given = {"table_shadow": "sh-char-22", "where": {"saruman": "orthanc", "gandalf-the-grey": "eastemnet"}}
    t = board(companions="strider", **given)
    assert t.refuses("entered rohan by=shadow") == ("WR-EVENT-9", "nation_kept")
    assert t.does("attacked rohan by=shadow").box("rohan") == (2, False)
    assert t.refuses("stormed edoras by=fp") == ("WR-POL-5", "nation_own")
    assert t.refuses("stormed minas-tirith by=shadow") == ("WR-EVENT-11", "effect_none")
    t.does("stormed edoras by=shadow")
    assert (t.box("rohan"), t.state.sides[SHADOW].table) == ((2, True), ())
    assert t.refuses("stormed helms-deep by=shadow") == ("WR-EVENT-11", "card_not_on_table")
    t = board(companions="strider", **given).does("travel character gandalf-the-grey", "settle edoras")
    assert (t.box("rohan"), t.state.sides[SHADOW].table) == ((1, True), ())
    for place in ("edoras", "helms-deep"):  # nobody is attacked in an empty one
        t = board(companions="strider", **given).does(f"captured {place} by=shadow")
        assert (t.box("rohan"), t.state.sides[SHADOW].table, t.state.taken) == ((2, False), ("sh-char-22",), (place,))
        assert t.does(f"stormed {place} by=shadow").box("rohan") == (2, True)
    t = board(companions="strider", **given).does("besieged helms-deep by=shadow")
    assert t.box("rohan") == (1, True)
    t = board(companions="strider", **given).does("killed saruman by=shadow")
    assert (t.box("rohan"), t.state.sides[SHADOW].table) == ((1, False), ())


@pytest.mark.rule("WR-TEAM-11", "accepted", "refused")
def test_a_partner_moves_his_own_nations():
    """But for what a companion does himself."""
    t = board(players=4, fp="muster*4", where={"gimli": "erebor"}, companions="strider", agenda=[("act", 0)])
    assert t.refuses("diplomacy muster rohan") == ("WR-TEAM-11", "nation_partner")
    assert t.allows("diplomacy muster dwarves")
    assert t.does("diplomacy muster gondor").box("gondor") == (3, False)
    t = board(players=4, shadow="muster*4", boxes={"isengard": 4, "sauron": 4, "rohan": 4}, agenda=[("act", 2)])
    assert t.refuses("bring muster saruman") == ("WR-TEAM-11", "character_partner")
    assert t.allows("bring muster witch-king")


@pytest.mark.rule("WR-TEAM-26", "accepted", "refused")
def test_not_twice_for_the_same_nation():
    """With three players: two diplomatic actions in a row for Rohan; another action, or one of others, parts them."""
    given = {"players": 3, "fp": "muster*5", "shadow": "", "boxes": {"gondor": 1}}
    t = board(**given).does("diplomacy muster rohan")
    assert t.refuses("diplomacy muster rohan") == ("WR-TEAM-26", "nation_again")
    t.does("skip muster")
    assert t.refuses("diplomacy muster rohan") == ("WR-TEAM-26", "nation_again")
    assert t.does("diplomacy muster gondor", "diplomacy muster rohan").box("rohan")[0] == 3
    t = board(**given).does("diplomacy muster gondor", "army muster", "diplomacy muster gondor")
    assert t.box("gondor")[0] == 3
    t = board(**(given | {"players": 2})).does("diplomacy muster rohan", "diplomacy muster rohan")
    assert t.box("rohan")[0] == 3


@pytest.mark.rule("WR-CAPTURE-4", "accepted", "refused")
@pytest.mark.rule("WR-CAPTURE-6", "accepted", "refused")
@pytest.mark.rule("WR-CAPTURE-8", "accepted", "refused")
def test_what_captures_and_what_it_is_good_for():
    """An attack alone and a character alone take nothing; in a place that is lost Boromir moves nobody."""
    t = board(fp="event,character", shadow="", companions="gimli", where={"boromir": "osgiliath"}, table_shadow="")
    t.does("attacked gondor by=shadow", "travel character boromir", "settle minas-morgul")
    assert (t.state.taken, t.points) == ((), (0, 0))
    assert t.does("captured minas-morgul by=fp").state.taken == ("minas-morgul",)
    t = board(fp="event", shadow="", companions="gimli", where={"boromir": "pelargir"}, taken="pelargir")
    assert t.refuses("diplomacy event gondor") == ("WR-DICE-22", "die_not_for_this")
    assert t.does("captured pelargir by=fp").allows("diplomacy event gondor")
