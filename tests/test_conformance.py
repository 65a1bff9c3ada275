"""The contract of companion.play.game, the same for every game: random play, looked at from all sides after each step.

A game says in tests/games/<id>/setups.py from which tables it is played (SETUPS), how long a game may last (LONGEST)
and which actions are worth trying besides the legal ones (candidates). Where seats see different things, `twins` gives
states that a seat must not be able to tell apart; NO_LONG_RUN names the chance types of decks and bags, whose odds
change with every draw, so that no report of dice counts them. STEP_INS is true where seats may act that nobody waits
for, out of hands that the others do not see. `choose` picks one of the legal actions where most of them only tell what
somebody read; SEATS are the numbers of seats of each variant, where not every number goes with every one. SEEDS are
the random games of each table, where one is long enough.
"""

import json
import random
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from math import prod
from pathlib import Path

import pytest

from companion import games
from companion.content.load import load
from companion.errors import IllegalAction
from companion.play.game import Outcome, Pending, Refusal
from companion.play.replay import QUIET, UNREADABLE
from companion.wording import Voice
from tests.languages import LANGUAGES

SEEDS = (1, 2)
TABLE_TYPES = {"header", "undo", "redo", "reveal", "override", "pause", "resume", "end", *QUIET}
MOST_DRAWS = 50_000  # ways to draw that are all tried
MOST_COUNTED = 5_000_000  # ways to draw that are all counted; of more only some are drawn


@cache
def setups(game):
    path = Path(__file__).parent / "games" / game / "setups.py"
    spec = spec_from_file_location(f"setups_of_{game}", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TABLES = [pytest.param(game, label, id=f"{game}-{label}") for game in games.GAMES for label in setups(game).SETUPS]
WALKS = [
    pytest.param(game, label, seed, id=f"{game}-{label}-{seed}")
    for game in games.GAMES
    for label in setups(game).SETUPS
    for seed in getattr(setups(game), "SEEDS", SEEDS)
]


class Desk:
    """One game at one table, with what every check below needs."""

    def __init__(self, id, label):
        self.game, self.content, self.setups = games.get(id), load(id), setups(id)
        self.header = self.game.header(self.content, *self.setups.SETUPS[label])
        assert not isinstance(self.header, Refusal), self.header
        self.start = self.game.new(self.content, self.header)
        assert not isinstance(self.start, Refusal), self.start
        self.seats = [seat["id"] for seat in self.header["seats"]]
        self.voices = [Voice(lang, self.content, self.header["seats"]) for lang in LANGUAGES]
        self.choose = getattr(self.setups, "choose", random.Random.choice)
        self._said = set()

    def walk(self, seed):
        """Every state of one random game, with the action taken there (None at the end)."""
        rng, state = random.Random(f"conformance {seed}"), self.start
        for _ in range(self.setups.LONGEST):
            legal = self.game.legal(state)
            if not legal:
                yield state, None
                return
            action = self.choose(rng, legal)
            chance = self.game.chance(state, action)
            if chance is not None:
                action = self.game.complete(state, action, [rng.randrange(size) for size in chance.sizes])
            yield state, action
            state = self.game.apply(state, action)
        pytest.fail(f"no end after {self.setups.LONGEST} actions")

    def parsed(self, state, action):
        """What `companion do` makes of the words of an action."""
        type, *rest = self.game.words(state, action).split(" ")
        rolled = rest[rest.index("--rolled") + 1] if "--rolled" in rest else None
        given = dict(word.split("=", 1) for word in rest if "=" in word and word != rolled)
        return self.game.parse(self.content, state, type, given, rolled, action.seat)

    def raised(self, state, action):
        """The refusal that `apply` raises, or None."""
        try:
            self.game.apply(state, action)
        except IllegalAction as error:
            return error.refusal
        return None

    def say(self, how, message):
        """The message can be said in every language; each distinct one is said once."""
        key = (how, message.code, message.rule, repr(message.values))
        if key in self._said:
            return
        self._said.add(key)
        for voice in self.voices:
            text = getattr(voice, how)(message)
            assert text.strip(), (voice.lang, message)
            assert "{" not in text, (voice.lang, text)

    def is_legal(self, state, legal, action):
        """Legal are the actions of the list; a chance action with its result, if it is an outcome of an open one."""
        opened = self.game.opened(action)
        if opened is None or opened == action:
            return action in legal
        return opened in legal and action in _results(self.game, state, opened)


@cache
def _results(game, state, opened):
    return {action for action, _ in game.outcomes(state, opened)}


@cache
def desk(game, label):
    return Desk(game, label)


def through_json(data):
    return json.loads(json.dumps(data, ensure_ascii=False, allow_nan=False))


# --- every step of random games ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "label", "seed"), WALKS)
def test_the_legal_list_is_stable_and_ends_with_the_game(game, label, seed):
    """The list has no doubles, comes out the same again, and is empty exactly when there is an outcome."""
    it = desk(game, label)
    for state, action in it.walk(seed):
        legal = it.game.legal(state)
        assert len(set(legal)) == len(legal)
        assert it.game.legal(it.game.restore(it.content, it.header, it.game.dump(state))) == legal
        pending, outcome = it.game.pending(state), it.game.outcome(state)
        assert isinstance(pending, Pending)
        assert (not legal) == (action is None) == isinstance(outcome, Outcome) == (not pending.seats)
        if getattr(it.setups, "STEP_INS", False):
            assert not legal or legal[0].seat == pending.seats[0]
        else:
            assert {choice.seat for choice in legal} == set(pending.seats)
        assert pending.chance == bool(legal and it.game.chance(state, legal[0]) is not None)
        assert {choice.type for choice in legal} <= set(it.game.action_types)
        if outcome:
            assert set(outcome.winners) <= set(it.seats)
            assert outcome.rule in it.content["rule"]


@pytest.mark.parametrize(("game", "label"), TABLES)
def test_check_accepts_exactly_what_is_legal(game, label):
    """Of all actions worth trying `check` accepts those in the list and no other; `apply` agrees, and says why not."""
    it = desk(game, label)
    accepted = refused = 0
    for state, _ in it.walk(6):
        before, dumped, legal = deepcopy(state), it.game.dump(state), set(it.game.legal(state))
        for action in (*legal, *it.setups.candidates(state)):
            refusal = it.game.check(state, action)
            assert (refusal is None) == it.is_legal(state, legal, action), (action, refusal)
            if refusal is None:
                accepted += 1
                continue
            refused += 1
            assert refusal.rule in it.content["rule"], refusal
            it.say("refusal", refusal)
            assert it.raised(state, action) == refusal
        assert state == before
        assert it.game.dump(state) == dumped
    assert accepted > 10
    assert refused > 10


@pytest.mark.parametrize(("game", "label", "seed"), WALKS)
def test_states_and_actions_survive_storing(game, label, seed):
    """State and action, written as JSON and read back, are equal; so are the words of every legal action."""
    it = desk(game, label)
    for state, taken in it.walk(seed):
        again = it.game.restore(it.content, it.header, through_json(it.game.dump(state)))
        assert again == state
        assert hash(again) == hash(state)
        assert it.game.legal(again) == it.game.legal(state)
        assert it.game.pending(again) == it.game.pending(state)
        for action in (*it.game.legal(state), *([taken] if taken else [])):
            assert it.parsed(state, action) == action
            if it.game.opened(action) != action:  # what is open is never stored
                assert it.game.decode(action.type, action.seat, through_json(action.args())) == action
            assert it.game.check(again, action) is None


@pytest.mark.parametrize(("game", "label", "seed"), WALKS)
def test_what_happens_can_be_said(game, label, seed):
    """Every event, offer and working is said in every language, with a rule that exists."""
    it = desk(game, label)
    for state, action in it.walk(seed):
        for choice in it.game.legal(state):
            it.say("offer", it.game.told(state, choice))
        for event in it.game.working(state):
            it.say("event", event)
        for voice in it.voices:
            assert it.game.lines(state, voice.say)
            assert action is None or it.game.ask(state, voice.say)
        if action is None:
            outcome = it.game.outcome(state)
            for voice in it.voices:
                assert voice.say(f"ending.{outcome.ending}")
            continue
        events = it.game.events(state, action, it.game.apply(state, action))
        assert events, action
        for event in events:
            assert event.rule in it.content["rule"], event
            it.say("event", event)


@pytest.mark.parametrize(("game", "label", "seed"), WALKS)
def test_a_view_shows_nothing_hidden(game, label, seed):
    """A view is plain data; states that differ only in what a seat cannot see look the same to it."""
    it = desk(game, label)
    twins = getattr(it.setups, "twins", None)
    for state, _ in it.walk(seed):
        views = [it.game.view(state, seat) for seat in (None, *it.seats)]
        assert all(through_json(view) == view for view in views)
        if twins is None:  # nothing is hidden, so nobody sees more than an onlooker
            assert all(view == views[0] for view in views)
        else:
            for seat, twin in twins(state):
                assert it.game.view(twin, seat) == it.game.view(state, seat)
                assert it.game.pending(twin) == it.game.pending(state)


# --- chance --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "label"), TABLES)
def test_chance_and_outcomes_agree(game, label):
    """Outcomes of an open action sum to 1, each applies, and drawing every number gives each of them as often."""
    it = desk(game, label)
    seen, no_long_run = set(), getattr(it.setups, "NO_LONG_RUN", ())
    for state, _ in it.walk(3):
        for action in it.game.legal(state):
            chance = it.game.chance(state, action)
            opened = it.game.opened(action)
            assert (opened is None) == (chance is None) == (action.type not in it.game.chance_types)
            if chance is None or chance in seen:
                continue
            seen.add(chance)
            assert opened == action
            with pytest.raises(IllegalAction):
                it.game.apply(state, action)
            if prod(chance.sizes) > MOST_COUNTED:
                some_draws_hold(it, state, action, chance)
                continue
            odds = dict(it.game.outcomes(state, action))
            assert len(odds) == len(list(it.game.outcomes(state, action)))
            assert all(isinstance(chances, Fraction) and chances > 0 for chances in odds.values())
            assert sum(odds.values()) == 1
            if prod(chance.sizes) <= MOST_DRAWS:
                draws = product(*map(range, chance.sizes))
                drawn = Counter(it.game.complete(state, action, numbers) for numbers in draws)
                assert odds == {closed: Fraction(count, prod(chance.sizes)) for closed, count in drawn.items()}
            else:  # a handful of cards: too many ways to try each
                rng = random.Random(f"draws {chance}")
                for _ in range(100):
                    assert it.game.complete(state, action, [rng.randrange(size) for size in chance.sizes]) in odds
            for closed in list(odds)[:: max(len(odds) // 200, 1)]:
                assert it.game.opened(closed) == action
                assert it.game.chance(state, closed) is None
                assert it.game.check(state, closed) is None
                assert it.game.apply(state, closed) != state
                assert it.game.shown(state, closed) or chance.label in no_long_run
    assert seen


def some_draws_hold(it, state, action, chance):
    """Whatever is drawn can be done."""
    rng = random.Random(f"draws {chance}")
    for _ in range(100):
        closed = it.game.complete(state, action, [rng.randrange(size) for size in chance.sizes])
        assert it.game.opened(closed) == action
        assert it.game.chance(state, closed) is None
        assert it.game.check(state, closed) is None
        assert it.game.apply(state, closed) != state


@pytest.mark.parametrize(("game", "label"), TABLES)
def test_faces_shown_have_odds(game, label):
    """Everything a chance action shows is among the faces of its source, and these sum to 1."""
    it = desk(game, label)
    odds = it.game.face_odds(it.start)
    assert all(sum(faces.values()) == 1 for faces in odds.values())
    shown = [pair for state, action in it.walk(4) if action is not None for pair in it.game.shown(state, action)]
    assert shown or set(it.game.chance_types) <= set(it.setups.NO_LONG_RUN)
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


@pytest.mark.parametrize("game", games.GAMES)
def test_no_journal_entry_breaks_the_check(game):
    """Whatever an entry holds, it is unreadable (ValueError), refused, or applied: nothing else is raised."""
    tried, broken = 0, {}
    for label in setups(game).SETUPS:
        it = desk(game, label)
        for state, taken in it.walk(5):
            for action in filter(None, dict.fromkeys([*it.game.legal(state)[-2:], taken])):
                for args in mangled(through_json(action.args())):
                    try:
                        entry = it.game.decode(action.type, action.seat, args)
                    except ValueError:
                        continue
                    tried += 1
                    try:
                        it.raised(state, entry)
                    except Exception as error:  # collected, to name every kind at once
                        broken.setdefault(f"{action.type} {type(error).__name__}", (args, str(error)))
    assert broken == {}
    assert tried > 100


def mangled_deep(data):
    """As `mangled`, at every depth of a header."""
    yield from mangled(data)
    for key, value in data.items():
        if isinstance(value, dict):
            yield from ({**data, key: strange} for strange in mangled_deep(value))
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ({**data, key: [strange, *value[1:]]} for strange in mangled_deep(value[0]))


@pytest.mark.parametrize(("game", "label"), TABLES)
def test_no_header_breaks_the_table(game, label):
    """Whatever a header holds, it is unreadable, refused, or a table that can be played and stored."""
    it = desk(game, label)
    broken = {}
    for header in mangled_deep(through_json(it.header)):
        try:
            table = it.game.new(it.content, header)
        except UNREADABLE:
            continue
        if isinstance(table, Refusal):
            it.say("refusal", table)
            continue
        try:
            assert it.game.legal(table)
            assert it.game.restore(it.content, header, through_json(it.game.dump(table))) == table
        except Exception as error:  # collected, to name every kind at once
            broken.setdefault(f"{type(error).__name__}: {error}", header)
    assert broken == {}


@pytest.mark.parametrize("game", games.GAMES)
def test_unknown_actions_are_not_decoded(game):
    """An entry of another game is a ValueError."""
    for type in ("header", "somersault", "undo"):
        with pytest.raises(ValueError, match=type):
            games.get(game).decode(type, "nobody", {})


# --- the whole -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.GAMES)
def test_a_game_names_itself_as_its_content_does(game):
    """Id and rules number stand in content/, and every chance type is an action type."""
    it, content = games.get(game), load(game)
    assert it.id == game == content.info.id
    assert it.rules == content.info["rules"]
    assert set(it.chance_types) <= set(it.action_types)
    assert not set(it.action_types) & TABLE_TYPES
    assert through_json(it.facts(content)) == it.facts(content)


@pytest.mark.parametrize(("game", "label"), TABLES)
def test_a_header_sets_the_same_table_again(game, label):
    """A header through JSON gives an equal state; the same words give an equal header."""
    it = desk(game, label)
    assert it.game.new(it.content, through_json(it.header)) == it.start
    assert it.game.header(it.content, *it.setups.SETUPS[label]) == it.header


@pytest.mark.parametrize("game", games.GAMES)
def test_the_tables_reach_every_variant_and_seat_count(game):
    """The set-ups cover every variant with every number of seats the game allows."""
    info, met = load(game).info, set()
    for label in setups(game).SETUPS:
        it = desk(game, label)
        met.add((it.header["variant"], len(it.seats)))
    counts = range(info["seats_min"], info["seats_max"] + 1)
    every = dict.fromkeys(info["variants"], counts)
    seats = getattr(setups(game), "SEATS", every)
    assert set(seats) == set(every)
    assert all(set(seats[variant]) <= set(counts) for variant in seats)
    assert met >= {(variant, number) for variant in seats for number in seats[variant]}


@pytest.mark.parametrize("game", games.GAMES)
def test_random_games_reach_every_ending(game):
    """Every ending that words.yaml can tell is reached by some random game."""
    words = {key.removeprefix("ending.") for key in load(game).texts if key.startswith("ending.")}
    reached = set()
    for seed, label in product(range(40), setups(game).SETUPS):
        if reached < words:
            it = desk(game, label)
            *_, (state, _) = it.walk(seed)
            reached.add(it.game.outcome(state).ending)
    assert reached == words
