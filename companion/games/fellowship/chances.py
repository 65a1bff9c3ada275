"""What chance decides: dice, tiles, cards and golden runes, drawn one at a time from what is left.

Nothing is shuffled beforehand, so a draw needs only how many of each kind are left, and gives the same odds as a
shuffled deck would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from companion.games.fellowship.actions import ACTIONS, Act
from companion.games.fellowship.flow import FLOW
from companion.games.fellowship.rules import hands
from companion.games.fellowship.rules.common import GameStep, Pool
from companion.games.fellowship.state import State
from companion.messages import Pair, Ref
from companion.play.game import Chance

DIE = Ref("piece", "threat_die")
SEALED = ("draw", "peek")  # seen by one seat only


def _pool(state: State) -> Pool:
    step = state.step
    assert isinstance(step, GameStep)
    return step.pool(state)


def chance(state: State, act: Act) -> Chance | None:
    """How many there are to draw from, for each draw of an open action; what is known already is the only one."""
    if not ACTIONS.is_open(act):
        return None
    pool = _pool(state)
    left, drawn = sum(pool.counts), pool.number - len(pool.known)
    sizes = (*[1 for _ in pool.known], *[left - at for at in range(drawn)])
    real = lies_on_table(state, act.type)
    return Chance(act.type, sizes, act.type in SEALED, not real and _unseen(state, act.type), real)


def lies_on_table(state: State, type: str) -> bool:
    """Real cards are turned over, a real story tile is revealed."""
    options = state.setup.options
    return (type == "turn" and options.real_cards) or (type == "show" and options.real_tiles)


def _unseen(state: State, type: str) -> bool:
    """Cards are turned over from the deck of the app, a tile comes that somebody has looked at (LR-STATE-6)."""
    return type == "turn" or (type == "show" and bool(state.top))


def left(state: State) -> list[str]:
    """Every kind that may come now, once."""
    pool = _pool(state)
    return [id for id, number in zip(pool.ids, pool.counts, strict=True) if number or id in pool.known]


def complete(state: State, act: Act, numbers: Sequence[int]) -> Act:
    """The open action with what the numbers name: the n-th of those left, in the order of content/."""
    pool = _pool(state)
    left, out = list(pool.counts), list(pool.known)
    for number in numbers[len(pool.known) :]:
        at = 0
        while number >= left[at]:
            number -= left[at]
            at += 1
        left[at] -= 1
        out.append(pool.ids[at])
    return _closed(state, act, tuple(out))


def _closed(state: State, act: Act, found: tuple[Any, ...]) -> Act:
    kind = ACTIONS.kinds[act.type]
    (field,) = kind.words.values()
    if field != "cards":
        return act._replace(**{field: found[0]})
    return act._replace(cards=found if kind.ordered else hands.in_order(state, found))


def outcomes(state: State, action: Act | None = None) -> tuple[tuple[Act, Fraction], ...]:
    """Every result of the open action (by default the one awaited) with its probability."""
    act: Act = action or FLOW.legal(state)[0].act
    pool = _pool(state)
    drawn = pool.number - len(pool.known)
    ways = _sequences if drawn < 2 or ACTIONS.kinds[act.type].ordered else _hands
    found = ways(pool.ids, pool.counts, drawn)
    return tuple([(_closed(state, act, (*pool.known, *ids)), share) for ids, share in found])


def _sequences(
    ids: tuple[Any, ...], counts: tuple[int, ...], number: int
) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
    """Everything that can come in that many draws, in order, with its probability."""
    if not number:
        yield (), Fraction(1)
        return
    total = sum(counts)
    for at, count in enumerate(counts):
        if count:
            for rest, share in _sequences(ids, (*counts[:at], count - 1, *counts[at + 1 :]), number - 1):
                yield (ids[at], *rest), share * Fraction(count, total)


def _hands(ids: tuple[Any, ...], counts: tuple[int, ...], number: int) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
    """Every hand of that size with its probability."""
    whole = comb(sum(counts), number)
    for hand, ways in _ways(ids, counts, number):
        yield hand, Fraction(ways, whole)


def _ways(ids: tuple[Any, ...], counts: tuple[int, ...], number: int) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every hand of that size, with the ways to draw it."""
    if not number:
        yield (), 1
    elif sum(counts) >= number:
        for taken in range(min(counts[0], number), -1, -1):
            for rest, ways in _ways(ids[1:], counts[1:], number - taken):
                yield ((ids[0],) * taken + rest), ways * comb(counts[0], taken)


def shown(state: State, act: Act) -> tuple[Pair, ...]:
    """The face of a roll; of cards, tiles and runes no long run can be told."""
    return (Pair(Ref("face", act.card), DIE),) if act.type == "roll" and act.card else ()


def face_odds(state: State) -> dict[Ref, dict[Ref, Fraction]]:
    """Each face of the die alike."""
    faces = state.setup.tables.faces
    return {DIE: {Ref("face", face): Fraction(1, len(faces)) for face in faces}}
