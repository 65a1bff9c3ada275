"""Finished games of a store, for programs and for the files of other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion import stores
from companion.api.boundary import check_call
from companion.api.reader import AnyPath, check_language
from companion.api.table import store_place
from companion.content.load import game_content
from companion.core.errors import WrongCall
from companion.core.files import write_atomic
from companion.games import get, playable_games
from companion.play.report.history import select_sessions, session_summaries
from companion.words.play_files import Play, read_plays, write_bgstats, write_csv

WRITERS: dict[str, Callable[[Sequence[Play]], str]] = {".bgsplay": write_bgstats, ".csv": write_csv}


class PlayList(tuple[Play, ...]):
    """Finished games, the newest first, each with its `players`.

    Of a player `name`, `role`, `score` and `won` are known; `score` is None where points do not decide.
    """

    def csv(self) -> str:
        """Return them as CSV, a line a player: `at` in UTC, `won` 1 or 0."""
        return write_csv(self)

    def bgstats(self) -> str:
        """Return a play file of the app BG Stats (JSON); written again, its ids are the same."""
        return write_bgstats(self)

    @check_call
    def export(self, path: AnyPath) -> Path:
        """Write a file and return its path: `.bgsplay` for BG Stats, `.csv` for spreadsheets.

        Raises WrongCall for another kind of file, StoreError if it cannot be written.
        """
        file = Path(path)
        write_atomic(file, choose_writer(file)(self).encode())
        return file


def choose_writer(path: Path) -> Callable[[Sequence[Play]], str]:
    """Return what writes plays as a file of that suffix. Raises WrongCall for another kind of file."""
    write = WRITERS.get(path.suffix.lower())
    if write is None:
        raise WrongCall("plays_out", str(path), choices=", ".join(WRITERS))
    return write


@check_call
def list_plays(
    *,
    game: str | None = None,
    player: str | None = None,
    since: str | None = None,
    lang: str = "en",
    store: AnyPath | None = None,
) -> PlayList:
    """Return the games of a store that were played to their end.

    Args:
        game: only this game.
        player: only where somebody of this name played, however it is written.
        since: only begun on this day (2026-11-23), in this month or year, or later; UTC.
        lang: of titles, variants, endings and roles.
        store: a file of sessions or a PostgreSQL URL; by default the file in the user's data folder. A file
            that is not there has no games.

    Returns:
        n >= 0 games, the newest first; damaged sessions are left out. `minutes` are without breaks of more than half
            an hour.

    Raises:
        WrongCall: an unknown game or language, a day that is none.
        StoreError: the store does not answer.
    """
    chosen = check_language(lang)
    games = playable_games() if game is None else [get(game).id]
    kept = stores.open_store(store_place(store), False)
    found = select_sessions(session_summaries(kept, games), player, True, since)
    return PlayList(read_plays(kept, found, get, game_content, chosen))
