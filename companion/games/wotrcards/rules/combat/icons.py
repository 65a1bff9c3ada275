"""Icons that cards at a location have for sure, as printed and by tokens; texts may add to them, and the table does.

Only where the table enforces what is printed, and of cards whose values a rulebook or named source gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from companion.games.wotrcards.rules.common.common import is_path, items_of
from companion.games.wotrcards.rules.common.play import ARMY, CHARACTER
from companion.games.wotrcards.state import CardInPlay, State
from companion.games.wotrcards.tables import FREE

Kind = Literal["attack", "defence"]


def sure_icons(state: State, card: CardInPlay, kind: Kind) -> int:
    """Icons of an army or character with its items and tokens, without leadership (WC-CMB-3, WC-CMB-12)."""
    if not state.setup.options.printed:
        return 0
    return sum([_own_icons(state, one, kind) for one in (card, *items_of(state, card.id))])


def _own_icons(state: State, card: CardInPlay, kind: Kind) -> int:
    facts, tokens = state.setup.tables.cards[card.id], getattr(card, kind)
    if is_path(state, card.at):
        defends = facts.side == FREE
        return int(tokens + (facts.path_icons if defends == (kind == "defence") else 0))
    return int(tokens + getattr(facts, kind))


def sure_total(state: State, cards: Sequence[CardInPlay], kind: Kind) -> int:
    """Icons of all these cards of one side at one location, with the leadership that is supported (WC-CMB-11)."""
    return sum([sure_icons(state, card, kind) for card in cards]) + _leadership_icons(state, cards, kind)


def most_attack(state: State, cards: Sequence[CardInPlay]) -> int | None:
    """Attack icons that all these cards of one side at one location have at most; None where a text is not known."""
    facts = state.setup.tables.cards
    there = [one for card in cards for one in (card, *items_of(state, card.id))]
    own = {facts[card.id].side for card in cards}
    if not state.setup.options.printed or any(
        facts[card.id].side in own and not facts[card.id].known for card in state.cards
    ):
        return None
    more = [
        facts[one.id].text_attack
        for one in there
        if cards[0].at in (facts[one.id].text_ground, facts[one.id].text_path)
        or not (facts[one.id].text_ground or facts[one.id].text_path)
    ]
    printed = [sure_icons(state, card, "attack") for card in cards]
    return sum(printed) + sum(more) + _leadership_icons(state, cards, "attack", most=True)


def _leadership_icons(state: State, cards: Sequence[CardInPlay], kind: Kind, most: bool = False) -> int:
    """Each army supports one character of its faction, of several those with the fewest icons, or with the `most`."""
    if not state.setup.options.printed or not cards or is_path(state, cards[0].at):
        return 0
    facts = [state.setup.tables.cards[card.id] for card in cards]
    total = 0
    for faction, armies in Counter([of.faction for of in facts if of.type == ARMY]).items():
        leads = [getattr(of, f"lead_{kind}") for of in facts if of.faction == faction and of.type == CHARACTER]
        total += sum(sorted(leads, reverse=most)[:armies])
    return total
