"""What happens before the first round (WC-SET-5): everything is laid out, then hands are drawn and cards cycled."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common import decks
from companion.games.wotrcards.rules.common.costs import Cost
from companion.games.wotrcards.rules.turn import rounds
from companion.games.wotrcards.state import Draft, State
from companion.play.game.draft import NOBODY
from companion.play.game.steps import Step, end

RULE = "WC-SET-5"


def begin_setup(draft: Draft) -> None:
    """The table is being laid out."""
    draft.phase = "setup"
    draft.push(FirstRound(NOBODY))
    for seat_index in reversed(range(len(draft.setup.seats))):
        draft.push(StartingHand(seat_index))
    draft.push(LayOut(NOBODY))


@dataclass(frozen=True, slots=True)
class LayOut(Step):
    """Everything is laid out as the lists say."""

    kind = "setup"
    rule = "WC-SET-1"

    def offers(self, state: State) -> list[Act]:
        """Return `ready`."""
        return [Act("ready", state.seat)]

    do_ready = end


@dataclass(frozen=True, slots=True)
class StartingHand(Step):
    """The starting cards, then some of them are cycled."""

    kind = "hand"
    rule = RULE

    def run(self, draft: Draft) -> bool:
        """Draw the starting hand and cycle cards of it."""
        chair = draft.setup.scenario.chairs[draft.setup.seats[self.seat_index]]
        draft.swap(Cost(self.seat_index, chair.cycle, RULE))
        decks.draw_cards(draft, self.seat_index, chair.start, RULE)
        return False


@dataclass(frozen=True, slots=True)
class FirstRound(Step):
    """All hands are held."""

    kind = "first"
    rule = RULE

    def run(self, draft: Draft) -> bool:
        """Begin the first round."""
        draft.pop()
        rounds.begin_round(draft)
        return False
