"""After a battle (WR-BATTLE-38, WR-SIEGE-3): attackers that advance into the region of the defender."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.map import armies, capture, mixed_armies
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.rules.map.move_armies import take_in
from companion.games.wotr.rules.map.split_army import FixedFigure, SplitArmy, army_without, part_fault
from companion.games.wotr.state import Draft, State
from companion.play.game.offers import Offer

NO_MOVE = "WR-CHAR-5"


def immobile_characters(state: State, army: Army) -> list[str]:
    """Return the characters of an army that never move (WR-CHAR-5)."""
    return [id for id in army.characters if not state.setup.tables.characters[id].level]


@dataclass(frozen=True, slots=True)
class AdvanceArmy(SplitArmy):
    """Choice of the attackers that advance: all, some or none, but not the rearguard.

    to: where they go. siege: the defender has withdrawn into his Stronghold there.
    """

    rule = "WR-BATTLE-38"
    unit_rule = "WR-BATTLE-42"

    to: str
    rearguard: Army
    siege: bool

    def rule_of(self, act: object) -> str:
        """Return the rule that decides an action: WR-SIEGE-3 for an army that besieges."""
        return "WR-SIEGE-3" if self.siege else self.rule

    def whole_army(self, state: State) -> Army:
        """Return the army that may advance."""
        return army_without(armies.army(state, self.region, side_of(state, self.seat_index)), self.rearguard)

    def fixed_figures(self, state: State) -> Sequence[FixedFigure]:
        """Return the figures that may not go."""
        return [FixedFigure(id, 1, NO_MOVE) for id in immobile_characters(state, self.whole_army(state))]

    def fault(self, state: State, going: Army, left: Army) -> Refusal | None:
        """Refuse an advance of that part of the army."""
        side = side_of(state, self.seat_index)
        behind = army_without(armies.army(state, self.region, side), going)
        fault = part_fault(state, side, going, behind, self.unit_rule, self.leader_rule)
        return fault or mixed_armies.split_fault(state, self.seat_index, self.region, going, behind)

    def run(self, draft: Draft) -> bool:
        """Wait for the advance."""
        return True

    def offers(self, state: State) -> list[Act | Offer]:
        """Return the figures that may stay behind, and `hold`."""
        return [*SplitArmy.offers(self, state), Act("hold", state.setup.seats[self.seat_index])]

    def do_hold(self, draft: Draft, act: Act) -> None:
        """Hold the position; no siege begins."""
        draft.pop()
        if self.siege:
            draft.record("no_siege", "WR-SIEGE-5", region=self.to)
        discard_ended(draft)

    def go(self, draft: Draft, going: Army) -> None:
        """Move that part of the army forward."""
        side = side_of(draft, self.seat_index)
        if self.siege:
            draft.record("besieged", "WR-SIEGE-4", region=self.to)
            capture.besiege(draft, self.seat_index, self.to)
        take_in(draft, self.seat_index, going, self.region, self.to, self.rule_of(None))
        for of in (opponent(side), side):
            armies.trim(draft, self.to, of)
