"""The table after one entry of its journal: to look at, to print, to go back to.

Everybody sees what onlookers saw. Knows a table; no request.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from markupsafe import Markup

from companion.core.messages import Ref
from companion.play.journal import log
from companion.play.journal.replay import Replay
from companion.play.journal.session import Session
from companion.web.page import responses, templates
from companion.web.server.lru_cache import LruCache
from companion.web.table import board, log_pages
from companion.web.table.board import LogRow, Viewer
from companion.web.table.steps_back import way_back
from companion.web.table.tables import LiveTable, Tables
from companion.words.wording import Voice


class DrawnTable(NamedTuple):
    """The table as onlookers saw it, with a sentence on whose turn it was."""

    turn: str
    shown: Markup


_drawings: LruCache[DrawnTable] = LruCache(32)


async def make_page(tables: Tables, table: LiveTable, viewer: Viewer, after: int) -> responses.Page:
    """Return the page of the table after entry `after`; after the newest if there is no such entry."""
    replay, newest = table.session.replay, table.session.seq
    seq = after if 0 < after <= newest else newest
    words = board.voice(table, viewer.lang)
    eyes = board.viewing_seat(table, viewer) if table.game.rules.secret else None
    over = seq == newest and table.game.rules.outcome(replay.state) is not None
    back = way_back(table, bool(viewer.host or board.seats_of(table, viewer.phone)), seq)
    values: dict[str, Any] = {
        "title": replay.content.info["title"][words.lang],
        "code": table.code,
        "alone": table.alone,
        "seq": newest,
        "line": seq,
        "over": over,
        "home": f"/{table.code}/result" if over else log_pages.entry_url(table, seq),
        "back": back,
    }
    path = f"/{table.code}/drawn?after={seq}"

    def rows_of(seqs: Iterable[int]) -> list[LogRow]:
        steps = [step for one in seqs for step in log.log_steps(replay, one, one)]
        return [row for step in steps for row in board.log_rows(step, table.visible_events(step, eyes), words)]

    def render() -> responses.Page:
        rows = rows_of([seq])
        taken = rows_of(step.seq for step in replay.steps if step.seq > back.to) if back else []
        key = (table.code, replay.entries[seq].hash, words.lang)
        drawing = _drawings.get(key, lambda: _draw_table(table, words, seq))
        sprite = templates.used_sprite(table.game.id, drawing.shown)
        return responses.make_page(
            templates.render(
                "drawn.html", words, path, rows=rows, taken=taken, sprite=sprite, **drawing._asdict(), **values
            )
        )

    return await tables.run_in_worker(render)


def _draw_table(table: LiveTable, words: Voice, seq: int) -> DrawnTable:
    """Draw the table after entry `seq`, replayed up to it."""
    session = table.session
    first, *entries = session.replay.entries[: seq + 1]
    replay = Replay(session.game, session.content, first)
    for entry in entries:
        replay.feed(entry)
    past = LiveTable(Session(session.id, replay, b"", None))
    onlooker = Viewer(words.lang, "", False)
    names = ", ".join(words.name(Ref("seat", seat)) for seat in past.pending().seats)
    turn = "" if session.game.rules.outcome(replay.state) else words.say("web.turn.wait", names=names)
    return DrawnTable(
        turn, templates.draw_table(session.game.id, words, f"/{session.id}", board.context(past, onlooker))
    )
