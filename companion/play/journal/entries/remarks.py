"""What is said beside the game: notes, whose dice are used, where the players go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.errors import JournalError, WrongCall
from companion.core.messages import Event, Phrase, Refusal, Value
from companion.core.visible import clean_text
from companion.play.game.odds_words import one_of
from companion.play.journal.entries.table_entry import EntryDraft, EntryDrafts, TableEntry, seat_value
from companion.play.journal.table_options import APP, REAL

if TYPE_CHECKING:
    from companion.play.journal.journal import Entry
    from companion.play.journal.replay import Replay
    from companion.play.journal.roster import Roster

REAL_RULE = "TB-REAL-1"
REAL_PHRASES = {  # what somebody said of dice or tiles
    ("dice", "real"): "real.dice_real",
    ("dice", "app"): "real.dice_app",
    ("tiles", "real"): "real.tiles_real",
    ("tiles", "app"): "real.tiles_app",
}


@dataclass(frozen=True)
class Note(TableEntry):
    """A remark for the log; of a bot, what it does, where people show what that brings."""

    command: ClassVar[str] = "note"
    key: ClassVar[str] = "text"
    type: ClassVar[str] = "note"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True

    text: str
    seat: str = ""

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> Note:
        """Return what the words of a command ask for."""
        return cls(given[cls.key])

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or that nothing was noted."""
        text = clean_text(self.text)
        return (
            EntryDrafts([EntryDraft(self.seat, self.type, {"text": text})])
            if text
            else Refusal("note_empty", "TB-NOTE-1")
        )

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return the remark, or that a bot waits."""
        if entry.seq in replay.by_bots:
            return (Event("bot_waits", "TB-SEAT-5", seat_value(entry)),)
        return (Event("noted", "TB-NOTE-1", {"text": str(entry.args.get("text", ""))}),)

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return True if a person writes it, not a bot."""
        return not by_bot


@dataclass(frozen=True)
class Real(TableEntry):
    """A switch of dice or tiles to the table's own (`real`) or the app's (`app`)."""

    command: ClassVar[str] = "real"
    key: ClassVar[str] = "dice"
    type: ClassVar[str] = "real"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True

    kind: str
    word: str
    seat: str = ""

    @classmethod
    def check_keys(cls, given: Mapping[str, str]) -> None:
        """Raise WrongCall unless one of dice, cards or tiles is named."""
        if len(given) != 1:
            raise WrongCall("table_key", cls.command, wanted=cls.key)

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> Real:
        """Return what the words of a command ask for."""
        return cls(*next(iter(given.items())), seat)

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or why it cannot change. Raises WrongCall for another word."""
        one_of(self.word, (APP, REAL), "option_one", option=self.kind)
        refusal = real_refusal(replay, self.kind)
        if refusal is not None:
            return refusal
        same = (self.kind in replay.real) == (self.word == REAL)
        return EntryDrafts([] if same else [EntryDraft(self.seat, self.type, {self.kind: self.word})])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Change what is the table's own."""
        kind, word = next(iter(entry.args.items()), ("", ""))
        refusal = real_refusal(replay, kind)
        if refusal is not None or len(entry.args) != 1 or word not in (APP, REAL):
            raise JournalError(entry.seq, "illegal", refusal or Refusal("real_fixed", REAL_RULE))
        replay.real = [*[other for other in replay.real if other != kind], *([kind] if word == REAL else [])]

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return who changed what."""
        ((kind, word),) = entry.args.items()
        what: Value = (Phrase(REAL_PHRASES[kind, word], {}),)
        return (Event("real" if entry.seat else "host_real", REAL_RULE, {**seat_value(entry), "what": what}),)

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return True if a person writes it, not a bot."""
        return not by_bot


@dataclass(frozen=True)
class Rematch(TableEntry):
    """The same players go on at another table."""

    type: ClassVar[str] = "rematch"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True
    ends_game: ClassVar[bool] = True

    table: str

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write."""
        return EntryDrafts([EntryDraft("", self.type, {"table": self.table})])

    @classmethod
    def update_roster(cls, roster: Roster, entry: Entry) -> None:
        """Keep the other table."""
        roster.again = str(entry.args.get("table", ""))

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return where they go on."""
        return (Event("went_on", "TB-HOST-1", {"table": str(entry.args.get("table", ""))}),)


def real_refusal(replay: Replay, kind: str) -> Refusal | None:
    """Return why dice, tiles or cards cannot change between the table's own and the app's, or None (TB-REAL-1)."""
    return None if kind in replay.typed_kinds else Refusal("real_fixed", REAL_RULE)
