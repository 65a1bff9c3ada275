"""The green epic cards (LR-EPIC): played from the hand at any time that their own condition allows."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import gandalf, hands
from companion.games.fellowship.rules.common import index
from companion.games.fellowship.state import Draft, State, Table, living
from companion.play.agenda import Frame, Stage, own
from companion.play.game import Ref, Refusal

WINDOWS = {  # window of content/ -> the frame it is; `any` wherever cards may step in
    "before_reveal": "story",
    "after_reveal": "tile",
    "before_die_roll": "roll",
    "after_die_roll": "rolled",
    "missing_tokens": "missing",
}


def somebody_has(table: Table, type: str) -> bool:
    """A card of that effect is in some living hand; all know that, since it was dealt and has not been discarded."""
    epics = table.setup.tables.epics
    return any(epics[card].steps[0][0] == type for card in _in_hands(table))


def somebody_may_help(table: Table) -> bool:
    """A card that may come at any time could still come: out of a hand, or from Gandalf."""
    epics = table.setup.tables.epics
    return gandalf.may_come(table) or any(epics[card].window == "any" for card in _in_hands(table))


def _in_hands(table: Table) -> list[str]:
    epics = table.setup.tables.epics
    unseen = any(player.hidden for player in table.players)
    found = [card for card in table.dealt if card in epics] if unseen else []
    return [*found, *[card for player in table.players for card in player.hand if card in epics]]


def legal_epic(state: State, frame: Frame) -> list[Act]:
    """Every epic card that may be used now, by whoever has it."""
    epics, out = state.setup.tables.epics, []
    for who, player in enumerate(state.players):
        unseen = state.dealt if player.hidden and player.alive else ()
        for card in (*player.hand, *unseen):
            if card in epics and _fault(state, frame, card) is None:
                seat = state.setup.seats[who]
                out += [Act("epic", seat, card=card, to=to) for to in _targets(state, card)]
    return out


def check_epic(state: State, frame: Frame, act: Act) -> Refusal | None:
    """In hand, an epic card, and its own condition fits (LR-EPIC-1)."""
    epics = state.setup.tables.epics
    if act.card not in epics:
        return Refusal("epic_other", "LR-EPIC-1", {"card": hands.name(state, act.card)})
    if not hands.may_hold(state, index(state, act.seat), act.card):
        return Refusal("card_not_in_hand", "LR-EPIC-1", {"card": hands.name(state, act.card)})
    fault = _fault(state, frame, act.card)
    if fault is None and act.to not in _targets(state, act.card):
        rule = epics[act.card].rule
        fault = hands.check_to(state, act, rule) or Refusal("target_none", rule)
    return fault


def _fault(state: State, frame: Frame, card: str) -> Refusal | None:
    power = state.setup.tables.epics[card]
    values = {"card": Ref("legendary_card", card)}
    if power.window == "any":
        if state.setup.tables.epics[card].steps[0][0] == "give_card" and not _giver(state):
            return Refusal("epic_not_now", power.rule, values)
        return None  # flow has looked whether cards may step in
    if frame[0] != WINDOWS[power.window]:
        return Refusal("epic_not_now", power.rule, values)
    step = power.steps[0]
    if step[0] == "skip_roll" and frame[2]:
        return Refusal("belt_ring", "LR-RING-8")
    if step[0] == "cancel_tile" and frame[2] not in step[1]:
        return Refusal("staff_tile", power.rule, {"tile": Ref("story_tile", frame[2])})
    return None


def _giver(state: State) -> bool:
    return len(living(state, state.active)) > 1


def _targets(table: Table, card: str) -> list[str]:
    """Whom the card can be for: its user decides, or it is for the one whose roll or tokens it is about."""
    if any(step[0] in gandalf.TARGETED for step in table.setup.tables.epics[card].steps):
        return [table.setup.seats[who] for who in living(table, table.active)]
    return [""]


def use(draft: Draft, frame: Frame, act: Act) -> None:
    """The card is discarded and does what it says; it is no card of step 2 (LR-TURN-5)."""
    who = index(draft, act.seat)
    hands.take(draft, who, act.card)
    hands.bury(draft, [act.card])
    draft.push("steps", index(draft, act.to) if act.to else who, draft.setup.tables.epics[act.card].steps)


# --- somebody lacks tokens --------------------------------------------------------------------------------------------


def _run_missing(draft: Draft, frame: Frame) -> bool:
    """("missing", player, steps): what missing life tokens cost, unless Athelas spares them (LR-EPIC-5)."""
    _, who, steps = frame
    if draft.players[who].alive:
        deadly = steps[0][0] == "right" and draft.players[who].space + steps[0][2] >= draft.sauron
        if somebody_has(draft, "spare_tokens") or (deadly and somebody_may_help(draft)):
            return True
        draft.agenda.pop()
        draft.push("steps", who, steps)
        return False
    draft.agenda.pop()
    return False


def legal_apply(state: State, frame: Frame) -> list[Act]:
    """What hangs over a player takes effect."""
    return [Act("apply", state.setup.seats[frame[1]])]


def _apply(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.push("steps", frame[1], frame[2])


STAGES = {
    "missing": Stage(
        _run_missing, "LR-EPIC-5", legal_apply, {"apply": (own("LR-EPIC-5"), _apply)}, lambda state, frame: True
    )
}
