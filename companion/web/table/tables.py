"""Tables being played: each session once in memory, one writer for all, a listener for other processes' entries.

Knows sessions and stores; no request, no page. Everything but the two threads runs on the event loop.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from threading import local
from time import monotonic
from typing import Any, Protocol, TypeVar

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError, StaleSequence, StoreError
from companion.core.messages import Event, Refusal
from companion.play.bots import bot_turns
from companion.play.game.game import Choice, Json, OddsPanel, Pending
from companion.play.game.offers import Offer
from companion.play.game.paper_form import PaperForm
from companion.play.game.seats import BotSeat
from companion.play.journal import journal, log
from companion.play.journal.entries.seats import SeatBot
from companion.play.journal.roster import HOST, Roster
from companion.play.journal.session import Answer, Planned, Session, open_session
from companion.play.journal.store import Notice, Store
from companion.play.report.review import TRIES, Review, review_game
from companion.play.report.turn_times import TurnTimes, add_turn_times
from companion.web.server.listener import Listener
from companion.web.server.writer import Writer

T = TypeVar("T")
OnPeople = Callable[[str, list[tuple[str, int]], int], None]  # code, players with their phones, onlookers
OnStep = Callable[["LiveTable"], None]
AskOdds = Callable[["LiveTable", frozenset[str]], None]  # of offers of these types: see odds_counter.OddsCounter
AskReview = Callable[["LiveTable"], asyncio.Future[Review]]  # of a finished game
RECENT_STEPS = 30  # steps that a table tells of
AWAY_S = 60.0  # that a table waits for a seat without a phone before it says so
PHONE_EVENTS = ("joined", "left", "host_joined", "host_left", "undone_phones")  # events that tell whose phone plays
MAX_TABLES = 1_000  # kept in memory; those nobody looks at go first


@cache
def paper_forms(game: str) -> tuple[PaperForm, ...]:
    """Return every readable side of a game's sheets."""
    return games.get(game).show.sheets.paper_forms(load(game))


class LiveTable:
    """One session with its phones. `lock` is held from planning a step until it is recorded."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game = session.game
        self.seats = session.replay.seats  # their ids, in order
        self.lock = asyncio.Lock()
        self.roster = Roster()
        self.steps = deque(log.log_steps(session.replay, session.seq - RECENT_STEPS + 1), RECENT_STEPS)
        self.watchers: set[Callable[[], None]] = set()
        self.present: Counter[str] = Counter()  # phones that look on now, by seat; "" has none
        self.onlookers: Counter[str] = Counter()  # of those, by address, who neither play nor are host
        self.on_people: OnPeople | None = None
        self.alone = False  # no other phone can reach it
        self.on_step: OnStep | None = None
        self.reasons: dict[int, Choice] = {}  # of bots, by entry: as long as the table is in memory here
        self.presence = 0  # changes whenever `present` does
        self.odds: dict[frozenset[str], tuple[OddsPanel, ...]] = {}  # by types of offers, once counted
        self.ask_odds: AskOdds | None = None
        self._missed: dict[str, float] = {}  # seats that are waited for without a phone, since when
        self._times: TurnTimes | None = None
        self.voices: dict[str, Any] = {}  # of web/table/board.py, by language
        self._shown: dict[Any, Any] = {}  # what was rendered since the last entry
        self._kept: dict[Any, Any] = {}  # and what stays as it is, with what was asked for before the last entry
        self._kept_before: dict[Any, Any] = {}
        self.used = monotonic()
        self.behind = False  # the store may hold entries that are not here
        for entry in session.replay.entries:
            self.roster.feed(entry)

    @property
    def code(self) -> str:
        """The session's id, which people type to find the table."""
        return self.session.id

    def acting_seats(self, phone: str, host: bool) -> list[str]:
        """Return the seats a phone may act for: its own, for the host also those without a phone (TB-SEAT-1).

        In games with secrets the host has to take a seat first, visibly for all.
        """
        own, free = self.roster.phones, host and not self.game.rules.secret
        bots = self.session.replay.bots
        return [
            seat
            for seat in self.seats
            if phone in own.get(seat, ()) or (free and not own.get(seat) and seat not in bots)
        ]

    def bot_seats(self, phone: str, host: bool) -> list[str]:
        """Return the seats a phone may give to the app or take back (TB-SEAT-5).

        Its own, those it gave, for the host also those without a phone.
        """
        own, lent = self.roster.phones, self.lent_seats(phone)
        return [
            seat
            for seat in self.seats
            if phone in own.get(seat, ()) or seat in lent or (host and not self.roster.is_taken(seat))
        ]

    def lent_seats(self, phone: str) -> list[str]:
        """Return the seats that a phone gave to the app and the app still plays."""
        return [seat for seat in self.session.replay.bots if phone in self.roster.lent.get(seat, ())]

    def takeable_seats(self, phone: str, host: bool) -> list[str]:
        """Return the seats a phone may take without asking (TB-SEAT-2).

        Seats nobody plays; of the app's those it gave, for the host all.
        """
        lent, bots = self.lent_seats(phone), self.session.replay.bots
        free = [seat for seat in self.seats if not self.roster.is_taken(seat)]
        return [seat for seat in free if seat not in bots or host or seat in lent]

    def silent_seats(self) -> list[str]:
        """Return the seats that can agree by word of mouth alone: neither a phone plays them nor the app."""
        taken, bots = self.roster.is_taken, self.session.replay.bots
        return [] if self.alone else [seat for seat in self.seats if not taken(seat) and seat not in bots]

    def entropy_speaker(self, phone: str, host: bool) -> str:
        """Return the speaker of a phone's words for the draws: HOST, else its first seat (TB-DRAW-2)."""
        return HOST if host else next(seat for seat in self.roster.seats_of(phone) if seat != HOST)

    def pending(self) -> Pending:
        """Return the seats whose step it is."""
        return self.cached_until_next_entry("pending", lambda: self.game.rules.pending(self.session.replay.state))

    def legal_offers(self) -> tuple[Offer, ...]:
        """Return the offers of all seats."""
        return self.cached_until_next_entry("legal", lambda: self.game.rules.legal(self.session.replay.state))

    def bot_throw(self) -> bot_turns.Throw | None:
        """Return the roll or draw that people have to enter for a bot, None if there is none."""
        return self.cached_until_next_entry("throw", lambda: bot_turns.shown_result(self.session.replay))

    def turn_times(self) -> TurnTimes:
        """Return how long each seat was awaited."""
        return self.cached_until_next_entry("times", self._add_turn_times)

    def _add_turn_times(self) -> TurnTimes:
        self._times = add_turn_times(self._times, self.session.replay)
        return self._times

    def visible_events(self, step: log.LogStep, seat: str | None) -> tuple[Event, ...]:
        """Return the events of a step that a seat (None: an onlooker) may see."""
        events = step.events(seat)
        return tuple([event for event in events if event.code not in PHONE_EVENTS]) if self.alone else events

    def record_entries(self, entries: Sequence[journal.Entry], before: object) -> None:
        """Update roster and recent steps by entries the session has just taken, and wake all phones.

        before: the state before them.
        """
        for entry in entries:
            self.roster.feed(entry)
            self.steps.append(log.LogStep(self.session.replay, entry, before, self.session.replay.state))
        if any(entry.type == "join" and "name" in entry.args for entry in entries):
            self.voices.clear()
            self._kept.clear()
        self._shown.clear()
        self.odds.clear()
        self._kept, self._kept_before = {}, self._kept
        self._wake()
        if self.on_step is not None:
            self.on_step(self)

    def report_odds_error(self, error: Exception) -> None:
        """Report what a game did wrong in its odds; the table goes on without."""
        said = {"message": f"odds of {self.game.id}: the table goes on without", "exception": error}
        asyncio.get_running_loop().call_exception_handler(said)

    def record_odds(self, types: frozenset[str], found: tuple[OddsPanel, ...]) -> None:
        """Keep odds that have been counted, and wake all phones."""
        self.odds[types] = found
        self._wake()

    def record_presence(self) -> None:
        """Report a phone that came or went to `on_people`, and wake all phones."""
        self.presence += 1
        if self.on_people is not None:
            names = {seat["id"]: seat["name"] for seat in self.session.replay.named_seats}
            here = [(name, self.present[seat]) for seat, name in names.items() if self.present[seat]]
            self.on_people(self.code, here, self.present[HOST])
        self._wake()

    def away_seats(self) -> tuple[str, ...]:
        """Return the seats that have been waited for without a connected phone for AWAY_S; to be polled."""
        if self.alone:
            return ()
        missed = [
            seat for seat in self.cached_until_next_entry("awaited", self._awaited_seats) if not self.present[seat]
        ]
        now = monotonic()
        self._missed = {seat: self._missed.get(seat, now) for seat in missed}
        return tuple([seat for seat in missed if now - self._missed[seat] >= AWAY_S])

    def _awaited_seats(self) -> list[str]:
        """Return the seats with a phone whose step it is."""
        replay = self.session.replay
        goes_on = replay.halt is None and self.game.rules.outcome(replay.state) is None
        return [seat for seat in self.pending().seats if self.roster.is_taken(seat)] if goes_on else []

    def record_contact(self, phone: str) -> None:
        """Restart the wait for the seats of a phone that asks without being connected."""
        for seat in self.roster.seats_of(phone):
            self._missed.pop(seat, None)

    def cached_until_next_entry(self, key: Any, make: Callable[[], T]) -> T:
        """Return the result of make(), cached until the next entry."""
        if key not in self._shown:
            self._shown[key] = make()
        found: T = self._shown[key]
        return found

    def cache_result(self, key: Any, make: Callable[[], T]) -> T:
        """Return the result of make(), cached; the key must contain every input.

        Dropped when unused for one entry.
        """
        found: T | None = self._kept.get(key)
        if found is None:
            found = self._kept_before.get(key)
            self._kept[key] = found = make() if found is None else found
        return found

    def _wake(self) -> None:
        for wake in self.watchers:
            wake()

    def feed_lines(self, lines: Sequence[str]) -> None:
        """Take in lines written by another process. Raises JournalError."""
        replay = self.session.replay
        for line in lines:
            last = replay.entries[-1]
            entry = journal.read_entry(line, last.seq + 1, last.hash)
            before = replay.state
            replay.feed(entry)
            self.record_entries([entry], before)
        self.behind = False


class EntryWriter(Protocol):
    """A writer: see writer.Writer."""

    def start(self) -> None:
        """Start to write."""

    def stop(self) -> None:
        """Write all pending entries, then stop."""

    async def append(self, id: str, expected: int, lines: Sequence[str]) -> None:
        """Return when the lines are on disk. Raises StaleSequence, StoreError."""


class NoticeListener(Protocol):
    """A listener: see listener.Listener."""

    def start(self, tell: Callable[[Notice | None], None]) -> None:
        """Start to listen; `tell` is called on the event loop."""

    def stop(self) -> None:
        """Stop."""


class Tables:
    """Every table by its code; on the event loop, between `start` and `stop`.

    open: opens the store, once in each thread that reads.
    on_people: called when a phone comes or goes.
    writer, listener: by default a thread each.
    alone: no other phone can reach the tables.
    """

    def __init__(
        self,
        open: Callable[[], Store],
        on_people: OnPeople | None = None,
        writer: EntryWriter | None = None,
        listener: NoticeListener | None = None,
        alone: bool = False,
    ) -> None:
        self.writer = writer or Writer(open)
        self.listener = listener or Listener(open)
        self._open = open
        self._on_people = on_people
        self.alone = alone
        self._tables: dict[str, LiveTable] = {}
        self._making: dict[Hashable, asyncio.Task[Any]] = {}
        self._reader = ThreadPoolExecutor(1, "reader")
        self._worker = ThreadPoolExecutor(1, "worker")
        self.on_step: OnStep | None = None  # told of every step at any table, and of each that is opened
        self.ask_odds: AskOdds | None = None  # None: odds are counted where they are shown
        self.review: AskReview = self._review_in_worker
        self._own = local()
        self._checks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start writer and listener."""
        self._loop = asyncio.get_running_loop()
        self.writer.start()
        self.listener.start(self._on_notice)

    async def stop(self) -> None:
        """Write all pending entries and close the store."""
        await asyncio.to_thread(self.writer.stop)
        await asyncio.to_thread(self.listener.stop)
        await asyncio.gather(*self._checks)
        await self._loop.run_in_executor(self._reader, self._close)
        self._reader.shutdown()
        self._worker.shutdown()

    async def read(self, work: Callable[[Store], T]) -> T:
        """Await work(store) on the reader's thread."""
        return await self._loop.run_in_executor(self._reader, self._with_store, work)

    def _review_in_worker(self, table: LiveTable) -> asyncio.Future[Review]:
        """Review a game; on one device only what is counted exactly, as nothing else goes on there meanwhile."""
        tries = 0 if self.alone else TRIES
        return asyncio.ensure_future(self.run_in_worker(lambda: review_game(table.session.replay, tries)))

    async def run_in_worker(self, work: Callable[[], T]) -> T:
        """Await work() on the one thread for slow work, in the order of calls."""
        return await self._loop.run_in_executor(self._worker, work)

    async def coalesce(self, key: Hashable, make: Callable[[], Coroutine[None, None, T]]) -> T:
        """Await make() once per key; concurrent callers share the result."""
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.create_task(make())
            making.add_done_callback(lambda _: self._making.pop(key))
        made: T = await asyncio.shield(making)
        return made

    def find_loaded(self, code: str) -> LiveTable | None:
        """Return the table of that code if it is in memory."""
        table = self._tables.get(code)
        if table is not None:
            table.used = monotonic()
        return table

    async def find(self, code: str) -> LiveTable:
        """Return the table of that code. Raises StoreError, JournalError."""
        table = self.find_loaded(code)
        if table is None:
            table = await self.coalesce(("table", code), lambda: self._load(code))
        return table

    async def create(self, game: str, header: Json, bots: Sequence[BotSeat] = ()) -> LiveTable | Refusal:
        """Create a table, or return the refusal. header: made by the game. bots: seats that the app plays at first."""

        def begin(store: Store) -> Session | Refusal:
            session = Session.create(games.get(game), load(game), header, store)
            if isinstance(session, Session):
                for one in bots:
                    session.keep(session.plan(SeatBot(one.seat, one.bot)))
            return session

        session = await self.read(begin)
        return session if isinstance(session, Refusal) else self._add(session)

    async def plan_and_append(self, table: LiveTable, plan: Callable[[], Answer | Planned], tries: int = 1) -> Answer:
        """Plan a step, append it to the store, apply it; the caller holds the table's lock.

        tries: attempts, each planned anew after an entry of somebody else.
        Raises StoreError; StaleSequence if somebody else was faster every time, once the table is up to date again.
        """
        while True:
            if table.behind:
                await self.catch_up(table)
            planned = plan()
            if isinstance(planned, Answer):
                return planned
            entries, before = planned.entries, table.session.replay.state
            table.behind = True  # until it is known what became of the entries
            try:
                await self.writer.append(table.code, entries[0].seq, [entry.line for entry in entries])
            except StaleSequence:
                await self.catch_up(table)
                tries -= 1
                if not tries:
                    raise
            else:
                break
        answer = planned.take()
        table.behind = False
        table.record_entries(entries, before)
        return answer

    async def _load(self, code: str) -> LiveTable:
        def opened(store: Store) -> Session:
            session = open_session(store, code, games.get, load)
            if session.id != code:
                raise StoreError("session_none", id=code)
            return session

        return self._add(await self.read(opened))

    def _add(self, session: Session) -> LiveTable:
        while len(self._tables) >= MAX_TABLES:
            idle = [table for table in self._tables.values() if not table.watchers and not table.lock.locked()]
            if not idle:
                break
            del self._tables[min(idle, key=lambda table: table.used).code]
        table = self._tables.setdefault(session.id, LiveTable(session))
        table.on_people, table.alone, table.on_step = self._on_people, self.alone, self.on_step
        table.ask_odds = self.ask_odds
        if self.on_step is not None:
            self.on_step(table)
        return table

    # --- entries of other processes ------------------------------------------------------------------------------

    async def catch_up(self, table: LiveTable) -> None:
        """Take in entries of other processes; the caller holds the lock. Raises StoreError, JournalError."""
        code, known = table.code, table.session.replay.entries[-1]
        last, *more = (await self.read(lambda store: store.since(code, known.seq))).lines or [""]
        if last != known.line:  # repaired, or damaged
            self._tables.pop(code, None)
            raise StoreError("session_replaced", id=code)
        try:
            table.feed_lines(more)
        except JournalError as error:
            self._tables.pop(code, None)  # the next request reads anew what stands in the store, and tells
            error.session = code
            raise

    def _on_notice(self, notice: Notice | None) -> None:
        if notice is None:
            self._start_task(self._refresh_grown())
        elif (table := self._tables.get(notice.session)) and table.session.seq < notice.seq:
            self._start_task(self._refresh(table, notice.seq))

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        check = asyncio.create_task(work)
        self._checks.add(check)
        check.add_done_callback(self._checks.discard)

    async def _refresh_grown(self) -> None:
        """Refresh the tables whose store has entries that are not here."""
        codes = [*self._tables]
        with suppress(StoreError):  # who asks for a table next is told
            for code, count in (await self.read(lambda store: store.counts(codes))).items():
                if (table := self._tables.get(code)) and table.session.seq < count - 1:
                    await self._refresh(table, count - 1)

    async def _refresh(self, table: LiveTable, seq: int) -> None:
        """Take in entries up to `seq`, which are in the store."""
        with suppress(StoreError, JournalError):  # as above
            async with table.lock:
                if table.session.seq < seq:
                    await self.catch_up(table)

    def _with_store(self, work: Callable[[Store], T]) -> T:
        if not hasattr(self._own, "store"):
            self._own.store = self._open()
        return work(self._own.store)

    def _close(self) -> None:
        if hasattr(self._own, "store"):
            self._own.store.close()
