"""Phase 1: rolling and keeping (DG-ROLL, DG-NAZ, DG-TREE; Rivendell and Rohan of DG-ADV)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product

from companion.games.dice.actions import Keep, Repeat, Roll
from companion.games.dice.state import State, Symbols
from companion.play.game import Ref, Refusal


def check_roll(state: State, action: Roll) -> Refusal | None:
    """A roll takes all dice not yet kept, and only those (DG-ROLL-1, DG-ROLL-4)."""
    if state.pending is not None:
        return Refusal("roll_keep_first", "DG-ROLL-2")
    if state.phase == "resolve":
        return Refusal("roll_phase_over", "DG-ROLL-5")
    if not action.faces:
        return None
    rule = "DG-ROLL-4" if state.rolls else "DG-ROLL-1"
    return _check_faces(state, action.faces, state.kept, rule)


def check_repeat(state: State, action: Repeat) -> Refusal | None:
    """In Rohan each roll may be made again once, with all its dice, before anything is kept (DG-ADV-4)."""
    if state.place.effect != "reroll_once":
        return Refusal("repeat_not_here", "DG-ADV-4", {"place": Ref("place", state.place.id)})
    if state.pending is None:
        return Refusal("repeat_no_roll", "DG-ADV-4")
    if state.repeated:
        return Refusal("repeat_twice", "DG-ADV-4")
    if not action.faces:
        return None
    lying = tuple([None if symbol else "kept" for symbol in state.pending])
    return _check_faces(state, action.faces, lying, "DG-AMB-6")


def _check_faces(state: State, faces: Symbols, elsewhere: Symbols, missing_rule: str) -> Refusal | None:
    setup = state.setup
    for die, face, kept, possible in zip(setup.dice, faces, elsewhere, setup.faces, strict=True):
        if kept is None:
            if face not in possible:
                if face is None:
                    return Refusal("roll_die_missing", missing_rule, {"die": Ref("die", die)})
                return Refusal(
                    "roll_face_impossible", "DG-COMP-2", {"die": Ref("die", die), "symbol": Ref("symbol", face)}
                )
        elif face is not None:
            return Refusal("roll_die_kept", "DG-ROLL-4", {"die": Ref("die", die)})
    return None


def roll(state: State, action: Roll) -> State:
    """The dice lie on the table."""
    return State(
        state.setup, state.players, state.round, state.active, state.rolls + 1, state.kept, action.faces, False
    )


def repeat(state: State, action: Repeat) -> State:
    """The second result stands; what the first showed is gone (DG-ADV-4)."""
    return state._replace(pending=action.faces, repeated=True)


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
def _keep_actions(seat: str, dice: tuple[str, ...], pending: Symbols, any_same: bool) -> tuple[Keep, ...]:
    return tuple([Keep(seat, chosen) for chosen in keep_sets(dice, pending, any_same)])


def legal_rolling(state: State) -> tuple[Roll | Keep, ...]:
    """Every legal action of phase 1."""
    if state.pending is None:
        return (Roll(state.seat),)
    effect = state.place.effect
    keeps = _keep_actions(state.seat, state.setup.dice, state.pending, effect == "keep_same")
    if effect == "reroll_once" and not state.repeated:
        return (*keeps, Repeat(state.seat))
    return keeps


def check_keep(state: State, action: Keep) -> Refusal | None:
    """At least one die, all of this roll, symbols different but in Rivendell, a Nazgûl if one shows."""
    pending = state.pending
    if pending is None:
        over = state.phase == "resolve"
        return Refusal("keep_phase_over", "DG-ROLL-5") if over else Refusal("keep_no_roll", "DG-TURN-1")
    setup, any_same = state.setup, state.place.effect == "keep_same"
    if action.dice in keep_sets(setup.dice, pending, any_same):
        return None
    return _keep_fault(setup.dice, pending, action.dice, any_same)


def _keep_fault(dice: tuple[str, ...], pending: Symbols, chosen: tuple[str, ...], any_same: bool) -> Refusal:
    """Why these dice may not be kept together."""
    if not chosen:
        only_tree = [symbol for symbol in pending if symbol] == ["white_tree"]
        return Refusal("keep_nothing", "DG-TREE-4" if only_tree else "DG-ROLL-2")
    for die in chosen:
        if chosen.count(die) > 1:
            return Refusal("keep_die_twice", "DG-ROLL-4", {"die": Ref("die", die)})
        if die not in dice or pending[dice.index(die)] is None:
            return Refusal("keep_die_not_there", "DG-ROLL-4", {"die": Ref("die", die)})
    symbols = [pending[dice.index(die)] for die in chosen]
    doubled = next((symbol for symbol in symbols if symbol and symbols.count(symbol) > 1), None)
    if doubled and not any_same:
        rule = "DG-NAZ-2" if doubled == "nazgul" else "DG-ROLL-3"
        return Refusal("keep_same", rule, {"symbol": Ref("symbol", doubled)})
    if "nazgul" in pending and "nazgul" not in symbols:
        return Refusal("keep_nazgul", "DG-TREE-2" if "white_tree" in symbols else "DG-NAZ-1")
    return Refusal("keep_order", "DG-ROLL-2")


def keep(state: State, action: Keep) -> State:
    """The chosen dice are set aside for the turn; the others leave the table until they are rolled again."""
    pending = state.pending or ()
    kept = list(state.kept)
    for index in keep_sets(state.setup.dice, pending, state.place.effect == "keep_same")[action.dice]:
        kept[index] = pending[index]
    return State(state.setup, state.players, state.round, state.active, state.rolls, tuple(kept), None, False)
