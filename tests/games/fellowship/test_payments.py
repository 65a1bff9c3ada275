"""Payments: LR-PAY, LR-AMB-9, -13, -14."""

import pytest

from companion import games
from companion.content.load import load
from companion.games.fellowship.rules.payment import prices
from companion.words.wording import Voice


@pytest.mark.rule("LR-PAY-1", "accepted")
@pytest.mark.rule("LR-PAY-2", "accepted")
@pytest.mark.parametrize("items", ["gimli,boromir,anduril", "aragorn,gimli,grey-fight", "gollum,anduril"])
def test_five_symbols_of_doubles_and_wilds(table, items):
    """Six for five is fine; stars stand for fighting."""
    t = table("moria", f"frodo hand={items}", "sam", event=4).tiles("relentless_time")
    for item in items.split(","):
        t.does(f"offer {item}")
    t.does("settle")
    assert (t.state.sauron, t["frodo"].cards) == (12, 0)


@pytest.mark.rule("LR-PAY-1", "refused")
def test_no_card_for_nothing(table):
    """A card that the price does not need is not taken."""
    t = table("bag_end", "frodo", "sam hand=legolas,grey-hide").until("single")
    assert t.refuses("pay grey-hide,legolas by=sam") == ("LR-HAVEN-8", "pay_idle")
    t = table("moria", "frodo hand=grey-fight,gimli,boromir,anduril", "sam", event=4).tiles("relentless_time")
    t.does("offer grey-fight", "offer gimli", "offer boromir")
    assert t.refuses("offer anduril") == ("LR-PAY-6", "offer_useless")
    t.does("withdraw", "offer grey-fight", "offer gimli", "offer boromir", "settle")


def test_a_card_that_has_become_idle_is_taken_back(table):
    """One symbol lies there, then a double covers both: the group does not pay with three."""
    t = table("mordor", "frodo", "sam hand=grey-fight,gimli", event=5)
    cost = (("symbol", "fight", 2),)
    facts = t.state.setup.tables
    assert prices.first_idle(facts, cost, [("grey-fight", False), ("gimli", False)]) == "grey-fight"
    t = table("shelob", "frodo", "sam hand=grey-fight,gimli,boromir,anduril,brown-wild", event=5)
    t.tiles("relentless_time").does("offer grey-fight by=sam", "offer gimli by=sam", "offer boromir by=sam")
    t.does("offer brown-wild by=sam", "offer anduril by=sam")
    assert t.refuses("settle") == ("LR-PAY-1", "pay_idle")
    assert t.refuses("withdraw by=frodo") == ("LR-EVENT-4", "withdraw_nothing")


def test_two_stars_of_one_card_for_two_symbols(table):
    """Friendship and fighting of Wormtongue with Aragorn alone (LR-PAY-2)."""
    t = table("helms_deep", "frodo hand=aragorn", "sam").tiles("relentless_time").does("pay aragorn")
    assert "theoden" in t.state.piles


@pytest.mark.rule("LR-PAY-3", "accepted", "refused")
def test_a_wild_symbol_is_paid_by_wilds(table):
    """Speak Friend: friendship and a wild; two friendships are not enough, Frodo's brown cards are."""
    seats = ("frodo hand=brown-hide", "sam hand=grey-friendship,pipe,sting")
    t = table("moria", *seats).tiles("relentless_time").does("offer pipe by=sam")
    assert t.refuses("offer grey-friendship by=sam") == ("LR-PAY-6", "offer_useless")
    assert t.refuses("settle") == ("LR-PAY-3", "pay_short")
    kept = t.state
    assert t.does("offer sting by=sam", "settle").state.sauron == 12
    t.state = kept
    assert t.does("offer brown-hide by=frodo", "settle").state.sauron == 12


@pytest.mark.rule("LR-PAY-6", "accepted")
def test_a_part_of_a_price_does_nothing(table):
    """What was laid down is taken back when nobody pays the rest."""
    t = table("moria", "frodo hand=gimli", "sam", event=4).tiles("relentless_time").does("offer gimli", "refuse")
    assert (t["frodo"].hand, t.state.sauron) == (("gimli",), 10)


@pytest.mark.rule("LR-PAY-7", "accepted")
@pytest.mark.rule("LR-AMB-9", "accepted")
@pytest.mark.rule("LR-DIE-4", "accepted")
def test_too_few_cards_are_all_given(table):
    """One card instead of two: it goes, the hobbit dies, the runes stay."""
    t = table("moria", "frodo", "sam", "pippin hand=gimli runes=3", active="pippin", fight=6, gandalf_used=["magic"])
    t.tiles("fight").does("roll discard")
    assert (t["pippin"].alive, t["pippin"].cards, t["pippin"].runes, t["pippin"].cause) == (False, 0, 3, "cannot_pay")
    assert t.state.top_card == "gimli"


@pytest.mark.rule("LR-PAY-7", "refused")
@pytest.mark.rule("LR-DIE-4", "refused")
def test_a_forced_loss_cannot_be_refused(table):
    """Neither declined nor paid with another's card."""
    t = table("moria", "frodo hand=gimli,sting", "sam hand=boromir", fight=6).tiles("fight").does("roll discard")
    assert t.refuses("refuse") == ("LR-PAY-7", "not_now")
    assert t.refuses("done") == ("LR-PAY-7", "not_now")
    assert t.refuses("discard boromir") == ("LR-PAY-7", "card_not_in_hand")
    assert t.refuses("discard boromir by=sam") == ("LR-PAY-7", "not_your_step")


@pytest.mark.rule("LR-PAY-7", "accepted")
def test_help_may_come_before_somebody_dies_of_a_discard(table):
    """Too few cards, but Lembas, Miruvor or Gandalf could still come; who wants none of it lets it take effect."""
    seats = ("frodo", "sam hand=lembas", "pippin hand=gimli runes=5")
    t = table("shelob", *seats, active="pippin", fight=5, gandalf_used=["magic"]).tiles("fight").does("roll discard")
    kept = t.state
    assert (t.step, t.legal[0]) == ("lose", "apply")
    assert t.refuses("discard gimli") == ("LR-PAY-7", "pay_short")
    assert t.refuses("apply by=sam") == ("LR-PAY-7", "not_your_step")
    t.does("epic lembas pippin by=sam", "done", "draw brown-hide*5", "discard gimli", "discard brown-hide")
    assert (t.step, t["pippin"].hand) == ("cards", ("brown-hide",) * 4)
    t.state = kept
    t.does("summon", "gandalf persistence pippin", "draw grey-hide*4")
    assert t.refuses("apply") == ("LR-PAY-7", "not_now")
    assert t.does("discard gimli").refuses("epic lembas pippin by=sam") == ("LR-GANDALF-9", "step_in_not_now")
    t.state = kept
    t.does("apply")
    assert (t["pippin"].cause, t.state.top_card, t.active) == ("cannot_pay", "gimli", "frodo")


def test_a_discard_that_can_be_paid_waits_for_nothing_else(table):
    """The roll takes effect at once, although cards for any time are about; those may come before the first card."""
    t = table("shelob", "frodo hand=gimli,sting,elessar", "sam", fight=5).tiles("fight").does("roll discard")
    assert (t.step, t.legal[0]) == ("lose", "discard card=gimli")
    assert t.allows("epic elessar frodo")


@pytest.mark.rule("LR-PAY-8", "accepted")
@pytest.mark.rule("LR-AMB-14", "accepted")
def test_gold_is_spent_at_face_value_with_silver_in_change(table):
    """Silver first, then golden runes; those do not come back."""
    t = table("lorien", "frodo runes=1 gold=3", "sam").until("pay").does("pay")
    assert (t["frodo"].silver, t["frodo"].gold, t["frodo"].runes) == (2, (), 2)
    assert sorted(t.state.gold) == [1, 1, 2, 2, 3]


@pytest.mark.rule("LR-PAY-8", "refused")
def test_points_have_to_be_there(table):
    """Three points do not pay five, nor does one offer more than one has."""
    t = table("shelob", "frodo runes=3", "sam runes=4", event=2).tiles("relentless_time")
    assert t.refuses("pay by=frodo") == ("LR-PAY-8", "pay_runes")
    t = table("shelob", "frodo runes=3", "sam runes=4").tiles("relentless_time")
    assert t.refuses("offer - 4 by=frodo") == ("LR-PAY-8", "pay_runes")


def test_an_offer_is_one_thing(table):
    """A card or points, not neither."""
    t = table("shelob", "frodo runes=3", "sam runes=4").tiles("relentless_time")
    assert t.refuses("offer by=frodo") == ("LR-EVENT-4", "offer_one")


@pytest.mark.rule("LR-AMB-13", "accepted")
def test_guidance_is_one_card(table):
    """Called while three cards are asked for, it counts as one of them."""
    t = table("moria", "frodo hand=gimli,sting runes=5", "sam", gandalf_used=["magic"]).tiles("meagre_choice")
    t.does("summon", "gandalf guidance", "offer gimli", "offer sting")
    assert t.refuses("withdraw by=sam") == ("LR-EVENT-4", "withdraw_nothing")
    t.does("settle")
    assert (t.state.event, t["frodo"].cards, t["frodo"].runes) == (0, 0, 0)


def test_at_most_24_payments_are_listed_and_others_accepted(table):
    """A list is for reading; what meets the price is accepted all the same."""
    brown = "brown-fight*2,brown-hide*2,brown-travel*2,brown-friendship*2,brown-wild*2"
    hand = f"{brown},grey-hide*2,legolas,elven_cloak,sting"
    t = table("bag_end", f"frodo hand={hand}", "sam").until("single")
    own = [words for words in t.legal if words.startswith("pay") and "by=" not in words]
    assert len(own) == prices.MOST_LISTED
    assert own[0].count(",") == 0  # the cheapest first
    everything = prices.cheapest_payments(
        t.state.setup.tables, (("symbol", "hide", 2),), tuple((c, 2) for c in sorted(set(t["frodo"].hand))), True, ()
    )
    assert len(everything) > 24


@pytest.mark.parametrize(
    ("lang", "all_of_it", "after_two"),
    [
        ("en", "Still lacking: 1 card, 1 life token, 1 rune point.", "Still lacking: 1 life token."),
        ("pl", "Brakuje jeszcze: 1 karta, 1 żeton życia, runy za 1 punkt.", "Brakuje jeszcze: 1 żeton życia."),
        ("ru", "Ещё не хватает: 1 карта, 1 жетон жизни, 1 очко рун.", "Ещё не хватает: 1 жетон жизни."),
        ("uk", "Ще бракує: 1 карта, 1 жетон життя, 1 очко рун.", "Ще бракує: 1 жетон життя."),
    ],
)
def test_a_price_names_what_is_lacking(table, lang, all_of_it, after_two):
    """And nothing else; how many of each."""
    voice, game = Voice(lang, load("fellowship")), games.get("fellowship")
    t = table("moria", "frodo hand=gimli runes=1", "sam life=ring").tiles("retreat")

    def word_lacking():
        return voice.refusal_text(game.rules.check(t.state, t.act("settle"))).partition(" [")[0].partition(". ")[2]

    assert word_lacking() == all_of_it
    t.does("offer gimli", "offer - 1")
    assert word_lacking() == after_two


def test_symbols_are_lacking_whatever_they_are(table):
    """One of two hiding symbols, and no other kind is named."""
    t = table("bag_end", "frodo", "sam hand=grey-hide").until("single")
    refusal = games.get("fellowship").rules.check(t.state, t.act("pay grey-hide by=sam"))
    assert (
        Voice("en", load("fellowship"))
        .refusal_text(refusal)
        .startswith("A price is paid in full. Still lacking: 1 symbol. [")
    )
