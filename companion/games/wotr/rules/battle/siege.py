"""Battles about Strongholds (WR-SIEGE): withdrawing into one, assaults and how long they last, how they end."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle.battle_strength import (
    ASSAULT,
    CEASED,
    FIELD,
    WITHDRAWN,
    battle_of,
    change_battle,
    fighters,
)
from companion.games.wotr.rules.battle.casualties import none_to_reduce
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.split_army import item_name
from companion.games.wotr.state import Draft, State, holder
from companion.games.wotr.tables import ELITE
from companion.play.game.steps import Step


def may_withdraw(state: State) -> bool:
    """Return whether the defender of a field battle may withdraw into a Stronghold there (WR-SIEGE-1, -25)."""
    battle = battle_of(state)
    facts = state.setup.tables.regions[battle.region]
    held = facts.settlement == "stronghold" and holder(state, battle.region) != battle.side
    return battle.kind == FIELD and held and battle.region not in state.besieged


def shelter_rule(state: State, side: int) -> str:
    """Return the rule by which a side may not withdraw into a Stronghold now; besiegers who are attacked have none."""
    battle = battle_of(state)
    attacked = battle.side != side and battle.kind != ASSAULT and battle.region in state.besieged
    return "WR-SIEGE-25" if attacked else "WR-SIEGE-1"


def withdraw(draft: Draft) -> None:
    """Move the defender inside; the attacker decides whether it becomes a siege (WR-SIEGE-3..5)."""
    draft.record("withdrawn", "WR-SIEGE-1", region=battle_of(draft).region)
    change_battle(draft, over=WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Shelter(Step):
    """Choice before a round: the defender fights in the field, or withdraws into his Stronghold (WR-SIEGE-1)."""

    rule = "WR-SIEGE-1"

    def run(self, draft: Draft) -> bool:
        """Wait if the defender may withdraw."""
        return draft.waits(may_withdraw(draft))

    def offers(self, state: State) -> list[Act]:
        """Return `stand` and `withdraw`."""
        seat = state.setup.seats[self.seat_index]
        return [Act("stand", seat), Act("withdraw", seat)]

    def do_stand(self, draft: Draft, act: Act) -> None:
        """Stay in the field."""
        draft.pop()

    def do_withdraw(self, draft: Draft, act: Act) -> None:
        """Withdraw into the siege."""
        draft.pop()
        withdraw(draft)


# --- assaults --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Extend(Step):
    """Choice to make an attacking elite a regular; otherwise an assault is over (WR-SIEGE-12..14)."""

    rule = "WR-SIEGE-13"

    def _elites(self, state: State) -> list[str]:
        facts = state.setup.tables.figures
        return [
            id
            for id in armies.figures_by_id(state.setup.tables, fighters(state, battle_of(state).side).figures)
            if facts[id].sort == ELITE and armies.can_reduce(state, id)
        ]

    def run(self, draft: Draft) -> bool:
        """Wait if an Elite unit is left; else end the battle."""
        waits = draft.waits(self._elites(draft))
        if not waits:
            change_battle(draft, over=CEASED)
        return waits

    def offers(self, state: State) -> list[Act]:
        """Return `done` and the Elite units."""
        seat = state.setup.seats[self.seat_index]
        return [Act("done", seat), *[Act("extend", seat, figure=id) for id in self._elites(state)]]

    def check_extend(self, state: State, act: Act) -> Refusal | None:
        """Refuse a figure that is no Elite unit of the army."""
        if act.figure in self._elites(state):
            return None
        facts = state.setup.tables.figures.get(act.figure)
        there = armies.figures_by_id(state.setup.tables, fighters(state, battle_of(state).side).figures)
        if facts is not None and act.figure in there and facts.sort == ELITE:
            return Refusal(
                none_to_reduce(state, act.figure).code, "WR-SIEGE-14", {"figure": item_name(state, act.figure)}
            )
        return Refusal("extend_no_elite", "WR-SIEGE-14", {"figure": item_name(state, act.figure)})

    def do_extend(self, draft: Draft, act: Act) -> None:
        """Reduce the Elite unit to extend the siege battle (WR-SIEGE-13)."""
        draft.pop()
        armies.reduce_elite(draft, act.figure, battle_of(draft).start, "WR-SIEGE-13")

    def do_done(self, draft: Draft, act: Act) -> None:
        """End the battle."""
        draft.pop()
        change_battle(draft, over=CEASED)
