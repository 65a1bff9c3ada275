"""The table of the card game: locations, scores, and what each deck has. Knows what is where; knows no rule.

A seat is a deck, named by its place in `setup.seats`; a side is 0 (Free Peoples) or 1 (Shadow). Nothing is stored
shuffled: a deck is the cards left. Where the cards are real, hands, decks and piles are only counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from companion.games.wotrcards.tables import Scenario, Tables
from companion.play.game.draft import BaseDraft, BaseState, replace_item

RESERVE = "reserve"
READY, USED, SPENT, NONE = "ready", "used", "spent", ""  # a Ring token; used: this round


class Options(NamedTuple):
    """The choices of the table; each is a switch of options.yaml."""

    real_cards: bool = True
    strict_paths: bool = False
    printed: bool = False  # what cards say publicly is enforced; tables of before had no such option


@dataclass(frozen=True, slots=True)
class Setup:
    """The part of a state that never changes: the facts, the scenario, the seats, the choices."""

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
    """The deck, hand and piles of a seat. gone: eliminated; aside: parts that have not come in yet."""

    draw: Pile
    hand: Pile = Pile()
    cycle: Pile = Pile()
    gone: Pile = Pile()
    aside: tuple[tuple[str, ...], ...] = ()
    recycles: int = 0
    ring: str = NONE
    once: tuple[str, ...] = ()  # characters and items played this round
    more: int = 0  # cards that may be kept besides, as the table says


class CardInPlay(NamedTuple):
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


class ReadValues(NamedTuple):
    """The values that the table read from a location of which nobody knows the values."""

    id: str
    points: int
    defence: int


@dataclass(slots=True, unsafe_hash=True)  # it never changes
class State(BaseState):
    """The whole state of a table."""

    setup: Setup
    round: int
    phase: str
    first: int  # place in `setup.order` of the starting player
    acting: int  # place whose turn it is
    passes: int  # in a row
    decks: tuple[Deck, ...]  # by seat
    cards: tuple[CardInPlay, ...]  # in play
    active: tuple[Active, ...]
    path: str  # the path that is, or was last, active
    number: int  # of that path, as its own text may have changed it
    used: tuple[str, ...]  # paths
    grounds: tuple[tuple[str, ...], tuple[str, ...]]  # battlegrounds and sites left in the decks, by side
    parts: int  # parts of the locations that are in
    areas: tuple[tuple[Won, ...], tuple[Won, ...]]
    read: tuple[ReadValues, ...]
    removed: tuple[str, ...]  # sites
    corruption: int

    @property
    def default_decider(self) -> int:
        """The seat that decides where a step names none."""
        return self.setup.order[self.acting]


class Draft(BaseDraft, State):
    """The table while the rules of one action change it."""

    __slots__ = ()
    STATE = State
    REFS: ClassVar = {"card": "card", "cards": "card", "seat": "seat", "winners": "seat", "side": "side"}

    def change_deck(self, seat_index: int, **changes: Any) -> None:
        """Change what a seat has."""
        self.decks = replace_item(self.decks, seat_index, self.decks[seat_index]._replace(**changes))

    def change_card(self, card: CardInPlay, **changes: Any) -> None:
        """Change a card in play."""
        self.cards = replace_item(self.cards, self.cards.index(card), card._replace(**changes))

    def change_side(self, name: str, side: int, items: tuple[Any, ...]) -> None:
        """Change what a side has of `grounds` or `areas`."""
        setattr(self, name, replace_item(getattr(self, name), side, items))
