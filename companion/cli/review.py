"""companion review: what the evening taught."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli import completion, screen
from companion.cli.common import CHECK, AsJson, Lang, StorePath, language, print_json

if TYPE_CHECKING:
    from companion.play.report.review import Review
    from companion.words.wording import Voice


app = typer.Typer()


@app.command(rich_help_panel=CHECK, epilog="Example: companion review evening.jsonl")
def review(
    source: Annotated[
        str,
        typer.Argument(metavar="FILE|SESSION", autocompletion=completion.sessions, help="A journal file or a session."),
    ],
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Look back upon a game: its luck against exact chances, and the decisions that cost most.

    A game that hides cards from players has to be over. --json has `luck`
    and `decisions`, chances as fractions of one.
    """
    from companion.api.checks import review
    from companion.words.wording import Voice

    found = review(source, store=store)
    header = found.replay.header
    words = Voice(language(lang, header.get("lang", "en")), found.replay.content, header["seats"])
    if as_json:
        print_json(_review_json(found, words))
    else:
        screen.print_lines(_review_lines(found, words))


def _review_lines(found: Review, words: Voice) -> list[str]:
    from companion.words.review_words import decision_rows, luck_rows

    say, out = words.say, []
    if rows := luck_rows(found, words):
        head = ("", say("review.got"), say("review.expected"), say("review.as_many"))
        out += [say("review.luck"), *screen.align_rows([head, *rows], "  "), say("review.luck_note"), ""]
    out.append(say("review.costs"))
    for row in decision_rows(found, words):
        out += [f"{row.seq:>4}  {row.done} {words.rule_mark(row.rule)}", f"      {row.instead}"]
    return [*out, say("review.counted" if found.decisions else "review.nothing")]


def _review_json(found: Review, words: Voice) -> dict[str, Any]:
    from companion.words.review_words import decision_rows, luck_rows

    game = found.replay.game
    return {
        "game": game.id,
        "entries": len(found.replay.entries),
        "judged": found.judged,
        "luck": [
            {
                **{"code": one.code, "rule": one.rule, "seat": one.seat, "number": one.number, "got": one.got},
                **{"mean": float(one.mean), "as_much": float(one.as_much), "text": row.what},
            }
            for one, row in zip(found.luck, luck_rows(found, words), strict=True)
        ],
        "decisions": [
            {
                **{"seq": one.seq, "rule": one.rule, "seat": one.done.seat},
                "done": game.words.command(one.state, one.done),
                "instead": game.words.command(one.state, one.instead),
                **{"worth": float(one.worth), "best": float(one.best), "cost": float(one.cost)},
                "text": [row.done, row.instead],
            }
            for one, row in zip(found.decisions, decision_rows(found, words), strict=True)
        ],
    }
