"""War of the Ring: dice, tracks, tiles, cards; the armies too, or the players keep them on the board.

rules/   order of steps and legality, by chapters of the rulebook
odds/    exact chances of battles, the Hunt and what a decision stands before
show/    what people see: the view of each seat, the page, the terminal
bots/    the app's own player
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from companion.games.wotr import chances, events
from companion.games.wotr import tables as tables_of
from companion.games.wotr.actions import COMBAT_ROLLS, Act
from companion.games.wotr.bots.bot import BOTS
from companion.games.wotr.flow import FLOW, STEPS
from companion.games.wotr.odds import beside, questions
from companion.games.wotr.rules.common import ending
from companion.games.wotr.rules.table import setup
from companion.games.wotr.show import page, terminal, terminal_map, view
from companion.games.wotr.state import RULES, State
from companion.games.wotr.tables import DECKS, FP, SHADOW
from companion.play.game.game import Bot
from companion.play.game.names import names_of
from companion.play.game.stepped import SteppedGame

if TYPE_CHECKING:
    from companion.content.model import Content


def command_ids(state: State) -> list[str]:
    """Every id that a command may name; faces stand in the order of the dice that are rolled."""
    facts = state.setup.tables
    rolls = bool(state.agenda) and state.agenda[-1].kind == "roll"
    side = state.setup.sides[state.agenda[-1].seat_index] if rolls else SHADOW
    ids = [*facts.faces[side], *facts.faces[FP], *facts.faces[SHADOW], *facts.combat, *facts.cards, *facts.tiles]
    return [*ids, *facts.characters, *facts.figures, *facts.regions, *facts.nations, *DECKS]


def combat_faces(state: State, type: str, rolled: str | None) -> str | None:
    """What combat dice showed, as their faces: `5,6,2`, `5 6 2` and `562` are numbers on them."""
    digits = (rolled or "").replace(",", "").replace(" ", "")
    if type not in COMBAT_ROLLS or not digits.isdecimal():
        return rolled
    faces = {str(value): face for face, value in state.setup.tables.combat.items()}
    return ",".join([faces.get(digit, digit) for digit in digits])


class WarOfTheRing(SteppedGame[Act]):
    """The protocol of companion.play.game.game for this game."""

    id = "wotr"
    rules = RULES
    flow = FLOW
    steps = STEPS
    command_ids = staticmethod(command_ids)
    set_up = setup.SET_UP
    news_types = ("swap",)  # somebody sees a card that was hidden from him
    no_sheets = "WR-WIN-1"
    secret = True
    hand_steps = frozenset(("spend", "pick_card", "trim", "swap", "extra"))
    pictured: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("did_tile", "did_tile_region", "did_tile_card", "did_tile_track", "did_pick"), "tile"),
        **dict.fromkeys(("did_event", "did_event_free", "did_use", "did_pick_card", "combat_shown"), "card"),
    }
    shown_by: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("roll", "cast", *COMBAT_ROLLS), "dice"),
        **dict.fromkeys(("tile", "pick"), "tiles"),
        "draw": "cards",
    }
    questions = questions.QUESTIONS
    bots: ClassVar[Mapping[str, Bot]] = BOTS
    odds_beside = staticmethod(beside.decision_odds)

    facts = staticmethod(tables_of.facts)
    tables = staticmethod(tables_of.tables)
    pool = staticmethod(chances.pool)
    drawn_faces = staticmethod(chances.drawn_faces)
    dice = staticmethod(chances.dice)
    describe_offer = staticmethod(events.describe_offer)
    score_explanation = staticmethod(ending.score_explanation)
    table_view = staticmethod(view.view)
    page = staticmethod(page.page)
    render_text = staticmethod(terminal.render_text)
    render_part = staticmethod(terminal_map.part)
    prompt = staticmethod(terminal.prompt)
    prompt_line = staticmethod(terminal.prompt_line)
    read_answer = staticmethod(terminal.read_answer)
    tells_hand = staticmethod(terminal.tells_hand)

    def read_words(
        self, content: Content, state: State, type: str, given: Mapping[str, str], rolled: str | None
    ) -> tuple[Mapping[str, str], str | None]:
        """Combat dice may be told as numbers; where a tile and a card have one name, what was drawn is the tile."""
        if rolled and type == "tile":
            rolled = ",".join(names_of(content).several(rolled, state.setup.tables.tiles))
        return given, combat_faces(state, type, rolled)


GAME = WarOfTheRing()
