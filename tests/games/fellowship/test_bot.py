"""The bot of the cooperative game: it knows what its seat knows, and plays better than anything that is legal."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from companion import games
from companion.core.messages import Ref
from companion.games.fellowship import bot
from companion.games.fellowship.bot_reasons import REASONS, explain_choice
from companion.games.fellowship.rules.common import scoring
from companion.play.game.bots import RANDOM, bots_of, close_at_random, next_choice
from companion.play.game.odds_words import mean_values
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from companion.words.wording import Voice
from tests.games.fellowship.conftest import CONTENT, GAME
from tests.languages import LANGUAGES

QUICK = replace(bots_of(GAME)["good"], budget=60)
QUICKEST = replace(QUICK, budget=20, width=6, depth=10)
TWO = ("Ania:frodo", "Bo:sam")
FOUR = ("Ania:frodo", "Bo:merry", "Cela:sam", "Dan:pippin")


def header(players, variant="standard", **options):
    return GAME.rules.header(CONTENT, players, variant, options, None)


@cache
def moments(players, seed, kind):
    """State, and what was chosen, of a game played by one bot at every seat; dice, cards and tiles are of the seed."""
    return tuple(play_game(players, seed, kind))


def play_game(players, seed, kind):
    rng, luck = random.Random(seed), random.Random(f"{seed} luck")
    state = GAME.rules.new(CONTENT, header([*players]))
    seats = dict.fromkeys(state.setup.seats, kind)
    while GAME.rules.legal(state):
        choice = next_choice(GAME, CONTENT, state, seats, rng)
        yield state, choice
        state = GAME.rules.apply(state, close_at_random(GAME, state, choice.act, luck))
    yield state, None


def play_out(players, seed, kind):
    """The table at the end of a game played by one bot at every seat."""
    return moments(players, seed, kind)[-1][0]


def farther(players, seed, kind):
    """The bot destroys the Ring where random play does not, or else ends with more points."""
    ends = [play_out(players, seed, one) for one in (kind, bots_of(GAME)[RANDOM])]
    best, other = [(state.ending == "destroyed", max(scoring.scores(state))) for state in ends]
    return best > other


@pytest.fixture(scope="module")
def moria():
    """Four hands in the first adventure, legendary cards dealt."""
    tables = [state for state, _ in moments(FOUR, 1, bots_of(GAME)[RANDOM])]
    return next(state for state in tables if state.place == 2 and state.turn == 2)


def cards(state):
    """Every card that the app knows, by kind."""
    kinds = state.setup.tables.kinds
    deck = [kind for kind, number in zip(kinds, state.deck, strict=True) for _ in range(number)]
    return sorted([*deck, *[card for player in state.players for card in player.hand]])


def test_a_guess_fits_all_that_the_seat_sees(moria):
    """Its own hand and everything public stay, no card is lost, the other hands are others (LR-STATE-6)."""
    for seat in moria.setup.seats:
        guesses = [bot.guess_hidden(moria, seat, random.Random(number)) for number in range(8)]
        for guessed in guesses:
            assert GAME.rules.view(guessed, seat) == GAME.rules.view(moria, seat)
            assert cards(guessed) == cards(moria)
            assert sum(guessed.deck) == guessed.deck_size
        assert len({guessed.players for guessed in guesses}) > 4


def test_the_choice_is_the_same_whatever_others_hold(moria):
    """Two tables that differ in nothing that the seat knows bring the same action, reason and numbers."""
    seat = GAME.rules.pending(moria).seats[0]
    other = bot.guess_hidden(moria, seat, random.Random(5))
    assert other != moria
    one, two = [QUICK.choose(GAME, CONTENT, state, seat, random.Random(3)) for state in (moria, other)]
    assert one == two


def test_an_onlooker_guesses_every_hand(moria):
    """And sees the same of the table as before."""
    guesses = [bot.guess_hidden(moria, "", random.Random(number)) for number in range(8)]
    assert all(GAME.rules.view(guessed, None) == GAME.rules.view(moria, None) for guessed in guesses)
    assert all(cards(guessed) == cards(moria) for guessed in guesses)
    for who in range(len(moria.players)):
        assert len({guessed.players[who].hand for guessed in guesses}) > 2


def test_tiles_that_another_has_seen_are_guessed(moria):
    """Whoever looked at them knows them, nobody else does (LR-GANDALF-7)."""
    top = ("relentless_time", "relentless_time", "ring_influence")
    state = moria.replace(top=top, seer=0)
    knows, guesses = [
        {bot.guess_hidden(state, state.setup.seats[who], random.Random(number)).top for number in range(8)}
        for who in (0, 1)
    ]
    assert knows == {top}
    assert len(guesses) > 4


def test_cards_laid_open_are_not_guessed(table):
    """What lies in a payment of the group stays with whoever laid it down (LR-EVENT-4)."""
    t = table("moria", "frodo hand=gimli", "sam hand=boromir,brown-wild", event=4, stack="relentless_time*6")
    t.does("show relentless_time").does("resolve").does("offer boromir by=sam")
    for number in range(4):
        guessed = bot.guess_hidden(t.state, "frodo", random.Random(number))
        assert "boromir" in guessed.players[1].hand


def test_a_table_is_worth_more_the_nearer_the_end_and_the_farther_from_sauron(table):
    """From nothing for a game lost to one for the Ring destroyed."""

    def value_table(**more):
        return bot.table_value(CONTENT, table("mordor", "frodo 2", "sam 2", **more).state, "frodo")

    assert 0 < value_table(travel=2, sauron=6) < value_table(travel=9, sauron=6) < value_table(travel=9, sauron=10) < 1
    assert value_table(travel=9, sauron=10, event=5) < value_table(travel=9, sauron=10, event=1)


def test_the_last_step_is_taken(table):
    """One space before Mount Doom and Sauron far away: the card that goes there is played (LR-END-14)."""
    hand = "brown-travel,brown-hide,brown-fight,grey-fight"
    t = table("mordor", f"frodo 1 hand={hand}", f"sam 1 hand={hand}", sauron=12, travel=12, event=5, active="frodo")
    t.does("show hide").does("resolve")
    choice = replace(QUICK, budget=400).choose(GAME, CONTENT, t.state, "frodo", random.Random(1))
    assert (choice.act.type, choice.act.track) == ("play", "travel")
    assert choice.weighed.rows[0].chance == max(row.chance for row in choice.weighed.rows)


def test_whose_step_it_is_not_may_leave_it(table):
    """Nobody pays Gandalf for nothing, though it is legal at any time (LR-GANDALF-1)."""
    t = table("moria", "frodo hand=gimli", "sam runes=5", active="frodo")
    assert "summon" in {offer.type for offer in GAME.rules.legal(t.state) if offer.seat == "sam"}
    assert QUICK.choose(GAME, CONTENT, t.state, "sam", random.Random(1)) is None


def test_reasons_have_words_in_every_language_and_name_no_card():
    """Of a whole game: what is worth more than after the next best, in numbers (LR-STATE-6)."""
    keys = set()
    for _, choice in moments(TWO, 1, QUICKEST):
        if choice is not None and choice.why.key not in ("bot.little", "bot.alike"):
            assert choice.why.values.keys() == {"chance", "next", "reasons"}
            for reason in choice.why.values["reasons"]:
                assert not {"card", "cards"} & reason.values.keys()
                keys.add(reason.key.removeprefix("bot_reason."))
            for lang in LANGUAGES if len(keys) < 3 else ():
                assert Voice(lang, CONTENT).say(choice.why.key, **choice.why.values)
    assert len(keys) >= 4
    assert keys <= {*REASONS, "lost"}


def test_every_reason_can_be_said():
    """In every language, naming no card; every term is told of, but for the Ring and those that no move changes."""
    for lang in LANGUAGES:
        voice = Voice(lang, CONTENT)
        cards = [voice.name(Ref("legendary_card", card)) for card in CONTENT["legendary_card"]]
        for id in REASONS:
            said = voice.say(f"bot_reason.{id}", **mean_values(Fraction(1, 2)))
            assert "0" in said
            assert not [card for card in cards if card in said]
    told = {term for reason in REASONS.values() for term in reason.terms}
    assert {*CONTENT["bot_value"]} - told == {"start", "players", "ring"}


def test_the_reason_is_what_parts_the_tables(table):
    """One hobbit nearer to Sauron and nothing else; then games that are lost."""
    near, far = [table("moria", "frodo 2", f"sam {at}", sauron=9, fight=3).state for at in (6, 4)]
    why = explain_choice("frodo", [far, far], [near, far])
    assert [(reason.key, reason.values["exact"]) for reason in why.values["reasons"]] == [("bot_reason.hobbits", "1")]
    assert why.values["chance"] > why.values["next"]
    assert explain_choice("frodo", [far], [far]).key == "bot.alike"
    lost = far.replace(ending="bearer_dead", agenda=())
    (reason,) = explain_choice("frodo", [far, far], [far, lost]).values["reasons"]
    assert (reason.key, reason.values["chance"]) == ("bot_reason.lost", Fraction(1, 2))


def test_bots_come_farther_than_random_play():
    """With the same dice, cards and tiles to come."""
    assert farther(TWO, 1, QUICKEST)


@pytest.mark.tier("exhaustive")
def test_bots_come_farther_in_nineteen_of_twenty_games():
    """Two hundred, fifty for each number of players; benchmarks/together.py prints how many are won."""
    tables = [tuple([f"{id}:{id}" for id in row["hobbits"]]) for row in CONTENT["setup"].values()]
    assert sum([farther(players, seed, QUICK) for players in tables for seed in range(50)]) >= 190


def test_a_journal_of_bots_is_verified(exhaustive):
    """Every action that they choose is one that the referee takes."""
    session = Session.create(GAME, CONTENT, header([*TWO]), seed=bytes(32), clock=lambda: "")
    rng = random.Random(7)
    for _ in range(100_000 if exhaustive else 40):
        if not GAME.rules.legal(session.replay.state):
            break
        choice = next_choice(GAME, CONTENT, session.replay.state, dict.fromkeys(("frodo", "sam"), QUICKEST), rng)
        assert session.act(choice.act).refusal is None
    lines = [entry.line for entry in session.replay.entries]
    report = verify_journal(lines, games.get, lambda game: CONTENT)
    assert report.replay.state == session.replay.state
    assert session.replay.ended or not exhaustive
