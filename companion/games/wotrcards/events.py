"""What happened at the table, for log, screen reader and phone: each event with its rule.

First what was done, then everything that changed. A seat is told of hidden cards only what it may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.flow import STAGES
from companion.games.wotrcards.rules import decks, effects, ending, play, scoring
from companion.games.wotrcards.rules.common import (
    card_ref,
    is_path,
    is_site,
    location_ref,
    place,
    side_of,
    starting,
)
from companion.games.wotrcards.state import RESERVE, State
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES
from companion.play.agenda import Frame
from companion.play.game import Event, Ref, Value

Values = dict[str, Value]
PARTS_SAID = ("path_a", "path_b")


def cards(ids: Sequence[str]) -> tuple[Ref, ...]:
    """Cards in a message."""
    return tuple([Ref("card", id) for id in ids])


def side(at: int) -> Ref:
    """A side in a message."""
    return Ref("side", SIDES[at])


def place_named(state: State, id: str) -> Ref:
    """A location that there is."""
    found = location_ref(state, id)
    assert isinstance(found, Ref)
    return found


def whom(state: State, id: str) -> Ref | str:
    """A seat, a side or a location that an effect is about."""
    if id in state.setup.seats:
        return Ref("seat", id)
    return Ref("side", id) if id in SIDES else location_ref(state, id)


def named(state: State, id: str) -> Ref | str:
    """A card or a location."""
    return card_ref(state, id) if id in state.setup.tables.cards else location_ref(state, id)


# --- what was done ---------------------------------------------------------------------------------------------------


def events(before: State, act: Act, after: State, seat: str | None = None) -> tuple[Event, ...]:
    """Everything `act` did, as a seat (or an onlooker) may know it."""
    frame = before.agenda[-1]
    stage = STAGES[frame[0]]
    code, values = _done(before, frame, act, seat)
    rule = stage.rule if act.type in stage.acts else effects.ASIDE_RULE
    done = Event(f"did_{code}", rule, {"seat": Ref("seat", act.seat), **values})
    return (done, *_changes(before, act, after))


def _done(state: State, frame: Frame, act: Act, viewer: str | None) -> tuple[str, Values]:
    """Code and values of the action itself, without what a viewer may not know."""
    own = viewer == act.seat
    match act.type:
        case "draw" if frame[3] == "gone" and kept(state, decks.FROM_DECK, act.items):
            return "draw_kept", {"cards": cards(act.items)}
        case "draw":
            code = "draw_gone" if frame[3] == "gone" else "draw"
            return (f"{code}_cards", {"cards": cards(act.items)}) if own else (code, {"number": len(act.items)})
        case "cycle" | "eliminate" if not own:
            return act.type, {}
        case "winnow" if not own:
            return "winnow", {}
        case "forsake" if act.to == play.HAND and not own and not kept(state, play.HAND, (act.item,)):
            return "forsake_hand", {}
    return spoken(state, frame, act)


def kept(state: State, place: str, ids: Sequence[str]) -> bool:
    """A text cycles the card that is forsaken there: it is shown, or nobody would believe it (WC-PROC-5)."""
    return any(place in state.setup.tables.cards[id].kept for id in ids if id)


def spoken(state: State, frame: Frame, act: Act) -> tuple[str, Values]:
    """Code and values of an action of which nothing is hidden, whether done or offered."""
    code, values = act.type, Values()
    match act.type:
        case "cycle" | "eliminate" if act.item:
            return f"{code}_card", {"card": card_ref(state, act.item)}
        case "winnow" if act.items:
            return "winnow_cards", {"cards": cards(act.items)}
        case "forsake":
            code = "forsake_card" if act.item and act.to == play.HAND else f"forsake_{act.to}"
            return code, {"card": card_ref(state, act.item)} if act.item else {}
        case "ground" | "beside" | "walk" | "next" | "skirmish" | "fight":
            values = {"location": location_ref(state, act.item)} if act.item else {}
        case "read":
            values = {"location": location_ref(state, frame[2]), "number": act.number, "defence": act.second}
        case "play" | "use" | "tell" | "spare" | "instead":
            values = {"card": named(state, act.item)}
        case "put":
            return _put(state, frame, act)
        case "move":
            values = {"card": card_ref(state, act.item), "location": location_ref(state, act.to)}
        case "done":
            return f"done_{frame[0]}", {"source": named(state, frame[2])} if frame[0] != "cancel" else {}
        case "icons":
            strict = bool(act.second)
            values = {"location": location_ref(state, frame[2]), "number": act.number}
            return ("icons_strict", {**values, "defence": act.second}) if strict else ("icons", values)
        case "lose":
            values = {"card": card_ref(state, act.item), "number": act.number}
        case "effect":
            return _effect(state, frame, act)
    return code, values


def _put(state: State, frame: Frame, act: Act) -> tuple[str, Values]:
    values: Values = {"card": Ref("card", frame[2])}
    if act.to == RESERVE:
        return "put_reserve", values
    if act.to in state.setup.tables.cards:
        return "put_item", {**values, "wielder": card_ref(state, act.to)}
    return "put", {**values, "location": location_ref(state, act.to)}


def _effect(state: State, frame: Frame, act: Act) -> tuple[str, Values]:
    """What a text did, with the card or location whose text it is."""
    values: Values = {"source": named(state, frame[2]), "number": act.number}
    if act.item:
        values["what"] = named(state, act.item)
    if act.whom:
        values["whom"] = whom(state, act.whom)
    return f"effect_{act.to}", values


def told(state: State, act: Act) -> Event:
    """The action as an offer, for a list of what is legal."""
    frame = state.agenda[-1]
    code, values = spoken(state, frame, act)
    if act.type == "draw":
        code = "draw_gone" if frame[3] == "gone" else "draw"
        values = {"number": decks.due(state, frame)}
    return Event(f"offer_{code}", STAGES[frame[0]].rule, values)


# --- what changed ----------------------------------------------------------------------------------------------------


def _changes(before: State, act: Act, after: State) -> Iterator[Event]:
    """What is different now, in the order of the rules."""
    yield from _resolved(before, after)
    yield from _left_play(before, after)
    yield from _laid_out(before, act, after)
    yield from _scores(before, after)
    yield from _hands(before, after)
    yield from _onward(before, after)


def _resolved(before: State, after: State) -> Iterator[Event]:
    """Locations that are no longer active: who won them, where they are now."""
    for active in before.active:
        if place(after, active.id) == active or _stays(after, active.id, active.area):
            continue
        values: Values = {"location": location_ref(before, active.id)}
        if is_site(before, active.id):
            yield _site(after, active.id, values)
            continue
        for at in (FREE, SHADOW):
            won = next((won for won in after.areas[at] if won.id == active.id), None)
            if won is None:
                continue
            scored: Values = {**values, "side": side(at), "number": won.points}
            if not is_path(before, active.id):
                yield Event("won", "WC-CMB-9", scored)
            else:
                yield Event("path_won" if at == FREE else "path_lost", "WC-CMB-10", scored)


def _stays(after: State, id: str, area: int) -> bool:
    """The location is active as before; its tokens may have changed."""
    found = place(after, id)
    return found is not None and found.area == area


def _site(after: State, id: str, values: Values) -> Event:
    if id not in after.removed:
        return Event("site_back", "WC-SKI-8", values)
    texts = [frame for frame in after.agenda if frame[0] == "text" and frame[2] == id]
    if texts:
        return Event("site_won", "WC-SKI-6", {**values, "side": side(side_of(after, texts[0][1]))})
    return Event("site_gone", "WC-SKI-6", values)


def _left_play(before: State, after: State) -> Iterator[Event]:
    """Cards that are no longer in play: eliminated or cycled."""
    left = Counter([(card.seat, card.id) for card in before.cards])
    left -= Counter([(card.seat, card.id) for card in after.cards])
    gone, back = list[str](), list[str]()
    for (who, id), number in left.items():
        fell = min(number, after.decks[who].gone.cards.count(id) - before.decks[who].gone.cards.count(id))
        gone += [id] * fell
        back += [id] * (number - fell)
    if gone:
        yield Event("cards_gone", "WC-TERM-3", {"cards": cards(gone)})
    if back:
        yield Event("cards_back", "WC-TERM-3", {"cards": cards(back)})


def _laid_out(before: State, act: Act, after: State) -> Iterator[Event]:
    """Locations that are active now, and the parts that came in."""
    if act.type == "ground" and place(after, act.item) is None:
        yield Event("ground_back", "WC-BAR-1", {"location": location_ref(after, act.item)})
    for active in after.active:
        if place(before, active.id) is not None:
            continue
        values: Values = {"location": location_ref(after, active.id)}
        if is_path(after, active.id):
            code, number = step(after, active.id)
            yield Event(code, "WC-LOC-5", {**values, "number": number})
        else:
            yield Event("active" if active.area < 0 else "active_again", "WC-LOC-1", values)
    if after.parts != before.parts:
        yield Event("part_locations", "WC-EPD-11", {"number": after.parts})


def step(state: State, id: str) -> tuple[str, int]:
    """How the step of a path is said, by its part on a long road, and its number."""
    facts = state.setup.tables.paths[id]
    number = state.number if id == state.path else facts.number
    return PARTS_SAID[facts.part] if state.setup.scenario.long else "path", number


def _scores(before: State, after: State) -> Iterator[Event]:
    if before.corruption != after.corruption:
        yield Event("corruption", "WC-SCO-2", {"number": after.corruption})
    scores = [[scoring.score(state, at) for at in (FREE, SHADOW)] for state in (before, after)]
    if scores[0] != scores[1]:
        yield Event("scores", "WC-SCO-1", {SIDES[FREE]: scores[1][FREE], SIDES[SHADOW]: scores[1][SHADOW]})


def _hands(before: State, after: State) -> Iterator[Event]:
    for who, (was, now) in enumerate(zip(before.decks, after.decks, strict=True)):
        values: Values = {"seat": Ref("seat", after.setup.seats[who])}
        if now.recycles != was.recycles:
            yield Event("recycled", "WC-PROC-2", {**values, "number": now.draw.size})
        if len(now.aside) != len(was.aside):
            yield Event("part_deck", "WC-EPD-10", {**values, "number": now.cycle.size})
        if now.hand.size != was.hand.size:
            yield Event("hand", "WC-PROC-1", {**values, "number": now.hand.size, "left": now.draw.size})


def _onward(before: State, after: State) -> Iterator[Event]:
    if after.ending:
        winners = tuple([Ref("seat", seat) for seat in after.winners])
        yield Event(f"end_{after.ending}", ending.ENDING_RULES[after.ending], {"winners": winners})
        yield from working(after)
        return
    if after.round != before.round:
        values: Values = {"number": after.round, "seat": Ref("seat", after.setup.seats[starting(after)])}
        yield Event("round", "WC-RND-1", values)
    if after.phase != before.phase:
        yield Event(f"phase_{after.phase}", "WC-RND-1")


def working(state: State) -> tuple[Event, ...]:
    """The score of both sides: battlegrounds and paths, corruption, Ring tokens (WC-SCO-1..3)."""
    last = state.ending in ending.NAMES[1] or not state.ending
    out = []
    for at in (FREE, SHADOW):
        kept = scoring.rings(state, at) if last else 0
        ground = sum([won.points for won in state.areas[at]])
        values: Values = {"side": side(at), "ground": ground, "rings": kept}
        total = scoring.score(state, at) + kept
        if at == SHADOW:
            values["corruption"] = state.corruption
        out.append(Event(f"score_{SIDES[at]}", f"WC-SCO-{1 + at}", {**values, "number": total}))
    return tuple(out)
