"""What happened at the table, for log, screen reader and phone: each event with its rule."""

from __future__ import annotations

from companion.games.dice.actions import DiceAction, Keep, Repeat, Resolve, Roll
from companion.games.dice.rules.ending import ENDING_RULES
from companion.games.dice.rules.symbols import Hit, work_out
from companion.games.dice.state import State, home
from companion.play.game import Event, Pair, Ref, Value


def events(before: State, action: DiceAction, after: State, seat: str | None = None) -> tuple[Event, ...]:
    """Everything `action` did, in the order of the rules; the same for everybody."""
    if isinstance(action, Keep):
        return tuple(_kept(before, action, after))
    if isinstance(action, Resolve):
        return tuple(_resolved(before, action, after))
    return (_rolled(before, action),)


def pairs(dice: tuple[str, ...], symbols: tuple[str | None, ...]) -> tuple[Pair, ...]:
    """Every symbol that lies there, with its die."""
    both = zip(dice, symbols, strict=True)
    return tuple([Pair(Ref("symbol", symbol), Ref("die", die)) for die, symbol in both if symbol])


def _rolled(before: State, action: Roll) -> Event:
    repeated = isinstance(action, Repeat)
    values: dict[str, Value] = {"seat": Ref("seat", action.seat), "dice": pairs(before.setup.dice, action.faces)}
    if repeated:
        return Event("repeated", "DG-ADV-4", values)
    return Event("rolled", "DG-ROLL-1", {**values, "number": before.rolls + 1})


def _kept(before: State, action: Keep, after: State) -> list[Event]:
    dice = before.setup.dice
    pending = before.pending or ()
    symbols = tuple([pending[dice.index(die)] for die in action.dice])
    out = [Event("kept", "DG-ROLL-2", {"seat": Ref("seat", action.seat), "dice": pairs(action.dice, symbols)})]
    if after.phase == "resolve":
        tree = "white_tree" in symbols
        out.append(Event("tree" if tree else "all_kept", "DG-TREE-1" if tree else "DG-ROLL-5"))
    return out


def _resolved(before: State, action: Resolve, after: State) -> list[Event]:
    setup, who = before.setup, {"seat": Ref("seat", action.seat)}
    working, active = work_out(before), before.active
    out: list[Event] = []
    if working.orcs:
        beaten = working.orcs <= working.weapons
        fight = {"orcs": working.orcs, "weapons": working.weapons}
        rule = before.place.rule if before.place.effect in ("weapon_factor", "orc_factor") else "DG-ORC-1"
        out.append(Event("orcs_beaten" if beaten else "orcs_win", rule, {**who, **fight}))
    if working.rings and not working.counted and working.ring_rule != "DG-ORC-1":
        out.append(Event("rings_short", working.ring_rule, {**who, "rings": working.rings}))
    gained = after.players[active].circles - before.players[active].circles
    if gained:
        place = setup.places[after.players[active].circles].id
        out.append(Event("circles", "DG-RING-1", {**who, "number": gained, "place": Ref("place", place)}))
    lost = working.counted - max(gained, before.place.rings)
    if lost > 0:
        out.append(Event("rings_lost", "DG-RING-2", {**who, "number": lost}))
    if before.place.effect == "gandalf_void" and "gandalf" in before.kept:
        out.append(Event("gandalf_void", before.place.rule, {**who, "place": Ref("place", before.place.id)}))
    if action.halve:
        out.append(Event("halved", "DG-GAN-1", {**who, "squares": ", ".join(map(str, action.halve))}))
    out += _marks(before, action, working.hits)
    seats = list(zip(setup.seats, before.players, after.players, strict=True))
    out += [
        Event("out", "DG-ELIM-1", {"seat": Ref("seat", seat)}) for seat, then, now in seats if now.out and not then.out
    ]
    out += [
        Event("home", "DG-END-2", {"seat": Ref("seat", seat)})
        for seat, then, now in seats
        if home(setup, now) and not home(setup, then)
    ]
    return out + _following(before, after)


def _marks(before: State, action: Resolve, hits: tuple[Hit, ...]) -> list[Event]:
    """Each Nazgûl: first those of the active player, then those of the opponents in turn order (DG-ORDER-1)."""
    setup, seats = before.setup, len(before.setup.seats)
    left = [player.capacity for player in before.players]
    left[before.active] += len(action.halve)
    out = []
    for hit in sorted(hits, key=lambda hit: 0 if hit.target is None else (hit.target - before.active) % seats):
        who = before.active if hit.target is None else hit.target
        values: dict[str, Value] = {"seat": Ref("seat", setup.seats[who]), "die": Ref("die", setup.dice[hit.die])}
        if hit.target is None:
            out.append(Event("spared", hit.rule, values))
        elif left[who]:
            left[who] -= 1
            out.append(Event("marked", hit.rule, values))
        else:
            out.append(Event("surplus", "DG-AMB-10", values))
    return out


def _following(before: State, after: State) -> list[Event]:
    if after.ending:
        winners = tuple([Ref("seat", seat) for seat in after.winners])
        return [Event(f"end_{after.ending}", ENDING_RULES[after.ending], {"winners": winners})]
    turn = Event("turn", "DG-SET-4", {"seat": Ref("seat", after.seat)})
    return [turn] if after.round == before.round else [Event("round", "DG-SET-4", {"number": after.round}), turn]


def working(state: State) -> tuple[Event, ...]:
    """Who is at home with how many unmarked spaces, who is out, who is still on the road (DG-END-3)."""
    out = []
    for seat, player in zip(state.setup.seats, state.players, strict=True):
        who: dict[str, Value] = {"seat": Ref("seat", seat)}
        if player.out:
            out.append(Event("score_out", "DG-ELIM-1", who))
        elif home(state.setup, player):
            whole, halves = player.squares.count("w"), 2 * player.squares.count("h") + player.squares.count("d")
            spaces = {"whole": whole, "halves": halves, "total": player.capacity}
            out.append(Event("score_home", "DG-END-3", {**who, **spaces}))
        else:
            out.append(Event("score_road", "DG-END-2", {**who, "number": player.circles}))
    return tuple(out)


def told(state: State, action: DiceAction) -> Event:
    """The action as an offer, for a list of what is legal."""
    if isinstance(action, Keep):
        pending = state.pending or ()
        symbols = tuple([pending[state.setup.dice.index(die)] for die in action.dice])
        return Event("offer_keep", "DG-ROLL-2", {"dice": pairs(action.dice, symbols)})
    if isinstance(action, Resolve):
        if not action.halve:
            return Event("offer_resolve", "DG-TURN-1")
        return Event("offer_halve", "DG-GAN-1", {"squares": ", ".join(map(str, action.halve))})
    return Event("offer_repeat", "DG-ADV-4") if isinstance(action, Repeat) else Event("offer_roll", "DG-ROLL-1")
