"""The plain bot of the card game: it keeps the rules, uses its own hand only, and beats what is random."""

import random

import pytest

from companion import games
from companion.content.load import load
from companion.core.messages import Phrase
from companion.games.wotrcards import events
from companion.games.wotrcards.state import Pile
from companion.play.game.bots import any_action, bots_of, close_at_random, next_choice, offers_of
from companion.play.game.game import Choice
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from companion.words.wording import Voice
from tests.languages import LANGUAGES

GAME, CONTENT = games.get("wotrcards"), load("wotrcards")
PLAIN = bots_of(GAME)["good"]
NAMES = ("Ania", "Bo", "Cela", "Dan", "Ewa", "Filip")
WHOLE_GAMES = 200
TEXTS = {"tell", "effect", "use"}  # random play would tell itself to victory


class Quiet:
    """Anything but texts; icons as few as a seat may count."""

    def choose(self, game, content, state, seat, rng):
        if seat != game.rules.pending(state).seats[0]:
            return None
        legal = tuple(offer for offer in offers_of(game, state, seat) if offer.type not in TEXTS)
        acts = [any_action(rng, state, legal) for _ in range(3)]
        best = min(acts, key=lambda act: act.attack) if acts[0].type == "icons" else acts[0]
        return Choice(best, Phrase("bot.plain", {}))


def header(variant="trilogy", real="false", people=("Ania:free", "Bo:shadow")):
    return GAME.rules.header(CONTENT, people, variant, {"real_cards": real}, None)


TABLES = [  # every scenario with every number of people
    (id, ("Ania:free", "Bo:shadow") if number == 2 else tuple(NAMES[:number]))
    for id, row in CONTENT["scenario"].items()
    for number in range(row["people_min"], row["people_max"] + 1)
]


def moments(head, seed, side):
    """State, and what was chosen, of a game in which a side is played by the bot, or both (None)."""
    rng, state = random.Random(seed), GAME.rules.new(CONTENT, head)
    setup = state.setup
    seats = {seat: PLAIN if side in (None, of) else Quiet() for seat, of in zip(setup.seats, setup.sides, strict=True)}
    while GAME.rules.legal(state):
        choice = next_choice(GAME, CONTENT, state, seats, rng)
        yield state, choice
        state = GAME.rules.apply(state, close_at_random(GAME, state, choice.act, rng))
    yield state, None


@pytest.mark.parametrize("side", [0, 1])
def test_it_beats_random_play(side, exhaustive):
    """A game or three for either side, most of them won; random play tells no texts, as the bot tells none."""
    won, number = 0, 3 if exhaustive else 1
    for seed in range(number):
        *_, (state, _) = moments(header(), seed, side)
        winner = GAME.rules.outcome(state).winners[0]
        won += state.setup.sides[state.setup.seats.index(winner)] == side
    assert won > number // 2


def test_it_tells_no_texts_and_gives_a_reason_in_every_language():
    """Whatever it does needs nothing read; each has a sentence, which names no card that goes face down."""
    keys = set()
    for state, choice in moments(header("duel"), 1, None):
        if choice is not None:
            assert choice.act.type not in TEXTS
            if events.is_hidden(state.step, state, choice.act):
                assert not choice.why.values
            if choice.why.key not in keys:
                for lang in LANGUAGES:
                    assert Voice(lang, CONTENT).say(choice.why.key, **choice.why.values)
            keys.add(choice.why.key)
    assert keys >= {f"bot.{code}" for code in ("place", "reserve", "least", "pass", "ring", "text", "icons", "plain")}


def test_what_others_hold_changes_nothing():
    """Hands, decks and piles of the others, and the order of everything face down, are not looked at (WC-SET-6)."""
    looked_at = 0
    for state, choice in moments(header(), 2, None):
        if choice is None or state.step.kind != "act":
            continue
        who = state.index_of(choice.act.seat)
        hidden = tuple(
            [
                deck
                if at == who
                else deck._replace(
                    hand=Pile(deck.hand.size, deck.draw.cards[: deck.hand.size]),
                    draw=Pile(deck.draw.size, (*deck.hand.cards, *deck.draw.cards[deck.hand.size :])),
                )
                for at, deck in enumerate(state.decks)
                if at == who or deck.draw.size >= deck.hand.size
            ]
        )
        if len(hidden) == len(state.decks) and hidden != state.decks:
            looked_at += 1
            other = state.replace(decks=hidden)
            assert PLAIN.choose(GAME, CONTENT, other, choice.act.seat, random.Random(1)) == choice
    assert looked_at > 20


def verified(head, seed):
    """Plays a whole game of bots with a journal, which is verified; every action as chosen."""
    session = Session.create(GAME, CONTENT, head, seed=bytes(31) + bytes([seed]), clock=lambda: "")
    rng = random.Random(seed)
    while GAME.rules.legal(session.replay.state):
        state = session.replay.state
        act = next_choice(GAME, CONTENT, state, dict.fromkeys(state.setup.seats, PLAIN), rng).act
        yield act
        drawn = GAME.rules.chance(state, act)
        assert session.act(close_at_random(GAME, state, act, rng) if drawn and drawn.real else act).refusal is None
    assert verify_journal([entry.line for entry in session.replay.entries], games.get, load).replay.state.ending


@pytest.mark.parametrize("real", ["false", "true"])
def test_a_journal_of_bots_is_verified(real):
    """Every action is one that the referee takes; of a real hand, which it cannot see, it plays nothing."""
    types = {act.type for act in verified(header(real=real), 7)}
    assert ("play" in types) == (real == "false")


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize(("scenario", "people"), TABLES)
def test_whole_games_of_every_scenario_and_number_of_people(scenario, people):
    """No rule is ever broken, and every journal holds."""
    for seed in range(-(-WHOLE_GAMES // len(TABLES))):
        assert list(verified(header(scenario, people=people), seed))
