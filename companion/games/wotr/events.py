"""Actions in words (`did_CODE` when done, `offer_CODE` when offered), each with the rule that decides it.

What comes of an action is recorded by the rules themselves. A seat is told of hidden cards only what it may know.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from companion.core.messages import Event, Ref, Value
from companion.games.wotr.actions import Act, named_ids
from companion.games.wotr.rules.battle.battle import WhiteRider
from companion.games.wotr.rules.battle.battle_dice import BattleDice
from companion.games.wotr.rules.battle.casualties import Casualties
from companion.games.wotr.rules.battle.combat_choices import Dread
from companion.games.wotr.rules.battle.combat_play import PickCard
from companion.games.wotr.rules.common.drawing import Draw, deck_name
from companion.games.wotr.rules.hunt.hunt_roll import HuntDice
from companion.games.wotr.rules.hunt.hunt_tile import DrawTile, origin
from companion.games.wotr.rules.map.split_army import item_name
from companion.games.wotr.state import State
from companion.games.wotr.tables import DECKS, Tables
from companion.play.game.offers import Offer
from companion.play.game.steps import Step

Values = dict[str, Value]
# What an effect of a card can be besides something that has an id.
PLAIN_EFFECTS = ("attack", "corruption", "fly", "further", "heal", "hide", "hunt", "march", "move", "recruit", "reveal")
DICE = ("search", "again", "strike", "restrike", "throw")
REPORT_RULES = {  # the rules that the reports are about
    "captured": "WR-CAPTURE-1",
    "attacked": "WR-POL-5",
    "entered": "WR-POL-4",
    "besieged": "WR-SIEGE-4",
    "relieved": "WR-SIEGE-9",
    "killed": "WR-CHAR-23",
    "carried": "WR-CHAR-19",
    "stormed": "WR-EVENT-11",
    "combat": "WR-EVENT-16",
}


def tile_ref(id: str) -> Ref:
    """Return a Hunt tile as a value of a message."""
    return Ref("hunt_tile", id, "called")


def card_refs(ids: tuple[str, ...]) -> tuple[Ref, ...]:
    """Return cards as a value of a message."""
    return tuple([Ref("event_card", id) for id in ids])


def rule_of(step: Step, state: State, act: Act) -> str:
    """Return the rule that allows an action."""
    return step.decided_by(state, act) if act.type in step.answers else REPORT_RULES[act.type]


def events_of_action(step: Step, state: State, act: Act) -> list[Event]:
    """Return the events of an action without its results; the holder of hidden cards is told more."""
    rule, seat = rule_of(step, state, act), Ref("seat", act.seat)
    code, values = public_event(state, step, act)
    hidden: Values = {}
    if isinstance(step, Draw) and act.type == "draw":
        code, values = "draw_cards", {"cards": card_refs(act.cards)}
        hidden = {"number": len(act.cards), "deck": deck_name(step)}
    event = Event(f"did_{code}", rule, {"seat": seat, **values})
    told = act.type
    if isinstance(step, PickCard) and act.type == "combat":
        told, hidden = "combat_back", {"deck": Ref("deck", state.setup.tables.cards[act.card].deck)}
    elif code not in ("draw_cards", "discard_card", "swap_card"):
        return [event]
    others = Event(f"did_{told}", rule, {"seat": seat, **hidden}, hidden_from=(act.seat,))
    return [replace(event, only=(act.seat,)), others]


def describe_offer(state: State, offer: Offer) -> Event:
    """Return the offer as `event.CODE`, without its open fields."""
    act: Act = offer.act
    step = state.agenda[-1]
    code, values = public_event(state, step, act)
    if offer.open and act.type != "combat":  # a card that is not named is said already
        code = f"{code}_open"
    if isinstance(step, Draw) and act.type == "draw":
        values = {"number": step.number, "deck": deck_name(step)}
    if isinstance(step, PickCard) and act.type == "combat":
        code, values = ("combat_pick", _combat_card_values(state, act.card)) if act.card else ("combat_pick_open", {})
    if isinstance(step, HuntDice | BattleDice) and act.type in DICE:
        values = {"number": step.dice_due(state)}
    return Event(f"offer_{code}", rule_of(step, state, act), values)


def _combat_card_values(state: State, card: str) -> Values:
    """Return the values of a hand's card as a combat card."""
    combat = state.setup.tables.cards[card].combat
    does = Ref("combat_card", combat, "effect")
    return {"card": Ref("event_card", card), "combat": Ref("combat_card", combat), "does": does}


def public_event(state: State, step: Step, act: Act) -> tuple[str, Values]:
    """Return the code and values of an action with nothing hidden, done or offered."""
    code, values = act.type, _named_values(state, act)
    match act.type:
        case "done" | "accept":
            code = f"{act.type}_{step.kind}"
        case "travel" | "event" | "take" if not act.die:
            code = f"{act.type}_free"
        case "march" | "fly":
            values |= {"start": Ref("region", act.army), "number": act.nazgul}
            code = act.type if act.die or step.kind == "act" else f"{act.type}_free"
            if act.type == "march" and step.kind not in ("act", "marches"):
                code = "march_card"
        case "recruit":
            values["figure"] = item_name(state, act.figure)
            code = act.type if act.die or step.kind == "act" else "recruit_free"
        case "voice":
            code = f"voice_{act.way}"
        case "discard" | "swap" | "combat" if act.card:
            code = f"{act.type}_card"
        case "roll" | "search" | "again" | "strike" | "restrike" | "throw" if act.faces:
            values["faces"] = tuple([Ref("face", face) for face in act.faces])
        case "cast" if act.number:
            values["number"] = act.number
        case "stay" | "trim" if act.figure in state.setup.tables.figures or act.type == "stay":
            values = {"figure": item_name(state, act.figure), "number": act.number}
        case "ring":
            values["to"] = Ref("face", act.face)
        case "lose" if act.who in ("guide", "random"):
            code = f"lose_{act.who}"
        case "lose" if step.kind == "torn":
            code = "lose_torn"
        case "lose" if act.who in state.setup.seats:
            code, values = "lose_hand", {"whose": Ref("seat", act.who)}
        case "tile" if isinstance(step, DrawTile) and act.tile:
            why = origin(state, step.source)
            code, values = f"tile{why.told}", {**values, **why.values}
        case "pick" if step.kind == "worn":
            code = "pick_card"
        case "ability" if isinstance(step, WhiteRider):
            code, values["character"] = "ability_white_rider", Ref("character", step.character)
        case "ability":
            values["character"] = Ref("character", state.fellowship.guide)
        case "attack":
            code = act.type if step.kind == "act" else "attack_card"
            code += "_siege" if act.region == act.army else ""
            values["start"] = Ref("region", act.army)
        case "choose":
            values = {"figure": item_name(state, act.figure)}
        case "pay":
            code, values = "pay_dread" if isinstance(step, Dread) else "pay_hits", {"number": act.number}
        case "casualty" if isinstance(step, Casualties):
            code, values = (
                f"casualty_{step.payment(state, act.figure, act.way)}",
                {"figure": item_name(state, act.figure)},
            )
        case "extend":
            values = {"figure": item_name(state, act.figure)}
        case "effect":
            code, values = _effect(state, act)
    return code, values


def _kinds(facts: Tables) -> Mapping[str, Collection[str]]:
    """Return the ids of each kind that an action can name."""
    return {
        "character": facts.characters,
        "event_card": facts.cards,
        "region": facts.regions,
        "figure": facts.figures,
        "nation": facts.nations,
    }


def _named_values(state: State, act: Act) -> Values:
    """Return the values that an action names, by kind."""
    facts, values = state.setup.tables, Values()
    if act.die:
        values["face"] = Ref("face", act.die)
    if act.type in ("watch", "allocate", "fewer"):
        values["number"] = act.conditions or act.dice
    for id in named_ids(act):
        for kind, known in _kinds(facts).items():
            if id in known:
                values["card" if kind == "event_card" else kind] = Ref(kind, id)
    if act.deck in DECKS:
        values["deck"] = Ref("deck", act.deck)
    if act.tile in facts.tiles:
        values["tile"] = tile_ref(act.tile)
    return values


def _effect(state: State, act: Act) -> tuple[str, Values]:
    facts = state.setup.tables
    values: Values = {"card": Ref("event_card", act.card), "number": act.number}
    if act.what in PLAIN_EFFECTS:
        return f"effect_{act.what}", values
    kind = next((kind for kind, known in _kinds(facts).items() if act.what in known), "face")
    return "effect", {**values, "what": Ref(kind, act.what)}
