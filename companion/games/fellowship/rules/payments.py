"""Payments (LR-PAY, LR-EVENT-3, -4): who may give what, the cheapest ways, and what cannot be paid.

A cost is parts (kind, what, number). What is given are items: ids of cards and of life tokens; runes are counted in
points. A symbol part is met greedily, which is exact: plain symbols first, and stars fill whatever is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.games.fellowship.actions import Act
from companion.games.fellowship.agenda import Stage, index, not_yours, own, waits, waits_if_alive
from companion.games.fellowship.rules import cards, death
from companion.games.fellowship.state import Draft, Frame, State, Steps, Table, decider, living, power
from companion.games.fellowship.tables import Cost, Tables
from companion.play.game import Ref, Refusal

MOST_LISTED = 24  # payments of one seat in the list of what is legal; any other that meets the cost is accepted too
Given = tuple[str, bool]  # an item, and whether its holder may use brown travel cards as wild ones


class Need(NamedTuple):
    """What a cost still lacks."""

    symbols: int
    plain: tuple[str, ...]  # symbols that are short, where plain ones still help
    wild: bool  # only or also stars are short
    cards: int
    card: tuple[str, ...]
    life: tuple[str, ...]  # types short; `any` for whichever
    runes: int

    @property
    def total(self) -> int:
        """How far from paid."""
        return self.symbols + self.cards + len(self.card) + len(self.life) + self.runes


def units(tables: Tables, item: Given) -> tuple[str, int]:
    """The symbol that a card gives in a payment, and how many of it."""
    card = tables.cards.get(item[0])
    if card is None or not card.symbol:
        return "", 0
    wild = item[1] and cards.is_brown_travel(card)
    return ("wild" if wild else card.symbol), card.symbols


def need(tables: Tables, cost: Cost, given: Iterable[Given], runes: int = 0) -> Need:
    """What is short of a cost once that much is given (LR-PAY-1, -2, -3)."""
    items = list(given)
    named = [what for kind, what, _ in cost if kind == "card"]
    for what in list(named):
        found = next((item for item in items if item[0] == what), None)
        if found is not None:
            items.remove(found)
            named.remove(what)
    short: list[str] = []
    tokens = [item[0] for item in items if item[0] in tables.life]
    hand = [item for item in items if item[0] not in tables.life]
    for kind, what, number in sorted([part for part in cost if part[0] == "life"], key=lambda part: part[1] == "any"):
        assert kind == "life"
        for _ in range(number):
            token = next((token for token in tokens if what in (token, "any")), None)
            if token is None:
                short.append(what)
            else:
                tokens.remove(token)
    asked = {what: number for kind, what, number in cost if kind == "symbol"}
    symbols, wild = 0, False
    plain: tuple[str, ...] = ()
    if asked:
        has: Counter[str] = Counter()
        for item in hand:
            symbol, number = units(tables, item)
            has[symbol] += number
        lacking = {what: max(number - has[what], 0) for what, number in asked.items() if what != "wild"}
        symbols = max(asked.get("wild", 0) + sum(lacking.values()) - has["wild"], 0)
        plain = tuple([what for what, number in lacking.items() if number]) if symbols else ()
        wild = symbols > 0
    wanted = sum([number for kind, _, number in cost if kind == "cards"])
    points = sum([number for kind, _, number in cost if kind == "runes"])
    return Need(
        symbols,
        plain,
        wild,
        max(wanted - len(hand), 0) if wanted else 0,
        tuple(named),
        tuple(short),
        max(points - runes, 0),
    )


def helps(tables: Tables, lack: Need, item: Given) -> bool:
    """The item brings the payment further."""
    if item[0] in tables.life:
        return item[0] in lack.life or "any" in lack.life
    if item[0] in lack.card or lack.cards:
        return True
    symbol, _ = units(tables, item)
    return (lack.wild and symbol == "wild") or symbol in lack.plain


def idle(tables: Tables, cost: Cost, given: Sequence[Given], first: int = 0) -> str:
    """The first item (from `first` on) that could as well be kept, or nothing.

    Part of a double card may go to waste (LR-PAY-1); a Gandalf card that was called for cannot be kept.
    """
    whole = need(tables, cost, given).total
    for at in range(first, len(given)):
        if given[at][0] not in tables.gandalf and need(tables, cost, [*given[:at], *given[at + 1 :]]).total == whole:
            return given[at][0]
    return ""


@lru_cache(maxsize=1 << 14)
def cheapest(
    tables: Tables, cost: Cost, held: tuple[tuple[str, int], ...], brown: bool, credit: tuple[Given, ...]
) -> tuple[tuple[str, ...], ...]:
    """Every way to pay all but the runes without anything idle, fewest items first.

    held: what may be given and how much of each. credit: what lies there already.
    """
    out: list[tuple[str, ...]] = []

    def extend(given: tuple[str, ...], first: int) -> None:
        laid = [*credit, *[(item, brown) for item in given]]
        lack = need(tables, cost, laid)
        if lack.total == lack.runes:
            if not idle(tables, cost, laid, len(credit)):
                out.append(given)
            return
        for at in range(first, len(held)):
            item, number = held[at]
            if given.count(item) < number and helps(tables, lack, (item, brown)):
                extend((*given, item), at)

    extend((), 0)
    return tuple(sorted(dict.fromkeys(out), key=len))


def brown_wild(table: Table, who: int) -> bool:
    """That player may pay with brown travel cards as stars (LR-HOBBIT-1)."""
    return power(table, who, "brown_wild") is not None


def _purse(table: Table, who: int, cost: Cost) -> tuple[tuple[str, int], ...]:
    """What of the player's cards and tokens could go towards the cost, each kind with its number."""
    tables, player = table.setup.tables, table.players[who]
    lack, brown = need(tables, cost, ()), brown_wild(table, who)
    most = sum(number for _, _, number in cost)
    out = []
    for card in cards.held(table, who) if player.cards else ():
        if helps(tables, lack, (card, brown)):
            known = player.hand.count(card)
            out.append((card, min(most, known + player.hidden) if player.hidden else known))
    for life, number in zip(tables.life, player.life, strict=True):
        if number and helps(tables, lack, (life, brown)):
            out.append((life, number))
    return tuple(out)


def _points(cost: Cost) -> int:
    return sum([number for kind, _, number in cost if kind == "runes"])


def ways(table: Table, who: int, cost: Cost, credit: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The cheapest ways in which one player alone can pay, at most MOST_LISTED."""
    if table.players[who].runes < _points(cost):
        return []
    brown = brown_wild(table, who)
    found = cheapest(
        table.setup.tables, cost, _purse(table, who, cost), brown, tuple([(card, False) for card in credit])
    )
    if table.players[who].hidden:  # else the purse has counted what there is
        found = tuple([given for given in found if not missing(table, who, given)])
    return list(found[:MOST_LISTED])


def missing(table: Table, who: int, items: Sequence[str]) -> str:
    """The first item that the player cannot have, or nothing."""
    tables, player = table.setup.tables, table.players[who]
    if len(items) == 1 and items[0] in player.hand:
        return ""
    tokens = [item for item in items if item in tables.life]
    for life in tokens:
        if tokens.count(life) > player.life[tables.life.index(life)]:
            return life
    return cards.may_hold_all(table, who, [item for item in items if item not in tables.life])


def item_name(table: Table, item: str) -> object:
    """A card or token in a message."""
    return Ref("life", item) if item in table.setup.tables.life else cards.name(table, item)


def check_items(
    state: State, who: int, cost: Cost, items: Sequence[str], credit: tuple[str, ...], rule: str
) -> Refusal | None:
    """One player's payment: he has it all, it meets the cost in full, nothing lies there for nothing (LR-PAY-6)."""
    tables, seat = state.setup.tables, Ref("seat", state.setup.seats[who])
    for item in items:
        if item not in tables.life and (item not in tables.cards or item in tables.gandalf):
            return Refusal("card_not_in_hand", rule, {"card": cards.name(state, item)})
    lost = missing(state, who, items)
    if lost:
        return Refusal("pay_not_there", rule, {"item": item_name(state, lost)})  # type: ignore[dict-item]
    if state.players[who].runes < _points(cost):
        return Refusal("pay_runes", "LR-PAY-8", {"seat": seat, "number": _points(cost)})
    brown = brown_wild(state, who)
    given = [*[(card, False) for card in credit], *[(item, brown) for item in items]]
    lack = need(tables, cost, given, _points(cost))
    if lack.total:
        wild = lack.symbols and not lack.plain
        return Refusal("pay_short", "LR-PAY-3" if wild else "LR-PAY-6", {"number": lack.total})
    waste = idle(tables, cost, given)
    if waste:
        return Refusal("pay_idle", "LR-PAY-1", {"item": item_name(state, waste)})  # type: ignore[dict-item]
    return None


def spend(draft: Draft, who: int, points: int) -> None:
    """Silver first, then golden runes, with silver in change (LR-PAY-8, LR-AMB-14)."""
    player = draft.players[who]
    silver, gold = player.silver - points, list(player.gold)
    while silver < 0 and gold:
        silver += gold.pop(0)
    draft.players[who] = player._replace(silver=max(silver, 0), gold=tuple(gold))


def hand_in(draft: Draft, who: int, items: Iterable[str]) -> None:
    """Cards to the discard, tokens to the supply."""
    tables = draft.setup.tables
    for item in items:
        if item in tables.life:
            at = tables.life.index(item)
            life = draft.players[who].life
            draft.update(who, life=(*life[:at], life[at] - 1, *life[at + 1 :]))
        else:
            cards.take(draft, who, item)
            cards.bury(draft, [item])


def _prices(draft: Draft, who: int, cost: Cost, items: Iterable[str]) -> None:
    """Whoever used a star of a card with a price pays that price next (LR-EPIC-10)."""
    if any(kind == "symbol" for kind, _, _ in cost):
        for item in items:
            card = draft.setup.tables.cards.get(item)
            if card is not None and card.after:
                draft.push("steps", who, card.after)


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
        *[Act("pay", seat, cards=items) for items in ways(state, frame[1], frame[2], frame[3])],
    ]


def _check_pay(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-EVENT-4")
    return fault or check_items(state, frame[1], frame[2], act.cards, frame[3], "LR-PAY-6")


def _pay(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, cost, credit, then, _, _ = draft.agenda.pop()
    _paid(draft, who, cost, credit, act.cards, then)


def _paid(draft: Draft, who: int, cost: Cost, credit: tuple[str, ...], items: tuple[str, ...], then: Steps) -> None:
    hand_in(draft, who, items)
    spend(draft, who, _points(cost))
    draft.push("steps", who, then)
    _prices(draft, who, cost, items)


def _refuse_one(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, _, _, _, otherwise, athelas = draft.agenda.pop()
    draft.push("missing" if athelas else "steps", who, otherwise)


# --- one player, whoever it is ----------------------------------------------------------------------------------------


def _legal_single(state: State, frame: Frame) -> list[Act]:
    """("single", -1, cost, credit, then, else): any one living player pays everything (LR-EVENT-4)."""
    out = [Act("refuse", state.setup.seats[decider(state)])]
    for who in living(state, decider(state)):
        credit = frame[3] if who == state.active else ()
        out += [Act("pay", state.setup.seats[who], cards=items) for items in ways(state, who, frame[2], credit)]
    return out


def _check_single(state: State, frame: Frame, act: Act) -> Refusal | None:
    who = index(state, act.seat)
    return check_items(state, who, frame[2], act.cards, frame[3] if who == state.active else (), "LR-EVENT-4")


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


def _group_given(table: Table, frame: Frame) -> tuple[list[Given], int]:
    items, runes = _offers(frame)
    return [(item, brown_wild(table, who)) for who, item in items], sum(runes.values())


def _legal_group(state: State, frame: Frame) -> list[Act]:
    """("group", -1, cost, offers, then, else): living players lay down what they give, until the cost is met."""
    tables, seats, first = state.setup.tables, state.setup.seats, decider(state)
    given, points = _group_given(state, frame)
    lack = need(tables, frame[2], given, points)
    items, runes = _offers(frame)
    players = living(state, first)
    out = [Act("refuse", seats[first])]
    if not lack.total and not idle(tables, frame[2], given):
        out += [Act("settle", seats[who]) for who in players]
    for who in players:
        if _own_offers(state, frame, who):
            out.append(Act("withdraw", seats[who]))
        if not lack.total:
            continue
        mine = [item for other, item in items if other == who and item not in tables.gandalf]
        brown = brown_wild(state, who)
        if state.players[who].cards and (lack.symbols or lack.cards or lack.card):
            for card in cards.held(state, who):
                if helps(tables, lack, (card, brown)) and not missing(state, who, [*mine, card]):
                    out.append(Act("offer", seats[who], card=card))
        if lack.life:
            for life in tables.life:
                if helps(tables, lack, (life, brown)) and not missing(state, who, [*mine, life]):
                    out.append(Act("offer", seats[who], card=life))
        free = state.players[who].runes - runes.get(who, 0)
        out += [Act("offer", seats[who], number=number) for number in range(1, min(lack.runes, free) + 1)]
    return out


def _check_offer(state: State, frame: Frame, act: Act) -> Refusal | None:
    tables, who = state.setup.tables, index(state, act.seat)
    items, runes = _offers(frame)
    given, points = _group_given(state, frame)
    lack = need(tables, frame[2], given, points)
    if bool(act.card) == bool(act.number):
        return Refusal("offer_one", "LR-EVENT-4")
    if act.number:
        free = state.players[who].runes - runes.get(who, 0)
        if act.number > free or act.number < 1:
            return Refusal("pay_runes", "LR-PAY-8", {"seat": Ref("seat", act.seat), "number": act.number})
        return None if act.number <= lack.runes else Refusal("offer_useless", "LR-PAY-6")
    if act.card not in tables.life and (act.card not in tables.cards or act.card in tables.gandalf):
        return Refusal("card_not_in_hand", "LR-EVENT-4", {"card": cards.name(state, act.card)})
    mine = [item for other, item in items if other == who and item not in tables.gandalf]
    lost = missing(state, who, [*mine, act.card])
    if lost:
        return Refusal("pay_not_there", "LR-EVENT-4", {"item": item_name(state, lost)})  # type: ignore[dict-item]
    return None if helps(tables, lack, (act.card, brown_wild(state, who))) else Refusal("offer_useless", "LR-PAY-6")


def _offer(draft: Draft, frame: Frame, act: Act) -> None:
    who = index(draft, act.seat)
    if act.card in draft.setup.tables.cards:
        cards.show(draft, who, act.card, [item for other, item in _offers(frame)[0] if other == who])
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
    lack = need(state.setup.tables, frame[2], given, points)
    if lack.total:
        wild = lack.symbols and not lack.plain
        return Refusal("pay_short", "LR-PAY-3" if wild else "LR-PAY-6", {"number": lack.total})
    waste = idle(state.setup.tables, frame[2], given)
    return Refusal("pay_idle", "LR-PAY-1", {"item": item_name(state, waste)}) if waste else None  # type: ignore[dict-item]


def _settle(draft: Draft, frame: Frame, act: Act) -> None:
    _, _, cost, _, then, _ = draft.agenda.pop()
    items, runes = _offers(frame)
    for who, points in runes.items():
        spend(draft, who, points)
    draft.push("steps", -1, then)
    for who, item in items:
        if item not in draft.setup.tables.gandalf:
            hand_in(draft, who, [item])
            _prices(draft, who, cost, [item])


# --- what has to be given ---------------------------------------------------------------------------------------------


def lose(draft: Draft, who: int, cost: Cost) -> None:
    """A forced loss: whoever has too little gives up all he has of it and dies (LR-PAY-7)."""
    player = draft.players[who]
    for kind, _, number in cost:
        if kind == "runes":
            spend(draft, who, min(number, player.runes))
            if player.runes < number:
                death.kill(draft, [who], death.CANNOT_PAY)
        else:
            draft.push("lose", who, number)


def _run_lose(draft: Draft, frame: Frame) -> bool:
    """("lose", player, cards): one card after another."""
    player, number = draft.players[frame[1]], frame[2]
    if player.alive and number and player.cards >= number:
        return True
    draft.agenda.pop()
    if player.alive and number:
        death.kill(draft, [frame[1]], death.CANNOT_PAY)
    return False


def _legal_lose(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("discard", seat, card=card) for card in cards.held(state, frame[1])]


def _lose_card(draft: Draft, frame: Frame, act: Act) -> None:
    cards.discard(draft, frame, act)
    draft.agenda[-1] = ("lose", frame[1], frame[2] - 1)


def credited(draft: Draft, frame: Frame, card: str, who: int) -> Frame:
    """The payment with a Gandalf card lying there already (LR-GANDALF-6, LR-AMB-13)."""
    if frame[0] == "group":
        return (*frame[:3], (*frame[3], (who, card, 0)), *frame[4:])
    return (*frame[:3], (*frame[3], card), *frame[4:])


def takes_credit(table: Table, frame: Frame, card: str, who: int) -> bool:
    """A Gandalf card would bring that payment further, and it is one of that player's."""
    if frame[0] == "group":
        given, points = _group_given(table, frame)
    elif frame[0] in ("pay", "single"):
        if frame[0] == "pay" and frame[1] != who:
            return False
        given, points = [(credit, False) for credit in frame[3]], 0
    else:
        return False
    return helps(table.setup.tables, need(table.setup.tables, frame[2], given, points), (card, False))


def _untouched(state: State, frame: Frame) -> bool:
    """A payment that has not begun."""
    return not frame[3]


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
    "lose": Stage(_run_lose, "LR-PAY-7", _legal_lose, {"discard": (cards.check_held("LR-PAY-7"), _lose_card)}),
}
