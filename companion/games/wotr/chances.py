"""Chance results: action dice, Hunt dice, tiles, cards, Companions and cards drawn at random."""

from __future__ import annotations

from typing import Any, cast

from companion.core.messages import Pair, Ref
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import drawing
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.turn.dice import number_of_dice
from companion.games.wotr.state import State
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.tiles import DIE_FACES
from companion.play.game.pools import Pool

ACTION_DICE = (Ref("die", "fp-action"), Ref("die", "shadow-action"))
COMBAT_DIE = Ref("die", "combat")


def chance_pool(state: State, act: Act) -> Pool:
    """Return the possible results of an open action."""
    facts, step = state.setup.tables, cast(Any, state.step)
    match act.type:
        case "roll":
            side = side_of(state, step.seat_index)
            return Pool.from_pieces(facts.dice[side], number_of_dice(state, side), put_back=True)
        case "search" | "again" | "strike" | "restrike" | "throw":
            return Pool.from_pieces(facts.combat, step.dice_due(state), put_back=True)
        case "tile":
            return Pool(tuple(facts.tiles), state.pool)
        case "cast":
            return Pool.from_pieces(DIE_FACES)
        case "pick":
            return Pool.from_pieces(step.picks(state), unseen=step.kind == "worn")
    return Pool.from_pieces(*drawing.pool(state, step))


def drawn_faces(state: State, action: Act) -> tuple[Pair, ...]:
    """Return every face of a roll; nothing for tiles and cards, whose frequencies are not tested."""
    combat = state.setup.tables.combat
    die, faces = COMBAT_DIE, action.faces
    match action.type:
        case "roll":
            die = ACTION_DICE[side_of(state, state.index_of(action.seat))]
        case "cast":
            faces = tuple([id for id, value in combat.items() if value == action.number])
        case "search" | "again" | "strike" | "restrike" | "throw":
            pass
        case _:
            return ()
    return tuple([Pair(Ref("face", face), die) for face in faces])


def dice_faces(state: State) -> dict[Ref, tuple[str, ...]]:
    """Return the faces of the action dice of both sides and of a combat die."""
    facts = state.setup.tables
    return {ACTION_DICE[side]: facts.dice[side] for side in (FP, SHADOW)} | {COMBAT_DIE: tuple(facts.combat)}
