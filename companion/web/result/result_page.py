"""The page of a result: the winner and why, the journal verified from the store, counts of the dice.

Knows a table and the store behind it; no request.
"""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from companion.web.page import qr, responses, templates
from companion.web.result import finished_game_page, results
from companion.web.table import board, log_pages
from companion.web.table.tables import LiveTable, Tables
from companion.words.wording import Voice


async def make_page(
    tables: Tables, table: LiveTable, voice: Voice, address: str, asked: str, host: bool, owner: bool
) -> responses.Page:
    """Return the page, ready to be sent.

    address: of the server, for the QR code.
    asked: text about the code or hash that the reader brought.
    host: the reader is host.
    owner: of the server.
    """
    lines = (await tables.read(lambda store: store.since(table.code))).lines
    report = await tables.run_in_worker(lambda: results.check_journal(lines, voice, table.code))
    over, head = table.game.rules.outcome(table.session.replay.state), table.session.replay.entries[-1].hash
    values = {
        "code": table.code,
        "alone": table.alone,
        "over": over,
        "host": host,
        "owner": owner,
        "next": table.roster.again,
        "seq": table.session.seq,
        "log_at": partial(log_pages.entry_url, table),
        "ending": results.ending_text(table, voice),
        "winners": [templates.name_of(voice, "seat", seat) for seat in over.winners] if over else [],
        "result": board.score_rows(table, voice) if over else [],
        "report": report,
        "open": board.is_journal_open(table),
        "paper": board.has_sheets(table),
        "asked": asked,
        "head": head,
        "qr": "" if table.alone else _qr(f"{address}/{table.code}/result?head={head}", voice),
        "script_words": templates.script_words(voice.lang),
    }

    def render() -> responses.Page:
        kept = finished_game_page.page_values(table, voice) if over else {}
        return responses.make_page(templates.render("result.html", voice, f"/{table.code}/result", **values, **kept))

    return await tables.run_in_worker(render)


def _qr(address: str, voice: Voice) -> Markup:
    return Markup(qr.draw_svg(address, voice.say("web.result.share")))
