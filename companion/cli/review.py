"""companion review: what the evening taught."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli import screen
from companion.cli.common import CHECK, JOURNAL, AsJson, Lang, StorePath, language, print_json

if TYPE_CHECKING:
    from companion.play.journal.replay import Replay
    from companion.play.report.decisions import Decision
    from companion.play.report.luck import Luck
    from companion.play.report.review import Review
    from companion.words.wording import Voice


app = typer.Typer()


@app.command(rich_help_panel=CHECK, epilog="Example: companion review evening.jsonl")
def review(
    source: Annotated[str, JOURNAL],
    tries: Annotated[
        int, typer.Option(min=0, max=100_000, help="Tries of each action that only the bot can judge; 0: none.")
    ] = 60,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Look back upon a game: its luck against exact chances, and the decisions that cost most.

    A game that hides cards from players has to be over. --json has `luck`
    and `decisions`, chances as fractions of one.
    """
    from companion.api.checks import read_journal, verify
    from companion.play.report.review import review_game
    from companion.words.wording import Voice

    replay = verify(read_journal(source, store)[1]).replay
    found, header = review_game(replay, tries), replay.header
    words = Voice(language(lang, header.get("lang", "en")), replay.content, replay.named_seats)
    if as_json:
        print_json(_review_json(replay, found, words))
    else:
        screen.print_lines(_review_lines(replay, found, words))


def _review_lines(replay: Replay, found: Review, words: Voice) -> list[str]:
    from companion.words.review_words import decision_row, luck_row, notes_of

    say, out = words.say, []
    if found.luck:
        rows = [(say("review.got"), say("review.expected"), say("review.as_many"), "")]
        for luck in found.luck:
            row = luck_row(luck, words)
            rows.append((row.got, row.mean, row.as_much, f"{row.what} [{row.rule}]"))
        out += [say("review.luck"), *screen.align_rows(rows, "  "), say("review.luck_note")]
    if not found.judged:
        return out
    out += ["", say("review.costs")]
    for decision in found.decisions:
        told = decision_row(replay, decision, words)
        out += [f"{told.seq:>4}  {told.done} {words.rule_mark(told.rule)}", f"      {told.instead}"]
        out += [f"      {line}" for line in told.odds]
    return [*out, *map(say, notes_of(found))]


def _review_json(replay: Replay, found: Review, words: Voice) -> dict[str, Any]:
    return {
        "game": replay.game.id,
        "entries": len(replay.entries),
        "judged": found.judged,
        "luck": [_luck_json(one, words) for one in found.luck],
        "decisions": [_decision_json(replay, one, words) for one in found.decisions],
    }


def _luck_json(one: Luck, words: Voice) -> dict[str, Any]:
    from companion.words.review_words import luck_row

    numbers = {"mean": float(one.mean), "as_much": float(one.as_much)}
    return {**one._asdict(), **numbers, "text": luck_row(one, words).what}


def _decision_json(replay: Replay, one: Decision, words: Voice) -> dict[str, Any]:
    from companion.words.review_words import decision_row

    row, state = decision_row(replay, one, words), replay.states[one.seq - 1]
    return {
        "entry": one.seq,
        "rule": one.rule,
        "seat": one.done.seat,
        "done": replay.game.words.command(state, one.done),
        "instead": None if one.instead is None else replay.game.words.command(state, one.instead),
        "worth": float(one.worth),
        "best": float(one.best),
        "cost": float(one.cost),
        "way": one.way,
        "error": None if one.error is None else float(one.error),
        "text": [row.done, row.instead],
        "odds": list(row.odds),
    }
