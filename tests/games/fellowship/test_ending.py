"""How it ends and what it counts: LR-END, LR-SCORE, LR-VARIANT-4..12, LR-AMB-6, -11, -19, LR-HOBBIT-5."""

import pytest

ALL_LIFE = "life=heart,sun,ring"


@pytest.mark.rule("LR-END-3", "accepted")
@pytest.mark.rule("LR-END-6", "accepted")
@pytest.mark.rule("LR-END-7", "accepted")
@pytest.mark.rule("LR-END-9", "accepted")
@pytest.mark.rule("LR-END-10", "accepted")
@pytest.mark.rule("LR-END-12", "accepted")
@pytest.mark.rule("LR-AMB-19", "accepted")
@pytest.mark.rule("LR-HOBBIT-5", "accepted")
def test_the_end_of_an_adventure(table):
    """The turn is finished; Descent from the bearer on, the Ring, tokens back, two cards, two for Fatty."""
    seats = ("sam", "fatty life=heart*2", f"frodo {ALL_LIFE},ring", "pippin life=sun", "merry 11")
    t = table("moria", *seats, fight=9, active="pippin", sauron=13).tiles("fight").does("gold 1")
    assert t.step == "cards"
    t.does("done")
    assert t.space("frodo", "pippin", "sam", "fatty") == (0, 2, 3, 2)
    assert (t["merry"].alive, t["merry"].space) == (False, 13)
    assert (t.bearer, t.step, t.seat, t.life("frodo")) == ("frodo", "draw", "frodo", {})
    t.does("draw brown-fight*2")
    assert (t.step, t.seat) == ("may", "fatty")
    t.does("accept", "draw brown-hide*2")
    assert (t["fatty"].cards, t.place) == (2, "lorien")


@pytest.mark.rule("LR-END-3", "refused")
@pytest.mark.rule("LR-END-6", "refused")
@pytest.mark.rule("LR-END-7", "refused")
@pytest.mark.rule("LR-END-10", "refused")
@pytest.mark.rule("LR-END-12", "refused")
def test_an_adventure_ends_with_its_main_track_only(table):
    """No tile after the main track, no other bearer or other number of cards, no Descent in Mordor."""
    t = table("moria", f"frodo {ALL_LIFE}", "sam life=ring*2", fight=9).tiles("fight").does("gold 1")
    assert t.refuses("show hide") == ("LR-TURN-3", "not_now")
    t.does("done")
    assert t.bearer == "sam"
    assert t.refuses("draw brown-fight*2 by=frodo") == ("LR-CARD-9", "not_your_step")
    assert t.refuses("draw brown-fight*3") == ("LR-CARD-9", "cards_number")
    assert t.refuses("skip") == ("LR-CARD-9", "not_now")
    t = table("mordor", "frodo", "sam", travel=12).tiles("travel").does("roll blank", "roll blank", "gold 1")
    assert (t.space("frodo", "sam"), t.ending[0]) == ((0, 0), "destroyed")


@pytest.mark.rule("LR-END-11", "accepted", "refused")
@pytest.mark.rule("LR-AMB-6", "accepted")
@pytest.mark.parametrize(
    ("tokens", "switch", "bearer"),
    [
        ((2, 1, 0), "bearer_last", "frodo"),
        ((1, 1, 0), "bearer_last", "sam"),
        ((1, 0, 1), "bearer_last", "pippin"),
        ((0, 0, 0), "bearer_last", "sam"),
        ((1, 1, 0), "bearer_keeps", "frodo"),
        ((0, 1, 1), "bearer_keeps", "sam"),
    ],
)
def test_most_ring_tokens_get_the_ring(table, tokens, switch, bearer):
    """Most tokens; tied, the next clockwise, the present bearer last, or first by the switch."""
    seats = [f"{h} life=ring*{n}" if n else h for h, n in zip(("frodo", "sam", "pippin"), tokens, strict=True)]
    t = table("moria", *seats, fight=9, options={"bearer_tie_includes_self": switch}).tiles("fight")
    assert t.does("gold 1", "done").bearer == bearer


def test_the_bearer_may_die_of_the_descent(table):
    """Then the number reached counts (LR-SCORE-5)."""
    t = table("moria", "frodo 10", "sam", fight=9).tiles("fight").does("gold 1", "done")
    assert (t.ending, t.scores) == (("bearer_dead", ()), (20, 20))


@pytest.mark.rule("LR-END-2", "accepted", "refused")
def test_the_game_ends_only_so(table):
    """Another's death does not end it; the bearer's does, and nothing can be done then."""
    t = table("moria", "frodo", "sam 11", active="sam", fight=6).tiles("fight").does("roll one")
    assert t.ending is None
    t = table("moria", "frodo 11", "sam", fight=6).tiles("fight").does("roll one")
    assert t.ending == ("bearer_dead", ())
    assert t.refuses("roll one") == ("LR-END-2", "game_over")


@pytest.mark.rule("LR-END-14", "accepted")
@pytest.mark.rule("LR-END-15", "accepted")
@pytest.mark.rule("LR-SCORE-1", "accepted")
def test_mount_doom_rolls_for_each_bearer_in_turn(table):
    """The roll of the space, then nobody is bearer; the dead make room for the next, the survivor takes a rune."""
    seats = ("frodo 11 runes=2", "sam 11 runes=3", "pippin runes=4")
    t = table("mordor", *seats, active="sam", travel=12).tiles("travel").does("roll one")
    assert (t["sam"].alive, t.bearer, t.active, t.step) == (False, None, "pippin", "roll")
    t.does("roll eye")
    assert (t["frodo"].alive, t.step) == (False, "gold")
    t.does("gold 3")
    assert (t.ending, t.scores) == (("destroyed", ("frodo", "sam", "pippin")), (72,) * 3)


@pytest.mark.rule("LR-END-14", "refused")
@pytest.mark.rule("LR-END-15", "refused")
def test_nothing_comes_between_rolls_on_mount_doom(table):
    """No cards, no tiles, no other roller, no Ring."""
    t = table("mordor", "frodo hand=gimli runes=9", "sam", travel=12).tiles("travel")
    assert t.refuses("play gimli fight") == ("LR-DIE-1", "not_now")
    t.does("roll blank")
    assert t.refuses("roll blank by=sam") == ("LR-DIE-1", "not_your_step")
    assert t.refuses("done") == ("LR-DIE-1", "not_now")
    assert t.refuses("ring") == ("LR-END-14", "ring_gone")


@pytest.mark.rule("LR-SCORE-1", "refused")
@pytest.mark.rule("LR-SCORE-2", "accepted", "refused")
def test_all_die_at_mount_doom(table):
    """60 without runes; with one of them alive it goes on."""
    t = table("mordor", "frodo 11 runes=5", "sam 11 runes=7", travel=12, gandalf_used=["healing"])
    t.tiles("travel").does("roll blank", "roll one", "apply")  # Gandalf could still come
    assert (t.ending, t.active) == (None, "sam")
    t.does("roll three", "apply")
    assert (t.ending, t.scores) == (("doom", ()), (60, 60))


@pytest.mark.rule("LR-SCORE-3", "accepted", "refused")
@pytest.mark.rule("LR-SCORE-5", "accepted")
@pytest.mark.rule("LR-SCORE-6", "accepted", "refused")
@pytest.mark.parametrize(
    ("place", "where", "score"),
    [
        ("moria", {"fight": 6}, 17),
        ("helms_deep", {"friendship": 0}, 30),
        ("shelob", {"fight": 5}, 46),
        ("mordor", {"travel": 12}, 60),
    ],
)
def test_the_number_reached(table, place, where, score):
    """Whatever the runes; on the last space of Mordor 60."""
    t = table(place, "frodo 11 runes=3", "sam runes=1", **where)
    t.tiles("travel" if place == "mordor" else "friendship" if place == "helms_deep" else "fight").does("roll one")
    assert (t.ending, t.scores) == (("bearer_dead", ()), (score, score))


@pytest.mark.parametrize(("place", "score"), [("bag_end", 0), ("rivendell", 0), ("lorien", 20)])
def test_the_number_of_a_haven(table, place, score):
    """LR-SCORE-5: nothing before Moria, 20 in Lórien."""
    t = table(place, "frodo 11", "sam").until("may" if place == "bag_end" else "pay")
    if place == "bag_end":
        t.does("accept").until("roll")
    else:
        t.does("refuse")
        if t.step != "roll":
            t.does("refuse", "refuse")
    t.does("roll two")
    if t.step == "rolled":
        t.does("apply")
    assert (t.ending, t.scores) == (("bearer_dead", ()), (score, score))


@pytest.mark.rule("LR-SCORE-4", "accepted")
def test_the_ring_is_mine(table):
    """The number of the marker, without runes."""
    t = table("mordor", "frodo runes=3", "sam", event=5, travel=7).tiles("relentless_time")
    assert (t.ending, t.scores) == (("ring_is_mine", ()), (54, 54))


# --- variants --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LR-VARIANT-4", "accepted", "refused")
@pytest.mark.rule("LR-VARIANT-5", "accepted", "refused")
def test_relay_passes_the_ring_to_the_next_living_player(table):
    """Unable to pay: the next living player carries on, without cards, the Ring being used. Sauron: all is lost."""
    seats = ("frodo 11 hand=gimli", "sam dead", "pippin")
    t = table("moria", *seats, fight=6, ring_used=True, options={"relay": True}).tiles("fight")
    kept = t.state
    t.does("roll discard")
    assert (t.bearer, t["pippin"].cards, t.state.ring_used, t.active) == ("pippin", 0, True, "pippin")
    t.tiles("hide")
    assert t.refuses("ring") == ("LR-RING-1", "ring_used")
    t.state = kept
    assert t.does("roll one").ending == ("bearer_dead", ())


@pytest.mark.rule("LR-VARIANT-6", "accepted", "refused")
def test_equality_keeps_turns_going_clockwise(table):
    """The turns go on clockwise into the next adventure; in between the haven is the bearer's."""
    seats = (f"frodo {ALL_LIFE},ring", f"sam {ALL_LIFE}", "pippin")
    t = table("helms_deep", *seats, fight=9, active="sam", options={"equality": True}).tiles("fight")
    t.does("gold 1", "done", "draw brown-fight*2")
    assert (t.place, t.active, t.bearer) == ("shelob", "pippin", "frodo")
    assert t.refuses("show fight by=frodo") == ("LR-TURN-2", "not_your_step")
    t = table("moria", *seats, fight=9, active="sam", options={"equality": True}).tiles("fight")
    t.does("gold 1", "done", "draw brown-fight*2")
    assert (t.place, t.active) == ("lorien", "frodo")


def test_the_very_first_turn_of_equality_is_frodos(start):
    """After the first havens."""
    t = start("sam", "frodo", "pippin", variant="introductory", equality=True).until("story")
    assert (t.active, t.place) == ("frodo", "moria")


COMPETITION = {"competition": True}


@pytest.mark.rule("LR-VARIANT-8", "accepted", "refused")
def test_runes_are_hidden_in_a_competition(table):
    """Each sees his own; nothing of the others' comes out in view or events."""
    from companion import games

    game = games.get("fellowship")
    t = table("moria", "frodo runes=4", "sam runes=2", options=COMPETITION)
    seen = {seat: [p["runes"] for p in game.rules.view(t.state, seat)["players"]] for seat in ("frodo", "sam", None)}
    assert seen == {"frodo": [4, None], "sam": [None, 2], None: [None, None]}
    before, act = t.does("show travel").state, t.act("resolve")
    after = game.rules.apply(before, act)
    codes = {seat: [event.code for event in game.rules.events(before, act, after, seat)] for seat in ("frodo", "sam")}
    assert ("runes" in codes["frodo"], "runes" in codes["sam"]) == (True, False)


@pytest.mark.rule("LR-SCORE-7", "accepted", "refused")
@pytest.mark.rule("LR-VARIANT-9", "accepted", "refused")
@pytest.mark.rule("LR-AMB-11", "accepted")
@pytest.mark.parametrize(
    ("runes", "gold", "winners"), [((4, 5), 1, ("sam",)), ((4, 5), 2, ("sam",)), ((6, 4), 2, ("frodo", "sam"))]
)
def test_a_competition_has_its_own_count(table, runes, gold, winners):
    """60 and one's own runes, dead or alive; equal scores share the victory."""
    t = table(
        "mordor", f"frodo runes={runes[0]}", f"sam runes={runes[1]}", active="sam", travel=12, options=COMPETITION
    )
    t.tiles("travel").does("roll blank", "roll blank", f"gold {gold}")
    assert (t.ending, t.scores) == (("contest", winners), (60 + runes[0], 60 + runes[1] + gold))


@pytest.mark.rule("LR-VARIANT-10", "accepted", "refused")
@pytest.mark.rule("LR-VARIANT-11", "accepted", "refused")
@pytest.mark.parametrize(
    ("tokens", "competition", "ending", "scores"),
    [
        (3, True, ("betrayal", ("frodo",)), (14, 0)),
        (2, True, ("bearer_dead", ()), (14, 14)),
        (3, False, ("bearer_dead", ()), (14, 14)),
    ],
)
def test_betrayal_needs_three_ring_tokens(table, tokens, competition, ending, scores):
    """Three Ring tokens when the bearer meets Sauron; with two, or without the variant, all have lost."""
    t = table("moria", f"frodo 11 life=ring*{tokens}", "sam runes=9", fight=4, options={"competition": competition})
    t.tiles("ring_influence")
    assert (t.ending, t.scores) == (ending, scores)


@pytest.mark.rule("LR-VARIANT-12", "accepted", "refused")
def test_who_cannot_pay_is_no_traitor(table):
    """Three tokens or not."""
    t = table("moria", "frodo life=ring*3", "sam", fight=6, options=COMPETITION).tiles("fight").does("roll discard")
    assert t.ending == ("bearer_dead", ())
    t = (
        table("mordor", "frodo 11", "sam", travel=12, options=COMPETITION)
        .tiles("travel")
        .does("roll blank", "roll one")
    )
    assert t.ending is None
