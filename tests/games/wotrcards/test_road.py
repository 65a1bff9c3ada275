"""The long road of the Epic Duel and paths that texts lead to (WC-EPD-8, -9), with their worked examples."""

from fractions import Fraction

import pytest

from companion.games.wotrcards.rules.locations.paths import WalkPath, next_paths
from companion.games.wotrcards.rules.turn.action_step import SeatTurn
from tests.games.wotrcards.board import CONTENT, TABLES, board, offers, telling, turning_up


def road(path, **how):
    """The Epic Duel with that path last, in the location step."""
    return board("epic-duel", path=path, path_active=False, agenda=[WalkPath(0)], **how)


@pytest.mark.rule("WC-EPD-8", "accepted")
@pytest.mark.rule("WC-EX-7", "accepted")
def test_step_by_step():
    """1A, 1B, 2A, 2B: after a 2A a random 2B, then a 3A."""
    half = Fraction(1, 2)
    assert turning_up(board("epic-duel", agenda=[WalkPath(0)])) == {"bag-end": half, "a-long-expected-party": half}
    assert turning_up(road("the-old-forest")) == {"inn-of-the-prancing-pony": half, "weathertop": half}
    assert turning_up(road("weathertop")) == {"fords-of-bruinen": half, "the-last-homely-house": half}


@pytest.mark.rule("WC-EPD-8", "refused")
@pytest.mark.rule("WC-EX-7", "refused")
def test_no_step_is_skipped_or_taken_again():
    """After a 2A neither the other 2A nor a 3A comes."""
    t = road("the-old-forest")
    assert t.refuses("walk the-barrow-downs") == ("WC-EPD-8", "path_skips")
    assert t.refuses("walk fords-of-bruinen") == ("WC-EPD-8", "path_skips")
    assert t.refuses("walk the-old-forest") == ("WC-LOC-7", "path_used")


@pytest.mark.rule("WC-EPD-8", "accepted")
@pytest.mark.parametrize("number", ["the-old-forest", "weathertop"])
def test_a_number_means_both_parts(number):
    """Strider’s 2 lets him walk 2A and 2B."""
    t = board("epic-duel", path=number, cards="strider:gandalf", hands={"gandalf": 3})
    assert t.allows(f"move strider {number}")


PAIRS = [
    ("caradhras", "the-high-pass", "khazad-dum"),
    ("the-doors-of-durin", "khazad-dum", "the-high-pass"),
    ("henneth-annun", "the-cross-roads", "the-tower-of-ecthelion"),
    ("osgiliath", "the-tower-of-ecthelion", "the-cross-roads"),
]


@pytest.mark.rule("WC-EPD-9", "accepted", "refused")
@pytest.mark.parametrize(("first", "then", "never"), PAIRS)
def test_only_a_connected_path_can_follow(first, then, never):
    """Only one can follow, by chance or by choice."""
    assert turning_up(road(first)) == {then: Fraction(1)}
    assert road(first).refuses(f"walk {never}") == ("WC-EPD-9", "path_connected")
    t = telling("epic-duel", path=first)
    assert t.allows(f"effect activate {then}")
    assert t.refuses(f"effect activate {never}") == ("WC-EPD-9", "path_connected")


@pytest.mark.rule("WC-EX-10", "accepted", "refused")
def test_the_doors_of_durin():
    """Khazad-dûm follows, not the High Pass."""
    t = road("the-doors-of-durin")
    assert t.refuses("walk the-high-pass") == ("WC-EPD-9", "path_connected")
    assert t.does("walk khazad-dum").active == ["khazad-dum"]


@pytest.mark.rule("WC-EPD-9", "accepted")
@pytest.mark.rule("WC-AMB-18", "accepted")
def test_the_black_gate_as_a_seven():
    """Its number is told; then either 7B may follow, no 7A, and characters with a 7 may go there."""
    t = board("epic-duel", path="the-black-gate", hands={"gandalf": 4}, cards="faramir:gandalf")
    assert t.refuses("move faramir the-black-gate") == ("WC-PLAY-3", "place_number")
    t.does("tell the-black-gate", "effect number the-black-gate - 7", "done")
    assert t.state.number == 7
    assert next_paths(t.state) == ("the-cross-roads", "the-tower-of-ecthelion")
    assert t.allows("move faramir the-black-gate")
    assert t.refuses("tell the-black-gate") == ("WC-TERM-5", "card_not_in_play")


@pytest.mark.rule("WC-EPD-9", "refused")
def test_no_path_takes_on_another_number():
    """Only the Black Gate, and only as a 7; without it a 7A comes next."""
    t = telling("epic-duel", path="the-black-gate")
    assert t.refuses("effect number the-black-gate - 8") == ("WC-EPD-9", "path_keeps_number")
    t = telling("epic-duel", path="emyn-muil")
    assert t.refuses("effect number emyn-muil - 7") == ("WC-EPD-9", "path_keeps_number")
    assert next_paths(road("the-black-gate").state) == ("henneth-annun", "osgiliath")


@pytest.mark.rule("WC-EX-8", "accepted", "refused")
def test_gandalf_on_a_4a():
    """His action brings the connected 4B, and no 5A."""
    t = board("epic-duel", path="caradhras", cards="gandalf-the-grey:gandalf@caradhras", hands={"gandalf": 4})
    t.does("use gandalf-the-grey")
    assert t.refuses("effect activate dimrill-dale") == ("WC-EPD-8", "path_skips")
    assert t.does("effect activate the-high-pass").active == ["the-high-pass"]


@pytest.mark.rule("WC-EX-9", "accepted", "refused")
@pytest.mark.parametrize(
    ("now", "threes"),
    [
        ("the-old-forest", set()),
        ("weathertop", {"fords-of-bruinen", "the-last-homely-house"}),
        ("fords-of-bruinen", {"the-last-homely-house", "imladris", "the-council-of-elrond"}),
        ("imladris", {"the-council-of-elrond"}),
    ],
)
def test_glorfindel_looks_for_a_3(now, threes):
    """From 2A none, from 2B a 3A, from a 3A the other 3A or a 3B, from a 3B the other one."""
    cards = f"glorfindel:gandalf@{now}"
    t = board("epic-duel", path=now, cards=cards, hands={"gandalf": 4}).does("use glorfindel")
    numbered = {id for id, path in TABLES.paths.items() if path.number == 3}
    assert offers(t, "activate") & numbered == threes
    for id in numbered - threes - {now}:
        assert t.refuses(f"effect activate {id}") == ("WC-EPD-8", "path_skips")


@pytest.mark.rule("WC-AMB-17", "accepted")
def test_nothing_follows_a_9():
    """Trilogy: an action for the next number finds none."""
    t = telling("trilogy", path="morgai")
    assert next_paths(t.state) == ()
    assert offers(t, "activate") & set(TABLES.paths) == {"crack-of-doom", "orodruin"}
    assert t.refuses("effect activate bag-end") == ("WC-LOC-5", "path_number")


@pytest.mark.rule("WC-AMB-20", "accepted")
@pytest.mark.parametrize("now", ["the-old-forest", "caradhras"])
def test_strider_leads_on_from_any_of_his_paths(now):
    """His card is marked as unverified; the next number is offered without a condition."""
    t = board("trilogy", path=now, cards=f"strider:aragorn@{now}", agenda=[SeatTurn(2)], acting=2, hands={"aragorn": 3})
    t.does("use strider")
    assert set(next_paths(t.state)) <= offers(t, "activate")
    assert "text" in CONTENT["card"]["strider"]["doubtful"]
