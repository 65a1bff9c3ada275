"""Players of the app's own: what the bots of every game keep to, and the one that every game has. No clock, no files.

A bot is handed the table as it is, but may use only what its seat knows: what others hide it guesses.
The same table, seat and random source bring the same choice.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.core.errors import WrongCall
from companion.core.messages import Phrase, Value
from companion.play.game.game import Action, Bot, Choice, Game, State
from companion.play.game.offers import Offer

if TYPE_CHECKING:
    from companion.content.model import Content


class AnyBot:
    """Any type of action that is legal, then any action of that type."""

    def choose(self, game: Game, content: Content, state: State, seat: str, rng: random.Random) -> Choice | None:
        """Return a random action; one that other seats may take as well is taken in half of the cases."""
        if seat != game.rules.pending(state).seats[0] and rng.random() < 0.5:
            return None
        legal = offers_of(game, state, seat)
        only = len(legal) == 1 and not legal[0].open
        why = Phrase("bot.only", {}) if only else Phrase("bot.random", {"number": len(legal)})
        if game.rules.secret:  # how much a hand allows is nobody else's business
            why = Phrase("bot.blind", {})
        return Choice(any_action(rng, state, legal), why)


RANDOM = "random"


def bots_of(game: Game) -> Mapping[str, Bot]:
    """The bots that may play a game, by their ids."""
    return {RANDOM: AnyBot(), **game.bots}


def find_bot(game: Game, id: str) -> Bot:
    """The bot of that id. Raises WrongCall with the nearest."""
    found = bots_of(game)
    if id not in found:
        raise WrongCall("no_bot", id, found, game=game.id, choices=", ".join(found))
    return found[id]


def bot_name(game: Game, id: str) -> Value:
    """Return the name of a bot for messages; the id of one that this version does not know."""
    return (Phrase(f"bot_name.{id}", {}),) if id in bots_of(game) else id


def next_choice(
    game: Game, content: Content, state: State, players: Mapping[str, Bot], rng: random.Random
) -> Choice | None:
    """Return the first bot's choice, if any; the seat whose step it is comes last, as it may not leave it.

    players: the seats that bots play, n >= 1, and their bots. None: it is for somebody else to act.
    """
    first, able = game.rules.pending(state).seats[0], {offer.seat for offer in game.rules.legal(state)}
    for seat in (*[seat for seat in players if seat != first], first):
        choice = players[seat].choose(game, content, state, seat, rng) if seat in players and seat in able else None
        if choice is not None:
            return choice
    return None


def offers_of(game: Game, state: State, seat: str) -> tuple[Offer, ...]:
    """Return the legal offers of one seat."""
    return tuple([offer for offer in game.rules.legal(state) if offer.seat == seat])


def any_action(rng: random.Random, state: State, legal: tuple[Offer, ...]) -> Action:
    """Return a random action: a type that is offered, then an offer of it, then an action that it stands for."""
    types = tuple(dict.fromkeys([offer.act.type for offer in legal]))
    if len(types) > 1:
        type = types[int(rng.random() * len(types))]
        legal = tuple([offer for offer in legal if offer.act.type == type])
    action: Action = legal[int(rng.random() * len(legal))].pick(rng)
    return action


def close_at_random(game: Game, state: State, action: Action, rng: random.Random) -> Action:
    """Return the action, an open one with a random result."""
    chance = game.rules.chance(state, action)
    if chance is None:
        return action
    return game.rules.complete(state, action, [int(rng.random() * size) for size in chance.sizes])
