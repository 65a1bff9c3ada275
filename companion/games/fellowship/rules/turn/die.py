"""The threat die (LR-DIE) and putting on the Ring (LR-RING)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from companion.core.messages import Ref, Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.board import progress, temptation
from companion.games.fellowship.rules.board.mount_doom import Doom
from companion.games.fellowship.rules.cards import epic
from companion.games.fellowship.rules.common.common import GameStep, PlayerStep
from companion.games.fellowship.rules.common.effects import Steps, players_of
from companion.games.fellowship.state import Draft, State, place_of, power_of
from companion.games.fellowship.verbs import EFFECTS, Cost, Effects, Number
from companion.play.game.pools import Pool


@dataclass(frozen=True, slots=True)
class ThreatRoll(PlayerStep):
    """A player has to make a threat roll; ring: he has put on the Ring."""

    kind = "roll"
    rule = "LR-DIE-1"
    interruptible = True
    window = "before_die_roll"
    ring: bool

    def pool(self, state: State) -> Pool:
        """Return the faces of the threat die."""
        faces = state.setup.tables.faces
        return Pool(faces, (1,) * len(faces), 1)

    def check_roll(self, state: State, act: Act) -> Refusal | None:
        """Refuse a face that the die does not have (LR-DIE-2)."""
        if act.face and act.face not in state.setup.tables.faces:
            return Refusal("face_unknown", "LR-DIE-2", {"face": act.face})
        return None

    def check_card(self, effect: tuple[Any, ...], rule: str) -> Refusal | None:
        """The roll for the Ring cannot be skipped (LR-RING-8)."""
        return Refusal("belt_ring", "LR-RING-8") if effect[0] == "skip_roll" and self.ring else None

    def do_roll(self, draft: Draft, act: Act) -> None:
        """Move the Ring as the face says, whatever becomes of the harm (LR-RING-5)."""
        draft.pop()
        if self.ring:
            draft.push(RingMove(self.seat_index, draft.setup.tables.ring_spaces[act.face]))
        draft.push(ApplyRoll(self.seat_index, act.face, self.ring))


@EFFECTS.verb
def roll(
    draft: Draft, me: int, because: str, who: Literal["active", "bearer", "each", "self"], times: Number = 1
) -> None:
    """Those players make threat rolls, one at a time (LR-DIE-6)."""
    for player in reversed(players_of(draft, who, me)):
        for _ in range(times):
            draft.push(ThreatRoll(player, False))


@EFFECTS.verb
def skip_roll(draft: Draft, me: int, because: str, who: Literal["single"]) -> None:
    """That player does not make the threat roll that is due; not the roll for the Ring (LR-EPIC-3)."""
    draft.pop()


@EFFECTS.verb
def ignore_roll(draft: Draft, me: int, because: str, who: Literal["single"]) -> None:
    """The threat roll just made does that player no harm; the Ring still reads its face (LR-EPIC-4)."""
    draft.pop()


def harm_of_face(state: State, seat_index: int, face: str) -> tuple[Effects, str]:
    """Return the effects of the face on that hobbit, and their rule (LR-DIE-2, LR-DIE-3)."""
    effects = state.setup.tables.face_effects[face]
    soft = power_of(state, seat_index, "soften_die")
    if soft is None:
        return effects, "LR-DIE-2"
    out: list[tuple[Any, ...]] = []
    for found in effects:
        if found[0] == "right":
            out.append((*found[:2], min(found[2], soft[0])))
        elif found[0] == "lose":
            cost: Cost = tuple([(kind, what, min(number, soft[1])) for kind, what, number in found[2]])
            out.append((*found[:2], cost))
        else:
            out.append(found)
    return tuple(out), "LR-DIE-2" if tuple(out) == effects else "LR-DIE-3"


@dataclass(frozen=True, slots=True)
class ApplyRoll(GameStep):
    """The die has shown a face: the harm comes at once unless somebody could still step in (LR-DIE-5)."""

    kind = "rolled"
    rule = "LR-DIE-5"
    public = ("face", "face")
    rules = {"apply": "LR-DIE-1"}  # noqa: RUF012
    seat_rules = {"apply": "LR-DIE-5"}  # noqa: RUF012
    interruptible = True
    window = "after_die_roll"
    face: str
    ring: bool

    def run(self, draft: Draft) -> bool:
        """Wait where a card could change the result; else apply it."""
        effects, rule = harm_of_face(draft, self.seat_index, self.face)
        if not effects or not draft.players[self.seat_index].alive:
            draft.pop()
            return False
        deadly = temptation.would_kill(draft, self.seat_index, effects)
        if epic.somebody_has(draft, "ignore_roll") or (deadly and epic.somebody_may_help(draft)):
            return True
        draft.swap(Steps(self.seat_index, effects, rule))
        return False

    def do_apply(self, draft: Draft, act: Act) -> None:
        """Apply the harm of the face to the player."""
        draft.swap(Steps(self.seat_index, *harm_of_face(draft, self.seat_index, self.face)))


RING_RULE = "LR-RING-1"


def check_ring(step: GameStep, state: State, act: Act) -> Refusal | None:
    """Once an adventure, by the Ring-bearer, after a tile is shown or a card is played (LR-RING-1, -2)."""
    if state.index_of(act.seat) != state.bearer:
        if state.bearer < 0:
            return Refusal("ring_gone", "LR-END-14")
        return Refusal("ring_not_bearer", RING_RULE, {"seat": Ref("seat", state.setup.seats[state.bearer])})
    if place_of(state).board is None:
        return Refusal("ring_haven", "LR-HAVEN-14")
    if state.ring_used:
        return Refusal("ring_used", RING_RULE)
    if not (step.lets_ring and (state.shown or state.played)):
        return Refusal("ring_not_now", "LR-RING-2")
    return None if progress.open_tracks(state) else Refusal("ring_no_track", "LR-RING-4")


def put_on(step: GameStep, draft: Draft, act: Act) -> None:
    """The Ring-bearer rolls and takes all harm himself; then a marker moves (LR-RING-3, -4)."""
    draft.ring_used = True
    draft.push(ThreatRoll(draft.bearer, True))


def offer_ring(step: GameStep, state: State) -> list[Act]:
    """Putting on the Ring, where it is allowed."""
    if state.ring_used or not step.lets_ring:
        return []
    act = Act("ring", state.setup.seats[state.bearer])
    return [act] if check_ring(step, state, act) is None else []


@dataclass(frozen=True, slots=True)
class RingMove(progress.MarkerStep):
    """The Ring-bearer moves a marker (LR-RING-4)."""

    rule = "LR-RING-4"

    def run(self, draft: Draft) -> bool:
        """Unless he died of the roll (LR-RING-11)."""
        return draft.waits(draft.players[self.seat_index].alive)

    def do_move(self, draft: Draft, act: Act) -> None:
        """The spaces have no effect (LR-RING-6); the die of the last one only by choice of the table (LR-AMB-8)."""
        draft.pop()
        progress.step_marker(draft, act.track, self.spaces, self.rule)
        if isinstance(draft.step, Doom) and draft.setup.options.ring_rolls_last:
            draft.push(Steps(draft.active, (("roll", "active", 1),), "LR-AMB-8"))
