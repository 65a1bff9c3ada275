"""Text for a terminal: how long lines are, and what of a table is shown again."""

import pytest

from companion.core.text_wrap import fit_lines, new_lines, seat_line

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
