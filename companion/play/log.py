"""The journal in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from companion.play.game import Event, Game, State, Value
from companion.play.journal import Entry
from companion.play.replay import Replay
from companion.play.session import Session


class Words(Protocol):
    """Speaks to the reader (companion.wording.Voice does)."""

    def say(self, key: str, /, **values: Value) -> str: ...
    def event(self, event: Event) -> str: ...


def told(session: Session, words: Words) -> Iterator[str]:
    """Every entry as lines of text, from a replay beside the session."""
    entries = session.replay.entries
    replay = Replay(session.game, session.content, entries[0])
    yield f"{0:>4}  {words.say('log.header', at=entries[0].at)}"
    for entry in entries[1:]:
        before = replay.state
        replay.feed(entry)
        for number, text in enumerate(_texts(session.game, entry, before, replay.state, words)):
            yield f"{entry.seq if number == 0 else '':>4}  {text}"


def _texts(game: Game, entry: Entry, before: State, after: State, words: Words) -> list[str]:
    if entry.type in game.action_types:
        args = {key: value for key, value in entry.args.items() if key not in ("draw", "source")}
        action = game.decode(entry.type, entry.seat, args)
        texts = [words.event(event) for event in game.events(before, action, after)]
        if "source" in entry.args:
            texts[0] += f" {words.say('log.drawn' if 'draw' in entry.args else 'log.typed')}"
        return texts
    match entry.type:
        case "undo":
            return [words.event(Event("undone", "TB-UNDO-1", {"seq": entry.args["to"]}))]
        case "redo":
            return [words.event(Event("redone", "TB-REDO-1"))]
        case "note":
            return [words.event(Event("noted", "TB-NOTE-1", {"text": str(entry.args.get("text", ""))}))]
        case "reveal":
            return [words.event(Event("revealed", "TB-DRAW-2"))]
        case "override":
            return [words.event(Event("overruled", "TB-OVER-1", {"text": str(entry.args.get("reason", ""))}))]
        case "end":
            return [words.say("log.end")]
        case _:
            return [words.say("log.other", type=entry.type)]
