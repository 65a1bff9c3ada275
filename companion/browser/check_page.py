"""Check: a journal from a file judged as `companion verify` judges it, taken in to be played on, and saved again.

The last file is kept, so that its report has an address of its own: in another language, after a look at a rule. Knows
tables and the store behind them; what comes in is the bytes of strangers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from io import BufferedReader, BytesIO
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from companion.browser import pages as browser_pages
from companion.browser import sheet_page
from companion.content.load import languages, load
from companion.core.errors import JournalError, StoreError
from companion.core.files import LARGEST_ANYWHERE, MIB, MOST_LINES, read_open_lines
from companion.games import get, has_referee
from companion.play.journal.journal import head_code
from companion.play.journal.journal_import import Replaced, take_in
from companion.play.journal.readable_prefix import ReadablePrefix, read_prefix
from companion.play.journal.session import Session
from companion.play.journal.store import Store, Tail
from companion.play.report.verify import verify_report
from companion.web.page import forms, responses, templates
from companion.web.result import results
from companion.web.table import board
from companion.web.table.board import Viewer
from companion.web.table.tables import LiveTable, Tables
from companion.words import report_words
from companion.words.wording import Voice

HOME = "check"  # stands for the code of a table where what is drawn of the file leads to rules
NO_ENTRY = ("damaged", "no_header", "not_entry")  # what the first line of a file is that is no journal at all


class Given(NamedTuple):
    """A file that was brought: its name, its lines, and how far they hold."""

    name: str
    lines: list[str]
    found: ReadablePrefix


class Taken(NamedTuple):
    """The result of an import: the table, how many entries it got, and whether they put it right from one on."""

    code: str
    added: int
    repaired: int | None


class _Replaces(Exception):  # noqa: N818  no error: it waits for a yes
    """A damaged table would be put right; `old` is what would go."""

    def __init__(self, old: Replaced) -> None:
        super().__init__(old.id)
        self.old = old


def routes(tables: Tables) -> list[Route]:
    """The pages below /check, over the tables and their store."""
    check = CheckPage(tables)

    def at(path: str, work: Callable[[Request], Awaitable[Response]], method: str = "GET") -> Route:
        return Route(path, responses.localize_errors(work), methods=[method])

    return [
        at("/check", check.start),
        at("/check", check.bring, "POST"),
        at("/check/report", check.report),
        at("/check/drawn", check.draw_table),
        at("/check/rule/{id}", check.rule),
        at("/check/take", check.take, "POST"),
        at("/check/save/{code}", check.save),
        *sheet_page.routes(),
    ]


class CheckPage:
    """The routes of the check page, and what they share: the tables, and the last file."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.given: Given | None = None

    async def start(self, request: Request) -> Response:
        """Bring a file; save the games that are here."""
        lang = forms.language(request.scope)
        here = await self.tables.read(lambda store: results.session_rows(store, lang))
        large = templates.voice(lang).say("browser.check.large", limit=LARGEST_ANYWHERE // MIB)
        return _page(
            request,
            "check.html",
            templates.voice(lang),
            sheets=sheet_page.with_sheets(lang),
            tables=here,
            largest=LARGEST_ANYWHERE,
            large=large,
        )

    async def bring(self, request: Request) -> Response:
        """The bytes of a file; checked at once. Raises StoreError for what can be no journal."""
        name = request.query_params.get("name", "")[:200]
        data = await _body(request, name)
        lines = read_open_lines(BufferedReader(BytesIO(data)), len(data), name)
        self.given = await self.tables.run_in_worker(lambda: Given(name, lines, _judge(lines)))
        return Response(status_code=204)

    async def report(self, request: Request) -> Response:
        """Return the findings of the check."""
        given = self.given
        if given is None:
            return RedirectResponse("/check", 303)
        voice = _voice(given, request)
        asked = request.query_params.get("head", "").strip()
        replay, damage = given.found
        values: dict[str, Any] = {"file": given.name, "asked": asked, "code": HOME}
        if replay is None or damage is not None:
            return _page(request, "check_bad.html", voice, **values, **_bad(given, voice))
        table = _table(given)
        report = await self.tables.run_in_worker(lambda: verify_report(replay))
        over = replay.game.rules.outcome(replay.state)
        return _page(
            request,
            "check_report.html",
            voice,
            **values,
            title=_title(given, voice),
            at=replay.entries[0].at,
            names=[templates.name_of(voice, "seat", seat) for seat in replay.seats],
            verdict=report_words.verdict_text(report, voice),
            report=results.report_values(report, voice),
            more=[*report_words.sealed_lines(report, voice), *report_words.unknown_lines(report, voice)],
            compared=results.head_text(replay.entries, asked, voice) if asked else "",
            head=replay.entries[-1].hash,
            over=over,
            ending=results.ending_text(table, voice),
            result=board.score_rows(table, voice) if over else [],
        )

    async def draw_table(self, request: Request) -> Response:
        """The table as the file leaves it, or as it stood before the first bad entry."""
        given = self.given
        if given is None or given.found.replay is None:
            return RedirectResponse("/check", 303)
        voice, table = _voice(given, request), _table(given)
        context = board.context(table, Viewer(voice.lang, "", False))
        shown = await self.tables.run_in_worker(
            lambda: templates.draw_table(table.game.id, voice, "/check/drawn", context)
        )
        sprite = templates.used_sprite(table.game.id, shown)
        return _page(request, "check_drawn.html", voice, title=_title(given, voice), sprite=sprite, shown=shown)

    async def rule(self, request: Request) -> Response:
        """One rule in our words, of the game of the file."""
        given = self.given
        if given is None:
            return RedirectResponse("/check", 303)
        voice = _voice(given, request)
        try:
            rule = results.rule_values(voice, request.path_params["id"])
        except KeyError:
            raise HTTPException(404) from None
        return _page(request, "check_rule.html", voice, rule=rule, line=0)

    async def take(self, request: Request) -> Response:
        """Take the file in, or what stands before its first bad entry, to play on here. A damaged table is put right
        only by who said so.
        """
        given = self.given
        if given is None:
            return RedirectResponse("/check", 303)
        voice = _voice(given, request)
        asked = await request.body()
        lines = given.found.lines if asked == b"part=before" else given.lines
        try:
            taken = await self._take_file(lines, asked == b"repair=1")
        except _Replaces as asks:
            values = {"code": asks.old.id, "seq": asks.old.seq, "number": len(asks.old.lines)}
            return _page(request, "check_repair.html", voice, 409, **values)
        except (StoreError, JournalError) as error:
            error.values.setdefault("path", given.name)  # it knows the table, not the file
            code = str(error.values.get("id", ""))
            return _page(request, "check_refused.html", voice, 409, why=voice.error_text(error), code=code)
        tail = await self.tables.read(lambda store: store.since(taken.code))
        over = given.found.replay is not None and given.found.replay.ended
        return _page(request, "check_taken.html", voice, **taken._asdict(), no_seed=not tail.secret and not over)

    async def _take_file(self, lines: list[str], agreed: bool) -> Taken:
        repaired: list[int] = []

        def keep(old: Replaced) -> None:
            if not agreed:
                raise _Replaces(old)
            repaired.append(old.seq)

        code, added = await self.tables.read(lambda store: take_in(store, lines, get, load, keep))
        table = self.tables.find_loaded(code)
        if table is not None:
            async with table.lock:
                with suppress(StoreError):  # it was repaired: who asks for it next reads it anew
                    await self.tables.catch_up(table)
        return Taken(code, added, repaired[0] if repaired else None)

    async def save(self, request: Request) -> Response:
        """The journal of a table here as a file, as its lines stand."""
        code = request.path_params["code"]
        if not forms.is_code(code):
            raise HTTPException(404)
        tail = await self.tables.read(partial(_lines, code))
        data = "".join(f"{line}\n" for line in tail.lines).encode("utf-8", "surrogateescape")
        headers = {
            "content-disposition": f'attachment; filename="{file_name(tail)}"',
            "cache-control": "no-store",
        }
        return Response(data, headers=headers, media_type="application/jsonl")


def file_name(tail: Tail) -> str:
    """Return the name for the file of a table's journal."""
    game, _ = report_words.claimed_header(tail.lines)
    return f"companion-{game}-{tail.id}.jsonl" if has_referee(game) else f"companion-{tail.id}.jsonl"


def _lines(code: str, store: Store) -> Tail:
    tail = store.since(code)
    if tail.id != code:
        raise StoreError("session_none", id=code)
    return tail


async def _body(request: Request, name: str) -> bytes:
    """All that was sent, read no further than LARGEST_ANYWHERE. Raises StoreError."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > LARGEST_ANYWHERE:
            raise StoreError("file_large", path=name, limit=LARGEST_ANYWHERE // MIB, lines=MOST_LINES)
    return bytes(data)


def _judge(lines: Sequence[str]) -> ReadablePrefix:
    return read_prefix(lines, get, load) if any(lines) else ReadablePrefix(None, JournalError(0, "empty"))


def _voice(given: Given, request: Request) -> Voice:
    """The words for the table of a file, in the reader's language, else in the table's own."""
    game, own = report_words.claimed_header(given.lines)
    lang = forms.language(request.scope) or (own if own in languages() else "en")
    replay = given.found.replay
    if replay is not None:
        return Voice(lang, replay.content, replay.named_seats)
    return templates.voice(lang, game if has_referee(game) else "")


def _title(given: Given, voice: Voice) -> str:
    assert given.found.replay is not None
    title: str = given.found.replay.content.info["title"][voice.lang]
    return title


def _table(given: Given) -> LiveTable:
    """The table of the file, in no store."""
    assert given.found.replay is not None
    return LiveTable(Session(HOME, given.found.replay, b"", None))


def _bad(given: Given, voice: Voice) -> dict[str, Any]:
    """What is said of a journal that does not hold: where, why, and what stands before that."""
    replay, damage = given.found
    assert damage is not None
    foreign = replay is None and damage.code in NO_ENTRY and not given.lines[0].startswith('{"args":')
    said = voice.say("browser.check.not_journal", name=given.name, save=voice.say("web.export"))
    return {
        "verdict": said
        if foreign
        else voice.say("verify.bad", seq=damage.seq)
        if damage.is_damage
        else voice.reason(damage),
        "why": voice.reason(damage) if damage.is_damage and not foreign else "",
        "before": 0 if replay is None else len(replay.entries),
        "head": "" if replay is None else head_code(replay.entries[-1].hash),
        "goes_on": replay is not None and damage.is_damage and not replay.ended and not replay.end_is_due(),
    }


def _page(request: Request, name: str, voice: Voice, status: int = 200, /, **values: Any) -> Response:
    path = request.url.path if request.method == "GET" else "/check/report"
    return responses.html_response(request, browser_pages.render(name, voice, path, **values), status)
