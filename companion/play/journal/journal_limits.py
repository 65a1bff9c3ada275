"""How much room a journal has (TB-ROOM-1): what seats may write beside the game, and what is kept for moves.

Counted from the entries alone, so that no clock decides. Only what is to be written is refused: a journal that has more
stays readable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.files import LARGEST_ANYWHERE, MIB
from companion.core.messages import Event, Ref, Refusal
from companion.play.journal.entries.table_entry import table_entries

if TYPE_CHECKING:
    from companion.play.journal.journal import Entry

RULE = "TB-ROOM-1"
MOST = 1_000  # entries of one seat beside the game, and as often phones or the app may take it or ask for it
WARNED = 100  # of them are left when the seat is told
BESIDE_UNTIL = LARGEST_ANYWHERE - 8 * MIB  # bytes: what follows is kept for the game
MOVES_UNTIL = LARGEST_ANYWHERE - MIB // 16  # for its end
WARNED_BYTES = MIB  # are left when all are told


class JournalLimits:
    """The room that the entries fed so far take. size: bytes of the journal as a file. beside: entries of each seat
    beside the game; taken: how often each was taken or asked for.
    """

    def __init__(self) -> None:
        self.size = 0
        self.beside: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()

    def feed(self, entry: Entry, by_bot: bool) -> None:
        """Take in the next entry; by_bot: the app plays its seat, and what it notes is a move."""
        self.size += _size(entry)
        of_table = table_entries().get(entry.type)
        if of_table is None:
            return
        if of_table.is_beside_game(entry, by_bot):
            self.beside[entry.seat] += 1
        elif of_table.takes_seat(entry):
            self.taken[entry.seat] += 1

    def refusal(self, entries: Sequence[Entry], by_bot: bool = False, by_host: bool = False) -> Refusal | None:
        """Return why these entries cannot follow, or None. by_host: the host takes seats, without a limit."""
        known = table_entries()
        of_table = [(entry, known[entry.type]) for entry in entries if entry.type in known]
        beside = [entry.seat for entry, kind in of_table if kind.is_beside_game(entry, by_bot)]
        for seat, number in Counter(beside).items() if beside else ():
            if self.beside[seat] + number > MOST:
                code = "room_seat" if seat else "room_table"
                return Refusal(code, RULE, {"seat": Ref("seat", seat), "number": MOST})
        for entry, kind in of_table if not by_host else ():
            if kind.takes_seat(entry) and self.taken[entry.seat] >= MOST:
                return Refusal("room_taken", RULE, {"seat": Ref("seat", entry.seat), "number": MOST})
        size = self.size + sum(map(_size, entries))
        if beside and size > BESIDE_UNTIL:
            return Refusal("room_beside", RULE)
        ends = entries[-1].type in known and known[entries[-1].type].ends_game
        return Refusal("room_full", RULE) if size > MOVES_UNTIL and not ends else None

    def warnings(self, seat: str | None = None) -> tuple[Event, ...]:
        """Return the warnings before the room runs out, to everybody and to one seat ("": the host); None: to no
        seat.
        """
        out = []
        left = MOST - self.beside[seat] if seat is not None else MOST
        if self.size > BESIDE_UNTIL - WARNED_BYTES:
            out.append(Event("room_near", RULE, {"number": max(MOVES_UNTIL - self.size, 0) // 1024}))
        if 0 <= left <= WARNED:
            out.append(Event("room_left", RULE, {"number": left}))
        return tuple(out)


def _size(entry: Entry) -> int:
    """Bytes of its line in a file."""
    return 1 + len(entry.line if entry.line.isascii() else entry.line.encode(errors="surrogatepass"))
