"""Routes of a finished game: its result, sheets, picture, and the way to a new table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from companion.core.errors import StoreError
from companion.core.messages import Refusal
from companion.play.journal.entries.remarks import Rematch
from companion.web.page import forms, responses
from companion.web.result import finished_game_page, result_page, results, review_page
from companion.web.routes.site import Site
from companion.web.routes.start_routes import start_page
from companion.web.table import board, table_actions
from companion.web.table.table_actions import Requester
from companion.web.table.tables import LiveTable
from companion.words.play_files import read_play, write_bgstats
from companion.words.wording import Voice

T = TypeVar("T")


class ResultRoutes:
    """Routes of a finished game."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def show_result(self, request: Request) -> Response:
        """GET /CODE/result: the winner and why, the journal verified from the store, counts of the dice."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        voice = board.voice(table, guest.lang)
        entries, brought = table.session.replay.entries, request.query_params.get("head")
        asked = "" if brought is None else results.head_text(entries, brought, voice)
        host, owner = self._site.requester(table, guest).host, guest.owner
        key = ("result", table.code, entries[-1].seq, voice.lang, asked, host, owner)
        make = partial(result_page.make_page, self._site.tables, table, voice, self._site.address, asked, host, owner)
        page = await self._site.tables.coalesce(key, make)
        return self._site.keep_token(request, guest, responses.html_response(request, page))

    async def show_review(self, request: Request) -> Response:
        """GET /CODE/review: luck and the decisions that cost most; while the game goes on, the result page instead."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        if table.game.rules.outcome(table.session.replay.state) is None or not board.is_journal_open(table):
            return RedirectResponse(f"/{table.code}/result", 303)
        page = await review_page.make_page(self._site.tables, table, board.voice(table, guest.lang))
        return self._site.keep_token(request, guest, responses.html_response(request, page))

    async def sheets_svg(self, request: Request) -> Response:
        """GET /CODE/sheets.svg: the players' sheets of a finished game as one SVG."""
        _, page = await self._drawing(request, finished_game_page.draw_sheets)
        packed = responses.accepts_gzip(request.scope)
        headers = {**responses.NO_CACHE, **(responses.GZIP if packed else {})}
        return Response(page.gzipped if packed else page.body, 200, headers, "image/svg+xml")

    async def result_png(self, request: Request) -> Response:
        """GET /CODE/result.png: the picture of a finished game to share."""
        table, png = await self._drawing(request, finished_game_page.draw_picture)
        name = f"companion-{table.game.id}-{table.code}.png"
        headers = {**responses.NO_CACHE, "content-disposition": f'inline; filename="{name}"'}
        return Response(png, 200, headers, "image/png")

    async def play_file(self, request: Request) -> Response:
        """GET /CODE/play.bgsplay: the finished game as a play file of the app BG Stats."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        play = read_play(table.session, board.voice(table, guest.lang))
        if play is None:
            raise HTTPException(404)
        name = f"companion-{table.game.id}-{table.code}.bgsplay"
        return responses.attachment(write_bgstats([play]), name, "application/json")

    async def _drawing(self, request: Request, make: Callable[[LiveTable, Voice], T | None]) -> tuple[LiveTable, T]:
        """Return the table and a drawing of its finished game. Raises HTTPException (404) if there is none."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        voice = finished_game_page.print_voice(table, guest.lang)
        key = (make, table.code, table.session.replay.entries[-1].hash, voice.lang)
        made = await self._site.tables.coalesce(
            key, lambda: self._site.tables.run_in_worker(lambda: make(table, voice))
        )
        if made is None:
            raise HTTPException(404)
        return table, made

    async def start_rematch(self, request: Request) -> Response:
        """POST /CODE/again: go to the next table of the same players, on the seats that the phone had here.

        The host creates that table; others get 403 before. Where it is no longer in the store, a page says so.
        """
        guest, fields = self._site.guest(request), dict(await forms.read_fields(request))
        table = await self._site.find_table(request, guest)
        who = self._site.requester(table, guest)
        async with table.lock:
            new = await self._next_table(table)
            if new is None and table.roster.again and not (who.host and "anew" in fields):
                voice, missing = board.voice(table, guest.lang), {"code": table.code, "next": table.roster.again}
                return self._site.page(
                    request, guest, "again.html", voice, f"/{table.code}", 404, host=who.host, **missing
                )
            if new is None:
                if not who.host:
                    raise HTTPException(403)
                if table.game.rules.outcome(table.session.replay.state) is None and table.session.replay.halt is None:
                    return RedirectResponse(f"/{table.code}", 303)
                begun = await self._site.tables.create(table.game.id, finished_game_page.next_header(table, guest.lang))
                if isinstance(begun, Refusal):
                    return await start_page(self._site, request, guest, begun, {"game": table.game.id})
                new, told = begun, partial(table.session.plan, Rematch(begun.code))
                await self._site.tables.plan_and_append(table, told)
                if self._site.on_table is not None:
                    self._site.on_table(begun.code)
        for seat in table.roster.seats_of(who.phone):
            requester = Requester(self._site.requester(new, guest).phone, who.host)
            await table_actions.join_seat(self._site.tables, new, requester, seat, None)
        return self._site.keep_token(request, guest, RedirectResponse(f"/{new.code}", 303))

    async def _next_table(self, table: LiveTable) -> LiveTable | None:
        """Return the next table of the same players, None if none is in the store. Raises StoreError, JournalError."""
        try:
            return await self._site.tables.find(table.roster.again) if table.roster.again else None
        except StoreError as error:
            if error.code != "session_none":
                raise
            return None
