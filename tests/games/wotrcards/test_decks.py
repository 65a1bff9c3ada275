"""Draw decks, hands and piles (WC-PROC, WC-TERM-2..6, WC-COMP-1..3), and parts that come in (WC-EPD-10)."""

from collections import Counter
from fractions import Fraction

import pytest

from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.combat.combat import Combat
from companion.games.wotrcards.rules.common import scoring
from companion.games.wotrcards.rules.common.costs import Forsake
from companion.games.wotrcards.rules.common.piles import FROM_HAND, possible_cards
from companion.games.wotrcards.rules.common.texts import CardText, ReadText
from companion.games.wotrcards.state import READY, SPENT, Pile
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES
from tests.games.wotrcards.board import CONTENT, TABLES, board, start

EMPTY = {"draw": Pile()}
PLAYED = CardText(2, "aragorn")


def telling(scenario="trilogy", step=None, **how):
    """A text that is being told."""
    return board(scenario, agenda=[step or ReadText(0, "rivendell")], **how)


def forsaking(number=1, seat=0, scenario="trilogy", **how):
    """A seat has to forsake."""
    return board(scenario, agenda=[Forsake(seat, number)], **how)


# --- terms -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-TERM-2", "accepted", "refused")
def test_scoring_areas_hold_wins_and_corruption():
    """What a side has won, and for the Shadow the corruption; a site lies in none."""
    t = board("extended-trilogy", active="bree", agenda=[Combat(0)], cards="gimli:frodo@bree", corruption=4)
    assert [scoring.side_score(t.state, side) for side in (FREE, SHADOW)] == [0, 4]
    assert (t.area("free"), t.area("shadow"), t.state.removed) == ({}, {}, ("bree",))
    t = board("trilogy", active="moria", won={"free": "lorien:2"}, agenda=[Combat(0)])
    assert (t.area("free"), t.area("shadow")) == ({"lorien": 2}, {"moria": 1})
    assert [scoring.side_score(t.state, side) for side in (FREE, SHADOW)] == [2, 1]


@pytest.mark.rule("WC-TERM-3", "accepted")
def test_cycled_and_eliminated():
    """Face down on its own owner’s pile, either way."""
    t = telling(cards="gimli:frodo legolas:aragorn").does("effect return gimli", "effect remove legolas")
    assert t.sizes("frodo")[2:] == (1, 0)
    assert t.sizes("aragorn")[2:] == (0, 1)
    assert t.state.cards == ()


@pytest.mark.rule("WC-TERM-3", "refused")
def test_eliminated_is_out_for_good():
    """It is not shuffled in again, and no text finds it."""
    t = telling(gone={"frodo": "gimli"}, cycle={"frodo": 3}).does("effect recycle - frodo")
    assert t.sizes("frodo") == (29, 0, 0, 1)
    assert t.refuses("effect search gimli by=frodo") == ("WC-PROC-8", "card_not_in_pile")
    assert t.refuses("effect recover gimli by=frodo") == ("WC-PROC-8", "card_not_in_pile")


@pytest.mark.rule("WC-TERM-4", "accepted", "refused")
def test_a_ring_token_is_no_corruption():
    """Using one leaves the corruption, and taking corruption away gives no token."""
    t = board("trilogy", corruption=3, hands={"frodo": 1}).does("ring")
    assert (t.state.corruption, t.deck("frodo").ring) == (3, SPENT)
    t = telling(corruption=3, deck={"frodo": {"ring": SPENT}}).does("effect cleanse - - 1")
    assert (t.state.corruption, t.deck("frodo").ring, t.deck("aragorn").ring) == (2, SPENT, READY)


@pytest.mark.rule("WC-TERM-5", "accepted", "refused")
def test_cards_in_play_are_those_of_reserve_battles_and_hands():
    """Reserve, battleground, path and a wielder’s hands are in play; hand and piles are not."""
    cards = "gimli:frodo sam-gamgee:frodo@bag-end sting:frodo@bag-end>sam-gamgee eomer:frodo@moria"
    t = board("trilogy", path="bag-end", active="moria", cards=cards, hands={"frodo": 3}, cycle={"frodo": 2})
    for card in ("gimli", "sam-gamgee", "sting", "eomer"):
        assert t.allows(f"tell {card}")
    assert t.refuses("tell frodo-baggins") == ("WC-TERM-5", "card_not_in_play")
    assert t.refuses("tell gimli by=aragorn") == ("WC-TERM-5", "card_not_in_play")
    assert t.refuses("use frodo-baggins") == ("WC-ACT-2", "card_not_in_play")


@pytest.mark.rule("WC-TERM-6", "accepted")
def test_the_elf_player_draws_any_card():
    """Aragorn’s deck has the Elves: a Dúnedain card may come."""
    t = telling(real=False).does("effect draw - aragorn 1", "draw boromir")
    assert t.deck("aragorn").hand.cards == ("boromir",)


@pytest.mark.rule("WC-TERM-6", "refused")
def test_of_the_own_deck():
    """A card of Frodo’s deck does not come."""
    t = telling(real=False).does("effect draw - aragorn 1")
    assert t.refuses("draw gimli") == ("WC-PROC-1", "draw_not_there")
    assert t.refuses("draw boromir by=frodo") == ("WC-PROC-1", "not_your_step")


# --- components ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-COMP-1", "accepted", "refused")
def test_the_expansion_adds_30_cards_a_side():
    """30 cards a side and 31 locations; nothing of it is in a scenario of the base game."""
    new = Counter()
    for row in CONTENT["card"].values():
        new[TABLES.cards[row.id].side] += row["copies"] - row.get("base_copies", 0)
    assert new == {FREE: 30, SHADOW: 30}
    places = Counter(
        (kind, row["side"])
        for kind in ("battleground", "skirmish_site")
        for row in CONTENT[kind].values()
        if row["set"] == "expansion"
    )
    assert [places[kind, side] for kind in ("battleground", "skirmish_site") for side in SIDES] == [5, 4, 10, 3]
    assert 5 + 4 + 10 + 3 + 9 == 31
    expansion = {row.id for row in CONTENT["battleground"].values() if row["set"] == "expansion"}
    played = {id for side in TABLES.scenarios["trilogy"].grounds for part in side for id in part}
    assert not played & expansion


@pytest.mark.rule("WC-COMP-2", "accepted", "refused")
def test_the_base_game_has_60_cards_a_side():
    """60 cards a side, 14 battlegrounds, 27 paths; the trilogy uses no other."""
    base = Counter()
    for row in CONTENT["card"].values():
        base[TABLES.cards[row.id].side] += row.get("base_copies", 0)
    assert base == {FREE: 60, SHADOW: 60}
    trilogy = TABLES.scenarios["trilogy"]
    assert len(trilogy.paths) == 27
    assert sum(len(part) for side in trilogy.grounds for part in side) == 14
    assert {CONTENT["path"][id]["set"] for id in trilogy.paths} <= {"base", "memory"}
    assert sum(len(part) for parts in trilogy.decks.values() for part in parts) == 120


@pytest.mark.rule("WC-COMP-3", "accepted", "refused")
def test_both_boxes_together_have_180_cards():
    """180 cards, 23 battlegrounds, 13 sites, four paths of each number; tokens never run out."""
    assert sum(row["copies"] for row in CONTENT["card"].values()) == 180
    assert (len(CONTENT["battleground"]), len(CONTENT["skirmish_site"])) == (23, 13)
    assert Counter(path.number for path in TABLES.paths.values()) == dict.fromkeys(range(1, 10), 4)
    t = telling(corruption=30).does("effect corrupt - - 3")
    assert t.state.corruption == 33
    assert t.refuses("effect corrupt - - 4") == ("WC-SCO-4", "effect_number")


# --- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SET-2", "refused")
def test_no_ring_token_without_one():
    """Fellowship of the Ring is played without them."""
    t = board("fellowship-of-the-ring", hands={"balrog": 3})
    assert t.refuses("ring") == ("WC-TRI-2", "ring_none")


@pytest.mark.rule("WC-SET-5", "refused")
def test_first_the_starting_cards():
    """Nothing else is done before every hand is drawn and cycled."""
    t = start("trilogy", real=False)
    assert t.refuses("ground moria") == ("WC-SET-1", "not_now")
    t.does("ready")
    assert t.step == "draw"
    seven = ",".join(t.deck("frodo").draw.cards[:7])
    assert t.refuses("draw gimli") == ("WC-PROC-1", "draw_number")
    t.does(f"draw {seven}")
    assert t.refuses("pass") == ("WC-PLAY-1", "not_now")
    assert t.refuses("cycle saruman") == ("WC-PLAY-1", "card_other_deck")
    first, second = t.deck("frodo").hand.cards[:2]
    t.does(f"cycle {first}", f"cycle {second}")
    assert t.sizes("frodo") == (23, 5, 2, 0)


# --- drawing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-PROC-1", "accepted")
def test_the_top_card():
    """Any card of the deck, each as likely; real cards are only counted."""
    t = telling(real=False).does("effect draw - frodo 1")
    odds = dict(GAME.rules.outcomes(t.state, t.rules.legal_actions(t.state)[0]))
    assert set(odds.values()) == {Fraction(1, 30), Fraction(2, 30)}  # two Riders of Rohan
    assert sum(odds.values()) == 1
    assert telling().does("effect draw - frodo 3").sizes("frodo") == (27, 3, 0, 0)


@pytest.mark.rule("WC-PROC-1", "refused")
def test_as_many_as_are_drawn():
    """Neither fewer cards, nor one twice, nor one that lies elsewhere."""
    t = telling(real=False, hands={"frodo": "gimli"}).does("effect draw - frodo 2")
    assert t.refuses("draw sting") == ("WC-PROC-1", "draw_number")
    assert t.refuses("draw sting,sting") == ("WC-PROC-1", "draw_not_there")
    assert t.refuses("draw gimli,sting") == ("WC-PROC-1", "draw_not_there")
    assert t.refuses("draw") == ("WC-PROC-1", "chance_open")
    t.does("draw eomer,sting")
    assert t.deck("frodo").hand.cards == ("gimli", "sting", "eomer")


@pytest.mark.rule("WC-PROC-2", "accepted")
def test_an_empty_deck_is_made_of_the_cycle_pile():
    """At once, and an interrupted draw goes on."""
    t = telling(cycle={"frodo": 5}, deck={"frodo": {"draw": Pile(2)}}).does("effect draw - frodo 4")
    assert t.sizes("frodo") == (3, 4, 0, 0)
    assert t.deck("frodo").recycles == 1
    t = telling(cycle={"frodo": 5}, deck={"frodo": {"draw": Pile(2)}}).does("effect draw - frodo 2")
    assert t.sizes("frodo") == (5, 2, 0, 0)


@pytest.mark.rule("WC-PROC-2", "accepted")
def test_cards_of_the_app_go_on_too():
    """First what is left, then of the new deck."""
    pile = Pile(1, ("gimli",))
    t = telling(real=False, cycle={"frodo": "sting,eomer"}, deck={"frodo": {"draw": pile}})
    t.does("effect draw - frodo 2", "draw gimli")
    assert (t.step, t.deck("frodo").draw.cards) == ("draw", ("sting", "eomer"))
    t.does("draw eomer")
    assert (t.sizes("frodo")[:3], t.step) == ((1, 2, 0), "text")


@pytest.mark.rule("WC-PROC-2", "accepted")
def test_a_card_cycled_onto_nothing_can_be_drawn():
    """Deck and pile were empty; then a card was cycled."""
    t = telling(cycle={"frodo": 1}, deck={"frodo": EMPTY}).does("effect draw - frodo 1")
    assert t.sizes("frodo") == (0, 1, 0, 0)


@pytest.mark.rule("WC-PROC-2", "refused")
@pytest.mark.rule("WC-AMB-16", "accepted")
def test_not_before_it_is_empty():
    """The pile stays where it is; an ordered recycle needs a card in it."""
    t = telling(cycle={"frodo": 5}).does("effect draw - frodo 1")
    assert (t.sizes("frodo"), t.deck("frodo").recycles) == ((24, 1, 5, 0), 0)
    assert t.refuses("effect recycle - aragorn") == ("WC-PROC-2", "cycle_empty")
    assert t.refuses("effect recycle - nobody") == ("WC-PROC-2", "effect_whom")
    t.does("effect recycle - frodo")
    assert (t.sizes("frodo"), t.deck("frodo").recycles) == ((29, 1, 0, 0), 1)


@pytest.mark.rule("WC-PROC-3", "accepted")
def test_with_nothing_left_play_goes_on():
    """Draws bring nothing, and what cannot be eliminated has no further penalty."""
    t = telling(deck={"frodo": EMPTY}).does("effect draw - frodo 3", "effect forsake - frodo 2")
    assert (t.step, t.sizes("frodo")) == ("text", (0, 0, 0, 0))
    t.does("effect eliminate - frodo 2", "effect cycle - frodo 1", "done")
    assert t.step == "over"


@pytest.mark.rule("WC-PROC-3", "refused")
def test_what_can_be_eliminated_must_be():
    """One card in hand, two to forsake: that one goes."""
    t = forsaking(2, hands={"frodo": 1}, deck={"frodo": EMPTY})
    assert t.refuses("done") == ("WC-PROC-5", "not_now")
    t.does("forsake hand")
    assert (t.step, t.sizes("frodo")) == ("over", (0, 0, 0, 1))


@pytest.mark.rule("WC-PROC-4", "accepted")
def test_cycling_from_an_empty_hand():
    """One is forsaken instead."""
    t = telling(hands={"frodo": 1}).does("effect cycle - frodo 2")
    assert (t.step, t.sizes("frodo")) == ("forsake", (29, 0, 1, 0))
    assert t.does("forsake deck").sizes("frodo") == (28, 0, 1, 1)


@pytest.mark.rule("WC-PROC-4", "refused")
def test_a_hand_is_cycled_first():
    """While there is a card in hand nothing is forsaken instead."""
    t = telling(real=False, hands={"frodo": "gimli"}).does("effect cycle - frodo 1")
    assert t.refuses("forsake deck") == ("WC-PLAY-1", "not_now")
    assert t.does("cycle gimli").step == "text"


# --- forsaking -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-PROC-5", "accepted")
def test_hand_reserve_or_the_top_of_the_deck():
    """As the player likes; an item may be taken off its wielder; cards elsewhere stay."""
    cards = "sam-gamgee:frodo sting:frodo>sam-gamgee gimli:frodo@moria"
    t = forsaking(active="moria", hands={"frodo": 2}, cards=cards)
    places = {(act.from_, act.card) for act in t.rules.legal_actions(t.state)}
    assert {("hand", ""), ("reserve", "sam-gamgee"), ("reserve", "sting"), ("deck", "")} <= places
    assert t.refuses("forsake reserve gimli") == ("WC-PROC-5", "forsake_not_there")
    assert t.refuses("forsake hand gimli") == ("WC-PROC-5", "forsake_not_there")
    assert t.refuses("forsake deck by=aragorn") == ("WC-PROC-5", "not_your_step")
    t.does("forsake reserve sting")
    assert (t.card("sam-gamgee").at, t.card("sting"), t.deck("frodo").gone.cards) == ("reserve", None, ("sting",))


def test_the_top_of_the_deck_is_seen_afterwards():
    """The place is chosen first; the app then draws to the eliminated pile, out of a new deck if need be."""
    t = forsaking(real=False, cycle={"frodo": "gimli"}, deck={"frodo": EMPTY})
    assert t.legal == ["forsake from=deck"]
    t.does("forsake deck")
    assert (t.step, t.deck("frodo").draw.cards) == ("draw", ("gimli",))
    t.does("draw gimli")
    assert (t.step, t.deck("frodo").gone.cards) == ("over", ("gimli",))


def test_forsaken_from_a_hand_of_the_app():
    """By name."""
    t = forsaking(real=False, hands={"frodo": "gimli,sting"})
    assert t.refuses("forsake hand") == ("WC-PROC-5", "forsake_not_there")
    assert t.does("forsake hand sting").deck("frodo").gone.cards == ("sting",)


@pytest.mark.parametrize("real", [True, False])
def test_some_cards_are_cycled_when_they_are_forsaken(real):
    """Aragorn from the top of the deck, Frodo from anywhere, Fatty Bolger from the reserve only."""
    t = forsaking(2, cards="frodo-baggins:frodo sting:frodo>frodo-baggins fatty-bolger:frodo", real=real)
    t.does("forsake reserve frodo-baggins", "forsake reserve fatty-bolger")
    assert (t.sizes("frodo")[2:], t.deck("frodo").gone.cards) == ((2, 1), ("sting",))
    if real:
        assert forsaking(1, 2).does("forsake deck aragorn").sizes("aragorn") == (29, 0, 1, 0)
        t = forsaking(1, 0, hands={"frodo": 3})
        assert t.refuses("forsake hand fatty-bolger") == ("WC-PROC-5", "forsake_not_there")
        assert t.does("forsake hand frodo-baggins").sizes("frodo") == (27, 2, 1, 0)
    else:
        t = forsaking(1, 2, real=False).does("forsake deck", "draw aragorn")
        assert (t.deck("aragorn").cycle.cards, t.deck("aragorn").gone.size) == (("aragorn",), 0)
        t = forsaking(1, 0, real=False).does("forsake deck", "draw fatty-bolger")
        assert t.deck("frodo").gone.cards == ("fatty-bolger",)


def test_a_forsaken_card_that_is_cycled_is_shown():
    """All may see by which text it was not eliminated; of other cards of the app nobody else learns which they are."""
    hand = forsaking(1, 0, real=False, hands={"frodo": "frodo-baggins,gimli"})
    deck = forsaking(1, 2, real=False).does("forsake deck")
    for t, act, told in (
        (hand, "forsake hand frodo-baggins", "did_forsake_card"),
        (hand, "forsake hand gimli", "did_forsake_hand"),
        (deck, "draw aragorn", "did_draw_kept"),
        (deck, "draw arwen", "did_draw_gone"),
    ):
        done = t.act(act)
        after = GAME.rules.apply(t.state, done)
        for viewer in (None, "witch-king"):
            event = GAME.rules.events(t.state, done, after, viewer)[0]
            named = {"card", "cards"} & set(event.values)
            assert (event.code, bool(named)) == (told, told in ("did_forsake_card", "did_draw_kept"))


@pytest.mark.rule("WC-PROC-6", "accepted", "refused")
def test_no_benefit_without_its_cost():
    """The last card in hand is played for one forsaken; where none can be, it is not played."""
    t = board("trilogy", hands={"frodo": 1}, deck={"frodo": EMPTY})
    assert t.refuses("play gimli") == ("WC-PROC-6", "cost_unpaid")
    assert "play card=gimli" not in t.legal
    assert board("trilogy", hands={"frodo": 1}).allows("play gimli")
    assert board("trilogy", hands={"frodo": 1}, deck={"frodo": EMPTY}, cards="eomer:frodo").allows("play gimli")


# --- cards by name ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-PROC-7", "accepted")
@pytest.mark.parametrize("real", [True, False])
def test_removed_wherever_it_is(real):
    """In play, in hand, in the deck or in the cycle pile."""
    t = telling(step=PLAYED, cards="strider:aragorn@moria", active="moria", real=real).does("effect remove strider")
    assert (t.card("strider"), t.deck("aragorn").gone.cards) == (None, ("strider",))
    for what, pile in (("hand", "hands"), ("pile", "cycle")):
        t = telling(step=PLAYED, real=real, **{pile: {"aragorn": "strider,legolas"}})
        t.does(f"effect remove_{what} strider")
        assert t.deck("aragorn").gone.cards == ("strider",)
        assert sum(t.sizes("aragorn")[1:3]) == 1
    t = telling(step=PLAYED, real=real).does("effect remove_deck strider")
    assert t.sizes("aragorn") == (29, 0, 0, 1)


@pytest.mark.rule("WC-PROC-7", "refused")
def test_not_where_it_is_not():
    """A card in play is not in the deck; copies in two places are told apart; nobody tells of another’s hand."""
    t = telling(
        step=PLAYED, cards="strider:aragorn mordor-orcs:witch-king mordor-orcs:witch-king@moria", active="moria"
    )
    assert t.refuses("effect remove_deck strider") == ("WC-PROC-7", "card_not_in_pile")
    assert t.refuses("effect remove_deck gimli") == ("WC-PROC-7", "card_not_in_pile")
    assert t.refuses("effect remove_deck legolas by=frodo") == ("WC-PLAY-10", "not_your_step")
    assert t.refuses("effect remove legolas") == ("WC-PROC-7", "card_not_in_play")
    assert t.refuses("effect remove strider reserve") == ("WC-PROC-7", "card_not_in_play")
    assert t.refuses("effect remove mordor-orcs") == ("WC-PROC-7", "card_where")
    t.does("effect remove mordor-orcs moria")
    assert [card.at for card in t.state.cards if card.id == "mordor-orcs"] == ["reserve"]


@pytest.mark.rule("WC-PROC-8", "accepted")
@pytest.mark.parametrize("real", [True, False])
def test_taken_to_the_hand(real):
    """Out of the draw deck or the cycle pile."""
    t = telling(real=real, cycle={"aragorn": "legolas,arwen"})
    t.does("effect search strider by=aragorn", "effect recover legolas by=aragorn")
    assert t.sizes("aragorn") == (27, 2, 1, 0)
    if not real:
        assert t.deck("aragorn").hand.cards == ("strider", "legolas")


@pytest.mark.rule("WC-PROC-8", "refused")
def test_only_a_card_that_lies_there():
    """Of the own deck; what the app knows to be elsewhere is not found."""
    t = telling(real=False, cycle={"aragorn": "legolas"})
    assert t.refuses("effect search legolas by=aragorn") == ("WC-PROC-8", "card_not_in_pile")
    assert t.refuses("effect recover strider by=aragorn") == ("WC-PROC-8", "card_not_in_pile")
    assert t.refuses("effect search strider") == ("WC-PROC-8", "card_not_in_pile")
    assert telling().refuses("effect recover strider by=aragorn") == ("WC-PROC-8", "card_not_in_pile")


@pytest.mark.rule("WC-PROC-9", "accepted", "refused")
def test_items_leave_with_their_wielder():
    """Each for its own owner’s pile of the same kind; other items stay."""
    cards = "frodo-baggins:frodo elven-cloak:aragorn>frodo-baggins sting:frodo>frodo-baggins strider:aragorn "
    cards += "anduril:aragorn>strider"
    t = telling(cards=cards).does("effect return frodo-baggins")
    assert t.sizes("frodo")[2:] == (2, 0)
    assert t.sizes("aragorn")[2:] == (1, 0)
    assert {card.id for card in t.state.cards} == {"strider", "anduril"}
    t = telling(cards=cards).does("effect remove frodo-baggins")
    assert (t.deck("frodo").gone.size, t.deck("aragorn").gone.cards) == (2, ("elven-cloak",))


# --- the Epic Duel ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-EPD-10", "accepted")
@pytest.mark.parametrize("real", [True, False])
def test_the_third_part_comes_into_the_pile(real):
    """Right after the first recycle, by order or because the deck is empty."""
    t = telling("epic-duel", real=real).does("effect recycle - gandalf")
    assert (t.sizes("gandalf"), t.deck("gandalf").aside) == ((45 + 25, 0, 20, 0), ())
    t = telling("epic-duel", deck={"gandalf": {"draw": Pile(2)}}).does("effect draw - gandalf 3")
    assert t.sizes("gandalf") == (24, 3, 20, 0)


@pytest.mark.rule("WC-EPD-10", "refused")
def test_only_the_first_time_and_only_the_own_part():
    """The second recycle brings nothing, and the other player waits for his own."""
    t = telling("epic-duel").does("effect recycle - gandalf")
    assert (len(t.deck("witch-king").aside), t.sizes("witch-king")) == (1, (45, 0, 25, 0))
    t.does("effect recycle - gandalf")
    assert (t.sizes("gandalf"), t.deck("gandalf").recycles) == ((90, 0, 0, 0), 2)
    assert t.refuses("effect recycle - gandalf") == ("WC-PROC-2", "cycle_empty")


def test_what_a_hand_may_hold():
    """Real cards: of the own deck what is neither in play nor eliminated nor on its way, copies as often as left."""
    t = telling(cards="gimli:frodo riders-of-rohan:frodo", gone={"frodo": "sting"}, hands={"frodo": 3})
    held = possible_cards(t.state, 0)
    assert not {"gimli", "sting"} & set(held)
    assert (held.count("riders-of-rohan"), len(held)) == (1, 27)
    t = board("trilogy", hands={"frodo": 3}).does("play eomer")
    assert "eomer" not in possible_cards(t.state, 0)
    assert FROM_HAND == "hand"
