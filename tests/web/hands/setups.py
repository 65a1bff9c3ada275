"""What the contract of companion.play.game.game needs to know of this game."""

from tests.web.hands import Hide, Roll, Show

LONGEST = 40
_FOUR = ["Ania:north", "Bo:east", "Cela:south", "Dan:west"]
SETUPS = {
    "two": (_FOUR[:2], None, {"first": "river", "short": "true"}, None),
    "three": (_FOUR[1:], "three", {"first": "hills"}, None),
    "four": (_FOUR, "three", {}, None),
}


def candidates(state):
    """Every action of every seat, of one that is not there too, and cards that are not held."""
    for seat in ("north", "east", "south", "west"):
        yield from (Show(seat), Roll(seat), Roll(seat, "low"), Roll(seat, "middle"))
        yield from (Hide(seat, card) for card, _ in state.ranks[::4])


def twins(state):
    """The cards of the hand, and the one that lies face down, are others: no other seat can tell."""
    for seat in state.seats:
        player = state.of(seat)
        held = (*player.hand, player.down) if player.down and not player.up else player.hand
        held = tuple(f"other{place}" for place, _ in enumerate(held))
        hidden = player.down and not player.up
        twin = state.put(seat, hand=held[: len(player.hand)], down=held[-1] if hidden else player.down)
        for other in (None, *state.seats):
            if other != seat:
                yield other, twin
