"""Printed sheets that can be read once they are filled in.

A form lists the fields that belong together and every way in which the rules allow them to be marked; a reader of
sheets finds the likeliest. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.errors import LocalizedError
from companion.core.messages import Phrase

WRITTEN = "written"  # kind of fields of which is only seen whether anything stands there


class SheetPart(NamedTuple):
    """Fields that are read together. key: of the file that `check_sheets` judges; kind: how a field looks.

    ways: by what the file says, the mark of each field: `x` marked, `w` untouched, `h` halved, `d` one half marked; of
    what is WRITTEN one mark for all fields together; none where a person has to say what was written. What says nothing
    ("") is left out of the file.
    rule: allows no other ways. seat: whose row of the file says it; "" as the form has it.
    """

    key: str
    label: Phrase
    rule: str
    kind: str
    fields: tuple[str, ...]
    ways: Mapping[int | str, str]
    seat: str = ""

    @property
    def name(self) -> str:
        """Return the key, with the seat for a sheet that has rows of several seats."""
        return f"{self.key}.{self.seat}" if self.seat else self.key


class PaperForm(NamedTuple):
    """A side of a component that can be read. says: what follows for the whole table from playing on that side.

    whole: one sheet is that of the whole table, and what it says without a seat is said of all; else it is a player's.
    """

    component: str
    side: str
    says: Mapping[str, str]
    parts: tuple[SheetPart, ...]
    whole: bool = False

    @property
    def kinds(self) -> dict[str, str]:
        """Return the look of each field; where parts share a field, the last part decides."""
        return {field: part.kind for part in self.parts for field in part.fields}


def one_marked(fields: Sequence[str]) -> dict[int | str, str]:
    """Return the ways to mark exactly one of these ids."""
    return {one: "".join("x" if one == other else "w" for other in fields) for one in fields}


def sheet_document(form: PaperForm, game: str, readings: Sequence[Mapping[str, int | str]]) -> dict[str, Any]:
    """Return the file that `check_sheets` judges, from sheets that were read, each by the names of its parts.

    Raises LocalizedError for two of a whole table.

    Of a sheet with rows of several seats a row stands there if it has the key of the row's first part.
    """
    table = {"game": game, **form.says}
    if not form.whole:
        return {**table, "players": [_read_values(form.parts, one) for one in readings]}
    if len(readings) > 1:
        raise LocalizedError("photo_whole")
    said = {key: value for reading in readings for key, value in reading.items()}
    rows: dict[str, list[SheetPart]] = {}
    for part in form.parts:
        rows.setdefault(part.seat, []).append(part)
    out = {**table, **_read_values(rows.pop("", ()), said)}
    players = [_read_values(parts, said) for parts in rows.values() if said.get(parts[0].name) != ""]
    return {**out, "players": players} if rows else out


def _read_values(parts: Iterable[SheetPart], reading: Mapping[str, int | str]) -> dict[str, int | str]:
    return {part.key: reading[part.name] for part in parts if reading.get(part.name, "") != ""}
