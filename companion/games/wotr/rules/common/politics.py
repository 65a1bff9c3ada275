"""The Political Track (WR-POL): active nations, advances towards war, diplomatic actions."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common.action_dice import (
    MUSTER,
    no_such_die,
    paying_faces,
    payment_fault,
    unused_faces,
    use_die,
)
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.common.table_cards import remove_card
from companion.games.wotr.state import Draft, State, holder, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.draft import replace_item
from companion.play.game.offers import Offer
from companion.play.game.steps import Handler, Step

WAR = 4
ADVANCES = {"boromir": "gondor", "legolas": "elves", "gimli": "dwarves"}  # by any die, in one of its strongholds


def nation_index(state: State, nation: str) -> int:
    """Return the index of a nation in the lists of a state."""
    return state.setup.tables.places[nation]


def political_box(state: State, nation: str) -> int:
    """Return the nation's box on the Political Track."""
    return state.boxes[state.setup.tables.places[nation]]


def is_active(state: State, nation: str) -> bool:
    """Return whether the nation is active."""
    return state.active[state.setup.tables.places[nation]]


def at_war(state: State, nation: str) -> bool:
    """Return whether the nation is At War (WR-POL-1)."""
    return political_box(state, nation) == WAR


def nations_of(state: State, side: int) -> list[str]:
    """Return the nations of a side."""
    return [id for id, facts in state.setup.tables.nations.items() if facts.side == side]


def is_unconquered(state: State, region: str) -> bool:
    """Return whether the original side holds a walled settlement, besieged or not (WR-MAP-11)."""
    facts = state.setup.tables.regions[region]
    return facts.is_walled and holder(state, region) == facts.side


def cards_keeping_passive(state: State, nation: str) -> list[str]:
    """Return the cards on the table that keep a nation passive."""
    return [card for card in state.sides[SHADOW].table if state.setup.tables.cards[card].keeps_passive == nation]


def _diplomacy_bars(state: State) -> list[str]:
    """Return the cards on the table that bar passive nations of the Free Peoples from diplomacy."""
    return [card for card in state.sides[SHADOW].table if state.setup.tables.cards[card].bars_diplomacy]


def activate(draft: Draft, nation: str, rule: str, frees: bool = False) -> None:
    """Activate a nation by that rule (WR-POL-4..7).

    frees: strong enough against a card that keeps it passive: a companion, a declaration, or an attack on the places
    that the card names.
    """
    for card in cards_keeping_passive(draft, nation):
        if not frees:
            return
        remove_card(draft, SHADOW, card, "WR-EVENT-11")
    if not is_active(draft, nation):
        draft.active = replace_item(draft.active, nation_index(draft, nation), True)
        draft.record("active", rule, nation=nation)


def advance(draft: Draft, nation: str, rule: str, frees: bool = False) -> None:
    """Move a nation one box towards war, unless it is at the end or would be At War while passive (WR-POL-2, -3, -12).

    frees: an attack, or the ability of a companion, takes cards that bar diplomacy from the table.
    """
    now = political_box(draft, nation)
    if now == WAR or (now == WAR - 1 and not is_active(draft, nation)):
        return
    set_box(draft, nation, now + 1, rule)
    if frees and draft.setup.tables.nations[nation].side == FP:
        for card in _diplomacy_bars(draft):
            remove_card(draft, SHADOW, card, "WR-EVENT-11")


def set_box(draft: Draft, nation: str, number: int, rule: str) -> None:
    """Put the nation's counter in that box."""
    if political_box(draft, nation) == number:
        return
    draft.boxes = replace_item(draft.boxes, nation_index(draft, nation), number)
    if number == WAR:
        draft.abroad = tuple([mark for mark in draft.abroad if mark[1] != nation])  # WR-POL-18
        draft.record("at_war", rule, nation=nation)
    else:
        draft.record("advanced", rule, nation=nation, number=number)


def set_back(draft: Draft, nation: str) -> None:
    """Move a nation one box back by a card; nothing else does (WR-POL-3)."""
    set_box(draft, nation, max(1, political_box(draft, nation) - 1), "WR-POL-3")


def nation_attacked(draft: Draft, nation: str) -> None:
    """Activate and advance a nation whose army is attacked (WR-POL-5, -9, -11)."""
    activate(draft, nation, "WR-POL-5")
    advance(draft, nation, "WR-POL-9", frees=True)


def go_to_war(draft: Draft, nation: str, rule: str) -> None:
    """Activate a nation and put it At War by a card."""
    activate(draft, nation, rule)
    if is_active(draft, nation):
        set_box(draft, nation, WAR, rule)


# --- the diplomatic action -------------------------------------------------------------------------------------------


def _envoy_nations(state: State) -> list[str]:
    """Return the nations that a companion's own ability moves with any die."""
    out = []
    for companion, nation in ADVANCES.items():
        region = place_of(state, companion)
        facts = state.setup.tables.regions.get(region)
        if facts and facts.nation == nation and is_unconquered(state, region):
            out.append(nation)
    return out


def _fault(state: State, seat_index: int, nation: str) -> Refusal | None:
    """Return the reason that a seat may not move this nation by diplomacy (WR-POL-8, WR-TEAM-11)."""
    tables, side = state.setup.tables, side_of(state, seat_index)
    if nation not in tables.nations:
        return Refusal("nation_unknown", "WR-POL-8", {"nation": nation})
    values = {"nation": Ref("nation", nation)}
    if tables.nations[nation].side != side:
        return Refusal("nation_enemy", "WR-POL-8", values)
    own = tables.seats[state.setup.seats[seat_index]].nations
    envoy = side == FP and nation in _envoy_nations(state)
    if nation not in own and not envoy:
        return Refusal("nation_partner", "WR-TEAM-11", values)
    if at_war(state, nation):
        return Refusal("nation_at_war", "WR-POL-8", values)
    if side == FP and len(state.setup.seats) == 3 and nation in state.last.nations:
        return Refusal("nation_again", "WR-TEAM-26", values)
    if not is_active(state, nation):
        if political_box(state, nation) == WAR - 1:
            return Refusal("nation_passive", "WR-POL-8", values)
        if not envoy:
            for card in _diplomacy_bars(state):
                return Refusal("nation_threatened", "WR-EVENT-9", {**values, "card": Ref("event_card", card)})
    return None


def _check(step: Step, state: State, act: Act) -> Refusal | None:
    seat_index = state.index_of(act.seat)
    fault = _fault(state, seat_index, act.nation)
    if fault is None and act.nation in (_envoy_nations(state) if side_of(state, seat_index) == FP else ()):
        unused = unused_faces(state, FP)
        return None if act.die in unused else no_such_die(act, "WR-DICE-7", unused)
    return fault or payment_fault(state, act, (MUSTER,), "WR-DICE-22")


def _do(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    envoy = side_of(draft, step.seat_index) == FP and act.nation in _envoy_nations(draft)
    advance(draft, act.nation, "WR-POL-8", frees=envoy)


def offers(state: State, seat_index: int) -> list[Offer]:
    """Return the diplomatic actions of the seat that is due to act, by die."""
    seat, side, out = state.setup.seats[seat_index], side_of(state, seat_index), []
    envoys = _envoy_nations(state) if side == FP else []
    muster = paying_faces(state, side, (MUSTER,))
    nations = nations_of(state, side) if muster or envoys else []
    moved = [nation for nation in nations if _fault(state, seat_index, nation) is None]
    for die in unused_faces(state, side):
        paid = moved if die in muster else [nation for nation in moved if nation in envoys]
        out += offer_one_of(Act("diplomacy", seat, die=die), "nation", "nation", paid)
    return out


ANSWERS: dict[str, Handler] = {"diplomacy": Handler(_check, _do)}
RULES = {"diplomacy": "WR-POL-8"}
