"""content/ -> Content. Each file is one table that names its own fields:

    kind: hobbit
    fields: {id: id, name: words, colour: text, die: ref die, prov: prov}
    rows:
    - {id: frodo, colour: yellow, die: yellow, prov: rulebook}

Field types: id, int, number, flag, text, words (`hobbit.frodo.name` of texts/, in every language), map, prov (where the
fact comes from, one word for the row or one a field, `public NAME` naming a row of sources.yaml), one A|B|C,
ref KIND, verb (`NAME` or `{NAME: ARGUMENTS}`, see play/game/verbs.py), list TYPE; a trailing `?` lets a
field be left out. Unknown, missing and doubled keys are errors; all are reported at once. `rows: hobbits.csv` reads
them from a sheet (spreadsheet.py).

The head may also hold `prov:` and `src:`, which rows without these fields have, or `prov: {by: FIELD, VALUE: ...}` for
those with each value of a choice; a row's own `prov` by field goes over it. And `checks:`, the sums that the table
states of itself (table_checks.py).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.content import spreadsheet, strict_yaml, texts
from companion.content.model import PROVENANCE, Content, Row, Table
from companion.content.table_checks import check_faults
from companion.content.texts import Texts
from companion.core import plugins, resources
from companion.core.errors import ContentError, WrongCall, did_you_mean

SHARED = "shared"
TO_PLAY = ("source", "rule", "option")  # tables that a game with a referee needs
MOST_COPIES = 100_000
PRINTS = ("sheets", "cards", "tiles", "dice", "boards", "aids", "figures", "boxes")  # the usual kinds to print
# Fields that the programs read, and their types; those with `?` may be left out.
HOUSE: Mapping[str, Mapping[str, str]] = {
    "game": {"title": "words", "rights": "words?", "pictures": "list text?", "scene": "text?"},
    "component": {
        "title": "words",
        "front": "text",
        "back": "text?",
        "back_row": "text?",
        "each": "text?",
        "count": "text?",
        "copies": "int",
        "on_request": "flag?",
    },
}
DEFAULTS = ("prov", "src")  # fields that the head of a table may give to all its rows
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_KIND = re.compile(r"[a-z][a-z0-9_]*")


def game_ids(root: Path | None = None) -> list[str]:
    """Ids of the games that have a folder in content/, and of sound plugins; of one root only what it has."""
    folders = (root,) if root else resources.roots()
    found = {path.parent.name for folder in folders for path in (folder / "content").glob("*/game.yaml")}
    return sorted(found if root else found | {id for id in plugins.plugin_names() if has_game(id)})


def has_game(game: str) -> bool:
    """Return whether there is a game of that id; a plugin's is read, and left out if it is faulty."""
    if any((root / "content" / game / "game.yaml").is_file() for root in resources.roots()):
        return True
    return resources.plugin_root(game) is not None and not plugin_problems(game)


def check_game(game: str) -> str:
    """Return the id of a game that is there. Raises WrongCall with the nearest."""
    if not has_game(game):
        known = game_ids()
        raise WrongCall("no_game", game, known, choices=", ".join(known))
    return game


def game_content(game: str) -> Content:
    """Return the content of a game. Raises WrongCall for an unknown one, ContentError for broken files."""
    return load(check_game(game))


def plugin_faults() -> dict[str, str]:
    """Return why plugins are left out, each in one line."""
    return {
        id: f"{id} ({plugins.packages_of(id)}): left out: {' '.join(fault.split())}"
        for id in plugins.plugin_names()
        if (fault := _plugin_fault(id))
    }


def _plugin_fault(game: str) -> str:
    if resources.is_built_in(game):
        return f"'{game}' is built into rings-companion"
    if fault := plugins.plugin_fault(game):
        return fault
    first, *more = plugin_problems(game) or [""]
    return f"{first} (and {len(more)} more: companion check --game {game})" if more else first


def plugin_problems(game: str) -> tuple[str, ...]:
    """Return the faults of a plugin's content, as the files and its rules see them; none of other games."""
    plugin = None if resources.is_built_in(game) else plugins.find_plugin(game)
    return () if plugin is None else _problems_of(plugin)


@resources.cached_reader
def _problems_of(plugin: plugins.Plugin) -> tuple[str, ...]:
    try:
        content = _load(plugin.id, plugin.root)
        if plugin.game is None:
            return ()
        lacking = [f"content/{plugin.id}: no file of kind '{kind}'" for kind in TO_PLAY if kind not in content.tables]
        found = tuple(lacking or plugin.game.rules.problems(content))
        if not found:  # the smallest table can be set
            players = [str(number) for number in range(content.info["seats_min"])]
            plugin.game.rules.header(content, players, None, {}, None)
        return found
    except ContentError as error:
        return error.problems
    except Exception as error:  # whatever foreign code raises
        return (f"content/{plugin.id}: {type(error).__name__}: {error}",)


@resources.cached_reader
def languages() -> tuple[str, ...]:
    """The languages of the house, English first: those that the shared texts have."""
    return _load(SHARED, resources.root()).languages


def load(game: str) -> Content:
    """One game's content (or SHARED). Raises ContentError with every fault of its files."""
    return _load(game, root_of(game))


@resources.cached_reader
def _load(game: str, root: Path) -> Content:
    problems: list[str] = []
    content = read_content(game, problems, root)
    if game != SHARED and "component" not in content.tables:
        problems.append(f"content/{game}: no file of kind 'component'")
    if problems:
        raise ContentError(problems)
    return content


def root_of(game: str) -> Path:
    """The first root with files of that game, or its plugin's."""
    found = next((root for root in resources.roots() if (root / "content" / game).is_dir()), None)
    return found or resources.plugin_root(game) or resources.root()


def read_content(game: str, problems: list[str], root: Path | None = None) -> Content:
    """Load like `load`, but note faults in `problems` and return what could be read."""
    root = root or root_of(game)
    tables: dict[str, Table] = {}
    folder = root / "content" / game
    said = texts.read_texts(folder, f"content/{game}", problems)
    for path in sorted(folder.glob("*.yaml")):
        table = _table(path, path.relative_to(root).as_posix(), problems, said)
        if table is None:
            continue
        if table.kind in tables:
            problems.append(f"{path.relative_to(root).as_posix()}:1: a second file of kind '{table.kind:.60}'")
        tables[table.kind] = table
    for table in tables.values():
        _references(table, tables, problems)
        problems += check_faults(table, tables)
    _components(tables, problems)
    if game != SHARED:
        _game(game, tables, problems)
    return Content(game, MappingProxyType(tables), said)


def _game(game: str, tables: Mapping[str, Table], problems: list[str]) -> None:
    """The row of the game itself."""
    if "game" not in tables:
        problems.append(f"content/{game}: no file of kind 'game'")
    elif game not in tables["game"]:
        problems.append(f"content/{game}/game.yaml:1: the game's id is not '{game}'")


def read_table(path: Path, name: str, problems: list[str]) -> Table | None:
    """A table without words, of a file that is no part of a game's content; faults are noted in `problems`."""
    return _table(path, name, problems, Texts())


def _table(path: Path, name: str, problems: list[str], said: Texts) -> Table | None:
    data = strict_yaml.read_yaml(path, name, problems)
    if data is None:
        return None
    shapes = {"kind": str, "fields": strict_yaml.Located, "rows": list | str | None}
    more = (*DEFAULTS, "checks")
    if not isinstance(data, strict_yaml.Located) or set(data).difference(more) != set(shapes):
        problems.append(f"{name}:1: a table has the keys kind, fields, rows, and at most {', '.join(more)} besides")
        return None
    wrong = [key for key, shape in shapes.items() if not isinstance(data[key], shape)]
    if wrong:
        problems.extend(f"{name}:{data.lines[key]}: '{key}' has another shape than in a table" for key in wrong)
        return None
    schema: Mapping[str, str] = data["fields"]
    rows: dict[str, Row] = {}
    if not _KIND.fullmatch(data["kind"]):
        problems.append(
            f"{name}:{data.lines['kind']}: '{data['kind']:.40}' is not a name for a kind; use small letters and _"
        )
        return None
    unknown = [
        f"{name}:{data['fields'].lines[field]}: field '{field}' has the unknown type '{kind!s:.60}'"
        for field, kind in schema.items()
        if not _known_type(str(kind).removesuffix("?"))
    ]
    if unknown:
        problems.extend(unknown)
        return None
    if schema.get("id") != "id":
        problems.append(f"{name}:{data.lines['fields']}: the fields of a table begin with `id: id`")
        return None
    if data["rows"] and (faults := _house_faults(data["kind"], schema)):
        problems.extend(f"{name}:{data.lines['fields']}: {fault}" for fault in faults)
        return None
    defaults = _defaults(data, schema, name, problems)
    checks = _checks(data, name, problems)
    items, sheets = data["rows"] or (), list[Path]()
    if isinstance(data["rows"], str):
        first = said.languages[0] if said.languages else "en"
        folder = Path(name).parent.as_posix()
        found = spreadsheet.read_spreadsheet(path.parent, folder, data["rows"], data["kind"], schema, first, problems)
        for lang, entries in found.words.items():
            said.add(lang, entries, problems)
        items, sheets, name = found.rows, found.files, f"{folder}/{data['rows']}"
    for number, item in enumerate(items, 1):
        if not isinstance(item, strict_yaml.Located):
            problems.append(f"{name}: row {number} is not a mapping")
            continue
        row = _row(str(data["kind"]), item, schema, name, problems, said, defaults)
        if row.id in rows:
            problems.append(f"{row.place}: id '{row.id}' appears twice (first at {rows[row.id].place})")
        rows[row.id] = row
    return Table(str(data["kind"]), schema, MappingProxyType(rows), tuple(sheets), defaults, checks)


def _defaults(
    data: strict_yaml.Located, schema: Mapping[str, str], name: str, problems: list[str]
) -> dict[str, tuple[str, Any]]:
    """Fields that the head gives to rows without them, each with its place; faults stand in the head once."""
    out = {}
    for field in DEFAULTS:
        if field not in data:
            continue
        place, kind, value = f"{name}:{data.lines[field]}", schema.get(field), data[field]
        if kind is None:
            problems.append(f"{place}: the head gives '{field}', which is not a field of this table")
        elif fault := _default_fault(value, kind.removesuffix("?"), schema):
            problems.append(f"{place}: '{field}' {fault}")
            value = {}
        out[field] = (place, value)
    return out


def _default_fault(value: Any, kind: str, schema: Mapping[str, str]) -> str:
    """Return why the head's value is not of type `kind`, or one of that type for each choice of a field, or nothing."""
    if not (isinstance(value, dict) and "by" in value):
        return _fault(value, kind)
    head, _, choices = str(schema.get(str(value["by"]), "")).removesuffix("?").partition(" ")
    if head != "one":
        return f"is by '{value['by']!s:.60}', which is not a field `one A|B`"
    for choice, part in value.items():
        if choice != "by" and choice not in choices.split("|"):
            return f"is by '{value['by']}', which is never '{choice!s:.60}'{did_you_mean(choice, choices.split('|'))}"
        if choice != "by" and (fault := _fault(part, kind)):
            return fault
    return ""


def _row_defaults(
    defaults: Mapping[str, tuple[str, Any]],
    schema: Mapping[str, str],
    item: Mapping[str, Any],
    named: Mapping[str, Any],
) -> dict[str, Any]:
    """Return `prov` and `src` of a row from the head of its table.

    named: fields in which the row has words.
    """
    out = {}
    for field, (_, value) in defaults.items():
        if isinstance(value, dict) and "by" in value:
            value = value.get(str(item.get(value["by"])))
            if isinstance(value, dict):
                value = {part: mark for part, mark in value.items() if part == "row" or part in item or part in named}
        own = item.get(field)
        if isinstance(own, dict) and isinstance(value, dict):
            value = {**value, **own}
        elif field in item:
            value = own
        if field in schema and value is not None:
            out[field] = value
    return out


def _checks(data: strict_yaml.Located, name: str, problems: list[str]) -> tuple[tuple[str, Any], ...]:
    checks, line = data.get("checks", []), data.lines.get("checks", 1)
    if not isinstance(checks, list):
        problems.append(f"{name}:{line}: 'checks' is not a list")
        return ()
    return tuple(
        (f"{name}:{check.line if isinstance(check, strict_yaml.Located) else line}", check) for check in checks
    )


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
    """Note faults of components: unknown kinds, numbers of copies that cannot be printed."""
    for row in tables.get("component", {}).values():
        each, copies = row.get("each"), row.get("copies", 1)
        if not isinstance(row.get("print"), str):
            problems.append(f"{row.place}: {row.id}: 'print' does not say with which kind it is printed")
        elif row["print"] not in PRINTS and (meant := did_you_mean(row["print"], PRINTS)):
            problems.append(f"{row.place}: {row.id}: 'print' is no '{row['print']:.40}'{meant}")
        if isinstance(each, str) and each in tables and "count" in row:
            field = str(row["count"])
            if tables[each].schema.get(field) != "int":
                known = [name for name, kind in tables[each].schema.items() if kind == "int"]
                problems.append(
                    f"{row.place}: {row.id}: 'count' names no whole number '{field}'{did_you_mean(field, known)}"
                )
            for counted in tables[each].values():
                number = counted.get(field)
                if type(number) is int and not 0 <= number <= MOST_COPIES:
                    problems.append(
                        f"{counted.place}: {counted.id}: '{field}' must be between 0 and {MOST_COPIES}, not {number}"
                    )
        if isinstance(each, str) and each in tables and "back_row" in row:
            problems += _back_row_faults(row, tables[each])
        if isinstance(each, str) and each not in tables:
            problems.append(f"{row.place}: {row.id}: 'each' names no kind '{each:.60}'{did_you_mean(each, tables)}")
        if type(copies) is int and not 0 <= copies <= MOST_COPIES:
            problems.append(f"{row.place}: {row.id}: 'copies' must be between 0 and {MOST_COPIES}, not {copies}")


def _back_row_faults(component: Row, table: Table) -> Iterator[str]:
    """Faults of rows that lie behind others: each behind one at most, and none has one behind itself."""
    field, kind = str(component["back_row"]), f"ref {table.kind}"
    known = [name for name, type in table.schema.items() if type in (kind, f"{kind}?")]
    if field not in known:
        yield f"{component.place}: {component.id}: 'back_row' names no `{kind}` '{field}'{did_you_mean(field, known)}"
        return
    behind = Counter(row[field] for row in table.values() if field in row)
    for row in table.values():
        if behind[row.id] > 1 or (behind[row.id] and field in row):
            yield f"{row.place}: {row.id}: '{field}' of another row; it may be that of one only, and have none itself"


def _row(
    kind: str,
    item: strict_yaml.Located,
    schema: Mapping[str, str],
    name: str,
    problems: list[str],
    said: Texts,
    defaults: Mapping[str, tuple[str, Any]],
) -> Row:
    place = f"{name}:{item.line}"
    label = f"{item.get('id', '?')!s:.60}"
    for key in item:
        if key not in schema:
            problems.append(f"{name}:{item.lines[key]}: {label}: unknown key '{key:.60}'{did_you_mean(key, schema)}")
    keys = {field: f"{kind}.{label}.{field}" for field, wanted in schema.items() if wanted.removesuffix("?") == "words"}
    spoken = {field: said[key] for field, key in keys.items() if key in said}
    given = _row_defaults(defaults, schema, item, spoken)
    for field, wanted in schema.items():
        if field in keys:
            if field in item:
                problems.append(
                    f"{name}:{item.position_of(field)}: {label}: words of '{field}' stand in texts/ as '{keys[field]}'"
                )
            if field not in spoken and not wanted.endswith("?"):
                meant = did_you_mean(keys[field], said)
                problems.append(
                    f"{name}:{item.position_of(field)}: {label}: '{field}' has no text '{keys[field]}'{meant}"
                )
        elif field not in item:
            if not wanted.endswith("?") and field not in given:
                problems.append(f"{name}:{item.position_of(field)}: {label}: '{field}' is missing")
        elif fault := _fault(item[field], wanted.removesuffix("?")):
            problems.append(f"{name}:{item.position_of(field)}: {label}: '{field}' {fault}")
    fields = {"id": "?", **item, **given, **spoken}
    return Row(kind, place, MappingProxyType({field: fields[field] for field in (*schema, *item) if field in fields}))


def _known_type(kind: str) -> bool:
    if kind.startswith("list list list "):  # a list of lists is the most
        return False
    head, _, rest = kind.partition(" ")
    if head in ("ref", "one"):
        return bool(rest)
    if head == "list":
        return rest != "words" and _known_type(rest)
    return kind in ("id", "int", "number", "flag", "text", "words", "map", "prov", "verb")


def _fault(value: Any, kind: str) -> str:
    """Return why `value` is not of type `kind`, or nothing."""
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
        case "one":
            options = rest.split("|")
            return (
                ""
                if value in options
                else f"is '{value!s:.60}', not one of {', '.join(options)}{did_you_mean(str(value), options)}"
            )
        case "list":
            if not isinstance(value, list):
                return f"is not a list: {value!r:.60}"
            return next((fault for item in value if (fault := _fault(item, rest))), "")
        case "prov":
            parts = value.values() if isinstance(value, dict) else [value]
            return next((fault for part in parts if (fault := _prov_fault(part))), "")
        case "verb":
            verb = isinstance(value, str) or (isinstance(value, dict) and len(value) == 1)
            return "" if verb else f"is not a verb, `NAME` or `{{NAME: ARGUMENTS}}`: {value!r:.60}"
        case _:
            return "" if isinstance(value, dict) else f"is not a mapping: {value!r:.60}"


def _text_fault(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        return f"is not a text: {value!r:.60}"
    return "" if unicodedata.is_normalized("NFC", value) else "is not in Unicode form NFC"


def _prov_fault(value: Any) -> str:
    word, _, source = str(value).partition(" ")
    if word == "public" and not source:
        return "says `public` without naming the source"
    return "" if word in PROVENANCE else f"names no provenance: {value!r:.60}{did_you_mean(word, PROVENANCE)}"


def _references(table: Table, tables: Mapping[str, Table], problems: list[str]) -> None:
    for field, kind in table.schema.items():
        head, _, rest = kind.removesuffix("?").removeprefix("list ").partition(" ")
        if head not in ("ref", "prov"):
            continue
        place, default = table.defaults.get(field, ("", None))
        known: Mapping[str, Row] = tables.get("source" if head == "prov" else rest, {})
        ours = _named_ids(default, head)
        named = [(f"{row.place}: {row.id}", _named_ids(row[field], head)) for row in table.values() if field in row]
        for where, ids in ((place, ours), *((where, [id for id in ids if id not in ours]) for where, ids in named)):
            problems.extend(
                f"{where}: '{field}' names no {rest or 'source'} '{id:.60}'{did_you_mean(id[:100], known)}"
                for id in ids
                if id not in known
            )


def _named_ids(value: Any, head: str) -> list[str]:
    """Return the ids in the value of a reference, or the sources in that of a `prov`."""
    if isinstance(value, dict):
        return [id for key, part in value.items() if key != "by" for id in _named_ids(part, head)]
    if isinstance(value, list):
        return [id for part in value for id in _named_ids(part, head)]
    if not isinstance(value, str) or (head == "prov" and " " not in value):
        return []
    return [value.partition(" ")[2] if head == "prov" else value]
