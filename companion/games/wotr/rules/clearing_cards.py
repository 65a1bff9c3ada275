"""Taking a card from the table by an action (WR-EVENT-12)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules import rings
from companion.games.wotr.rules.action_dice import ARMY, CHARACTER, WILL, faces, use_die
from companion.games.wotr.rules.hands import in_hand, lose, name
from companion.games.wotr.rules.sides import index, side_of
from companion.games.wotr.rules.table_cards import drop, on_table
from companion.games.wotr.state import Draft, State, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.messages import Ref, Refusal, Value
from companion.play.offers import Offer
from companion.play.steps import Answer, Step, not_yours

PALANTIR, FOLLY = "sh-char-21", "sh-str-03"
SANCTUARIES = ("fp-str-02", "fp-str-03")  # the Shadow removes them for any die and two cards
CLEARED = {**dict.fromkeys(SANCTUARIES, FP), PALANTIR: SHADOW, FOLLY: SHADOW}  # by an action of the opponent
AIDS = ("gandalf-the-grey", "gandalf-the-white", "aragorn")  # with one of them in Minas Tirith any die ends the Folly


def _fault(state: State, who: int, card: str) -> Refusal | None:
    """Why this seat cannot discard that card from the table by an action (WR-EVENT-12)."""
    values: dict[str, Value] = {"card": name(state, card)}
    if CLEARED.get(card) != 1 - side_of(state, who):
        return Refusal("card_not_cleared", "WR-EVENT-12", values)
    if not on_table(state, card):
        return Refusal("card_not_on_table", "WR-EVENT-12", values)
    hand = state.hands[who]
    if card in SANCTUARIES and not hand.hidden:
        icons = [state.setup.tables.cards[id].icon for id in hand.cards]
        if not {ARMY, CHARACTER} <= set(icons):
            return Refusal("clear_cards", "WR-EVENT-12", values)
    if card in SANCTUARIES and hand.size < len(SANCTUARIES):
        return Refusal("clear_cards", "WR-EVENT-12", values)
    return None


def _dice(state: State, who: int, card: str) -> list[str]:
    """Faces that do it: any, or Will of the West where help is missing."""
    unused = faces(state, side_of(state, who))
    if card == PALANTIR and not rings.ready(state, FP):
        return [die for die in unused if die == WILL]
    if card == FOLLY and not any(place_of(state, id) == "minas-tirith" for id in AIDS):
        return [die for die in unused if die == WILL]
    return unused


def _check(step: Step, state: State, act: Act) -> Refusal | None:
    who = index(state, act.seat)
    fault = _fault(state, who, act.item)
    if fault is None and act.die not in faces(state, side_of(state, who)):
        fault = Refusal("no_such_die", "WR-DICE-7", {"face": act.die})
    if fault is None and act.die not in _dice(state, who, act.item):
        fault = Refusal("die_not_for_this", "WR-EVENT-12", {"face": Ref("face", act.die)})
    return fault


def _do(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    drop(draft, CLEARED[act.item], act.item, "WR-EVENT-12")
    if act.item == PALANTIR and act.die != WILL:
        rings.turn_over(draft, FP)
    if act.item in SANCTUARIES:
        draft.push(Spend(step.who, CHARACTER))
        draft.push(Spend(step.who, ARMY))


def offers(state: State, who: int) -> list[Offer]:
    """Every card that can be taken from the table, with each die that does it."""
    seat, out = state.setup.seats[who], []
    lying = [*state.sides[FP].table, *state.sides[SHADOW].table]
    dice = {card: _dice(state, who, card) for card in lying if _fault(state, who, card) is None}
    for die in faces(state, side_of(state, who)):
        by_die = [card for card in dice if die in dice[card]]
        out += offer_one_of(Act("clear", seat, die=die), "item", "event_card", by_die)
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
