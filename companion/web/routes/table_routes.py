"""Routes of a table that is being played: its page, actions, seats, the live stream."""

from __future__ import annotations

import time
from math import ceil
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from companion.play.journal.session import Answer
from companion.web.page import event_stream, forms, responses, templates
from companion.web.result import results
from companion.web.routes.site import EYES, Guest, Site, qr_svg
from companion.web.server import tokens
from companion.web.server.request_guard import Limits, RateLimiter, client_address
from companion.web.table import board, live_updates, seat_requests, table_actions
from companion.web.table.live_updates import TableFeed
from companion.web.table.tables import LiveTable

MAX_ONLOOKERS = 250  # streams of those without a seat, at one table
MAX_LEGAL = 4  # actions named beside a refusal


class TableRoutes:
    """Routes of a table that is being played. limits: of seat requests and onlookers."""

    def __init__(self, site: Site, limits: Limits) -> None:
        self._site, self._onlookers = site, limits.onlookers
        self._asks = RateLimiter(seat_requests.RATE, seat_requests.BURST) if limits.joins is not None else None

    async def show_table(self, request: Request) -> Response:
        """GET /CODE: the table as this phone may see it; with `eyes` it looks through that seat of its own."""
        code = request.path_params["code"]
        if code != code.lower() and forms.is_code(code.lower()):
            return RedirectResponse(f"/{code.lower()}", 303)
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        given = request.query_params
        if "eyes" in given:
            there = RedirectResponse(f"/{table.code}", 303)
            eyes = f"{table.code}.{given['eyes']}" if given["eyes"] in table.seats else ""
            responses.set_cookie(there, request, forms.cookie_name(request.scope, EYES), eyes)
            return there
        invitation = (given.get("seat", ""), given.get("invite", "")) if "invite" in given else None
        return self._table_page(table, guest, request, invitation=invitation)

    async def show_screen(self, request: Request) -> Response:
        """GET /CODE/table: the table for a shared screen, as an onlooker sees it."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        return self._table_page(table, guest, request, screen=True)

    def _table_page(
        self,
        table: LiveTable,
        guest: Guest,
        request: Request,
        status: int = 200,
        refusal: dict[str, Any] | None = None,
        invitation: tuple[str, str] | None = None,
        screen: bool = False,
    ) -> Response:
        """Render the page of the table. refusal: of the action just sent. invitation: seat and words of a link."""
        viewer = self._site.viewer(table, guest, screen)
        voice = board.voice(table, viewer.lang)
        replay = table.session.replay
        address = f"{self._site.address}/{table.code}"
        numbers = self._site.other_numbers(table.code) if viewer.host else []
        has_name = bool(numbers) and self._site.address not in self._site.numbers
        seat, invite = invitation if invitation and invitation[0] in table.seats else ("", "")
        return self._site.page(
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
            named=board.named_seats(table, viewer.phone),
            start=self._site.address.partition("://")[2],
            by_number=numbers,
            number_qr=qr_svg(numbers[0], voice.say("web.share.qr_number")) if has_name else "",
            qr="" if table.alone else qr_svg(address, voice.say("web.share")),
            people=board.people_rows(table, viewer.lang),
            away=table.away_seats(),
            anchor=replay.header["anchor"],
            sealed=replay.header.get("sealed", ""),
            invited=seat or None,
            invite=invite,
            refusal=refusal,
            script_words=templates.script_words(voice.lang),
            moved=seat_requests.old_address(table, self._site.homes),
            head=replay.entries[-1].hash,
            open=board.is_journal_open(table),
            sprite=templates.sprite(table.game.id),
        )

    async def do_action(self, request: Request) -> Response:
        """POST /CODE/do: take one action."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        move = table_actions.read_form(await forms.read_fields(request))
        answer = await table_actions.do_action(self._site.tables, table, self._site.requester(table, guest), move)
        return self._respond(request, table, guest, answer)

    async def join_seat(self, request: Request) -> Response:
        """POST /CODE/join: let this phone play a seat."""
        guest, fields = self._site.guest(request), dict(await forms.read_fields(request))
        table = await self._site.find_table(request, guest)
        seat, words = fields.get("seat", ""), fields.get("invite", "")
        invitation = self._invitation(table, seat, words) if words else None
        answer = await table_actions.join_seat(
            self._site.tables, table, self._site.requester(table, guest), seat, invitation, fields.get("name", "")
        )
        return self._respond(request, table, guest, answer)

    def _invitation(self, table: LiveTable, seat: str, words: str) -> table_actions.Invitation:
        key, now, since = self._site.table_key(table), time.time(), table.roster.since
        return table_actions.Invitation(
            tokens.invitation_digest(words),
            lambda: tokens.is_invited(key, table.code, seat, since.get(seat, 0), words, now),
        )

    async def leave_seat(self, request: Request) -> Response:
        """POST /CODE/leave: end this phone's part in a seat."""
        guest, fields = self._site.guest(request), dict(await forms.read_fields(request))
        table = await self._site.find_table(request, guest)
        answer = await table_actions.leave_seat(
            self._site.tables, table, self._site.requester(table, guest), fields.get("seat", "")
        )
        return self._respond(request, table, guest, answer)

    async def ask_for_seat(self, request: Request) -> Response:
        """POST /CODE/ask: ask the host for a seat that others play."""
        guest, fields = self._site.guest(request), dict(await forms.read_fields(request))
        table = await self._site.find_table(request, guest)
        phone, seat = self._site.requester(table, guest).phone, fields.get("seat", "")
        if self._asks is not None and (wait := self._asks.take(client_address(request.scope))):
            raise HTTPException(429, headers={"retry-after": str(ceil(wait))})
        answer = await seat_requests.ask_for_seat(self._site.tables, table, phone, seat)
        asking = seat_requests.request_of(table, phone)
        if self._site.on_ask is not None and answer.refusal is None and asking is not None:
            self._site.on_ask(table.code, templates.name_of(board.voice(table, ""), "seat", asking.seat), asking.number)
        return self._respond(request, table, guest, answer)

    def _respond(self, request: Request, table: LiveTable, guest: Guest, answer: Answer) -> Response:
        """Return JSON or a page for an action: 200 or 303 when taken, 409 when outdated, 422 when refused."""
        replay = table.session.replay
        if answer.refusal is None:
            if forms.wants_json(request.scope):
                done = f'{{"ok":true,"seq":{table.session.seq},"head":"{replay.entries[-1].hash}"}}'
                return self._site.keep_token(request, guest, Response(done, media_type="application/json"))
            return self._site.keep_token(request, guest, RedirectResponse(f"/{table.code}", 303))
        status = 409 if answer.refusal.code == "stale" else 422
        refusal = results.refusal_values(table, answer.refusal, self._site.viewer(table, guest), MAX_LEGAL)
        if forms.wants_json(request.scope):
            data = {"ok": False, "seq": table.session.seq, "refusal": refusal}
            return self._site.keep_token(request, guest, JSONResponse(data, status))
        return self._table_page(table, guest, request, status, {**refusal, "text": refusal["message"]})

    async def stream_events(self, request: Request) -> Response:
        """GET /CODE/live: the table as Server-Sent Events."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        after = request.headers.get("last-event-id") or request.query_params.get("after")
        lines = request.query_params.get("lines") == "1"
        screen = _is_screen(request)
        feed = TableFeed(
            table,
            lambda: self._site.viewer(table, guest, screen),
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
        """Return True if no further onlooker may connect; players always may."""
        most = MAX_ONLOOKERS if self._onlookers is None else self._onlookers
        return table.onlookers[address] >= most or table.onlookers.total() >= MAX_ONLOOKERS

    async def newest_table(self, request: Request) -> Response:
        """GET /CODE/now: the newest table as JSON, 204 if the phone has it."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        table.record_contact(self._site.requester(table, guest).phone)
        after = forms.parse_number(request.query_params.get("after"))
        if after >= table.session.seq:
            return Response(status_code=204)
        body = live_updates.update_json(table, self._site.viewer(table, guest, _is_screen(request)), after)
        return Response(body, media_type="application/json", headers={"cache-control": "no-store"})

    async def show_invitation(self, request: Request) -> Response:
        """GET /CODE/invite: a QR code that seats a second phone on a seat of this one, or for the host on any seat."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        who = self._site.requester(table, guest)
        own = board.seats_of(table, who.phone)
        asked = request.query_params.get("seat") or (own[0] if own else "")
        if asked not in own and not (who.host and asked in table.seats):
            raise HTTPException(403)
        since = table.roster.since.get(asked, 0)
        words = tokens.invitation(self._site.table_key(table), table.code, asked, since, time.time())
        address = f"{self._site.address}/{table.code}?seat={asked}&invite={words}"
        voice = board.voice(table, guest.lang)
        return self._site.page(
            request,
            guest,
            "invite.html",
            voice,
            code=table.code,
            seat=asked,
            address=address,
            qr=await self._site.tables.run_in_worker(lambda: qr_svg(address, voice.say("web.invite"))),
            minutes=tokens.MINUTES,
        )

    async def player_statistics(self, request: Request) -> Response:
        """GET /CODE/player?seat=ID: finished games of the player of one of this phone's seats."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        own = board.named_seats(table, self._site.requester(table, guest).phone)
        name = own.get(request.query_params.get("seat", ""))
        if name is None:
            raise HTTPException(403)
        lang = guest.lang or board.voice(table, "").lang
        counted = await self._site.tables.coalesce(
            ("statistics", lang, name),
            lambda: self._site.tables.read(lambda store: results.statistics_values(store, lang, name)),
        )
        path = f"{request.url.path}?{request.url.query}"
        voice = templates.voice(lang)
        return self._site.page(request, guest, "evenings.html", voice, path, code=table.code, player=name, **counted)

    async def qr_code(self, request: Request) -> Response:
        """GET /CODE/qr.svg: the QR code of the table's address."""
        guest = self._site.guest(request)
        table = await self._site.find_table(request, guest)
        return Response(qr_svg(f"{self._site.address}/{table.code}", table.code), media_type="image/svg+xml")


def _is_screen(request: Request) -> bool:
    return request.query_params.get("screen") == "1"
