"""The bot: keeps and repeats what leaves the best chance to win, and halves the first squares it may.

The easy level slips: now and then it keeps what is only second or third best."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.core.messages import Phrase, Value
from companion.games.dice.actions import Act
from companion.games.dice.finish_odds import FINE
from companion.games.dice.odds import keep_rows
from companion.games.dice.race import best_turn, round_chance
from companion.games.dice.rules.resolving import allowed_halvings
from companion.games.dice.state import State
from companion.play.game.bots import EASY, GOOD, choose_near_best, slip_reason
from companion.play.game.game import Bot, Chances, Choice, Game

if TYPE_CHECKING:
    from companion.content.model import Content

TOLD = 5  # keeps that a choice lists


@dataclass(frozen=True, slots=True)
class RaceBot:
    """Chances to win are those of companion.games.dice.race. slips: the share of keeps that are not the best."""

    slips: float = 0.0

    def choose(self, game: Game, content: Content, state: State, seat: str, rng: random.Random) -> Choice:
        """One of the actions that are legal now."""
        match state.phase:
            case "roll":
                return Choice(Act("roll", seat), Phrase("bot.roll", {"number": state.kept.count("")}))
            case "resolve":
                return _choose_halving(state)
            case _:
                return self._choose_keep(state, rng)

    def _choose_keep(self, state: State, rng: random.Random) -> Choice:
        found = weigh_keeps(state)
        told = keep_rows(state, found)
        table = Chances("keeps_win", "DG-ROLL-2", told[:TOLD], more=max(0, len(told) - TOLD))
        at = choose_near_best(range(len(found)), self.slips, rng)
        dice, chance = found[at]
        act = Act("keep", state.seat, dice) if dice else Act("repeat", state.seat)
        if at:
            return Choice(act, slip_reason(chance, found[0][1]), table)
        values: dict[str, Value] = {**told[0].values, "chance": told[0].chance}
        if len(told) == 1:
            return Choice(act, Phrase("bot.keep_only", values), table)
        values["next"] = told[1].chance
        return Choice(act, Phrase("bot.keep" if dice else "bot.repeat", values), table)


def _choose_halving(state: State) -> Choice:
    """The first whole squares: marks use up their halves before the next whole one."""
    squares = state.players[state.active].squares
    whole = [number for number, square in enumerate(squares, 1) if square == "w"]
    halve = tuple(whole[: allowed_halvings(state)])
    why = Phrase("bot.halve", {"squares": ", ".join(map(str, halve))}) if halve else Phrase("bot.resolve", {})
    return Choice(Act("resolve", state.seat, halve=halve), why)


def weigh_keeps(state: State) -> list[tuple[tuple[str, ...], Fraction]]:
    """Every keep of the roll that lies there with its chance to win as it is told, the best first; () is to repeat the
    roll.
    """
    standing, best = best_turn(state)
    found = [(dice, best.mean_worth(position) / FINE) for dice, position in standing.keeps(state).items()]
    if state.place.effect == "reroll_once" and not state.repeated:
        found.append(((), best.worth_of_repeat(standing.position_of(state.kept)) / FINE))
    return [(dice, round_chance(chance)) for dice, chance in sorted(found, key=lambda each: -each[1])]


BOTS: Mapping[str, Bot] = {EASY: RaceBot(slips=0.4), GOOD: RaceBot()}
