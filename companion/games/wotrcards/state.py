"""The table of the card game: locations, scores, and what each deck has. Knows what is where; knows no rule.

A seat is a deck, named by its place in `setup.seats`; a side is 0 (Free Peoples) or 1 (Shadow). Nothing is stored
shuffled: a deck is the cards left. Where the cards are real, hands, decks and piles are only counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.play.stored import frozen, plain

if TYPE_CHECKING:
    from companion.games.wotrcards.tables import Scenario, Tables
    from companion.play.agenda import Frame

RESERVE = "reserve"
READY, USED, SPENT, NONE = "ready", "used", "spent", ""  # a Ring token; used: this round


class Options(NamedTuple):
    """What the table chose; each is a switch of options.yaml."""

    real_cards: bool = True
    strict_paths: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same through a game: the facts, the scenario, the seats, the choices."""

    tables: Tables
    scenario: Scenario
    seats: tuple[str, ...]
    sides: tuple[int, ...]  # of each seat
    order: tuple[int, ...]  # seats in the order of their turns
    options: Options


class Pile(NamedTuple):
    """Cards that lie together: how many, and which where the app knows it."""

    size: int = 0
    cards: tuple[str, ...] = ()


class Deck(NamedTuple):
    """What a seat has besides its cards in play. gone: eliminated; aside: parts that have not come in yet."""

    draw: Pile
    hand: Pile = Pile()
    cycle: Pile = Pile()
    gone: Pile = Pile()
    aside: tuple[tuple[str, ...], ...] = ()
    recycles: int = 0
    ring: str = NONE
    once: tuple[str, ...] = ()  # characters and items played this round
    more: int = 0  # cards that may be kept besides, as the table says


class Card(NamedTuple):
    """A card in play. at: RESERVE or a location; on: its wielder; fresh: played to the reserve this round."""

    id: str
    seat: int
    at: str
    on: str = ""
    fresh: bool = False
    attack: int = 0
    defence: int = 0


class Active(NamedTuple):
    """A location in the middle of the table. area: the side out of whose area it came back, -1 for none."""

    id: str
    area: int = -1
    attack: int = 0
    defence: int = 0


class Won(NamedTuple):
    """A location in a scoring area and what it is worth there."""

    id: str
    points: int


class Read(NamedTuple):
    """What the table read from a location of which nobody knows the values."""

    id: str
    points: int
    defence: int


class State(NamedTuple):
    """Everything needed to go on. A named tuple, since one is made for every action."""

    setup: Setup
    round: int
    phase: str
    first: int  # place in `setup.order` of the starting player
    acting: int  # place whose turn it is
    passes: int  # in a row
    decks: tuple[Deck, ...]  # by seat
    cards: tuple[Card, ...]  # in play
    active: tuple[Active, ...]
    path: str  # the path that is, or was last, active
    number: int  # of that path, as its own text may have changed it
    used: tuple[str, ...]  # paths
    grounds: tuple[tuple[str, ...], tuple[str, ...]]  # battlegrounds and sites left in the decks, by side
    parts: int  # parts of the locations that are in
    areas: tuple[tuple[Won, ...], tuple[Won, ...]]
    read: tuple[Read, ...]
    removed: tuple[str, ...]  # sites
    corruption: int
    agenda: tuple[Frame, ...]  # what still has to happen, the next thing last
    ending: str = ""
    winners: tuple[str, ...] = ()

    @property
    def seat(self) -> str:
        """Whose step it is."""
        return self.setup.seats[decider(self)]


_FIELDS = State._fields
_values = attrgetter(*_FIELDS)
_LISTS = ("decks", "cards", "active", "grounds", "areas", "agenda")


class Draft:
    """A state in the making: what the rules of one action change, until it is frozen again."""

    setup: Setup
    round: int
    phase: str
    first: int
    acting: int
    passes: int
    decks: list[Deck]
    cards: list[Card]
    active: list[Active]
    path: str
    number: int
    used: tuple[str, ...]
    grounds: list[tuple[str, ...]]
    parts: int
    areas: list[tuple[Won, ...]]
    read: tuple[Read, ...]
    removed: tuple[str, ...]
    corruption: int
    agenda: list[Frame]
    ending: str
    winners: tuple[str, ...]

    def __init__(self, state: State) -> None:
        self.__dict__ = dict(zip(_FIELDS, state, strict=True))
        for name in _LISTS:
            self.__dict__[name] = list(self.__dict__[name])

    def frozen(self) -> State:
        """The state that was made."""
        for name in _LISTS:
            self.__dict__[name] = tuple(self.__dict__[name])
        return State._make(_values(self))

    def push(self, *frame: Any) -> None:
        """This happens next."""
        self.agenda.append(frame)

    def deck(self, who: int, **changes: Any) -> None:
        """Change what a seat has."""
        self.decks[who] = self.decks[who]._replace(**changes)


Table = State | Draft


def decider(t: Table) -> int:
    """The seat whose decision is awaited first."""
    return t.agenda[-1][1] if t.agenda and t.agenda[-1][1] >= 0 else t.setup.order[t.acting]


def to_json(state: State) -> dict[str, Any]:
    """The state without its set-up, for storing; `from_json` reads it back."""
    out: dict[str, Any] = plain(state._asdict() | {"setup": None})
    del out["setup"]
    return out


def from_json(setup: Setup, data: dict[str, Any]) -> State:
    """Inverse of `to_json`."""
    fields = {name: frozen(value) for name, value in data.items()}
    fields["decks"] = tuple([_deck(Deck(*deck)) for deck in fields["decks"]])
    fields["cards"] = tuple([Card(*card) for card in fields["cards"]])
    fields["active"] = tuple([Active(*place) for place in fields["active"]])
    fields["areas"] = tuple([tuple([Won(*won) for won in area]) for area in fields["areas"]])
    fields["read"] = tuple([Read(*read) for read in fields["read"]])
    return State(setup=setup, **fields)


def _deck(deck: Deck) -> Deck:
    return deck._replace(draw=Pile(*deck.draw), hand=Pile(*deck.hand), cycle=Pile(*deck.cycle), gone=Pile(*deck.gone))
