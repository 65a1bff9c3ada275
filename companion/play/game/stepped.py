"""Base class of the rules of games that are played in steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from companion.core.errors import ContentError
from companion.core.messages import Event, Record, Refusal
from companion.play.game import state_json
from companion.play.game.actions import Actions
from companion.play.game.game import (
    Chance,
    Json,
    Outcome,
    Pending,
    State,
    outcome_of,
)
from companion.play.game.offers import Offer
from companion.play.game.pools import Pool
from companion.play.game.setup import SetUp
from companion.play.game.steps import Flow, Step

if TYPE_CHECKING:
    from companion.content.model import Content

A = TypeVar("A", bound=NamedTuple)


class SteppedRules(Generic[A]):
    """The rules of a game that hands in its steps and how they follow each other.

    tables: what its rules make of content/, or ContentError. set_up: how its tables come to be. pool: what an open
    action draws from. table_view: the table as a seat (or an onlooker) sees it, but for how it ended. hand_steps: kinds
    of steps that ask for cards of a hand.
    """

    number: int = 1
    flow: Flow
    steps: Mapping[str, type[Step]]
    facts: Callable[[Content, str], Json]
    tables: Callable[[Content], Any]
    set_up: SetUp
    pool: Callable[[State, Any], Pool]
    table_view: Callable[[State, str | None], Json]
    news_types: tuple[str, ...] = ()
    secret: bool = True
    hand_steps: ClassVar[frozenset[str]] = frozenset()

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
        self.aside_types = frozenset(self.flow.interrupts)
        awaited = {type for step in self.steps.values() for type in step.answers} | self.aside_types
        assert awaited == set(self.actions.types), awaited ^ set(self.actions.types)

    def view(self, state: State, seat: str | None) -> Json:
        """Return the table as plain data, as a seat (or an onlooker) sees it."""
        over = self.outcome(state)
        told = None if over is None else {"ending": over.ending, "rule": over.rule, "winners": list(over.winners)}
        return {**self.table_view(state, seat), "outcome": told}

    def is_public(self, state: State, offer: Offer) -> bool:
        """Return True if everybody may know that this is offered."""
        return True

    def tells_hand(self, state: State, action: A) -> bool:
        """No: there are no hidden hands."""
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
        """Faults of content/ that only the rules can see, as `file:line: what`."""
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

    def dump(self, state: State) -> Json:
        """Return the state as plain data, without the facts of the header."""
        return state_json.dump(state)

    def restore(self, content: Content, header: Json, data: Json) -> State:
        """Inverse of `dump`."""
        return state_json.load(self.flow.draft, self.steps, self.set_up.read(content, header), data)
