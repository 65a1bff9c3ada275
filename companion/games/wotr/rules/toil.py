"""A card of the Shadow on the table takes a Character event for every casualty of a Hunt (WR-EVENT-9)."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import cards, politics
from companion.games.wotr.rules.common import index, leader, seats_of
from companion.games.wotr.rules.fellowship import lying
from companion.games.wotr.rules.hunters import decline, hunter, hunters, hunts
from companion.games.wotr.state import Draft, State, Table
from companion.games.wotr.tables import FP, SHADOW
from companion.play.agenda import Frame, Stage, waits
from companion.play.game import Ref, Refusal


def _known(t: Table, who: int) -> list[str]:
    """Character events in a hand that the app knows."""
    return [card for card in t.hands[who].cards if t.setup.tables.cards[card].deck == "character"]


def _worn_hands(t: Table) -> list[str]:
    """Seats that hold cards: whether there is one of that kind among them, the Shadow cannot know."""
    return [t.setup.seats[who] for who in seats_of(t, FP) if t.hands[who].size]


def _worn_table(t: Table) -> list[str]:
    """Character events that lie on the table."""
    return [card for card in t.sides[FP].table if t.setup.tables.cards[card].deck == "character"]


def _run_toil(draft: Draft, frame: Frame) -> bool:
    """("toil", hunter): a card of the Shadow takes a Character event for each casualty."""
    if lying(draft, SHADOW, "toil") and (_worn_hands(draft) or _worn_table(draft)):
        return True
    draft.agenda.pop()
    return False


def _legal_toil(state: State, frame: Frame) -> list[Act]:
    out = []
    for seat in hunters(state):
        out += [Act("accept", seat), *[Act("use", seat, item=card) for card in _worn_table(state)]]
        out += [Act("lose", seat, to=who) for who in _worn_hands(state)]
    return out


def _check_worn_table(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = hunter("WR-EVENT-9")(state, frame, act)
    if fault is not None or act.item in _worn_table(state):
        return fault
    known = act.item in state.setup.tables.cards
    return Refusal("card_not_worn", "WR-EVENT-9", {"card": Ref("event_card", act.item) if known else act.item})


def _wear_table(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    politics.drop(draft, FP, act.item)


def _check_worn_hand(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = hunter("WR-EVENT-9")(state, frame, act)
    if fault is not None or act.to in _worn_hands(state):
        return fault
    known = act.to in state.setup.seats
    return Refusal("hand_not_worn", "WR-EVENT-9", {"seat": Ref("seat", act.to) if known else act.to})


def _wear_hand(draft: Draft, frame: Frame, act: Act) -> None:
    """A random one, if there is any; of cards that the app does not know only their number falls."""
    draft.agenda.pop()
    who = index(draft, act.to)
    if draft.hands[who].hidden:
        cards.lose(draft, who, "")
    elif _known(draft, who):
        draft.push("worn", leader(draft, SHADOW), who)


def picks(t: Table, frame: Frame) -> list[str]:
    """What an open `pick` draws from: cards of a worn hand, else the Companions."""
    return _known(t, frame[2]) if frame[0] == "worn" else list(t.fellowship.companions)


def _check_worn(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = hunter("WR-EVENT-9")(state, frame, act)
    if fault is not None or not act.item or act.item in picks(state, frame):
        return fault
    known = act.item in state.setup.tables.cards
    return Refusal("card_not_worn", "WR-EVENT-9", {"card": Ref("event_card", act.item) if known else act.item})


def _worn(draft: Draft, frame: Frame, act: Act) -> None:
    """("worn", hunter, player): a Character event of that hand, drawn at random."""
    draft.agenda.pop()
    cards.lose(draft, frame[2], act.item)


STAGES = {
    "toil": Stage(
        _run_toil,
        "WR-EVENT-9",
        _legal_toil,
        {
            "accept": (hunter("WR-EVENT-9"), decline),
            "use": (_check_worn_table, _wear_table),
            "lose": (_check_worn_hand, _wear_hand),
        },
    ),
    "worn": Stage(waits, "WR-EVENT-9", hunts("pick"), {"pick": (_check_worn, _worn)}),
}
