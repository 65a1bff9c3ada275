"""Set-up (LR-SETUP, LR-VARIANT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.messages import Ref, Refusal
from companion.games.fellowship.rules.common import ending
from companion.games.fellowship.rules.table import position
from companion.games.fellowship.rules.turn import journey
from companion.games.fellowship.state import Draft, Hobbit, Options, Setup
from companion.games.fellowship.tables import tables
from companion.play.game.setup import Seating, SetUp

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]
SEATING = Seating("hobbit", "seats_no_hobbit", "seats_same_hobbit", "LR-SETUP-1", "LR-SETUP-2")


def _read_seats(content: Content, variant: str, players: Sequence[str]) -> list[Json] | Refusal:
    """`Name:hobbit` in the order they sit, clockwise; the number of players decides which hobbits (LR-SETUP-1, -2)."""
    sets = tables(content).hobbits
    seats = SEATING.seats(content, players, sets, content["hobbit"])
    if isinstance(seats, Refusal):
        return seats
    wanted = sets[len(players)]
    if {seat["id"] for seat in seats} != set(wanted):
        in_play = tuple([Ref("hobbit", hobbit) for hobbit in wanted])
        return Refusal("seats_hobbits", "LR-SETUP-1", {"number": len(players), "hobbits": in_play})
    return seats


def read_setup(content: Content, header: Json) -> Setup:
    """Return the set-up that a header fixes."""
    options = header["options"]
    return Setup(
        tables(content),
        header["variant"],
        tuple([seat["id"] for seat in header["seats"]]),
        Options(
            relay=options["relay"] == "true",
            equality=options["equality"] == "true",
            competition=options["competition"] == "true",
            roll_then_give=options["preparations_order"] == "roll_then_give",
            bearer_keeps=options["bearer_tie_includes_self"] == "bearer_keeps",
            ring_rolls_last=options["last_mordor_space_by_ring"] == "roll",
            cleanup_only=options["finish_turn_after_main"] == "cleanup_only",
            pooled=options["gandalf_payment"] == "pooled",
            real_cards=options["real_cards"] == "true",
            real_tiles=options["real_tiles"] == "true",
        ),
    )


def fresh_draft(setup: Setup) -> Draft:
    """Everything in its place before anything happens (LR-SETUP-3..10)."""
    facts = setup.tables
    bearer = setup.seats.index(facts.first_bearer)
    player = Hobbit(space=facts.values["hobbit_start"], life=(0,) * len(facts.life))
    return Draft(
        setup=setup,
        players=(player,) * len(setup.seats),
        place=0,
        turn=0,
        active=bearer,
        last=-1,
        bearer=bearer,
        sauron=facts.modes[setup.variant],
        ring_used=False,
        markers=(),
        event=0,
        stack=facts.tile_counts,
        top=(),
        seer=-1,
        shown=(),
        closed=False,
        played=(),
        deck=facts.counts,
        deck_size=sum(facts.counts),
        discard=(0,) * len(facts.kinds),
        buried=0,
        spent=(),
        top_card="",
        piles=facts.legendary,
        dealt=(),
        gone=(),
        gold=facts.gold,
        gandalf=tuple(facts.gandalf),
        agenda=(),
        ending="",
        winners=(),
    )


SET_UP = SetUp(
    seats=_read_seats,
    read=read_setup,
    fresh=fresh_draft,
    begin=journey.arrive_at_place,
    over=ending.ENDING_RULES,
    head=position.position_head,
    written_out=position.complete_position,
    place=position.set_table,
)
