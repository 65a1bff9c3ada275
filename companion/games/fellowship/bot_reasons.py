"""The bot's reasons: the terms in which its move is better than the next best one.

Averages over tries; no card is named, and no runes where they are hidden (LR-VARIANT-8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.core.messages import Phrase, Value
from companion.games.fellowship.bot_value import WHOLE, table_terms, term_weights, win_chance
from companion.games.fellowship.state import State
from companion.play.game.odds_words import mean_values

MOST = 2  # reasons that are told


class Reason(NamedTuple):
    """Terms that are told together. counted: those whose sum says how much, of which fewer may be better."""

    terms: tuple[str, ...]
    counted: tuple[str, ...]
    fewer: bool = False


REASONS: Mapping[str, Reason] = {
    "bearer": Reason(("bearer", "bearer_near", "bearer_close"), ("bearer",)),
    "hobbits": Reason(("hobbits", "doomed", "heir", "best", "dead", "sauron"), ("hobbits",)),
    "main": Reason(("left",), ("left",), fewer=True),
    "events": Reason(("events",), ("events",), fewer=True),
    "cards": Reason(("main", "wild", "side"), ("main", "wild", "side")),
    "epics": Reason(("epics",), ("epics",)),
    "runes": Reason(("runes", "summons"), ("runes",)),
    "gandalf": Reason(("gandalf",), ("gandalf",)),
    "life": Reason(("missing", "bearer_missing"), ("missing",), fewer=True),
}


def explain_choice(seat: str, best: Sequence[State], next: Sequence[State]) -> Phrase:
    """Name the gains over the next best move that weigh most; n >= 1 tables each."""
    values: dict[str, Value] = {"chance": _mean_chance(best), "next": _mean_chance(next)}
    reasons = [*_loss_reasons(best, next), *_gain_reasons(best, next)][:MOST]
    if not reasons:
        return Phrase("bot.alike", values)
    return Phrase("bot.parted", {**values, "reasons": tuple(reasons)})


def _mean_chance(tables: Sequence[State]) -> Fraction:
    """That the Ring is destroyed, on average."""
    return Fraction(round(sum([Fraction(win_chance(state)) for state in tables]) / len(tables) * WHOLE), WHOLE)


def _loss_reasons(best: Sequence[State], next: Sequence[State]) -> list[Phrase]:
    fewer = _loss_chance(next) - _loss_chance(best)
    return [Phrase("bot_reason.lost", {"chance": fewer})] if fewer > 0 else []


def _loss_chance(tables: Sequence[State]) -> Fraction:
    return Fraction(sum([not win_chance(state) for state in tables]), len(tables))


def _gain_reasons(best: Sequence[State], next: Sequence[State]) -> list[Phrase]:
    """What weighs most first, where it can be told."""
    first, second = _mean_terms(best), _mean_terms(next)
    if not first or not second:
        return []
    weight = term_weights(best[0])
    more = {term: first[term] - second[term] for term in first}
    found = list[tuple[Fraction, Phrase]]()
    for id, reason in REASONS.items():
        if id == "runes" and best[0].setup.options.competition:
            continue
        gain = sum([weight[term] * more[term] for term in reason.terms], Fraction())
        number = sum([more[term] for term in reason.counted], Fraction()) * (-1 if reason.fewer else 1)
        if gain > 0 and round(number * 100) > 0:
            found.append((gain, Phrase(f"bot_reason.{id}", mean_values(number))))
    return [phrase for _, phrase in sorted(found, key=lambda one: -one[0])]


def _mean_terms(tables: Sequence[State]) -> dict[str, Fraction]:
    """Each term on average, of tables where the game goes on."""
    found = [table_terms(state) for state in tables if not state.ending]
    return {term: Fraction(sum([one[term] for one in found]), len(found)) for term in found[0]} if found else {}
