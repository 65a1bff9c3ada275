"""Characters on the map: moving, coming in, leaving (WR-CHAR)."""

import pytest

from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.map import reach
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import TABLES, board


def ends(t):
    """Regions where the group may end."""
    return {words.removeprefix("settle region=") for words in t.legal if words.startswith("settle ")}


def alone(**where):
    """Companions on the map, Strider in the Fellowship."""
    return {"companions": "strider", "where": {id.replace("_", "-"): region for id, region in where.items()}}


@pytest.mark.rule("WR-CHAR-4", "accepted", "refused")
def test_the_values_of_the_table():
    """Levels and dice as on their cards; a character without a Level does not walk."""
    levels = {id: facts.level for id, facts in TABLES.characters.items() if facts.kind in ("companion", "minion")}
    assert [levels[id] for id in ("gandalf-the-grey", "aragorn", "gimli", "peregrin")] == [3, 3, 2, 1]
    assert [levels[id] for id in ("witch-king", "saruman", "mouth-of-sauron")] == [-1, 0, 3]
    givers = {"aragorn", "gandalf-the-white", "witch-king", "saruman", "mouth-of-sauron"}
    assert {id for id, facts in TABLES.characters.items() if facts.die} == givers
    reached = {
        id: ends(board(**alone(**{id: "bree"})).does(f"travel character {id}")) for id in ("boromir", "peregrin")
    }
    assert reached["peregrin"] == {"bree", *TABLES.regions["bree"].neighbours}
    assert reached["peregrin"] < reached["boromir"]


@pytest.mark.rule("WR-CHAR-1", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-23", "accepted", "refused")
def test_characters_are_lost_for_good():
    """Told by their own side, of those on the map; nobody comes back."""
    t = board(**alone(boromir="bree", saruman="orthanc"), boxes={"isengard": 4}, fp="event*2", shadow="muster*2")
    assert t.refuses("killed saruman by=fp") == ("WR-CHAR-1", "character_not_yours")
    assert t.refuses("killed sauron by=shadow") == ("WR-CHAR-1", "character_unknown")
    assert t.refuses("killed gimli") == ("WR-CHAR-23", "not_on_map")
    t.does("killed saruman by=shadow", "killed boromir", "skip event")
    assert (t.where("saruman"), t.where("boromir")) == ("gone", "gone")
    assert t.refuses("bring muster saruman") == ("WR-CHAR-23", "character_came")


# --- moving ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-CHAR-6", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-7", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-8", "accepted")
@pytest.mark.rule("WR-TEAM-12", "accepted", "refused")
def test_groups_move_as_far_as_the_best_of_them():
    """Gimli takes Merry along; Legolas of the same region goes another way; nobody moves twice by one die."""
    t = board(**alone(gimli="bree", meriadoc="bree", legolas="bree", boromir="edoras"))
    t.does("travel character meriadoc")
    assert "weather-hills" in ends(t)
    assert t.refuses("settle rivendell") == ("WR-CHAR-7", "too_far")
    assert t.refuses("settle nowhere") == ("WR-CHAR-7", "region_unknown")
    assert t.refuses("add boromir") == ("WR-CHAR-7", "not_beside")
    assert t.refuses("settle bree by=shadow") == ("WR-CHAR-7", "not_your_step")
    t.does("add gimli", "settle trollshaws")
    assert (t.where("gimli"), t.where("meriadoc"), t.step) == ("trollshaws", "trollshaws", "marching")
    assert t.refuses("travel - gimli") == ("WR-CHAR-8", "moved_already")
    assert t.refuses("travel - boromir by=shadow") == ("WR-CHAR-6", "not_your_step")
    t.does("travel - legolas")
    assert t.refuses("add gimli") == ("WR-CHAR-7", "not_beside")
    t.does("settle bree", "done")
    assert (t.seat, t.where("legolas")) == ("shadow", "bree")
    rohan = board(players=4, agenda=[("act", 1)], **alone(boromir="bree"))
    assert rohan.does("travel character boromir", "settle the-shire").where("boromir") == "the-shire"
    assert board(**alone(boromir="bree")).refuses("travel character witch-king") == ("WR-CHAR-1", "character_not_yours")


@pytest.mark.rule("WR-CHAR-2", "accepted", "refused")
def test_companions_come_to_the_map_by_separation():
    """Not by travelling, which is for those who are there already."""
    t = board(companions="gimli,boromir")
    assert t.refuses("travel character gimli") == ("WR-CHAR-2", "not_on_map")
    assert t.refuses("bring character gimli") == ("WR-CHAR-2", "not_brought")
    t.does("separate character gimli", "settle rivendell")
    assert (t.where("gimli"), t.fellowship.companions, t.fellowship.guide) == ("rivendell", ("boromir",), "boromir")


@pytest.mark.rule("WR-CHAR-9", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-10", "accepted", "refused")
def test_a_shadow_stronghold_stops_companions():
    """They come into Moria, whoever is there, but not through; through it once the Free Peoples hold it."""
    t = board(**alone(gimli="hollin")).does("travel character gimli")
    assert "moria" in ends(t)
    assert t.refuses("settle dimrill-dale") == ("WR-CHAR-10", "way_barred")
    t = board(**alone(gimli="hollin"), taken="moria").does("travel character gimli")
    assert "dimrill-dale" in ends(t)
    t = board(**alone(gimli="moria")).does("travel character gimli")
    assert "dimrill-dale" in ends(t)


@pytest.mark.rule("WR-CHAR-11", "accepted", "refused")
def test_a_siege_shuts_companions_in_and_out():
    """Nobody enters or leaves on his own, but for what a card allows."""
    t = board(**alone(boromir="minas-tirith", gimli="osgiliath"), besieged="minas-tirith")
    t.does("travel character boromir")
    assert ends(t) == {"minas-tirith"}
    assert t.refuses("settle osgiliath") == ("WR-CHAR-11", "siege_out")
    t.does("settle minas-tirith", "travel - gimli")
    assert t.refuses("settle minas-tirith") == ("WR-CHAR-11", "siege_in")
    t = board(**alone(gimli="osgiliath"), besieged="minas-tirith", hands={"fp": "fp-char-16"}, fp="event")
    t.does("event event fp-char-16", "effect fp-char-16 gimli")
    assert "minas-tirith" in ends(t)
    assert t.does("settle minas-tirith").where("gimli") == "minas-tirith"


@pytest.mark.rule("WR-CHAR-29", "accepted", "refused")
@pytest.mark.parametrize("card", ["fp-char-15", "fp-char-16"])
def test_the_eagle_takes_nobody_out_of_a_siege(card):
    """Into it he does. Whoever is shut in is not even asked where he goes, by a die or by a card."""
    shut = {
        **alone(boromir="minas-tirith", gimli="osgiliath"),
        "armies": {"minas-tirith": "gondor-regular,sauron-regular"},
        "besieged": "minas-tirith",
        "hands": {"fp": card},
        "fp": "event,character",
        "options": {"real_cards": False},
    }
    t = board(**shut)
    assert t.refuses("travel character boromir") == ("WR-CHAR-11", "siege_out")
    assert "travel die=character character=boromir" not in t.legal
    t.does(f"event event {card}")
    assert [words for words in t.legal if "boromir" in words] == []
    t.does(f"effect {card} gimli")
    assert t.does("settle minas-tirith").where("gimli") == "minas-tirith"
    t = board(**shut).does("travel character gimli", "settle osgiliath")
    assert t.step == "act"
    held = board(**{**shut, "region": "minas-tirith", "companions": "legolas"}).does(f"event event {card}")
    held.does(f"effect {card} legolas")
    assert ends(held) == {"minas-tirith"}
    told = board(**{**shut, "armies": None}).does(f"event event {card}", f"effect {card} boromir")
    assert ends(told) > {"minas-tirith", "osgiliath"}


@pytest.mark.rule("WR-CHAR-12", "accepted", "refused")
def test_no_way_over_black_borders():
    """From North Ithilien to Minas Morgul and Osgiliath, but into Gorgoroth only through the gates."""
    t = board(**alone(meriadoc="north-ithilien")).does("travel character meriadoc")
    assert "gorgoroth" not in ends(t)
    assert {"minas-morgul", "osgiliath"} <= ends(t)
    assert t.refuses("settle gorgoroth") == ("WR-CHAR-7", "too_far")


def test_shadowfax_takes_gandalf_four_regions():
    """Gandalf the White goes four regions alone or with one Hobbit, three with anybody else."""
    t = board(**alone(gandalf_the_white="bree", meriadoc="bree", peregrin="bree", gimli="bree"))
    t.does("travel character gandalf-the-white")
    far = ends(t)
    t.does("add meriadoc")
    assert ends(t) == far
    t.does("add peregrin")
    assert ends(t) < far
    assert reach.group_level(t.state, ["gandalf-the-white", "gimli"]) == 3


@pytest.mark.rule("WR-CHAR-13", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-14", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-15", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-16", "accepted", "refused")
@pytest.mark.rule("WR-TEAM-14", "accepted", "refused")
def test_the_witch_king_flies_anywhere():
    """But not to a stronghold of the Free Peoples that nobody besieges; the same die moves the Mouth, by his rules."""
    t = board(agenda=[("act", 1)], where={"witch-king": "angmar"}, besieged="minas-tirith")
    t.does("travel character witch-king")
    assert {"gorgoroth", "minas-tirith", "the-shire", "edoras"} <= ends(t)
    assert t.refuses("settle helms-deep") == ("WR-CHAR-14", "stronghold_barred")
    assert t.refuses("add mouth-of-sauron") == ("WR-CHAR-18", "goes_alone")
    assert t.does("settle the-shire").where("witch-king") == "the-shire"
    both = {"witch-king": "angmar", "mouth-of-sauron": "moria"}
    t = board(agenda=[("act", 1)], where=both).does("travel character witch-king", "settle the-shire")
    assert t.refuses("travel - witch-king") == ("WR-CHAR-8", "moved_already")
    t.does("travel - mouth-of-sauron")
    assert t.refuses("settle dale") == ("WR-CHAR-7", "too_far")
    t.does("settle dimrill-dale")
    assert (t.where("mouth-of-sauron"), t.seat) == ("dimrill-dale", "fp")
    t = board(players=4, agenda=[("act", 3)], where={"witch-king": "angmar", "mouth-of-sauron": "moria"})
    assert t.allows("travel character witch-king")
    assert t.refuses("travel character mouth-of-sauron") == ("WR-TEAM-11", "character_partner")


@pytest.mark.rule("WR-CHAR-18", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-5", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-17", "accepted", "refused")
@pytest.mark.rule("WR-CHAR-3", "refused")
def test_the_mouth_walks_and_saruman_stays():
    """Three regions, around strongholds of the Free Peoples; Saruman leaves Orthanc in no way."""
    where = {"mouth-of-sauron": "osgiliath", "saruman": "orthanc"}
    t = board(agenda=[("act", 1)], where=where)
    assert t.refuses("travel character saruman") == ("WR-CHAR-17", "never_moves")
    assert t.refuses("carried saruman") == ("WR-CHAR-17", "never_moves")
    assert t.refuses("travel character witch-king") == ("WR-CHAR-3", "not_on_map")
    t.does("travel character mouth-of-sauron")
    assert t.refuses("settle orthanc") == ("WR-CHAR-7", "too_far")
    assert t.refuses("settle minas-tirith") == ("WR-CHAR-14", "stronghold_barred")
    assert t.does("settle dagorlad").where("mouth-of-sauron") == "dagorlad"
    t = board(agenda=[("act", 1)], where={"mouth-of-sauron": "morannon"}, besieged="morannon")
    t.does("travel character mouth-of-sauron")
    assert t.refuses("settle dagorlad") == ("WR-CHAR-11", "siege_out")


@pytest.mark.rule("WR-CHAR-19", "accepted", "refused")
def test_an_army_takes_characters_along():
    """Those that are told, a region at a time, by their own side; the others stay, alone or with enemies."""
    t = board(**alone(boromir="osgiliath", legolas="osgiliath", witch_king="osgiliath"))
    assert t.refuses("carried witch-king") == ("WR-CHAR-1", "character_not_yours")
    assert t.refuses("carried gimli") == ("WR-CHAR-23", "not_on_map")
    t.does("carried boromir")
    assert t.refuses("settle rohan") == ("WR-MAP-1", "region_unknown")
    assert t.refuses("settle edoras") == ("WR-MAP-1", "not_adjacent")
    assert t.refuses("settle minas-tirith by=shadow") == ("WR-CHAR-19", "not_your_step")
    t.does("settle minas-tirith")
    assert (t.where("boromir"), politics.is_active(t.state, "gondor"), t.step) == ("minas-tirith", True, "act")
    assert (t.where("legolas"), t.where("witch-king")) == ("osgiliath", "osgiliath")


# --- coming into play ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-CHAR-24", "accepted", "refused")
@pytest.mark.parametrize("crown", ["minas-tirith", "dol-amroth", "pelargir"])
def test_strider_becomes_aragorn(crown):
    """With Will of the West only, in one of three places that the enemy does not hold, besieged or not."""
    t = board(fp="will-of-the-west,muster", companions="gimli", where={"strider": crown}, besieged="minas-tirith")
    assert t.refuses("bring muster aragorn") == ("WR-DICE-25", "die_not_for_this")
    t.does("bring will-of-the-west aragorn")
    assert (t.where("aragorn"), t.where("strider"), t.state.sides[FP].coming) == (crown, "gone", 1)
    for where, taken in (("edoras", ""), (crown, crown), ("fellowship", "")):
        t = board(fp="will-of-the-west", companions="gimli", where={"strider": where}, taken=taken)
        assert t.refuses("bring will-of-the-west aragorn") == ("WR-CHAR-2", "not_yet")


def test_gandalf_the_white():
    """He stands where Gandalf the Grey stood, else in Fangorn or with the Elves; a minion has to have been in play."""
    given = {"fp": "will-of-the-west", "companions": "gimli", "seen": "saruman"}
    t = board(where={"gandalf-the-grey": "bree"}, **given).does("bring will-of-the-west gandalf-the-white")
    assert (t.where("gandalf-the-white"), t.where("gandalf-the-grey")) == ("bree", "gone")
    t = board(where={"gandalf-the-grey": "gone"}, taken="lorien", **given).does(
        "bring will-of-the-west gandalf-the-white"
    )
    assert ends(t) == {"fangorn", "grey-havens", "rivendell", "woodland-realm"}
    assert t.refuses("settle lorien") == ("WR-CHAR-2", "no_home")
    assert t.does("settle fangorn").where("gandalf-the-white") == "fangorn"
    t = board(where={"gandalf-the-grey": "gone"}, **(given | {"seen": ""}))
    assert t.refuses("bring will-of-the-west gandalf-the-white") == ("WR-CHAR-2", "not_yet")
    t = board(**(given | {"companions": "gandalf-the-grey"}))
    assert t.refuses("bring will-of-the-west gandalf-the-white") == ("WR-CHAR-2", "not_yet")


SAURONS = ",".join(
    [id for id, row in TABLES.regions.items() if (row.settlement, row.nation) == ("stronghold", "sauron")]
)
SHADOWED = {"agenda": [("act", 1)], "shadow": "muster"}
WHITE = {"fp": "will-of-the-west", "companions": "gimli"}


@pytest.mark.parametrize(
    ("given", "words", "lacks"),
    [
        (WHITE | {"where": {"strider": "edoras"}}, "will-of-the-west aragorn", "crown"),
        (WHITE | {"where": {"strider": "pelargir"}, "taken": "pelargir"}, "will-of-the-west aragorn", "free"),
        (WHITE | {"companions": "gandalf-the-grey"}, "will-of-the-west gandalf-the-white", "parted,minion"),
        (SHADOWED | {"boxes": {"sauron": 4}}, "muster witch-king", "war_begins"),
        (SHADOWED | {"boxes": {"elves": 4}}, "muster witch-king", "war"),
        (SHADOWED | {"taken": "orthanc"}, "muster saruman", "war,free"),
        (SHADOWED, "muster mouth-of-sauron", "mordor"),
        (SHADOWED | {"step": 1, "taken": SAURONS}, "muster mouth-of-sauron", "stronghold"),
        (
            SHADOWED | {"boxes": {"sauron": 4, "elves": 4}, "armies": {"bree": "north-regular"}},
            "muster witch-king",
            "army",
        ),
    ],
)
def test_what_a_character_lacks_is_named(given, words, lacks):
    """Every condition that does not hold, and no other."""
    t = board(**given)
    refusal = t.rules.check(t.state, t.act(f"bring {words}"))
    assert refusal.code == "not_yet"
    found = [condition.key.removeprefix("table.until_") for condition in refusal.values["conditions"]]
    assert found == lacks.split(",")


@pytest.mark.rule("WR-CHAR-3", "accepted")
@pytest.mark.rule("WR-CHAR-25", "accepted", "refused")
def test_minions_come_by_a_muster_die():
    """Each by his own condition; the Witch-king wakes all Free Peoples, the others nobody."""
    given = {"agenda": [("act", 1)], "shadow": "muster,army-muster,army"}
    t = board(**given, boxes={"isengard": 4})
    assert t.refuses("bring army saruman") == ("WR-CHAR-3", "die_not_for_this")
    assert t.refuses("bring muster witch-king") == ("WR-CHAR-3", "not_yet")
    assert t.refuses("bring muster mouth-of-sauron") == ("WR-CHAR-3", "not_yet")
    assert t.refuses("bring muster aragorn") == ("WR-CHAR-3", "not_brought")
    t.does("bring muster saruman")
    assert (t.where("saruman"), t.state.seen) == ("orthanc", ("saruman",))
    assert not politics.is_active(t.state, "rohan")
    assert board(**given, boxes={"isengard": 4}, taken="orthanc").refuses("bring muster saruman")[1] == "not_yet"
    assert board(**given).refuses("bring muster saruman")[1] == "not_yet"
    t = board(**given, boxes={"sauron": 4, "elves": 4}).does("bring army-muster witch-king")
    assert "minas-tirith" not in ends(t)
    t.does("settle dagorlad")
    assert all(politics.is_active(t.state, nation) for nation in politics.nations_of(t.state, FP))
    t = board(**given, step=2, taken="moria").does("bring muster mouth-of-sauron")
    assert ends(t) == {"barad-dur", "dol-guldur", "minas-morgul", "morannon", "mount-gundabad"}
    assert t.refuses("settle moria") == ("WR-CHAR-3", "no_home")
    t.does("settle barad-dur")
    assert (t.where("mouth-of-sauron"), t.state.sides[SHADOW].coming) == ("barad-dur", 1)
    at_war = dict.fromkeys(("dwarves", "elves", "gondor", "north", "rohan"), 4)
    assert board(**given, boxes=at_war).allows("bring muster mouth-of-sauron")


@pytest.mark.rule("WR-CHAR-26", "accepted", "refused")
def test_gandalf_as_guide_draws_a_card():
    """After a card played with an Event die one of its deck, if he likes; not after another die, not outside."""
    given = {"hands": {"fp": "fp-char-12,fp-str-08"}, "fp": "event*2,character", "options": {"real_cards": True}}
    t = board(**given).does("event event fp-str-08", "effect fp-str-08 rohan")
    assert (t.step, t.legal) == ("reward", ["take deck=strategy", "done"])
    assert t.refuses("take event strategy") == ("WR-DICE-27", "die_paid")
    assert t.refuses("take - character") == ("WR-CHAR-26", "deck_other")
    assert t.refuses("take - strategy by=shadow") == ("WR-CHAR-26", "not_your_step")
    t.does("take - strategy")
    assert t.state.hands[0].size == 2
    assert board(**given).does("event event fp-char-12", "done").state.hands[0].size == 1
    assert board(**given).does("event character fp-char-12").seat == "shadow"
    away = board(**given, companions="gimli", where={"gandalf-the-grey": "bree"})
    assert away.does("event event fp-char-12").seat == "shadow"
