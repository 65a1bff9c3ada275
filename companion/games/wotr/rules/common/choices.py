"""Bases of steps: a player chooses one of several, or does what has no words. Knows no rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.state import Draft, State
from companion.play.game.offers import Offer
from companion.play.game.steps import Step


class PlainStep(Step):
    """A step whose actions have no words: all that it awaits are offered, in the order of their names."""

    __slots__ = ()
    kind = ""

    def offers(self, state: State) -> list[Act]:
        """Return the actions of the step."""
        return [Act(type, state.setup.seats[self.seat_index]) for type in self.answers]


class ChooseOne(Step):
    """Choice of one of several, as often as there is any; the base of steps with one type of action besides `done`.

    A step names its action with `check_TYPE = ChooseOne.check` and `do_TYPE`.
    field: that of the action with what is chosen, named: the kind of its ids; owner: that of what it is chosen for.
    listed: every choice is an offer by itself.
    """

    __slots__ = ()
    kind = ""
    owner: ClassVar[str] = "army"
    field: ClassVar[str] = "region"
    named: ClassVar[str] = "region"
    listed: ClassVar[bool] = False

    def choices(self, state: State) -> Mapping[str, Sequence[str]]:
        """Return what may be chosen, by what it is chosen for; "" for nothing else."""
        raise NotImplementedError

    def fault(self, state: State, act: Act) -> Refusal | None:
        """Return the refusal of another choice."""
        raise NotImplementedError

    def may_leave(self, state: State) -> bool:
        """Return whether nothing need be chosen."""
        return "done" in self.answers

    def leave(self, draft: Draft) -> None:
        """Apply what follows when nothing more is chosen; this step is over already."""

    def run(self, draft: Draft) -> bool:
        """Wait while there is a choice."""
        if any(self.choices(draft).values()):
            return True
        self.end(draft)
        return False

    def end(self, draft: Draft, act: Act | None = None) -> None:
        """End the step without a choice."""
        draft.pop()
        self.leave(draft)

    def offers(self, state: State) -> list[Offer]:
        """Return the choices, and `done` where nothing need be chosen."""
        seat, type = state.setup.seats[self.seat_index], next(type for type in self.answers if type != "done")
        out = [Offer(Act("done", seat))] if self.may_leave(state) else []
        for owner, ids in self.choices(state).items():
            said: dict[str, Any] = {self.owner: owner}
            found = offer_one_of(Act(type, seat, **said), self.field, self.named, ids)
            out += [Offer(act) for offer in found for act in offer.actions()] if self.listed else found
        return out

    def check(self, state: State, act: Act) -> Refusal | None:
        """Refuse a die, and whatever may not be chosen."""
        if act.die:
            return Refusal("die_paid", "WR-DICE-27")
        may = self.choices(state).get(getattr(act, self.owner), ())
        return None if getattr(act, self.field) in may else self.fault(state, act)


class ChooseOnce(ChooseOne):
    """Choice of one of several, after which the step is over; the only one is taken at once unless it may be left.

    A step names its action with `check_TYPE = ChooseOne.check` and `do_TYPE = ChooseOnce.choose`.
    """

    __slots__ = ()
    kind = ""

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Apply the choice; this step is over already."""
        raise NotImplementedError

    def run(self, draft: Draft) -> bool:
        """Wait for a choice; take the only one at once."""
        ways = [(owner, chosen) for owner, ids in self.choices(draft).items() for chosen in ids]
        if len(ways) > 1 or (ways and self.may_leave(draft)):
            return True
        if ways:
            draft.pop()
            self.take(draft, *ways[0])
        else:
            self.end(draft)
        return False

    def choose(self, draft: Draft, act: Act) -> None:
        """Apply the choice."""
        draft.pop()
        self.take(draft, getattr(act, self.owner), getattr(act, self.field))
