"""Actions as plain records: how their words stand in a journal and on the command line.

A game with many actions has one NamedTuple for all of them: `type`, `seat`, then fields with defaults that are a text,
a whole number or a tuple of texts. Here they are written, read back and typed. Knows no game and no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from companion.errors import WrongCall
from companion.play.game import Json, State

if TYPE_CHECKING:
    from companion.content.model import Content

A = TypeVar("A", bound=NamedTuple)
MOST_DIGITS = 6

Vocabulary = Mapping[str, Mapping[str, str]]  # type -> {word of the journal and the command line: field}


class Acts(Generic[A]):
    """The actions of a game.

    make: their NamedTuple. words: every type with its words, the result of a chance action first. chance: types whose
    result dice or cards give. free: fields that may name anything; the others hold what the table knows. ordered: types
    whose lists stay as they were given; other lists are sorted. required: words without which a type says nothing.
    """

    def __init__(
        self,
        make: type[A],
        words: Vocabulary,
        chance: Collection[str],
        free: Collection[str],
        ordered: Collection[str],
        required: Mapping[str, Collection[str]],
    ) -> None:
        self.types = tuple(words)
        self.chance = chance
        self._make: Any = make
        self._words = words
        self._free, self._ordered, self._required = free, ordered, required
        self._empty: Mapping[str, Any] = make._field_defaults
        self._fields = {type: tuple(fields.items()) for type, fields in words.items()}

    def args(self, act: A) -> Json:
        """As stored."""
        out: Json = {}
        for word, field in self._fields[self._type(act)]:
            value = getattr(act, field)
            out[word] = list(value) if value.__class__ is tuple else value
        return out

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> A:
        """The action that a journal entry stores. Raises ValueError unless it is stored exactly so."""
        words = self._words.get(type)
        if words is None or args.keys() != words.keys():
            raise ValueError(type)
        fields: Json = {}
        for word, field in self._fields[type]:
            value, wanted = args[word], self._empty[field].__class__
            if wanted is tuple and value.__class__ is list and all(item.__class__ is str for item in value):
                value = tuple(value)
            if value.__class__ is not wanted:
                raise ValueError(type)
            fields[field] = value
        found: A = self._make(type, seat, **fields)
        return found

    def opened(self, act: A) -> A | None:
        """A chance action without its result; None for any other."""
        if self._type(act) not in self.chance:
            return None
        found: A = self._make(act[0], act[1])
        return found

    def is_open(self, act: A) -> bool:
        """A chance action whose result is not known yet."""
        return act == self.opened(act)

    def words(self, act: A, whose: str) -> str:
        """The words for `companion do`; `whose` step it is need not be said."""
        type = self._type(act)
        out = [type]
        for word, field in self._fields[type]:
            value = getattr(act, field)
            if value != self._empty[field]:
                text = ",".join(value) if value.__class__ is tuple else str(value)
                out += ["--rolled", text] if type in self.chance else [f"{word}={text}"]
        if act[1] != whose:
            out.append(f"by={act[1]}")
        return " ".join(out)

    @staticmethod
    def asker(given: Mapping[str, str], seats: Collection[str], seat: str | None, whose: str) -> tuple[str, Json]:
        """The seat that a command acts for, and its other words: `by=` or the seat that asks, else `whose` step it is.

        Raises WrongCall for a seat that is not in play, or not the one that asks.
        """
        told = dict(given)
        by = told.pop("by", "").strip().lower()
        if by and by not in seats:
            raise WrongCall("no_player", by, seats)
        if by and seat is not None and seat != by:
            raise WrongCall("no_player", by, (seat,))
        return by or seat or whose, told

    def parse(self, type: str, given: Mapping[str, str], rolled: str | None, seat: str, known: Mapping[str, int]) -> A:
        """The action that a command asks for. Raises WrongCall.

        known: every id that may be named, with its place in a sorted list.
        """
        wanted = self._words.get(type)
        if wanted is None:
            raise WrongCall("no_action", type, self.types)
        if rolled is not None and type not in self.chance:
            raise WrongCall("no_rolled", action=type)
        told = dict(given)
        if rolled is not None:
            word = next(iter(wanted))
            if not rolled.strip(" ,"):  # or the app would draw instead
                raise WrongCall("word_lacking", action=type, key=word)
            told[word] = rolled
        fields: Json = {}
        for word, text in told.items():
            field = wanted.get(word)
            if field is None:
                raise WrongCall("no_key", word, [*wanted, "by"], action=type)
            fields[field] = self._value(type, word, field, text, known)
        for word in self._required.get(type, ()):
            if not fields.get(wanted[word]) and told.get(word) != "0":
                raise WrongCall("word_lacking", action=type, key=word)
        found: A = self._make(type, seat, **fields)
        return found

    def _value(self, type: str, word: str, field: str, text: str, known: Mapping[str, int]) -> Any:
        kind = self._empty[field].__class__
        if kind is int:
            if not text.strip().isdecimal() or len(text) > MOST_DIGITS:
                raise WrongCall("not_whole", text, key=word)
            return int(text)
        items = [item.strip().lower() for item in text.split(",") if item.strip()]
        if field in self._free:
            return ",".join(items)  # where two are wrong, the rules refuse them
        for item in items:
            if item not in known:
                raise WrongCall("no_item", item, known)
        if kind is tuple:
            return tuple(items) if type in self._ordered else tuple(sorted(items, key=known.__getitem__))
        if len(items) > 1:
            raise WrongCall("one_item", text, key=word)
        return items[0] if items else ""

    @staticmethod
    def _type(act: A) -> str:
        type: str = act[0]
        return type


class Commands(Generic[A]):
    """What is alike in every game whose actions are `Acts`: how commands word them.

    acts: the actions; known: every id that a command may name at a table, with its place in a sorted list.
    """

    acts: Acts[A]
    known: Callable[[State], Mapping[str, int]]

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> A:
        """The action that a command asks for. Raises WrongCall."""
        asker, told = self.acts.asker(given, state.setup.seats, seat, state.seat)
        return self.acts.parse(type, told, rolled, asker, self.known(state))

    def words(self, state: State, action: A) -> str:
        """The words for `companion do`."""
        return self.acts.words(action, state.seat)
