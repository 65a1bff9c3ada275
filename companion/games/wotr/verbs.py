"""The verbs in which content/wotr/event_cards.yaml says what a card does: four vocabularies, filled by the rules.

needs: what has to be so before a card is played. does: what happens then, one after the other. stays: what has to be so
while it lies on the table. after_event: what happens whenever its side has played a card with an Event die. The enemy
takes it from the table with Will of the West, or while `cleared_if` is so with any die and `cleared_for`. Where the
players keep the armies, verbs about armies do nothing and conditions about them are met: the players see the board.

Two more for content/wotr/combat_cards.yaml. needs: what a battle has to be like (the bold requirement). does: what
happens at its initiative. then: at the second one of an event card that has two.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from companion.play.game.verbs import Calls, Id, Least, Verbs

EFFECTS = Verbs("effect", shared=3)  # (draft, who plays the card, the card): it happens
CHOICES = Verbs("choice", shared=2)  # (state, who chooses): what may be chosen, and what that does
CONDITIONS = Verbs("condition", shared=1)  # (state): whether it is so
PLACES = Verbs("place", shared=3)  # (state, region, side): whether the region is such a place for the side
COMBAT = Verbs("combat effect", shared=2)  # (draft, side of the card): it happens in a battle
NEEDS = Verbs("combat condition", shared=2)  # (state, side of the card): whether the battle is so
CARD_VERBS = {
    "needs": CONDITIONS,
    "does": EFFECTS,
    "stays": CONDITIONS,
    "after_event": EFFECTS,
    "cleared_if": CONDITIONS,
    "cleared_for": EFFECTS,
}
COMBAT_VERBS = {"needs": NEEDS, "does": COMBAT, "then": COMBAT}

Effects = Annotated[Calls, EFFECTS]
Choosing = Annotated[Calls, CHOICES]
Conditions = Annotated[Calls, CONDITIONS]
Places = Annotated[Calls, PLACES]

Character = Annotated[str, Id("character")]
Deck = Literal["character", "strategy"]
Face = Annotated[str, Id("face")]
Number = Annotated[int, Least(1)]
Nation = Annotated[str, Id("nation")]
Region = Annotated[str, Id("region")]
Side = Annotated[str, Id("side")]


def hold(state: Any, conditions: Calls) -> bool:
    """Return whether all of these conditions are met in a state."""
    for call in conditions:  # noqa: SIM110  half the time of `all`, and asked thousands of times a list
        if not CONDITIONS.do(call, state):
            return False
    return True


def regions_where(state: Any, side: int, places: Calls) -> list[str]:
    """Return the regions that are all of these places for a side, in the order of content/."""
    return [id for id in state.setup.tables.regions if is_place(state, id, side, places)]


def is_place(state: Any, region: str, side: int, places: Calls) -> bool:
    """Return whether the region is all of these places for a side."""
    for call in places:  # noqa: SIM110  the same
        if not PLACES.do(call, state, region, side):
            return False
    return True
