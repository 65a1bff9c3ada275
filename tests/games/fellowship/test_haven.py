"""Safe havens: LR-HAVEN, LR-AMB-1, -3."""

import pytest

from companion.games.fellowship.state import Draft
from tests.games.fellowship.conftest import GAME


@pytest.mark.rule("LR-HAVEN-1", "accepted")
@pytest.mark.rule("LR-HAVEN-2", "accepted")
@pytest.mark.rule("LR-HAVEN-3", "accepted")
@pytest.mark.rule("LR-HAVEN-4", "accepted")
@pytest.mark.rule("LR-HAVEN-6", "accepted")
def test_bag_end_from_left_to_right(start):
    """Six cards each from the bearer clockwise, then Preparations, then the Nazgûl, then Rivendell."""
    t = start("sam", "frodo", "pippin")
    for hobbit, card in (("frodo", "brown-fight"), ("pippin", "brown-hide"), ("sam", "brown-travel")):
        assert (t.step, t.seat, t.active) == ("draw", hobbit, "frodo")
        t.does(f"draw {card}*6")
    assert (t.step, t.seat, t["sam"].cards) == ("may", "frodo", 6)
    assert t.does("skip").step == "single"
    t.does("refuse")
    assert (t.place, t.step, t.seat) == ("rivendell", "deal", "frodo")


@pytest.mark.rule("LR-HAVEN-2", "refused")
@pytest.mark.rule("LR-HAVEN-3", "refused")
def test_a_haven_is_the_bearers_and_is_left_for_good(table):
    """Whoever has the Ring decides, not Frodo; after the last action none of them can be done again."""
    t = table("bag_end", "frodo", "sam", bearer="sam", active="frodo").until("may")
    assert (t.active, t.seat) == ("sam", "sam")
    assert t.refuses("accept by=frodo") == ("LR-HAVEN-5", "not_your_step")
    t.does("skip", "refuse")
    assert t.place == "rivendell"
    assert t.refuses("accept") == ("LR-HAVEN-9", "not_now")


@pytest.mark.rule("LR-HAVEN-1", "refused")
@pytest.mark.rule("LR-HAVEN-4", "refused")
@pytest.mark.rule("LR-HAVEN-6", "refused")
def test_bag_end_allows_no_other_order(start):
    """Not out of turn, not five cards, not a card that is not there, not Preparations first."""
    t = start("sam", "frodo", "pippin")
    assert t.refuses("draw brown-fight*6 by=pippin") == ("LR-CARD-9", "not_your_step")
    assert t.refuses("draw brown-fight*5") == ("LR-CARD-9", "cards_number")
    assert t.refuses("draw grey-fight*6") == ("LR-CARD-9", "card_not_left")
    assert t.refuses("accept") == ("LR-CARD-9", "not_now")
    t.does("draw brown-fight*6")
    assert t.refuses("draw brown-fight*6") == ("LR-CARD-9", "card_not_left")


def test_drawn_cards_are_named_in_order(start):
    """One hand is written in one way."""
    t = start("frodo", "sam")
    act = t.act("draw brown-fight*5,grey-hide")
    wrong = act._replace(cards=act.cards[::-1])
    assert GAME.rules.check(t.state, wrong).code == "cards_order"


@pytest.mark.rule("LR-HAVEN-5", "accepted")
@pytest.mark.rule("LR-HAVEN-7", "accepted")
@pytest.mark.rule("LR-AMB-1", "accepted")
@pytest.mark.parametrize("order", ["give_then_roll", "roll_then_give"])
def test_preparations_give_away_four_cards_and_cost_a_roll(table, order):
    """Four cards turned up, given to whomever the bearer likes, and a roll before or after."""
    t = table("bag_end", "frodo", "sam", options={"preparations_order": order}).until("may").does("accept")
    if order == "roll_then_give":
        assert t.step == "roll"
        t.does("roll two")
    t.does("turn brown-wild,brown-hide,grey-fight,grey-fight")
    before = t["sam"].cards, t["frodo"].cards
    assert t.refuses("give gimli sam") == ("LR-HAVEN-7", "card_not_turned")
    assert t.refuses("give grey-fight gandalf") == ("LR-HAVEN-7", "seat_unknown")
    t.does("give grey-fight sam", "give brown-wild sam", "give grey-fight sam", "give brown-hide frodo")
    assert (t["sam"].cards - before[0], t["frodo"].cards - before[1]) == (3, 1)
    if order == "give_then_roll":
        assert t.step == "roll"
        t.does("roll two")
    assert (t["frodo"].space, t.step) == (2, "single")


@pytest.mark.rule("LR-HAVEN-8", "accepted")
@pytest.mark.parametrize("cards", ["legolas", "brown-hide,grey-hide", "brown-wild,brown-hide", "aragorn"])
def test_the_nazgul_take_two_hiding_symbols_of_one_player(table, cards):
    """On one card or two, wilds count; nothing happens to Sauron."""
    t = table("bag_end", "frodo", f"sam hand={cards}").until("single").does(f"pay {cards} by=sam")
    assert (t.state.sauron, t.place) == (12, "rivendell")


@pytest.mark.rule("LR-HAVEN-8", "refused")
def test_the_nazgul_are_paid_by_one_alone(table):
    """A symbol each from two players is nothing, neither are two of another kind; refused, Sauron moves."""
    t = table("bag_end", "frodo hand=grey-hide", "sam hand=grey-hide,gimli").until("single")
    assert t.refuses("pay grey-hide by=sam") == ("LR-PAY-6", "pay_short")
    assert t.refuses("pay gimli by=sam") == ("LR-PAY-6", "pay_short")
    assert t.refuses("offer grey-hide by=sam") == ("LR-EVENT-4", "not_now")
    assert t.does("refuse").state.sauron == 11


@pytest.mark.rule("LR-HAVEN-9", "accepted")
@pytest.mark.rule("LR-AMB-3", "accepted")
@pytest.mark.parametrize("place", ["rivendell", "lorien"])
def test_legendary_cards_are_dealt_round(table, place):
    """Twelve to five players from the bearer on: 3, 3, 2, 2, 2."""
    t = table(place, "sam", "fatty", "frodo", "pippin", "merry")
    t.until("pass" if place == "rivendell" else "pay")
    assert [t[h].cards for h in ("frodo", "pippin", "merry", "sam", "fatty")] == [3, 3, 2, 2, 2]
    cards = t.state.setup.tables.cards
    assert {cards[card].place for player in t.state.players for card in player.hand} == {place}


@pytest.mark.rule("LR-HAVEN-9", "refused")
def test_only_that_pile_is_dealt(table):
    """No card of elsewhere, none twice, no other number."""
    t = table("rivendell", "frodo", "sam")
    assert t.refuses("draw arwen,gimli,boromir,sting,staff,legolas") == ("LR-HAVEN-9", "card_not_left")
    assert t.refuses("draw gimli*2,boromir,sting,staff,legolas") == ("LR-HAVEN-9", "card_not_left")
    assert t.refuses("draw gimli,boromir,sting,staff") == ("LR-HAVEN-9", "cards_number")


@pytest.mark.rule("LR-HAVEN-10", "accepted")
def test_the_council_passes_to_the_left_one_after_another(table):
    """A card just received may be passed on."""
    t = table("rivendell", "frodo hand=brown-wild", "sam hand=grey-fight", "pippin").until("pass")
    assert t.seat == "frodo"
    t.does("pass brown-wild", "pass brown-wild")
    assert (t.seat, "brown-wild" in t["pippin"].hand) == ("pippin", True)


@pytest.mark.rule("LR-HAVEN-10", "refused")
def test_the_council_passes_own_cards_in_turn(table):
    """Not another's card, not out of turn."""
    t = table("rivendell", "frodo hand=brown-wild", "sam hand=grey-fight", "pippin").until("pass")
    assert t.refuses("pass grey-fight") == ("LR-HAVEN-10", "card_not_in_hand")
    assert t.refuses("pass grey-fight by=sam") == ("LR-HAVEN-10", "not_your_step")
    assert t.refuses("pass") == ("LR-HAVEN-10", "card_which")


@pytest.mark.rule("LR-HAVEN-11", "accepted")
@pytest.mark.rule("LR-HAVEN-13", "accepted")
@pytest.mark.parametrize(("place", "card"), [("rivendell", "brown-friendship"), ("lorien", "brown-wild")])
def test_each_pays_a_symbol_or_rolls(table, place, card):
    """From the bearer on, each for himself."""
    t = table(place, f"frodo hand={card} 3", f"sam hand={card} 3", sauron=15).until("pay")
    while t.state.step.cost[0][0] != "symbol":
        t.does("refuse")
    t.does(f"pay {card}")
    assert t.seat == "sam"
    t.does("refuse", "roll one")
    if t.step == "rolled":  # the Mithril coat has been dealt to somebody
        t.does("apply")
    assert t.space("sam") == (4,)
    assert t.place in ("moria", "helms_deep")


@pytest.mark.rule("LR-HAVEN-11", "refused")
@pytest.mark.rule("LR-HAVEN-13", "refused")
def test_neither_another_symbol_nor_anothers_card(table):
    """A plain symbol does not pass the Test, a fighting one shows no friendship."""
    t = table("lorien", "frodo hand=grey-fight", "sam hand=brown-wild").until("pay").does("refuse").does("refuse")
    assert t.refuses("pay grey-fight") == ("LR-PAY-3", "pay_short")
    assert t.refuses("pay brown-wild") == ("LR-PAY-6", "pay_not_there")
    t = table("rivendell", "frodo hand=grey-fight", "sam").until("pay")
    assert t.refuses("pay grey-fight") == ("LR-PAY-6", "pay_short")


@pytest.mark.rule("LR-HAVEN-12", "accepted")
def test_recovery_is_bought_once(table):
    """Two rune points for two cards or for a step."""
    t = table("lorien", "frodo 3 runes=5", "sam 2 runes=2", "pippin runes=1").until("pay").does("pay")
    assert t.legal[:2] == ["choose number=1", "choose number=2"]
    t.does("choose 2")
    assert (t["frodo"].space, t["frodo"].runes, t.seat) == (2, 3, "sam")
    t.does("pay", "choose 1", "draw brown-fight,brown-fight")
    assert t["sam"].runes == 0
    assert t.refuses("pay") == ("LR-PAY-8", "pay_runes")
    assert t.refuses("choose 1") == ("LR-EVENT-4", "not_now")


def test_a_choice_has_to_be_there(table):
    """Neither 0 nor 3 of two."""
    t = table("lorien", "frodo 3 runes=5", "sam").until("pay").does("pay")
    assert t.refuses("choose 3") == ("LR-EVENT-3", "choose_number")
    assert t.refuses("choose 0") == ("LR-EVENT-3", "choose_number")


@pytest.mark.rule("LR-HAVEN-14", "accepted", "refused")
def test_no_ring_in_a_haven(table):
    """Gandalf and Elessar help there, the Ring does not."""
    t = table("lorien", "frodo 3 runes=5", "sam").until("pay")
    assert t.refuses("ring") == ("LR-HAVEN-14", "ring_haven")
    assert t.does("summon", "gandalf healing frodo").space("frodo") == (1,)


def test_real_cards_are_only_counted(start):
    """Drawn, dealt and passed without the app: it asks for nothing but what all can see."""
    t = start("frodo", "sam", real_cards=True)
    assert (t.step, t["frodo"].hidden, t.state.deck_size) == ("may", 6, 48)
    t.does("skip", "refuse")
    assert (t.step, t["sam"].hidden) == ("pass", 12)
    assert t.legal == ["pass"]
    assert t.refuses("pass brown-wild") == ("LR-HAVEN-10", "card_unseen")
    t.does("pass", "pass")
    assert (t["frodo"].hidden, t["sam"].hidden) == (12, 12)
    assert isinstance(Draft.of(t.state), Draft)
