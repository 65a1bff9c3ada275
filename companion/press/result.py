"""A finished game on paper: the sheets of its players as they filled them in, drawn as the printed ones are.

A game whose folder of cards/ has a template `result.VARIANT` (or `result`) gets such a sheet for every player. Its texts
may name `sheet`: the player's row of the game's view, with `name` and `won`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion import resources
from companion.faces.model import Face
from companion.press.shop import Shop

LONGEST_NAME = 24  # letters that are written on a sheet
UNWRITTEN = "·"  # for a letter that the type does not have


def template_name(game: str, variant: str) -> str:
    """The template of a player's sheet; empty if the game has none."""
    names = (f"result.{variant}", "result")
    return next((name for name in names if resources.find(f"cards/{game}/{name}.yaml")), "")


def sheets(shop: Shop, view: Mapping[str, Any], winners: Sequence[str]) -> list[Face]:
    """A sheet for each player, in the order of the seats; none if the game has no such sheets. Raises FaceError.

    view: what everybody sees at the end, players with their names.
    """
    name = template_name(shop.content.id, str(view["variant"]))
    seat = shop.content.info["seat_kind"]
    return [
        shop.filled(name, f"result {player[seat]}", {"sheet": written(player, player[seat] in winners)})
        for player in (view["players"] if name else ())
    ]


def written(player: Mapping[str, Any], won: bool) -> dict[str, Any]:
    """What a sheet says of a player, the name as it can be written."""
    return {**player, "name": fit_to_write(str(player["name"])), "won": won}


def fit_to_write(name: str, font: str = "serif-600") -> str:
    """A name with letters that the type has, not too many of them."""
    from companion.pdf import fonts

    letters = fonts.letters(font)
    shown = "".join(letter if letter in letters or _has(letters, letter) else UNWRITTEN for letter in name)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[: LONGEST_NAME - 1].rstrip()}…"


def _has(letters: Mapping[str, float], letter: str) -> bool:
    try:
        return letters[letter] >= 0
    except KeyError:
        return False
