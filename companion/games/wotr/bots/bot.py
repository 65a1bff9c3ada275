"""The app's own player: guessed hidden cards, promising actions, choices in simulated play.

Its habits are in content/wotr/bot_habits.yaml; no rule is here.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from companion.games.wotr.actions import Act
from companion.games.wotr.bots.bot_evaluation import evaluate_table, prize_regions
from companion.games.wotr.bots.bot_reasons import explain
from companion.games.wotr.bots.bot_ring import chance_at, distances_to
from companion.games.wotr.rules.battle import battle, combat_cards
from companion.games.wotr.rules.common.action_dice import ARMY_MUSTER, WILL
from companion.games.wotr.rules.common.drawing import Swap
from companion.games.wotr.rules.common.hands import deck_index
from companion.games.wotr.rules.common.sides import opponent, seats_of
from companion.games.wotr.rules.common.table_cards import hunt_cards
from companion.games.wotr.rules.hunt.hunt_tile import Walk
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.split_army import SplitArmy, count_items
from companion.games.wotr.rules.table import reports
from companion.games.wotr.state import Hand, State
from companion.games.wotr.tables import DECKS, FP, SHADOW, Tables
from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import EASY, GOOD
from companion.play.game.draft import NOBODY, replace_item
from companion.play.game.game import Bot
from companion.play.game.offers import Offer

if TYPE_CHECKING:
    from companion.content.model import Content

# --- what a seat cannot know -----------------------------------------------------------------------------------------


def guess_hidden_cards(state: State, seat: str, rng: random.Random) -> State:
    """Return a table that is possible for the seat (or "" for an onlooker), with other hands and decks dealt anew.

    What was discarded unseen may lie in them too. Where the players hold the cards, the app knows none to begin with.
    """
    seat_index = state.index_of(seat)
    hands, decks = [*state.hands], [*state.decks]
    for side in (FP, SHADOW):
        hidden = [one for one in seats_of(state, side) if one != seat_index]
        for deck in DECKS if hidden else ():
            _deal_anew(state, seat_index, side, deck, hidden, hands, decks, rng)
    guessed = state.replace(hands=tuple(hands), decks=tuple(decks))
    agenda = tuple([_with_other_card(guessed, step, seat_index, rng) for step in state.agenda])
    return guessed.replace(agenda=agenda) if agenda != state.agenda else guessed


def _deal_anew(
    state: State,
    seat_index: int,
    side: int,
    deck: str,
    hidden: Sequence[int],
    hands: list[Hand],
    decks: list[tuple[str, ...]],
    rng: random.Random,
) -> None:
    """Deal a deck and the hidden cards of others anew, from all cards that the seat has not got."""
    facts, at = state.setup.tables.cards, deck_index(state, side, deck)
    known = {*(hands[seat_index].cards if seat_index != NOBODY else ()), *state.sides[side].table}
    unseen = [card for card in _deck_cards(state.setup.tables, side, deck) if card not in known]
    held = {one: [card for card in state.hands[one].cards if facts[card].deck == deck] for one in hidden}
    dealt = rng.sample(unseen, len(decks[at]) + sum([len(cards) for cards in held.values()]))
    for one, cards in held.items():
        got = {dealt.pop() for _ in cards}
        kept = {card for card in hands[one].cards if facts[card].deck != deck}
        places = state.setup.tables.places
        hands[one] = hands[one]._replace(cards=tuple(sorted(got | kept, key=places.__getitem__)))
    left = {*dealt}
    decks[at] = tuple([card for card in unseen if card in left])


@lru_cache(maxsize=8)
def _deck_cards(facts: Tables, side: int, deck: str) -> tuple[str, ...]:
    return facts.deck(side, deck)


def _with_other_card(state: State, step: Any, seat_index: int, rng: random.Random) -> Any:
    """Return the step with another card of the same back, if another seat has picked it unseen."""
    facts = state.setup.tables.cards
    if isinstance(step, Swap) and step.offered and step.partner != seat_index:
        cards = [card for card in state.hands[step.partner].cards if facts[card].deck == facts[step.offered].deck]
        return replace(step, offered=rng.choice(cards))
    if not isinstance(step, battle.Fight) or battle.cards_shown(step):
        return step
    forces: Any = step.battle.forces
    for side, force in enumerate(forces):
        if force.card and force.seat_index != seat_index:
            may = [
                *state.hands[force.seat_index].cards,
                *(hunt_cards(state, SHADOW, "moria") if side == SHADOW else ()),
            ]
            same = [card for card in may if facts[card].deck == facts[force.card].deck] or [force.card]
            forces = replace_item(forces, side, force._replace(card=rng.choice(same)))
    return replace(step, battle=step.battle._replace(forces=forces))


# --- what is worth a try ---------------------------------------------------------------------------------------------

TOLD = frozenset((*reports.INTERRUPTS, *combat_cards.INTERRUPTS))  # by the players, where they keep the armies
DEAR = (ARMY_MUSTER, WILL)  # faces that do more than others: they pay for nothing that others pay for


def select_promising(content: Content, state: State, acts: Sequence[Any]) -> Sequence[Any]:
    """Return the actions worth trying: no reports, no wasted dice, only the best-looking moves."""
    asked = acts if state.setup.armies else [act for act in acts if act.type not in TOLD]
    if isinstance(state.step, SplitArmy):
        asked = _first_parts(state, state.step, asked)
    if state.setup.options.real_cards:
        asked = [act for act in asked if not _unknown_card(state, act)]
    cheapest: dict[Act, Act] = {}
    for act in sorted(asked, key=lambda act: act.die in DEAR and DEAR.index(act.die) + 1):
        cheapest.setdefault(act._replace(die="") if act.type not in ("ring", "skip") else act, act)
    found = [act for act in cheapest.values() if act.type != "skip"] or [*cheapest.values()]
    tried = state.setup.tables.tried
    out = [act for act in found if act.type not in tried]
    for type, most in tried.items():
        same = [act for act in found if act.type == type]
        out += sorted(same, key=lambda act: -move_appeal(state, act))[:most]
    return out


def _first_parts(state: State, step: SplitArmy, acts: Sequence[Act]) -> Sequence[Act]:
    """Return the actions without those that only change the order in which figures are told to stay."""
    told = count_items(state, step.staying)
    news = [act for act in acts if act.type != "stay" or (act.number and act.figure not in told)]
    good = [act for act in news if act.type != "stay" or step.may_stay(state, act.figure, act.number)]
    return good or news or acts


def _unknown_card(state: State, act: Act) -> bool:
    """Return whether the action uses a card that only its holder knows."""
    return act.type in ("event", "combat", "use") and any(act.card in deck for deck in state.decks)


def move_appeal(state: State, act: Act) -> int:
    """Return how promising the move of an army is; more is better."""
    facts, side = state.setup.tables, state.setup.sides[state.setup.seats.index(act.seat)]
    if act.type == "attack":
        return 10 * armies.units(state, act.army, side) - 10 * armies.units(state, act.region, opponent(side))
    goals = distances_to(facts, _enemy_prizes(facts, side, state.taken))
    if act.type == "march":
        gain = goals[act.army] - goals[act.region]
        return 20 * gain + armies.units(state, act.army, side) * (1 if gain > 0 else -1)
    if act.type == "recruit":
        return (5 if facts.figures[act.figure].reduced else 0) - goals[act.region]
    return -goals[act.region]


@lru_cache(maxsize=1 << 8)
def _enemy_prizes(facts: Tables, side: int, taken: tuple[str, ...]) -> tuple[str, ...]:
    """Return the places worth points that the enemy holds."""
    return tuple([id for id, _, owner in prize_regions(facts) if (owner == side) == (id in taken)])


# --- how tries play on -----------------------------------------------------------------------------------------------

SETTLED = frozenset(("act", "fellowship", "lead", "allocate", "draw_phase"))  # steps at which nothing is half done


def is_settled(state: State) -> bool:
    """Return whether no action is under way."""
    return bool(state.agenda) and state.agenda[-1].kind in SETTLED


def choose_by_habit(rng: random.Random, state: State, legal: tuple[Offer, ...]) -> Act:
    """Return an action chosen by habit; the Ring-bearers take the best way."""
    first: Act = legal[0].act
    if len(legal) == 1 and not legal[0].open:
        return first
    if isinstance(state.step, Walk):
        return _best_step(state, state.step, legal)
    kinds = list(dict.fromkeys([offer.act.type for offer in legal if state.setup.armies or offer.act.type not in TOLD]))
    habits = state.setup.tables.often
    often = [habits.get(type, habits["other"]) for type in kinds]
    type = rng.choices(kinds, often)[0] if any(often) else kinds[0]
    same = [offer for offer in legal if offer.act.type == type]
    act: Act = same[int(rng.random() * len(same))].pick(rng)
    return act


WAY = ("step", "stop")


def _best_step(state: State, step: Walk, legal: tuple[Offer, ...]) -> Act:
    """Return the step to the region from which the Ring is most likely destroyed."""
    acts = [act for offer in legal if offer.act.type in WAY for act in offer.actions()]
    here = step.path[-1]
    best: Act = max(
        acts, key=lambda act: chance_at(state, act.region, step.left - 1) if act.region else chance_at(state, here, 0)
    )
    return best


SEARCH = MonteCarloBot(
    guess_hidden_cards,
    evaluate_table,
    "WR-WIN-1",
    choose_by_habit,
    is_settled,
    select_promising,
    each=200,
    explain=explain,
)
BOTS: Mapping[str, Bot] = {EASY: replace(SEARCH, budget=60, slips=0.15), GOOD: SEARCH}
