"""The end of a round (WR-BATTLE-30..37): the attacker ceases or goes on, the defender stands or retreats."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.battle.advance import immobile_characters
from companion.games.wotr.rules.battle.battle_strength import (
    ASSAULT,
    CEASED,
    RETREATED,
    battle_of,
    change_battle,
    fighters,
    in_battle,
)
from companion.games.wotr.rules.battle.siege import shelter_rule, withdraw
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.neighbours import not_adjacent
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.common.table_cards import closed_fault, closing_card
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.rules.map.move_armies import take_in
from companion.games.wotr.state import Draft, State, holder
from companion.games.wotr.tables import NAZGUL
from companion.play.game.offers import Offer
from companion.play.game.steps import Step, end


def retreat_regions(state: State) -> list[str]:
    """Return the adjacent regions that are free for the defender (WR-BATTLE-32, WR-MAP-5)."""
    battle = battle_of(state)
    return free_neighbours(state, battle.region, opponent(battle.side))


def free_neighbours(state: State, region: str, side: int) -> list[str]:
    """Return the adjacent regions that are free for a side, and that no card closes to it (WR-MAP-5, WR-EVENT-11)."""
    near = state.setup.tables.regions[region].neighbours
    return [id for id in near if armies.is_free_region(state, id, side) and not closing_card(state, id, side)]


@dataclass(frozen=True, slots=True)
class Cease(Step):
    """Choice of the attacker to end the battle (WR-BATTLE-30); so in an assault that a card prolongs (WR-SIEGE-26)."""

    rule = "WR-BATTLE-30"

    def decided_by(self, state: State, act: object) -> str:
        """Return the rule of the siege battle, or of the field battle."""
        return "WR-SIEGE-26" if battle_of(state).kind == ASSAULT else self.rule

    def run(self, draft: Draft) -> bool:
        """A card may bind the attacker to go on."""
        if battle_of(draft).bound:
            draft.record("bound", "WR-EVENT-9")
            self._press(draft)
            return False
        return True

    def offers(self, state: State) -> list[Act]:
        """Return `press` and `cease`."""
        seat = state.setup.seats[self.seat_index]
        return [Act("press", seat), Act("cease", seat)]

    def do_press(self, draft: Draft, act: Act) -> None:
        """Continue the battle."""
        self._press(draft)

    def _press(self, draft: Draft) -> None:
        battle = battle_of(draft)
        draft.pop()
        if battle.kind != ASSAULT:  # nobody retreats out of a siege
            draft.push(Retreat(battle.forces[opponent(battle.side)].seat_index))

    def do_cease(self, draft: Draft, act: Act) -> None:
        """End the battle."""
        draft.pop()
        change_battle(draft, over=CEASED)


@dataclass(frozen=True, slots=True)
class Retreat(Step):
    """Choice of the defender to retreat to an adjacent free region, or stand (WR-BATTLE-31..36)."""

    rule = "WR-BATTLE-31"

    def run(self, draft: Draft) -> bool:
        """Wait if the defender may retreat."""
        return _ask_defender(draft, retreat_regions(draft))

    def offers(self, state: State) -> list[Offer]:
        """Return `stand` and the regions to retreat to."""
        seat = state.setup.seats[self.seat_index]
        return [
            Offer(Act("stand", seat)),
            *offer_one_of(Act("retreat", seat), "region", "region", retreat_regions(state)),
        ]

    do_stand = end

    def check_retreat(self, state: State, act: Act) -> Refusal | None:
        """Refuse a region that the army cannot retreat to."""
        return None if act.region in retreat_regions(state) else _fault(state, act.region)

    def do_retreat(self, draft: Draft, act: Act) -> None:
        """Retreat to the region."""
        draft.pop()
        retreat(draft, self.seat_index, act.region)


def _ask_defender(draft: Draft, ways: object) -> bool:
    """Ask the defender where he goes; False if no region is free (WR-BATTLE-32)."""
    if not ways:
        draft.record("no_refuge", "WR-BATTLE-32", region=battle_of(draft).region)
    return draft.waits(ways)


def _fault(state: State, to: str) -> Refusal:
    """Return the reason that the defender does not retreat there."""
    battle = battle_of(state)
    if to not in state.setup.tables.regions:
        return Refusal("region_unknown", "WR-BATTLE-32", {"region": to})
    values: dict[str, Value] = {"region": Ref("region", to)}
    if to not in state.setup.tables.regions[battle.region].neighbours:
        return not_adjacent(state, battle.region, to, "WR-BATTLE-32")
    closed = closed_fault(state, opponent(battle.side), to)
    if closed is not None:
        return closed
    if holder(state, to) == battle.side and not armies.units(state, to, battle.side):
        return Refusal("retreat_enemy_place", "WR-BATTLE-33", values)
    return Refusal("retreat_enemy_army", "WR-BATTLE-32", values)


def refuse_now(step: Step, state: State, act: Act) -> Refusal:
    """Refuse to retreat, withdraw or extend an assault at this step (WR-BATTLE-31..36, WR-SIEGE-1, -13, -25)."""
    if not in_battle(state):
        return step.refuse(state, act)
    side = side_of(state, state.index_of(act.seat))
    if act.type != "retreat":
        return Refusal("not_now", shelter_rule(state, side) if act.type == "withdraw" else "WR-SIEGE-13")
    battle = battle_of(state)
    if battle.kind == ASSAULT:
        return Refusal("retreat_besieged", "WR-BATTLE-36", {"region": Ref("region", battle.region)})
    if side != battle.side and not retreat_regions(state):
        return _fault(state, act.region)
    return Refusal("retreat_later", "WR-BATTLE-31")


def retreat(draft: Draft, seat_index: int, to: str) -> None:
    """Move the whole army of the defender (WR-BATTLE-32)."""
    change_battle(draft, over=RETREATED)
    fall_back(
        draft, seat_index, fighters(draft, side_of(draft, seat_index)), battle_of(draft).region, to, "WR-BATTLE-32"
    )


def fall_back(draft: Draft, seat_index: int, army: Army, start: str, to: str, rule: str) -> None:
    """Move an army to an adjacent region, without those who never move (WR-BATTLE-34, -35)."""
    behind = immobile_characters(draft, army)
    going = Army(army.figures, tuple([id for id in army.characters if id not in behind]))
    for character in behind:
        draft.record("must_stay_character", "WR-BATTLE-34", character=character, region=start)
    take_in(draft, seat_index, going, start, to, rule)
    _abroad(draft, going, to)
    armies.trim(draft, to, side_of(draft, seat_index))


def _abroad(draft: Draft, army: Army, region: str) -> None:
    """Mark figures not At War that retreated into foreign land and have to leave it with the next move (WR-MOVE-16)."""
    land, facts = draft.setup.tables.regions[region].nation, draft.setup.tables
    for figure in armies.figures_by_id(facts, army.figures):
        if figure == NAZGUL:  # always At War (WR-CHAR-21)
            continue
        nation = facts.figures[figure].nation
        mark = (region, nation)
        if land not in ("", nation) and not politics.at_war(draft, nation) and mark not in draft.abroad:
            draft.abroad = (*draft.abroad, mark)
            draft.record("abroad", "WR-MOVE-16", region=region, nation=nation)


@dataclass(frozen=True, slots=True)
class Leave(Retreat):
    """Retreat by a card before anybody rolls, if it is possible. inside: or into his Stronghold."""

    rule = "WR-BATTLE-16"

    inside: bool

    def run(self, draft: Draft) -> bool:
        """Wait if the defender may withdraw or retreat."""
        return _ask_defender(draft, self.inside or retreat_regions(draft))

    def offers(self, state: State) -> list[Offer]:
        """Return `withdraw` where there is shelter, and the regions to retreat to."""
        seat = state.setup.seats[self.seat_index]
        inside = [Offer(Act("withdraw", seat))] if self.inside else []
        return [*inside, *offer_one_of(Act("retreat", seat), "region", "region", retreat_regions(state))]

    def check_stand(self, state: State, act: Act) -> Refusal | None:
        """Refuse to stay."""
        return Refusal("must_leave", self.rule)

    def check_withdraw(self, state: State, act: Act) -> Refusal | None:
        """Refuse to withdraw where there is no shelter."""
        return None if self.inside else Refusal("no_shelter", shelter_rule(state, side_of(state, self.seat_index)))

    def do_withdraw(self, draft: Draft, act: Act) -> None:
        """Withdraw into the siege."""
        draft.pop()
        withdraw(draft)
