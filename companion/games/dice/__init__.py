"""Journey to Mordor: the roll-and-write dice game, two to four hobbits on the road."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from companion.errors import IllegalAction
from companion.games.dice import actions, terminal, view
from companion.games.dice import events as events_of
from companion.games.dice.actions import DiceAction, Keep, Repeat, Resolve, Roll
from companion.games.dice.rules import ending, rolling, setup, sheets, symbols
from companion.games.dice.state import State, Symbols, from_json, to_json
from companion.play.game import Chance, Event, Pair, Pending, Question, Ref, Refusal

if TYPE_CHECKING:
    from companion.content.model import Content

_CHECK: dict[type, Any] = {
    Roll: rolling.check_roll,
    Repeat: rolling.check_repeat,
    Keep: rolling.check_keep,
    Resolve: symbols.check_resolve,
}
_DO: dict[type, Any] = {Roll: rolling.roll, Repeat: rolling.repeat, Keep: rolling.keep, Resolve: symbols.resolve}


class Dice:
    """The protocol of companion.play.game for this game."""

    id = "dice"
    rules = 1
    action_types = actions.TYPES
    chance_types = actions.CHANCE_TYPES
    aside_types: frozenset[str] = frozenset()
    news_types = ()
    secret = False
    questions: Mapping[str, Question] = {}

    facts = staticmethod(setup.facts)
    header = staticmethod(setup.header)
    new = staticmethod(setup.new)
    outcome = staticmethod(ending.outcome)
    check_sheets = staticmethod(sheets.check_sheets)
    events = staticmethod(events_of.events)
    working = staticmethod(events_of.working)

    def pending(self, state: State) -> Pending:
        """The active player rolls, keeps, or resolves (DG-TURN-1)."""
        phase = state.phase
        return Pending((), phase, False) if phase == "over" else Pending((state.seat,), phase, phase == "roll")

    def legal(self, state: State) -> tuple[DiceAction, ...]:
        """Every legal action, in a fixed order; rolls are open."""
        match state.phase:
            case "over":
                return ()
            case "resolve":
                return symbols.legal_resolve(state)
            case _:
                return rolling.legal_rolling(state)

    def check(self, state: State, action: DiceAction) -> Refusal | None:
        """Why the action is refused, or None; a roll may still be open."""
        if state.ending:
            return Refusal("game_over", ending.ENDING_RULES[state.ending])
        if action.seat != state.seat:
            return Refusal("not_your_turn", "DG-SET-4", {"seat": Ref("seat", state.seat)})
        fault: Refusal | None = _CHECK[type(action)](state, action)
        return fault

    def apply(self, state: State, action: DiceAction) -> State:
        """The table after the action. Raises IllegalAction."""
        fault = self.check(state, action)
        if fault is None and isinstance(action, Roll) and not action.faces:
            fault = Refusal("roll_open", "DG-ROLL-1")
        if fault is not None:
            raise IllegalAction(fault, action.type, action.seat)
        after: State = _DO[type(action)](state, action)
        return after

    def opened(self, action: DiceAction) -> DiceAction | None:
        """A roll without its faces; None for any other action."""
        return type(action)(action.seat) if isinstance(action, Roll) else None

    def chance(self, state: State, action: DiceAction) -> Chance | None:
        """The dice to draw for an open roll: one number below the faces of each die."""
        if not isinstance(action, Roll) or action.faces:
            return None
        faces = state.setup.faces
        return Chance(action.type, tuple([len(faces[die]) for die in _thrown(state, action)]))

    def complete(self, state: State, action: DiceAction, numbers: Sequence[int]) -> DiceAction:
        """The open roll with the faces that the numbers name, die by die."""
        faces: list[str | None] = [None] * len(state.setup.dice)
        for die, number in zip(_thrown(state, action), numbers, strict=True):
            faces[die] = state.setup.faces[die][number]
        return type(action)(action.seat, tuple(faces))  # type: ignore[arg-type]

    def outcomes(self, state: State, action: DiceAction | None = None) -> tuple[tuple[DiceAction, Fraction], ...]:
        """Every result of the open roll (by default the one awaited) with its probability."""
        action = action or Roll(state.seat)
        thrown = tuple(_thrown(state, action))
        return tuple((type(action)(action.seat, faces), odds) for faces, odds in _results(state.setup.faces, thrown))  # type: ignore[arg-type]

    def shown(self, state: State, action: DiceAction) -> tuple[Pair, ...]:
        """Symbol and die of everything a roll showed, for the dice report."""
        return events_of.pairs(state.setup.dice, action.faces) if isinstance(action, Roll) else ()

    def face_odds(self, state: State) -> dict[Ref, dict[Ref, Fraction]]:
        """What each die should show in the long run."""
        setup = state.setup
        return {
            Ref("die", die): {Ref("symbol", face): odds for face, odds in _face_odds(faces).items()}
            for die, faces in zip(setup.dice, setup.faces, strict=True)
        }

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """The table as plain data; the same for everybody."""
        return view.view(state)

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> DiceAction | Refusal:
        """The action that a command asks for. Raises WrongCall."""
        return actions.parse(state, type, given, rolled, seat or state.seat)

    def words(self, state: State, action: DiceAction) -> str:
        """The words for `companion do`."""
        return actions.words(state.setup, action)

    def told(self, state: State, action: DiceAction) -> Event:
        """The action as an offer."""
        return events_of.told(state, action)

    lines = staticmethod(terminal.lines)
    ask = staticmethod(terminal.ask)
    answer = staticmethod(terminal.answer)

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> DiceAction:
        """The action of a journal entry. Raises ValueError."""
        return actions.decode(type, seat, args)

    def dump(self, state: State) -> dict[str, Any]:
        """The state as plain data."""
        return to_json(state)

    def restore(self, content: Content, header: dict[str, Any], data: dict[str, Any]) -> State:
        """Inverse of `dump`."""
        return from_json(setup.read_setup(content, header), data)


def _thrown(state: State, action: DiceAction) -> list[int]:
    """Indexes of the dice that an open roll throws."""
    if isinstance(action, Repeat) and state.pending is not None:
        return [die for die, symbol in enumerate(state.pending) if symbol]
    return [die for die, symbol in enumerate(state.kept) if symbol is None]


def _face_odds(faces: tuple[str, ...]) -> dict[str, Fraction]:
    return {face: Fraction(faces.count(face), len(faces)) for face in dict.fromkeys(faces)}


@lru_cache(maxsize=256)
def _results(faces: tuple[tuple[str, ...], ...], thrown: tuple[int, ...]) -> tuple[tuple[Symbols, Fraction], ...]:
    out = []
    for combination in product(*(_face_odds(faces[die]).items() for die in thrown)):
        shown: list[str | None] = [None] * len(faces)
        odds = Fraction(1)
        for die, (face, chance) in zip(thrown, combination, strict=True):
            shown[die] = face
            odds *= chance
        out.append((tuple(shown), odds))
    return tuple(out)


GAME = Dice()
