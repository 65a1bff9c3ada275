"""What every chapter asks: whose side, what lies where, and how it is named in a message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.messages import Ref
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.state import Active, CardInPlay, Draft, State
from companion.games.wotrcards.tables import FREE, SHADOW
from companion.play.game.offers import Offer, OneOf

LOCATIONS = ("battleground", "skirmish_site", "path")  # tables of content/


def side_of(state: State, seat_index: int) -> int:
    """The side of a seat."""
    return state.setup.sides[seat_index]


def opponent(side: int) -> int:
    """The opponent."""
    return SHADOW if side == FREE else FREE


def seats_of(state: State, side: int) -> list[int]:
    """The seats of a side, in order."""
    return [seat_index for seat_index, of in enumerate(state.setup.sides) if of == side]


def starting_seat(state: State) -> int:
    """The seat that holds the starting player token (WC-TERM-7)."""
    return state.setup.order[state.first]


def begin_phase(draft: Draft, phase: str) -> None:
    """A step of the round begins (WC-RND-1), or goes on."""
    if draft.phase != phase:
        draft.phase = phase
        draft.record(f"phase_{phase}", "WC-RND-1")


# --- names in messages -----------------------------------------------------------------------------------------------


def card_ref(state: State, id: str) -> Ref | str:
    """A card in a message, or the word that names none."""
    return Ref("card", id) if id in state.setup.tables.cards else id


def deck_ref(state: State, seat_index: int) -> Ref:
    """The deck of a seat in a message, whoever runs it."""
    return Ref("role", state.setup.seats[seat_index])


def location_ref(state: State, id: str) -> Ref | str:
    """A location in a message, or the word that names none."""
    if id in state.setup.tables.paths:
        return Ref("path", id)
    found = state.setup.tables.places.get(id)
    return id if found is None else Ref("skirmish_site" if found.site else "battleground", id)


def record_location(draft: Draft, code: str, rule: str, id: str, **values: Any) -> None:
    """Record an event of a location that all may know."""
    if draft.recorder is not None:
        draft.record(code, rule, location=location_ref(draft, id), **values)


# --- offers ---------------------------------------------------------------------------------------------------------


def one_card(ids: Iterable[str], field: str = "card") -> OneOf:
    """One of these cards, copies once."""
    return OneOf(field, ("card",), tuple(dict.fromkeys(ids)))


def open_offer(act: Act, field: OneOf) -> list[Offer]:
    """The action with a field open, if there is anything to choose."""
    return [Offer(act, (field,))] if field.ids else []


def one_location(ids: Iterable[str], field: str = "location") -> OneOf:
    """One of these locations."""
    return OneOf(field, LOCATIONS, tuple(ids))


# --- locations -------------------------------------------------------------------------------------------------------


def find_active(state: State, id: str) -> Active | None:
    """A location in the middle of the table."""
    return next((active for active in state.active if active.id == id), None)


def is_path(state: State, id: str) -> bool:
    """Return whether it is a path, not a battleground or site."""
    return id in state.setup.tables.paths


def is_site(state: State, id: str) -> bool:
    """Return whether it is a skirmish site."""
    found = state.setup.tables.places.get(id)
    return found is not None and found.site


def defending_side(state: State, id: str) -> int:
    """The side that defends a location (WC-CMB-2)."""
    return FREE if is_path(state, id) else state.setup.tables.places[id].side


def printed_values(state: State, id: str) -> tuple[int, int]:
    """Points and defence icons of a location; UNKNOWN where the table has not read them yet."""
    read = next((read for read in state.read if read.id == id), None)
    if read is not None:
        return read.points, read.defence
    facts = state.setup.tables.paths[id] if is_path(state, id) else state.setup.tables.places[id]
    return facts.points, facts.defence


# --- cards in play ---------------------------------------------------------------------------------------------------


def cards_at(state: State, at: str) -> list[CardInPlay]:
    """Cards at a location or in the reserve, items too."""
    return [card for card in state.cards if card.at == at]


def cards_of(state: State, seat_index: int) -> list[CardInPlay]:
    """Cards that a seat has in play."""
    return [card for card in state.cards if card.seat == seat_index]


def items_of(state: State, id: str) -> list[CardInPlay]:
    """Items that a character in play bears."""
    return [card for card in state.cards if card.on == id]
