"""The path of a round, and which may follow (WC-LOC-5..7, WC-EPD-8, -9)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from companion.core.messages import Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common.common import location_ref
from companion.games.wotrcards.rules.locations.locations import activate_locations
from companion.games.wotrcards.state import Draft, State
from companion.games.wotrcards.tables import PathCard
from companion.play.game.steps import Step


def step_of(path: PathCard) -> int:
    """The step of a long road at which a path lies: 1A 1B 2A ... (WC-EPD-4)."""
    return 2 * path.number + path.part


def next_paths(state: State) -> tuple[str, ...]:
    """The paths that may follow the last one (WC-LOC-5, WC-EPD-8, -9, WC-AMB-18)."""
    scenario, facts = state.setup.scenario, state.setup.tables.paths
    left = [id for id in scenario.paths if id not in state.used]
    if not state.path:
        first = min([step_of(facts[id]) for id in left], default=0)
        return tuple(
            [id for id in left if step_of(facts[id]) == first or (not scenario.double_steps and facts[id].number == 1)]
        )
    last = facts[state.path]
    if not scenario.double_steps:
        return tuple([id for id in left if facts[id].number == state.number + 1])
    if last.next in left:
        return (last.next,)
    return tuple([id for id in left if step_of(facts[id]) == step_now(state) + 1])


def path_is_due(state: State) -> bool:
    """The path of the round has not turned up yet (WC-LOC-1)."""
    return any(isinstance(step, WalkPath) for step in state.agenda)


def step_now(state: State) -> int:
    """The step of the path that is, or was last, active; one with another number is its part A (WC-AMB-18)."""
    last = state.setup.tables.paths[state.path]
    return step_of(last if state.number == last.number else last._replace(number=state.number, part=0))


def activated_by_text(state: State) -> tuple[str, ...]:
    """Paths that a text may activate: others of the same step, or what may follow (WC-LOC-6, -7, WC-EPD-8, -9).

    None before the path of the round has turned up.
    """
    if not state.path or path_is_due(state):
        return ()
    return tuple(dict.fromkeys((*same_paths(state), *next_paths(state))))


def same_paths(state: State) -> list[str]:
    """Paths that were not used yet, of the same step as the one that is, or was last, active (WC-LOC-7, WC-EPD-8)."""
    scenario, facts = state.setup.scenario, state.setup.tables.paths
    left = [id for id in scenario.paths if id not in state.used]
    if scenario.double_steps:
        return [id for id in left if step_of(facts[id]) == step_now(state)]
    return [id for id in left if facts[id].number == state.number]


def at_end(state: State) -> bool:
    """The last path of the scenario is active (WC-VIC-2)."""
    return bool(state.path) and not next_paths(state)


def path_fault(state: State, id: str, allowed: Collection[str]) -> Refusal | None:
    """Return why this path cannot follow, or None."""
    if id in allowed:
        return None
    facts = state.setup.tables.paths
    values = {"location": location_ref(state, id)}
    if id not in state.setup.scenario.paths:
        return Refusal("no_path", "WC-SET-1", values)
    if id in state.used:
        return Refusal("path_used", "WC-LOC-7", values)
    if state.path and state.setup.scenario.double_steps:
        last = facts[state.path]
        if last.next and step_of(facts[id]) == step_now(state) + 1:
            return Refusal("path_connected", "WC-EPD-9", {**values, "other": location_ref(state, last.next)})
        return Refusal("path_skips", "WC-EPD-8", values)
    return Refusal("path_number", "WC-LOC-5", values)


@dataclass(frozen=True, slots=True)
class WalkPath(Step):
    """A path turns up, if there is one more."""

    kind = "path"
    rule = "WC-LOC-1"
    rules: ClassVar = {"walk": "WC-LOC-5"}
    seat_rules: ClassVar = {"walk": "WC-LOC-1"}

    def run(self, draft: Draft) -> bool:
        """Wait if a path may be activated."""
        if next_paths(draft):
            return True
        draft.pop()
        return False

    def pieces_left(self, state: State) -> tuple[str, ...]:
        """Return the pieces that may turn up now."""
        return next_paths(state)

    def offers(self, state: State) -> list[Act]:
        """Return the draw of a path; its card is open."""
        return [Act("walk", state.setup.seats[self.seat_index])]

    def check_walk(self, state: State, act: Act) -> Refusal | None:
        """Refuse a path that cannot be next."""
        return path_fault(state, act.location, next_paths(state)) if act.location else None

    def do_walk(self, draft: Draft, act: Act) -> None:
        """Activate the path."""
        draft.pop()
        activate_locations(draft, self.seat_index, [act.location], "WC-LOC-5")
