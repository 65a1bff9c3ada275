"""Steps are taken back and brought back (TB-UNDO-1, TB-REDO-1)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar

from companion.core.errors import JournalError
from companion.core.messages import Event, Phrase, Ref, Refusal, Value
from companion.play.game.offers import Offer
from companion.play.journal.entries.table_entry import EntryDraft, EntryDrafts, TableEntry, seat_value
from companion.play.journal.log import LogStep, log_steps
from companion.play.journal.replay import OPENED, Replay, amend_first
from companion.play.journal.roster import Roster
from companion.play.journal.undo_report import Undone, undone_results

if TYPE_CHECKING:
    from companion.play.journal.journal import Entry

UNDO_RULE, REDO_RULE = "TB-UNDO-1", "TB-REDO-1"


@dataclass(frozen=True)
class Undo(TableEntry):
    """The last step, or all after entry `to`, is taken back.

    agreed: seats that consent to unsee dice. on_phones: they said so on their phones; else nobody agrees for a seat
    that a phone plays.
    """

    type: ClassVar[str] = "undo"
    waits_for_resume: ClassVar[bool] = True

    agreed: Sequence[str]
    to: int | None = None
    seat: str = ""
    on_phones: bool = False

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or why nothing is taken back."""
        target = undo_target(replay, self.to)
        if not self.on_phones and target is not None and undo_refusal(replay, target, []) is not None:
            roster = Roster.from_entries(replay.entries)
            own = roster.agreed_to(target)
            seats = tuple(Ref("seat", seat) for seat in self.agreed if roster.is_taken(seat) and seat not in own)
            if seats:
                return Refusal("undo_phones", UNDO_RULE, {"seats": seats})
        if replay.halt is not None:
            return replay.halt
        if target is None:
            return Refusal("undo_nothing", UNDO_RULE)
        refusal = undo_refusal(replay, target, self.agreed)
        return refusal or EntryDrafts([EntryDraft(self.seat, self.type, {"agreed": sorted(self.agreed), "to": target})])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Move the steps after entry `to` to what a redo brings back."""
        to, agreed = entry.args.get("to"), entry.args.get("agreed", [])
        if type(to) is not int or not isinstance(agreed, list) or not all(isinstance(seat, str) for seat in agreed):
            raise JournalError(entry.seq, "undo_unreadable")
        refusal = undo_refusal(replay, to, agreed)
        if refusal or to not in [step.seq for step in replay.steps]:
            raise JournalError(entry.seq, "illegal", refusal or Refusal("undo_nothing", UNDO_RULE))
        keep = next(index for index, step in enumerate(replay.steps) if step.seq > to)
        replay.undone.append(replay.steps[keep:])
        replay.reverted[entry.seq] = tuple(step.seq for step in replay.steps[keep:])
        if seen := tuple(step.seq for step in replay.steps[keep:] if step.news):
            replay.taken_back[entry.seq] = seen
        del replay.steps[keep:]
        replay.ended = False

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return who took back what, what had been seen of it, and whose phones agreed."""
        seen = next((consent_events(found) for found in undone_results(replay) if found.seq == entry.seq), ())
        return (_undo_event(replay, entry, reader), *seen)

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return whether it has no consent of others; with consent it is no more than they allow."""
        return not entry.args.get("agreed")


@dataclass(frozen=True)
class Redo(TableEntry):
    """Bring back what the last undo took away."""

    type: ClassVar[str] = "redo"
    waits_for_resume: ClassVar[bool] = True

    seat: str = ""

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or why nothing is brought back."""
        if replay.halt is not None:
            return replay.halt
        if not replay.undone:
            return Refusal("redo_nothing", REDO_RULE)
        return EntryDrafts([EntryDraft(self.seat, self.type, {})], reached=replay.undone[-1][-1].state)

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Put the steps last undone back."""
        if not replay.undone:
            raise JournalError(entry.seq, "illegal", Refusal("redo_nothing", REDO_RULE))
        replay.steps.extend(replay.undone.pop())
        replay.amending = None

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return that it was brought back, and by whom."""
        return (Event("redone_by", REDO_RULE, seat_value(entry)) if entry.seat else Event("redone", REDO_RULE),)

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return whether a person writes it, not a bot."""
        return not by_bot


def undo_target(replay: Replay, to: int | None = None) -> int | None:
    """Return the entry that stands once everything after entry `to` is taken back, or None; `to` changed the table.

    An undo or redo left the table of a step before it; that one has to stand. Without `to` the last step of a
    person is taken back, with all that bots did since.
    """
    if to is not None:
        states = replay.states
        changed = 0 <= to < len(states) and (to == 0 or states[to] is not states[to - 1])
        return next((step.seq for step in reversed(replay.steps) if changed and step.state is states[to]), None)
    for place in range(len(replay.steps) - 1, 0, -1):
        if replay.entries[replay.steps[place].seq].seat not in replay.bots:
            return replay.steps[place - 1].seq
    return None


def undo_refusal(replay: Replay, to: int, agreed: Sequence[str]) -> Refusal | None:
    """Return why steps are not taken back: free to the last new information, beyond it all seats consent."""
    if replay.opened:
        return OPENED
    if replay.amending is not None:
        return amend_first(replay.amending)
    behind = replay.steps[bisect_right(replay.steps, to, key=attrgetter("seq")) :]
    if not behind or len(behind) == len(replay.steps):
        return Refusal("undo_nothing", UNDO_RULE)
    if any(step.news for step in behind) and set(agreed) != set(replay.seats):
        return Refusal("undo_consent", UNDO_RULE)
    return None


def _undo_event(replay: Replay, entry: Entry, reader: str | None) -> Event:
    """Return who undid which steps, named by the first of them, if the reader was told one."""
    first, *more = replay.reverted[entry.seq]
    step = next(log_steps(replay, first, first))
    if not (told := step.events(reader)):
        return Event("undone", UNDO_RULE, {"seq": entry.args["to"]})
    what = _action_words(step, told) or Phrase(f"event.{told[0].code}", told[0].values)
    values: dict[str, Value] = {"what": (what,)}
    if not entry.seat:
        return Event("undone_from" if more else "undone_one", UNDO_RULE, values)
    return Event("undone_from_by" if more else "undone_one_by", UNDO_RULE, {**values, **seat_value(entry)})


def _action_words(step: LogStep, told: Sequence[Event]) -> Phrase | None:
    """Return the seat and its action, of a plain step whose events are effects; None where its event names it.

    None too if something of it is its seat's alone.
    """
    game, entry, action = step.replay.game, step.entry, step.action
    if action is None or len(told) == 1 or entry.type not in game.words.plain_types:
        return None
    if entry.type in game.words.chance_types or tuple(told) != step.events(entry.seat):
        return None
    if game.rules.tells_hand(step.before, action):
        return None
    offer = game.show.describe_offer(step.before, Offer(action))
    said = (Phrase(f"event.{offer.code}", offer.values),)
    return Phrase("review.of_seat", {"seat": Ref("seat", entry.seat), "what": said})


def consent_events(found: Undone) -> tuple[Event, ...]:
    """Return which results an undo took back, and how far that was agreed to on phones."""
    numbers = ", ".join(map(str, found.results))
    out = [Event("undone_seen", UNDO_RULE, {"entries": numbers})]
    for code, seats in (("undone_phones", found.on_phone), ("undone_by_word", found.by_word)):
        if seats:
            out.append(Event(code, UNDO_RULE, {"seats": tuple(Ref("seat", seat) for seat in seats)}))
    return tuple(out)
