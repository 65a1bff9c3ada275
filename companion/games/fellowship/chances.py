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
from companion.games.fellowship.rules import foresight, hands
from companion.games.fellowship.state import State
from companion.play.game import Chance, Pair, Ref

DIE = Ref("piece", "threat_die")
SEALED = ("draw", "peek")  # seen by one seat only


def chance(state: State, act: Act) -> Chance | None:
    """How many there are to draw from, for each draw of an open action."""
    if not ACTIONS.is_open(act):
        return None
    return Chance(act.type, _sizes(state, act.type), act.type in SEALED, _unseen(state, act.type))


def _unseen(state: State, type: str) -> bool:
    """Cards are turned over from the deck of the app, a tile comes that somebody has looked at (LR-STATE-6)."""
    return (type == "turn" and not state.setup.options.real_cards) or (type == "show" and bool(state.top))


def _sizes(state: State, type: str) -> tuple[int, ...]:
    step: Any = state.step
    match type:
        case "roll":
            return (len(state.setup.tables.faces),)
        case "show":
            return foresight.sizes(state, 1)
        case "peek":
            return foresight.sizes(state, step.tiles)
        case "gold":
            return (len(state.gold),)
    _, counts, number = step.pool(state)
    return tuple([sum(counts) - drawn for drawn in range(number)])


def complete(state: State, act: Act, numbers: Sequence[int]) -> Act:
    """The open action with what the numbers name: the n-th of those left, in the order of content/."""
    facts = state.setup.tables
    step: Any = state.step
    match act.type:
        case "roll":
            return act._replace(card=facts.faces[numbers[0]])
        case "show":
            return act._replace(card=state.top[0] if state.top else _pick(facts.tiles, state.stack, numbers)[0])
        case "peek":
            known = state.top[: step.tiles]
            left = [count - state.top.count(tile) for tile, count in zip(facts.tiles, state.stack, strict=True)]
            return act._replace(cards=(*known, *_pick(facts.tiles, left, numbers[len(known) :])))
        case "gold":
            return act._replace(number=state.gold[numbers[0]])
    ids, counts, _ = step.pool(state)
    return act._replace(cards=hands.in_order(state, _pick(ids, counts, numbers)))


def _pick(ids: Sequence[str], counts: Sequence[int], numbers: Sequence[int]) -> tuple[str, ...]:
    left, out = list(counts), []
    for number in numbers:
        at = 0
        while number >= left[at]:
            number -= left[at]
            at += 1
        left[at] -= 1
        out.append(ids[at])
    return tuple(out)


def outcomes(state: State, action: Act | None = None) -> tuple[tuple[Act, Fraction], ...]:
    """Every result of the open action (by default the one awaited) with its probability."""
    act: Act = action or FLOW.legal(state)[0]
    facts = state.setup.tables
    step: Any = state.step
    match act.type:
        case "roll":
            share = Fraction(1, len(facts.faces))
            return tuple([(act._replace(card=face), share) for face in facts.faces])
        case "show":
            if state.top:
                return ((act._replace(card=state.top[0]), Fraction(1)),)
            total = sum(state.stack)
            return tuple(
                [
                    (act._replace(card=tile), Fraction(count, total))
                    for tile, count in zip(facts.tiles, state.stack, strict=True)
                    if count
                ]
            )
        case "peek":
            known = state.top[: step.tiles]
            left = [count - state.top.count(tile) for tile, count in zip(facts.tiles, state.stack, strict=True)]
            rows = _sequences(facts.tiles, tuple(left), step.tiles - len(known))
            return tuple([(act._replace(cards=(*known, *tiles)), share) for tiles, share in rows])
        case "gold":
            return tuple(
                [
                    (act._replace(number=value), Fraction(state.gold.count(value), len(state.gold)))
                    for value in sorted(set(state.gold))
                ]
            )
    ids, counts, number = step.pool(state)
    whole = comb(sum(counts), number)
    return tuple(
        [
            (act._replace(cards=hands.in_order(state, drawn)), Fraction(ways, whole))
            for drawn, ways in _hands(tuple(ids), tuple(counts), number)
        ]
    )


def _sequences(
    ids: tuple[str, ...], counts: tuple[int, ...], number: int
) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    if not number:
        yield (), Fraction(1)
        return
    total = sum(counts)
    for at, count in enumerate(counts):
        if count:
            for rest, share in _sequences(ids, (*counts[:at], count - 1, *counts[at + 1 :]), number - 1):
                yield (ids[at], *rest), share * Fraction(count, total)


def _hands(ids: tuple[str, ...], counts: tuple[int, ...], number: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every hand of that size, with the ways to draw it."""
    if not number:
        yield (), 1
        return
    if sum(counts) < number:
        return
    for taken in range(min(counts[0], number), -1, -1):
        for rest, ways in _hands(ids[1:], counts[1:], number - taken):
            yield ((ids[0],) * taken + rest), ways * comb(counts[0], taken)


def shown(state: State, act: Act) -> tuple[Pair, ...]:
    """The face of a roll; of cards, tiles and runes no long run can be told."""
    return (Pair(Ref("face", act.card), DIE),) if act.type == "roll" and act.card else ()


def face_odds(state: State) -> dict[Ref, dict[Ref, Fraction]]:
    """Each face of the die alike."""
    faces = state.setup.tables.faces
    return {DIE: {Ref("face", face): Fraction(1, len(faces)) for face in faces}}
