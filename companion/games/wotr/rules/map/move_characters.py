"""Moves of characters on the map (WR-CHAR-6..19): alone, in groups, out of the Fellowship, with an army."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common.action_dice import CHARACTER, paying_faces, payment_fault, use_die
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.choices import ChooseOne
from companion.games.wotr.rules.common.neighbours import not_adjacent
from companion.games.wotr.rules.common.sides import leader, side_of
from companion.games.wotr.rules.map import armies, companions
from companion.games.wotr.rules.map.characters import (
    MINIONS,
    SARUMAN,
    WITCH_KING,
    arrive,
    character_value,
    characters_on_map,
    on_map,
)
from companion.games.wotr.rules.map.reach import (
    group_level,
    is_barred_to_minions,
    is_besieged,
    reach,
    regions_within,
    shut_in,
)
from companion.games.wotr.state import GONE, Draft, State, place_of
from companion.games.wotr.tables import FP, NAZGUL, SHADOW
from companion.play.game.game import Action
from companion.play.game.offers import Number, Offer, OneOf
from companion.play.game.steps import Handler, Step, end

BARS = ("WR-CHAR-10", "WR-CHAR-14")  # strongholds on the way, by the side that goes it
TRAVEL, SEPARATE, ALONE = "travel", "separate", "alone"


@dataclass(frozen=True, slots=True)
class Group(Step):
    """Choice of characters who go together.

    how: TRAVEL on the map, SEPARATE from the Fellowship, ALONE the same without others. A card that sends them may give
    them a level, let them go so many regions further, and through_sieges.
    """

    rule = "WR-CHAR-7"

    how: str
    characters: tuple[str, ...]
    level: int = 0
    further: int = 0
    through_sieges: bool = False

    def rule_of(self, act: Action) -> str:
        """Return the rule that decides an action, by the way the group goes."""
        if self.how != TRAVEL:
            return "WR-FELL-34" if act.type == "add" else "WR-FELL-35"
        return "WR-CHAR-13" if self.characters[0] in MINIONS else self.rule

    def _way(self, state: State) -> tuple[str, int]:
        """Return the start of the way, and how many regions it may be long (WR-CHAR-7, WR-FELL-35)."""
        steps = (self.level or group_level(state, self.characters)) + self.further
        if self.how == TRAVEL:
            return place_of(state, self.characters[0]), steps
        return state.fellowship.region, state.fellowship.progress + steps

    def goals(self, state: State) -> list[str]:
        """Return the regions where they may end."""
        start, steps = self._way(state)
        if self.how == TRAVEL and state.setup.tables.characters[self.characters[0]].level < 0:
            return [
                start,
                *[id for id in state.setup.tables.regions if id != start and not is_barred_to_minions(state, id)],
            ]
        return reach(state, start, steps, side_of(state, self.seat_index), self.through_sieges)

    def mates(self, state: State) -> list[str]:
        """Return the Companions that may still join (WR-CHAR-7, WR-FELL-34)."""
        group = self.characters
        if self.how == ALONE or side_of(state, self.seat_index) == SHADOW:
            return []
        if self.how == SEPARATE:
            return [id for id in state.fellowship.companions if id not in group]
        under = state.agenda[-2] if len(state.agenda) > 1 else None
        moved = under.moved if isinstance(under, Marching) else ()
        here = place_of(state, group[0])
        return [
            id
            for id in characters_on_map(state, FP)
            if id not in (*group, *moved) and place_of(state, id) == here and _walks(state, id)
        ]

    def offers(self, state: State) -> list[Offer]:
        """Return the regions in reach, and the characters that may join."""
        seat = state.setup.seats[self.seat_index]
        return [
            *offer_one_of(Act("settle", seat), "region", "region", self.goals(state)),
            *offer_one_of(Act("add", seat), "character", "character", self.mates(state)),
        ]

    def check_settle(self, state: State, act: Act) -> Refusal | None:
        """Refuse a region that the group cannot reach."""
        if act.region in self.goals(state):
            return None
        return self._way_fault(state, act.region)

    def _way_fault(self, state: State, to: str) -> Refusal:
        """Return the reason that they do not end there."""
        side, travel = side_of(state, self.seat_index), self.how == TRAVEL
        if to not in state.setup.tables.regions:
            return Refusal("region_unknown", "WR-CHAR-7", {"region": to})
        values: dict[str, Value] = {"region": Ref("region", to)}
        if side == SHADOW and is_barred_to_minions(state, to):
            return Refusal("stronghold_barred", "WR-CHAR-14", values)
        if is_besieged(state, to, side):
            return Refusal("siege_in", "WR-CHAR-11", values)
        start, steps = self._way(state)
        if is_besieged(state, start, side):
            rule = "WR-CHAR-11" if travel else "WR-FELL-37"
            return Refusal("siege_out", rule, {"region": Ref("region", start)})
        if to in regions_within(state, start, steps):
            return Refusal("way_barred", BARS[side] if travel else "WR-FELL-36", values)
        return Refusal("too_far", "WR-CHAR-7" if travel else "WR-FELL-35", values)

    def do_settle(self, draft: Draft, act: Act) -> None:
        """Put the group there; those who separate have left the Fellowship (WR-FELL-38)."""
        draft.pop()
        rule = self.rule_of(act)
        if self.how != TRAVEL:
            companions.leave(draft, self.characters, act.region, rule)
        elif draft.agenda and isinstance(draft.agenda[-1], Marching):
            under = draft.agenda[-1]
            draft.swap(replace(under, moved=(*under.moved, *self.characters)))
        for character in self.characters:
            arrive(draft, character, act.region, rule)
        discard_ended(draft)

    def check_add(self, state: State, act: Act) -> Refusal | None:
        """Refuse a character that cannot go with the group."""
        if act.character in self.mates(state):
            return None
        values: dict[str, Value] = {"character": character_value(state, act.character)}
        if self.how == ALONE or side_of(state, self.seat_index) == SHADOW:
            return Refusal("goes_alone", "WR-HUNT-29" if self.how == ALONE else "WR-CHAR-18", values)
        return Refusal("not_beside", "WR-CHAR-7" if self.how == TRAVEL else "WR-FELL-34", values)

    def do_add(self, draft: Draft, act: Act) -> None:
        """Add the character to the group."""
        draft.swap(replace(self, characters=(*self.characters, act.character)))


def _walks(state: State, character: str) -> bool:
    return state.setup.tables.characters[character].level != 0


# --- out of the Fellowship -------------------------------------------------------------------------------------------


def lose_companion(draft: Draft, companion: str, rule: str) -> None:
    """Remove a Companion from the game.

    A Hobbit is separated, alone, off the Mordor Track (WR-HUNT-29, WR-MORDOR-8).
    """
    if companion in companions.HOBBITS and not companions.on_track(draft):
        draft.push(Group(leader(draft, FP), ALONE, (companion,)))
    else:
        companions.leave(draft, [companion], GONE, rule)


def _check_separate(step: Step, state: State, act: Act) -> Refusal | None:
    """Check a separation with a die (WR-FELL-33)."""
    if side_of(state, state.index_of(act.seat)) != FP:
        return Refusal("action_of_fp", "WR-DICE-19")
    if companions.on_track(state):
        return Refusal("separate_track", "WR-FELL-33")
    return companions.not_there(state, act.character, "WR-FELL-9") or payment_fault(
        state, act, (CHARACTER,), "WR-FELL-33"
    )


def _separate(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    draft.push(Group(step.seat_index, SEPARATE, (act.character,)))


# --- on the map ------------------------------------------------------------------------------------------------------


def _movable_characters(state: State, seat_index: int, moved: Iterable[str] = ()) -> list[str]:
    """Return the characters that this seat may move on their own (WR-TEAM-12, -14; minions by their players)."""
    side = side_of(state, seat_index)
    mine = state.setup.tables.seats[state.setup.seats[seat_index]].characters
    return [
        id
        for id in characters_on_map(state, side)
        if _walks(state, id)
        and id not in moved
        and not shut_in(state, id)
        and (side == FP or id in mine or id == WITCH_KING)
    ]


def _travel_fault(state: State, seat_index: int, act: Act, moved: Iterable[str]) -> Refusal | None:
    if act.character in _movable_characters(state, seat_index, moved):
        return None
    values: dict[str, Value] = {"character": character_value(state, act.character)}
    facts = state.setup.tables.characters.get(act.character)
    if facts is None or facts.side != side_of(state, seat_index):
        return Refusal("character_not_yours", "WR-CHAR-1", values)
    if act.character in moved:
        return Refusal("moved_already", "WR-CHAR-8", values)
    if not on_map(state, act.character):
        return Refusal("not_on_map", "WR-CHAR-2" if facts.side == FP else "WR-CHAR-3", values)
    if shut_in(state, act.character):
        return Refusal("siege_out", "WR-CHAR-11", {"region": Ref("region", place_of(state, act.character))})
    if not _walks(state, act.character):
        return Refusal("never_moves", "WR-CHAR-17" if act.character == SARUMAN else "WR-CHAR-5", values)
    return Refusal("character_partner", "WR-TEAM-11", values)


def _check_travel(step: Step, state: State, act: Act) -> Refusal | None:
    seat_index = state.index_of(act.seat)
    rule = "WR-DICE-19" if side_of(state, seat_index) == FP else "WR-DICE-20"
    return _travel_fault(state, seat_index, act, ()) or payment_fault(state, act, (CHARACTER,), rule)


def _travel(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    draft.push(Flights(step.seat_index) if moves_nazgul(draft, step.seat_index) else Marching(step.seat_index))
    draft.push(Group(step.seat_index, TRAVEL, (act.character,)))


@dataclass(frozen=True, slots=True)
class Marching(Step):
    """Moves of characters on the map, each once (WR-CHAR-6, -8, -13)."""

    rule = "WR-CHAR-6"

    moved: tuple[str, ...] = ()

    def rule_of(self, act: Action) -> str:
        """Return the rule that decides an action: WR-CHAR-13 for Minions."""
        last = act.character if isinstance(act, Act) and act.character else "".join(self.moved[-1:])
        return "WR-CHAR-13" if last in MINIONS else self.rule

    def seat_rule(self, state: State, act: Action) -> str:
        """Return the rule by which only the seat whose step it is may do that."""
        return self.rule_of(act) if act.type == "done" else self.rule

    def run(self, draft: Draft) -> bool:
        """Wait while a character may move."""
        return draft.waits(_movable_characters(draft, self.seat_index, self.moved))

    def allows_interrupts(self, state: State) -> bool:
        """Return True: cards may be played between the moves."""
        return True

    def offers(self, state: State) -> list[Offer]:
        """Return `done` and the characters that may move."""
        seat, movers = state.setup.seats[self.seat_index], _movable_characters(state, self.seat_index, self.moved)
        return [Offer(Act("done", seat)), *offer_one_of(Act("travel", seat), "character", "character", movers)]

    def check_travel(self, state: State, act: Act) -> Refusal | None:
        """Refuse a die, or a character that cannot travel or has moved."""
        if act.die:
            return Refusal("die_paid", "WR-DICE-27")
        return _travel_fault(state, self.seat_index, act, self.moved)

    def do_travel(self, draft: Draft, act: Act) -> None:
        """Ask for the group that goes with the character."""
        draft.push(Group(self.seat_index, TRAVEL, (act.character,)))

    do_done = end


# --- Nazgûl ----------------------------------------------------------------------------------------------------------


def moves_nazgul(state: State, seat_index: int) -> bool:
    """Return whether the app moves the Nazgûl too, for either player of the Shadow (WR-TEAM-14)."""
    return state.setup.armies and side_of(state, seat_index) == SHADOW


def offer_flights(state: State, seat_index: int, die: str, flown: tuple[str, ...] = ()) -> list[Offer]:
    """Return flights of any number of a region's Nazgûl to any other that is not barred (WR-CHAR-13..15)."""
    out, goals = [], [id for id in state.setup.tables.regions if not is_barred_to_minions(state, id)]
    for region, there in zip(state.setup.tables.regions, state.figures, strict=False):
        number = there[state.setup.tables.places[NAZGUL]] - flown.count(region) if there else 0
        if number > 0:
            act = Act("fly", state.setup.seats[seat_index], army=region, die=die)
            out.append(
                Offer(
                    act,
                    (
                        OneOf("region", ("region",), tuple([id for id in goals if id != region])),
                        Number("nazgul", 1, number),
                    ),
                )
            )
    return out


def _flight_fault(state: State, seat_index: int, act: Act, flown: tuple[str, ...]) -> Refusal | None:
    """Return the reason that so many Nazgûl do not fly from there to there."""
    for region in (act.army, act.region):
        if region not in state.setup.tables.regions:
            return Refusal("region_unknown", "WR-MAP-1", {"region": region})
    if side_of(state, seat_index) != SHADOW:
        return Refusal("nazgul_of_shadow", "WR-DICE-20")
    there = armies.count(state, act.army, NAZGUL)
    most = there - flown.count(act.army)
    if not 1 <= act.nazgul <= most:
        rule = "WR-MOVE-7" if 1 <= act.nazgul <= there else "WR-CHAR-13"
        return Refusal("fly_number", rule, {"number": act.nazgul, "most": most, "region": Ref("region", act.army)})
    if act.region == act.army:
        return Refusal("fly_nowhere", "WR-CHAR-13", {"region": Ref("region", act.region)})
    return (
        Refusal("stronghold_barred", "WR-CHAR-14", {"region": Ref("region", act.region)})
        if is_barred_to_minions(state, act.region)
        else None
    )


def _check_fly(step: Step, state: State, act: Act) -> Refusal | None:
    seat_index = state.index_of(act.seat)
    fault = armies.refuse_if_not_tracked(state) or _flight_fault(state, seat_index, act, ())
    return fault or payment_fault(state, act, (CHARACTER,), "WR-DICE-20")


def _fly(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    flights = Flights(step.seat_index)
    draft.push(flights)
    flights.do_fly(draft, act)


@dataclass(frozen=True, slots=True)
class Flights(Marching):
    """Flights of Nazgûl and moves of minions, each once (WR-CHAR-13, WR-MOVE-7).

    flown: where each Nazgûl has flown to.
    """

    rule = "WR-CHAR-13"

    flown: tuple[str, ...] = ()

    def rule_of(self, act: Action) -> str:
        """Return the rule of the Nazgûl's flight."""
        return self.rule

    def run(self, draft: Draft) -> bool:
        """Wait while a Nazgûl or a Minion may move."""
        return draft.waits(
            _movable_characters(draft, self.seat_index, self.moved)
            or offer_flights(draft, self.seat_index, "", self.flown)
        )

    def offers(self, state: State) -> list[Offer]:
        """Return `done`, the characters and the flights."""
        return Marching.offers(self, state) + offer_flights(state, self.seat_index, "", self.flown)

    def check_fly(self, state: State, act: Act) -> Refusal | None:
        """Refuse a die, or Nazgûl that cannot fly or have moved."""
        return Refusal("die_paid", "WR-DICE-27") if act.die else _flight_fault(state, self.seat_index, act, self.flown)

    def do_fly(self, draft: Draft, act: Act) -> None:
        """Move the Nazgûl."""
        draft.swap(replace(self, flown=(*self.flown, *[act.region] * act.nazgul)))
        armies.fly(draft, act.army, act.region, act.nazgul, self.rule)
        discard_ended(draft)


@dataclass(frozen=True, slots=True)
class Carried(ChooseOne):
    """Move of a character with an army, one region at a time."""

    rule = "WR-CHAR-19"

    character: str

    def choices(self, state: State) -> dict[str, tuple[str, ...]]:
        """Return the regions where the character may be carried."""
        return {"": state.setup.tables.regions[place_of(state, self.character)].neighbours}

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a region that is not adjacent."""
        if act.region not in state.setup.tables.regions:
            return Refusal("region_unknown", "WR-MAP-1", {"region": act.region})
        return not_adjacent(state, place_of(state, self.character), act.region, "WR-MAP-1")

    check_settle = ChooseOne.check

    def do_settle(self, draft: Draft, act: Act) -> None:
        """Move the character to the region."""
        draft.pop()
        arrive(draft, self.character, act.region, "WR-CHAR-19")
        discard_ended(draft)


# --- by a die --------------------------------------------------------------------------------------------------------


def offers(state: State, seat_index: int) -> list[Offer]:
    """Return separations and moves of characters on the map, with each die that pays."""
    seat, side, out = state.setup.seats[seat_index], side_of(state, seat_index), []
    inside = state.fellowship.companions if side == FP and not companions.on_track(state) else ()
    for type, may in (("separate", inside), ("travel", _movable_characters(state, seat_index))):
        for die in paying_faces(state, side, (CHARACTER,)):
            out += offer_one_of(Act(type, seat, die=die), "character", "character", may)
    return out


ANSWERS: dict[str, Handler] = {
    "separate": Handler(_check_separate, _separate),
    "travel": Handler(_check_travel, _travel),
    "fly": Handler(_check_fly, _fly),
}
RULES = {"separate": "WR-FELL-34", "travel": "WR-CHAR-6", "fly": "WR-CHAR-13"}
