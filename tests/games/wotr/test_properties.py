"""Whole games of any table, cards from the app or real: what always holds, what is said, and what nobody is told."""

import random
from collections import Counter
from itertools import product

import pytest

from companion.core.text_wrap import WIDTH, fit_lines
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.common import hands
from companion.games.wotr.rules.map import armies, companions
from companion.games.wotr.state import GONE, IN_FELLOWSHIP, OFF_TRACK, holder
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.offers import Number
from companion.words.wording import Voice
from tests.games.random_games import close_action, screens
from tests.games.wotr.random_walks import CONTENT, header, walk
from tests.games.wotr.setups import SETUPS
from tests.languages import LANGUAGES
from tests.tiers import sample

LABELS = list(SETUPS)
SOME = [  # tables with cards of the players, and of the app
    *[(label, "true") for label in ("two", "doom", "road-four", "war-four")],
    *[(label, "false") for label in ("three-held", "full", "field")],
]
LONG = 500  # actions of a game, where not everything is tried
OFTEN = 4  # looks at offers of a type in one game, where not everything is tried


def holds(state):
    """What is true of every table."""
    facts, walking = state.setup.tables, state.fellowship
    for id, tile in facts.tiles.items():
        at = list(facts.tiles).index(id)
        assert 0 <= state.pool[at] + state.drawn[at] + state.waiting.count(id) <= facts.counts[id]
        assert tile.standard or not state.drawn[at]
    for side in (FP, SHADOW):
        has = state.sides[side]
        assert 0 <= has.pool <= facts.most[side]
        boxed = state.box.walkers if side == FP else state.box.level
        assert min(has.unused, default=0) >= 0
        assert has.dice + boxed <= facts.most[side]
    assert sum(side.rings for side in state.sides) <= sum(facts.rings)
    assert 0 <= walking.corruption <= facts.tracks["fellowship"]
    assert 0 <= walking.progress <= facts.tracks["fellowship"]
    assert (walking.region == "") == (walking.step != OFF_TRACK)
    assert set(walking.companions) == {
        id
        for id, row in facts.characters.items()
        if row.kind == "companion" and state.where[_at(state, id)] == IN_FELLOWSHIP
    }
    assert not walking.guide or walking.guide in (companions.guide_candidates(state) or [companions.GOLLUM])
    seen = Counter(
        [card for hand in state.hands for card in hand.cards] + [card for deck in state.decks for card in deck]
    )
    seen += Counter([card for side in state.sides for card in side.table])
    assert max(seen.values(), default=1) == 1
    for who, hand in enumerate(state.hands):
        assert hand.hidden >= 0
        assert hand.size <= hands.hand_limit(state, who) or any(step.kind == "trim" for step in state.agenda)
        assert state.setup.options.real_cards or not hand.hidden
        assert all(facts.cards[card].side == state.setup.sides[who] for card in hand.cards)
    for at, deck in enumerate(state.decks):
        assert 0 <= state.deck_sizes[at] <= len(deck)
        assert state.setup.options.real_cards or state.deck_sizes[at] == len(deck)
    assert all(1 <= box <= facts.tracks["political"] for box in state.boxes)
    assert all(active or box < facts.tracks["political"] for box, active in zip(state.boxes, state.active, strict=True))
    assert len(state.taken) == len(state.captors) == len(set(state.taken))
    if state.setup.armies:
        armies_hold(state)


def armies_hold(state):
    """Figures are conserved; once an action is over no region holds too many units, and no Leader is without one."""
    facts = state.setup.tables
    standing = [sum(column) for column in zip(*[row for row in state.figures if row], strict=True)]
    for at, figure in enumerate(facts.figures.values()):
        assert standing[at] + state.reserve[at] + state.lost[at] == figure.most
    assert min([min(row) for row in (*state.figures, state.reserve, state.lost) if row]) >= 0
    if state.agenda and state.step.kind == "act":
        for region in facts.regions:
            for side in (FP, SHADOW):
                there = armies.tally_at(state, region, side)
                assert there.units <= armies.army_limit(state, region, side)
                assert side == SHADOW or there.units or not there.leaders
                assert not there.units or region in state.besieged or holder(state, region) in (side, -1)
            both = armies.units(state, region, FP) and armies.units(state, region, SHADOW)
            assert bool(both) == (region in state.besieged)


def _at(state, character):
    return list(state.setup.tables.characters).index(character)


@pytest.fixture
def seeds(exhaustive):
    """Of the random games of a table."""
    return range(4 if exhaustive else 1)


@pytest.mark.parametrize(("label", "real_cards"), sample(product(LABELS, ("true", "false")), *SOME))
def test_dice_tiles_and_cards_are_conserved(label, real_cards, seeds, exhaustive):
    """In every state of random games; nobody comes back from the dead, and every game ends."""
    for seed in seeds:
        conserved(label, real_cards, seed, 20_000 if exhaustive else LONG)


def conserved(label, real_cards, seed, most):
    rng, state = random.Random(f"{label} {seed}"), GAME.rules.new(CONTENT, header(label, real_cards))
    holds(state)
    number = 0
    for before, _, after in walk(state, rng, most):
        number += 1
        holds(after)
        gone = [at for at, place in enumerate(before.where) if place == GONE]
        assert all(after.where[at] == GONE for at in gone)
        assert after.turn in (before.turn, before.turn + 1)
        state = after
    assert GAME.rules.outcome(state) or number == most < 20_000


@pytest.mark.parametrize("label", sample(LABELS, "four", "weight", "war-three", "assault-three"))
def test_what_an_offer_leaves_open_is_what_is_accepted(label, exhaustive):
    """Of everything that content/ has of the kind, whoever may do it and with whatever die; lists stay short."""
    opened = Counter()
    for state, _, _ in walk(GAME.rules.new(CONTENT, header(label)), random.Random(LABELS.index(label)), 150):
        legal = GAME.rules.legal(state)
        assert len(legal) < 80
        for offer in [offer for offer in legal if offer.open and (exhaustive or opened[offer.type] < OFTEN)]:
            only_what_is_offered(state, legal, offer)
            opened[offer.type] += 1
    assert opened


def only_what_is_offered(state, legal, offer):
    """Of each open field; the others have their first value."""
    first = {field.field: next(iter(field.values())) for field in offer.open}
    for field in offer.open:
        numbers = isinstance(field, Number)
        for value in range(-1, 12) if numbers else [id for kind in field.kinds for id in CONTENT[kind]]:
            act = offer.act._replace(**{**first, field.field: value})
            assert (GAME.rules.check(state, act) is None) == any(one.admits(act) for one in legal), act


@pytest.mark.parametrize("label", sample(LABELS, "four-held", "war"))
def test_everything_is_said_in_every_language(label, seeds):
    """Offers, events, questions and the table, on narrow lines; nothing is left without words."""
    for seed in seeds:
        said_by(label, seed)


def said_by(label, seed):
    rng, made = random.Random(seed), header(label)
    voices = [Voice(lang, CONTENT, made["seats"]) for lang in LANGUAGES]
    said = set()
    for before, act, after in walk(GAME.rules.new(CONTENT, made), rng, 150):
        offers = [GAME.show.describe_offer(before, offer) for offer in GAME.rules.legal(before)]
        events = GAME.rules.events(before, act, after, rng.choice([None, *after.setup.seats]))
        new = {(event.code, event.rule): event for event in (*offers, *events)}
        for key in new.keys() - said:
            for voice in voices:
                assert "{" not in voice.event_text(new[key])
        said |= new.keys()
        voice = rng.choice(voices)
        for line in fit_lines(GAME.show.render_text(after, voice.say, rng.choice(after.setup.seats))):
            assert len(line) <= WIDTH, line
        GAME.show.prompt(before, voice.say, rng.choice(after.setup.seats))


# --- hidden things ---------------------------------------------------------------------------------------------------


def dealt_anew(state, seat, rng):
    """The table as it could be for that seat: all other hands and the decks are dealt anew."""
    holding, decks = list(state.hands), list(state.decks)
    for at, deck in enumerate(decks):
        side = at // 2
        facts = state.setup.tables.cards
        of_deck = {card for card in facts if hands.deck_index(state, facts[card].side, facts[card].deck) == at}
        others = [who for who, name in enumerate(state.setup.seats) if name != seat and state.setup.sides[who] == side]
        pool = [*deck, *[card for who in others for card in holding[who].cards if card in of_deck]]
        rng.shuffle(pool)
        for who in others:
            held = [pool.pop() if card in of_deck else card for card in holding[who].cards]
            holding[who] = holding[who]._replace(cards=hands.in_order(state, tuple(held)))
        decks[at] = hands.in_order(state, tuple(pool))
    return state.replace(hands=tuple(holding), decks=tuple(decks))


@pytest.mark.parametrize(
    "label", sample(["two-held", "three-held", "four-held", "road", "full", "war-four"], "three-held", "war-four")
)
def test_no_screen_tells_of_other_hands_or_of_what_comes(label, seeds, exhaustive):
    """Whatever the others hold and the decks have left, a seat and an onlooker see the same, and are told the same."""
    for seed in seeds:
        same_screens(label, seed, 1 if exhaustive else 8)


def same_screens(label, seed, one_of):
    rng, met = random.Random(seed), Counter()
    for at, (before, act, after) in enumerate(walk(GAME.rules.new(CONTENT, header(label)), rng, 200)):
        for seat in (None, rng.choice(before.setup.seats)) if at % one_of == 0 else ():
            assert screens(GAME, CONTENT, before, seat) == screens(GAME, CONTENT, dealt_anew(before, seat, rng), seat)
        if act.type in ("draw", "discard", "swap"):
            met[act.type] += 1
            legal = [choice for choice in GAME.rules.legal_actions(before) if choice[:2] == act[:2]]
            other = close_action(GAME, before, rng.choice(legal), rng)
            twin = GAME.rules.apply(before, other)
            for seat in {None, *before.setup.seats} - {act.seat}:
                now = [event for event in GAME.rules.events(before, act, after, seat) if event.code != "hand"]
                then = [event for event in GAME.rules.events(before, other, twin, seat) if event.code != "hand"]
                assert now[0] == then[0]
    assert met["draw"] > 2


def test_events_tell_a_hand_only_to_its_holder():
    """Cards drawn and discarded: by name for the holder, by number for the others."""
    state = GAME.rules.new(CONTENT, header("two-held"))
    act = close_action(GAME, state, GAME.rules.legal_actions(state)[0], random.Random(1))
    after = GAME.rules.apply(state, act)
    own, theirs = (GAME.rules.events(state, act, after, seat)[0] for seat in ("fp", "shadow"))
    assert (own.code, theirs.code) == ("did_draw_cards", "did_draw")
    assert own.values["cards"][0].id == act.cards[0]
    assert "cards" not in theirs.values
