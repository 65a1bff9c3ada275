"""The action step (WC-ACT): whose turn it is, every action, and when passing is allowed."""

import pytest

from companion.games.wotrcards.rules.common.texts import CardText
from companion.games.wotrcards.rules.turn import action_step
from companion.games.wotrcards.rules.turn.action_step import ActionStep
from companion.games.wotrcards.rules.turn.rounds import NextRound
from companion.games.wotrcards.state import READY, SPENT, USED, Pile
from tests.games.wotrcards.board import board

FOUR = {"frodo": 4, "witch-king": 4, "aragorn": 4, "saruman": 4}


def turns(t, *words):
    """Whose turn it was, action after action."""
    out = []
    for each in words:
        out.append(t.seat)
        t.does(each)
    return [*out, t.seat if t.step == "act" else t.step]


# --- whose turn it is ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-ACT-1", "accepted")
def test_in_the_order_of_the_scenario_from_the_starting_player():
    """One action each, until all have passed in a row."""
    t = board("trilogy", hands=FOUR, first=2, acting=2, agenda=[ActionStep(-1)])
    assert turns(t, "cycle", "cycle", "cycle", "cycle") == ["aragorn", "saruman", "frodo", "witch-king", "aragorn"]
    t = board("trilogy", hands=dict.fromkeys(FOUR, 2), active="moria")
    assert turns(t, "pass", "pass", "pass") == ["frodo", "witch-king", "aragorn", "saruman"]
    t.does("pass")
    assert (t.state.round, t.active) == (3, [])


@pytest.mark.rule("WC-ACT-1", "accepted")
def test_gandalf_has_two_turns_against_two():
    """Three-player Duel: Gandalf, Witch-king, Gandalf, Saruman; three passes in a row of all are enough."""
    t = board("duel-3", hands={"gandalf": 2, "witch-king": 2, "saruman": 2})
    assert turns(t, "cycle", "pass", "pass") == ["gandalf", "witch-king", "gandalf", "saruman"]
    assert t.does("pass").state.round == 3


@pytest.mark.rule("WC-ACT-1", "refused")
def test_nobody_acts_out_of_turn_or_twice():
    """Nor two actions."""
    t = board("trilogy", hands=FOUR)
    assert t.refuses("cycle by=aragorn") == ("WC-ACT-1", "not_your_step")
    assert t.refuses("pass by=witch-king") == ("WC-ACT-1", "not_your_step")
    t.does("cycle")
    assert t.refuses("cycle by=frodo") == ("WC-ACT-1", "not_your_step")
    assert t.refuses("done") == ("WC-ACT-1", "not_now")
    assert t.refuses("cycle by=gandalf") == ("WC-ACT-1", "seat_unknown")


@pytest.mark.rule("WC-ACT-4", "accepted")
def test_who_passed_may_act_again():
    """While the step lasts."""
    t = board("trilogy", hands={**FOUR, "frodo": 2})
    t.does("pass", "cycle", "cycle", "cycle")
    assert (t.seat, t.state.passes) == ("frodo", 0)
    assert t.does("cycle").sizes("frodo")[1] == 1


# --- the actions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-ACT-2", "accepted")
def test_every_action_is_offered_where_it_is_legal():
    """Each kind is offered where it can be done, and no other kind."""
    t = board("extended-trilogy", path="bag-end", active="bree", hands={"frodo": 2}, cards="sam-gamgee:frodo@bree")
    kinds = {act.type for act in t.rules.legal_actions(t.state)}
    assert kinds == {"play", "cycle", "winnow", "use", "ring", "skirmish", "pass", "tell"}
    t = board("trilogy", path="bag-end", cards="sam-gamgee:frodo")
    assert {act.type for act in t.rules.legal_actions(t.state)} == {"move", "use", "ring", "pass", "tell"}


@pytest.mark.rule("WC-ACT-2", "accepted")
@pytest.mark.parametrize("real", [True, False])
def test_cycle_and_winnow(real):
    """One cycled; two eliminated and one drawn."""
    t = board("trilogy", hands={"frodo": "gimli,sting,eomer"}, real=real)
    t.does("cycle" if real else "cycle gimli")
    assert t.sizes("frodo") == (27, 2, 1, 0)
    t = board("trilogy", hands={"frodo": "gimli,sting,eomer"}, real=real)
    t.does("winnow" if real else "winnow gimli,eomer")
    if not real:
        assert t.deck("frodo").gone.cards == ("gimli", "eomer")
        t.does("draw theoden")
        assert t.deck("frodo").hand.cards == ("sting", "theoden")
    assert t.sizes("frodo") == (26, 2, 0, 2)


def test_winnow_with_nothing_to_draw():
    """Two go all the same."""
    t = board("trilogy", hands={"frodo": 3}, deck={"frodo": {"draw": Pile()}}).does("winnow")
    assert t.sizes("frodo") == (0, 1, 0, 2)


@pytest.mark.rule("WC-ACT-2", "accepted")
def test_a_card_in_play_is_used():
    """An own one, or an item that an own character bears."""
    cards = "bilbo-baggins:frodo frodo-baggins:frodo lembas:aragorn>frodo-baggins"
    t = board("trilogy", cards=cards, hands={"frodo": 2}).does("use bilbo-baggins", "effect return bilbo-baggins")
    assert t.does("effect draw - frodo 2", "done").sizes("frodo")[1:3] == (4, 1)
    t = board("trilogy", cards=cards, hands={"frodo": 2}, corruption=2)
    t.does("use lembas", "effect remove lembas", "effect cleanse - - 1", "done")
    assert (t.state.corruption, t.deck("aragorn").gone.cards, t.seat) == (1, ("lembas",), "witch-king")


@pytest.mark.rule("WC-ACT-2", "refused")
def test_what_is_no_action():
    """No card, too few, names of real cards, none of cards of the app, a card of somebody else."""
    t = board("trilogy", hands={"frodo": 1, "aragorn": 3}, cards="legolas:aragorn")
    assert t.refuses("play ?") == ("WC-ACT-2", "card_unknown")
    assert t.refuses("play arwen") == ("WC-ACT-2", "card_other_deck")
    assert t.refuses("winnow") == ("WC-ACT-2", "hand_short")
    assert t.refuses("cycle gimli") == ("WC-SET-6", "card_needs_no_name")
    assert t.refuses("use legolas") == ("WC-ACT-2", "card_not_in_play")
    assert t.refuses("move gimli moria") == ("WC-ACT-2", "card_not_in_reserve")
    assert board("trilogy").refuses("cycle") == ("WC-ACT-2", "hand_short")
    assert board("trilogy").refuses("play gimli") == ("WC-ACT-2", "card_not_in_hand")
    t = board("trilogy", hands={"frodo": "gimli,eomer,sting"}, real=False)
    assert t.refuses("cycle") == ("WC-ACT-2", "cards_wanted")
    assert t.refuses("winnow gimli") == ("WC-ACT-2", "cards_wanted")
    assert t.refuses("winnow gimli,theoden") == ("WC-ACT-2", "card_not_in_hand")
    assert t.refuses("play theoden") == ("WC-ACT-2", "card_not_in_hand")


def test_a_ring_token():
    """Once a game two cards; in the Duel once a round three, then one eliminated and one cycled."""
    t = board("trilogy", hands={"frodo": 1}).does("ring")
    assert (t.sizes("frodo")[1], t.deck("frodo").ring) == (3, SPENT)
    t = board("duel", hands={"gandalf": 1}).does("ring")
    assert (t.sizes("gandalf")[1:], t.deck("gandalf").ring) == ((2, 1, 1), USED)
    assert board("duel", deck={"gandalf": {"ring": USED}}).refuses("ring") == ("WC-D2-2", "ring_used")
    assert t.only(NextRound(-1)).deck("gandalf").ring == READY


@pytest.mark.parametrize(("how", "code"), [({}, "site_no_card"), ({"active": "moria"}, "site_not_active")])
def test_no_skirmish_without_a_card_or_a_site(how, code):
    """A site with an own card (WC-SKI-5)."""
    t = board("extended-trilogy", cards="legolas:gandalf@bree", **{"active": "bree", **how})
    assert t.refuses("skirmish bree") == ("WC-SKI-5", code)


# --- passing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-ACT-3", "accepted")
@pytest.mark.parametrize(("mine", "foes"), [(2, (0, 0)), (0, (0, 0)), (5, (6, 7))])
def test_with_few_cards(mine, foes):
    """No more than the limit, or fewer than each enemy."""
    t = board("trilogy", hands={"frodo": mine, "witch-king": foes[0], "saruman": foes[1], "aragorn": 1})
    assert t.allows("pass")
    assert "pass" in t.legal


@pytest.mark.rule("WC-ACT-3", "refused")
@pytest.mark.parametrize(("mine", "foes"), [(3, (0, 9)), (5, (6, 5)), (5, (5, 5))])
def test_not_with_many(mine, foes):
    """As many as one of the enemies are too many; what a team mate holds does not matter."""
    t = board("trilogy", hands={"frodo": mine, "witch-king": foes[0], "saruman": foes[1], "aragorn": 9})
    assert t.refuses("pass") == ("WC-ACT-3", "pass_hand")
    assert "pass" not in t.legal


@pytest.mark.rule("WC-ACT-5", "accepted")
@pytest.mark.parametrize(
    ("seat", "cards", "limit"),
    [
        ("aragorn", "", 2),
        ("aragorn", "elrond:aragorn", 3),
        ("aragorn", "elrond:aragorn@rivendell", 2),
        ("frodo", "gandalf-the-grey:frodo@bag-end gandalfs-staff:frodo@bag-end>gandalf-the-grey", 3),
        ("saruman", "saruman:saruman sarumans-staff:saruman>saruman", 3),
        ("witch-king", "the-lidless-eye:witch-king elrond:aragorn", 3),
    ],
)
def test_cards_in_play_change_the_limit(seat, cards, limit):
    """Elrond and the Eye in the reserve, the staffs anywhere in play."""
    t = board("trilogy", path="bag-end", active="rivendell", cards=cards)
    assert action_step.hand_limit(t.state, t.state.setup.seats.index(seat)) == limit


def test_a_limit_that_only_the_card_knows():
    """Lotho’s number is our own: the table says it, and takes it back."""
    t = board(
        "extended-trilogy", agenda=[CardText(5, "lotho-sackville-baggins")], cards="lotho-sackville-baggins:bill-ferny"
    )
    assert action_step.hand_limit(t.state, 5) == 2
    assert action_step.hand_limit(t.does("effect keep - bill-ferny 1").state, 5) == 3
    assert action_step.hand_limit(t.does("effect keep - bill-ferny").state, 5) == 2


@pytest.mark.rule("WC-ACT-5", "refused")
def test_nobody_ends_the_step_above_the_limit():
    """Three were fewer than each enemy’s four, who may keep four: the step goes on, and Frodo has to act."""
    cards = "saruman:saruman sarumans-staff:saruman>saruman the-lidless-eye:witch-king"
    kept = {"witch-king": {"more": 1}, "saruman": {"more": 1}}
    t = board("trilogy", cards=cards, deck=kept, hands={"frodo": 3, "witch-king": 4, "aragorn": 2, "saruman": 4})
    t.does("pass", "pass", "pass", "pass")
    assert (t.step, t.seat) == ("act", "frodo")
    assert t.refuses("pass") == ("WC-ACT-5", "pass_last")
    assert "pass" not in t.legal
    t.does("cycle", "pass", "pass", "pass", "pass")
    assert t.state.round == 3
