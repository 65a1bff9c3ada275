"""After the game: a journal, filled sheets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion import stores
from companion.api.boundary import check_call
from companion.api.reader import AnyPath, load_game, speak, voice
from companion.api.refused import Refused
from companion.api.table import store_place
from companion.content.load import game_content
from companion.core.files import read_lines
from companion.games import get
from companion.play.game.game import SheetReport
from companion.play.game.paper_form import sheet_document
from companion.play.report.review import TRIES, Review, review_game
from companion.play.report.verify import VerifyReport, verify_journal

if TYPE_CHECKING:
    from companion.paper.reading import PhotoSheet
    from companion.paper.sheet import Doubt


class FilledSheet(NamedTuple):
    """A filled sheet in a photo: `values` by the names of its parts, `doubts` that a person has to settle.

    session: the id that a code printed on it names, or None.
    """

    sheet: PhotoSheet
    session: str | None

    @property
    def game(self) -> str:
        """The game that it is of."""
        return self.sheet.printed.game

    @property
    def values(self) -> Mapping[str, int | str]:
        """The readings without doubt, by part."""
        return self.sheet.read.values

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Parts in doubt, each with the likeliest reading (`part`, `likely`, `other`, `chance`)."""
        return self.sheet.read.doubts

    def __repr__(self) -> str:
        return f"<FilledSheet {self.game}, {len(self.doubts)} in doubt>"

    def settle(self, part: str, value: int | str) -> FilledSheet:
        """Return the sheet with a doubt settled. Raises KeyError if nobody doubts that part."""
        doubt = {doubt.part.name: doubt for doubt in self.doubts}[part]
        return self._replace(sheet=self.sheet.settle(doubt, value))

    def document(self, *others: FilledSheet) -> dict[str, Any]:
        """Return what `companion verify --sheet` judges, with the sheets of other players at the table."""
        readings = [sheet.values for sheet in (self, *others)]
        return sheet_document(self.sheet.form, self.game, readings)


@check_call
def verify(journal: AnyPath | Iterable[str], *, code: str | None = None, store: AnyPath | None = None) -> VerifyReport:
    """Replay a journal: every rule, every draw, the result.

    Args:
        journal: a file, the id of a kept session, or lines.
        code: what the table wrote down.
        store: of a session's id; by default the file in the user's data folder.

    Returns:
        What holds: `code`, `dice`, draws by their proof; `replay.state` is the table at the end. `holds` is false
            where a finished game has not opened the key of its hidden draws.

    Raises:
        JournalError: something does not hold; `seq` is the first bad entry.
        StoreError: there is no such file or session.
        WrongCall: the code cannot be one.
    """
    _, lines = read_journal(journal, store)
    return verify_journal(lines, get, game_content, code)


@check_call
def review(journal: AnyPath | Iterable[str], *, tries: int = TRIES, store: AnyPath | None = None) -> Review:
    """Look back upon a game: its luck against exact chances, and the decisions that cost most.

    Args:
        journal: a file, the id of a kept session, or lines.
        tries: of each action that only the bot can judge; 0: none of them is judged.
        store: of a session's id; by default the file in the user's data folder.

    Returns:
        `luck`, a row for each kind and seat; `decisions`, at most five, the dearest first, each with the number of its
            entry, the action that was `done`, a better one `instead`, and its `cost`, a share of the chance to win;
            `error` is the standard error of the cost, None where both chances are exact.

    Raises:
        JournalError: something does not hold; `seq` is the first bad entry.
        StoreError: there is no such file or session.
        LocalizedError: the game hides something from its players, and is not over.
    """
    return review_game(verify_journal(read_journal(journal, store)[1], get, game_content).replay, tries)


def read_journal(journal: AnyPath | Iterable[str], store: AnyPath | None = None) -> tuple[str, list[str]]:
    """Return the id of a kept session ("" of a file) and the lines of its journal. Raises StoreError."""
    if not isinstance(journal, str | os.PathLike):
        return "", list(journal)
    path = Path(journal)
    is_id = isinstance(journal, str) and not (path.suffix or path.name != journal or os.path.exists(journal))
    if not is_id:
        return "", read_lines(path)
    tail = stores.open_store(store_place(store), False).since(str(journal))
    return tail.id, tail.lines


@check_call
def read_sheet(photo: AnyPath) -> FilledSheet:
    """Return the filled sheet in a photo.

    Raises:
        LocalizedError: no sheet, or more than one, can be read in it.
        StoreError: the file cannot be read.
    """
    from companion.paper import address, reading
    from companion.paper.photo_limits import need_packages

    need_packages()
    sheet = reading.read(Path(photo))
    return FilledSheet(sheet, address.session_of_sheet(sheet))


@check_call
def read_sheets(photo: AnyPath) -> list[FilledSheet]:
    """Return the filled sheets that lie whole in a photo, at most three.

    Raises:
        LocalizedError: no sheet can be read in it.
        StoreError: the file cannot be read.
    """
    from companion.paper import address, reading
    from companion.paper.photo_limits import need_packages

    need_packages()
    return [FilledSheet(sheet, address.session_of_sheet(sheet)) for sheet in reading.read_all(Path(photo))]


@check_call
def judge_sheets(data: Mapping[str, Any]) -> SheetReport:
    """Return the result of final sheets, as `FilledSheet.document` or a file of `companion verify --sheet` has them.

    Raises:
        Refused: the first fault that the rules find.
        WrongCall: they cannot be read.
    """
    rest = dict(data)
    game, content = load_game(str(rest.pop("game", "")))
    found = game.show.sheets.check(content, rest)
    if isinstance(found, SheetReport):
        return found
    raise Refused(found[0], partial(speak, voice("en", content)))
