"""How players go out and how the game ends: DG-ELIM, DG-END, DG-VAR."""

import pytest

from tests.games.dice.conftest import GAME

FULL = "xxxxxxx"
ONE_LEFT = "xxxxxxw"


# --- elimination ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-ELIM-1", "accepted")
def test_who_marks_his_last_space_is_out_in_his_own_turn(table):
    """Frodo marks his last space and has no further turn."""
    after = table(f"frodo 3 {ONE_LEFT}", "sam", "merry").turns("n o o o o")
    assert after["frodo"].is_out
    assert "out" in after.codes
    assert after.seat == "sam"
    assert after.rests(2).seat == "sam"


@pytest.mark.rule("DG-ELIM-1", "accepted")
def test_who_marks_his_last_space_is_out_in_the_turn_of_another(table):
    """Merry goes out in Frodo's turn, and after Sam it is Frodo's turn again."""
    after = table("frodo", "sam", f"merry 3 {ONE_LEFT}").turns("o o o n o")
    assert after["merry"].is_out
    assert (after.seat, after.rests().seat) == ("sam", "frodo")


@pytest.mark.rule("DG-ELIM-1", "refused")
def test_with_a_space_left_nobody_is_out(table):
    """One mark on a track with two spaces leaves the player in."""
    after = table("frodo 3 xxxxxww", "sam", "merry").turns("n o o o o")
    assert not after["frodo"].is_out
    assert "out" not in after.codes


@pytest.mark.rule("DG-ELIM-1", "refused")
def test_it_is_never_the_turn_of_a_player_who_is_out(table, refused_table):
    """A player who is out can do nothing, and no position gives him the turn."""
    there = table("frodo", f"sam 3 {FULL}", "merry")
    assert there.refuses("roll by=sam") == ("DG-SET-4", "not_your_turn")
    assert refused_table("frodo", f"sam 3 {FULL}", "merry", active="sam") == ("DG-ELIM-1", "position_active_out")


@pytest.mark.rule("DG-ELIM-2", "accepted")
def test_out_beats_home(table):
    """Reaching Mordor and filling the track in the same turn puts the player out."""
    after = table(f"frodo 8 {ONE_LEFT}", "sam", "merry").turns("r n g g g")
    assert after["frodo"].is_out
    assert "home" not in after.codes
    assert after.rests(2).ending is None


@pytest.mark.rule("DG-ELIM-2", "refused")
def test_home_with_a_space_left_is_home(table):
    """The same turn with one more space is an arrival."""
    after = table("frodo 8 xxxxxww", "sam", "merry").turns("r n g g g")
    assert "home" in after.codes
    assert after.rests(2).ending == ("win", "DG-END-3", ("frodo",))


@pytest.mark.rule("DG-ELIM-3", "accepted")
def test_a_halved_last_square_takes_two_marks(table):
    """With the last square halved the player is out only after its second half."""
    there = table("frodo 3 xxxxxxh", "sam").turns("n o o o o")
    assert (there["frodo"].squares, there["frodo"].is_out) == ("xxxxxxd", False)
    there.rests().turns("n o o o o")
    assert (there["frodo"].squares, there["frodo"].is_out) == (FULL, True)


@pytest.mark.rule("DG-ELIM-3", "refused")
def test_a_whole_last_square_takes_one_mark(table):
    """A last square that is not halved is full with one mark; halving it first saves the player."""
    assert table(f"frodo 3 {ONE_LEFT}", "sam").turns("n g o o o")["frodo"].is_out
    assert not table(f"frodo 3 {ONE_LEFT}", "sam").turns("n g o o o", halve=[7])["frodo"].is_out


@pytest.mark.rule("DG-ELIM-4", "accepted")
def test_the_colour_of_a_player_who_goes_out_is_neutral_from_then_on(table):
    """Sam goes out in Frodo's turn; in Merry's turn the red Nazgûl hits Merry."""
    there = table("frodo", f"sam 3 {ONE_LEFT}", "merry").turns("o o n o o")
    assert there.seat == "merry"
    assert there.turns("o o n o o").sheets() == [(0, "wwwwwww"), (3, FULL), (0, "xwwwwww")]


@pytest.mark.rule("DG-ELIM-4", "refused")
def test_the_colour_of_a_player_still_in_is_not_neutral(table):
    """With a space left Sam is hit again by his red die."""
    there = table("frodo", "sam 3 xxxxxww", "merry").turns("o o n o o").rests()
    assert there.seat == "merry"
    assert there.turns("o o n o o").sheets() == [(0, "wwwwwww"), (3, FULL), (0, "wwwwwww")]


# --- everybody lost ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-END-1", "accepted")
def test_all_out_all_lose(table):
    """When the last one goes out the game ends at once without a winner."""
    after = table(f"frodo 3 {ONE_LEFT}", f"sam 8 {FULL}").turns("n o o o o")
    assert after.ending == ("all_lost", "DG-END-1", ())
    assert after.legal == []


@pytest.mark.rule("DG-END-1", "accepted")
@pytest.mark.parametrize("end_variant", [False, True])
def test_the_last_two_out_in_the_same_turn_both_lose(table, end_variant):
    """When the last two go out together, nobody is left to win, with the end variant or without."""
    after = table(f"frodo 3 {ONE_LEFT}", f"sam 8 {ONE_LEFT}", end_variant=end_variant).turns("n o n o o")
    assert after.ending == ("all_lost", "DG-END-1", ())


@pytest.mark.rule("DG-END-1", "refused")
def test_with_somebody_in_not_everybody_has_lost(table):
    """One player still in plays on."""
    after = table(f"frodo 3 {ONE_LEFT}", "sam").turns("n o o o o")
    assert after.ending is None
    assert after.legal == ["roll"]


@pytest.mark.rule("DG-END-1", "refused")
def test_a_lost_game_cannot_go_on(table, refused_table):
    """After the end every action is refused, and no table starts with all players out."""
    after = table(f"frodo 3 {ONE_LEFT}", f"sam 8 {FULL}").turns("n o o o o")
    for words in ("roll", "keep black", "resolve", "repeat"):
        assert after.refuses(f"{words} by=sam") == ("DG-END-1", "game_over")
    assert refused_table(f"frodo 3 {FULL}", f"sam 8 {FULL}") == ("DG-END-1", "position_over")


# --- reaching Mordor -----------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-END-2", "accepted")
def test_the_round_is_played_to_its_end(table):
    """Frodo, the first player, reaches Mordor; Sam and Merry still have their turns."""
    there = table("frodo 8", "sam", "merry").turns("r g g g g")
    assert (there.ending, there.seat) == (None, "sam")
    there.rests()
    assert (there.ending, there.seat) == (None, "merry")
    there.rests()
    assert there.ending == ("win", "DG-END-3", ("frodo",))


@pytest.mark.rule("DG-END-2", "accepted")
def test_the_last_player_of_a_round_ends_it_by_reaching_mordor(table):
    """When the last player of the round arrives, all have had equally many turns and the game ends."""
    after = table("frodo", "sam 8", active="sam").turns("r g g g g")
    assert after.ending == ("win", "DG-END-3", ("sam",))


@pytest.mark.rule("DG-END-2", "accepted")
def test_a_round_is_counted_from_the_first_player(table):
    """With Sam as first player Frodo is the last of the round."""
    there = table("frodo 8", "sam", first="sam", active="frodo").turns("r g g g g")
    assert there.ending == ("win", "DG-END-3", ("frodo",))
    there = table("frodo", "sam 8", first="sam", active="sam").turns("r g g g g")
    assert (there.ending, there.seat) == (None, "frodo")


@pytest.mark.rule("DG-END-2", "refused")
def test_nobody_goes_on_from_mordor_into_another_round(refused_table):
    """A table where a player is in Mordor before his own turn of the round cannot be."""
    assert refused_table("frodo 9", "sam") == ("DG-END-2", "position_home")
    assert refused_table("frodo 3", "sam 9") == ("DG-END-2", "position_home")


@pytest.mark.rule("DG-END-2", "refused")
def test_without_mordor_no_round_ends_the_game(table):
    """With nobody in Mordor at the end of the round the next one begins."""
    there = table("frodo 7", "sam 8").turns("r g g g g").rests()
    assert (there.ending, there.state.round, there.seat) == (None, 6, "frodo")


def test_a_table_may_stand_in_the_last_round(table):
    """Who has reached Mordor earlier in the round is allowed in a position, and wins when it ends."""
    there = table("frodo 9", "sam", active="sam")
    assert there.rests().ending == ("win", "DG-END-3", ("frodo",))


@pytest.mark.rule("DG-END-3", "accepted")
@pytest.mark.parametrize(
    ("frodo", "sam", "winner"),
    [
        ("xxwwwww", "xwwwwww", "sam"),
        ("xwwwwww", "xxwwwww", "frodo"),
        ("xxxxxxh", "xxxxxxw", "frodo"),  # 2 halves against 1 square
        ("xxxxxdw", "xxxxxxw", "frodo"),  # half and square against a square
        ("xhhhwww", "wwwwwww", "frodo"),  # 6 halves and 3 squares against 7 squares
        ("xxxxdhh", "xxxxhhh", "sam"),
    ],
)
def test_the_most_unmarked_spaces_win(table, frodo, sam, winner):
    """Of several in Mordor the one with most unmarked spaces wins, halves and whole squares alike."""
    there = table(f"frodo 8 {frodo}", f"sam 8 {sam}").turns("r g g g g").turns("r g g g g")
    assert there.ending == ("tie_break", "DG-END-3", (winner,))


@pytest.mark.rule("DG-END-3", "accepted")
def test_only_those_in_mordor_are_compared(table):
    """Merry has most spaces but is on the road: one is in Mordor and wins."""
    there = table("frodo 8 xxxxxww", "sam 7 xxxxwww", "merry 8").turns("r g g g g").rests(2)
    assert there.ending == ("win", "DG-END-3", ("frodo",))


@pytest.mark.rule("DG-END-3", "refused")
def test_a_player_out_does_not_win_from_mordor(table):
    """Frodo marked the last circle and went out later in the round: Sam alone is in Mordor and wins."""
    there = table("frodo 8 xxxxxxw", "sam 8 xxxxxdw", "merry").turns("r g g g g").turns("r n g g g")
    assert there["frodo"].is_out
    assert there.rests().ending == ("win", "DG-END-3", ("sam",))


@pytest.mark.rule("DG-END-3", "refused")
def test_after_the_win_nothing_more_is_played(table):
    """A decided game refuses every action."""
    there = table("frodo", "sam 8", active="sam").turns("r g g g g")
    assert there.refuses("roll by=frodo") == ("DG-END-3", "game_over")
    assert there.refuses("resolve by=sam") == ("DG-END-3", "game_over")


@pytest.mark.rule("DG-END-4", "accepted")
@pytest.mark.rule("DG-AMB-11", "accepted")
@pytest.mark.parametrize(("frodo", "sam"), [("xxwwwww", "xxwwwww"), ("xxxxxhw", "xxxxwww")])
def test_equal_spaces_share_the_victory(table, frodo, sam):
    """Two in Mordor with equally many unmarked spaces win together."""
    there = table(f"frodo 8 {frodo}", f"sam 8 {sam}", "merry 8 xxxxxxw").turns("r g g g g").turns("r g g g g")
    assert there.turns("r g g g g").ending == ("shared", "DG-END-4", ("frodo", "sam"))


@pytest.mark.rule("DG-END-5", "accepted")
@pytest.mark.rule("DG-AMB-12", "accepted")
def test_a_player_in_mordor_can_still_be_put_out_before_the_round_ends(table):
    """Frodo is in Mordor; Sam's yellow Nazgûl puts him out, and with nobody there the next round begins."""
    there = table(f"frodo 8 {ONE_LEFT}", "sam", "merry").turns("r g g g g").turns("o n o o o")
    assert there["frodo"].is_out
    there.rests()
    assert (there.ending, there.state.round, there.seat) == (None, 6, "sam")


@pytest.mark.rule("DG-END-5", "accepted")
@pytest.mark.rule("DG-AMB-12", "accepted")
def test_after_that_another_may_still_win(table):
    """The game that went on is won by the next one who stays in Mordor to the end of a round."""
    there = table(f"frodo 8 {ONE_LEFT}", "sam 8", "merry").turns("r g g g g").turns("o n o o o").rests()
    assert there.turns("r g g g g").rests().ending == ("win", "DG-END-3", ("sam",))


# --- the last one in -----------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-VAR-1", "accepted")
def test_with_the_end_variant_the_last_one_in_wins_at_once(table):
    """Frodo's own Nazgûl puts him out in mid-round: Sam wins without another turn."""
    after = table(f"frodo 8 {ONE_LEFT}", "sam", end_variant=True).turns("n o o o o")
    assert after.ending == ("last_one", "DG-VAR-1", ("sam",))
    assert after.refuses("roll by=sam") == ("DG-VAR-1", "game_over")


@pytest.mark.rule("DG-VAR-1", "accepted")
@pytest.mark.rule("DG-AMB-13", "accepted")
def test_without_the_end_variant_the_last_one_plays_on(table):
    """Sam, alone, plays on; every die but his own is neutral and hits him, too."""
    there = table(f"frodo 8 {ONE_LEFT}", "sam").turns("n o o o o")
    assert (there.ending, there.seat) == (None, "sam")
    there.turns("o n n n n")
    assert there["sam"].squares == "xxxxwww"
    assert (there.ending, there.seat, there.state.round) == (None, "sam", 6)


@pytest.mark.rule("DG-AMB-13", "accepted")
@pytest.mark.parametrize(
    ("kept", "ending"),
    [("r g g g g", ("win", "DG-END-3", ("sam",))), ("n o o o o", ("all_lost", "DG-END-1", ()))],
)
def test_a_sole_survivor_ends_at_home_or_out(table, kept, ending):
    """The one left wins by reaching Mordor, and loses with all the others by going out."""
    assert table(f"frodo 8 {FULL}", f"sam 8 {ONE_LEFT}", active="sam").turns(kept).ending == ending


@pytest.mark.rule("DG-VAR-1", "refused")
def test_the_end_variant_waits_while_two_are_in(table, refused_table):
    """With two still in nobody has won, and a table with one in cannot be started with the end variant."""
    there = table(f"frodo 8 {ONE_LEFT}", "sam", "merry", end_variant=True).turns("n o o o o")
    assert there.ending is None
    refusal = refused_table(f"frodo 8 {FULL}", "sam", active="sam", end_variant=True)
    assert refusal == ("DG-VAR-1", "position_over")


@pytest.mark.rule("DG-AMB-14", "accepted")
def test_the_end_variant_leaves_mordor_and_the_tie_break_as_they_are(table):
    """With the end variant the round is played to its end, and unmarked spaces decide."""
    there = table("frodo 8 xxwwwww", "sam 8 xwwwwww", end_variant=True).turns("r g g g g")
    assert there.ending is None
    assert there.turns("r g g g g").ending == ("tie_break", "DG-END-3", ("sam",))


@pytest.mark.rule("DG-AMB-14", "accepted")
def test_with_the_end_variant_the_last_one_wins_even_against_mordor(table):
    """Frodo in Mordor is put out by Sam's turn: Sam is the last one in and wins at once."""
    there = table(f"frodo 8 {ONE_LEFT}", "sam", end_variant=True).turns("r g g g g").turns("o n o o o")
    assert there.ending == ("last_one", "DG-VAR-1", ("sam",))


@pytest.mark.rule("DG-AMB-14", "accepted")
def test_the_last_two_out_together_lose_with_the_end_variant(table):
    """When both go out in one turn there is no last one."""
    there = table(f"frodo 3 {ONE_LEFT}", f"sam 3 {ONE_LEFT}", end_variant=True)
    assert there.turns("n o n o o").ending == ("all_lost", "DG-END-1", ())


@pytest.mark.rule("DG-AMB-16", "accepted")
def test_players_out_are_skipped_and_do_not_hold_up_a_round(table):
    """With Sam out a round is Frodo's and Merry's turn; with Merry out as well it is Frodo's alone."""
    there = table("frodo", f"sam 3 {FULL}", f"merry 3 {ONE_LEFT}")
    seen = []
    for kept in ("o o o o o", "o o o o o", "o o o n o", "o o o o o", "o o o o o"):
        seen.append((there.state.round, there.seat))
        there.turns(kept)
    assert seen == [(5, "frodo"), (5, "merry"), (6, "frodo"), (7, "frodo"), (8, "frodo")]


@pytest.mark.rule("DG-AMB-16", "accepted")
def test_with_the_first_player_out_the_next_one_still_in_begins_the_round(table):
    """Rounds begin with the first player still in."""
    there = table(f"frodo 3 {FULL}", "sam", "merry", active="merry").rests()
    assert (there.state.round, there.seat) == (6, "sam")


def test_the_working_names_every_space_that_counts(table):
    """The score is explained seat by seat: spaces of those in Mordor, circles on the road, who is out."""
    there = table("frodo 8 xxxdhww", "sam 4", "merry 9 xxxxxxx").turns("r g g g g").rests()
    assert [
        (event.code, event.values.get("total", event.values.get("number")))
        for event in GAME.show.score_explanation(there.state)
    ] == [
        ("score_home", 5),
        ("score_road", 4),
        ("score_out", None),
    ]
    home = GAME.show.score_explanation(there.state)[0].values
    assert (home["whole"], home["halves"]) == (2, 3)
