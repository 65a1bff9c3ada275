"""Count the reviews that name a planted blunder: python benchmarks/blunders.py GAME --games N NAME:SEAT...

The bot that reviews a game plays every seat of it, as a session of the app; in `dice` it is the good one. Once, at a
random decision, the worst action is done in its place: one that costs `--least` or more, by the exact chances of the
game, else by `--sure` tries of the bot.
The game is then reviewed from its journal. After each game is printed in how many the blunder was among the first
three decisions that a review names, with a 95 % confidence interval. `--budget` is that of the bot where it searches.
A word without a colon is the game's variant.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean

from bots import interval

from companion.content.load import load
from companion.content.model import Content
from companion.games import get
from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import GOOD, bots_of, next_choice, offers_of
from companion.play.game.game import Action, Bot, Game, Json, State
from companion.play.journal.session import Session
from companion.play.report.review import review_game
from companion.play.report.second_look import find_searcher
from companion.play.report.verify import verify_journal

NAMED = 3


def worst_action(
    game: Game,
    content: Content,
    state: State,
    chosen: Action,
    bot: MonteCarloBot | None,
    given: argparse.Namespace,
    rng: random.Random,
) -> Action | None:
    """Return the worst that the seat could do instead; None if it costs less than a blunder."""
    if bot is not None:
        if not game.review.can_try(state, chosen):
            return None
        order = bot.rank_done(game, content, state, chosen, given.budget, rng)
        best = order[0]
        worst = next(one for one in reversed(order) if one.act is not None)
        if len(order) < 2 or best.mean - worst.mean < given.least:
            return None
        rows = bot.compare(game, content, state, (worst.act, best.act), given.sure, rng)
        cost = fmean([more - less for less, more in rows])
        return worst.act if cost >= given.least else None
    acts = [act for offer in offers_of(game, state, chosen.seat) for act in offer.actions()]
    judged = [(found.best - found.done, act) for act in acts if (found := game.review.judge(state, act)) is not None]
    cost, act = max(judged, key=lambda one: one[0], default=(0, None))
    return act if cost >= given.least else None


def play(
    game: Game, content: Content, header: Json, given: argparse.Namespace, rng: random.Random
) -> tuple[Session, int]:
    """Play a game with one blunder, and return it with the number of its entry; 0 if it ended before."""
    session = Session.create(game, content, header, seed=rng.randbytes(32))
    assert isinstance(session, Session)
    judge = find_searcher(game)
    bot = bots_of(game)[GOOD] if judge is None else replace(judge, budget=given.budget, explain=None)
    players: Mapping[str, Bot] = dict.fromkeys(session.replay.seats, bot)
    before, planted = rng.randrange(given.within), 0
    while not session.replay.ended:
        state = session.replay.state
        choice = next_choice(game, content, state, players, rng)
        assert choice is not None
        act = choice.act
        if not planted and game.rules.chance(state, act) is None:
            worst = worst_action(game, content, state, act, judge, given, rng)
            before -= worst is not None
            if worst is not None and before < 0:
                act, planted = worst, session.seq + 1
        refusal = session.act(act).refusal
        assert refusal is None, refusal
    return session, planted


def main() -> None:
    """Play, review and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("seats", nargs="*")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--least", type=float, default=0.05)
    asked.add_argument("--sure", type=int, default=40)
    asked.add_argument("--budget", type=int, default=300)
    asked.add_argument("--within", type=int, default=8, help="the blunder is one of so many that could be the first")
    given = asked.parse_args()
    game, content = get(given.game), load(given.game)
    names = [word for word in given.seats if ":" in word]
    variant = next((word for word in given.seats if ":" not in word), None)
    options = {"real_cards": "false"} if "real_cards" in content["option"] else {}
    header = game.rules.header(content, names, variant, options, None)
    if not isinstance(header, dict):
        raise SystemExit(str(header))
    games = named = number = 0
    while games < given.games:
        session, planted = play(game, content, header, given, random.Random(f"{given.seed} {number}"))
        number += 1
        if not planted:
            continue
        games += 1
        replay = verify_journal([entry.line for entry in session.replay.entries], get, load).replay
        named += planted in [one.seq for one in review_game(replay).decisions[:NAMED]]
        low, high = interval(named, games)
        print(f"{given.game}: {named} of {games} blunders named, {low:.1%} to {high:.1%}", flush=True)


if __name__ == "__main__":
    main()
