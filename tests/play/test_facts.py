"""Rows of content/ as named tuples."""

from typing import NamedTuple

import pytest

from companion.play.game.facts import from_row


class Card(NamedTuple):
    """A card of no game."""

    side: int
    type: str
    paths: tuple[int, ...] = ()
    kept: frozenset[str] | None = None
    marks: frozenset[str] = frozenset()


def test_a_row_fills_the_fields_of_its_names() -> None:
    """What is given goes before it, what it lacks has its default, lists become what the fields are."""
    row = {"side": "free", "type": "army", "paths": [1, 2], "marks": ["a", "a"], "src": "rulebook"}
    assert from_row(Card, row, side=1) == Card(1, "army", (1, 2), None, frozenset("a"))


def test_a_field_without_a_default_has_to_be_there() -> None:
    """The row or the caller gives it."""
    with pytest.raises(KeyError, match="type"):
        from_row(Card, {}, side=1)
