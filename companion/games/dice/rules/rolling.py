"""Rolls and keeps that are allowed (DG-ROLL, DG-NAZ, DG-TREE; Rivendell and Rohan of DG-ADV)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, product

from companion.core.messages import Pair, Ref, Refusal
from companion.games.dice.actions import Act
from companion.games.dice.state import State, Symbols


def symbol_pairs(dice: tuple[str, ...], symbols: Symbols) -> tuple[Pair, ...]:
    """Every symbol that lies there, with its die."""
    both = zip(dice, symbols, strict=True)
    return tuple([_symbol_pair(symbol, die) for die, symbol in both if symbol])


@cache
def _symbol_pair(symbol: str, die: str) -> Pair:
    return Pair(Ref("symbol", symbol), Ref("die", die))


def resolve_too_early(state: State, rule: str) -> Refusal:
    """Symbols are used once all dice are kept, or the White Tree."""
    return Refusal("resolve_too_early", rule, {"number": state.kept.count("")})


def repeat_fault(state: State) -> Refusal:
    """Return the refusal to repeat a roll: only in Rohan, after a roll (DG-ADV-4)."""
    if state.place.effect != "reroll_once":
        return Refusal("repeat_not_here", "DG-ADV-4", {"place": Ref("place", state.place.id)})
    return Refusal("repeat_no_roll", "DG-ADV-4")


def check_faces(state: State, faces: Symbols, elsewhere: Symbols, missing_rule: str) -> Refusal | None:
    """Every die that is thrown, and none that lies elsewhere, shows one of its own symbols."""
    for id, face, away, own in zip(state.setup.dice, faces, elsewhere, state.setup.faces, strict=True):
        if away:
            if face:
                return Refusal("roll_die_kept", "DG-ROLL-4", {"die": Ref("die", id)})
        elif face not in own:
            die = Ref("die", id)
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
def keep_actions(seat: str, dice: tuple[str, ...], pending: Symbols, any_same: bool) -> tuple[Act, ...]:
    """The same sets as actions."""
    return tuple([Act("keep", seat, chosen) for chosen in keep_sets(dice, pending, any_same)])


def keep_fault(dice: tuple[str, ...], pending: Symbols, chosen: tuple[str, ...], any_same: bool) -> Refusal:
    """Return the refusal to keep these dice together."""
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
