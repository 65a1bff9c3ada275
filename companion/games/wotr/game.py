"""War of the Ring as the companion plays it: its rules, words, pages, odds and bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.wotr import chances, events
from companion.games.wotr.actions import ACTIONS, COMBAT_ROLLS
from companion.games.wotr.bots.bot import BOTS
from companion.games.wotr.odds import beside, questions
from companion.games.wotr.referee import RULES
from companion.games.wotr.review import REVIEW
from companion.games.wotr.rules.common import ending
from companion.games.wotr.show import page, terminal, terminal_map
from companion.games.wotr.state import State
from companion.games.wotr.tables import DECKS, FP, SHADOW
from companion.play.game.action_words import ActionWords, Typed
from companion.play.game.game import Game, GameOdds, Sheets, Show
from companion.play.game.input_values import no_sheets
from companion.play.game.names import names_of

if TYPE_CHECKING:
    from companion.content.model import Content


def command_ids(state: State) -> list[str]:
    """Return every id that a command may name; faces stand in the order of the dice that are rolled."""
    facts = state.setup.tables
    rolls = bool(state.agenda) and state.agenda[-1].kind == "roll"
    side = state.setup.sides[state.agenda[-1].seat_index] if rolls else SHADOW
    ids = [*facts.faces[side], *facts.faces[FP], *facts.faces[SHADOW], *facts.combat, *facts.cards, *facts.tiles]
    return [*ids, *facts.characters, *facts.figures, *facts.regions, *facts.nations, *DECKS]


def combat_faces(state: State, type: str, rolled: str | None) -> str | None:
    """Return the faces that combat dice showed: `5,6,2`, `5 6 2` and `562` are numbers on them."""
    digits = (rolled or "").replace(",", "").replace(" ", "")
    if type not in COMBAT_ROLLS or not digits.isdecimal():
        return rolled
    faces = {str(value): face for face, value in state.setup.tables.combat.items()}
    return ",".join([faces.get(digit, digit) for digit in digits])


def read_words(content: Content, state: State, type: str, given: Mapping[str, str], rolled: str | None) -> Typed:
    """Return words and result: combat dice may be numbers; where tile and card have one name, the tile was drawn."""
    if rolled and type == "tile":
        rolled = ",".join(names_of(content).several(rolled, state.setup.tables.tiles))
    return given, combat_faces(state, type, rolled)


GAME = Game(
    id="wotr",
    rules=RULES,
    words=ActionWords(ACTIONS, command_ids, terminal.read_answer, read_words),
    show=Show(
        page=page.page,
        render_text=terminal.render_text,
        render_part=terminal_map.part,
        prompt=terminal.prompt,
        prompt_line=terminal.prompt_line,
        describe_offer=events.describe_offer,
        score_explanation=ending.score_explanation,
        drawn_faces=chances.drawn_faces,
        sheets=Sheets(check=no_sheets("WR-WIN-1")),
        shown_by={
            **dict.fromkeys(("roll", "cast", *COMBAT_ROLLS), "dice"),
            **dict.fromkeys(("tile", "pick"), "tiles"),
            "draw": "cards",
        },
        pictured={
            **dict.fromkeys(("did_tile", "did_tile_region", "did_tile_card", "did_tile_track", "did_pick"), "tile"),
            **dict.fromkeys(("did_event", "did_event_free", "did_use", "did_pick_card", "combat_shown"), "card"),
        },
    ),
    odds=GameOdds(questions=questions.QUESTIONS, beside=beside.decision_odds, dice=chances.dice_faces),
    bots=BOTS,
    review=REVIEW,
)
