"""The location step and what texts activate (WC-LOC, WC-SKI-1..4, WC-BAR) and its worked examples."""

from fractions import Fraction

import pytest

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.combat.combat import Combat
from companion.games.wotrcards.rules.common import play
from companion.games.wotrcards.rules.common.common import defending_side, is_site, printed_values
from companion.games.wotrcards.rules.common.texts import CardText, ReadText
from companion.games.wotrcards.rules.locations import locations
from companion.games.wotrcards.rules.locations.battlegrounds import Ground
from companion.games.wotrcards.rules.locations.locations import ChooseTextOrder, ReadLocation
from companion.games.wotrcards.rules.locations.paths import WalkPath
from companion.games.wotrcards.state import Active, Draft
from companion.games.wotrcards.tables import FREE, SHADOW, UNKNOWN
from tests.games.wotrcards.board import CONTENT, TABLES, board, offers, start, telling, turning_up

KINDS = ("battleground", "skirmish_site", "path")
WON = {"free": "minas-tirith:3,the-shire:1", "shadow": "edoras:1"}  # companions that are no longer to be had


def location_step(scenario="extended-trilogy", starter=0, **how):
    """The location step of a round, and nothing after it; starter: place of the starting player."""
    seat = TABLES.scenarios[scenario].seats[starter]
    side = TABLES.seats[seat]
    return board(scenario, agenda=[WalkPath(starter), Ground(starter, side, "")], first=starter, **how)


# --- what a location is ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-TERM-1", "accepted", "refused")
def test_active_from_its_activation_to_the_end_of_its_combat():
    """Battleground, site and path are locations; before and after they are not in the middle of the table."""
    t = location_step().does("ground bree", "read 1 0", "done", "walk bag-end", "done")
    assert t.active == ["bree", "the-shire", "bag-end"]
    ended = board("trilogy", active="moria", path="bag-end", agenda=[Combat(0)]).does("fight moria")
    assert ended.active == []
    t = board("trilogy", path="bag-end", cards="gimli:frodo", hands={"frodo": 3})
    assert t.refuses("move gimli moria") == ("WC-PLAY-3", "place_not_active")
    assert t.refuses("move gimli bree") == ("WC-PLAY-3", "place_not_active")


@pytest.mark.rule("WC-TERM-7", "accepted", "refused")
def test_the_starting_player_holds_the_token_this_round():
    """Whoever holds it turns up the locations, and nobody else."""
    t = location_step(starter=1)
    assert t.seat == "witch-king"
    assert t.refuses("ground dunland by=frodo") == ("WC-LOC-1", "not_your_step")
    assert t.allows("ground dunland")


@pytest.mark.rule("WC-COMP-5", "accepted")
@pytest.mark.rule("WC-SKI-1", "accepted")
def test_a_site_has_companions_and_win_effects_only():
    """Two win effects and companions in order, no points, no defence icons, no activation effect."""
    rows = CONTENT["skirmish_site"].values()
    assert len(rows) == 10 + 3
    for row in rows:
        assert len(row["companions"]) == 2
        assert row["defender_win"]["en"] != row["attacker_win"]["en"]
        assert not {"vp", "defence", "activation"} & set(row)
    t = location_step().does("ground bree")
    assert printed_values(t.state, "bree") == (0, 0)


@pytest.mark.rule("WC-COMP-5", "refused")
@pytest.mark.rule("WC-SKI-1", "refused")
def test_a_site_says_nothing_when_it_is_activated():
    """Bree and its companion: only the companion has a text; two sites may lie there at once."""
    t = location_step(won=WON, cycle={}).does("ground cair-andros", "ground bree", "read 1 1")
    assert (t.step, t.state.step.source) == ("text", "dunland")
    assert [id for id in t.active if is_site(t.state, id)] == ["cair-andros", "bree"]
    assert ReadText(0, "bree") not in t.state.agenda


# --- battlegrounds ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-LOC-1", "accepted")
def test_a_battleground_then_a_path():
    """Each is resolved before the next thing happens."""
    t = location_step("trilogy").does("ground rivendell")
    assert (t.step, t.active) == ("text", ["rivendell"])
    t.does("effect draw - aragorn 1", "done")
    assert t.step == "path"
    t.does("walk bag-end")
    assert t.step == "text"
    assert t.does("done").step == "over"


@pytest.mark.rule("WC-LOC-1", "refused")
def test_not_the_path_first():
    """Nor a second battleground, nor anything by another seat."""
    t = location_step("trilogy")
    assert t.refuses("walk bag-end") == ("WC-LOC-1", "not_now")
    t.does("ground rivendell")
    assert t.refuses("walk bag-end") == ("WC-LOC-1", "not_now")
    t.does("done")
    assert t.refuses("ground moria") == ("WC-LOC-1", "not_now")
    assert t.refuses("walk bag-end by=saruman") == ("WC-LOC-1", "not_your_step")


@pytest.mark.rule("WC-LOC-2", "accepted")
def test_from_the_deck_of_the_own_side_then_of_the_other():
    """Frodo draws from that of the Free Peoples, from that of the Shadow when it is empty, then there is none."""
    t = location_step("trilogy")
    assert set(turning_up(t)) == set(t.state.grounds[FREE])
    assert set(turning_up(t).values()) == {Fraction(1, len(t.state.grounds[FREE]))}
    t = location_step("trilogy", grounds={"shadow": "moria,orthanc"})
    assert turning_up(t) == {"moria": Fraction(1, 2), "orthanc": Fraction(1, 2)}
    assert location_step("trilogy", grounds={}).step == "path"


@pytest.mark.rule("WC-LOC-2", "refused")
def test_not_from_the_other_deck_while_there_is_an_own():
    """Nor what is already out, nor what no game has."""
    t = location_step("trilogy", active="lorien")
    assert t.refuses("ground moria") == ("WC-LOC-2", "ground_not_there")
    assert t.refuses("ground lorien") == ("WC-LOC-2", "ground_not_there")
    assert t.refuses("ground mordor") == ("WC-LOC-2", "no_ground")
    assert t.refuses("ground") == ("WC-LOC-2", "chance_open")


@pytest.mark.rule("WC-CMB-4", "accepted")
def test_nobody_knows_the_values_of_a_new_battleground():
    """They are read from the card once a game."""
    t = location_step().does("ground dale")
    assert t.step == "read"
    assert t.refuses("read 5 1") == ("WC-CMB-4", "read_range")
    assert t.refuses("read 1 1 by=gandalf") == ("WC-CMB-4", "not_your_step")
    t.does("read 2 1")
    assert (printed_values(t.state, "dale"), t.step) == ((2, 1), "text")


# --- skirmish sites --------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-LOC-3", "accepted")
@pytest.mark.rule("WC-SKI-2", "accepted")
@pytest.mark.rule("WC-AMB-3", "accepted")
def test_the_first_companion_in_a_deck_comes_along():
    """Minas Tirith before Edoras; nobody knows what comes next out of its deck."""
    t = location_step().does("ground cair-andros")
    assert t.active == ["cair-andros", "minas-tirith"]
    t.does("done")
    assert t.step == "path"
    after = location_step(active="cair-andros,minas-tirith")
    assert set(turning_up(after).values()) == {Fraction(1, len(after.state.grounds[FREE]))}


@pytest.mark.rule("WC-SKI-2", "accepted")
@pytest.mark.rule("WC-AMB-19", "accepted")
@pytest.mark.parametrize("how", [{"won": {"shadow": "minas-tirith:3"}}, {"active": "minas-tirith"}])
def test_the_second_companion_if_the_first_is_not_in_a_deck(how):
    """Won or active already: Edoras comes, and Helm’s Deep with it."""
    t = location_step(**how).does("ground cair-andros")
    assert t.active[-2:] == ["edoras", "helms-deep"]


@pytest.mark.rule("WC-LOC-3", "refused")
@pytest.mark.rule("WC-SKI-2", "refused")
def test_the_step_goes_on_until_a_battleground_is_active():
    """No path yet, and no deck of the other side."""
    t = location_step(won=WON).does("ground cair-andros")
    assert (t.step, t.active) == ("ground", ["cair-andros"])
    assert t.refuses("walk bag-end") == ("WC-LOC-1", "not_now")
    assert t.refuses("ground moria") == ("WC-LOC-2", "ground_not_there")
    t.does("ground bree", "read 1 1", "done")
    assert t.step == "path"


@pytest.mark.rule("WC-SKI-3", "accepted")
def test_a_companion_may_lie_in_the_other_deck():
    """Bree brings along Dunland once the Shire is won."""
    t = location_step(won={"free": "the-shire:1"}).does("ground bree")
    assert t.active == ["bree", "dunland"]
    assert "dunland" not in t.state.grounds[SHADOW]


@pytest.mark.rule("WC-SKI-3", "refused")
@pytest.mark.rule("WC-EPD-3", "refused")
def test_a_companion_that_has_not_come_in_does_not_count():
    """Epic Duel: Edoras comes in with part 2, Minas Tirith with part 3."""
    t = location_step("epic-duel", grounds={"free": "cair-andros,rivendell"}).does("ground cair-andros")
    assert (t.step, t.active) == ("ground", ["cair-andros"])
    t = telling("epic-duel")
    assert t.refuses("effect activate edoras") == ("WC-EPD-3", "ground_not_there")


@pytest.mark.rule("WC-AMB-1", "accepted")
def test_the_deck_of_the_side_of_the_site():
    """The Witch-king starts with an empty deck and draws Bree: the next card is of the Free Peoples."""
    t = location_step(starter=1, won=WON, grounds={"free": "bree,dale"}).does("ground bree")
    assert turning_up(t) == {"dale": Fraction(1)}
    t = location_step(starter=1, grounds={"shadow": "angmar,moria", "free": "dale"}).does("ground angmar", "alone")
    assert turning_up(t) == {"moria": Fraction(1)}


@pytest.mark.rule("WC-AMB-2", "accepted")
def test_the_other_deck_when_that_one_is_empty():
    """Bree was the last card of the Free Peoples."""
    t = location_step(won=WON, grounds={"free": "bree", "shadow": "moria"}).does("ground bree")
    assert turning_up(t) == {"moria": Fraction(1)}
    t = location_step(won=WON, grounds={"free": "bree"}).does("ground bree")
    assert (t.step, t.active) == ("path", ["bree"])


@pytest.mark.rule("WC-SKI-2", "accepted")
def test_companions_that_nobody_knows_are_told():
    """The Carrock: any battleground of a deck, or none of its companions is in one."""
    t = location_step().does("ground carrock")
    assert t.step == "beside"
    assert t.refuses("beside bree") == ("WC-SKI-3", "beside_not_there")
    assert t.refuses("beside moria by=aragorn") == ("WC-SKI-2", "not_your_step")
    assert location_step().does("ground carrock", "beside moria").active == ["carrock", "moria"]
    t.does("alone")
    assert (t.step, t.active) == ("ground", ["carrock"])


@pytest.mark.rule("WC-EX-1", "accepted", "refused")
def test_cair_andros_then_bree():
    """Minas Tirith, Edoras and the Shire are won: Cair Andros, Bree and Dunland are active, and nothing else."""
    t = location_step(won=WON).does("ground cair-andros")
    assert t.step == "ground"
    t.does("ground bree")
    assert t.active == ["cair-andros", "bree", "dunland"]
    t.does("read 1 1", "done")
    assert t.refuses("ground rivendell") == ("WC-LOC-1", "not_now")


@pytest.mark.rule("WC-EX-2", "accepted", "refused")
def test_cair_andros_then_a_battleground():
    """It stands beside Cair Andros, and no more is drawn."""
    t = location_step(won=WON).does("ground cair-andros", "ground rivendell")
    assert t.active == ["cair-andros", "rivendell"]
    assert t.refuses("ground bree") == ("WC-LOC-1", "not_now")


# --- Barad-dûr -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-BAR-1", "accepted")
@pytest.mark.rule("WC-LOC-4", "refused")
def test_barad_dur_goes_back():
    """A new card of the Shadow is activated, of the Free Peoples if there is none, then it is shuffled in again."""
    t = location_step(starter=1, grounds={"shadow": "barad-dur,moria", "free": "rivendell"}).does("ground barad-dur")
    assert (t.step, t.active, t.state.grounds[SHADOW]) == ("ground", [], ("moria",))
    assert t.does("ground moria").state.grounds[SHADOW] == ("barad-dur",)
    t = location_step(starter=1, grounds={"shadow": "barad-dur", "free": "rivendell"}).does("ground barad-dur")
    assert turning_up(t) == {"rivendell": Fraction(1)}
    t.does("ground rivendell")
    assert (t.active, t.state.grounds) == (["rivendell"], ((), ("barad-dur",)))


@pytest.mark.rule("WC-BAR-1", "refused")
@pytest.mark.rule("WC-LOC-4", "accepted")
@pytest.mark.parametrize("gate", ["minas-morgul", "morannon"])
def test_barad_dur_comes_once_a_gate_is_won(gate):
    """Won by the Free Peoples, not by the Shadow."""
    t = location_step(starter=1, won={"free": f"{gate}:2"}).does("ground barad-dur")
    assert (t.active, t.step) == (["barad-dur"], "read")
    t = location_step(starter=1, won={"shadow": f"{gate}:2"}).does("ground barad-dur")
    assert (t.active, t.step) == ([], "ground")


@pytest.mark.rule("WC-LOC-4", "refused")
def test_nor_as_a_companion():
    """Where the table says which companion comes, it cannot be Barad-dûr."""
    t = location_step(starter=1).does("ground nurn")
    assert t.refuses("beside barad-dur") == ("WC-LOC-4", "ground_barred")
    assert location_step(starter=1, won={"free": "morannon:2"}).does("ground nurn").allows("beside barad-dur")


@pytest.mark.rule("WC-AMB-13", "accepted")
def test_barad_dur_alone_is_no_battleground():
    """It goes back, and the path is next."""
    t = location_step(starter=1, grounds={"shadow": "barad-dur"}).does("ground barad-dur")
    assert (t.step, t.active, t.state.grounds) == ("path", [], ((), ("barad-dur",)))


@pytest.mark.rule("WC-AMB-14", "accepted")
def test_a_text_may_activate_barad_dur():
    """Without a gate, in the action step."""
    assert telling().does("effect activate barad-dur").active == ["barad-dur"]


@pytest.mark.rule("WC-BAR-2", "accepted")
@pytest.mark.rule("WC-COMP-4", "accepted")
def test_every_faction_may_go_to_barad_dur():
    """Attackers and defenders of every faction, by the wild icons."""
    t = board("extended-trilogy", active="barad-dur", read={"barad-dur": (3, 3)})
    armies = [id for id, card in TABLES.cards.items() if card.type in (play.ARMY, play.CHARACTER)]
    assert {TABLES.cards[id].faction for id in armies} == set(TABLES.factions) - set(TABLES.wild)
    assert [id for id in armies if play.place_fault(t.state, id, "barad-dur")] == []
    assert {"northmen", "easterling", "ruffian"} <= set(TABLES.factions)
    assert {TABLES.factions[id] for id in TABLES.wild} == {FREE, SHADOW}


@pytest.mark.rule("WC-BAR-2", "refused")
@pytest.mark.rule("WC-COMP-4", "refused")
def test_elsewhere_icons_count():
    """Northmen do not go to Moria, nor Ruffians."""
    t = board("extended-trilogy", active="moria")
    for card in ("king-brand", "bill-ferny", "mordor-orcs"):
        assert play.place_fault(t.state, card, "moria").code == "place_faction"
    assert play.place_fault(t.state, "gimli", "moria") is None


# --- what brings along another ---------------------------------------------------------------------------------------


@pytest.mark.rule("WC-LOC-9", "accepted")
def test_edoras_brings_helms_deep():
    """Out of its deck, if it is there."""
    assert location_step("trilogy").does("ground edoras").active == ["edoras", "helms-deep"]
    t = location_step("trilogy", won={"shadow": "helms-deep:2"}).does("ground edoras")
    assert (t.active, t.step, t.area("shadow")) == (["edoras"], "path", {"helms-deep": 2})


@pytest.mark.rule("WC-LOC-10", "accepted")
@pytest.mark.parametrize(("who", "one", "two"), [(0, "lorien", "dol-guldur"), (1, "dol-guldur", "lorien")])
def test_lorien_and_dol_guldur_bring_each_other(who, one, two):
    """Out of a deck or out of a scoring area, but not when the other is active."""
    assert location_step("trilogy", who).does(f"ground {one}").active == [one, two]
    t = location_step("trilogy", who, won={"free": f"{two}:2"}).does(f"ground {one}")
    assert (t.active, t.area("free")) == ([one, two], {})
    assert t.state.active[1].area == FREE
    assert location_step("trilogy", who, active=two).does(f"ground {one}").active == [two, one]


# --- paths -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-LOC-5", "accepted")
@pytest.mark.rule("WC-SET-4", "accepted")
def test_a_random_path_one_number_above():
    """Number 1 in the first round, then one more than the last path; every path of that number alike."""
    t = board("trilogy", agenda=[WalkPath(0)])
    assert turning_up(t) == dict.fromkeys(("bag-end", "bucklebury-ferry", "gildors-encampment"), Fraction(1, 3))
    t = board("extended-trilogy", path="caradhras", path_active=False, agenda=[WalkPath(0)])
    wanted = [id for id, path in TABLES.paths.items() if path.number == 5]
    assert turning_up(t) == dict.fromkeys(wanted, Fraction(1, 4))


@pytest.mark.rule("WC-LOC-5", "refused")
@pytest.mark.rule("WC-SET-4", "refused")
def test_no_other_number():
    """Neither the same number nor two more; not a path of another game."""
    t = board("trilogy", path="caradhras", path_active=False, agenda=[WalkPath(0)])
    assert t.refuses("walk khazad-dum") == ("WC-LOC-5", "path_number")
    assert t.refuses("walk amon-hen") == ("WC-LOC-5", "path_number")
    assert t.refuses("walk fangorn") == ("WC-SET-1", "no_path")
    assert t.refuses("walk") == ("WC-LOC-5", "chance_open")


@pytest.mark.rule("WC-LOC-6", "accepted")
def test_combat_on_the_path_before_the_next():
    """An effect brings a new path: the old one is fought over first, then the new one says what it says."""
    t = board("trilogy", path="bag-end", cards="gandalf-the-grey:frodo@bag-end", hands={"frodo": 4})
    t.does("use gandalf-the-grey", "effect activate the-old-forest")
    assert (t.area("free"), t.active, t.step) == ({"bag-end": 1}, ["the-old-forest"], "text")
    assert t.card("gandalf-the-grey") is None
    t = telling("trilogy", path="bag-end", cards="the-witch-king:witch-king@bag-end").does("effect activate weathertop")
    assert (t.step, t.active) == ("clash", ["bag-end"])
    t.does("icons 2")
    assert (t.state.corruption, t.active) == (2, ["weathertop"])


@pytest.mark.rule("WC-LOC-6", "refused")
def test_never_two_paths():
    """However it comes, there is one path in the middle, and its combat is due in the combat step."""
    t = telling("trilogy", path="bag-end", active="moria").does("effect activate weathertop", "done", "done")
    assert t.active == ["moria", "weathertop"]
    t = telling("trilogy", path="bag-end", path_active=False).does("effect activate weathertop")
    assert (t.active, t.area("free")) == (["weathertop"], {})


@pytest.mark.rule("WC-LOC-6", "refused")
def test_no_text_brings_a_path_before_that_of_the_round():
    """A battleground's effect is carried out while the path of the round is still to come: later it may bring one."""
    agenda = [WalkPath(0), ReadText(0, "edoras")]
    t = board("trilogy", path="bag-end", path_active=False, active="edoras", agenda=agenda)
    assert not offers(t, "activate") & set(TABLES.paths)
    assert t.refuses("effect activate weathertop") == ("WC-LOC-6", "path_due")
    assert t.refuses("effect activate bucklebury-ferry") == ("WC-LOC-6", "path_due")
    t = board("trilogy", path="bag-end", active="edoras", agenda=[ReadText(0, "edoras")])
    assert "weathertop" in offers(t, "activate")
    assert t.does("effect activate weathertop").active == ["edoras", "weathertop"]


@pytest.mark.rule("WC-LOC-7", "accepted")
@pytest.mark.rule("WC-LOC-8", "accepted")
def test_a_text_chooses_among_the_paths_that_match():
    """Of the same number or the next, what was not used yet; any battleground of a deck."""
    t = telling("trilogy", path="weathertop", used=("bag-end", "the-old-forest", "weathertop"))
    wanted = {"inn-of-the-prancing-pony", "fords-of-bruinen", "imladris", "the-council-of-elrond"}
    assert offers(t, "activate") & set(TABLES.paths) == wanted
    assert offers(t, "activate") - wanted == {id for deck in t.state.grounds for id in deck}


@pytest.mark.rule("WC-LOC-7", "refused")
def test_no_path_twice():
    """By chance or by a text."""
    t = telling("trilogy", path="weathertop", used=("bag-end", "the-old-forest", "weathertop"))
    assert t.refuses("effect activate the-old-forest") == ("WC-LOC-7", "path_used")
    t = board("trilogy", path="weathertop", used=("weathertop", "imladris"), agenda=[WalkPath(0)])
    assert t.refuses("walk imladris") == ("WC-LOC-7", "path_used")


@pytest.mark.rule("WC-LOC-9", "accepted")
def test_any_number_of_battlegrounds():
    """Each is searched out of its deck."""
    t = telling("trilogy", active="rivendell").does("effect activate moria", "done", "effect activate pelargir")
    assert t.active == ["rivendell", "moria", "pelargir"]
    assert not {"moria", "pelargir"} & {id for deck in t.state.grounds for id in deck}


@pytest.mark.rule("WC-LOC-9", "refused")
def test_only_out_of_a_deck():
    """Not one that is active, nor one that is won."""
    t = telling("trilogy", active="rivendell", won={"free": "moria:1"})
    for id in ("rivendell", "moria", "?"):
        assert t.refuses(f"effect activate {id}") == ("WC-LOC-9", "ground_not_there")
    assert t.refuses("effect activate pelargir - 1") == ("WC-LOC-9", "effect_number")


@pytest.mark.rule("WC-LOC-10", "accepted")
def test_reactivated_out_of_a_scoring_area():
    """Its points leave the area; its text comes again; the sides stay as printed."""
    t = telling("trilogy", won={"shadow": "minas-tirith:3"}).does("effect reactivate minas-tirith")
    assert (t.area("shadow"), t.state.active) == ({}, (Active("minas-tirith", SHADOW),))
    assert (t.step, t.state.step.source, defending_side(t.state, "minas-tirith")) == ("text", "minas-tirith", FREE)


@pytest.mark.rule("WC-LOC-10", "refused")
def test_only_battlegrounds_of_a_scoring_area():
    """Neither paths nor sites, nor what lies in a deck."""
    t = telling(won={"free": "bag-end:1,moria:1"})
    assert t.refuses("effect reactivate bag-end") == ("WC-LOC-10", "not_in_area")
    assert t.refuses("effect reactivate dale") == ("WC-LOC-10", "not_in_area")
    assert t.refuses("effect reactivate bree") == ("WC-SKI-6", "site_not_activated")
    assert t.refuses("effect reactivate moria - 1") == ("WC-LOC-10", "effect_number")


@pytest.mark.rule("WC-SKI-4", "accepted")
def test_sites_are_as_battlegrounds():
    """Armies and characters are played and moved there."""
    t = board("extended-trilogy", active="bree", cards="gimli:frodo", hands={"frodo": 4})
    assert t.allows("move gimli bree")
    t.does("play defenders-of-erebor", "put bree")
    assert t.card("defenders-of-erebor").at == "bree"


@pytest.mark.rule("WC-SKI-4", "refused")
@pytest.mark.rule("WC-EX-4", "refused")
def test_no_text_activates_a_site():
    """Threats and Promises names a site: refused, whoever’s it is."""
    t = telling(step=CardText(3, "threats-and-promises"))
    for site in ("fords-of-isen", "bree", "angmar"):
        assert t.refuses(f"effect activate {site}") == ("WC-SKI-4", "site_not_activated")
    assert not {id for id in offers(t, "activate") if is_site(t.state, id)}


@pytest.mark.rule("WC-EX-4", "accepted")
def test_threats_and_promises_activates_a_battleground():
    """Orthanc, out of the deck of the Shadow."""
    assert telling(step=CardText(3, "threats-and-promises")).does("effect activate orthanc").active == ["orthanc"]


# --- several texts at once -------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-ORD-1", "accepted")
def test_the_order_of_texts_is_chosen():
    """Two battlegrounds come at once: the starting player says which speaks first."""
    t = board("trilogy", agenda=[ChooseTextOrder(2, ("moria", "rivendell"))], active="moria,rivendell")
    assert t.seat == "aragorn"
    assert t.legal == ["next location=moria", "next location=rivendell"]
    assert t.does("next rivendell").state.agenda[-1] == ReadText(2, "rivendell")
    assert t.does("done").state.agenda[-1] == ReadText(2, "moria")
    t = board("trilogy", agenda=[ChooseTextOrder(2, ("moria", "rivendell"))], active="moria,rivendell")
    assert t.refuses("next dale") == ("WC-ORD-1", "not_due")
    assert t.refuses("next moria by=frodo") == ("WC-ORD-1", "not_your_step")


# --- solo play -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SOLO-1", "accepted", "refused")
def test_what_solo_play_swaps():
    """Every Shadow card of the expansion and two battlegrounds; no other."""
    cards, rows = CONTENT["card"].values(), CONTENT["alternate"].values()
    new = [(row["faction"], row["copies"] - row.get("base_copies", 0)) for row in cards]
    wanted = {}
    for faction, copies in new:
        if copies and TABLES.factions[faction] == SHADOW:
            wanted[faction] = wanted.get(faction, 0) + copies
    assert {row["faction"]: row["count"] for row in rows if "faction" in row} == wanted
    assert [row["of"] for row in rows if "of" in row] == ["dunland", "rhun"]


@pytest.mark.rule("WC-SOLO-2", "accepted", "refused")
def test_scenarios_of_the_base_game_have_no_sites():
    """What solo play builds upon has none; the scenarios of the expansion do."""
    with_sites = set()
    for id, scenario in TABLES.scenarios.items():
        lying = [place for side in scenario.grounds for part in side for place in part]
        if any(TABLES.places[place].site for place in lying):
            with_sites.add(id)
    assert with_sites == {id for id in TABLES.scenarios if id.startswith(("extended", "war", "epic"))}
    assert not [row for row in CONTENT["alternate"].values() if "site" in row.id]


# --- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SET-3", "refused")
@pytest.mark.parametrize("scenario", ["extended-trilogy", "war-in-the-north"])
def test_no_site_in_the_deck_of_the_other_side(scenario):
    """Each deck holds places of its own side only."""
    for side, deck in enumerate(start(scenario).state.grounds):
        assert {TABLES.places[id].side for id in deck} == {side}
        assert any(TABLES.places[id].site for id in deck)


def test_every_location_is_in_one_place():
    """A draw takes it out of its deck; what is read is asked once."""
    t = location_step().does("ground dale", "read 1 1", "done", "walk bag-end")
    draft = Draft.of(t.state)
    locations.activate_locations(draft, 0, ["erebor"], "WC-LOC-9")
    assert draft.agenda[-1] == ReadLocation(0, "erebor")
    assert UNKNOWN not in printed_values(t.state, "dale")
    assert t.rules.check(t.state, Act("ground", "frodo", location="dale")).code == "not_now"
