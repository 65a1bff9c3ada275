"""Scores, the victory check and the draw step (WC-SCO, WC-VIC, WC-DRW), and parts that come in (WC-EPD-11)."""

from __future__ import annotations

from companion.games.wotrcards.rules import locations, turn
from companion.games.wotrcards.rules.common import cards_of, other, side_of
from companion.games.wotrcards.state import READY, RESERVE, Draft, Table
from companion.games.wotrcards.tables import FREE, SHADOW, Card
from companion.play.agenda import Frame, Stage

LEAD = 10  # points ahead that win at once (WC-VIC-1)
ENDINGS = {"lead": "WC-VIC-1", "last": "WC-VIC-2"}
NAMES = (("lead_free", "lead_shadow"), ("last_free", "last_shadow"))
ENDING_RULES = {name: rule for names, rule in zip(NAMES, ENDINGS.values(), strict=True) for name in names}


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


def _run_judging(draft: Draft, frame: Frame) -> bool:
    """The victory check, first for a lead, then whether that was the last path (WC-VIC-1, -2, WC-AMB-15)."""
    draft.agenda.pop()
    draft.phase = "check"
    ahead = FREE if score(draft, FREE) > score(draft, SHADOW) else SHADOW
    if score(draft, ahead) - score(draft, other(ahead)) >= LEAD:
        _finish(draft, 0, ahead)
    elif locations.at_end(draft):
        _finish(draft, 1, FREE if final(draft, FREE) > final(draft, SHADOW) else SHADOW)
    else:
        _next_parts(draft)
    return False


def _finish(draft: Draft, how: int, side: int) -> None:
    draft.ending, draft.agenda = NAMES[how][side], []
    draft.winners = tuple([seat for who, seat in enumerate(draft.setup.seats) if side_of(draft, who) == side])


def _next_parts(draft: Draft) -> None:
    """Parts of the locations come in once every deck was shuffled anew, and once again (WC-EPD-11)."""
    least = min([deck.recycles for deck in draft.decks])
    order = list(draft.setup.tables.places)
    while draft.parts <= least and any(len(parts) > draft.parts for parts in draft.setup.scenario.grounds):
        for side in (FREE, SHADOW):
            parts = draft.setup.scenario.grounds[side]
            new = parts[draft.parts] if len(parts) > draft.parts else ()
            draft.grounds[side] = tuple(sorted((*draft.grounds[side], *new), key=order.index))
        draft.parts += 1


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
    "judging": Stage(_run_judging, "WC-VIC-1"),
    "closing": Stage(_run_closing, "WC-DRW-1"),
    "passing": Stage(_run_passing, "WC-DRW-1"),
}
