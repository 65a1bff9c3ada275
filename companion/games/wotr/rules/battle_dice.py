"""The dice of a battle (WR-BATTLE-19..23): Combat rolls, Leader re-rolls, extra attacks of combat cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import forces
from companion.games.wotr.rules.casualties import Casualties
from companion.games.wotr.rules.forces import MOST_DICE, battle_of, change_force
from companion.games.wotr.rules.sides import other
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import SIDES
from companion.messages import Refusal
from companion.play.offers import Number, Offer
from companion.play.steps import Step, not_yours


@dataclass(frozen=True, slots=True)
class BattleDice(Step):
    """Combat dice that a side throws in a battle; a roll is given in the order of the faces."""

    kind = ""

    side: int

    def dice_due(self, t: State) -> int:
        """How many."""
        raise NotImplementedError

    def check_dice(self, state: State, act: Act) -> Refusal | None:
        """So many faces, in their order."""
        rule, number = self.rule_of(act), self.dice_due(state)
        fault = not_yours(state, act, rule)
        if fault is not None or not act.items:
            return fault
        order = list(state.setup.tables.combat)
        for face in act.items:
            if face not in order:
                return Refusal("face_unknown", rule, {"face": face})
        if len(act.items) != number:
            return Refusal("battle_dice", rule, {"number": number, "rolled": len(act.items)})
        return None if tuple(sorted(act.items, key=order.index)) == act.items else Refusal("roll_order", rule)

    def _score(self, draft: Draft, act: Act, bonus: int, needed: int, rule: str) -> int:
        good = forces.hits(draft, act.items, bonus, needed)
        draft.record("combat_hits", rule, side=SIDES[self.side], number=good, needed=needed, bonus=bonus)
        return good


@dataclass(frozen=True, slots=True)
class Strike(BattleDice):
    """The Combat roll: as many dice as the strength (WR-BATTLE-11)."""

    rule = "WR-BATTLE-11"

    def dice_due(self, t: State) -> int:
        return forces.dice(t, self.side)

    def offers(self, state: State) -> list[Act]:
        return [Act("strike", state.setup.seats[self.who])]

    check_strike = BattleDice.check_dice

    def do_strike(self, draft: Draft, act: Act) -> None:
        draft.pop()
        force = battle_of(draft).forces[self.side]
        needed = forces.target(draft, self.side)
        good = self._score(draft, act, force.roll, needed, "WR-BATTLE-20" if needed == forces.NEEDED else _walls(draft))
        change_force(draft, self.side, hits=force.hits + good, missed=force.missed + len(act.items) - good)


def _walls(t: State) -> str:
    return "WR-SIEGE-11" if battle_of(t).kind == forces.ASSAULT else "WR-BATTLE-21"


@dataclass(frozen=True, slots=True)
class Reroll(BattleDice):
    """Missed dice are rolled once more, up to the Leadership (WR-BATTLE-12, WR-BATTLE-22).

    number: so many, as its player has said; -1: as many as he may.
    """

    rule = "WR-BATTLE-22"
    rules: ClassVar[dict[str, str]] = {"reroll": "WR-BATTLE-22"}

    number: int = -1

    def most(self, t: State) -> int:
        """Dice that may be rolled again."""
        force = battle_of(t).forces[self.side]
        return 0 if force.no_reroll else min(forces.leadership(t, self.side), MOST_DICE, force.missed)

    def dice_due(self, t: State) -> int:
        return self.most(t) if self.number < 0 else self.number

    def run(self, draft: Draft) -> bool:
        return draft.waits(self.dice_due(draft))

    def offers(self, state: State) -> list[Act | Offer]:
        seat = state.setup.seats[self.who]
        fewer = Offer(Act("reroll", seat), (Number("number", 0, self.most(state) - 1),))
        return [Act("restrike", seat)] if self.number >= 0 else [Act("restrike", seat), fewer]

    check_restrike = BattleDice.check_dice

    def do_restrike(self, draft: Draft, act: Act) -> None:
        draft.pop()
        force = battle_of(draft).forces[self.side]
        good = self._score(draft, act, force.again, forces.target(draft, self.side), "WR-BATTLE-22")
        change_force(draft, self.side, hits=force.hits + good, missed=force.missed - good)

    def check_reroll(self, state: State, act: Act) -> Refusal | None:
        fault = not_yours(state, act, "WR-BATTLE-22")
        if fault is not None:
            return fault
        if self.number >= 0:
            return Refusal("reroll_said", "WR-BATTLE-22", {"number": self.number})
        if 0 <= act.number <= self.most(state):
            return None
        return Refusal("reroll_number", "WR-BATTLE-12", {"number": act.number, "most": self.most(state)})

    def do_reroll(self, draft: Draft, act: Act) -> None:
        draft.swap(replace(self, number=act.number))


@dataclass(frozen=True, slots=True)
class ExtraAttack(BattleDice):
    """Dice of a combat card besides the Combat roll; what they hit is lost at once (WR-BATTLE-19).

    needed: what the card says that they hit on; 0: as in the Combat roll (WR-BATTLE-43).
    """

    rule = "WR-BATTLE-19"

    dice: int
    needed: int = 0

    def dice_due(self, t: State) -> int:
        return self.dice

    def run(self, draft: Draft) -> bool:
        return draft.waits(self.dice)

    def offers(self, state: State) -> list[Act]:
        return [Act("strike", state.setup.seats[self.who])]

    check_strike = BattleDice.check_dice

    def do_strike(self, draft: Draft, act: Act) -> None:
        draft.pop()
        needed = self.needed or forces.target(draft, self.side)
        good = self._score(draft, act, 0, needed, "WR-BATTLE-19" if self.needed else "WR-BATTLE-43")
        draft.push(Casualties(battle_of(draft).forces[other(self.side)].who, other(self.side), good))
