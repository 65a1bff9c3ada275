"""One Hunt outside Mordor: successes, tile, corruption and reveal for every choice.

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


class DrawnTile(NamedTuple):
    """A tile that may be drawn, with its damage known."""

    damage: int
    reveals: bool
    standard_number: bool  # what Gollum as Guide keeps from revealing (WR-HUNT-31)


class HuntResult(NamedTuple):
    """The result of a Hunt: corruption added (less than 0: healed), and whether the Fellowship is revealed."""

    corruption: int
    revealed: bool


Way = Callable[[DrawnTile], Sequence[HuntResult]]  # what comes of a tile: every result equally likely
Outlook = Mapping[HuntResult, Fraction]  # all that may come, no success included


def successes(level: int, box: int, rerolls: int) -> Hits:
    """Return the successes of one Hunt roll with every possible re-roll (WR-HUNT-2..8).

    level: Shadow dice in the Hunt Box; box: Free Peoples dice in it; rerolls: conditions met, 0 to 3.
    """
    good = min(1 + box, FACES - 1)  # faces that succeed: a natural 1 never does
    return rolls.successes(min(level, MOST_DICE), rerolls, good, good)


def outlooks(pool: Pool, hits: Hits, ways: Mapping[str, Way]) -> dict[str, Outlook]:
    """Return the results of each way of taking the tile, the same way for every tile. The pool is not empty."""
    missed, *found = hits.cases
    return _outlooks(pool, missed, dict(enumerate(found, 1)), ways)


def outlooks_on_track(pool: Pool, eye: int, ways: Mapping[str, Way]) -> dict[str, Outlook]:
    """Return `outlooks` on the Mordor Track: without a roll, an Eye having this value (WR-MORDOR-9, WR-MORDOR-10)."""
    return _outlooks(pool, 0, {eye: 1}, ways)


def _outlooks(pool: Pool, missed: int, eyes: Mapping[int, int], ways: Mapping[str, Way]) -> dict[str, Outlook]:
    """Return the results of each way. missed: cases without a tile; eyes: cases by the value of an Eye."""
    casts = _casts(pool, eyes)
    missed *= sum(pool.values()) * FACES
    total = missed + sum(casts.values())
    return {name: _outlook(missed, casts, total, way) for name, way in ways.items()}


def _casts(pool: Pool, eyes: Mapping[int, int]) -> dict[DrawnTile, int]:
    """Return the cases of each tile that may be drawn, with its damage (WR-HUNT-9..14)."""
    found: Counter[DrawnTile] = Counter()
    for tile, number in pool.items():
        for eye, cases in eyes.items():
            faces = damages(tile, eye)
            for damage in faces:
                cast = DrawnTile(damage, tile.reveal, tile.standard and tile.has_number)
                found[cast] += cases * number * (FACES // len(faces))
    return found


def _outlook(missed: int, casts: Mapping[DrawnTile, int], total: int, way: Way) -> Outlook:
    found: Counter[HuntResult] = Counter()
    results = [(way(cast), cases) for cast, cases in casts.items()]
    scale = max([len(several) for several, _ in results], default=1)  # one, or as many as there are Companions
    found[HuntResult(0, False)] += missed * scale
    for several, cases in results:
        for result in several:
            found[result] += cases * scale // len(several)
    return {result: Fraction(cases, total * scale) for result, cases in sorted(found.items()) if cases}


def mean_corruption(outlook: Outlook) -> Fraction:
    """Return the average corruption."""
    return sum((result.corruption * chance for result, chance in outlook.items()), Fraction(0))


def reveal_chance(outlook: Outlook) -> Fraction:
    """Return the chance that the Fellowship is revealed."""
    return sum((chance for result, chance in outlook.items() if result.revealed), Fraction(0))


# --- what the Free Peoples may do about a tile -----------------------------------------------------------------------


def take_corruption(cast: DrawnTile) -> Sequence[HuntResult]:
    """Return the results if all damage is corruption (WR-HUNT-27)."""
    return [HuntResult(cast.damage, cast.reveals)]


def lose_companion(levels: Sequence[int]) -> Way:
    """Return the way that loses a Companion to any damage.

    The Guide (one level), or one drawn of all (WR-HUNT-23..26).
    """

    def way(cast: DrawnTile) -> Sequence[HuntResult]:
        if cast.damage < 1:
            return take_corruption(cast)
        return [HuntResult(max(0, cast.damage - level), cast.reveals) for level in levels]

    return way


def separate_guide(cast: DrawnTile) -> Sequence[HuntResult]:
    """Return the results if the Guide, Meriadoc or Peregrin, leaves for any damage: one less (WR-HUNT-29)."""
    return [HuntResult(cast.damage - (cast.damage >= 1), cast.reveals)]


def with_gollum(way: Way) -> Way:
    """Return the way if nobody is left after it: Gollum guides, and stops the reveal of this tile."""

    def with_gollum(cast: DrawnTile) -> Sequence[HuntResult]:
        found = way(cast)
        return (
            [result._replace(revealed=keep_hidden(cast)[0].revealed) for result in found] if cast.damage >= 1 else found
        )

    return with_gollum


def keep_hidden(cast: DrawnTile) -> Sequence[HuntResult]:
    """Return the results with Gollum as Guide: a standard number does not reveal (WR-HUNT-31)."""
    return [HuntResult(cast.damage, cast.reveals and not cast.standard_number)]


def gollum_reveals(cast: DrawnTile) -> Sequence[HuntResult]:
    """Return the results if Gollum reveals the Fellowship for one damage less (WR-HUNT-32)."""
    (result,) = keep_hidden(cast)
    return [result] if result.revealed or cast.damage < 1 else [HuntResult(cast.damage - 1, True)]
