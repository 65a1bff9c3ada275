"""Values for the pages of filled sheets: photo, correction, state of a table's sheets.

Knows a table and its confirmed sheets; no request.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.content.load import load
from companion.core.errors import WrongCall
from companion.core.messages import Phrase, Ref
from companion.play.game.game import SheetReport
from companion.play.game.paper_form import sheet_document
from companion.play.journal.roster import HOST
from companion.play.report.paper_compare import TABLE, Difference, of_table, sheet_differences
from companion.web.page import responses
from companion.web.result import paper_sheets
from companion.web.result.paper_sheets import ConfirmedSheet, PrintedSide, Reading, SheetMarks
from companion.web.server.lru_cache import LruCache
from companion.web.table.tables import LiveTable, paper_forms
from companion.words import report_words
from companion.words.wording import Voice


class SheetFault(NamedTuple):
    """A reason why a sheet cannot be confirmed. rule: id of the broken rule, else empty."""

    text: str
    rule: str = ""


_faces: LruCache[responses.Page] = LruCache(12)
_fields: LruCache[dict[str, Any]] = LruCache(64)


def draw_face(table: LiveTable, printed: PrintedSide) -> responses.Page | None:
    """Draw the printed side as SVG; None if no such side can be read."""
    if not _is_printed(table, printed):
        return None

    def render() -> responses.Page:
        from companion.press import screen

        return responses.make_page(screen.side_svg(_make_face(table, printed), printed.ink))

    return _faces.get((table.game.id, printed), render)


def misfit_text(table: LiveTable, game: str, printed: PrintedSide, words: Voice) -> str:
    """Return a sentence if the sheet belongs to another game or variant, else empty."""
    if game != table.game.id:
        sheet, own = (load(id).info["title"][words.lang] for id in (game, table.game.id))
        return words.say("web.sheet.other_game", sheet=sheet, game=own)
    form, own = paper_sheets.form_of(game, printed), table.session.replay.header["variant"]
    side = form.says.get("variant", own) if form else own
    if side == own:
        return ""
    said = {name: (Phrase(f"variant.{id}", {}),) for name, id in (("side", side), ("own", own))}
    return words.say("web.sheet.other_side", **said)


def read_form(table: LiveTable, fields: Mapping[str, str]) -> SheetMarks:
    """Read the values of a sheet from a form. Raises WrongCall."""
    found = paper_sheets.marks_of_form(table.game.id, fields)
    if not _is_printed(table, found.printed):
        raise WrongCall("form_unreadable")
    return found


def confirm_sheet(table: LiveTable, given: SheetMarks, words: Voice, by: str) -> ConfirmedSheet | list[SheetFault]:
    """Return the sheet with the values of the form, or the faults that prevent it. by: seat of the sender."""
    form = paper_sheets.form_of(table.game.id, given.printed)
    assert form is not None  # see `given`
    if fault := misfit_text(table, table.game.id, given.printed, words):
        return [SheetFault(fault)]
    settled = paper_sheets.settle(form, given)
    faults = [SheetFault(words.say("web.sheet.forbidden", part=(part.label,)), part.rule) for part in settled.forbidden]
    if settled.unsettled:
        faults.append(
            SheetFault(words.say("web.sheet.unsettled", parts=tuple([part.label for part in settled.unsettled])))
        )
    kind = table.session.content.info["seat_kind"]
    seat = "" if form.whole else str(settled.values.get(kind, ""))
    if seat and seat not in table.seats:
        faults.append(SheetFault(words.say("web.sheet.no_seat", name=Ref(kind, seat))))
    return faults or ConfirmedSheet(seat, given.printed, settled.values, by)


def status_values(table: LiveTable, sheets: Mapping[str, ConfirmedSheet], words: Voice) -> dict[str, Any]:
    """Return a row a seat with its sheet's differences from the journal; with all sheets also their verdict."""
    whole = any(form.whole for form in paper_forms(table.game.id))
    rows = [_row(table, seat, sheets.get(seat), words) for seat in ([TABLE] if whole else table.seats)]
    missing = any(not row["is_in"] for row in rows)
    agree = not missing and not any(row["differences"] for row in rows)
    judged = {} if missing else _judge(table, list(sheets.values()), words)
    return {"rows": rows, "agree": agree, "judged": judged}


def _row(table: LiveTable, seat: str, sheet: ConfirmedSheet | None, words: Voice) -> dict[str, Any]:
    found: tuple[Difference, ...] = ()
    form = sheet and paper_sheets.form_of(table.game.id, sheet.printed)
    if sheet and form:
        said = sheet_document(form, table.game.id, [sheet.values])
        rows = [said, *said.get("players", ())] if form.whole else said["players"]
        found = sheet_differences(table.session.replay, form, rows)
    return {
        "name": words.name(Ref("seat", seat)) if seat else words.say("paper.table"),
        "is_in": sheet is not None,
        "by": words.name(Ref("seat", sheet.by)) if sheet and sheet.by != HOST else "",
        "by_other": sheet is not None and (sheet.by != seat or sheet.by == HOST),
        "differences": [report_words.difference_text(one, words) for one in found],
    }


def _judge(table: LiveTable, sheets: Sequence[ConfirmedSheet], words: Voice) -> dict[str, Any]:
    """Return the winner by the sheets alone, or every fault.

    same: the finished journal agrees.
    """
    game, played = table.game, table.game.rules.outcome(table.session.replay.state)
    apart = {"good": False, "same": False, "is_over": played is not None}
    try:
        found = game.show.sheets.check(table.session.content, _sheet_file(table, sheets))
    except WrongCall as error:
        return {**apart, "lines": [words.error_text(error)]}
    if not isinstance(found, SheetReport):
        return {**apart, "lines": [words.refusal_text(fault) for fault in found]}
    same = played is not None and (played.ending, played.winners) == (found.outcome.ending, found.outcome.winners)
    return {**apart, "good": True, "lines": [words.event_text(event) for event in found.told], "same": same}


def _sheet_file(table: LiveTable, sheets: Sequence[ConfirmedSheet]) -> dict[str, Any]:
    """Return the sheets as the file of `companion verify --sheet`, with facts of the table from the header."""
    form = paper_sheets.form_of(table.game.id, sheets[0].printed)
    assert form is not None  # see `given`
    said = sheet_document(form, table.game.id, [sheet.values for sheet in sheets])
    del said["game"]
    return {**of_table(table.session.replay), **said}


def review_values(table: LiveTable, given: SheetMarks, words: Voice, reading: Reading | None) -> dict[str, Any]:
    """Return the values of the page on which a sheet is corrected. reading: of the photo, just after reading."""
    parts = paper_sheets.part_fields(table, given, words, reading)
    laid = _fields.get((table.game.id, given.printed), lambda: _field_boxes(table, given.printed))
    for part in parts:
        for field in part["fields"]:
            field["at"] = laid["fields"][field["id"]]
        if part["doubt"]:
            part["doubt"]["at"] = [laid["fields"][field] for field in part["doubt"]["fields"]]
            part["doubt"]["picture"] = _data_url(part["doubt"]["picture"])
    return {
        "printed": given.printed.name,
        "size": laid["size"],
        "parts_read": parts,
        "longest": paper_sheets.LONGEST,
        "photo": _data_url(reading.flat) if reading else "",
    }


def _field_boxes(table: LiveTable, printed: PrintedSide) -> dict[str, Any]:
    """Return the trim and the boxes of all fields, mm."""
    found = _make_face(table, printed)
    return {"size": found.trim, "fields": dict(found.fields)}


def _make_face(table: LiveTable, printed: PrintedSide) -> Any:
    from companion.press import screen

    return screen.make_side(table.session.content, printed.component, printed.side, printed.lang)


def _is_printed(table: LiveTable, printed: PrintedSide) -> bool:
    from companion.press import screen

    known = paper_sheets.form_of(table.game.id, printed) is not None
    return known and printed.lang in table.session.content.languages and printed.ink in screen.ink_names()


def _data_url(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{b64encode(jpeg).decode()}"
