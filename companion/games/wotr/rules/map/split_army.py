"""Which part of an army goes: everything that may go goes, unless its player tells it to stay (WR-ARMY-4).

A move, an attack that leaves a rearguard, an advance after a battle are steps made from `Part`. Knows no action dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.map import armies, mixed_armies
from companion.games.wotr.rules.map.armies import NONE, Army, figures_by_id, tally_figures
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP
from companion.play.game.offers import Number, Offer
from companion.play.game.steps import Step

NOBODY_STAYS = Army(NONE)


class FixedFigure(NamedTuple):
    """A number of figures of a kind, or a character, that may not go, and the rule."""

    item: str
    number: int
    rule: str


def without_held(state: State, army: Army, held: Sequence[FixedFigure]) -> Army:
    """Return an army without those who may not go."""
    if not held:
        return army
    figures, out = list(army.figures), {one.item for one in held}
    for item, number, _ in held:
        if item in state.setup.tables.figures:
            figures[state.setup.tables.places[item]] -= number
    return Army(tuple(figures) if any(figures) else NONE, tuple([id for id in army.characters if id not in out]))


def army_without(army: Army, part: Army) -> Army:
    """Return an army without a part of it."""
    gone = part.characters
    return Army(
        armies.remove_figures(army.figures, part.figures), tuple([id for id in army.characters if id not in gone])
    )


def count_items(state: State, army: Army) -> dict[str, int]:
    """Return the number of every kind of figure; a character is one."""
    return {**figures_by_id(state.setup.tables, army.figures), **dict.fromkeys(army.characters, 1)}


def item_name(state: State, item: str) -> Value:
    """Return a kind of figure or a character as a value of a message."""
    facts = state.setup.tables
    return (
        Ref("figure", item) if item in facts.figures else Ref("character", item) if item in facts.characters else item
    )


def part_fault(state: State, side: int, going: Army, left: Army, unit_rule: str, leader_rule: str) -> Refusal | None:
    """Refuse a part without a unit, or one that leaves Leaders of the Free Peoples alone (WR-MOVE-5, -6)."""
    facts = state.setup.tables
    if not tally_figures(facts, going.figures, side).units:
        return Refusal("part_no_unit", unit_rule)
    rest = tally_figures(facts, left.figures, side)
    if side == FP and rest.leaders and not rest.units:
        return Refusal("part_leaders_alone", leader_rule, {"number": rest.leaders})
    return None


@dataclass(frozen=True, slots=True)
class SplitArmy(Step):
    """A player chooses the figures of an army that go; the base of steps that move part of an army.

    `fixed_figures`: those that may not go. `fault`: the refusal of a part. `go`: the effect.
    staying: figures that were told to stay.
    """

    kind = ""
    rule = "WR-ARMY-4"
    unit_rule: ClassVar[str] = "WR-MOVE-5"
    leader_rule: ClassVar[str] = "WR-MOVE-6"

    region: str
    staying: Army

    def fixed_figures(self, state: State) -> Sequence[FixedFigure]:
        """Return the figures that may not go."""
        return ()

    def fault(self, state: State, going: Army, left: Army) -> Refusal | None:
        """Return the reason that these may not go while those stay."""
        fault = part_fault(state, side_of(state, self.seat_index), going, left, self.unit_rule, self.leader_rule)
        return fault or mixed_armies.part_fault(state, self.seat_index, self.region, going, left)

    def possible(self, state: State) -> bool:
        """Return whether partners and the last action let some part of it go (WR-TEAM-20, -26, -27)."""
        return not mixed_armies.may_be_limited(state, self.seat_index, self.region) or self.impossible(state) is None

    def impossible(self, state: State) -> Refusal | None:
        """Return the reason that all who may go do not, where no other part may go either."""
        fault, whole = self._fault(state, NOBODY_STAYS), self.whole_army(state)
        if fault is None:
            return None
        parts = mixed_armies.parts_of(state, self.able(state))
        return None if any(self.fault(state, part, army_without(whole, part)) is None for part in parts) else fault

    def go(self, draft: Draft, going: Army) -> None:
        """Move them; this step is over already."""
        raise NotImplementedError

    def whole_army(self, state: State) -> Army:
        """Return everything there that its player may use."""
        return mixed_armies.usable_army(state, self.seat_index, self.region)

    def able(self, state: State) -> Army:
        """Return all who may go."""
        return without_held(state, self.whole_army(state), self.fixed_figures(state))

    def moving_army(self, state: State) -> Army:
        """Return all who go."""
        return army_without(self.able(state), self.staying)

    def _fault(self, state: State, staying: Army) -> Refusal | None:
        going = army_without(self.able(state), staying)
        return self.fault(state, going, army_without(self.whole_army(state), going))

    def _staying_with(self, state: State, staying: Army, item: str, number: int) -> Army:
        """Return those who stay if so many of that kind do."""
        facts = state.setup.tables
        if item in facts.characters:
            rest = [id for id in staying.characters if id != item]
            return Army(staying.figures, tuple([*rest, item][: len(rest) + number]))
        figures = list(staying.figures or (0,) * len(facts.figures))
        figures[facts.places[item]] = number
        return Army(tuple(figures) if any(figures) else NONE, staying.characters)

    def may_stay(self, state: State, item: str, number: int) -> bool:
        """Return whether so many of that kind may stay while the others go."""
        return self._fault(state, self._staying_with(state, self.staying, item, number)) is None

    def run(self, draft: Draft) -> bool:
        """Let all go where nobody can stay."""
        if self.staying != NOBODY_STAYS or self._fault(draft, NOBODY_STAYS) is not None:
            return True
        for item in count_items(draft, self.able(draft)):
            if self._fault(draft, self._staying_with(draft, NOBODY_STAYS, item, 1)) is None:
                return True
        self._leave(draft)
        return False

    def _leave(self, draft: Draft) -> None:
        going = self.moving_army(draft)
        for item, number, rule in self.fixed_figures(draft):
            if item in draft.setup.tables.characters:
                draft.record("must_stay_character", rule, character=item, region=self.region)
            else:
                draft.record("must_stay", rule, figure=item, number=number, region=self.region)
        draft.pop()
        self.go(draft, going)

    def offers(self, state: State) -> list[Act | Offer]:
        """Return the numbers of figures that may stay, and `done` where the division is legal."""
        seat = state.setup.seats[self.seat_index]
        out: list[Act | Offer] = []
        if self._fault(state, self.staying) is None:
            out.append(Act("done", seat))
        for item, number in count_items(state, self.able(state)).items():
            out.append(Offer(Act("stay", seat, figure=item), (Number("number", 0, number),)))
        return out

    def check_stay(self, state: State, act: Act) -> Refusal | None:
        """Refuse a number of figures that are not there."""
        able = count_items(state, self.able(state))
        most = able.get(act.figure, 0)
        if most and 0 <= act.number <= most:
            return None
        values: dict[str, Value] = {"figure": item_name(state, act.figure), "region": Ref("region", self.region)}
        for item, _, rule in () if most else self.fixed_figures(state):
            if item == act.figure:
                return Refusal("may_not_go", rule, values)
        if not most:
            kinds = state.setup.tables.figures
            values["others"] = tuple([Ref("figure" if item in kinds else "character", item) for item in able])
            return Refusal("stay_absent", self.rule_of(act), values)
        return Refusal("stay_number", self.rule_of(act), {**values, "number": act.number, "most": most})

    def do_stay(self, draft: Draft, act: Act) -> None:
        """Set the number of these figures that stay."""
        draft.swap(replace(self, staying=self._staying_with(draft, self.staying, act.figure, act.number)))

    def check_done(self, state: State, act: Act) -> Refusal | None:
        """Refuse an illegal division of the army."""
        return self._fault(state, self.staying)

    def do_done(self, draft: Draft, act: Act) -> None:
        """Leave with the figures that go."""
        self._leave(draft)
