"""Seats that the app plays: taken, left, moved for; what undoing means there."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion import games
from companion.content.load import languages, load
from companion.content.model import Content
from companion.core.errors import WrongCall
from companion.play.bots import bot_turns
from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import AnyBot, any_action, close_at_random, find_bot, next_choice, offers_of
from companion.play.game.game import Chances
from companion.play.journal import log
from companion.play.journal.entries.halts import Pause, Resume
from companion.play.journal.entries.random_words import Commit
from companion.play.journal.entries.remarks import Note, Real
from companion.play.journal.entries.seats import Join, SeatBot, UnseatBot
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.replay import replay_entries
from companion.play.journal.roster import Roster
from companion.play.journal.session import Session
from companion.words.wording import Voice
from tests.play.written import Written
from tests.two_worlds.hidden import SECRETS

GAME, CONTENT = games.get("dice"), load("dice")
SEED = bytes(range(32))


def table(*players: str) -> Session:
    header = GAME.rules.header(CONTENT, players or ("Ania:frodo", "Bo:sam"), "basic", {}, None)
    return Session.create(GAME, CONTENT, header, seed=SEED)


def move_bots(session: Session) -> None:
    """Let all bots move that may."""
    while turn := bot_turns.next_bot_turn(session.replay):
        assert session.act(turn.choose().act).refusal is None


def person(session: Session, rng: random.Random) -> str:
    """One step of a person."""
    seat = GAME.rules.pending(session.replay.state).seats[0]
    assert (
        session.act(any_action(rng, session.replay.state, offers_of(GAME, session.replay.state, seat))).refusal is None
    )
    return seat


def test_a_bot_takes_a_seat_and_leaves_it() -> None:
    """`join` and `leave` name the bot, no phone; the roster has no phone there."""
    session = table()
    session.keep(session.plan(SeatBot("sam", "random")))
    entry = session.replay.entries[-1]
    assert (entry.type, entry.seat, entry.args) == ("join", "sam", {"bot": "random", "by": "host"})
    assert session.replay.bots == {"sam": "random"}
    assert not Roster.from_entries(session.replay.entries).is_taken("sam")
    session.keep(session.plan(UnseatBot("sam")))
    assert (session.replay.entries[-1].type, session.replay.bots) == ("leave", {})


def test_a_phone_leaves_the_seat_that_the_app_plays_on_for_and_takes_it_over_again() -> None:
    """Never both play one seat."""
    session = table()
    session.keep(session.plan(Join("sam", "aa")))
    session.keep(session.plan(SeatBot("sam", "random")))
    assert [entry.type for entry in session.replay.entries[1:]] == ["join", "leave", "join"]
    assert not Roster.from_entries(session.replay.entries).is_taken("sam")
    session.keep(session.plan(Join("sam", "bb")))
    assert session.replay.bots == {}
    assert Roster.from_entries(session.replay.entries).phones["sam"] == {"bb"}


def test_an_unknown_bot_is_refused_with_the_nearest() -> None:
    """And nothing is written."""
    session = table()
    with pytest.raises(WrongCall) as wrong:
        session.keep(session.plan(SeatBot("sam", "randm")))
    assert (wrong.value.values["near"], session.seq) == ("random", 0)


@pytest.mark.parametrize("lang", languages())
def test_the_log_tells_it_in_every_language(lang: str) -> None:
    """Who is named and which bot."""
    session = table()
    session.keep(session.plan(SeatBot("sam", "random")))
    session.keep(session.plan(UnseatBot("sam")))
    voice = Voice(lang, CONTENT, session.replay.header["seats"])
    said = list(log.render_log(session.replay, voice))
    assert all("Bo" in line and voice.say("bot_name.random") in line and "TB-SEAT-5" in line for line in said[1:])
    assert said[1] != said[2]


def test_a_whole_game_of_a_person_and_a_bot_holds() -> None:
    """Its journal replays to the same end, and each of the bot's choices can be counted again."""
    session, rng = table(), random.Random(4)
    session.keep(session.plan(SeatBot("sam", "random")))
    while GAME.rules.outcome(session.replay.state) is None:
        move_bots(session)
        if GAME.rules.outcome(session.replay.state) is None:
            assert person(session, rng) == "frodo"
    found = replay_entries(session.replay.entries, games.get, load)
    assert (found.state, found.bots) == (session.replay.state, {"sam": "random"})
    assert {entry.seat for entry in session.replay.entries if entry.type == "roll"} == {"frodo", "sam"}


def test_the_same_table_brings_the_same_choice_whatever_is_noted() -> None:
    """The source of chance is the entry that left the table so."""
    session = table("Bo:sam", "Ania:frodo")
    session.keep(session.plan(SeatBot("sam", "random")))
    first = bot_turns.next_bot_turn(session.replay)
    session.keep(session.plan(Note("well")))
    assert first is not None
    assert bot_turns.next_bot_turn(session.replay) == first
    assert first.choose() == first.choose()


def test_undo_goes_back_to_the_last_decision_of_a_person_and_the_bot_waits_there() -> None:
    """With all the bot did since; it moves again once the person has decided anew."""
    session, rng = table(), random.Random(1)
    session.keep(session.plan(SeatBot("sam", "random")))
    while GAME.rules.pending(session.replay.state).seats != ("sam",):
        before, seat = session.replay.state, person(session, rng)
    move_bots(session)
    assert session.replay.entries[-1].seat == "sam"
    assert session.keep(session.plan(Undo(session.replay.seats))).refusal is None
    assert (session.replay.state, seat) == (before, "frodo")
    assert bot_turns.next_bot_turn(session.replay) is None
    session.keep(session.plan(Redo()))
    assert GAME.rules.pending(session.replay.state).seats == ("frodo",)


def test_of_bots_alone_there_is_nothing_to_take_back() -> None:
    """They would do the same again."""
    session = table()
    for seat in ("frodo", "sam"):
        session.keep(session.plan(SeatBot(seat, "random")))
    turn = bot_turns.next_bot_turn(session.replay)
    assert turn is not None
    session.act(turn.choose().act)
    assert session.keep(session.plan(Undo([]))).refusal.code == "undo_nothing"


def test_a_bot_waits_while_the_table_is_paused_or_words_are_awaited() -> None:
    """As anybody else."""
    session = table()
    session.keep(session.plan(SeatBot("frodo", "random")))
    assert bot_turns.next_bot_turn(session.replay) is not None
    session.keep(session.plan(Pause()))
    assert bot_turns.next_bot_turn(session.replay) is None
    session.keep(session.plan(Resume()))
    session.keep(session.plan(Commit("ab" * 32, "sam")))
    assert bot_turns.next_bot_turn(session.replay) is None


def test_of_a_bot_that_is_not_known_here_people_play_the_seat() -> None:
    """A journal of a newer companion can be read on."""
    session = table()
    session.keep(session.plan(Written("join", "frodo", {"bot": "oracle"})))
    assert (session.replay.bots, bot_turns.next_bot_turn(session.replay)) == ({"frodo": "oracle"}, None)


def test_where_the_table_has_its_own_dice_people_show_what_the_bot_throws() -> None:
    """The app draws nothing for it."""
    session = table()
    session.keep(session.plan(SeatBot("frodo", "random")))
    choice = bot_turns.next_bot_turn(session.replay).choose()
    assert not bot_turns.is_thrown(session, choice)
    session.keep(session.plan(Real("dice", "real")))
    assert bot_turns.is_thrown(session, choice)


def test_the_log_says_that_a_bot_waits_for_the_table() -> None:
    """Its note names a command; a note of a player stays a note, also of a seat that a bot had."""
    session = table()
    session.keep(session.plan(SeatBot("frodo", "random")))
    session.keep(session.plan(Written("note", "frodo", {"text": "roll"})))
    session.keep(session.plan(UnseatBot("frodo")))
    session.keep(session.plan(Written("note", "frodo", {"text": "roll"})))
    notes = [step.events()[0].code for step in log.log_steps(session.replay) if step.entry.type == "note"]
    assert notes == ["bot_waits", "noted"]


NUMBERS = Chances("bot_weighed", "TB-SEAT-5", ())
TOLD = [  # where numbers are told
    ("dice", ["Ania:frodo", "Bo:sam"], "basic", {}, True),
    ("wotr", ["Ania:fp", "Bo:shadow"], "full", {"real_cards": "false"}, False),
    ("wotr", ["Ania:fp", "Bo:shadow"], "hunt", {"real_cards": "true"}, True),
    ("fellowship", ["Ania:frodo", "Bo:sam"], "standard", {"real_cards": "true"}, False),
    ("fellowship", ["Ania:frodo", "Bo:sam"], "standard", {"real_cards": "true", "real_tiles": "true"}, True),
]


@pytest.mark.parametrize(("id", "players", "variant", "options", "told"), TOLD)
def test_numbers_are_told_only_where_the_app_knows_nothing_hidden(
    id: str, players: list[str], variant: str, options: dict[str, str], told: bool
) -> None:
    """They name what else could be done, and so cards of a hand; the sentence is told everywhere."""
    game, content = games.get(id), load(id)
    session = Session.create(game, content, game.rules.header(content, players, variant, options, None), seed=SEED)
    for seat in session.replay.seats:
        session.keep(session.plan(SeatBot(seat, "random")))
    turn = bot_turns.next_bot_turn(session.replay)
    assert turn is not None
    choice = turn.choose()._replace(weighed=NUMBERS)
    assert bot_turns.public_choice(session.replay, turn, choice) == choice._replace(weighed=NUMBERS if told else None)


def test_hidden_runes_are_not_told_even_of_real_cards() -> None:
    """What a player of a competition could pay would tell how much he has (LR-VARIANT-8)."""
    game, content = games.get("fellowship"), load("fellowship")
    options = {"real_cards": "true", "real_tiles": "true", "competition": "true"}
    header = game.rules.header(content, ["Ania:frodo", "Bo:sam"], "standard", options, None)
    session = Session.create(game, content, header, seed=SEED)
    session.keep(session.plan(SeatBot("frodo", "random")))
    turn = bot_turns.next_bot_turn(session.replay)
    assert turn is not None
    choice = turn.choose()._replace(weighed=NUMBERS)
    assert bot_turns.public_choice(session.replay, turn, choice).weighed is None


def test_random_play_tells_what_alone_could_be_done_but_nothing_of_a_hidden_hand() -> None:
    """How many moves a hand allows, be it one alone, is for its holder to know."""
    for id, players, variant, options, _ in TOLD[:2]:
        game, content = games.get(id), load(id)
        state = game.rules.new(content, game.rules.header(content, players, variant, options, None))
        rng, said = random.Random(1), set()
        for _ in range(60):
            legal = offers_of(game, state, game.rules.pending(state).seats[0])
            choice = AnyBot().choose(game, content, state, legal[0].seat, rng)
            assert choice is not None
            alone = len(legal) == 1 and not legal[0].open
            assert (choice.why.key == "bot.only") == (alone and not game.rules.secret)
            said.add(choice.why.key)
            state = game.rules.apply(state, close_at_random(game, state, choice.act, rng))
        assert said == ({"bot.blind"} if game.rules.secret else {"bot.only", "bot.random"})


QUICK = 60  # steps of a choice, where a bot counts them
MOVES = {True: 300, False: 40}


@pytest.mark.parametrize("id", SECRETS)
def test_reasons_name_no_hidden_card(id: str, exhaustive: bool) -> None:
    """In no language the name of one that lies hidden after the move, be it in the own hand."""
    game, content, secrets = games.get(id), load(id), SECRETS[id]
    header = game.rules.header(content, *next(iter(secrets.tables.values())))
    voices, rng = [Voice(lang, content, header["seats"]) for lang in ("en", "pl", "ru", "uk")], random.Random(5)
    best = find_bot(game, "good")
    best = replace(best, budget=QUICK) if isinstance(best, MonteCarloBot) else best
    state, hidden, looked = game.rules.new(content, header), set[str](), 0
    for _ in range(MOVES[exhaustive]):
        if game.rules.outcome(state) is not None:
            break
        seats = [seat["id"] for seat in header["seats"]]
        choice = next_choice(game, content, state, dict.fromkeys(seats, best), rng)
        assert choice is not None
        state = game.rules.apply(state, close_at_random(game, state, choice.act, rng))
        hidden = {*cards_of([secrets.own(state, at) for at in range(len(seats))])}
        for voice in voices:
            why = voice.say("table.bot_why", seat="", why=(choice.why,))
            for name in {voice.name_among(kinds_of(content, card), card) for card in hidden}:
                assert name not in why, (name, why)
                looked += 1
    assert looked > 500


def cards_of(piles: object) -> Iterator[str]:
    """Ids of cards in piles of piles."""
    if isinstance(piles, str):
        yield piles
    elif isinstance(piles, list | tuple):
        for pile in piles:
            yield from cards_of(pile)


def kinds_of(content: Content, card: str) -> tuple[str, ...]:
    """Tables of content/ that have a card."""
    return tuple([kind for kind, rows in content.tables.items() if card in rows and "name" in rows[card]])
