"""Decisions of the dice game in hindsight."""

from fractions import Fraction

from companion.games.dice.bot import weigh_keeps
from companion.games.dice.review import judge_decision, roll_luck
from tests.games.dice.conftest import Act, Table


def test_a_keep_is_judged_by_the_bots_own_chances(table) -> None:
    t: Table = table("frodo", "sam")
    t.does("roll n r r o w")
    weighed = weigh_keeps(t.state)
    for dice, chance in weighed:
        judged = judge_decision(t.state, Act("keep", "frodo", dice))
        assert (judged.done, judged.best, judged.instead.dice) == (chance, weighed[0][1], weighed[0][0])


def test_what_alone_can_be_done_is_no_decision(table) -> None:
    t: Table = table("frodo", "sam")
    assert judge_decision(t.state, Act("roll", "frodo")) is None
    t.does("roll w r n o r", "keep black yellow red blue", "roll r")
    assert judge_decision(t.state, Act("keep", "frodo", ("green",))) is None
    assert judge_decision(t.does("keep green").state, Act("resolve", "frodo")) is None


def test_to_halve_nothing_with_gandalf_costs_something(table) -> None:
    t: Table = table("frodo 3 xxwwwww", "sam 3")
    t.does("roll g r n o w", "keep black yellow red blue green")
    forgone = judge_decision(t.state, Act("resolve", "frodo"))
    assert forgone.done < forgone.best
    assert forgone.instead.halve == (3,)
    assert judge_decision(t.state, forgone.instead).done == forgone.best


def test_rings_and_nazgul_of_a_roll_are_counted_by_the_faces_of_its_dice(table) -> None:
    t: Table = table("frodo", "sam")
    ring, nazgul = roll_luck(t.state, t.act("roll n r r o w"))
    assert (ring.got, nazgul.got) == (2, 1)
    assert ring.chances[0] == Fraction(5, 6) ** 5
    assert list(roll_luck(t.state, Act("keep", "frodo", ("black",)))) == []
