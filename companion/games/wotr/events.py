"""What happened at the table, for log, screen reader and phone: each event with its rule.

First what was done, then everything that changed. A seat is told of hidden cards only what it may know.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.wotr.actions import Act
from companion.games.wotr.flow import STAGES
from companion.games.wotr.rules import combat, ending, ordeals, reports, search, turn
from companion.games.wotr.rules.common import seats_of, side_of
from companion.games.wotr.state import GONE, IN_FELLOWSHIP, OFF_TRACK, State
from companion.games.wotr.tables import DECKS, FP, SHADOW, SIDES
from companion.play.agenda import Frame
from companion.play.game import Event, Ref, Value

Values = dict[str, Value]
ON_MAP = ("WR-CHAR-2", "WR-CHAR-3")  # how a character of a side comes to the map
# What an effect of a card can be besides something that has an id.
PLAIN_EFFECTS = ("corruption", "further", "heal", "hide", "hunt", "move", "reveal")
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
ACT_RULES = {  # the rules of what may be done with an action die
    "move": "WR-FELL-19",
    "hide": "WR-FELL-30",
    "separate": "WR-FELL-34",
    "diplomacy": "WR-POL-8",
    "event": "WR-EVENT-6",
    "take": "WR-DICE-23",
    "clear": "WR-EVENT-12",
    "ring": "WR-RING-4",
    "pass": "WR-DICE-15",
    "skip": "WR-DICE-16",
}
SIDE_RULES = {"travel": ("WR-CHAR-6", "WR-CHAR-13"), "bring": ("WR-CHAR-2", "WR-CHAR-3")}
BOARD_RULES = {  # what a face does with armies
    "character": "WR-DICE-18",
    "army": "WR-DICE-21",
    "muster": "WR-DICE-22",
    "army-muster": "WR-DICE-24",
    "will-of-the-west": "WR-DICE-25",
}
FELLOWSHIP_RULES = {"declare": "WR-FELL-10", "enter": "WR-MORDOR-1"}


def tile(id: str) -> Ref:
    """A Hunt tile in a message."""
    return Ref("hunt_tile", id, "called")


def cards(ids: tuple[str, ...]) -> tuple[Ref, ...]:
    """Cards in a message."""
    return tuple([Ref("event_card", id) for id in ids])


# --- what was done ---------------------------------------------------------------------------------------------------


def events(before: State, act: Act, after: State, seat: str | None = None) -> tuple[Event, ...]:
    """Everything `act` did, as a seat (or an onlooker) may know it."""
    frame = before.agenda[-1]
    code, values = _done(before, frame, act, seat)
    done = Event(f"did_{code}", _rule(before, frame, act), {"seat": Ref("seat", act.seat), **values})
    return (done, *_changes(before, act, after))


def _rule(state: State, frame: Frame, act: Act) -> str:
    """The rule that lets it be done."""
    stage = STAGES[frame[0]]
    if act.type in REPORT_RULES and act.type not in stage.acts:
        return REPORT_RULES[act.type]
    match frame[0]:
        case "act" if act.type == "army":
            return BOARD_RULES[act.die]
        case "act" if act.type in SIDE_RULES:
            return SIDE_RULES[act.type][side_of(state, frame[1])]
        case "act":
            return ACT_RULES.get(act.type, stage.rule)
        case "fellowship":
            return FELLOWSHIP_RULES.get(act.type, stage.rule)
    return stage.rule


def _done(state: State, frame: Frame, act: Act, viewer: str | None) -> tuple[str, Values]:
    """Code and values of the action itself, without what a viewer may not know."""
    match act.type:
        case "draw":
            values: Values = {"number": len(act.items), "deck": Ref("deck", DECKS[frame[2] % len(DECKS)])}
            return ("draw_cards", {"cards": cards(act.items)}) if viewer == act.seat else ("draw", values)
        case "discard" | "swap":
            known = act.item and viewer == act.seat
            return (f"{act.type}_card", {"card": Ref("event_card", act.item)}) if known else (act.type, {})
        case "roll" | "search" | "again":
            return act.type, {"faces": tuple([Ref("face", face) for face in act.items])}
        case "cast":
            return act.type, {"number": act.number}
    return spoken(state, frame, act)


def spoken(state: State, frame: Frame, act: Act) -> tuple[str, Values]:
    """Code and values of an action of which nothing is hidden, whether done or offered."""
    code, values = act.type, _named(state, act)
    match act.type:
        case "done" | "accept":
            code = f"{act.type}_{frame[0]}"
        case "travel" | "event" | "take" if not act.die:
            code = f"{act.type}_free"
        case "discard" | "swap" | "combat" if act.item:
            code = f"{act.type}_card"
        case "ring":
            values["to"] = Ref("face", act.to)
        case "lose" if act.to in ("guide", "random"):
            code = f"lose_{act.to}"
        case "lose" if frame[0] == "torn":
            code = "lose_torn"
        case "lose" if act.to in state.setup.seats:
            code, values = "lose_hand", {"whose": Ref("seat", act.to)}
        case "tile" if frame[0] in ("breaking", "challenge"):
            code = "tile_shown"
        case "pick" if frame[0] == "worn":
            code = "pick_card"
        case "ability":
            values["character"] = Ref("character", state.fellowship.guide)
        case "effect":
            code, values = _effect(state, act)
    return code, values


def _named(state: State, act: Act) -> Values:
    """What an action names, by what it is."""
    facts, values = state.setup.tables, Values()
    if act.die:
        values["face"] = Ref("face", act.die)
    if act.type in ("watch", "allocate"):
        values["number"] = act.number
    for id in (act.item, act.to):
        for kind, known in (
            ("character", facts.characters),
            ("event_card", facts.cards),
            ("region", facts.regions),
            ("nation", facts.nations),
            ("deck", DECKS),
        ):
            word = {"event_card": "card"}.get(kind, kind)
            if id in known and (kind != "deck" or act.type == "take"):
                values[word] = Ref(kind, id)
    if act.item in facts.tiles:
        values["tile"] = tile(act.item)
        values["says"] = Ref("hunt_tile", act.item, "says")
    return values


def _effect(state: State, act: Act) -> tuple[str, Values]:
    facts = state.setup.tables
    values: Values = {"card": Ref("event_card", act.item), "number": act.number}
    if act.to in PLAIN_EFFECTS:
        return f"effect_{act.to}", values
    kinds = {
        "character": facts.characters,
        "region": facts.regions,
        "nation": facts.nations,
        "event_card": facts.cards,
        "face": facts.faces[SHADOW],
    }
    kind = next(kind for kind, known in kinds.items() if act.to in known)
    return "effect", {**values, "what": Ref(kind, act.to)}


def told(state: State, act: Act) -> Event:
    """The action as an offer, for a list of what is legal."""
    frame = state.agenda[-1]
    code, values = spoken(state, frame, act)
    if act.type == "draw":
        values = {"number": frame[3], "deck": Ref("deck", DECKS[frame[2] % len(DECKS)])}
    if act.type in ("search", "again"):
        values = {"number": search.dice_due(state, frame)}
    return Event(f"offer_{code}", _rule(state, frame, act), values)


# --- what changed ----------------------------------------------------------------------------------------------------


def _changes(before: State, act: Act, after: State) -> Iterator[Event]:
    """What is different now, in the order of the rules; what a card says where it is not in real hands."""
    if act.type == "event" and not before.setup.options.real_cards:
        yield Event("card_says", "WR-EVENT-9", {"says": Ref("event_card", act.item, "effect")})
    yield from _hunted(before, act, after)
    yield from _fellowship(before, after)
    yield from _characters(before, after)
    yield from _tiles(before, after)
    yield from _dice(before, act, after)
    yield from _politics(before, after)
    yield from _cards(before, after)
    yield from _onward(before, after)


def _hunted(before: State, act: Act, after: State) -> Iterator[Event]:
    """Successes of a Hunt roll, the damage that a tile still does, Eyes that a card took out of the game."""
    frame = before.agenda[-1]
    if act.type in ("search", "again"):
        good = sum([search.succeeds(before, face, frame[3]) for face in act.items])
        good += frame[4] if act.type == "again" else 0
        yield Event("hunt_hits" if good else "hunt_missed", "WR-HUNT-4", {"number": good})
    if act.type == "tile" and frame[0] == "challenge" and frame[0] not in [left[0] for left in after.agenda]:
        gone = ordeals.eyes(before, (*frame[2], act.item))
        if 0 < gone < ordeals.CHALLENGED:
            yield Event("eyes_gone", "WR-HUNT-18", {"number": gone})
    damage = _damage(after)
    if damage is not None and damage != _damage(before):
        yield Event("damage", "WR-HUNT-10", {"number": damage})


def _damage(state: State) -> int | None:
    struck = [frame for frame in state.agenda if frame[0] == "tile"]
    return struck[-1][4] if struck else None


def _fellowship(before: State, after: State) -> Iterator[Event]:
    was, now, facts = before.fellowship, after.fellowship, after.setup.tables
    last = facts.tracks["fellowship"]
    if was.corruption != now.corruption:
        yield Event("corruption", "WR-FELL-3", {"number": now.corruption, "last": last})
    if was.hidden != now.hidden:
        yield Event("hidden", "WR-FELL-31") if now.hidden else Event("found_out", "WR-FELL-25")
    if was.step != now.step:
        yield Event("step", "WR-MORDOR-15", {"number": now.step, "last": facts.tracks["mordor"]})
    elif was.region != now.region:
        yield Event("at_region", "WR-FELL-12", {"region": Ref("region", now.region)})
    if was.progress != now.progress and now.step == OFF_TRACK:
        yield Event("progress", "WR-FELL-20", {"number": now.progress})
    if was.guide != now.guide and now.guide:
        yield Event("guide", "WR-FELL-5", {"character": Ref("character", now.guide)})


def _characters(before: State, after: State) -> Iterator[Event]:
    for (id, facts), was, now in zip(after.setup.tables.characters.items(), before.where, after.where, strict=True):
        who: Values = {"character": Ref("character", id)}
        if was == now:
            continue
        if now == GONE:
            yield Event("gone", "WR-CHAR-23", who)
        elif now == IN_FELLOWSHIP:
            yield Event("comes_along", "WR-FELL-8", who)
        else:
            yield Event("stands", ON_MAP[facts.side], {**who, "region": Ref("region", now)})


def _tiles(before: State, after: State) -> Iterator[Event]:
    for id in after.waiting:
        if id not in before.waiting:
            yield Event("tile_waits", "WR-EVENT-18", {"tile": tile(id)})
    if sum(after.pool) > sum(before.pool):
        yield Event("tiles_in", "WR-HUNT-18", {"number": sum(after.pool)})


def _dice(before: State, act: Act, after: State) -> Iterator[Event]:
    """The Hunt Box, the Rings, and unused dice that a card has changed."""
    box = after.box
    if after.turn == before.turn and (before.box.level, before.box.walkers) != (box.level, box.walkers):
        yield Event("box", "WR-HUNT-2", {"number": box.level, "walkers": box.walkers})
    for side in (FP, SHADOW) if act.type == "event" and after.turn == before.turn else ():
        faces, now = after.setup.tables.faces[side], after.sides[side].unused
        was = list(before.sides[side].unused)
        if act.die and side_of(before, before.setup.seats.index(act.seat)) == side:
            was[faces.index(act.die)] -= 1
        if tuple(was) != now:
            left = tuple([Ref("face", face) for face, number in zip(faces, now, strict=True) for _ in range(number)])
            values: Values = {"side": Ref("side", SIDES[side]), "faces": left}
            yield Event("unused" if left else "unused_none", "WR-EVENT-9", values)
    rings = [[side.rings for side in state.sides] for state in (before, after)]
    if rings[0] != rings[1]:
        yield Event("rings", "WR-RING-1", {SIDES[FP]: rings[1][FP], SIDES[SHADOW]: rings[1][SHADOW]})


def _politics(before: State, after: State) -> Iterator[Event]:
    war = after.setup.tables.tracks["political"]
    for at, id in enumerate(after.setup.tables.nations):
        nation: Values = {"nation": Ref("nation", id)}
        if after.active[at] and not before.active[at]:
            yield Event("active", "WR-POL-4", nation)
        if after.boxes[at] != before.boxes[at]:
            yield (
                Event("at_war", "WR-POL-1", nation)
                if after.boxes[at] == war
                else Event("advanced", "WR-POL-8", {**nation, "number": after.boxes[at]})
            )
    points = [[turn.points(state, side) for side in (FP, SHADOW)] for state in (before, after)]
    if points[0] != points[1]:
        yield Event("points", "WR-WIN-6", {SIDES[FP]: points[1][FP], SIDES[SHADOW]: points[1][SHADOW]})


def _cards(before: State, after: State) -> Iterator[Event]:
    for side in (FP, SHADOW):
        was, now = before.sides[side].table, after.sides[side].table
        yield from [Event("stays", "WR-EVENT-11", {"card": card}) for card in cards(now) if card.id not in was]
        yield from [Event("leaves", "WR-EVENT-11", {"card": card}) for card in cards(was) if card.id not in now]
    for who, (held, holds) in enumerate(zip(before.hands, after.hands, strict=True)):
        if held.size != holds.size:
            seat = Ref("seat", after.setup.seats[who])
            yield Event("hand", "WR-EVENT-2", {"seat": seat, "number": holds.size})


def _onward(before: State, after: State) -> Iterator[Event]:
    if after.ending:
        winners = tuple([Ref("seat", seat) for seat in after.winners])
        yield Event(f"end_{after.ending}", ending.ENDING_RULES[after.ending], {"winners": winners})
        yield from working(after)
        return
    if after.turn != before.turn:
        yield Event("turn", "WR-TURN-1", {"number": after.turn})
    if after.phase != before.phase:
        yield Event(f"phase_{after.phase}", "WR-TURN-1")


def working(state: State) -> tuple[Event, ...]:
    """The victory points of both sides, and in a team those of each seat of the side that won (WR-TEAM-28, -29)."""
    out = [
        Event(
            "score_side",
            "WR-WIN-6",
            {"side": Ref("side", SIDES[side]), "number": turn.points(state, side), "needed": turn.NEEDED[side]},
        )
        for side in (FP, SHADOW)
    ]
    sides = {side_of(state, state.setup.seats.index(seat)) for seat in state.winners} or {FP, SHADOW}
    for side in sorted(sides):
        partners = seats_of(state, side)
        for who in partners if len(partners) > 1 else ():
            code, values = "score_fp", Values(seat=Ref("seat", state.setup.seats[who]), lost=ending.lost(state, who))
            if side == SHADOW:
                code = "score_shadow"
                values |= {"gained": ending.captured(state, who), "number": ending.score(state, who)}
            out.append(Event(code, ending.TEAM_RULES[side], values))
    return tuple(out)


assert REPORT_RULES.keys() == {*reports.REPORTS, *combat.ASIDES}
