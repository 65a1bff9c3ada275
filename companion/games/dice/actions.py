"""Every action of the dice game, and how it is written: in a journal and on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.errors import WrongCall
from companion.games.dice.state import DICE, Setup, State, Symbols
from companion.play.game import Ref, Refusal


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice not yet kept are rolled; `faces` has one symbol a die, None where it is not rolled, () while open."""

    seat: str
    faces: Symbols = ()
    type: ClassVar[str] = "roll"

    def args(self) -> dict[str, Any]:
        """As stored: symbols in the order of the dice, "" for a die not rolled."""
        return {"dice": ["" if face is None else face for face in self.faces]}


@dataclass(frozen=True, slots=True)
class Repeat(Roll):
    """The pending roll is made once more with all its dice (DG-ADV-4)."""

    type: ClassVar[str] = "repeat"


@dataclass(frozen=True, slots=True)
class Keep:
    """Dice of the pending roll are set aside, by id in the order of the dice."""

    seat: str
    dice: tuple[str, ...]
    type: ClassVar[str] = "keep"

    def args(self) -> dict[str, Any]:
        """As stored."""
        return {"dice": list(self.dice)}


@dataclass(frozen=True, slots=True)
class Resolve:
    """The kept symbols take effect; `halve` numbers the squares that Gandalf divides, from 1, ascending."""

    seat: str
    halve: tuple[int, ...] = ()
    type: ClassVar[str] = "resolve"

    def args(self) -> dict[str, Any]:
        """As stored."""
        return {"halve": list(self.halve)}


DiceAction = Roll | Repeat | Keep | Resolve
TYPES = ("roll", "repeat", "keep", "resolve")
CHANCE_TYPES = ("roll", "repeat")


def decode(type: str, seat: str, args: Mapping[str, Any]) -> DiceAction:
    """The action that a journal entry stores. Raises ValueError unless it is stored exactly so."""
    action: DiceAction
    match type, dict(args):
        case "roll" | "repeat", {"dice": dice} if _all_are(str, dice) and len(dice) == DICE:
            faces = tuple([face or None for face in dice])
            action = Roll(seat, faces) if type == "roll" else Repeat(seat, faces)
        case "keep", {"dice": dice} if _all_are(str, dice):
            action = Keep(seat, tuple(dice))
        case "resolve", {"halve": halve} if _all_are(int, halve):
            action = Resolve(seat, tuple(halve))
        case _:
            raise ValueError(type)
    if len(args) != 1:
        raise ValueError(type)
    return action


def _all_are(kind: type, items: Any) -> bool:
    return isinstance(items, list) and all(item.__class__ is kind for item in items)


def words(setup: Setup, action: DiceAction) -> str:
    """The words for `companion do`."""
    if isinstance(action, Roll):
        shown = ",".join(f"{die}={face}" for die, face in zip(setup.dice, action.faces, strict=False) if face)
        return f"{action.type} --rolled {shown}" if shown else action.type
    if isinstance(action, Keep):
        return f"keep dice={','.join(action.dice)}"
    return f"resolve halve={','.join(map(str, action.halve))}" if action.halve else "resolve"


def parse(state: State, type: str, given: Mapping[str, str], rolled: str | None, seat: str) -> DiceAction | Refusal:
    """The action that a command asks for.

    Raises WrongCall for unknown words; a die shown twice is a Refusal, since no roll can be made of it.
    """
    setup = state.setup
    if type not in TYPES:
        raise WrongCall("no_action", type, TYPES)
    wanted = {"keep": ("dice",), "resolve": ("halve",)}.get(type, ())
    for key in given:
        if key not in wanted:
            raise WrongCall("no_key", key, wanted, action=type)
    if rolled is not None and type not in ("roll", "repeat"):
        raise WrongCall("no_rolled", action=type)
    match type:
        case "keep":
            return Keep(seat, _in_order(setup, _items(given.get("dice", ""))))
        case "resolve":
            return Resolve(seat, tuple(sorted(_numbers(given.get("halve", "")))))
        case _:
            faces = () if rolled is None else _faces(state, type, rolled)
            if isinstance(faces, Refusal):
                return faces
            return Roll(seat, faces) if type == "roll" else Repeat(seat, faces)


def _items(text: str) -> list[str]:
    return [item.strip().lower() for item in text.split(",") if item.strip()]


def _in_order(setup: Setup, dice: Iterable[str]) -> tuple[str, ...]:
    for die in (named := list(dice)):
        if die not in setup.dice:
            raise WrongCall("no_die", die, setup.dice)
    return tuple(sorted(named, key=setup.dice.index))


def _numbers(text: str) -> list[int]:
    try:
        return [int(item) for item in _items(text)]
    except ValueError:
        raise WrongCall("not_squares", text) from None


def _faces(state: State, type: str, rolled: str) -> Symbols | Refusal:
    """`black=nazgul,red=ring`, or symbols alone for the dice that are rolled, in their order."""
    setup = state.setup
    symbols = setup.words
    items = [part for item in _items(rolled) for part in _letters(item, symbols)]
    if not any("=" in item for item in items):
        lying = state.pending if type == "repeat" and state.pending else tuple(None if s else "?" for s in state.kept)
        thrown = [die for die, there in zip(setup.dice, lying, strict=True) if there]
        if len(items) != len(thrown):
            raise WrongCall("symbols_number", dice=", ".join(thrown), number=len(thrown), given=len(items))
        items = [f"{die}={item}" for die, item in zip(thrown, items, strict=True)]
    faces: list[str | None] = [None] * len(setup.dice)
    for item in items:
        die, _, symbol = (part.strip() for part in item.partition("="))
        if die not in setup.dice:
            raise WrongCall("no_die", die, setup.dice)
        if symbol not in symbols:
            raise WrongCall("no_symbol", symbol, symbols)
        index = setup.dice.index(die)
        if faces[index] is not None:
            return Refusal("roll_die_twice", "DG-COMP-1", {"die": Ref("die", die)})
        faces[index] = symbols[symbol]
    return tuple(faces)


def _letters(item: str, symbols: Mapping[str, str]) -> list[str]:
    """`nrw` stands for three symbols by their letters, unless it is a word itself."""
    letters = item not in symbols and all(letter in symbols for letter in item)
    return list(item) if letters else [item]
