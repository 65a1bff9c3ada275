"""The table of a game in which nothing is hidden, and what is set once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.core.messages import Refusal
from companion.play.game.draft import BaseState
from companion.play.game.game import Json


@dataclass(frozen=True, slots=True)
class Setup:
    """The part of a state that never changes. facts: rows of content/ by kind and id."""

    variant: str
    seats: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    facts: Json = field(compare=False, repr=False)

    def option(self, name: str) -> str:
        """Return the value of an option."""
        return dict(self.options)[name]


@dataclass(slots=True, unsafe_hash=True)
class OpenState(BaseState):
    """The table. players: a named tuple of each seat; active: the place of the seat whose turn it is."""

    players: tuple[Any, ...]
    active: int

    @property
    def default_decider(self) -> int:
        """Return the place of the seat whose turn it is."""
        return self.active


def check_face(state: Any, kind: str, face: str, rule: str) -> Refusal | None:
    """Refuse the result of a roll that is no row of that kind. An open roll has none yet."""
    return Refusal("no_face", rule, {"face": face}) if face and face not in state.setup.facts[kind] else None
