"""The pure rules of a game, with its content: frozen states in, frozen states out; no clock, no chance, no file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.api.boundary import check_call
from companion.api.reader import as_word, as_words, load_game, speak, voice
from companion.api.refused import Refused
from companion.core.messages import Event, Refusal
from companion.play.game.seats import default_seats

if TYPE_CHECKING:
    from fractions import Fraction

    from companion.content.model import Content
    from companion.play.game.game import Action, Chance, Game, Json, Outcome, Pending, State
    from companion.play.game.offers import Offer


class Referee(NamedTuple):
    """A game's rules. States and actions are frozen and compare by value.

    A chance action is *open* until it says what dice or chits showed: `outcomes` lists the ways with their
    probabilities, `draw` closes it with numbers of your own random source.
    """

    parts: Game
    content: Content

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.parts.id

    def new(
        self,
        players: Sequence[str] = (),
        variant: str | None = None,
        options: Mapping[str, Any] | None = None,
        position: Json | None = None,
    ) -> State:
        """Return the first state. Raises Refused for seats that cannot be, WrongCall for unknown words.

        players: `Name:seat`, clockwise; by default the fewest that the game takes. position: a table already in play.
        """
        words = as_words(options or {})
        seats = list(players)
        if not seats and position is None:
            seats = default_seats(self.parts, self.content, variant, words)
        header = self.parts.rules.header(self.content, seats, variant, words, position)
        state = header if isinstance(header, Refusal) else self.parts.rules.new(self.content, header)
        if isinstance(state, Refusal):
            raise self._refused(state)
        return state

    def pending(self, state: State) -> Pending:
        """Return who has to act (`seats`), the step (`what`), and whether dice or chits are awaited (`chance`)."""
        return self.parts.rules.pending(state)

    def legal(self, state: State, seat: str | None = None) -> list[Offer]:
        """Return everything that may be done, of a seat or of all; `offer.open` names the fields left open."""
        return [offer for offer in self.parts.rules.legal(state) if seat in (None, offer.seat)]

    def actions(self, state: State) -> tuple[Action, ...]:
        """Return every legal action, open fields filled in in all ways: there may be thousands."""
        return self.parts.rules.legal_actions(state)

    def parse(self, state: State, type: str, *, seat: str | None = None, rolled: Any = None, **words: Any) -> Action:
        """Return the action of a type with its words, as `keep` with dice="black,red". Raises Refused, WrongCall."""
        shown = None if rolled is None else as_word(rolled)
        found = self.parts.words.parse(self.content, state, type, as_words(words), shown, seat)
        if isinstance(found, Refusal):
            raise self._refused(found)
        return found

    def check(self, state: State, action: Action | Offer) -> Refused | None:
        """Return why an action is not legal, as an error that is not raised; None if it is."""
        refusal = self.parts.rules.check(state, _action(action))
        return None if refusal is None else self._refused(refusal)

    def apply(self, state: State, action: Action | Offer) -> State:
        """Return the state after the action. Raises IllegalAction, also for an open chance action."""
        return self.parts.rules.apply(state, _action(action))

    def chance(self, state: State, action: Action | Offer) -> Chance | None:
        """Return what has to be drawn to close an open action: one number below each of `sizes`; None for others."""
        return self.parts.rules.chance(state, _action(action))

    def draw(self, state: State, action: Action | Offer, numbers: Sequence[int]) -> Action:
        """Return the open action with the result that these numbers stand for."""
        return self.parts.rules.complete(state, _action(action), numbers)

    def outcomes(self, state: State, action: Action | Offer | None = None) -> Iterable[tuple[Action, Fraction]]:
        """Return every result of an open action, by default of the awaited one, with its exact probability."""
        return self.parts.rules.outcomes(state, None if action is None else _action(action))

    def outcome(self, state: State) -> Outcome | None:
        """Return how it ended (`ending`, `rule`, `winners`), or None."""
        return self.parts.rules.outcome(state)

    def events(self, before: State, action: Action, after: State, seat: str | None = None) -> tuple[Event, ...]:
        """Return what happened, as a seat (or an onlooker) may know it, each with its rule."""
        return self.parts.rules.events(before, action, after, seat)

    def view(self, state: State, seat: str | None = None) -> Json:
        """Return what a seat (or an onlooker) may see, as plain data."""
        return self.parts.rules.view(state, seat)

    def text(self, state: State, lang: str = "en", seat: str | None = None) -> str:
        """Return the table as lines of text. Raises WrongCall for an unknown language."""
        return "\n".join(self.parts.show.render_text(state, voice(lang, self.content).say, seat))

    def __repr__(self) -> str:
        return f"<Referee {self.id}>"

    def _refused(self, refusal: Refusal) -> Refused:
        return Refused(refusal, partial(speak, voice("en", self.content)))


@check_call
def game(id: str) -> Referee:
    """Return the rules of a game. Raises WrongCall for one that is not refereed here."""
    return Referee(*load_game(id))


def _action(action: Action | Offer) -> Action:
    """Return an action, or the one of an offer."""
    found: Action = getattr(action, "act", action)
    return found
