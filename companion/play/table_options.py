"""Options of a table that every game has: they say what is shown, so no rule knows them. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.play.odds_words import flag

ODDS = "odds"  # exact chances stand beside decisions


def of_table(options: Mapping[str, str]) -> tuple[dict[str, str], dict[str, Any]]:
    """The options that are the game's own, and what the header says of the others. Raises WrongCall."""
    own = {key: value for key, value in options.items() if key != ODDS}
    return own, {} if flag(ODDS, options.get(ODDS, "true")) else {ODDS: False}


def shows_odds(header: Mapping[str, Any]) -> bool:
    """Whether chances are shown beside decisions."""
    return bool(header.get(ODDS, True))
