"""Routes that read the journal of a table: lines, hashes, the log, the table at an entry, rules."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from companion.web.page import forms, responses
from companion.web.page.downloads import Download, Downloads
from companion.web.result import results
from companion.web.routes.site import Guest, Site
from companion.web.server.request_guard import Limits, client_address
from companion.web.table import board, log_pages, table_at_entry
from companion.web.table.tables import LiveTable

MAX_HASHES = 1_000  # hashes in one answer


class JournalRoutes:
    """Routes that read a journal. limits: of simultaneous downloads."""

    def __init__(self, site: Site, limits: Limits) -> None:
        self._site, self._downloads = site, Downloads(limits.downloads)

    async def journal_lines(self, request: Request) -> Response:
        """GET /CODE/journal?from=N: up to 500 lines from entry N on, for the phone's own check."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        if not board.is_journal_open(table):
            return self._closed_journal(table, guest)
        first = forms.parse_number(request.query_params.get("from"))
        entries = table.session.replay.entries[first : first + log_pages.MAX_LINES]
        return PlainTextResponse("".join(f"{entry.line}\n" for entry in entries), headers={"cache-control": "no-store"})

    def _closed_journal(self, table: LiveTable, guest: Guest) -> Response:
        """Return 403 with the reason: the journal of a game with secrets opens when it has ended."""
        text = board.voice(table, guest.lang).say("web.error.secret")
        return JSONResponse({"ok": False, "error": text}, 403)

    async def entry_hashes(self, request: Request) -> Response:
        """GET /CODE/heads?from=N: up to 1,000 hashes from entry N on; they disclose nothing of the entries."""
        table = await self._site.find_table(request, self._site.guest(request))
        first = forms.parse_number(request.query_params.get("from"))
        hashes = [entry.hash for entry in table.session.replay.entries[first : first + MAX_HASHES]]
        return PlainTextResponse("".join(f"{hash}\n" for hash in hashes), headers={"cache-control": "no-store"})

    async def download_journal(self, request: Request) -> Response:
        """GET /CODE/journal.jsonl: the journal as a file."""
        guest, address = self._site.guest(request), client_address(request.scope)
        table = await self._site.find_table(request, guest)
        if not board.is_journal_open(table) and not table.alone:
            return self._closed_journal(table, guest)
        if not self._downloads.may_start(address):
            raise HTTPException(429, headers={"retry-after": "5"})
        replay, first = table.session.replay, forms.parse_number(request.query_params.get("from"))
        name = f"companion-{table.game.id}-{table.code}.jsonl"
        size = None if first else replay.room.size
        return Download(self._downloads, address, replay.entries, first, name, size)  # type: ignore[return-value]

    async def show_log(self, request: Request) -> Response:
        """GET /CODE/log: one page of the journal in words."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        log_page = log_pages.select_page(
            table, self._site.viewer(table, guest), forms.parse_number(request.query_params.get("before"))
        )
        page = await self._site.tables.coalesce(
            log_page.key, lambda: self._site.tables.run_in_worker(lambda: log_pages.render_page(log_page))
        )
        return self._site.keep_token(request, guest, responses.html_response(request, page))

    async def show_table_at_entry(self, request: Request) -> Response:
        """GET /CODE/drawn?after=N: the table after entry N, by default the newest."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        after = forms.parse_number(request.query_params.get("after"))
        page = await table_at_entry.make_page(self._site.tables, table, self._site.viewer(table, guest), after)
        return self._site.keep_token(request, guest, responses.html_response(request, page))

    async def show_rule(self, request: Request) -> Response:
        """GET /CODE/rule/ID: the text of one rule."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        voice = board.voice(table, guest.lang)
        try:
            rule = results.rule_values(voice, request.path_params["id"])
        except KeyError:
            raise HTTPException(404) from None
        line = forms.parse_number(request.query_params.get("line"))
        back = log_pages.entry_url(table, line) if line else ""
        return self._site.page(request, guest, "rule.html", voice, code=table.code, rule=rule, line=line, back=back)
