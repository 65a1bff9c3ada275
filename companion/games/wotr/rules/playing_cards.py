"""Event cards as actions (WR-EVENT-5..10): drawing with a die, playing a card, and what it still asks.

What each card does is in card_effects.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules import card_conditions, card_effects
from companion.games.wotr.rules.action_dice import ARMY, CHARACTER, EVENT, MUSTER, WILL, faces, payers, pays, use_die
from companion.games.wotr.rules.drawing import draw, offer_decks
from companion.games.wotr.rules.hands import deck_fault, decks_left, lose, name, place
from companion.games.wotr.rules.sides import index, side_of
from companion.games.wotr.rules.table_cards import lay, on_table
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import DECKS, FP, SHADOW
from companion.messages import Ref, Refusal, Value
from companion.play.draft import put
from companion.play.game import Action
from companion.play.offers import Offer
from companion.play.steps import Answer, Step, end, not_yours

GREY, PALANTIR = "gandalf-the-grey", "sh-char-21"
ICONS = (CHARACTER, ARMY, MUSTER)  # in the upper corner of a card


# --- by a die --------------------------------------------------------------------------------------------------------


def _check_take(step: Step, state: State, act: Act) -> Refusal | None:
    return deck_fault(state, index(state, act.seat), act.to) or pays(state, act, (EVENT,), "WR-DICE-23")


def _take(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    draw(draft, step.who, act.to, 1, "WR-DICE-23")


def playable(t: State, who: int) -> list[str]:
    """Cards that this seat may have in hand: those that the app knows, else all of its side that nobody has seen, as
    long as more of their deck is missing than has been seen.
    """
    hand, side = t.hands[who], side_of(t, who)
    if not hand.hidden:
        return list(hand.cards)
    places = [place(t, side, deck) for deck in DECKS]
    unseen = [card for at in places if len(t.decks[at]) > t.deck_sizes[at] for card in t.decks[at]]
    return [*hand.cards, *unseen]


def event_fault(state: State, who: int, card: str) -> Refusal | None:
    """Why this seat does not play that card at all, whatever the die (WR-EVENT-8, WR-TEAM-23).

    Whose a card is in a team is our guess: on real cards the players see it themselves.
    """
    if card not in playable(state, who):
        return Refusal("not_in_hand", "WR-EVENT-6", {"card": name(state, card)})
    return _held_back(state, who, card)


def _held_back(state: State, who: int, card: str) -> Refusal | None:
    """Why a card that he may have is not played now."""
    whose, seats = state.setup.tables.cards[card].whose, state.setup.seats
    guessed = whose in seats and not state.setup.options.real_cards
    if guessed and whose != seats[who]:
        return Refusal("card_partner", "WR-TEAM-23", {"card": name(state, card), "seat": Ref("seat", whose)})
    return (
        None
        if card_conditions.met(state, card)
        else Refusal("card_condition", "WR-EVENT-8", {"card": name(state, card)})
    )


def _check_event(step: Step, state: State, act: Act) -> Refusal | None:
    fault = event_fault(state, index(state, act.seat), act.item)
    if fault is not None:
        return fault
    facts = state.setup.tables.cards[act.item]
    banner = facts.deck == "strategy" and act.die in (ARMY, MUSTER)
    return pays(state, act, (EVENT, facts.icon), "WR-EVENT-7" if banner else "WR-EVENT-6")


def _event(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    if act.die in (EVENT, WILL):
        _rewards(draft, step.who, act.item)
    play(draft, step.who, act.item)


def _rewards(draft: Draft, who: int, card: str) -> None:
    """After a card played with an Event die: Gandalf the Grey as Guide, the Palantír (C1)."""
    facts = draft.setup.tables.cards[card]
    if facts.side == FP and draft.fellowship.guide == GREY:
        draft.push(Reward(who, (facts.deck,), True))
    if facts.side == SHADOW and on_table(draft, PALANTIR):
        draft.push(Reward(who, DECKS, False, "WR-EVENT-9"))


def play(draft: Draft, who: int, card: str) -> None:
    """It leaves the hand, does what it does, and stays on the table if it says so (WR-EVENT-10, -11)."""
    facts = draft.setup.tables.cards[card]
    if not draft.setup.options.real_cards:
        draft.record("card_says", "WR-EVENT-9", says=card)
    lose(draft, who, card, "WR-EVENT-10")
    at = place(draft, facts.side, facts.deck)
    draft.decks = put(draft.decks, at, tuple([id for id in draft.decks[at] if id != card]))
    if facts.table:
        lay(draft, facts.side, card)
    draft.push(PlayedCard(who, card))


def offers(state: State, who: int) -> list[Offer]:
    """Drawing and playing cards by a die."""
    seat, side, facts, out = state.setup.seats[who], side_of(state, who), state.setup.tables.cards, []
    for die in payers(state, side, (EVENT,)):
        out += offer_one_of(Act("take", seat, die=die), "to", "deck", decks_left(state, side))
    dice = {icon: payers(state, side, (EVENT, icon)) for icon in ICONS}
    paid = [card for card in playable(state, who) if dice[facts[card].icon] and _held_back(state, who, card) is None]
    for die in faces(state, side):
        by_die = [card for card in paid if die in dice[facts[card].icon]]
        out += offer_one_of(Act("event", seat, die=die), "item", "event_card", by_die)
    return out


ANSWERS: dict[str, Answer] = {"take": Answer(_check_take, _take), "event": Answer(_check_event, _event)}
RULES = {"take": "WR-DICE-23", "event": "WR-EVENT-6"}


# --- a card that was played ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedCard(Step):
    """A card first does by itself what is certain, then waits for what its player chooses or reads from the board.

    done: what has been told of it already, None before it has begun.
    """

    kind = "card"
    rule = "WR-EVENT-9"

    card: str
    done: tuple[str, ...] | None = None

    def allows_interrupts(self, state: State) -> bool:
        return True

    def choices(self, t: State) -> list[card_effects.Choice]:
        """What can still be told or chosen of it."""
        offer = card_effects.OFFERS.get(self.card)
        return offer(t, self.who, self.done or ()) if offer else []

    def run(self, draft: Draft) -> bool:
        if self.done is None:
            draft.swap(PlayedCard(self.who, self.card, ()))
            card_effects.begin(draft, self.who, self.card)
            return False
        if self.choices(draft):
            return True
        self._end(draft)
        return False

    def _end(self, draft: Draft) -> None:
        draft.pop()
        if self.card in card_effects.ENDS:
            card_effects.ENDS[self.card](draft, self.who)

    def _must(self, t: State) -> bool:
        return card_effects.must_choose(t, self.card) and bool(self.choices(t))

    def offers(self, state: State) -> list[Act]:
        seat = state.setup.seats[self.who]
        out = [Act("effect", seat, item=self.card, to=what, number=number) for what, number in self.choices(state)]
        return out if self._must(state) else [Act("done", seat), *out]

    def check_effect(self, state: State, act: Act) -> Refusal | None:
        fault = not_yours(state, act, "WR-EVENT-9")
        if fault is not None:
            return fault
        values: dict[str, Value] = {"card": Ref("event_card", self.card)}
        if act.item != self.card:
            return Refusal("effect_other_card", "WR-EVENT-10", values)
        possible = self.choices(state)
        if (act.to, act.number) in possible:
            return None
        if act.to in [what for what, _ in possible]:
            return Refusal("effect_number", "WR-EVENT-9", {**values, "number": act.number})
        return Refusal("effect_none", "WR-EVENT-9", {**values, "what": act.to})

    def do_effect(self, draft: Draft, act: Act) -> None:
        draft.swap(PlayedCard(self.who, self.card, (*(self.done or ()), act.to)))
        if act.to == card_effects.FURTHER:
            draft.push(Extra(self.who))
        else:
            card_effects.DOES[self.card](draft, self.who, act.to, act.number)

    def check_done(self, state: State, act: Act) -> Refusal | None:
        return not_yours(state, act, "WR-EVENT-9") or (
            Refusal("effect_must", "WR-EVENT-9", {"card": Ref("event_card", self.card)}) if self._must(state) else None
        )

    def do_done(self, draft: Draft, act: Act) -> None:
        self._end(draft)


@dataclass(frozen=True, slots=True)
class Extra(Step):
    """One more Character event from hand, without a die."""

    rule = "WR-EVENT-9"

    def _cards(self, t: State) -> list[str]:
        return [card for card in playable(t, self.who) if t.setup.tables.cards[card].deck == "character"]

    def run(self, draft: Draft) -> bool:
        return draft.waits(self._cards(draft))

    def offers(self, state: State) -> list[Offer]:
        seat = state.setup.seats[self.who]
        good = [card for card in self._cards(state) if event_fault(state, self.who, card) is None]
        return [Offer(Act("done", seat)), *offer_one_of(Act("event", seat), "item", "event_card", good)]

    def check_event(self, state: State, act: Act) -> Refusal | None:
        fault = not_yours(state, act, "WR-EVENT-9")
        if fault is None and act.die:
            fault = Refusal("die_paid", "WR-DICE-27")
        if fault is None:
            fault = event_fault(state, self.who, act.item)
        if fault is None and act.item not in self._cards(state):
            fault = Refusal("event_not_character", "WR-EVENT-1", {"card": Ref("event_card", act.item)})
        return fault

    def do_event(self, draft: Draft, act: Act) -> None:
        draft.pop()
        play(draft, self.who, act.item)

    do_done = end


@dataclass(frozen=True, slots=True)
class Reward(Step):
    """One card of one of these decks.

    may: it can be left; cause: the rule that gives the card.
    """

    rule = "WR-CHAR-26"

    decks: tuple[str, ...]
    may: bool
    cause: str = "WR-CHAR-26"

    def rule_of(self, act: Action) -> str:
        return self.cause

    def run(self, draft: Draft) -> bool:
        left = [deck for deck in decks_left(draft, side_of(draft, self.who)) if deck in self.decks]
        if len(left) > 1 or (self.may and left):
            return True
        draft.pop()
        if left:
            draw(draft, self.who, left[0], 1, self.cause)
        return False

    def offers(self, state: State) -> list[Act]:
        out = [act for act in offer_decks(state, self.who) if act.to in self.decks]
        return [*out, Act("done", out[0].seat)] if self.may else out

    def check_take(self, state: State, act: Act) -> Refusal | None:
        fault = not_yours(state, act, "WR-CHAR-26")
        if fault is None and act.die:
            fault = Refusal("die_paid", "WR-DICE-27")
        if fault is None and act.to in DECKS and act.to not in self.decks:
            fault = Refusal("deck_other", "WR-CHAR-26", {"deck": Ref("deck", act.to)})
        return fault or deck_fault(state, self.who, act.to)

    def do_take(self, draft: Draft, act: Act) -> None:
        draft.pop()
        draw(draft, self.who, act.to, 1, self.cause)

    def check_done(self, state: State, act: Act) -> Refusal | None:
        fault = not_yours(state, act, "WR-CHAR-26")
        return fault if fault is not None or self.may else Refusal("must_draw", "WR-EVENT-9")

    do_done = end
