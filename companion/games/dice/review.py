"""An evening of the dice game in hindsight: the Rings and Nazgûl rolled, and each keep by the chance to win."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from companion.games.dice.actions import ACTIONS, Act
from companion.games.dice.bot import weigh_keeps
from companion.games.dice.finish_odds import FINE
from companion.games.dice.race import WinWorth, round_chance
from companion.games.dice.roll_odds import face_odds
from companion.games.dice.rules.resolving import allowed_halvings, work_out
from companion.games.dice.state import State
from companion.games.dice.turn_odds import TurnResult
from companion.play.game.game import GameReview, Judged, LuckItem
from companion.play.report.luck import count_successes

SYMBOLS = ("ring", "nazgul")


def roll_luck(state: State, act: Act) -> Iterator[LuckItem]:
    """Return the Rings and the Nazgûl of a roll (DG-ROLL-1)."""
    if act.type not in ACTIONS.chance:
        return
    rolled = [faces for faces, symbol in zip(state.setup.faces, act.dice, strict=True) if symbol]
    for symbol in SYMBOLS:
        chances = count_successes([face_odds(faces, symbol) for faces in rolled])
        yield LuckItem(symbol, "DG-ROLL-1", act.seat, act.dice.count(symbol), chances)


def judge_decision(state: State, act: Act) -> Judged | None:
    """Judge a keep, a repeat or a halving by the chance to win; None where nothing was to choose."""
    match act.type:
        case "keep" | "repeat":
            return _judge_keep(state, act)
        case "resolve":
            return _judge_halving(state, act)
        case _:
            return None


def _judge_keep(state: State, act: Act) -> Judged | None:
    weighed = weigh_keeps(state)
    dice, best = weighed[0]
    if len(weighed) == 1:
        return None
    instead = Act("keep", act.seat, dice) if dice else Act("repeat", act.seat)
    return Judged("DG-ROLL-2", dict(weighed)[act.dice if act.type == "keep" else ()], best, instead)


def _judge_halving(state: State, act: Act) -> Judged | None:
    squares = state.players[state.active].squares
    whole = [number for number, square in enumerate(squares, 1) if square == "w"]
    halve = tuple(whole[: allowed_halvings(state)])
    if not halve:
        return None
    found, worth = work_out(state), WinWorth(state)
    mine = sum([hit.target == state.active for hit in found.hits])
    others = sum([hit.target not in (state.active, None) for hit in found.hits])

    def chance(halved: int) -> Fraction:
        return round_chance(Fraction(worth(TurnResult(found.counted, halved, (mine, others))), FINE))

    return Judged("DG-GAN-1", chance(len(act.halve)), chance(len(halve)), Act("resolve", act.seat, halve=halve))


REVIEW = GameReview(luck=roll_luck, judge=judge_decision)
