"""What is hidden in each game: tables where the app holds the cards, words that few see, what a seat has for itself.

Told here by the rules of the games and from what lies where in a state, never from what a view or an event makes of it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from companion import games
from companion.games.wotr.rules.common.drawing import pool as wotr_deck
from companion.play.game.bots import any_action
from tests.games.fellowship import setups as fellowship
from tests.games.wotr import setups as wotr
from tests.games.wotrcards import setups as wotrcards


class Secrets(NamedTuple):
    """One game.

    tables: what Game.header takes, by label; the app holds the cards at all of them. hidden: what an action names is
    seen by few. own: everything that only that seat sees. open: what lies open of that by the rules, or is told by
    them: where it differs the worlds are not both possible any longer. pool: what a sealed draw is made from, in its
    order. hands: those that a position names, each as a way to it, with the cards that could be there instead.
    """

    tables: Mapping[str, tuple]
    hidden: Callable[[Any, Any], bool]
    own: Callable[[Any, int], Any]
    open: Callable[[Any], Any]
    pool: Callable[[Any, Any], list[str]]
    hands: Callable[[Any, Any], Iterator[tuple]]
    choose: Callable[..., Any] = any_action


def drawn_by(act):
    """The cards or tiles that a closed draw names."""
    return [id for value in act[2:] if isinstance(value, tuple) for id in value]


def _tables(setups, *labels, **more):
    return {**{label: setups.SETUPS[label] for label in labels}, **more}


# --- the cooperative game --------------------------------------------------------------------------------------------


def _fellowship_hidden(state, act):
    """Cards drawn, tiles looked at, cards passed or given face down (LR-HAVEN-10, LR-EPIC-2, LR-GANDALF-7)."""
    return act.type in ("draw", "peek", "order", "pass") or (
        act.type == "give" and games.get("fellowship").rules.pending(state).what == "give"
    )


def _fellowship_own(state, who):
    return state.players[who].hand, state.top if who == state.seer else ()


def _fellowship_open(state):
    """Discards lie face up, those of the dead too (LR-DEATH-2). So all know which epic cards are still in some hand,
    and that the game waits for them: two worlds where the dead held different cards can be told apart.
    """
    return state.discard, state.spent, state.gone, state.top_card


def _fellowship_pool(state, act):
    pool = state.step.pool(state)
    return [*pool.known, *[id for id, number in zip(pool.ids, pool.counts, strict=True) for _ in range(number)]]


def _fellowship_hands(asked, state):
    kinds = state.setup.tables.kinds
    left = [kind for kind, number in zip(kinds, state.deck, strict=True) if number]
    for who, row in enumerate(asked["seats"]):
        hand = [card for card in row["hand"] if card in kinds]
        if hand:
            yield (lambda told, who=who: told["seats"][who]["hand"]), hand, left


# --- War of the Ring -------------------------------------------------------------------------------------------------


def _wotr_hidden(state, act):
    """Cards drawn, discarded face down, swapped in a team (WR-EVENT-1, -2, -12, WR-TEAM-6)."""
    return act.type in ("draw", "discard", "swap")


def _wotr_own(state, who):
    return state.hands[who].cards


def _wotr_open(state):
    """How many cards there are in hands and decks (WR-EVENT-1, -2), and whether a random one is taken (WR-EVENT-9)."""
    worn = games.get("wotr").rules.pending(state).what == "worn"
    return [hand.size for hand in state.hands], state.deck_sizes, worn


def _wotr_pool(state, act):
    return list(wotr_deck(state, state.agenda[-1])[0])


def _wotr_hands(asked, state):
    facts = state.setup.tables.cards
    for seat, hand in asked["hands"].items():
        for deck in state.decks:
            kind = {(facts[card].side, facts[card].deck) for card in deck}
            named = [card for card in hand if (facts[card].side, facts[card].deck) in kind]
            if named:
                yield (lambda told, seat=seat: told["hands"][seat]), named, deck


# --- the card game ---------------------------------------------------------------------------------------------------


def _wotrcards_hidden(state, act):
    """Cards drawn, cycled and eliminated out of a hand (WC-SET-6, WC-PROC-4, -5)."""
    return act.type in ("draw", "cycle", "eliminate", "winnow") or (act.type == "forsake" and act.from_ == "hand")


def _wotrcards_own(state, who):
    deck = state.decks[who]
    return deck.draw.cards, deck.hand.cards, deck.cycle.cards, deck.gone.cards


def _wotrcards_open(state):
    """How many cards there are in each pile.

    Forsaken from the top of the deck, or from the hand, a few cards (Bilbo, Frodo, Aragorn, Vilya ...) are cycled by
    their own text instead of eliminated (WC-PROC-5): one pile grows in A, the other in B. Whoever forsakes such a card
    shows it, so all know by then that it was not another one. Where two cards of a deck are changed for each other in
    the trilogy or the duel without heed of this, the worlds differ in these numbers, and in nothing else.
    """
    return [[pile.size for pile in (deck.draw, deck.hand, deck.cycle, deck.gone)] for deck in state.decks]


def _wotrcards_pool(state, act):
    return list(state.decks[state.setup.seats.index(act.seat)].draw.cards)


def _wotrcards_hands(asked, state):
    for seat, row in asked["decks"].items():
        if row.get("hand"):
            left = state.decks[state.setup.seats.index(seat)].draw.cards
            yield (lambda told, seat=seat: told["decks"][seat]["hand"]), row["hand"], left


# ---------------------------------------------------------------------------------------------------------------------

SECRETS: Mapping[str, Secrets] = {
    "fellowship": Secrets(
        _tables(
            fellowship,
            *("standard-4", "expert-3", "epic", "standard-5", "introductory-5", "expert-4", "standard-3", "standard-2"),
        ),
        _fellowship_hidden,
        _fellowship_own,
        _fellowship_open,
        _fellowship_pool,
        _fellowship_hands,
    ),
    "wotr": Secrets(
        _tables(wotr, "three-held", "two-held", "road", "four-held"),
        _wotr_hidden,
        _wotr_own,
        _wotr_open,
        _wotr_pool,
        _wotr_hands,
    ),
    "wotrcards": Secrets(
        _tables(
            wotrcards,
            *("trilogy-held", "three-held", "middle-held", "extended-held", "epic-held", "north-duel-held"),
            **{"duel-held": (["Ania:free", "Bo:shadow"], "duel", {"real_cards": "false"}, None)},
        ),
        _wotrcards_hidden,
        _wotrcards_own,
        _wotrcards_open,
        _wotrcards_pool,
        _wotrcards_hands,
        lambda rng, state, legal: wotrcards.choose(rng, legal),
    ),
}
