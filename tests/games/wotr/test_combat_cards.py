"""Combat cards where the app keeps the armies: picked unseen, shown together, each at its moment (WR-BATTLE-14..19)."""

import pytest

from companion.games.wotr.combat import Modifiers
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.battle import battle_strength
from companion.games.wotr.rules.map import armies
from companion.games.wotr.state import Hand
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.verbs import COMBAT
from tests.games.wotr.board import fight
from tests.games.wotr.combat_cards import (
    DAYLIGHT,
    DURINS_BANE,
    GREAT_HOST,
    HIGH_GROUND,
    NO_QUARTER,
    SCOUTS,
    STRIFE,
    cards,
)


def pick_cards(table, *picked):
    """The attacker picks, then the defender, where they are asked."""
    for card in picked:
        table.does(f"combat {card}" if card else "done")
    return table


# --- picking ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-BATTLE-14", "accepted")
def test_both_pick_unseen_the_attacker_first():
    """Everybody sees the back, nobody the card, until both have picked; the defender may pick alone."""
    table = cards(DAYLIGHT, STRIFE)
    assert (table.step, table.seat) == ("pick_card", "shadow")
    words = f"combat {STRIFE}"
    assert [event.code for event in table.events_of(words, "fp")] == ["did_combat_back"]
    assert [event.code for event in table.events_of(words, "shadow")] == ["did_combat_card"]
    table.does(words)
    assert table.state.hands[SHADOW].cards == (STRIFE,)
    assert STRIFE not in str(GAME.rules.view(table.state, "fp"))
    assert (table.step, table.seat) == ("pick_card", "fp")
    shown = [code for code, _ in table.cites(f"combat {DAYLIGHT}")]
    assert shown.count("combat_shown") == 2
    assert [hand.cards for hand in table.does(f"combat {DAYLIGHT}").state.hands] == [(), ()]
    assert pick_cards(cards(DAYLIGHT, STRIFE), "", DAYLIGHT).step == "strike"
    assert pick_cards(cards(DAYLIGHT, STRIFE), STRIFE, "").step == "strike"


@pytest.mark.rule("WR-BATTLE-15", "accepted", "refused")
def test_a_card_whose_requirement_fails_is_not_picked():
    """Advantageous Position asks for a land of the Free Peoples; only one card a round, of the own hand."""
    table = pick_cards(cards(f"{HIGH_GROUND},{DAYLIGHT}", STRIFE), "")
    assert table.refuses(f"combat {HIGH_GROUND}") == ("WR-BATTLE-15", "combat_condition")
    assert f"combat card={HIGH_GROUND}" not in table.legal
    assert table.refuses(f"combat {STRIFE}") == ("WR-BATTLE-14", "not_in_hand")
    assert table.refuses(f"combat {STRIFE} by=shadow") == ("WR-BATTLE-14", "not_your_step")
    pick_cards(table, DAYLIGHT)
    assert [words for words in table.legal if words.startswith("combat")] == []
    assert table.refuses(f"combat {HIGH_GROUND} by=fp") == ("WR-BATTLE-15", "combat_second")
    assert table.refuses(f"combat {STRIFE} by=shadow") == ("WR-BATTLE-14", "combat_later")
    assert table.refuses("captured dale by=fp") == ("WR-TURN-13", "step_in_not_now")
    table = cards(HIGH_GROUND, start="osgiliath", to="lossarnach")
    assert table.does(f"combat {HIGH_GROUND}").state.hands[FP].cards == ()


def test_with_real_cards_any_card_that_nobody_has_seen_may_be_picked():
    """The players hold them; what is shown is known from then on."""
    table = fight("sauron-regular*4", "gondor-regular*4", hands=(Hand(hidden=2), Hand()), deck_sizes=(24, 22, 24, 24))
    table.does(f"combat {DAYLIGHT}")
    assert table.state.hands[FP].hidden == 1
    assert DAYLIGHT not in table.state.decks[1]


def test_the_balrog_fights_from_the_table():
    """His card lies there, and goes."""
    table = cards(table_shadow=DURINS_BANE, start="dimrill-dale", to="lorien").does("stand", f"combat {DURINS_BANE}")
    assert table.state.sides[SHADOW].table == ()
    assert table.step == "extra_attack"


def test_a_card_of_the_first_round_gives_the_witch_king_another():
    """Of its deck, if he fights."""
    where = {"witch-king": "north-ithilien"}
    assert pick_cards(cards(shadow=STRIFE, where=where), STRIFE).step == "reward"
    table = pick_cards(cards(shadow=STRIFE), STRIFE)
    assert table.step == "strike"
    table = pick_cards(cards(shadow=f"{STRIFE},{GREAT_HOST}", where=where), "").roll("1111", "1111").does("accept")
    table.does("press", "stand", f"combat {STRIFE}")
    assert table.step == "strike"


# --- what they do ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-BATTLE-16", "accepted")
@pytest.mark.rule("WR-BATTLE-17", "accepted")
def test_the_lower_initiative_comes_first():
    """The scouts lead their army away before Durin's Bane strikes; both cards are discarded."""
    table = pick_cards(cards(SCOUTS, DURINS_BANE, start="dimrill-dale", to="parth-celebrant"), DURINS_BANE, SCOUTS)
    assert (table.step, table.seat) == ("leave", "fp")
    codes = table.cites("retreat eastemnet")
    assert ("combat_discarded", "WR-BATTLE-17") in codes
    table.does("retreat eastemnet")
    assert table.step == "advance_army"
    assert table.there("eastemnet") == "gondor-regular*4"
    assert table.state.hands[FP].cards == table.state.hands[SHADOW].cards == ()


@pytest.mark.rule("WR-BATTLE-16", "refused")
def test_scouts_leave_no_choice_to_stay():
    """They go to a free region, or into a Stronghold if there is one."""
    table = pick_cards(cards(SCOUTS), SCOUTS)
    assert table.refuses("stand") == ("WR-BATTLE-16", "must_leave")
    assert table.refuses("withdraw") == ("WR-SIEGE-1", "no_shelter")
    assert table.refuses("retreat minas-morgul") == ("WR-BATTLE-33", "retreat_enemy_place")
    table = cards(SCOUTS, start="osgiliath", to="minas-tirith").does("stand", f"combat {SCOUTS}", "withdraw", "done")
    assert table.state.besieged == ("minas-tirith",)


def test_of_equal_initiative_the_defender_comes_first():
    """Both cards are of initiative 3."""
    table = pick_cards(cards(DAYLIGHT, STRIFE), STRIFE)
    codes = [code for code, _ in table.cites(f"combat {DAYLIGHT}")]
    assert codes.index("modifier_most") < codes.index("modifier_roll")


@pytest.mark.rule("WR-BATTLE-17", "refused")
def test_effects_last_one_round():
    """In the next one as many dice roll as before."""
    table = pick_cards(cards(DAYLIGHT), DAYLIGHT)
    assert battle_strength.dice(table.state, SHADOW) == 3
    table.roll("111", "1111").does("press", "stand")
    assert battle_strength.dice(table.state, SHADOW) == 4


@pytest.mark.rule("WR-BATTLE-19", "accepted")
def test_an_extra_attack_hurts_at_once():
    """Durin's Bane: three dice that hit on 4, before the Combat roll; who is lost does not roll."""
    table = cards(shadow=DURINS_BANE, start="dimrill-dale", to="parth-celebrant").does(f"combat {DURINS_BANE}")
    table.roll("456")
    assert table.there("parth-celebrant") == "gondor-regular"
    assert battle_strength.dice(table.state, FP) == 1
    table = cards(shadow=DURINS_BANE, start="dimrill-dale", to="parth-celebrant", defenders="gondor-regular")
    table.does(f"combat {DURINS_BANE}")
    assert table.roll("456").step == "advance_army"


@pytest.mark.rule("WR-BATTLE-19", "refused")
def test_an_extra_attack_is_no_combat_roll():
    """Nobody re-rolls it, cards of the enemy do not change it, and it has dice of its own."""
    how = {"start": "dimrill-dale", "to": "lorien", "attackers": "sauron-regular*4,nazgul*3"}
    table = cards(HIGH_GROUND, DURINS_BANE, **how).does("stand", f"combat {DURINS_BANE}", f"combat {HIGH_GROUND}")
    assert table.refuses("strike four,four") == ("WR-BATTLE-19", "dice_number")
    assert table.roll("444").there("lorien") == "gondor-regular"
    assert table.step == "strike"


@pytest.mark.rule("WR-BATTLE-43", "accepted")
def test_an_extra_attack_hits_as_the_combat_roll_does():
    """Against a City on 6 in the first round, then on 5; the defender always on 5."""
    for side, round, hits in ((SHADOW, 1, 1), (SHADOW, 2, 2), (FP, 1, 2)):
        table = fight("sauron-regular*5", "gondor-regular*5", "osgiliath", "pelargir").now(
            battle_strength.change_battle, round=round
        )
        table.now(lambda draft, side=side: COMBAT.do(("attack", 2, "", 0), draft, side)).does("strike five,six")
        left = "pelargir" if side == SHADOW else "osgiliath"
        assert armies.units(table.state, left, 1 - side) == 5 - hits


def test_a_card_that_is_cancelled_does_nothing():
    """Whatever its initiative."""
    table = pick_cards(cards(DAYLIGHT, STRIFE), STRIFE)
    force = table.battle.forces[SHADOW]
    assert not force.cancelled
    table.now(battle_strength.change_force, SHADOW, cancelled=True).does(f"combat {DAYLIGHT}")
    assert table.battle.forces[SHADOW].modifiers == Modifiers(most=3)


def test_modifiers_of_both_and_further_hits():
    """Deadly Strife: 2 more for both, re-rolls too; No Quarter: one hit more, if any."""
    table = pick_cards(cards(NO_QUARTER, STRIFE, "sauron-regular*4,nazgul"), STRIFE, NO_QUARTER).roll(
        "1112", "1113", "3"
    )
    assert table.there("south-ithilien") == "gondor-regular*3"
    assert table.there("north-ithilien") == "sauron-regular*2,nazgul"
    table = pick_cards(cards(NO_QUARTER), NO_QUARTER).roll("1111", "1111")
    assert table.there("north-ithilien") == "sauron-regular*4"
