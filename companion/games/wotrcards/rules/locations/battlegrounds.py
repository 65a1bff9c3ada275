"""The battleground of a round (WC-LOC-1, -2), with the companions of sites (WC-SKI-2, -3) and Barad-dûr (WC-BAR)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, ClassVar

from companion.core.messages import Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common.common import (
    begin_phase,
    is_site,
    location_ref,
    one_location,
    open_offer,
    opponent,
    record_location,
)
from companion.games.wotrcards.rules.locations import locations
from companion.games.wotrcards.state import Draft, State
from companion.games.wotrcards.tables import FREE, UNKNOWN, BattleLocation, Tables
from companion.games.wotrcards.verbs import CONDITIONS
from companion.play.game.offers import Offer
from companion.play.game.steps import Step
from companion.play.game.verbs import Id


@CONDITIONS.verb
def free_peoples_won(won: Collection[str], one_of: tuple[Annotated[str, Id("battleground")], ...]) -> bool:
    """One of these battlegrounds lies in the Free Peoples scoring area (WC-BAR-1)."""
    return any(id in won for id in one_of)


def meets_needs(place: BattleLocation, won: Collection[str]) -> bool:
    """All that it needs is so, where the Free Peoples have won these locations."""
    return all(CONDITIONS.do(call, won) for call in place.needs)


def required_battlegrounds(facts: Tables) -> set[str]:
    """Battlegrounds that another needs to have been won, as the gates of Mordor for Barad-dûr."""
    return {id for place in facts.places.values() for _, ids in place.needs for id in ids}


def deck_now(state: State, side: int) -> int:
    """The deck that is drawn from: that of the side, else the other, UNKNOWN if both are empty (WC-LOC-2)."""
    return next((of for of in (side, opponent(side)) if state.grounds[of]), UNKNOWN)


def goes_back(state: State, id: str) -> bool:
    """A battleground that needs more than there is, as Barad-dûr (WC-BAR-1)."""
    return not meets_needs(state.setup.tables.places[id], {won.id for won in state.areas[FREE]})


def companions_of(state: State, site: str) -> list[str]:
    """Return the companions that a site may bring along.

    The first in a deck, any where nobody knows them (WC-SKI-2, -3).
    """
    wanted = state.setup.tables.places[site].companions
    if wanted is None:
        return [id for deck in state.grounds for id in deck if not is_site(state, id) and not goes_back(state, id)]
    return [id for id in wanted if locations.in_deck(state, id)][:1]


def _put_back(draft: Draft, held: str) -> None:
    if held:
        locations.put_in_deck(draft, draft.setup.tables.places[held].side, held)


@dataclass(frozen=True, slots=True)
class Ground(Step):
    """A battleground turns up. held: the one that did before and goes back when another is active (WC-BAR-1)."""

    rule = "WC-LOC-1"
    rules: ClassVar = {"ground": "WC-LOC-2"}
    seat_rules: ClassVar = {"ground": "WC-LOC-1"}
    side: int
    held: str

    def run(self, draft: Draft) -> bool:
        """Wait for a battleground where none is scheduled and the deck has any."""
        begin_phase(draft, "location")
        schedule = draft.setup.scenario.schedule
        if not schedule and deck_now(draft, self.side) != UNKNOWN:
            return True
        draft.pop()
        if schedule:
            locations.activate_locations(draft, self.seat_index, list(schedule.get(draft.round, ())), "WC-LOC-1")
        else:
            _put_back(draft, self.held)
        return False

    def pieces_left(self, state: State) -> tuple[str, ...]:
        """Return the pieces that may turn up now."""
        return state.grounds[deck_now(state, self.side)]

    def offers(self, state: State) -> list[Act]:
        """Return the draw of a battleground; its card is open."""
        return [Act("ground", state.setup.seats[self.seat_index])]

    def check_ground(self, state: State, act: Act) -> Refusal | None:
        """Refuse a battleground that is not in the deck (WC-LOC-2)."""
        if not act.location or act.location in self.pieces_left(state):
            return None
        if act.location not in state.setup.tables.places:
            return Refusal("no_ground", "WC-LOC-2", {"location": act.location})
        return Refusal("ground_not_there", "WC-LOC-2", {"location": location_ref(state, act.location)})

    def do_ground(self, draft: Draft, act: Act) -> None:
        """Activate the battleground, or put it back and draw again."""
        draft.pop()
        locations.take_from_deck(draft, act.location)
        if goes_back(draft, act.location):
            record_location(draft, "ground_back", "WC-BAR-1", act.location)
            draft.push(Ground(self.seat_index, draft.setup.tables.places[act.location].side, act.location))
            return
        site = is_site(draft, act.location)
        if not site:
            _put_back(draft, self.held)
        locations.activate_locations(draft, self.seat_index, [act.location], "WC-LOC-1")
        if site:
            draft.push(Beside(self.seat_index, act.location, self.held))


@dataclass(frozen=True, slots=True)
class Beside(Step):
    """The companion of a site is asked for, where nobody knows its companions and there may be one. held: of Ground."""

    rule = "WC-SKI-2"
    location: str
    held: str

    def run(self, draft: Draft) -> bool:
        """Wait for a choice where the text leaves one; else activate the companions."""
        found = companions_of(draft, self.location)
        if found and draft.setup.tables.places[self.location].companions is None:
            return True
        self._go_on(draft, *found)
        return False

    def _go_on(self, draft: Draft, *found: str) -> None:
        """The companion is activated; without one the deck of the site's side goes on (WC-SKI-2, WC-AMB-1)."""
        draft.pop()
        for id in found:
            locations.take_from_deck(draft, id)
            _put_back(draft, self.held)
            locations.activate_locations(draft, self.seat_index, [id], "WC-SKI-2")
        if not found:
            draft.push(Ground(self.seat_index, draft.setup.tables.places[self.location].side, self.held))

    def offers(self, state: State) -> list[Act | Offer]:
        """Return `alone` and the locations that may come along."""
        seat = state.setup.seats[self.seat_index]
        return [
            Act("alone", seat),
            *open_offer(Act("beside", seat), one_location(companions_of(state, self.location))),
        ]

    def check_beside(self, state: State, act: Act) -> Refusal | None:
        """Refuse a location that may not come along (WC-SKI-3, WC-LOC-4)."""
        if act.location in companions_of(state, self.location):
            return None
        values = {"location": location_ref(state, act.location)}
        if locations.in_deck(state, act.location) and goes_back(state, act.location):
            return Refusal("ground_barred", "WC-LOC-4", values)
        return Refusal("beside_not_there", "WC-SKI-3", values)

    def do_alone(self, draft: Draft, act: Act) -> None:
        """Go on with the site alone."""
        self._go_on(draft)

    def do_beside(self, draft: Draft, act: Act) -> None:
        """Activate the location beside the site."""
        self._go_on(draft, act.location)
