"""The words of a game's actions, for games that declare them as companion.play.game.actions.Actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from companion.core.messages import Refusal
from companion.play.game.actions import Actions
from companion.play.game.game import Json, State
from companion.play.game.names import names_of
from companion.play.game.offers import Offer, OpenField

if TYPE_CHECKING:
    from companion.content.model import Content

A = TypeVar("A", bound=NamedTuple)
Typed = tuple[Mapping[str, str], str | None]  # the words of a command, and what dice or cards showed


def as_typed(content: Content, state: State, type: str, given: Mapping[str, str], rolled: str | None) -> Typed:
    """Return words and result as they were typed."""
    return given, rolled


class ActionWords(Generic[A]):
    """The words of the actions of a game.

    command_ids(state): every id that a command may name at a table, in the order of sorted lists.
    read_answer(state, text): a typed answer to a prompt as an action's type, words and rolled faces.
    read_words(content, state, type, given, rolled): words and rolled result of a command as the actions have them.
    """

    def __init__(
        self,
        actions: Actions[A],
        command_ids: Callable[[State], Iterable[str]],
        read_answer: Callable[[State, str], tuple[str, dict[str, str], str | None]],
        read_words: Callable[[Content, State, str, Mapping[str, str], str | None], Typed] = as_typed,
        *,
        takes_names: bool = False,
    ) -> None:
        self.actions, self.takes_names = actions, takes_names
        self.command_ids, self.read_answer, self.read_words = command_ids, read_answer, read_words
        self.action_types, self.chance_types, self.plain_types = actions.types, actions.chance, actions.plain
        self.args: Callable[[A], Json] = actions.args
        self.as_open: Callable[[A], A | None] = actions.as_open
        self.open_words: Callable[[Offer], dict[str, OpenField]] = actions.open_words

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> A | Refusal:
        """Return the action that a command asks for. Raises WrongCall."""
        given, rolled = self.read_words(content, state, type, given, rolled)
        asker, words = self.actions.asker(given, state.setup.seats, seat, state.seat)
        places = {id: at for at, id in enumerate(dict.fromkeys(self.command_ids(state)))}
        return self.actions.parse(type, words, rolled, asker, places, names_of(content))

    def command(self, state: State, action: A) -> str:
        """Return the words for `companion do`."""
        return self.actions.command(action, state.seat)

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> A:
        """Return the action of a journal entry. Raises ValueError."""
        return self.actions.decode(type, seat, args)
