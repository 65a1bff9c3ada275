"""Choices of event cards, or reports of the board (WR-EVENT-9), with their effects."""

from __future__ import annotations

from functools import partial

from companion.games.wotr.rules.common import card_conditions, politics
from companion.games.wotr.rules.common.action_dice import change_box, unused_faces
from companion.games.wotr.rules.common.table_cards import remove_card
from companion.games.wotr.rules.events import card_losses
from companion.games.wotr.rules.events.card_effects import CARD, Choices, change_unused
from companion.games.wotr.rules.events.dead_men import Followers
from companion.games.wotr.rules.hunt import fellowship, hunt_roll
from companion.games.wotr.rules.hunt.hunt_tile import reveal
from companion.games.wotr.rules.map import characters, companions
from companion.games.wotr.rules.map.move_characters import SEPARATE, TRAVEL, Group
from companion.games.wotr.rules.map.reach import shut_in
from companion.games.wotr.state import GONE, Draft, State, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.verbs import CHOICES, Character, Choosing, Conditions, Deck, Nation, Number, Region, hold


@CHOICES.verb
def either(state: State, seat_index: int, of: Choosing) -> Choices:
    """Offer the choices of all of these."""
    return {choice: do for call in of for choice, do in CHOICES.do(call, state, seat_index).items()}


@CHOICES.verb
def if_(state: State, seat_index: int, holds: Conditions, then: Choosing) -> Choices:
    """Offer the choices if all of the conditions are met."""
    return either(state, seat_index, then) if hold(state, holds) else {}


# --- the Fellowship --------------------------------------------------------------------------------------------------


@CHOICES.verb
def heal_up_to(state: State, seat_index: int, most: Number) -> Choices:
    """Offer to lower the corruption by as much as dice have shown."""
    return {("heal", number): partial(companions.corrupt, number=-number, rule=CARD) for number in range(1, most + 1)}


@CHOICES.verb
def corrupt_up_to(state: State, seat_index: int, most: Number) -> Choices:
    """Offer to raise the corruption by as much as dice have shown."""
    return {
        ("corruption", number): partial(companions.corrupt, number=number, rule=CARD) for number in range(1, most + 1)
    }


@CHOICES.verb
def move_or_hide(state: State, seat_index: int) -> Choices:
    """Offer to move the Fellowship, or hide it if it is revealed."""
    return (
        {("move", 0): fellowship.move}
        if state.fellowship.hidden
        else {("hide", 0): partial(fellowship.hide, rule=CARD)}
    )


@CHOICES.verb
def reveal_fellowship(state: State, seat_index: int) -> Choices:
    """Offer to reveal the Fellowship."""
    return {("reveal", 0): partial(reveal, rule=CARD)} if state.fellowship.hidden else {}


@CHOICES.verb
def hunt(state: State, seat_index: int) -> Choices:
    """Offer a Hunt for the Ring."""
    return {("hunt", 0): hunt_roll.begin}


@CHOICES.verb
def place_fellowship_beside(state: State, seat_index: int) -> Choices:
    """Offer to move the Ring-bearers to a region next to theirs; the Progress stays."""

    def place(region: str, draft: Draft) -> None:
        draft.set_fellowship(region=region)
        draft.record("at_region", CARD, region=region)

    return {
        (region, 0): partial(place, region) for region in state.setup.tables.regions[state.fellowship.region].neighbours
    }


# --- characters ------------------------------------------------------------------------------------------------------


@CHOICES.verb
def separate(state: State, seat_index: int, further: Number = 0) -> Choices:
    """Offer to separate a companion, with others; on the Mordor Track he alone, and is lost (WR-MORDOR-8)."""
    if companions.on_track(state):
        return {
            (id, 0): partial(companions.leave, companions=[id], place=GONE, rule="WR-MORDOR-8")
            for id in state.fellowship.companions
        }
    return {
        (id, 0): partial(Draft.push, step=Group(seat_index, SEPARATE, (id,), further=further))
        for id in state.fellowship.companions
    }


@CHOICES.verb
def separate_or_travel(
    state: State, seat_index: int, level: Number = 0, further: Number = 0, through_sieges: bool = False
) -> Choices:
    """Offer to separate or move a companion, with others; off the Mordor Track only those on the map.

    level: that of the whole group; 0: as they are. further: so many regions more. through_sieges: also into a
    besieged stronghold; whoever is in one stays there (WR-CHAR-29).
    """
    inside = () if companions.on_track(state) else state.fellowship.companions
    ways = [(id, SEPARATE) for id in inside] + [(id, TRAVEL) for id in card_conditions.companions_out(state)]
    return {
        (id, 0): partial(Draft.push, step=Group(seat_index, how, (id,), level, further, through_sieges))
        for id, how in ways
        if not shut_in(state, id)
    }


@CHOICES.verb
def lead_out(
    state: State, seat_index: int, leaders: tuple[Character, ...], nation: Nation, to: tuple[Region, ...]
) -> Choices:
    """Offer to bring the leader who is in the land of the nation, with the companions beside him, out in a region."""

    def lead(region: str, draft: Draft) -> None:
        leader = next(id for id in leaders if card_conditions.land(draft, id) == nation)
        start = place_of(draft, leader)
        if draft.setup.armies:
            draft.push(Followers(seat_index, start, region))
            characters.arrive(draft, leader, region, CARD)
            return
        for id in card_conditions.companions_out(draft):
            if place_of(draft, id) == start:
                characters.arrive(draft, id, region, CARD)

    return {(region, 0): partial(lead, region) for region in to}


# --- nations, cards, dice --------------------------------------------------------------------------------------------


@CHOICES.verb
def activate_and_advance(state: State, seat_index: int) -> Choices:
    """Offer to activate and advance an own nation of the Free Peoples that is not At War (WR-TEAM-11)."""

    def wake(nation: str, draft: Draft) -> None:
        politics.activate(draft, nation, CARD)
        politics.advance(draft, nation, CARD)

    own = state.setup.tables.seats[state.setup.seats[seat_index]].nations
    peaceful = [id for id in politics.nations_of(state, FP) if id in own and not politics.at_war(state, id)]
    return {(nation, 0): partial(wake, nation) for nation in peaceful}


@CHOICES.verb
def set_back(state: State, seat_index: int) -> Choices:
    """Offer to set back a peaceful nation with the Ring-bearers or a companion in its land; it loses a figure."""

    def back(nation: str, draft: Draft) -> None:
        politics.set_back(draft, nation)
        card_losses.sacrifice_of(draft, nation)

    return {(nation, 0): partial(back, nation) for nation in card_conditions.peaceful_lands(state)}


@CHOICES.verb
def discard_from_table(state: State, seat_index: int, deck: Deck) -> Choices:
    """Offer to discard a card of that deck that the Free Peoples have on the table."""
    facts = state.setup.tables.cards
    return {
        (card, 0): partial(remove_card, side=FP, card=card, rule=CARD)
        for card in state.sides[FP].table
        if facts[card].deck == deck
    }


@CHOICES.verb
def die_to_eye(state: State, seat_index: int) -> Choices:
    """Offer to put an unused die of the Shadow into the Hunt Box as an Eye."""

    def turn(face: str, draft: Draft) -> None:
        change_unused(draft, SHADOW, {face: -1})
        change_box(draft, CARD, eyes=1)

    return {(face, 0): partial(turn, face) for face in unused_faces(state, SHADOW)}
