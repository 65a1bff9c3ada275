"""Fixtures that every game's tests have: tables set with few words, in play or refused."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.messages import Refusal


def fixtures(new: Callable[..., Any], drive: Callable[[Any], Any]) -> tuple[Any, Any]:
    """`table` and `refused_table`. new: state or Refusal of such a table; drive: what tests drive a state with."""

    @pytest.fixture(scope="session")
    def table():
        """Sets a table in play."""

        def build(*args, **how):
            state = new(*args, **how)
            assert not isinstance(state, Refusal), state
            return drive(state)

        return build

    @pytest.fixture(scope="session")
    def refused_table():
        """Rule and code of the refusal to set such a table."""

        def build(*args, **how):
            refusal = new(*args, **how)
            assert isinstance(refusal, Refusal), refusal
            return refusal.rule, refusal.code

        return build

    return table, refused_table
