"""Set-up (WR-SETUP, WR-TEAM-1..3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.messages import Ref, Refusal
from companion.games.wotr.rules.common import ending
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.map.companions import level
from companion.games.wotr.rules.table import position
from companion.games.wotr.rules.turn import turn
from companion.games.wotr.state import (
    ASIDE,
    IN_FELLOWSHIP,
    RULES_NUMBER,
    Draft,
    Fellowship,
    Hand,
    HuntBox,
    Options,
    Setup,
    Side,
)
from companion.games.wotr.tables import BATTLE, DECKS, FP, HUNT, SHADOW, SIDES, tables
from companion.play.game.setup import Seating, SetUp, plain_options

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]
SEATING = Seating("seat", "seats_no_seat", "seats_same", "WR-SETUP-1", "WR-SETUP-1")
START = "rivendell"  # WR-SETUP-2


def _seat_names(content: Content, variant: str, players: Sequence[str]) -> list[Json] | Refusal:
    """Return `Name:seat` in the order of the seats, which the number of players decides (WR-SETUP-1, WR-TEAM-1)."""
    facts = tables(content)
    seats = SEATING.seats(content, players, facts.for_players, facts.seats)
    if isinstance(seats, Refusal):
        return seats
    wanted = facts.for_players[len(players)]
    if {seat["id"] for seat in seats} != set(wanted):
        in_play = tuple([Ref("seat", seat) for seat in wanted])
        rule = "WR-SETUP-1" if len(players) == len(SIDES) else "WR-TEAM-1"
        return Refusal("seats_wrong", rule, {"number": len(players), "seats": in_play})
    return sorted(seats, key=lambda seat: wanted.index(seat["id"]))


def read_setup(content: Content, header: Json) -> Setup:
    """Return the set-up that a header fixes."""
    facts, seats = tables(content), tuple([seat["id"] for seat in header["seats"]])
    sides = tuple([facts.seats[seat].side for seat in seats])
    said = header["options"]
    options = Options(said["real_cards"] == "true", said.get("after_pass", Options().after_pass))
    variant = header["variant"]
    by = header.get("rules", RULES_NUMBER)  # a session is given its number when it is created
    return Setup(facts, seats, sides, options, armies=variant != HUNT, battle=variant == BATTLE, rules=by)


def _complete_options(content: Content, seats: Sequence[Json], given: Mapping[str, str]) -> dict[str, str]:
    """Return every option, but those of a team only where they are not as usual."""
    found = plain_options(content, seats, given)
    return {id: value for id, value in found.items() if id == "real_cards" or value != content["option"][id]["default"]}


def fresh(setup: Setup) -> Draft:
    """Return the table before anything happens, everything in its place (WR-SETUP-2..12)."""
    facts = setup.tables
    companions = tuple([id for id, row in facts.characters.items() if row.kind == "companion" and not row.replaces])
    with_ring = {*companions, *[id for id, row in facts.characters.items() if row.kind == "ring_bearers"]}
    leaders = [_leading_seat(setup, side) for side in (FP, SHADOW)]
    decks = tuple([facts.deck(side, deck) for side in (FP, SHADOW) for deck in DECKS])
    sides = [
        Side(facts.start[side], 0, (0,) * len(facts.faces[side]), facts.rings[side], leader=leaders[side])
        for side in (FP, SHADOW)
    ]
    draft = Draft(
        setup=setup,
        turn=0,
        phase="recover",
        sides=(sides[FP], sides[SHADOW]),
        hands=(Hand(),) * len(setup.seats),
        decks=decks,
        deck_sizes=tuple([len(deck) for deck in decks]),
        box=HuntBox(),
        pool=tuple([facts.counts[id] if tile.standard else 0 for id, tile in facts.tiles.items()]),
        drawn=(0,) * len(facts.tiles),
        waiting=(),
        fellowship=Fellowship(START, companions=companions),
        where=tuple([IN_FELLOWSHIP if id in with_ring else ASIDE for id in facts.characters]),
        seen=(),
        boxes=tuple([row.box for row in facts.nations.values()]),
        active=tuple([row.active for row in facts.nations.values()]),
        taken=(),
        besieged=(),
        acting=leaders[FP],
        captors=(),
        agenda=(),
        ending="",
        winners=(),
    )
    draft.set_fellowship(guide=max(companions, key=lambda companion: level(draft, companion)))
    if setup.armies:
        armies.place_armies(draft, facts.armies)
    return draft


def _leading_seat(setup: Setup, side: int) -> int:
    """Return the seat that leads its side on the first turn (WR-TEAM-3)."""
    partners = [seat_index for seat_index, of in enumerate(setup.sides) if of == side]
    return next(
        (seat_index for seat_index in partners if setup.tables.seats[setup.seats[seat_index]].leads), partners[0]
    )


def _side_names(content: Content, variant: str) -> list[str]:
    """Return both sides by their own names."""
    return [f"{id}:{id}" for id in tables(content).for_players[2]]


SET_UP = SetUp(
    seats=_seat_names,
    read=read_setup,
    fresh=fresh,
    begin=turn.begin,
    over=ending.ENDING_RULES,
    head=position.head,
    written_out=position.complete_position,
    place=position.place,
    no_names=_side_names,
    options=_complete_options,
)
