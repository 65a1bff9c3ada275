"""A table to learn at: its start, its rewards, and the arrays in which a game shows its view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, Protocol

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


class ArrayView(Protocol):
    """The view of a seat as numbers, always as many. entries: the name of each number and the most it can be.

    It reads a view, never a state: what a seat may not know cannot come in.
    """

    entries: tuple[tuple[str, int], ...]

    def values(self, view: Json, seat: str) -> list[int]:
        """Return the numbers of a view, none below 0; one above its most counts as its most."""


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
    name = f"companion.games.{table.game.id}.observation"
    if find_spec(name) is None:
        return None
    found: ArrayView | None = import_module(name).array_view(table.start)
    return found


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
