"""Set-up (WC-SET, WC-SCN): words of a command -> header -> State.

The header of a journal holds every choice written out, so that a journal never depends on today's defaults. A seat is a
deck; whoever runs several is named at each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.errors import WrongCall
from companion.games.wotrcards.rules import ending, position_apply, position_read, setup_step
from companion.games.wotrcards.rules.piles import in_order
from companion.games.wotrcards.state import NONE, READY, Deck, Draft, Options, Pile, Setup, State
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES, Scenario, Tables, tables
from companion.messages import Ref, Refusal, Value
from companion.play import input_values
from companion.play.steps import run

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]
AND = "+"  # Ania:frodo+gandalf


def header(
    content: Content, players: Sequence[str], variant: str | None, options: Mapping[str, str], asked: Json | None
) -> Json | Refusal:
    """Settle scenario, seats, options and position. Raises WrongCall for words that mean nothing here."""
    if asked is not None:
        scenario_named, named = position_read.scenario(asked), position_read.players(asked)
        variant = variant or scenario_named
        if players and named:
            raise WrongCall("position_players")
        players = players or named
    known = content.info["variants"]
    if variant is not None and variant not in known:
        raise WrongCall("no_variant", variant, known)
    input_values.options(content["option"], options)
    scenario = tables(content).scenarios[variant or known[0]]
    if asked is not None and not players:
        players = [f"{seat}:{seat}" for seat in scenario.seats]
    seats = _seats(tables(content), scenario, players)
    if isinstance(seats, Refusal):
        return seats
    settled = {name: input_values.option(row, options) for name, row in content["option"].items()}
    out: Json = {"variant": scenario.id, "options": settled, "seats": seats}
    if asked is not None:
        out["position"] = position_read.settled(read_setup(content, out), asked)
    return out


def _seats(facts: Tables, scenario: Scenario, players: Sequence[str]) -> list[Json] | Refusal:
    """Every deck of the scenario with the name of whoever runs it; `Name:free` runs all of a side (WC-SCN-1)."""
    names: dict[str, str] = {}
    named = [pair for player in players for pair in _decks_of(facts, scenario, player)]
    for name, seat in named:
        if seat not in scenario.order:
            return Refusal("seats_wrong", "WC-SCN-1", {"seat": Ref("role", seat), "decks": _decks(scenario.seats)})
        if not name:
            return Refusal("seats_no_name", "WC-SCN-1", {"seat": Ref("role", seat)})
        if seat in names:
            return Refusal("seats_same", "WC-SCN-1", {"seat": Ref("role", seat)})
        names[seat] = name
    least, most = scenario.people
    if not least <= len({*names.values()}) <= most:
        values: dict[str, Value] = {"number": len({*names.values()}), "most": most, "decks": _decks(scenario.seats)}
        if least == most:
            return Refusal("people_exact", "WC-SET-1", values)
        return Refusal("people_number", "WC-SET-1", {**values, "least": least})
    missing = [seat for seat in scenario.seats if seat not in names]
    if missing:
        return Refusal("seats_free", "WC-SCN-1", {"decks": _decks(missing)})
    return [{"id": seat, "name": names[seat]} for seat in scenario.seats]


def _decks(seats: Sequence[str]) -> tuple[Ref, ...]:
    return tuple([Ref("role", seat) for seat in seats])


def _decks_of(facts: Tables, scenario: Scenario, player: str) -> list[tuple[str, str]]:
    """Name and seat of each deck that somebody runs. Raises WrongCall."""
    name, _, decks_ = player.rpartition(":")
    out = []
    for word in decks_.split(AND):
        who, seat = input_values.player(f"{name}:{word}", (*facts.seats, *SIDES))
        if seat not in (*facts.seats, *SIDES):
            raise WrongCall("no_seat", seat, (*facts.seats, *SIDES))
        if seat in SIDES:
            side = SIDES.index(seat)
            out += [(who, id) for id in scenario.seats if facts.seats[id] == side]
        else:
            out.append((who, seat))
    return out


def read_setup(content: Content, header: Json) -> Setup:
    """What a header fixes."""
    facts = tables(content)
    scenario = facts.scenarios[header["variant"]]
    seats = tuple([seat["id"] for seat in header["seats"]])
    return Setup(
        tables=facts,
        scenario=scenario,
        seats=seats,
        sides=tuple([facts.seats[seat] for seat in seats]),
        order=tuple([seats.index(seat) for seat in scenario.order]),
        options=Options(**{name: value == "true" for name, value in header["options"].items()}),
    )


def new(content: Content, stored: Json) -> State | Refusal:
    """The table before set-up, or as the header's position has it; the header is checked like a command.

    Raises WrongCall, KeyError, TypeError or ValueError for a header that `header` cannot have made.
    """
    players = [f"{seat['name']}:{seat['id']}" for seat in stored["seats"]]
    settled = header(content, players, stored["variant"], stored["options"], None)
    if isinstance(settled, Refusal):
        return settled
    if any(stored[key] != value for key, value in settled.items()):
        raise ValueError("a header has every choice written out")
    draft = bare(read_setup(content, settled))
    asked = stored.get("position")
    if asked is None:
        setup_step.begin(draft)
    else:
        fault = position_apply.apply(draft, asked)
        if fault is not None:
            return fault
    state: State = run(draft)
    return Refusal("position_over", ending.ENDING_RULES[state.ending]) if state.ending else state


def bare(setup: Setup) -> Draft:
    """Everything in its place before anything happens (WC-SET-2..4, WC-EPD-2, -3)."""
    draft = Draft(
        setup=setup,
        round=0,
        phase="setup",
        first=0,
        acting=0,
        passes=0,
        decks=(),
        cards=(),
        active=(),
        path="",
        number=0,
        used=(),
        grounds=(_first(setup, FREE), _first(setup, SHADOW)),
        parts=1,
        areas=((), ()),
        read=(),
        removed=(),
        corruption=0,
        agenda=(),
        ending="",
        winners=(),
    )
    draft.recorder = None
    draft.decks = tuple([_deck(draft, seat) for seat in setup.seats])
    return draft


def _first(setup: Setup, side: int) -> tuple[str, ...]:
    parts = setup.scenario.grounds[side]
    order = list(setup.tables.places)
    return tuple(sorted(parts[0], key=order.index)) if parts else ()


def _deck(state: State, seat: str) -> Deck:
    """Part 1 is the draw deck, part 2 the cycle pile, what comes later lies aside (WC-EPD-2)."""
    scenario, real = state.setup.scenario, state.setup.options.real_cards
    first, *later = [in_order(state, part) for part in scenario.decks[seat]]
    piles = [Pile(len(part), () if real else part) for part in (first, *later[:1])]
    ring = READY if scenario.chairs[seat].ring != "none" else NONE
    return Deck(draw=piles[0], cycle=piles[1] if later else Pile(), aside=tuple(later[1:]), ring=ring)
