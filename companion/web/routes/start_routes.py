"""Routes of the start page: enter a code; for the owner a list of tables, a new table, statistics."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.games import has_referee
from companion.web.page import forms, new_table_form, responses, templates
from companion.web.result import results
from companion.web.routes.site import OWNER, Guest, Site


async def start_page(
    site: Site,
    request: Request,
    guest: Guest,
    fault: WrongCall | Refusal | None = None,
    typed: dict[str, str] | None = None,
) -> Response:
    """Render the start page. fault: the error of the form just sent. typed: its fields, which are shown again."""
    voice = templates.voice(guest.lang)
    tables, known = (
        await site.tables.read(lambda store: results.start_lists(store, guest.lang)) if guest.owner else ([], [])
    )
    game = (typed or {}).get("game", "")
    error = None if fault is None else results.fault_text(fault, guest.lang, game if has_referee(game) else None)
    return site.page(
        request,
        guest,
        "start.html",
        voice,
        "/",
        200 if fault is None else 422,
        owner=guest.owner,
        tables=tables,
        known=known,
        games=templates.game_choices(guest.lang) if guest.owner else [],
        error=error,
        typed=typed or {},
    )


class StartRoutes:
    """Routes of the start page."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def show_start(self, request: Request) -> Response:
        """GET /: a field for a code; for the owner also the list of tables and the form of a new one."""
        given = request.query_params
        guest = self._site.guest(request)
        if "owner" in given:
            return self._admit_owner(request, guest, given["owner"])
        if "code" in given:
            code = "".join(given["code"].split()).lower()
            if forms.is_code(code):
                return RedirectResponse(f"/{code}", 303)
            return await start_page(self._site, request, guest, WrongCall("code_letters"), dict(given))
        return await start_page(self._site, request, guest)

    async def create_table(self, request: Request) -> Response:
        """POST /new: create a table, for the owner."""
        guest, fields = self._site.guest(request), dict(await forms.read_fields(request))
        if not guest.owner:
            raise HTTPException(403)
        lang = guest.lang or "en"
        try:
            asked = new_table_form.read_form(fields, lang)
        except WrongCall as error:
            return await start_page(self._site, request, guest, error, fields)
        begun = (
            asked.header
            if isinstance(asked.header, Refusal)
            else await self._site.tables.create(asked.game, {**asked.header, "lang": lang}, asked.bots)
        )
        if isinstance(begun, Refusal):
            return await start_page(self._site, request, guest, begun, fields)
        if self._site.on_table is not None:
            self._site.on_table(begun.code)
        return RedirectResponse(f"/{begun.code}", 303)

    async def show_statistics(self, request: Request) -> Response:
        """GET /evenings: statistics over all tables, for the owner."""
        guest = self._site.guest(request)
        if not guest.owner:
            raise HTTPException(403)
        lang = guest.lang
        counted = await self._site.tables.coalesce(
            ("statistics", lang), lambda: self._site.tables.read(lambda store: results.statistics_values(store, lang))
        )
        return self._site.page(request, guest, "evenings.html", templates.voice(lang), player="", **counted)

    async def all_plays(self, request: Request) -> Response:
        """GET /evenings/plays.csv: the finished games of all tables as CSV, for the owner."""
        guest = self._site.guest(request)
        if not guest.owner:
            raise HTTPException(403)
        text = await self._site.tables.read(lambda store: results.plays_csv(store, guest.lang))
        return responses.attachment(text, "companion-plays.csv", "text/csv")

    def _admit_owner(self, request: Request, guest: Guest, code: str) -> Response:
        """Set the owner's cookie in exchange for the one-time code of the link in the terminal."""
        if guest.owner:
            return RedirectResponse("/", 303)
        if forms.is_prefetch(request.scope):  # a browser asks again when somebody opens the link
            return Response(status_code=503, headers={"cache-control": "no-store"})
        if not self._site.admits(code):
            request.scope["guard"].count_guess(request.scope)
            return responses.forbidden_response(request, "web.error.owner")
        answer = RedirectResponse("/", 303, {"cache-control": "no-store"})
        responses.set_cookie(answer, request, forms.cookie_name(request.scope, OWNER), self._site.key)
        return answer
