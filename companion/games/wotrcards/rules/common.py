"""What every chapter asks: whose step it is, whose side, and what lies where."""

from __future__ import annotations

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.state import Active, Card, Draft, State, Table, decider
from companion.games.wotrcards.tables import FREE, SHADOW
from companion.play.agenda import Check, Frame
from companion.play.game import Ref, Refusal


def side_of(t: Table, who: int) -> int:
    """The side of a seat."""
    return t.setup.sides[who]


def other(side: int) -> int:
    """The opponent."""
    return SHADOW if side == FREE else FREE


def seats_of(t: Table, side: int) -> list[int]:
    """The seats of a side, in order."""
    return [who for who, of in enumerate(t.setup.sides) if of == side]


def index(t: Table, seat: str) -> int:
    """The place of a seat, -1 for one that is not in play."""
    return t.setup.seats.index(seat) if seat in t.setup.seats else -1


def starting(t: Table) -> int:
    """The seat that holds the starting player token (WC-TERM-7)."""
    return t.setup.order[t.first]


def not_yours(state: State, act: Act, rule: str) -> Refusal | None:
    """The step belongs to one seat."""
    seat = state.setup.seats[decider(state)]
    return None if act.seat == seat else Refusal("not_your_step", rule, {"seat": Ref("seat", seat)})


def own(rule: str) -> Check:
    """A check that asks only whose step it is."""

    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        return not_yours(state, act, rule)

    return check


def card_ref(t: Table, id: str) -> Ref | str:
    """A card in a message, or the word that names none."""
    return Ref("card", id) if id in t.setup.tables.cards else id


def location_ref(t: Table, id: str) -> Ref | str:
    """A location in a message, or the word that names none."""
    if id in t.setup.tables.paths:
        return Ref("path", id)
    found = t.setup.tables.places.get(id)
    return id if found is None else Ref("skirmish_site" if found.site else "battleground", id)


# --- locations -------------------------------------------------------------------------------------------------------


def place(t: Table, id: str) -> Active | None:
    """A location in the middle of the table."""
    return next((active for active in t.active if active.id == id), None)


def is_path(t: Table, id: str) -> bool:
    """A path, not a battleground or site."""
    return id in t.setup.tables.paths


def is_site(t: Table, id: str) -> bool:
    """A skirmish site."""
    found = t.setup.tables.places.get(id)
    return found is not None and found.site


def defending(t: Table, id: str) -> int:
    """The side that defends a location (WC-CMB-2)."""
    return FREE if is_path(t, id) else t.setup.tables.places[id].side


def printed(t: Table, id: str) -> tuple[int, int]:
    """Points and defence icons of a location; UNKNOWN where the table has not read them yet."""
    read = next((read for read in t.read if read.id == id), None)
    if read is not None:
        return read.points, read.defence
    facts = t.setup.tables.paths[id] if is_path(t, id) else t.setup.tables.places[id]
    return facts.points, facts.defence


# --- cards in play ---------------------------------------------------------------------------------------------------


def lying(t: Table, at: str) -> list[Card]:
    """Cards at a location or in the reserve, items too."""
    return [card for card in t.cards if card.at == at]


def cards_of(t: Table, who: int) -> list[Card]:
    """Cards that a seat has in play."""
    return [card for card in t.cards if card.seat == who]


def change(draft: Draft, card: Card, **changes: object) -> Card:
    """The card in play is changed so."""
    after = card._replace(**changes)  # type: ignore[arg-type]
    draft.cards[draft.cards.index(card)] = after
    return after
