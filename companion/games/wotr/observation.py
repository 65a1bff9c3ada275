"""The view of the Hunt as numbers, for agents that learn. Where the app keeps the armies there are none."""

from __future__ import annotations

from typing import Any

from companion.games.wotr.referee import RULES
from companion.games.wotr.state import ASIDE, GONE, OFF_TRACK, State
from companion.games.wotr.tables import DECKS, SIDES

COUNT = 99  # the most that is told of what has no limit of its own
STEPS = tuple(sorted(RULES.steps))
DETAILS = ("left", "least", "most", "number", "damage")  # of a step, where it has them


class ViewNumbers:
    """The numbers of one table: sides, Hunt, Fellowship, tiles, nations, characters, hand, step.

    What is chosen among several is a 1 among zeros: the step, the guide, each card of the own hand and on the table.
    """

    def __init__(self, state: State) -> None:
        facts = state.setup.tables
        self.seats, self.faces, self.tiles = state.setup.seats, facts.faces, tuple(facts.tiles)
        self.nations, self.cards = tuple(facts.nations), tuple(facts.cards)
        self.characters, self.regions = tuple(facts.characters), tuple(facts.regions)
        self.entries = (
            *[(f"you_{seat}", 1) for seat in self.seats],
            *[(f"active_{seat}", 1) for seat in self.seats],
            ("round", COUNT),
            *[(f"{side}_{name}", COUNT) for side in SIDES for name in ("pool", "rings", "points", *DECKS)],
            *[(f"{side}_die_{face}", COUNT) for side, faces in zip(SIDES, self.faces, strict=True) for face in faces],
            *[(f"cards_{seat}", COUNT) for seat in self.seats],
            *[(f"hunt_{name}", COUNT) for name in ("allocated", "eyes", "walkers")],
            *(("progress", COUNT), ("hidden", 1), ("corruption", COUNT), ("mordor", COUNT), ("declared", 1)),
            *[(f"{how}_{id}", 1) for how in ("companion", "guide", "in_play") for id in self.characters],
            *[(f"{what}_{id}", 1) for what in ("at", "taken", "besieged") for id in self.regions],
            *[(f"{where}_{tile}", COUNT) for where in ("pool", "drawn") for tile in self.tiles],
            *[(f"waiting_{tile}", 1) for tile in self.tiles],
            *[(f"{nation}_{name}", COUNT) for nation in self.nations for name in ("box", "active")],
            *[(f"{where}_{card}", 1) for where in ("hand", "table") for card in self.cards],
            *[(f"step_{kind}", 1) for kind in STEPS],
            *[(f"step_{name}", COUNT) for name in DETAILS],
        )

    def values(self, view: dict[str, Any], seat: str) -> list[int]:
        """Return the numbers of a view."""
        sides, walk, box = view["sides"], view["fellowship"], view["hunt_box"]
        hand = next(player["hand"] for player in view["players"] if player["seat"] == seat) or ()
        table = [card for side in SIDES for card in sides[side]["table"]]
        due = view["step"] or {}
        out: list[int] = [seat == id for id in self.seats]
        out += [view["active"] == id for id in self.seats]
        out.append(view["round"])
        for side in SIDES:
            out += [sides[side][name] for name in ("pool", "rings", "points")]
            out += [sides[side]["decks"][deck] for deck in DECKS]
        for side, faces in zip(SIDES, self.faces, strict=True):
            out += [sides[side]["unused"].get(face, 0) for face in faces]
        out += [player["cards"] for player in view["players"]]
        out += [box["allocated"], box["eyes"], box["walkers"]]
        step = OFF_TRACK if walk["step"] is None else walk["step"]
        out += [walk["progress"], walk["hidden"], walk["corruption"], step - OFF_TRACK, walk["declared"]]
        out += [id in walk["companions"] for id in self.characters]
        out += [walk["guide"] == id for id in self.characters]
        out += [view["characters"][id] not in (ASIDE, GONE) for id in self.characters]
        out += [walk["region"] == id for id in self.regions]
        out += [id in view["control"] for id in self.regions]
        out += [id in view["besieged"] for id in self.regions]
        out += [view[where][tile] for where in ("pool", "drawn") for tile in self.tiles]
        out += [tile in view["waiting"] for tile in self.tiles]
        out += [view["politics"][nation][name] for nation in self.nations for name in ("box", "active")]
        out += [card in hand for card in self.cards]
        out += [card in table for card in self.cards]
        out += [due.get("kind") == kind for kind in STEPS]
        out += [max(0, due.get(name, 0)) for name in DETAILS]
        return out


def array_view(state: State) -> ViewNumbers | None:
    """Return the numbers of a table of the Hunt, else None."""
    return None if state.setup.armies else ViewNumbers(state)
