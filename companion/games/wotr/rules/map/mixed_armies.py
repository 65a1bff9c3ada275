"""Armies of partners (WR-TEAM-11, -15..22): which figures of a region a seat may use, how it may split a mixed army,
and how two armies become one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common.sides import seats_of, side_of
from companion.games.wotr.rules.map import armies, partners
from companion.games.wotr.rules.map.armies import NONE, Army
from companion.games.wotr.rules.map.characters import WITCH_KING
from companion.games.wotr.rules.map.partners import commander, commander_at, holders, is_mixed, shared
from companion.games.wotr.state import Draft, Figures, State
from companion.games.wotr.tables import FP, NAZGUL, Tables
from companion.play.game.offers import Offer
from companion.play.game.steps import Answer, Step

# --- whose figures ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def _own(facts: Tables, figures: Figures, seat: str) -> Figures:
    """Figures of the nations of a seat, and Nazgûl, which either player of the Shadow moves (WR-TEAM-11, -14)."""
    of_shadow = facts.seats[seat].side != FP
    found = [
        number if of.nation in facts.seats[seat].nations or (of_shadow and of.sort == NAZGUL) else 0
        for of, number in zip(facts.figures.values(), figures, strict=False)
    ]
    return tuple(found) if any(found) else NONE


def usable(t: State, who: int, region: str) -> Figures:
    """Figures of its side that a seat may use there: all without a partner's units or in a mixed army that it controls,
    else its own (WR-TEAM-11, -19, -21).
    """
    side, facts = side_of(t, who), t.setup.tables
    figures = armies.only(facts, partners.figures_in(t, region), side)
    if not figures or len(seats_of(t, side)) == 1:
        return figures
    there = holders(t, side, figures)
    if who not in there:
        return NONE
    return figures if there == [who] or _controls(t, who, region) else _own(facts, figures, t.setup.seats[who])


def _controls(t: State, who: int, region: str) -> bool:
    """It is a mixed army, and this seat controls it."""
    side = side_of(t, who)
    return is_mixed(t, region, side) and commander_at(t, region, side) == who


def leads(t: State, who: int, character: str) -> bool:
    """A seat may use that character of its side (WR-TEAM-12, -14)."""
    if character == WITCH_KING or len(seats_of(t, side_of(t, who))) == 1:
        return True
    return character in t.setup.tables.seats[t.setup.seats[who]].characters


def movable(t: State, who: int, region: str) -> Army:
    """Everything of its side that a seat may use in a region."""
    side = side_of(t, who)
    whole = armies.army(t, region, side)
    if len(seats_of(t, side)) == 1 or _controls(t, who, region):
        return whole
    return Army(usable(t, who, region), tuple([id for id in whole.characters if leads(t, who, id)]))


def partner_fault(t: State, who: int, region: str) -> Refusal | None:
    """The army there is the partner's (WR-TEAM-11)."""
    there = holders(t, side_of(t, who), partners.figures_in(t, region))
    if not there or who in there:
        return None
    return Refusal("army_of_partner", "WR-TEAM-11", {"region": Ref("region", region)})


def control_fault(t: State, who: int, region: str) -> Refusal | None:
    """The army there is the partner's, or a mixed one that he controls (WR-TEAM-11, -19)."""
    fault = partner_fault(t, who, region)
    if fault is None and is_mixed(t, region, side_of(t, who)) and not _controls(t, who, region):
        seat = partners.seat_of(t, partners.partner(t, who))
        return Refusal("not_in_control", "WR-TEAM-19", {"region": Ref("region", region), "seat": seat})
    return fault


def bound_rule(t: State, who: int, nation: str, rule: str) -> str:
    """The rule that holds units of a nation not At War: in a mixed army also those of the partner (WR-TEAM-22)."""
    return rule if nation in t.setup.tables.seats[t.setup.seats[who]].nations else "WR-TEAM-22"


# --- which part of it ------------------------------------------------------------------------------------------------


def limits(t: State, who: int, region: str) -> bool:
    """A part of the army there may be forbidden by this chapter."""
    return len(t.setup.seats) > len(("fp", "shadow")) and (partners.repeats(t, who) or _controls(t, who, region))


def part_fault(t: State, who: int, region: str, going: Army, left: Army) -> Refusal | None:
    """Why these do not go while those stay (WR-TEAM-20, -21, -26, -27).

    Whoever controls a mixed army keeps control of every part with units of both, and goes himself: with all that is his
    the army is divided and mixed no more.
    """
    if not limits(t, who, region):
        return None
    return split_fault(t, who, region, going, left) or repeat_fault(t, who, armies.nations_of(t, going), region)


def split_fault(t: State, who: int, region: str, going: Army, left: Army) -> Refusal | None:
    """Whoever controls a mixed army would lose it (WR-TEAM-20, -21)."""
    side = side_of(t, who)
    if not _controls(t, who, region):
        return None
    kept = [commander(t, side, part.figures) == who for part in (going, left) if shared(t, side, part.figures)]
    if all(kept) and (who in holders(t, side, going.figures) or not holders(t, side, going.figures)):
        return None
    return Refusal("control_lost", "WR-TEAM-20", {"region": Ref("region", region)})


def repeat_fault(t: State, who: int, nations: list[str], region: str) -> Refusal | None:
    """Why the Free Peoples do not act for that nation, or with that mixed army, again (WR-TEAM-26, -27)."""
    if not partners.repeats(t, who):
        return None
    done = partners.last_action(t)
    if len(nations) > 1:
        again = Refusal("army_again", "WR-TEAM-27", {"region": Ref("region", region)})
        return again if region in done.armies else None
    found = [id for id in nations if id in done.nations]
    return Refusal("nation_again", "WR-TEAM-26", {"nation": Ref("nation", found[0])}) if found else None


def parts_of(t: State, army: Army) -> Iterator[Army]:
    """Every part of an army by its units; whoever leads goes along."""
    kinds = [figure.unit for figure in t.setup.tables.figures.values()]
    ranges = [range(number + 1) if unit else (number,) for unit, number in zip(kinds, army.figures or (), strict=False)]
    for figures in product(*ranges):
        yield Army(figures if any(figures) else NONE, army.characters)


# --- two armies become one -------------------------------------------------------------------------------------------


def _apart(t: State, who: int) -> list[str]:
    """Regions with separate armies of both partners, who have not said no to each other in this action."""
    side = side_of(t, who)
    if len(seats_of(t, side)) == 1:
        return []
    return [
        id
        for id, there in zip(t.setup.tables.regions, t.figures, strict=False)
        if there and id not in t.apart and partners.in_turns(t, id, side)
    ]


def _check_merge(step: Step, state: State, act: Act) -> Refusal | None:
    who = state.index_of(act.seat)
    fault = armies.kept(state)
    if fault is not None or act.to in _apart(state, who):
        return fault
    if act.to not in state.setup.tables.regions:
        return Refusal("region_unknown", "WR-MAP-1", {"region": act.to})
    values = {"region": Ref("region", act.to)}
    if is_mixed(state, act.to, side_of(state, who)):
        return Refusal("mixed_already", "WR-TEAM-15", values)
    return Refusal("merge_declined" if act.to in state.apart else "merge_nobody", "WR-TEAM-15", values)


def _merge(step: Step, draft: Draft, act: Act) -> None:
    draft.push(Merging(partners.partner(draft, step.who), act.to))


@dataclass(frozen=True, slots=True)
class Merging(Step):
    """The partner agrees to one mixed army, or not (WR-TEAM-15)."""

    rule = "WR-TEAM-15"

    region: str

    def offers(self, state: State) -> list[Act]:
        seat = state.setup.seats[self.who]
        return [Act("accept", seat), Act("done", seat)]

    def do_accept(self, draft: Draft, act: Act) -> None:
        draft.pop()
        partners.mix(draft, self.region, side_of(draft, self.who))

    def do_done(self, draft: Draft, act: Act) -> None:
        draft.pop()
        draft.apart = (*draft.apart, self.region)


def offers(state: State, who: int) -> list[Offer]:
    """Where the partner may be asked for a mixed army."""
    return offer_one_of(Act("merge", state.setup.seats[who]), "to", "region", _apart(state, who))


ANSWERS: dict[str, Answer] = {"merge": Answer(_check_merge, _merge)}
RULES = {"merge": "WR-TEAM-15"}
