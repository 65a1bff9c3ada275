"""Everything that texts of cards and locations do."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.wotrcards.rules import card_effects, location_effects
from companion.games.wotrcards.rules.effect import Effect
from companion.games.wotrcards.rules.texts import Text

EFFECTS: Mapping[str, Effect] = {**card_effects.EFFECTS, **location_effects.EFFECTS}
Text.effects = EFFECTS
