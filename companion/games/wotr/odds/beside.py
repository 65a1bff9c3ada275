"""Exact odds for the decision at hand: a move of the Fellowship, Hunt dice, a random Companion, a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.core.messages import Phrase
from companion.games.wotr.odds import hunt
from companion.games.wotr.odds.questions import QUESTIONS
from companion.games.wotr.rules.hunt.tile_damage import TileDamage
from companion.games.wotr.rules.map.companions import on_track
from companion.games.wotr.rules.turn import dice
from companion.games.wotr.rules.turn.dice import Allocate
from companion.games.wotr.state import State
from companion.play.game.game import ChanceRow, Chances, Odds, OddsPanel
from companion.play.game.odds_words import mean_values, rows_by_number

if TYPE_CHECKING:
    from companion.content.model import Content

FIGHTING = ("press", "cease", "retreat", "stand", "withdraw", "extend", "strike")


def decision_odds(content: Content, state: State, types: Collection[str]) -> Iterator[OddsPanel]:
    """Yield the odds for these types of offered actions (WR-HUNT-2..27, WR-BATTLE-1)."""
    step = state.step
    if "move" in types:
        yield _move_odds(content, state)
    if isinstance(step, Allocate):
        yield _allocation_odds(content, state, step)
    if isinstance(step, TileDamage) and "lose" in types and state.fellowship.companions:
        yield _casualty_odds(state, step)
    if not set(types).isdisjoint(FIGHTING):
        yield from _battle_odds(content, state)


def _answer(content: Content, state: State, question: str) -> Odds:
    asked = QUESTIONS[question]
    return asked.answer(content, asked.from_state(state), {})


def _row(answer: Odds, table: str, id: str) -> Fraction:
    """Return a chance of the answer; 0 without such a row."""
    rows = next(chances.rows for chances in answer.tables if chances.code == table)
    return next((row.chance for row in rows if row.id == id), Fraction(0))


def _move_odds(content: Content, state: State) -> OddsPanel:
    """Return the chance that a tile is drawn, and its results if all its damage is taken."""
    answer = _answer(content, state, "hunt")
    taken = next(chances for chances in answer.tables if chances.code == "choice_take")
    values = {**taken.values, "tile": _row(answer, "drawn", "now"), "chance": _row(answer, "choice_take", "revealed")}
    return OddsPanel("line_track" if on_track(state) else "line_move", values, "hunt", answer)


def _allocation_odds(content: Content, state: State, step: Allocate) -> OddsPanel:
    """Return the chance of a tile for each number of dice in the box, before Eyes are rolled."""
    least, most = dice.bounds(state, state.setup.sides[step.seat_index])
    chances = []
    for number in range(least, most + 1):
        hits = hunt.successes(number, 0, 0)
        chances.append((number, 1 - Fraction(hits.cases[0], hits.total)))
    each = tuple([Phrase("odds.line_number", {"number": number, "chance": chance}) for number, chance in chances])
    answer = Odds({}, (Chances("drawn_by_dice", "WR-HUNT-4", rows_by_number("box_dice", chances)),), ("note_eyes",))
    return OddsPanel("line_allocate", {"numbers": each}, "hunt", answer)


def _casualty_odds(state: State, step: TileDamage) -> OddsPanel:
    """Return the corruption left when a Companion is drawn at random (WR-HUNT-25, -26)."""
    levels = [state.setup.tables.characters[id].level for id in state.fellowship.companions]
    left = Counter([max(0, step.damage - level) for level in levels])
    chances = [(number, Fraction(cases, len(levels))) for number, cases in sorted(left.items())]
    average = sum([number * chance for number, chance in chances], Fraction(0))
    rows = tuple([ChanceRow(str(number), chance, "corruption", {"number": number}) for number, chance in chances])
    answer = Odds({}, (Chances("choice_random", "WR-HUNT-25", rows, mean_values(average)),), ())
    return OddsPanel("line_random", mean_values(average), "hunt", answer)


def _battle_odds(content: Content, state: State) -> Iterator[OddsPanel]:
    """Yield the chances of each winner if both fight on."""
    asked = QUESTIONS["battle"]
    if told := asked.from_state(state):
        answer = asked.answer(content, told, {})
        values = {how: _row(answer, "battle_ends", f"{how}_wins") for how in ("attacker", "defender")}
        yield OddsPanel("line_battle", values, "battle", answer)
