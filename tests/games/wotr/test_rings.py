"""Elven Rings (WR-RING)."""

import pytest

from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import board


def rings(t):
    return tuple([side.rings for side in t.state.sides])


@pytest.mark.rule("WR-RING-1", "accepted", "refused")
@pytest.mark.rule("WR-RING-2", "accepted", "refused")
@pytest.mark.rule("WR-RING-4", "accepted", "refused")
@pytest.mark.rule("WR-RING-6", "accepted")
def test_a_ring_changes_hands():
    """Used by the Free Peoples it lies with the Shadow at once; used by the Shadow it is gone. Then he still acts."""
    t = board(fp="event*2", shadow="army*2")
    assert t.refuses("ring event event") == ("WR-RING-4", "ring_same")
    t.does("ring event character")
    assert (rings(t), t.unused(FP), t.seat) == ((2, 1), {"character": 1, "event": 1}, "fp")
    t.does("skip event", "ring army muster")
    assert (rings(t), t.unused(SHADOW), t.seat) == ((2, 0), {"army": 1, "muster": 1}, "shadow")
    assert board(rings=(0, 0)).refuses("ring character event") == ("WR-RING-1", "no_ring")
    assert rings(board(rings=(1, 0)).does("ring character event")) == (0, 1)
    assert board(agenda=[("act", 1)]).refuses("ring character event") == ("WR-RING-1", "no_ring")


@pytest.mark.rule("WR-RING-3", "accepted", "refused")
@pytest.mark.rule("WR-TURN-13", "accepted", "refused")
def test_only_the_one_who_is_due_before_he_acts():
    """Not the opponent, not in another phase; nor are dice and cards used there."""
    t = board(fp="event", shadow="army", rings=(3, 1))
    assert t.refuses("ring army event by=shadow") == ("WR-RING-3", "not_your_step")
    assert t.allows("ring event muster")
    t = board(agenda=[("act", 0), ("allocate", 1)], rings=(3, 1))
    assert t.refuses("ring character event") == ("WR-TURN-6", "not_now")
    assert t.refuses("captured dale") == ("WR-TURN-13", "step_in_not_now")
    t = board(agenda=[("act", 0), ("fellowship", 0)], fp="event", hands={"fp": "fp-char-12"})
    assert t.refuses("event event fp-char-12") == ("WR-TURN-5", "not_now")
    assert t.refuses("skip event") == ("WR-TURN-5", "not_now")
    assert t.does("done").allows("event event fp-char-12")


@pytest.mark.rule("WR-RING-5", "accepted")
@pytest.mark.rule("WR-RING-8", "accepted", "refused")
def test_only_faces_of_the_own_dice():
    """No plain Army face for the Free Peoples, and never Will of the West; from it, though."""
    t = board(fp="event,will-of-the-west", shadow="army", rings=(3, 1))
    assert t.refuses("ring event army") == ("WR-RING-5", "ring_face")
    assert t.refuses("ring event will-of-the-west") == ("WR-RING-8", "ring_will")
    assert t.does("ring will-of-the-west army-muster").state.sides[FP].ring_used


@pytest.mark.rule("WR-RING-7", "accepted", "refused")
@pytest.mark.rule("WR-TEAM-30", "accepted")
def test_one_ring_a_turn():
    """The same Ring may serve the Shadow in that turn; partners of a team have one between them."""
    t = board(fp="event*2", shadow="army*2").does("ring event muster")
    assert t.refuses("ring event muster") == ("WR-RING-7", "ring_used")
    assert t.does("skip event").allows("ring army event")
    t = board(players=4, agenda=[("act", 1), ("act", 0)], fp="event*3", shadow="army*2").does("ring event muster")
    assert t.does("skip event").seat == "rohan"
    assert t.refuses("ring event muster") == ("WR-RING-7", "ring_used")


@pytest.mark.rule("WR-RING-9", "accepted", "refused")
@pytest.mark.rule("WR-RING-10", "accepted", "refused")
def test_the_shadow_turns_a_die_to_an_eye():
    """It goes to the Hunt Box at once and is no action; an Eye never comes back, and the Free Peoples have none."""
    t = board(agenda=[("act", 1)], shadow="army*2", rings=(2, 1), eyes=1)
    assert t.refuses("ring eye army") == ("WR-RING-10", "ring_eye_die")
    t.does("ring army eye")
    assert (t.state.box.eyes, t.unused(SHADOW), t.seat, t.step) == (2, {"army": 1}, "shadow", "act")
    assert board(fp="event").refuses("ring event eye") == ("WR-RING-5", "ring_face")


@pytest.mark.rule("WR-RING-11", "accepted", "refused")
def test_a_used_die_stays_as_it_is():
    """Only a face that still lies there unused."""
    t = board(fp="event,muster", shadow="army*2").does("skip muster", "skip army")
    assert t.refuses("ring muster character") == ("WR-RING-11", "no_such_die")
    assert t.allows("ring event character")


@pytest.mark.rule("WR-RING-12", "accepted")
def test_the_last_die_of_the_shadow_as_an_eye_ends_its_step():
    """Without a die left there is nothing more to do; the turn goes on."""
    t = board(agenda=[("act", 0), ("acting", -1, 1), ("act", 1)], fp="event", shadow="army", rings=(2, 1))
    assert t.does("ring army eye").seat == "fp"
