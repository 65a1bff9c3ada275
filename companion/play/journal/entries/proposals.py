"""Seats agree on their phones to take something back (TB-UNDO-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.messages import Event, Ref, Refusal
from companion.play.journal.entries.table_entry import EntryDraft, EntryDrafts, TableEntry, seat_value
from companion.play.journal.roster import BY_HOST, Proposal, Roster

if TYPE_CHECKING:
    from companion.play.journal.journal import Entry
    from companion.play.journal.replay import Replay

UNDO_RULE = "TB-UNDO-1"


@dataclass(frozen=True)
class Propose(TableEntry):
    """A seat, or the host, wants everything after entry `to` taken back."""

    type: ClassVar[str] = "propose"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True

    to: int | None
    seat: str = ""

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write."""
        return EntryDrafts([EntryDraft(self.seat, self.type, {"to": self.to})])

    @classmethod
    def update_roster(cls, roster: Roster, entry: Entry) -> None:
        """Put it to the others."""
        to = entry.args.get("to")
        if type(to) is int:
            roster.proposal = Proposal(entry.seq, to, entry.seat, {entry.seat})

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return who wants it."""
        return (proposal_event(entry.seat, str(entry.args.get("to", ""))),)

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return whether a person writes it, not a bot."""
        return not by_bot


@dataclass(frozen=True)
class Agree(TableEntry):
    """A seat wants it too; by_host: the host says so for it."""

    type: ClassVar[str] = "agree"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True

    seat: str
    by_host: bool = False

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write."""
        return EntryDrafts([EntryDraft(self.seat, self.type, {"by": BY_HOST} if self.by_host else {})])

    @classmethod
    def update_roster(cls, roster: Roster, entry: Entry) -> None:
        """Count the seat."""
        if roster.proposal is not None:
            roster.proposal.agreed.add(entry.seat)
            if entry.args.get("by") == BY_HOST:
                roster.proposal.by_host.add(entry.seat)

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return which seat agreed."""
        code = "agreed_for" if entry.args.get("by") == BY_HOST else "agreed"
        return (Event(code, UNDO_RULE, seat_value(entry)),)


@dataclass(frozen=True)
class Decline(TableEntry):
    """A seat, or the host, wants it not."""

    type: ClassVar[str] = "decline"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True

    seat: str = ""

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write."""
        return EntryDrafts([EntryDraft(self.seat, self.type, {})])

    @classmethod
    def update_roster(cls, roster: Roster, entry: Entry) -> None:
        """Drop the proposal."""
        roster.proposal = None

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return who wants it not."""
        return (Event("declined" if entry.seat else "host_declined", UNDO_RULE, seat_value(entry)),)


def proposal_event(by: str, to: str) -> Event:
    """Return that a seat, or the host without one, wants everything after an entry taken back."""
    part, whole = ("proposed", "proposed_all") if by else ("host_proposed", "host_proposed_all")
    return Event(whole if to == "0" else part, UNDO_RULE, {"seat": Ref("seat", by), "seq": to})
