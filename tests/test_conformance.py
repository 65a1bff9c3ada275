"""The contract of companion.play.game.game, the same for every game: random play, examined after each step.

A game says in tests/games/<id>/setups.py from which tables it is played (SETUPS), how long a game may last (LONGEST)
and which actions are worth trying besides the legal ones (candidates). Where seats see different things, `twins` gives
states that a seat must not be able to tell apart; NO_LONG_RUN names the chance types of decks and bags, whose odds
change with every draw, so that no report of dice counts them. ODDS_AT names the tables at which chances are looked at
beside what is offered, where they are dear. STEP_INS is true where seats may act that nobody waits for, out of hands
that the others do not see. `choose` picks one of the legal actions where most of them only tell what
somebody read; SEATS are the numbers of seats of each variant, where not every number goes with every one.

tests/walks.py plays these games, each once for all checks here, and says what of each step is looked at: one offer of
each kind; in the exhaustive tier all of them, all candidates, and more games.
"""

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import islice, product
from math import prod

import pytest

from companion import games
from companion.core.errors import IllegalAction
from companion.core.messages import Refusal
from companion.play.game.game import Outcome, Pending
from companion.play.game.offers import Offer
from companion.play.journal.entries.table_entry import table_entries
from companion.play.journal.replay import UNREADABLE
from tests import seeds, walks

TABLE_TYPES = {"header", *table_entries()}
FAULTS = 27  # one of so many headers with a fault is tried, where not everything is
MOST_OFFERS = 200  # in any state
MOST_DRAWS = {True: 50_000, False: 1_000}  # ways to draw that are all tried, looking at everything or not
MOST_COUNTED = {True: 5_000_000, False: 50_000}  # ways to draw that are all counted; of more only some are drawn


def pytest_generate_tests(metafunc):
    """walk: a random game, table: where it is played, tables: all of a game."""
    tier = metafunc.config.getoption("--tier")
    quick = [pair for game in games.GAMES for pair in quick_tables(game)]
    found = {"quick": quick, "test": walks.TABLES[::3]}.get(tier, walks.TABLES)
    if "walk" in metafunc.fixturenames:
        seeds = (*walks.SEEDS, *walks.MORE) if tier == "exhaustive" else walks.SEEDS
        played = [(game, label, seed) for game, label in found for seed in seeds]
        metafunc.parametrize("walk", played, indirect=True, scope="module", ids=lambda row: "-".join(map(str, row)))
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", found, indirect=True, scope="module", ids="-".join)
    if "tables" in metafunc.fixturenames:
        metafunc.parametrize("tables", games.GAMES, indirect=True, scope="module")


def quick_tables(game):
    """Two tables are enough for the person at work: the first, and the one after the middle."""
    labels = list(walks.setups(game).SETUPS)
    return [(game, labels[0]), (game, labels[len(labels) // 2 + 1])]


@pytest.fixture(scope="module")
def walk(request, exhaustive):
    game, label, seed = request.param
    return walks.walk(walks.desk(game, label), seed, exhaustive)


@pytest.fixture(scope="module")
def table(request, exhaustive):
    found = walks.desk(*request.param)
    found.whole = exhaustive
    return found


@pytest.fixture(scope="module")
def tables(request):
    return [walks.desk(request.param, label) for label in walks.setups(request.param).SETUPS]


def through_json(data):
    return json.loads(json.dumps(data, ensure_ascii=False, allow_nan=False))


# --- every step of random games ------------------------------------------------------------------------------------


def test_the_legal_list_is_stable_and_ends_with_the_game(walk):
    """The list has no doubles, comes out the same again, and is empty exactly when there is an outcome."""
    it = walk.desk
    for state, legal, _, action, _ in walk.moments:
        assert len(set(legal)) == len(legal)
        again = it.game.rules.restore(it.content, it.header, through_json(it.game.rules.dump(state)))
        assert again == state
        assert hash(again) == hash(state)
        assert it.game.rules.legal(again) == legal
        assert len(legal) < MOST_OFFERS
        assert all(offer.open or offer.admits(offer.act) for offer in legal)
        pending, outcome = it.game.rules.pending(state), it.game.rules.outcome(state)
        assert it.game.rules.pending(again) == pending
        assert isinstance(pending, Pending)
        assert (not legal) == (action is None) == isinstance(outcome, Outcome) == (not pending.seats)
        if getattr(it.setups, "STEP_INS", False):
            assert not legal or legal[0].seat == pending.seats[0]
        else:
            assert {choice.seat for choice in legal} == set(pending.seats)
        assert pending.chance == bool(legal and it.game.rules.chance(state, legal[0].act) is not None)
        assert {choice.type for choice in legal} <= set(it.game.words.action_types)
        if outcome:
            assert set(outcome.winners) <= set(it.seats)
            assert outcome.rule in it.content["rule"]


def test_check_accepts_exactly_what_is_legal(walk):
    """Of all actions worth trying `check` accepts those in the list and no other; `apply` agrees, and says why not."""
    it = walk.desk
    accepted = refused = 0
    for at, (state, legal, offers, _, _) in enumerate(walk.moments):
        dumped = it.game.rules.dump(state)
        before = it.game.rules.restore(it.content, it.header, dumped)
        for action in (*offers, *walk.some(it.setups.candidates(state), at)):
            refusal = it.game.rules.check(state, action)
            assert (refusal is None) == it.is_legal(state, legal, action), (action, refusal)
            if refusal is None:
                accepted += 1
                continue
            refused += 1
            assert refusal.rule in it.content["rule"], refusal
            it.say("refusal", refusal, walk.whole)
            assert it.raised(state, action) == refusal
        assert state == before
        assert it.game.rules.dump(state) == dumped
    assert accepted >= len(walk.moments) - 1
    assert refused > len(walk.moments) // 4


def test_actions_survive_storing_and_typing(walk):
    """An action, written as JSON or as the words of a command and read back, is the same action."""
    it = walk.desk
    for state, _, offers, taken, _ in walk.moments:
        for action in (*offers, *([taken] if taken else [])):
            assert it.parsed(state, action) == action
            if it.game.words.as_open(action) != action:  # what is open is never stored
                assert (
                    it.game.words.decode(action.type, action.seat, through_json(it.game.words.args(action))) == action
                )
            assert it.game.rules.check(state, action) is None


def test_the_table_says_how_real_results_are_typed(walk):
    """Wherever chance decides, the guided table says how what lies on the table is typed, and understands its example.

    Of cards it may be one that is not there: then it is refused, not misread.
    """
    it = walk.desk
    for state, legal, *_ in walk.moments:
        first = legal[0].act if legal else None
        if first is None or first.type not in it.game.words.chance_types:
            continue
        prompt = it.game.show.prompt(state, it.voices[0].say)
        if it.game.rules.chance(state, first).real:
            assert it.voices[0].say("ask.real") in prompt
            continue
        (how,) = [line for line in prompt if line.startswith("Enter: the app")]
        _, given, example = how.partition("for example ")
        if given:
            type, words, rolled = it.game.words.read_answer(state, example)
            assert type == first.type
            action = it.game.words.parse(it.content, state, type, words, rolled)
            assert it.game.words.as_open(action) not in (None, action)
            assert "Real dice" not in how or it.game.rules.check(state, action) is None


def test_every_event_and_offer_is_said_in_every_language(walk):
    """Every event, offer and working is said in every language, with a rule that exists."""
    it = walk.desk
    for at, (state, legal, offers, action, after) in enumerate(walk.moments):
        for offer in (*[offer for offer in legal if offer.open], *map(Offer, offers)):
            it.say("offer", it.game.show.describe_offer(state, offer), walk.whole)
        for event in it.game.show.score_explanation(state):
            it.say("event", event, walk.whole)
        for voice in walk.turn(it.voices, at):
            assert it.game.show.render_text(state, voice.say)
            assert action is None or it.game.show.prompt(state, voice.say)
        if action is None:
            outcome = it.game.rules.outcome(state)
            for voice in it.voices:
                assert voice.say(f"ending.{outcome.ending}")
            continue
        events = it.game.rules.events(state, action, after)
        assert events, action
        for event in events:
            assert event.rule in it.content["rule"], event
            it.say("event", event, walk.whole)


def test_a_view_shows_nothing_hidden(walk):
    """A view is plain data; states that differ only in what a seat cannot see look the same to it."""
    it = walk.desk
    twins = getattr(it.setups, "twins", None)
    for at, (state, *_) in enumerate(walk.moments):
        views = {seat: it.game.rules.view(state, seat) for seat in (None, *it.seats)}
        assert all(through_json(view) == view for view in walk.turn(list(views.values()), at))
        if twins is None:  # nothing is hidden, so nobody sees more than an onlooker
            if walk.whole or it.label in getattr(it.setups, "ODDS_AT", [it.label]):
                beside(it, state)
            assert all(view == views[None] for view in views.values())
        else:
            for seat, twin in walk.turn(list(twins(state)), at):
                assert it.game.rules.view(twin, seat) == views[seat]
                assert it.game.rules.pending(twin) == it.game.rules.pending(state)
                assert beside(it, twin) == beside(it, state)


def beside(it, state):
    """The chances that stand beside what is offered, and how they are said."""
    found = list(it.game.odds.beside(it.content, state, {offer.type for offer in it.game.rules.legal(state)}))
    for one in found:
        assert one.question in it.game.odds.questions
        assert all(0 <= row.chance <= 1 for table in one.answer.tables for row in table.rows)
        for voice in it.voices:
            assert "{" not in voice.say(f"odds.{one.code}", **one.values)
            assert all("{" not in voice.say(line.key, **line.values) for line in one.ticked.values())
    return found


# --- chance --------------------------------------------------------------------------------------------------------


def test_chance_and_outcomes_agree(walk):
    """Outcomes of an open action sum to 1, each applies, and drawing every number gives each of them as often."""
    it = walk.desk
    seen, no_long_run = set(), getattr(it.setups, "NO_LONG_RUN", ())
    for state, _, offers, _, _ in walk.moments:
        for action in offers:
            chance = it.game.rules.chance(state, action)
            opened = it.game.words.as_open(action)
            assert (opened is None) == (chance is None) == (action.type not in it.game.words.chance_types)
            if chance is None or chance in seen:
                continue
            seen.add(chance)
            assert opened == action
            assert not (chance.real and (chance.sealed or chance.unseen))  # or nobody could close it
            with pytest.raises(IllegalAction):
                it.game.rules.apply(state, action)
            if prod(chance.sizes) > MOST_COUNTED[walk.whole]:
                some_draws_hold(it, state, action, chance)
                continue
            odds = dict(it.game.rules.outcomes(state, action))
            assert len(odds) == len(list(it.game.rules.outcomes(state, action)))
            assert all(isinstance(chances, Fraction) and chances > 0 for chances in odds.values())
            assert sum(odds.values()) == 1
            if prod(chance.sizes) <= MOST_DRAWS[walk.whole]:
                draws = product(*map(range, chance.sizes))
                drawn = Counter(it.game.rules.complete(state, action, numbers) for numbers in draws)
                assert odds == {closed: Fraction(count, prod(chance.sizes)) for closed, count in drawn.items()}
            else:  # a handful of cards: too many ways to try each
                rng = random.Random(f"draws {chance}")
                for _ in range(100):
                    assert it.game.rules.complete(state, action, [rng.randrange(size) for size in chance.sizes]) in odds
            for closed in list(odds)[:: max(len(odds) // (200 if walk.whole else 20), 1)]:
                assert it.game.words.as_open(closed) == action
                assert it.game.rules.chance(state, closed) is None
                assert it.game.rules.check(state, closed) is None
                assert it.game.rules.apply(state, closed) != state
                assert it.game.show.drawn_faces(state, closed) or chance.label in no_long_run
    assert seen


def some_draws_hold(it, state, action, chance):
    """Whatever is drawn can be done."""
    rng = random.Random(f"draws {chance}")
    for _ in range(100):
        closed = it.game.rules.complete(state, action, [rng.randrange(size) for size in chance.sizes])
        assert it.game.words.as_open(closed) == action
        assert it.game.rules.chance(state, closed) is None
        assert it.game.rules.check(state, closed) is None
        assert it.game.rules.apply(state, closed) != state


def test_faces_shown_have_odds(walk):
    """Everything a chance action shows is among the faces of its source, and these sum to 1."""
    it = walk.desk
    odds = it.game.odds.face_odds(it.start)
    assert all(sum(faces.values()) == 1 for faces in odds.values())
    taken = [(state, action) for state, _, _, action, _ in walk.moments if action is not None]
    shown = [pair for state, action in taken for pair in it.game.show.drawn_faces(state, action)]
    lasting = set(it.game.words.chance_types) - set(getattr(it.setups, "NO_LONG_RUN", ()))
    assert shown or not any(action.type in lasting for _, action in taken)
    assert all(odds[pair.second][pair.first] > 0 for pair in shown if pair.second in odds)


# --- damaged and foreign input -------------------------------------------------------------------------------------


def mangled(args):
    """Arguments of a journal entry with one thing wrong, or strange."""
    for key, value in args.items():
        yield {other: args[other] for other in args if other != key}
        for strange in (None, 7, "7", "frodo", [], {}, [None], [[]], [{}], [7], ["?"], [-1], [10**30]):
            yield {**args, key: strange}
        if isinstance(value, list):
            for strange in (None, 99, -1, "", "?", [], {}):
                yield {**args, key: [strange, *value[1:]]}
                yield {**args, key: [*value, strange]}
            yield {**args, key: value[1:]}
            yield {**args, key: value * 2}
            yield {**args, key: value[::-1]}
    yield {**args, "strange": 1}
    yield {}


def test_no_journal_entry_breaks_the_check(walk):
    """Whatever an entry holds, it is unreadable (ValueError), refused, or applied: nothing else is raised."""
    it, met, broken, tried = walk.desk, set(), {}, 0
    for state, _, offers, taken, _ in walk.moments:
        for action in filter(None, dict.fromkeys([*offers[-2:], taken])):
            kind = (it.game.rules.pending(state).what, walks.signature(action))
            if kind in met and not walk.whole:
                continue
            met.add(kind)
            for args in mangled(through_json(it.game.words.args(action))):
                try:
                    entry = it.game.words.decode(action.type, action.seat, args)
                except ValueError:
                    continue
                tried += 1
                try:
                    it.raised(state, entry)
                except Exception as error:  # collected, to name every kind at once
                    broken.setdefault(f"{action.type} {type(error).__name__}", (args, str(error)))
    assert broken == {}
    assert tried > 10


def mangled_deep(data):
    """As `mangled`, at every depth of a header."""
    yield from mangled(data)
    for key, value in data.items():
        if isinstance(value, dict):
            yield from ({**data, key: strange} for strange in mangled_deep(value))
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ({**data, key: [strange, *value[1:]]} for strange in mangled_deep(value[0]))


def test_no_header_breaks_the_table(table):
    """Whatever a header holds, it is unreadable, refused, or a table that can be played and stored."""
    it = table
    broken = {}
    every = mangled_deep(through_json(it.header))
    at = (it.game.id, it.label)
    first = walks.TABLES.index(at) % FAULTS if at in walks.TABLES else 0  # games of tests stand in no list
    for header in every if it.whole else islice(every, first, None, FAULTS):
        try:
            played = it.game.rules.new(it.content, header)
        except UNREADABLE:
            continue
        if isinstance(played, Refusal):
            it.say("refusal", played, False)
            continue
        try:
            assert it.game.rules.legal(played)
            assert it.game.rules.restore(it.content, header, through_json(it.game.rules.dump(played))) == played
        except Exception as error:  # collected, to name every kind at once
            broken.setdefault(f"{type(error).__name__}: {error}", header)
    assert broken == {}


def test_unknown_actions_are_not_decoded(tables):
    """An entry of another game is a ValueError."""
    for type in ("header", "somersault", "undo"):
        with pytest.raises(ValueError, match=type):
            tables[0].game.words.decode(type, "nobody", {})


# --- the whole -----------------------------------------------------------------------------------------------------


def test_a_game_names_itself_as_its_content_does(tables):
    """Id and rules number stand in content/, and every chance type is an action type."""
    it, content = tables[0].game, tables[0].content
    assert it.id == content.info.id
    assert it.rules.number == content.info["rules"]
    assert set(it.words.chance_types) <= set(it.words.action_types)
    assert not set(it.words.action_types) & TABLE_TYPES
    for variant in content.info["variants"]:
        assert through_json(it.rules.facts(content, variant)) == it.rules.facts(content, variant)


def test_a_header_sets_the_same_table_again(tables):
    """A header through JSON gives an equal state; the same words give an equal header."""
    for it in tables:
        assert it.game.rules.new(it.content, through_json(it.header)) == it.start
        again = it.setups.SETUPS[it.label]
        assert it.game.rules.header(it.content, *again) == it.header


def test_the_tables_reach_every_variant_and_seat_count(tables):
    """The set-ups cover every variant with every number of seats the game allows."""
    info, setups = tables[0].content.info, tables[0].setups
    met = {(it.header["variant"], len(it.seats)) for it in tables}
    counts = range(info["seats_min"], info["seats_max"] + 1)
    every = dict.fromkeys(info["variants"], counts)
    seats = getattr(setups, "SEATS", every)
    assert set(seats) == set(every)
    assert all(set(seats[variant]) <= set(counts) for variant in seats)
    assert met >= {(variant, number) for variant in seats for number in seats[variant]}


@pytest.mark.tier("test")
def test_random_games_reach_every_ending(tables):
    """Every ending that words.yaml can tell is reached by some random game; those are played most that are short."""
    words = {key.removeprefix("ending.") for key in tables[0].content.texts if key.startswith("ending.")}
    first = {it: it.ending(seeds.words(str(walks.SEEDS[0]))) for it in tables}
    reached = {ending for _, ending in first.values()}
    for it, seed in product(sorted(tables, key=lambda it: first[it][0]), range(2, 40)):
        if reached == words:
            break
        reached.add(it.ending(seed)[1])
    assert reached == words
