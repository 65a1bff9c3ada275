"""The app's own player: it knows nothing that its seat does not, breaks no rule, and wants what wins."""

import random
from dataclasses import replace

import pytest

from companion.games import get
from companion.games.wotr.actions import Act
from companion.games.wotr.bots import bot
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.battle import battle
from companion.games.wotr.rules.common.hands import deck_index
from companion.play.game.bots import any_action, close_at_random, next_choice
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from tests.games.wotr.board import CONTENT, board
from tests.games.wotr.setups import NAMES, SETUPS

QUICK = replace(bot.SEARCH, budget=40, width=12)
TABLES = ("full", "four-held", "road", "war")
HELD = {"real_cards": "false"}


def begun(label):
    return GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, *SETUPS[label]))


def random_states(label, rng, steps, every=20):
    """Tables of a random game, one every so many steps, with the seat that is due."""
    state = begun(label)
    for number in range(steps):
        legal = tuple([offer for offer in GAME.rules.legal(state) if not GAME.rules.is_aside(state, offer)])
        if not legal:
            return
        if number % every == every // 4:
            yield state, GAME.rules.pending(state).seats[0]
        state = GAME.rules.apply(state, close_at_random(GAME, state, any_action(rng, state, legal), rng))


def with_other_cards(state, who, rng):
    """Another world: every card that others hold is another one of that back, also if it was picked for a battle."""
    cards, hands, decks, changed = state.setup.tables.cards, [*state.hands], [*state.decks], {}
    for at, hand in enumerate(state.hands):
        for card in hand.cards if at != who else ():
            place = hand_place(state, at, cards[card].deck)
            if decks[place]:
                other = changed[card] = rng.choice(decks[place])
                decks[place] = swapped(state, decks[place], other, card)
                hands[at] = hands[at]._replace(cards=swapped(state, hands[at].cards, card, other))
    agenda = tuple([with_other_picks(step, who, changed) for step in state.agenda])
    return state.replace(hands=tuple(hands), decks=tuple(decks), agenda=agenda)


def hand_place(state, who, deck):
    return deck_index(state, state.setup.sides[who], deck)


def swapped(state, cards, out, into):
    return tuple(sorted([into if card == out else card for card in cards], key=state.setup.tables.places.get))


def with_other_picks(step, who, changed):
    if not isinstance(step, battle.Fight) or battle.cards_shown(step):
        return step
    forces = tuple(
        [
            force if force.seat_index == who else force._replace(card=changed.get(force.card, force.card))
            for force in step.battle.forces
        ]
    )
    return replace(step, battle=step.battle._replace(forces=forces))


@pytest.mark.parametrize("label", TABLES)
def test_it_knows_only_what_its_seat_knows(label, exhaustive):
    """In two worlds that differ only in hidden cards it guesses, chooses and says the same."""
    rng, parted = random.Random(label), 0
    for state, seat in random_states(label, rng, 600 if exhaustive else 80):
        other = with_other_cards(state, state.index_of(seat), rng)
        parted += other != state
        assert bot.guess_hidden_cards(state, seat, random.Random(7)) == bot.guess_hidden_cards(
            other, seat, random.Random(7)
        )
        choices = [QUICK.choose(GAME, CONTENT, world, seat, random.Random(3)) for world in (state, other)]
        assert choices[0] == choices[1]
    assert parted


def test_a_card_that_was_picked_unseen_is_guessed():
    """Of the attacker's combat card the defender knows the back, nothing more (WR-BATTLE-14)."""
    rng, picks = random.Random(4), 0
    for state, seat in random_states("war", rng, 400, every=1):
        fight = next((step for step in state.agenda if isinstance(step, battle.Fight)), None)
        who = state.index_of(seat)
        if fight is None or battle.cards_shown(fight):
            continue
        if not any(force.card and force.seat_index != who for force in fight.battle.forces):
            continue
        other = with_other_cards(state, who, rng)
        picks += other.agenda != state.agenda
        assert bot.guess_hidden_cards(state, seat, random.Random(7)) == bot.guess_hidden_cards(
            other, seat, random.Random(7)
        )
    assert picks


@pytest.mark.parametrize("label", TABLES)
def test_a_guess_fits_what_is_seen(label):
    """The own hand stays, every hand and deck keeps its cards and backs, no card is there twice."""
    rng = random.Random(1)
    for state, seat in random_states(label, rng, 60):
        guessed, who, cards = bot.guess_hidden_cards(state, seat, rng), state.index_of(seat), state.setup.tables.cards
        assert guessed.hands[who] == state.hands[who]
        for before, after in zip((*state.hands,), (*guessed.hands,), strict=True):
            assert sorted(cards[id].deck for id in before.cards) == sorted(cards[id].deck for id in after.cards)
        assert [len(deck) for deck in guessed.decks] == [len(deck) for deck in state.decks]
        held = [id for pile in (*[hand.cards for hand in guessed.hands], *guessed.decks) for id in pile]
        assert len(held) == len(set(held))


def test_what_a_table_is_worth():
    """Won and lost are the ends of the scale; less corruption, more progress and company are good for one side."""
    good = {"region": "moria", "progress": 3, "companions": "gimli", "corruption": 2, "hidden": True}
    table = board(**good)
    for worse in (
        {"corruption": 4},
        {"progress": 1},
        {"companions": ""},
        {"hidden": False},
        {"taken": "edoras,dale"},
    ):
        other = board(**{**good, **worse})
        for seat, sign in (("fp", 1), ("shadow", -1)):
            better, less = (bot.evaluate_table(CONTENT, one.state, seat) for one in (table, other))
            assert sign * (better - less) > 0
            assert 0 < better < 1
    over = table.state.replace(ending="corruption", winners=("shadow",), agenda=())
    assert (bot.evaluate_table(CONTENT, over, "shadow"), bot.evaluate_table(CONTENT, over, "fp")) == (1.0, 0.0)


def test_what_is_not_worth_a_try():
    """No die is thrown away while it can do something, none of the dear ones where a plain one does."""
    state = begun("war")
    acts = [
        Act("move", "fp", die="will-of-the-west"),
        Act("move", "fp", die="character"),
        Act("skip", "fp", die="character"),
        Act("take", "fp", deck="character", die="will-of-the-west"),
    ]
    assert set(bot.select_promising(CONTENT, state, acts)) == {acts[1], acts[3]}
    assert bot.select_promising(CONTENT, state, acts[2:3]) == acts[2:3]


def test_it_leaves_reports_to_those_who_see_the_board():
    """In the variant `hunt` it never tells what happened on the board (WR-TURN-13)."""
    state = begun("two-held")
    while GAME.rules.pending(state).what != "act":
        legal = tuple([offer for offer in GAME.rules.legal(state) if not GAME.rules.is_aside(state, offer)])
        state = GAME.rules.apply(state, close_at_random(GAME, state, legal[0].pick(random.Random(1)), random.Random(1)))
    told = [act for act in GAME.rules.legal_actions(state) if act.type in bot.TOLD]
    assert told
    assert not {*bot.select_promising(CONTENT, state, GAME.rules.legal_actions(state))} & {*told}
    absent = next(seat for seat in state.setup.seats if seat != GAME.rules.pending(state).seats[0])
    assert QUICK.choose(GAME, CONTENT, state, absent, random.Random(1)) is None


@pytest.mark.parametrize("label", ["doom", "war", "four-held"])
def test_a_game_of_bots_ends_and_verifies(label, exhaustive):
    """What they choose is accepted, and says why; the journal alone tells the same outcome."""
    header = GAME.rules.header(CONTENT, *SETUPS[label])
    rng = random.Random(label)
    session = Session.create(GAME, CONTENT, header, seed=rng.randbytes(32))
    players = dict.fromkeys(session.replay.seats, QUICK)
    for _ in range(100_000 if exhaustive else 20):
        state = session.replay.state
        if not GAME.rules.legal(state):
            break
        choice = next_choice(GAME, CONTENT, state, players, rng)
        assert choice.why.key in ("bot.little", "bot.ring", "bot.points")
        answer = session.act(choice.act)
        assert answer.refusal is None, answer.refusal
    assert session.replay.ended or not exhaustive
    report = verify_journal([entry.line for entry in session.replay.entries], get, {"wotr": CONTENT}.__getitem__)
    assert report.replay.state == session.replay.state


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("players", [3, 4])
def test_a_game_of_teams_of_bots_comes_to_its_end(players):
    """From the first turn of the whole game to a victory; the journal alone tells the same."""
    rng = random.Random(players)
    session = Session.create(
        GAME, CONTENT, GAME.rules.header(CONTENT, NAMES[players], "full", HELD, None), seed=bytes(32)
    )
    bots = dict.fromkeys(session.replay.seats, replace(QUICK, budget=20))
    while GAME.rules.legal(session.replay.state):
        choice = next_choice(GAME, CONTENT, session.replay.state, bots, rng)
        answer = session.act(choice.act)
        assert answer.refusal is None, answer.refusal
    assert session.replay.ended
    report = verify_journal([entry.line for entry in session.replay.entries], get, {"wotr": CONTENT}.__getitem__)
    assert report.replay.state == session.replay.state


def test_it_takes_the_last_step():
    """Where one step is left and little corruption borne, the Ring-bearers go on (WR-MORDOR-15)."""
    state = begun("doom")
    rng = random.Random(2)
    while GAME.rules.pending(state).what != "act" or GAME.rules.pending(state).seats != ("fp",):
        seat = GAME.rules.pending(state).seats[0]
        choice = QUICK.choose(GAME, CONTENT, state, seat, rng)
        state = GAME.rules.apply(state, close_at_random(GAME, state, choice.act, rng))
    chosen = QUICK.choose(GAME, CONTENT, state, "fp", rng)
    assert chosen.act.type == "move"
    assert chosen.weighed is None or chosen.weighed.rows[0].chance >= chosen.weighed.rows[-1].chance
