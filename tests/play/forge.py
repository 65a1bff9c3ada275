"""A forger's tools: change a journal and make its hashes good again. Uses nothing of the package that it deceives."""

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any

Entry = dict[str, Any]


def canonical(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def entries(lines: Iterable[str]) -> list[Entry]:
    return [json.loads(line) for line in lines]


def lines_of(session) -> list[str]:
    return [entry.line for entry in session.replay.entries]


def sealed(entry: Entry) -> Entry:
    """The entry with the hash that it should have."""
    bare = {key: value for key, value in entry.items() if key != "hash"}
    return {**bare, "hash": hashlib.sha256(canonical(bare).encode()).hexdigest()}


def rehash(changed: Iterable[Entry]) -> list[str]:
    """Lines whose numbers, links of hashes and hashes are all right again."""
    out, prev = [], "0" * 64
    for seq, entry in enumerate(changed):
        good = sealed({**entry, "seq": seq, "prev": prev})
        prev = good["hash"]
        out.append(canonical(good))
    return out


def forged(lines: list[str], seq: int, change: Callable[[Entry], object]) -> list[str]:
    """The journal with entry `seq` changed by `change`, everything rehashed."""
    found = entries(lines)
    change(found[seq])
    return rehash(found)


def changed(lines: list[str], seq: int, change: Callable[[Entry], object]) -> list[str]:
    """The journal with entry `seq` changed by `change`, and nothing mended."""
    entry = json.loads(lines[seq])
    change(entry)
    return [*lines[:seq], canonical(entry), *lines[seq + 1 :]]


def extra(type: str, args: dict[str, Any] | None = None, seat: str = "") -> Entry:
    """An entry out of thin air; `rehash` gives it its place."""
    return {"args": args or {}, "at": "1970-01-01T00:00:00Z", "seat": seat, "type": type}


def other_result(entry: Entry, others: dict[str, tuple[str, str]], otherwise: tuple[str, str]) -> None:
    """The action of an entry made another of the same type; `others`: two ids that such a word may name."""
    for key, value in entry["args"].items():
        if key in ("draw", "salt", "source"):
            continue
        if isinstance(value, list):
            entry["args"][key] = value[1:] if value else list(otherwise[:1])
        elif isinstance(value, int):
            entry["args"][key] = value + 1
        else:
            entry["args"][key] = next(other for other in others.get(key, otherwise) if other != value)
        return
    entry["seat"] = "nobody"
