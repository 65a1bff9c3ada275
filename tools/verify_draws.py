r"""Check the dice of a journal without trusting the program that wrote it. Needs Python 3.11 and nothing else.

    python verify_draws.py JOURNAL.jsonl      prints OK and counts, or what is not valid; exit code 0 or 1

What is checked stands in docs/journal.md under "What every checker proves": numbers in square brackets are its points,
and anybody can write this script again from them. Not checked here: the rules of the game, whether a draw was asked
for, and which face a number means. For that there is `companion verify`.
"""

import hashlib
import hmac
import json
import sys
import unicodedata
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

LONGEST_LINE, LARGEST_FILE, MOST_LINES, DEEPEST = 2**20, 2**28, 1_000_000, 64  # characters, bytes, entries, levels
KEYS = ["args", "at", "hash", "prev", "seat", "seq", "type"]
OF_THE_TABLE = {"header", "undo", "redo", "amend", "override", "note", "commit", "reveal", "pause", "resume", "end"}
OF_THE_TABLE |= {"open", "join", "leave", "ask", "deny", "propose", "agree", "decline", "rematch", "real"}
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class EntryError(Exception):
    """An entry that does not hold: its number and why."""


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


def need(holds: Any, seq: int, why: str) -> None:
    """Without that, the entry is bad."""
    if not holds:
        raise EntryError(seq, why)


def canonical(data: Any) -> str:
    """The one way to write `data`."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def no_fraction(text: str) -> NoReturn:
    """Only integers are written in a journal."""
    raise ValueError(text)


def depth(data: Any) -> int:
    """How many lists and objects stand inside one another."""
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else None
    return 0 if inside is None else 1 + max(map(depth, inside), default=0)


def sha256(data: bytes) -> bytes:
    """The 32 bytes."""
    return hashlib.sha256(data).digest()


def from_hex(text: Any, seq: int) -> bytes:
    """32 bytes, written in the one way."""
    fits = isinstance(text, str) and len(text) == 64 and set(text) <= set("0123456789abcdef")
    need(fits, seq, "has no 32 bytes in hex where they belong")
    return bytes.fromhex(text)


def read(line: str, seq: int, prev: str) -> dict[str, Any]:
    """The entry of a line, if line and hash are as they have to be [2, 3]."""
    try:
        entry = json.loads(line, parse_float=no_fraction, parse_constant=no_fraction)
        need(isinstance(entry, dict) and sorted(entry) == KEYS, seq, "is not an entry")
        need(isinstance(entry["args"], dict) and depth(entry) <= DEEPEST, seq, "is not an entry")
        need(all(isinstance(entry[key], str) for key in ("at", "seat", "type")), seq, "is not an entry")
        found = sha256(canonical({key: value for key, value in entry.items() if key != "hash"}).encode()).hex()
        same = canonical(entry) == line and unicodedata.is_normalized("NFC", line)
    except (ValueError, RecursionError):
        raise EntryError(seq, "cannot be read as JSON") from None
    need(type(entry["seq"]) is int and entry["seq"] == seq, seq, "says that it is another entry")
    need(entry["prev"] == prev, seq, "does not follow the entry before")
    need(entry["hash"] == found, seq, "was changed: its hash is another")
    need(same, seq, "is not written in canonical form")
    return entry  # type: ignore[no-any-return]


def numbers(link: bytes, table: bytes, k: int, label: str, sizes: list[int]) -> list[int]:
    """What draw `k` has to give [12]."""
    block = hmac.digest(link, table + k.to_bytes(4, "big") + label.encode(), "sha256")
    place, got = 0, []
    for size in sizes:
        word = limit = 2**32 - 2**32 % size
        while word >= limit:
            if place == 32:
                place, block = 0, sha256(block)
            word = int.from_bytes(block[place : place + 4], "big")
            place += 4
        got.append(word % size)
    return got


def can_be(of: Any, got: Any) -> bool:
    """Whether these are sizes, and a number for each [8]; `true` is no number."""
    if not (isinstance(of, list) and isinstance(got, list) and len(of) == len(got)):
        return False
    whole = all(type(number) is int for number in (*of, *got))
    return whole and all(0 <= number < size <= 2**32 for size, number in zip(of, got, strict=True))


def check(lines: list[str]) -> Checked:
    """What a journal proves. Raises EntryError at the first bad entry."""
    prev, link, table, links, over = "0" * 64, b"", b"", 0, False
    mark: bytes | None = None  # the hash of the key
    key: bytes | None = None
    sealed: list[tuple[int, str, list[int], list[int]]] = []
    typed, again = set[int](), None  # `again`: what a redo would bring back
    waiting: dict[str, bytes] = {}  # hashes of words that are not revealed yet, by seat
    shown, uncommitted = 0, list[int]()  # how many of those were revealed; entries of words without a hash
    for seq, line in enumerate(lines):
        entry = read(line, seq, prev)
        prev, args, kind, seat = entry["hash"], entry["args"], entry["type"], entry["seat"]
        if seq == 0:  # [4, 6]
            need(kind == "header" and canonical(args.get("format")) == "1", seq, "is no header of format 1")
            link, table = from_hex(args.get("anchor"), seq), bytes.fromhex(prev)
            mark = from_hex(args["sealed"], seq) if "sealed" in args else None
        if kind == "commit":  # [7]
            early = not (links or sealed or shown or uncommitted or seat in waiting or (waiting and not seat))
            need(early, seq, "commits to words too late, twice, or for the table behind others")
            waiting[seat] = from_hex(args.get("hash"), seq)
        elif kind == "reveal":  # [6, 7]
            words = args.get("words")
            need(isinstance(words, str) and not links and not sealed, seq, "reveals after the first draw, or no words")
            if waiting or shown:
                due = next(iter(waiting), None) == seat and sha256(words.encode()) == waiting.pop(seat)
                need(due, seq, "reveals words that are not those committed to, or out of turn")
                shown += 1
            else:
                uncommitted.append(seq)
            table = sha256(table + words.encode())
        elif kind == "end":  # [11]
            over = args.get("ending") != ""
        elif kind in ("undo", "amend", "override"):  # [10, 11]
            need(key is None, seq, "takes something back after the key was opened")
            over = False
        elif kind == "open":  # [10]
            need(over and mark and key is None, seq, "opens a key that nobody sealed, twice, or before the end")
            key = from_hex(args.get("key"), seq)
            need(sha256(key) == mark, seq, "opens another key than the one that was sealed")
            for k, (place, label, sizes, drawn) in enumerate(sealed, 1):
                need(drawn == numbers(key, table, k, label, sizes), place, "has other numbers than its key gives")
        if kind == "amend":  # [13]
            again = args.get("of")
            need(type(again) is int and again in typed, seq, "says that somebody mistyped what nobody typed")
            typed.remove(again)
        elif kind in ("redo", "undo"):
            if again is not None and kind == "redo":
                typed.add(again)
            again = None
        draw, source = args.get("draw"), args.get("source")  # [5]
        need(not (kind in OF_THE_TABLE and {"draw", "source"} & args.keys()), seq, "is of the table, but has a result")
        need("source" not in args or source in ("draw", "table"), seq, "has a result that was neither drawn nor typed")
        need(("draw" in args) == (source == "draw"), seq, "is a draw without proof, or a proof without draw")
        if source == "table":
            typed.add(seq)
        if source != "draw":
            continue
        need(not waiting, seq, "draws before all words committed to are revealed")
        shape = isinstance(draw, dict) and sorted(draw) in (["got", "k", "link", "of"], ["got", "k", "of"])
        need(shape and can_be(draw["of"], draw["got"]), seq, "has a proof that cannot be read")  # [8]
        k, of, got = draw["k"], draw["of"], draw["got"]
        if "link" in draw:  # [9]
            links += 1
            need(type(k) is int and k == links, seq, f"is draw {links}, but says another number")
            before, link = link, from_hex(draw["link"], seq)
            need(sha256(link) == before, seq, f"shows a link that is not link {links} of the anchor")
            need(got == numbers(link, table, links, kind, of), seq, "has other numbers than its link gives")
        else:  # [10]
            sealed.append((seq, kind, of, got))
            here = mark and key is None and type(k) is int and k == len(sealed)
            need(here, seq, f"is not sealed draw {len(sealed)}, or there is no seal")
    by_key, open_yet = (0, len(sealed)) if key is None else (len(sealed), 0)
    return Checked(links, by_key, open_yet, len(typed), uncommitted, over, prev)


def read_lines(path: Path) -> list[str]:
    """The lines of a file [1]. Raises EntryError for one that would fill the memory."""
    out: list[str] = []
    left = LARGEST_FILE
    large = EntryError(0, f"is not read: the file has more than {LARGEST_FILE} bytes or {MOST_LINES} entries")
    if path.stat().st_size > LARGEST_FILE:
        raise large
    with path.open(encoding="utf-8") as file:
        while line := file.readline(LONGEST_LINE + 1):
            out.append(line.removesuffix("\n"))
            left -= len(line)
            need(len(out[-1]) <= LONGEST_LINE, len(out) - 1, f"is longer than {LONGEST_LINE} characters")
            if left < 0 or len(out) > MOST_LINES:
                raise large
    return out or [""]


def shown(text: str) -> str:
    """With control characters and other letters that nobody sees written out: a file says nothing in our name."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


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
    bad = found.over and found.not_proved  # [14]
    print(f"{'BAD' if bad else 'OK'}: {len(lines)} entries")
    print(f"draws: {found.by_link} proved by the hash chain, {found.by_key} by the key, {found.not_proved} NOT PROVED")
    print(f"results typed in: {found.typed}")
    if found.not_proved:
        print("the game is over and their key was never opened" if bad else "their key is opened when the game is over")
    for seq in found.uncommitted:
        print(f"entry {seq}: words that nobody had committed to; who revealed last could choose the draws")
    bits = int(found.head[:30], 16)  # [15]
    code = "".join(LETTERS[bits >> shift & 31] for shift in range(115, -1, -5))
    print("code:", "-".join(code[place : place + 4] for place in range(0, 24, 4)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: python verify_draws.py JOURNAL.jsonl")
