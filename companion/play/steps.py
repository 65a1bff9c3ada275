"""What still has to happen, step by step: one class a kind of step, the last of a state's agenda is the next.

    @dataclass(frozen=True, slots=True)
    class Roll(Step):
        \"\"\"The action dice are rolled (WR-DICE-11).\"\"\"

        rule = "WR-TURN-7"

        def offers(self, state): ...              # what may be done, the plainest first
        def check_roll(self, state, act): ...     # why it is refused, or None; without it, only whose step it is
        def do_roll(self, draft, act): ...        # changes the draft and records what happens

Knows no game and no rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

from companion.errors import IllegalAction
from companion.messages import Event, Record, Ref, Refusal
from companion.play.actions import Actions
from companion.play.game import Action
from companion.play.offers import Offer

Check = Callable[[Any, Any, Any], Refusal | None]  # step, state, action
Do = Callable[[Any, Any, Any], None]  # step, draft, action


class Answer(NamedTuple):
    """How one type of action is checked and done at a step."""

    check: Check
    do: Do


def not_yours(state: Any, act: Action, rule: str) -> Refusal | None:
    """The step belongs to one seat."""
    return None if act.seat == state.seat else Refusal("not_your_step", rule, {"seat": Ref("seat", state.seat)})


def own(rule: str) -> Check:
    """A check that asks only whose step it is."""

    def check(step: Step, state: Any, act: Action) -> Refusal | None:
        return not_yours(state, act, rule)

    return check


def end(step: Step, draft: Any, act: Action) -> None:
    """What is done where nothing comes of it: the step is over."""
    draft.pop()


@dataclass(frozen=True, slots=True)
class Step:
    """Something that still has to happen.

    kind: the name of its class in small letters, unless the class gives another; empty for what kinds are only made
    from. rule: why another action is refused here. rules: the rule that decides an action of a type, where that is
    another. answers: what it awaits, by type; `check_TYPE` and `do_TYPE` of the class stand in it by themselves.
    asks_all: asked of all who play on, not only of the one whose step it is. who: the place of the seat whose step it
    is, or NOBODY.
    """

    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    rules: ClassVar[Mapping[str, str]] = {}
    answers: ClassVar[Mapping[str, Answer]] = {}
    asks_all: ClassVar[bool] = False

    who: int

    def __init_subclass__(cls) -> None:
        if "kind" not in vars(cls):
            cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        found = {}
        for name in dir(cls):
            if name.startswith("do_"):
                type = name.removeprefix("do_")
                found[type] = Answer(getattr(cls, f"check_{type}", cls._check_own), getattr(cls, name))
        cls.answers = {**cls.answers, **found}

    def _check_own(self, state: Any, act: Action) -> Refusal | None:
        return not_yours(state, act, self.rule_of(act))

    def rule_of(self, act: Action) -> str:
        """The rule that decides an action of that type here."""
        return self.rules.get(act.type, self.rule)

    def decided_by(self, state: Any, act: Any) -> str:
        """The rule that decides an accepted action, where the table has a say in it too."""
        return self.rule_of(act)

    def run(self, draft: Any) -> bool:
        """Take it further without anybody; True where it waits for somebody."""
        return True

    def offers(self, state: Any) -> Sequence[Any]:
        """What it awaits, as actions or offers, the plainest first; what chance decides is open."""
        return []

    def refuse(self, state: Any, act: Any) -> Refusal:
        """Why an action that it does not await is refused."""
        return Refusal("not_now", self.rule)

    def allows_interrupts(self, state: Any) -> bool:
        """What may be done at any time may step in."""
        return False


def steps_of(*chapters: ModuleType) -> dict[str, type[Step]]:
    """All kinds of steps of these modules, by their names."""
    found: dict[str, type[Step]] = {}
    for chapter in chapters:
        for value in vars(chapter).values():
            own = isinstance(value, type) and issubclass(value, Step) and value.__module__ == chapter.__name__
            if own and value.kind:
                assert value.kind not in found, value.kind
                found[value.kind] = value
    return found


def run(draft: Any) -> Any:
    """Let everything happen that needs nobody; the state that is reached."""
    agenda = draft.agenda
    while agenda and not agenda[-1].run(draft):
        agenda = draft.agenda
    return draft.frozen()


class Flow:
    """From one decision of a game to the next.

    draft: the game's Draft. actions: all of them. deny: why nobody, or not this seat, may do anything now. announce:
    the events that say what was done, before anything comes of it. interrupts: what may step in where a step allows
    it, and the rule by which it is refused elsewhere. offers: which of them are legal.
    """

    def __init__(
        self,
        draft: Any,
        actions: Actions[Any],
        deny: Callable[[Any, Any], Refusal | None],
        announce: Callable[[Any, Any, Any], Sequence[Event]],
        interrupts: Mapping[str, Answer] | None = None,
        interrupt_rule: str = "",
        offers: Sequence[Callable[[Any, Any], list[Any]]] = (),
    ) -> None:
        self.interrupts = interrupts or {}
        self._copy, self._actions, self._deny, self._announce = draft.of, actions, deny, announce
        self._interrupt_rule, self._offers = interrupt_rule, offers

    def legal(self, state: Any) -> tuple[Offer, ...]:
        """Everything that is legal in a fixed order, the plainest first; what chance decides is open."""
        if not state.agenda:
            return ()
        step = state.agenda[-1]
        out = step.offers(state)
        if self._offers and step.allows_interrupts(state):
            out = [*out, *[act for offers in self._offers for act in offers(step, state)]]
        return tuple([found if found.__class__ is Offer else Offer(found) for found in out])

    def legal_actions(self, state: Any) -> tuple[Any, ...]:
        """`legal` with every open field filled in in every way: there may be thousands."""
        return tuple([act for offer in self.legal(state) for act in offer.actions()])

    def check(self, state: Any, act: Any) -> Refusal | None:
        """Why the action is refused, or None; a chance action may still be open."""
        fault = self._deny(state, act)
        if fault is not None:
            return fault
        step: Step = state.agenda[-1]
        answer = step.answers.get(act.type)
        if answer is None:
            answer = self.interrupts.get(act.type)
            if answer is None:
                return step.refuse(state, act)
            if not step.allows_interrupts(state):
                return Refusal("step_in_not_now", self._interrupt_rule)
        return answer.check(step, state, act)

    def apply(self, state: Any, act: Any, recorder: Record | None = None) -> Any:
        """The table after the action; what happens is added to the recorder. Raises IllegalAction."""
        fault = self.check(state, act)
        if fault is None and act.type in self._actions.chance and self._actions.is_open(act):
            fault = Refusal("chance_open", state.agenda[-1].rule)
        if fault is not None:
            raise IllegalAction(fault, act.type, act.seat)
        step = state.agenda[-1]
        if recorder is not None:
            recorder += self._announce(step, state, act)
        draft = self._copy(state, recorder)
        (step.answers.get(act.type) or self.interrupts[act.type]).do(step, draft, act)
        return run(draft)
