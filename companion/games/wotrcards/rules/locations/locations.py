"""What happens to locations: they become active, their values and texts are read (WC-LOC, WC-ORD-1)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common.common import (
    is_path,
    location_ref,
    one_location,
    open_offer,
    printed_values,
    record_location,
)
from companion.games.wotrcards.rules.common.scoring import record_scores
from companion.games.wotrcards.rules.common.texts import ReadText
from companion.games.wotrcards.state import Active, Draft, ReadValues, State
from companion.games.wotrcards.tables import FREE, SHADOW, UNKNOWN, BattleLocation
from companion.play.game.offers import Number, Offer
from companion.play.game.steps import Step

MOST_READ = 4  # points or defence icons of a location
POINTS, DEFENCE = Number("points", 0, MOST_READ), Number("defence", 0, MOST_READ)
PARTS_NAMED = ("path_a", "path_b")


# --- battleground decks ----------------------------------------------------------------------------------------------


def in_deck(state: State, id: str) -> bool:
    """Return whether it lies in a battleground deck: it is neither active, won, removed nor set aside."""
    return any(id in deck for deck in state.grounds)


def take_from_deck(draft: Draft, id: str) -> None:
    """A battleground or site leaves its deck."""
    for side in (FREE, SHADOW):
        draft.change_side("grounds", side, tuple([left for left in draft.grounds[side] if left != id]))


def put_in_deck(draft: Draft, side: int, *ids: str) -> None:
    """Battlegrounds and sites are shuffled into the deck of a side."""
    order = list(draft.setup.tables.places)
    draft.change_side("grounds", side, tuple(sorted((*draft.grounds[side], *ids), key=order.index)))


# --- what becomes active ---------------------------------------------------------------------------------------------


def activate_locations(draft: Draft, seat_index: int, ids: list[str], rule: str, area: int = UNKNOWN) -> None:
    """These locations are active now, and what they say is due (WC-LOC-1); some bring along another."""
    for id in ids:
        draft.active = (*draft.active, Active(id, area))
        if is_path(draft, id):
            facts = draft.setup.tables.paths[id]
            draft.path, draft.number, draft.used = id, facts.number, (*draft.used, id)
            code, number = path_named(draft, id)
            record_location(draft, code, rule, id, number=number)
        else:
            record_location(draft, "active" if area == UNKNOWN else "active_again", rule, id)
    texts = tuple([id for id in ids if _has_text(draft, id)])
    if texts:
        draft.push(ChooseTextOrder(seat_index, texts))
    for id in ids:
        if not is_path(draft, id):
            _bring_along(draft, seat_index, draft.setup.tables.places[id])
    for id in reversed(ids):
        if UNKNOWN in printed_values(draft, id):
            draft.push(ReadLocation(seat_index, id))


def path_named(state: State, id: str) -> tuple[str, int]:
    """Return the words for the step of a path, by its part on a long road, and its number."""
    facts = state.setup.tables.paths[id]
    number = state.number if id == state.path else facts.number
    return PARTS_NAMED[facts.part] if state.setup.scenario.double_steps else "path", number


def _bring_along(draft: Draft, seat_index: int, facts: BattleLocation) -> None:
    """Edoras, Lórien and Dol Guldur bring along another battleground, if it is to be had (WC-LOC-9, WC-LOC-10)."""
    if in_deck(draft, facts.brings):
        take_from_deck(draft, facts.brings)
        activate_locations(draft, seat_index, [facts.brings], "WC-LOC-9")
    elif facts.brings_back and won_by(draft, facts.brings) != UNKNOWN:
        reactivate_location(draft, seat_index, facts.brings)


def won_by(state: State, id: str) -> int:
    """The side in whose scoring area it lies, UNKNOWN for none."""
    return next((side for side in (FREE, SHADOW) if any(won.id == id for won in state.areas[side])), UNKNOWN)


def reactivate_location(draft: Draft, seat_index: int, id: str) -> None:
    """Take a location out of the scoring area with its points: it is active again (WC-LOC-10)."""
    side = won_by(draft, id)
    points = sum([won.points for won in draft.areas[side] if won.id == id])
    draft.change_side("areas", side, tuple([won for won in draft.areas[side] if won.id != id]))
    if points:
        record_scores(draft)
    activate_locations(draft, seat_index, [id], "WC-LOC-10", side)


def _has_text(state: State, id: str) -> bool:
    facts = state.setup.tables.paths[id] if is_path(state, id) else state.setup.tables.places[id]
    return facts.text


# --- what a location says --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseTextOrder(Step):
    """Choice of the order in which several locations speak (WC-ORD-1)."""

    kind = "texts"
    rule = "WC-ORD-1"
    locations: tuple[str, ...]

    def run(self, draft: Draft) -> bool:
        """Wait while more than one location is left; read the last one at once."""
        if len(self.locations) > 1:
            return True
        draft.swap(ReadText(self.seat_index, self.locations[0]))
        return False

    def offers(self, state: State) -> list[Offer]:
        """Return the locations that are left."""
        return open_offer(Act("next", state.setup.seats[self.seat_index]), one_location(self.locations))

    def check_next(self, state: State, act: Act) -> Refusal | None:
        """Refuse a location that is not due (WC-ORD-1)."""
        if act.location in self.locations:
            return None
        return Refusal("not_due", "WC-ORD-1", {"location": location_ref(state, act.location)})

    def do_next(self, draft: Draft, act: Act) -> None:
        """Read the text of the location next."""
        draft.swap(ChooseTextOrder(self.seat_index, tuple([id for id in self.locations if id != act.location])))
        draft.push(ReadText(self.seat_index, act.location))


@dataclass(frozen=True, slots=True)
class ReadLocation(Step):
    """Points and defence icons of a location are read from the table, where no source gives them."""

    kind = "read"
    rule = "WC-CMB-4"
    location: str

    def offers(self, state: State) -> list[Offer]:
        """Return the numbers that may be read from the location."""
        return [Offer(Act("read", state.setup.seats[self.seat_index]), (POINTS, DEFENCE))]

    def check_read(self, state: State, act: Act) -> Refusal | None:
        """Refuse numbers that no location has."""
        if not (POINTS.admits(act.points) and DEFENCE.admits(act.defence)):
            return Refusal("read_range", "WC-CMB-4", {"most": MOST_READ})
        return None

    def do_read(self, draft: Draft, act: Act) -> None:
        """Keep the numbers that were read."""
        draft.pop()
        draft.read = (*draft.read, ReadValues(self.location, act.points, act.defence))
