"""A Game of the rules and the lines of a game in which nothing is hidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.messages import Event, Pair, Ref
from companion.play.game.action_words import ActionWords
from companion.play.game.game import Bot, Game, GameOdds, Question, SeatText, Sheets, Show
from companion.play.game.input_values import no_sheets, show_no_part
from companion.play.open_game.rules import OpenRules
from companion.play.open_game.terminal import Terminal


def open_game(
    id: str,
    rules: OpenRules[Any],
    render_text: SeatText,
    *,
    score_explanation: Callable[[Any], tuple[Event, ...]] = lambda state: (),
    questions: Mapping[str, Question] | None = None,
    bots: Mapping[str, Bot] | None = None,
) -> Game:
    """Return the game of these rules.

    render_text: the lines of its table. score_explanation: how the score was counted, seat by seat.
    questions: those that it answers with exact odds. bots: players of the app's own, besides the random one.
    """
    terminal, chance, die = Terminal(rules), rules.actions.chance, Ref("die", rules.die)

    def command_ids(state: Any) -> list[str]:
        return [id for rows in state.setup.facts.values() for id in rows]

    def dice(state: Any) -> dict[Ref, Sequence[str]]:
        return {die: tuple(state.setup.facts[rules.faces])} if rules.die else {}

    def drawn_faces(state: Any, action: Any) -> tuple[Pair, ...]:
        if not rules.die or action.type not in chance or rules.actions.is_open(action):
            return ()
        return (Pair(Ref(rules.faces, action[2]), die),)

    return Game(
        id=id,
        rules=rules,
        words=ActionWords(rules.actions, command_ids, terminal.read_answer),
        show=Show(
            render_text=render_text,
            prompt=terminal.prompt,
            prompt_line=terminal.prompt_line,
            render_part=show_no_part,
            describe_offer=rules.describe_offer,
            score_explanation=score_explanation,
            drawn_faces=drawn_faces,
            page=lambda shown: {},
            sheets=Sheets(check=no_sheets(next(iter(rules.set_up.over.values())))),
            shown_by=dict.fromkeys(chance, "dice" if rules.die else "cards"),
        ),
        odds=GameOdds(
            questions=questions or {},
            beside=lambda content, state, types: (),
            dice=dice,
            face_kind=rules.faces or "face",
        ),
        bots=bots or {},
    )
