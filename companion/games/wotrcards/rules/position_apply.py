"""The table that a position describes, checked for possibility.

Knows what cannot be at any table (WC-SET, WC-LOC, WC-PLAY...); how such a table would have come about is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.wotrcards.rules import action_step, locations, paths, play, rounds
from companion.games.wotrcards.rules.common import is_path, is_site, location_ref, printed, starting
from companion.games.wotrcards.rules.piles import in_order
from companion.games.wotrcards.rules.position_read import RING_STATES, STEPS, Json, starter
from companion.games.wotrcards.state import RESERVE, Active, Card, Draft, Pile, Read, Won
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES, UNKNOWN
from companion.messages import Ref, Refusal
from companion.play.setup import refuse


def apply(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Set the table so, or say why it cannot be."""
    yield from _set_paths(draft, asked)
    yield from _set_locations(draft, asked)
    for who, seat in enumerate(draft.setup.seats):
        yield from _set_deck(draft, who, seat, asked["decks"][seat])
    for seat in draft.setup.seats:
        for row in asked["decks"][seat]["reserve"]:
            yield from _lay(draft, row, RESERVE)
        for id, active in asked["active"].items():
            for row in active["cards"][seat]:
                yield from _lay(draft, row, id)
    for who, seat in enumerate(draft.setup.seats):
        yield from _check_deck(draft, who, seat)
    yield from _set_round(draft, asked)


def _set_paths(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """One path at most is active, the last of those used; none is used twice (WC-LOC-5..7)."""
    path, used, active, areas = asked["path"], asked["used"], asked["active"], asked["areas"]
    facts, allowed, long = draft.setup.tables.paths, draft.setup.scenario.paths, draft.setup.scenario.long
    for id in (*used, *([path] if path else [])):
        location = location_ref(draft, id)
        yield from refuse(id not in allowed, "no_path", "WC-SET-1", location=location)
        yield from refuse(used.count(id) > 1, "position_location_twice", "WC-LOC-7", location=location)
    lying = [id for id in (*active, *areas["free"], *areas["shadow"]) if is_path(draft, id)]
    stray = [id for id in lying if id not in used] + [id for id in active if is_path(draft, id) and id != path]
    wrong, first = stray or used[-1:] != ([path] if path else []), (*stray, path, *used)[0]
    yield from refuse(wrong, "position_paths", "WC-LOC-6", location=location_ref(draft, first))
    steps, location = [paths.step_of(facts[id]) // (1 if long else 2) for id in used], location_ref(draft, path)
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
        rule = "WC-EPD-3" if scenario.long else "WC-SET-1"
        yield from refuse(stray, "position_location", rule, location=location)
        yield from refuse(named.count(id) > 1, "position_location_twice", "WC-TERM-1", location=location)
    yield from _check_lying(draft, asked)
    order = list(draft.setup.tables.places)
    draft.parts, draft.removed, draft.corruption = parts, tuple(asked["removed"]), asked["corruption"]
    for side in (FREE, SHADOW):
        left = [id for part in scenario.grounds[side][:parts] for id in part if id not in named]
        draft.change_side("grounds", side, tuple(sorted(left, key=order.index)))
        draft.change_side("areas", side, tuple([Won(id, points) for id, points in areas[SIDES[side]].items()]))
    draft.read = tuple([Read(id, row["points"], row["defence"]) for id, row in asked["read"].items()])
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
    for id in active if asked["step"] == "location" else ():
        yield Refusal("position_step", "WC-LOC-1", {"location": location_ref(draft, id)})
    wrong = not all(0 <= number <= most for row in read for number in row.values())
    yield from refuse(wrong, "read_range", "WC-CMB-4", most=most)
    tokens = [row[kind] for row in active.values() for kind in ("attack", "defence")]
    yield from _negative(asked["corruption"], asked["passes"], *tokens)


def _negative(*numbers: int) -> Iterator[Refusal]:
    yield from refuse(min(numbers) < 0, "position_negative", "WC-SCO-4", number=min(numbers))


def _set_deck(draft: Draft, who: int, seat: str, row: Json) -> Iterator[Refusal]:
    """Hand and piles; a Ring token is in a state that the scenario knows (WC-TRI-2, WC-D2-2)."""
    real, uses = draft.setup.options.real_cards, draft.setup.scenario.chairs[seat].ring
    piles, role = {key: row[key] for key in ("hand", "cycle", "draw")}, Ref("role", seat)
    yield from _negative(row["hidden"], row["recycles"], row["more"], *(piles.values() if real else ()))
    wrong, rule = row["ring"] not in RING_STATES[uses], "WC-D2-2" if uses == "round" else "WC-TRI-2"
    yield from refuse(wrong, "position_ring", rule, seat=role)
    yield from refuse(row["hidden"] and not real, "position_named", "WC-SET-6", seat=role)
    gone, later = in_order(draft, row["gone"]), draft.setup.scenario.decks[seat][row["recycles"] + 2 :]
    draft.change_deck(
        who,
        **{key: Pile(pile) if real else Pile(len(pile), in_order(draft, pile)) for key, pile in piles.items()},
        gone=Pile(len(gone) + row["hidden"], gone),
        aside=tuple([in_order(draft, part) for part in later]),
        once=tuple(row["once"]),
        **{key: row[key] for key in ("recycles", "ring", "more")},
    )


def _lay(draft: Draft, row: Json, at: str, on: str = "") -> Iterator[Refusal]:
    """A card in play with its items; it lies where it may (WC-PLAY-2..5)."""
    id, type = row["card"], draft.setup.tables.cards[row["card"]].type
    held = (type == play.ITEM) == bool(on) and (type == play.CHARACTER or not row["items"])
    yield from refuse(type == play.EVENT, "position_event", "WC-PLAY-5", card=Ref("card", id))
    yield from refuse(not held, "position_item", "WC-PLAY-4", card=Ref("card", id))
    fault = play.place_fault(draft, id, at) if at != RESERVE and not on else None
    yield from [] if fault is None else [fault]
    yield from _negative(row["attack"], row["defence"])
    seat = draft.setup.seats.index(row["seat"])
    draft.cards = (*draft.cards, Card(id, seat, at, on, row["fresh"], row["attack"], row["defence"]))
    for item in row["items"]:
        yield from _lay(draft, item, at, id)


def _check_deck(draft: Draft, who: int, seat: str) -> Iterator[Refusal]:
    """No card of another deck, no copy too many, and all of them somewhere (WC-SET-2)."""
    deck, parts, role = draft.decks[who], draft.setup.scenario.decks[seat], Ref("role", seat)
    piles, played = (deck.draw, deck.hand, deck.cycle, deck.gone), [card.id for card in draft.cards if card.seat == who]
    whole = Counter([card for part in parts[: deck.recycles + 2] for card in part])
    for id, number in Counter([*played, *[card for pile in piles for card in pile.cards]]).items():
        card = Ref("card", id)
        yield from refuse(not whole[id], "position_card", "WC-SET-2", card=card, seat=role)
        yield from refuse(number > whole[id], "position_card_twice", "WC-SET-2", card=card, seat=role)
    number, size = sum([pile.size for pile in piles]) + len(played), whole.total()
    yield from refuse(number != size, "position_cards", "WC-SET-2", seat=role, number=number, size=size)


def _set_round(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """The round begins as any, then what is over of it is left out (WC-RND-1)."""
    setup, number, step, last = draft.setup, asked["round"], asked["step"], draft.setup.scenario.steps
    yield from refuse(not 1 <= number <= last, "position_round", "WC-RND-2", number=number, last=last)
    wrong, first = asked["first"] != setup.seats[starter(setup, number)], Ref("seat", asked["first"])
    yield from refuse(wrong, "position_first", "WC-DRW-1", seat=first, number=number)
    kept, cards = draft.decks, draft.cards
    draft.round, draft.first = number - 1, (number - 1) % len(setup.order)
    rounds.begin(draft)
    draft.decks, draft.cards, draft.phase = kept, cards, step
    draft.agenda = tuple([due for due in draft.agenda if due.kind not in STEPS[step]])
    yield from _set_acting(draft, asked["to_act"], asked["passes"])
    for active in draft.active:
        if UNKNOWN in printed(draft, active.id):
            draft.push(locations.ReadLocation(starting(draft), active.id))


def _set_acting(draft: Draft, seat: str, passes: int) -> Iterator[Refusal]:
    """Who is due to act, and how many have passed, in the action step."""
    order, seats = draft.setup.order, draft.setup.seats
    if draft.phase != "action":
        who = Ref("seat", seat or seats[starting(draft)])
        yield from refuse(seat or passes, "position_acting", "WC-ACT-1", seat=who)
        return
    if seat:
        due = [(draft.first + ahead) % len(order) for ahead in range(len(order))]
        draft.acting = next(at for at in due if seats[order[at]] == seat)
    draft.passes = passes
    wrong = passes > len(order) or action_step.all_passed(draft)
    yield from refuse(wrong, "position_passes", "WC-ACT-1", number=passes)
