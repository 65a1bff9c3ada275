"""Forms for final sheets filled in by hand: the keys that a game's `check_sheets` reads.

A form gives texts by name: `KEY` of the whole table, `KEY.0`, `KEY.1` ... of each player, and of places `KEY.0.3`.
Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from companion.core.messages import Phrase, Ref

Kind = Literal["text", "whole", "wholes", "flag", "one", "places"]
WHOLE = re.compile(r"-?\d{1,9}")


class FieldChoice(NamedTuple):
    """One of several values. sign: stands for it where there is no room for its name."""

    id: str
    label: Ref | Phrase
    sign: str = ""


class FormField(NamedTuple):
    """One thing that is asked for. start: what stands there before anybody writes; each: asked of every player.

    kind: a text, a number or several, whether something is so, one of `choices`, or one for each of `size` places.
    """

    key: str
    kind: Kind
    label: Ref | Phrase
    start: str = ""
    choices: tuple[FieldChoice, ...] = ()
    size: int = 0
    each: bool = False


def read(fields: Sequence[FormField], seat: str, players: int, given: Mapping[str, str]) -> dict[str, Any]:
    """Return a filled form as a file of sheets; empty fields and rows without a `seat` are left out.

    A number that is none stays a text, for `check_sheets` to refuse.
    """
    rows = [dict(_read([field for field in fields if field.each], given, f".{n}")) for n in range(players)]
    table = dict(_read([field for field in fields if not field.each], given, ""))
    return {**table, "players": [row for row in rows if seat in row]}


def _read(
    fields: Sequence[FormField], given: Mapping[str, str], end: str
) -> Iterator[tuple[str, str | int | list[str | int]]]:
    for field in fields:
        name = field.key + end
        said = given.get(name, "").strip()
        if field.kind == "flag":
            yield field.key, name in given
        elif field.kind == "places":
            yield field.key, "".join(given.get(f"{name}.{place}", field.start) for place in range(field.size))
        elif said and field.kind == "wholes":
            numbers = [_number(part.strip()) for part in said.split(",")]
            yield field.key, numbers if len(numbers) > 1 else numbers[0]
        elif said:
            yield field.key, _number(said) if field.kind == "whole" else said


def _number(said: str) -> int | str:
    return int(said) if WHOLE.fullmatch(said) else said
