"""The phases of a turn and who acts (WR-TURN, WR-TEAM-3, -8..10, -25)."""

import pytest

from tests.games.wotr.board import board

ROLL_FP, ROLL_SH = "roll event*4", "roll army*6"


def begun(**given):
    """A turn that has just begun."""
    return board(agenda=[("victory", -1)], **given)


@pytest.mark.rule("WR-TURN-1", "accepted", "refused")
@pytest.mark.rule("WR-TURN-5", "accepted")
def test_the_phases_in_their_order():
    """Cards, Fellowship with the Guide at its end, allocation, roll, actions, and the next turn after the last die."""
    t = begun(progress=1, unseen={"fp": 6, "shadow": 6})
    assert (t.state.turn, t.step, t.state.phase) == (4, "trim", "recover")
    t.does("discard", "discard", "discard", "discard")
    assert (t.step, t.state.phase) == ("fellowship", "fellowship")
    assert t.refuses("allocate 1 by=shadow") == ("WR-TURN-5", "not_now")
    t.does("declare", "step trollshaws")
    assert (t.step, t.seat) == ("lead", "fp")
    t.does("guide strider")
    assert (t.step, t.state.phase, t.seat) == ("allocate", "allocation", "shadow")
    assert t.refuses(ROLL_FP) == ("WR-TURN-6", "not_now")
    t.does("allocate 1")
    assert (t.step, t.state.phase, t.seat) == ("roll", "roll", "fp")
    t.does(ROLL_FP, ROLL_SH)
    assert (t.step, t.state.phase) == ("act", "action")
    t.does(*["skip event", "skip army"] * 4, "skip army", "skip army")
    assert (t.state.turn, t.state.phase) == (5, "recover")


@pytest.mark.rule("WR-TURN-8", "accepted", "refused")
def test_players_act_in_turn():
    """The Free Peoples begin, and nobody acts twice while the other has dice."""
    t = board(agenda=[("acting", -1)], fp="event*2", shadow="army*2")
    assert t.seat == "fp"
    t.does("skip event")
    assert t.refuses("skip event by=fp") == ("WR-DICE-13", "not_your_step")
    assert t.does("skip army").seat == "fp"


@pytest.mark.rule("WR-TURN-10", "accepted", "refused")
def test_the_phase_ends_with_the_last_die():
    """Then standing still on the Mordor Track costs 1 corruption; not before, and not elsewhere."""
    given = {"agenda": [("act", 1), ("acting", -1)], "fp": "event", "shadow": "army", "companions": ""}
    t = board(**given, step=1).does("skip event")
    assert (t.fellowship.corruption, t.seat) == (0, "shadow")
    assert t.refuses("allocate 1") == ("WR-DICE-13", "not_now")
    assert t.state.sides[0].dice == 0
    t = board(**(given | {"agenda": [("roll", 0), ("acting", -1)]}), step=1).does("skip event", "skip army")
    assert (t.step, t.fellowship.corruption) == ("roll", 1)
    t = board(**(given | {"agenda": [("roll", 0), ("acting", -1)]})).does("skip event", "skip army")
    assert (t.step, t.fellowship.corruption) == ("roll", 0)


def acted(t, number):
    """The next seats, each of whom discards a die."""
    out = []
    for _ in range(number):
        out.append(t.seat)
        t.does("skip event" if t.state.setup.sides[t.state.acting] == 0 else "skip army")
    return out


def on_board(t, number):
    """The next seats, each of whom does something with armies."""
    out = []
    for _ in range(number):
        out.append(t.seat)
        t.does("army army-muster" if t.state.setup.sides[t.state.acting] == 0 else "army army")
    return out


@pytest.mark.rule("WR-TEAM-9", "accepted", "refused")
@pytest.mark.rule("WR-TEAM-3", "accepted", "refused")
def test_partners_act_in_turn():
    """Those who do not lead first; the lead passes on from turn to turn."""
    given = {"players": 4, "fp": "event*5", "shadow": "army*5"}
    t = board(**given, agenda=[("acting", -1)])
    assert t.refuses("skip event by=gondor") == ("WR-TEAM-9", "not_your_step")
    assert acted(t, 5) == ["rohan", "saruman", "gondor", "witch-king", "rohan"]
    t = begun(**given)
    assert [t.state.setup.seats[side.leader] for side in t.state.sides] == ["rohan", "saruman"]
    t = board(**given, agenda=[("victory", -1)], turn=0)
    assert [t.state.setup.seats[side.leader] for side in t.state.sides] == ["gondor", "witch-king"]
    t = board(players=4, fp="event*4", shadow="army", agenda=[("roll", 0), ("acting", -1)])
    assert acted(t, 5) == ["rohan", "saruman", "gondor", "rohan", "gondor"]


@pytest.mark.rule("WR-TEAM-25", "accepted", "refused")
def test_a_lone_player_acts_every_second_time():
    """Three players: after each player of the Shadow it is his turn."""
    t = board(players=3, fp="event*4", shadow="army*4", agenda=[("acting", -1)])
    assert acted(t, 6) == ["fp", "saruman", "fp", "witch-king", "fp", "saruman"]
    assert t.refuses("skip army by=saruman") == ("WR-DICE-13", "not_your_step")


@pytest.mark.rule("WR-TEAM-8", "accepted")
def test_leaders_decide_for_their_teams():
    """The declaration, the Guide, the allocation and the roll."""
    t = board(players=4, agenda=[("act", 0), ("roll", 2), ("allocate", 2), ("fellowship", 0)], fp="", shadow="")
    assert t.refuses("declare by=rohan") == ("WR-TEAM-8", "not_your_step")
    t.does("done")
    assert t.refuses("allocate 1 by=saruman") == ("WR-TEAM-8", "not_your_step")
    t.does("allocate 1")
    assert t.refuses("roll army*6 by=saruman") == ("WR-TEAM-8", "not_your_step")
    assert t.does("roll army*6").state.sides[1].dice == 6


@pytest.mark.rule("WR-TEAM-10", "accepted", "refused")
def test_a_pass_keeps_the_next_action():
    """He who passed acts again after the other team, or after his partner."""
    t = board(players=4, fp="event*2", shadow="army*5", agenda=[("acting", -1)]).does("pass")
    assert (t.seat, t.state.sides[0].dice) == ("saruman", 2)
    assert t.refuses("skip event by=rohan") == ("WR-TEAM-9", "not_your_step")
    t.does("skip army", "pass", "skip army")
    assert t.seat == "rohan"


@pytest.mark.rule("WR-TEAM-32", "accepted", "refused")
@pytest.mark.parametrize("words", ["pass", "skip event"])
def test_after_a_pass_the_order_goes_on(words):
    """Rohan passes or skips, Saruman acts, then Gondor does, and Rohan in its next place."""
    t = board(players=4, fp="event*3", shadow="army*5", agenda=[("acting", -1)])
    t.does(words, "skip army")
    assert t.seat == "gondor"
    assert t.refuses("skip event by=rohan") == ("WR-TEAM-9", "not_your_step")
    assert acted(t, 3) == ["gondor", "witch-king", "rohan"]


@pytest.mark.rule("WR-TEAM-32", "accepted", "refused")
@pytest.mark.parametrize("words", ["pass", "skip event"])
def test_a_table_may_choose_that_who_passes_comes_again(words):
    """Before the partner, as often as he passes; the other team goes on in its order."""
    how = {"fp": "army-muster*4,event*2", "shadow": "army*9", "agenda": [("acting", -1)]}
    t = board(players=4, options={"after_pass": "passer_next"}, **how).does(words)
    assert on_board(t, 6) == ["saruman", "rohan", "witch-king", "gondor", "saruman", "rohan"]
    t = board(players=4, options={"after_pass": "passer_next"}, **how).does(words, "army army", words)
    assert on_board(t, 4) == ["witch-king", "rohan", "saruman", "gondor"]
    alone = board(players=3, options={"after_pass": "passer_next"}, **how).does(words)
    assert on_board(alone, 4) == ["saruman", "fp", "witch-king", "fp"]


def test_a_pass_compares_the_dice_of_teams():
    """Two against two do not pass, two against three do, whichever partner it is."""
    for who in (0, 1):
        given = {"players": 4, "agenda": [("act", who)], "acting": who, "fp": "event*2"}
        assert board(shadow="army*2", **given).refuses("pass") == ("WR-DICE-15", "pass_dice")
        assert board(shadow="army*3", **given).allows("pass")


def test_what_the_last_action_did_on_the_board_is_told_before_the_turn_ends():
    """A city taken with the last die still wins; a die used elsewhere ends the turn at once."""
    nine = "minas-tirith,dol-amroth,rivendell,lorien,dale"
    last = {"agenda": [("victory", -1), ("acting", -1, 1), ("act", 1)], "fp": "", "shadow": "army", "taken": nine}
    t = board(**last).does("army army")
    assert (t.step, t.seat, t.state.phase, t.ending) == ("aftermath", "shadow", "action", None)
    assert t.refuses("done by=fp") == ("WR-TURN-10", "not_your_step")
    assert t.refuses("pass") == ("WR-TURN-10", "not_now")
    assert t.does("captured edoras by=shadow", "done").ending == ("military_shadow", ("shadow",))
    t = board(**last).does("army army", "done")
    assert (t.state.turn, t.ending) == (4, None)
    assert board(**last).does("skip army").state.turn == 4
    t = board(**{**last, "shadow": "event"}, unseen={"shadow": 1}).does("event event sh-str-20")
    assert (t.step, t.does("done").state.turn) == ("aftermath", 4)
