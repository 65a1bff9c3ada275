"""Cards from hand to hand: handed out, passed to the left, given, refilled (LR-HAVEN-7, -10, LR-EPIC-2, -9)."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import deck, hands
from companion.games.fellowship.rules.common import index, waits_if_alive
from companion.games.fellowship.state import Draft, State, living, next_living
from companion.play.agenda import Check, Frame, Stage, not_yours, own
from companion.play.game import Refusal


def _run_hand_out(draft: Draft, frame: Frame) -> bool:
    """("hand_out", player, cards): the cards turned over are given away one by one (LR-HAVEN-7)."""
    if frame[2] and draft.players[frame[1]].alive:
        return True
    hands.bury(draft, frame[2])
    draft.agenda.pop()
    return False


def _legal_hand_out(state: State, frame: Frame) -> list[Act]:
    seats = state.setup.seats
    return [
        Act("give", seats[frame[1]], card=card, to=seats[to])
        for card in dict.fromkeys(frame[2])
        for to in living(state, frame[1])
    ]


def _check_hand_out(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-HAVEN-7")
    if fault is None and act.card not in frame[2]:
        fault = Refusal("card_not_turned", "LR-HAVEN-7", {"card": hands.name(state, act.card)})
    return fault or hands.check_to(state, act, "LR-HAVEN-7")


def _hand_out(draft: Draft, frame: Frame, act: Act) -> None:
    hands.put(draft, index(draft, act.to), [act.card])
    draft.agenda[-1] = ("hand_out", frame[1], hands.without(frame[2], act.card))


def _run_pass(draft: Draft, frame: Frame) -> bool:
    """("pass", player, cards): cards go face down to the left neighbour, one after another (LR-HAVEN-10)."""
    player = draft.players[frame[1]]
    if player.alive and player.cards and frame[2] and next_living(draft, frame[1]) != frame[1]:
        return True
    draft.agenda.pop()
    return False


def _own_cards(state: State, who: int) -> tuple[str, ...]:
    """The cards to choose from where only the holder sees which; with real cards the app is not told."""
    return ("",) if state.setup.options.real_cards else tuple(dict.fromkeys(state.players[who].hand))


def _legal_pass(state: State, frame: Frame) -> list[Act]:
    return [Act("pass", state.setup.seats[frame[1]], card=card) for card in _own_cards(state, frame[1])]


def _check_own(rule: str) -> Check:
    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        fault = not_yours(state, act, rule)
        if fault is not None or act.card in _own_cards(state, frame[1]):
            return fault
        if state.setup.options.real_cards:
            return Refusal("card_unseen", rule)
        if not act.card:
            return Refusal("card_which", rule)
        return Refusal("card_not_in_hand", rule, {"card": hands.name(state, act.card)})

    return check


def _pass(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, number = draft.agenda.pop()
    draft.push("pass", who, number - 1)
    _hand_over(draft, who, next_living(draft, who), act.card)


def _hand_over(draft: Draft, who: int, to: int, card: str) -> None:
    if card:
        hands.take(draft, who, card)
        hands.put(draft, to, [card])
    else:
        hands.forget(draft, who)
        draft.update(who, hidden=draft.players[who].hidden - 1)
        draft.update(to, hidden=draft.players[to].hidden + 1)


def _run_give(draft: Draft, frame: Frame) -> bool:
    """("give", player): Miruvor, a card to another player (LR-EPIC-2)."""
    player = draft.players[frame[1]]
    if player.alive and player.cards and len(living(draft, 0)) > 1:
        return True
    draft.agenda.pop()
    return False


def _legal_give(state: State, frame: Frame) -> list[Act]:
    seats, who = state.setup.seats, frame[1]
    return [
        Act("give", seats[who], card=card, to=seats[to])
        for card in _own_cards(state, who)
        for to in living(state, who + 1)
        if to != who
    ]


def _check_give(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = _check_own("LR-EPIC-2")(state, frame, act) or hands.check_to(state, act, "LR-EPIC-2")
    if fault is None and act.to == act.seat:
        fault = Refusal("give_self", "LR-EPIC-2")
    return fault


def _give(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _hand_over(draft, frame[1], index(draft, act.to), act.card)


def _legal_refill(state: State, frame: Frame) -> list[Act]:
    """("refill", player, hand): Lembas, any number of cards away, then up to that many (LR-EPIC-9)."""
    seat = state.setup.seats[frame[1]]
    return [Act("done", seat), *[Act("discard", seat, card=card) for card in hands.held(state, frame[1])]]


def _refill(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    deck.draw(draft, frame[1], frame[2] - draft.players[frame[1]].cards)


STAGES = {
    "hand_out": Stage(_run_hand_out, "LR-HAVEN-7", _legal_hand_out, {"give": (_check_hand_out, _hand_out)}),
    "pass": Stage(_run_pass, "LR-HAVEN-10", _legal_pass, {"pass": (_check_own("LR-HAVEN-10"), _pass)}),
    "give": Stage(_run_give, "LR-EPIC-2", _legal_give, {"give": (_check_give, _give)}),
    "refill": Stage(
        waits_if_alive,
        "LR-EPIC-9",
        _legal_refill,
        {"discard": (hands.check_held("LR-EPIC-9"), hands.discard), "done": (own("LR-EPIC-9"), _refill)},
    ),
}
