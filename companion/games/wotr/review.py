"""The luck of an evening of War of the Ring: Eyes, the Hunt and its tiles, hits in battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from companion.games.wotr.actions import Act
from companion.games.wotr.bots.bot import TOLD
from companion.games.wotr.odds.battle_ends import fight_on
from companion.games.wotr.rules.battle.battle_dice import ExtraAttack, Reroll, Strike
from companion.games.wotr.rules.battle.battle_strength import battle_of, count_hits, number_to_hit
from companion.games.wotr.rules.common.action_dice import EYE as EYE_FACE
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.hunt.hunt_roll import Again, Search, die_succeeds
from companion.games.wotr.rules.hunt.hunt_tile import Cast, DrawTile
from companion.games.wotr.rules.turn.dice import Roll
from companion.games.wotr.state import State
from companion.games.wotr.tables import SHADOW
from companion.games.wotr.tiles import DIE_FACES, EYE, Tile
from companion.play.game.game import GameReview, LuckItem
from companion.play.report.luck import count_successes, spread_evenly


def chance_luck(state: State, act: Act) -> Iterator[LuckItem]:
    """Return the number of a roll of dice or of a Hunt tile."""
    facts, step = state.setup.tables, state.step
    match step:
        case Roll() if act.type == "roll" and side_of(state, step.seat_index) == SHADOW:
            faces = facts.dice[SHADOW]
            chance = Fraction(faces.count(EYE_FACE), len(faces))
            got = act.faces.count(EYE_FACE)
            yield LuckItem("eyes", "WR-DICE-12", act.seat, got, count_successes([chance] * len(act.faces)))
        case Search() | Again() if act.faces:
            good = [face for face in facts.combat if die_succeeds(state, face, step.bonus)]
            yield _dice_luck(state, "hunt", "WR-HUNT-4", "", act.faces, good)
        case DrawTile() if act.type == "tile":
            left = [tile for tile, number in zip(facts.tiles.values(), state.pool, strict=True) for _ in range(number)]
            got = _damage(facts.tiles[act.tile], step.eye)
            yield LuckItem("damage", "WR-HUNT-9", "", got, spread_evenly([_damage(tile, step.eye) for tile in left]))
        case Cast() if act.type == "cast":
            yield LuckItem("damage", "WR-HUNT-9", "", act.number, spread_evenly(DIE_FACES))
        case Strike() | Reroll() | ExtraAttack() if act.faces:
            bonus, needed = _needs(state, step)
            good = [face for face in facts.combat if count_hits(state, [face], bonus, needed)]
            yield _dice_luck(state, "hits", "WR-BATTLE-20", act.seat, act.faces, good)


def _dice_luck(state: State, code: str, rule: str, seat: str, faces: Sequence[str], good: Sequence[str]) -> LuckItem:
    chance = Fraction(len(good), len(state.setup.tables.combat))
    got = sum([face in good for face in faces])
    return LuckItem(code, rule, seat, got, count_successes([chance] * len(faces)))


def _damage(tile: Tile, eye: int) -> int:
    """Return the damage of a drawn tile; the sign of a die brings none until that die is cast."""
    if isinstance(tile.damage, int):
        return tile.damage
    return eye if tile.damage == EYE else 0


def _needs(state: State, step: Strike | Reroll | ExtraAttack) -> tuple[int, int]:
    """Return what is added to each die of a battle, and the number that it has to show."""
    modifiers = battle_of(state).forces[step.side].modifiers
    match step:
        case ExtraAttack():
            return 0, step.needed or number_to_hit(state, step.side)
        case Reroll():
            return modifiers.reroll, number_to_hit(state, step.side)
        case Strike():
            return modifiers.roll, number_to_hit(state, step.side)


def is_decision(state: State, act: Act) -> bool:
    """Return whether the action is a decision, no report of what the table did."""
    return state.setup.armies or act.type not in TOLD


REVIEW = GameReview(luck=chance_luck, ahead=fight_on, can_try=is_decision)
