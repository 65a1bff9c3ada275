"""What chance decides: which battleground or site, which path, which cards.

Nothing is shuffled beforehand, so a draw needs only what is left, and gives the same odds as a shuffled deck would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from companion.games.wotrcards.actions import ACTIONS, Act
from companion.games.wotrcards.flow import FLOW
from companion.games.wotrcards.rules.battlegrounds import Ground
from companion.games.wotrcards.rules.decks import Draw
from companion.games.wotrcards.rules.paths import WalkPath
from companion.games.wotrcards.rules.piles import in_order
from companion.games.wotrcards.state import State
from companion.messages import Pair, Ref
from companion.play.game import Chance

SEALED = ("draw",)  # seen by one seat only


def chance(state: State, act: Act) -> Chance | None:
    """How many there are to draw from, for each draw of an open action."""
    if not ACTIONS.is_open(act):
        return None
    return Chance(act.type, _sizes(state), act.type in SEALED)


def _left(state: State) -> tuple[str, ...]:
    """What may turn up, in the order of content/."""
    step = state.step
    assert isinstance(step, Ground | WalkPath | Draw)
    return step.left(state)


def _sizes(state: State) -> tuple[int, ...]:
    left = len(_left(state))
    return tuple([left - drawn for drawn in range(_number(state))])


def _number(state: State) -> int:
    """How many are drawn at once."""
    return state.step.due(state) if isinstance(state.step, Draw) else 1


def complete(state: State, act: Act, numbers: Sequence[int]) -> Act:
    """The open action with what the numbers name: the n-th of those left, in the order of content/."""
    left = list(_left(state))
    if act.type == "draw":
        return act._replace(items=in_order(state, [left.pop(number) for number in numbers]))
    return act._replace(item=left[numbers[0]])


def outcomes(state: State, action: Act | None = None) -> tuple[tuple[Act, Fraction], ...]:
    """Every result of the open action (by default the one awaited) with its probability."""
    act: Act = action or FLOW.legal(state)[0].act
    left = _left(state)
    if act.type != "draw":
        return tuple([(act._replace(item=id), Fraction(1, len(left))) for id in left])
    number = _number(state)
    hands = Counter(combinations(left, number))
    whole = comb(len(left), number)
    return tuple([(act._replace(items=hand), Fraction(ways, whole)) for hand, ways in hands.items()])


def shown(state: State, act: Act) -> tuple[Pair, ...]:
    """Of cards and locations no long run can be told."""
    return ()


def face_odds(state: State) -> dict[Ref, dict[Ref, Fraction]]:
    """There are no dice."""
    return {}
