"""A sheet of a spreadsheet -> rows of a table: `rows: guests.csv` in place of a list.

    id,name,name.pl,thirst,number,# my notes
    dwarf,Dwarf,Krasnolud,3,12,too strong?

The first line names the fields; a column that begins with `#`, or has no name, is a note. Words stand in the game's
first language or in the one that the column names; those of another language may also stand in a sheet of their own
beside it (`guests.pl.csv`), or on a page `pl` of the same workbook (of `guests.xlsx` the first page is read). An empty
cell is a field left out, items of a list stand between `;`. Faults are noted as `file:line:column`, the column counted
as the spreadsheet counts it.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from stat import S_ISREG
from typing import Any
from zipfile import BadZipFile, ZipFile

from companion.content import po
from companion.content.strict_yaml import (
    DECIMAL,
    INTEGER,
    LARGEST_FILE,
    LONGEST_NUMBER,
    LONGEST_TEXT,
    MOST_FAULTS,
    MOST_VALUES,
    Located,
)
from companion.core.errors import did_you_mean

SUFFIXES = (".csv", ".xlsx")
SEPARATORS = ",;\t"
NOTE = "#"
LARGEST_WORKBOOK = 256_000_000  # bytes, unpacked
_NAME = re.compile(r"[^/\\\x00-\x1f.~][^/\\\x00-\x1f]{0,199}")
_COMMA = re.compile(r"-?(0|[1-9][0-9]*),[0-9]{1,2}")  # three digits behind it may be thousands
Line = tuple[int, list[str]]  # its number in the file, its cells


@dataclass
class SpreadsheetRows:
    """Rows without their words, words by language and id, the files that were read, and faults."""

    rows: list[Located] = field(default_factory=list)
    words: dict[str, dict[str, po.PoEntry]] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read_spreadsheet(
    folder: Path, name: str, file: str, kind: str, schema: Mapping[str, str], lang: str, problems: list[str]
) -> SpreadsheetRows:
    """Read the rows of a kind from a spreadsheet in that folder.

    name: the folder's name in messages.
    file: name of the spreadsheet.
    lang: language of words in columns without one.
    """
    sheet = SpreadsheetRows()
    path = folder / file
    if not _NAME.fullmatch(file) or path.suffix.lower() not in SUFFIXES:
        problems.append(f"{name}: '{file:.60}' is not the name of a sheet ({' or '.join(SUFFIXES)}) in this folder")
        return sheet
    reader = _SpreadsheetReader(sheet, kind, {key: type.removesuffix("?") for key, type in schema.items()}, lang)
    for page, where, lines in _pages(path, name, sheet):
        reader.page(page, where, lines)
    problems.extend(sheet.faults[:MOST_FAULTS])
    if len(sheet.faults) > MOST_FAULTS:
        problems.append(f"{name}/{file}: and more faults like these; mend them first")
    return sheet


class _SpreadsheetReader:
    """Turns lines into rows and words.

    types: types of the fields, without `?`.
    """

    def __init__(self, sheet: SpreadsheetRows, kind: str, types: Mapping[str, str], lang: str) -> None:
        self.sheet, self.kind, self.types, self.lang = sheet, kind, types, lang
        self.cells: dict[str, dict[str, str]] = {}  # of the first page: by id, the cell of each field

    def page(self, lang: str, where: str, lines: list[Line]) -> None:
        """Add all rows (lang "") or the words of one language."""
        if not lines:
            self.sheet.faults.append(f"{where}:1: the sheet is empty")
            return
        (first, head), *rest = lines
        columns = self._columns(f"{where}:{first}", head, lang)
        if "id" not in [name for name, _ in columns.values()]:
            self.sheet.faults.append(f"{where}:{first}: no column 'id'")
            return
        for number, cells in rest:
            if any(cells):
                self._line(lang, where, number, cells, columns)

    def _columns(self, place: str, head: list[str], lang: str) -> dict[int, tuple[str, str]]:
        """Return each column's field and, for words, language by column number from 0."""
        out: dict[int, tuple[str, str]] = {}
        for index, title in enumerate(head):
            if not title or title.startswith(NOTE):
                continue
            name, _, spoken = title.partition(".")
            words = self.types.get(name) == "words"
            found = (name, (spoken or lang or self.lang) if words else "")
            if name not in self.types or (spoken and not words):
                fault = f"unknown column '{title:.60}'{did_you_mean(title[:100], self.types)}"
            elif spoken and not po.LANGUAGE.fullmatch(spoken):
                fault = f"column '{title:.60}' names no language, as '{name}.pl' does"
            elif found in out.values():
                fault = f"column '{title:.60}' appears twice"
            else:
                out[index] = found
                continue
            self.sheet.faults.append(f"{place}:{index + 1}: {fault}")
        return out

    def _line(
        self, lang: str, where: str, number: int, cells: list[str], columns: Mapping[int, tuple[str, str]]
    ) -> None:
        given = {found: cells[index] for index, found in columns.items() if index < len(cells) and cells[index]}
        places = {found: f"{where}:{number}:{index + 1}" for index, found in columns.items()}
        id = given.get(("id", ""), "")
        self.sheet.faults += [
            f"{where}:{number}:{index + 1}: {id:.60}: at most {LONGEST_TEXT} characters, not {len(text)}"
            for index, text in enumerate(cells)
            if len(text) > LONGEST_TEXT
        ]
        for (name, spoken), text in sorted(
            given.items(), key=lambda cell: cell[0][1] != self.lang
        ):  # what is translated
            if spoken and id:
                self._say(spoken, f"{self.kind}.{id}.{name}", text, places[name, spoken])
        plain = {name: text for (name, spoken), text in given.items() if not spoken}
        if lang:
            self._compare(plain, self.cells.get(id), places)
            return
        self.cells[id] = plain
        row = Located({name: parse_cell(text, self.types[name]) for name, text in plain.items()})
        row.line, row.lines = number, dict.fromkeys(plain, number)
        row.columns = {name: index + 1 for index, (name, spoken) in columns.items() if spoken in ("", self.lang)}
        self.sheet.rows.append(row)

    def _say(self, lang: str, key: str, text: str, place: str) -> None:
        """Add a row's words; a translation keeps its original."""
        original = self.sheet.words.get(self.lang, {}).get(key)
        entry = po.PoEntry(place, original.original if original else (text,), (text,), False)
        if fault := po.text_fault(text):
            self.sheet.faults.append(f"{place}: {key:.60} {fault}")
        self.sheet.words.setdefault(lang, {}).setdefault(key, entry)

    def _compare(self, plain: dict[str, str], first: dict[str, str] | None, places: Mapping[Any, str]) -> None:
        """Note a fault where a sheet of words contradicts the other columns, which it may repeat."""
        id = plain.get("id", "")
        if first is None:
            near = did_you_mean(id[:100], self.cells)
            self.sheet.faults.append(f"{places['id', '']}: no row '{id:.60}' in the first sheet{near}")
            return
        for name, text in plain.items():
            if text != first.get(name, ""):
                was = f"'{first.get(name, ''):.60}' in the first sheet"
                self.sheet.faults.append(f"{places[name, '']}: {id:.60}: '{name}' is '{text:.60}' here and {was}")


def parse_cell(text: str, kind: str) -> Any:
    """Return a cell as a value of the field's type, or unchanged text if it is none."""
    head, _, rest = kind.partition(" ")
    if head == "list":
        return [parse_cell(part.strip(), rest) for part in text.split(";") if part.strip()]
    if head in ("int", "number") and len(text) <= LONGEST_NUMBER:
        if INTEGER.fullmatch(text):
            return int(text)
        if head == "number" and (DECIMAL.fullmatch(text) or _COMMA.fullmatch(text)):
            return float(text.replace(",", "."))
    if head == "flag" and text.lower() in ("true", "false"):
        return text.lower() == "true"
    return text


# ---------------------------------------------------------------------- files


def _pages(path: Path, name: str, sheet: SpreadsheetRows) -> Iterator[tuple[str, str, list[Line]]]:
    """Yield language ("" for the first page), name in messages and lines of each page."""
    for lang, own in {"": path, **_language_files(path)}.items():
        sheet.files.append(own)
        where = f"{name}/{own.name}"
        if fault := _read_fault(own):
            sheet.faults.append(f"{where}: {fault}")
        elif own.suffix.lower() == ".csv":
            lines = csv_lines(own, where, sheet.faults)
            if lines is not None:
                yield lang, where, lines
        else:
            for page, lines in _workbook(own, where, sheet.faults):
                yield page, f"{where}#{page}" if page else where, lines


def _language_files(path: Path) -> dict[str, Path]:
    """Return the files of other languages that belong to a CSV file, by language."""
    if path.suffix.lower() != ".csv":
        return {}
    named = {other.stem.removeprefix(f"{path.stem}."): other for other in sorted(path.parent.glob("*.*.csv"))}
    return {lang: other for lang, other in named.items() if po.LANGUAGE.fullmatch(lang)}


def _read_fault(path: Path) -> str:
    try:
        stat = path.stat()
    except OSError as error:
        return error.strerror or "cannot be read"
    if not S_ISREG(stat.st_mode) or not path.resolve().is_relative_to(path.parent.resolve()):
        return "is not a regular file of this folder"
    return f"larger than {LARGEST_FILE} bytes" if stat.st_size > LARGEST_FILE else ""


def csv_lines(path: Path, where: str, faults: list[str]) -> list[Line] | None:
    """Read the lines of a CSV file; the first line decides the delimiter."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        faults.append(f"{where}:{line}: not UTF-8 text; save it as 'CSV UTF-8'")
        return None
    except OSError as error:
        faults.append(f"{where}: {error.strerror}")
        return None
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    reader = csv.reader(StringIO(unicodedata.normalize("NFC", text), newline=""), delimiter=separator, strict=True)
    lines: list[Line] = []
    count, number = 0, 1
    try:
        for cells in reader:
            lines.append((number, [cell.strip() for cell in cells]))
            number = reader.line_num + 1
            count += len(cells)
            if count > MOST_VALUES:
                faults.append(f"{where}:{number}: more than {MOST_VALUES} values in one file")
                return None
    except csv.Error as error:
        faults.append(f"{where}:{number}: not readable as CSV: {error}")
        return None
    return lines


def _workbook(path: Path, where: str, faults: list[str]) -> Iterator[tuple[str, list[Line]]]:
    """Yield the first page of a workbook, then the pages named like a language, with computed values."""
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError:
        faults.append(f"{where}: needs one more package, the extra 'xlsx' (docs/own-game.md); or save it as CSV")
        return
    try:
        with ZipFile(path) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST_WORKBOOK:
                faults.append(f"{where}: unpacked larger than {LARGEST_WORKBOOK} bytes")
                return
        book = CalamineWorkbook.from_path(path)
        if not book.sheet_names:
            faults.append(f"{where}: has no page")
        for number, page in enumerate(book.sheet_names):
            if number == 0 or po.LANGUAGE.fullmatch(page):
                rows = book.get_sheet_by_name(page).to_python(skip_empty_area=False)
                if sum(map(len, rows)) > MOST_VALUES:
                    faults.append(f"{where}: more than {MOST_VALUES} values on one page")
                    return
                lines = [(line, [_cell_text(cell) for cell in cells]) for line, cells in enumerate(rows, 1)]
                yield page if number else "", lines
    except (BadZipFile, CalamineError, OSError, ValueError) as error:
        faults.append(f"{where}: not readable as a workbook: {str(error)[:100]}")


def _cell_text(cell: object) -> str:
    """Return a cell's value as it would stand in a CSV file."""
    if isinstance(cell, bool):
        return f"{cell}".lower()
    if isinstance(cell, float) and cell.is_integer():
        return f"{cell:.0f}"
    return unicodedata.normalize("NFC", f"{cell}").strip()
