"""What a game brings to the table: the protocol that every module of companion.games keeps.

A game is pure: no clock, no random source, no file. Chance enters as an action. An action that still needs what dice
or chits show is *open* (`chance` says what has to be drawn); `complete` closes it, and only closed actions apply.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    """Who has to act and how: `what` names the step, `chance` is true while dice or chits are awaited."""

    seats: tuple[str, ...]
    what: str
    chance: bool


class Chance(NamedTuple):
    """What the app has to draw to close an open action: one number below each of `sizes`.

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
    """How it ended: `ending` names the sentence `ending.ENDING`, `rule` the rule that decides, `winners` the seats."""

    ending: str
    rule: str
    winners: tuple[str, ...]

    @property
    def event(self) -> Event:
        """How it ended, with the winners."""
        return Event(f"end_{self.ending}", self.rule, {"winners": tuple([Ref("seat", seat) for seat in self.winners])})


def outcome_of(state: State, over: Mapping[str, str]) -> Outcome | None:
    """How it ended, or None while the game goes on. over: ending -> its rule."""
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
    """What a game can be asked the exact odds of: `odds.CODE` says it in words.

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

    ticked: lines that stand there instead while exactly these boxes of the form are ticked, by their values joined by
    commas.
    """

    code: str
    values: Mapping[str, Value]
    question: str
    answer: Odds
    ticked: Mapping[str, Phrase] = {}


class Say(Protocol):
    """A text of words.yaml in the reader's language, with values put in."""

    def __call__(self, key: str, /, **values: Value) -> str: ...


class Action(Protocol):
    """One step of one seat; frozen, equal by value."""

    @property
    def type(self) -> str: ...
    @property
    def seat(self) -> str: ...


class Choice(NamedTuple):
    """What a bot does (open, where chance decides what it shows), why, and what it weighed, the best first.

    why: told to all, so it names nothing that a seat hides; `weighed` may.
    """

    act: Action
    why: Phrase  # `bot.CODE`
    weighed: Chances | None = None


class Bot(Protocol):
    """A player of the app's own."""

    def choose(self, game: Game, content: Content, state: State, seat: str, rng: random.Random) -> Choice | None:
        """One of the actions that are legal for that seat now, n >= 1; None leaves it to the others.

        The first seat of `Game.pending` leaves nothing to others: it is asked last.
        """
        ...


class Game(Protocol):
    """One game."""

    id: str
    rules: int  # the number of the rules of new sessions; the header says by which one is played
    action_types: tuple[str, ...]
    chance_types: tuple[str, ...]  # those that show something: they name their source in the journal
    shown_by: Mapping[str, str]  # what of a real table shows the result of a chance action: `dice`, `tiles`, `cards`
    pictured: Mapping[str, str]  # events that bring tiles or cards into the open -> the value that names them
    aside_types: frozenset[str]  # what seats may do at any time, though nobody asks them to
    news_types: tuple[str, ...]  # further actions that show somebody something: taking them back needs consent
    takes_names: bool  # a command may say the name of a thing in place of its id
    secret: bool  # seats hold what others may not see: until the end the journal stays with the server
    questions: Mapping[str, Question]  # exact odds that can be asked for; empty where there are none
    bots: Mapping[str, Bot]  # players of the app's own, besides the one of every game

    def facts(self, content: Content, variant: str) -> Json:
        """The facts of content/ that the rules of a variant use; their digest stands in every header."""
        ...

    def problems(self, content: Content) -> Sequence[str]:
        """Faults of content/ that only the rules can see, as `file:line: what`."""
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

    def new(self, content: Content, header: Json) -> State | Refusal:
        """The table as a header describes it, with its position if it has one."""
        ...

    def pending(self, state: State) -> Pending: ...

    def legal(self, state: State) -> tuple[Offer, ...]:
        """Everything that may be done, the plainest first; what chance decides is open."""
        ...

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """`legal` with every open field filled in in every way: there may be thousands."""
        ...

    def open_words(self, offer: Offer) -> Mapping[str, OpenField]:
        """What an offer leaves open, by the words of a command."""
        ...

    def is_public(self, state: State, offer: Offer) -> bool:
        """Whether everybody may know that this is offered."""
        ...

    def tells_hand(self, state: State, action: Action) -> bool:
        """Whether it tells what its seat holds in a hand that the app keeps hidden."""
        ...

    def asks_hand(self, state: State) -> bool:
        """Whether the step asks for what such a hand holds; it says nothing about what that is."""
        ...

    def is_aside(self, state: State, offer: Offer) -> bool:
        """Whether nobody asks for it, of a type of `aside_types`."""
        ...

    def check(self, state: State, action: Action) -> Refusal | None: ...

    def apply(self, state: State, action: Action, recorder: Record | None = None) -> State:
        """The table after the action; what happens is added to the recorder. Raises IllegalAction."""
        ...

    def outcome(self, state: State) -> Outcome | None: ...

    def events(self, before: State, action: Action, after: State, seat: str | None = None) -> tuple[Event, ...]:
        """What happened, as a seat (or an onlooker) may know it."""
        ...

    def view(self, state: State, seat: str | None) -> Json:
        """What a seat (or an onlooker) may see, as plain data; `players` has one mapping a seat, in their order."""
        ...

    def as_open(self, action: Action) -> Action | None:
        """A chance action without its result; None for any other action."""
        ...

    def chance(self, state: State, action: Action) -> Chance | None:
        """What has to be drawn to close an open action that `check` accepts; None for any other action."""
        ...

    def complete(self, state: State, action: Action, numbers: Sequence[int]) -> Action: ...
    def outcomes(self, state: State, action: Action | None = None) -> Iterable[tuple[Action, Fraction]]: ...

    def odds_beside(self, content: Content, state: State, types: Collection[str]) -> Iterable[OddsPanel]:
        """What offers of these types may bring, counted from what everybody may know."""
        ...

    def keep_odds(self, state: State) -> None:
        """Count once for all what takes long of the odds of tables like this one."""
        ...

    def drawn_faces(self, state: State, action: Action) -> tuple[Pair, ...]:
        """Every face that a chance action showed, with the die or pool it came from."""
        ...

    def face_odds(self, state: State) -> Mapping[Ref, Mapping[Ref, Fraction]]:
        """What each die shows in the long run, where that does not change in play."""
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
        """The action that a command asks for, of that seat or of the one whose step it is. Raises WrongCall."""
        ...

    def args(self, action: Action) -> Json:
        """The words of an action as a journal stores them; `decode` reads them back."""
        ...

    def command(self, state: State, action: Action) -> str:
        """The words for `companion do`."""
        ...

    def score_explanation(self, state: State) -> tuple[Event, ...]:
        """How the score that decides was counted, seat by seat."""
        ...

    def describe_offer(self, state: State, offer: Offer) -> Event:
        """The offer as `event.CODE`, without what it leaves open."""
        ...

    def render_text(self, state: State, say: Say, seat: str | None = None) -> list[str]:
        """The table as text, as a seat (or an onlooker) sees it, in lines of any length (companion.core.text_wrap)."""
        ...

    def render_part(self, state: State, say: Say, asked: Mapping[str, str]) -> list[str]:
        """A part of the table as text, such as one region; public. Raises WrongCall for what the game does not know."""
        ...

    def prompt(self, state: State, say: Say, seat: str | None = None) -> list[str]:
        """What a guided table asks of the seat whose step it is, and how to answer."""
        ...

    def prompt_line(self, state: State, say: Say) -> str:
        """The first line of `prompt`, the same for all: whose step it is. Nothing where nobody is asked."""
        ...

    def read_answer(self, state: State, text: str) -> tuple[str, dict[str, str], str | None]:
        """A typed answer to `prompt` as an action's type, words and rolled faces."""
        ...

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> Action:
        """The action of a journal entry. Raises ValueError."""
        ...

    def dump(self, state: State) -> Json:
        """The state as plain data, without what the header already says."""
        ...

    def restore(self, content: Content, header: Json, data: Json) -> State:
        """Inverse of `dump`."""
        ...

    def page(self, shown: Mapping[str, Any]) -> Json:
        """What the game's own template is given besides what the page of any game is given."""
        ...

    def sheet_form(self, content: Content) -> tuple[FormField, ...]:
        """What a form asks for that is filled in with final sheets; nothing where there are none to fill."""
        ...

    def paper_forms(self, content: Content) -> tuple[PaperForm, ...]:
        """The printed sheets that can be read once they are filled in; nothing where there are none."""
        ...

    def paper_values(self, state: State) -> Mapping[str, Mapping[str, int | str]]:
        """By seat what its filled sheet would say now, in the keys of `paper_forms`; by "" what is of the whole table.

        `paper.KEY` of the game's texts says a `value` of that key in a sentence; without it the part's label does.
        """
        ...

    def check_sheets(self, content: Content, data: Any) -> tuple[Refusal, ...] | SheetReport:
        """Judge hand-filled final sheets: every fault found, or who won. Raises WrongCall if they cannot be read."""
        ...
