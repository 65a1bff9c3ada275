"""The whole referee for tests, with hands and what was reported; board.py says how a table is set."""

from companion.games.wotr.rules.common.sides import opponent
from companion.games.wotr.state import Draft, Hand
from companion.games.wotr.tables import DECKS
from companion.play.game.steps import run
from tests.games.wotr.board import Table, make


def table(hands=None, unseen=None, captors=(), **given):
    """A table where what needs nobody has happened.

    hands: seat -> the cards that the app knows there; unseen: seat -> how many it does not know.
    """
    state = make(**given)
    at = state.setup.seats.index
    for seat, held in (hands or {}).items():
        state = _holding(state, at(seat), Hand(tuple(held.split(","))))
    for seat, number in (unseen or {}).items():
        state = _holding(state, at(seat), Hand((), number))
    by = captors or tuple([opponent(state.setup.tables.regions[region].side) for region in state.taken])
    state = state.replace(captors=tuple([at(who) if isinstance(who, str) else _leader(state, who) for who in by]))
    return Table(run(Draft.of(state)))


def _leader(state, side):
    return state.sides[side].leader


def _holding(state, who, hand):
    hands = [*state.hands]
    hands[who] = hand
    decks = tuple([tuple([card for card in deck if card not in hand.cards]) for deck in state.decks])
    out = [hand.hidden * (at // len(DECKS) == state.setup.sides[who]) for at in range(len(decks))]  # of either deck
    sizes = tuple([min(len(deck) - gone, size) for deck, gone, size in zip(decks, out, state.deck_sizes, strict=True)])
    return state.replace(hands=tuple(hands), decks=decks, deck_sizes=sizes)
