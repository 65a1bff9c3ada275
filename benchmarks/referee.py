"""Referee figures in one run: python benchmarks/referee.py [seconds per measurement]

    engine    validated decisions a second: a typed roll, the legal list, a keep, the resolving; every action checked
    journal   the same as a session in memory: every action a hashed entry (starting one takes 2 ms more)
    draws     the same with the app's dice: a link, its numbers and its proof for every roll
    verify    entries of a finished journal a second: chain, draws, rules
    undo      one undo in a session of 2,000 entries
    bare      the same game as a loop over integers without checks or objects: what plain Python can do at most

Each figure is checked while it is taken: random play has to give the known counts of decisions and losses.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from itertools import combinations

from companion.content.load import load
from companion.games import get
from companion.games.dice.actions import Act
from companion.games.dice.state import State
from companion.play.journal.entries.undo import Undo
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal

RING, TREE, NAZGUL, ORC, WEAPON, GANDALF = "ring", "white_tree", "nazgul", "orc", "weapon", "gandalf"
BLACK = (RING, TREE, NAZGUL, ORC, WEAPON, GANDALF)
COLOUR = (RING, RING, NAZGUL, ORC, WEAPON, GANDALF)
HOBBITS = ("frodo", "sam", "merry", "pippin")
DECISIONS = {2: 44.1, 4: 82.5}  # keeps a game of uniform random play, Gandalf halving all he can from the end
ENGINE, JOURNAL, VERIFY = 80_000, 20_000, 25_000  # goals
ENOUGH = 1000  # games, for the averages to be known
LOST = {2: 0.576, 4: 0.338}


def header(seats: int) -> dict:
    content = load("dice")
    options = {f"faces_{die}": ",".join(COLOUR) for die in ("yellow", "red", "blue", "green")}
    options["faces_black"] = ",".join(BLACK)
    return get("dice").rules.header(content, [f"{hobbit}:{hobbit}" for hobbit in HOBBITS[:seats]], None, options, None)


def throw(state: State, draw: Callable[[], float]) -> tuple[str, ...]:
    """What dice of wood show."""
    faces = state.setup.faces
    return tuple([faces[die][int(draw() * 6)] if not symbol else "" for die, symbol in enumerate(state.kept)])


def engine(seats: int, seconds: float) -> tuple[float, float, float]:
    """Decisions a second, decisions a game, share of games lost by all."""
    game, rng = get("dice"), random.Random(1)
    start = game.rules.new(load("dice"), header(seats))
    draw = rng.random
    games = decisions = lost = 0
    for timed in (False, True):  # the first round fills the caches
        games = decisions = lost = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds or games < ENOUGH:
            state = start
            while not state.ending:
                state = game.rules.apply(state, Act("roll", state.seat, throw(state, draw)))
                legal = game.rules.legal_actions(state)
                state = game.rules.apply(state, legal[int(draw() * len(legal))])
                decisions += 1
                if state.phase == "resolve":
                    state = game.rules.apply(state, game.rules.legal_actions(state)[-1])
            games += 1
            lost += state.ending == "all_lost"
        if timed:
            elapsed = time.perf_counter() - begun
    return decisions / elapsed, decisions / games, lost / games


def bare(seats: int, seconds: float) -> float:
    """Decisions a second of the same game without checks, objects or names."""
    rng = random.Random(1)
    draw, sets = rng.random, {}
    decisions = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        circles, halves, marks, player = [0] * seats, [0] * seats, [0] * seats, 0
        while True:
            left, kept = range(5), []
            while left and (TREE, 0) not in kept:
                roll = tuple([((BLACK, COLOUR)[die > 0][int(draw() * 6)], die) for die in left])
                if roll not in sets:
                    sets[roll] = [
                        chosen
                        for size in range(1, len(roll) + 1)
                        for chosen in combinations(roll, size)
                        if len({symbol for symbol, _ in chosen}) == size
                        and (any(s == NAZGUL for s, _ in chosen) or all(s != NAZGUL for s, _ in roll))
                    ]
                choice = sets[roll][int(draw() * len(sets[roll]))]
                decisions += 1
                kept.extend(choice)
                taken = {die for _, die in choice}
                left = [die for die in left if die not in taken]
            symbols = [symbol for symbol, _ in kept]
            if symbols.count(ORC) <= symbols.count(WEAPON):
                circles[player] += symbols.count(RING)
            halves[player] += min(symbols.count(GANDALF), max(0, 7 - halves[player] - marks[player]))
            for symbol, die in kept:
                if symbol == NAZGUL:
                    hit = die - 1 if 0 < die <= seats and marks[die - 1] < 7 + halves[die - 1] else player
                    marks[hit] += 1
            alive = [seat for seat in range(seats) if marks[seat] < 7 + halves[seat]]
            later = [seat for seat in alive if seat > player]
            if not alive or (not later and any(circles[seat] >= 9 for seat in alive)):
                break
            player = (later or alive)[0]
    return decisions / (time.perf_counter() - begun)


def journal(seats: int, seconds: float, typed: bool) -> tuple[float, list[str]]:
    """Decisions a second with hashed entries in memory, and one finished journal; typed: dice of wood, else drawn."""
    game, content, rng = get("dice"), load("dice"), random.Random(1)
    head, draw = header(seats), rng.random
    for _ in range(2):  # the first round fills the caches
        decisions, elapsed = 0, 0.0
        while elapsed < seconds:
            session = Session.create(game, content, head, seed=rng.randbytes(32))
            begun = time.perf_counter()
            while legal := game.rules.legal_actions(session.replay.state):
                action = legal[int(draw() * len(legal))]
                if typed and action.type == "roll":
                    state = session.replay.state
                    action = Act("roll", action.seat, throw(state, draw))
                answer = session.act(action)
                assert answer.refusal is None
            elapsed += time.perf_counter() - begun
            decisions += sum(entry.type == "keep" for entry in session.replay.entries)
    return decisions / elapsed, [entry.line for entry in session.replay.entries]


def verified(lines: list[str], seconds: float) -> float:
    """Entries a second."""
    entries, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        report = verify_journal(lines, get, load)
        assert report.replay.ended
        entries += len(lines)
    return entries / (time.perf_counter() - begun)


def undo_ms() -> float:
    """Milliseconds of one undo at 2,000 entries."""
    game, content, rng = get("dice"), load("dice"), random.Random(1)
    session = Session.create(game, content, header(4))
    while session.seq < 2000:
        legal = game.rules.legal_actions(session.replay.state)
        answer = (
            session.act(legal[int(rng.random() * len(legal))])
            if legal
            else session.keep(session.plan(Undo(session.replay.seats, 1)))
        )
        assert answer.refusal is None
    begun = time.perf_counter()
    answer = session.keep(session.plan(Undo(session.replay.seats)))
    elapsed = time.perf_counter() - begun
    assert answer.refusal is None
    return elapsed * 1000


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for seats in (2, 4):
        most = bare(seats, seconds)
        rate, length, lost = engine(seats, seconds)
        assert abs(length - DECISIONS[seats]) < 1.5, length
        assert abs(lost - LOST[seats]) < 0.06, lost
        typed, _ = journal(seats, seconds, typed=True)
        drawn, lines = journal(seats, seconds, typed=False)
        print(f"dice with {seats} players: {length:.1f} decisions a game, lost by all {lost:.3f}")
        print(f"  engine   {rate:9,.0f} decisions/s  {rate / most:5.2f} of bare   goal {ENGINE:,}")
        print(f"  journal  {typed:9,.0f} decisions/s  {typed / most:5.2f} of bare   goal {JOURNAL:,}")
        print(f"  draws    {drawn:9,.0f} decisions/s  {drawn / most:5.2f} of bare")
        checked = verified(lines, seconds)
        print(f"  verify   {checked:9,.0f} entries/s    {checked / most:5.2f} of bare   goal {VERIFY:,}")
        print(f"  bare     {most:9,.0f} decisions/s")
    print(f"dice, undo at 2,000 entries   {undo_ms():.2f} ms   goal 20")


if __name__ == "__main__":
    main()
