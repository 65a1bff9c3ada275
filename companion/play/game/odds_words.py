"""Shared parts of questions of exact odds: words such as `level=3 box=1`, and rows of chances. Knows no game.

Whatever reads words raises WrongCall for those that mean nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Value
from companion.play.game.game import ChanceRow

Given = Mapping[str, str]


def settle_words(
    question: str, defaults: Given, at_table: Given, given: Given, known: Collection[str] = ()
) -> dict[str, str]:
    """Return every word with its value: as given, as the table has it, or the default.

    known: words without a default.
    """
    keys = (*defaults, *known)
    for key in given:
        if key not in keys:
            raise WrongCall("unknown_key", key, keys, what=question)
    return {**defaults, **at_table, **given}


def read_whole(key: str, word: str, least: int, most: int) -> int:
    """Return the word as a whole number. Raises WrongCall."""
    if not (word.isascii() and word.isdecimal() and len(word) < 4 and least <= int(word) <= most):
        raise WrongCall("option_whole", word, option=key, limits=f"{least}–{most}")
    return int(word)


def read_flag(key: str, word: str) -> bool:
    """Return the word as true or false. Raises WrongCall."""
    return one_of(word, ("true", "false"), "option_flag", option=key) == "true"


def one_of(word: str, known: Collection[str], code: str = "no_item", **values: str) -> str:
    """Return the word if it is one of these. Raises WrongCall."""
    if word not in known:
        raise WrongCall(code, word, known, **values)
    return word


def rows_by_number(code: str, chances: Iterable[tuple[int, Fraction]]) -> tuple[ChanceRow, ...]:
    """Return a row for each number."""
    return tuple([ChanceRow(str(number), chance, code, {"number": number}) for number, chance in chances])


def rows_by_id(code: str, word: str, chances: Iterable[tuple[Ref, Fraction]]) -> tuple[ChanceRow, ...]:
    """Return a row for each id; the id is the value `word` of the row's text."""
    return tuple([ChanceRow(ref.id, chance, code, {word: ref}) for ref, chance in chances])


def mean_values(number: Fraction) -> dict[str, Value]:
    """Return a number as the values of a heading: whole part, hundredths, the fraction itself."""
    hundredths = round(abs(number) * 100)
    sign = "−" if number < 0 and hundredths else ""
    return {"whole": f"{sign}{hundredths // 100}", "rest": f"{hundredths % 100:02}", "exact": str(number)}
