"""A finished game: values of its page, sheets in printed art, the table, a picture.

Slow: called through Tables.run_in_worker, cached for all readers. Knows tables, no request.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.content.load import languages
from companion.play.journal.session import rematch_header
from companion.play.report.timeline import timeline
from companion.web.page import responses, templates
from companion.web.server.lru_cache import LruCache
from companion.web.table import board
from companion.web.table.tables import LiveTable
from companion.words.souvenir import game_record
from companion.words.wording import Voice

_drawings: LruCache[responses.Page] = LruCache(12)
_pictures: LruCache[bytes] = LruCache(24)


class StoryLine(NamedTuple):
    """A line of the story. seq: its entry."""

    seq: int
    text: str


def page_values(table: LiveTable, words: Voice) -> dict[str, Any]:
    """Return what the result page shows apart from the verified journal."""
    replay = table.session.replay
    return {
        "game": table.game.id,
        "title": replay.content.info["title"][words.lang],
        "at": replay.entries[0].at,
        "date": words.date(replay.entries[0].at),
        "players": [
            {"id": seat, "name": templates.name_of(words, "seat", seat), "role": templates.name_of(words, "role", seat)}
            for seat in replay.seats
        ],
        "sheets": _has_sheets(table.game.id, str(replay.header["variant"])),
        "story": [
            {
                "title": words.offer_text(chapter.opening.event) if chapter.opening else "",
                "lines": [StoryLine(moment.seq, words.offer_text(moment.event)) for moment in chapter.moments],
            }
            for chapter in timeline(replay)
        ],
        "version": f"{replay.entries[-1].hash[:10]}-{words.lang}",
    }


def draw_sheets(table: LiveTable, words: Voice) -> responses.Page | None:
    """Draw the players' sheets as one SVG, a view a seat; None if there are none."""
    kept = game_record(table.session.replay, words, table.code)
    if kept is None or not _has_sheets(kept.game, kept.variant):
        return None

    def render() -> responses.Page:
        from companion.press import screen

        return responses.make_page(screen.sheets_svg(table.session.content, kept))

    return _drawings.get((table.session.replay.entries[-1].hash, words.lang), render)


def draw_picture(table: LiveTable, words: Voice) -> bytes | None:
    """Draw the picture to share as PNG; None while the game goes on."""
    kept = game_record(table.session.replay, words, table.code)
    if kept is None:
        return None

    def render() -> bytes:
        from companion.press import screen

        return screen.picture_png(table.session.content, kept)

    return _pictures.get((table.session.replay.entries[-1].hash, words.lang), render)


def _has_sheets(game: str, variant: str) -> bool:
    """Return True if the game has a template for the sheet of a player."""
    from companion.press.result import template_name

    return bool(template_name(game, variant))


def print_voice(table: LiveTable, lang: str) -> Voice:
    """Return the texts of sheets and picture: in the reader's language if the game is printed in it, else English."""
    found = board.voice(table, lang)
    return found if found.lang in table.session.content.languages else board.voice(table, "en")


def next_header(table: LiveTable, lang: str) -> dict[str, Any]:
    """Return the header of the next table of the same players. lang: its language if the old table had none."""
    header = rematch_header(table.session.replay)
    return {**header, "lang": header.get("lang") or (lang if lang in languages() else "en")}
