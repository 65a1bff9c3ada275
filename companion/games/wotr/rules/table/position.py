"""Tables already in play: a position file -> the header's position -> the table it describes, checked for possibility.

Knows what cannot be at any table (WR-SETUP, WR-DICE, WR-FELL...); how such a table would have come about is not asked.
Where the players keep the armies, units, Leaders and Nazgûl of the map are read and kept in the header as a note; else
position_armies.py sets them. position_battle.py has what one battle by itself needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal
from companion.games.wotr.rules.common import ending, hands
from companion.games.wotr.rules.common.action_dice import EYE
from companion.games.wotr.rules.common.sides import leader, seats_of
from companion.games.wotr.rules.map import armies, companions
from companion.games.wotr.rules.map.companions import GOLLUM
from companion.games.wotr.rules.table import position_armies, position_battle
from companion.games.wotr.rules.turn import turn
from companion.games.wotr.rules.turn.action_step import Acting, ActionStep, order
from companion.games.wotr.state import ASIDE, GONE, IN_FELLOWSHIP, OFF_TRACK, Draft, Fellowship, Hand, HuntBox, Setup
from companion.games.wotr.tables import BATTLE, DECKS, FP, FULL, HUNT, SHADOW, SIDES, Tables
from companion.play.game import input_values
from companion.play.game.draft import NOBODY, replace_item
from companion.play.game.position_schema import (
    Kind,
    by_id,
    flag,
    mapping_value,
    nullable_value,
    one,
    optional_value,
    read,
    required_value,
    sorted_ids,
    whole_number,
)
from companion.play.game.setup import PositionHeader, refuse

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]
KEYS = (
    *("seats", "turn", "phase", "to_act", "dice", "hunt_box", "fellowship", "pool", "rings", "politics", "regions"),
    *("gone", "hands", "decks", "table", "vp", "variant", "lost", "attack"),
)
NOT_IN = {  # what a variant has not
    HUNT: ("lost", "attack"),
    FULL: ("attack",),
    BATTLE: ("phase", "to_act", "dice", "hunt_box", "rings"),
}
PHASES = {  # phase -> what of a fresh turn is over when it begins
    "recover": (),
    "fellowship": ("draw_phase",),
    "allocation": ("draw_phase", "fellowship", "lead"),
    "roll": ("draw_phase", "fellowship", "lead", "allocate"),
    "action": ("draw_phase", "fellowship", "lead", "allocate", "roll"),
    "victory": ("draw_phase", "fellowship", "lead", "allocate", "roll", "acting"),
}
ROLLED = ("action", "victory")  # phases in which dice have been rolled
PILES = ("in", "out", "removed")  # where Hunt tiles lie, but for those that wait


# --- what the file says ----------------------------------------------------------------------------------------------


def head(content: Content, asked: Json, variant: str | None) -> PositionHeader:
    """Return the players that a position file names. Raises WrongCall."""
    input_values.check_keys(asked, KEYS, "position")
    found = input_values.one(asked, "variant", HUNT, content.info["variants"])
    less = NOT_IN.get(variant or found, ())
    input_values.check_keys(asked, [key for key in KEYS if key not in less], "position")
    rows = asked.get("seats")
    if rows is None:
        return PositionHeader(variant=found)
    if not isinstance(rows, list):
        raise WrongCall("not_mapping", "seats")
    return PositionHeader(input_values.read_players(rows, "seat", ("seat", "name")), found)


def _schema(setup: Setup, asked: Json) -> dict[str, Kind]:
    """Return the kind of value of each key, in the order in which mistakes are named."""
    facts = setup.tables
    hand = mapping_value(
        {"cards": sorted_ids(facts.cards), "hidden": whole_number()}, short={list: "cards", int: "hidden"}
    )
    regions = {own: nullable_value(_region_kind(setup, own)) for own in ("", *SIDES)}
    more = {"lost": position_armies.lost_figures(facts)} if setup.armies else {}
    if setup.battle:
        more["attack"] = required_value(position_battle.attack(setup))
    found: dict[str, Kind] = {
        **more,
        "phase": one(PHASES, "action" if "dice" in asked else "recover"),
        "regions": by_id({id: regions[_home_side(facts, id)] for id in facts.regions}),
        "gone": sorted_ids(facts.characters),
        "table": sorted_ids(facts.cards),
        "hands": mapping_value(dict.fromkeys(setup.seats, hand)),
        "pool": mapping_value(
            {**dict.fromkeys(PILES, optional_value(_tiles_kind(facts))), "waiting": sorted_ids(facts.tiles)}
        ),
        "turn": whole_number(1),
        "to_act": one(("", *setup.seats)),
        "dice": mapping_value({side: sorted_ids(facts.faces[at]) for at, side in enumerate(SIDES)}),
        "hunt_box": mapping_value(dict.fromkeys(SIDES, whole_number())),
        "fellowship": mapping_value(
            {
                "companions": optional_value(sorted_ids(facts.characters)),
                "mordor_step": nullable_value(whole_number()),
                "region": optional_value(one(("", *facts.regions))),
                "progress": whole_number(),
                "hidden": flag(True),
                "guide": optional_value(one(facts.characters)),
                "corruption": whole_number(),
                "declared": flag(),
                "tried": flag(),
            }
        ),
        "rings": mapping_value(
            {**{side: whole_number(facts.rings[at]) for at, side in enumerate(SIDES)}, "used": sorted_ids(SIDES)}
        ),
        "politics": mapping_value(
            {
                id: mapping_value({"box": whole_number(row.box), "active": flag(row.active)})
                for id, row in facts.nations.items()
            }
        ),
        "decks": mapping_value(
            {
                side: mapping_value({deck: _deck_kind(facts, at, deck) for deck in DECKS})
                for at, side in enumerate(SIDES)
            }
        ),
        "vp": mapping_value(dict.fromkeys(SIDES, whole_number(-1))),
    }
    return {key: kind for key, kind in found.items() if not (setup.battle and key in NOT_IN[BATTLE])}


def _region_kind(setup: Setup, own: str) -> Kind:
    nations = setup.tables.nations
    return mapping_value(
        {
            "control": one(("", *SIDES), own),
            "units": by_id(dict.fromkeys(nations, mapping_value({"regular": whole_number(), "elite": whole_number()}))),
            "leaders": by_id(dict.fromkeys(nations, whole_number())),
            "nazgul": whole_number(),
            "characters": sorted_ids(setup.tables.characters),
            "captor": optional_value(one(("", *setup.seats))),
            "besieged": flag(),
            **position_armies.of_region(setup),
        }
    )


def _home_side(facts: Tables, region: str) -> str:
    """Return the side that a region belongs to, or ""."""
    side = facts.regions[region].side
    return SIDES[side] if side >= 0 else ""


def _tiles_kind(facts: Tables) -> Kind:
    """The number of each tile: numbers by id, or a list of ids."""
    numbers = mapping_value(dict.fromkeys(facts.tiles, whole_number()))

    def tiles(data: Json, key: str) -> dict[str, int]:
        if not isinstance(data[key], list):
            return dict(numbers(data, key))
        ids = input_values.ids(data, key, facts.tiles)
        return {id: ids.count(id) for id in facts.tiles}

    return tiles


def _deck_kind(facts: Tables, side: int, deck: str) -> Kind:
    cards, number = optional_value(sorted_ids(facts.deck(side, deck))), nullable_value(whole_number())

    def size(data: Json, key: str) -> Any:
        """Return the number of cards that are named, unless it says that nobody knows."""
        return len(data["cards"]) if "cards" in data and key not in data else number(data, key)

    return mapping_value({"cards": cards, "size": size}, short={list: "cards", int: "size"})


def complete_position(setup: Setup, seats: Sequence[Json], asked: Json) -> Json:
    """Return the position with everything written out; missing parts are as at set-up. Raises WrongCall."""
    facts = setup.tables
    if setup.armies and "regions" not in asked:
        asked = {**asked, "regions": position_armies.at_start(facts)}
    out = read(_schema(setup, asked), asked)
    out["regions"] = {id: out["regions"][id] for id in facts.regions if out["regions"].get(id) is not None}
    for id, row in out["regions"].items():
        if row["captor"] is None:
            side = SIDES.index(row["control"] or SIDES[FP])
            row["captor"] = "" if row["control"] == _home_side(facts, id) else setup.seats[setup.sides.index(side)]
    _fill_fellowship(facts, out)
    _fill_pool(facts, out["pool"])
    _fill_decks(setup, out)
    if setup.battle:
        position_battle.fill(setup, out, asked)
    return out


def _fill_fellowship(facts: Tables, out: Json) -> None:
    """Add the Companions who are nowhere else, the first of the highest level as Guide."""
    part = out["fellowship"]
    if part["companions"] is None:
        away = {*out["gone"], *[id for row in out["regions"].values() for id in row["characters"]]}
        away |= {facts.characters[id].replaces for id in away}
        first = [id for id, row in facts.characters.items() if row.kind == "companion" and not row.replaces]
        part["companions"] = [id for id in first if id not in away]
    if part["region"] is None:
        part["region"] = "rivendell" if part["mordor_step"] is None else ""
    if part["guide"] is None:
        part["guide"] = max(part["companions"], key=lambda id: facts.characters[id].level, default=GOLLUM)


def _fill_pool(facts: Tables, pool: Json) -> None:
    """Put the other standard tiles into the pool, or among the drawn ones where the pool is given."""
    rest = next((key for key in ("in", "out") if pool[key] is None), "")
    for key in PILES:
        pool[key] = pool[key] or dict.fromkeys(facts.tiles, 0)
    for id, tile in facts.tiles.items():
        if rest and tile.standard:
            pool[rest][id] = facts.counts[id] - sum([pool[key][id] for key in PILES])


def _played_cards(facts: Tables, pool: Json) -> list[str]:
    """Return the cards that have been played, since their special tiles are in play (WR-EVENT-18)."""
    in_play = {*pool["waiting"], *[id for id in facts.tiles if any(pool[key][id] for key in PILES)]}
    return [card for card, row in facts.cards.items() if row.tile in in_play]


def _fill_decks(setup: Setup, out: Json) -> None:
    """Put all cards in no known hand and not played into the decks.

    Cards in hands that only their holders know are of the deck of which nothing is said; of both, it stays open.
    """
    facts = setup.tables
    known = [card for hand in out["hands"].values() for card in hand["cards"]]
    used = {*out["table"], *known, *_played_cards(facts, out["pool"])}
    for at, decks in enumerate(out["decks"].values()):
        hidden = sum(
            [out["hands"][seat]["hidden"] for seat, of in zip(setup.seats, setup.sides, strict=True) if of == at]
        )
        for deck, row in decks.items():
            if row["cards"] is None:
                row["cards"] = [id for id in facts.deck(at, deck) if id not in used]
        hidden -= sum([len(row["cards"]) - row["size"] for row in decks.values() if row["size"] is not None])
        rest = [row for row in decks.values() if row["size"] is None]
        for row in rest if len(rest) == 1 or hidden <= 0 else []:
            row["size"] = len(row["cards"]) - min(max(0, hidden), len(row["cards"]))


# --- the table -------------------------------------------------------------------------------------------------------


def place(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Set the table so, or yield the refusals. `asked` is the header's position."""
    yield from _set_characters(draft, asked)
    yield from _set_fellowship(draft, asked["fellowship"])
    yield from _set_pool(draft, asked["pool"])
    yield from _set_politics(draft, asked["politics"])
    yield from _set_regions(draft, asked)
    if draft.setup.armies:
        yield from position_armies.place(draft, asked)
    yield from _set_hands(draft, asked)
    yield from _set_decks(draft, asked)
    yield from position_battle.place(draft, asked) if draft.setup.battle else _set_turn(draft, asked)


def _set_characters(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Put each character in one place.

    Others have not come yet, a Companion is out of the game (WR-CHAR-2, WR-CHAR-23).
    """
    facts, where = draft.setup.tables.characters, dict[str, str]()
    named = [(id, GONE) for id in asked["gone"]] + [(id, IN_FELLOWSHIP) for id in asked["fellowship"]["companions"]]
    named += [(id, region) for region, row in asked["regions"].items() for id in row["characters"]]
    for id, there in named:
        who, kind, together = Ref("character", id), facts[id].kind, there == IN_FELLOWSHIP
        never = kind in ("ring_bearers", "gollum") or (together and facts[id].replaces)
        rule = "WR-FELL-41" if there == GONE else "WR-SETUP-5"
        yield from refuse(id in where, "position_twice", "WR-CHAR-1", character=who)
        yield from refuse(never, "position_character", rule, character=who)
        yield from refuse(together and kind != "companion", "position_character", "WR-SETUP-7", character=who)
        where[id] = there
    for id, row in facts.items():
        values = {"character": Ref("character", id), "other": Ref("character", row.replaces)}
        both = id in where and where.get(row.replaces, GONE) != GONE
        yield from refuse(both, "position_replaced", "WR-CHAR-24", **values)
        if row.kind == "ring_bearers" or (row.kind == "gollum" and not asked["fellowship"]["companions"]):
            where[id] = IN_FELLOWSHIP
        elif id not in where:
            where[id] = GONE if row.kind == "companion" and not row.replaces else ASIDE
    draft.where = tuple([where[id] for id in facts])
    draft.seen = tuple([id for id, row in facts.items() if row.kind == "minion" and where[id] != ASIDE])
    for side in (FP, SHADOW):
        more = [id for id, row in facts.items() if row.die and row.side == side and where[id] not in (ASIDE, GONE)]
        draft.set_side(side, pool=draft.setup.tables.start[side] + len(more))


def _set_fellowship(draft: Draft, part: Json) -> Iterator[Refusal]:
    last, steps = companions.last_space(draft), draft.setup.tables.tracks["mordor"]
    step, corruption, progress = part["mordor_step"], part["corruption"], part["progress"]
    on_track, there = step is not None, tuple(part["companions"])
    as_told = {key: part[key] for key in ("region", "progress", "hidden", "guide", "corruption", "declared", "tried")}
    draft.fellowship = Fellowship(**as_told, companions=there, step=step if on_track else OFF_TRACK)
    wrong = not 0 <= corruption <= last
    yield from refuse(wrong, "position_corruption", "WR-FELL-3", number=corruption, last=last)
    yield from refuse(not 0 <= progress <= last, "position_progress", "WR-FELL-2", number=progress, last=last)
    yield from refuse(corruption == last, "position_over", "WR-WIN-2")
    wrong = on_track and not 0 <= step <= steps
    yield from refuse(wrong, "position_step", "WR-MORDOR-15", number=step, last=steps)
    yield from refuse(step == steps, "position_over", "WR-WIN-3")
    yield from refuse(on_track == bool(part["region"]), "position_region", "WR-MORDOR-4")
    yield from refuse(on_track and progress, "position_track", "WR-MORDOR-5")
    yield from refuse(on_track and part["declared"], "position_track", "WR-MORDOR-19")
    wrong = part["guide"] not in (companions.guide_candidates(draft) or [GOLLUM])
    rule = "WR-FELL-5" if there else "WR-FELL-8"
    yield from refuse(wrong, "position_guide", rule, character=Ref("character", part["guide"]))


def _set_pool(draft: Draft, part: Json) -> Iterator[Refusal]:
    """Set the pool with no more tiles than there are.

    Special ones only once cards have brought them (WR-SETUP-17, -18, WR-EVENT-18).
    """
    facts, on_track = draft.setup.tables, companions.on_track(draft)
    for id, tile in facts.tiles.items():
        special, most = not tile.standard, facts.counts[id]
        there, waits = [part[key][id] for key in PILES], part["waiting"].count(id)
        number = sum(there) + waits
        values = {"tile": Ref("hunt_tile", id, "called"), "number": number}
        wrong = min(there) < 0 or number > most or (tile.standard and number != most)
        yield from refuse(wrong, "position_tiles", "WR-SETUP-18" if special else "WR-SETUP-17", **values)
        yield from refuse(waits and not special, "position_waiting", "WR-SETUP-9", **values)
        yield from refuse(waits and on_track, "position_waiting", "WR-MORDOR-6", **values)
        too_early = part["in"][id] and special and not on_track
        yield from refuse(too_early, "position_waiting", "WR-EVENT-18", **values)
    draft.pool = tuple([part["in"][id] for id in facts.tiles])
    draft.drawn = tuple([part["out"][id] if tile.standard else 0 for id, tile in facts.tiles.items()])
    draft.waiting = tuple(part["waiting"])


def _set_politics(draft: Draft, part: Json) -> Iterator[Refusal]:
    nations, war = draft.setup.tables.nations, draft.setup.tables.tracks["political"]
    for id, row in part.items():
        values, passive = {"nation": Ref("nation", id), "number": row["box"]}, not row["active"]
        yield from refuse(not 1 <= row["box"] <= war, "position_box", "WR-SETUP-11", **values)
        yield from refuse(passive and nations[id].side == SHADOW, "position_shadow_passive", "WR-POL-1", **values)
        yield from refuse(passive and row["box"] == war, "position_passive", "WR-POL-2", **values)
    draft.boxes = tuple([part[id]["box"] for id in nations])
    draft.active = tuple([part[id]["active"] for id in nations])


def _set_regions(draft: Draft, asked: Json) -> Iterator[Refusal]:
    facts, seats, rows = draft.setup.tables, draft.setup.seats, asked["regions"]
    sides = {seat: SIDES[side] for seat, side in zip(seats, draft.setup.sides, strict=True)}
    for id, row in rows.items():
        region, own, settlement = Ref("region", id), _home_side(facts, id), facts.regions[id].settlement
        taken = row["control"] != own
        never = taken and not (settlement and own and row["control"])
        yield from refuse(never, "no_settlement", "WR-MAP-9", region=region)
        wrong = sides.get(row["captor"], "") != (row["control"] if taken else "")
        yield from refuse(wrong, "position_captor", "WR-CAPTURE-1", region=region)
        wrong = row["besieged"] and settlement != "stronghold"
        yield from refuse(wrong, "no_stronghold", "WR-SIEGE-1", region=region)
        counts = [number for sorts in row["units"].values() for number in sorts.values()]
        least = min([row["nazgul"], *row["leaders"].values(), *counts])
        yield from refuse(least < 0, "position_negative", "WR-GEN-6", region=region)
        for at, side in enumerate(SIDES):
            units = [sum(sorts.values()) for nation, sorts in row["units"].items() if facts.nations[nation].side == at]
            values = {"region": region, "side": Ref("side", side), "number": sum(units), "most": armies.MOST}
            yield from refuse(sum(units) > armies.MOST, "position_units", "WR-ARMY-7", **values)
    yield from _check_figures(draft, list(rows.values()))
    draft.taken = tuple([id for id, row in rows.items() if row["captor"]])
    draft.captors = tuple([seats.index(rows[id]["captor"]) for id in draft.taken])
    draft.besieged = tuple([id for id, row in rows.items() if row["besieged"]])
    for at, side in enumerate(SIDES):
        points = ending.victory_points(draft, at)
        wrong = asked["vp"][side] not in (-1, points)
        yield from refuse(wrong, "position_points", "WR-WIN-6", side=Ref("side", side), number=points)


def _check_figures(draft: Draft, rows: list[Json]) -> Iterator[Refusal]:
    """Refuse more figures on the map than the box holds; Nazgûl are those of Sauron (WR-GEN-6, WR-SETUP-16)."""
    for id, nation in draft.setup.tables.nations.items():
        there = {kind: sum([row["units"].get(id, {}).get(kind, 0) for row in rows]) for kind in ("regular", "elite")}
        there["leader"] = sum([row["leaders"].get(id, 0) for row in rows])
        there["nazgul"] = sum([row["nazgul"] for row in rows]) if nation.figures["nazgul"] else 0
        for kind, number in there.items():
            values = {"nation": Ref("nation", id), "number": number, "most": nation.figures[kind]}
            yield from refuse(number > nation.figures[kind], "position_figures", "WR-SETUP-16", **values)


def _set_hands(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Put every card in one place, hands within their limit (WR-EVENT-2, WR-SETUP-8)."""
    facts, setup = draft.setup.tables.cards, draft.setup
    seen = [card for decks in asked["decks"].values() for deck in decks.values() for card in deck["cards"]]
    seen += asked["table"]
    for card in asked["table"]:
        yield from refuse(not facts[card].table, "position_table", "WR-EVENT-11", card=Ref("event_card", card))
    for seat_index, (seat, side) in enumerate(zip(setup.seats, setup.sides, strict=True)):
        cards, hidden, named = asked["hands"][seat]["cards"], asked["hands"][seat]["hidden"], Ref("seat", seat)
        seen += cards
        for card in cards:
            values = {"seat": named, "card": Ref("event_card", card)}
            yield from refuse(facts[card].side != side, "position_card_side", "WR-EVENT-1", **values)
        yield from refuse(hidden < 0, "position_hand_negative", "WR-EVENT-2", seat=named)
        unknown = hidden and not setup.options.real_cards
        yield from refuse(unknown, "position_hand_unknown", "WR-EVENT-1", seat=named)
        draft.hands = replace_item(draft.hands, seat_index, Hand(tuple(cards), hidden))
        limit = hands.hand_limit(draft, seat_index)
        rule = hands.limit_rule(draft, side)
        yield from refuse(draft.hands[seat_index].size > limit, "position_hand", rule, seat=named, number=limit)
    for card in seen:
        twice = seen.count(card) > 1
        yield from refuse(twice, "position_card_twice", "WR-SETUP-8", card=Ref("event_card", card))
    for card in _played_cards(draft.setup.tables, asked["pool"]):
        yield from refuse(card in seen, "position_tile_card", "WR-EVENT-18", card=Ref("event_card", card))
    for at in (FP, SHADOW):
        draft.set_side(at, table=tuple([card for card in asked["table"] if facts[card].side == at]))


def _set_decks(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Set the decks; with real cards a deck may hold fewer than could be there.

    A size that is left open is counted as if a hand had come from both decks in turn, until a card shows otherwise.
    """
    for at, side in enumerate(SIDES):
        decks = asked["decks"][side]
        hidden = sum([draft.hands[seat_index].hidden for seat_index in seats_of(draft, at)])
        loose = _in_turn(hidden, [len(row["cards"]) if row["size"] is None else 0 for row in decks.values()])
        for (deck, row), drawn in zip(decks.items(), loose, strict=True):
            most, there = len(row["cards"]), hands.deck_index(draft, at, deck)
            size = most - drawn if row["size"] is None else row["size"]
            wrong = not (0 if draft.setup.options.real_cards else most) <= size <= most
            values = {"side": Ref("side", side), "deck": Ref("deck", deck), "number": size}
            yield from refuse(wrong, "position_deck", "WR-SETUP-8", **values)
            draft.decks = replace_item(draft.decks, there, tuple(row["cards"]))
            draft.deck_sizes = replace_item(draft.deck_sizes, there, size)
            draft.loose = replace_item(draft.loose, there, drawn)
        room = sum(
            [len(row["cards"]) - draft.deck_sizes[hands.deck_index(draft, at, deck)] for deck, row in decks.items()]
        )
        yield from refuse(hidden > room, "position_hidden", "WR-SETUP-8", side=Ref("side", side), number=hidden)


def _in_turn(number: int, most: Sequence[int]) -> list[int]:
    """Return so many, one from each in turn as long as it has any."""
    taken = [0] * len(most)
    while number > 0 and (able := [at for at, of in enumerate(most) if taken[at] < of]):
        taken[min(able, key=taken.__getitem__)] += 1
        number -= 1
    return taken


def _set_turn(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Begin the turn and leave out its finished parts (WR-TURN-1)."""
    number, phase, walk = asked["turn"], asked["phase"], draft.fellowship
    yield from refuse(number < 1, "position_turn", "WR-TURN-1", number=number)
    yield from _set_rings(draft, asked["rings"], phase in ROLLED)
    yield from _check_dice(draft, asked)
    for at in (FP, SHADOW):  # who led the turn before
        partners = seats_of(draft, at)
        first = partners.index(leader(draft, at))
        draft.set_side(at, leader=partners[(first + max(0, number - 2)) % len(partners)])
    box = HuntBox(asked["hunt_box"]["shadow"], 0, asked["hunt_box"]["fp"])
    draft.turn, draft.box = number - 1, box
    turn.begin(draft)
    draft.agenda = tuple([step for step in draft.agenda if step.kind not in PHASES[phase]])
    draft.fellowship, draft.phase = walk, phase
    if phase not in ("recover", "fellowship", "allocation"):
        draft.box = box
    for at, side in enumerate(SIDES):
        faces = asked["dice"][side]
        unused = tuple([faces.count(face) for face in draft.setup.tables.faces[at]])
        draft.set_side(at, unused=unused, ring_used=side in asked["rings"]["used"])
    draft.acting = leader(draft, FP)
    if asked["to_act"]:
        yield from _set_acting(draft, asked["to_act"])


def _set_acting(draft: Draft, seat: str) -> Iterator[Refusal]:
    """Set the seat that is due, in the phase of actions and with dice left."""
    seat_index = draft.setup.seats.index(seat)
    none_left = not draft.sides[draft.setup.sides[seat_index]].dice
    yield from refuse(draft.phase != "action", "position_acting", "WR-TURN-13", seat=Ref("seat", seat))
    yield from refuse(none_left, "position_acting", "WR-DICE-17", seat=Ref("seat", seat))
    draft.acting = seat_index
    draft.swap(Acting(NOBODY, order(draft).index(seat_index)))
    draft.push(ActionStep(seat_index))


def _set_rings(draft: Draft, part: Json, rolled: bool) -> Iterator[Refusal]:
    numbers, most = [part[side] for side in SIDES], sum(draft.setup.tables.rings)
    yield from refuse(min(numbers) < 0 or sum(numbers) > most, "position_rings", "WR-RING-1", number=most)
    yield from refuse(part["used"] and not rolled, "position_ring_used", "WR-RING-3")
    for side in (FP, SHADOW):
        draft.set_side(side, rings=numbers[side])


def _check_dice(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Refuse more dice than in the pool, Eyes outside the Hunt Box, and rolled dice before phase 4 (WR-TURN-7)."""
    for at, side in enumerate(SIDES):
        rolled, boxed, phase = asked["dice"][side], asked["hunt_box"][side], asked["phase"]
        number, most = len(rolled) + boxed, draft.sides[at].pool
        values = {"side": Ref("side", side), "number": number, "most": most}
        rule = "WR-DICE-3" if at == FP else "WR-DICE-4"
        yield from refuse(EYE in rolled, "position_eye", "WR-DICE-12")
        yield from refuse(boxed < 0 or number > most, "position_dice", rule, **values)
        yield from refuse(rolled and phase not in ROLLED, "position_rolled", "WR-TURN-7", **values)
        yield from refuse(rolled and phase == "victory", "position_rolled", "WR-TURN-10", **values)
