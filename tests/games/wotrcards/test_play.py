"""Cards played and moved (WC-PLAY): what they cost, where they may go, what comes along."""

import pytest

from companion.games.wotrcards.rules.common import play
from companion.games.wotrcards.rules.common.texts import CardText, ReadText
from companion.games.wotrcards.rules.turn.action_step import SeatTurn
from companion.games.wotrcards.rules.turn.rounds import NextRound
from companion.games.wotrcards.state import Pile
from tests.games.wotrcards.board import TABLES, board

SAM = "sam-gamgee:frodo"


def hand(held=4, **how):
    """Frodo’s turn in the trilogy, with a path 1 and Moria."""
    how.setdefault("path", "bag-end")
    return board("trilogy", active="moria", hands={"frodo": held}, **how)


# --- the cost --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-PLAY-1", "accepted")
@pytest.mark.parametrize("real", [True, False])
def test_another_card_is_cycled(real):
    """Before the card is laid down and its text resolves."""
    t = hand("gimli,eomer,sting", real=real).does("play gimli")
    if not real:
        assert (t.step, t.deck("frodo").hand.cards) == ("cost", ("sting", "eomer"))
        t.does("cycle eomer")
    assert (t.step, t.sizes("frodo")) == ("put", (27, 1, 1, 0))
    t.does("put reserve")
    assert (t.step, t.card("gimli").at, t.card("gimli").fresh) == ("card", "reserve", True)


@pytest.mark.rule("WC-PLAY-1", "accepted")
def test_the_last_card_is_paid_for_by_forsaking():
    """From the top of the deck or the reserve."""
    t = hand(1, cards="eomer:frodo").does("play gimli")
    assert t.step == "forsake"
    t.does("forsake reserve eomer", "put reserve")
    assert (t.sizes("frodo")[1:], t.card("eomer")) == ((0, 0, 1), None)


@pytest.mark.rule("WC-PLAY-1", "refused")
def test_not_before_it_is_paid():
    """Nor with the card itself, nor with one of another hand."""
    t = hand("gimli,eomer,sting", real=False).does("play gimli")
    assert t.refuses("put reserve") == ("WC-PLAY-1", "not_now")
    assert t.refuses("cycle gimli") == ("WC-PLAY-1", "card_not_in_hand")
    assert t.refuses("cycle legolas") == ("WC-PLAY-1", "card_other_deck")
    assert t.refuses("cycle eomer by=aragorn") == ("WC-PLAY-1", "not_your_step")


# --- where a card goes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-PLAY-2", "accepted")
@pytest.mark.parametrize(
    ("who", "army", "place"), [(0, "riders-of-rohan", "reserve"), (1, "mordor-orcs", "dol-guldur")]
)
def test_an_army_goes_to_the_reserve_or_to_a_place_of_its_faction(who, army, place):
    """Riders to the reserve, orcs of Mordor to Dol Guldur, which shows them."""
    hands = {"frodo": 4, "witch-king": 4}
    t = board("trilogy", active="dol-guldur", hands=hands, acting=who, agenda=[SeatTurn(who)])
    t.does(f"play {army}", f"put {place}")
    assert t.card(army).at == place


@pytest.mark.rule("WC-PLAY-2", "refused")
def test_an_army_never_goes_to_a_path():
    """Nor to a place that does not show its faction, nor to one that is not active."""
    t = hand().does("play riders-of-rohan")
    assert t.refuses("put bag-end") == ("WC-PLAY-2", "place_no_army")
    assert t.refuses("put moria") == ("WC-PLAY-2", "place_faction")
    assert t.refuses("put edoras") == ("WC-PLAY-2", "place_not_active")
    assert t.refuses("put ?") == ("WC-PLAY-2", "place_not_active")
    assert t.refuses("put reserve by=saruman") == ("WC-PLAY-2", "not_your_step")
    assert t.legal == ["put to=reserve"]


@pytest.mark.rule("WC-PLAY-3", "accepted")
def test_a_character_goes_to_a_path_of_its_numbers():
    """To the reserve and to places of its faction as well."""
    t = hand(path="caradhras").does("play gimli")
    assert t.legal == ["put to=reserve", "put to=moria", "put to=caradhras"]
    assert t.does("put caradhras").card("gimli").at == "caradhras"


@pytest.mark.rule("WC-PLAY-3", "refused")
def test_no_other_path():
    """Gimli walks from 3 on; Éomer is shown by no icon of Moria and walks no path."""
    t = hand().does("play gimli")
    assert t.refuses("put bag-end") == ("WC-PLAY-3", "place_number")
    assert t.refuses("put caradhras") == ("WC-PLAY-3", "place_not_active")
    t = hand().does("play eomer")
    assert t.refuses("put moria") == ("WC-PLAY-3", "place_faction")
    assert t.legal == ["put to=reserve"]


@pytest.mark.rule("WC-PLAY-4", "accepted")
def test_an_item_goes_onto_a_wielder_anywhere():
    """Any player’s of the side; it moves along, whatever the place shows, and leaves with him."""
    t = board("trilogy", path="bag-end", active="moria", hands={"frodo": 4}, cards=f"strider:aragorn@moria {SAM}")
    t.does("play sting")
    assert t.legal == ["put to=strider", "put to=sam-gamgee"]
    t.does("put sam-gamgee", "done")
    assert (t.card("sting").at, t.card("sting").on) == ("reserve", "sam-gamgee")
    t.now(lambda draft: draft.push(SeatTurn(0))).does("move sam-gamgee bag-end")
    assert t.card("sting").at == "bag-end"
    t.does("effect return sam-gamgee")
    assert t.card("sting") is None


@pytest.mark.rule("WC-PLAY-4", "refused")
def test_an_item_needs_a_wielder_and_stays_with_him():
    """None in play: not played; not onto an army or an enemy, not into the reserve; it never moves alone."""
    assert hand().refuses("play sting") == ("WC-PLAY-4", "item_no_wielder")
    cards = f"{SAM} sting:frodo>sam-gamgee riders-of-rohan:frodo the-witch-king:witch-king"
    t = hand(cards=cards, path="weathertop")
    assert t.refuses("move sting weathertop") == ("WC-PLAY-4", "item_stays")
    t.does("play glamdring")
    for to in ("riders-of-rohan", "the-witch-king", "reserve", "moria"):
        assert t.refuses(f"put {to}") == ("WC-PLAY-4", "item_wielder")


def test_an_item_whose_only_wielder_paid_for_it():
    """Sam is forsaken for the last card in hand: the item is cycled."""
    t = hand(1, cards=SAM, deck={"frodo": {"draw": Pile()}}).does("play sting", "forsake reserve sam-gamgee")
    assert (t.card("sting"), t.sizes("frodo")) == (None, (0, 0, 1, 1))


@pytest.mark.rule("WC-PLAY-5", "accepted")
@pytest.mark.parametrize("real", [True, False])
def test_an_event_is_resolved_and_eliminated(real):
    """It goes nowhere."""
    t = hand("there-is-another-way,gimli,eomer", real=real).does("play there-is-another-way")
    if not real:
        t.does("cycle gimli")
    assert (t.step, t.state.cards) == ("card", ())
    t.does("done")
    assert (t.deck("frodo").gone.cards, t.state.cards) == (("there-is-another-way",), ())


@pytest.mark.rule("WC-PLAY-5", "refused")
def test_an_event_is_never_in_play():
    """It is not put anywhere, nor is it back in hand while it is resolved."""
    t = hand().does("play there-is-another-way")
    assert t.refuses("put reserve") == ("WC-PLAY-10", "not_now")
    assert t.refuses("effect play there-is-another-way") == ("WC-PLAY-8", "card_not_in_hand")
    assert t.refuses("tell there-is-another-way") == ("WC-TERM-5", "card_not_in_play")


# --- moving ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-PLAY-6", "accepted")
def test_a_card_of_an_earlier_round_moves():
    """And what came this round says what it says at once."""
    t = hand(cards=f"{SAM} galadriel:aragorn!")
    assert t.allows("move sam-gamgee bag-end")
    assert t.allows("tell galadriel by=aragorn")


@pytest.mark.rule("WC-PLAY-6", "refused")
def test_a_card_played_this_round_does_not():
    """Next round it does."""
    t = hand(cards=f"{SAM}!")
    assert t.refuses("move sam-gamgee bag-end") == ("WC-PLAY-6", "card_fresh")
    assert "move card=sam-gamgee to=bag-end" not in t.legal
    t = hand(2).does("play sam-gamgee", "put reserve", "done")
    assert t.card("sam-gamgee").fresh
    t.only(NextRound(-1))
    assert not t.card("sam-gamgee").fresh


@pytest.mark.rule("WC-PLAY-7", "accepted")
def test_a_move_tells_once():
    """The card is asked what a move does, and no more; only its place has changed."""
    t = hand(cards=SAM).does("move sam-gamgee bag-end")
    assert (t.step, t.card("sam-gamgee").at, t.sizes("frodo")) == ("card", "bag-end", (25, 4, 0, 0))
    assert t.does("done").step == "act"


@pytest.mark.rule("WC-PLAY-7", "refused")
def test_moves_have_the_limits_of_play():
    """By the own action, and by a text as far as paths go; only cards of the own reserve."""
    t = hand(cards="gimli:frodo eomer:frodo legolas:aragorn sam-gamgee:frodo@bag-end riders-of-rohan:frodo")
    assert t.refuses("move gimli bag-end") == ("WC-PLAY-3", "place_number")
    assert t.refuses("move eomer moria") == ("WC-PLAY-3", "place_faction")
    assert t.refuses("move riders-of-rohan bag-end") == ("WC-PLAY-2", "place_no_army")
    assert t.refuses("move legolas moria") == ("WC-ACT-2", "card_not_in_reserve")
    assert t.refuses("move sam-gamgee moria") == ("WC-ACT-2", "card_not_in_reserve")
    t.does("use gimli")
    assert t.refuses("effect move gimli bag-end") == ("WC-PLAY-3", "place_number")
    assert t.refuses("effect move riders-of-rohan bag-end") == ("WC-PLAY-2", "place_no_army")
    assert t.refuses("effect move sam-gamgee bag-end") == ("WC-PLAY-7", "place_not_active")
    assert t.refuses("effect move sting moria") == ("WC-PLAY-7", "card_not_in_play")
    t.does("effect move eomer moria")
    assert t.card("eomer").at == "moria"


# --- played by a text ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-PLAY-8", "accepted")
@pytest.mark.parametrize("real", [True, False])
def test_the_rest_that_is_cycled_pays(real):
    """Draw three, play one of them, cycle two: nothing else is paid, whoever’s text it is."""
    t = board("trilogy", agenda=[ReadText(2, "helms-deep")], active="helms-deep", real=real)
    t.does("effect draw - frodo 3")
    if not real:
        t.does("draw riders-of-rohan,gimli,sting")
    t.does("effect play riders-of-rohan by=frodo")
    assert t.step == "put"
    t.does("put helms-deep by=frodo", "done", "effect cycle - frodo 2")
    if not real:
        t.does("cycle gimli", "cycle sting")
    assert (t.step, t.sizes("frodo"), t.card("riders-of-rohan").at) == ("text", (27, 0, 2, 0), "helms-deep")


@pytest.mark.rule("WC-PLAY-8", "accepted")
def test_what_else_a_text_takes_comes_on_top():
    """A card played for its cost, whose text has one more cycled."""
    t = hand(cards=SAM).does("play gimli", "put reserve", "effect cycle - frodo 1")
    assert t.sizes("frodo") == (25, 1, 2, 0)


@pytest.mark.rule("WC-PLAY-8", "refused")
def test_only_a_card_of_the_own_hand():
    """With a hand, and out of the own deck."""
    t = board("trilogy", agenda=[ReadText(2, "helms-deep")], real=False, hands={"frodo": "gimli"})
    assert t.refuses("effect play eomer by=frodo") == ("WC-PLAY-8", "card_not_in_hand")
    assert t.refuses("effect play gimli") == ("WC-PLAY-8", "card_other_deck")
    t = board("trilogy", agenda=[ReadText(2, "helms-deep")], cards="gimli:frodo")
    assert t.refuses("effect play eomer by=frodo") == ("WC-PLAY-8", "card_not_in_hand")


@pytest.mark.rule("WC-PLAY-9", "accepted")
def test_armies_may_come_twice():
    """Two Riders of Rohan; next round a character may come again."""
    t = hand(6).does("play riders-of-rohan", "put reserve", "done")
    t.now(lambda draft: draft.push(SeatTurn(0)))
    assert t.allows("play riders-of-rohan")
    t = hand(deck={"frodo": {"once": ("gimli",)}})
    t.only(NextRound(-1))
    assert t.deck("frodo").once == ()


@pytest.mark.rule("WC-PLAY-9", "refused")
@pytest.mark.parametrize("card", ["gimli", "sting"])
def test_the_very_same_card_not_twice(card):
    """By an action or by a text, also after it came back into the hand."""
    t = hand(6, cards=SAM).does(f"play {card}", "put reserve" if card == "gimli" else "put sam-gamgee")
    t.does(f"effect return {card}", f"effect recover {card}")
    assert t.refuses(f"effect play {card}") == ("WC-PLAY-9", "card_twice")
    t.does("done").now(lambda draft: draft.push(SeatTurn(0)))
    assert t.refuses(f"play {card}") == ("WC-PLAY-9", "card_twice")


@pytest.mark.rule("WC-PLAY-10", "accepted")
def test_orders_one_after_the_other():
    """Each is finished before the next is told."""
    t = board("trilogy", agenda=[CardText(2, "boromir")], real=False, hands={"aragorn": "legolas"})
    t.does("effect draw - aragorn 1")
    assert t.step == "draw"
    t.does("draw arwen", "effect forsake - aragorn 1", "forsake hand arwen", "done")
    assert (t.step, t.deck("aragorn").gone.cards) == ("over", ("arwen",))


@pytest.mark.rule("WC-PLAY-10", "refused")
def test_nothing_else_meanwhile():
    """Neither the next order nor the end, and nothing that no text does."""
    t = board("trilogy", agenda=[CardText(2, "boromir")], hands={"aragorn": 4})
    assert t.refuses("effect burn moria") == ("WC-PLAY-10", "effect_unknown")
    assert t.refuses("done by=frodo") == ("WC-PLAY-10", "not_your_step")
    assert t.refuses("effect draw - frodo 1 by=frodo") == ("WC-PLAY-10", "not_your_step")
    assert t.refuses("pass") == ("WC-PLAY-10", "not_now")
    t.does("effect forsake - aragorn 1")
    assert t.refuses("effect draw - aragorn 1") == ("WC-PROC-5", "not_now")
    assert t.refuses("done") == ("WC-PROC-5", "not_now")


def test_every_card_has_a_place_or_says_why():
    """Of every army and character, for every location: allowed, or refused by WC-PLAY-2 or WC-PLAY-3."""
    rules = set()
    for id in TABLES.places:
        t = board("extended-trilogy", active=id)
        for card, facts in TABLES.cards.items():
            fault = play.place_fault(t.state, card, id) if facts.type in (play.ARMY, play.CHARACTER) else None
            rules |= {(fault.rule, fault.code)} if fault else set()
    assert rules == {("WC-PLAY-2", "place_faction"), ("WC-PLAY-3", "place_faction")}
