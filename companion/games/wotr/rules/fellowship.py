"""The way of the Fellowship (WR-FELL): declared, moved, hidden, revealed. What a tile does to it is in hunt.py."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import company, mordor, politics, ways
from companion.games.wotr.rules.common import CHARACTER, faces, index, leader, payers, pays, side_of, use_die
from companion.games.wotr.state import Draft, State, Table, holder
from companion.games.wotr.tables import FP, SHADOW
from companion.play.agenda import Check, Do, Frame, Stage, not_yours, own
from companion.play.game import Ref, Refusal

DECLARED, REVEALED, BETRAYED = "declared", "revealed", "betrayed"  # by the Free Peoples, the Shadow, Gollum
MORIA = "moria"


# --- phase 2 ---------------------------------------------------------------------------------------------------------


def _run_phase(draft: Draft, frame: Frame) -> bool:
    """("fellowship", player, ...): what may be done in phase 2, as often as it may (WR-TURN-5)."""
    draft.phase = "fellowship"
    if _declare_fault(draft) is None or mordor.may_enter(draft):
        return True
    draft.agenda.pop()
    return False


def _legal_phase(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    out = [Act("done", seat)]
    if _declare_fault(state) is None:
        out.append(Act("declare", seat))
    if mordor.may_enter(state):
        out.append(Act("enter", seat))
    return out


def _declare_fault(t: Table) -> Refusal | None:
    """Once a turn, hidden, off the Mordor Track (WR-FELL-10, WR-MORDOR-19)."""
    if company.on_track(t):
        return Refusal("declare_track", "WR-MORDOR-19")
    if not t.fellowship.hidden:
        return Refusal("declare_revealed", "WR-FELL-10")
    return Refusal("declared_already", "WR-FELL-10") if t.fellowship.declared else None


def _check_declare(state: State, frame: Frame, act: Act) -> Refusal | None:
    return not_yours(state, act, "WR-FELL-10") or _declare_fault(state)


def _declare(draft: Draft, frame: Frame, act: Act) -> None:
    draft.walk(declared=True)
    _clear(draft, "shown")
    _set_out(draft, DECLARED)


def _done(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


# --- where the figure goes -------------------------------------------------------------------------------------------


def _set_out(draft: Draft, why: str) -> None:
    """The figure may move as far as the Progress allows; at 0 it stays (WR-FELL-11, -25, -27)."""
    if draft.fellowship.progress:
        draft.push("walk", leader(draft, FP), draft.fellowship.progress, why, (draft.fellowship.region,))
    else:
        _arrive(draft, why, (draft.fellowship.region,))


def _may_end(t: Table, why: str, region: str) -> bool:
    """A revealed Fellowship may not end in a City or Stronghold that the Free Peoples hold (WR-FELL-26)."""
    return why == DECLARED or not ways.sheltered(t, region)


def _leads_on(t: Table, why: str, region: str, left: int) -> bool:
    """From there it can still end somewhere."""
    found = {region}
    for _ in range(left):
        found |= {there for here in found for there in t.setup.tables.regions[here].neighbours}
    return any(_may_end(t, why, here) for here in found)


def _run_walk(draft: Draft, frame: Frame) -> bool:
    """("walk", player, steps left, why, path): a step at a time; without steps it has arrived."""
    if frame[2]:
        return True
    draft.agenda.pop()
    _arrive(draft, frame[3], frame[4])
    return False


def _legal_walk(state: State, frame: Frame) -> list[Act]:
    _, who, left, why, path = frame
    seat = state.setup.seats[who]
    stop = [Act("stop", seat)] if _may_end(state, why, path[-1]) else []
    near = [
        there for there in state.setup.tables.regions[path[-1]].neighbours if _leads_on(state, why, there, left - 1)
    ]
    return stop + [Act("step", seat, to=there) for there in near]


def _check_step(state: State, frame: Frame, act: Act) -> Refusal | None:
    _, _, left, why, path = frame
    fault = not_yours(state, act, "WR-FELL-11")
    if fault is not None:
        return fault
    if act.to not in state.setup.tables.regions:
        return Refusal("region_unknown", "WR-FELL-11", {"region": act.to})
    if act.to not in state.setup.tables.regions[path[-1]].neighbours:
        values = {"region": Ref("region", act.to), "start": Ref("region", path[-1])}
        return Refusal("not_adjacent", "WR-FELL-13", values)
    if not _leads_on(state, why, act.to, left - 1):
        return Refusal("reveal_sheltered", "WR-FELL-26", {"region": Ref("region", act.to)})
    return None


def _step(draft: Draft, frame: Frame, act: Act) -> None:
    kind, who, left, why, path = draft.agenda.pop()
    draft.push(kind, who, left - 1, why, (*path, act.to))


def _check_stop(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-FELL-11")
    if fault is None and not _may_end(state, frame[3], frame[4][-1]):
        return Refusal("reveal_sheltered", "WR-FELL-26", {"region": Ref("region", frame[4][-1])})
    return fault


def _stop(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _arrive(draft, frame[3], frame[4])


def _arrive(draft: Draft, why: str, path: tuple[str, ...]) -> None:
    """The figure is there, Progress is 0; then what the place and the way bring (WR-FELL-12, -15, -16, -28)."""
    draft.walk(region=path[-1], progress=0)
    if why == REVEALED:
        for region in reversed(dict.fromkeys(path)):
            if ways.shadow_stronghold(draft, region) and draft.setup.tables.regions[region].side == SHADOW:
                draft.push("owed", leader(draft, SHADOW), region, 0)
    if MORIA in path and len(path) > 1 and lying(draft, SHADOW, "moria"):
        draft.push("moria", leader(draft, SHADOW))
    if why == DECLARED:
        _rest(draft, path[-1])


def _rest(draft: Draft, region: str) -> None:
    """Declared in a City or Stronghold of the Free Peoples: it heals and wakes the nation (WR-FELL-15, WR-FELL-16)."""
    facts = draft.setup.tables.regions[region]
    if not facts.walled or facts.side != FP:
        return
    politics.activate(draft, facts.nation, DECLARED)
    if holder(draft, region) == FP:
        company.corrupt(draft, -1)
        _clear(draft, "refuge")


def lying(t: Table, side: int, hunt: str) -> list[str]:
    """Cards on the table of a side that do this in a Hunt."""
    return [card for card in t.sides[side].table if t.setup.tables.cards[card].hunt == hunt]


def _clear(draft: Draft, until: str) -> None:
    """Cards that lay on the table until this happened (WR-EVENT-11)."""
    for side in (FP, SHADOW):
        for card in draft.sides[side].table:
            if draft.setup.tables.cards[card].until == until:
                politics.drop(draft, side, card)


def reveal(draft: Draft, by_shadow: bool = True) -> None:
    """The Fellowship is revealed (WR-FELL-25, WR-FELL-42); on the Mordor Track nothing more (WR-MORDOR-14)."""
    if not draft.fellowship.hidden:
        return
    draft.walk(hidden=False)
    _clear(draft, "shown")
    if not company.on_track(draft):
        _set_out(draft, REVEALED if by_shadow else BETRAYED)


# --- moving and hiding -----------------------------------------------------------------------------------------------


def move_by_card(draft: Draft) -> None:
    """It moves, and the Hunt follows; what pays stays out of the Hunt Box (WR-FELL-20, WR-FELL-23)."""
    if company.on_track(draft):
        mordor.attempt(draft)
    else:
        draft.walk(progress=min(draft.fellowship.progress + 1, company.most(draft)))
        draft.push("hunt", leader(draft, SHADOW))


def move_fault(t: Table) -> Refusal | None:
    """Only hidden it moves (WR-FELL-19, WR-FELL-21, WR-MORDOR-13)."""
    if t.fellowship.hidden:
        return None
    return Refusal("move_revealed", "WR-MORDOR-13" if company.on_track(t) else "WR-FELL-21")


def hide(draft: Draft) -> None:
    """It is hidden, which is an attempt on the Mordor Track (WR-FELL-31, WR-MORDOR-17)."""
    draft.walk(hidden=True, tried=company.on_track(draft))


def _check_move(state: State, frame: Frame, act: Act) -> Refusal | None:
    if side_of(state, index(state, act.seat)) != FP:
        return Refusal("action_of_fp", "WR-DICE-19")
    return move_fault(state) or pays(state, act, (CHARACTER,), "WR-FELL-19")


def _move(draft: Draft, frame: Frame, act: Act) -> None:
    use_die(draft, act)
    draft.push("box", -1)
    move_by_card(draft)


def _run_box(draft: Draft, frame: Frame) -> bool:
    """("box", -1): the Hunt is over, the die that moved the Fellowship goes to the Hunt Box (WR-FELL-22)."""
    draft.agenda.pop()
    if not lying(draft, FP, "aside"):
        draft.box = draft.box._replace(walkers=draft.box.walkers + 1)
    return False


def _hiders(t: Table) -> list[str]:
    """Faces that hide the Fellowship: with Strider as the Guide any (WR-FELL-30)."""
    return faces(t, FP) if t.fellowship.guide == company.STRIDER else payers(t, FP, (CHARACTER,))


def _check_hide(state: State, frame: Frame, act: Act) -> Refusal | None:
    if side_of(state, index(state, act.seat)) != FP:
        return Refusal("action_of_fp", "WR-DICE-19")
    if state.fellowship.hidden:
        return Refusal("hide_hidden", "WR-FELL-30")
    return None if act.die in _hiders(state) else pays(state, act, (CHARACTER,), "WR-FELL-30")


def _hide(draft: Draft, frame: Frame, act: Act) -> None:
    use_die(draft, act)
    hide(draft)


def legal_act(state: State, frame: Frame) -> list[Act]:
    """Moving, or hiding, with each die that pays."""
    if side_of(state, frame[1]) != FP:
        return []
    seat = state.setup.seats[frame[1]]
    if state.fellowship.hidden:
        return [Act("move", seat, die=die) for die in payers(state, FP, (CHARACTER,))]
    return [Act("hide", seat, die=die) for die in _hiders(state)]


ACT_TYPES: dict[str, tuple[Check, Do]] = {"move": (_check_move, _move), "hide": (_check_hide, _hide)}

STAGES = {
    "fellowship": Stage(
        _run_phase,
        "WR-TURN-5",
        _legal_phase,
        {
            "done": (own("WR-TURN-5"), _done),
            "declare": (_check_declare, _declare),
            "enter": (mordor.check_enter, mordor.enter),
        },
    ),
    "walk": Stage(_run_walk, "WR-FELL-11", _legal_walk, {"stop": (_check_stop, _stop), "step": (_check_step, _step)}),
    "box": Stage(_run_box, "WR-FELL-22"),
}
