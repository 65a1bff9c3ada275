"""The tracker's routes: each reads a request, calls tables, moves or board, and renders what came of it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cached_property, lru_cache, partial
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from companion.core.errors import SpokenError, StoreError, WrongCall
from companion.core.messages import Refusal
from companion.games import GAMES
from companion.play.journal.roster import HOST
from companion.play.journal.session import Answer
from companion.play.journal.store import Store
from companion.web.page import event_stream, forms, new_table_form, qr, responses, templates, typefaces
from companion.web.page.downloads import Download, Downloads
from companion.web.page.fast_routes import DirectRoutes
from companion.web.result import finished_game_page, paper_sheets, result_page, results, sheet_page
from companion.web.result.paper_sheets import PrintedSide, Reading, SheetMarks
from companion.web.server import tokens
from companion.web.server.request_guard import SAFETY_HEADERS, Hosts, Limits, RateLimiter, RequestGuard, client_address
from companion.web.table import board, log_pages, seat_requests, table_actions, table_at_entry
from companion.web.table.board import TableFeed, Viewer
from companion.web.table.bot_players import BotPlayers
from companion.web.table.seat_requests import HomeAddress
from companion.web.table.table_actions import Requester
from companion.web.table.tables import LiveTable, Tables, paper_forms
from companion.words.wording import Voice

if TYPE_CHECKING:
    from companion.web.result.photo_reader import PhotoReader
    from companion.web.table.odds_counter import OddsCounter

T = TypeVar("T")
COOKIE, OWNER = "companion", "owner"  # names of cookies, without the port
MOST_ONLOOKERS = 250  # streams of those without a seat, at one table
MOST_HEADS = 1_000  # hashes in one answer
MOST_LEGAL = 4  # actions named beside a refusal
COSTS = {  # of a request by what stands behind the table's code, about 0.3 ms of a core each; all others cost 1
    "": 3,  # the page of the table, or the first page
    "/table": 3,
    "/log": 5,
    "/invite": 10,
    "/journal.jsonl": 5,
    "/drawn": 5,  # as the next
    "/result": 10,  # much more where the journal is long, but then once for all who ask
    "/sheets.svg": 10,  # as above
    "/result.png": 20,  # as above
    "/again": 10,
    "/sheet": 3,
    "/sheet.svg": 10,  # much more where the face is new, but then once for all who ask
    "/sheet/photo": 20,  # much more, but one at a time, in a process of its own
}
UPLOAD_S = 120.0  # until a photo has come


class Guest(NamedTuple):
    """Who asks: the token of the phone, whether it is new, whether it is the owner's, and the language it reads."""

    token: str
    new: bool
    owner: bool
    lang: str


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
    safety: Sequence[tuple[bytes, bytes]] = SAFETY_HEADERS,
    warm: Callable[[], None] = templates.preload,
    counter: OddsCounter | None = None,
) -> ASGIApp:
    """The tracker of these tables.

    key: whoever has it in a cookie is the owner. admits: whether a code of the owner's link counts, which it then does
    no more; it is answered with that cookie. address: where phones find the start page, without a slash at the end.
    on_table: told the code of a table that the owner began. homes: where phones found it so far; the last one is where
    they do now. on_ask: told code, name and number where a phone asks for the seat of a player. safety: headers that
    every answer carries. warm: called in a thread before the first request. counter: of odds, which otherwise
    are counted where they are shown.
    """
    limits = limits or Limits()
    tracker = Tracker(tables, key, address, on_table, admits, limits)
    tracker.homes, tracker.on_ask = homes, on_ask

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(warm)
        await tracker.tables.start()
        players = BotPlayers(tracker.tables)
        tracker.tables.on_step = players.play_if_due
        if counter is not None:
            counter.start()
            tracker.tables.ask_odds = counter.ask
        yield
        tracker.stop()
        if counter is not None:
            await counter.stop()
        await players.stop()
        await tracker.tables.stop()

    inside = Starlette(
        routes=tracker.routes(),
        exception_handlers={HTTPException: responses.http_error, Exception: responses.server_error},
        lifespan=lifespan,
    )
    inside.state.alone = tables.alone
    straight = {("POST", "/do"): tracker.do, ("GET", "/live"): tracker.live}
    shortcut = DirectRoutes(straight, inside)
    return RequestGuard(
        shortcut,
        hosts,
        limits,
        responses.rejection,
        cost=lambda path: COSTS.get(path[7:], 1),
        safety=safety,
        uploads=lambda path: path[7:] == "/sheet/photo",
    )


class Tracker:
    """What the routes share."""

    def __init__(
        self,
        tables: Tables,
        key: str,
        address: str,
        on_table: Callable[[str], None] | None,
        admits: Callable[[str], bool],
        limits: Limits,
    ) -> None:
        self.tables = tables
        self.key = key
        self.admits = admits
        self.onlookers = limits.onlookers
        self.address = address
        self.on_table = on_table
        self.homes: Sequence[HomeAddress] = ()
        self.on_ask: Callable[[str, str, int], None] | None = None
        self._asks = RateLimiter(seat_requests.RATE, seat_requests.BURST) if limits.joins is not None else None
        self._sheets = paper_sheets.Confirmations()
        self._downloads = Downloads(limits.downloads)

    @cached_property
    def photos(self) -> PhotoReader:
        """Reads filled sheets."""
        from companion.web.result.photo_reader import PhotoReader

        return PhotoReader()

    def stop(self) -> None:
        """Let go of what was needed to read photos."""
        if "photos" in self.__dict__:
            self.photos.stop()

    def routes(self) -> list[Route]:
        """Those asked most come first."""

        def at(path: str, work: Callable[[Request], Awaitable[Response]], method: str = "GET") -> Route:
            return Route(path, responses.localize_errors(work), methods=[method])

        of_phones = [
            at("/{code}/invite", self.invite),
            at("/{code}/qr.svg", self.qr),
            at("/{code}/sheet", self.sheet),
            at("/{code}/sheet", self.confirm_sheet, "POST"),
            at("/{code}/sheet/photo", self.read_photo, "POST"),
            at("/{code}/sheet.svg", self.face),
        ]
        return [
            at("/{code}/do", self.do, "POST"),
            at("/{code}/live", self.live),
            at("/{code}/now", self.now),
            at("/{code}/journal", self.journal),
            at("/{code}/heads", self.heads),
            at("/static/{name}", self.static),
            at("/", self.start),
            at("/new", self.new, "POST"),
            at("/evenings", self.statistics),
            at("/manifest.webmanifest", self.manifest),
            at("/sw.js", self.worker),
            at("/icon.svg", self.icon),
            at("/healthz", self.healthy),
            at("/{code}", self.table),
            at("/{code}/table", self.screen),
            at("/{code}/join", self.join, "POST"),
            at("/{code}/leave", self.leave, "POST"),
            at("/{code}/ask", self.ask, "POST"),
            at("/{code}/log", self.log),
            at("/{code}/drawn", self.drawn),
            at("/{code}/result", self.result),
            at("/{code}/rule/{id}", self.rule),
            at("/{code}/sheets.svg", self.sheets),
            at("/{code}/result.png", self.picture),
            at("/{code}/again", self.again, "POST"),
            at("/{code}/journal.jsonl", self.export),
            *(of_phones if not self.tables.alone else []),
        ]

    # --- the start page ----------------------------------------------------------------------------------------------

    async def start(self, request: Request) -> Response:
        """Enter a code; for the owner also the tables, and a new one."""
        given = request.query_params
        guest = self._guest(request)
        if "owner" in given:
            return self._owner(request, guest, given["owner"])
        if "code" in given:
            code = "".join(given["code"].split()).lower()
            if forms.is_code(code):
                return RedirectResponse(f"/{code}", 303)
            return await self._start(request, guest, WrongCall("code_letters"), dict(given))
        return await self._start(request, guest)

    async def new(self, request: Request) -> Response:
        """The owner begins a table."""
        guest, fields = self._guest(request), dict(await forms.read_fields(request))
        if not guest.owner:
            raise HTTPException(403)
        try:
            game, header = new_table_form.read(fields)
        except WrongCall as error:
            return await self._start(request, guest, error, fields)
        begun = (
            header
            if isinstance(header, Refusal)
            else await self.tables.create(game, {**header, "lang": guest.lang or "en"})
        )
        if isinstance(begun, Refusal):
            return await self._start(request, guest, begun, fields)
        if self.on_table is not None:
            self.on_table(begun.code)
        return RedirectResponse(f"/{begun.code}", 303)

    async def _start(
        self,
        request: Request,
        guest: Guest,
        fault: WrongCall | Refusal | None = None,
        typed: dict[str, str] | None = None,
    ) -> Response:
        voice = templates.voice(guest.lang)
        tables = await self.tables.read(lambda store: results.session_rows(store, guest.lang)) if guest.owner else []
        game = (typed or {}).get("game", "")
        error = None if fault is None else results.fault_text(fault, guest.lang, game if game in GAMES else None)
        return self._page(
            request,
            guest,
            "start.html",
            voice,
            "/",
            200 if fault is None else 422,
            owner=guest.owner,
            tables=tables,
            games=templates.game_choices(guest.lang) if guest.owner else [],
            error=error,
            typed=typed or {},
        )

    async def statistics(self, request: Request) -> Response:
        """Statistics over all tables, for the owner."""
        guest = self._guest(request)
        if not guest.owner:
            raise HTTPException(403)
        lang = guest.lang
        counted = await self.tables.coalesce(
            ("statistics", lang), lambda: self.tables.read(lambda store: results.statistics_values(store, lang))
        )
        return self._page(request, guest, "evenings.html", templates.voice(lang), **counted)

    def _owner(self, request: Request, guest: Guest, code: str) -> Response:
        """Who brings the code of the terminal's link first is the owner from now on."""
        if guest.owner:
            return RedirectResponse("/", 303)
        if forms.is_prefetch(request.scope):  # a browser asks again when somebody opens the link
            return Response(status_code=503, headers={"cache-control": "no-store"})
        if not self.admits(code):
            request.scope["guard"].count_guess(request.scope)
            return responses.forbidden_response(request, "web.error.owner")
        answer = RedirectResponse("/", 303, {"cache-control": "no-store"})
        responses.set_cookie(answer, request, forms.cookie_name(request.scope, OWNER), self.key)
        return answer

    # --- a table -----------------------------------------------------------------------------------------------------

    async def table(self, request: Request) -> Response:
        """The table as this phone may see it."""
        code = request.path_params["code"]
        if code != code.lower() and forms.is_code(code.lower()):
            return RedirectResponse(f"/{code.lower()}", 303)
        guest = self._guest(request)
        table = await self._find(request, guest)
        given = request.query_params
        invitation = (given.get("seat", ""), given.get("invite", "")) if "invite" in given else None
        return self._table(table, guest, request, invitation=invitation)

    async def screen(self, request: Request) -> Response:
        """The table for a screen that all look at: as an onlooker sees it, whoever opens it."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        return self._table(table, guest, request, screen=True)

    def _table(
        self,
        table: LiveTable,
        guest: Guest,
        request: Request,
        status: int = 200,
        refusal: dict[str, Any] | None = None,
        invitation: tuple[str, str] | None = None,
        screen: bool = False,
    ) -> Response:
        viewer = self._viewer(table, guest, screen)
        voice = board.voice(table, viewer.lang)
        replay = table.session.replay
        address = f"{self.address}/{table.code}"
        seat, invite = invitation if invitation and invitation[0] in table.seats else ("", "")
        return self._page(
            request,
            guest,
            "screen.html" if screen else "table.html",
            voice,
            f"/{table.code}?{urlencode({'seat': seat, 'invite': invite})}"
            if seat
            else f"/{table.code}{'/table' * screen}",
            status,
            **board.context(table, viewer),
            title=table.session.content.info["title"][voice.lang],
            address=address,
            qr="" if table.alone else _qr(address, voice.say("web.share")),
            people=board.people_rows(table, viewer.lang),
            away=table.away_seats(),
            anchor=replay.header["anchor"],
            sealed=replay.header.get("sealed", ""),
            invited=seat or None,
            invite=invite,
            refusal=refusal,
            script_words=templates.script_words(voice.lang),
            moved=seat_requests.old_address(table, self.homes),
            head=replay.entries[-1].hash,
            open=board.is_journal_open(table),
            sprite=templates.sprite(table.game.id),
        )

    async def do(self, request: Request) -> Response:
        """One action."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        move = table_actions.read(await forms.read_fields(request))
        answer = await table_actions.do(self.tables, table, self._who(table, guest), move)
        return self._answered(request, table, guest, answer)

    async def join(self, request: Request) -> Response:
        """This phone plays a seat from now on."""
        guest, fields = self._guest(request), dict(await forms.read_fields(request))
        table = await self._find(request, guest)
        seat, words = fields.get("seat", ""), fields.get("invite", "")
        invitation = self._invitation(table, seat, words) if words else None
        answer = await table_actions.join(self.tables, table, self._who(table, guest), seat, invitation)
        return self._answered(request, table, guest, answer)

    def _invitation(self, table: LiveTable, seat: str, words: str) -> table_actions.Invitation:
        key, now, since = self._table_key(table), time.time(), table.roster.since
        return table_actions.Invitation(
            tokens.invitation_digest(words),
            lambda: tokens.is_invited(key, table.code, seat, since.get(seat, 0), words, now),
        )

    async def leave(self, request: Request) -> Response:
        """This phone plays a seat no longer."""
        guest, fields = self._guest(request), dict(await forms.read_fields(request))
        table = await self._find(request, guest)
        answer = await table_actions.leave(self.tables, table, self._who(table, guest), fields.get("seat", ""))
        return self._answered(request, table, guest, answer)

    async def ask(self, request: Request) -> Response:
        """This phone asks for a seat that others play."""
        guest, fields = self._guest(request), dict(await forms.read_fields(request))
        table = await self._find(request, guest)
        phone, seat = self._who(table, guest).phone, fields.get("seat", "")
        if self._asks is not None and (wait := self._asks.take(client_address(request.scope))):
            raise HTTPException(429, headers={"retry-after": str(ceil(wait))})
        answer = await seat_requests.ask_for_seat(self.tables, table, phone, seat)
        asking = seat_requests.request_of(table, phone)
        if self.on_ask is not None and answer.refusal is None and asking is not None:
            self.on_ask(table.code, templates.name_of(board.voice(table, ""), "seat", asking.seat), asking.number)
        return self._answered(request, table, guest, answer)

    def _answered(self, request: Request, table: LiveTable, guest: Guest, answer: Answer) -> Response:
        replay = table.session.replay
        if answer.refusal is None:
            if forms.wants_json(request.scope):
                done = f'{{"ok":true,"seq":{table.session.seq},"head":"{replay.entries[-1].hash}"}}'
                return self._known(request, guest, Response(done, media_type="application/json"))
            return self._known(request, guest, RedirectResponse(f"/{table.code}", 303))
        status = 409 if answer.refusal.code == "stale" else 422
        refusal = results.refusal_values(table, answer.refusal, self._viewer(table, guest), MOST_LEGAL)
        if forms.wants_json(request.scope):
            data = {"ok": False, "seq": table.session.seq, "refusal": refusal}
            return self._known(request, guest, JSONResponse(data, status))
        return self._table(table, guest, request, status, {**refusal, "text": refusal["message"]})

    async def live(self, request: Request) -> Response:
        """Server-Sent Events."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        after = request.headers.get("last-event-id") or request.query_params.get("after")
        lines = request.query_params.get("lines") == "1"
        screen = _is_screen(request)
        feed = TableFeed(
            table,
            lambda: self._viewer(table, guest, screen),
            forms.parse_number(after),
            client_address(request.scope),
            lines,
        )
        if feed.looks_on and self._is_crowded(table, feed.address):
            raise HTTPException(503)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        return event_stream.EventStream(feed, responses.accepts_gzip(request.scope))  # type: ignore[return-value]

    def _is_crowded(self, table: LiveTable, address: str) -> bool:
        """Whether no more may look on; those who play always find a place."""
        most = MOST_ONLOOKERS if self.onlookers is None else self.onlookers
        return table.onlookers[address] >= most or table.onlookers.total() >= MOST_ONLOOKERS

    async def now(self, request: Request) -> Response:
        """The newest table, if it is newer than the phone's."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        table.record_contact(self._who(table, guest).phone)
        after = forms.parse_number(request.query_params.get("after"))
        if after >= table.session.seq:
            return Response(status_code=204)
        body = board.update_json(table, self._viewer(table, guest, _is_screen(request)), after)
        return Response(body, media_type="application/json", headers={"cache-control": "no-store"})

    async def journal(self, request: Request) -> Response:
        """Lines from a number on, not too many at once, for the phone's own check."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        if not board.is_journal_open(table):
            return self._closed(table, guest)
        first = forms.parse_number(request.query_params.get("from"))
        entries = table.session.replay.entries[first : first + log_pages.MAX_LINES]
        return PlainTextResponse("".join(f"{entry.line}\n" for entry in entries), headers={"cache-control": "no-store"})

    def _closed(self, table: LiveTable, guest: Guest) -> Response:
        """Why a journal is not shown yet."""
        text = board.voice(table, guest.lang).say("web.error.secret")
        return JSONResponse({"ok": False, "error": text}, 403)

    async def heads(self, request: Request) -> Response:
        """Hashes of the entries from a number on, which tell nothing of what they hold: a phone keeps them all."""
        table = await self._find(request, self._guest(request))
        first = forms.parse_number(request.query_params.get("from"))
        hashes = [entry.hash for entry in table.session.replay.entries[first : first + MOST_HEADS]]
        return PlainTextResponse("".join(f"{hash}\n" for hash in hashes), headers={"cache-control": "no-store"})

    async def export(self, request: Request) -> Response:
        """The journal as a file."""
        guest, address = self._guest(request), client_address(request.scope)
        table = await self._find(request, guest)
        if not board.is_journal_open(table) and not table.alone:
            return self._closed(table, guest)
        if not self._downloads.may_start(address):
            raise HTTPException(429, headers={"retry-after": "5"})
        replay, first = table.session.replay, forms.parse_number(request.query_params.get("from"))
        name = f"companion-{table.game.id}-{table.code}.jsonl"
        size = None if first else replay.room.size
        return Download(self._downloads, address, replay.entries, first, name, size)  # type: ignore[return-value]

    # --- pages beside the table --------------------------------------------------------------------------------------

    async def log(self, request: Request) -> Response:
        """The journal in words, a page of it."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        cut = log_pages.select_page(
            table, self._viewer(table, guest), forms.parse_number(request.query_params.get("before"))
        )
        page = await self.tables.coalesce(
            cut.key, lambda: self.tables.run_in_worker(lambda: log_pages.render_page(cut))
        )
        return self._known(request, guest, responses.html_response(request, page))

    async def drawn(self, request: Request) -> Response:
        """The table as it stood after an entry, by default the newest."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        after = forms.parse_number(request.query_params.get("after"))
        page = await table_at_entry.make_page(self.tables, table, self._viewer(table, guest), after)
        return self._known(request, guest, responses.html_response(request, page))

    async def result(self, request: Request) -> Response:
        """Who won and why, the journal checked anew from the store, and how the dice fell."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        voice = board.voice(table, guest.lang)
        entries, brought = table.session.replay.entries, request.query_params.get("head")
        asked = "" if brought is None else results.head_text(entries, brought, voice)
        host = self._who(table, guest).host
        key = ("result", table.code, entries[-1].seq, voice.lang, asked, host)
        make = partial(result_page.make_page, self.tables, table, voice, self.address, asked, host)
        page = await self.tables.coalesce(key, make)
        return self._known(request, guest, responses.html_response(request, page))

    async def sheets(self, request: Request) -> Response:
        """The players' sheets of a finished game, as one SVG."""
        _, page = await self._kept(request, finished_game_page.draw_sheets)
        packed = responses.accepts_gzip(request.scope)
        headers = {**responses.NO_CACHE, **(responses.GZIP if packed else {})}
        return Response(page.gzipped if packed else page.body, 200, headers, "image/svg+xml")

    async def picture(self, request: Request) -> Response:
        """The picture of a finished game to share, PNG."""
        table, png = await self._kept(request, finished_game_page.draw_picture)
        name = f"companion-{table.game.id}-{table.code}.png"
        headers = {**responses.NO_CACHE, "content-disposition": f'inline; filename="{name}"'}
        return Response(png, 200, headers, "image/png")

    async def _kept(self, request: Request, make: Callable[[LiveTable, Voice], T | None]) -> tuple[LiveTable, T]:
        """A drawing of a finished game, with its table. Raises HTTPException where there is none."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        voice = finished_game_page.print_voice(table, guest.lang)
        key = (make, table.code, table.session.replay.entries[-1].hash, voice.lang)
        made = await self.tables.coalesce(key, lambda: self.tables.run_in_worker(lambda: make(table, voice)))
        if made is None:
            raise HTTPException(404)
        return table, made

    async def again(self, request: Request) -> Response:
        """To the new table of the same players, which the host begins; a phone takes the seats that it had here."""
        guest, fields = self._guest(request), dict(await forms.read_fields(request))
        table = await self._find(request, guest)
        who = self._who(table, guest)
        async with table.lock:
            new = await self._next(table)
            if new is None and table.roster.again and not (who.host and "anew" in fields):
                voice, missing = board.voice(table, guest.lang), {"code": table.code, "next": table.roster.again}
                return self._page(request, guest, "again.html", voice, f"/{table.code}", 404, host=who.host, **missing)
            if new is None:
                if not who.host:
                    raise HTTPException(403)
                if table.game.outcome(table.session.replay.state) is None and table.session.replay.halt is None:
                    return RedirectResponse(f"/{table.code}", 303)
                begun = await self.tables.create(table.game.id, finished_game_page.next_header(table, guest.lang))
                if isinstance(begun, Refusal):
                    return await self._start(request, guest, begun, {"game": table.game.id})
                new, told = begun, partial(table.session.plan_quiet, "rematch", "", {"table": begun.code})
                await self.tables.plan_and_append(table, told)
                if self.on_table is not None:
                    self.on_table(begun.code)
        for seat in table.roster.seats(who.phone):
            await table_actions.join(self.tables, new, Requester(self._who(new, guest).phone, who.host), seat, None)
        return self._known(request, guest, RedirectResponse(f"/{new.code}", 303))

    async def _next(self, table: LiveTable) -> LiveTable | None:
        """The table that the same players went on to, if there is one in the store. Raises StoreError, JournalError."""
        try:
            return await self.tables.find(table.roster.again) if table.roster.again else None
        except StoreError as error:
            if error.code != "session_none":
                raise
            return None

    async def rule(self, request: Request) -> Response:
        """One rule in our words."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        voice = board.voice(table, guest.lang)
        try:
            rule = results.rule_values(voice, request.path_params["id"])
        except KeyError:
            raise HTTPException(404) from None
        line = forms.parse_number(request.query_params.get("line"))
        back = log_pages.entry_url(table, line) if line else ""
        return self._page(request, guest, "rule.html", voice, code=table.code, rule=rule, line=line, back=back)

    async def invite(self, request: Request) -> Response:
        """A QR code for a second phone on a seat of this one, or of any for the host."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        who = self._who(table, guest)
        own = board.seats_of(table, who.phone)
        asked = request.query_params.get("seat") or (own[0] if own else "")
        if asked not in own and not (who.host and asked in table.seats):
            raise HTTPException(403)
        since = table.roster.since.get(asked, 0)
        words = tokens.invitation(self._table_key(table), table.code, asked, since, time.time())
        address = f"{self.address}/{table.code}?seat={asked}&invite={words}"
        voice = board.voice(table, guest.lang)
        return self._page(
            request,
            guest,
            "invite.html",
            voice,
            code=table.code,
            seat=asked,
            address=address,
            qr=await self.tables.run_in_worker(lambda: _qr(address, voice.say("web.invite"))),
            minutes=tokens.MINUTES,
        )

    async def qr(self, request: Request) -> Response:
        """The table's address, to be shown or printed."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        return Response(_qr(f"{self.address}/{table.code}", table.code), media_type="image/svg+xml")

    # --- filled sheets -----------------------------------------------------------------------------------------------

    async def sheet(self, request: Request) -> Response:
        """Photograph a filled sheet; how the sheets of the table stand."""
        guest = self._guest(request)
        return await self._sheets_page(request, guest, await self._find(request, guest))

    async def _sheets_page(
        self, request: Request, guest: Guest, table: LiveTable, status: int = 200, fault: str = ""
    ) -> Response:
        from companion.paper.photo import LARGEST_FILE

        if not paper_forms(table.game.id):
            raise HTTPException(404)
        voice, confirmed = board.voice(table, guest.lang), dict(self._sheets.of_table(table.code))
        shown = await self.tables.run_in_worker(lambda: sheet_page.status_values(table, confirmed, voice))
        path, may_send = f"/{table.code}/sheet", self._plays(table, guest)
        missing = _missing_packages(voice) if may_send else ""
        shown |= {"code": table.code, "fault": fault, "may_send": may_send}
        shown |= {"missing_packages": missing, "largest": LARGEST_FILE}
        return self._page(request, guest, "sheet.html", voice, path, status, **shown)

    async def read_photo(self, request: Request) -> Response:
        """What the sheet in a photo says, to be looked over."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        if not self._plays(table, guest):
            raise HTTPException(403)
        voice = board.voice(table, guest.lang)
        try:
            reading = await self._read_photo(request, guest, table)
        except SpokenError as error:
            return await self._sheets_page(request, guest, table, 422, voice.error(error))
        if fault := sheet_page.misfit_text(table, reading.game, reading.printed, voice):
            return await self._sheets_page(request, guest, table, 422, fault)
        return await self._look_over(request, guest, table, paper_sheets.marks_of_reading(reading), reading)

    async def _read_photo(self, request: Request, guest: Guest, table: LiveTable) -> Reading:
        """The sheet in the photo of a form. Raises SpokenError."""
        from companion.web.result import photo_reader

        photo_reader.need_packages()
        with self.photos.reserve(table.code, guest.token):
            try:
                async with asyncio.timeout(UPLOAD_S):
                    form = await request.form(max_files=1, max_fields=1)
            except (TimeoutError, ClientDisconnect):
                raise SpokenError("photo_slow") from None
            except (HTTPException, UnicodeError):  # the second of a charset that can decode nothing
                raise SpokenError("form_unreadable") from None
            try:
                photo = form.get("photo")
                if photo is None or isinstance(photo, str) or not photo.size:
                    raise SpokenError("photo_missing")
                return await self.photos.read(photo.read)
            finally:
                await form.close()

    async def _look_over(
        self,
        request: Request,
        guest: Guest,
        table: LiveTable,
        given: SheetMarks,
        reading: Reading | None,
        faults: Sequence[sheet_page.SheetFault] = (),
    ) -> Response:
        voice = board.voice(table, guest.lang)
        shown = await self.tables.run_in_worker(lambda: sheet_page.review_values(table, given, voice, reading))
        shown |= {"code": table.code, "faults": faults}
        path, status = f"/{table.code}/sheet", 422 if faults else 200
        return self._page(request, guest, "sheet_read.html", voice, path, status, **shown)

    async def confirm_sheet(self, request: Request) -> Response:
        """A person says that a sheet says this."""
        guest, fields = self._guest(request), dict(await forms.read_fields(request))
        table = await self._find(request, guest)
        if not self._plays(table, guest):
            raise HTTPException(403)
        given = sheet_page.read_form(table, fields)
        confirmed = sheet_page.confirm_sheet(table, given, board.voice(table, guest.lang), self._sender(table, guest))
        if not isinstance(confirmed, paper_sheets.ConfirmedSheet):
            return await self._look_over(request, guest, table, given, None, confirmed)
        self._sheets.add(table.code, confirmed)
        return self._known(request, guest, RedirectResponse(f"/{table.code}/sheet#sheets", 303))

    async def face(self, request: Request) -> Response:
        """A printed side of a sheet, as SVG."""
        guest = self._guest(request)
        table = await self._find(request, guest)
        printed = PrintedSide.parse(request.query_params.get("printed", ""))
        page = await self.tables.run_in_worker(lambda: sheet_page.draw_face(table, printed))
        if page is None:
            raise HTTPException(404)
        packed = responses.accepts_gzip(request.scope)
        headers = {**responses.NO_CACHE, **(responses.GZIP if packed else {}), "cache-control": "private, max-age=3600"}
        return Response(page.gzipped if packed else page.body, 200, headers, "image/svg+xml")

    def _plays(self, table: LiveTable, guest: Guest) -> bool:
        """Whether a phone may send sheets: any that plays, and the host's; one may send those of others."""
        who = self._who(table, guest)
        return who.host or bool(table.roster.seats(who.phone))

    def _sender(self, table: LiveTable, guest: Guest) -> str:
        own = board.seats_of(table, self._who(table, guest).phone)
        return own[0] if own else HOST

    # --- files -------------------------------------------------------------------------------------------------------

    async def static(self, request: Request) -> Response:
        """A static file; an address that names its version is kept for ever."""
        name = request.path_params["name"]
        newest = request.query_params.get("v") == templates.file_version(name)
        kept = "public, max-age=31536000, immutable" if newest else "no-cache"
        if face := templates.typeface_of(name):
            data = await asyncio.to_thread(typefaces.load_woff2, face)
            return Response(data, headers={"cache-control": kept}, media_type=typefaces.KIND)
        return responses.file_response(request, name, kept)

    async def worker(self, request: Request) -> Response:
        """The service worker, at the root so that it serves every page."""
        return responses.file_response(request, "sw.js", "no-cache")

    async def icon(self, request: Request) -> Response:
        """The sign of the app."""
        return responses.file_response(request, "icon.svg", "public, max-age=86400")

    async def healthy(self, request: Request) -> Response:
        """For whatever watches the server: 200 while the store can be read, else 503."""
        await self.tables.coalesce("healthy", lambda: self.tables.read(_readable))
        return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})

    async def manifest(self, request: Request) -> Response:
        """What makes it an app that can be installed."""
        return Response(json.dumps(templates.MANIFEST), media_type="application/manifest+json")

    # --- who asks ----------------------------------------------------------------------------------------------------

    def _guest(self, request: Request) -> Guest:
        cookies = forms.cookies(forms.header(request.scope, b"cookie"))
        token, new = tokens.read_token(cookies.get(forms.cookie_name(request.scope, COOKIE)))
        owner = tokens.is_same_secret(cookies.get(forms.cookie_name(request.scope, OWNER), ""), self.key)
        return Guest(token, new, owner, forms.language(request.scope))

    def _who(self, table: LiveTable, guest: Guest) -> Requester:
        phone = tokens.phone_key(guest.token, table.session.replay.entries[0].hash)
        return Requester(phone, guest.owner or phone in table.roster.phones.get(HOST, ()))

    def _viewer(self, table: LiveTable, guest: Guest, screen: bool = False) -> Viewer:
        if screen:
            return Viewer(guest.lang, "", False, screen=True)
        who = self._who(table, guest)
        return Viewer(guest.lang, who.phone, who.host)

    def _table_key(self, table: LiveTable) -> bytes:
        return table.session.key(self.key)

    async def _find(self, request: Request, guest: Guest) -> LiveTable:
        """The table that the address names. Raises HTTPException, StoreError, JournalError."""
        code, guard = request.path_params["code"], request.scope["guard"]
        if not forms.is_code(code):
            raise HTTPException(404)
        table = self.tables.find_loaded(code)
        wait = guard.seconds_until_guess(request.scope)
        if wait and not (table and table.roster.seats(self._who(table, guest).phone)):
            raise HTTPException(429, headers={"retry-after": str(ceil(wait))})
        try:
            table = table or await self.tables.find(code)
        except StoreError as error:
            if error.code == "session_none":
                guard.count_guess(request.scope)
            raise
        if "set_player" in request.scope:
            plays = guest.owner or table.roster.seats(self._who(table, guest).phone)
            request.scope["set_player"](guest.token if plays else "")
        return table

    # --- answers -----------------------------------------------------------------------------------------------------

    def _page(
        self, request: Request, guest: Guest, name: str, voice: Voice, path: str = "", status: int = 200, **values: Any
    ) -> Response:
        """The page of that name; path: where its links to other languages lead, if not where it was asked for."""
        page = templates.render(name, voice, path or request.url.path, **{"alone": self.tables.alone, **values})
        return self._known(request, guest, responses.html_response(request, page, status))

    def _known(self, request: Request, guest: Guest, answer: Response) -> Response:
        """The answer, with a token for a phone that had none."""
        if guest.new:
            responses.set_cookie(answer, request, forms.cookie_name(request.scope, COOKIE), guest.token)
        return answer


def _readable(store: Store) -> None:
    """Raises StoreError if the store does not answer."""
    try:
        store.since("no session")
    except StoreError as error:
        if error.code != "session_none":
            raise


def _missing_packages(voice: Voice) -> str:
    """What has to be installed before photos can be read; empty if they can be."""
    from companion.web.result import photo_reader

    try:
        photo_reader.need_packages()
    except SpokenError as error:
        return voice.error(error)
    return ""


def _is_screen(request: Request) -> bool:
    return request.query_params.get("screen") == "1"


@lru_cache(maxsize=256)
def _qr(address: str, label: str) -> Markup:
    return Markup(qr.draw_svg(address, label))
