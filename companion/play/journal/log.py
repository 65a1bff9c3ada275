"""The journal in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.core.messages import Event, Value
from companion.play.game.game import Action, State
from companion.play.journal.entries.table_entry import table_events
from companion.play.journal.replay import Replay

if TYPE_CHECKING:
    from companion.play.journal.journal import Entry


class Speaker(Protocol):
    """Speaks to the reader (companion.words.wording.Voice does)."""

    def say(self, key: str, /, **values: Value) -> str:
        """Return the text of a key with its values."""

    def event_text(self, event: Event) -> str:
        """Return the text of an event."""


class LogStep(NamedTuple):
    """An entry with the table before and after it. replay: the session, which has taken the entry in."""

    replay: Replay
    entry: Entry
    before: State
    after: State

    @property
    def action(self) -> Action | None:
        """The action that the entry holds; None for an entry of the table, or of an unknown type."""
        words, entry = self.replay.game.words, self.entry
        if entry.type not in words.action_types:
            return None
        return words.decode(entry.type, entry.seat, entry.action_args)

    def events(self, seat: str | None = None) -> tuple[Event, ...]:
        """Return the events, as a seat (or an onlooker) may know them; none for an entry of an unknown type."""
        action = self.action
        if action is None:
            return table_events(self.replay, self.entry, seat)
        return self.replay.game.rules.events(self.before, action, self.after, seat)


def log_steps(replay: Replay, first: int = 1, last: int | None = None) -> Iterator[LogStep]:
    """The entries from `first` to `last`, by default every one after the header."""
    first, end = max(first, 1), None if last is None else last + 1
    states = replay.states
    return map(LogStep, repeat(replay), replay.entries[first:end], states[first - 1 : end], states[first:end])


def render_log(replay: Replay, words: Speaker) -> Iterator[str]:
    """Every entry as lines of text, as an onlooker may read them."""
    yield f"{0:>4}  {words.say('log.header', at=replay.entries[0].at)}"
    for step in log_steps(replay):
        for number, text in enumerate(_texts(step, words)):
            yield f"{step.entry.seq if number == 0 else '':>4}  {text}"


def _texts(step: LogStep, words: Speaker) -> list[str]:
    entry = step.entry
    texts = [words.event_text(event) for event in step.events()]
    if not texts:
        return [words.say("log.end") if entry.type == "end" else words.say("log.other", type=entry.type)]
    if "source" in entry.args:
        texts[0] += f" {words.say('log.drawn' if 'draw' in entry.args else 'log.typed')}"
    if entry.seq in step.replay.by_bots:
        texts[0] += f" {words.say('log.bot')}"
    return texts
