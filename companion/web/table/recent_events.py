"""Recent events: the last actions of others, with the dice, tiles and cards they revealed.

Knows the steps that a table remembers and the events visible to a seat; no page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from companion.core.messages import Event, Pair, Phrase, Ref
from companion.play.journal import log
from companion.web.table.tables import RECENT_STEPS, LiveTable
from companion.words.wording import Voice

TAKE_BACK_TYPES = ("undo", "redo", "override")
STANDING_TYPES = ("undo", "redo", "real")  # entries that are no steps of the game, which stand as they are
MAX_EVENTS, MAX_ROWS = 3, 4  # entries of others that a phone is shown before its own next action, and lines of them


class DrawnFace(NamedTuple):
    """A die face, tile or card to draw, as ids of content/. of: the die, or the colour of a card."""

    kind: str
    face: str
    of: str = ""


class EventRow(NamedTuple):
    """A line about an action of others. mine: it names a seat or side of the reader."""

    text: str
    mine: bool


class RecentEvent(NamedTuple):
    """An action of others.

    undone: it took something back.
    name: of the player.
    faces: to draw.
    cards: faces are tiles or cards.
    faces_text: words for the faces, empty if a row has them.
    rows: its other effects.
    """

    undone: bool
    name: str
    faces: tuple[DrawnFace, ...]
    cards: bool
    faces_text: str
    rows: tuple[EventRow, ...]


class RecentRoll(NamedTuple):
    """A roll that everybody saw. type: of its action."""

    type: str
    seat: str
    faces: list[DrawnFace]


def visible_events(table: LiveTable, step: log.LogStep, seat: str | None) -> tuple[Event, ...]:
    """Return the events of a step visible to a seat (None: an onlooker), cached."""
    return table.cache_result(
        ("events", step.entry.seq, seat, step.replay.opened), lambda: table.visible_events(step, seat)
    )


def event_texts(table: LiveTable, step: log.LogStep, seat: str | None, words: Voice) -> list[str]:
    """Return what `visible_events` are in words, cached."""
    return table.cache_result(
        ("texts", step.entry.seq, words.lang, seat, step.replay.opened),
        lambda: [words.offer_text(event) for event in visible_events(table, step, seat)],
    )


def events_of_others(table: LiveTable, own: list[str], seat: str | None, words: Voice) -> list[RecentEvent]:
    """Return the last actions of others since the reader's own last one; for onlookers the last of all.

    own: seats of the reader.
    seat: through whose eyes the reader sees.
    """
    found: list[RecentEvent] = []
    told = (*table.game.words.action_types, *TAKE_BACK_TYPES, *STANDING_TYPES)
    for step in reversed(table.steps):
        if step.entry.type not in told:
            continue
        if step.entry.seat in own or len(found) == (MAX_EVENTS if own else 1):
            break
        if _is_standing(table, step):
            key = ("just", step.entry.seq, words.lang, seat, tuple(own), step.replay.opened)
            found.insert(0, table.cache_result(key, partial(_recent_event, table, step, seat, words, own)))
    return list(_trim_rows(found))


def recent_rolls(table: LiveTable) -> list[RecentRoll]:
    """Return the remembered rolls that nobody took back, the last one last."""
    chances = table.game.words.chance_types
    stand = [step for step in table.steps if step.entry.type in chances and _is_standing(table, step)]
    found = [(step.entry, _dice_faces(table, step)) for step in stand]
    return [RecentRoll(entry.type, entry.seat, faces) for entry, faces in found if faces]


def _trim_rows(found: list[RecentEvent]) -> Iterator[RecentEvent]:
    """Keep the faces, their row, the last rows of all, and every row that names the reader."""
    spare = sum(len(one.rows) for one in found) - MAX_ROWS
    for one in found:
        drawn = bool(one.faces and not one.faces_text)
        rows = tuple([row for at, row in enumerate(one.rows) if at >= spare or row.mine or (drawn and at == 0)])
        spare -= len(one.rows)
        if rows or one.faces:
            yield one if len(rows) == len(one.rows) else one._replace(rows=rows)


def _is_standing(table: LiveTable, step: log.LogStep) -> bool:
    """Return True if nobody took the step back."""
    return step.entry.type in STANDING_TYPES or step.entry.seq in table.cached_until_next_entry(
        "standing", lambda: {kept.seq for kept in table.session.replay.steps[-RECENT_STEPS:]}
    )


def _recent_event(table: LiveTable, step: log.LogStep, seat: str | None, words: Voice, own: list[str]) -> RecentEvent:
    events = visible_events(table, step, seat)
    seats: Mapping[str, Mapping[str, Any]] = step.replay.content.tables.get("seat", {})
    names = {*own, *[seats[id]["side"] for id in own if "side" in seats.get(id, {})]}
    texts = event_texts(table, step, seat, words)
    rows = [EventRow(text, _names_any(event.values, names)) for event, text in zip(events, texts, strict=True)]
    dice, shown = _dice_faces(table, step), [_pictured_faces(step, event) for event in events]
    faces = [*dice, *[face for faces in shown for face in faces]] if rows else []
    said = rows.pop(0).text if rows and len([*dice, *shown[0]]) > 1 else ""  # one alone is drawn and said
    who = words.name(Ref("seat", step.entry.seat))
    return RecentEvent(step.entry.type == "undo", who, tuple(faces), bool(faces) and not dice, said, tuple(rows))


def _dice_faces(table: LiveTable, step: log.LogStep) -> list[DrawnFace]:
    """Return the dice of an entry, if all may know them, cached."""
    return table.cache_result(("faces", step.entry.seq), partial(_read_dice_faces, step))


def _read_dice_faces(step: log.LogStep) -> list[DrawnFace]:
    game, entry = step.replay.game, step.entry
    draw = entry.args.get("draw")
    if entry.type not in game.words.chance_types or (draw is not None and "link" not in draw):
        return []
    faces = game.show.drawn_faces(step.before, game.words.decode(entry.type, entry.seat, entry.action_args))
    return [DrawnFace(face.kind, face.id, die.id) for face, die in faces]


def _pictured_faces(step: log.LogStep, event: Event) -> list[DrawnFace]:
    """Return revealed tiles and cards whose event tells the reader which they are."""
    named = _named_refs(event.values.get(step.replay.game.show.pictured.get(event.code, "")))
    return [
        DrawnFace(one.first.kind, one.first.id, one.second.id) if isinstance(one, Pair) else DrawnFace(one.kind, one.id)
        for one in named
    ]


def _names_any(said: Any, names: set[str]) -> bool:
    """Return True if the values of an event name one of these seats or sides."""
    refs = [one for one in _named_refs(said) if isinstance(one, Ref)]
    return any(one.kind in ("seat", "role", "side") and one.id in names for one in refs)


def _named_refs(said: Any) -> Iterator[Ref | Pair]:
    """Yield everything that the values of an event name."""
    if isinstance(said, Ref | Pair):
        yield said
    elif isinstance(said, Phrase):
        yield from _named_refs(said.values)
    elif isinstance(said, Mapping):
        yield from _named_refs(tuple(said.values()))
    elif isinstance(said, tuple):
        for part in said:
            yield from _named_refs(part)
