"""Text for a terminal: what of a long table is shown again."""

from companion.play.text_wrap import changed

BEFORE = ["Dice 4", "Rohan", "  Edoras: 2,", "    1 leader", "Gondor", "  Pelargir: 1", "▶ Ania: 3", "  Bo: 4"]


def test_what_changed_is_shown_under_its_heading():
    """The whole entry with what follows it; nothing of the others."""
    after = ["Dice 3", "Rohan", "  Edoras: 2,", "    2 leaders", "Gondor", "  Pelargir: 1", "▶ Ania: 3", "  Bo: 4"]
    assert changed(after, BEFORE) == ["Dice 3", "Rohan", "  Edoras: 2,\n    2 leaders"]


def test_whose_step_it_is_makes_nothing_new():
    """The question says it."""
    after = [*BEFORE[:-2], "  Ania: 3", "▶ Bo: 4"]
    assert changed(after, BEFORE) == []


def test_a_heading_stands_once():
    """Above the first of its entries."""
    assert changed(["Gondor", "  Pelargir: 2", "  Dol Amroth: 1"], BEFORE) == [
        "Gondor",
        "  Pelargir: 2",
        "  Dol Amroth: 1",
    ]
