"""The table of War of the Ring: positions of everything, without rules.

A seat is named by its place in `setup.seats`, a side by 0 (Free Peoples) or 1 (Shadow); -1 stands for nobody. In the
variant `hunt` armies stay on the board: of them only what the players tell is here. Nothing is stored shuffled: a deck
is the cards left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from companion.games.wotr.tables import Tables
from companion.play.game.draft import BaseDraft, BaseState, replace_item

IN_FELLOWSHIP = "fellowship"
Figures = tuple[int, ...]  # how many of each kind, in the order of `tables.figures`
ASIDE, GONE = "", "gone"  # a character that has not come yet, or never will again
OFF_TRACK = -1


class Options(NamedTuple):
    """The options that the table chose; each is a switch of options.yaml."""

    real_cards: bool = True
    after_pass: str = "partner_next"  # or "passer_next": who acts next for a team of which a player has passed


RULES_NUMBER = (
    2  # by 1 a real card for the partner alone could be played, and the Nazgûl Strike was one question, not two
)


@dataclass(frozen=True, slots=True)
class Setup:
    """The fixed parts of a game: the facts, the seats in their order, the choices, the number of the rules."""

    tables: Tables
    seats: tuple[str, ...]
    sides: tuple[int, ...]  # of each seat
    options: Options
    armies: bool = False  # the app keeps the armies too, the players only the figures that show them
    battle: bool = False  # it is one battle by itself
    rules: int = RULES_NUMBER


class Side(NamedTuple):
    """The dice, Rings and cards of a side.

    unused: dice rolled and not used, by face, in the order of `tables.faces`.
    """

    pool: int
    coming: int = 0  # dice gained or lost from the next turn on
    unused: tuple[int, ...] = ()
    rings: int = 0
    ring_used: bool = False
    table: tuple[str, ...] = ()  # cards that stay there
    leader: int = 0  # seat

    @property
    def dice(self) -> int:
        """Return the number of unused dice."""
        return sum(self.unused)


class Hand(NamedTuple):
    """A hand: `cards` are those that the app knows, `hidden` counts those that only their holder has seen."""

    cards: tuple[str, ...] = ()
    hidden: int = 0

    @property
    def size(self) -> int:
        """Return the number of cards in hand."""
        return len(self.cards) + self.hidden


class HuntBox(NamedTuple):
    """The Hunt Box. walkers: dice of the Free Peoples; before: some lay there when the last turn ended."""

    allocated: int = 0
    eyes: int = 0
    walkers: int = 0
    before: bool = False

    @property
    def level(self) -> int:
        """Return the number of Shadow dice (WR-HUNT-2)."""
        return self.allocated + self.eyes


class Fellowship(NamedTuple):
    """The Ring-bearers and their companions. step: on the Mordor Track, or OFF_TRACK."""

    region: str
    progress: int = 0
    hidden: bool = True
    corruption: int = 0
    companions: tuple[str, ...] = ()
    guide: str = ""
    step: int = OFF_TRACK
    declared: bool = False  # this turn
    tried: bool = False  # to move or hide on the Mordor Track this turn


class Acted(NamedTuple):
    """Nations for which an action was, and where the mixed armies stand with which it was, as far as the app knows
    (WR-TEAM-26, -27).
    """

    nations: tuple[str, ...] = ()
    armies: tuple[str, ...] = ()


NOT_ACTED = Acted()


@dataclass(slots=True, unsafe_hash=True)
class State(BaseState):
    """A table of War of the Ring.

    hands: by seat. decks: cards left that the app has not seen drawn, by side and deck. deck_sizes: cards in each;
    loose: those in hands that are counted as of this deck, but may be of the other one of its side. pool: Hunt tiles by
    kind, in the order of `tables.tiles`; drawn: standard tiles that will come back; waiting: special tiles in play that
    are not in the pool yet. where: characters in the order of `tables.characters`, each a region, IN_FELLOWSHIP, ASIDE
    or GONE. seen: minions that have ever been in play. boxes, active: nations on the Political Track. taken: regions
    whose settlement the enemy holds; captors: the seat that captured each. besieged: regions with a besieged
    stronghold. figures: in every region, in the order of `tables.regions`; nothing where the players keep the armies.
    In one of `besieged` the figures of its holder are inside the Stronghold. reserve: figures that may be recruited;
    lost: out of the game. abroad: region and nation of figures that retreated and must leave the land (WR-MOVE-16).
    messenger: the Mouth of Sauron has made a Muster die an Army die this turn. sure: the card by which nothing lowered
    the damage of the last tile, until the next action.
    acting: the seat that is due to act. last: what the last action of the Free Peoples was for, before: the one before
    it. mixed: regions with a mixed army, each with its side (WR-TEAM-15). apart: where a partner has just declined one.
    """

    setup: Setup
    turn: int
    phase: str
    sides: tuple[Side, ...]
    hands: tuple[Hand, ...]
    decks: tuple[tuple[str, ...], ...]
    deck_sizes: tuple[int, ...]
    box: HuntBox
    pool: tuple[int, ...]
    drawn: tuple[int, ...]
    waiting: tuple[str, ...]
    fellowship: Fellowship
    where: tuple[str, ...]
    seen: tuple[str, ...]
    boxes: tuple[int, ...]
    active: tuple[bool, ...]
    taken: tuple[str, ...]
    besieged: tuple[str, ...]
    acting: int
    captors: tuple[int, ...]
    figures: tuple[Figures, ...] = ()
    reserve: Figures = ()
    lost: Figures = ()
    abroad: tuple[tuple[str, str], ...] = ()
    messenger: bool = False
    sure: str = ""
    last: Acted = NOT_ACTED
    before: Acted = NOT_ACTED
    mixed: tuple[tuple[str, int], ...] = ()
    apart: tuple[str, ...] = ()
    loose: tuple[int, ...] = (0, 0, 0, 0)

    @property
    def default_decider(self) -> int:
        """The seat that decides where a step names none."""
        return self.acting


class Draft(BaseDraft, State):
    """A state that the rules of one action change."""

    __slots__ = ()
    STATE = State
    REFS: ClassVar[Mapping[str, str | tuple[str, str]]] = {
        **{name: name for name in ("character", "deck", "nation", "region", "seat", "side", "figure")},
        **{"card": "event_card", "faces": "face", "winners": "seat"},
        **{"says": ("event_card", "effect"), "tile": ("hunt_tile", "called")},
    }

    def enter_phase(self, phase: str, rule: str) -> None:
        """Enter that phase, if the turn is not in it already."""
        if self.phase != phase:
            self.phase = phase
            self.record(f"phase_{phase}", rule)

    def set_side(self, side: int, **changes: Any) -> None:
        """Change fields of a side."""
        self.sides = replace_item(self.sides, side, self.sides[side]._replace(**changes))

    def set_unused(self, side: int, unused: tuple[int, ...]) -> None:
        """Set the unused dice of a side; by far the most frequent change, so it is written out."""
        fp, shadow = self.sides
        now = shadow if side else fp
        changed = Side(now.pool, now.coming, unused, now.rings, now.ring_used, now.table, now.leader)
        self.sides = (fp, changed) if side else (changed, shadow)

    def set_fellowship(self, **changes: Any) -> None:
        """Change fields of the Fellowship."""
        self.fellowship = self.fellowship._replace(**changes)


def holder(state: State, region: str) -> int:
    """Return the side that holds a settlement now, -1 where there is none (WR-MAP-10)."""
    facts = state.setup.tables.regions[region]
    if not facts.settlement:
        return -1
    return 1 - facts.side if region in state.taken else facts.side


def place_of(state: State, character: str) -> str:
    """Return the place of a character."""
    return state.where[state.setup.tables.places[character]]
