"""The game stands still, goes on, or is over (TB-PAUSE-1, TB-END-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.errors import JournalError
from companion.core.messages import Event, Refusal
from companion.play.journal.entries.table_entry import EntryDraft, EntryDrafts, TableEntry
from companion.play.journal.replay import Replay, end_args

if TYPE_CHECKING:
    from companion.play.game.game import Json
    from companion.play.journal.journal import Entry

PAUSE_RULE = "TB-PAUSE-1"
PAUSE, STOP = Refusal("paused", PAUSE_RULE), Refusal("stopped", "TB-END-1")
STOPPED: Json = {"ending": "", "winners": []}  # what `end` says where the host broke the game off


@dataclass(frozen=True)
class Pause(TableEntry):
    """A pause: nothing may happen in the game until `resume`."""

    command: ClassVar[str] = "pause"
    type: ClassVar[str] = "pause"
    keeps_choice: ClassVar[bool] = True

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> Pause:
        """Return what the words of a command ask for."""
        return cls()

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or why the game cannot be paused."""
        return pause_refusal(replay) or EntryDrafts([EntryDraft("", self.type, {})])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Halt the game."""
        refusal = pause_refusal(replay)
        if refusal is not None:
            raise JournalError(entry.seq, "illegal", refusal)
        replay.halt = PAUSE

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return that the game is paused."""
        return (Event("paused", PAUSE_RULE),)

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return whether a person writes it, not a bot."""
        return not by_bot


@dataclass(frozen=True)
class Resume(TableEntry):
    """The game goes on after a pause, or after it was broken off."""

    command: ClassVar[str] = "resume"
    type: ClassVar[str] = "resume"
    keeps_choice: ClassVar[bool] = True

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> Resume:
        """Return what the words of a command ask for."""
        return cls()

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or why nothing goes on."""
        return resume_refusal(replay) or EntryDrafts([EntryDraft("", self.type, {})])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Let the game go on."""
        refusal = resume_refusal(replay)
        if refusal is not None:
            raise JournalError(entry.seq, "illegal", refusal)
        replay.halt = None

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return that the game goes on."""
        return (Event("resumed", PAUSE_RULE),)

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return whether a person writes it, not a bot."""
        return not by_bot


@dataclass(frozen=True)
class End(TableEntry):
    """The game is over, which the app writes; or it is broken off and nobody wins, which the host asks for."""

    command: ClassVar[str] = "end"
    type: ClassVar[str] = "end"
    ends_game: ClassVar[bool] = True

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> End:
        """Return what the words of a command ask for."""
        return cls()

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line by which the game is broken off, or why it cannot be."""
        return stop_refusal(replay) or EntryDrafts([EntryDraft("", self.type, STOPPED)])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """End the game, or break it off."""
        if entry.args == STOPPED and stop_refusal(replay) is None:
            replay.halt = STOP
            return
        if replay.ended or entry.args != end_args(replay.game, replay.state):
            raise JournalError(entry.seq, "end_wrong")
        replay.ended = True

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return that the game was broken off; who has won its last action tells."""
        return (Event("stopped", "TB-END-1"),) if entry.args == STOPPED else ()


def pause_refusal(replay: Replay) -> Refusal | None:
    """Return why the game cannot be paused now, or None."""
    return stop_refusal(replay) or replay.halt


def stop_refusal(replay: Replay) -> Refusal | None:
    """Return why the game cannot be broken off now, or None."""
    if replay.ended or replay.end_is_due():
        return Refusal("pause_over", PAUSE_RULE)
    return STOP if replay.halt == STOP else None


def resume_refusal(replay: Replay) -> Refusal | None:
    """Return why the game cannot go on, or None."""
    return None if replay.halt else Refusal("resume_nothing", PAUSE_RULE)
