"""Payments of the group, and which payment an effect of content/ asks for (LR-PAY, LR-EVENT-4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from companion.core.messages import Ref, Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.cards.turning import TurnOver
from companion.games.fellowship.rules.common import hands, tokens
from companion.games.fellowship.rules.common.effects import Steps, players_of
from companion.games.fellowship.rules.payment import payments, prices
from companion.games.fellowship.state import Draft, State, living_seats
from companion.games.fellowship.verbs import EFFECTS, Cost, Effects, Number


class LaidItem(NamedTuple):
    """An item that somebody has laid down: a card or token, or else points of runes."""

    seat_index: int
    item: str
    runes: int


@dataclass(frozen=True, slots=True)
class GroupPrice(payments.Price):
    """Living players lay down what they give, until the cost is met (LR-EVENT-4)."""

    kind = "group"
    asks_all = True
    open_to_all = ("offer", "withdraw", "settle")
    laid: tuple[LaidItem, ...]
    then: Effects
    otherwise: Effects
    because: str

    def allows_interrupts(self, state: State) -> bool:
        """Return True before anything is laid down, but not where runes are pooled."""
        return not self.laid and self.because != payments.POOLED

    def takes_wild(self, state: State, card: str, seat_index: int) -> bool:
        """Return True if the card helps to pay what is missing."""
        return prices.helps_to_pay(state.setup.tables, self.need_left(state), (card, False))

    def with_wild(self, card: str, seat_index: int) -> GroupPrice:
        """Return the step with the card laid down by that seat."""
        return replace(self, laid=(*self.laid, LaidItem(seat_index, card, 0)))

    # --- what lies there ----------------------------------------------------------------------------------------------

    def laid_items(self, state: State) -> list[prices.Given]:
        """Return the cards and tokens laid down so far."""
        return [(offer.item, prices.brown_wild(state, offer.seat_index)) for offer in self.laid if offer.item]

    def need_left(self, state: State) -> prices.Need:
        """Return the part of the price that is still to be paid."""
        points = sum([offer.runes for offer in self.laid])
        return prices.count_need(state.setup.tables, self.cost, self.laid_items(state), points)

    def _items_of(self, state: State, seat_index: int) -> list[str]:
        gandalf = state.setup.tables.gandalf
        return [
            offer.item
            for offer in self.laid
            if offer.seat_index == seat_index and offer.item and offer.item not in gandalf
        ]

    def _runes_left(self, state: State, seat_index: int) -> int:
        return state.players[seat_index].runes - sum(
            [offer.runes for offer in self.laid if offer.seat_index == seat_index]
        )

    def _own_offers(self, state: State, seat_index: int) -> list[LaidItem]:
        """What that player can take back."""
        return [
            offer
            for offer in self.laid
            if offer.seat_index == seat_index and offer.item not in state.setup.tables.gandalf
        ]

    # --- actions ------------------------------------------------------------------------------------------------------

    def offers(self, state: State) -> list[Act]:
        """Return `refuse`, `settle` if the price is met, and what each player may lay down or take back."""
        facts, seats, first = state.setup.tables, state.setup.seats, state.decider
        lack, players = self.need_left(state), living_seats(state, first)
        out = [Act("refuse", seats[first])]
        if not lack.total and not prices.first_idle(facts, self.cost, self.laid_items(state)):
            out += [Act("settle", seats[seat_index]) for seat_index in players]
        for seat_index in players:
            if self._own_offers(state, seat_index):
                out.append(Act("withdraw", seats[seat_index]))
            if not lack.total:
                continue
            mine, brown = self._items_of(state, seat_index), prices.brown_wild(state, seat_index)
            wanted: list[str] = []
            if state.players[seat_index].cards and (lack.symbols or lack.cards or lack.card):
                wanted += hands.possible_cards(state, seat_index)
            if lack.life:
                wanted += facts.life
            for item in wanted:
                if prices.helps_to_pay(facts, lack, (item, brown)) and not prices.first_missing(
                    state, seat_index, [*mine, item]
                ):
                    out.append(Act("offer", seats[seat_index], item=item))
            most = min(lack.runes, self._runes_left(state, seat_index))
            out += [Act("offer", seats[seat_index], runes=number) for number in range(1, most + 1)]
        return out

    def check_offer(self, state: State, act: Act) -> Refusal | None:
        """Refuse an item or runes that the player does not have or the price does not need."""
        facts, seat_index, lack = state.setup.tables, state.index_of(act.seat), self.need_left(state)
        if bool(act.item) == bool(act.runes):
            return Refusal("offer_one", self.rule)
        if act.runes:
            if act.runes > self._runes_left(state, seat_index) or act.runes < 1:
                return Refusal("pay_runes", "LR-PAY-8", {"seat": Ref("seat", act.seat), "number": act.runes})
            return None if act.runes <= lack.runes else Refusal("offer_useless", "LR-PAY-6")
        if act.item not in facts.life and (act.item not in facts.cards or act.item in facts.gandalf):
            return Refusal("card_not_in_hand", self.rule, {"card": hands.card_name(state, act.item)})
        lost = prices.first_missing(state, seat_index, [*self._items_of(state, seat_index), act.item])
        if lost:
            return Refusal("pay_not_there", self.rule, {"item": prices.item_name(state, lost)})
        helps = prices.helps_to_pay(facts, lack, (act.item, prices.brown_wild(state, seat_index)))
        return None if helps else Refusal("offer_useless", "LR-PAY-6")

    def do_offer(self, draft: Draft, act: Act) -> None:
        """Lay the item or the runes down."""
        seat_index = draft.index_of(act.seat)
        if act.item in draft.setup.tables.cards:
            hands.show_card(
                draft, seat_index, act.item, [offer.item for offer in self.laid if offer.seat_index == seat_index]
            )
        draft.swap(replace(self, laid=(*self.laid, LaidItem(seat_index, act.item, act.runes))))

    def check_withdraw(self, state: State, act: Act) -> Refusal | None:
        """Refuse a player who has laid nothing down."""
        return None if self._own_offers(state, state.index_of(act.seat)) else Refusal("withdraw_nothing", self.rule)

    def do_withdraw(self, draft: Draft, act: Act) -> None:
        """Take back all that the player has laid down."""
        back = self._own_offers(draft, draft.index_of(act.seat))
        draft.swap(replace(self, laid=tuple([offer for offer in self.laid if offer not in back])))

    def check_settle(self, state: State, act: Act) -> Refusal | None:
        """Refuse a price that is not met or has idle items."""
        lack = self.need_left(state)
        if lack.total:
            return lack.refusal()
        waste = prices.first_idle(state.setup.tables, self.cost, self.laid_items(state))
        idle = payments.idle_rule(self.because)
        return Refusal("pay_idle", idle, {"item": prices.item_name(state, waste)}) if waste else None

    def do_settle(self, draft: Draft, act: Act) -> None:
        """Pay with all that is laid down and go on."""
        draft.swap(Steps(-1, self.then, self.because))
        for offer in self.laid:
            if not offer.item:
                tokens.spend_points(draft, offer.seat_index, offer.runes, "LR-PAY-8")
            elif offer.item not in draft.setup.tables.gandalf:
                prices.hand_in(draft, offer.seat_index, [offer.item])
                prices.owe_prices(draft, offer.seat_index, self.cost, [offer.item])

    def do_refuse(self, draft: Draft, act: Act) -> None:
        """Apply the effects of not paying."""
        draft.swap(Steps(-1, self.otherwise, self.because))


# --- effects ----------------------------------------------------------------------------------------------------------


@EFFECTS.verb
def pay(
    draft: Draft,
    me: int,
    because: str,
    who: Literal["group", "single", "each", "active", "bearer", "self"],
    cost: Cost,
    reveal: Number = 0,
    athelas: bool = False,
    then: Effects = (),
    else_: Effects = (),
) -> None:
    """Somebody may pay: `then`; the dead do not (LR-PAY-9), which counts as refused where one player alone is asked.

    reveal: that many travel cards are turned over first and give the symbol `matching`. athelas: the card can spare
    somebody `else`.
    """
    match who:
        case "group":
            draft.push(GroupPrice(-1, cost, (), then, else_, because))
            return
        case "single":
            draft.push(payments.Single(-1, cost, (), then, else_, because))
            return
        case "each":
            for player in reversed(players_of(draft, who, me)):
                draft.push(payments.Pay(player, cost, (), then, else_, athelas, because))
            return
    player = {"active": draft.active, "bearer": draft.bearer}.get(who, me)
    if not draft.players[player].alive:
        draft.push(Steps(-1, else_, because))
    elif reveal:
        draft.push(TurnOver(player, reveal, (("pay", "self", cost, 0, athelas, then, else_),), because))
    else:
        draft.push(payments.Pay(player, cost, (), then, else_, athelas, because))
