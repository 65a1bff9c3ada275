"""A bot against random play or another bot, with both sides: python benchmarks/bots.py GAME --games N NAME:SEAT...

The seats stand in two camps, those of the first half against the others; the bot plays one, random play or the bot
`--against` the other, half of the games each. After each game is printed: games won with a 95 % confidence interval
(Wilson), the bot's moves, the mean and the slowest in processor time, how the games ended; one longer than `--longest`
actions is unfinished and not won. A word without a colon is the game's variant, `--bot` another bot than `good`,
`--budget` its steps, `--seed` another series, `--first` where in it to begin, `--side 0` or `1` one camp only. The
first `--verified` games of a camp are played as sessions of the app, and their journals checked.

Random play reports nothing from a board that only players see: it would tell itself to victory.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import sqrt

from companion.content.load import load
from companion.content.model import Content
from companion.core.messages import Phrase
from companion.games import get
from companion.play.game.bots import any_action, bots_of, close_at_random, next_choice, offers_of
from companion.play.game.game import Bot, Choice, Game, Json, Outcome, State
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal

SURE = 1.96  # standard errors of 95 %


def interval(won: int, games: int) -> tuple[float, float]:
    """Where the chance to win lies (Wilson)."""
    share, square = won / games, SURE * SURE / games
    middle = share + square / 2
    wide = SURE * sqrt(share * (1 - share) / games + square / games / 4)
    return (middle - wide) / (1 + square), (middle + wide) / (1 + square)


class Timed:
    """A bot, and how long each of its choices takes."""

    def __init__(self, bot: Bot, moves: list[float]) -> None:
        self.bot, self.moves = bot, moves

    def choose(self, game: Game, content: Content, state: State, seat: str, rng: random.Random) -> Choice | None:
        """As the bot does."""
        start = time.process_time()
        choice = self.bot.choose(game, content, state, seat, rng)
        self.moves.append(time.process_time() - start)
        return choice


class Plain:
    """Random play of what is asked for, and nothing else."""

    def choose(self, game: Game, content: Content, state: State, seat: str, rng: random.Random) -> Choice | None:
        """Any type, then any action of it."""
        if seat != game.rules.pending(state).seats[0]:
            return None
        legal = tuple([offer for offer in offers_of(game, state, seat) if not game.rules.is_aside(state, offer)])
        return Choice(any_action(rng, state, legal), Phrase("bot.random", {"number": len(legal)}))


def played(
    game: Game, content: Content, header: Json, players: Mapping[str, Bot], rng: random.Random, longest: int
) -> Outcome | None:
    """How a game ends; None after so many actions."""
    state = game.rules.new(content, header)
    for _ in range(longest):
        if not game.rules.legal(state):
            return game.rules.outcome(state)
        choice = next_choice(game, content, state, players, rng)
        assert choice is not None
        state = game.rules.apply(state, close_at_random(game, state, choice.act, rng))
    return None


def journalled(
    game: Game, content: Content, header: Json, players: Mapping[str, Bot], rng: random.Random, longest: int
) -> Outcome | None:
    """The same as a session with the app's dice, whose journal alone tells the same."""
    session = Session.create(game, content, header, seed=rng.randbytes(32))
    assert isinstance(session, Session)
    for _ in range(longest):
        if session.replay.ended:
            break
        choice = next_choice(game, content, session.replay.state, players, rng)
        assert choice is not None
        refusal = session.act(choice.act).refusal
        assert refusal is None, refusal
    report = verify_journal([entry.line for entry in session.replay.entries], get, load)
    assert report.replay.state == session.replay.state
    return game.rules.outcome(session.replay.state)


def main() -> None:
    """Play and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("seats", nargs="*")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--bot", default="good")
    asked.add_argument("--against")
    asked.add_argument("--budget", type=int)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--longest", type=int, default=50_000)
    asked.add_argument("--verified", type=int, default=0)
    asked.add_argument("--side", type=int, choices=(0, 1))
    given = asked.parse_args()
    game, content = get(given.game), load(given.game)
    names = [word for word in given.seats if ":" in word]
    variant = next((word for word in given.seats if ":" not in word), None)
    options = {"real_cards": "false"} if "real_cards" in content["option"] else {}
    header = game.rules.header(content, names, variant, options, None)
    if not isinstance(header, dict):
        raise SystemExit(str(header))
    bot = bots_of(game)[given.bot]
    if given.budget:
        bot = replace(bot, budget=given.budget)
    other = bots_of(game)[given.against] if given.against else Plain()
    seats = [seat["id"] for seat in header["seats"]]
    camps = (seats[: len(seats) // 2], seats[len(seats) // 2 :])
    for side in (0, 1) if given.side is None else (given.side,):
        games = given.games if given.side is not None else (given.games + 1 - side) // 2
        won, endings, moves = 0, Counter[str](), list[float]()
        players = {seat: Timed(bot, moves) if seat in camps[side] else other for seat in seats}
        for number in range(games):
            rng = random.Random(f"{given.seed} {side} {given.first + number}")
            play = journalled if number < given.verified else played
            over = play(game, content, header, players, rng, given.longest)
            won += over is not None and any(seat in over.winners for seat in camps[side])
            endings[over.ending if over else "unfinished"] += 1
            low, high = interval(won, number + 1)
            print(
                f"{given.bot} as {'+'.join(camps[side])}: {won} of {number + 1} games, {low:.1%} to {high:.1%};"
                f" {len(moves)} moves, {1000 * sum(moves) / len(moves):.0f} ms on average,"
                f" slowest {1000 * max(moves):.0f} ms; {dict(endings)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
