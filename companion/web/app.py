"""The tracker as one ASGI application: the guard around it, its routes, start and stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from companion.web.page import card_faces, responses, templates
from companion.web.page.fast_routes import DirectRoutes
from companion.web.routes.file_routes import FileRoutes
from companion.web.routes.journal_routes import JournalRoutes
from companion.web.routes.result_routes import ResultRoutes
from companion.web.routes.sheet_routes import SheetRoutes
from companion.web.routes.site import Site
from companion.web.routes.start_routes import StartRoutes
from companion.web.routes.table_routes import TableRoutes
from companion.web.server.request_guard import SAFETY_HEADERS, Hosts, Limits, RequestGuard
from companion.web.table.bot_players import BotPlayers
from companion.web.table.seat_requests import HomeAddress
from companion.web.table.tables import LiveTable, Tables

if TYPE_CHECKING:
    from companion.web.server.webhooks import Webhooks
    from companion.web.table.odds_counter import OddsCounter

COSTS = {  # of a request by what stands behind the table's code, about 0.3 ms of a core each; all others cost 1
    "": 3,  # the page of the table, or the first page
    "/table": 3,
    "/log": 5,
    "/invite": 10,
    "/journal.jsonl": 5,
    "/drawn": 5,  # as the next
    "/result": 10,  # much more where the journal is long, but then once for all who ask
    "/review": 10,  # as above
    "/sheets.svg": 10,  # as above
    "/result.png": 20,  # as above
    "/play.bgsplay": 5,
    "/player": 10,  # reads the journals of that player's games
    "/again": 10,
    "/sheet": 3,
    "/sheet.svg": 10,  # much more where the face is new, but then once for all who ask
    "/sheet/photo": 20,  # much more, but one at a time, in a process of its own
}
FACE = 3  # of a card's picture: ten times that where it is new, but then once for all who ask


def create_app(
    tables: Tables,
    key: str,
    hosts: Hosts,
    address: str,
    limits: Limits | None = None,
    on_table: Callable[[str], None] | None = None,
    admits: Callable[[str], bool] = lambda code: False,
    homes: Sequence[HomeAddress] = (),
    on_ask: Callable[[str, str, int], None] | None = None,
    numbers: Sequence[str] = (),
    safety: Sequence[tuple[bytes, bytes]] = SAFETY_HEADERS,
    warm: Callable[[], None] = templates.preload,
    counter: OddsCounter | None = None,
    webhooks: Webhooks | None = None,
) -> ASGIApp:
    """Return the tracker of these tables as an ASGI application.

    tables: every table by its code.
    key: secret of the owner's cookie.
    hosts: names under which the server is known.
    address: of the start page, without a slash at the end.
    limits: of requests, onlookers, downloads.
    on_table: called with the code of a table that the owner created.
    admits: returns True once for a valid code of the owner's link; its sender gets the owner's cookie.
    homes: addresses of the tracker so far, the last one today's.
    on_ask: called with code, name and number when a phone asks for a seat.
    numbers: addresses in the network by number, for phones that find no names, without a slash at the end.
    safety: headers of every response.
    warm: called in a thread before the first request.
    counter: counts odds in a process; without one they are counted while the page is rendered.
    webhooks: told whose turn it becomes.
    """
    limits = limits or Limits()
    site = Site(tables, key, address, on_table, admits, homes, on_ask, numbers)
    routes = Routes(site, limits)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(warm)
        await tables.start()
        players = BotPlayers(tables)
        followers = [players.play_if_due]
        if webhooks is not None:
            from companion.web.table.turn_messages import TurnMessages

            followers.append(TurnMessages(webhooks.send, address).follow)

        def on_step(table: LiveTable) -> None:
            for follow in followers:
                follow(table)

        tables.on_step = on_step
        if counter is not None:
            counter.start()
            tables.ask_odds, tables.review = counter.ask, counter.review
        yield
        routes.sheets.stop()
        if counter is not None:
            await counter.stop()
        await players.stop()
        if webhooks is not None:
            webhooks.stop()
        await tables.stop()

    inside = Starlette(
        routes=routes.as_list(),
        exception_handlers={HTTPException: responses.http_error, Exception: responses.server_error},
        lifespan=lifespan,
    )
    inside.state.alone = tables.alone
    straight = {("POST", "/do"): routes.tables.do_action, ("GET", "/live"): routes.tables.stream_events}
    shortcut = DirectRoutes(straight, inside)
    return RequestGuard(
        shortcut,
        hosts,
        limits,
        responses.rejection,
        cost=_request_cost,
        safety=safety,
        uploads=lambda path: path[7:] == "/sheet/photo",
    )


def _request_cost(path: str) -> int:
    return FACE if path.startswith(card_faces.PATH) else COSTS.get(path[7:], 1)


class Routes:
    """The routes of one tracker by page."""

    def __init__(self, site: Site, limits: Limits) -> None:
        self.alone = site.tables.alone
        self.start = StartRoutes(site)
        self.tables = TableRoutes(site, limits)
        self.journal = JournalRoutes(site, limits)
        self.result = ResultRoutes(site)
        self.sheets = SheetRoutes(site)
        self.files = FileRoutes(site)

    def as_list(self) -> list[Route]:
        """Return the routes in the order of matching, the most frequent first."""
        start, tables, journal = self.start, self.tables, self.journal
        result, sheets, files = self.result, self.sheets, self.files
        of_phones = [
            _route("/{code}/invite", tables.show_invitation),
            _route("/{code}/qr.svg", tables.qr_code),
            _route("/{code}/sheet", sheets.answer_sheets, "GET", "POST"),
            _route("/{code}/sheet/photo", sheets.read_photo, "POST"),
            _route("/{code}/sheet.svg", sheets.face_svg),
        ]
        return [
            _route("/{code}/do", tables.do_action, "POST"),
            _route("/{code}/live", tables.stream_events),
            _route("/{code}/now", tables.newest_table),
            _route("/{code}/journal", journal.journal_lines),
            _route("/{code}/heads", journal.entry_hashes),
            _route("/static/{name}", files.static_file),
            _route(card_faces.PATH + "{lang}/{game}/{kind}/{id}", files.card_face),
            _route("/", start.show_start),
            _route("/new", start.create_table, "POST"),
            _route("/evenings", start.show_statistics),
            _route("/evenings/plays.csv", start.all_plays),
            _route("/manifest.webmanifest", files.manifest),
            _route("/sw.js", files.service_worker),
            _route("/icon.svg", files.icon),
            _route("/healthz", files.check_health),
            _route("/{code}", tables.show_table),
            _route("/{code}/table", tables.show_screen),
            _route("/{code}/join", tables.join_seat, "POST"),
            _route("/{code}/leave", tables.leave_seat, "POST"),
            _route("/{code}/ask", tables.ask_for_seat, "POST"),
            _route("/{code}/player", tables.player_statistics),
            _route("/{code}/log", journal.show_log),
            _route("/{code}/drawn", journal.show_table_at_entry),
            _route("/{code}/result", result.show_result),
            _route("/{code}/review", result.show_review),
            _route("/{code}/rule/{id}", journal.show_rule),
            _route("/{code}/sheets.svg", result.sheets_svg),
            _route("/{code}/result.png", result.result_png),
            _route("/{code}/play.bgsplay", result.play_file),
            _route("/{code}/again", result.start_rematch, "POST"),
            _route("/{code}/journal.jsonl", journal.download_journal),
            *(of_phones if not self.alone else []),
        ]


def _route(path: str, handler: Callable[[Request], Awaitable[Response]], *methods: str) -> Route:
    return Route(path, responses.localize_errors(handler), methods=methods or ["GET"])
