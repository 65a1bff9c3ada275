"""The six phases of a turn (WR-TURN), and leading players."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.wotr.rules.common import ending
from companion.games.wotr.rules.common.drawing import DrawPhase
from companion.games.wotr.rules.common.sides import leader, seats_of
from companion.games.wotr.rules.hunt.fellowship import FellowshipPhase
from companion.games.wotr.rules.map.companions import Lead
from companion.games.wotr.rules.turn.action_step import Acting
from companion.games.wotr.rules.turn.dice import Allocate, Roll
from companion.games.wotr.state import Draft, HuntBox
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.draft import NOBODY
from companion.play.game.steps import Step


def begin(draft: Draft) -> None:
    """Begin a turn with phase 1a and add its later steps (WR-TURN-1..3, WR-DICE-6, WR-DICE-10, WR-TEAM-3)."""
    draft.turn += 1
    draft.record("turn", "WR-TURN-1", number=draft.turn)
    draft.enter_phase("recover", "WR-TURN-2")
    draft.box = HuntBox(before=draft.box.walkers > 0)
    draft.set_fellowship(declared=False, tried=False)
    draft.messenger, draft.sure = False, ""
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
        *[DrawPhase(seat_index) for seat_index in reversed([*seats_of(draft, FP), *seats_of(draft, SHADOW)])],
    )


@dataclass(frozen=True, slots=True)
class Victory(Step):
    """Phase 6: military victory alone; without it the next turn begins."""

    rule = "WR-TURN-11"

    def run(self, draft: Draft) -> bool:
        """End the game on a military victory, or begin the next turn."""
        draft.pop()
        draft.phase = "victory"
        winner = ending.military_winner(draft)
        if winner >= 0:
            ending.finish(draft, ("military_fp", "military_shadow")[winner], winner)
        else:
            begin(draft)
        return False
