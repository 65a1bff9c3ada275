"""Set-up (WR-SETUP, WR-TEAM-1..3): words of a command -> header -> State.

The header of a journal holds every choice written out, so that a journal never depends on today's defaults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.errors import WrongCall
from companion.games.wotr.rules import ending, position, turn
from companion.games.wotr.rules.companions import level
from companion.games.wotr.state import (
    ASIDE,
    IN_FELLOWSHIP,
    Draft,
    Fellowship,
    Hand,
    HuntBox,
    Options,
    Setup,
    Side,
    State,
)
from companion.games.wotr.tables import DECKS, FP, SHADOW, tables
from companion.messages import Ref, Refusal
from companion.play import input_values
from companion.play.steps import run

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]
START = "rivendell"  # WR-SETUP-2


def header(
    content: Content, players: Sequence[str], variant: str | None, options: Mapping[str, str], asked: Json | None
) -> Json | Refusal:
    """Settle seats, variant, options and position. Raises WrongCall for words that mean nothing here."""
    if asked is not None:
        told = position.players(tables(content), asked)
        if players and told is not None:
            raise WrongCall("position_players")
        players = players or told or [f"{id}:{id}" for id in tables(content).for_players[2]]
    out = _settled(content, players, variant, options)
    if asked is None or isinstance(out, Refusal):
        return out
    out["position"] = position.settled(read_setup(content, out), asked)
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
    """`Name:seat` in the order of the seats; the number of players decides which there are (WR-SETUP-1, WR-TEAM-1)."""
    facts = tables(content)
    if len(players) not in facts.for_players:
        limits = {"number": len(players), "least": content.info["seats_min"], "most": content.info["seats_max"]}
        return Refusal("seats_number", "WR-SETUP-1", limits)
    names: dict[str, str] = {}
    for player in players:
        name, seat = input_values.player(player, facts.seats)
        if not name:
            return Refusal("seats_no_seat", "WR-SETUP-1", {"name": seat})
        if seat in names:
            return Refusal("seats_same", "WR-SETUP-1", {"seat": Ref("seat", seat)})
        names[seat] = name
    wanted = facts.for_players[len(players)]
    if names.keys() != set(wanted):
        in_play = tuple([Ref("seat", seat) for seat in wanted])
        rule = "WR-SETUP-1" if len(players) == len(DECKS) else "WR-TEAM-1"
        return Refusal("seats_wrong", rule, {"number": len(players), "seats": in_play})
    return [{"id": seat, "name": names[seat]} for seat in wanted]


def read_setup(content: Content, header: Json) -> Setup:
    """What a header fixes."""
    facts, seats = tables(content), tuple([seat["id"] for seat in header["seats"]])
    sides = tuple([facts.seats[seat].side for seat in seats])
    return Setup(facts, seats, sides, Options(real_cards=header["options"]["real_cards"] == "true"))


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
        turn.begin(draft)
    else:
        fault = position.place(draft, asked)
        if fault is not None:
            return fault
    state: State = run(draft)
    return Refusal("position_over", ending.ENDING_RULES[state.ending]) if state.ending else state


def bare(setup: Setup) -> State:
    """Everything in its place before anything happens (WR-SETUP-2..12)."""
    facts = setup.tables
    companions = tuple([id for id, row in facts.characters.items() if row.kind == "companion" and not row.replaces])
    with_ring = {*companions, *[id for id, row in facts.characters.items() if row.kind == "ring_bearers"]}
    leaders = [_first(setup, side) for side in (FP, SHADOW)]
    decks = tuple(
        [
            tuple([id for id, card in facts.cards.items() if (card.side, card.deck) == (side, deck)])
            for side in (FP, SHADOW)
            for deck in DECKS
        ]
    )
    fresh = [
        Side(facts.start[side], 0, (0,) * len(facts.faces[side]), facts.rings[side], leader=leaders[side])
        for side in (FP, SHADOW)
    ]
    draft = Draft(
        setup=setup,
        turn=0,
        phase="recover",
        sides=(fresh[FP], fresh[SHADOW]),
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
        last_nation="",
        agenda=(),
        ending="",
        winners=(),
    )
    draft.set_fellowship(guide=max(companions, key=lambda companion: level(draft, companion)))
    state: State = draft.frozen()
    return state


def _first(setup: Setup, side: int) -> int:
    """The seat that leads its side on the first turn (WR-TEAM-3)."""
    partners = [who for who, of in enumerate(setup.sides) if of == side]
    return next((who for who in partners if setup.tables.seats[setup.seats[who]].leads), partners[0])
