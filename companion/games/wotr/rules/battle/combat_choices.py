"""Choices on a combat card (WR-BATTLE-16): a figure, an amount of Leadership or hits, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.combat import Modifiers
from companion.games.wotr.rules.battle import battle_strength, casualties
from companion.games.wotr.rules.battle.battle_dice import ExtraAttack
from companion.games.wotr.rules.battle.battle_strength import (
    add_modifiers,
    battle_of,
    change_force,
    companions,
    fighters,
)
from companion.games.wotr.rules.battle.casualties import Casualties
from companion.games.wotr.rules.common.choices import ChooseOnce
from companion.games.wotr.rules.common.sides import opponent
from companion.games.wotr.rules.map import armies, characters
from companion.games.wotr.rules.map.split_army import item_name
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import LEADER, SIDES
from companion.play.game.offers import Number, Offer
from companion.play.game.steps import Step

CARD = "WR-BATTLE-16"


def leaders(state: State, side: int) -> list[str]:
    """Return the kinds of Leaders of the Free Peoples on a side that take part."""
    facts = state.setup.tables
    return [id for id in armies.figures_by_id(facts, fighters(state, side).figures) if facts.figures[id].sort == LEADER]


def eliminate(draft: Draft, side: int, item: str) -> None:
    """Eliminate a figure or character of that side in the battle."""
    if item in draft.setup.tables.characters:
        characters.kill(draft, item, CARD)
    else:
        armies.lose(draft, item, battle_of(draft).place(side), CARD)


# --- a figure --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseFigure(ChooseOnce):
    """Choice of one of these figures or characters. side: whose card it is."""

    kind = ""
    rule = CARD
    field = "figure"
    listed = True

    side: int
    figures: tuple[str, ...]

    def choices(self, state: State) -> dict[str, tuple[str, ...]]:
        """Return the figures."""
        return {"": self.figures}

    def fault(self, state: State, act: Act) -> Refusal | None:
        """Refuse a figure that is not one of the choices."""
        return Refusal("choose_figure", self.rule, {"figure": item_name(state, act.figure)})

    check_choose, do_choose = ChooseOnce.check, ChooseOnce.choose


@dataclass(frozen=True, slots=True)
class MayChooseFigure(ChooseFigure):
    """Choice of one of them, or none unless `must`."""

    kind = ""

    must: bool = False

    def may_leave(self, state: State) -> bool:
        """Return whether none may be chosen."""
        return not self.must

    def check_done(self, state: State, act: Act) -> Refusal | None:
        """Refuse to choose none where one must be chosen."""
        return Refusal("choose_one", self.rule) if self.must else None

    do_done = ChooseOnce.end


@dataclass(frozen=True, slots=True)
class Silence(ChooseFigure):
    """Choice of an enemy Companion who is without Leadership and abilities in this round."""

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Take Leadership and abilities from the Companion for this round."""
        foe = opponent(self.side)
        change_force(draft, foe, silent=(*battle_of(draft).forces[foe].silent, chosen))
        draft.record("silenced", CARD, character=chosen)


@dataclass(frozen=True, slots=True)
class Forfeit(ChooseFigure):
    """Choice of a Companion who gives up his Leadership (WR-BATTLE-18) for misses that become hits, up to a most."""

    most: int = 1

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Give up the Companion's Leadership for hits."""
        battle_strength.forfeit(draft, self.side, chosen)
        force = battle_of(draft).forces[self.side]
        number = min(self.most, draft.setup.tables.characters[chosen].leadership, force.missed)
        if number:
            change_force(draft, self.side, hits=force.hits + number, missed=force.missed - number)
            draft.record("misses_hit", CARD, side=SIDES[self.side], number=number)

    def check_choose(self, state: State, act: Act) -> Refusal | None:
        """Refuse a figure that is not one of the choices or has no Leadership (WR-BATTLE-18)."""
        if act.figure in companions(state, self.side) and not battle_strength.has_leadership(
            state, self.side, act.figure
        ):
            return Refusal("leadership_gone", "WR-BATTLE-18", {"figure": item_name(state, act.figure)})
        return ChooseFigure.check(self, state, act)


@dataclass(frozen=True, slots=True)
class HeroicDeath(MayChooseFigure):
    """Choice of a Leader who dies for one hit, or a Companion for as many as his Level, or nobody."""

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Eliminate the figure and add its hits."""
        facts = draft.setup.tables.characters
        number = min(facts[chosen].level if chosen in facts else 1, battle_strength.hits_suffered(draft, self.side))
        eliminate(draft, self.side, chosen)
        change_force(draft, self.side, spared=number)
        draft.record("hits_cancelled", CARD, side=SIDES[self.side], number=number)


@dataclass(frozen=True, slots=True)
class Eliminate(MayChooseFigure):
    """Choice of an enemy figure or character that is eliminated."""

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Eliminate the figure."""
        eliminate(draft, opponent(self.side), chosen)


# --- a number --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseNumber(Step):
    """Choice of a number up to a most. side: whose card it is."""

    kind = ""
    rule = CARD
    least: ClassVar[int] = 1

    side: int
    most: int

    def happen(self, draft: Draft, number: int) -> None:
        """Apply the choice."""
        raise NotImplementedError

    def run(self, draft: Draft) -> bool:
        """Wait while there is more than one number; take the only one at once."""
        if self.most == self.least:
            draft.pop()
            self.happen(draft, self.most)
            return False
        return draft.waits(self.most)

    def offers(self, state: State) -> list[Offer]:
        """Return the numbers to choose from."""
        return [Offer(Act("pay", state.setup.seats[self.seat_index]), (Number("number", self.least, self.most),))]

    def check_pay(self, state: State, act: Act) -> Refusal | None:
        """Refuse a number out of range."""
        if self.least <= act.number <= self.most:
            return None
        return Refusal("pay_number", self.rule, {"number": act.number, "least": self.least, "most": self.most})

    def do_pay(self, draft: Draft, act: Act) -> None:
        """Apply the effect with that number."""
        draft.pop()
        if act.number:
            self.happen(draft, act.number)


@dataclass(frozen=True, slots=True)
class Dread(ChooseNumber):
    """Choice of Leadership that the Nazgûl give up, each for one enemy die (WR-BATTLE-18, -41)."""

    def happen(self, draft: Draft, number: int) -> None:
        """Give up that much Leadership; the enemy rolls as many dice less."""
        add_modifiers(draft, self.side, Modifiers(leadership=-number))
        add_modifiers(draft, opponent(self.side), Modifiers(dice=-number))


@dataclass(frozen=True, slots=True)
class OwnHits(ChooseNumber):
    """Choice of the hits that the own units take."""

    kind = ""
    least = 0

    def happen(self, draft: Draft, number: int) -> None:
        """Take that many hits."""
        draft.push(Casualties(self.seat_index, self.side, number))


@dataclass(frozen=True, slots=True)
class RelentlessAssault(OwnHits):
    """Own hits that each add one to every die of the Combat roll."""

    def happen(self, draft: Draft, number: int) -> None:
        """Take the hits and add as many to every die."""
        add_modifiers(draft, self.side, Modifiers(roll=number))
        OwnHits.happen(self, draft, number)


@dataclass(frozen=True, slots=True)
class Onslaught(OwnHits):
    """Own hits that each give a die of an extra attack. hits_on: see ExtraAttack."""

    hits_on: int

    def happen(self, draft: Draft, number: int) -> None:
        """Take the hits and roll as many dice in an extra attack."""
        draft.push(ExtraAttack(self.seat_index, self.side, number, self.hits_on))
        OwnHits.happen(self, draft, number)


def hits_army_can_take(state: State, side: int) -> int:
    """Return the most hits that the units of a side can take."""
    return casualties.hits_until_lost(armies.tally_figures(state.setup.tables, fighters(state, side).figures, side))
