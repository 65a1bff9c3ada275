"""Tables already in play: a position file -> the header's position -> the table it describes, checked for possibility.

Knows what cannot be at any table (WR-SETUP, WR-DICE, WR-FELL...); how such a table would have come about is not asked.
Units, Leaders and Nazgûl of the map are read and kept in the header as a note: armies stay on the board.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.errors import WrongCall
from companion.games.wotr.rules import companions, ending, hands, turn
from companion.games.wotr.rules.action_dice import EYE
from companion.games.wotr.rules.action_step import ActionStep
from companion.games.wotr.rules.companions import GOLLUM
from companion.games.wotr.rules.sides import leader, seats_of
from companion.games.wotr.state import (
    ASIDE,
    GONE,
    IN_FELLOWSHIP,
    OFF_TRACK,
    Draft,
    Fellowship,
    Hand,
    HuntBox,
    Setup,
)
from companion.games.wotr.tables import DECKS, FP, SHADOW, SIDES, Tables
from companion.messages import Ref, Refusal
from companion.play import input_values
from companion.play.draft import NOBODY, put

Json = dict[str, Any]
KEYS = (
    *("seats", "turn", "phase", "to_act", "dice", "hunt_box", "fellowship", "pool", "rings", "politics", "regions"),
    *("gone", "hands", "decks", "table", "vp"),
)
PHASES = {  # phase -> what of a fresh turn is over when it begins
    "recover": (),
    "fellowship": ("draw_phase",),
    "allocation": ("draw_phase", "fellowship", "lead"),
    "roll": ("draw_phase", "fellowship", "lead", "allocate"),
    "action": ("draw_phase", "fellowship", "lead", "allocate", "roll"),
    "victory": ("draw_phase", "fellowship", "lead", "allocate", "roll", "acting"),
}
ROLLED = ("action", "victory")  # phases in which dice have been rolled
FELLOWSHIP_KEYS = (
    *("region", "progress", "hidden", "guide", "companions", "corruption", "mordor_step"),
    *("declared", "tried"),
)
REGION_KEYS = ("units", "leaders", "nazgul", "characters", "control", "captor", "besieged")
POOL_KEYS = ("in", "out", "removed", "waiting")


# --- what the file says ----------------------------------------------------------------------------------------------


def players(facts: Tables, asked: Any) -> list[str] | None:
    """`Name:seat` of every seat, None where the file names nobody. Raises WrongCall."""
    input_values.check_keys(asked, KEYS, "position")
    rows = asked.get("seats")
    if rows is None:
        return None
    if not isinstance(rows, list):
        raise WrongCall("not_mapping", "seats")
    for row in rows:
        input_values.check_keys(row, ("seat", "name"), "seat")
    return [f"{row.get('name') or row.get('seat')}:{row.get('seat')}" for row in rows]


def settled(setup: Setup, asked: Json) -> Json:
    """The position with everything written out; what is left out is as at set-up. Raises WrongCall."""
    facts = setup.tables
    input_values.check_keys(asked, KEYS, "position")
    phase = input_values.one(asked, "phase", "action" if "dice" in asked else "recover", PHASES)
    regions = _regions(setup, asked)
    gone = input_values.sorted_ids(asked, "gone", facts.characters)
    away = {*gone, *[id for row in regions.values() for id in row["characters"]]}
    away |= {facts.characters[id].replaces for id in away}
    box, rings, points = [input_values.part(asked, key, keys) for key, keys in _SMALL.items()]
    table = input_values.sorted_ids(asked, "table", facts.cards)
    hands = _hands(setup, asked)
    pool = _pool(facts, input_values.part(asked, "pool", POOL_KEYS))
    return {
        "turn": input_values.whole(asked, "turn", 1),
        "phase": phase,
        "to_act": input_values.one(asked, "to_act", "", ("", *setup.seats)),
        "dice": _dice(facts, asked),
        "hunt_box": {side: input_values.whole(box, side, 0) for side in SIDES},
        "fellowship": _fellowship(facts, input_values.part(asked, "fellowship", FELLOWSHIP_KEYS), away),
        "pool": pool,
        "rings": {
            **{side: input_values.whole(rings, side, facts.rings[at]) for at, side in enumerate(SIDES)},
            "used": input_values.sorted_ids(rings, "used", SIDES),
        },
        "politics": _politics(facts, asked),
        "regions": regions,
        "gone": gone,
        "hands": hands,
        "decks": _decks(setup, asked, hands, {*table, *_brought(facts, pool)}),
        "table": table,
        "vp": {side: input_values.whole(points, side, -1) for side in SIDES},
    }


_SMALL = {"hunt_box": SIDES, "rings": (*SIDES, "used"), "vp": SIDES}


def _dice(facts: Tables, asked: Json) -> Json:
    part = input_values.part(asked, "dice", SIDES)
    return {side: input_values.sorted_ids(part, side, facts.faces[at]) for at, side in enumerate(SIDES)}


def _fellowship(facts: Tables, part: Json, away: Collection[str]) -> Json:
    first = [id for id, row in facts.characters.items() if row.kind == "companion" and not row.replaces]
    with_ring = part if "companions" in part else {"companions": [id for id in first if id not in away]}
    companions = input_values.sorted_ids(with_ring, "companions", facts.characters)
    guides = sorted(companions, key=lambda id: -facts.characters[id].level)
    step = part.get("mordor_step")
    if step is not None and type(step) is not int:
        raise WrongCall("not_whole", str(step), key="mordor_step")
    return {
        "region": input_values.one(part, "region", "" if step is not None else "rivendell", ("", *facts.regions)),
        "progress": input_values.whole(part, "progress", 0),
        "hidden": input_values.flag(part, "hidden", True),
        "guide": input_values.one(part, "guide", guides[0] if guides else GOLLUM, facts.characters),
        "companions": companions,
        "corruption": input_values.whole(part, "corruption", 0),
        "mordor_step": step,
        "declared": input_values.flag(part, "declared", False),
        "tried": input_values.flag(part, "tried", False),
    }


def _pool(facts: Tables, part: Json) -> Json:
    """Every tile by number. What is not said lies in the pool, or where that is said has been drawn."""
    out = {key: _tiles(facts, part, key) for key in POOL_KEYS if key != "waiting"}
    standard = [id for id, tile in facts.tiles.items() if tile.standard]
    rest = next((key for key in ("in", "out") if key not in part), None)
    if rest is not None:
        out[rest] = {
            id: facts.counts[id] - sum([out[key][id] for key in out if key != rest]) if id in standard else 0
            for id in facts.tiles
        }
    return {**out, "waiting": input_values.sorted_ids(part, "waiting", facts.tiles)}


def _tiles(facts: Tables, part: Json, key: str) -> dict[str, int]:
    """Tiles as a mapping of numbers or as a list of ids."""
    value = part.get(key, {})
    if isinstance(value, list):
        ids = input_values.sorted_ids(part, key, facts.tiles)
        return {id: ids.count(id) for id in facts.tiles}
    input_values.check_keys(value, facts.tiles, key)
    return {id: input_values.whole(value, id, 0) for id in facts.tiles}


def _politics(facts: Tables, asked: Json) -> Json:
    part = input_values.part(asked, "politics", facts.nations)
    out = {}
    for id, nation in facts.nations.items():
        row = part.get(id, {})
        input_values.check_keys(row, ("box", "active"), id)
        out[id] = {
            "box": input_values.whole(row, "box", nation.box),
            "active": input_values.flag(row, "active", nation.active),
        }
    return out


def _regions(setup: Setup, asked: Json) -> Json:
    """Of the regions that are named, what is there."""
    facts, part = setup.tables, input_values.part(asked, "regions", setup.tables.regions)
    out = {}
    for id in facts.regions:
        row = part.get(id)
        if row is None:
            continue
        input_values.check_keys(row, REGION_KEYS, id)
        own = SIDES[facts.regions[id].side] if facts.regions[id].side >= 0 else ""
        control = input_values.one(row, "control", own, ("", *SIDES))
        side = SIDES.index(control) if control else FP
        first = next(seat for seat, of in zip(setup.seats, setup.sides, strict=True) if of == side)
        units = row.get("units", {})
        input_values.check_keys(units, facts.nations, "units")
        for nation in units:
            input_values.check_keys(units[nation], ("regular", "elite"), nation)
        leaders = row.get("leaders", {})
        input_values.check_keys(leaders, facts.nations, "leaders")
        out[id] = {
            "units": {
                nation: {sort: input_values.whole(units[nation], sort, 0) for sort in ("regular", "elite")}
                for nation in sorted(units)
            },
            "leaders": {nation: input_values.whole(leaders, nation, 0) for nation in sorted(leaders)},
            "nazgul": input_values.whole(row, "nazgul", 0),
            "characters": input_values.sorted_ids(row, "characters", facts.characters),
            "control": control,
            "captor": input_values.one(row, "captor", first if control != own else "", ("", *setup.seats)),
            "besieged": input_values.flag(row, "besieged", False),
        }
    return out


def _hands(setup: Setup, asked: Json) -> Json:
    """By seat the cards that are known and how many are not: a list, a number, or both."""
    part = input_values.part(asked, "hands", setup.seats)
    out = {}
    for seat in setup.seats:
        row = part.get(seat, {})
        if isinstance(row, list):
            row = {"cards": row}
        elif type(row) is int:
            row = {"hidden": row}
        input_values.check_keys(row, ("cards", "hidden"), seat)
        out[seat] = {
            "cards": input_values.sorted_ids(row, "cards", setup.tables.cards),
            "hidden": input_values.whole(row, "hidden", 0),
        }
    return out


def _brought(facts: Tables, pool: Json) -> list[str]:
    """Cards that have been played, since their special tiles are in play (WR-EVENT-18)."""
    counts = [pool[key] for key in ("in", "out", "removed")]
    in_play = {*pool["waiting"], *[id for id in facts.tiles if any(part[id] for part in counts)]}
    return [card for card, row in facts.cards.items() if row.tile in in_play]


def _decks(setup: Setup, asked: Json, hands: Json, played: Collection[str]) -> Json:
    """By side and deck the cards left, and how many lie there: a list, a number, or both.

    Without them a deck is all that is in no known hand and has not been played, cards in hands that only their holders
    know drawn from both decks in turn.
    """
    part = input_values.part(asked, "decks", SIDES)
    used = {*played, *[card for hand in hands.values() for card in hand["cards"]]}
    out: Json = {}
    for at, side in enumerate(SIDES):
        rows = part.get(side, {})
        input_values.check_keys(rows, DECKS, side)
        hidden = sum([hands[setup.seats[who]]["hidden"] for who, of in enumerate(setup.sides) if of == at])
        out[side] = {}
        for odd, deck in enumerate(DECKS):
            all_ = [id for id, card in setup.tables.cards.items() if (card.side, card.deck) == (at, deck)]
            row = rows.get(deck, {})
            if isinstance(row, list):
                row = {"cards": row}
            elif type(row) is int:
                row = {"size": row}
            input_values.check_keys(row, ("cards", "size"), deck)
            left = (
                input_values.sorted_ids(row, "cards", all_) if "cards" in row else [id for id in all_ if id not in used]
            )
            drawn = 0 if "cards" in row else (hidden + 1 - odd) // 2
            out[side][deck] = {"cards": left, "size": input_values.whole(row, "size", max(0, len(left) - drawn))}
    return out


# --- the table -------------------------------------------------------------------------------------------------------


def place(draft: Draft, asked: Json) -> Refusal | None:
    """Set the table so, or say why it cannot be. `asked` is the header's position."""
    if settled(draft.setup, asked) != asked:
        raise ValueError("a position has everything written out")
    for part in (_set_characters, _set_fellowship, _set_pool, _set_politics, _set_regions, _set_cards, _set_turn):
        fault = part(draft, asked)
        if fault is not None:
            return fault
    return None


def _set_characters(draft: Draft, asked: Json) -> Refusal | None:
    """Each in one place; who is nowhere has not come yet, a Companion is out of the game (WR-CHAR-2, WR-CHAR-23)."""
    facts, where = draft.setup.tables.characters, {}
    named = [(id, GONE) for id in asked["gone"]] + [(id, IN_FELLOWSHIP) for id in asked["fellowship"]["companions"]]
    for region, row in asked["regions"].items():
        named += [(id, region) for id in row["characters"]]
    for id, there in named:
        values = {"character": Ref("character", id)}
        if id in where:
            return Refusal("position_twice", "WR-CHAR-1", values)
        if facts[id].kind in ("ring_bearers", "gollum") or (there == IN_FELLOWSHIP and facts[id].replaces):
            return Refusal("position_character", "WR-FELL-41" if there == GONE else "WR-SETUP-5", values)
        if there == IN_FELLOWSHIP and facts[id].kind != "companion":
            return Refusal("position_character", "WR-SETUP-7", values)
        where[id] = there
    for id, row in facts.items():
        if row.replaces and id in where and where.get(row.replaces, GONE) != GONE:
            values = {"character": Ref("character", id), "other": Ref("character", row.replaces)}
            return Refusal("position_replaced", "WR-CHAR-24", values)
        if row.kind == "ring_bearers" or (row.kind == "gollum" and not asked["fellowship"]["companions"]):
            where[id] = IN_FELLOWSHIP
        elif id not in where:
            where[id] = GONE if row.kind == "companion" and not row.replaces else ASIDE
    draft.where = tuple([where[id] for id in facts])
    draft.seen = tuple([id for id, row in facts.items() if row.kind == "minion" and where[id] != ASIDE])
    for side in (FP, SHADOW):
        more = [id for id, row in facts.items() if row.die and row.side == side and where[id] not in (ASIDE, GONE)]
        draft.set_side(side, pool=draft.setup.tables.start[side] + len(more))
    return None


def _set_fellowship(draft: Draft, asked: Json) -> Refusal | None:
    part, last = asked["fellowship"], companions.most(draft)
    step, steps = part["mordor_step"], draft.setup.tables.tracks["mordor"]
    draft.fellowship = Fellowship(
        region=part["region"],
        progress=part["progress"],
        hidden=part["hidden"],
        corruption=part["corruption"],
        companions=tuple(part["companions"]),
        guide=part["guide"],
        step=OFF_TRACK if step is None else step,
        declared=part["declared"],
        tried=part["tried"],
    )
    if not 0 <= part["corruption"] <= last:
        return Refusal("position_corruption", "WR-FELL-3", {"number": part["corruption"], "last": last})
    if not 0 <= part["progress"] <= last:
        return Refusal("position_progress", "WR-FELL-2", {"number": part["progress"], "last": last})
    if part["corruption"] == last:
        return Refusal("position_over", "WR-WIN-2")
    if step is not None and not 0 <= step <= steps:
        return Refusal("position_step", "WR-MORDOR-15", {"number": step, "last": steps})
    if step == steps:
        return Refusal("position_over", "WR-WIN-3")
    if (step is None) == (part["region"] == ""):
        return Refusal("position_region", "WR-MORDOR-4")
    if step is not None and (part["progress"] or part["declared"]):
        return Refusal("position_track", "WR-MORDOR-5" if part["progress"] else "WR-MORDOR-19")
    guides = companions.candidates(draft) or [GOLLUM]
    if part["guide"] not in guides:
        rule = "WR-FELL-5" if part["companions"] else "WR-FELL-8"
        return Refusal("position_guide", rule, {"character": Ref("character", part["guide"])})
    return None


def _set_pool(draft: Draft, asked: Json) -> Refusal | None:
    """No more tiles than there are; special ones only once cards have brought them (WR-SETUP-17, -18, WR-EVENT-18)."""
    part, facts = asked["pool"], draft.setup.tables
    for id, tile in facts.tiles.items():
        there = [part[key][id] for key in ("in", "out", "removed")]
        number = sum(there) + part["waiting"].count(id)
        values = {"tile": Ref("hunt_tile", id, "called"), "number": number}
        if min(there) < 0 or number > facts.counts[id] or (tile.standard and number != facts.counts[id]):
            return Refusal("position_tiles", "WR-SETUP-17" if tile.standard else "WR-SETUP-18", values)
        if id in part["waiting"] and tile.standard:
            return Refusal("position_waiting", "WR-SETUP-9", values)
        if not tile.standard and (id in part["waiting"] if companions.on_track(draft) else part["in"][id]):
            rule = "WR-MORDOR-6" if companions.on_track(draft) else "WR-EVENT-18"
            return Refusal("position_waiting", rule, values)
    draft.pool = tuple([part["in"][id] for id in facts.tiles])
    draft.drawn = tuple([part["out"][id] if tile.standard else 0 for id, tile in facts.tiles.items()])
    draft.waiting = tuple(part["waiting"])
    return None


def _set_politics(draft: Draft, asked: Json) -> Refusal | None:
    nations, war = draft.setup.tables.nations, draft.setup.tables.tracks["political"]
    for id, row in asked["politics"].items():
        values = {"nation": Ref("nation", id), "number": row["box"]}
        if not 1 <= row["box"] <= war:
            return Refusal("position_box", "WR-SETUP-11", values)
        if nations[id].side == SHADOW and not row["active"]:
            return Refusal("position_shadow_passive", "WR-POL-1", values)
        if row["box"] == war and not row["active"]:
            return Refusal("position_passive", "WR-POL-2", values)
    draft.boxes = tuple([asked["politics"][id]["box"] for id in nations])
    draft.active = tuple([asked["politics"][id]["active"] for id in nations])
    return None


def _set_regions(draft: Draft, asked: Json) -> Refusal | None:
    facts, seats = draft.setup.tables.regions, draft.setup.seats
    taken, besieged = {}, []
    for id, row in asked["regions"].items():
        values = {"region": Ref("region", id)}
        own = SIDES[facts[id].side] if facts[id].side >= 0 else ""
        if row["control"] != own:
            if not facts[id].settlement or not own or not row["control"]:
                return Refusal("no_settlement", "WR-MAP-9", values)
            captor = seats.index(row["captor"]) if row["captor"] else -1
            if captor < 0 or SIDES[draft.setup.sides[captor]] != row["control"]:
                return Refusal("position_captor", "WR-CAPTURE-1", values)
            taken[id] = captor
        elif row["captor"]:
            return Refusal("position_captor", "WR-CAPTURE-1", values)
        if row["besieged"] and facts[id].settlement != "stronghold":
            return Refusal("no_stronghold", "WR-SIEGE-1", values)
        counts = [number for sorts in row["units"].values() for number in sorts.values()]
        if min([row["nazgul"], *row["leaders"].values(), *counts]) < 0:
            return Refusal("position_negative", "WR-GEN-6", values)
        if row["besieged"]:
            besieged.append(id)
    fault = _check_figures(draft, asked)
    if fault is not None:
        return fault
    draft.taken, draft.captors, draft.besieged = tuple(taken), tuple(taken.values()), tuple(besieged)
    for at, side in enumerate(SIDES):
        points = ending.points(draft, at)
        if asked["vp"][side] not in (-1, points):
            return Refusal("position_points", "WR-WIN-6", {"side": Ref("side", side), "number": points})
    return None


def _check_figures(draft: Draft, asked: Json) -> Refusal | None:
    """No more figures on the map than the box holds; Nazgûl are those of Sauron (WR-GEN-6, WR-SETUP-16)."""
    rows = list(asked["regions"].values())
    for id, nation in draft.setup.tables.nations.items():
        there = {kind: sum([row["units"].get(id, {}).get(kind, 0) for row in rows]) for kind in ("regular", "elite")}
        there["leader"] = sum([row["leaders"].get(id, 0) for row in rows])
        there["nazgul"] = sum([row["nazgul"] for row in rows]) if nation.figures["nazgul"] else 0
        for kind, number in there.items():
            if number > nation.figures[kind]:
                values = {"nation": Ref("nation", id), "number": number, "most": nation.figures[kind]}
                return Refusal("position_figures", "WR-SETUP-16", values)
    return None


def _set_cards(draft: Draft, asked: Json) -> Refusal | None:
    """Every card in one place, hands within their limit (WR-EVENT-2, WR-SETUP-8)."""
    facts, setup = draft.setup.tables.cards, draft.setup
    seen: list[str] = []
    for side in SIDES:
        for deck in asked["decks"][side].values():
            seen += deck["cards"]
    for card in asked["table"]:
        seen.append(card)
        if not facts[card].table:
            return Refusal("position_table", "WR-EVENT-11", {"card": Ref("event_card", card)})
    for who, seat in enumerate(setup.seats):
        hand = asked["hands"][seat]
        who_is = {"seat": Ref("seat", seat)}
        seen += hand["cards"]
        for card in hand["cards"]:
            if facts[card].side != setup.sides[who]:
                return Refusal("position_card_side", "WR-EVENT-1", {**who_is, "card": Ref("event_card", card)})
        if hand["hidden"] < 0:
            return Refusal("position_hand_negative", "WR-EVENT-2", who_is)
        if hand["hidden"] and not setup.options.real_cards:
            return Refusal("position_hand_unknown", "WR-EVENT-1", who_is)
        draft.hands = put(draft.hands, who, Hand(tuple(hand["cards"]), hand["hidden"]))
        if draft.hands[who].size > hands.limit(draft, who):
            rule = "WR-EVENT-2" if len(seats_of(draft, setup.sides[who])) == 1 else "WR-TEAM-5"
            return Refusal("position_hand", rule, {**who_is, "number": hands.limit(draft, who)})
    twice = next((card for card in seen if seen.count(card) > 1), None)
    if twice is not None:
        return Refusal("position_card_twice", "WR-SETUP-8", {"card": Ref("event_card", twice)})
    both = next((card for card in _brought(draft.setup.tables, asked["pool"]) if card in seen), None)
    if both is not None:
        return Refusal("position_tile_card", "WR-EVENT-18", {"card": Ref("event_card", both)})
    for at in (FP, SHADOW):
        draft.set_side(at, table=tuple([card for card in asked["table"] if facts[card].side == at]))
    return _set_decks(draft, asked)


def _set_decks(draft: Draft, asked: Json) -> Refusal | None:
    """With real cards a deck may hold fewer than could be there; else it is what is said."""
    for at, side in enumerate(SIDES):
        hidden = sum([draft.hands[who].hidden for who in seats_of(draft, at)])
        room = 0
        for deck in DECKS:
            row = asked["decks"][side][deck]
            values = {"side": Ref("side", side), "deck": Ref("deck", deck), "number": row["size"]}
            exact = not draft.setup.options.real_cards
            if not 0 <= row["size"] <= len(row["cards"]) or (exact and row["size"] != len(row["cards"])):
                return Refusal("position_deck", "WR-SETUP-8", values)
            room += len(row["cards"]) - row["size"]
            there = hands.place(draft, at, deck)
            draft.decks = put(draft.decks, there, tuple(row["cards"]))
            draft.deck_sizes = put(draft.deck_sizes, there, row["size"])
        if hidden > room:
            return Refusal("position_hidden", "WR-SETUP-8", {"side": Ref("side", side), "number": hidden})
    return None


def _set_turn(draft: Draft, asked: Json) -> Refusal | None:
    """The turn begins as any, then what is over of it is left out (WR-TURN-1)."""
    if asked["turn"] < 1:
        return Refusal("position_turn", "WR-TURN-1", {"number": asked["turn"]})
    fault = _set_rings(draft, asked) or _check_dice(draft, asked)
    if fault is not None:
        return fault
    phase, walk = asked["phase"], draft.fellowship
    for at in (FP, SHADOW):  # who led the turn before
        partners = seats_of(draft, at)
        ahead = max(0, asked["turn"] - 2)
        first = partners.index(leader(draft, at))
        draft.set_side(at, leader=partners[(first + ahead) % len(partners)])
    part = asked["hunt_box"]
    draft.turn, draft.box = asked["turn"] - 1, HuntBox(part["shadow"], 0, part["fp"])
    turn.begin(draft)
    draft.agenda = tuple([step for step in draft.agenda if step.kind not in PHASES[phase]])
    draft.fellowship, draft.phase = walk, phase
    if phase not in ("recover", "fellowship", "allocation"):
        draft.box = HuntBox(part["shadow"], 0, part["fp"])
    for at, side in enumerate(SIDES):
        faces = asked["dice"][side]
        unused = tuple([faces.count(face) for face in draft.setup.tables.faces[at]])
        draft.set_side(at, unused=unused, ring_used=side in asked["rings"]["used"])
    draft.acting = leader(draft, FP)
    return _set_acting(draft, asked)


def _set_acting(draft: Draft, asked: Json) -> Refusal | None:
    """Who is due to act, if the file says so."""
    if not asked["to_act"]:
        return None
    who = draft.setup.seats.index(asked["to_act"])
    values = {"seat": Ref("seat", asked["to_act"])}
    if asked["phase"] != "action":
        return Refusal("position_acting", "WR-TURN-13", values)
    if not draft.sides[draft.setup.sides[who]].dice:
        return Refusal("position_acting", "WR-DICE-17", values)
    draft.acting = who
    draft.swap(turn.Acting(NOBODY, turn.order(draft).index(who)))
    draft.push(ActionStep(who))
    return None


def _set_rings(draft: Draft, asked: Json) -> Refusal | None:
    part = asked["rings"]
    numbers = [part[side] for side in SIDES]
    if min(numbers) < 0 or sum(numbers) > sum(draft.setup.tables.rings):
        return Refusal("position_rings", "WR-RING-1", {"number": sum(draft.setup.tables.rings)})
    if part["used"] and asked["phase"] not in ROLLED:
        return Refusal("position_ring_used", "WR-RING-3")
    for side in (FP, SHADOW):
        draft.set_side(side, rings=numbers[side])
    return None


def _check_dice(draft: Draft, asked: Json) -> Refusal | None:
    """No more dice than in the pool; an Eye lies in the Hunt Box, and nothing is rolled before phase 4 (WR-TURN-7)."""
    for at, side in enumerate(SIDES):
        rolled, boxed, pool = asked["dice"][side], asked["hunt_box"][side], draft.sides[at].pool
        values = {"side": Ref("side", side), "number": len(rolled) + boxed, "most": pool}
        if EYE in rolled:
            return Refusal("position_eye", "WR-DICE-12")
        if boxed < 0 or len(rolled) + boxed > pool:
            return Refusal("position_dice", "WR-DICE-3" if at == FP else "WR-DICE-4", values)
        if rolled and asked["phase"] not in ROLLED:
            return Refusal("position_rolled", "WR-TURN-7", values)
        if rolled and asked["phase"] == "victory":
            return Refusal("position_rolled", "WR-TURN-10", values)
    return None
