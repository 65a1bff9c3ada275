"""Turn after turn (DG-SET-4, DG-TURN-1): rolls and keeps, until the game is over (DG-ELIM, DG-END)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from companion.core.messages import Refusal
from companion.games.dice.actions import Act
from companion.games.dice.rules.ending import ENDING_RULES, early_end, next_in, round_end
from companion.games.dice.rules.resolving import Resolve
from companion.games.dice.rules.rolling import (
    check_faces,
    keep_actions,
    keep_fault,
    keep_rule,
    keep_sets,
    repeat_fault,
    resolve_too_early,
    symbol_pairs,
)
from companion.games.dice.state import NO_SYMBOLS, Draft, State
from companion.play.game.draft import NOBODY
from companion.play.game.steps import Step


def begin_turn(draft: Draft, seat_index: int) -> None:
    """A player's turn: phase 1 roll, phase 2 use the kept symbols (DG-TURN-1)."""
    draft.active, draft.rolls, draft.kept, draft.pending, draft.repeated = seat_index, 0, NO_SYMBOLS, (), False
    draft.agenda = _roll_steps(seat_index)


@cache
def _open_rolls(seat: str) -> tuple[Act, ...]:
    return (Act("roll", seat),)


@cache
def _roll_steps(seat_index: int) -> tuple[Step, ...]:
    return *_resolve_steps(seat_index), RollDice(seat_index)


@cache
def _keep_steps(seat_index: int) -> tuple[Step, ...]:
    return *_resolve_steps(seat_index), Keep(seat_index)


@cache
def _resolve_steps(seat_index: int) -> tuple[Step, ...]:
    return NextTurn(NOBODY), Resolve(seat_index)


@dataclass(frozen=True, slots=True)
class RollDice(Step):
    """The dice not yet kept are rolled (DG-ROLL-1, DG-ROLL-4)."""

    kind = "roll"
    rule = "DG-ROLL-1"

    def offers(self, state: State) -> Sequence[Act]:
        """Return the roll of all dice that are left."""
        return _open_rolls(state.seat)

    def check_roll(self, state: State, act: Act) -> Refusal | None:
        """A roll takes all dice not yet kept, and only those."""
        if not act.dice:
            return None
        return check_faces(state, act.dice, state.kept, "DG-ROLL-4" if state.rolls else "DG-ROLL-1")

    def do_roll(self, draft: Draft, act: Act) -> None:
        """Record the roll and wait for the player to keep dice."""
        draft.rolls += 1
        if draft.recorder is not None:
            draft.record(
                "rolled", "DG-ROLL-1", seat=act.seat, dice=symbol_pairs(draft.setup.dice, act.dice), number=draft.rolls
            )
        draft.pending = act.dice
        draft.agenda = _keep_steps(self.seat_index)

    def refuse(self, state: State, act: Act) -> Refusal:
        """Return the refusal of any action but `roll`."""
        if act.type == "resolve":
            return resolve_too_early(state, "DG-ROLL-4")
        return Refusal("keep_no_roll", "DG-TURN-1") if act.type == "keep" else repeat_fault(state)


@dataclass(frozen=True, slots=True)
class Keep(Step):
    """Dice of a roll are kept; in Rohan the roll may be made again once instead (DG-ROLL-2, DG-ADV-4)."""

    rule = "DG-ROLL-2"
    rules: ClassVar[Mapping[str, str]] = {"repeat": "DG-ADV-4"}

    def offers(self, state: State) -> Sequence[Act]:
        """Return the legal choices of dice to keep, and `repeat` where the place allows it."""
        effect = state.place.effect
        keeps = keep_actions(state.seat, state.setup.dice, state.pending, effect == "keep_same")
        return (*keeps, Act("repeat", state.seat)) if effect == "reroll_once" and not state.repeated else keeps

    def check_keep(self, state: State, act: Act) -> Refusal | None:
        """At least one die, all of this roll, symbols different but in Rivendell, a Nazgûl if one shows."""
        dice, any_same = state.setup.dice, state.place.effect == "keep_same"
        if act.dice in keep_sets(dice, state.pending, any_same):
            return None
        return keep_fault(dice, state.pending, act.dice, any_same)

    def do_keep(self, draft: Draft, act: Act) -> None:
        """The chosen dice are set aside for the turn; the others leave the table until they are rolled again."""
        dice, pending, kept, tree = draft.setup.dice, draft.pending, list(draft.kept), False
        for die in act.dice:
            at = dice.index(die)
            kept[at] = pending[at]
            tree = tree or kept[at] == "white_tree"
        draft.kept, draft.pending, draft.repeated = tuple(kept), (), False
        over = tree or "" not in kept
        if draft.recorder is not None:
            symbols = tuple([pending[dice.index(die)] for die in act.dice])
            draft.record("kept", keep_rule(symbols), seat=act.seat, dice=symbol_pairs(act.dice, symbols))
            if over:
                draft.record("tree" if tree else "all_kept", "DG-TREE-1" if tree else "DG-ROLL-5")
        draft.agenda = _resolve_steps(self.seat_index) if over else _roll_steps(self.seat_index)

    def check_repeat(self, state: State, act: Act) -> Refusal | None:
        """Each roll may be made again once, with all its dice, before anything is kept."""
        fault = repeat_fault(state) if state.place.effect != "reroll_once" else None
        if fault is None and state.repeated:
            fault = Refusal("repeat_twice", "DG-ADV-4")
        if fault is not None or not act.dice:
            return fault
        return check_faces(state, act.dice, tuple(["" if symbol else "kept" for symbol in state.pending]), "DG-AMB-6")

    def do_repeat(self, draft: Draft, act: Act) -> None:
        """The second result stands; what the first showed is gone."""
        if draft.recorder is not None:
            draft.record("repeated", "DG-ADV-4", seat=act.seat, dice=symbol_pairs(draft.setup.dice, act.dice))
        draft.pending, draft.repeated = act.dice, True

    def refuse(self, state: State, act: Act) -> Refusal:
        """Return the refusal of any action but `keep` and `repeat`."""
        return Refusal("roll_keep_first", "DG-ROLL-2") if act.type == "roll" else resolve_too_early(state, "DG-ROLL-5")


@dataclass(frozen=True, slots=True)
class NextTurn(Step):
    """The next turn, the next round, or the end."""

    rule = "DG-SET-4"

    def run(self, draft: Draft) -> bool:
        """End the game or pass the turn to the next player."""
        setup, players = draft.setup, draft.players
        ending, winners = early_end(setup, players)
        following = None if ending else next_in(setup, players, draft.active)
        if not ending and following is None:
            ending, winners = round_end(setup, players)
            if not ending:
                following = next(seat_index for seat_index in setup.order if not players[seat_index].is_out)
                draft.round += 1
                if draft.recorder is not None:
                    draft.record("round", "DG-SET-4", number=draft.round)
        if following is None:
            draft.rolls, draft.kept = 0, NO_SYMBOLS
            draft.finish(ending, ENDING_RULES[ending], winners)
            return False
        if draft.recorder is not None:
            draft.record("turn", "DG-SET-4", seat=setup.seats[following])
        begin_turn(draft, following)
        return False
