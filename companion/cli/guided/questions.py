"""Questions at a terminal: asked until the answer is understood; `back` and `quit` leave them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from companion.cli import screen

if TYPE_CHECKING:
    from companion.words.wording import Voice

T = TypeVar("T")
HELP = ("?", "help")
LEAVE = ("quit", "exit")  # at any question; `q` too once the game is on


class Back(Exception):  # noqa: N818  no error: the player wants to leave a question
    """`back` was typed."""


class QuitTable(Exception):  # noqa: N818  no error: the player wants to leave the table
    """`quit` or `exit` was typed."""


class Questions:
    """The questions before a game, one after another; `back` returns to the one before."""

    def __init__(self, words: Voice) -> None:
        self.words = words
        self._given: list[Any] = []
        self._at = 0

    def all(self, asked: Callable[[], T]) -> T:
        """Return the result of `asked`; call it again after `back`, with the earlier answers."""
        while True:
            self._at = 0
            try:
                return asked()
            except Back:
                if not self._given:
                    screen.print_lines([self.words.say("table.first_question")], "aside")
                del self._given[-1:]

    def ask(self, prompt: str, how: str, read: Callable[[str], T | None]) -> T:
        """One question: as `ask`, or what was answered to it already."""
        if self._at == len(self._given):
            self._given.append(ask(self.words, prompt, how, read))
        self._at += 1
        found: T = self._given[self._at - 1]
        return found

    def yes(self, prompt: str, enter: bool | None = None) -> bool:
        """A question of yes or no. enter: what Enter alone means; None: it is asked again."""
        return self.ask(
            prompt, how_yes(self.words), lambda text: read_yes(self.words, text) if text or enter is None else enter
        )

    def one(self, prompt: str, ids: Sequence[str]) -> str:
        """One of these; of one alone nobody is asked."""
        return self.some(prompt, ids, 1)[0]

    def some(self, prompt: str, ids: Sequence[str], most: int) -> list[str]:
        """One or several of the ids, by number or by word, with spaces or commas between."""
        if len(ids) == 1:
            return list(ids)

        def read(text: str) -> list[str] | None:
            typed = text.lower().replace(",", " ").split()
            found = [ids[int(word) - 1] if _counts(word, len(ids)) else word for word in typed]
            if found and len(found) <= most and all(id in ids for id in found):
                return list(dict.fromkeys(found))
            screen.print_lines([self.words.say("table.choose", last=len(ids))], "refusal")
            return None

        return self.ask(prompt, self.words.say("table.how_number"), read)


def _counts(word: str, last: int) -> bool:
    return word.isdecimal() and len(word) < len("1000") and 1 <= int(word) <= last


def ask(words: Voice, prompt: str, how: str, read: Callable[[str], T | None]) -> T:
    """Ask until `read` accepts the typed text; the question itself is printed once.

    how: what `?` answers. Raises Back, Leave.
    """
    asked = prompt
    while True:
        text = screen.prompt(asked)
        asked = ">"
        if text.lower() in HELP:
            screen.print_lines([f"{how} {words.say('table.how_back')}"], "aside")
        elif text.lower() == "back":
            raise Back
        elif text.lower() in LEAVE:
            raise QuitTable
        else:
            found = read(text)
            if found is not None:
                return found


def read_yes(words: Voice, text: str) -> bool | None:
    """Yes or no in letters of the reader's language, else None after it was said."""
    for key, found in (("answer.yes", True), ("answer.no", False)):
        if text.lower() in words.say(key).split():
            return found
    screen.print_lines([how_yes(words)], "refusal")
    return None


def how_yes(words: Voice) -> str:
    """Return the sentence that says which letters mean yes and no."""
    yes, no = [words.say(key).split()[0] for key in ("answer.yes", "answer.no")]
    return words.say("table.only_yes_no", yes=yes, no=no)
