"""The table that a position describes, checked for possibility.

Knows what cannot be at any table (WC-SET, WC-LOC, WC-PLAY...); how such a table would have come about is not asked.
"""

from __future__ import annotations

from collections import Counter

from companion.games.wotrcards.rules import action_step, locations, paths, play, rounds
from companion.games.wotrcards.rules.common import is_path, is_site, location_ref, printed, starting
from companion.games.wotrcards.rules.piles import in_order
from companion.games.wotrcards.rules.position_read import RING_STATES, STEPS, Json, settled, starter
from companion.games.wotrcards.state import RESERVE, Active, Card, Draft, Pile, Read, Won
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES, UNKNOWN
from companion.messages import Ref, Refusal


def apply(draft: Draft, asked: Json) -> Refusal | None:
    """Set the table so, or say why it cannot be. Raises ValueError for a position that is not written out."""
    if settled(draft.setup, asked) != asked:
        raise ValueError("a position has everything written out")
    for part in (_set_paths, _set_locations, _set_decks, _set_cards, _set_round):
        fault = part(draft, asked)
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
    steps = [paths.step_of(draft.setup.tables.paths[id]) // (1 if draft.setup.scenario.long else 2) for id in used]
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
    named = [*asked["active"], *areas["free"], *areas["shadow"], *asked["removed"]]
    for id in named:
        values = {"location": location_ref(draft, id)}
        if not is_path(draft, id) and id not in there:
            return Refusal("position_location", "WC-EPD-3" if scenario.long else "WC-SET-1", values)
        if named.count(id) > 1:
            return Refusal("position_location_twice", "WC-TERM-1", values)
    fault = _check_lying(draft, asked)
    if fault is not None:
        return fault
    order = list(draft.setup.tables.places)
    draft.parts, draft.removed, draft.corruption = asked["parts"], tuple(asked["removed"]), asked["corruption"]
    for side in (FREE, SHADOW):
        left = [id for part in scenario.grounds[side][: draft.parts] for id in part if id not in named]
        draft.change_side("grounds", side, tuple(sorted(left, key=order.index)))
        draft.change_side("areas", side, tuple([Won(id, points) for id, points in areas[SIDES[side]].items()]))
    draft.read = tuple([Read(id, row["points"], row["defence"]) for id, row in asked["read"].items()])
    for id, row in asked["active"].items():
        back = SIDES.index(row["back"]) if row["back"] else UNKNOWN
        draft.active = (*draft.active, Active(id, back, row["attack"], row["defence"]))
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
            key: Pile(row[key]) if real else Pile(len(row[key]), in_order(draft, row[key]))
            for key in ("hand", "cycle", "draw")
        }
        named = in_order(draft, row["gone"])
        parts = draft.setup.scenario.decks[seat]
        draft.change_deck(
            who,
            **piles,
            gone=Pile(len(named) + row["hidden"], named),
            aside=tuple([in_order(draft, part) for part in parts[row["recycles"] + 2 :]]),
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
    card = Card(id, seat, at, on, row["fresh"], row["attack"], row["defence"])
    draft.cards = (*draft.cards, card)
    for item in row["items"]:
        fault = _lay(draft, item, at, id)
        if fault is not None:
            return fault
    return None


def _check_deck(draft: Draft, who: int, seat: str) -> Refusal | None:
    """No card of another deck, no copy too many, and all of them somewhere."""
    deck, parts = draft.decks[who], draft.setup.scenario.decks[seat]
    whole = Counter([card for part in parts[: deck.recycles + 2] for card in part])
    named = [card.id for card in draft.cards if card.seat == who]
    named += [card for pile in (deck.draw, deck.hand, deck.cycle, deck.gone) for card in pile.cards]
    for card, number in Counter(named).items():
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
    if asked["first"] != setup.seats[starter(setup, asked["round"])]:
        values = {"seat": Ref("seat", asked["first"]), "number": asked["round"]}
        return Refusal("position_first", "WC-DRW-1", values)
    kept, cards = draft.decks, draft.cards
    draft.round, draft.first = asked["round"] - 1, (asked["round"] - 1) % len(setup.order)
    rounds.begin(draft)
    draft.decks, draft.cards, draft.phase = kept, cards, step
    draft.agenda = tuple([due for due in draft.agenda if due.kind not in STEPS[step]])
    fault = _set_acting(draft, asked)
    if fault is not None:
        return fault
    for active in draft.active:
        if UNKNOWN in printed(draft, active.id):
            draft.push(locations.ReadLocation(starting(draft), active.id))
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
    if draft.passes > len(order) or action_step.all_passed(draft):
        return Refusal("position_passes", "WC-ACT-1", {"number": asked["passes"]})
    return None
