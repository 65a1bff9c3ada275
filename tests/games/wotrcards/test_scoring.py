"""Scores, the victory check, the draw step, and locations that come in (WC-SCO, WC-VIC, WC-DRW, WC-EPD-11)."""

import pytest

from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.combat.combat import Clash
from companion.games.wotrcards.rules.common import scoring
from companion.games.wotrcards.rules.common.texts import ReadText
from companion.games.wotrcards.rules.locations.ending import VictoryCheck
from companion.games.wotrcards.rules.turn.rounds import DrawStep
from companion.games.wotrcards.state import READY, SPENT
from companion.games.wotrcards.tables import FREE, SHADOW
from companion.play.game.game import Outcome
from tests.games.wotrcards.board import TABLES, board

JUDGING = [VictoryCheck(-1)]
FREE_SEATS, SHADOW_SEATS = ("frodo", "aragorn"), ("witch-king", "saruman")


def judged(scenario="trilogy", **how):
    """After the victory check of a round."""
    return board(scenario, agenda=JUDGING, **how)


def won(points, id="dale"):
    return f"{id}:{points}"


# --- scores ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SCO-1", "accepted")
@pytest.mark.rule("WC-SCO-2", "accepted")
def test_scores_are_areas_and_corruption():
    """Battlegrounds and paths for the Free Peoples, battlegrounds and corruption for the Shadow."""
    t = board(won={"free": "rivendell:2,bag-end:1", "shadow": "edoras:1,weathertop"}, corruption=4)
    assert (scoring.side_score(t.state, FREE), scoring.side_score(t.state, SHADOW)) == (3, 5)


@pytest.mark.rule("WC-SCO-1", "refused")
@pytest.mark.rule("WC-SCO-2", "refused")
def test_nothing_else_scores():
    """Corruption is nothing to the Free Peoples, a path nothing to the Shadow, and what is active to nobody."""
    cards = "the-hunter:witch-king@weathertop"
    t = board(path="weathertop", active="moria", cards=cards, corruption=3, agenda=[Clash(0, "weathertop", False)])
    t.does("icons 1")
    assert (scoring.side_score(t.state, FREE), scoring.side_score(t.state, SHADOW)) == (0, 4)
    assert t.area("shadow") == {"weathertop": 0}


LAST = {"path": "morgai", "path_active": False}


@pytest.mark.rule("WC-SCO-3", "accepted")
@pytest.mark.rule("WC-VIC-2", "accepted")
def test_unused_rings_count_in_the_final_scoring():
    """Six to seven, and two tokens of the Free Peoples against none: they win by one."""
    used = {seat: {"ring": SPENT} for seat in SHADOW_SEATS}
    t = judged(**LAST, won={"free": won(6)}, corruption=7, deck=used)
    assert t.ending == ("last_free", FREE_SEATS)
    assert GAME.rules.outcome(t.state) == Outcome("last_free", "WC-VIC-2", FREE_SEATS)
    t = judged(**LAST, won={"free": won(6)}, corruption=7)
    assert t.ending == ("last_shadow", SHADOW_SEATS)


@pytest.mark.rule("WC-SCO-3", "refused")
@pytest.mark.rule("WC-AMB-8", "accepted")
def test_rings_count_only_there():
    """Not towards a lead, not where they have been used, and in no game of the Duel type."""
    used = {seat: {"ring": SPENT} for seat in SHADOW_SEATS}
    t = judged(won={"free": won(9)}, deck=used)
    assert t.ending is None
    assert (scoring.ring_points(t.state, FREE), scoring.ring_points(t.state, SHADOW)) == (2, 0)
    assert (scoring.final_score(t.state, FREE), scoring.side_score(t.state, FREE)) == (11, 9)
    for scenario in ("duel", "duel-3", "epic-duel", "war-in-the-north-duel", "war-in-the-north-duel-3"):
        t = board(scenario)
        assert {deck.ring for deck in t.state.decks} == {READY}
        assert (scoring.ring_points(t.state, FREE), scoring.ring_points(t.state, SHADOW)) == (0, 0)
    assert judged("duel", **LAST, corruption=1, deck={"witch-king": {"ring": "used"}}).ending[0] == "last_shadow"


@pytest.mark.rule("WC-SCO-4", "accepted")
def test_corruption_never_falls_below_none():
    """Of one corruption three are taken away: none is left."""
    t = board(corruption=1, agenda=[ReadText(0, "rivendell")]).does("effect cleanse - - 3")
    assert t.state.corruption == 0
    assert t.does("effect corrupt - - 2", "effect cleanse - - 1").state.corruption == 1


@pytest.mark.rule("WC-SCO-4", "refused")
def test_corruption_is_told_in_whole_numbers():
    """Neither none nor less can be added or taken away."""
    t = board(corruption=1, agenda=[ReadText(0, "rivendell")])
    for words in ("effect cleanse - - 0", "effect cleanse - - -1", "effect corrupt - - 4", "effect corrupt moria - 1"):
        assert t.refuses(words) == ("WC-SCO-4", "effect_number")


# --- the victory check -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-VIC-1", "accepted")
@pytest.mark.parametrize(
    ("free", "shadow", "ending"),
    [(10, 0, ("lead_free", FREE_SEATS)), (14, 4, ("lead_free", FREE_SEATS)), (1, 12, ("lead_shadow", SHADOW_SEATS))],
)
def test_ten_ahead_wins_at_once(free, shadow, ending):
    """Whichever side it is; nothing more can be done."""
    t = judged(won={"free": won(free)}, corruption=shadow)
    assert t.ending == ending
    assert t.step == "over"
    assert GAME.rules.outcome(t.state).rule == "WC-VIC-1"
    assert t.legal == []
    assert t.refuses("pass") == ("WC-VIC-1", "game_over")


@pytest.mark.rule("WC-VIC-1", "refused")
@pytest.mark.parametrize(("free", "shadow"), [(9, 0), (0, 9), (13, 4), (20, 20)])
def test_nine_ahead_is_not_enough(free, shadow):
    """The game goes on, and at other times even ten are not looked at."""
    t = judged(won={"free": won(free)}, corruption=shadow)
    assert t.ending is None
    assert GAME.rules.outcome(t.state) is None
    assert board(won={"free": won(free + 20)}, corruption=shadow).ending is None


@pytest.mark.rule("WC-VIC-2", "accepted")
@pytest.mark.parametrize(
    ("free", "shadow", "ending"), [(5, 4, "last_free"), (4, 4, "last_shadow"), (3, 4, "last_shadow")]
)
def test_after_the_last_path_the_higher_score_wins(free, shadow, ending):
    """A tie is the Shadow's."""
    assert judged(**LAST, won={"free": won(free)}, corruption=shadow).ending[0] == ending


@pytest.mark.rule("WC-VIC-2", "refused")
def test_before_the_last_path_it_goes_on():
    """With the eighth number, with 9A of the Epic Duel, and before any path at all."""
    assert judged(path="morgul-vale", path_active=False).ending is None
    assert judged("epic-duel", path="morgai", path_active=False).ending is None
    assert judged().ending is None
    assert judged("epic-duel", path="orodruin", path_active=False).ending[0] == "last_shadow"
    assert judged("fellowship-of-the-ring", path="amon-hen", path_active=False).ending[0] == "last_shadow"


# --- locations that come in ------------------------------------------------------------------------------------------


def shuffled(free, shadow):
    """Both players have made a new deck so often."""
    return {"gandalf": {"recycles": free}, "witch-king": {"recycles": shadow}}


FIRST, SECOND, THIRD = ({*part} for part in zip(*TABLES.scenarios["epic-duel"].grounds, strict=True))


def sizes(t):
    return [len(deck) for deck in t.state.grounds]


@pytest.mark.rule("WC-VIC-3", "accepted")
@pytest.mark.rule("WC-EPD-11", "accepted")
@pytest.mark.rule("WC-AMB-15", "accepted")
def test_parts_come_in_at_the_victory_check():
    """Once each: parts 2; twice each: parts 3 as well; both at once if both are due, but a victory comes first."""
    assert sizes(judged("epic-duel", deck=shuffled(1, 2))) == [3 + 9, 7 + 6]
    assert sizes(judged("epic-duel", deck=shuffled(2, 1), parts=1)) == [3 + 9, 7 + 6]
    assert sizes(judged("epic-duel", deck=shuffled(2, 3))) == [3 + 9 + 10, 7 + 6 + 1]
    t = judged("epic-duel", deck=shuffled(2, 2), parts=2)
    assert sizes(t) == [3 + 10, 7 + 1]
    assert "barad-dur" in t.state.grounds[1]
    t = judged("epic-duel", deck=shuffled(2, 2), parts=2)
    assert t.state.parts == 3
    assert sizes(t.now(lambda draft: draft.push(VictoryCheck(-1)))) == [3 + 10, 7 + 1]
    t = judged("epic-duel", deck=shuffled(1, 1), corruption=10)
    assert t.ending[0] == "lead_shadow"
    assert sizes(t) == [3, 7]


@pytest.mark.rule("WC-VIC-3", "refused")
@pytest.mark.rule("WC-EPD-11", "refused")
def test_parts_stay_out_until_everybody_has_shuffled():
    """One player is not enough, nor is any other moment, nor any other scenario."""
    assert sizes(judged("epic-duel", deck=shuffled(0, 3))) == [3, 7]
    assert sizes(board("epic-duel", deck=shuffled(2, 2))) == [3, 7]
    t = judged("trilogy", deck={seat: {"recycles": 2} for seat in (*FREE_SEATS, *SHADOW_SEATS)})
    assert sizes(t) == [7, 7]
    assert t.state.parts == 1


# --- the draw step ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-DRW-1", "accepted")
@pytest.mark.rule("WC-RND-1", "accepted")
def test_everybody_draws_and_the_token_goes_on():
    """Three and four cards in the Trilogy; then the next seat in turn order starts the next round."""
    t = board(agenda=[DrawStep(-1)], path="bag-end", path_active=False)
    assert [deck.hand.size for deck in t.state.decks] == [3, 4, 3, 4]
    assert (t.state.round, t.seat, t.step) == (3, "witch-king", "ground")
    t = board(agenda=[DrawStep(-1)], first=3)
    assert t.seat == "frodo"


@pytest.mark.rule("WC-DRW-1", "refused")
@pytest.mark.rule("WC-RND-1", "refused")
def test_nobody_draws_before_the_victory_check():
    """Who has won draws nothing; and cards are drawn only in their step, as many as the scenario says."""
    t = board(agenda=[DrawStep(-1), *JUDGING], corruption=10)
    assert t.ending[0] == "lead_shadow"
    assert [deck.hand.size for deck in t.state.decks] == [0] * 4
    t = board(agenda=[DrawStep(-1)], real=False)
    assert t.refuses("draw gimli") == ("WC-PROC-1", "draw_number")
    assert t.refuses("draw") == ("WC-PROC-1", "chance_open")
    assert t.refuses("ground") == ("WC-PROC-1", "not_now")


@pytest.mark.parametrize("scenario", ["duel-3", "war-in-the-north-duel-3"])
def test_the_token_passes_a_seat_that_stands_twice(scenario):
    """Gandalf, Witch-king, Gandalf and the fourth: Gandalf starts every second round, and draws once."""
    t, starters = board(scenario, agenda=[DrawStep(-1)], first=3), []
    for _ in range(4):
        starters.append(t.seat)
        assert t.deck("gandalf").hand.size == 6 * len(starters)
        t.only(DrawStep(-1))
    assert [seat == "gandalf" for seat in starters] == [True, False, True, False]


def test_some_cards_in_the_reserve_draw_one_more():
    """Gandalf the White in the reserve: one card more, on a battleground none."""
    for at, cards in (("", 4), ("@moria", 3)):
        t = board(agenda=[DrawStep(-1)], active="moria", cards=f"gandalf-the-white:frodo{at}")
        assert t.deck("frodo").hand.size == cards


def test_galadriel_cycles_what_she_draws_besides():
    """In the reserve she draws one card more, then one of the hand is cycled."""
    t = board(agenda=[DrawStep(-1)], cards="galadriel:aragorn")
    assert t.sizes("aragorn") == (25, 3, 1, 0)
