"""Set-up (DG-COMP, DG-SET) and tables already in play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal
from companion.games.dice.rules import ending, turn
from companion.games.dice.state import Draft, RoadPlace, RouteSheet, Setup, State, is_home
from companion.play.game import input_values
from companion.play.game.setup import PositionHeader, Seating, SetUp, refuse

if TYPE_CHECKING:
    from companion.content.model import Content, Row

Json = dict[str, Any]
SEATING = Seating("hobbit", "seats_no_hobbit", "seats_same_hobbit", "DG-SET-1", "DG-SET-2")
TRACK = re.compile(r"x*d?[wh]*")  # squares are marked in order from the start (DG-MARK-1)
POSITION_KEYS = {"variant", "end_variant", "round", "first", "active", "players"}
PLAYER_KEYS = {"name", "hobbit", "circles", "squares"}


def facts(content: Content, variant: str = "") -> Json:
    """The facts of content/ that the rules use, for the header's digest."""
    return {
        "dice": [row.id for row in content["die"].values()],
        "hobbits": {row.id: row["die"] for row in content["hobbit"].values()},
        "places": [
            [row["circle"], row.id, row["effect"], row.get("factor", 1), row.get("rings", 0)]
            for row in content["place"].values()
        ],
        "symbols": list(content["symbol"]),
    }


def read_setup(content: Content, header: Json) -> Setup:
    """Return the set-up that a header fixes.

    The places' effects come from content/ and only count in the advanced variant.
    """
    options = header["options"]
    dice = list(content["die"].values())
    owner = {row["die"]: row.id for row in content["hobbit"].values()}
    seats = tuple([seat["id"] for seat in header["seats"]])
    return Setup(
        variant=header["variant"],
        end_variant=options["end_variant"] == "true",
        dice=tuple([row.id for row in dice]),
        faces=tuple([tuple(options[f"faces_{row.id}"].split(",")) for row in dice]),
        owners=tuple([owner.get(row.id, "") for row in dice]),
        squares=int(options["squares"]),
        printed=len(content["square"]),
        places=read_places(content, header["variant"]),
        seats=seats,
        order=tuple([(seats.index(options["first"]) + step) % len(seats) for step in range(len(seats))]),
        words={word: row.id for row in content["symbol"].values() for word in (row.id, row["short"])},
    )


def read_places(content: Content, variant: str) -> tuple[RoadPlace, ...]:
    """The road; in the basic variant no place does anything."""
    rows = sorted(content["place"].values(), key=lambda row: int(row["circle"]))
    return tuple([_read_place(row) if variant == "advanced" else RoadPlace(row.id, "none", "DG-ADV-0") for row in rows])


def _read_place(row: Row) -> RoadPlace:
    return RoadPlace(row.id, row["effect"], row.get("rule", "DG-ADV-0"), row.get("factor", 1), row.get("rings", 0))


def check_sheet(setup: Setup, seat: str, player: RouteSheet) -> Iterator[Refusal]:
    """Return the fault of a sheet, or None.

    Circles of the road, squares of the track in order (DG-COMP-3, -4, DG-MARK-1).
    """
    who, circles, squares = Ref("seat", seat), player.circles, player.squares
    wrong = not 0 <= circles <= setup.circles
    yield from refuse(wrong, "sheet_circles", "DG-COMP-4", seat=who, number=circles, last=setup.circles)
    yield from refuse(set(squares) - set("wdhx"), "sheet_letters", "DG-COMP-3", seat=who, squares=squares)
    wrong = len(squares) != setup.squares
    yield from refuse(wrong, "sheet_length", "DG-COMP-4", seat=who, number=len(squares), last=setup.squares)
    yield from refuse(not TRACK.fullmatch(squares), "sheet_order", "DG-MARK-1", seat=who, squares=squares)


def _check_turn(state: State) -> Iterator[Refusal]:
    """A position where somebody really has a turn to take."""
    setup, players = state.setup, state.players
    yield from refuse(state.round < 1, "position_round", "DG-SET-4", number=state.round)
    over, _ = ending.early_end(setup, players)
    if over:
        yield Refusal("position_over", ending.ENDING_RULES[over])
    yield from refuse(players[state.active].is_out, "position_active_out", "DG-ELIM-1", seat=Ref("seat", state.seat))
    for at in setup.order[setup.order.index(state.active) :]:
        yield from refuse(is_home(setup, players[at]), "position_home", "DG-END-2", seat=Ref("seat", setup.seats[at]))


def _read_seats(content: Content, variant: str, players: Sequence[str]) -> list[Json] | Refusal:
    """`Name:hobbit` in the order they sit, clockwise."""
    numbers = range(content.info["seats_min"], content.info["seats_max"] + 1)
    return SEATING.seats(content, players, numbers, content["hobbit"])


def seat_named(seats: Sequence[Json], word: str) -> str:
    """The seat that a hobbit's id means, or else a player's name."""
    for key in ("id", "name"):
        for seat in seats:
            if word.lower() == seat[key].lower():
                return str(seat["id"])
    known = [word for seat in seats for word in (seat["id"], seat["name"])]
    raise WrongCall("no_player", word, known)


def _read_options(content: Content, seats: Sequence[Json], asked: Mapping[str, str]) -> dict[str, str] | Refusal:
    input_values.known_options(content["option"], asked)
    settled: dict[str, str] = {}
    for name, row in content["option"].items():
        kind, _, die = row["values"].partition(" ")
        match kind:
            case "seat":
                settled[name] = seat_named(seats, asked.get(name, seats[0]["id"]))
            case "faces":
                faces = _read_faces(content, die, asked.get(name))
                if isinstance(faces, Refusal):
                    return faces
                settled[name] = ",".join(faces)
            case _:
                settled[name] = input_values.option(row, asked)
    return settled


def _read_faces(content: Content, die: str, asked: str | None) -> list[str] | Refusal:
    """Six faces of a die; the White Tree stands on the black die only (DG-COMP-2)."""
    if asked is None:
        return list(content["die"][die]["faces"])
    symbols, black = content["symbol"], next(iter(content["die"]))
    faces = [symbol.strip().lower() for symbol in asked.split(",")]
    for symbol in faces:
        if symbol not in symbols:
            raise WrongCall("no_symbol", symbol, symbols)
    if len(faces) != 6:
        return Refusal("faces_number", "DG-COMP-1", {"die": Ref("die", die), "number": len(faces)})
    if "white_tree" in faces and die != black:
        return Refusal(
            "roll_face_impossible", "DG-COMP-2", {"die": Ref("die", die), "symbol": Ref("symbol", "white_tree")}
        )
    return faces


# --- tables ----------------------------------------------------------------------------------------------------------


def fresh_draft(setup: Setup) -> Draft:
    """Empty sheets, and the first player's turn to come."""
    players = (RouteSheet(0, "w" * setup.squares),) * len(setup.seats)
    return Draft(setup, (), "", (), players, 1, setup.order[0], 0, (), (), False)


def _begin_first_turn(draft: Draft) -> None:
    turn.begin_turn(draft, draft.active)


def _position_head(content: Content, asked: Json, variant: str | None) -> PositionHeader:
    input_values.check_keys(asked, POSITION_KEYS, "position")
    rows = input_values.players(asked, PLAYER_KEYS)
    options: dict[str, str] = {key: str(asked[key]) for key in ("end_variant", "first") if key in asked}
    if "end_variant" in options:
        options["end_variant"] = options["end_variant"].lower()
    named = [f"{row.get('name', '')}:{row.get('hobbit', '')}" for row in rows]
    return PositionHeader(named, variant or input_values.text(asked, "variant", None), options)


def _complete_position(setup: Setup, seats: Sequence[Json], asked: Json) -> Json:
    first = setup.seats[setup.order[0]]
    return {
        "round": input_values.read_whole(asked, "round", 1),
        "active": seat_named(seats, str(asked.get("active", first))),
        "players": [
            {
                "circles": input_values.read_whole(row, "circles", 0),
                "squares": input_values.text(row, "squares", "w" * setup.squares),
            }
            for row in input_values.players(asked, PLAYER_KEYS)
        ],
    }


def _set_table(draft: Draft, asked: Json) -> Iterator[Refusal]:
    draft.players = tuple([RouteSheet(row["circles"], row["squares"]) for row in asked["players"]])
    for seat, player in zip(draft.setup.seats, draft.players, strict=True):
        yield from check_sheet(draft.setup, seat, player)
    draft.round = asked["round"]
    turn.begin_turn(draft, draft.setup.seats.index(asked["active"]))
    yield from _check_turn(draft)


SET_UP = SetUp(
    seats=_read_seats,
    read=read_setup,
    fresh=fresh_draft,
    begin=_begin_first_turn,
    over=ending.ENDING_RULES,
    head=_position_head,
    written_out=_complete_position,
    place=_set_table,
    options=_read_options,
)
