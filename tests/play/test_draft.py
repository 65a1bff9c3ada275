"""What the kit gives every game for its steps and states: copies, drafts, steps that wait or end, ids in messages."""

from copy import deepcopy
from dataclasses import dataclass
from pickle import dumps, loads
from typing import ClassVar

import pytest

from companion.messages import Event, Ref
from companion.play.draft import NOBODY, BaseDraft, BaseState, put
from companion.play.steps import Step, end, run


@dataclass(slots=True, unsafe_hash=True)
class State(BaseState):
    """A table with a number on it."""

    number: int


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
    return Draft(setup=None, agenda=agenda, ending="", winners=(), number=number).frozen()


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
    assert put((1, 2, 3), 1, 5) == (1, 5, 3)
