"""The rules of Journey to Mordor, ready to play: no words, pages, odds or bots."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from companion.core.messages import Ref, Refusal
from companion.games.dice import rules, view
from companion.games.dice.actions import ACTIONS, Act
from companion.games.dice.rules import ending, setup
from companion.games.dice.state import Draft, State, Symbols
from companion.play.game.game import Chance, Pending
from companion.play.game.stepped import SteppedRules
from companion.play.game.steps import Flow, steps_of


def _deny(state: State, act: Act) -> Refusal:
    """Refuse an action of any seat but the active one."""
    return Refusal("not_your_turn", "DG-SET-4", {"seat": Ref("seat", state.seat)})


STEPS = steps_of(rules)


class DiceRules(SteppedRules[Act]):
    """The rules of Journey to Mordor."""

    steps = STEPS
    flow = Flow(Draft, ACTIONS, ending.ENDING_RULES, lambda step, state, act: (), deny=_deny, open_fields=False)
    secret = False
    facts = staticmethod(setup.facts)
    tables = staticmethod(setup.facts)
    set_up = setup.SET_UP
    table_view = staticmethod(view.view)

    def pending(self, state: State) -> Pending:
        """Return the seat that acts and the phase: roll, keep, resolve, or over (DG-TURN-1)."""
        phase = state.phase
        return Pending((), phase, False) if phase == "over" else Pending((state.seat,), phase, phase == "roll")

    def chance(self, state: State, action: Act) -> Chance | None:
        """Return the dice to draw for an open roll: one number below the faces of each die."""
        if action.dice or action.type not in ACTIONS.chance:
            return None
        faces = state.setup.faces
        return Chance(action.type, tuple([len(faces[die]) for die in _thrown_dice(state, action)]))

    def complete(self, state: State, action: Act, numbers: Sequence[int]) -> Act:
        """Return the open roll with the faces that the numbers name, die by die."""
        faces = [""] * len(state.setup.dice)
        for die, number in zip(_thrown_dice(state, action), numbers, strict=True):
            faces[die] = state.setup.faces[die][number]
        return Act(action.type, action.seat, tuple(faces))

    def outcomes(self, state: State, action: Act | None = None) -> tuple[tuple[Act, Fraction], ...]:
        """Return every result of the open roll (by default the one awaited) with its probability."""
        roll = action or Act("roll", state.seat)
        thrown = tuple(_thrown_dice(state, roll))
        return tuple([(roll._replace(dice=faces), odds) for faces, odds in _roll_results(state.setup.faces, thrown)])


def _thrown_dice(state: State, action: Act) -> list[int]:
    """Indexes of the dice that an open roll throws."""
    if action.type == "repeat" and state.pending:
        return [die for die, symbol in enumerate(state.pending) if symbol]
    return [die for die, symbol in enumerate(state.kept) if not symbol]


def _face_odds(faces: tuple[str, ...]) -> dict[str, Fraction]:
    return {face: Fraction(faces.count(face), len(faces)) for face in dict.fromkeys(faces)}


@lru_cache(maxsize=256)
def _roll_results(faces: tuple[tuple[str, ...], ...], thrown: tuple[int, ...]) -> tuple[tuple[Symbols, Fraction], ...]:
    out = []
    for combination in product(*(_face_odds(faces[die]).items() for die in thrown)):
        shown = [""] * len(faces)
        odds = Fraction(1)
        for die, (face, chance) in zip(thrown, combination, strict=True):
            shown[die] = face
            odds *= chance
        out.append((tuple(shown), odds))
    return tuple(out)


RULES = DiceRules()
