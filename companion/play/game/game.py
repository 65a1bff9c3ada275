"""The parts of a game: rules, words, show and odds; and its bots.

A game is pure: no clock, no random source, no file. Chance enters as an action. An action that still needs what dice
or chits show is *open* (`chance` says what has to be drawn); `complete` closes it, and only closed actions apply.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.core.messages import Event, Pair, Phrase, Record, Ref, Refusal, Value
from companion.play.game.offers import Offer, OpenField

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game.paper_form import PaperForm
    from companion.play.game.sheet_form import FormField

Json = dict[str, Any]
State = Any  # each game's own: equal by value, opaque to the shared rooms


class Pending(NamedTuple):
    """The seats that have to act, and how: `what` names the step, `chance` is true while dice or chits are awaited."""

    seats: tuple[str, ...]
    what: str
    chance: bool


class Chance(NamedTuple):
    """The numbers that the app has to draw to close an open action: one number below each of `sizes`.

    sealed: only some seats may see the result, such as a card drawn to a hidden hand. unseen: what may come tells what
    others hide, though all see the result, such as the top card of a deck out of which the app has dealt hands. real:
    it lies on the real table, where neither can be; the app draws nothing then, what was shown is typed in.
    """

    label: str
    sizes: tuple[int, ...]
    sealed: bool = False
    unseen: bool = False
    real: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    `ending` names the sentence `ending.ENDING`, `rule` the rule that decides, `winners` the seats.
    """

    ending: str
    rule: str
    winners: tuple[str, ...]

    @property
    def event(self) -> Event:
        """Return the event of the end, with the winners."""
        return Event(f"end_{self.ending}", self.rule, {"winners": tuple([Ref("seat", seat) for seat in self.winners])})


def outcome_of(state: State, over: Mapping[str, str]) -> Outcome | None:
    """Return how it ended, or None while the game goes on. over: ending -> its rule."""
    return Outcome(state.ending, over[state.ending], state.winners) if state.ending else None


@dataclass(frozen=True, slots=True)
class SheetReport:
    """Hand-filled final sheets that can be, and how it ended.

    told: the working that decides, then the ending; state: the table, where the sheets show all of it.
    """

    header: Json
    outcome: Outcome
    told: tuple[Event, ...]
    state: State | None = None


class ChanceRow(NamedTuple):
    """One row of a table of chances: `odds.CODE` in words.yaml says what happens; `id` is its word for scripts."""

    id: str
    chance: Fraction
    code: str
    values: Mapping[str, Value] = {}


class Chances(NamedTuple):
    """A table of chances under the heading `odds.CODE`, with the rule that it counts. more: rows that are left out."""

    code: str
    rule: str
    rows: tuple[ChanceRow, ...]
    values: Mapping[str, Value] = {}
    more: int = 0


class Odds(NamedTuple):
    """The answer to a question. given: every word that it was counted with; notes: `odds.NOTE`, what was left out."""

    given: Mapping[str, str]
    tables: tuple[Chances, ...]
    notes: tuple[str, ...]


class Question(NamedTuple):
    """A question that a game answers with exact odds: `odds.CODE` says it in words.

    keys: words that it takes, as an example `k=v` with its `odds.CODE`.
    from_state: those words for a table in play, only of what everybody may know.
    answer: pure; of what `from_state` says (empty without a table) and of the words `given` instead. Raises WrongCall.
    """

    code: str
    keys: tuple[tuple[str, str], ...]
    from_state: Callable[[State], Mapping[str, str]]
    answer: Callable[[Content, Mapping[str, str], Mapping[str, str]], Odds]


class OddsPanel(NamedTuple):
    """Exact odds beside a decision: the line `odds.CODE`, and the whole answer to a question, which it sums up.

    advice: the line `odds.CODE` that asks for it, where the line says what is best: a table may want to ask first.
    ticked: chances of what is ticked in the form, by the values of exactly these boxes joined by commas.
    """

    code: str
    values: Mapping[str, Value]
    question: str
    answer: Odds
    advice: str = ""
    ticked: Mapping[str, Phrase] = {}


class Say(Protocol):
    """A text of words.yaml in the reader's language, with values put in."""

    def __call__(self, key: str, /, **values: Value) -> str: ...


class SeatText(Protocol):
    """Lines of text for a seat, or an onlooker."""

    def __call__(self, state: State, say: Say, seat: str | None = None, /) -> list[str]: ...


class Action(Protocol):
    """One step of one seat; frozen, equal by value."""

    @property
    def type(self) -> str:
        """The name of the kind of action."""

    @property
    def seat(self) -> str:
        """The seat that acts."""


class Choice(NamedTuple):
    """The action of a bot (open, if chance decides its result), why, and what it weighed, the best first.

    why: told to all, so it names nothing that a seat hides; `weighed` may.
    """

    act: Action
    why: Phrase  # `bot.CODE`
    weighed: Chances | None = None


class Rules(Protocol):
    """The pure rules of a game: they can be imported and run without the other parts."""

    number: int  # of the rules of new sessions; the header says by which one is played
    news_types: tuple[str, ...]  # actions besides those of chance that show somebody something: undo needs consent
    aside_types: frozenset[str]  # what seats may do at any time, though nobody asks them to
    secret: bool  # seats hold what others may not see: until the end the journal stays with the server

    def facts(self, content: Content, variant: str, /) -> Json:
        """Return the facts of content/ that the rules of a variant use; their digest stands in every header."""
        ...

    def problems(self, content: Content, /) -> Sequence[str]:
        """Return faults of content/ that only the rules can see, as `file:line: fault`."""
        ...

    def header(
        self,
        content: Content,
        players: Sequence[str],
        variant: str | None,
        options: Mapping[str, str],
        position: Json | None,
    ) -> Json | Refusal:
        """Settle seats, variant and every option (defaults written out). Raises WrongCall for unknown words."""
        ...

    def new(self, content: Content, header: Json, /) -> State | Refusal:
        """Return the table as a header describes it, with its position if it has one."""
        ...

    def pending(self, state: State) -> Pending:
        """Return the seats that have to act, and the step."""
        ...

    def legal(self, state: State, /) -> tuple[Offer, ...]:
        """Return everything that may be done, the plainest first; what chance decides is open."""
        ...

    def legal_actions(self, state: State, /) -> tuple[Action, ...]:
        """Return `legal` with every open field filled in in every way: there may be thousands."""
        ...

    def is_aside(self, state: State, offer: Offer) -> bool:
        """Return whether nobody asks for it, of a type of `aside_types`."""
        ...

    def is_public(self, state: State, offer: Offer, /) -> bool:
        """Return whether everybody may know that this is offered."""
        ...

    def tells_hand(self, state: State, action: Any, /) -> bool:
        """Return whether it tells what its seat holds in a hand that the app keeps hidden."""
        ...

    def asks_hand(self, state: State) -> bool:
        """Return whether the step asks for what such a hand holds; it says nothing about what that is."""
        ...

    def check(self, state: State, action: Any, /) -> Refusal | None:
        """Return why the action is not legal; None if it is."""
        ...

    def apply(self, state: State, action: Any, recorder: Record | None = None, /) -> State:
        """Return the table after the action; what happens is added to the recorder. Raises IllegalAction."""
        ...

    def chance(self, state: State, action: Any) -> Chance | None:
        """Return what has to be drawn to close an open action that `check` accepts; None for any other action."""
        ...

    def complete(self, state: State, action: Any, numbers: Sequence[int]) -> Action:
        """Return the open action with the result that the numbers of its `chance` name."""
        ...

    def outcomes(self, state: State, action: Any = None) -> Iterable[tuple[Action, Fraction]]:
        """Return every result of the open action (by default the awaited one) with its probability."""
        ...

    def outcome(self, state: State, /) -> Outcome | None:
        """Return how it ended, or None while the game goes on."""
        ...

    def events(self, before: State, action: Any, after: State, seat: str | None = None) -> tuple[Event, ...]:
        """Return what happened, as a seat (or an onlooker) may know it."""
        ...

    def view(self, state: State, seat: str | None) -> Json:
        """Return what a seat (or an onlooker) may see, as plain data.

        `players` has one mapping a seat, in their order.
        """
        ...

    def dump(self, state: State) -> Json:
        """Return the state as plain data, without what the header already says."""
        ...

    def restore(self, content: Content, header: Json, data: Json) -> State:
        """Return the state that `dump` made plain."""
        ...


class Words(Protocol):
    """The words of a game's actions: as players type them, and as a journal stores them."""

    action_types: tuple[str, ...]
    chance_types: tuple[str, ...]  # those that show something: they name their source in the journal
    plain_types: tuple[str, ...]  # those that choose, refuse and end nothing: Enter alone does them
    takes_names: bool  # a command may say the name of a thing in place of its id

    def as_open(self, action: Any, /) -> Action | None:
        """Return a chance action without its result; None for any other action."""
        ...

    def open_words(self, offer: Offer, /) -> Mapping[str, OpenField]:
        """Return the open fields of an offer, keyed by their words in a command."""
        ...

    def args(self, action: Any, /) -> Json:
        """Return the words of an action as a journal stores them; `decode` reads them back."""
        ...

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> Action:
        """Return the action of a journal entry. Raises ValueError."""
        ...

    def command(self, state: State, action: Any) -> str:
        """Return the words for `companion do`."""
        ...

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> Action | Refusal:
        """Return the action that a command asks for, of that seat or of the one whose step it is. Raises WrongCall."""
        ...

    def read_answer(self, state: State, text: str, /) -> tuple[str, dict[str, str], str | None]:
        """Return a typed answer to `Show.prompt` as an action's type, words and rolled faces."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheets:
    """A game's filled-in paper sheets.

    form(content): what a form asks for that is filled in with final sheets; nothing where there are none to fill.
    paper_forms(content): the printed sheets that can be read once they are filled in.
    paper_values(state): by seat what its filled sheet would say now, in the keys of `paper_forms`; by "" what is of the
    whole table. `paper.KEY` of the game's texts says a `value` of that key in a sentence; without it the part's label
    does.
    check(content, data): judge hand-filled final sheets: every fault found, or who won. Raises WrongCall if they cannot
    be read.
    """

    check: Callable[[Content, Any], tuple[Refusal, ...] | SheetReport]
    form: Callable[[Content], tuple[FormField, ...]] = lambda content: ()
    paper_forms: Callable[[Content], tuple[PaperForm, ...]] = lambda content: ()
    paper_values: Callable[[State], Mapping[str, Mapping[str, int | str]]] = lambda state: {}


@dataclass(frozen=True, kw_only=True, slots=True)
class Show:
    """A game as people see it: in a terminal, on a page, on paper.

    render_text(state, say, seat): the table as text, as a seat (or an onlooker) sees it, in lines of any length.
    render_part(state, say, asked): a part of the table, such as one region; public. Raises WrongCall for others.
    prompt(state, say, seat): what a guided table asks of the seat whose step it is, and how to answer.
    prompt_line(state, say): the first line of `prompt`, the same for all: whose step it is; "" if none.
    page(shown): what the game's own template is given besides what the page of any game is given.
    describe_offer(state, offer): the offer as `event.CODE`, without what it leaves open.
    score_explanation(state): how the score that decides was counted, seat by seat.
    scores(state): points by seat, in order, where points decide; else none.
    drawn_faces(state, action): every face that a chance action showed, with the die or pool it came from.
    shown_by: what of a real table shows the result of a chance action: `dice`, `tiles`, `cards`.
    pictured: events that bring tiles or cards into the open -> the value that names them.
    """

    render_text: SeatText
    prompt: SeatText
    render_part: Callable[[State, Say, Mapping[str, str]], list[str]]
    describe_offer: Callable[[State, Offer], Event]
    score_explanation: Callable[[State], tuple[Event, ...]]
    page: Callable[[Mapping[str, Any]], Json]
    sheets: Sheets
    shown_by: Mapping[str, str]
    pictured: Mapping[str, str] = field(default_factory=dict)
    prompt_line: Callable[[State, Say], str] = lambda state, say: ""
    scores: Callable[[State], Sequence[int]] = lambda state: ()
    drawn_faces: Callable[[State, Any], tuple[Pair, ...]] = lambda state, action: ()


@dataclass(frozen=True, kw_only=True, slots=True)
class GameOdds:
    """The exact odds of a game.

    questions: those that can be asked, by their names.
    beside(content, state, types): what offers of these types may bring, counted from what everybody may know.
    keep(state): count once for all what takes long of the odds of tables like this one.
    dice(state): each die or pool of dice with its faces one by one, where they do not change in play.
    face_kind: the table of content/ that names those faces.
    """

    questions: Mapping[str, Question]
    beside: Callable[[Content, State, Collection[str]], Iterable[OddsPanel]]
    keep: Callable[[State], None] = lambda state: None
    dice: Callable[[State], Mapping[Ref, Sequence[str]]] = lambda state: {}
    face_kind: str = "face"

    def face_odds(self, state: State) -> dict[Ref, dict[Ref, Fraction]]:
        """Return the probability of each face of each die."""
        return {
            die: {Ref(self.face_kind, face): Fraction(number, len(faces)) for face, number in Counter(faces).items()}
            for die, faces in self.dice(state).items()
        }


class Bot(Protocol):
    """A player of the app's own."""

    def choose(self, game: Game, content: Content, state: State, seat: str, rng: random.Random) -> Choice | None:
        """Return one of the actions that are legal for that seat now, n >= 1; None leaves it to the others.

        The first seat of `Rules.pending` leaves nothing to others: it is asked last.
        """
        ...


class LuckItem(NamedTuple):
    """A number that chance decided: what came, and the exact chance of each number that might have.

    `luck.CODE` names what is counted, with `seat` in it, whose luck it was.
    """

    code: str
    rule: str
    seat: str
    got: int
    chances: Mapping[int, Fraction]


class Judged(NamedTuple):
    """A decision by exact chances: of what was done and of the best instead, each from 0 (lost) to 1 (won)."""

    rule: str
    done: Fraction
    best: Fraction
    instead: Action


class Ahead(NamedTuple):
    """The tables at the end of a longer way, with their exact chances, for each way that a seat may take, n >= 1."""

    seat: str
    ways: Sequence[Mapping[State, Fraction]]


@dataclass(frozen=True, kw_only=True, slots=True)
class GameReview:
    """The luck and the decisions of a game in review, judged by what its seats could know.

    luck(state, action): the numbers that a chance action decided.
    judge(state, action): a decision that can be judged exactly; None for any other.
    ahead(content, state): what the odds of the game say of many rolls at once; None where they say nothing.
    searcher: a bot that tries actions, where the good bot does not.
    can_try(state, action): whether tries tell what an action is worth.
    """

    luck: Callable[[State, Any], Iterable[LuckItem]] = lambda state, action: ()
    judge: Callable[[State, Any], Judged | None] = lambda state, action: None
    ahead: Callable[[Content, Any], Ahead | None] = lambda content, state: None
    searcher: Bot | None = None
    can_try: Callable[[State, Any], bool] = lambda state, action: True


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. bots: players of the app's own, besides the one of every game."""

    id: str
    rules: Rules
    words: Words
    show: Show
    odds: GameOdds
    bots: Mapping[str, Bot] = field(default_factory=dict)
    review: GameReview = field(default_factory=GameReview)
