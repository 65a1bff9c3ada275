"""Tables already in play: a position file -> the header's position, with everything written out.

Knows the words of such a file; what cannot be at any table is in position_apply. What `settled` writes out is again a
position that it reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.errors import WrongCall
from companion.games.wotrcards.state import NONE, READY, SPENT, USED, Setup
from companion.games.wotrcards.tables import SHADOW, SIDES, Tables
from companion.play import input_values
from companion.play.position_schema import (
    Kind,
    Schema,
    by_id,
    flag,
    ids,
    mapping,
    nullable,
    one,
    optional,
    read,
    rows,
    whole,
)
from companion.play.setup import Head

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]
KEYS = (
    *("scenario", "seats", "round", "step", "first", "to_act", "passes", "path", "number", "used", "corruption"),
    *("parts", "areas", "removed", "read", "active", "decks"),
)
STEPS = {"location": (), "action": ("ground", "path"), "combat": ("ground", "path", "acting")}  # what is over in it
RING_STATES = {"none": (NONE,), "once": (READY, SPENT), "round": (READY, USED)}


def head(content: Content, asked: Json, variant: str | None) -> Head:
    """The scenario and who plays, as far as the file says so. Raises WrongCall."""
    input_values.check_keys(asked, KEYS, "position")
    scenario, seats = asked.get("scenario"), asked.get("seats", [])
    if not isinstance(seats, list):
        raise WrongCall("not_list", str(seats), key="seats")
    players = input_values.named(seats, "deck", ("deck", "name"))
    return Head(players or None, None if scenario is None else str(scenario))


def _schema(setup: Setup, asked: Json) -> Schema:
    facts, seats = setup.tables, setup.seats
    known = (*facts.places, *facts.paths)
    icons = mapping({"points": whole(), "defence": whole()}, "read")
    return {
        "step": one(STEPS, "action" if "active" in asked else "location"),
        "round": whole(1),
        "areas": mapping({side: _won(facts, side) for side in SIDES}),
        "path": one(("", *facts.paths)),
        "active": by_id(dict.fromkeys(known, _active(setup)), listed=True),
        "used": optional(ids(facts.paths)),
        "first": optional(one(seats)),
        "to_act": one(("", *seats)),
        "passes": whole(),
        "number": optional(whole()),
        "corruption": whole(),
        "parts": whole(1),
        "removed": ids(facts.places),
        "read": by_id(dict.fromkeys(known, icons), listed=True),
        "decks": mapping({seat: _deck(setup, seat) for seat in seats}),
    }


def _won(facts: Tables, side: str) -> Kind:
    """Points of what a side has won; those that are printed where none are given, UNKNOWN where nobody knows them."""
    printed = {id: place.points for id, place in facts.places.items()}
    printed |= {id: 0 if side == SIDES[SHADOW] else path.points for id, path in facts.paths.items()}

    def points(data: Json, key: str) -> dict[str, int]:
        found = data.get(key, {})
        if isinstance(found, list):
            found = dict.fromkeys(input_values.ids(data, key, printed))
        input_values.check_keys(found, printed, key)
        return {id: printed[id] if found[id] is None else input_values.whole(found, id, 0) for id in found}

    return points


def _active(setup: Setup) -> Kind:
    cards = mapping({seat: _cards(setup, seat) for seat in setup.seats})
    return mapping({"attack": whole(), "defence": whole(), "back": one(("", *SIDES)), "cards": cards}, "active")


def _cards(setup: Setup, seat: str) -> Kind:
    """Cards in play with their items, each an id or a mapping."""
    owner = one(setup.seats, seat)
    card = {
        "seat": owner,
        "card": one(setup.tables.cards),
        "attack": whole(),
        "defence": whole(),
        "fresh": flag(),
        "items": lambda data, key: _cards(setup, owner(data, "seat"))(data, key),
    }
    return rows(mapping(card, "card", short={str: "card"}))


def _deck(setup: Setup, seat: str) -> Kind:
    cards, pile = setup.tables.cards, nullable(_pile(setup))
    return mapping(
        {
            "reserve": _cards(setup, seat),
            "recycles": whole(),
            "gone": ids(cards),
            "hidden": whole(),
            "ring": one((NONE, READY, USED, SPENT), RING_STATES[setup.scenario.chairs[seat].ring][0]),
            "once": ids(cards),
            "more": whole(),
            "hand": pile,
            "cycle": pile,
            "draw": pile,
        }
    )


def _pile(setup: Setup) -> Kind:
    """Cards of a hand or pile: counted where they are real, else named."""

    def pile(data: Json, key: str) -> list[str] | int:
        if isinstance(data[key], list):
            cards = input_values.ids(data, key, setup.tables.cards)
            return len(cards) if setup.options.real_cards else cards
        number = input_values.whole(data, key, 0)
        if not setup.options.real_cards:
            raise WrongCall("not_list", str(number), key=key)
        return number

    return pile


def settled(setup: Setup, seats: Sequence[Json], asked: Json) -> Json:
    """The position with everything written out; what is left out is as at set-up. Raises WrongCall."""
    paths, out = setup.tables.paths, read(_schema(setup, asked), asked)
    path, active, won = out["path"], out["active"], [id for side in out["areas"].values() for id in side]
    if path and out["step"] != "location" and path not in (*active, *won):
        active[path] = _active(setup)({}, path)
    if out["used"] is None:
        before = [id for id in paths if id in won and id != path]
        out["used"] = [*before, path] if path else before
    if out["first"] is None:
        out["first"] = setup.seats[starter(setup, out["round"])]
    if out["number"] is None:
        out["number"] = paths[path].number if path else 0
    lying = [card for row in out["decks"].values() for card in row["reserve"]]
    lying += [card for row in active.values() for cards in row["cards"].values() for card in cards]
    lying += [item for card in lying for item in card["items"]]
    for seat, row in out["decks"].items():
        _fill_deck(setup, seat, row, [card["card"] for card in lying if card["seat"] == seat])
    return out


def _fill_deck(setup: Setup, seat: str, row: Json, lying: list[str]) -> None:
    """What is told nowhere lies in the draw deck, or in the part that is the cycle pile."""
    parts, recycles = setup.scenario.decks[seat], row["recycles"]
    later = parts[recycles + 1] if 0 <= recycles < len(parts) - 1 else ()
    whole = [card for part in parts[: max(recycles, 0) + 2] for card in part]
    if setup.options.real_cards:
        row["hand"] = row["hand"] or 0
        row["cycle"] = len(later) if row["cycle"] is None else row["cycle"]
        if row["draw"] is None:
            told = len(lying) + len(row["gone"]) + row["hidden"] + row["hand"] + row["cycle"]
            row["draw"] = max(0, len(whole) - told)
        return
    order = list(setup.tables.cards)
    row["hand"] = row["hand"] or []
    rest = Counter(whole) - Counter([*lying, *row["gone"], *row["hand"], *(row["cycle"] or []), *(row["draw"] or [])])
    if row["cycle"] is None:
        row["cycle"] = list((rest & Counter(later)).elements())
        rest -= Counter(row["cycle"])
    row["cycle"].sort(key=order.index)
    if row["draw"] is None:
        row["draw"] = sorted(rest.elements(), key=order.index)


def starter(setup: Setup, round: int) -> int:
    """The seat that holds the starting player token in a round: it goes on every round (WC-DRW-1)."""
    return setup.order[(round - 1) % len(setup.order)]
