"""Tables already in play: a position file -> the header's position -> the table it describes, checked for possibility.

Knows what cannot be at any table (WC-SET, WC-LOC, WC-PLAY...); how such a table would have come about is not asked.
What `settled` writes out is again a position that it reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from companion.errors import WrongCall
from companion.games.wotrcards.rules import acting, decks, locations, play, turn
from companion.games.wotrcards.rules.common import is_path, is_site, location_ref, printed, starting
from companion.games.wotrcards.state import (
    NONE,
    READY,
    RESERVE,
    SPENT,
    USED,
    Active,
    Card,
    Draft,
    Pile,
    Read,
    Setup,
    Won,
)
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES, UNKNOWN
from companion.play import given
from companion.play.game import Ref, Refusal

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


# --- what the file says ----------------------------------------------------------------------------------------------


def scenario(asked: Any) -> str | None:
    """The scenario that the file names. Raises WrongCall."""
    given.known(asked, KEYS, "position")
    value = asked.get("scenario")
    return None if value is None else str(value)


def players(asked: Json) -> list[str]:
    """`Name:deck` of every seat the file names. Raises WrongCall."""
    rows = asked.get("seats", [])
    if not isinstance(rows, list):
        raise WrongCall("not_list", str(rows), key="seats")
    for row in rows:
        given.known(row, ("deck", "name"), "seat")
    return [f"{row.get('name') or row.get('deck')}:{row.get('deck')}" for row in rows]


def settled(setup: Setup, asked: Json) -> Json:
    """The position with everything written out; what is left out is as at set-up. Raises WrongCall."""
    facts = setup.tables
    given.known(asked, KEYS, "position")
    known = [*facts.places, *facts.paths]
    step = given.one(asked, "step", "action" if "active" in asked else "location", STEPS)
    round = given.whole(asked, "round", 1)
    areas = {side: _worth(setup, _part(asked, "areas", SIDES), side) for side in SIDES}
    path = given.one(asked, "path", "", ("", *facts.paths))
    active = {id: _active(setup, row) for id, row in _rows(asked, "active", known).items()}
    if path and step != "location" and path not in active and not any(path in area for area in areas.values()):
        active[path] = _active(setup, {})
    reached = dict.fromkeys([id for id in facts.paths if any(id in area for area in areas.values())])
    used = _ids(asked, "used", facts.paths) if "used" in asked else [*[id for id in reached if id != path], path]
    return {
        "round": round,
        "step": step,
        "first": given.one(asked, "first", setup.seats[_first(setup, round)], setup.seats),
        "to_act": given.one(asked, "to_act", "", ("", *setup.seats)),
        "passes": given.whole(asked, "passes", 0),
        "path": path,
        "number": given.whole(asked, "number", facts.paths[path].number if path else 0),
        "used": [id for id in used if id],
        "corruption": given.whole(asked, "corruption", 0),
        "parts": given.whole(asked, "parts", 1),
        "areas": areas,
        "removed": _ids(asked, "removed", facts.places),
        "read": {id: _read(row) for id, row in _rows(asked, "read", known).items()},
        "active": active,
        "decks": _decks(setup, _part(asked, "decks", setup.seats), active),
    }


def _first(setup: Setup, round: int) -> int:
    """The seat that holds the starting player token in a round: it goes on every round (WC-DRW-1)."""
    return setup.order[(round - 1) % len(setup.order)]


def _part(asked: Json, key: str, keys: Collection[str]) -> Json:
    part: Json = asked.get(key, {})
    given.known(part, keys, key)
    return part


def _rows(asked: Json, key: str, known: Collection[str]) -> dict[str, Json]:
    """Mappings by id; a list of ids stands for mappings that say nothing."""
    rows = asked.get(key, {})
    if isinstance(rows, list):
        rows = {str(id): {} for id in rows}
    given.known(rows, known, key)
    return {id: row or {} for id, row in rows.items()}


def _ids(data: Json, key: str, known: Collection[str]) -> list[str]:
    """A list of ids as it stands."""
    value = data.get(key, [])
    if not isinstance(value, list):
        raise WrongCall("not_list", str(value), key=key)
    for item in value:
        if not isinstance(item, str) or item not in known:
            raise WrongCall("no_item", str(item), known)
    return list(value)


def _worth(setup: Setup, areas: Json, side: str) -> dict[str, int]:
    """What a side has won; the points that are printed where none are given, UNKNOWN where nobody knows them."""
    rows = areas.get(side, {})
    if isinstance(rows, list):
        rows = dict.fromkeys(rows)
    places, paths = setup.tables.places, setup.tables.paths
    given.known(rows, (*places, *paths), side)
    out = {}
    for id, points in rows.items():
        if points is not None:
            out[id] = given.whole(rows, id, 0)
        elif id in paths:
            out[id] = 0 if side == SIDES[SHADOW] else paths[id].points
        else:
            out[id] = places[id].points
    return out


def _read(row: Any) -> Json:
    given.known(row, ("points", "defence"), "read")
    return {"points": given.whole(row, "points", 0), "defence": given.whole(row, "defence", 0)}


def _active(setup: Setup, row: Any) -> Json:
    given.known(row, ACTIVE_KEYS, "active")
    told = _part(row, "cards", setup.seats)
    return {
        "attack": given.whole(row, "attack", 0),
        "defence": given.whole(row, "defence", 0),
        "back": given.one(row, "back", "", ("", *SIDES)),
        "cards": {seat: _cards(setup, told, seat, seat) for seat in setup.seats},
    }


def _cards(setup: Setup, told: Json, key: str, seat: str) -> list[Json]:
    """Cards in play with their items."""
    rows = told.get(key, [])
    if not isinstance(rows, list):
        raise WrongCall("not_list", str(rows), key=key)
    return [_card(setup, row, seat) for row in rows]


def _card(setup: Setup, row: Any, seat: str) -> Json:
    row = {"card": row} if isinstance(row, str) else row
    given.known(row, CARD_KEYS, "card")
    owner = given.one(row, "seat", seat, setup.seats)
    return {
        "card": given.one(row, "card", "", setup.tables.cards),
        "seat": owner,
        "attack": given.whole(row, "attack", 0),
        "defence": given.whole(row, "defence", 0),
        "fresh": given.flag(row, "fresh", False),
        "items": _cards(setup, row, "items", owner),
    }


def _decks(setup: Setup, told: Json, active: dict[str, Json]) -> Json:
    every = {seat: _cards(setup, _row(told, seat), "reserve", seat) for seat in setup.seats}
    lying = [card for rows in every.values() for card in rows]
    lying += [card for row in active.values() for rows in row["cards"].values() for card in rows]
    lying += [item for card in lying for item in card["items"]]
    return {seat: _deck(setup, seat, _row(told, seat), every[seat], lying) for seat in setup.seats}


def _row(told: Json, seat: str) -> Json:
    row: Json = told.get(seat, {})
    given.known(row, DECK_KEYS, seat)
    return row


def _deck(setup: Setup, seat: str, row: Json, reserve: list[Json], lying: list[Json]) -> Json:
    """Hand and piles; what is told nowhere lies in the draw deck, or in the part that is the cycle pile."""
    chair, parts = setup.scenario.chairs[seat], setup.scenario.decks[seat]
    recycles = given.whole(row, "recycles", 0)
    later = parts[recycles + 1] if 0 <= recycles < len(parts) - 1 else ()
    gone, hidden = _ids(row, "gone", setup.tables.cards), given.whole(row, "hidden", 0)
    out: Json = {"gone": gone, "hidden": hidden, "recycles": recycles, "reserve": reserve}
    out["ring"] = given.one(row, "ring", RING_STATES[chair.ring][0], (NONE, READY, USED, SPENT))
    out["once"] = _ids(row, "once", setup.tables.cards)
    out["more"] = given.whole(row, "more", 0)
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
        cards = _ids(row, key, setup.tables.cards)
        return len(cards) if setup.options.real_cards else cards
    number = given.whole(row, key, 0)
    if not setup.options.real_cards:
        raise WrongCall("not_list", str(number), key=key)
    return number


# --- the table it describes ------------------------------------------------------------------------------------------


def place(draft: Draft, asked: Json) -> Refusal | None:
    """Set the table so, or say why it cannot be. Raises ValueError for a position that is not written out."""
    if settled(draft.setup, asked) != asked:
        raise ValueError("a position has everything written out")
    for put in (_set_paths, _set_locations, _set_decks, _set_cards, _set_round):
        fault = put(draft, asked)
        if fault is not None:
            return fault
    return None


def _set_paths(draft: Draft, asked: Json) -> Refusal | None:
    """One path at most is active, the last of those used; none is used twice (WC-LOC-5..7)."""
    path, used = asked["path"], asked["used"]
    allowed = draft.setup.scenario.paths
    for id in (*used, *([path] if path else [])):
        if id not in allowed:
            return Refusal("no_path", "WC-SET-1", {"location": location_ref(draft, id)})
        if used.count(id) > 1:
            return Refusal("position_location_twice", "WC-LOC-7", {"location": location_ref(draft, id)})
    lying = [id for id in (*asked["active"], *asked["areas"]["free"], *asked["areas"]["shadow"]) if is_path(draft, id)]
    wrong = [id for id in lying if id not in used] + [id for id in asked["active"] if is_path(draft, id) and id != path]
    if wrong or used[-1:] != ([path] if path else []):
        return Refusal("position_paths", "WC-LOC-6", {"location": location_ref(draft, (*wrong, path, *used)[0])})
    steps = [locations.step_of(draft.setup.tables.paths[id]) // (1 if draft.setup.scenario.long else 2) for id in used]
    if steps != sorted(steps):
        return Refusal("position_paths", "WC-LOC-5", {"location": location_ref(draft, path)})
    if not path and (asked["round"] > 1 or asked["step"] != "location"):
        return Refusal("position_no_path", "WC-LOC-1", {"number": asked["round"]})
    if path and not 1 <= asked["number"] <= max([draft.setup.tables.paths[id].number for id in allowed]):
        return Refusal("position_number", "WC-LOC-5", {"location": location_ref(draft, path)})
    draft.path, draft.number, draft.used = path, asked["number"], tuple(used)
    return None


def _set_locations(draft: Draft, asked: Json) -> Refusal | None:
    """Every battleground and site of the parts that are in lies in one place (WC-EPD-3, WC-SKI-6)."""
    scenario, areas = draft.setup.scenario, asked["areas"]
    most = max([1, *[len(side) for side in scenario.grounds]])
    if not 1 <= asked["parts"] <= most:
        return Refusal("position_parts", "WC-EPD-3", {"number": asked["parts"]})
    there = [id for side in scenario.grounds for part in side[: asked["parts"]] for id in part]
    there += [id for ids in scenario.schedule.values() for id in ids]
    told = [*asked["active"], *areas["free"], *areas["shadow"], *asked["removed"]]
    for id in told:
        values = {"location": location_ref(draft, id)}
        if not is_path(draft, id) and id not in there:
            return Refusal("position_location", "WC-EPD-3" if scenario.long else "WC-SET-1", values)
        if told.count(id) > 1:
            return Refusal("position_location_twice", "WC-TERM-1", values)
    fault = _check_lying(draft, asked)
    if fault is not None:
        return fault
    order = list(draft.setup.tables.places)
    draft.parts, draft.removed, draft.corruption = asked["parts"], tuple(asked["removed"]), asked["corruption"]
    for side in (FREE, SHADOW):
        left = [id for part in scenario.grounds[side][: draft.parts] for id in part if id not in told]
        draft.grounds[side] = tuple(sorted(left, key=order.index))
        draft.areas[side] = tuple([Won(id, points) for id, points in areas[SIDES[side]].items()])
    draft.read = tuple([Read(id, row["points"], row["defence"]) for id, row in asked["read"].items()])
    for id, row in asked["active"].items():
        back = SIDES.index(row["back"]) if row["back"] else UNKNOWN
        draft.active.append(Active(id, back, row["attack"], row["defence"]))
    return None


def _check_lying(draft: Draft, asked: Json) -> Refusal | None:
    """Points, tokens and corruption are numbers that can be (WC-SCO-4); sites are never won (WC-SKI-6)."""
    areas = asked["areas"]
    for id, points in (*areas["free"].items(), *areas["shadow"].items()):
        values = {"location": location_ref(draft, id)}
        if is_site(draft, id):
            return Refusal("position_site", "WC-SKI-6", values)
        if not 0 <= points <= locations.MOST_READ:
            return Refusal("position_points", "WC-SCO-1", {**values, "most": locations.MOST_READ})
    for id in asked["removed"]:
        if not is_site(draft, id):
            return Refusal("position_removed", "WC-SKI-6", {"location": location_ref(draft, id)})
    for id, row in asked["active"].items():
        if row["back"] and (is_path(draft, id) or is_site(draft, id)):
            return Refusal("not_in_area", "WC-LOC-10", {"location": location_ref(draft, id)})
    if asked["active"] and asked["step"] == "location":
        return Refusal("position_step", "WC-LOC-1", {"location": location_ref(draft, next(iter(asked["active"])))})
    numbers = [asked["corruption"], asked["passes"]]
    numbers += [number for row in asked["active"].values() for number in (row["attack"], row["defence"])]
    for row in asked["read"].values():
        if not all(0 <= number <= locations.MOST_READ for number in row.values()):
            return Refusal("read_range", "WC-CMB-4", {"most": locations.MOST_READ})
    return _negative(numbers)


def _negative(numbers: list[int]) -> Refusal | None:
    return Refusal("position_negative", "WC-SCO-4", {"number": min(numbers)}) if min(numbers) < 0 else None


def _set_decks(draft: Draft, asked: Json) -> Refusal | None:
    """Hands and piles; a Ring token is in a state that the scenario knows (WC-TRI-2, WC-D2-2)."""
    real = draft.setup.options.real_cards
    for who, seat in enumerate(draft.setup.seats):
        row, chair = asked["decks"][seat], draft.setup.scenario.chairs[seat]
        sizes = [row[key] for key in ("hand", "cycle", "draw")] if real else []
        fault = _negative([row["hidden"], row["recycles"], row["more"], *sizes])
        if fault is not None:
            return fault
        if row["ring"] not in RING_STATES[chair.ring]:
            rule = "WC-D2-2" if chair.ring == "round" else "WC-TRI-2"
            return Refusal("position_ring", rule, {"seat": Ref("role", seat)})
        if row["hidden"] and not real:
            return Refusal("position_named", "WC-SET-6", {"seat": Ref("role", seat)})
        piles = {
            key: Pile(row[key]) if real else Pile(len(row[key]), decks.in_order(draft, row[key]))
            for key in ("hand", "cycle", "draw")
        }
        named = decks.in_order(draft, row["gone"])
        parts = draft.setup.scenario.decks[seat]
        draft.deck(
            who,
            **piles,
            gone=Pile(len(named) + row["hidden"], named),
            aside=tuple([decks.in_order(draft, part) for part in parts[row["recycles"] + 2 :]]),
            recycles=row["recycles"],
            ring=row["ring"],
            once=tuple(row["once"]),
            more=row["more"],
        )
    return None


def _set_cards(draft: Draft, asked: Json) -> Refusal | None:
    """Cards in play lie where they may (WC-PLAY-2..5); every deck has as many as it should (WC-SET-2)."""
    for seat in draft.setup.seats:
        laid = [(RESERVE, row) for row in asked["decks"][seat]["reserve"]]
        laid += [(id, row) for id, active in asked["active"].items() for row in active["cards"][seat]]
        for at, row in laid:
            fault = _lay(draft, row, at)
            if fault is not None:
                return fault
    for who, seat in enumerate(draft.setup.seats):
        fault = _check_deck(draft, who, seat)
        if fault is not None:
            return fault
    return None


def _lay(draft: Draft, row: Json, at: str, on: str = "") -> Refusal | None:
    """A card in play with its items."""
    id, facts = row["card"], draft.setup.tables.cards[row["card"]]
    if facts.type == play.EVENT:
        return Refusal("position_event", "WC-PLAY-5", {"card": Ref("card", id)})
    if (facts.type == play.ITEM) != bool(on) or (row["items"] and facts.type != play.CHARACTER):
        return Refusal("position_item", "WC-PLAY-4", {"card": Ref("card", id)})
    fault = play.place_fault(draft, id, at) if at != RESERVE and not on else None
    fault = fault or _negative([row["attack"], row["defence"]])
    if fault is not None:
        return fault
    seat = draft.setup.seats.index(row["seat"])
    draft.cards.append(Card(id, seat, at, on, row["fresh"], row["attack"], row["defence"]))
    for item in row["items"]:
        fault = _lay(draft, item, at, id)
        if fault is not None:
            return fault
    return None


def _check_deck(draft: Draft, who: int, seat: str) -> Refusal | None:
    """No card of another deck, no copy too many, and all of them somewhere."""
    deck, parts = draft.decks[who], draft.setup.scenario.decks[seat]
    whole = Counter([card for part in parts[: deck.recycles + 2] for card in part])
    told = [card.id for card in draft.cards if card.seat == who]
    told += [card for pile in (deck.draw, deck.hand, deck.cycle, deck.gone) for card in pile.cards]
    for card, number in Counter(told).items():
        values = {"card": Ref("card", card), "seat": Ref("role", seat)}
        if not whole[card]:
            return Refusal("position_card", "WC-SET-2", values)
        if number > whole[card]:
            return Refusal("position_card_twice", "WC-SET-2", values)
    sizes = sum([pile.size for pile in (deck.draw, deck.hand, deck.cycle, deck.gone)])
    sizes += len([card for card in draft.cards if card.seat == who])
    if sizes != whole.total():
        return Refusal(
            "position_cards", "WC-SET-2", {"seat": Ref("role", seat), "number": sizes, "size": whole.total()}
        )
    return None


def _set_round(draft: Draft, asked: Json) -> Refusal | None:
    """The round begins as any, then what is over of it is left out (WC-RND-1)."""
    setup, step = draft.setup, asked["step"]
    if not 1 <= asked["round"] <= setup.scenario.steps:
        return Refusal("position_round", "WC-RND-2", {"number": asked["round"], "last": setup.scenario.steps})
    if asked["first"] != setup.seats[_first(setup, asked["round"])]:
        values = {"seat": Ref("seat", asked["first"]), "number": asked["round"]}
        return Refusal("position_first", "WC-DRW-1", values)
    kept, cards = list(draft.decks), list(draft.cards)
    draft.round, draft.first = asked["round"] - 1, (asked["round"] - 1) % len(setup.order)
    turn.begin(draft)
    draft.decks, draft.cards, draft.phase = kept, cards, step
    draft.agenda = [frame for frame in draft.agenda if frame[0] not in STEPS[step]]
    fault = _set_acting(draft, asked)
    if fault is not None:
        return fault
    for active in draft.active:
        if UNKNOWN in printed(draft, active.id):
            draft.push("read", starting(draft), active.id)
    return None


def _set_acting(draft: Draft, asked: Json) -> Refusal | None:
    """Who is due to act, and how many have passed, in the action step."""
    seat = asked["to_act"]
    if asked["step"] != "action":
        if seat or asked["passes"]:
            who = seat or draft.setup.seats[starting(draft)]
            return Refusal("position_acting", "WC-ACT-1", {"seat": Ref("seat", who)})
        return None
    order = draft.setup.order
    if seat:
        due = [(draft.first + ahead) % len(order) for ahead in range(len(order))]
        draft.acting = next(at for at in due if draft.setup.seats[order[at]] == seat)
    draft.passes = asked["passes"]
    if acting.all_passed(draft) or draft.passes > len(order):
        return Refusal("position_passes", "WC-ACT-1", {"number": asked["passes"]})
    return None
