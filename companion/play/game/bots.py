"""Players of the app's own: what the bots of every game keep to, their levels, and the one that every game has.

No clock, no files.

A bot is handed the table as it is, but may use only what its seat knows: what others hide it guesses.
The same table, seat and random source bring the same choice.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

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


RANDOM, EASY, GOOD = "random", "easy", "good"
FORMER_IDS = {"best": GOOD, "plain": GOOD, "search": GOOD}  # as earlier versions wrote them in journals
NEAR_BEST = 3  # the actions among which a slip chooses, the best included

Ranked = TypeVar("Ranked")


def bots_of(game: Game) -> Mapping[str, Bot]:
    """The bots that may play a game, by their ids."""
    return {RANDOM: AnyBot(), **game.bots}


def current_id(game: Game, id: str) -> str:
    """Return the id of a bot as the game has it today; "" if it has no such bot."""
    found = bots_of(game)
    return next((one for one in (id, FORMER_IDS.get(id, "")) if one in found), "")


def find_bot(game: Game, id: str) -> Bot:
    """The bot of that id, of today or of earlier versions. Raises WrongCall with the nearest."""
    found = bots_of(game)
    known = current_id(game, id)
    if not known:
        raise WrongCall("no_bot", id, found, game=game.id, choices=", ".join(found))
    return found[known]


def bot_name(game: Game, id: str) -> Value:
    """Return the name of a bot for messages; the id of one that this version does not know."""
    known = current_id(game, id)
    return (Phrase(f"bot_name.{known}", {}),) if known else id


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


def choose_near_best(ranked: Sequence[Ranked], slips: float, rng: random.Random) -> Ranked:
    """Return the best, in that share of all choices the second or third best instead.

    ranked: the best first, n >= 1.
    """
    slipped = slips > 0 and len(ranked) > 1 and rng.random() < slips
    return rng.choice(ranked[1:NEAR_BEST]) if slipped else ranked[0]


def slip_reason(chance: Fraction, best: Fraction) -> Phrase:
    """Return the reason for an action that is worth less than the best."""
    return Phrase("bot.slip", {"chance": chance, "best": best})


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
