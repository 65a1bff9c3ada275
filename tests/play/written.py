"""Entries of the table as a test words them."""

from typing import Any

from companion.play.journal.entries.table_entry import Line, Lines, TableRequest


class Written(TableRequest):
    """One entry that is written as it is."""

    def __init__(self, type: str, seat: str, args: dict[str, Any]) -> None:
        self.line = Line(seat, type, args)

    def plan(self, replay: Any) -> Lines:
        return Lines([self.line])
