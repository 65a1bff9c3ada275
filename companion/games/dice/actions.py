"""Every action of the dice game, and how it is written: in a journal and on the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal
from companion.games.dice.state import Setup, State, Symbols
from companion.play.game.actions import Actions, ActionType
from companion.play.game.names import Names


class Act(NamedTuple):
    """One step of one seat.

    dice: of a roll one symbol a die, "" where it is not rolled, () while it is open; of a keep the ids of dice, in
    their order. halve: the squares that Gandalf divides, from 1, ascending.
    """

    type: str
    seat: str
    dice: tuple[str, ...] = ()
    halve: tuple[int, ...] = ()


ACTIONS: Actions[Act] = Actions(
    Act,
    {
        "roll": ActionType(("dice",), chance=True),
        "repeat": ActionType(("dice",), chance=True),
        "keep": ActionType(("dice",)),
        "resolve": ActionType(("halve",), plain=True),
    },
)


def command_words(setup: Setup, act: Act) -> str:
    """Return the words for `companion do`."""
    if act.type in ACTIONS.chance:
        shown = ",".join(f"{die}={face}" for die, face in zip(setup.dice, act.dice, strict=False) if face)
        return f"{act.type} --rolled {shown}" if shown else act.type
    if act.type == "keep":
        return f"keep dice={','.join(act.dice)}"
    return f"resolve halve={','.join(map(str, act.halve))}" if act.halve else "resolve"


def parse_action(state: State, type: str, given: Mapping[str, str], rolled: str | None, seat: str) -> Act | Refusal:
    """The action that a command asks for.

    Raises WrongCall for unknown words; a die shown twice is a Refusal, since no roll can be made of it.
    """
    setup = state.setup
    if type not in ACTIONS.types:
        raise WrongCall("no_action", type, ACTIONS.types)
    wanted = {"keep": ("dice",), "resolve": ("halve",)}.get(type, ())
    for key in given:
        if key not in wanted:
            raise WrongCall("no_key", key, wanted, action=type)
    if rolled is not None and type not in ACTIONS.chance:
        raise WrongCall("no_rolled", action=type)
    match type:
        case "keep":
            return Act(type, seat, _sort_dice(setup, _split_items(given.get("dice", ""))))
        case "resolve":
            return Act(type, seat, halve=tuple(sorted(_parse_squares(given.get("halve", "")))))
        case _:
            faces = () if rolled is None else _parse_faces(state, type, rolled)
            return faces if isinstance(faces, Refusal) else Act(type, seat, faces)


def rolled_ids(names: Names, setup: Setup, rolled: str) -> list[str]:
    """The words of a roll with ids in place of names: `czarna=Białe Drzewo`, or names of symbols alone."""
    bare, *pairs = re.split(r"([^,=]*)=", rolled)
    out = names.several(bare, setup.words)
    for die, symbols in zip(pairs[::2], pairs[1::2], strict=True):
        first, *more = names.several(symbols, setup.words) or [""]
        out += [f"{','.join(names.several(die, setup.dice))}={first}", *more]
    return out


def _split_items(text: str) -> list[str]:
    return [item.strip().lower() for item in text.split(",") if item.strip()]


def _sort_dice(setup: Setup, dice: Iterable[str]) -> tuple[str, ...]:
    for die in (named := list(dice)):
        if die not in setup.dice:
            raise WrongCall("no_die", die, setup.dice)
    return tuple(sorted(named, key=setup.dice.index))


def _parse_squares(text: str) -> list[int]:
    try:
        return [int(item) for item in _split_items(text)]
    except ValueError:
        raise WrongCall("not_squares", text) from None


def _parse_faces(state: State, type: str, rolled: str) -> Symbols | Refusal:
    """`black=nazgul,red=ring`, or symbols alone for the dice that are rolled, in their order."""
    setup = state.setup
    symbols = setup.words
    items = [part for item in _split_items(rolled) for part in _split_letters(item, symbols)]
    if not any("=" in item for item in items):
        lying = state.pending if type == "repeat" and state.pending else tuple("" if s else "?" for s in state.kept)
        thrown = [die for die, there in zip(setup.dice, lying, strict=True) if there]
        if len(items) != len(thrown):
            named = tuple([Ref("die", die) for die in thrown])
            raise WrongCall("symbols_number", dice=named, number=len(thrown), given=len(items))
        items = [f"{die}={item}" for die, item in zip(thrown, items, strict=True)]
    faces = [""] * len(setup.dice)
    for item in items:
        die, _, symbol = (part.strip() for part in item.partition("="))
        if die not in setup.dice:
            raise WrongCall("no_die", die, setup.dice)
        if symbol not in symbols:
            raise WrongCall("no_symbol", symbol, symbols)
        index = setup.dice.index(die)
        if faces[index]:
            return Refusal("roll_die_twice", "DG-COMP-1", {"die": Ref("die", die)})
        faces[index] = symbols[symbol]
    return tuple(faces)


def _split_letters(item: str, symbols: Mapping[str, str]) -> list[str]:
    """`nrw` stands for three symbols by their letters, unless it is a word itself."""
    letters = item not in symbols and all(letter in symbols for letter in item)
    return list(item) if letters else [item]
