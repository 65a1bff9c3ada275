"""A refusal as an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.errors import CompanionError

if TYPE_CHECKING:
    from companion.core.messages import Refusal
    from companion.words.offer_words import OfferView
    from companion.words.wording import Voice


class Refused(CompanionError):  # noqa: N818  the trade's word
    """A move or a set-up that the rules refuse; nothing has changed.

    rule: id of the rule that refuses it, as `DG-ROLL-3`.
    page: of the rulebook, or None.
    code: the name of the reason, the same in all languages.
    instead: offers that are legal, the nearest first.
    """

    def __init__(
        self, refusal: Refusal, speak: Callable[[str | None], Voice], instead: Sequence[OfferView] = ()
    ) -> None:
        self.refusal, self.instead = refusal, instead
        self.rule, self.code = refusal.rule, refusal.code
        self._speak = speak
        page = speak(None).rule(refusal.rule).get("page")
        self.page: int | None = None if page is None else int(page)
        super().__init__(self.message())

    @property
    def legal(self) -> list[str]:
        """The legal moves, the nearest first, as `companion do` takes them."""
        return [offer.usage for offer in self.instead]

    def message(self, lang: str | None = None) -> str:
        """Return the reason with rule and page; None: in the language of the table."""
        return self._speak(lang).refusal_text(self.refusal)

    def document(self, lang: str | None = None) -> dict[str, Any]:
        """Return it as the commands print it with `--json`; the message is without rule and page."""
        message = self._speak(lang).say(f"refusal.{self.code}", **self.refusal.values)
        return {"code": self.code, "rule": self.rule, "page": self.page, "message": message, "legal": self.legal}
