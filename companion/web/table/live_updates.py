"""What a phone at a table is sent after each entry: the newest table as JSON or line diff, odds, who is there."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from companion.play.journal.roster import HOST
from companion.play.journal.table_options import advises
from companion.web.page import event_stream, templates
from companion.web.page.line_diff import EMPTY, LineDiff
from companion.web.table import board
from companion.web.table.board import Viewer
from companion.web.table.tables import LiveTable

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def update_json(table: LiveTable, viewer: Viewer, after: int) -> str:
    """Return the newest table as JSON, with the lines after entry `after`."""
    after = max(after, table.steps[0].entry.seq - 1 if table.steps else 0)  # what is not remembered is not told
    same = board.view_key(table, viewer)

    def written() -> str:
        html = board.render_fragment(table, viewer)
        return json.dumps({**_update_values(table, viewer, after), "html": html}, ensure_ascii=False)

    return table.cached_until_next_entry((*same, after), written)


def update_diff(table: LiveTable, viewer: Viewer, after: int, kept: LineDiff) -> tuple[str, LineDiff]:
    """Return the same as `update_json`, as a line diff against `kept`; also returns the new diff base.

    The client fills in the `seen` fields. Made once for all with the same view and base.
    """
    same = board.view_key(table, viewer)

    def split() -> list[str]:
        return board.render_unnumbered(table, viewer).split("\n")

    def packed() -> tuple[str, LineDiff]:
        fresh, lines, then = kept.encode(table.cached_until_next_entry((*same, "lines"), split))
        data = {**_update_values(table, viewer, after), "fresh": fresh, "lines": lines}
        return _encode(data), then

    return table.cached_until_next_entry((*same, after, kept), packed)


def _update_values(table: LiveTable, viewer: Viewer, after: int) -> dict[str, Any]:
    said = [{"seq": row.seq, "text": row.text, "draw": row.draw} for row in board.rows_since(table, viewer, after)]
    head = table.session.replay.entries[-1].hash
    seq, open, mine = table.session.seq, board.is_journal_open(table), " ".join(board.seats_of(table, viewer.phone))
    return {
        "seq": seq,
        "head": head,
        "open": open,
        "me": mine,
        "freed": board.freed_text(table, viewer),
        "again": table.roster.again,
        "said": said,
    }


class TableFeed:
    """The frames of one phone's stream: remembers what was sent.

    viewer: called again after every entry, as hosts change.
    address: of the phone.
    lines: the phone keeps lines.
    """

    def __init__(
        self, table: LiveTable, viewer: Callable[[], Viewer], after: int, address: str = "", lines: bool = False
    ) -> None:
        self._table, self._ask, self._after = table, viewer, after
        self._kept = EMPTY if lines else None
        self.address = address
        self._viewer = viewer()
        self._people: tuple[object, ...] = ()
        self._odds_of = -1  # the entry after which the phone was last sent odds
        self._seats = board.seats_of(table, self._viewer.phone)
        self.looks_on = not self._seats and not self._viewer.host

    def watch(self, wake: Callable[[], None]) -> None:
        """Register the phone as present."""
        self._table.watchers.add(wake)
        self._count(1)

    def unwatch(self, wake: Callable[[], None]) -> None:
        """Remove the phone."""
        self._table.watchers.discard(wake)
        self._count(-1)

    def pending_frames(self) -> bytes:
        """Return the newest table and the people present, as far as this phone lacks them."""
        table, seq, out = self._table, self._table.session.seq, b""
        if seq > self._after:
            self._viewer = self._ask()
            if board.seats_of(table, self._viewer.phone) != self._seats:
                self._count(0)
            out += self._table_frame()
            self._after = seq
        if table.odds and self._odds_of < seq:
            out += self._odds_frame()
        people = (table.presence, table.away_seats(), self._viewer.host)
        if people != self._people:
            out += self._people_frame()
            self._people = people
        return out

    def _table_frame(self) -> bytes:
        table, viewer, after, seq = self._table, self._viewer, self._after, self._table.session.seq
        if self._kept is not None:
            told, self._kept = update_diff(table, viewer, after, self._kept)
            return event_stream.event_frame("table", told, seq)
        key = (*board.view_key(table, viewer), after, "frame")
        return table.cached_until_next_entry(
            key, lambda: event_stream.event_frame("table", update_json(table, viewer, after), seq)
        )

    def _odds_frame(self) -> bytes:
        """Return counted odds of this phone's offers; a page that has them ignores the frame."""
        table, viewer, seq = self._table, self._viewer, self._table.session.seq
        may = table.acting_seats(viewer.phone, viewer.host)
        offers = board.board_offers(table, board.voice(table, viewer.lang), may)
        types = frozenset([offer.type for offer in offers if not offer.aside])
        if types not in table.odds:
            return b""
        self._odds_of = seq

        def written() -> bytes:
            html = templates.render(
                "odds.html",
                board.voice(table, viewer.lang),
                f"/{table.code}",
                code=table.code,
                odds=table.odds[types],
                advice=advises(table.session.replay.header),
            )
            return event_stream.event_frame("odds", json.dumps({"seq": seq, "html": html}, ensure_ascii=False))

        return table.cached_until_next_entry((viewer.lang, types, "odds"), written)

    def _people_frame(self) -> bytes:
        table, viewer = self._table, self._viewer
        words, path, away = board.voice(table, viewer.lang), f"/{table.code}", table.away_seats()

        def written() -> bytes:
            html = templates.render("people.html", words, path, people=board.people_rows(table, viewer.lang))
            missed = {"code": table.code, "seq": table.session.seq, "host": viewer.host, "away": away}
            told = {"html": html, "away": templates.render("away.html", words, path, **missed) if away else ""}
            return event_stream.event_frame("people", json.dumps(told, ensure_ascii=False))

        return table.cached_until_next_entry((viewer.lang, table.presence, away, viewer.host, "people"), written)

    def _count(self, step: int) -> None:
        """Count this phone as coming (1), going (-1), or with changed seats (0)."""
        present, onlookers = self._table.present, self._table.onlookers
        if step < 1:
            present.subtract(self._seats or [HOST])
            onlookers.subtract([self.address] * self.looks_on)
        if step > -1:
            self._seats = board.seats_of(self._table, self._viewer.phone)
            self.looks_on = not self._seats and not self._viewer.host
            present.update(self._seats or [HOST])
            onlookers.update([self.address] * self.looks_on)
        if not onlookers[self.address]:
            del onlookers[self.address]
        self._table.record_presence()
