"""Phase 2: DG-ORC, DG-RING, DG-GAN, DG-MARK, DG-NEU, DG-ORDER, and the places of DG-ADV that change it."""

import pytest

from tests.games.dice.conftest import CONTENT, GAME

ADVANCED = {"variant": "advanced"}


# --- orcs and weapons ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-ORC-1", "accepted")
@pytest.mark.parametrize(
    ("kept", "circles"),
    [("r o w g g", 1), ("r r o w g", 2), ("r o o w w", 1), ("r r r o w", 3), ("r r r g g", 3), ("r w w w g", 1)],
)
def test_beaten_orcs_let_all_rings_count(start, kept, circles):
    """With no more Orcs than Weapons every Ring marks a circle."""
    assert start("frodo", "sam").turns(kept)["frodo"].circles == circles


@pytest.mark.rule("DG-ORC-1", "refused")
@pytest.mark.parametrize("kept", ["r o g g g", "r r r r o", "r r o o w", "r o o o w", "r o o w g"])
def test_a_single_unbeaten_orc_voids_all_rings(start, kept):
    """With more Orcs than Weapons no Ring counts, however many there are."""
    table = start("frodo", "sam").turns(kept)
    assert table["frodo"].circles == 0
    assert table.codes[0] == "orcs_win"


@pytest.mark.rule("DG-ORC-2", "accepted")
@pytest.mark.parametrize("kept", ["o o o o o", "o o o w g", "w w w w w", "o w w w w"])
def test_orcs_without_rings_and_spare_weapons_do_nothing(start, kept):
    """Without Rings neither Orcs nor Weapons change any sheet."""
    table = start("frodo", "sam")
    assert table.sheets() == table.turns(kept).sheets()


@pytest.mark.rule("DG-ORC-2", "refused")
def test_orcs_do_matter_with_a_ring(start):
    """The same Orcs with one Ring beside them cost the circle, and spare Weapons mark none of their own."""
    assert start("frodo", "sam").turns("o o o o r")["frodo"].circles == 0
    assert start("frodo", "sam").turns("w w w w r")["frodo"].circles == 1


# --- Rings ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-RING-1", "accepted")
@pytest.mark.parametrize("rings", [1, 2, 3, 4, 5])
def test_each_ring_marks_the_next_circle(table, rings):
    """Rings mark circles in order from the left, one each."""
    after = table("frodo 2", "sam").turns(" ".join("r" * rings + "g" * (5 - rings)))
    assert after["frodo"].circles == 2 + rings
    place = GAME.rules.view(after.state, None)["players"][0]["place"]
    assert [row.id for row in CONTENT["place"].values() if row["circle"] == 2 + rings] == [place]


@pytest.mark.rule("DG-RING-1", "refused")
def test_no_circle_without_a_ring(table):
    """Without Rings no circle is marked, and never one of an opponent."""
    after = table("frodo 2", "sam 3").turns("g g w w o")
    assert [circles for circles, _ in after.sheets()] == [2, 3]
    after = table("frodo 2", "sam 3").turns("r r r w w")
    assert after["sam"].circles == 3


@pytest.mark.rule("DG-RING-2", "accepted")
def test_rings_beyond_mordor_are_lost(table):
    """From the eighth circle four Rings mark the ninth and nothing else."""
    after = table("frodo 8", "sam").turns("r r r r g")
    assert after.sheets() == [(9, "wwwwwww"), (0, "wwwwwww")]
    assert [event.values["number"] for event in after.events if event.code == "rings_lost"] == [3]


@pytest.mark.rule("DG-RING-2", "refused")
def test_rings_up_to_mordor_are_not_lost(table):
    """From the seventh circle two Rings both count."""
    after = table("frodo 7", "sam").turns("r r g g w")
    assert after["frodo"].circles == 9
    assert "rings_lost" not in after.codes


# --- Gandalf -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-GAN-1", "accepted")
def test_gandalf_makes_one_square_two_spaces(table):
    """A halved square counts as two spaces of the active player's own track."""
    after = table("frodo", "sam").turns("g o o o o", halve=[3])
    assert after.sheets() == [(0, "wwhwwww"), (0, "wwwwwww")]
    assert after["frodo"].capacity == 8


@pytest.mark.rule("DG-GAN-1", "accepted")
def test_gandalf_may_be_declined(table):
    """Halving is a choice: the turn may end without it."""
    assert table("frodo", "sam").turns("g o o o o").sheets() == [(0, "wwwwwww"), (0, "wwwwwww")]


@pytest.mark.rule("DG-GAN-1", "refused")
@pytest.mark.parametrize(("kept", "squares"), [("o o o o o", "1"), ("g o o o o", "1 2"), ("g g o o o", "1 2 7")])
def test_no_more_squares_than_gandalfs(start, kept, squares):
    """Halving more squares than Gandalfs are kept is refused."""
    assert start("frodo", "sam").keeps(kept).refuses(f"resolve {squares}") == ("DG-GAN-1", "halve_too_many")


@pytest.mark.rule("DG-GAN-1", "refused")
def test_a_gandalf_dropped_with_the_tree_halves_nothing(start):
    """Only kept Gandalfs count."""
    table = start("frodo", "sam").does("roll t g o o o").does("keep black")
    assert table.refuses("resolve 1") == ("DG-GAN-1", "halve_too_many")


@pytest.mark.rule("DG-GAN-1", "refused")
def test_squares_are_named_in_ascending_order(start):
    """One choice has one name in a journal."""
    assert start("frodo", "sam").keeps("g g o o o").refuses("resolve 2 1") == ("DG-GAN-1", "halve_order")


@pytest.mark.rule("DG-GAN-2", "accepted")
def test_the_last_square_can_be_halved_and_each_square_once(table):
    """Offered are exactly the unmarked whole squares, the last one among them."""
    there = table("frodo 0 xdwhwww", "sam").keeps("g o o o o")
    assert there.legal == ["resolve", *(f"resolve halve={square}" for square in (3, 5, 6, 7))]
    assert there.does("resolve 7")["frodo"].squares == "xdwhwwh"


@pytest.mark.rule("DG-GAN-2", "accepted")
@pytest.mark.parametrize("track", ["hhhhhhh", "xxxxxdh"])
def test_gandalf_does_nothing_without_a_square_to_halve(table, track):
    """With no unmarked whole square left nothing can be halved, and the turn goes on."""
    there = table(f"frodo 0 {track}", "sam").keeps("g g o o o")
    assert there.legal == ["resolve"]
    assert there.does("resolve")["frodo"].squares == track


@pytest.mark.rule("DG-GAN-2", "refused")
@pytest.mark.parametrize(("squares", "code"), [("1", "halve_marked"), ("2", "halve_twice"), ("4", "halve_twice")])
def test_no_marked_and_no_halved_square_is_halved(table, squares, code):
    """A marked, a half marked and an already halved square are refused."""
    there = table("frodo 0 xdwhwww", "sam").keeps("g g o o o")
    assert there.refuses(f"resolve {squares}") == ("DG-GAN-2", code)


@pytest.mark.rule("DG-GAN-2", "refused")
def test_no_square_is_halved_twice_at_once(start):
    """Two Gandalfs cannot quarter one square."""
    assert start("frodo", "sam").keeps("g g o o o").refuses("resolve 3 3") == ("DG-GAN-2", "halve_twice")


@pytest.mark.rule("DG-GAN-3", "accepted")
def test_halving_comes_before_marking(start):
    """With Gandalf and a Nazgûl the next square is halved first, so that only its half is marked."""
    assert start("frodo", "sam").turns("n g o o o", halve=[1])["frodo"].squares == "dwwwwww"


@pytest.mark.rule("DG-GAN-3", "accepted")
def test_halving_another_square_leaves_the_mark_whole(start):
    """With the seventh square halved the Nazgûl marks the whole first one."""
    assert start("frodo", "sam").turns("n g o o o", halve=[7])["frodo"].squares == "xwwwwwh"


@pytest.mark.rule("DG-AMB-1", "accepted")
@pytest.mark.parametrize(("square", "track"), [(2, "xhwwwww"), (4, "xwwhwww"), (7, "xwwwwwh")])
def test_any_unmarked_square_may_be_halved(table, square, track):
    """The player may halve a square anywhere on his track, not only the next one."""
    assert table("frodo 0 xwwwwww", "sam").turns("g o o o o", halve=[square])["frodo"].squares == track


@pytest.mark.rule("DG-AMB-15", "accepted")
@pytest.mark.parametrize("halve", [[], [4], [2, 5], [1, 2, 3]])
def test_fewer_squares_than_gandalfs_may_be_halved(start, halve):
    """With three Gandalfs none, one, two or three squares are halved."""
    assert start("frodo", "sam").turns("g g g o o", halve=halve)["frodo"].capacity == 7 + len(halve)


# --- Nazgûl --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-MARK-1", "accepted")
def test_each_nazgul_marks_one_space_of_one_player(start):
    """Three Nazgûl mark three spaces in all, in order from the start of the track."""
    table = start("frodo", "sam").turns("n n n o o")
    assert table.sheets() == [(0, "xxwwwww"), (0, "xwwwwww")]


@pytest.mark.rule("DG-MARK-1", "accepted")
def test_a_nazgul_marks_one_half_of_a_halved_square(table):
    """Of a halved square one half is marked at a time."""
    assert table("frodo 0 xhwwwww", "sam").turns("n o o o o")["frodo"].squares == "xdwwwww"
    assert table("frodo 0 xdwwwww", "sam").turns("n o o o o")["frodo"].squares == "xxwwwww"


@pytest.mark.rule("DG-MARK-1", "refused")
@pytest.mark.parametrize("track", ["wxwwwww", "xwxwwww", "hdwwwww", "wwwwwwx", "ddwwwww", "dxwwwww"])
def test_no_square_is_skipped(refused_table, track):
    """A track that is marked out of order cannot be."""
    assert refused_table(f"frodo 0 {track}", "sam") == ("DG-MARK-1", "sheet_order")


@pytest.mark.rule("DG-MARK-1", "refused")
@pytest.mark.parametrize("kept", ["r o w g g", "t o - - -"])
def test_no_mark_without_a_nazgul(start, kept):
    """A turn without a kept Nazgûl marks no track."""
    assert [track for _, track in start("frodo", "sam").turns(kept).sheets()] == ["wwwwwww", "wwwwwww"]


@pytest.mark.rule("DG-MARK-2", "accepted")
@pytest.mark.parametrize("kept", ["n o o o o", "o n o o o", "o o o n o", "o o o o n"])
def test_the_active_player_marks_for_black_own_and_neutral_dice(start, kept):
    """Black, the own yellow, and with two players the unused blue and green all hit Frodo in his turn."""
    assert start("frodo", "sam").turns(kept).sheets() == [(0, "xwwwwww"), (0, "wwwwwww")]


@pytest.mark.rule("DG-MARK-2", "refused")
def test_the_active_player_does_not_mark_for_an_opponents_die(start):
    """A Nazgûl on Sam's red die leaves Frodo's track alone."""
    assert start("frodo", "sam").turns("o o n o o")["frodo"].squares == "wwwwwww"


@pytest.mark.rule("DG-MARK-3", "accepted")
@pytest.mark.parametrize(
    ("kept", "tracks"),
    [
        ("o o n o o", ["w", "x", "w", "w"]),
        ("o o o n o", ["w", "w", "x", "w"]),
        ("o o o o n", ["w", "w", "w", "x"]),
        ("n n n n n", ["xx", "x", "x", "x"]),
    ],
)
def test_opponents_mark_for_their_own_dice(start, kept, tracks):
    """In Frodo's turn Sam, Merry and Pippin mark for the Nazgûl of their colours."""
    table = start("frodo", "sam", "merry", "pippin").turns(kept)
    assert [track for _, track in table.sheets()] == [track.ljust(7, "w") for track in tracks]


@pytest.mark.rule("DG-MARK-3", "refused")
@pytest.mark.parametrize("kept", ["n o o o o", "o n o o o"])
def test_opponents_do_not_mark_for_other_dice(start, kept):
    """The black Nazgûl and the active player's own spare every opponent."""
    table = start("frodo", "sam", "merry", "pippin").turns(kept)
    assert [track for _, track in table.sheets()[1:]] == ["wwwwwww"] * 3


@pytest.mark.rule("DG-MARK-4", "accepted")
def test_a_kept_nazgul_shows_whom_it_will_hit(start):
    """While rolling the view names each kept Nazgûl by its die, and the die belongs to the hobbit who is hit."""
    table = start("frodo", "sam").does("roll r o n w g").does("keep red")
    kept = GAME.rules.view(table.state, "frodo")["kept"]
    assert kept == {"red": "nazgul"}
    assert CONTENT["hobbit"]["sam"]["die"] == "red"


@pytest.mark.rule("DG-AMB-2", "accepted")
def test_the_second_half_comes_before_the_next_square(table):
    """Three marks on a track that starts with a halved square: both halves, then the next square."""
    assert table("frodo 0 hhwwwww", "sam").turns("n n o n o")["frodo"].squares == "xdwwwww"


@pytest.mark.rule("DG-AMB-10", "accepted")
def test_surplus_nazgul_are_lost(table):
    """Four Nazgûl on a track with two spaces fill it, and nobody else marks for the other two."""
    after = table("frodo 0 xxxxxww", "sam", "merry").turns("n n o o n")
    assert after.sheets() == [(0, "xxxxxxx"), (0, "wwwwwww"), (0, "wwwwwww")]


@pytest.mark.rule("DG-AMB-10", "accepted")
@pytest.mark.parametrize("track", ["xxxxxxw", "xxxxxww", "xxxxxxh", "wwwwwww"])
def test_as_many_marks_are_told_as_are_made(table, track):
    """A Nazgûl whose mark is lost is told as surplus and not as a marked space."""
    before = table(f"frodo 0 {track}", "sam", "merry")
    spaces = before["frodo"].capacity
    after = before.turns("n n o o n")
    assert sum(code.startswith("marked") for code in after.codes) == spaces - after["frodo"].capacity
    assert [event.rule for event in after.events if event.code == "surplus"] == ["DG-AMB-10"] * (3 - min(3, spaces))


# --- neutral dice --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-NEU-1", "accepted")
def test_unused_colours_and_those_of_players_out_are_neutral(table):
    """The dice of a hobbit who does not play and of one who is out hit the active player."""
    after = table("frodo", "sam 3 xxxxxxx", "merry").turns("o o n o n")
    assert after.sheets() == [(0, "xxwwwww"), (3, "xxxxxxx"), (0, "wwwwwww")]
    assert [event.rule for event in after.events if event.code.startswith("marked")] == ["DG-NEU-1", "DG-NEU-1"]


@pytest.mark.rule("DG-NEU-1", "refused")
def test_the_colours_of_players_still_in_are_not_neutral(table):
    """The same dice, with both hobbits in play, hit their owners."""
    after = table("frodo", "sam 3 xxxxxxw", "pippin").turns("o o n o n")
    assert after.sheets() == [(0, "wwwwwww"), (3, "xxxxxxx"), (0, "xwwwwww")]


# --- the order of a turn -------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-ORDER-1", "accepted")
def test_a_turn_is_told_in_the_order_it_is_settled(table):
    """Orcs, Rings, halving, own marks, opponents' marks in turn order, eliminations, reaching Mordor, next turn."""
    there = table("frodo 0 xxxxxxw", "sam 8", "merry 0 xxxxxxw", "pippin", active="sam", first="sam").keeps("r n o w g")
    there.does("resolve 1")
    assert there.codes == ["orcs_beaten", "circles", "halved", "marked_colour", "out", "home", "turn"]


@pytest.mark.rule("DG-ORDER-1", "accepted")
@pytest.mark.parametrize(
    ("active", "order"),
    [
        ("frodo", ["frodo", "frodo", "sam", "merry", "pippin"]),
        ("sam", ["sam", "sam", "merry", "pippin", "frodo"]),
        ("merry", ["merry", "merry", "pippin", "frodo", "sam"]),
        ("pippin", ["pippin", "pippin", "frodo", "sam", "merry"]),
    ],
)
def test_own_marks_come_before_those_of_opponents_in_turn_order(table, active, order):
    """First the active player's own marks, for black and his colour, then those of the others clockwise."""
    after = table("frodo", "sam", "merry", "pippin", active=active).turns("n n n n n")
    assert [event.values["seat"].id for event in after.events if event.code.startswith("marked")] == order


@pytest.mark.rule("DG-ORDER-1", "accepted")
def test_eliminations_come_before_reaching_mordor(table):
    """In Frodo's turn Sam's elimination is told before Frodo's arrival."""
    after = table("frodo 8", "sam 3 xxxxxxw", "merry").turns("r g n g g")
    assert [code for code in after.codes if code in ("out", "home")] == ["out", "home"]


@pytest.mark.rule("DG-AMB-9", "accepted")
def test_who_goes_out_in_his_own_turn_still_hits_opponents(table):
    """Frodo's own Nazgûl put him out, and his red one hits Sam all the same."""
    after = table("frodo 0 xxxxxxw", "sam", "merry").turns("n o n o o")
    assert after.sheets() == [(0, "xxxxxxx"), (0, "xwwwwww"), (0, "wwwwwww")]


@pytest.mark.rule("DG-AMB-9", "accepted")
def test_colours_turn_neutral_only_after_the_marks_of_a_turn(table):
    """Sam goes out in Frodo's turn in which the red die is Sam's: Frodo does not mark for it."""
    after = table("frodo", "sam 0 xxxxxxw", "merry").turns("o o n o o")
    assert after.sheets() == [(0, "wwwwwww"), (0, "xxxxxxx"), (0, "wwwwwww")]


# --- places of the advanced variant --------------------------------------------------------------------------------


@pytest.mark.rule("DG-ADV-0", "accepted")
def test_the_place_at_the_start_of_the_turn_counts_for_all_of_it(table):
    """Frodo starts in Lothlórien: his one Weapon beats two Orcs, and where the Rings take him does not matter."""
    assert table("frodo lothlorien", "sam", **ADVANCED).turns("r r o o w")["frodo"].circles == 5


@pytest.mark.rule("DG-ADV-0", "accepted")
def test_effects_do_not_add_up(table):
    """In Moria, past Rivendell, equal symbols may not be kept; in Rohan, past Lothlórien, a Weapon counts once."""
    moria = table("frodo moria", "sam", **ADVANCED).does("roll r r o o w")
    assert moria.refuses("keep black yellow") == ("DG-ROLL-3", "keep_same")
    assert table("frodo rohan", "sam", **ADVANCED).turns("r o o w g")["frodo"].circles == 4


@pytest.mark.rule("DG-ADV-0", "refused")
@pytest.mark.parametrize("place", ["rivendell", "moria", "lothlorien", "helms_deep", "gondor", "minas_tirith"])
def test_places_have_no_effect_in_the_basic_variant(table, place):
    """In the basic variant a turn from any place ends as one from Bag End."""
    there = table(f"frodo {place}", "sam").keeps("r n n o w")
    before = there["frodo"].circles
    there.does("resolve")
    assert there.sheets() == [(before + 1, "xwwwwww"), (0, "xwwwwww")]


@pytest.mark.rule("DG-AMB-3", "accepted")
def test_bag_end_has_no_effect(table):
    """Before the first circle the advanced variant plays like the basic one: the first turn of a game, too."""
    there = table("frodo 0", "sam", **ADVANCED).does("roll r r o w g")
    assert there.refuses("keep black yellow") == ("DG-ROLL-3", "keep_same")
    assert there.refuses("repeat") == ("DG-ADV-4", "repeat_not_here")
    assert table("frodo 0", "sam", **ADVANCED).turns("n o n g r", halve=[1]).sheets() == [
        (0, "dwwwwww"),
        (0, "xwwwwww"),
    ]
    assert table("frodo 0", "sam", **ADVANCED).turns("r o o w g")["frodo"].circles == 0


@pytest.mark.rule("DG-AMB-4", "accepted")
def test_only_the_place_at_the_start_counts_when_several_are_passed(table):
    """From Minas Tirith two Rings reach Mordor; Shelob's Lair on the way does not get in."""
    assert table("frodo minas_tirith", "sam", **ADVANCED).turns("r r g g g")["frodo"].circles == 9


@pytest.mark.rule("DG-AMB-4", "accepted")
def test_one_ring_leads_from_minas_tirith_to_shelob(table):
    """One Ring is enough to enter Shelob's Lair."""
    assert table("frodo minas_tirith", "sam", **ADVANCED).turns("r g g g g")["frodo"].circles == 8


@pytest.mark.rule("DG-ADV-2", "accepted")
def test_in_moria_gandalf_is_kept_but_halves_nothing(table):
    """In Moria a Gandalf may be the one die kept; nothing can be halved in that turn."""
    there = table("frodo moria", "sam", **ADVANCED).does("roll g o o o o").does("keep black")
    assert there.state.kept[0] == "gandalf"
    there = table("frodo moria", "sam", **ADVANCED).keeps("g g g g g")
    assert there.legal == ["resolve"]
    assert there.does("resolve")["frodo"].squares == "wwwwwww"


@pytest.mark.rule("DG-ADV-2", "refused")
def test_in_moria_no_square_is_halved(table):
    """Asking Gandalf to halve a square in a turn that began in Moria is refused."""
    assert table("frodo moria", "sam", **ADVANCED).keeps("g o o o o").refuses("resolve 1") == ("DG-ADV-2", "halve_void")


@pytest.mark.rule("DG-ADV-2", "refused")
@pytest.mark.parametrize("place", ["rivendell", "lothlorien", "gondor"])
def test_elsewhere_gandalf_does_halve(table, place):
    """At another place of the advanced variant the same Gandalf halves."""
    assert table(f"frodo {place}", "sam", **ADVANCED).turns("g o o o o", halve=[1])["frodo"].squares == "hwwwwww"


@pytest.mark.rule("DG-ADV-3", "accepted")
@pytest.mark.parametrize("kept", ["r o o w g", "r o o w w", "r o w g g"])
def test_in_lothlorien_a_weapon_beats_two_orcs(table, kept):
    """In Lothlórien each Weapon counts as two."""
    assert table("frodo lothlorien", "sam", **ADVANCED).turns(kept)["frodo"].circles == 4


@pytest.mark.rule("DG-ADV-3", "refused")
@pytest.mark.parametrize(
    ("place", "kept"), [("lothlorien", "r o o o w"), ("rohan", "r o o w g"), ("moria", "r o o w g")]
)
def test_a_weapon_does_not_beat_three_orcs_and_elsewhere_not_two(table, place, kept):
    """Three Orcs are too many for one Weapon in Lothlórien, and two at another place."""
    there = table(f"frodo {place}", "sam", **ADVANCED)
    assert there["frodo"].circles == there.turns(kept)["frodo"].circles


@pytest.mark.rule("DG-ADV-5", "accepted")
@pytest.mark.parametrize(("kept", "circles"), [("r o w g g", 5), ("r o w w g", 6), ("r o o w w", 5), ("r o w w w", 6)])
def test_in_helms_deep_an_orc_counts_as_two(table, kept, circles):
    """In Helm's Deep it takes two Weapons to beat one Orc."""
    assert table("frodo helms_deep", "sam", **ADVANCED).turns(kept)["frodo"].circles == circles


@pytest.mark.rule("DG-ADV-5", "refused")
@pytest.mark.parametrize("place", ["rohan", "gondor"])
def test_elsewhere_an_orc_counts_once(table, place):
    """Before and after Helm's Deep one Weapon is enough for one Orc."""
    there = table(f"frodo {place}", "sam", **ADVANCED)
    before = there["frodo"].circles
    assert there.turns("r o w g g")["frodo"].circles == before + 1


@pytest.mark.rule("DG-ADV-6", "accepted")
def test_in_gondor_nazgul_spare_the_active_player_only(table):
    """In Gondor black, own and neutral Nazgûl do nothing; those of opponents hit them."""
    after = table("frodo gondor", "sam", "merry 0 xxxxxxx", **ADVANCED).turns("n n n n n")
    assert after.sheets() == [(6, "wwwwwww"), (0, "xwwwwww"), (0, "xxxxxxx")]
    assert after.codes.count("spared") == 4


@pytest.mark.rule("DG-ADV-6", "refused")
def test_in_gondor_nazgul_are_forced_as_usual(table):
    """In Gondor a Nazgûl that shows still has to be kept."""
    there = table("frodo gondor", "sam", **ADVANCED).does("roll n r o o o")
    assert there.refuses("keep yellow") == ("DG-NAZ-1", "keep_nazgul")


@pytest.mark.rule("DG-ADV-6", "refused")
@pytest.mark.parametrize("place", ["helms_deep", "shelobs_lair"])
def test_elsewhere_nazgul_do_not_spare_the_active_player(table, place):
    """At another place the black Nazgûl hits."""
    assert table(f"frodo {place}", "sam", **ADVANCED).turns("n o o o o")["frodo"].squares == "xwwwwww"


@pytest.mark.rule("DG-ADV-7", "accepted")
def test_in_minas_tirith_every_nazgul_hits_the_active_player(table):
    """In Minas Tirith all five Nazgûl, whatever their colour, mark the active player's track."""
    after = table("frodo minas_tirith", "sam", "merry", "pippin", **ADVANCED).turns("n n n n n")
    assert after.sheets() == [(7, "xxxxxww"), *[(0, "wwwwwww")] * 3]


@pytest.mark.rule("DG-ADV-7", "refused")
@pytest.mark.parametrize("place", ["gondor", "shelobs_lair"])
def test_elsewhere_opponents_are_not_spared(table, place):
    """At another place a Nazgûl on Sam's die hits Sam."""
    assert table(f"frodo {place}", "sam", **ADVANCED).turns("o o n o o")["sam"].squares == "xwwwwww"


@pytest.mark.rule("DG-ADV-8", "accepted")
@pytest.mark.parametrize(("kept", "circles"), [("r g g g g", 8), ("r r g g g", 9), ("r r r g g", 9), ("r r o w g", 9)])
def test_from_shelobs_lair_mordor_takes_two_rings(table, kept, circles):
    """In Shelob's Lair one Ring achieves nothing and two reach Mordor."""
    after = table("frodo shelobs_lair", "sam", **ADVANCED).turns(kept)
    assert after["frodo"].circles == circles
    assert ("rings_short" in after.codes) == (circles == 8)


@pytest.mark.rule("DG-ADV-8", "refused")
@pytest.mark.parametrize(("place", "variant"), [("shelobs_lair", "basic"), ("minas_tirith", "advanced")])
def test_elsewhere_one_ring_marks_a_circle(table, place, variant):
    """One Ring counts in the basic variant, and before Shelob's Lair."""
    there = table(f"frodo {place}", "sam", variant=variant)
    before = there["frodo"].circles
    assert there.turns("r g g g g")["frodo"].circles == before + 1


@pytest.mark.rule("DG-AMB-5", "accepted")
def test_rings_voided_by_orcs_do_not_help_against_shelob(table):
    """Two Rings and an unbeaten Orc stay in Shelob's Lair."""
    after = table("frodo shelobs_lair", "sam", **ADVANCED).turns("r r o g g")
    assert after["frodo"].circles == 8
    assert after.codes[0] == "orcs_win"


@pytest.mark.rule("DG-ADV-9", "accepted")
def test_an_opponent_in_gondor_still_marks(table):
    """Frodo in Lothlórien hits Sam, who stands in Gondor."""
    assert table("frodo lothlorien", "sam gondor", **ADVANCED).turns("o o n o o")["sam"].squares == "xwwwwww"


@pytest.mark.rule("DG-ADV-9", "accepted")
def test_an_opponent_in_minas_tirith_draws_no_nazgul(table):
    """Sam in Minas Tirith marks for his own die only, and not for Frodo's."""
    after = table("frodo lothlorien", "sam minas_tirith", **ADVANCED).turns("n n n o o")
    assert after.sheets() == [(3, "xxwwwww"), (7, "xwwwwww")]
