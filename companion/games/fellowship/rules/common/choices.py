"""Decisions that effects of content/ ask for (LR-HAVEN-5, LR-EVENT-3, -10, LR-TILE-5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.messages import Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common.common import GameStep, PlayerStep
from companion.games.fellowship.rules.common.effects import Steps, players_of
from companion.games.fellowship.state import Draft, State, living_seats, place_of
from companion.games.fellowship.verbs import EFFECTS, Effects, Spaces, SymbolId
from companion.play.game.game import Action
from companion.play.game.steps import end


@dataclass(frozen=True, slots=True)
class May(PlayerStep):
    """One player does it, or leaves it (LR-HAVEN-5)."""

    rule = "LR-HAVEN-5"
    interruptible = True
    effects: Effects
    because: str

    def do_accept(self, draft: Draft, act: Act) -> None:
        """Apply the effects."""
        draft.swap(Steps(self.seat_index, self.effects, self.because))

    do_skip = end


@dataclass(frozen=True, slots=True)
class Choose(GameStep):
    """One player does one of these."""

    rule = "LR-EVENT-3"
    interruptible = True
    options: tuple[Effects, ...]
    because: str

    def offers(self, state: State) -> list[Act]:
        """Return the numbers of the options."""
        seat = state.seat
        return [Act("choose", seat, number=number) for number in range(1, len(self.options) + 1)]

    def check_choose(self, state: State, act: Act) -> Refusal | None:
        """Refuse a number that no option has."""
        if not 1 <= act.number <= len(self.options):
            return Refusal("choose_number", self.rule, {"number": act.number, "last": len(self.options)})
        return None

    def do_choose(self, draft: Draft, act: Act) -> None:
        """Apply the effects of the option."""
        draft.swap(Steps(self.seat_index, self.options[act.number - 1], self.because))


@dataclass(frozen=True, slots=True)
class Volunteer(GameStep):
    """Any living player may take something on, or the active one declines for all (LR-TILE-5)."""

    rule = "LR-TILE-5"
    interruptible = True
    asks_all = True
    open_to_all = ("volunteer",)
    effects: Effects
    otherwise: Effects
    because: str

    def rule_of(self, act: Action) -> str:
        """A tile, or the choice that an event leaves."""
        return self.rule if self.because == self.rule else "LR-EVENT-3"

    def offers(self, state: State) -> list[Act]:
        """Return `skip` and every living player as the volunteer."""
        seats, first = state.setup.seats, state.decider
        return [
            Act("skip", seats[first]),
            *[Act("volunteer", seats[seat_index]) for seat_index in living_seats(state, first)],
        ]

    def do_volunteer(self, draft: Draft, act: Act) -> None:
        """Apply the effects to the volunteer."""
        draft.swap(Steps(draft.index_of(act.seat), self.effects, self.because))

    def do_skip(self, draft: Draft, act: Act) -> None:
        """Apply the effects that follow where nobody volunteers."""
        draft.swap(Steps(-1, self.otherwise, self.because))


@EFFECTS.verb
def may(draft: Draft, me: int, because: str, who: Literal["bearer"], then: Effects) -> None:
    """Those players may do it."""
    for player in players_of(draft, who, me):
        draft.push(May(player, then, because))


@EFFECTS.verb
def choose(
    draft: Draft, me: int, because: str, who: Literal["group", "active", "self"], of: tuple[Effects, ...]
) -> None:
    """Push a choice: of the group the first one is for a volunteer, of somebody dead it is the last one."""
    if who == "group":
        draft.push(Volunteer(-1, of[0], of[1], because))
        return
    players = players_of(draft, who, me)
    for player in players:
        draft.push(Choose(player, of, because))
    if not players:
        draft.push(Steps(me, of[-1], because))


@EFFECTS.verb
def check(
    draft: Draft,
    me: int,
    because: str,
    finished: tuple[SymbolId, ...] = (),
    at_least: Spaces = (),
    then: Effects = (),
    else_: Effects = (),
) -> None:
    """`then` if those tracks are finished, the marker on the last space, or have come that far (LR-EVENT-10)."""
    board = place_of(draft).board
    assert board is not None  # only events ask
    at = {track.symbol: (marker, track.last_space) for track, marker in zip(board.tracks, draft.markers, strict=True)}
    met = all(at[symbol][0] == at[symbol][1] for symbol in finished)
    met = met and all(at[symbol][0] >= least for symbol, least in at_least)
    draft.push(Steps(me, then if met else else_, because))
