"""Base classes of a game's State and Draft. A game writes its fields once, in its State:

    @dataclass(slots=True, unsafe_hash=True)
    class State(BaseState): ...          how the table stands; nothing in it ever changes

    class Draft(BaseDraft, State):       the same while the rules of one action change it
        __slots__ = ()
        STATE = State

`Draft.of(state)` copies, `draft.freeze()` gives the State; no State is made in another way. Fields hold what does not
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


def replace_item(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return the tuple with one item replaced."""
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
        """Restore from a pickle or a copy."""
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

    @property
    def step(self) -> Step:
        """The step that happens next, or is awaited."""
        return self.agenda[-1]

    @property
    def default_decider(self) -> int:
        """Seat index of the seat that decides where the next step belongs to nobody."""
        raise NotImplementedError

    @property
    def decider(self) -> int:
        """Seat index of the seat whose decision is awaited first."""
        seat_index = self.agenda[-1].seat_index if self.agenda else NOBODY
        return self.default_decider if seat_index == NOBODY else seat_index

    @property
    def seat(self) -> str:
        """The seat whose step it is."""
        seat: str = self.setup.seats[self.decider]
        return seat

    def index_of(self, seat: str) -> int:
        """Return the index of a seat, NOBODY if it is not in play."""
        return self.setup.seats.index(seat) if seat in self.setup.seats else NOBODY

    def replace(self, **changes: Any) -> Self:
        """Return a copy with other values in some fields."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        assert changes.keys() <= given.keys(), changes
        copy = object.__new__(type(self))
        copy.__setstate__((None, {"recorder": None, **given, **changes}))
        return copy


class BaseDraft:
    """A state that the rules of one action change."""

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
        """Generate `of` field by field: 0.5 µs for 34 fields, where a loop takes 4."""
        lines = [f"    draft.{field.name} = state.{field.name}" for field in fields(cls.STATE)]
        source = ["def of(state, recorder=None):", "    draft = new(Draft)", *lines, "    draft.recorder = recorder"]
        scope: dict[str, Any] = {"Draft": cls, "new": cls.__new__}
        exec("\n".join([*source, "    return draft"]), scope)
        cls.of = staticmethod(scope["of"])

    def freeze(self) -> Any:
        """Turn this object into the State; it does not change any more."""
        self.recorder = None
        self.__class__ = self.STATE  # type: ignore[assignment]
        return self

    # --- what still has to happen ------------------------------------------------------------------------------------

    def push(self, step: Step) -> None:
        """Put a step on the agenda, to happen next."""
        self.agenda = (*self.agenda, step)

    def pop(self) -> None:
        """Drop the next step."""
        self.agenda = self.agenda[:-1]

    def waits(self, needed: object) -> bool:
        """Return True if the next step waits for a player; drop it if it is not `needed`."""
        if not needed:
            self.pop()
        return bool(needed)

    def swap(self, step: Step) -> None:
        """Replace the next step."""
        self.agenda = (*self.agenda[:-1], step)

    def finish(self, ending: str, rule: str, winners: tuple[str, ...]) -> None:
        """End the game and clear the agenda."""
        self.ending, self.winners, self.agenda = ending, winners, ()
        self.record(f"end_{ending}", rule, winners=winners)

    # --- what happened -----------------------------------------------------------------------------------------------

    def record(self, code: str, rule: str, /, **values: Any) -> None:
        """Record an event that all may know, `event.CODE`, with its rule. REFS says which values are ids."""
        if self.recorder is not None:
            self.recorder.append(Event(code, rule, self.as_values(values)))

    def record_for(self, seats: tuple[str, ...], code: str, rule: str, /, **values: Any) -> None:
        """Record an event that only these seats may know."""
        if self.recorder is not None:
            self.recorder.append(Event(code, rule, self.as_values(values), only=seats))

    @classmethod
    def as_values(cls, values: Mapping[str, Any]) -> dict[str, Value]:
        """Return the values of a message, with a Ref for every id that REFS knows."""
        return {name: _as_value(cls.REFS.get(name), value) for name, value in values.items()}


def _as_value(kind: str | tuple[str, str] | None, value: Any) -> Value:
    if kind is None or value.__class__ is int or value.__class__ is Ref:
        found: Value = value
        return found
    if value.__class__ is str:
        return Ref(kind, value) if isinstance(kind, str) else Ref(kind[0], value, kind[1])
    return tuple([_as_value(kind, item) for item in value])  # type: ignore[return-value]
