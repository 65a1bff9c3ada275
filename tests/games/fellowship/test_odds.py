"""Exact odds against the referee itself: every roll and every order of tiles is played out and counted."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from companion.core.errors import WrongCall
from companion.games.fellowship.rules.board.mount_doom import Doom
from companion.games.fellowship.rules.cards.cards import Cards
from companion.games.fellowship.rules.turn.die import ThreatRoll
from companion.games.fellowship.state import Draft
from companion.play.game.steps import run
from companion.words.wording import Voice
from tests.games.fellowship.conftest import CONTENT, GAME
from tests.games.odds_tables import ask, rows
from tests.languages import LANGUAGES

HOBBITS = ("frodo", "sam", "pippin", "merry", "fatty")


def stands(number):
    """Some tables: hobbits of every number with spaces and hands near the edge."""
    rng = random.Random("stands")
    out = []
    for _ in range(number):
        players = rng.randint(2, 5)
        sauron = rng.randint(1, 15)
        seats = list(HOBBITS[:players])
        rng.shuffle(seats)
        out.append((sauron, {seat: (rng.randrange(max(0, sauron - 4), sauron), rng.randint(0, 3)) for seat in seats}))
    now, later = out[: number // 2], out[number // 2 :]
    return [*now, *[pytest.param(*stand, marks=pytest.mark.tier("exhaustive")) for stand in later]]


def words_of(sauron, hobbits):
    return [f"sauron={sauron}", *[f"{id}={space},{cards}" for id, (space, cards) in hobbits.items()]]


def seated(table, sauron, hobbits, active, *agenda):
    """A table in Mordor with these hobbits, at that point of the agenda; the Ring lies on Mount Doom already."""
    kinds = CONTENT["travel_card"]
    hands = {id: [f"hand={','.join(list(kinds)[:cards])}"] if cards else [] for id, (_, cards) in hobbits.items()}
    seats = [" ".join([id, str(space), *hands[id]]) for id, (space, _) in hobbits.items()]
    state = table("mordor", *seats, sauron=sauron).state
    return run(Draft.of(state.replace(bearer=-1, active=active, agenda=agenda)))


def discarded(state):
    """Discards are chosen at once: which card goes does not matter."""
    while state.agenda and state.step.kind == "lose":
        state = GAME.rules.apply(state, GAME.rules.legal_actions(state)[0])
    return state


# --- the threat roll --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sauron", "hobbits"), stands(60))
def test_a_threat_roll_is_what_the_referee_makes_of_each_face(table, sauron, hobbits):
    """Who dies of each face, and with what chance."""
    state = seated(table, sauron, hobbits, 0, Cards(0), ThreatRoll(0, False))
    dying = Counter()
    meant = {}
    for act, share in GAME.rules.outcomes(state):
        after = discarded(GAME.rules.apply(state, act))
        dead = [seat for seat, player in zip(hobbits, after.players, strict=True) if not player.alive]
        for who in dead or ["nobody"]:
            dying[who] += share
        roller, before = after.players[0], state.players[0]
        if after.sauron != sauron:
            meant[act.face] = "threat_catches" if dead else "threat_sauron"
        elif roller.space != before.space:
            meant[act.face] = "threat_meets" if dead else "threat_right"
        elif roller.cards != before.cards or dead:
            meant[act.face] = "threat_short" if dead else "threat_lose"
        else:
            meant[act.face] = "threat_nothing"
    odds = ask(GAME, CONTENT, "threat", *words_of(sauron, hobbits))
    assert {id: chance for id, chance in rows(odds, "deaths").items() if chance} == dying
    assert {row.id: row.code for row in odds.tables[1].rows} == meant
    assert sum(rows(odds, "faces").values()) == 1


def test_a_threat_roll_by_hand():
    """Sam one space before Sauron dies of three faces and of the eye, and of the cards only with an empty hand."""
    assert rows(ask(GAME, CONTENT, "threat", "sauron=7", "sam=6,1"), "deaths") == {
        "sam": Fraction(4, 6),
        "nobody": Fraction(2, 6),
    }
    assert rows(ask(GAME, CONTENT, "threat", "sauron=7", "sam=6,0"), "deaths")["sam"] == Fraction(5, 6)
    assert rows(ask(GAME, CONTENT, "threat", "sauron=7", "frodo=4,1"), "deaths")["frodo"] == Fraction(2, 6)
    odds = ask(GAME, CONTENT, "threat", "sauron=7", "frodo=0,2", "sam=6,1")
    assert rows(odds, "deaths") == {"frodo": 0, "sam": Fraction(1, 6), "nobody": Fraction(5, 6)}


# --- Mount Doom -------------------------------------------------------------------------------------------------------


def played_out(state):
    """Who destroys the Ring (None: nobody) and with what chance, by playing every roll there is."""
    if state.ending == "doom":
        return Counter({None: Fraction(1)})
    if state.step.kind == "lose":
        return played_out(discarded(state))
    if state.step.kind != "roll":
        return Counter({state.setup.seats[state.active]: Fraction(1)})
    out = Counter()
    for act, share in GAME.rules.outcomes(state):
        for who, chance in played_out(GAME.rules.apply(state, act)).items():
            out[who] += share * chance
    return out


@pytest.mark.parametrize(("sauron", "hobbits"), stands(60))
def test_mount_doom_is_what_the_referee_makes_of_every_roll(table, sauron, hobbits):
    """Whoever could destroy the Ring does so exactly as often as in all rolls played out."""
    first = sauron % len(hobbits)
    wanted = played_out(seated(table, sauron, hobbits, first, Doom(-1)))
    odds = ask(GAME, CONTENT, "doom", *words_of(sauron, hobbits), f"by={list(hobbits)[first]}")
    assert {id: chance for id, chance in rows(odds, "casting").items() if chance} == {
        id: chance for id, chance in wanted.items() if id
    }
    assert rows(odds, "doom") == {"destroyed": 1 - wanted[None], "doom": wanted[None]}


def test_mount_doom_by_hand():
    """One hobbit far from Sauron with two cards cannot fail; one beside him without cards lives on a blank only."""
    assert rows(ask(GAME, CONTENT, "doom", "sauron=9", "frodo=1,2"), "doom") == {"destroyed": 1, "doom": 0}
    assert rows(ask(GAME, CONTENT, "doom", "sauron=9", "frodo=8,0"), "doom") == {
        "destroyed": Fraction(1, 6),
        "doom": Fraction(5, 6),
    }
    # frodo fails with 5/6; of these the eye (1/5) takes sam along, and sam alone fails with 5/6
    odds = ask(GAME, CONTENT, "doom", "sauron=9", "frodo=8,0", "sam=8,0")
    assert rows(odds, "doom")["doom"] == Fraction(4, 6) * Fraction(5, 6) + Fraction(1, 6)


# --- story tiles ------------------------------------------------------------------------------------------------------

STACKS = [
    ("helms_deep", 3, {"relentless_time": 3, "fight": 1, "ring_influence": 1}),
    ("helms_deep", 4, {"relentless_time": 1, "meagre_choice": 1, "retreat": 1, "travel": 2}),
    ("shelob", 5, {"relentless_time": 1, "saurons_will": 1, "hide": 3}),
    ("moria", 1, {"relentless_time": 3, "meagre_choice": 1, "hide": 1}),
    ("moria", 3, {"relentless_time": 2, "retreat": 1, "travel": 2}),
]


def refused(state):
    """Plays on to the next tile, paying for nothing; harm is mild, so that only time can end the adventure."""
    while state.agenda and state.step.kind != "story":
        legal = GAME.rules.legal_actions(state)
        act = next((act for act in legal if act.type in ("skip", "done", "refuse")), legal[0])
        if GAME.words.as_open(act) is not None:
            results = [result for result, _ in GAME.rules.outcomes(state, act)]
            act = next((result for result in results if result.face == "blank"), results[0])
        before, state = state, GAME.rules.apply(state, act)
        if state.place != before.place or state.ending:
            return None
    return state


def reached(state, last, reveals=0):
    """Number of reveals -> chance that time runs out with that tile."""
    act = GAME.rules.legal_actions(state)[0]
    assert act.type == "show"
    if not sum(state.stack):
        return Counter()
    out = Counter()
    for shown, share in GAME.rules.outcomes(state, act):
        after = refused(GAME.rules.apply(state, shown))
        if after is None:
            out[reveals + 1] += share
        elif sum(after.stack) < sum(state.stack):
            for number, chance in reached(after, last, reveals + 1).items():
                out[number] += share * chance
    return out


@pytest.mark.parametrize(("place", "event", "stack"), STACKS)
def test_time_runs_out_as_in_every_order_of_the_tiles(table, place, event, stack):
    """The referee is led through every order, and nothing is paid."""
    many = ",".join(f"{tile}*{number}" for tile, number in stack.items())
    cards = "hand=" + ",".join(list(CONTENT["travel_card"])[:4])
    t = table(place, f"frodo {cards}", f"sam {cards}", sauron=15, event=event, stack=many)
    told = GAME.odds.questions["tiles"].from_state(t.state)
    odds = ask(GAME, CONTENT, "tiles", told=told)
    exact = rows(odds, "last_event")
    wanted, so_far = reached(t.state, 6), Fraction(0)
    for number in range(1, sum(stack.values()) + 1):
        so_far += wanted[number]
        assert exact.get(str(number), 1) == so_far, (number, exact)
    assert so_far


@pytest.mark.parametrize(("place", "event", "stack"), STACKS)
@pytest.mark.parametrize("refuse", [0, 1])
def test_tiles_are_counted_as_in_every_order(place, event, stack, refuse):
    """All orders written out: the next tile, the last event, and what comes before a progress tile."""
    tiles = [tile for tile, number in stack.items() for _ in range(number)]
    unpaid = [tile for tile in tiles if tile in ("meagre_choice", "retreat")][:refuse]
    words = [f"{tile}={stack.get(tile, 0)}" for tile in CONTENT["story_tile"]]
    odds = ask(
        GAME, CONTENT, "tiles", f"place={place}", f"event={event}", f"refuse={len(unpaid)}", "chain=false", *words
    )
    orders = list(permutations(tiles))
    share = Fraction(1, len(orders))
    first, ends, before = Counter(), Counter(), Counter()
    progress = {"fight", "friendship", "hide", "travel"}
    for order in orders:
        first[order[0]] += share
        first["progress"] += share * (order[0] in progress)
        upto = next((at for at, tile in enumerate(order) if tile in progress), len(order))
        before[str(order[:upto].count("relentless_time"))] += share
        for number in range(1, len(order) + 1):
            moved = sum(tile == "relentless_time" or tile in unpaid for tile in order[:number])
            ends[str(number)] += share * (event + moved >= 6)
    assert {id: chance for id, chance in rows(odds, "next_tile").items() if chance} == {
        id: chance for id, chance in first.items() if chance
    }
    assert {id: chance for id, chance in rows(odds, "before_progress").items() if chance} == before
    exact = rows(odds, "last_event")
    assert {id: chance for id, chance in ends.items() if id in exact} == exact
    assert all(chance == 1 for id, chance in ends.items() if id not in exact)


def test_the_untouched_stack():
    """23 tiles, 12 of them progress; nothing paid means eight movers, of which Moria needs five, other places six."""
    odds = ask(GAME, CONTENT, "tiles")
    assert rows(odds, "next_tile")["relentless_time"] == Fraction(6, 23)
    assert rows(odds, "next_tile")["progress"] == Fraction(12, 23)
    assert rows(odds, "last_event")["5"] == Fraction(56, 33649)  # C(8, 5) / C(23, 5)
    assert rows(ask(GAME, CONTENT, "tiles", "place=mordor"), "last_event")["6"] == Fraction(
        28, 100947
    )  # C(8, 6) / C(23, 6)
    assert rows(ask(GAME, CONTENT, "tiles", "place=mordor", "refuse=0"), "last_event")["22"] == Fraction(17, 23)
    assert sum(rows(odds, "before_progress").values()) == 1


def test_a_haven_looks_ahead(table):
    """Before an adventure its stack is whole; a tile that is shown but not yet resolved counts as an event."""
    told = GAME.odds.questions["tiles"].from_state(table("lorien", "frodo", "sam").state)
    assert told == {"place": "helms_deep"}
    t = table("helms_deep", "frodo", "sam", event=2).does("show relentless_time")
    told = GAME.odds.questions["tiles"].from_state(t.state)
    assert (told["event"], told["relentless_time"]) == ("3", "5")


# --- words ------------------------------------------------------------------------------------------------------------


def test_a_table_in_play_is_told_in_words(table):
    """Spaces, numbers of cards and who rolls; the dead are named too, and any word can be changed."""
    t = table("mordor", "frodo 3 hand=gimli", "sam 5", "pippin dead", sauron=11, active="sam")
    told = GAME.odds.questions["doom"].from_state(t.state)
    assert told == {"sauron": "11", "by": "sam", "frodo": "3,1", "sam": "5,0", "pippin": "dead"}
    odds = ask(GAME, CONTENT, "doom", "sam=dead", told=told)
    assert dict(odds.given) == {"sauron": "11", "by": "frodo", "frodo": "3,1", "sam": "dead", "pippin": "dead"}
    assert list(rows(odds, "casting")) == ["frodo"]
    assert list(rows(ask(GAME, CONTENT, "doom", "by=frodo", told=told), "casting")) == ["frodo", "sam"]


def test_whose_roll_is_awaited_rolls(table):
    """Not the active player, but the one who was told to roll."""
    t = table("moria", "frodo", "sam", active="sam", event=1).tiles("relentless_time")
    while t.step != "roll":
        t.does("skip" if "skip" in t.types else "refuse")
    assert GAME.odds.questions["threat"].from_state(t.state)["by"] == t.seat


@pytest.mark.parametrize(
    ("question", "words", "code", "near"),
    [
        ("threat", ["sam=4,3", "sauro=7"], "unknown_key", "sauron"),
        ("threat", ["samm=4,3"], "unknown_key", "sam"),
        ("threat", ["sam=4"], "odds_hobbit", ""),
        ("threat", ["sam=16,3"], "option_whole", ""),
        ("threat", ["sam=4,-1"], "option_whole", ""),
        ("threat", [f"sam=4,{'9' * 5000}"], "option_whole", ""),
        ("threat", ["sam=4,3", "sauron=x"], "option_whole", ""),
        ("threat", ["sam=4,3", "sauron=4"], "odds_caught", ""),
        ("threat", ["sam=4,3", "by=sem"], "odds_by", "sam"),
        ("doom", ["sam=4,3", "frodo=dead", "by=frodo"], "odds_by", ""),
        ("doom", [], "odds_nobody", ""),
        ("doom", ["sam=dead"], "odds_nobody", ""),
        ("tiles", ["figt=2"], "unknown_key", "fight"),
        ("tiles", ["fight=4"], "option_whole", ""),
        ("tiles", ["event=7"], "option_whole", ""),
        ("tiles", ["refuse=3"], "option_whole", ""),
        ("tiles", ["chain=yes"], "option_flag", ""),
        ("tiles", ["place=shelb"], "odds_place", "shelob"),
        ("tiles", [f"{tile}=0" for tile in CONTENT["story_tile"]], "odds_no_tiles", ""),
    ],
)
def test_wrong_words_of_fellowship_odds_name_the_right_one(question, words, code, near):
    """Each is refused with the nearest right word, and can be said in every language."""
    with pytest.raises(WrongCall) as raised:
        ask(GAME, CONTENT, question, *words)
    assert (raised.value.code, raised.value.values["near"]) == (code, near)
    for lang in LANGUAGES:
        assert "{" not in Voice(lang, CONTENT).error_text(raised.value)


def test_a_hobbit_who_does_not_play_is_not_added(table):
    """With a table in play only its own hobbits can be changed."""
    told = GAME.odds.questions["doom"].from_state(table("mordor", "frodo", "sam").state)
    with pytest.raises(WrongCall, match="unknown_key"):
        ask(GAME, CONTENT, "doom", "merry=1,1", told=told)
