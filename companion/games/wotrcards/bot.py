"""The plain bot of the card game: it plays where printed icons help most. Of texts it tells nothing, people read them.

It knows what lies open and its own hand, unless that is of real cards. Worth is counted in hundredths of a point. Its
reasons name no card that goes face down.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Phrase
from companion.games.wotrcards.actions import ACTIONS, Act
from companion.games.wotrcards.rules.combat.combat import own_defence
from companion.games.wotrcards.rules.combat.icons import Kind, sure_total
from companion.games.wotrcards.rules.combat.losses import Losses, fighters_at
from companion.games.wotrcards.rules.common import play
from companion.games.wotrcards.rules.common.common import (
    card_ref,
    defending_side,
    is_path,
    is_site,
    location_ref,
    opponent,
    printed_values,
)
from companion.games.wotrcards.rules.common.piles import FROM_DECK
from companion.games.wotrcards.rules.common.play import EVENT, ITEM
from companion.games.wotrcards.rules.turn.action_step import SeatTurn
from companion.games.wotrcards.state import RESERVE, Active, CardInPlay, State
from companion.play.game.bots import EASY, GOOD, choose_near_best, offers_of
from companion.play.game.game import Bot, Choice, Game
from companion.play.game.offers import Offer, OneOf

if TYPE_CHECKING:
    from companion.content.model import Content

TEXTS = ("tell", "effect", "use", "spare", "instead")  # what only people can say, who read the texts
Weights = Mapping[str, int]


class WeighedAct(NamedTuple):
    """An action, what it looks worth, and why it is done."""

    act: Act
    worth: int
    why: Phrase


@dataclass(frozen=True, slots=True)
class PlainBot:
    """Sensible play by printed icons. slips: the share of choices that are not the best."""

    slips: float = 0.0

    def choose(self, game: Game, content: Content, state: State, seat: str, rng: random.Random) -> Choice | None:
        """The option that looks best; the seat leaves to others whatever is not its step."""
        if seat != game.rules.pending(state).seats[0]:
            return None
        unsaid = (*TEXTS, "play") if state.setup.options.real_cards else TEXTS
        legal = [offer for offer in offers_of(game, state, seat) if offer.type not in unsaid]
        ranked = sorted(weigh_offers(state, state.index_of(seat), legal), key=lambda option: -option.worth)
        chosen = choose_near_best(ranked, self.slips, rng)
        return Choice(chosen.act, chosen.why)


BOTS: Mapping[str, Bot] = {EASY: PlainBot(slips=0.4), GOOD: PlainBot()}


def weigh_offers(state: State, seat_index: int, legal: Sequence[Offer]) -> list[WeighedAct]:
    """Return what the seat may do, each with what it looks worth."""
    weights = state.setup.tables.weights
    return [_weigh_act(state, seat_index, act, weights) for act in _plain_acts(state, legal)]


def _plain_acts(state: State, legal: Sequence[Offer]) -> list[Act]:
    """What the offers stand for: each card and place, of numbers the least, nothing of what chance will show."""
    found: list[Act] = []
    for offer in legal:
        least = {
            field.field: next(iter(field.values()))
            for field in offer.open
            if not isinstance(field, OneOf) and offer.type not in ACTIONS.chance
        }
        found += offer.fill(**least).actions()
    return found


def _weigh_act(state: State, seat_index: int, act: Act, weights: Weights) -> WeighedAct:
    match act.type:
        case "play":
            return _weigh_card(state, seat_index, act, weights)
        case "put":
            return _weigh_put(state, seat_index, act, weights)
        case "move":
            card = next(
                card for card in state.cards if (card.id, card.seat, card.at) == (act.card, seat_index, RESERVE)
            )
            return _weigh_place(state, act, card._replace(at=act.to), weights)
        case "pass":
            return WeighedAct(act, 0, Phrase("bot.pass", {}))
        case "cycle" | "eliminate":
            least = weights["cycle"] if isinstance(state.step, SeatTurn) else 0
            return WeighedAct(act, least - card_worth(state, act.card), Phrase("bot.least", {}))
        case "winnow":
            return WeighedAct(
                act, 2 * weights["cycle"] - 100 * sum(card_worth(state, card) for card in act.cards), FIRST
            )
        case "ring":
            comes_back = state.setup.scenario.chairs[act.seat].ring == "round"
            return WeighedAct(act, weights["token"] if comes_back else 3 * weights["cycle"], Phrase("bot.ring", {}))
        case "skirmish":
            return WeighedAct(act, 2 * weights["cycle"], FIRST)
        case "forsake":
            worth = 0 if act.from_ == FROM_DECK else -card_worth(state, act.card)
            return WeighedAct(act, worth, Phrase("bot.forsake", {}))
        case "icons":
            return WeighedAct(act, 0, Phrase("bot.icons", {}))
        case "lose":
            return WeighedAct(act, _weigh_loss(state, act), _reason_for("lose", state, act.card))
        case "done":
            return WeighedAct(act, 0, Phrase("bot.text", {}))
    return WeighedAct(act, 0, FIRST)


FIRST = Phrase("bot.plain", {})


def _reason_for(code: str, state: State, card: str) -> Phrase:
    return Phrase(f"bot.{code}", {"card": card_ref(state, card)})


# --- cards that are played and moved ----------------------------------------------------------------------------------


def _weigh_card(state: State, seat_index: int, act: Act, weights: Weights) -> WeighedAct:
    """A card from the hand, at the place where it is worth most."""
    type, cost = state.setup.tables.cards[act.card].type, weights["card"]
    if type == EVENT:
        return WeighedAct(act, 2 * weights["cycle"], FIRST)
    if type == ITEM:
        places = [(card.at, card) for card in play.possible_wielders(state, act.card)]
        options = [
            _weigh_place(state, act, CardInPlay(act.card, seat_index, at, on=card.id), weights)
            for at, card in places
            if at != RESERVE
        ]
    else:
        options = [
            _weigh_place(state, act, CardInPlay(act.card, seat_index, at), weights)
            for at in play.open_places(state, act.card)
        ]
    waits = WeighedAct(act, _reserve_worth(state, act.card, weights), _reason_for("reserve", state, act.card))
    best = max([waits, *options], key=lambda option: option.worth)
    return best._replace(worth=best.worth - cost)


def _weigh_put(state: State, seat_index: int, act: Act, weights: Weights) -> WeighedAct:
    """The card just played: to the reserve, to a wielder, or to an active location."""
    step = state.step
    assert isinstance(step, play.Put)
    holder = next((card for card in state.cards if card.id == act.to), None)
    at = act.to if holder is None else holder.at
    if at == RESERVE:
        return WeighedAct(act, _reserve_worth(state, step.card, weights), _reason_for("reserve", state, step.card))
    return _weigh_place(
        state, act, CardInPlay(step.card, seat_index, at, on="" if holder is None else holder.id), weights
    )


def _weigh_place(state: State, act: Act, card: CardInPlay, weights: Weights) -> WeighedAct:
    """A card comes to an active location, with what its icons bring there."""
    found = next(active for active in state.active if active.id == card.at)
    more, worth = _icon_gain(state, found, card, weights)
    values = {"card": card_ref(state, card.id), "location": location_ref(state, card.at), "number": more}
    return WeighedAct(act, worth, Phrase("bot.place", values))


def _reserve_worth(state: State, card: str, weights: Weights) -> int:
    facts = state.setup.tables.cards[card]
    if facts.type == ITEM:
        return 0
    return weights["reserve"] + weights["kept"] * (facts.carryover + facts.draw - facts.draw_cycle)


def _icon_gain(state: State, found: Active, card: CardInPlay, weights: Weights) -> tuple[int, int]:
    """Icons that a card adds to its side at an active location, and what they are worth there."""
    defender = defending_side(state, found.id)
    attackers, defenders = fighters_at(state, found.id, opponent(defender)), fighters_at(state, found.id, defender)
    attacks = state.setup.tables.cards[card.id].side != defender
    kind: Kind = "attack" if attacks else "defence"
    own = attackers if attacks else defenders
    more = sure_total(state, [*own, card], kind) - sure_total(state, own, kind)
    attack = found.attack + sure_total(state, attackers, "attack")
    shield = own_defence(state, found) + sure_total(state, defenders, "defence")
    lacking = shield + 1 - attack if attacks else attack - shield
    points = 1 if is_site(state, found.id) else max(1, printed_values(state, found.id)[0])
    path = is_path(state, found.id)
    if lacking <= 0:
        if path and attacks:
            return more, more * weights["point"]
        useful = max(0, min(more, weights["ahead_icons"] + lacking))
    else:
        useful = min(more, lacking)
        if more >= lacking:
            beyond = more - lacking + 1 if path and attacks else 0
            saved = lacking if path and not attacks else 0
            return more, weights["point"] * (points + beyond + saved)
        if path and not attacks:
            return more, more * weights["point"]
    return more, useful * weights["ahead"] + (more - useful) * weights["idle_icon"]


# --- cards that are given up ------------------------------------------------------------------------------------------


def card_worth(state: State, card: str) -> int:
    """Return what a card is still good for by its icons; an event or an unknown card for nothing."""
    facts = state.setup.tables.cards.get(card)
    if facts is None or facts.type == EVENT:
        return 0
    icons = facts.attack + facts.defence + facts.lead_attack + facts.lead_defence + facts.path_icons
    return 1 + 2 * icons + 3 * (facts.carryover + facts.draw)


def _weigh_loss(state: State, act: Act) -> int:
    """No more icons than must be, and those of cards that are worth least."""
    step = state.step
    assert isinstance(step, Losses)
    return -10 * max(0, act.icons - step.left) - card_worth(state, act.card)
