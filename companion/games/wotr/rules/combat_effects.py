"""What combat cards do, verb by verb, and what they need of a battle (content/wotr/combat_cards.yaml)."""

from __future__ import annotations

from companion.games.wotr.rules import retreat, siege
from companion.games.wotr.rules.battle_dice import ExtraAttack
from companion.games.wotr.rules.forces import FIELD, battle_of
from companion.games.wotr.rules.reach import near
from companion.games.wotr.state import Draft, State
from companion.games.wotr.verbs import COMBAT, NEEDS, Nation, Number, Region

# --- what happens ----------------------------------------------------------------------------------------------------


@COMBAT.verb
def attack(draft: Draft, side: int, dice: Number, hits_on: Number = 0) -> None:
    """An extra attack with so many dice, that hit as in the Combat roll unless it is said (WR-BATTLE-19, -43)."""
    draft.push(ExtraAttack(battle_of(draft).forces[side].who, side, dice, hits_on))


@COMBAT.verb
def leave(draft: Draft, side: int) -> None:
    """The defender retreats, or withdraws into his Stronghold, before anybody rolls."""
    draft.push(retreat.Leave(battle_of(draft).forces[side].who, siege.may_withdraw(draft)))


# --- what the battle has to be like ----------------------------------------------------------------------------------


@NEEDS.verb
def defends_in_field(t: State, side: int) -> bool:
    """Its side is attacked in a field battle."""
    battle = battle_of(t)
    return battle.side != side and battle.kind == FIELD


@NEEDS.verb
def defender_near(t: State, side: int, region: Region, regions: Number) -> bool:
    """The defender is at most so many regions from there."""
    return battle_of(t).region in near(t, region, regions)


@NEEDS.verb
def defender_in(t: State, side: int, nations: tuple[Nation, ...] = (), regions: tuple[Region, ...] = ()) -> bool:
    """The defender is in the land of one of these nations, or in one of these regions."""
    region = battle_of(t).region
    return t.setup.tables.regions[region].nation in nations or region in regions
