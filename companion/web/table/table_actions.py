"""What a phone asks for -> a step of the session: whose seat it is, whether the phone knew the table, then the rules.

Knows a form's fields, no HTTP request and no page.
"""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.core.errors import StaleSequence, WrongCall
from companion.core.messages import Ref, Refusal
from companion.core.visible import clean_text
from companion.play.journal.entries.corrections import Amend, typed_last
from companion.play.journal.entries.halts import End, Pause, Resume
from companion.play.journal.entries.proposals import Agree, Decline, Propose
from companion.play.journal.entries.random_words import Commit, Reveal
from companion.play.journal.entries.remarks import Note, Real
from companion.play.journal.entries.seats import Admit, Deny, FreeSeat, Join, Leave, SeatBot, UnseatBot
from companion.play.journal.entries.table_entry import TableEntry, TableRequest, keeps_choice
from companion.play.journal.entries.undo import Redo, Undo, undo_target
from companion.play.journal.journal import METADATA_KEYS, Entry
from companion.play.journal.roster import BY_HOST, HOST, Proposal
from companion.play.journal.session import Answer, Planned
from companion.web.table.tables import LiveTable, Tables

MOST_LETTERS = 500  # of a note
TRIES = 5  # against others who write to the same table from elsewhere


class Requester(NamedTuple):
    """Who asks: the key of the phone at this table, and whether it is the host's."""

    phone: str
    host: bool


@dataclass(slots=True)
class MoveRequest:
    """What is asked for. `seen` is the last entry the phone knew (None: whatever there is)."""

    type: str
    given: dict[str, str] = field(default_factory=dict)
    rolled: str | None = None
    seat: str = ""
    seen: int | None = None


def read(fields: Iterable[tuple[str, str]]) -> MoveRequest:
    """What the fields of a form ask for. Raises WrongCall.

    `do` holds the words of `companion do`; else `type`, and the action's own fields, several of one name joined by
    commas. `rolled.DIE` is what a die of wood showed.
    """
    request, shown = MoveRequest(""), []
    for name, value in fields:
        match name:
            case "do":
                _read_words(request, value)
            case "type" | "seat":
                setattr(request, name, value)
            case "seen":
                if not (value.isascii() and value.isdecimal() and len(value) < 10):
                    raise WrongCall("not_number", value)
                request.seen = int(value)
            case "rolled":
                shown.append(value)
            case _ if name.startswith("rolled."):
                shown.append(f"{name[7:]}={value}")
            case _:
                request.given[name] = f"{request.given[name]},{value}" if name in request.given else value
    request.rolled = ",".join(shown) or request.rolled
    return request


def _read_words(request: MoveRequest, text: str) -> None:
    try:
        request.type, *words = shlex.split(text)
    except ValueError:
        raise WrongCall("not_key_value", text) from None
    if "--rolled" in words[:-1]:
        place = words.index("--rolled")
        request.rolled = words[place + 1]
        del words[place : place + 2]
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise WrongCall("not_key_value", word)
        request.given[key] = value


async def do(tables: Tables, table: LiveTable, who: Requester, request: MoveRequest) -> Answer:
    """One step, kept and taken. Raises WrongCall, StoreError."""
    async with table.lock:
        if request.seen is not None and request.seen > table.session.seq:  # told by another server
            await tables.catch_up(table)
        seen = table.session.seq if request.seen is None else request.seen
        for _ in range(TRIES):
            asked = _ActionRequest(tables, table, who, request)
            try:
                if _is_of_seat(request.type):
                    return await asked.at_the_table()
                if hasattr(asked, f"app_{request.type}"):
                    return await asked.of_the_app()
                if hasattr(asked, f"host_{request.type}"):
                    return await asked.by_the_host()
                return await asked.in_the_game()
            except StaleSequence:  # the table is up to date now
                request.seen = seen
        return _stale(table, who, request)


class Invitation(NamedTuple):
    """What a phone brings to join a seat: its digest, and whether it lets one in while the seat is as it is."""

    digest: str
    counts: Callable[[], bool]


async def join(tables: Tables, table: LiveTable, who: Requester, seat: str, invitation: Invitation | None) -> Answer:
    """The phone plays that seat from now on. Raises WrongCall, StoreError."""
    _known(table, seat)

    def refused() -> Refusal | None:
        if invitation is not None and invitation.digest in table.roster.used:
            return Refusal("invite_used", "TB-SEAT-2")
        if invitation is not None and not invitation.counts():
            return Refusal("invite_old", "TB-SEAT-2")
        if invitation is None and not who.host and seat not in table.takeable_seats(*who):
            code, rule = ("seat_taken", "TB-SEAT-2") if table.roster.taken(seat) else ("seat_bot", "TB-SEAT-5")
            return Refusal(code, rule, {"seat": Ref("seat", seat)})
        return None

    def plan() -> Answer | Planned:
        if who.phone in table.roster.phones.get(seat, ()):
            return Answer(table.session.seq, None)
        if refusal := refused():
            return Answer(table.session.seq, refusal)
        invite = "" if invitation is None else invitation.digest
        return table.session.plan(Join(seat, who.phone, invite, who.host))

    async with table.lock:
        return await tables.plan_and_append(table, plan, TRIES)


async def leave(tables: Tables, table: LiveTable, who: Requester, seat: str) -> Answer:
    """The phone plays that seat no longer; where it alone had not agreed to an undo, that is done now.

    Raises WrongCall, StoreError.
    """
    _known(table, seat)

    def plan() -> Answer | Planned:
        if who.phone not in table.roster.phones.get(seat, ()):
            return Answer(table.session.seq, None)
        return table.session.plan(Leave(seat, who.phone))

    async with table.lock:
        left = await tables.plan_and_append(table, plan, TRIES)
        return await _undo_if_nobody_is_left_to_ask(tables, table) or left


async def _undo_if_nobody_is_left_to_ask(tables: Tables, table: LiveTable) -> Answer | None:
    """Where the phones of a seat have gone: do what was proposed, unless it was they who asked for it."""
    proposal = table.roster.proposal
    if proposal is None or (proposal.by != HOST and not table.roster.taken(proposal.by)):
        return None
    return await _undo_if_all_agree(tables, table)


async def _undo_if_all_agree(tables: Tables, table: LiveTable) -> Answer | None:
    """Do what was proposed once nobody is left to ask; None if there is no such thing."""
    proposal = table.roster.proposal
    if proposal is None or table.roster.waiting():
        return None
    return await tables.plan_and_append(
        table, lambda: table.session.plan(Undo(table.seats, proposal.to, proposal.by, True))
    )


def _known(table: LiveTable, seat: str) -> None:
    if seat not in table.seats:
        raise WrongCall("no_player", seat, table.seats)


def _stale(table: LiveTable, who: Requester, request: MoveRequest) -> Answer:
    """Somebody was quicker, unless what happened is this very request, made again after a lost answer.

    Only what was done for a seat of this phone is compared: the answer would tell others what lies hidden.
    """
    session, may = table.session, table.acting_seats(*who)
    later = session.replay.entries[(session.seq if request.seen is None else request.seen) + 1 :]
    aside = _is_of_seat(request.type)
    first = next((entry for entry in later if not keeps_choice(entry.type) and (aside or entry.seat in may)), None)
    if first is not None and _is(table, request, first):
        return Answer(session.seq, None)
    return Answer(session.seq, Refusal("stale", "TB-TURN-1", {"seq": session.seq}))


def _is_of_seat(type: str) -> bool:
    """Whether it is a step of the table, for whoever has a seat."""
    return hasattr(_ActionRequest, f"seat_{type}")


def _is(table: LiveTable, request: MoveRequest, entry: Entry) -> bool:
    """Whether an entry is what was asked for."""
    if entry.type != request.type or request.seat not in ("", entry.seat):
        return False
    if _is_of_seat(request.type):
        return request.given.get("to", "") in ("", str(entry.args.get("to")))
    session = table.session
    state = session.replay.state_at(entry.seq - 1)
    try:
        action = session.game.parse(session.content, state, request.type, request.given, request.rolled, entry.seat)
    except WrongCall:
        return False
    if isinstance(action, Refusal):
        return False
    drawn, args = "draw" in entry.args, {key: entry.args[key] for key in entry.args if key not in METADATA_KEYS}
    return drawn if session.game.as_open(action) == action else not drawn and args == session.game.args(action)


class _ActionRequest:
    """One request at one table, which is locked.

    A step of the table is the method of its name: `seat_TYPE` for whoever has a seat, `host_TYPE` for the host,
    `app_TYPE` for whoever may give the app a seat or take it back.
    """

    def __init__(self, tables: Tables, table: LiveTable, who: Requester, request: MoveRequest) -> None:
        self.tables, self.table, self.who, self.request = tables, table, who, request
        self.session, self.roster = table.session, table.roster
        self.own = [seat for seat in self.roster.seats(who.phone) if seat != HOST]

    async def in_the_game(self) -> Answer:
        request, seat = self.request, self._seat()
        if self._late() and (isinstance(seat, Refusal) or self._touched(seat)):
            return _stale(self.table, self.who, request)
        if isinstance(seat, Refusal):
            return self._refused(seat)
        return await self.tables.plan_and_append(
            self.table, lambda: self.session.plan_do(request.type, request.given, request.rolled, seat)
        )

    def _touched(self, seat: str) -> bool:
        """Whether since the entry that the phone knew anything but actions of others came, or its choice changed.

        Where several seats choose at once, none is told that it is late because another was quicker.
        """
        session, game = self.session, self.session.game
        later = [entry for entry in self._since_seen() if not keeps_choice(entry.type)]
        if any(entry.seat == seat or entry.type not in game.action_types for entry in later):
            return True
        known, now = session.replay.state_at(self.request.seen or 0), session.replay.state
        return [offer for offer in game.legal(known) if offer.seat == seat] != [
            offer for offer in game.legal(now) if offer.seat == seat
        ]

    def _seat(self) -> str | Refusal:
        """For whom the phone acts: the seat it names, else one whose step it is, else its own."""
        may = self.table.acting_seats(*self.who)
        if self.request.seat:
            _known(self.table, self.request.seat)
            if self._shows_for_a_bot():
                return self.request.seat
        awaited: Sequence[str] = (
            [self.request.seat] if self.request.seat else self.session.game.pending(self.session.replay.state).seats
        )
        for seat in (*awaited, *([] if self.request.seat else self.own)):
            if seat in may:
                return seat
        if not may or not awaited:
            return self._seatless()
        return Refusal("other_seat", "TB-SEAT-1", {"seat": Ref("seat", awaited[0])})

    def _shows_for_a_bot(self) -> bool:
        """Whether this phone, of a player or the host, types in what a bot throws."""
        request, throw, session = self.request, self.table.bot_throw(), self.session
        if throw is None or throw.seat != request.seat or not (self.own or self.who.host):
            return False
        game, state = session.game, session.replay.state
        action = game.parse(session.content, state, request.type, request.given, request.rolled, throw.seat)
        if isinstance(action, Refusal):
            return True  # which the phone is then told
        return game.command(state, game.as_open(action) or action) == throw.do

    async def of_the_app(self) -> Answer:
        """The app plays a seat from now on, or no longer (TB-SEAT-5)."""
        seat = self.request.seat
        _known(self.table, seat)
        if seat not in self.table.bot_seats(*self.who):
            return self._refused(Refusal("bot_other", "TB-SEAT-5", {"seat": Ref("seat", seat)}))
        step: Callable[[], Awaitable[Answer]] = getattr(self, f"app_{self.request.type}")
        return await step()

    async def app_seat_bot(self) -> Answer:
        """The app plays the seat from now on."""
        phones, bot = self.roster.phones.get(self.request.seat, set()), self.request.given.get("bot", "")
        return await self._plan_and_append(SeatBot(self.request.seat, bot, phones, self.who.host))

    async def app_free_bot(self) -> Answer:
        """The app plays it no longer."""
        return await self._plan_and_append(UnseatBot(self.request.seat))

    def _seatless(self) -> Refusal:
        """Why a phone without a seat may not act: it never took one, or the host took it away."""
        freed = self.roster.freed.get(self.who.phone)
        if freed is None:
            return Refusal("not_seated", "TB-SEAT-1")
        return Refusal("seat_freed", "TB-SEAT-3", {"seat": Ref("seat", freed)})

    async def by_the_host(self) -> Answer:
        if not self.who.host and not self._handed():
            return self._refused(Refusal("not_host", "TB-HOST-1"))
        step: Callable[[], Awaitable[Answer]] = getattr(self, f"host_{self.request.type}")
        return await step()

    async def host_pause(self) -> Answer:
        """Nothing may happen in the game."""
        return await self._halt(Pause())

    async def host_resume(self) -> Answer:
        """The game goes on."""
        return await self._halt(Resume())

    async def host_end(self) -> Answer:
        """The game is broken off."""
        return await self._halt(End())

    async def _halt(self, entry: TableEntry) -> Answer:
        """Halt the game or let it go on, once."""
        if any(other.type == entry.type for other in self._since_seen()):
            return Answer(self.session.seq, None)
        return await self._plan_and_append(entry)

    async def host_hand(self) -> Answer:
        """The phones of a seat are the host's from now on."""
        _known(self.table, self.request.seat)
        heirs = self.roster.phones.get(self.request.seat)
        if not heirs:
            return self._refused(Refusal("hand_nobody", "TB-HOST-1", {"seat": Ref("seat", self.request.seat)}))
        before = self.roster.phones.get(HOST, set())
        joining, leaving = sorted(heirs - before), sorted(before - heirs)
        for entry in (*[Join(HOST, phone) for phone in joining], *[Leave(HOST, phone) for phone in leaving]):
            kept = await self._plan_and_append(entry)
            if kept.refusal is not None:
                return kept
        return Answer(self.session.seq, None)

    async def _plan_and_append(self, request: TableRequest) -> Answer:
        """What is asked of the table is planned as it then stands, kept and taken."""
        return await self.tables.plan_and_append(self.table, lambda: self.session.plan(request))

    async def host_free(self) -> Answer:
        """All phones of a seat leave it, unless others have taken it since the host looked."""
        seat = self.request.seat
        _known(self.table, seat)
        gone = [entry for entry in self._since_seen() if (entry.type, entry.seat) == ("leave", seat)]
        if any(entry.args.get("by") == BY_HOST for entry in gone):
            return Answer(self.session.seq, None)
        if self.request.seen is not None and self.request.seen < self.roster.since.get(seat, 0):
            return _stale(self.table, self.who, self.request)
        answer = await self._plan_and_append(FreeSeat(seat, self.roster.phones.get(seat, ())))
        return await _undo_if_nobody_is_left_to_ask(self.tables, self.table) or answer

    async def host_agree_for(self) -> Answer:
        """The host agrees to what was proposed for a seat none of whose phones is connected here."""
        seat = self.request.seat
        _known(self.table, seat)
        proposal = self.roster.proposal
        if proposal is None or self._asked_before(proposal):
            return self._answered_before("agree")
        if self.table.present[seat]:
            return self._refused(Refusal("agree_here", "TB-UNDO-1", {"seat": Ref("seat", seat)}))
        if seat in self.roster.waiting():
            agreed = await self._plan_and_append(Agree(seat, by_host=True))
            if agreed.refusal is not None:
                return agreed
        return await self._undo_if_all_agree()

    async def host_admit(self) -> Answer:
        """A phone that asks for a seat gets it."""
        return await self._answer_request(Admit)

    async def host_deny(self) -> Answer:
        """It gets nothing."""
        return await self._answer_request(Deny)

    async def _answer_request(self, answer: type[Admit] | type[Deny]) -> Answer:
        """Yes or no to a phone that asks for a seat; asked again after a lost answer it is not done again."""
        number, session = int(self._digits("number")), self.session
        answered = (Join.type, BY_HOST) if answer is Admit else (Deny.type, None)
        given = [(entry.type, entry.args.get("by")) for entry in self._since_seen()]
        if self.roster.asks(number, "") is None and answered in given:
            return Answer(session.seq, None)
        return await self._plan_and_append(answer(number, self.roster))

    def _handed(self) -> bool:
        """Whether this phone asks again for the very handover that it is no longer host by."""
        heirs, host = self.roster.phones.get(self.request.seat), self.roster.phones.get(HOST)
        gone = {"phone": self.who.phone}
        left = any((entry.type, entry.seat, entry.args) == ("leave", HOST, gone) for entry in self._since_seen())
        return self.request.type == "hand" and left and heirs == host

    async def at_the_table(self) -> Answer:
        """A step of the table itself, by a seat or by the host."""
        if not self.own and not self.who.host:
            return self._refused(self._seatless())
        if self.request.seat:
            _known(self.table, self.request.seat)
        if self.request.seat and self.request.seat not in self.own:
            return self._refused(Refusal("other_seat", "TB-SEAT-1", {"seat": Ref("seat", self.request.seat)}))
        step: Callable[[], Awaitable[Answer]] = getattr(self, f"seat_{self.request.type}")
        return await step()

    @property
    def _me(self) -> str:
        """The seat that speaks; the host without a seat speaks for the table."""
        return self.request.seat or (self.own[0] if self.own else HOST)

    async def seat_undo(self) -> Answer:
        if self._late():
            return _stale(self.table, self.who, self.request)
        return await self._plan_and_append(Undo([], self._to(), self._me, on_phones=True))

    async def seat_redo(self) -> Answer:
        if self._late():
            return _stale(self.table, self.who, self.request)
        return await self._plan_and_append(Redo(self._me))

    async def seat_amend(self) -> Answer:
        typed = typed_last(self.session.replay)
        if self._late():
            return _stale(self.table, self.who, self.request)
        theirs = (*self.own, *self.session.replay.bots)
        seat = typed.seat if typed is not None and typed.seat in theirs else self._me
        return await self._plan_and_append(Amend(seat))

    async def seat_real(self) -> Answer:
        kind, word = next(iter(self.request.given.items()), ("", ""))
        if self._done("real", self._me, **{kind: word}):
            return Answer(self.session.seq, None)
        return await self._plan_and_append(Real(kind, word, self._me))

    async def seat_note(self) -> Answer:
        text = clean_text(self._text("text"))
        if self._done("note", self._me, text=text):
            return Answer(self.session.seq, None)
        return await self._plan_and_append(Note(text, self._me))

    async def seat_commit(self) -> Answer:
        hash, speaks = self.request.given.get("hash", ""), self.table.entropy_speaker(*self.who)
        if self._done("commit", speaks, hash=hash):
            return Answer(self.session.seq, None)
        return await self._plan_and_append(Commit(hash, speaks))

    async def seat_reveal(self) -> Answer:
        words, speaks = clean_text(self._text("words")), self.table.entropy_speaker(*self.who)
        if self._done("reveal", speaks, words=words):
            return Answer(self.session.seq, None)
        return await self._plan_and_append(Reveal(words, speaks, alone=False))

    async def seat_propose(self) -> Answer:
        """Ask the others to take something back; with nobody to ask it is done at once."""
        to = self._to()
        target = undo_target(self.session.replay, to)
        proposal = self.roster.proposal
        if proposal is not None and (proposal.to, proposal.by) == (target, self._me):
            return await self._agree_with(proposal)
        if self._done("propose", self._me, **({} if to is None else {"to": to})):
            return Answer(self.session.seq, None)
        if self._late():
            return _stale(self.table, self.who, self.request)
        allowed = self.session.plan(Undo(self.table.seats, to, on_phones=True))
        if isinstance(allowed, Answer):
            return allowed
        proposed = await self._plan_and_append(Propose(target, self._me))
        if proposed.refusal is not None:
            return proposed
        assert self.roster.proposal is not None  # just made
        return await self._agree_with(self.roster.proposal)

    async def seat_agree(self) -> Answer:
        proposal = self.roster.proposal
        if proposal is None or self._asked_before(proposal):
            return self._answered_before("agree")
        return await self._agree_with(proposal)

    async def _agree_with(self, proposal: Proposal) -> Answer:
        """For every seat of this phone; the undo itself once all agree."""
        for seat in self.own:
            if seat not in proposal.agreed:
                agreed = await self._plan_and_append(Agree(seat))
                if agreed.refusal is not None:
                    return agreed
        return await self._undo_if_all_agree()

    async def seat_decline(self) -> Answer:
        if self.roster.proposal is None or self._asked_before(self.roster.proposal):
            return self._answered_before("decline")
        return await self._plan_and_append(Decline(self._me))

    def _asked_before(self, proposal: Proposal) -> bool:
        """Whether the phone cannot have meant this proposal, as it came later."""
        return self.request.seen is not None and self.request.seen < proposal.seq

    def _answered_before(self, type: str) -> Answer:
        """What to say where nothing is asked any longer, or something else."""
        if self._done(type, self._me):
            return Answer(self.session.seq, None)
        if self.roster.proposal is None:
            return self._refused(Refusal("proposal_none", "TB-UNDO-1"))
        return _stale(self.table, self.who, self.request)

    async def _undo_if_all_agree(self) -> Answer:
        return await _undo_if_all_agree(self.tables, self.table) or Answer(self.session.seq, None)

    def _late(self) -> bool:
        return self.request.seen is not None and self.request.seen < self.roster.changed

    def _done(self, type: str, seat: str, **args: Any) -> bool:
        """Whether this was written for the phone after the entry it knew: it asks again after a lost answer."""
        wanted = args.items()
        return any(
            (entry.type, entry.seat) == (type, seat) and wanted <= entry.args.items() for entry in self._since_seen()
        )

    def _since_seen(self) -> list[Entry]:
        return [] if self.request.seen is None else self.session.replay.entries[self.request.seen + 1 :]

    def _text(self, name: str) -> str:
        text = self.request.given.get(name, "")
        if len(text) > MOST_LETTERS:
            raise WrongCall("text_long", number=MOST_LETTERS)
        return text

    def _to(self) -> int | None:
        """The entry to go back to, where one is named."""
        return int(self._digits("to")) if self.request.given.get("to") else None

    def _digits(self, name: str) -> str:
        digits = self.request.given.get(name, "")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
            raise WrongCall("not_number", digits)
        return digits

    def _refused(self, refusal: Refusal) -> Answer:
        return Answer(self.session.seq, refusal)
