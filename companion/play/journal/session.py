"""One session at the table: what cli and web drive. Every entry is on disk before anybody is shown what it did."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.errors import IllegalAction, WrongCall
from companion.core.files import LONGEST_LINE
from companion.core.messages import Event, Refusal
from companion.play.game.game import Action, Chance, Game, Json, State
from companion.play.journal import draws, journal, table_options
from companion.play.journal.entries.table_entry import TableRequest, table_entries, table_events
from companion.play.journal.readable_prefix import read_prefix
from companion.play.journal.replay import Replay, end_args
from companion.play.journal.times import now

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.core.errors import JournalError
    from companion.play.journal.journal import Entry
    from companion.play.journal.store import Store

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz"  # no i, l, o: ids are typed and read aloud
ID_LENGTH = 6


MADE = ("anchor", "digest", "format", "game", "rules", "salt", "sealed")  # of a header, when a session is created


def rematch_header(replay: Replay) -> Json:
    """Return the header for a new session of the same players: the game as it began, with draws of its own."""
    return {key: value for key, value in replay.header.items() if key not in MADE} | {"seats": replay.named_seats}


def session_header(
    game: Game,
    content: Content,
    players: Sequence[str],
    variant: str | None,
    options: Mapping[str, str],
    position: Json | None = None,
) -> Json | Refusal:
    """Return the header of a new session: what the game settles, and what the table chooses. Raises WrongCall."""
    own, shared = table_options.of_table(options, content.info.get("typed", ()))
    header = game.rules.header(content, players, variant, own, position)
    return header if isinstance(header, Refusal) else {**header, **shared}


class Planned(NamedTuple):
    """A step that may be taken: what has to be on disk first, and how to take it then."""

    entries: list[Entry]
    take: Callable[[], Answer]


class Answer(NamedTuple):
    """The result of a request: the last entry's number, and either a refusal or the events."""

    seq: int
    refusal: Refusal | None
    events: Callable[[], tuple[Event, ...]] = tuple  # asked for only where somebody is shown them


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
        table = game.rules.new(content, header)
        if isinstance(table, Refusal):
            return table
        secret = seed or secrets.token_bytes(32)
        chain = draws.link_chain(secret)
        digest = journal.digest(game.rules.facts(content, header["variant"]))
        args = {
            "anchor": chain[0].hex(),
            "digest": digest,
            "format": journal.FORMAT,
            "game": game.id,
            "rules": game.rules.number,
            **({"sealed": hashlib.sha256(draws.sealing_key(secret)).hexdigest()} if game.rules.secret else {}),
            **header,
        }
        if game.rules.secret and header.get("position") is not None:
            args["salt"] = entry_salt(secret, 0)
        first = _readable(journal.write_entry(0, journal.START, clock(), "", "header", args))
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
        return self.keep(self.plan_do(type, given, rolled, seat))

    def act(self, action: Action) -> Answer:
        """One action; an open one is drawn by the app."""
        return self.keep(self.plan_act(action))

    # What follows changes nothing: a plan is kept (by the store, or by whoever gathers the entries of many sessions
    # into one write) and only then taken. Between the two nothing else may be planned for this session.

    def plan_do(
        self, type: str, given: Mapping[str, str], rolled: str | None = None, seat: str | None = None
    ) -> Answer | Planned:
        """Plan one action as `do` takes it."""
        try:
            action = self.game.words.parse(self.content, self.replay.state, type, given, rolled, seat)
        except WrongCall as error:
            error.game, error.lang = self.game.id, self.replay.header.get("lang", "")
            raise
        return Answer(self.seq, action) if isinstance(action, Refusal) else self.plan_act(action)

    def plan_act(self, action: Action) -> Answer | Planned:
        """Plan one action as `act` takes it."""
        game, replay = self.game, self.replay
        if replay.halt is not None:
            return Answer(self.seq, replay.halt)
        before = replay.state
        app = game.words.as_open(action) == action if action.type in game.words.chance_types else None
        if refusal := replay.amended_by(action.type, action.seat, app is False):
            return Answer(self.seq, refusal)
        if app is None:
            args = game.words.args(action)
        elif app:
            illegal = game.rules.check(before, action)
            chance = None if illegal else game.rules.chance(before, action)
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
            args = {**game.words.args(action), "source": "table"}
        if game.rules.secret:
            args["salt"] = self._salt()
        try:
            after = game.rules.apply(before, action)
        except IllegalAction as error:
            return Answer(self.seq, error.refusal)
        entries = [self._entry(action.seat, action.type, args)]
        entries += self._end_entries(after, entries[-1])

        def take() -> Answer:
            replay.take(entries[0], after, action, app)
            for entry in entries[1:]:
                replay.feed(entry)
            return Answer(self.seq, None, lambda: (*game.rules.events(before, action, after), *replay.room.warnings()))

        return self._if_there_is_room(entries, take)

    def typed_refusal(self, action: Action) -> Refusal | None:
        """Return why nobody types the result of a chance action: the app has dealt what others hide (TB-DRAW-5).

        What is typed would be held against it, and each refusal would tell something of it.
        """
        replay = self.replay
        if not self._secret or not (replay.sealed or replay.overrides or replay.header.get("position")):
            return None
        opened = self.game.words.as_open(action)
        if opened is None or self.game.rules.check(replay.state, opened) is not None:
            return None
        chance = self.game.rules.chance(replay.state, opened)
        hidden = chance is not None and (chance.sealed or chance.unseen)
        return Refusal("typed_unseen", "TB-DRAW-5") if hidden else None

    def real_refusal(self, action: Action, chance: Chance | None) -> Refusal | None:
        """Return why the app does not draw for an open action: the result lies on the real table (TB-DRAW-6)."""
        if chance is None or not chance.real:
            return None
        return Refusal("show_real", "TB-DRAW-6", {"action": self.game.words.command(self.replay.state, action)})

    def plan(self, request: TableRequest) -> Answer | Planned:
        """Something that is asked of the table: an entry of its own, or several. Raises WrongCall for unknown words."""
        found = request.plan(self.replay)
        if isinstance(found, Refusal):
            return Answer(self.seq, found)
        entries: list[Entry] = []
        for seat, type, args in found.lines:
            salted = self.game.rules.secret and table_entries()[type].is_salted
            last = entries[-1] if entries else None
            entries.append(self._entry(seat, type, {**args, "salt": self._salt()} if salted else args, last))
        if not entries:
            return Answer(self.seq, None)
        if found.reached is not None:
            entries += self._end_entries(found.reached, entries[-1])
        return self._at_the_table(entries, found.shown, found.by_host)

    def _at_the_table(self, entries: list[Entry], shown: int = 0, by_host: bool = False) -> Answer | Planned:
        """Entries of the table itself; what came of it is what entry `shown` of them did."""
        replay, told = self.replay, entries[shown]

        def take() -> Answer:
            for entry in entries:
                replay.feed(entry)
            return Answer(self.seq, None, lambda: (*table_events(replay, told), *replay.room.warnings(told.seat)))

        return self._if_there_is_room(entries, take, by_host)

    def _if_there_is_room(
        self, entries: list[Entry], take: Callable[[], Answer], by_host: bool = False
    ) -> Answer | Planned:
        refusal = self.replay.room.refusal(entries, entries[0].seat in self.replay.bots, by_host)
        return Answer(self.seq, refusal) if refusal else Planned(entries, take)

    def _draws_hold(self) -> bool:
        """Return whether the seed is here and is the one whose anchor the header shows: no other proves a draw."""
        links = self._links
        return bool(links) and links[0].hex() == self.replay.header["anchor"]

    @property
    def _links(self) -> list[bytes]:
        """The chain of the seed, made when it is first asked for; empty without a seed."""
        if self._chain is None:
            self._chain = draws.link_chain(self._secret) if self._secret else []
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
        got = draws.draw_numbers(link, replay.table_id, k, chance.label, chance.sizes)
        closed = self.game.rules.complete(replay.state, action, got)
        proof = {"got": got, "k": k, "link": link.hex(), "of": list(chance.sizes)}
        return closed, {**self.game.words.args(closed), "source": "draw", "draw": proof}

    def _draw_sealed(self, action: Action, chance: Chance) -> tuple[Action, Json]:
        """Draw from the key that is opened at the end; else like `_draw`."""
        k = len(self.replay.sealed) + 1
        got = draws.draw_numbers(draws.sealing_key(self._secret), self.replay.table_id, k, chance.label, chance.sizes)
        closed = self.game.rules.complete(self.replay.state, action, got)
        return closed, {
            **self.game.words.args(closed),
            "source": "draw",
            "draw": {"got": got, "k": k, "of": list(chance.sizes)},
        }

    def _end_entries(self, after: State, last: Entry) -> list[Entry]:
        """Return the entries after `last` if the game is over: its end, and the key of sealed draws."""
        ending = end_args(self.game, after)
        if ending is None:
            return []
        end = self._entry("", "end", ending, last)
        return [end, *self._key_entries(end)]

    def _key_entries(self, end: Entry) -> list[Entry]:
        """The key of what was sealed, after the entry `end`."""
        if not self.game.rules.secret or not self._draws_hold():
            return []
        return [self._entry("", "open", {"key": draws.sealing_key(self._secret).hex()}, end)]

    def missing_end(self) -> list[Entry]:
        """Return the entries that a finished game lacks where its last lines were lost: its end, and the key."""
        replay = self.replay
        if replay.end_is_due():
            return self._end_entries(replay.state, replay.entries[-1])
        return self._key_entries(replay.entries[-1]) if replay.ended and not replay.opened else []

    def _salt(self) -> str:
        return entry_salt(self._secret or secrets.token_bytes(32), self.seq + 1)

    def _entry(self, seat: str, type: str, args: Json, after: Entry | None = None) -> Entry:
        last = after or self.replay.entries[-1]
        return _readable(journal.write_entry(last.seq + 1, last.hash, self.clock(), seat, type, args))

    def keep(self, plan: Answer | Planned) -> Answer:
        """Write what was planned, and take it in. Raises StoreError if it cannot be kept."""
        if isinstance(plan, Answer):
            return plan
        if self.store is not None:
            self.store.append(self.id, plan.entries[0].seq, [entry.line for entry in plan.entries])
        return plan.take()


def entry_salt(secret: bytes, seq: int) -> str:
    """Return the salt of entry `seq`, so that nobody finds out what is hidden in it by trying hashes."""
    return hmac.digest(secret, f"salt {seq}".encode(), "sha256").hex()[:32]


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
    replay, damage = read_prefix(tail.lines, game, content)
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
