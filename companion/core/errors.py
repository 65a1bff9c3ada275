"""Every error the package raises on purpose, in one tree.

* CompanionError
  x ContentError    a fact, text or option in content/ is wrong; collected, shown with file:line
  x FaceError       a template cannot be filled or its text does not fit
  x LayoutError     faces and paper do not go together
  x IllegalAction   `apply` got an action that `check` refuses
  x WrongType       a value of a wrong type
  x LocalizedError  shown to players in their own language
    + WrongCall     an unknown word in a command; names the nearest known one
    + JournalError  a journal is damaged or was changed; names the first bad entry
    + StoreError    sessions cannot be read or written
      - StaleSequence  another process appended first

cli/ turns them into text and exit codes, web/ into pages.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from companion.core.visible import show_hidden

if TYPE_CHECKING:
    from companion.core.messages import Refusal, Value


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for a misspelt word, or ""."""
    found = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean '{found[0]}'?" if found else ""


class CompanionError(Exception):
    """Base of all errors below. Its text can be shown to players."""

    def message(self, lang: str | None = None) -> str:
        """Return what is wrong, in that language as far as the error knows it."""
        return str(self.args[0])


class ContentError(CompanionError):
    """One or more faults in data files, each as `file:line: fault and remedy`."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(map(show_hidden, problems))
        super().__init__("\n".join(self.problems))


class WrongType(CompanionError, TypeError):  # noqa: N818  as WrongCall
    """A public function got a value of another type than it takes."""


class LocalizedError(CompanionError):
    """An error shown in the player's language: text `error.CODE` with `values` filled in.

    render: makes the text, once companion.api is loaded.
    """

    render: ClassVar[Callable[[LocalizedError, str], str] | None] = None

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(f"{code} {values}" if values else code)
        self.code = code
        self.values = values
        self.game = ""  # whose words the message may need
        self.lang = ""  # of the table where it was met

    def message(self, lang: str | None = None) -> str:
        """Return what is wrong in one or two sentences, in English by default."""
        render = LocalizedError.render
        return str(self.args[0]) if render is None else render(self, lang or "en")

    def __str__(self) -> str:
        return str(self.args[0]) if LocalizedError.render is None else f"{self.message()} [{self.code}]"


class WrongCall(LocalizedError):  # noqa: N818  the call is wrong, not the move
    """An unknown die, option, action, game or session, or an unreadable value."""

    def __init__(self, code: str, word: str = "", known: Iterable[str] = (), **values: Value) -> None:
        near = difflib.get_close_matches(word, list(known), n=1)
        super().__init__(code, word=word, near=near[0] if near else "", **values)


class FaceError(CompanionError):
    """A face cannot be built."""


class LayoutError(CompanionError):
    """Faces do not fit the requested paper."""


class IllegalAction(CompanionError):  # noqa: N818  the trade's word
    """`apply` got an illegal action; `refusal` holds the reason and the rule."""

    def __init__(self, refusal: Refusal, type: str, seat: str) -> None:
        super().__init__(f"illegal action {type} for seat '{seat}': {refusal.code} [{refusal.rule}]")
        self.refusal = refusal


class JournalError(LocalizedError):
    """An invalid journal.

    seq: the first bad entry.
    refusal: the rule its action breaks, if any.
    """

    def __init__(self, seq: int, code: str, refusal: Refusal | None = None, **values: str | int) -> None:
        super().__init__(code, seq=seq, **values)
        self.seq = seq
        self.refusal = refusal
        self.session = ""  # id in the store whose lines these are; empty for a file

    @property
    def is_damage(self) -> bool:
        """Return whether an entry is wrong, not only unknown to this version."""
        return self.code not in ("other_format", "other_game", "other_rules")


class StoreError(LocalizedError):
    """The session store is unavailable; nothing was written."""


class StaleSequence(StoreError):  # noqa: N818  says what happened
    """An append expected a different last entry: another process appended first."""
