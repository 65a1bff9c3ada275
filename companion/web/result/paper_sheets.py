"""Filled sheets at a table: marks as read and corrected, values that follow, confirmed sheets.

Knows tables and the readable sides of a game's sheets; no request and no photo. Writes nothing to a journal.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.errors import WrongCall
from companion.core.messages import Pair, Phrase, Ref
from companion.play.game.paper_form import WRITTEN, PaperForm, SheetPart
from companion.play.game.sheet_form import WHOLE, FieldChoice
from companion.web.table.tables import LiveTable, paper_forms
from companion.words.wording import Voice

MAX_CHOICES = 40  # ways to mark a part that are offered as one list; else each field is asked by itself
LONGEST = 40  # characters where anything may be written
MAX_TABLES = 200  # whose sheets are kept
MARKS = "whdx"  # as a field gets them, one after the other
UNCLEAR = "?"


class PrintedSide(NamedTuple):
    """One printed side of a leaf."""

    component: str
    side: str
    lang: str
    ink: str

    @classmethod
    def parse(cls, name: str) -> PrintedSide:
        """Return the side of a name, which may not exist."""
        parts = name.split("/")
        return cls(*parts) if len(parts) == len(cls._fields) else cls("", "", "", "")

    @property
    def name(self) -> str:
        """The name for addresses and forms."""
        return "/".join(self)


class ShownDoubt(NamedTuple):
    """A part that a person has to check.

    likely, other: its best two values.
    fields: in which they differ.
    picture: JPEG of these fields.
    """

    likely: int | str
    other: int | str
    fields: tuple[str, ...]
    picture: bytes


class Reading(NamedTuple):
    """A sheet read from a photo.

    values, doubts: by key; a part has one or the other.
    flat: JPEG of the flattened sheet.
    """

    game: str
    printed: PrintedSide
    values: dict[str, int | str]
    doubts: dict[str, ShownDoubt]
    flat: bytes


class ConfirmedSheet(NamedTuple):
    """The values of a seat's sheet, confirmed by a person. by: seat of the sender, HOST for the host."""

    seat: str
    printed: PrintedSide
    values: Mapping[str, int | str]
    by: str


class Confirmations:
    """Confirmed sheets by table and seat, in memory; the tables used longest ago are dropped."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, dict[str, ConfirmedSheet]] = OrderedDict()

    def of_table(self, code: str) -> Mapping[str, ConfirmedSheet]:
        """Return the sheets of a table by seat."""
        return self._tables.get(code, {})

    def add(self, code: str, sheet: ConfirmedSheet) -> None:
        """Add a sheet in place of that seat's earlier one."""
        self._tables.setdefault(code, {})[sheet.seat] = sheet
        self._tables.move_to_end(code)
        if len(self._tables) > MAX_TABLES:
            self._tables.popitem(last=False)


class SheetMarks(NamedTuple):
    """The marks of a sheet by part: a letter a field, or the text written there.

    asked: parts that the reader left open.
    """

    printed: PrintedSide
    marks: Mapping[str, str]
    asked: frozenset[str]


class SettledSheet(NamedTuple):
    """The values of a sheet.

    unsettled: parts without a value.
    forbidden: parts whose marks break their rule.
    """

    values: dict[str, int | str]
    unsettled: list[SheetPart]
    forbidden: list[SheetPart]


def form_of(game: str, printed: PrintedSide) -> PaperForm | None:
    """Return the readable parts of that side, None if nothing can be read."""
    sides = [form for form in paper_forms(game) if (form.component, form.side) == (printed.component, printed.side)]
    return sides[0] if sides else None


def marks_of_reading(reading: Reading) -> SheetMarks:
    """Return the marks of a photo, `?` for each doubtful field."""
    form = form_of(reading.game, reading.printed)
    assert form is not None  # the reader knows the same forms
    marks = {part.name: _part_marks(part, reading) for part in form.parts}
    return SheetMarks(reading.printed, marks, frozenset(reading.doubts))


def _part_marks(part: SheetPart, reading: Reading) -> str:
    doubt = reading.doubts.get(part.name)
    if doubt is None:
        return part.ways.get(reading.values.get(part.name, ""), "")
    if part.kind == WRITTEN or not part.ways:
        return ""
    likely = zip(part.fields, part.ways[doubt.likely], strict=True)
    return "".join(UNCLEAR if field in doubt.fields else mark for field, mark in likely)


def marks_of_form(game: str, fields: Mapping[str, str]) -> SheetMarks:
    """Return the marks of a form. Raises WrongCall if the side cannot be read or a text is too long."""
    printed = PrintedSide.parse(fields.get("printed", ""))
    form = form_of(game, printed)
    if form is None:
        raise WrongCall("form_unreadable")
    marks = {}
    for part in form.parts:
        single = [fields.get(f"{part.name}.{at}", "") or UNCLEAR for at in range(len(part.fields))]
        marks[part.name] = fields.get(part.name, "".join(single) if part.ways else "").strip()
        if not part.ways and len(marks[part.name]) > LONGEST:
            raise WrongCall("text_long", number=LONGEST)
    asked = [part.name for part in form.parts if f"asked.{part.name}" in fields]
    return SheetMarks(printed, marks, frozenset(asked))


def settle(form: PaperForm, given: SheetMarks) -> SettledSheet:
    """Return the values that the marks settle; in an empty row no part counts."""
    settled = SettledSheet({}, [], [])
    absent = set()
    for part in form.parts:
        said = given.marks[part.name]
        if part.seat in absent:
            continue
        if not part.ways:
            if said:
                settled.values[part.name] = int(said) if WHOLE.fullmatch(said) else said
            elif part.name in given.asked:
                settled.unsettled.append(part)
        elif not said or UNCLEAR in said:
            settled.unsettled.append(part)
        elif said not in part.ways.values():
            settled.forbidden.append(part)
        else:
            value = settled.values[part.name] = next(value for value, way in part.ways.items() if way == said)
            if value == "" and part.seat:
                absent.add(part.seat)
    return settled


# --- as pages show it -------------------------------------------------------------------------------------------------


def part_fields(table: LiveTable, given: SheetMarks, words: Voice, reading: Reading | None) -> list[dict[str, Any]]:
    """Return the parts of a sheet for a form. reading: adds its doubts."""
    form = form_of(table.game.id, given.printed)
    assert form is not None
    doubts = reading.doubts if reading else {}
    found = []
    for part in form.parts:
        choices = _choices(table, part)
        names = _value_names(table, part, choices, words)
        signs = {choice.id: choice.sign for choice in choices if choice.sign}
        shown = _part_field(part, given.marks[part.name], names, signs, doubts.get(part.name))
        asked = part.name in given.asked
        found.append({"label": words.value_text((part.label,)), "asked": asked, "of_row": bool(part.seat), **shown})
    return found


def _part_field(
    part: SheetPart, marks: str, names: Mapping[str, str], signs: Mapping[str, str], doubt: ShownDoubt | None
) -> dict[str, Any]:
    """Return one part. names: of its values or marks. signs: of those marks."""
    asks = "text" if not part.ways else "one" if len(part.ways) <= MAX_CHOICES else "each"
    marked = part.fields if part.ways and part.kind != WRITTEN else ()
    letters = ["".join(sorted({way[at] for way in part.ways.values()}, key=MARKS.index)) for at in range(len(marked))]
    return {
        "key": part.name,
        "rule": part.rule,
        "asks": asks,
        "marks": marks,
        "ways": [(way, names.get(str(value), value)) for value, way in part.ways.items()] if asks == "one" else [],
        "fields": [
            {"id": field, "letters": letters[at], "mark": marks[at : at + 1] or UNCLEAR}
            for at, field in enumerate(marked)
        ],
        "signs": {mark: (sign, names[mark]) for mark, sign in signs.items()},
        "doubt": doubt
        and {
            "fields": doubt.fields,
            "picture": doubt.picture,
            "between": [_value_text(value, names, signs) for value in (doubt.likely, doubt.other)],
        },
    }


def _value_text(value: int | str, names: Mapping[str, str], signs: Mapping[str, str]) -> int | str:
    """Return the name of a value, or the signs of its marks."""
    drawn = "".join([signs.get(mark, mark) for mark in str(value)]) if signs else value
    return names.get(str(value), drawn)


def _choices(table: LiveTable, part: SheetPart) -> tuple[FieldChoice, ...]:
    """Return the choices of a part in the form of final sheets."""
    content = table.session.content
    found = [field.choices for field in table.game.show.sheets.form(content) if field.key == part.name]
    return found[0] if found else ()


def _value_names(table: LiveTable, part: SheetPart, choices: Sequence[FieldChoice], words: Voice) -> dict[str, str]:
    """Return names by value or mark; seats with their players."""
    kind = table.session.content.info["seat_kind"]
    if part.key == kind:
        plays = {id: words.value_text((Pair(Ref(kind, id), Ref("seat", id)),)) for id in table.seats}
        return {"": "–"} | {id: plays.get(id) or words.name(Ref(kind, id)) for id in table.session.content[kind]}
    plain = {"": "–", "True": words.say("web.sheet.true"), "False": words.say("web.sheet.false")}
    return plain | {
        choice.id: words.value_text((choice.label,) if isinstance(choice.label, Phrase) else choice.label)
        for choice in choices
    }
