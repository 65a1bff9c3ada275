"""The exact odds of a battle in a session against the referee: what is told of the battle, battles that it plays."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from companion.games.wotr.game import GAME
from companion.games.wotr.rules.battle.battle_strength import battle_of
from companion.games.wotr.rules.map import armies
from companion.games.wotr.tables import SIDES
from tests.games.random_games import close_action
from tests.games.wotr.board import TABLES, field, fight
from tests.games.wotr.one_battle import CONTENT, new
from tests.tiers import sample

QUESTION = GAME.odds.questions["battle"]
PELARGIR = {  # a city, with everything that adds to dice
    "attack": {"seat": "shadow", "from": "osgiliath", "to": "pelargir"},
    "regions": {
        "osgiliath": {"units": {"sauron": {"regular": 6, "elite": 3}}, "nazgul": 2, "characters": ["witch-king"]},
        "pelargir": {
            "units": {"gondor": {"regular": 5, "elite": 3}},
            "leaders": {"gondor": 2},
            "characters": ["boromir"],
        },
    },
}
DEEP = {
    "attack": {"seat": "shadow", "from": "helms-deep"},
    "regions": {
        "helms-deep": {
            "besieged": True,
            "units": {"rohan": {"regular": 2, "elite": 2}, "isengard": {"regular": 4, "elite": 4}},
            "leaders": {"rohan": 1},
        },
        "orthanc": {"characters": ["saruman"]},
    },
}
SORTIE = {
    **DEEP,
    "attack": {"seat": "fp", "from": "helms-deep"},
    "lost": {"rohan": {"regular": 4}},
}
SMALL = {
    "attack": {"seat": "shadow", "from": "helms-deep"},
    "regions": {
        "helms-deep": {
            "besieged": True,
            "units": {"rohan": {"regular": 1}, "isengard": {"regular": 1, "elite": 1}},
            "leaders": {"rohan": 1},
        }
    },
}

FAR = "grey-havens"
SCARCE = {  # no regular figure of the Elves is left
    "attack": {"seat": "shadow", "from": "lorien"},
    "regions": {
        "lorien": {"besieged": True, "units": {"elves": {"elite": 2}, "sauron": {"regular": 3}}},
        FAR: {"units": {"elves": {"regular": 5}}},
    },
}


def chosen(state, words):
    """What is done by the policies that the words say."""
    legal, kind = GAME.rules.legal_actions(state), state.step.kind
    types = {act.type: act for act in reversed(legal)}
    if kind == "casualties":
        order = ["remove regular", "reduce elite", "remove elite"]
        if words["losses"].split(",")[state.step.side != battle_of(state).side] == "elite":
            order = ["reduce elite", "remove regular", "remove elite"]
        ways = {f"{act.way} {TABLES.figures[act.figure].sort}": act for act in reversed(legal)}
        return next(ways[way] for way in order if way in ways)
    if kind in ("cease", "retreat"):
        attack, defence = left(state, battle_of(state).side)
        own, enemy = (sum(attack), sum(defence)) if kind == "cease" else (sum(defence), sum(attack))
        word = words["stop" if kind == "cease" else "retreat"]
        stops = own < enemy if word == "losing" else word != "never" and own < int(word)
        return types[kind if stops else {"cease": "press", "retreat": "stand"}[kind]]
    if kind == "extend":
        more = battle_of(state).round - battle_of(state).rounds < int(words["extend"])
        return types["extend" if more else "done"]
    plain = {"pick_card": "done", "shelter": "stand", "advance_army": "hold", "attack_army": "done"}
    return types[plain[kind]] if kind in plain else legal[0]


def left(state, side):
    """Regular and elite units of the attacker and of the defender, wherever they stand but far away."""
    rows = [row for id, row in zip(TABLES.regions, state.figures, strict=True) if row and id != FAR]
    whole = tuple([sum(numbers) for numbers in zip(*rows, strict=True)])
    tallies = [armies.tally_figures(TABLES, whole, of) for of in (side, 1 - side)]
    return [(tally.regular, tally.elite) for tally in tallies]


def ending(state, side, last):
    """How it ended, as the odds name it, and who is left."""
    attack, defence = left(state, side)
    if not sum(attack) or not sum(defence):
        how = "attacker_wins" if sum(attack) else "defender_wins" if sum(defence) else "both_destroyed"
    else:
        how = {"cease": "attacker_ceases", "retreat": "defender_retreats"}.get(last, "siege_goes_on")
    return (how, word(*attack), word(*defence))


def word(regular, elite):
    return "".join([f"{number}{kind}" for number, kind in ((regular, "r"), (elite, "e")) if number]) or "none"


def odds(state, **words):
    """Chances of each end, of who is left of the attacker and of the defender, and all words."""
    answer = QUESTION.answer(CONTENT, QUESTION.from_state(state), words)
    tables = {table.code: {row.id: row.chance for row in table.rows} for table in answer.tables}
    return [tables[code] for code in ("battle_ends", "attacker_left", "defender_left")], answer.given


# --- what a session tells --------------------------------------------------------------------------------------------


def list_words(t, *keys):
    words = QUESTION.from_state(t.state)
    return tuple([words[key] for key in keys])


def test_without_a_battle_nothing_is_told():
    t = field({"osgiliath": "sauron-regular*2", "pelargir": "gondor-regular"})
    assert QUESTION.from_state(t.state) == {}


def test_an_attack_that_is_being_declared():
    """Who attacks is told as the rearguard stands now; before it is declared, all who may (WR-BATTLE-6, -8)."""
    assert list_words(new(PELARGIR), "attack", "defence", "leaders", "fortress", "attacker") == (
        *("6r3e", "5r3e", "4,3"),
        *("city", "shadow"),
    )
    t = new(PELARGIR).does("attack - osgiliath pelargir", "stay sauron-elite 2", "stay nazgul 1")
    assert list_words(t, "attack", "leaders") == ("6r1e", "3,3")
    t.does("stay sauron-elite 0", "stay sauron-regular 6", "stay nazgul 2", "stay witch-king 1")
    assert list_words(t, "attack", "leaders") == ("3e", "0,3")


def test_a_part_that_may_not_attack_is_no_battle():
    """WR-BATTLE-4: without a unit."""
    t = new(PELARGIR).does("attack - osgiliath pelargir", "stay sauron-elite 3", "stay sauron-regular 6")
    assert QUESTION.from_state(t.state) == {}


def test_what_adds_to_the_rolls():
    """Captains to the strength, elites that lead, in every round."""
    assert list_words(new(PELARGIR), "attack_modifiers", "defence_modifiers") == ("none", "strength+1")
    assert list_words(new(DEEP), "attack_modifiers", "defence_modifiers", "leaders") == ("elites+1", "none", "0,1")


def test_figures_beside_the_board():
    """Regular ones of the nations that have elites there, lost or in the reserve (WR-BATTLE-26)."""
    most = TABLES.figures["isengard-regular"].most, TABLES.figures["rohan-regular"].most
    assert list_words(new(DEEP), "figures") == (f"{most[0] - 4},{most[1] - 2}",)


def test_walls_in_the_first_round_only():
    """WR-BATTLE-21; of an assault always, and of so many rounds as are left (WR-SIEGE-11, -12)."""
    t = fight("sauron-regular*3", "gondor-regular*3", "osgiliath", "pelargir")
    assert list_words(t, "fortress") == ("city",)
    assert list_words(t.roll("111", "111").does("press", "stand"), "fortress") == ("none",)
    longer = new({**DEEP, "attack": {**DEEP["attack"], "rounds": 3}}).does("attack - helms-deep helms-deep", "done")
    assert list_words(longer, "fortress", "rounds") == ("siege", "3")
    longer.roll("11111", "1111").does("accept", "accept", "press")
    assert list_words(longer, "fortress", "rounds", "scored") == ("siege", "2", "none,none")
    assert list_words(new(SORTIE), "fortress", "attacker") == ("sortie", "fp")


def test_a_round_that_has_begun():
    """Hits are counted as they are rolled and paid."""
    t = new(PELARGIR).does("attack - osgiliath pelargir", "done")
    assert list_words(t, "scored") == ("none,none",)
    assert list_words(t.roll("66111"), "scored") == ("2+3,none",)
    assert list_words(t.roll("51111"), "scored") == ("2+3,1+3",)
    assert list_words(t.does("fewer 1"), "scored") == ("2+1,1+3",)
    assert list_words(t.does("restrike six"), "scored") == ("3+0,1+3",)
    assert list_words(t.does("accept"), "scored", "defence") == ("3,1", "5r3e")
    assert list_words(t.does("casualty sauron-regular remove"), "scored", "attack") == ("3,0", "5r3e")
    assert list_words(t.does("casualty gondor-elite remove"), "scored", "defence") == ("1,0", "5r2e")


def test_cards_that_have_changed_the_rolls():
    """Once they are shown, and until the hits are paid; a picked one is not told (WR-BATTLE-14)."""
    unled = {**PELARGIR["regions"], "osgiliath": {"units": {"sauron": {"regular": 6, "elite": 3}}, "nazgul": 4}}
    t = new({**PELARGIR, "regions": unled, "hands": {"fp": ["fp-str-22"], "shadow": ["sh-str-01"]}})
    t.does("attack - osgiliath pelargir", "done", "combat sh-str-01")
    assert list_words(t, "attack_modifiers", "defence_modifiers") == ("none", "strength+1")
    t.does("combat fp-str-22")
    words = ("roll+2@1,reroll+2@1", "strength+1,roll+3@1,reroll+2@1")
    assert list_words(t, "attack_modifiers", "defence_modifiers") == words
    t.roll("11111", "11111").does("restrike one,one,one,two", "accept")
    assert list_words(t, "attack_modifiers", "defence_modifiers", "scored") == ("none", "strength+1", "0,0")


# --- battles that the referee plays ----------------------------------------------------------------------------------


def play_battle(state, words, rng):
    """One battle to its end, by the policies."""
    side, last = SIDES.index(words["attacker"]), ""
    while not state.ending and state.step.kind != "advance_army":
        act = chosen(state, words)
        last = act.type if state.step.kind in ("cease", "retreat", "extend") else last
        state = GAME.rules.apply(state, close_action(GAME, state, act, rng))
    return ending(state, side, last)


def every_end(state, words):
    """Every roll, each counted, as `odds` has them; no battle goes on for ever."""
    side = SIDES.index(words["attacker"])
    found, open_ = [Counter(), Counter(), Counter()], {(state, ""): Fraction(1)}
    while open_:
        (state, last), share = open_.popitem()
        if state.ending or state.step.kind == "advance_army":
            for table, name in zip(found, ending(state, side, last), strict=True):
                table[name] += share
            continue
        act = chosen(state, words)
        last = act.type if state.step.kind in ("cease", "retreat", "extend") else last
        results = [(act, Fraction(1))] if GAME.rules.chance(state, act) is None else GAME.rules.outcomes(state, act)
        for done, chance in results:
            after = (GAME.rules.apply(state, done), last)
            open_[after] = open_.get(after, 0) + share * chance
    return found


MOMENTS = [
    [],
    ["attack - helms-deep helms-deep", "done"],
    ["attack - helms-deep helms-deep", "done", "strike one,six"],
    ["attack - helms-deep helms-deep", "done", "strike one,one", "strike one"],
    ["attack - helms-deep helms-deep", "done", "strike one,one", "strike one", "restrike five"],
    ["attack - helms-deep helms-deep", "done", "strike one,one", "strike one", "accept"],
]


POLICIES = [{}, {"extend": "2"}, {"extend": "1", "losses": "elite,regular"}]
SOME = [(moment, POLICIES[at % 3]) for at, moment in enumerate(MOMENTS)]


@pytest.mark.parametrize(("moment", "how"), sample(product(MOMENTS, POLICIES), *SOME))
def test_small_assaults_to_the_last_fraction(moment, how):
    """From every moment of a round the odds are those of every roll that there can be."""
    state = new(SMALL).does(*moment).state
    chances, words = odds(state, **how)
    assert every_end(state, words) == chances


def test_elites_that_nothing_replaces_to_the_last_fraction():
    """WR-BATTLE-27: each falls to one hit, or to two of the same roll."""
    state = new(SCARCE).does("attack - lorien lorien", "done").state
    chances, words = odds(state)
    assert words["figures"] == "0,0"
    assert every_end(state, words) == chances
    assert chances[2].keys() == {"2e", "1e", "none"}


BATTLES = [  # position, what has been done, policies
    (PELARGIR, [], {"stop": "3", "retreat": "losing"}),
    (PELARGIR, ["attack - osgiliath pelargir", "done", "strike six,six,one,one,two"], {"losses": "elite,regular"}),
    (DEEP, [], {"extend": "3", "losses": "regular,elite"}),
    (SORTIE, ["attack - helms-deep helms-deep", "done"], {"losses": "elite,regular", "retreat": "2"}),
]


@pytest.mark.parametrize(("position", "moment", "how"), BATTLES, ids=range(len(BATTLES)))
def test_large_battles_as_the_referee_plays_them(position, moment, how, tier):
    """No end is more often or more seldom than chance allows: seeds are fixed, five standard deviations."""
    state, number = new(position).does(*moment).state, {"quick": 60, "test": 60, "exhaustive": 20_000}[tier]
    chances, words = odds(state, **how)
    found, rng = [Counter(), Counter(), Counter()], random.Random(1)
    for _ in range(number):
        for table, name in zip(found, play_battle(state, words, rng), strict=True):
            table[name] += 1
    for expected, counted in zip(chances, found, strict=True):
        assert counted.keys() <= expected.keys()
        for name, chance in expected.items():
            spread = sqrt(number * chance * (1 - chance))
            assert abs(counted[name] - number * chance) <= 5 * spread + 3, (name, float(chance))
