"""Tables already in play: a position file -> the header's position -> the table it describes, checked for possibility.

Knows what cannot be at any table (WR-SETUP, WR-DICE, WR-FELL...); how such a table would have come about is not asked.
Units, Leaders and Nazgûl of the map are read and kept in the header as a note: armies stay on the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

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
from companion.play.position_schema import (
    Kind,
    Schema,
    by_id,
    flag,
    mapping,
    nullable,
    one,
    optional,
    read,
    sorted_ids,
    whole,
)
from companion.play.setup import Head, refusals

if TYPE_CHECKING:
    from companion.content.model import Content

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
PILES = ("in", "out", "removed")  # where Hunt tiles lie, but for those that wait


# --- what the file says ----------------------------------------------------------------------------------------------


def head(content: Content, asked: Json, variant: str | None) -> Head:
    """Who plays, if the file says so. Raises WrongCall."""
    input_values.check_keys(asked, KEYS, "position")
    rows = asked.get("seats")
    if rows is None:
        return Head()
    if not isinstance(rows, list):
        raise WrongCall("not_mapping", "seats")
    return Head(input_values.named(rows, "seat", ("seat", "name")))


def _schema(setup: Setup, asked: Json) -> Schema:
    facts = setup.tables
    hand = mapping({"cards": sorted_ids(facts.cards), "hidden": whole()}, short={list: "cards", int: "hidden"})
    return {
        "phase": one(PHASES, "action" if "dice" in asked else "recover"),
        "regions": by_id({id: nullable(_region(setup, _own(facts, id))) for id in facts.regions}),
        "gone": sorted_ids(facts.characters),
        "table": sorted_ids(facts.cards),
        "hands": mapping(dict.fromkeys(setup.seats, hand)),
        "pool": mapping({**dict.fromkeys(PILES, optional(_tiles(facts))), "waiting": sorted_ids(facts.tiles)}),
        "turn": whole(1),
        "to_act": one(("", *setup.seats)),
        "dice": mapping({side: sorted_ids(facts.faces[at]) for at, side in enumerate(SIDES)}),
        "hunt_box": mapping(dict.fromkeys(SIDES, whole())),
        "fellowship": mapping(
            {
                "companions": optional(sorted_ids(facts.characters)),
                "mordor_step": nullable(whole()),
                "region": optional(one(("", *facts.regions))),
                "progress": whole(),
                "hidden": flag(True),
                "guide": optional(one(facts.characters)),
                "corruption": whole(),
                "declared": flag(),
                "tried": flag(),
            }
        ),
        "rings": mapping(
            {**{side: whole(facts.rings[at]) for at, side in enumerate(SIDES)}, "used": sorted_ids(SIDES)}
        ),
        "politics": mapping(
            {id: mapping({"box": whole(row.box), "active": flag(row.active)}) for id, row in facts.nations.items()}
        ),
        "decks": mapping(
            {side: mapping({deck: _deck(facts, at, deck) for deck in DECKS}) for at, side in enumerate(SIDES)}
        ),
        "vp": mapping(dict.fromkeys(SIDES, whole(-1))),
    }


def _region(setup: Setup, own: str) -> Kind:
    nations = setup.tables.nations
    return mapping(
        {
            "control": one(("", *SIDES), own),
            "units": by_id(dict.fromkeys(nations, mapping({"regular": whole(), "elite": whole()}))),
            "leaders": by_id(dict.fromkeys(nations, whole())),
            "nazgul": whole(),
            "characters": sorted_ids(setup.tables.characters),
            "captor": optional(one(("", *setup.seats))),
            "besieged": flag(),
        }
    )


def _own(facts: Tables, region: str) -> str:
    """The side that a region belongs to, or nothing."""
    side = facts.regions[region].side
    return SIDES[side] if side >= 0 else ""


def _tiles(facts: Tables) -> Kind:
    """The number of each tile: numbers by id, or a list of ids."""
    numbers = mapping(dict.fromkeys(facts.tiles, whole()))

    def tiles(data: Json, key: str) -> dict[str, int]:
        if not isinstance(data[key], list):
            return dict(numbers(data, key))
        ids = input_values.ids(data, key, facts.tiles)
        return {id: ids.count(id) for id in facts.tiles}

    return tiles


def _deck(facts: Tables, side: int, deck: str) -> Kind:
    cards = optional(sorted_ids(facts.deck(side, deck)))
    return mapping({"cards": cards, "size": optional(whole())}, short={list: "cards", int: "size"})


def settled(setup: Setup, seats: Sequence[Json], asked: Json) -> Json:
    """The position with everything written out; what is left out is as at set-up. Raises WrongCall."""
    facts = setup.tables
    out = read(_schema(setup, asked), asked)
    out["regions"] = {id: out["regions"][id] for id in facts.regions if out["regions"].get(id) is not None}
    for id, row in out["regions"].items():
        if row["captor"] is None:
            side = SIDES.index(row["control"] or SIDES[FP])
            row["captor"] = "" if row["control"] == _own(facts, id) else setup.seats[setup.sides.index(side)]
    _fill_fellowship(facts, out)
    _fill_pool(facts, out["pool"])
    _fill_decks(setup, out)
    return out


def _fill_fellowship(facts: Tables, out: Json) -> None:
    """Companions who are nowhere else, the first of the highest level as Guide."""
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
    """What is not said of the standard tiles lies in the pool, or where that is said has been drawn."""
    rest = next((key for key in ("in", "out") if pool[key] is None), "")
    for key in PILES:
        pool[key] = pool[key] or dict.fromkeys(facts.tiles, 0)
    for id, tile in facts.tiles.items():
        if rest and tile.standard:
            pool[rest][id] = facts.counts[id] - sum([pool[key][id] for key in PILES])


def _brought(facts: Tables, pool: Json) -> list[str]:
    """Cards that have been played, since their special tiles are in play (WR-EVENT-18)."""
    in_play = {*pool["waiting"], *[id for id in facts.tiles if any(pool[key][id] for key in PILES)]}
    return [card for card, row in facts.cards.items() if row.tile in in_play]


def _fill_decks(setup: Setup, out: Json) -> None:
    """A deck is all that is in no known hand and has not been played.

    Cards in hands that only their holders know are drawn from both decks in turn.
    """
    facts = setup.tables
    known = [card for hand in out["hands"].values() for card in hand["cards"]]
    used = {*out["table"], *known, *_brought(facts, out["pool"])}
    for at, decks in enumerate(out["decks"].values()):
        hidden = sum(
            [out["hands"][seat]["hidden"] for seat, of in zip(setup.seats, setup.sides, strict=True) if of == at]
        )
        for odd, (deck, row) in enumerate(decks.items()):
            drawn = 0
            if row["cards"] is None:
                row["cards"] = [id for id in facts.deck(at, deck) if id not in used]
                drawn = (hidden + 1 - odd) // 2
            if row["size"] is None:
                row["size"] = max(0, len(row["cards"]) - drawn)


# --- the table -------------------------------------------------------------------------------------------------------


def place(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Set the table so, or say why it cannot be. `asked` is the header's position."""
    yield from _set_characters(draft, asked)
    yield from _set_fellowship(draft, asked["fellowship"])
    yield from _set_pool(draft, asked["pool"])
    yield from _set_politics(draft, asked["politics"])
    yield from _set_regions(draft, asked)
    yield from _set_hands(draft, asked)
    yield from _set_decks(draft, asked)
    yield from _set_turn(draft, asked)


def _set_characters(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Each in one place; who is nowhere has not come yet, a Companion is out of the game (WR-CHAR-2, WR-CHAR-23)."""
    facts, where = draft.setup.tables.characters, dict[str, str]()
    named = [(id, GONE) for id in asked["gone"]] + [(id, IN_FELLOWSHIP) for id in asked["fellowship"]["companions"]]
    named += [(id, region) for region, row in asked["regions"].items() for id in row["characters"]]
    for id, there in named:
        kind, together = facts[id].kind, there == IN_FELLOWSHIP
        never = kind in ("ring_bearers", "gollum") or (together and facts[id].replaces)
        checks = [
            (id in where, "position_twice", "WR-CHAR-1"),
            (never, "position_character", "WR-FELL-41" if there == GONE else "WR-SETUP-5"),
            (together and kind != "companion", "position_character", "WR-SETUP-7"),
        ]
        yield from refusals({"character": Ref("character", id)}, checks)
        where[id] = there
    for id, row in facts.items():
        if row.replaces and id in where and where.get(row.replaces, GONE) != GONE:
            values = {"character": Ref("character", id), "other": Ref("character", row.replaces)}
            yield Refusal("position_replaced", "WR-CHAR-24", values)
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
    last, steps = companions.most(draft), draft.setup.tables.tracks["mordor"]
    step, corruption, progress = part["mordor_step"], part["corruption"], part["progress"]
    named = {key: part[key] for key in ("region", "progress", "hidden", "corruption", "guide", "declared", "tried")}
    on_track = OFF_TRACK if step is None else step
    draft.fellowship = Fellowship(**named, companions=tuple(part["companions"]), step=on_track)
    if not 0 <= corruption <= last:
        yield Refusal("position_corruption", "WR-FELL-3", {"number": corruption, "last": last})
    if not 0 <= progress <= last:
        yield Refusal("position_progress", "WR-FELL-2", {"number": progress, "last": last})
    if corruption == last:
        yield Refusal("position_over", "WR-WIN-2")
    if step is not None and not 0 <= step <= steps:
        yield Refusal("position_step", "WR-MORDOR-15", {"number": step, "last": steps})
    checks = [
        (step == steps, "position_over", "WR-WIN-3"),
        ((step is None) == (part["region"] == ""), "position_region", "WR-MORDOR-4"),
        (step is not None and progress, "position_track", "WR-MORDOR-5"),
        (step is not None and part["declared"], "position_track", "WR-MORDOR-19"),
    ]
    yield from refusals({}, checks)
    if part["guide"] not in (companions.candidates(draft) or [GOLLUM]):
        rule = "WR-FELL-5" if part["companions"] else "WR-FELL-8"
        yield Refusal("position_guide", rule, {"character": Ref("character", part["guide"])})


def _set_pool(draft: Draft, part: Json) -> Iterator[Refusal]:
    """No more tiles than there are; special ones only once cards have brought them (WR-SETUP-17, -18, WR-EVENT-18)."""
    facts, on_track = draft.setup.tables, companions.on_track(draft)
    for id, tile in facts.tiles.items():
        there, waits = [part[key][id] for key in PILES], part["waiting"].count(id)
        number, most, special = sum(there) + waits, facts.counts[id], not tile.standard
        wrong = min(there) < 0 or number > most or (tile.standard and number != most)
        checks = [
            (wrong, "position_tiles", "WR-SETUP-18" if special else "WR-SETUP-17"),
            (waits and tile.standard, "position_waiting", "WR-SETUP-9"),
            (waits and special and on_track, "position_waiting", "WR-MORDOR-6"),
            (part["in"][id] and special and not on_track, "position_waiting", "WR-EVENT-18"),
        ]
        yield from refusals({"tile": Ref("hunt_tile", id, "called"), "number": number}, checks)
    draft.pool = tuple([part["in"][id] for id in facts.tiles])
    draft.drawn = tuple([part["out"][id] if tile.standard else 0 for id, tile in facts.tiles.items()])
    draft.waiting = tuple(part["waiting"])


def _set_politics(draft: Draft, part: Json) -> Iterator[Refusal]:
    nations, war = draft.setup.tables.nations, draft.setup.tables.tracks["political"]
    for id, row in part.items():
        checks = [
            (not 1 <= row["box"] <= war, "position_box", "WR-SETUP-11"),
            (nations[id].side == SHADOW and not row["active"], "position_shadow_passive", "WR-POL-1"),
            (row["box"] == war and not row["active"], "position_passive", "WR-POL-2"),
        ]
        yield from refusals({"nation": Ref("nation", id), "number": row["box"]}, checks)
    draft.boxes = tuple([part[id]["box"] for id in nations])
    draft.active = tuple([part[id]["active"] for id in nations])


def _set_regions(draft: Draft, asked: Json) -> Iterator[Refusal]:
    facts, rows = draft.setup.tables, asked["regions"]
    sides = dict(zip(draft.setup.seats, [SIDES[side] for side in draft.setup.sides], strict=True))
    for id, row in rows.items():
        own, settlement = _own(facts, id), facts.regions[id].settlement
        taken, captor = row["control"] != own, sides.get(row["captor"])
        counts = [number for sorts in row["units"].values() for number in sorts.values()]
        figures = [row["nazgul"], *row["leaders"].values(), *counts]
        checks = [
            (taken and not (settlement and own and row["control"]), "no_settlement", "WR-MAP-9"),
            (captor != (row["control"] if taken else None), "position_captor", "WR-CAPTURE-1"),
            (row["besieged"] and settlement != "stronghold", "no_stronghold", "WR-SIEGE-1"),
            (min(figures) < 0, "position_negative", "WR-GEN-6"),
        ]
        yield from refusals({"region": Ref("region", id)}, checks)
    yield from _check_figures(draft, list(rows.values()))
    draft.taken = tuple([id for id, row in rows.items() if row["captor"]])
    draft.captors = tuple([draft.setup.seats.index(rows[id]["captor"]) for id in draft.taken])
    draft.besieged = tuple([id for id, row in rows.items() if row["besieged"]])
    for at, side in enumerate(SIDES):
        points = ending.points(draft, at)
        if asked["vp"][side] not in (-1, points):
            yield Refusal("position_points", "WR-WIN-6", {"side": Ref("side", side), "number": points})


def _check_figures(draft: Draft, rows: list[Json]) -> Iterator[Refusal]:
    """No more figures on the map than the box holds; Nazgûl are those of Sauron (WR-GEN-6, WR-SETUP-16)."""
    for id, nation in draft.setup.tables.nations.items():
        there = {kind: sum([row["units"].get(id, {}).get(kind, 0) for row in rows]) for kind in ("regular", "elite")}
        there["leader"] = sum([row["leaders"].get(id, 0) for row in rows])
        there["nazgul"] = sum([row["nazgul"] for row in rows]) if nation.figures["nazgul"] else 0
        for kind, number in there.items():
            if number > nation.figures[kind]:
                values = {"nation": Ref("nation", id), "number": number, "most": nation.figures[kind]}
                yield Refusal("position_figures", "WR-SETUP-16", values)


def _set_hands(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Every card in one place, hands within their limit (WR-EVENT-2, WR-SETUP-8)."""
    facts, setup = draft.setup.tables.cards, draft.setup
    seen = [card for decks in asked["decks"].values() for deck in decks.values() for card in deck["cards"]]
    seen += asked["table"]
    for card in asked["table"]:
        if not facts[card].table:
            yield Refusal("position_table", "WR-EVENT-11", {"card": Ref("event_card", card)})
    for who, (seat, side) in enumerate(zip(setup.seats, setup.sides, strict=True)):
        cards, hidden = asked["hands"][seat]["cards"], asked["hands"][seat]["hidden"]
        who_is = {"seat": Ref("seat", seat)}
        seen += cards
        for card in cards:
            if facts[card].side != side:
                yield Refusal("position_card_side", "WR-EVENT-1", {**who_is, "card": Ref("event_card", card)})
        checks = [
            (hidden < 0, "position_hand_negative", "WR-EVENT-2"),
            (hidden and not setup.options.real_cards, "position_hand_unknown", "WR-EVENT-1"),
        ]
        yield from refusals(who_is, checks)
        draft.hands = put(draft.hands, who, Hand(tuple(cards), hidden))
        if draft.hands[who].size > hands.limit(draft, who):
            rule = "WR-EVENT-2" if len(seats_of(draft, side)) == 1 else "WR-TEAM-5"
            yield Refusal("position_hand", rule, {**who_is, "number": hands.limit(draft, who)})
    for card in seen:
        if seen.count(card) > 1:
            yield Refusal("position_card_twice", "WR-SETUP-8", {"card": Ref("event_card", card)})
    for card in _brought(draft.setup.tables, asked["pool"]):
        if card in seen:
            yield Refusal("position_tile_card", "WR-EVENT-18", {"card": Ref("event_card", card)})
    for at in (FP, SHADOW):
        draft.set_side(at, table=tuple([card for card in asked["table"] if facts[card].side == at]))


def _set_decks(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """With real cards a deck may hold fewer than could be there; else it is what is said."""
    for at, side in enumerate(SIDES):
        decks = asked["decks"][side]
        for deck, row in decks.items():
            size, most = row["size"], len(row["cards"])
            if not (0 if draft.setup.options.real_cards else most) <= size <= most:
                values = {"side": Ref("side", side), "deck": Ref("deck", deck), "number": size}
                yield Refusal("position_deck", "WR-SETUP-8", values)
            there = hands.place(draft, at, deck)
            draft.decks = put(draft.decks, there, tuple(row["cards"]))
            draft.deck_sizes = put(draft.deck_sizes, there, size)
        hidden = sum([draft.hands[who].hidden for who in seats_of(draft, at)])
        if hidden > sum([len(row["cards"]) - row["size"] for row in decks.values()]):
            yield Refusal("position_hidden", "WR-SETUP-8", {"side": Ref("side", side), "number": hidden})


def _set_turn(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """The turn begins as any, then what is over of it is left out (WR-TURN-1)."""
    if asked["turn"] < 1:
        yield Refusal("position_turn", "WR-TURN-1", {"number": asked["turn"]})
    yield from _set_rings(draft, asked)
    yield from _check_dice(draft, asked)
    phase, walk = asked["phase"], draft.fellowship
    for at in (FP, SHADOW):  # who led the turn before
        partners = seats_of(draft, at)
        ahead = max(0, asked["turn"] - 2)
        first = partners.index(leader(draft, at))
        draft.set_side(at, leader=partners[(first + ahead) % len(partners)])
    box = HuntBox(asked["hunt_box"]["shadow"], 0, asked["hunt_box"]["fp"])
    draft.turn, draft.box = asked["turn"] - 1, box
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
    """Who is due to act, in the phase of actions and with dice left."""
    who = draft.setup.seats.index(seat)
    checks = [
        (draft.phase != "action", "position_acting", "WR-TURN-13"),
        (not draft.sides[draft.setup.sides[who]].dice, "position_acting", "WR-DICE-17"),
    ]
    yield from refusals({"seat": Ref("seat", seat)}, checks)
    draft.acting = who
    draft.swap(turn.Acting(NOBODY, turn.order(draft).index(who)))
    draft.push(ActionStep(who))


def _set_rings(draft: Draft, asked: Json) -> Iterator[Refusal]:
    numbers, most = [asked["rings"][side] for side in SIDES], sum(draft.setup.tables.rings)
    if min(numbers) < 0 or sum(numbers) > most:
        yield Refusal("position_rings", "WR-RING-1", {"number": most})
    if asked["rings"]["used"] and asked["phase"] not in ROLLED:
        yield Refusal("position_ring_used", "WR-RING-3")
    for side in (FP, SHADOW):
        draft.set_side(side, rings=numbers[side])


def _check_dice(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """No more dice than in the pool; an Eye lies in the Hunt Box, and nothing is rolled before phase 4 (WR-TURN-7)."""
    for at, side in enumerate(SIDES):
        rolled, boxed, pool = asked["dice"][side], asked["hunt_box"][side], draft.sides[at].pool
        number = len(rolled) + boxed
        if EYE in rolled:
            yield Refusal("position_eye", "WR-DICE-12")
        checks = [
            (boxed < 0 or number > pool, "position_dice", "WR-DICE-3" if at == FP else "WR-DICE-4"),
            (rolled and asked["phase"] not in ROLLED, "position_rolled", "WR-TURN-7"),
            (rolled and asked["phase"] == "victory", "position_rolled", "WR-TURN-10"),
        ]
        yield from refusals({"side": Ref("side", side), "number": number, "most": pool}, checks)
