"""The action step (WC-ACT): one action or a legal pass each turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from companion.core.messages import Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.combat.combat import Clash
from companion.games.wotrcards.rules.common import decks, play
from companion.games.wotrcards.rules.common.common import (
    begin_phase,
    card_ref,
    cards_at,
    cards_of,
    deck_ref,
    find_active,
    is_path,
    is_site,
    location_ref,
    one_card,
    one_location,
    open_offer,
    opponent,
    seats_of,
    side_of,
)
from companion.games.wotrcards.rules.common.costs import Cost, EliminateFromHand, in_reserve
from companion.games.wotrcards.rules.common.piles import in_order, not_in_hand
from companion.games.wotrcards.rules.common.texts import CardText
from companion.games.wotrcards.rules.locations import paths
from companion.games.wotrcards.state import READY, RESERVE, SPENT, USED, Draft, State
from companion.games.wotrcards.tables import SeatRules
from companion.play.game.offers import Offer, SomeOf
from companion.play.game.steps import Handler, Step

LIMIT = 2  # cards that may be kept (WC-ACT-5)
WINNOWED = 2
RINGS = {"once": 2, "round": 3}  # cards drawn for a Ring token (WC-TRI-2, WC-D2-2)
Fault = Callable[[State, int, Act], Refusal | None]
Do = Callable[[Draft, int, Act], None]


# --- whose turn it is ------------------------------------------------------------------------------------------------


def all_passed(state: State) -> bool:
    """Every seat is among those who passed last, one after the other, and none holds too much (WC-ACT-5)."""
    if not _in_row(state, state.acting, state.passes):
        return False
    return all(deck.hand.size <= hand_limit(state, seat_index) for seat_index, deck in enumerate(state.decks))


def _in_row(state: State, acting: int, passes: int) -> bool:
    order = state.setup.order
    return len({order[(acting - step) % len(order)] for step in range(1, passes + 1)}) == len(state.setup.seats)


def end_seat_turn(draft: Draft, passed: bool) -> None:
    """The seat that acted is done; the next in order is due."""
    order = draft.setup.order
    draft.passes = min(draft.passes + 1, len(order)) if passed else 0
    draft.acting = (draft.acting + 1) % len(order)


def hand_limit(state: State, seat_index: int) -> int:
    """Return the number of cards that a seat may keep (WC-ACT-5)."""
    facts, cards = state.setup.tables.cards, cards_of(state, seat_index)
    more = [facts[card.id].carryover for card in cards if card.at == RESERVE or facts[card.id].anywhere]
    return LIMIT + state.decks[seat_index].more + sum(more)


# --- actions ---------------------------------------------------------------------------------------------------------


def _play_fault(state: State, seat_index: int, act: Act) -> Refusal | None:
    if act.card not in state.setup.tables.cards:
        return Refusal("card_unknown", "WC-ACT-2", {"card": act.card})
    return play.play_fault(state, seat_index, act.card)


def _move_from_reserve(draft: Draft, seat_index: int, act: Act) -> None:
    play.move_card(draft, next(card for card in in_reserve(draft, seat_index, act.card) if not card.fresh), act.to)
    draft.push(CardText(seat_index, act.card))


def _cycle_fault(state: State, seat_index: int, act: Act) -> Refusal | None:
    deck = state.decks[seat_index]
    if not deck.hand.size:
        return Refusal("hand_short", "WC-ACT-2", {"number": 1, "deck": deck_ref(state, seat_index)})
    return _refuse_cards(state, seat_index, (act.card,) if act.card else ())


def _refuse_cards(state: State, seat_index: int, named: tuple[str, ...], number: int = 1) -> Refusal | None:
    """Cards of the app are named, as many as are wanted; real ones are not."""
    if state.setup.options.real_cards:
        return Refusal("card_needs_no_name", "WC-SET-6") if named else None
    left = list(state.decks[seat_index].hand.cards)
    if len(named) != number:
        return Refusal("cards_wanted", "WC-ACT-2", {"number": number})
    for card in named:
        if card not in left:
            return not_in_hand(state, seat_index, card, "WC-ACT-2")
        left.remove(card)
    if named != in_order(state, named):
        return Refusal("cards_order", "WC-ACT-2")
    return None


def _cycle_cards(draft: Draft, seat_index: int, act: Act) -> None:
    decks.cycle_hand(draft, seat_index, "WC-ACT-2", act.card)


def _winnow_fault(state: State, seat_index: int, act: Act) -> Refusal | None:
    if state.decks[seat_index].hand.size < WINNOWED:
        return Refusal("hand_short", "WC-ACT-2", {"number": WINNOWED, "deck": deck_ref(state, seat_index)})
    return _refuse_cards(state, seat_index, act.cards, WINNOWED)


def _winnow_hand(draft: Draft, seat_index: int, act: Act) -> None:
    decks.eliminate_hand(draft, seat_index, "WC-ACT-2", *act.cards, number=WINNOWED)
    decks.draw_cards(draft, seat_index, 1, "WC-ACT-2")


def _use_fault(state: State, seat_index: int, act: Act) -> Refusal | None:
    if act.card not in _in_use(state, seat_index):
        return Refusal("card_not_in_play", "WC-ACT-2", {"card": card_ref(state, act.card)})
    return _action_fault(state, act.card) if state.setup.options.printed else None


def _in_use(state: State, seat_index: int) -> list[str]:
    """Own cards in play, and items that own characters bear."""
    own = [card.id for card in cards_of(state, seat_index)]
    return list(dict.fromkeys([*own, *[card.id for card in state.cards if card.on in own]]))


def usable_cards(state: State, seat_index: int) -> list[str]:
    """Those whose action can be used now."""
    ids = _in_use(state, seat_index)
    return [id for id in ids if not _action_fault(state, id)] if state.setup.options.printed else ids


def _action_fault(state: State, id: str) -> Refusal | None:
    """Why a card in play has no action to use where it lies: as its text in public has it (WC-ACT-2, WC-AMB-17)."""
    facts, named = state.setup.tables.cards[id], {"card": card_ref(state, id)}
    if facts.action == "none":
        return Refusal("card_no_action", "WC-ACT-2", named)
    if not any(_in_place(state, card.at, facts.action) for card in state.cards if card.id == id):
        return Refusal("card_elsewhere", "WC-ACT-2", named)
    if facts.action_path == "next" and not paths.next_paths(state):
        return Refusal("no_next_path", "WC-AMB-17", named)
    if facts.action_path == "same" and not paths.same_paths(state):
        return Refusal("no_same_path", "WC-LOC-7", named)
    if facts.action_number and not _action_paths(state, id):
        return Refusal("no_next_path", "WC-EPD-8", named)
    return None


def _action_paths(state: State, id: str) -> tuple[str, ...]:
    """Paths of which the action of a card activates one."""
    facts = state.setup.tables.cards[id]
    if not state.setup.options.printed:
        return ()
    if facts.action_number:
        numbered = paths.activated_by_text(state)
        return tuple([path for path in numbered if state.setup.tables.paths[path].number == facts.action_number])
    found = {"next": paths.next_paths, "same": paths.same_paths}.get(facts.action_path)
    return tuple(found(state)) if found else ()


def _use_card(draft: Draft, seat_index: int, act: Act) -> None:
    """Where nobody knows the action of a card, the table tells what it does (WC-PLAY-10)."""
    if draft.setup.options.printed and not draft.setup.tables.cards[act.card].action:
        draft.record("action_told", "WC-PLAY-10", card=act.card)
    draft.push(CardText(seat_index, act.card, paths=_action_paths(draft, act.card)))


def _in_place(state: State, at: str, action: str) -> bool:
    match action:
        case "reserve":
            return at == RESERVE
        case "location":
            return at != RESERVE
        case "path":
            return is_path(state, at)
    return True


def _ring_fault(state: State, seat_index: int) -> Refusal | None:
    ring = state.decks[seat_index].ring
    if ring == READY:
        return None
    return Refusal(
        "ring_used" if ring in (USED, SPENT) else "ring_none",
        ring_rule(state, seat_index),
        {"deck": deck_ref(state, seat_index)},
    )


def ring_rule(state: State, seat_index: int) -> str:
    """The rule by which a seat uses its Ring token."""
    return "WC-D2-2" if _seat_rules(state, seat_index).ring == "round" else "WC-TRI-2"


def _seat_rules(state: State, seat_index: int) -> SeatRules:
    return state.setup.scenario.chairs[state.setup.seats[seat_index]]


def _use_ring(draft: Draft, seat_index: int, act: Act) -> None:
    kind, rule = _seat_rules(draft, seat_index).ring, ring_rule(draft, seat_index)
    if kind == "round":
        draft.change_deck(seat_index, ring=USED)
        draft.push(Cost(seat_index, 1, rule))
        draft.push(EliminateFromHand(seat_index, 1, rule))
    else:
        draft.change_deck(seat_index, ring=SPENT)
    decks.draw_cards(draft, seat_index, RINGS[kind], rule)


def _skirmish_fault(state: State, seat_index: int, site: str) -> Refusal | None:
    values = {"location": location_ref(state, site)}
    if not is_site(state, site) or find_active(state, site) is None:
        return Refusal("site_not_active", "WC-SKI-5", values)
    if any(card.seat == seat_index for card in cards_at(state, site)):
        return None
    return Refusal("site_no_card", "WC-SKI-5", {**values, "deck": deck_ref(state, seat_index)})


def _pass_fault(state: State, seat_index: int) -> Refusal | None:
    """Fewer cards than each enemy are enough to pass, but not to end the step (WC-ACT-3, WC-ACT-5)."""
    mine, most = state.decks[seat_index].hand.size, hand_limit(state, seat_index)
    enemies = [state.decks[foe].hand.size for foe in seats_of(state, opponent(side_of(state, seat_index)))]
    if mine <= most:
        return None
    if mine >= min(enemies):
        return Refusal("pass_hand", "WC-ACT-3", {"number": mine, "most": most})
    if _in_row(state, state.acting + 1, state.passes + 1):
        return Refusal("pass_last", "WC-ACT-5", {"number": mine, "most": most})
    return None


TURN_ACTIONS: dict[str, tuple[Fault, Do]] = {
    "play": (_play_fault, lambda draft, seat_index, act: play.play_card(draft, seat_index, act.card)),
    "move": (lambda state, seat_index, act: play.move_fault(state, seat_index, act.card, act.to), _move_from_reserve),
    "cycle": (_cycle_fault, _cycle_cards),
    "winnow": (_winnow_fault, _winnow_hand),
    "use": (_use_fault, _use_card),
    "ring": (lambda state, seat_index, act: _ring_fault(state, seat_index), _use_ring),
    "skirmish": (
        lambda state, seat_index, act: _skirmish_fault(state, seat_index, act.location),
        lambda draft, seat_index, act: draft.push(Clash(seat_index, act.location, True)),
    ),
    "pass": (lambda state, seat_index, act: _pass_fault(state, seat_index), lambda draft, seat_index, act: None),
}


def _make_handler(type: str) -> Handler:
    fault, do = TURN_ACTIONS[type]

    def check(step: Step, state: State, act: Act) -> Refusal | None:
        return fault(state, step.seat_index, act)

    def take_turn(step: Step, draft: Draft, act: Act) -> None:
        draft.pop()
        end_seat_turn(draft, passed=type == "pass")
        do(draft, step.seat_index, act)

    return Handler(check, take_turn)


@dataclass(frozen=True, slots=True)
class ActionStep(Step):
    """The next seat acts, until all have passed in a row (WC-ACT-1, -4)."""

    kind = "acting"
    rule = "WC-ACT-1"

    def run(self, draft: Draft) -> bool:
        """Begin the turn of the next seat, or end the step when all have passed."""
        begin_phase(draft, "action")
        if all_passed(draft):
            draft.pop()
            draft.acting = draft.first
        else:
            draft.push(SeatTurn(draft.setup.order[draft.acting]))
        return False


@dataclass(frozen=True, slots=True)
class SeatTurn(Step):
    """One action or a pass."""

    kind = "act"
    rule = "WC-ACT-1"
    rules: ClassVar = {"play": "WC-PLAY-1", "skirmish": "WC-SKI-5", "pass": "WC-ACT-3"} | dict.fromkeys(
        ("move", "cycle", "winnow", "use"), "WC-ACT-2"
    )
    seat_rules: ClassVar = dict.fromkeys(TURN_ACTIONS, "WC-ACT-1")
    answers: ClassVar = {type: _make_handler(type) for type in TURN_ACTIONS}

    def decided_by(self, state: State, act: Act) -> str:
        """Return the rule of the action; of a Ring token it depends on the state."""
        return ring_rule(state, self.seat_index) if act.type == "ring" else self.rule_of(act)

    def allows_interrupts(self, state: State) -> bool:
        """Return True: cards may be used in a turn."""
        return True

    def offers(self, state: State) -> list[Act | Offer]:
        """Return the actions of the turn."""
        seat_index, known = self.seat_index, not state.setup.options.real_cards
        seat, hand = state.setup.seats[seat_index], state.decks[seat_index].hand
        sites = [active.id for active in state.active if not _skirmish_fault(state, seat_index, active.id)]
        pair = SomeOf("cards", ("card",), hand.cards, WINNOWED, WINNOWED)
        return [
            *open_offer(Act("play", seat), one_card(play.playable_cards(state, seat_index))),
            *play.move_offers(state, seat_index),
            *([Offer(Act("cycle", seat), (one_card(hand.cards),) * known)] if hand.size else []),
            *([Offer(Act("winnow", seat), (pair,) * known)] if hand.size >= WINNOWED else []),
            *open_offer(Act("use", seat), one_card(usable_cards(state, seat_index))),
            *([] if _ring_fault(state, seat_index) else [Act("ring", seat)]),
            *open_offer(Act("skirmish", seat), one_location(sites)),
            *([] if _pass_fault(state, seat_index) else [Act("pass", seat)]),
        ]
