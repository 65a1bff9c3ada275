"""Reasons of the app's own player: the largest difference between the best action's tables and the next best's.

Averages of what anybody may know; no card is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.core.messages import Phrase, Value
from companion.games.wotr.bots.bot_evaluation import points_by_purpose
from companion.games.wotr.bots.bot_ring import ring_chance, steps_left
from companion.games.wotr.state import State
from companion.games.wotr.tables import FP
from companion.play.game.odds_words import mean_values

FINE = 1000  # chances are told in thousandths


def explain(seat: str, best: Sequence[State], next: Sequence[State]) -> Phrase:
    """Return the purpose in which `best` gains most over `next`; n >= 1 tables each."""
    setup = best[0].setup
    sign = 1 if setup.sides[setup.seats.index(seat)] == FP else -1
    first, second = _average_points(best), _average_points(next)
    gains = {term: sign * (first[term] - second[term]) for term in first}
    term = max(gains, key=gains.__getitem__)
    values: dict[str, Value] = {"chance": _average_chance(best), "next": _average_chance(next)}
    if term == "ring":
        corruption = Fraction(sum([state.fellowship.corruption for state in best]), len(best))
        steps = Fraction(sum([steps_left(state) for state in best]), len(best))
        return Phrase("bot.ring", {**values, **mean_values(corruption), "number": round(steps)})
    points = round(gains[term])
    return Phrase("bot.points", {**values, "what": (Phrase(f"bot_worth.{term}", {}),), "number": max(0, points)})


def _average_points(tables: Sequence[State]) -> dict[str, Fraction]:
    """Return the average points by purpose."""
    worths = [points_by_purpose(state) for state in tables]
    return {term: Fraction(sum([one[term] for one in worths]), len(tables)) for term in worths[0]}


def _average_chance(tables: Sequence[State]) -> Fraction:
    """Return the average chance that the Ring is destroyed."""
    total = sum([round(ring_chance(state) * FINE) for state in tables])
    return Fraction(round(Fraction(total, len(tables))), FINE)
