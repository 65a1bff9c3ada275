"""All 38 combat parts, each played in a battle of the variant `full`, and each refused where its requirement fails.

A function marked with the id of a part plays it and looks at what came of it; a part without one fails, and so does a
function that does not play it.
"""

import random

import pytest

from companion.core.messages import Ref
from companion.games.wotr.combat import Modifiers
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.battle import battle_strength
from companion.games.wotr.state import GONE
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.verbs import COMBAT, NEEDS
from tests.games.random_games import close_action
from tests.games.wotr.board import TABLES, conserved
from tests.games.wotr.cited_rules import cited
from tests.games.wotr.combat_cards import DAYLIGHT, NO_QUARTER, STRIFE, cards
from tests.games.wotr.random_walks import choose_action

NORTH, SOUTH = "north-ithilien", "south-ithilien"  # where the Shadow attacks from, and to, unless told
ROHAN = {"start": "fords-of-isen", "to": "westemnet", "attackers": "isengard-regular*3", "defenders": "rohan-regular*3"}
SIEGE = {"start": "helms-deep", "to": "helms-deep", "besieged": "helms-deep", "defenders": "rohan-regular*3"}
PLAYED, SHOWN = {}, set()


def card_of(part):
    """An event card with this combat part."""
    return next(id for id, card in TABLES.cards.items() if card.combat == part)


def begun(part, foe="", **how):
    """A battle before the side of the part picks its card; the other side picks `foe`, or has no card."""
    card = card_of(part)
    side = TABLES.cards[card].side
    hands = {"fp": card, "shadow": foe} if side == FP else {"fp": foe, "shadow": card}
    if how.get("seat") == "fp":
        how = {"die": "army-muster", "attackers": "gondor-regular*4", "defenders": "sauron-regular*4", **how}
    table = cards(**hands, **how)
    while table.step == "shelter":
        table.does("stand")
    while table.state.index_of(table.seat) != side:
        table.does(f"combat {foe}")
    return table


def battle(part, foe="", **how):
    """The part has been played, and the other card, if there is one."""
    table = begun(part, foe, **how)
    words = [f"combat {card_of(part)}"]
    if foe and table.battle.side == TABLES.cards[card_of(part)].side:
        table.does(*words)
        words = [f"combat {foe}"]
    shown = [values["combat"] for code, _, values in table.tells(words[-1]) if code == "combat_shown"]
    if Ref("combat_card", part) in shown:
        SHOWN.add(part)
    return table.does(*words)


def plays(part):
    """Marks the function that plays a part."""

    def mark(function):
        PLAYED[part] = function
        return function

    return mark


@pytest.mark.parametrize("part", TABLES.battle_cards)
def test_every_part_is_played(part):
    """By its side, and what must come of it comes."""
    SHOWN.discard(part)
    PLAYED[part]()
    assert part in SHOWN


def people(*ids, region=SOUTH):
    """Characters in that region."""
    return dict.fromkeys(ids, region)


def lose(table, *figures):
    """Casualties that are asked, one after the other."""
    return table.does(*[f"casualty {figure} remove" for figure in figures])


# --- the Free Peoples ------------------------------------------------------------------------------------------------


@plays("it-is-a-gift")
def gift():
    table = battle("it-is-a-gift", region=SOUTH, defenders="gondor-regular*2,gondor-leader").roll("1111", "14", "4")
    assert table.there(NORTH) == "sauron-regular*2"


@plays("blade-of-westernesse")
def blade():
    where = people("meriadoc") | people("witch-king", region=NORTH)
    table = battle("blade-of-westernesse", where=where).roll("1111", "1115", "11", "6")
    assert table.where("witch-king") == GONE
    assert table.there(NORTH) == "sauron-regular*3"  # one of the two hits is spent on him


@plays("mighty-attack")
def mighty_attack():
    table = battle("mighty-attack", where=people("boromir", "legolas"), defenders="gondor-regular*2")
    table.roll("1111", "1111")
    assert (table.step, table.seat, table.legal) == (
        "forfeit",
        "fp",
        ["choose figure=boromir", "choose figure=legolas"],
    )
    table.does("choose boromir")
    assert (table.battle.forces[FP].hits, battle_strength.rerolls(table.state, FP)) == (1, 1)
    assert table.roll("1").there(NORTH) == "sauron-regular*3"


@plays("servant-of-the-secret-fire")
def secret_fire():
    table = battle("servant-of-the-secret-fire", where=people("gandalf-the-white"), defenders="gondor-regular*2")
    assert table.roll("1111", "44").there(NORTH) == "sauron-regular*2"


@plays("anduril")
def anduril():
    for hero, hits in (("strider", 1), ("aragorn", 2)):
        table = battle("anduril", where=people(hero), defenders="gondor-regular*2").roll("1111", "111")
        assert table.there(NORTH) == f"sauron-regular*{4 - hits}", hero  # and nothing is left to re-roll with


@plays("heroic-death")
def heroic_death():
    how = {"where": people("boromir"), "defenders": "gondor-regular*2,gondor-leader"}
    for choice, left in (
        ("choose boromir", "gondor-regular,gondor-leader"),
        ("choose gondor-leader", ""),
        ("done", ""),
    ):
        table = battle("heroic-death", **how).roll("1555", "111", "11")
        assert (table.step, table.seat) == ("heroic_death", "fp")
        assert table.does(choice).there(SOUTH) == left
    assert battle("heroic-death", **how).roll("1111", "111", "11").step == "cease"  # there is no hit to cancel


@plays("daring-defiance")
def daring_defiance():
    table = battle("daring-defiance", STRIFE, where=people("boromir"))
    assert table.battle.forces[SHADOW].cancelled
    assert [force.modifiers for force in table.battle.forces] == [Modifiers(), Modifiers()]
    assert (battle_strength.leadership(table.state, FP), battle_strength.strength(table.state, FP)) == (0, 5)


@plays("fateful-strike")
def fateful_strike():
    how = {"attackers": "sauron-regular*4,nazgul", "where": people("mouth-of-sauron", region=NORTH)}
    how = {"defenders": "gondor-regular*4,gondor-leader*2", **how}
    table = battle("fateful-strike", **how).roll("1111", "1111", "111", "15")
    assert table.there(NORTH) == "sauron-regular*3"
    table = battle("fateful-strike", **how).roll("1111", "1111", "111", "55")
    assert (table.step, table.seat) == ("eliminate", "fp")
    assert table.refuses("done") == ("WR-BATTLE-16", "choose_one")
    table.does("choose mouth-of-sauron")
    assert (table.where("mouth-of-sauron"), table.there(NORTH)) == (GONE, "sauron-regular*2,nazgul")
    assert battle("fateful-strike", **how).roll("1111", "1555", "111", "1").there(NORTH) == "sauron-regular,nazgul"
    how |= {"attackers": "sauron-regular*4"}
    assert battle("fateful-strike", **how).roll("1111", "1111", "11", "55").does("done").there(NORTH) == (
        "sauron-regular*2"
    )


@plays("sudden-strike")
def sudden_strike():
    table = battle("sudden-strike", defenders="gondor-regular*4,gondor-leader*2")
    assert (table.step, table.seat) == ("extra_attack", "fp")
    assert table.roll("56").there(NORTH) == "sauron-regular*2"
    assert (table.step, battle_strength.dice(table.state, SHADOW)) == ("strike", 2)


@plays("brave-stand")
def brave_stand():
    table = battle("brave-stand", where=people("boromir", "meriadoc"), attackers="sauron-regular*8")
    assert battle_strength.dice(table.state, SHADOW) == 3  # of five, not of eight (WR-BATTLE-41)
    table = battle("brave-stand", where=people("boromir", "meriadoc"), attackers="sauron-regular*2")
    assert battle_strength.dice(table.state, SHADOW) == 1


@plays("ents-rage")
def ents_rage():
    assert battle("ents-rage", **ROHAN).roll("111", "333").there("fords-of-isen") == ""


@plays("huorn-dark")
def huorn_dark():
    assert battle_strength.dice(battle("huorn-dark", **ROHAN).state, SHADOW) == 2


@plays("nameless-wood")
def nameless_wood():
    how = {**ROHAN, "attackers": "isengard-regular*4"}
    assert battle("nameless-wood", **how).roll("1111", "115").there("fords-of-isen") == "isengard-regular"
    assert battle("nameless-wood", **how).roll("1111", "111").there("fords-of-isen") == "isengard-regular*4"


@plays("daylight")
def daylight():
    assert battle_strength.dice(battle("daylight").state, SHADOW) == 3


@plays("no-quarter")
def no_quarter():
    assert battle("no-quarter").roll("1111", "1115").there(NORTH) == "sauron-regular*2"


@plays("advantageous-position")
def advantageous_position():
    table = battle("advantageous-position", start="osgiliath", to="lossarnach").roll("1556", "1111")
    assert table.there("lossarnach") == "gondor-regular*3"


@plays("scouts")
def scouts():
    table = battle("scouts", also={"lossarnach": "gondor-regular"})
    assert (table.step, table.seat) == ("leave", "fp")


@plays("shield-wall")
def shield_wall():
    for roll, left in (("1155", 3), ("1115", 3), ("1555", 2)):
        assert battle("shield-wall").roll(roll, "1111").there(SOUTH) == f"gondor-regular*{left}"


@plays("confusion")
def confusion():
    table = battle("confusion", attackers="sauron-regular*4,nazgul*4").roll("1124", "1115", "15")
    assert table.there(NORTH) == "sauron-regular,nazgul*4"  # two dice re-rolled of four, three hits
    assert table.there(SOUTH) == "gondor-regular*3"


@plays("charge")
def charge():
    table = battle("charge", defenders="gondor-elite*2,gondor-regular")
    assert table.roll("55").there(NORTH) == "sauron-regular*2"
    table = battle("charge", seat="fp", attackers="gondor-elite*6", start=SOUTH, to=NORTH)
    assert table.asked.dice_due(table.state) == 5


@plays("valour")
def valour():
    assert battle("valour", defenders="gondor-elite*2").roll("1111", "44").there(NORTH) == "sauron-regular*2"


# --- the Shadow ------------------------------------------------------------------------------------------------------


@plays("one-for-the-dark-lord")
def one_for_the_dark_lord():
    table = battle("one-for-the-dark-lord", region=SOUTH, attackers="sauron-regular*2,nazgul").roll("14", "1111", "4")
    assert table.there(SOUTH) == "gondor-regular*2"


@plays("cruel-as-death")
def cruel_as_death():
    table = battle("cruel-as-death", attackers="sauron-regular*3,nazgul*3").roll("114", "1111", "4")
    assert table.there(SOUTH) == "gondor-regular*3"  # one die re-rolled of three


@plays("they-are-terrible")
def they_are_terrible():
    table = battle("they-are-terrible", attackers="sauron-regular*3,nazgul*3").roll("114", "1111", "14")
    assert table.there(SOUTH) == "gondor-regular*3"


@plays("dread-and-despair")
def dread_and_despair():
    how = {"attackers": "sauron-regular*3,nazgul*3", "defenders": "gondor-regular*8"}
    table = battle("dread-and-despair", **how)
    assert (table.step, table.seat) == ("dread", "shadow")
    assert table.refuses("pay 0") == table.refuses("pay 4") == ("WR-BATTLE-16", "pay_number")
    table.does("pay 2")
    assert battle_strength.dice(table.state, FP) == 3
    assert battle_strength.rerolls(table.roll("111", "111").state, SHADOW) == 1
    assert (
        battle_strength.dice(battle("dread-and-despair", **{**how, "attackers": "sauron-regular,nazgul"}).state, FP)
        == 4
    )


@plays("black-breath")
def black_breath():
    how = {"attackers": "sauron-regular*4,nazgul*2", "where": people("boromir", "meriadoc")}
    how["defenders"] = "gondor-regular*4,gondor-leader"
    table = battle("black-breath", **how).roll("1111", "11111", "15", "111")
    assert (table.step, table.seat) == ("eliminate", "shadow")
    assert table.refuses("choose boromir") == ("WR-BATTLE-16", "choose_figure")
    assert table.does("choose meriadoc").where("meriadoc") == GONE
    table = battle("black-breath", **how).roll("1111", "11111", "55", "111").does("choose boromir")
    assert table.where("boromir") == GONE
    table = battle("black-breath", **how).roll("1111", "11111", "15", "111").does("choose gondor-leader")
    assert table.there(SOUTH) == "gondor-regular*3"
    table = battle("black-breath", **how).roll("1111", "11111", "15", "111").does("done")
    assert table.there(SOUTH) == "gondor-regular*3,gondor-leader"
    assert battle("black-breath", **how).roll("1155", "11111", "11", "111").step == "cease"


@plays("foul-stench")
def foul_stench():
    for leaders, rerolls in ((1, 0), (2, 0), (3, 3)):
        how = {"attackers": "sauron-regular*4,nazgul*2", "defenders": f"gondor-regular*4,gondor-leader*{leaders}"}
        table = battle("foul-stench", **how).roll("1111", "1111")
        assert battle_strength.rerolls(table.state, FP) == rerolls


@plays("words-of-power")
def words_of_power():
    table = battle("words-of-power", attackers="sauron-regular,nazgul", where=people("boromir", "legolas"))
    assert (table.step, table.seat) == ("silence", "shadow")
    assert table.refuses("choose gimli") == ("WR-BATTLE-16", "choose_figure")
    table.does("choose legolas")
    assert (battle_strength.leadership(table.state, FP), battle_strength.strength(table.state, FP)) == (1, 5)


@plays("durins-bane")
def durins_bane():
    table = battle("durins-bane", start="dimrill-dale", to="parth-celebrant").roll("345")
    assert table.there("parth-celebrant") == "gondor-regular*2"


@plays("devilry-of-orthanc")
def devilry_of_orthanc():
    table = battle("devilry-of-orthanc", attackers="isengard-regular*3", **SIEGE).roll("445", "111")
    assert table.there("helms-deep") == "rohan-regular*2,isengard-regular*3"


@plays("deadly-strife")
def deadly_strife():
    table = battle("deadly-strife", attackers="sauron-regular*4,nazgul").roll("1123", "1123", "3")
    assert (table.there(NORTH), table.there(SOUTH)) == ("sauron-regular*3,nazgul", "gondor-regular*2")


@plays("onslaught")
def onslaught():
    table = battle("onslaught").roll("1111", "1111")
    assert (table.step, table.seat) == ("onslaught", "shadow")
    assert table.refuses("pay 5") == ("WR-BATTLE-16", "pay_number")
    assert table.does("pay 2").there(NORTH) == "sauron-regular*2"
    assert table.roll("34").there(SOUTH) == "gondor-regular*3"
    assert battle("onslaught").roll("1111", "1111").does("pay 0").step == "cease"
    table = battle("onslaught", attackers="sauron-regular").roll("1", "1111")
    assert table.refuses("pay 2") == ("WR-BATTLE-16", "pay_number")  # no more than its units can take
    assert ("battle_over", "WR-BATTLE-37") in table.does("pay 1").cites("strike four")
    assert table.roll("4").there(SOUTH) == "gondor-regular*3"
    far = {"orthanc": "isengard-regular*10", "gap-of-rohan": "isengard-regular*2"}  # none is left for the elites
    table = battle("onslaught", attackers="isengard-elite*2", also=far).roll("11", "1111")
    assert table.refuses("pay 5") == ("WR-BATTLE-16", "pay_number")
    assert table.does("pay 4").roll("1111").there(NORTH) == ""


@plays("relentless-assault")
def relentless_assault():
    table = battle("relentless-assault", attackers="sauron-regular*4,sauron-elite")
    assert table.refuses("pay 3") == ("WR-BATTLE-16", "pay_number")
    lose(table.does("pay 2"), "sauron-regular", "sauron-regular")
    assert table.roll("113", "1111").there(SOUTH) == "gondor-regular*3"
    assert battle_strength.dice(battle("relentless-assault").does("pay 0").state, SHADOW) == 4


@plays("great-host")
def great_host():
    for defenders, left in ((2, "gondor-regular"), (3, "gondor-regular*3")):
        table = battle("great-host", defenders=f"gondor-regular*{defenders}").roll("1111", "1" * defenders)
        assert table.there(SOUTH) == left


@plays("mumakil")
def mumakil():
    how = {"attackers": "southrons-elite,southrons-regular*3", "defenders": "gondor-regular*4,gondor-leader"}
    table = battle("mumakil", **how).roll("1114", "1111", "1")
    assert table.there(SOUTH) == "gondor-regular*2,gondor-leader"  # 4 is a hit, and one more
    table = battle("mumakil", **how).roll("1114", "1115", "1")
    assert (table.step, table.seat, table.asked.hits) == ("casualties", "shadow", 1)
    assert lose(table, "southrons-regular").there(SOUTH) == "gondor-regular*3,gondor-leader"
    table = lose(battle("mumakil", "fp-char-14", **how).roll("5"), "southrons-regular").roll("114", "1111", "1")
    assert table.there(SOUTH) == "gondor-regular*3,gondor-leader"  # as many as the sudden strike


@plays("swarm-of-bats")
def swarm_of_bats():
    table = battle("swarm-of-bats", DAYLIGHT)
    assert (table.battle.forces[FP].cancelled, battle_strength.dice(table.state, SHADOW)) == (True, 4)
    assert table.battle.forces[SHADOW].modifiers == Modifiers()
    table = battle("swarm-of-bats")
    assert table.battle.forces[SHADOW].modifiers == Modifiers(reroll=1)


@plays("we-come-to-kill")
def we_come_to_kill():
    table = battle("we-come-to-kill", attackers="sauron-elite*3").roll("111", "1115")
    assert (table.step, table.seat, table.asked.dice_due(table.state)) == ("extra_attack", "shadow", 2)
    assert table.roll("45").there(SOUTH) == "gondor-regular*3"


@plays("desperate-battle")
def desperate_battle():
    table = battle("desperate-battle", attackers="sauron-regular*4,nazgul").roll("1113", "1134", "4")
    assert (table.there(NORTH), table.there(SOUTH)) == ("sauron-regular*3,nazgul", "gondor-regular*3")


# --- what they need --------------------------------------------------------------------------------------------------

UNMET = {
    "it-is-a-gift": [{}],
    "one-for-the-dark-lord": [{}],
    "blade-of-westernesse": [{"where": people("boromir")}],
    "mighty-attack": [{"defenders": "gondor-regular,gondor-leader"}, {"where": people("boromir", region="pelargir")}],
    "servant-of-the-secret-fire": [{"where": people("boromir")}],
    "anduril": [{"where": people("boromir")}],
    "heroic-death": [{}],
    "daring-defiance": [{"defenders": "gondor-regular,gondor-leader"}],
    "fateful-strike": [{}],
    "sudden-strike": [{}],
    "brave-stand": [{"defenders": "gondor-regular,gondor-leader"}],
    "ents-rage": [{}, {"start": "fords-of-isen", "to": "gap-of-rohan"}],
    "huorn-dark": [{}],
    "nameless-wood": [{}],
    "advantageous-position": [{}],
    "scouts": [
        {"seat": "fp", "start": SOUTH, "to": NORTH},
        {**SIEGE, "attackers": "isengard-regular*3"},
    ],
    "charge": [{"attackers": "sauron-elite"}],
    "valour": [{"attackers": "sauron-elite"}],
    "cruel-as-death": [{"attackers": "sauron-regular*3,nazgul", "where": people("mouth-of-sauron", region=NORTH)}],
    "they-are-terrible": [{"where": people("mouth-of-sauron", region=NORTH)}],
    "dread-and-despair": [{}],
    "black-breath": [{"where": people("witch-king", region="minas-morgul")}],
    "foul-stench": [{}],
    "words-of-power": [{}],
    "durins-bane": [{}],
    "devilry-of-orthanc": [{"attackers": "isengard-regular*3"}, {**SIEGE, "attackers": "sauron-regular*3"}],
    "mumakil": [{"attackers": "southrons-regular*3,sauron-elite"}],
    "we-come-to-kill": [{"defenders": "gondor-elite"}],
}


@pytest.mark.rule("WR-BATTLE-15", "refused")
@pytest.mark.parametrize("part", [id for id, card in TABLES.battle_cards.items() if card.needs])
def test_a_part_is_refused_where_its_requirement_fails(part):
    """The bold words of its card."""
    for how in UNMET[part]:
        table, words = begun(part, **how), f"combat {card_of(part)}"
        assert table.refuses(words) == ("WR-BATTLE-15", "combat_condition")
        assert not [offered for offered in table.legal if offered.startswith("combat")]


# --- Leadership that is given up, extra attacks ----------------------------------------------------------------------


@pytest.mark.rule("WR-BATTLE-18", "refused")
def test_leadership_that_is_lost_is_not_given_up_again():
    """Words of Power silences Boromir first: he has nothing to forfeit for Mighty Attack, others have."""
    how = {"attackers": "sauron-regular*4,nazgul", "where": people("boromir", "legolas", "gimli")}
    table = battle("mighty-attack", card_of("words-of-power"), **how).does("choose boromir").roll("1111", "11111")
    assert table.step == "forfeit"
    assert table.refuses("choose boromir") == ("WR-BATTLE-18", "leadership_gone")
    assert table.refuses("choose gandalf-the-grey") == ("WR-BATTLE-16", "choose_figure")
    table.does("choose gimli")
    assert battle_strength.leadership(table.state, FP) == 1
    how["where"] = people("boromir")
    table = battle("mighty-attack", card_of("words-of-power"), **how).roll("1111", "1111", "1")
    assert (table.step, table.there(NORTH)) == ("cease", "sauron-regular*4,nazgul")


@pytest.mark.rule("WR-BATTLE-18", "accepted")
@pytest.mark.rule("WR-BATTLE-44", "accepted")
def test_after_the_white_rider_the_nazgul_have_nothing_to_give():
    """Nor has he; without Leadership to give up nothing is defied."""
    how = {"attackers": "sauron-regular*4,nazgul*2", "where": people("gandalf-the-white")}
    card = card_of("cruel-as-death")
    table = cards("", card, **how).does("ability")
    assert table.refuses(f"combat {card}") == ("WR-BATTLE-15", "combat_condition")
    defiance = card_of("daring-defiance")
    table = cards(defiance, STRIFE, **how).does("ability", f"combat {STRIFE}")
    assert ("nothing_forfeited", "WR-BATTLE-44") in table.cites(f"combat {defiance}")
    table.does(f"combat {defiance}")
    assert not table.battle.forces[SHADOW].cancelled
    assert table.battle.forces[FP].given_up == ()


@pytest.mark.rule("WR-BATTLE-45", "accepted")
def test_a_fateful_strike_takes_the_witch_king_as_a_minion():
    """He is no Nazgûl for it: one hit is not enough, with two it may be he, where there is no Nazgûl."""
    how = {"where": people("witch-king", region=NORTH), "defenders": "gondor-regular*4,gondor-leader*2"}
    assert battle("fateful-strike", **how).roll("1111", "1111", "11", "15").step == "cease"
    table = battle("fateful-strike", **how).roll("1111", "1111", "11", "55")
    assert table.legal == ["done", "choose figure=witch-king"]
    assert table.does("choose witch-king").where("witch-king") == GONE


@pytest.mark.rule("WR-BATTLE-16", "accepted")
def test_of_two_cards_that_cancel_the_defender_comes_first():
    """Both have initiative 0: who is defied has no bats, and the other way round."""
    bats, defiance = card_of("swarm-of-bats"), card_of("daring-defiance")
    table = battle("daring-defiance", bats, where=people("boromir"))
    assert [force.cancelled for force in table.battle.forces] == [False, True]
    how = {"seat": "fp", "start": SOUTH, "to": NORTH, "where": people("boromir")}
    table = battle("swarm-of-bats", defiance, **how)
    assert [force.cancelled for force in table.battle.forces] == [True, False]
    assert battle_strength.leadership(table.state, FP) == 1


@pytest.mark.rule("WR-BATTLE-19", "accepted")
def test_of_two_extra_attacks_the_defender_strikes_first():
    """Whom the Charge hits does not strike any more; nobody re-rolls, nothing modifies it."""
    how = {"start": "dimrill-dale", "to": "parth-celebrant", "attackers": "sauron-regular*2,nazgul*2"}
    table = battle("charge", card_of("durins-bane"), defenders="rohan-elite*2", **how)
    assert (table.step, table.seat) == ("extra_attack", "fp")
    assert table.refuses("restrike five,five") == ("WR-BATTLE-19", "not_now")
    table.roll("15")
    assert (table.step, table.seat, table.there("dimrill-dale")) == (
        "extra_attack",
        "shadow",
        "sauron-regular,nazgul*2",
    )
    table.roll("113")
    assert (table.step, table.there("parth-celebrant")) == ("strike", "rohan-elite*2")


def test_an_extra_attack_is_not_rolled_again():
    """Not before the Combat roll either; what is missed in that may be, in its time."""
    table = battle("charge", defenders="gondor-elite*2,gondor-regular,gondor-leader").roll("11")
    assert table.step == "strike"
    assert table.refuses("restrike one by=fp") == ("WR-BATTLE-19", "not_now")
    assert table.refuses("restrike one by=shadow") == ("WR-BATTLE-22", "not_now")
    struck = table.roll("1" * table.asked.dice_due(table.state), "166")
    assert struck.does("accept").step == "reroll" if struck.seat == "shadow" else struck.step == "reroll"
    assert struck.allows("accept")


def test_leadership_that_is_given_up_is_not_shown():
    """Three of four points go, one is left."""
    table = battle("dread-and-despair", attackers="sauron-regular*3,nazgul*4", defenders="gondor-regular*5")
    assert GAME.rules.view(table.state, None)["battle"]["sides"]["shadow"]["leadership"] == 4
    assert GAME.rules.view(table.does("pay 3").state, None)["battle"]["sides"]["shadow"]["leadership"] == 1


@pytest.mark.rule("WR-BATTLE-43", "accepted")
def test_a_charge_against_a_city_hits_on_six():
    """In its first round; what the card names stays as it is."""
    how = {"seat": "fp", "attackers": "gondor-elite*2", "start": "lossarnach", "to": "pelargir", "taken": "pelargir"}
    table = battle("charge", defenders="southrons-regular*4", **how).roll("56")
    assert table.there("pelargir") == "southrons-regular*3"


def test_further_hits_are_not_among_those_of_a_shield_wall():
    """One hit of the rolls and one of the Mûmakil: a Shield-wall asks for two of the rolls."""
    how = {"attackers": "southrons-elite,southrons-regular*3"}
    table = battle("mumakil", card_of("shield-wall"), **how).roll("1114", "1111")
    assert table.there(SOUTH) == "gondor-regular*2"
    assert battle("mumakil", NO_QUARTER, **how).roll("1144", "1115").asked.hits == 2


def test_every_verb_has_its_part():
    """No function that no card names; the parts are those of the event cards, 38 of them."""
    parts = TABLES.battle_cards.values()
    assert {call[0] for card in parts for call in (*card.does, *card.then)} == COMBAT.functions.keys()
    assert {call[0] for card in parts for call in card.needs} == NEEDS.functions.keys()
    assert {card.combat for card in TABLES.cards.values()} == TABLES.battle_cards.keys()
    assert len(TABLES.battle_cards) == 38


CROWD = {
    "attackers": "isengard-elite*2,southrons-elite*2,southrons-regular*4,nazgul*3",
    "defenders": "rohan-elite*2,rohan-regular*5,gondor-elite,rohan-leader*2",
    "where": people("strider", "boromir", "meriadoc", "gandalf-the-grey", region="westemnet")
    | people("witch-king", "mouth-of-sauron", region="fords-of-isen"),
}


@pytest.mark.parametrize("seed", range(10))
def test_any_course_of_a_battle(seed):
    """With six cards on either side: what is offered is accepted, every event cites its rule, figures are conserved."""
    rng = random.Random(f"battle {seed}")
    hands = [
        ",".join(rng.sample([id for id, card in TABLES.cards.items() if card.side == side], 6)) for side in (FP, SHADOW)
    ]
    state = cards(*hands, **{**ROHAN, **CROWD}, region="westemnet").state
    for _ in range(150):
        if not any(isinstance(step, battle_strength.Fighting) for step in state.agenda):
            break
        assert 0 < len(GAME.rules.legal(state)) < 30
        act = close_action(GAME, state, choose_action(GAME, state, rng), rng)
        cited(state, act)
        state = GAME.rules.apply(state, act)
        assert conserved(state)
