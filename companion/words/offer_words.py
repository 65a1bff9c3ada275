"""Legal offers as text and JSON: the command for `companion do`, a description, and the fields left open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.play.game.input_values import fold_name
from companion.play.game.offers import Number, Offer, OneOf, OpenField, SomeOf

if TYPE_CHECKING:
    from companion.play.game.game import Game, Json, State
    from companion.words.wording import Voice


FEW = 4  # options that stand in one line


class OpenWord(NamedTuple):
    """A field the seat still has to choose: a whole number, or one or some of `options`, each (id, name).

    least, most: limits of the number, or of how many options.
    """

    word: str
    kind: str
    least: int
    most: int
    options: tuple[tuple[str, str], ...] = ()


class OfferView:
    """A legal offer of one seat.

    do: arguments of `companion do`, without open fields.
    chance: it shows a chance result.
    real: the result lies on the real table, so the app does not draw it.
    aside: optional; it may be done at any time.
    """

    def __init__(self, game: Game, state: State, offer: Offer, voice: Voice) -> None:
        self.seat, self.type, self.offer = offer.seat, offer.type, offer
        self.group = offer.group or offer.type
        self.chance = offer.type in game.words.chance_types
        self.aside = offer.type in game.rules.aside_types and game.rules.is_aside(state, offer)
        self._game, self._state, self._voice = game, state, voice

    @property
    def do(self) -> str:
        """The command that a player types."""
        return self._game.words.command(self._state, self.offer.act)

    @property
    def usage(self) -> str:
        """The command with what is left open, as `usage_words` has it."""
        return usage_words(self._game, self._state, self.offer)

    @property
    def real(self) -> bool:
        """True if the table reports the result of its own dice or cards."""
        return is_real(self._game, self._state, self.offer)

    @property
    def args(self) -> Json:
        """The fields of the action as stored in a journal."""
        return self._game.words.args(self.offer.act)

    @cached_property
    def text(self) -> str:
        """The text of the offer."""
        return self._voice.offer_text(self._game.show.describe_offer(self._state, self.offer))

    @cached_property
    def open(self) -> dict[str, OpenWord]:
        """The open fields by name."""
        return {word: self._open_word(word, field) for word, field in self._game.words.open_words(self.offer).items()}

    def _open_word(self, word: str, field: OpenField) -> OpenWord:
        if isinstance(field, Number):
            return OpenWord(word, "number", field.least, field.most)
        options = tuple([(id, self._voice.name_among(field.kinds, id)) for id in dict.fromkeys(field.ids)])
        if isinstance(field, OneOf):
            return OpenWord(word, "one", 1, 1, options)
        assert isinstance(field, SomeOf)
        return OpenWord(word, "some", field.least, field.most, options)

    def with_fields(self, **values: Any) -> OfferView:
        """Return the offer with these fields of the action filled in."""
        return OfferView(self._game, self._state, self.offer.fill(**values), self._voice)

    def as_json(self) -> Json:
        """Return the offer as printed by `companion legal --json`."""
        out: Json = {"do": self.do, "seat": self.seat, "type": self.type, "group": self.group, "text": self.text}
        if self.open:
            out["open"] = {word: _json(open) for word, open in self.open.items()}
        if self.real:
            out["real"] = True
        return out

    def detail_lines(self, most: int = 1000) -> list[str]:
        """Return one line per open field with its named options, at most `most` options each."""
        long = [(word, open) for word, open in self.open.items() if FEW < len(open.options) <= most]
        return [f"    {word}: {', '.join([_id_and_name(*option) for option in open.options])}" for word, open in long]


def _id_and_name(id: str, name: str) -> str:
    """Return an id with its name, unless both are the same."""
    return id if fold_name(name) == fold_name(id) else f"{id} ({name})"


def usage_words(game: Game, state: State, offer: Offer) -> str:
    """Return the arguments of `companion do` with open fields as `number=1..3`, `to=merry|pippin` or `cards=...`.

    Results of the real table are shown as `--rolled ...`.
    """
    words = [f"{word}={_usage_word(field)}" for word, field in game.words.open_words(offer).items()]
    shown = ["--rolled ..."] if is_real(game, state, offer) else []
    return " ".join([game.words.command(state, offer.act), *words, *shown])


def sort_nearest_first(
    game: Game, state: State, offers: Iterable[Offer], type: str, said: Mapping[str, str]
) -> list[Offer]:
    """Return the offers, those of `type` that match most of the given words first."""

    def sort_key(offer: Offer) -> tuple[bool, int]:
        fixed, open = game.words.command(state, offer.act).split(), game.words.open_words(offer)
        same = [f"{word}={value}" in fixed or _admits(open.get(word), value) for word, value in said.items()]
        return offer.type != type, -sum(same)

    return sorted(offers, key=sort_key)


def _admits(field: OpenField | None, value: str) -> bool:
    """Return whether an open field accepts this word."""
    if isinstance(field, Number):
        return value in map(str, field.values())
    return field is not None and value in field.ids


def is_real(game: Game, state: State, offer: Offer) -> bool:
    """Return whether the offer's chance result lies on the real table."""
    chance = game.rules.chance(state, offer.act)
    return chance is not None and chance.real


def _usage_word(field: OpenField) -> str:
    if isinstance(field, Number):
        return f"{field.least}..{field.most}"
    return "|".join(field.ids) if len(field.ids) <= FEW else "..."


def _json(open: OpenWord) -> dict[str, Any]:
    options = [{"id": id, "name": name} for id, name in open.options]
    bounds = {"kind": open.kind, "least": open.least, "most": open.most}
    return {**bounds, "options": options} if options else bounds


def command_in_words(game: Game, state: State, seat: str, do: str, voice: Voice) -> str:
    """Return `companion do` arguments as text for players; unchanged if they match no offer."""
    views = [OfferView(game, state, offer, voice) for offer in game.rules.legal(state) if offer.seat == seat]
    return next((view.text for view in views if view.do == do), do)
