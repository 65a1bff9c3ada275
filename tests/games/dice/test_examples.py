"""The worked examples of the rulebook, played at this table."""

import pytest

ADVANCED = {"variant": "advanced"}


def test_example_three_rolls_keep_ring_weapon_and_nazgul(start):
    """Ring, Weapon and Nazgûl kept, not the second Ring; then one of two Nazgûl; then a Ring that has to be kept."""
    there = start("frodo", "sam").does("roll r n o r w")
    assert there.refuses("keep black yellow blue green") == ("DG-ROLL-3", "keep_same")
    there.does("keep black yellow green")
    there.does("roll n n")
    assert there.refuses("keep red blue") == ("DG-NAZ-2", "keep_same")
    there.does("keep red").does("roll r")
    assert there.legal == ["keep dice=blue"]
    assert there.does("keep blue").step == "resolve"
    assert there.state.kept == ("ring", "nazgul", "nazgul", "ring", "weapon")


def test_example_one_ring_without_an_orc_is_one_circle(start):
    """Frodo keeps one Ring and no Orc: one circle."""
    assert start("frodo", "sam").turns("r w g g w")["frodo"].circles == 1


def test_example_two_rings_and_an_orc_are_no_circle(start):
    """Pippin keeps two Rings and an Orc: no circle."""
    assert start("pippin", "sam").turns("r r o g g")["pippin"].circles == 0


def test_example_an_orc_beaten_by_a_weapon_costs_nothing(start):
    """Sam keeps Ring, Orc and Weapon: one circle."""
    assert start("sam", "frodo").turns("r o w g g")["sam"].circles == 1


def test_example_an_orc_too_many_costs_the_circle(start):
    """Sam keeps two Rings, two Orcs and a Weapon: no circle."""
    assert start("sam", "frodo").turns("r r o o w")["sam"].circles == 0


def test_example_three_nazgul_mark_two_squares_and_one_of_sam(start):
    """Merry keeps Nazgûl on blue, black and red while Sam plays: Merry marks two, Sam one."""
    there = start("merry", "sam").turns("n o n n o")
    assert there.sheets() == [(0, "xxwwwww"), (0, "xwwwwww")]


def test_gandalf_before_the_nazgul(start):
    """Red keeps Gandalf and the red Nazgûl: a square is halved, then one half marked."""
    there = start("sam", "frodo").turns("g o n o o", halve=[1])
    assert there.sheets() == [(0, "dwwwwww"), (0, "wwwwwww")]


@pytest.mark.parametrize(("keep", "phase"), [("black yellow blue", "resolve"), ("yellow blue", "roll")])
def test_example_the_white_tree_ends_the_rolls(start, keep, phase):
    """Pippin keeps Ring, Nazgûl and Tree and is done; with Ring and Nazgûl alone he would roll three dice again."""
    there = start("pippin", "sam").does("roll t r r n o").does(f"keep {keep}")
    assert there.step == phase
    if phase == "roll":
        assert there.does("roll r r o").state.pending == ("ring", "", "ring", "", "orc")
    else:
        assert there.does("resolve").sheets() == [(1, "xwwwwww"), (0, "wwwwwww")]


def test_example_the_last_square_puts_its_player_out(table):
    """Pippin marks his last square and is out; the others go on."""
    there = table("pippin 4 xxxxxxw", "sam", "merry").turns("n o o o o")
    assert there["pippin"].is_out
    assert (there.ending, there.seat) == (None, "sam")
    assert there.rests(2).seat == "sam"


def test_a_full_turn_of_merry(start):
    """Ring, Gandalf, Weapon, Orc and the black Nazgûl: one circle, the first square halved and half marked."""
    there = start("merry", "sam").turns("n r g o w", halve=[1])
    assert there.sheets() == [(1, "dwwwwww"), (0, "wwwwwww")]


def test_a_full_turn_of_sam(table):
    """Red and blue Nazgûl, Orc, Gandalf, Ring: no circle, half a square for Sam, and Merry's second half."""
    there = table("merry 1 dwwwwww", "sam", active="sam").turns("o g n n r", halve=[1])
    assert there.sheets() == [(1, "xwwwwww"), (0, "dwwwwww")]


def test_example_a_weapon_counts_twice_in_lothlorien(table):
    """One Weapon, two Orcs, one Ring in Lothlórien: one circle."""
    assert table("frodo lothlorien", "sam", **ADVANCED).turns("r o o w g")["frodo"].circles == 4


@pytest.mark.parametrize(("kept", "circles"), [("r o w g g", 5), ("r o w w g", 6)])
def test_example_an_orc_needs_two_weapons_in_helms_deep(table, kept, circles):
    """In Helm's Deep one Weapon does not beat an Orc, two do."""
    assert table("frodo helms_deep", "sam", **ADVANCED).turns(kept)["frodo"].circles == circles


@pytest.mark.parametrize("keep", ["black", "yellow red", "black yellow red"])
def test_example_equal_rings_may_be_kept_in_rivendell(table, keep):
    """In Rivendell one, two or all three Rings of a roll may be kept."""
    there = table("frodo rivendell", "sam", **ADVANCED).does("roll r r r o o").does(f"keep {keep}")
    assert there.state.kept.count("ring") == len(keep.split())
