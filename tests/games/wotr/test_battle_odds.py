"""Exact odds of a battle against counting every roll of the dice, and of single rules by hand."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from companion.content.model import Row, Table
from companion.core.errors import ContentError, WrongCall
from companion.games.wotr.combat import Modifiers, faces_that_hit
from companion.games.wotr.game import GAME
from companion.games.wotr.odds.battle import POLICIES, BattleSetup, BattleSide, UnitCounts, battle_odds, stop_below
from companion.games.wotr.odds.rolls import Hits
from companion.games.wotr.tables import SIDES, tables
from tests.games.odds_tables import rows
from tests.games.wotr.board import CONTENT

CARDS = {id: card for id, card in tables(CONTENT).battle_cards.items() if card.plain}

# --- every roll counted ----------------------------------------------------------------------------------------------


def rolled(units, elites, side, changed, needed):
    """Chances of hits: every face of every die, then of every die that is rolled again."""
    dice = max(1, min(min(units + changed.strength, 5) + changed.dice, changed.most, 5))
    leaders, found = side.leaders + changed.leadership + changed.elites * elites, Counter()
    for roll in product(range(1, 7), repeat=dice):
        hits = sum(face == 6 or (face > 1 and face + changed.roll >= needed) for face in roll)
        again = max(0, min(dice - hits, leaders, 5))
        for more in product(range(1, 7), repeat=again):
            both = hits + sum(face == 6 or (face > 1 and face + changed.reroll >= needed) for face in more)
            if both:
                both = max(1, both - changed.cancelled) + changed.hits
            found[both] += Fraction(1, 6 ** (dice + again))
    return found


def hurt(units, hits, elites_first, spare):
    """Figures after hits taken one by one, with the regular figures beside the board; None: enough of them."""
    figures = list(units)
    while hits > 0 and figures:
        hits -= 1
        reduced = "e" in figures and spare != 0
        if reduced and (elites_first or "r" not in figures):
            figures[figures.index("e")] = "r"
            spare = None if spare is None else spare - 1
        elif "r" in figures:
            figures.remove("r")
            spare = None if spare is None else spare + 1
        else:
            figures.remove("e")
            hits -= 1  # of two, if there is another
    return "".join(sorted(figures)), spare


def counted(battle, rounds):
    """Ends by chance after at most so many rounds, and the chance that it goes on."""

    def figures(side):
        return "e" * side.army.elite + "r" * side.army.regular, side.figures

    ends, open_, memo = Counter(), {(figures(battle.attack), figures(battle.defence)): Fraction(1)}, {}
    for number in range(1, rounds + 1):
        later = Counter()
        for (attack, defence), chance in open_.items():
            each = []
            for side, (units, _), needed in (
                (battle.attack, attack, battle.needed[min(number, len(battle.needed)) - 1]),
                (battle.defence, defence, 5),
            ):
                key = units, side, side.rounds[min(number, len(side.rounds)) - 1], needed
                if key not in memo:
                    memo[key] = rolled(len(units), units.count("e"), key[1], key[2], needed)
                each.append(memo[key])
            for scored, suffered in product(*each):
                share = chance * each[0][scored] * each[1][suffered]
                one = hurt(attack[0], suffered, battle.attack.elites_first, attack[1])
                other = hurt(defence[0], scored, battle.defence.elites_first, defence[1])
                how = ended(battle, number, one[0], other[0])
                if not how and battle.lasts is not None and number >= battle.lasts:
                    if number >= battle.lasts + battle.extensions or "e" not in one[0] or one[1] == 0:
                        how = "siege_goes_on"
                    else:
                        one = one[0].replace("e", "", 1) + "r", None if one[1] is None else one[1] - 1
                if how:
                    ends[how, one[0], other[0]] += share
                else:
                    later[one, other] += share
        open_ = later
    return ends, sum(open_.values())


def ended(battle, number, attack, defence):
    if not attack and not defence:
        return "both_destroyed"
    if not attack or not defence:
        return "attacker_wins" if attack else "defender_wins"
    if battle.attack.stops(len(attack), len(defence)):
        return "attacker_ceases"
    if battle.lasts is None and battle.defence.stops(len(defence), len(attack)):
        return "defender_retreats"
    return ""


def named(odds):
    """Ends as `counted` has them."""
    return {
        (end.how, *["e" * army.elite + "r" * army.regular for army in (end.attack, end.defence)]): chance
        for end, chance in odds.ends.items()
    }


ASSAULTS = [
    BattleSetup(BattleSide(UnitCounts(1, 1)), BattleSide(UnitCounts(2, 0)), (6,), lasts=1),
    BattleSetup(
        BattleSide(UnitCounts(0, 2), 1), BattleSide(UnitCounts(1, 1), elites_first=True), (6,), lasts=1, extensions=3
    ),
    BattleSetup(
        BattleSide(UnitCounts(1, 2), elites_first=True, figures=0),
        BattleSide(UnitCounts(0, 1), 1),
        (6,),
        lasts=1,
        extensions=2,
    ),
    BattleSetup(BattleSide(UnitCounts(0, 2), figures=0), BattleSide(UnitCounts(2, 0)), (6,), lasts=1, extensions=2),
    BattleSetup(BattleSide(UnitCounts(2, 0), stops=stop_below(2)), BattleSide(UnitCounts(0, 1)), (6,), lasts=3),
    BattleSetup(
        BattleSide(UnitCounts(1, 1), stops=POLICIES["losing"]),
        BattleSide(UnitCounts(1, 1)),
        (6,),
        lasts=2,
        extensions=1,
    ),
]
FIELDS = [
    BattleSetup(BattleSide(UnitCounts(2, 0)), BattleSide(UnitCounts(1, 0))),
    BattleSetup(BattleSide(UnitCounts(2, 1), 1), BattleSide(UnitCounts(1, 1), 2), (6, 5)),
    BattleSetup(BattleSide(UnitCounts(1, 1), elites_first=True), BattleSide(UnitCounts(0, 1)), (6, 5)),
    BattleSetup(BattleSide(UnitCounts(0, 2), figures=0), BattleSide(UnitCounts(1, 1), figures=1, elites_first=True)),
    BattleSetup(
        BattleSide(UnitCounts(2, 1), stops=stop_below(2)), BattleSide(UnitCounts(2, 0), 1, stops=POLICIES["losing"])
    ),
    BattleSetup(BattleSide(UnitCounts(3, 0)), BattleSide(UnitCounts(2, 0), stops=stop_below(2))),
    BattleSetup(
        BattleSide(UnitCounts(2, 0), 1, (Modifiers(roll=1, reroll=2), Modifiers())),
        BattleSide(UnitCounts(2, 0), 0, (Modifiers(most=1),)),
    ),
    BattleSetup(
        BattleSide(UnitCounts(1, 1), 1, (Modifiers(strength=1), Modifiers(dice=-1, leadership=-1), Modifiers(hits=1))),
        BattleSide(UnitCounts(1, 1), 0, (Modifiers(elites=1, roll=-2), Modifiers(hits=1, cancelled=1))),
    ),
]


@pytest.mark.parametrize("battle", ASSAULTS, ids=range(len(ASSAULTS)))
def test_assaults_to_the_last_fraction(battle):
    """They have an end: the same chances, and none is left."""
    ends, rest = counted(battle, battle.lasts + battle.extensions)
    assert rest == 0
    assert named(battle_odds(battle)) == ends


@pytest.mark.parametrize("battle", FIELDS, ids=range(len(FIELDS)))
def test_battles_that_may_go_on(battle):
    """After some rounds every chance lacks no more than what still goes on."""
    ends, rest = counted(battle, 25)
    odds = battle_odds(battle)
    found = named(odds)
    assert sum(found.values()) == 1
    assert rest < Fraction(1, 1000)
    assert found.keys() >= ends.keys()
    assert all(0 <= found[end] - ends[end] <= rest for end in found)


def test_rounds_on_average():
    """One unit against one: a round is the last unless both miss, 4 of 9 times."""
    assert battle_odds(BattleSetup(BattleSide(UnitCounts(1, 0)), BattleSide(UnitCounts(1, 0)))).rounds == Fraction(9, 5)
    assault = BattleSetup(BattleSide(UnitCounts(1, 0)), BattleSide(UnitCounts(1, 0)), (6,), lasts=1)
    assert battle_odds(assault).rounds == 1


# --- single rules ----------------------------------------------------------------------------------------------------


def test_odds_of_one_against_one_agree_with_hand_counts():
    """Hits on 5 and 6: both, one or the other (WR-BATTLE-20, -24)."""
    found = named(battle_odds(BattleSetup(BattleSide(UnitCounts(1, 0)), BattleSide(UnitCounts(1, 0)))))
    fifth = Fraction(1, 5)
    assert found == {("both_destroyed", "", ""): fifth, ("attacker_wins", "r", ""): 2 * fifth} | {
        ("defender_wins", "", "r"): 2 * fifth
    }


def test_a_natural_1_misses_and_a_6_hits():
    """WR-GEN-5: a 1 never hits and a 6 always does, whatever is added."""
    assert [faces_that_hit(5, added) for added in (-9, -2, -1, 0, 1, 2, 3, 9)] == [1, 1, 1, 2, 3, 4, 5, 5]
    assert [faces_that_hit(6, added) for added in (-1, 0, 1, 5)] == [1, 1, 2, 5]


def test_five_dice_at_most():
    """WR-GEN-4: strength above 5 rolls no more dice, Leadership above 5 re-rolls no more."""
    ten, none = BattleSide(UnitCounts(10, 0), 9), BattleSide(UnitCounts(1, 0))
    assert (
        BattleSetup(ten, none).hits(1, UnitCounts(10, 0), UnitCounts(1, 0))[0]
        == BattleSetup(ten._replace(leaders=5), none).hits(1, UnitCounts(5, 0), UnitCounts(1, 0))[0]
    )
    assert Modifiers(strength=-3).roll_dice(9) == 5
    assert Modifiers(dice=-3).roll_dice(9) == 2
    assert [Modifiers(dice=-9).roll_dice(5), Modifiers(dice=2).roll_dice(4), Modifiers(most=3).roll_dice(5)] == [
        1,
        5,
        3,
    ]


@pytest.mark.parametrize("elites_first", [False, True])
def test_hits_are_spent(elites_first):
    """WR-BATTLE-25: each takes one of regular units and twice the elite ones, as long as units remain."""
    side = BattleSide(UnitCounts(3, 2), elites_first=elites_first)
    army = side.army
    for left in range(6, -1, -1):
        army = side.after_hit(army)
        assert army.regular + 2 * army.elite == left
    assert side.after_hit(UnitCounts(3, 2)) == (UnitCounts(4, 1) if elites_first else UnitCounts(2, 2))


def test_no_figure_to_replace_an_elite():
    """WR-BATTLE-27: it is lost for one hit; a regular unit that was lost is a figure (WR-BATTLE-26)."""
    side = BattleSide(UnitCounts(0, 2), figures=0)
    assert side.after_hit(UnitCounts(0, 2)) == UnitCounts(0, 1)
    side = BattleSide(UnitCounts(1, 1), figures=0)
    assert side.after_hit(UnitCounts(1, 1)) == UnitCounts(0, 1)
    assert side.after_hit(UnitCounts(0, 1)) == UnitCounts(1, 0)


def test_two_hits_for_an_elite_that_nothing_replaces():
    """WR-BATTLE-25, -27: two hits of three against two elite units leave one, a third one none."""
    answer = asked(attack="3r", defence="2e", figures="any,0", scored="2,none", rounds="1", fortress="siege")
    assert rows(answer, "defender_left") == {"1e": 1}
    answer = asked(attack="3r", defence="2e", figures="any,0", scored="3,none", rounds="1", fortress="siege")
    assert rows(answer, "defender_left") == {"none": 1}
    side = BattleSide(UnitCounts(1, 3), figures=0)
    assert list(side.losses(side.army, Hits((1,) * 8, 8))) == [
        (1, 3),
        (0, 3),
        (1, 2),
        (0, 2),
        (1, 1),
        (0, 1),
        (1, 0),
        (0, 0),
    ]


def test_a_city_helps_in_the_first_round_only():
    """WR-BATTLE-21."""
    side, army = BattleSide(UnitCounts(1, 0)), UnitCounts(1, 0)
    battle = BattleSetup(side, side, (6, 5))
    assert [battle.hits(number, army, army)[0].cases for number in (1, 2, 3)] == [(5, 1), (2, 1), (2, 1)]
    assert [battle.hits(number, army, army)[1].cases for number in (1, 2)] == [(2, 1), (2, 1)]


# --- combat cards ----------------------------------------------------------------------------------------------------


SAID = [  # what an effect says, whose rolls it changes, and how
    (r"Each die of your combat roll counts (\d) higher\.", "own", ("roll",)),
    (r"each die of your combat roll counts (\d) higher\.", "own", ("roll",)),
    (r"each die of your leader re-roll counts (\d) higher\.", "own", ("reroll",)),
    (r"^Each die of your combat roll and of your leader re-roll counts (\d) higher\.", "own", ("roll", "reroll")),
    (r"^For both sides each die of the combat roll and of the leader re-roll counts (\d)", "own", ("roll", "reroll")),
    (r"^For both sides each die of the combat roll and of the leader re-roll counts (\d)", "enemy", ("roll", "reroll")),
    (r"^Each die of the Shadow’s combat roll counts (\d) lower", "enemy", ("-roll",)),
    (r"^The Shadow’s combat roll has (\d) dice at most", "enemy", ("most",)),
    (r"^You score (\d) more on top of the hits .* not if there are none", "own", ("hits",)),
    (r"2 or more hits .* cancel (\d) of them", "enemy", ("cancelled",)),
    (r"^Forfeit (\d) points? of the Nazgûl’s Leadership", "own", ("-leadership",)),
]


@pytest.mark.parametrize("id", CARDS)
def test_cards_change_what_they_say(id):
    """The modifiers of a card are those of its words."""
    row = CONTENT["combat_card"][id]
    said = {"own": Modifiers(), "enemy": Modifiers()}
    for pattern, whose, names in SAID:
        for found in re.finditer(pattern, row["effect"]["en"]):
            number = int(found[1])
            change = {name.strip("-"): -number if name.startswith("-") else number for name in names}
            said[whose] = said[whose]._replace(**change)
    assert CARDS[id][:3] == (SIDES.index(row["side"]), said["own"], said["enemy"])
    assert said != {"own": Modifiers(), "enemy": Modifiers()}


def test_a_modifier_that_there_is_not():
    """The line of the card, and the nearest there is."""
    cards = CONTENT["combat_card"]
    row = Row("combat_card", cards["valour"].place, {**cards["valour"].fields, "own": {"rolls": 2}})
    table = Table(cards.kind, cards.schema, {**dict(cards.items()), "valour": row})
    with pytest.raises(ContentError) as raised:
        tables(replace(CONTENT, tables={**CONTENT.tables, "combat_card": table}))
    fault = f"{row.place}: valour: 'own' has no modifier 'rolls: 2'; did you mean 'roll'?"
    assert list(raised.value.problems) == [fault]


# --- the question ----------------------------------------------------------------------------------------------------


def asked(**words):
    return GAME.odds.questions["battle"].answer(CONTENT, {}, words)


def test_words_of_a_battle():
    """They mean the battle that they say."""
    answer = asked(attack="2r1e", defence="1r", leaders="1,0", fortress="city", stop="2", losses="elite,regular")
    battle = BattleSetup(
        BattleSide(UnitCounts(2, 1), 1, elites_first=True, stops=stop_below(2)), BattleSide(UnitCounts(1, 0)), (6, 5)
    )
    found = battle_odds(battle)
    ends = Counter()
    for end, chance in found.ends.items():
        ends[end.how] += chance
    assert rows(answer, "battle_ends") == ends
    assert rows(answer, "attacker_hits") == {
        str(hits): chance for hits, chance in rolled(3, 1, battle.attack, Modifiers(), 6).items()
    }
    assert [sum(rows(answer, code).values()) for code in ("attacker_left", "defender_left")] == [1, 1]
    assert rows(answer, "defender_left").keys() == {"1r", "none"}


def test_cards_are_those_of_a_side():
    """Whose a card is depends on who attacks; it holds for its round, modifiers for all."""
    free, shadow = asked(cards="valour", attacker="fp"), asked(attack_modifiers="roll+1@1")
    assert free.tables == shadow.tables
    assert free.notes != shadow.notes
    assert asked(cards="valour").tables == asked(defence_modifiers="roll+1@1").tables
    assert asked(cards="daylight@2").tables == asked(attack_modifiers="most3@2").tables
    assert (
        asked(cards="deadly-strife,valour@2").tables
        == asked(attack_modifiers="roll+2@1,reroll+2@1", defence_modifiers="roll+2@1,reroll+2@1,roll+1@2").tables
    )
    assert asked(attack_modifiers="roll-1,roll+2").tables == asked(attack_modifiers="roll+1").tables
    assert asked(attack_modifiers="roll+1").tables != shadow.tables


def test_what_a_siege_has_of_its_own():
    """Rounds and extensions are of an assault, retreats of the others (WR-SIEGE-12, -13, WR-BATTLE-36)."""
    field = asked(rounds="3", extend="2")
    assert (field.given["rounds"], field.given["extend"]) == ("1", "0")
    siege = asked(fortress="siege", retreat="losing")
    assert siege.given["retreat"] == "never"
    assert set(rows(siege, "battle_ends")) <= {"siege_goes_on", "attacker_wins", "defender_wins", "both_destroyed"}
    assert asked(fortress="siege", attack="3r2e", extend="2").tables != asked(fortress="siege", attack="3r2e").tables
    assert asked(fortress="sortie").tables[1:] == asked().tables[1:]


@pytest.mark.parametrize(
    ("words", "code", "near"),
    [
        ({"attack": "0r"}, "odds_army", ""),
        ({"attack": "6r5e"}, "odds_army", ""),
        ({"defence": ""}, "odds_army", ""),
        ({"defence": "2e1r"}, "odds_army", ""),
        ({"defence": "٣r"}, "odds_army", ""),
        ({"leaders": "2"}, "odds_both", ""),
        ({"leaders": "2,x"}, "option_whole", ""),
        ({"losses": "regular,elit"}, "no_item", "elite"),
        ({"figures": "any,37"}, "option_whole", ""),
        ({"fortress": "sity"}, "no_item", "city"),
        ({"attacker": "shadw"}, "no_item", "shadow"),
        ({"stop": "loosing"}, "no_item", "losing"),
        ({"retreat": "11"}, "option_whole", ""),
        ({"extend": "x", "fortress": "siege"}, "option_whole", ""),
        ({"rounds": "0", "fortress": "siege"}, "option_whole", ""),
        ({"attack_modifiers": "roll"}, "odds_modifier", ""),
        ({"attack_modifiers": "roll+1@0"}, "odds_modifier", ""),
        ({"attack_modifiers": "rol+1"}, "no_item", "roll"),
        ({"defence_modifiers": "most0"}, "option_whole", ""),
        ({"defence_modifiers": "hits-1"}, "option_whole", ""),
        ({"cards": "valor"}, "no_item", "valour"),
        ({"cards": "charge"}, "odds_card", ""),
        ({"cards": "valour@"}, "option_whole", ""),
        ({"cards": "valour@x"}, "option_whole", ""),
        ({"cards": "valour,daylight"}, "odds_two_cards", ""),
        ({"atack": "3r"}, "unknown_key", "attack"),
    ],
)
def test_words_that_mean_nothing(words, code, near):
    """With the nearest that does."""
    with pytest.raises(WrongCall) as raised:
        asked(**words)
    assert raised.value.code == code
    if near:
        assert raised.value.values["near"] == near


def test_one_card_a_round_and_side():
    """WR-BATTLE-15: two of one side in other rounds, or of both sides in one."""
    for cards in ("valour,daylight@2", "valour,deadly-strife"):
        assert asked(cards=cards).given["cards"] == cards
