"""Decisions whose chance to win is not known exactly, weighed by the game's own bot on tables that their seat held
possible.

A first look at each finds what might have been better. A second one at the worst of them says by how much: by exact
odds where all that chance may bring can be counted, else by fresh tries, which say how surely. The same journal always
gives the same numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from statistics import fmean, stdev
from typing import NamedTuple

from companion.play.bots.exact_look import exact_worths
from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import GOOD
from companion.play.game.game import Action, Game, State
from companion.play.journal.replay import Replay
from companion.play.report.decisions import Decision, Done

BUDGET = 300  # steps of the referee that a first look takes
MOST = 20  # decisions that are looked at again
RIVALS = 3  # actions that looked better, of which one is compared
STEPS = 2_000  # of the referee that exact odds of both actions may take
FINE = 10_000  # values are told in ten thousandths


class _Doubt(NamedTuple):
    """A decision, what looked better, the best first, and by how much. None: to leave it to the others."""

    one: Done
    rivals: Sequence[Action | None]
    gap: float


def find_searcher(game: Game) -> MonteCarloBot | None:
    """Return the bot that reviews a game by tries, if there is one."""
    bot = game.review.searcher or game.bots.get(GOOD)
    return bot if isinstance(bot, MonteCarloBot) else None


class SecondLook:
    """The decisions of one game. tries: of both actions in a second look, n >= 2."""

    def __init__(self, bot: MonteCarloBot, replay: Replay, tries: int) -> None:
        self._bot, self._replay, self._tries = bot, replay, tries
        self._doubts: list[_Doubt] = []

    def consider(self, one: Done) -> bool:
        """Look at what was done; return whether it was a choice."""
        game, content = self._replay.game, self._replay.content
        seat, act = one.action.seat, self._open_action(one)
        offers = [offer for offer in game.rules.legal(one.state) if offer.seat == seat]
        is_own = seat == game.rules.pending(one.state).seats[0]
        is_choice = not is_own or len(offers) > 1 or any(offer.open for offer in offers)
        if not is_choice or not game.review.can_try(one.state, act):
            return False
        order = self._bot.rank_done(game, content, one.state, act, BUDGET, self._rng(one, "first"))
        at = next(at for at, tried in enumerate(order) if tried.act == act)
        if at:
            rivals = [tried.act for tried in order[: min(at, RIVALS)]]
            self._doubts.append(_Doubt(one, rivals, order[0].mean - order[at].mean))
        return True

    def decisions(self) -> Iterator[Decision]:
        """Yield those that looked worst, compared again."""
        for one, rivals, _ in sorted(self._doubts, key=lambda doubt: -doubt.gap)[:MOST]:
            instead = self._best_rival(one, rivals)
            acts, rng = (self._open_action(one), instead), self._rng(one, "second")
            exact = None if instead is None else self._count(one.state, (acts[0], instead), rng)
            if exact is not None:
                worth, best = exact
                yield Decision(one.seq, self._bot.rule, one.action, instead, _round(worth), _round(best), valued=True)
                continue
            rows = self._compare(one, acts, self._tries, rng)
            error = stdev([better - done for done, better in rows]) / self._tries**0.5
            worth, best = [fmean(values) for values in zip(*rows, strict=True)]
            yield Decision(one.seq, self._bot.rule, one.action, instead, _round(worth), _round(best), _round(error))

    def _best_rival(self, one: Done, rivals: Sequence[Action | None]) -> Action | None:
        """Return the best of what looked better in fewer tries of its own."""
        if len(rivals) == 1:
            return rivals[0]
        rows = self._compare(one, [self._open_action(one), *rivals], max(1, self._tries // 3), self._rng(one, "best"))
        totals = [sum(values) for values in zip(*rows, strict=True)][1:]
        return rivals[totals.index(max(totals))]

    def _compare(self, one: Done, acts: Sequence[Action | None], tries: int, rng: random.Random) -> list[list[float]]:
        return self._bot.compare(self._replay.game, self._replay.content, one.state, acts, tries, rng)

    def _count(self, state: State, acts: Sequence[Action], rng: random.Random) -> list[float] | None:
        game, content, seats = self._replay.game, self._replay.content, self._replay.seats
        return exact_worths(self._bot, game, content, state, seats, acts, STEPS, rng)

    def _open_action(self, one: Done) -> Action:
        """Return what was decided: of a roll or draw not its result."""
        return self._replay.game.words.as_open(one.action) or one.action

    def _rng(self, one: Done, look: str) -> random.Random:
        return random.Random(f"{self._replay.entries[one.seq].hash} {look}")


def _round(value: float) -> Fraction:
    return Fraction(round(value * FINE), FINE)
