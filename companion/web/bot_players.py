"""The app's players at the tables: after every step those move whose turn it is, one step at a time.

They think on a thread of their own, never on the event loop. Knows tables, no request and no page.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.errors import JournalError, StaleSequence, StoreError
from companion.play import bot_turns
from companion.play.session import Answer, Planned

if TYPE_CHECKING:
    from companion.play.bot_turns import Turn
    from companion.play.game import Choice
    from companion.web.tables import LiveTable, Tables

KEPT = 30  # reasons of a table


class BotPlayers:
    """Those of all tables; `look` is told of every step."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._thread = ThreadPoolExecutor(1, "bots")
        self._playing: dict[str, asyncio.Task[None]] = {}

    def look(self, table: LiveTable) -> None:
        """A step was taken, or the table has just been opened."""
        if table.session.replay.bots and table.code not in self._playing and turn(table) is not None:
            task = self._playing[table.code] = asyncio.create_task(self._play(table))
            task.add_done_callback(lambda _: self._playing.pop(table.code))

    async def stop(self) -> None:
        """What was begun is not done any more."""
        for task in self._playing.values():
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        self._thread.shutdown()

    async def _play(self, table: LiveTable) -> None:
        loop = asyncio.get_running_loop()
        with suppress(StoreError, JournalError):  # who asks for the table next is told; a bot tries again then
            while (now := turn(table)) is not None:
                choice = await loop.run_in_executor(self._thread, now.choose)
                if not await self._move(table, now, choice):
                    return

    async def _move(self, table: LiveTable, now: Turn, choice: Choice) -> bool:
        """Do what was chosen, if it is still that bot's turn; whether there may be more to do."""

        def plan() -> Answer | Planned:
            session = table.session
            if turn(table) != now:
                return Answer(session.seq, None)
            if bot_turns.is_thrown(session, choice):
                return session.plan_note(table.game.command(now.state, choice.act), now.seat)
            return session.plan_act(choice.act)

        async with table.lock:
            try:
                answer = await self._tables.plan_and_keep(table, plan)
            except StaleSequence:  # somebody was quicker, maybe another server with the same step
                return True
            if bot_turns.may_be_told(table.game):
                table.reasons[answer.seq] = choice
                for seq in list(table.reasons)[:-KEPT]:
                    del table.reasons[seq]
        return answer.refusal is None


def turn(table: LiveTable) -> Turn | None:
    """The bot that has to think: none while people agree on an undo, or have to show what it throws."""
    found = None if table.roster.proposal else bot_turns.turn(table.session.replay)
    return None if found is None or bot_turns.said(table.session.replay, found) else found
