"""What was mistyped is typed anew (TB-AMEND-1), or the table says how things stand (TB-OVER-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.errors import JournalError
from companion.core.messages import Event, Refusal
from companion.core.visible import clean_text
from companion.play.journal.entries.table_entry import EntryDraft, EntryDrafts, TableEntry, seat_value
from companion.play.journal.replay import AMEND_RULE, OPENED, UNREADABLE, Replay, ReplayStep, amend_first

if TYPE_CHECKING:
    from companion.play.game.game import Game, Json, State
    from companion.play.journal.journal import Entry

OVERRIDE_RULE = "TB-OVER-1"


@dataclass(frozen=True)
class Amend(TableEntry):
    """The last result that a seat typed is taken back, so that the same is typed anew."""

    command: ClassVar[str] = "amend"
    type: ClassVar[str] = "amend"
    waits_for_resume: ClassVar[bool] = True

    seat: str

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> Amend:
        """Return what the words of a command ask for."""
        return cls(seat or (typed.seat if (typed := typed_last(replay)) else ""))

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or why nothing is typed anew."""
        refusal = replay.halt or amend_refusal(replay, self.seat)
        typed = typed_last(replay)
        if refusal is not None or typed is None:
            return refusal or EntryDrafts([])
        return EntryDrafts([EntryDraft(self.seat, self.type, {"of": typed.seq})])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Take the typed result back with all that followed."""
        typed = typed_last(replay)
        refusal = amend_refusal(replay, entry.seat)
        of = entry.args.get("of")
        if refusal is None and (typed is None or entry.args != {"of": typed.seq} or type(of) is not int):
            refusal = Refusal("amend_nothing", AMEND_RULE)
        if refusal is not None:
            raise JournalError(entry.seq, "illegal", refusal)
        assert typed is not None  # else it is refused
        keep = next(index for index, step in enumerate(replay.steps) if step.seq == typed.seq)
        replay.undone.append(replay.steps[keep:])
        del replay.steps[keep:]
        replay.ended, replay.amending = False, typed

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return who mistyped which entry."""
        return (Event("amended", AMEND_RULE, {**seat_value(entry), "seq": str(entry.args["of"])}),)

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return whether a person writes it, not a bot."""
        return not by_bot


@dataclass(frozen=True)
class Override(TableEntry):
    """The table says so: the state becomes `position` (as the game's header holds it)."""

    command: ClassVar[str] = "override"
    key: ClassVar[str] = "reason"
    type: ClassVar[str] = "override"
    waits_for_resume: ClassVar[bool] = True
    is_salted: ClassVar[bool] = True

    reason: str
    position: Json

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or why the position does not hold."""
        reason = clean_text(self.reason)
        if not reason:
            return Refusal("override_reason", OVERRIDE_RULE)
        if replay.halt is not None:
            return replay.halt
        state = overridden_state(replay, {"position": self.position})
        if isinstance(state, Refusal):
            return state
        return EntryDrafts([EntryDraft("", self.type, {"position": self.position, "reason": reason})])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Set the table."""
        state = overridden_state(replay, entry.args)
        if isinstance(state, Refusal):
            raise JournalError(entry.seq, "illegal", state)
        replay.overrides.append(entry)
        replay.amending = None
        replay.steps.append(ReplayStep(entry.seq, state, True))
        replay.undone.clear()
        replay.ended = False

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return why the table was set."""
        return (Event("overruled", OVERRIDE_RULE, {"text": str(entry.args.get("reason", ""))}),)

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return whether a person writes it, not a bot."""
        return not by_bot


def typed_last(replay: Replay) -> Entry | None:
    """Return the last result that somebody typed, if only steps of that seat without news have followed, else None."""
    after: set[str] = set()  # seats of the steps behind
    for step in islice(reversed(replay.steps), len(replay.steps) - 1):
        entry = replay.entries[step.seq]
        if step.news:
            return entry if entry.args.get("source") == "table" and after <= {entry.seat} else None
        after.add(entry.seat)
    return None


def typed_for_bot(replay: Replay) -> Entry | None:
    """Return the last result, if people typed it for a bot and may still type it anew (TB-SEAT-5), else None."""
    typed = typed_last(replay)
    mistyped = typed is not None and typed.seat in replay.bots and amend_refusal(replay, typed.seat) is None
    return typed if mistyped else None


def mistyped_words(replay: Replay) -> tuple[str, ...]:
    """Return the result that is being typed anew as words of a command, such as `black=orc`; none where nothing is."""
    if replay.amending is None:
        return ()
    command = replay.game.words.command(replay.state, entry_action(replay.game, replay.amending))
    return tuple(command.partition("--rolled ")[2].partition(" ")[0].split(","))


def entry_action(game: Game, entry: Entry) -> Any:
    """Return the action of an entry that the game has accepted."""
    return game.words.decode(entry.type, entry.seat, entry.action_args)


def amend_refusal(replay: Replay, seat: str) -> Refusal | None:
    """Return why a seat cannot type its last result anew, or None."""
    if replay.opened:
        return OPENED
    if replay.amending is not None:
        return amend_first(replay.amending)
    typed = typed_last(replay)
    return Refusal("amend_nothing", AMEND_RULE) if typed is None or typed.seat != seat else None


def overridden_state(replay: Replay, args: Json) -> State | Refusal:
    """Return the table as an override sets it, or why it cannot."""
    if replay.opened:
        return OPENED
    position = args.get("position")
    if not isinstance(position, dict):
        return Refusal("override_unreadable", OVERRIDE_RULE)
    try:
        return replay.game.rules.new(replay.content, {**replay.header, "position": position})
    except UNREADABLE:
        return Refusal("override_unreadable", OVERRIDE_RULE)
