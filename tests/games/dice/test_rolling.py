"""Phase 1: DG-TURN, DG-ROLL, DG-NAZ, DG-TREE, Rivendell (DG-ADV-1) and Rohan (DG-ADV-4)."""

import pytest

from companion.core.errors import IllegalAction
from tests.games.dice.conftest import GAME

ADVANCED = {"variant": "advanced"}


# --- the two phases ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-TURN-1", "accepted")
def test_a_turn_rolls_keeps_and_resolves(start):
    """A turn goes from rolling over keeping to the symbols, and then to the next player."""
    table = start("frodo", "sam")
    seen = [table.step]
    for words in ("roll r o w n g", "keep black yellow red blue green", "resolve"):
        seen.append(table.does(words).step)
    assert seen == ["roll", "keep", "resolve", "roll"]
    assert table.seat == "sam"


@pytest.mark.rule("DG-ROLL-4", "refused")
def test_symbols_take_no_effect_before_the_rolling_is_over(start):
    """Resolving is refused before the first roll, with a roll on the table, and with dice left to roll: how many."""
    table = start("frodo", "sam")
    assert table.refuses("resolve") == ("DG-ROLL-4", "resolve_too_early")
    assert GAME.rules.check(table.state, table.act("resolve")).values == {"number": 5}
    assert table.does("roll r o w n g").refuses("resolve") == ("DG-ROLL-5", "resolve_too_early")
    assert table.does("keep blue").refuses("resolve") == ("DG-ROLL-4", "resolve_too_early")
    assert GAME.rules.check(table.state, table.act("resolve")).values == {"number": 4}


@pytest.mark.rule("DG-TURN-1", "refused")
def test_nothing_is_kept_before_a_roll(start):
    """Keeping is refused while no roll lies on the table."""
    table = start("frodo", "sam")
    assert table.refuses("keep black") == ("DG-TURN-1", "keep_no_roll")
    table.does("roll r o w n g").does("keep blue")
    assert table.refuses("keep black") == ("DG-TURN-1", "keep_no_roll")


# --- rolling -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-ROLL-1", "accepted")
def test_the_first_roll_takes_five_dice_and_each_later_one_the_rest(start):
    """An open roll asks for all dice not yet kept."""
    table = start("frodo", "sam")
    assert GAME.rules.chance(table.state, table.act("roll")).sizes == (6, 6, 6, 6, 6)
    table.does("roll r o w g g").does("keep black red green")
    assert GAME.rules.chance(table.state, table.act("roll")).sizes == (6, 6)
    assert table.shows("roll w n") == {"yellow": "w", "blue": "n"}
    assert table.does("roll w n").state.rolls == 2


@pytest.mark.rule("DG-ROLL-1", "accepted")
def test_five_rolls_at_most(start):
    """Who keeps one die a roll rolls five times, and then no die is left."""
    table = start("frodo", "sam").keeps("r r r r r")
    assert (table.state.rolls, table.step) == (5, "resolve")
    assert table.legal == ["resolve"]
    assert table.refuses("roll") == ("DG-ROLL-5", "roll_phase_over")


@pytest.mark.rule("DG-ROLL-1", "refused")
def test_the_first_roll_leaves_no_die_out(start):
    """A first roll with four dice is refused."""
    table = start("frodo", "sam")
    assert table.refuses("roll black=r yellow=o red=w blue=g") == ("DG-ROLL-1", "roll_die_missing")


@pytest.mark.rule("DG-ROLL-1", "refused")
def test_a_roll_without_a_result_does_not_count(start):
    """An open roll is a legal wish, but it cannot be applied."""
    table = start("frodo", "sam")
    before = GAME.rules.dump(table.state)
    assert GAME.rules.check(table.state, table.act("roll")) is None
    with pytest.raises(IllegalAction) as raised:
        GAME.rules.apply(table.state, table.act("roll"))
    assert (raised.value.refusal.rule, raised.value.refusal.code) == ("DG-ROLL-1", "chance_open")
    assert GAME.rules.dump(table.state) == before


# --- keeping -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-ROLL-2", "accepted")
@pytest.mark.parametrize(
    ("keep", "left"), [("yellow", 4), ("black yellow", 3), ("black yellow blue green", 1), ("black red blue green", 1)]
)
def test_one_die_or_more_is_kept(start, keep, left):
    """One die of the roll is enough, and several different ones may be kept."""
    table = start("frodo", "sam").does("roll r o o w g").does(f"keep {keep}")
    assert table.state.kept.count("") == left


@pytest.mark.rule("DG-ROLL-2", "accepted")
def test_all_dice_of_a_roll_may_be_kept(start):
    """Five different symbols may all be kept at once."""
    table = start("frodo", "sam").does("roll r o w n g").does("keep black yellow red blue green")
    assert (table.step, table.state.rolls) == ("resolve", 1)


@pytest.mark.rule("DG-ROLL-2", "refused")
def test_no_roll_goes_by_without_a_die_kept(start):
    """Keeping nothing is refused, and so is rolling on before anything is kept."""
    table = start("frodo", "sam").does("roll r o w g g")
    assert table.refuses("keep") == ("DG-ROLL-2", "keep_nothing")
    assert table.refuses("roll") == ("DG-ROLL-2", "roll_keep_first")
    assert table.refuses("roll r o w g g") == ("DG-ROLL-2", "roll_keep_first")


@pytest.mark.rule("DG-ROLL-2", "refused")
def test_the_dice_of_a_keep_are_named_in_their_order(start):
    """One choice has one name in a journal: the same dice in another order are refused."""
    assert start("frodo", "sam").does("roll r o w g g").refuses("keep yellow black") == ("DG-ROLL-2", "keep_order")


@pytest.mark.rule("DG-ROLL-3", "accepted")
def test_a_symbol_of_an_earlier_roll_may_be_kept_again(start):
    """Rings out of two rolls may both be kept."""
    table = start("frodo", "sam").does("roll r r o o o").does("keep black red").does("roll r o o").does("keep yellow")
    assert table.state.kept == ("ring", "ring", "orc", "", "")


@pytest.mark.rule("DG-ROLL-3", "refused")
@pytest.mark.parametrize("keep", ["black yellow", "black yellow red", "red blue", "black red blue green"])
def test_no_symbol_is_kept_twice_out_of_one_roll(start, keep):
    """Two dice of one roll that show the same may not be kept together."""
    assert start("frodo", "sam").does("roll r r o o w").refuses(f"keep {keep}") == ("DG-ROLL-3", "keep_same")


@pytest.mark.rule("DG-ROLL-4", "accepted")
def test_the_dice_not_kept_are_rolled_again(start):
    """After a keep the only legal action is to roll all the others."""
    table = start("frodo", "sam").does("roll r o w g g").does("keep black")
    assert table.legal == ["roll"]
    table.does("roll o w g g")
    assert table.state.pending == ("", "orc", "weapon", "gandalf", "gandalf")
    assert table.state.kept[0] == "ring"


@pytest.mark.rule("DG-ROLL-4", "refused")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("roll black=r yellow=o red=w blue=g green=g", "roll_die_kept"),
        ("roll black=r", "roll_die_kept"),
        ("roll red=w blue=g green=g", "roll_die_missing"),
        ("roll yellow=o red=w blue=g", "roll_die_missing"),
    ],
)
def test_kept_dice_stay_and_all_others_are_rolled(start, words, code):
    """Rolling a kept die, or leaving one that is not kept out of the roll, is refused."""
    table = start("frodo", "sam").does("roll r o w g g").does("keep black")
    assert table.refuses(words) == ("DG-ROLL-4", code)


@pytest.mark.rule("DG-ROLL-4", "refused")
@pytest.mark.parametrize("words", ["keep black", "keep black yellow", "keep purple"])
def test_only_dice_of_the_roll_are_kept(start, words):
    """A die kept earlier and a die that does not exist are refused."""
    table = start("frodo", "sam").does("roll r o w g g").does("keep black").does("roll o w g g")
    assert table.refuses(words) == ("DG-ROLL-4", "keep_die_not_there")


@pytest.mark.rule("DG-ROLL-5", "accepted")
def test_the_phase_ends_with_five_dice_or_a_tree(start):
    """With all five dice kept, or with a White Tree, the symbols take effect next."""
    five = start("frodo", "sam").does("roll r o w n g").does("keep black yellow red blue green")
    tree = start("frodo", "sam").does("roll t o w g g").does("keep black")
    assert (five.step, five.codes) == ("resolve", ["kept", "all_kept"])
    assert (tree.step, tree.codes) == ("resolve", ["kept", "tree"])


@pytest.mark.rule("DG-ROLL-5", "refused")
@pytest.mark.parametrize("kept", ["r o w g n", "t o - - -"])
def test_after_the_phase_nothing_is_rolled_or_kept(start, kept):
    """Once the phase has ended rolling and keeping are refused."""
    table = start("frodo", "sam").keeps(kept)
    assert table.refuses("roll") == ("DG-ROLL-5", "roll_phase_over")
    assert table.refuses("keep green") == ("DG-ROLL-5", "keep_phase_over")


@pytest.mark.rule("DG-ROLL-5", "refused")
def test_the_phase_does_not_end_with_four_dice(start):
    """With four dice kept and no Tree the fifth is still to be rolled."""
    table = start("frodo", "sam").does("roll r o w g g").does("keep black yellow red blue")
    assert table.step == "roll"
    assert table.refuses("resolve") == ("DG-ROLL-4", "resolve_too_early")


# --- Nazgûl --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-NAZ-1", "accepted")
def test_the_player_chooses_which_nazgul_to_keep(start):
    """Of two Nazgûl either may be kept, alone or with other symbols."""
    table = start("frodo", "sam").does("roll r n n o w")
    choices = [words.removeprefix("keep dice=").split(",") for words in table.legal]
    assert ["yellow"] in choices
    assert ["red"] in choices
    assert all(("yellow" in dice) != ("red" in dice) for dice in choices)
    assert len(choices) == 2 * 2**3  # either Nazgûl, with or without each of Ring, Orc and Weapon


@pytest.mark.rule("DG-NAZ-1", "accepted")
def test_a_nazgul_counts_as_the_die_that_has_to_be_kept(start):
    """Keeping nothing but the Nazgûl is enough."""
    assert start("frodo", "sam").does("roll r n g o w").does("keep yellow").step == "roll"


@pytest.mark.rule("DG-NAZ-1", "refused")
@pytest.mark.parametrize("keep", ["black", "blue green", "black blue green"])
def test_a_nazgul_that_shows_is_not_left(start, keep):
    """Keeping other dice and none of the Nazgûl is refused."""
    assert start("frodo", "sam").does("roll r n n o w").refuses(f"keep {keep}") == ("DG-NAZ-1", "keep_nazgul")


@pytest.mark.rule("DG-NAZ-2", "accepted")
def test_the_second_nazgul_is_rolled_again_or_dropped(start):
    """The Nazgûl not kept is in the next roll; with a White Tree it hits nobody."""
    again = start("frodo", "sam").does("roll r n n o w").does("keep yellow")
    assert again.shows("roll r r o w") == {"black": "r", "red": "r", "blue": "o", "green": "w"}
    dropped = start("frodo", "sam").does("roll t n n o w").does("keep black yellow").does("resolve")
    assert dropped.sheets() == [(0, "xwwwwww"), (0, "wwwwwww")]


@pytest.mark.rule("DG-NAZ-2", "refused")
@pytest.mark.parametrize("keep", ["yellow red", "black yellow red", "yellow red green"])
def test_no_two_nazgul_out_of_one_roll(start, keep):
    """A second Nazgûl of the same roll may not be kept, not even with a White Tree."""
    assert start("frodo", "sam").does("roll t n n o w").refuses(f"keep {keep}") == ("DG-NAZ-2", "keep_same")


# --- the White Tree ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-TREE-1", "accepted")
def test_keeping_the_tree_ends_the_rolling(start):
    """A kept White Tree ends the phase although dice are left."""
    table = start("frodo", "sam").does("roll t r r o w").does("keep black yellow")
    assert (table.step, table.state.kept) == ("resolve", ("white_tree", "ring", "", "", ""))


@pytest.mark.rule("DG-TREE-1", "accepted")
def test_the_tree_may_be_declined(start):
    """Who leaves the White Tree rolls on, the black die included."""
    table = start("frodo", "sam").does("roll t r r o w").does("keep yellow")
    assert table.step == "roll"
    assert table.shows("roll r r o w") == {"black": "r", "red": "r", "blue": "o", "green": "w"}


@pytest.mark.rule("DG-TREE-2", "accepted")
def test_other_symbols_may_be_kept_with_the_tree(start):
    """The Tree alone, or with any different symbols of its roll."""
    table = start("frodo", "sam").does("roll t r r o w")
    with_tree = [words for words in table.legal if "black" in words]
    assert len(with_tree) == 3 * 2 * 2  # no Ring or one of two, Orc or not, Weapon or not


@pytest.mark.rule("DG-TREE-2", "accepted")
def test_a_nazgul_is_kept_with_the_tree(start):
    """With a Nazgûl in the roll every legal keep holds it, the Tree or not."""
    table = start("frodo", "sam").does("roll t r n o w")
    assert all("red" in words for words in table.legal)
    assert table.does("keep black red").step == "resolve"


@pytest.mark.rule("DG-TREE-2", "refused")
@pytest.mark.parametrize("keep", ["black", "black yellow", "black yellow blue green"])
def test_the_tree_does_not_drive_a_nazgul_away(start, keep):
    """Keeping the Tree and leaving the only Nazgûl is refused."""
    assert start("frodo", "sam").does("roll t r n o w").refuses(f"keep {keep}") == ("DG-TREE-2", "keep_nazgul")


@pytest.mark.rule("DG-TREE-2", "refused")
def test_symbols_kept_with_the_tree_differ(start):
    """Two Rings may not be kept, with the Tree no more than without."""
    assert start("frodo", "sam").does("roll t r r o w").refuses("keep black yellow red") == ("DG-ROLL-3", "keep_same")


@pytest.mark.rule("DG-TREE-3", "accepted")
def test_dice_not_kept_have_no_effect(start):
    """The Ring, the Orc and the second Nazgûl left on the table when a Tree ends the phase count for nothing."""
    table = start("frodo", "sam").does("roll t r o n n").does("keep black green").does("resolve")
    assert table.sheets() == [(0, "xwwwwww"), (0, "wwwwwww")]


@pytest.mark.rule("DG-TREE-3", "refused")
def test_dice_kept_before_or_with_the_tree_do_have_effect(start):
    """The same dice, kept, do count: a Ring of an earlier roll and one kept with the Tree."""
    table = start("frodo", "sam").does("roll g r o n g").does("keep yellow blue")
    table.does("roll t r o").does("keep black red").does("resolve")
    assert table.sheets() == [(2, "xwwwwww"), (0, "wwwwwww")]


@pytest.mark.rule("DG-TREE-4", "accepted")
def test_a_lone_tree_has_to_be_kept(start):
    """With only the black die left and the Tree on it, keeping it is the one legal action."""
    table = start("frodo", "sam").does("roll o r w n g").does("keep yellow red blue green").does("roll t")
    assert table.legal == ["keep dice=black"]
    assert table.does("keep black").step == "resolve"


@pytest.mark.rule("DG-TREE-4", "refused")
def test_a_lone_tree_is_not_declined(start):
    """Leaving a White Tree that is the only die left is refused."""
    table = start("frodo", "sam").does("roll o r w n g").does("keep yellow red blue green").does("roll t")
    assert table.refuses("keep") == ("DG-TREE-4", "keep_nothing")


# --- Rivendell -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-ADV-1", "accepted")
@pytest.mark.parametrize("keep", ["black", "black yellow", "black yellow red", "black yellow red blue green"])
def test_rivendell_keeps_equal_symbols(table, keep):
    """In a turn that starts in Rivendell any number of equal symbols may be kept out of one roll."""
    there = table("frodo rivendell", "sam", **ADVANCED).does("roll r r r o o").does(f"keep {keep}")
    assert there.state.kept.count("") == 5 - len(keep.split())


@pytest.mark.rule("DG-ADV-1", "refused")
@pytest.mark.parametrize(("sheet", "variant"), [("frodo 0", "advanced"), ("frodo 2", "advanced"), ("frodo 1", "basic")])
def test_only_rivendell_keeps_equal_symbols(table, sheet, variant):
    """At any other place, and in the basic variant, equal symbols are refused."""
    elsewhere = table(sheet, "sam", variant=variant).does("roll r r r o o")
    assert elsewhere.refuses("keep black yellow") == ("DG-ROLL-3", "keep_same")


@pytest.mark.rule("DG-ADV-1", "refused")
def test_rivendell_still_asks_for_a_die_and_for_a_nazgul(table):
    """In Rivendell keeping nothing, or leaving every Nazgûl, is refused as everywhere."""
    there = table("frodo rivendell", "sam", **ADVANCED).does("roll r r n n o")
    assert there.refuses("keep") == ("DG-ROLL-2", "keep_nothing")
    assert there.refuses("keep black yellow") == ("DG-NAZ-1", "keep_nazgul")


@pytest.mark.rule("DG-AMB-8", "accepted")
@pytest.mark.parametrize("keep", ["red", "blue", "green", "red blue", "red blue green", "yellow red green"])
def test_rivendell_may_keep_several_nazgul(table, keep):
    """In Rivendell one Nazgûl has to be kept and more may be."""
    there = table("frodo rivendell", "sam", **ADVANCED).does("roll r o n n n").does(f"keep {keep}")
    assert there.state.kept.count("nazgul") == len({"red", "blue", "green"} & set(keep.split()))


@pytest.mark.rule("DG-AMB-8", "refused")
def test_rivendell_may_not_leave_all_nazgul(table):
    """In Rivendell at least one of the Nazgûl has to be kept."""
    there = table("frodo rivendell", "sam", **ADVANCED).does("roll r o n n n")
    assert there.refuses("keep black yellow") == ("DG-NAZ-1", "keep_nazgul")


# --- Rohan ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DG-ADV-4", "accepted")
def test_rohan_repeats_a_roll_with_all_its_dice(table):
    """In Rohan the second result takes the place of the first; its Nazgûl and its White Tree are gone."""
    there = table("frodo rohan", "sam", **ADVANCED).does("roll t n n o o")
    assert "repeat" in there.legal
    there.does("repeat r w g o o")
    assert there.state.pending == ("ring", "weapon", "gandalf", "orc", "orc")
    assert "repeat" not in there.legal
    assert there.does("keep black yellow").step == "roll"


@pytest.mark.rule("DG-ADV-4", "accepted")
def test_rohan_may_also_leave_a_roll_as_it_is(table):
    """Repeating is a choice: the first result may be kept from at once."""
    there = table("frodo rohan", "sam", **ADVANCED).does("roll r w g o o").does("keep black yellow red")
    assert there.state.kept == ("ring", "weapon", "gandalf", "", "")


@pytest.mark.rule("DG-ADV-4", "accepted")
def test_rohan_repeats_each_of_five_rolls(table):
    """Every roll of the turn may be repeated once, so that the dice are thrown up to ten times in five rolls."""
    there = table("frodo rohan", "sam", **ADVANCED)
    throws = 0
    for die, left in zip(("black", "yellow", "red", "blue", "green"), range(5, 0, -1), strict=True):
        faces = " ".join("o" * left)
        there.does(f"roll {faces}").does(f"repeat {faces}").does(f"keep {die}")
        throws += 2
    assert (throws, there.state.rolls, there.step) == (10, 5, "resolve")


@pytest.mark.rule("DG-ADV-4", "refused")
def test_a_roll_is_not_repeated_twice(table):
    """After a repeat the second result stands."""
    there = table("frodo rohan", "sam", **ADVANCED).does("roll t n n o o").does("repeat r w g o o")
    assert there.refuses("repeat") == ("DG-ADV-4", "repeat_twice")
    assert there.refuses("repeat r w g o o") == ("DG-ADV-4", "repeat_twice")


@pytest.mark.rule("DG-ADV-4", "refused")
def test_nothing_is_repeated_before_a_roll_or_after_keeping(table):
    """There is no roll to repeat before the first one, between two rolls, and after the last."""
    there = table("frodo rohan", "sam", **ADVANCED)
    assert there.refuses("repeat") == ("DG-ADV-4", "repeat_no_roll")
    there.does("roll t o o o o").does("keep yellow")
    assert there.refuses("repeat") == ("DG-ADV-4", "repeat_no_roll")
    there.does("roll t o o o").does("keep black")
    assert there.refuses("repeat") == ("DG-ADV-4", "repeat_no_roll")


@pytest.mark.rule("DG-ADV-4", "refused")
@pytest.mark.parametrize(
    ("sheet", "variant"),
    [("frodo 0", "advanced"), ("frodo 3", "advanced"), ("frodo 5", "advanced"), ("frodo 4", "basic")],
)
def test_only_rohan_repeats_rolls(table, sheet, variant):
    """At any other place, and in the basic variant, repeating is refused."""
    elsewhere = table(sheet, "sam", variant=variant).does("roll t n n o o")
    assert elsewhere.refuses("repeat") == ("DG-ADV-4", "repeat_not_here")
    assert "repeat" not in elsewhere.legal


@pytest.mark.rule("DG-AMB-6", "accepted")
def test_a_repeat_takes_exactly_the_dice_of_its_roll(table):
    """With two dice kept the three others are repeated together."""
    there = table("frodo rohan", "sam", **ADVANCED).does("roll r w o o o").does("keep black yellow").does("roll o o o")
    assert GAME.rules.chance(there.state, there.act("repeat")).sizes == (6, 6, 6)
    assert there.does("repeat g w r").state.pending == ("", "", "gandalf", "weapon", "ring")


@pytest.mark.rule("DG-AMB-6", "refused")
def test_a_repeat_with_some_of_the_dice_is_refused(table):
    """No die of the roll may be left as it lies, and no kept die comes back."""
    there = table("frodo rohan", "sam", **ADVANCED).does("roll r w o o o").does("keep black yellow").does("roll o o o")
    assert there.refuses("repeat red=r blue=r") == ("DG-AMB-6", "roll_die_missing")
    assert there.refuses("repeat black=r red=r blue=r green=r") == ("DG-ROLL-4", "roll_die_kept")
    assert there.refuses("repeat red=t blue=r green=r") == ("DG-COMP-2", "roll_face_impossible")


@pytest.mark.rule("DG-AMB-7", "accepted")
def test_a_nazgul_of_the_first_result_is_not_forced(table):
    """After the repeat only Nazgûl of the second result have to be kept."""
    there = table("frodo rohan", "sam", **ADVANCED).does("roll n n n n n").does("repeat r w o o o").does("keep black")
    assert there.state.kept == ("ring", "", "", "", "")


@pytest.mark.rule("DG-AMB-7", "refused")
def test_a_nazgul_of_the_second_result_is_forced(table):
    """A Nazgûl that comes with the repeat has to be kept."""
    there = table("frodo rohan", "sam", **ADVANCED).does("roll r w o o o").does("repeat r n o o o")
    assert there.refuses("keep black") == ("DG-NAZ-1", "keep_nazgul")
