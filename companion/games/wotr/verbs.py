"""The verbs in which content/wotr/event_cards.yaml says what a card does: three vocabularies, filled by the rules.

needs: what has to be so before a card is played. does: what happens then, one after the other. stays: what has to be so
while it lies on the table. after_event: what happens whenever its side has played a card with an Event die. The enemy
takes it from the table with Will of the West, or while `cleared_if` is so with any die and `cleared_for`.

Two more for content/wotr/combat_cards.yaml. needs: what a battle has to be like (the bold requirement). does: what
happens at its initiative. then: at the second one of an event card that has two.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from companion.play.verbs import Calls, Id, Least, Verbs

EFFECTS = Verbs("effect", shared=3)  # (draft, who plays the card, the card): it happens
CHOICES = Verbs("choice", shared=2)  # (state, who chooses): what may be chosen, and what that does
CONDITIONS = Verbs("condition", shared=1)  # (state): whether it is so
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

Character = Annotated[str, Id("character")]
Deck = Literal["character", "strategy"]
Face = Annotated[str, Id("face")]
Number = Annotated[int, Least(1)]
Nation = Annotated[str, Id("nation")]
Region = Annotated[str, Id("region")]
Side = Annotated[str, Id("side")]


def hold(t: Any, conditions: Calls) -> bool:
    """All of these conditions are met in a state."""
    return not conditions or all(CONDITIONS.do(call, t) for call in conditions)
