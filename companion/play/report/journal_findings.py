"""What a journal shows besides its result: whose words went into the draws, what was seen and then taken back, and what
was mistyped.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.core.messages import Event, Ref, Value
from companion.play.journal.entries.random_words import WORDS_RULE
from companion.play.journal.entries.table_entry import table_events
from companion.play.journal.entries.undo import consent_events
from companion.play.journal.log import log_steps
from companion.play.journal.replay import Replay
from companion.play.journal.undo_report import amended_results, undone_results


class Finding(NamedTuple):
    """Something that a reader of the journal should know. seq: the entry that shows it; 0: the journal as a whole."""

    seq: int
    event: Event


def words_findings(replay: Replay) -> list[Finding]:
    """Return whose words were mixed into the draws, and whether that may have chosen dice (TB-DRAW-2)."""
    if not replay.has_drawn:
        return []
    out = []
    committed = [words for words in replay.words if words.committed]
    if committed:
        seats: Value = tuple(Ref("seat", words.seat) for words in committed if words.seat)
        code = "found_words" if seats else "found_table_words"
        out.append(Finding(committed[-1].seq, Event(code, WORDS_RULE, {"seats": seats})))
    for words in replay.words:
        if not words.committed:
            out.append(Finding(words.seq, Event("found_words_uncommitted", WORDS_RULE)))
    return out or [Finding(0, Event("found_no_words", WORDS_RULE))]


def undone_findings(replay: Replay) -> list[Finding]:
    """Every undo of what had been seen: what each result was, and who agreed (TB-UNDO-1)."""
    found = undone_results(replay)
    wanted = {seq for one in found for seq in one.results}
    results = (
        {step.entry.seq: step.events() for step in log_steps(replay) if step.entry.seq in wanted} if wanted else {}
    )
    out = []
    for one in found:
        seen, *consents = consent_events(one)
        out.append(Finding(one.seq, seen))
        out += [Finding(seq, event) for seq in one.results for event in results[seq]]
        out += [Finding(one.seq, event) for event in consents]
    return out


def amended_findings(replay: Replay) -> list[Finding]:
    """Every result that was mistyped: who says so, what it was, and what was typed instead (TB-AMEND-1)."""
    out = []
    for one in amended_results(replay.entries):
        said = replay.entries[one.seq]
        mistyped = next(log_steps(replay, one.of, one.of))
        out += [Finding(one.seq, event) for event in table_events(replay, said)]
        out += [Finding(one.of, event) for event in mistyped.events()]
        after = (step for step in log_steps(replay, one.seq) if step.entry.type in (mistyped.entry.type, "override"))
        anew = next(after, None)
        if anew is not None and anew.entry.type != "override":
            out += [Finding(anew.entry.seq, event) for event in anew.events()]
    return out
