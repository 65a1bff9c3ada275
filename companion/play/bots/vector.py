"""Games side by side in NumPy's arrays: what the vectors of all games share. Nothing but them imports this module."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.intp]
Limits = NDArray[np.floating[Any]]
Mask = NDArray[np.bool_]


class Source(Protocol):
    """Where numbers come from: below one limit or a limit a game, for the games of those numbers."""

    def below(self, limits: int | Limits, games: Numbers) -> Numbers: ...
    def chances(self, games: Numbers) -> NDArray[np.float64]: ...


class Drawn:
    """Of NumPy's generator."""

    def __init__(self, *seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def below(self, limits: int | Limits, games: Numbers) -> Numbers:
        """Whole numbers; of limits in single precision, which have to be small, it is quicker."""
        if isinstance(limits, int):
            return self.rng.integers(limits, size=games.size, dtype=np.int32).astype(np.intp)
        found: Numbers = (self.rng.random(games.size, limits.dtype.type) * limits).astype(np.intp)
        return found

    def chances(self, games: Numbers) -> NDArray[np.float64]:
        """From 0 to 1."""
        return self.rng.random(games.size)
