"""Random numbers that the vectors of a game and its referee ask for alike: a source a game."""

import random

import numpy as np


class Streams:
    """Numbers of a random source a game, so that a game's numbers do not depend on the others."""

    def __init__(self, games):
        self.each = [random.Random(f"vector:{number}") for number in range(games)]

    def integers_below(self, limits, games):
        limits = np.broadcast_to(limits, games.shape)
        return np.array([below(self.each[at], limit) for at, limit in zip(games, limits, strict=True)], np.intp)


def below(rng, limit):
    """Where there is no choice no number is used up: nobody's turn asks for none, and so does one way to halve."""
    return int(rng.random() * int(limit)) if limit > 1 else 0
