"""Every action of the cooperative game, and how it is written: in a journal and on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.errors import WrongCall

# type -> {word of the command line and of the journal: field of Act}
WORDS: Mapping[str, Mapping[str, str]] = {
    "draw": {"cards": "cards"},
    "turn": {"cards": "cards"},
    "show": {"tile": "card"},
    "peek": {"tiles": "cards"},
    "roll": {"face": "card"},
    "gold": {"value": "number"},
    "resolve": {},
    "move": {"track": "to"},
    "play": {"card": "card", "track": "to"},
    "respite": {"take": "card"},
    "done": {},
    "apply": {},
    "pay": {"items": "cards"},
    "offer": {"item": "card", "runes": "number"},
    "withdraw": {},
    "settle": {},
    "refuse": {},
    "discard": {"card": "card"},
    "pass": {"card": "card"},
    "give": {"card": "card", "to": "to"},
    "order": {"tiles": "cards"},
    "accept": {},
    "skip": {},
    "volunteer": {},
    "choose": {"number": "number"},
    "ring": {},
    "summon": {},
    "gandalf": {"card": "card", "to": "to"},
    "epic": {"card": "card", "to": "to"},
}
TYPES = tuple(WORDS)
CHANCE_TYPES = ("draw", "turn", "show", "peek", "roll", "gold")
REQUIRED: Mapping[str, tuple[str, ...]] = {  # words without which an action says nothing
    "move": ("track",),
    "play": ("card", "track"),
    "respite": ("take",),
    "discard": ("card",),
    "give": ("to",),
    "order": ("tiles",),
    "choose": ("number",),
    "gandalf": ("card",),
    "epic": ("card",),
}
_LISTS = ("cards",)
EMPTY: Mapping[str, Any] = {"card": "", "cards": (), "to": "", "number": 0}


class Act(NamedTuple):
    """One step of one seat. A chance action without its result is open.

    card: a card, tile, face or token; cards: several of them, in the order of content/; to: the seat or track it is
    for; number: points, a value, or which choice.
    """

    type: str
    seat: str
    card: str = ""
    cards: tuple[str, ...] = ()
    to: str = ""
    number: int = 0

    def args(self) -> dict[str, Any]:
        """As stored."""
        out: dict[str, Any] = {}
        for word, field in WORDS[self.type].items():
            value = getattr(self, field)
            out[word] = list(value) if field in _LISTS else value
        return out


def opened(act: Act) -> Act | None:
    """A chance action without its result; None for any other."""
    return Act(act.type, act.seat) if act.type in CHANCE_TYPES else None


def is_open(act: Act) -> bool:
    """A chance action whose result is not known yet."""
    return act.type in CHANCE_TYPES and not (act.card or act.cards or act.number)


def decode(type: str, seat: str, args: Mapping[str, Any]) -> Act:
    """The action that a journal entry stores. Raises ValueError unless it is stored exactly so."""
    words = WORDS.get(type)
    if words is None or args.keys() != words.keys():
        raise ValueError(type)
    if not words:
        return Act(type, seat)
    fields: dict[str, Any] = {}
    for word, field in words.items():
        value = args[word]
        if field in _LISTS:
            if not isinstance(value, list) or not all(item.__class__ is str for item in value):
                raise ValueError(type)
            value = tuple(value)
        elif value.__class__ is not EMPTY[field].__class__:
            raise ValueError(type)
        fields[field] = value
    return Act(type, seat, **fields)


def words(act: Act, whose: str) -> str:
    """The words for `companion do`; `whose` step it is need not be said."""
    out = [act.type]
    for word, field in WORDS[act.type].items():
        value = getattr(act, field)
        if value == EMPTY[field]:
            continue
        text = ",".join(value) if field in _LISTS else str(value)
        out += ["--rolled", text] if act.type in CHANCE_TYPES else [f"{word}={text}"]
    if act.seat != whose:
        out.append(f"by={act.seat}")
    return " ".join(out)


def parse(type: str, given: Mapping[str, str], rolled: str | None, seat: str, known: Mapping[str, int]) -> Act:
    """The action that a command asks for. Raises WrongCall.

    known: every id of a card, tile, face or token, with its place in a sorted list.
    """
    wanted = WORDS.get(type)
    if wanted is None:
        raise WrongCall("no_action", type, TYPES)
    chance = type in CHANCE_TYPES
    if rolled is not None and not chance:
        raise WrongCall("no_rolled", action=type)
    told = dict(given)
    if rolled is not None:
        told[next(iter(wanted))] = rolled
    fields: dict[str, Any] = {}
    for word, text in told.items():
        field = wanted.get(word)
        if field is None:
            raise WrongCall("no_key", word, [*wanted, "by"], action=type)
        fields[field] = _value(type, word, field, text, known)
    lacking = next((word for word in REQUIRED.get(type, ()) if not fields.get(wanted[word])), None)
    if lacking is not None and told.get(lacking) != "0":
        raise WrongCall("word_lacking", action=type, key=lacking)
    return Act(type, seat, **fields)


def _value(type: str, word: str, field: str, text: str, known: Mapping[str, int]) -> Any:
    if field == "number":
        if not text.strip().isdecimal() or len(text) > 6:
            raise WrongCall("not_whole", text, key=word)
        return int(text)
    items = [item.strip().lower() for item in text.split(",") if item.strip()]
    if field == "to":
        return ",".join(items)  # two of them are for the rules to refuse (LR-CARD-4)
    for item in items:
        if item not in known:
            raise WrongCall("no_item", item, known)
    if field in _LISTS:
        return tuple(items) if type in ("order", "peek") else tuple(sorted(items, key=known.__getitem__))
    if len(items) > 1:
        raise WrongCall("one_item", text, key=word)
    return items[0] if items else ""
