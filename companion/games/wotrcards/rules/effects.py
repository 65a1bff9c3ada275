"""What cards and locations do, as the table tells it: their texts are read from the table, their bounds are kept here.

("card", who, card, *told) and ("text", who, location, *told) stay open until `done`; each `effect` is one thing that
happened, and `told` is what a side of one player does again after that. Kinds of effects: told_cards, told_places.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules import told_cards, told_places
from companion.games.wotrcards.rules.common import card_ref, cards_of, index, not_yours, own, seats_of, side_of
from companion.games.wotrcards.rules.told import Effect
from companion.games.wotrcards.state import Draft, State, Table
from companion.play.agenda import Check, Do, Frame, Stage, calm, waits
from companion.play.game import Refusal

EFFECTS: Mapping[str, Effect] = {**told_cards.EFFECTS, **told_places.EFFECTS}


def _legal(state: State, frame: Frame) -> list[Act]:
    told = [
        act
        for effect in EFFECTS.values()
        for teller in tellers(state, frame, effect)
        for act in effect.offers(state, teller)
    ]
    return [Act("done", state.setup.seats[frame[1]]), *told]


def tellers(t: Table, frame: Frame, effect: Effect) -> list[int]:
    """Who tells it: the seat whose text it is; of own hands and piles those of its side, of a location everybody."""
    who: int = frame[1]
    if not effect.own:
        return [who]
    mates = seats_of(t, side_of(t, who)) if frame[0] == "card" else range(len(t.setup.seats))
    return [who, *[seat for seat in mates if seat != who]]


def _check(state: State, frame: Frame, act: Act) -> Refusal | None:
    effect = EFFECTS.get(act.to)
    who = index(state, act.seat)
    fault = not_yours(state, act, "WC-PLAY-10")
    if fault is not None and (effect is None or who not in tellers(state, frame, effect)):
        return fault
    if effect is None:
        return Refusal("effect_unknown", "WC-PLAY-10", {"what": act.to})
    return effect.fault(state, who, act)


def _effect(draft: Draft, frame: Frame, act: Act) -> None:
    EFFECTS[act.to].do(draft, index(draft, act.seat), act)


def _done(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, id, *told = draft.agenda.pop()
    if told:
        draft.push("again", who, id, tuple(told))


# --- a card in play that tells of itself without an action -----------------------------------------------------------


def _check_tell(state: State, frame: Frame, act: Act) -> Refusal | None:
    """An own card in play, or the active path that may take on another number; not while it is already telling."""
    who = index(state, act.seat)
    if act.item not in _speakers(state, who):
        return Refusal("card_not_in_play", "WC-TERM-5", {"card": card_ref(state, act.item)})
    open = any(frame[0] in ("card", "text") and frame[2] == act.item for frame in state.agenda)
    return Refusal("card_telling", "WC-PLAY-10", {"card": card_ref(state, act.item)}) if open else None


def _speakers(state: State, who: int) -> list[str]:
    path = [state.path] if told_places.renumbered(state) else []
    return [*dict.fromkeys([card.id for card in cards_of(state, who)]), *path]


def _tell(draft: Draft, frame: Frame, act: Act) -> None:
    kind = "card" if act.item in draft.setup.tables.cards else "text"
    draft.push(kind, index(draft, act.seat), act.item)


def legal_asides(state: State, frame: Frame) -> list[Act]:
    """Everything whose text may have something to say now."""
    seats = enumerate(state.setup.seats)
    told = [Act("tell", seat, item=id) for who, seat in seats for id in _speakers(state, who)]
    return [act for act in told if _check_tell(state, frame, act) is None]


ASIDES: dict[str, tuple[Check, Do]] = {"tell": (_check_tell, _tell)}
ASIDE_RULE = "WC-PLAY-6"
_ACTS: dict[str, tuple[Check, Do]] = {"effect": (_check, _effect), "done": (own("WC-PLAY-10"), _done)}
STAGES = {
    **told_cards.STAGES,
    **told_places.STAGES,
    "card": Stage(waits, "WC-PLAY-10", _legal, _ACTS, calm),
    "text": Stage(waits, "WC-LOC-1", _legal, _ACTS, calm),
}
