"""Phase 2: the kept symbols take effect (DG-ORC, DG-RING, DG-GAN, DG-MARK, DG-NEU, DG-ORDER; the places of DG-ADV)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.games.dice.actions import Resolve
from companion.games.dice.rules.ending import end_turn
from companion.games.dice.state import MARKED, Player, State
from companion.play.game import Ref, Refusal


class Hit(NamedTuple):
    """A kept Nazgûl: the die, the player who marks (None: nobody), and the rule that says so."""

    die: int
    target: int | None
    rule: str


class Working(NamedTuple):
    """How the kept symbols count, step by step, so that every number can be explained."""

    rings: int
    weapons: int
    orcs: int
    counted: int  # Rings that count
    ring_rule: str  # why they do or do not
    hits: tuple[Hit, ...]


def work_out(state: State) -> Working:
    """Weigh the kept symbols; the place at the start of the turn decides (DG-ADV-0, DG-ADV-9)."""
    kept, place = state.kept, state.place
    rings = kept.count("ring")
    weapons = kept.count("weapon") * (place.factor if place.effect == "weapon_factor" else 1)
    orcs = kept.count("orc") * (place.factor if place.effect == "orc_factor" else 1)
    counted, ring_rule = (rings, "DG-RING-1") if orcs <= weapons else (0, "DG-ORC-1")
    if place.effect == "ring_tax" and 0 < counted < place.rings:
        counted, ring_rule = 0, place.rule
    hits = tuple([_hit(state, die) for die, symbol in enumerate(kept) if symbol == "nazgul"])
    return Working(rings, weapons, orcs, counted, ring_rule, hits)


def halvings(state: State) -> int:
    """Squares that the kept Gandalfs may halve (DG-GAN-1, DG-ADV-2)."""
    return 0 if state.place.effect == "gandalf_void" else state.kept.count("gandalf")


def _hit(state: State, die: int) -> Hit:
    setup, place = state.setup, state.place
    if place.effect == "nazgul_all_on_active":
        return Hit(die, state.active, place.rule)
    owner = setup.owners[die]
    if owner in setup.seats:
        index = setup.seats.index(owner)
        if index != state.active and not state.players[index].out:
            return Hit(die, index, "DG-MARK-3")
    if place.effect == "nazgul_spares_active":
        return Hit(die, None, place.rule)
    neutral = bool(owner) and owner != state.seat
    return Hit(die, state.active, "DG-NEU-1" if neutral else "DG-MARK-2")


def legal_resolve(state: State) -> tuple[Resolve, ...]:
    """Every choice of unmarked whole squares to halve, none included (DG-GAN-2, DG-AMB-15)."""
    return _resolves(state.seat, halvings(state), state.players[state.active].squares)


@lru_cache(maxsize=1 << 14)
def _resolves(seat: str, most: int, squares: str) -> tuple[Resolve, ...]:
    free = [number for number, square in enumerate(squares, 1) if square == "w"]
    sizes = range(min(most, len(free)) + 1)
    return tuple([Resolve(seat, chosen) for size in sizes for chosen in combinations(free, size)])


def check_resolve(state: State, action: Resolve) -> Refusal | None:
    """Only after phase 1; at most one square a Gandalf, each unmarked and whole, none twice."""
    if state.phase != "resolve":
        return Refusal("resolve_too_early", "DG-TURN-1")
    if not action.halve:
        return None
    squares = state.players[state.active].squares
    for number in action.halve:
        if not 1 <= number <= len(squares):
            return Refusal("halve_no_square", "DG-COMP-4", {"number": number, "last": len(squares)})
        if squares[number - 1] in "hd" or action.halve.count(number) > 1:
            return Refusal("halve_twice", "DG-GAN-2", {"number": number})
        if squares[number - 1] != "w":
            return Refusal("halve_marked", "DG-GAN-2", {"number": number})
    if state.place.effect == "gandalf_void":
        return Refusal("halve_void", state.place.rule, {"place": Ref("place", state.place.id)})
    allowed = halvings(state)
    if len(action.halve) > allowed:
        return Refusal("halve_too_many", "DG-GAN-1", {"asked": len(action.halve), "allowed": allowed})
    return None if list(action.halve) == sorted(action.halve) else Refusal("halve_order", "DG-GAN-1")


def resolve(state: State, action: Resolve) -> State:
    """Rings, then halving, then all marks at once, then who is out and whose turn it is (DG-ORDER-1, DG-AMB-9)."""
    working = work_out(state)
    tracks = [player.squares for player in state.players]
    for number in action.halve:
        tracks[state.active] = f"{tracks[state.active][: number - 1]}h{tracks[state.active][number:]}"
    for hit in working.hits:
        if hit.target is not None:
            tracks[hit.target] = mark(tracks[hit.target])
    circles = [player.circles for player in state.players]
    circles[state.active] = min(state.setup.circles, circles[state.active] + working.counted)
    return end_turn(state, tuple(map(Player, circles, tracks)))


def mark(squares: str) -> str:
    """Mark the next space from the start of the track; a full track stays as it is (DG-MARK-1, DG-AMB-10)."""
    for index, square in enumerate(squares):
        if square != "x":
            return f"{squares[:index]}{MARKED[square]}{squares[index + 1 :]}"
    return squares
