"""Text for a terminal: how long lines are, and what of a table is shown again."""

import pytest

from companion.core.text_wrap import align_columns, fit_lines, new_lines, seat_line, text_width, wrap_columns

BEFORE = ["Dice 4", "Rohan", "  Edoras: 2, 1 leader", "Gondor", "  Pelargir: 1", "▶ Ania: 3", "▷ Bo: 4"]


def test_what_changed_is_shown_under_its_heading():
    """Nothing of the others."""
    after = ["Dice 3", "Rohan", "  Edoras: 2, 2 leaders", *BEFORE[3:]]
    assert new_lines(after, BEFORE) == ["Dice 3", "Rohan", "  Edoras: 2, 2 leaders"]


def test_whose_step_it_is_makes_nothing_new():
    """The question says it."""
    assert new_lines([*BEFORE[:-2], "▷ Ania: 3", "▶ Bo: 4"], BEFORE) == []


def test_a_heading_stands_once():
    """Above the first of its entries."""
    after = ["Gondor", "  Pelargir: 2", "  Dol Amroth: 1"]
    assert new_lines(after, BEFORE) == after


def test_what_another_has_already_is_new_all_the_same():
    """Lines are compared with those under the same heading, whatever that tells besides its name."""
    before = ["▶ Ania: Bree", "  ○ ○", "▷ Bo: Bree", "  ● ○"]
    assert new_lines(["▷ Ania: Moria", "  ● ○", "▶ Bo: Bree", "  ● ○"], before) == ["▷ Ania: Moria", "  ● ○"]
    assert new_lines(["▷ Ania: Moria", "  ○ ○", "▶ Bo: Bree", "  ● ○"], before) == ["▷ Ania: Moria"]


def test_a_seat_stands_under_no_heading():
    """Though its mark is not printed when it has nothing to do."""
    assert new_lines([*BEFORE[:-1], "▷ Bo: 5"], BEFORE) == ["▷ Bo: 5"]
    assert fit_lines([seat_line(True, "Ania"), seat_line(False, "Bo")]) == ["▶ Ania", "  Bo"]


@pytest.mark.parametrize("width", [20, 40, 100])
def test_lines_are_broken_between_words_only(width):
    """What follows is set in; no word is lost; what fits and what is empty stays as it is."""
    words = [f"{'x' * (number % 11 + 1)}-y" for number in range(60)]
    told = fit_lines(["  " + " ".join(words), "", "a  b"], width)
    assert max(map(len, told)) <= width
    assert " ".join(told[:-2]).split() == words
    assert told[0].startswith("  x")
    assert all(line.startswith("    x") for line in told[1:-2])
    assert told[-2:] == ["", "a  b"]
    assert fit_lines([" ".join(words)], None) == [" ".join(words)]


def test_a_line_that_is_set_in_goes_on_as_far_in():
    """Never to the left of its beginning."""
    assert fit_lines(["      one two three"], 16) == ["      one two", "      three"]


@pytest.mark.parametrize(("text", "width"), [("Ania", 4), ("Ганна", 5), ("小明", 4), ("e\u0301a", 2), ("", 0)])
def test_the_width_of_a_text_is_that_on_the_screen(text, width):
    """A wide character takes two columns, a combining one none."""
    assert text_width(text) == width


def test_columns_stand_below_each_other():
    """Whatever script a cell is in; a row may have fewer cells, and nothing trails."""
    rows = [("Ania", "2", "won"), ("小明", "10"), ("Ганна", "1", "lost")]
    assert align_columns(rows) == ["Ania   2   won", "小明   10", "Ганна  1   lost"]
    assert align_columns([]) == []


def test_a_long_cell_makes_no_room_for_itself():
    """The others stay where they would be without it."""
    rows = [("roll", "one"), ("keep dice=black,red", "two"), ("skip", "three")]
    assert align_columns(rows, 10) == ["roll  one", "keep dice=black,red  two", "skip  three"]


def test_the_last_column_goes_on_below_itself():
    """If it begins in the left half of the line; else it stands on lines of its own, set in."""
    assert wrap_columns("roll  one two three four", 16) == ["roll  one two", "      three four"]
    assert wrap_columns("  a=1,2,3,4,5  one two three", 16) == ["  a=1,2,3,4,5", "      one two", "      three"]
    assert wrap_columns("roll  one two", 16) == ["roll  one two"]
    assert wrap_columns("one two three four five", 16) == ["one two three", "    four five"]
    assert fit_lines(["roll  one two three four"], 16, columns=True)[1] == "      three four"
    assert fit_lines(["roll  one two three four"], 16)[1] == "    three four"
