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
from companion.games.wotr.rules.common.choices import ChooseOne, PlainStep
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.split_army import item_name
from companion.games.wotr.state import Draft, State, holder
from companion.games.wotr.tables import ELITE
from companion.play.game.steps import end


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
class Shelter(PlainStep):
    """Choice before a round: the defender fights in the field, or withdraws into his Stronghold (WR-SIEGE-1)."""

    rule = "WR-SIEGE-1"

    def run(self, draft: Draft) -> bool:
        """Wait if the defender may withdraw."""
        return draft.waits(may_withdraw(draft))

    do_stand = end

    def do_withdraw(self, draft: Draft, act: Act) -> None:
        """Withdraw into the siege."""
        draft.pop()
        withdraw(draft)


# --- assaults --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Extend(ChooseOne):
    """Choice to make an attacking elite a regular; otherwise an assault is over (WR-SIEGE-12..14)."""

    rule = "WR-SIEGE-13"
    field = "figure"
    listed = True

    def _elites(self, state: State) -> list[str]:
        facts, army = state.setup.tables, fighters(state, battle_of(state).side)
        return [id for id in armies.figures_by_id(facts, army.figures) if facts.figures[id].sort == ELITE]

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the elites that can become regulars."""
        return {"": [id for id in self._elites(state) if armies.can_reduce(state, id)]}

    def leave(self, draft: Draft) -> None:
        """End the battle."""
        change_battle(draft, over=CEASED)

    def fault(self, state: State, act: Act) -> Refusal | None:
        """Refuse a figure that is no Elite unit of the army."""
        code = none_to_reduce(state, act.figure).code if act.figure in self._elites(state) else "extend_no_elite"
        return Refusal(code, "WR-SIEGE-14", {"figure": item_name(state, act.figure)})

    check_extend, do_done = ChooseOne.check, ChooseOne.end

    def do_extend(self, draft: Draft, act: Act) -> None:
        """Reduce the Elite unit to extend the siege battle (WR-SIEGE-13)."""
        draft.pop()
        armies.reduce_elite(draft, act.figure, battle_of(draft).start, "WR-SIEGE-13")
