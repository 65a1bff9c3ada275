"""Cards that ask chance: Lure of the Ring, the Breaking of the Fellowship, Challenge of the King (WR-EVENT-9)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import characters, company, hunt, needs
from companion.games.wotr.rules.common import leader
from companion.games.wotr.state import Draft, State, Table
from companion.games.wotr.tables import FP
from companion.games.wotr.tiles import DIE, DIE_FACES, EYE
from companion.play.agenda import Frame, Stage, not_yours, own, waits
from companion.play.game import Ref, Refusal


def _legal_lured(state: State, frame: Frame) -> list[Act]:
    return [Act("pick", state.setup.seats[frame[1]])]


def _check_lured(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-EVENT-9")
    return fault or (company.not_there(state, act.item, "WR-EVENT-9") if act.item else None)


def _lured(draft: Draft, frame: Frame, act: Act) -> None:
    """("lured", who): a counter is drawn; the Free Peoples bear his Level as corruption, or lose him."""
    draft.agenda.pop()
    draft.push("lure", leader(draft, FP), act.item)


def _legal_lure(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("accept", seat), Act("lose", seat, to=frame[2])]


def _check_lure(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-EVENT-9")
    if fault is None and act.to != frame[2]:
        fault = Refusal("lose_other", "WR-EVENT-9", {"character": Ref("character", frame[2])})
    return fault


def _bear(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    company.corrupt(draft, company.level(draft, frame[2]))


def _give_up(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    company.part(draft, frame[2])


def _run_breaking(draft: Draft, frame: Frame) -> bool:
    """("breaking", who): a tile says how many companions leave."""
    hunt.refill(draft)
    if sum(draft.pool):
        return True
    draft.agenda.pop()
    return False


def _legal_tile(state: State, frame: Frame) -> list[Act]:
    return [Act("tile", state.setup.seats[frame[1]])]


def _check_tile(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-EVENT-9")
    if fault is not None or not act.item:
        return fault
    left = dict(zip(state.setup.tables.tiles, state.pool, strict=True))
    if act.item not in left:
        return Refusal("tile_unknown", "WR-HUNT-9", {"tile": act.item})
    if not left[act.item]:
        return Refusal("tile_not_left", "WR-HUNT-17", {"tile": Ref("hunt_tile", act.item, "called")})
    return None


def _broken(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    at, tile = list(draft.setup.tables.tiles).index(act.item), draft.setup.tables.tiles[act.item]
    draft.pool[at] -= 1
    if tile.standard:
        draft.drawn[at] += 1
    hunt.refill(draft)
    if tile.damage == DIE:
        draft.push("sundered", frame[1])
    elif isinstance(tile.damage, int) and tile.damage > 0:
        draft.push("torn", leader(draft, FP), tile.damage)


def _legal_sundered(state: State, frame: Frame) -> list[Act]:
    return [Act("cast", state.setup.seats[frame[1]])]


def _check_sundered(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-HUNT-13")
    if fault is None and act.number and act.number not in DIE_FACES:
        fault = Refusal("cast_range", "WR-HUNT-13", {"number": len(DIE_FACES)})
    return fault


def _sundered(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.push("torn", leader(draft, FP), act.number)


def _run_torn(draft: Draft, frame: Frame) -> bool:
    """("torn", player, number): so many companions separate into the region of the Ring-bearers, or all of them."""
    if frame[2] and len(draft.fellowship.companions) > frame[2]:
        return True
    draft.agenda.pop()
    if frame[2]:
        _tear(draft, *draft.fellowship.companions)
    return False


def _tear(draft: Draft, *companions: str) -> None:
    region = draft.fellowship.region
    company.leave(draft, companions, region)
    if not company.on_track(draft):
        for companion in companions:
            characters.arrive(draft, companion, region)


def _legal_torn(state: State, frame: Frame) -> list[Act]:
    return [Act("lose", state.setup.seats[frame[1]], to=companion) for companion in state.fellowship.companions]


def _check_torn(state: State, frame: Frame, act: Act) -> Refusal | None:
    return not_yours(state, act, "WR-EVENT-9") or company.not_there(state, act.to, "WR-EVENT-9")


def _torn(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _tear(draft, act.to)
    draft.push("torn", frame[1], frame[2] - 1)


# --- the Challenge of the King ---------------------------------------------------------------------------------------

CHALLENGED = 3  # tiles


def _run_challenge(draft: Draft, frame: Frame) -> bool:
    """("challenge", who, tiles): tiles are drawn, and lie beside the pool until there are three."""
    if not frame[2]:
        hunt.refill(draft)
    if sum(draft.pool) and len(frame[2]) < CHALLENGED:
        return True
    draft.agenda.pop()
    _judge(draft, frame[2])
    return False


def _draw(draft: Draft, frame: Frame, act: Act) -> None:
    draft.pool[list(draft.setup.tables.tiles).index(act.item)] -= 1
    draft.agenda[-1] = (*frame[:2], (*frame[2], act.item))


def eyes(t: Table, tiles: Sequence[str]) -> int:
    """How many of these are Eyes."""
    return [t.setup.tables.tiles[tile].damage for tile in tiles].count(EYE)


def _judge(draft: Draft, tiles: Sequence[str]) -> None:
    """Three Eyes cost the king his life and go back; otherwise the Eyes leave the game and the rest goes back."""
    lost = eyes(draft, tiles) == CHALLENGED
    for at, (tile, facts) in enumerate(draft.setup.tables.tiles.items()):
        if lost or facts.damage != EYE:
            draft.pool[at] += tiles.count(tile)
    if lost:
        characters.kill(draft, next(id for id in needs.KINGS if characters.on_map(draft, id)))
    hunt.refill(draft)


STAGES = {
    "challenge": Stage(_run_challenge, "WR-EVENT-9", _legal_tile, {"tile": (_check_tile, _draw)}),
    "lured": Stage(waits, "WR-EVENT-9", _legal_lured, {"pick": (_check_lured, _lured)}),
    "lure": Stage(
        waits, "WR-EVENT-9", _legal_lure, {"accept": (own("WR-EVENT-9"), _bear), "lose": (_check_lure, _give_up)}
    ),
    "breaking": Stage(_run_breaking, "WR-EVENT-9", _legal_tile, {"tile": (_check_tile, _broken)}),
    "sundered": Stage(waits, "WR-HUNT-13", _legal_sundered, {"cast": (_check_sundered, _sundered)}),
    "torn": Stage(_run_torn, "WR-EVENT-9", _legal_torn, {"lose": (_check_torn, _torn)}),
}
