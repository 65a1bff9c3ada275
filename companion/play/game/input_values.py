"""Read the values of a set-up from a command or a file: players, options, keys of a position or sheet.

Knows no game: which seats, variants, options and keys there are is handed in. Everything here raises WrongCall for what
means nothing, with the nearest word that does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.core.visible import clean_text

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game.game import Json, Say, State


def player(text: str, seats: Collection[str]) -> tuple[str, str]:
    """Return name and seat of `Name:seat`; without a name the seat may be any word."""
    name, _, seat = clean_text(text).rpartition(":")
    name, seat = name.strip(), seat.strip().lower()
    if name and seat not in seats:
        raise WrongCall("no_seat", seat, seats, choices=", ".join(seats))
    return name, seat


def variant(variants: Sequence[str], asked: str | None) -> str:
    """Return the variant that is asked for, or the first."""
    if asked is not None and asked not in variants:
        raise WrongCall("no_variant", asked, variants)
    return asked or variants[0]


def options(rows: Mapping[str, Mapping[str, Any]], given: Mapping[str, str]) -> dict[str, str]:
    """Return every option with its value."""
    known_options(rows, given)
    return {name: option(row, given) for name, row in rows.items()}


def known_options(known: Collection[str], given: Mapping[str, str]) -> None:
    """Raise WrongCall for an unknown option."""
    for name in given:
        if name not in known:
            raise WrongCall("no_option", name, known)


def option(row: Mapping[str, Any], given: Mapping[str, str]) -> str:
    """Return the value of an option (`flag`, `int LEAST-MOST` or `one A|B`), or its default."""
    name, (kind, _, detail) = row["id"], row["values"].partition(" ")
    value: str = given.get(name, row["default"]).lower()
    if kind == "int":
        least, _, most = detail.partition("-")
        if not re.fullmatch(r"\d{1,6}", value) or not int(least) <= int(value) <= int(most):
            raise WrongCall("option_whole", value, option=name, limits=detail)
        return str(int(value))
    allowed = ("true", "false") if kind == "flag" else tuple(detail.split("|"))
    if value not in allowed:
        raise WrongCall("option_flag" if kind == "flag" else "option_one", value, allowed, option=name)
    return value


def settle_again(
    header: Json, settle: Callable[[Sequence[str], str, Mapping[str, str]], Json | Refusal]
) -> Json | Refusal:
    """The seats, variant and options of a header that was read back, settled like those of a command.

    Raises ValueError unless the header has every choice written out.
    """
    named = [f"{seat['name']}:{seat['id']}" for seat in header["seats"]]
    settled = settle(named, header["variant"], header["options"])
    if not isinstance(settled, Refusal) and any(header[key] != value for key, value in settled.items()):
        raise ValueError("a header has every choice written out")
    return settled


def check_keys(data: Any, keys: Collection[str], what: str) -> None:
    """Return the data as a mapping with known keys only. Raises WrongCall."""
    if not isinstance(data, dict):
        raise WrongCall("not_mapping", what)
    for key in data:
        if key not in keys:
            raise WrongCall("unknown_key", str(key), keys, what=what)


def read_players(rows: Sequence[Json], seat: str, keys: Collection[str]) -> list[str]:
    """Return `Name:seat` of every row; a row without a name is named after its seat."""
    for row in rows:
        check_keys(row, keys, "seat")
    return [f"{row.get('name') or row.get(seat)}:{row.get(seat)}" for row in rows]


def players(data: Json, keys: Collection[str]) -> list[Json]:
    """Return the rows of `players`, each with known keys only. Raises WrongCall."""
    rows = data.get("players")
    if not isinstance(rows, list):
        raise WrongCall("no_sheets")
    for row in rows:
        check_keys(row, keys, "player")
    return rows


def read_whole(data: Json, key: str, default: int) -> int:
    """Return the value as a whole number. Raises WrongCall."""
    value = data.get(key, default)
    if type(value) is not int:
        raise WrongCall("not_whole", str(value), key=key)
    return value


def flag(data: Json, key: str, default: bool) -> bool:
    """Return the value as true or false. Raises WrongCall."""
    value = data.get(key, default)
    if type(value) is not bool:
        raise WrongCall("option_flag", str(value), ("true", "false"), option=key)
    return value


def one(data: Json, key: str, default: str, choices: Collection[str]) -> str:
    """Return the value if it is one of these words. Raises WrongCall."""
    value = str(data.get(key, default)).lower()
    if value not in choices:
        raise WrongCall("no_item", value, choices)
    return value


def text(data: Json, key: str, default: str | None) -> Any:
    """Return the value as a text; empty only where the default is empty. Raises WrongCall."""
    value = data.get(key, default)
    if not isinstance(value, str) and (key in data or value is not None):
        raise WrongCall("not_text", str(value), key=key)
    return value


def ids(data: Json, key: str, known: Collection[str]) -> list[str]:
    """Return a list of known ids in the given order; empty where it is left out. Raises WrongCall."""
    value = data.get(key, [])
    if not isinstance(value, list):
        raise WrongCall("not_list", str(value), key=key)
    for item in value:
        if not isinstance(item, str) or item not in known:
            raise WrongCall("no_item", str(item), known)
    return list(value)


def sorted_ids(data: Json, key: str, known: Collection[str]) -> list[str]:
    """Return a list of known ids in the order of `known`. Raises WrongCall."""
    return sorted(ids(data, key, known), key=list(known).index)


def part(data: Json, key: str, keys: Collection[str]) -> Json:
    """Return the nested mapping, with known keys only; empty where it is left out. Raises WrongCall."""
    found: Json = data.get(key, {})
    check_keys(found, keys, key)
    return found


def parts(data: Json, key: str, ids: Collection[str]) -> dict[str, Json]:
    """Return mappings by known id; a list of ids stands for empty mappings. Raises WrongCall."""
    rows = data.get(key, {})
    if isinstance(rows, list):
        rows = {str(id): {} for id in rows}
    check_keys(rows, ids, key)
    return {id: row or {} for id, row in rows.items()}


def fold_name(name: str) -> str:
    """Return only small letters and figures: `Dol Guldûr`, `dol-guldur` and `DOL GULDUR` give the same."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("ł", "l").replace("ё", "е").replace("ґ", "г"))
    return re.sub(r"[\W_]+", "", "".join([sign for sign in plain if not unicodedata.combining(sign)]))


def show_no_part(state: State, say: Say, asked: Mapping[str, str]) -> list[str]:
    """Show nothing: no part of the table is shown by itself. Raises WrongCall for any key."""
    check_keys(dict(asked), (), "show")
    return []


def no_sheets(rule: str) -> Callable[[Content, Any], tuple[Refusal, ...]]:
    """Return a judge of final sheets for a game that has none to fill, by that rule."""
    return lambda content, data: (Refusal("sheets_none", rule),)
