"""One Hunt outside Mordor: how many successes, which tile, what it costs and whether it reveals, for every choice.

Pure numbers: knows dice and tiles, no table and no words. Cases are whole numbers out of a total, fractions at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.games.wotr.combat import FACES
from companion.games.wotr.odds import rolls
from companion.games.wotr.odds.rolls import Hits
from companion.games.wotr.tiles import Pool, damages

MOST_DICE = 5  # WR-HUNT-3


class Cast(NamedTuple):
    """A tile that may be drawn, once its damage is known."""

    damage: int
    reveals: bool
    standard_number: bool  # what Gollum as Guide keeps from revealing (WR-HUNT-31)


class Result(NamedTuple):
    """What a Hunt does: corruption added (less than 0: healed), and whether the Fellowship is revealed."""

    corruption: int
    revealed: bool


Way = Callable[[Cast], Sequence[Result]]  # what comes of a tile: every result equally likely
Outlook = Mapping[Result, Fraction]  # all that may come, no success included


def successes(level: int, box: int, rerolls: int) -> Hits:
    """Of one Hunt roll, every failed die that may be rolled again being rolled again (WR-HUNT-2..8).

    level: Shadow dice in the Hunt Box; box: Free Peoples dice in it; rerolls: conditions met, 0 to 3.
    """
    good = min(1 + box, FACES - 1)  # faces that succeed: a natural 1 never does
    return rolls.successes(min(level, MOST_DICE), rerolls, good, good)


def outlooks(pool: Pool, hits: Hits, ways: Mapping[str, Way]) -> dict[str, Outlook]:
    """What each way of taking the tile brings, if the same one is chosen whatever comes. The pool is not empty."""
    missed, *found = hits.cases
    return _outlooks(pool, missed, dict(enumerate(found, 1)), ways)


def attempts(pool: Pool, eye: int, ways: Mapping[str, Way]) -> dict[str, Outlook]:
    """The same on the Mordor Track: without a roll, and an Eye is worth so much (WR-MORDOR-9, WR-MORDOR-10)."""
    return _outlooks(pool, 0, {eye: 1}, ways)


def _outlooks(pool: Pool, missed: int, eyes: Mapping[int, int], ways: Mapping[str, Way]) -> dict[str, Outlook]:
    """missed: cases without a tile; eyes: cases by what an Eye is worth then."""
    casts = _casts(pool, eyes)
    missed *= sum(pool.values()) * FACES
    total = missed + sum(casts.values())
    return {name: _outlook(missed, casts, total, way) for name, way in ways.items()}


def _casts(pool: Pool, eyes: Mapping[int, int]) -> dict[Cast, int]:
    """The one tile that is drawn, with the damage that it has then (WR-HUNT-9..14)."""
    found: Counter[Cast] = Counter()
    for tile, number in pool.items():
        for eye, cases in eyes.items():
            faces = damages(tile, eye)
            for damage in faces:
                cast = Cast(damage, tile.reveal, tile.standard and tile.has_number)
                found[cast] += cases * number * (FACES // len(faces))
    return found


def _outlook(missed: int, casts: Mapping[Cast, int], total: int, way: Way) -> Outlook:
    found: Counter[Result] = Counter()
    results = [(way(cast), cases) for cast, cases in casts.items()]
    scale = max([len(several) for several, _ in results], default=1)  # one, or as many as there are Companions
    found[Result(0, False)] += missed * scale
    for several, cases in results:
        for result in several:
            found[result] += cases * scale // len(several)
    return {result: Fraction(cases, total * scale) for result, cases in sorted(found.items()) if cases}


def mean_corruption(outlook: Outlook) -> Fraction:
    """Corruption on average."""
    return sum((result.corruption * chance for result, chance in outlook.items()), Fraction(0))


def reveal_chance(outlook: Outlook) -> Fraction:
    """Chance that the Fellowship is revealed."""
    return sum((chance for result, chance in outlook.items() if result.revealed), Fraction(0))


# --- what the Free Peoples may do about a tile -----------------------------------------------------------------------


def take(cast: Cast) -> Sequence[Result]:
    """All of it is corruption (WR-HUNT-27)."""
    return [Result(cast.damage, cast.reveals)]


def lose(levels: Sequence[int]) -> Way:
    """A Companion is lost if there is damage: the Guide (one level), or one drawn of all (WR-HUNT-23..26)."""

    def way(cast: Cast) -> Sequence[Result]:
        if cast.damage < 1:
            return take(cast)
        return [Result(max(0, cast.damage - level), cast.reveals) for level in levels]

    return way


def separate(cast: Cast) -> Sequence[Result]:
    """The Guide, Meriadoc or Peregrin, leaves if there is damage: one less (WR-HUNT-29)."""
    return [Result(cast.damage - (cast.damage >= 1), cast.reveals)]


def with_gollum(way: Way) -> Way:
    """The same, if nobody is left then: Gollum guides, and stops the reveal of the tile in hand."""

    def with_gollum(cast: Cast) -> Sequence[Result]:
        found = way(cast)
        return [result._replace(revealed=gollum(cast)[0].revealed) for result in found] if cast.damage >= 1 else found

    return with_gollum


def gollum(cast: Cast) -> Sequence[Result]:
    """With Gollum as Guide a standard number does not reveal (WR-HUNT-31)."""
    return [Result(cast.damage, cast.reveals and not cast.standard_number)]


def gollum_reveals(cast: Cast) -> Sequence[Result]:
    """Gollum reveals the Fellowship for one damage less, unless the tile reveals it (WR-HUNT-32)."""
    (result,) = gollum(cast)
    return [result] if result.revealed or cast.damage < 1 else [Result(cast.damage - 1, True)]
