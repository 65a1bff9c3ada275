"""Hand-filled final sheets: what can be is scored, what cannot be is refused with its rule."""

import pytest

from companion.core.errors import WrongCall
from companion.play.game.game import SheetReport
from tests.games.dice.conftest import CONTENT, GAME

NAMES = {"frodo": "Ania", "sam": "Bo", "merry": "Cela", "pippin": "Dan"}


def sheets(*rows, **more):
    """Rows as `hobbit circles squares [turns]`."""
    players = []
    for row in rows:
        hobbit, circles, squares, *turns = row.split()
        player = {"name": NAMES[hobbit], "hobbit": hobbit, "circles": int(circles), "squares": squares}
        players.append({**player, "turns": int(turns[0])} if turns else player)
    return {"players": players, **more}


def judged(*rows, **more):
    """Ending, rule and winners of sheets that can be."""
    report = GAME.show.sheets.check(CONTENT, sheets(*rows, **more))
    assert isinstance(report, SheetReport), report
    return report.outcome.ending, report.outcome.rule, report.outcome.winners


def faults(*rows, **more):
    """Rule and code of every fault, of sheets that stay as they were handed in."""
    data = sheets(*rows, **more)
    found = GAME.show.sheets.check(CONTENT, data)
    assert not isinstance(found, SheetReport), found.outcome
    assert data == sheets(*rows, **more)
    return [(fault.rule, fault.code) for fault in found]


@pytest.mark.rule("DG-END-3", "accepted")
@pytest.mark.parametrize(
    ("rows", "ending"),
    [
        (("frodo 9 xxwwwww", "sam 7 xwwwwww"), ("win", "DG-END-3", ("frodo",))),
        (("frodo 9 xxwwwww", "sam 9 xwwwwww"), ("tie_break", "DG-END-3", ("sam",))),
        (("frodo 9 xxxxxhw", "sam 9 xxxxwww", "merry 9 xxxxxww"), ("shared", "DG-END-4", ("frodo", "sam"))),
        (("frodo 9 xxxxxxx", "sam 9 xxxxxxw"), ("win", "DG-END-3", ("sam",))),
        (("frodo 9 xxxxxxx", "sam 4 xxxxxxx"), ("all_lost", "DG-END-1", ())),
    ],
)
def test_who_won_by_these_sheets(rows, ending):
    """Sheets that can be are scored as at the end of a round."""
    assert judged(*rows) == ending


@pytest.mark.rule("DG-VAR-1", "accepted")
def test_the_last_one_in_wins_with_the_end_variant_only():
    """The same sheets are decided with the end variant and unfinished without it."""
    rows = ("frodo 3 xxxxxxx", "sam 5 xxxwwww")
    assert judged(*rows, end_variant=True) == ("last_one", "DG-VAR-1", ("sam",))
    assert faults(*rows) == [("DG-END-2", "sheets_not_over")]


@pytest.mark.rule("DG-END-2", "refused")
def test_sheets_without_anybody_in_mordor_are_not_final():
    """With a player still in and nobody in Mordor the game is not over."""
    assert faults("frodo 8 xxwwwww", "sam 7 xwwwwww") == [("DG-END-2", "sheets_not_over")]


@pytest.mark.rule("DG-END-2", "refused")
def test_players_still_in_had_equally_many_turns():
    """Different numbers of turns for players still in are refused."""
    assert faults("frodo 9 xxwwwww 6", "sam 7 xwwwwww 5") == [("DG-END-2", "sheets_turns")]


@pytest.mark.rule("DG-END-2", "accepted")
@pytest.mark.parametrize("turns", [3, 6])
def test_players_who_are_out_had_no_more_turns(turns):
    """Who is out may have had fewer turns than the others, or as many."""
    assert judged("frodo 9 xxwwwww 6", f"sam 2 xxxxxxx {turns}") == ("win", "DG-END-3", ("frodo",))


@pytest.mark.rule("DG-ELIM-1", "refused")
def test_nobody_has_turns_after_going_out():
    """A player who is out cannot have had more turns than those still in."""
    assert faults("frodo 9 xxwwwww 6", "sam 2 xxxxxxx 7") == [("DG-ELIM-1", "sheets_turns_out")]


@pytest.mark.rule("DG-RING-1", "refused")
@pytest.mark.parametrize("sheet", ["frodo 9 wwwwwww 1", "frodo 9 hhwwwww 2", "frodo 9 dhwwwww 2"])
def test_five_dice_a_turn_do_not_give_more_circles(sheet):
    """More circles and halved squares than five dice a turn can give are refused."""
    other = f"sam 0 wwwwwww {sheet[-1]}"
    assert faults(sheet, other) == [("DG-RING-1", "sheets_too_far")]


@pytest.mark.rule("DG-RING-1", "accepted")
def test_five_dice_a_turn_can_give_ten_symbols_in_two_turns():
    """Nine circles and one halved square are possible in two turns."""
    assert judged("frodo 9 hwwwwww 2", "sam 0 wwwwwww 2") == ("win", "DG-END-3", ("frodo",))


@pytest.mark.rule("DG-MARK-1", "refused")
def test_more_marks_than_dice_are_refused():
    """Nine Rings and a Nazgûl in two turns leave no die for a second mark, and one opponent adds two at most."""
    assert faults("frodo 9 xxxxwww 2", "sam 0 wwwwwww 2") == [("DG-MARK-1", "sheets_too_many_marks")]


@pytest.mark.rule("DG-MARK-1", "accepted")
def test_as_many_marks_as_dice_can_be():
    """One Nazgûl of the player's own ten dice and one in each of the opponent's two turns make three marks."""
    assert judged("frodo 9 xxxwwww 2", "sam 0 wwwwwww 2") == ("win", "DG-END-3", ("frodo",))


@pytest.mark.rule("DG-END-3", "refused")
@pytest.mark.parametrize("winner", ["Ania", ["Ania", "Bo"], []])
def test_a_wrong_winner_is_named(winner):
    """A winner who is not the one by the rules is refused."""
    assert faults("frodo 9 xxwwwww", "sam 9 xwwwwww", winner=winner) == [("DG-END-3", "sheets_winner")]


@pytest.mark.parametrize("winner", ["Bo", "sam", ["Bo"], ["sam"]])
def test_the_right_winner_is_named_by_name_or_hobbit(winner):
    """The winner may be named by the player's name or the hobbit."""
    assert judged("frodo 9 xxwwwww", "sam 9 xwwwwww", winner=winner) == ("tie_break", "DG-END-3", ("sam",))


@pytest.mark.rule("DG-END-3", "accepted")
@pytest.mark.parametrize("winner", ["Bo", "sam"])
def test_the_winning_hobbit_is_meant_before_a_player_of_that_name(winner):
    """With a player called Sam who took Frodo, the winner `sam` is the hobbit."""
    data = sheets("frodo 3 xwwwwww", "sam 9 wwwwwww", winner=[winner])
    data["players"][0]["name"] = "Sam"
    assert isinstance(GAME.show.sheets.check(CONTENT, data), SheetReport)


@pytest.mark.rule("DG-END-1", "refused")
def test_nobody_wins_a_lost_game():
    """With all out nobody may be named, and an empty list is right."""
    rows = ("frodo 9 xxxxxxx", "sam 4 xxxxxxx")
    assert faults(*rows, winner=["Ania"]) == [("DG-END-1", "sheets_nobody")]
    assert judged(*rows, winner=[]) == ("all_lost", "DG-END-1", ())


@pytest.mark.rule("DG-VAR-1", "accepted")
def test_the_last_one_in_may_have_had_fewer_turns():
    """With the end variant the game ends in mid-round: Frodo went out in a turn that Sam has not had."""
    assert judged("frodo 3 xxxxxxx 4", "sam 5 xxxwwww 3", end_variant=True) == ("last_one", "DG-VAR-1", ("sam",))


def test_a_sheet_without_circles_is_refused():
    """Circles left out are not taken for none."""
    data = sheets("frodo 9 wwwwwww", "sam 3 wwwwwww")
    del data["players"][1]["circles"]
    assert [(fault.rule, fault.code) for fault in GAME.show.sheets.check(CONTENT, data)] == [
        ("DG-COMP-4", "sheet_circles")
    ]


def test_who_is_out_is_scored_as_out():
    """The working names those out with the rule that put them out."""
    report = GAME.show.sheets.check(CONTENT, sheets("frodo 9 xxwwwww", "sam 7 xxxxxxx"))
    assert [(event.code, event.rule) for event in GAME.show.score_explanation(report.state)] == [
        ("score_home", "DG-END-3"),
        ("score_out", "DG-ELIM-1"),
    ]


def test_all_faults_are_told_at_once():
    """Every impossible sheet is named in one answer."""
    assert faults("frodo 10 xxwwwww", "sam 3 wxwwwww", "merry 2 xxqwwww", "pippin 1 www") == [
        ("DG-COMP-4", "sheet_circles"),
        ("DG-MARK-1", "sheet_order"),
        ("DG-COMP-3", "sheet_letters"),
        ("DG-COMP-4", "sheet_length"),
    ]


def test_faults_of_turns_and_of_the_end_are_told_together():
    """Wrong turns, an unfinished game and too many circles do not hide one another."""
    assert faults("frodo 8 wwwwwww 1", "sam 3 wwwwwww 2") == [
        ("DG-END-2", "sheets_turns"),
        ("DG-RING-1", "sheets_too_far"),
        ("DG-END-2", "sheets_not_over"),
    ]


@pytest.mark.rule("DG-SET-1", "refused")
def test_sheets_of_one_player_are_refused():
    """One sheet is no game."""
    assert faults("frodo 9 wwwwwww") == [("DG-SET-1", "seats_number")]


@pytest.mark.rule("DG-SET-2", "refused")
def test_two_sheets_of_the_same_hobbit_are_refused():
    """The same hobbit twice is refused."""
    assert faults("frodo 9 wwwwwww", "frodo 3 wwwwwww") == [("DG-SET-2", "seats_same_hobbit")]


def test_other_tracks_than_seven_squares_are_named():
    """Sheets with eight squares belong to a table that says it plays with eight; others have seven."""
    rows = ("frodo 9 xxwwwwww", "sam 3 wwwwwwww")
    assert judged(*rows, squares=8) == ("win", "DG-END-3", ("frodo",))
    assert faults(*rows) == [("DG-COMP-4", "sheet_length")] * 2


def test_squares_that_are_not_played_with_stay_untouched():
    """A table that plays with five may give the seven that are printed, if nothing is marked behind them."""
    rows = ("frodo 9 xxwwwww", "sam 3 wwwwwww")
    assert (
        judged(*rows, squares=5) == judged("frodo 9 xxwww", "sam 3 wwwww", squares=5) == ("win", "DG-END-3", ("frodo",))
    )
    assert faults("frodo 9 xxxxxxw", rows[1], squares=5) == [("DG-COMP-4", "sheet_length")]


def test_the_report_shows_the_final_table():
    """The report's table is over and scores as the sheets do."""
    report = GAME.show.sheets.check(
        CONTENT, sheets("frodo 9 xxwwwww 6", "sam 7 xwwwwww 6", variant="advanced", first="Bo")
    )
    assert GAME.rules.legal_actions(report.state) == ()
    assert GAME.rules.outcome(report.state) == report.outcome
    assert (report.header["variant"], report.header["options"]["first"], report.state.round) == ("advanced", "sam", 6)
    assert [(event.code, event.rule) for event in GAME.show.score_explanation(report.state)] == [
        ("score_home", "DG-END-3"),
        ("score_road", "DG-END-2"),
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ([], "not_mapping"),
        ({}, "no_sheets"),
        ({"players": "frodo"}, "no_sheets"),
        ({"players": ["frodo", "sam"]}, "not_mapping"),
        ({"players": [], "rounds": 3}, "unknown_key"),
        (sheets("frodo 9 xxwwwww", "sam 7 xwwwwww", variant="expert"), "no_variant"),
        (sheets("frodo 9 xxwwwww", "sam 7 xwwwwww", winner="Cela"), "no_player"),
        (sheets("frodo 9 xxwwwww", "sam 7 xwwwwww", first="Cela"), "no_player"),
    ],
)
def test_unreadable_sheets_are_a_wrong_call(data, code):
    """A file that is not a set of sheets is answered with what is wrong about it."""
    with pytest.raises(WrongCall) as raised:
        GAME.show.sheets.check(CONTENT, data)
    assert raised.value.code == code


@pytest.mark.parametrize(("key", "value", "code"), [("circles", "nine", "not_whole"), ("squares", 7, "not_text")])
def test_unreadable_entries_are_a_wrong_call(key, value, code):
    """A number that is none, or a track that is no text, is a wrong call."""
    data = sheets("frodo 9 xxwwwww", "sam 7 xwwwwww")
    data["players"][0][key] = value
    with pytest.raises(WrongCall) as raised:
        GAME.show.sheets.check(CONTENT, data)
    assert raised.value.code == code


def test_a_played_game_gives_sheets_that_can_be(table):
    """The sheets of a game played here are judged as the game was decided."""
    there = (
        table("frodo 8 xxhwwww", "sam 8 xwwwwww", "merry 2 xxxxxxx").turns("r n g g g", halve=[4]).turns("r g o w o")
    )
    rows = [
        f"{player['hobbit']} {player['circles']} {player['squares']}"
        for player in GAME.rules.view(there.state, None)["players"]
    ]
    assert there.ending is not None
    assert judged(*rows) == there.ending


def test_sheets_have_seven_squares(start):
    """Whatever is played with."""
    for squares in ("5", "9"):
        said = GAME.show.sheets.paper_values(start("frodo", "sam", squares=squares).state)
        assert said["frodo"]["squares"] == "wwwwwww"
