"""Recruiting by a Muster die (WR-MUSTER), Saruman's voice, and who comes into play where the app keeps the armies."""

import pytest

from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.characters_enter import entry_regions
from tests.games.wotr.marches import fp, shadow

FULL = {"isengard-regular": 12, "isengard-elite": 6}


def recruits(t):
    """What may be recruited: figure -> places."""
    return {offer.act.figure: set(offer.open[0].ids) for offer in t.rules.legal(t.state) if offer.type == "recruit"}


@pytest.mark.rule("WR-MUSTER-1", "accepted", "refused")
@pytest.mark.rule("WR-POL-16", "accepted", "refused")
@pytest.mark.rule("WR-DICE-22", "accepted", "refused")
def test_only_nations_at_war_recruit():
    """And by a Muster die."""
    t = fp(armies={}, boxes={"rohan": 4, "gondor": 3}, fp="muster*2,event")
    assert {figure.split("-")[0] for figure in recruits(t)} == {"rohan"}
    assert t.refuses("recruit muster gondor-regular pelargir") == ("WR-MUSTER-1", "not_at_war")
    assert t.refuses("recruit muster sauron-regular moria") == ("WR-MUSTER-1", "figure_enemy")
    assert t.refuses("recruit muster balrog moria") == ("WR-MUSTER-2", "figure_unknown")
    assert t.refuses("recruit event rohan-regular edoras") == ("WR-DICE-22", "die_not_for_this")
    assert ("recruited", "WR-MUSTER-4") in t.does("recruit muster rohan-regular edoras").cited
    assert (t.at("edoras"), armies.figures_in_reserve(t.state, "rohan-regular")) == ({"rohan-regular": 1}, 9)


@pytest.mark.rule("WR-MUSTER-2", "accepted", "refused")
@pytest.mark.rule("WR-MUSTER-3", "accepted")
@pytest.mark.rule("WR-MUSTER-5", "accepted", "refused")
@pytest.mark.rule("WR-MUSTER-6", "accepted", "refused")
def test_one_elite_or_two_others_in_two_places():
    """Of one nation or two; fewer is allowed."""
    t = fp(armies={"dale": "north-regular"}, fp="muster*2")
    assert t.does("recruit muster rohan-elite edoras").seat == "shadow"
    t = fp(armies={"dale": "north-regular"}, fp="muster*2").does("recruit muster rohan-regular edoras")
    assert t.refuses("recruit - rohan-regular edoras") == ("WR-MUSTER-5", "same_settlement")
    assert t.refuses("recruit - rohan-elite folde") == ("WR-MUSTER-2", "elite_alone")
    assert t.refuses("recruit muster rohan-regular folde") == ("WR-DICE-27", "die_paid")
    assert t.refuses("recruit - rohan-regular folde by=shadow") == ("WR-MUSTER-2", "not_your_step")
    assert t.refuses("recruit - north-leader folde") == ("WR-MUSTER-4", "not_its_settlement")
    t.does("recruit - north-leader dale")
    assert (t.at("dale"), t.at("edoras"), t.seat) == (
        {"north-regular": 1, "north-leader": 1},
        {"rohan-regular": 1},
        "shadow",
    )
    assert fp(armies={}, fp="muster").does("recruit muster rohan-regular edoras", "done").seat == "shadow"
    t = fp(armies={}, fp="muster", boxes={"rohan": 4, "gondor": 1}).does("recruit muster rohan-regular edoras")
    assert t.refuses("recruit - gondor-regular pelargir") == ("WR-MUSTER-1", "not_at_war")


@pytest.mark.rule("WR-MUSTER-4", "accepted", "refused")
@pytest.mark.rule("WR-MUSTER-7", "accepted", "refused")
@pytest.mark.rule("WR-MUSTER-8", "accepted", "refused")
def test_in_a_settlement_of_ones_own():
    """Not where there is none, nor in one that the enemy holds or besieges."""
    how = {"armies": {"helms-deep": "rohan-regular,isengard-regular*2"}, "fp": "muster"}
    t = fp(**how, besieged="helms-deep", taken="westemnet")
    assert recruits(t)["rohan-regular"] == {"edoras", "folde"}
    assert t.refuses("recruit muster rohan-regular eastemnet") == ("WR-MUSTER-4", "not_its_settlement")
    assert t.refuses("recruit muster rohan-regular nowhere") == ("WR-MAP-1", "region_unknown")
    assert t.refuses("recruit muster rohan-regular westemnet") == ("WR-MUSTER-7", "settlement_lost")
    assert t.refuses("recruit muster rohan-regular helms-deep") == ("WR-MUSTER-8", "settlement_besieged")
    t = fp(armies={}, fp="muster")
    assert recruits(t)["rohan-regular"] == {"edoras", "folde", "westemnet", "helms-deep"}


@pytest.mark.rule("WR-MUSTER-9", "accepted", "refused")
@pytest.mark.rule("WR-TEAM-14", "accepted", "refused")
def test_nazgul_come_in_strongholds_of_sauron():
    """Two by one die, in two of them; in a team the Witch-king player alone recruits them."""
    t = shadow(armies={}, shadow="muster").does("recruit muster nazgul morannon")
    assert t.refuses("recruit - nazgul nurn") == ("WR-MUSTER-9", "nazgul_home")
    t.does("recruit - nazgul moria")
    assert (t.at("morannon"), t.at("moria")) == ({"nazgul": 1}, {"nazgul": 1})
    t = shadow(players=4, acting=3, agenda=[("act", 3)], armies={}, shadow="muster,character")
    assert t.refuses("recruit muster nazgul moria") == ("WR-TEAM-14", "nation_partner")
    assert t.refuses("recruit muster sauron-regular moria") == ("WR-TEAM-11", "nation_partner")
    t = shadow(players=4, acting=3, agenda=[("act", 3)], armies={"moria": "nazgul"}, shadow="muster,character")
    assert t.does("fly character moria hollin 1").at("hollin") == {"nazgul": 1}


@pytest.mark.rule("WR-MUSTER-16", "accepted", "refused")
def test_nazgul_wait_for_sauron():
    """They lead armies before Sauron is At War, but none is recruited by a die; a card does it (WR-MUSTER-13)."""
    peace = {"boxes": {"sauron": 3, "isengard": 4}, "shadow": "muster,event"}
    t = shadow(armies={}, **peace)
    assert "nazgul" not in recruits(t)
    assert t.refuses("recruit muster nazgul moria") == ("WR-MUSTER-16", "not_at_war")
    assert "nazgul" in recruits(shadow(armies={}, shadow="muster"))
    t = shadow(armies={}, where={"aragorn": "bree"}, unseen={"shadow": 1}, **peace).does("event event sh-str-18")
    assert t.at("minas-morgul") == {"sauron-regular": 5, "nazgul": 1}


@pytest.mark.rule("WR-MUSTER-10", "accepted", "refused")
@pytest.mark.rule("WR-MUSTER-11", "accepted", "refused")
def test_figures_run_out():
    """Lost figures of the Shadow come again, those of the Free Peoples do not."""
    how = {"armies": {"dale": "north-regular", "edoras": "rohan-elite*5", "orthanc": "isengard-elite*6"}}
    t = fp(**how, fp="muster")
    assert t.refuses("recruit muster rohan-elite folde") == ("WR-MUSTER-10", "none_left")
    t.now(lambda draft: armies.lose(draft, "rohan-elite", "edoras", "WR-BATTLE-28"))
    assert t.refuses("recruit muster rohan-elite folde") == ("WR-MUSTER-10", "none_left")
    t = shadow(**how, shadow="muster")
    assert t.refuses("recruit muster isengard-elite north-dunland") == ("WR-MUSTER-10", "none_left")
    t.now(lambda draft: armies.lose(draft, "isengard-elite", "orthanc", "WR-BATTLE-28"))
    assert t.does("recruit muster isengard-elite north-dunland").at("north-dunland") == {"isengard-elite": 1}


@pytest.mark.rule("WR-MUSTER-12", "accepted")
def test_a_leader_needs_a_unit():
    """He would be lost at once."""
    t = fp(armies={"dale": "north-regular"}, fp="muster")
    assert t.refuses("recruit muster rohan-leader edoras") == ("WR-MUSTER-12", "leader_needs_unit")
    assert recruits(t)["north-leader"] == {"dale"}
    assert "rohan-leader" not in recruits(t)


def test_ten_units_after_recruiting():
    """The eleventh goes back (WR-ARMY-7)."""
    t = shadow(armies={"moria": "sauron-regular*10"}, shadow="muster").does("recruit muster sauron-elite moria")
    assert t.does("trim sauron-regular 1").at("moria") == {"sauron-regular": 9, "sauron-elite": 1}


# --- Saruman ---------------------------------------------------------------------------------------------------------

SPEAKS = {"where": {"saruman": "orthanc"}, "shadow": "muster,army-muster,character"}


def test_the_voice_of_saruman_raises_a_regular_everywhere():
    """In every settlement of Isengard that is free; too few are placed as his player says."""
    t = shadow(**SPEAKS, armies={}).does("voice muster raise")
    assert [t.at(id) for id in ("orthanc", "north-dunland", "south-dunland")] == [{"isengard-regular": 1}] * 3
    t = shadow(**SPEAKS, armies={"moria": "isengard-regular*10"}).does("voice army-muster raise")
    assert t.step == "raising"
    assert t.refuses("recruit - isengard-elite orthanc") == ("WR-CHAR-4", "no_home")
    assert t.refuses("recruit - isengard-regular moria") == ("WR-CHAR-4", "no_home")
    assert t.refuses("recruit muster isengard-regular orthanc") == ("WR-DICE-27", "die_paid")
    t.does("recruit - isengard-regular orthanc", "recruit - isengard-regular south-dunland")
    assert (t.at("north-dunland"), t.at("south-dunland")) == ({}, {"isengard-regular": 1})
    t = shadow(**SPEAKS, armies={"moria": "isengard-regular*12"})
    assert t.refuses("voice muster raise") == ("WR-MUSTER-10", "none_left")


@pytest.mark.rule("WR-CHAR-28", "accepted", "refused")
def test_the_voice_of_saruman_makes_elites():
    """Of up to two regulars in Orthanc, as far as there are elites."""
    t = shadow(**SPEAKS, armies={"orthanc": "isengard-regular,isengard-elite"})
    assert ("recruited", "WR-CHAR-28") in t.does("voice muster train").cited
    assert t.at("orthanc") == {"isengard-elite": 2}
    t = shadow(**SPEAKS, armies={"orthanc": "isengard-elite", "north-dunland": "isengard-regular"})
    assert t.refuses("voice muster train") == ("WR-CHAR-28", "voice_no_regular")
    assert not [words for words in t.legal if words.startswith("voice") and "train" in words]
    t = shadow(**SPEAKS, armies={"orthanc": "isengard-regular*3"}).does("voice muster train")
    assert t.at("orthanc") == {"isengard-regular": 1, "isengard-elite": 2}
    t = shadow(**SPEAKS, armies={"orthanc": "isengard-regular*3", "moria": "isengard-elite*5"})
    assert t.does("voice muster train").at("orthanc") == {"isengard-regular": 2, "isengard-elite": 1}
    t = shadow(**SPEAKS, armies={"orthanc": "isengard-regular*3", "moria": "isengard-elite*6"})
    assert t.refuses("voice muster train") == ("WR-MUSTER-10", "none_left")
    assert t.refuses("voice character train") == ("WR-DICE-22", "die_not_for_this")
    assert t.refuses("voice muster sing") == ("WR-CHAR-4", "voice_way")


def test_when_saruman_is_silent():
    """Not in play, besieged, or another player's."""
    assert shadow(armies={}, shadow="muster").refuses("voice muster raise") == ("WR-CHAR-4", "not_on_map")
    stand = {"orthanc": "isengard-regular*2,rohan-regular"}
    t = shadow(**SPEAKS, armies=stand, besieged="orthanc")
    assert t.refuses("voice muster train") == ("WR-CHAR-4", "voice_silenced")
    t = shadow(**SPEAKS, players=4, acting=2, agenda=[("act", 2)], armies={})
    assert t.refuses("voice muster raise") == ("WR-TEAM-11", "character_partner")
    t = fp(armies={}, where={"saruman": "orthanc"})
    assert t.refuses("voice army-muster raise") == ("WR-CHAR-1", "character_not_yours")


# --- minions ---------------------------------------------------------------------------------------------------------


def test_the_witch_king_comes_to_an_army_with_a_unit_of_sauron():
    """Wherever it stands, also before a Stronghold of the enemy; Nazgûl alone are no army."""
    stand = {"moria": "sauron-regular", "orthanc": "isengard-regular", "dol-guldur": "nazgul"}
    t = shadow(armies=stand, shadow="muster*2").does("bring muster witch-king")
    assert t.where("witch-king") == "moria"
    t = shadow(armies={"orthanc": "isengard-regular"}, shadow="muster*2")
    assert t.refuses("bring muster witch-king") == ("WR-CHAR-3", "not_yet")
    t = shadow(armies={"lorien": "elves-elite,sauron-regular", "moria": "sauron-elite"}, besieged="lorien")
    assert entry_regions(t.state, "witch-king") == ["lorien", "moria"]


# --- Nazgûl ----------------------------------------------------------------------------------------------------------

FLIGHT = {"armies": {"moria": "nazgul*3", "minas-morgul": "nazgul"}, "shadow": "character*2,army"}


@pytest.mark.rule("WR-CHAR-13", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-15", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-16", "accepted", "refused")
def test_nazgul_fly_together_with_the_minions():
    """Any number anywhere by one die, each once, the Witch-king and the Mouth as well."""
    t = shadow(**FLIGHT, where={"witch-king": "angmar", "mouth-of-sauron": "morannon"})
    assert t.refuses("fly army moria umbar 1") == ("WR-DICE-20", "die_not_for_this")
    assert t.refuses("fly character moria umbar 4") == ("WR-CHAR-13", "fly_number")
    assert t.refuses("fly character moria moria 1") == ("WR-CHAR-13", "fly_nowhere")
    assert t.refuses("fly character moria nowhere 1") == ("WR-MAP-1", "region_unknown")
    t.does("fly character moria minas-morgul 2")
    assert t.refuses("fly character minas-morgul umbar 1") == ("WR-DICE-27", "die_paid")
    assert t.refuses("fly - minas-morgul umbar 2") == ("WR-MOVE-7", "fly_number")
    assert t.refuses("fly - minas-morgul umbar 1 by=fp") == ("WR-CHAR-13", "not_your_step")
    t.does("fly - minas-morgul umbar 1", "travel - witch-king", "settle umbar")
    assert t.refuses("travel - witch-king") == ("WR-CHAR-8", "moved_already")
    t.does("travel - mouth-of-sauron", "settle gorgoroth", "done")
    assert (t.at("moria"), t.at("minas-morgul"), t.at("umbar")) == ({"nazgul": 1}, {"nazgul": 2}, {"nazgul": 1})
    t = shadow(**FLIGHT, where={"witch-king": "angmar"}).does("travel character witch-king", "settle moria")
    assert t.does("fly - moria umbar 3").at("umbar") == {"nazgul": 3}
    assert fp(armies={"moria": "nazgul"}).refuses("fly character moria umbar 1") == ("WR-DICE-20", "nazgul_of_shadow")


def test_a_stronghold_of_the_free_peoples_keeps_nazgul_out():
    """Unless an army of the Shadow besieges it (WR-CHAR-14)."""
    t = shadow(**FLIGHT)
    assert t.refuses("fly character moria lorien 1") == ("WR-CHAR-14", "stronghold_barred")
    t = shadow(armies={**FLIGHT["armies"], "lorien": "elves-regular,sauron-regular"}, besieged="lorien")
    t.does("fly character moria lorien 3")
    assert t.at("lorien") == {"elves-regular": 1, "sauron-regular": 1, "nazgul": 3}


# --- the Hunt --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stand", "where", "dice"),
    [
        ({}, {}, 0),
        ({"hollin": "sauron-regular"}, {}, 1),
        ({"hollin": "nazgul*2"}, {}, 1),
        ({"hollin": "sauron-regular*3,nazgul*2"}, {}, 2),
        ({"hollin": "sauron-regular"}, {"witch-king": "hollin"}, 2),
    ],
)
def test_the_board_tells_the_re_rolls(stand, where, dice):
    """Units and Nazgûl in the region of the figure are known, nobody is asked (WR-HUNT-7)."""
    t = fp(armies=stand, where=where, region="hollin", allocated=3).does("move character")
    assert t.step == "search"
    assert t.asked.rerolls == dice


def test_a_card_that_helps_is_asked_for_before_the_roll():
    """Its player uses it or goes on; what stands there is no question any more."""
    how = {"armies": {"hollin": "sauron-regular"}, "region": "hollin", "allocated": 3, "table_shadow": "sh-char-16"}
    t = fp(**how).does("move character")
    assert t.legal == ["watch conditions=1", "use card=sh-char-16"]
    assert t.refuses("watch 0") == ("WR-HUNT-7", "conditions_range")
    assert t.does("use sh-char-16").asked.bonus == 1


def test_the_stronghold_counts_too():
    """One Nazgûl, four units and a Stronghold are three."""
    t = fp(armies={"moria": "sauron-regular*4,nazgul"}, region="moria", allocated=3).does("move character")
    assert t.asked.rerolls == 3
