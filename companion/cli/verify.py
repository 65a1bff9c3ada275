"""companion verify: after the game."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli import completion, screen
from companion.cli.common import (
    CHECK,
    JOURNAL,
    AsJson,
    Lang,
    StorePath,
    game_content,
    known_content,
    language,
    print_json,
)
from companion.cli.damage import damage_json
from companion.core.visible import show_hidden_lines

if TYPE_CHECKING:
    from companion.core.errors import JournalError
    from companion.play.journal.replay import Replay
    from companion.play.report.journal_findings import Finding
    from companion.play.report.verify import DieReport, VerifyReport
    from companion.words.wording import Voice


app = typer.Typer()


@app.command(rich_help_panel=CHECK, epilog="Example: companion verify evening.jsonl")
def verify(
    source: Annotated[str | None, JOURNAL] = None,
    sheet: Annotated[
        Path | None, typer.Option(help="Judge final sheets filled in by hand (YAML), without a journal.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", autocompletion=completion.games, help="The game of --sheet, if the file does not name it."
        ),
    ] = None,
    head: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Prove that the table saw this file: the code it wrote down, or a hash."),
    ] = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Replay a journal and check every rule, every draw and the result; names the first invalid entry.

    The exit code is 1 if one is, or if a finished game leaves a draw
    unproved. --json has the number of draws, `drawn`, and its parts:
    `by_link`, `by_key` and `sealed` (not proved); `undone`, `amended` and
    `words` are lists.
    """
    from companion.core.errors import WrongCall

    if (source is None) == (sheet is None):
        raise WrongCall("verify_what")
    if sheet is not None:
        _verify_sheet(sheet, game, lang, as_json)
    else:
        _verify_journal(str(source), head, lang, store, as_json)


def _verify_journal(source: str, head: str | None, lang: str | None, store: str | None, as_json: bool) -> None:
    from companion.api.checks import read_journal, verify
    from companion.core.errors import JournalError
    from companion.words.wording import Voice

    id, lines = read_journal(source, store)
    try:
        report = verify(lines, code=head)
    except JournalError as error:
        _print_bad(error, lines, source, id, lang, as_json)
        raise typer.Exit(1) from None
    header = report.replay.header
    words = Voice(language(lang, header.get("lang", "en")), report.replay.content, report.replay.named_seats)
    if as_json:
        print_json(_report_json(report))
    else:
        print("\n".join(_report_lines(report, words)))
    if not report.holds:
        raise typer.Exit(1)


def _print_bad(error: JournalError, lines: list[str], source: str, id: str, lang: str | None, as_json: bool) -> None:
    """A journal that does not hold, of the file `source` or of session `id`: where, why, and the table before that."""
    from companion.games import get
    from companion.play.journal.journal import head_code
    from companion.play.journal.readable_prefix import read_prefix
    from companion.words.wording import Voice

    replay, damage = read_prefix(lines, get, game_content)
    words = _journal_voice(lines, lang)
    if replay is not None:
        words = Voice(language(lang, replay.header.get("lang", "en")), replay.content, replay.named_seats)
    error.session = id if damage is not None else ""  # another code than the table's is no damage
    if as_json:
        report: dict[str, Any] = {"ok": False, **damage_json(error, words)}
        if damage is not None:
            report["intact"] = None if replay is None else _intact_json(replay)
        print_json(report)
        return
    print(words.say("verify.bad", seq=error.seq))
    if damage is not None and not id:
        print(words.say("verify.line", file=source, line=error.seq + 1))
    print(words.reason(error))
    if damage is not None and replay is not None:
        code, last = head_code(replay.entries[-1].hash), len(replay.entries) - 1
        print(f"\n{words.say('verify.before', number=len(replay.entries))}")
        screen.print_lines(replay.game.show.render_text(replay.state, words.say), table=True)
        print(words.say("show.code", code=code, seq=last))
    elif damage is not None and damage.is_damage and not id:
        print(words.say("verify.nothing"))
    if error.session:
        print("\n".join(words.damage(error, id)[1:]), file=sys.stderr)


def _intact_json(replay: Replay) -> dict[str, Any]:
    from companion.play.journal.journal import head_code

    state = replay.game.rules.view(replay.state, None)
    return {"entries": len(replay.entries), "code": head_code(replay.entries[-1].hash), "state": state}


def _journal_voice(lines: list[str], lang: str | None) -> Voice:
    """The words for a journal that does not hold: of its game, as far as the header can be read."""
    from companion.words.report_words import claimed_header
    from companion.words.wording import Voice

    game, own = claimed_header(lines)
    return Voice(language(lang, own or "en"), known_content(game))


def _report_json(report: VerifyReport) -> dict[str, Any]:
    from companion.words.report_words import same_facts

    replay = report.replay
    outcome = replay.game.rules.outcome(replay.state)
    return {
        "ok": report.holds,
        "game": replay.game.id,
        "entries": len(replay.entries),
        "outcome": None
        if outcome is None
        else {"ending": outcome.ending, "rule": outcome.rule, "winners": list(outcome.winners)},
        "drawn": report.total_draws,
        "by_link": report.by_link,
        "by_key": report.by_key,
        "sealed": report.unproved,
        "typed": report.typed,
        "words": [words._asdict() for words in replay.words],
        "undone": [found._asdict() for found in report.undone],
        "amended": [found._asdict() for found in report.amended],
        "overrides": [entry.seq for entry in replay.overrides],
        "unknown": [entry.seq for entry in replay.unknown],
        "code": report.code,
        "code_at": report.code_at,
        "same_facts": same_facts(report),
        "dice": [die_json(die) for die in report.dice],
        "state": replay.game.rules.view(replay.state, None),
    }


def _report_lines(report: VerifyReport, words: Voice) -> list[str]:
    from companion.play.report.journal_findings import amended_findings, undone_findings, words_findings
    from companion.words import report_words

    replay, say = report.replay, words.say
    verdict = screen.format_rows([report_words.verdict_text(report, words), ""])
    table = screen.format_rows(replay.game.show.render_text(replay.state, say), table=True)
    out = ["", *report_words.result_lines(replay.game, replay.state, words), ""]
    out.append(say("verify.dice", link=report.by_link, key=report.by_key, unproved=report.unproved, typed=report.typed))
    out += report_words.sealed_lines(report, words)
    if report.total_draws:
        out += _finding_lines(words_findings(replay), words)
    out += dice_lines([die for die in report.dice if sum(die.counts.values())], words)
    if report.total_draws + report.typed:
        out.append(say("verify.luck"))
    if any(die.is_telling for die in report.dice):
        out.append(say("verify.p_value"))
    out += _finding_lines(undone_findings(replay), words)
    if report.amended:
        out += [say("verify.amended", number=len(report.amended)), *_finding_lines(amended_findings(replay), words)]
    out += report_words.override_lines(replay, words)
    out += report_words.unknown_lines(report, words)
    out.append(say("verify.code", code=report.code))
    if report.head is not None and report.code_at is not None:
        out += report_words.code_lines(report.head, report.code_at, len(replay.entries) - 1, words)
    return [*verdict, *table, *screen.format_rows(out)]


def _finding_lines(findings: list[Finding], words: Voice) -> list[str]:
    texts = ((found.seq, words.event_text(found.event)) for found in findings)
    return [f"  {words.say('verify.found', seq=seq, text=text) if seq else text}" for seq, text in texts]


def dice_lines(dice: Iterable[DieReport], words: Voice) -> list[str]:
    """Return how often each face came up, the expected number and, from 30 rolls on, the p-value."""
    rows: list[tuple[str, str]] = []
    for die in dice:
        rows.append((f"{words.name(die.die)}:", ", ".join(words.dice_counts(die.counts, die.expected))))
        if die.is_telling:
            rows.append(("", f"chi² {words.decimal(die.chi_square, 2)}, p {words.p_value_text(die.p_value)}"))
    return screen.align_rows(rows, "  ")


def die_json(die: DieReport) -> dict[str, Any]:
    """One die as scripts read it."""
    return {
        "die": die.die.id,
        "counts": {face.id: count for face, count in die.counts.items()},
        "expected": {face.id: mean for face, mean in die.expected.items()},
        "chi_square": die.chi_square,
        "p_value": die.p_value,
    }


def _verify_sheet(path: Path, game: str | None, lang: str | None, as_json: bool) -> None:
    from companion.cli.photos.sheet_verdict import judge_sheets
    from companion.content.strict_yaml import read_or_raise
    from companion.core.errors import WrongCall
    from companion.games import GAMES

    data = read_or_raise(path)
    named = data.pop("game", None) if isinstance(data, dict) else None
    chosen = game or named or (next(iter(GAMES)) if len(GAMES) == 1 else None)
    if chosen is None:
        raise WrongCall("sheet_game")
    verdict = judge_sheets(str(chosen), data, lang)
    if as_json:
        print_json(verdict.document())
    else:
        print(verdict.heading)
        screen.print_lines(verdict.table, table=True)
        screen.print_lines(verdict.result)
        screen.print_lines(map(show_hidden_lines, verdict.reasons), "refusal", stream=sys.stderr)
    if not verdict.ok:
        raise typer.Exit(1)
