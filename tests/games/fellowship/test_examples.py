"""The 16 worked examples of the rules digest."""

import pytest

FOUR = ("frodo", "merry", "sam", "pippin")


def test_ex_1_two_symbols_of_a_card_take_two_spaces(table):
    """Andúril in Moria: the fighting marker on 2, two rune points gained."""
    t = table("moria", "frodo hand=anduril", "sam").tiles("hide").does("play anduril fight")
    assert (t.at("fight"), t["frodo"].runes) == (2, 2)


def test_ex_2_sam_discards_one_card(table):
    """Two cards rolled by Sam cost him one of his four."""
    t = table("shelob", "frodo", "sam 5 hand=grey-fight*4", active="sam", fight=5).tiles("fight")
    t.does("roll discard", "discard grey-fight")
    assert (t.step, t["sam"].cards, t["sam"].space) == ("cards", 3, 5)


def test_ex_3_on_the_same_space_as_sauron_is_death(table):
    """Pippin on 9 moves 2 to Sauron on 11."""
    t = table("shelob", "frodo", "sam", "pippin 9", active="pippin", fight=5, sauron=11).tiles("fight").does("roll two")
    assert (t["pippin"].alive, t["pippin"].space, t["pippin"].cause) == (False, 11, "sauron")


def test_ex_4_the_eye_catches_another(table):
    """Sauron steps to Merry's space; the Ring-bearer lives, and the game goes on."""
    seats = ("frodo 3", "sam", "pippin", "merry 7")
    t = table("shelob", *seats, active="sam", fight=5, sauron=8).tiles("fight").does("roll eye")
    assert (t.state.sauron, t["merry"].alive, t.ending) == (7, False, None)


def test_ex_5_the_ring_moves_without_effects(table):
    """The eye has one symbol: 3 spaces of travelling, no sun, no rune; Sauron comes nearer."""
    t = table("moria", "frodo", "sam", travel=1).does("show fight", "ring", "roll eye", "move travel")
    assert (t.state.sauron, t.at("travel"), t.life("frodo"), t["frodo"].runes) == (11, 4, {}, 0)


def test_ex_6_a_tile_without_its_track_moves_another(table):
    """No friendship in Shelob's Lair: one of the other three has to move."""
    t = table("shelob", "frodo", "sam").tiles("friendship")
    assert t.legal == ["move track=fight", "move track=hide", "move track=travel"]
    assert t.does("move hide").at("hide") == 1


def test_ex_7_missing_types_cost_a_step_each(table):
    """A sun and a heart but no Ring token: from 4 to 5."""
    seats = ("frodo 4 life=sun,heart", "sam life=sun,heart,ring")
    t = table("shelob", *seats, active="sam", fight=9).tiles("fight").does("done")
    assert t.space("frodo", "sam") == (5, 0)


def test_ex_8_a_tie_goes_clockwise_from_the_bearer(table):
    """Of Merry and Sam with a token each Merry sits nearer to Frodo's left."""
    seats = [f"{name} life=ring" if name in ("merry", "sam") else name for name in FOUR]
    t = table("moria", *seats, fight=9)
    t.tiles("fight").does("gold 1", "done")
    assert (t.step, t.bearer) == ("draw", "merry")
    assert t.does("draw brown-fight,brown-fight")["merry"].cards == 2


def test_ex_9_doubles_and_wilds_pay_five(table):
    """Gimli, Boromir and a wild card are five fighting symbols."""
    t = table("moria", "frodo hand=gimli,brown-wild", "sam hand=boromir", event=4).tiles("relentless_time")
    t.does("offer gimli by=frodo", "offer boromir by=sam", "offer brown-wild by=frodo", "settle")
    assert (t.state.sauron, t["frodo"].cards, t["sam"].cards) == (12, 0, 0)


def test_ex_10_retreat_needs_all_three(table):
    """Without a life token the price of Retreat cannot be met, and the event marker moves."""
    t = table("moria", "frodo hand=gimli runes=2", "sam hand=boromir").tiles("retreat")
    t.does("offer gimli", "offer - 1")
    assert t.refuses("settle") == ("LR-PAY-6", "pay_short")
    assert t.does("refuse").state.event == 1


def test_ex_11_nobody_volunteers(table):
    """Sauron's Will without a volunteer: Sauron 1 left."""
    assert table("moria", "frodo", "sam").tiles("saurons_will").does("skip").state.sauron == 11


def test_ex_12_a_respite_on_space_0(table):
    """There is nothing left of 0."""
    assert table("moria", "frodo", "sam").tiles("hide").does("respite left").space("frodo") == (0,)


def test_ex_13_runes_of_all_count(table):
    """60 and 4 + 7 + 0 + 3, those of a dead player too."""
    seats = ("frodo runes=4", "sam runes=7", "pippin", "merry dead runes=2")
    t = table("mordor", *seats, active="pippin", travel=12, sauron=12)
    t.tiles("travel").does("roll blank", "roll blank", "gold 1")
    assert (t.ending, t.scores) == (("destroyed", ("frodo", "sam", "pippin", "merry")), (74,) * 4)


def test_ex_14_the_number_at_the_marker(table):
    """The Ring-bearer dies where the main track says 33."""
    t = table("helms_deep", "frodo 11", "sam", fight=3, sauron=12).tiles("ring_influence")
    assert (t.ending, t.scores) == (("bearer_dead", ()), (33, 33))


def test_ex_15_stars_stay_on_one_track(table):
    """Glamdring moves one marker by two; two tracks cannot even be named."""
    t = table("mordor", "frodo hand=glamdring", "sam").tiles("travel")
    assert "play card=glamdring track=fight" in t.legal
    assert t.refuses("play glamdring fight,hide") == ("LR-CARD-4", "play_split")
    assert t.does("play glamdring fight").at("fight") == 2


@pytest.mark.parametrize(("relay", "bearer", "ending"), [(True, "fatty", None), (False, "merry", "bearer_dead")])
def test_ex_16_relay(table, relay, bearer, ending):
    """Merry cannot discard two cards: with the relay Fatty on his left carries on."""
    seats = ("frodo", "sam", "pippin", "merry hand=gimli", "fatty")
    t = table("moria", *seats, bearer="merry", active="merry", fight=6, options={"relay": relay})
    t.tiles("fight").does("roll discard")
    assert (t["merry"].alive, t["merry"].cause, t["merry"].cards) == (False, "cannot_pay", 0)
    assert (t.ending and t.ending[0]) == ending
    assert ending or t.bearer == bearer
