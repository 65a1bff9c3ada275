"""Runes and life tokens: taken from the supply and given back (LR-PROGRESS-2, LR-PAY-8, LR-VARIANT-8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.messages import Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import players_of
from companion.games.fellowship.state import Draft, State
from companion.games.fellowship.verbs import EFFECTS, LifeId, Number
from companion.play.game.pools import Pool


def set_runes(draft: Draft, seat_index: int, silver: int, gold: tuple[int, ...], because: str) -> None:
    """A player has these runes now; where they are hidden, only he is told how many points (LR-VARIANT-8)."""
    before = draft.players[seat_index].runes
    draft.update_player(seat_index, silver=silver, gold=gold)
    now = draft.players[seat_index].runes
    if now != before:
        seat = draft.setup.seats[seat_index]
        if draft.setup.options.competition:
            draft.record_for((seat,), "runes", because, seat=seat, number=now)
        else:
            draft.record("runes", because, seat=seat, number=now)


def spend_points(draft: Draft, seat_index: int, points: int, because: str) -> None:
    """Silver first, then golden runes, with silver in change (LR-PAY-8, LR-AMB-14)."""
    if not points:
        return
    player = draft.players[seat_index]
    silver, gold = player.silver - points, list(player.gold)
    while silver < 0 and gold:
        silver += gold.pop(0)
    set_runes(draft, seat_index, max(silver, 0), tuple(gold), because)


def set_life(draft: Draft, seat_index: int, life: tuple[int, ...], because: str) -> None:
    """A player has these life tokens now."""
    if life == draft.players[seat_index].life:
        return
    draft.update_player(seat_index, life=life)
    if draft.recorder is not None:
        seat = draft.setup.seats[seat_index]
        held = [kind for kind, number in zip(draft.setup.tables.life, life, strict=True) for _ in range(number)]
        if held:
            draft.record("life", because, seat=seat, tokens=tuple(held))
        else:
            draft.record("life_none", because, seat=seat)


@dataclass(frozen=True, slots=True)
class Gold(GameStep):
    """A player draws one of the golden runes lying face down."""

    rule = "LR-PROGRESS-2"
    because: str

    def run(self, draft: Draft) -> bool:
        """Wait if the player lives and golden runes are left."""
        return draft.waits(draft.players[self.seat_index].alive and draft.gold)

    def pool(self, state: State) -> Pool:
        """Return the golden runes that are left."""
        values = tuple(sorted(set(state.gold)))
        return Pool(values, tuple([state.gold.count(value) for value in values]), 1)

    def check_gold(self, state: State, act: Act) -> Refusal | None:
        """Refuse a rune that is not left (LR-SETUP-6)."""
        if act.value and act.value not in state.gold:
            return Refusal("gold_not_left", "LR-SETUP-6", {"number": act.value})
        return None

    def do_gold(self, draft: Draft, act: Act) -> None:
        """Give the rune to the player."""
        draft.pop()
        left = list(draft.gold)
        left.remove(act.value)
        draft.gold = tuple(left)
        player = draft.players[self.seat_index]
        set_runes(draft, self.seat_index, player.silver, tuple(sorted([*player.gold, act.value])), self.because)


@EFFECTS.verb
def take_runes(draft: Draft, me: int, because: str, who: Literal["active", "self"], points: Number) -> None:
    """Those players take silver runes."""
    for one in players_of(draft, who, me):
        player = draft.players[one]
        set_runes(draft, one, player.silver + points, player.gold, because)


@EFFECTS.verb
def take_gold(draft: Draft, me: int, because: str, who: Literal["active", "self"]) -> None:
    """Those players draw a golden rune."""
    for player in players_of(draft, who, me):
        draft.push(Gold(player, because))


@EFFECTS.verb
def take_life(draft: Draft, me: int, because: str, who: Literal["active", "self"], life: LifeId) -> None:
    """Those players take a life token."""
    at = draft.setup.tables.life.index(life)
    for player in players_of(draft, who, me):
        has = draft.players[player].life
        set_life(draft, player, (*has[:at], has[at] + 1, *has[at + 1 :]), because)
