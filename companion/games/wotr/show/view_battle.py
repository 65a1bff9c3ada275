"""The view of a battle that the app keeps: forces, round, dice, hits.

Knows from the steps what is public: a combat card is its holder's until both sides have picked (WR-BATTLE-14).
"""

from __future__ import annotations

from typing import Any

from companion.games.wotr.rules.battle import battle, battle_dice, battle_strength, casualties
from companion.games.wotr.rules.battle import combat_play as cards
from companion.games.wotr.rules.common.sides import opponent
from companion.games.wotr.rules.events import card_losses
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.rules.map.split_army import SplitArmy, count_items
from companion.games.wotr.state import State
from companion.games.wotr.tables import SIDES
from companion.play.game.steps import Step

Json = dict[str, Any]


def army(state: State, there: Army) -> Json:
    """Return figures by kind, and characters."""
    return {"figures": armies.figures_by_id(state.setup.tables, there.figures), "characters": list(there.characters)}


def battle_view(state: State, viewer: str | None) -> Json | None:
    """Return the battle as a seat (or an onlooker) sees it; None where there is none."""
    fight = next((step for step in reversed(state.agenda) if isinstance(step, battle.Fight)), None)
    if fight is None:
        return None
    found = fight.battle
    return {
        "kind": found.kind,
        "region": found.region,
        "start": found.start,
        "attacker": SIDES[found.side],
        "round": found.round,
        "rounds": found.rounds if found.kind == battle_strength.ASSAULT else None,
        "rearguard": army(state, found.rearguard),
        "sides": {SIDES[side]: _side(state, fight, side, viewer) for side in (found.side, opponent(found.side))},
    }


def _side(state: State, fight: battle.Fight, side: int, viewer: str | None) -> Json:
    force = fight.battle.forces[side]
    seat = state.setup.seats[force.seat_index]
    card = force.card if battle.cards_shown(fight) or viewer == seat else ""
    return {
        "seat": seat,
        **army(state, battle_strength.fighters(state, side)),
        "strength": battle_strength.strength(state, side),
        "dice": battle_strength.dice(state, side),
        "leadership": max(0, battle_strength.leadership(state, side) + force.modifiers.leadership),
        "hits_on": battle_strength.number_to_hit(state, side),
        "bonus": force.modifiers.roll,
        "deck": state.setup.tables.cards[force.card].deck if force.card else None,
        "card": card or None,
        "cancelled": force.cancelled,
        "rolled": bool(force.hits or force.missed),
        "hits": force.modifiers.count_hits(force.hits),
        "missed": force.missed,
    }


def detail(state: State, step: Step) -> Json | None:
    """Return the step that is due in a battle or about a part of an army; None for others."""
    match step:
        case battle_dice.BattleDice():
            return {"side": SIDES[step.side], "number": step.dice_due(state)}
        case cards.PickCard():
            return {"side": SIDES[step.side]}
        case card_losses.CardHits():
            return {"side": SIDES[step.side], "hits": step.hits, "region": step.region}
        case casualties.Casualties():
            return {"side": SIDES[step.side], "hits": step.hits}
        case armies.TrimArmy():
            return {"region": step.region, "over": step.excess_units(state)}
        case SplitArmy():
            to = getattr(step, "to", None) or getattr(step, "goal", None)
            held = [{"item": item, "number": number, "rule": rule} for item, number, rule in step.fixed_figures(state)]
            going = count_items(state, step.moving_army(state))
            able = count_items(state, step.able(state)).items()
            rows = {item: {"goes": going.get(item, 0), "stays": most - going.get(item, 0)} for item, most in able}
            return {"region": step.region, "to": to, "army": rows, "held": held}
    return None
