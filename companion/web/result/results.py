"""Values for pages beside the table: lists of sessions, statistics, refusals, rules, verified journals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from statistics import median_low
from typing import Any

from companion.content.load import load
from companion.core.errors import JournalError, WrongCall
from companion.core.messages import Event, Ref, Refusal
from companion.games import get, playable_games
from companion.play.journal import journal
from companion.play.journal.journal import Entry
from companion.play.journal.store import Store
from companion.play.report.history import (
    SessionSummary,
    StoreStatistics,
    count_statistics,
    seats_of_player,
    session_summaries,
)
from companion.play.report.journal_findings import Finding, amended_findings, undone_findings, words_findings
from companion.play.report.verify import DieReport, VerifyReport, verify_journal
from companion.web.page import templates
from companion.web.server.lru_cache import LruCache
from companion.web.table import board
from companion.web.table.board import BoardOffer, Viewer
from companion.web.table.tables import LiveTable
from companion.words import report_words
from companion.words.play_files import read_plays, write_csv
from companion.words.wording import Voice

MAX_GROUPS = 4  # of players, offered for a new table
_reports: LruCache[dict[str, Any]] = LruCache(64)


def store_sessions(store: Store) -> Iterator[SessionSummary]:
    """Return the sessions of a store that can be played here, the newest first."""
    return session_summaries(store, playable_games())


def session_rows(store: Store, lang: str) -> list[dict[str, Any]]:
    """Return the sessions of a store that can be played here, the newest first."""
    return [_session_row(one, lang or "en") for one in store_sessions(store)]


def start_lists(store: Store, lang: str) -> tuple[list[dict[str, Any]], list[list[str]]]:
    """Return for the start page the sessions as `session_rows` and the groups of players."""
    found = list(store_sessions(store))
    return [_session_row(one, lang or "en") for one in found], _known_groups(found)


def _session_row(one: SessionSummary, lang: str) -> dict[str, Any]:
    content = load(one.game)
    words = Voice(lang, content, one.header_seats)
    names = one.names(words)
    over = one.is_over or one.stopped
    return {
        "code": one.id,
        "game_title": content.info["title"][lang],
        "names": names,
        "at": one.at,
        "result": one.result(words) if over else "",
    }


def _known_groups(found: Iterable[SessionSummary]) -> list[list[str]]:
    """Return the players of earlier tables by their own names, each group once, the newest first."""
    groups = (tuple(dict.fromkeys(name for seat, name in one.seats if name != seat)) for one in found)
    return [list(group) for group in islice(dict.fromkeys(group for group in groups if len(group) > 1), MAX_GROUPS)]


def statistics_values(store: Store, lang: str, player: str | None = None) -> dict[str, Any]:
    """Return the statistics over all sessions of a store for their page.

    player: of the finished games of the player of that name alone; no other name is in them.
    """
    chosen = [one for one in store_sessions(store) if player is None or (one.is_over and seats_of_player(one, player))]
    found = count_statistics(store, chosen, get, load, player)
    shares = sorted(found.players.items(), key=lambda row: (-row[1].won, row[0].casefold()))
    return {"games": [_game_values(found, game, lang or "en") for game in found.games], "players": shares}


def plays_csv(store: Store, lang: str) -> str:
    """Return the finished games of a store as CSV."""
    found = session_summaries(store, playable_games())
    return write_csv(read_plays(store, found, get, load, lang or "en"))


def _game_values(found: StoreStatistics, game: str, lang: str) -> dict[str, Any]:
    words = templates.voice(lang, game)
    lengths = [length.minutes for length in found.lengths.get(game, [])]
    return {
        "title": load(game).info["title"][lang],
        "evenings": found.games[game],
        "over": len(lengths),
        "lengths": (lengths[0], median_low(lengths), lengths[-1]) if lengths else None,
        "endings": [(words.say(f"ending.{id}"), count) for id, count in found.endings.get(game, {}).items()],
        "seats": [(words.name(Ref("seat", seat)), share) for (of, seat), share in found.seats.items() if of == game],
        "dice": [_die_values(die, words) for die in found.dice.get(game, []) if sum(die.counts.values())],
    }


def fault_text(error: WrongCall | Refusal, lang: str, game: str | None) -> str:
    """Return the reason why a new table was not created."""
    words = templates.voice(lang, game or "")
    return words.refusal_text(error) if isinstance(error, Refusal) else words.error_text(error)


def refusal_values(table: LiveTable, refused: Refusal, viewer: Viewer, most: int) -> dict[str, Any]:
    """Return a refusal with up to `most` actions that the phone may take instead."""
    words, state = board.voice(table, viewer.lang), table.session.replay.state
    may = table.acting_seats(viewer.phone, viewer.host)
    legal = [BoardOffer(table, offer, words) for offer in table.game.rules.legal(state) if offer.seat in may]
    page = words.rule(refused.rule).get("page")
    return {
        "code": refused.code,
        "rule": refused.rule,
        "page": page,
        "message": words.say(f"refusal.{refused.code}", **refused.values),
        "legal": [{"do": offer.do, "text": offer.text} for offer in legal[:most]],
    }


def rule_values(words: Voice, id: str) -> dict[str, Any]:
    """Return a rule for its page. Raises KeyError."""
    row = words.rule(id)
    source = str(row["prov"]).partition(" ")[0]
    return {
        "id": id,
        "shared": id in words.shared["rule"],
        "kind": words.say(f"rule.{row['kind']}"),
        "text": row["text"][words.lang],
        "page": row.get("page"),
        "prov": words.say(f"prov.{source}"),
        "players": words.say("rule.players") if row.get("players") else "",
    }


def ending_text(table: LiveTable, words: Voice) -> str:
    """Return a sentence on how the game ended, empty while it goes on."""
    outcome = table.game.rules.outcome(table.session.replay.state)
    if outcome is None:
        return ""
    winners = tuple([Ref("seat", seat) for seat in outcome.winners])
    return words.offer_text(Event(f"end_{outcome.ending}", outcome.rule, {"winners": winners}))


def check_journal(lines: Sequence[str], words: Voice, code: str) -> dict[str, Any]:
    """Verify a journal from its lines alone, as `companion verify` does; cached by its lines, for one thread.

    code: of the table, for the text of a damaged journal.
    """
    whole = sha256("\n".join([code, *lines]).encode("utf-8", "surrogateescape")).digest()
    return _reports.get((whole, words.lang), lambda: _check_journal(lines, words, code))


def _check_journal(lines: Sequence[str], words: Voice, code: str) -> dict[str, Any]:
    try:
        return report_values(verify_journal(lines, get, load), words)
    except JournalError as error:
        return {
            **{"ok": False, "problem": words.damage(error, code), "entries": len(lines), "code": ""},
            **{"by_link": 0, "by_key": 0, "unproved": 0, "typed": 0, "amendments": 0},
            **{"findings": [], "amended": [], "overrides": [], "dice": []},
        }


def report_values(found: VerifyReport, words: Voice) -> dict[str, Any]:
    """Return the report of a journal that keeps the rules, for its page."""
    return {
        "ok": found.holds,
        "problem": [] if found.holds else report_words.sealed_lines(found, words),
        "entries": len(found.replay.entries),
        "by_link": found.by_link,
        "by_key": found.by_key,
        "unproved": found.unproved,
        "typed": found.typed,
        "code": found.code,
        "findings": _finding_rows([*words_findings(found.replay), *undone_findings(found.replay)], words),
        "amended": _finding_rows(amended_findings(found.replay), words),
        "amendments": len(found.amended),
        "overrides": report_words.override_lines(found.replay, words),
        "dice": [_die_values(die, words) for die in found.dice],
    }


def _finding_rows(findings: Sequence[Finding], words: Voice) -> list[dict[str, Any]]:
    return [{"seq": one.seq, "text": words.offer_text(one.event), "rule": one.event.rule} for one in findings]


def head_text(entries: Sequence[Entry], brought: str, words: Voice) -> str:
    """Return a sentence that says if the journal has the entry of a code or hash that the reader brought."""
    try:
        head = journal.read_head(brought)
    except WrongCall:
        return words.say("web.result.unknown")
    seq = next((entry.seq for entry in entries if head.matches(entry.hash)), None)
    if seq is None:
        return words.say("web.result.unknown")
    return " ".join(report_words.code_lines(head, seq, entries[-1].seq, words))


def _die_values(die: DieReport, words: Voice) -> dict[str, Any]:
    rows = [
        {"face": words.name(face), "count": count, "expected": mean, "said": words.decimal(mean, 1)}
        for (face, count), mean in zip(die.counts.items(), die.expected.values(), strict=True)
    ]
    telling = die.p_value if die.is_telling else None
    return {
        "die": words.name(die.die),
        "rows": rows,
        "total": sum(die.counts.values()),
        "p": telling,
        "fit": words.p_value_text(die.p_value),
    }
