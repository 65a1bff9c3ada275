"""Filled sheets beside their journal: where they say something else, and since when the journal says what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.play.game.game import State
from companion.play.game.paper_form import PaperForm, SheetPart
from companion.play.journal.replay import Replay

Row = Mapping[str, int | str]
TABLE = ""  # the seat of what a sheet says of the whole table


class Difference(NamedTuple):
    """A value of a sheet that differs from the journal.

    round: since which the journal says so, None from the start on or where rounds are not counted; seq: the entry.
    journal: empty for a seat that does not play. signs: of the marks that both values are written in, if they are.
    """

    seat: str
    part: SheetPart
    sheet: int | str
    journal: int | str
    round: int | None
    seq: int
    signs: Mapping[str, str]


def sheet_differences(replay: Replay, form: PaperForm, rows: Sequence[Row]) -> tuple[Difference, ...]:
    """Every difference, the earliest in the journal first; none means that all of these sheets agree.

    rows: what sheets say, a player each; one that names no seat speaks of the whole table. What a row leaves out is not
    compared.
    """
    named = replay.content.info["seat_kind"]
    states = [step.state for step in replay.steps]
    signs = {
        field.key: {choice.id: choice.sign for choice in field.choices if choice.sign}
        for field in replay.game.show.sheets.form(replay.content)
    }
    found = []
    for row in rows:
        seat = str(row.get(named, TABLE))
        if seat not in (TABLE, *replay.seats):
            own = [part for part in form.parts if part.key == named and part.seat in (TABLE, seat)]
            found += [Difference(seat, part, seat, "", None, 0, {}) for part in own]
            continue
        for part in form.parts:
            if part.seat not in (TABLE, seat):
                continue
            now = _value_of_seat(replay, replay.state, seat, part.key)
            if part.key in row and now is not None and row[part.key] != now:
                first = _since(replay, states, seat, part.key, now)
                round = _round(replay, states[first - 1]) if first else None
                seq, marks = replay.steps[first].seq, signs.get(part.key, {})
                found.append(Difference(seat, part, row[part.key], now, round, seq, marks))
    return tuple(sorted(found, key=lambda one: one.seq))


def of_table(replay: Replay) -> dict[str, Any]:
    """Return what the file of the sheets says of the whole table, and no sheet shows: variant and options."""
    header = replay.header
    chosen, variant = header.get("options", {}), header["variant"]
    variants, out = set(replay.content.info["variants"]), {}
    for field in replay.game.show.sheets.form(replay.content):
        if not field.each and field.key in chosen:
            out[field.key] = chosen[field.key] == "true" if field.kind == "flag" else chosen[field.key]
        elif not field.each and variant in {choice.id for choice in field.choices} <= variants:
            out[field.key] = variant
    return out


def _value_of_seat(replay: Replay, state: State, seat: str, key: str) -> int | str | None:
    return replay.game.show.sheets.paper_values(state).get(seat, {}).get(key)


def _since(replay: Replay, states: Sequence[State], seat: str, key: str, now: int | str) -> int:
    """The first of the steps that stand from which on the journal has said the same."""
    first = len(states) - 1
    while first and _value_of_seat(replay, states[first - 1], seat, key) == now:
        first -= 1
    return first


def _round(replay: Replay, before: State) -> int | None:
    """Return the round of a step that found the table like that; none before the first."""
    return replay.game.rules.view(before, None).get("round") or None
