"""What the effects of content/ do: each chapter has one function for each type that is its own, under its name.

    @effect("sauron")
    def sauron(draft, me, because, steps): ...

`me` is the player whom the effect is about, -1 where there is none; `because` is the rule that brings it about; its own
arguments follow in the order of tables.TAKES. Knows no board and no card by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from companion.games.fellowship.rules.common import GameStep
from companion.games.fellowship.state import Draft, living
from companion.games.fellowship.tables import Effects

Effect = TypeVar("Effect", bound=Callable[..., None])
EFFECTS: dict[str, Callable[..., None]] = {}


def effect(*names: str) -> Callable[[Effect], Effect]:
    """The function does the effects of these types."""

    def registered(function: Effect) -> Effect:
        for name in names:
            assert name not in EFFECTS, name
            EFFECTS[name] = function
        return function

    return registered


@dataclass(frozen=True, slots=True)
class Steps(GameStep):
    """Effects happen one after another; each may put other things before the rest."""

    rule = "LR-TURN-1"
    effects: Effects
    because: str

    def run(self, draft: Draft) -> bool:
        draft.pop()
        if self.effects:
            if len(self.effects) > 1:
                draft.push(Steps(self.who, self.effects[1:], self.because))
            type, *arguments = self.effects[0]
            EFFECTS[type](draft, self.who, self.because, *arguments)
        return False


def players_of(draft: Draft, who: str, me: int) -> list[int]:
    """The living players that an effect speaks of; the dead are left out (LR-DEATH-7, -8)."""
    match who:
        case "active":
            found = [draft.active]
        case "bearer":
            found = [draft.bearer]
        case "each":
            found = living(draft, draft.active)
        case "others":
            found = [other for other in living(draft, draft.active + 1) if other != draft.active]
        case _:
            found = [me]
    return [who for who in found if who >= 0 and draft.players[who].alive]


@effect("cancel_tile", "skip_roll", "ignore_roll", "spare_tokens")
def lapse(draft: Draft, me: int, because: str, *what: object) -> None:
    """What a card steps into does not happen: the tile shown, the roll due, its harm, the price of missing tokens."""
    draft.pop()


@effect("after_use", "brown_wild", "soften_die", "any_two_cards", "life_types", "draw_after_adventure")
def passive(draft: Draft, me: int, because: str, *what: object) -> None:
    """A power that other rules ask about."""
