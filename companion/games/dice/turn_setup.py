"""The turn of a table as numbers: which dice are alike, whom their Nazgûl hit, what the place does (DG-ADV)."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.dice.roll_odds import DiceSorts
from companion.games.dice.rules.resolving import hit_of_nazgul
from companion.games.dice.rules.rolling import keep_sets
from companion.games.dice.state import RoadPlace, State, Symbols
from companion.games.dice.turn_odds import NOBODY, TurnOdds, TurnSpec, turn_odds_of


def sorts_of(place: RoadPlace, faces: tuple[tuple[str, ...], ...]) -> DiceSorts:
    """Dice with these faces in a turn that starts there."""
    weapon, orc = [place.factor if place.effect == effect else 1 for effect in ("weapon_factor", "orc_factor")]
    return DiceSorts(faces, place.effect == "keep_same", place.effect == "reroll_once", weapon, orc)


class TurnSetup:
    """The turn of the active player: its course, and the position of any dice kept.

    alike: marks of all opponents are counted together, as the second target.
    """

    def __init__(self, state: State, alike: bool = False) -> None:
        place, setup, seats = state.place, state.setup, len(state.players)
        targets = [hit_of_nazgul(state, die).target for die in range(len(setup.dice))]
        self.order = tuple([(state.active + step) % seats for step in range(seats)])  # the target of each mark
        whom = [NOBODY if target is None else self.order.index(target) for target in targets]
        if alike:
            whom, seats = [min(target, 1) for target in whom], 2
        dice = [(tuple(sorted(faces)), target) for faces, target in zip(setup.faces, whom, strict=True)]
        sorts = tuple(dict.fromkeys(dice))
        if alike:  # in one order, so that a turn of every seat is the same course where the same dice hit others
            faces_in_order = list(dict.fromkeys([faces for faces, _ in dice]))
            sorts = tuple(sorted(sorts, key=lambda sort: (faces_in_order.index(sort[0]), sort[1])))
        self._sort = [sorts.index(one) for one in dice]
        self.course = TurnSpec(
            sorts_of(place, tuple([faces for faces, _ in sorts])),
            tuple(map(dice.count, sorts)),
            tuple([target for _, target in sorts]),
            seats,
            place.effect != "gandalf_void",
            place.rings if place.effect == "ring_tax" else 0,
        )
        self.turns: TurnOdds = turn_odds_of(self.course)

    def position_of(self, kept: Symbols) -> int:
        """The position once these symbols are kept; with a White Tree nothing is left to roll (DG-TREE-1)."""
        closed = [symbol or "none" for symbol in kept] if "white_tree" in kept else kept
        return self.turns.position_of(zip(self._sort, closed, strict=True))

    def keeps(self, state: State) -> dict[tuple[str, ...], int]:
        """Return the position after each keep of the present roll."""
        found = keep_sets(state.setup.dice, state.pending, state.place.effect == "keep_same") if state.pending else {}
        return {dice: self.position_of(kept_with(state, indexes)) for dice, indexes in found.items()}


def kept_with(state: State, keep: Collection[int]) -> Symbols:
    """Return the kept symbols after these dice of the roll are kept."""
    return tuple([state.pending[at] if at in keep else symbol for at, symbol in enumerate(state.kept)])
