"""Figures of one game, with everything that is in its box: python benchmarks/whole_game.py GAME NAME:SEAT NAME:SEAT...

A word without a colon after the game is its variant: `wotr full Ania:fp Bo:shadow`.

    engine   validated decisions a second of whole random games, each chosen from the list of what is legal
    moves    the same decisions without the lists: drawn, checked and applied
    legal    one list of what is legal: the slowest of a hundred
    apply    one decision applied, on average
    start    a session with its journal in memory
    state    memory that one more state takes where all of a game are kept, as for taking back
    verify   entries of journals with the app's draws a second: chain, draws, rules
    bare     the same lines taken apart as JSON and hashed, nothing else: the least that can be done with them
    undo     one undo in a session of 2,000 entries
    odds     every question that the game answers, asked at the start of a game, and the hardest that players ask
    print    the whole process that prints the box, start to file
    memory   its peak

Every figure is the best of several rounds, since other work on the machine only ever slows one down. Without seats
three friends play the cooperative game.
"""

from __future__ import annotations

import hashlib
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from companion.content.load import load
from companion.core.messages import Refusal
from companion.games import get
from companion.play.game.bots import any_action
from companion.play.game.game import Action, Json, State
from companion.play.journal.entries.undo import Undo
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal

USUAL = ("fellowship", "Ania:frodo", "Bo:sam", "Cela:pippin")
SECONDS, ROUNDS = 1.0, 5
JOURNALS = 10
LONG = 2000


class Goals(NamedTuple):
    """What the figures of a game should be; of a variant, where it has its own. legal in ms, apply in µs, state in KiB.

    hard: words of the hardest cases of a question, with milliseconds.
    """

    engine: int
    seconds: float
    mib: int
    verify: int = 20_000
    legal: float = 5
    apply: float = 40
    state: float = 20
    ms: float = 50
    hard: tuple[tuple[str, Json, float], ...] = ()


GOALS = {
    "fellowship": Goals(5_000, 4, 120),
    "wotr": Goals(
        10_000,
        8,
        150,
        hard=(
            ("hunt", {"level": "5", "rerolls": "3", "pool": "full"}, 1),
            ("mordor", {"pool": "full"}, 250),
            ("mordor", {"pool": "full", "companions": "strider,gimli,peregrin", "policy": "whole"}, 250),
            ("battle", {"attack": "10e", "defence": "5e", "leaders": "5,5", "fortress": "city"}, 50),
            ("battle", {"attack": "5r5e", "defence": "5e", "leaders": "5,5", "fortress": "siege", "extend": "5"}, 50),
        ),
    ),
    "wotrcards": Goals(5_000, 5, 150),
}
GOALS["wotr full"] = GOALS["wotr"]._replace(engine=3_000, verify=10_000)


class Walk(NamedTuple):
    """A state of a random game, and the numbers drawn for the decision taken there."""

    state: State
    action: Action
    numbers: list[int] | None


def walk(id: str, start: State, rng: random.Random) -> list[Walk]:
    """A whole random game."""
    game, state, out = get(id), start, []
    while legal := game.rules.legal(state):
        action = any_action(rng, state, legal)
        chance = game.rules.chance(state, action)
        numbers = None if chance is None else [rng.randrange(size) for size in chance.sizes]
        out.append(Walk(state, action, numbers))
        state = game.rules.apply(state, action if numbers is None else game.rules.complete(state, action, numbers))
    assert game.rules.outcome(state) is not None
    return out


def engine(id: str, header: Json) -> tuple[float, float]:
    """Decisions a second and a game."""
    start, games = get(id).rules.new(load(id), header), []

    def round(seed: int) -> float:
        rng, decisions, begun = random.Random(seed), 0, time.perf_counter()
        while time.perf_counter() - begun < SECONDS:
            games.append(len(walk(id, start, rng)))
            decisions += games[-1]
        return decisions / (time.perf_counter() - begun)

    return max(map(round, range(ROUNDS))), sum(games) / len(games)


def moves(id: str, header: Json) -> float:
    """Decisions a second that are drawn, checked and applied."""
    game = get(id)
    start = game.rules.new(load(id), header)
    walks = [walk(id, start, random.Random(seed)) for seed in range(JOURNALS)]

    def again(steps: list[Walk]) -> None:
        for state, action, numbers in steps:
            game.rules.apply(state, action if numbers is None else game.rules.complete(state, action, numbers))

    return sum(map(len, walks)) / sum([least(lambda steps=steps: again(steps)) for steps in walks])


def lists_and_moves(id: str, header: Json) -> tuple[float, float]:
    """Milliseconds of the slowest list of a hundred, microseconds of a decision; processor time, best of each state."""
    game, start = get(id), get(id).rules.new(load(id), header)
    lists, applied = [], []
    for seed in range(4):
        for state, action, numbers in walk(id, start, random.Random(seed)):
            done = action if numbers is None else game.rules.complete(state, action, numbers)
            lists.append(least(lambda state=state: game.rules.legal(state), time.process_time))
            applied.append(least(lambda state=state, done=done: game.rules.apply(state, done), time.process_time))
    return sorted(lists)[len(lists) * 99 // 100] * 1000, sum(applied) / len(applied) * 1_000_000


def state_kib(id: str, header: Json) -> float:
    """KiB that one more state takes."""
    start = get(id).rules.new(load(id), header)
    walk(id, start, random.Random(1))  # fills what is looked up once
    tracemalloc.start()
    states = [step.state for step in walk(id, start, random.Random(1))]
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / len(states) / 1024


def start_seconds(id: str, header: Json) -> float:
    """A new session."""
    return least(lambda: Session.create(get(id), load(id), header, seed=bytes(32)))


def least(do: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds that it takes, the best of several rounds."""
    took = []
    for _ in range(ROUNDS):
        begun = clock()
        do()
        took.append(clock() - begun)
    return min(took)


def journals(id: str, header: Json) -> list[list[str]]:
    """The lines of finished games."""
    found = []
    for seed in range(JOURNALS):
        rng = random.Random(seed)
        session = Session.create(get(id), load(id), header, seed=rng.randbytes(32))
        assert isinstance(session, Session)
        while legal := session.game.rules.legal(session.replay.state):
            assert session.act(any_action(rng, session.replay.state, legal)).refusal is None
        found.append([entry.line for entry in session.replay.entries])
    return found


def rate(lines: list[list[str]], check: Callable[[list[str]], None]) -> float:
    """Entries a second, the best of each journal."""
    return sum(map(len, lines)) / sum([least(lambda journal=journal: check(journal)) for journal in lines])


def verified(journal: list[str]) -> None:
    """Chain, draws and rules."""
    assert verify_journal(journal, get, load).replay.ended


def bare(journal: list[str]) -> None:
    """Lines that are only read and hashed."""
    for line in journal:
        hash = json.loads(line).pop("hash")
        head, tail = line.split(f',"hash":"{hash}"')
        assert hashlib.sha256(f"{head}{tail}".encode()).hexdigest() == hash


def undo_ms(id: str, header: Json) -> float:
    """Milliseconds of one undo, the slowest of several."""
    for seed in count():
        rng = random.Random(seed)
        session = Session.create(get(id), load(id), header, seed=rng.randbytes(32))
        assert isinstance(session, Session)
        replay = session.replay
        while session.seq < LONG and not replay.ended:
            assert session.act(rng.choice(session.game.rules.legal_actions(replay.state))).refusal is None
            if len(replay.steps) > 30 and not replay.ended:
                session.keep(session.plan(Undo(replay.seats)))
        if not replay.ended:
            break
    took = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        assert session.keep(session.plan(Undo(replay.seats))).refusal is None
        took.append(time.perf_counter() - begun)
    return max(took) * 1000


def odds_ms(id: str, header: Json, name: str, given: Json) -> float:
    """Milliseconds of a question about the start of a game."""
    content, question = load(id), get(id).odds.questions[name]
    start = get(id).rules.new(content, header)
    return least(lambda: question.answer(content, question.from_state(start), given)) * 1000


def printing(id: str) -> tuple[float, float]:
    """Seconds and MiB of the best of three."""
    took = []
    with tempfile.TemporaryDirectory() as folder:
        words = ["print", "all", "--game", id, "--out", f"{folder}/box.pdf"]
        for _ in range(3):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-m", "companion", *words], check=True, capture_output=True)
            took.append(time.perf_counter() - begun)
    return min(took), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    id, *words = sys.argv[1:] or USUAL
    variant = next((word for word in words if ":" not in word), None)
    players, name = [word for word in words if ":" in word], f"{id} {variant}" if variant else id
    goals = GOALS.get(name, GOALS[id])
    header = get(id).rules.header(load(id), players, variant, {}, None)
    assert not isinstance(header, Refusal), header
    decisions, length = engine(id, header)
    print(f"{name}: {len(players)} players, {length:.0f} decisions a game")
    print(f"  engine  {decisions:9,.0f} decisions/s                 goal {goals.engine:,}")
    print(f"  moves   {moves(id, header):9,.0f} decisions/s                 goal {goals.engine:,}")
    legal, applied = lists_and_moves(id, header)
    print(f"  legal   {legal:9.2f} ms                          goal {goals.legal:g}")
    print(f"  apply   {applied:9.1f} µs                          goal {goals.apply:g}")
    print(f"  start   {start_seconds(id, header):9.3f} s                           goal 0.5")
    print(f"  state   {state_kib(id, header):9.1f} KiB                         goal {goals.state:g}")
    lines = journals(id, header)
    checked, most = rate(lines, verified), rate(lines, bare)
    print(f"  verify  {checked:9,.0f} entries/s  {checked / most:5.2f} of bare   goal {goals.verify:,}")
    print(f"  bare    {most:9,.0f} entries/s")
    print(f"  undo    {undo_ms(id, header):9.2f} ms                          goal 20")
    for question, given, goal in [*((name, {}, goals.ms) for name in get(id).odds.questions), *goals.hard]:
        asked = " ".join(["odds", question, *[f"{key}={value}" for key, value in given.items()]])
        print(f"  {asked:70}  {odds_ms(id, header, question, given):9.2f} ms   goal {goal:g}")
    seconds, mib = printing(id)
    print(f"  print   {seconds:9.2f} s                           goal {goals.seconds:g}")
    print(f"  memory  {mib:9.0f} MiB                         goal {goals.mib}")


if __name__ == "__main__":
    main()
