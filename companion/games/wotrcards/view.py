"""The view of the table: everything public, and the hidden cards that the seat may see."""

from __future__ import annotations

from typing import Any

from companion.games.wotrcards.rules.combat.combat import Clash
from companion.games.wotrcards.rules.combat.losses import EliminatedCardText, Losses
from companion.games.wotrcards.rules.common import scoring
from companion.games.wotrcards.rules.common.common import cards_at, defending_side, printed_values, starting_seat
from companion.games.wotrcards.rules.common.costs import Cost, EliminateFromHand, Forsake
from companion.games.wotrcards.rules.common.decks import DealCards
from companion.games.wotrcards.rules.common.play import Put
from companion.games.wotrcards.rules.common.texts import CardText, ReadText
from companion.games.wotrcards.rules.locations.battlegrounds import Beside, Ground
from companion.games.wotrcards.rules.locations.locations import ChooseTextOrder, ReadLocation
from companion.games.wotrcards.rules.locations.paths import WalkPath, next_paths, step_of
from companion.games.wotrcards.rules.turn.action_step import hand_limit
from companion.games.wotrcards.state import RESERVE, Active, CardInPlay, State
from companion.games.wotrcards.tables import FREE, PARTS, SHADOW, SIDES
from companion.play.game.steps import Step

Json = dict[str, Any]


def view(state: State, seat: str | None) -> Json:
    """Return the table as plain data, as that seat may see it."""
    setup = state.setup
    return {
        "scenario": setup.scenario.id,
        "options": setup.options._asdict(),
        "round": state.round,
        "rounds": setup.scenario.steps,
        "phase": state.phase if state.agenda else "over",
        "starting": setup.seats[starting_seat(state)],
        "acting": setup.seats[setup.order[state.acting]],
        "order": [setup.seats[seat_index] for seat_index in setup.order],
        "passes": state.passes,
        "path": _path_view(state),
        "locations": [_location_view(state, active) for active in state.active],
        "areas": {SIDES[side]: [won._asdict() for won in state.areas[side]] for side in (FREE, SHADOW)},
        "corruption": state.corruption,
        "scores": {SIDES[side]: scoring.side_score(state, side) for side in (FREE, SHADOW)},
        "final": {SIDES[side]: scoring.final_score(state, side) for side in (FREE, SHADOW)},
        "grounds": {SIDES[side]: list(state.grounds[side]) for side in (FREE, SHADOW)},
        "parts": state.parts,
        "used": list(state.used),
        "next": list(next_paths(state)),
        "removed": list(state.removed),
        "lists": setup_lists(state) if state.phase == "setup" else None,
        "step": _step_view(state),
        "players": [_player_view(state, seat_index, seat) for seat_index in range(len(setup.seats))],
    }


def _path_view(state: State) -> Json | None:
    if not state.path:
        return None
    facts = state.setup.tables.paths[state.path]
    return {
        "id": state.path,
        "number": state.number,
        "part": PARTS[facts.part],
        "step": step_of(facts) - 1 if state.setup.scenario.double_steps else state.number,
    }


def _location_view(state: State, active: Active) -> Json:
    points, defence = printed_values(state, active.id)
    return {
        "id": active.id,
        "kind": location_table(state, active.id),
        "side": SIDES[defending_side(state, active.id)],
        "back_from": SIDES[active.area] if active.area >= 0 else None,
        "points": points if points >= 0 else None,
        "defence": defence if defence >= 0 else None,
        "tokens": {"attack": active.attack, "defence": active.defence},
        "cards": [_card_view(state, card) for card in cards_at(state, active.id)],
    }


def location_table(state: State, id: str) -> str:
    """Return the table of content/ that has the location."""
    if id in state.setup.tables.paths:
        return "path"
    return "skirmish_site" if state.setup.tables.places[id].site else "battleground"


def _card_view(state: State, card: CardInPlay) -> Json:
    return {
        "id": card.id,
        "seat": state.setup.seats[card.seat],
        "on": card.on or None,
        "fresh": card.fresh,
        "tokens": {"attack": card.attack, "defence": card.defence},
    }


def _player_view(state: State, seat_index: int, viewer: str | None) -> Json:
    seat, deck = state.setup.seats[seat_index], state.decks[seat_index]
    known = sees_hand(state, seat_index, viewer)
    return {
        "seat": seat,
        "side": SIDES[state.setup.sides[seat_index]],
        "hand": deck.hand.size,
        "limit": hand_limit(state, seat_index),
        "draw": deck.draw.size,
        "cycle": deck.cycle.size,
        "gone": deck.gone.size,
        "aside": [len(part) for part in deck.aside],
        "recycles": deck.recycles,
        "ring": deck.ring or None,
        "once": list(deck.once),
        "reserve": [_card_view(state, card) for card in cards_at(state, RESERVE) if card.seat == seat_index],
        "cards": list(deck.hand.cards) if known else None,
        "cycled": list(deck.cycle.cards) if known else None,
        "eliminated": list(deck.gone.cards) if known else None,
    }


def sees_hand(state: State, seat_index: int, viewer: str | None) -> bool:
    """Hand and piles are their holder's (WC-SET-6); when the game is over all are shown."""
    return viewer == state.setup.seats[seat_index] or bool(state.ending)


def setup_lists(state: State) -> Json:
    """Return the lists of what has to lie on the table before the first round (WC-SET-2..4, WC-EPD-2..4)."""
    setup = state.setup
    scenario, cards = setup.scenario, setup.tables.cards
    return {
        "decks": {
            seat: [_by_faction(part, {id: card.faction for id, card in cards.items()}) for part in scenario.decks[seat]]
            for seat in setup.seats
        },
        "locations": {SIDES[side]: [list(part) for part in scenario.grounds[side]] for side in (FREE, SHADOW)},
        "paths": _path_steps(state),
        "schedule": {str(round): list(ids) for round, ids in scenario.schedule.items()},
        "seats": {
            seat: {"start": chair.start, "cycle": chair.cycle, "draw": chair.draw, "ring": chair.ring}
            for seat, chair in scenario.chairs.items()
        },
    }


def _by_faction(part: tuple[str, ...], factions: dict[str, str]) -> Json:
    """Cards of a part by faction, a copy a time, in the order of content/."""
    out: dict[str, list[str]] = {}
    for card in part:
        out.setdefault(factions[card], []).append(card)
    return out


def _path_steps(state: State) -> list[Json]:
    """The paths in the order of their deck, a step a time."""
    facts, out = state.setup.tables.paths, dict[tuple[int, int], list[str]]()
    for id in state.setup.scenario.paths:
        out.setdefault((facts[id].number, facts[id].part if state.setup.scenario.double_steps else 0), []).append(id)
    long = state.setup.scenario.double_steps
    return [
        {"number": number, "part": PARTS[part] if long else None, "paths": out[number, part]}
        for number, part in sorted(out)
    ]


def _step_view(state: State) -> Json | None:
    """Return the awaited step, as far as it is public."""
    if not state.agenda:
        return None
    step = state.step
    return {"kind": step.kind, "seat": state.seat, "rule": step.rule, **step_detail(state, step)}


def step_detail(state: State, step: Step) -> Json:
    """Return the details of a step."""
    match step:
        case Ground() | WalkPath():
            return {"may": list(step.pieces_left(state))}
        case CardText() | EliminatedCardText():
            return {"card": step.source}
        case ReadText():
            return {"location": step.source}
        case ReadLocation() | Beside() | Clash():
            return {"location": step.location}
        case ChooseTextOrder():
            return {"locations": list(step.locations)}
        case Put():
            return {"card": step.card}
        case Losses():
            return {"location": step.location, "left": step.left, "lost": list(step.picked)}
        case DealCards():
            return {"number": step.cards_due(state)}
        case Cost() | EliminateFromHand() | Forsake():
            return {"number": step.number}
    return {}
