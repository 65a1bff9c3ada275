"""Journey to Mordor: the roll-and-write dice game, two to four hobbits on the road."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.messages import Pair, Ref, Refusal
from companion.games.dice import offers, race, rules, terminal, turn_questions, view
from companion.games.dice.actions import ACTIONS, Act, command_words, parse_action, rolled_ids
from companion.games.dice.bot import BestBot
from companion.games.dice.page import page
from companion.games.dice.rules import ending, rolling, setup, sheets
from companion.games.dice.state import DICE, Draft, State, Symbols
from companion.play.game.game import Bot, Chance, Pending
from companion.play.game.names import names_of
from companion.play.game.stepped import SteppedGame
from companion.play.game.steps import Flow, steps_of

if TYPE_CHECKING:
    from companion.content.model import Content


def _deny(state: State, act: Act) -> Refusal:
    """Refuse an action of any seat but the active one."""
    return Refusal("not_your_turn", "DG-SET-4", {"seat": Ref("seat", state.seat)})


STEPS = steps_of(rules)


class Dice(SteppedGame[Act]):
    """The protocol of companion.play.game.game for this game."""

    id = "dice"
    rules = 1
    steps = STEPS
    flow = Flow(Draft, ACTIONS, ending.ENDING_RULES, lambda step, state, act: (), deny=_deny, open_fields=False)
    secret = False
    face_kind = "symbol"
    shown_by: ClassVar[Mapping[str, str]] = {"roll": "dice", "repeat": "dice"}
    questions = turn_questions.QUESTIONS
    bots: ClassVar[Mapping[str, Bot]] = {"best": BestBot()}

    facts = staticmethod(setup.facts)
    tables = staticmethod(setup.facts)
    set_up = setup.SET_UP
    table_view = staticmethod(view.view)
    check_sheets = staticmethod(sheets.check_sheets)
    sheet_form = staticmethod(sheets.sheet_form)
    paper_forms = staticmethod(sheets.paper_forms)
    paper_values = staticmethod(sheets.paper_values)
    score_explanation = staticmethod(offers.score_explanation)
    describe_offer = staticmethod(offers.describe_offer)
    odds_beside = staticmethod(turn_questions.decision_odds)
    keep_odds = staticmethod(race.cache_turn_odds)
    page = staticmethod(page)
    render_text = staticmethod(terminal.render_text)
    prompt = staticmethod(terminal.prompt)
    read_answer = staticmethod(terminal.read_answer)

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

    def drawn_faces(self, state: State, action: Act) -> tuple[Pair, ...]:
        """Symbol and die of everything a roll showed, for the dice report."""
        return rolling.symbol_pairs(state.setup.dice, action.dice) if action.type in ACTIONS.chance else ()

    def dice(self, state: State) -> dict[Ref, tuple[str, ...]]:
        """The dice, each with its faces."""
        return {Ref("die", die): faces for die, faces in zip(state.setup.dice, state.setup.faces, strict=True)}

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> Act | Refusal:
        """Return the action that a command asks for. Raises WrongCall."""
        names, dice = names_of(content), state.setup.dice
        if rolled is not None:
            rolled = ",".join(rolled_ids(names, state.setup, rolled))
        if "dice" in given:
            given = {**given, "dice": ",".join(names.several(given["dice"], dice))}
        return parse_action(state, type, given, rolled, seat or state.seat)

    def command(self, state: State, action: Act) -> str:
        """Return the words for `companion do`."""
        return command_words(state.setup, action)

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> Act:
        """Return the action of a journal entry. Raises ValueError."""
        act = ACTIONS.decode(type, seat, args)
        if type in ACTIONS.chance and len(act.dice) != DICE:
            raise ValueError(type)
        return act


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


GAME = Dice()
