"""Final sheets filled in by hand, without a journal: can they be, and who won (DG-END).

    {variant, end_variant, first, players: [{name, hobbit, circles: 9, squares: "xxdwwww", turns: 6}], winner: [name]}

`turns`, `first`, `squares` (of the track) and `winner` may be left out; what is there is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from companion.core.messages import Phrase, Ref, Refusal
from companion.games.dice.offers import score_explanation
from companion.games.dice.rules import ending, setup
from companion.games.dice.state import DICE, NO_SYMBOLS, Draft, RouteSheet, Setup, State
from companion.play.game import input_values
from companion.play.game.game import SheetReport, outcome_of
from companion.play.game.paper_form import PaperForm, SheetPart, one_marked
from companion.play.game.setup import refuse
from companion.play.game.sheet_form import FieldChoice, FormField

if TYPE_CHECKING:
    from companion.content.model import Content

KEYS = {"variant", "end_variant", "first", "squares", "players", "winner"}
SQUARES = {  # letter -> what a form calls it, and its sign
    "w": ("sheet.square_w", "□"),
    "h": ("sheet.square_h", "◫"),
    "d": ("sheet.square_d", "◧"),
    "x": ("sheet.square_x", "■"),
}
PLAYER_KEYS = {"name", "hobbit", "circles", "squares", "turns"}


def sheet_form(content: Content) -> tuple[FormField, ...]:
    """Return the fields of the score form."""
    variants = [FieldChoice(id, Phrase(f"variant.{id}", {})) for id in content.info["variants"]]
    hobbits = [FieldChoice(row.id, Ref("hobbit", row.id)) for row in content["hobbit"].values()]
    squares = [FieldChoice(letter, Phrase(key, {}), sign) for letter, (key, sign) in SQUARES.items()]
    return (
        FormField("variant", "one", Phrase("sheet.variant", {}), variants[0].id, tuple(variants)),
        FormField("end_variant", "flag", Ref("option", "end_variant", "says")),
        FormField("hobbit", "one", Phrase("sheet.seat", {}), "", tuple(hobbits), each=True),
        FormField("name", "text", Phrase("sheet.name", {}), each=True),
        FormField("circles", "whole", Phrase("sheet.circles", {}), "0", each=True),
        FormField("turns", "whole", Phrase("sheet.turns", {}), each=True),
        FormField(
            "squares", "places", Phrase("sheet.squares", {}), "w", tuple(squares), len(content["square"]), each=True
        ),
    )


def paper_forms(content: Content) -> tuple[PaperForm, ...]:
    """The route sheet: its basic side is its front, the advanced one its back (DG-COMP-4)."""
    places = sorted(content["place"].values(), key=lambda row: int(row["circle"]))[1:]
    hobbits, squares = tuple(content["hobbit"]), tuple(content["square"])
    roads: dict[int | str, str] = {count: "x" * count + "w" * (len(places) - count) for count in range(len(places) + 1)}
    tracks = [track for track in map("".join, product(SQUARES, repeat=len(squares))) if setup.TRACK.fullmatch(track)]
    parts = (
        SheetPart("hobbit", Phrase("sheet.seat", {}), "DG-SET-2", "tick", hobbits, one_marked(hobbits)),
        SheetPart(
            "circles", Phrase("sheet.circles", {}), "DG-RING-1", "circle", tuple([row.id for row in places]), roads
        ),
        SheetPart("squares", Phrase("sheet.squares", {}), "DG-MARK-1", "square", squares, {one: one for one in tracks}),
    )
    sides = zip(("front", "back"), content.info["variants"], strict=True)
    return tuple([PaperForm("dice-route", side, {"variant": variant}, parts) for side, variant in sides])


def paper_values(state: State) -> dict[str, dict[str, int | str]]:
    """Return the present values of each route sheet; squares that are not played with stay untouched."""
    printed = state.setup.printed
    return {
        seat: {"hobbit": seat, "circles": player.circles, "squares": player.squares.ljust(printed, "w")[:printed]}
        for seat, player in zip(state.setup.seats, state.players, strict=True)
    }


def check_sheets(content: Content, data: Any) -> tuple[Refusal, ...] | SheetReport:
    """Every fault of the sheets, or who won and why. Raises WrongCall if they cannot be read."""
    input_values.check_keys(data, KEYS, "sheet file")
    rows = input_values.players(data, PLAYER_KEYS)
    named = [f"{row.get('name') or row.get('hobbit', '')}:{row.get('hobbit', '')}" for row in rows]
    tracks = [input_values.text(row, "squares", "") for row in rows]
    options = {"squares": str(input_values.read_whole(data, "squares", len(content["square"])))}
    if "first" in data:
        options["first"] = str(data["first"])
    options["end_variant"] = str(data.get("end_variant", False)).lower()
    header = setup.SET_UP.header(content, named, input_values.text(data, "variant", None), options, None)
    if isinstance(header, Refusal):
        return (header,)
    table = setup.read_setup(content, header)
    players = tuple(
        [
            RouteSheet(input_values.read_whole(row, "circles", -1), _played_track(track, table))
            for row, track in zip(rows, tracks, strict=True)
        ]
    )
    found = [next(setup.check_sheet(table, *row), None) for row in zip(table.seats, players, strict=True)]
    faults = [fault for fault in found if fault is not None]
    if faults:
        return tuple(faults)
    turns = [input_values.read_whole(row, "turns", 0) if "turns" in row else None for row in rows]
    faults = [*_turn_faults(table, players, turns)]
    kind, winners = ending.early_end(table, players)
    if not kind:
        kind, winners = ending.round_end(table, players)
    if not kind:
        faults.append(Refusal("sheets_not_over", "DG-END-2"))
    elif "winner" in data:
        faults += _winner_fault(header, data["winner"], winners, ending.ENDING_RULES[kind])
    if faults:
        return tuple(faults)
    round = max(filter(None, turns), default=1)
    over = Draft(table, (), kind, winners, players, round, 0, 0, NO_SYMBOLS, (), False).freeze()
    outcome = outcome_of(over, ending.ENDING_RULES)
    assert outcome is not None  # `kind` is set
    return SheetReport(header, outcome, (*score_explanation(over), outcome.event), over)


def _played_track(track: str, table: Setup) -> str:
    """A track as it is printed without squares that are not played with, if nothing is marked there."""
    more = track[table.squares :]
    return track[: table.squares] if len(track) == table.printed and not more.strip("w") else track


def _turn_faults(table: Setup, players: tuple[RouteSheet, ...], turns: list[int | None]) -> Iterator[Refusal]:
    """Equal turns of those still in (DG-END-2), and no more symbols than five dice a turn can give (DG-ROLL-1)."""
    last_one = ending.early_end(table, players)[0] == "last_one"
    still_in = [count for count, player in zip(turns, players, strict=True) if count is not None and not player.is_out]
    uneven = len(set(still_in)) > 1
    yield from refuse(uneven, "sheets_turns", "DG-END-2", turns=", ".join(map(str, still_in)))
    if still_in and not uneven and not last_one:
        for seat, player, count in zip(table.seats, players, turns, strict=True):
            if player.is_out and count is not None and count > still_in[0]:
                yield Refusal("sheets_turns_out", "DG-ELIM-1", {"seat": Ref("seat", seat), "number": count})
    if None in turns:
        return
    counts = [count or 0 for count in turns]
    for seat, player, count in zip(table.seats, players, counts, strict=True):
        who = Ref("seat", seat)
        own = player.circles + sum(square in "hd" for square in player.squares)
        marks = sum(square in "xd" for square in player.squares)
        from_others = sum(counts) - count  # one die of this colour a turn (DG-MARK-3)
        too_far, too_many = own > DICE * count, marks > DICE * count - own + from_others
        yield from refuse(too_far, "sheets_too_far", "DG-RING-1", seat=who, turns=count, number=player.circles)
        marked = too_many and not too_far
        yield from refuse(marked, "sheets_too_many_marks", "DG-MARK-1", seat=who, turns=count, number=marks)


def _winner_fault(header: dict[str, Any], named: Any, winners: tuple[str, ...], rule: str) -> list[Refusal]:
    claimed = named if isinstance(named, list) else [named]
    seats = {setup.seat_named(header["seats"], str(name)) for name in claimed if name}
    if seats == set(winners):
        return []
    if not winners:
        return [Refusal("sheets_nobody", rule)]
    return [Refusal("sheets_winner", rule, {"winners": tuple([Ref("seat", seat) for seat in winners])})]
