"""Phones and bots take seats and leave them, and ask the host for one (TB-SEAT-1 to TB-SEAT-5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.errors import WrongCall
from companion.core.messages import Event, Ref, Refusal
from companion.core.visible import clean_text
from companion.play.game import bots
from companion.play.game.bots import bot_name
from companion.play.journal.entries.table_entry import EntryDraft, EntryDrafts, TableEntry, TableRequest, seat_value
from companion.play.journal.roster import BY_HOST, Asking, Roster
from companion.play.journal.times import minutes_ago

if TYPE_CHECKING:
    from companion.play.journal.journal import Entry
    from companion.play.journal.replay import Replay

ASKED_MINUTES = 10  # that a phone's asking for a seat waits for the host's answer


@dataclass(frozen=True)
class Join(TableEntry):
    """A phone plays a seat from now on (the host's, without one); a bot that played it leaves it.

    invite: digest of its invitation. by_host: the phone is the host's. name: its player's own, empty to keep the
    one that the seat has.
    """

    type: ClassVar[str] = "join"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True

    seat: str
    phone: str
    invite: str = ""
    by_host: bool = False
    name: str = ""

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the lines to write."""
        invite = {"invite": self.invite} if self.invite else {}
        name = clean_text(self.name)
        own = {"name": name} if name and {"id": self.seat, "name": name} not in replay.named_seats else {}
        join = EntryDraft(self.seat, self.type, {"phone": self.phone, **invite, **own})
        left = _bot_leaves(replay, self.seat)
        return EntryDrafts([*left, join], len(left), self.by_host)

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Give the seat to the app, where a bot takes it, or the player's own name to the seat."""
        if "phone" in entry.args and "name" in entry.args:
            replay.names[entry.seat] = str(entry.args["name"])
        if "bot" in entry.args and entry.seat in replay.seats:
            replay.bots[entry.seat] = str(entry.args["bot"])

    @classmethod
    def update_roster(cls, roster: Roster, entry: Entry) -> None:
        """Seat the phone; or lend the seat to the app, for the phones that gave it, or for the host."""
        if "bot" not in entry.args:
            _seat_phone(roster, entry)
        elif entry.args.get("by") == BY_HOST:
            roster.lent.pop(entry.seat, None)
        else:
            phones = {phone for seat, phone in roster.left_before if seat == entry.seat}
            roster.lent.setdefault(entry.seat, set()).update(phones)

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return who took the seat."""
        values = seat_value(entry)
        if "bot" in entry.args:
            bot = bot_name(replay.game, str(entry.args["bot"]))
            return (Event("bot_joined", "TB-SEAT-5", {**values, "bot": bot}),)
        if entry.seat and entry.args.get("by") == BY_HOST:
            return (Event("admitted", "TB-SEAT-4", values),)
        return (Event("joined", "TB-SEAT-1", values) if entry.seat else Event("host_joined", "TB-HOST-1"),)

    @classmethod
    def takes_seat(cls, entry: Entry) -> bool:
        """The host's own doing is not counted."""
        return bool(entry.seat) and "by" not in entry.args


@dataclass(frozen=True)
class Leave(TableEntry):
    """A phone plays a seat no longer."""

    type: ClassVar[str] = "leave"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True

    seat: str
    phone: str

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write."""
        return EntryDrafts([EntryDraft(self.seat, self.type, {"phone": self.phone})])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Take the seat from the app, where its bot leaves it."""
        if "bot" in entry.args and replay.bots.get(entry.seat) == entry.args["bot"]:
            del replay.bots[entry.seat]

    @classmethod
    def update_roster(cls, roster: Roster, entry: Entry) -> None:
        """Unseat the phone; one that the host freed the seat from is told so."""
        if "bot" in entry.args:
            return
        phone, phones = str(entry.args.get("phone", "")), roster.phones.get(entry.seat, set())
        if phone in phones and entry.args.get("by") == BY_HOST:
            roster.freed[phone] = entry.seat
        phones.discard(phone)
        if not phones:
            roster.since.pop(entry.seat, None)
        if "by" not in entry.args:
            roster.leaving = roster.left_before | {(entry.seat, phone)}

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return who left the seat."""
        values = seat_value(entry)
        if "bot" in entry.args:
            bot = bot_name(replay.game, str(entry.args["bot"]))
            return (Event("bot_left", "TB-SEAT-5", {**values, "bot": bot}),)
        if entry.args.get("by") == BY_HOST:
            return (Event("freed", "TB-SEAT-3", values),)
        return (Event("left", "TB-SEAT-1", values) if entry.seat else Event("host_left", "TB-HOST-1"),)


@dataclass(frozen=True)
class Ask(TableEntry):
    """A phone asks for a seat which others play, under a number that it shows to its player."""

    type: ClassVar[str] = "ask"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True

    seat: str
    phone: str
    number: int

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write."""
        return EntryDrafts([EntryDraft(self.seat, self.type, {"number": self.number, "phone": self.phone})])

    @classmethod
    def update_roster(cls, roster: Roster, entry: Entry) -> None:
        """Keep what it asks for."""
        number, phone = entry.args.get("number"), str(entry.args.get("phone", ""))
        if type(number) is int:
            roster.asking[phone] = Asking(phone, entry.seat, number, entry.at)
            roster.denied.pop(phone, None)

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return which seat is asked for under which number."""
        values = {**seat_value(entry), "number": str(entry.args.get("number", ""))}
        return (Event("asked_seat", "TB-SEAT-4", values),)

    @classmethod
    def takes_seat(cls, entry: Entry) -> bool:
        """Counted like taking it."""
        return bool(entry.seat) and "by" not in entry.args


@dataclass(frozen=True)
class Deny(TableEntry):
    """The host gives nothing to the phone that asks under that number. roster: made from the journal where None."""

    command: ClassVar[str] = "deny"
    key: ClassVar[str] = "number"
    type: ClassVar[str] = "deny"
    has_no_effect: ClassVar[bool] = True
    keeps_choice: ClassVar[bool] = True

    number: int
    roster: Roster | None = None

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> Deny:
        """Return what the words of a command ask for."""
        return cls(_number(given[cls.key]))

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or that nobody asks."""
        asking = (self.roster or Roster.from_entries(replay.entries)).find_request(self.number, asked_since())
        if asking is None:
            return _nobody_asks(self.number)
        return EntryDrafts([EntryDraft(asking.seat, self.type, {"phone": asking.phone})])

    @classmethod
    def update_roster(cls, roster: Roster, entry: Entry) -> None:
        """Keep that the phone was denied the seat."""
        phone = str(entry.args.get("phone", ""))
        if roster.asking.pop(phone, None):
            roster.denied[phone] = entry.seat

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return which seat was denied."""
        return (Event("denied_seat", "TB-SEAT-4", seat_value(entry)),)


@dataclass(frozen=True)
class Admit(TableRequest):
    """The host gives a seat to the phone that asks for it under that number, with all else that goes with the seat.

    Who had the seat, or a bot, leaves it. roster: made from the journal where None.
    """

    command: ClassVar[str] = "admit"
    key: ClassVar[str] = "number"

    number: int
    roster: Roster | None = None

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> Admit:
        """Return what the words of a command ask for."""
        return cls(_number(given[cls.key]))

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the lines to write, or that nobody asks."""
        roster = self.roster or Roster.from_entries(replay.entries)
        asking = roster.find_request(self.number, asked_since())
        if asking is None:
            return _nobody_asks(self.number)
        before, given = roster.phones.get(asking.seat, set()), 0
        lines: list[EntryDraft] = []
        for place in roster.seats_with(asking.seat):
            by = {"by": BY_HOST} if place else {}
            lines += _bot_leaves(replay, place)
            for phone in sorted(before & roster.phones.get(place, set())):
                lines.append(EntryDraft(place, Leave.type, {**by, "phone": phone}))
            given = len(lines) if place == asking.seat else given
            lines.append(EntryDraft(place, Join.type, {**by, "phone": asking.phone}))
        return EntryDrafts(lines, given)


@dataclass(frozen=True)
class FreeSeat(TableRequest):
    """The host frees a seat: every phone there leaves it. phones: read from the journal where None."""

    command: ClassVar[str] = "free"
    key: ClassVar[str] = "seat"

    seat: str
    phones: Collection[str] | None = None

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> FreeSeat:
        """Return what the words of a command ask for."""
        return cls(given[cls.key])

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the lines to write, or that nobody plays the seat."""
        phones = _phones(replay, self.seat, self.phones)
        if not phones:
            return Refusal("free_nobody", "TB-SEAT-3", {"seat": Ref("seat", self.seat)})
        return EntryDrafts(
            [EntryDraft(self.seat, Leave.type, {"by": BY_HOST, "phone": phone}) for phone in sorted(phones)]
        )


@dataclass(frozen=True)
class SeatBot(TableRequest):
    """The app plays a seat from now on; phones that play it leave it, and may take it back.

    phones: read from the journal where None. by_host: nobody else may take it back.
    """

    seat: str
    bot: str
    phones: Collection[str] | None = None
    by_host: bool = True

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the lines to write. Raises WrongCall for an unknown bot."""
        bots.find_bot(replay.game, self.bot)
        if replay.bots.get(self.seat) == self.bot:
            return EntryDrafts([])
        lines = _bot_leaves(replay, self.seat)
        for phone in sorted(_phones(replay, self.seat, self.phones)):
            lines.append(EntryDraft(self.seat, Leave.type, {"phone": phone}))
        by = {"by": BY_HOST} if self.by_host and not lines else {}
        return EntryDrafts(
            [*lines, EntryDraft(self.seat, Join.type, {"bot": self.bot, **by})], len(lines), self.by_host
        )


@dataclass(frozen=True)
class UnseatBot(TableRequest):
    """The app plays a seat no longer."""

    seat: str

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, if the app plays it."""
        return EntryDrafts(_bot_leaves(replay, self.seat))


def _number(word: str) -> int:
    """Return the number under which a phone asks. Raises WrongCall."""
    if not word.isdecimal():
        raise WrongCall("not_number", word)
    return int(word)


def asked_since() -> str:
    """Return from when on what a phone asks for still waits for an answer, as in `at`."""
    return minutes_ago(ASKED_MINUTES)


def _seat_phone(roster: Roster, entry: Entry) -> None:
    """A phone that has a seat asks for none, and nothing that it was told before counts."""
    phone = str(entry.args.get("phone", ""))
    roster.lent.pop(entry.seat, None)
    if not roster.is_taken(entry.seat):
        roster.since[entry.seat] = entry.seq
    roster.phones.setdefault(entry.seat, set()).add(phone)
    roster.freed.pop(phone, None)
    roster.asking.pop(phone, None)
    roster.denied.pop(phone, None)
    if "invite" in entry.args:
        roster.used.add(str(entry.args["invite"]))


def _bot_leaves(replay: Replay, seat: str) -> list[EntryDraft]:
    """The line by which the bot of a seat leaves it, if it has one."""
    return [EntryDraft(seat, Leave.type, {"bot": replay.bots[seat]})] if seat in replay.bots else []


def _phones(replay: Replay, seat: str, phones: Collection[str] | None) -> Collection[str]:
    """The phones that play a seat."""
    return Roster.from_entries(replay.entries).phones.get(seat, set()) if phones is None else phones


def _nobody_asks(number: int) -> Refusal:
    return Refusal("ask_gone", "TB-SEAT-4", {"number": str(number)})
