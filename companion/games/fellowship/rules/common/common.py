"""What the steps of every chapter share: what may step in, and whether their player still lives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.messages import Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.state import Draft, State
from companion.play.game.game import Action
from companion.play.game.pools import Pool
from companion.play.game.steps import Step


@dataclass(frozen=True, slots=True)
class GameStep(Step):
    """Any step of this game.

    interruptible: cards from hands, Gandalf and the Ring may step in. window: the moment that it is for an epic card
    (content/windows.yaml), or nothing. moves_markers: a wild symbol could move a marker now. lets_ring: the Ring may be
    put on now (LR-RING-2). public: what a view shows of it, and the field.
    """

    interruptible: ClassVar[bool] = False
    window: ClassVar[str] = ""
    moves_markers: ClassVar[bool] = False
    lets_ring: ClassVar[bool] = False
    public: ClassVar[tuple[str, str] | None] = None

    def rule_of(self, act: Action) -> str:
        """Return the rule that decides an action; a field `because` names the rule that brought the step about."""
        found: str = getattr(self, "because", self.rule)
        return self.rules.get(act.type, found)

    def allows_interrupts(self, state: State) -> bool:
        """Return True: what may be done at any time may interrupt."""
        return self.interruptible

    def check_card(self, effect: tuple[Any, ...], rule: str) -> Refusal | None:
        """Refuse a card whose effect can do nothing here, though it is its moment."""
        return None

    def takes_wild(self, state: State, card: str, seat_index: int) -> bool:
        """Return True if a Gandalf card of that player helps this payment (LR-GANDALF-6)."""
        return False

    def with_wild(self, card: str, seat_index: int) -> GameStep:
        """Return the step with that card laid down already (LR-GANDALF-6, LR-AMB-13)."""
        raise NotImplementedError

    def pool(self, state: State) -> Pool:
        """Return the pool that its chance action draws from."""
        raise NotImplementedError

    def offers(self, state: State) -> list[Act]:
        """Return the one action that it awaits, where nothing has to be chosen."""
        return [Act(type, state.seat) for type in self.answers]


@dataclass(frozen=True, slots=True)
class PlayerStep(GameStep):
    """A step of one player, who may have died before it came to this (LR-DEATH-7)."""

    def run(self, draft: Draft) -> bool:
        """Wait for the player, or lapse."""
        return draft.waits(draft.players[self.seat_index].alive)
