"""Random play: a seat takes any kind of action that is legal, then any of that kind. For statistics and tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from companion.files import write_whole
from companion.play.bots import any_action, shown
from companion.play.game import Action, Game, Json, State
from companion.play.offers import Offer
from companion.play.session import Session

if TYPE_CHECKING:
    from companion.content.model import Content

Chooser = Callable[[random.Random, State, tuple[Offer, ...]], Action]


@dataclass(slots=True)
class Statistics:
    """Sums over games: endings, wins and actions by type."""

    games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    rounds: int = 0

    def add(self, other: Statistics) -> None:
        """Take in what another process counted."""
        self.games += other.games
        self.rounds += other.rounds
        self.endings += other.endings
        self.wins += other.wins
        self.actions += other.actions


def play(session: Session, rng: random.Random, choose: Chooser = any_action) -> None:
    """Play a session to its end, each draw from the session's own chain; what lies on a real table is typed in."""
    game = session.game
    while legal := game.legal(session.replay.state):
        action = choose(rng, session.replay.state, legal)
        chance = game.chance(session.replay.state, action)
        if chance is not None and chance.real:
            action = shown(game, session.replay.state, action, rng)
        answer = session.act(action)
        assert answer.refusal is None, answer.refusal  # legal and check agree


def run(
    game: Game, content: Content, header: Json, games: int, seed: int, folder: Path | None, first: int = 0
) -> Statistics:
    """Play games `first` ... `first + games - 1`; with a `folder` as sessions, whose journals it keeps."""
    out = Statistics()
    for number in range(first, first + games):
        rng = random.Random(f"{seed}:{number}")
        if folder is None:
            state = _play_bare(game, content, header, rng, out.actions)
        else:
            session = Session.create(game, content, header, seed=rng.randbytes(32), clock=_no_clock)
            assert isinstance(session, Session)  # the caller has checked the header
            play(session, rng)
            state = session.replay.state
            out.actions.update(entry.type for entry in session.replay.entries if entry.type in game.action_types)
            text = "".join(f"{entry.line}\n" for entry in session.replay.entries)
            write_whole(folder / f"{game.id}-{seed}-{number:06}.jsonl", text.encode())
        outcome = game.outcome(state)
        assert outcome is not None  # played to its end
        out.games += 1
        out.rounds += game.view(state, None).get("round", 0)
        out.endings[outcome.ending] += 1
        out.wins.update(outcome.winners)
    return out


def _play_bare(game: Game, content: Content, header: Json, rng: random.Random, actions: Counter[str]) -> State:
    """One game without journal or proof: numbers come straight from `rng`."""
    state = game.new(content, header)
    while legal := game.legal(state):
        action = any_action(rng, state, legal)
        state = game.apply(state, shown(game, state, action, rng))
        actions[action.type] += 1
    return state


def _no_clock() -> str:
    return "1970-01-01T00:00:00Z"


def simulate(
    load: Callable[[], tuple[Game, Content]], header: Json, games: int, jobs: int, seed: int, folder: Path | None
) -> Statistics:
    """As `run`, spread over `jobs` processes; `load` must be importable by them."""
    if jobs <= 1:
        return run(*load(), header, games, seed, folder)
    share = -(-games // jobs)
    spans = [(first, min(share, games - first)) for first in range(0, games, share)]
    total = Statistics()
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(_part, [(load, header, count, seed, folder, first) for first, count in spans]):
            total.add(part)
    return total


def _part(
    job: tuple[Callable[[], tuple[Game, Content]], Json, int, int, Path | None, int],
) -> Statistics:
    load, header, count, seed, folder, first = job
    return run(*load(), header, count, seed, folder, first)
