"""Bots at the tables: after every step those whose turn it is move, one step at a time.

They think in a thread of their own, never on the event loop. Knows tables, no request and no page.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from companion.core.errors import JournalError, StaleSequence, StoreError
from companion.play.bots import bot_turns
from companion.play.journal.entries.remarks import Note
from companion.play.journal.session import Answer, Planned

if TYPE_CHECKING:
    from companion.play.bots.bot_turns import BotTurn
    from companion.play.game.game import Choice
    from companion.web.table.tables import LiveTable, Tables

MAX_REASONS = 30  # reasons of a table
PAUSE = 0.02  # seconds in which phones are told of a step before the next is thought about
PAUSE_ALONE = 0.3  # where the page is answered by the thread that thinks


class BotPlayers:
    """The bots of all tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._thread = ThreadPoolExecutor(1, "bots")
        self._playing: dict[str, asyncio.Task[None]] = {}

    def play_if_due(self, table: LiveTable) -> None:
        """Start the bots of a table that was opened or took a step, if it is their turn."""
        if table.session.replay.bots and table.code not in self._playing and bot_turn(table) is not None:
            self._playing[table.code] = asyncio.create_task(self._play(table))

    async def stop(self) -> None:
        """Cancel all bots."""
        for task in self._playing.values():
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        self._thread.shutdown()

    async def _play(self, table: LiveTable) -> None:
        loop = asyncio.get_running_loop()
        pause = PAUSE_ALONE if self._tables.alone else PAUSE
        try:
            while True:
                await asyncio.sleep(pause)
                now = bot_turn(table)
                if now is None:
                    return
                choice = await loop.run_in_executor(self._thread, now.choose)
                if choice is not None and not await self._move(table, now, choice):
                    return
                if choice is None and bot_turn(table) == now:
                    return
        except (StoreError, JournalError):
            return  # who asks for the table next is told; a bot tries again then
        finally:
            del self._playing[table.code]

    async def _move(self, table: LiveTable, now: BotTurn, choice: Choice) -> bool:
        """Take the chosen step if it is still that bot's turn; return True if more may follow."""

        def plan() -> Answer | Planned:
            session = table.session
            if bot_turn(table) != now:
                raise StaleSequence("stale", id=session.id)
            if bot_turns.is_thrown(session, choice):
                return session.plan(Note(table.game.words.command(now.state, choice.act), choice.act.seat))
            return session.plan_act(choice.act)

        async with table.lock:
            told = bot_turns.public_choice(table.session.replay, now, choice)
            try:
                answer = await self._tables.plan_and_append(table, plan)
            except StaleSequence:  # somebody was quicker, maybe another server with the same step
                return True
            if answer.refusal is not None:
                return False
            table.reasons[answer.seq] = told
            for seq in list(table.reasons)[:-MAX_REASONS]:
                del table.reasons[seq]
        return True


def bot_turn(table: LiveTable) -> BotTurn | None:
    """Return the turn of the bots, None while people decide on an undo or have to enter a throw."""
    found = None if table.roster.proposal else bot_turns.next_bot_turn(table.session.replay)
    return None if found is None or bot_turns.noted_throw(table.session.replay, found) else found
