"""How adventures and the game end (LR-END): Descent, the next Ring-bearer, Mount Doom."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import deck, turn
from companion.games.fellowship.state import Draft, State, living, next_living, power
from companion.play.agenda import Frame, Stage, not_yours
from companion.play.game import Outcome, Refusal

ENDING_RULES = {
    "destroyed": "LR-SCORE-1",
    "contest": "LR-VARIANT-9",
    "doom": "LR-SCORE-2",
    "bearer_dead": "LR-END-2",
    "ring_is_mine": "LR-END-17",
    "betrayal": "LR-VARIANT-10",
}


def outcome(state: State) -> Outcome | None:
    """How it ended, or None while the game goes on."""
    return Outcome(state.ending, ENDING_RULES[state.ending], state.winners) if state.ending else None


# --- the end of an adventure ------------------------------------------------------------------------------------------


def _run_end(draft: Draft, frame: Frame) -> bool:
    """The adventure is over at once; whatever was still to come in it lapses (LR-EVENT-2, LR-END-4, -6)."""
    draft.agenda = []
    turn.clear_table(draft)
    draft.push("transfer", -1)
    for who in reversed(living(draft, draft.bearer)):
        draft.push("descent", who)
    return False


def _run_descent(draft: Draft, frame: Frame) -> bool:
    """("descent", player): 1 right for each type of life token that is missing (LR-END-7, -8, -9)."""
    _, who = draft.agenda.pop()
    short = missing_types(draft, who)
    if short:
        steps = short * draft.setup.tables.values["missing_right"]
        draft.push("missing", who, (("right", "self", steps),))
    return False


def missing_types(draft: State | Draft, who: int) -> int:
    """How many types of life token a living player lacks."""
    player = draft.players[who]
    fewer = power(draft, who, "life_types")
    needed = draft.setup.tables.values["life_types"] if fewer is None else fewer[0]
    return max(needed - sum([number > 0 for number in player.life]), 0) if player.alive else 0


def _run_transfer(draft: Draft, frame: Frame) -> bool:
    """The Ring goes to whoever has most Ring tokens; tokens go back, cards are drawn (LR-END-10, -11, -12)."""
    draft.agenda.pop()
    draft.bearer = draft.active = new_bearer(draft)
    for who in range(len(draft.players)):
        draft.update(who, life=(0,) * len(draft.setup.tables.life))
    draft.push("onward", -1)
    for who in living(draft, draft.bearer):
        more = power(draft, who, "draw_after_adventure")
        if more is not None:
            draft.push("may", who, (("draw", "self", more[0]),))
    deck.draw(draft, draft.bearer, draft.setup.tables.values["bearer_cards"])
    return False


def new_bearer(draft: State | Draft) -> int:
    """Tied: the next clockwise, the present Ring-bearer last, or first where the table says so (LR-AMB-6)."""
    ring = draft.setup.tables.life.index("ring")
    others = living(draft, draft.bearer + 1)
    most = max([draft.players[who].life[ring] for who in others])
    if draft.setup.options.bearer_keeps and draft.players[draft.bearer].life[ring] == most:
        return draft.bearer
    return next(who for who in others if draft.players[who].life[ring] == most)


# --- Mount Doom -------------------------------------------------------------------------------------------------------


def _run_doom(draft: Draft, frame: Frame) -> bool:
    """The Ring lies on Mount Doom and nobody is Ring-bearer; the active player rolls (LR-END-14)."""
    draft.agenda = []
    turn.clear_table(draft)
    draft.bearer = -1
    who = draft.active if draft.players[draft.active].alive else next_living(draft, draft.active)
    _attempt(draft, who)
    return False


def _attempt(draft: Draft, who: int) -> None:
    draft.active = who
    draft.push("doomed", -1)
    draft.push("steps", who, draft.setup.tables.finale[:1])


def _run_doomed(draft: Draft, frame: Frame) -> bool:
    """Alive after the roll: destroyed. Dead: the next living player rolls; nobody left: defeat (LR-END-15)."""
    draft.agenda.pop()
    if draft.players[draft.active].alive:
        draft.push("destroyed", -1)
        draft.push("steps", draft.active, draft.setup.tables.finale[1:])
    elif living(draft, draft.active):
        _attempt(draft, next_living(draft, draft.active))
    else:
        draft.finish("doom")
    return False


def _run_destroyed(draft: Draft, frame: Frame) -> bool:
    seats = draft.setup.seats
    if not draft.setup.options.competition:
        draft.finish("destroyed", seats)
        return False
    most = max([player.runes for player in draft.players])
    draft.finish("contest", tuple([seat for seat, p in zip(seats, draft.players, strict=True) if p.runes == most]))
    return False


def _legal_gold(state: State, frame: Frame) -> list[Act]:
    return [Act("gold", state.setup.seats[frame[1]])]


def _check_gold(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-PROGRESS-2")
    if fault is None and act.number and act.number not in state.gold:
        fault = Refusal("gold_not_left", "LR-SETUP-6", {"number": act.number})
    return fault


def _run_gold(draft: Draft, frame: Frame) -> bool:
    """("gold", player): one of the golden runes lying face down."""
    if draft.players[frame[1]].alive and draft.gold:
        return True
    draft.agenda.pop()
    return False


def _gold(draft: Draft, frame: Frame, act: Act) -> None:
    _, who = draft.agenda.pop()
    left = list(draft.gold)
    left.remove(act.number)
    draft.gold = tuple(left)
    draft.update(who, gold=tuple(sorted([*draft.players[who].gold, act.number])))


STAGES = {
    "end": Stage(_run_end, "LR-END-1"),
    "descent": Stage(_run_descent, "LR-END-7"),
    "transfer": Stage(_run_transfer, "LR-END-10"),
    "doom": Stage(_run_doom, "LR-END-14"),
    "doomed": Stage(_run_doomed, "LR-END-15"),
    "destroyed": Stage(_run_destroyed, "LR-END-15"),
    "gold": Stage(_run_gold, "LR-PROGRESS-2", _legal_gold, {"gold": (_check_gold, _gold)}),
}
