"""A bot that tries what it could do: determinised Monte Carlo over the referee. Knows no game and no clock.

For each try what others hide is guessed, so that it fits all that the seat knows; then the action is done, the table is
played on lightly until it can be valued, and it is valued. Actions that do badly are dropped half by half. The same
guesses and the same dice serve all actions of one try, so that luck does not part them. A weaker level tries less and
slips.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from companion.core.messages import Phrase, Value
from companion.play.game.bots import any_action, choose_near_best, close_at_random, offers_of, slip_reason
from companion.play.game.game import Action, ChanceRow, Chances, Choice, Game, State
from companion.play.game.offers import Offer

if TYPE_CHECKING:
    from companion.content.model import Content

FINE = 1000  # values are told in thousandths
TOLD = 5  # actions that a choice lists
PUBLIC = 8  # so much of a budget goes to a reason that everybody may read: one in eight
LEAST = 3  # tries for it at least
GUESSES = 20  # until one fits what was done
Guess = Callable[[random.Random], State]


def never(state: State) -> bool:
    """Return False: a try goes on as long as it may."""
    return False


@dataclass(slots=True)
class Tried:
    """An action with what its tries were worth in all."""

    act: Action | None  # None: leaves it to the others
    total: float = 0.0
    tries: int = 0

    @property
    def mean(self) -> float:
        """The mean value of a try."""
        return self.total / self.tries

    @property
    def chance(self) -> Fraction:
        """The mean value as a fraction, for messages."""
        return Fraction(round(self.mean * FINE), FINE)


@dataclass(frozen=True, slots=True)
class MonteCarloBot:
    """A bot of a game.

    guess: a table that the seat holds possible; for the seat "", one that an onlooker does.
    value: how good a table is for a seat, from 0 (lost) to 1 (won).
    light: how the tries play on. settled: nothing is half done, so that a try may stop. sift: the candidates among what
    is legal, n >= 1, where not everything is worth a try. budget: steps of the referee that one choice takes; whatever
    is not dropped is tried once a round even so. depth: steps of one try at most. width: candidates at most, and so
    many actions of one offer that leaves much open. slips: the share of choices that are not the best, from 0 to 1.
    rule: of the table of what was weighed. explain: why a seat does it, in the game's own words, by the tables at which
    tries ended, of what was chosen and of what `light` would do.
    Where seats hide something, everybody may read that: those tries know what everybody knows, not what the seat does.
    """

    guess: Callable[[State, str, random.Random], State]
    value: Callable[[Content, State, str], float]
    rule: str
    light: Callable[[random.Random, State, tuple[Offer, ...]], Action] = any_action
    settled: Callable[[State], bool] = never
    sift: Callable[[Content, State, Sequence[Action]], Sequence[Action]] | None = None
    budget: int = 1_000
    depth: int = 24
    width: int = 48
    each: int = 8
    slips: float = 0.0
    explain: Callable[[str, Sequence[State], Sequence[State]], Phrase] | None = None

    def choose(self, game: Game, content: Content, state: State, seat: str, rng: random.Random) -> Choice | None:
        """The action whose tries end best; what alone can be done is not thought about."""
        acts: list[Action | None] = [*self._candidates(game, content, state, seat, rng)]
        if seat != game.rules.pending(state).seats[0]:
            acts.append(None)
        if len(acts) == 1:
            only = acts[0]
            if only is None:
                return None
            why = self._why(game, content, state, seat, only) if game.rules.secret else Phrase("bot.only", {})
            return Choice(only, why)
        order = self._rank(game, content, partial(self.guess, state, seat), seat, acts, self.budget, rng)
        if order[0].act is None:
            return None
        chosen = choose_near_best([one for one in order if one.act is not None], self.slips, rng)
        return self._with_reasons(game, content, state, seat, chosen, order)

    def rank_done(
        self, game: Game, content: Content, state: State, done: Action, budget: int, rng: random.Random
    ) -> list[Tried]:
        """Return what the seat of an action might have done, that action included, by its worth, the best first.

        A seat whose step it is not might have left it to the others.
        """
        acts: list[Action | None] = [*dict.fromkeys([done, *self._candidates(game, content, state, done.seat, rng)])]
        if done.seat != game.rules.pending(state).seats[0]:
            acts.append(None)
        return self._rank(game, content, partial(self.guess_for, game, state, [done]), done.seat, acts, budget, rng)

    def compare(
        self,
        game: Game,
        content: Content,
        state: State,
        acts: Sequence[Action | None],
        tries: int,
        rng: random.Random,
    ) -> list[list[float]]:
        """Return the values of actions of one seat in so many tries, a row a try. None: it leaves it to the others."""
        done = [act for act in acts if act is not None]
        guess, found = partial(self.guess_for, game, state, done), []
        for _ in range(tries):
            tried = [Tried(act) for act in acts]
            self._try_each(game, content, guess, done[0].seat, tried, rng)
            found.append([one.total for one in tried])
        return found

    def guess_for(self, game: Game, state: State, acts: Sequence[Action], rng: random.Random) -> State:
        """Return a table that the seat of these actions holds possible, and on which they are legal.

        What a seat did tells of cards that the app does not know. Where no guess fits, the table stays as it is.
        """
        for _ in range(GUESSES):
            guessed = self.guess(state, acts[0].seat, rng)
            if all(game.rules.check(guessed, act) is None for act in acts):
                return guessed
        return state

    def _rank(
        self,
        game: Game,
        content: Content,
        guess: Guess,
        seat: str,
        acts: Sequence[Action | None],
        budget: int,
        rng: random.Random,
    ) -> list[Tried]:
        """Return the actions by the mean of their tries, the best first; bad ones are dropped half by half."""
        left, dropped = [Tried(act) for act in acts], list[Tried]()
        share = budget // max(1, (len(acts) - 1).bit_length())
        while len(left) > 1:
            steps = 0
            while not steps or steps < share:
                steps += self._try_each(game, content, guess, seat, left, rng)
            left.sort(key=lambda one: -one.mean)
            half = (len(left) + 1) // 2
            left, dropped = left[:half], left[half:] + dropped
        return [*left, *dropped]

    def _candidates(
        self, game: Game, content: Content, state: State, seat: str, rng: random.Random
    ) -> Sequence[Action]:
        """Return the actions to try, a sample where there are more than `width`; n >= 1 where the seat has to act."""
        acts: list[Action] = []
        for offer in offers_of(game, state, seat):
            counted = prod([len(tuple(islice(field.values(), self.each + 1))) for field in offer.open])
            acts += offer.actions() if counted <= self.each else [offer.pick(rng) for _ in range(self.each)]
        found: Sequence[Action] = list(dict.fromkeys(acts))
        if self.sift is not None:
            found = self.sift(content, state, found)
        return found if len(found) <= self.width else rng.sample(found, self.width)

    def _try_each(
        self, game: Game, content: Content, guess: Guess, seat: str, left: Sequence[Tried], rng: random.Random
    ) -> int:
        """All of them once, on one guess and with the same luck; how many steps that took."""
        luck, steps = rng.random(), 0
        guessed = guess(rng)
        for one in left:
            end, took = self._try(game, guessed, one.act, random.Random(luck))
            one.total += self.value(content, end, seat)
            one.tries += 1
            steps += took
        return steps

    def _try(self, game: Game, state: State, act: Action | None, rng: random.Random) -> tuple[State, int]:
        """The table after the action and what follows, and how many steps that took."""
        if act is None:
            act = self.light(rng, state, offers_of(game, state, game.rules.pending(state).seats[0]))
        return self._played_on(game, game.rules.apply(state, close_at_random(game, state, act, rng)), rng)

    def _played_on(self, game: Game, state: State, rng: random.Random) -> tuple[State, int]:
        """The table where a try ends that has come so far, and how many steps there were with the last one."""
        steps = 1
        while steps < self.depth and not self.settled(state) and (legal := game.rules.legal(state)):
            state = game.rules.apply(state, close_at_random(game, state, self.light(rng, state, legal), rng))
            steps += 1
        return state, steps

    def _with_reasons(
        self, game: Game, content: Content, state: State, seat: str, chosen: Tried, order: Sequence[Tried]
    ) -> Choice:
        """The chosen action with the numbers behind it. order: all that was tried, the best first."""
        assert chosen.act is not None
        tried = [(game.words.command(state, one.act), one) for one in order[:TOLD] if one.act is not None]
        rows = [ChanceRow(do, one.chance, "bot_tried", {"action": do, "number": one.tries}) for do, one in tried]
        weighed = Chances("bot_weighed", self.rule, tuple(rows), more=max(0, len(order) - TOLD))
        if game.rules.secret or self.explain is not None:
            return Choice(chosen.act, self._why(game, content, state, seat, chosen.act), weighed)
        if chosen is not order[0]:
            return Choice(chosen.act, slip_reason(chosen.chance, order[0].chance), weighed)
        values: dict[str, Value] = {"chance": chosen.chance, "number": chosen.tries, "next": order[1].chance}
        return Choice(chosen.act, Phrase("bot.tried", values), weighed)

    # --- what everybody may read -------------------------------------------------------------------------------------

    def _why(self, game: Game, content: Content, state: State, seat: str, act: Action) -> Phrase:
        """Return the reason for the choice. Where seats hide something it is the same, whatever they hide."""
        rng, chosen, glance, steps = random.Random(game.id), list[State](), list[State](), 0
        tables = [self.guess(state, "", rng) for _ in range(LEAST)]
        if self.explain is None or not any(self._is_open(game, content, table, seat) for table in tables):
            return Phrase("bot.little", {})
        while steps < self.budget // PUBLIC or len(chosen) < LEAST:
            table = self.guess(state, "", rng)
            luck = rng.random()
            for ends, after in (
                (chosen, self._table_after(game, state, table, act, random.Random(luck))),
                (glance, self._at_a_glance(game, table, random.Random(luck))),
            ):
                end, took = self._played_on(game, after, random.Random(luck))
                ends.append(end)
                steps += took
        return self.explain(seat, chosen, glance)

    def _is_open(self, game: Game, content: Content, table: State, seat: str) -> bool:
        """A seat has something to choose there."""
        return len(self._candidates(game, content, table, seat, random.Random(0))) > 1

    def _table_after(self, game: Game, state: State, table: State, act: Action, rng: random.Random) -> State:
        """A table that an onlooker holds possible after the action.

        What chance decides is taken from one that he held possible before; anything else is done as it is, and then
        everything is hidden from him that is.
        """
        if game.rules.chance(state, act) is not None and game.rules.check(table, act) is None:
            return game.rules.apply(table, close_at_random(game, table, act, rng))
        return self.guess(game.rules.apply(state, close_at_random(game, state, act, rng)), "", rng)

    def _at_a_glance(self, game: Game, table: State, rng: random.Random) -> State:
        """The table after what is done there without much thought."""
        legal = offers_of(game, table, game.rules.pending(table).seats[0])
        return (
            game.rules.apply(table, close_at_random(game, table, self.light(rng, table, legal), rng))
            if legal
            else table
        )
