"""Combat cards in a battle that the app keeps (WR-BATTLE-14..18): picked unseen, shown together, applied in their
moments.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.battle.battle_strength import (
    add_modifiers,
    battle_of,
    change_force,
    fighters,
    in_battle,
    is_decided,
)
from companion.games.wotr.rules.common import hands
from companion.games.wotr.rules.common.choices import ChooseOne
from companion.games.wotr.rules.common.drawing import Reward
from companion.games.wotr.rules.common.hands import possible_cards
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.common.table_cards import hunt_cards, remove_card
from companion.games.wotr.rules.map import characters
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import SHADOW, SIDES
from companion.games.wotr.verbs import COMBAT, NEEDS
from companion.play.game.steps import Step
from companion.play.game.verbs import Calls


def usable(state: State, seat_index: int) -> list[str]:
    """Return the cards that a seat may pick, without their conditions: its hand, and the Balrog from the table by his
    card.
    """
    balrog = hunt_cards(state, SHADOW, "moria") if side_of(state, seat_index) == SHADOW else []
    return [*possible_cards(state, seat_index), *balrog]


def condition_holds(state: State, side: int, card: str) -> bool:
    """Return whether the battle meets the condition of the combat card (WR-BATTLE-15)."""
    needs = state.setup.tables.battle_cards[state.setup.tables.cards[card].combat].needs
    return all(NEEDS.do(call, state, side) for call in needs)


def barring_rule(state: State, side: int) -> str:
    """Return the rule by which an event card keeps this side from using combat cards now, empty if none does."""
    battle, facts = battle_of(state), state.setup.tables
    if any(facts.cards[card].silences == battle.region for card in state.sides[opponent(side)].table):
        return "WR-EVENT-11"
    if battle.quiet and battle.round == 1 and side != battle.side:
        people = [facts.characters[id].kind for id in fighters(state, side).characters]
        return "" if "companion" in people else "WR-EVENT-9"
    return ""


@dataclass(frozen=True, slots=True)
class PickCard(ChooseOne):
    """Choice of a combat card or none, unseen but for its back; the attacker first (WR-BATTLE-14)."""

    rule = "WR-BATTLE-14"
    field, named = "card", "event_card"

    side: int

    def run(self, draft: Draft) -> bool:
        """Wait if a Combat card may be played."""
        rule = barring_rule(draft, self.side)
        if rule:
            draft.record("no_combat_card", rule, side=SIDES[self.side])
        return draft.waits(not rule and (draft.hands[self.seat_index].size or usable(draft, self.seat_index)))

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the cards that may be played."""
        return {"": [card for card in usable(state, self.seat_index) if condition_holds(state, self.side, card)]}

    def fault(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that is not in hand or whose condition does not hold."""
        values = {"card": hands.card_value(state, act.card)}
        if act.card not in usable(state, self.seat_index):
            return Refusal("not_in_hand", "WR-BATTLE-14", values)
        condition = Ref("combat_card", state.setup.tables.cards[act.card].combat, "condition")
        return Refusal("combat_condition", "WR-BATTLE-15", {**values, "condition": condition})

    check_combat = ChooseOne.check

    def do_combat(self, draft: Draft, act: Act) -> None:
        """Choose the card for this round."""
        draft.pop()
        change_force(draft, self.side, card=act.card)

    do_done = ChooseOne.end


def refuse_now(step: Step, state: State, act: Act) -> Refusal:
    """Refuse a combat card at this step: one a round, at its beginning (WR-BATTLE-14, -15)."""
    if not in_battle(state):
        return Refusal("step_in_not_now", "WR-TURN-13")
    used = [force.card for force in battle_of(state).forces if state.setup.seats[force.seat_index] == act.seat]
    if any(used):
        return Refusal("combat_second", "WR-BATTLE-15", {"card": Ref("event_card", used[0])})
    return Refusal("combat_later", "WR-BATTLE-14")


def pick(draft: Draft) -> None:
    """Ask both sides for a card or none."""
    battle = battle_of(draft)
    for side in (opponent(battle.side), battle.side):
        draft.push(PickCard(battle.forces[side].seat_index, side))


def show(draft: Draft) -> None:
    """Show both cards; they leave the hands (WR-BATTLE-14, WR-EVENT-16)."""
    battle = battle_of(draft)
    for side in (battle.side, opponent(battle.side)):
        force = battle.forces[side]
        if force.card:
            _show(draft, side, force.seat_index, force.card)


def _show(draft: Draft, side: int, seat_index: int, card: str) -> None:
    combat = draft.setup.tables.cards[card].combat
    seat = Ref("seat", draft.setup.seats[seat_index])
    named, does = Ref("combat_card", combat), Ref("combat_card", combat, "effect")
    draft.record("combat_shown", "WR-BATTLE-14", seat=seat, card=card, combat=named, does=does)
    if card in draft.sides[side].table:
        remove_card(draft, side, card, "WR-EVENT-16")
    else:
        hands.show(draft, seat_index, card, "WR-EVENT-16")
    if side == SHADOW and battle_of(draft).round == 1 and characters.WITCH_KING in fighters(draft, SHADOW).characters:
        draft.push(Reward(seat_index, (draft.setup.tables.cards[card].deck,), True))


def happen(draft: Draft, initiative: int) -> None:
    """Apply cards of this moment of the round; of two the defender's first (WR-BATTLE-16)."""
    battle = battle_of(draft)
    for side in (battle.side, opponent(battle.side)):
        force = battle.forces[side]
        if force.card and initiative in draft.setup.tables.cards[force.card].initiative:
            facts = draft.setup.tables.cards[force.card]
            combat = draft.setup.tables.battle_cards[facts.combat]
            first = initiative == facts.initiative[0]
            calls = combat.does if first else combat.then
            draft.push(CombatEffect(force.seat_index, side, calls, force.card if first else ""))


@dataclass(frozen=True, slots=True)
class CombatEffect(Step):
    """The rest of a combat card's effect at this moment, unless it is cancelled or the battle is decided.

    card: by which the rolls are still to be changed, or nothing.
    """

    rule = "WR-BATTLE-16"

    side: int
    calls: Calls
    card: str = ""

    def run(self, draft: Draft) -> bool:
        """Apply the card, unless it is cancelled or the battle is decided."""
        draft.pop()
        if battle_of(draft).forces[self.side].cancelled or is_decided(draft):
            return False
        if self.card:
            changed = draft.setup.tables.battle_cards[draft.setup.tables.cards[self.card].combat]
            add_modifiers(draft, self.side, changed.own)
            add_modifiers(draft, opponent(self.side), changed.enemy)
        if self.calls:
            draft.push(replace(self, calls=self.calls[1:], card=""))
            COMBAT.do(self.calls[0], draft, self.side)
        return False


def discard(draft: Draft) -> None:
    """Discard the combat cards of the round (WR-BATTLE-17)."""
    cards = [force.card for force in battle_of(draft).forces if force.card]
    if cards:
        draft.record("combat_discarded", "WR-BATTLE-17", cards=tuple([Ref("event_card", card) for card in cards]))
