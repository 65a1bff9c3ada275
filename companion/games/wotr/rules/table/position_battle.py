"""One battle or siege by itself: the attack that a position file names, and its result for the board.

It is fought by the same steps as in a whole game; nothing else of a turn happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle.attack import ATTACK, AttackArmy, army_fault, place_fault
from companion.games.wotr.rules.common import ending
from companion.games.wotr.rules.common.sides import opponent, seats_of, side_of
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.split_army import NOBODY_STAYS
from companion.games.wotr.state import Draft, Figures, Setup, State
from companion.play.game.draft import NOBODY
from companion.play.game.position_schema import (
    Kind,
    flag,
    mapping_value,
    one,
    optional_value,
    required_value,
    whole_number,
)
from companion.play.game.setup import refuse
from companion.play.game.steps import Step

Json = dict[str, Any]


# --- what the file says ----------------------------------------------------------------------------------------------


def attack(setup: Setup) -> Kind:
    """Return the kind of value of the attack.

    to: left out, an assault or a sortie where the army stands; rounds: of an assault; led: a Leader has to attack, as
    with a Character die.
    """
    region = one(setup.tables.regions)
    return mapping_value(
        {
            "seat": required_value(one(setup.seats)),
            "from": required_value(region),
            "to": optional_value(region),
            "rounds": whole_number(1),
            "led": flag(),
        }
    )


def fill(setup: Setup, out: Json, asked: Json) -> None:
    """Put the attacker's nations At War where nothing is given, for else there was no attack (WR-BATTLE-3)."""
    part, facts = out["attack"], setup.tables
    part["to"] = part["to"] or part["from"]
    side = setup.sides[setup.seats.index(part["seat"])]
    for nation in out["regions"].get(part["from"], {"units": ()})["units"]:
        if facts.nations[nation].side == side and nation not in asked.get("politics", ()):
            out["politics"][nation] = {"box": facts.tracks["political"], "active": True}


def place(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Make the attack due, or yield the refusals."""
    part, number = asked["attack"], asked["turn"]
    seat_index, start, to = draft.setup.seats.index(part["seat"]), part["from"], part["to"]
    yield from refuse(number < 1, "position_turn", "WR-TURN-1", number=number)
    yield from refuse(part["rounds"] < 1, "position_rounds", "WR-SIEGE-12", number=part["rounds"])
    draft.turn, draft.phase, draft.acting = number, "action", seat_index
    side = side_of(draft, seat_index)
    result = BattleResult(NOBODY, side, start, to, figures_off_map(draft), draft.boxes, draft.active, draft.where)
    draft.agenda = (result, OneAttack(seat_index, start, to, part["led"], part["rounds"]))
    fault = place_fault(draft, side, start, to) or army_fault(draft, seat_index, start, part["led"])
    if fault is not None:
        yield fault


# --- what happens ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OneAttack(Step):
    """The attack of a single battle."""

    rule = ATTACK

    start: str
    to: str
    led: bool
    rounds: int

    def offers(self, state: State) -> list[Act]:
        """Return the attack of the position."""
        return [Act("attack", state.setup.seats[self.seat_index], army=self.start, region=self.to)]

    def check_attack(self, state: State, act: Act) -> Refusal | None:
        """Refuse any attack but the one of the position."""
        if act.die:
            return Refusal("die_paid", "WR-DICE-27")
        if (act.army, act.region) == (self.start, self.to):
            return None
        values: dict[str, Value] = {"start": Ref("region", self.start), "region": Ref("region", self.to)}
        return place_fault(state, side_of(state, self.seat_index), act.army, act.region) or Refusal(
            "attack_other", ATTACK, values
        )

    def army(self) -> AttackArmy:
        """Return the next step: the choice of the attackers."""
        return AttackArmy(self.seat_index, self.start, NOBODY_STAYS, self.to, self.led, self.rounds)

    def do_attack(self, draft: Draft, act: Act) -> None:
        """Ask for the figures that attack."""
        draft.swap(self.army())


@dataclass(frozen=True, slots=True)
class BattleResult(Step):
    """The result of a battle: winner, figures on the map, losses, changes on the Political Track.

    side: the one that attacks, from `start`. away, boxes, active: figures that are not on the map, and nations, as they
    were before the battle; where: characters.
    """

    rule = "WR-BATTLE-37"

    side: int
    start: str
    to: str
    away: Figures
    boxes: tuple[int, ...]
    active: tuple[bool, ...]
    where: tuple[str, ...]

    def run(self, draft: Draft) -> bool:
        """Record the result of the battle and end the game."""
        self._tell_armies(draft)
        self._tell_characters(draft)
        self._tell_nations(draft)
        how, side = self._winner(draft)
        seats = () if side == NOBODY else [draft.setup.seats[seat_index] for seat_index in seats_of(draft, side)]
        draft.finish(how, ending.ENDING_RULES[how], tuple(seats))
        if draft.recorder is not None:
            draft.recorder += ending.score_explanation(draft)
        return False

    def _winner(self, state: State) -> tuple[str, int]:
        """Return the end of the battle and its winner: the side left in the region, and not besieged there."""
        own = sum([armies.units(state, region, self.side) for region in {self.start, self.to}])
        enemy = armies.units(state, self.to, opponent(self.side))
        if own and (not enemy or (self.start != self.to and self.to in state.besieged)):
            return "battle_attacker", self.side
        return ("battle_defender", opponent(self.side)) if enemy else ("battle_nobody", NOBODY)

    def _tell_armies(self, draft: Draft) -> None:
        facts = draft.setup.tables
        for region, figures in zip(facts.regions, draft.figures, strict=True):
            for figure, number in armies.figures_by_id(facts, figures).items():
                draft.record("result_stands", self.rule, figure=figure, number=number, region=region)
        for figure, before, now in zip(facts.figures, self.away, figures_off_map(draft), strict=True):
            if now > before:
                draft.record("result_lost", "WR-BATTLE-28", figure=figure, number=now - before)
            elif now < before:
                draft.record("result_more", "WR-BATTLE-26", figure=figure, number=before - now)
        for region in draft.besieged:
            draft.record("result_siege", "WR-SIEGE-4", region=region)

    def _tell_characters(self, draft: Draft) -> None:
        facts = draft.setup.tables
        for character, before, now in zip(facts.characters, self.where, draft.where, strict=True):
            if now in facts.regions:
                draft.record("stands", self.rule, character=character, region=now)
            elif before in facts.regions:
                draft.record("result_character_lost", "WR-BATTLE-29", character=character)

    def _tell_nations(self, draft: Draft) -> None:
        war, before = draft.setup.tables.tracks["political"], zip(self.boxes, self.active, strict=True)
        for nation, was, box, active in zip(draft.setup.tables.nations, before, draft.boxes, draft.active, strict=True):
            if was != (box, active):
                code = "result_war" if box == war else "result_nation" if active else "result_passive"
                draft.record(code, "WR-POL-5", nation=nation, number=box)


def figures_off_map(state: State) -> Figures:
    """Return the figures of each kind that are not on the map."""
    return tuple([left + lost for left, lost in zip(state.reserve, state.lost, strict=True)])
