"""What the judges of a journal say of one file, whether they agree, and journals changed so that they might not.

They follow one specification, docs/journal.md under "What every checker proves". `companion verify` knows the rules of
the games besides: what only the rules find is a class of its own, and then the script finds nothing before that entry.
"""

import copy
import hashlib
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError
from companion.core.messages import Event
from companion.play.bots.simulate import close_at_random
from companion.play.game.bots import any_action
from companion.play.journal import draws
from companion.play.journal.entries.corrections import Amend
from companion.play.journal.entries.random_words import WORDS_RULE, Commit, Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.table_entry import table_entries
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from companion.web.page import templates
from tests.play.forge import Entry, entries, extra, lines_of, rehash
from tests.play.forgeries import HANDS, Hand
from tests.play.tables import no_clock
from tests.walks import setups
from tools import verify_draws

JOURNALS = Path(__file__).parents[1] / "journals"
CAUGHT, RULES, LEGAL, DIFFERING = "caught", "by rules", "legal", "differing"


class Verdict(NamedTuple):
    """bad: the first bad entry, or None; why: what is wrong with it. Of a file without any, what was counted in it:
    draws by links, by the key and not proved, results typed in, words nobody had committed to, over, the last hash.
    """

    bad: int | None
    why: str
    counts: tuple[Any, ...] = ()
    by_rules: bool = False  # only who knows the rules can say so

    @property
    def holds(self) -> bool:
        """Exit code 0."""
        return self.bad is None and not self.why


# --- the judges ------------------------------------------------------------------------------------------------------

PROOF = {
    *("damaged", "not_entry", "wrong_place", "not_following", "changed", "not_canonical", "no_header", "other_format"),
    *("source_missing", "draw_unreadable", "draw_number", "link_foreign", "numbers_forged", "key_foreign"),
}
PROOF_RULES = ("TB-DRAW-2", "TB-DRAW-3", "TB-DRAW-4")  # words, the key, and what is drawn before all words are shown


def by_verify(lines: Sequence[str]) -> Verdict:
    """`companion verify`."""
    try:
        report = verify_journal(lines, games.get, load)
    except JournalError as error:
        return Verdict(error.seq, error.code, (), not proved(error, lines))
    replay = report.replay
    uncommitted = [words.seq for words in replay.words if not words.committed]
    drawn = (report.by_link, report.by_key, report.unproved)
    counts = (*drawn, report.typed, uncommitted, replay.ended, replay.entries[-1].hash)
    return Verdict(None, "" if report.holds else "not_proved", counts)


def proved(error: JournalError, lines: Sequence[str]) -> bool:
    """Whether the specification has it, so that every judge has to find it."""
    if error.seq == len(lines):
        return False  # the rules ask for more
    if error.code == "illegal":
        assert error.refusal is not None
        return error.refusal.rule in PROOF_RULES
    entry = entries(lines[error.seq : error.seq + 1])[0] if error.code not in PROOF or error.refusal else {}
    match error.code:
        case "header_unreadable":
            return error.values["reason"] in entry["args"] and error.values["reason"] in ("anchor", "sealed")
        case "draw_other":
            return entry["type"] == "header" or entry["type"] in table_entries()
        case "source_missing":
            return bool({"draw", "source"} & entries(lines[error.seq : error.seq + 1])[0]["args"].keys())
        case code:
            return code in PROOF


def by_script(lines: Sequence[str]) -> Verdict:
    """`tools/verify_draws.py`."""
    try:
        found = verify_draws.check(list(lines))
    except verify_draws.EntryError as error:
        return Verdict(*error.args)
    return Verdict(None, "not_proved" if found.over and found.not_proved else "", tuple(found))


def compared(lines: Sequence[str]) -> tuple[str, Verdict, Verdict]:
    """CAUGHT, RULES, LEGAL or DIFFERING, and what both say."""
    rules, script = by_verify(lines), by_script(lines)
    return _class(lines, rules, script), rules, script


def _class(lines: Sequence[str], rules: Verdict, script: Verdict) -> str:
    if rules.bad is None:
        same = script.bad is None and (rules.counts, rules.why) == (script.counts, script.why)
        return DIFFERING if not same else LEGAL if rules.holds else CAUGHT
    if not rules.by_rules:
        return CAUGHT if script.bad == rules.bad else DIFFERING
    if rules.bad and by_script(lines[: rules.bad]).bad is not None:
        return DIFFERING  # something was wrong before
    return RULES if script.bad is None else CAUGHT


# --- honest journals -------------------------------------------------------------------------------------------------

SHORT = {  # tables, and after how many entries their journals are cut at the latest
    "dice": {"basic-2": 24, "last-step": 40, "late-advanced": 40},
    "fellowship": {"standard-2": 24, "introductory-2": 32, "last-step": 40, "last-breath": 40},
    "wotr": {"two": 24, "field": 36, "duel": 40},
    "wotrcards": {"duel": 24, "late": 40, "north-duel-held": 32},
}


def evening(game: str, label: str, number: int, most: int = 60) -> list[str]:
    """A random game with all that people do at a table: words, typed results, some of them mistyped, undo, notes."""
    rng = random.Random(f"judges {game} {label} {number}")
    referee, content = games.get(game), load(game)
    header = referee.rules.header(content, *setups(game).SETUPS[label])
    session = Session.create(referee, content, header, seed=rng.randbytes(32), clock=no_clock)
    assert isinstance(session, Session), session
    if rng.random() < 0.5:
        said = {seat: f"{seat} {rng.random()}" for seat in session.replay.seats}
        for seat, words in said.items():
            session.keep(session.plan(Commit(draws.commitment(words), seat)))
        for seat, words in said.items():
            session.keep(session.plan(Reveal(words, seat)))
    typing = rng.choice((0.2, 0.7))
    while (legal := referee.rules.legal(session.replay.state)) and len(session.replay.entries) < most:
        state, action = session.replay.state, any_action(rng, session.replay.state, legal)
        chance = referee.rules.chance(state, action)
        if chance is None or not (chance.real or rng.random() < typing):
            assert session.act(action).refusal is None
        elif session.act(close_at_random(referee, state, action, rng)).refusal is not None:
            assert session.act(action).refusal is None  # the app has dealt what others hide
        elif (
            rng.random() < 0.4 and session.keep(session.plan(Amend(action.seat))).refusal is None and rng.random() < 0.5
        ):
            session.keep(session.plan(Redo()))
        elif session.replay.amending is not None:
            session.act(close_at_random(referee, state, action, rng))
        if rng.random() < 0.1:
            session.keep(session.plan(Note(f"so {rng.random()}")))
        if (
            rng.random() < 0.07
            and session.keep(session.plan(Undo(session.replay.seats))).refusal is None
            and rng.random() < 0.3
        ):
            session.keep(session.plan(Redo()))
    return lines_of(session)


# --- changes ---------------------------------------------------------------------------------------------------------

MADE_UP = ("app", "Draw", "", 0, 1, False, True, None, [], {}, ["table"], {"draw": 1})
TYPES = (
    "note",
    "pause",
    "resume",
    "join",
    "leave",
    "header",
    "real",
    "dance",
    "open",
    "end",
    "undo",
    "amend",
    "commit",
)


def _with(entries: list[Entry], *keys: str) -> list[Entry]:
    """Those that have one of the keys; if there are none, all behind the header."""
    return [entry for entry in entries if set(keys) & entry["args"].keys()] or entries[1:] or entries


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Every list or object in it, with each of its places."""
    if not isinstance(data, dict | list):
        return []
    own = list(data) if isinstance(data, dict) else list(range(len(data)))
    return [*[(data, key) for key in own], *[found for key in own for found in _places(data[key])]]


def made_source(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """A result that was neither drawn nor typed, with its proof or without."""
    args = rng.choice(_with(entries, "source"))["args"]
    args["source"] = rng.choice(MADE_UP)
    if rng.random() < 0.7:
        args.pop("draw", None)


def last_typed(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """The last draw is said to be typed or made up, and nothing that follows shows that its link is missing."""
    drawn = [at for at, entry in enumerate(entries) if "draw" in entry["args"]]
    if drawn:
        del entries[drawn[-1] + rng.randrange(1, 4) :]
        args = entries[drawn[-1]]["args"]
        del args["draw"]
        args["source"] = rng.choice(("table", *MADE_UP))


def true_for_one(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """`true` or a text for a number, most often in a draw."""
    chosen = rng.choice(_with(entries, *rng.choice((("draw",), ("draw",), ("of", "to")))))
    numbers = [(holder, key) for holder, key in _places(chosen["args"]) if type(holder[key]) is int]
    ones = [(holder, key) for holder, key in numbers if holder[key] in (0, 1)]
    if numbers:
        holder, key = rng.choice(ones or numbers)
        holder[key] = bool(holder[key]) if rng.random() < 0.7 else rng.choice((str(holder[key]), [holder[key]], None))


def beside(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """`source` or `draw` where neither belongs."""
    entry = rng.choice(entries)
    if rng.random() < 0.7:
        entry = extra(rng.choice(TYPES), {"text": "x", "phone": "ab" * 16})
        entries.insert(rng.randrange(1, len(entries) + 1), entry)
    model = rng.choice(_with([*entries, *other], "source", "draw"))["args"]
    for key in rng.choice((["source"], ["draw"], ["draw", "source"])):
        entry["args"][key] = copy.deepcopy(model.get(key)) if rng.random() < 0.7 else rng.choice(("table", *MADE_UP))


def nested(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """Lists and objects inside one another, about as many as may be."""
    data: Any = rng.choice((1, "[[[{{{", {}))
    for _ in range(rng.choice((5, 58, 59, 60, 61, 62, 63, 64, 65, 200))):
        data = [data] if rng.random() < 0.5 else {"x": data}
    entries.insert(rng.randrange(1, len(entries) + 1), extra(rng.choice(("note", "dance", "join")), {"text": data}))


def more_keys(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """A key more or less, in the arguments or deeper."""
    entry = rng.choice(_with(entries, *rng.choice((("draw",), ("source",), ("anchor",), ("to", "of", "key")))))
    holders = [entry["args"], *[h[k] for h, k in _places(entry["args"]) if isinstance(h[k], dict)]]
    holder = rng.choice(holders)
    if holder and rng.random() < 0.5:
        del holder[rng.choice(list(holder))]
    else:
        holder[rng.choice(("x", "link", "k", "sealed", "draw", "salt", "of"))] = rng.choice((*MADE_UP, "00" * 32))


def amended(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """What was typed is taken back, right behind it or later, and perhaps brought back."""
    typed = [at for at, entry in enumerate(entries) if entry["args"].get("source") == "table"]
    if not typed:
        return
    at = rng.choice((typed[-1], rng.choice(typed)))
    of = rng.choice((at, at, at, at, True, str(at), at - 1, None))
    more = [extra("amend", {"of": of}, entries[at]["seat"])]
    more += [extra(type, {}, entries[at]["seat"]) for type in ("redo",) if rng.random() < 0.3]
    more += [copy.deepcopy(entries[at])] if rng.random() < 0.3 else []
    where = at + 1 + rng.choice((0, 0, 1, 2))
    cut = rng.random() < 0.5
    entries[where : len(entries) if cut else where] = more


def table_moves(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """Undo, redo, an overruling and the like, at the end or anywhere, as they are written or nearly so."""
    seats = [seat["id"] for seat in entries[0]["args"]["seats"]]
    for _ in range(rng.randrange(1, 4)):
        where = len(entries) if rng.random() < 0.6 else rng.randrange(1, len(entries) + 1)
        to = max(where - rng.randrange(1, 5), 0)
        type, args = rng.choice(
            [
                *[("undo", {"to": to, "agreed": seats}), ("redo", {}), ("amend", {"of": to}), ("pause", {})],
                *[("resume", {}), ("end", {"ending": "", "winners": []}), ("end", {}), ("note", {"text": "x"})],
                *[("override", {"position": entries[0]["args"].get("position") or {}}), ("propose", {"to": to})],
                *[("commit", {"hash": draws.commitment("luck")}), ("reveal", {"words": "luck"}), ("header", {})],
            ]
        )
        entries.insert(where, extra(type, args, rng.choice(("", *seats))))


def words(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """Words committed to and shown, in order or not, in time or not."""
    seats, at = ["", *[seat["id"] for seat in entries[0]["args"]["seats"]]], rng.choice((1, 1, 2, len(entries)))
    own = [extra("commit", {"hash": draws.commitment(seat)}, seat) for seat in seats]
    shown = [extra("reveal", {"words": seat}, seat) for seat in seats]
    made = shown if rng.random() < 0.4 else [*own, *shown]  # as versions that knew no commitments wrote them
    for _ in range(rng.randrange(3)):
        where, to = rng.randrange(len(made)), rng.randrange(len(made))
        made[where], made[to] = made[to], made[where]
    if rng.random() < 0.3:
        del made[rng.randrange(len(made))]
    if rng.random() < 0.6:  # without draws that the words would change
        entries[:] = [entry for entry in entries[: max(at, 2)] if "draw" not in entry["args"]]
    entries[at:at] = made


def keys(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """Links, marks and keys written in another way, too short or too long; the key early, twice or not at all."""
    hexes = [(holder, key) for entry in entries for holder, key in _places(entry["args"])]
    hexes = [(holder, key) for holder, key in hexes if key in ("link", "anchor", "sealed", "key", "hash")]
    kind, (holder, key) = rng.random(), rng.choice(hexes)
    if kind < 0.6:
        text = str(holder[key])
        changes = (text.upper(), text[:-2], text + "00", text[:2] + " " + text[2:], f"{text} ", "", None, 7, [text])
        holder[key] = rng.choice(changes)
    elif kind < 0.8:
        opening = [entry for entry in entries if entry["type"] == "open"] or [extra("open", {"key": "00" * 32})]
        if rng.random() < 0.3:
            entries[:] = [entry for entry in entries if entry["type"] != "open"]
        entries.insert(rng.randrange(1, len(entries) + 1), copy.deepcopy(opening[0]))
    else:
        short = bytes(rng.choice((31, 33)))  # whose hash is right
        entries[0]["args"]["sealed"] = hashlib.sha256(short).hexdigest()
        for entry in entries:
            if entry["type"] == "open":
                entry["args"]["key"] = short.hex()


def header(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """Another number, mark or type in the first line."""
    if rng.random() < 0.3:
        entries[0]["type"] = rng.choice(("note", "dance", ""))
    else:
        key = rng.choice(("format", "format", "anchor", "sealed", "rules", "source", "draw"))
        entries[0]["args"][key] = rng.choice((*MADE_UP, 2, "1", "00" * 32, "0" * 63))


def shape(rng: random.Random, entries: list[Entry], other: list[Entry]) -> None:
    """Another kind of value for who acted, when and what, or for sizes and numbers."""
    entry = rng.choice(entries)
    if rng.random() < 0.4:
        entry[rng.choice(("at", "seat", "type", "args"))] = rng.choice((None, 1, True, [], "x"))
    else:
        draw = rng.choice(_with(entries, "draw"))["args"].get("draw")
        if isinstance(draw, dict):
            key = rng.choice(("got", "of", "k"))
            draw[key] = rng.choice((None, [], 0, [0], [2**32], [2**32 + 1], [-1], [[1]], {"0": 1}, "1", [True]))


OWN: tuple[Hand, ...] = (
    *(made_source, last_typed, true_for_one, beside, nested, more_keys, amended, table_moves, words, keys, header),
    shape,
)
KINDS: dict[str, Callable[[random.Random, list[Entry], list[Entry]], object]] = {
    **HANDS,
    **{hand.__name__: hand for hand in OWN},
}


def changed(rng: random.Random, journal: Sequence[str], other: Sequence[str], kind: str) -> list[str]:
    """The journal changed in that way, and one time in four in another besides; every hash is good again."""
    found, second = entries(journal), entries(other)
    if rng.random() < 0.25:
        amended(rng, found, second)
    KINDS[kind](rng, found, second)
    return rehash(found)


def sample(each: int) -> list[list[str]]:
    """So many changed journals of every game, and one with words that nobody had committed to."""
    out = [(JOURNALS / "dice" / "win.jsonl").read_text("utf-8").splitlines()]
    for game in games.GAMES:
        rng = random.Random(f"sample {game}")
        own = [evening(game, label, 0, most) for label, most in [*SHORT[game].items()][-2:]]
        kinds = rng.sample(list(KINDS), len(KINDS))
        out += [changed(rng, rng.choice(own), rng.choice(own), kinds[number % len(kinds)]) for number in range(each)]
    return [lines for lines in out if lines]


def by_page(page: str) -> Verdict:
    """What a report of the check page says, in English."""
    say = templates.voice("en").say
    numbers = dict(re.findall(r"<dt>([^<]+)</dt><dd>(\d+)</dd>", page))
    if not numbers:
        named = re.search(say("verify.bad", seq=r"(\d+)"), page)
        return Verdict(int(named[1]) if named else 0, "bad")  # of other versions and other files it names none
    drawn = [int(numbers.get(say(f"web.report.{name}"), 0)) for name in ("by_link", "by_key", "unproved")]
    rows = re.findall(r'<span class="no">(\d*)</span><div>([^<]*)', page)
    told = templates.voice("en").offer_text(Event("found_words_uncommitted", WORDS_RULE))
    uncommitted = [int(seq) for seq, said in rows if said.strip() == told]
    typed, over = int(numbers[say("web.report.typed")]), say("verify.running") not in page
    counts = (*drawn, typed, uncommitted, over, re.findall(r'"hash">(\w+)', page)[0])
    return Verdict(None, "not_proved" if 'class="verdict bad"' in page else "", counts)


def unlike(lines: Sequence[str], page: str) -> tuple[Verdict, ...] | None:
    """What all three say of a file where the page does not say the same as the others, or they differ; else None."""
    said, rules, script = compared(lines)
    found = by_page(page)
    same = (found.bad, found.counts) == (rules.bad, rules.counts) and found.holds == rules.holds
    return None if same and said != DIFFERING else (found, rules, script)
