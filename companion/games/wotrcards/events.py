"""What was done at the table, for log, screen reader and phone; of hidden cards a seat is told only what it may know.

What comes of it is recorded where the rules change the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Event, Ref, Value
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.combat.combat import Clash
from companion.games.wotrcards.rules.combat.losses import EliminatedCardText
from companion.games.wotrcards.rules.common import scoring
from companion.games.wotrcards.rules.common.common import card_ref, location_ref, side_of
from companion.games.wotrcards.rules.common.decks import DealCards
from companion.games.wotrcards.rules.common.piles import FROM_HAND
from companion.games.wotrcards.rules.common.play import ITEM, Put
from companion.games.wotrcards.rules.common.texts import TELL_RULE, ReadText
from companion.games.wotrcards.rules.locations import ending
from companion.games.wotrcards.rules.locations.locations import ReadLocation
from companion.games.wotrcards.state import RESERVE, State
from companion.games.wotrcards.tables import SIDES
from companion.play.game.offers import Number, Offer, OneOf
from companion.play.game.steps import Step

Values = dict[str, Value]
NAMELESS = ("cycle", "eliminate", "winnow")  # said alike where cards are named and where they need no name


def card_refs(ids: Sequence[str]) -> tuple[Ref, ...]:
    """Cards in a message."""
    return tuple([Ref("card", id) for id in ids])


def side_ref(at: int) -> Ref:
    """A side in a message."""
    return Ref("side", SIDES[at])


def known_location_ref(state: State, id: str) -> Ref:
    """A location that there is."""
    found = location_ref(state, id)
    assert isinstance(found, Ref)
    return found


def seat_or_place(state: State, id: str) -> Ref | str:
    """A seat, a side or a location that an effect is about."""
    if id in state.setup.seats:
        return Ref("seat", id)
    return Ref("side", id) if id in SIDES else location_ref(state, id)


def name_ref(state: State, id: str) -> Ref | str:
    """A card or a location."""
    return card_ref(state, id) if id in state.setup.tables.cards else location_ref(state, id)


def events_of_action(step: Step, state: State, act: Act) -> list[Event]:
    """Return the events of an action: hidden cards are named to the seat that did it, others are told how many."""
    rule = step.decided_by(state, act) if act.type in step.answers else TELL_RULE
    seat, own = Ref("seat", act.seat), (act.seat,)
    code, values = describe_action(step, state, act)
    if not is_hidden(step, state, act):
        return [Event(f"did_{code}", rule, {"seat": seat, **values})]
    shown = Event(f"did_{code}", rule, {"seat": seat, **values}, only=own)
    code, values = _hidden_event(step, act)
    return [shown, Event(f"did_{code}", rule, {"seat": seat, **values}, hidden_from=own)]


def is_hidden(step: Step, state: State, act: Act) -> bool:
    """Return whether it names cards of the app that only its seat may know.

    A card forsaken that its text cycles is shown, or nobody would believe it (WC-PROC-5).
    """
    match act.type:
        case "draw":
            return isinstance(step, DealCards) and not step.brings_back(state, act.cards)
        case "cycle" | "eliminate" | "winnow":
            return bool(act.card or act.cards)
        case "forsake" if act.from_ == FROM_HAND and act.card:
            return FROM_HAND not in state.setup.tables.cards[act.card].kept
    return False


def _hidden_event(step: Step, act: Act) -> tuple[str, Values]:
    """Code and values of an action whose cards are not named."""
    match act.type:
        case "draw":
            return _draw_code(step), {"number": len(act.cards)}
        case "forsake":
            return "forsake_hand", {}
    return act.type, {}


def _draw_code(step: Step) -> str:
    return "draw_gone" if isinstance(step, DealCards) and step.pile == "gone" else "draw"


def describe_action(step: Step, state: State, act: Act) -> tuple[str, Values]:
    """Code and values of an action, done or offered, with everything that it names."""
    code, values = act.type, Values()
    match act.type:
        case "draw" if isinstance(step, DealCards):
            if not act.cards:
                return _draw_code(step), {"number": step.cards_due(state)}
            code = "draw_kept" if step.brings_back(state, act.cards) else f"{_draw_code(step)}_cards"
            return code, {"cards": card_refs(act.cards)}
        case "cycle" | "eliminate" if act.card:
            return f"{code}_card", {"card": card_ref(state, act.card)}
        case "winnow" if act.cards:
            return "winnow_cards", {"cards": card_refs(act.cards)}
        case "forsake":
            code = "forsake_card" if act.card and act.from_ == FROM_HAND else f"forsake_{act.from_}"
            return code, {"card": card_ref(state, act.card)} if act.card else {}
        case "ground" | "beside" | "walk" | "next" | "skirmish" | "fight":
            values = {"location": location_ref(state, act.location)} if act.location else {}
        case "read" if isinstance(step, ReadLocation):
            values = {"location": location_ref(state, step.location), "number": act.points, "defence": act.defence}
        case "play" | "use" | "tell" | "spare" | "instead":
            values = {"card": name_ref(state, act.card)}
        case "put" if isinstance(step, Put):
            return _put_code(step, state, act)
        case "move":
            values = {"card": card_ref(state, act.card), "location": location_ref(state, act.to)}
        case "done":
            source = {"source": name_ref(state, step.source)} if isinstance(step, ReadText | EliminatedCardText) else {}
            return f"done_{step.kind}", {**source}
        case "icons" if isinstance(step, Clash):
            values = {"location": location_ref(state, step.location), "number": act.attack}
            return ("icons_strict", {**values, "defence": act.defence}) if act.defence else ("icons", values)
        case "lose":
            values = {"card": card_ref(state, act.card), "number": act.icons}
        case "effect" if isinstance(step, ReadText):
            return _effect_code(step, state, act)
    return code, values


def _put_code(step: Put, state: State, act: Act) -> tuple[str, Values]:
    values: Values = {"card": Ref("card", step.card)}
    if act.to == RESERVE:
        return "put_reserve", values
    if state.setup.tables.cards[step.card].type == ITEM:
        return "put_item", {**values, "wielder": card_ref(state, act.to)}
    return "put", {**values, "location": location_ref(state, act.to)}


def _effect_code(step: ReadText, state: State, act: Act) -> tuple[str, Values]:
    """What a text did, with the card or location whose text it is."""
    values: Values = {"source": name_ref(state, step.source), "number": act.number}
    if act.item:
        values["what"] = name_ref(state, act.item)
    if act.whom:
        values["whom"] = seat_or_place(state, act.whom)
    return f"effect_{act.what}", values


def describe_offer(state: State, offer: Offer) -> Event:
    """Return the offer as `event.CODE`, without its open fields."""
    act: Act = offer.act
    step = state.step
    code, values = describe_action(step, state, act)
    if offer.open and act.type not in NAMELESS:
        code = f"{code}_{_kind_of_open(state, act)}"
        values = {name: value for name, value in values.items() if value}
    match offer.open:
        case (OneOf() as card, Number() as icons) if act.type == "lose":
            values = {"cards": card_refs(card.ids), "number": icons.least}
        case () if code == "forsake_deck" and act.card:
            code = "forsake_deck_kept"
    rule = step.decided_by(state, act) if act.type in step.answers else TELL_RULE
    return Event(f"offer_{code}", rule, values)


def _kind_of_open(state: State, act: Act) -> str:
    """Which offer it is, where an action is left open in several ways."""
    if act.type == "effect" and act.what in ("remove", "return") and act.whom:
        return "reserve" if act.whom == RESERVE else "there"
    if act.type == "forsake" and act.from_ != RESERVE and state.setup.options.real_cards:
        return "kept"
    return "open"


def score_explanation(state: State) -> tuple[Event, ...]:
    """Return the score of both sides; Ring tokens count at the end of the road."""
    return scoring.score_explanation(state, with_rings=_counts_rings(state))


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat's side, as `score_explanation` counts them."""
    points = scoring.final_score if _counts_rings(state) else scoring.side_score
    return tuple([points(state, side_of(state, seat_index)) for seat_index in range(len(state.setup.seats))])


def _counts_rings(state: State) -> bool:
    return state.ending in ending.NAMES[1] or not state.ending
