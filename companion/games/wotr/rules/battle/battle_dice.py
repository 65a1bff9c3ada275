"""The dice of a battle (WR-BATTLE-19..23): Combat rolls, Leader re-rolls, extra attacks of combat cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.combat import HIT
from companion.games.wotr.rules.battle import battle_strength
from companion.games.wotr.rules.battle.battle_strength import battle_of, change_force
from companion.games.wotr.rules.battle.casualties import Casualties
from companion.games.wotr.rules.common.choices import PlainStep
from companion.games.wotr.rules.common.combat_roll import roll_fault
from companion.games.wotr.rules.common.sides import opponent
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import SIDES
from companion.play.game.steps import end


@dataclass(frozen=True, slots=True)
class BattleDice(PlainStep):
    """Combat dice of a side in a battle; a roll is given in the order of the faces."""

    kind = ""

    side: int

    def dice_due(self, state: State) -> int:
        """Return the number of dice."""
        raise NotImplementedError

    def check_dice(self, state: State, act: Act) -> Refusal | None:
        """Refuse another number of faces, or another order."""
        return roll_fault(state, act, self.dice_due(state), self.rule_of(act))

    def _score(self, draft: Draft, act: Act, bonus: int, needed: int, rule: str) -> int:
        good = battle_strength.count_hits(draft, act.faces, bonus, needed)
        code, changed = ("combat_hits_changed", {"bonus": bonus}) if bonus else ("combat_hits", {})
        draft.record(code, rule, side=SIDES[self.side], number=good, needed=needed, **changed)
        return good


@dataclass(frozen=True, slots=True)
class Strike(BattleDice):
    """The Combat roll: as many dice as the strength (WR-BATTLE-11)."""

    rule = "WR-BATTLE-11"

    def dice_due(self, state: State) -> int:
        """Return the number of dice to roll."""
        return battle_strength.dice(state, self.side)

    check_strike = BattleDice.check_dice

    def do_strike(self, draft: Draft, act: Act) -> None:
        """Count the hits of the roll."""
        draft.pop()
        force = battle_of(draft).forces[self.side]
        needed = battle_strength.number_to_hit(draft, self.side)
        rule = "WR-BATTLE-20" if needed == HIT else _walls_rule(draft)
        good = self._score(draft, act, force.modifiers.roll, needed, rule)
        ones = len([face for face in act.faces if draft.setup.tables.combat[face] == 1])
        change_force(draft, self.side, hits=force.hits + good, missed=force.missed + len(act.faces) - good, ones=ones)


def _walls_rule(state: State) -> str:
    return "WR-SIEGE-11" if battle_of(state).kind == battle_strength.ASSAULT else "WR-BATTLE-21"


@dataclass(frozen=True, slots=True)
class Reroll(BattleDice):
    """Re-roll of missed dice, up to the Leadership, or fewer, or none (WR-BATTLE-12, WR-BATTLE-22).

    number: so many, as its player has said; 0: as many as he may.
    """

    rule = "WR-BATTLE-22"

    number: int = 0

    def dice_due(self, state: State) -> int:
        """Return the number of dice to roll again."""
        return self.number or battle_strength.rerolls(state, self.side)

    def run(self, draft: Draft) -> bool:
        """Wait if dice may be rolled again."""
        return draft.waits(self.dice_due(draft))

    def offers(self, state: State) -> list[Act]:
        """Return the re-roll, of fewer dice too, and `accept`."""
        seat = state.setup.seats[self.seat_index]
        fewer = [Act("fewer", seat, dice=number) for number in range(1, self.dice_due(state))]
        return [Act("restrike", seat), Act("accept", seat), *fewer]

    check_restrike = BattleDice.check_dice

    def do_restrike(self, draft: Draft, act: Act) -> None:
        """Add the hits of the re-roll."""
        draft.pop()
        force = battle_of(draft).forces[self.side]
        good = self._score(
            draft, act, force.modifiers.reroll, battle_strength.number_to_hit(draft, self.side), "WR-BATTLE-22"
        )
        change_force(draft, self.side, hits=force.hits + good, missed=force.missed - good, again=good)

    def check_fewer(self, state: State, act: Act) -> Refusal | None:
        """Refuse a number of dice that is not smaller than allowed (WR-BATTLE-22)."""
        if 0 < act.dice < self.dice_due(state):
            return None
        return Refusal("fewer_dice", "WR-BATTLE-22", {"number": self.dice_due(state)})

    def do_fewer(self, draft: Draft, act: Act) -> None:
        """Re-roll only that many dice."""
        draft.swap(replace(self, number=act.dice))

    do_accept = end


@dataclass(frozen=True, slots=True)
class ExtraAttack(BattleDice):
    """Dice of a combat card besides the Combat roll; their hits are taken at once (WR-BATTLE-19).

    needed: what the card says that they hit on; 0: as in the Combat roll (WR-BATTLE-43).
    """

    rule = "WR-BATTLE-19"

    dice: int
    needed: int = 0

    def dice_due(self, state: State) -> int:
        """Return the number of dice to roll."""
        return self.dice

    def run(self, draft: Draft) -> bool:
        """Wait if there are dice to roll."""
        return draft.waits(self.dice)

    check_strike = BattleDice.check_dice

    def do_strike(self, draft: Draft, act: Act) -> None:
        """Add the hits of the roll."""
        draft.pop()
        needed = self.needed or battle_strength.number_to_hit(draft, self.side)
        good = self._score(draft, act, 0, needed, "WR-BATTLE-19" if self.needed else "WR-BATTLE-43")
        battle = battle_of(draft)
        change_force(draft, self.side, early=battle.forces[self.side].early + good)
        draft.push(Casualties(battle.forces[opponent(self.side)].seat_index, opponent(self.side), good))
