"""What all entries of the table are made from; each type is one class, found by its type.

    @dataclass(frozen=True)
    class Note(TableEntry):
        \"\"\"A remark for the log (TB-NOTE-1).\"\"\"

        type = "note"
        text: str
        seat: str = ""

        def plan(self, replay): ...                  # the lines to write, or why it is refused
        @classmethod
        def apply(cls, replay, entry): ...           # checks an entry that was read, changes the replay
        @classmethod
        def events(cls, replay, entry, reader): ...  # what it did, as a seat may know it

An instance is what somebody asks for; the class reads the entries that are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal, Value

if TYPE_CHECKING:
    from companion.core.messages import Event
    from companion.play.game.game import Json, State
    from companion.play.journal.journal import Entry

T = TypeVar("T")
ROOM = __name__.rpartition(".")[0]
MODULES = ("corrections", "halts", "proposals", "random_words", "remarks", "seats", "undo")


class EntryDraft(NamedTuple):
    """One entry that is to be written."""

    seat: str
    type: str
    args: Json


class EntryDrafts(NamedTuple):
    """The entries that a request writes; none where nothing would change.

    shown: the place of the line whose events answer the request. by_host: seats are taken by the host, who may do so
    for ever. reached: the state it leads to, if the game may be over by it.
    """

    lines: Sequence[EntryDraft]
    shown: int = 0
    by_host: bool = False
    reached: State | None = None


class TableRequest:
    """Something that is asked of the table.

    command: how `companion do` names it, empty where it does not. key: of its one word there, empty where it has none.
    """

    command: ClassVar[str] = ""
    key: ClassVar[str] = ""

    @classmethod
    def check_keys(cls, given: Mapping[str, str]) -> None:
        """Raise WrongCall unless the words are those that it needs."""
        if given and not cls.key:
            raise WrongCall("no_key", next(iter(given)), action=cls.command)
        if cls.key and set(given) != {cls.key}:
            raise WrongCall("table_key", cls.command, wanted=cls.key)

    @classmethod
    def from_words(cls, replay: Any, given: Mapping[str, str], seat: str) -> TableRequest:
        """Return what the words of a command ask for, which `check_keys` has seen. Raises WrongCall."""
        raise NotImplementedError

    def plan(self, replay: Any) -> EntryDrafts | Refusal:
        """Return what is to be written, or why nothing is. Raises WrongCall for unknown words."""
        raise NotImplementedError


class TableEntry(TableRequest):
    """An entry of the table.

    type: as the journal names it; empty for what types are only made from.
    has_no_effect: nothing changes in the game by it.
    keeps_choice: a player sees the same choice after it as before.
    waits_for_resume: refused while the game is paused or broken off.
    ends_game: may be written where the journal has room for nothing else.
    is_salted: holds a salt in games that hide something.
    """

    type: ClassVar[str] = ""
    has_no_effect: ClassVar[bool] = False
    keeps_choice: ClassVar[bool] = False
    waits_for_resume: ClassVar[bool] = False
    ends_game: ClassVar[bool] = False
    is_salted: ClassVar[bool] = False

    @classmethod
    def apply(cls, replay: Any, entry: Entry) -> None:
        """Check an entry that was read and take it in. Raises JournalError; then nothing has changed."""

    @classmethod
    def update_roster(cls, roster: Any, entry: Entry) -> None:
        """Take in which phone plays which seat by it, and what is being agreed on."""

    @classmethod
    def events(cls, replay: Any, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return what it did in a session that has taken it in, as a seat (or an onlooker) may know it."""
        return ()

    @classmethod
    def is_beside_game(cls, entry: Entry, by_bot: bool) -> bool:
        """Return whether a person writes it beside the game as often as he likes: such entries are counted (TB-ROOM-1).

        by_bot: the app plays its seat.
        """
        return False

    @classmethod
    def takes_seat(cls, entry: Entry) -> bool:
        """Return whether a phone or the app takes a player's seat by it, or asks for it (TB-ROOM-1)."""
        return False


@cache
def table_commands() -> Mapping[str, type[TableRequest]]:
    """Return what `companion do` may ask of the table, by the names there."""
    return {found.command: found for found in _subclasses(TableRequest) if found.command}


@cache
def table_entries() -> Mapping[str, type[TableEntry]]:
    """Return all types of entries of the modules of this room, by their names."""
    return {found.type: found for found in _subclasses(TableEntry) if found.type}


def _subclasses(base: type[T]) -> list[type[T]]:
    """The classes made from `base` in the modules of this room."""
    found = []
    for module in (import_module(f"{ROOM}.{name}") for name in MODULES):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__:
                found.append(value)
    return found


def has_no_effect(type: str) -> bool:
    """Return whether an entry of that type changes nothing in the game."""
    found = table_entries().get(type)
    return found is not None and found.has_no_effect


def keeps_choice(type: str) -> bool:
    """Return whether a player sees the same choice after an entry of that type as before."""
    found = table_entries().get(type)
    return found is not None and found.keeps_choice


def table_events(replay: Any, entry: Entry, reader: str | None = None) -> tuple[Event, ...]:
    """Return what an entry of the table did, as a seat (or an onlooker) may know it; none of an unknown type."""
    found = table_entries().get(entry.type)
    return () if found is None else found.events(replay, entry, reader)


def seat_value(entry: Entry) -> dict[str, Value]:
    """Return the seat of an entry as a value of its events."""
    return {"seat": Ref("seat", entry.seat)}
