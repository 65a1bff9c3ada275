"""Armies and event cards (WR-EVENT-8..17, WR-MUSTER-13..15, WR-MOVE-18..20) where the app keeps the armies."""

import pytest

from companion.games.wotr.rules.battle.battle_strength import battle_of
from companion.games.wotr.rules.events import card_rolls
from companion.games.wotr.rules.events.card_effects import PlayedCard
from companion.games.wotr.tables import FP
from companion.games.wotr.verbs import EFFECTS
from tests.games.wotr.board import CONTENT, TABLES, WAR
from tests.games.wotr.event_cards import PEACE, SIEGE, lies, playing, shows


def play(id, figures, *acts, **how):
    """The card is played and then this is done."""
    return playing(id, figures, **how).does(f"event event {id}", *acts)


def refuse(id, figures, **how):
    """Why the card is not played."""
    return playing(id, figures, **how).refuses(f"event event {id}")


# --- requirements ----------------------------------------------------------------------------------------------------

NEEDED = [
    # card, a table where its requirement holds, one where it does not
    ("fp-char-14", {"edoras": "rohan-regular"}, {"folde": "rohan-regular"}, {"where": {"strider": "edoras"}}),
    (
        "fp-char-18",
        {"edoras": "rohan-regular", "folde": "sauron-regular,nazgul"},
        {"edoras": "rohan-regular", "folde": "sauron-regular"},
        {"where": {"boromir": "edoras", "witch-king": "folde"}},
    ),
    ("fp-char-24", {"bree": "north-regular"}, {"dale": "north-regular"}, {"where": {"strider": "bree"}}),
    ("fp-str-01", {"moria": "elves-regular"}, {"lorien": "elves-regular"}, {"where": {"aragorn": "moria"}}),
    ("fp-str-12", {"dale": "north-regular"}, {"bree": "north-regular"}, {"where": {"gimli": "dale"}}),
    (
        "sh-char-19",
        {"orthanc": "isengard-regular,nazgul", "fords-of-isen": "rohan-regular"},
        {"orthanc": "isengard-regular,nazgul", "edoras": "rohan-regular"},
        {},
    ),
    ("sh-char-20", SIEGE, {}, {"where": {"witch-king": "helms-deep"}, "besieged": "helms-deep"}),
    (
        "sh-str-02",
        SIEGE,
        {"helms-deep": "rohan-regular,sauron-regular"},
        {"where": {"saruman": "orthanc"}, "besieged": "helms-deep"},
    ),
]


@pytest.mark.rule("WR-EVENT-8", "accepted", "refused")
@pytest.mark.parametrize(("id", "good", "bad", "how"), NEEDED)
def test_armies_that_a_card_needs(id, good, bad, how):
    """The app sees them; where the players keep them, they do."""
    assert playing(id, good, **how).allows(f"event event {id}")
    assert refuse(id, bad, **how) == ("WR-EVENT-8", "card_condition")
    assert playing(id, None, **how).allows(f"event event {id}")


@pytest.mark.rule("WR-EVENT-11", "accepted")
def test_a_card_on_the_table_goes_with_the_army_that_it_needs():
    """The Last Battle, once Aragorn stands without an army."""
    t = play("fp-str-01", {"moria": "elves-regular"}, where={"aragorn": "moria"}, agenda=[("act", 0), ("act", 0)])
    assert lies(t, "fp-str-01")
    t.now(lambda draft: card_rolls.apply_card_hits(draft, "moria", FP))
    t.now(lambda draft: draft.push(PlayedCard(1, "sh-str-05", EFFECTS.read(CONTENT, [HIT_ELVES]))))
    assert not lies(t.does("throw six"), "fp-str-01")


HIT_ELVES = {"hit_each": {"nation": "elves", "where": [{"in": ["moria"]}], "least": 6}}

# --- recruiting ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-MUSTER-13", "accepted", "refused")
@pytest.mark.rule("WR-MUSTER-14", "accepted", "refused")
def test_riders_of_theoden():
    """Not beside an enemy army in Eastemnet, but in besieged Helm's Deep, though Rohan is not At War."""
    besieged = {"helms-deep": "rohan-regular,isengard-regular*2", "eastemnet": "sauron-regular"}
    where = {"boromir": "eastemnet", "gimli": "helms-deep"}
    t = play("fp-str-16", besieged, where=where, companions="legolas", besieged="helms-deep")
    assert t.refuses("recruit - rohan-regular eastemnet") == ("WR-MUSTER-14", "region_not_free")
    assert t.refuses("recruit - rohan-regular folde") == ("WR-EVENT-9", "card_region")
    assert t.refuses("recruit - rohan-regular nowhere") == ("WR-EVENT-9", "card_region")
    assert t.refuses("recruit - gondor-regular edoras") == ("WR-EVENT-9", "card_figure")
    assert t.refuses("recruit muster gondor-regular edoras") == ("WR-DICE-27", "die_paid")
    assert t.refuses("recruit - rohan-regular edoras by=shadow") == ("WR-EVENT-14", "not_your_step")
    assert t.refuses("done") == ("WR-EVENT-9", "effect_must")
    t.does("recruit - rohan-elite helms-deep")
    assert shows(t, helms_deep="rohan-regular*1,rohan-elite*1,rohan-leader*1,isengard-regular*2") is True


@pytest.mark.rule("WR-MUSTER-17", "accepted", "refused")
def test_a_card_recruits_in_regions():
    """Beside a besieged stronghold and where a settlement is captured, but nowhere that the enemy holds."""
    figures = {
        "helms-deep": "rohan-regular,isengard-regular*2",
        "edoras": "isengard-regular",
        "fangorn": "sauron-regular",
        "orthanc": "rohan-regular",
    }
    given = {"besieged": "helms-deep", "taken": "edoras,orthanc", "boxes": WAR}
    t = play("sh-str-13", figures, **given)
    for region in ("helms-deep", "edoras", "fangorn"):
        assert t.allows(f"recruit - isengard-elite {region}")
    t.does("recruit - isengard-elite helms-deep")
    assert shows(t, helms_deep="rohan-regular*1,isengard-regular*2,isengard-elite*1") is True
    with_saruman = {"where": {"saruman": "north-dunland"}, **given}
    t = play("sh-str-16", figures, **with_saruman)
    assert shows(t, north_dunland="isengard-regular*2", orthanc="rohan-regular*1") is True


@pytest.mark.rule("WR-MUSTER-18", "accepted", "refused")
def test_too_few_figures_for_all_regions():
    """The first region is filled before the next; what the card says later comes later."""
    figures = {"moria": "isengard-regular*9", "dale": "isengard-elite*6"}
    t = play("sh-str-16", figures, where={"saruman": "orthanc"}, boxes=WAR)
    assert t.refuses("recruit - isengard-regular orthanc") == ("WR-EVENT-9", "card_region")
    t.does("recruit - isengard-regular south-dunland")
    assert shows(t, south_dunland="isengard-regular*2", north_dunland="isengard-regular*1", orthanc="") is True


@pytest.mark.rule("WR-MUSTER-15", "accepted")
def test_recruits_in_a_full_siege():
    """They are inside, and what is over five units goes back."""
    t = play(
        "fp-str-14",
        {"minas-tirith": "gondor-regular*5,sauron-regular"},
        "recruit - gondor-elite minas-tirith",
        besieged="minas-tirith",
    )
    assert t.step == "trim_army"
    t.does("trim gondor-regular 1")
    assert shows(t, minas_tirith="gondor-regular*4,gondor-elite*1,gondor-leader*1,sauron-regular*1") is True


@pytest.mark.rule("WR-EVENT-14", "accepted", "refused")
@pytest.mark.rule("WR-EVENT-9", "accepted")
def test_recruits_are_reinforcements():
    """As many as there are of each: Imrahil comes without a Leader if none is left."""
    leaders = {"pelargir": "gondor-regular,gondor-leader*4"}
    assert TABLES.figures["gondor-leader"].most == 4
    t = play("fp-str-18", leaders, "recruit - gondor-regular dol-amroth")
    assert shows(t, dol_amroth="gondor-regular*1") is True
    elites = {"erech": f"gondor-elite*{TABLES.figures['gondor-elite'].most}"}
    assert shows(play("fp-str-18", elites), dol_amroth="gondor-regular*1,gondor-leader*1") is True
    regulars = {"minas-morgul": f"sauron-regular*{TABLES.figures['sauron-regular'].most}"}
    t = play("sh-str-20", regulars)
    assert shows(t, dol_guldur="", mount_gundabad="") is True
    few = f"sauron-regular*{TABLES.figures['sauron-regular'].most - 4}"
    t = play("sh-str-20", {"minas-morgul": few})
    assert t.refuses("recruit army sauron-regular mount-gundabad") == ("WR-DICE-27", "die_paid")
    t.does("recruit - sauron-regular mount-gundabad")
    assert shows(t, dol_guldur="sauron-regular*1", mount_gundabad="sauron-regular*3") is True
    t = play("fp-str-23", elites, where={})
    assert t.refuses("recruit - rohan-leader edoras") == ("WR-MUSTER-12", "leader_needs_unit")
    gone = {"folde": f"rohan-elite*{TABLES.figures['rohan-elite'].most}"}
    assert play("fp-str-23", gone).refuses("recruit - rohan-elite edoras") == ("WR-MUSTER-10", "none_left")


def test_ten_units_in_a_region():
    """What a card brings over the limit goes back at once."""
    t = play("sh-str-18", {"minas-morgul": "sauron-regular*6,sauron-elite"}, where={"aragorn": "bree"})
    assert t.refuses("trim sauron-regular 3") == ("WR-ARMY-7", "trim_number")
    assert shows(t.does("trim sauron-regular 2"), minas_morgul="sauron-regular*9,sauron-elite*1,nazgul*1") is True


def test_a_regular_is_lost_for_an_elite():
    """The Grey Company: of the nation that its player chooses, and the regular never comes back."""
    figures = {"edoras": "rohan-regular,gondor-regular"}
    t = play("fp-char-24", figures, "effect fp-char-24 gondor", where={"strider": "edoras"})
    assert shows(t, edoras="gondor-elite*1,rohan-regular*1") is True
    assert t.lost("gondor-regular") == 1


# --- hits and losses -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-EVENT-15", "accepted", "refused")
def test_the_last_unit_of_an_army():
    """Leaders of the Free Peoples go with it, companions and Nazgûl stay, unless the card says otherwise."""
    bree = {"bree": "north-regular,north-leader", "south-downs": "sauron-regular,nazgul*2"}
    t = play("sh-char-19", bree, "throw one,five", where={"boromir": "bree"})
    assert shows(t, bree="", boromir="bree") is True
    assert (t.lost("north-leader"), t.lost("north-regular")) == (1, 1)
    rangers = {"north-ithilien": "sauron-regular,nazgul"}
    t = play("fp-str-06", rangers, "throw one,one,six", where={"witch-king": "north-ithilien"})
    assert shows(t, north_ithilien="nazgul*1", witch_king="north-ithilien") is True
    assert t.lost("sauron-regular") == 0


def test_hits_are_paid_as_in_a_battle():
    """One by one, as the owner of the army chooses."""
    t = play("fp-str-06", {"osgiliath": "sauron-regular,sauron-elite*2"}, "throw one,five,six")
    assert (t.seat, t.step) == ("shadow", "card_hits")
    assert t.refuses("casualty southrons-regular remove") == ("WR-EVENT-9", "casualty_not_there")
    assert t.refuses("casualty sauron-elite remove by=fp") == ("WR-BATTLE-25", "not_your_step")
    assert shows(t.does("casualty sauron-elite remove"), osgiliath="sauron-regular*1,sauron-elite*1") is True


def test_dice_of_a_card():
    """As many as the card says; a 1 never counts and a 6 always does."""
    t = play("fp-str-05", {"umbar": "southrons-regular*2,sauron-regular"})
    assert t.refuses("throw one,two") == ("WR-EVENT-9", "dice_number")
    assert t.refuses("throw one,two,three,four,five by=shadow") == ("WR-EVENT-9", "not_your_step")
    act = t.act("throw one,two,three,four,five")._replace(faces=("two", "one", "three", "four", "five"))
    assert t.rules.check(t.state, act).code == "roll_order"
    assert t.rules.check(t.state, act._replace(faces=("seven",) * 5)).code == "face_unknown"
    assert shows(t.does("throw one,two,two,three,four"), umbar="sauron-regular*1,southrons-regular*2") is True


@pytest.mark.rule("WR-EVENT-17", "accepted", "refused")
def test_what_counts_as_an_attack():
    """The Ents and the Dead Men rouse the nations that they strike, Faramir's Rangers do not."""
    given = {"where": {"gandalf-the-white": "fangorn"}}
    t = play("fp-char-19", {"orthanc": "isengard-regular,southrons-regular"}, **given)
    assert shows(t, isengard=PEACE["isengard"] + 1, southrons=PEACE["southrons"] + 1, sauron=PEACE["sauron"]) is True
    t = play("fp-str-06", {"osgiliath": "southrons-regular"}, "throw one,one,six")
    assert shows(t, southrons=PEACE["southrons"]) is True
    t = play("sh-char-19", {"bree": "north-regular", "south-downs": "sauron-regular,nazgul"}, "throw one")
    assert shows(t, north=PEACE["north"]) is True
    assert not t.active("north")


def test_a_garrison_struck_down_loses_its_stronghold():
    """Dreadful Spells: the besiegers take it (WR-CAPTURE-2)."""
    figures = {"helms-deep": "rohan-regular,isengard-regular*2,nazgul"}
    t = play("sh-char-19", figures, "throw six", besieged="helms-deep")
    assert (t.state.besieged, t.state.taken) == ((), ("helms-deep",))


def test_a_siege_ends_with_the_besiegers():
    """The Spirit of Mordor strikes them all down."""
    figures = {"helms-deep": "rohan-regular,isengard-regular,southrons-regular"}
    t = play("fp-str-05", figures, "throw one,one,one,five,five", besieged="helms-deep")
    assert (t.state.besieged, t.state.taken) == ((), ())


def test_the_nazgul_scatter():
    """The Eagles: the others fly to one Stronghold of Sauron; the Witch-king stays."""
    figures = {"folde": "sauron-regular,nazgul*4", "edoras": "rohan-regular"}
    t = play("fp-char-18", figures, "throw one,two,three,five", where={"boromir": "edoras", "witch-king": "folde"})
    assert (t.seat, t.step) == ("shadow", "scattered")
    assert t.refuses("settle orthanc") == ("WR-EVENT-9", "card_region")
    assert t.refuses("settle nowhere") == ("WR-EVENT-9", "card_region")
    assert t.refuses("settle moria by=fp") == ("WR-EVENT-9", "not_your_step")
    assert shows(t.does("settle moria"), folde="sauron-regular*1", moria="nazgul*3", witch_king="folde") is True


def test_stormcrow_costs_a_figure_of_that_nation():
    """Stormcrow: a figure of that nation alone, chosen by its player; with the last unit its Leaders go too."""
    figures = {"edoras": "rohan-regular,rohan-leader", "helms-deep": "rohan-elite"}
    t = play("sh-str-06", figures, where={"boromir": "edoras"})
    assert t.refuses("sacrifice rohan-elite edoras") == ("WR-EVENT-9", "sacrifice_none")
    assert t.refuses("sacrifice gondor-elite nowhere") == ("WR-EVENT-9", "sacrifice_none")
    assert t.refuses("sacrifice rohan-elite helms-deep by=shadow") == ("WR-EVENT-9", "not_your_step")
    t.does("sacrifice rohan-regular edoras")
    assert (shows(t, edoras=""), t.lost("rohan-leader")) == (True, 1)


DEAD = {"where": {"aragorn": "helms-deep", "legolas": "helms-deep"}, "companions": "gimli", "besieged": "helms-deep"}


def test_the_dead_men_hit_an_army_and_drive_it_back():
    """Out of a siege; the army takes hits, then retreats where it can, or is lost with all that was in it."""
    hemmed = {"helms-deep": "rohan-regular,isengard-regular", "pelargir": "southrons-regular*3,nazgul"}
    free = dict.fromkeys(TABLES.regions["pelargir"].neighbours, "gondor-regular")
    t = play("fp-char-22", hemmed | free, "effect fp-char-22 pelargir", "done", "cast 1", "done", **DEAD)
    assert shows(t, pelargir="", aragorn="pelargir", legolas="helms-deep") is True
    guests = {**DEAD, "abroad": (("pelargir", "southrons"),)}
    t = play("fp-char-22", hemmed | free, "effect fp-char-22 pelargir", "done", "cast 1", "done", **guests)
    assert t.state.abroad == ()  # nobody is left who would have to leave
    t = play("fp-char-22", hemmed, "effect fp-char-22 pelargir", **DEAD)
    assert t.refuses("add gimli") == ("WR-EVENT-9", "not_beside")
    assert t.refuses("add legolas by=shadow") == ("WR-EVENT-9", "not_your_step")
    t.does("add legolas")
    assert t.refuses("cast 7") == ("WR-EVENT-9", "cast_range")
    assert t.refuses("cast 1 by=shadow") == ("WR-EVENT-9", "not_your_step")
    t.does("cast 1")
    assert t.refuses("retreat erech") == ("WR-EVENT-9", "card_region")
    assert t.refuses("retreat nowhere") == ("WR-EVENT-9", "card_region")
    assert t.refuses("retreat lossarnach by=fp") == ("WR-EVENT-9", "not_your_step")
    assert t.does("retreat west-harondor").step == "card_recruits"
    t = play("fp-char-22", hemmed, "effect fp-char-22 erech", **DEAD)
    assert t.does("done").step == "card_recruits"


# --- moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-MOVE-18", "accepted", "refused")
def test_the_army_that_sets_out_arrives():
    """Shadows Gather: nothing joins it on the way; it stops only with another army."""
    figures = {"moria": "sauron-regular*2", "dimrill-dale": "sauron-elite", "dol-guldur": "sauron-elite"}
    t = play("sh-str-07", figures)
    assert t.refuses("march - moria hollin") == ("WR-MOVE-18", "march_no_end")
    assert t.refuses("march - moria lorien") == ("WR-MOVE-1", "not_adjacent")
    assert t.refuses("march - bree hollin") == ("WR-ARMY-1", "no_army")
    assert t.refuses("march army moria dimrill-dale") == ("WR-DICE-27", "die_paid")
    assert t.refuses("march - moria dimrill-dale by=fp") == ("WR-MOVE-18", "not_your_step")
    assert t.refuses("done") == ("WR-EVENT-9", "effect_must")
    t.does("march - moria dimrill-dale", "done")
    assert t.refuses("march - dol-guldur dimrill-dale") == ("WR-MOVE-18", "other_army")
    assert t.refuses("march - dimrill-dale moria") == ("WR-MOVE-18", "march_no_end")
    assert t.refuses("march army dimrill-dale north-anduin-vale") == ("WR-DICE-27", "die_paid")
    t.does("march - dimrill-dale north-anduin-vale")
    assert shows(t, dimrill_dale="sauron-elite*1", dol_guldur="sauron-regular*2,sauron-elite*1") is True


@pytest.mark.rule("WR-MOVE-19", "accepted", "refused")
def test_settlements_on_the_way():
    """They are captured; how many units stand there counts only at the end."""
    t = play("sh-str-07", {"westemnet": "sauron-regular*2", "folde": "sauron-regular"}, boxes=WAR, taken="folde")
    t.does("march - westemnet edoras", "done")
    assert shows(t, folde="sauron-regular*3", edoras="") is True
    assert t.state.taken == ("folde", "edoras")
    crowded = {
        "moria": "sauron-regular*2",
        "dimrill-dale": "sauron-regular*10",
        "dol-guldur": "sauron-regular*8,sauron-elite",
    }
    t = play("sh-str-07", crowded, "march - moria dimrill-dale", "done")
    assert t.refuses("trim sauron-regular 1") == ("WR-MOVE-18", "not_now")
    assert t.does("march - dimrill-dale north-anduin-vale").step == "trim_army"
    t.does("trim sauron-elite 1")
    assert shows(t, dimrill_dale="sauron-regular*10", dol_guldur="sauron-regular*10") is True


@pytest.mark.rule("WR-MOVE-20", "accepted", "refused")
def test_other_limits_of_moving():
    """Who is not At War does not enter another land, a closed region is entered by nobody, Level 0 stays."""
    t = play("fp-str-12", {"dale": "north-regular,dwarves-regular"}, "march - dale erebor", where={"gimli": "dale"})
    assert shows(t, erebor="dwarves-regular*1", dale="north-regular*1", gimli="erebor") is True
    t = play("fp-str-12", {"dale": "north-regular"}, where={"gimli": "dale"})
    assert t.refuses("march - dale woodland-realm") == ("WR-MOVE-13", "stays_out")


def test_the_companion_goes_along():
    """Through a Day and a Night: who makes the march possible does not stay behind."""
    t = play("fp-str-12", {"dale": "north-regular*2"}, "march - dale vale-of-the-carnen", where={"boromir": "dale"})
    t.does("stay boromir 1")
    assert t.refuses("done") == ("WR-EVENT-9", "company_stays")
    t.does("stay boromir 0", "stay north-regular 1", "done", "done")
    assert shows(t, vale_of_the_carnen="north-regular*1", boromir="vale-of-the-carnen", dale="north-regular*1") is True


@pytest.mark.rule("WR-POL-7", "accepted", "refused")
def test_a_companion_wakes_a_nation_where_the_march_ends():
    """Through a Day and a Night: Boromir wakes Gondor in Minas Tirith, but not on his way through it."""
    how = {"where": {"boromir": "druadan-forest"}, "boxes": WAR, "active": "rohan"}
    figures, march = {"druadan-forest": "rohan-regular"}, "march - druadan-forest minas-tirith"
    assert not play("fp-str-12", figures, march, "march - minas-tirith lossarnach", **how).active("gondor")
    how["where"] = {"boromir": "druadan-forest"}
    t = play("fp-str-12", figures, march, **how)
    assert (t.step, t.active("gondor")) == ("onward", False)
    assert t.does("done").active("gondor")


def test_each_army_moves_once():
    """The Shadow is Moving: an army that has moved does not move on; fewer than four may."""
    t = play("sh-str-09", {"morannon": "sauron-regular", "umbar": "southrons-regular"}, boxes=WAR)
    t.does("march - morannon dagorlad")
    assert t.refuses("march - dagorlad north-ithilien") == ("WR-MOVE-7", "army_moved")
    assert t.does("done").state.agenda == ()


def test_paths_of_the_woses():
    """Straight to Minas Tirith, or next to it if that is besieged; out of a siege too."""
    figures = {"helms-deep": "rohan-regular,isengard-regular", "minas-tirith": "gondor-regular,sauron-regular"}
    given = {"besieged": "helms-deep,minas-tirith", "boxes": WAR}
    t = play("fp-str-11", figures, **given)
    assert t.refuses("march - helms-deep minas-tirith") == ("WR-EVENT-9", "card_region")
    assert t.refuses("march - bree lossarnach") == ("WR-ARMY-1", "no_army")
    assert t.refuses("march army helms-deep lossarnach") == ("WR-DICE-27", "die_paid")
    assert t.refuses("march - helms-deep lossarnach by=shadow") == ("WR-EVENT-9", "not_your_step")
    t.does("march - helms-deep lossarnach")
    assert shows(t, lossarnach="rohan-regular*1", helms_deep="isengard-regular*1") is True
    assert (t.state.besieged, t.state.taken) == (("minas-tirith",), ("helms-deep",))


def test_a_garrison_that_leaves_gives_up_its_stronghold():
    """Paths of the Woses: whoever is besieged leaves in part and holds out, or leaves it to the besiegers."""
    figures = {"helms-deep": "rohan-regular*2,isengard-regular"}
    t = play("fp-str-11", figures, besieged="helms-deep", boxes=WAR)
    t.does("stay rohan-regular 1", "done")
    assert (t.state.besieged, t.state.taken) == (("helms-deep",), ())
    t = play("fp-str-11", figures, "done", besieged="helms-deep", boxes=WAR)
    assert (t.state.besieged, t.state.taken) == ((), ("helms-deep",))


@pytest.mark.rule("WR-MOVE-6", "refused")
def test_an_army_that_would_leave_leaders_alone_does_not_set_out_by_a_card():
    """A Leader of a nation at peace would stay where the only unit leaves; with a second unit one stays with him."""
    alone, how = {"edoras": "rohan-regular,north-leader"}, {"boxes": {**WAR, "north": 2}}
    t = playing("fp-str-11", alone, **how).does("event event fp-str-11")
    assert t.at("edoras") == {"rohan-regular": 1, "north-leader": 1}
    t = playing("fp-str-11", {"edoras": "rohan-regular*2,north-leader"}, **how).does("event event fp-str-11")
    assert t.refuses("done") == ("WR-MOVE-6", "part_leaders_alone")
    assert t.does("stay rohan-regular 1", "done").at("edoras") == {"rohan-regular": 1, "north-leader": 1}
    assert play("fp-str-12", alone, where={"gimli": "edoras"}, **how).state.agenda == ()


def test_nazgul_fly_by_a_card():
    """Each once, and no other minion with them."""
    figures = {"barad-dur": "nazgul*2"}
    given = {"progress": 1, "where": {"witch-king": "angmar", "mouth-of-sauron": "barad-dur"}}
    t = play("sh-char-09", figures, "effect sh-char-09 fly", **given)
    assert t.refuses("travel - mouth-of-sauron") == ("WR-EVENT-9", "nazgul_alone")
    assert t.refuses("travel - saruman") == ("WR-CHAR-3", "not_on_map")
    t.does("travel - witch-king", "settle hollin", "done")
    assert shows(t, witch_king="hollin", hidden=False) is True
    t = play("sh-char-11", figures, "effect sh-char-11 fly", "done", **given)
    assert t.step != "card"


def test_the_nazgul_strike_from_where_they_are():
    """Whether they fly is asked apart from whether they tear a card or hunt: without the one the other may be done."""
    given = {"progress": 1, "region": "hollin", "table_fp": "fp-char-05"}
    t = play("sh-char-11", {"hollin": "nazgul"}, "done", **given)
    assert t.legal == ["done", "effect card=sh-char-11 what=hunt", "effect card=sh-char-11 what=fp-char-05"]
    assert t.does("effect sh-char-11 fp-char-05").state.sides[0].table == ()
    t = play("sh-char-11", {"hollin": "nazgul"}, "done", "done", **given)
    assert (t.state.sides[0].table, t.step) == (("fp-char-05",), "over")
    t = play("sh-char-11", {"barad-dur": "nazgul"}, "done", **given)
    assert t.step == "over"


def test_the_men_of_dunland():
    """Units of Isengard alone, four at most from both."""
    figures = {"south-dunland": "isengard-regular*5,sauron-regular", "north-dunland": "isengard-regular*2"}
    t = play("sh-str-11", figures, "effect sh-str-11 hollin", boxes=WAR)
    assert t.refuses("march - moria hollin") == ("WR-EVENT-9", "card_region")
    assert t.refuses("march - south-dunland moria") == ("WR-EVENT-9", "card_region")
    assert t.refuses("march - south-dunland hollin by=fp") == ("WR-EVENT-9", "not_your_step")
    assert t.refuses("march army south-dunland hollin") == ("WR-DICE-27", "die_paid")
    t.does("march - south-dunland hollin")
    assert t.refuses("done") == ("WR-EVENT-9", "too_many_go")
    assert t.refuses("stay sauron-regular 1") == ("WR-EVENT-9", "may_not_go")
    t.does("stay isengard-regular 2", "done", "march - north-dunland hollin")
    assert t.refuses("done") == ("WR-EVENT-9", "too_many_go")
    t.does("stay isengard-regular 1", "done")
    assert shows(t, hollin="isengard-regular*6", north_dunland="isengard-regular*1") is True


# --- attacks ---------------------------------------------------------------------------------------------------------


def test_an_attack_by_a_card():
    """The Ringwraiths: with a Nazgûl, and he takes part."""
    figures = {
        "orthanc": "isengard-regular*2,nazgul",
        "fords-of-isen": "rohan-regular",
        "moria": "sauron-regular,nazgul",
        "dimrill-dale": "elves-regular",
    }
    t = play("sh-char-23", figures, "effect sh-char-23 attack", boxes=WAR)
    assert t.refuses("attack - orthanc moria")[1] == "not_adjacent"
    assert t.refuses("attack army orthanc fords-of-isen") == ("WR-DICE-27", "die_paid")
    assert t.refuses("attack - orthanc fords-of-isen by=fp") == ("WR-EVENT-17", "not_your_step")
    t.does("attack - orthanc fords-of-isen", "stay nazgul 1", "stay isengard-regular 1")
    assert t.refuses("done") == ("WR-EVENT-9", "company_stays")
    t.does("stay nazgul 0", "done")
    assert (battle_of(t.state).region, battle_of(t.state).rounds) == ("fords-of-isen", 1)
    peace = play("sh-char-23", figures, "effect sh-char-23 attack", boxes=WAR | {"sauron": 3})
    assert peace.step == "card_attack"


def test_cards_in_the_first_round_of_grond():
    """Only with a companion who fights there."""
    given = {"besieged": "helms-deep", "boxes": WAR}
    where = {"witch-king": "helms-deep"}
    t = play("sh-char-20", SIEGE, "done", where=where, unseen={"fp": 2, "shadow": 2}, **given)
    assert (t.does("done").step, battle_of(t.state).round) == ("strike", 1)
    t = play(
        "sh-char-20",
        SIEGE,
        "done",
        "done",
        where=where | {"boromir": "helms-deep"},
        unseen={"fp": 2, "shadow": 2},
        **given,
    )
    assert (t.step, t.seat) == ("pick_card", "fp")


@pytest.mark.rule("WR-EVENT-19", "accepted", "refused")
def test_denethors_folly_takes_the_leader_that_his_player_names():
    """The Shadow does not choose; hits of a card are paid by the player of the army."""
    figures = {"minas-tirith": "gondor-regular,gondor-leader,rohan-regular,rohan-leader,sauron-regular*2"}
    t = play("sh-str-03", figures, besieged="minas-tirith")
    assert (t.step, t.seat) == ("sacrifice", "fp")
    assert t.refuses("sacrifice rohan-leader minas-tirith by=shadow") == ("WR-EVENT-9", "not_your_step")
    assert t.refuses("sacrifice rohan-regular minas-tirith") == ("WR-EVENT-9", "sacrifice_none")
    t.does("sacrifice rohan-leader minas-tirith")
    assert (t.lost("rohan-leader"), t.lost("gondor-leader")) == (1, 0)


def test_denethors_folly_bars_combat_cards_at_minas_tirith():
    """No combat cards of the Free Peoples in battles at Minas Tirith."""
    figures = {"minas-tirith": "gondor-regular*2,sauron-regular*3"}
    given = {"besieged": "minas-tirith", "boxes": WAR, "table_shadow": "sh-str-03", "unseen": {"fp": 2, "shadow": 2}}
    t = playing("sh-str-05", figures, shadow="army", **given)
    t.does("attack army minas-tirith minas-tirith", "done")
    t.does("done")
    assert t.step == "strike"


def test_a_closed_region_is_entered_by_no_shadow_army():
    """A Power too Great: no army of the Shadow enters, attacks or retreats there; its own side may."""
    figures = {"dimrill-dale": "sauron-regular*2", "lorien": "elves-regular", "parth-celebrant": "elves-regular"}
    t = playing("sh-str-05", figures, table_fp="fp-str-02", shadow="army", boxes=WAR)
    assert t.refuses("attack army dimrill-dale lorien") == ("WR-EVENT-11", "region_closed")
    empty = playing("sh-str-05", {"dimrill-dale": "sauron-regular"}, table_fp="fp-str-02", shadow="army", boxes=WAR)
    assert empty.refuses("march army dimrill-dale lorien") == ("WR-EVENT-11", "region_closed")
    south = {"the-shire": "north-regular", "buckland": "sauron-regular"}
    t = playing("fp-str-05", south, table_fp="fp-str-03", fp="army-muster", shadow="", boxes=WAR, taken="bree")
    t.does("attack army-muster the-shire buckland", "done", "strike one", "strike one", "press")
    assert t.refuses("retreat old-forest") == ("WR-EVENT-11", "region_closed")
    assert t.allows("retreat bree")
    own = playing("fp-str-05", {"parth-celebrant": "elves-regular"}, table_fp="fp-str-02", fp="army-muster", boxes=WAR)
    assert own.allows("march army-muster parth-celebrant lorien")


@pytest.mark.rule("WR-MAP-3", "accepted", "refused")
def test_the_corsairs_land_fight_and_join_a_siege():
    """They take what is empty, fight on against an army, and join those who besiege it before the assault."""
    t = play("sh-str-10", {"umbar": "southrons-regular*3", "pelargir": "gondor-regular"}, boxes=WAR)
    assert t.refuses("march - umbar pelargir") == ("WR-EVENT-9", "card_region")
    assert t.allows("march - umbar anfalas")
    assert t.refuses("march - umbar lossarnach") == ("WR-EVENT-9", "card_region")  # not on the sea
    assert t.refuses("attack - moria pelargir") == ("WR-EVENT-9", "card_region")
    assert t.refuses("attack army umbar pelargir") == ("WR-DICE-27", "die_paid")
    assert t.refuses("attack - umbar pelargir by=fp") == ("WR-EVENT-9", "not_your_step")
    t.does("attack - umbar pelargir", "done")
    assert battle_of(t.state).bound
    joined = {"umbar": "southrons-regular*3", "dol-amroth": "gondor-regular,southrons-regular"}
    t = play("sh-str-10", joined, "attack - umbar dol-amroth", "done", boxes=WAR, besieged="dol-amroth")
    assert shows(t, umbar="", dol_amroth="gondor-regular*1,southrons-regular*4") is True
    assert (t.does("done").state.besieged, battle_of(t.state).kind) == (("dol-amroth",), "assault")


def test_the_corsairs_do_not_sail_out_of_a_siege():
    """WR-MOVE-22: the army in Umbar comes out by a sortie only."""
    figures = {"umbar": "southrons-regular*3,gondor-regular", "pelargir": "gondor-regular"}
    t = play("sh-str-10", figures, boxes=WAR, besieged="umbar")
    assert t.step != "sail"
    assert shows(t, umbar="gondor-regular*1,southrons-regular*3") is True


def test_a_garrison_lost_to_a_card_loses_its_leaders_and_its_stronghold():
    """Dreadful Spells: nobody fights, but nobody is left to defend either; the Companion stays (WR-EVENT-15)."""
    figures = {"minas-tirith": "sauron-regular,nazgul*2,gondor-regular,gondor-leader"}
    t = play("sh-char-19", figures, besieged="minas-tirith", where={"boromir": "minas-tirith"})
    told = t.cites("throw five,six")
    at = told.index(("army_gone", "WR-EVENT-15"))
    assert told[at + 1 : at + 3] == [("lost", "WR-EVENT-15"), ("captured", "WR-CAPTURE-2")]
    t.does("throw five,six")
    assert (t.state.taken, t.state.besieged, t.where("boromir")) == (("minas-tirith",), (), "minas-tirith")


def test_no_dice_against_elves_who_besiege():
    """Return to Valinor: neither those inside a besieged Stronghold nor those before it are hit."""
    figures = {"lorien": "elves-regular*5,sauron-regular", "rivendell": "elves-regular,sauron-regular"}
    t = play("sh-str-01", figures, boxes=WAR, taken="lorien", besieged="lorien,rivendell")
    assert t.step != "card_roll"


def test_nobody_attacks_with_a_company_that_may_not():
    """The Fighting Uruk-hai: the army of Isengard is not At War, so that no attack has it in it."""
    figures = {"minas-tirith": "gondor-regular,sauron-regular*2,isengard-regular"}
    given = {"besieged": "minas-tirith", "where": {"saruman": "orthanc"}}
    t = play("sh-str-02", figures, boxes={**WAR, "isengard": 3}, **given)
    assert t.step not in ("card_attacks", "card_attack")
    assert play("sh-str-02", figures, boxes=WAR, **given).step == "card_attack"


def test_nothing_of_armies_where_the_players_keep_them():
    """The same cards leave the board to them, and ask what they always asked."""
    t = playing("sh-str-19", None).does("event event sh-str-19")
    assert (t.state.figures, t.state.agenda) == ((), ())
    t = playing("fp-char-09", None, corruption=3).does("event event fp-char-09")
    assert t.legal[:4] == ["done", *[f"effect card=fp-char-09 what=heal number={number}" for number in (1, 2, 3)]]
    t = playing("sh-char-24", None, where={"witch-king": "angmar"}).does("event event sh-char-24")
    assert t.legal[:2] == ["done", "effect card=sh-char-24 what=witch-king"]
