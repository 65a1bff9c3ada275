"""The question `battle`, asked as `attack=5r2e fortress=city`, and the tables of its answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from companion.core.errors import WrongCall
from companion.core.messages import Value
from companion.games.wotr.combat import HARD_HIT, HIT, Modifiers
from companion.games.wotr.odds import battle
from companion.games.wotr.odds.battle import BattleEnd, BattleSetup, BattleSide, FirstRoundRoll, Policy, UnitCounts
from companion.games.wotr.odds.battle_told import CITY, MOST_FIGURES, NONE, OUT, SIEGE, battle_words
from companion.games.wotr.odds.rolls import Hits
from companion.games.wotr.tables import SIDES, BattleCard, tables
from companion.play.game.game import ChanceRow, Chances, Odds, Question
from companion.play.game.odds_words import Given, mean_values, one_of, read_whole, rows_by_number, settle_words

if TYPE_CHECKING:
    from companion.content.model import Content

Item = TypeVar("Item")

NEVER, ANY = "never", "any"
REGULAR, ELITE = "regular", "elite"
MOST_UNITS = 10  # WR-ARMY-7
LEAST = {"most": 1, "elites": 0, "hits": 0, "cancelled": 0}  # modifiers that only go one way
ARMY = re.compile(r"(?=.)(?:([0-9]{1,2})r)?(?:([0-9]{1,2})e)?")
MODIFIER = re.compile(r"([a-z]+)\+?(-?[0-9])(?:@([1-9]))?")
SCORED = re.compile(r"([0-9]{1,2})(?:\+([0-5]))?")
ONE_ROUND = {"rounds": "1", "extend": "0"}  # of an assault
EVERY = 0  # round of a modifier that is always there


class Fortress(NamedTuple):
    """The defender's walls. needed: number to hit in round 1, 2...; rule: of that; ends: of the end of the battle."""

    needed: tuple[int, ...]
    rule: str
    ends: str = "WR-BATTLE-37"


FORTRESSES = {
    NONE: Fortress((HIT,), "WR-BATTLE-20"),
    CITY: Fortress((HARD_HIT, HIT), "WR-BATTLE-21"),
    SIEGE: Fortress((HARD_HIT,), "WR-SIEGE-11", "WR-SIEGE-12"),
    OUT: Fortress((HIT,), "WR-SIEGE-18"),
}


# --- words -----------------------------------------------------------------------------------------------------------


def _read_army(word: str) -> UnitCounts:
    """Return an army from `5r2e`: 5 regular and 2 elite units."""
    found = ARMY.fullmatch(word)
    army = UnitCounts(*[int(number or 0) for number in found.groups()]) if found else UnitCounts(0, 0)
    if not 1 <= army.units <= MOST_UNITS:
        raise WrongCall("odds_army", word, most=MOST_UNITS)
    return army


def _read_both_sides(words: Given, key: str, read: Callable[[str], Item]) -> tuple[Item, Item]:
    """Return the values of the attacker and of the defender, separated by a comma."""
    attack, comma, defence = words[key].partition(",")
    if not comma:
        raise WrongCall("odds_both", words[key], option=key)
    return read(attack), read(defence)


def _read_policy(words: Given, key: str) -> Policy:
    """Return a policy from a word, or from the number of units below which the side stops."""
    word = words[key]
    if word in battle.POLICIES or not word.isdecimal():
        return battle.POLICIES[one_of(word, battle.POLICIES)]
    return battle.stop_below(read_whole(key, word, 1, MOST_UNITS))


def _read_figures(word: str) -> int | None:
    return None if word == ANY else read_whole("figures", word, 0, MOST_FIGURES)


def _read_scored_hits(word: str) -> FirstRoundRoll | None:
    """Return hits from `2+1`: 2 hits in round 1, and 1 die still to be rolled again."""
    found = SCORED.fullmatch(word)
    if not found and word != NONE:
        raise WrongCall("odds_scored", word)
    return FirstRoundRoll(int(found[1]), int(found[2] or 0)) if found else None


Changes = list[tuple[int, Modifiers]]  # each in a round, or in EVERY one


def _read_modifiers(words: Given, key: str) -> Changes:
    """Return modifiers from `roll+1` (every round) or `roll+1@2` (round 2)."""
    changes = []
    for item in [] if words[key] == NONE else words[key].split(","):
        found = MODIFIER.fullmatch(item)
        if not found:
            raise WrongCall("odds_modifier", item)
        name = one_of(found[1], Modifiers._fields)
        if name in LEAST:
            read_whole(name, found[2], LEAST[name], 9)
        changes.append((int(found[3] or EVERY), Modifiers(**{name: int(found[2])})))
    return changes


def _read_cards(content: Content, words: Given) -> list[tuple[int, BattleCard]]:
    """Return cards from `valour` (round 1) or `valour@2` (round 2); a player has one a round (WR-BATTLE-15)."""
    known = {id: card for id, card in tables(content).battle_cards.items() if card.plain}
    played = list[tuple[int, BattleCard]]()
    for item in [] if words["cards"] == NONE else words["cards"].split(","):
        id, marked, number = item.partition("@")
        if id not in known:
            raise WrongCall("odds_card" if id in content["combat_card"] else "no_item", id, known)
        card, at = known[id], read_whole("cards", number, 1, 9) if marked else 1
        if (at, card.side) in [(taken, other.side) for taken, other in played]:
            raise WrongCall("odds_two_cards", id, number=at)
        played.append((at, card))
    return played


def _round_modifiers(changes: Changes) -> tuple[Modifiers, ...]:
    """Return the modifiers of round 1, 2...; the last are those of every later round."""
    last = max([number for number, _ in changes], default=0)
    return tuple(
        [
            reduce(Modifiers.plus, [change for number, change in changes if number in (EVERY, at)], Modifiers())
            for at in range(1, last + 2)
        ]
    )


def read_battle(content: Content, words: Given) -> BattleSetup:
    """Return the battle that all words together describe. Raises WrongCall."""
    attacker = SIDES.index(one_of(words["attacker"], SIDES))
    changes = [_read_modifiers(words, "attack_modifiers"), _read_modifiers(words, "defence_modifiers")]
    for number, card in _read_cards(content, words):
        own = 0 if card.side == attacker else 1
        changes[own].append((number, card.own))
        changes[1 - own].append((number, card.enemy))
    armies = (_read_army(words["attack"]), _read_army(words["defence"]))
    leaders = _read_both_sides(words, "leaders", lambda word: read_whole("leaders", word, 0, 99))
    elites_first = _read_both_sides(words, "losses", lambda word: one_of(word, (REGULAR, ELITE)) == ELITE)
    figures = _read_both_sides(words, "figures", _read_figures)
    stops = (_read_policy(words, "stop"), _read_policy(words, "retreat"))
    scored = _read_both_sides(words, "scored", _read_scored_hits)
    attack, defence = [
        BattleSide(
            armies[at], leaders[at], _round_modifiers(changes[at]), elites_first[at], figures[at], stops[at], scored[at]
        )
        for at in (0, 1)
    ]
    needed = FORTRESSES[one_of(words["fortress"], FORTRESSES)].needed
    lasts, extensions = (
        read_whole("rounds", words["rounds"], 1, 9),
        read_whole("extend", words["extend"], 0, MOST_UNITS),
    )
    return BattleSetup(attack, defence, needed, lasts if words["fortress"] == SIEGE else None, extensions)


def settle_battle(at_table: Given, given: Given) -> dict[str, str]:
    """Return all words of a battle: those given, else those of the table, else the defaults. Raises WrongCall."""
    defaults = {
        "attack": "5r",
        "defence": "5r",
        "leaders": "0,0",
        "fortress": NONE,
        "attacker": "shadow",
        "cards": NONE,
    }
    defaults |= {"attack_modifiers": NONE, "defence_modifiers": NONE, "losses": f"{REGULAR},{REGULAR}"}
    defaults |= {"figures": f"{ANY},{ANY}", "stop": NEVER, "retreat": NEVER, "scored": f"{NONE},{NONE}", **ONE_ROUND}
    words = settle_words("battle", defaults, at_table, given)
    words |= {"retreat": NEVER} if words["fortress"] == SIEGE else ONE_ROUND  # WR-BATTLE-36, WR-SIEGE-12
    return words


# --- answers ---------------------------------------------------------------------------------------------------------


def _answer(content: Content, at_table: Given, given: Given) -> Odds:
    """Return the hits of round 1, the ends of the battle, and the units left."""
    words = settle_battle(at_table, given)
    fought = read_battle(content, words)
    scored, suffered = fought.hits(1, fought.attack.army, fought.defence.army)
    found = battle.battle_odds(fought)
    hows = _group_ends(found.ends, lambda end: end.how)
    ends = tuple([ChanceRow(how, hows[how], how) for how in battle.ENDS if how in hows])
    fortress = FORTRESSES[words["fortress"]]
    answers = (
        _hit_chances("attacker_hits", fortress.rule, scored),
        _hit_chances("defender_hits", "WR-BATTLE-20", suffered),
        Chances("battle_ends", fortress.ends, ends, mean_values(found.rounds)),
        _remaining_armies("attacker_left", _group_ends(found.ends, lambda end: end.attack)),
        _remaining_armies("defender_left", _group_ends(found.ends, lambda end: end.defence)),
    )
    return Odds(words, answers, ("note_battle",) if words["cards"] == NONE else ("note_combat_cards", "note_battle"))


def _group_ends(ends: Mapping[BattleEnd, Fraction], of: Callable[[BattleEnd], Item]) -> dict[Item, Fraction]:
    """Return the chance of each value of `of` over all ends."""
    found: dict[Item, Fraction] = {}
    for end, chance in ends.items():
        found[of(end)] = found.get(of(end), Fraction(0)) + chance
    return found


def _hit_chances(code: str, rule: str, hits: Hits) -> Chances:
    chances = [Fraction(cases, hits.total) for cases in hits.cases]
    average = sum([number * chance for number, chance in enumerate(chances)], Fraction(0))
    return Chances(code, rule, rows_by_number("combat_hits", enumerate(chances)), mean_values(average))


def _remaining_armies(code: str, armies: Mapping[UnitCounts, Fraction]) -> Chances:
    """Return the chances of the armies left, the strongest first."""
    rows = []
    for army in sorted(armies, key=lambda army: (army.units, army.elite), reverse=True):
        values: dict[str, Value] = {"regular": army.regular, "elite": army.elite}
        rows.append(ChanceRow(_army_id(army), armies[army], "left" if army.units else "left_none", values))
    average = sum([army.units * chance for army, chance in armies.items()], Fraction(0))
    return Chances(code, "WR-BATTLE-25", tuple(rows), mean_values(average))


def _army_id(army: UnitCounts) -> str:
    """Return an army as the words have it."""
    kinds = ((army.regular, "r"), (army.elite, "e"))
    return "".join([f"{number}{kind}" for number, kind in kinds if number]) or NONE


QUESTION = Question(
    "ask_battle",
    (
        ("attack=5r2e", "key_attack"),
        ("defence=3r1e", "key_defence"),
        ("leaders=2,1", "key_leaders"),
        ("fortress=city", "key_fortress"),
        ("attacker=shadow", "key_attacker"),
        ("cards=daylight,desperate-battle@2", "key_cards"),
        ("attack_modifiers=roll+1@1", "key_modifiers"),
        ("defence_modifiers=strength+1", "key_defence_modifiers"),
        ("losses=regular,elite", "key_losses"),
        ("figures=any,2", "key_figures"),
        ("stop=3", "key_stop"),
        ("retreat=losing", "key_retreat"),
        ("rounds=1", "key_rounds"),
        ("extend=2", "key_extend"),
        ("scored=2+1,none", "key_scored"),
    ),
    battle_words,
    _answer,
)
