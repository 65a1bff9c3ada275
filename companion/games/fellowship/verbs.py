"""The verbs of content/fellowship: EFFECTS in fields `effect`, POWERS of hobbits; see companion.play.game.verbs.

The chapters of rules/ have one function for each effect. Besides what content/ says it is given the draft, the player
`me` whom it is about (-1 where there is none), and the rule that brings it about. Where an effect says `who`, it means

    active      the active player; in a haven the Ring-bearer
    bearer      the Ring-bearer
    each        every living player, the active player first, then clockwise
    others      every living player but the active one, clockwise
    single      one living player: the active player chooses for a Gandalf card, its user for an epic card, else the
                group among those who agree
    group       all living players together
    self        the one whom the surrounding effect is about: each in turn, or who pays, rolls or has that hobbit

What is for somebody who has died is left out (LR-DEATH-8).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from companion.play.game.verbs import Calls, Id, Least, Reads, Verbs

if TYPE_CHECKING:
    from companion.content.model import Content

EFFECTS = Verbs("effect", shared=3)
POWERS = Verbs("power", shared=0)
ONE = Least(1)


def _read_cost(content: Content, value: Any) -> tuple[tuple[str, str, int], ...]:
    """Parts, all of them to be paid, each (kind, what, number): ("symbol", "fight", 2), ("runes", "", 3).

    {symbol: S, count: N}   S a symbol, or `matching`: that of the card turned over
    {life: L, count: N}     L a type of token, or `any`
    {card: C}               a legendary card
    {cards: N}, {runes: N}  any cards; points of runes
    """
    if not isinstance(value, list) or not value:
        raise ValueError(f"is not a list of parts: {value!r:.60}")
    return tuple([_read_part(content, part) for part in value])


def _read_part(content: Content, part: Any) -> tuple[str, str, int]:
    match sorted(part) if isinstance(part, Mapping) else ():
        case ["count", "symbol" | "life" as kind]:
            what = part[kind]
            if what != {"symbol": "matching", "life": "any"}[kind]:
                Id(kind).read(content, what)
            return kind, what, ONE.read(content, part["count"])
        case ["card"]:
            return "card", Id("legendary_card").read(content, part["card"]), 1
        case ["cards" | "runes" as kind]:
            return kind, "", ONE.read(content, part[kind])
    raise ValueError(f"has an unknown part: {part!r:.60}")


def _read_spaces(content: Content, value: Any) -> tuple[tuple[str, int], ...]:
    """`{SYMBOL: SPACE}` of tracks, as pairs."""
    if not isinstance(value, Mapping):
        raise ValueError(f"is not a mapping: {value!r:.60}")
    return tuple([(Id("symbol").read(content, symbol), ONE.read(content, at)) for symbol, at in value.items()])


Effects = Annotated[Calls, EFFECTS]
Cost = Annotated[tuple[tuple[str, str, int], ...], Reads(_read_cost)]
Spaces = Annotated[tuple[tuple[str, int], ...], Reads(_read_spaces)]
Number = Annotated[int, ONE]
LegendaryId = Annotated[str, Id("legendary_card")]
LifeId = Annotated[str, Id("life")]
PlaceId = Annotated[str, Id("place")]
SymbolId = Annotated[str, Id("symbol")]
TileId = Annotated[str, Id("story_tile")]


# --- what a hobbit always has: other rules ask about it ---------------------------------------------------------------


@POWERS.verb
def brown_wild() -> None:
    """May use each brown travel card as a wild one (LR-HOBBIT-1)."""


@POWERS.verb
def soften_die(steps: Number, cards: Number) -> None:
    """Limit a threat roll to so many steps to the right or cards; the Ring reads the face as it is (LR-DIE-3)."""


@POWERS.verb
def any_two_cards() -> None:
    """May play two cards of one colour in a turn (LR-HOBBIT-3)."""


@POWERS.verb
def life_types(needed: Number) -> None:
    """Needs only that many types of life token at the end of an adventure (LR-HOBBIT-4)."""


@POWERS.verb
def draw_after_adventure(cards: Number) -> None:
    """May draw that many travel cards after each adventure (LR-HOBBIT-5)."""
