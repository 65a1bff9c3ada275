"""Finished games as files for other programs: a play file for the app BG Stats, a table for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from companion.content.model import Content
from companion.core.errors import JournalError
from companion.core.messages import Ref
from companion.play.game.game import Game
from companion.play.journal.session import Session, open_session
from companion.play.journal.store import Store
from companion.play.report.history import SessionSummary, minutes_played
from companion.words.wording import Voice

COLUMNS = ("session", "game", "variant", "at", "ending", "player", "seats", "minutes", "score", "won")
ABOUT = "A play file for the app BG Stats, written by companion: share or open it with that app."


class PlayerResult(NamedTuple):
    """What one person got. role: the names of the seats; score: None where points do not decide."""

    name: str
    role: str
    score: int | None
    won: bool


class Play(NamedTuple):
    """One finished game. at: when it began, UTC; bgg: its number at BoardGameGeek, None if unknown."""

    session: str
    game: str
    bgg: int | None
    variant: str
    at: str
    minutes: int
    ending: str
    players: tuple[PlayerResult, ...]


def read_play(session: Session, words: Voice) -> Play | None:
    """Return the game of a session in the language of `words`, or None while it goes on."""
    replay = session.replay
    outcome = session.game.rules.outcome(replay.state)
    if outcome is None:
        return None
    points = session.game.show.scores(replay.state)
    people: dict[str, PlayerResult] = {}
    for place, seat in enumerate(replay.seats):
        name, role = words.name(Ref("seat", seat)), words.name(Ref("role", seat))
        known = people.get(name)
        people[name] = PlayerResult(
            name,
            role if known is None else f"{known.role} / {role}",
            points[place] if points else None,
            seat in outcome.winners or (known is not None and known.won),
        )
    info = replay.content.info
    return Play(
        session=session.id,
        game=str(info["title"][words.lang]),
        bgg=info.get("bgg"),
        variant=words.say(f"variant.{replay.header['variant']}"),
        at=replay.entries[0].at,
        minutes=minutes_played([entry.line for entry in replay.entries]),
        ending=words.say(f"ending.{outcome.ending}"),
        players=tuple(people.values()),
    )


def read_plays(
    store: Store,
    found: Iterable[SessionSummary],
    game: Callable[[str], Game],
    content: Callable[[str], Content],
    lang: str,
) -> Iterator[Play]:
    """Read those of these sessions that were played to their end; a damaged one is left out. Raises StoreError."""
    for one in found:
        if not one.is_over:
            continue
        try:
            session = open_session(store, one.id, game, content)
        except JournalError:
            continue
        play = read_play(session, Voice(lang, session.content, session.replay.named_seats))
        if play is not None:
            yield play


def write_csv(plays: Iterable[Play]) -> str:
    """Return the plays as CSV, a line a player: `at` in UTC, `won` 1 or 0, `score` empty where points do not decide."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for play in plays:
        for one in play.players:
            texts = (play.session, play.game, play.variant, play.at, play.ending, one.name, one.role)
            table.writerow([*map(_as_text, texts), play.minutes, _score(one), int(one.won)])
    return out.getvalue()


def _as_text(value: str) -> str:
    """Return the text so that no spreadsheet takes it for a formula."""
    return f"'{value}" if value.startswith(("=", "+", "-", "@", "\t")) else value


def write_bgstats(plays: Sequence[Play]) -> str:
    """Return the plays as a play file of BG Stats; its ids stay the same whenever a play is written again."""
    of_game = {play.game: play for play in plays}
    games = {name: number for number, name in enumerate(of_game, 1)}
    names = dict.fromkeys(one.name for play in plays for one in play.players)
    players = {name: number for number, name in enumerate(names, 1)}
    found = {
        "about": ABOUT,
        "games": [_game(of_game[name], number) for name, number in games.items()],
        "players": [
            {"id": number, "uuid": _uuid("player", name), "name": name, "isAnonymous": False}
            for name, number in players.items()
        ],
        "locations": [],
        "plays": [_play(play, games[play.game], players) for play in plays],
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _game(play: Play, number: int) -> dict[str, Any]:
    points = any(one.score is not None for one in play.players)
    known = {} if play.bgg is None else {"bggId": play.bgg}
    kind = {"highestWins": True, "noPoints": not points, "cooperative": False, "usesTeams": False}
    return {"id": number, "uuid": _uuid("game", play.game), "name": play.game, **known, **kind}


def _play(play: Play, game: int, players: dict[str, int]) -> dict[str, Any]:
    begun = datetime.fromisoformat(play.at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return {
        "uuid": _uuid("play", play.session),
        "gameRefId": game,
        "playDate": begun,
        "entryDate": begun,
        "modificationDate": begun,
        "durationMin": play.minutes,
        "board": play.variant,
        "comments": play.ending,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": players[one.name],
                "score": str(_score(one)),
                "winner": one.won,
                "role": one.role,
                "rank": 0,
                "seatOrder": place,
                "startPlayer": False,
                "newPlayer": False,
            }
            for place, one in enumerate(play.players, 1)
        ],
    }


def _score(one: PlayerResult) -> int | str:
    return "" if one.score is None else one.score


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"companion:{kind}:{name}"))
