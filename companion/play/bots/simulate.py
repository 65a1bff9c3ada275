"""Many games at once: each seat by a bot, or anything that is legal by whoever may act. For statistics and tests.

Games are numbered; what happens in one follows from the seed and its number alone. So they may be played anywhere, in
spans, by anything that keeps to concurrent.futures.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.play.game.bots import RANDOM, any_action, close_at_random, find_bot, next_choice
from companion.play.game.game import Action, Game, Json, State
from companion.play.game.offers import Offer
from companion.play.journal.session import Session

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.core.messages import Record

Chooser = Callable[[random.Random, State, tuple[Offer, ...]], Action]
Load = Callable[[], tuple["Game", "Content"]]

TURN = "turn"  # the event that tells of a new turn
SPAN = 25  # games of one span, at most
SPANS = 64  # of few games
WAITING = 256  # spans that are handed out ahead of the one that is awaited
LOOK = 1.0  # seconds of waiting after which is asked whether anybody works


class GameRow(NamedTuple):
    """One game. turns: rounds, where the game tells of no turns of its own."""

    number: int
    seed: int
    rounds: int
    turns: int
    ending: str
    rule: str
    winners: tuple[str, ...]


@dataclass(slots=True)
class GameStatistics:
    """Sums over games: endings, wins, actions by type, lengths in rounds, and games in which a rule was told of."""

    games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)

    @property
    def rounds(self) -> int:
        """The number of rounds of all games together."""
        return sum(length * games for length, games in self.lengths.items())

    def add(self, other: GameStatistics) -> None:
        """Take in what was counted elsewhere."""
        self.games += other.games
        self.endings += other.endings
        self.wins += other.wins
        self.actions += other.actions
        self.lengths += other.lengths
        self.rules += other.rules


class PlayedGames(NamedTuple):
    """Games played side by side, an entry a game, in arrays of NumPy.

    ending: places in `endings`, each with its rule; won: a column a seat.
    """

    rounds: Any
    turns: Any
    ending: Any
    won: Any
    endings: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class SimulationPart:
    """Results of a span of games: sums, a row a game, journals by the names of their files."""

    statistics: GameStatistics = field(default_factory=GameStatistics)
    rows: list[GameRow] = field(default_factory=list)
    journals: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Task:
    """A simulation to run; sent to every worker.

    load: importable there. seats: seat -> id of its bot; where there are none, anybody does anything that is legal.
    told: rows are wanted, and the rules that events name.
    """

    load: Load
    header: Json
    seed: int
    seats: Mapping[str, str] = field(default_factory=dict)
    journals: bool = False
    told: bool = False

    def play(self, first: int, games: int) -> SimulationPart:
        """Play the games `first` ... `first + games - 1`."""
        game, content = self.load()
        part = SimulationPart()
        for number in range(first, first + games):
            self._one(game, content, number, part)
        return part

    def _one(self, game: Game, content: Content, number: int, part: SimulationPart) -> None:
        """Play a game and add it to the part."""
        total = part.statistics
        rng = random.Random(f"{self.seed}:{number}")
        record: Record | None = [] if self.told else None
        choose: Chooser = self._choosers(game, content, number) if self.seats else any_action
        if self.journals:
            session = Session.create(game, content, self.header, seed=rng.randbytes(32), clock=_no_clock)
            assert isinstance(session, Session)  # the caller has checked the header
            play_session(session, rng, choose, record)
            state = session.replay.state
            total.actions.update(
                entry.type for entry in session.replay.entries if entry.type in game.words.action_types
            )
            text = "".join(f"{entry.line}\n" for entry in session.replay.entries)
            part.journals[f"{game.id}-{self.seed}-{number:06}.jsonl"] = text.encode()
        else:
            state = _play_bare(game, game.rules.new(content, self.header), rng, choose, total.actions, record)
        outcome = game.rules.outcome(state)
        assert outcome is not None  # played to its end
        rounds = game.rules.view(state, None).get("round", 0)
        total.games += 1
        total.lengths[rounds] += 1
        total.endings[outcome.ending] += 1
        total.wins.update(outcome.winners)
        if record is not None:
            total.rules.update({outcome.rule, *[event.rule for event in record]})
            turns = max(rounds, 1 + sum([event.code == TURN for event in record]))
            part.rows.append(GameRow(number, self.seed, rounds, turns, outcome.ending, outcome.rule, outcome.winners))

    def _choosers(self, game: Game, content: Content, number: int) -> Chooser:
        """Every seat by its bot, `random` where none is named; their random source is not that of the dice."""
        seats = [seat["id"] for seat in self.header["seats"]]
        bots = {seat: find_bot(game, self.seats.get(seat, RANDOM)) for seat in seats}
        source = random.Random(f"{self.seed}:{number}:bots")

        def choose(rng: random.Random, state: State, legal: tuple[Offer, ...]) -> Action:
            choice = next_choice(game, content, state, bots, source)
            assert choice is not None  # every seat has its bot
            return choice.act

        return choose


def play_session(
    session: Session, rng: random.Random, choose: Chooser = any_action, record: Record | None = None
) -> None:
    """Play a session to its end, each draw from the session's own chain; what lies on a real table is typed in."""
    game = session.game
    while legal := game.rules.legal(session.replay.state):
        action = choose(rng, session.replay.state, legal)
        chance = game.rules.chance(session.replay.state, action)
        if chance is not None and chance.real:
            action = close_at_random(game, session.replay.state, action, rng)
        answer = session.act(action)
        assert answer.refusal is None, answer.refusal  # legal and check agree
        if record is not None:
            record += answer.events()


def _play_bare(
    game: Game, state: State, rng: random.Random, choose: Chooser, actions: Counter[str], record: Record | None
) -> State:
    """One game without journal or proof: numbers come straight from `rng`."""
    while legal := game.rules.legal(state):
        action = choose(rng, state, legal)
        state = game.rules.apply(state, close_at_random(game, state, action, rng), record)
        actions[action.type] += 1
    return state


def _no_clock() -> str:
    return "1970-01-01T00:00:00Z"


def game_spans(games: int, size: int | None = None) -> list[tuple[int, int]]:
    """Return (first number, count) of every span; it does not depend on the number of workers."""
    size = size or max(1, min(SPAN, games // SPANS))
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def spread_spans(
    play: Callable[[int, int], SimulationPart],
    shares: list[tuple[int, int]],
    workers: Executor | None = None,
    still_there: Callable[[], None] = lambda: None,
) -> Iterator[SimulationPart]:
    """Yield the parts in their order, played here or by the workers.

    still_there: asked while nothing comes; raises if nobody works any more.
    """
    if workers is None:
        for share in shares:
            yield play(*share)
        return
    left, handed = iter(shares), deque[Future[SimulationPart]]()
    while True:
        handed.extend([workers.submit(play, *share) for share in islice(left, WAITING - len(handed))])
        if not handed:
            return
        yield _result(handed.popleft(), still_there)


def _result(awaited: Future[SimulationPart], still_there: Callable[[], None]) -> SimulationPart:
    while True:
        try:
            return awaited.result(timeout=LOOK)
        except NotYet:
            still_there()
