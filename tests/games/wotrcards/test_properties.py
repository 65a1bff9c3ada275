"""Whole games of every scenario, real cards and cards of the app: what always holds, and what nobody is told."""

import random
from collections import Counter
from itertools import product

import pytest

from companion.core.text_wrap import WIDTH, fit_lines
from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.common.piles import PlayedCard, in_order
from companion.games.wotrcards.rules.common.texts import ReadText
from companion.games.wotrcards.rules.locations.battlegrounds import Beside, Ground
from companion.games.wotrcards.state import RESERVE
from companion.games.wotrcards.tables import SIDES
from companion.words.wording import Voice
from tests.games.random_games import play_on, screens, start_game
from tests.games.table import reload_state
from tests.games.wotrcards.board import CONTENT, TABLES
from tests.games.wotrcards.setups import choose_kind
from tests.tiers import sample

SOME = [(id, at % 2 == 0) for at, id in enumerate(TABLES.scenarios)]  # by turns with real cards
MOST = 1500  # actions of a game
MOST_OFFERS = 60  # in any state


def start(scenario, real):
    """A new game with a player for every deck."""
    players = [f"{seat}:{seat}" for seat in TABLES.scenarios[scenario].seats]
    return start_game(GAME, CONTENT, players, scenario, {"real_cards": str(real).lower()}, None)


def cards_hold(state):
    """Every card of a deck is in one place."""
    for who, deck in enumerate(state.decks):
        parts = state.setup.scenario.decks[state.setup.seats[who]]
        inside = [card.id for card in state.cards if card.seat == who]
        inside += [step.card for step in state.agenda if isinstance(step, PlayedCard) and step.seat_index == who]
        piles = (deck.draw, deck.hand, deck.cycle, deck.gone)
        assert sum(pile.size for pile in piles) + len(inside) + sum(map(len, deck.aside)) == sum(map(len, parts))
        if not state.setup.options.real_cards:
            assert all(pile.size == len(pile.cards) for pile in piles)
            named = Counter([card for pile in piles for card in pile.cards] + inside)
            assert named + Counter([card for part in deck.aside for card in part]) == Counter(
                [card for part in parts for card in part]
            )


def locations_hold(state):
    """Every location is in one place, one path at most is active, no site in a scoring area, no used path returns."""
    scenario = state.setup.scenario
    there = [active.id for active in state.active] + [won.id for area in state.areas for won in area]
    there += [*state.removed, *[id for deck in state.grounds for id in deck]]
    assert len(there) == len(set(there))
    if not scenario.schedule:
        parts = [id for side in scenario.grounds for part in side[: state.parts] for id in part]
        held = [step for step in state.agenda if isinstance(step, Ground | Beside) and step.held]
        away = {"barad-dur"} if held else set()
        assert {id for id in there if id in TABLES.places} | away == set(parts)
    assert sum(active.id in TABLES.paths for active in state.active) <= 1
    assert len(set(state.used)) == len(state.used)
    assert not any(TABLES.places[won.id].site for area in state.areas for won in area if won.id in TABLES.places)
    assert state.corruption >= 0
    assert all(won.points >= 0 for area in state.areas for won in area)
    active = {active.id for active in state.active}
    assert all(card.at == RESERVE or card.at in active for card in state.cards)
    for item in state.cards:
        if item.on:
            assert any(holder.id == item.on and holder.at == item.at for holder in state.cards)


@pytest.mark.parametrize(("scenario", "real"), sample(product(TABLES.scenarios, (True, False)), *SOME))
def test_whole_random_games_lose_no_card(scenario, real):
    """From set-up to the end nothing is lost; what is said fits a terminal in every language."""
    rng = random.Random(f"{scenario} 1")
    for before, act, after in play_on(GAME, start(scenario, real), rng, MOST, choose_kind):
        cards_hold(after)
        locations_hold(after)
        assert len(GAME.rules.legal(after)) < MOST_OFFERS
        assert GAME.rules.events(before, act, after)
        if rng.random() < 0.02:
            assert reload_state(GAME, after) == after
            for lang in ("en", "pl", "ru", "uk"):
                say = Voice(lang, CONTENT, [{"id": seat, "name": "Ania"} for seat in after.setup.seats]).say
                assert (
                    max(map(len, fit_lines([*GAME.show.render_text(after, say), *GAME.show.prompt(after, say)])))
                    <= WIDTH
                )
    assert after.ending
    assert {state_side(after, seat) for seat in after.winners} == {after.ending.rpartition("_")[2]}


def state_side(state, seat):
    return SIDES[state.setup.sides[state.setup.seats.index(seat)]]


def dealt_anew(state, seat, rng):
    """The same table with other hidden cards in the hands, decks and piles of everybody else."""
    changed = list(state.decks)
    for who, deck in enumerate(state.decks):
        if state.setup.seats[who] == seat:
            continue
        pool = [*deck.draw.cards, *deck.hand.cards, *deck.cycle.cards]
        rng.shuffle(pool)
        piles = {}
        for pile in ("draw", "hand", "cycle"):
            size = getattr(deck, pile).size
            piles[pile] = getattr(deck, pile)._replace(cards=in_order(state, tuple(pool[:size])))
            pool = pool[size:]
        changed[who] = deck._replace(**piles)
    return state.replace(decks=tuple(changed))


@pytest.mark.parametrize("scenario", sample(["trilogy", "epic-duel", "duel-3"], "duel-3"))
def test_no_screen_tells_of_other_hands(scenario):
    """Whatever the others hold, a seat and an onlooker see the same and are told the same."""
    met = 0
    rng = random.Random(f"{scenario} 2")
    for before, act, after in play_on(GAME, start(scenario, False), rng, 400, choose_kind):
        # a pile may be searched by a text: who resolves it sees the pile
        if rng.random() < 0.9 or after.ending or isinstance(before.step, ReadText):
            continue
        for seat in (None, rng.choice(before.setup.seats)):
            assert screens(GAME, CONTENT, before, seat) == screens(GAME, CONTENT, dealt_anew(before, seat, rng), seat)
        if act.type in ("cycle", "winnow", "draw"):
            for seat in {None, *before.setup.seats} - {act.seat}:
                done = GAME.rules.events(before, act, after, seat)[0]
                assert done.code == "did_draw_kept" or not {"card", "cards"} & set(done.values)
        met += 1
    assert met > 5
