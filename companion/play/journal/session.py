"""One session at the table: what cli and web drive. Every entry is on disk before anybody is shown what it did."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from companion.core.errors import IllegalAction, WrongCall
from companion.core.files import LONGEST_LINE
from companion.core.messages import Event, Ref, Refusal
from companion.core.visible import clean_text
from companion.play.game import bots
from companion.play.game.game import Action, Chance, Game, Json, State
from companion.play.game.odds_words import one_of
from companion.play.journal import draws, journal, log
from companion.play.journal.readable_prefix import intact
from companion.play.journal.replay import STOPPED, UNDO_RULE, WORDS_RULE, Replay, end_args
from companion.play.journal.roster import BY_HOST, Roster
from companion.play.journal.table_options import APP, REAL

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.core.errors import JournalError
    from companion.play.journal.journal import Entry
    from companion.play.journal.store import Store

ASKED_MINUTES = 10  # that a phone's asking for a seat waits for the host's answer
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz"  # no i, l, o: ids are typed and read aloud
ID_LENGTH = 6


MADE = ("anchor", "digest", "format", "game", "rules", "salt", "sealed")  # of a header, when a session is created


def again(header: Json) -> Json:
    """For a new session of the same players: their game as `header` began it, with draws of its own."""
    return {key: value for key, value in header.items() if key not in MADE}


class Planned(NamedTuple):
    """A step that may be taken: what has to be on disk first, and how to take it then."""

    entries: list[Entry]
    take: Callable[[], Answer]


class Answer(NamedTuple):
    """What came of a request: the last entry's number, and either a refusal or what happened."""

    seq: int
    refusal: Refusal | None
    events: Callable[[], tuple[Event, ...]] = tuple  # asked for only where somebody is shown them


def now() -> str:
    """The time for `at`, in UTC, to the second."""
    return _stamp(int(time.time()))


def asked_since() -> str:
    """From when on what a phone asks for still waits for an answer, as in `at`."""
    return _stamp(int(time.time()) - 60 * ASKED_MINUTES)


@lru_cache(maxsize=1)
def _stamp(second: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))


class Session:
    """A session in a store (or in memory without one)."""

    def __init__(
        self, id: str, replay: Replay, secret: bytes, store: Store | None, clock: Callable[[], str] = now
    ) -> None:
        self.id = id
        self.replay = replay
        self.game = replay.game
        self.content = replay.content
        self.store = store
        self.clock = clock
        self._secret = secret
        self._chain: list[bytes] | None = None

    @classmethod
    def create(
        cls,
        game: Game,
        content: Content,
        header: Json,
        store: Store | None = None,
        seed: bytes | None = None,
        clock: Callable[[], str] = now,
    ) -> Session | Refusal:
        """A new session; `header` comes from the game. seed: of the draws, random by default."""
        table = game.new(content, header)
        if isinstance(table, Refusal):
            return table
        secret = seed or secrets.token_bytes(32)
        chain = draws.chain(secret)
        digest = journal.digest(game.facts(content, header["variant"]))
        args = {
            "anchor": chain[0].hex(),
            "digest": digest,
            "format": journal.FORMAT,
            "game": game.id,
            "rules": game.rules,
            **({"sealed": hashlib.sha256(draws.seal(secret)).hexdigest()} if game.secret else {}),
            **header,
        }
        if game.secret and header.get("position") is not None:
            args["salt"] = salt(secret, 0)
        first = _readable(journal.write(0, journal.START, clock(), "", "header", args))
        id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        if store is not None:
            store.create(id, game.id, first.at, [first.line], secret)
        session = cls(id, Replay(game, content, first), secret, store, clock)
        session._chain = chain
        return session

    @property
    def seq(self) -> int:
        """Number of the last entry."""
        return self.replay.entries[-1].seq

    def key(self, otherwise: str) -> bytes:
        """A key that only who holds the session's seed can make; where there is no seed, one made of `otherwise`."""
        return hashlib.sha256(b"companion key " + (self._secret or otherwise.encode())).digest()

    @property
    def code(self) -> str:
        """The 24 characters that stand for everything so far."""
        return journal.head_code(self.replay.entries[-1].hash)

    def do(self, type: str, given: Mapping[str, str], rolled: str | None = None, seat: str | None = None) -> Answer:
        """One action as a command words it. Raises WrongCall for unknown words, StoreError if it cannot be kept."""
        return self._kept(self.plan_do(type, given, rolled, seat))

    def act(self, action: Action) -> Answer:
        """One action; an open one is drawn by the app."""
        return self._kept(self.plan_act(action))

    def undo(self, agreed: list[str], to: int | None = None) -> Answer:
        """Take back the last step, or all after entry `to`; agreed: the seats that consent to unsee dice."""
        if phones := self._with_phones(agreed, to):
            return Answer(self.seq, Refusal("undo_phones", UNDO_RULE, {"seats": phones}))
        return self._kept(self.plan_undo(agreed, to))

    def _with_phones(self, agreed: list[str], to: int | None) -> tuple[Ref, ...]:
        """Seats for which others cannot agree, as they have phones to agree on."""
        target = self.replay.undo_target(to)
        if target is None or self.replay.undo_refusal(target, []) is None:
            return ()
        roster = Roster.of(self.replay.entries)
        return tuple(
            Ref("seat", seat) for seat in agreed if roster.taken(seat) and seat not in roster.agreed_to(target)
        )

    def redo(self) -> Answer:
        """Bring back what the last undo took away."""
        return self._kept(self.plan_redo())

    def amend(self, seat: str) -> Answer:
        """Take back the last result that a seat typed, so that the same is typed anew."""
        return self._kept(self.plan_amend(seat))

    def real(self, kind: str, word: str, seat: str = "") -> Answer:
        """From now on dice or tiles are the table's own (`real`) or the app's (`app`)."""
        return self._kept(self.plan_real(kind, word, seat))

    def note(self, text: str) -> Answer:
        """A remark for the log."""
        return self._kept(self.plan_note(text))

    def commit(self, hash: str, seat: str = "") -> Answer:
        """The hash of words that a seat will show once everybody has committed (draws.commitment)."""
        return self._kept(self.plan_commit(hash, seat))

    def reveal(self, words: str, seat: str = "") -> Answer:
        """The words themselves, mixed into all draws. Where nobody has committed, they are the only ones."""
        return self._kept(self.plan_reveal(words, seat))

    def override(self, reason: str, position: Json) -> Answer:
        """The table says so: the state becomes `position` (as the game's header holds it)."""
        return self._kept(self.plan_override(reason, position))

    def pause(self, type: str) -> Answer:
        """`pause`: nothing may happen in the game until `resume`; `end`: the game is broken off, nobody wins."""
        return self._kept(self.plan_pause(type))

    def seat_bot(self, seat: str, bot: str) -> Answer:
        """The app plays a seat from now on; phones that play it leave it. Raises WrongCall for an unknown bot."""
        return self._kept(self.plan_seat_bot(seat, bot, Roster.of(self.replay.entries).phones.get(seat, ())))

    def unseat_bot(self, seat: str) -> Answer:
        """The app plays a seat no longer."""
        return self._kept(self.plan_unseat_bot(seat))

    def free(self, seat: str) -> Answer:
        """The host frees a seat: every phone there leaves it."""
        return self._kept(self.plan_free(seat, Roster.of(self.replay.entries).phones.get(seat, ())))

    def admit(self, number: int) -> Answer:
        """The host gives a seat to the phone that asks for it under that number."""
        return self._kept(self.plan_admit(Roster.of(self.replay.entries), number))

    def deny(self, number: int) -> Answer:
        """The host gives it nothing."""
        return self._kept(self.plan_deny(Roster.of(self.replay.entries), number))

    def went_on(self, table: str) -> Answer:
        """The same players go on at another table."""
        return self._kept(self.plan_quiet("rematch", "", {"table": table}))

    # What follows changes nothing: a plan is kept (by the store, or by whoever gathers the entries of many sessions
    # into one write) and only then taken. Between the two nothing else may be planned for this session.

    def plan_do(
        self, type: str, given: Mapping[str, str], rolled: str | None = None, seat: str | None = None
    ) -> Answer | Planned:
        """As `do`."""
        try:
            action = self.game.parse(self.content, self.replay.state, type, given, rolled, seat)
        except WrongCall as error:
            error.game, error.lang = self.game.id, self.replay.header.get("lang", "")
            raise
        return Answer(self.seq, action) if isinstance(action, Refusal) else self.plan_act(action)

    def plan_act(self, action: Action) -> Answer | Planned:
        """As `act`."""
        game, replay = self.game, self.replay
        if replay.halt is not None:
            return Answer(self.seq, replay.halt)
        before = replay.state
        app = game.as_open(action) == action if action.type in game.chance_types else None
        if refusal := replay.amended_by(action.type, action.seat, app is False):
            return Answer(self.seq, refusal)
        if app is None:
            args = game.args(action)
        elif app:
            illegal = game.check(before, action)
            chance = None if illegal else game.chance(before, action)
            refusal = self.real_refusal(action, chance) or replay.draw_refusal() or illegal
            if refusal is None and not self._draws_hold():
                refusal = Refusal("draw_damaged" if self._secret else "draw_none", "TB-DRAW-1")
            if refusal is not None:
                return Answer(self.seq, refusal)
            assert chance is not None  # what is open and legal has something to draw
            action, args = self._draw(action, chance)
        else:
            refusal = self.typed_refusal(action)
            if refusal is not None:
                return Answer(self.seq, refusal)
            args = {**game.args(action), "source": "table"}
        if game.secret:
            args["salt"] = self._salt()
        try:
            after = game.apply(before, action)
        except IllegalAction as error:
            return Answer(self.seq, error.refusal)
        entries = [self._entry(action.seat, action.type, args)]
        entries += self._end(after, entries[-1])

        def take() -> Answer:
            replay.take(entries[0], after, action, app)
            for entry in entries[1:]:
                replay.feed(entry)
            return Answer(self.seq, None, lambda: (*game.events(before, action, after), *replay.room.warnings()))

        return self._if_there_is_room(entries, take)

    def typed_refusal(self, action: Action) -> Refusal | None:
        """Why nobody types in what a chance action shows: the app has dealt what others hide (TB-DRAW-5).

        What is typed would be held against it, and each refusal would tell something of it.
        """
        replay = self.replay
        if not self._secret or not (replay.sealed or replay.overrides or replay.header.get("position")):
            return None
        opened = self.game.as_open(action)
        if opened is None or self.game.check(replay.state, opened) is not None:
            return None
        chance = self.game.chance(replay.state, opened)
        hidden = chance is not None and (chance.sealed or chance.unseen)
        return Refusal("typed_unseen", "TB-DRAW-5") if hidden else None

    def real_refusal(self, action: Action, chance: Chance | None) -> Refusal | None:
        """Why the app does not draw what an open action shows: it lies on the real table (TB-DRAW-6)."""
        if chance is None or not chance.real:
            return None
        return Refusal("show_real", "TB-DRAW-6", {"action": self.game.command(self.replay.state, action)})

    def plan_undo(self, agreed: list[str], to: int | None = None, seat: str = "") -> Answer | Planned:
        """As `undo`."""
        if self.replay.halt is not None:
            return Answer(self.seq, self.replay.halt)
        target = self.replay.undo_target(to)
        if target is None:
            return Answer(self.seq, Refusal("undo_nothing", "TB-UNDO-1"))
        refusal = self.replay.undo_refusal(target, agreed)
        if refusal is not None:
            return Answer(self.seq, refusal)
        return self._table("undo", {"agreed": sorted(agreed), "to": target}, seat)

    def plan_redo(self, seat: str = "") -> Answer | Planned:
        """As `redo`."""
        if self.replay.halt is not None:
            return Answer(self.seq, self.replay.halt)
        if not self.replay.undone:
            return Answer(self.seq, Refusal("redo_nothing", "TB-REDO-1"))
        return self._table("redo", {}, seat)

    def plan_amend(self, seat: str) -> Answer | Planned:
        """As `amend`."""
        refusal = self.replay.halt or self.replay.amend_refusal(seat)
        typed = self.replay.typed_last()
        if refusal is not None or typed is None:
            return Answer(self.seq, refusal)
        return self._table("amend", {"of": typed.seq}, seat)

    def plan_real(self, kind: str, word: str, seat: str = "") -> Answer | Planned:
        """As `real`. Raises WrongCall for another word."""
        one_of(word, (APP, REAL), "option_one", option=kind)
        refusal = self.replay.real_refusal(kind)
        if refusal is not None or (kind in self.replay.real) == (word == REAL):
            return Answer(self.seq, refusal)
        return self._table("real", {kind: word}, seat)

    def plan_note(self, text: str, seat: str = "") -> Answer | Planned:
        """As `note`."""
        text = clean_text(text)
        if not text:
            return Answer(self.seq, Refusal("note_empty", "TB-NOTE-1"))
        return self._table("note", {"text": text}, seat)

    def plan_commit(self, hash: str, seat: str = "") -> Answer | Planned:
        """As `commit`. Raises WrongCall if it is no hash."""
        if not journal.is_hash(hash):
            raise WrongCall("not_hash", hash)
        refusal = self.replay.commit_refusal(seat)
        return Answer(self.seq, refusal) if refusal else self._table("commit", {"hash": hash}, seat)

    def plan_reveal(self, words: str, seat: str = "", alone: bool = True) -> Answer | Planned:
        """As `reveal`. alone: without any commitment these words commit and show at once."""
        replay, words = self.replay, clean_text(words)
        if not words:
            return Answer(self.seq, Refusal("reveal_empty", WORDS_RULE))
        if alone and not replay.commitments and replay.commit_refusal(seat) is None:
            commit = self._entry(seat, "commit", {"hash": draws.commitment(words)})
            return self._at_the_table([commit, self._entry(seat, "reveal", {"words": words}, commit)], 1)
        refusal = replay.reveal_refusal(seat, words)
        return Answer(self.seq, refusal) if refusal else self._table("reveal", {"words": words}, seat)

    def plan_override(self, reason: str, position: Json) -> Answer | Planned:
        """As `override`."""
        reason = clean_text(reason)
        if not reason:
            return Answer(self.seq, Refusal("override_reason", "TB-OVER-1"))
        if self.replay.halt is not None:
            return Answer(self.seq, self.replay.halt)
        state = self.replay.overruled({"position": position})
        if isinstance(state, Refusal):
            return Answer(self.seq, state)
        salted = {"salt": self._salt()} if self.game.secret else {}
        return self._table("override", {"position": position, "reason": reason, **salted})

    def plan_pause(self, type: str) -> Answer | Planned:
        """As `pause`."""
        refusal = self.replay.pause_refusal(type)
        return Answer(self.seq, refusal) if refusal else self._table(type, STOPPED if type == "end" else {})

    def plan_quiet(self, type: str, seat: str, args: Json) -> Answer | Planned:
        """An entry that changes nothing in the game (replay.QUIET), as `join` and `leave` of a phone or `propose`."""
        return self._table(type, args, seat)

    def plan_free(self, seat: str, phones: Iterable[str]) -> Answer | Planned:
        """As `free`; phones: those that play the seat."""
        entries: list[Entry] = []
        for phone in sorted(phones):
            args = {"by": BY_HOST, "phone": phone}
            entries.append(self._entry(seat, "leave", args, _last(entries)))
        if not entries:
            return Answer(self.seq, Refusal("free_nobody", "TB-SEAT-3", {"seat": Ref("seat", seat)}))
        return self._at_the_table(entries)

    def plan_seat_bot(self, seat: str, bot: str, phones: Iterable[str], by_host: bool = True) -> Answer | Planned:
        """As `seat_bot`; phones: those that play the seat, which may take it back; by_host: nobody else may."""
        bots.bot(self.game, bot)
        if self.replay.bots.get(seat) == bot:
            return Answer(self.seq, None)
        entries: list[Entry] = []
        for who in [*self._bot_of(seat), *[{"phone": phone} for phone in sorted(phones)]]:
            entries.append(self._entry(seat, "leave", who, _last(entries)))
        by = {"by": BY_HOST} if by_host and not entries else {}
        entries.append(self._entry(seat, "join", {"bot": bot, **by}, _last(entries)))
        return self._at_the_table(entries, len(entries) - 1, by_host)

    def plan_unseat_bot(self, seat: str) -> Answer | Planned:
        """As `unseat_bot`."""
        bot = self._bot_of(seat)
        return self._table("leave", bot[0], seat) if bot else Answer(self.seq, None)

    def plan_join(self, seat: str, args: Json, by_host: bool = False) -> Answer | Planned:
        """A phone plays a seat from now on; a bot that played it leaves it. by_host: it is the host's."""
        entries: list[Entry] = []
        for bot in self._bot_of(seat):
            entries.append(self._entry(seat, "leave", bot, _last(entries)))
        entries.append(self._entry(seat, "join", args, _last(entries)))
        return self._at_the_table(entries, len(entries) - 1, by_host)

    def _bot_of(self, seat: str) -> list[Json]:
        """How the bot of a seat is named in the journal, if it has one."""
        return [{"bot": self.replay.bots[seat]}] if seat in self.replay.bots else []

    def plan_admit(self, roster: Roster, number: int) -> Answer | Planned:
        """As `admit`: who had the seat, or a bot, leaves it; the phone joins, with all else that goes with the seat."""
        asking = roster.asks(number, asked_since())
        if asking is None:
            return self._nobody_asks(number)
        before, given = roster.phones.get(asking.seat, set()), 0
        entries: list[Entry] = []
        for place in roster.places(asking.seat):
            by = {"by": BY_HOST} if place else {}
            for bot in self._bot_of(place):
                entries.append(self._entry(place, "leave", bot, _last(entries)))
            for phone in sorted(before & roster.phones.get(place, set())):
                entries.append(self._entry(place, "leave", {**by, "phone": phone}, _last(entries)))
            given = len(entries) if place == asking.seat else given
            entries.append(self._entry(place, "join", {**by, "phone": asking.phone}, _last(entries)))
        return self._at_the_table(entries, given)

    def plan_deny(self, roster: Roster, number: int) -> Answer | Planned:
        """As `deny`."""
        asking = roster.asks(number, asked_since())
        if asking is None:
            return self._nobody_asks(number)
        return self._table("deny", {"phone": asking.phone}, asking.seat)

    def _nobody_asks(self, number: int) -> Answer:
        return Answer(self.seq, Refusal("ask_gone", "TB-SEAT-4", {"number": str(number)}))

    def _table(self, type: str, args: Json, seat: str = "") -> Answer | Planned:
        entries = [self._entry(seat, type, args)]
        if type == "redo":
            entries += self._end(self.replay.undone[-1][-1].state, entries[-1])
        return self._at_the_table(entries)

    def _at_the_table(self, entries: list[Entry], shown: int = 0, by_host: bool = False) -> Answer | Planned:
        """Entries of the table itself; what came of it is what entry `shown` of them did."""
        replay, told = self.replay, entries[shown]

        def take() -> Answer:
            for entry in entries:
                replay.feed(entry)
            return Answer(self.seq, None, lambda: (*log.table_events(replay, told), *replay.room.warnings(told.seat)))

        return self._if_there_is_room(entries, take, by_host)

    def _if_there_is_room(
        self, entries: list[Entry], take: Callable[[], Answer], by_host: bool = False
    ) -> Answer | Planned:
        refusal = self.replay.room.refusal(entries, entries[0].seat in self.replay.bots, by_host)
        return Answer(self.seq, refusal) if refusal else Planned(entries, take)

    def _draws_hold(self) -> bool:
        """Whether the seed is here and is the one whose anchor the header shows: no other proves a draw."""
        links = self._links
        return bool(links) and links[0].hex() == self.replay.header["anchor"]

    @property
    def _links(self) -> list[bytes]:
        """The chain of the seed, made when it is first asked for; empty without a seed."""
        if self._chain is None:
            self._chain = draws.chain(self._secret) if self._secret else []
        return self._chain

    def _draw(self, action: Action, chance: Chance) -> tuple[Action, Json]:
        """The open action with what the next link gives, and its arguments with the proof."""
        replay = self.replay
        if chance.sealed:
            return self._draw_sealed(action, chance)
        k = replay.links + 1
        if k > draws.LINKS:
            raise WrongCall("draws_used_up", number=draws.LINKS)
        link = self._links[k]
        got = draws.numbers(link, replay.table_id, k, chance.label, chance.sizes)
        closed = self.game.complete(replay.state, action, got)
        proof = {"got": got, "k": k, "link": link.hex(), "of": list(chance.sizes)}
        return closed, {**self.game.args(closed), "source": "draw", "draw": proof}

    def _draw_sealed(self, action: Action, chance: Chance) -> tuple[Action, Json]:
        """As `_draw`, from the key that is opened at the end."""
        k = len(self.replay.sealed) + 1
        got = draws.numbers(draws.seal(self._secret), self.replay.table_id, k, chance.label, chance.sizes)
        closed = self.game.complete(self.replay.state, action, got)
        return closed, {
            **self.game.args(closed),
            "source": "draw",
            "draw": {"got": got, "k": k, "of": list(chance.sizes)},
        }

    def _end(self, after: State, last: Entry) -> list[Entry]:
        """What follows the entry `last` if the game is over: that it is, and the key of what was sealed."""
        ending = end_args(self.game, after)
        if ending is None:
            return []
        end = self._entry("", "end", ending, last)
        return [end, *self._open(end)]

    def _open(self, end: Entry) -> list[Entry]:
        """The key of what was sealed, after the entry `end`."""
        if not self.game.secret or not self._draws_hold():
            return []
        return [self._entry("", "open", {"key": draws.seal(self._secret).hex()}, end)]

    def closing(self) -> list[Entry]:
        """What a game that is over lacks where its last lines were lost: that it is over, and the key."""
        replay = self.replay
        if replay.end_is_due():
            return self._end(replay.state, replay.entries[-1])
        return self._open(replay.entries[-1]) if replay.ended and not replay.opened else []

    def _salt(self) -> str:
        return salt(self._secret or secrets.token_bytes(32), self.seq + 1)

    def _entry(self, seat: str, type: str, args: Json, after: Entry | None = None) -> Entry:
        last = after or self.replay.entries[-1]
        return _readable(journal.write(last.seq + 1, last.hash, self.clock(), seat, type, args))

    def _kept(self, plan: Answer | Planned) -> Answer:
        if isinstance(plan, Answer):
            return plan
        if self.store is not None:
            self.store.append(self.id, plan.entries[0].seq, [entry.line for entry in plan.entries])
        return plan.take()


def salt(secret: bytes, seq: int) -> str:
    """What keeps others from finding out what lies hidden in entry `seq` by trying hashes."""
    return hmac.digest(secret, f"salt {seq}".encode(), "sha256").hex()[:32]


def _last(entries: list[Entry]) -> Entry | None:
    return entries[-1] if entries else None


def _readable(entry: Entry) -> Entry:
    """An entry that is short enough to be read from a file again. Raises WrongCall."""
    if len(entry.line) > LONGEST_LINE:
        raise WrongCall("text_long", number=LONGEST_LINE)
    return entry


class Opened(NamedTuple):
    """A session of the store as far as it can be read.

    session: None if not even its header holds; kept nowhere if it is damaged. lines: all that stand there.
    """

    id: str
    session: Session | None
    lines: list[str]
    damage: JournalError | None


def look_into(store: Store, id: str, game: Callable[[str], Game], content: Callable[[str], Content]) -> Opened:
    """The session of that id up to its damage, if there is any. Raises StoreError."""
    tail = store.since(id)
    replay, damage = intact(tail.lines, game, content)
    if damage is not None:
        damage.session = tail.id
    session = None if replay is None else Session(tail.id, replay, tail.secret, None if damage else store)
    return Opened(tail.id, session, tail.lines, damage)


def open_session(store: Store, id: str, game: Callable[[str], Game], content: Callable[[str], Content]) -> Session:
    """The session of that id as it was left. Raises StoreError, JournalError."""
    opened = look_into(store, id, game, content)
    if opened.damage is not None:
        raise opened.damage
    assert opened.session is not None  # without damage there is a header
    return opened.session
