"""Random forgeries of journals, every hash made good again, and what both checks say of each.

A forgery is caught, or it is another game that is legal too: then its head is another one, and each draw by the app in
it is one that the app made at that very place. Anything else is a hole. Where the game is not over, nobody can check
sealed draws yet; both checks say how many there are, and a change among them stays to be found.
"""

import copy
import json
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError
from companion.play.journal.journal import METADATA_KEYS, read_all
from companion.play.journal.log import LogStep, log_steps
from companion.play.journal.replay import replay_entries
from companion.play.report.verify import verify_journal
from tests.play.forge import Entry, extra, rehash
from tools import verify_draws

CAUGHT, LEGAL, SEALED, HOLE = "caught", "another legal game", "sealed and told so", "HOLE"


class Draw(NamedTuple):
    """A draw by the app as its entry tells of it; `link` is empty where it is sealed."""

    type: str
    k: int
    link: str
    of: tuple[int, ...]
    got: tuple[int, ...]


class Journal:
    """One to be forged: its entries, and the draws by the app that are in it."""

    def __init__(self, name: str, lines: Sequence[str]) -> None:
        self.name, self.lines = name, list(lines)
        self.entries: list[Entry] = [json.loads(line) for line in lines]
        self.game = self.entries[0]["args"]["game"]
        self.open, self.sealed = draws_in(self.entries)


def draws_in(entries: Sequence[Entry]) -> tuple[list[Draw], list[Draw]]:
    """Draws with a link, and sealed ones, in their order; read from the entries alone."""
    out: tuple[list[Draw], list[Draw]] = ([], [])
    for entry in entries:
        draw = entry["args"].get("draw")
        if draw is not None:
            link = draw.get("link", "")
            out[not link].append(Draw(entry["type"], draw["k"], link, tuple(draw["of"]), tuple(draw["got"])))
    return out


def judged(journal: Journal, lines: Sequence[str]) -> str:
    """What the checks make of a forgery. Whatever else than a JournalError or EntryError is raised goes through."""
    try:
        report = verify_journal(lines, games.get, load)
    except JournalError:
        return CAUGHT
    if not report.holds:
        return CAUGHT
    try:
        checked = verify_draws.check(list(lines))
    except verify_draws.EntryError:
        return HOLE  # `verify` accepts what the script does not
    found = [json.loads(line) for line in lines]
    opened, hidden = draws_in(found)
    other_head = checked.head == found[-1]["hash"] != journal.entries[-1]["hash"]
    if not other_head or opened != journal.open[: len(opened)]:
        return HOLE
    if hidden != journal.sealed[: len(hidden)]:
        alike = report.unproved == checked.not_proved == len(hidden) > 0
        return SEALED if alike and not report.replay.ended else HOLE
    return LEGAL


# --- the forger's hands ----------------------------------------------------------------------------------------------

Hand = Callable[[random.Random, list[Entry], list[Entry]], object]


def _any(rng: random.Random, entries: list[Entry]) -> int:
    return rng.randrange(len(entries))


def delete(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    del entries[_any(rng, entries)]


def delete_some(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    at = _any(rng, entries)
    del entries[at : at + rng.randrange(2, 6)]


def double(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    at = _any(rng, entries)
    entries.insert(at, copy.deepcopy(entries[at]))


def swap(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    at, to = _any(rng, entries), _any(rng, entries)
    entries[at], entries[to] = entries[to], entries[at]


def neighbours(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    at = rng.randrange(1, len(entries))
    entries[at - 1], entries[at] = entries[at], entries[at - 1]


def move(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    entries.insert(_any(rng, entries), entries.pop(_any(rng, entries)))


def insert(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    entries.insert(rng.randrange(1, len(entries) + 1), copy.deepcopy(rng.choice([*entries, *other])))


def insert_table(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """An entry of the table itself, or of a type that nobody knows."""
    to, seats = _any(rng, entries), [seat["id"] for seat in entries[0]["args"]["seats"]]
    position = entries[0]["args"].get("position") or {}
    type, args = rng.choice(
        [
            ("undo", {"to": to, "agreed": seats}),
            ("undo", {"to": max(len(entries) - 3, 0), "agreed": []}),
            ("redo", {}),
            ("pause", {}),
            ("resume", {}),
            ("end", {"ending": "", "winners": []}),
            ("end", entries[-1]["args"]),
            ("reveal", {"words": "luck"}),
            ("override", {"position": position, "reason": "so"}),
            ("open", {"key": "00" * 32}),
            ("note", {"text": "x"}),
            ("somersault", {"x": 1}),
        ]
    )
    entries.insert(rng.randrange(1, len(entries) + 1), extra(type, args, rng.choice(["", *seats])))


def change_args(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """Anything that an entry says becomes something else, often something that stands elsewhere."""
    entry = rng.choice(entries[1:])
    words = [word for each in (*entries[1:], *other[1:]) for word in _leaves(each["args"])]
    _change(rng, entry["args"], words)


def change_seat(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    rng.choice(entries)["seat"] = rng.choice([*[entry["seat"] for entry in entries], "", "nobody"])


def change_type(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    rng.choice(entries)["type"] = rng.choice([*[entry["type"] for entry in (*entries, *other)], "somersault"])


def change_time(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    rng.choice(entries)["at"] = "2001-01-01T00:00:00Z"


def change_salt(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    entry = rng.choice(entries)
    if rng.random() < 0.5:
        entry["args"].pop("salt", None)
    else:
        entry["args"]["salt"] = f"{rng.getrandbits(128):032x}"


def _drawn(rng: random.Random, entries: list[Entry]) -> Entry | None:
    found = [entry for entry in entries if "draw" in entry["args"]]
    return rng.choice(found) if found else None


def change_draw(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """Numbers, sizes, count or link of a draw."""
    entry = _drawn(rng, entries)
    if entry is not None:
        links = [each["args"]["draw"].get("link", "00" * 32) for each in entries if "draw" in each["args"]]
        _change(rng, entry["args"]["draw"], [*links, f"{rng.getrandbits(256):064x}", 0, 1, 2, 3])


def change_result(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """What the draw showed, with numbers to match where another draw of its kind has some."""
    entry = _drawn(rng, entries)
    if entry is None:
        return
    alike = [each for each in entries if each["type"] == entry["type"] and "draw" in each["args"] and each is not entry]
    if alike:
        model = rng.choice(alike)["args"]
        draw = {**entry["args"]["draw"], "got": model["draw"]["got"]}
        entry["args"] = {**copy.deepcopy(model), "draw": draw}


def type_in(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """A draw by the app becomes a result that somebody typed, the later ones counted anew or not."""
    entry = _drawn(rng, entries)
    if entry is None:
        return
    draw = entry["args"].pop("draw")
    entry["args"]["source"] = "table"
    if rng.random() < 0.5:
        behind = False
        for each in entries:
            behind = behind or each is entry
            other_draw = each["args"].get("draw")
            if behind and other_draw and ("link" in other_draw) == ("link" in draw):
                other_draw["k"] -= 1


def drawn_by_nobody(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """A typed result is said to be drawn, with the proof of another."""
    typed = [entry for entry in entries if entry["args"].get("source") == "table"]
    proved = _drawn(rng, entries) or _drawn(rng, other)
    if typed and proved:
        rng.choice(typed)["args"].update(source="draw", draw=copy.deepcopy(proved["args"]["draw"]))


def change_header(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    words = [*_leaves(entries[0]["args"]), *_leaves(other[0]["args"])]
    _change(rng, entries[0]["args"], words)


def other_key(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """Another key, or another mark of it, in place of the one that was sealed."""
    key = next((entry for entry in entries if entry["type"] == "open"), None)
    if key is None or rng.random() < 0.3:
        entries[0]["args"]["sealed"] = f"{rng.getrandbits(256):064x}"
    else:
        key["args"]["key"] = f"{rng.getrandbits(256):064x}"


def without_key(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """The key is never opened, and what it would prove is changed besides."""
    entries[:] = [entry for entry in entries if entry["type"] != "open"]
    if rng.random() < 0.7:
        change_result(rng, entries, other)


def unfinished(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """The game is over no longer: the end taken away, or taken back, and something changed before it."""
    entries[:] = [entry for entry in entries if entry["type"] not in ("open", *(("end",) * (rng.random() < 0.5)))]
    seats = [seat["id"] for seat in entries[0]["args"]["seats"]]
    if rng.random() < 0.5:
        to = max(
            (at for at, entry in enumerate(entries[:-2]) if entry["type"] not in ("end", "undo", "redo")), default=0
        )
        entries.append(extra("undo", {"to": to, "agreed": seats}))
    if rng.random() < 0.5:
        change_result(rng, entries, other)


def truncate(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    del entries[rng.randrange(1, len(entries)) :]


def without_end(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    del entries[-rng.randrange(1, 3) :]


def splice(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """The beginning of this game, the rest of another."""
    at = rng.randrange(1, len(entries))
    entries[at:] = copy.deepcopy(other[rng.randrange(1, len(other)) :])


def mix(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """A few entries of another game among these."""
    for _ in range(rng.randrange(1, 4)):
        entries[rng.randrange(1, len(entries))] = copy.deepcopy(rng.choice(other[1:]))


def other_header(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    entries[0] = copy.deepcopy(other[0])


def go_on(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """After the end, or where it was, everything once more."""
    entries += copy.deepcopy(entries[rng.randrange(1, len(entries)) :])


HANDS: dict[str, Hand] = {
    hand.__name__: hand
    for hand in (
        *(delete, delete_some, double, swap, neighbours, move, insert, insert_table, change_args, change_seat),
        *(change_type, change_time, change_salt, change_draw, change_result, type_in, drawn_by_nobody, change_header),
        *(other_key, without_key, unfinished, truncate, without_end, splice, mix, other_header, go_on),
    )
}


def _leaves(value: Any) -> list[Any]:
    """Every plain value in it."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]


def _change(rng: random.Random, holder: Any, words: list[Any]) -> None:
    """One thing in it, at any depth, becomes another."""
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    if not keys:
        return
    key = rng.choice(keys)
    value = holder[key]
    if isinstance(value, dict | list) and value and rng.random() < 0.8:
        _change(rng, value, words)
    elif isinstance(value, list):
        holder[key] = rng.choice([value[1:], value[::-1], value * 2, [], [*value, rng.choice(words or [0])]])
    elif type(value) is int and rng.random() < 0.6:
        holder[key] = value + rng.choice((-1, 1, 2))
    elif rng.random() < 0.1:
        del holder[key]
    else:
        same = [word for word in words if type(word) is type(value) and word != value]
        holder[key] = rng.choice(same) if same and rng.random() < 0.9 else rng.choice(["", 0, 1, None, [], {}, "?"])


def redraw(rng: random.Random, journal: Journal) -> list[Entry]:
    """A draw by the app gives what the forger likes, by the rules of the game; half the time it is the last entry."""
    entries = copy.deepcopy(journal.entries)
    game, read = games.get(journal.game), read_all(journal.lines)
    drawn = [step for step in log_steps(replay_entries(read, games.get, load)) if "draw" in step.entry.args]
    if not drawn:
        return entries
    step = rng.choice(drawn)
    opened = game.words.as_open(log_action(game, step))
    chance = game.rules.chance(step.before, opened)
    got = [rng.randrange(size) for size in chance.sizes]
    args = entries[step.entry.seq]["args"]
    args.update(game.words.args(game.rules.complete(step.before, opened, got)))
    args["draw"]["got"] = got
    return entries[: step.entry.seq + 1] if rng.random() < 0.5 else entries


def log_action(game: Any, step: LogStep) -> Any:
    """What was done in a step of the log."""
    args = {key: value for key, value in step.entry.args.items() if key not in METADATA_KEYS}
    return game.words.decode(step.entry.type, step.entry.seat, args)


KINDS = (*HANDS, "redraw")


def forged(rng: random.Random, journal: Journal, other: Journal, kind: str) -> list[str] | None:
    """The journal in the forger's hand, all hashes good again; None where nothing came of it."""
    if kind == "redraw":
        entries = redraw(rng, journal)
    else:
        entries = copy.deepcopy(journal.entries)
        HANDS[kind](rng, entries, other.entries)
    if not entries:
        return None
    lines = rehash(entries)
    return None if lines == journal.lines else lines
