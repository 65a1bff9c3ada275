"""The events of the boards: LR-EVENT, LR-AMB-7, -17."""

import pytest


@pytest.mark.rule("LR-EVENT-2", "accepted")
@pytest.mark.rule("LR-END-4", "accepted")
@pytest.mark.rule("LR-END-1", "accepted")
def test_the_last_event_ends_the_adventure(table):
    """After it is played, without cards of step 2."""
    seats = ("frodo life=heart,sun,ring", "sam life=heart,sun,ring")
    t = table("moria", *seats, event=5).tiles("relentless_time").does("volunteer by=sam")
    assert (t.space("sam"), t.step, t.seat) == ((3,), "draw", "sam")
    assert t.does("draw brown-fight,brown-fight").place == "lorien"


@pytest.mark.rule("LR-EVENT-2", "refused")
@pytest.mark.rule("LR-END-4", "refused")
@pytest.mark.rule("LR-END-1", "refused")
def test_nothing_follows_the_last_event(table):
    """No card and no tile; before it the adventure does not end."""
    t = table("moria", "frodo hand=gimli", "sam", event=5, sauron=15).tiles("relentless_time").does("volunteer by=sam")
    assert t.refuses("play gimli fight") == ("LR-CARD-9", "not_now")
    t = table("moria", "frodo", "sam", event=4).tiles("relentless_time").does("refuse")
    assert (t.place, t.step) == ("moria", "story")
    assert t.refuses("done") == ("LR-TURN-1", "not_now")


@pytest.mark.rule("LR-EVENT-6", "accepted")
@pytest.mark.parametrize(
    ("turned", "paid"),
    [
        ("grey-hide", "brown-hide,grey-hide"),
        ("grey-hide", "legolas"),
        ("grey-hide", "brown-wild,grey-hide"),
        ("brown-wild", "aragorn"),
    ],
)
def test_the_card_turned_over_is_matched(table, turned, paid):
    """Its symbol in any colour, wilds for it; a wild one by wilds only. It goes to the discard."""
    t = (
        table("moria", "frodo", f"sam hand={paid}", active="sam", event=2)
        .tiles("relentless_time")
        .does(f"turn {turned}")
    )
    assert t.state.top_card == turned
    t.does(f"pay {paid}")
    assert (t["sam"].hand, t.state.sauron, t.state.event) == (("pipe",), 12, 3)


@pytest.mark.rule("LR-EVENT-6", "refused")
@pytest.mark.rule("LR-EVENT-8", "accepted", "refused")
def test_another_symbol_does_not_match(table):
    """Refused; and who does not pay goes straight on to the next event."""
    t = table("moria", "frodo hand=grey-fight*2,aragorn,legolas", "sam", event=2).tiles("relentless_time")
    assert t.refuses("turn brown-fight,brown-hide") == ("LR-EVENT-6", "cards_number")
    t.does("turn brown-hide")
    assert t.refuses("pay grey-fight*2") == ("LR-PAY-6", "pay_short")
    t.does("refuse")
    assert (t.state.event, t.state.sauron) == (4, 9)
    t = table("moria", "frodo hand=legolas", "sam", event=2).tiles("relentless_time").does("turn brown-wild")
    assert t.refuses("pay legolas") == ("LR-PAY-3", "pay_short")


@pytest.mark.rule("LR-EVENT-7", "accepted")
@pytest.mark.rule("LR-AMB-7", "accepted")
@pytest.mark.parametrize(("word", "space"), [("accept", 3), ("skip", 4)])
def test_one_left_inside_an_event(table, word, space):
    """The Ring-bearer, who has paid, may move; the active player does not."""
    t = table("shelob", "frodo 4 hand=gimli,grey-fight", "sam 4", active="sam", event=3).tiles("relentless_time")
    t.does("turn brown-fight", "pay gimli,grey-fight", word)
    assert t.space("frodo", "sam") == (space, 4)


@pytest.mark.rule("LR-EVENT-9", "accepted", "refused")
def test_wormtongue_unpaid_takes_the_cards_away(table):
    """One player alone pays friendship and fighting; otherwise spaces that show a card give nothing."""
    t = table("helms_deep", "frodo hand=grey-fight,brown-friendship", "sam hand=brown-wild", friendship=1)
    t.tiles("relentless_time")
    assert t.refuses("pay grey-fight") == ("LR-PAY-6", "pay_short")
    kept = t.state
    assert t.does("pay grey-fight,brown-friendship").tiles("friendship")["frodo"].hand == ("theoden",)
    t.state = kept
    t.does("refuse").tiles("friendship")
    assert (t.at("friendship"), "theoden" in t["frodo"].hand, "theoden" in t.state.gone) == (2, False, True)


@pytest.mark.rule("LR-EVENT-10", "accepted", "refused")
def test_complete_means_the_last_space(table):
    """One space short is not complete; the first part of travelling in Helm's Deep is at 5."""
    full = table("moria", "frodo", "sam", travel=7, hide=7, event=3).tiles("relentless_time")
    assert (full.state.sauron, full.step) == (12, "story")
    short = table("moria", "frodo", "sam", travel=7, hide=6, event=3).tiles("relentless_time")
    assert (short.state.sauron, short.step, short.seat) == (10, "roll", "frodo")
    reached = table("helms_deep", "frodo", "sam", travel=5, event=2).tiles("relentless_time")
    assert reached.step == "draw"
    assert reached.refuses("roll eye") == ("LR-CARD-9", "not_now")
    assert table("helms_deep", "frodo", "sam", travel=4, event=2).tiles("relentless_time").state.sauron == 10


def outcome(t):
    return t.state.sauron, t.step, t.seat


@pytest.mark.rule("LR-EVENT-11", "accepted")
@pytest.mark.parametrize(
    ("place", "event", "after"),
    [
        ("moria", 0, (11, "story", "sam")),
        ("moria", 1, (12, "roll", "sam")),
        ("moria", 4, (10, "story", "sam")),
        ("helms_deep", 0, (12, "story", "sam")),
        ("helms_deep", 3, (12, "roll", "sam")),
        ("helms_deep", 4, (10, "story", "sam")),
        ("shelob", 0, (12, "story", "sam")),
        ("shelob", 2, (10, "story", "sam")),
        ("shelob", 3, (12, "roll", "sam")),
        ("mordor", 0, (12, "pay", "frodo")),
        ("mordor", 1, (12, "roll", "sam")),
        ("mordor", 4, (9, "story", "sam")),
    ],
)
def test_every_event_that_is_refused(table, place, event, after):
    """What happens otherwise, as printed."""
    t = table(place, "frodo", "sam", active="sam", event=event).tiles("relentless_time")
    if t.step == "turn":
        t.does("turn brown-fight")
    assert outcome(t.does("refuse")) == after


@pytest.mark.rule("LR-EVENT-11", "refused")
def test_one_event_does_not_take_the_price_of_another(table):
    """What one event asks for does not pay for another."""
    t = table("mordor", "frodo hand=gimli,eowyn", "sam", event=1).tiles("relentless_time")
    assert t.refuses("pay gimli") == ("LR-PAY-6", "pay_short")
    t.does("pay eowyn")
    assert (t.step, t.seat) == ("draw", "frodo")


@pytest.mark.parametrize(("friendship", "step"), [(7, "story"), (6, "roll")])
def test_riders_of_rohan(table, friendship, step):
    """With friendship finished the active player takes the card, otherwise Sauron and the bearer's roll."""
    t = table("helms_deep", "frodo", "sam", active="sam", friendship=friendship, event=1).tiles("relentless_time")
    assert (t.step, t["sam"].hand) == (step, ("riders",) if friendship == 7 else ())


def test_two_rolls_of_the_bearer(table):
    """The end of Helm's Deep without the Ents."""
    t = table("helms_deep", "frodo", "sam", event=5, sauron=15).tiles("relentless_time")
    t.does("roll one")
    assert (t.step, t.seat, t.space("frodo"), t.state.sauron) == ("roll", "frodo", (1,), 13)


def test_gollum_joins_the_active_player(table):
    """Seven rune points of the group; the others draw two cards each."""
    t = table("shelob", "frodo runes=4", "sam runes=5", "pippin", active="sam", gandalf_used=["magic"])
    t.tiles("relentless_time").does("offer - 4 by=frodo", "offer - 3", "settle")
    assert (t["sam"].hand, t.step, t.seat) == (("gollum",), "draw", "pippin")
    t.does("draw brown-fight*2")
    assert t.seat == "frodo"


def test_the_faces_of_the_dead(table):
    """A wild symbol, or three rune points, or death."""
    t = table("shelob", "frodo hand=sting", "sam runes=3", "pippin runes=2", event=1).tiles("relentless_time")
    t.does("pay sting", "refuse", "refuse")
    assert [(p.alive, p.runes, p.cause) for p in t.state.players] == [
        (True, 0, ""),
        (True, 0, ""),
        (False, 0, "cannot_pay"),
    ]


@pytest.mark.rule("LR-AMB-17", "accepted")
@pytest.mark.parametrize(("number", "after"), [(1, (12, "roll", "sam")), (2, (10, "story", "sam"))])
def test_shelob_costs_two_rolls_or_a_step_of_sauron(table, number, after):
    """The active player decides: two rolls or Sauron."""
    t = table("shelob", "frodo", "sam", active="sam", event=4).tiles("relentless_time")
    assert t.refuses("choose 1 by=frodo") == ("LR-EVENT-3", "not_your_step")
    assert outcome(t.does(f"choose {number}")) == after


def test_a_choice_of_somebody_dead_is_the_last_one(table):
    """Nobody is left to roll for it, so Sauron moves."""
    t = table("shelob", "frodo", "sam 11", active="sam", event=4).does("show relentless_time", "ring by=frodo")
    t.does("roll eye", "move travel", "resolve")
    assert t.state.sauron == 9


def test_who_does_not_pay_is_asked_for_all_that_follows(table):
    """In Mordor a missing heart costs a roll and two cards."""
    t = table("mordor", "frodo hand=gimli,sting", "sam life=heart", event=2).tiles("relentless_time")
    t.does("refuse", "roll blank", "discard gimli", "discard sting")
    assert t.seat == "sam"
    assert t.does("pay heart").life("sam") == {}


def test_with_no_card_left_to_turn_over_nothing_matches(table):
    """The event goes on as if it were refused."""
    cards = [
        "brown-fight*7,brown-friendship*7,brown-hide*7,brown-travel*7",
        "brown-wild*12,grey-fight*5,grey-friendship*5,grey-hide*5,grey-travel*5",
    ]
    t = table("helms_deep", f"frodo hand={cards[0]}", f"sam hand={cards[1]}", event=3).tiles("relentless_time")
    assert (t.step, t.seat) == ("roll", "frodo")
