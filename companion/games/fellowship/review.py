"""The luck of an evening of the cooperative game: the threat die, golden runes, story tiles."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.fellowship.actions import Act
from companion.games.fellowship.state import State
from companion.games.fellowship.tables import Tables
from companion.play.game.game import GameReview, LuckItem
from companion.play.report.luck import spread_evenly


def chance_luck(state: State, act: Act) -> Iterator[LuckItem]:
    """Return the numbers of a roll, a rune or a tile; a tile that somebody has looked at is no luck any more."""
    facts = state.setup.tables
    match act.type:
        case "roll":
            yield from _roll_luck(facts, act)
        case "gold":
            yield LuckItem("gold", "LR-PROGRESS-2", act.seat, act.value, spread_evenly(state.gold))
        case "show" if not state.top:
            good = [tile in facts.progress for tile in facts.tiles]
            left = [int(is_good) for is_good, number in zip(good, state.stack, strict=True) for _ in range(number)]
            yield LuckItem("progress", "LR-TURN-2", "", int(act.tile in facts.progress), spread_evenly(left))


def _roll_luck(facts: Tables, act: Act) -> Iterator[LuckItem]:
    """Return the spaces that the roller and Sauron move, and the cards that the face costs, before any power."""
    for code in ("right", "lose", "sauron"):
        harms = {face: _harm(facts, face, code) for face in facts.faces}
        seat = "" if code == "sauron" else act.seat
        yield LuckItem(f"threat_{code}", "LR-DIE-2", seat, harms[act.face], spread_evenly([*harms.values()]))


def _harm(facts: Tables, face: str, code: str) -> int:
    harm = 0
    for effect in facts.face_effects[face]:
        match effect:
            case ("lose", _, cost) if code == "lose":
                harm += sum([number for _, _, number in cost])
            case (name, *_, number) if name == code:
                harm += number
    return harm


REVIEW = GameReview(luck=chance_luck)
