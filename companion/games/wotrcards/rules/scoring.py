"""Scores and the draw step (WC-SCO, WC-DRW)."""

from __future__ import annotations

from companion.games.wotrcards.rules import turn
from companion.games.wotrcards.rules.common import cards_of, side_of
from companion.games.wotrcards.state import READY, RESERVE, Draft, Table
from companion.games.wotrcards.tables import SHADOW, Card
from companion.play.agenda import Frame, Stage


def score(t: Table, side: int) -> int:
    """Points of a side so far; corruption belongs to the Shadow (WC-SCO-1, WC-SCO-2)."""
    return sum([won.points for won in t.areas[side]]) + (t.corruption if side == SHADOW else 0)


def rings(t: Table, side: int) -> int:
    """Points for Ring tokens that were never used (WC-SCO-3, WC-AMB-8)."""
    chairs = t.setup.scenario.chairs
    return sum(
        [
            chairs[seat].ring_points
            for who, seat in enumerate(t.setup.seats)
            if side_of(t, who) == side and t.decks[who].ring == READY
        ]
    )


def final(t: Table, side: int) -> int:
    """Points of a side in the final scoring."""
    return score(t, side) + rings(t, side)


def in_reserve(t: Table, who: int) -> list[Card]:
    """Cards of the reserve, which may add to the draw step, and cycle some of it again."""
    facts = t.setup.tables.cards
    return [facts[card.id] for card in cards_of(t, who) if card.at == RESERVE]


def _run_closing(draft: Draft, frame: Frame) -> bool:
    """The draw step, then the starting player token goes on (WC-DRW-1)."""
    draft.agenda.pop()
    draft.phase = "draw"
    draft.push("passing", -1)
    for who in reversed(range(len(draft.setup.seats))):
        chair = draft.setup.scenario.chairs[draft.setup.seats[who]]
        cards = in_reserve(draft, who)
        draft.push("cost", who, sum([card.draw_cycle for card in cards]))
        draft.push("drawing", who, chair.draw + sum([card.draw for card in cards]))
    return False


def _run_passing(draft: Draft, frame: Frame) -> bool:
    """The next in the order of turns starts the next round."""
    draft.agenda.pop()
    draft.first = (draft.first + 1) % len(draft.setup.order)
    turn.begin(draft)
    return False


STAGES = {
    "closing": Stage(_run_closing, "WC-DRW-1"),
    "passing": Stage(_run_passing, "WC-DRW-1"),
}
