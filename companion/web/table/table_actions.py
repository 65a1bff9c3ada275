"""Actions of phones: from a form to a step of the session, checked for seat, outdated view, and rules.

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
from companion.play.journal.journal import Entry
from companion.play.journal.roster import BY_HOST, HOST, Proposal
from companion.play.journal.session import Answer, Planned
from companion.web.table.tables import LiveTable, Tables

MAX_LETTERS = 500  # of a note
MAX_NAME = 40  # letters of a player's own name
TRIES = 5  # against others who write to the same table from elsewhere


class Requester(NamedTuple):
    """The sender of an action: the key of its phone at this table, and True for the host's phone."""

    phone: str
    host: bool


@dataclass(slots=True)
class MoveRequest:
    """An action as sent.

    type: of the action.
    given: its own fields.
    rolled: typed dice or cards.
    seat: empty for the phone's own.
    seen: last entry that the phone knew; None: act on the newest.
    """

    type: str
    given: dict[str, str] = field(default_factory=dict)
    rolled: str | None = None
    seat: str = ""
    seen: int | None = None


def read_form(fields: Iterable[tuple[str, str]]) -> MoveRequest:
    """Read an action from the fields of a form. Raises WrongCall.

    `do` has the words of `companion do`; else `type` and the action's own fields, several of one name joined by commas.
    `rolled.DIE` is the typed result of a die.
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


async def do_action(tables: Tables, table: LiveTable, who: Requester, request: MoveRequest) -> Answer:
    """Take one action and append it to the store. Raises WrongCall, StoreError."""
    async with table.lock:
        if request.seen is not None and request.seen > table.session.seq:  # told by another server
            await tables.catch_up(table)
        seen = table.session.seq if request.seen is None else request.seen
        for _ in range(TRIES):
            asked = _ActionRequest(tables, table, who, request)
            try:
                if _is_of_seat(request.type):
                    return await asked.act_at_table()
                if hasattr(asked, f"app_{request.type}"):
                    return await asked.change_bot()
                if hasattr(asked, f"host_{request.type}"):
                    return await asked.act_as_host()
                return await asked.act_in_game()
            except StaleSequence:  # the table is up to date now
                request.seen = seen
        return _stale(table, who, request)


class Invitation(NamedTuple):
    """An invitation to a seat.

    digest: marks it as used in the journal.
    counts: returns True while it is valid.
    """

    digest: str
    counts: Callable[[], bool]


async def join_seat(
    tables: Tables, table: LiveTable, who: Requester, seat: str, invitation: Invitation | None, name: str = ""
) -> Answer:
    """Let the phone play that seat, under its player's own name if one is given. Raises WrongCall, StoreError."""
    _check_seat(table, seat)
    if len(name) > MAX_NAME:
        raise WrongCall("text_long", number=MAX_NAME)

    def refused() -> Refusal | None:
        if invitation is not None and invitation.digest in table.roster.used:
            return Refusal("invite_used", "TB-SEAT-2")
        if invitation is not None and not invitation.counts():
            return Refusal("invite_old", "TB-SEAT-2")
        if invitation is None and not who.host and seat not in table.takeable_seats(*who):
            code, rule = ("seat_taken", "TB-SEAT-2") if table.roster.is_taken(seat) else ("seat_bot", "TB-SEAT-5")
            return Refusal(code, rule, {"seat": Ref("seat", seat)})
        return None

    def plan() -> Answer | Planned:
        if who.phone in table.roster.phones.get(seat, ()):
            return Answer(table.session.seq, None)
        if refusal := refused():
            return Answer(table.session.seq, refusal)
        invite = "" if invitation is None else invitation.digest
        return table.session.plan(Join(seat, who.phone, invite, who.host, name))

    async with table.lock:
        return await tables.plan_and_append(table, plan, TRIES)


async def leave_seat(tables: Tables, table: LiveTable, who: Requester, seat: str) -> Answer:
    """End the phone's part in that seat; carry out a proposed undo that only this seat had not agreed to.

    Raises WrongCall, StoreError.
    """
    _check_seat(table, seat)

    def plan() -> Answer | Planned:
        if who.phone not in table.roster.phones.get(seat, ()):
            return Answer(table.session.seq, None)
        return table.session.plan(Leave(seat, who.phone))

    async with table.lock:
        left = await tables.plan_and_append(table, plan, TRIES)
        return await _undo_after_leaving(tables, table) or left


async def _undo_after_leaving(tables: Tables, table: LiveTable) -> Answer | None:
    """Carry out a proposed undo that waited only for phones now gone, unless they proposed it."""
    proposal = table.roster.proposal
    if proposal is None or (proposal.by != HOST and not table.roster.is_taken(proposal.by)):
        return None
    return await _undo_if_all_agree(tables, table)


async def _undo_if_all_agree(tables: Tables, table: LiveTable) -> Answer | None:
    """Carry out the proposed undo if nobody is left to ask; None if there is none."""
    proposal = table.roster.proposal
    if proposal is None or table.roster.waiting_seats():
        return None
    return await tables.plan_and_append(
        table, lambda: table.session.plan(Undo(table.seats, proposal.to, proposal.by, True))
    )


def _check_seat(table: LiveTable, seat: str) -> None:
    """Raise WrongCall if there is no such seat."""
    if seat not in table.seats:
        raise WrongCall("no_player", seat, table.seats)


def _stale(table: LiveTable, who: Requester, request: MoveRequest) -> Answer:
    """Refuse an outdated action, or accept it silently if it is a repeat of one already taken.

    Only actions for this phone's seats are compared: the answer would disclose hidden actions of others.
    """
    session, may = table.session, table.acting_seats(*who)
    later = session.replay.entries[(session.seq if request.seen is None else request.seen) + 1 :]
    aside = _is_of_seat(request.type)
    first = next((entry for entry in later if not keeps_choice(entry.type) and (aside or entry.seat in may)), None)
    if first is not None and _matches(table, request, first):
        return Answer(session.seq, None)
    return Answer(session.seq, Refusal("stale", "TB-TURN-1", {"seq": session.seq}))


def _is_of_seat(type: str) -> bool:
    """Whether it is a step of the table, for whoever has a seat."""
    return hasattr(_ActionRequest, f"seat_{type}")


def _matches(table: LiveTable, request: MoveRequest, entry: Entry) -> bool:
    """Return True if an entry is the requested action."""
    if entry.type != request.type or request.seat not in ("", entry.seat):
        return False
    if _is_of_seat(request.type):
        return request.given.get("to", "") in ("", str(entry.args.get("to")))
    session = table.session
    state = session.replay.state_at(entry.seq - 1)
    try:
        action = session.game.words.parse(
            session.content, state, request.type, request.given, request.rolled, entry.seat
        )
    except WrongCall:
        return False
    if isinstance(action, Refusal):
        return False
    drawn, words = "draw" in entry.args, session.game.words
    return drawn if words.as_open(action) == action else not drawn and entry.action_args == words.args(action)


class _ActionRequest:
    """One action at one table, whose lock is held."""

    def __init__(self, tables: Tables, table: LiveTable, who: Requester, request: MoveRequest) -> None:
        self.tables, self.table, self.who, self.request = tables, table, who, request
        self.session, self.roster = table.session, table.roster
        self.own = [seat for seat in self.roster.seats_of(who.phone) if seat != HOST]

    async def act_in_game(self) -> Answer:
        """Take an action of the game."""
        request, seat = self.request, self._seat()
        if self._is_late() and (isinstance(seat, Refusal) or self._is_affected(seat)):
            return _stale(self.table, self.who, request)
        if isinstance(seat, Refusal):
            return self._refused(seat)
        return await self.tables.plan_and_append(
            self.table, lambda: self.session.plan_do(request.type, request.given, request.rolled, seat)
        )

    def _is_affected(self, seat: str) -> bool:
        """Return True if, since the seen entry, more than actions of others came or the offers changed.

        Where several seats choose at once, nobody is late because another was faster.
        """
        session, game = self.session, self.session.game
        later = [entry for entry in self._since_seen() if not keeps_choice(entry.type)]
        if any(entry.seat == seat or entry.type not in game.words.action_types for entry in later):
            return True
        known, now = session.replay.state_at(self.request.seen or 0), session.replay.state
        return [offer for offer in game.rules.legal(known) if offer.seat == seat] != [
            offer for offer in game.rules.legal(now) if offer.seat == seat
        ]

    def _seat(self) -> str | Refusal:
        """Return the acting seat: the one named, else one whose step it is, else the phone's own."""
        may = self.table.acting_seats(*self.who)
        if self.request.seat:
            _check_seat(self.table, self.request.seat)
            if self._shows_for_a_bot():
                return self.request.seat
        awaited: Sequence[str] = [self.request.seat] if self.request.seat else self.table.pending().seats
        for seat in (*awaited, *([] if self.request.seat else self.own)):
            if seat in may:
                return seat
        if not may or not awaited:
            return self._seatless_refusal()
        return Refusal("other_seat", "TB-SEAT-1", {"seat": Ref("seat", awaited[0])})

    def _shows_for_a_bot(self) -> bool:
        """Return True if a player or the host enters a bot's throw."""
        request, throw, session = self.request, self.table.bot_throw(), self.session
        if throw is None or throw.seat != request.seat or not (self.own or self.who.host):
            return False
        game, state = session.game, session.replay.state
        action = game.words.parse(session.content, state, request.type, request.given, request.rolled, throw.seat)
        if isinstance(action, Refusal):
            return True  # which the phone is then told
        return game.words.command(state, game.words.as_open(action) or action) == throw.do

    async def change_bot(self) -> Answer:
        """Give a seat to the app, or take it back (TB-SEAT-5)."""
        seat = self.request.seat
        _check_seat(self.table, seat)
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

    def _seatless_refusal(self) -> Refusal:
        """Return the refusal for a phone without a seat: never taken, or freed by the host."""
        freed = self.roster.freed.get(self.who.phone)
        if freed is None:
            return Refusal("not_seated", "TB-SEAT-1")
        return Refusal("seat_freed", "TB-SEAT-3", {"seat": Ref("seat", freed)})

    async def act_as_host(self) -> Answer:
        """Take an action of the host."""
        if not self.who.host and not self._repeats_handover():
            return self._refused(Refusal("not_host", "TB-HOST-1"))
        step: Callable[[], Awaitable[Answer]] = getattr(self, f"host_{self.request.type}")
        return await step()

    async def host_pause(self) -> Answer:
        """Pause the game: nothing may happen in it."""
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
        _check_seat(self.table, self.request.seat)
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
        """Plan a request to the table as it then stands, and append it to the store."""
        return await self.tables.plan_and_append(self.table, lambda: self.session.plan(request))

    async def host_free(self) -> Answer:
        """All phones of a seat leave it, unless others have taken it since the host looked."""
        seat = self.request.seat
        _check_seat(self.table, seat)
        gone = [entry for entry in self._since_seen() if (entry.type, entry.seat) == ("leave", seat)]
        if any(entry.args.get("by") == BY_HOST for entry in gone):
            return Answer(self.session.seq, None)
        if self.request.seen is not None and self.request.seen < self.roster.since.get(seat, 0):
            return _stale(self.table, self.who, self.request)
        answer = await self._plan_and_append(FreeSeat(seat, self.roster.phones.get(seat, ())))
        return await _undo_after_leaving(self.tables, self.table) or answer

    async def host_agree_for(self) -> Answer:
        """The host agrees to what was proposed for a seat none of whose phones is connected here."""
        seat = self.request.seat
        _check_seat(self.table, seat)
        proposal = self.roster.proposal
        if proposal is None or self._predates(proposal):
            return self._answer_outdated("agree")
        if self.table.present[seat]:
            return self._refused(Refusal("agree_here", "TB-UNDO-1", {"seat": Ref("seat", seat)}))
        if seat in self.roster.waiting_seats():
            agreed = await self._plan_and_append(Agree(seat, by_host=True))
            if agreed.refusal is not None:
                return agreed
        return await self._undo_if_all_agree()

    async def host_admit(self) -> Answer:
        """A phone that asks for a seat gets it."""
        return await self._answer_request(Admit)

    async def host_deny(self) -> Answer:
        """Refuse a seat to the phone that asks for it."""
        return await self._answer_request(Deny)

    async def _answer_request(self, answer: type[Admit] | type[Deny]) -> Answer:
        """Admit or deny a phone that asks for a seat; a repeat changes nothing."""
        number, session = int(self._digits("number")), self.session
        answered = (Join.type, BY_HOST) if answer is Admit else (Deny.type, None)
        given = [(entry.type, entry.args.get("by")) for entry in self._since_seen()]
        if self.roster.find_request(number, "") is None and answered in given:
            return Answer(session.seq, None)
        return await self._plan_and_append(answer(number, self.roster))

    def _repeats_handover(self) -> bool:
        """Return True if the former host repeats the handover that ended its role."""
        heirs, host = self.roster.phones.get(self.request.seat), self.roster.phones.get(HOST)
        gone = {"phone": self.who.phone}
        left = any((entry.type, entry.seat, entry.args) == ("leave", HOST, gone) for entry in self._since_seen())
        return self.request.type == "hand" and left and heirs == host

    async def act_at_table(self) -> Answer:
        """Take a step of the table itself, for a seat or for the host."""
        if not self.own and not self.who.host:
            return self._refused(self._seatless_refusal())
        if self.request.seat:
            _check_seat(self.table, self.request.seat)
        if self.request.seat and self.request.seat not in self.own:
            return self._refused(Refusal("other_seat", "TB-SEAT-1", {"seat": Ref("seat", self.request.seat)}))
        step: Callable[[], Awaitable[Answer]] = getattr(self, f"seat_{self.request.type}")
        return await step()

    @property
    def _speaker(self) -> str:
        """The speaking seat; a host without a seat speaks for the table."""
        return self.request.seat or (self.own[0] if self.own else HOST)

    async def seat_undo(self) -> Answer:
        if self._is_late():
            return _stale(self.table, self.who, self.request)
        return await self._plan_and_append(Undo([], self._to(), self._speaker, on_phones=True))

    async def seat_redo(self) -> Answer:
        if self._is_late():
            return _stale(self.table, self.who, self.request)
        return await self._plan_and_append(Redo(self._speaker))

    async def seat_amend(self) -> Answer:
        typed = typed_last(self.session.replay)
        if self._is_late():
            return _stale(self.table, self.who, self.request)
        theirs = (*self.own, *self.session.replay.bots)
        seat = typed.seat if typed is not None and typed.seat in theirs else self._speaker
        return await self._plan_and_append(Amend(seat))

    async def seat_real(self) -> Answer:
        kind, word = next(iter(self.request.given.items()), ("", ""))
        if self._was_done("real", self._speaker, **{kind: word}):
            return Answer(self.session.seq, None)
        return await self._plan_and_append(Real(kind, word, self._speaker))

    async def seat_note(self) -> Answer:
        text = clean_text(self._text("text"))
        if self._was_done("note", self._speaker, text=text):
            return Answer(self.session.seq, None)
        return await self._plan_and_append(Note(text, self._speaker))

    async def seat_commit(self) -> Answer:
        hash, speaks = self.request.given.get("hash", ""), self.table.entropy_speaker(*self.who)
        if self._was_done("commit", speaks, hash=hash):
            return Answer(self.session.seq, None)
        return await self._plan_and_append(Commit(hash, speaks))

    async def seat_reveal(self) -> Answer:
        words, speaks = clean_text(self._text("words")), self.table.entropy_speaker(*self.who)
        if self._was_done("reveal", speaks, words=words):
            return Answer(self.session.seq, None)
        return await self._plan_and_append(Reveal(words, speaks, alone=False))

    async def seat_propose(self) -> Answer:
        """Ask the others to take something back; with nobody to ask, on a phone or aloud, it is done at once."""
        to = self._to()
        target = undo_target(self.session.replay, to)
        proposal = self.roster.proposal
        if proposal is not None and (proposal.to, proposal.by) == (target, self._speaker):
            return await self._agree_with(proposal, asked_aloud=False)
        if self._was_done("propose", self._speaker, **({} if to is None else {"to": to})):
            return Answer(self.session.seq, None)
        if self._is_late():
            return _stale(self.table, self.who, self.request)
        allowed = self.session.plan(Undo(self.table.seats, to, on_phones=True))
        if isinstance(allowed, Answer):
            return allowed
        proposed = await self._plan_and_append(Propose(target, self._speaker))
        if proposed.refusal is not None:
            return proposed
        assert self.roster.proposal is not None  # just made
        return await self._agree_with(self.roster.proposal, asked_aloud=False)

    async def seat_agree(self) -> Answer:
        proposal = self.roster.proposal
        if proposal is None or self._predates(proposal):
            return self._answer_outdated("agree")
        return await self._agree_with(proposal)

    async def _agree_with(self, proposal: Proposal, asked_aloud: bool = True) -> Answer:
        """Agree for every seat of this phone; undo once all agree.

        asked_aloud: seats without a phone were asked; else the phone is first told to ask them.
        """
        for seat in self.own:
            if seat not in proposal.agreed:
                agreed = await self._plan_and_append(Agree(seat))
                if agreed.refusal is not None:
                    return agreed
        if not asked_aloud and self.table.silent_seats() and not self.roster.waiting_seats():
            return Answer(self.session.seq, None)
        return await self._undo_if_all_agree()

    async def seat_decline(self) -> Answer:
        if self.roster.proposal is None or self._predates(self.roster.proposal):
            return self._answer_outdated("decline")
        return await self._plan_and_append(Decline(self._speaker))

    def _predates(self, proposal: Proposal) -> bool:
        """Return True if the phone's view is older than this proposal."""
        return self.request.seen is not None and self.request.seen < proposal.seq

    def _answer_outdated(self, type: str) -> Answer:
        """Answer a vote on a proposal that is over or replaced."""
        if self._was_done(type, self._speaker):
            return Answer(self.session.seq, None)
        if self.roster.proposal is None:
            return self._refused(Refusal("proposal_none", "TB-UNDO-1"))
        return _stale(self.table, self.who, self.request)

    async def _undo_if_all_agree(self) -> Answer:
        return await _undo_if_all_agree(self.tables, self.table) or Answer(self.session.seq, None)

    def _is_late(self) -> bool:
        return self.request.seen is not None and self.request.seen < self.roster.changed

    def _was_done(self, type: str, seat: str, **args: Any) -> bool:
        """Return True if the phone repeats an action that was taken after its seen entry."""
        wanted = args.items()
        return any(
            (entry.type, entry.seat) == (type, seat) and wanted <= entry.args.items() for entry in self._since_seen()
        )

    def _since_seen(self) -> list[Entry]:
        return [] if self.request.seen is None else self.session.replay.entries[self.request.seen + 1 :]

    def _text(self, name: str) -> str:
        text = self.request.given.get(name, "")
        if len(text) > MAX_LETTERS:
            raise WrongCall("text_long", number=MAX_LETTERS)
        return text

    def _to(self) -> int | None:
        """Return the entry to go back to, None if none is named."""
        return int(self._digits("to")) if self.request.given.get("to") else None

    def _digits(self, name: str) -> str:
        digits = self.request.given.get(name, "")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
            raise WrongCall("not_number", digits)
        return digits

    def _refused(self, refusal: Refusal) -> Answer:
        return Answer(self.session.seq, refusal)
