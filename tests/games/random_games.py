"""Random games, step by step, and all that a seat sees of a table; the same for every game."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from companion.core.messages import Refusal
from companion.words.wording import Voice


def close_action(game, state, act, rng):
    """The action with its result, if chance decides it."""
    chance = game.rules.chance(state, act)
    return act if chance is None else game.rules.complete(state, act, [rng.randrange(size) for size in chance.sizes])


def start_game(game, content, *asked):
    """First state of a table that has to be possible. asked: players, variant, options, position."""
    header = game.rules.header(content, *asked)
    assert not isinstance(header, Refusal), header
    return game.rules.new(content, header)


def any_legal(game, state, rng):
    """Any legal action, every way to fill an offer as likely as another."""
    return rng.choice(game.rules.legal_actions(state))


def play_on(game, state, rng, most=20_000, choose: Callable[..., Any] = any_legal) -> Iterator[tuple[Any, Any, Any]]:
    """States, actions and what came of them, to the end or for so many actions."""
    for _ in range(most):
        if not game.rules.legal(state):
            return
        act = close_action(game, state, choose(game, state, rng), rng)
        after = game.rules.apply(state, act)
        yield state, act, after
        state = after


def screens(game, content, state, seat):
    """All that `show --seat` and a page of that seat are made of."""
    say = Voice("en", content, [{"id": name, "name": name} for name in state.setup.seats]).say
    return (
        json.dumps(game.rules.view(state, seat), ensure_ascii=False),
        game.show.render_text(state, say, seat),
        game.show.prompt(state, say, seat),
        game.rules.pending(state),
        [game.words.command(state, act) for act in game.rules.legal_actions(state) if act.seat == seat],
    )
