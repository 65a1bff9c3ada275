"""A session at the table, move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion import stores
from companion.api.boundary import check_call
from companion.api.odds import OddsAnswer, ask
from companion.api.reader import AnyPath, as_word, as_words, check_language, load_game, speak, voice
from companion.api.refused import Refused
from companion.content.load import game_content
from companion.content.strict_yaml import read_or_raise
from companion.core.errors import WrongCall, WrongType
from companion.core.files import write_atomic
from companion.core.messages import Event, Refusal
from companion.games import get
from companion.play.game.seats import default_seats
from companion.play.journal import session as sessions
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.table_entry import TableRequest, table_commands
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.log import render_log
from companion.play.journal.session import Answer, Session
from companion.play.report.review import Review, review_game
from companion.play.report.verify import VerifyReport, verify_journal
from companion.words.offer_words import OfferView, sort_nearest_first
from companion.words.wording import Voice

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game.game import Action, Game, Json, Outcome, State
    from companion.play.journal.store import Store

SHORTEST_SEED = 16  # bytes; with fewer somebody could try them all and know every roll


class TableEvent(NamedTuple):
    """An event of a move. rule: the id of the rule that caused it."""

    event: Event
    voice: Voice

    @property
    def rule(self) -> str:
        """The id of the rule."""
        return self.event.rule

    def text(self, lang: str | None = None) -> str:
        """Return the event as a sentence with its rule; None: in the language of the table."""
        return speak(self.voice, lang).event_text(self.event)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{self.text()}>"


class LegalMove(NamedTuple):
    """A legal move. It stands for several where a choice is left open: `choices` names them.

    type: the kind of move, as `keep`.
    seat: who may make it.
    """

    view: OfferView

    @property
    def type(self) -> str:
        """The kind of move."""
        return self.view.type

    @property
    def seat(self) -> str:
        """The seat that may make it."""
        return self.view.seat

    @property
    def command(self) -> str:
        """The words for `companion do`, without what is left open."""
        return self.view.do

    @property
    def choices(self) -> dict[str, list[str]]:
        """By its word what may be chosen: ids, or all numbers."""
        open = self.view.open
        return {
            word: [id for id, _ in choice.options] or [str(n) for n in range(choice.least, choice.most + 1)]
            for word, choice in open.items()
        }

    @property
    def action(self) -> Action:
        """The action of the referee; open fields have their defaults."""
        action: Action = self.view.offer.act
        return action

    def __str__(self) -> str:
        return self.view.text

    def __repr__(self) -> str:
        return f"<{' '.join([self.command, *[f'{word}=...' for word in self.choices]])}>"


class GameTable:
    """A session: its game, its players, what was played. Made by `companion.new` and `companion.open`.

    Every move is on disk before it returns, where there is a store. A refused move raises Refused and changes nothing.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.events: list[TableEvent] = []

    # --- what stands on the table ------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of the session, which `companion.open` takes."""
        return self._session.id

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._session.game.id

    @property
    def players(self) -> dict[str, str]:
        """Names by seat, in the order of play."""
        return {seat["id"]: seat["name"] for seat in self._session.replay.named_seats}

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self._session.seq

    @property
    def code(self) -> str:
        """The 24 characters that stand for everything so far."""
        return self._session.code

    @property
    def journal(self) -> list[str]:
        """The lines of the journal so far (JSON)."""
        return [entry.line for entry in self._session.replay.entries]

    @property
    def state(self) -> State:
        """The state of the referee, frozen; it holds what seats hide."""
        return self._session.replay.state

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game (`ending`, `rule`, `winners`), or None."""
        return self._session.game.rules.outcome(self.state)

    @check_call
    def view(self, seat: str | None = None) -> Json:
        """Return what a seat sees, None: what all may see, as plain data with the players' names. Raises WrongCall."""
        return visible_state(self._session, known_seat(self._session, seat))

    @check_call
    def text(self, lang: str | None = None, seat: str | None = None) -> str:
        """Return the table as lines of text, as a seat (None: everybody) sees it. Raises WrongCall."""
        game, seat = self._session.game, known_seat(self._session, seat)
        return "\n".join(game.show.render_text(self.state, self._voice(lang).say, seat))

    @check_call
    def log(self, lang: str | None = None) -> list[str]:
        """Return every entry as lines of text."""
        return list(render_log(self._session.replay, self._voice(lang)))

    @check_call
    def legal(self, seat: str | None = None, lang: str | None = None) -> list[LegalMove]:
        """Return the legal moves of a seat, the plainest first.

        seat: None for the one whose step it is, and what everybody may know of the others.
        """
        return [
            LegalMove(view) for view in legal_views(self._session, known_seat(self._session, seat), self._voice(lang))
        ]

    # --- moves -------------------------------------------------------------------------------------------------------

    @check_call
    def do(
        self,
        move: str | LegalMove | Action,
        *,
        seat: str | None = None,
        rolled: Any = None,
        position: Mapping[str, Any] | AnyPath | None = None,
        **words: Any,
    ) -> list[TableEvent]:
        """Make a move and return what happened.

        Args:
            move: one of `legal`, an action (of a bot, of the referee), or the type of one, as `keep`; also `note`,
                `pause`, `resume`, `end` and what else `companion do` takes.
            seat: who acts; by default the seat whose step it is.
            rolled: what real dice, cards or tiles showed; without it chance is drawn.
            position: of `override`, the table as it stands: a mapping or a YAML file.
            words: what the move needs, as `dice=["black", "red"]`, `number=3`, `from_="REGION"`.

        Raises:
            Refused: the rules refuse it; nothing has changed.
            WrongCall: an unknown word; names the nearest.
            StoreError: it cannot be kept; StaleSequence if another process moved first.
        """
        given = as_words(words)
        if not hasattr(move, "seat") and not isinstance(move, str):
            raise WrongType(f"move is a move, an action or its type, not {type(move).__name__}")
        if not isinstance(move, str | LegalMove):
            return self._take_answer(self._session.act(move), move.type, given, move.seat)
        if isinstance(move, LegalMove):
            if not move.view.open and not given and rolled is None:
                return self._take_answer(self._session.act(move.action), move.type, given, move.seat)
            if lacking := [word for word in move.choices if rolled is None and word not in given]:
                raise WrongCall("word_lacking", action=move.type, key=lacking[0])
            said = dict(word.partition("=")[::2] for word in move.command.split()[1:])
            return self.do(move.type, seat=seat or move.seat, rolled=rolled, **{**said, **given})
        shown = None if rolled is None else as_word(rolled)
        return self._take_answer(do_command(self._session, move, given, shown, position, seat), move, given, seat)

    @check_call
    def roll(self, rolled: Any = None, *, seat: str | None = None, **words: Any) -> list[TableEvent]:
        """Let chance speak where dice, tiles or cards are awaited: as they showed, else as it is drawn.

        Args:
            rolled: what they showed: words, a list, or names of several words with commas between them.
            seat: who rolls; by default the seat whose step it is.
            words: what the move needs besides.

        Raises:
            Refused: the rules refuse it; nothing has changed.
            WrongCall: an unknown word; names the nearest.
        """
        if isinstance(rolled, str) and not {",", "="} & set(rolled):
            rolled = rolled.split()
        chance = self._session.game.words.chance_types
        awaited = [offer.type for offer in self._session.game.rules.legal(self.state) if offer.type in chance]
        return self.do(awaited[0] if awaited else chance[0], seat=seat, rolled=rolled, **words)

    @check_call
    def undo(self, to: int | None = None, agreed: str | Sequence[str] = ()) -> list[TableEvent]:
        """Take back the last step, or all after entry `to`; the journal keeps it.

        Args:
            to: number of an entry.
            agreed: seats that consent to unsee what chance showed; "all" for everybody.

        Raises:
            Refused: there is nothing to take back, or somebody has to agree first.
        """
        known = self._session.replay.seats
        seats = known if agreed == "all" else [str(known_seat(self._session, seat)) for seat in agreed]
        return self._take_answer(self._session.keep(self._session.plan(Undo(seats, to))))

    def redo(self) -> list[TableEvent]:
        """Bring back what the last undo took away. Raises Refused."""
        return self._take_answer(self._session.keep(self._session.plan(Redo())))

    # --- afterwards --------------------------------------------------------------------------------------------------

    @check_call
    def odds(self, question: str, **words: Any) -> OddsAnswer:
        """Return exact chances for the table as it stands; `words` differ from it. Raises WrongCall."""
        return ask(self._session.game, self._session.content, question, as_words(words), self.state, self._voice(None))

    @check_call
    def verify(self, code: str | None = None) -> VerifyReport:
        """Replay the journal: every rule, every draw. Raises JournalError; see `companion.verify`."""
        return verify_journal(self.journal, get, game_content, code)

    @check_call
    def review(self) -> Review:
        """Look back upon the game: luck, and the decisions that cost most; see `companion.review`.

        Raises LocalizedError while seats hide something.
        """
        return review_game(self._session.replay)

    @check_call
    def export(self, path: AnyPath) -> Path:
        """Write the journal into a file and return its path. Raises StoreError."""
        file = Path(path)
        write_atomic(file, "".join(f"{line}\n" for line in self.journal).encode())
        return file

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text())}</pre>"

    def __repr__(self) -> str:
        return f"<GameTable {self.game} {self.id}, entry {self.seq}>"

    # --- inside ------------------------------------------------------------------------------------------------------

    def _take_answer(
        self, answer: Answer, type: str = "", given: Mapping[str, str] | None = None, seat: str | None = None
    ) -> list[TableEvent]:
        """Keep the events of an answer and return them. Raises Refused."""
        if answer.refusal is not None:
            raise refusal_error(self._session, answer.refusal, seat, type, given or {}, self._voice(None))
        voice = self._voice(None)
        self.events = [TableEvent(event, voice) for event in answer.events()]
        return self.events

    def _voice(self, lang: str | None) -> Voice:
        return session_voice(self._session, lang)


@check_call
def new(
    game: str,
    *,
    players: Sequence[str] = (),
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | AnyPath | None = None,
    seed: str | bytes | None = None,
    lang: str = "en",
    store: AnyPath | None = None,
) -> GameTable:
    """Start a session and return its table.

    Args:
        game: its id.
        players: `Name:seat`, clockwise; without any the fewest seats that the game takes.
        variant: one that `companion games` lists.
        options: those that `companion games` lists, as {"squares": 9}.
        position: a table already in play: a mapping or a YAML file.
        seed: of the draws, 16 bytes or more, or as hex digits; random by default.
        lang: the language of its texts.
        store: a file of sessions or a PostgreSQL URL; without it the session is kept in memory alone.

    Raises:
        Refused: seats that cannot be, a position that is not possible.
        WrongCall: an unknown word; names the nearest.
        StoreError: the session cannot be kept.
    """
    referee, content = load_game(game)
    words = as_words(options or {})
    seats = list(players) or ([] if position is not None else default_seats(referee, content, variant, words))
    session = begin_session(referee, content, seats, variant, words, position, seed, lang, partial(open_store, store))
    if isinstance(session, Refusal):
        raise Refused(session, partial(speak, voice(lang, content)))
    return GameTable(session)


@check_call
def open_table(id: str, store: AnyPath | None = None) -> GameTable:
    """Return the table of a kept session.

    Args:
        id: of the session, or its beginning.
        store: as for `new`; by default the file in the user's data folder.

    Raises:
        StoreError: there is no such session, or no such store.
        JournalError: the session is damaged; `seq` is the first bad entry.
    """
    return GameTable(sessions.open_session(stores.open_store(store_place(store), False), id, get, game_content))


# --- a session, for the commands too ---------------------------------------------------------------------------------


def begin_session(
    game: Game,
    content: Content,
    players: Sequence[str],
    variant: str | None,
    options: Mapping[str, str],
    position: Any,
    seed: str | bytes | None,
    lang: str,
    open_store: Callable[[], Store | None],
) -> Session | Refusal:
    """Return a new session, or why there is none; then no store is opened. Raises WrongCall, StoreError."""
    chosen, secret = check_language(lang), read_seed(seed)
    try:
        header = sessions.session_header(game, content, players, variant, options, read_position(position))
        if isinstance(header, Refusal):
            return header
        return Session.create(game, content, {**header, "lang": chosen}, open_store(), secret)
    except WrongCall as error:
        error.game = game.id  # whose words tell what is wrong
        raise


def do_command(
    session: Session,
    action: str,
    given: Mapping[str, str],
    rolled: str | None = None,
    position: Mapping[str, Any] | AnyPath | None = None,
    seat: str | None = None,
) -> Answer:
    """Do what `companion do` says: a move of the game, or something that is asked of the table. Raises WrongCall."""
    asked = table_commands().get(action)
    if asked is None:
        return session.do(action, given, rolled, known_seat(session, seat))
    asked.check_keys(given)
    request = _table_request(session, asked, given, position, known_seat(session, seat) or "")
    return Answer(session.seq, request) if isinstance(request, Refusal) else session.keep(session.plan(request))


def _table_request(
    session: Session, asked: type[TableRequest], given: Mapping[str, str], position: Any, seat: str
) -> TableRequest | Refusal:
    """Return the request that the words make of the table. Raises WrongCall."""
    if asked is Override:
        return _override(session, given[asked.key], position)
    if asked.key == "seat":
        given = {asked.key: known_seat(session, given[asked.key]) or ""}
    return asked.from_words(session.replay, given, seat)


def _override(session: Session, reason: str, position: Any) -> Override | Refusal:
    """The table as somebody says it stands, or why it cannot. Raises WrongCall."""
    if position is None:
        raise WrongCall("override_position")
    header = session.replay.header
    now = session.game.rules.header(session.content, [], header["variant"], header["options"], read_position(position))
    if isinstance(now, Refusal):
        return now
    if [seat["id"] for seat in now["seats"]] != session.replay.seats:
        return Refusal("override_seats", "TB-OVER-1")
    return Override(reason, now["position"])


def refusal_error(
    session: Session, refusal: Refusal, seat: str | None, type: str, given: Mapping[str, str], voice: Voice
) -> Refused:
    """Return a refusal of a session as an error with what is legal instead, what comes nearest first.

    Where hands are hidden only that of the seat that asks. type, given: what was refused.
    """
    game, state = session.game, session.replay.state
    halted = session.replay.halt is not None  # paused or broken off
    asking = seat or state.seat
    legal = () if halted else game.rules.legal(state)
    offers = [offer for offer in legal if not game.rules.secret or offer.seat == asking]
    nearest = sort_nearest_first(game, state, offers, type, given)
    return Refused(refusal, partial(speak, voice), [OfferView(game, state, offer, voice) for offer in nearest])


def legal_views(session: Session, seat: str | None, voice: Voice) -> Iterator[OfferView]:
    """Yield the legal offers of a seat; None: of the one whose step it is, and what all may know of others."""
    game, state = session.game, session.replay.state
    if session.replay.halt is not None:
        return
    for offer in game.rules.legal(state):
        if offer.seat == (seat or state.seat) or (seat is None and game.rules.is_public(state, offer)):
            yield OfferView(game, state, offer, voice)


def visible_state(session: Session, seat: str | None = None) -> Json:
    """Return what a seat (or an onlooker) sees, with the players' names."""
    view = session.game.rules.view(session.replay.state, seat)
    for player, row in zip(view["players"], session.replay.named_seats, strict=True):
        player["name"] = row["name"]
    return view


def session_voice(session: Session, lang: str | None) -> Voice:
    """Return the words of a session's table; None: in its own language. Raises WrongCall."""
    header = session.replay.header
    return Voice(check_language(lang or header.get("lang", "en")), session.content, session.replay.named_seats)


def known_seat(session: Session, seat: str | None) -> str | None:
    """Return the seat if somebody sits there. Raises WrongCall."""
    if seat is not None and seat not in session.replay.seats:
        raise WrongCall("no_player", seat, session.replay.seats)
    return seat


def open_store(store: AnyPath | None) -> Store | None:
    """Return the store that is named, or None for memory alone. Raises StoreError."""
    return None if store is None else stores.open_store(store_place(store))


def store_place(store: AnyPath | None) -> str | Path | None:
    """Return a path, or a URL as it is."""
    return store if store is None or isinstance(store, str) else Path(store)


def read_position(position: Any) -> Any:
    """Return a position that is given as a mapping or as a YAML file. Raises WrongCall, StoreError."""
    return position if position is None or isinstance(position, Mapping) else read_or_raise(Path(position))


def read_seed(seed: str | bytes | None) -> bytes | None:
    """Return the seed of hex digits or bytes. Raises WrongCall."""
    if seed is None:
        return None
    try:
        found = bytes.fromhex(seed) if isinstance(seed, str) else seed
    except ValueError:
        found = b""
    if not found:
        raise WrongCall("not_seed", str(seed))
    if len(found) < SHORTEST_SEED:
        raise WrongCall("seed_short", digits=2 * SHORTEST_SEED)
    return found
