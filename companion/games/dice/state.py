"""The table of the dice game as it stands: what is set once (Setup), the sheets, the dice.

A Nazgûl track is a text, one letter a square from the start: `w` whole, `h` halved, `d` halved with one half marked,
`x` fully marked. A symbol of a die is its id, and nothing for a die that does not lie there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from companion.play.game.draft import BaseDraft, BaseState

DICE = 5  # DG-COMP-1
NO_SYMBOLS = ("",) * DICE
SPACES = {"w": 1, "h": 2, "d": 1, "x": 0}  # unmarked spaces of a square
MARKED = {"w": "x", "h": "d", "d": "x"}

Symbols = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoadPlace:
    """A place of the road and what it does to a turn that starts there (`none` in the basic variant)."""

    id: str
    effect: str
    rule: str
    factor: int = 1
    rings: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """The part of a state that never changes. `places[n]`: the place of a player with n marked circles."""

    variant: str
    end_variant: bool
    dice: tuple[str, ...]
    faces: tuple[tuple[str, ...], ...]
    owners: tuple[str, ...]  # the hobbit of each die, "" for the black one
    squares: int
    printed: int  # squares of the sheets, which may be more than are played with
    places: tuple[RoadPlace, ...]
    seats: tuple[str, ...]  # hobbits, clockwise
    order: tuple[int, ...]  # players in the order of a round, from the first player on (DG-SET-4)
    words: Mapping[str, str] = field(compare=False)  # that name a symbol (id or short letter) -> its id

    @property
    def circles(self) -> int:
        """Circles of the road (DG-COMP-4)."""
        return len(self.places) - 1


class RouteSheet(NamedTuple):
    """One route sheet."""

    circles: int
    squares: str

    @property
    def capacity(self) -> int:
        """Spaces of the Nazgûl track that are still unmarked (DG-END-3)."""
        return sum(map(SPACES.__getitem__, self.squares))

    @property
    def is_out(self) -> bool:
        """The last space is marked (DG-ELIM-1)."""
        return self.squares[-1] == "x"


@dataclass(slots=True, unsafe_hash=True)
class State(BaseState):
    """Everything needed to go on. `pending` holds a roll from which nothing has been kept yet, else nothing."""

    setup: Setup
    players: tuple[RouteSheet, ...]
    round: int
    active: int
    rolls: int  # of this turn, repeats not counted
    kept: Symbols
    pending: Symbols
    repeated: bool

    @property
    def phase(self) -> str:
        """The step awaited: roll, keep, resolve, or over."""
        return self.agenda[-1].kind if self.agenda else "over"

    @property
    def place(self) -> RoadPlace:
        """Return the place of the active player when the turn began: circles are marked only as it ends (DG-ADV-0)."""
        return self.setup.places[self.players[self.active].circles]

    @property
    def seat(self) -> str:
        """The hobbit whose turn it is."""
        return self.setup.seats[self.active]


class Draft(BaseDraft, State):
    """A state while one action changes it."""

    __slots__ = ()
    STATE = State
    REFS: ClassVar[Mapping[str, str]] = {"seat": "seat", "die": "die", "place": "place", "winners": "seat"}


def is_home(setup: Setup, player: RouteSheet) -> bool:
    """Return whether the player has marked the last circle and is still in (DG-END-2, DG-ELIM-2)."""
    return player.circles == setup.circles and not player.is_out
