"""Every error the package raises on purpose, in one tree.

* CompanionError
  x ContentError    a fact, text or option in content/ is wrong; collected, shown with file:line
  x FaceError       a template cannot be filled or its text does not fit
  x LayoutError     faces and paper do not go together
  x IllegalAction   `apply` was handed an action that `check` refuses
  x JournalError    a journal is damaged or was changed; names the first bad entry
  x StoreError      sessions cannot be read or written
    + StaleSequence somebody else appended first

Only cli.py turns them into text and exit codes.
"""

from collections.abc import Sequence


class CompanionError(Exception):
    """Base of everything below; its text is fit for the person at the table."""


class ContentError(CompanionError):
    """One or many faults in data files, each as `file:line: what, and the way out`."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class FaceError(CompanionError):
    """A face cannot be built."""


class LayoutError(CompanionError):
    """Faces do not fit the paper as asked."""


class IllegalAction(CompanionError):  # noqa: N818  the trade's word
    """`apply` refuses an action; `check` says why without raising."""


class JournalError(CompanionError):
    """A journal does not hold; `seq` is the first bad entry."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"journal entry {seq}: {reason}")
        self.seq = seq
        self.reason = reason


class StoreError(CompanionError):
    """The session store cannot be used."""


class StaleSequence(StoreError):  # noqa: N818  says what happened
    """An append expected another last entry."""
