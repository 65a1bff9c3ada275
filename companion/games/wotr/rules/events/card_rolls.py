"""Dice that event cards roll (WR-EVENT-9, -17): hits on an army, corruption, Nazgûl struck down.

Where the players keep the armies they roll themselves, and tell what came of it if the app holds it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle import battle_strength
from companion.games.wotr.rules.battle.battle_dice import BattleDice
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.choices import ChooseOnce
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.events.card_effects import CARD, CardChoice, Choices, card_of, not_by_card
from companion.games.wotr.rules.events.card_losses import CardHits
from companion.games.wotr.rules.events.card_places import nazgul_at
from companion.games.wotr.rules.map import armies, characters, companions, partners
from companion.games.wotr.state import Draft, State, holder, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.verbs import (
    CHOICES,
    EFFECTS,
    Character,
    Choosing,
    Nation,
    Number,
    Places,
    Region,
    regions_where,
)
from companion.play.game.verbs import Calls

MOST_DICE = 5
NAZGUL = "nazgul"


@dataclass(frozen=True, slots=True)
class CardRoll(BattleDice):
    """A roll for a card; dice that show so much count. then: the effect, one of THEN."""

    rule = CARD

    card: str
    dice: int
    least: int
    then: str
    region: str = ""

    def dice_due(self, state: State) -> int:
        """Return the number of dice."""
        return self.dice

    def run(self, draft: Draft) -> bool:
        """Wait if there are dice to roll."""
        return draft.waits(self.dice)

    check_throw = BattleDice.check_dice

    def do_throw(self, draft: Draft, act: Act) -> None:
        """Count the successes and apply the card."""
        good = battle_strength.count_hits(draft, act.faces, 0, self.least)
        draft.pop()
        draft.record("card_dice", CARD, card=self.card, number=good, least=self.least)
        if good:
            THEN[self.then](draft, self, good)


# --- corruption ------------------------------------------------------------------------------------------------------


def _heal(draft: Draft, roll: CardRoll, number: int) -> None:
    companions.corrupt(draft, -number, CARD)


def _corrupt(draft: Draft, roll: CardRoll, number: int) -> None:
    companions.corrupt(draft, number, CARD)


def _by_dice(draft: Draft, seat_index: int, roll: CardRoll, told: Calls) -> None:
    draft.push(roll if draft.setup.armies else CardChoice(seat_index, roll.card, told))


@EFFECTS.verb
def heal_by_dice(draft: Draft, seat_index: int, card: str, dice: Number, least: Number, told: Choosing) -> None:
    """Lower the corruption by 1 for each die that shows so much. told: choices of players who roll themselves."""
    _by_dice(draft, seat_index, CardRoll(seat_index, side_of(draft, seat_index), card, dice, least, "heal"), told)


@EFFECTS.verb
def corrupt_by_dice(draft: Draft, seat_index: int, card: str, dice: Number, least: Number, told: Choosing) -> None:
    """Raise the corruption by 1 for each die that shows so much. told: choices of players who roll themselves."""
    _by_dice(draft, seat_index, CardRoll(seat_index, side_of(draft, seat_index), card, dice, least, "corrupt"), told)


# --- hits on an army -------------------------------------------------------------------------------------------------


def _apply_hits(draft: Draft, roll: CardRoll, number: int, all_go: bool = False) -> None:
    side = opponent(side_of(draft, roll.seat_index))
    draft.push(CardHits(partners.commander_at(draft, roll.region, side), side, number, roll.card, roll.region, all_go))


def _hit_all(draft: Draft, roll: CardRoll, number: int) -> None:
    _apply_hits(draft, roll, number, all_go=True)


def apply_card_hits(draft: Draft, region: str, side: int) -> None:
    """Apply hits of a card as an attack on all nations with units there (WR-EVENT-17)."""
    for nation in armies.nations_of(draft, armies.army(draft, region, side)):
        politics.nation_attacked(draft, nation)


def aim(draft: Draft, region: str) -> None:
    """Set the target of the card that is being chosen for."""
    draft.record("card_aims", CARD, card=card_of(draft), region=region)


@CHOICES.verb
def hit(state: State, seat_index: int, where: Places, dice: Number, least: Number) -> Choices:
    """Offer to roll dice against an enemy army in such a region."""
    if not state.setup.armies:
        return {}

    def roll(region: str, draft: Draft) -> None:
        aim(draft, region)
        draft.push(CardRoll(seat_index, side_of(draft, seat_index), card_of(draft), dice, least, "hit", region))

    side = side_of(state, seat_index)
    there = [id for id in regions_where(state, side, where) if armies.units(state, id, opponent(side))]
    return {(region, 0): partial(roll, region) for region in there}


@CHOICES.verb
def dreadful_spells(state: State, seat_index: int) -> Choices:
    """Offer a die for each Nazgûl in an army near an army of the Free Peoples, against that army, for 5 and more."""

    def roll(region: str, dice: int, draft: Draft) -> None:
        aim(draft, region)
        draft.push(CardRoll(seat_index, side_of(draft, seat_index), card_of(draft), dice, 5, "hit", region))

    regions, found = state.setup.tables.regions, Choices()
    for region in regions if state.setup.armies else ():
        if armies.units(state, region, FP):
            near = [id for id in (region, *regions[region].neighbours) if armies.units(state, id, SHADOW)]
            for dice in sorted({min(nazgul_at(state, id), MOST_DICE) for id in near} - {0}):
                found[region, dice] = partial(roll, region, dice)
    return found


@EFFECTS.verb
def hit_each(draft: Draft, seat_index: int, card: str, nation: Nation, where: Places, least: Number) -> None:
    """Roll a die for each unit of the nation in every such region, five at most, against the army there."""
    if draft.setup.armies:
        for region in reversed(regions_where(draft, opponent(side_of(draft, seat_index)), where)):
            kinds = [id for id, figure in draft.setup.tables.figures.items() if figure.nation == nation and figure.unit]
            dice = sum([armies.count(draft, region, id) for id in kinds])
            draft.push(
                CardRoll(seat_index, side_of(draft, seat_index), card, min(dice, MOST_DICE), least, "hit", region)
            )


@EFFECTS.verb
def ents(
    draft: Draft, seat_index: int, card: str, region: Region, dice: Number, least: Number, alone: Character
) -> None:
    """Roll dice against the army of the Shadow there, which takes all with it; that minion without an army is lost."""
    if not draft.setup.armies:
        return
    if armies.units(draft, region, SHADOW):
        apply_card_hits(draft, region, SHADOW)
        draft.push(CardRoll(seat_index, side_of(draft, seat_index), card, dice, least, "hit_all", region))
    elif place_of(draft, alone) == region:
        characters.kill(draft, alone, CARD)


# --- the Eagles ------------------------------------------------------------------------------------------------------


@CHOICES.verb
def eagles(state: State, seat_index: int, where: Places) -> Choices:
    """Offer a die for each Nazgûl of a Shadow army in such a region, five at most; 5 and more strike one down."""
    if not state.setup.armies:
        return {}

    def roll(region: str, draft: Draft) -> None:
        card, number = card_of(draft), armies.count(draft, region, NAZGUL)
        aim(draft, region)
        draft.push(Scattered(partners.commander_at(draft, region, SHADOW), card, region))
        draft.push(
            CardRoll(seat_index, side_of(draft, seat_index), card, min(number, MOST_DICE), 5, "strike_down", region)
        )

    return {(region, 0): partial(roll, region) for region in regions_where(state, SHADOW, where)}


def _strike_down(draft: Draft, roll: CardRoll, number: int) -> None:
    armies.lose(draft, NAZGUL, roll.region, CARD, number)


@dataclass(frozen=True, slots=True)
class Scattered(ChooseOnce):
    """Flight of the Nazgûl that are left to one unconquered Stronghold of Sauron."""

    rule = CARD

    card: str
    region: str

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the Strongholds, if there is a Nazgûl left."""
        regions = state.setup.tables.regions
        keeps = [id for id in regions if (regions[id].nation, regions[id].settlement) == ("sauron", "stronghold")]
        flies = armies.count(state, self.region, NAZGUL)
        return {"": [id for id in keeps if flies and holder(state, id) == SHADOW]}

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Move them to the region."""
        if chosen != self.region:
            armies.fly(draft, self.region, chosen, armies.count(draft, self.region, NAZGUL), CARD)

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a region that the card does not allow."""
        return not_by_card(state, self.card, act.region)

    check_settle, do_settle = ChooseOnce.check, ChooseOnce.choose


THEN: dict[str, Callable[[Draft, CardRoll, int], None]] = {
    "heal": _heal,
    "corrupt": _corrupt,
    "hit": _apply_hits,
    "hit_all": _hit_all,
    "strike_down": _strike_down,
}
