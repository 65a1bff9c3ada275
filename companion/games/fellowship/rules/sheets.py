"""A score sheet filled in by hand, without a journal: can it be, and what does it count (LR-SCORE).

    {mode, competition, place, marker, ending, players: [{name, hobbit, runes, alive}], score: 74 or [64, 67, 60]}

`marker` counts the spaces of the main track from 0. What is left out is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.errors import WrongCall
from companion.games.fellowship.rules import ending, position, scoring, setup
from companion.games.fellowship.state import State, place_of
from companion.messages import Phrase, Ref, Refusal
from companion.play import input_values
from companion.play.game import SheetReport, outcome_of
from companion.play.setup import refuse
from companion.play.sheet_form import Choice, Field

if TYPE_CHECKING:
    from companion.content.model import Content

KEYS = ("mode", "competition", "place", "marker", "ending", "players", "score")
PLAYER_KEYS = ("name", "hobbit", "runes", "alive")
SHEET_ENDINGS = tuple([name for name in ending.ENDING_RULES if name != "contest"])
AT_DOOM = ("destroyed", "doom")


def sheet_form(content: Content) -> tuple[Field, ...]:
    """What a form asks for."""
    modes, places, hobbits = (
        tuple([Choice(row.id, Ref(kind, row.id)) for row in content[kind].values()])
        for kind in ("mode", "place", "hobbit")
    )
    endings = tuple([Choice(id, Phrase(f"ending.{id}", {})) for id in SHEET_ENDINGS])
    return (
        Field("mode", "one", Phrase("sheet.variant", {}), modes[0].id, modes),
        Field("competition", "flag", Ref("option", "competition", "says")),
        Field("ending", "one", Phrase("sheet.ending", {}), endings[0].id, endings),
        Field("place", "one", Phrase("sheet.place", {}), places[-1].id, places),
        Field("marker", "whole", Phrase("sheet.marker", {})),
        Field("hobbit", "one", Phrase("sheet.seat", {}), "", hobbits, each=True),
        Field("name", "text", Phrase("sheet.name", {}), each=True),
        Field("runes", "whole", Phrase("sheet.runes", {}), "0", each=True),
        Field("alive", "flag", Phrase("sheet.alive", {}), "true", each=True),
        Field("score", "wholes", Phrase("sheet.score", {})),
    )


def check_sheets(content: Content, data: Any) -> tuple[Refusal, ...] | SheetReport:
    """Every fault of the sheet, or how the game ended. Raises WrongCall if it cannot be read."""
    input_values.check_keys(data, KEYS, "sheet")
    rows = input_values.players(data, PLAYER_KEYS)
    named = [f"{row.get('name') or row.get('hobbit', '')}:{row.get('hobbit', '')}" for row in rows]
    competition = input_values.flag(data, "competition", False)
    header = setup.SET_UP.header(content, named, position.mode(data), {"competition": str(competition).lower()}, None)
    if isinstance(header, Refusal):
        return (header,)
    state = setup.fresh(setup.read_setup(content, header)).frozen()
    kind = input_values.one(data, "ending", "destroyed", SHEET_ENDINGS)
    places = [place.id for place in state.setup.tables.places]
    place = places.index(input_values.one(data, "place", places[-1], places))
    players = tuple(
        [
            player._replace(silver=input_values.whole(row, "runes", 0), alive=input_values.flag(row, "alive", True))
            for player, row in zip(state.players, rows, strict=True)
        ]
    )
    state = state.replace(players=players, place=place)
    board = place_of(state).board
    marker = 0
    if board is not None:
        marker = input_values.whole(data, "marker", board.tracks[board.main].last if kind in AT_DOOM else 0)
        state = state.replace(markers=tuple([marker if at == board.main else 0 for at in range(len(board.tracks))]))
    faults = tuple(_faults(state, kind, marker, competition))
    if faults:
        return faults
    state = _ended(state, kind, competition, data.get("score"))
    fault = _score_fault(state, data.get("score"))
    if fault is not None:
        return (fault,)
    outcome = outcome_of(state, ending.ENDING_RULES)
    assert outcome is not None  # it has an ending
    return SheetReport(header, state, outcome)


def _faults(state: State, kind: str, marker: int, competition: bool) -> Iterator[Refusal]:
    board, alive = place_of(state).board, [player.alive for player in state.players]
    finale = state.place == len(state.setup.tables.places) - 1
    track = None if board is None else board.tracks[board.main]
    if track is not None and not 0 <= marker <= track.last:
        yield Refusal("position_marker", "LR-STATE-8", {"track": Ref("symbol", track.symbol), "number": marker})
        return
    runes = [player.runes for player in state.players]
    most = state.setup.tables.silver + sum(state.setup.tables.gold)
    there = finale and track is not None and marker == track.last
    survived = (kind == "doom" and any(alive)) or (kind in ("bearer_dead", "betrayal") and all(alive))
    yield from refuse(min(runes) < 0 or sum(runes) > most, "sheets_runes", "LR-STATE-9", most=most)
    yield from refuse(kind in AT_DOOM and not there, "sheets_not_there", "LR-END-14")
    yield from refuse(kind == "ring_is_mine" and not finale, "sheets_place", "LR-END-17")
    yield from refuse(kind == "betrayal" and (finale or not competition), "sheets_betrayal", "LR-VARIANT-12")
    yield from refuse(kind == "destroyed" and not any(alive), "sheets_all_dead", "LR-END-15")
    yield from refuse(survived, "sheets_alive", "LR-END-2")


def _ended(state: State, kind: str, competition: bool, written: Any) -> State:
    """The ending with its winners; the traitor is the one dead whom the score names, else the first."""
    seats = state.setup.seats
    if kind in AT_DOOM:
        state = state.replace(bearer=-1)
    if kind == "destroyed" and competition:
        most = max([player.runes for player in state.players])
        winners = tuple([seat for seat, player in zip(seats, state.players, strict=True) if player.runes == most])
        return state.replace(ending="contest", winners=winners)
    winners = seats if kind == "destroyed" else ()
    ended = state.replace(ending=kind, winners=winners)
    if kind == "betrayal":
        dead = [seat for seat, player in zip(seats, state.players, strict=True) if not player.alive]
        read = [ended.replace(winners=(seat,)) for seat in dead]
        return next((state for state in read if list(scoring.scores(state)) == written), read[0])
    return ended


def _score_fault(state: State, written: Any) -> Refusal | None:
    if written is None:
        return None
    scores = list(scoring.scores(state))
    given = written if isinstance(written, list) else [written] * len(scores)
    if not all(type(number) is int for number in given):
        raise WrongCall("not_whole", str(written), key="score")
    if given == scores:
        return None
    right = ", ".join(map(str, dict.fromkeys(scores)))
    return Refusal("sheets_score", ending.ENDING_RULES[state.ending], {"score": right})
