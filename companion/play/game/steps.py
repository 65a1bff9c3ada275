"""Steps: one class for each kind of decision or event; the last step of a state's agenda is the next.

    @dataclass(frozen=True, slots=True)
    class Roll(Step):
        \"\"\"The action dice are rolled (WR-DICE-11).\"\"\"

        rule = "WR-TURN-7"

        def offers(self, state): ...              # what may be done, the plainest first
        def check_roll(self, state, act): ...     # why it is refused, or None; whose step it is was asked before
        def do_roll(self, draft, act): ...        # changes the draft and records what happens

Knows no game and no rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

from companion.core.errors import IllegalAction
from companion.core.messages import Event, Record, Ref, Refusal
from companion.play.game.actions import Actions
from companion.play.game.game import Action
from companion.play.game.offers import Offer

Check = Callable[[Any, Any, Any], Refusal | None]  # step, state, action
Do = Callable[[Any, Any, Any], None]  # step, draft, action


class Handler(NamedTuple):
    """Check and effect of one type of action at a step."""

    check: Check
    do: Do


def not_seated(state: Any, act: Action) -> Refusal | None:
    """Refuse an action of a seat that is not in play."""
    return None if act.seat in state.setup.seats else Refusal("seat_unknown", state.step.rule, {"seat": act.seat})


def accept(step: Step, state: Any, act: Action) -> Refusal | None:
    """Accept the action."""
    return None


def end(step: Step, draft: Any, act: Action) -> None:
    """End the step without further effect."""
    draft.pop()


@dataclass(frozen=True, slots=True)
class Step:
    """Something that still has to happen.

    kind: the name of its class in small letters, unless the class gives another; empty for what kinds are only made
    from. rule: why another action is refused here. rules: the rule that decides an action of a type, where that is
    another. seat_rules: the rule by which an action of a type is only for the seat whose step it is, where that is
    another. open_to_all: types of actions that are not; what their checks refuse is up to them. answers: what it
    awaits, by type; `check_TYPE` and `do_TYPE` of the class stand in it by themselves. asks_all: asked of all who play
    on, not only of the one whose step it is. seat_index: the place of the seat whose step it is, or NOBODY.
    """

    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    rules: ClassVar[Mapping[str, str]] = {}
    seat_rules: ClassVar[Mapping[str, str]] = {}
    open_to_all: ClassVar[Collection[str]] = ()
    answers: ClassVar[Mapping[str, Handler]] = {}
    asks_all: ClassVar[bool] = False

    seat_index: int

    def __init_subclass__(cls) -> None:
        if "kind" not in vars(cls):
            cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        found = {}
        for name in dir(cls):
            if name.startswith("do_"):
                type = name.removeprefix("do_")
                found[type] = Handler(getattr(cls, f"check_{type}", accept), getattr(cls, name))
        cls.answers = {**cls.answers, **found}

    def rule_of(self, act: Action) -> str:
        """Return the rule that decides an action of that type at this step."""
        return self.rules.get(act.type, self.rule)

    def seat_rule(self, state: Any, act: Action) -> str:
        """Return the rule by which only the seat whose step it is may do that."""
        return self.seat_rules.get(act.type) or self.rules.get(act.type, self.rule)

    def is_open_to(self, state: Any, act: Any) -> bool:
        """Return True if other seats than the one whose step it is may do that."""
        return act.type in self.open_to_all

    def decided_by(self, state: Any, act: Any) -> str:
        """Return the rule that decides an accepted action; it may depend on the state."""
        return self.rule_of(act)

    def run(self, draft: Any) -> bool:
        """Advance without a player; return True if the step waits for one."""
        return True

    def offers(self, state: Any) -> Sequence[Any]:
        """Return the actions or offers that the step awaits, the plainest first; results of chance are open."""
        return []

    def refuse(self, state: Any, act: Any) -> Refusal:
        """Return the refusal of an action that the step does not await."""
        return Refusal("not_now", self.rule)

    def allows_interrupts(self, state: Any) -> bool:
        """Return True if actions that are allowed at any time may interrupt."""
        return False


def steps_of(rules: ModuleType) -> dict[str, type[Step]]:
    """Return all kinds of steps in the modules of a package, by kind."""
    found: dict[str, type[Step]] = {}
    for chapter in walk_packages(rules.__path__, f"{rules.__name__}."):
        for value in vars(import_module(chapter.name)).values():
            own = isinstance(value, type) and issubclass(value, Step) and value.__module__ == chapter.name
            if own and value.kind:
                assert value.kind not in found, value.kind
                found[value.kind] = value
    return found


def run(draft: Any) -> Any:
    """Run all steps that need no player; return the state that is reached."""
    agenda = draft.agenda
    while agenda and not agenda[-1].run(draft):
        agenda = draft.agenda
    return draft.freeze()


class Flow:
    """Takes a game from one decision to the next.

    draft: the game's Draft. actions: all of them. over: ending -> its rule. announce: the events that say what was
    done, before anything comes of it. interrupts: what may step in where a step allows it, and the rule by which it is
    refused elsewhere. offers: which of them are legal. deny: why a seat whose step it is not may do nothing now.
    elsewhere: by type of action, why it is refused at a step that does not await it, where the step does not say it.
    open_fields: whether an offer may leave anything open.
    """

    def __init__(
        self,
        draft: Any,
        actions: Actions[Any],
        over: Mapping[str, str],
        announce: Callable[[Any, Any, Any], Sequence[Event]],
        interrupts: Mapping[str, Handler] | None = None,
        interrupt_rule: str = "",
        offers: Sequence[Callable[[Any, Any], list[Any]]] = (),
        deny: Callable[[Any, Any], Refusal | None] = not_seated,
        elsewhere: Mapping[str, Check] | None = None,
        open_fields: bool = True,
    ) -> None:
        self.interrupts = interrupts or {}
        self.draft, self.actions = draft, actions
        self._copy, self._over, self._announce = draft.of, over, announce
        self._deny, self._open_fields = deny, open_fields
        self._chance, self._nothing = actions.chance, actions.nothing
        self._interrupt_rule, self._offers, self._elsewhere = interrupt_rule, offers, elsewhere or {}

    def legal(self, state: Any) -> tuple[Offer, ...]:
        """Return all legal offers in a fixed order, the plainest first; results of chance are open."""
        return tuple([found if found.__class__ is Offer else Offer(found) for found in self._legal(state)])

    def legal_actions(self, state: Any) -> tuple[Any, ...]:
        """Return `legal` with every open field filled in in every way; there may be thousands."""
        found = self._legal(state)
        if not self._open_fields or Offer not in map(type, found):
            return tuple(found)
        return tuple([act for one in found for act in (one.actions() if one.__class__ is Offer else (one,))])

    def _legal(self, state: Any) -> Sequence[Any]:
        """Return what is legal, as actions or offers."""
        agenda = state.agenda
        if not agenda:
            return ()
        step = agenda[-1]
        out: Sequence[Any] = step.offers(state)
        if self._offers and step.allows_interrupts(state):
            return [*out, *[act for offers in self._offers for act in offers(step, state)]]
        return out

    def check(self, state: Any, act: Any) -> Refusal | None:
        """Return the refusal of the action, or None. A chance action may still be open."""
        return self._judge(state, act)[1]

    def apply(self, state: Any, act: Any, recorder: Record | None = None) -> Any:
        """Return the state after the action; add its events to the recorder. Raises IllegalAction."""
        step: Any = None if state.ending else state.agenda[-1]
        answer = step.answers.get(act.type) if step and act.seat == state.seat else None
        if answer is None:
            do, fault = self._judge(state, act)
        else:  # by far the most frequent
            do, fault = answer.do, answer.check(step, state, act)
        if fault is None and act.type in self._chance and act[2:] == self._nothing:
            fault = Refusal("chance_open", step.rule_of(act))
        if fault is not None:
            raise IllegalAction(fault, act.type, act.seat)
        if recorder is not None:
            recorder += self._announce(step, state, act)
        draft = self._copy(state, recorder)
        do(step, draft, act)
        return run(draft)

    def _judge(self, state: Any, act: Any) -> tuple[Do, Refusal | None]:
        """Return the effect of the action now, and its refusal."""
        if state.ending:
            return end, Refusal("game_over", self._over[state.ending])
        mine = act.seat == state.seat
        fault = None if mine else self._deny(state, act)
        if fault is not None:
            return end, fault
        step: Step = state.agenda[-1]
        answer = step.answers.get(act.type)
        if answer is None:
            return self._judge_interrupt(step, state, act)
        if mine or step.is_open_to(state, act):
            return answer.do, answer.check(step, state, act)
        return end, Refusal("not_your_step", step.seat_rule(state, act), {"seat": Ref("seat", state.seat)})

    def _judge_interrupt(self, step: Step, state: Any, act: Any) -> tuple[Do, Refusal | None]:
        """Judge an action that the step does not await; any seat may interrupt."""
        steps_in = act.type in self.interrupts
        if steps_in and step.allows_interrupts(state):
            check, do = self.interrupts[act.type]
            return do, check(step, state, act)
        late = self._elsewhere.get(act.type)
        if late:
            return end, late(step, state, act)
        return end, Refusal("step_in_not_now", self._interrupt_rule) if steps_in else step.refuse(state, act)
