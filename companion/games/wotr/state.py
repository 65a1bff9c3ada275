"""The table of War of the Ring as far as the Hunt needs it. Knows what is where; knows no rule.

A seat is named by its place in `setup.seats`, a side by 0 (Free Peoples) or 1 (Shadow); -1 stands for nobody. Armies
stay on the board: of them only what the players tell is here. Nothing is stored shuffled: a deck is the cards left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.play import stored

if TYPE_CHECKING:
    from companion.games.wotr.tables import Tables
    from companion.play.agenda import Frame

IN_FELLOWSHIP = "fellowship"
ASIDE, GONE = "", "gone"  # a character that has not come yet, or never will again
OFF_TRACK = -1


class Options(NamedTuple):
    """What the table chose; each is a switch of options.yaml."""

    real_cards: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same through a game: the facts, the seats in their order, the choices."""

    tables: Tables
    seats: tuple[str, ...]
    sides: tuple[int, ...]  # of each seat
    options: Options


class Side(NamedTuple):
    """What a side has. unused: dice rolled and not used, by face, in the order of `tables.faces`."""

    pool: int
    coming: int = 0  # dice gained or lost from the next turn on
    unused: tuple[int, ...] = ()
    rings: int = 0
    ring_used: bool = False
    table: tuple[str, ...] = ()  # cards that stay there
    leader: int = 0  # seat

    @property
    def dice(self) -> int:
        """Unused dice."""
        return sum(self.unused)


class Hand(NamedTuple):
    """`cards` are those that the app knows, `hidden` counts those that only their holder has seen."""

    cards: tuple[str, ...] = ()
    hidden: int = 0

    @property
    def size(self) -> int:
        """Cards in hand."""
        return len(self.cards) + self.hidden


class Box(NamedTuple):
    """The Hunt Box. walkers: dice of the Free Peoples; before: some lay there when the last turn ended."""

    allocated: int = 0
    eyes: int = 0
    walkers: int = 0
    before: bool = False

    @property
    def level(self) -> int:
        """Shadow dice (WR-HUNT-2)."""
        return self.allocated + self.eyes


class Fellowship(NamedTuple):
    """The Ring-bearers and who is with them. step: on the Mordor Track, or OFF_TRACK."""

    region: str
    progress: int = 0
    hidden: bool = True
    corruption: int = 0
    companions: tuple[str, ...] = ()
    guide: str = ""
    step: int = OFF_TRACK
    declared: bool = False  # this turn
    tried: bool = False  # to move or hide on the Mordor Track this turn


class State(NamedTuple):
    """Everything needed to go on. A named tuple, since one is made for every action."""

    setup: Setup
    turn: int
    phase: str
    sides: tuple[Side, Side]
    hands: tuple[Hand, ...]  # by seat
    decks: tuple[tuple[str, ...], ...]  # cards left that the app has not seen drawn, by side and deck
    deck_sizes: tuple[int, ...]
    box: Box
    pool: tuple[int, ...]  # Hunt tiles by kind, in the order of `tables.tiles`
    drawn: tuple[int, ...]  # standard tiles that will come back
    waiting: tuple[str, ...]  # special tiles in play that are not in the pool yet
    fellowship: Fellowship
    where: tuple[str, ...]  # characters in the order of `tables.characters`: a region, IN_FELLOWSHIP, ASIDE or GONE
    seen: tuple[str, ...]  # minions that have ever been in play
    boxes: tuple[int, ...]  # of nations on the Political Track
    active: tuple[bool, ...]
    taken: tuple[str, ...]  # regions whose settlement the enemy holds
    besieged: tuple[str, ...]  # regions with a besieged stronghold
    acting: int  # the seat that is due to act
    agenda: tuple[Frame, ...]  # what still has to happen, the next thing last
    captors: tuple[int, ...] = ()  # the seat that captured each of `taken`
    last_nation: str = ""  # for which the last action of the Free Peoples was, as far as the app knows (WR-TEAM-26)
    ending: str = ""
    winners: tuple[str, ...] = ()

    @property
    def seat(self) -> str:
        """Whose step it is."""
        return self.setup.seats[decider(self)]


class Draft:
    """A state in the making: what the rules of one action change, until it is frozen again."""

    __slots__ = State._fields

    setup: Setup
    turn: int
    phase: str
    sides: list[Side]
    hands: list[Hand]
    decks: list[tuple[str, ...]]
    deck_sizes: list[int]
    box: Box
    pool: list[int]
    drawn: list[int]
    waiting: tuple[str, ...]
    fellowship: Fellowship
    where: list[str]
    seen: tuple[str, ...]
    boxes: list[int]
    active: list[bool]
    taken: tuple[str, ...]
    besieged: tuple[str, ...]
    acting: int
    agenda: list[Frame]
    captors: tuple[int, ...]
    last_nation: str
    ending: str
    winners: tuple[str, ...]

    def __init__(self, state: State) -> None:
        self.setup, self.turn, self.phase = state.setup, state.turn, state.phase
        self.sides, self.hands = list(state.sides), list(state.hands)
        self.decks, self.deck_sizes = list(state.decks), list(state.deck_sizes)
        self.box, self.pool, self.drawn, self.waiting = state.box, list(state.pool), list(state.drawn), state.waiting
        self.fellowship, self.where, self.seen = state.fellowship, list(state.where), state.seen
        self.boxes, self.active = list(state.boxes), list(state.active)
        self.taken, self.captors, self.besieged = state.taken, state.captors, state.besieged
        self.acting, self.agenda, self.last_nation = state.acting, list(state.agenda), state.last_nation
        self.ending, self.winners = state.ending, state.winners

    def frozen(self) -> State:
        """The state that was made."""
        return State(
            self.setup,
            self.turn,
            self.phase,
            (self.sides[0], self.sides[1]),
            tuple(self.hands),
            tuple(self.decks),
            tuple(self.deck_sizes),
            self.box,
            tuple(self.pool),
            tuple(self.drawn),
            self.waiting,
            self.fellowship,
            tuple(self.where),
            self.seen,
            tuple(self.boxes),
            tuple(self.active),
            self.taken,
            self.besieged,
            self.acting,
            tuple(self.agenda),
            self.captors,
            self.last_nation,
            self.ending,
            self.winners,
        )

    def push(self, *frame: Any) -> None:
        """This happens next."""
        self.agenda.append(frame)

    def side(self, side: int, **changes: Any) -> None:
        """Change what a side has."""
        self.sides[side] = self.sides[side]._replace(**changes)

    def walk(self, **changes: Any) -> None:
        """Change how the Fellowship stands."""
        self.fellowship = self.fellowship._replace(**changes)

    def finish(self, ending: str, side: int) -> None:
        """The game is over; in a team the rules say who of that side has won."""
        from companion.games.wotr.rules.ending import winners

        self.ending, self.winners, self.agenda = ending, winners(self, side), []


Table = State | Draft


def decider(t: Table) -> int:
    """Whose decision is awaited first."""
    return t.agenda[-1][1] if t.agenda and t.agenda[-1][1] >= 0 else t.acting


def holder(t: Table, region: str) -> int:
    """The side that holds a settlement now, -1 where there is none (WR-MAP-10)."""
    side = t.setup.tables.regions[region].side
    return 1 - side if region in t.taken else side


def place_of(t: Table, character: str) -> str:
    """Where a character is."""
    return t.where[t.setup.tables.places[character]]


def to_json(state: State) -> dict[str, Any]:
    """The state without its set-up, for storing; `from_json` reads it back."""
    return stored.fields(state)


def from_json(setup: Setup, data: dict[str, Any]) -> State:
    """Inverse of `to_json`."""
    fields = {name: stored.frozen(value) for name, value in data.items()}
    sides = [Side(*side) for side in fields["sides"]]
    fields["sides"] = (sides[0], sides[1])
    fields["hands"] = tuple([Hand(*hand) for hand in fields["hands"]])
    fields["box"], fields["fellowship"] = Box(*fields["box"]), Fellowship(*fields["fellowship"])
    return State(setup=setup, **fields)
