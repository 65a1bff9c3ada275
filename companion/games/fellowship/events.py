"""What happened at the table, for log, screen reader and phone: each event with its rule.

First what was done, then everything that changed. A seat is told of hidden cards only what it may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.fellowship.actions import Act
from companion.games.fellowship.flow import STAGES
from companion.games.fellowship.rules import hands, scoring
from companion.games.fellowship.rules.ending import ENDING_RULES
from companion.games.fellowship.state import State, place_of
from companion.play.agenda import Frame
from companion.play.game import Event, Ref, Value

Values = dict[str, Value]
DONE = {  # what is told of actions that need no more words
    "resolve": "did_resolve",
    "done": "did_done",
    "apply": "did_apply",
    "withdraw": "did_withdraw",
    "settle": "did_settle",
    "refuse": "did_refuse",
    "order": "did_order",
    "accept": "did_accept",
    "skip": "did_skip",
    "volunteer": "did_volunteer",
    "ring": "did_ring",
    "summon": "did_summon",
}
OFFERS = {
    "draw": "offer_draw",
    "turn": "offer_turn",
    "peek": "offer_peek",
    "show": "offer_show",
    "roll": "offer_roll",
    "gold": "offer_gold",
    "done": "offer_done",
    "apply": "offer_apply",
    "withdraw": "offer_withdraw",
    "settle": "offer_settle",
    "refuse": "offer_refuse",
    "skip": "offer_skip",
    "ring": "offer_ring",
    "discard": "offer_discard",
    "pass": "offer_pass",
}


def events(before: State, act: Act, after: State, seat: str | None = None) -> tuple[Event, ...]:
    """Everything `act` did, as a seat (or an onlooker) may know it."""
    frame = before.agenda[-1]
    code, values = _done(before, frame, act, seat)
    rule = STAGES[frame[0]].rule
    return (Event(code, rule, {"seat": Ref("seat", act.seat), **values}), *_changes(before, act, after, seat))


def _done(state: State, frame: Frame, act: Act, viewer: str | None) -> tuple[str, Values]:
    """Code and values of the action itself."""
    own = viewer == act.seat
    card: Values = {"card": hands.name(state, act.card)}
    match act.type:
        case "draw":
            known: Values = {"cards": hands.said(state, act.cards)}
            return ("drew_cards", known) if own else ("drew", {"number": len(act.cards)})
        case "turn":
            return "turned", {"cards": hands.said(state, act.cards)}
        case "show":
            return "tile_revealed", {"tile": Ref("story_tile", act.card), "says": Ref("story_tile", act.card, "says")}
        case "peek":
            return "peeked", {"number": len(act.cards)}
        case "roll":
            return "rolled", {"face": Ref("face", act.card), "says": Ref("face", act.card, "says")}
        case "gold":
            return "gold", {"number": act.number}
        case "move":
            return "moves_marker", {"track": Ref("symbol", act.to)}
        case "play":
            return "played", {**card, "track": Ref("symbol", act.to)}
        case "respite":
            return ("rests_draw" if act.card == "draw" else "rests_left"), {}
        case "pay":
            return (
                ("paid", {"items": items_said(state, act.cards)})
                if act.cards
                else ("paid_runes", {"number": _points(frame)})
            )
        case "offer":
            if act.card:
                return "offered", {"item": items_said(state, (act.card,))}
            return "offered_runes", {"number": act.number}
        case "discard":
            return "discarded", card
        case "pass" | "give":
            return _handed(state, frame, act, viewer)
        case "choose":
            return "chose", {"number": act.number}
        case "gandalf":
            return "gandalf", {"card": Ref("gandalf_card", act.card), "says": Ref("gandalf_card", act.card, "says")}
        case "epic":
            return "epic", {**card, "says": Ref("epic_card", act.card, "says")}
    return DONE[act.type], {}


def _handed(state: State, frame: Frame, act: Act, viewer: str | None) -> tuple[str, Values]:
    to = act.to or state.setup.seats[_left_neighbour(state, frame[1])]
    values: Values = {"to": Ref("seat", to)}
    if to == act.seat:
        return "kept_card", {"card": hands.name(state, act.card)}
    if act.card and (frame[0] == "hand_out" or viewer in (act.seat, to)):
        return "gave_card", {**values, "card": hands.name(state, act.card)}
    return "gave", values


def _left_neighbour(state: State, who: int) -> int:
    number = len(state.players)
    return next((at % number for at in range(who + 1, who + number) if state.players[at % number].alive), who)


def items_said(state: State, items: Sequence[str]) -> Value:
    """Cards and life tokens in a message."""
    out: list[object] = []
    for item in items:
        if item in state.setup.tables.life:
            out.append(Ref("life", item))
        else:
            out += hands.said(state, (item,))  # type: ignore[arg-type]
    return tuple(out)  # type: ignore[return-value]


def _points(frame: Frame) -> int:
    return sum([number for kind, _, number in frame[2] if kind == "runes"])


def _changes(before: State, act: Act, after: State, viewer: str | None) -> Iterator[Event]:
    """What is different now, in the order of the rules."""
    if sum(after.discard) < sum(before.discard):
        yield Event("reshuffled", "LR-CARD-9")
    same_place = before.place == after.place
    board = place_of(before).board
    if board is not None and (same_place or after.ending):
        for track, was, now in zip(board.tracks, before.markers, after.markers, strict=False):
            if was != now:
                values: Values = {"track": Ref("symbol", track.symbol), "number": now, "last": track.last}
                yield Event("marker", "LR-CARD-2", values)
        for at in range(before.event, after.event):
            event = board.events[at]
            yield Event("event", event.rule, {"event": Ref("event", event.id), "says": Ref("event", event.id, "says")})
    if after.sauron != before.sauron:
        yield Event("sauron", "LR-TRACK-3", {"number": after.sauron})
    yield from _players(before, act, after, viewer)
    lost = [card for card in before.piles if card in after.gone]
    if lost:
        yield Event(
            "removed", "LR-END-13" if after.place != before.place else "LR-EVENT-9", {"cards": hands.said(after, lost)}
        )
    yield from _onward(before, after)


def _players(before: State, act: Act, after: State, viewer: str | None) -> Iterator[Event]:
    hidden_runes = after.setup.options.competition and not after.ending
    for seat, was, now in zip(after.setup.seats, before.players, after.players, strict=True):
        who: Values = {"seat": Ref("seat", seat)}
        if was.space != now.space:
            yield Event("space", "LR-TRACK-2", {**who, "number": now.space})
        if was.alive and not now.alive:
            sauron = now.cause == "sauron"
            yield Event("died_sauron" if sauron else "died_short", "LR-TRACK-4" if sauron else "LR-PAY-7", who)
            continue
        gained = [card for card in now.hand if card in before.piles and act.type != "draw"]
        for card in gained:
            yield Event("gained", "LR-CARD-10", {**who, "card": hands.name(after, card)})
        if was.runes != now.runes and (not hidden_runes or viewer == seat):
            yield Event("runes", "LR-PROGRESS-2", {**who, "number": now.runes})
        if was.life != now.life:
            held = [
                Ref("life", life)
                for life, number in zip(after.setup.tables.life, now.life, strict=True)
                for _ in range(number)
            ]
            yield (
                Event("life", "LR-PROGRESS-4", {**who, "tokens": tuple(held)})
                if held
                else Event("life_none", "LR-PROGRESS-4", who)
            )
        if was.cards != now.cards:
            yield Event("hand", "LR-STATE-6", {**who, "number": now.cards})


def _onward(before: State, after: State) -> Iterator[Event]:
    seats = after.setup.seats
    if after.ending:
        winners = tuple([Ref("seat", seat) for seat in after.winners])
        yield Event(f"end_{after.ending}", ENDING_RULES[after.ending], {"winners": winners})
        yield from scoring.working(after)
        return
    if after.bearer != before.bearer:
        if after.bearer < 0:
            yield Event("at_doom", "LR-END-14")
        else:
            yield Event("bearer", "LR-END-10", {"seat": Ref("seat", seats[after.bearer])})
    if after.place != before.place:
        yield Event("place", "LR-ADV-1", {"place": Ref("place", place_of(after).id)})
    if after.turn != before.turn:
        yield Event("turn", "LR-ADV-4", {"seat": Ref("seat", seats[after.active])})


# --- offers -----------------------------------------------------------------------------------------------------------


def told(state: State, act: Act) -> Event:
    """The action as an offer, for a list of what is legal."""
    frame = state.agenda[-1]
    code, values = _offer(state, frame, act)
    stage = STAGES[frame[0]]
    return Event(code, stage.rule, values)


def _offer(state: State, frame: Frame, act: Act) -> tuple[str, Values]:
    card: Values = {"card": hands.name(state, act.card)}
    match act.type:
        case "draw" | "turn" | "peek":
            return OFFERS[act.type], {"number": frame[2]}
        case "resolve":
            if frame[0] == "event":
                event = place_of(state).board.events[state.event]  # type: ignore[union-attr]
                return "offer_event", {"event": Ref("event", event.id)}
            return "offer_resolve", {"tile": Ref("story_tile", frame[2])}
        case "move":
            return "offer_move", {"track": Ref("symbol", act.to), "number": frame[2]}
        case "play":
            return "offer_play", {**card, "track": Ref("symbol", act.to)}
        case "respite":
            values_of = state.setup.tables.values
            if act.card == "draw":
                return "offer_rest_draw", {"number": values_of["respite_cards"]}
            return "offer_rest_left", {"number": values_of["respite_left"]}
        case "pay":
            if act.cards:
                return "offer_pay", {"items": items_said(state, act.cards)}
            return "offer_pay_runes", {"number": _points(frame)}
        case "offer":
            if act.card:
                return "offer_offer", {"item": items_said(state, (act.card,))}
            return "offer_runes", {"number": act.number}
        case "discard" | "pass" if act.card:
            return OFFERS[act.type], card
        case "give":
            to: Values = {"to": Ref("seat", act.to)}
            if act.to == act.seat:
                return "offer_keep", card
            return ("offer_give", {**to, **card}) if act.card else ("offer_give_any", to)
        case "order":
            return "offer_order", {"tiles": tuple([Ref("story_tile", tile) for tile in act.cards])}
        case "accept":
            return _step(frame[2][0])
        case "skip" if frame[0] == "volunteer":
            return _step(frame[3][0])
        case "volunteer":
            return "offer_volunteer", {"number": frame[2][0][2]}
        case "choose":
            return _step(frame[2][act.number - 1][0])
        case "summon":
            return "offer_summon", {"number": state.setup.tables.values["gandalf_cost"]}
        case "gandalf":
            values: Values = {"card": Ref("gandalf_card", act.card)}
            return ("offer_gandalf_to", {**values, "to": Ref("seat", act.to)}) if act.to else ("offer_gandalf", values)
        case "epic":
            return ("offer_epic_to", {**card, "to": Ref("seat", act.to)}) if act.to else ("offer_epic", card)
        case "pass":
            return "offer_pass_any", {}
        case "done" if frame[0] == "refill":
            return "offer_refill", {"number": frame[2]}
    return OFFERS[act.type], {}


def _step(step: tuple[object, ...]) -> tuple[str, Values]:
    """What a choice does, by its first step."""
    match step:
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
    raise ValueError(step)
