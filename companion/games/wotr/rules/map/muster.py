"""Recruiting by a Muster die (WR-MUSTER-1..12), and its uses by the Voice of Saruman."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.action_dice import MUSTER, paying_faces, payment_fault, second_half, use_die
from companion.games.wotr.rules.common.choices import ChooseOne
from companion.games.wotr.rules.common.neighbours import region_value
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.map import armies, mixed_armies
from companion.games.wotr.rules.map.armies import (
    besieged_there,
    count,
    figures_in_reserve,
    refuse_if_not_tracked,
    units,
)
from companion.games.wotr.rules.map.characters import ORTHANC, SARUMAN
from companion.games.wotr.state import Draft, State, holder, place_of
from companion.games.wotr.tables import ELITE, LEADER, NAZGUL, SHADOW
from companion.play.game.offers import Offer, OneOf
from companion.play.game.steps import Handler, Step

WHITE_HAND, URUK_HAI = "isengard-regular", "isengard-elite"
RAISE, TRAIN = "raise", "train"  # what the Voice of Saruman may do
MOST_TRAINED = 2


# --- what may be recruited where -------------------------------------------------------------------------------------


def _figure_fault(state: State, seat_index: int, figure: str, second: bool) -> Refusal | None:
    """Return the reason that a seat recruits no such figure, or not as the second one of a die."""
    facts = state.setup.tables
    if figure not in facts.figures:
        return Refusal("figure_unknown", "WR-MUSTER-2", {"figure": figure})
    of, values = facts.figures[figure], {"figure": Ref("figure", figure)}
    if of.side != side_of(state, seat_index):
        return Refusal("figure_enemy", "WR-MUSTER-1", values)
    if of.nation not in facts.seats[state.setup.seats[seat_index]].nations:
        rule = "WR-TEAM-14" if of.sort == NAZGUL else "WR-TEAM-11"
        return Refusal("nation_partner", rule, {"nation": Ref("nation", of.nation)})
    if not politics.at_war(state, of.nation):
        rule = "WR-MUSTER-16" if of.sort == NAZGUL else "WR-MUSTER-1"
        return Refusal("not_at_war", rule, {"nation": Ref("nation", of.nation)})
    if second and of.sort == ELITE:
        return Refusal("elite_alone", "WR-MUSTER-2", values)
    if not figures_in_reserve(state, figure):
        return Refusal("none_left", "WR-MUSTER-10", values)
    return mixed_armies.repeat_fault(state, seat_index, [of.nation], "")


def home_fault(state: State, figure: str, region: str) -> Refusal | None:
    """Return the reason that such a figure is not recruited there by a die (WR-MUSTER-4, -7, -8, -9, -12)."""
    facts = state.setup.tables
    if region not in facts.regions:
        return Refusal("region_unknown", "WR-MAP-1", {"region": region})
    of, there = facts.figures[figure], facts.regions[region]
    values: dict[str, Value] = {"region": Ref("region", region), "figure": Ref("figure", figure)}
    if not there.settlement or there.nation != of.nation:
        return Refusal("not_its_settlement", "WR-MUSTER-4", values)
    if holder(state, region) != of.side:
        return Refusal("settlement_lost", "WR-MUSTER-7", values)
    if besieged_there(state, region, of.side):
        return Refusal("settlement_besieged", "WR-MUSTER-8", values)
    if of.sort == NAZGUL and there.settlement != "stronghold":
        return Refusal("nazgul_home", "WR-MUSTER-9", values)
    if of.sort == LEADER and not units(state, region, of.side):
        return Refusal("leader_needs_unit", "WR-MUSTER-12", values)
    return None


def muster_regions(state: State, figure: str, besides: str = "") -> list[str]:
    """Return the regions where such a figure may be recruited by a die, without `besides`."""
    of, regions = state.setup.tables.figures[figure], state.setup.tables.regions
    own = [id for id in state.setup.tables.settled[of.side] if regions[id].nation == of.nation and id != besides]
    return [id for id in own if home_fault(state, figure, id) is None]


def _figures_to_recruit(state: State, seat_index: int, second: bool = False) -> list[str]:
    """Return the kinds of figures that this seat may recruit."""
    return [id for id in state.setup.tables.figures if _figure_fault(state, seat_index, id, second) is None]


@dataclass(frozen=True, slots=True)
class Mustering(ChooseOne):
    """Choice of a second figure of the same die, in another settlement (WR-MUSTER-2, -3, -5, -6). first: that place."""

    rule = "WR-MUSTER-2"
    rules: ClassVar[Mapping[str, str]] = {"done": "WR-MUSTER-3"}
    owner = "figure"

    first: str

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the other settlements where a second figure may be recruited, by figure."""
        figures = _figures_to_recruit(state, self.seat_index, second=True)
        return {id: muster_regions(state, id, self.first) for id in figures}

    def leave(self, draft: Draft) -> None:
        """Remove the units over the limit."""
        armies.trim_each(draft, [self.first], side_of(draft, self.seat_index))

    do_done = ChooseOne.end

    def refuse(self, state: State, act: Act) -> Refusal:
        """Return the refusal of any other action, with the rule of the second half of a die."""
        return Refusal("not_now", second_half(act, self.rule))

    def check_recruit(self, state: State, act: Act) -> Refusal | None:
        """Refuse a die, the same settlement (WR-MUSTER-5), or an illegal figure."""
        if act.die:
            return Refusal("die_paid", "WR-DICE-27")
        fault = _figure_fault(state, self.seat_index, act.figure, second=True)
        if fault is None and act.region == self.first:
            return Refusal("same_settlement", "WR-MUSTER-5", {"region": Ref("region", act.region)})
        return fault or home_fault(state, act.figure, act.region)

    def do_recruit(self, draft: Draft, act: Act) -> None:
        """Recruit the second figure."""
        draft.pop()
        armies.recruit(draft, act.figure, act.region, "WR-MUSTER-4")
        armies.trim_each(draft, [self.first, act.region], side_of(draft, self.seat_index))


def _check_recruit(step: Step, state: State, act: Act) -> Refusal | None:
    fault = refuse_if_not_tracked(state) or payment_fault(state, act, (MUSTER,), "WR-DICE-22")
    fault = fault or _figure_fault(state, state.index_of(act.seat), act.figure, second=False)
    return fault or home_fault(state, act.figure, act.region)


def _recruit(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    armies.recruit(draft, act.figure, act.region, "WR-MUSTER-4")
    if draft.setup.tables.figures[act.figure].sort == ELITE:
        armies.trim(draft, act.region, side_of(draft, step.seat_index))
    else:
        draft.push(Mustering(step.seat_index, act.region))


# --- the Voice of Saruman --------------------------------------------------------------------------------------------


def _orc_settlements(state: State) -> list[str]:
    """Return the settlements of Isengard where a unit may appear."""
    return muster_regions(state, WHITE_HAND) if figures_in_reserve(state, WHITE_HAND) else []


def _trainable_regulars(state: State) -> int:
    """Return the number of regulars in Orthanc that may become elites."""
    return min(MOST_TRAINED, count(state, ORTHANC, WHITE_HAND), figures_in_reserve(state, URUK_HAI))


def _voice_uses(state: State, seat_index: int) -> list[str]:
    """Return the possible uses of the Voice of Saruman."""
    if _voice_fault(state, seat_index) is not None:
        return []
    return [way for way, may in ((RAISE, _orc_settlements(state)), (TRAIN, _trainable_regulars(state))) if may]


def _voice_fault(state: State, seat_index: int) -> Refusal | None:
    if side_of(state, seat_index) != SHADOW:
        return Refusal("character_not_yours", "WR-CHAR-1", {"character": Ref("character", SARUMAN)})
    if SARUMAN not in state.setup.tables.seats[state.setup.seats[seat_index]].characters:
        return Refusal("character_partner", "WR-TEAM-11", {"character": Ref("character", SARUMAN)})
    if place_of(state, SARUMAN) != ORTHANC:
        return Refusal("not_on_map", "WR-CHAR-4", {"character": Ref("character", SARUMAN)})
    if holder(state, ORTHANC) != SHADOW or besieged_there(state, ORTHANC, SHADOW):
        return Refusal("voice_silenced", "WR-CHAR-4", {"region": Ref("region", ORTHANC)})
    return None


def _check_voice(step: Step, state: State, act: Act) -> Refusal | None:
    seat_index = state.index_of(act.seat)
    fault = (
        refuse_if_not_tracked(state)
        or _voice_fault(state, seat_index)
        or payment_fault(state, act, (MUSTER,), "WR-DICE-22")
    )
    if fault is not None or act.way in _voice_uses(state, seat_index):
        return fault
    if act.way not in (RAISE, TRAIN):
        return Refusal("voice_way", "WR-CHAR-4", {"way": act.way})
    if act.way == TRAIN and not count(state, ORTHANC, WHITE_HAND):
        values: dict[str, Value] = {"region": Ref("region", ORTHANC), "figure": Ref("figure", WHITE_HAND)}
        return Refusal("voice_no_regular", "WR-CHAR-28", values)
    figure = WHITE_HAND if act.way == RAISE else URUK_HAI
    return Refusal("none_left", "WR-MUSTER-10", {"figure": Ref("figure", figure)})


def _voice(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    if act.way == RAISE:
        draft.push(Raising(step.seat_index, tuple(_orc_settlements(draft)), ()))
    else:
        number = _trainable_regulars(draft)
        rule = "WR-CHAR-4" if number == MOST_TRAINED else "WR-CHAR-28"
        armies.upgrade_regulars(draft, WHITE_HAND, URUK_HAI, ORTHANC, rule, number)


@dataclass(frozen=True, slots=True)
class Raising(ChooseOne):
    """A regular in every settlement of Isengard; where there are too few, its player chooses the places.

    places: where one may still appear. done: where one has.
    """

    rule = "WR-CHAR-4"
    owner = "figure"

    places: tuple[str, ...]
    raised: tuple[str, ...]

    def run(self, draft: Draft) -> bool:
        """Wait where there are too few units for all places; else recruit them."""
        left = figures_in_reserve(draft, WHITE_HAND)
        if left and len(self.places) > left:
            return True
        draft.pop()
        for region in self.places if left else ():
            armies.recruit(draft, WHITE_HAND, region, self.rule)
        armies.trim_each(draft, [*self.raised, *self.places], side_of(draft, self.seat_index))
        return False

    def choices(self, state: State) -> dict[str, tuple[str, ...]]:
        """Return the places that are left."""
        return {WHITE_HAND: self.places}

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse another figure, or a region that is not left."""
        return Refusal("no_home", self.rule, {"region": region_value(state, act.region)})

    check_recruit = ChooseOne.check

    def do_recruit(self, draft: Draft, act: Act) -> None:
        """Recruit the unit in the region."""
        left = tuple([id for id in self.places if id != act.region])
        draft.swap(Raising(self.seat_index, left, (*self.raised, act.region)))
        armies.recruit(draft, WHITE_HAND, act.region, self.rule)


# --- by a die --------------------------------------------------------------------------------------------------------


def offers(state: State, seat_index: int) -> list[Act | Offer]:
    """Return the figures that may be recruited by a die, and the Voice of Saruman."""
    dice = paying_faces(state, side_of(state, seat_index), (MUSTER,)) if state.setup.armies else []
    seat, out = state.setup.seats[seat_index], list[Act | Offer]()
    if dice:
        pay = OneOf("die", ("face",), tuple(dice))
        for id in _figures_to_recruit(state, seat_index):
            if places := muster_regions(state, id):
                out.append(Offer(Act("recruit", seat, figure=id), (OneOf("region", ("region",), tuple(places)), pay)))
        out += [Offer(Act("voice", seat, way=way), (pay,)) for way in _voice_uses(state, seat_index)]
    return out


ANSWERS: dict[str, Handler] = {
    "recruit": Handler(_check_recruit, _recruit),
    "voice": Handler(_check_voice, _voice),
}
RULES = {"recruit": "WR-MUSTER-2", "voice": "WR-CHAR-4"}
