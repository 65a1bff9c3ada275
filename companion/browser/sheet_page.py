"""Check final sheets that were filled in by hand: a form of what each game's sheets say, judged as `companion verify
--sheet` judges a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.browser import pages as browser_pages
from companion.content.load import load
from companion.core.errors import WrongCall
from companion.core.messages import Phrase, Ref
from companion.games import get, has_referee, playable_games
from companion.play.game import sheet_form
from companion.play.game.game import SheetReport
from companion.play.game.sheet_form import FormField
from companion.web.page import forms, responses, templates
from companion.words import report_words
from companion.words.wording import Voice

LARGEST = 100_000  # bytes of a form
MOST_FIELDS = 1_000


def routes() -> list[Route]:
    """The forms, one a game that has sheets: /check/sheet?game=ID."""
    return [Route("/check/sheet", responses.localize_errors(page), methods=["GET", "POST"])]


def with_sheets(lang: str) -> list[dict[str, str]]:
    """The games that have sheets to fill in."""
    with_form = [id for id in playable_games() if get(id).show.sheets.form(load(id))]
    return [{"game": id, "title": load(id).info["title"][lang or "en"]} for id in with_form]


async def page(request: Request) -> Response:
    """The form, and what the rules say of what it was filled in with. Raises WrongCall, HTTPException."""
    game = request.query_params.get("game", "")
    fields = get(game).show.sheets.form(load(game)) if has_referee(game) else ()
    if not fields:
        raise HTTPException(404)
    content, lang = load(game), forms.language(request.scope) or "en"
    asked = request.method == "POST"
    given = await _form_fields(request) if asked else {}
    found = _judge(game, fields, given, lang) if asked else {}
    words = templates.voice(lang, game)

    def said(label: Ref | Phrase) -> str:
        return words.value_text(label) if isinstance(label, Ref) else words.say(label.key, **label.values)

    html = browser_pages.render(
        "check_sheet.html",
        words,
        f"/check/sheet?game={game}",
        title=content.info["title"][words.lang],
        game=game,
        fields=fields,
        players=content.info["seats_max"],
        on_paper=bool(get(game).show.sheets.paper_forms(content)),
        given=given,
        asked=asked,
        said=said,
        **{"good": None, "faults": [], "table": [], "result": [], **found},
    )
    return responses.html_response(request, html)


def _judge(game: str, fields: tuple[FormField, ...], given: Mapping[str, str], lang: str) -> dict[str, Any]:
    """The table and who won, or every fault."""
    referee, content = get(game), load(game)
    seat = content.info["seat_kind"]
    data = sheet_form.read(fields, seat, content.info["seats_max"], given)
    try:
        found = referee.show.sheets.check(content, data)
    except WrongCall as error:
        return {"good": False, "faults": [Voice(lang, content).error_text(error)]}
    if not isinstance(found, SheetReport):
        words = Voice(lang, content, report_words.named_seats(data, seat))
        return {"good": False, "faults": [words.refusal_text(fault) for fault in found]}
    words = Voice(lang, content, found.header["seats"])
    table = [] if found.state is None else referee.show.render_text(found.state, words.say)
    return {"good": True, "table": table, "result": [words.event_text(event) for event in found.told]}


async def _form_fields(request: Request) -> dict[str, str]:
    """What was filled in, by name. Raises WrongCall."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > LARGEST:
            raise WrongCall("form_unreadable")
    try:
        return dict(parse_qsl(data.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS))
    except ValueError:
        raise WrongCall("form_unreadable") from None
