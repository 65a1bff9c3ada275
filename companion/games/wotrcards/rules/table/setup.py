"""Set-up (WC-SET, WC-SCN). A seat is a deck; whoever runs several is named at each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal, Value
from companion.core.visible import clean_text
from companion.games.wotrcards.rules.common.piles import in_order
from companion.games.wotrcards.rules.locations import ending
from companion.games.wotrcards.rules.table import position
from companion.games.wotrcards.rules.turn import setup_step
from companion.games.wotrcards.state import NONE, READY, Deck, Draft, Options, Pile, Setup, State
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES, Scenario, Tables, tables
from companion.play.game import input_values
from companion.play.game.setup import COLON, SetUp, plain_options

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]
AND = "+"  # Ania:frodo+gandalf
PRINTED = "printed"  # what cards say publicly is enforced


def _read_seats(content: Content, variant: str, players: Sequence[str]) -> list[Json] | Refusal:
    """Every deck of the scenario with the name of whoever runs it; `Name:free` runs all of a side (WC-SCN-1)."""
    facts, names = tables(content), dict[str, str]()
    scenario = facts.scenarios[variant]
    named = [pair for player in players for pair in _decks_of(facts, scenario, player)]
    for name, seat in named:
        if seat not in scenario.order:
            return Refusal("seats_wrong", "WC-SCN-1", {"seat": Ref("role", seat), "decks": _deck_refs(scenario.seats)})
        if not name:
            return Refusal("seats_no_name", "WC-SCN-1", {"seat": Ref("role", seat)})
        if seat in names:
            return Refusal("seats_same", "WC-SCN-1", {"seat": Ref("role", seat)})
        names[seat] = name
    wrong = _check_number(scenario, len({*names.values()}))
    if wrong:
        return wrong
    missing = [seat for seat in scenario.seats if seat not in names]
    if missing:
        return Refusal("seats_free", "WC-SCN-1", {"decks": _deck_refs(missing)})
    return [{"id": seat, "name": names[seat]} for seat in scenario.seats]


def _check_number(scenario: Scenario, people: int) -> Refusal | None:
    least, most = scenario.people
    if least <= people <= most:
        return None
    values: dict[str, Value] = {"number": people, "most": most, "decks": _deck_refs(scenario.seats)}
    if least == most:
        return Refusal("people_exact", "WC-SET-1", values)
    return Refusal("people_number", "WC-SET-1", {**values, "least": least})


def _deal_decks(content: Content, variant: str, players: Sequence[str]) -> list[str] | Refusal:
    """Names alone get the decks that nobody asked for, in turn order; what is left goes to few decks of its side.

    Two people play a side each (WC-SCN-1, WC-EXT-4).
    """
    facts = tables(content)
    scenario = facts.scenarios[variant]
    asked = [player for player in players if COLON in player]
    alone = list(dict.fromkeys([clean_text(player).strip() for player in players if COLON not in player]))
    named = [pair for player in asked for pair in _decks_of(facts, scenario, player)]
    free = [seat for seat in scenario.seats if seat not in [seat for _, seat in named]]
    wrong = _check_number(scenario, len({*alone, *[name for name, _ in named]}))
    if wrong:
        return wrong
    if len(alone) > len(free):
        return Refusal("seats_none_left", "WC-SCN-1", {"name": alone[len(free)], "decks": _deck_refs(scenario.seats)})
    hold = {name: [seat] for name, seat in zip(alone, free, strict=False)}
    for seat in free[len(alone) :]:
        same = [name for name in alone if facts.seats[hold[name][0]] == facts.seats[seat]]
        hold[min(same or alone, key=lambda name: len(hold[name]))].append(seat)
    return [*asked, *[f"{name}{COLON}{AND.join(seats)}" for name, seats in hold.items()]]


def _deck_refs(seats: Sequence[str]) -> tuple[Ref, ...]:
    return tuple([Ref("role", seat) for seat in seats])


def _decks_of(facts: Tables, scenario: Scenario, player: str) -> list[tuple[str, str]]:
    """Name and seat of each deck that somebody runs. Raises WrongCall."""
    name, _, decks_ = player.rpartition(":")
    seats, out = (*facts.seats, *SIDES), []
    for word in decks_.split(AND):
        who, seat = input_values.player(f"{name}:{word}", seats)
        if seat not in seats:
            raise WrongCall("no_seat", seat, seats, choices=", ".join(seats))
        if seat in SIDES:
            side = SIDES.index(seat)
            out += [(who, id) for id in scenario.seats if facts.seats[id] == side]
        else:
            out.append((who, seat))
    return out


def _read_options(content: Content, seats: Sequence[Json], given: Mapping[str, str]) -> dict[str, str]:
    """Every option, `printed` only where it is on: headers of older tables do not have it."""
    settled = plain_options(content, seats, {PRINTED: "false", **given})
    if settled[PRINTED] == "false":
        del settled[PRINTED]
    return settled


def read_setup(content: Content, header: Json) -> Setup:
    """Return the set-up that a header fixes."""
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


def fresh_draft(setup: Setup) -> Draft:
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
        grounds=(_first_seats(setup, FREE), _first_seats(setup, SHADOW)),
        parts=1,
        areas=((), ()),
        read=(),
        removed=(),
        corruption=0,
        agenda=(),
        ending="",
        winners=(),
    )
    draft.decks = tuple([_new_deck(draft, seat) for seat in setup.seats])
    return draft


def _first_seats(setup: Setup, side: int) -> tuple[str, ...]:
    parts = setup.scenario.grounds[side]
    order = list(setup.tables.places)
    return tuple(sorted(parts[0], key=order.index)) if parts else ()


def _new_deck(state: State, seat: str) -> Deck:
    """Part 1 is the draw deck, part 2 the cycle pile, what comes later lies aside (WC-EPD-2)."""
    scenario, real = state.setup.scenario, state.setup.options.real_cards
    first, *later = [in_order(state, part) for part in scenario.decks[seat]]
    piles = [Pile(len(part), () if real else part) for part in (first, *later[:1])]
    ring = READY if scenario.chairs[seat].ring != "none" else NONE
    return Deck(draw=piles[0], cycle=piles[1] if later else Pile(), aside=tuple(later[1:]), ring=ring)


def _every_deck(content: Content, variant: str) -> list[str]:
    """Every deck of the scenario by its own name."""
    scenarios = tables(content).scenarios
    return [f"{seat}:{seat}" for seat in scenarios[variant].seats] if variant in scenarios else []


SET_UP = SetUp(
    seats=_read_seats,
    read=read_setup,
    fresh=fresh_draft,
    begin=setup_step.begin_setup,
    over=ending.ENDING_RULES,
    head=position.position_head,
    written_out=position.complete_position,
    place=position.set_table,
    no_names=_every_deck,
    deal=_deal_decks,
    options=_read_options,
    added={PRINTED: "true"},
)
