"""Actions as plain records: how their words stand in a journal and on the command line.

A game has one NamedTuple for all its actions: `type`, `seat`, then a field for each word of any type, with a default
that is a text, a whole number or a tuple of texts or numbers. Here actions are written, read back and typed.
Knows no game and no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from keyword import iskeyword
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

from companion.core.errors import WrongCall
from companion.play.game.game import Json
from companion.play.game.names import Names
from companion.play.game.offers import Offer, OpenField

A = TypeVar("A", bound=NamedTuple)
MOST_DIGITS = 6


class ActionType(NamedTuple):
    """One type of action.

    words: of the journal and the command line, in their order; the result of a chance action first. Each is a field of
    the game's actions; a word that Python keeps for itself has `_` behind it there. A mapping names the field of a word
    that holds another kind of value here than with other types.
    chance: dice or cards give that result.
    plain: it only goes on, so that Enter alone does it; so it is with chance.
    required: words without which it says nothing.
    ordered: its lists stay as they were given; those of other types are sorted.
    sealed: only one seat may see the result.
    """

    words: Mapping[str, str] | tuple[str, ...] = ()
    chance: bool = False
    plain: bool = False
    required: Collection[str] = ()
    ordered: bool = False
    sealed: bool = False

    @property
    def fields(self) -> dict[str, str]:
        """Return the field of the game's action that holds each word."""
        if isinstance(self.words, Mapping):
            return dict(self.words)
        return {word: f"{word}_" if iskeyword(word) else word for word in self.words}


class StoredField(NamedTuple):
    """A field of an action as a journal holds it.

    at: its place. wanted: the class of its value; of: of the items of its lists.
    """

    at: int
    wanted: type
    of: set[Any]


class Actions(Generic[A]):
    """The actions of a game.

    make: their NamedTuple. kinds: every type. free: fields that may name anything; the others hold what the table
    knows.
    """

    def __init__(self, make: type[A], kinds: Mapping[str, ActionType], free: Collection[str] = ()) -> None:
        self.types = tuple(kinds)
        self.chance = tuple([type for type, kind in kinds.items() if kind.chance])
        self.plain = tuple([type for type, kind in kinds.items() if kind.plain or kind.chance])
        self._make: Any = make
        self._open: Callable[[str, str], A] = lru_cache(maxsize=256)(make)
        self.kinds, self._free = kinds, free
        self._empty: Mapping[str, Any] = make._field_defaults
        hints = get_type_hints(make)
        self.nothing = tuple(self._empty.values())
        self._fields = {type: tuple(kind.fields.items()) for type, kind in kinds.items()}
        stored = {
            field: StoredField(at, value.__class__, {next(iter(get_args(hints[field])), None)})
            for at, (field, value) in enumerate(self._empty.items(), 2)
        }
        self._stored = {type: {word: stored[field] for word, field in self._fields[type]} for type in kinds}

    def args(self, act: A) -> Json:
        """Return the words of an action as a journal stores them."""
        out: Json = {}
        for word, field in self._fields[act[0]]:
            value = getattr(act, field)
            out[word] = list(value) if value.__class__ is tuple else value
        return out

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> A:
        """Return the action that a journal entry stores. Raises ValueError unless it is stored exactly so."""
        stored = self._stored.get(type)
        if stored is None or args.keys() != stored.keys():
            raise ValueError(type)
        values: list[Any] = [type, seat, *self.nothing]
        for word, (at, wanted, of) in stored.items():
            value = args[word]
            if wanted is tuple and value.__class__ is list and {item.__class__ for item in value} <= of:
                value = tuple(value)
            if value.__class__ is not wanted:
                raise ValueError(type)
            values[at] = value
        found: A = self._make(*values)
        return found

    def as_open(self, act: A) -> A | None:
        """Return a chance action without its result; None for any other."""
        return self._open(act[0], act[1]) if act[0] in self.chance else None

    def is_open(self, act: A) -> bool:
        """Return True for a chance action whose result is not known yet."""
        return act[0] in self.chance and act[2:] == self.nothing

    def with_result(self, act: A, found: tuple[Any, ...]) -> A:
        """Return the open action with its result; `found` has one item where the field holds one."""
        field = self._fields[act[0]][0][1]
        closed: A = act._replace(**{field: found if self._empty[field].__class__ is tuple else found[0]})
        return closed

    def open_words(self, offer: Offer) -> dict[str, OpenField]:
        """Return the open fields of an offer, keyed by their words in a command."""
        words = {field: word for word, field in self._fields[offer.type]}
        return {words[field.field]: field for field in offer.open}

    def command(self, act: A, whose: str) -> str:
        """Return the words for `companion do`; `by=` is left out for the seat whose step it is."""
        type = act[0]
        out = [type]
        for word, field in self._fields[type]:
            value = getattr(act, field)
            if value != self._empty[field]:
                text = ",".join(value) if value.__class__ is tuple else str(value)
                out += ["--rolled", text] if self.kinds[type].chance else [f"{word}={text}"]
        if act[1] != whose:
            out.append(f"by={act[1]}")
        return " ".join(out)

    @staticmethod
    def asker(given: Mapping[str, str], seats: Collection[str], seat: str | None, whose: str) -> tuple[str, Json]:
        """The seat that a command acts for, and its other words: `by=` or the seat that asks, else `whose` step it is.

        Raises WrongCall for a seat that is not in play, or not the one that asks.
        """
        said = dict(given)
        by = said.pop("by", "").strip().lower()
        if by and by not in seats:
            raise WrongCall("no_player", by, seats)
        if by and seat is not None and seat != by:
            raise WrongCall("no_player", by, (seat,))
        return by or seat or whose, said

    def parse(
        self,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str,
        known: Mapping[str, int],
        names: Names | None = None,
    ) -> A:
        """Return the action that a command asks for. Raises WrongCall.

        known: every id that may be named, with its place in a sorted list. names: what else they are called.
        """
        kind = self.kinds.get(type)
        if kind is None:
            raise WrongCall("no_action", type, self.types)
        if rolled is not None and not kind.chance:
            raise WrongCall("no_rolled", action=type)
        wanted = kind.fields
        said = dict(given)
        if rolled is not None:
            word = next(iter(wanted))
            if not rolled.strip(" ,"):  # or the app would draw instead
                raise WrongCall("word_lacking", action=type, key=word)
            said[word] = rolled
        fields: Json = {}
        for word, text in said.items():
            field = wanted.get(word)
            if field is None:
                raise WrongCall("no_key", word, [*wanted, "by"], action=type)
            fields[field] = self._value(kind, word, field, text, known, names)
        for word in kind.required:
            if not fields.get(wanted[word]) and said.get(word) != "0":
                raise WrongCall("word_lacking", action=type, key=word)
        found: A = self._make(type, seat, **fields)
        return found

    def _value(
        self, kind: ActionType, word: str, field: str, text: str, known: Mapping[str, int], names: Names | None
    ) -> Any:
        wanted = self._empty[field].__class__
        if wanted is int:
            if not text.strip().isdecimal() or len(text) > MOST_DIGITS:
                raise WrongCall("not_whole", text, key=word)
            return int(text)
        if names is not None:
            text = ",".join(names.several(text, known))
        items = [item.strip().lower() for item in text.split(",") if item.strip()]
        if field in self._free:
            return ",".join(items)  # where two are wrong, the rules refuse them
        for item in items:
            if item not in known:
                raise WrongCall("no_item", item, known)
        if wanted is tuple:
            return tuple(items) if kind.ordered else tuple(sorted(items, key=known.__getitem__))
        if len(items) > 1:
            raise WrongCall("one_item", text, key=word)
        return items[0] if items else ""


def read_command(actions: Actions[Any], typed: list[str]) -> tuple[str, dict[str, str], str | None]:
    """The words of an action as its type, words and what dice or cards showed: `roll five,six by=frodo`, n >= 1.

    Raises WrongCall for words without `=` where nothing is shown.
    """
    type, *rest = [word for word in typed if word != "--rolled"]
    bare = [word.strip(",") for word in rest if "=" not in word]
    if bare and type not in actions.chance:
        raise WrongCall("words_behind", " ".join(bare), said=type)
    return type, dict(word.split("=", 1) for word in rest if "=" in word), ",".join(bare) or None
