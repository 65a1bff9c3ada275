"""The temptation track and death (LR-TRACK, LR-DEATH; the betrayal and the relay of LR-VARIANT)."""

from __future__ import annotations

from companion.games.fellowship.rules import hands
from companion.games.fellowship.state import Draft, living, next_living

SAURON, CANNOT_PAY = "sauron", "cannot_pay"


def move(draft: Draft, who: int, steps: int) -> None:
    """Move a hobbit right, or left where `steps` is negative, never below the first space (LR-TRACK-2)."""
    player, values = draft.players[who], draft.setup.tables.values
    if player.alive:
        space = min(max(player.space + steps, values["track_first"]), values["track_last"])
        draft.players[who] = player._replace(space=space)
        meet_sauron(draft)


def move_sauron(draft: Draft, steps: int) -> None:
    """Sauron moves left, never right (LR-TRACK-3)."""
    draft.sauron = max(draft.sauron - steps, draft.setup.tables.values["track_first"])
    meet_sauron(draft)


def meet_sauron(draft: Draft) -> None:
    """After every movement whoever stands where Sauron is, or right of him, dies; all together (LR-TRACK-4, -5)."""
    caught = [who for who, player in enumerate(draft.players) if player.alive and player.space >= draft.sauron]
    if caught:
        kill(draft, caught, SAURON)


def kill(draft: Draft, dead: list[int], cause: str) -> None:
    """Hands are discarded, life tokens go back, runes stay (LR-DEATH-2, -3); without a Ring-bearer all is lost (-4)."""
    ring = draft.setup.tables.life.index("ring")
    tokens = draft.players[draft.bearer].life[ring] if draft.bearer in dead else 0
    for who in dead:
        hands.bury_hand(draft, who)
        draft.update(who, alive=False, cause=cause, life=(0,) * len(draft.setup.tables.life))
    if draft.bearer in dead:
        _bearer_died(draft, cause, tokens)


def _bearer_died(draft: Draft, cause: str, tokens: int) -> None:
    options = draft.setup.options
    if options.competition and cause == SAURON and tokens >= draft.setup.tables.values["betrayal_tokens"]:
        draft.finish("betrayal", (draft.setup.seats[draft.bearer],))
    elif options.relay and cause != SAURON and living(draft, draft.bearer):
        draft.bearer = next_living(draft, draft.bearer)
    else:
        draft.finish("bearer_dead")
