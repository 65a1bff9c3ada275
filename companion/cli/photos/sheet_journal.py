"""The session that sheets were played in: which one it is, and whether its journal says what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.cli.common import game_content, open_store
from companion.core.errors import JournalError, LocalizedError, StoreError
from companion.core.messages import Ref

if TYPE_CHECKING:
    from companion.play.game.paper_form import PaperForm
    from companion.play.report.paper_compare import Difference
    from companion.play.report.verify import VerifyReport
    from companion.words.wording import Voice

Row = Mapping[str, int | str]


class Compared(NamedTuple):
    """Sheets beside a journal. missing: seats of which no sheet was given; whole: nothing on them is in doubt."""

    id: str
    report: VerifyReport
    differences: tuple[Difference, ...]
    missing: tuple[str, ...]
    whole: bool
    is_over: bool

    def lines(self, words: Voice) -> list[str]:
        """Every sheet agrees, what was given agrees, or the first difference; then whose sheet is missing."""
        from companion.words.report_words import difference_text

        code = self.report.code
        if self.differences:
            more = len(self.differences) - 1
            out = [difference_text(self.differences[0], words)]
            out += [words.say("read.more_differences", number=more)] if more else []
        elif len(self.missing) == len(self.report.replay.seats):
            out = []  # nobody's sheet was compared
        elif self.missing or not self.whole:
            out = [words.say("read.agrees_so_far", id=self.id, code=code)]
        else:
            out = [words.say("read.agrees", id=self.id, code=code)]
        if self.missing:
            out.append(words.say("read.missing", seats=tuple([Ref("seat", seat) for seat in self.missing])))
        return out if self.is_over else [*out, words.say("verify.running")]

    def document(self, words: Voice) -> dict[str, Any]:
        """The same for scripts, with every difference."""
        from companion.words.report_words import difference_text

        rows = [
            {
                "seat": one.seat,
                "key": one.part.key,
                "sheet": one.sheet,
                "journal": one.journal,
                "round": one.round,
                "seq": one.seq,
                "rule": one.part.rule,
                "message": difference_text(one, words),
            }
            for one in self.differences
        ]
        told = {"session": self.id, "code": self.report.code}
        agrees = self.whole and not rows and not self.missing
        return {**told, "agrees": agrees, "differences": rows, "missing": list(self.missing)}


class JournalOfSheets(NamedTuple):
    """A session whose journal holds."""

    id: str
    report: VerifyReport

    @property
    def header(self) -> dict[str, Any]:
        """The values with which the session began."""
        return self.report.replay.header

    @property
    def is_over(self) -> bool:
        """Return whether it was played to its end."""
        return self.report.replay.game.rules.outcome(self.report.replay.state) is not None

    def table(self) -> dict[str, Any]:
        """Return what the file of sheets says of the whole table, and no sheet shows: variant and options."""
        from companion.play.report.paper_compare import of_table

        return of_table(self.report.replay)

    def compare(self, form: PaperForm, rows: Sequence[Row], whole: bool) -> Compared:
        """The sheets' rows of the file beside the journal."""
        from companion.play.report.paper_compare import sheet_differences

        replay = self.report.replay
        given = {row.get(replay.content.info["seat_kind"]) for row in rows}
        rows_of = {part.seat for part in form.parts} if form.whole else set(replay.seats)
        missing = tuple([seat for seat in replay.seats if seat in rows_of and seat not in given])
        return Compared(self.id, self.report, sheet_differences(replay, form, rows), missing, whole, self.is_over)


def open_played(id: str, store: str | None) -> JournalOfSheets:
    """A session of the store, checked as `verify` does; nothing is written. Raises StoreError, JournalError."""
    from companion.games import get
    from companion.play.report.verify import verify_journal

    id, lines, _ = open_store(store).since(id)
    try:
        return JournalOfSheets(id, verify_journal(lines, get, game_content))
    except JournalError as error:
        error.session = id
        raise


def check_fits(played: JournalOfSheets, game: str, form: PaperForm) -> None:
    """Raises LocalizedError if the sheets cannot be of that session: another game, or the side of another variant."""
    header = played.header
    if header["game"] != game:
        raise LocalizedError("sheets_other_game", id=played.id, game=header["game"], shown=game)
    shown = form.says.get("variant", header["variant"])
    if shown != header["variant"]:
        raise LocalizedError("sheets_other_side", id=played.id, variant=header["variant"], shown=shown)


def by_codes(
    codes: Mapping[str, str], asked: JournalOfSheets | None, store: str | None, words: Voice
) -> tuple[JournalOfSheets | None, list[str]]:
    """The session that was asked for, else the one that codes on the sheets name; and what is to be said of that.

    codes: sessions by photo. Raises LocalizedError for sheets of two sessions, and as `opened` does.
    """
    if asked is not None:
        others = {path: id for path, id in codes.items() if id != asked.id}
        return asked, [words.say("read.code_other", path=path, code=id, id=asked.id) for path, id in others.items()]
    if not codes:
        return None, []
    (first, id), *more = codes.items()
    for path, other in more:
        if other != id:
            raise LocalizedError("sheets_two_sessions", first=first, second=path, id=id, other=other)
    try:
        played = open_played(id, store)
    except StoreError as error:
        if error.code not in ("session_none", "store_none"):
            raise
        return None, [words.say("read.code_unknown", id=id)]
    return played, [words.say("read.code_session", id=id)]
