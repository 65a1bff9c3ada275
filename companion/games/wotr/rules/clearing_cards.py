"""Taking a card from the table by an action (WR-EVENT-12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import rings
from companion.games.wotr.rules.action_dice import WILL, faces, use_die
from companion.games.wotr.rules.hands import in_hand, lose, name
from companion.games.wotr.rules.sides import index, side_of
from companion.games.wotr.rules.table_cards import drop, on_table
from companion.games.wotr.state import Draft, State, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.verbs import PRICES, Character, Face, Region
from companion.messages import Ref, Refusal, Value
from companion.play.steps import Answer, Step, not_yours


class Price(NamedTuple):
    """What it takes to discard a card from the table.

    dice: faces that do it; short: cards for it are lacking; pay: what else it costs with a die of that face.
    """

    dice: list[str]
    short: bool = False
    pay: Callable[[Draft, str], None] = lambda draft, die: None


@PRICES.verb
def cards(t: State, who: int, icons: tuple[Face, ...]) -> Price:
    """Any die, and a card with each of these icons from hand."""

    def pay(draft: Draft, die: str) -> None:
        for icon in reversed(icons):
            draft.push(Spend(who, icon))

    hand = t.hands[who]
    known = [t.setup.tables.cards[id].icon for id in hand.cards]
    short = hand.size < len(icons) or (not hand.hidden and not {*icons} <= {*known})
    return Price(faces(t, side_of(t, who)), short, pay)


@PRICES.verb
def ring(t: State, who: int) -> Price:
    """Any die and an Elven Ring, or Will of the West."""

    def pay(draft: Draft, die: str) -> None:
        if die != WILL:
            rings.turn_over(draft, side_of(draft, who))

    return Price(_dice(t, who, rings.ready(t, side_of(t, who))), pay=pay)


@PRICES.verb
def companion_in(t: State, who: int, region: Region, of: tuple[Character, ...]) -> Price:
    """Any die with one of these characters in the region, or Will of the West."""
    return Price(_dice(t, who, any(place_of(t, id) == region for id in of)))


def _dice(t: State, who: int, any_die: bool) -> list[str]:
    unused = faces(t, side_of(t, who))
    return unused if any_die else [die for die in unused if die == WILL]


def _price(t: State, who: int, card: str) -> Price:
    found: Price = PRICES.do(t.setup.tables.cards[card].cleared[0], t, who)
    return found


def _fault(state: State, who: int, card: str) -> Refusal | None:
    """Why this seat cannot discard that card from the table by an action (WR-EVENT-12)."""
    values: dict[str, Value] = {"card": name(state, card)}
    facts = state.setup.tables.cards.get(card)
    if facts is None or not facts.cleared or facts.side == side_of(state, who):
        return Refusal("card_not_cleared", "WR-EVENT-12", values)
    if not on_table(state, card):
        return Refusal("card_not_on_table", "WR-EVENT-12", values)
    return Refusal("clear_cards", "WR-EVENT-12", values) if _price(state, who, card).short else None


def _check(step: Step, state: State, act: Act) -> Refusal | None:
    who = index(state, act.seat)
    fault = _fault(state, who, act.item)
    if fault is None and act.die not in faces(state, side_of(state, who)):
        fault = Refusal("no_such_die", "WR-DICE-7", {"face": act.die})
    if fault is None and act.die not in _price(state, who, act.item).dice:
        fault = Refusal("die_not_for_this", "WR-EVENT-12", {"face": Ref("face", act.die)})
    return fault


def _do(step: Step, draft: Draft, act: Act) -> None:
    price = _price(draft, step.who, act.item)
    use_die(step, draft, act)
    drop(draft, draft.setup.tables.cards[act.item].side, act.item, "WR-EVENT-12")
    price.pay(draft, act.die)


def offers(state: State, who: int) -> list[Act]:
    """Every card that can be taken from the table, with each die that does it."""
    seat, out = state.setup.seats[who], []
    for card in [*state.sides[FP].table, *state.sides[SHADOW].table]:
        if _fault(state, who, card) is None:
            out += [Act("clear", seat, item=card, die=die) for die in _price(state, who, card).dice]
    return out


ANSWERS: dict[str, Answer] = {"clear": Answer(_check, _do)}
RULES = {"clear": "WR-EVENT-12"}


@dataclass(frozen=True, slots=True)
class Spend(Step):
    """A card with this icon is discarded from hand as the price."""

    rule = "WR-EVENT-12"

    icon: str

    def _cards(self, t: State) -> list[str]:
        facts = t.setup.tables.cards
        return [card for card in in_hand(t.hands[self.who]) if not card or facts[card].icon == self.icon]

    def run(self, draft: Draft) -> bool:
        if draft.hands[self.who].cards:
            return True
        draft.pop()
        lose(draft, self.who, "", "WR-EVENT-12")
        return False

    def offers(self, state: State) -> list[Act]:
        return [Act("discard", state.setup.seats[self.who], item=card) for card in self._cards(state)]

    def check_discard(self, state: State, act: Act) -> Refusal | None:
        fault = not_yours(state, act, "WR-EVENT-12")
        if fault is None and act.item not in self._cards(state):
            values = {"card": name(state, act.item), "face": Ref("face", self.icon)}
            fault = Refusal("card_other_icon", "WR-EVENT-12", values)
        return fault

    def do_discard(self, draft: Draft, act: Act) -> None:
        draft.pop()
        lose(draft, self.who, act.item, "WR-EVENT-12")
