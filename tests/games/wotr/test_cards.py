"""Event cards: drawing, hand limit, playing, the table (WR-EVENT, WR-TEAM-4..7, -23). Effects: test_effects.py."""

import pytest

from companion.games.wotr.game import GAME
from companion.games.wotr.state import Hand
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import TABLES, board

HELD = {"real_cards": False}
SIX = "fp-char-01,fp-char-02,fp-char-03,fp-char-04,fp-char-05,fp-char-06"
END = ("act", 0)


def hand(t, who=0):
    return t.state.hands[who]


# --- drawing and the limit -------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-TURN-4", "accepted", "refused")
@pytest.mark.rule("WR-EVENT-1", "accepted", "refused")
def test_a_card_of_each_deck():
    """In phase 1, without being asked; only cards of that deck that are still there, by their own player."""
    t = board(agenda=[END, ("draw_phase", 0)], options=HELD)
    assert t.refuses("draw fp-str-01") == ("WR-EVENT-1", "card_not_left")
    assert t.refuses("draw fp-char-01 by=shadow") == ("WR-EVENT-1", "not_your_step")
    assert t.refuses("take - character") == ("WR-EVENT-1", "not_now")
    t.does("draw fp-char-05", "draw fp-str-09")
    assert hand(t) == Hand(("fp-char-05", "fp-str-09"))
    assert (t.state.deck_sizes, "fp-char-05" in t.state.decks[0]) == ((23, 23, 24, 24), False)
    t = board(agenda=[END, ("draw_phase", 0)], options=HELD, hands={"fp": "fp-char-05"})
    assert t.refuses("draw fp-char-05") == ("WR-EVENT-1", "card_not_left")


def test_real_cards_are_only_counted():
    """They lie in real hands; the app knows how many, and asks nothing."""
    t = board(agenda=[END, ("draw_phase", 1)])
    assert (hand(t, 1), t.state.deck_sizes, t.step) == (Hand((), 2), (24, 24, 23, 23), "act")


@pytest.mark.rule("WR-EVENT-2", "accepted", "refused")
@pytest.mark.rule("WR-EVENT-3", "accepted")
def test_the_hand_limit():
    """Both cards are drawn before anything is discarded; then down to six, of cards of his choice."""
    t = board(agenda=[END, ("draw_phase", 0)], options=HELD, hands={"fp": SIX})
    t.does("draw fp-char-24", "draw fp-str-24")
    assert (t.step, hand(t).size) == ("trim", 8)
    assert t.refuses("discard fp-char-23") == ("WR-EVENT-2", "not_in_hand")
    assert t.refuses("discard") == ("WR-EVENT-2", "not_in_hand")
    assert t.refuses("discard fp-char-24 by=shadow") == ("WR-EVENT-2", "not_your_step")
    t.does("discard fp-char-24", "discard fp-char-01")
    assert (t.step, hand(t).cards) == ("act", (*SIX.split(",")[1:], "fp-str-24"))
    t = board(agenda=[END, ("draw_phase", 0)], unseen={"fp": 5})
    assert t.refuses("discard fp-char-01") == ("WR-EVENT-2", "not_in_hand")
    assert (t.does("discard").step, hand(t)) == ("act", Hand((), 6))
    assert board(agenda=[END, ("draw_phase", 0)], unseen={"fp": 4}).step == "act"


@pytest.mark.rule("WR-EVENT-3", "accepted")
def test_two_cards_of_one_instruction():
    """House of the Stewards draws two strategy cards at once; neither twice, in the order of the content."""
    given = {"where": {"boromir": "lossarnach"}, "companions": "gimli", "options": HELD, "fp": "event"}
    t = board(hands={"fp": SIX[:-11] + ",fp-char-23"}, **given).does("event event fp-char-23")
    assert t.refuses("draw fp-str-01") == ("WR-EVENT-3", "cards_number")
    twice = t.act("draw fp-str-01")._replace(cards=("fp-str-01",) * 2)
    assert t.rules.check(t.state, twice).code == "cards_number"
    wrong = twice._replace(cards=("fp-str-02", "fp-str-01"))
    assert t.rules.check(t.state, wrong).code == "cards_order"
    t.does("draw fp-str-01,fp-str-02")
    assert (t.step, hand(t).size) == ("trim", 7)


@pytest.mark.rule("WR-EVENT-4", "accepted", "refused")
@pytest.mark.rule("WR-EVENT-5", "accepted", "refused")
def test_an_empty_deck_stays_empty():
    """Phase 1 then gives one card, or none; an Event die draws from the other deck only."""
    empty = {"deck_sizes": (0, 24, 0, 0), "fp": "event"}
    t = board(agenda=[END, ("draw_phase", 1), ("draw_phase", 0)], **empty)
    assert (hand(t).size, hand(t, 1).size, t.state.deck_sizes) == (1, 0, (0, 23, 0, 0))
    assert t.refuses("take event character") == ("WR-EVENT-5", "deck_empty")
    assert t.refuses("take event attic") == ("WR-EVENT-1", "deck_unknown")
    assert hand(t.does("take event strategy")).size == 2


@pytest.mark.rule("WR-TEAM-4", "accepted", "refused")
@pytest.mark.rule("WR-TEAM-5", "accepted", "refused")
def test_partners_draw_one_card_from_the_second_turn_on():
    """On turn 1 one of each deck, later of one of his choice; they hold four, a single player six and two cards."""
    t = board(players=4, turn=1, agenda=[END, ("draw_phase", 0)])
    assert hand(t).size == 2
    t = board(players=4, agenda=[END, ("draw_phase", 0)], unseen={"gondor": 4})
    assert t.refuses("take - strategy by=rohan") == ("WR-TEAM-4", "not_your_step")
    assert t.refuses("take event strategy") == ("WR-TURN-13", "die_paid")
    assert t.does("take - strategy").step == "trim"
    assert hand(t.does("discard")).size == 4
    t = board(players=3, agenda=[END, ("draw_phase", 1), ("draw_phase", 0)])
    assert (hand(t).size, t.step) == (2, "draw_phase")
    t = board(players=4, agenda=[END, ("draw_phase", 0)], deck_sizes=(0, 5, 5, 5))
    assert hand(t).size == 1


@pytest.mark.rule("WR-TEAM-7", "accepted", "refused")
def test_partners_do_not_see_what_is_offered():
    """That one wants to swap is told, the card to nobody but him; no hand is shown to the partner."""
    hands = {"gondor": "fp-char-01", "rohan": "fp-char-02"}
    t = board(players=4, options=HELD, hands=hands, agenda=[END, ("swap", 0, 1, "")])
    before, act = t.state, t.act("swap fp-char-01")
    t.does("swap fp-char-01")
    told = {seat: GAME.rules.events(before, act, t.state, seat)[0] for seat in ("gondor", "rohan", "saruman", None)}
    assert told.pop("gondor").values["card"].id == "fp-char-01"
    assert {(event.code, tuple(event.values)) for event in told.values()} == {("did_swap", ("seat",))}
    assert [row["hand"] for row in GAME.rules.view(t.state, "rohan")["players"]] == [
        None,
        ["fp-char-02"],
        None,
        None,
    ]


@pytest.mark.rule("WR-TEAM-6", "accepted")
def test_partners_swap_a_card():
    """After both have drawn, if both want to; a card that is not held is no offer."""
    given = {
        "players": 4,
        "options": HELD,
        "hands": {"gondor": "fp-char-01", "rohan": "fp-char-02"},
        "deck_sizes": (0,) * 4,
    }
    t = board(agenda=[END, ("draw_phase", 1), ("draw_phase", 0)], **given)
    assert (t.step, t.legal) == ("swap", ["done", "swap card=fp-char-01"])
    assert t.refuses("swap fp-char-02") == ("WR-TEAM-6", "not_in_hand")
    assert t.refuses("swap fp-char-01 by=rohan") == ("WR-TEAM-6", "not_your_step")
    t.does("swap fp-char-01")
    assert (t.seat, t.legal, hand(t, 1).cards) == ("rohan", ["done", "swap card=fp-char-02"], ("fp-char-02",))
    t.does("swap fp-char-02")
    assert (hand(t).cards, hand(t, 1).cards) == (("fp-char-02",), ("fp-char-01",))
    t = board(agenda=[END, ("draw_phase", 1), ("draw_phase", 0)], **given).does("swap fp-char-01", "done")
    assert (t.step, hand(t).cards) == ("act", ("fp-char-01",))
    assert board(players=4, agenda=[END, ("draw_phase", 1)], deck_sizes=(0,) * 4, unseen={"rohan": 2}).step == "act"


# --- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-EVENT-6", "accepted", "refused")
@pytest.mark.rule("WR-EVENT-7", "accepted", "refused")
@pytest.mark.parametrize("real", [True, False])
def test_the_icon_decides(real):
    """Paths of the Woses has the Army icon: Event, Army/Muster and Will of the West pay, the others do not."""
    given = {"boxes": {"rohan": 4}, "options": {"real_cards": real}}
    given |= {"unseen": {"fp": 3}} if real else {"hands": {"fp": "fp-str-11"}}
    t = board(fp="event,army-muster,will-of-the-west,character,muster", **given)
    for die in ("event", "army-muster", "will-of-the-west"):
        assert t.allows(f"event {die} fp-str-11")
    assert t.refuses("event muster fp-str-11") == ("WR-EVENT-7", "die_not_for_this")
    assert t.refuses("event character fp-str-11") == ("WR-EVENT-6", "die_not_for_this")
    assert t.refuses("event event sh-str-08") == ("WR-EVENT-6", "not_in_hand")
    t.does("event army-muster fp-str-11")
    assert (hand(t).size, "fp-str-11" in t.state.decks[1]) == (2 if real else 0, False)
    t.does("skip character")
    assert t.refuses("event event fp-str-11") == ("WR-EVENT-6", "not_in_hand")


@pytest.mark.rule("WR-EVENT-7", "accepted", "refused")
def test_a_banner_is_no_icon():
    """Of the Strategy deck an Army die plays the cards with the Army icon, not those with the Muster icon."""
    held = {"hands": {"shadow": "sh-str-05,sh-str-08"}, "options": HELD}
    t = board(agenda=[("act", 1)], shadow="army,muster", **held)
    assert t.refuses("event army sh-str-05") == ("WR-EVENT-7", "die_not_for_this")
    assert t.refuses("event muster sh-str-08") == ("WR-EVENT-7", "die_not_for_this")
    assert t.allows("event army sh-str-08")
    assert t.allows("event muster sh-str-05")


def test_a_deck_that_nobody_drew_from_is_in_no_hand():
    """Real cards are in hands as far as they are missing: none of the Strategy deck, one of the other."""
    t = board(fp="event", unseen={"fp": 1})
    t.state = t.state.replace(deck_sizes=(23, 24, 24, 24))
    assert t.allows("event event fp-char-12")
    assert t.refuses("event event fp-str-08") == ("WR-EVENT-6", "not_in_hand")


MET = [
    # card, where its condition holds, where it does not
    ("fp-char-06", {"companions": "gimli"}, {"companions": "boromir"}),
    ("fp-char-08", {"companions": "gandalf-the-grey"}, {"companions": "boromir"}),
    ("fp-char-11", {"companions": "boromir"}, {"companions": ""}),
    ("fp-char-14", {"where": {"strider": "edoras"}}, {"where": {"strider": "osgiliath"}}),
    ("fp-char-18", {"where": {"boromir": "edoras"}}, {}),
    ("fp-char-19", {"where": {"gandalf-the-white": "edoras", "gimli": "fangorn"}}, {"where": {"gimli": "fangorn"}}),
    ("fp-char-22", {"where": {"aragorn": "edoras"}}, {"where": {"aragorn": "erech"}}),
    ("fp-char-23", {"where": {"boromir": "erech"}}, {"where": {"boromir": "edoras"}}),
    ("fp-char-24", {"where": {"strider": "bree"}}, {"where": {"boromir": "bree"}}),
    ("fp-str-01", {"where": {"aragorn": "osgiliath"}}, {"where": {"aragorn": "erech"}}),
    ("fp-str-01", {"where": {"aragorn": "moria"}}, {"where": {"aragorn": "gone"}}),
    ("fp-str-09", {"active": "gondor"}, {}),
    ("fp-str-11", {"boxes": {"rohan": 4}}, {"boxes": {"rohan": 3}}),
    ("fp-str-12", {"where": {"gimli": "erebor"}}, {}),
    ("fp-str-13", {"boxes": {"elves": 4}}, {}),
    ("sh-char-05", {"region": "hollin"}, {"region": "rivendell"}),
    ("sh-char-08", {"region": "moria"}, {"region": "bree"}),
    ("sh-char-09", {"progress": 1}, {"progress": 0}),
    ("sh-char-12", {"hidden": False}, {"hidden": True}),
    ("sh-char-20", {"where": {"witch-king": "angmar"}}, {}),
    ("sh-char-21", {"where": {"saruman": "orthanc"}}, {"where": {"saruman": "gone"}}),
    ("sh-str-01", {"taken": "lorien"}, {"taken": "dale"}),
    ("sh-str-03", {"besieged": "minas-tirith"}, {"besieged": "helms-deep"}),
    ("sh-str-04", {"boxes": {"sauron": 4, "isengard": 4, "southrons": 4}}, {"boxes": {"sauron": 4, "isengard": 4}}),
    ("sh-str-06", {"where": {"boromir": "edoras"}}, {"where": {"boromir": "osgiliath"}, "region": "hollin"}),
    ("sh-str-10", {"boxes": {"southrons": 4}}, {}),
    ("sh-str-11", {"boxes": {"isengard": 4}}, {}),
    ("sh-str-14", {"boxes": {"sauron": 4}}, {}),
    ("sh-str-18", {"where": {"aragorn": "erech"}}, {}),
]


@pytest.mark.rule("WR-EVENT-8", "accepted", "refused")
@pytest.mark.parametrize(("card", "good", "bad"), MET)
def test_a_requirement_has_to_be_met(card, good, bad):
    """As far as the app can know it."""
    side = TABLES.cards[card].side
    base = {"companions": "legolas", "region": "hollin", "agenda": [("act", side)], "fp": "event", "shadow": "event"}
    seat = "shadow" if side else "fp"
    assert board(**(base | good), unseen={seat: 1}).allows(f"event event {card}")
    assert board(**(base | bad), unseen={seat: 1}).refuses(f"event event {card}") == ("WR-EVENT-8", "card_condition")


@pytest.mark.rule("WR-TEAM-23", "accepted", "refused")
def test_a_card_with_a_symbol_is_for_one_partner():
    """Faramir's Rangers are for Gondor, Fear! Fire! Foes! for Rohan; alone a player plays all; real cards show it."""
    t = board(players=4, agenda=[("act", 0)], fp="event", options=HELD, hands={"gondor": "fp-str-06,fp-str-07"})
    assert t.allows("event event fp-str-06")
    assert t.refuses("event event fp-str-07") == ("WR-TEAM-23", "card_partner")
    alone = board(players=3, fp="event", options=HELD, hands={"fp": "fp-str-06,fp-str-07"})
    assert alone.allows("event event fp-str-06")
    assert alone.allows("event event fp-str-07")
    real = board(players=4, agenda=[("act", 0)], fp="event", unseen={"gondor": 2})
    assert real.allows("event event fp-str-07")


@pytest.mark.rule("WR-TEAM-23", "refused")
@pytest.mark.parametrize(
    ("card", "seat", "refused"),
    [
        ("fp-str-14", "rohan", True),
        ("fp-str-14", "gondor", False),
        ("fp-str-09", "gondor", True),  # moves and recruits Rohan alone
        ("fp-str-15", "rohan", False),  # whoever plays it draws a card
        ("fp-str-06", "rohan", False),  # hits the enemy
        ("fp-str-02", "rohan", False),  # stays on the table
        ("sh-str-11", "witch-king", True),
        ("sh-str-12", "saruman", True),
        ("sh-str-15", "saruman", True),
        ("sh-str-20", "saruman", True),
        ("sh-str-20", "witch-king", False),
        ("sh-char-24", "saruman", False),  # Nazgûl fly for either
    ],
)
def test_a_real_card_for_the_partner_s_nations_alone_is_refused(card, seat, refused):
    """No sign is needed for that; nothing is used up."""
    who = ["gondor", "rohan", "witch-king", "saruman"].index(seat)
    given = {"boxes": dict.fromkeys(TABLES.nations, 4), "where": {"witch-king": "angmar", "saruman": "orthanc"}}
    t = board(players=4, agenda=[("act", who)], fp="event", shadow="event", unseen={seat: 1}, **given)
    if refused:
        assert t.refuses(f"event event {card}") == ("WR-TEAM-23", "card_partner")
    assert t.allows(f"event event {card}") is not refused
    assert (f"event die=event card={card}" in t.legal) is not refused


@pytest.mark.rule("WR-EVENT-10", "accepted", "refused")
@pytest.mark.rule("WR-EVENT-11", "accepted", "refused")
@pytest.mark.rule("WR-EVENT-13", "accepted", "refused")
def test_cards_that_stay_on_the_table():
    """Horn of Gondor stays until Boromir leaves and is not in hand any more; Bilbo's Song is discarded at once."""
    given = {"companions": "boromir,gimli", "options": HELD, "fp": "character*3", "shadow": ""}
    t = board(hands={"fp": "fp-char-07,fp-char-12"}, **given)
    t.does("event character fp-char-07", "event character fp-char-12")
    assert (hand(t).size, t.state.sides[FP].table) == (0, ("fp-char-07",))
    assert t.refuses("event character fp-char-07") == ("WR-EVENT-6", "not_in_hand")
    t.does("separate character boromir", "settle rivendell")
    assert t.state.sides[FP].table == ()


STAYING = [
    # on the table, a report that ends it
    ("table_fp", "fp-str-01", {"where": {"aragorn": "osgiliath"}}, ("carried aragorn by=fp", "settle minas-tirith")),
    ("table_shadow", "sh-char-21", {"where": {"saruman": "orthanc"}}, ("killed saruman by=shadow",)),
    ("table_shadow", "sh-str-03", {"besieged": "minas-tirith"}, ("relieved minas-tirith by=fp",)),
]


@pytest.mark.parametrize(("side", "card", "given", "words"), STAYING)
def test_a_condition_that_ends(side, card, given, words):
    """The card goes at once."""
    t = board(**{side: card}, **given)
    at = FP if side == "table_fp" else SHADOW
    assert t.state.sides[at].table == (card,)
    assert t.does(*words).state.sides[at].table == ()


@pytest.mark.rule("WR-EVENT-12", "accepted", "refused")
def test_a_card_is_taken_from_the_table_by_an_action():
    """Denethor's Folly by Will of the West, or by any die with Gandalf or Aragorn there."""
    given = {"table_shadow": "sh-str-03", "besieged": "minas-tirith", "companions": "gimli"}
    t = board(**given, fp="event,will-of-the-west")
    assert t.refuses("clear event sh-str-03") == ("WR-EVENT-12", "die_not_for_this")
    assert t.refuses("clear muster sh-str-03") == ("WR-DICE-7", "no_such_die")
    assert t.refuses("clear event fp-char-05") == ("WR-EVENT-12", "card_not_cleared")
    assert t.refuses("clear event sh-char-21") == ("WR-EVENT-12", "card_not_on_table")
    assert t.does("clear will-of-the-west sh-str-03").state.sides[SHADOW].table == ()
    t = board(**given, fp="event", where={"gandalf-the-white": "minas-tirith"})
    assert t.does("clear event sh-str-03").state.sides[SHADOW].table == ()
    assert [side.rings for side in t.state.sides] == [3, 0]


def test_the_palantir_costs_a_ring():
    """Will of the West alone, or any die and an Elven Ring."""
    given = {"table_shadow": "sh-char-21", "where": {"saruman": "orthanc"}, "fp": "event,will-of-the-west"}
    t = board(**given).does("clear event sh-char-21")
    assert [side.rings for side in t.state.sides] == [2, 1]
    t = board(**{**given, "fp": "event,will-of-the-west,muster"}).does("ring muster character")
    assert t.refuses("clear event sh-char-21") == ("WR-RING-7", "ring_used")
    t = board(**given, rings=(0, 0))
    assert t.refuses("clear event sh-char-21") == ("WR-RING-1", "no_ring")
    assert t.does("clear will-of-the-west sh-char-21").state.sides[SHADOW].table == ()


def test_the_palantir_draws():
    """After an event played with an Event die the Shadow draws a card of either deck."""
    given = {"table_shadow": "sh-char-21", "where": {"saruman": "orthanc"}, "agenda": [("act", 0), ("act", 1)]}
    t = board(**given, shadow="event,character", unseen={"shadow": 3}).does("event event sh-char-19")
    assert (t.step, t.legal) == ("reward", ["take deck=character", "take deck=strategy"])
    assert t.refuses("done") == ("WR-EVENT-9", "must_draw")
    assert hand(t.does("take - strategy"), 1).size == 3
    t = board(**given, shadow="event", unseen={"shadow": 3}, deck_sizes=(5, 5, 5, 0)).does("event event sh-char-19")
    assert (t.step, hand(t, 1).size) == ("act", 3)


def test_a_sanctuary_falls_for_two_cards():
    """Any die, an Army and a Character event from hand; of real cards the app counts them."""
    given = {"table_fp": "fp-str-02", "agenda": [("act", 0), ("act", 1)], "shadow": "event", "options": HELD}
    t = board(hands={"shadow": "sh-char-05,sh-str-01,sh-str-19"}, **given).does("clear event fp-str-02")
    assert t.refuses("discard sh-char-05") == ("WR-EVENT-12", "card_other_icon")
    assert t.refuses("discard sh-str-01 by=fp") == ("WR-EVENT-12", "not_your_step")
    t.does("discard sh-str-01", "discard sh-char-05")
    assert (hand(t, 1).cards, t.state.sides[FP].table) == (("sh-str-19",), ())
    t = board(hands={"shadow": "sh-str-19,sh-str-01"}, **given)
    assert t.refuses("clear event fp-str-02") == ("WR-EVENT-12", "clear_cards")
    given["options"] = {}
    assert board(unseen={"shadow": 1}, **given).refuses("clear event fp-str-02") == ("WR-EVENT-12", "clear_cards")
    for number in (2, 3):
        t = board(unseen={"shadow": number}, **given).does("clear event fp-str-02")
        assert (hand(t, 1).size, t.seat) == (number - 2, "fp")


@pytest.mark.rule("WR-EVENT-16", "accepted", "refused")
def test_a_card_used_in_a_battle_leaves_the_hand():
    """Without a die, whoever is due to act, and only from one's own hand; the Balrog also from the table."""
    held = {"options": {"real_cards": False}, "hands": {"fp": "fp-char-06,fp-str-04", "shadow": "sh-char-05"}}
    t = board(**held, table_shadow="sh-char-17")
    before = t.state.sides
    assert t.refuses("combat fp-char-09") == ("WR-EVENT-16", "not_in_hand")
    assert t.refuses("combat sh-char-05") == ("WR-EVENT-16", "not_in_hand")
    assert t.refuses("combat") == ("WR-EVENT-16", "not_in_hand")
    assert t.refuses("combat sh-char-17") == ("WR-EVENT-16", "not_in_hand")
    t.does("combat sh-char-05 by=shadow", "combat fp-str-04")
    assert [hand.cards for hand in t.state.hands] == [("fp-char-06",), ()]
    assert (t.state.sides, t.seat, t.step) == (before, "fp", "act")
    assert t.does("combat sh-char-17 by=shadow").state.sides[SHADOW].table == ()
    t = board(unseen={"fp": 1})
    assert t.does("combat").state.hands[0].size == 0
    assert t.refuses("combat") == ("WR-EVENT-16", "not_in_hand")


def test_the_witch_king_draws_for_a_card_in_battle():
    """Of the same deck, if he likes; who is not on the map draws nothing, and neither does the enemy."""
    held = {"options": {"real_cards": False}, "hands": {"fp": "fp-char-06", "shadow": "sh-char-05,sh-str-05"}}
    t = board(**held, where={"witch-king": "angmar"})
    assert t.does("combat fp-char-06").step == "act"
    t.does("combat sh-str-05 by=shadow")
    assert (t.seat, t.step) == ("shadow", "reward")
    assert t.refuses("take - character") == ("WR-CHAR-26", "deck_other")
    assert (t.does("take - strategy").step, t.does("draw sh-str-10").seat) == ("draw", "fp")
    assert t.does("combat sh-char-05 by=shadow").does("done").state.hands[1].cards == ("sh-str-10",)
    assert board(**held).does("combat sh-str-05 by=shadow").step == "act"
