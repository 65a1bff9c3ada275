"""A card of the Shadow on the table takes a Character event for every casualty of a Hunt (WR-EVENT-9)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import hands
from companion.games.wotr.rules.common.sides import leader, seats_of
from companion.games.wotr.rules.common.table_cards import hunt_cards, remove_card
from companion.games.wotr.rules.hunt.shadow_hunters import HuntStep, hunting_seats
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.steps import end


def _known_character_events(state: State, seat_index: int) -> list[str]:
    """Return the Character events in a hand that the app knows."""
    return [card for card in state.hands[seat_index].cards if state.setup.tables.cards[card].deck == "character"]


def _seats_with_cards(state: State) -> list[str]:
    """Return the seats that hold cards, whatever their kind, which the Shadow cannot know."""
    return [state.setup.seats[seat_index] for seat_index in seats_of(state, FP) if state.hands[seat_index].size]


def _on_table(state: State) -> list[str]:
    """Return the Character events that lie on the table."""
    return [card for card in state.sides[FP].table if state.setup.tables.cards[card].deck == "character"]


@dataclass(frozen=True, slots=True)
class Toil(HuntStep):
    """Choice of the Shadow after a casualty: a card from the table, or one at random from a hand."""

    rule = "WR-EVENT-9"

    def run(self, draft: Draft) -> bool:
        """Wait if the Shadow has a card that can be used."""
        return draft.waits(hunt_cards(draft, SHADOW, "toil") and (_seats_with_cards(draft) or _on_table(draft)))

    def offers(self, state: State) -> list[Act]:
        """Return `accept`, the cards on the table and the hands, for each hunting seat."""
        out = []
        for seat in hunting_seats(state):
            out += [Act("accept", seat), *[Act("use", seat, card=card) for card in _on_table(state)]]
            out += [Act("lose", seat, who=seat_index) for seat_index in _seats_with_cards(state)]
        return out

    do_accept = end

    def check_use(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that is not on the table (WR-EVENT-9)."""
        if act.card in _on_table(state):
            return None
        return Refusal("card_not_worn", "WR-EVENT-9", {"card": hands.card_value(state, act.card)})

    def do_use(self, draft: Draft, act: Act) -> None:
        """Remove the card from the table."""
        draft.pop()
        remove_card(draft, FP, act.card, "WR-EVENT-9")

    def check_lose(self, state: State, act: Act) -> Refusal | None:
        """Refuse a hand without such a card (WR-EVENT-9)."""
        if act.who in _seats_with_cards(state):
            return None
        known = act.who in state.setup.seats
        return Refusal("hand_not_worn", "WR-EVENT-9", {"seat": Ref("seat", act.who) if known else act.who})

    def do_lose(self, draft: Draft, act: Act) -> None:
        """Lose a random card, if there is any; of cards that the app does not know only the number falls."""
        draft.pop()
        seat_index = draft.index_of(act.who)
        if draft.hands[seat_index].hidden:
            hands.lose(draft, seat_index, "", "WR-EVENT-9")
        elif _known_character_events(draft, seat_index):
            draft.push(Worn(leader(draft, SHADOW), seat_index))


@dataclass(frozen=True, slots=True)
class Worn(HuntStep):
    """Random draw of a Character event from that hand. holder: the index of its seat."""

    rule = "WR-EVENT-9"

    holder: int

    def picks(self, state: State) -> list[str]:
        """Return the cards to draw from."""
        return _known_character_events(state, self.holder)

    def check_pick(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that may not be discarded (WR-EVENT-9)."""
        if not act.character or act.character in self.picks(state):
            return None
        return Refusal("card_not_worn", "WR-EVENT-9", {"card": hands.card_value(state, act.character)})

    def do_pick(self, draft: Draft, act: Act) -> None:
        """Discard the card."""
        draft.pop()
        hands.lose(draft, self.holder, act.character, "WR-EVENT-9")
