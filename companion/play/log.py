"""The journal in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.play.game import Event, Game, Ref, State, Value
from companion.play.replay import BESIDE, STOPPED, Replay
from companion.play.roster import BY_HOST

if TYPE_CHECKING:
    from companion.play.journal import Entry


class Words(Protocol):
    """Speaks to the reader (companion.wording.Voice does)."""

    def say(self, key: str, /, **values: Value) -> str: ...
    def event(self, event: Event) -> str: ...


class Step(NamedTuple):
    """An entry with the table before and after it."""

    entry: Entry
    before: State
    after: State

    def events(self, game: Game, seat: str | None = None) -> tuple[Event, ...]:
        """What it did, as a seat (or an onlooker) may know it; none for an entry of an unknown type."""
        entry = self.entry
        if entry.type not in game.action_types:
            return table_events(entry)
        args = {key: value for key, value in entry.args.items() if key not in BESIDE}
        return game.events(self.before, game.decode(entry.type, entry.seat, args), self.after, seat)


def steps(replay: Replay, first: int = 1, last: int | None = None) -> Iterator[Step]:
    """The entries from `first` to `last`, by default every one after the header."""
    first, end = max(first, 1), None if last is None else last + 1
    states = replay.states
    return map(Step, replay.entries[first:end], states[first - 1 : end], states[first:end])


def told(replay: Replay, words: Words) -> Iterator[str]:
    """Every entry as lines of text, as an onlooker may read them."""
    yield f"{0:>4}  {words.say('log.header', at=replay.entries[0].at)}"
    for step in steps(replay):
        for number, text in enumerate(_texts(replay.game, step, words)):
            yield f"{step.entry.seq if number == 0 else '':>4}  {text}"


def _texts(game: Game, step: Step, words: Words) -> list[str]:
    entry = step.entry
    if entry.type == "end" and entry.args != STOPPED:
        return [words.say("log.end")]
    texts = [words.event(event) for event in step.events(game)]
    if not texts:
        return [words.say("log.other", type=entry.type)]
    if "source" in entry.args:
        texts[0] += f" {words.say('log.drawn' if 'draw' in entry.args else 'log.typed')}"
    return texts


def proposed(by: str, to: str) -> Event:
    """That a seat, or the host without one, wants everything after an entry taken back."""
    return Event("proposed" if by else "host_proposed", "TB-UNDO-1", {"seat": Ref("seat", by), "seq": to})


def table_events(entry: Entry) -> tuple[Event, ...]:
    """What an entry of the table itself did."""
    who: dict[str, Value] = {"seat": Ref("seat", entry.seat)}
    match entry.type:
        case "undo":
            return (Event("undone", "TB-UNDO-1", {"seq": entry.args["to"]}),)
        case "redo":
            return (Event("redone", "TB-REDO-1"),)
        case "note":
            return (Event("noted", "TB-NOTE-1", {"text": str(entry.args.get("text", ""))}),)
        case "reveal":
            return (Event("revealed", "TB-DRAW-2"),)
        case "override":
            return (Event("overruled", "TB-OVER-1", {"text": str(entry.args.get("reason", ""))}),)
        case "join":
            return (Event("joined", "TB-SEAT-1", who) if entry.seat else Event("host_joined", "TB-HOST-1"),)
        case "leave" if entry.args.get("by") == BY_HOST:
            return (Event("freed", "TB-SEAT-3", who),)
        case "leave":
            return (Event("left", "TB-SEAT-1", who) if entry.seat else Event("host_left", "TB-HOST-1"),)
        case "propose":
            return (proposed(entry.seat, str(entry.args.get("to", ""))),)
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
