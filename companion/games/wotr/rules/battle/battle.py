"""A battle from its first round to its end (WR-BATTLE-13, -37..40): the parts of a round, and the outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle import battle_strength, combat_play
from companion.games.wotr.rules.battle.advance import AdvanceArmy
from companion.games.wotr.rules.battle.battle_dice import Reroll, Strike
from companion.games.wotr.rules.battle.battle_strength import (
    ASSAULT,
    FIELD,
    SORTIE,
    WITHDRAWN,
    Battle,
    Fighting,
    Force,
    battle_of,
    change_battle,
    fighters,
    is_decided,
)
from companion.games.wotr.rules.battle.casualties import Casualties
from companion.games.wotr.rules.battle.retreat import Cease
from companion.games.wotr.rules.battle.siege import Extend, Shelter
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.choices import PlainStep
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.map import armies, capture, partners
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.rules.map.characters import WHITE
from companion.games.wotr.rules.map.split_army import NOBODY_STAYS
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, SHADOW, SIDES
from companion.play.game.steps import Step, end

# --- the moments of a round ------------------------------------------------------------------------------------------


def _shelter(draft: Draft) -> None:
    battle = battle_of(draft)
    draft.push(Shelter(battle.forces[opponent(battle.side)].seat_index))


def _strike(draft: Draft) -> None:
    """Let both sides roll with the strength before any losses (WR-BATTLE-13)."""
    battle = battle_of(draft)
    for side in (opponent(battle.side), battle.side):
        draft.push(Strike(battle.forces[side].seat_index, side))
    for side in (battle.side, opponent(battle.side)):
        strength, dice = battle_strength.strength(draft, side), battle_strength.dice(draft, side)
        draft.record("combat_dice", "WR-BATTLE-11", side=SIDES[side], number=dice, strength=strength)


def _reroll(draft: Draft) -> None:
    battle = battle_of(draft)
    for side in (opponent(battle.side), battle.side):
        draft.push(Reroll(battle.forces[side].seat_index, side))


def _suffer(draft: Draft) -> None:
    """Let both sides suffer the hits of the other, the attacker first (WR-BATTLE-24)."""
    battle = battle_of(draft)
    hits = [battle_strength.hits_suffered(draft, side) for side in (FP, SHADOW)]
    for side in (battle.side, opponent(battle.side)):
        draft.record("combat_suffers", "WR-BATTLE-24", side=SIDES[side], number=hits[side])
    for side in (opponent(battle.side), battle.side):
        draft.push(Casualties(battle.forces[side].seat_index, side, hits[side]))


def _go_on(draft: Draft) -> None:
    """Ask for another round (WR-BATTLE-30, WR-SIEGE-12, -13)."""
    battle_strength.update_commander(draft)
    battle = battle_of(draft)
    attacker = battle.forces[battle.side].seat_index
    last = battle.kind == ASSAULT and battle.round >= battle.rounds
    draft.push(Extend(attacker) if last else Cease(attacker))


def _round_parts(*numbers: int) -> tuple[Callable[[Draft], None], ...]:
    return tuple([partial(combat_play.happen, initiative=number) for number in numbers])


ROUND: tuple[Callable[[Draft], None], ...] = (
    _shelter,
    combat_play.pick,
    combat_play.show,
    *_round_parts(0, 1, 2, 3),  # cancelling, leaving, extra attacks, dice and modifiers
    _strike,
    *_round_parts(4),
    _reroll,
    *_round_parts(5, 6),  # further hits, hits that are cancelled
    _suffer,
    *_round_parts(7),
)
STRIKE, REROLL, SUFFER = [ROUND.index(moment) for moment in (_strike, _reroll, _suffer)]
AT = {moment.keywords["initiative"]: at for at, moment in enumerate(ROUND) if isinstance(moment, partial)}
EXTRA = ("attack", "onslaught")  # what combat cards do that rolls an extra attack


@dataclass(frozen=True, slots=True)
class Fight(Fighting):
    """The battle that is being fought. moment: index of the next part of this round."""

    moment: int = 0

    def run(self, draft: Draft) -> bool:
        """Go on to the next moment of the round, or to the next round."""
        last = len(ROUND)
        if is_decided(draft) or self.moment > last:
            return self._next_round(draft)
        draft.swap(replace(self, moment=self.moment + 1))
        if self.moment < last:
            ROUND[self.moment](draft)
        else:
            combat_play.discard(draft)
            _go_on(draft)
        return False

    def _next_round(self, draft: Draft) -> bool:
        """End the battle, or begin another round."""
        battle = self.battle
        if is_decided(draft):
            if self.moment <= len(ROUND):
                combat_play.discard(draft)
            battle_strength.update_commander(draft)
            battle = battle_of(draft)
            draft.pop()
            finish(draft, battle)
        else:
            fresh = [Force(force.seat_index) for force in battle.forces]
            again = battle._replace(round=battle.round + 1, forces=(fresh[0], fresh[1]))
            longer = "WR-SIEGE-13" if battle.round >= battle.rounds else "WR-SIEGE-26"
            rule = longer if battle.kind == ASSAULT else "WR-BATTLE-31"
            draft.record("combat_round", rule, number=again.round)
            draft.swap(replace(self, battle=again, moment=0))
        return False


def refuse_restrike(step: Step, state: State, act: Act) -> Refusal:
    """Refuse a reroll: an extra attack is never rolled again, other dice at another step (WR-BATTLE-22)."""
    fight = next((step for step in reversed(state.agenda) if isinstance(step, Fight)), None)
    extra = fight is not None and _struck_by_card(state, fight, side_of(state, state.index_of(act.seat)))
    return Refusal("not_now", "WR-BATTLE-19" if extra else "WR-BATTLE-22")


def _struck_by_card(state: State, fight: Fight, side: int) -> bool:
    """Return whether a side's last roll in this round is an extra attack (WR-BATTLE-19)."""
    force = fight.battle.forces[side]
    if not force.card or force.cancelled:
        return False
    card = state.setup.tables.cards[force.card]
    combat = state.setup.tables.battle_cards[card.combat]
    begun = [
        AT[initiative]
        for initiative, calls in zip(card.initiative, (combat.does, combat.then), strict=False)
        if any(call[0] in EXTRA for call in calls) and AT[initiative] < fight.moment
    ]
    rolled = bool(force.hits or force.missed)
    return any(not rolled or at > REROLL for at in begun)


def cards_shown(fight: Fight) -> bool:
    """Return whether both combat cards of this round lie open (WR-BATTLE-14)."""
    return fight.moment > ROUND.index(combat_play.show)


# --- its beginning and its end ---------------------------------------------------------------------------------------


def begin(draft: Draft, seat_index: int, start: str, region: str, kind: str, rearguard: Army, rounds: int = 1) -> None:
    """Begin the battle; the rearguard stays out of it (WR-BATTLE-8..10)."""
    side = draft.setup.sides[seat_index]
    partners.mix_attacked(draft, region, opponent(side))
    seats = [partners.commander_at(draft, region, of) for of in (FP, SHADOW)]
    seats[side] = seat_index
    sides = (Force(seats[FP]), Force(seats[SHADOW]))
    draft.push(Fight(seat_index, Battle(side, start, region, kind, rearguard, sides, rounds=rounds)))
    if WHITE in fighters(draft, FP).characters and battle_strength.nazgul_leadership(draft):
        draft.push(WhiteRider(seats[FP]))


@dataclass(frozen=True, slots=True)
class WhiteRider(PlainStep):
    """Choice of Gandalf the White to give up his Leadership.

    No Nazgûl has any until the battle is over (WR-CHAR-27).
    """

    rule = "WR-CHAR-27"
    character: ClassVar[str] = WHITE

    def do_ability(self, draft: Draft, act: Act) -> None:
        """Use the ability of the White Rider in this battle."""
        draft.pop()
        change_battle(draft, white_rider=True)

    do_done = end


def finish(draft: Draft, battle: Battle) -> None:
    """End the battle with all its effects; the attacker may advance (WR-BATTLE-37..39, WR-SIEGE-9, -15, -19, -20)."""
    side, region = battle.side, battle.region
    attacker, defender = battle.forces[side].seat_index, battle.forces[opponent(side)].seat_index
    own = armies.units(draft, battle.start, side) > _count_units(draft, battle.rearguard, side)
    left = armies.units(draft, region, opponent(side))
    draft.record("battle_over", "WR-BATTLE-37", region=region)
    captured = battle.kind == ASSAULT and armies.units(draft, region, side) > 0
    if not own and not left and not captured:
        draft.record("both_wiped_out", "WR-BATTLE-39", region=region)
    if battle.kind == SORTIE:
        capture.take_undefended(draft, defender, region, "WR-CAPTURE-2")
    elif battle.kind == ASSAULT:
        capture.take_undefended(draft, attacker, region, "WR-CAPTURE-2" if own else "WR-CAPTURE-9")
    capture.figures_departed(draft, region)
    capture.figures_departed(draft, battle.start)
    if battle.kind != FIELD and region in draft.besieged:
        back = "WR-SIEGE-20" if own else "WR-SIEGE-19"
        draft.record("siege_on", "WR-SIEGE-15" if battle.kind == ASSAULT else back, region=region)
    discard_ended(draft)
    if battle.kind == FIELD and own and (not left or battle.over == WITHDRAWN):
        siege = battle.over == WITHDRAWN
        draft.push(AdvanceArmy(attacker, battle.start, NOBODY_STAYS, region, battle.rearguard, siege))


def _count_units(state: State, army: Army, side: int) -> int:
    return armies.tally_figures(state.setup.tables, army.figures, side).units
