"""What is seen of the table: everything public, and of hidden things only what that seat may see."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.games.wotr.flow import STAGES, outcome
from companion.games.wotr.odds import hunt as odds
from companion.games.wotr.rules import cards, dice, hunt, search, turn, ways
from companion.games.wotr.state import OFF_TRACK, Hand, State, holder
from companion.games.wotr.tables import DECKS, FP, SHADOW, SIDES
from companion.games.wotr.tiles import damages
from companion.play.agenda import Frame

Json = dict[str, Any]


def view(state: State, seat: str | None) -> Json:
    """The table as plain data."""
    setup, facts, over = state.setup, state.setup.tables, outcome(state)
    return {
        "options": setup.options._asdict(),
        "round": state.turn,
        "phase": state.phase if state.agenda else "over",
        "active": setup.seats[state.acting],
        "sides": {SIDES[side]: _side(state, side) for side in (FP, SHADOW)},
        "hunt_box": {
            "level": state.box.level,
            "allocated": state.box.allocated,
            "eyes": state.box.eyes,
            "walkers": state.box.walkers,
        },
        "fellowship": _fellowship(state),
        "pool": dict(zip(facts.tiles, state.pool, strict=True)),
        "drawn": dict(zip(facts.tiles, state.drawn, strict=True)),
        "waiting": list(state.waiting),
        "characters": dict(zip(facts.characters, state.where, strict=True)),
        "politics": {id: {"box": state.boxes[at], "active": state.active[at]} for at, id in enumerate(facts.nations)},
        "control": {id: SIDES[holder(state, id)] for id in state.taken},
        "besieged": list(state.besieged),
        "step": _step(state),
        "rule": STAGES[state.agenda[-1][0]].rule if state.agenda else "",
        "players": [_player(state, who, hand, seat) for who, hand in enumerate(state.hands)],
        "outcome": None if over is None else {"ending": over.ending, "rule": over.rule, "winners": list(over.winners)},
    }


def _side(state: State, side: int) -> Json:
    has, facts = state.sides[side], state.setup.tables
    return {
        "pool": has.pool,
        "coming": has.coming,
        "unused": {face: number for face, number in zip(facts.faces[side], has.unused, strict=True) if number},
        "rings": has.rings,
        "ring_used": has.ring_used,
        "table": list(has.table),
        "leader": state.setup.seats[has.leader],
        "decks": {deck: state.deck_sizes[cards.place(state, side, deck)] for deck in DECKS},
        "points": turn.points(state, side),
        "needed": turn.NEEDED[side],
    }


def _fellowship(state: State) -> Json:
    walk = state.fellowship
    return {
        "region": walk.region,
        "progress": walk.progress,
        "hidden": walk.hidden,
        "corruption": walk.corruption,
        "companions": list(walk.companions),
        "guide": walk.guide,
        "step": None if walk.step == OFF_TRACK else walk.step,
        "declared": walk.declared,
    }


def _player(state: State, who: int, hand: Hand, viewer: str | None) -> Json:
    seat = state.setup.seats[who]
    return {
        "seat": seat,
        "side": SIDES[state.setup.sides[who]],
        "leads": state.sides[state.setup.sides[who]].leader == who,
        "cards": hand.size,
        "limit": cards.limit(state, who),
        "hand": list(hand.cards) if sees_hand(state, seat, viewer) else None,
    }


def sees_hand(state: State, seat: str, viewer: str | None) -> bool:
    """A hand is its holder's; when the game is over all are shown."""
    return viewer == seat or bool(state.ending)


def _step(state: State) -> Json | None:
    """What is awaited, as far as it is public."""
    if not state.agenda:
        return None
    frame = state.agenda[-1]
    return {"kind": frame[0], "seat": state.seat, **_detail(state, frame)}


def _detail(state: State, frame: Frame) -> Json:
    match frame[0]:
        case "walk":
            return {"left": frame[2], "why": frame[3], "path": list(frame[4])}
        case "allocate":
            least, most = dice.bounds(state, state.setup.sides[frame[1]])
            return {"least": least, "most": most}
        case "roll":
            return {"number": dice.number_of_dice(state, state.setup.sides[frame[1]])}
        case "watch":
            fort, told = ways.shadow_stronghold(state, state.fellowship.region), search.known_conditions(state)
            chances = [
                [number, _found(state, search.dice(state), frame[2], number + fort)]
                for number in range(told, search.BOARD + 1)
            ]
            return {**_search(state, frame[2]), "stronghold": fort, "chances": chances}
        case "search":
            found = _found(state, search.dice_due(state, frame), frame[3], frame[2])
            return {**_search(state, frame[3]), "number": search.dice_due(state, frame), "chance": found}
        case "again":
            found = 1.0 if frame[4] else _found(state, frame[2], frame[3], 0)
            return {**_search(state, frame[3]), "number": frame[2], "good": frame[4], "chance": found}
        case "draw":
            return {"number": frame[3], "deck": DECKS[frame[2] % len(DECKS)]}
        case "draw_tile":
            return _drawn(state, frame[3])
        case "tile":
            struck = hunt.Struck(*frame)
            return {"tile": struck.tile, "damage": struck.damage, "reveals": hunt.reveals(state, struck)}
        case "second" | "cast":
            return {"tile": frame[2]}
        case "card":
            return {"card": frame[2]}
        case "group":
            return {"how": frame[2], "characters": list(frame[3])}
        case "placing" | "carried" | "lure":
            return {"character": frame[2]}
    return {}


def _search(state: State, bonus: int) -> Json:
    """Which faces of a Hunt die find something."""
    return {"succeeds": [face for face in state.setup.tables.combat if search.succeeds(state, face, bonus)]}


def _found(state: State, level: int, bonus: int, rerolls: int) -> float:
    """The chance that a Hunt roll finds the Fellowship."""
    hits = odds.successes(level, state.box.walkers + bonus, rerolls)
    return float(1 - Fraction(hits.cases[0], hits.total))


def _drawn(state: State, eye: int) -> Json:
    """What the pool holds for the next tile: its mean damage, the share of tiles that reveal."""
    tiles, whole = state.setup.tables.tiles, sum(state.pool)
    harm, shown = Fraction(0), 0
    for id, count in zip(tiles, state.pool, strict=True):
        found = damages(tiles[id], eye)
        harm += Fraction(count * sum(max(number, 0) for number in found), len(found))
        shown += count * (tiles[id].reveal and state.fellowship.hidden)
    return {"mean": float(harm / whole), "reveals": shown / whole}
