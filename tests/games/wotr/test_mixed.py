"""Armies of partners, of three and four players (WR-TEAM-11, -15..22, -24..27), where the app keeps them."""

import pytest

from companion.core.messages import Ref, Refusal
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.battle import battle_strength
from companion.games.wotr.rules.map import partners
from companion.games.wotr.show import page_map, terminal_map
from companion.games.wotr.tables import FP, SHADOW
from companion.words.wording import Voice
from tests.games.wotr.board import CONTENT, TABLES, WAR, board, conserved
from tests.languages import LANGUAGES

GONDOR, ROHAN, WITCH_KING, SARUMAN = range(4)
ORDER = (ROHAN, SARUMAN, GONDOR, WITCH_KING)  # in which they act (WR-TEAM-9)
PLAIN = "south-ithilien"


def team(figures, who=GONDOR, mixed="", players=4, **how):
    """That seat is due to act, all nations are At War; mixed: regions with a mixed army of its side."""
    side = how.pop("side", FP if who < WITCH_KING else SHADOW)
    how = {"boxes": WAR, "active": ",".join(TABLES.nations), "fp": "army-muster*4,character*2", **how}
    how = {"shadow": "army*3,muster*2,character*2", "acting": who, **how}
    last = ORDER.index(who) if players == len(ORDER) else who
    how = {"agenda": [("victory", -1), ("acting", -1, last), ("act", who)], **how}
    marks = tuple([(region, side) for region in mixed.split(",") if region])
    return board(armies=figures, players=players, mixed=marks, **how)


def attackers(t):
    """Regions out of which somebody may attack."""
    return [offer.act.army for offer in t.rules.legal(t.state) if offer.type == "attack"]


# --- only one's own nations ------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEAM-11", "accepted", "refused")
@pytest.mark.parametrize(
    ("who", "own", "others"),
    [
        (GONDOR, "minas-tirith", ["edoras", "dale"]),
        (ROHAN, "edoras", ["minas-tirith", "lorien"]),
        (WITCH_KING, "moria", ["orthanc", "umbar"]),
        (SARUMAN, "umbar", ["moria"]),
    ],
)
def test_a_seat_moves_its_own_nations(who, own, others):
    """And no army of the partner's nations."""
    stand = {"minas-tirith": "gondor-regular", "edoras": "rohan-regular", "dale": "north-regular"}
    stand |= {"lorien": "elves-regular", "moria": "sauron-regular,nazgul", "orthanc": "isengard-regular"}
    t = team({**stand, "umbar": "southrons-regular"}, who)
    moved = t.marches()
    assert own in moved
    assert not {*others} & {*moved}
    die = "army" if who >= WITCH_KING else "army-muster"
    for region in others:
        goal = TABLES.regions[region].neighbours[0]
        assert t.refuses(f"march {die} {region} {goal}") == ("WR-TEAM-11", "army_of_partner")


def test_separate_armies_of_one_region_go_apart():
    """Only the own units go; those of the partner are not even named; the second army of the die neither."""
    t = team({"edoras": "gondor-regular*2,gondor-leader,rohan-regular*2,rohan-leader"})
    t.does("march army-muster edoras folde")
    assert {offer.act.figure for offer in t.rules.legal(t.state)} == {"gondor-regular", "gondor-leader", ""}
    assert t.refuses("stay rohan-regular 1") == ("WR-ARMY-4", "stay_absent")
    t.does("done")
    assert t.there("folde") == "gondor-regular*2,gondor-leader"
    assert t.there("edoras") == "rohan-regular*2,rohan-leader"
    assert t.marches() == {}
    assert t.seat == "witch-king"


def test_a_leader_without_units_of_his_goes_with_the_partner():
    """He is not left alone where the last unit goes."""
    t = team({"edoras": "gondor-regular,rohan-leader"})
    t.does("march army-muster edoras folde")
    assert t.there("folde") == "gondor-regular,rohan-leader"


@pytest.mark.rule("WR-TEAM-11", "accepted", "refused")
def test_a_seat_attacks_with_its_own_nations():
    """The partner's separate army stays out of it and is lost in no round."""
    stand = {"osgiliath": "gondor-regular*2,rohan-regular*3", PLAIN: "sauron-regular", "north-ithilien": "nazgul"}
    t = team(stand)
    t.does(f"attack army-muster osgiliath {PLAIN}")
    if t.step == "attack_army":
        t.does("done")
    assert (battle_strength.units(t.state, FP), t.seat) == (2, "gondor")
    t.roll("11", "6")
    assert t.there("osgiliath") == "gondor-regular,rohan-regular*3"
    only = team({"osgiliath": "rohan-regular*3", PLAIN: "sauron-regular"})
    assert attackers(only) == []
    assert only.refuses(f"attack army-muster osgiliath {PLAIN}") == ("WR-TEAM-11", "army_of_partner")


@pytest.mark.rule("WR-TEAM-14", "accepted", "refused")
def test_nazgul_serve_both_players_of_the_shadow():
    """They fly by either and lead the armies of either; those of Sauron who are no Nazgûl do not."""
    stand = {"umbar": "southrons-regular,nazgul*2", "moria": "sauron-regular,nazgul"}
    t = team(stand, SARUMAN)
    assert t.refuses("march character moria hollin") == ("WR-TEAM-11", "army_of_partner")
    assert t.does("fly character moria umbar 1").there("umbar") == "nazgul*3,southrons-regular"
    t = team(stand, SARUMAN).does("march character umbar west-harondor", "done")
    assert t.there("west-harondor") == "nazgul*2,southrons-regular"


def test_the_mouth_of_sauron_stays_with_his_own_player():
    """Saruman's army does not take him along, the Witch-king it does."""
    where = {"mouth-of-sauron": "umbar", "witch-king": "umbar"}
    t = team({"umbar": "southrons-regular*2"}, SARUMAN, where=where)
    t.does("march army umbar west-harondor", "done")
    assert (t.where("mouth-of-sauron"), t.where("witch-king")) == ("umbar", "west-harondor")


# --- two armies become one -------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEAM-15", "accepted")
def test_both_agree_to_a_mixed_army():
    """One asks, the other says so; then whoever has more units moves all of it. It costs no die."""
    t = team({"edoras": "gondor-regular*3,rohan-regular*2"})
    dice = t.state.sides[FP].unused
    t.does("merge edoras")
    assert (t.step, t.seat, t.state.mixed) == ("merging", "rohan", ())
    assert t.refuses("accept by=gondor") == ("WR-TEAM-15", "not_your_step")
    assert ("mixed_controlled", "WR-TEAM-18") in t.cites("accept")
    t.does("accept")
    assert (t.step, t.seat, t.state.mixed) == ("act", "gondor", (("edoras", FP),))
    assert t.state.sides[FP].unused == dice
    assert t.refuses("merge edoras") == ("WR-TEAM-15", "mixed_already")
    t.does("march army-muster edoras folde", "done")
    assert t.there("folde") == "gondor-regular*3,rohan-regular*2"
    assert t.state.mixed == (("folde", FP),)


@pytest.mark.rule("WR-TEAM-33", "accepted", "refused")
def test_who_comes_to_a_mixed_army_joins_it():
    """Marching or recruited, and whoever the mixed army comes to; not who comes to a separate army."""
    stand = {"edoras": "gondor-regular*2,rohan-regular", "folde": "rohan-regular*2", "westemnet": "rohan-regular"}
    t = team(stand, ROHAN, mixed="edoras").does("march army-muster folde edoras", "done", "done")
    assert t.state.mixed == (("edoras", FP),)
    assert partners.commander_at(t.state, "edoras", FP) == ROHAN
    t = team(stand, ROHAN, mixed="edoras").does("recruit army-muster rohan-elite edoras")
    assert (t.there("edoras"), t.state.mixed) == ("gondor-regular*2,rohan-regular,rohan-elite", (("edoras", FP),))
    t = team(stand, GONDOR, mixed="edoras").does("march army-muster edoras westemnet", "done")
    assert t.state.mixed == (("westemnet", FP),)
    t = team(stand, ROHAN).does("march army-muster folde edoras", "done", "done")
    assert t.state.mixed == ()
    assert t.refuses("march character edoras folde by=gondor") == ("WR-TEAM-9", "not_your_step")


def test_they_stay_apart_unless_both_agree():
    """Who has declined is asked again at the next action only; without a partner's unit there is nothing to ask."""
    t = team({"edoras": "gondor-regular,rohan-regular*2", "dale": "north-regular"}, shadow="")
    t.does("merge edoras", "done")
    assert (t.step, t.seat, t.state.mixed) == ("act", "gondor", ())
    assert t.refuses("merge edoras") == ("WR-TEAM-15", "merge_declined")
    assert t.refuses("merge dale") == ("WR-TEAM-15", "merge_nobody")
    assert t.refuses("merge nowhere") == ("WR-MAP-1", "region_unknown")
    assert not [words for words in t.legal if words.startswith("merge")]


def test_nothing_of_it_with_two_players_or_with_armies_on_the_board():
    """Nobody is asked, nothing may be mixed."""
    stand = {"edoras": "gondor-regular,rohan-regular*2"}
    two = team(stand, players=2)
    assert not [words for words in two.legal if words.startswith("merge")]
    assert two.refuses("merge edoras") == ("WR-TEAM-15", "merge_nobody")
    two.does("march army-muster edoras folde", "done")
    assert (two.there("folde"), two.state.mixed) == ("gondor-regular,rohan-regular*2", ())
    told = board(players=4, agenda=[("act", 0)])
    assert told.refuses("merge edoras") == ("WR-TURN-13", "armies_on_board")


@pytest.mark.rule("WR-TEAM-16", "accepted")
def test_who_is_attacked_is_one_army():
    """Nobody is asked; the one with more units fights for both, and they stay one army."""
    stand = {PLAIN: "gondor-regular*2,rohan-regular*3", "north-ithilien": "sauron-regular*2"}
    t = team(stand, WITCH_KING)
    codes = t.cites(f"attack army north-ithilien {PLAIN}")
    t.does(f"attack army north-ithilien {PLAIN}")
    if t.step == "attack_army":
        codes = t.cites("done")
        t.does("done")
    assert ("mixed_attacked", "WR-TEAM-16") in codes
    assert ("mixed_controlled", "WR-TEAM-18") in codes
    assert t.state.mixed == ((PLAIN, FP),)
    assert (t.battle.forces[FP].seat_index, battle_strength.units(t.state, FP)) == (ROHAN, 5)


@pytest.mark.rule("WR-TEAM-16", "refused")
@pytest.mark.parametrize("stand", ["gondor-regular*2", "rohan-regular*2,gondor-leader"])
def test_who_is_alone_is_no_mixed_army(stand):
    """Without units of both there is nothing to mix; the partner with units fights, whoever leads."""
    t = team({PLAIN: stand, "north-ithilien": "sauron-regular*2"}, WITCH_KING)
    codes = t.cites(f"attack army north-ithilien {PLAIN}")
    t.does(f"attack army north-ithilien {PLAIN}")
    if t.step == "attack_army":
        codes = t.cites("done")
        t.does("done")
    assert not [code for code, _ in codes if code.startswith("mixed")]
    assert t.battle.forces[FP].seat_index == (GONDOR if stand.startswith("gondor") else ROHAN)


@pytest.mark.rule("WR-TEAM-17", "accepted")
def test_separate_armies_over_the_limit_lose_units_in_turn():
    """The partner who does not lead is the first: Rohan, Gondor, Rohan."""
    start = "gondor-regular*4,gondor-elite*2"
    t = team({"folde": start, "edoras": "rohan-regular*5,rohan-elite*2"})
    t.does("march army-muster folde edoras", "done")
    assert (t.step, t.seat) == ("trim_army", "rohan")
    assert t.cites("trim rohan-regular 1")[0] == ("did_trim", "WR-TEAM-17")
    t.does("trim rohan-regular 1")
    assert (t.step, t.seat) == ("trim_army", "gondor")
    t.does("trim gondor-regular 1")
    assert (t.step, t.seat) == ("trim_army", "rohan")
    t.does("trim rohan-elite 1")
    assert t.there("edoras") == "gondor-regular*3,gondor-elite*2,rohan-regular*4,rohan-elite"
    assert t.step == "act"


@pytest.mark.rule("WR-TEAM-17", "refused")
def test_nobody_removes_two_or_the_units_of_the_partner():
    """One of his own; of a mixed army its controller removes as he likes."""
    stand = {"folde": "gondor-regular*4,gondor-elite*2", "edoras": "rohan-regular*5,rohan-elite*2"}
    t = team(stand).does("march army-muster folde edoras", "done")
    assert t.refuses("trim rohan-regular 2") == ("WR-TEAM-17", "trim_number")
    assert t.refuses("trim gondor-regular 1") == ("WR-TEAM-17", "trim_absent")
    assert t.refuses("trim gondor-regular 1 by=gondor") == ("WR-TEAM-17", "not_your_step")
    stand["edoras"] += ",gondor-regular"
    t = team({**stand, "folde": "gondor-regular*3"}, mixed="edoras").does("march army-muster folde edoras", "done")
    assert (t.step, t.seat) == ("trim_army", "rohan")
    t.does("trim gondor-regular 1")
    assert t.there("edoras") == "gondor-regular*3,rohan-regular*5,rohan-elite*2"


# --- who controls it -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEAM-18", "accepted", "refused")
@pytest.mark.parametrize(
    ("stand", "controller"),
    [
        ("gondor-regular*2,rohan-elite", GONDOR),  # units before elites
        ("gondor-regular,rohan-regular,north-regular", ROHAN),  # all nations of a player count
        ("gondor-regular*2,rohan-elite,rohan-regular", ROHAN),  # then elites
        ("gondor-regular,rohan-regular", GONDOR),  # then the leading player
        ("gondor-regular,gondor-leader*3,rohan-regular,dwarves-regular", ROHAN),  # Leaders are no units
    ],
)
def test_control_of_a_mixed_army(stand, controller):
    """Most units, then most elites, then the leading player; nobody else attacks with it."""
    figures = {"osgiliath": stand, PLAIN: "sauron-regular*2"}
    for who in (GONDOR, ROHAN):
        t = team(figures, who, mixed="osgiliath")
        if who == controller:
            assert attackers(t) == ["osgiliath"]
            t.does(f"attack army-muster osgiliath {PLAIN}", "done")
            assert t.battle.forces[FP].seat_index == who
        else:
            assert attackers(t) == []
            assert t.refuses(f"attack army-muster osgiliath {PLAIN}") == ("WR-TEAM-19", "not_in_control")


def test_the_leading_player_of_the_turn_breaks_a_tie():
    """When the token has passed, it is the partner."""
    t = team({"edoras": "gondor-regular,rohan-regular"}, mixed="edoras")
    assert partners.commander_at(t.state, "edoras", FP) == GONDOR
    t.now(lambda draft: draft.set_side(FP, leader=ROHAN))
    assert partners.commander_at(t.state, "edoras", FP) == ROHAN


@pytest.mark.rule("WR-TEAM-18", "accepted")
def test_losses_in_a_battle_pass_control_on():
    """Gondor loses two of its three units; from then on Rohan decides, and plays the combat cards."""
    stand = {PLAIN: "gondor-regular*3,rohan-regular*2", "north-ithilien": "sauron-regular*4"}
    hands = {"gondor": "fp-char-02", "rohan": "fp-char-03"}
    t = team(stand, WITCH_KING, hands=hands).does(f"attack army north-ithilien {PLAIN}", "done")
    assert (t.step, t.seat) == ("pick_card", "gondor")
    t.does("done").roll("6611", "11111")
    assert (t.step, t.seat) == ("casualties", "gondor")
    t.does("casualty gondor-regular remove")
    assert ("mixed_controlled", "WR-TEAM-18") in t.cites("casualty gondor-regular remove")
    t.does("casualty gondor-regular remove", "press")
    assert (t.step, t.seat) == ("retreat", "rohan")
    t.does("stand")
    assert (t.step, t.seat) == ("pick_card", "rohan")


@pytest.mark.rule("WR-TEAM-19", "accepted", "refused")
def test_only_the_controller_plays_combat_cards():
    """He picks one for the mixed army; his partner is refused."""
    stand = {PLAIN: "gondor-regular*3,rohan-regular*2", "north-ithilien": "sauron-regular*4"}
    hands = {"gondor": "fp-str-02", "rohan": "fp-char-03"}
    t = team(stand, WITCH_KING, hands=hands).does(f"attack army north-ithilien {PLAIN}", "done")
    assert t.refuses("combat fp-char-03 by=rohan") == ("WR-TEAM-19", "not_your_step")
    assert t.refuses("combat fp-char-03 by=witch-king") == ("WR-BATTLE-14", "not_your_step")
    assert t.refuses("combat fp-char-03") == ("WR-BATTLE-14", "not_in_hand")
    t.does("combat fp-str-02").roll("1661", "11111")
    assert (t.step, t.seat) == ("casualties", "gondor")
    assert t.refuses("casualty gondor-regular remove by=rohan") == ("WR-TEAM-19", "not_your_step")
    assert t.refuses("casualty gondor-regular remove by=saruman") == ("WR-BATTLE-25", "not_your_step")


def test_for_the_army_of_the_partner_alone_nobody_decides():
    """It is no mixed one: only its nations fight for their player."""
    stand = {PLAIN: "gondor-regular*3", "north-ithilien": "sauron-regular*4"}
    t = team(stand, WITCH_KING, hands={"gondor": "fp-str-02"}).does(f"attack army north-ithilien {PLAIN}", "done")
    assert t.refuses("combat fp-str-02 by=rohan") == ("WR-TEAM-11", "not_your_step")


def test_after_the_battle_the_new_controller_advances():
    """The attackers lose most of those of the seat that attacked."""
    stand = {"osgiliath": "gondor-regular*3,rohan-regular*2", PLAIN: "sauron-regular*3"}
    t = team(stand, mixed="osgiliath").does(f"attack army-muster osgiliath {PLAIN}", "done").roll("66611", "661")
    t.does("casualty gondor-regular remove", "casualty gondor-regular remove")
    assert (t.step, t.seat) == ("advance_army", "rohan")
    t.does("stay gondor-regular 1", "done")
    assert (t.there("osgiliath"), t.there(PLAIN)) == ("gondor-regular", "rohan-regular*2")
    assert t.state.captors == ()


# --- dividing it -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEAM-20", "accepted", "refused")
@pytest.mark.rule("WR-TEAM-21", "accepted", "refused")
@pytest.mark.parametrize(
    ("gondor", "rohan", "good"),
    [
        (0, 0, True),  # all of it
        (0, 2, True),  # all of his own: the army is mixed no more
        (1, 2, False),  # one stays with two of the partner
        (3, 0, False),  # none of his own goes
        (2, 1, True),  # one and one go, and he leads
        (1, 0, True),  # two and two: he leads, and none of the partner stays
        (2, 0, False),  # one and two: the partner would lead them
        (1, 1, True),  # two and one go; one and one stay, and he leads
    ],
)
def test_the_controller_keeps_control_of_every_part(gondor, rohan, good):
    """So many of his three and of the partner's two stay."""
    t = team({"edoras": "gondor-regular*3,rohan-regular*2"}, mixed="edoras").does("march army-muster edoras folde")
    t.does(f"stay gondor-regular {gondor}", f"stay rohan-regular {rohan}")
    if good:
        t.does("done")
        assert conserved(t.state)
    else:
        assert t.refuses("done") == ("WR-TEAM-20", "control_lost")


@pytest.mark.rule("WR-TEAM-21", "accepted")
def test_the_partner_takes_his_own_out():
    """Any part of them, at any time; nothing of the others goes, and what is left stays mixed while both are there."""
    t = team({"edoras": "gondor-regular*3,rohan-regular*2"}, ROHAN, mixed="edoras")
    t.does("march army-muster edoras folde", "stay rohan-regular 1", "done", "done")
    assert (t.there("edoras"), t.there("folde")) == ("gondor-regular*3,rohan-regular", "rohan-regular")
    assert t.state.mixed == (("edoras", FP),)
    t = team({"edoras": "gondor-regular*3,rohan-regular*2"}, ROHAN, mixed="edoras")
    t.does("march army-muster edoras folde", "done")
    assert (t.there("edoras"), t.state.mixed) == ("gondor-regular*3", ())


@pytest.mark.rule("WR-TEAM-21", "refused")
def test_the_partner_takes_nothing_else_out():
    """Not a unit of the other, and he does not fight with his own."""
    t = team({"osgiliath": "gondor-regular*3,rohan-regular*2", PLAIN: "sauron-regular"}, ROHAN, mixed="osgiliath")
    assert t.refuses(f"attack army-muster osgiliath {PLAIN}") == ("WR-TEAM-19", "not_in_control")
    t.does("march army-muster osgiliath minas-tirith")
    assert t.refuses("stay gondor-regular 1") == ("WR-ARMY-4", "stay_absent")


def test_the_rearguard_of_a_mixed_army():
    """Nor does an attack divide it so that control is lost."""
    t = team({"osgiliath": "gondor-regular*3,rohan-regular*2", PLAIN: "sauron-regular"}, mixed="osgiliath")
    t.does(f"attack army-muster osgiliath {PLAIN}", "stay gondor-regular 1", "stay rohan-regular 2")
    assert t.refuses("done") == ("WR-TEAM-20", "control_lost")
    t.does("stay gondor-regular 0", "done")
    assert (battle_strength.units(t.state, FP), t.battle.forces[FP].seat_index) == (3, GONDOR)


@pytest.mark.rule("WR-TEAM-22", "accepted", "refused")
def test_a_mixed_army_keeps_the_limits_of_every_nation_in_it():
    """Of Gondor and Rohan only Gondor is At War: Rohan's units do not go into foreign land, and do not attack."""
    peace = {"boxes": {**WAR, "rohan": 2}}
    t = team({"edoras": "gondor-regular*3,rohan-regular*2"}, mixed="edoras", **peace)
    t.does("march army-muster edoras folde", "done")
    assert t.there("folde") == "gondor-regular*3,rohan-regular*2"
    t = team({"druadan-forest": "gondor-regular*3,rohan-regular*2"}, mixed="druadan-forest", **peace)
    assert ("must_stay", "WR-TEAM-22") in t.cites("march army-muster druadan-forest minas-tirith")
    stand = {"osgiliath": "gondor-regular*4,rohan-regular", PLAIN: "sauron-regular"}
    t = team(stand, mixed="osgiliath", **peace).does(f"attack army-muster osgiliath {PLAIN}")
    assert t.refuses("stay rohan-regular 1") == ("WR-TEAM-22", "may_not_go")
    t.does("stay gondor-regular 3")
    assert battle_strength.units(t.does("done").state, FP) == 1


def test_no_march_that_could_only_lose_control():
    """Gondor's own are the ones who may not go: with Rohan's alone it does not march, and is not offered to."""
    peace = {"boxes": {**WAR, "gondor": 2}}
    t = team({"edoras": "gondor-regular*3,rohan-regular*2"}, mixed="edoras", **peace)
    assert "folde" not in t.marches().get("edoras", set())
    assert t.refuses("march army-muster edoras folde") == ("WR-TEAM-20", "control_lost")
    stand = {"osgiliath": "gondor-regular*3,rohan-regular*2", PLAIN: "sauron-regular"}
    t = team(stand, mixed="osgiliath", **peace)
    assert attackers(t) == []
    assert t.refuses(f"attack army-muster osgiliath {PLAIN}") == ("WR-TEAM-20", "control_lost")


# --- elites that lead ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TEAM-24", "accepted", "refused")
@pytest.mark.parametrize(("place", "players", "leads"), [("orthanc", 4, 2), ("orthanc", 3, 2), ("gone", 4, 0)])
def test_elites_re_roll_in_battle_too(place, players, leads):
    """Two of the Southrons, while Saruman is in play."""
    stand = {"north-ithilien": "southrons-elite*2", PLAIN: "gondor-regular*2"}
    who = players - 1
    t = team(stand, who, players=players, side=SHADOW, where={"saruman": place})
    t.does(f"attack army north-ithilien {PLAIN}", "done")
    assert battle_strength.leadership(t.state, SHADOW) == leads


# --- three players ---------------------------------------------------------------------------------------------------


def three(figures, **how):
    """Three players; the Shadow has no dice."""
    return team(figures, players=3, shadow="", **how)


@pytest.mark.rule("WR-TEAM-25", "accepted", "refused")
def test_the_shadow_is_a_team_of_two_with_three_players():
    """Its armies are those of two, the Free Peoples' of one."""
    stand = {"moria": "sauron-regular,southrons-regular*2", "edoras": "gondor-regular,rohan-regular"}
    t = team(stand, 2, players=3, side=SHADOW)
    assert t.refuses("merge edoras") == ("WR-TEAM-15", "merge_nobody")
    t.does("march army moria hollin", "done")
    assert t.there("moria") == "sauron-regular"
    t = three(stand).does("march army-muster edoras folde", "done")
    assert t.there("folde") == "gondor-regular,rohan-regular"


@pytest.mark.rule("WR-TEAM-26", "accepted", "refused")
@pytest.mark.rule("WR-TEAM-27", "accepted", "refused")
def test_no_army_of_example_22_moves_twice():
    """A Gondor army, then a mixed one of Gondor and Rohan; not the same mixed army again, nor Gondor twice."""
    stand = {"pelargir": "gondor-regular*2", "edoras": "gondor-regular,rohan-regular", "dale": "north-regular"}
    t = three(stand).does("march army-muster pelargir lossarnach", "done", "done")
    assert t.refuses("march army-muster lossarnach pelargir") == ("WR-TEAM-26", "nation_again")
    assert set(t.marches()) == {"edoras", "dale"}
    t.does("march army-muster edoras folde", "done", "done")
    t.does("march army-muster folde edoras")
    assert t.refuses("done") == ("WR-TEAM-27", "army_again")
    t.does("stay rohan-regular 1", "done", "done")
    assert (t.there("edoras"), t.there("folde")) == ("gondor-regular", "rohan-regular")
    assert t.refuses("march army-muster edoras westemnet") == ("WR-TEAM-26", "nation_again")
    t.does("march army-muster folde westemnet", "done")


@pytest.mark.rule("WR-TEAM-26", "accepted", "refused")
def test_every_action_for_a_nation_counts():
    """Recruiting, moving, attacking, diplomacy; another action, even with no nation, parts them, a pass does not."""
    stand = {
        "edoras": "rohan-regular*2",
        "dale": "north-regular",
        PLAIN: "sauron-regular",
        "osgiliath": "gondor-regular",
    }
    t = three(stand, boxes={**WAR, "elves": 2})
    t.does("recruit army-muster rohan-regular helms-deep", "done")
    assert t.refuses("march army-muster edoras folde") == ("WR-TEAM-26", "nation_again")
    assert t.refuses("recruit army-muster rohan-regular edoras") == ("WR-TEAM-26", "nation_again")
    t.does("skip army-muster")
    assert t.refuses("march army-muster edoras folde") == ("WR-TEAM-26", "nation_again")
    t = three(stand)
    t.does("recruit army-muster rohan-regular helms-deep", "recruit - gondor-regular pelargir")
    for figure in ("rohan", "gondor"):
        region = {"rohan": "edoras", "gondor": "pelargir"}[figure]
        assert t.refuses(f"recruit army-muster {figure}-regular {region}") == ("WR-TEAM-26", "nation_again")
    assert set(t.marches()) == {"dale"}
    assert attackers(t) == []
    assert t.refuses(f"attack army-muster osgiliath {PLAIN}") == ("WR-TEAM-26", "nation_again")
    t.does("march army-muster dale erebor")
    assert t.allows("recruit army-muster gondor-regular pelargir")


def test_the_second_army_of_a_die_is_not_of_the_last_nation_either():
    """Nor the second figure; both of one action may be of one nation."""
    stand = {"edoras": "rohan-regular", "dale": "north-regular", "erebor": "dwarves-regular", "folde": "rohan-regular"}
    t = three(stand).does("march army-muster edoras westemnet")
    assert {"folde", "dale"} <= {*t.marches()}
    t.does("march - folde edoras")
    t.does("march army-muster dale old-forest-road")
    assert set(t.marches()) == {"erebor"}
    assert t.refuses("march - edoras folde") == ("WR-TEAM-26", "nation_again")
    t = three(stand).does("march army-muster edoras westemnet", "done", "recruit army-muster north-regular dale")
    assert t.refuses("recruit - rohan-regular edoras") == ("WR-TEAM-26", "nation_again")


@pytest.mark.rule("WR-TEAM-27", "accepted", "refused")
def test_the_same_mixed_army_after_an_attack():
    """It is known where it stands: where it attacked from, and where it has advanced to."""
    stand = {
        "osgiliath": "gondor-regular*3,rohan-regular",
        PLAIN: "sauron-regular",
        "edoras": "gondor-regular,rohan-elite",
    }
    t = three(stand).does(f"attack army-muster osgiliath {PLAIN}", "done").roll("6111", "1").does("done")
    assert t.there(PLAIN) == "gondor-regular*3,rohan-regular"
    t.does(f"march army-muster {PLAIN} osgiliath")
    assert t.refuses("done") == ("WR-TEAM-27", "army_again")
    t = three(stand).does(f"attack army-muster osgiliath {PLAIN}", "done").roll("6111", "1").does("done")
    t.does("march army-muster edoras folde", "done", "done", f"march army-muster {PLAIN} osgiliath", "done")
    assert t.there("osgiliath") == "gondor-regular*3,rohan-regular"


def test_two_players_act_as_often_as_they_like():
    """For the same nation, with the same army."""
    t = team({"edoras": "rohan-regular"}, players=2, shadow="")
    t.does("march army-muster edoras folde", "march army-muster folde edoras")
    assert t.there("edoras") == "rohan-regular"


# --- event cards -----------------------------------------------------------------------------------------------------


def holding(who, card, figures, players=4, **how):
    """A table where a seat has that card and may play it with an Event die."""
    seat = TABLES.for_players[players][who]
    side = TABLES.seats[seat].side
    dice = {"fp": "event*2,army-muster", "shadow": "event*2"} if side == FP else {"fp": "", "shadow": "event*2"}
    how = {"options": {"real_cards": False}, "hands": {seat: card}, **dice, **how}
    return team(figures, who, players=players, side=side, **how)


@pytest.mark.rule("WR-TEAM-11", "accepted", "refused")
@pytest.mark.parametrize(("who", "there"), [(WITCH_KING, ("", "5")), (SARUMAN, ("5", ""))])
def test_a_card_recruits_only_the_nations_of_its_player(who, there):
    """One that both may play: regulars of the Southrons in Gorgoroth, of Sauron in Nurn."""
    t = holding(who, "sh-str-23", {"edoras": "rohan-regular"})
    assert ("nation_of_partner", "WR-TEAM-11") in t.cites("event event sh-str-23")
    t.does("event event sh-str-23")
    kinds = ("southrons-regular", "sauron-regular")
    wanted = [f"{kind}*{number}" if number else "" for kind, number in zip(kinds, there, strict=True)]
    assert [t.there("gorgoroth"), t.there("nurn")] == wanted


@pytest.mark.rule("WR-TEAM-26", "accepted", "refused")
def test_a_card_recruits_nobody_of_the_last_nation():
    """With three players; and what a card recruits counts as the last action."""
    t = holding(0, "fp-str-23", {"edoras": "rohan-regular"}, players=3, shadow="")
    t.does("march army-muster edoras folde")
    assert ("nation_rests", "WR-TEAM-26") in t.cites("event event fp-str-23")
    t = holding(0, "fp-str-23", {"edoras": "rohan-regular"}, players=3, shadow="")
    t.does("event event fp-str-23", "recruit - rohan-regular edoras", "done")
    assert t.refuses("march army-muster edoras folde") == ("WR-TEAM-26", "nation_again")


# --- where it is seen ------------------------------------------------------------------------------------------------

SEATS = [{"name": seat, "seat": seat} for seat in ("gondor", "rohan", "witch-king", "saruman")]


def placed(**row):
    """A position of four players with an army of both partners in Edoras, or why there is none."""
    units = {"gondor": {"regular": 1}, "rohan": {"regular": 2}}
    position = {"seats": SEATS, "regions": {"edoras": {"units": units, **row}}}
    made = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, [], "full", {}, position))
    return (made.rule, made.code) if isinstance(made, Refusal) else made


def test_a_position_says_where_armies_are_mixed():
    """Only of a side with units of both partners there; with two players nobody is asked."""
    assert placed().mixed == ()
    assert placed(mixed=["fp"]).mixed == (("edoras", FP),)
    assert placed(mixed=["shadow"]) == ("WR-TEAM-15", "position_mixed")
    assert placed(mixed=["fp"], units={"rohan": {"regular": 2}}) == ("WR-TEAM-15", "position_mixed")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_surface_shows_a_mixed_army(lang):
    """In the view, on the map and in the terminal: where, and who controls it."""
    state = placed(mixed=["fp"])
    assert GAME.rules.view(state, None)["armies"]["mixed"] == [{"region": "edoras", "side": "fp", "seat": "rohan"}]
    atlas = page_map.draw_map(GAME.rules.view(state, None), CONTENT.tables)
    forces = {force.side: force.mixed for area in atlas.areas for place in area.places for force in place.forces}
    assert forces == {"fp": "rohan"}
    say = Voice(lang, CONTENT, [{"id": seat["seat"], "name": "Ania"} for seat in SEATS]).say
    told, apart = [" ".join(terminal_map.part(at, say, {"region": "edoras"})).split() for at in (state, placed())]
    words = say("web.wotr.map.mixed", seat=Ref("seat", "rohan")).split()
    assert " ".join(words) in " ".join(told)
    assert " ".join(words) not in " ".join(apart)
