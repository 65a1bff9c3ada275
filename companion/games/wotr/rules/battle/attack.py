"""Declaring an attack (WR-BATTLE-1..7): with a die or by a card, the rearguard, and its effect on nations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle import battle
from companion.games.wotr.rules.battle.battle_strength import ASSAULT, FIELD, SORTIE
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.action_dice import ARMY, CHARACTER, paying_faces, payment_fault, use_die
from companion.games.wotr.rules.common.neighbours import not_adjacent
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.common.table_cards import closed_fault, closing_card, on_table
from companion.games.wotr.rules.map import armies, mixed_armies, partners
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.rules.map.split_army import NOBODY_STAYS, FixedFigure, SplitArmy, army_without, without_held
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import NAZGUL, SHADOW
from companion.play.game.offers import Offer, OneOf
from companion.play.game.steps import Handler, Step

ATTACK = "WR-BATTLE-1"
BEGUN = {  # by kind of battle: how its beginning is told, and by which rule
    FIELD: ("attacks", "WR-BATTLE-2"),
    ASSAULT: ("assaults", "WR-SIEGE-10"),
    SORTIE: ("sallies", "WR-SIEGE-17"),
}


# --- who may attack whom ---------------------------------------------------------------------------------------------


def peaceful_figures(state: State, seat_index: int, army: Army) -> list[FixedFigure]:
    """Return units and Leaders of nations that are not At War; Nazgûl always are (WR-BATTLE-3, -7, WR-CHAR-21)."""
    facts = state.setup.tables
    return [
        FixedFigure(id, number, mixed_armies.bound_rule(state, seat_index, facts.figures[id].nation, "WR-BATTLE-7"))
        for id, number in armies.figures_by_id(facts, army.figures).items()
        if facts.figures[id].sort != NAZGUL and not politics.at_war(state, facts.figures[id].nation)
    ]


def kind_of(state: State, side: int, start: str, region: str) -> str:
    """Return the kind of a battle: a field battle, an assault or a sortie (WR-SIEGE-10, WR-SIEGE-17)."""
    if start != region:
        return FIELD
    return SORTIE if armies.besieged_there(state, region, side) else ASSAULT


def attack_targets(state: State, side: int, start: str) -> list[str]:
    """Return the regions that an army there may attack.

    Adjacent ones in the field, its own in a siege (WR-BATTLE-2).
    """
    foe = opponent(side)
    if armies.besieged_there(state, start, side):
        return [start]
    near = state.setup.tables.regions[start].neighbours
    found = [id for id in near if armies.units(state, id, foe) and not armies.besieged_there(state, id, foe)]
    found = [start, *found] if start in state.besieged else found
    return [id for id in found if not closing_card(state, id, side)]


def place_fault(state: State, side: int, start: str, region: str) -> Refusal | None:
    """Return the reason that a side may not attack so (WR-BATTLE-2, -4, WR-SIEGE-10, -17, WR-CHAR-22)."""
    for id in (start, region):
        if id not in state.setup.tables.regions:
            return Refusal("region_unknown", "WR-BATTLE-2", {"region": id})
    if not armies.units(state, start, side):
        return Refusal("no_army", "WR-BATTLE-4", {"region": Ref("region", start)})
    if region in attack_targets(state, side, start):
        return None
    closed = closed_fault(state, side, region)
    if closed is not None:
        return closed
    values: dict[str, Value] = {"region": Ref("region", region), "start": Ref("region", start)}
    if armies.besieged_there(state, start, side):
        return Refusal("attack_besieged", "WR-SIEGE-17", values)
    if start != region and region not in state.setup.tables.regions[start].neighbours:
        return not_adjacent(state, start, region, "WR-BATTLE-2")
    if armies.besieged_there(state, region, opponent(side)):
        return Refusal("attack_inside", "WR-SIEGE-10", values)
    lone = armies.army(state, region, opponent(side))
    return Refusal("attack_nobody", "WR-CHAR-22" if any(lone) else "WR-BATTLE-2", values)


def army_fault(state: State, seat_index: int, start: str, led: bool) -> Refusal | None:
    """Return the reason that no part of the army may attack (WR-BATTLE-3, -5, -7, WR-TEAM-19).

    led: as in `AttackArmy`.
    """
    side, fault = side_of(state, seat_index), mixed_armies.control_fault(state, seat_index, start)
    if fault is not None:
        return fault
    whole = mixed_armies.usable_army(state, seat_index, start)
    held = peaceful_figures(state, seat_index, whole)
    able = without_held(state, whole, held)
    facts, values = state.setup.tables, {"region": Ref("region", start)}
    units = armies.tally_figures(facts, able.figures, side).units
    if not units:
        return Refusal("attack_at_peace", "WR-BATTLE-3", values)
    left = armies.tally_figures(facts, army_without(whole, able).figures, side)
    if left.leaders and not left.units and units == 1:
        return Refusal("attack_leader_left", "WR-BATTLE-7", values)
    if led and not armies.has_leader(state, able):
        return Refusal("attack_no_leader", "WR-BATTLE-5", values)
    limited = mixed_armies.may_be_limited(state, seat_index, start)
    return AttackArmy(seat_index, start, NOBODY_STAYS, start, led).impossible(state) if limited else None


# --- the attack ------------------------------------------------------------------------------------------------------


def begin(
    draft: Draft, seat_index: int, start: str, region: str, rearguard: Army = NOBODY_STAYS, rounds: int = 1
) -> None:
    """Begin the attack of a seat: nations feel it once (WR-BATTLE-40, WR-POL-5, -9, -13), then it is a battle.

    rounds: of an assault, without extending it.
    """
    side = side_of(draft, seat_index)
    attackers = army_without(armies.army(draft, start, side), rearguard)
    partners.record_action_for(draft, side, armies.nations_of(draft, attackers), start)
    kind = kind_of(draft, side, start, region)
    code, rule = BEGUN[kind]
    draft.record(code, rule, seat=draft.setup.seats[seat_index], start=Ref("region", start), region=region)
    card = draft.setup.tables.rousing.get(region) if side == SHADOW else None
    if card is not None and on_table(draft, card):
        politics.activate(draft, draft.setup.tables.cards[card].keeps_passive, "WR-POL-5", frees=True)
    for nation in armies.nations_of(draft, armies.army(draft, region, opponent(side))):
        politics.nation_attacked(draft, nation)
    battle.begin(draft, seat_index, start, region, kind, rearguard, rounds)


@dataclass(frozen=True, slots=True)
class AttackArmy(SplitArmy):
    """Choice of the attackers; the others are the rearguard (WR-BATTLE-6).

    to: the region of the defender. led: a Leader, Nazgûl or character has to attack. rounds: see `begin`.
    """

    rule = "WR-BATTLE-6"
    unit_rule = "WR-BATTLE-4"
    leader_rule = "WR-BATTLE-6"

    to: str
    led: bool = False
    rounds: int = 1

    def fixed_figures(self, state: State) -> Sequence[FixedFigure]:
        """Return the figures that may not go."""
        return peaceful_figures(state, self.seat_index, self.whole_army(state))

    def fault(self, state: State, going: Army, left: Army) -> Refusal | None:
        """Refuse an attack by that part of the army."""
        fault = SplitArmy.fault(self, state, going, left)
        if fault is not None:
            return fault
        if (
            any(left)
            and not armies.tally_figures(state.setup.tables, left.figures, side_of(state, self.seat_index)).units
        ):
            return Refusal("rearguard_no_unit", "WR-BATTLE-6")
        if self.led and not armies.has_leader(state, going):
            return Refusal("attack_no_leader", "WR-BATTLE-5", {"region": Ref("region", self.region)})
        return None

    def go(self, draft: Draft, going: Army) -> None:
        """Begin the battle with that part of the army."""
        behind = army_without(armies.army(draft, self.region, side_of(draft, self.seat_index)), going)
        begin(draft, self.seat_index, self.region, self.to, behind, self.rounds)


# --- by a die --------------------------------------------------------------------------------------------------------


def _check(step: Step, state: State, act: Act) -> Refusal | None:
    seat_index = state.index_of(act.seat)
    return (
        armies.refuse_if_not_tracked(state)
        or place_fault(state, side_of(state, seat_index), act.army, act.region)
        or payment_fault(state, act, (ARMY, CHARACTER), ATTACK)
        or army_fault(state, seat_index, act.army, act.die == CHARACTER)
    )


def _do(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    draft.push(AttackArmy(step.seat_index, act.army, NOBODY_STAYS, act.region, act.die == CHARACTER))


def offers(state: State, seat_index: int) -> list[Offer]:
    """Return every army that may attack; the target and the die that pays are open."""
    if not state.setup.armies:
        return []
    seat, side, out = state.setup.seats[seat_index], side_of(state, seat_index), []
    dice, unled = paying_faces(state, side, (ARMY, CHARACTER)), paying_faces(state, side, (ARMY,))
    regions, foes = state.setup.tables.regions, armies.occupied_regions(state, opponent(side)).keys()
    for start in armies.occupied_regions(state, side) if dice else ():
        if start not in state.besieged and foes.isdisjoint(regions[start].neighbours):
            continue
        found = attack_targets(state, side, start)
        pay = dice if found and army_fault(state, seat_index, start, True) is None else unled
        if found and pay and army_fault(state, seat_index, start, False) is None:
            open = (OneOf("region", ("region",), tuple(found)), OneOf("die", ("face",), tuple(pay)))
            out.append(Offer(Act("attack", seat, army=start), open))
    return out


ANSWERS: dict[str, Handler] = {"attack": Handler(_check, _do)}
RULES = {"attack": ATTACK}
