"""The victory check (WC-VIC): a lead, the last path, and parts of the locations that come in (WC-EPD-11)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.wotrcards.rules.common.common import opponent, side_of
from companion.games.wotrcards.rules.common.scoring import final_score, score_explanation, side_score
from companion.games.wotrcards.rules.locations.locations import put_in_deck
from companion.games.wotrcards.rules.locations.paths import at_end
from companion.games.wotrcards.state import Draft
from companion.games.wotrcards.tables import FREE, SHADOW
from companion.play.game.steps import Step

LEAD = 10  # points ahead that win at once (WC-VIC-1)
ENDINGS = {"lead": "WC-VIC-1", "last": "WC-VIC-2"}
NAMES = (("lead_free", "lead_shadow"), ("last_free", "last_shadow"))
ENDING_RULES = {name: rule for names, rule in zip(NAMES, ENDINGS.values(), strict=True) for name in names}


@dataclass(frozen=True, slots=True)
class VictoryCheck(Step):
    """The victory check, first for a lead, then whether that was the last path (WC-VIC-1, -2, WC-AMB-15)."""

    kind = "judging"
    rule = "WC-VIC-1"

    def run(self, draft: Draft) -> bool:
        """End the game if a side leads by enough or the last round is over."""
        draft.pop()
        draft.phase = "check"
        ahead = FREE if side_score(draft, FREE) > side_score(draft, SHADOW) else SHADOW
        if side_score(draft, ahead) - side_score(draft, opponent(ahead)) >= LEAD:
            _finish_game(draft, NAMES[0][ahead])
        elif at_end(draft):
            _finish_game(draft, NAMES[1][FREE if final_score(draft, FREE) > final_score(draft, SHADOW) else SHADOW])
        else:
            _bring_parts(draft)
        return False


def _finish_game(draft: Draft, ending: str) -> None:
    side = next(names.index(ending) for names in NAMES if ending in names)
    winners = tuple([seat for seat_index, seat in enumerate(draft.setup.seats) if side_of(draft, seat_index) == side])
    draft.finish(ending, ENDING_RULES[ending], winners)
    if draft.recorder is not None:
        draft.recorder += score_explanation(draft, with_rings=ending in NAMES[1])


def _bring_parts(draft: Draft) -> None:
    """Parts of the locations come in once every deck was shuffled anew, and once again (WC-EPD-11)."""
    least = min([deck.recycles for deck in draft.decks])
    grounds = draft.setup.scenario.grounds
    while draft.parts <= least and any(len(parts) > draft.parts for parts in grounds):
        for side in (FREE, SHADOW):
            put_in_deck(draft, side, *(grounds[side][draft.parts] if len(grounds[side]) > draft.parts else ()))
        draft.parts += 1
        draft.record("part_locations", "WC-EPD-11", number=draft.parts)
