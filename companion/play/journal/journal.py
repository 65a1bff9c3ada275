"""The journal: one line an entry, each with the hash of the one before; nothing is ever deleted.

A line is canonical JSON: sorted keys, no spaces, integers and texts, NFC. `hash` is SHA-256 of the line without it.
Line 0 is the header. `at` is for people; no rule reads it. Knows nothing of rules or draws.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple, NoReturn

from companion.core.errors import JournalError, WrongCall

FORMAT = 1
START = "0" * 64  # what the header names as the entry before it
CODE_LENGTH = 24  # characters
OLD_LENGTH = 12  # of the codes that earlier versions printed: a patient forger can make two games of one such code
CODE_BITS = 5 * CODE_LENGTH
DEEPEST = 64  # lists and mappings inside one another
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O, U

_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
).encode


def _no_float(text: str) -> NoReturn:
    raise ValueError(text)


_decode = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float).decode
_text = lru_cache(maxsize=1024)(_encode)  # the same seats, types and times come again and again
_STRINGS, _MARKS = re.compile(r'"(?:[^"\\]|\\.)*"'), re.compile(r"[][{}]")
_HASH = re.compile(r"(?:^|[?&#]head=)([0-9a-f]{64})$")
_KEYS = {"args", "at", "hash", "prev", "seat", "seq", "type"}

METADATA_KEYS = ("draw", "salt", "source")  # what an entry holds besides the action's own arguments


class Entry(NamedTuple):
    """One line. `seat` is "" where the table as a whole acts."""

    seq: int
    prev: str
    at: str
    seat: str
    type: str
    args: dict[str, Any]
    hash: str
    line: str

    @property
    def action_args(self) -> dict[str, Any]:
        """The arguments of its action, without those that tell of its draw."""
        return {key: value for key, value in self.args.items() if key not in METADATA_KEYS}


def write_entry(seq: int, prev: str, at: str, seat: str, type: str, args: dict[str, Any]) -> Entry:
    """The entry with its hash and its line. Texts in `args` must be NFC (`clean`)."""
    head = f'{{"args":{_encode(args)},"at":{_text(at)}'
    tail = f',"prev":"{prev}","seat":{_text(seat)},"seq":{seq},"type":{_text(type)}}}'
    hash = sha256(f"{head}{tail}".encode()).hexdigest()
    return Entry(seq, prev, at, seat, type, args, hash, f'{head},"hash":"{hash}"{tail}')


def decode(line: str) -> Any:
    """The data of a line, unproved. Raises ValueError, also for what is nested so deep that no entry can be: a Python
    in a browser does not survive it.
    """
    if line.count("[") + line.count("{") > DEEPEST:
        depth = 0
        for mark in _MARKS.findall(_STRINGS.sub("", line)):
            depth += 1 if mark in "[{" else -1
            if depth > DEEPEST:
                raise ValueError("nested too deep")
    return _decode(line)


def read_entry(line: str, seq: int, prev: str) -> Entry:
    """The entry of a line that has to be number `seq` after the entry with hash `prev`. Raises JournalError."""
    try:
        data = decode(line)
    except ValueError:
        raise JournalError(seq, "damaged") from None
    if not isinstance(data, dict) or data.keys() != _KEYS:
        raise JournalError(seq, "not_entry")
    args, at, seat, type = data["args"], data["at"], data["seat"], data["type"]
    if not (isinstance(args, dict) and isinstance(at, str) and isinstance(seat, str) and isinstance(type, str)):
        raise JournalError(seq, "not_entry")
    if data["seq"] != seq:
        raise JournalError(seq, "wrong_place", found=str(data["seq"]))
    if data["prev"] != prev:
        raise JournalError(seq, "not_following")
    try:
        entry = write_entry(seq, prev, at, seat, type, args)
    except (TypeError, UnicodeEncodeError):
        raise JournalError(seq, "not_entry") from None
    if entry.hash != data["hash"]:
        raise JournalError(seq, "changed")
    if entry.line != line or not (line.isascii() or unicodedata.is_normalized("NFC", line)):
        raise JournalError(seq, "not_canonical")
    return entry


def read_all(lines: Iterable[str]) -> list[Entry]:
    """All entries of a journal. Raises JournalError at the first bad one."""
    entries: list[Entry] = []
    prev = START
    for seq, line in enumerate(lines):
        entry = read_entry(line, seq, prev)
        entries.append(entry)
        prev = entry.hash
    if not entries:
        raise JournalError(0, "empty")
    return entries


def digest(data: Any) -> str:
    """SHA-256 of plain data in canonical form."""
    return sha256(_encode(data).encode()).hexdigest()


def is_hash(text: str) -> bool:
    """Return whether it is a SHA-256 in hex."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def head_code(hash: str) -> str:
    """The 24 characters that stand for a head hash on paper, in six groups of four."""
    number = int(hash[: CODE_BITS // 4], 16)
    code = "".join(_ALPHABET[number >> shift & 31] for shift in range(CODE_BITS - 5, -1, -5))
    return "-".join(code[place : place + 4] for place in range(0, CODE_LENGTH, 4))


class HeadHash(NamedTuple):
    """A noted head hash: its first hex digits, or all of them."""

    digits: str

    @property
    def bits(self) -> int:
        """The number of bits of the hash that are noted."""
        return 4 * len(self.digits)

    def matches(self, hash: str) -> bool:
        """Return whether these are the first digits of `hash`."""
        return hash.startswith(self.digits)


def read_head(text: str) -> HeadHash:
    """A code of 24 characters or an older one of 12, however typed (case, spaces, dashes, O for 0, I or L for 1); or
    the whole hash, alone or in the address that a result page shows as a QR code. Raises WrongCall.
    """
    if found := _HASH.search(text.strip().lower()):
        return HeadHash(found[1])
    code = _plain(text)
    if len(code) not in (CODE_LENGTH, OLD_LENGTH) or not set(code) <= set(_ALPHABET):
        raise WrongCall("not_code", text)
    number = 0
    for char in code:
        number = number << 5 | _ALPHABET.index(char)
    return HeadHash(f"{number:0{len(code) * 5 // 4}x}")


def _plain(code: str) -> str:
    letters = "".join(char for char in code.upper() if char.isalnum())
    return letters.replace("O", "0").replace("I", "1").replace("L", "1")
