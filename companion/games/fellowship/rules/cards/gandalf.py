"""Gandalf's help (LR-GANDALF): somebody pays, the active player chooses a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.messages import Ref, Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.board import progress
from companion.games.fellowship.rules.common import hands, tokens
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.state import Draft, State, group_speaker, living_seats, place_of
from companion.games.fellowship.tables import EffectRow
from companion.games.fellowship.verbs import EFFECTS, Number

SUMMON_RULE = "LR-GANDALF-1"
TARGETED = ("left", "draw", "refill", "give_card")  # effects that one player is named for


def card_price(state: State) -> int:
    """Rune points of one card."""
    return state.setup.tables.values["gandalf_cost"]


def possible_payers(state: State) -> list[int]:
    """Return the seats that can pay for a card; if the table pools, all or none (LR-GANDALF-2, LR-AMB-5)."""
    alive = living_seats(state, state.active)
    points = [state.players[seat_index].runes for seat_index in alive]
    if state.setup.options.pooled:
        return alive if sum(points) >= card_price(state) else []
    return [seat_index for seat_index, number in zip(alive, points, strict=True) if number >= card_price(state)]


def can_be_called(state: State) -> bool:
    """Return whether somebody can pay for a card that is left."""
    return bool(state.gandalf) and bool(possible_payers(state))


def magic_may_come(state: State) -> bool:
    """An event that Magic could skip is about to be played (LR-GANDALF-8)."""
    board = place_of(state).board
    if board is None or not any(_can_skip(state, card) for card in state.gandalf):
        return False
    return state.event < len(board.events) and not _before_the_end(state) and bool(possible_payers(state))


def _before_the_end(state: State) -> bool:
    """The next event is the one that nothing can skip."""
    board = place_of(state).board
    return board is not None and state.event < len(board.events) and board.events[state.event].ends == "game"


def _can_skip(state: State, card: str) -> bool:
    return any(found[0] == "skip_event" for found in state.setup.tables.gandalf[card].effects)


def fault_of(state: State, step: GameStep, card: str) -> Refusal | None:
    """Return why that card would be of no use at this moment, or None. step: the step it interrupts."""
    power = state.setup.tables.gandalf.get(card)
    if power is None or card not in state.gandalf:
        return Refusal("gandalf_used", "LR-GANDALF-4", {"card": Ref("gandalf_card", card)})
    adventure = place_of(state).board is not None
    for found in power.effects:
        match found[0]:
            case "skip_event":
                if _before_the_end(state):
                    return Refusal("magic_last", "LR-GANDALF-8")
                if step.window != power.window:
                    return Refusal("magic_no_event", "LR-GANDALF-8")
            case "peek_tiles" if not adventure or not sum(state.stack):
                return Refusal("gandalf_adventure", "LR-GANDALF-7", {"card": Ref("gandalf_card", card)})
            case "wild":
                moves = step.moves_markers and progress.open_tracks(state)
                if not moves and not step.takes_wild(state, card, group_speaker(state)):
                    return Refusal("guidance_useless", "LR-GANDALF-6")
    return None


def offer_summon(step: GameStep, state: State) -> list[Act]:
    """Everybody who could pay, where some card would be of use."""
    if not state.gandalf:
        return []
    seat_index = possible_payers(state)
    if not seat_index or all(fault_of(state, step, card) for card in state.gandalf):
        return []
    return [Act("summon", state.setup.seats[player]) for player in seat_index]


def check_summon(step: GameStep, state: State, act: Act) -> Refusal | None:
    """One player pays the whole price (LR-GANDALF-1, -2), for a card that can be used at once (LR-GANDALF-4)."""
    if not state.gandalf:
        return Refusal("gandalf_none", "LR-GANDALF-4")
    if state.index_of(act.seat) not in possible_payers(state):
        pooled = state.setup.options.pooled
        rule = "LR-AMB-5" if pooled else "LR-GANDALF-2"
        return Refusal("gandalf_runes", rule, {"number": card_price(state)})
    faults = [fault_of(state, step, card) for card in state.gandalf]
    return faults[0] if all(faults) else None


def summon_gandalf(step: GameStep, draft: Draft, act: Act) -> None:
    """The price is paid, then the active player chooses; pooled, the group pays what it offers."""
    if draft.setup.options.pooled:
        price = (("runes", "", card_price(draft)),)
        asked = ("pay", "group", price, 0, False, (("summoned",),), ())
        draft.push(Steps(-1, (asked,), "LR-AMB-5"))
    else:
        tokens.spend_points(draft, draft.index_of(act.seat), card_price(draft), "LR-GANDALF-2")
        draft.push(Summoned(-1))


def card_targets(state: State, card: EffectRow) -> list[str]:
    """Return the seats that a Gandalf or epic card can be for, or [""] if nobody is named."""
    if any(found[0] in TARGETED for found in card.effects):
        return [state.setup.seats[seat_index] for seat_index in living_seats(state, group_speaker(state))]
    return [""]


@dataclass(frozen=True, slots=True)
class Summoned(GameStep):
    """The active player chooses a card, and for whom (LR-GANDALF-1, -5)."""

    rule = SUMMON_RULE

    def offers(self, state: State) -> list[Act]:
        """Return the Gandalf cards that may be called now, each with its targets."""
        seat, beneath, rows = state.seat, _step_beneath(state), state.setup.tables.gandalf
        return [
            Act("gandalf", seat, card=card, to=to)
            for card in state.gandalf
            if fault_of(state, beneath, card) is None
            for to in card_targets(state, rows[card])
        ]

    def check_gandalf(self, state: State, act: Act) -> Refusal | None:
        """Refuse a Gandalf card that cannot be called now, or a wrong target (LR-GANDALF-4)."""
        fault = fault_of(state, _step_beneath(state), act.card)
        if fault is None and act.to not in card_targets(state, state.setup.tables.gandalf[act.card]):
            fault = hands.check_to(state, act, "LR-GANDALF-5") or Refusal("target_none", "LR-GANDALF-4")
        return fault

    def do_gandalf(self, draft: Draft, act: Act) -> None:
        """Use the card at once and discard it (LR-GANDALF-4)."""
        power = draft.setup.tables.gandalf[act.card]
        draft.gandalf = tuple([card for card in draft.gandalf if card != act.card])
        hands.bury_cards(draft, [act.card])
        draft.swap(Steps(draft.index_of(act.to), power.effects, power.rule))


def _step_beneath(state: State) -> GameStep:
    """What the card steps into."""
    found = state.agenda[-2]
    assert isinstance(found, GameStep)
    return found


@EFFECTS.verb
def summoned(draft: Draft, me: int, because: str) -> None:
    """The active player chooses a Gandalf card: what a pooled payment buys (LR-AMB-5)."""
    draft.push(Summoned(-1))


@EFFECTS.verb
def wild(draft: Draft, me: int, because: str, who: Literal["active"], symbols: Number) -> None:
    """The active player uses that many stars: for one track, or in the payment that is open (LR-GANDALF-6)."""
    card = next(card for card in draft.setup.tables.gandalf if card in draft.setup.tables.cards)
    step, player = draft.step, group_speaker(draft)
    assert isinstance(step, GameStep)
    if step.takes_wild(draft, card, player):
        draft.swap(step.with_wild(card, player))
    else:
        draft.push(Wild(-1, symbols))


@dataclass(frozen=True, slots=True)
class Wild(progress.MarkerStep):
    """Choice of the tracks for the stars of Guidance (LR-GANDALF-6)."""

    rule = "LR-GANDALF-6"
