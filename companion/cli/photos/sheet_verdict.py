"""Final sheets judged by the rules, for `verify --sheet` and for sheets that were read from photos."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from companion.cli.common import game_content, language

if TYPE_CHECKING:
    from companion.core.messages import Refusal
    from companion.play.game.game import Game, SheetReport
    from companion.words.wording import Voice


class Verdict(NamedTuple):
    """The rules' verdict on sheets: the table that they show, or every fault."""

    referee: Game
    report: SheetReport | None
    faults: tuple[Refusal, ...]
    words: Voice

    @property
    def ok(self) -> bool:
        """The sheets can be."""
        return self.report is not None

    @property
    def heading(self) -> str:
        """The sentence that says whether the sheets can be."""
        say = self.words.say
        return say("verify.sheet_good") if self.ok else say("verify.sheet_bad", number=len(self.faults))

    @property
    def reasons(self) -> list[str]:
        """Every fault, a line each."""
        return [self.words.refusal_text(fault) for fault in self.faults]

    @property
    def table(self) -> list[str]:
        """The sheets as text, where they show the whole table."""
        state = self.report.state if self.report else None
        return [] if state is None else self.referee.show.render_text(state, self.words.say)

    @property
    def result(self) -> list[str]:
        """The winners and the reason."""
        return [self.words.event_text(event) for event in self.report.told] if self.report else []

    def document(self) -> dict[str, Any]:
        """The same for scripts."""
        if self.report is None:
            said = zip(self.faults, self.reasons, strict=True)
            rows = [{"rule": fault.rule, "code": fault.code, "message": message} for fault, message in said]
            return {"ok": False, "faults": rows}
        ended = self.report.outcome
        outcome = {"ending": ended.ending, "rule": ended.rule, "winners": list(ended.winners)}
        state = None if self.report.state is None else self.referee.rules.view(self.report.state, None)
        return {"ok": True, "outcome": outcome, "state": state}


def judge_sheets(game: str, data: Any, lang: str | None) -> Verdict:
    """The sheets of a file without its `game`. Raises WrongCall if they cannot be read."""
    from companion.games import get
    from companion.play.game.game import SheetReport
    from companion.words.report_words import named_seats
    from companion.words.wording import Voice

    referee, content = get(game), game_content(game)
    found = referee.show.sheets.check(content, data)
    if isinstance(found, SheetReport):
        return Verdict(referee, found, (), Voice(language(lang), content, found.header["seats"]))
    return Verdict(referee, None, found, Voice(language(lang), content, named_seats(data, content.info["seat_kind"])))
