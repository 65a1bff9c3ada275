"""A finished game told in short: its chapters, and in each what mattered, from the events of the actions that stand.

Which events open a chapter, which matter, and of which only the last does, stands in content/GAME/timeline.yaml; a game
without one is not told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Event, Ref, Value
from companion.play.journal.log import log_steps
from companion.play.journal.replay import Replay

if TYPE_CHECKING:
    from companion.content.model import Row

KIND = "timeline"


class Moment(NamedTuple):
    """Something that mattered. seq: the entry that did it."""

    seq: int
    event: Event


class Chapter(NamedTuple):
    """A round, a turn, a place. opening: what began it; None for what happened before the first."""

    opening: Moment | None
    moments: list[Moment]


def timeline(replay: Replay) -> list[Chapter]:
    """Return the public events by chapter, without undone ones and without chapters in which nothing mattered."""
    rows: Mapping[str, Row] = replay.content.tables.get(KIND, {})
    standing = {step.seq for step in replay.steps}
    chapters = [Chapter(None, [])]
    for step in log_steps(replay) if rows else ():
        if step.entry.seq not in standing:
            continue
        for event in step.events():
            row = rows.get(f"event.{event.code}")
            if row is None:
                continue
            moment = Moment(step.entry.seq, event)
            if row.get("chapter"):
                chapters.append(Chapter(moment, []))
                continue
            told = chapters[-1].moments
            if row.get("last"):
                told[:] = [other for other in told if other.event.code != event.code]
            if row.get("together") and (other := next((old for old in told if old.event.code == event.code), None)):
                told[told.index(other)] = Moment(other.seq, _join_events(other.event, event))
                continue
            told.append(moment)
    return [chapter for chapter in chapters if chapter.moments]


def _join_events(first: Event, second: Event) -> Event:
    """One event that names the rows of both: `Out of the game: Legolas, Saruman.`"""
    values = {name: (*_rows(value), *_rows(second.values[name])) for name, value in first.values.items()}
    return replace(first, values=values)


def _rows(value: Value) -> tuple[Ref, ...]:
    if isinstance(value, Ref):
        return (value,)
    return tuple([one for one in value if isinstance(one, Ref)]) if isinstance(value, tuple) else ()
