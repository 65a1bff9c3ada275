"""What everybody may read of a bot is the same in two worlds that differ in one hidden card (tests/two_worlds).

The card may be in the bot's own hand: nobody else knows it, so no reason and no number tells of it. Asked is every seat
that may act, also out of its turn; where the bot does the same in both worlds, or something hidden of the same kind, it
says the same.
"""

import random
from collections import Counter
from dataclasses import replace

import pytest

from companion import games
from companion.content.load import load
from companion.core.messages import Phrase
from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import GOOD, bots_of, offers_of
from companion.play.game.game import Choice
from tests.two_worlds.hidden import SECRETS
from tests.two_worlds.pair import Walk, one_time
from tests.two_worlds.run import forks

QUICK = 40  # steps of a choice, where a bot counts them
FORKS, LOOKS = {True: 8, False: 1}, {True: 5, False: 3}  # forks of a random game, looks at each
STEPS = 4  # between looks


class Loud:
    """Says how much its hand allows."""

    def choose(self, game, content, state, seat, rng):
        legal = offers_of(game, state, seat)
        return Choice(legal[0].pick(rng), Phrase("bot.random", {"number": len(legal)}))


def compared(id, players, number, looks):
    """How often the bots did the same in both worlds, and what they said of it then where that was not the same."""
    game, content, secrets = games.get(id), load(id), SECRETS[id]
    figures, parted = Counter(), []
    with one_time():
        for label in secrets.tables:
            for fork in forks(id, label, random.Random(f"bots {label}"), number):
                walk = Walk(id, fork, random.Random(label))
                for _ in range(looks):
                    for one, other in asked(game, content, fork, players):
                        hidden = secrets.hidden(fork.a.replay.state, one.act) and one.act.type == other.act.type
                        if one.act == other.act or hidden:
                            figures[one.why.key] += 1
                            parted += [(label, one.act, one.why, other.why)] if one.why != other.why else []
                    walk.quietly((fork.a, fork.b), STEPS)
    return figures, parted


def asked(game, content, fork, players):
    """What each of the players chooses in both worlds, for each seat that may act."""
    states = [session.replay.state for session in (fork.a, fork.b)]
    able = [{offer.seat for offer in game.rules.legal(state)} for state in states]
    for seat in sorted(able[0] & able[1]):
        for player in players:
            found = [player.choose(game, content, state, seat, random.Random(7)) for state in states]
            if None not in found:
                yield found


@pytest.mark.parametrize("id", SECRETS)
def test_a_reason_tells_nothing_of_a_hidden_card(id, exhaustive):
    """Of the levels of the game and of the one that picks blindly; by day of the easy one, the good one that slips."""
    found = [bot for level, bot in bots_of(games.get(id)).items() if exhaustive or level != GOOD]
    players = [replace(bot, budget=QUICK) if isinstance(bot, MonteCarloBot) else bot for bot in found]
    figures, parted = compared(id, players, FORKS[exhaustive], LOOKS[exhaustive])
    assert not parted, parted[:3]
    assert figures["bot.blind"] > 10
    assert figures.total() > 1.3 * figures["bot.blind"]
    assert "bot.only" not in figures


def test_a_reason_out_of_a_hidden_hand_is_seen():
    """The test above sees what it looks for."""
    _, parted = compared("wotr", [Loud()], 2, LOOKS[True])
    assert parted
