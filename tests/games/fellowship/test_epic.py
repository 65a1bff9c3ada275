"""The epic cards and Gollum: LR-EPIC, LR-END-8, -16, LR-AMB-16."""

import pytest


@pytest.mark.rule("LR-EPIC-1", "accepted")
@pytest.mark.rule("LR-EPIC-8", "accepted")
def test_epic_cards_come_from_any_hand_at_any_time(table):
    """Elessar of another player, on top of two cards, for whomever its user says; then it is in the discard."""
    t = table("moria", "frodo 3 hand=gimli,anduril", "sam hand=elessar", "pippin").tiles("hide")
    t.does("play gimli fight", "play anduril fight", "epic elessar frodo by=sam")
    assert (t.space("frodo"), t["sam"].cards, t.state.top_card) == ((2,), 0, "elessar")


@pytest.mark.rule("LR-EPIC-1", "refused")
def test_epic_cards_need_their_condition(table):
    """Not in hand, no epic card, not its moment, nobody it could be for, not as a card of step 2."""
    t = table("moria", "frodo hand=gimli,elessar,athelas,phial", "sam").tiles("hide")
    assert t.refuses("epic belt") == ("LR-EPIC-1", "card_not_in_hand")
    assert t.refuses("epic elessar frodo by=sam") == ("LR-EPIC-1", "card_not_in_hand")
    assert t.refuses("epic gimli") == ("LR-EPIC-1", "epic_other")
    assert t.refuses("epic athelas") == ("LR-EPIC-5", "epic_not_now")
    assert t.refuses("epic phial") == ("LR-EPIC-7", "epic_not_now")
    assert t.refuses("epic elessar") == ("LR-EPIC-8", "seat_unknown")
    assert t.refuses("play elessar fight") == ("LR-EPIC-1", "play_epic")
    t = table("moria", "frodo hand=staff", "sam").does("show meagre_choice")
    assert t.refuses("epic staff sam") == ("LR-EPIC-6", "target_none")


@pytest.mark.rule("LR-EPIC-2", "accepted")
def test_miruvor_lets_one_give_a_card(table):
    """Whoever is named gives a card of his own choice to another."""
    t = table("moria", "frodo hand=miruvor", "sam hand=gimli,sting", "pippin").does("epic miruvor sam")
    assert t.refuses("give gimli sam") == ("LR-EPIC-2", "give_self")
    assert t.refuses("give boromir pippin") == ("LR-EPIC-2", "card_not_in_hand")
    t.does("give gimli pippin")
    assert (t["sam"].hand, t["pippin"].hand) == (("sting",), ("gimli",))


def test_miruvor_is_of_no_use_alone(table):
    """There is nobody to give to."""
    t = table("moria", "frodo hand=miruvor", "sam dead")
    assert t.refuses("epic miruvor frodo") == ("LR-EPIC-2", "epic_not_now")


@pytest.mark.rule("LR-EPIC-3", "accepted", "refused")
def test_the_belt_skips_a_roll(table):
    """Of anybody, once; not the one for the Ring."""
    t = table("moria", "frodo", "sam hand=belt", fight=6).tiles("fight").does("epic belt by=sam")
    assert (t.step, t.space("frodo")) == ("cards", (0,))
    t = table("moria", "frodo hand=belt", "sam").does("show hide", "ring")
    assert t.refuses("epic belt") == ("LR-RING-8", "belt_ring")


@pytest.mark.rule("LR-EPIC-4", "accepted", "refused")
def test_mithril_ignores_a_result(table):
    """After the roll; before it there is nothing to ignore."""
    t = table("moria", "frodo", "sam hand=mithril", fight=6).tiles("fight")
    assert t.refuses("epic mithril by=sam") == ("LR-EPIC-4", "epic_not_now")
    t.does("roll discard", "epic mithril by=sam")
    assert (t.step, t["frodo"].alive, t["sam"].cards) == ("cards", True, 0)


@pytest.mark.rule("LR-EPIC-5", "accepted", "refused")
@pytest.mark.rule("LR-END-8", "accepted", "refused")
@pytest.mark.rule("LR-HOBBIT-4", "accepted", "refused")
def test_athelas_spares_one_player(table):
    """At the end of an adventure, or in the events of Mordor; for one player only. Merry needs two types."""
    seats = ("frodo hand=athelas", "sam life=heart", "pippin", "merry life=sun")
    t = table("moria", *seats, fight=9, active="sam").tiles("fight").does("gold 1", "done")
    assert (t.step, t.seat) == ("missing", "frodo")
    t.does("apply")
    assert (t.seat, t.space("frodo")) == ("sam", (3,))
    t.does("epic athelas by=frodo")
    assert t.space("sam", "pippin", "merry") == (0, 3, 1)
    assert t.refuses("epic athelas by=frodo") == ("LR-GANDALF-9", "step_in_not_now")
    t = table("mordor", "frodo hand=athelas,gimli,sting", "sam", event=2).tiles("relentless_time").does("refuse")
    assert t.step == "missing"
    assert (t.does("epic athelas").seat, t["frodo"].cards) == ("sam", 2)
    t = table("moria", "frodo life=heart,sun,ring", "sam life=heart,sun,ring", fight=6)
    assert t.tiles("fight").refuses("apply") == ("LR-DIE-1", "not_now")
    full = table("moria", *[f"{h} life=heart" for h in ("frodo", "sam", "pippin")], "merry", fight=9).tiles("fight")
    assert full.does("gold 1", "done").space("merry") == (2,)


@pytest.mark.rule("LR-EPIC-6", "accepted", "refused")
@pytest.mark.parametrize("tile", ["meagre_choice", "retreat"])
def test_the_staff_cancels_a_tile(table, tile):
    """Nothing is paid, the marker stays, the next tile is shown; never against relentless time."""
    t = table("moria", "frodo", "sam hand=staff").does("show relentless_time")
    assert t.refuses("epic staff by=sam") == ("LR-EPIC-6", "staff_tile")
    t.does("resolve", "refuse", f"show {tile}", "epic staff by=sam")
    assert (t.state.event, t.step) == (1, "story")


@pytest.mark.rule("LR-EPIC-7", "accepted")
def test_the_phial_closes_the_story(table):
    """No tile at all this turn, if it comes first; then step 2."""
    t = table("moria", "frodo", "sam hand=phial").does("epic phial by=sam")
    assert (t.step, t.state.shown) == ("cards", ())
    assert t.refuses("show hide") == ("LR-TURN-3", "not_now")
    assert t.refuses("ring") == ("LR-RING-2", "ring_not_now")


@pytest.mark.rule("LR-EPIC-9", "accepted")
def test_lembas_fills_a_hand(table):
    """Any number away, then up to six."""
    t = table("moria", "frodo hand=lembas", "sam hand=gimli,sting").does("epic lembas sam")
    assert t.refuses("discard boromir") == ("LR-EPIC-9", "card_not_in_hand")
    t.does("discard sting", "done", "draw brown-wild*5")
    assert (t["sam"].cards, t.step) == (6, "story")


@pytest.mark.rule("LR-EPIC-10", "accepted")
@pytest.mark.rule("LR-AMB-16", "accepted")
def test_gollum_has_his_price(table):
    """Three stars on a track, or any of them in a payment: one roll by whoever used him."""
    t = table("moria", "frodo", "sam hand=gollum", active="sam").tiles("hide").does("play gollum travel")
    assert (t.at("travel"), t.step, t.seat) == (3, "roll", "sam")
    t = table("moria", "frodo hand=grey-fight*2", "sam hand=gollum", event=4).tiles("relentless_time")
    t.does(*["offer grey-fight"] * 2, "offer gollum by=sam", "settle")
    assert (t.step, t.seat) == ("roll", "sam")
    t = table("lorien", "frodo hand=gollum", "sam").until("pay").does("refuse").does("refuse").does("pay gollum")
    assert (t.step, t.seat) == ("roll", "frodo")


@pytest.mark.rule("LR-EPIC-10", "refused")
def test_gollum_as_a_mere_card_is_free(table):
    """Discarded as one of three cards he costs no roll."""
    t = table("moria", "frodo hand=gollum,gimli,sting", "sam").tiles("meagre_choice")
    t.does("offer gollum", "offer gimli", "offer sting", "settle")
    assert t.step == "story"
    assert t.refuses("roll one") == ("LR-TURN-1", "not_now")


@pytest.mark.rule("LR-END-16", "accepted")
@pytest.mark.parametrize("card", ["belt", "mithril"])
def test_belt_and_mithril_work_at_mount_doom(table, card):
    """No roll counts as survived; a result may be ignored."""
    t = table("mordor", "frodo", f"sam 11 hand={card}", active="sam", travel=12).tiles("travel").does("roll blank")
    t.does("epic belt") if card == "belt" else t.does("roll one", "epic mithril")
    assert t.does("gold 2").ending == ("destroyed", ("frodo", "sam"))


def test_an_epic_card_that_may_be_in_an_unseen_hand(table):
    """With real cards it is named when it is used, and cannot be used twice."""
    t = table("helms_deep", "frodo hidden=3", "sam hidden=3", options={"real_cards": True})
    t.does("epic elessar frodo by=sam")
    assert t["sam"].cards == 2
    assert t.refuses("epic elessar frodo") == ("LR-EPIC-1", "card_not_in_hand")
