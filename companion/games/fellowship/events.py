"""Messages for actions, done or offered, in log, screen reader and phone. A seat is told what it may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.messages import Event, Phrase, Ref, Value
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.cards import gandalf
from companion.games.fellowship.rules.cards.turning import HandOut
from companion.games.fellowship.rules.common import hands
from companion.games.fellowship.rules.common.choices import Volunteer
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.passing import Refill
from companion.games.fellowship.rules.payment.payments import POOLED
from companion.games.fellowship.rules.payment.prices import points_of
from companion.games.fellowship.rules.turn import die
from companion.games.fellowship.rules.turn.die import ApplyRoll
from companion.games.fellowship.rules.turn.events import NextEvent as EventStep
from companion.games.fellowship.state import State, next_living, place_of
from companion.games.fellowship.view import payment_cause
from companion.play.game.offers import Offer

Values = dict[str, Value]
DONE = {  # what was done, by the offer that says the same of it
    **{"offer_play": "played", "offer_event": "did_event", "offer_resolve": "did_resolve", "offer_offer": "offered"},
    **{"offer_runes": "offered_runes", "offer_pay": "paid", "offer_pay_runes": "paid_runes"},
}
INTERRUPT_RULES = {"ring": die.RING_RULE, "summon": gandalf.SUMMON_RULE}


def rule_of(step: GameStep, state: State, act: Act) -> str:
    """The rule that decides an action."""
    facts = state.setup.tables
    power = {"epic": facts.epics, "gandalf": facts.gandalf}.get(act.type)
    if power is not None:
        return power[act.card].rule
    return INTERRUPT_RULES.get(act.type) or step.rule_of(act)


# --- what was done ----------------------------------------------------------------------------------------------------


def events_of_action(step: Any, state: State, act: Act) -> tuple[Event, ...]:
    """Return the events of an action; where not all may know it, first for those who may."""
    rule, seat = rule_of(step, state, act), Ref("seat", act.seat)
    card: Values = {"card": hands.card_name(state, act.card)}

    def secret(knowing: tuple[str, ...], known: tuple[str, Values], unknown: tuple[str, Values]) -> tuple[Event, ...]:
        return (
            Event(known[0], rule, {"seat": seat, **known[1]}, only=knowing),
            Event(unknown[0], rule, {"seat": seat, **unknown[1]}, hidden_from=knowing),
        )

    match act.type:
        case "draw":
            return secret(
                (act.seat,),
                ("drew_cards", {"cards": hands.card_values(state, act.cards)}),
                ("drew", {"number": len(act.cards)}),
            )
        case "gold" if state.setup.options.competition:  # LR-VARIANT-8
            return secret((act.seat,), ("gold", {"number": act.value}), ("gold_hidden", {}))
        case "pass" | "give":
            to = act.to or state.setup.seats[next_living(state, step.seat_index)]
            values: Values = {"to": Ref("seat", to)}
            known = ("kept_card", card) if to == act.seat else ("gave_card", {**values, **card})
            if not act.card:
                return (Event("gave", rule, {"seat": seat, **values}),)
            if not isinstance(step, HandOut):
                return secret((act.seat, to), known, ("gave", values))
            return (Event(known[0], rule, {"seat": seat, **known[1]}),)
    code, more = _public_event(step, state, act, card)
    return (Event(code, rule, {"seat": seat, **more}),)


def _public_event(step: Any, state: State, act: Act, card: Values) -> tuple[str, Values]:
    """Code and values of what all may know."""
    match act.type:
        case "turn":
            return "turned", {"cards": hands.card_values(state, act.cards)}
        case "show":
            return "tile_revealed", {"tile": Ref("story_tile", act.tile), "says": Ref("story_tile", act.tile, "says")}
        case "peek":
            return "peeked", {"number": len(act.tiles)}
        case "roll":
            return "rolled", {"face": Ref("face", act.face), "says": Ref("face", act.face, "says")}
        case "gold":
            return "gold", {"number": act.value}
        case "move":
            return "moves_marker", {"track": Ref("symbol", act.track)}
        case "play" | "pay" | "offer" | "resolve":
            code, values = _offer_code(step, state, act)
            return DONE[code], values
        case "respite":
            return ("rests_draw" if act.take == "draw" else "rests_left"), {}
        case "discard":
            return "discarded", card
        case "skip" if not isinstance(step, Volunteer):
            return "does_without", {"what": _offer_phrase(step, state, act._replace(type="accept"))}
        case "accept" | "choose" | "skip":
            return "chose", {"what": _offer_phrase(step, state, act)}
        case "gandalf" | "epic":
            values = {"card": Ref("gandalf_card", act.card)} if act.type == "gandalf" else card
            to: Values = {"to": Ref("seat", act.to)} if act.to not in ("", act.seat) else {}
            says = Ref(f"{act.type}_card", act.card, "says")
            return f"{act.type}_to" if to else act.type, {**values, **to, "says": says}
        case "refuse" if step.because == POOLED:
            return "did_refuse_gandalf", {}
        case "refuse" if found := payment_cause(state, step):
            return "did_refuse_of", {"cause": Ref(found["kind"], found["id"])}
        case "apply" if isinstance(step, ApplyRoll):
            return "did_apply", {"face": Ref("face", step.face)}
        case "apply" | "done":
            return f"did_{act.type}_{step.kind}", {}
    return f"did_{act.type}", {}


def _offer_phrase(step: Any, state: State, act: Act) -> tuple[Phrase]:
    """An offer in the words in which it was made."""
    code, values = _offer_code(step, state, act)
    return (Phrase(f"event.{code}", values),)


def _next_event(state: State) -> Ref:
    """The event that is about to be played."""
    board = place_of(state).board
    assert board is not None  # it has events
    return Ref("event", board.events[state.event].id)


def items_value(state: State, items: Sequence[str]) -> Value:
    """Cards, tiles and life tokens in a message."""
    facts = state.setup.tables
    out: list[object] = []
    for item in items:
        if item in facts.life or item in facts.tiles:
            out.append(Ref("life" if item in facts.life else "story_tile", item))
        else:
            out += hands.card_values(state, (item,))  # type: ignore[arg-type]
    return tuple(out)  # type: ignore[return-value]


# --- offers -----------------------------------------------------------------------------------------------------------


def describe_offer(state: State, offer: Offer) -> Event:
    """Return the offer as `event.CODE`, without its open fields."""
    act: Act = offer.act
    step: Any = state.step
    code, values = _offer_code(step, state, act)
    return Event(code, rule_of(step, state, act), values)


def _offer_code(step: Any, state: State, act: Act) -> tuple[str, Values]:
    card: Values = {"card": hands.card_name(state, act.card)}
    match act.type:
        case "draw" | "turn" | "peek":
            return f"offer_{act.type}", {"number": getattr(step, step.public[1])}
        case "resolve":
            if isinstance(step, EventStep):
                return "offer_event", {"event": _next_event(state)}
            return "offer_resolve", {"tile": Ref("story_tile", step.tile)}
        case "move":
            return "offer_move", {"track": Ref("symbol", act.track), "number": step.spaces}
        case "play":
            return "offer_play", {**card, "track": Ref("symbol", act.track)}
        case "respite":
            values_of = state.setup.tables.values
            if act.take == "draw":
                return "offer_rest_draw", {"number": values_of["respite_cards"]}
            return "offer_rest_left", {"number": values_of["respite_left"]}
        case "pay":
            if act.items:
                return "offer_pay", {"items": items_value(state, act.items)}
            return "offer_pay_runes", {"number": points_of(step.cost)}
        case "offer":
            if act.item:
                return "offer_offer", {"item": items_value(state, (act.item,))}
            return "offer_runes", {"number": act.runes}
        case "discard" | "pass" if act.card:
            return f"offer_{act.type}", card
        case "give":
            to: Values = {"to": Ref("seat", act.to)}
            if act.to == act.seat:
                return "offer_keep", card
            return ("offer_give", {**to, **card}) if act.card else ("offer_give_any", to)
        case "order":
            return "offer_order", {"tiles": tuple([Ref("story_tile", tile) for tile in act.tiles])}
        case "accept":
            return _effect_code(next((one for one in step.effects if one[0] == "give_out"), step.effects[0]))
        case "skip" if isinstance(step, Volunteer):
            return _effect_code(step.otherwise[0])
        case "volunteer":
            return "offer_volunteer", {"number": step.effects[0][2]}
        case "choose":
            return _effect_code(step.options[act.number - 1][0])
        case "summon":
            return "offer_summon", {"number": state.setup.tables.values["gandalf_cost"]}
        case "gandalf":
            values: Values = {"card": Ref("gandalf_card", act.card)}
            return ("offer_gandalf_to", {**values, "to": Ref("seat", act.to)}) if act.to else ("offer_gandalf", values)
        case "epic":
            if not act.to:
                return "offer_epic", card
            gives = state.setup.tables.epics[act.card].effects[0][0] == "give_card"
            return "offer_epic_gives" if gives else "offer_epic_to", {**card, "to": Ref("seat", act.to)}
        case "pass":
            return "offer_pass_any", {}
        case "done" if isinstance(step, Refill):
            return "offer_refill", {"number": step.hand}
    return f"offer_{act.type}", {}


def _effect_code(found: tuple[object, ...]) -> tuple[str, Values]:
    """What a choice does, by its first effect."""
    match found:
        case ("roll", "each", *_):
            return "step_roll_each", {}
        case ("roll", _, int(times)):
            return "step_roll", {"number": times}
        case ("sauron", int(steps)):
            return "step_sauron", {"number": steps}
        case ("left", _, int(steps), *_):
            return "step_left", {"number": steps}
        case ("draw", _, int(number)):
            return "step_draw", {"number": number}
        case (_, _, int(number), *_):
            return "step_give_out", {"number": number}
    raise ValueError(found)
