"""Values of this game's table page, beside those that every game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def page(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return this game's values for templates/board.html, from those of any game.

    rows: players by hobbit, `now` the active one; place: where he stands, and whether it has an `effect`; most: squares
    that may be halved; left: dice that are not kept; dice: those that are rolled now; last: circles of the road.
    """
    view, content = shown["view"], shown["content"]
    rows = {player["hobbit"]: player for player in view["players"]}
    now = rows[view["active"]]
    place = content["place"][now["place"]]
    left = [die for die in content["die"].values() if die.id not in view["kept"]]
    advanced = view["variant"] == "advanced" and not shown["over"]
    return {
        "rows": rows,
        "now": now,
        "place": place,
        "effect": advanced and place["effect"] not in ("none", "goal"),
        "most": max([len(offer.args["halve"]) for offer in shown["offers"] if offer.type == "resolve"], default=0),
        "left": left,
        "dice": [die for die in left if not view["pending"] or die.id in view["pending"]],
        "last": len(content["place"]) - 1,
    }
