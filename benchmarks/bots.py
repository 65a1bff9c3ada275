"""The bot of a game against random play, with both sides: python benchmarks/bots.py GAME --games N NAME:SEAT NAME:SEAT...

The seats stand in two camps, those of the first half against the others; the bot plays one, random play the other, half
of the games each. Printed for each camp: games won with a 95 % confidence interval (Wilson), decisions, the mean and
the slowest move in processor time. A word without a colon is the game's variant, `--bot` another bot than `search`,
`--budget` its steps, `--seed` another series, `--side 0` or `1` one camp only.

Random play reports nothing from a board that only players see: it would tell itself to victory.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from dataclasses import replace
from math import sqrt

from companion.content.load import load
from companion.games import get
from companion.play.bots import any_action, bots, shown

SURE = 1.96  # standard errors of 95 %


def interval(won: int, games: int) -> tuple[float, float]:
    """Where the chance to win lies (Wilson)."""
    share, square = won / games, SURE * SURE / games
    middle = share + square / 2
    wide = SURE * sqrt(share * (1 - share) / games + square / games / 4)
    return (middle - wide) / (1 + square), (middle + wide) / (1 + square)


def main() -> None:
    """Play and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("seats", nargs="*")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--bot", default="search")
    asked.add_argument("--budget", type=int)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--side", type=int, choices=(0, 1))
    given = asked.parse_args()
    game, content = get(given.game), load(given.game)
    names = [word for word in given.seats if ":" in word]
    variant = next((word for word in given.seats if ":" not in word), None)
    options = {"real_cards": "false"} if "real_cards" in content["option"] else {}
    header = game.header(content, names, variant, options, None)
    if not isinstance(header, dict):
        raise SystemExit(str(header))
    bot = bots(game)[given.bot]
    if given.budget:
        bot = replace(bot, budget=given.budget)
    seats = [seat["id"] for seat in header["seats"]]
    camps = (seats[: len(seats) // 2], seats[len(seats) // 2 :])
    for side in (0, 1) if given.side is None else (given.side,):
        games = given.games if given.side is not None else (given.games + 1 - side) // 2
        won, endings, moves = 0, Counter(), []
        for number in range(games):
            rng = random.Random(f"{given.seed} {side} {number}")
            state = game.new(content, header)
            while legal := game.legal(state):
                seat = game.pending(state).seats[0]
                if seat in camps[side]:
                    start = time.process_time()
                    act = bot.choose(game, content, state, seat, rng).act
                    moves.append(time.process_time() - start)
                else:
                    asked_now = tuple([offer for offer in legal if not game.is_aside(state, offer)])
                    act = any_action(rng, state, asked_now)
                state = game.apply(state, shown(game, state, act, rng))
            over = game.outcome(state)
            won += any(seat in over.winners for seat in camps[side])
            endings[over.ending, game.view(state, None).get("round", 0) // 10 * 10] += 1
            print(f"  {number} {over.ending} round {game.view(state, None).get('round')}", flush=True)
        low, high = interval(won, games)
        print(f"{given.bot} as {'+'.join(camps[side])}: {won} of {games} won, {100 * low:.1f} % to {100 * high:.1f} %")
        print(f"  {dict(endings)}")
        print(f"  {len(moves)} moves: {1000 * sum(moves) / len(moves):.1f} ms on average, slowest {1000 * max(moves):.0f} ms")


if __name__ == "__main__":
    main()
