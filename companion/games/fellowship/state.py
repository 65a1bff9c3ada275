"""The table of the cooperative game as it stands. Knows what is where; knows no rule.

A player is named by the place at the table, an index into `setup.seats`; -1 stands for nobody. Cards, tiles and faces
are ids of content/. The deck, the discard and the stack are counts of kinds: nothing is ever stored shuffled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from companion.games.fellowship.tables import Stop, Tables
from companion.play.game.draft import BaseDraft, BaseState, replace_item


class Options(NamedTuple):
    """The choices of the table besides the mode; each is a switch of options.yaml."""

    relay: bool = False
    equality: bool = False
    competition: bool = False
    roll_then_give: bool = False
    bearer_keeps: bool = False
    ring_rolls_last: bool = False
    cleanup_only: bool = False
    pooled: bool = False
    real_cards: bool = False
    real_tiles: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """The part of a state that never changes: the facts, the seats clockwise, the choices."""

    tables: Tables
    variant: str
    seats: tuple[str, ...]
    options: Options


class Hobbit(NamedTuple):
    """One hobbit. `hand` holds the cards that the app knows, `hidden` counts those that only their holder has seen."""

    space: int = 0
    alive: bool = True
    cause: str = ""
    hand: tuple[str, ...] = ()
    hidden: int = 0
    silver: int = 0
    gold: tuple[int, ...] = ()
    life: tuple[int, ...] = (0, 0, 0)

    @property
    def cards(self) -> int:
        """Cards in hand."""
        return len(self.hand) + self.hidden

    @property
    def runes(self) -> int:
        """Rune points."""
        return self.silver + sum(self.gold)


@dataclass(slots=True, unsafe_hash=True)
class State(BaseState):
    """The whole state of a table."""

    setup: Setup
    players: tuple[Hobbit, ...]
    place: int
    turn: int  # turns begun, all adventures together
    active: int
    last: int  # the active player of the turn begun last
    bearer: int  # -1 once the Ring lies on Mount Doom
    sauron: int
    ring_used: bool
    markers: tuple[int, ...]  # of the board's tracks, none in a haven
    event: int
    stack: tuple[int, ...]  # tiles left, by kind
    top: tuple[str, ...]  # of them the next ones, where somebody has seen them
    seer: int  # who has
    shown: tuple[str, ...]  # tiles revealed this turn
    closed: bool  # no more tiles this turn
    played: tuple[str, ...]  # cards played this turn, still on the table
    deck: tuple[int, ...]  # travel cards by kind: of the deck, with real cards of all hands unseen too
    deck_size: int
    discard: tuple[int, ...]  # travel cards there, by kind
    buried: int  # cards that went there unseen
    spent: tuple[str, ...]  # legendary and Gandalf cards in the discard
    top_card: str  # of the discard
    piles: tuple[str, ...]  # legendary cards nobody has claimed
    dealt: tuple[str, ...]  # legendary cards being dealt, or dealt to hands that the app does not see
    gone: tuple[str, ...]  # cards out of the game
    gold: tuple[int, ...]  # golden runes lying face down
    gandalf: tuple[str, ...]  # Gandalf cards not used yet

    @property
    def default_decider(self) -> int:
        """The seat that decides where a step names none."""
        return max(group_speaker(self), 0)


class Draft(BaseDraft, State):
    """A state while one action changes it."""

    __slots__ = ()
    STATE = State
    REFS: ClassVar[Mapping[str, str]] = {
        "seat": "seat",
        "to": "seat",
        "winners": "seat",
        "track": "symbol",
        "tile": "story_tile",
        "event": "event",
        "place": "place",
        "tokens": "life",
    }

    def update_player(self, seat_index: int, **changes: Any) -> None:
        """Change what a player has."""
        self.players = replace_item(self.players, seat_index, self.players[seat_index]._replace(**changes))


def place_of(state: State) -> Stop:
    """Return the stop on the main board where the Fellowship is."""
    return state.setup.tables.places[state.place]


def power_of(state: State, seat_index: int, name: str) -> tuple[Any, ...] | None:
    """The hobbit's power of that name, or None."""
    return state.setup.tables.powers[state.setup.seats[seat_index]].get(name)


def living_seats(state: State, first: int) -> list[int]:
    """The living players, clockwise from that one on."""
    players, number = state.players, len(state.players)
    return [
        seat_index for seat_index in [(first + step) % number for step in range(number)] if players[seat_index].alive
    ]


def next_living(state: State, seat_index: int) -> int:
    """The living player next clockwise, or -1."""
    return next(
        (other for other in living_seats(state, seat_index + 1) if other != seat_index),
        seat_index if state.players[seat_index].alive else -1,
    )


def group_speaker(state: State) -> int:
    """Return the seat that acts for the group: the active player, or the next living one clockwise (LR-DEATH-6)."""
    return state.active if state.players[state.active].alive else next_living(state, state.active)


def is_main_finished(state: State) -> bool:
    """Return whether the main track's marker stands on the last space (LR-PROGRESS-5)."""
    board = place_of(state).board
    return board is not None and state.markers[board.main] == board.tracks[board.main].last_space
