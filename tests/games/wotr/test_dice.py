"""Action dice: allocation, roll, what a face pays for, passing and skipping (WR-DICE)."""

import pytest

from companion.games.wotr.game import GAME
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import COMPANIONS, CONTENT, TABLES, board

ALLOCATE = [("allocate", 1)]


def unused(t, side):
    return dict(zip(TABLES.faces[side], t.state.sides[side].unused, strict=True))


@pytest.mark.rule("WR-DICE-8", "accepted", "refused")
@pytest.mark.rule("WR-TURN-6", "accepted")
def test_as_many_dice_as_companions():
    """Two companions: none, one or two dice, not three; the Free Peoples do not choose."""
    t = board(agenda=ALLOCATE, companions="gimli,boromir")
    assert t.legal == ["allocate", "allocate dice=1", "allocate dice=2"]
    assert t.refuses("allocate 3") == ("WR-DICE-8", "allocate_most")
    assert t.refuses("allocate 1 by=fp") == ("WR-TURN-6", "not_your_step")
    assert t.does("allocate 2").state.box.allocated == 2


@pytest.mark.rule("WR-DICE-9", "accepted", "refused")
@pytest.mark.rule("WR-HUNT-33", "accepted")
def test_one_die_without_companions():
    """Gollum does not count, and one die may always be put there."""
    t = board(agenda=ALLOCATE, companions="")
    assert t.refuses("allocate 2") == ("WR-DICE-8", "allocate_most")
    assert t.legal == ["allocate", "allocate dice=1"]
    assert t.does("allocate 1").state.box.level == 1


@pytest.mark.rule("WR-DICE-10", "accepted", "refused")
def test_a_die_is_forced_after_a_move():
    """A die of the Free Peoples lay in the box when the last turn ended."""
    t = board(agenda=ALLOCATE, before=True)
    assert t.refuses("allocate 0") == ("WR-DICE-10", "allocate_least")
    assert t.does("allocate 1").state.box.allocated == 1
    assert board(agenda=ALLOCATE).allows("allocate 0")


@pytest.mark.rule("WR-DICE-11", "accepted", "refused")
@pytest.mark.rule("WR-TURN-7", "accepted", "refused")
@pytest.mark.rule("WR-DICE-12", "accepted", "refused")
def test_allocated_dice_are_not_rolled_and_eyes_go_to_the_box():
    """Seven dice, two allocated: five are rolled, and every Eye joins them, more than there are companions."""
    t = board(agenda=[("act", 0), ("roll", 1)], allocated=2, companions="gimli,boromir", shadow="")
    assert t.refuses("roll army*7") == ("WR-DICE-11", "roll_number")
    assert t.refuses("roll army*5 by=fp") == ("WR-TURN-7", "not_your_step")
    t.does("roll eye*3,army,muster")
    assert (t.state.box.level, t.unused(SHADOW)) == (5, {"army": 1, "muster": 1})


@pytest.mark.rule("WR-DICE-1", "accepted", "refused")
@pytest.mark.rule("WR-DICE-2", "accepted", "refused")
@pytest.mark.rule("WR-DICE-7", "accepted")
def test_only_faces_of_the_own_dice():
    """The Free Peoples have no Army face and no Eye, the Shadow no Will of the West; the order is that of the faces."""
    assert (TABLES.dice[FP].count("character"), "army" in TABLES.dice[FP]) == (2, False)
    t = board(agenda=[("act", 0), ("roll", 1), ("roll", 0)], fp="", shadow="")
    assert t.refuses("roll army,character*3") == ("WR-DICE-1", "face_unknown")
    t.does("roll character,event,muster,will-of-the-west")
    assert t.unused(FP) == {"will-of-the-west": 1, "character": 1, "muster": 1, "event": 1}
    assert t.refuses("roll will-of-the-west,army*6") == ("WR-DICE-2", "face_unknown")
    out_of_order = t.act("roll army*6,event")._replace(faces=("event", *("army",) * 6))
    assert t.rules.check(t.state, out_of_order).code == "roll_order"
    assert t.does("roll army*6,event").step == "act"


def test_without_dice_there_is_no_roll():
    """All dice of the Shadow are allocated."""
    t = board(agenda=[("act", 0), ("roll", 1)], allocated=7, shadow="")
    assert t.step == "act"


def position(**regions):
    """Dice in the pools of a table in play with these characters on the map."""
    there = {region: {"characters": [character]} for character, region in regions.items()}
    state = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, [], None, {}, {"regions": there}))
    return [side.pool for side in state.sides]


@pytest.mark.rule("WR-DICE-3", "accepted")
@pytest.mark.rule("WR-DICE-4", "accepted")
def test_who_gives_a_die():
    """4 and 7, one more for each of the five who give one."""
    assert position() == [4, 7]
    assert position(aragorn="pelargir") == [5, 7]
    assert position(**{"aragorn": "pelargir", "gandalf-the-white": "bree"}) == [6, 7]
    assert position(saruman="orthanc") == [4, 8]
    assert position(**{"saruman": "orthanc", "witch-king": "angmar", "mouth-of-sauron": "nurn"}) == [4, 10]


@pytest.mark.rule("WR-DICE-3", "refused")
@pytest.mark.rule("WR-DICE-4", "refused")
def test_nobody_else_gives_one():
    """Companions do not, and there are never more dice than lie in the box."""
    assert position(strider="bree", boromir="pelargir") == [4, 7]
    most = board(agenda=[("victory", -1)], pools={FP: 6, SHADOW: 10}, coming=(1, 1))
    assert [side.pool for side in most.state.sides] == [6, 10]


@pytest.mark.rule("WR-DICE-6", "accepted", "refused")
@pytest.mark.rule("WR-TURN-3", "accepted", "refused")
@pytest.mark.rule("WR-TURN-2", "accepted", "refused")
def test_the_pool_changes_in_the_next_turn():
    """Saruman gives a die, not before the next turn; the box is emptied then, and not while the turn lasts."""
    given = {"boxes": {"isengard": 4}, "shadow": "muster", "fp": "", "allocated": 3, "walkers": 1}
    t = board(agenda=[("victory", -1), ("act", 1)], **given)
    t.does("bring muster saruman")
    assert (t.state.turn, t.state.sides[SHADOW].pool, t.state.sides[SHADOW].coming) == (4, 8, 0)
    assert (t.state.box.level, t.state.box.walkers, t.state.box.before) == (0, 0, True)
    t = board(agenda=[("act", 0), ("act", 1)], **given).does("bring muster saruman")
    assert (t.state.sides[SHADOW].pool, t.state.sides[SHADOW].coming) == (7, 1)
    assert (t.state.box.level, t.state.box.walkers) == (3, 1)


@pytest.mark.rule("WR-DICE-5", "accepted", "refused")
def test_a_lost_minion_takes_his_die_along():
    """Saruman is killed: one die less from the next turn on; a companion without a die costs none."""
    t = board(where={"saruman": "orthanc", "boromir": "bree"}, companions="gimli", pools={SHADOW: 8})
    t.does("killed saruman by=shadow")
    assert (t.where("saruman"), t.state.sides[SHADOW].pool, t.state.sides[SHADOW].coming) == ("gone", 8, -1)
    assert t.does("killed boromir").state.sides[FP].coming == 0
    t = board(boxes={"isengard": 4}, agenda=[("act", 0), ("act", 1)], shadow="muster*2", fp="event")
    t.does("bring muster saruman", "killed saruman by=shadow")
    assert t.state.sides[SHADOW].coming == 0


@pytest.mark.rule("WR-DICE-13", "accepted")
@pytest.mark.rule("WR-DICE-14", "accepted", "refused")
@pytest.mark.rule("WR-DICE-7", "refused")
def test_a_used_die_is_gone():
    """One action is one die, and a face that is not there any more pays for nothing; nobody else acts."""
    t = board(fp="muster,event", shadow="")
    assert t.refuses("army muster by=shadow") == ("WR-DICE-13", "not_your_step")
    t.does("army muster")
    assert (t.unused(FP), t.state.box.walkers) == ({"event": 1}, 0)
    assert t.refuses("army muster") == ("WR-DICE-7", "no_such_die")
    assert t.refuses("army -") == ("WR-DICE-7", "die_none")
    assert t.refuses("skip -") == ("WR-DICE-16", "die_unnamed")


@pytest.mark.rule("WR-DICE-15", "accepted", "refused")
def test_passing_needs_fewer_dice():
    """Three against four pass without a die, four against four do not."""
    t = board(fp="event*3", shadow="army*4").does("pass")
    assert (t.seat, t.state.sides[FP].dice) == ("shadow", 3)
    assert t.refuses("pass") == ("WR-DICE-15", "pass_dice")
    assert board(fp="event*4", shadow="army*4").refuses("pass") == ("WR-DICE-15", "pass_dice")


@pytest.mark.rule("WR-DICE-16", "accepted", "refused")
def test_skipping_costs_a_die():
    """Any unused die, with no effect; then the opponent acts."""
    t = board(fp="event,muster", shadow="army")
    assert t.refuses("skip character") == ("WR-DICE-16", "no_such_die")
    assert (t.does("skip event").seat, t.unused(FP)) == ("shadow", {"muster": 1})


@pytest.mark.rule("WR-DICE-17", "accepted")
@pytest.mark.rule("WR-TURN-9", "accepted", "refused")
def test_without_dice_nobody_acts():
    """The Shadow goes on alone, and its opponent cannot even use a Ring."""
    t = board(fp="event", shadow="army*2").does("skip event", "skip army")
    assert (t.seat, t.step) == ("shadow", "act")
    assert t.refuses("ring army event by=fp") == ("WR-RING-3", "not_your_step")
    assert t.refuses("skip event by=fp") == ("WR-DICE-13", "not_your_step")
    assert board(fp="event", shadow="army").does("skip event").seat == "shadow"


PAID = [
    # face, what pays
    ("WR-DICE-18", "character", "event character fp-char-12", "event character fp-str-05"),
    ("WR-DICE-19", "character", "move character", "take character character"),
    ("WR-DICE-21", "army-muster", "event army-muster fp-str-05", "event army-muster fp-char-12"),
    ("WR-DICE-22", "muster", "diplomacy muster rohan", "move muster"),
    ("WR-DICE-23", "event", "event event fp-str-08", "army event"),
    ("WR-DICE-24", "army-muster", "diplomacy army-muster rohan", "move army-muster"),
    ("WR-DICE-25", "will-of-the-west", "move will-of-the-west", "move event"),
]


@pytest.mark.rule("WR-DICE-18", "accepted", "refused")
@pytest.mark.rule("WR-DICE-19", "accepted", "refused")
@pytest.mark.rule("WR-DICE-21", "accepted", "refused")
@pytest.mark.rule("WR-DICE-22", "accepted", "refused")
@pytest.mark.rule("WR-DICE-23", "accepted", "refused")
@pytest.mark.rule("WR-DICE-24", "accepted", "refused")
@pytest.mark.rule("WR-DICE-25", "accepted", "refused")
@pytest.mark.parametrize(("rule", "face", "good", "bad"), PAID)
def test_what_a_face_pays_for(rule, face, good, bad):
    """Each face pays for its own list of actions and for no other; an Event die does nothing on the board alone."""
    hands = {"fp": "fp-char-12,fp-str-05,fp-str-08"}
    t = board(fp=f"{face},event", shadow="army", hands=hands, options={"real_cards": False})
    assert t.allows(good)
    assert t.refuses(bad)[1] == "die_not_for_this"
    assert t.allows(f"army {face}") == (face != "event")


@pytest.mark.rule("WR-DICE-20", "accepted", "refused")
@pytest.mark.rule("WR-DICE-26", "accepted", "refused")
def test_what_the_shadow_pays_with():
    """A Character die moves minions, an Army die does not; an Eye is for nothing."""
    t = board(agenda=[("act", 1)], shadow="character,army", where={"witch-king": "angmar"})
    assert t.allows("travel character witch-king")
    assert t.refuses("travel army witch-king") == ("WR-DICE-20", "die_not_for_this")
    assert t.refuses("army eye") == ("WR-DICE-26", "die_not_for_this")
    assert t.allows("army army")


@pytest.mark.rule("WR-DICE-27", "accepted", "refused")
def test_one_die_one_action():
    """After the action the opponent acts; the way of a second group is paid already."""
    t = board(fp="army-muster*2", shadow="army").does("diplomacy army-muster rohan")
    assert (t.seat, t.unused(FP)) == ("shadow", {"army-muster": 1})
    t = board(where={"boromir": "bree", "gimli": "erebor"}, companions="strider")
    t.does("travel character boromir", "settle bree")
    assert t.refuses("travel character gimli") == ("WR-DICE-27", "die_paid")
    assert t.does("travel - gimli", "settle dale").seat == "shadow"


def test_companions_are_those_of_the_rules():
    """The seven that start in the Fellowship."""
    assert [id for id, facts in TABLES.characters.items() if facts.kind == "companion"][:7] == list(COMPANIONS)
