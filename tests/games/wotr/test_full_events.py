"""Every event card is played once for its effect where the app keeps the armies (WR-EVENT-9), each from its table."""

import pytest

from companion.games.wotr.rules.battle.battle_strength import battle_of, dice
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import TABLES, WAR, conserved
from tests.games.wotr.event_cards import CARDS, PEACE, SIEGE, card, lies, playing, shows


def hand(t, seat):
    return t.state.hands[t.state.setup.seats.index(seat)].size


# --- Free Peoples, Character deck ------------------------------------------------------------------------------------

TILES = ("fellowship-elven-cloaks", "fellowship-elven-rope", "fellowship-phial-of-galadriel")
TILES = (*TILES, "fellowship-smeagol-helps-nice-master")
for at, tile in enumerate(TILES, 1):
    card(f"fp-char-0{at}", check=lambda t, tile=tile: t.state.waiting == (tile,))
for at, who in ((5, "gimli"), (6, "gimli"), (7, "boromir"), (8, "gandalf-the-grey")):
    id = f"fp-char-0{at}"
    card(id, companions=f"{who},strider", check=lambda t, id=id: lies(t, id), acts=("done",) if at == 8 else ())
card("fp-char-09", acts=("throw one,four,five",), after={"corruption": 4}, corruption=5)
card(
    "fp-char-10",
    acts=("effect fp-char-10 hide",),
    companions="",
    hidden=False,
    corruption=2,
    after={"corruption": 1, "hidden": True},
)
card(
    "fp-char-11",
    acts=("effect fp-char-11 gimli", "settle moria"),
    after={"gimli": "moria", "corruption": 1},
    corruption=2,
)
card("fp-char-12", companions="", after={"corruption": 3}, corruption=5)
card(
    "fp-char-13",
    region="lorien",
    after={"corruption": 3},
    corruption=4,
    check=lambda t: t.state.sides[FP].unused[TABLES.faces[FP].index("will-of-the-west")] == 1,
)
card(
    "fp-char-14",
    {"edoras": "rohan-regular"},
    ("tile standard-1", "tile standard-eye", "tile standard-2"),
    where={"strider": "edoras"},
    check=lambda t: t.pool["standard-eye"] == TABLES.counts["standard-eye"] - 1,
)
card("fp-char-15", acts=("effect fp-char-15 gimli", "settle goblins-gate"), after={"gimli": "goblins-gate"})
card("fp-char-16", acts=("effect fp-char-16 gimli", "settle goblins-gate"), after={"gimli": "goblins-gate"})
card(
    "fp-char-17",
    region="old-ford",
    acts=("effect fp-char-17 gimli", "settle dale"),
    progress=2,
    after={"gimli": "dale", "dwarves": PEACE["dwarves"] + 1, "elves": PEACE["elves"] + 1, "north": PEACE["north"] + 1},
)
card(
    "fp-char-18",
    {"edoras": "rohan-regular", "folde": "sauron-regular,nazgul*3"},
    ("throw two,five,six", "settle barad-dur"),
    {"folde": "sauron-regular*1", "barad_dur": "nazgul*1"},
    where={"boromir": "edoras", "witch-king": "angmar"},
)
card(
    "fp-char-19",
    {"orthanc": "isengard-elite,isengard-regular,nazgul"},
    ("throw four,five,six",),
    {"orthanc": "", "saruman": "gone", "isengard": PEACE["isengard"] + 1},
    where={"gandalf-the-white": "fangorn", "saruman": "orthanc"},
)
card(
    "fp-char-20",
    {"orthanc": "isengard-regular*3"},
    ("throw three,four,six",),
    {"orthanc": "isengard-regular*1", "saruman": "orthanc"},
    where={"gandalf-the-white": "fangorn", "saruman": "orthanc"},
)
card("fp-char-21", {}, (), {"saruman": "gone"}, where={"gandalf-the-white": "fangorn", "saruman": "orthanc"})
card(
    "fp-char-22",
    {"pelargir": "southrons-regular*3,nazgul", "lossarnach": "gondor-regular"},
    (
        "effect fp-char-22 pelargir",
        "add legolas",
        "done",
        "cast 2",
        "retreat west-harondor",
        "recruit - gondor-regular pelargir",
        "done",
    ),
    {
        "west_harondor": "nazgul*1,southrons-regular*1",
        "pelargir": "gondor-regular*1",
        "strider": "pelargir",
        "legolas": "pelargir",
        "boromir": "edoras",
    },
    where={"strider": "edoras", "legolas": "edoras", "boromir": "edoras"},
    companions="gimli",
    taken="pelargir",
    check=lambda t: t.state.taken == (),
)
card(
    "fp-char-23",
    {"lossarnach": ""},
    ("recruit - gondor-elite lossarnach",),
    {"lossarnach": "gondor-elite*1"},
    where={"boromir": "lossarnach"},
    check=lambda t: hand(t, "fp") == 3,
)
card(
    "fp-char-24",
    {"edoras": "rohan-regular*2"},
    (),
    {"edoras": "rohan-regular*1,rohan-elite*1"},
    where={"strider": "edoras"},
    check=lambda t: hand(t, "fp") == 3,
)

# --- Free Peoples, Strategy deck -------------------------------------------------------------------------------------

card("fp-str-01", {"moria": "gondor-regular"}, where={"aragorn": "moria"}, check=lambda t: lies(t, "fp-str-01"))
card("fp-str-02", after={"elves": PEACE["elves"] + 1}, check=lambda t: lies(t, "fp-str-02"))
card("fp-str-03", after={"north": PEACE["north"] + 1}, check=lambda t: lies(t, "fp-str-03"))
card(
    "fp-str-04",
    acts=("travel - gimli", "settle erebor"),
    where={"gimli": "dale"},
    companions="legolas",
    after={"dwarves": 4},
)
card(
    "fp-str-05",
    {"near-harad": "southrons-regular*2", "umbar": "southrons-regular,sauron-regular"},
    ("throw one,one,one,one,five", "casualty sauron-regular remove"),
    {"umbar": "southrons-regular*1", "near_harad": "southrons-regular*2"},
)
card(
    "fp-str-06",
    {"osgiliath": "gondor-regular", "north-ithilien": "sauron-regular*2"},
    ("throw one,five,six", "recruit - gondor-elite osgiliath"),
    {"north_ithilien": "", "osgiliath": "gondor-regular*1,gondor-elite*1,gondor-leader*1"},
)
card(
    "fp-str-07",
    acts=("travel - gimli", "settle bree"),
    where={"gimli": "buckland"},
    companions="legolas",
    after={"north": 4},
)
card(
    "fp-str-08",
    acts=("effect fp-str-08 rohan",),
    after={"rohan": PEACE["rohan"] + 1},
    check=lambda t: t.active("rohan"),
)
card(
    "fp-str-09",
    {},
    ("recruit - rohan-regular edoras",),
    {"edoras": "rohan-regular*1,rohan-leader*1", "rohan": PEACE["rohan"] + 1},
    active="gondor",
)
card(
    "fp-str-10",
    {"westemnet": "rohan-regular*4", "helms-deep": "rohan-regular*2,isengard-regular*5"},
    ("done",),
    besieged="helms-deep",
    boxes=WAR,
    check=lambda t: (battle_of(t.state).fewer, dice(t.state, SHADOW)) == (2, 3),
)
card(
    "fp-str-11",
    {"edoras": "rohan-regular*2,rohan-leader"},
    ("stay rohan-regular 1", "done"),
    {"edoras": "rohan-regular*1", "minas_tirith": "rohan-regular*1,rohan-leader*1"},
    boxes=WAR,
)
card(
    "fp-str-12",
    {"edoras": "rohan-regular*2"},
    ("march - edoras folde", "done", "march - folde eastemnet"),
    {"edoras": "", "folde": "", "eastemnet": "rohan-regular*2", "boromir": "eastemnet"},
    where={"boromir": "edoras"},
    boxes=WAR,
)
card(
    "fp-str-13",
    {"dol-amroth": "gondor-regular", "pelargir": "gondor-regular"},
    ("recruit - elves-elite pelargir", "recruit - elves-regular pelargir"),
    {"dol_amroth": "gondor-regular*1", "pelargir": "elves-regular*1,elves-elite*1,gondor-regular*1"},
    boxes=WAR,
)
UNIT_AND_LEADER = (
    ("fp-str-14", "gondor", "minas-tirith"),
    ("fp-str-17", "north", "carrock"),
    ("fp-str-18", "gondor", "dol-amroth"),
    ("fp-str-22", "dwarves", "erebor"),
)
for id, nation, region in UNIT_AND_LEADER:
    card(
        id,
        {},
        (f"recruit - {nation}-elite {region}",),
        {region.replace("-", "_"): f"{nation}-elite*1,{nation}-leader*1"},
    )
for id, region in (("fp-str-15", "lorien"), ("fp-str-21", "rivendell"), ("fp-str-24", "woodland-realm")):
    card(
        id,
        {},
        (f"recruit - elves-regular {region}",),
        {region.replace("-", "_"): "elves-regular*1"},
        check=lambda t: hand(t, "fp") == 2,
    )
card(
    "fp-str-16",
    {},
    ("recruit - rohan-regular eastemnet",),
    {"eastemnet": "rohan-regular*1,rohan-leader*1"},
    where={"boromir": "eastemnet"},
)
card("fp-str-19", {}, (), {"dale": "north-regular*2"}, check=lambda t: hand(t, "fp") == 2)
card(
    "fp-str-20",
    {},
    ("recruit - north-elite the-shire", "recruit - dwarves-regular ered-luin"),
    {"the_shire": "north-elite*1", "ered_luin": "dwarves-regular*1"},
    check=lambda t: hand(t, "fp") == 2,
)
card("fp-str-23", {}, ("recruit - rohan-elite folde",), {"folde": "rohan-elite*1,rohan-leader*1"})

# --- Shadow, Character deck ------------------------------------------------------------------------------------------

SPECIAL = ("shadow-shelobs-lair", "shadow-the-ring-is-mine", "shadow-on-on-they-went", "shadow-give-it-to-uss")
for at, tile in enumerate(SPECIAL, 1):
    card(f"sh-char-0{at}", check=lambda t, tile=tile: t.state.waiting == (tile,))
card("sh-char-05", acts=("tile standard-2", "accept"), after={"corruption": 2})
card("sh-char-06", acts=("tile standard-2",), after={"corruption": 2})
card("sh-char-07", acts=("tile standard-1", "lose random", "pick gimli"), after={"gimli": "gone"})
card("sh-char-08", acts=("throw one,four,six",), after={"corruption": 2})
card(
    "sh-char-09",
    {"barad-dur": "nazgul*3"},
    ("effect sh-char-09 fly", "fly - barad-dur hollin 1", "done"),
    {"barad_dur": "nazgul*2", "hollin": "nazgul*1", "hidden": False},
    progress=1,
)
card("sh-char-10", acts=("effect sh-char-10 moria",), after={"region": "moria"}, progress=1)
card(
    "sh-char-11",
    {"barad-dur": "nazgul"},
    ("effect sh-char-11 fly", "fly - barad-dur hollin 1", "effect sh-char-11 fp-char-05"),
    {"hollin": "nazgul*1"},
    progress=1,
    table_fp="fp-char-05",
    check=lambda t: not lies(t, "fp-char-05"),
)
card("sh-char-12", hidden=False, after={"corruption": 2})
card("sh-char-13", acts=("pick gimli", "lose gimli"), hidden=False, after={"gimli": "gone"})
card("sh-char-14", acts=("tile standard-1", "lose gimli"), hidden=False, after={"gimli": "hollin"})
for at in (15, 16, 17):
    card(f"sh-char-{at}", check=lambda t, id=f"sh-char-{at}": lies(t, id))
card("sh-char-18", acts=("effect sh-char-18 character",), check=lambda t: t.state.box.eyes == 1)
card(
    "sh-char-19",
    {"fords-of-isen": "rohan-regular*2", "orthanc": "isengard-regular,nazgul*2"},
    ("throw three,five",),
    {"fords_of_isen": "rohan-regular*1"},
)
card(
    "sh-char-20",
    SIEGE,
    ("done",),
    besieged="helms-deep",
    boxes=WAR,
    where={"witch-king": "helms-deep"},
    check=lambda t: (battle_of(t.state).rounds, battle_of(t.state).quiet) == (3, True),
)
card("sh-char-21", where={"saruman": "orthanc"}, check=lambda t: lies(t, "sh-char-21"))
card("sh-char-22", where={"saruman": "orthanc"}, check=lambda t: lies(t, "sh-char-22"))
card(
    "sh-char-23",
    {"barad-dur": "nazgul*2", "orthanc": "isengard-regular", "moria": "sauron-regular*2"},
    (
        "effect sh-char-23 fly",
        "fly - barad-dur orthanc 1",
        "fly - barad-dur moria 1",
        "effect sh-char-23 march",
        "march - orthanc gap-of-rohan",
        "march - moria dimrill-dale",
        "stay sauron-regular 1",
        "done",
    ),
    {
        "gap_of_rohan": "isengard-regular*1,nazgul*1",
        "dimrill_dale": "sauron-regular*1,nazgul*1",
        "moria": "sauron-regular*1",
    },
    boxes=WAR,
)
card(
    "sh-char-24",
    {"angmar": "sauron-regular"},
    ("effect sh-char-24 recruit", "effect sh-char-24 march", "march - angmar arnor", "done"),
    {"arnor": "sauron-regular*1,nazgul*2", "witch_king": "arnor"},
    where={"witch-king": "angmar"},
)

# --- Shadow, Strategy deck -------------------------------------------------------------------------------------------

card(
    "sh-str-01",
    {"rivendell": "elves-regular*2", "lorien": "sauron-regular*2", "grey-havens": "elves-elite"},
    ("throw six", "throw one,six"),
    {"rivendell": "elves-regular*1", "grey_havens": "elves-regular*1"},
    taken="lorien",
)
card(
    "sh-str-02",
    SIEGE,
    ("done",),
    besieged="helms-deep",
    boxes=WAR,
    where={"saruman": "orthanc"},
    check=lambda t: (battle_of(t.state).rounds, battle_of(t.state).quiet) == (3, True),
)
card(
    "sh-str-03",
    {"minas-tirith": "gondor-regular*2,gondor-leader,sauron-regular*2"},
    (),
    {"minas_tirith": "gondor-regular*2,sauron-regular*2"},
    besieged="minas-tirith",
    check=lambda t: lies(t, "sh-str-03"),
)
card("sh-str-04", fp="will-of-the-west*2,event", boxes=WAR, check=lambda t: t.state.sides[FP].dice == 1)
card("sh-str-05", check=lambda t: lies(t, "sh-str-05"))
card(
    "sh-str-06",
    {"edoras": "rohan-regular,rohan-leader", "bree": "north-regular"},
    ("sacrifice rohan-leader edoras",),
    {"edoras": "rohan-regular*1", "rohan": 1},
    where={"boromir": "edoras"},
    boxes={"rohan": 2},
)
card(
    "sh-str-07",
    {"moria": "sauron-regular*3", "dol-guldur": "sauron-regular"},
    ("march - moria dimrill-dale", "stay sauron-regular 1", "done", "march - dimrill-dale north-anduin-vale"),
    {"moria": "sauron-regular*1", "dol_guldur": "sauron-regular*3", "dimrill_dale": ""},
)
card(
    "sh-str-08",
    {"morannon": "sauron-regular*2", "barad-dur": "sauron-regular", "minas-morgul": "sauron-regular*2"},
    ("march - morannon gorgoroth", "done", "march - gorgoroth minas-morgul", "march - barad-dur gorgoroth"),
    {"morannon": "", "barad_dur": "", "gorgoroth": "", "minas_morgul": "sauron-regular*5"},
)
card(
    "sh-str-09",
    {"morannon": "sauron-regular", "barad-dur": "sauron-regular"},
    ("march - morannon dagorlad", "march - barad-dur gorgoroth"),
    {"dagorlad": "sauron-regular*1", "gorgoroth": "sauron-regular*1"},
    boxes=WAR,
)
card(
    "sh-str-10",
    {"umbar": "southrons-regular*3"},
    ("march - umbar pelargir", "done"),
    {"umbar": "", "pelargir": "southrons-regular*3"},
    boxes=WAR,
    check=lambda t: t.state.taken == ("pelargir",),
)
card(
    "sh-str-11",
    {"south-dunland": "isengard-regular*3,isengard-elite", "north-dunland": "isengard-regular*2"},
    ("effect sh-str-11 hollin", "march - south-dunland hollin", "stay isengard-regular 1", "done", "done"),
    {
        "hollin": "isengard-regular*4,isengard-elite*1",
        "south_dunland": "isengard-regular*1",
        "north_dunland": "isengard-regular*2",
    },
    boxes=WAR,
)
card(
    "sh-str-12",
    {},
    (),
    {"angmar": "sauron-regular*2,sauron-elite*1", "witch_king": "angmar"},
    where={"witch-king": "moria"},
)
card(
    "sh-str-13",
    {"moria": "sauron-regular", "orthanc": "isengard-regular"},
    ("recruit - isengard-elite moria",),
    {"moria": "isengard-elite*1,sauron-regular*1"},
    boxes=WAR,
)
card(
    "sh-str-14",
    {"moria": "sauron-regular"},
    ("recruit - sauron-elite moria",),
    {"moria": "sauron-regular*1,sauron-elite*1"},
    boxes=WAR,
)
card(
    "sh-str-15",
    {"moria": "sauron-regular", "angmar": "sauron-regular*2"},
    ("effect sh-str-15 angmar", "effect sh-str-15 angmar"),
    {"angmar": "sauron-elite*2", "moria": "sauron-regular*1"},
    boxes=WAR,
)
card(
    "sh-str-16",
    {},
    ("recruit - isengard-elite orthanc", "recruit - isengard-regular orthanc"),
    {
        "north_dunland": "isengard-regular*2",
        "south_dunland": "isengard-regular*2",
        "orthanc": "isengard-regular*1,isengard-elite*1",
    },
    where={"saruman": "orthanc"},
)
card(
    "sh-str-17",
    {},
    tuple([f"recruit - southrons-regular {id}" for id in ("umbar", "far-harad", "near-harad")]),
    dict.fromkeys(("umbar", "far_harad", "near_harad"), "southrons-regular*2"),
)
card("sh-str-18", {}, (), {"minas_morgul": "sauron-regular*5,nazgul*1"}, where={"aragorn": "bree"})
card(
    "sh-str-19",
    {},
    ("recruit - sauron-elite moria", "recruit - sauron-regular moria"),
    {"moria": "sauron-regular*1,sauron-elite*1,nazgul*1"},
)
card("sh-str-20", {}, (), {"dol_guldur": "sauron-regular*3", "mount_gundabad": "sauron-regular*3"})
card("sh-str-21", {}, ("recruit - southrons-regular khand",), {"khand": "southrons-regular*5"}, boxes=WAR)
card(
    "sh-str-22",
    {},
    (),
    {
        "angmar": "sauron-regular*1",
        "ettenmoors": "sauron-regular*1",
        "weather_hills": "sauron-regular*1",
        "trollshaws": "sauron-elite*1",
    },
)
card("sh-str-23", {}, (), {"gorgoroth": "southrons-regular*5", "nurn": "sauron-regular*5"}, boxes=WAR)
card("sh-str-24", {}, ("recruit - sauron-regular moria",), {"moria": "sauron-regular*2"}, boxes=WAR)


def test_every_card_is_played():
    """For its effect, by a row of the table above."""
    assert CARDS.keys() == TABLES.cards.keys()


@pytest.mark.parametrize("id", CARDS)
def test_what_comes_of_a_card(id):
    """As its text says; no figure appears or is gone."""
    figures, how, acts, after, check = CARDS[id]
    t = playing(id, figures, **how)
    t.does(f"event event {id}", *acts)
    assert shows(t, **after) is True
    assert check is None or check(t)
    assert conserved(t.state)
