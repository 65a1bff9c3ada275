"""A round (WC-RND): its five steps are laid out; at its end cards are drawn and the next begins (WC-DRW)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.wotrcards.rules.combat.combat import Combat
from companion.games.wotrcards.rules.common.common import begin_phase, cards_of, side_of, starting_seat
from companion.games.wotrcards.rules.common.costs import Cost
from companion.games.wotrcards.rules.common.decks import DrawCards
from companion.games.wotrcards.rules.locations.battlegrounds import Ground
from companion.games.wotrcards.rules.locations.ending import VictoryCheck
from companion.games.wotrcards.rules.locations.paths import WalkPath
from companion.games.wotrcards.rules.turn.action_step import ActionStep
from companion.games.wotrcards.state import READY, RESERVE, USED, Draft, State
from companion.games.wotrcards.tables import CardFacts
from companion.play.game.draft import NOBODY
from companion.play.game.steps import Step


def begin_round(draft: Draft) -> None:
    """A new round; what was done once a round may be done again."""
    draft.round += 1
    draft.acting, draft.passes = draft.first, 0
    draft.decks = tuple(
        [deck._replace(once=(), ring=READY if deck.ring == USED else deck.ring) for deck in draft.decks]
    )
    draft.cards = tuple([card._replace(fresh=False) for card in draft.cards])
    seat_index = starting_seat(draft)
    draft.record("round", "WC-RND-1", number=draft.round, seat=draft.setup.seats[seat_index])
    draft.push(DrawStep(NOBODY))
    draft.push(VictoryCheck(NOBODY))
    draft.push(Combat(seat_index))
    draft.push(ActionStep(NOBODY))
    draft.push(WalkPath(seat_index))
    draft.push(Ground(seat_index, side_of(draft, seat_index), ""))


def in_reserve(state: State, seat_index: int) -> list[CardFacts]:
    """Cards of the reserve, which may add to the draw step, and cycle some of it again."""
    facts = state.setup.tables.cards
    return [facts[card.id] for card in cards_of(state, seat_index) if card.at == RESERVE]


@dataclass(frozen=True, slots=True)
class DrawStep(Step):
    """The draw step, then the starting player token goes on (WC-DRW-1)."""

    kind = "closing"
    rule = "WC-DRW-1"

    def run(self, draft: Draft) -> bool:
        """Let each seat pay for its reserve and draw."""
        begin_phase(draft, "draw")
        draft.swap(NextRound(NOBODY))
        for seat_index in reversed(range(len(draft.setup.seats))):
            chair = draft.setup.scenario.chairs[draft.setup.seats[seat_index]]
            cards = in_reserve(draft, seat_index)
            draft.push(Cost(seat_index, sum([card.draw_cycle for card in cards]), "WC-DRW-1"))
            draft.push(DrawCards(seat_index, chair.draw + sum([card.draw for card in cards])))
        return False


@dataclass(frozen=True, slots=True)
class NextRound(Step):
    """The next in the order of turns starts the next round."""

    kind = "passing"
    rule = "WC-DRW-1"

    def run(self, draft: Draft) -> bool:
        """Begin the next round with the next seat."""
        draft.pop()
        draft.first = (draft.first + 1) % len(draft.setup.order)
        begin_round(draft)
        return False
