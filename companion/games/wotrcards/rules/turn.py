"""A round begins (WC-RND): its five steps are laid out; what was done once a round may be done again."""

from __future__ import annotations

from companion.games.wotrcards.rules import locations
from companion.games.wotrcards.state import READY, USED, Draft


def begin(draft: Draft) -> None:
    """A new round."""
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
