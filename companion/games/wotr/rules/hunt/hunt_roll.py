"""The Hunt roll (WR-HUNT-1..9): conditions in the figure's region, dice, re-roll of failed dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import settlements
from companion.games.wotr.rules.common.combat_roll import roll_fault
from companion.games.wotr.rules.common.sides import leader
from companion.games.wotr.rules.common.table_cards import remove_card
from companion.games.wotr.rules.hunt.hunt_tile import Owed
from companion.games.wotr.rules.hunt.shadow_hunters import (
    HUNT,
    HuntStep,
    check_use,
    hunting_seats,
    offer_cards,
    offer_hunters,
)
from companion.games.wotr.rules.map import armies
from companion.games.wotr.state import Draft, State, place_of
from companion.games.wotr.tables import NAZGUL, SHADOW
from companion.play.game.steps import Step

MOST_DICE = 5  # WR-HUNT-3
NEEDED = 6
BOARD = 2  # conditions for a re-roll that only the board shows: units, Nazgûl
WITCH_KING = "witch-king"


def begin(draft: Draft) -> None:
    """Begin a Hunt, after a move or by a card (WR-HUNT-1)."""
    draft.push(Hunt(leader(draft, SHADOW)))


def dice(state: State) -> int:
    """Return the number of dice of a Hunt roll (WR-HUNT-2, WR-HUNT-3)."""
    return min(state.box.level, MOST_DICE)


def die_succeeds(state: State, face: str, bonus: int) -> bool:
    """Return whether a die shows 6 or more with 1 for each Free Peoples die in the box.

    A 1 never does (WR-HUNT-4, WR-HUNT-5).
    """
    value = state.setup.tables.combat[face]
    return value > 1 and value + state.box.walkers + bonus >= NEEDED


def known_conditions(state: State) -> int:
    """Conditions of a re-roll besides the Stronghold that the app sees: the Witch-king is a Nazgûl (WR-CHAR-16).

    Where it keeps the armies it sees all of them (WR-HUNT-7).
    """
    here = state.fellowship.region
    if not here:
        return 0
    nazgul = place_of(state, WITCH_KING) == here
    if not state.setup.armies:
        return int(nazgul)
    return bool(armies.units(state, here, SHADOW)) + bool(nazgul or armies.count(state, here, NAZGUL))


@dataclass(frozen=True, slots=True)
class Hunt(Step):
    """A Hunt; it ends at once without dice."""

    rule = "WR-HUNT-1"

    def run(self, draft: Draft) -> bool:
        """Begin the Hunt if there are dice in the Hunt Box."""
        draft.pop()
        if draft.box.level:
            draft.push(Watch(self.seat_index))
        return False


@dataclass(frozen=True, slots=True)
class Watch(HuntStep):
    """Report of the Shadow's presence in the region of the figure (WR-HUNT-7, WR-HUNT-8).

    bonus: what cards add to every die.
    """

    rule = "WR-HUNT-7"
    rules: ClassVar[Mapping[str, str]] = {"use": "WR-HUNT-4"}

    bonus: int = 0

    def run(self, draft: Draft) -> bool:
        """Ask only for cards before the roll where the app sees the board."""
        if not draft.setup.armies or offer_cards(draft, SHADOW, "bonus"):
            return True
        self._roll(draft, known_conditions(draft))
        return False

    def _roll(self, draft: Draft, conditions: int) -> None:
        rerolls = conditions + settlements.shadow_stronghold(draft, draft.fellowship.region)
        if rerolls and draft.setup.armies:
            draft.record("rerolls", "WR-HUNT-7", number=rerolls, region=draft.fellowship.region)
        draft.swap(Search(self.seat_index, rerolls, self.bonus))

    def offers(self, state: State) -> list[Act]:
        """Return the numbers of conditions that can hold, and the cards that add to the roll."""
        most = known_conditions(state) if state.setup.armies else BOARD
        numbers = range(known_conditions(state), most + 1)
        out = [Act("watch", seat, conditions=number) for number in numbers for seat in hunting_seats(state)]
        return out + offer_cards(state, SHADOW, "bonus")

    def check_watch(self, state: State, act: Act) -> Refusal | None:
        """Refuse a number of conditions that cannot hold (WR-HUNT-7)."""
        least = known_conditions(state)
        most = least if state.setup.armies else BOARD
        if least <= act.conditions <= most:
            return None
        return Refusal("conditions_range", "WR-HUNT-7", {"least": least, "most": most})

    def do_watch(self, draft: Draft, act: Act) -> None:
        """Roll with that many re-rolls."""
        self._roll(draft, act.conditions)

    check_use = check_use("bonus")

    def do_use(self, draft: Draft, act: Act) -> None:
        """Add 1 to every die of this roll."""
        remove_card(draft, SHADOW, act.card, "WR-EVENT-11")
        draft.swap(replace(self, bonus=self.bonus + 1))


class HuntDice(HuntStep):
    """Combat dice of the Shadow in a Hunt."""

    __slots__ = ()
    kind = ""

    def dice_due(self, state: State) -> int:
        """Return the number of dice."""
        raise NotImplementedError

    def _check_dice(self, state: State, act: Act) -> Refusal | None:
        return roll_fault(state, act, self.dice_due(state), self.rule)

    check_search = check_again = _check_dice


def _successes(state: State, faces: Sequence[str], bonus: int) -> int:
    return sum([die_succeeds(state, face, bonus) for face in faces])


@dataclass(frozen=True, slots=True)
class Search(HuntDice):
    """The Hunt roll."""

    rule = "WR-HUNT-3"

    rerolls: int
    bonus: int = 0

    def dice_due(self, state: State) -> int:
        """Return the number of dice to roll."""
        return dice(state)

    def do_search(self, draft: Draft, act: Act) -> None:
        """Count the successes; failed dice may be rolled again."""
        draft.pop()
        good = _successes(draft, act.faces, self.bonus)
        allowed = min(self.rerolls, len(act.faces) - good)
        if allowed:
            draft.push(Again(self.seat_index, allowed, self.bonus, good))
        else:
            _find(draft, good)


@dataclass(frozen=True, slots=True)
class Again(HuntDice):
    """Re-roll of failed dice, or fewer, or none (WR-HUNT-7). good: successes so far."""

    rule = "WR-HUNT-7"

    dice: int
    bonus: int
    good: int

    def dice_due(self, state: State) -> int:
        """Return the number of dice to roll again."""
        return self.dice

    def offers(self, state: State) -> list[Act]:
        """Return the re-roll, of fewer dice too, and `accept`, for each hunting seat."""
        fewer = [Act("fewer", seat, dice=number) for number in range(1, self.dice) for seat in hunting_seats(state)]
        return offer_hunters(state, "again", "accept") + fewer

    def do_again(self, draft: Draft, act: Act) -> None:
        """Add the successes of the re-roll."""
        draft.pop()
        _find(draft, self.good + _successes(draft, act.faces, self.bonus))

    def check_fewer(self, state: State, act: Act) -> Refusal | None:
        """Refuse a number of dice that is not smaller than allowed (WR-HUNT-7)."""
        if 0 < act.dice < self.dice:
            return None
        return Refusal("fewer_dice", "WR-HUNT-7", {"number": self.dice})

    def do_fewer(self, draft: Draft, act: Act) -> None:
        """Re-roll only that many dice."""
        draft.swap(replace(self, dice=act.dice))

    def do_accept(self, draft: Draft, act: Act) -> None:
        """Re-roll nothing."""
        draft.pop()
        _find(draft, self.good)


def _find(draft: Draft, successes: int) -> None:
    """Record the result of the roll: one tile, however many successes there are (WR-HUNT-4, WR-HUNT-9)."""
    draft.record("hunt_hits" if successes else "hunt_missed", "WR-HUNT-4", number=successes)
    if successes:
        draft.push(Owed(leader(draft, SHADOW), HUNT, successes))
