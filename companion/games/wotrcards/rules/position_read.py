"""Tables already in play: a position file -> the header's position, with everything written out.

Knows the words of such a file; what cannot be at any table is in position_apply. What `settled` writes out is again a
position that it reads.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.errors import WrongCall
from companion.games.wotrcards.state import NONE, READY, SPENT, USED, Setup
from companion.games.wotrcards.tables import SHADOW, SIDES
from companion.play import input_values

Json = dict[str, Any]
KEYS = (
    *("scenario", "seats", "round", "step", "first", "to_act", "passes", "path", "number", "used", "corruption"),
    *("parts", "areas", "removed", "read", "active", "decks"),
)
STEPS = {"location": (), "action": ("ground", "path"), "combat": ("ground", "path", "acting")}  # what is over in it
DECK_KEYS = ("hand", "draw", "cycle", "gone", "hidden", "recycles", "ring", "once", "more", "reserve")
ACTIVE_KEYS = ("attack", "defence", "back", "cards")
CARD_KEYS = ("card", "seat", "attack", "defence", "fresh", "items")
RING_STATES = {"none": (NONE,), "once": (READY, SPENT), "round": (READY, USED)}


def scenario(asked: Any) -> str | None:
    """The scenario that the file names. Raises WrongCall."""
    input_values.check_keys(asked, KEYS, "position")
    value = asked.get("scenario")
    return None if value is None else str(value)


def players(asked: Json) -> list[str]:
    """`Name:deck` of every seat the file names. Raises WrongCall."""
    rows = asked.get("seats", [])
    if not isinstance(rows, list):
        raise WrongCall("not_list", str(rows), key="seats")
    for row in rows:
        input_values.check_keys(row, ("deck", "name"), "seat")
    return [f"{row.get('name') or row.get('deck')}:{row.get('deck')}" for row in rows]


def settled(setup: Setup, asked: Json) -> Json:
    """The position with everything written out; what is left out is as at set-up. Raises WrongCall."""
    facts = setup.tables
    input_values.check_keys(asked, KEYS, "position")
    known = [*facts.places, *facts.paths]
    step = input_values.one(asked, "step", "action" if "active" in asked else "location", STEPS)
    round = input_values.whole(asked, "round", 1)
    areas = {side: _worth(setup, input_values.part(asked, "areas", SIDES), side) for side in SIDES}
    path = input_values.one(asked, "path", "", ("", *facts.paths))
    active = {id: _active(setup, row) for id, row in input_values.parts(asked, "active", known).items()}
    if path and step != "location" and path not in active and not any(path in area for area in areas.values()):
        active[path] = _active(setup, {})
    reached = dict.fromkeys([id for id in facts.paths if any(id in area for area in areas.values())])
    used = (
        input_values.ids(asked, "used", facts.paths)
        if "used" in asked
        else [*[id for id in reached if id != path], path]
    )
    return {
        "round": round,
        "step": step,
        "first": input_values.one(asked, "first", setup.seats[starter(setup, round)], setup.seats),
        "to_act": input_values.one(asked, "to_act", "", ("", *setup.seats)),
        "passes": input_values.whole(asked, "passes", 0),
        "path": path,
        "number": input_values.whole(asked, "number", facts.paths[path].number if path else 0),
        "used": [id for id in used if id],
        "corruption": input_values.whole(asked, "corruption", 0),
        "parts": input_values.whole(asked, "parts", 1),
        "areas": areas,
        "removed": input_values.ids(asked, "removed", facts.places),
        "read": {id: _read(row) for id, row in input_values.parts(asked, "read", known).items()},
        "active": active,
        "decks": _decks(setup, input_values.part(asked, "decks", setup.seats), active),
    }


def _worth(setup: Setup, areas: Json, side: str) -> dict[str, int]:
    """What a side has won; the points that are printed where none are given, UNKNOWN where nobody knows them."""
    places, paths = setup.tables.places, setup.tables.paths
    rows = areas.get(side, {})
    if isinstance(rows, list):
        rows = dict.fromkeys(input_values.ids(areas, side, (*places, *paths)))
    input_values.check_keys(rows, (*places, *paths), side)
    out = {}
    for id, points in rows.items():
        if points is not None:
            out[id] = input_values.whole(rows, id, 0)
        elif id in paths:
            out[id] = 0 if side == SIDES[SHADOW] else paths[id].points
        else:
            out[id] = places[id].points
    return out


def _read(row: Any) -> Json:
    input_values.check_keys(row, ("points", "defence"), "read")
    return {"points": input_values.whole(row, "points", 0), "defence": input_values.whole(row, "defence", 0)}


def _active(setup: Setup, row: Any) -> Json:
    input_values.check_keys(row, ACTIVE_KEYS, "active")
    part = input_values.part(row, "cards", setup.seats)
    return {
        "attack": input_values.whole(row, "attack", 0),
        "defence": input_values.whole(row, "defence", 0),
        "back": input_values.one(row, "back", "", ("", *SIDES)),
        "cards": {seat: _cards(setup, part, seat, seat) for seat in setup.seats},
    }


def _cards(setup: Setup, part: Json, key: str, seat: str) -> list[Json]:
    """Cards in play with their items."""
    rows = part.get(key, [])
    if not isinstance(rows, list):
        raise WrongCall("not_list", str(rows), key=key)
    return [_card(setup, row, seat) for row in rows]


def _card(setup: Setup, row: Any, seat: str) -> Json:
    row = {"card": row} if isinstance(row, str) else row
    input_values.check_keys(row, CARD_KEYS, "card")
    owner = input_values.one(row, "seat", seat, setup.seats)
    return {
        "card": input_values.one(row, "card", "", setup.tables.cards),
        "seat": owner,
        "attack": input_values.whole(row, "attack", 0),
        "defence": input_values.whole(row, "defence", 0),
        "fresh": input_values.flag(row, "fresh", False),
        "items": _cards(setup, row, "items", owner),
    }


def _decks(setup: Setup, part: Json, active: dict[str, Json]) -> Json:
    every = {seat: _cards(setup, _row(part, seat), "reserve", seat) for seat in setup.seats}
    lying = [card for rows in every.values() for card in rows]
    lying += [card for row in active.values() for rows in row["cards"].values() for card in rows]
    lying += [item for card in lying for item in card["items"]]
    return {seat: _deck(setup, seat, _row(part, seat), every[seat], lying) for seat in setup.seats}


def _row(part: Json, seat: str) -> Json:
    row: Json = part.get(seat, {})
    input_values.check_keys(row, DECK_KEYS, seat)
    return row


def _deck(setup: Setup, seat: str, row: Json, reserve: list[Json], lying: list[Json]) -> Json:
    """Hand and piles; what is told nowhere lies in the draw deck, or in the part that is the cycle pile."""
    chair, parts = setup.scenario.chairs[seat], setup.scenario.decks[seat]
    recycles = input_values.whole(row, "recycles", 0)
    later = parts[recycles + 1] if 0 <= recycles < len(parts) - 1 else ()
    gone, hidden = input_values.ids(row, "gone", setup.tables.cards), input_values.whole(row, "hidden", 0)
    out: Json = {"gone": gone, "hidden": hidden, "recycles": recycles, "reserve": reserve}
    out["ring"] = input_values.one(row, "ring", RING_STATES[chair.ring][0], (NONE, READY, USED, SPENT))
    out["once"] = input_values.ids(row, "once", setup.tables.cards)
    out["more"] = input_values.whole(row, "more", 0)
    hand, cycle, draw = [_pile(setup, row, key) for key in ("hand", "cycle", "draw")]
    named = [card["card"] for card in lying if card["seat"] == seat]
    if setup.options.real_cards:
        counted = len(named) + len(gone) + hidden + (hand or 0)
        whole = sum([len(part) for part in parts[: max(recycles, 0) + 2]])
        out["hand"], out["cycle"] = hand or 0, len(later) if cycle is None else cycle
        out["draw"] = max(0, whole - counted - out["cycle"]) if draw is None else draw
        return out
    out["hand"] = hand or []
    apart = Counter([*named, *gone, *out["hand"], *(cycle or []), *(draw or [])])
    rest = Counter([card for part in parts[: max(recycles, 0) + 2] for card in part]) - apart
    if cycle is None:
        cycle = list((rest & Counter(later)).elements())
        rest -= Counter(cycle)
    order = list(setup.tables.cards)
    out["cycle"] = sorted(cycle, key=order.index)
    out["draw"] = sorted(rest.elements(), key=order.index) if draw is None else draw
    return out


def _pile(setup: Setup, row: Json, key: str) -> Any:
    """Cards of a hand or pile: counted where they are real, else named; None where nothing is said."""
    if row.get(key) is None:
        return None
    if isinstance(row[key], list):
        cards = input_values.ids(row, key, setup.tables.cards)
        return len(cards) if setup.options.real_cards else cards
    number = input_values.whole(row, key, 0)
    if not setup.options.real_cards:
        raise WrongCall("not_list", str(number), key=key)
    return number


def starter(setup: Setup, round: int) -> int:
    """The seat that holds the starting player token in a round: it goes on every round (WC-DRW-1)."""
    return setup.order[(round - 1) % len(setup.order)]
