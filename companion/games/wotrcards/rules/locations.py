"""The location step (WC-LOC, WC-SKI, WC-BAR): a battleground, then a path; what they say is told by the table."""

from __future__ import annotations

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common import (
    is_path,
    is_site,
    location_ref,
    not_yours,
    other,
    own,
    printed,
    side_of,
    starting,
)
from companion.games.wotrcards.state import Active, Draft, Read, State, Table
from companion.games.wotrcards.tables import FREE, SHADOW, UNKNOWN, Path, Place
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


def in_deck(t: Table, id: str) -> bool:
    """It lies in a battleground deck, so it is neither active, won, removed nor set aside."""
    return any(id in deck for deck in t.grounds)


def beside(t: Table, site: str) -> list[str]:
    """Companions that a site may bring along: the first in a deck, any where nobody knows them (WC-SKI-2, -3)."""
    wanted = t.setup.tables.places[site].companions
    if wanted is None:
        return [id for deck in t.grounds for id in deck if not is_site(t, id) and not refused(t, id)]
    return [id for id in wanted if in_deck(t, id)][:1]


def activate(draft: Draft, who: int, ids: list[str], area: int = UNKNOWN) -> None:
    """These locations are active now, and what they say is due (WC-LOC-1); some bring along another."""
    for id in ids:
        draft.active.append(Active(id, area))
        if is_path(draft, id):
            facts = draft.setup.tables.paths[id]
            draft.path, draft.number, draft.used = id, facts.number, (*draft.used, id)
    told = tuple([id for id in ids if _has_text(draft, id)])
    if told:
        draft.push("texts", who, told)
    for id in ids:
        if not is_path(draft, id):
            _bring(draft, who, draft.setup.tables.places[id])
    for id in reversed(ids):
        if UNKNOWN in printed(draft, id):
            draft.push("read", who, id)


def _bring(draft: Draft, who: int, facts: Place) -> None:
    """Edoras, Lórien and Dol Guldur bring along another battleground, if it is to be had (WC-LOC-9, WC-LOC-10)."""
    if in_deck(draft, facts.brings):
        take_ground(draft, facts.brings)
        activate(draft, who, [facts.brings])
    elif facts.brings_back and won_by(draft, facts.brings) != UNKNOWN:
        reactivate(draft, who, facts.brings)


def won_by(t: Table, id: str) -> int:
    """The side in whose scoring area it lies, UNKNOWN for none."""
    return next((side for side in (FREE, SHADOW) if any(won.id == id for won in t.areas[side])), UNKNOWN)


def reactivate(draft: Draft, who: int, id: str) -> None:
    """It leaves the scoring area with its points and is active again (WC-LOC-10)."""
    side = won_by(draft, id)
    draft.areas[side] = tuple([won for won in draft.areas[side] if won.id != id])
    activate(draft, who, [id], side)


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
    draft.push("beside", who, act.item, held)


def _run_beside(draft: Draft, frame: Frame) -> bool:
    """("beside", who, site, held): asked where nobody knows the companions of the site and there may be one."""
    _, who, site, held = frame
    found = beside(draft, site)
    if found and draft.setup.tables.places[site].companions is None:
        return True
    draft.agenda.pop()
    _with(draft, who, site, held, *found)
    return False


def _with(draft: Draft, who: int, site: str, held: bool, *found: str) -> None:
    """The companion is activated; without one the deck of the site's side goes on (WC-SKI-2, WC-AMB-1)."""
    for id in found:
        take_ground(draft, id)
        _put_back(draft, held)
        activate(draft, who, [id])
    if not found:
        draft.push("ground", who, draft.setup.tables.places[site].side, held)


def _legal_beside(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("alone", seat), *[Act("beside", seat, item=id) for id in beside(state, frame[2])]]


def _check_beside(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-SKI-2")
    if fault is not None or act.item in beside(state, frame[2]):
        return fault
    values = {"location": location_ref(state, act.item)}
    if in_deck(state, act.item) and refused(state, act.item):
        return Refusal("ground_barred", "WC-LOC-4", values)
    return Refusal("beside_not_there", "WC-SKI-3", values)


def _beside(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _, who, site, held = frame
    _with(draft, who, site, held, *([act.item] if act.item else []))


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
    return tuple([id for id in left if step_of(facts[id]) == step_now(t) + 1])


def step_now(t: Table) -> int:
    """The step of the path that is, or was last, active; one with another number is its part A (WC-AMB-18)."""
    last = t.setup.tables.paths[t.path]
    return step_of(last if t.number == last.number else last._replace(number=t.number, part=0))


def walkable(t: Table) -> tuple[str, ...]:
    """Paths that a text may activate: others of the same step, or what may follow (WC-LOC-6, -7, WC-EPD-8, -9)."""
    scenario, facts = t.setup.scenario, t.setup.tables.paths
    left = [id for id in scenario.paths if t.path and id not in t.used]
    same = [id for id in left if (step_of(facts[id]) == step_now(t) if scenario.long else facts[id].number == t.number)]
    return tuple(dict.fromkeys((*same, *next_paths(t)))) if t.path else ()


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
    values = {"location": location_ref(t, id)}
    if id not in t.setup.scenario.paths:
        return Refusal("no_path", "WC-SET-1", values)
    if id in t.used:
        return Refusal("path_used", "WC-LOC-7", values)
    if t.path and t.setup.scenario.long:
        last = facts[t.path]
        if last.next and step_of(facts[id]) == step_now(t) + 1:
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
    return Refusal("not_due", "WC-ORD-1", {"location": location_ref(state, act.item)})


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
    "beside": Stage(
        _run_beside,
        "WC-SKI-2",
        _legal_beside,
        {"alone": (own("WC-SKI-2"), _beside), "beside": (_check_beside, _beside)},
    ),
    "path": Stage(_run_path, "WC-LOC-1", _legal_path, {"walk": (_check_path, _path)}),
    "texts": Stage(_run_texts, "WC-ORD-1", _legal_texts, {"next": (_check_texts, _texts)}),
    "read": Stage(lambda draft, frame: True, "WC-CMB-4", _legal_read, {"read": (_check_read, _read)}),
}
