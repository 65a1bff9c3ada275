"""What a price asks for, and the cheapest ways to pay it (LR-PAY-1..4, -6, -8, LR-AMB-14).

A cost is parts (kind, what, number). What is given are items: ids of cards and of life tokens; runes are counted in
points. A symbol part is met greedily, which is exact: plain symbols first, and stars fill whatever is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.core.messages import Phrase, Ref, Refusal, Value
from companion.games.fellowship.rules.common import hands, tokens
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.state import Draft, State, power_of
from companion.games.fellowship.tables import Tables
from companion.games.fellowship.verbs import Cost

MOST_LISTED = 24  # payments of one seat in the list of what is legal; any other that meets the cost is accepted too
Given = tuple[str, bool]  # an item, and whether its holder may use brown travel cards as wild ones


def cost_phrase(kind: str, what: str, number: int) -> Phrase:
    """A part of a cost in a message."""
    refs = {"symbol": "symbol", "life": "life", "card": "legendary_card"}
    return Phrase(f"cost.{kind}", {"what": Ref(refs[kind], what) if what not in ("", "any") else "", "number": number})


class Need(NamedTuple):
    """The rest of a cost."""

    symbols: int
    plain: tuple[str, ...]  # symbols that are short, where plain ones still help
    wild: bool  # only or also stars are short
    cards: int
    card: tuple[str, ...]
    life: tuple[str, ...]  # types short; `any` for whichever
    runes: int

    @property
    def total(self) -> int:
        """The number of symbols, tokens, cards and points that are missing."""
        return self.symbols + self.cards + len(self.card) + len(self.life) + self.runes

    @property
    def parts(self) -> list[tuple[str, str, int]]:
        """Part by part, as a cost; symbols of whatever kind together."""
        parts = [("symbols", "", self.symbols), ("cards", "", self.cards)]
        parts += [("card", card, 1) for card in self.card]
        parts += [("life", life, self.life.count(life)) for life in dict.fromkeys(self.life)]
        return [part for part in [*parts, ("runes", "", self.runes)] if part[2]]

    def refusal(self) -> Refusal:
        """A price is paid in full (LR-PAY-3, -6)."""
        wild = self.symbols and not self.plain
        return Refusal(
            "pay_short",
            "LR-PAY-3" if wild else "LR-PAY-6",
            {"lack": tuple([cost_phrase(*part) for part in self.parts])},
        )


def item_symbols(tables: Tables, item: Given) -> tuple[str, int]:
    """The symbol that a card gives in a payment, and how many of it."""
    card = tables.cards.get(item[0])
    if card is None or not card.symbol:
        return "", 0
    wild = item[1] and hands.is_brown_travel(card)
    return ("wild" if wild else card.symbol), card.symbols


def count_need(tables: Tables, cost: Cost, given: Iterable[Given], runes: int = 0) -> Need:
    """Return the rest of a cost once that much is given (LR-PAY-1, -2, -3)."""
    items = list(given)
    named = [what for kind, what, _ in cost if kind == "card"]
    for what in list(named):
        found = next((item for item in items if item[0] == what), None)
        if found is not None:
            items.remove(found)
            named.remove(what)
    short: list[str] = []
    lives = [item[0] for item in items if item[0] in tables.life]
    hand = [item for item in items if item[0] not in tables.life]
    for kind, what, number in sorted([part for part in cost if part[0] == "life"], key=lambda part: part[1] == "any"):
        assert kind == "life"
        for _ in range(number):
            token = next((token for token in lives if what in (token, "any")), None)
            if token is None:
                short.append(what)
            else:
                lives.remove(token)
    asked = {what: number for kind, what, number in cost if kind == "symbol"}
    symbols, wild = 0, False
    plain: tuple[str, ...] = ()
    if asked:
        has: Counter[str] = Counter()
        for item in hand:
            symbol, number = item_symbols(tables, item)
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


def helps_to_pay(tables: Tables, lack: Need, item: Given) -> bool:
    """Return whether the item brings the payment further."""
    if item[0] in tables.life:
        return item[0] in lack.life or "any" in lack.life
    if item[0] in lack.card or lack.cards:
        return True
    symbol, _ = item_symbols(tables, item)
    return (lack.wild and symbol == "wild") or symbol in lack.plain


def first_idle(tables: Tables, cost: Cost, given: Sequence[Given], first: int = 0) -> str:
    """The first item (from `first` on) that could as well be kept, or nothing.

    Part of a double card may go to waste (LR-PAY-1); a Gandalf card that was called for cannot be kept.
    """
    whole = count_need(tables, cost, given).total
    for at in range(first, len(given)):
        if (
            given[at][0] not in tables.gandalf
            and count_need(tables, cost, [*given[:at], *given[at + 1 :]]).total == whole
        ):
            return given[at][0]
    return ""


@lru_cache(maxsize=1 << 14)
def cheapest_payments(
    tables: Tables, cost: Cost, held: tuple[tuple[str, int], ...], brown: bool, credit: tuple[Given, ...]
) -> tuple[tuple[str, ...], ...]:
    """Every way to pay all but the runes without anything idle, fewest items first.

    held: what may be given and how much of each. credit: what lies there already.
    """
    out: list[tuple[str, ...]] = []

    def extend(given: tuple[str, ...], first: int) -> None:
        laid = [*credit, *[(item, brown) for item in given]]
        lack = count_need(tables, cost, laid)
        if lack.total == lack.runes:
            if not first_idle(tables, cost, laid, len(credit)):
                out.append(given)
            return
        for at in range(first, len(held)):
            item, number = held[at]
            if given.count(item) < number and helps_to_pay(tables, lack, (item, brown)):
                extend((*given, item), at)

    extend((), 0)
    return tuple(sorted(dict.fromkeys(out), key=len))


def brown_wild(table: State, seat_index: int) -> bool:
    """Return whether that player may pay with brown travel cards as stars (LR-HOBBIT-1)."""
    return power_of(table, seat_index, "brown_wild") is not None


def _usable_items(table: State, seat_index: int, cost: Cost) -> tuple[tuple[str, int], ...]:
    """What of the player's cards and tokens could go towards the cost, each kind with its number."""
    tables, player = table.setup.tables, table.players[seat_index]
    lack, brown = count_need(tables, cost, ()), brown_wild(table, seat_index)
    most = sum(number for _, _, number in cost)
    out = []
    for card in hands.possible_cards(table, seat_index) if player.cards else ():
        if helps_to_pay(tables, lack, (card, brown)):
            known = player.hand.count(card)
            out.append((card, min(most, known + player.hidden) if player.hidden else known))
    for life, number in zip(tables.life, player.life, strict=True):
        if number and helps_to_pay(tables, lack, (life, brown)):
            out.append((life, number))
    return tuple(out)


def points_of(cost: Cost) -> int:
    """Rune points that a cost asks for."""
    return sum([number for kind, _, number in cost if kind == "runes"])


def payment_ways(table: State, seat_index: int, cost: Cost, credit: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The cheapest ways in which one player alone can pay, at most MOST_LISTED."""
    if table.players[seat_index].runes < points_of(cost):
        return []
    brown = brown_wild(table, seat_index)
    found = cheapest_payments(
        table.setup.tables,
        cost,
        _usable_items(table, seat_index, cost),
        brown,
        tuple([(card, False) for card in credit]),
    )
    if table.players[seat_index].hidden:  # else the purse has counted what there is
        found = tuple([given for given in found if not first_missing(table, seat_index, given)])
    return list(found[:MOST_LISTED])


def first_missing(table: State, seat_index: int, items: Sequence[str]) -> str:
    """The first item that the player cannot have, or nothing."""
    tables, player = table.setup.tables, table.players[seat_index]
    if len(items) == 1 and items[0] in player.hand:
        return ""
    given = [item for item in items if item in tables.life]
    for life in given:
        if given.count(life) > player.life[tables.life.index(life)]:
            return life
    return hands.may_hold_all(table, seat_index, [item for item in items if item not in tables.life])


def item_name(table: State, item: str) -> Value:
    """A card or token in a message."""
    return Ref("life", item) if item in table.setup.tables.life else hands.card_name(table, item)


def check_items(
    state: State, seat_index: int, cost: Cost, items: Sequence[str], credit: tuple[str, ...], rule: str, idle_rule: str
) -> Refusal | None:
    """One player's payment: he has it all, it meets the cost in full, nothing lies there for nothing (LR-PAY-6).

    rule: why something that he does not have is refused; idle_rule: why something that the price does not ask for is.
    """
    tables, seat = state.setup.tables, Ref("seat", state.setup.seats[seat_index])
    for item in items:
        if item not in tables.life and (item not in tables.cards or item in tables.gandalf):
            return Refusal("card_not_in_hand", rule, {"card": hands.card_name(state, item)})
    lost = first_missing(state, seat_index, items)
    if lost:
        return Refusal("pay_not_there", rule, {"item": item_name(state, lost)})
    if state.players[seat_index].runes < points_of(cost):
        return Refusal("pay_runes", "LR-PAY-8", {"seat": seat, "number": points_of(cost)})
    brown = brown_wild(state, seat_index)
    given = [*[(card, False) for card in credit], *[(item, brown) for item in items]]
    lack = count_need(tables, cost, given, points_of(cost))
    if lack.total:
        return lack.refusal()
    waste = first_idle(tables, cost, given)
    if waste:
        return Refusal("pay_idle", idle_rule, {"item": item_name(state, waste)})
    return None


def hand_in(draft: Draft, seat_index: int, items: Sequence[str]) -> None:
    """Cards to the discard, tokens to the supply (LR-PROGRESS-4)."""
    kinds, life = draft.setup.tables.life, list(draft.players[seat_index].life)
    cards = [item for item in items if item not in kinds]
    for item in items:
        if item in kinds:
            life[kinds.index(item)] -= 1
    for card in cards:
        hands.take_from_hand(draft, seat_index, card)
    hands.bury_cards(draft, cards)
    tokens.set_life(draft, seat_index, tuple(life), "LR-PROGRESS-4")
    if cards:
        hands.tell_size(draft, seat_index)


def owe_prices(draft: Draft, seat_index: int, cost: Cost, items: Iterable[str]) -> None:
    """Whoever used a star of a card with a price pays that price next (LR-EPIC-10)."""
    if any(kind == "symbol" for kind, _, _ in cost):
        for item in items:
            card = draft.setup.tables.cards.get(item)
            if card is not None and card.after:
                draft.push(Steps(seat_index, card.after, "LR-EPIC-10"))
