"""The Fellowship's members (WR-FELL): corruption, the Guide, Companions who leave."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.choices import ChooseOne
from companion.games.wotr.rules.common.ending import finish
from companion.games.wotr.rules.common.sides import leader
from companion.games.wotr.state import GONE, IN_FELLOWSHIP, OFF_TRACK, Draft, State
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game import draft as drafts

GOLLUM, STRIDER = "gollum", "strider"
HOBBITS = ("meriadoc", "peregrin")  # who leave alive (WR-HUNT-29)


def on_track(state: State) -> bool:
    """Return whether the Ring-bearers are on the Mordor Track."""
    return state.fellowship.step != OFF_TRACK


def corrupt(draft: Draft, number: int, rule: str) -> None:
    """Change the corruption, never below 0; at 12 the Shadow has won (WR-WIN-2)."""
    last = last_space(draft)
    corruption = min(max(0, draft.fellowship.corruption + number), last)
    if corruption != draft.fellowship.corruption:
        draft.set_fellowship(corruption=corruption)
        draft.record("corruption", rule, number=corruption, last=last)
    if corruption == last:
        finish(draft, "corruption", SHADOW)


def last_space(state: State) -> int:
    """Return the last space of the Fellowship Track."""
    return state.setup.tables.tracks["fellowship"]


def set_place(draft: Draft, character: str, place: str, rule: str) -> None:
    """Set the place of a character."""
    at = draft.setup.tables.places[character]
    if draft.where[at] == place:
        return
    draft.where = drafts.replace_item(draft.where, at, place)
    if place == GONE:
        draft.record("gone", rule, character=character)
    elif place == IN_FELLOWSHIP:
        draft.record("comes_along", rule, character=character)
    else:
        draft.record("stands", rule, character=character, region=place)


# --- the Guide -------------------------------------------------------------------------------------------------------


def level(state: State, companion: str) -> int:
    """Return a Companion's Level, for moves and as a casualty."""
    return state.setup.tables.characters[companion].level


def guide_candidates(state: State) -> list[str]:
    """Return the Companions of the highest Level in the Fellowship (WR-FELL-5)."""
    highest = max([level(state, companion) for companion in state.fellowship.companions], default=0)
    return [companion for companion in state.fellowship.companions if level(state, companion) == highest]


def _set_guide(draft: Draft, guide: str, rule: str) -> None:
    if guide != draft.fellowship.guide:
        draft.set_fellowship(guide=guide)
        draft.record("guide", rule, character=guide)


def leave(draft: Draft, companions: Iterable[str], place: str, rule: str) -> None:
    """Remove Companions from the Fellowship, to a region or for good.

    On the Mordor Track always for good (WR-MORDOR-8).

    The Guide is chosen anew (WR-FELL-6), without a Companion Gollum is it (WR-FELL-8); cards that lie on the table for
    somebody who is gone go (WR-EVENT-11).
    """
    gone = tuple(companions)
    draft.set_fellowship(
        companions=tuple([companion for companion in draft.fellowship.companions if companion not in gone])
    )
    if place != GONE and on_track(draft):
        place, rule = GONE, "WR-MORDOR-8"
    for companion in gone:
        set_place(draft, companion, place, rule)
    may = guide_candidates(draft)
    if not may:
        _set_guide(draft, GOLLUM, "WR-FELL-8")
        set_place(draft, GOLLUM, IN_FELLOWSHIP, "WR-FELL-8")
    elif len(may) == 1:
        _set_guide(draft, may[0], "WR-FELL-5")
    else:
        if draft.fellowship.guide not in may:
            draft.set_fellowship(guide="")
        if not draft.agenda or not isinstance(draft.agenda[-1], NewGuide):  # once, however many leave one by one
            draft.push(NewGuide(leader(draft, FP)))
    discard_ended(draft)


def not_there(state: State, companion: str, rule: str) -> Refusal | None:
    """Refuse a character that is no Companion in the Fellowship; the Ring-bearers and Gollum never are."""
    if companion in state.fellowship.companions:
        return None
    if companion not in state.setup.tables.characters:
        return Refusal("character_unknown", rule, {"character": companion})
    kind = state.setup.tables.characters[companion].kind
    if kind in ("ring_bearers", "gollum"):
        rule = "WR-FELL-41" if kind == "ring_bearers" else "WR-HUNT-33"
        return Refusal("no_companion", rule, {"character": Ref("character", companion)})
    return Refusal("not_in_fellowship", rule, {"character": Ref("character", companion)})


@dataclass(frozen=True, slots=True)
class Lead(ChooseOne):
    """Choice of the Guide at the end of phase 2, where there is one."""

    rule = "WR-FELL-6"
    field = named = "character"
    listed = True

    def run(self, draft: Draft) -> bool:
        """Wait if there is more than one candidate."""
        return draft.waits(len(guide_candidates(draft)) > 1)

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the candidates besides the Guide."""
        return {"": [id for id in guide_candidates(state) if id != state.fellowship.guide]}

    def may_leave(self, state: State) -> bool:
        """Return whether the Guide may stay."""
        return state.fellowship.guide in guide_candidates(state)

    def fault(self, state: State, act: Act) -> Refusal | None:
        """Refuse a Companion that is not of the highest Level (WR-FELL-7), or the Guide."""
        fault, who = not_there(state, act.character, "WR-FELL-5"), Ref("character", act.character)
        if fault is None and act.character not in guide_candidates(state):
            highest = level(state, guide_candidates(state)[0])
            return Refusal("guide_level", "WR-FELL-7", {"character": who, "number": highest})
        return fault or Refusal("guide_already", "WR-FELL-6", {"character": who})

    check_guide = ChooseOne.check

    def do_guide(self, draft: Draft, act: Act) -> None:
        """Make the Companion the Guide."""
        draft.pop()
        _set_guide(draft, act.character, "WR-FELL-6")

    def check_done(self, state: State, act: Act) -> Refusal | None:
        """Refuse to go on without a Guide (WR-FELL-5)."""
        return None if state.fellowship.guide else Refusal("guide_needed", "WR-FELL-5")

    do_done = ChooseOne.end


@dataclass(frozen=True, slots=True)
class NewGuide(Lead):
    """Choice of the Guide at any other time, because a Companion has left."""
