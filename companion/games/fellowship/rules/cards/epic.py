"""The green epic cards (LR-EPIC): played from the hand at any time that their own condition allows."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.cards import gandalf
from companion.games.fellowship.rules.common import hands
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.state import Draft, State, living_seats
from companion.games.fellowship.verbs import EFFECTS, Effects

EPIC = "LR-EPIC-1"
ABOUT_ONE = ("skip_roll", "ignore_roll", "spare_tokens")  # they are for the one whose roll or tokens it is about


def somebody_has(state: State, type: str) -> bool:
    """A card of that effect is in some living hand; all know that, since it was dealt and has not been discarded."""
    epics = state.setup.tables.epics
    return any(epics[card].effects[0][0] == type for card in _in_hands(state))


def somebody_may_help(state: State) -> bool:
    """A card that may come at any time could still come: out of a hand, or from Gandalf."""
    epics = state.setup.tables.epics
    return gandalf.can_be_called(state) or any(epics[card].window == "any" for card in _in_hands(state))


def _in_hands(state: State) -> list[str]:
    epics = state.setup.tables.epics
    unseen = any(player.hidden for player in state.players)
    found = [card for card in state.dealt if card in epics] if unseen else []
    return [*found, *[card for player in state.players for card in player.hand if card in epics]]


def offer_epic(step: GameStep, state: State) -> list[Act]:
    """Every epic card that may be used now, by whoever has it."""
    epics, out = state.setup.tables.epics, []
    for seat_index, player in enumerate(state.players):
        unseen = state.dealt if player.hidden and player.alive else ()
        for card in (*player.hand, *unseen):
            if card in epics and _condition_fault(state, step, card) is None:
                seat = state.setup.seats[seat_index]
                out += [Act("epic", seat, card=card, to=to) for to in gandalf.card_targets(state, epics[card])]
    return out


def check_epic(step: GameStep, state: State, act: Act) -> Refusal | None:
    """Refuse a card that is not epic, not in hand, or whose own condition does not fit (LR-EPIC-1)."""
    power = state.setup.tables.epics.get(act.card)
    if power is None:
        return Refusal("epic_other", EPIC, {"card": hands.card_name(state, act.card)})
    if not hands.may_hold(state, state.index_of(act.seat), act.card):
        return Refusal("card_not_in_hand", EPIC, {"card": hands.card_name(state, act.card)})
    fault = _condition_fault(state, step, act.card)
    if fault is not None or act.to in gandalf.card_targets(state, power):
        return fault
    if power.effects[0][0] in ABOUT_ONE and state.index_of(act.to) == step.seat_index:
        return None
    return hands.check_to(state, act, power.rule) or Refusal("target_none", power.rule)


def _condition_fault(state: State, step: GameStep, card: str) -> Refusal | None:
    power = state.setup.tables.epics[card]
    now = power.window in ("any", step.window)  # the flow has looked whether cards may step in
    alone = power.effects[0][0] == "give_card" and len(living_seats(state, state.active)) < 2
    if not now or alone:
        return Refusal("epic_not_now", power.rule, {"card": Ref("legendary_card", card)})
    return step.check_card(power.effects[0], power.rule)


@EFFECTS.verb
def after_use(draft: Draft, me: int, because: str, then: Effects) -> None:
    """Whoever uses a star of the card does that right afterwards; the card itself holds it (LR-EPIC-10)."""


def use_epic(step: GameStep, draft: Draft, act: Act) -> None:
    """The card is discarded and does what it says; it is no card of step 2 (LR-TURN-5)."""
    seat_index, power = draft.index_of(act.seat), draft.setup.tables.epics[act.card]
    hands.discard(draft, seat_index, act.card)
    draft.push(Steps(draft.index_of(act.to) if act.to else seat_index, power.effects, power.rule))
