"""Armies (WR-ARMY): figures of a region, their strength, their moves and losses.

Only where the app keeps the armies (`setup.armies`); knows no order of steps and no politics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from companion.core.messages import Phrase, Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.sides import opponent
from companion.games.wotr.rules.common.table_cards import closing_card
from companion.games.wotr.rules.map import partners
from companion.games.wotr.state import Draft, Figures, State, holder
from companion.games.wotr.tables import ELITE, FP, LEADER, NAZGUL, REGULAR, SHADOW, SIDES, Tables
from companion.play.game.draft import replace_item
from companion.play.game.offers import Number, Offer
from companion.play.game.steps import Step

MOST, MOST_BESIEGED = 10, 5  # units (WR-ARMY-7, WR-ARMY-9)
NONE: Figures = ()


class Tally(NamedTuple):
    """Numbers of one side's figures. leaders: FP Leaders and Nazgûl."""

    regular: int
    elite: int
    leaders: int
    nazgul: int

    @property
    def units(self) -> int:
        """Return regulars and elites (WR-ARMY-1)."""
        return self.regular + self.elite


class Army(NamedTuple):
    """Figures and characters of one side in one region, or some of them."""

    figures: Figures
    characters: tuple[str, ...] = ()


# --- what there is ---------------------------------------------------------------------------------------------------


def refuse_if_not_tracked(state: State) -> Refusal | None:
    """Refuse actions of armies where the players keep them on the board."""
    return None if state.setup.armies else Refusal("armies_on_board", "WR-TURN-13")


def figures_at(state: State, region: str) -> Figures:
    """Return the figures of both sides in a region."""
    return state.figures[state.setup.tables.region_places[region]]


def count(state: State, region: str, figure: str) -> int:
    """Return the number of figures of one kind in a region."""
    there = figures_at(state, region)
    return there[state.setup.tables.places[figure]] if there else 0


@lru_cache(maxsize=1 << 14)
def tally_figures(facts: Tables, figures: Figures, side: int) -> Tally:
    """Return the numbers of a side's figures among these."""
    numbers = dict.fromkeys((REGULAR, ELITE, LEADER, NAZGUL), 0)
    for figure, number in zip(facts.figures.values(), figures, strict=False):
        if figure.side == side:
            numbers[figure.sort] += number
    return Tally(numbers[REGULAR], numbers[ELITE], numbers[LEADER] + numbers[NAZGUL], numbers[NAZGUL])


def tally_at(state: State, region: str, side: int) -> Tally:
    """Return the numbers of a side's figures in a region."""
    return tally_figures(state.setup.tables, figures_at(state, region), side)


def units(state: State, region: str, side: int) -> int:
    """Return the units of a side in a region; with one of them there is an army (WR-ARMY-1)."""
    there = figures_at(state, region)
    return tally_figures(state.setup.tables, there, side).units if there else 0


def occupied_regions(state: State, side: int) -> Mapping[str, Figures]:
    """Return the regions with an army of a side, with all figures there."""
    return _occupied_regions(state.setup.tables, state.figures, side)


@lru_cache(maxsize=1 << 8)
def _occupied_regions(facts: Tables, figures: tuple[Figures, ...], side: int) -> Mapping[str, Figures]:
    there = zip(facts.regions, figures, strict=False)
    return {region: row for region, row in there if row and tally_figures(facts, row, side).units}


def units_of(state: State, region: str, nation: str) -> int:
    """Return the units of a nation in a region."""
    there = figures_by_id(state.setup.tables, figures_at(state, region))
    figures = state.setup.tables.figures
    return sum([number for id, number in there.items() if figures[id].unit and figures[id].nation == nation])


def army(state: State, region: str, side: int) -> Army:
    """Return everything of a side in a region (WR-ARMY-1)."""
    tables = state.setup.tables
    alone = _army_alone(tables, figures_at(state, region), side)
    if region not in state.where:  # by far the most frequent
        return alone
    facts = tables.characters
    there = [id for id, place in zip(facts, state.where, strict=True) if place == region and facts[id].side == side]
    return Army(alone.figures, tuple(there))


@lru_cache(maxsize=1 << 14)
def _army_alone(facts: Tables, figures: Figures, side: int) -> Army:
    """Return the figures of a side among these as an army without characters."""
    found = [number if of.side == side else 0 for of, number in zip(facts.figures.values(), figures, strict=False)]
    return Army(tuple(found) if any(found) else NONE)


def figures_of_side(facts: Tables, figures: Figures, side: int) -> Figures:
    """Return the figures of a side among these."""
    return _army_alone(facts, figures, side).figures


def figures_by_id(facts: Tables, figures: Figures) -> dict[str, int]:
    """Return the numbers of figures by id, without zeros."""
    return {id: number for id, number in zip(facts.figures, figures, strict=False) if number}


def remove_figures(figures: Figures, less: Figures) -> Figures:
    """Return the figures less some of them."""
    left = tuple([number - gone for number, gone in zip(figures, less, strict=True)]) if less else figures
    return left if any(left) else NONE


def leadership(state: State, army: Army) -> int:
    """Return the Leadership of an army: Leaders, Nazgûl, leading elites, characters (WR-BATTLE-12, WR-CHAR-20,
    WR-TEAM-24).
    """
    facts = state.setup.tables
    side = FP if tally_figures(facts, army.figures, FP).units else SHADOW
    by_cards = sum([facts.characters[id].leadership for id in army.characters])
    return (
        tally_figures(facts, army.figures, side).leaders
        + leading_elites(facts, army.figures, elites_lead(state))
        + by_cards
    )


def elites_lead(state: State) -> tuple[str, ...]:
    """Return the nations whose elites are leaders too.

    Isengard while Saruman is in play, in a team more (WR-TEAM-24).
    """
    facts = state.setup.tables
    out: tuple[str, ...] = ()
    for id, leads, in_team in _who_leads(facts):
        if state.where[facts.places[id]] in facts.regions:
            out += leads + in_team if len(state.setup.seats) > len(SIDES) else leads
    return out


@lru_cache
def _who_leads(facts: Tables) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Return the characters who make elites leaders, with their nations."""
    return [(id, of.leads, of.leads_in_team) for id, of in facts.characters.items() if of.leads]


@lru_cache(maxsize=1 << 14)
def leading_elites(facts: Tables, figures: Figures, nations: tuple[str, ...]) -> int:
    """Return the number of elites of those nations among these figures."""
    there = zip(facts.figures.values(), figures, strict=False)
    return sum([number for of, number in there if of.sort == ELITE and of.nation in nations])


def has_leader(state: State, army: Army) -> bool:
    """Return whether a Leader, a Nazgûl, a character or a leading elite is in an army (WR-CHAR-20)."""
    facts = state.setup.tables
    if army.characters or leading_elites(facts, army.figures, elites_lead(state)):
        return True
    return any(tally_figures(facts, army.figures, side).leaders for side in (FP, SHADOW))


def nations_of(state: State, army: Army) -> tuple[str, ...]:
    """Return the nations with units in an army, in the order of content/."""
    return _nations_of(state.setup.tables, army.figures)


@lru_cache(maxsize=1 << 14)
def _nations_of(facts: Tables, figures: Figures) -> tuple[str, ...]:
    there = [facts.figures[id] for id in figures_by_id(facts, figures)]
    return tuple(dict.fromkeys([figure.nation for figure in there if figure.unit]))


def besieged_there(state: State, region: str, side: int) -> bool:
    """Return whether the figures of a side in that region are inside a Stronghold under siege."""
    return region in state.besieged and holder(state, region) == side


def army_limit(state: State, region: str, side: int) -> int:
    """Return the most units of a side in a region (WR-ARMY-7, WR-ARMY-9)."""
    return MOST_BESIEGED if besieged_there(state, region, side) else MOST


def is_free_region(state: State, region: str, side: int) -> bool:
    """Return whether no enemy army or settlement is there; for a besieger its region is free (WR-MAP-5, WR-MAP-6)."""
    foe = opponent(side)
    if besieged_there(state, region, foe):
        return True
    return not units(state, region, foe) and holder(state, region) != foe


def open_to_armies(state: State, region: str, side: int) -> bool:
    """Return whether a region is free, or its enemy settlement holds no unit, and no card closes it (WR-MAP-7,
    WR-EVENT-11).
    """
    foe = opponent(side)
    return (besieged_there(state, region, foe) or not units(state, region, foe)) and not closing_card(
        state, region, side
    )


def closed_regions(state: State, side: int) -> set[str]:
    """Return the regions that are not open to armies of a side, as `open_to_armies` says of one."""
    foe, cards = opponent(side), state.setup.tables.cards
    found = {region for region in occupied_regions(state, foe) if not besieged_there(state, region, foe)}
    return found.union(*[cards[card].closes for card in state.sides[foe].table])


# --- figures come, go and are lost -----------------------------------------------------------------------------------


def place_armies(draft: Draft, at: Mapping[str, Mapping[str, int]]) -> None:
    """Put armies on the map; all other figures are reinforcements (WR-SETUP-13..15)."""
    facts = draft.setup.tables
    rows = [at.get(region, {}) for region in facts.regions]
    draft.figures = tuple([tuple([row.get(id, 0) for id in facts.figures]) if row else NONE for row in rows])
    placed = [sum(column) for column in zip(*[row for row in draft.figures if row], strict=True)] or [0] * len(
        facts.figures
    )
    draft.reserve = tuple([figure.most - number for figure, number in zip(facts.figures.values(), placed, strict=True)])
    draft.lost = (0,) * len(facts.figures)


def change_figures(draft: Draft, region: str, figure: str, number: int) -> None:
    """Change the number of figures of a kind in a region."""
    facts = draft.setup.tables
    at, kind = facts.region_places[region], facts.places[figure]
    there = draft.figures[at] or (0,) * len(facts.figures)
    there = replace_item(there, kind, there[kind] + number)
    draft.figures = replace_item(draft.figures, at, there if any(there) else NONE)
    if draft.abroad:
        _unmark(draft, region)


def _unmark(draft: Draft, region: str) -> None:
    """Clear the duty to leave of figures that are no longer in a region (WR-MOVE-16)."""
    figures = draft.setup.tables.figures
    there = {figures[id].nation for id in figures_by_id(draft.setup.tables, figures_at(draft, region)) if id != NAZGUL}
    draft.abroad = tuple([mark for mark in draft.abroad if mark[0] != region or mark[1] in there])


def _stock(draft: Draft, figure: str, number: int, out: bool) -> None:
    """Add figures of a kind to those out of the game, or else to the reserve."""
    at = draft.setup.tables.places[figure]
    if out:
        draft.lost = replace_item(draft.lost, at, draft.lost[at] + number)
    else:
        draft.reserve = replace_item(draft.reserve, at, draft.reserve[at] + number)


def figures_in_reserve(state: State, figure: str) -> int:
    """Return how many figures of a kind may be recruited (WR-GEN-6)."""
    return state.reserve[state.setup.tables.places[figure]]


def recruit(draft: Draft, figure: str, region: str, rule: str, number: int = 1) -> int:
    """Recruit figures from the reserve, as many as there are (WR-MUSTER-10), and return how many."""
    number = min(number, figures_in_reserve(draft, figure))
    if number:
        _stock(draft, figure, -number, out=False)
        change_figures(draft, region, figure, number)
        of = draft.setup.tables.figures[figure]
        partners.record_action_for(draft, of.side, [of.nation], region)
        draft.record("recruited", rule, figure=figure, number=number, region=region)
    return number


def lose(draft: Draft, figure: str, region: str, rule: str, number: int = 1) -> None:
    """Remove figures: of the Free Peoples for good, of the Shadow to the reserve (WR-MUSTER-11, WR-BATTLE-28)."""
    change_figures(draft, region, figure, -number)
    _stock(draft, figure, number, out=draft.setup.tables.figures[figure].side == FP)
    draft.record("lost", rule, figure=figure, number=number, region=region)


def send_back(draft: Draft, figure: str, region: str, rule: str, number: int = 1) -> None:
    """Move figures over a limit to the reserve, whosever they are (WR-ARMY-8)."""
    change_figures(draft, region, figure, -number)
    _stock(draft, figure, number, out=False)
    draft.record("sent_back", rule, figure=figure, number=number, region=region)


def can_reduce(state: State, figure: str) -> bool:
    """Return whether there is a regular figure to stand in for an elite (WR-BATTLE-27)."""
    at = state.setup.tables.places[state.setup.tables.figures[figure].reduced]
    return state.lost[at] + state.reserve[at] > 0


def reduce_elite(draft: Draft, figure: str, region: str, rule: str) -> None:
    """Replace an elite by a regular: a lost one if there is any, else one of the reserve (WR-BATTLE-26)."""
    regular = draft.setup.tables.figures[figure].reduced
    _stock(draft, regular, -1, out=draft.lost[draft.setup.tables.places[regular]] > 0)
    _stock(draft, figure, 1, out=draft.setup.tables.figures[figure].side == FP)
    change_figures(draft, region, regular, 1)
    change_figures(draft, region, figure, -1)
    draft.record("reduced", rule, figure=figure, region=region)


def upgrade_regulars(draft: Draft, regular: str, elite: str, region: str, rule: str, number: int = 1) -> None:
    """Replace regulars by elites, as far as the reserve has any."""
    number = min(number, figures_in_reserve(draft, elite), count(draft, region, regular))
    if number:
        send_back(draft, regular, region, rule, number)
        recruit(draft, elite, region, rule, number)


def go(draft: Draft, army: Army, start: str, goal: str, rule: str) -> None:
    """Move figures and characters from a region to another, without further effects."""
    facts = draft.setup.tables
    here, there = facts.region_places[start], facts.region_places[goal]
    if army.figures:
        before = draft.figures[there] or (0,) * len(army.figures)
        arrived = tuple([a + b for a, b in zip(before, army.figures, strict=True)])
        draft.figures = replace_item(draft.figures, here, remove_figures(draft.figures[here], army.figures))
        draft.figures = replace_item(draft.figures, there, arrived)
        if draft.abroad:
            _unmark(draft, start)
    for character in army.characters:
        draft.where = replace_item(draft.where, facts.places[character], goal)
    if draft.recorder is not None:
        moved = [Phrase("table.one", {"character": Ref("character", id)}) for id in army.characters]
        for id, number in figures_by_id(facts, army.figures).items():
            moved.append(Phrase("table.figures", {"figure": Ref("figure", id), "number": number}))
        draft.record("marched", rule, region=goal, start=Ref("region", start), moved=tuple(moved))


def fly(draft: Draft, start: str, goal: str, number: int, rule: str) -> None:
    """Move Nazgûl from a region to another."""
    figures = replace_item((0,) * len(draft.setup.tables.figures), draft.setup.tables.places[NAZGUL], number)
    go(draft, Army(figures), start, goal, rule)


def remove_lone_leaders(draft: Draft, region: str, rule: str = "WR-ARMY-6") -> None:
    """Remove Leaders of the Free Peoples without a unit for good (WR-ARMY-6, WR-EVENT-15)."""
    if not units(draft, region, FP):
        for id, number in figures_by_id(
            draft.setup.tables, figures_of_side(draft.setup.tables, figures_at(draft, region), FP)
        ).items():
            lose(draft, id, region, rule, number)


# --- too many units --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrimArmy(Step):
    """Choice of the units over the limit of a region that go to the reserve (WR-ARMY-7, -8, WR-SIEGE-6).

    Of separate armies of partners each removes one of his in turn (WR-TEAM-17).
    """

    rule = "WR-ARMY-7"

    region: str
    side: int

    def decided_by(self, state: State, act: object) -> str:
        """Return the rule of the limit."""
        return self._rule_cited(state)

    def seat_rule(self, state: State, act: object) -> str:
        """Return the rule by which only the seat whose step it is may do that."""
        return self._rule_cited(state)

    def refuse(self, state: State, act: object) -> Refusal:
        """Return the refusal of any action but `trim`, with the rule of the limit."""
        return Refusal("not_now", self._rule_cited(state))

    def excess_units(self, state: State) -> int:
        """Return the number of units over the limit."""
        return units(state, self.region, self.side) - army_limit(state, self.region, self.side)

    def run(self, draft: Draft) -> bool:
        """Wait while units are in excess; remove the only kind at once."""
        over = self.excess_units(draft)
        kinds = self._kinds(draft) if over > 0 else {}
        if len(kinds) == 1:  # nothing to choose
            figure, number = next(iter(kinds.items()))
            self._remove(draft, figure, min(number, over))
            return False
        return draft.waits(kinds)

    def _rule_cited(self, state: State) -> str:
        if partners.both_remove(state, self.region, self.side):
            return "WR-TEAM-17"
        return "WR-SIEGE-6" if besieged_there(state, self.region, self.side) else "WR-ARMY-7"

    def _kinds(self, state: State) -> dict[str, int]:
        facts, turns = state.setup.tables, partners.both_remove(state, self.region, self.side)
        there = figures_by_id(facts, figures_of_side(facts, figures_at(state, self.region), self.side))
        found = {id: number for id, number in there.items() if facts.figures[id].unit}
        if not turns:
            return found
        own = facts.seats[state.setup.seats[self.seat_index]].nations
        return {id: 1 for id in found if facts.figures[id].nation in own}

    def _remove(self, draft: Draft, figure: str, number: int) -> None:
        """Remove figures; of partners the other one is next while he has units."""
        turns = partners.both_remove(draft, self.region, self.side)
        send_back(draft, figure, self.region, self._rule_cited(draft), number)
        if turns:
            next_one = partners.partner(draft, self.seat_index)
            left = partners.unit_holders(draft, self.side, figures_at(draft, self.region))
            draft.swap(replace(self, seat_index=next_one if next_one in left else self.seat_index))

    def offers(self, state: State) -> list[Offer]:
        """Return the units that may be removed, with their numbers."""
        seat, over = state.setup.seats[self.seat_index], self.excess_units(state)
        return [
            Offer(Act("trim", seat, figure=id), (Number("number", 1, min(number, over)),))
            for id, number in self._kinds(state).items()
        ]

    def check_trim(self, state: State, act: Act) -> Refusal | None:
        """Refuse a number of units that are not there or not in excess."""
        kinds = self._kinds(state)
        most = min(kinds.get(act.figure, 0), self.excess_units(state))
        if 1 <= act.number <= most:
            return None
        figure = Ref("figure", act.figure) if act.figure in state.setup.tables.figures else act.figure
        if not most:
            values = {"figure": figure, "others": tuple([Ref("figure", id) for id in kinds])}
            return Refusal("trim_absent", self._rule_cited(state), values)
        return Refusal("trim_number", self._rule_cited(state), {"figure": figure, "number": act.number, "most": most})

    def do_trim(self, draft: Draft, act: Act) -> None:
        """Remove the units."""
        self._remove(draft, act.figure, act.number)


def trim(draft: Draft, region: str, side: int) -> None:
    """Ask for the units over the limit before anything else happens."""
    if units(draft, region, side) > army_limit(draft, region, side):
        draft.push(TrimArmy(partners.first_to_remove(draft, region, side), region, side))


def trim_each(draft: Draft, regions: Iterable[str], side: int) -> None:
    """Ask for the units over the limit of each of these regions."""
    for region in dict.fromkeys(regions):
        trim(draft, region, side)
