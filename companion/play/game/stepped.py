"""Base class of games that are played in steps: most of the protocol of companion.play.game.game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from companion.core.errors import ContentError
from companion.core.messages import Event, Pair, Record, Ref, Refusal
from companion.play.game import input_values, state_json
from companion.play.game.actions import Actions
from companion.play.game.game import (
    Bot,
    Chance,
    Json,
    OddsPanel,
    Outcome,
    Pending,
    Question,
    Say,
    SheetReport,
    State,
    outcome_of,
)
from companion.play.game.names import names_of
from companion.play.game.offers import Offer, OpenField
from companion.play.game.paper_form import PaperForm
from companion.play.game.pools import Pool
from companion.play.game.setup import SetUp
from companion.play.game.sheet_form import FormField
from companion.play.game.steps import Flow, Step

if TYPE_CHECKING:
    from companion.content.model import Content

A = TypeVar("A", bound=NamedTuple)


class SteppedGame(Generic[A]):
    """A game hands in its steps and how they follow each other.

    command_ids: every id that a command may name at a table, in the order of sorted lists. tables: what its rules make
    of content/, or ContentError. set_up: how its tables come to be. pool: what an open action draws from.
    table_view: the table as a seat (or an onlooker) sees it, but for how it ended. no_sheets: the rule by which there
    are no final sheets to fill. face_kind: the table of content/ that names the faces of dice. shown_by: what of a real
    table shows the result of a chance action. pictured: events that bring tiles or cards into the open, with the value
    that names them. hand_steps: kinds of steps that ask for cards of a hand.
    """

    flow: ClassVar[Flow]
    steps: ClassVar[Mapping[str, type[Step]]]
    command_ids: Callable[[State], Iterable[str]]
    tables: Callable[[Content], Any]
    set_up: ClassVar[SetUp]
    shown_by: ClassVar[Mapping[str, str]]
    pictured: ClassVar[Mapping[str, str]] = {}
    pool: Callable[[State, Any], Pool]
    table_view: Callable[[State, str | None], Json]
    no_sheets: ClassVar[str] = ""
    face_kind: ClassVar[str] = "face"
    news_types: ClassVar[tuple[str, ...]] = ()
    takes_names: ClassVar[bool] = False
    hand_steps: ClassVar[frozenset[str]] = frozenset()
    questions: ClassVar[Mapping[str, Question]] = {}
    bots: ClassVar[Mapping[str, Bot]] = {}

    def asked_seats(self, state: State) -> tuple[str, ...]:
        """Return the seats that are asked, the one whose step it is first; interrupts do not count."""
        seats = [state.seat]
        if not state.step.allows_interrupts(state):
            seats += [offer.seat for offer in state.step.offers(state)]
        return tuple(dict.fromkeys(seats))

    def pending(self, state: State) -> Pending:
        """Return the seats that are asked, and the name of the step."""
        if not state.agenda:
            return Pending((), "over", False)
        step = state.agenda[-1]
        chance = any(type in self.actions.chance for type in step.answers)
        return Pending(self.asked_seats(state), step.kind, chance)

    def __init__(self) -> None:
        self.legal: Callable[[State], tuple[Offer, ...]] = self.flow.legal
        self.legal_actions: Callable[[State], tuple[A, ...]] = self.flow.legal_actions
        self.check: Callable[[State, A], Refusal | None] = self.flow.check
        self.apply: Callable[..., State] = self.flow.apply
        self.outcome: Callable[[State], Outcome | None] = partial(outcome_of, over=self.set_up.over)
        self.header: Callable[..., Json | Refusal] = self.set_up.header
        self.new: Callable[[Content, Json], State | Refusal] = self.set_up.new
        self.actions: Actions[Any] = self.flow.actions
        self.args: Callable[[A], Json] = self.actions.args
        self.as_open: Callable[[A], A | None] = self.actions.as_open
        self.open_words: Callable[[Offer], dict[str, OpenField]] = self.actions.open_words
        self.action_types, self.chance_types = self.actions.types, self.actions.chance
        self.aside_types = frozenset(self.flow.interrupts)
        awaited = {type for step in self.steps.values() for type in step.answers} | self.aside_types
        assert awaited == set(self.action_types), awaited ^ set(self.action_types)

    def view(self, state: State, seat: str | None) -> Json:
        """Return the table as plain data, as a seat (or an onlooker) sees it."""
        over = self.outcome(state)
        told = None if over is None else {"ending": over.ending, "rule": over.rule, "winners": list(over.winners)}
        return {**self.table_view(state, seat), "outcome": told}

    def prompt_line(self, state: State, say: Say) -> str:
        """Return nothing: the page says in its own words whose step it is."""
        return ""

    def render_part(self, state: State, say: Say, asked: Mapping[str, str]) -> list[str]:
        """Return nothing: no part of the table is shown by itself."""
        input_values.check_keys(dict(asked), (), "show")
        return []

    def sheet_form(self, content: Content) -> tuple[FormField, ...]:
        """Return nothing, as there are no final sheets to fill."""
        return ()

    def paper_forms(self, content: Content) -> tuple[PaperForm, ...]:
        """Return nothing, as no printed sheet can be read."""
        return ()

    def paper_values(self, state: State) -> Mapping[str, Mapping[str, int | str]]:
        """Return nothing, as no printed sheet can be read."""
        return {}

    def check_sheets(self, content: Content, data: Any) -> tuple[Refusal, ...] | SheetReport:
        """Refuse: there are no final sheets to fill."""
        return (Refusal("sheets_none", self.no_sheets),)

    def odds_beside(self, content: Content, state: State, types: Collection[str]) -> Iterable[OddsPanel]:
        """Return the odds of offers of these types: none by default."""
        return ()

    def keep_odds(self, state: State) -> None:
        """Do nothing: no odds take long."""

    def is_public(self, state: State, offer: Offer) -> bool:
        """Return True if everybody may know that this is offered."""
        return True

    def tells_hand(self, state: State, action: A) -> bool:
        """Return False: there are no hidden hands."""
        return False

    def asks_hand(self, state: State) -> bool:
        """Return True if the step asks for cards of a hand which the app keeps."""
        if not self.hand_steps or not state.agenda:
            return False
        return state.step.kind in self.hand_steps and not state.setup.options.real_cards

    def is_aside(self, state: State, offer: Offer) -> bool:
        """Return True if the step does not ask for it, and its type may be done at any time."""
        return offer.type in self.aside_types and offer.type not in state.step.answers

    def problems(self, content: Content) -> tuple[str, ...]:
        """Return the faults of content/ that only the rules can see, as `file:line: what`."""
        try:
            self.tables(content)
        except ContentError as error:
            return error.problems
        return ()

    def events(self, before: State, action: A, after: State, seat: str | None = None) -> tuple[Event, ...]:
        """Return the events of an action, as a seat (or an onlooker) may know them."""
        recorder: Record = []
        self.apply(before, action, recorder)
        return tuple([event for event in recorder if event.known_to(seat)])

    def chance(self, state: State, action: A) -> Chance | None:
        """Return what has to be drawn for an open action; None for any other."""
        if not self.actions.is_open(action):
            return None
        type, pool = action[0], self.pool(state, action)
        return Chance(type, pool.sizes(), self.actions.kinds[type].sealed, pool.unseen, pool.real)

    def complete(self, state: State, action: A, numbers: Sequence[int]) -> A:
        """Return the open action with its result; a number n names the n-th piece left, in the order of content/."""
        ordered = self.actions.kinds[action[0]].ordered
        found: A = self.actions.with_result(action, self.pool(state, action).draw(numbers, ordered))
        return found

    def outcomes(self, state: State, action: A | None = None) -> tuple[tuple[A, Fraction], ...]:
        """Return every result of the open action (by default the awaited one) with its probability."""
        act: Any = action or self.legal(state)[0].act
        found = self.pool(state, act).results(self.actions.kinds[act.type].ordered)
        return tuple([(self.actions.with_result(act, result), chance) for result, chance in found])

    def drawn_faces(self, state: State, action: A) -> tuple[Pair, ...]:
        """Return no dice."""
        return ()

    def dice(self, state: State) -> Mapping[Ref, Sequence[str]]:
        """Return the faces of each die, one by one: no dice."""
        return {}

    def face_odds(self, state: State) -> dict[Ref, dict[Ref, Fraction]]:
        """Return the probability of each face of each die."""
        return {
            die: {Ref(self.face_kind, face): Fraction(number, len(faces)) for face, number in Counter(faces).items()}
            for die, faces in self.dice(state).items()
        }

    def page(self, shown: Mapping[str, Any]) -> Json:
        """Return nothing beyond what any game's page is given."""
        return {}

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> A | Refusal:
        """Return the action that a command asks for. Raises WrongCall."""
        given, rolled = self.read_words(content, state, type, given, rolled)
        asker, words = self.actions.asker(given, state.setup.seats, seat, state.seat)
        places = {id: at for at, id in enumerate(dict.fromkeys(self.command_ids(state)))}
        found: A = self.actions.parse(type, words, rolled, asker, places, names_of(content))
        return found

    def read_words(
        self, content: Content, state: State, type: str, given: Mapping[str, str], rolled: str | None
    ) -> tuple[Mapping[str, str], str | None]:
        """Return words and rolled result of a command as its actions have them. Raises WrongCall."""
        return given, rolled

    def command(self, state: State, action: A) -> str:
        """Return the words for `companion do`."""
        return self.actions.command(action, state.seat)

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> A:
        """Return the action of a journal entry. Raises ValueError."""
        found: A = self.actions.decode(type, seat, args)
        return found

    def dump(self, state: State) -> Json:
        """Return the state as plain data, without the facts of the header."""
        return state_json.dump(state)

    def restore(self, content: Content, header: Json, data: Json) -> State:
        """Inverse of `dump`."""
        return state_json.load(self.flow.draft, self.steps, self.set_up.read(content, header), data)
