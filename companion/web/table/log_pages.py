"""Pages of the log: each entry is put into words once, whole pages are cached until the next entry.

`select_page` runs on the event loop and takes only entries and states; `render_page` is slow and runs in one thread
(Tables.run_in_worker), so many readers wait for one rendering. Knows tables, no request.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from markupsafe import Markup

from companion.play.journal import journal, log
from companion.web.page import responses, templates
from companion.web.server.lru_cache import LruCache
from companion.web.table import board
from companion.web.table.board import Viewer
from companion.web.table.tables import LiveTable
from companion.words.wording import Voice

ENTRIES_PER_PAGE = 100  # of a page
MAX_LINES = 500  # of the journal that a phone is sent at once


class LogPage(NamedTuple):
    """The entries of a page.

    first, last: their numbers.
    newest: number of the newest entry.
    eyes: seat that sees hidden things.
    """

    table: LiveTable
    words: Voice
    eyes: str | None
    steps: tuple[log.LogStep, ...]
    newest: int
    head: str
    open: bool

    @property
    def key(self) -> Hashable:
        """The cache key: pages with equal keys are equal."""
        return self.table.code, self.head, self.words.lang, self.eyes, self.last_seq

    @property
    def first_seq(self) -> int:
        """The number of the first entry of the page."""
        return self.steps[0].entry.seq if self.steps else 0

    @property
    def last_seq(self) -> int:
        """The number of the last entry of the page."""
        return self.steps[-1].entry.seq if self.steps else 0


def select_page(table: LiveTable, viewer: Viewer, before: int) -> LogPage:
    """Return the page that ends before entry `before`; the newest if there is no such page."""
    replay, newest = table.session.replay, table.session.seq
    last = before - 1 if 1 < before <= newest else newest
    eyes = board.viewing_seat(table, viewer) if table.game.rules.secret else None
    steps = tuple(log.log_steps(replay, last - ENTRIES_PER_PAGE + 1, last))
    head = replay.entries[-1].hash
    return LogPage(table, board.voice(table, viewer.lang), eyes, steps, newest, head, board.is_journal_open(table))


def entry_url(table: LiveTable, seq: int) -> str:
    """Return the address of an entry in the middle of its page; the end of the log if there is no such entry."""
    newest = table.session.seq
    if not 1 <= seq <= newest:
        return f"/{table.code}/log"
    before = seq + ENTRIES_PER_PAGE // 2 + 1
    page = "" if before > newest else f"?before={max(before, 2)}"
    return f"/{table.code}/log{page}#e{seq}"


_rows: LruCache[Markup] = LruCache(20_000)
_pages: LruCache[responses.Page] = LruCache(128)


def render_page(cut: LogPage) -> responses.Page:
    """Return the page, ready to be sent."""
    return _pages.get(cut.key, lambda: responses.make_page(_render(cut)))


def _render(cut: LogPage) -> str:
    later = cut.last_seq + 1 + ENTRIES_PER_PAGE
    address = f"/{cut.table.code}/log"
    return templates.render(
        "log.html",
        cut.words,
        address if cut.last_seq == cut.newest else f"{address}?before={cut.last_seq + 1}",
        code=cut.table.code,
        rows=Markup().join(_render_row(cut, step) for step in cut.steps),
        first=cut.first_seq,
        last=cut.last_seq,
        newest=cut.newest,
        earlier=f"{address}?before={cut.first_seq}" if cut.first_seq > 1 else "",
        later=f"{address if later > cut.newest else f'{address}?before={later}'}#begin"
        if cut.last_seq < cut.newest
        else "",
        code_now=journal.head_code(cut.head),
        open=cut.open,
        alone=cut.table.alone,
        script_words=templates.script_words(cut.words.lang),
    )


def _render_row(cut: LogPage, step: log.LogStep) -> Markup:
    """Return the list items of one entry, an item an effect."""

    def render() -> Markup:
        rows = board.log_rows(step, cut.table.visible_events(step, cut.eyes), cut.words)
        return Markup(templates.render("log_rows.html", cut.words, "", code=cut.table.code, rows=rows))

    names = tuple(cut.words.names.values())
    return _rows.get((cut.table.code, step.entry.hash, cut.words.lang, names, cut.eyes, step.replay.opened), render)
