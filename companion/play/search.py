"""A bot that tries what it could do: determinised Monte Carlo over the referee. Knows no game and no clock.

For each try what others hide is guessed, so that it fits all that the seat knows; then the action is done, the table is
played on lightly until it can be valued, and it is valued. Actions that do badly are dropped half by half. The same
guesses and the same dice serve all actions of one try, so that luck does not part them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from companion.messages import Phrase, Value
from companion.play.bots import any_action, offers_of, shown
from companion.play.game import Action, Chances, Choice, Game, Likely, State
from companion.play.offers import Offer

if TYPE_CHECKING:
    from companion.content.model import Content

FINE = 1000  # values are told in thousandths
TOLD = 5  # actions that a choice lists


def never(state: State) -> bool:
    """A try goes on as long as it may."""
    return False


@dataclass(slots=True)
class Tried:
    """An action with what its tries were worth in all."""

    act: Action | None  # None: leaves it to the others
    total: float = 0.0
    tries: int = 0
    ends: list[State] = field(default_factory=list)  # the tables of its last tries

    @property
    def mean(self) -> float:
        """What one try was worth."""
        return self.total / self.tries

    @property
    def chance(self) -> Fraction:
        """The same, to be told."""
        return Fraction(round(self.mean * FINE), FINE)


@dataclass(frozen=True, slots=True)
class Search:
    """A bot of a game.

    guess: a table that the seat holds possible. value: how good a table is for a seat, from 0 (lost) to 1 (won).
    light: how the tries play on. settled: nothing is half done, so that a try may stop. sift: the candidates among what
    is legal, n >= 1, where not everything is worth a try. budget: steps of the referee that one choice takes; whatever
    is not dropped is tried once a round even so. depth: steps of one try at most. width: candidates at most, and so
    many actions of one offer that leaves much open. rule: of the table of what was weighed. explain: why a seat does
    it, in the game's own words, by the tables at which tries of the best and of the next best ended; it names nothing
    that others hide.
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
    explain: Callable[[str, Sequence[State], Sequence[State]], Phrase] | None = None

    def choose(self, game: Game, content: Content, state: State, seat: str, rng: random.Random) -> Choice | None:
        """The action whose tries end best; what alone can be done is not thought about."""
        acts: list[Action | None] = [*self._candidates(game, content, state, seat, rng)]
        if seat != game.pending(state).seats[0]:
            acts.append(None)
        if len(acts) == 1:
            return None if acts[0] is None else Choice(acts[0], Phrase("bot.only", {}))
        left, dropped = [Tried(act) for act in acts], list[Tried]()
        share = self.budget // (len(acts) - 1).bit_length()
        while len(left) > 1:
            steps = 0
            while not steps or steps < share:
                steps += self._try_each(game, content, state, seat, left, rng)
            left.sort(key=lambda one: -one.mean)
            half = (len(left) + 1) // 2
            left, dropped = left[:half], left[half:] + dropped
        best = left[0].act
        return None if best is None else self._told(game, state, seat, best, [*left, *dropped])

    def _candidates(
        self, game: Game, content: Content, state: State, seat: str, rng: random.Random
    ) -> Sequence[Action]:
        """What is worth a try, of more than `width` any; n >= 1 where the seat has to act."""
        acts: list[Action] = []
        for offer in offers_of(game, state, seat):
            counted = prod([len(tuple(islice(field.values(), self.each + 1))) for field in offer.open])
            acts += offer.actions() if counted <= self.each else [offer.pick(rng) for _ in range(self.each)]
        found: Sequence[Action] = list(dict.fromkeys(acts))
        if self.sift is not None:
            found = self.sift(content, state, found)
        return found if len(found) <= self.width else rng.sample(found, self.width)

    def _try_each(
        self, game: Game, content: Content, state: State, seat: str, left: Sequence[Tried], rng: random.Random
    ) -> int:
        """All of them once, on one guess and with the same luck; how many steps that took."""
        luck, steps = rng.random(), 0
        guessed = self.guess(state, seat, rng)
        for one in left:
            end, took = self._try(game, guessed, one.act, random.Random(luck))
            one.total += self.value(content, end, seat)
            one.tries += 1
            if self.explain is not None and len(left) == 2:
                one.ends.append(end)
            steps += took
        return steps

    def _try(self, game: Game, state: State, act: Action | None, rng: random.Random) -> tuple[State, int]:
        """The table after the action and what follows, and how many steps that took."""
        if act is None:
            act = self.light(rng, state, offers_of(game, state, game.pending(state).seats[0]))
        state = game.apply(state, shown(game, state, act, rng))
        steps = 1
        while steps < self.depth and not self.settled(state) and (legal := game.legal(state)):
            state = game.apply(state, shown(game, state, self.light(rng, state, legal), rng))
            steps += 1
        return state, steps

    def _told(self, game: Game, state: State, seat: str, best: Action, order: Sequence[Tried]) -> Choice:
        """The best, which is the first, with the numbers behind it."""
        tried = [(game.command(state, one.act), one) for one in order[:TOLD] if one.act is not None]
        rows = [Likely(do, one.chance, "bot_tried", {"action": do, "number": one.tries}) for do, one in tried]
        first, second = order[:2]
        weighed = Chances("bot_weighed", self.rule, tuple(rows), more=max(0, len(order) - TOLD))
        if self.explain is not None:
            return Choice(best, self.explain(seat, first.ends, second.ends), weighed)
        values: dict[str, Value] = {"chance": first.chance, "number": first.tries, "next": second.chance}
        return Choice(best, Phrase("bot.tried", values), weighed)
