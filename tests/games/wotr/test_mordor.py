"""The Mordor Track: the way in, its tiles and steps, standing still, the end. WR-MORDOR."""

import pytest

from companion.games.wotr.rules.hunt import fellowship, hunt_tile, mordor
from companion.games.wotr.rules.map import companions
from companion.games.wotr.state import GONE, OFF_TRACK
from tests.games.wotr.board import board, steps

PHASE = [("fellowship", 0)]


def gate(**how):
    """Phase 2 before a gate of Mordor."""
    return board(**{"agenda": PHASE, "region": "morannon", **how})


def track(**how):
    """The action phase on the Track."""
    return board(**{"step": 1, "companions": "gimli,meriadoc", **how})


# --- the way in ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-MORDOR-1", "accepted")
@pytest.mark.rule("WR-MORDOR-3", "accepted")
@pytest.mark.rule("WR-MORDOR-4", "accepted")
@pytest.mark.parametrize("how", [{"region": "morannon"}, {"region": "minas-morgul", "hidden": False, "progress": 2}])
def test_in_by_the_gate(how):
    """Hidden or revealed, declared or not: step 0, and in no region."""
    t = gate(**how).does("enter")
    assert (t.fellowship.step, t.fellowship.region, t.fellowship.hidden) == (0, "", how.get("hidden", True))
    assert t.step == "over"


def test_a_declaration_may_end_at_the_gate():
    """After its effects, in the same phase."""
    t = gate(region="gorgoroth", progress=1).does("declare", "step minas-morgul")
    assert t.legal == ["done", "enter"]
    assert t.does("enter").fellowship.step == 0


@pytest.mark.rule("WR-MORDOR-2", "accepted")
def test_nobody_has_to_enter():
    """The phase is closed before the gate."""
    t = gate().does("done")
    assert (t.fellowship.step, t.fellowship.region) == (OFF_TRACK, "morannon")


@pytest.mark.rule("WR-MORDOR-2", "refused")
@pytest.mark.rule("WR-MORDOR-3", "refused")
@pytest.mark.rule("WR-MORDOR-4", "refused")
def test_gorgoroth_is_no_gate():
    """Nor does the Shadow enter, nor is it done in the action phase; on the Track the figure is in no region."""
    assert gate(region="gorgoroth").refuses("enter") == ("WR-MORDOR-1", "enter_elsewhere")
    assert gate().refuses("enter by=shadow") == ("WR-MORDOR-1", "not_your_step")
    assert board(region="morannon").refuses("enter") == ("WR-DICE-13", "not_now")
    t = gate().does("enter")
    t.state = t.state.replace(agenda=steps(PHASE))
    assert t.refuses("enter") == ("WR-MORDOR-1", "enter_elsewhere")


@pytest.mark.rule("WR-MORDOR-5", "accepted", "refused")
def test_the_progress_rests():
    """A move makes a step on the Track and no progress."""
    t = gate(progress=3).does("enter")
    assert t.fellowship.progress == 0
    t = track().does("move character", "tile standard-1", "accept")
    assert (t.fellowship.progress, t.fellowship.step) == (0, 2)


@pytest.mark.rule("WR-MORDOR-6", "accepted", "refused")
def test_the_new_pool():
    """What is left, the Eyes that were drawn and the special tiles in play; drawn numbers stay out."""
    t = gate(
        pool="standard-eye,standard-3",
        drawn="standard-eye*3,standard-1*2",
        waiting="shadow-shelobs-lair,fellowship-elven-rope",
    ).does("enter")
    assert t.pool == {"standard-eye": 4, "standard-3": 1, "shadow-shelobs-lair": 1, "fellowship-elven-rope": 1}
    assert (t.drawn, t.state.waiting) == ({"standard-1": 2}, ())


@pytest.mark.rule("WR-MORDOR-7", "accepted", "refused")
def test_what_was_removed_for_good_stays_away():
    """Two Eyes are neither in the pool nor among the drawn tiles: they do not come, nor when the pool is filled."""
    t = gate(pool="standard-eye", drawn="standard-eye,standard-3").does("enter")
    assert t.pool == {"standard-eye": 2}
    t = track(pool="standard-1", drawn="standard-eye").does("move character", "tile standard-1", "accept")
    assert t.pool == {"standard-1": 1, "standard-eye": 1}
    assert t.does("skip character", "move character").refuses("tile standard-3") == ("WR-HUNT-17", "tile_not_left")


@pytest.mark.rule("WR-MORDOR-18", "accepted", "refused")
def test_special_tiles_come_into_play():
    """On the Track into the pool at once, before that they wait."""
    t = track().now(mordor.bring_in, "shadow-shelobs-lair")
    assert (t.pool["shadow-shelobs-lair"], t.state.waiting) == (1, ())
    t = board().now(mordor.bring_in, "shadow-shelobs-lair")
    assert (t.pool.get("shadow-shelobs-lair"), t.state.waiting) == (None, ("shadow-shelobs-lair",))


# --- moving ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-MORDOR-9", "accepted", "refused")
def test_a_tile_without_a_roll():
    """Nothing is rolled, and even an empty box draws one."""
    t = track().does("move character")
    assert (t.step, t.seat, t.asked.source) == ("draw_tile", "shadow", "track")
    assert t.refuses("search six") == ("WR-HUNT-9", "not_now")
    assert t.refuses("watch 1") == ("WR-HUNT-9", "not_now")


@pytest.mark.rule("WR-MORDOR-10", "accepted", "refused")
def test_an_eye_is_worth_all_dice_in_the_box():
    """Anchor 4: two of the Shadow and one of the Free Peoples are 3, without the one that pays; no cap of 5."""
    t = track(allocated=2, walkers=1).does("move character", "tile standard-eye")
    assert t.asked.damage == 3
    t = track(allocated=3, eyes=4, walkers=1).does("move character", "tile standard-eye")
    assert t.asked.damage == 8
    t = track(pool="shadow-the-ring-is-mine", allocated=2).does("move character", "tile shadow-the-ring-is-mine")
    assert t.asked.damage == 2


@pytest.mark.rule("WR-MORDOR-11", "accepted")
@pytest.mark.rule("WR-MORDOR-17", "accepted")
def test_a_stop_tile_costs_its_damage_and_no_step():
    """No step; the damage counts, the attempt is made, the die goes to the box."""
    t = track(pool="shadow-on-on-they-went,standard-1").does("move character", "tile shadow-on-on-they-went", "accept")
    now = t.fellowship
    assert (now.step, now.corruption, now.tried, t.state.box.walkers) == (1, 3, True, 1)


@pytest.mark.rule("WR-MORDOR-11", "refused")
@pytest.mark.rule("WR-MORDOR-12", "accepted")
@pytest.mark.rule("WR-MORDOR-14", "accepted")
def test_one_step_also_when_revealed():
    """The counter is turned, the figure goes nowhere else, and it is one step farther."""
    t = track().does("move character", "tile standard-2-reveal", "accept")
    now = t.fellowship
    assert (now.step, now.hidden, now.corruption, t.step, t.seat) == (2, False, 2, "act", "shadow")
    t = track(companions="").does("move character", "tile standard-2", "ability")
    assert (t.fellowship.step, t.fellowship.hidden, t.fellowship.corruption) == (2, False, 1)


@pytest.mark.rule("WR-MORDOR-13", "accepted", "refused")
@pytest.mark.rule("WR-MORDOR-17", "refused")
def test_revealed_it_must_hide_first():
    """Then it moves; a refused move is no attempt."""
    t = track(hidden=False, shadow="")
    assert t.refuses("move character") == ("WR-MORDOR-13", "move_revealed")
    assert not t.fellowship.tried
    t.does("hide character")
    assert (t.fellowship.tried, t.fellowship.step, t.state.box.walkers) == (True, 1, 0)
    assert t.does("move character", "tile standard-1", "accept").fellowship.step == 2


@pytest.mark.rule("WR-MORDOR-12", "refused")
def test_never_two_steps():
    """By card as by die, one for each attempt; a card leaves no die in the box and is an attempt too."""
    t = track().now(fellowship.move).does("tile standard-1", "accept")
    assert (t.fellowship.step, t.fellowship.tried, t.state.box.walkers) == (2, True, 0)
    t = track(hidden=False).now(fellowship.hide, "WR-FELL-30")
    assert (t.fellowship.tried, t.fellowship.hidden) == (True, True)


@pytest.mark.rule("WR-MORDOR-8", "accepted", "refused")
def test_nobody_leaves_alive():
    """Anchor 13: a Hobbit's ability and Take Them Alive eliminate him here, and nobody is separated."""
    t = track(companions="meriadoc,peregrin").does("move character", "tile standard-3", "ability")
    assert (t.where("meriadoc"), t.fellowship.guide, t.step) == (GONE, "peregrin", "tile")
    t.does("lose guide")
    assert (t.where("peregrin"), t.fellowship.corruption, t.asked.damage) == (GONE, 0, 1)
    t.does("accept")
    t = track().now(companions.leave, ["gimli"], "bree", "WR-FELL-35")
    assert t.where("gimli") == GONE
    assert track().refuses("separate character gimli") == ("WR-FELL-33", "separate_track")


@pytest.mark.rule("WR-MORDOR-20", "accepted", "refused")
def test_a_tile_by_card_is_no_step():
    """An Eye does nothing then, a number costs, and neither advances."""
    t = track(allocated=4).now(hunt_tile.tile_by_card, "sh-char-05").does("tile standard-eye")
    assert (t.fellowship.step, t.fellowship.corruption, t.fellowship.tried, t.step) == (1, 0, False, "act")
    t = track(allocated=4).now(hunt_tile.tile_by_card, "sh-char-05").does("tile standard-2", "accept")
    assert (t.fellowship.step, t.fellowship.corruption) == (1, 2)


def test_without_a_tile_nothing_stops_it():
    """Wizard's Staff."""
    t = track(companions="gandalf-the-grey", table_fp="fp-char-08").does("move character", "use fp-char-08")
    assert (t.fellowship.step, t.fellowship.tried, t.state.box.walkers) == (2, True, 1)


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-MORDOR-15", "accepted")
@pytest.mark.rule("WR-WIN-3", "accepted")
def test_the_fifth_step_is_the_crack_of_doom():
    """Five steps from 0, and with corruption below 12 the Ring is destroyed."""
    t = track(step=0, companions="", pool="fellowship-elven-cloaks*5", fp="character*5", shadow="")
    for step in range(1, 5):
        assert t.does("move character", "tile fellowship-elven-cloaks").fellowship.step == step
    assert t.ending is None
    t.does("move character", "tile fellowship-elven-cloaks")
    assert (t.ending, t.step, t.fellowship.step) == (("ring_destroyed", ("fp",)), "over", 5)


@pytest.mark.rule("WR-MORDOR-14", "refused")
@pytest.mark.rule("WR-MORDOR-15", "refused")
@pytest.mark.rule("WR-WIN-2", "accepted")
@pytest.mark.rule("WR-WIN-3", "refused")
@pytest.mark.rule("WR-WIN-8", "accepted")
def test_corruption_comes_before_the_crack():
    """Anchor 10: the last tile first; 12 on it is for the Shadow, and 11 with a reveal still arrives."""
    t = track(step=4, corruption=9, companions="").does("move character", "tile standard-3", "accept")
    assert (t.ending, t.fellowship.step) == (("corruption", ("shadow",)), 4)
    t = track(step=4, corruption=9, companions="gimli").does("move character", "tile standard-2-reveal", "accept")
    assert t.ending == ("ring_destroyed", ("fp",))
    t = track(step=4, pool="shadow-on-on-they-went").does("move character", "tile shadow-on-on-they-went", "accept")
    assert (t.ending, t.fellowship.step) == (None, 4)


@pytest.mark.rule("WR-MORDOR-16", "accepted", "refused")
def test_standing_still_costs_1():
    """Anchor 11: at the end of phase 5, and not after an attempt, nor off the Track."""
    t = track(fp="muster", shadow="").does("skip muster")
    assert (t.fellowship.corruption, t.state.turn) == (1, 4)
    t = track(fp="character", shadow="", hidden=False).does("hide character")
    assert (t.fellowship.corruption, t.state.turn) == (0, 4)
    t = board(fp="muster", shadow="").does("skip muster")
    assert (t.fellowship.corruption, t.state.turn) == (0, 4)
    t = track(fp="muster", shadow="", corruption=11).does("skip muster")
    assert t.ending == ("corruption", ("shadow",))
