"""The six phases of a turn (WR-TURN), leading players, and who acts next."""

from __future__ import annotations

from companion.games.wotr.rules.common import leader, other, seats_of, side_of
from companion.games.wotr.state import OFF_TRACK, Box, Draft, Table
from companion.games.wotr.tables import FP, POINTS, SHADOW
from companion.play.agenda import Frame, Stage


def begin(draft: Draft) -> None:
    """Phase 1a, and what the rest of the turn will bring (WR-TURN-1..3, WR-DICE-6, WR-DICE-10, WR-TEAM-3)."""
    draft.turn += 1
    draft.phase = "recover"
    draft.box = Box(before=draft.box.walkers > 0)
    draft.walk(declared=False, tried=False)
    for side in (FP, SHADOW):
        now = draft.sides[side]
        pool = max(0, min(now.pool + now.coming, draft.setup.tables.most[side]))
        draft.side(side, pool=pool, coming=0, unused=(0,) * len(draft.setup.tables.faces[side]), ring_used=False)
        if draft.turn > 1:
            partners = seats_of(draft, side)
            draft.side(side, leader=partners[(partners.index(now.leader) + 1) % len(partners)])
    fp, shadow = leader(draft, FP), leader(draft, SHADOW)
    for frame in (
        ("victory", -1),
        ("acting", -1),
        ("roll", shadow),
        ("roll", fp),
        ("allocate", shadow),
        ("lead", fp),
        ("fellowship", fp, True),
    ):
        draft.push(*frame)
    for who in reversed([*seats_of(draft, FP), *seats_of(draft, SHADOW)]):
        draft.push("draw_phase", who)


def _run_victory(draft: Draft, frame: Frame) -> bool:
    """Phase 6: military victory alone; without it the next turn begins (WR-TURN-11)."""
    draft.agenda.pop()
    draft.phase = "victory"
    winner = military(draft)
    if winner >= 0:
        draft.finish(("military_fp", "military_shadow")[winner], winner)
    else:
        begin(draft)
    return False


NEEDED = (4, 10)  # points of a military victory, by side (WR-WIN-4, WR-WIN-5)


def points(t: Table, side: int) -> int:
    """Victory points of a side: enemy Cities and Strongholds that it holds (WR-WIN-6)."""
    regions = t.setup.tables.regions
    return sum([POINTS.get(regions[id].settlement, 0) for id in t.taken if regions[id].side == other(side)])


def military(draft: Draft) -> int:
    """The side that has won by points, -1 for none; the Shadow is looked at first (WR-WIN-1, -4, -5)."""
    return next((side for side in (SHADOW, FP) if points(draft, side) >= NEEDED[side]), -1)


# --- phase 5 ---------------------------------------------------------------------------------------------------------


def _run_acting(draft: Draft, frame: Frame) -> bool:
    """("acting", -1): nobody has acted yet; ("acting", -1, place): that place of the order did (WR-TURN-8..10)."""
    draft.agenda.pop()
    draft.phase = "action"
    if not any(side.dice for side in draft.sides):
        if draft.fellowship.step != OFF_TRACK and not draft.fellowship.tried:
            draft.push("idle", -1)
        return False
    at = next_place(draft, frame[2] if len(frame) > 2 else -1)
    who = order(draft)[at]
    draft.acting = who
    draft.push("acting", -1, at)
    draft.push("act", who)
    return False


def order(t: Table) -> list[int]:
    """Seats in the order in which they act, again and again: those who do not lead first, the Free Peoples before the
    Shadow; whoever plays alone acts in both places of his side (WR-TEAM-9, WR-TEAM-25).
    """
    first, last = [], []
    for side in (FP, SHADOW):
        lead = leader(t, side)
        first.append(next((who for who in seats_of(t, side) if who != lead), lead))
        last.append(lead)
    return first + last


def next_place(draft: Draft, last: int) -> int:
    """Sides alternate while both have dice, partners take turns; without dice a side is left out (WR-TURN-9)."""
    turns = order(draft)
    behind = [(last + step) % len(turns) for step in range(1, len(turns) + 1)]
    return next(at for at in behind if draft.sides[side_of(draft, turns[at])].dice)


STAGES = {"victory": Stage(_run_victory, "WR-TURN-11"), "acting": Stage(_run_acting, "WR-TURN-8")}
