"""companion odds: exact probabilities for the decision in front of the table."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from companion.cli.commands import Argument, Option, command
from companion.cli.common import (
    AsJson,
    Lang,
    StorePath,
    game_content,
    key_values,
    open_session,
    print_json,
    session_voice,
    voice,
)

if TYPE_CHECKING:
    from companion.play.game.game import Chances, Game, Odds
    from companion.words.wording import Voice

LONGEST = 60  # characters of a fraction on the terminal; a table with a longer one leaves them to JSON


def register(app: click.Group) -> None:
    """Add the command of this room."""
    app.add_command(command(odds, ignore_unknown_options=True))


def odds(
    game: Annotated[str, Argument(help="The game.")],
    question: Annotated[str | None, Argument(help="What to ask; left out: what can be asked.")] = None,
    words: Annotated[
        list[str] | None,
        Argument(metavar="[K=V]...", help="The table to ask about, or what differs from it."),
    ] = None,
    session: Annotated[str | None, Option(help="The table as it stands in this session.")] = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Exact probabilities, as percent and as fraction."""
    from companion.core.errors import LocalizedError, WrongCall
    from companion.games import get

    referee, content = get(game), game_content(game)
    if question is None:
        _list(referee, voice(lang, content), as_json)
        return
    asked = referee.odds.questions.get(question)
    if asked is None:
        raise WrongCall(
            "no_question", question, referee.odds.questions, choices=", ".join(referee.odds.questions) or "-"
        )
    told, speaker = {}, voice(lang, content)
    if session is not None:
        table = open_session(session, store)
        if table.game.id != referee.id:
            raise WrongCall("odds_game", session, game=table.game.id)
        told, content, speaker = dict(asked.from_state(table.replay.state)), table.content, session_voice(table, lang)
    try:
        answer = asked.answer(content, told, _given_words(words or []))
    except LocalizedError as error:
        error.game = referee.id
        raise
    if as_json:
        print_json({"game": referee.id, "question": question, "session": session, **_document(answer, speaker)})
        return
    print("\n".join([speaker.say(f"odds.{asked.code}"), *_lines(answer, speaker)]))


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
    if not rows:
        print(words.say("odds.no_questions"))
    for row, asked in zip(rows, referee.odds.questions.values(), strict=True):
        print(f"{row['question']:<8} {row['text']}")
        for example, code in asked.keys:
            print(f"  {example:<18} {words.say(f'odds.{code}')}")


def _lines(answer: Odds, words: Voice) -> list[str]:
    out = [" ".join([f"{key}={value}" for key, value in answer.given.items()])]
    for table in answer.tables:
        out += ["", *table_lines(table, words)]
    return [*out, "", *[words.say(f"odds.{note}") for note in answer.notes]]


def table_lines(table: Chances, words: Voice) -> list[str]:
    """Chances below their heading; what is left out of them is not spoken of."""
    out = [f"{words.say(f'odds.{table.code}', **table.values)} {words.rule_mark(table.rule)}"]
    wide = max([len(_fraction(row.chance)) for row in table.rows])
    for row in table.rows:
        label = words.say(f"odds.{row.code}", **row.values)
        fraction = f"{_fraction(row.chance):<{wide}}  " if wide <= LONGEST else ""
        out.append(f"{words.percent(row.chance, 2):>9}  {fraction}{label}")
    return out


def _document(answer: Odds, words: Voice) -> dict[str, Any]:
    return {
        "given": dict(answer.given),
        "tables": [
            {
                "table": table.code,
                "rule": table.rule,
                "text": words.say(f"odds.{table.code}", **table.values),
                "rows": [
                    {
                        "id": row.id,
                        "chance": _fraction(row.chance),
                        "percent": round(float(row.chance * 100), 6),
                        "text": words.say(f"odds.{row.code}", **row.values),
                    }
                    for row in table.rows
                ],
            }
            for table in answer.tables
        ],
        "notes": [words.say(f"odds.{note}") for note in answer.notes],
    }


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}" if chance.denominator > 1 else str(chance.numerator)
