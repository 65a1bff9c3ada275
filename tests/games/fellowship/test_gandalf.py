"""Gandalf's help: LR-GANDALF, LR-AMB-5."""

import pytest


@pytest.mark.rule("LR-GANDALF-1", "accepted")
@pytest.mark.rule("LR-GANDALF-3", "accepted")
@pytest.mark.rule("LR-GANDALF-5", "accepted")
def test_anybody_pays_and_the_active_player_chooses(table):
    """Also while a tile waits; whom Healing and Persistence are for is his choice too."""
    t = table("moria", "frodo 5", "sam runes=12", "pippin 3").does("show ring_influence", "summon by=sam")
    assert (t.step, t.seat, t["sam"].runes) == ("summoned", "frodo", 7)
    t.does("gandalf healing pippin", "summon by=sam", "gandalf persistence frodo", "draw brown-wild*4")
    assert (t.space("pippin"), t["frodo"].cards, t["sam"].runes, t.step) == ((1,), 4, 2, "tile")
    assert set(t.state.gandalf) == {"guidance", "foresight", "magic"}


@pytest.mark.rule("LR-GANDALF-1", "refused")
@pytest.mark.rule("LR-GANDALF-2", "accepted", "refused")
@pytest.mark.rule("LR-AMB-5", "accepted")
def test_five_points_of_one_player(table):
    """Four do not pay, and two players do not add up unless the table pools; the payer does not choose."""
    seats = ("frodo 5 runes=4", "sam runes=3")
    t = table("moria", *seats)
    assert t.refuses("summon") == ("LR-GANDALF-2", "gandalf_runes")
    t = table("moria", *seats, options={"gandalf_payment": "pooled"})
    t.does("summon by=sam", "offer - 4 by=frodo", "offer - 1 by=sam", "settle")
    assert t.refuses("gandalf healing frodo by=sam") == ("LR-GANDALF-1", "not_your_step")
    assert t.does("gandalf healing frodo").space("frodo") == (3,)
    t = table("moria", "frodo runes=2", "sam runes=2", options={"gandalf_payment": "pooled"})
    assert t.refuses("summon") == ("LR-AMB-5", "gandalf_runes")
    t = table("moria", "frodo runes=5", "sam runes=2")
    assert t.does("summon").state.players[0].runes == 0


@pytest.mark.rule("LR-GANDALF-4", "accepted", "refused")
def test_each_card_once(table):
    """A used card is gone, with all gone nobody pays, and a card is for somebody only where it says so."""
    t = table("moria", "frodo 5 runes=15", "sam", gandalf_used=["persistence", "guidance", "magic"])
    t.does("summon", "gandalf healing frodo", "summon")
    assert t.refuses("gandalf healing frodo") == ("LR-GANDALF-4", "gandalf_used")
    assert t.refuses("gandalf foresight sam") == ("LR-GANDALF-4", "target_none")
    t.does("gandalf foresight", "peek fight,hide,travel", "order fight,hide,travel")
    assert t.refuses("summon") == ("LR-GANDALF-4", "gandalf_none")


@pytest.mark.rule("LR-GANDALF-6", "accepted")
def test_guidance_moves_or_pays(table):
    """Two stars for one track, with all effects, or in a payment of the active player."""
    t = table("moria", "frodo runes=5", "sam").does("summon", "gandalf guidance", "move travel")
    assert (t.at("travel"), t["frodo"].runes) == (2, 2)
    seats = ("frodo", "sam runes=5 hand=boromir,grey-fight")
    t = table("moria", *seats, active="sam", event=4, gandalf_used=["magic"]).tiles("relentless_time")
    t.does("summon", "gandalf guidance", "offer boromir", "offer grey-fight", "settle")
    assert t.state.sauron == 12
    t = table("bag_end", "frodo runes=5", "sam").until("single").does("summon", "gandalf guidance")
    assert t.does("pay").place == "rivendell"


@pytest.mark.rule("LR-GANDALF-6", "refused")
def test_guidance_is_for_the_active_player_only(table):
    """Not in another's payment, not where it would be of no use, not on a finished track, not by another."""
    t = table("moria", "frodo runes=5", "sam", hide=7, event=1, gandalf_used=["magic"]).tiles("relentless_time")
    t.does("refuse", "roll blank")
    assert t.seat == "sam"
    t.does("summon by=frodo")
    assert t.refuses("gandalf guidance") == ("LR-GANDALF-6", "guidance_useless")
    t = table("moria", "frodo runes=5", "sam", hide=7).does("summon", "gandalf guidance")
    assert t.refuses("move hide") == ("LR-GANDALF-6", "track_finished")
    assert t.refuses("move fight by=sam") == ("LR-GANDALF-6", "not_your_step")
    used = ["magic", "healing", "persistence", "foresight"]
    t = table("moria", "frodo runes=5", "sam", event=1, gandalf_used=used).tiles("relentless_time")
    t.does("refuse")
    assert t.refuses("summon by=frodo") == ("LR-GANDALF-6", "guidance_useless")


@pytest.mark.rule("LR-GANDALF-7", "accepted")
def test_foresight_puts_tiles_back_in_any_order(table):
    """Three tiles, or as many as are left; they come in the order chosen, which only that player knows."""
    from companion import games

    t = table("moria", "frodo runes=10", "sam", stack="fight,hide,travel,ring_influence")
    t.does("summon", "gandalf foresight", "peek fight,hide,ring_influence", "order ring_influence,hide,fight")
    view = games.get("fellowship").rules.view
    assert view(t.state, "frodo")["top"] == ["ring_influence", "hide", "fight"]
    assert view(t.state, "sam")["top"] == view(t.state, None)["top"] == []
    assert t.refuses("show hide") == ("LR-GANDALF-7", "tile_not_next")
    assert t.tiles("ring_influence", "hide").step == "cards"


def test_foresight_twice_knows_what_it_knew(table):
    """Tiles seen before are the same, and the rest is drawn."""
    t = table("moria", "frodo runes=10", "sam", stack="fight,hide,travel,ring_influence*2")
    t.does("summon", "gandalf foresight", "peek fight,hide,ring_influence", "order ring_influence,hide,fight")
    t.tiles("ring_influence")
    state = t.state.replace(gandalf=("foresight",))
    t.state = state
    t.does("summon", "gandalf foresight")
    assert t.refuses("peek fight,hide,travel") == ("LR-GANDALF-7", "tile_not_next")
    assert t.refuses("peek hide,fight") == ("LR-GANDALF-7", "cards_number")
    assert t.refuses("peek hide,fight,fight") == ("LR-SETUP-7", "tile_not_left")
    t.does("peek hide,fight,travel")
    assert t.refuses("order hide,fight,fight") == ("LR-GANDALF-7", "order_other")


def test_real_tiles_are_looked_at_without_the_app(table):
    """Then any tile that is left can be the next."""
    t = table("moria", "frodo runes=5", "sam", options={"real_tiles": True}).does("summon", "gandalf foresight")
    assert (t.step, t.allows("show hide"), t.allows("show fight")) == ("story", True, True)


def test_foresight_needs_tiles(table):
    """In a haven there are none."""
    t = table("lorien", "frodo runes=5", "sam").until("pay").does("summon")
    assert t.refuses("gandalf foresight") == ("LR-GANDALF-7", "gandalf_adventure")


@pytest.mark.rule("LR-GANDALF-8", "accepted")
def test_magic_skips_an_event(table):
    """The marker moves, nothing is played; on a last event the adventure ends all the same. Not a moment earlier."""
    t = table("moria", "frodo runes=5", "sam").does("show relentless_time")
    assert "gandalf card=magic" not in t.does("summon").legal
    assert t.refuses("gandalf magic") == ("LR-GANDALF-8", "magic_no_event")
    t = table("moria", "frodo runes=5", "sam").tiles("relentless_time")
    assert t.step == "event"
    t.does("summon", "gandalf magic")
    assert (t.state.event, t.step, t.state.sauron) == (1, "story", 12)
    t = table("moria", "frodo runes=5", "sam", event=5).tiles("relentless_time").does("summon", "gandalf magic")
    assert (t.step, t.seat) == ("draw", "sam")
    t = table("moria", "frodo runes=5", "sam").tiles("relentless_time").does("resolve")
    assert (t.state.event, t.step) == (1, "group")


@pytest.mark.rule("LR-GANDALF-8", "refused")
@pytest.mark.rule("LR-END-17", "accepted", "refused")
def test_no_magic_against_the_ring_is_mine(table):
    """Immediate defeat, without a pause; while the tile waits the Ring and Guidance may still act."""
    t = table("mordor", "frodo runes=9", "sam", event=5, travel=5).does("show relentless_time")
    assert t.does("summon").refuses("gandalf magic") == ("LR-GANDALF-8", "magic_last")
    t.does("gandalf guidance", "move travel", "roll blank", "ring", "roll blank", "move hide", "resolve")
    assert (t.ending, t.scores) == (("ring_is_mine", ()), (54, 54))
    t = table(
        "mordor", "frodo runes=9", "sam", event=5, gandalf_used=["healing", "persistence", "guidance", "foresight"]
    )
    t.does("show relentless_time")
    assert t.refuses("summon") == ("LR-GANDALF-8", "magic_last")


@pytest.mark.rule("LR-GANDALF-9", "accepted", "refused")
def test_nothing_steps_into_a_movement(table):
    """While a card still brings a golden rune nobody calls Gandalf; afterwards, before the roll, one may."""
    t = table("moria", "frodo 3 hand=gollum,elessar runes=5", "sam", fight=6).tiles("hide")
    t.does("play gollum fight")
    assert t.allows("summon")
    t = table("shelob", "frodo 3 hand=gollum,elessar runes=5", "sam", fight=5).tiles("hide").does("play gollum fight")
    assert t.step == "gold"
    assert t.refuses("summon") == ("LR-GANDALF-9", "step_in_not_now")
    assert t.refuses("epic elessar frodo") == ("LR-GANDALF-9", "step_in_not_now")
    assert t.refuses("ring") == ("LR-GANDALF-9", "step_in_not_now")


@pytest.mark.rule("LR-AMB-5", "refused")
def test_nobody_is_called_while_others_collect_for_gandalf(table):
    """Else the last card could be gone when the first payment is made, and nothing would be left to do."""
    used = ["persistence", "guidance", "magic", "foresight"]
    t = table("moria", "frodo 5 runes=10", "sam", gandalf_used=used, options={"gandalf_payment": "pooled"})
    t.does("summon")
    assert t.refuses("summon by=sam") == ("LR-GANDALF-9", "step_in_not_now")
    assert "summon" not in t.types
    assert t.does("offer - 5", "settle").legal == ["gandalf card=healing to=frodo", "gandalf card=healing to=sam"]


@pytest.mark.rule("LR-AMB-13", "accepted", "refused")
def test_guidance_counts_as_one_card_of_a_discard(table):
    """Of the active player's own discard, before it has begun; in another's it is of no use."""
    t = table("shelob", "frodo hand=gimli,sting runes=5", "sam", fight=5).tiles("fight").does("roll discard", "summon")
    t.does("gandalf guidance", "discard sting")
    assert (t.step, t["frodo"].hand) == ("cards", ("gimli",))
    t = table("shelob", "frodo hand=gimli,sting runes=5", "sam", fight=5).tiles("fight")
    t.does("roll discard", "discard sting")
    assert t.refuses("summon") == ("LR-GANDALF-9", "step_in_not_now")
    t = table("rivendell", "frodo runes=5", "sam hand=gimli", "pippin").until("pay", "sam")
    t.does("refuse", "roll discard", "apply")
    assert (t.step, t.seat) == ("lose", "sam")
    assert t.does("summon by=frodo").refuses("gandalf guidance") == ("LR-GANDALF-6", "guidance_useless")
