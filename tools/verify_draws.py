r"""Check the dice of a journal without trusting the program that wrote it. Needs Python 3.11 and nothing else.

    python verify_draws.py JOURNAL.jsonl      prints OK and counts, or what is not valid; exit code 0 or 1

All that is checked is said here, so that anybody can write this script again from the text.

FILE: UTF-8, one entry a line, each a JSON object with exactly the keys args at hash prev seat seq type. There is one
way to write it: keys sorted, no spaces, no fractions, Unicode form NFC, no escapes but \" \\ \b \f \n \r \t and \u00xx
(in small letters) for the other characters below 32. A line has at most 2^20 characters, a file 2^28 bytes.
HASHES: `seq` counts from 0. `hash` is SHA-256, in hex, of the line without its key `hash`. `prev` is the `hash` of the
entry before, in entry 0 it is 64 zeros. So a line that is changed, moved or left out shows.
LINKS: the `args` of entry 0 hold `anchor`: link 0, 32 bytes in hex. Draw k shows link k; SHA-256 of its bytes is link
k - 1. As the anchor stands before play, no link can be chosen later, and none can be passed over.
TABLE ID: the 32 bytes of the `hash` of entry 0. Every entry of type `reveal` turns it into SHA-256 of the table id
joined with `args.words` in UTF-8; such entries stand before the first draw.
WORDS: an entry of type `commit` holds `args.hash`, the SHA-256 in hex of words in UTF-8, one a `seat`. All of them
stand before the first `reveal`, that of seat "" before the others; the words are revealed by the same seats in the same
order, all before the first draw. Journals of old versions may hold `reveal` without any `commit`: then who knew the
seed and revealed last could choose the draws, and it is said so.
DRAWS: an entry with `args.source` = "draw" holds `args.draw` = {k, link, of, got}; no other entry does. k counts the
draws of the file from 1, undone ones too. `of` lists sizes, `got` has for each a number from 0 to the size less one.
SEALED DRAWS: what only some players may see is drawn without a link: {k, of, got}; these have a count of their own. The
entry of type `open` gives their key as `args.key`, 32 bytes in hex, whose SHA-256 is `sealed` in the `args` of entry 0.
It takes the place of the link in what follows. Without that entry they are not proved, and it is said how many; a game
that is over (an `end` with an `ending`, and no `undo` or `override` after it) must not leave any: exit code 1.
NUMBERS: the first block is the 32 bytes of HMAC-SHA-256 with link k as its key and as its message the table id, k in 4
bytes and the `type` of the entry in UTF-8, joined. For each size take the next 4 bytes of the block as a word (after 32
bytes SHA-256 of the block is the next block). A word that is not below the largest multiple of the size in 2^32 is
skipped; else the number is the word modulo the size. Words and k are big-endian.
CODE: the first 120 bits of a `hash`, 5 bits a character out of 0123456789ABCDEFGHJKMNPQRSTVWXYZ. If the table wrote
down the code that is printed here, the file is the one that the table saw. Old versions wrote down its first 12
characters, 60 bits: a patient forger can make two files with one such code.

Not checked here: the rules of the game, whether a draw was asked for, and which face a number means. For that there is
`companion verify`.
"""

import hashlib
import hmac
import json
import sys
import unicodedata
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

KEYS = ["args", "at", "hash", "prev", "seat", "seq", "type"]
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LONGEST_LINE, LARGEST_FILE, MOST_LINES = 2**20, 2**28, 1_000_000  # characters, bytes, entries: more is not read


class EntryError(Exception):
    """An entry that does not hold: its number and why."""


def shown(text: str) -> str:
    """With control characters and other letters that nobody sees written out: a file says nothing in our name."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def canonical(data: Any) -> str:
    """The one way to write `data`."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def no_fraction(text: str) -> NoReturn:
    """Only integers are written in a journal."""
    raise ValueError(text)


def read(line: str, seq: int, prev: str) -> dict[str, Any]:
    """The entry of a line, if line and hash are as they have to be."""
    try:
        entry = json.loads(line, parse_float=no_fraction, parse_constant=no_fraction)
        if not isinstance(entry, dict) or sorted(entry) != KEYS or not isinstance(entry["args"], dict):
            raise EntryError(seq, "is not an entry")
        if not all(isinstance(entry[key], str) for key in ("at", "seat", "type")):
            raise EntryError(seq, "is not an entry")
        bare = canonical({key: value for key, value in entry.items() if key != "hash"})
        found = hashlib.sha256(bare.encode()).hexdigest()
        same = canonical(entry) == line and unicodedata.is_normalized("NFC", line)
    except (ValueError, RecursionError):
        raise EntryError(seq, "cannot be read as JSON") from None
    if type(entry["seq"]) is not int or entry["seq"] != seq:
        raise EntryError(seq, "says that it is another entry")
    if entry["prev"] != prev:
        raise EntryError(seq, "does not follow the entry before")
    if entry["hash"] != found:
        raise EntryError(seq, "was changed: its hash is another")
    if not same:
        raise EntryError(seq, "is not written in canonical form")
    return entry


def numbers(link: bytes, table: bytes, k: int, label: str, sizes: list[int]) -> list[int]:
    """What draw `k` has to give."""
    block = hmac.digest(link, table + k.to_bytes(4, "big") + label.encode(), "sha256")
    place, got = 0, []
    for size in sizes:
        word = limit = 2**32 - 2**32 % size
        while word >= limit:
            if place == 32:
                place, block = 0, hashlib.sha256(block).digest()
            word = int.from_bytes(block[place : place + 4], "big")
            place += 4
        got.append(word % size)
    return got


class Checked(NamedTuple):
    """Draws proved by their links and by the key, draws not proved, results typed in; entries whose words nobody had
    committed to; whether the game is over, and the hash of the last entry.
    """

    by_link: int
    by_key: int
    not_proved: int
    typed: int
    uncommitted: list[int]
    over: bool
    head: str


def check(lines: list[str]) -> Checked:
    """What a journal proves. Raises EntryError at the first bad entry."""
    prev, link, table, links, typed = "0" * 64, b"", b"", 0, 0
    sealed: list[tuple[int, str, list[int], Any]] = []
    opened, over, mark = 0, False, None
    waiting: dict[str, bytes] = {}  # hashes of words that are not revealed yet, by seat
    shown = 0  # of those
    uncommitted: list[int] = []
    for seq, line in enumerate(lines):
        entry = read(line, seq, prev)
        prev, args, type_, seat = entry["hash"], entry["args"], entry["type"], entry["seat"]
        if seq == 0:
            link, table, mark = from_hex(args.get("anchor"), seq), bytes.fromhex(prev), args.get("sealed")
        if type_ == "commit":
            late = links or sealed or shown or uncommitted
            if late or seat in waiting or (waiting and not seat):
                raise EntryError(seq, "commits to words too late, twice, or for the table behind others")
            waiting[seat] = from_hex(args.get("hash"), seq)
        if type_ == "reveal":
            words = args.get("words")
            if links or sealed or not isinstance(words, str):
                raise EntryError(seq, "reveals after the first draw, or no words")
            if not waiting and not shown:
                uncommitted.append(seq)
            elif next(iter(waiting), None) != seat or hashlib.sha256(words.encode()).digest() != waiting.pop(seat):
                raise EntryError(seq, "reveals words that are not those committed to, or out of turn")
            else:
                shown += 1
            table = hashlib.sha256(table + words.encode()).digest()
        if type_ in ("end", "undo", "override"):
            over = type_ == "end" and args.get("ending") != ""
        if type_ == "open" and mark is not None:
            key = from_hex(args.get("key"), seq)
            if hashlib.sha256(key).hexdigest() != mark:
                raise EntryError(seq, "opens another key than the one that was sealed")
            for k, (place, label, kinds, got) in enumerate(sealed, 1):
                if canonical(got) != canonical(numbers(key, table, k, label, kinds)):
                    raise EntryError(place, "has other numbers than its key gives")
            opened, sealed, mark = len(sealed), [], None
        draw = args.get("draw")
        if (draw is None) != (args.get("source") != "draw"):
            raise EntryError(seq, "is a draw without proof, or a proof without draw")
        typed += args.get("source") == "table"
        if draw is None:
            continue
        if waiting:
            raise EntryError(seq, "draws before all words committed to are revealed")
        known = isinstance(draw, dict) and sorted(draw) in (["got", "k", "link", "of"], ["got", "k", "of"])
        sizes = draw.get("of") if known else None
        if not isinstance(sizes, list) or not all(type(size) is int and 0 < size <= 2**32 for size in sizes):
            raise EntryError(seq, "has a proof that cannot be read")
        if "link" not in draw:
            if mark is None or canonical(draw["k"]) != str(len(sealed) + 1):
                raise EntryError(seq, f"is not sealed draw {len(sealed) + 1}, or there is no seal")
            sealed.append((seq, type_, sizes, draw["got"]))
            continue
        links += 1
        if canonical(draw["k"]) != str(links):
            raise EntryError(seq, f"is draw {links}, but says another number")
        before, link = link, from_hex(draw["link"], seq)
        if hashlib.sha256(link).digest() != before:
            raise EntryError(seq, f"shows a link that is not link {links} of the anchor")
        if canonical(draw["got"]) != canonical(numbers(link, table, links, type_, sizes)):
            raise EntryError(seq, "has other numbers than its link gives")
    return Checked(links, opened, len(sealed), typed, uncommitted, over, prev)


def from_hex(text: Any, seq: int) -> bytes:
    """32 bytes."""
    try:
        found = bytes.fromhex(text)
    except (TypeError, ValueError):
        found = b""
    if found.hex() != text or len(found) != 32:
        raise EntryError(seq, "has a link that is not 32 bytes in hex")
    return found


def read_lines(path: Path) -> list[str]:
    """The lines of a file. Raises EntryError for one that would fill the memory."""
    out: list[str] = []
    left = LARGEST_FILE
    large = EntryError(0, f"is not read: the file has more than {LARGEST_FILE} bytes or {MOST_LINES} entries")
    if path.stat().st_size > LARGEST_FILE:
        raise large
    with path.open(encoding="utf-8") as file:
        while line := file.readline(LONGEST_LINE + 1):
            out.append(line.removesuffix("\n"))
            left -= len(line)
            if len(out[-1]) > LONGEST_LINE:
                raise EntryError(len(out) - 1, f"is longer than {LONGEST_LINE} characters")
            if left < 0 or len(out) > MOST_LINES:
                raise large
    return out or [""]


def main(path: str) -> int:
    """Judge a file; the exit code."""
    try:
        lines = read_lines(Path(path))
        found = check(lines)
    except (OSError, UnicodeDecodeError) as error:
        print(shown(f"{path} cannot be read: {error}"))
        return 1
    except EntryError as error:
        seq, why = error.args
        print(shown(f"BAD: entry {seq} {why}"))
        return 1
    bad = found.over and found.not_proved
    print(f"{'BAD' if bad else 'OK'}: {len(lines)} entries")
    print(f"draws: {found.by_link} proved by the hash chain, {found.by_key} by the key, {found.not_proved} NOT PROVED")
    print(f"results typed in: {found.typed}")
    if found.not_proved:
        print("the game is over and their key was never opened" if bad else "their key is opened when the game is over")
    for seq in found.uncommitted:
        print(f"entry {seq}: words that nobody had committed to; who revealed last could choose the draws")
    bits = int(found.head[:30], 16)
    code = "".join(LETTERS[bits >> shift & 31] for shift in range(115, -1, -5))
    print("code:", "-".join(code[place : place + 4] for place in range(0, 24, 4)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: python verify_draws.py JOURNAL.jsonl")
