"""The words of a question of exact odds, and rows of chances."""

from fractions import Fraction

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Ref
from companion.play.game.game import ChanceRow
from companion.play.game.odds_words import (
    mean_values,
    one_of,
    read_flag,
    read_whole,
    rows_by_id,
    rows_by_number,
    settle_words,
)


def test_given_words_count_before_the_table_and_that_before_defaults() -> None:
    """A word without a default is left out if nobody gives it."""
    defaults = {"level": "1", "box": "0", "pool": "all"}
    found = settle_words("hunt", defaults, {"level": "2", "box": "3"}, {"level": "4"}, ["guide"])
    assert found == {"level": "4", "box": "3", "pool": "all"}
    assert settle_words("hunt", {}, {}, {"guide": "elf"}, ["guide"]) == {"guide": "elf"}


@pytest.mark.parametrize(
    ("call", "code", "values"),
    [
        (
            lambda: settle_words("hunt", {"level": "1"}, {}, {"levle": "2"}),
            "unknown_key",
            {"near": "level", "what": "hunt"},
        ),
        (lambda: read_whole("level", "7", 0, 6), "option_whole", {"option": "level", "limits": "0–6"}),
        (lambda: read_whole("level", "-1", 0, 6), "option_whole", {"word": "-1"}),
        (lambda: read_whole("level", "٣", 0, 6), "option_whole", {"word": "٣"}),
        (lambda: read_whole("level", "", 0, 6), "option_whole", {"word": ""}),
        (lambda: read_flag("hidden", "treu"), "option_flag", {"near": "true", "option": "hidden"}),
        (lambda: one_of("elv", ["elf"]), "no_item", {"near": "elf"}),
        (lambda: one_of("elv", ["elf"], "odds_by", key="by"), "odds_by", {"key": "by"}),
    ],
)
def test_what_means_nothing_is_refused(call, code, values) -> None:
    """With the word, and the nearest that means something."""
    with pytest.raises(WrongCall) as raised:
        call()
    assert raised.value.code == code
    assert values.items() <= raised.value.values.items()


def test_words_are_read() -> None:
    """Numbers to both ends, true and false, one of several."""
    assert [read_whole("level", word, 0, 6) for word in ("0", "6", "06")] == [0, 6, 6]
    assert [read_flag("hidden", word) for word in ("true", "false")] == [True, False]
    assert one_of("elf", ["orc", "elf"]) == "elf"


def test_rows_are_made_of_numbers_and_of_ids() -> None:
    """The id of a row is the number, or the id."""
    half = Fraction(1, 2)
    assert rows_by_number("hits", [(2, half)]) == (ChanceRow("2", half, "hits", {"number": 2}),)
    assert rows_by_id("dies", "seat", [(Ref("seat", "elf"), half)]) == (
        ChanceRow("elf", half, "dies", {"seat": Ref("seat", "elf")}),
    )


@pytest.mark.parametrize(
    ("number", "whole", "rest"),
    [
        (Fraction(7, 3), "2", "33"),
        (Fraction(-1, 2), "−0", "50"),
        (Fraction(-1, 1000), "0", "00"),
        (Fraction(3), "3", "00"),
    ],
)
def test_an_average_for_a_heading(number, whole, rest) -> None:
    """Rounded to hundredths, and exactly."""
    assert mean_values(number) == {"whole": whole, "rest": rest, "exact": str(number)}
