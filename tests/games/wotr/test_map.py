"""The map and who holds what on it: borders, lands, settlements, sieges as they are reported (WR-MAP, WR-SIEGE)."""

import pytest

from companion.games.wotr.rules.common import politics
from companion.games.wotr.state import holder
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import TABLES, board

PHASE = [("fellowship", 0)]
# Pairs that lie side by side on the board with a wholly black border between them.
BLACK = (
    ("rivendell", "high-pass"),
    ("moria", "lorien"),
    ("forlindon", "ered-luin"),
    ("forlindon", "north-ered-luin"),
    ("edoras", "lamedon"),
    ("orthanc", "fangorn"),
)
# Regions on both sides of a sea or a lake.
WATERS = (("forlindon", "harlindon"), ("north-rhun", "south-rhun"), ("umbar", "pelargir"))


def declared(start, **how):
    """The Fellowship is declared and may go as far as it likes."""
    return board(agenda=PHASE, phase="fellowship", region=start, progress=12, **how).does("declare")


# --- borders ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-MAP-1", "accepted")
def test_a_line_or_a_river_is_crossed():
    """Both ways, by the Ring-bearers and by those on the map, beside the mountains too."""
    for one, other in (("osgiliath", "north-ithilien"), ("fords-of-isen", "gap-of-rohan"), ("dagorlad", "morannon")):
        for start, end in ((one, other), (other, one)):
            assert declared(start).allows(f"step {end}"), (start, end)
            t = board(companions="strider", where={"gimli": start}).does("travel character gimli")
            assert t.allows(f"settle {end}"), (start, end)


@pytest.mark.rule("WR-MAP-1", "refused")
@pytest.mark.parametrize(("one", "other"), BLACK)
def test_a_black_border_is_no_border(one, other):
    """For no purpose: neither for the Ring-bearers nor for who leaves them, travels or goes along with an army."""
    for start, end in ((one, other), (other, one)):
        assert declared(start).refuses(f"step {end}") == ("WR-FELL-13", "not_adjacent")
        t = board(companions="strider", where={"mouth-of-sauron": start, "gimli": start}, agenda=[("act", 1)])
        assert t.does("carried gimli by=fp").refuses(f"settle {end}") == ("WR-MAP-1", "not_adjacent")


@pytest.mark.rule("WR-MAP-2", "accepted")
def test_around_the_water():
    """By the havens from Forlindon to Harlindon, by East Rhûn around the sea."""
    assert declared("forlindon").does("step grey-havens").allows("step harlindon")
    assert declared("north-rhun").does("step east-rhun").allows("step south-rhun")


@pytest.mark.rule("WR-MAP-2", "refused")
@pytest.mark.parametrize(("one", "other"), WATERS)
def test_not_over_the_water(one, other):
    """The shores are not adjacent, and a sea is nothing to stand in, not even for the Witch-king."""
    for start, end in ((one, other), (other, one)):
        assert declared(start).refuses(f"step {end}") == ("WR-FELL-13", "not_adjacent")
        t = board(companions="strider", where={"boromir": start}).does("carried boromir")
        assert t.refuses(f"settle {end}") == ("WR-MAP-1", "not_adjacent")
    t = board(where={"witch-king": one}, agenda=[("act", 1)]).does("travel character witch-king")
    assert t.allows(f"settle {other}")
    assert t.refuses("settle sea-of-rhun") == ("WR-CHAR-7", "region_unknown")


# --- lands and settlements -------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-MAP-4", "accepted")
def test_a_land_may_lie_in_parts():
    """Grey Havens and Lórien are far apart, and both are of the Elves; units of Gondor in Osgiliath are Gondor's."""
    t = board().does("captured grey-havens by=shadow", "captured lorien by=shadow")
    assert politics.political_box(t.state, "elves") == 3
    t = board(hands={"fp": "fp-char-23"}, fp="event", companions="gimli", where={"boromir": "lossarnach"})
    assert t.allows("event event fp-char-23")
    assert politics.is_active(board().does("attacked gondor by=shadow").state, "gondor")


@pytest.mark.rule("WR-MAP-4", "refused")
def test_osgiliath_is_no_land_of_gondor():
    """A card that needs Boromir in a region of Gondor is of no use there."""
    for region in ("osgiliath", "druwaith-iaur"):
        t = board(hands={"fp": "fp-char-23"}, fp="event", companions="gimli", where={"boromir": region})
        assert t.refuses("event event fp-char-23") == ("WR-EVENT-8", "card_condition")


@pytest.mark.rule("WR-MAP-8", "accepted")
def test_what_settlements_are_worth():
    """A Town nothing, a City 1, a Stronghold 2; a Stronghold alone stands a siege."""
    for region, kind, worth in (
        ("bree", "town", 0),
        ("dale", "city", 1),
        ("helms-deep", "stronghold", 2),
    ):
        assert TABLES.regions[region].settlement == kind
        assert board().does(f"captured {region} by=shadow").points == (0, worth), region
    assert board().allows("besieged helms-deep by=shadow")


@pytest.mark.rule("WR-MAP-8", "refused")
def test_towns_and_cities_stand_no_siege():
    """Nor do they wake a nation, if they are Towns."""
    for region in ("bree", "dale", "osgiliath"):
        assert board().refuses(f"besieged {region} by=shadow") == ("WR-SIEGE-1", "no_stronghold")
    t = board(region="bree", agenda=[("act", 0), *PHASE], corruption=3).does("declare")
    assert (t.fellowship.corruption, politics.is_active(t.state, "north")) == (3, False)


@pytest.mark.rule("WR-MAP-10", "accepted")
def test_at_the_start_everybody_holds_his_own():
    """The enemy may take any of them, and then holds it."""
    t = board()
    for region, facts in TABLES.regions.items():
        side = TABLES.nations[facts.nation].side if facts.settlement else -1
        assert holder(t.state, region) == side, region
        enemy = ("shadow", "fp")[side]
        assert t.allows(f"captured {region} by={enemy}") == bool(facts.settlement), region
    t.does("captured dale by=shadow")
    assert holder(t.state, "dale") == SHADOW


@pytest.mark.rule("WR-MAP-10", "refused")
def test_nobody_takes_what_he_holds():
    """Neither his own at the start nor what he has taken."""
    assert board().refuses("captured dale by=fp") == ("WR-CAPTURE-1", "held_already")
    t = board(taken="dale")
    assert t.refuses("captured dale by=shadow") == ("WR-CAPTURE-1", "held_already")
    assert t.allows("captured dale by=fp")


MUSTER = {"agenda": [("act", 1)], "shadow": "muster*2", "boxes": {"isengard": 4}}


@pytest.mark.rule("WR-MAP-11", "accepted")
def test_unconquered_is_what_its_first_owner_holds():
    """Orthanc as at the start, besieged, or lost and won back: Saruman comes there."""
    assert board(**MUSTER).does("bring muster saruman").where("saruman") == "orthanc"
    assert board(besieged="orthanc", **MUSTER).does("bring muster saruman").where("saruman") == "orthanc"
    t = board(**MUSTER).does("captured orthanc by=fp", "captured orthanc by=shadow")
    assert t.allows("bring muster saruman")


@pytest.mark.rule("WR-MAP-11", "refused")
def test_conquered_is_what_the_enemy_holds():
    """Even while it is besieged by those whose it was."""
    assert board(taken="orthanc", **MUSTER).refuses("bring muster saruman") == ("WR-CHAR-3", "not_yet")
    t = board(taken="orthanc", **MUSTER).does("besieged orthanc by=shadow")
    assert t.refuses("bring muster saruman") == ("WR-CHAR-3", "not_yet")


# --- armies, as far as they are told ---------------------------------------------------------------------------------


@pytest.mark.rule("WR-MOVE-17", "accepted", "refused")
def test_an_army_comes_into_an_enemy_land():
    """Into a settlement: it is taken. Beside one: nothing is, but a nation of the Free Peoples wakes either way."""
    t = board().does("captured dale by=shadow")
    assert (holder(t.state, "dale"), politics.is_active(t.state, "north")) == (SHADOW, True)
    t = board().does("entered gondor by=shadow")
    assert (t.state.taken, politics.is_active(t.state, "gondor"), politics.political_box(t.state, "gondor")) == (
        (),
        True,
        2,
    )
    assert t.refuses("captured lossarnach by=fp")[1] == "held_already"
    assert t.refuses("entered sauron by=fp") == ("WR-POL-4", "nation_active")
    assert board().does("captured moria by=fp").state.active == board().state.active
    t = board(taken="helms-deep").does("besieged helms-deep by=fp")
    assert not politics.is_active(t.state, "rohan")


@pytest.mark.rule("WR-SIEGE-1", "accepted")
def test_only_those_who_hold_a_stronghold_retreat_into_it():
    """Helm's Deep under the Free Peoples, Moria under the Shadow or, once taken, under the Free Peoples."""
    t = board()
    assert t.allows("besieged helms-deep by=shadow")
    assert t.refuses("besieged helms-deep by=fp") == ("WR-SIEGE-4", "held_already")
    assert t.allows("besieged moria by=fp")
    t = board(taken="moria,helms-deep")
    assert t.allows("besieged moria by=shadow")
    assert t.refuses("besieged helms-deep by=shadow") == ("WR-SIEGE-4", "held_already")


@pytest.mark.rule("WR-SIEGE-8", "accepted")
def test_a_siege_opens_the_region_and_not_the_stronghold():
    """Minions come into the region; it is worth nothing yet, and the Ring-bearers heal inside."""
    given = {"where": {"mouth-of-sauron": "dimrill-dale"}, "agenda": [("act", 1)]}
    t = board(**given).does("besieged lorien by=shadow", "travel character mouth-of-sauron")
    assert t.allows("settle lorien")
    assert (holder(t.state, "lorien"), t.points) == (FP, (0, 0))
    t = board(region="lorien", besieged="lorien", corruption=2, agenda=[("act", 0), *PHASE]).does("declare")
    assert t.fellowship.corruption == 1


@pytest.mark.rule("WR-SIEGE-8", "refused")
def test_without_a_siege_the_region_is_closed():
    """And with one it is still not the besieger's, nor can the besieged take what they hold."""
    t = board(where={"mouth-of-sauron": "dimrill-dale"}, agenda=[("act", 1)]).does("travel character mouth-of-sauron")
    assert t.refuses("settle lorien") == ("WR-CHAR-14", "stronghold_barred")
    t = board(besieged="lorien")
    assert t.refuses("captured lorien by=fp") == ("WR-CAPTURE-1", "held_already")
    assert t.refuses("relieved lorien by=shadow")[0] == "WR-SIEGE-9"
