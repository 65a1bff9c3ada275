"""Exact odds of the next location: against every order of small decks, and against the referee's own draws."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import sqrt

import pytest

from companion import games
from companion.core.errors import WrongCall
from companion.games.wotrcards.odds import NONE, TOLD, decision_odds
from companion.games.wotrcards.rules.common.decks import DealCards
from companion.games.wotrcards.rules.common.texts import CardText
from companion.games.wotrcards.rules.locations.battlegrounds import Ground
from companion.games.wotrcards.rules.locations.paths import WalkPath
from companion.games.wotrcards.state import Pile
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES
from companion.words.wording import Voice
from tests.games.odds_tables import ask
from tests.games.random_games import close_action
from tests.games.wotrcards.board import CONTENT, TABLES, Table, board
from tests.languages import LANGUAGES

GAME = games.get("wotrcards")
GATES = {"minas-morgul", "morannon"}


def rows(odds, code):
    """id -> chance of one table, none where there is no such table."""
    table = next((table for table in odds.tables if table.code == code), None)
    return {row.id: row.chance for row in table.rows} if table else {}


def everything(odds):
    return [rows(odds, code) for code in ("ground", "sites", "sites_many", "refusal")]


# --- every order of small decks ---------------------------------------------------------------------------------------


def location_step(decks, side, gate, companions):
    """The algorithm of the rules with decks that lie in order, top first: battleground, sites, whether refused."""
    decks, sites, refused = [list(deck) for deck in decks], [], False
    while True:
        deck = decks[side] or decks[1 - side]
        if not deck:
            return NONE, sites, refused
        card = deck.pop(0)
        if card == "barad-dur" and not gate:
            refused, side = True, SHADOW
        elif not TABLES.places[card].site:
            return card, sites, refused
        else:
            sites.append(card)
            side = TABLES.places[card].side
            beside = companions[card]
            if beside is None:
                rest = [id for deck in decks for id in deck if not TABLES.places[id].site]
                if any(id != "barad-dur" or gate for id in rest):
                    return TOLD, sites, refused
                continue
            for wanted in beside:
                if any(wanted in deck for deck in decks):
                    return wanted, sites, refused


def counted(decks, side, gate, companions):
    """The same tables as the answer has, from every order of both decks."""
    grounds, sites, many, back, orders = Counter(), Counter(), Counter(), Counter(), 0
    for free in permutations(decks[FREE]):
        for shadow in permutations(decks[SHADOW]):
            orders += 1
            ground, shown, refused = location_step((free, shadow), side, gate, companions)
            grounds[ground] += 1
            sites.update(shown)
            many[str(len(shown))] += 1
            back["refused" if refused else "not"] += 1
    if "barad-dur" not in (*decks[FREE], *decks[SHADOW]):
        back = {}
    many = many if sites else {}
    found = [{key: Fraction(n, orders) for key, n in table.items()} for table in (grounds, sites, many, back)]
    if found[3]:
        found[3] = {"refused": Fraction(0), "not": Fraction(0), **found[3]}
    return found


def asked(decks, side, gate, companions, scenario="extended-trilogy"):
    """The answer for those decks."""
    there = {*decks[FREE], *decks[SHADOW]}
    gone = [id for id in TABLES.places if id not in there and id not in GATES]
    gone += [id for id in GATES - there if not gate]
    words = [f"scenario={scenario}", f"side={SIDES[side]}", f"gone={','.join(gone)}"]
    if gate:
        words.append(f"won={','.join(sorted(GATES - there))}")
    words += [f"{site}={'+'.join(ids) or NONE}" for site, ids in companions.items() if ids is not None]
    return ask(GAME, CONTENT, "location", *words)


def decks_of(seed):
    """Small decks of both sides, with many sites, and made-up companions for most of them."""
    rng = random.Random(seed)
    sites = {side: [id for id, at in TABLES.places.items() if at.site and at.side == side] for side in (FREE, SHADOW)}
    grounds = {side: [id for id, at in TABLES.places.items() if not at.site and at.side == side] for side in (0, 1)}
    decks = []
    for side, most in ((FREE, 4), (SHADOW, 3)):
        deck = rng.sample(sites[side], rng.randint(0, min(3, most))) + rng.sample(grounds[side], rng.randint(0, 2))
        decks.append(deck[:most])
    if rng.random() < 0.6:
        decks[SHADOW] = [*[id for id in decks[SHADOW] if id != "barad-dur"][:2], "barad-dur"]
    shown = [id for deck in decks for id in deck if not TABLES.places[id].site and id != "barad-dur"]
    companions = {}
    for id, at in TABLES.places.items():
        if at.site:
            companions[id] = at.companions
            if at.companions is None and rng.random() < 0.8:
                pool = [*shown, *rng.sample(grounds[FREE], 2)]
                companions[id] = tuple(rng.sample(pool, min(2, len(pool))))
    return decks, rng.randint(0, 1), rng.random() < 0.3 and not {*decks[0], *decks[1]} >= GATES, companions


@pytest.mark.parametrize("seed", range(60))
def test_every_order_of_small_decks(seed):
    """Battlegrounds, sites, their number and Barad-dûr, as counted over all orders."""
    decks, side, gate, companions = decks_of(seed)
    found = everything(asked(decks, side, gate, companions))
    assert found == counted(decks, side, gate, companions)
    assert sum(found[0].values()) == 1


# --- the referee's own draws ------------------------------------------------------------------------------------------

DRAWN = {True: 4000, False: 1000}  # location steps, where everything is tried or not


def drawn(t, rng, companions):
    """One location step by chance, the companions read as given; what it ended with and the sites on the way."""
    while t.step in ("ground", "beside"):
        if t.step == "beside":
            site = t.state.step.location
            if companions.get(site) is None:
                return TOLD, [id for id in t.active if TABLES.places[id].site]
            there = [id for id in companions[site] if t.allows(f"beside {id}")]
            t.state = t.rules.apply(t.state, t.act(f"beside {there[0]}" if there else "alone"))
            continue
        t.state = t.rules.apply(t.state, close_action(GAME, t.state, t.rules.legal_actions(t.state)[0], rng))
    sites = [id for id in t.active if TABLES.places[id].site]
    return next((id for id in t.active if not TABLES.places[id].site), NONE), sites


SCENES = [
    ("extended-trilogy", "free", {}, {}),
    ("extended-trilogy", "shadow", {"free": "minas-tirith:3,edoras:1", "shadow": "the-shire:1"}, {}),
    (
        "extended-trilogy",
        "shadow",
        {"free": "morannon:2"},
        {"nurn": ("barad-dur",), "angmar": ("morannon", "rivendell")},
    ),
    ("war-in-the-north", "free", {"shadow": "the-shire:1,dale:1"}, {"carrock": ("dale",), "iron-hills": ("erebor",)}),
    ("trilogy", "shadow", {"shadow": "moria:1"}, {}),
]


@pytest.mark.parametrize("scene", range(len(SCENES)))
def test_the_referee_draws_so(scene, exhaustive):
    """Of many location steps: every share within four standard errors of the exact chance."""
    scenario, side, won, companions = SCENES[scene]
    start = board(scenario, won=won, agenda=[Ground(0, SIDES.index(side), "")])
    told = {**GAME.odds.questions["location"].from_state(start.state)}
    odds = ask(GAME, CONTENT, "location", *[f"{site}={'+'.join(ids)}" for site, ids in companions.items()], told=told)
    known = {id: at.companions for id, at in TABLES.places.items() if at.site} | companions
    rng, grounds, sites = random.Random(f"drawn {scene}"), Counter(), Counter()
    steps = DRAWN[exhaustive]
    for _ in range(steps):
        ground, shown = drawn(Table(start.state), rng, known)
        grounds[ground] += 1
        sites.update(shown)
    for table, counts in ((rows(odds, "ground"), grounds), (rows(odds, "sites"), sites)):
        assert counts.keys() <= table.keys()
        for id, chance in table.items():
            error = sqrt(chance * (1 - chance) / steps)
            assert abs(counts[id] / steps - chance) <= 4 * error + 1 / steps, (id, counts[id], float(chance))


def drawing(number, left, real=False):
    """The Witch-king draws so many of the cards that are left in his deck."""
    pile = Pile(len(left), tuple(left))
    return board(real=real, deck={"witch-king": {"draw": pile}}, agenda=[DealCards(1, number, "hand")])


def test_every_result_of_a_draw():
    """Two of three Orcs and a Hunter: three pairs of Orcs against three with the Hunter; all results add up to 1."""
    t = drawing(2, ["mordor-orcs", "mordor-orcs", "mordor-orcs", "the-hunter"])
    found = {act.cards: chance for act, chance in GAME.rules.outcomes(t.state)}
    half = Fraction(1, 2)
    assert found == {("mordor-orcs", "mordor-orcs"): half, ("mordor-orcs", "the-hunter"): half}
    for scenario, step in (("trilogy", Ground(0, FREE, "")), ("epic-duel", WalkPath(0))):
        t = board(scenario, agenda=[step])
        whole = GAME.rules.outcomes(t.state)
        assert sum(chance for _, chance in whole) == 1
        assert len(whole) == {"trilogy": 7, "epic-duel": 2}[scenario]


def test_a_draw_is_told_by_numbers():
    """As many numbers as cards, each among those left; the first of them is the first card of the list."""
    t = drawing(3, ["olog-hai", "mordor-orcs", "mordor-orcs", "the-hunter"])
    act = t.rules.legal_actions(t.state)[0]
    chance = GAME.rules.chance(t.state, act)
    assert (chance.sizes, chance.sealed) == ((4, 3, 2), True)
    assert GAME.rules.complete(t.state, act, [0, 0, 1]).cards == ("olog-hai", "mordor-orcs", "the-hunter")
    assert GAME.rules.chance(t.state, GAME.rules.complete(t.state, act, [0, 0, 1])) is None
    assert drawing(3, ["the-hunter"]).state.agenda[-1] == DealCards(1, 3, "hand")
    backwards = act._replace(cards=("the-hunter", "mordor-orcs", "olog-hai"))
    assert t.rules.check(t.state, backwards).code == "cards_order"
    short = drawing(3, ["olog-hai", "the-hunter"])
    assert GAME.rules.chance(short.state, short.rules.legal_actions(short.state)[0]).sizes == (2, 1)


# --- examples of the rulebook ----------------------------------------------------------------------------------------

CAIR_ANDROS = "gone=minas-tirith,edoras,the-shire"


@pytest.mark.rule("WC-EX-1", "accepted")
def test_cair_andros_then_bree():
    """With only those two on top of Dunland both sites become active, and Dunland with them."""
    decks = (["cair-andros", "bree"], ["dunland", "moria"])
    odds = asked(decks, FREE, False, {"cair-andros": ("minas-tirith", "edoras"), "bree": ("the-shire", "dunland")})
    assert rows(odds, "ground") == {"dunland": 1}
    assert rows(odds, "sites") == {"cair-andros": Fraction(1, 2), "bree": 1}
    assert rows(odds, "sites_many") == {"1": Fraction(1, 2), "2": Fraction(1, 2)}


@pytest.mark.rule("WC-EX-2", "accepted")
def test_cair_andros_then_a_battleground():
    """It ends the step, and Cair Andros stays active besides."""
    odds = asked((["cair-andros", "lorien"], ["dunland"]), FREE, False, {"cair-andros": ("minas-tirith", "edoras")})
    assert (rows(odds, "ground"), rows(odds, "sites")) == ({"lorien": 1}, {"cair-andros": Fraction(1, 2)})
    full = ask(GAME, CONTENT, "location", CAIR_ANDROS)
    assert rows(full, "ground")["dunland"] == Fraction(1, 19) + Fraction(1, 19) * Fraction(1, 18)
    assert "minas-tirith" not in rows(full, "ground")


def named(word, number=""):
    """What can follow a path of the Epic Duel, or be activated by a text that names a number."""
    odds = ask(GAME, CONTENT, "path", "scenario=epic-duel", f"path={word}", *([f"to={number}"] if number else []))
    return rows(odds, "path_text" if number else "path_next")


def steps(found):
    return {(TABLES.paths[id].number, TABLES.paths[id].part) for id in found}


@pytest.mark.rule("WC-EX-7", "accepted")
def test_after_2a_comes_2b_and_then_3a():
    """Each of the two as likely."""
    found = named("the-old-forest")
    assert found == {"inn-of-the-prancing-pony": Fraction(1, 2), "weathertop": Fraction(1, 2)}
    assert steps(named("weathertop")) == {(3, 0)}


@pytest.mark.rule("WC-EX-9", "accepted")
def test_glorfindel_brings_a_random_path_3():
    """A random path 3 from 2A, 2B, 3A and 3B."""
    assert named("the-old-forest", 3) == {NONE: 1}
    assert named("weathertop", 3) == {"fords-of-bruinen": Fraction(1, 2), "the-last-homely-house": Fraction(1, 2)}
    third = Fraction(1, 3)
    found = {"the-last-homely-house": third, "imladris": third, "the-council-of-elrond": third}
    assert named("fords-of-bruinen", 3) == found
    assert named("imladris", 3) == {"the-council-of-elrond": 1}


@pytest.mark.rule("WC-EX-10", "accepted")
def test_the_doors_of_durin():
    """Only Khazad-dûm, also by a text."""
    assert named("the-doors-of-durin") == {"khazad-dum": 1}
    assert named("the-doors-of-durin", 4) == {"caradhras": Fraction(1, 2), "khazad-dum": Fraction(1, 2)}
    assert named("osgiliath") == {"the-tower-of-ecthelion": 1}


@pytest.mark.rule("WC-AMB-18", "accepted")
def test_the_black_gate_as_seven():
    """Either 7B may follow; as six it is followed by 7A."""
    odds = ask(GAME, CONTENT, "path", "scenario=epic-duel", "path=the-black-gate", "number=7")
    assert rows(odds, "path_next") == {"the-cross-roads": Fraction(1, 2), "the-tower-of-ecthelion": Fraction(1, 2)}
    assert steps(named("the-black-gate")) == {(7, 0)}


def test_a_short_road():
    """Nine numbers; the first, the next, those used left out, and the end."""
    assert {*rows(ask(GAME, CONTENT, "path", "scenario=trilogy"), "path_next").values()} == {1 / Fraction(3)}
    assert steps(rows(ask(GAME, CONTENT, "path", "scenario=trilogy", "path=caradhras"), "path_next")) <= {
        (5, 0),
        (5, 1),
    }
    assert len(rows(ask(GAME, CONTENT, "path", "scenario=extended-trilogy", "path=caradhras"), "path_next")) == 4
    assert rows(ask(GAME, CONTENT, "path", "scenario=trilogy", "path=orodruin"), "path_next") == {NONE: 1}
    words = ("scenario=trilogy", "path=the-old-forest", "to=2")
    assert len(rows(ask(GAME, CONTENT, "path", *words), "path_text")) == 2
    assert rows(ask(GAME, CONTENT, "path", *words, "used=weathertop"), "path_text") == {"inn-of-the-prancing-pony": 1}


def waiting(id, **how):
    """A table of the Epic Duel whose location step comes to its path, after that one."""
    return board("epic-duel", path=id, path_active=False, agenda=[WalkPath(0)], **how)


@pytest.mark.rule("WC-EX-1", "refused")
@pytest.mark.rule("WC-EX-2", "refused")
def test_the_referee_brings_no_companion_out_of_an_area():
    """Neither Minas Tirith nor Edoras can come with Cair Andros, nor the Shire with Bree: chance has none of them."""
    won = {"free": "minas-tirith:3,edoras:1", "shadow": "the-shire:1"}
    t = board("extended-trilogy", won=won, agenda=[Ground(0, FREE, "")]).does("ground cair-andros")
    assert (t.step, t.active) == ("ground", ["cair-andros"])
    for id in ("minas-tirith", "edoras", "the-shire", "cair-andros", "dunland"):
        assert t.refuses(f"ground {id}") == ("WC-LOC-2", "ground_not_there")
    other = Table(t.state).does("ground lorien")
    assert other.active[:2] == ["cair-andros", "lorien"]
    assert t.does("ground bree").active == ["cair-andros", "bree", "dunland"]


@pytest.mark.rule("WC-EX-7", "refused")
def test_3a_does_not_follow_2a():
    """A step would be skipped."""
    t = waiting("the-old-forest")
    assert t.refuses("walk fords-of-bruinen") == ("WC-EPD-8", "path_skips")
    assert t.allows("walk weathertop")


@pytest.mark.rule("WC-EX-9", "refused")
def test_glorfindel_finds_no_path_three_from_2a():
    """From 2A no path of that number can be activated; from 3B none of 3A any more."""
    for path, wanted in (("the-old-forest", "fords-of-bruinen"), ("imladris", "the-last-homely-house")):
        t = board("epic-duel", path=path, agenda=[CardText(0, "glorfindel")])
        assert t.refuses(f"effect activate {wanted}") == ("WC-EPD-8", "path_skips")


@pytest.mark.rule("WC-EX-10", "refused")
def test_the_high_pass_does_not_follow_the_doors_of_durin():
    """It belongs to Caradhras."""
    t = waiting("the-doors-of-durin")
    assert t.refuses("walk the-high-pass") == ("WC-EPD-9", "path_connected")
    assert t.allows("walk khazad-dum")


# --- words, a session, languages -------------------------------------------------------------------------------------


def test_a_table_in_play_says_its_words():
    """The decks as they are, the side that starts next, and the way behind."""
    t = board("epic-duel", active="moria", path="fords-of-bruinen", used=("bag-end", "fords-of-bruinen"))
    told = GAME.odds.questions["location"].from_state(t.state)
    assert told == {"scenario": "epic-duel", "side": "shadow", "parts": "1", "gone": "moria", "won": "none"}
    assert "moria" not in rows(ask(GAME, CONTENT, "location", told=told), "ground")
    assert ask(GAME, CONTENT, "location", "side=free", told=told).given["side"] == "free"
    told = GAME.odds.questions["path"].from_state(t.state)
    assert told == {
        "scenario": "epic-duel",
        "path": "fords-of-bruinen",
        "number": "3",
        "used": "bag-end,fords-of-bruinen",
    }
    assert steps(rows(ask(GAME, CONTENT, "path", told=told), "path_next")) == {(3, 1)}
    assert steps(rows(ask(GAME, CONTENT, "path", "path=imladris", told=told), "path_next")) == {(4, 0)}
    t = board("trilogy", agenda=[Ground(1, SHADOW, "barad-dur")], grounds={"free": "edoras", "shadow": ""}, first=1)
    told = GAME.odds.questions["location"].from_state(t.state)
    assert rows(ask(GAME, CONTENT, "location", told=told), "ground") == {"edoras": 1}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_likeliest_has_a_name_though_no_ground_is_left(lang):
    """Only a site lies in the decks, whose card may name a battleground: that is said in words."""
    t = board("epic-duel", agenda=[Ground(1, SHADOW, "")], grounds={"free": "bree", "shadow": ""})
    (panel,) = decision_odds(CONTENT, t.state, {"ground"})
    row = max(panel.answer.tables[0].rows, key=lambda row: row.chance)
    voice = Voice(lang, CONTENT)
    assert "location" not in row.values
    assert voice.say(f"odds.{row.code}") in voice.say("odds.line_location", **panel.values)


@pytest.mark.parametrize(
    ("question", "words", "code"),
    [
        ("location", ["scenario=hobbit"], "option_one"),
        ("location", ["side=frodo"], "option_one"),
        ("location", ["gone=bag-end"], "no_item"),
        ("location", ["scenario=trilogy", "gone=dale"], "no_item"),
        ("location", ["won=nowhere"], "no_item"),
        ("location", ["parts=2"], "option_whole"),
        ("location", ["bree=carrock"], "no_item"),
        ("location", ["paths=2"], "unknown_key"),
        ("location", ["scenario=fellowship-of-the-ring"], "odds_schedule"),
        ("path", ["scenario=trilogy", "path=fangorn"], "option_one"),
        ("path", ["used=moria"], "no_item"),
        ("path", ["path=bag-end", "number=0"], "option_whole"),
        ("path", ["to=10"], "option_whole"),
        ("path", ["side=free"], "unknown_key"),
    ],
)
def test_words_that_mean_nothing(question, words, code):
    with pytest.raises(WrongCall) as raised:
        ask(GAME, CONTENT, question, *words)
    assert raised.value.code == code


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_answer_can_be_said(lang):
    """Headings, rows, notes and the words it takes."""
    voice = Voice(lang, CONTENT)
    answers = [
        ask(GAME, CONTENT, "location"),
        ask(GAME, CONTENT, "location", "gone=none", "won=morannon", "scenario=epic-duel", "parts=3"),
    ]
    answers += [ask(GAME, CONTENT, "path", f"scenario={id}", "to=2") for id in ("epic-duel", "trilogy")] + [
        ask(GAME, CONTENT, "path", "path=orodruin")
    ]
    for answer in answers:
        texts = [voice.say(f"odds.{note}") for note in answer.notes]
        for table in answer.tables:
            texts.append(voice.say(f"odds.{table.code}", **table.values))
            texts += [voice.say(f"odds.{row.code}", **row.values) for row in table.rows]
        assert all(texts)
    for question in GAME.odds.questions.values():
        assert all([voice.say(f"odds.{code}") for _, code in question.keys] + [voice.say(f"odds.{question.code}")])
