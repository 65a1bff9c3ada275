"""Reports of the board by the players: places captured, sieges, attacks, figures lost or carried along.

Each is told by a seat of the side that did it; a siege that ended and a loss by the side that held out or lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.common.table_cards import on_table
from companion.games.wotr.rules.map import characters
from companion.games.wotr.rules.map.capture import besiege, capture, lift_siege
from companion.games.wotr.rules.map.move_characters import Carried
from companion.games.wotr.state import Draft, State, holder
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.offers import Offer
from companion.play.game.steps import Handler, Step

INTERRUPT_RULE = "WR-TURN-13"
Fault = Callable[[State, int, str], Refusal | None]  # side that tells, what it names


def _region(state: State, region: str, rule: str) -> Refusal | None:
    return None if region in state.setup.tables.regions else Refusal("region_unknown", rule, {"region": region})


def _capture_fault(state: State, side: int, region: str) -> Refusal | None:
    fault = _region(state, region, "WR-CAPTURE-1")
    if fault is not None:
        return fault
    values: dict[str, Value] = {"region": Ref("region", region)}
    if not state.setup.tables.regions[region].settlement or holder(state, region) < 0:
        return Refusal("no_settlement", "WR-MAP-9", values)
    return Refusal("held_already", "WR-CAPTURE-1", values) if holder(state, region) == side else None


def _siege_fault(state: State, side: int, region: str) -> Refusal | None:
    fault = _region(state, region, "WR-SIEGE-4")
    if fault is not None:
        return fault
    values: dict[str, Value] = {"region": Ref("region", region)}
    if state.setup.tables.regions[region].settlement != "stronghold":
        return Refusal("no_stronghold", "WR-SIEGE-1", values)
    if holder(state, region) == side:
        return Refusal("held_already", "WR-SIEGE-4", values)
    return Refusal("besieged_already", "WR-SIEGE-4", values) if region in state.besieged else None


def _relief_fault(state: State, side: int, region: str) -> Refusal | None:
    if region in state.besieged and holder(state, region) == side:
        return None
    return _region(state, region, "WR-SIEGE-9") or Refusal(
        "not_besieged", "WR-SIEGE-9", {"region": Ref("region", region)}
    )


def _attack_fault(state: State, side: int, nation: str) -> Refusal | None:
    fault = _enemy_nation(state, side, nation, "WR-POL-5")
    if fault is None and politics.at_war(state, nation):
        return Refusal("nation_at_war", "WR-POL-18", {"nation": Ref("nation", nation)})
    return fault


def _enemy_nation(state: State, side: int, nation: str, rule: str) -> Refusal | None:
    if nation not in state.setup.tables.nations:
        return Refusal("nation_unknown", rule, {"nation": nation})
    if state.setup.tables.nations[nation].side == side:
        return Refusal("nation_own", rule, {"nation": Ref("nation", nation)})
    return None


def _entry_fault(state: State, side: int, nation: str) -> Refusal | None:
    fault = _enemy_nation(state, side, nation, "WR-POL-4")
    if fault is not None:
        return fault
    if politics.is_active(state, nation):
        return Refusal("nation_active", "WR-POL-4", {"nation": Ref("nation", nation)})
    for card in politics.cards_keeping_passive(state, nation):
        return Refusal("nation_kept", "WR-EVENT-9", {"nation": Ref("nation", nation), "card": Ref("event_card", card)})
    return None


def _death_fault(state: State, side: int, character: str) -> Refusal | None:
    facts = state.setup.tables.characters.get(character)
    if facts is None:
        return Refusal("character_unknown", "WR-CHAR-1", {"character": character})
    values: dict[str, Value] = {"character": Ref("character", character)}
    if facts.side != side:
        return Refusal("character_not_yours", "WR-CHAR-1", values)
    return None if characters.on_map(state, character) else Refusal("not_on_map", "WR-CHAR-23", values)


def _carry_fault(state: State, side: int, character: str) -> Refusal | None:
    fault = _death_fault(state, side, character)
    if fault is None and not state.setup.tables.characters[character].level:
        rule = "WR-CHAR-17" if character == characters.SARUMAN else "WR-CHAR-5"
        return Refusal("never_moves", rule, {"character": Ref("character", character)})
    return fault


def _storm_fault(state: State, side: int, region: str) -> Refusal | None:
    """Refuse an attack that rouses a nation kept passive by a card on the table."""
    rousing = state.setup.tables.rousing
    card = rousing.get(region) or next(iter(rousing.values()))
    values: dict[str, Value] = {"card": Ref("event_card", card)}
    if not on_table(state, card):
        return Refusal("card_not_on_table", "WR-EVENT-11", values)
    if region not in rousing:
        unknown = _region(state, region, "WR-EVENT-11")
        return unknown or Refusal("effect_none", "WR-EVENT-11", {**values, "what": Ref("region", region)})
    nation = state.setup.tables.cards[card].keeps_passive
    return None if side == SHADOW else Refusal("nation_own", "WR-POL-5", {"nation": Ref("nation", nation)})


def _record_stormed(draft: Draft, seat_index: int, region: str) -> None:
    card = draft.setup.tables.rousing[region]
    politics.activate(draft, draft.setup.tables.cards[card].keeps_passive, "WR-POL-5", frees=True)


def _named_id(act: Act) -> str:
    """Return the region, nation or character of a report."""
    return act.region or act.nation or act.character


class BoardReport:
    """One kind of report: what it names, its check and its effect."""

    def __init__(self, kind: str, fault: Fault, do: Callable[[Draft, int, str], None]) -> None:
        self.kind, self.fault, self._do = kind, fault, do

    def check(self, step: Step, state: State, act: Act) -> Refusal | None:
        """Return the reason that it is refused."""
        if state.setup.armies:
            return Refusal("board_kept", INTERRUPT_RULE)
        return self.fault(state, side_of(state, state.index_of(act.seat)), _named_id(act))

    def do(self, step: Step, draft: Draft, act: Act) -> None:
        """Apply the report."""
        self._do(draft, draft.setup.seats.index(act.seat), _named_id(act))
        discard_ended(draft)


REPORTS = {
    "captured": BoardReport("region", _capture_fault, capture),
    "attacked": BoardReport("nation", _attack_fault, lambda draft, seat_index, id: politics.nation_attacked(draft, id)),
    "entered": BoardReport(
        "nation", _entry_fault, lambda draft, seat_index, id: politics.activate(draft, id, "WR-POL-4")
    ),
    "besieged": BoardReport("region", _siege_fault, besiege),
    "relieved": BoardReport("region", _relief_fault, lambda draft, seat_index, id: lift_siege(draft, id)),
    "killed": BoardReport(
        "character", _death_fault, lambda draft, seat_index, id: characters.kill(draft, id, "WR-CHAR-23")
    ),
    "carried": BoardReport(
        "character", _carry_fault, lambda draft, seat_index, id: draft.push(Carried(seat_index, id))
    ),
    "stormed": BoardReport("region", _storm_fault, _record_stormed),
}


INTERRUPTS: dict[str, Handler] = {type: Handler(report.check, report.do) for type, report in REPORTS.items()}


def offers(step: Step, state: State) -> list[Offer]:
    """Return all reports that either side could make now, by kind."""
    if state.setup.armies:
        return []
    told = [_possible(state, side) for side in (FP, SHADOW)]
    return [
        _offer(type, seat, tuple(ids))
        for seat, side in zip(state.setup.seats, state.setup.sides, strict=True)
        for type, ids in told[side].items()
        if ids
    ]


@lru_cache(maxsize=1 << 10)
def _offer(type: str, seat: str, ids: tuple[str, ...]) -> Offer:
    """Return a report with what it names open."""
    kind = REPORTS[type].kind
    (offer,) = offer_one_of(Act(type, seat), kind, kind, ids)
    return offer


def _possible(state: State, side: int) -> dict[str, Sequence[str]]:
    """Return the possible values of a side's reports, by kind."""
    tables, here = state.setup.tables, characters.characters_on_map(state, side)
    theirs, foes = _settlements_of(state, opponent(side)), politics.nations_of(state, opponent(side))
    return {
        "captured": theirs,
        "attacked": [id for id in foes if not politics.at_war(state, id)],
        "entered": [id for id in foes if not politics.is_active(state, id) and _entry_fault(state, side, id) is None],
        "besieged": [id for id in theirs if tables.regions[id].settlement == "stronghold" and id not in state.besieged],
        "relieved": [id for id in state.besieged if holder(state, id) == side],
        "killed": here,
        "carried": [id for id in here if tables.characters[id].level],
        "stormed": [id for id, card in tables.rousing.items() if side == SHADOW and on_table(state, card)],
    }


def _settlements_of(state: State, side: int) -> list[str]:
    """Return the settlements that a side holds."""
    taken, regions = set(state.taken), state.setup.tables.regions
    return [id for id in state.setup.tables.settled[side] if id not in taken] + [
        id for id in state.taken if regions[id].side != side
    ]
