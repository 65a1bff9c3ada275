"""The end of a combat (WC-CMB-5..10, WC-SKI-6): losses are chosen, cards leave, somebody wins the location."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.messages import Ref, Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.combat.icons import sure_icons
from companion.games.wotrcards.rules.common import decks, scoring
from companion.games.wotrcards.rules.common.common import (
    card_ref,
    cards_at,
    defending_side,
    is_path,
    is_site,
    items_of,
    one_card,
    opponent,
    printed_values,
    record_location,
    side_of,
)
from companion.games.wotrcards.rules.common.piles import known_names, remove_cards, with_cards
from companion.games.wotrcards.rules.common.texts import ReadText
from companion.games.wotrcards.state import CardInPlay, Draft, State, Won
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES
from companion.play.game.draft import NOBODY
from companion.play.game.game import Action
from companion.play.game.offers import Number, Offer
from companion.play.game.steps import Step, end

ICONS = Number("icons", 1, 9)  # defence icons of one card with its items and tokens


def fighters_at(state: State, id: str, side: int) -> list[CardInPlay]:
    """Armies and characters of a side at a location; their items belong to them."""
    return [card for card in cards_at(state, id) if side_of(state, card.seat) == side and not card.on]


@dataclass(frozen=True, slots=True)
class Losses(Step):
    """Losses are chosen until all icons are cancelled or nobody is left.

    by: the seat whose action resolves a site, which gives its win effect, or NOBODY. left: icons not cancelled yet.
    picked: cards given up. beaten: the Free Peoples do not score this path. yielded: the attackers choose (WC-CMB-6).
    """

    rule = "WC-CMB-5"
    open_to_all = ("none", "yield", "lose")
    location: str
    by: int
    left: int
    picked: tuple[str, ...]
    beaten: bool
    yielded: bool

    def rule_of(self, act: Action) -> str:
        """Return the rule that decides an action: WC-CMB-6 for a choice that is yielded."""
        return "WC-CMB-6" if self.yielded or act.type == "yield" else self.rule

    def standing_defenders(self, state: State) -> list[CardInPlay]:
        """Defenders that have not been given up yet."""
        left = fighters_at(state, self.location, defending_side(state, self.location))
        for card in self.picked:
            left.remove(next(found for found in left if found.id == card))
        return left

    def choosers(self, state: State) -> list[int]:
        """Seats that choose: the defenders there, or the attackers where those could not agree (WC-CMB-6)."""
        side = defending_side(state, self.location)
        wanted = opponent(side) if self.yielded else side
        return list(dict.fromkeys([card.seat for card in fighters_at(state, self.location, wanted)]))

    def _may_yield(self, state: State) -> bool:
        """Two team mates, and attackers to choose in their place."""
        attackers = fighters_at(state, self.location, opponent(defending_side(state, self.location)))
        return not self.yielded and bool(attackers) and len(self.choosers(state)) > 1

    def run(self, draft: Draft) -> bool:
        """Wait while hits are left and defenders stand."""
        if self.left > 0 and self.standing_defenders(draft):
            return True
        self._settle(draft)
        return False

    def offers(self, state: State) -> list[Act | Offer]:
        """Return the defenders that may be lost, `none` where none must be, and `yield` where the choice may be."""
        out = list[Act | Offer]()
        cards = dict[int, list[str]]()  # by the icons that they have at least
        for card in self.standing_defenders(state):
            cards.setdefault(max(ICONS.least, sure_icons(state, card, "defence")), []).append(card.id)
        for seat_index in self.choosers(state):
            seat = state.setup.seats[seat_index]
            out += [
                Offer(Act("lose", seat), (one_card(ids), ICONS._replace(least=least))) for least, ids in cards.items()
            ]
            out += [] if self._must_lose(state) else [Act("none", seat)]
            if self._may_yield(state):
                out.append(Act("yield", seat))
        return out

    def _not_theirs(self, state: State, act: Act) -> Refusal | None:
        if state.index_of(act.seat) in self.choosers(state):
            return None
        return Refusal("losses_not_yours", "WC-CMB-6" if self.yielded else "WC-CMB-5")

    def _must_lose(self, state: State) -> list[CardInPlay]:
        """Defenders that are left with an icon for sure: one of them has to go (WC-CMB-5)."""
        return [card for card in self.standing_defenders(state) if sure_icons(state, card, "defence")]

    def check_none(self, state: State, act: Act) -> Refusal | None:
        """Refuse unless the choice is theirs, and nobody is left who has to go."""
        left = self._must_lose(state)
        fault = self._not_theirs(state, act)
        return fault or (Refusal("none_left", "WC-CMB-5", {"card": Ref("card", left[0].id)}) if left else None)

    def check_yield(self, state: State, act: Act) -> Refusal | None:
        """Refuse a player with nobody to yield to (WC-CMB-6)."""
        fault = self._not_theirs(state, act)
        return fault or (None if self._may_yield(state) else Refusal("yield_alone", "WC-CMB-6"))

    def check_lose(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that does not defend there, or icons that it cannot have (WC-CMB-5)."""
        fault = self._not_theirs(state, act)
        if fault is not None:
            return fault
        found = next((card for card in self.standing_defenders(state) if card.id == act.card), None)
        if found is None:
            return Refusal("lose_not_there", "WC-CMB-5", {"card": card_ref(state, act.card)})
        if not ICONS.admits(act.icons):
            return Refusal("lose_no_icons", "WC-CMB-5", {"card": Ref("card", act.card), "most": ICONS.most})
        least = sure_icons(state, found, "defence")
        if act.icons < least:
            return Refusal("lose_few", "WC-CMB-5", {"card": Ref("card", act.card), "number": least})
        return None

    def do_none(self, draft: Draft, act: Act) -> None:
        """End the losses."""
        self._settle(draft)

    def do_yield(self, draft: Draft, act: Act) -> None:
        """Let the attacker choose instead."""
        first = fighters_at(draft, self.location, opponent(defending_side(draft, self.location)))[0].seat
        draft.swap(replace(self, seat_index=first, yielded=True))

    def do_lose(self, draft: Draft, act: Act) -> None:
        """Pick the card for elimination."""
        draft.swap(replace(self, left=self.left - act.icons, picked=(*self.picked, act.card)))

    def _settle(self, draft: Draft) -> None:
        """Losses and attackers are eliminated, other defenders cycled (WC-CMB-7); then the winner is known."""
        id, hit = self.location, list(self.picked)
        draft.swap(WonLocation(self.by, id, max(0, self.left), self.beaten))
        gone, back = list[str](), list[str]()
        for card in [*fighters_at(draft, id, FREE), *fighters_at(draft, id, SHADOW)]:
            if side_of(draft, card.seat) == defending_side(draft, id) and card.id not in hit:
                back += decks.leave_play(draft, card, "cycle")
                continue
            if card.id in hit:
                hit.remove(card.id)
            gone += _eliminate_fighter(draft, card)
        decks.record_left(draft, "WC-CMB-7", gone, back)


# --- cards that may come to the cycle pile by their text -------------------------------------------------------------


def _eliminate_fighter(draft: Draft, card: CardInPlay) -> list[str]:
    """A card is eliminated; one whose text may bring it to the cycle pile instead is asked about. All that left.

    Its items come along unless its own text leaves them; an item that saves its wielder brings them all.
    """
    items = items_of(draft, card.id)
    by_items = any(_may_save(draft, item) for item in items)
    saved = by_items or _may_save(draft, card)
    along = by_items or not draft.setup.tables.cards[card.id].bare
    left = decks.leave_play(draft, card, "gone")
    if saved:
        draft.push(EliminatedCardText(card.seat, card.id, tuple([(item.seat, item.id) for item in items if along])))
    return left


def _may_save(state: State, card: CardInPlay) -> bool:
    """Its text may bring it, or its wielder, to the cycle pile here."""
    where = state.setup.tables.cards[card.id].instead
    return where == "combat" or (where == "path" and is_path(state, card.at))


@dataclass(frozen=True, slots=True)
class EliminatedCardText(Step):
    """Question whether the text of an eliminated card brings it to the cycle pile.

    along: seats and items that go with it.
    """

    kind = "after"
    rule = "WC-CMB-7"
    source: str
    along: tuple[tuple[int, str], ...]

    def offers(self, state: State) -> list[Act]:
        """Return `done`, and `instead` for the eliminated card."""
        seat = state.setup.seats[self.seat_index]
        return [Act("done", seat), Act("instead", seat, card=self.source)]

    def check_instead(self, state: State, act: Act) -> Refusal | None:
        """Refuse any card but the eliminated one (WC-CMB-7)."""
        if act.card == self.source:
            return None
        return Refusal("instead_not_hit", "WC-CMB-7", {"card": card_ref(state, act.card)})

    do_done = end

    def do_instead(self, draft: Draft, act: Act) -> None:
        """Move the card and those that go with it to the cycle piles."""
        draft.pop()
        for seat_index, card in ((self.seat_index, self.source), *self.along):
            deck = draft.decks[seat_index]
            cycle = with_cards(draft, deck.cycle, *known_names(draft, card), number=1)
            draft.change_deck(seat_index, gone=remove_cards(deck.gone, card), cycle=cycle)


# --- who has won -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WonLocation(Step):
    """Put a won location where it belongs (WC-CMB-8..10, WC-SKI-6).

    seat_index: as `by`, left, beaten: of the Losses.
    """

    kind = "won"
    rule = "WC-CMB-8"
    location: str
    left: int
    beaten: bool

    def run(self, draft: Draft) -> bool:
        """Give the location to the winner."""
        draft.pop()
        id, defender = self.location, defending_side(draft, self.location)
        draft.active = tuple([active for active in draft.active if active.id != id])
        winner = opponent(defender) if self.left else defender
        if is_site(draft, id):
            self._remove_site(draft, winner)
        elif not is_path(draft, id):
            encroaches = winner == SHADOW and defender == FREE and "encroaches" in draft.setup.scenario.special
            _score_location(draft, winner, Won(id, printed_values(draft, id)[0]), "won", "WC-CMB-9")
            if encroaches:
                scoring.add_corruption(draft, 1, "WC-WN-4")
        elif self.left:
            _score_location(draft, SHADOW, Won(id, 0), "path_lost", "WC-CMB-10")
            scoring.add_corruption(draft, self.left, "WC-CMB-10")
        else:
            points = 0 if self.beaten else printed_values(draft, id)[0]
            _score_location(draft, FREE, Won(id, points), "path_won", "WC-D2-3" if self.beaten else "WC-CMB-10")
        return False

    def _remove_site(self, draft: Draft, winner: int) -> None:
        draft.removed = (*draft.removed, self.location)
        if self.seat_index == NOBODY:
            record_location(draft, "site_gone", "WC-SKI-8", self.location)
            return
        record_location(draft, "site_won", "WC-SKI-6", self.location, side=SIDES[winner])
        if side_of(draft, self.seat_index) == winner:
            draft.push(ReadText(self.seat_index, self.location))
        else:  # the first of the side that won
            draft.push(ReadText(draft.setup.sides.index(winner), self.location))


def _score_location(draft: Draft, side: int, won: Won, code: str, rule: str) -> None:
    """A location lies in a scoring area now."""
    draft.change_side("areas", side, (*draft.areas[side], won))
    record_location(draft, code, rule, won.id, side=SIDES[side], number=won.points)
    if won.points:
        scoring.record_scores(draft)
