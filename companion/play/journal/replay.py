"""Journal -> state: every entry is checked against the rules, every draw against its link.

One Replay follows one session, whether it is being played (session.py) or judged afterwards (verify.py).
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import IllegalAction, JournalError, WrongCall
from companion.core.messages import Ref, Refusal
from companion.play.game.game import Action, Game, Json, State
from companion.play.journal import draws
from companion.play.journal.journal import FORMAT, Entry
from companion.play.journal.journal_limits import Room
from companion.play.journal.table_options import APP, REAL, real_kinds

if TYPE_CHECKING:
    from companion.content.model import Content

UNDO_RULE, AMEND_RULE, WORDS_RULE, REAL_RULE = "TB-UNDO-1", "TB-AMEND-1", "TB-DRAW-2", "TB-REAL-1"
OPENED = Refusal("opened", "TB-DRAW-3")
# entries that change nothing in the game
QUIET = ("note", "join", "leave", "ask", "deny", "propose", "agree", "decline", "rematch", "real")
# all that are not actions of a game: nothing is drawn or typed by them
OF_TABLE = ("header", "undo", "redo", "amend", "override", "commit", "reveal", "pause", "resume", "end", "open", *QUIET)
BESIDE = ("draw", "salt", "source")  # what an entry holds besides the action's own arguments
STOPPED: Json = {"ending": "", "winners": []}  # what `end` says where the host broke the game off
PAUSE, STOP = Refusal("paused", "TB-PAUSE-1"), Refusal("stopped", "TB-END-1")
UNREADABLE = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    RecursionError,
    WrongCall,
)  # what a made-up header or position raises


class Step(NamedTuple):
    """An entry that counts: the state it left, and whether something new was seen (dice, a card, an overruling)."""

    seq: int
    state: State
    news: bool


class Shown(NamedTuple):
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


class OwnWords(NamedTuple):
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
        state = _opening(game, content, first)
        self.steps = [Step(0, state, False)]
        self.undone: list[list[Step]] = []
        self.entries = [first]
        self.room = Room()
        self.room.feed(first, by_bot=False)
        self.states = [state]
        self.shown: list[Shown] = []
        self.overrides: list[Entry] = []
        self.unknown: list[Entry] = []
        self.ended = False
        self.halt: Refusal | None = None  # why nothing may happen in the game: paused, or broken off
        anchor = first.args.get("anchor", "")
        self.links = 0  # open draws made so far
        self.sealed: list[Sealed] = []  # draws that wait for their key
        self.opened = False  # the key is out: nothing can be drawn under it any more
        self.commitments: dict[str, str] = {}  # hashes of words that are not shown yet, by seat, in their order
        self.words: list[OwnWords] = []
        self.reverted: dict[int, tuple[int, ...]] = {}  # by entry of an undo: the entries that it took back
        self.taken_back: dict[int, tuple[int, ...]] = {}  # and those of them by which something had been seen
        self.typed_kinds: Sequence[str] = content.info.get("typed", ())  # what may be real or the app's at any time
        self.real = real_kinds(self.header, self.typed_kinds)  # what of dice, tiles and cards is the table's own
        self.amending: Entry | None = None  # the typed result that is taken back to be typed anew
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

    def feed(self, entry: Entry) -> None:
        """Check the next entry and take it in. Raises JournalError; then nothing has changed."""
        if self.end_is_due() and entry.type != "end":
            raise JournalError(entry.seq, "end_missing")
        if self.halt is not None and entry.type in ("undo", "redo", "amend", "override", *self.game.action_types):
            raise JournalError(entry.seq, "illegal", self.halt)
        self._check_source(entry)
        match entry.type:
            case "undo":
                self._feed_undo(entry)
            case "redo":
                self._feed_redo(entry)
            case "amend":
                self._feed_amend(entry)
            case "real":
                self._feed_real(entry)
            case "commit":
                self._feed_commit(entry)
            case "reveal":
                self._feed_reveal(entry)
            case "override":
                self._feed_override(entry)
            case "end":
                self._feed_end(entry)
            case "open":
                self._feed_open(entry)
            case "pause" | "resume":
                self._feed_pause(entry)
            case "join" | "leave" if "bot" in entry.args:
                self._feed_bot(entry)
            case type if type in QUIET:
                pass
            case _ if entry.type in self.game.action_types:
                self._feed_action(entry)
                return
            case _ if "source" in entry.args:
                raise JournalError(entry.seq, "draw_other")  # nobody here knows what was drawn or typed
            case _:
                self.unknown.append(entry)  # from a newer companion: kept and reported, without effect
        self._enter(entry)

    def take(self, entry: Entry, state: State, action: Action, app: bool | None) -> None:
        """Take in an action that has just been checked and applied; `app`: the app drew it (None: no chance in it)."""
        if app is not None:
            self.shown.append(Shown(entry.seq, app, action))
        if app:
            self._count(entry)
        self.steps.append(Step(entry.seq, state, app is not None or entry.type in self.game.news_types))
        self.undone.clear()
        self.amending = None
        self._enter(entry)

    def _enter(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.states.append(self.state)
        self.room.feed(entry, entry.seat in self.bots)
        if entry.seat in self.bots and (entry.type == "note" or entry.type in self.game.action_types):
            self.by_bots.add(entry.seq)

    def _count(self, entry: Entry) -> None:
        draw = entry.args["draw"]
        if "link" in draw:
            self.links += 1
            self._link = bytes.fromhex(draw["link"])
        else:
            self.sealed.append(Sealed(entry.seq, entry.type, tuple(draw["of"]), draw["got"]))

    @property
    def drawn(self) -> bool:
        """Whether the app has drawn anything yet."""
        return bool(self.links or self.sealed)

    def state_at(self, seq: int) -> State:
        """The table as it stood after entry `seq`, as far as later undoing left it."""
        place = bisect_right(self.steps, seq, key=attrgetter("seq"))
        return self.steps[max(place, 1) - 1].state

    def end_is_due(self) -> bool:
        """The game is over, but no entry says so yet."""
        return not self.ended and self.game.outcome(self.state) is not None

    # --- undo ----------------------------------------------------------------------------------------------------

    def undo_target(self, to: int | None = None) -> int | None:
        """Entry that stands once everything after entry `to` is taken back, or None; `to` changed the table.

        An undo or redo left the table of a step before it; that one has to stand. Without `to` the last step of a
        person is taken back, with all that bots did since.
        """
        if to is not None:
            changed = 0 <= to < len(self.states) and (to == 0 or self.states[to] is not self.states[to - 1])
            return next((step.seq for step in reversed(self.steps) if changed and step.state is self.states[to]), None)
        for place in range(len(self.steps) - 1, 0, -1):
            if self.entries[self.steps[place].seq].seat not in self.bots:
                return self.steps[place - 1].seq
        return None

    def undo_refusal(self, to: int, agreed: list[str]) -> Refusal | None:
        """Free back to the last new information, beyond it with the consent of all seats."""
        if self.opened:
            return OPENED
        if self.amending is not None:
            return self._amend_first
        behind = [step for step in self.steps if step.seq > to]
        if not behind or len(behind) == len(self.steps):
            return Refusal("undo_nothing", UNDO_RULE)
        if any(step.news for step in behind) and set(agreed) != set(self.seats):
            return Refusal("undo_consent", UNDO_RULE)
        return None

    def _feed_undo(self, entry: Entry) -> None:
        to, agreed = entry.args.get("to"), entry.args.get("agreed", [])
        if type(to) is not int or not isinstance(agreed, list) or not all(isinstance(seat, str) for seat in agreed):
            raise JournalError(entry.seq, "undo_unreadable")
        refusal = self.undo_refusal(to, agreed)
        if refusal or to not in [step.seq for step in self.steps]:
            raise JournalError(entry.seq, "illegal", refusal or Refusal("undo_nothing", UNDO_RULE))
        keep = next(index for index, step in enumerate(self.steps) if step.seq > to)
        self.undone.append(self.steps[keep:])
        self.reverted[entry.seq] = tuple(step.seq for step in self.steps[keep:])
        if seen := tuple(step.seq for step in self.steps[keep:] if step.news):
            self.taken_back[entry.seq] = seen
        del self.steps[keep:]
        self.ended = False

    def _feed_redo(self, entry: Entry) -> None:
        if not self.undone:
            raise JournalError(entry.seq, "illegal", Refusal("redo_nothing", "TB-REDO-1"))
        self.steps.extend(self.undone.pop())
        self.amending = None

    # --- what was mistyped ---------------------------------------------------------------------------------------

    def typed_last(self) -> Entry | None:
        """The last result that somebody typed, if only steps of that seat without news have followed, else None."""
        after: set[str] = set()  # seats of the steps behind
        for step in reversed(self.steps[1:]):
            entry = self.entries[step.seq]
            if step.news:
                return entry if entry.args.get("source") == "table" and after <= {entry.seat} else None
            after.add(entry.seat)
        return None

    def typed_for_bot(self) -> Entry | None:
        """The last result, if people typed it for a bot and may still type it anew (TB-SEAT-5), else None."""
        typed = self.typed_last()
        mistyped = typed is not None and typed.seat in self.bots and self.amend_refusal(typed.seat) is None
        return typed if mistyped else None

    def amend_refusal(self, seat: str) -> Refusal | None:
        """Why a seat cannot type its last result anew, or None."""
        if self.opened:
            return OPENED
        if self.amending is not None:
            return self._amend_first
        typed = self.typed_last()
        return Refusal("amend_nothing", AMEND_RULE) if typed is None or typed.seat != seat else None

    def amended_by(self, type: str, seat: str, typed: bool) -> Refusal | None:
        """Why an action may not come now: what was mistyped is typed anew first, by the same seat. None if it may."""
        mistyped = self.amending
        if mistyped is None or (typed and (mistyped.type, mistyped.seat) == (type, seat)):
            return None
        return self._amend_first

    @property
    def _amend_first(self) -> Refusal:
        assert self.amending is not None  # who calls has looked
        return Refusal("amend_first", AMEND_RULE, {"seat": Ref("seat", self.amending.seat)})

    def _feed_amend(self, entry: Entry) -> None:
        typed = self.typed_last()
        refusal = self.amend_refusal(entry.seat)
        of = entry.args.get("of")
        if refusal is None and (typed is None or entry.args != {"of": typed.seq} or type(of) is not int):
            refusal = Refusal("amend_nothing", AMEND_RULE)
        if refusal is not None:
            raise JournalError(entry.seq, "illegal", refusal)
        assert typed is not None  # else it is refused
        keep = next(index for index, step in enumerate(self.steps) if step.seq == typed.seq)
        self.undone.append(self.steps[keep:])
        del self.steps[keep:]
        self.ended, self.amending = False, typed

    # --- what is real --------------------------------------------------------------------------------------------

    def real_refusal(self, kind: str) -> Refusal | None:
        """Why dice, tiles or cards cannot change between the table's own and the app's, or None (TB-REAL-1)."""
        return None if kind in self.typed_kinds else Refusal("real_fixed", REAL_RULE)

    def _feed_real(self, entry: Entry) -> None:
        kind, word = next(iter(entry.args.items()), ("", ""))
        refusal = self.real_refusal(kind)
        if refusal is not None or len(entry.args) != 1 or word not in (APP, REAL):
            raise JournalError(entry.seq, "illegal", refusal or Refusal("real_fixed", REAL_RULE))
        self.real = [*[other for other in self.real if other != kind], *([kind] if word == REAL else [])]

    # --- the table -----------------------------------------------------------------------------------------------

    def _feed_bot(self, entry: Entry) -> None:
        if entry.type == "join" and entry.seat in self.seats:
            self.bots[entry.seat] = str(entry.args["bot"])
        elif entry.type == "leave" and self.bots.get(entry.seat) == entry.args["bot"]:
            del self.bots[entry.seat]

    def commit_refusal(self, seat: str) -> Refusal | None:
        """Why a seat cannot commit to words now, or None. The table's own ("") are the first to be committed to."""
        if self.drawn or self.words:
            return Refusal("commit_late", WORDS_RULE)
        if seat in self.commitments:
            return Refusal("commit_twice", WORDS_RULE, {"seat": Ref("seat", seat)})
        return Refusal("commit_table_first", WORDS_RULE) if self.commitments and not seat else None

    def reveal_refusal(self, seat: str, words: str) -> Refusal | None:
        """Why a seat cannot show these words now, or None: in the order in which all were committed to."""
        if self.drawn:
            return Refusal("reveal_late", WORDS_RULE)
        if seat not in self.commitments:
            return Refusal("reveal_uncommitted", WORDS_RULE)
        if seat != (first := next(iter(self.commitments))):
            return Refusal("reveal_order", WORDS_RULE, {"seat": Ref("seat", first)})
        if draws.commitment(words) != self.commitments[seat]:
            return Refusal("reveal_other", WORDS_RULE)
        return None

    def draw_refusal(self) -> Refusal | None:
        """Why the app cannot draw yet, or None: words were committed to and not shown."""
        if not self.commitments:
            return None
        return Refusal("draw_waits", "TB-DRAW-4", {"seats": tuple(Ref("seat", seat) for seat in self.commitments)})

    def _feed_commit(self, entry: Entry) -> None:
        refusal = self.commit_refusal(entry.seat)
        if refusal is not None:
            raise JournalError(entry.seq, "illegal", refusal)
        hash = _bytes(entry.seq, entry.args.get("hash"))
        if len(hash) != draws.LENGTH:
            raise JournalError(entry.seq, "draw_unreadable")
        self.commitments[entry.seat] = hash.hex()

    def _feed_reveal(self, entry: Entry) -> None:
        """Journals of versions that knew no commitments hold words without one; they are reported."""
        words = entry.args.get("words")
        committed = bool(self.commitments or any(words.committed for words in self.words))
        if not isinstance(words, str) or self.drawn:
            raise JournalError(entry.seq, "illegal", Refusal("reveal_late", WORDS_RULE))
        if committed and (refusal := self.reveal_refusal(entry.seat, words)):
            raise JournalError(entry.seq, "illegal", refusal)
        self.commitments.pop(entry.seat, None)
        self.words.append(OwnWords(entry.seq, entry.seat, committed))
        self.table_id = draws.mix(self.table_id, words)

    def _feed_override(self, entry: Entry) -> None:
        state = self.overruled(entry.args)
        if isinstance(state, Refusal):
            raise JournalError(entry.seq, "illegal", state)
        self.overrides.append(entry)
        self.amending = None
        self.steps.append(Step(entry.seq, state, True))
        self.undone.clear()
        self.ended = False

    def overruled(self, args: Json) -> State | Refusal:
        """The table as an override sets it."""
        if self.opened:
            return OPENED
        position = args.get("position")
        if not isinstance(position, dict):
            return Refusal("override_unreadable", "TB-OVER-1")
        try:
            return self.game.new(self.content, {**self.header, "position": position})
        except UNREADABLE:
            return Refusal("override_unreadable", "TB-OVER-1")

    def _feed_pause(self, entry: Entry) -> None:
        refusal = self.pause_refusal(entry.type)
        if refusal is not None:
            raise JournalError(entry.seq, "illegal", refusal)
        self.halt = PAUSE if entry.type == "pause" else None

    def pause_refusal(self, type: str) -> Refusal | None:
        """Why the table cannot `pause`, `resume` or be broken off by an `end` now, or None."""
        if type == "resume":
            return None if self.halt else Refusal("resume_nothing", "TB-PAUSE-1")
        if self.ended or self.end_is_due():
            return Refusal("pause_over", "TB-PAUSE-1")
        return STOP if self.halt == STOP else self.halt if type == "pause" else None

    def _feed_end(self, entry: Entry) -> None:
        if entry.args == STOPPED and self.pause_refusal("end") is None:
            self.halt = STOP
            return
        if self.ended or entry.args != end_args(self.game, self.state):
            raise JournalError(entry.seq, "end_wrong")
        self.ended = True

    def _feed_open(self, entry: Entry) -> None:
        key = _bytes(entry.seq, entry.args.get("key"))
        foreign = len(key) != draws.LENGTH or self.header.get("sealed") != hashlib.sha256(key).hexdigest()
        if not self.ended or self.opened or foreign:
            raise JournalError(entry.seq, "key_foreign")
        for k, (seq, label, sizes, got) in enumerate(self.sealed, 1):
            if got != draws.numbers(key, self.table_id, k, label, sizes):
                raise JournalError(seq, "numbers_forged")
        self.opened = True

    # --- the game ------------------------------------------------------------------------------------------------

    def _feed_action(self, entry: Entry) -> None:
        args = dict(entry.args)
        draw, salt, source = [args.pop(name, None) for name in BESIDE]
        try:
            action = self.game.decode(entry.type, entry.seat, args)
        except ValueError as error:
            raise JournalError(entry.seq, "action_unreadable", reason=str(error)) from None
        opened = self.game.as_open(action)
        if (opened is None) != (source is None):
            raise JournalError(entry.seq, "source_missing" if source is None else "draw_other")
        if isinstance(salt, str) != self.game.secret:
            raise JournalError(entry.seq, "action_unreadable", reason="salt")
        if refusal := self.amended_by(entry.type, entry.seat, source == "table"):
            raise JournalError(entry.seq, "illegal", refusal)
        try:
            if opened is not None and draw is not None:
                self._check_drawn(entry.seq, opened, action, draw)
            state = self.game.apply(self.state, action)
        except IllegalAction as error:
            raise JournalError(entry.seq, "illegal", error.refusal) from None
        self.take(entry, state, action, None if opened is None else draw is not None)

    def _check_drawn(self, seq: int, opened: Action, action: Action, draw: Json) -> None:
        """Whether the rules ask for a draw that is proved, and the action shows what it gave."""
        state = self.state
        refusal = self.game.check(state, opened)
        if refusal is not None:
            raise JournalError(seq, "illegal", refusal)
        chance = self.game.chance(state, opened)
        assert chance is not None  # open actions that `check` accepts have one
        if chance.sealed == ("link" in draw) or draw["of"] != list(chance.sizes):
            raise JournalError(seq, "draw_other")
        if self.game.complete(state, opened, draw["got"]) != action:
            raise JournalError(seq, "dice_forged")

    # --- what the rules do not decide: docs/journal.md, "What every checker proves" ------------------------------

    def _check_source(self, entry: Entry) -> None:
        """A result says that it was drawn, with its proof, or typed; nothing else says so."""
        drawn, sourced = "draw" in entry.args, "source" in entry.args
        if not (drawn or sourced):
            return
        if entry.type in OF_TABLE:
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
        link = None if sealed else _bytes(seq, draw["link"])
        if link is not None and not draws.belongs(link, self._link):
            raise JournalError(seq, "link_foreign", k=k)
        if not draws.can_be(draw["of"], draw["got"]):
            raise JournalError(seq, "draw_unreadable" if sealed else "numbers_forged")
        if link is not None and draw["got"] != draws.numbers(link, self.table_id, k, entry.type, draw["of"]):
            raise JournalError(seq, "numbers_forged")


def replayed(entries: Sequence[Entry], game: Callable[[str], Game], content: Callable[[str], Content]) -> Replay:
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


def end_args(game: Game, state: State) -> Json | None:
    """What the entry that ends a game says, or None while it goes on."""
    outcome = game.outcome(state)
    return None if outcome is None else {"ending": outcome.ending, "winners": list(outcome.winners)}


def _opening(game: Game, content: Content, first: Entry) -> State:
    header = first.args
    made = header.get("format")
    if first.type != "header" or type(made) is not int or made < FORMAT:
        raise JournalError(0, "no_header")
    if made > FORMAT:
        raise JournalError(0, "other_format", number=made, known=FORMAT)
    if header.get("game") != game.id:
        raise JournalError(0, "other_game", game=str(header.get("game")))
    if header.get("rules") not in range(1, game.rules + 1):
        raise JournalError(0, "other_rules", number=str(header.get("rules")), known=game.rules)
    if {"draw", "source"} & header.keys():
        raise JournalError(0, "draw_other")
    for mark in ("anchor", *(("sealed",) if game.secret or "sealed" in header else ())):
        if len(draws.from_hex(header.get(mark)) or b"") != draws.LENGTH:
            raise JournalError(0, "header_unreadable", reason=mark)
    try:
        state = game.new(content, header)
    except UNREADABLE as error:
        raise JournalError(0, "header_unreadable", reason=type(error).__name__) from None
    if isinstance(state, Refusal):
        raise JournalError(0, "illegal", state)
    return state


def _bytes(seq: int, text: Any) -> bytes:
    """Bytes in hex, written in the one way. Raises JournalError."""
    found = draws.from_hex(text)
    if found is None:
        raise JournalError(seq, "draw_unreadable")
    return found
