"""companion odds: exact probabilities for the decision in front of the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli import screen
from companion.cli.common import (
    LOOK_UP,
    AsJson,
    GameName,
    Lang,
    SessionOption,
    StorePath,
    game_content,
    key_values,
    open_session,
    print_json,
    session_voice,
    voice,
)

if TYPE_CHECKING:
    from companion.play.game.game import Game
    from companion.words.wording import Voice


app = typer.Typer()


@app.command(
    rich_help_panel=LOOK_UP,
    context_settings={"ignore_unknown_options": True},
    epilog="Example: companion odds dice next --session kxmbra",
)
def odds(
    game: GameName,
    question: Annotated[
        str | None,
        typer.Argument(metavar="QUESTION", help="The question; default: list the questions and their words."),
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[K=V]...",
            help="Values that differ from the set-up or from --session; FILE.yaml gives counts by id.",
        ),
    ] = None,
    session: SessionOption = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Answer with exact probabilities, as percentages and fractions.

    `--k v` means the same as `k=v`.
    """
    from companion.api.odds import ask
    from companion.core.errors import WrongCall
    from companion.games import get

    referee, content = get(game), game_content(game)
    state, speaker = None, voice(lang, content)
    if question is None:
        _list(referee, speaker, as_json)
        return
    if session is not None:
        table = open_session(session, store)
        if table.game.id != referee.id:
            raise WrongCall("odds_game", session, game=table.game.id)
        content, state, speaker = table.content, table.replay.state, session_voice(table, lang)
    answer = ask(referee, content, question, _given_words(words or []), state, speaker)
    if as_json:
        print_json({"game": referee.id, "question": question, "session": session, **answer.document()})
        return
    screen.print_lines([answer.text()])


def _given_words(words: list[str]) -> dict[str, str]:
    """`k=v` and `--k v`, which mean the same; a YAML file with counts stands for `a*2,b*3`. Raises WrongCall."""
    pairs, rest = [], iter(words)
    for word in rest:
        name = word.removeprefix("--")
        pairs.append(f"{name}={next(rest, '')}" if name != word and "=" not in name else name)
    return {key: _counts(value) if value.endswith(".yaml") else value for key, value in key_values(pairs).items()}


def _counts(file: str) -> str:
    from companion.content.strict_yaml import read_or_raise
    from companion.core.errors import WrongCall

    found = read_or_raise(Path(file))
    if not isinstance(found, dict) or any(type(number) is not int for number in found.values()):
        raise WrongCall("not_mapping", file)
    return ",".join(f"{id}*{number}" for id, number in found.items())


def _list(referee: Game, words: Voice, as_json: bool) -> None:
    rows = [
        {
            "question": id,
            "text": words.say(f"odds.{asked.code}"),
            "keys": {example: words.say(f"odds.{code}") for example, code in asked.keys},
        }
        for id, asked in referee.odds.questions.items()
    ]
    if as_json:
        print_json(rows)
        return
    screen.print_lines([words.say("odds.examples" if rows else "odds.no_questions")])
    for row, asked in zip(rows, referee.odds.questions.values(), strict=True):
        keys = [(example, words.say(f"odds.{code}")) for example, code in asked.keys]
        screen.print_lines([f"{row['question']}  {row['text']}", *screen.align_rows(keys, "  ")])
