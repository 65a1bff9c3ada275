"""Exact chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.api.boundary import check_call
from companion.api.reader import as_words, load_game, speak, voice
from companion.core.errors import LocalizedError, WrongCall

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game.game import Chances, Game, Odds, State
    from companion.words.wording import Voice

LONGEST = 60  # characters of a fraction; a table with a longer one shows none as text


class OddsAnswer(NamedTuple):
    """The answer to a question: `tables` of chances, each row with its exact `chance`.

    inputs: every word that it was counted with. notes: codes of what was left out.
    """

    game: str
    question: str
    odds: Odds
    voice: Voice
    heading: str

    @property
    def inputs(self) -> Mapping[str, str]:
        """Every word that it was counted with, defaults included."""
        return self.odds.given

    @property
    def tables(self) -> tuple[Chances, ...]:
        """Tables of chances."""
        return self.odds.tables

    def chance(self, id: str) -> Fraction:
        """Return the chance of the first row of that id. Raises WrongCall."""
        rows = {row.id: row.chance for table in reversed(self.tables) for row in table.rows}
        if id not in rows:
            raise WrongCall("no_item", id, rows)
        return rows[id]

    def rows(self, lang: str | None = None) -> list[dict[str, Any]]:
        """Return a row a chance, as `pandas.DataFrame` takes them: table, rule, id, chance, share (0 to 1), text."""
        voice = speak(self.voice, lang)
        return [
            {
                "table": table.code,
                "rule": table.rule,
                "id": row.id,
                "chance": row.chance,
                "share": float(row.chance),
                "text": voice.say(f"odds.{row.code}", **row.values),
            }
            for table in self.tables
            for row in table.rows
        ]

    def text(self, lang: str | None = None) -> str:
        """Return all tables as lines of text, in percent and as fractions."""
        voice = speak(self.voice, lang)
        given = " ".join([f"{key}={value}" for key, value in self.inputs.items()])
        lines = [voice.say(f"odds.{self.heading}"), voice.say("odds.counted_with", values=given)]
        for table in self.tables:
            lines += ["", *table_lines(table, voice)]
        return "\n".join([*lines, "", *[voice.say(f"odds.{note}") for note in self.odds.notes]])

    def document(self, lang: str | None = None) -> dict[str, Any]:
        """Return all of it as `companion odds --json` prints it."""
        voice = speak(self.voice, lang)
        tables = [
            {
                "table": table.code,
                "rule": table.rule,
                "text": voice.say(f"odds.{table.code}", **table.values),
                "rows": [
                    {
                        "id": row.id,
                        "chance": fraction_text(row.chance),
                        "percent": round(float(row.chance * 100), 6),
                        "text": voice.say(f"odds.{row.code}", **row.values),
                    }
                    for row in table.rows
                ],
            }
            for table in self.tables
        ]
        return {
            "given": dict(self.inputs),
            "tables": tables,
            "notes": [voice.say(f"odds.{note}") for note in self.odds.notes],
        }

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<OddsAnswer {self.game} {self.question}>"

    def _repr_html_(self) -> str:
        parts = [f"<p>{escape(self.voice.say(f'odds.{self.heading}'))}</p>"]
        for table in self.tables:
            heading = escape(self.voice.say(f"odds.{table.code}", **table.values))
            rows = "".join(
                f"<tr><td>{escape(self.voice.say(f'odds.{row.code}', **row.values))}</td>"
                f"<td>{escape(self.voice.percent(row.chance, 2))}</td></tr>"
                for row in table.rows
            )
            parts.append(f"<table><caption>{heading}</caption>{rows}</table>")
        return "".join(parts)


@check_call
def odds(game: str, question: str, /, *, lang: str = "en", **words: Any) -> OddsAnswer:
    """Return exact chances for a question of a game.

    Args:
        game: its id.
        question: one that `companion odds GAME` lists, as `battle`.
        lang: the language of its texts.
        words: the table to ask about, as `attack="5r2e"`; what is left out has its default.

    Raises:
        WrongCall: an unknown word; names the nearest.
    """
    referee, content = load_game(game)
    return ask(referee, content, question, as_words(words), None, voice(lang, content))


def ask(
    game: Game, content: Content, question: str, given: Mapping[str, str], state: State | None, voice: Voice
) -> OddsAnswer:
    """Return the answer to a question about a table in play, or about the words alone. Raises WrongCall."""
    asked = game.odds.questions.get(question)
    if asked is None:
        known = game.odds.questions
        raise WrongCall("no_question", question, known, choices=", ".join(known) or "-")
    told = {} if state is None else dict(asked.from_state(state))
    try:
        return OddsAnswer(game.id, question, asked.answer(content, told, given), voice, asked.code)
    except LocalizedError as error:
        error.game = game.id
        raise


def table_lines(table: Chances, words: Voice) -> list[str]:
    """Return chances below their heading; what is left out of them is not spoken of."""
    out = [f"{words.say(f'odds.{table.code}', **table.values)} {words.rule_mark(table.rule)}"]
    wide = max([len(fraction_text(row.chance)) for row in table.rows])
    for row in table.rows:
        label = words.say(f"odds.{row.code}", **row.values)
        fraction = f"{fraction_text(row.chance):<{wide}}  " if wide <= LONGEST else ""
        out.append(f"{words.percent(row.chance, 2):>9}  {fraction}{label}")
    return out


def fraction_text(chance: Fraction) -> str:
    """Return `3/8`, or `1`."""
    return f"{chance.numerator}/{chance.denominator}" if chance.denominator > 1 else str(chance.numerator)
