"""Set-up (LR-SETUP, LR-VARIANT): words of a command -> header -> State.

The header of a journal holds every choice written out, so that a journal never depends on today's defaults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.errors import WrongCall
from companion.games.fellowship.rules import journey, position
from companion.games.fellowship.state import Draft, Options, Player, Setup, State
from companion.games.fellowship.tables import tables
from companion.messages import Ref, Refusal
from companion.play import input_values
from companion.play.steps import run

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]


def header(
    content: Content, players: Sequence[str], variant: str | None, options: Mapping[str, str], asked: Json | None
) -> Json | Refusal:
    """Settle seats, variant, options and position. Raises WrongCall for words that mean nothing here."""
    if asked is not None:
        if players:
            raise WrongCall("position_players")
        players, mode = position.players(asked), position.mode(asked)
        if variant is not None and mode not in (None, variant):
            raise WrongCall("no_variant", str(mode), (variant,))
        variant = variant or mode
    out = _settled(content, players, variant, options)
    if asked is None or isinstance(out, Refusal):
        return out
    seats = [seat["id"] for seat in out["seats"]]
    out["position"] = position.settled(tables(content), out["variant"], seats, asked)
    return out


def _settled(
    content: Content, players: Sequence[str], variant: str | None, options: Mapping[str, str]
) -> Json | Refusal:
    chosen = {
        "variant": input_values.variant(content.info["variants"], variant),
        "options": input_values.options(content["option"], options),
    }
    seats = _seats(content, players)
    return seats if isinstance(seats, Refusal) else {**chosen, "seats": seats}


def _seats(content: Content, players: Sequence[str]) -> list[Json] | Refusal:
    """`Name:hobbit` in the order they sit, clockwise; the number of players decides which hobbits (LR-SETUP-1, -2)."""
    info, hobbits, sets = content.info, content["hobbit"], tables(content).hobbits
    if len(players) not in sets:
        limits = {"number": len(players), "least": info["seats_min"], "most": info["seats_max"]}
        return Refusal("seats_number", "LR-SETUP-1", limits)
    seats: list[Json] = []
    for player in players:
        name, hobbit = input_values.player(player, hobbits)
        if not name:
            return Refusal("seats_no_hobbit", "LR-SETUP-2", {"name": hobbit})
        if any(seat["id"] == hobbit for seat in seats):
            return Refusal("seats_same_hobbit", "LR-SETUP-2", {"hobbit": Ref("hobbit", hobbit)})
        seats.append({"id": hobbit, "name": name})
    wanted = sets[len(players)]
    if {seat["id"] for seat in seats} != set(wanted):
        in_play = tuple([Ref("hobbit", hobbit) for hobbit in wanted])
        return Refusal("seats_hobbits", "LR-SETUP-1", {"number": len(players), "hobbits": in_play})
    return seats


def read_setup(content: Content, header: Json) -> Setup:
    """What a header fixes."""
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


def new(content: Content, header: Json) -> State | Refusal:
    """The table at the start of play, or as the header's position has it; the header is checked like a command.

    Raises WrongCall, KeyError, TypeError or ValueError for a header that `header` cannot have made.
    """
    settled = input_values.again(header, partial(_settled, content))
    if isinstance(settled, Refusal):
        return settled
    draft = Draft.of(bare(read_setup(content, settled)))
    asked = header.get("position")
    if asked is None:
        journey.arrive(draft)
    else:
        fault = position.place(draft, asked)
        if fault is not None:
            return fault
    state: State = run(draft)
    return state


def bare(setup: Setup) -> State:
    """Everything in its place before anything happens (LR-SETUP-3..10)."""
    facts = setup.tables
    bearer = setup.seats.index(facts.first_bearer)
    player = Player(space=facts.values["hobbit_start"], life=(0,) * len(facts.life))
    state: State = Draft(
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
    ).frozen()
    return state
