"""A refusal as an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.core.errors import CompanionError

if TYPE_CHECKING:
    from companion.core.messages import Refusal
    from companion.words.wording import Voice


class Refused(CompanionError):  # noqa: N818  the trade's word
    """A move or a set-up that the rules refuse; nothing has changed.

    rule: id of the rule that refuses it, as `DG-KEEP-2`.
    page: of the rulebook, or None.
    code: the name of the reason, the same in all languages.
    legal: moves that are legal instead, the nearest first, as `companion do` takes them.
    """

    def __init__(self, refusal: Refusal, speak: Callable[[str | None], Voice], legal: Sequence[str] = ()) -> None:
        self.refusal, self.legal = refusal, list(legal)
        self.rule, self.code = refusal.rule, refusal.code
        self._speak = speak
        page = speak(None).rule(refusal.rule).get("page")
        self.page: int | None = None if page is None else int(page)
        super().__init__(self.message())

    def message(self, lang: str | None = None) -> str:
        """Return the reason with rule and page; None: in the language of the table."""
        return self._speak(lang).refusal_text(self.refusal)
