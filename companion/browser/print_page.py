"""The page of printing: a print job filled in as a form, its faces as pictures, its PDFs; content of the user's own.

    GET    /print                          what can be printed
    GET    /print/GAME                     the form of a game; `own` is what the user has dropped
    GET    /print/GAME/faces               the faces of a form, not yet drawn; /print/GAME/face/N draws one
    POST   /print/GAME                     makes the PDFs; GET /print/made/NAME gives one of the last print
    PUT    /print/own/FOLDER/FILE          takes in a file of the user's own; DELETE /print/own clears all
    GET    /print/reading, POST /print/test    the user's printer: two readings as a correction, and the sheet to read

The same job and the same press as `companion print`, so the same bytes. Nothing is written but the user's own files.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from companion.browser import pages as browser_pages
from companion.browser import print_form
from companion.browser.own_files import FOLDERS, LARGEST_FILE, SUFFIXES, OwnFiles
from companion.browser.print_form import Control
from companion.content.load import load
from companion.core import resources
from companion.core.errors import CompanionError, LocalizedError, WrongCall
from companion.core.files import MIB
from companion.core.visible import show_hidden
from companion.faces import palette
from companion.gallery.faces import Fault, Sides, list_sides
from companion.games import playable_games
from companion.press.printer_test import calibration_sheet
from companion.press.printers import check_profile
from companion.press.printing import made_files
from companion.press.shop import check_choice, print_kinds
from companion.press.stock import WrittenFile
from companion.sheets import calibration
from companion.web.page import forms, responses, templates
from companion.words.wording import Voice

OWN = "own"  # stands for the game where the user's own is meant
MOST_FIELDS = 64
LARGEST_FORM = 65_536  # bytes
FRESH = {"cache-control": "no-store"}
Progress = Callable[[str, int, int], object]  # stage, done, of
Answer = Callable[[Request], Awaitable[Response]]


def routes(progress: Progress | None, folder: Path) -> list[Route]:
    """The pages below /print. progress: told of long work as it goes on; folder: where files of the user's own lie."""
    page = PrintPage(OwnFiles(folder / OWN), progress)

    def at(path: str, work: Answer, method: str = "GET") -> Route:
        return Route(path, responses.localize_errors(_answer_script(work)), methods=[method])

    return [
        at("/print", page.start),
        at("/print/own", page.clear, "DELETE"),
        at("/print/own/{path:path}", page.put, "PUT"),
        at("/print/made/{name}", page.pdf),
        at("/print/reading", page.test_sheet_reading),
        at("/print/test", page.test, "POST"),
        at("/print/{game}", page.form),
        at("/print/{game}", page.print, "POST"),
        at("/print/{game}/faces", page.faces),
        at("/print/{game}/face/{number:int}", page.face),
    ]


def _answer_script(work: Answer) -> Answer:
    """The same; what a script asked for is refused in JSON: sentences, and where a file is to blame its line."""

    async def answer(request: Request) -> Response:
        try:
            return await work(request)
        except CompanionError as error:
            if isinstance(error, LocalizedError) and not forms.wants_json(request.scope):
                raise
            return JSONResponse({"ok": False, "error": sentence(error, _voice(request))}, 400, FRESH)

    return answer


def sentence(error: CompanionError, voice: Voice) -> str:
    """An error in words: in the reader's language as far as players meet it."""
    return voice.error_text(error) if isinstance(error, LocalizedError) else show_hidden(str(error))


class PrintPage:
    """The state behind the page: the user's own files, the faces shown last, the files printed last."""

    def __init__(self, own: OwnFiles, progress: Progress | None) -> None:
        self.own, self.progress = own, progress
        self._shown: tuple[object, Sides] | None = None
        self._made: dict[str, bytes] = {}

    # ------------------------------------------------------------------ what can be printed

    async def start(self, request: Request) -> Response:
        """Every game with a picture of what it prints, and the way to content of one's own; or the game asked for."""
        if (asked := request.query_params.get("game")) in playable_games():
            return RedirectResponse(f"/print/{asked}", 303)
        voice = _voice(request)
        games = [
            {
                "id": game,
                "title": content.info["title"][voice.lang],
                "kinds": ", ".join(voice.say(f"print.kind_{kind}") for kind in print_kinds(content)),
                "picture": f"/print/{game}/face/0?kind={print_kinds(content)[0]}",
            }
            for game in playable_games()
            if (content := load(game))
        ]
        with self.own.read():
            own = self.own.games()
        return self._page(request, "print.html", voice, games=games, own=own, suffixes=SUFFIXES, folders=FOLDERS)

    async def form(self, request: Request) -> Response:
        """The form of one game, or the faults of the user's own content."""
        voice, slot = _voice(request), str(request.path_params["game"])
        with self._game(request) as game:
            if game is None:
                return RedirectResponse("/print", 303)
            title, first, rare = game, list[Control](), list[Control]()
            with suppress(CompanionError):  # the faces say what is wrong, and where
                content = load(game)
                spoken, own = Voice(voice.lang, content), templates.language_names()
                rare = print_form.controls(print_form.RARE, content, spoken, own)
                first = print_form.controls(print_form.FIRST, content, spoken, own)
                title = content.info["title"].get(voice.lang) or content.info["title"][content.languages[0]]
        return self._page(
            request,
            "print_game.html",
            voice,
            slot=slot,
            title=title,
            first=first,
            rare=rare,
            backs=print_form.backs(voice),
            games=self.own.games() if slot == OWN else (),
            game=game,
        )

    # ------------------------------------------------------------------ faces

    async def faces(self, request: Request) -> Response:
        """The faces that a form would print: id, name, side, size, and how many; and faults that are of no face."""
        found, voice = self._sides(request), _voice(request)
        with self._game(request):
            sizes = [side.size for side in found.sides]
        document = {
            "ok": True,
            "says": voice.say("browser.print.pieces", n=sum(side.side == "front" for side in found.sides)),
            "faults": _faults(found.faults),
            "faces": [
                {"id": side.id, "name": show_hidden(side.name), "side": voice.say(f"gallery.{side.side}"), "size": size}
                for side, size in zip(found.sides, sizes, strict=True)
            ],
        }
        return JSONResponse(document, headers=FRESH)

    async def face(self, request: Request) -> Response:
        """One of them as SVG, or what is wrong with it."""
        sides, number = self._sides(request).sides, request.path_params["number"]
        if number >= len(sides):
            raise HTTPException(404)
        with self._game(request):
            ink = check_choice("no_ink", request.query_params.get("ink", palette.FULL), palette.inks())
            shown = sides[number].draw_side(palette.inks()[ink])
        if shown.faults:
            return JSONResponse({"ok": False, "faults": _faults(shown.faults)}, 422, FRESH)
        return Response(shown.drawing, headers=FRESH, media_type="image/svg+xml")

    def _sides(self, request: Request) -> Sides:
        """The faces of a form; those of the same form are listed once. Raises WrongCall."""
        given, voice = _form_fields(request.url.query), _voice(request)
        with self._game(request) as game:
            if game is None:
                raise HTTPException(404)
            job = print_form.job(game, given, voice)
            asked = (game, job.kind, job.lang, job.only, job.trim, job.variant)
            key = (request.path_params["game"], self.own.version, asked)
            if self._shown is None or self._shown[0] != key:
                self._shown = key, list_sides(*asked, usual=True)
            return self._shown[1]

    # ------------------------------------------------------------------ print

    async def print(self, request: Request) -> Response:
        """Make the PDFs of a form and keep them until the next print."""
        given, voice = _form_fields(await _body(request, LARGEST_FORM)), _voice(request)
        self._made = {}
        with self._game(request) as game:
            if game is None:
                raise HTTPException(404)
            job = print_form.job(game, given, voice)
            made = list(made_files(job, self.progress))
        return self._files(made, voice)

    async def test(self, request: Request) -> Response:
        """The sheet that measures a printer."""
        given, voice = _form_fields(await _body(request, LARGEST_FORM)), _voice(request)
        flip = given.get("duplex", "")
        name, data = calibration_sheet(given.get("paper", "a4"), flip if flip == "short" else "long", voice.lang)
        return self._files([(WrittenFile(Path(name)), data)], voice)

    def _files(self, made: Sequence[tuple[WrittenFile, bytes]], voice: Voice) -> Response:
        self._made = {one.path.name: data for one, data in made}
        rows = [
            {"name": one.path.name, "address": f"/print/made/{one.path.name}", "says": _size(one, len(data), voice)}
            for one, data in made
        ]
        return JSONResponse({"ok": True, "files": rows}, headers=FRESH)

    async def pdf(self, request: Request) -> Response:
        """A file of the last print."""
        name = request.path_params["name"]
        if name not in self._made:
            raise HTTPException(404)
        headers = {**FRESH, "content-disposition": f"inline; filename*=utf-8''{name}"}
        return Response(self._made[name], headers=headers, media_type="application/pdf")

    async def test_sheet_reading(self, request: Request) -> Response:
        """Return the correction of backs from the two readings of the test sheet."""
        left, right = (calibration.parse_reading(request.query_params.get(side, "")) for side in ("left", "right"))
        needed = calibration.correction_of_readings(left, right)
        found = check_profile("page", needed.x, needed.y, needed.angle, "long")
        return JSONResponse({"ok": True, "x": found.x, "y": found.y, "angle": found.angle}, headers=FRESH)

    # ------------------------------------------------------------------ the user's own

    async def put(self, request: Request) -> Response:
        """Take in one file."""
        body = await _body(request, LARGEST_FILE)
        self.own.put(request.path_params["path"], body, _voice(request).lang)
        return JSONResponse({"ok": True}, headers=FRESH)

    async def clear(self, request: Request) -> Response:
        """Take all of them away, and what was made of them."""
        self.own.clear()
        self._shown, self._made = None, {}
        return JSONResponse({"ok": True}, headers=FRESH)

    # ------------------------------------------------------------------ what requests say

    @contextmanager
    def _game(self, request: Request) -> Iterator[str | None]:
        """The game that is asked for, and its files before all others; None if the user has dropped none."""
        slot = str(request.path_params["game"])
        if slot != OWN:
            if slot not in playable_games():
                raise HTTPException(404)
            with resources.using_folder(resources.plugin_root(slot)):
                yield slot
            return
        with self.own.read():
            games = self.own.games()
            asked = request.query_params.get("game", "")
            yield asked if asked in games else games[0] if games else None

    def _page(self, request: Request, name: str, voice: Voice, **values: Any) -> Response:
        query = urlencode([(key, value) for key, value in request.query_params.items() if key == "game"])
        path = f"{request.url.path}?{query}" if query else request.url.path
        return responses.html_response(request, browser_pages.render(name, voice, path, coded=_with_code, **values))


def _voice(request: Request) -> Voice:
    return templates.voice(forms.language(request.scope))


def _with_code(text: str) -> Markup:
    """A text with what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _faults(faults: tuple[Fault, ...]) -> list[dict[str, str]]:
    return [{"at": fault.at, "says": fault.says} for fault in faults]


def _size(one: WrittenFile, length: int, voice: Voice) -> str:
    """`3 sheets, 12 pieces, 0.4 MB`."""
    parts = [f"{voice.texts.number(round(length / MIB, 2) or 0.01)} MB"]
    if one.file:
        parts = [
            voice.say("print.guide_sheets", n=one.file.sheets),
            voice.say("print.guide_pieces", n=one.file.count),
            *parts,
        ]
    return ", ".join(parts)


async def _body(request: Request, most: int) -> bytes:
    """The body of a request. Raises WrongCall for one that is too large."""
    out = bytearray()
    async for part in request.stream():
        out += part
        if len(out) > most:
            raise WrongCall("body_large", most=most // 1024)
    return bytes(out)


def _form_fields(form: bytes | str) -> Mapping[str, str]:
    """The fields of a form; of one that comes twice (a box and what it says unchecked) the last. Raises WrongCall."""
    try:
        text = form.decode() if isinstance(form, bytes) else form
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise WrongCall("form_unreadable") from None
    return {name: value for name, value in pairs if name != "game"}
