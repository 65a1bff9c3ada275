"""Casualties of a battle (WR-BATTLE-24..29): hit by hit, as the owner of the army chooses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.messages import Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle.battle_strength import battle_of, fighters, units
from companion.games.wotr.rules.map import armies, characters
from companion.games.wotr.rules.map.armies import Army, Tally
from companion.games.wotr.rules.map.split_army import item_name
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import ELITE, SIDES
from companion.play.game.steps import Step

REMOVE, REDUCE, SINGLE = "remove", "reduce", "single"  # SINGLE: an elite is lost for one hit of several
Way = tuple[str, str]  # figure, one of these
NONE_LEFT = "WR-BATTLE-27"  # no regular for an elite


@dataclass(frozen=True, slots=True)
class Casualties(Step):
    """Payment of a side's hits, each with a regular or half an elite (WR-BATTLE-25).

    Without a regular figure to replace it an elite pays for one hit, or for two like any other (WR-BATTLE-27).
    """

    rule = "WR-BATTLE-25"

    side: int
    hits: int

    def army(self, state: State) -> Army:
        """Return the army that is hit."""
        return fighters(state, self.side)

    def place(self, state: State) -> str:
        """Return the region of the army."""
        return battle_of(state).place(self.side)

    def absent(self, state: State, figure: str) -> str:
        """Return the rule by which a figure outside the army is not lost."""
        rearguard = figure in armies.figures_by_id(state.setup.tables, battle_of(state).rearguard.figures)
        return "WR-BATTLE-8" if rearguard else "WR-BATTLE-25"

    def finish_casualties(self, draft: Draft) -> None:
        """End the step: all hits are paid, or nobody is left."""
        if not units(draft, self.side):
            lose_unled(draft, self.side)

    def _ways(self, state: State) -> dict[Way, int]:
        """Return the ways to pay, and the hits that each pays for."""
        found: dict[Way, int] = {}
        facts = state.setup.tables.figures
        for id in armies.figures_by_id(state.setup.tables, self.army(state).figures):
            if facts[id].sort != ELITE:
                if facts[id].unit:
                    found[id, REMOVE] = 1
            elif armies.can_reduce(state, id):
                found[id, REDUCE] = 1
            else:
                found[id, REMOVE if self.hits == 1 else SINGLE] = 1
            if facts[id].sort == ELITE and self.hits > 1:
                found[id, REMOVE] = 2
        return found

    def _all_lost(self, state: State) -> bool:
        """Return whether the hits cost all units, elites included."""
        figures = self.army(state).figures
        tally = armies.tally_figures(state.setup.tables, figures, self.side)
        kinds = [
            id
            for id in armies.figures_by_id(state.setup.tables, figures)
            if state.setup.tables.figures[id].sort == ELITE
        ]
        whole = self.hits > 1 and not tally.regular and not any(armies.can_reduce(state, id) for id in kinds)
        return self.hits >= hits_until_lost(tally) - whole

    def run(self, draft: Draft) -> bool:
        """Wait while hits are left; hits that take the whole army are applied at once."""
        ways = self._ways(draft) if self.hits else {}
        if ways and self._all_lost(draft):
            draft.record("hits_take_all", self.rule, side=SIDES[self.side], number=self.hits, region=self.place(draft))
            there = armies.figures_by_id(draft.setup.tables, self.army(draft).figures)
            for figure, number in there.items():
                if draft.setup.tables.figures[figure].unit:
                    armies.lose(draft, figure, self.place(draft), "WR-BATTLE-28", number)
            ways = {}
        if len(ways) == 1:
            self._suffer(draft, next(iter(ways)))
            return False
        if ways:
            return True
        draft.pop()
        self.finish_casualties(draft)
        return False

    def payment(self, state: State, figure: str, way: str) -> str:
        """Return the suffix of the event code of a loss: its way, but `two` where an elite may be lost for one hit or
        for two.
        """
        return "two" if way == REMOVE and (figure, SINGLE) in self._ways(state) else way

    def _suffer(self, draft: Draft, way: Way) -> None:
        figure, how = way
        region, paid = self.place(draft), self._ways(draft)[way]
        if how == REDUCE:
            armies.reduce_elite(draft, figure, region, "WR-BATTLE-26")
        else:
            elite = draft.setup.tables.figures[figure].sort == ELITE
            armies.lose(draft, figure, region, NONE_LEFT if elite and paid == 1 else "WR-BATTLE-28")
        draft.swap(replace(self, hits=self.hits - paid))

    def offers(self, state: State) -> list[Act]:
        """Return the casualties that the army may take."""
        seat = state.setup.seats[self.seat_index]
        return [Act("casualty", seat, figure=figure, way=way) for figure, way in self._ways(state)]

    def check_casualty(self, state: State, act: Act) -> Refusal | None:
        """Refuse a casualty that the army cannot or may not take."""
        if (act.figure, act.way) in self._ways(state):
            return None
        facts = state.setup.tables.figures
        values: dict[str, Value] = {"figure": item_name(state, act.figure), "number": self.hits}
        if act.figure not in armies.figures_by_id(state.setup.tables, self.army(state).figures):
            return Refusal("casualty_not_there", self.absent(state, act.figure), values)
        if not facts[act.figure].unit:
            return Refusal("casualty_leader", "WR-ARMY-11", values)
        regular = facts[act.figure].sort != ELITE
        if act.way == SINGLE and not regular and armies.can_reduce(state, act.figure):
            return Refusal("casualty_single", NONE_LEFT, values)
        if act.way not in (REMOVE, REDUCE):
            return Refusal("casualty_way", "WR-BATTLE-25", {**values, "way": act.way})
        if act.way == REMOVE:
            return Refusal("casualty_two_hits", "WR-BATTLE-25", values)
        return Refusal("casualty_regular", "WR-BATTLE-25", values) if regular else none_to_reduce(state, act.figure)

    def do_casualty(self, draft: Draft, act: Act) -> None:
        """Remove or reduce the figure."""
        self._suffer(draft, (act.figure, act.way))


def hits_until_lost(tally: Tally) -> int:
    """Return the hits that units can take (WR-BATTLE-25)."""
    return tally.regular + 2 * tally.elite


def none_to_reduce(state: State, figure: str) -> Refusal:
    """Return the refusal for an elite without a regular to stand in."""
    return Refusal("casualty_no_regular", NONE_LEFT, {"figure": item_name(state, figure)})


def lose_unled(draft: Draft, side: int) -> None:
    """Remove Leaders, Nazgûl and characters that took part and have no units left (WR-BATTLE-29)."""
    region, army = battle_of(draft).place(side), fighters(draft, side)
    for figure, number in armies.figures_by_id(draft.setup.tables, army.figures).items():
        armies.lose(draft, figure, region, "WR-BATTLE-29", number)
    for character in army.characters:
        characters.kill(draft, character, "WR-BATTLE-29")
    draft.record("wiped_out", "WR-BATTLE-29", region=region, side=SIDES[side])
