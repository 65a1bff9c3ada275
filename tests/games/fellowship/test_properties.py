"""Whole games of any table, cards from the app or real: what always holds."""

import random
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.fellowship.rules.cards.turning import HandOut, Turned
from companion.games.fellowship.rules.payment.group import GroupPrice
from tests.games.fellowship.conftest import CONTENT, GAME
from tests.games.random_games import close_action, play_on, screens
from tests.tiers import few_examples

HOBBITS = ("frodo", "sam", "pippin", "merry", "fatty")
FLAGS = ("relay", "equality", "competition", "real_cards", "real_tiles")
SWITCHES = {
    "preparations_order": ("give_then_roll", "roll_then_give"),
    "bearer_tie_includes_self": ("bearer_last", "bearer_keeps"),
    "last_mordor_space_by_ring": ("no_roll", "roll"),
    "finish_turn_after_main": ("full_turn", "cleanup_only"),
    "gandalf_payment": ("single_player", "pooled"),
}


SEATED = [  # tables already in play
    [
        {"hobbit": "frodo", "hand": ["mithril", "athelas", "brown-wild", "brown-hide"], "runes": {"silver": 7}},
        {"hobbit": "pippin", "hand": ["elessar", "lembas", "miruvor"], "space": 3},
        {"hobbit": "sam", "hand": ["belt", "phial", "staff", "gollum"], "runes": {"silver": 6, "gold": [2, 3]}},
    ],
    [
        {"hobbit": "sam", "hand": ["glamdring", "brown-wild", "brown-fight"], "runes": {"silver": 5}},
        {"hobbit": "frodo", "hand": ["anduril"], "space": 5, "runes": {"gold": [1]}},
    ],
]


@st.composite
def headers(draw, **fixed):
    """Two to five hobbits in any order or a table in play anywhere; any mode, any switches but those given."""
    options = {flag: draw(st.sampled_from(["false", "true"])) for flag in FLAGS}
    options |= {name: draw(st.sampled_from(values)) for name, values in SWITCHES.items()} | fixed
    variant = draw(st.sampled_from(["introductory", "standard", "expert"]))
    if draw(st.integers(0, 2)):
        seats = draw(st.permutations(HOBBITS[: draw(st.integers(2, 5))]))
        return GAME.rules.header(CONTENT, [f"{hobbit}:{hobbit}" for hobbit in seats], variant, options, None)
    position = {
        "place": draw(st.sampled_from(list(CONTENT["place"]))),
        "seats": draw(st.sampled_from(SEATED)),
        "gandalf_used": draw(st.lists(st.sampled_from(sorted(CONTENT["gandalf_card"])), unique=True)),
    }
    return GAME.rules.header(CONTENT, [], variant, options, position)


def cards_there(state):
    """Every card, wherever it is; with real cards the deck and those dealt stand for hands that nobody sees."""
    facts = state.setup.tables
    travel = [*state.deck]
    cards = [card for player in state.players for card in player.hand]
    cards += [*state.played, *state.piles, *state.dealt, *state.spent, *state.gone, *state.gandalf]
    cards += [card for step in state.agenda if isinstance(step, HandOut | Turned) for card in step.cards]
    for at, kind in enumerate(facts.kinds):
        travel[at] += state.discard[at] + cards.count(kind)
    return tuple(travel), sorted(card for card in cards if card not in facts.kinds)


def holds(state):
    """What is true of every table."""
    facts = state.setup.tables
    assert cards_there(state) == (facts.counts, sorted([*facts.legendary, *facts.gandalf]))
    hidden = sum(player.hidden for player in state.players)
    unseen = len(state.dealt) if state.setup.options.real_cards else 0
    assert sum(state.deck) + unseen == state.deck_size + hidden + state.buried
    if not state.setup.options.real_cards:
        assert (hidden, state.buried) == (0, 0)
        assert not state.dealt or state.step.kind == "deal"
    for player in state.players:
        assert 0 <= player.space <= 15
        assert min(player.life) >= 0
        assert player.silver >= 0
        assert player.hidden >= 0
        if player.alive:
            assert player.space < state.sauron
        else:
            assert (player.cards, sum(player.life)) == (0, 0)
    for at, most in enumerate(facts.life_counts):
        assert sum(player.life[at] for player in state.players) <= most
    assert Counter([*state.gold, *[v for player in state.players for v in player.gold]]) <= Counter(facts.gold)
    assert all(0 <= count <= most for count, most in zip(state.stack, facts.tile_counts, strict=True))
    for at, tile in enumerate(facts.tiles):
        assert state.stack[at] + state.shown.count(tile) <= facts.tile_counts[at]
        assert state.top.count(tile) <= state.stack[at]
    assert 0 <= state.event <= 6
    assert min(state.deck) >= 0
    assert state.ending or state.bearer < 0 or state.players[state.bearer].alive


@settings(max_examples=few_examples(8), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(headers(), st.integers(0, 10**6))
def test_cards_tokens_runes_and_tiles_are_conserved(header, seed):
    """In every state of a random game; Sauron never moves right, nobody comes back to life, every game ends."""
    start = after = GAME.rules.new(CONTENT, header)
    holds(start)
    for state, _, after in play_on(GAME, start, random.Random(seed)):
        holds(after)
        assert after.sauron <= state.sauron
        assert all(was.alive or not now.alive for was, now in zip(state.players, after.players, strict=True))
        assert set(after.gone) >= set(state.gone)
        runes = [sum(p.silver + sum(p.gold) for p in s.players) for s in (state, after)]
        assert runes[1] - runes[0] <= 12
    assert GAME.rules.outcome(after)


# --- hidden things ---------------------------------------------------------------------------------------------------


def others_dealt_anew(state, seat, rng):
    """The table as it could be for that seat: the travel cards of all other hands and of the deck are dealt anew."""
    facts = state.setup.tables
    others = [who for who, name in enumerate(state.setup.seats) if name != seat]
    pool = [kind for kind, left in zip(facts.kinds, state.deck, strict=True) for _ in range(left)]
    pool += [card for who in others for card in state.players[who].hand if card in facts.kinds]
    rng.shuffle(pool)
    players = list(state.players)
    for who in others:
        hand = [pool.pop() if card in facts.kinds else card for card in players[who].hand]
        players[who] = players[who]._replace(hand=tuple(sorted(hand, key=facts.order.__getitem__)))
    return state.replace(players=tuple(players), deck=tuple(pool.count(kind) for kind in facts.kinds))


def laid_open(state):
    """Cards of hands that all can see, since they have been offered."""
    return isinstance(state.step, GroupPrice) and any(offer.item for offer in state.step.laid)


@settings(max_examples=few_examples(4), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(headers(real_cards="false"), st.integers(0, 10**6))
def test_no_screen_tells_of_other_hands_or_of_what_comes(header, seed):
    """Whatever the others hold and the deck has left, a seat and an onlooker see the same, and are told the same."""
    rng = random.Random(seed)
    for state, act, after in play_on(GAME, GAME.rules.new(CONTENT, header), rng, 120):
        if not laid_open(state):
            for seat in (None, rng.choice(state.setup.seats)):
                twin = others_dealt_anew(state, seat, rng)
                assert screens(GAME, CONTENT, state, seat) == screens(GAME, CONTENT, twin, seat)
        if act.type in ("draw", "pass", "peek", "order") or state.step.kind == "give":
            alike = [other for other in GAME.rules.legal_actions(state) if (*other[:2], other.to) == (*act[:2], act.to)]
            other = close_action(GAME, state, rng.choice(alike), rng)
            twin = GAME.rules.apply(state, other)
            knowing = {
                act.seat,
                *[
                    seat
                    for seat, now, was in zip(state.setup.seats, after.players, state.players, strict=True)
                    if now.cards > was.cards
                ],
            }
            for seat in {None, *state.setup.seats} - knowing:
                assert GAME.rules.events(state, act, after, seat) == GAME.rules.events(state, other, twin, seat)
                assert GAME.rules.view(after, seat) == GAME.rules.view(twin, seat)
