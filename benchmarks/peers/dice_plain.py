"""The dice game as a small checked engine of frozen dataclasses: python dice_plain.py SECONDS

What the referee is measured against. It guarantees the same (nothing changes, nothing illegal is applied) without rule
ids, words, events, other variants or other games.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass, replace

from dice_rules import EMPTY, FACES, GOING_ON, NOTHING, TREE, Sheet, following, keeps, resolved


@dataclass(frozen=True, slots=True)
class State:
    """Everything needed to go on."""

    sheets: tuple[Sheet, ...]
    player: int = 0
    roll: tuple[int, ...] = NOTHING
    kept: tuple[int, ...] = NOTHING
    in_cup: bool = True
    result: int = GOING_ON


def legal(state: State) -> tuple[int, ...]:
    return () if state.in_cup or state.result != GOING_ON else keeps(state.roll)


def rolled(state: State, roll: tuple[int, ...]) -> State:
    if not state.in_cup or state.result != GOING_ON:
        raise ValueError("no roll is awaited")
    for die, symbol in enumerate(roll):
        if (symbol not in FACES[die]) if state.kept[die] == EMPTY else (symbol != EMPTY):
            raise ValueError("no such roll")
    return replace(state, roll=roll, in_cup=False)


def keep(state: State, mask: int) -> State:
    if mask not in legal(state):
        raise ValueError("not to be kept")
    kept = tuple([state.roll[die] if mask >> die & 1 else state.kept[die] for die in range(5)])
    if EMPTY in kept and TREE not in kept:
        return replace(state, kept=kept, roll=NOTHING, in_cup=True)
    sheets = resolved(state.sheets, state.player, kept)
    result, player = following(sheets, state.player)
    return State(sheets, player, result=result)


def main() -> None:
    seconds, rng = float(sys.argv[1]), random.Random(1)
    decisions, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < seconds:
        state = State(((0, 0, 0),) * 2)
        while state.result == GOING_ON:
            faces = [FACES[die][int(rng.random() * 6)] if state.kept[die] == EMPTY else EMPTY for die in range(5)]
            state = rolled(state, tuple(faces))
            choices = legal(state)
            state = keep(state, choices[int(rng.random() * len(choices))])
            decisions += 1
    print(f"{decisions / elapsed:.0f} decisions/s")


if __name__ == "__main__":
    main()
