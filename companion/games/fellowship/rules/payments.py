"""Payments at the table (LR-PAY, LR-EVENT-3, -4): one player, any one player, the group."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import hands, prices
from companion.games.fellowship.rules.common import index, waits_if_alive
from companion.games.fellowship.state import Draft, State, Steps, Table, decider, living
from companion.games.fellowship.tables import Cost
from companion.play.agenda import Frame, Stage, not_yours, own, waits
from companion.play.game import Ref, Refusal

GANDALF: Steps = (("summoned",),)  # what a pooled payment for one of his cards buys (LR-AMB-5)

# --- one player -------------------------------------------------------------------------------------------------------


def ask_one(draft: Draft, who: int, cost: Cost, then: Steps, otherwise: Steps, athelas: bool, every: bool) -> None:
    """("pay", player, cost, credit, then, else, athelas): may pay; the dead do not (LR-PAY-9)."""
    if draft.players[who].alive:
        draft.push("pay", who, cost, (), then, otherwise, athelas)
    elif not every:
        draft.push("steps", -1, otherwise)


def _run_pay(draft: Draft, frame: Frame) -> bool:
    return waits_if_alive(draft, frame)


def _legal_pay(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [
        Act("refuse", seat),
        *[Act("pay", seat, cards=items) for items in prices.ways(state, frame[1], frame[2], frame[3])],
    ]


def _check_pay(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-EVENT-4")
    return fault or prices.check_items(state, frame[1], frame[2], act.cards, frame[3], "LR-PAY-6")


def _pay(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, cost, credit, then, _, _ = draft.agenda.pop()
    _paid(draft, who, cost, credit, act.cards, then)


def _paid(draft: Draft, who: int, cost: Cost, credit: tuple[str, ...], items: tuple[str, ...], then: Steps) -> None:
    prices.hand_in(draft, who, items)
    prices.spend(draft, who, prices.points_of(cost))
    draft.push("steps", who, then)
    prices.owe_prices(draft, who, cost, items)


def _refuse_one(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, _, _, _, otherwise, athelas = draft.agenda.pop()
    draft.push("missing" if athelas else "steps", who, otherwise)


# --- one player, whoever it is ----------------------------------------------------------------------------------------


def _legal_single(state: State, frame: Frame) -> list[Act]:
    """("single", -1, cost, credit, then, else): any one living player pays everything (LR-EVENT-4)."""
    out = [Act("refuse", state.setup.seats[decider(state)])]
    for who in living(state, decider(state)):
        credit = frame[3] if who == state.active else ()
        out += [Act("pay", state.setup.seats[who], cards=items) for items in prices.ways(state, who, frame[2], credit)]
    return out


def _check_single(state: State, frame: Frame, act: Act) -> Refusal | None:
    who = index(state, act.seat)
    return prices.check_items(state, who, frame[2], act.cards, frame[3] if who == state.active else (), "LR-EVENT-4")


def _pay_single(draft: Draft, frame: Frame, act: Act) -> None:
    _, _, cost, credit, then, _ = draft.agenda.pop()
    who = index(draft, act.seat)
    _paid(draft, who, cost, credit if who == draft.active else (), act.cards, then)


def _refuse(draft: Draft, frame: Frame, act: Act) -> None:
    frame = draft.agenda.pop()
    draft.push("steps", -1, frame[5])


# --- the group --------------------------------------------------------------------------------------------------------


def _offers(frame: Frame) -> tuple[list[tuple[int, str]], dict[int, int]]:
    """Items offered with who offers them, and points of runes by player."""
    items = [(who, item) for who, item, _ in frame[3] if item]
    runes: dict[int, int] = {}
    for who, item, number in frame[3]:
        if not item:
            runes[who] = runes.get(who, 0) + number
    return items, runes


def _group_given(table: Table, frame: Frame) -> tuple[list[prices.Given], int]:
    items, runes = _offers(frame)
    return [(item, prices.brown_wild(table, who)) for who, item in items], sum(runes.values())


def _legal_group(state: State, frame: Frame) -> list[Act]:
    """("group", -1, cost, offers, then, else): living players lay down what they give, until the cost is met."""
    tables, seats, first = state.setup.tables, state.setup.seats, decider(state)
    given, points = _group_given(state, frame)
    lack = prices.need(tables, frame[2], given, points)
    items, runes = _offers(frame)
    players = living(state, first)
    out = [Act("refuse", seats[first])]
    if not lack.total and not prices.idle(tables, frame[2], given):
        out += [Act("settle", seats[who]) for who in players]
    for who in players:
        if _own_offers(state, frame, who):
            out.append(Act("withdraw", seats[who]))
        if not lack.total:
            continue
        mine = [item for other, item in items if other == who and item not in tables.gandalf]
        brown = prices.brown_wild(state, who)
        if state.players[who].cards and (lack.symbols or lack.cards or lack.card):
            for card in hands.held(state, who):
                if prices.helps(tables, lack, (card, brown)) and not prices.missing(state, who, [*mine, card]):
                    out.append(Act("offer", seats[who], card=card))
        if lack.life:
            for life in tables.life:
                if prices.helps(tables, lack, (life, brown)) and not prices.missing(state, who, [*mine, life]):
                    out.append(Act("offer", seats[who], card=life))
        free = state.players[who].runes - runes.get(who, 0)
        out += [Act("offer", seats[who], number=number) for number in range(1, min(lack.runes, free) + 1)]
    return out


def _check_offer(state: State, frame: Frame, act: Act) -> Refusal | None:
    tables, who = state.setup.tables, index(state, act.seat)
    items, runes = _offers(frame)
    given, points = _group_given(state, frame)
    lack = prices.need(tables, frame[2], given, points)
    if bool(act.card) == bool(act.number):
        return Refusal("offer_one", "LR-EVENT-4")
    if act.number:
        free = state.players[who].runes - runes.get(who, 0)
        if act.number > free or act.number < 1:
            return Refusal("pay_runes", "LR-PAY-8", {"seat": Ref("seat", act.seat), "number": act.number})
        return None if act.number <= lack.runes else Refusal("offer_useless", "LR-PAY-6")
    if act.card not in tables.life and (act.card not in tables.cards or act.card in tables.gandalf):
        return Refusal("card_not_in_hand", "LR-EVENT-4", {"card": hands.name(state, act.card)})
    mine = [item for other, item in items if other == who and item not in tables.gandalf]
    lost = prices.missing(state, who, [*mine, act.card])
    if lost:
        return Refusal("pay_not_there", "LR-EVENT-4", {"item": prices.item_name(state, lost)})
    return (
        None
        if prices.helps(tables, lack, (act.card, prices.brown_wild(state, who)))
        else Refusal("offer_useless", "LR-PAY-6")
    )


def _offer(draft: Draft, frame: Frame, act: Act) -> None:
    who = index(draft, act.seat)
    if act.card in draft.setup.tables.cards:
        hands.show(draft, who, act.card, [item for other, item in _offers(frame)[0] if other == who])
    offer = (who, act.card, act.number)
    draft.agenda[-1] = (*frame[:3], (*frame[3], offer), *frame[4:])


def _check_withdraw(state: State, frame: Frame, act: Act) -> Refusal | None:
    return None if _own_offers(state, frame, index(state, act.seat)) else Refusal("withdraw_nothing", "LR-EVENT-4")


def _own_offers(table: Table, frame: Frame, who: int) -> list[tuple[int, str, int]]:
    return [offer for offer in frame[3] if offer[0] == who and offer[1] not in table.setup.tables.gandalf]


def _withdraw(draft: Draft, frame: Frame, act: Act) -> None:
    back = _own_offers(draft, frame, index(draft, act.seat))
    draft.agenda[-1] = (*frame[:3], tuple([offer for offer in frame[3] if offer not in back]), *frame[4:])


def _check_settle(state: State, frame: Frame, act: Act) -> Refusal | None:
    given, points = _group_given(state, frame)
    lack = prices.need(state.setup.tables, frame[2], given, points)
    if lack.total:
        wild = lack.symbols and not lack.plain
        return Refusal("pay_short", "LR-PAY-3" if wild else "LR-PAY-6", {"number": lack.total})
    waste = prices.idle(state.setup.tables, frame[2], given)
    return Refusal("pay_idle", "LR-PAY-1", {"item": prices.item_name(state, waste)}) if waste else None


def _settle(draft: Draft, frame: Frame, act: Act) -> None:
    _, _, cost, _, then, _ = draft.agenda.pop()
    items, runes = _offers(frame)
    for who, points in runes.items():
        prices.spend(draft, who, points)
    draft.push("steps", -1, then)
    for who, item in items:
        if item not in draft.setup.tables.gandalf:
            prices.hand_in(draft, who, [item])
            prices.owe_prices(draft, who, cost, [item])


# --- Guidance in a payment --------------------------------------------------------------------------------------------


def credited(draft: Draft, frame: Frame, card: str, who: int) -> Frame:
    """The payment with a Gandalf card lying there already (LR-GANDALF-6, LR-AMB-13)."""
    if frame[0] == "group":
        return (*frame[:3], (*frame[3], (who, card, 0)), *frame[4:])
    if frame[0] == "lose":
        return (*frame[:2], frame[2] - 1, *frame[3:])
    return (*frame[:3], (*frame[3], card), *frame[4:])


def takes_credit(table: Table, frame: Frame, card: str, who: int) -> bool:
    """A Gandalf card would bring that payment further, and it is one of that player's."""
    if frame[0] == "lose":
        return bool(frame[1] == who and frame[2])
    if frame[0] == "group":
        given, points = _group_given(table, frame)
    elif frame[0] in ("pay", "single"):
        if frame[0] == "pay" and frame[1] != who:
            return False
        given, points = [(credit, False) for credit in frame[3]], 0
    else:
        return False
    return prices.helps(table.setup.tables, prices.need(table.setup.tables, frame[2], given, points), (card, False))


def _untouched(state: State, frame: Frame) -> bool:
    """A payment that has not begun; nobody calls Gandalf while others are collecting for him."""
    return not frame[3] and frame[4] != GANDALF


STAGES = {
    "pay": Stage(
        _run_pay,
        "LR-EVENT-4",
        _legal_pay,
        {"pay": (_check_pay, _pay), "refuse": (own("LR-EVENT-3"), _refuse_one)},
        _untouched,
    ),
    "single": Stage(
        waits,
        "LR-EVENT-4",
        _legal_single,
        {"pay": (_check_single, _pay_single), "refuse": (own("LR-EVENT-3"), _refuse)},
        _untouched,
        everybody=True,
    ),
    "group": Stage(
        waits,
        "LR-EVENT-4",
        _legal_group,
        {
            "offer": (_check_offer, _offer),
            "withdraw": (_check_withdraw, _withdraw),
            "settle": (_check_settle, _settle),
            "refuse": (own("LR-EVENT-3"), _refuse),
        },
        _untouched,
        everybody=True,
    ),
}
