"""The rounds of a battle: dice, re-rolls, casualties, ceasing, retreating, advancing (WR-BATTLE-11..42)."""

import pytest

from companion.games.wotr.combat import Modifiers
from companion.games.wotr.events import events_of_action
from companion.games.wotr.rules.battle import battle_strength
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import WAR, field, fight

PLAIN, TOWER = "south-ithilien", "minas-tirith"

# --- strength and dice -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-BATTLE-11", "accepted")
@pytest.mark.parametrize(
    ("army", "where", "strength", "dice"),
    [
        ("gondor-regular*3,gondor-elite", {}, 4, 4),  # the rulebook's example
        ("gondor-regular*6,gondor-elite*2", {}, 8, 5),
        ("gondor-regular,gondor-leader", {"boromir": PLAIN, "peregrin": PLAIN}, 2, 2),
        ("gondor-regular*5", {"aragorn": PLAIN}, 6, 5),
    ],
)
def test_strength_gives_dice(army, where, strength, dice):
    """Units, and a Captain of the West; five dice at most."""
    table = fight("sauron-regular", army, where=where)
    assert (battle_strength.strength(table.state, FP), battle_strength.dice(table.state, FP)) == (strength, dice)
    told = [values for code, _, values in table.tells("strike one") if code == "combat_hits"]
    assert [values["number"] for values in told] == [0]


@pytest.mark.rule("WR-BATTLE-11", "refused")
def test_six_hits_of_five_dice():
    """More or fewer dice, faces that are none, and another order are no roll."""
    table = fight("sauron-regular*8", "gondor-regular")
    assert table.refuses("strike six,six,six,six,six,six") == ("WR-BATTLE-11", "dice_number")
    assert table.refuses("strike six") == ("WR-BATTLE-11", "dice_number")
    assert table.refuses("strike six by=fp") == ("WR-BATTLE-11", "not_your_step")
    assert table.refuses("strike") == ("WR-BATTLE-11", "chance_open")


@pytest.mark.rule("WR-BATTLE-41", "accepted")
def test_a_card_takes_dice_after_the_limit():
    """Of eight units with two dice fewer three roll; one is always left."""
    table = fight("sauron-regular*8", "gondor-regular")
    table.now(battle_strength.add_modifiers, SHADOW, Modifiers(dice=-2))
    assert battle_strength.dice(table.state, SHADOW) == 3
    table.now(battle_strength.add_modifiers, SHADOW, Modifiers(dice=-9))
    assert battle_strength.dice(table.state, SHADOW) == 1


@pytest.mark.rule("WR-BATTLE-20", "accepted")
@pytest.mark.rule("WR-BATTLE-24", "accepted")
def test_five_or_more_hits():
    """Both suffer what both rolled; who is lost has hit all the same."""
    table = fight("sauron-regular*3", "gondor-regular*3").roll("456", "456")
    assert table.there("north-ithilien") == "sauron-regular"
    assert table.there(PLAIN) == "gondor-regular"
    table = fight("sauron-regular", "gondor-regular").roll("6", "5")
    assert (table.there("north-ithilien"), table.there(PLAIN)) == ("", "")


@pytest.mark.rule("WR-BATTLE-20", "refused")
@pytest.mark.rule("WR-BATTLE-24", "refused")
def test_four_or_less_misses():
    """Nobody is lost, and nothing is to choose."""
    table = fight("sauron-regular*3", "gondor-regular*3").roll("114", "234")
    assert table.step == "cease"
    assert (table.there("north-ithilien"), table.there(PLAIN)) == ("sauron-regular*3", "gondor-regular*3")


@pytest.mark.rule("WR-BATTLE-21", "accepted")
@pytest.mark.parametrize("region", ["osgiliath", "dale"])
def test_walls_help_in_the_first_round(region):
    """Only the attacker needs 6, and only then; a Fortification or a City."""
    start = {"osgiliath": "south-ithilien", "dale": "old-forest-road"}[region]
    table = fight("sauron-regular*3", "gondor-regular*3", start, region).roll("555", "115")
    assert table.there(region) == "gondor-regular*3"
    assert table.there(start) == "sauron-regular*2"
    table.does("press", "stand").roll("15", "111")
    assert table.there(region) == "gondor-regular*2"


@pytest.mark.rule("WR-BATTLE-21", "refused")
def test_a_town_is_no_wall():
    """Lossarnach; nor a Stronghold in a field battle (WR-SIEGE-2)."""
    table = fight("sauron-regular*3", "gondor-regular*3", "osgiliath", "lossarnach").roll("555", "111")
    assert table.there("lossarnach") == ""


# --- leaders ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-BATTLE-12", "accepted")
@pytest.mark.rule("WR-BATTLE-22", "accepted")
def test_leaders_reroll_misses():
    """Three Leaders, two misses: two dice, one hits, four hits in all."""
    table = fight("sauron-regular*7", "gondor-regular*5,gondor-leader*3").roll("11111", "13556")
    assert table.step == "reroll"
    assert table.refuses("restrike one,two,six") == ("WR-BATTLE-22", "dice_number")
    table.roll("16")
    assert table.there("north-ithilien") == "sauron-regular*3"


@pytest.mark.rule("WR-BATTLE-12", "refused")
def test_no_more_than_leadership():
    """One Leader, one die; fewer may be said once, and none."""
    table = fight("sauron-regular*2", "gondor-regular*3,gondor-leader").roll("11", "111")
    assert table.refuses("fewer 1") == ("WR-BATTLE-22", "fewer_dice")
    assert table.does("accept").step == "cease"
    table = fight("sauron-regular*2", "gondor-regular*3,gondor-leader*2").roll("11", "111").does("fewer 1")
    assert table.refuses("fewer 1") == ("WR-BATTLE-22", "fewer_dice")
    assert table.refuses("restrike six,six") == ("WR-BATTLE-22", "dice_number")
    assert table.roll("6").there("north-ithilien") == "sauron-regular"


@pytest.mark.parametrize(
    ("army", "where", "leadership"),
    [
        ("sauron-regular,nazgul*3", {}, 3),
        ("sauron-regular,nazgul", {"witch-king": "north-ithilien", "mouth-of-sauron": "north-ithilien"}, 5),
        ("isengard-elite*2,southrons-elite", {"saruman": "orthanc"}, 2),
        ("isengard-elite*2", {}, 0),
    ],
)
def test_leadership_comes_from_nazgul_minions_and_elites(army, where, leadership):
    """Nazgûl, minions by their cards, elites of Isengard while Saruman is in play (WR-BATTLE-12)."""
    table = fight(army, "gondor-regular", where=where)
    assert battle_strength.leadership(table.state, SHADOW) == leadership


@pytest.mark.rule("WR-BATTLE-18", "accepted")
@pytest.mark.rule("WR-CHAR-27", "accepted")
def test_the_white_rider_silences_all_nazgul():
    """For the whole battle, and himself with them; other minions keep theirs."""
    where = {"gandalf-the-white": PLAIN, "witch-king": "north-ithilien", "mouth-of-sauron": "north-ithilien"}
    table = fight("sauron-regular*2,nazgul", "gondor-regular*2,gondor-leader", where=where)
    assert table.step == "white_rider"
    table.does("ability")
    for _ in range(2):
        assert [battle_strength.leadership(table.state, side) for side in (FP, SHADOW)] == [1, 2]
        table.roll("11", "11", "11", "1").does("press", "stand")


@pytest.mark.rule("WR-BATTLE-18", "refused")
def test_what_is_lost_already_is_not_given_up():
    """No Leadership of Nazgûl is left to give up; nobody asks Gandalf where there is none."""
    table = fight("sauron-regular*2,nazgul", "gondor-regular", where={"gandalf-the-white": PLAIN}).does("done")
    assert battle_strength.nazgul_leadership(table.state) == 1
    table.now(battle_strength.change_battle, white_rider=True)
    assert battle_strength.nazgul_leadership(table.state) == 0
    assert fight("sauron-regular", "gondor-regular", where={"gandalf-the-white": PLAIN}).step == "strike"


def test_a_silent_character_counts_for_nothing():
    """Neither Leadership nor strength (WR-BATTLE-18)."""
    table = fight("sauron-regular", "gondor-regular", where={"boromir": PLAIN})
    table.now(battle_strength.change_force, FP, silent=("boromir",))
    assert (battle_strength.strength(table.state, FP), battle_strength.leadership(table.state, FP)) == (1, 0)


@pytest.mark.rule("WR-BATTLE-23", "accepted")
def test_modifiers_are_summed():
    """With 1 more, 4, 5 and 6 hit."""
    table = fight("sauron-regular*3", "gondor-regular*5").now(battle_strength.add_modifiers, SHADOW, Modifiers(roll=1))
    assert table.roll("346", "11111").there(PLAIN) == "gondor-regular*3"


@pytest.mark.rule("WR-BATTLE-23", "refused")
def test_a_one_misses_and_a_six_hits_whatever_is_added():
    """Natural values (WR-GEN-5)."""
    table = fight("sauron-regular*3", "gondor-regular*5").now(battle_strength.add_modifiers, SHADOW, Modifiers(roll=9))
    assert table.roll("111", "11111").there(PLAIN) == "gondor-regular*5"
    table = fight("sauron-regular*3", "gondor-regular*5").now(battle_strength.add_modifiers, SHADOW, Modifiers(roll=-9))
    assert table.roll("566", "11111").there(PLAIN) == "gondor-regular*3"


@pytest.mark.rule("WR-BATTLE-13", "accepted")
def test_a_round_has_its_order():
    """The attacker rolls first, then the defender; both before anybody re-rolls or is lost."""
    table = fight("sauron-elite*2,nazgul", "gondor-elite*2,gondor-leader")
    asked = []
    for words in ("strike one,six", "strike one,six", "restrike six", "restrike six", "casualty sauron-elite reduce"):
        asked.append((table.step, table.seat))
        table.does(words)
    assert asked == [
        ("strike", "shadow"),
        ("strike", "fp"),
        ("reroll", "shadow"),
        ("reroll", "fp"),
        ("casualties", "shadow"),
    ]


@pytest.mark.rule("WR-BATTLE-13", "refused")
def test_no_step_of_a_round_comes_too_early():
    """No casualty before the dice."""
    table = fight("sauron-elite*2", "gondor-elite*2")
    assert table.refuses("casualty sauron-elite reduce") == ("WR-BATTLE-11", "not_now")


# --- casualties ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-BATTLE-25", "accepted")
@pytest.mark.rule("WR-BATTLE-28", "accepted")
@pytest.mark.parametrize(
    ("ways", "left", "lost"),
    [
        (("gondor-regular remove", "gondor-regular remove"), "gondor-elite*3", "regular*2"),
        (("gondor-elite reduce", "gondor-elite reduce"), "gondor-regular*4,gondor-elite", "elite*2"),
        (("gondor-elite remove",), "gondor-regular*2,gondor-elite*2", "elite"),
        (("gondor-elite reduce", "gondor-regular remove"), "gondor-regular*2,gondor-elite*2", "elite,regular"),
    ],
)
def test_free_peoples_lost_to_hits_are_out_of_the_game(ways, left, lost):
    """What the Free Peoples lose is out of the game."""
    table = fight("sauron-regular*2", "gondor-regular*2,gondor-elite*3").roll("66", "11111")
    for way in ways:
        table.does(f"casualty {way}")
    assert table.there(PLAIN) == left
    assert table.step == "cease"
    for sort in ("regular", "elite"):
        assert table.lost(f"gondor-{sort}") == next(
            (int(word.partition("*")[2] or 1) for word in lost.split(",") if word.startswith(sort)), 0
        )


def test_hits_for_a_whole_army():
    """Nothing is left to choose: the hits are named, then what is lost and where it goes."""
    told = fight("sauron-regular*3", "gondor-regular,gondor-elite").roll("666").tells("strike one,one")
    assert [
        (code, rule, values["number"])
        for code, rule, values in told
        if code in ("combat_hits", "hits_take_all", "lost")
    ] == [
        ("combat_hits", "WR-BATTLE-20", 0),
        ("hits_take_all", "WR-BATTLE-25", 3),
        ("lost", "WR-BATTLE-28", 1),
        ("lost", "WR-BATTLE-28", 1),
    ]


def test_a_bonus_is_told_where_there_is_one():
    """With the number that was added to every die."""
    table = fight("sauron-regular", "gondor-regular*2").now(battle_strength.add_modifiers, SHADOW, Modifiers(roll=2))
    code, _, values = next(told for told in table.tells("strike three") if told[0].startswith("combat_hits"))
    assert (code, values["number"], values["bonus"]) == ("combat_hits_changed", 1, 2)
    plain = next(values for code, _, values in fight("sauron-regular", "gondor-regular").tells("strike six"))
    assert "bonus" not in plain


@pytest.mark.rule("WR-BATTLE-28", "refused")
def test_what_the_shadow_loses_comes_back():
    """To its reinforcements."""
    table = fight("sauron-regular*5", "gondor-regular*3")
    before = table.reserve("sauron-regular")
    table.roll("11111", "666")
    assert (table.reserve("sauron-regular"), table.lost("sauron-regular")) == (before + 3, 0)


@pytest.mark.rule("WR-ARMY-11", "accepted")
@pytest.mark.rule("WR-BATTLE-26", "accepted")
def test_a_regular_of_the_losses_comes_first():
    """Then one of the reinforcements."""
    table = fight("sauron-regular*5", "gondor-elite*2,gondor-regular", reserve_less="gondor-regular")
    lost = table.lost("gondor-regular")
    table.roll("11166", "111").does("casualty gondor-elite reduce", "casualty gondor-elite reduce")
    assert table.lost("gondor-regular") == lost - 2
    table = fight("sauron-regular*5", "gondor-elite*2,gondor-regular")
    reserve = table.reserve("gondor-regular")
    table.roll("11166", "111").does("casualty gondor-elite reduce")
    assert table.reserve("gondor-regular") == reserve - 1


@pytest.mark.rule("WR-ARMY-11", "refused")
@pytest.mark.rule("WR-BATTLE-26", "refused")
def test_no_other_figures_pay():
    """No Leader, no regular that is reduced, no elite for one hit, no other way."""
    table = fight("sauron-regular*5", "gondor-elite*2,gondor-regular,gondor-leader").roll("11116", "111", "1")
    for words, refusal in {
        "gondor-leader remove": ("WR-ARMY-11", "casualty_leader"),
        "gondor-regular reduce": ("WR-BATTLE-25", "casualty_regular"),
        "gondor-elite remove": ("WR-BATTLE-25", "casualty_two_hits"),
        "gondor-elite burn": ("WR-BATTLE-25", "casualty_way"),
        "rohan-elite remove": ("WR-BATTLE-25", "casualty_not_there"),
        "gondor-elite reduce by=shadow": ("WR-BATTLE-25", "not_your_step"),
    }.items():
        assert table.refuses(f"casualty {words}") == refusal


@pytest.mark.rule("WR-BATTLE-27", "accepted")
def test_without_a_regular_an_elite_is_lost_for_one_hit():
    """All regulars of the Elves stand on the map."""
    table = fight("sauron-regular*5", "elves-elite*3", also={"lorien": "elves-regular*5"}).roll("11116", "111")
    assert table.there(PLAIN) == "elves-elite*2"


@pytest.mark.rule("WR-BATTLE-27", "refused")
def test_without_a_regular_no_elite_is_reduced():
    """The units that are left are the choice."""
    armies = {"lorien": "elves-regular*5"}
    table = fight("sauron-regular*5", "elves-elite*2,gondor-regular*2", also=armies).roll("11116", "1111")
    assert table.refuses("casualty elves-elite reduce") == ("WR-BATTLE-27", "casualty_no_regular")
    assert table.does("casualty elves-elite remove").there(PLAIN) == "elves-elite,gondor-regular*2"


SCARCE = {"lorien": "elves-regular*5"}


def casualties(*ways):
    """As they are offered."""
    return ["casualty figure={} way={}".format(*way.split()) for way in ways]


@pytest.mark.parametrize(("way", "left"), [("remove", "elves-elite"), ("single", "")])
def test_two_hits_without_a_regular_may_cost_one_elite(way, left):
    """For every two hits an elite may be removed (WR-BATTLE-25), also one that nothing could replace."""
    table = fight("sauron-regular*5", "elves-elite*2", also=SCARCE).roll("11166", "11")
    assert table.step == "casualties"
    assert table.legal == casualties("elves-elite single", "elves-elite remove")
    assert table.refuses("casualty elves-elite reduce") == ("WR-BATTLE-27", "casualty_no_regular")
    (told,) = events_of_action(table.asked, table.state, table.act(f"casualty elves-elite {way}"))
    assert told.code == {"remove": "did_casualty_two", "single": "did_casualty_single"}[way]
    assert table.does(f"casualty elves-elite {way}").there(PLAIN) == left


def test_a_mixed_army_chooses_who_pays():
    """A hit that is left after two of three is paid by anybody; no elite with a regular is lost for a single hit."""
    table = fight("sauron-regular*5", "elves-elite*2,gondor-elite", also=SCARCE).roll("11666", "111")
    assert table.legal == casualties(
        "elves-elite single", "elves-elite remove", "gondor-elite reduce", "gondor-elite remove"
    )
    assert table.refuses("casualty gondor-elite single") == ("WR-BATTLE-27", "casualty_single")
    table.does("casualty elves-elite remove")
    assert table.legal == casualties("elves-elite remove", "gondor-elite reduce")
    assert table.refuses("casualty elves-elite single") == ("WR-BATTLE-25", "casualty_way")
    assert table.does("casualty gondor-elite reduce").there(PLAIN) == "elves-elite,gondor-regular"


def test_the_last_elite_falls_to_an_odd_hit():
    """Whatever is chosen, three hits are the end of two that nothing replaces."""
    told = fight("sauron-regular*5", "elves-elite*2", also=SCARCE).roll("11666").cites("strike one,one")
    assert ("hits_take_all", "WR-BATTLE-25") in told


def test_a_lost_regular_replaces_an_elite():
    """The regular that the first hit took stands in for the elite (WR-BATTLE-26)."""
    far = {"lorien": "elves-regular*4"}
    table = fight("sauron-regular*5", "elves-elite*2,elves-regular", also=far).roll("11666", "111")
    table.does("casualty elves-regular remove")
    assert table.legal == casualties("elves-elite reduce", "elves-elite remove")


@pytest.mark.rule("WR-BATTLE-29", "accepted")
def test_leaders_die_with_the_last_unit():
    """Nazgûl return, Leaders and characters do not."""
    where = {"strider": PLAIN, "witch-king": "north-ithilien"}
    table = fight("sauron-regular,nazgul*2", "gondor-regular,gondor-leader*2", where=where)
    table.roll("6", "66")
    assert (table.there("north-ithilien"), table.there(PLAIN)) == ("", "")
    assert (table.where("strider"), table.where("witch-king")) == ("gone", "gone")
    assert (table.lost("gondor-leader"), table.lost("nazgul")) == (2, 0)
    assert table.step == "fellowship"  # the next turn


@pytest.mark.rule("WR-BATTLE-29", "refused")
def test_leaders_live_while_a_unit_does():
    """One is enough."""
    table = fight("sauron-regular", "gondor-regular*2,gondor-leader", where={"strider": PLAIN}).roll("6", "111", "11")
    assert table.there(PLAIN) == "gondor-regular,gondor-leader"
    assert table.where("strider") == PLAIN


# --- the end of a round ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-BATTLE-30", "accepted")
def test_ceasing_leaves_everybody_where_he_was():
    """The battle is over."""
    table = fight("sauron-regular*2", "gondor-regular*2").roll("11", "11").does("cease")
    assert (table.there("north-ithilien"), table.there(PLAIN)) == ("sauron-regular*2", "gondor-regular*2")
    assert table.step == "fellowship"  # the next turn


@pytest.mark.rule("WR-BATTLE-31", "accepted")
@pytest.mark.rule("WR-BATTLE-32", "accepted")
@pytest.mark.rule("WR-BATTLE-37", "accepted")
def test_if_the_attacker_goes_on_the_defender_may_retreat():
    """With everybody; then the battle is over."""
    table = fight("sauron-regular*2", "gondor-regular*2,gondor-leader", where={"strider": PLAIN})
    table.roll("11", "111", "11")
    assert table.refuses("retreat osgiliath by=fp") == ("WR-BATTLE-31", "retreat_later")
    table.does("press")
    assert (table.step, table.seat) == ("retreat", "fp")
    table.does("retreat osgiliath")
    assert table.there("osgiliath") == "gondor-regular*2,gondor-leader"
    assert table.where("strider") == "osgiliath"
    assert table.step == "advance_army"


@pytest.mark.rule("WR-BATTLE-37", "refused")
def test_a_battle_goes_on_while_both_stand():
    """Round after round."""
    table = fight("sauron-regular*2", "gondor-regular*2")
    for number in (1, 2, 3):
        assert table.battle.round == number
        table.roll("11", "11").does("press", "stand")
    assert table.refuses("pass") == ("WR-BATTLE-11", "not_now")


@pytest.mark.rule("WR-BATTLE-32", "refused")
@pytest.mark.rule("WR-BATTLE-33", "accepted", "refused")
def test_only_free_regions_are_a_retreat():
    """An empty place of the enemy is none, nor where his armies are, nor what is not adjacent."""
    table = fight("sauron-regular*2", "gondor-regular*2", taken="pelargir").roll("11", "11").does("press")
    assert table.refuses("retreat minas-morgul") == ("WR-BATTLE-33", "retreat_enemy_place")
    assert table.refuses("retreat north-ithilien") == ("WR-BATTLE-32", "retreat_enemy_army")
    assert table.refuses("retreat edoras") == ("WR-BATTLE-32", "not_adjacent")
    assert table.refuses("retreat ?") == ("WR-BATTLE-32", "region_unknown")
    assert table.refuses("retreat osgiliath by=shadow") == ("WR-BATTLE-31", "not_your_step")
    assert [words for words in table.legal if words.startswith("retreat")] == [
        f"retreat region={region}" for region in ("east-harondor", "osgiliath", "west-harondor")
    ]
    assert table.does("retreat west-harondor").there("west-harondor") == "gondor-regular*2"


def test_without_a_free_region_nobody_retreats():
    """It is not asked."""
    table = fight("sauron-regular*2", "dwarves-regular*2", "dale", "erebor", also={"iron-hills": "sauron-regular"})
    table.does("stand").roll("11", "11")
    table = table.does("press")
    assert table.step == "retreat"  # the Withered Heath is free
    table = fight(
        "sauron-regular*2",
        "gondor-regular*2",
        "minas-tirith",
        "osgiliath",
        taken="minas-tirith,lossarnach,pelargir",
        also=dict.fromkeys(
            ("dead-marshes", "druadan-forest", "north-ithilien", "south-ithilien", "west-harondor"), "sauron-regular"
        ),
    )
    assert ("no_refuge", "WR-BATTLE-32") in table.roll("11", "11").cites("press")
    assert table.does("press").step == "strike"
    for region, rule in (("minas-tirith", "32"), ("lossarnach", "33"), ("south-ithilien", "32"), ("edoras", "32")):
        assert table.refuses(f"retreat {region} by=fp")[0] == f"WR-BATTLE-{rule}"
    assert table.refuses("retreat minas-tirith by=shadow") == ("WR-BATTLE-31", "retreat_later")


@pytest.mark.rule("WR-BATTLE-34", "accepted")
def test_who_never_moves_stays_behind():
    """Saruman, when his army leaves Orthanc."""
    table = fight(
        "rohan-regular*2",
        "isengard-regular*2",
        "fords-of-isen",
        "orthanc",
        seat="fp",
        acting=0,
        die="army-muster",
        where={"saruman": "orthanc"},
    )
    table.does("stand").roll("11", "11")
    while table.step == "reroll":
        table.does("accept")
    table.does("press", "retreat gap-of-rohan")
    assert table.where("saruman") == "orthanc"


@pytest.mark.rule("WR-BATTLE-34", "refused")
def test_the_mouth_of_sauron_moves_with_his_army():
    """The Mouth of Sauron does."""
    table = fight(
        "gondor-regular*2",
        "sauron-regular*2",
        "osgiliath",
        PLAIN,
        seat="fp",
        die="army-muster",
        where={"mouth-of-sauron": PLAIN},
    )
    table.roll("11", "11", "11").does("press", "retreat minas-morgul")
    assert table.where("mouth-of-sauron") == "minas-morgul"


@pytest.mark.rule("WR-BATTLE-35", "accepted")
def test_a_retreat_may_go_abroad():
    """The North, not At War, from Dale to Erebor; it has to leave again (WR-MOVE-16)."""
    table = fight("southrons-regular*3", "north-regular*2", "vale-of-the-carnen", "dale", boxes={**WAR, "north": 1})
    table.roll("111", "11").does("press", "retreat erebor")
    assert table.there("erebor") == "north-regular*2"
    assert table.state.abroad == (("erebor", "north"),)


@pytest.mark.rule("WR-BATTLE-35", "refused")
def test_at_home_or_at_war_nothing_is_marked():
    """The same retreat of a nation At War, and one to its own land."""
    table = fight("southrons-regular*3", "north-regular*2", "vale-of-the-carnen", "dale")
    assert table.roll("111", "11").does("press", "retreat erebor").state.abroad == ()
    table = fight("southrons-regular*3", "north-regular*2", "vale-of-the-carnen", "dale", boxes={**WAR, "north": 1})
    assert table.roll("111", "11").does("press", "retreat old-forest-road").state.abroad == ()


@pytest.mark.parametrize(
    ("dice", "then", "after"), [("11", ["press", "retreat erebor"], "erebor"), ("66", ["hold"], "")]
)
def test_who_has_left_foreign_land_is_not_marked(dice, then, after):
    """The North retreats on from the Iron Hills, or is lost there (WR-MOVE-16)."""
    how = {"boxes": {**WAR, "north": 2}, "taken": "dale", "abroad": (("iron-hills", "north"),)}
    table = fight("sauron-regular*2", "north-regular*2", "dale", "iron-hills", **how).roll(dice, "11").does(*then)
    assert table.state.abroad == ((("erebor", "north"),) if after else ())


def test_nazgul_are_at_home_everywhere():
    """They count as At War, whatever Sauron is; a Leader has to leave as a unit has (WR-CHAR-21, WR-MOVE-16)."""
    how = {"boxes": {**WAR, "sauron": 3}, "seat": "fp", "die": "army-muster", "taken": "westemnet"}
    table = fight("elves-regular*3", "southrons-regular*2,nazgul", "parth-celebrant", "fangorn", **how)
    table.roll("111", "11", "1").does("press", "retreat westemnet")
    assert (table.at("westemnet"), table.state.abroad) == ({"nazgul": 1, "southrons-regular": 2}, ())


def test_a_companion_who_advances_wakes_a_nation():
    """Boromir in Minas Tirith (WR-POL-7)."""
    how = {"seat": "fp", "die": "army-muster", "taken": TOWER, "active": "sauron"}
    where = {"boromir": "druadan-forest"}
    table = fight("rohan-regular*3", "sauron-regular", "druadan-forest", TOWER, where=where, **how)
    assert table.does("stand").roll("6666", "1").does("done").active("gondor")


def test_a_retreat_over_the_limit_is_trimmed():
    """Ten units stay (WR-ARMY-7)."""
    also = {"osgiliath": "gondor-regular*7,gondor-elite*2"}
    table = fight("sauron-regular*2", "rohan-regular*3", also=also).roll("11", "111").does("press", "retreat osgiliath")
    assert table.step == "trim_army"
    table.does("trim gondor-regular 2")
    assert table.there("osgiliath") == "gondor-regular*5,gondor-elite*2,rohan-regular*3"
    assert table.step == "advance_army"


# --- advancing -------------------------------------------------------------------------------------------------------


def won(army="sauron-regular*3,nazgul", start="north-ithilien", to=PLAIN, **how):
    """A battle in which the last defender falls."""
    table = fight(army, "gondor-regular", start, to, **how)
    return table.roll("6" * battle_strength.dice(table.state, SHADOW), "1")


@pytest.mark.rule("WR-BATTLE-38", "accepted")
@pytest.mark.rule("WR-CAPTURE-8", "accepted")
def test_all_or_part_or_nobody_advances():
    """As the attacker likes."""
    table = won().does("done")
    assert (table.there("north-ithilien"), table.there(PLAIN)) == ("", "sauron-regular*3,nazgul")
    table = won().does("stay sauron-regular 1", "done")
    assert table.there(PLAIN) == "sauron-regular*2,nazgul"
    table = won("sauron-regular*3", "osgiliath", "pelargir").does("hold")
    assert table.there("osgiliath") == "sauron-regular*3"
    assert table.state.taken == ()


@pytest.mark.rule("WR-BATTLE-42", "accepted")
def test_nazgul_do_not_advance_alone():
    """With those who advance there is a unit; the rearguard does not advance."""
    table = won().does("stay sauron-regular 3")
    assert table.refuses("done") == ("WR-BATTLE-42", "part_no_unit")
    assert table.refuses("hold by=fp") == ("WR-BATTLE-38", "not_your_step")
    table = field({"north-ithilien": "sauron-regular*4", PLAIN: "gondor-regular"})
    table.does("attack army north-ithilien south-ithilien", "stay sauron-regular 3", "done").roll("6", "1")
    assert table.refuses("stay sauron-regular 2") == ("WR-BATTLE-38", "stay_number")
    assert table.does("done").there(PLAIN) == "sauron-regular"


def test_who_never_moves_does_not_advance():
    """Saruman stays in Orthanc (WR-CHAR-5)."""
    table = fight("isengard-regular", "rohan-regular", "orthanc", "fords-of-isen", where={"saruman": "orthanc"})
    table.roll("6", "1")
    table.does("done")
    assert table.where("saruman") == "orthanc"
    assert table.there("fords-of-isen") == "isengard-regular"


@pytest.mark.rule("WR-CAPTURE-1", "accepted")
def test_an_advance_captures():
    """The last of the North leaves Dale; two boxes in all, a point for the Shadow."""
    table = fight(
        "southrons-regular*3",
        "north-regular*2",
        "vale-of-the-carnen",
        "dale",
        boxes={**WAR, "north": 1},
        active="southrons",
    )
    table.roll("116", "11").does("press", "retreat woodland-realm")
    codes = table.cites("done")
    table.does("done")
    assert table.there("dale") == "southrons-regular*3"
    assert table.state.taken == ("dale",)
    assert table.active("north")
    assert dict(zip(table.state.setup.tables.nations, table.state.boxes, strict=True))["north"] == 3
    assert ("advanced", "WR-POL-10") in codes


@pytest.mark.rule("WR-BATTLE-39", "accepted")
def test_if_both_fall_nobody_advances():
    """Control stays as it is."""
    table = fight("sauron-regular", "gondor-regular", "osgiliath", "pelargir").roll("6", "6")
    assert table.step != "advance_army"
    assert table.state.taken == ()
    assert ("both_wiped_out", "WR-BATTLE-39") in fight("sauron-regular", "gondor-regular").roll("6").cites("strike six")
    one = fight("sauron-regular*2", "gondor-regular").roll("16").cites("strike six")
    assert "both_wiped_out" not in [code for code, _ in one]
    table = field({"osgiliath": "sauron-regular*2", "pelargir": "gondor-regular"})
    table.does("attack army osgiliath pelargir", "stay sauron-regular 1", "done").roll("6", "6")
    assert (table.step, table.state.taken) == ("fellowship", ())
