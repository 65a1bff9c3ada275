"""Entries of the table as a test words them."""

from typing import Any

from companion.play.journal.entries.table_entry import EntryDraft, EntryDrafts, TableRequest


class Written(TableRequest):
    """One entry that is written as it is."""

    def __init__(self, type: str, seat: str, args: dict[str, Any]) -> None:
        self.line = EntryDraft(seat, type, args)

    def plan(self, replay: Any) -> EntryDrafts:
        return EntryDrafts([self.line])
