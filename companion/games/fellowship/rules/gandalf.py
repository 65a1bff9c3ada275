"""Gandalf's help (LR-GANDALF): somebody pays, the active player chooses a card."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import hands, payments, prices, progress
from companion.games.fellowship.rules.common import index
from companion.games.fellowship.state import Draft, State, Table, decider, living, place_of, speaker
from companion.play.agenda import Frame, Stage, not_yours, waits
from companion.play.game import Ref, Refusal

TARGETED = ("left", "draw", "refill", "give_card")  # steps that one player is named for


def cost(table: Table) -> int:
    """Rune points of one card."""
    return table.setup.tables.values["gandalf_cost"]


def payers(table: Table) -> list[int]:
    """Who can pay for a card; where the table pools, everybody living if all together can (LR-GANDALF-2, LR-AMB-5)."""
    alive = living(table, table.active)
    points = [table.players[who].runes for who in alive]
    if table.setup.options.pooled:
        return alive if sum(points) >= cost(table) else []
    return [who for who, number in zip(alive, points, strict=True) if number >= cost(table)]


def may_come(table: Table) -> bool:
    """Somebody can pay for a card that is left."""
    return bool(table.gandalf) and bool(payers(table))


def magic_may_come(table: Table) -> bool:
    """An event that Magic could skip is about to be played (LR-GANDALF-8)."""
    board = place_of(table).board
    if board is None or not any(_skips(table, card) for card in table.gandalf):
        return False
    return table.event < len(board.events) and not _before_the_end(table) and bool(payers(table))


def _before_the_end(table: Table) -> bool:
    """The next event is the one that nothing can skip."""
    board = place_of(table).board
    return board is not None and table.event < len(board.events) and board.events[table.event].ends == "game"


def _skips(table: Table, card: str) -> bool:
    return any(step[0] == "skip_event" for step in table.setup.tables.gandalf[card].steps)


def fault_of(table: Table, frame: Frame, card: str) -> Refusal | None:
    """Why that card would be of no use at this moment, where `frame` is what it steps into."""
    power = table.setup.tables.gandalf.get(card)
    if power is None or card not in table.gandalf:
        return Refusal("gandalf_used", "LR-GANDALF-4", {"card": Ref("gandalf_card", card)})
    adventure = place_of(table).board is not None
    for step in power.steps:
        match step[0]:
            case "skip_event":
                if _before_the_end(table):
                    return Refusal("magic_last", "LR-GANDALF-8")
                if frame[0] != "event":
                    return Refusal("magic_no_event", "LR-GANDALF-8")
            case "peek_tiles" if not adventure or not sum(table.stack):
                return Refusal("gandalf_adventure", "LR-GANDALF-7", {"card": Ref("gandalf_card", card)})
            case "wild" if not _wild_moves(table, frame) and not payments.takes_credit(
                table, frame, card, speaker(table)
            ):
                return Refusal("guidance_useless", "LR-GANDALF-6")
    return None


def _wild_moves(table: Table, frame: Frame) -> bool:
    """A card could be played to move a marker here."""
    return frame[0] in ("story", "tile", "cards", "event") and bool(progress.open_tracks(table))


def legal_summon(state: State, frame: Frame) -> list[Act]:
    """Everybody who could pay, where some card would be of use."""
    if not state.gandalf:
        return []
    who = payers(state)
    if not who or all(fault_of(state, frame, card) for card in state.gandalf):
        return []
    return [Act("summon", state.setup.seats[player]) for player in who]


def check_summon(state: State, frame: Frame, act: Act) -> Refusal | None:
    """One player pays the whole price (LR-GANDALF-1, -2), for a card that can be used at once (LR-GANDALF-4)."""
    if not state.gandalf:
        return Refusal("gandalf_none", "LR-GANDALF-4")
    if index(state, act.seat) not in payers(state):
        pooled = state.setup.options.pooled
        rule = "LR-AMB-5" if pooled else "LR-GANDALF-2"
        return Refusal("gandalf_runes", rule, {"number": cost(state)})
    faults = [fault_of(state, frame, card) for card in state.gandalf]
    return faults[0] if all(faults) else None


def summon(draft: Draft, frame: Frame, act: Act) -> None:
    """The price is paid, then the active player chooses; pooled, the group pays what it offers."""
    if draft.setup.options.pooled:
        draft.push("group", -1, (("runes", "", cost(draft)),), (), payments.GANDALF, ())
    else:
        prices.spend(draft, index(draft, act.seat), cost(draft))
        draft.push("summoned", -1)


def _targets(table: Table, card: str) -> list[str]:
    steps = table.setup.tables.gandalf[card].steps
    if any(step[0] in TARGETED for step in steps):
        return [table.setup.seats[who] for who in living(table, speaker(table))]
    return [""]


def _legal_choice(state: State, frame: Frame) -> list[Act]:
    """("summoned", -1): which card, and for whom (LR-GANDALF-5)."""
    seat, beneath = state.setup.seats[decider(state)], state.agenda[-2]
    return [
        Act("gandalf", seat, card=card, to=to)
        for card in state.gandalf
        if fault_of(state, beneath, card) is None
        for to in _targets(state, card)
    ]


def _check_choice(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-GANDALF-1") or fault_of(state, state.agenda[-2], act.card)
    if fault is None and act.to not in _targets(state, act.card):
        fault = hands.check_to(state, act, "LR-GANDALF-5") or Refusal("target_none", "LR-GANDALF-4")
    return fault


def _use(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.gandalf = tuple([card for card in draft.gandalf if card != act.card])
    hands.bury(draft, [act.card])
    draft.push("steps", index(draft, act.to), draft.setup.tables.gandalf[act.card].steps)


# --- Guidance: a wild card just played or discarded -------------------------------------------------------------------


def wild(draft: Draft, symbols: int) -> None:
    """The active player uses that many stars: for one track, or in the payment that is open (LR-GANDALF-6)."""
    card = next(card for card in draft.setup.tables.gandalf if card in draft.setup.tables.cards)
    if payments.takes_credit(draft, draft.agenda[-1], card, speaker(draft)):
        draft.agenda[-1] = payments.credited(draft, draft.agenda[-1], card, speaker(draft))
    else:
        draft.push("wild", -1, symbols)


def _check_wild(state: State, frame: Frame, act: Act) -> Refusal | None:
    return not_yours(state, act, "LR-GANDALF-6") or progress.check_track(state, act.to, "LR-GANDALF-6")


def _wild(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    progress.advance(draft, act.to, frame[2])


STAGES = {
    "summoned": Stage(waits, "LR-GANDALF-1", _legal_choice, {"gandalf": (_check_choice, _use)}),
    "wild": Stage(waits, "LR-GANDALF-6", progress.legal_move, {"move": (_check_wild, _wild)}),
}
