"""The view of a table: everything public, and of hidden things only those that the seat may see."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from companion.games.wotr.odds import hunt as odds
from companion.games.wotr.rules.common import drawing, ending, hands, settlements
from companion.games.wotr.rules.events import card_effects, chance_cards
from companion.games.wotr.rules.hunt import hunt_roll, hunt_tile, tile_damage
from companion.games.wotr.rules.map import armies, characters_enter, move_characters, partners
from companion.games.wotr.rules.turn import dice
from companion.games.wotr.show import view_battle
from companion.games.wotr.state import OFF_TRACK, Hand, State, holder
from companion.games.wotr.tables import DECKS, FP, SHADOW, SIDES
from companion.games.wotr.tiles import damages
from companion.play.game.steps import Step

Json = dict[str, Any]


def view(state: State, seat: str | None) -> Json:
    """Return the table as plain data."""
    public, armies_of_all = _public_view(state)
    players = [_player_view(state, seat_index, hand, seat) for seat_index, hand in enumerate(state.hands)]
    battle = {"battle": view_battle.battle_view(state, seat)} if state.setup.armies else {}
    return {**public, "players": players, **armies_of_all, **battle}


@lru_cache(maxsize=64)  # a table is shown to each of its seats
def _public_view(state: State) -> tuple[Json, Json]:
    """Return what every seat sees: all but the armies, and these where the app keeps them."""
    setup, facts = state.setup, state.setup.tables
    public = {
        "options": setup.options._asdict(),
        "round": state.turn,
        "phase": state.phase if state.agenda else "over",
        "active": setup.seats[state.acting],
        "sides": {SIDES[side]: _side_view(state, side) for side in (FP, SHADOW)},
        "hunt_box": {
            "level": state.box.level,
            "allocated": state.box.allocated,
            "eyes": state.box.eyes,
            "walkers": state.box.walkers,
        },
        "fellowship": _fellowship_view(state),
        "pool": dict(zip(facts.tiles, state.pool, strict=True)),
        "drawn": dict(zip(facts.tiles, state.drawn, strict=True)),
        "waiting": list(state.waiting),
        "characters": dict(zip(facts.characters, state.where, strict=True)),
        "politics": {id: {"box": state.boxes[at], "active": state.active[at]} for at, id in enumerate(facts.nations)},
        "control": {id: SIDES[holder(state, id)] for id in state.taken},
        "besieged": list(state.besieged),
        "step": _step_view(state),
        "rule": state.agenda[-1].rule if state.agenda else "",
    }
    return public, {"armies": _armies_view(state)} if setup.armies else {}


def _armies_view(state: State) -> Json:
    """Return the armies by region and side; besieged: the figures of the side that controls it are inside."""
    facts = state.setup.tables
    rows: Json = {}
    standing = {id for id, row in zip(facts.regions, state.figures, strict=True) if row}
    told = standing.union(state.where, state.taken, state.besieged)
    for id, region in [row for row in facts.regions.items() if row[0] in told]:
        sides = {name: _army_view(state, id, side) for side, name in enumerate(SIDES)}
        there = {name: row for name, row in sides.items() if row["figures"] or row["characters"]}
        if there or id in state.taken or id in state.besieged:
            control = SIDES[holder(state, id)] if region.settlement else None
            rows[id] = {"control": control, "besieged": id in state.besieged, "sides": there}
    return {
        "regions": rows,
        "reserve": armies.figures_by_id(facts, state.reserve),
        "lost": armies.figures_by_id(facts, state.lost),
        "abroad": [{"region": region, "nation": nation} for region, nation in state.abroad],
        "mixed": [_mixed_army(state, region, side) for region, side in state.mixed],
    }


def _mixed_army(state: State, region: str, side: int) -> Json:
    """Return a mixed army, with the seat that controls it."""
    seat = state.setup.seats[partners.commander_at(state, region, side)]
    return {"region": region, "side": SIDES[side], "seat": seat}


def _army_view(state: State, region: str, side: int) -> Json:
    army = armies.army(state, region, side)
    return {
        "figures": armies.figures_by_id(state.setup.tables, army.figures),
        "characters": list(army.characters),
        "units": armies.units(state, region, side),
        "leadership": armies.leadership(state, army),
    }


def _side_view(state: State, side: int) -> Json:
    has, facts = state.sides[side], state.setup.tables
    return {
        "pool": has.pool,
        "coming": has.coming,
        "unused": {face: number for face, number in zip(facts.faces[side], has.unused, strict=True) if number},
        "rings": has.rings,
        "ring_used": has.ring_used,
        "table": list(has.table),
        "leader": state.setup.seats[has.leader],
        "decks": {deck: state.deck_sizes[hands.deck_index(state, side, deck)] for deck in DECKS},
        "points": ending.victory_points(state, side),
        "needed": ending.NEEDED[side],
    }


def _fellowship_view(state: State) -> Json:
    walk = state.fellowship
    return {
        "region": walk.region,
        "progress": walk.progress,
        "hidden": walk.hidden,
        "corruption": walk.corruption,
        "companions": list(walk.companions),
        "guide": walk.guide,
        "step": None if walk.step == OFF_TRACK else walk.step,
        "declared": walk.declared,
    }


def _player_view(state: State, seat_index: int, hand: Hand, viewer: str | None) -> Json:
    seat = state.setup.seats[seat_index]
    return {
        "seat": seat,
        "side": SIDES[state.setup.sides[seat_index]],
        "leads": state.sides[state.setup.sides[seat_index]].leader == seat_index,
        "cards": hand.size,
        "limit": hands.hand_limit(state, seat_index),
        "hand": list(hand.cards) if sees_hand(state, seat, viewer) else None,
    }


def sees_hand(state: State, seat: str, viewer: str | None) -> bool:
    """Return whether a viewer sees a hand: its holder, and everybody when the game is over."""
    return viewer == seat or bool(state.ending)


def _step_view(state: State) -> Json | None:
    """Return the step that is due, as far as it is public."""
    if not state.agenda:
        return None
    step = state.agenda[-1]
    return {"kind": step.kind, "seat": state.seat, **_step_detail(state, step)}


def _step_detail(state: State, step: Step) -> Json:
    match step:
        case hunt_tile.Walk():
            return {"left": step.left, "why": step.why, "path": list(step.path)}
        case dice.Allocate():
            least, most = dice.bounds(state, state.setup.sides[step.seat_index])
            return {"least": least, "most": most}
        case dice.Roll():
            return {"number": dice.number_of_dice(state, state.setup.sides[step.seat_index])}
        case hunt_roll.Watch():
            told = hunt_roll.known_conditions(state)
            fort = settlements.shadow_stronghold(state, state.fellowship.region)
            chances = [
                [number, _find_chance(state, hunt_roll.dice(state), step.bonus, number + fort)]
                for number in range(told, hunt_roll.BOARD + 1)
            ]
            return {**_finding_faces(state, step.bonus), "stronghold": fort, "chances": chances}
        case hunt_roll.Search():
            number = step.dice_due(state)
            found = _find_chance(state, number, step.bonus, step.rerolls)
            return {**_finding_faces(state, step.bonus), "number": number, "chance": found}
        case hunt_roll.Again():
            found = 1.0 if step.good else _find_chance(state, step.dice, step.bonus, 0)
            return {**_finding_faces(state, step.bonus), "number": step.dice, "good": step.good, "chance": found}
        case drawing.Draw():
            return {"number": step.number, "deck": drawing.deck_name(step).id}
        case hunt_tile.DrawTile():
            return {"source": step.source, **_next_tile(state, step)}
        case hunt_tile.Spare():
            return {"source": step.source}
        case hunt_tile.TileStep():
            shown = tile_damage.tile_reveals(state, step.tile, step.source)
            return {"tile": step.tile, "source": step.source, "damage": step.damage, "reveals": shown}
        case hunt_tile.Second():
            harm, shown = _tile_promise(state, step.tile, step)
            known = {"damage": harm[0]} if len(harm) == 1 else {}
            return {"tile": step.tile, "source": step.source, **known, "reveals": shown}
        case hunt_tile.Cast():
            return {"tile": step.tile, "source": step.source}
        case card_effects.CardChoice():
            return {"card": step.card}
        case move_characters.Group():
            return {"how": step.how, "characters": list(step.characters)}
        case characters_enter.Placing() | move_characters.Carried() | chance_cards.Lure():
            return {"character": step.character}
    return view_battle.detail(state, step) or {}


def _finding_faces(state: State, bonus: int) -> Json:
    """Return the faces of a Hunt die that find something."""
    return {"succeeds": [face for face in state.setup.tables.combat if hunt_roll.die_succeeds(state, face, bonus)]}


def _find_chance(state: State, level: int, bonus: int, rerolls: int) -> float:
    """Return the chance that a Hunt roll finds the Fellowship."""
    hits = odds.successes(level, state.box.walkers + bonus, rerolls)
    return float(1 - Fraction(hits.cases[0], hits.total))


def _tile_promise(state: State, tile: str, step: hunt_tile.DrawTile | hunt_tile.Second) -> tuple[list[int], bool]:
    """Return the damages of a tile, each equally likely, and whether it reveals."""
    if tile_damage.is_harmless(state, tile, step.source):
        return [0], False
    found = damages(state.setup.tables.tiles[tile], step.eye)
    return [max(number, 0) for number in found], tile_damage.tile_reveals(state, tile, step.source)


def _next_tile(state: State, step: hunt_tile.DrawTile) -> Json:
    """Return the mean damage of the pool's next tile, and the share of tiles that reveal."""
    harm, shown, whole = Fraction(0), 0, sum(state.pool)
    for id, count in zip(state.setup.tables.tiles, state.pool, strict=True):
        found, revealed = _tile_promise(state, id, step)
        harm += Fraction(count * sum(found), len(found))
        shown += count * revealed
    return {"mean": float(harm / whole), "reveals": shown / whole}
