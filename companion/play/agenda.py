"""What still has to happen, as frames: the last frame of a state's agenda is the next thing.

Each chapter of a game's rules/ says for its kinds of frames (Stage) what they do when nobody is needed, which actions
they await, and why another action is refused. Knows no game and no rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.errors import IllegalAction
from companion.play.game import Action, Ref, Refusal

Frame = tuple[Any, ...]  # (kind, whose it is or -1, ...): something that still has to happen
Check = Callable[[Any, Frame, Any], Refusal | None]  # state, frame, action
Do = Callable[[Any, Frame, Any], None]  # draft, frame, action


class Stage(NamedTuple):
    """One kind of frame.

    run: take the frame further without anybody; True where it waits for somebody.
    legal: the actions it awaits, the first of them the plainest. acts: how each type is checked and done.
    rule: why other actions are refused. calm: what may be done at any time may step in.
    everybody: it is asked of all who play on, not only of the one whose step it is.
    """

    run: Callable[[Any, Frame], bool]
    rule: str
    legal: Callable[[Any, Frame], list[Any]] = lambda state, frame: []
    acts: Mapping[str, tuple[Check, Do]] = {}
    calm: Callable[[Any, Frame], bool] = lambda state, frame: False
    everybody: bool = False


def waits(draft: Any, frame: Frame) -> bool:
    """A frame that always needs somebody."""
    return True


def calm(state: Any, frame: Frame) -> bool:
    """Others may step in."""
    return True


def not_yours(state: Any, act: Action, rule: str) -> Refusal | None:
    """The step belongs to one seat."""
    return None if act.seat == state.seat else Refusal("not_your_step", rule, {"seat": Ref("seat", state.seat)})


def own(rule: str) -> Check:
    """A check that asks only whose step it is."""

    def check(state: Any, frame: Frame, act: Action) -> Refusal | None:
        return not_yours(state, act, rule)

    return check


class Flow:
    """From one decision of a game to the next.

    stages: all kinds of frames. asides: what may step in where a frame is calm, and the rule by which it is refused
    elsewhere. offers: which of them are legal. deny: why nobody, or not this seat, may do anything now.
    draft: makes a state that can be changed; it has the fields of the state and `frozen`.
    """

    def __init__(
        self,
        stages: Mapping[str, Stage],
        asides: Mapping[str, tuple[Check, Do]],
        aside_rule: str,
        offers: Sequence[Callable[[Any, Frame], list[Any]]],
        deny: Callable[[Any, Action], Refusal | None],
        draft: Callable[[Any], Any],
    ) -> None:
        self.stages, self.asides = stages, asides
        self._aside_rule, self._offers, self._deny, self._draft = aside_rule, offers, deny, draft

    def run(self, draft: Any) -> Any:
        """Let everything happen that needs nobody; the state that is reached."""
        agenda = draft.agenda
        while agenda and not self.stages[agenda[-1][0]].run(draft, agenda[-1]):
            agenda = draft.agenda
        return draft.frozen()

    def legal(self, state: Any) -> tuple[Any, ...]:
        """Every legal action in a fixed order, the plainest first; what chance decides is open."""
        if not state.agenda:
            return ()
        frame = state.agenda[-1]
        stage = self.stages[frame[0]]
        out = stage.legal(state, frame)
        if stage.calm(state, frame):
            for offer in self._offers:
                out += offer(state, frame)
        return tuple(out)

    def check(self, state: Any, act: Any) -> Refusal | None:
        """Why the action is refused, or None; a chance action may still be open."""
        fault = self._deny(state, act)
        if fault is not None:
            return fault
        frame = state.agenda[-1]
        stage = self.stages[frame[0]]
        found = stage.acts.get(act.type)
        if found is not None:
            return found[0](state, frame, act)
        aside = self.asides.get(act.type)
        if aside is None:
            return Refusal("not_now", stage.rule)
        if stage.calm(state, frame):
            return aside[0](state, frame, act)
        return Refusal("step_in_not_now", self._aside_rule)

    def apply(self, state: Any, act: Any, is_open: bool) -> Any:
        """The table after the action. Raises IllegalAction."""
        fault = self.check(state, act)
        if fault is None and is_open:
            fault = Refusal("chance_open", self.stages[state.agenda[-1][0]].rule)
        if fault is not None:
            raise IllegalAction(fault, act.type, act.seat)
        draft, frame = self._draft(state), state.agenda[-1]
        stage = self.stages[frame[0]]
        (stage.acts.get(act.type) or self.asides[act.type])[1](draft, frame, act)
        return self.run(draft)
