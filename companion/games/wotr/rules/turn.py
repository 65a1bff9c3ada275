"""The six phases of a turn (WR-TURN), leading players, and who acts next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.games.wotr.rules import action_step, ending, partners
from companion.games.wotr.rules.action_dice import dice_left
from companion.games.wotr.rules.companions import Lead
from companion.games.wotr.rules.dice import Allocate, Roll
from companion.games.wotr.rules.drawing import DrawPhase
from companion.games.wotr.rules.fellowship import FellowshipPhase
from companion.games.wotr.rules.mordor import Idle
from companion.games.wotr.rules.sides import leader, seats_of, side_of
from companion.games.wotr.state import OFF_TRACK, Draft, HuntBox, State
from companion.games.wotr.tables import FP, SHADOW
from companion.play.draft import NOBODY
from companion.play.steps import Step


def begin(draft: Draft) -> None:
    """Phase 1a, and what the rest of the turn will bring (WR-TURN-1..3, WR-DICE-6, WR-DICE-10, WR-TEAM-3)."""
    draft.turn += 1
    draft.record("turn", "WR-TURN-1", number=draft.turn)
    draft.enter_phase("recover", "WR-TURN-2")
    draft.box = HuntBox(before=draft.box.walkers > 0)
    draft.set_fellowship(declared=False, tried=False)
    draft.messenger = False
    for side in (FP, SHADOW):
        now = draft.sides[side]
        pool = max(0, min(now.pool + now.coming, draft.setup.tables.most[side]))
        draft.set_side(side, pool=pool, coming=0, unused=(0,) * len(draft.setup.tables.faces[side]), ring_used=False)
        if draft.turn > 1:
            partners = seats_of(draft, side)
            draft.set_side(side, leader=partners[(partners.index(now.leader) + 1) % len(partners)])
    fp, shadow = leader(draft, FP), leader(draft, SHADOW)
    draft.agenda += (
        Victory(NOBODY),
        Acting(NOBODY),
        Roll(shadow),
        Roll(fp),
        Allocate(shadow),
        Lead(fp),
        FellowshipPhase(fp),
        *[DrawPhase(who) for who in reversed([*seats_of(draft, FP), *seats_of(draft, SHADOW)])],
    )


@dataclass(frozen=True, slots=True)
class Victory(Step):
    """Phase 6: military victory alone; without it the next turn begins."""

    rule = "WR-TURN-11"

    def run(self, draft: Draft) -> bool:
        draft.pop()
        draft.phase = "victory"
        winner = ending.military_winner(draft)
        if winner >= 0:
            ending.finish(draft, ("military_fp", "military_shadow")[winner], winner)
        else:
            begin(draft)
        return False


# --- phase 5 ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Acting(Step):
    """Somebody is due to act as long as there are dice (WR-TURN-8..10).

    last: the place of the order that acted last, -1 before anybody did.
    """

    rule = "WR-TURN-8"

    last: int = -1

    def run(self, draft: Draft) -> bool:
        draft.pop()
        draft.enter_phase("action", "WR-TURN-8")
        partners.settle(draft)
        if not dice_left(draft):
            if draft.fellowship.step != OFF_TRACK and not draft.fellowship.tried:
                draft.push(Idle(NOBODY))
            return False
        at = next_place(draft, self.last)
        who = order(draft)[at]
        draft.acting = who
        draft.agenda += (Acting(NOBODY, at), action_step.ActionStep(who))
        return False


def order(t: State) -> tuple[int, ...]:
    """Seats in the order in which they act, again and again: those who do not lead first, the Free Peoples before the
    Shadow; whoever plays alone acts in both places of his side (WR-TEAM-9, WR-TEAM-25).
    """
    return _order(t.setup.sides, leader(t, FP), leader(t, SHADOW))


@lru_cache
def _order(sides: tuple[int, ...], *leaders: int) -> tuple[int, ...]:
    first = [next((who for who, of in enumerate(sides) if of == sides[lead] and who != lead), lead) for lead in leaders]
    return (*first, *leaders)


def next_place(t: State, last: int) -> int:
    """Sides alternate while both have dice, partners take turns; without dice a side is left out (WR-TURN-9)."""
    turns = order(t)
    left = [any(side.unused) for side in t.sides]
    behind = [(last + step) % len(turns) for step in range(1, len(turns) + 1)]
    return next(at for at in behind if left[side_of(t, turns[at])])
