"""A table to learn at: its start, its rewards, and the arrays in which a game shows its view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.content.load import load
from companion.core.errors import IllegalAction
from companion.core.messages import Refusal
from companion.games import get
from companion.play.game.game import Action, Game, Json, State
from companion.play.game.offers import Offer
from companion.play.game.seats import default_seats
from companion.play.journal.table_options import REAL_OPTIONS

if TYPE_CHECKING:
    from companion.content.model import Content

Floats = NDArray[np.float32]


class NumberedView(Protocol):
    """The view of a seat as numbers. entries: the name of each number and the most it can be.

    It reads a view, never a state: what a seat may not know cannot come in.
    """

    entries: tuple[tuple[str, int], ...]

    def values(self, view: Json, seat: str) -> Mapping[str, int]:
        """Return the numbers of a view by name; those that are missing are 0."""


class ArrayView:
    """The view of a seat as an array: the numbers of the game's own module in the order of `entries`."""

    def __init__(self, numbers: NumberedView) -> None:
        self.numbers, self.entries = numbers, numbers.entries
        self.most = np.array([most for _, most in self.entries], np.float32)
        self._places = {name: place for place, (name, _) in enumerate(self.entries)}

    def fill(self, array: Floats, view: Json, seat: str) -> None:
        """Write the numbers into an array of zeros; one beyond its bounds counts as the bound."""
        told = self.numbers.values(view, seat)
        array[[self._places[name] for name in told]] = list(told.values())
        np.clip(array, 0, self.most, out=array)


class TableStart(NamedTuple):
    """A table at its start."""

    game: Game
    content: Content
    header: Json
    start: State
    seats: tuple[str, ...]


def set_table(
    game: str,
    players: int | Sequence[str] | None = None,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
) -> TableStart:
    """Return a table of the app's own dice, cards and tiles.

    players: seats, or how many; None: as few as the variant accepts. Raises WrongCall for unknown words, IllegalAction
    for seats or options that do not go together.
    """
    found, content = get(game), load(game)
    app = {id: "false" for id in content["option"] if id in REAL_OPTIONS}
    chosen = {**app, **(options or {})}
    if players is None or isinstance(players, int):
        named = default_seats(found, content, variant, chosen, players)
    else:
        named = [f"{seat}:{seat}" for seat in players]
    header = found.rules.header(content, named, variant, chosen, None)
    if isinstance(header, Refusal):
        raise IllegalAction(header, "new", "")
    return table_of(game, header)


def table_of(game: str, header: Json) -> TableStart:
    """Return the table that a header describes."""
    found, content = get(game), load(game)
    seats = tuple([seat["id"] for seat in header["seats"]])
    return TableStart(found, content, header, found.rules.new(content, header), seats)


def array_view(table: TableStart) -> ArrayView | None:
    """Return the arrays of the game's own module `observation`; None where it has none for the variant."""
    module = observation_module(table.game.id)
    found: NumberedView | None = None if module is None else module.view_numbers(table.start)
    return None if found is None else ArrayView(found)


def observation_module(game: str) -> ModuleType | None:
    """Return the game's own module `observation`, or None."""
    name = f"companion.games.{game}.observation"
    return None if find_spec(name) is None else import_module(name)


def forced_action(legal: Sequence[Offer]) -> Action | None:
    """Return the action if only one is legal."""
    if len(legal) != 1 or legal[0].open:
        return None
    action: Action = legal[0].act
    return action


def final_rewards(table: TableStart, state: State) -> list[float]:
    """Return 1 for each winner and -1 for every other seat, by seat; 0 for all while the game goes on."""
    outcome = table.game.rules.outcome(state)
    if outcome is None:
        return [0.0] * len(table.seats)
    return [1.0 if seat in outcome.winners else -1.0 for seat in table.seats]
