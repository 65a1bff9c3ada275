"""Results that were seen and then taken back: which, and whether seats agreed on phones of their own (TB-UNDO-1)."""

from __future__ import annotations

from typing import NamedTuple

from companion.play.replay import Replay
from companion.play.roster import Roster


class Undone(NamedTuple):
    """An undo of what had been seen.

    seq: its entry; results: entries of what was seen (dice, cards, overrulings); on_phone: seats that agreed on phones
    that had joined for them; by_word: seats of which the journal only says that they agreed.
    """

    seq: int
    results: tuple[int, ...]
    on_phone: tuple[str, ...]
    by_word: tuple[str, ...]


def undone(replay: Replay) -> tuple[Undone, ...]:
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
