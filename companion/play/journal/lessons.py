"""Lessons of a table that asked to be taught: what a step is, at the first of its kind. Knows no game."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from companion.play.journal.table_options import teaches

if TYPE_CHECKING:
    from companion.content.model import Row
    from companion.play.journal.replay import Replay


def due_lesson(replay: Replay, reader: str | None) -> Row | None:
    """Return the lesson of the awaited step, unless such a step was answered before; content/GAME/lessons.yaml.

    reader: a seat. It learns by its own steps, and at the steps of others by those of everybody, as an onlooker does.
    Nobody learns by the steps of bots.
    """
    if not teaches(replay.header):
        return None
    lessons = {step: row for row in replay.content.tables.get("lesson", {}).values() for step in row["steps"]}
    pending = replay.game.rules.pending
    awaited = pending(replay.state)
    lesson = lessons.get(awaited.what)
    if lesson is None:
        return None
    learns_alone = reader in awaited.seats
    for before, after in pairwise(replay.steps):
        learnt = replay.entries[after.seq].seat == reader if learns_alone else after.seq not in replay.by_bots
        if learnt and lessons.get(pending(before.state).what) is lesson:
            return None
    return lesson
