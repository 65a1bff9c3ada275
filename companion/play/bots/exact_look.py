"""Values of actions by exact chances: of every roll, tile and card that may come until nothing is half done, then by
the bot's value of the table. Whoever decides on the way takes what is best for his own seat. Where the odds of a game
know the end of a longer way, as of a battle, that is taken. Knows no game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from math import isclose, prod
from typing import TYPE_CHECKING

from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import offers_of
from companion.play.game.game import Action, Game, State

if TYPE_CHECKING:
    from companion.content.model import Content

GUESSES = 3  # tables on which the worths have to be the same
DEEP = 60  # steps on one way at most
MANY = 50_000  # ways in which the pieces of one draw may come at most
WIDE = 64  # actions of one offer that leaves something open at most

Worths = tuple[float, ...]  # of a table for each seat


class _TooManyError(Exception):
    """There is more to count than was allowed."""


def exact_worths(
    bot: MonteCarloBot,
    game: Game,
    content: Content,
    state: State,
    seats: Sequence[str],
    acts: Sequence[Action],
    steps: int,
    rng: random.Random,
) -> list[float] | None:
    """Return the worth of actions of one seat for it, n >= 1; None where it is not exact.

    So it is where more than `steps` of the referee would have to be counted, or where the worths depend on what the
    seat cannot know. seats: of the whole table.
    """
    seat, tables, found = acts[0].seat, list[State](), list[list[float]]()
    for _ in range(GUESSES):
        guessed = bot.guess_for(game, state, acts, rng)
        if guessed not in tables:
            tables.append(guessed)
            count = _Count(bot, game, content, seats, steps)
            at = seats.index(seat)
            try:
                found.append([count.after(guessed, act, 0)[at] for act in acts])
            except _TooManyError:
                return None
    first = found[0]
    agree = all(isclose(one, other, abs_tol=1e-9) for row in found for one, other in zip(row, first, strict=True))
    return first if agree else None


class _Count:
    """The counting of one table. left: steps that are still allowed."""

    def __init__(self, bot: MonteCarloBot, game: Game, content: Content, seats: Sequence[str], steps: int) -> None:
        self._bot, self._game, self._content = bot, game, content
        self._left, self._known = steps, dict[State, Worths]()
        self._seats = seats

    def after(self, state: State, act: Action, deep: int) -> Worths:
        """Return the worths after an action, over all that chance may bring. Raises _TooManyError."""
        rules = self._game.rules
        chance = rules.chance(state, act)
        if chance is None:
            return self._worths(self._apply(state, act), deep + 1)
        if prod(chance.sizes) > MANY:
            raise _TooManyError
        results = ((self._apply(state, result), share) for result, share in rules.outcomes(state, act))
        return self._weigh_tables(results, deep)

    def _weigh_tables(self, tables: Iterable[tuple[State, Fraction]], deep: int) -> Worths:
        found = [0.0] * len(self._seats)
        for table, share in tables:
            worths = self._worths(table, deep + 1)
            found = [one + float(share) * worth for one, worth in zip(found, worths, strict=True)]
        return tuple(found)

    def _apply(self, state: State, act: Action) -> State:
        self._left -= 1
        if self._left < 0:
            raise _TooManyError
        return self._game.rules.apply(state, act)

    def _worths(self, state: State, deep: int) -> Worths:
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._count_worths(state, deep)
        return known

    def _count_worths(self, state: State, deep: int) -> Worths:
        pending = self._game.rules.pending(state).seats
        if not pending or self._bot.settled(state):
            return tuple([self._bot.value(self._content, state, seat) for seat in self._seats])
        if deep > DEEP:
            raise _TooManyError
        ahead = self._game.review.ahead(self._content, state)
        if ahead is not None:
            at = self._seats.index(ahead.seat)
            return max([self._weigh_tables(way.items(), deep) for way in ahead.ways], key=lambda all: all[at])
        at = self._seats.index(pending[0])
        return max([self.after(state, act, deep) for act in self._actions(state, pending[0])], key=lambda all: all[at])

    def _actions(self, state: State, seat: str) -> Sequence[Action]:
        """Return what the seat may do, without what is not worth a try; what chance decides stays open."""
        acts: list[Action] = []
        for offer in offers_of(self._game, state, seat):
            if prod([len(tuple(islice(field.values(), WIDE + 1))) for field in offer.open]) > WIDE:
                raise _TooManyError
            acts += offer.actions()
        found: Sequence[Action] = list(dict.fromkeys(acts))
        return found if self._bot.sift is None else self._bot.sift(self._content, state, found)
