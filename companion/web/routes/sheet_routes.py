"""Routes of filled sheets: read a photo, correct the values, confirm them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from companion.core.errors import LocalizedError
from companion.play.journal.roster import HOST
from companion.web.page import forms, responses
from companion.web.result import paper_sheets, sheet_page
from companion.web.result.paper_sheets import PrintedSide, Reading, SheetMarks
from companion.web.routes.site import Guest, Site
from companion.web.table import board
from companion.web.table.tables import LiveTable, paper_forms
from companion.words.wording import Voice

if TYPE_CHECKING:
    from companion.web.result.photo_reader import PhotoReader

UPLOAD_S = 120.0  # until a photo has come


class SheetRoutes:
    """Routes of filled sheets. Confirmed sheets are kept in memory."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._sheets = paper_sheets.Confirmations()

    @cached_property
    def photos(self) -> PhotoReader:
        """The reader of photos, made at first use."""
        from companion.web.result.photo_reader import PhotoReader

        return PhotoReader()

    def stop(self) -> None:
        """End the process that reads photos, if one runs."""
        if "photos" in self.__dict__:
            self.photos.stop()

    async def answer_sheets(self, request: Request) -> Response:
        """GET or POST /CODE/sheet."""
        return await (self.confirm_sheet if request.method == "POST" else self.show_sheets)(request)

    async def show_sheets(self, request: Request) -> Response:
        """GET /CODE/sheet: a form for a photo, and the state of the table's sheets."""
        guest = self._site.guest(request)
        return await self._sheets_page(request, guest, await self._site.find_table(request, guest))

    async def _sheets_page(
        self, request: Request, guest: Guest, table: LiveTable, status: int = 200, fault: str = ""
    ) -> Response:
        """Render the page of sheets. fault: of the photo just sent."""
        if not paper_forms(table.game.id):
            raise HTTPException(404)
        voice, confirmed = board.voice(table, guest.lang), dict(self._sheets.of_table(table.code))
        shown = await self._site.tables.run_in_worker(lambda: sheet_page.status_values(table, confirmed, voice))
        path, may_send = f"/{table.code}/sheet", self._may_send(table, guest)
        missing = self._missing_packages(voice) if may_send else ""
        shown |= {"code": table.code, "fault": fault, "may_send": may_send}
        shown |= {"missing_packages": missing, "largest": self.photos.largest}
        return self._site.page(request, guest, "sheet.html", voice, path, status, **shown)

    async def read_photo(self, request: Request) -> Response:
        """POST /CODE/sheet/photo: read the sheet in a photo and show its values for correction."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        if not self._may_send(table, guest):
            raise HTTPException(403)
        voice = board.voice(table, guest.lang)
        try:
            reading = await self._read_photo(request, guest, table)
        except LocalizedError as error:
            return await self._sheets_page(request, guest, table, 422, voice.error_text(error))
        if fault := sheet_page.misfit_text(table, reading.game, reading.printed, voice):
            return await self._sheets_page(request, guest, table, 422, fault)
        return await self._review_page(request, guest, table, paper_sheets.marks_of_reading(reading), reading)

    async def _read_photo(self, request: Request, guest: Guest, table: LiveTable) -> Reading:
        """Read the photo of a form. Raises LocalizedError."""
        self.photos.need_packages()
        with self.photos.reserve(table.code, guest.token):
            try:
                async with asyncio.timeout(UPLOAD_S):
                    form = await request.form(max_files=1, max_fields=1)
            except (TimeoutError, ClientDisconnect):
                raise LocalizedError("photo_slow") from None
            except (HTTPException, UnicodeError):  # the second of a charset that can decode nothing
                raise LocalizedError("form_unreadable") from None
            try:
                photo = form.get("photo")
                if photo is None or isinstance(photo, str) or not photo.size:
                    raise LocalizedError("photo_missing")
                return await self.photos.read(photo.read)
            finally:
                await form.close()

    async def _review_page(
        self,
        request: Request,
        guest: Guest,
        table: LiveTable,
        given: SheetMarks,
        reading: Reading | None,
        faults: Sequence[sheet_page.SheetFault] = (),
    ) -> Response:
        """Render the page on which a sheet is corrected."""
        voice = board.voice(table, guest.lang)
        shown = await self._site.tables.run_in_worker(lambda: sheet_page.review_values(table, given, voice, reading))
        shown |= {"code": table.code, "faults": faults}
        path, status = f"/{table.code}/sheet", 422 if faults else 200
        return self._site.page(request, guest, "sheet_read.html", voice, path, status, **shown)

    async def confirm_sheet(self, request: Request) -> Response:
        """POST /CODE/sheet: confirm the values of a sheet."""
        guest, fields = self._site.guest(request), dict(await forms.read_fields(request))
        table = await self._site.find_table(request, guest)
        if not self._may_send(table, guest):
            raise HTTPException(403)
        given = sheet_page.read_form(table, fields)
        confirmed = sheet_page.confirm_sheet(table, given, board.voice(table, guest.lang), self._sender(table, guest))
        if not isinstance(confirmed, paper_sheets.ConfirmedSheet):
            return await self._review_page(request, guest, table, given, None, confirmed)
        self._sheets.add(table.code, confirmed)
        return self._site.keep_token(request, guest, RedirectResponse(f"/{table.code}/sheet#sheets", 303))

    async def face_svg(self, request: Request) -> Response:
        """GET /CODE/sheet.svg: a printed side of a sheet."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        printed = PrintedSide.parse(request.query_params.get("printed", ""))
        page = await self._site.tables.run_in_worker(lambda: sheet_page.draw_face(table, printed))
        if page is None:
            raise HTTPException(404)
        packed = responses.accepts_gzip(request.scope)
        headers = {**responses.NO_CACHE, **(responses.GZIP if packed else {}), "cache-control": "private, max-age=3600"}
        return Response(page.gzipped if packed else page.body, 200, headers, "image/svg+xml")

    def _may_send(self, table: LiveTable, guest: Guest) -> bool:
        """Return True if the phone may send sheets, also those of others: it plays a seat or is the host's."""
        who = self._site.requester(table, guest)
        return who.host or bool(table.roster.seats_of(who.phone))

    def _sender(self, table: LiveTable, guest: Guest) -> str:
        """Return the first seat of the phone, HOST if it has none."""
        own = board.seats_of(table, self._site.requester(table, guest).phone)
        return own[0] if own else HOST

    def _missing_packages(self, voice: Voice) -> str:
        """Return the error text for packages that reading photos needs, empty if all are installed."""
        try:
            self.photos.need_packages()
        except LocalizedError as error:
            return voice.error_text(error)
        return ""
