"""The temptation track and death (LR-TRACK, LR-DEATH; the betrayal and the relay of LR-VARIANT)."""

from __future__ import annotations

from typing import Literal

from companion.games.fellowship.rules.common import hands
from companion.games.fellowship.rules.common.choices import May
from companion.games.fellowship.rules.common.effects import players_of
from companion.games.fellowship.rules.common.ending import finish_game
from companion.games.fellowship.state import Draft, State, living_seats, next_living
from companion.games.fellowship.verbs import EFFECTS, Effects, Number
from companion.play.game.draft import replace_item

SAURON, CANNOT_PAY = "sauron", "cannot_pay"


def move_hobbit(draft: Draft, seat_index: int, steps: int, because: str) -> None:
    """Move a hobbit right, or left where `steps` is negative, never below the first space (LR-TRACK-2)."""
    player, values = draft.players[seat_index], draft.setup.tables.values
    if player.alive:
        space = min(max(player.space + steps, values["track_first"]), values["track_last"])
        draft.players = replace_item(draft.players, seat_index, player._replace(space=space))
        if space != player.space:
            draft.record("space", because, seat=draft.setup.seats[seat_index], number=space)
        meet_sauron(draft)


def meet_sauron(draft: Draft) -> None:
    """After every movement whoever stands where Sauron is, or right of him, dies; all together (LR-TRACK-4, -5)."""
    caught = [
        seat_index for seat_index, player in enumerate(draft.players) if player.alive and player.space >= draft.sauron
    ]
    if caught:
        kill_hobbits(draft, caught, SAURON)


def would_kill(state: State, seat_index: int, effects: Effects) -> bool:
    """Return whether somebody would die of these effects now; a discard leaves time of its own (LR-PAY-7)."""
    player = state.players[seat_index]
    for found in effects:
        if found[0] == "right" and player.space + found[2] >= state.sauron:
            return True
        if found[0] == "sauron" and any(p.alive and p.space >= state.sauron - found[1] for p in state.players):
            return True
    return False


def kill_hobbits(draft: Draft, dead: list[int], cause: str) -> None:
    """Hands are discarded, life tokens go back, runes stay (LR-DEATH-2, -3); without a Ring-bearer all is lost (-4)."""
    ring = draft.setup.tables.life.index("ring")
    tokens = draft.players[draft.bearer].life[ring] if draft.bearer in dead else 0
    code, rule = ("died_sauron", "LR-TRACK-4") if cause == SAURON else ("died_short", "LR-PAY-7")
    for seat_index in dead:
        hands.bury_hand(draft, seat_index)
        draft.update_player(seat_index, alive=False, cause=cause, life=(0,) * len(draft.setup.tables.life))
        draft.record(code, rule, seat=draft.setup.seats[seat_index])
    if draft.bearer in dead:
        _bearer_died(draft, cause, tokens)


def _bearer_died(draft: Draft, cause: str, tokens: int) -> None:
    options = draft.setup.options
    if options.competition and cause == SAURON and tokens >= draft.setup.tables.values["betrayal_tokens"]:
        finish_game(draft, "betrayal", (draft.setup.seats[draft.bearer],))
    elif options.relay and cause != SAURON and living_seats(draft, draft.bearer):
        draft.bearer = next_living(draft, draft.bearer)
        draft.record("bearer", "LR-VARIANT-4", seat=draft.setup.seats[draft.bearer])
    else:
        finish_game(draft, "bearer_dead")


@EFFECTS.verb
def sauron(draft: Draft, me: int, because: str, steps: Number) -> None:
    """Sauron moves left, never right (LR-TRACK-3)."""
    space = max(draft.sauron - steps, draft.setup.tables.values["track_first"])
    if space != draft.sauron:
        draft.sauron = space
        draft.record("sauron", because, number=space)
    meet_sauron(draft)


@EFFECTS.verb
def left(
    draft: Draft,
    me: int,
    because: str,
    who: Literal["active", "bearer", "single", "self"],
    steps: Number,
    may: bool = False,
) -> None:
    """Those hobbits move left; where they may, each decides first (LR-EVENT-7)."""
    for player in players_of(draft, who, me):
        if may:
            draft.push(May(player, (("left", "self", steps, False),), because))
        else:
            move_hobbit(draft, player, -steps, because)


@EFFECTS.verb
def right(draft: Draft, me: int, because: str, who: Literal["bearer", "single", "self"], steps: Number) -> None:
    """Those hobbits move right."""
    for player in players_of(draft, who, me):
        move_hobbit(draft, player, steps, because)
