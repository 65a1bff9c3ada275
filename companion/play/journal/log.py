"""The journal in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.core.messages import Event, Phrase, Ref, Value
from companion.play.game.bots import bot_name
from companion.play.game.game import State
from companion.play.journal.replay import AMEND_RULE, BESIDE, REAL_RULE, STOPPED, UNDO_RULE, Replay
from companion.play.journal.roster import BY_HOST
from companion.play.journal.undo_report import Undone, undone

if TYPE_CHECKING:
    from companion.play.journal.journal import Entry


WHOSE = {  # what somebody said of dice or tiles
    ("dice", "real"): "real.dice_real",
    ("dice", "app"): "real.dice_app",
    ("tiles", "real"): "real.tiles_real",
    ("tiles", "app"): "real.tiles_app",
}


class Speaker(Protocol):
    """Speaks to the reader (companion.words.wording.Voice does)."""

    def say(self, key: str, /, **values: Value) -> str: ...
    def event(self, event: Event) -> str: ...


class Step(NamedTuple):
    """An entry with the table before and after it. replay: the session, which has taken the entry in."""

    replay: Replay
    entry: Entry
    before: State
    after: State

    def events(self, seat: str | None = None) -> tuple[Event, ...]:
        """What it did, as a seat (or an onlooker) may know it; none for an entry of an unknown type."""
        game, entry = self.replay.game, self.entry
        if entry.type not in game.action_types:
            return table_events(self.replay, entry, seat)
        args = {key: value for key, value in entry.args.items() if key not in BESIDE}
        return game.events(self.before, game.decode(entry.type, entry.seat, args), self.after, seat)


def steps(replay: Replay, first: int = 1, last: int | None = None) -> Iterator[Step]:
    """The entries from `first` to `last`, by default every one after the header."""
    first, end = max(first, 1), None if last is None else last + 1
    states = replay.states
    return map(Step, repeat(replay), replay.entries[first:end], states[first - 1 : end], states[first:end])


def render(replay: Replay, words: Speaker) -> Iterator[str]:
    """Every entry as lines of text, as an onlooker may read them."""
    yield f"{0:>4}  {words.say('log.header', at=replay.entries[0].at)}"
    for step in steps(replay):
        for number, text in enumerate(_texts(step, words)):
            yield f"{step.entry.seq if number == 0 else '':>4}  {text}"


def _texts(step: Step, words: Speaker) -> list[str]:
    entry = step.entry
    if entry.type == "end" and entry.args != STOPPED:
        return [words.say("log.end")]
    texts = [words.event(event) for event in step.events()]
    if not texts:
        return [words.say("log.other", type=entry.type)]
    if "source" in entry.args:
        texts[0] += f" {words.say('log.drawn' if 'draw' in entry.args else 'log.typed')}"
    if entry.seq in step.replay.by_bots:
        texts[0] += f" {words.say('log.bot')}"
    return texts


def proposed(by: str, to: str) -> Event:
    """That a seat, or the host without one, wants everything after an entry taken back."""
    return Event("proposed" if by else "host_proposed", "TB-UNDO-1", {"seat": Ref("seat", by), "seq": to})


def table_events(replay: Replay, entry: Entry, reader: str | None = None) -> tuple[Event, ...]:
    """What an entry of the table itself did, in a session that has taken it in, as a seat (or an onlooker) may know."""
    who: dict[str, Value] = {"seat": Ref("seat", entry.seat)}
    match entry.type:
        case "undo":
            return (_taken_back(replay, entry, who, reader), *_unseen(replay, entry))
        case "amend":
            return (Event("amended", AMEND_RULE, {**who, "seq": str(entry.args["of"])}),)
        case "real":
            ((kind, word),) = entry.args.items()
            told: Value = (Phrase(WHOSE[kind, word], {}),)
            return (Event("real" if entry.seat else "host_real", REAL_RULE, {**who, "what": told}),)
        case "redo":
            return (Event("redone_by" if entry.seat else "redone", "TB-REDO-1", who if entry.seat else {}),)
        case "note" if entry.seq in replay.by_bots:
            return (Event("bot_waits", "TB-SEAT-5", who),)
        case "note":
            return (Event("noted", "TB-NOTE-1", {"text": str(entry.args.get("text", ""))}),)
        case "commit":
            return (Event("committed" if entry.seat else "table_committed", "TB-DRAW-2", who),)
        case "reveal":
            return (_revealed(entry, who),)
        case "override":
            return (Event("overruled", "TB-OVER-1", {"text": str(entry.args.get("reason", ""))}),)
        case "ask":
            return (Event("asked_seat", "TB-SEAT-4", {**who, "number": str(entry.args.get("number", ""))}),)
        case "deny":
            return (Event("denied_seat", "TB-SEAT-4", who),)
        case "join" | "leave" if "bot" in entry.args:
            code = "bot_joined" if entry.type == "join" else "bot_left"
            return (Event(code, "TB-SEAT-5", {**who, "bot": bot_name(replay.game, str(entry.args["bot"]))}),)
        case "join" if entry.seat and entry.args.get("by") == BY_HOST:
            return (Event("admitted", "TB-SEAT-4", who),)
        case "rematch":
            return (Event("went_on", "TB-HOST-1", {"table": str(entry.args.get("table", ""))}),)
        case "join":
            return (Event("joined", "TB-SEAT-1", who) if entry.seat else Event("host_joined", "TB-HOST-1"),)
        case "leave" if entry.args.get("by") == BY_HOST:
            return (Event("freed", "TB-SEAT-3", who),)
        case "leave":
            return (Event("left", "TB-SEAT-1", who) if entry.seat else Event("host_left", "TB-HOST-1"),)
        case "propose":
            return (proposed(entry.seat, str(entry.args.get("to", ""))),)
        case "agree" if entry.args.get("by") == BY_HOST:
            return (Event("agreed_for", "TB-UNDO-1", who),)
        case "agree":
            return (Event("agreed", "TB-UNDO-1", who),)
        case "decline":
            return (Event("declined" if entry.seat else "host_declined", "TB-UNDO-1", who),)
        case "open":
            return (Event("opened", "TB-DRAW-3"),)
        case "pause":
            return (Event("paused", "TB-PAUSE-1"),)
        case "resume":
            return (Event("resumed", "TB-PAUSE-1"),)
        case "end" if entry.args == STOPPED:
            return (Event("stopped", "TB-END-1"),)
        case _:
            return ()


def _revealed(entry: Entry, who: dict[str, Value]) -> Event:
    words: dict[str, Value] = {**who, "text": str(entry.args.get("words", ""))}
    return Event("words_shown" if entry.seat else "revealed", "TB-DRAW-2", words)


def _taken_back(replay: Replay, entry: Entry, who: dict[str, Value], reader: str | None) -> Event:
    """Who took back what: the first of the steps in the words that told of it, where the reader was told anything."""
    first, *more = replay.reverted[entry.seq]
    told = next(steps(replay, first, first)).events(reader)
    if not told:
        return Event("undone", UNDO_RULE, {"seq": entry.args["to"]})
    values: dict[str, Value] = {"what": (Phrase(f"event.{told[0].code}", told[0].values),)}
    if not entry.seat:
        return Event("undone_from" if more else "undone_one", UNDO_RULE, values)
    return Event("undone_from_by" if more else "undone_one_by", UNDO_RULE, {**values, **who})


def _unseen(replay: Replay, entry: Entry) -> tuple[Event, ...]:
    """What had been seen before an undo took it back, and whose phones agreed."""
    return next((consent_events(found) for found in undone(replay) if found.seq == entry.seq), ())


def consent_events(found: Undone) -> tuple[Event, ...]:
    """Which results an undo took back, and how far that was agreed to on phones."""
    numbers = ", ".join(map(str, found.results))
    out = [Event("undone_seen", UNDO_RULE, {"entries": numbers})]
    for code, seats in (("undone_phones", found.on_phone), ("undone_by_word", found.by_word)):
        if seats:
            out.append(Event(code, UNDO_RULE, {"seats": tuple(Ref("seat", seat) for seat in seats)}))
    return tuple(out)
