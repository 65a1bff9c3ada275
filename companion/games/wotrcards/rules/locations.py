"""The location step (WC-LOC, WC-SKI, WC-BAR): a battleground, then a path; what they say is told by the table."""

from __future__ import annotations

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common import (
    is_path,
    is_site,
    location_ref,
    not_yours,
    other,
    printed,
    side_of,
    starting,
)
from companion.games.wotrcards.state import Active, Draft, Read, State, Table
from companion.games.wotrcards.tables import FREE, SHADOW, UNKNOWN, Path
from companion.play.agenda import Frame, Stage
from companion.play.game import Refusal

BARAD_DUR = "barad-dur"
GATES = ("minas-morgul", "morannon")  # one of them has to be won before Barad-dûr comes (WC-BAR-1)
MOST_READ = 4  # points or defence icons of a location


# --- battlegrounds ---------------------------------------------------------------------------------------------------


def deck_now(t: Table, side: int) -> int:
    """The deck that is drawn from: that of the side, else the other, UNKNOWN if both are empty (WC-LOC-2)."""
    return next((of for of in (side, other(side)) if t.grounds[of]), UNKNOWN)


def refused(t: Table, id: str) -> bool:
    """Barad-dûr goes back while the Free Peoples hold neither gate (WC-BAR-1)."""
    return id == BARAD_DUR and not any(won.id in GATES for won in t.areas[FREE])


def take_ground(draft: Draft, id: str) -> None:
    """A battleground or site leaves its deck."""
    for side in (FREE, SHADOW):
        draft.grounds[side] = tuple([left for left in draft.grounds[side] if left != id])


def companion(t: Table, site: str) -> str:
    """The first companion of a site that lies in a deck, if any (WC-SKI-2, -3)."""
    wanted = t.setup.tables.places[site].companions
    return next((id for id in wanted if any(id in deck for deck in t.grounds)), "")


def activate(draft: Draft, who: int, ids: list[str], area: int = UNKNOWN) -> None:
    """These locations are active now, and what they say is due (WC-LOC-1)."""
    for id in ids:
        draft.active.append(Active(id, area))
        if is_path(draft, id):
            facts = draft.setup.tables.paths[id]
            draft.path, draft.number, draft.used = id, facts.number, (*draft.used, id)
    told = tuple([id for id in ids if _has_text(draft, id)])
    if told:
        draft.push("texts", who, told)
    for id in reversed(ids):
        if UNKNOWN in printed(draft, id):
            draft.push("read", who, id)


def _has_text(t: Table, id: str) -> bool:
    facts = t.setup.tables.paths[id] if is_path(t, id) else t.setup.tables.places[id]
    return facts.text


def _run_ground(draft: Draft, frame: Frame) -> bool:
    """("ground", who, side, held): held is Barad-dûr that turned up and goes back (WC-BAR-1)."""
    _, who, side, held = frame
    draft.phase = "location"
    listed = draft.setup.scenario.schedule
    if listed:
        draft.agenda.pop()
        activate(draft, who, list(listed.get(draft.round, ())))
        return False
    if deck_now(draft, side) != UNKNOWN:
        return True
    draft.agenda.pop()
    _put_back(draft, held)
    return False


def _put_back(draft: Draft, held: bool) -> None:
    if held:
        order = list(draft.setup.tables.places)
        draft.grounds[SHADOW] = tuple(sorted((*draft.grounds[SHADOW], BARAD_DUR), key=order.index))


def ground_deck(state: State, frame: Frame) -> tuple[str, ...]:
    """What may turn up now."""
    return state.grounds[deck_now(state, frame[2])]


def _legal_ground(state: State, frame: Frame) -> list[Act]:
    return [Act("ground", state.setup.seats[frame[1]])]


def _check_ground(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-LOC-1")
    if fault is not None or not act.item or act.item in ground_deck(state, frame):
        return fault
    if act.item not in state.setup.tables.places:
        return Refusal("no_ground", "WC-LOC-2", {"location": act.item})
    return Refusal("ground_not_there", "WC-LOC-2", {"location": location_ref(state, act.item)})


def _ground(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, _, held = draft.agenda.pop()
    take_ground(draft, act.item)
    if refused(draft, act.item):
        draft.push("ground", who, SHADOW, True)
        return
    if not is_site(draft, act.item):
        _put_back(draft, held)
        activate(draft, who, [act.item])
        return
    activate(draft, who, [act.item])
    beside = companion(draft, act.item)
    if beside:
        take_ground(draft, beside)
        _put_back(draft, held)
        activate(draft, who, [beside])
    else:
        draft.push("ground", who, draft.setup.tables.places[act.item].side, held)


# --- paths -----------------------------------------------------------------------------------------------------------


def step_of(path: Path) -> int:
    """The step of a long road at which a path lies: 1A 1B 2A ... (WC-EPD-4)."""
    return 2 * path.number + path.part


def next_paths(t: Table) -> tuple[str, ...]:
    """The paths that may follow the last one (WC-LOC-5, WC-EPD-8, -9, WC-AMB-18)."""
    scenario, facts = t.setup.scenario, t.setup.tables.paths
    left = [id for id in scenario.paths if id not in t.used]
    if not t.path:
        first = min([step_of(facts[id]) for id in left], default=0)
        return tuple(
            [id for id in left if step_of(facts[id]) == first or (not scenario.long and facts[id].number == 1)]
        )
    last = facts[t.path]
    if not scenario.long:
        return tuple([id for id in left if facts[id].number == t.number + 1])
    if last.next in left:
        return (last.next,)
    wanted = step_of(last) + 1 if t.number == last.number else step_of(last._replace(number=t.number, part=0)) + 1
    return tuple([id for id in left if step_of(facts[id]) == wanted])


def at_end(t: Table) -> bool:
    """The last path of the scenario is active (WC-VIC-2)."""
    return bool(t.path) and not next_paths(t)


def _run_path(draft: Draft, frame: Frame) -> bool:
    if next_paths(draft):
        return True
    draft.agenda.pop()
    return False


def _legal_path(state: State, frame: Frame) -> list[Act]:
    return [Act("walk", state.setup.seats[frame[1]])]


def _check_path(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-LOC-1")
    if fault is not None or not act.item:
        return fault
    return path_fault(state, act.item, next_paths(state))


def path_fault(t: Table, id: str, allowed: tuple[str, ...]) -> Refusal | None:
    """Why this path cannot follow."""
    if id in allowed:
        return None
    facts = t.setup.tables.paths
    if id not in t.setup.scenario.paths:
        values = {"location": location_ref(t, id)}
        return Refusal("no_path", "WC-SET-1", values)
    values = {"location": location_ref(t, id)}
    if id in t.used:
        return Refusal("path_used", "WC-LOC-7", values)
    if t.path and t.setup.scenario.long:
        last = facts[t.path]
        if last.next:
            return Refusal("path_connected", "WC-EPD-9", {**values, "other": location_ref(t, last.next)})
        return Refusal("path_skips", "WC-EPD-8", values)
    return Refusal("path_number", "WC-LOC-5", values)


def _path(draft: Draft, frame: Frame, act: Act) -> None:
    _, who = draft.agenda.pop()
    activate(draft, who, [act.item])


# --- what a location says --------------------------------------------------------------------------------------------


def _run_texts(draft: Draft, frame: Frame) -> bool:
    """("texts", who, ids): where several say something at once their order is chosen (WC-ORD-1)."""
    _, who, ids = frame
    if len(ids) > 1:
        return True
    draft.agenda.pop()
    draft.push("text", who, ids[0])
    return False


def _legal_texts(state: State, frame: Frame) -> list[Act]:
    return [Act("next", state.setup.seats[frame[1]], item=id) for id in frame[2]]


def _check_texts(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-ORD-1")
    if fault is not None or act.item in frame[2]:
        return fault
    return Refusal("not_due", "WC-ORD-1", {"location": act.item})


def _texts(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, ids = draft.agenda.pop()
    draft.push("texts", who, tuple([id for id in ids if id != act.item]))
    draft.push("text", who, act.item)


def _legal_read(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [
        Act("read", seat, number=points, second=defence)
        for points in range(MOST_READ + 1)
        for defence in range(MOST_READ + 1)
    ]


def _check_read(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-CMB-4")
    if fault is None and not (0 <= act.number <= MOST_READ and 0 <= act.second <= MOST_READ):
        return Refusal("read_range", "WC-CMB-4", {"most": MOST_READ})
    return fault


def _read(draft: Draft, frame: Frame, act: Act) -> None:
    _, _, id = draft.agenda.pop()
    draft.read = (*draft.read, Read(id, act.number, act.second))


def begin(draft: Draft) -> None:
    """The location step of a round (WC-LOC-1)."""
    who = starting(draft)
    draft.push("path", who)
    draft.push("ground", who, side_of(draft, who), False)


STAGES = {
    "ground": Stage(_run_ground, "WC-LOC-1", _legal_ground, {"ground": (_check_ground, _ground)}),
    "path": Stage(_run_path, "WC-LOC-1", _legal_path, {"walk": (_check_path, _path)}),
    "texts": Stage(_run_texts, "WC-ORD-1", _legal_texts, {"next": (_check_texts, _texts)}),
    "read": Stage(lambda draft, frame: True, "WC-CMB-4", _legal_read, {"read": (_check_read, _read)}),
}
