"""What is alike in every game that is played in steps: most of the protocol of companion.play.game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from companion.errors import ContentError
from companion.messages import Event, Record, Refusal
from companion.play import state_json
from companion.play.actions import Actions
from companion.play.game import Json, Pending, State
from companion.play.offers import Offer, OpenField
from companion.play.setup import SetUp
from companion.play.steps import Flow, Step

if TYPE_CHECKING:
    from companion.content.model import Content

A = TypeVar("A", bound=NamedTuple)


class SteppedGame(Generic[A]):
    """A game hands in its actions, its steps and how they follow each other.

    known: every id that a command may name at a table, with its place in a sorted list. tables: what its rules make of
    content/, or ContentError. set_up: how its tables come to be. asked: the places of the seats that a step asks, the
    one whose step it is first.
    """

    actions: ClassVar[Actions[Any]]
    flow: ClassVar[Flow]
    draft: ClassVar[Any]
    steps: ClassVar[Mapping[str, type[Step]]]
    known: Callable[[State], Mapping[str, int]]
    tables: Callable[[Content], Any]
    set_up: ClassVar[SetUp]
    asked: Callable[[State], tuple[str, ...]]

    def pending(self, state: State) -> Pending:
        """Who is asked, and how the step is called."""
        if not state.agenda:
            return Pending((), "over", False)
        step = state.agenda[-1]
        chance = any(type in self.actions.chance for type in step.answers)
        return Pending(self.asked(state), step.kind, chance)

    def __init__(self) -> None:
        self.legal: Callable[[State], tuple[Offer, ...]] = self.flow.legal
        self.legal_actions: Callable[[State], tuple[A, ...]] = self.flow.legal_actions
        self.check: Callable[[State, A], Refusal | None] = self.flow.check
        self.apply: Callable[..., State] = self.flow.apply
        self.header: Callable[..., Json | Refusal] = self.set_up.header
        self.new: Callable[[Content, Json], State | Refusal] = self.set_up.new

    def open_words(self, offer: Offer) -> dict[str, OpenField]:
        """What an offer leaves open, by the words of a command."""
        return self.actions.open_words(offer)

    def is_public(self, state: State, offer: Offer) -> bool:
        """Whether everybody may know that this is offered."""
        return True

    def problems(self, content: Content) -> tuple[str, ...]:
        """Faults of content/ that only the rules can see, as `file:line: what`."""
        try:
            self.tables(content)
        except ContentError as error:
            return error.problems
        return ()

    def events(self, before: State, action: A, after: State, seat: str | None = None) -> tuple[Event, ...]:
        """What happened, as a seat (or an onlooker) may know it."""
        recorder: Record = []
        self.apply(before, action, recorder)
        return tuple([event for event in recorder if event.known_to(seat)])

    def page(self, shown: Mapping[str, Any]) -> Json:
        """Nothing more for templates than any game's page is given."""
        return {}

    def as_open(self, action: A) -> A | None:
        """A chance action without its result; None for any other action."""
        return self.actions.as_open(action)

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> A | Refusal:
        """The action that a command asks for. Raises WrongCall."""
        asker, words = self.actions.asker(given, state.setup.seats, seat, state.seat)
        found: A = self.actions.parse(type, words, rolled, asker, self.known(state))
        return found

    def command(self, state: State, action: A) -> str:
        """The words for `companion do`."""
        return self.actions.command(action, state.seat)

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> A:
        """The action of a journal entry. Raises ValueError."""
        found: A = self.actions.decode(type, seat, args)
        return found

    def dump(self, state: State) -> Json:
        """The state as plain data, without what the header already says."""
        return state_json.dump(state)

    def restore(self, content: Content, header: Json, data: Json) -> State:
        """Inverse of `dump`."""
        return state_json.load(self.draft, self.steps, self.set_up.read(content, header), data)
