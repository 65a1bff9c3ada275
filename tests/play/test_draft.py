"""What the kit gives every game for its steps and states: copies, drafts, steps that wait or end, ids in messages."""

from copy import deepcopy
from dataclasses import dataclass
from pickle import dumps, loads
from types import SimpleNamespace
from typing import ClassVar, NamedTuple

import pytest

from companion.core.errors import IllegalAction
from companion.core.messages import Event, Ref, Refusal
from companion.play.game.actions import Actions, ActionType
from companion.play.game.draft import NOBODY, BaseDraft, BaseState, replace_item
from companion.play.game.facts import Constant
from companion.play.game.steps import Flow, Handler, Step, end, run


@dataclass(slots=True, unsafe_hash=True)
class State(BaseState):
    """A table with a number on it."""

    number: int
    default_decider = 0


class Draft(BaseDraft, State):
    """The same in the making."""

    __slots__ = ()
    STATE = State
    REFS: ClassVar = {"card": "card", "tile": ("tile", "called")}


@dataclass(frozen=True, slots=True)
class CountDown(Step):
    """Waits while there is something left."""

    rule = "X-1"

    def run(self, draft):
        return draft.waits(draft.number)

    do_stop = end


@dataclass(frozen=True, slots=True)
class Other(CountDown):
    """The same under a name of its own."""

    kind = "renamed"


def table(number, *agenda):
    return Draft(setup=None, agenda=agenda, ending="", winners=(), number=number).freeze()


def test_a_state_is_copied_and_never_changed():
    """Another value makes another state; copies and pickles are equal to it."""
    state = table(3)
    more = state.replace(number=4)
    assert (state.number, more.number, type(more)) == (3, 4, State)
    assert deepcopy(state) == loads(dumps(state)) == state != more
    assert len({state, more, deepcopy(state)}) == 2
    with pytest.raises(AttributeError):
        more.number = 5
    with pytest.raises(AssertionError):
        state.replace(colour="red")


def test_a_step_waits_or_is_over():
    """It waits while it is needed, else the next one goes on; an answer may end it and do nothing else."""
    assert run(Draft.of(table(1, CountDown(NOBODY)))).agenda == (CountDown(NOBODY),)
    assert run(Draft.of(table(0, CountDown(NOBODY)))).agenda == ()
    draft = Draft.of(table(1, CountDown(0), CountDown(1)))
    CountDown.answers["stop"].do(draft.agenda[-1], draft, None)
    assert draft.agenda == (CountDown(0),)


def test_a_step_is_called_as_its_class_or_as_it_says():
    """In small letters."""
    assert (CountDown.kind, Other.kind) == ("count_down", "renamed")


class Act(NamedTuple):
    type: str
    seat: str


@dataclass(frozen=True, slots=True)
class Vote(Step):
    """Only one may count, all may speak; the second may also leave."""

    rule = "X-1"
    rules: ClassVar = {"count": "X-2", "speak": "X-3"}
    seat_rules: ClassVar = {"leave": "X-4"}
    open_to_all = ("speak",)

    def is_open_to(self, state, act):
        return act.type in self.open_to_all or (act.type, act.seat) == ("leave", "b")

    def check_count(self, state, act):
        return Refusal("too_early", "X-5") if state.number else None

    do_count = do_leave = do_speak = do_stay = end


ASIDE = {"shout": Handler(lambda step, state, act: Refusal("too_loud", "X-6"), end)}
FLOW = Flow(
    Draft,
    Actions(Act, dict.fromkeys(("count", "leave", "speak", "stay", "shout", "sing"), ActionType())),
    {"won": "X-7"},
    lambda step, state, act: (),
    ASIDE,
    "X-8",
)


@pytest.mark.parametrize(
    ("type", "seat", "code", "rule"),
    [
        ("count", "a", "too_early", "X-5"),
        ("count", "b", "not_your_step", "X-2"),  # before the step's own check
        ("stay", "a", None, None),
        ("stay", "b", "not_your_step", "X-1"),
        ("speak", "b", None, None),
        ("leave", "b", None, None),
        ("leave", "c", "not_your_step", "X-4"),
        ("stay", "nobody", "seat_unknown", "X-1"),
        ("sing", "b", "not_now", "X-1"),  # whose step it is does not matter
        ("shout", "b", "step_in_not_now", "X-8"),
    ],
)
def test_whose_step_it_is_is_asked_before_its_own_check(type, seat, code, rule):
    """By the rule of the action, unless another says so; some actions are open to others. The same on apply."""
    state = Draft.of(table(1, Vote(0)).replace(setup=SimpleNamespace(seats=("a", "b", "c")))).freeze()
    refusal = FLOW.check(state, Act(type, seat))
    if code is None:
        assert refusal is None
        assert FLOW.apply(state, Act(type, seat)).agenda == ()
        return
    assert (refusal.code, refusal.rule) == (code, rule)
    if code == "not_your_step":
        assert refusal.values == {"seat": Ref("seat", "a")}
    with pytest.raises(IllegalAction) as raised:
        FLOW.apply(state, Act(type, seat))
    assert raised.value.refusal == refusal


def test_nobody_acts_after_the_end():
    """Whoever it is."""
    draft = Draft.of(table(1, Vote(0)).replace(setup=SimpleNamespace(seats=("a", "b"))), found := [])
    draft.finish("won", "X-7", ("b",))
    state = draft.freeze()
    assert (state.ending, state.winners, state.agenda) == ("won", ("b",), ())
    assert found == [Event("end_won", "X-7", {"winners": ("b",)})]
    for seat in ("a", "b"):
        assert FLOW.check(state, Act("speak", seat)) == Refusal("game_over", "X-7")
        with pytest.raises(IllegalAction):
            FLOW.apply(state, Act("speak", seat))


def test_a_state_knows_whose_step_it_is():
    """That of its step; where the step is nobody's, or there is none, of the seat that is due."""
    setup = SimpleNamespace(seats=("a", "b"))
    seats = [table(1, *agenda).replace(setup=setup).seat for agenda in [(Vote(1),), (Vote(NOBODY),), ()]]
    assert seats == ["b", "a", "a"]
    assert [table(1).replace(setup=setup).index_of(seat) for seat in ("b", "c")] == [1, NOBODY]


def test_what_never_changes_is_shared_by_copies():
    """Not made again with every copy of a state."""
    facts = Constant()
    assert deepcopy(table(1).replace(setup=facts)).setup is facts


def test_ids_are_recorded_as_what_they_name():
    """A kind, or a kind and the field of its row that is shown; numbers stay what they are."""
    found = []
    draft = Draft.of(table(1), found)
    draft.record("drawn", "X-2", card="ace", tile="eye", number=2)
    draft.record_for(("fp",), "seen", "X-2", card=("ace", "king"))
    assert found == [
        Event("drawn", "X-2", {"card": Ref("card", "ace"), "tile": Ref("tile", "eye", "called"), "number": 2}),
        Event("seen", "X-2", {"card": (Ref("card", "ace"), Ref("card", "king"))}),
    ]
    assert [event.known_to("shadow") for event in found] == [True, False]
    assert replace_item((1, 2, 3), 1, 5) == (1, 5, 3)
