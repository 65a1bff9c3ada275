"""Options of a table that say what is shown, not what is legal, so that no rule knows them. Knows no game.

`odds`: exact chances stand beside decisions. `advice`: with them what is best, unasked. `teach`: the first step of each
kind is explained. `dice`, `tiles`, where the game's row says that they may be typed: `app`, or `real` for those of the
table, so that pages first ask what they show; that may be changed later (TB-REAL-1). What a game's own options lay on
the table is asked first too, and stays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.play.game.odds_words import one_of, read_flag

ODDS = "odds"
ADVICE = "advice"
TEACH = "teach"
APP, REAL = "app", "real"
REAL_OPTIONS = {"real_cards": "cards", "real_tiles": "tiles"}  # options of games: what lies on the table


def of_table(options: Mapping[str, str], typed: Collection[str] = ()) -> tuple[dict[str, str], dict[str, Any]]:
    """The options that are the game's own, and what the header says of the others. Raises WrongCall.

    typed: which of `dice` and `tiles` the game has.
    """
    own = {key: value for key, value in options.items() if key not in (ODDS, ADVICE, TEACH, *typed)}
    chosen = [kind for kind in typed if one_of(options.get(kind, APP), (APP, REAL), "option_one", option=kind) == REAL]
    shown: dict[str, Any] = {} if read_flag(ODDS, options.get(ODDS, "true")) else {ODDS: False}
    asked = {option: True for option in (ADVICE, TEACH) if read_flag(option, options.get(option, "false"))}
    return own, {**shown, **asked, **dict.fromkeys(chosen, REAL)}


def shared_choices(typed: Collection[str]) -> dict[str, list[str]]:
    """Return the values that these options may have, the default first."""
    return {
        **{kind: [APP, REAL] for kind in typed},
        ODDS: ["true", "false"],
        ADVICE: ["false", "true"],
        TEACH: ["false", "true"],
    }


def shows_odds(header: Mapping[str, Any]) -> bool:
    """Return whether chances are shown beside decisions."""
    return bool(header.get(ODDS, True))


def advises(header: Mapping[str, Any]) -> bool:
    """Return True if pages say what is best before anybody asks."""
    return bool(header.get(ADVICE, False))


def teaches(header: Mapping[str, Any]) -> bool:
    """Return True if the first step of each kind is explained."""
    return bool(header.get(TEACH, False))


def real_kinds(header: Mapping[str, Any], typed: Collection[str]) -> list[str]:
    """Return which of `dice`, `tiles` and `cards` are the table's own at first. typed: what the game lets it type."""
    options = header.get("options", {})
    fixed = [kind for option, kind in REAL_OPTIONS.items() if options.get(option) == "true"]
    return [*[kind for kind in typed if header.get(kind) == REAL], *fixed]
