"""Words that seats mix into the draws (TB-DRAW-2), and the key of sealed draws (TB-DRAW-3)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.errors import JournalError, WrongCall
from companion.core.messages import Event, Ref, Refusal
from companion.core.visible import clean_text
from companion.play.journal import draws, journal
from companion.play.journal.entries.table_entry import EntryDraft, EntryDrafts, TableEntry, seat_value
from companion.play.journal.replay import PlayerEntropy, Replay, hex_bytes

if TYPE_CHECKING:
    from companion.play.journal.journal import Entry

WORDS_RULE = "TB-DRAW-2"


@dataclass(frozen=True)
class Commit(TableEntry):
    """The hash of words that a seat will show once everybody has committed (draws.commitment)."""

    command: ClassVar[str] = "commit"
    key: ClassVar[str] = "hash"
    type: ClassVar[str] = "commit"
    keeps_choice: ClassVar[bool] = True

    hash: str
    seat: str = ""

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> Commit:
        """Return what the words of a command ask for."""
        return cls(given[cls.key], seat)

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the line to write, or a refusal. Raises WrongCall if it is no hash."""
        if not journal.is_hash(self.hash):
            raise WrongCall("not_hash", self.hash)
        return commit_refusal(replay, self.seat) or EntryDrafts([EntryDraft(self.seat, self.type, {"hash": self.hash})])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Keep the hash until its words are shown."""
        refusal = commit_refusal(replay, entry.seat)
        if refusal is not None:
            raise JournalError(entry.seq, "illegal", refusal)
        hash = hex_bytes(entry.seq, entry.args.get("hash"))
        if len(hash) != draws.LENGTH:
            raise JournalError(entry.seq, "draw_unreadable")
        replay.commitments[entry.seat] = hash.hex()

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return who committed."""
        return (Event("committed" if entry.seat else "table_committed", WORDS_RULE, seat_value(entry)),)


@dataclass(frozen=True)
class Reveal(TableEntry):
    """The words themselves, mixed into all draws.

    alone: without any commitment these words commit and show at once, and are the only ones.
    """

    command: ClassVar[str] = "reveal"
    key: ClassVar[str] = "words"
    type: ClassVar[str] = "reveal"
    keeps_choice: ClassVar[bool] = True

    words: str
    seat: str = ""
    alone: bool = True

    @classmethod
    def from_words(cls, replay: Replay, given: Mapping[str, str], seat: str) -> Reveal:
        """Return what the words of a command ask for."""
        return cls(given[cls.key], seat)

    def plan(self, replay: Replay) -> EntryDrafts | Refusal:
        """Return the lines to write, or why these words are not shown now."""
        words = clean_text(self.words)
        if not words:
            return Refusal("reveal_empty", WORDS_RULE)
        line = EntryDraft(self.seat, self.type, {"words": words})
        if self.alone and not replay.commitments and commit_refusal(replay, self.seat) is None:
            return EntryDrafts([EntryDraft(self.seat, Commit.type, {"hash": draws.commitment(words)}), line], shown=1)
        return reveal_refusal(replay, self.seat, words) or EntryDrafts([line])

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Mix the words in. Journals of versions without commitments hold words without one; they are reported."""
        words = entry.args.get("words")
        committed = bool(replay.commitments or any(words.committed for words in replay.words))
        if not isinstance(words, str) or replay.has_drawn:
            raise JournalError(entry.seq, "illegal", Refusal("reveal_late", WORDS_RULE))
        if committed and (refusal := reveal_refusal(replay, entry.seat, words)):
            raise JournalError(entry.seq, "illegal", refusal)
        replay.commitments.pop(entry.seat, None)
        replay.words.append(PlayerEntropy(entry.seq, entry.seat, committed))
        replay.table_id = draws.mix_words(replay.table_id, words)

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return whose words they are."""
        values = {**seat_value(entry), "text": str(entry.args.get("words", ""))}
        return (Event("words_shown" if entry.seat else "revealed", WORDS_RULE, values),)


class Open(TableEntry):
    """The key of sealed draws, once the game is over; the app alone writes it."""

    type: ClassVar[str] = "open"
    ends_game: ClassVar[bool] = True

    @classmethod
    def apply(cls, replay: Replay, entry: Entry) -> None:
        """Check every sealed draw by the key."""
        key = hex_bytes(entry.seq, entry.args.get("key"))
        foreign = len(key) != draws.LENGTH or replay.header.get("sealed") != hashlib.sha256(key).hexdigest()
        if not replay.ended or replay.opened or foreign:
            raise JournalError(entry.seq, "key_foreign")
        for k, (seq, label, sizes, got) in enumerate(replay.sealed, 1):
            if got != draws.draw_numbers(key, replay.table_id, k, label, sizes):
                raise JournalError(seq, "numbers_forged")
        replay.opened = True

    @classmethod
    def events(cls, replay: Replay, entry: Entry, reader: str | None) -> tuple[Event, ...]:
        """Return that the key is out."""
        return (Event("opened", "TB-DRAW-3"),)


def commit_refusal(replay: Replay, seat: str) -> Refusal | None:
    """Return why a seat cannot commit to words now, or None. The table's own ("") are the first to be committed to."""
    if replay.has_drawn or replay.words:
        return Refusal("commit_late", WORDS_RULE)
    if seat in replay.commitments:
        return Refusal("commit_twice", WORDS_RULE, {"seat": Ref("seat", seat)})
    return Refusal("commit_table_first", WORDS_RULE) if replay.commitments and not seat else None


def reveal_refusal(replay: Replay, seat: str, words: str) -> Refusal | None:
    """Return why a seat cannot show these words now, or None: in the order in which all were committed to."""
    if replay.has_drawn:
        return Refusal("reveal_late", WORDS_RULE)
    if seat not in replay.commitments:
        return Refusal("reveal_uncommitted", WORDS_RULE)
    if seat != (first := next(iter(replay.commitments))):
        return Refusal("reveal_order", WORDS_RULE, {"seat": Ref("seat", first)})
    if draws.commitment(words) != replay.commitments[seat]:
        return Refusal("reveal_other", WORDS_RULE)
    return None
