"""Victory: the order of the conditions, points, partners (WR-WIN, WR-TEAM-28, -29)."""

import pytest

from companion.games.wotr.game import GAME
from companion.games.wotr.rules.common import ending
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import board

NINE = "minas-tirith,dol-amroth,rivendell,lorien,dale"  # 2 + 2 + 2 + 2 + 1


@pytest.mark.rule("WR-WIN-4", "accepted", "refused")
@pytest.mark.rule("WR-WIN-6", "accepted", "refused")
@pytest.mark.rule("WR-TURN-11", "accepted", "refused")
def test_ten_points_win_for_the_shadow():
    """A City is 1, a Stronghold 2, a town nothing; nine are not enough, and only phase 6 asks."""
    t = board(agenda=[("victory", -1)], taken=NINE + ",bree")
    assert (ending.victory_points(t.state, SHADOW), t.state.ending, t.state.turn) == (9, "", 4)
    t = board(agenda=[("victory", -1)], taken=NINE + ",pelargir")
    assert t.ending == ("military_shadow", ("shadow",))
    assert GAME.rules.outcome(t.state).rule == "WR-WIN-4"
    assert t.refuses("take - character") == ("WR-WIN-4", "game_over")


@pytest.mark.rule("WR-WIN-5", "accepted", "refused")
def test_four_points_win_for_the_free_peoples():
    """Cities count like Strongholds."""
    t = board(agenda=[("victory", -1)], taken="moria,south-rhun,far-harad")
    assert (ending.victory_points(t.state, FP), t.state.ending) == (3, "")
    t = board(agenda=[("victory", -1)], taken="moria,angmar,far-harad")
    assert t.ending == ("military_fp", ("fp",))


@pytest.mark.rule("WR-WIN-1", "accepted", "refused")
def test_the_shadow_is_looked_at_first():
    """Both have their points: condition 3 comes before condition 4."""
    assert board(agenda=[("victory", -1)], taken=NINE + ",pelargir,moria,umbar").ending == (
        "military_shadow",
        ("shadow",),
    )
    assert board(agenda=[("victory", -1)], taken=NINE + ",moria,umbar").ending == ("military_fp", ("fp",))


@pytest.mark.rule("WR-WIN-7", "accepted", "refused")
def test_points_lost_again_do_not_win():
    """Four points in the action phase, two of them retaken before its end."""
    t = board(agenda=[("victory", -1), ("acting", -1, 0), ("act", 0)], fp="event", shadow="", taken="moria")
    t.does("captured umbar by=fp")
    assert (ending.victory_points(t.state, FP), t.state.ending) == (4, "")
    t.does("captured moria by=shadow", "skip event")
    assert (t.state.ending, t.state.turn) == ("", 4)
    t = board(agenda=[("victory", -1), ("acting", -1, 0), ("act", 0)], fp="event", shadow="", taken="moria")
    assert t.does("captured umbar by=fp", "skip event").ending == ("military_fp", ("fp",))


@pytest.mark.rule("WR-WIN-2", "accepted", "refused")
@pytest.mark.rule("WR-TURN-12", "accepted", "refused")
def test_corruption_wins_at_once():
    """In the middle of a card: the twelfth point ends the game, the eleventh does not."""
    given = {
        "agenda": [("act", 0), ("act", 1)],
        "hands": {"shadow": "sh-char-12"},
        "shadow": "event*2",
        "hidden": False,
    }
    assert board(**given, corruption=11).does("event event sh-char-12").ending == ("corruption", ("shadow",))
    t = board(**given, corruption=10).does("event event sh-char-12")
    assert (t.fellowship.corruption, t.step, t.state.ending) == (11, "act", "")


@pytest.mark.rule("WR-TEAM-28", "accepted", "refused")
@pytest.mark.rule("WR-TEAM-25", "accepted")
def test_which_player_of_the_shadow_has_won():
    """Points captured by his nations less those that they lost; equal ones share (three and four players)."""
    by = ("witch-king", "witch-king", "witch-king", "saruman", "saruman", "saruman")
    taken = NINE + ",pelargir"
    t = board(players=4, agenda=[("victory", -1)], taken=taken, captors=by)
    assert t.ending == ("military_shadow", ("witch-king",))
    assert [ending.seat_score(t.state, who) for who in (2, 3)] == [6, 4]
    t = board(players=4, agenda=[("victory", -1)], taken=taken + ",barad-dur", captors=(*by, "gondor"))
    assert t.ending == ("military_shadow", ("witch-king", "saruman"))
    t = board(players=3, agenda=[("victory", -1)], taken=taken, captors=("saruman",) * 6)
    assert t.ending == ("military_shadow", ("saruman",))


@pytest.mark.rule("WR-TEAM-29", "accepted", "refused")
def test_which_player_of_the_free_peoples_has_won():
    """The one who lost fewer points; equal ones share; alone he has won anyway."""
    t = board(players=4, agenda=[("victory", -1)], taken="moria,umbar,dale", captors=("gondor", "rohan", "saruman"))
    assert t.ending == ("military_fp", ("gondor",))
    t = board(players=4, agenda=[("victory", -1)], taken="moria,umbar", captors=("gondor", "gondor"))
    assert t.ending == ("military_fp", ("gondor", "rohan"))
    t = board(players=3, agenda=[("victory", -1)], taken="moria,umbar,dale", captors=("fp", "fp", "saruman"))
    assert t.ending == ("military_fp", ("fp",))


@pytest.mark.rule("WR-WIN-8", "refused")
def test_the_last_tile_comes_before_the_crack_of_doom():
    """Its twelfth point of corruption is for the Shadow, though the step was the last one."""
    given = {"step": 4, "companions": "", "fp": "character", "shadow": ""}
    assert board(**given, corruption=10).does("move character", "tile standard-2", "accept").ending[0] == "corruption"
    assert (
        board(**given, corruption=9).does("move character", "tile standard-2", "accept").ending[0] == "ring_destroyed"
    )
