"""The five steps of a round (WC-RND), whose turn it is, and when everybody has passed."""

from __future__ import annotations

from companion.games.wotrcards.rules import locations
from companion.games.wotrcards.state import READY, USED, Draft
from companion.play.agenda import Frame, Stage


def begin(draft: Draft) -> None:
    """A new round: what was done once a round may be done again."""
    draft.round += 1
    draft.acting, draft.passes = draft.first, 0
    for who, deck in enumerate(draft.decks):
        draft.deck(who, once=(), ring=READY if deck.ring == USED else deck.ring)
    draft.cards = [card._replace(fresh=False) for card in draft.cards]
    draft.push("closing", -1)
    draft.push("judging", -1)
    draft.push("combat", draft.setup.order[draft.first])
    draft.push("acting", -1)
    locations.begin(draft)


def _run_acting(draft: Draft, frame: Frame) -> bool:
    """The next seat acts, until all have passed in a row (WC-ACT-1, -4)."""
    draft.phase = "action"
    if all_passed(draft):
        draft.agenda.pop()
        draft.acting = draft.first
        return False
    draft.push("act", draft.setup.order[draft.acting])
    return False


def all_passed(draft: Draft) -> bool:
    """Every seat is among those who passed last, one after the other."""
    order = draft.setup.order
    behind = [order[(draft.acting - step) % len(order)] for step in range(1, draft.passes + 1)]
    return len({*behind}) == len(draft.setup.seats)


def turn_over(draft: Draft, passed: bool = False) -> None:
    """The seat that acted is done; the next in order is due."""
    draft.passes = draft.passes + 1 if passed else 0
    draft.acting = (draft.acting + 1) % len(draft.setup.order)


STAGES = {"acting": Stage(_run_acting, "WC-ACT-1")}
