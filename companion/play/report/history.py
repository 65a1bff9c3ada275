"""Evenings gone by: what the journals of a store tell of who played, who won, how long it took and how the dice fell.

The list reads excerpts: header, joins and last lines. Statistics read journals whole; neither replays it, that is what
`verify` is for. A journal whose header cannot be read, or whose game is not here, is left out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from companion.core.errors import JournalError, StoreError, WrongCall
from companion.core.messages import Ref, Value
from companion.play.game.game import Game, Json
from companion.play.journal import journal
from companion.play.journal.entries.halts import STOPPED
from companion.play.journal.entries.random_words import Open
from companion.play.journal.entries.table_entry import has_no_effect
from companion.play.journal.replay import UNREADABLE
from companion.play.journal.store import Excerpt, Store
from companion.play.journal.times import seconds_between
from companion.play.journal.undo_report import amended_results
from companion.play.report.verify import DieReport, Faces, die_report, faces_shown

if TYPE_CHECKING:
    from companion.content.model import Content

Key = TypeVar("Key")
BREAK_S = 30 * 60  # what is longer between two entries is no play
_DAY = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


class NamingVoice(Protocol):
    """Speaks to the reader (companion.words.wording.Voice does)."""

    def say(self, key: str, /, **values: Value) -> str:
        """Return the text of a key with its values."""

    def name(self, ref: Ref) -> str:
        """Return the name of a card, place or seat."""


class SessionSummary(NamedTuple):
    """A session in the list. at: when it began, UTC; seats: id and player's name, in order.

    ending: how it ended, empty while it goes on or where it was broken off (`stopped`).
    """

    id: str
    game: str
    variant: str
    at: str
    seats: tuple[tuple[str, str], ...]
    entries: int
    ending: str
    winners: tuple[str, ...]
    stopped: bool

    @property
    def is_over(self) -> bool:
        """True if it was played to its end."""
        return bool(self.ending)

    @property
    def header_seats(self) -> list[dict[str, Any]]:
        """The seats as the header has them."""
        return [{"id": id, "name": name} for id, name in self.seats]

    def names(self, words: NamingVoice) -> list[str]:
        """The players, each once; a seat whose player gave no name by its own."""
        return list(dict.fromkeys(words.name(Ref("seat", seat)) for seat, _ in self.seats))

    def result(self, words: NamingVoice) -> str:
        """Return who won, or why nobody has."""
        if self.winners:
            return words.say("sessions.won", names=tuple(Ref("seat", seat) for seat in self.winners))
        return words.say(f"sessions.{'nobody' if self.is_over else 'stopped' if self.stopped else 'open'}")


class Length(NamedTuple):
    """Minutes of play of a session, longer breaks left out."""

    evening: SessionSummary
    minutes: int


class WinShare(NamedTuple):
    """Games played to the end, and of those the ones won."""

    played: int
    won: int


class StoreStatistics(NamedTuple):
    """Statistics of sessions: wins and lengths of those played to their end, dice of all.

    games: evenings of each game; lengths: by game, the shortest first; endings: by game; players: by name, of those who
    gave one; seats: by game and seat; dice: by game.
    """

    games: dict[str, int]
    lengths: dict[str, list[Length]]
    endings: dict[str, Counter[str]]
    players: dict[str, WinShare]
    seats: dict[tuple[str, str], WinShare]
    dice: dict[str, list[DieReport]]


def session_summaries(store: Store, games: Iterable[str], damaged: list[str] | None = None) -> Iterator[SessionSummary]:
    """The sessions of a store that are of these games, the newest first. Raises StoreError.

    damaged: is given the ids of those that cannot be read.
    """
    known = set(games)
    for excerpt in store.excerpts():
        summary = excerpt.summary
        if summary.game in known and (found := summarize_session(store, excerpt)):
            yield found
        elif summary.game in known and damaged is not None:
            damaged.append(summary.id)


def summarize_session(store: Store, excerpt: Excerpt) -> SessionSummary | None:
    """Return the summary of a session from its excerpt, or None for a damaged one, of which its own page tells.
    Raises StoreError if the store does not answer.
    """
    summary = excerpt.summary
    try:
        header = journal.read_entry(summary.header, 0, journal.START)
        names = {str(seat["id"]): str(seat["name"]) for seat in header.args["seats"]} | _given_names(excerpt.joins)
        end = _end(excerpt.last)
        if end is None:  # only notes there
            end = _end(store.since(summary.id, 1).lines[::-1]) or {}
        ending, winners = str(end.get("ending", "")), tuple(map(str, end.get("winners", ())))
    except (JournalError, *UNREADABLE):
        return None
    except StoreError as error:
        if error.code != "store_corrupt":
            raise
        return None
    variant = str(header.args.get("variant", ""))
    stopped = end == STOPPED
    return SessionSummary(
        summary.id, summary.game, variant, header.at, tuple(names.items()), summary.entries, ending, winners, stopped
    )


def _given_names(joins: Sequence[str]) -> dict[str, str]:
    """Return the names that players gave as their own when they joined, by seat."""
    joined = [json.loads(line) for line in joins]
    return {join["seat"]: str(join["args"]["name"]) for join in joined if {"name", "phone"} <= join["args"].keys()}


def _end(newest_first: Sequence[str]) -> Json | None:
    """Return the values of the entry that ended the session, none while it goes on; None if the lines do not tell."""
    for line in newest_first:
        entry = json.loads(line)
        if entry["type"] == "end":
            args: Json = entry["args"]
            return args
        if entry["type"] != Open.type and not has_no_effect(entry["type"]):  # else the game stays over
            return {}
    return None


def minutes_played(lines: Sequence[str]) -> int:
    """Minutes of play by the clock of the entries; breaks of more than BREAK_S are left out."""
    times = [json.loads(line)["at"] for line in lines]
    gaps = [seconds_between(before, after) for before, after in pairwise(times)]
    return round(sum(gap for gap in gaps if 0 <= gap <= BREAK_S) / 60)


def seats_of_player(evening: SessionSummary, name: str | None) -> tuple[str, ...]:
    """Return the seats of the player of that name, however it is written; None: all seats."""
    return tuple([seat for seat, player in evening.seats if name is None or player.casefold() == name.casefold()])


def select_sessions(
    found: Iterable[SessionSummary], player: str | None, finished: bool | None, since: str | None
) -> list[SessionSummary]:
    """Return the sessions of a player, over or not, begun on a day or later; None: any. Raises WrongCall for no day."""
    if since is not None and not _DAY.fullmatch(since):
        raise WrongCall("not_date", since)
    return [
        one
        for one in found
        if (player is None or seats_of_player(one, player))
        and (finished is None or one.is_over == finished)
        and (since is None or one.at >= since)
    ]


def count_statistics(
    store: Store,
    found: Sequence[SessionSummary],
    game: Callable[[str], Game],
    content: Callable[[str], Content],
    player: str | None = None,
) -> StoreStatistics:
    """Count these evenings. player: count wins and dice of that player's seats alone. Raises StoreError."""
    out = StoreStatistics(dict(Counter(one.game for one in found)), {}, {}, {}, {}, {})
    names: dict[str, str] = {}  # as written last, by the name in small letters
    dice: dict[str, Faces] = {}
    for one in found:
        lines, seats = store.since(one.id).lines, seats_of_player(one, player)
        try:
            if one.is_over:
                out.lengths.setdefault(one.game, []).append(Length(one, minutes_played(lines)))
            shown = _faces(lines, game(one.game), content(one.game), seats)
        except (JournalError, *UNREADABLE):
            continue
        _join(dice.setdefault(one.game, {}), shown)
        if one.is_over:
            _count_wins(out, one, seats, names)
    for lengths in out.lengths.values():
        lengths.sort(key=lambda length: length.minutes)
    for id, shown in dice.items():
        out.dice[id] = [die_report(die, *counted) for die, counted in shown.items()]
    return out


def _faces(lines: Sequence[str], game: Game, content: Content, seats: Collection[str]) -> Faces:
    """Every face that a die of these seats showed, undone ones too, without what was mistyped."""
    entries = journal.read_all(lines)
    mistyped = {one.of for one in amended_results(entries)}
    table = game.rules.new(content, entries[0].args)
    actions = [
        game.words.decode(entry.type, entry.seat, entry.action_args)
        for entry in entries
        if entry.type in game.words.chance_types and entry.seq not in mistyped and entry.seat in seats
    ]
    return faces_shown(game, table, actions)


def _join(all: Faces, more: Faces) -> None:
    for die, (counts, chances) in more.items():
        known = all.setdefault(die, (Counter(), chances))[0]
        known.update(counts)


def _count_wins(out: StoreStatistics, one: SessionSummary, seats: Collection[str], names: dict[str, str]) -> None:
    """Whoever sits on several seats has played one game, and has won it if one of them has."""
    out.endings.setdefault(one.game, Counter())[one.ending] += 1
    for seat in seats:
        _add(out.seats, (one.game, seat), seat in one.winners)
    players = {name.casefold(): name for seat, name in one.seats if name != seat and seat in seats}
    won = {name.casefold() for seat, name in one.seats if seat in one.winners}
    for key, name in players.items():
        _add(out.players, names.setdefault(key, name), key in won)


def _add(shares: dict[Key, WinShare], key: Key, won: bool) -> None:
    before = shares.get(key, WinShare(0, 0))
    shares[key] = WinShare(before.played + 1, before.won + won)
