"""Components, set-up and tables already in play: DG-COMP, DG-SET, DG-AMB-17."""

from fractions import Fraction

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Ref
from tests.games.dice.conftest import CONTENT, GAME

FOUR = ("frodo", "sam", "merry", "pippin")


def header(*players, variant=None, options=None, position=None):
    return GAME.rules.header(CONTENT, players, variant, options or {}, position)


def refused(*players, **how):
    refusal = header(*players, **how)
    return refusal.rule, refusal.code


# --- the dice ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-COMP-1", "accepted")
def test_five_dice_one_black_and_one_of_each_hobbit(start):
    """There are five dice with six faces: a black one without owner, then one of each hobbit."""
    setup = start("frodo", "sam").state.setup
    assert dict(zip(setup.dice, setup.owners, strict=True)) == {
        "black": "",
        "yellow": "frodo",
        "red": "sam",
        "blue": "merry",
        "green": "pippin",
    }
    assert [len(faces) for faces in setup.faces] == [6, 6, 6, 6, 6]


@pytest.mark.rule("DG-COMP-1", "refused")
def test_no_die_is_there_twice(start):
    """A roll that names one die twice cannot have been made with the five dice, and the table stays as it was."""
    table = start("frodo", "sam")
    before = GAME.rules.dump(table.state)
    refusal = GAME.words.parse(CONTENT, table.state, "roll", {}, "black=r,yellow=o,red=o,red=w,green=g")
    assert (refusal.rule, refusal.code) == ("DG-COMP-1", "roll_die_twice")
    assert GAME.rules.dump(table.state) == before


@pytest.mark.rule("DG-COMP-1", "refused")
@pytest.mark.parametrize("faces", ["ring,orc,weapon,nazgul,gandalf", "ring,orc,orc,weapon,nazgul,gandalf,gandalf"])
def test_a_die_has_six_faces(faces):
    """A die with five or seven faces is refused."""
    assert refused("Ania:frodo", "Bo:sam", options={"faces_red": faces}) == ("DG-COMP-1", "faces_number")


@pytest.mark.rule("DG-COMP-2", "accepted")
@pytest.mark.parametrize("symbol", list("ronwgt"))
def test_the_black_die_shows_all_six_symbols(start, symbol):
    """Ring, Orc, Weapon, Nazgûl, Gandalf and White Tree can all be rolled with the black die."""
    table = start("frodo", "sam").does(f"roll black={symbol} yellow=o red=o blue=o green=o")
    assert table.step == "keep"


@pytest.mark.rule("DG-COMP-2", "refused")
@pytest.mark.parametrize("die", ["yellow", "red", "blue", "green"])
def test_no_coloured_die_shows_the_white_tree(start, die):
    """A White Tree on a die in a hobbit colour cannot be rolled."""
    shown = {"black": "o", "yellow": "o", "red": "o", "blue": "o", "green": "o", die: "t"}
    words = " ".join(f"{name}={face}" for name, face in shown.items())
    assert start("frodo", "sam").refuses(f"roll {words}") == ("DG-COMP-2", "roll_face_impossible")


@pytest.mark.rule("DG-COMP-2", "refused")
def test_no_coloured_die_is_made_with_a_white_tree():
    """Chosen faces cannot put the White Tree on a coloured die."""
    options = {"faces_green": "ring,orc,weapon,nazgul,gandalf,white_tree"}
    assert refused("Ania:frodo", "Bo:sam", options=options) == ("DG-COMP-2", "roll_face_impossible")


# --- the sheet -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-COMP-3", "accepted")
def test_a_sheet_has_a_road_and_a_track(table):
    """A sheet in play is read back: circles marked, and each square whole, halved, half marked or marked."""
    assert table("frodo 4 xxdhwwh", "sam").sheets() == [(4, "xxdhwwh"), (0, "wwwwwww")]


@pytest.mark.rule("DG-COMP-3", "accepted")
def test_the_last_square_bears_a_nazgul_and_the_road_ends_in_mordor():
    """Only the last of the squares shows a Nazgûl, and the last circle is Mordor."""
    assert [row.get("symbol") for row in CONTENT["square"].values()] == [None] * 6 + ["nazgul"]
    assert max(CONTENT["place"].values(), key=lambda row: row["circle"]).id == "mordor"


@pytest.mark.rule("DG-COMP-3", "refused")
@pytest.mark.parametrize("track", ["xxqwwww", "WWWWWWW", "xx wwww", "xxiwwww"])
def test_nothing_else_stands_on_a_track(refused_table, track):
    """A track with a letter that means no square is refused."""
    position = {"players": [{"name": "A", "hobbit": "frodo", "squares": track}, {"name": "B", "hobbit": "sam"}]}
    state = GAME.rules.new(CONTENT, header(position=position))
    assert (state.rule, state.code) == ("DG-COMP-3", "sheet_letters")


@pytest.mark.rule("DG-COMP-4", "accepted")
def test_nine_circles_and_seven_squares(start):
    """The road has 9 circles from Rivendell to Mordor and the track 7 squares, all unmarked at the start."""
    table = start("frodo", "sam")
    assert [place.id for place in table.state.setup.places[1:]] == [
        *("rivendell", "moria", "lothlorien", "rohan", "helms_deep"),
        *("gondor", "minas_tirith", "shelobs_lair", "mordor"),
    ]
    assert table.sheets() == [(0, "w" * 7), (0, "w" * 7)]


@pytest.mark.rule("DG-COMP-4", "refused")
@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ("frodo 10", "sheet_circles"),
        ("frodo -1", "sheet_circles"),
        ("frodo 3 xxwwww", "sheet_length"),
        ("frodo 3 xxwwwwww", "sheet_length"),
    ],
)
def test_no_other_number_of_circles_or_squares(refused_table, sheet, code):
    """A sheet with more circles than the road has, or another number of squares, is refused."""
    assert refused_table(sheet, "sam") == ("DG-COMP-4", code)


@pytest.mark.rule("DG-COMP-4", "refused")
@pytest.mark.parametrize("square", [0, 8, -1])
def test_there_is_no_eighth_square_to_halve(table, square):
    """Halving a square that the track does not have is refused."""
    resolving = table("frodo", "sam").keeps("g o o o o")
    assert resolving.refuses(f"resolve {square}") == ("DG-COMP-4", "halve_no_square")


# --- players -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-SET-1", "accepted")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players(start, players):
    """Two, three and four players each get a sheet."""
    assert len(start(*FOUR[:players]).sheets()) == players


@pytest.mark.rule("DG-SET-1", "refused")
@pytest.mark.parametrize("hobbits", [(), ("frodo",), (*FOUR, "frodo")])
def test_nobody_plays_alone_or_with_five(start, hobbits):
    """None, one and five players are refused."""
    assert start(*hobbits) == ("DG-SET-1", "seats_number")


@pytest.mark.rule("DG-SET-2", "accepted")
def test_each_player_takes_a_hobbit_with_a_colour(start):
    """Seats are named by their hobbits, and each hobbit owns the die of its colour."""
    assert header("Ania:pippin", "Bo:sam")["seats"] == [{"id": "pippin", "name": "Ania"}, {"id": "sam", "name": "Bo"}]
    assert {row.id: row["die"] for row in CONTENT["hobbit"].values()} == {
        "frodo": "yellow",
        "sam": "red",
        "merry": "blue",
        "pippin": "green",
    }


@pytest.mark.rule("DG-SET-2", "refused")
def test_no_two_players_take_the_same_hobbit(start):
    """A hobbit that is taken already is refused."""
    assert start("frodo", "sam", "frodo") == ("DG-SET-2", "seats_same_hobbit")


@pytest.mark.rule("DG-SET-2", "refused")
@pytest.mark.parametrize("player", ["", ":sam", " :sam"])
def test_nobody_plays_without_a_hobbit_or_a_name(player):
    """A hobbit without a player is refused."""
    assert refused("Ania:frodo", player) == ("DG-SET-2", "seats_no_hobbit")


def test_an_unknown_hobbit_is_a_wrong_call():
    """A hobbit that is not one of the four is answered with the nearest right word."""
    with pytest.raises(WrongCall) as raised:
        header("Ania:frodo", "Bo:mery")
    assert (raised.value.code, raised.value.values["near"]) == ("no_seat", "merry")


@pytest.mark.rule("DG-SET-3", "accepted")
@pytest.mark.parametrize("variant", ["basic", "advanced"])
def test_all_play_the_same_variant(start, variant):
    """The variant is chosen once for the table, and decides whether the places of the road have effects."""
    setup = start("frodo", "sam", variant=variant).state.setup
    assert setup.variant == variant
    assert (setup.places[1].effect == "keep_same") == (variant == "advanced")


@pytest.mark.rule("DG-SET-3", "accepted")
def test_basic_is_the_advised_variant():
    """Who does not choose plays the basic variant."""
    assert header("Ania:frodo", "Bo:sam")["variant"] == "basic"


@pytest.mark.rule("DG-SET-3", "refused")
def test_no_player_has_a_variant_of_his_own():
    """A third variant, or a variant beside one player's sheet, means nothing here."""
    with pytest.raises(WrongCall) as third:
        header("Ania:frodo", "Bo:sam", variant="advancd")
    assert (third.value.code, third.value.values["near"]) == ("no_variant", "advanced")
    rows = [{"name": "Ania", "hobbit": "frodo", "variant": "advanced"}, {"name": "Bo", "hobbit": "sam"}]
    with pytest.raises(WrongCall) as own:
        header(position={"players": rows, "variant": "basic"})
    assert own.value.code == "unknown_key"


# --- turns and rounds ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-SET-4", "accepted")
def test_turns_go_clockwise_from_the_first_player(start):
    """From the first player on everybody has one turn in the order of the seats; then the next round begins."""
    table = start("frodo", "sam", "merry", first="sam")
    seen = []
    for _ in range(6):
        seen.append((table.state.round, table.seat))
        table.rests()
    assert seen == [(1, "sam"), (1, "merry"), (1, "frodo"), (2, "sam"), (2, "merry"), (2, "frodo")]


@pytest.mark.rule("DG-SET-4", "accepted")
def test_the_first_player_may_be_named_and_defaults_to_the_first_seat(start):
    """`first` takes a hobbit or a player's name; without it the first seat begins."""
    assert start("frodo", "sam").seat == "frodo"
    assert start("frodo", "sam", first="sam").seat == "sam"
    assert start("frodo", "sam", first="Bo").seat == "sam"


@pytest.mark.rule("DG-SET-4", "accepted")
@pytest.mark.parametrize(("first", "seat"), [("Bo", "sam"), ("sam", "sam"), ("frodo", "frodo")])
def test_a_hobbit_is_meant_before_a_player_of_that_name(first, seat):
    """With a player called Sam who takes Frodo, `sam` still means the hobbit, and the table can be set."""
    settled = header("Sam:frodo", "Bo:sam", options={"first": first})
    assert settled["options"]["first"] == seat
    assert GAME.rules.new(CONTENT, settled).seat == seat


@pytest.mark.rule("DG-SET-4", "refused")
@pytest.mark.parametrize("words", ["roll", "roll r o w n g", "keep black", "resolve"])
def test_nobody_acts_out_of_turn(start, words):
    """While it is Frodo's turn Sam can do nothing, whatever the step."""
    assert start("frodo", "sam").refuses(f"{words} by=sam") == ("DG-SET-4", "not_your_turn")


@pytest.mark.rule("DG-SET-4", "refused")
def test_a_hobbit_who_does_not_play_has_no_turn(start):
    """A seat that is not at the table is refused like anybody out of turn."""
    assert start("frodo", "sam").refuses("roll by=pippin") == ("DG-SET-4", "not_your_turn")


@pytest.mark.rule("DG-SET-4", "refused")
@pytest.mark.parametrize("round", [0, -3])
def test_rounds_are_counted_from_one(refused_table, round):
    """A table in play is at least in its first round."""
    assert refused_table("frodo", "sam", round=round) == ("DG-SET-4", "position_round")


# --- tables already in play ----------------------------------------------------------------------------------------


def test_a_table_in_play_goes_on_where_it_stood(table):
    """A position gives variant, end variant, round, first and active player, and every sheet."""
    state = table(
        "merry gondor xxdhwww", "frodo 2", variant="advanced", end_variant=True, round=8, first="frodo", active="Ania"
    ).state
    assert (state.setup.variant, state.setup.end_variant, state.round) == ("advanced", True, 8)
    assert (GAME.rules.view(state, None)["first"], state.seat, GAME.rules.pending(state).what) == (
        "frodo",
        "merry",
        "roll",
    )
    assert [(player.circles, player.squares) for player in state.players] == [(6, "xxdhwww"), (2, "wwwwwww")]


def test_a_position_needs_only_its_players():
    """Without more the table stands at the start: basic, first round, the first seat's turn, clean sheets."""
    position = {"players": [{"name": "Ania", "hobbit": "frodo"}, {"name": "Bo", "hobbit": "sam"}]}
    state = GAME.rules.new(CONTENT, header(position=position))
    assert state == GAME.rules.new(CONTENT, header("Ania:frodo", "Bo:sam"))


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ({"players": [], "colour": 1}, "unknown_key"),
        ({"round": 3}, "no_sheets"),
        ({"players": ["frodo", "sam"]}, "not_mapping"),
        ({"players": [{"name": "A", "hobbit": "frodo", "circles": "3"}, {"name": "B", "hobbit": "sam"}]}, "not_whole"),
        ({"players": [{"name": "A", "hobbit": "frodo", "squares": 7}, {"name": "B", "hobbit": "sam"}]}, "not_text"),
        ({"players": [{"name": "A", "hobbit": "frodo"}, {"name": "B", "hobbit": "sam"}], "round": "x"}, "not_whole"),
        ({"players": [{"name": "A", "hobbit": "frodo"}, {"name": "B", "hobbit": "sam"}], "active": "C"}, "no_player"),
        ({"players": [{"name": "A", "hobbit": "frodo"}, {"name": "B", "hobbit": "sam"}], "first": "C"}, "no_player"),
    ],
)
def test_an_unreadable_position_is_a_wrong_call(position, code):
    """A position that cannot be read is refused with the reason before any rule is asked."""
    with pytest.raises(WrongCall) as raised:
        header(position=position)
    assert raised.value.code == code


def test_a_position_brings_its_own_players():
    """Players named beside a position are a wrong call."""
    with pytest.raises(WrongCall) as raised:
        header("Ania:frodo", position={"players": []})
    assert raised.value.code == "position_players"


# --- values nobody could verify ------------------------------------------------------------------------------------


@pytest.mark.rule("DG-AMB-17", "accepted")
def test_squares_and_faces_are_options_of_the_header():
    """The number of squares and all faces stand in the header, with their defaults, and can be chosen."""
    plain = header("Ania:frodo", "Bo:sam")["options"]
    assert plain["squares"] == "7"
    assert plain["faces_black"] == "ring,orc,weapon,nazgul,gandalf,white_tree"
    assert {plain[f"faces_{die}"] for die in ("yellow", "red", "blue", "green")} == {
        "ring,orc,orc,weapon,nazgul,gandalf"
    }
    chosen = {"squares": "9", "faces_red": "Ring, ring,nazgul,orc,weapon,gandalf"}
    state = GAME.rules.new(CONTENT, header("Ania:frodo", "Bo:sam", options=chosen))
    assert [player.squares for player in state.players] == ["w" * 9, "w" * 9]
    assert state.setup.faces[2] == ("ring", "ring", "nazgul", "orc", "weapon", "gandalf")


@pytest.mark.rule("DG-AMB-17", "accepted")
def test_chosen_faces_decide_what_can_be_rolled(start):
    """A die without Rings cannot show one, and its odds follow its faces."""
    table = start("frodo", "sam", faces_red="orc,orc,orc,weapon,nazgul,gandalf")
    assert table.refuses("roll r r r r r") == ("DG-COMP-2", "roll_face_impossible")
    odds = GAME.odds.face_odds(table.state)
    assert odds[Ref("die", "red")][Ref("symbol", "orc")] == Fraction(1, 2)
    assert odds[Ref("die", "yellow")][Ref("symbol", "orc")] == Fraction(1, 3)
    assert Ref("symbol", "ring") not in odds[Ref("die", "red")]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"square": "7"}, "no_option"),
        ({"squares": "0"}, "option_whole"),
        ({"squares": "21"}, "option_whole"),
        ({"squares": "seven"}, "option_whole"),
        ({"end_variant": "yes"}, "option_flag"),
        ({"faces_red": "ring,orc,orc,weapon,nazgul,gandlf"}, "no_symbol"),
        ({"first": "merry"}, "no_player"),
    ],
)
def test_an_option_that_means_nothing_is_a_wrong_call(options, code):
    """Unknown options, values out of range and first players who do not play are wrong calls."""
    with pytest.raises(WrongCall) as raised:
        header("Ania:frodo", "Bo:sam", options=options)
    assert raised.value.code == code


def test_a_header_says_everything_again():
    """A header with its defaults written out, read back as choices, gives the same header."""
    first = header("Ania:frodo", "Bo:sam", variant="advanced", options={"first": "sam", "end_variant": "true"})
    again = header("Ania:frodo", "Bo:sam", variant=first["variant"], options=first["options"])
    assert again == first
    assert GAME.rules.new(CONTENT, again) == GAME.rules.new(CONTENT, first)
