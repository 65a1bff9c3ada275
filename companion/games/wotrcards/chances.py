"""What chance decides: which battleground or site, which path, which cards.

Nothing is shuffled beforehand, so a draw needs only what is left, and gives the same odds as a shuffled deck would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from companion.games.wotrcards.actions import ACTS, Act
from companion.games.wotrcards.flow import legal
from companion.games.wotrcards.rules import decks, locations
from companion.games.wotrcards.state import State
from companion.play.game import Chance, Pair, Ref

SEALED = ("draw",)  # seen by one seat only


def chance(state: State, act: Act) -> Chance | None:
    """How many there are to draw from, for each draw of an open action."""
    if not ACTS.is_open(act):
        return None
    return Chance(act.type, _sizes(state, act.type), act.type in SEALED)


def _left(state: State, type: str) -> tuple[str, ...]:
    """What may turn up, in the order of content/."""
    frame = state.agenda[-1]
    match type:
        case "ground":
            return locations.ground_deck(state, frame)
        case "walk":
            return locations.next_paths(state)
    return state.decks[frame[1]].draw.cards


def _sizes(state: State, type: str) -> tuple[int, ...]:
    left = len(_left(state, type))
    number = decks.due(state, state.agenda[-1]) if type == "draw" else 1
    return tuple([left - drawn for drawn in range(number)])


def complete(state: State, act: Act, numbers: Sequence[int]) -> Act:
    """The open action with what the numbers name: the n-th of those left, in the order of content/."""
    left = list(_left(state, act.type))
    if act.type == "draw":
        return act._replace(items=decks.in_order(state, [left.pop(number) for number in numbers]))
    return act._replace(item=left[numbers[0]])


def outcomes(state: State, action: Act | None = None) -> tuple[tuple[Act, Fraction], ...]:
    """Every result of the open action (by default the one awaited) with its probability."""
    act: Act = action or legal(state)[0]
    left = _left(state, act.type)
    if act.type != "draw":
        return tuple([(act._replace(item=id), Fraction(1, len(left))) for id in left])
    number = decks.due(state, state.agenda[-1])
    hands = Counter(combinations(left, number))
    whole = comb(len(left), number)
    return tuple([(act._replace(items=hand), Fraction(ways, whole)) for hand, ways in hands.items()])


def shown(state: State, act: Act) -> tuple[Pair, ...]:
    """Of cards and locations no long run can be told."""
    return ()


def face_odds(state: State) -> dict[Ref, dict[Ref, Fraction]]:
    """There are no dice."""
    return {}
