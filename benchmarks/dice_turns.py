"""The whole turn table of the dice game, cold: python benchmarks/dice_turns.py [times]

    table     from nothing: what may be kept of every throw, the best keeps, and the exact chance of each result
    again     the same for other sheets, with what may be kept known already
    random    the exact results of random play
    bare      the same random play as a plain walk over all throws and keeps of five dice, with floats
    move      a move of the player `best` after its first, and the slowest of a hundred

The results of random play have to be those of the bare walk. Times are of the processor, the best of so many.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import product

from companion.content.load import load
from companion.games import get
from companion.games.dice.race import progress_worth
from companion.games.dice.roll_odds import keeps_of
from companion.games.dice.rules.rolling import keep_sets
from companion.games.dice.state import NO_SYMBOLS, State
from companion.games.dice.turn_odds import BestPolicy, CallbackPolicy, TurnOdds, any_keep
from companion.games.dice.turn_setup import TurnSetup
from companion.play.game.bots import close_at_random, find_bot


def begun() -> State:
    """Frodo before his first roll, Sam beside him."""
    game, content = get("dice"), load("dice")
    return game.rules.new(content, game.rules.header(content, ["A:frodo", "B:sam"], None, {}, None))


def best_of(times: int, work: Callable[[], object]) -> float:
    """Milliseconds."""
    found = []
    for _ in range(times):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return 1000 * min(found)


def bare(state: State) -> Counter[tuple[int, int, int]]:
    """Rings that count, Gandalfs and Nazgûl of random play."""
    setup, layer, final = state.setup, {NO_SYMBOLS: 1.0}, Counter[tuple[int, int, int]]()
    while layer:
        later: dict[tuple[str, ...], float] = {}
        for kept, chance in layer.items():
            throws = Counter(
                product(*[faces if not there else ("",) for faces, there in zip(setup.faces, kept, strict=True)])
            )
            share = chance / sum(throws.values())
            for thrown, ways in throws.items():
                keeps = keep_sets(setup.dice, thrown, False).values()
                for keep in keeps:
                    now = tuple([thrown[at] if at in keep else kept[at] for at in range(5)])
                    more = share * ways / len(keeps)
                    if "" in now and "white_tree" not in now:
                        later[now] = later.get(now, 0.0) + more
                    else:
                        rings = now.count("ring") if now.count("orc") <= now.count("weapon") else 0
                        final[rings, now.count("gandalf"), now.count("nazgul")] += more
        layer = later
    return final


def moves(state: State) -> tuple[float, float]:
    """The mean and the slowest of a hundred keeps, in milliseconds."""
    game, content, rng, player = get("dice"), load("dice"), random.Random(1), find_bot(get("dice"), "good")
    taken, start = [], state
    while len(taken) < 102:
        begin = time.process_time()
        choice = player.choose(game, content, state, state.seat, rng)
        if choice.act.type == "keep":
            taken.append(time.process_time() - begin)
        state = game.rules.apply(state, close_at_random(game, state, choice.act, rng))
        state = state if game.rules.legal(state) else start
    return 1000 * sum(taken[2:]) / 100, 1000 * max(taken[2:])


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    state = begun()
    course = TurnSetup(state).course

    def table(turns: TurnOdds) -> object:
        return turns.outcomes(turns.start, BestPolicy(turns, progress_worth))

    def cold() -> object:
        keeps_of.cache_clear()
        return table(TurnOdds(course))

    known = TurnOdds(course)
    figures = {"table": best_of(times, cold), "again": best_of(times, lambda: table(known))}
    figures["random"] = best_of(times, lambda: known.outcomes(known.start, CallbackPolicy(known, any_keep)))
    figures["bare"] = best_of(1, lambda: bare(state))
    keep_sets.cache_clear()
    counted = Counter[tuple[int, int, int]]()
    for result, chance in known.outcomes(known.start, CallbackPolicy(known, any_keep)).items():
        counted[result.rings, result.gandalfs, sum(result.hits)] += float(chance)
    plain = bare(state)
    assert all(abs(plain[key] - counted[key]) < 1e-9 for key in {*plain, *counted})
    for name, taken in figures.items():
        print(f"{name:<8} {taken:8.1f} ms  {figures['bare'] / taken:6.1f} times as fast as bare")
    print("move     {:8.1f} ms  slowest {:.1f} ms".format(*moves(state)))


if __name__ == "__main__":
    main()
