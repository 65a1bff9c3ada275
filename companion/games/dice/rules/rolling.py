"""Phase 1: rolling and keeping (DG-ROLL, DG-NAZ, DG-TREE; Rivendell and Rohan of DG-ADV)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from typing import ClassVar

from companion.games.dice.actions import Act
from companion.games.dice.state import Draft, State, Symbols
from companion.messages import Pair, Ref, Refusal
from companion.play.steps import Step


def pairs(dice: tuple[str, ...], symbols: Symbols) -> tuple[Pair, ...]:
    """Every symbol that lies there, with its die."""
    both = zip(dice, symbols, strict=True)
    return tuple([Pair(Ref("symbol", symbol), Ref("die", die)) for die, symbol in both if symbol])


@dataclass(frozen=True, slots=True)
class Roll(Step):
    """The dice not yet kept are rolled (DG-ROLL-1, DG-ROLL-4)."""

    rule = "DG-ROLL-1"

    def offers(self, state: State) -> Sequence[Act]:
        return [Act("roll", state.seat)]

    def check_roll(self, state: State, act: Act) -> Refusal | None:
        """A roll takes all dice not yet kept, and only those."""
        if not act.dice:
            return None
        return _check_faces(state, act.dice, state.kept, "DG-ROLL-4" if state.rolls else "DG-ROLL-1")

    def do_roll(self, draft: Draft, act: Act) -> None:
        draft.rolls += 1
        if draft.recorder is not None:
            draft.record(
                "rolled", "DG-ROLL-1", seat=act.seat, dice=pairs(draft.setup.dice, act.dice), number=draft.rolls
            )
        draft.pending = act.dice
        draft.swap(keep(self.who))

    def refuse(self, state: State, act: Act) -> Refusal:
        if act.type == "resolve":
            return _too_early(state, "DG-ROLL-4")
        return Refusal("keep_no_roll", "DG-TURN-1") if act.type == "keep" else repeat_fault(state)


@dataclass(frozen=True, slots=True)
class Keep(Step):
    """Dice of a roll are kept; in Rohan the roll may be made again once instead (DG-ROLL-2, DG-ADV-4)."""

    rule = "DG-ROLL-2"
    rules: ClassVar[Mapping[str, str]] = {"repeat": "DG-ADV-4"}

    def offers(self, state: State) -> Sequence[Act]:
        effect = state.place.effect
        keeps = _keeps(state.seat, state.setup.dice, state.pending, effect == "keep_same")
        return (*keeps, Act("repeat", state.seat)) if effect == "reroll_once" and not state.repeated else keeps

    def check_keep(self, state: State, act: Act) -> Refusal | None:
        """At least one die, all of this roll, symbols different but in Rivendell, a Nazgûl if one shows."""
        dice, any_same = state.setup.dice, state.place.effect == "keep_same"
        if act.dice in keep_sets(dice, state.pending, any_same):
            return None
        return _keep_fault(dice, state.pending, act.dice, any_same)

    def do_keep(self, draft: Draft, act: Act) -> None:
        """The chosen dice are set aside for the turn; the others leave the table until they are rolled again."""
        dice, pending, kept = draft.setup.dice, draft.pending, list(draft.kept)
        for die in act.dice:
            at = dice.index(die)
            kept[at] = pending[at]
        draft.kept, draft.pending, draft.repeated = tuple(kept), (), False
        over = "white_tree" in kept or "" not in kept
        if draft.recorder is not None:
            symbols = tuple([pending[dice.index(die)] for die in act.dice])
            draft.record("kept", keep_rule(symbols), seat=act.seat, dice=pairs(act.dice, symbols))
            if over:
                tree = "white_tree" in symbols
                draft.record("tree" if tree else "all_kept", "DG-TREE-1" if tree else "DG-ROLL-5")
        if over:
            draft.pop()
        else:
            draft.swap(roll(self.who))

    def check_repeat(self, state: State, act: Act) -> Refusal | None:
        """Each roll may be made again once, with all its dice, before anything is kept."""
        fault = repeat_fault(state) if state.place.effect != "reroll_once" else None
        if fault is None and state.repeated:
            fault = Refusal("repeat_twice", "DG-ADV-4")
        if fault is not None or not act.dice:
            return fault
        return _check_faces(state, act.dice, tuple(["" if symbol else "kept" for symbol in state.pending]), "DG-AMB-6")

    def do_repeat(self, draft: Draft, act: Act) -> None:
        """The second result stands; what the first showed is gone."""
        if draft.recorder is not None:
            draft.record("repeated", "DG-ADV-4", seat=act.seat, dice=pairs(draft.setup.dice, act.dice))
        draft.pending, draft.repeated = act.dice, True

    def refuse(self, state: State, act: Act) -> Refusal:
        return Refusal("roll_keep_first", "DG-ROLL-2") if act.type == "roll" else _too_early(state, "DG-ROLL-5")


roll, keep = cache(Roll), cache(Keep)  # the steps of a player, made once


def _too_early(state: State, rule: str) -> Refusal:
    """Symbols are used once all dice are kept, or the White Tree."""
    return Refusal("resolve_too_early", rule, {"number": state.kept.count("")})


def repeat_fault(state: State) -> Refusal:
    """Why nothing is rolled again, but after a roll in Rohan."""
    if state.place.effect != "reroll_once":
        return Refusal("repeat_not_here", "DG-ADV-4", {"place": Ref("place", state.place.id)})
    return Refusal("repeat_no_roll", "DG-ADV-4")


def _check_faces(state: State, faces: Symbols, elsewhere: Symbols, missing_rule: str) -> Refusal | None:
    """Every die that is thrown, and none that lies elsewhere, shows one of its own symbols."""
    setup = state.setup
    assert len(faces) == len(elsewhere), faces
    for at, face in enumerate(faces):
        if elsewhere[at]:
            if face:
                return Refusal("roll_die_kept", "DG-ROLL-4", {"die": Ref("die", setup.dice[at])})
        elif face not in setup.faces[at]:
            die = Ref("die", setup.dice[at])
            if not face:
                return Refusal("roll_die_missing", missing_rule, {"die": die})
            return Refusal("roll_face_impossible", "DG-COMP-2", {"die": die, "symbol": Ref("symbol", face)})
    return None


def keep_rule(symbols: Symbols) -> str:
    """The rule by which these are kept: several of one symbol only in Rivendell."""
    return "DG-ROLL-2" if len(set(symbols)) == len(symbols) else "DG-ADV-1"


@lru_cache(maxsize=1 << 16)
def keep_sets(dice: tuple[str, ...], pending: Symbols, any_same: bool) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Every set of dice that may be kept from a roll: their ids and their indexes, small sets first.

    Of each symbol one die or none, in Rivendell any number (DG-ROLL-3, DG-ADV-1); of the Nazgûl never none (DG-NAZ-1);
    at least one die in all (DG-ROLL-2).
    """
    choices = []
    for symbol in dict.fromkeys(filter(None, pending)):
        there = [index for index, face in enumerate(pending) if face == symbol]
        least, most = symbol == "nazgul", len(there) if any_same else 1
        choices.append([chosen for size in range(least, most + 1) for chosen in combinations(there, size)])
    sets = [tuple(sorted(sum(parts, ()))) for parts in product(*choices)]
    sets.sort(key=lambda chosen: (len(chosen), chosen))
    return {tuple([dice[index] for index in chosen]): chosen for chosen in sets if chosen}


@lru_cache(maxsize=1 << 16)
def _keeps(seat: str, dice: tuple[str, ...], pending: Symbols, any_same: bool) -> tuple[Act, ...]:
    return tuple([Act("keep", seat, chosen) for chosen in keep_sets(dice, pending, any_same)])


def _keep_fault(dice: tuple[str, ...], pending: Symbols, chosen: tuple[str, ...], any_same: bool) -> Refusal:
    """Why these dice may not be kept together."""
    if not chosen:
        only_tree = [symbol for symbol in pending if symbol] == ["white_tree"]
        return Refusal("keep_nothing", "DG-TREE-4" if only_tree else "DG-ROLL-2")
    for die in chosen:
        if chosen.count(die) > 1:
            return Refusal("keep_die_twice", "DG-COMP-1", {"die": Ref("die", die)})
        if die not in dice or not pending[dice.index(die)]:
            return Refusal("keep_die_not_there", "DG-ROLL-4", {"die": Ref("die", die)})
    symbols = [pending[dice.index(die)] for die in chosen]
    doubled = next((symbol for symbol in symbols if symbol and symbols.count(symbol) > 1), None)
    if doubled and not any_same:
        rule = "DG-NAZ-2" if doubled == "nazgul" else "DG-ROLL-3"
        return Refusal("keep_same", rule, {"symbol": Ref("symbol", doubled)})
    if "nazgul" in pending and "nazgul" not in symbols:
        return Refusal("keep_nazgul", "DG-TREE-2" if "white_tree" in symbols else "DG-NAZ-1")
    return Refusal("keep_order", "DG-ROLL-2")
