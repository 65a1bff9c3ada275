"""The worth of each action at a glance, without trying it; also plays the tries of the search.

Worth is counted in tenths of a space on the temptation track, with the weights of content/fellowship/bot_weights.yaml.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.board.progress import MarkerStep
from companion.games.fellowship.rules.board.story import ResolveTile
from companion.games.fellowship.rules.cards.turning import HandOut
from companion.games.fellowship.rules.common.choices import Choose, Volunteer
from companion.games.fellowship.rules.common.passing import Refill
from companion.games.fellowship.rules.payment import prices
from companion.games.fellowship.rules.payment.group import GroupPrice
from companion.games.fellowship.rules.payment.losses import MissingTokens
from companion.games.fellowship.rules.payment.payments import Pay, Single
from companion.games.fellowship.rules.turn.die import ApplyRoll, RingMove
from companion.games.fellowship.state import State, living_seats, place_of
from companion.games.fellowship.tables import ProgressTrack
from companion.games.fellowship.verbs import Effects
from companion.play.game.offers import Offer

NEVER = -10_000
AT_ONCE = 10_000


def best_at_a_glance(rng: random.Random, state: State, legal: Sequence[Offer]) -> Act:
    """The action that looks best; the first of several."""
    if len(legal) == 1:
        first: Act = legal[0].act
        return first
    found: Act = max([offer.act for offer in legal], key=lambda act: action_worth(state, act))
    return found


def action_worth(state: State, act: Act) -> int:
    """Return the estimated worth of an action, 0 if nothing is known of it."""
    look = LOOKS.get(act.type)
    return look(state, act) if look is not None else 0


def spaces_to_sauron(state: State, seat_index: int) -> int:
    """Spaces between a player and Sauron."""
    return state.sauron - state.players[seat_index].space


def _least_gap(state: State) -> int:
    return min([spaces_to_sauron(state, seat_index) for seat_index in living_seats(state, 0)])


def _is_near(state: State, spaces: int) -> bool:
    return spaces <= state.setup.tables.weights["near"]


# --- what things are worth --------------------------------------------------------------------------------------------


def item_worth(state: State, item: str) -> int:
    """A card in hand or a life token."""
    weights, card = state.setup.tables.weights, state.setup.tables.cards.get(item)
    if card is None:
        return weights["life_missing"]
    if not card.symbol:
        return weights["epic"]
    return card.symbols * weights["wild" if card.symbol == "wild" else "plain"]


def effects_worth(state: State, effects: Effects, seat_index: int) -> int:
    """Return the worth of effects of content/, to the group and to the player they are about."""
    weights, alive = state.setup.tables.weights, len(living_seats(state, 0))
    total = 0
    for type, *args in effects:
        many = {"each": alive, "others": alive - 1}.get(args[0], 1) if args and isinstance(args[0], str) else 1
        match type:
            case "sauron":
                total += args[0] * weights["sauron"]
            case "roll":
                total += many * (args[1] if len(args) > 1 else 1) * weights["die"]
            case "lose":
                total -= sum([part[2] * weights["rune" if part[0] == "runes" else "draw"] for part in args[1]])
            case "next_event":
                total += weights["event"]
            case "draw":
                total += many * args[1] * weights["draw"]
            case "left" if seat_index < 0 or state.players[seat_index].space:
                total += args[1] * weights["left"]
            case "right":
                total += args[1] * weights["right"]
            case "take_card":
                total += weights["legendary"]
            case "remove_legendary":
                total += weights["pile_lost"]
            case "choose":
                total += max([effects_worth(state, option, seat_index) for option in args[1]])
            case "give_out":
                total += args[1] * weights["draw"]
    return total


def _space_worth(state: State, effects: Effects, seat_index: int) -> int:
    weights, player, total = state.setup.tables.weights, state.players[seat_index], 0
    for type, *args in effects:
        match type:
            case "take_runes":
                total += weights["rune"]
            case "take_gold":
                total += weights["gold"]
            case "take_life":
                counts = state.place < len(state.setup.tables.places) - 1
                missing = counts and not player.life[state.setup.tables.life.index(args[1])]
                total += weights["life_missing" if missing else "life_more"]
            case "take_card":
                total += weights["legendary"]
            case "roll":
                total += weights["roll"]
            case "left" if player.space:
                total += weights["left"]
    return total


def _advance_worth(state: State, symbol: str, steps: int) -> int:
    """A marker moves for the active player."""
    track, at, main = _track_at(state, symbol)
    weights = state.setup.tables.weights
    last_place = state.place == len(state.setup.tables.places) - 1
    step = (weights["last_step"] if last_place else weights["main_step"]) if main else 0
    end = min(at + steps, track.last_space)
    total = sum([step + _space_worth(state, track.spaces[space], state.active) for space in range(at + 1, end + 1)])
    if end == track.last_space and not main:
        total += weights["side_finished"]
    return total + (weights["wasted"] if at + steps > end else 0)


def _track_at(state: State, symbol: str) -> tuple[ProgressTrack, int, bool]:
    """A track, where its marker stands, and whether it is the main one."""
    board = place_of(state).board
    assert board is not None
    at = board.where[symbol]
    return board.tracks[at], state.markers[at], at == board.main


# --- what actions look worth ------------------------------------------------------------------------------------------


def _play_worth(state: State, act: Act) -> int:
    symbols = state.setup.tables.cards[act.card].symbols
    return _advance_worth(state, act.track, symbols) - item_worth(state, act.card)


def _move_worth(state: State, act: Act) -> int:
    step = state.step
    assert isinstance(step, MarkerStep)
    if not isinstance(step, RingMove):
        return _advance_worth(state, act.track, step.spaces)
    track, at, main = _track_at(state, act.track)
    weights = state.setup.tables.weights
    return min(step.spaces, track.last_space - at) * (weights["main_step"] if main else weights["life_more"])


def _last_choice_rank(state: State, act: Act) -> int:
    return 0 if state.played or isinstance(state.step, Refill) else NEVER


def _respite_worth(state: State, act: Act) -> int:
    weights, seat_index = state.setup.tables.weights, state.step.seat_index
    if act.take == "draw":
        few = max(weights["low_hand"] - state.players[seat_index].cards, 0)
        return weights["respite_draw"] + few * weights["low_card"]
    if not state.players[seat_index].space:
        return NEVER
    return weights["respite_left"] * (2 if _is_near(state, spaces_to_sauron(state, seat_index)) else 1)


def _ring_worth(state: State, act: Act) -> int:
    board = place_of(state).board
    assert board is not None
    left = board.tracks[board.main].last_space - state.markers[board.main]
    useful = state.closed and left > 1 and spaces_to_sauron(state, state.bearer) >= state.setup.tables.weights["near"]
    return AT_ONCE if useful else NEVER


def _summon_worth(state: State, act: Act) -> int:
    """Magic before an event, else a card on the active player's own turn."""
    step, board = state.step, place_of(state).board
    powers = {state.setup.tables.gandalf[card].effects[0][0] for card in state.gandalf}
    if isinstance(step, ResolveTile):
        assert board is not None
        comes = ("next_event",) in state.setup.tables.tile_rows[step.tile].effects
        return AT_ONCE if comes and "skip_event" in powers and not board.events[state.event].ends else NEVER
    if step.kind != "cards":
        return NEVER
    useful = {"draw", "wild"} | ({"left"} if _is_near(state, _least_gap(state)) else set())
    return AT_ONCE if useful & powers else NEVER


def _gandalf_worth(state: State, act: Act) -> int:
    weights, to = state.setup.tables.weights, state.index_of(act.to)
    power = state.setup.tables.gandalf[act.card].effects[0][0]
    worth = weights[f"gandalf_{power}"]
    if power == "left":
        near = _is_near(state, spaces_to_sauron(state, to) - 1) and state.players[to].space > 1
        worth += (weights["near_healing"] if near else 0) - 5 * spaces_to_sauron(state, to)
    return worth + (30 if to == state.bearer else 0) - (state.players[to].cards if act.to else 0)


def _epic_worth(state: State, act: Act) -> int:
    return AT_ONCE if _epic_helps(state, act) else NEVER


def _epic_helps(state: State, act: Act) -> bool:
    step, to = state.step, state.index_of(act.to)
    match state.setup.tables.epics[act.card].effects[0][0]:
        case "skip_roll":
            return step.seat_index == state.bearer and _is_near(state, spaces_to_sauron(state, step.seat_index))
        case "ignore_roll":
            assert isinstance(step, ApplyRoll)
            close = {"two": _is_near(state, spaces_to_sauron(state, step.seat_index)), "eye": _least_gap(state) <= 2}
            return close.get(step.face, step.face == "three")
        case "spare_tokens":
            assert isinstance(step, MissingTokens)
            return step.effects[0][0] == "right" and (
                step.effects[0][2] > 1 or spaces_to_sauron(state, step.seat_index) < 4
            )
        case "cancel_tile":
            return True
        case "close_story":
            return state.event > 0
        case "left":
            return state.players[to].space > 0 and _is_near(state, spaces_to_sauron(state, to))
        case "refill":
            return step.kind == "cards" and state.players[to].cards < 3
    return False


def _pay_worth(state: State, act: Act) -> int:
    step = state.step
    assert isinstance(step, Pay | Single)
    spent = sum([item_worth(state, item) for item in act.items])
    return _payment_gain(state, step, state.index_of(act.seat)) - spent


def _payment_gain(state: State, step: Pay | Single | GroupPrice, seat_index: int) -> int:
    """What paying is worth beside refusing, runes paid."""
    runes = prices.points_of(step.cost) * state.setup.tables.weights["rune"]
    return effects_worth(state, step.then, seat_index) - effects_worth(state, step.otherwise, seat_index) - runes


def _offer_worth(state: State, act: Act) -> int:
    """Nothing is begun that is not worth it or cannot be paid; whoever has most gives first."""
    step, weights, player = state.step, state.setup.tables.weights, state.players[state.index_of(act.seat)]
    assert isinstance(step, GroupPrice)
    if not step.laid:
        lack = step.need_left(state)
        items = lack.symbols + lack.cards + len(lack.card) + 2 * len(lack.life)
        if _payment_gain(state, step, -1) < items * weights["given"] or not _can_pay(state, step):
            return NEVER
    return AT_ONCE // 2 + (player.runes if act.runes else 3 * player.cards - item_worth(state, act.item))


def _can_pay(state: State, step: GroupPrice) -> bool:
    facts = state.setup.tables
    given, runes = list[prices.Given](), 0
    for seat_index in living_seats(state, 0):
        player, brown = state.players[seat_index], prices.brown_wild(state, seat_index)
        given += [(card, brown) for card in player.hand]
        given += [(life, False) for life, number in zip(facts.life, player.life, strict=True) for _ in range(number)]
        runes += player.runes
    return not prices.count_need(facts, step.cost, given, runes).total


def _discard_worth(state: State, act: Act) -> int:
    return NEVER if isinstance(state.step, Refill) else -item_worth(state, act.card)


def _give_worth(state: State, act: Act) -> int:
    to = state.index_of(act.to)
    given = 0 if isinstance(state.step, HandOut) else item_worth(state, act.card)
    return 10 * ((to == state.bearer) - state.players[to].cards) - given


def _volunteer_worth(state: State, act: Act) -> int:
    """Skipping is worth nothing."""
    step, seat_index, weights = state.step, state.index_of(act.seat), state.setup.tables.weights
    assert isinstance(step, Volunteer)
    spaces: int = sum([found[2] for found in step.effects if found[0] == "right"])
    left = spaces_to_sauron(state, seat_index) - spaces - weights["volunteer"]
    return 10 * left - (20 if seat_index == state.bearer else 0)


def _choose_worth(state: State, act: Act) -> int:
    step = state.step
    assert isinstance(step, Choose)
    return effects_worth(state, step.options[act.number - 1], step.seat_index)


LOOKS: Mapping[str, Callable[[State, Act], int]] = {
    "play": _play_worth,
    "move": _move_worth,
    "done": _last_choice_rank,
    "respite": _respite_worth,
    "ring": _ring_worth,
    "summon": _summon_worth,
    "gandalf": _gandalf_worth,
    "epic": _epic_worth,
    "pay": _pay_worth,
    "offer": _offer_worth,
    "settle": lambda state, act: AT_ONCE,
    "withdraw": lambda state, act: NEVER,
    "discard": _discard_worth,
    "pass": _discard_worth,
    "give": _give_worth,
    "volunteer": _volunteer_worth,
    "choose": _choose_worth,
    "accept": lambda state, act: 1,
}
