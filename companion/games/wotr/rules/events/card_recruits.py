"""Recruits by event cards (WR-EVENT-14, WR-MUSTER-13 to -15), and regulars that become elites.

Only where the app keeps the armies. At War or not does not matter; the region is free, or has a Stronghold of the side
that is besieged; what is recruited there is inside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.choices import ChooseOne
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.events.card_effects import CARD, Choices, must_choose, not_by_card
from companion.games.wotr.rules.events.card_losses import after_losses
from companion.games.wotr.rules.map import armies, mixed_armies
from companion.games.wotr.state import Draft, State, place_of
from companion.games.wotr.tables import ELITE, FP, LEADER, NAZGUL, REGULAR
from companion.games.wotr.verbs import CHOICES, EFFECTS, Character, Nation, Number, Places, is_place, regions_where
from companion.play.game.verbs import Calls

RECRUITED, INSIDE = "WR-EVENT-14", "WR-MUSTER-15"
UNIT = "unit"  # regular or elite
SORTS = {UNIT: (REGULAR, ELITE), REGULAR: (REGULAR,), ELITE: (ELITE,), LEADER: (LEADER,), NAZGUL: (NAZGUL,)}


def open_to_recruits(state: State, region: str, side: int) -> bool:
    """Return whether a region is free, or has a besieged Stronghold of that side (WR-MUSTER-13, -14)."""
    return armies.is_free_region(state, region, side) or armies.besieged_there(state, region, side)


@dataclass(frozen=True, slots=True)
class CardRecruits(ChooseOne):
    """Figures of a nation come into a region, one after the other, as many as there are; then into the next region.

    wanted: sorts, those that follow the first into the same region; regions: in how many such regions; up_to: fewer may
    come. region, left: what is being filled, and what is still wanted there; filled: regions that are done with.
    """

    rule = RECRUITED
    owner = "figure"

    card: str
    nation: str
    where: Calls
    wanted: tuple[str, ...]
    regions: int
    up_to: bool
    region: str = ""
    left: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()

    def _figures(self, state: State, region: str, left: tuple[str, ...]) -> tuple[str, list[str]]:
        """Return the first sort that can come there, and its kinds of figures."""
        facts, side = state.setup.tables, side_of(state, self.seat_index)
        for sort in dict.fromkeys(left):
            if sort == LEADER and side == FP and not armies.units(state, region, side):
                continue
            found = [
                id
                for id, figure in facts.figures.items()
                if figure.nation == self.nation and figure.sort in SORTS[sort] and armies.figures_in_reserve(state, id)
            ]
            if found:
                return sort, found
        return "", []

    def _figures_left(self) -> tuple[str, ...]:
        return self.left if self.region else self.wanted

    def _places(self, state: State) -> list[str]:
        side = side_of(state, self.seat_index)
        if self.region:
            return [self.region]
        there = [id for id in regions_where(state, side, self.where) if id not in self.filled]
        return [id for id in there if open_to_recruits(state, id, side)] if self.regions else []

    def _open_recruits(self, state: State) -> dict[str, tuple[str, ...]]:
        """Return the figures that can come now, by region."""
        found = {id: tuple(self._figures(state, id, self._figures_left())[1]) for id in self._places(state)}
        return {id: figures for id, figures in found.items() if figures}

    def run(self, draft: Draft) -> bool:
        """Wait for a choice of figure; recruit the only one at once."""
        found = self._open_recruits(draft)
        if not found:
            self._end(draft)
            return False
        (region, figures), *others = found.items()
        if self.up_to or len(figures) > 1 or (others and not self._enough(draft, found)):
            return True
        sort, _ = self._figures(draft, region, self._figures_left())
        self._bring(draft, region, figures[0], self._figures_left().count(sort))
        return False

    def _enough(self, state: State, found: dict[str, tuple[str, ...]]) -> bool:
        """Return whether there are figures for all regions, so that nothing has to be chosen."""
        kinds = {figure for figures in found.values() for figure in figures}
        each = len({*self.wanted}) == len(kinds) == 1 and len(found) <= self.regions
        return each and armies.figures_in_reserve(state, *kinds) >= len(self.wanted) * len(found)

    def _bring(self, draft: Draft, region: str, figure: str, number: int) -> None:
        side = side_of(draft, self.seat_index)
        rule = INSIDE if armies.besieged_there(draft, region, side) else RECRUITED
        sort, left = self._figures(draft, region, self._figures_left())[0], [*self._figures_left()]
        for _ in range(number):
            left.remove(sort)
        armies.recruit(draft, figure, region, rule, number)
        draft.swap(replace(self, region=region, left=tuple(left)))

    def _end(self, draft: Draft) -> None:
        """End the region: it is filled, or nothing more can come."""
        if not self.region:
            if not self.filled:
                draft.record("recruit_none", CARD, card=self.card)
            draft.pop()
            return
        draft.swap(replace(self, region="", left=(), filled=(*self.filled, self.region), regions=self.regions - 1))
        armies.trim(draft, self.region, side_of(draft, self.seat_index))

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the regions where figures can come now, by figure."""
        found = self._open_recruits(state)
        figures = dict.fromkeys([figure for there in found.values() for figure in there])
        return {figure: [region for region in found if figure in found[region]] for figure in figures}

    def may_leave(self, state: State) -> bool:
        """Return whether fewer may come."""
        return self.up_to

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a figure or region that the card does not allow."""
        facts, side = state.setup.tables, side_of(state, self.seat_index)
        values: dict[str, Value] = {"card": Ref("event_card", self.card)}
        figure = facts.figures.get(act.figure)
        sorts = [sort for wanted in self._figures_left() for sort in SORTS[wanted]]
        if figure is None or figure.nation != self.nation or figure.sort not in sorts:
            named: Value = Ref("figure", act.figure) if figure else act.figure
            return Refusal("card_figure", CARD, {**values, "figure": named})
        known = act.region in facts.regions and is_place(state, act.region, side, self.where)
        if not known or act.region in self.filled or self.region not in ("", act.region):
            return not_by_card(state, self.card, act.region)
        values["region"] = Ref("region", act.region)
        if not open_to_recruits(state, act.region, side):
            return Refusal("region_not_free", "WR-MUSTER-14", values)
        values["figure"] = Ref("figure", act.figure)
        if not armies.figures_in_reserve(state, act.figure):
            return Refusal("none_left", "WR-MUSTER-10", values)
        return Refusal("leader_needs_unit", "WR-MUSTER-12", values)

    check_recruit = ChooseOne.check

    def do_recruit(self, draft: Draft, act: Act) -> None:
        """Recruit the figure in the region."""
        self._bring(draft, act.region, act.figure, 1)

    def check_done(self, state: State, act: Act) -> Refusal | None:
        """Refuse to end while the card demands figures."""
        return None if self.up_to else must_choose(self.card)

    def do_done(self, draft: Draft, act: Act) -> None:
        """End the recruiting."""
        draft.pop()
        if self.region:
            armies.trim(draft, self.region, side_of(draft, self.seat_index))


@EFFECTS.verb
def recruit(
    draft: Draft,
    seat_index: int,
    card: str,
    nation: Nation,
    where: Places,
    units: int = 0,
    regulars: int = 0,
    elites: int = 0,
    leaders: int = 0,
    nazgul: int = 0,
    regions: Number = 1,
    up_to: bool = False,
) -> None:
    """Recruit figures of a nation in one such region, or so many each in several; units: regular or elite.

    up_to: so many or fewer.
    """
    if not draft.setup.armies:
        return
    if nation not in draft.setup.tables.seats[draft.setup.seats[seat_index]].nations:
        draft.record("nation_of_partner", "WR-TEAM-11", nation=nation)
    elif mixed_armies.repeat_fault(draft, seat_index, [nation], "") is not None:
        draft.record("nation_rests", "WR-TEAM-26", nation=nation)
    else:
        numbers = {UNIT: units, REGULAR: regulars, ELITE: elites, LEADER: leaders, NAZGUL: nazgul}
        wanted = [sort for sort, number in numbers.items() for _ in range(number)]
        draft.push(CardRecruits(seat_index, card, nation, where, tuple(wanted), regions, up_to))


# --- a regular becomes an elite --------------------------------------------------------------------------------------


@CHOICES.verb
def promote(state: State, seat_index: int, nation: Nation) -> Choices:
    """Offer to make a regular of the nation an elite, if there is one left."""

    def put_elite(region: str, draft: Draft) -> None:
        armies.send_back(draft, regular, region, CARD)
        armies.recruit(draft, elite, region, CARD)

    regular, elite = f"{nation}-{REGULAR}", f"{nation}-{ELITE}"
    if not state.setup.armies or not armies.figures_in_reserve(state, elite):
        return {}
    return {
        (region, 0): partial(put_elite, region)
        for region in state.setup.tables.regions
        if armies.count(state, region, regular)
    }


@CHOICES.verb
def elite_for_regular(state: State, seat_index: int, beside: tuple[Character, ...]) -> Choices:
    """Offer to lose a regular of the army with one of them and recruit an elite of its nation there."""

    def train(nation: str, region: str, draft: Draft) -> None:
        armies.lose(draft, f"{nation}-{REGULAR}", region, CARD)
        if not armies.recruit(draft, f"{nation}-{ELITE}", region, RECRUITED):
            after_losses(draft, region, side_of(draft, seat_index))

    if not state.setup.armies:
        return {}
    region = next(place_of(state, id) for id in beside if place_of(state, id) in state.setup.tables.regions)
    own = state.setup.tables.seats[state.setup.seats[seat_index]].nations
    nations = [
        id for id in armies.nations_of(state, armies.army(state, region, side_of(state, seat_index))) if id in own
    ]
    return {
        (nation, 0): partial(train, nation, region)
        for nation in nations
        if armies.count(state, region, f"{nation}-{REGULAR}")
    }
