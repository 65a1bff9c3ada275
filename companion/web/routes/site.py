"""Shared parts of all routes: the sender of a request, its table, the response as a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from companion.core.errors import StoreError
from companion.play.journal.roster import HOST
from companion.web.page import forms, qr, responses, templates
from companion.web.server import tokens
from companion.web.table.board import Viewer
from companion.web.table.seat_requests import HomeAddress
from companion.web.table.table_actions import Requester
from companion.web.table.tables import LiveTable, Tables
from companion.words.wording import Voice

COOKIE, OWNER, EYES = "companion", "owner", "eyes"  # names of cookies, without the port


class Guest(NamedTuple):
    """The sender of a request.

    token: of the phone.
    new: the token was made for this request.
    owner: the phone brought the owner's cookie.
    lang: language of its pages, empty for the default.
    eyes: `CODE.SEAT`, the seat that it looks through at a table; empty where it chose none.
    """

    token: str
    new: bool
    owner: bool
    lang: str
    eyes: str


class Site:
    """One tracker as its routes use it; see app.create_app.

    tables: every table by its code.
    key: secret of the owner's cookie.
    address: of the start page, without a slash at the end.
    on_table: called with the code of a table that the owner began.
    admits: returns True once for a valid code of the owner's link.
    homes: addresses of the tracker so far, the last one today's.
    on_ask: called with code, name and number when a phone asks for a seat.
    numbers: addresses in the network by number, for phones that find no names, without a slash at the end.
    """

    def __init__(
        self,
        tables: Tables,
        key: str,
        address: str,
        on_table: Callable[[str], None] | None,
        admits: Callable[[str], bool],
        homes: Sequence[HomeAddress] = (),
        on_ask: Callable[[str, str, int], None] | None = None,
        numbers: Sequence[str] = (),
    ) -> None:
        self.tables, self.key, self.address = tables, key, address
        self.on_table, self.admits = on_table, admits
        self.homes, self.on_ask, self.numbers = homes, on_ask, numbers

    def other_numbers(self, code: str) -> list[str]:
        """Return the addresses of a table by number, but for the one that is shown to all."""
        return [f"{number}/{code}" for number in self.numbers if number != self.address]

    def guest(self, request: Request) -> Guest:
        """Read the sender from the cookies of a request."""
        cookies = forms.cookies(forms.header(request.scope, b"cookie"))
        token, new = tokens.read_token(cookies.get(forms.cookie_name(request.scope, COOKIE)))
        owner = tokens.is_same_secret(cookies.get(forms.cookie_name(request.scope, OWNER), ""), self.key)
        eyes = cookies.get(forms.cookie_name(request.scope, EYES), "")
        return Guest(token, new, owner, forms.language(request.scope), eyes)

    def requester(self, table: LiveTable, guest: Guest) -> Requester:
        """Return the key of the phone at this table, and if it is the host's."""
        phone = tokens.phone_key(guest.token, table.session.replay.entries[0].hash)
        return Requester(phone, guest.owner or phone in table.roster.phones.get(HOST, ()))

    def viewer(self, table: LiveTable, guest: Guest, screen: bool = False) -> Viewer:
        """Return the reader of a page. screen: of the shared screen, which shows the view of onlookers."""
        if screen:
            return Viewer(guest.lang, "", False, screen=True)
        who = self.requester(table, guest)
        code, _, eyes = guest.eyes.partition(".")
        return Viewer(guest.lang, who.phone, who.host, eyes=eyes if code == table.code else "")

    def table_key(self, table: LiveTable) -> bytes:
        """Return the secret that signs invitations to this table."""
        return table.session.key(self.key)

    async def find_table(self, request: Request, guest: Guest) -> LiveTable:
        """Return the table of the code in the address. Raises HTTPException, StoreError, JournalError."""
        code, guard = request.path_params["code"], request.scope["guard"]
        if not forms.is_code(code):
            raise HTTPException(404)
        table = self.tables.find_loaded(code)
        wait = guard.seconds_until_guess(request.scope)
        if wait and not (table and table.roster.seats_of(self.requester(table, guest).phone)):
            raise HTTPException(429, headers={"retry-after": str(ceil(wait))})
        try:
            table = table or await self.tables.find(code)
        except StoreError as error:
            if error.code == "session_none":
                guard.count_guess(request.scope)
            raise
        if "set_player" in request.scope:
            plays = guest.owner or table.roster.seats_of(self.requester(table, guest).phone)
            request.scope["set_player"](guest.token if plays else "")
        return table

    def page(
        self, request: Request, guest: Guest, name: str, voice: Voice, path: str = "", status: int = 200, **values: Any
    ) -> Response:
        """Render a template as the response. path: target of language links, by default the own address."""
        page = templates.render(name, voice, path or request.url.path, **{"alone": self.tables.alone, **values})
        return self.keep_token(request, guest, responses.html_response(request, page, status))

    def keep_token(self, request: Request, guest: Guest, answer: Response) -> Response:
        """Add the cookie with the phone's token to a response if the phone brought none."""
        if guest.new:
            responses.set_cookie(answer, request, forms.cookie_name(request.scope, COOKIE), guest.token)
        return answer


@lru_cache(maxsize=256)
def qr_svg(address: str, label: str) -> Markup:
    """The QR code of an address as an `<svg>` element, for pages."""
    return Markup(qr.draw_svg(address, label))
