"""What everybody hears of what happens, and what only some may hear."""

import pytest

from companion.play.game.offers import Offer
from companion.play.journal.log import render_log as log_of
from companion.play.journal.session import Session
from companion.words.wording import Voice
from tests.games.fellowship.conftest import CONTENT, GAME

COMPETITION = {"competition": True}


def values(t, code):
    """Values of every event of that code in what was done last."""
    return [
        {name: getattr(value, "id", value) for name, value in event.values.items()}
        for event in t.events
        if event.code == code
    ]


def seen_by(t, words, seat):
    """Codes of what that seat may know of an action, which is not done."""
    return [event.code for event in t.events_of(words, seat)]


# --- between adventures -----------------------------------------------------------------------------------------------


def test_the_descent_is_told(table):
    """Who lacks what, and how far it takes him, from the Ring-bearer on; then who bears the Ring, changed or not."""
    t = table("moria", "frodo life=sun", "sam life=heart,sun,ring*2", "pippin", fight=9).tiles("fight")
    t.does("gold 1", "done")
    assert values(t, "descent") == [
        {"seat": "frodo", "number": 2, "spaces": 2},
        {"seat": "pippin", "number": 3, "spaces": 3},
    ]
    assert values(t, "descent_none") == [{"seat": "sam"}]
    assert {event.rule for event in t.events if event.code.startswith("descent")} == {"LR-END-7"}
    assert t.codes.index("descent") < t.codes.index("space") < t.codes.index("bearer")
    assert values(t, "space") == [{"seat": "frodo", "number": 2}, {"seat": "pippin", "number": 3}]
    assert values(t, "bearer") == [{"seat": "sam"}]


def test_an_unchanged_ring_bearer_is_told(table):
    """Frodo has most tokens and keeps the Ring."""
    t = table("moria", "frodo life=ring", "sam", fight=9).tiles("fight").does("gold 1", "done")
    assert (values(t, "bearer_stays"), values(t, "bearer")) == ([{"seat": "frodo"}], [])


def test_the_last_event_is_told_with_real_cards(table):
    """Though the adventure is over and the next place reached before anybody has to do anything."""
    t = table("shelob", "frodo", "sam", event=5, options={"real_cards": True}).tiles("relentless_time")
    t.does("refuse")
    assert "place" in t.codes
    t = table("helms_deep", "frodo", "sam", event=5, travel=10, options={"real_cards": True}).tiles("relentless_time")
    assert values(t, "event") == [{"event": "HD-E6", "says": "HD-E6"}]
    assert t.codes.index("event") < t.codes.index("place")


def test_with_real_cards_all_hear_who_draws(start, table):
    """At the table somebody has to do it."""
    begun = start("frodo", "sam", real_cards=True).does("skip", "refuse")
    assert values(begun, "dealt_real") == [{"seat": "frodo", "number": 6}, {"seat": "sam", "number": 6}]
    t = table("moria", "frodo", "sam", options={"real_cards": True}).tiles("hide").does("respite draw")
    assert values(t, "draws_real") == [{"seat": "frodo", "number": 2}]
    assert next(event.rule for event in t.events if event.code == "draws_real") == "LR-TURN-4"


# --- what does not happen ---------------------------------------------------------------------------------------------


def test_magic_skips_an_event_aloud(table):
    """The event is named as one that is not played."""
    t = table("moria", "frodo runes=5", "sam").does("show relentless_time", "resolve", "summon", "gandalf magic")
    assert (values(t, "event_skipped"), values(t, "event")) == ([{"event": "MO-E1"}], [])


def test_a_tile_that_lapses_is_told(table):
    """The Ring has finished the main track first."""
    t = table("moria", "frodo", "sam", fight=8).does("show hide", "ring", "roll blank", "move fight")
    assert (values(t, "tile_lapses"), t.step) == ([{"tile": "hide"}], "cards")
    t = table("mordor", "frodo", "sam", travel=11).does("show hide", "ring", "roll blank", "move travel")
    assert (values(t, "tile_lapses"), t.step, t.bearer) == ([{"tile": "hide"}], "roll", None)


def test_the_belt_may_be_said_to_be_for_the_roller(table):
    """For him alone, whether he is named or not."""
    t = table("moria", "frodo", "sam hand=belt", "pippin", "merry", fight=6, active="merry").tiles("fight")
    assert t.refuses("epic belt pippin by=sam") == ("LR-EPIC-3", "target_none")
    assert t.refuses("epic belt nobody by=sam") == ("LR-EPIC-3", "seat_unknown")
    assert t.allows("epic belt by=sam")
    assert t.does("epic belt merry by=sam").step == "cards"
    assert not t["sam"].hand


# --- what was chosen, and of what -------------------------------------------------------------------------------------


def say_action(t, words):
    """What everybody hears first of that action."""
    return Voice("en", CONTENT).offer_text(t.events_of(words)[0])


@pytest.mark.parametrize("order", ["give_then_roll", "roll_then_give"])
def test_what_the_ring_bearer_takes_or_leaves_is_named(start, order):
    """In either order of the preparations, as it is offered."""
    offer = "turn over and hand out travel cards, 4"
    t = start("frodo", "sam", real_cards=True, preparations_order=order)
    assert (
        Voice("en", CONTENT).offer_text(GAME.show.describe_offer(t.state, Offer(t.act("accept"))))
        == f"{offer}, and roll"
    )
    assert say_action(t, "accept") == f"Frodo chooses: {offer}, and roll."
    assert say_action(t, "skip") == f"Frodo declines: {offer}, and roll."
    t.does("skip")
    assert say_action(t, "refuse") == "Frodo: the price is not paid (Nazgûl appear)."


def test_what_is_chosen_is_said(table):
    """Not the number of the choice; where nobody volunteers, what happens instead."""
    t = table("lorien", "frodo 3 runes=5", "sam").until("pay").does("pay")
    assert say_action(t, "choose 1") == "Frodo chooses: draw 2 travel cards."
    assert say_action(t, "choose 2") == "Frodo chooses: move 1 left."
    t = table("moria", "frodo", "sam").does("show saurons_will")
    assert say_action(t, "resolve") == "Frodo lets the tile take effect: Sauron’s Will."
    assert say_action(t.does("resolve"), "skip") == "Frodo chooses: Sauron moves 1 left."
    assert say_action(t, "volunteer by=sam") == "Sam volunteers."


def test_an_unpaid_price_names_its_event_or_tile(table):
    """Or Gandalf's help, where all pay for it together."""
    t = table("moria", "frodo", "sam").tiles("relentless_time")
    assert say_action(t, "refuse") == "Frodo: the price is not paid (Speak Friend and Enter)."
    t = table("moria", "frodo hand=gimli", "sam").tiles("meagre_choice")
    assert say_action(t, "refuse") == "Frodo: the price is not paid (Meagre Choice)."
    t = table("moria", "frodo runes=3", "sam runes=3", options={"gandalf_payment": "pooled"}).does("summon")
    assert say_action(t, "refuse") == "Frodo: the price of Gandalf’s help is not paid."


def test_an_event_that_waits_is_named(table):
    """Magic could still come: the tile, then the event takes effect."""
    t = table("moria", "frodo runes=5", "sam").tiles("relentless_time")
    assert (t.step, say_action(t, "resolve")) == (
        "event",
        "Frodo lets the event take effect: Speak Friend and Enter.",
    )


def test_a_card_for_another_player_names_him(table):
    """For oneself it needs no name."""
    t = table("moria", "frodo runes=5 hand=miruvor", "sam hand=gimli")
    assert say_action(t, "epic miruvor sam").startswith("Frodo uses Miruvor for Sam: One player gives")
    t.does("summon")
    assert say_action(t, "gandalf persistence sam").startswith(
        "Frodo uses Gandalf’s card Persistence for Sam: One player"
    )
    assert say_action(t, "gandalf persistence frodo").startswith("Frodo uses Gandalf’s card Persistence: One player")


def test_a_turn_and_a_hand_end_in_words_of_their_own(table):
    """The turn is over; no more cards are discarded."""
    t = table("moria", "frodo hand=lembas", "sam").tiles("travel")
    assert say_action(t, "done") == "Frodo ends the turn."
    assert say_action(t.does("epic lembas frodo"), "done") == "Frodo discards no more cards."


def test_harm_that_waited_for_help_names_itself(table):
    """The face of the roll; tokens that lack; cards that lack."""
    t = table("moria", "frodo", "sam hand=mithril").tiles("saurons_will").does("skip", "show ring_influence", "ring")
    assert say_action(t.does("roll eye"), "apply") == "The roll takes effect for Frodo: the Eye."
    t = table("mordor", "frodo hand=athelas,gimli,sting", "sam", event=2).tiles("relentless_time").does("refuse")
    assert (t.step, say_action(t, "apply")) == ("missing", "Frodo lacks the tokens and takes the harm.")
    seats = ("frodo", "sam hand=lembas", "pippin hand=gimli runes=5")
    t = table("shelob", *seats, active="pippin", fight=5, gandalf_used=["magic"]).tiles("fight").does("roll discard")
    assert (t.step, say_action(t, "apply")) == ("lose", "Pippin has too few cards to discard.")


# --- hidden runes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("competition", "others"), [(True, "gold_hidden"), (False, "gold")])
def test_a_golden_rune_is_hidden_in_a_competition(table, competition, others):
    """Its value is its holder's; others hear that one was drawn (LR-VARIANT-8)."""
    t = table("moria", "frodo", "sam", fight=9, options={"competition": competition}).tiles("fight")
    assert seen_by(t, "gold 3", "frodo")[0] == "gold"
    assert seen_by(t, "gold 3", "sam")[0] == seen_by(t, "gold 3", None)[0] == others
    assert ("runes" in seen_by(t, "gold 3", "sam")) is not competition


def test_the_log_of_a_competition_tells_no_rune():
    """Nor does what an onlooker may read."""
    position = {"place": "moria", "seats": [{"hobbit": "frodo"}, {"hobbit": "sam"}], "board": {"fight": 9}}
    header = GAME.rules.header(CONTENT, [], None, {"competition": "true"}, position)
    session = Session.create(GAME, CONTENT, header, seed=bytes(32))
    for type, rolled in (("show", "fight"), ("resolve", None), ("gold", "3")):
        assert session.do(type, {}, rolled).refusal is None
    text = list(log_of(session.replay, Voice("en", CONTENT, header["seats"])))
    assert any("keeps it hidden" in line for line in text)
    assert not any("golden rune: 3" in line for line in text)


def test_no_offer_tells_who_holds_five_points(table):
    """In a competition calling Gandalf is listed for whoever can pay, with numbers of his own; else for all."""
    say, shown = Voice("en", CONTENT, [{"id": "frodo", "name": "Ania"}, {"id": "sam", "name": "Bo"}]).say, {}
    for competition in (True, False):
        seen = set()
        for seats in (("frodo runes=5", "sam"), ("frodo", "sam runes=5")):
            t = table("moria", *seats, options={"competition": competition})
            seen.add(tuple(GAME.show.prompt(t.state, say)))
            assert any("Gandalf" in line for seat in ("frodo", "sam") for line in GAME.show.prompt(t.state, say, seat))
        shown[competition] = len(seen)
    assert shown == {True: 1, False: 2}
