"""The victory check (WC-VIC): a lead, the last path, and parts of the locations that come in (WC-EPD-11)."""

from __future__ import annotations

from companion.games.wotrcards.rules import locations
from companion.games.wotrcards.rules.common import other, side_of
from companion.games.wotrcards.rules.scoring import final, score
from companion.games.wotrcards.state import Draft
from companion.games.wotrcards.tables import FREE, SHADOW
from companion.play.agenda import Frame, Stage

LEAD = 10  # points ahead that win at once (WC-VIC-1)
ENDINGS = {"lead": "WC-VIC-1", "last": "WC-VIC-2"}
NAMES = (("lead_free", "lead_shadow"), ("last_free", "last_shadow"))
ENDING_RULES = {name: rule for names, rule in zip(NAMES, ENDINGS.values(), strict=True) for name in names}


def _run_judging(draft: Draft, frame: Frame) -> bool:
    """The victory check, first for a lead, then whether that was the last path (WC-VIC-1, -2, WC-AMB-15)."""
    draft.agenda.pop()
    draft.phase = "check"
    ahead = FREE if score(draft, FREE) > score(draft, SHADOW) else SHADOW
    if score(draft, ahead) - score(draft, other(ahead)) >= LEAD:
        _finish(draft, 0, ahead)
    elif locations.at_end(draft):
        _finish(draft, 1, FREE if final(draft, FREE) > final(draft, SHADOW) else SHADOW)
    else:
        _next_parts(draft)
    return False


def _finish(draft: Draft, how: int, side: int) -> None:
    draft.ending, draft.agenda = NAMES[how][side], []
    draft.winners = tuple([seat for who, seat in enumerate(draft.setup.seats) if side_of(draft, who) == side])


def _next_parts(draft: Draft) -> None:
    """Parts of the locations come in once every deck was shuffled anew, and once again (WC-EPD-11)."""
    least = min([deck.recycles for deck in draft.decks])
    order = list(draft.setup.tables.places)
    while draft.parts <= least and any(len(parts) > draft.parts for parts in draft.setup.scenario.grounds):
        for side in (FREE, SHADOW):
            parts = draft.setup.scenario.grounds[side]
            new = parts[draft.parts] if len(parts) > draft.parts else ()
            draft.grounds[side] = tuple(sorted((*draft.grounds[side], *new), key=order.index))
        draft.parts += 1


STAGES = {"judging": Stage(_run_judging, "WC-VIC-1")}
