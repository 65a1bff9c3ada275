"""Effects and conditions of combat cards, one function for each verb of content/wotr/combat_cards.yaml.

Every function is given the state and the side whose card it is.
"""

from __future__ import annotations

from typing import Literal

from companion.games.wotr.combat import MOST_DICE, Modifiers
from companion.games.wotr.rules.battle import battle_strength, retreat, siege
from companion.games.wotr.rules.battle.battle_dice import ExtraAttack
from companion.games.wotr.rules.battle.battle_strength import (
    ASSAULT,
    FIELD,
    add_modifiers,
    battle_of,
    change_force,
    companions,
    fighters,
)
from companion.games.wotr.rules.battle.casualties import Casualties
from companion.games.wotr.rules.battle.combat_choices import (
    CARD,
    Dread,
    Eliminate,
    Forfeit,
    HeroicDeath,
    Onslaught,
    RelentlessAssault,
    Silence,
    hits_army_can_take,
    leaders,
)
from companion.games.wotr.rules.common.sides import opponent
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.characters import MINIONS
from companion.games.wotr.rules.map.reach import regions_within
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import ELITE, NAZGUL, SHADOW, SIDES
from companion.games.wotr.verbs import COMBAT, NEEDS, Character, Nation, Number, Region

# --- extra attacks and hits ------------------------------------------------------------------------------------------


@COMBAT.verb
def attack(
    draft: Draft, side: int, dice: Number = 0, each: Literal["", "leadership", "elite"] = "", hits_on: Number = 0
) -> None:
    """Add an extra attack of so many dice, or one for each, that hit as in the Combat roll (WR-BATTLE-19)."""
    if each == "leadership":
        dice = battle_strength.leadership(draft, side)
    elif each:
        dice = _elites(draft, side)
    draft.push(ExtraAttack(battle_of(draft).forces[side].seat_index, side, min(dice, MOST_DICE), hits_on))


@COMBAT.verb
def outnumber(draft: Draft, side: int, times: Number) -> None:
    """Give the enemy a hit if it has at least so many times as many units."""
    if battle_strength.units(draft, side) >= times * battle_strength.units(draft, opponent(side)):
        draft.record("combat_suffers", CARD, side=SIDES[opponent(side)], number=1)
        draft.push(Casualties(battle_of(draft).forces[opponent(side)].seat_index, opponent(side), 1))


@COMBAT.verb
def outhit(draft: Draft, side: int, hits: Number) -> None:
    """Add hits if the side has more than the enemy, whose extra attacks before the Combat roll count too."""
    own, foe = battle_of(draft).forces[side], battle_of(draft).forces[opponent(side)]
    if own.modifiers.count_hits(own.hits) > foe.modifiers.count_hits(foe.hits) + foe.early:
        add_modifiers(draft, side, Modifiers(hits=hits))


@COMBAT.verb
def confuse(draft: Draft, side: int) -> None:
    """Turn enemy Combat dice that show 1 into hits on the enemy's own army; they are not rolled again."""
    foe = battle_of(draft).forces[opponent(side)]
    if foe.ones:
        draft.record("stray_hits", CARD, side=SIDES[opponent(side)], number=foe.ones)
        change_force(draft, opponent(side), missed=foe.missed - foe.ones, stray=foe.ones)


@COMBAT.verb
def relentless_assault(draft: Draft, side: int, most: Number) -> None:
    """Ask for up to so many hits on their own units, each for 1 more on every die of the Combat roll."""
    draft.push(
        RelentlessAssault(battle_of(draft).forces[side].seat_index, side, min(most, hits_army_can_take(draft, side)))
    )


@COMBAT.verb
def onslaught(draft: Draft, side: int, most: Number, hits_on: Number) -> None:
    """Ask for up to so many hits on their own units, each for a die of an extra attack."""
    draft.push(
        Onslaught(battle_of(draft).forces[side].seat_index, side, min(most, hits_army_can_take(draft, side)), hits_on)
    )


# --- dice, cards, Leadership -----------------------------------------------------------------------------------------


@COMBAT.verb
def brave_stand(draft: Draft, side: int) -> None:
    """Take a die from the enemy for every Companion who takes part (WR-BATTLE-41)."""
    add_modifiers(draft, opponent(side), Modifiers(dice=-len(companions(draft, side))))


@COMBAT.verb
def dread(draft: Draft, side: int) -> None:
    """Ask for points of Leadership of Nazgûl, at least one, given up for as many dice of the enemy."""
    draft.push(Dread(battle_of(draft).forces[side].seat_index, side, battle_strength.nazgul_leadership(draft)))


@COMBAT.verb
def cow(draft: Draft, side: int) -> None:
    """Stop re-rolls of the enemy's Leaders, unless their Leadership is above that of the Nazgûl."""
    if battle_strength.leadership(draft, opponent(side)) <= battle_strength.nazgul_leadership(draft):
        change_force(draft, opponent(side), no_reroll=True)
        draft.record("no_reroll", CARD, side=SIDES[opponent(side)])


@COMBAT.verb
def silence(draft: Draft, side: int) -> None:
    """Ask for a Companion who is without Leadership and abilities."""
    draft.push(Silence(battle_of(draft).forces[side].seat_index, side, tuple(companions(draft, opponent(side)))))


@COMBAT.verb
def forfeit(draft: Draft, side: int, of: tuple[Character, ...] = (), misses: Number = 1) -> None:
    """Ask for a Companion, one of these if any is named, who gives up his Leadership for misses that become hits."""
    able = _able_to_forfeit(draft, side, of)
    draft.push(Forfeit(battle_of(draft).forces[side].seat_index, side, tuple(able), most=misses))


@COMBAT.verb
def cancel(draft: Draft, side: int, reroll: Number = 0) -> None:
    """Cancel the enemy's combat card; without one, add so much to every die of the own re-roll."""
    if battle_of(draft).forces[opponent(side)].card:
        change_force(draft, opponent(side), cancelled=True)
        draft.record("combat_cancelled", CARD, side=SIDES[opponent(side)])
    else:
        add_modifiers(draft, side, Modifiers(reroll=reroll))


@COMBAT.verb
def defy(draft: Draft, side: int) -> None:
    """Give up the Leadership of all Companions and cancel the enemy's combat card (WR-BATTLE-18)."""
    able = _able_to_forfeit(draft, side)
    if able:
        battle_strength.forfeit(draft, side, *able)
        cancel(draft, side)


# --- figures that leave, die or are slain ----------------------------------------------------------------------------


@COMBAT.verb
def leave(draft: Draft, side: int) -> None:
    """Let the defender retreat, or withdraw into his Stronghold, before anybody rolls."""
    draft.push(retreat.Leave(battle_of(draft).forces[side].seat_index, siege.may_withdraw(draft)))


@COMBAT.verb
def heroic_death(draft: Draft, side: int) -> None:
    """Ask for a Leader or Companion who may die for hits that do not count."""
    if battle_strength.hits_suffered(draft, side):
        able = (*leaders(draft, side), *companions(draft, side))
        draft.push(HeroicDeath(battle_of(draft).forces[side].seat_index, side, able))


@COMBAT.verb
def blade(draft: Draft, side: int) -> None:
    """Spend a hit of the Leader re-roll on a Minion, instead of a loss."""
    force, minions = battle_of(draft).forces[side], _minions(draft, side)
    if force.again and minions:
        change_force(draft, side, hits=force.hits - 1)
        draft.push(Eliminate(force.seat_index, side, minions, must=True))


@COMBAT.verb
def fateful_strike(draft: Draft, side: int) -> None:
    """Eliminate a Nazgûl as well with a hit of the Leader re-roll; with two it may be a Minion (WR-BATTLE-45)."""
    force, army = battle_of(draft).forces[side], fighters(draft, opponent(side))
    nazgul = armies.tally_figures(draft.setup.tables, army.figures, SHADOW).nazgul > 0
    slain = ((NAZGUL,) if nazgul and force.again else ()) + (_minions(draft, side) if force.again > 1 else ())
    draft.push(Eliminate(force.seat_index, side, slain, must=nazgul))


@COMBAT.verb
def black_breath(draft: Draft, side: int) -> None:
    """Ask for a Leader, or a Companion of a Level up to the hits of the Leader re-roll, to eliminate."""
    force, foe, facts = battle_of(draft).forces[side], opponent(side), draft.setup.tables.characters
    if force.again:
        slain = [*leaders(draft, foe), *[id for id in companions(draft, foe) if facts[id].level <= force.again]]
        draft.push(Eliminate(force.seat_index, side, tuple(slain)))


def _able_to_forfeit(draft: Draft, side: int, of: tuple[str, ...] = ()) -> list[str]:
    """Return the Companions, of these if any is named, who have Leadership to give up."""
    able = [
        id for id in companions(draft, side) if battle_strength.has_leadership(draft, side, id) and (not of or id in of)
    ]
    if not able:
        draft.record("nothing_forfeited", "WR-BATTLE-44", side=SIDES[side])
    return able


def _minions(state: State, side: int) -> tuple[str, ...]:
    """Return the Minions of the enemy who take part."""
    return tuple([id for id in fighters(state, opponent(side)).characters if id in MINIONS])


def _elites(state: State, side: int) -> int:
    return armies.tally_figures(state.setup.tables, fighters(state, side).figures, side).elite


# --- what the battle has to be like ----------------------------------------------------------------------------------


@NEEDS.verb
def defends_in_field(state: State, side: int) -> bool:
    """Return whether the side is attacked in a field battle."""
    battle = battle_of(state)
    return battle.side != side and battle.kind == FIELD


@NEEDS.verb
def defender_in_stronghold(state: State, side: int) -> bool:
    """Return whether the defender is inside a Stronghold under siege."""
    return battle_of(state).kind == ASSAULT


@NEEDS.verb
def defender_near(state: State, side: int, region: Region, regions: Number) -> bool:
    """Return whether the defender is at most so many regions from there."""
    return battle_of(state).region in regions_within(state, region, regions)


@NEEDS.verb
def defender_in(state: State, side: int, nations: tuple[Nation, ...] = (), regions: tuple[Region, ...] = ()) -> bool:
    """Return whether the defender is in the land of one of these nations, or in one of these regions."""
    region = battle_of(state).region
    return state.setup.tables.regions[region].nation in nations or region in regions


@NEEDS.verb
def defender_with_fellowship(state: State, side: int) -> bool:
    """Return whether the defender is in the region of the Fellowship."""
    return battle_of(state).region == state.fellowship.region


@NEEDS.verb
def fights(state: State, side: int, of: tuple[Character, ...] = (), leader: bool = False) -> bool:
    """Return whether one of these Companions (any without names) or a Leader takes part."""
    there = companions(state, side)
    return any(not of or id in of for id in there) or (leader and bool(leaders(state, side)))


@NEEDS.verb
def unit_fights(state: State, side: int, nation: Nation = "", elite: bool = False) -> bool:
    """Return whether a unit of the side takes part: of that nation, an elite."""
    facts = state.setup.tables
    there = [facts.figures[id] for id in armies.figures_by_id(facts, fighters(state, side).figures)]
    return any(of.unit and nation in ("", of.nation) and (of.sort == ELITE or not elite) for of in there)


@NEEDS.verb
def nazgul(state: State, side: int, leadership: int = 0) -> bool:
    """Return whether a Nazgûl takes part and their Leadership is so much or more."""
    return battle_strength.has_nazgul(state) and battle_strength.nazgul_leadership(state) >= leadership
