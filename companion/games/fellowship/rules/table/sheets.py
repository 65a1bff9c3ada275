"""A score sheet filled in by hand, without a journal: can it be, and what does it count (LR-SCORE).

    {mode, competition, place, marker, ending, bearer, players: [{name, hobbit, runes, alive}], sum,
     score: 74 or [64, 67, 60]}

`marker` counts the spaces of the main track from 0; left out after a defeat, it is where the score says. `bearer` had
the Ring last. The printed sheet has one line for every defeat before Mount Doom, `lost`, and one for those in havens,
`lost_in_haven`. What is left out is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.core.errors import WrongCall
from companion.core.messages import Phrase, Ref, Refusal
from companion.games.fellowship.rules.common import ending, scoring
from companion.games.fellowship.rules.table import position, setup
from companion.games.fellowship.state import State, place_of
from companion.games.fellowship.tables import ProgressTrack
from companion.play.game import input_values
from companion.play.game.game import SheetReport, outcome_of
from companion.play.game.paper_form import WRITTEN, PaperForm, SheetPart, one_marked
from companion.play.game.setup import refuse
from companion.play.game.sheet_form import FieldChoice, FormField

if TYPE_CHECKING:
    from companion.content.model import Content

KEYS = ("mode", "competition", "place", "marker", "ending", "bearer", "players", "sum", "score")
PLAYER_KEYS = ("name", "hobbit", "runes", "alive")
LOST = {"lost": "LR-SCORE-3", "lost_in_haven": "LR-SCORE-5"}  # lines of the printed sheet
SHEET_ENDINGS = (*[name for name in ending.ENDING_RULES if name != "contest"], *LOST)
AT_DOOM = ("destroyed", "doom")
TICKED = (*AT_DOOM, *LOST)  # as the printed sheet has them


def sheet_form(content: Content) -> tuple[FormField, ...]:
    """Return the fields of the score form."""
    modes, places, hobbits = (
        tuple([FieldChoice(row.id, Ref(kind, row.id)) for row in content[kind].values()])
        for kind in ("mode", "place", "hobbit")
    )
    keys = {id: f"sheet.{id}" if id in LOST else f"ending.{id}" for id in SHEET_ENDINGS}
    endings = tuple([FieldChoice(id, Phrase(key, {})) for id, key in keys.items()])
    return (
        FormField("mode", "one", Phrase("sheet.variant", {}), modes[0].id, modes),
        FormField("competition", "flag", Ref("option", "competition", "says")),
        FormField("ending", "one", Phrase("sheet.ending", {}), endings[0].id, endings),
        FormField("place", "one", Phrase("sheet.place", {}), places[-1].id, places),
        FormField("marker", "whole", Phrase("sheet.marker", {})),
        FormField("bearer", "one", Phrase("sheet.bearer", {}), "", hobbits),
        FormField("hobbit", "one", Phrase("sheet.seat", {}), "", hobbits, each=True),
        FormField("name", "text", Phrase("sheet.name", {}), each=True),
        FormField("runes", "whole", Phrase("sheet.runes", {}), "0", each=True),
        FormField("alive", "flag", Phrase("sheet.alive", {}), "true", each=True),
        FormField("sum", "whole", Phrase("sheet.sum", {})),
        FormField("score", "wholes", Phrase("sheet.score", {})),
    )


def paper_forms(content: Content) -> tuple[PaperForm, ...]:
    """Return how a filled score sheet is read. A hobbit plays if anything stands in its row."""
    hobbits, places = tuple(content["hobbit"]), tuple(content["place"])
    parts = [
        SheetPart("ending", Phrase("sheet.ending", {}), "LR-END-2", "tick", TICKED, one_marked(TICKED)),
        SheetPart("place", Phrase("sheet.place", {}), "LR-SCORE-3", "circle", places, one_marked(places)),
    ]
    for id in hobbits:
        named = {"hobbit": Ref("hobbit", id)}
        played: dict[int | str, str] = {id: "x", "": "w"}
        row = tuple([f"{id}-{what}" for what in ("name", "bearer", "dead", "runes")])
        parts += [
            SheetPart("hobbit", Phrase("sheet.plays", named), "LR-SETUP-1", WRITTEN, row, played, id),
            SheetPart("runes", Phrase("sheet.runes_of", named), "LR-SCORE-1", WRITTEN, row[3:], {}, id),
            SheetPart(
                "alive", Phrase("sheet.alive_of", named), "LR-DEATH-2", "tick", row[2:3], {True: "w", False: "x"}, id
            ),
        ]
    bearers = tuple([f"{id}-bearer" for id in hobbits])
    had: dict[int | str, str] = {"": "w" * len(hobbits)}
    had |= zip(hobbits, one_marked(bearers).values(), strict=True)
    parts += [
        SheetPart("bearer", Phrase("sheet.bearer", {}), "LR-END-10", "tick", bearers, had),
        SheetPart("sum", Phrase("print.score_sum", {}), "LR-SCORE-1", WRITTEN, ("sum",), {}),
        SheetPart("score", Phrase("print.score_total", {}), "LR-SCORE-1", WRITTEN, ("score",), {}),
    ]
    return (PaperForm("fellowship-score", "front", {}, tuple(parts), whole=True),)


def paper_values(state: State) -> dict[str, dict[str, int | str]]:
    """Return the values of the score sheet now; how it ended and the score, once it has."""
    seats, players = state.setup.seats, state.players
    table: dict[str, int | str] = {"place": place_of(state).id, "sum": sum([player.runes for player in players])}
    if state.bearer >= 0:
        table["bearer"] = seats[state.bearer]
    if state.ending:
        lost = "lost_in_haven" if place_of(state).board is None else "lost"
        table["ending"] = (
            "destroyed" if state.ending == "contest" else state.ending if state.ending in AT_DOOM else lost
        )
        points = set(scoring.scores(state))
        table |= {"score": points.pop()} if len(points) == 1 else {}
    rows: dict[str, dict[str, int | str]] = {
        seat: {"hobbit": seat, "runes": player.runes, "alive": player.alive}
        for seat, player in zip(seats, players, strict=True)
    }
    return {"": table, **rows}


def check_sheets(content: Content, data: Any) -> tuple[Refusal, ...] | SheetReport:
    """Every fault of the sheet, or how the game ended. Raises WrongCall if it cannot be read."""
    input_values.check_keys(data, KEYS, "sheet")
    rows = input_values.players(data, PLAYER_KEYS)
    named = [f"{row.get('name') or row.get('hobbit', '')}:{row.get('hobbit', '')}" for row in rows]
    competition = input_values.flag(data, "competition", False)
    header = setup.SET_UP.header(
        content, named, position.named_mode(data), {"competition": str(competition).lower()}, None
    )
    if isinstance(header, Refusal):
        return (header,)
    state = setup.fresh_draft(setup.read_setup(content, header)).freeze()
    said = input_values.one(data, "ending", "destroyed", SHEET_ENDINGS)
    bearer = input_values.one(data, "bearer", "", ("", *content["hobbit"]))
    if bearer and bearer not in state.setup.seats:
        return (Refusal("sheets_bearer", "LR-END-10", {"hobbit": Ref("hobbit", bearer)}),)
    places = [place.id for place in state.setup.tables.places]
    place = places.index(input_values.one(data, "place", places[-1], places))
    players = tuple(
        [
            player._replace(
                silver=input_values.read_whole(row, "runes", 0), alive=input_values.flag(row, "alive", True)
            )
            for player, row in zip(state.players, rows, strict=True)
        ]
    )
    state = state.replace(players=players, place=place)
    if bearer:
        state = state.replace(bearer=state.setup.seats.index(bearer))
    kind = _printed_defeat(state, bearer) if said in LOST else said
    board, score = place_of(state).board, data.get("score")
    marker = 0
    if board is not None:
        marker = input_values.read_whole(data, "marker", _marker_space(board.tracks[board.main], kind, score))
        state = state.replace(markers=tuple([marker if at == board.main else 0 for at in range(len(board.tracks))]))
    faults = [*_table_faults(state, kind, marker, competition), *_paper_faults(state, said, kind, bearer, data)]
    if faults:
        return tuple(faults)
    state = _with_ending(state, kind, competition, score)
    fault = _score_fault(state, score)
    if fault is not None:
        return (fault,)
    outcome = outcome_of(state, ending.ENDING_RULES)
    assert outcome is not None  # it has an ending
    return SheetReport(header, outcome, (*scoring.score_explanation(state), outcome.event), state)


def _table_faults(state: State, kind: str, marker: int, competition: bool) -> Iterator[Refusal]:
    board, alive = place_of(state).board, [player.alive for player in state.players]
    finale = state.place == len(state.setup.tables.places) - 1
    track = None if board is None else board.tracks[board.main]
    if track is not None and not 0 <= marker <= track.last_space:
        yield Refusal("position_marker", "LR-STATE-8", {"track": Ref("symbol", track.symbol), "number": marker})
        return
    runes = [player.runes for player in state.players]
    most = state.setup.tables.silver + sum(state.setup.tables.gold)
    there = finale and track is not None and marker == track.last_space
    survived = (kind == "doom" and any(alive)) or (kind in ("bearer_dead", "betrayal") and all(alive))
    yield from refuse(min(runes) < 0, "sheets_runes", "LR-STATE-9")
    yield from refuse(sum(runes) > most, "sheets_runes_most", "LR-STATE-9", most=most)
    yield from refuse(kind in AT_DOOM and not there, "sheets_not_there", "LR-END-14")
    yield from refuse(kind == "ring_is_mine" and not finale, "sheets_place", "LR-END-17")
    yield from refuse(kind == "betrayal" and (finale or not competition), "sheets_betrayal", "LR-VARIANT-12")
    yield from refuse(kind == "destroyed" and not any(alive), "sheets_all_dead", "LR-END-15")
    yield from refuse(survived, "sheets_alive", "LR-END-2")


def _printed_defeat(state: State, bearer: str) -> str:
    """Which of the defeats that the printed sheet has one line for: the Ring-bearer's death, or Sauron has the Ring."""
    alive = [player.alive for player in state.players]
    fell = not (alive[state.bearer] if bearer else all(alive))
    return "bearer_dead" if fell or state.place < len(state.setup.tables.places) - 1 else "ring_is_mine"


def _marker_space(track: ProgressTrack, kind: str, score: Any) -> int:
    """Where the marker of the main track stands, as far as ending and score say."""
    if kind in AT_DOOM:
        return track.last_space
    return track.numbers.index(score) if score in track.numbers else 0


def _paper_faults(state: State, said: str, kind: str, bearer: str, data: Any) -> Iterator[Refusal]:
    """What the sheet says besides the table: the line of the ending, where it ended, who had the Ring, the sum."""
    place = place_of(state)
    elsewhere = said in LOST and (said == "lost_in_haven") != (place.board is None)
    yield from refuse(elsewhere, "sheets_lost", LOST.get(said, ""), place=Ref("place", place.id))
    numbers = () if place.board is None else place.board.tracks[place.board.main].numbers
    score = data.get("score")
    nowhere = type(score) is int and numbers and kind not in AT_DOOM and "marker" not in data and score not in numbers
    yield from refuse(nowhere, "sheets_space", "LR-SCORE-3", place=Ref("place", place.id), number=score)
    if bearer and kind in ("bearer_dead", "ring_is_mine"):
        alive = state.players[state.bearer].alive
        yield from refuse(alive == (kind == "bearer_dead"), "sheets_alive", "LR-DEATH-4")
    runes = sum([player.runes for player in state.players])
    yield from refuse(input_values.read_whole(data, "sum", runes) != runes, "sheets_sum", "LR-SCORE-1", number=runes)


def _with_ending(state: State, kind: str, competition: bool, written: Any) -> State:
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
