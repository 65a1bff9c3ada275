"""What chance decides: action dice, Hunt dice, tiles, cards, a Companion or a card drawn at random.

Nothing is shuffled beforehand, so a draw needs only what is left, and gives the same odds as a shuffled deck would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, factorial
from typing import Any, cast

from companion.games.wotr.actions import ACTIONS, Act
from companion.games.wotr.flow import FLOW
from companion.games.wotr.rules import dice, drawing, hands
from companion.games.wotr.rules.sides import index, side_of
from companion.games.wotr.state import State
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.tiles import DIE_FACES
from companion.messages import Pair, Ref
from companion.play.game import Chance

SEALED = ("draw",)  # seen by one seat only
ACTION_DICE = (Ref("die", "fp-action"), Ref("die", "shadow-action"))
COMBAT_DIE = Ref("die", "combat")


def chance(state: State, act: Act) -> Chance | None:
    """How many there are to draw from, for each draw of an open action."""
    if not ACTIONS.is_open(act):
        return None
    return Chance(act.type, _sizes(state, act.type), act.type in SEALED, state.agenda[-1].kind == "worn")


def _dice(state: State, type: str) -> tuple[tuple[str, ...], int] | None:
    """The faces of a die and how many are rolled, where it is a roll."""
    facts, step = state.setup.tables, cast(Any, state.step)
    if type == "roll":
        side = side_of(state, step.who)
        return facts.dice[side], dice.number_of_dice(state, side)
    return (tuple(facts.combat), step.dice_due(state)) if type in ("search", "again") else None


def _sizes(state: State, type: str) -> tuple[int, ...]:
    rolled, step = _dice(state, type), cast(Any, state.step)
    if rolled is not None:
        return (len(rolled[0]),) * rolled[1]
    match type:
        case "tile":
            return (sum(state.pool),)
        case "cast":
            return (len(DIE_FACES),)
        case "pick":
            return (len(step.picks(state)),)
    left, number = drawing.pool(state, step)
    return tuple([len(left) - drawn for drawn in range(number)])


def complete(state: State, act: Act, numbers: Sequence[int]) -> Act:
    """The open action with what the numbers name: the n-th of those left, in the order of content/."""
    rolled, step = _dice(state, act.type), cast(Any, state.step)
    if rolled is not None:
        return act._replace(items=tuple([rolled[0][number] for number in sorted(numbers)]))
    match act.type:
        case "tile":
            counts = zip(state.setup.tables.tiles, state.pool, strict=True)
            tiles = [id for id, count in counts for _ in range(count)]
            return act._replace(item=tiles[numbers[0]])
        case "cast":
            return act._replace(number=DIE_FACES[numbers[0]])
        case "pick":
            return act._replace(item=step.picks(state)[numbers[0]])
    left = list(drawing.pool(state, step)[0])
    return act._replace(items=hands.in_order(state, tuple([left.pop(number) for number in numbers])))


def outcomes(state: State, action: Act | None = None) -> tuple[tuple[Act, Fraction], ...]:
    """Every result of the open action (by default the one awaited) with its probability."""
    act: Act = action or FLOW.legal(state)[0].act
    rolled, step = _dice(state, act.type), cast(Any, state.step)
    if rolled is not None:
        return tuple([(act._replace(items=faces), share) for faces, share in _rolls(*rolled)])
    match act.type:
        case "tile":
            whole = sum(state.pool)
            tiles = zip(state.setup.tables.tiles, state.pool, strict=True)
            return tuple([(act._replace(item=tile), Fraction(count, whole)) for tile, count in tiles if count])
        case "cast":
            return tuple([(act._replace(number=number), Fraction(1, len(DIE_FACES))) for number in DIE_FACES])
        case "pick":
            picks = step.picks(state)
            return tuple([(act._replace(item=id), Fraction(1, len(picks))) for id in picks])
    left, number = drawing.pool(state, step)
    share = Fraction(1, comb(len(left), number))
    return tuple([(act._replace(items=hands.in_order(state, hand)), share) for hand in combinations(left, number)])


@lru_cache
def _rolls(faces: tuple[str, ...], number: int) -> tuple[tuple[tuple[str, ...], Fraction], ...]:
    """Every roll of so many dice, its faces in order, with its probability."""
    order = tuple(dict.fromkeys(faces))
    out = []
    for counts in _shares(len(order), number):
        ways = factorial(number)
        for face, count in zip(order, counts, strict=True):
            ways = ways // factorial(count) * faces.count(face) ** count
        shown = tuple([face for face, count in zip(order, counts, strict=True) for _ in range(count)])
        out.append((shown, Fraction(ways, len(faces) ** number)))
    return tuple(out)


def _shares(kinds: int, number: int) -> Iterator[tuple[int, ...]]:
    """Every way to share a number among kinds."""
    if kinds == 1:
        yield (number,)
        return
    for first in range(number, -1, -1):
        for rest in _shares(kinds - 1, number - first):
            yield (first, *rest)


def shown(state: State, act: Act) -> tuple[Pair, ...]:
    """Every face of a roll; of tiles and cards no long run can be told."""
    match act.type:
        case "roll":
            die = ACTION_DICE[side_of(state, index(state, act.seat))]
            return tuple([Pair(Ref("face", face), die) for face in act.items])
        case "search" | "again":
            return tuple([Pair(Ref("face", face), COMBAT_DIE) for face in act.items])
        case "cast" if act.number:
            face = next(id for id, value in state.setup.tables.combat.items() if value == act.number)
            return (Pair(Ref("face", face), COMBAT_DIE),)
    return ()


def face_odds(state: State) -> dict[Ref, dict[Ref, Fraction]]:
    """How often each die shows each of its faces."""
    facts = state.setup.tables
    dice = {ACTION_DICE[side]: facts.dice[side] for side in (FP, SHADOW)} | {COMBAT_DIE: tuple(facts.combat)}
    return {
        die: {Ref("face", face): Fraction(faces.count(face), len(faces)) for face in dict.fromkeys(faces)}
        for die, faces in dice.items()
    }
