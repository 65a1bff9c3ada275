"""What a game's State and Draft are made of. A game writes its fields once, in its State:

    @dataclass(slots=True, unsafe_hash=True)
    class State(BaseState): ...          how the table stands; nothing in it ever changes

    class Draft(BaseDraft, State):       the same while the rules of one action change it
        __slots__ = ()
        STATE = State

`Draft.of(state)` copies, `draft.frozen()` gives the State; no State is made in another way. Fields hold what does not
change itself: numbers, texts, tuples, named tuples, steps. Knows no game and no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from companion.core.messages import Event, Record, Ref, Value
from companion.play.game.steps import Step

T = TypeVar("T")
NOBODY = -1


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The same tuple with another item in one place."""
    return (*items[:at], item, *items[at + 1 :])


class _Recorded:
    __slots__ = ("recorder",)
    recorder: Record | None  # of a Draft, while somebody wants to know what happens


@dataclass(slots=True, unsafe_hash=True)
class BaseState(_Recorded):
    """The fields of every game.

    setup: what a header settles: the facts, the seats, the options. agenda: what still has to happen, the next thing
    last. ending, winners: empty while the game goes on.
    """

    setup: Any
    agenda: tuple[Step, ...]
    ending: str
    winners: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "recorder", None)

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            raise AttributeError(f"a State does not change; set '{name}' on a Draft")

    def __setstate__(self, state: tuple[None, Mapping[str, Any]]) -> None:
        """For copies and other processes."""
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

    @property
    def step(self) -> Step:
        """What happens next, or is awaited."""
        return self.agenda[-1]

    @property
    def due(self) -> int:
        """The place of the seat that decides where the next thing is nobody's."""
        raise NotImplementedError

    @property
    def decider(self) -> int:
        """The place of the seat whose decision is awaited first."""
        seat_index = self.agenda[-1].seat_index if self.agenda else NOBODY
        return self.due if seat_index == NOBODY else seat_index

    @property
    def seat(self) -> str:
        """Whose step it is."""
        seat: str = self.setup.seats[self.decider]
        return seat

    def index_of(self, seat: str) -> int:
        """The place of a seat, NOBODY for one that is not in play."""
        return self.setup.seats.index(seat) if seat in self.setup.seats else NOBODY

    def replace(self, **changes: Any) -> Self:
        """The same with other values in some fields."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        assert changes.keys() <= given.keys(), changes
        copy = object.__new__(type(self))
        copy.__setstate__((None, {"recorder": None, **given, **changes}))
        return copy


class BaseDraft:
    """A state in the making."""

    __slots__ = ()
    __setattr__ = object.__setattr__
    STATE: ClassVar[type[BaseState]]
    # How a value of that name is meant in a message, where it is an id: its kind, or kind and field.
    REFS: ClassVar[Mapping[str, str | tuple[str, str]]] = {}
    of: ClassVar[Callable[..., Any]]  # (state, recorder=None): a copy that can be changed; what happens is recorded

    if TYPE_CHECKING:
        agenda: tuple[Step, ...]
        ending: str
        winners: tuple[str, ...]
        recorder: Record | None

    def __init_subclass__(cls) -> None:
        """Copying field by field is the quickest there is, so it is written from the fields."""
        lines = [f"    draft.{field.name} = state.{field.name}" for field in fields(cls.STATE)]
        source = ["def of(state, recorder=None):", "    draft = new(Draft)", *lines, "    draft.recorder = recorder"]
        scope: dict[str, Any] = {"Draft": cls, "new": cls.__new__}
        exec("\n".join([*source, "    return draft"]), scope)
        cls.of = staticmethod(scope["of"])

    def frozen(self) -> Any:
        """The State that was made; this very object, which changes no more."""
        self.recorder = None
        self.__class__ = self.STATE  # type: ignore[assignment]
        return self

    # --- what still has to happen ------------------------------------------------------------------------------------

    def push(self, step: Step) -> None:
        """This happens next."""
        self.agenda = (*self.agenda, step)

    def pop(self) -> None:
        """The next thing is done, or does not happen."""
        self.agenda = self.agenda[:-1]

    def waits(self, needed: object) -> bool:
        """Whether the next thing waits for somebody; what is not needed does not happen."""
        if not needed:
            self.pop()
        return bool(needed)

    def swap(self, step: Step) -> None:
        """This happens in place of the next thing."""
        self.agenda = (*self.agenda[:-1], step)

    def finish(self, ending: str, rule: str, winners: tuple[str, ...]) -> None:
        """The game is over; nothing happens any more."""
        self.ending, self.winners, self.agenda = ending, winners, ()
        self.record(f"end_{ending}", rule, winners=winners)

    # --- what happened -----------------------------------------------------------------------------------------------

    def record(self, code: str, rule: str, /, **values: Any) -> None:
        """It happened, by that rule, and all may know it: `event.CODE`. Ids in values are named as REFS says."""
        if self.recorder is not None:
            self.recorder.append(Event(code, rule, self.as_values(values)))

    def record_for(self, seats: tuple[str, ...], code: str, rule: str, /, **values: Any) -> None:
        """As `record`, told to these seats only."""
        if self.recorder is not None:
            self.recorder.append(Event(code, rule, self.as_values(values), only=seats))

    @classmethod
    def as_values(cls, values: Mapping[str, Any]) -> dict[str, Value]:
        """Values of a message, with a Ref for every id that REFS knows."""
        return {name: _as_value(cls.REFS.get(name), value) for name, value in values.items()}


def _as_value(kind: str | tuple[str, str] | None, value: Any) -> Value:
    if kind is None or value.__class__ is int or value.__class__ is Ref:
        found: Value = value
        return found
    if value.__class__ is str:
        return Ref(kind, value) if isinstance(kind, str) else Ref(kind[0], value, kind[1])
    return tuple([_as_value(kind, item) for item in value])  # type: ignore[return-value]
