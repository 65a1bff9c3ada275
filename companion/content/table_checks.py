"""The sums that a table states of itself, in the `checks:` of its head:

    checks:
    - {total: 60}                                      60 rows
    - {of: count, total: 60}                           numbers, or lengths of lists, that come to 60
    - {where: {set: standard}, of: count, total: 16}   of the rows with that value only
    - {by: deck, total: 24}                            24 rows for each deck
    - {by: nation, of: regular, total: {gondor: 9}}    a total for each value, and no other value
    - {of: cards, total: stated}                       in each row the number that its field `stated` holds
    - {of: cards, by: scenario, most: copies}          nothing listed more often than its own row's `copies` allow
    - {of: cards, most: 1}                             nothing listed twice

`none` stands for rows without the field. Knows no game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.content.strict_yaml import Located
from companion.core.errors import did_you_mean

if TYPE_CHECKING:
    from companion.content.model import Row, Table

KEYS = ("total", "most", "of", "by", "where")
NONE = "none"


def check_faults(table: Table, tables: Mapping[str, Table]) -> Iterator[str]:
    """Faults of the checks themselves, and what the rows come to otherwise, as `file:line: what`."""
    for place, check in table.checks:
        faults = list(_shape_faults(check, table, tables))
        yield from (f"{place}: {fault}" for fault in faults)
        if faults:
            continue
        rows = [row for row in table.values() if _matches(row, check.get("where", {}))]
        if "most" in check:
            yield from _copy_faults(rows, check, table, tables)
        elif isinstance(check["total"], str):
            yield from _row_faults(rows, check["of"], check["total"])
        else:
            yield from _total_faults(rows, check, place)


def _shape_faults(check: Any, table: Table, tables: Mapping[str, Table]) -> Iterator[str]:
    if not isinstance(check, Located) or ("total" in check) == ("most" in check):
        yield "a check is a mapping with either `total` or `most`"
        return
    yield from (f"a check has no '{key:.40}'{did_you_mean(key, KEYS)}" for key in check if key not in KEYS)
    where, total, most = check.get("where", {}), check.get("total", 0), check.get("most", 0)
    if not isinstance(where, dict):
        yield "'where' is a mapping of fields to values"
        where = {}
    fields = [check[key] for key in ("of", "by") if key in check] + list(where)
    fields += [total] if isinstance(total, str) else []
    yield from (
        f"a check names no field '{field!s:.40}'{did_you_mean(str(field), table.schema)}"
        for field in fields
        if not isinstance(field, str) or field not in table.schema
    )
    if isinstance(total, dict):
        if "by" not in check or not all(type(number) is int for number in total.values()):
            yield "totals by value are whole numbers and need `by`"
    elif not isinstance(total, str) and type(total) is not int:
        yield "'total' is a whole number, a field, or a mapping of values to numbers"
    if isinstance(total, str) and "of" not in check:
        yield f"the total '{total:.40}' of each row needs `of`"
    if "most" in check:
        yield from _most_faults(most, table.schema.get(str(check.get("of")), ""), tables)


def _most_faults(most: Any, kind: str, tables: Mapping[str, Table]) -> Iterator[str]:
    named = kind.removesuffix("?").removeprefix("list ").removeprefix("ref ")
    if type(most) is not int and not isinstance(most, str):
        yield "'most' is a whole number, or a field of the rows that are listed"
    elif isinstance(most, str) and named in tables and tables[named].schema.get(most, "").removesuffix("?") != "int":
        yield f"'most' names no whole number '{most:.40}' of a {named}"


def _matches(row: Row, where: Mapping[str, Any]) -> bool:
    return all(_value(row, field) == _text(value) for field, value in where.items())


def _value(row: Row, field: str) -> str:
    return _text(row.get(field, NONE))


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _amount(row: Row, field: str | None) -> float:
    """1 without a field; else its number, the length of its list, or the sum of its numbers."""
    value = 1 if field is None else row.get(field, 0)
    if isinstance(value, list):
        return len(value)
    numbers = value.values() if isinstance(value, dict) else [value]
    return sum(number for number in numbers if type(number) in (int, float))


def _total_faults(rows: Iterable[Row], check: Mapping[str, Any], place: str) -> Iterator[str]:
    field, by, total = check.get("of"), check.get("by"), check["total"]
    what = field or "rows"
    if where := check.get("where"):
        what += f" where {', '.join(f'{name} is {_text(value)}' for name, value in where.items())}"
    sums: defaultdict[str, float] = defaultdict(int)
    for row in rows:
        sums[_value(row, by) if by else ""] += _amount(row, field)
    wanted: Mapping[str, int] = total if isinstance(total, dict) else dict.fromkeys(sums or [""], total)
    for value in dict.fromkeys([*wanted, *sums]):
        if sums.get(value, 0) != wanted.get(value, 0):
            of = f" of {by} '{value:.60}'" if by else ""
            yield f"{place}: {what}{of}: {sums.get(value, 0):g}, not {wanted.get(value, 0)}"


def _row_faults(rows: Iterable[Row], field: str, total: str) -> Iterator[str]:
    for row in rows:
        if field in row and total in row and _amount(row, field) != row[total]:
            yield f"{row.place}: {row.id}: {_amount(row, field):g} in '{field}', not {row[total]} as '{total}' says"


def _copy_faults(
    rows: Iterable[Row], check: Mapping[str, Any], table: Table, tables: Mapping[str, Table]
) -> Iterator[str]:
    field, by, most = check["of"], check.get("by", "id"), check["most"]
    kind = table.schema[field].removesuffix("?").removeprefix("list ").removeprefix("ref ")
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        group = _value(row, by)
        value = row.get(field, ())
        for item in dict.fromkeys(items := [_text(part) for part in (value if isinstance(value, list) else [value])]):
            before = found[group][item]
            found[group][item] += items.count(item)
            limit = _limit(tables[kind].get(item) if kind in tables else None, most)
            if type(limit) is int and before <= limit < found[group][item]:
                yield f"{row.place}: {row.id}: '{item:.60}' {found[group][item]} times in '{field}', at most {limit}"


def _limit(listed: Row | None, most: int | str) -> Any:
    if isinstance(most, int):
        return most
    return listed.get(most) if listed is not None else None
