"""Event cards that lie on the table (WR-EVENT-11), and their removal."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, SHADOW


def on_table(state: State, card: str) -> bool:
    """Return whether a card lies on the table (WR-EVENT-13)."""
    return card in state.sides[state.setup.tables.cards[card].side].table


def hunt_cards(state: State, side: int, hunt: str) -> list[str]:
    """Return the cards on the table of a side with this effect in a Hunt."""
    return [card for card in state.sides[side].table if state.setup.tables.cards[card].hunt == hunt]


def closing_card(state: State, region: str, side: int) -> str:
    """Return the card on the table that closes a region to armies of a side, empty if there is none."""
    facts = state.setup.tables.cards
    return next((card for card in state.sides[1 - side].table if region in facts[card].closes), "")


def closed_fault(state: State, side: int, region: str) -> Refusal | None:
    """Refuse to enter or attack a region that a card closes."""
    card = closing_card(state, region, side)
    values: dict[str, Value] = {"region": Ref("region", region), "card": Ref("event_card", card)}
    return Refusal("region_closed", "WR-EVENT-11", values) if card else None


def lay_card(draft: Draft, side: int, card: str) -> None:
    """Put a card that was played on the table."""
    draft.set_side(side, table=(*draft.sides[side].table, card))
    draft.record("stays", "WR-EVENT-11", card=card)


def remove_card(draft: Draft, side: int, card: str, rule: str) -> None:
    """Remove a card from the table, if it lies there."""
    if card in draft.sides[side].table:
        draft.set_side(side, table=tuple([id for id in draft.sides[side].table if id != card]))
        draft.record("leaves", rule, card=card)


def drop_until(draft: Draft, until: str) -> None:
    """Remove cards that lay on the table until this happened."""
    for side in (FP, SHADOW):
        for card in draft.sides[side].table:
            if draft.setup.tables.cards[card].until == until:
                remove_card(draft, side, card, "WR-EVENT-11")
