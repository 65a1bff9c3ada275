"""Tables already in play: a position file -> the header's position -> the table it describes, checked for possibility.

Knows what cannot be at any table (WC-SET, WC-LOC, WC-PLAY...); how such a table would have come about is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal
from companion.games.wotrcards.rules.common import play
from companion.games.wotrcards.rules.common.common import is_path, is_site, location_ref, printed_values, starting_seat
from companion.games.wotrcards.rules.common.piles import in_order
from companion.games.wotrcards.rules.locations import locations, paths
from companion.games.wotrcards.rules.turn import action_step, rounds
from companion.games.wotrcards.state import (
    NONE,
    READY,
    RESERVE,
    SPENT,
    USED,
    Active,
    CardInPlay,
    Draft,
    Pile,
    ReadValues,
    Setup,
    Won,
)
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES, UNKNOWN, Tables
from companion.play.game import input_values
from companion.play.game.position_schema import (
    Kind,
    by_id,
    flag,
    ids,
    list_value,
    mapping_value,
    nullable_value,
    one,
    optional_value,
    read,
    whole_number,
)
from companion.play.game.setup import PositionHeader, refuse

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]
KEYS = (
    *("scenario", "seats", "round", "step", "first", "to_act", "passes", "path", "number", "used", "corruption"),
    *("parts", "areas", "removed", "read", "active", "decks"),
)
STEPS = {"location": (), "action": ("ground", "path"), "combat": ("ground", "path", "acting")}  # what is over in it
RING_STATES = {"none": (NONE,), "once": (READY, SPENT), "round": (READY, USED)}


# --- what the file says ----------------------------------------------------------------------------------------------


def position_head(content: Content, asked: Json, variant: str | None) -> PositionHeader:
    """The scenario and who plays, as far as the file says so. Raises WrongCall."""
    input_values.check_keys(asked, KEYS, "position")
    scenario, seats = asked.get("scenario"), asked.get("seats", [])
    if not isinstance(seats, list):
        raise WrongCall("not_list", str(seats), key="seats")
    players = input_values.read_players(seats, "deck", ("deck", "name"))
    return PositionHeader(players or None, None if scenario is None else str(scenario))


def _position_schema(setup: Setup, asked: Json) -> dict[str, Kind]:
    """What each key may hold, in the order in which mistakes are named."""
    facts, seats = setup.tables, setup.seats
    known = (*facts.places, *facts.paths)
    icons = mapping_value({"points": whole_number(), "defence": whole_number()}, "read")
    return {
        "step": one(STEPS, "action" if "active" in asked else "location"),
        "round": whole_number(1),
        "areas": mapping_value({side: _won_points(facts, side) for side in SIDES}),
        "path": one(("", *facts.paths)),
        "active": by_id(dict.fromkeys(known, _active_kind(setup)), listed=True),
        "used": optional_value(ids(facts.paths)),
        "first": optional_value(one(seats)),
        "to_act": one(("", *seats)),
        "passes": whole_number(),
        "number": optional_value(whole_number()),
        "corruption": whole_number(),
        "parts": whole_number(1),
        "removed": ids(facts.places),
        "read": by_id(dict.fromkeys(known, icons), listed=True),
        "decks": mapping_value({seat: _deck_kind(setup, seat) for seat in seats}),
    }


def _won_points(facts: Tables, side: str) -> Kind:
    """Points of what a side has won; those that are printed where none are given, UNKNOWN where nobody knows them."""
    printed = {id: place.points for id, place in facts.places.items()}
    printed |= {id: 0 if side == SIDES[SHADOW] else path.points for id, path in facts.paths.items()}

    def points(data: Json, key: str) -> dict[str, int]:
        found = data.get(key, {})
        if isinstance(found, list):
            found = dict.fromkeys(input_values.ids(data, key, printed))
        input_values.check_keys(found, printed, key)
        return {id: printed[id] if found[id] is None else input_values.read_whole(found, id, 0) for id in found}

    return points


def _active_kind(setup: Setup) -> Kind:
    cards = mapping_value({seat: _cards_kind(setup, seat) for seat in setup.seats})
    return mapping_value(
        {"attack": whole_number(), "defence": whole_number(), "back": one(("", *SIDES)), "cards": cards}, "active"
    )


def _cards_kind(setup: Setup, seat: str) -> Kind:
    """Cards in play with their items, each an id or a mapping."""
    owner = one(setup.seats, seat)
    card = {
        "seat": owner,
        "card": one(setup.tables.cards),
        "attack": whole_number(),
        "defence": whole_number(),
        "fresh": flag(),
        "items": lambda data, key: _cards_kind(setup, owner(data, "seat"))(data, key),
    }
    return list_value(mapping_value(card, "card", short={str: "card"}))


def _deck_kind(setup: Setup, seat: str) -> Kind:
    cards, pile = setup.tables.cards, nullable_value(_pile_kind(setup))
    return mapping_value(
        {
            "reserve": _cards_kind(setup, seat),
            "recycles": whole_number(),
            "gone": ids(cards),
            "hidden": whole_number(),
            "ring": one((NONE, READY, USED, SPENT), RING_STATES[setup.scenario.chairs[seat].ring][0]),
            "once": ids(cards),
            "more": whole_number(),
            "hand": pile,
            "cycle": pile,
            "draw": pile,
        }
    )


def _pile_kind(setup: Setup) -> Kind:
    """Cards of a hand or pile: counted where they are real, else named."""

    def pile(data: Json, key: str) -> list[str] | int:
        if isinstance(data[key], list):
            cards = input_values.ids(data, key, setup.tables.cards)
            return len(cards) if setup.options.real_cards else cards
        number = input_values.read_whole(data, key, 0)
        if not setup.options.real_cards:
            raise WrongCall("not_list", str(number), key=key)
        return number

    return pile


def complete_position(setup: Setup, seats: Sequence[Json], asked: Json) -> Json:
    """The position with everything written out; what is left out is as at set-up. Raises WrongCall."""
    paths, out = setup.tables.paths, read(_position_schema(setup, asked), asked)
    path, active, won = out["path"], out["active"], [id for side in out["areas"].values() for id in side]
    if path and out["step"] != "location" and path not in (*active, *won):
        active[path] = _active_kind(setup)({}, path)
    if out["used"] is None:
        before = [id for id in paths if id in won and id != path]
        out["used"] = [*before, path] if path else before
    if out["first"] is None:
        out["first"] = setup.seats[round_starter(setup, out["round"])]
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


def round_starter(setup: Setup, round: int) -> int:
    """The seat that holds the starting player token in a round: it goes on every round (WC-DRW-1)."""
    return setup.order[(round - 1) % len(setup.order)]


# --- the table -------------------------------------------------------------------------------------------------------


def set_table(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Set the table so, or say why it cannot be."""
    yield from _set_paths(draft, asked)
    yield from _set_locations(draft, asked)
    for seat_index, seat in enumerate(draft.setup.seats):
        yield from _set_deck(draft, seat_index, seat, asked["decks"][seat])
    for seat in draft.setup.seats:
        for row in asked["decks"][seat]["reserve"]:
            yield from _lay_card(draft, row, RESERVE)
        for id, active in asked["active"].items():
            for row in active["cards"][seat]:
                yield from _lay_card(draft, row, id)
    for seat_index, seat in enumerate(draft.setup.seats):
        yield from _check_deck(draft, seat_index, seat)
    yield from _set_round(draft, asked)


def _set_paths(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """One path at most is active, the last of those used; none is used twice (WC-LOC-5..7)."""
    path, used, active, areas = asked["path"], asked["used"], asked["active"], asked["areas"]
    facts, allowed, long = draft.setup.tables.paths, draft.setup.scenario.paths, draft.setup.scenario.double_steps
    for id in (*used, *([path] if path else [])):
        location = location_ref(draft, id)
        yield from refuse(id not in allowed, "no_path", "WC-SET-1", location=location)
        yield from refuse(used.count(id) > 1, "position_location_twice", "WC-LOC-7", location=location)
    lying = [id for id in (*active, *areas["free"], *areas["shadow"]) if is_path(draft, id)]
    stray = [id for id in lying if id not in used] + [id for id in active if is_path(draft, id) and id != path]
    wrong = stray or used[-1:] != ([path] if path else [])
    yield from refuse(wrong, "position_paths", "WC-LOC-6", location=location_ref(draft, (*stray, path)[0]))
    location, steps = location_ref(draft, path), [paths.step_of(facts[id]) // (1 if long else 2) for id in used]
    yield from refuse(steps != sorted(steps), "position_paths", "WC-LOC-5", location=location)
    wrong = not path and (asked["round"] > 1 or asked["step"] != "location")
    yield from refuse(wrong, "position_no_path", "WC-LOC-1", number=asked["round"])
    wrong = path and not 1 <= asked["number"] <= max([facts[id].number for id in allowed])
    yield from refuse(wrong, "position_number", "WC-LOC-5", location=location)
    draft.path, draft.number, draft.used = path, asked["number"], tuple(used)


def _set_locations(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Every battleground and site of the parts that are in lies in one place (WC-EPD-3, WC-SKI-6)."""
    scenario, areas, parts = draft.setup.scenario, asked["areas"], asked["parts"]
    most = max([1, *[len(side) for side in scenario.grounds]])
    yield from refuse(not 1 <= parts <= most, "position_parts", "WC-EPD-3", number=parts)
    there = {id for side in scenario.grounds for part in side[:parts] for id in part}
    there |= {id for ids in scenario.schedule.values() for id in ids}
    named = [*asked["active"], *areas["free"], *areas["shadow"], *asked["removed"]]
    for id in named:
        stray, location = not is_path(draft, id) and id not in there, location_ref(draft, id)
        rule = "WC-EPD-3" if scenario.double_steps else "WC-SET-1"
        yield from refuse(stray, "position_location", rule, location=location)
        yield from refuse(named.count(id) > 1, "position_location_twice", "WC-TERM-1", location=location)
    yield from _check_lying(draft, asked)
    order = list(draft.setup.tables.places)
    draft.parts, draft.removed, draft.corruption = parts, tuple(asked["removed"]), asked["corruption"]
    for side in (FREE, SHADOW):
        left = [id for part in scenario.grounds[side][:parts] for id in part if id not in named]
        draft.change_side("grounds", side, tuple(sorted(left, key=order.index)))
        draft.change_side("areas", side, tuple([Won(id, points) for id, points in areas[SIDES[side]].items()]))
    draft.read = tuple([ReadValues(id, row["points"], row["defence"]) for id, row in asked["read"].items()])
    for id, row in asked["active"].items():
        back = SIDES.index(row["back"]) if row["back"] else UNKNOWN
        draft.active = (*draft.active, Active(id, back, row["attack"], row["defence"]))


def _check_lying(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Points, tokens and corruption are numbers that can be (WC-SCO-4); sites are never won (WC-SKI-6)."""
    most, active, read = locations.MOST_READ, asked["active"], asked["read"].values()
    for id, points in (*asked["areas"]["free"].items(), *asked["areas"]["shadow"].items()):
        location = location_ref(draft, id)
        yield from refuse(is_site(draft, id), "position_site", "WC-SKI-6", location=location)
        yield from refuse(not 0 <= points <= most, "position_points", "WC-SCO-1", location=location, most=most)
    for id in asked["removed"]:
        yield from refuse(not is_site(draft, id), "position_removed", "WC-SKI-6", location=location_ref(draft, id))
    for id, row in active.items():
        wrong = row["back"] and (is_path(draft, id) or is_site(draft, id))
        yield from refuse(wrong, "not_in_area", "WC-LOC-10", location=location_ref(draft, id))
    if active and asked["step"] == "location":
        yield Refusal("position_step", "WC-LOC-1", {"location": location_ref(draft, next(iter(active)))})
    wrong = not all(0 <= number <= most for row in read for number in row.values())
    yield from refuse(wrong, "read_range", "WC-CMB-4", most=most)
    tokens = [row[kind] for row in active.values() for kind in ("attack", "defence")]
    yield from _negative_number(asked["corruption"], asked["passes"], *tokens)


def _negative_number(*numbers: int) -> Iterator[Refusal]:
    yield from refuse(min(numbers) < 0, "position_negative", "WC-SCO-4", number=min(numbers))


def _set_deck(draft: Draft, seat_index: int, seat: str, row: Json) -> Iterator[Refusal]:
    """Hand and piles; a Ring token is in a state that the scenario knows (WC-TRI-2, WC-D2-2)."""
    real, uses = draft.setup.options.real_cards, draft.setup.scenario.chairs[seat].ring
    piles, role = {key: row[key] for key in ("hand", "cycle", "draw")}, Ref("role", seat)
    yield from _negative_number(row["hidden"], row["recycles"], row["more"], *(piles.values() if real else ()))
    wrong = row["ring"] not in RING_STATES[uses]
    rule = "WC-D2-2" if uses == "round" else "WC-TRI-2"
    yield from refuse(wrong, "position_ring", rule, seat=role)
    yield from refuse(row["hidden"] and not real, "position_named", "WC-SET-6", seat=role)
    gone, later = in_order(draft, row["gone"]), draft.setup.scenario.decks[seat][row["recycles"] + 2 :]
    draft.change_deck(
        seat_index,
        **{key: Pile(pile) if real else Pile(len(pile), in_order(draft, pile)) for key, pile in piles.items()},
        gone=Pile(len(gone) + row["hidden"], gone),
        aside=tuple([in_order(draft, part) for part in later]),
        once=tuple(row["once"]),
        **{key: row[key] for key in ("recycles", "ring", "more")},
    )


def _lay_card(draft: Draft, row: Json, at: str, on: str = "") -> Iterator[Refusal]:
    """A card in play with its items; it lies where it may (WC-PLAY-2..5)."""
    id, type = row["card"], draft.setup.tables.cards[row["card"]].type
    held = (type == play.ITEM) == bool(on) and (type == play.CHARACTER or not row["items"])
    yield from refuse(type == play.EVENT, "position_event", "WC-PLAY-5", card=Ref("card", id))
    yield from refuse(not held, "position_item", "WC-PLAY-4", card=Ref("card", id))
    fault = (
        play.place_fault(draft, id, at) if at != RESERVE and not on else play.item_fault(draft, id, on) if on else None
    )
    if fault is not None:
        yield fault
    yield from _negative_number(row["attack"], row["defence"])
    seat = draft.setup.seats.index(row["seat"])
    draft.cards = (*draft.cards, CardInPlay(id, seat, at, on, row["fresh"], row["attack"], row["defence"]))
    for item in row["items"]:
        yield from _lay_card(draft, item, at, id)


def _check_deck(draft: Draft, seat_index: int, seat: str) -> Iterator[Refusal]:
    """No card of another deck, no copy too many, and all of them somewhere (WC-SET-2, WC-WN-1)."""
    deck, parts, role = draft.decks[seat_index], draft.setup.scenario.decks[seat], Ref("role", seat)
    piles, played = (
        (deck.draw, deck.hand, deck.cycle, deck.gone),
        [card.id for card in draft.cards if card.seat == seat_index],
    )
    rule = "WC-WN-1" if "encroaches" in draft.setup.scenario.special else "WC-SET-2"  # what fixes the cards of a deck
    whole = Counter([card for part in parts[: deck.recycles + 2] for card in part])
    for id, number in Counter([*played, *[card for pile in piles for card in pile.cards]]).items():
        card = Ref("card", id)
        yield from refuse(not whole[id], "position_card", rule, card=card, seat=role)
        yield from refuse(number > whole[id], "position_card_twice", rule, card=card, seat=role)
    number, size = sum([pile.size for pile in piles]) + len(played), whole.total()
    yield from refuse(number != size, "position_cards", rule, seat=role, number=number, size=size)


def _set_round(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """The round begins as any, then what is over of it is left out (WC-RND-1)."""
    setup, number, step, last = draft.setup, asked["round"], asked["step"], draft.setup.scenario.steps
    yield from refuse(not 1 <= number <= last, "position_round", "WC-RND-2", number=number, last=last)
    wrong = asked["first"] != setup.seats[round_starter(setup, number)]
    yield from refuse(wrong, "position_first", "WC-DRW-1", seat=Ref("seat", asked["first"]), number=number)
    kept, cards = draft.decks, draft.cards
    draft.round, draft.first = number - 1, (number - 1) % len(setup.order)
    rounds.begin_round(draft)
    draft.decks, draft.cards, draft.phase = kept, cards, step
    draft.agenda = tuple([due for due in draft.agenda if due.kind not in STEPS[step]])
    yield from _set_acting(draft, asked["to_act"], asked["passes"])
    for active in draft.active:
        if UNKNOWN in printed_values(draft, active.id):
            draft.push(locations.ReadLocation(starting_seat(draft), active.id))


def _set_acting(draft: Draft, seat: str, passes: int) -> Iterator[Refusal]:
    """Set the seat that is due to act and the number of passes, in the action step."""
    order, seats = draft.setup.order, draft.setup.seats
    if draft.phase != "action":
        who = Ref("seat", seat or seats[starting_seat(draft)])
        yield from refuse(seat or passes, "position_acting", "WC-ACT-1", seat=who)
        return
    if seat:
        due = [(draft.first + ahead) % len(order) for ahead in range(len(order))]
        draft.acting = next(at for at in due if seats[order[at]] == seat)
    draft.passes = passes
    wrong = passes > len(order) or action_step.all_passed(draft)
    yield from refuse(wrong, "position_passes", "WC-ACT-1", number=passes)
