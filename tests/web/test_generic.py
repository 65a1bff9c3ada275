"""A game of which the tracker knows nothing but what every game brings."""

import inspect

import pytest

from tests import test_conformance as contract
from tests.web.hands import known, setups


@pytest.fixture(autouse=True)
def cards(monkeypatch):
    """The words of every card."""
    with known(monkeypatch) as found:
        yield found


# --- the game itself -------------------------------------------------------------------------------------------------


class Desk(contract.Desk):
    """Several seats may have to act, so that words alone do not say whose they are."""

    def parsed(self, state, action):
        type, *words = self.game.words(state, action).split()
        rolled = words[1] if words[:1] == ["--rolled"] else None
        given = dict(word.split("=") for word in words if "=" in word)
        return self.game.parse(self.content, state, type, given, rolled, action.seat)


@pytest.fixture
def promised(monkeypatch):
    """The contract of companion.play.game, for this game."""
    desks = {label: Desk.__new__(Desk) for label in setups.SETUPS}
    monkeypatch.setattr(contract, "setups", lambda game: setups)
    for label, desk in desks.items():
        desk.__init__("hands", label)
    monkeypatch.setattr(contract, "desk", lambda game, label: desks[label])


@pytest.mark.parametrize("name", [name for name in vars(contract) if name.startswith("test_")])
def test_the_game_keeps_the_contract(promised, name):
    """Every check of the contract, on every table."""
    check = getattr(contract, name)
    wanted = inspect.signature(check).parameters
    for label in setups.SETUPS if "label" in wanted else [""]:
        for seed in contract.SEEDS if "seed" in wanted else [0]:
            check(
                **{key: value for key, value in (("game", "hands"), ("label", label), ("seed", seed)) if key in wanted}
            )
