"""First-time hints of a guided table: each names a command when it would first help.

No hint is given for a command that was used once on this machine; a file in the user's folder keeps which those are.
"""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, NamedTuple

from companion.core.errors import StoreError
from companion.core.files import write_atomic
from companion.core.user_folders import user_folder

if TYPE_CHECKING:
    from pathlib import Path

Moment = Literal["hand_covered", "refused", "drawn", "bot_weighed", "long_game"]


class Hint(NamedTuple):
    """A command, the moment when it would help, and the id of the text that says so."""

    command: str
    moment: Moment
    text: str


HINTS = (
    Hint("h", "hand_covered", "hint.hand"),
    Hint("rule", "refused", "hint.rule"),
    Hint("u", "refused", "hint.undo"),
    Hint("u", "drawn", "hint.undo"),
    Hint("why", "bot_weighed", "hint.why"),
    Hint("show", "long_game", "hint.show"),
    Hint("l", "long_game", "hint.log"),
)


class Hints:
    """Chooses the hints of one sitting: each at most once, and none at the question after a hint."""

    def __init__(self) -> None:
        self._used = _read_used()
        self._given = set[str]()
        self._rests = False

    def is_open(self, command: str) -> bool:
        """Return whether a hint at this command may still be given."""
        return command not in self._used | self._given

    def choose(self, moments: Container[Moment]) -> Hint | None:
        """Return the first open hint for one of these moments, or None."""
        due = [hint for hint in HINTS if hint.moment in moments and self.is_open(hint.command) and not self._rests]
        self._rests = bool(due)
        self._given.update(hint.command for hint in due[:1])
        return due[0] if due else None

    def keep_use(self, command: str) -> None:
        """Remember that a command was used; for this sitting alone if the file cannot be written."""
        if command not in self._used and any(hint.command == command for hint in HINTS):
            self._used |= {command, *_read_used()}  # another table may have written meanwhile
            with suppress(StoreError):
                write_atomic(_file(), "".join(f"{word}\n" for word in sorted(self._used)).encode(), folders=True)


def _file() -> Path:
    """Return the file of the used commands, one a line; it need not exist."""
    return user_folder("data") / "used-commands.txt"


def _read_used() -> set[str]:
    try:
        return set(_file().read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError):
        return set()
