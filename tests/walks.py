"""Random games that many checks look at: the tables of tests/games/GAME/setups.py, each played once a seed.

A walk is all moments of one game. At each moment some offers are there to be looked at: one of each signature (step,
type, seat, which of its words are filled), so that every kind of offer is tried in every state that has it; where
everything is to be tried, all of them.
"""

import random
from collections import Counter, deque
from collections.abc import Hashable, Iterable
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

from companion import games
from companion.content.load import load
from companion.core.errors import IllegalAction
from companion.core.messages import Event, Refusal
from companion.play.game.offers import Offer
from companion.words.wording import Voice
from tests import seeds
from tests.languages import LANGUAGES

SEEDS = (1,)  # random games of each table
MORE = (2, 3, 4, 5, 6)  # and where everything is tried
MOMENTS = {True: 250, False: 25}  # of a game, drawn, beside the first with chance; looking at everything or not
PART = 13  # one in so many of the actions that are tried besides the legal ones


def setups(game: str) -> Any:
    """What a game brings for these checks."""
    return import_module(f"tests.games.{game}.setups")


TABLES = [(game, label) for game in games.GAMES for label in setups(game).SETUPS]


class Moment(NamedTuple):
    """A state, what is legal there, actions of it that are looked at; that taken, what it led to (None at the end)."""

    state: Any
    legal: tuple[Offer, ...]
    offers: list[Any]
    action: Any
    after: Any


class Desk:
    """One game at one table, with what every check needs. whole: everything is tried, not some of it."""

    whole = False

    def __init__(self, id: str, label: str, brought: Any = None) -> None:
        self.game, self.content, self.setups, self.label = games.get(id), load(id), brought or setups(id), label
        self.header = self.game.rules.header(self.content, *self.setups.SETUPS[label])
        assert not isinstance(self.header, Refusal), self.header
        self.start = self.game.rules.new(self.content, self.header)
        assert not isinstance(self.start, Refusal), self.start
        self.seats = [seat["id"] for seat in self.header["seats"]]
        self.voices = [Voice(lang, self.content, self.header["seats"]) for lang in LANGUAGES]
        self.choose = getattr(self.setups, "choose", any_of)
        self.endings: dict[Hashable, tuple[int, str]] = {}  # of the games played here: how long, which
        self._said: set[Hashable] = set()
        self._came: tuple[Any, set[Any]] = (None, set())
        self._codes: Counter[Hashable] = Counter()

    def play(self, seed: Hashable) -> Iterable[tuple[Any, tuple[Any, ...], Any, Any]]:
        """Every state of one random game with what is legal, the action taken and what it led to (None at the end)."""
        rng, state = random.Random(f"conformance {seed}"), self.start
        for length in range(self.setups.LONGEST):
            legal = self.game.rules.legal(state)
            if not legal:
                self.endings[seed] = length, self.game.rules.outcome(state).ending
                yield state, legal, None, None
                return
            action = self.choose(rng, legal)
            chance = self.game.rules.chance(state, action)
            if chance is not None:
                action = self.game.rules.complete(state, action, [rng.randrange(size) for size in chance.sizes])
            after = self.game.rules.apply(state, action)
            yield state, legal, action, after
            state = after
        raise AssertionError(f"no end after {self.setups.LONGEST} actions")

    def ending(self, seed: Hashable) -> tuple[int, str]:
        """How long that random game lasts and which ending it has; it is played once."""
        if seed not in self.endings:
            deque(self.play(seed), 0)
        return self.endings[seed]

    def parsed(self, state: Any, action: Any) -> Any:
        """What `companion do` makes of the words of an action."""
        type, *rest = self.game.words.command(state, action).split(" ")
        rolled = rest[rest.index("--rolled") + 1] if "--rolled" in rest else None
        given = dict(word.split("=", 1) for word in rest if "=" in word and word != rolled)
        return self.game.words.parse(self.content, state, type, given, rolled, action.seat)

    def raised(self, state: Any, action: Any) -> Refusal | None:
        """The refusal that `apply` raises, or None."""
        try:
            self.game.rules.apply(state, action)
        except IllegalAction as error:
            return error.refusal
        return None

    def say(self, how: str, message: Refusal | Event, whole: bool) -> None:
        """The message can be said: the first of its code in every language, others in one by turns, or in all."""
        key = (how, message.code, message.rule, repr(message.values))
        if key in self._said:
            return
        self._said.add(key)
        times = self._codes[key[:3]]
        self._codes[key[:3]] += 1
        for voice in self.voices if whole or not times else [self.voices[times % len(self.voices)]]:
            text = getattr(voice, f"{how}_text")(message)
            assert text.strip(), (voice.lang, message)
            assert "{" not in text, (voice.lang, text)

    def is_legal(self, state: Any, legal: Iterable[Offer], action: Any) -> bool:
        """Legal is what an offer admits; a chance action with its result, if it is an outcome of an open one."""
        opened = self.game.words.as_open(action)
        if opened is None or opened == action:
            return any(offer.admits(action) for offer in legal)
        return any(offer.admits(opened) for offer in legal) and action in self._results(state, opened)

    def _results(self, state: Any, opened: Any) -> set[Any]:
        """What may come of it there."""
        if self._came[0] != (state, opened):
            self._came = ((state, opened), {action for action, _ in self.game.rules.outcomes(state, opened)})
        return self._came[1]


@cache
def desk(game: str, label: str) -> Desk:
    return Desk(game, label)


class Walk(NamedTuple):
    """One random game, and how much of it is looked at: everything, or one of each kind."""

    desk: Desk
    seed: int
    whole: bool
    moments: list[Moment]

    def turn(self, things: list[Any], at: int) -> list[Any]:
        """All of these, or another one from moment to moment."""
        return things if self.whole or not things else [things[at % len(things)]]

    def some(self, things: Iterable[Any], at: int) -> Iterable[Any]:
        """All of these, or one of thirteen, the others at the next moments."""
        return things if self.whole else islice(things, at % PART, None, PART)


def walk(table: Desk, seed: int, whole: bool) -> Walk:
    """That random game."""
    words = seeds.words(str(seed))
    rng, moments, played = random.Random(f"looked at {words}"), [], list(table.play(words))
    *before, end = played
    looked_at = {*rng.sample(range(len(before)), min(MOMENTS[whole], len(before)))}
    looked_at |= {*[at for at, (state, *_) in enumerate(before) if table.game.rules.pending(state).chance][:1]}
    for state, legal, action, after in [*[before[at] for at in sorted(looked_at)], end]:
        offers = list(table.game.rules.legal_actions(state)) if whole else one_of_each(samples(legal, rng), rng)
        moments.append(Moment(state, legal, offers, action, after))
    return Walk(table, seed, whole, moments)


def samples(legal: Iterable[Offer], rng: random.Random) -> Iterable[Any]:
    """Of every offer any action; where something is open also the one with the first and with the last of each."""
    for offer in legal:
        yield offer.pick(rng)
        if offer.open:
            yield offer.fill(**{field.field: next(iter(field.values())) for field in offer.open}).act
            yield offer.fill(**{field.field: deque(field.values(), 1).pop() for field in offer.open}).act


def any_of(rng: random.Random, legal: tuple[Offer, ...]) -> Any:
    """Any action of any offer."""
    return rng.choice(legal).pick(rng)


def one_of_each(actions: Iterable[Any], rng: random.Random) -> list[Any]:
    """One action of each signature: whose, of what type, which of its words are filled."""
    alike: dict[Hashable, list[Any]] = {}
    for action in actions:
        alike.setdefault(signature(action), []).append(action)
    return [rng.choice(found) for found in alike.values()]


def signature(action: Any) -> Hashable:
    """Whose, of what type, and which of its words are filled."""
    return action.seat, action.type, *map(bool, action if isinstance(action, tuple) else action.args().values())
