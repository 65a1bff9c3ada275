"""Results of checking a journal or final sheets as text, for terminal and pages. Knows no command and no page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.messages import Phrase, Ref, Value
from companion.play.journal.journal import CODE_BITS, decode, digest

if TYPE_CHECKING:
    from companion.play.game.game import Game
    from companion.play.journal.journal import HeadHash
    from companion.play.journal.replay import Replay
    from companion.play.report.paper_compare import Difference
    from companion.play.report.verify import VerifyReport
    from companion.words.wording import Voice


def verdict_text(report: VerifyReport, words: Voice) -> str:
    """Return the sentence that says if the journal holds, and how much was checked."""
    game = words.content.info["title"][words.lang] if words.content else report.replay.game.id
    return words.say(
        "verify.good" if report.holds else "verify.not_proved", game=game, number=len(report.replay.entries)
    )


def result_lines(game: Game, state: Any, words: Voice) -> list[str]:
    """Return the winners and the reason, with the deciding scores."""
    outcome = game.rules.outcome(state)
    if outcome is None:
        return [words.say("verify.running")]
    return [words.event_text(event) for event in (*game.show.score_explanation(state), outcome.event)]


def sealed_lines(report: VerifyReport, words: Voice) -> list[str]:
    """Return the number of draws that cannot be proved, or not yet."""
    said = "verify.never_opened" if report.replay.ended else "verify.sealed"
    return [words.say(said, number=report.unproved)] if report.unproved else []


def override_lines(replay: Replay, words: Voice) -> list[str]:
    """Return each override of the app by the table, with its reason."""
    return [
        words.say("verify.override", seq=entry.seq, text=str(entry.args.get("reason", "")))
        for entry in replay.overrides
    ]


def unknown_lines(report: VerifyReport, words: Voice) -> list[str]:
    """Return the entries and facts of a valid journal that this version does not know."""
    unknown = [words.say("verify.unknown", seq=entry.seq, type=entry.type) for entry in report.replay.unknown]
    return unknown if same_facts(report) else [*unknown, words.say("verify.other_facts")]


def same_facts(report: VerifyReport) -> bool:
    """Return whether the game's facts equal those the table played by."""
    replay = report.replay
    return bool(
        replay.header.get("digest") == digest(replay.game.rules.facts(replay.content, replay.header["variant"]))
    )


def code_lines(head: HeadHash, code_at: int, last: int, words: Voice) -> list[str]:
    """Return the result of checking a code that stands for entry `code_at`; `last` is the last entry."""
    out = [words.say("verify.code_last" if code_at == last else "verify.code_at", seq=code_at)]
    return [*out, words.say("verify.code_old")] if head.bits < CODE_BITS else out


def difference_text(found: Difference, words: Voice) -> str:
    """Return a difference between a filled sheet and the journal, with the rule of that part of the sheet."""
    seat: Value = Ref("seat", found.seat) if found.seat else (Phrase("paper.table", {}),)
    if found.journal == "":
        said = words.say("paper.no_seat", seat=seat)
    else:
        sheet, journal = (_paper_value(found, value, words) for value in (found.sheet, found.journal))
        own = f"paper.{found.part.key}"
        if own in words.texts:
            codes = ("paper.difference", "paper.difference_entry", "paper.difference_start")
            told: dict[str, Value] = {"seat": seat, "sheet": (Phrase(own, {"value": sheet}),), "journal": journal}
        else:
            codes = ("paper.difference_part", "paper.difference_part_entry", "paper.difference_part_start")
            told = {"part": (found.part.label,), "sheet": sheet, "journal": journal}
        since_round, since_entry, from_start = codes
        if found.round is not None:
            said = words.say(since_round, **told, round=found.round)
        elif found.seq:
            said = words.say(since_entry, **told, seq=found.seq)
        else:
            said = words.say(from_start, **told)
    return f"{said} {words.rule_mark(found.part.rule)}"


def _paper_value(found: Difference, value: int | str, words: Voice) -> Value:
    """Return a value of a sheet as text: ids by name, marks as symbols."""
    key = found.part.key
    if found.signs:
        return "".join([found.signs.get(mark, mark) for mark in str(value)])
    if isinstance(value, bool):
        return (Phrase("paper.yes" if value else "paper.no", {}),)
    if named := next((code for code in (f"{key}.{value}", f"sheet.{value}") if code in words.texts), ""):
        return (Phrase(named, {}),)
    kinds = [] if words.content is None else [key, words.content.info["seat_kind"]]
    kind = next((kind for kind in kinds if words.content and value in words.content.tables.get(kind, ())), None)
    return value if kind is None else Ref(kind, str(value))


def claimed_header(lines: Sequence[str]) -> tuple[str, str]:
    """Return game and language as claimed by a journal's header, unverified; "" if unreadable."""
    try:
        header = decode(lines[0])["args"]
        return str(header["game"]), str(header.get("lang") or "")
    except (ValueError, LookupError, TypeError, AttributeError):
        return "", ""


def named_seats(sheets: Any, seat: str) -> list[dict[str, Any]]:
    """Return id and name of the seats in unchecked final sheets, for messages about them."""
    rows = sheets.get("players", []) if isinstance(sheets, dict) else []
    named = [row for row in rows if isinstance(row, dict) and isinstance(row.get(seat), str) and row.get("name")]
    return [{"id": row[seat], "name": str(row["name"])} for row in named]
