"""The page of a review: luck, and the decisions that cost most, each with the way to its table.

Knows a table; no request.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from companion.play.report.review import Review
from companion.web.page import responses, templates
from companion.web.table import log_pages
from companion.web.table.tables import LiveTable, Tables
from companion.words.review_words import decision_row, luck_row, notes_of
from companion.words.wording import Voice

PATIENCE_S = 3.0  # that a page waits for its review


async def make_page(tables: Tables, table: LiveTable, voice: Voice) -> responses.Page:
    """Return the page; one that says so while the review is not finished."""
    asked = table.cached_until_next_entry("review", lambda: tables.review(table))
    done, _ = await asyncio.wait([asked], timeout=PATIENCE_S)
    values: dict[str, Any] = {
        "code": table.code,
        "alone": table.alone,
        "title": table.session.content.info["title"][voice.lang],
        "log_at": partial(log_pages.entry_url, table),
        "counting": not done,
    }

    def render() -> responses.Page:
        found = _review_values(table, asked.result(), voice) if done else {}
        return responses.make_page(templates.render("review.html", voice, f"/{table.code}/review", **values, **found))

    return await tables.run_in_worker(render)


def _review_values(table: LiveTable, found: Review, voice: Voice) -> dict[str, Any]:
    decisions = [decision_row(table.session.replay, one, voice) for one in found.decisions]
    return {
        "luck": [luck_row(one, voice) for one in found.luck],
        "decisions": decisions,
        "judged": found.judged,
        "notes": notes_of(found),
    }
