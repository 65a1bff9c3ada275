"""Results that were taken back: those that had been seen, and whether seats agreed on phones of their own (TB-UNDO-1);
those that were mistyped (TB-AMEND-1).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.play.journal.journal import Entry
from companion.play.journal.replay import Replay
from companion.play.journal.roster import Roster


class Undone(NamedTuple):
    """An undo of what had been seen.

    seq: its entry; results: entries of what was seen (dice, cards, overrulings); on_phone: seats that agreed on phones
    that had joined for them; by_word: seats of which the journal only says that they agreed.
    """

    seq: int
    results: tuple[int, ...]
    on_phone: tuple[str, ...]
    by_word: tuple[str, ...]


class Amended(NamedTuple):
    """A result that was mistyped. seq: the entry that says so; of: the mistyped one."""

    seq: int
    of: int
    seat: str


def amended_results(entries: Iterable[Entry]) -> tuple[Amended, ...]:
    """Every result that was mistyped, in order, but for those that a redo brought back as they were."""
    found: list[Amended] = []
    open = False  # the last of them is what a redo would bring back
    for entry in entries:
        if entry.type == "amend":
            found.append(Amended(entry.seq, entry.args["of"], entry.seat))
            open = True
        elif entry.type == "redo" and open:
            del found[-1]
            open = False
        elif entry.type == "undo":
            open = False
    return tuple(found)


def undone_results(replay: Replay) -> tuple[Undone, ...]:
    """Every such undo of a session, in order."""
    out: list[Undone] = []
    if not replay.taken_back:
        return ()
    roster = Roster()
    for entry in replay.entries:
        if entry.seq in replay.taken_back:
            agreed = [seat for seat in replay.seats if seat in entry.args["agreed"]]
            phones = roster.agreed_to(entry.args["to"]) - (roster.proposal.by_host if roster.proposal else set())
            on_phone = tuple(seat for seat in agreed if seat in phones)
            by_word = tuple(seat for seat in agreed if seat not in phones)
            out.append(Undone(entry.seq, replay.taken_back[entry.seq], on_phone, by_word))
        roster.feed(entry)
    return tuple(out)
