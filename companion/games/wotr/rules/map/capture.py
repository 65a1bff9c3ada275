"""Capture of settlements (WR-CAPTURE), begin and end of sieges (WR-SIEGE).

The players report it where they keep the armies; elsewhere the moves and battles of armies do it.
"""

from __future__ import annotations

from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.ending import victory_points
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.map import armies, partners
from companion.games.wotr.state import Draft, holder
from companion.games.wotr.tables import FP, POINTS, SHADOW, SIDES


def capture(draft: Draft, seat_index: int, region: str) -> None:
    """Pass control of a settlement; the nation of an enemy place feels it (WR-CAPTURE-3, -5, -7, WR-POL-4, -10)."""
    side, facts = side_of(draft, seat_index), draft.setup.tables.regions[region]
    draft.besieged = tuple([id for id in draft.besieged if id != region])
    if facts.side == side:
        kept = [(id, by) for id, by in zip(draft.taken, draft.captors, strict=True) if id != region]
        draft.taken, draft.captors = tuple([id for id, _ in kept]), tuple([by for _, by in kept])
    else:
        draft.taken, draft.captors = (*draft.taken, region), (*draft.captors, seat_index)
        if side == SHADOW:
            politics.activate(draft, facts.nation, "WR-POL-4")
        politics.advance(draft, facts.nation, "WR-POL-10")
    if facts.settlement in POINTS and draft.recorder is not None:
        rule = "WR-CAPTURE-5" if facts.side == side else "WR-CAPTURE-3"
        draft.record("points", rule, fp=victory_points(draft, FP), shadow=victory_points(draft, SHADOW))


def besiege(draft: Draft, seat_index: int, region: str) -> None:
    """Begin a siege: the besieged are attacked (WR-SIEGE-4), and an army of the Shadow is in the land (WR-POL-4)."""
    facts = draft.setup.tables.regions[region]
    draft.besieged = (*draft.besieged, region)
    if side_of(draft, seat_index) == SHADOW and facts.side == FP:
        politics.activate(draft, facts.nation, "WR-POL-4", frees=region in draft.setup.tables.rousing)


def lift_siege(draft: Draft, region: str) -> None:
    """End a siege (WR-SIEGE-9)."""
    draft.besieged = tuple([id for id in draft.besieged if id != region])


def army_entered(draft: Draft, seat_index: int, region: str) -> None:
    """Wake the nation and capture the settlement of a region that an army has entered (WR-POL-4, WR-CAPTURE-1).

    A besieged Stronghold is not captured (WR-SIEGE-8).
    """
    side, facts = side_of(draft, seat_index), draft.setup.tables.regions[region]
    if side == SHADOW and facts.side == FP:
        politics.activate(draft, facts.nation, "WR-POL-4")
    if holder(draft, region) == opponent(side) and region not in draft.besieged:
        draft.record("captured", "WR-CAPTURE-1", region=region, side=SIDES[side])
        capture(draft, seat_index, region)


def take_undefended(draft: Draft, seat_index: int, region: str, rule: str) -> None:
    """Capture a besieged Stronghold without a defending unit for the seat whose units besiege it (WR-CAPTURE-2)."""
    held_by, side = holder(draft, region), side_of(draft, seat_index)
    defended = held_by == side or armies.units(draft, region, held_by)
    if region in draft.besieged and not defended and armies.units(draft, region, side):
        draft.record("captured", rule, region=region, side=SIDES[side])
        capture(draft, seat_index, region)


def figures_departed(draft: Draft, region: str) -> None:
    """Figures have left a region or were lost there: a besieged Stronghold that nobody defends any more is captured
    (WR-CAPTURE-1), without a besieging unit the siege is over (WR-SIEGE-9), and Leaders do not stay alone (WR-ARMY-6).
    """
    if region in draft.besieged:
        side = opponent(holder(draft, region))
        take_undefended(draft, partners.commander_at(draft, region, side), region, "WR-CAPTURE-1")
    if region in draft.besieged and not armies.units(draft, region, opponent(holder(draft, region))):
        draft.record("siege_over", "WR-SIEGE-9", region=region)
        lift_siege(draft, region)
    armies.remove_lone_leaders(draft, region)
