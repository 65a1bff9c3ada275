"""Phase 2: the kept symbols take effect (DG-ORC, DG-RING, DG-GAN, DG-MARK, DG-NEU, DG-ORDER; the places of DG-ADV)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.core.messages import Ref, Refusal
from companion.games.dice.actions import Act
from companion.games.dice.rules.rolling import repeat_fault
from companion.games.dice.state import MARKED, Draft, RouteSheet, State, is_home
from companion.play.game.steps import Step

HITS = {"DG-MARK-2": "marked_own", "DG-MARK-3": "marked_colour", "DG-NEU-1": "marked_neutral"}  # else by a place


class Hit(NamedTuple):
    """A kept Nazgûl: the die, the player who marks (None: nobody), and the rule that says so."""

    die: int
    target: int | None
    rule: str


class Working(NamedTuple):
    """The count of the kept symbols step by step, so that every number can be explained."""

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
    hits: tuple[Hit, ...] = ()
    if "nazgul" in kept:
        hits = tuple([hit_of_nazgul(state, die) for die, symbol in enumerate(kept) if symbol == "nazgul"])
    return Working(rings, weapons, orcs, counted, ring_rule, hits)


def allowed_halvings(state: State) -> int:
    """Squares that the kept Gandalfs may halve (DG-GAN-1, DG-ADV-2)."""
    return 0 if state.place.effect == "gandalf_void" else state.kept.count("gandalf")


def hit_of_nazgul(state: State, die: int) -> Hit:
    """Return the player whom a kept Nazgûl of that die hits (DG-MARK-2, -3, DG-NEU-1; DG-ADV-6, -7)."""
    setup, place = state.setup, state.place
    if place.effect == "nazgul_all_on_active":
        return Hit(die, state.active, place.rule)
    owner = setup.owners[die]
    if owner in setup.seats:
        index = setup.seats.index(owner)
        if index != state.active and not state.players[index].is_out:
            return Hit(die, index, "DG-MARK-3")
    if place.effect == "nazgul_spares_active":
        return Hit(die, None, place.rule)
    neutral = bool(owner) and owner != state.seat
    return Hit(die, state.active, "DG-NEU-1" if neutral else "DG-MARK-2")


@lru_cache(maxsize=1 << 14)
def _resolve_actions(seat: str, most: int, squares: str) -> tuple[Act, ...]:
    """Every choice of unmarked whole squares to halve, none included (DG-GAN-2, DG-AMB-15)."""
    free = [number for number, square in enumerate(squares, 1) if square == "w"]
    sizes = range(min(most, len(free)) + 1)
    return tuple([Act("resolve", seat, halve=chosen) for size in sizes for chosen in combinations(free, size)])


@dataclass(frozen=True, slots=True)
class Resolve(Step):
    """The kept symbols take effect (DG-TURN-1)."""

    rule = "DG-TURN-1"

    def offers(self, state: State) -> Sequence[Act]:
        """Return the legal ways to resolve the roll."""
        return _resolve_actions(state.seat, allowed_halvings(state), state.players[state.active].squares)

    def check_resolve(self, state: State, act: Act) -> Refusal | None:
        """At most one square a Gandalf, each unmarked and whole, none twice."""
        if not act.halve:
            return None
        squares = state.players[state.active].squares
        for number in act.halve:
            if not 1 <= number <= len(squares):
                return Refusal("halve_no_square", "DG-COMP-4", {"number": number, "last": len(squares)})
            if squares[number - 1] in "hd" or act.halve.count(number) > 1:
                return Refusal("halve_twice", "DG-GAN-2", {"number": number})
            if squares[number - 1] != "w":
                return Refusal("halve_marked", "DG-GAN-2", {"number": number})
        if state.place.effect == "gandalf_void":
            return Refusal("halve_void", state.place.rule, {"place": Ref("place", state.place.id)})
        allowed = allowed_halvings(state)
        if len(act.halve) > allowed:
            return Refusal("halve_too_many", "DG-GAN-1", {"asked": len(act.halve), "allowed": allowed})
        return None if list(act.halve) == sorted(act.halve) else Refusal("halve_order", "DG-GAN-1")

    def do_resolve(self, draft: Draft, act: Act) -> None:
        """Rings, then halving, then all marks at once, then who is out and who is at home (DG-ORDER-1, DG-AMB-9)."""
        working, before = work_out(draft), draft.players
        players = list(before)
        circles, squares = players[draft.active]
        if working.counted or act.halve:
            circles = min(draft.setup.circles, circles + working.counted)
            for number in act.halve:
                squares = f"{squares[: number - 1]}h{squares[number:]}"
            players[draft.active] = RouteSheet(circles, squares)
        if draft.recorder is not None:
            _record_symbols(draft, act, working, circles)
            _record_marks(draft, players, working.hits)
        for hit in working.hits:
            if hit.target is not None:
                players[hit.target] = mark_sheet(players[hit.target])
        draft.players = tuple(players)
        if draft.recorder is not None:
            _record_arrivals(draft, before)
        draft.pop()

    def refuse(self, state: State, act: Act) -> Refusal:
        """Return the refusal of any action but `resolve` (DG-ROLL-5)."""
        if act.type == "repeat":
            return repeat_fault(state)
        return Refusal("roll_phase_over" if act.type == "roll" else "keep_phase_over", "DG-ROLL-5")


@lru_cache(maxsize=1 << 12)
def mark_sheet(sheet: RouteSheet) -> RouteSheet:
    """Return a sheet with its next space marked."""
    return RouteSheet(sheet.circles, mark_space(sheet.squares))


def mark_space(squares: str) -> str:
    """Mark the next space from the start of the track; a full track stays as it is (DG-MARK-1, DG-AMB-10)."""
    free = squares.lstrip("x")
    return f"{'x' * (len(squares) - len(free))}{MARKED[free[0]]}{free[1:]}" if free else squares


def _record_symbols(draft: Draft, act: Act, working: Working, circles: int) -> None:
    """What orcs, weapons, Rings and Gandalf do, before the marks."""
    seat, place = act.seat, draft.place
    if working.orcs:
        beaten = working.orcs <= working.weapons
        doubled = place.effect == "orc_factor" or (place.effect == "weapon_factor" and working.weapons)
        rule = place.rule if doubled else "DG-ORC-1"
        draft.record(
            "orcs_beaten" if beaten else "orcs_win", rule, seat=seat, orcs=working.orcs, weapons=working.weapons
        )
    if working.rings and not working.counted and working.ring_rule != "DG-ORC-1":
        draft.record("rings_short", working.ring_rule, seat=seat, rings=working.rings)
    gained = circles - draft.players[draft.active].circles
    if gained:
        draft.record("circles", "DG-RING-1", seat=seat, number=gained, place=draft.setup.places[circles].id)
    lost = working.counted - max(gained, place.rings)
    if lost > 0:
        draft.record("rings_lost", "DG-RING-2", seat=seat, number=lost)
    if place.effect == "gandalf_void" and "gandalf" in draft.kept:
        draft.record("gandalf_void", place.rule, seat=seat, place=place.id)
    if act.halve:
        draft.record("halved", "DG-GAN-1", seat=seat, squares=", ".join(map(str, act.halve)))


def _record_marks(draft: Draft, players: list[RouteSheet], hits: tuple[Hit, ...]) -> None:
    """Each Nazgûl: first those of the active player, then those of the opponents in turn order (DG-ORDER-1)."""
    left, seats = [player.capacity for player in players], len(players)
    for hit in sorted(hits, key=lambda hit: 0 if hit.target is None else (hit.target - draft.active) % seats):
        seat_index = draft.active if hit.target is None else hit.target
        rule, code = hit.rule, "spared" if hit.target is None else HITS.get(hit.rule, "marked")
        if hit.target is not None and not left[seat_index]:
            rule, code = "DG-AMB-10", "surplus"
        left[seat_index] -= code not in ("spared", "surplus")
        draft.record(code, rule, seat=draft.setup.seats[seat_index], die=draft.setup.dice[hit.die])


def _record_arrivals(draft: Draft, before: tuple[RouteSheet, ...]) -> None:
    """Who is out now, then who has reached the end of the road."""
    seats = list(zip(draft.setup.seats, before, draft.players, strict=True))
    for seat, was, player in seats:
        if player.is_out and not was.is_out:
            draft.record("out", "DG-ELIM-1", seat=seat)
    for seat, was, player in seats:
        if is_home(draft.setup, player) and not is_home(draft.setup, was):
            draft.record("home", "DG-END-2", seat=seat)
