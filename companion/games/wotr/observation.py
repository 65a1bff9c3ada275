"""The view of the Hunt as numbers, for agents that learn. Where the app keeps the armies there are none."""

from __future__ import annotations

from typing import Any

from companion.games.wotr.referee import RULES
from companion.games.wotr.state import ASIDE, GONE, State
from companion.games.wotr.tables import DECKS, SIDES

COUNT = 99  # the most that is told of what has no limit of its own
OF_SIDE = ("pool", "rings", "points")
OF_HUNT = ("allocated", "eyes", "walkers")
OF_FELLOWSHIP = ("progress", "hidden", "corruption", "step", "declared")  # a step: on the Mordor Track
OF_STEP = ("left", "least", "most", "number", "damage")  # where it has them


class ViewNumbers:
    """The numbers of one table: sides, Hunt, Fellowship, tiles, nations, characters, hand, step.

    What is chosen among several is a 1 among zeros: the step, the guide, each card of the own hand and on the table.
    """

    def __init__(self, state: State) -> None:
        facts, seats = state.setup.tables, state.setup.seats
        self.entries = (
            *[(f"{what}_{seat}", 1) for what in ("you", "active") for seat in seats],
            *[(f"cards_{seat}", COUNT) for seat in seats],
            *(("round", COUNT), ("in_mordor", 1)),
            *[(f"{side}_{name}", COUNT) for side in SIDES for name in (*OF_SIDE, *DECKS)],
            *[(f"{side}_die_{face}", COUNT) for side, faces in zip(SIDES, facts.faces, strict=True) for face in faces],
            *[(f"hunt_{name}", COUNT) for name in OF_HUNT],
            *[(f"fellowship_{name}", COUNT) for name in OF_FELLOWSHIP],
            *[(f"{what}_{id}", 1) for what in ("companion", "guide", "in_play") for id in facts.characters],
            *[(f"{what}_{id}", 1) for what in ("at", "taken", "besieged") for id in facts.regions],
            *[(f"{where}_{tile}", COUNT) for where in ("pool", "drawn", "waiting") for tile in facts.tiles],
            *[(f"{nation}_{name}", COUNT) for nation in facts.nations for name in ("box", "active")],
            *[(f"{where}_{card}", 1) for where in ("hand", "table") for card in facts.cards],
            *[(f"step_{kind}", 1) for kind in RULES.steps],
            *[(f"step_{name}", COUNT) for name in OF_STEP],
        )

    def values(self, view: dict[str, Any], seat: str) -> dict[str, int]:
        """Return the numbers of a view that are not 0."""
        out = {f"you_{seat}": 1, f"active_{view['active']}": 1, "round": view["round"]}
        for player in view["players"]:
            out[f"cards_{player['seat']}"] = player["cards"]
            if player["seat"] == seat:
                out |= {f"hand_{card}": 1 for card in player["hand"]}
        for side, has in view["sides"].items():
            out |= {f"{side}_{name}": has[name] for name in OF_SIDE}
            out |= {f"{side}_{deck}": number for deck, number in has["decks"].items()}
            out |= {f"{side}_die_{face}": number for face, number in has["unused"].items()}
            out |= {f"table_{card}": 1 for card in has["table"]}
        out |= {f"hunt_{name}": view["hunt_box"][name] for name in OF_HUNT}
        walk = view["fellowship"]
        out |= {f"fellowship_{name}": walk[name] for name in OF_FELLOWSHIP if walk[name] is not None}
        out["in_mordor"] = walk["step"] is not None
        out |= {f"companion_{id}": 1 for id in walk["companions"]}
        out |= {f"at_{walk['region']}": 1}
        if walk["guide"]:
            out[f"guide_{walk['guide']}"] = 1
        out |= {f"in_play_{id}": 1 for id, where in view["characters"].items() if where not in (ASIDE, GONE)}
        out |= {f"taken_{id}": 1 for id in view["control"]} | {f"besieged_{id}": 1 for id in view["besieged"]}
        out |= {f"{where}_{tile}": number for where in ("pool", "drawn") for tile, number in view[where].items()}
        out |= {f"waiting_{tile}": 1 for tile in view["waiting"]}
        for nation, stands in view["politics"].items():
            out |= {f"{nation}_box": stands["box"], f"{nation}_active": stands["active"]}
        if due := view["step"]:
            out |= {f"step_{due['kind']}": 1, **{f"step_{name}": due.get(name, 0) for name in OF_STEP}}
        return out


def view_numbers(state: State) -> ViewNumbers | None:
    """Return the numbers of a table of the Hunt, else None."""
    return None if state.setup.armies else ViewNumbers(state)
