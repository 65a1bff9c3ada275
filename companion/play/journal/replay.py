"""Journal -> state: every entry is checked against the rules, every draw against its link.

One Replay follows one session, whether it is being played (session.py) or judged afterwards (verify.py).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import IllegalAction, JournalError, WrongCall
from companion.core.messages import Ref, Refusal
from companion.play.game.game import Action, Game, Json, State
from companion.play.journal import draws
from companion.play.journal.entries.table_entry import table_entries
from companion.play.journal.journal import FORMAT, Entry
from companion.play.journal.journal_limits import JournalLimits
from companion.play.journal.table_options import real_kinds

if TYPE_CHECKING:
    from companion.content.model import Content

AMEND_RULE = "TB-AMEND-1"
OPENED = Refusal("opened", "TB-DRAW-3")
UNREADABLE = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    RecursionError,
    WrongCall,
)  # what a made-up header or position raises


class ReplayStep(NamedTuple):
    """An entry that counts: the state it left, and whether something new was seen (dice, a card, an overruling)."""

    seq: int
    state: State
    news: bool


class ChanceResult(NamedTuple):
    """A chance action that counted or was undone, the number of its entry, and whether the app drew it."""

    seq: int
    app: bool
    action: Action


class Sealed(NamedTuple):
    """A draw that can be checked only when its key is opened."""

    seq: int
    label: str
    sizes: tuple[int, ...]
    got: list[int]


class PlayerEntropy(NamedTuple):
    """Words that a seat added to the draws. committed: their hash stood in the journal before any words were shown."""

    seq: int
    seat: str
    committed: bool


class Replay:
    """A session as far as it has been fed. `steps` are the entries that stand; undone ones wait in `undone`.

    states: the table after every entry, undone ones too; entries that change nothing share theirs with the one before.
    """

    def __init__(self, game: Game, content: Content, first: Entry) -> None:
        self.game = game
        self.content = content
        self.header: Json = first.args
        state = _first_state(game, content, first)
        self.steps = [ReplayStep(0, state, False)]
        self.undone: list[list[ReplayStep]] = []
        self.entries = [first]
        self.room = JournalLimits()
        self.room.feed(first, by_bot=False)
        self.states = [state]
        self.shown: list[ChanceResult] = []
        self.overrides: list[Entry] = []
        self.unknown: list[Entry] = []
        self.ended = False
        self.halt: Refusal | None = None  # why nothing may happen in the game: paused, or broken off
        anchor = first.args.get("anchor", "")
        self.links = 0  # open draws made so far
        self.sealed: list[Sealed] = []  # draws that wait for their key
        self.opened = False  # the key is out: nothing can be drawn under it any more
        self.commitments: dict[str, str] = {}  # hashes of words that are not shown yet, by seat, in their order
        self.words: list[PlayerEntropy] = []
        self.reverted: dict[int, tuple[int, ...]] = {}  # by entry of an undo: the entries that it took back
        self.taken_back: dict[int, tuple[int, ...]] = {}  # and those of them by which something had been seen
        self.typed_kinds: Sequence[str] = content.info.get("typed", ())  # what may be real or the app's at any time
        self.real = real_kinds(self.header, self.typed_kinds)  # what of dice, tiles and cards is the table's own
        self.amending: Entry | None = None  # the typed result that is taken back to be typed anew
        self.names: dict[str, str] = {}  # that players gave as their own when they joined, by seat
        self.bots: dict[str, str] = {}  # seats that the app plays, with the ids of their bots
        self.by_bots: set[int] = set()  # actions and notes of seats that the app played then
        self._link = bytes.fromhex(anchor)
        self.table_id = bytes.fromhex(first.hash)

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.steps[-1].state

    @property
    def seats(self) -> list[str]:
        """Ids of the seats, in order."""
        return [seat["id"] for seat in self.header["seats"]]

    @property
    def named_seats(self) -> list[Json]:
        """The seats of the header, each with the name that its player goes by now."""
        return [{**seat, "name": self.names.get(seat["id"], seat["name"])} for seat in self.header["seats"]]

    def feed(self, entry: Entry) -> None:
        """Check the next entry and take it in. Raises JournalError; then nothing has changed."""
        if self.end_is_due() and entry.type != "end":
            raise JournalError(entry.seq, "end_missing")
        of_table = table_entries().get(entry.type)
        waits = entry.type in self.game.words.action_types if of_table is None else of_table.waits_for_resume
        if self.halt is not None and waits:
            raise JournalError(entry.seq, "illegal", self.halt)
        self._check_source(entry)
        if of_table is not None:
            of_table.apply(self, entry)
        elif entry.type in self.game.words.action_types:
            self._feed_action(entry)
            return
        elif "source" in entry.args:
            raise JournalError(entry.seq, "draw_other")  # nobody here knows what was drawn or typed
        else:
            self.unknown.append(entry)  # from a newer companion: kept and reported, without effect
        self._enter(entry)

    def take(self, entry: Entry, state: State, action: Action, app: bool | None) -> None:
        """Take in an action that has just been checked and applied; `app`: the app drew it (None: no chance in it)."""
        if app is not None:
            self.shown.append(ChanceResult(entry.seq, app, action))
        if app:
            self._count(entry)
        self.steps.append(ReplayStep(entry.seq, state, app is not None or entry.type in self.game.rules.news_types))
        self.undone.clear()
        self.amending = None
        self._enter(entry)

    def _enter(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.states.append(self.state)
        self.room.feed(entry, entry.seat in self.bots)
        if entry.seat in self.bots and (entry.type == "note" or entry.type in self.game.words.action_types):
            self.by_bots.add(entry.seq)

    def _count(self, entry: Entry) -> None:
        draw = entry.args["draw"]
        if "link" in draw:
            self.links += 1
            self._link = bytes.fromhex(draw["link"])
        else:
            self.sealed.append(Sealed(entry.seq, entry.type, tuple(draw["of"]), draw["got"]))

    @property
    def has_drawn(self) -> bool:
        """Return whether the app has drawn anything yet."""
        return bool(self.links or self.sealed)

    def state_at(self, seq: int) -> State:
        """The table as it stood after entry `seq`, as far as later undoing left it."""
        place = bisect_right(self.steps, seq, key=attrgetter("seq"))
        return self.steps[max(place, 1) - 1].state

    def end_is_due(self) -> bool:
        """Return True if the game is over, but no entry says so yet."""
        return not self.ended and self.game.rules.outcome(self.state) is not None

    def amended_by(self, type: str, seat: str, typed: bool) -> Refusal | None:
        """Refuse an action while a mistyped one is not typed anew by the same seat; None if it may come."""
        mistyped = self.amending
        if mistyped is None or (typed and (mistyped.type, mistyped.seat) == (type, seat)):
            return None
        return amend_first(mistyped)

    def draw_refusal(self) -> Refusal | None:
        """Return why the app cannot draw yet, or None: words were committed to and not shown."""
        if not self.commitments:
            return None
        return Refusal("draw_waits", "TB-DRAW-4", {"seats": tuple(Ref("seat", seat) for seat in self.commitments)})

    # --- the game ------------------------------------------------------------------------------------------------

    def _feed_action(self, entry: Entry) -> None:
        args = dict(entry.args)
        draw, salt, source = args.pop("draw", None), args.pop("salt", None), args.pop("source", None)
        try:
            action = self.game.words.decode(entry.type, entry.seat, args)
        except ValueError as error:
            raise JournalError(entry.seq, "action_unreadable", reason=str(error)) from None
        opened = self.game.words.as_open(action)
        if (opened is None) != (source is None):
            raise JournalError(entry.seq, "source_missing" if source is None else "draw_other")
        if isinstance(salt, str) != self.game.rules.secret:
            raise JournalError(entry.seq, "action_unreadable", reason="salt")
        if refusal := self.amended_by(entry.type, entry.seat, source == "table"):
            raise JournalError(entry.seq, "illegal", refusal)
        try:
            if opened is not None and draw is not None:
                self._check_drawn(entry.seq, opened, action, draw)
            state = self.game.rules.apply(self.state, action)
        except IllegalAction as error:
            raise JournalError(entry.seq, "illegal", error.refusal) from None
        self.take(entry, state, action, None if opened is None else draw is not None)

    def _check_drawn(self, seq: int, opened: Action, action: Action, draw: Json) -> None:
        """Return whether the rules ask for a draw that is proved, and the action shows what it gave."""
        state = self.state
        refusal = self.game.rules.check(state, opened)
        if refusal is not None:
            raise JournalError(seq, "illegal", refusal)
        chance = self.game.rules.chance(state, opened)
        assert chance is not None  # open actions that `check` accepts have one
        if chance.sealed == ("link" in draw) or draw["of"] != list(chance.sizes):
            raise JournalError(seq, "draw_other")
        if self.game.rules.complete(state, opened, draw["got"]) != action:
            raise JournalError(seq, "dice_forged")

    # --- what the rules do not decide: docs/journal.md, "What every checker proves" ------------------------------

    def _check_source(self, entry: Entry) -> None:
        """A result says that it was drawn, with its proof, or typed; nothing else says so."""
        drawn, sourced = "draw" in entry.args, "source" in entry.args
        if not (drawn or sourced):
            return
        if entry.type == "header" or entry.type in table_entries():
            raise JournalError(entry.seq, "draw_other")
        source = entry.args.get("source")
        if source not in ("draw", "table") or drawn != (source == "draw"):
            raise JournalError(entry.seq, "source_missing")
        if drawn:
            self._check_draw(entry, entry.args["draw"])

    def _check_draw(self, entry: Entry, draw: Any) -> None:
        seq = entry.seq
        if refusal := self.draw_refusal():
            raise JournalError(seq, "illegal", refusal)
        if not isinstance(draw, dict) or set(draw) not in ({"got", "k", "link", "of"}, {"got", "k", "of"}):
            raise JournalError(seq, "draw_unreadable")
        sealed = "link" not in draw
        if sealed and ("sealed" not in self.header or self.opened):
            raise JournalError(seq, "draw_unreadable")
        k = 1 + (len(self.sealed) if sealed else self.links)
        if type(draw["k"]) is not int or draw["k"] != k:
            raise JournalError(seq, "draw_number", found=str(draw["k"]), expected=k)
        link = None if sealed else hex_bytes(seq, draw["link"])
        if link is not None and not draws.follows(link, self._link):
            raise JournalError(seq, "link_foreign", k=k)
        if not draws.can_be(draw["of"], draw["got"]):
            raise JournalError(seq, "draw_unreadable" if sealed else "numbers_forged")
        if link is not None and draw["got"] != draws.draw_numbers(link, self.table_id, k, entry.type, draw["of"]):
            raise JournalError(seq, "numbers_forged")


def replay_entries(entries: Sequence[Entry], game: Callable[[str], Game], content: Callable[[str], Content]) -> Replay:
    """A whole journal fed into the game that its header names. Raises JournalError."""
    name = str(entries[0].args.get("game"))
    try:
        replay = Replay(game(name), content(name), entries[0])
        for entry in entries[1:]:
            replay.feed(entry)
    except WrongCall:
        raise JournalError(0, "other_game", game=name) from None
    except JournalError as error:
        error.game = name
        raise
    return replay


def amend_first(mistyped: Entry) -> Refusal:
    """Return that what was mistyped has to be typed anew before anything else."""
    return Refusal("amend_first", AMEND_RULE, {"seat": Ref("seat", mistyped.seat)})


def end_args(game: Game, state: State) -> Json | None:
    """Return the values of the entry that ends a game, or None while it goes on."""
    outcome = game.rules.outcome(state)
    return None if outcome is None else {"ending": outcome.ending, "winners": list(outcome.winners)}


def _first_state(game: Game, content: Content, first: Entry) -> State:
    header = first.args
    made = header.get("format")
    if first.type != "header" or type(made) is not int or made < FORMAT:
        raise JournalError(0, "no_header")
    if made > FORMAT:
        raise JournalError(0, "other_format", number=made, known=FORMAT)
    if header.get("game") != game.id:
        raise JournalError(0, "other_game", game=str(header.get("game")))
    if header.get("rules") not in range(1, game.rules.number + 1):
        raise JournalError(0, "other_rules", number=str(header.get("rules")), known=game.rules.number)
    if {"draw", "source"} & header.keys():
        raise JournalError(0, "draw_other")
    for mark in ("anchor", *(("sealed",) if game.rules.secret or "sealed" in header else ())):
        if len(draws.from_hex(header.get(mark)) or b"") != draws.LENGTH:
            raise JournalError(0, "header_unreadable", reason=mark)
    try:
        state = game.rules.new(content, header)
    except UNREADABLE as error:
        raise JournalError(0, "header_unreadable", reason=type(error).__name__) from None
    if isinstance(state, Refusal):
        raise JournalError(0, "illegal", state)
    return state


def hex_bytes(seq: int, text: Any) -> bytes:
    """Bytes in hex, written in the one way. Raises JournalError."""
    found = draws.from_hex(text)
    if found is None:
        raise JournalError(seq, "draw_unreadable")
    return found
