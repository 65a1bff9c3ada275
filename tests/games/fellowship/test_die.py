"""The threat die and the Ring: LR-DIE, LR-RING, LR-HOBBIT-2, LR-AMB-8."""

import pytest

from companion.core.errors import IllegalAction


@pytest.mark.rule("LR-DIE-1", "accepted")
@pytest.mark.rule("LR-DIE-2", "accepted")
@pytest.mark.parametrize(
    ("face", "space", "cards", "sauron"),
    [
        ("one", 1, 3, 12),
        ("two", 2, 3, 12),
        ("three", 3, 3, 12),
        ("discard", 0, 1, 12),
        ("eye", 0, 3, 11),
        ("blank", 0, 3, 12),
    ],
)
def test_each_face_of_the_die_hurts_the_active_player(table, face, space, cards, sauron):
    """What the active player suffers."""
    t = table("moria", "frodo hand=gimli,sting,boromir", "sam", fight=6).tiles("fight").does(f"roll {face}")
    if face == "discard":
        t.does("discard gimli", "discard sting")
    assert (t["frodo"].space, t["frodo"].cards, t.state.sauron, t.step) == (space, cards, sauron, "cards")


@pytest.mark.rule("LR-DIE-1", "refused")
@pytest.mark.rule("LR-DIE-2", "refused")
def test_no_other_face_and_no_other_roller(table):
    """Six faces, rolled by the one whose roll it is."""
    t = table("moria", "frodo", "sam", fight=6).tiles("fight")
    assert t.refuses("roll four") == ("LR-DIE-2", "face_unknown")
    assert t.refuses("roll one by=sam") == ("LR-DIE-1", "not_your_step")
    with pytest.raises(IllegalAction, match="chance_open"):
        t.does("roll")


@pytest.mark.rule("LR-DIE-3", "accepted", "refused")
@pytest.mark.rule("LR-HOBBIT-2", "accepted", "refused")
def test_sam_takes_the_die_lightly(table):
    """At most 1 right and 1 card; the eye, tiles and missing tokens hit him in full."""
    seats = ("frodo", "sam hand=gimli,sting")
    for face, space in (("one", 1), ("two", 1), ("three", 1), ("eye", 0)):
        assert table("moria", *seats, active="sam", fight=6).tiles("fight").does(f"roll {face}").space("sam") == (
            space,
        )
    t = table("moria", *seats, active="sam", fight=6).tiles("fight").does("roll discard", "discard gimli")
    assert t.refuses("discard sting") == ("LR-TURN-3", "not_now")
    assert table("moria", *seats).tiles("saurons_will").does("volunteer by=sam").space("sam") == (2,)
    t = table("moria", "frodo life=heart,sun,ring", "sam", fight=9).tiles("fight").does("gold 1", "done")
    assert t.space("sam") == (3,)


@pytest.mark.rule("LR-DIE-5", "accepted", "refused")
def test_belt_before_mithril_after(table):
    """Each in its moment only."""
    seats = ("frodo hand=belt", "sam hand=mithril")
    t = table("moria", *seats, fight=6).tiles("fight")
    assert t.refuses("epic mithril by=sam") == ("LR-EPIC-4", "epic_not_now")
    kept = t.state
    assert t.does("epic belt").step == "cards"
    t.state = kept
    t.does("roll three")
    assert t.refuses("epic belt") == ("LR-EPIC-3", "epic_not_now")
    assert t.does("epic mithril by=sam").space("frodo") == (0,)


# --- the Ring --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LR-RING-1", "accepted")
@pytest.mark.rule("LR-RING-2", "accepted")
@pytest.mark.rule("LR-RING-3", "accepted")
@pytest.mark.rule("LR-RING-9", "accepted")
@pytest.mark.parametrize("when", ["shown", "resolved", "step 2", "played"])
def test_the_moments_of_the_ring(table, when):
    """In another's turn too; afterwards the turn goes on where it stood."""
    t = table("moria", "frodo", "sam hand=gimli", active="sam").does("show ring_influence")
    if when != "shown":
        t.does("resolve")
    if when in ("step 2", "played"):
        t.tiles("hide")
    if when == "played":
        t.does("play gimli fight")
    stood, space = t.step, t["frodo"].space
    t.does("ring by=frodo", "roll two", "move travel")
    assert (t["frodo"].space, t.at("travel"), t.step, t.active) == (space + 2, 2, stood, "sam")
    assert t.state.ring_used


@pytest.mark.rule("LR-RING-1", "refused")
@pytest.mark.rule("LR-RING-2", "refused")
@pytest.mark.rule("LR-RING-3", "refused")
@pytest.mark.rule("LR-RING-9", "refused")
def test_not_by_others_not_twice_not_at_other_moments(table):
    """Not before a tile is shown, not in the middle of an event or a roll; the roll cannot be left out."""
    t = table("moria", "frodo", "sam")
    assert t.refuses("ring") == ("LR-RING-2", "ring_not_now")
    assert t.refuses("ring by=sam") == ("LR-RING-1", "ring_not_bearer")
    t.does("show relentless_time", "resolve")
    assert t.refuses("ring") == ("LR-RING-2", "ring_not_now")
    t.does("refuse", "ring")
    assert t.refuses("move travel") == ("LR-DIE-1", "not_now")
    t.does("roll blank", "move travel")
    assert t.refuses("ring") == ("LR-RING-1", "ring_used")


@pytest.mark.rule("LR-RING-4", "accepted")
@pytest.mark.rule("LR-RING-5", "accepted")
@pytest.mark.rule("LR-RING-6", "accepted")
@pytest.mark.rule("LR-RING-7", "accepted")
@pytest.mark.parametrize(
    ("face", "spaces"), [("one", 3), ("two", 2), ("three", 1), ("discard", 2), ("eye", 3), ("blank", 4)]
)
def test_four_less_the_symbols(table, face, spaces):
    """Also for Sam, whom the die hurts less; nothing on the way counts."""
    t = table("moria", "frodo", "sam hand=gimli,sting", bearer="sam", active="sam").does("show hide", "ring")
    t.does(f"roll {face}")
    if face == "discard":
        t.does("discard gimli")
    t.does("move fight")
    assert (t.at("fight"), t["sam"].runes, t.life("sam")) == (spaces, 0, {})


@pytest.mark.rule("LR-RING-4", "refused")
@pytest.mark.rule("LR-RING-5", "refused")
@pytest.mark.rule("LR-RING-6", "refused")
@pytest.mark.rule("LR-RING-7", "refused")
def test_one_unfinished_track_in_full(table):
    """Not a finished one, not by another; near the end of a track the rest is lost; no token is taken."""
    t = table("moria", "frodo hand=mithril", "sam", hide=7, travel=6).does("show hide", "ring", "roll three")
    assert t.refuses("move travel") == ("LR-DIE-5", "not_now")
    t.does("epic mithril")
    assert t.refuses("move hide") == ("LR-RING-4", "track_finished")
    assert t.refuses("move friendship") == ("LR-RING-4", "track_missing")
    assert t.refuses("move travel by=sam") == ("LR-RING-4", "not_your_step")
    assert t.refuses("done") == ("LR-RING-4", "not_now")
    t.does("move fight")
    assert t.at("fight") == 1  # three rings, whatever Mithril spared
    t = table("moria", "frodo", "sam", travel=6).does("show hide", "ring", "roll blank", "move travel")
    assert (t.at("travel"), t.life("frodo")) == (7, {})


def test_with_every_track_finished_the_ring_is_of_no_use(table):
    """There is no marker to move."""
    t = table("moria", "frodo", "sam", hide=7, travel=7, fight=9).tiles("fight").does("gold 1")
    assert t.refuses("ring") == ("LR-RING-4", "ring_no_track")


@pytest.mark.rule("LR-RING-8", "accepted", "refused")
def test_the_belt_does_not_skip_the_roll_of_the_ring(table):
    """Mithril cancels the harm, the marker moves on as the face says."""
    t = table("moria", "frodo hand=belt,mithril", "sam").does("show hide", "ring")
    assert t.refuses("epic belt") == ("LR-RING-8", "belt_ring")
    t.does("roll two", "epic mithril", "move travel")
    assert (t.space("frodo"), t.at("travel")) == ((0,), 2)


@pytest.mark.rule("LR-RING-10", "accepted", "refused")
@pytest.mark.rule("LR-END-5", "accepted", "refused")
def test_a_finished_main_track_lets_the_waiting_tile_lapse(table):
    """It is not resolved, no other is shown, step 2 is still played."""
    t = table("moria", "frodo hand=gimli", "sam", fight=7).does("show relentless_time", "ring", "roll blank")
    t.does("move fight")
    assert (t.step, t.state.event) == ("cards", 0)
    assert t.refuses("resolve") == ("LR-TURN-3", "not_now")
    assert t.refuses("show hide") == ("LR-TURN-3", "not_now")


@pytest.mark.rule("LR-RING-11", "accepted")
@pytest.mark.parametrize("relay", [False, True])
def test_nothing_moves_if_the_ring_kills(table, relay):
    """Dead of the roll: over, or with the relay the next one carries on, the Ring being used."""
    t = table("moria", "frodo", "sam", options={"relay": relay}).does("show hide", "ring", "roll discard")
    if relay:
        assert (t.bearer, t.step, t.state.markers, t.state.ring_used) == ("sam", "tile", (0, 0, 0), True)
    else:
        assert (t.ending, t.state.markers) == (("bearer_dead", ()), (0, 0, 0))


@pytest.mark.rule("LR-AMB-8", "accepted")
@pytest.mark.parametrize(("switch", "rolls"), [("no_roll", 1), ("roll", 2)])
def test_the_last_space_of_mordor_by_the_ring(table, switch, rolls):
    """Only the roll for the destruction, or one for the space as well."""
    t = table("mordor", "frodo", "sam", travel=12, options={"last_mordor_space_by_ring": switch})
    t.does("show hide", "ring", "roll two", "move travel")
    for _ in range(rolls):
        assert t.step == "roll"
        t.does("roll blank")
    assert t.step == "gold"
