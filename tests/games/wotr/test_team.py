"""Three and four players: what a seat may do that its partner may too, and what it may not (WR-TEAM)."""

import pytest

from tests.games.wotr.board import board

HUNT = {"allocated": 2, "companions": "gimli,meriadoc"}


@pytest.mark.rule("WR-TEAM-2", "accepted", "refused")
def test_the_rules_for_two_hold():
    """A revealed Fellowship does not move in a team either, a hidden one does."""
    shown = board(players=4, agenda=[("act", 0)], hidden=False)
    assert shown.refuses("move character") == ("WR-FELL-21", "move_revealed")
    assert board(players=4, agenda=[("act", 0)], hidden=True).allows("move character")


@pytest.mark.rule("WR-TEAM-31", "accepted", "refused")
@pytest.mark.parametrize("seat", ["witch-king", "saruman"])
def test_either_partner_hunts(seat):
    """Both of the Shadow may roll and draw, nobody of the Free Peoples; the allocation is the leader's alone."""
    t = board(players=4, agenda=[("act", 0)], **HUNT).does("move character")
    assert t.refuses("watch 0 by=rohan") == ("WR-HUNT-7", "not_your_step")
    t.does(f"watch 0 by={seat}", f"search six,six by={seat}")
    assert t.refuses("tile standard-1 by=gondor") == ("WR-HUNT-9", "not_your_step")
    assert t.does(f"tile standard-1 by={seat}").seat == "gondor"
    allocation = board(players=4, agenda=[("allocate", 2)])
    assert allocation.allows("allocate 1")
    assert allocation.refuses("allocate 1 by=saruman") == ("WR-TEAM-8", "not_your_step")


@pytest.mark.rule("WR-TEAM-13", "accepted")
@pytest.mark.rule("WR-TEAM-8", "accepted")
def test_the_leading_player_bears_the_hunt():
    """The partner does not accept the damage for him."""
    t = board(players=4, agenda=[("act", 1)], **HUNT).does(
        "move character", "watch 0", "search six,six", "tile standard-3"
    )
    assert (t.step, t.seat) == ("tile", "gondor")
    assert t.refuses("accept by=rohan") == ("WR-TEAM-13", "not_your_step")
    assert t.allows("lose guide")


@pytest.mark.rule("WR-TEAM-12", "accepted")
@pytest.mark.parametrize("who", [0, 1])
def test_both_free_players_lead_companions(who):
    """Each may separate and move any of them, whatever his nations."""
    t = board(players=4, agenda=[("act", who)], fp="character", region="hollin", where={"legolas": "bree"})
    assert {"separate die=character character=gimli", "travel die=character character=legolas"} <= set(t.legal)


@pytest.mark.rule("WR-TEAM-14", "accepted")
@pytest.mark.parametrize("who", [2, 3])
def test_either_shadow_player_flies(who):
    """The Witch-king moves by either; he is brought in by the seat of his name alone."""
    out = {"where": {"witch-king": "minas-morgul"}}
    assert board(players=4, agenda=[("act", who)], **out).allows("travel character witch-king")
    war = {"boxes": {"sauron": 4, "gondor": 4}, "active": "sauron,gondor"}
    t = board(players=4, agenda=[("act", who)], shadow="muster", **war)
    assert t.allows("bring muster witch-king") == (who == 2)


def test_a_team_that_has_used_its_ring_has_none_this_turn():
    """One for each team in a turn, by whichever partner (WR-TEAM-30)."""
    t = board(players=4, agenda=[("act", 1), ("act", 0)], fp="character,muster").does("ring character event")
    t.does("skip event")
    assert t.seat == "rohan"
    assert t.refuses("ring muster event") == ("WR-RING-7", "ring_used")
