"""The Fellowship declared, moved, hidden and revealed, its Guide and those who leave it: WR-FELL."""

import pytest

from companion.games.wotr.rules.hunt import fellowship, hunt_tile
from companion.games.wotr.rules.map import companions
from companion.games.wotr.rules.turn import turn
from companion.games.wotr.state import GONE, IN_FELLOWSHIP
from tests.games.wotr.board import COMPANIONS, board, steps

REVEAL = (hunt_tile.reveal, "WR-FELL-25")
PHASE = [("fellowship", 0)]


def phase(**how):
    """Phase 2."""
    return board(**{"agenda": PHASE, "phase": "fellowship", **how})


def revealed(progress, region, **how):
    """A Hunt tile without damage has just revealed the Fellowship, which may go `progress` regions."""
    t = board(progress=progress - 1, region=region, allocated=1, **how).does("move character", "watch 0", "search six")
    return t.does("tile standard-0-reveal")


# --- where it is -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-FELL-1", "accepted")
@pytest.mark.rule("WR-HUNT-8", "accepted")
def test_the_figure_is_where_the_fellowship_is():
    """However far it has travelled, the Stronghold beside the figure gives the re-roll."""
    t = board(region="moria", progress=7, allocated=1).does("move character", "watch 0", "search two")
    assert (t.step, t.fellowship.region, t.fellowship.progress) == ("again", "moria", 8)


@pytest.mark.rule("WR-FELL-1", "refused")
@pytest.mark.rule("WR-MORDOR-1", "refused")
def test_progress_alone_brings_nobody_to_mordor():
    """One region away from the gate is not at the gate."""
    t = phase(region="dagorlad", progress=4)
    assert t.refuses("enter") == ("WR-MORDOR-1", "enter_elsewhere")


@pytest.mark.rule("WR-FELL-2", "accepted")
@pytest.mark.rule("WR-FELL-20", "accepted")
def test_progress_ends_at_12():
    """It moves and the Hunt follows, but the counter stays."""
    t = board(progress=11, allocated=1).does("move character")
    assert (t.fellowship.progress, t.step) == (12, "watch")
    t = board(progress=12, allocated=1).does("move character")
    assert (t.fellowship.progress, t.step) == (12, "watch")


@pytest.mark.rule("WR-FELL-2", "refused")
@pytest.mark.rule("WR-FELL-25", "refused")
def test_no_step_beyond_the_progress():
    """After as many steps the figure has arrived."""
    t = revealed(1, "rivendell").does("step trollshaws")
    assert (t.fellowship.region, t.fellowship.progress, t.step) == ("trollshaws", 0, "act")
    assert t.refuses("step bree") == ("WR-DICE-13", "not_now")


@pytest.mark.rule("WR-FELL-3", "accepted", "refused")
def test_corruption_from_0_to_12():
    """Never below 0, and at 12 all is over."""
    t = board(corruption=1).now(companions.corrupt, -2, "WR-FELL-15")
    assert t.fellowship.corruption == 0
    t = board(corruption=10).now(companions.corrupt, 3, "WR-HUNT-27")
    assert (t.fellowship.corruption, t.ending) == (12, ("corruption", ("shadow",)))


@pytest.mark.rule("WR-FELL-4", "accepted")
def test_the_guide_has_his_ability():
    """With Strider as the Guide any die hides; a Companion in the Fellowship who does not guide changes nothing."""
    t = board(hidden=False, guide="strider", fp="muster,event")
    assert [word for word in t.legal if word.startswith("hide")] == ["hide die=muster", "hide die=event"]
    t = board(hidden=False, guide="gandalf-the-grey", fp="muster,character,will-of-the-west")
    assert [word for word in t.legal if word.startswith("hide")] == ["hide die=will-of-the-west", "hide die=character"]


@pytest.mark.rule("WR-FELL-4", "refused")
def test_a_companion_in_the_fellowship_does_not_move_on_the_map():
    """He has to be separated first."""
    assert board().refuses("travel character strider") == ("WR-CHAR-2", "not_on_map")
    t = board(hidden=False, guide="gandalf-the-grey", fp="muster")
    assert t.refuses("hide muster") == ("WR-FELL-30", "die_not_for_this")


# --- the Guide -------------------------------------------------------------------------------------------------------


def lead(**how):
    """The end of phase 2."""
    return board(agenda=[("lead", 0)], **how)


@pytest.mark.rule("WR-FELL-5", "accepted")
@pytest.mark.rule("WR-FELL-6", "accepted")
@pytest.mark.rule("WR-FELL-7", "accepted")
def test_ex_14_strider_for_gandalf():
    """Both have Level 3, so the Free Peoples choose, or leave it as it is."""
    t = lead()
    assert t.legal == ["done", "guide character=strider"]
    assert t.does("guide strider").fellowship.guide == "strider"
    assert lead().does("done").fellowship.guide == "gandalf-the-grey"


@pytest.mark.rule("WR-FELL-5", "refused")
@pytest.mark.rule("WR-FELL-7", "refused")
def test_ex_14_not_boromir():
    """Level 2 does not guide while there is a 3, nor does he who guides already, nor one who is not there."""
    t = lead()
    assert t.refuses("guide boromir") == ("WR-FELL-7", "guide_level")
    assert t.refuses("guide gandalf-the-grey") == ("WR-FELL-6", "guide_already")
    assert t.refuses("guide strider by=shadow") == ("WR-FELL-6", "not_your_step")
    assert t.refuses("guide faramir") == ("WR-FELL-5", "character_unknown")
    assert t.refuses("guide gollum") == ("WR-HUNT-33", "no_companion")


def test_nobody_is_asked_without_a_choice():
    """One Companion of the highest Level guides by himself."""
    assert lead(companions="strider,boromir").step == "over"


def test_the_guide_is_chosen_whenever_somebody_leaves():
    """Two of Level 2 are left: one has to be named; with a Guide still there he may stay."""
    t = board(companions="strider,legolas,gimli").does("separate character strider", "settle rivendell")
    assert (t.step, t.fellowship.guide, t.legal) == (
        "new_guide",
        "",
        ["guide character=legolas", "guide character=gimli"],
    )
    assert t.refuses("done") == ("WR-FELL-5", "guide_needed")
    assert t.does("guide gimli").fellowship.guide == "gimli"
    t = board(companions="gandalf-the-grey,strider,gimli").does("separate character gimli", "settle rivendell")
    assert t.legal == ["done", "guide character=strider"]


@pytest.mark.rule("WR-FELL-8", "accepted")
def test_gollum_guides_when_nobody_is_left():
    """At once, and he is with the Fellowship."""
    t = board(companions="meriadoc").does("separate character meriadoc", "settle rivendell")
    assert (t.fellowship.guide, t.where("gollum"), t.fellowship.companions) == ("gollum", IN_FELLOWSHIP, ())


@pytest.mark.rule("WR-FELL-8", "refused")
@pytest.mark.rule("WR-FELL-9", "accepted", "refused")
def test_who_has_left_never_comes_back():
    """While a Companion is there Gollum does not guide, and one who stands beside the figure is no part of it."""
    t = board(companions="strider,gimli").does("separate character strider", "settle rivendell")
    assert (t.fellowship.guide, t.where("gollum"), t.where("strider")) == ("gimli", "", "rivendell")
    t.state = t.state.replace(acting=0, agenda=steps([("lead", 0)]))
    assert t.refuses("guide strider") == ("WR-FELL-5", "not_in_fellowship")
    t.state = t.state.replace(agenda=steps([("act", 0)]))
    assert t.refuses("separate character strider") == ("WR-FELL-9", "not_in_fellowship")


# --- declared --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-FELL-10", "accepted")
@pytest.mark.rule("WR-FELL-11", "accepted")
@pytest.mark.rule("WR-FELL-12", "accepted")
@pytest.mark.rule("WR-FELL-13", "accepted")
@pytest.mark.rule("WR-FELL-15", "accepted")
@pytest.mark.rule("WR-FELL-18", "accepted")
def test_ex_15_declared_in_lorien():
    """Five regions, no tile for Moria, corruption 1 less, hidden still; with corruption 0 it stays 0."""
    for before, after in ((2, 1), (0, 0)):
        t = phase(turn=4, progress=5, corruption=before, allocated=2).does("declare")
        t.does("step fords-of-bruinen", "step hollin", "step moria", "step dimrill-dale", "step lorien")
        now = t.fellowship
        assert (now.region, now.progress, now.hidden, now.corruption) == ("lorien", 0, True, after)
        assert (t.step, t.drawn) == ("over", {})


@pytest.mark.rule("WR-FELL-10", "refused")
@pytest.mark.rule("WR-FELL-12", "refused")
def test_declared_once_a_turn_and_only_hidden():
    """Anchor 7: five declarations in one phase heal once. The figure stays where it was declared."""
    t = phase(region="morannon", corruption=3).does("declare")
    assert t.refuses("declare") == ("WR-FELL-10", "declared_already")
    assert t.legal == ["done", "enter"]
    assert phase(region="morannon", hidden=False).refuses("declare") == ("WR-FELL-10", "declare_revealed")
    assert phase(hidden=False).step == "over"
    assert phase().refuses("declare by=shadow") == ("WR-FELL-10", "not_your_step")
    t = phase(progress=1, agenda=[("lead", 0), ("fellowship", 0)]).does("declare", "step trollshaws")
    assert t.refuses("step bree") == ("WR-FELL-6", "not_now")
    assert board().refuses("declare") == ("WR-FELL-10", "not_now")


def test_the_end_of_the_way_may_be_nearer():
    """0 steps to as many as the Progress, back again if they like."""
    t = phase(progress=5).does("declare")
    assert t.legal == ["stop", "step region=fords-of-bruinen", "step region=trollshaws"]
    t.does("step trollshaws", "step rivendell")
    assert (t.does("stop").fellowship.region, t.fellowship.progress) == ("rivendell", 0)


@pytest.mark.rule("WR-FELL-13", "refused")
def test_no_step_over_a_black_border():
    """Only the regions beside, none beyond, and none that is not on the map."""
    t = phase(progress=5).does("declare")
    assert t.refuses("step high-pass") == ("WR-FELL-13", "not_adjacent")
    assert t.refuses("step rivendell") == ("WR-FELL-13", "not_adjacent")
    assert t.refuses("step mirkwood") == ("WR-FELL-11", "region_unknown")
    assert t.refuses("step trollshaws by=shadow") == ("WR-FELL-11", "not_your_step")
    assert t.refuses("stop by=shadow") == ("WR-FELL-11", "not_your_step")


@pytest.mark.rule("WR-FELL-14", "accepted")
def test_the_fellowship_enters_and_leaves_a_siege():
    """The Ring-bearers enter and leave a besieged Stronghold, and heal there."""
    t = phase(region="dimrill-dale", progress=2, besieged="lorien", corruption=2).does("declare", "step lorien")
    assert t.does("step parth-celebrant").fellowship.region == "parth-celebrant"
    t = phase(region="lorien", besieged="lorien", corruption=2).does("declare")
    assert t.fellowship.corruption == 1


@pytest.mark.rule("WR-FELL-14", "refused")
@pytest.mark.rule("WR-FELL-36", "refused")
def test_companions_do_not_pass_a_siege():
    """What the figure may do a group that leaves it may not, and a Stronghold of the Shadow stops it."""
    t = board(region="dimrill-dale", besieged="lorien").does("separate character strider")
    assert t.refuses("settle lorien") == ("WR-CHAR-11", "siege_in")
    t = board(region="hollin").does("separate character gimli")
    assert t.allows("settle moria")
    assert t.refuses("settle dimrill-dale") == ("WR-FELL-36", "way_barred")


@pytest.mark.rule("WR-FELL-15", "refused")
@pytest.mark.rule("WR-FELL-16", "accepted")
def test_declared_in_a_city_that_the_shadow_holds():
    """The nation wakes, but nobody heals; a Town or a region of no nation does neither."""
    t = phase(region="edoras", taken="edoras", corruption=3).does("declare")
    assert (t.fellowship.corruption, t.active("rohan")) == (3, True)
    t = phase(region="edoras", corruption=3).does("declare")
    assert (t.fellowship.corruption, t.active("rohan")) == (2, True)
    t = phase(region="moria", taken="moria", corruption=3).does("declare")
    assert t.fellowship.corruption == 3


@pytest.mark.rule("WR-FELL-16", "refused")
def test_a_town_does_not_wake_its_nation():
    """Bree is a Town, Osgiliath belongs to nobody."""
    for region in ("bree", "osgiliath"):
        t = phase(region=region, corruption=3).does("declare")
        assert (t.fellowship.corruption, t.active("north"), t.active("gondor")) == (3, False, False)


@pytest.mark.rule("WR-FELL-17", "accepted")
def test_declared_at_progress_0_each_turn():
    """It heals again in the next turn."""
    t = phase(region="lorien", corruption=5).does("declare")
    assert (t.fellowship.corruption, t.step) == (4, "over")
    t.state = t.state.replace(agenda=steps(PHASE), fellowship=t.fellowship._replace(declared=False))
    assert t.does("declare").fellowship.corruption == 3


@pytest.mark.rule("WR-FELL-17", "refused")
@pytest.mark.rule("WR-MORDOR-19", "refused")
def test_not_on_the_mordor_track():
    """There phase 2 brings nothing."""
    t = phase(step=1, corruption=4)
    assert (t.step, t.fellowship.corruption) == ("over", 4)
    t.state = t.state.replace(agenda=steps(PHASE))
    assert t.refuses("declare") == ("WR-MORDOR-19", "declare_track")


@pytest.mark.rule("WR-MORDOR-19", "accepted")
def test_declared_at_the_gate():
    """Off the Track it is declared wherever it is."""
    assert phase(region="morannon", progress=1).does("declare", "stop").fellowship.declared


@pytest.mark.rule("WR-FELL-18", "refused")
def test_only_the_balrog_draws_for_a_declaration():
    """Anchor 8: the way through Moria draws a tile if that card lies on the table, and nothing otherwise."""
    way = ("declare", "step hollin", "step moria", "stop")
    t = phase(region="fords-of-bruinen", progress=4).does(*way)
    assert t.step == "over"
    t = phase(region="fords-of-bruinen", progress=4, table_shadow="sh-char-17").does(*way)
    assert (t.step, t.seat, t.legal) == ("moria", "shadow", ["use card=sh-char-17", "accept"])
    t = phase(region="moria", table_shadow="sh-char-17").does("declare")
    assert t.step == "over"


def test_cards_that_go_with_a_declaration():
    """The Last Battle wherever it is, two cards of the Shadow in a refuge."""
    cards = {"table_fp": "fp-str-01", "table_shadow": "sh-char-15,sh-char-16,sh-char-17"}
    where = {"aragorn": "dagorlad"}
    t = phase(region="bree", where=where, **cards).does("declare")
    assert [side.table for side in t.state.sides] == [(), ("sh-char-15", "sh-char-16", "sh-char-17")]
    t = phase(region="lorien", where=where, **cards).does("declare")
    assert [side.table for side in t.state.sides] == [(), ("sh-char-17",)]
    t = phase(region="lorien", taken="lorien", where=where, **cards).does("declare")
    assert t.state.sides[1].table == ("sh-char-15", "sh-char-16", "sh-char-17")


# --- moved -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-FELL-19", "accepted")
@pytest.mark.rule("WR-FELL-22", "accepted")
@pytest.mark.rule("WR-HUNT-3", "accepted")
def test_a_character_die_moves_it():
    """Will of the West does too; without a Hunt the die lies in the box at once, used."""
    t = board(fp="character,will-of-the-west,muster").does("move character")
    assert (t.fellowship.progress, t.state.box.walkers, t.seat) == (1, 1, "shadow")
    t = board(fp="will-of-the-west,muster").does("move will-of-the-west")
    assert (t.fellowship.progress, t.state.sides[0].dice) == (1, 1)


@pytest.mark.rule("WR-FELL-19", "refused")
@pytest.mark.rule("WR-FELL-21", "refused")
@pytest.mark.rule("WR-FELL-20", "refused")
def test_other_dice_and_a_revealed_fellowship_do_not_move():
    """Nor does the Shadow move it, nor a die that is not there."""
    t = board(fp="muster,army-muster,event")
    assert t.refuses("move muster") == ("WR-FELL-19", "die_not_for_this")
    assert t.refuses("move event") == ("WR-FELL-19", "die_not_for_this")
    assert t.refuses("move character") == ("WR-DICE-7", "no_such_die")
    t = board(hidden=False)
    assert t.refuses("move character") == ("WR-FELL-21", "move_revealed")
    assert not [word for word in t.legal if word.startswith("move")]
    t = board(agenda=[("act", 1)])
    assert t.refuses("move character") == ("WR-DICE-19", "action_of_fp")
    assert t.refuses("separate character strider") == ("WR-DICE-19", "action_of_fp")
    assert t.refuses("hide character") == ("WR-DICE-19", "action_of_fp")
    assert not {"move", "hide", "separate"} & {word.split()[0] for word in t.legal}
    assert "hide" not in {word.split()[0] for word in board(agenda=[("act", 1)], hidden=False).legal}
    assert t.refuses("move character by=fp") == ("WR-DICE-13", "not_your_step")


@pytest.mark.rule("WR-FELL-21", "accepted")
@pytest.mark.rule("WR-FELL-30", "accepted")
@pytest.mark.rule("WR-FELL-31", "accepted")
def test_hidden_again_it_moves():
    """The die that hides moves nothing and stays out of the box."""
    t = board(hidden=False, progress=0, shadow="").does("hide character")
    now = t.fellowship
    assert (now.hidden, now.progress, now.tried, t.state.box.walkers) == (True, 0, False, 0)
    assert t.does("move character").fellowship.progress == 1


@pytest.mark.rule("WR-FELL-22", "refused")
@pytest.mark.rule("WR-HUNT-6", "accepted", "refused")
def test_the_die_goes_to_the_box_after_the_hunt():
    """A 5 fails in the Hunt of the first move and succeeds in that of the second."""
    t = board(allocated=1, shadow="").does("move character")
    assert t.state.box.walkers == 0
    t.does("watch 0", "search five")
    assert (t.step, t.state.box.walkers) == ("act", 1)
    assert t.does("move character", "watch 0", "search five").step == "draw_tile"


def test_a_card_keeps_the_die_out_of_the_box():
    """The Last Battle, as long as it lies there when the Hunt is over: a reveal takes it away before."""
    where = {"aragorn": "dagorlad"}
    t = board(table_fp="fp-str-01", where=where, allocated=1).does("move character", "watch 0", "search five")
    assert t.state.box.walkers == 0
    t = revealed(1, "rivendell", table_fp="fp-str-01", where=where).does("step trollshaws")
    assert (t.state.box.walkers, t.state.sides[0].table) == (1, ())


@pytest.mark.rule("WR-FELL-23", "accepted")
@pytest.mark.rule("WR-HUNT-1", "accepted")
def test_moved_by_a_card():
    """The Hunt follows, and no die goes to the box."""
    t = board(allocated=1).now(fellowship.move)
    assert (t.step, t.fellowship.progress) == ("watch", 1)
    assert t.does("watch 0", "search six", "tile standard-1", "accept").state.box.walkers == 0


@pytest.mark.rule("WR-FELL-23", "refused")
@pytest.mark.rule("WR-FELL-24", "accepted")
def test_the_dice_come_back_in_the_next_turn():
    """The die of a move by die does go to the box, and leaves it in phase 1, remembered for the allocation."""
    t = board(allocated=2, eyes=1, fp="character", shadow="").does("move character", "watch 0", "search two,three,four")
    assert (t.state.turn, t.state.box.walkers, t.state.box.before, t.state.box.level) == (4, 0, True, 0)


@pytest.mark.rule("WR-FELL-24", "refused")
def test_a_die_cannot_be_used_again_in_its_turn():
    """While the turn lasts the die cannot be used again."""
    t = board(fp="character", shadow="event*2").does("move character")
    assert (t.state.box.walkers, t.state.sides[0].dice, t.seat) == (1, 0, "shadow")
    assert t.does("skip event").seat == "shadow"


@pytest.mark.rule("WR-FELL-30", "refused")
@pytest.mark.rule("WR-FELL-31", "refused")
def test_hidden_it_is_not_hidden():
    """And only a Character die does it."""
    assert board().refuses("hide character") == ("WR-FELL-30", "hide_hidden")
    t = board(hidden=False, fp="event,muster")
    assert t.refuses("hide event") == ("WR-FELL-30", "die_not_for_this")


# --- revealed --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-FELL-25", "accepted")
@pytest.mark.rule("WR-FELL-28", "accepted")
@pytest.mark.rule("WR-HUNT-28", "accepted")
def test_ex_16_revealed_in_moria():
    """Legal, with one more tile; by Goblins' Gate there is none. Progress 0, revealed."""
    t = revealed(3, "rivendell").does("step fords-of-bruinen", "step hollin", "step moria")
    assert (t.step, t.seat, t.asked.source, t.asked.eye) == ("draw_tile", "shadow", "moria", 0)
    t.does("tile standard-2", "accept")
    now = t.fellowship
    assert (now.region, now.progress, now.hidden, now.corruption) == ("moria", 0, False, 2)
    t = revealed(3, "rivendell").does("step fords-of-bruinen", "step high-pass", "step goblins-gate")
    now = t.fellowship
    assert (now.region, now.progress, now.hidden, t.step) == ("goblins-gate", 0, False, "act")


@pytest.mark.rule("WR-FELL-26", "accepted")
def test_through_a_city_of_the_free_peoples():
    """It may be crossed, and one that the Shadow holds may be the end."""
    t = revealed(3, "dimrill-dale").does("step lorien", "step parth-celebrant", "stop")
    assert t.fellowship.region == "parth-celebrant"
    t = revealed(3, "dimrill-dale", taken="lorien").does("step lorien", "stop")
    assert t.fellowship.region == "lorien"


@pytest.mark.rule("WR-FELL-26", "refused")
@pytest.mark.rule("WR-HUNT-28", "refused")
def test_not_the_end_in_a_city_of_the_free_peoples():
    """Besieged or not; nor may the last step lead there; a Stronghold of the Shadow that they hold is closed too."""
    t = revealed(2, "dimrill-dale", besieged="lorien").does("step lorien")
    assert t.refuses("stop") == ("WR-FELL-26", "reveal_sheltered")
    assert "stop" not in t.legal
    t = revealed(1, "dimrill-dale")
    assert t.refuses("step lorien") == ("WR-FELL-26", "reveal_sheltered")
    assert "step region=lorien" not in t.legal
    t = revealed(1, "rivendell")
    assert t.refuses("stop") == ("WR-FELL-26", "reveal_sheltered")
    t = revealed(1, "hollin", taken="moria")
    assert t.refuses("step moria") == ("WR-FELL-26", "reveal_sheltered")


@pytest.mark.rule("WR-FELL-27", "accepted")
def test_at_progress_0_it_stays():
    """Also in a City of the Free Peoples."""
    t = board(region="edoras").now(*REVEAL)
    assert (t.step, t.fellowship.region, t.fellowship.hidden) == ("act", "edoras", False)


@pytest.mark.rule("WR-FELL-27", "refused")
def test_with_progress_it_may_not_stay_there():
    """In Edoras with Progress 1 it has to leave."""
    t = board(region="edoras", progress=1).now(*REVEAL)
    assert (t.step, t.legal) == ("walk", ["step region=folde", "step region=westemnet"])
    assert t.refuses("stop") == ("WR-FELL-26", "reveal_sheltered")


def test_every_stronghold_of_the_way_once():
    """Started in, crossed, ended in, stayed in; the same one again is no other."""
    t = board(region="moria").now(*REVEAL)
    assert t.step == "draw_tile"
    t = board(region="moria", progress=2).now(*REVEAL).does("step hollin", "step moria")
    assert (t.step, [step.kind for step in t.state.agenda].count("owed")) == ("draw_tile", 0)
    t = board(region="dimrill-dale", progress=3).now(*REVEAL)
    t.does("step north-anduin-vale", "step dol-guldur", "stop").does("tile standard-1", "accept")
    assert (t.step, t.fellowship.region) == ("act", "dol-guldur")


@pytest.mark.rule("WR-FELL-28", "refused")
@pytest.mark.rule("WR-FELL-29", "accepted", "refused")
def test_no_tile_for_a_stronghold_that_changed_hands():
    """Neither Lórien in the hands of the Shadow nor Moria in those of the Free Peoples; Moria of the Shadow does."""
    t = board(region="dimrill-dale", progress=2, taken="lorien").now(*REVEAL).does("step lorien", "stop")
    assert t.step == "act"
    t = board(region="moria", progress=2, taken="moria").now(*REVEAL).does("step hollin", "stop")
    assert t.step == "act"
    t = board(region="moria", progress=2).now(*REVEAL).does("step hollin", "stop")
    assert t.step == "draw_tile"


@pytest.mark.rule("WR-FELL-42", "accepted", "refused")
def test_a_declaration_draws_nothing_and_gollum_neither():
    """Only where the Shadow reveals; Gollum moves the figure all the same."""
    t = board(region="moria", progress=1).now(*REVEAL, hunt_tile.BETRAYED)
    assert t.does("stop").step == "act"
    t = phase(region="moria", progress=1).does("declare", "stop")
    assert t.step == "over"
    t = board(region="moria", progress=1).now(*REVEAL).does("stop")
    assert t.step == "draw_tile"


@pytest.mark.rule("WR-FELL-32", "accepted", "refused")
def test_armies_beside_the_figure_only_help_to_hunt():
    """They are told as conditions for a re-roll; nothing else happens, and more than there can be are refused."""
    t = board(region="hollin", allocated=1).does("move character")
    assert t.legal == ["watch", "watch conditions=1", "watch conditions=2"]
    assert t.refuses("watch 3") == ("WR-HUNT-7", "conditions_range")
    assert t.does("watch 2", "search two").asked.dice == 1


# --- separated -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-FELL-33", "accepted")
@pytest.mark.rule("WR-FELL-34", "accepted")
@pytest.mark.rule("WR-FELL-35", "accepted")
@pytest.mark.rule("WR-FELL-36", "accepted")
@pytest.mark.rule("WR-FELL-38", "accepted")
@pytest.mark.rule("WR-FELL-40", "accepted")
def test_ex_17_legolas_and_meriadoc():
    """Range 5 + 2 from Rivendell; the Fellowship stays as it was, and there is no Hunt."""
    t = board(progress=5, allocated=2).does("separate character legolas", "add meriadoc", "settle woodland-realm")
    assert (t.where("legolas"), t.where("meriadoc")) == ("woodland-realm", "woodland-realm")
    now = t.fellowship
    assert (now.region, now.progress, now.hidden) == ("rivendell", 5, True)
    assert now.companions == tuple([name for name in COMPANIONS if name not in ("legolas", "meriadoc")])
    assert t.step == "new_guide"
    assert (t.does("done").step, t.seat, t.state.box.walkers) == ("act", "shadow", 0)


@pytest.mark.rule("WR-FELL-33", "refused")
@pytest.mark.rule("WR-FELL-34", "refused")
@pytest.mark.rule("WR-FELL-35", "refused")
@pytest.mark.rule("WR-FELL-38", "refused")
def test_one_group_to_one_region_within_reach():
    """With a Character die, off the Mordor Track; nobody joins twice, and the Guide is named if he goes."""
    assert board(fp="muster").refuses("separate muster gimli") == ("WR-FELL-33", "die_not_for_this")
    t = board(step=1, companions="gimli")
    assert t.refuses("separate character gimli") == ("WR-FELL-33", "separate_track")
    assert not [word for word in t.legal if word.startswith("separate")]
    t = board(progress=1).does("separate character meriadoc")
    assert t.refuses("settle moria") == ("WR-FELL-35", "too_far")
    assert t.refuses("settle nowhere")[1] == "region_unknown"
    assert t.refuses("add meriadoc")[1] == "not_beside"
    assert t.does("add gimli").allows("settle moria")
    t.does("settle moria", "done")
    assert t.seat == "shadow"


@pytest.mark.rule("WR-FELL-37", "accepted", "refused")
def test_separated_inside_a_siege():
    """They are inside and stay there."""
    t = board(region="lorien", progress=3, besieged="lorien").does("separate character strider")
    assert t.legal[0] == "settle region=lorien"
    assert t.refuses("settle parth-celebrant") == ("WR-FELL-37", "siege_out")
    assert t.does("settle lorien").where("strider") == "lorien"


@pytest.mark.rule("WR-FELL-39", "accepted")
def test_who_arrives_wakes_a_nation():
    """In a City or Stronghold of it, if he may."""
    t = board(region="old-forest-road", companions="gandalf-the-grey,gimli,legolas")
    t.does("separate character gimli", "settle erebor")
    assert t.active("dwarves")


@pytest.mark.rule("WR-FELL-39", "refused")
def test_a_companion_activates_no_nation_elsewhere():
    """Not where the enemy holds it, not in a Town, not a nation that he cannot activate."""
    t = board(region="old-forest-road", taken="erebor", companions="gimli").does("separate character gimli")
    assert not t.does("settle erebor").active("dwarves")
    t = board(region="fords-of-bruinen", companions="strider").does("separate character strider", "settle bree")
    assert not t.active("north")
    t = board(region="old-forest-road", companions="gimli").does("separate character gimli", "settle dale")
    assert not t.active("north")


@pytest.mark.rule("WR-FELL-40", "refused")
@pytest.mark.rule("WR-FELL-41", "refused")
def test_the_ring_bearers_never_part():
    """Nor does Gollum; and separating moves nothing by itself."""
    t = board()
    assert t.refuses("separate character ring-bearers") == ("WR-FELL-41", "no_companion")
    assert board(companions="").refuses("separate character gollum") == ("WR-HUNT-33", "no_companion")
    t.does("separate character gimli")
    assert t.refuses("move character") == ("WR-CHAR-7", "not_now")


@pytest.mark.rule("WR-FELL-41", "accepted")
def test_the_ring_bearers_stay_when_everybody_goes():
    """Gollum guides them."""
    t = board(companions="gimli").does("separate character gimli", "settle rivendell")
    assert (t.where("ring-bearers"), t.where("gimli"), t.fellowship.region) == (IN_FELLOWSHIP, "rivendell", "rivendell")


def test_cards_lie_there_for_companions_in_the_fellowship():
    """Axe and Bow while Gimli or Legolas is there, the Horn while Boromir is."""
    cards = "fp-char-06,fp-char-07"
    t = board(companions="gandalf-the-grey,boromir,gimli,legolas", table_fp=cards).does("separate character gimli")
    t.does("settle rivendell")
    assert t.state.sides[0].table == ("fp-char-06", "fp-char-07")
    t.now(companions.leave, ["boromir"], GONE, "WR-HUNT-26")
    assert t.state.sides[0].table == ("fp-char-06",)
    t.now(companions.leave, ["legolas"], "bree", "WR-FELL-35")
    assert t.state.sides[0].table == ()


def test_a_turn_begins_with_the_fellowship_phase():
    """Of the leading player, after the cards."""
    t = board(players=4).now(turn.begin)
    while t.step != "fellowship":
        t.does("done" if t.step == "swap" else "take - strategy")
    assert (t.seat, t.legal[:2]) == ("rohan", ["done", "declare"])
