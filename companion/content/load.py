"""content/ -> Content. Each file is one table that names its own fields:

    kind: hobbit
    fields: {id: id, name: words, colour: text, die: ref die, prov: prov}
    rows:
    - {id: frodo, name: {en: Frodo, ...}, colour: yellow, die: yellow, prov: rulebook}

Field types: id, int, number, flag, text, words (a text in every language), map, prov (where the fact comes from, one
word for the row or one a field, `public NAME` naming a row of sources.yaml), one A|B|C, ref KIND, list TYPE;
a trailing `?` lets a field be left out. Unknown, missing and doubled keys are errors; all are reported at once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion import resources
from companion.content import strict_yaml
from companion.content.model import LANGUAGES, PROVENANCE, Content, Row, Table
from companion.errors import ContentError, nearest

SHARED = "shared"
TEXTS = ("word", "print_word")  # kinds whose `text` has places for values
PLACEHOLDER = re.compile(r"(\{\{|\}\})|\{([A-Za-z_][A-Za-z0-9_]*)\}|\{[^{}]*\}?|\}")  # group 2: the value's name
MOST_COPIES = 100_000
# Fields that the programs read, and their types; those with `?` may be left out.
HOUSE: Mapping[str, Mapping[str, str]] = {
    "game": {"title": "words", "languages": "list text?", "rights": "words?"},
    "word": {"text": "words"},
    "print_word": {"text": "words"},
    "component": {
        "title": "words",
        "front": "text",
        "back": "text?",
        "each": "text?",
        "count": "text?",
        "copies": "int",
        "on_request": "flag?",
    },
}
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_KIND = re.compile(r"[a-z][a-z0-9_]*")


def game_ids(root: Path | None = None) -> list[str]:
    """Ids of the games that have a folder in content/."""
    folders = (root,) if root else resources.roots()
    return sorted({path.parent.name for folder in folders for path in (folder / "content").glob("*/game.yaml")})


def load(game: str) -> Content:
    """One game's content (or SHARED). Raises ContentError with every fault of its files."""
    return _load(game, _root_of(game))


@cache
def _load(game: str, root: Path) -> Content:
    problems: list[str] = []
    content = read(game, problems, root)
    if game != SHARED and "component" not in content.tables:
        problems.append(f"content/{game}: no file of kind 'component'")
    if problems:
        raise ContentError(problems)
    return content


def _root_of(game: str) -> Path:
    """The first root with files of that game."""
    return next((root for root in resources.roots() if (root / "content" / game).is_dir()), resources.root())


def read(game: str, problems: list[str], root: Path | None = None) -> Content:
    """As `load`, but notes faults in `problems` and returns what could be read."""
    root = root or _root_of(game)
    tables: dict[str, Table] = {}
    folder = root / "content" / game
    langs = _languages(folder / "game.yaml")
    for path in sorted(folder.glob("*.yaml")):
        table = _table(path, path.relative_to(root).as_posix(), problems, langs)
        if table is None:
            continue
        if table.kind in tables:
            problems.append(f"{path.relative_to(root).as_posix()}:1: a second file of kind '{table.kind:.60}'")
        tables[table.kind] = table
    for table in tables.values():
        _references(table, tables, problems)
    _components(tables, problems)
    if game != SHARED:
        _game(game, tables, problems)
    return Content(game, MappingProxyType(tables))


def _game(game: str, tables: Mapping[str, Table], problems: list[str]) -> None:
    """The row of the game itself, and the languages it says it has."""
    if "game" not in tables:
        problems.append(f"content/{game}: no file of kind 'game'")
    elif game not in tables["game"]:
        problems.append(f"content/{game}/game.yaml:1: the game's id is not '{game}'")
    else:
        row = tables["game"][game]
        said = row.get("languages", LANGUAGES)
        wrong = [str(lang) for lang in said if lang not in LANGUAGES] if isinstance(said, (list, tuple)) else []
        problems.extend(
            f"{row.place}: {game}: unknown language '{lang:.40}'; known are {', '.join(LANGUAGES)}" for lang in wrong
        )
        if not said:
            problems.append(f"{row.place}: {game}: 'languages' names none of {', '.join(LANGUAGES)}")


def _languages(path: Path) -> tuple[str, ...]:
    """The languages that a game says it has, else all; a fault in the file is found when its table is read."""
    data = strict_yaml.read(path, path.name, []) if path.is_file() else None
    rows = data.get("rows") if isinstance(data, dict) else None
    said = rows[0].get("languages") if isinstance(rows, list) and rows and isinstance(rows[0], dict) else None
    langs = tuple(lang for lang in LANGUAGES if lang in said) if isinstance(said, list) else ()
    return langs or LANGUAGES


def _table(path: Path, name: str, problems: list[str], langs: Sequence[str]) -> Table | None:
    data = strict_yaml.read(path, name, problems)
    if data is None:
        return None
    shapes = {"kind": str, "fields": strict_yaml.Located, "rows": list | None}
    if not isinstance(data, strict_yaml.Located) or set(data) != set(shapes):
        problems.append(f"{name}:1: a table has exactly the keys kind, fields, rows")
        return None
    wrong = [key for key, shape in shapes.items() if not isinstance(data[key], shape)]
    if wrong:
        problems.extend(f"{name}:{data.lines[key]}: '{key}' has another shape than in a table" for key in wrong)
        return None
    schema: Mapping[str, str] = data["fields"]
    rows: dict[str, Row] = {}
    if not _KIND.fullmatch(data["kind"]):
        problems.append(f"{name}:{data.lines['kind']}: '{data['kind']:.40}' is no name of a kind; small letters and _")
        return None
    for field, kind in schema.items():
        if not _known_type(str(kind).removesuffix("?")):
            problems.append(
                f"{name}:{data['fields'].lines[field]}: field '{field}' has the unknown type '{kind!s:.60}'"
            )
            return None
    if schema.get("id") != "id":
        problems.append(f"{name}:{data.lines['fields']}: the fields of a table begin with `id: id`")
        return None
    if data["rows"] and (faults := _house_faults(data["kind"], schema)):
        problems.extend(f"{name}:{data.lines['fields']}: {fault}" for fault in faults)
        return None
    for number, item in enumerate(data["rows"] or (), 1):
        if not isinstance(item, strict_yaml.Located):
            problems.append(f"{name}: row {number} is not a mapping")
            continue
        row = _row(str(data["kind"]), item, schema, name, problems, langs)
        if row.id in rows:
            problems.append(f"{row.place}: id '{row.id}' stands here twice (first at {rows[row.id].place})")
        rows[row.id] = row
    return Table(str(data["kind"]), schema, MappingProxyType(rows))


def _house_faults(kind: str, schema: Mapping[str, str]) -> list[str]:
    """Fields of the house's own kinds that are not there or have another type."""
    wrong = []
    for field, wanted in HOUSE.get(kind, {}).items():
        given = schema.get(field)
        if given is None and not wanted.endswith("?"):
            wrong.append(f"a {kind} needs a field `{field}: {wanted}`")
        elif given is not None and (given.removesuffix("?") != wanted.removesuffix("?") or given > wanted):
            wrong.append(f"field '{field}' of a {kind} has the type `{wanted}`, not `{given:.60}`")
    return wrong


def _components(tables: Mapping[str, Table], problems: list[str]) -> None:
    """What components name: a kind of rows, a number of copies that can be printed."""
    for row in tables.get("component", {}).values():
        each, copies = row.get("each"), row.get("copies", 1)
        if not isinstance(row.get("print"), str):
            problems.append(f"{row.place}: {row.id}: 'print' does not say with which kind it is printed")
        if isinstance(each, str) and each in tables and "count" in row:
            field = str(row["count"])
            if tables[each].schema.get(field) != "int":
                known = [name for name, kind in tables[each].schema.items() if kind == "int"]
                problems.append(
                    f"{row.place}: {row.id}: 'count' names no whole number '{field}'{nearest(field, known)}"
                )
            for counted in tables[each].values():
                number = counted.get(field)
                if type(number) is int and not 0 <= number <= MOST_COPIES:
                    problems.append(
                        f"{counted.place}: {counted.id}: '{field}' lies between 0 and {MOST_COPIES}, not {number}"
                    )
        if isinstance(each, str) and each not in tables:
            problems.append(f"{row.place}: {row.id}: 'each' names no kind '{each:.60}'{nearest(each, tables)}")
        if type(copies) is int and not 0 <= copies <= MOST_COPIES:
            problems.append(f"{row.place}: {row.id}: 'copies' lies between 0 and {MOST_COPIES}, not {copies}")


def _row(
    kind: str,
    item: strict_yaml.Located,
    schema: Mapping[str, str],
    name: str,
    problems: list[str],
    langs: Sequence[str],
) -> Row:
    place = f"{name}:{item.line}"
    label = f"{item.get('id', '?')!s:.60}"
    for key in item:
        if key not in schema:
            problems.append(f"{name}:{item.lines[key]}: {label}: unknown key '{key:.60}'{nearest(key, schema)}")
    for field, wanted in schema.items():
        if field not in item:
            if not wanted.endswith("?"):
                problems.append(f"{place}: {label}: '{field}' is missing")
            continue
        fault = _fault(item[field], wanted.removesuffix("?"), langs)
        if not fault and kind in TEXTS and field == "text":
            fault = _placeholder_fault(item[field])
        if fault:
            problems.append(f"{name}:{item.lines[field]}: {label}: '{field}' {fault}")
    return Row(kind, place, MappingProxyType({"id": "?", **item}))


def _known_type(kind: str) -> bool:
    if kind.startswith("list list list "):  # a list of lists is the most
        return False
    head, _, rest = kind.partition(" ")
    if head in ("ref", "one"):
        return bool(rest)
    if head == "list":
        return _known_type(rest)
    return kind in ("id", "int", "number", "flag", "text", "words", "map", "prov")


def _fault(value: Any, kind: str, langs: Sequence[str]) -> str:
    """Why `value` is not of type `kind`, or nothing."""
    head, _, rest = kind.partition(" ")
    match head:
        case "id" | "ref":
            good = isinstance(value, str) and _ID.fullmatch(value)
            return "" if good else f"is not an id: {value!r:.60}"
        case "int":
            return "" if type(value) is int else f"is not a whole number: {value!r:.60}"
        case "number":
            return "" if type(value) in (int, float) else f"is not a number: {value!r:.60}"
        case "flag":
            return "" if type(value) is bool else f"is neither true nor false: {value!r:.60}"
        case "text":
            return _text_fault(value)
        case "words":
            return _words_fault(value, langs)
        case "one":
            options = rest.split("|")
            return (
                ""
                if value in options
                else f"is '{value!s:.60}', not one of {', '.join(options)}{nearest(str(value), options)}"
            )
        case "list":
            if not isinstance(value, list):
                return f"is not a list: {value!r:.60}"
            return next((fault for item in value if (fault := _fault(item, rest, langs))), "")
        case "prov":
            parts = value.values() if isinstance(value, dict) else [value]
            return next((fault for part in parts if (fault := _prov_fault(part))), "")
        case _:
            return "" if isinstance(value, dict) else f"is not a mapping: {value!r:.60}"


def _text_fault(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        return f"is not a text: {value!r:.60}"
    return "" if unicodedata.is_normalized("NFC", value) else "is not in Unicode form NFC"


def _words_fault(value: Any, langs: Sequence[str]) -> str:
    if not isinstance(value, dict):
        return f"needs a text in each of {', '.join(langs)}"
    missing = [lang for lang in langs if lang not in value]
    if missing:
        return f"has no text in {', '.join(missing)}"
    extra = [lang for lang in value if lang not in langs]
    if extra:
        return f"has a text in unknown language {', '.join(extra)}"
    return next((f"{fault} ({lang})" for lang, text in value.items() if (fault := _text_fault(text))), "")


def _placeholder_fault(texts: Mapping[str, str]) -> str:
    """Places for values are plain `{name}`; a brace is doubled."""
    for lang, text in texts.items():
        for match in PLACEHOLDER.finditer(text):
            if match[1] is None and match[2] is None:
                return f"has '{match[0]:.40}' where a plain {{name}} or {{{{ stands ({lang})"
    return ""


def _prov_fault(value: Any) -> str:
    word, _, source = str(value).partition(" ")
    if word == "public" and not source:
        return "says `public` without naming the source"
    return "" if word in PROVENANCE else f"names no provenance: {value!r:.60}{nearest(word, PROVENANCE)}"


def _references(table: Table, tables: Mapping[str, Table], problems: list[str]) -> None:
    for field, kind in table.schema.items():
        head, _, rest = kind.removesuffix("?").removeprefix("list ").partition(" ")
        if head not in ("ref", "prov"):
            continue
        for row in table.values():
            if field not in row:
                continue
            value = row[field]
            known: Mapping[str, Row]
            if head == "prov":
                named = [str(part) for part in (value.values() if isinstance(value, dict) else [value])]
                wanted, known = [part.partition(" ")[2] for part in named if " " in part], tables.get("source", {})
            else:
                wanted, known = value if isinstance(value, list) else [value], tables.get(rest, {})
            problems.extend(
                f"{row.place}: {row.id}: '{field}' names no {rest or 'source'} '{item:.60}'{nearest(item[:100], known)}"
                for item in wanted
                if isinstance(item, str) and item not in known
            )
